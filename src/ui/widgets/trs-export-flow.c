/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export-flow.h"

#include "trs-display-text.h"
#include "trs-error-sink.h"
#include "trs-export-name.h"
#include "trs-export-text.h"
#include "trs-exporter.h"
#include "trs-i18n.h"
#include "trs-task.h"
#include "trs-ui-compat.h"

#define EXTENSION ".txt"

typedef struct
{
  TrsExportFlowFunc make;
  gpointer data;
  GDestroyNotify destroy;
  GFile *file;
} RunState;

static void
run_state_clear (RunState *state)
{
  state->destroy (state->data);
  g_clear_object (&state->file);
}

TRS_DEFINE_TASK_STATE (RunState, run_state)

static void
run_saved_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  RunState *state = run_state_get (task);
  g_autofree char *path = NULL;
  GError *error = NULL;

  if (!trs_exporter_save_finish (result, &error))
    {
      g_task_return_error (task, error);
      return;
    }

  path = g_file_get_parse_name (state->file);
  g_task_return_pointer (task, g_path_get_basename (path), g_free);
}

/* A text of fifty hours, or ten years of projects, take longer than a frame. */
static void
make_in_thread (GTask        *task,
                gpointer      source,
                gpointer      data,
                GCancellable *cancellable)
{
  RunState *state = run_state_get (data);

  g_task_return_pointer (task, state->make (state->data), (GDestroyNotify) g_bytes_unref);
}

static void
run_made_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  g_autoptr (GBytes) bytes = g_task_propagate_pointer (G_TASK (result), &error);

  if (bytes == NULL)
    g_task_return_error (task, error);
  else
    trs_exporter_save_async (bytes, run_state_get (task)->file, g_task_get_cancellable (task), run_saved_cb,
                             g_object_ref (task));
}

static void
run_chosen_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  RunState *state = run_state_get (task);
  g_autoptr (GTask) making = NULL;
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

  making = g_task_new (NULL, g_task_get_cancellable (task), run_made_cb, g_object_ref (task));
  g_task_set_source_tag (making, run_chosen_cb);
  g_task_set_task_data (making, g_object_ref (task), g_object_unref);
  g_task_run_in_thread (making, make_in_thread);
}

/**
 * trs_export_flow_make_async:
 * @parent: the window that asks
 * @title: title of the question for the file
 * @name: the name that is suggested for it
 * @make: makes what is to be saved
 * @data: (transfer full): for @make
 * @destroy: frees @data
 * @cancellable: (nullable): gives up; a file that was there stays as it was
 * @callback: called when the file is there, or not; see trs_export_flow_run_finish()
 * @user_data: (closure): for @callback
 *
 * Asks for a file and saves something to it.
 */
void
trs_export_flow_make_async (GtkWindow           *parent,
                            const char          *title,
                            const char          *name,
                            TrsExportFlowFunc    make,
                            gpointer             data,
                            GDestroyNotify       destroy,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  RunState *state = run_state_attach (task);

  g_task_set_source_tag (task, trs_export_flow_make_async);
  state->make = make;
  state->data = data;
  state->destroy = destroy;
  trs_ui_compat_save_file_async (parent, title, name, cancellable, run_chosen_cb, g_object_ref (task));
}

typedef struct
{
  TrsTranscript *transcript;
  TrsTextFlags flags;
} Text;

static void
text_free (gpointer data)
{
  Text *text = data;

  g_object_unref (text->transcript);
  g_free (text);
}

static GBytes *
make_text (gpointer data)
{
  Text *text = data;

  return trs_export_text_render_file (text->transcript, text->flags);
}

/**
 * trs_export_flow_run_async:
 * @parent: the window that asks
 * @transcript: what is to be saved
 * @flags: which of its texts
 * @title: (nullable): the title from which the file name is made
 * @project_id: the name if no name can be made of the title
 * @cancellable: (nullable): gives up; a file that was there stays as it was
 * @callback: called when the file is there, or not
 * @user_data: (closure): for @callback
 *
 * Asks for a file and saves the text to it.
 */
void
trs_export_flow_run_async (GtkWindow           *parent,
                           TrsTranscript       *transcript,
                           TrsTextFlags         flags,
                           const char          *title,
                           const char          *project_id,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  g_autofree char *name = trs_export_name_make (title, project_id, EXTENSION);
  Text *text = g_new0 (Text, 1);

  text->transcript = g_object_ref (transcript);
  text->flags = flags;
  trs_export_flow_make_async (parent, _("Export Transcript"), name, make_text, text, text_free, cancellable, callback,
                              user_data);
}

/**
 * trs_export_flow_run_finish:
 * @result: what the callback got
 * @error: %G_IO_ERROR_CANCELLED if the dialog was dismissed, or why the text
 *   could not be saved
 *
 * Returns: (transfer full) (nullable): the name of the file, for the user
 */
char *
trs_export_flow_run_finish (GAsyncResult  *result,
                            GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * trs_export_flow_report:
 * @widget: a widget of the window
 * @result: of trs_export_flow_run_async(); nothing is told if it was cancelled
 *
 * Tells the user where the transcript is, or what went wrong.
 */
void
trs_export_flow_report (GtkWidget    *widget,
                        GAsyncResult *result)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *name = trs_export_flow_run_finish (result, &error);
  g_autofree char *line = name != NULL ? trs_display_text_title (name) : NULL;
  g_autofree char *text = line != NULL ? g_strdup_printf (_("Saved as %s"), line) : NULL;

  if (text != NULL)
    gtk_widget_activate_action (widget, "win.toast", "s", text);
  else
    trs_error_sink_throw (widget, error, _("Exporting the transcript"));
}
