/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-spending-export.h"

#include "trs-export-name.h"
#include "trs-exporter.h"
#include "trs-i18n.h"
#include "trs-task.h"
#include "trs-ui-compat.h"

#define EXTENSION ".csv"

typedef struct
{
  TrsSpending *spending;
  char *pattern;
  GFile *file;
} ExportState;

static void
export_state_clear (ExportState *state)
{
  g_clear_object (&state->spending);
  g_clear_pointer (&state->pattern, g_free);
  g_clear_object (&state->file);
}

TRS_DEFINE_TASK_STATE (ExportState, export_state)

static void
export_saved_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autofree char *path = NULL;
  GError *error = NULL;

  if (!trs_exporter_save_finish (result, &error))
    {
      g_task_return_error (task, error);
      return;
    }

  path = g_file_get_parse_name (export_state_get (task)->file);
  g_task_return_pointer (task, g_path_get_basename (path), g_free);
}

/* Ten years of projects take longer than a frame. */
static void
write_csv (GTask        *task,
           gpointer      source,
           gpointer      data,
           GCancellable *cancellable)
{
  ExportState *state = export_state_get (data);
  char *csv = trs_spending_to_csv (state->spending, state->pattern, TRUE);

  g_task_return_pointer (task, g_bytes_new_take (csv, strlen (csv)), (GDestroyNotify) g_bytes_unref);
}

static void
export_written_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  g_autoptr (GBytes) bytes = g_task_propagate_pointer (G_TASK (result), &error);

  if (bytes == NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  trs_exporter_save_async (bytes, export_state_get (task)->file, g_task_get_cancellable (task), export_saved_cb,
                           g_object_ref (task));
}

static void
export_chosen_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  ExportState *state = export_state_get (task);
  g_autoptr (GTask) writing = NULL;
  GError *error = NULL;

  /* The file as it comes from the portal is good only now and only as it is. */
  state->file = trs_ui_compat_save_file_finish (GTK_WINDOW (source), result, &error);
  if (g_task_return_error_if_cancelled (task))
    {
      g_clear_error (&error);
      return;
    }
  if (state->file == NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  writing = g_task_new (NULL, g_task_get_cancellable (task), export_written_cb, g_object_ref (task));
  g_task_set_source_tag (writing, export_chosen_cb);
  g_task_set_task_data (writing, g_object_ref (task), g_object_unref);
  g_task_run_in_thread (writing, write_csv);
}

/**
 * trs_spending_export_async:
 * @parent: the window that asks
 * @spending: what is to be saved
 * @pattern: (nullable): address pattern of a video page; %NULL where videos have none
 * @now: microseconds since the epoch, for the name of the file
 * @cancellable: (nullable): gives up; a file that was there stays as it was
 * @callback: called when the file is there, or not
 * @user_data: (closure): for @callback
 *
 * Asks for a file and saves the spending to it as comma-separated values, a
 * line for each project.
 */
void
trs_spending_export_async (GtkWindow           *parent,
                           TrsSpending         *spending,
                           const char          *pattern,
                           gint64               now,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  g_autoptr (GDateTime) date = g_date_time_new_from_unix_local (now / G_USEC_PER_SEC);
  g_autofree char *day = g_date_time_format (date, "%Y-%m-%d");
  /* Translators: the name of a file; %s is a day, "2026-03-12". */
  g_autofree char *title = g_strdup_printf (_("Spending %s"), day);
  g_autofree char *name = trs_export_name_make (title, "spending", EXTENSION);

  g_task_set_source_tag (task, trs_spending_export_async);
  export_state_attach (task)->spending = g_object_ref (spending);
  export_state_get (task)->pattern = g_strdup (pattern);
  trs_ui_compat_save_file_async (parent, _("Export Spending"), name, cancellable, export_chosen_cb,
                                 g_object_ref (task));
}

/**
 * trs_spending_export_finish:
 * @result: what the callback got
 * @error: %G_IO_ERROR_CANCELLED if the dialog was dismissed, or why the file
 *   could not be saved
 *
 * Returns: (transfer full) (nullable): the name of the file, for the user
 */
char *
trs_spending_export_finish (GAsyncResult  *result,
                            GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
