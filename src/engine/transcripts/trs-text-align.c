/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-text-align.h"

#include "trs-task.h"
#include "trs-transcript-align.h"

/* What the worker thread gets: nothing of it belongs to the main thread, wherever it ends. */
typedef struct
{
  GBytes *bare;
  GBytes *prefixed;
  char *language;
} AlignJob;

static void
align_job_clear (AlignJob *job)
{
  g_bytes_unref (job->bare);
  g_bytes_unref (job->prefixed);
  g_free (job->language);
}

TRS_DEFINE_TASK_STATE (AlignJob, align_job)

static void
align_thread (GTask        *task,
              gpointer      source,
              gpointer      task_data,
              GCancellable *cancellable)
{
  AlignJob *job = task_data;

  g_task_return_pointer (task, trs_transcript_align (job->bare, job->prefixed, job->language), g_object_unref);
}

/**
 * trs_text_align_async:
 * @bare: the bare text
 * @prefixed: the fully prefixed one
 * @language: (nullable): its language
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Aligns two texts on a worker thread.
 */
void
trs_text_align_async (GBytes              *bare,
                      GBytes              *prefixed,
                      const char          *language,
                      GAsyncReadyCallback  callback,
                      gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, user_data);
  AlignJob *job = align_job_attach (task);

  g_task_set_source_tag (task, trs_text_align_async);
  job->bare = g_bytes_ref (bare);
  job->prefixed = g_bytes_ref (prefixed);
  job->language = g_strdup (language);
  g_task_run_in_thread (task, align_thread);
}

/**
 * trs_text_align_finish:
 * @result: what the callback got
 *
 * Returns: (transfer full) (nullable): the transcript, %NULL if the two do not align
 */
TrsTranscript *
trs_text_align_finish (GAsyncResult *result)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), NULL);
}
