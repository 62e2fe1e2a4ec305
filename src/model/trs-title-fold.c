/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-title-fold.h"

#include <string.h>

/**
 * trs_title_fold:
 * @title: a title, or what is looked for in one
 *
 * Takes away what makes no difference when a title is looked for: capitals
 * and accents. Of a title in ASCII that is g_ascii_strdown().
 *
 * Returns: (transfer full): the title by which it is found
 */
char *
trs_title_fold (const char *title)
{
  g_autofree char *decomposed = NULL;
  g_autoptr (GString) bare = NULL;

  g_return_val_if_fail (title != NULL, NULL);

  if (g_str_is_ascii (title))
    return g_ascii_strdown (title, -1);

  decomposed = g_utf8_normalize (title, -1, G_NORMALIZE_ALL);
  if (decomposed == NULL)
    return g_strdup ("");

  bare = g_string_new (NULL);
  for (const char *p = decomposed; *p != '\0'; p = g_utf8_next_char (p))
    if (!g_unichar_ismark (g_utf8_get_char (p)))
      g_string_append_unichar (bare, g_utf8_get_char (p));

  return g_utf8_casefold (bare->str, (gssize) bare->len);
}

#define EACH_BYTE(byte) (G_GUINT64_CONSTANT (0x0101010101010101) * (byte))

/* The capitals of eight letters at once. */
static guint64
lower_eight (guint64 letters)
{
  guint64 low = letters & EACH_BYTE (0x7f);
  guint64 from_a = low + EACH_BYTE (0x80 - 'A');
  guint64 beyond_z = low + EACH_BYTE (0x7f - 'Z');

  return letters | ((from_a & ~beyond_z & ~letters & EACH_BYTE (0x80)) >> 2);
}

/**
 * trs_title_fold_ascii:
 * @to: room for @length and %TRS_TITLE_FOLD_ROOM bytes
 * @from: a title in ASCII
 * @length: in bytes
 *
 * As trs_title_fold(). Each key of a filter asks for all titles, so that
 * letters are not taken one by one.
 */
void
trs_title_fold_ascii (char       *to,
                      const char *from,
                      gsize       length)
{
  guint64 letters;
  gsize i;

  for (i = 0; i + sizeof letters <= length; i += sizeof letters)
    {
      memcpy (&letters, from + i, sizeof letters);
      letters = lower_eight (letters);
      memcpy (to + i, &letters, sizeof letters);
    }

  letters = 0;
  memcpy (&letters, from + i, length - i);
  letters = lower_eight (letters);
  memcpy (to + i, &letters, sizeof letters);
}
