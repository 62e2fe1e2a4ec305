/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-settings-schema.h"

#include "config.h"
#include "trs-i18n.h"

#include <gio/gio.h>

/**
 * trs_settings_schema_check:
 *
 * Called before anything asks for the settings, because GLib ends a program whose schema is not installed with a trap.
 * Says so on standard error.
 *
 * Returns: whether the schema is there
 */
gboolean
trs_settings_schema_check (void)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema =
      source != NULL ? g_settings_schema_source_lookup (source, TRS_APPLICATION_ID, TRUE) : NULL;

  if (schema != NULL)
    return TRUE;

  g_printerr ("%s: ", g_get_prgname ());
  /* Translators: %s is the name of a schema, "io.github.transcripts_app.Transcripts". */
  g_printerr (_("The schema of the settings, %s, is not installed"), TRS_APPLICATION_ID);
  g_printerr ("\n");
  return FALSE;
}
