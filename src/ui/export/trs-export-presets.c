/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export-presets.h"

/* Changes one entry of a setting of type `a{sv}`; @value: (nullable): takes it out */
static void
set_entry (GSettings  *settings,
           const char *key,
           const char *name,
           GVariant   *value)
{
  g_autoptr (GVariant) before = g_settings_get_value (settings, key);
  g_auto (GVariantDict) dict;

  g_variant_dict_init (&dict, before);
  if (value != NULL)
    g_variant_dict_insert_value (&dict, name, value);
  else
    g_variant_dict_remove (&dict, name);
  g_settings_set_value (settings, key, g_variant_dict_end (&dict));
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return g_utf8_collate (*(const char * const *) a, *(const char * const *) b);
}

/**
 * trs_export_presets_list:
 * @settings: the settings of the program
 *
 * Returns: (transfer full) (element-type utf8): the names of the user's presets
 */
GPtrArray *
trs_export_presets_list (GSettings *settings)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GVariant) saved = g_settings_get_value (settings, "export-presets");
  GVariantIter iter;
  char *name;

  g_variant_iter_init (&iter, saved);
  while (g_variant_iter_next (&iter, "{sv}", &name, NULL))
    g_ptr_array_add (names, name);
  g_ptr_array_sort (names, compare_names);
  return names;
}

/**
 * trs_export_presets_read:
 * @settings: the settings of the program
 * @name: the name of one of the user's presets
 * @options: (out): its options
 *
 * Returns: (nullable): its format, %NULL if this version does not have it
 */
const TrsExportFormat *
trs_export_presets_read (GSettings        *settings,
                         const char       *name,
                         TrsExportOptions *options)
{
  g_autoptr (GVariant) saved = g_settings_get_value (settings, "export-presets");
  g_autoptr (GVariant) values = NULL;
  const TrsExportFormat *format;
  const char *id;

  if (!g_variant_lookup (saved, name, "(&s@a{sv})", &id, &values))
    return NULL;

  format = trs_export_format_find (id);
  if (format == NULL)
    return NULL;

  *options = trs_export_format_get_defaults (format);
  trs_export_options_from_variant (options, values);
  return format;
}

/**
 * trs_export_presets_save:
 * @settings: the settings of the program
 * @name: what it is called; the user's own one of that name is replaced
 * @format: its format
 * @options: its options
 */
void
trs_export_presets_save (GSettings              *settings,
                         const char             *name,
                         const TrsExportFormat  *format,
                         const TrsExportOptions *options)
{
  set_entry (settings, "export-presets", name,
             g_variant_new ("(s@a{sv})", format->id, trs_export_options_to_variant (options)));
}

void
trs_export_presets_delete (GSettings  *settings,
                           const char *name)
{
  set_entry (settings, "export-presets", name, NULL);
}

/**
 * trs_export_presets_last_format:
 * @settings: the settings of the program
 *
 * Returns: the format that was used last, or the first one
 */
const TrsExportFormat *
trs_export_presets_last_format (GSettings *settings)
{
  g_autofree char *id = g_settings_get_string (settings, "export-format");
  const TrsExportFormat *format = trs_export_format_find (id);

  return format != NULL ? format : trs_export_format_get (0);
}

/**
 * trs_export_presets_last_options:
 * @settings: the settings of the program
 * @format: a format
 *
 * Returns: the options that were used last for the format, or its defaults; of
 *   plain text, times and names are shown as on the page
 */
TrsExportOptions
trs_export_presets_last_options (GSettings             *settings,
                                 const TrsExportFormat *format)
{
  TrsExportOptions options = trs_export_format_get_defaults (format);
  g_autoptr (GVariant) all = g_settings_get_value (settings, "export-options");
  g_autoptr (GVariant) saved = g_variant_lookup_value (all, format->id, G_VARIANT_TYPE_VARDICT);

  if (saved != NULL)
    trs_export_options_from_variant (&options, saved);
  if (g_str_equal (format->id, "txt"))
    {
      options.timecodes = g_settings_get_boolean (settings, "show-timecodes");
      options.speakers = g_settings_get_boolean (settings, "show-speakers");
    }
  return options;
}

/**
 * trs_export_presets_remember:
 * @settings: the settings of the program
 * @format: the format that was used
 * @options: its options
 */
void
trs_export_presets_remember (GSettings              *settings,
                             const TrsExportFormat  *format,
                             const TrsExportOptions *options)
{
  g_settings_set_string (settings, "export-format", format->id);
  set_entry (settings, "export-options", format->id, trs_export_options_to_variant (options));
}
