/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export-flow.h"

#include "trs-export.h"
#include "trs-ui-compat.h"

static void
saved_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autofree char *path = g_file_get_parse_name (g_task_get_task_data (task));
  GError *error = NULL;

  if (trs_export_save_finish (result, &error))
    g_task_return_pointer (task, g_path_get_basename (path), g_free);
  else
    g_task_return_error (task, error);
}

static void
chosen_cb (GFile    *file,
           gpointer  user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autoptr (GBytes) bytes = g_bytes_ref (g_task_get_task_data (task));

  if (file == NULL)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The dialog was dismissed");
      return;
    }

  /* Use the file as the portal returned it: its access is granted for this object only. */
  g_task_set_task_data (task, g_object_ref (file), g_object_unref);
  trs_export_save_async (bytes, file, g_task_get_cancellable (task), saved_cb, g_object_ref (task));
}

/**
 * trs_export_flow_save_async:
 * @parent: the window that asks
 * @kind: what is saved
 * @title: title of the question for the file
 * @name: the name that is suggested for it
 * @bytes: what is to be saved
 * @cancellable: (nullable): gives up; a file that was there stays as it was
 * @callback: called when the file is there, or not; see trs_export_flow_save_finish()
 * @user_data: (closure): for @callback
 *
 * Asks for a file and saves something to it.
 */
void
trs_export_flow_save_async (GtkWindow           *parent,
                            TrsFileKind          kind,
                            const char          *title,
                            const char          *name,
                            GBytes              *bytes,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_export_flow_save_async);
  g_task_set_task_data (task, g_bytes_ref (bytes), (GDestroyNotify) g_bytes_unref);
  trs_ui_compat_save_file (parent, kind, title, name, cancellable, chosen_cb, g_object_ref (task));
}

/**
 * trs_export_flow_save_finish:
 * @result: what the callback got
 * @error: %G_IO_ERROR_CANCELLED if the dialog was dismissed, or why the text
 *   could not be saved
 *
 * Returns: (transfer full) (nullable): the name of the file, for the user
 */
char *
trs_export_flow_save_finish (GAsyncResult  *result,
                            GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_export_flow_save_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
