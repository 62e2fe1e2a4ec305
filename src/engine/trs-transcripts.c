/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcripts.h"

#include "trs-error.h"
#include "trs-text-cache.h"
#include "trs-transcript-align.h"

struct _TrsTranscripts
{
  GObject parent_instance;

  TrsLink *link;
  TrsArchive *archive;
  TrsTextCache *cache;
  GHashTable *loads;
};

/* One load serves all who ask for the project while it is under way. */
typedef struct
{
  grefcount refs;
  TrsTranscripts *self;
  TrsProject *project;
  GCancellable *cancellable;
  GPtrArray *waiters;
  guint n_out;
  gboolean over;
  gboolean finding;
  gboolean damaged;
  char *language;
  GBytes *texts[TRS_TEXT_N_VARIANTS];
} Load;

typedef struct
{
  Load *load;
  TrsTextFlags flags;
} Fetch;

/* What the worker thread gets: nothing of it belongs to the main thread, wherever it ends. */
typedef struct
{
  GBytes *bare;
  GBytes *prefixed;
  char *language;
} AlignJob;

static void
align_job_free (gpointer data)
{
  AlignJob *job = data;

  g_bytes_unref (job->bare);
  g_bytes_unref (job->prefixed);
  g_free (job->language);
  g_free (job);
}

G_DEFINE_FINAL_TYPE (TrsTranscripts, trs_transcripts, G_TYPE_OBJECT)

static Load *
load_ref (Load *load)
{
  g_ref_count_inc (&load->refs);
  return load;
}

static void
load_unref (Load *load)
{
  if (!g_ref_count_dec (&load->refs))
    return;

  for (guint i = 0; i < TRS_TEXT_N_VARIANTS; i++)
    g_clear_pointer (&load->texts[i], g_bytes_unref);
  g_free (load->language);
  g_ptr_array_unref (load->waiters);
  g_object_unref (load->cancellable);
  g_object_unref (load->project);
  g_object_unref (load->self);
  g_free (load);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Load, load_unref)

static void
trs_transcripts_finalize (GObject *object)
{
  TrsTranscripts *self = TRS_TRANSCRIPTS (object);

  g_hash_table_unref (self->loads);
  g_clear_pointer (&self->cache, trs_text_cache_free);
  g_clear_object (&self->archive);
  g_clear_object (&self->link);

  G_OBJECT_CLASS (trs_transcripts_parent_class)->finalize (object);
}

static void
trs_transcripts_class_init (TrsTranscriptsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_transcripts_finalize;
}

static void
trs_transcripts_init (TrsTranscripts *self)
{
  self->loads = g_hash_table_new (g_str_hash, g_str_equal);
}

/**
 * trs_transcripts_new:
 * @link: the road to the service
 * @archive: (nullable): what this computer keeps
 * @capacity: how many bytes of text to keep
 *
 * Returns: (transfer full): transcripts, none of which is fetched yet
 */
TrsTranscripts *
trs_transcripts_new (TrsLink    *link,
                     TrsArchive *archive,
                     gsize       capacity)
{
  TrsTranscripts *self = g_object_new (TRS_TYPE_TRANSCRIPTS, NULL);

  self->link = g_object_ref (link);
  g_set_object (&self->archive, archive);
  self->cache = trs_text_cache_new (capacity);

  return self;
}

static void
load_end (Load          *load,
          TrsTranscript *transcript,
          const GError  *error)
{
  g_autoptr (GPtrArray) waiters = NULL;

  if (load->over)
    return;

  load->over = TRUE;
  g_hash_table_remove (load->self->loads, trs_project_get_id (load->project));
  waiters = g_steal_pointer (&load->waiters);
  load->waiters = g_ptr_array_new_with_free_func (g_object_unref);
  /* Whatever is still under way for it is of no use to anyone. */
  g_cancellable_cancel (load->cancellable);

  for (guint i = 0; i < waiters->len; i++)
    {
      if (transcript != NULL)
        g_task_return_pointer (g_ptr_array_index (waiters, i), g_object_ref (transcript), g_object_unref);
      else
        g_task_return_error (g_ptr_array_index (waiters, i), g_error_copy (error));
    }
}

