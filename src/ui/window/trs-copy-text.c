/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-copy-text.h"

#include "trs-document-load.h"
#include "trs-export.h"
#include "trs-i18n.h"
#include "trs-task.h"
#include "trs-text-provider.h"

typedef struct
{
  TrsSession *session;
  TrsProject *project;
  TrsTextFlags flags;
} CopyState;

static void
copy_state_clear (CopyState *state)
{
  g_clear_object (&state->session);
  g_clear_object (&state->project);
}

TRS_DEFINE_TASK_STATE (CopyState, copy_state)

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  CopyState *state = copy_state_get (task);
  GError *error = NULL;
  g_autoptr (TrsDocument) document = trs_document_load_finish (result, &error);
  g_autoptr (TrsExportSource) described = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *text = NULL;
  g_autofree char *html = NULL;

  if (document == NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  described = trs_export_source_new (document, trs_project_get_data (state->project), NULL,
                                     trs_account_get_link_pattern (trs_session_get_account (state->session)));
  bytes = trs_document_get_text (document, state->flags);
  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  html = trs_export_render_whole_html (described, state->flags);
  g_task_return_pointer (task, trs_text_provider_new (text, NULL, html), g_object_unref);
}

static void
load (GTask *task)
{
  CopyState *state = copy_state_get (task);

  trs_document_load_async (trs_session_get_transcripts (state->session), trs_session_get_library (state->session),
                           state->project, g_task_get_cancellable (task), loaded_cb, task);
}

static void
found_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  GTask *task = user_data;
  GError *error = NULL;

  copy_state_get (task)->project = trs_projects_find_finish (TRS_PROJECTS (source), result, &error);
  if (copy_state_get (task)->project != NULL)
    {
      load (task);
      return;
    }

  if (error == NULL)
    g_set_error_literal (&error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _("This video is no longer in the list"));
  g_task_return_error (task, error);
  g_object_unref (task);
}

/**
 * trs_copy_text_load_async:
 * @session: a session that was started and knows its account
 * @settings: the settings of the program
 * @id: identifier of a project
 * @cancellable: (nullable): to stop waiting for it
 * @callback: called when the transcript is here
 * @user_data: (closure): for @callback
 *
 * Gets what the whole transcript is on the clipboard, as if it were open and
 * nothing selected in it. One that is not on this computer is fetched.
 */
void
trs_copy_text_load_async (TrsSession          *session,
                          GSettings           *settings,
                          const char          *id,
                          GCancellable        *cancellable,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  CopyState *state = copy_state_attach (task);
  TrsProjects *projects = trs_session_get_projects (session);

  g_task_set_source_tag (task, trs_copy_text_load_async);
  state->session = g_object_ref (session);
  state->flags = (g_settings_get_boolean (settings, "show-timecodes") ? TRS_TEXT_TIMECODES : TRS_TEXT_BARE) |
                 (g_settings_get_boolean (settings, "show-speakers") ? TRS_TEXT_SPEAKERS : TRS_TEXT_BARE);
  if (g_set_object (&state->project, trs_projects_peek (projects, id)))
    load (task);
  else
    trs_projects_find_async (projects, id, cancellable, found_cb, task);
}

/**
 * trs_copy_text_load_finish:
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the transcript as plain text and HTML; %NULL with @error set,
 *   %G_IO_ERROR_NOT_FOUND if there is no such project, or one of trs_document_load_finish()
 */
GdkContentProvider *
trs_copy_text_load_finish (GAsyncResult  *result,
                           GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_copy_text_load_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
