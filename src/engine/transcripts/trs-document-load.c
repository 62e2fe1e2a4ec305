/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-document-load.h"

#include "trs-store-annotations.h"
#include "trs-store.h"
#include "trs-task.h"

typedef struct
{
  TrsLibrary *library;
  TrsProject *project;
  TrsTranscript *transcript;
} LoadState;

static void
load_state_clear (LoadState *state)
{
  g_clear_object (&state->library);
  g_clear_object (&state->project);
  g_clear_object (&state->transcript);
}

TRS_DEFINE_TASK_STATE (LoadState, load_state)

/* If the annotations cannot be read, they are unknown rather than empty. The document gets none, so that no edit can
 * replace them. */
static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  LoadState *state = load_state_get (task);
  g_autoptr (TrsAnnotations) annotations = trs_store_annotations_read_finish (TRS_STORE (source), result, NULL);

  g_task_return_pointer (task, trs_document_new (state->transcript, annotations), g_object_unref);
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  LoadState *state = load_state_get (task);
  GError *error = NULL;

  state->transcript = trs_transcripts_load_finish (TRS_TRANSCRIPTS (source), result, &error);
  if (state->transcript == NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  trs_store_annotations_read_async (trs_library_get_store (state->library), trs_library_get_account (state->library),
                                    trs_project_get_id (state->project), g_task_get_cancellable (task), read_cb,
                                    g_object_ref (task));
}

/**
 * trs_document_load_async:
 * @transcripts: the transcripts
 * @library: what is kept of the same account
 * @project: a project that is done
 * @cancellable: (nullable): to stop waiting for it
 * @callback: called when there is a document
 * @user_data: (closure): for @callback
 *
 * As trs_transcripts_load_async(), with what the user added to the transcript.
 */
void
trs_document_load_async (TrsTranscripts      *transcripts,
                         TrsLibrary          *library,
                         TrsProject          *project,
                         GCancellable        *cancellable,
                         GAsyncReadyCallback  callback,
                         gpointer             user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  LoadState *state = load_state_attach (task);

  g_task_set_source_tag (task, trs_document_load_async);
  state->library = g_object_ref (library);
  state->project = g_object_ref (project);
  trs_transcripts_load_async (transcripts, project, cancellable, loaded_cb, task);
}

/**
 * trs_document_load_finish:
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the document, without annotations if they
 *   could not be read; %NULL with @error set
 */
TrsDocument *
trs_document_load_finish (GAsyncResult  *result,
                          GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_document_load_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
