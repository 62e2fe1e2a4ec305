/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export-load.h"

#include "trs-document-load.h"
#include "trs-task.h"

typedef struct
{
  TrsTranscripts *transcripts;
  TrsProject *project;
  TrsDocument *document;
  char *pattern;
} LoadState;

static void
load_state_clear (LoadState *state)
{
  g_clear_object (&state->transcripts);
  g_clear_object (&state->project);
  g_clear_object (&state->document);
  g_clear_pointer (&state->pattern, g_free);
}

TRS_DEFINE_TASK_STATE (LoadState, load_state)

/* A text that cannot be stored has no version, so its export has no date of receipt. */
static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  LoadState *state = load_state_get (task);
  g_autoptr (GPtrArray) versions =
      trs_transcripts_list_versions_finish (TRS_TRANSCRIPTS (source), result, NULL);
  const TrsTextVersion *shown = versions != NULL ? trs_text_versions_find (versions, TRUE) : NULL;

  g_task_return_pointer (task,
                         trs_export_source_new (state->document, trs_project_get_data (state->project), shown,
                                                state->pattern),
                         (GDestroyNotify) trs_export_source_unref);
}

static void
list_versions (GTask *task)
{
  LoadState *state = load_state_get (task);

  trs_transcripts_list_versions_async (state->transcripts, state->project, g_task_get_cancellable (task), listed_cb,
                                       task);
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  GTask *task = user_data;
  GError *error = NULL;

  load_state_get (task)->document = trs_document_load_finish (result, &error);
  if (error == NULL)
    {
      list_versions (task);
      return;
    }
  g_task_return_error (task, error);
  g_object_unref (task);
}

/**
 * trs_export_load_async:
 * @transcripts: the transcripts
 * @library: what is kept of the same account
 * @project: a project that is done
 * @document: (nullable): its transcript if it is at hand
 * @pattern: (nullable): address pattern of the video page, %NULL where videos have none
 * @cancellable: (nullable): to stop waiting for it
 * @callback: called when all is there
 * @user_data: (closure): for @callback
 *
 * Collects what is exported of a project: its transcript, and what is known of
 * where it comes from.
 */
void
trs_export_load_async (TrsTranscripts      *transcripts,
                       TrsLibrary          *library,
                       TrsProject          *project,
                       TrsDocument         *document,
                       const char          *pattern,
                       GCancellable        *cancellable,
                       GAsyncReadyCallback  callback,
                       gpointer             user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  LoadState *state = load_state_attach (task);

  g_task_set_source_tag (task, trs_export_load_async);
  state->transcripts = g_object_ref (transcripts);
  state->project = g_object_ref (project);
  state->pattern = g_strdup (pattern);
  if (g_set_object (&state->document, document))
    list_versions (task);
  else
    trs_document_load_async (transcripts, library, project, cancellable, loaded_cb, task);
}

/**
 * trs_export_load_finish:
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): what there is; %NULL with @error set, one of
 *   trs_document_load_finish()
 */
TrsExportSource *
trs_export_load_finish (GAsyncResult  *result,
                        GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_export_load_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