static gsize
transcript_get_size (TrsTranscript *transcript)
{
  g_autoptr (GBytes) text = trs_transcript_get_text (transcript, TRS_TEXT_ALL);

  /* Bare and prefixed as received, and again as taken apart. */
  return 4 * g_bytes_get_size (text);
}

static void
load_finish (Load          *load,
             TrsTranscript *transcript)
{
  if (load->damaged)
    trs_transcript_set_damaged (transcript);
  trs_project_set_empty_text (load->project, trs_transcript_is_empty (transcript));
  if (load->self->archive != NULL)
    trs_archive_keep_transcript (load->self->archive, load->project, transcript,
                                 trs_link_get_address (load->self->link));
  trs_text_cache_put (load->self->cache, trs_project_get_id (load->project), transcript,
                      transcript_get_size (transcript));
  load_end (load, transcript, NULL);
}

static void load_fetch (Load         *load,
                        TrsTextFlags  flags);

static void
align_thread (GTask        *task,
              gpointer      source,
              gpointer      task_data,
              GCancellable *cancellable)
{
  AlignJob *job = task_data;

  g_task_return_pointer (task, trs_transcript_align (job->bare, job->prefixed, job->language), g_object_unref);
}

static void
load_aligned_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (Load) load = user_data;
  g_autoptr (TrsTranscript) transcript = g_task_propagate_pointer (G_TASK (result), NULL);

  if (load->over)
    return;

  if (transcript != NULL)
    {
      load_finish (load, transcript);
      return;
    }

  /* Nothing is guessed: for each pair of flags the service's own text. */
  load_fetch (load, TRS_TEXT_TIMECODES);
  load_fetch (load, TRS_TEXT_SPEAKERS);
}

static void
load_align (Load *load)
{
  g_autoptr (GTask) task = NULL;
  AlignJob *job;

  if (load->texts[TRS_TEXT_TIMECODES] != NULL && load->texts[TRS_TEXT_SPEAKERS] != NULL)
    {
      g_autoptr (TrsTranscript) transcript = trs_transcript_new_unaligned (load->texts, load->language);

      load_finish (load, transcript);
      return;
    }

  job = g_new0 (AlignJob, 1);
  job->bare = g_bytes_ref (load->texts[TRS_TEXT_BARE]);
  job->prefixed = g_bytes_ref (load->texts[TRS_TEXT_ALL]);
  job->language = g_strdup (load->language);
  task = g_task_new (NULL, NULL, load_aligned_cb, load_ref (load));
  g_task_set_source_tag (task, load_align);
  g_task_set_task_data (task, job, align_job_free);
  g_task_run_in_thread (task, align_thread);
}

static void
load_got_text_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autofree Fetch *fetch = user_data;
  g_autoptr (Load) load = fetch->load;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsDetailRecord) record = trs_link_detail_finish (TRS_LINK (source), result, &error);

  load->n_out--;
  if (load->over)
    return;

  if (record != NULL)
    {
      trs_project_update_from_detail (load->project, record);
      if (record->text == NULL)
        error = g_error_new_literal (TRS_ERROR, TRS_ERROR_FAILED, "The project has no text yet");
    }
  if (error != NULL)
    {
      load_end (load, NULL, error);
      return;
    }

  load->texts[fetch->flags] = g_bytes_ref (record->text);
  load->damaged = load->damaged || record->damaged;
  if (load->language == NULL)
    load->language = g_strdup (record->language);
  if (load->n_out == 0)
    load_align (load);
}

static void
load_fetch (Load         *load,
            TrsTextFlags  flags)
{
  Fetch *fetch = g_new0 (Fetch, 1);

  fetch->load = load_ref (load);
  fetch->flags = flags;
  load->n_out++;
  trs_link_detail_async (load->self->link, trs_project_get_id (load->project), flags, FALSE,
                         load->cancellable, load_got_text_cb, fetch);
}

static void
load_fetch_both (Load *load)
{
  load_fetch (load, TRS_TEXT_BARE);
  load_fetch (load, TRS_TEXT_ALL);
}

