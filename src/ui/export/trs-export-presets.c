/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export-presets.h"

static void
user_preset_free (gpointer data)
{
  TrsUserPreset *preset = data;

  g_free (preset->name);
  g_free (preset);
}

static TrsUserPreset *
add (GPtrArray             *list,
     const char            *name,
     const TrsExportFormat *format)
{
  TrsUserPreset *preset = g_new0 (TrsUserPreset, 1);

  preset->name = g_strdup (name);
  preset->format = format;
  preset->options = trs_export_format_get_defaults (format);
  g_ptr_array_add (list, preset);
  return preset;
}

/* The presets of the user, without the one that is called so. */
static void
copy_without (GSettings       *settings,
              const char      *name,
              GVariantBuilder *builder)
{
  g_autoptr (GVariant) saved = g_settings_get_value (settings, "export-presets");
  GVariantIter iter;
  GVariant *item;

  g_variant_builder_init (builder, G_VARIANT_TYPE ("a(ssa{sv})"));
  g_variant_iter_init (&iter, saved);
  while ((item = g_variant_iter_next_value (&iter)) != NULL)
    {
      const char *its_name;

      g_variant_get_child (item, 0, "&s", &its_name);
      if (!g_str_equal (its_name, name))
        g_variant_builder_add_value (builder, item);
      g_variant_unref (item);
    }
}

/**
 * trs_export_presets_list:
 * @settings: the settings of the program
 *
 * Returns: (transfer full) (element-type TrsUserPreset): those that come with
 *   the program, then those of the user; of formats that this version does not
 *   have, none
 */
GPtrArray *
trs_export_presets_list (GSettings *settings)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (user_preset_free);
  g_autoptr (GVariant) saved = g_settings_get_value (settings, "export-presets");
  GVariantIter iter;
  const char *name, *id;
  GVariant *options;

  for (guint i = 0; i < trs_export_preset_get_n (); i++)
    {
      const TrsExportPreset *preset = trs_export_preset_get (i);

      add (list, trs_export_preset_get_name (preset), trs_export_format_find (preset->format))->options =
          preset->options;
    }

  g_variant_iter_init (&iter, saved);
  while (g_variant_iter_next (&iter, "(&s&s@a{sv})", &name, &id, &options))
    {
      const TrsExportFormat *format = trs_export_format_find (id);
      TrsUserPreset *preset = format != NULL ? add (list, name, format) : NULL;

      if (preset != NULL)
        {
          trs_export_options_from_variant (&preset->options, options);
          preset->own = TRUE;
        }
      g_variant_unref (options);
    }
  return list;
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
  GVariantBuilder builder;

  copy_without (settings, name, &builder);
  g_variant_builder_add (&builder, "(ss@a{sv})", name, format->id, trs_export_options_to_variant (options));
  g_settings_set_value (settings, "export-presets", g_variant_builder_end (&builder));
}

void
trs_export_presets_delete (GSettings  *settings,
                           const char *name)
{
  GVariantBuilder builder;

  copy_without (settings, name, &builder);
  g_settings_set_value (settings, "export-presets", g_variant_builder_end (&builder));
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
  g_autoptr (GVariant) all = g_settings_get_value (settings, "export-options");
  g_auto (GVariantDict) dict;

  g_variant_dict_init (&dict, all);
  g_variant_dict_insert_value (&dict, format->id, trs_export_options_to_variant (options));
  g_settings_set_string (settings, "export-format", format->id);
  g_settings_set_value (settings, "export-options", g_variant_dict_end (&dict));
}
