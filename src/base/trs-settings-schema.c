/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-settings-schema.h"

#include "config.h"
#include "trs-i18n.h"

#include <gio/gio.h>

static const struct
{
  const char *name;
  const char *type;
} keys[] = {
#include "trs-settings-keys.h"
};

/* Returns: (nullable): the first setting that the program asks for and the schema does not have */
static const char *
find_missing (GSettingsSchema *schema)
{
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      const GVariantType *type = G_VARIANT_TYPE (keys[i].type);
      g_autoptr (GSettingsSchemaKey) key =
          g_settings_schema_has_key (schema, keys[i].name) ? g_settings_schema_get_key (schema, keys[i].name) : NULL;

      if (key == NULL || !g_variant_type_equal (g_settings_schema_key_get_value_type (key), type))
        return keys[i].name;
    }
  return NULL;
}

/**
 * trs_settings_schema_check:
 *
 * Called before anything asks for the settings, because GLib ends a program with a trap whose schema is not installed,
 * or is that of an older one. Says so on standard error.
 *
 * Returns: whether the schema is there and has all settings
 */
gboolean
trs_settings_schema_check (void)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema =
      source != NULL ? g_settings_schema_source_lookup (source, TRS_APPLICATION_ID, TRUE) : NULL;
  const char *missing = schema != NULL ? find_missing (schema) : NULL;

  if (schema != NULL && missing == NULL)
    return TRUE;

  g_printerr ("%s: ", g_get_prgname ());
  if (schema == NULL)
    /* Translators: %s is the name of a schema, "io.github.transcripts_app.Transcripts". */
    g_printerr (_("The schema of the settings, %s, is not installed"), TRS_APPLICATION_ID);
  else
    /* Translators: the first %s is the name of a schema, "io.github.transcripts_app.Transcripts", the second one that
     * of a setting, "text-scale". */
    g_printerr (_("The schema of the settings, %s, is older than the program: it has no “%s”"), TRS_APPLICATION_ID,
                missing);
  g_printerr ("\n");
  return FALSE;
}
