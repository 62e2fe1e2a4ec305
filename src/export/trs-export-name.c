/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export-name.h"

#include <string.h>

#include "trs-i18n.h"

/* Of the 255 bytes that file systems allow, so much is left for the extension,
 * a number, and the temporary names of others.
 */
#define STEM_MAX_BYTES 120
#define MAX_ACCENT_BYTES 16

static gboolean
is_joiner (gunichar c)
{
  return c == 0x200c || c == 0x200d;
}

/* What would be seen, if anything. */
static gboolean
is_dropped (gunichar c)
{
  return g_unichar_type (c) == G_UNICODE_FORMAT && !is_joiner (c);
}

static gboolean
is_separating (gunichar c)
{
  return g_unichar_isspace (c) || g_unichar_iscntrl (c) || (c < 0x80 && strchr ("/\\:*?\"<>|", (int) c) != NULL);
}

/* Removes what no name may end with: a dot or a blank (lost on Windows shares), a joiner without its second part. */
static void
trim_end (GString *name)
{
  while (name->len > 0)
    {
      const char *last = g_utf8_prev_char (name->str + name->len);
      gunichar c = g_utf8_get_char (last);

      if (c != '.' && !g_unichar_isspace (c) && !is_joiner (c))
        break;
      g_string_truncate (name, (gsize) (last - name->str));
    }
}

static void
cut (GString *name,
     gsize    max_bytes)
{
  gsize border = max_bytes;
  gsize end;

  if (name->len > max_bytes)
    {
      while ((name->str[border] & 0xc0) == 0x80)
        border--;
      /* Rather no letter than one without its accents; but there may be nothing but accents. */
      end = border;
      while (end > 0 && border - end < MAX_ACCENT_BYTES && g_unichar_ismark (g_utf8_get_char (name->str + end)))
        end = (gsize) (g_utf8_prev_char (name->str + end) - name->str);
      g_string_truncate (name, border - end < MAX_ACCENT_BYTES ? end : border);
    }
  trim_end (name);
}

/* These are devices on Windows, with any extension, and a stick goes from desk to desk. */
static gboolean
is_reserved (const char *name)
{
  static const char * const devices[] = { "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$" };
  gsize length = strcspn (name, ".");
  g_autofree char *stem = NULL;

  while (length > 0 && name[length - 1] == ' ')
    length--;
  stem = g_ascii_strup (name, (gssize) length);

  for (guint i = 0; i < G_N_ELEMENTS (devices); i++)
    {
      if (strcmp (stem, devices[i]) == 0)
        return TRUE;
    }
  return (g_str_has_prefix (stem, "COM") || g_str_has_prefix (stem, "LPT")) &&
         length == 4 && stem[3] >= '1' && stem[3] <= '9';
}

static char *
make_stem (const char *title)
{
  g_autofree char *valid = g_utf8_make_valid (title != NULL ? title : "", -1);
  g_autoptr (GString) name = g_string_new (NULL);
  gboolean blank = FALSE;

  for (const char *p = valid; *p != '\0' && name->len <= STEM_MAX_BYTES * 2; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      /* A name that begins with a dot is hidden, or is the folder itself. */
      if (is_dropped (c) || (name->len == 0 && (c == '.' || is_joiner (c))))
        continue;
      if (is_separating (c))
        {
          blank = name->len > 0;
          continue;
        }
      if (blank)
        g_string_append_c (name, ' ');
      blank = FALSE;
      g_string_append_unichar (name, c);
    }

  cut (name, STEM_MAX_BYTES);
  if (is_reserved (name->str))
    {
      g_string_prepend_c (name, '_');
      cut (name, STEM_MAX_BYTES);
    }
  return g_string_free (g_steal_pointer (&name), FALSE);
}

/**
 * trs_export_name_make:
 * @title: (nullable): title of a project, as received
 * @fallback: (nullable): what to take if nothing of the title can be used, as the id of the project
 * @extension: with or without its dot
 *
 * Makes the name of a file that every common file system takes, that stays
 * in its folder, and that looks like what it is: at most 120 bytes before the
 * extension.
 *
 * Returns: (transfer full): a file name
 */
char *
trs_export_name_make (const char *title,
                      const char *fallback,
                      const char *extension)
{
  g_autofree char *stem = make_stem (title);

  g_return_val_if_fail (extension != NULL, NULL);

  if (*stem == '\0')
    {
      g_free (stem);
      stem = make_stem (fallback);
    }
  if (*stem == '\0')
    {
      g_free (stem);
      stem = make_stem (_("Transcript"));
    }

  return g_strconcat (stem, *extension == '.' ? "" : ".", extension, NULL);
}
