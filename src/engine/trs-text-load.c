/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-error.h"
#include "trs-store-texts.h"
#include "trs-text-align.h"
#include "trs-transcripts-private.h"

typedef struct
{
  TrsTextLoad *load;
  TrsTextFlags flags;
} Fetch;

static TrsTextLoad *
load_ref (TrsTextLoad *load)
{
  g_ref_count_inc (&load->refs);
  return load;
}

static void
load_unref (TrsTextLoad *load)
{
  if (!g_ref_count_dec (&load->refs))
    return;

  for (guint i = 0; i < TRS_TEXT_N_VARIANTS; i++)
    g_clear_pointer (&load->texts[i], g_bytes_unref);
  g_clear_object (&load->transcript);
  g_free (load->language);
  g_ptr_array_unref (load->waiters);
  g_object_unref (load->cancellable);
  g_object_unref (load->project);
  g_object_unref (load->self);
  g_free (load);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsTextLoad, load_unref)

static void
load_end (TrsTextLoad   *load,
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
  trs_transcripts_update_busy (load->self);
}

static gsize
transcript_get_size (TrsTranscript *transcript)
{
  g_autoptr (GBytes) text = trs_transcript_get_text (transcript, TRS_TEXT_ALL);

  /* Bare and prefixed as received, and again as taken apart. */
  return 4 * g_bytes_get_size (text);
}

/* What somebody reads is there although it could not be kept; what was fetched to be kept is not. */
static void
load_kept_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (TrsTextLoad) load = user_data;
  g_autoptr (GError) error = NULL;

  trs_library_keep_text_finish (TRS_LIBRARY (source), result, &error);
  if (load->background)
    load_end (load, error == NULL ? load->transcript : NULL, error);
}

static void
load_finish (TrsTextLoad   *load,
             TrsTranscript *transcript)
{
  if (load->damaged)
    trs_transcript_set_damaged (transcript);
  trs_project_set_empty_text (load->project, trs_transcript_is_empty (transcript));
  if (load->self->library != NULL)
    trs_library_keep_text_async (load->self->library, load->project, transcript,
                                 trs_link_get_address (load->self->link), load_kept_cb, load_ref (load));
  if (load->background)
    {
      load->transcript = g_object_ref (transcript);
      return;
    }

  trs_text_cache_put (load->self->cache, load->project, transcript, transcript_get_size (transcript));
  load_end (load, transcript, NULL);
}

static void load_fetch (TrsTextLoad  *load,
                        TrsTextFlags  flags);

static void
load_aligned_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (TrsTextLoad) load = user_data;
  g_autoptr (TrsTranscript) transcript = trs_text_align_finish (result);

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
load_align (TrsTextLoad *load)
{
  if (load->texts[TRS_TEXT_TIMECODES] != NULL && load->texts[TRS_TEXT_SPEAKERS] != NULL)
    {
      g_autoptr (TrsTranscript) transcript = trs_transcript_new_unaligned (load->texts, load->language);

      load_finish (load, transcript);
      return;
    }

  trs_text_align_async (load->texts[TRS_TEXT_BARE], load->texts[TRS_TEXT_ALL], load->language, load_aligned_cb,
                        load_ref (load));
}

static void
load_got_text_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autofree Fetch *fetch = user_data;
  g_autoptr (TrsTextLoad) load = fetch->load;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsDetailRecord) record = trs_link_detail_finish (TRS_LINK (source), result, &error);

  load->n_out--;
  if (load->over)
    return;

  if (record != NULL)
    {
      trs_project_update_from_detail (load->project, record, trs_clock_get_time (load->self->clock));
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
load_fetch (TrsTextLoad  *load,
            TrsTextFlags  flags)
{
  Fetch *fetch = g_new0 (Fetch, 1);

  fetch->load = load_ref (load);
  fetch->flags = flags;
  load->n_out++;
  trs_link_detail_async (load->self->link, trs_project_get_id (load->project), flags, load->background,
                         load->cancellable, load_got_text_cb, fetch);
}

static void
load_fetch_both (TrsTextLoad *load)
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
  g_autoptr (TrsTextLoad) load = user_data;
  g_autoptr (TrsTranscript) transcript = trs_store_load_text_finish (TRS_STORE (source), result, NULL);

  load->finding = FALSE;
  if (load->over)
    return;

  if (transcript == NULL)
    {
      load_fetch_both (load);
      return;
    }

  trs_project_set_empty_text (load->project, trs_transcript_is_empty (transcript));
  trs_text_cache_put (load->self->cache, load->project, transcript, transcript_get_size (transcript));
  load_end (load, transcript, NULL);
}

/**
 * trs_text_load_begin:
 * @self: transcripts
 * @project: a project
 * @background: whether its text is to be kept and not to be read
 * @task: (transfer none): is returned when there is a transcript
 *
 * Looks for a transcript on this computer, unless it is known not to be here,
 * and then at the service.
 */
void
trs_text_load_begin (TrsTranscripts *self,
                     TrsProject     *project,
                     gboolean        background,
                     GTask          *task)
{
  g_autoptr (TrsTextLoad) load = g_new0 (TrsTextLoad, 1);

  g_ref_count_init (&load->refs);
  load->self = g_object_ref (self);
  load->project = g_object_ref (project);
  load->cancellable = g_cancellable_new ();
  load->waiters = g_ptr_array_new_with_free_func (g_object_unref);
  g_ptr_array_add (load->waiters, g_object_ref (task));
  load->background = background;

  g_hash_table_insert (self->loads, (gpointer) trs_project_get_id (load->project), load);
  load->finding = self->library != NULL && !background;
  if (load->finding)
    trs_store_load_text_async (trs_library_get_store (self->library), trs_library_get_account (self->library),
                               trs_project_get_id (project), load->cancellable, load_found_cb, load_ref (load));
  else
    load_fetch_both (load);
  trs_transcripts_update_busy (self);
}

/**
 * trs_text_load_join:
 * @load: a load under way
 * @task: (transfer none): somebody else who wants to read it
 *
 * From here on it is not only to be kept.
 */
void
trs_text_load_join (TrsTextLoad *load,
                    GTask       *task)
{
  if (load->transcript != NULL)
    {
      g_task_return_pointer (task, g_object_ref (load->transcript), g_object_unref);
      return;
    }

  g_ptr_array_add (load->waiters, g_object_ref (task));
  load->background = FALSE;
  trs_transcripts_update_busy (load->self);
}

/**
 * trs_text_load_cancel:
 * @load: a load under way
 * @error: why
 *
 * Gives it up.
 */
void
trs_text_load_cancel (TrsTextLoad  *load,
                      const GError *error)
{
  g_autoptr (TrsTextLoad) held = load_ref (load);

  load_end (held, NULL, error);
}