/* What is kept here is what was received once, and needs no network and no key. */
static void
load_found_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (Load) load = user_data;
  g_autoptr (TrsTranscript) transcript = trs_archive_find_finish (TRS_ARCHIVE (source), result, NULL);

  load->finding = FALSE;
  if (load->over)
    return;

  if (transcript == NULL)
    {
      load_fetch_both (load);
      return;
    }

  trs_project_set_empty_text (load->project, trs_transcript_is_empty (transcript));
  trs_text_cache_put (load->self->cache, trs_project_get_id (load->project), transcript,
                      transcript_get_size (transcript));
  load_end (load, transcript, NULL);
}

static void
load_begin (TrsTranscripts *self,
            TrsProject     *project,
            GTask          *task)
{
  g_autoptr (Load) load = g_new0 (Load, 1);

  g_ref_count_init (&load->refs);
  load->self = g_object_ref (self);
  load->project = g_object_ref (project);
  load->cancellable = g_cancellable_new ();
  load->waiters = g_ptr_array_new_with_free_func (g_object_unref);
  g_ptr_array_add (load->waiters, g_object_ref (task));

  g_hash_table_insert (self->loads, (gpointer) trs_project_get_id (load->project), load);
  load->finding = self->archive != NULL;
  if (load->finding)
    trs_archive_find_async (self->archive, project, load->cancellable, load_found_cb, load_ref (load));
  else
    load_fetch_both (load);
}

/**
 * trs_transcripts_load_async:
 * @self: transcripts
 * @project: a project that is done
 * @cancellable: (nullable): to stop waiting for it
 * @callback: called when there is a transcript
 * @user_data: (closure): for @callback
 *
 * Two times `GET /api/detail/{id}`, unless it was fetched before. If the
 * service says that the project is not done after all, @project tells so and
 * the error is %TRS_ERROR_FAILED.
 */
void
trs_transcripts_load_async (TrsTranscripts      *self,
                            TrsProject          *project,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  TrsTranscript *transcript = trs_text_cache_lookup (self->cache, trs_project_get_id (project));
  Load *load = g_hash_table_lookup (self->loads, trs_project_get_id (project));

  g_task_set_source_tag (task, trs_transcripts_load_async);
  if (transcript != NULL)
    g_task_return_pointer (task, g_object_ref (transcript), g_object_unref);
  else if (trs_project_get_pending (project))
    g_task_return_new_error (task, TRS_ERROR, TRS_ERROR_FAILED, "It is not known whether there is such a project");
  else if (load != NULL)
    g_ptr_array_add (load->waiters, g_steal_pointer (&task));
  else
    load_begin (self, project, task);
}

/**
 * trs_transcripts_load_finish:
 * @self: transcripts
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the transcript
 */
TrsTranscript *
trs_transcripts_load_finish (TrsTranscripts  *self,
                             GAsyncResult    *result,
                             GError         **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * trs_transcripts_keep:
 * @self: transcripts
 * @project: (nullable): the project on the screen, whose transcript is kept
 */
void
trs_transcripts_keep (TrsTranscripts *self,
                      TrsProject     *project)
{
  trs_text_cache_keep (self->cache, project != NULL ? trs_project_get_id (project) : NULL);
}

static void
end_loads (TrsTranscripts *self,
           gboolean        found_here_too)
{
  g_autoptr (GError) error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "No longer wanted");
  g_autoptr (GList) loads = g_hash_table_get_values (self->loads);

  for (GList *l = loads; l != NULL; l = l->next)
    {
      g_autoptr (Load) load = load_ref (l->data);

      if (found_here_too || !load->finding)
        load_end (load, NULL, error);
    }
}

/**
 * trs_transcripts_interrupt:
 * @self: transcripts
 *
 * Gives up what is being fetched, and keeps what was. What is looked for on
 * this computer has nothing to do with the service yet, and goes on.
 */
void
trs_transcripts_interrupt (TrsTranscripts *self)
{
  end_loads (self, FALSE);
}

/**
 * trs_transcripts_clear:
 * @self: transcripts
 *
 * Forgets all, for the projects of another user.
 */
void
trs_transcripts_clear (TrsTranscripts *self)
{
  end_loads (self, TRUE);
  trs_text_cache_clear (self->cache);
}
