/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export-load.h"

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
  g_free (state->pattern);
}

TRS_DEFINE_TASK_STATE (LoadState, load_state)

/* A text that could not be kept has no version: what is known of it is exported. */
static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  LoadState *state = load_state_get (task);
  g_autoptr (GPtrArray) versions = trs_transcripts_finish (result, NULL);
  const TrsTextVersion *version = versions != NULL ? trs_text_versions_find (versions, TRUE) : NULL;

  g_task_return_pointer (task,
                         trs_export_source_new (state->document, trs_project_get_data (state->project), version,
                                                state->pattern),
                         (GDestroyNotify) trs_export_source_free);
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  LoadState *state = load_state_get (task);
  GError *error = NULL;

  state->document = trs_document_load_finish (result, &error);
  if (state->document == NULL)
    g_task_return_error (task, error);
  else
    trs_transcripts_list_versions_async (state->transcripts, state->project, g_task_get_cancellable (task), listed_cb,
                                         g_object_ref (task));
}

/**
 * trs_export_load_async:
 * @account: the account in use
 * @library: what is kept of it
 * @transcripts: its transcripts
 * @project: a project that is done
 * @cancellable: (nullable): to give up
 * @callback: called when all is there that can be exported
 * @user_data: (closure): for @callback
 *
 * Loads what is exported of a project: its document, and where that comes from.
 */
void
trs_export_load_async (TrsAccount          *account,
                       TrsLibrary          *library,
                       TrsTranscripts      *transcripts,
                       TrsProject          *project,
                       GCancellable        *cancellable,
                       GAsyncReadyCallback  callback,
                       gpointer             user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  LoadState *state = load_state_attach (task);

  g_task_set_source_tag (task, trs_export_load_async);
  state->transcripts = g_object_ref (transcripts);
  state->project = g_object_ref (project);
  if (!trs_account_get_sample (account))
    state->pattern = g_strdup (trs_account_get_video_pattern (account));
  trs_document_load_async (transcripts, library, project, cancellable, loaded_cb, task);
}

/**
 * trs_export_load_finish:
 * @result: what the callback got
 * @error: return location for an error, see trs_transcripts_load_async()
 *
 * Returns: (transfer full) (nullable): what can be exported
 */
TrsExportSource *
trs_export_load_finish (GAsyncResult  *result,
                        GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
