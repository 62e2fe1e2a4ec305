/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-player-loader.h"

#include <gmodule.h>

/* Its first start in a home looks through all plug-ins, which takes seconds. */
static void
load_in_thread (GTask        *task,
                gpointer      source,
                gpointer      data,
                GCancellable *cancellable)
{
  const char *path = data;
  GModule *module = g_module_open (path, G_MODULE_BIND_LAZY | G_MODULE_BIND_LOCAL);
  const TrsPlayerModule *functions = NULL;
  GError *error = NULL;

  if (module == NULL || !g_module_symbol (module, TRS_PLAYER_MODULE_SYMBOL, (gpointer *) &functions))
    {
      g_task_return_new_error (task, TRS_PLAYER_ERROR, TRS_PLAYER_ERROR_SETUP, "The player cannot be loaded: %s",
                               g_module_error ());
      g_clear_pointer (&module, g_module_close);
      return;
    }

  /* Its types stay. */
  g_module_make_resident (module);
  if (functions->init (&error))
    g_task_return_pointer (task, (gpointer) functions, NULL);
  else
    g_task_return_error (task, error);
}

/**
 * trs_player_load_async:
 * @path: (type filename): the module, see trs_install_paths_player()
 * @cancellable: (nullable): a #GCancellable
 * @callback: called when it is done
 * @user_data: data for @callback
 *
 * Loads what plays. Until then the program has nothing of it, neither at its start nor in memory.
 */
void
trs_player_load_async (const char          *path,
                       GCancellable        *cancellable,
                       GAsyncReadyCallback  callback,
                       gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_player_load_async);
  g_task_set_task_data (task, g_strdup (path), g_free);
  g_task_run_in_thread (task, load_in_thread);
}

/**
 * trs_player_load_finish:
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): a player, or %NULL with %TRS_PLAYER_ERROR_SETUP or %G_IO_ERROR_CANCELLED
 */
TrsPlayer *
trs_player_load_finish (GAsyncResult  *result,
                        GError       **error)
{
  const TrsPlayerModule *functions;

  g_return_val_if_fail (g_async_result_is_tagged (result, trs_player_load_async), NULL);

  functions = g_task_propagate_pointer (G_TASK (result), error);
  return functions != NULL ? (TrsPlayer *) functions->create (TRS_TYPE_PLAYER, error) : NULL;
}
