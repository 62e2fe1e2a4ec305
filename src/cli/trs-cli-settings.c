/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-settings.h"

#include "trs-held-settings.h"

#include "config.h"

/**
 * trs_cli_settings_copy:
 *
 * Makes settings for a command: the account chosen there must not become that of the window.
 *
 * Returns: (transfer full): a copy of the settings; what is changed in it is not saved
 */
GSettings *
trs_cli_settings_copy (void)
{
  g_autoptr (GSettings) settings = g_settings_new (TRS_APPLICATION_ID);
  g_autoptr (GSettingsBackend) memory = g_memory_settings_backend_new ();
  GSettings *copy = g_settings_new_with_backend (TRS_APPLICATION_ID, memory);
  g_autoptr (GSettingsSchema) schema = NULL;
  g_auto (GStrv) keys = NULL;

  g_object_get (settings, "settings-schema", &schema, NULL);
  keys = g_settings_schema_list_keys (schema);
  for (guint i = 0; keys[i] != NULL; i++)
    {
      g_autoptr (GVariant) value = g_settings_get_user_value (settings, keys[i]);

      if (value != NULL)
        g_settings_set_value (copy, keys[i], value);
    }
  return copy;
}

/**
 * trs_cli_settings_open:
 *
 * Returns: (transfer full): the settings themselves, for the commands that change them
 */
GSettings *
trs_cli_settings_open (void)
{
  g_autoptr (GSettings) saved = g_settings_new (TRS_APPLICATION_ID);

  return trs_held_settings_new (saved);
}

/**
 * trs_cli_settings_wait_saved:
 * @settings: those of trs_cli_settings_open()
 *
 * Runs the main loop until it is known.
 *
 * Returns: whether all that was changed is saved
 */
gboolean
trs_cli_settings_wait_saved (GSettings *settings)
{
  TrsHeldSettings *held = trs_held_settings_find (settings);
  g_autoptr (GSettingsSchema) schema = NULL;
  g_auto (GStrv) keys = NULL;

  g_object_get (settings, "settings-schema", &schema, NULL);
  keys = g_settings_schema_list_keys (schema);
  for (guint i = 0; keys[i] != NULL; i++)
    while (!trs_held_settings_is_saved (held, keys[i]) && !trs_held_settings_is_lost (held, keys[i]))
      g_main_context_iteration (NULL, TRUE);
  return !trs_held_settings_get_unsaved (held);
}
