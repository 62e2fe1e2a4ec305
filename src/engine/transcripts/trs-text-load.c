/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-text-load.h"

#include "trs-error.h"
#include "trs-task.h"
#include "trs-transcript.h"

typedef struct
{
  TrsProject *project;
  TrsClock *clock;
  gboolean background;
  guint n_out;
  gboolean failed;
  gboolean damaged;
  char *language;
  GBytes *texts[TRS_TEXT_N_VARIANTS];
} Load;

static void
load_clear (Load *load)
{
  for (guint i = 0; i < TRS_TEXT_N_VARIANTS; i++)
    g_clear_pointer (&load->texts[i], g_bytes_unref);
  g_free (load->language);
  g_object_unref (load->project);
  g_object_unref (load->clock);
}

TRS_DEFINE_TASK_STATE (Load, load)

static void fetch (GTask        *task,
                   TrsTextFlags  flags);

static void
return_transcript (GTask         *task,
                   TrsTranscript *transcript)
{
  if (load_get (task)->damaged)
    trs_transcript_set_damaged (transcript);
  g_task_return_pointer (task, transcript, g_object_unref);
}

static void
aligned_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsTranscript *transcript = g_task_propagate_pointer (G_TASK (result), NULL);

  if (transcript != NULL)
    {
      return_transcript (task, transcript);
      return;
    }

  /* Nothing is guessed: for each pair of flags the service's own text. */
  fetch (task, TRS_TEXT_TIMECODES);
  fetch (task, TRS_TEXT_SPEAKERS);
}

static void
align_thread (GTask        *aligning,
              gpointer      source,
              gpointer      task_data,
              GCancellable *cancellable)
{
  const Load *load = task_data;

  g_task_return_pointer (aligning,
                         trs_transcript_align (load->texts[TRS_TEXT_BARE], load->texts[TRS_TEXT_ALL], load->language),
                         g_object_unref);
}

/* In a task of its own, so that the thread never holds the last reference to the project. The load outlives it with the
 * outer task. */
static void
align (GTask *task)
{
  Load *load = load_get (task);
  g_autoptr (GTask) aligning = NULL;

  if (load->texts[TRS_TEXT_TIMECODES] != NULL && load->texts[TRS_TEXT_SPEAKERS] != NULL)
    {
      return_transcript (task, trs_transcript_new_unaligned (load->texts, load->language));
      return;
    }

  aligning = g_task_new (NULL, NULL, aligned_cb, g_object_ref (task));
  g_task_set_source_tag (aligning, align);
  g_task_set_task_data (aligning, load, NULL);
  g_task_run_in_thread (aligning, align_thread);
}

static void
take_text (GTask            *task,
           TrsProjectRecord *record,
           TrsTextFlags      flags)
{
  Load *load = load_get (task);

  trs_project_update_from_detail (load->project, record, trs_clock_get_time (load->clock));
  if (record->text == NULL)
    {
      load->failed = TRUE;
      g_task_return_new_error (task, TRS_ERROR, TRS_ERROR_FAILED, "The project has no text yet");
      return;
    }

  load->texts[flags] = g_bytes_ref (record->text);
  load->damaged = load->damaged || record->damaged;
  if (load->language == NULL)
    load->language = g_strdup (record->language);
  if (load->n_out == 0)
    align (task);
}

typedef struct
{
  GTask *task;
  TrsTextFlags flags;
} Fetch;

static void
got_text_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autofree Fetch *fetched = user_data;
  g_autoptr (GTask) task = fetched->task;
  Load *load = load_get (task);
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsProjectRecord) record = trs_api_client_finish (TRS_API_CLIENT (source), result, &error);

  load->n_out--;
  if (load->failed)
    return;

  if (record != NULL)
    {
      take_text (task, record, fetched->flags);
      return;
    }

  load->failed = TRUE;
  g_task_return_error (task, g_steal_pointer (&error));
}

static void
fetch (GTask        *task,
       TrsTextFlags  flags)
{
  Load *load = load_get (task);
  Fetch *fetched = g_new0 (Fetch, 1);

  fetched->task = g_object_ref (task);
  fetched->flags = flags;
  load->n_out++;
  trs_api_client_detail_async (g_task_get_source_object (task), trs_project_get_id (load->project), flags,
                               load->background, g_task_get_cancellable (task), got_text_cb, fetched);
}

/**
 * trs_text_load_async:
 * @client: the connection to the API
 * @project: a project; what its details say is taken into it
 * @clock: the time
 * @background: whether nobody waits to read it
 * @cancellable: to give up; cancel it as well after an error, which may leave another request under way
 * @callback: called when there is a transcript
 * @user_data: (closure): for @callback
 *
 * Fetches two texts, bare and fully prefixed, and aligns them on a worker
 * thread; if they do not align, fetches all four as the service writes them.
 */
void
trs_text_load_async (TrsApiClient        *client,
                     TrsProject          *project,
                     TrsClock            *clock,
                     gboolean             background,
                     GCancellable        *cancellable,
                     GAsyncReadyCallback  callback,
                     gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (client, cancellable, callback, user_data);
  Load *load = load_attach (task);

  g_task_set_source_tag (task, trs_text_load_async);
  load->project = g_object_ref (project);
  load->clock = g_object_ref (clock);
  load->background = background;
  fetch (task, TRS_TEXT_BARE);
  fetch (task, TRS_TEXT_ALL);
}

/**
 * trs_text_load_finish:
 * @client: the connection to the API
 * @result: what the callback got
 * @error: return location for an error: those of a request; %TRS_ERROR_FAILED
 *   if the service has no text of the project
 *
 * Returns: (transfer full) (nullable): the transcript
 */
TrsTranscript *
trs_text_load_finish (TrsApiClient  *client,
                      GAsyncResult  *result,
                      GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, client), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
