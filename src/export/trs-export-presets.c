/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export-presets.h"

#include "trs-i18n.h"

#define PAIR "(sa{sv})"

static GVariant *
write_pair (const TrsExportFormat  *format,
            const TrsExportOptions *options)
{
  return g_variant_new ("(s@a{sv})", format->id, trs_export_options_to_variant (options));
}

/* Returns: NULL if this version does not know the format; otherwise @options is set */
static const TrsExportFormat *
read_pair (GVariant         *pair,
           TrsExportOptions *options)
{
  g_autoptr (GVariant) values = NULL;
  const TrsExportFormat *format;
  const char *id;

  g_variant_get (pair, "(&s@a{sv})", &id, &values);
  format = trs_export_format_find (id);
  if (format != NULL)
    {
      *options = format->defaults;
      trs_export_options_from_variant (options, values);
    }
  return format;
}

/* Plain text follows the settings of the transcript page. */
static void
apply_page_settings (GSettings             *settings,
                     const TrsExportFormat *format,
                     TrsExportOptions      *options)
{
  if (!g_str_equal (format->id, "txt"))
    return;

  options->timecodes = g_settings_get_boolean (settings, "show-timecodes");
  options->speakers = g_settings_get_boolean (settings, "show-speakers");
}

/**
 * trs_export_presets_get_notes:
 * @settings: the settings of the program
 * @id: id of a format
 *
 * Returns: whether the user includes notes and checks in this format
 */
gboolean
trs_export_presets_get_notes (GSettings  *settings,
                              const char *id)
{
  g_auto (GStrv) ids = g_settings_get_strv (settings, "export-notes");

  return g_strv_contains ((const char * const *) ids, id);
}

/**
 * trs_export_presets_set_notes:
 * @settings: the settings of the program
 * @id: id of a format
 * @notes: whether to include notes and checks
 *
 * Remembers what the user chose for this format alone.
 */
void
trs_export_presets_set_notes (GSettings  *settings,
                              const char *id,
                              gboolean    notes)
{
  g_auto (GStrv) ids = g_settings_get_strv (settings, "export-notes");
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) changed = NULL;

  for (guint i = 0; ids[i] != NULL; i++)
    if (!g_str_equal (ids[i], id))
      g_strv_builder_add (builder, ids[i]);
  if (notes)
    g_strv_builder_add (builder, id);
  changed = g_strv_builder_end (builder);
  g_settings_set_strv (settings, "export-notes", (const char * const *) changed);
}

/**
 * trs_export_presets_begin:
 * @settings: the settings of the program
 * @format: a format
 *
 * Returns: the initial options of the format
 */
TrsExportOptions
trs_export_presets_begin (GSettings             *settings,
                          const TrsExportFormat *format)
{
  TrsExportOptions options = format->defaults;

  apply_page_settings (settings, format, &options);
  options.notes = trs_export_presets_get_notes (settings, format->id);
  return options;
}

/**
 * trs_export_presets_get_last:
 * @settings: the settings of the program
 * @options: (out): the options that were used last
 *
 * Returns: the format that was used last, or the first one
 */
const TrsExportFormat *
trs_export_presets_get_last (GSettings        *settings,
                             TrsExportOptions *options)
{
  g_autoptr (GVariant) pair = g_settings_get_value (settings, "export-last");
  const TrsExportFormat *format = read_pair (pair, options);

  if (format == NULL)
    {
      format = &trs_export_formats[0];
      *options = format->defaults;
    }
  apply_page_settings (settings, format, options);
  options->notes = trs_export_presets_get_notes (settings, format->id);
  return format;
}

void
trs_export_presets_set_last (GSettings              *settings,
                             const TrsExportFormat  *format,
                             const TrsExportOptions *options)
{
  g_settings_set_value (settings, "export-last", write_pair (format, options));
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
  while (g_variant_iter_next (&iter, "{s@*}", &name, NULL))
    g_ptr_array_add (names, name);
  return names;
}

/**
 * trs_export_presets_read:
 * @settings: the settings of the program
 * @name: the name of a preset: of the user, or a built-in one, translated or not
 * @options: (out): its options
 *
 * Returns: (nullable): its format, %NULL if there is none
 */
const TrsExportFormat *
trs_export_presets_read (GSettings        *settings,
                         const char       *name,
                         TrsExportOptions *options)
{
  g_autoptr (GVariant) saved = g_settings_get_value (settings, "export-presets");
  g_autoptr (GVariant) pair = g_variant_lookup_value (saved, name, G_VARIANT_TYPE (PAIR));

  if (pair != NULL)
    return read_pair (pair, options);

  for (guint i = 0; i < TRS_EXPORT_N_PRESETS; i++)
    {
      const TrsExportPreset *preset = &trs_export_presets[i];

      *options = preset->options;
      if (g_str_equal (_(preset->name), name) || g_str_equal (preset->name, name))
        return trs_export_format_find (preset->format);
    }
  return NULL;
}

/**
 * trs_export_presets_change:
 * @settings: the settings of the program
 * @name: what the preset is called; the user's own one of that name is replaced
 * @format: (nullable): its format; %NULL deletes it
 * @options: (nullable): its options
 */
void
trs_export_presets_change (GSettings              *settings,
                           const char             *name,
                           const TrsExportFormat  *format,
                           const TrsExportOptions *options)
{
  g_autoptr (GVariant) before = g_settings_get_value (settings, "export-presets");
  g_auto (GVariantDict) dict;

  g_variant_dict_init (&dict, before);
  g_variant_dict_remove (&dict, name);
  if (format != NULL)
    g_variant_dict_insert_value (&dict, name, write_pair (format, options));
  g_settings_set_value (settings, "export-presets", g_variant_dict_end (&dict));
}
