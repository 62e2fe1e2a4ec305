/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export-template.h"

#include "trs-export.h"
#include "trs-i18n.h"

#include <string.h>

static char *
dup_date (const TrsExportSource *source)
{
  g_autoptr (GDateTime) utc = NULL;
  g_autoptr (GDateTime) local = NULL;

  if (source->created_at == 0)
    return g_strdup ("");

  utc = g_date_time_new_from_unix_utc (source->created_at / G_USEC_PER_SEC);
  local = utc != NULL ? g_date_time_to_local (utc) : NULL;
  return local != NULL ? g_date_time_format (local, "%Y-%m-%d") : g_strdup ("");
}

static const char * const fields[] = { "title", "date", "language", "video", "id" };

/* The field whose name stands at @place, up to @end; -1 for none */
static int
find_field (const char *place,
            const char *end)
{
  g_autofree char *name = g_strndup (place, (gsize) (end - place));

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (g_str_equal (fields[i], name))
      return (int) i;
  return -1;
}

/**
 * trs_export_template_check:
 * @template: what the user typed
 * @error: return location for an error: a sentence that says what is wrong with it
 *
 * Returns: %FALSE if it is no template
 */
gboolean
trs_export_template_check (const char  *template,
                           GError     **error)
{
  for (const char *open = strchr (template, '{'); open != NULL; open = strchr (open + 1, '{'))
    {
      const char *close = strchr (open, '}');
      g_autofree char *name = g_strndup (open, close != NULL ? (gsize) (close + 1 - open) : strlen (open));

      if (close != NULL && find_field (open + 1, close) >= 0)
        continue;
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                   /* Translators: %s is what was typed; do not translate what stands in braces. */
                   _("“%s” is not a field. There are {title}, {date}, {language}, {video} and {id}."), name);
      return FALSE;
    }
  return TRUE;
}

/**
 * trs_export_template_expand:
 * @template: a template, see trs_export_template_check()
 * @source: what is exported
 * @extension: with or without its dot
 *
 * Fills in the fields. The values cannot leave the folder, nor make a field of
 * what is not one: see trs_export_make_name().
 *
 * Returns: (transfer full): a file name
 */
char *
trs_export_template_expand (const char            *template,
                            const TrsExportSource *source,
                            const char            *extension)
{
  g_autofree char *date = dup_date (source);
  /* In the order of their names. */
  const char *values[] = { source->title, date, source->language, source->video_id, source->project_id };
  g_autoptr (GString) stem = g_string_new (NULL);

  for (const char *place = template; *place != '\0';)
    {
      const char *close = *place == '{' ? strchr (place, '}') : NULL;
      int field = close != NULL ? find_field (place + 1, close) : -1;

      if (field >= 0)
        g_string_append (stem, values[field] != NULL ? values[field] : "");
      else
        g_string_append_c (stem, *place);
      place = field >= 0 ? close + 1 : place + 1;
    }
  return trs_export_make_name (stem->str, source->project_id, extension);
}
