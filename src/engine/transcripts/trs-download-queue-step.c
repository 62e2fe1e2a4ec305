/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-download-queue-private.h"

#include "trs-error.h"
#include "trs-poll-schedule.h"
#include "trs-store-coverage.h"
#include "trs-store-projects.h"

#define MAX_OUT 2

/* How many the store is asked for at once. */
#define BATCH 100

/* Milliseconds between two that nobody waits for. */
#define PAUSE 1000

/* How many times a text is asked for that the service fails to give. */
#define MAX_STRIKES 3

typedef struct
{
  TrsDownloadQueue *self;
  guint serial;
  TrsProjectData *wanted;
} Fetch;

static Fetch *
fetch_new (TrsDownloadQueue *self,
           TrsProjectData *wanted)
{
  Fetch *fetch = g_new0 (Fetch, 1);

  fetch->self = g_object_ref (self);
  fetch->serial = self->serial;
  fetch->wanted = wanted;
  return fetch;
}

static void
fetch_free (Fetch *fetch)
{
  g_object_unref (fetch->self);
  g_clear_pointer (&fetch->wanted, trs_project_data_free);
  g_free (fetch);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Fetch, fetch_free)

/**
 * trs_download_queue_stop_timer:
 * @self: a queue
 */
void
trs_download_queue_stop_timer (TrsDownloadQueue *self)
{
  if (self->timer != 0)
    trs_clock_remove_timeout (self->clock, self->timer);
  self->timer = 0;
}

static gboolean
timer_cb (gpointer user_data)
{
  TrsDownloadQueue *self = user_data;

  self->timer = 0;
  trs_download_queue_step (self);
  return G_SOURCE_REMOVE;
}

static void
wait (TrsDownloadQueue *self,
      gint64          milliseconds)
{
  trs_download_queue_stop_timer (self);
  self->timer = trs_clock_add_timeout (self->clock, (guint) milliseconds, timer_cb, self, NULL);
}

static gboolean
is_left_alone (TrsDownloadQueue *self,
               const char     *id)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->strikes, id)) >= MAX_STRIKES;
}

static void
strike (TrsDownloadQueue *self,
        const char     *id,
        guint           n)
{
  guint strikes = GPOINTER_TO_UINT (g_hash_table_lookup (self->strikes, id));

  g_hash_table_insert (self->strikes, g_strdup (id), GUINT_TO_POINTER (strikes + n));
}

static void
forget_waiting (TrsDownloadQueue *self)
{
  g_queue_clear_full (&self->waiting, (GDestroyNotify) trs_project_data_free);
}

/**
 * trs_download_queue_leave_out:
 * @self: a queue
 * @project: a project that is about to be removed from this computer
 *
 * Does not fetch it any more. What is under way for it is not ended.
 */
void
trs_download_queue_leave_out (TrsDownloadQueue *self,
                              TrsProject     *project)
{
  /* fetch_next() passes it over. */
  strike (self, trs_project_get_id (project), MAX_STRIKES);
}

/* Nothing more leaves until something changes: the key, the network, the space on the disk. */
static void
give_up (TrsDownloadQueue *self,
         const GError   *error)
{
  forget_waiting (self);
  trs_download_queue_end_tasks (self, error);
}

/* Whoever asked for all while the service was there does not have to ask again: it goes on when the service is back.
 * Whoever asks while it is away is told so. */
static void
take_offline (TrsDownloadQueue *self,
              const GError   *error)
{
  if (self->patient)
    forget_waiting (self);
  else
    give_up (self, error);
}

/* Whoever waits for all is told that the key was refused, and knows that it was taken away. */
static void
end_without_key (TrsDownloadQueue *self)
{
  g_autoptr (GError) error = trs_api_client_new_closed_error (self->client);

  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_UNAUTHORIZED))
    give_up (self, error);
  else
    trs_download_queue_stop_all (self);
}

/* Ever more seldom, should there be room for rows but for no text. */
static void
wait_for_store (TrsDownloadQueue *self)
{
  self->halted = FALSE;
  wait (self, trs_poll_schedule_get_backoff (self->failures, -1) / G_TIME_SPAN_MILLISECOND);
}

/**
 * trs_download_queue_store_changed:
 * @self: a queue
 *
 * Goes on where it was if what could not be kept can be again.
 */
void
trs_download_queue_store_changed (TrsDownloadQueue *self)
{
  if (self->halted && trs_library_get_error (self->library) == NULL)
    wait_for_store (self);
}

static void
take_store_error (TrsDownloadQueue *self,
                  const GError   *error)
{
  self->failures++;
  self->halted = TRUE;
  give_up (self, error);
  /* There may be room again by the time this is told. */
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED))
    trs_download_queue_store_changed (self);
}

static void
take_error (TrsDownloadQueue *self,
            Fetch          *fetch,
            const GError   *error)
{
  const char *id = fetch->wanted->id;
  gboolean busy = g_error_matches (error, TRS_ERROR, TRS_ERROR_RATE_LIMITED);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  if (!trs_api_client_is_open (self->client))
    give_up (self, error);
  else if (trs_api_client_get_offline_since (self->client) != 0)
    take_offline (self, error);
  else if (busy || g_error_matches (error, TRS_ERROR, TRS_ERROR_SERVER) ||
           g_error_matches (error, TRS_ERROR, TRS_ERROR_CUT_SHORT))
    {
      strike (self, id, busy ? 0 : 1);
      if (!is_left_alone (self, id))
        g_queue_push_head (&self->waiting, g_steal_pointer (&fetch->wanted));
      self->failures++;
      wait (self, trs_poll_schedule_get_backoff (self->failures, trs_error_get_retry_after (error)) / 1000);
    }
  else if (g_error_matches (error, TRS_ERROR, TRS_ERROR_STORE_FAILED) ||
           g_error_matches (error, TRS_ERROR, TRS_ERROR_STORE_FULL) ||
           g_error_matches (error, TRS_ERROR, TRS_ERROR_STORE_NEWER) ||
           g_error_matches (error, TRS_ERROR, TRS_ERROR_STORE_READ_ONLY) ||
           g_error_matches (error, TRS_ERROR, TRS_ERROR_STORE_MOVED) ||
           g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED))
    take_store_error (self, error);
  else
    strike (self, id, MAX_STRIKES);
}

static void
fetched_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (Fetch) fetch = user_data;
  TrsDownloadQueue *self = fetch->self;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsTranscript) transcript = trs_transcripts_load_finish (TRS_TRANSCRIPTS (source), result, &error);

  if (fetch->serial != self->serial)
    return;

  self->n_out--;
  g_hash_table_remove (self->out, fetch->wanted->id);
  if (transcript != NULL && self->looking)
    g_hash_table_add (self->come, g_strdup (fetch->wanted->id));
  if (transcript == NULL)
    take_error (self, fetch, error);
  else
    {
      self->failures = 0;
      /* Should the store not show it after all, it is not fetched over and over. */
      strike (self, fetch->wanted->id, 1);
      trs_download_queue_set_counts (self, self->wanted, MIN (self->kept + 1, self->wanted));
      if (self->tasks->len == 0 && self->timer == 0)
        wait (self, PAUSE);
    }
  trs_download_queue_step (self);
}

static gboolean
may_fetch (TrsDownloadQueue *self)
{
  gboolean downloading = self->tasks->len > 0;
  gboolean offline = trs_api_client_get_offline_since (self->client) != 0;

  return !self->halted && (self->enabled || downloading) && self->timer == 0 && self->n_out < MAX_OUT &&
         trs_api_client_is_open (self->client) && !trs_transcripts_get_busy (self->transcripts) &&
         (offline ? downloading && !self->patient : downloading || !trs_history_get_reading (self->history));
}

static void
fetch_next (TrsDownloadQueue *self)
{
  g_autoptr (TrsProjectData) wanted = g_queue_pop_head (&self->waiting);
  g_autoptr (TrsProject) project = NULL;

  self->look_after = TRUE;
  if (is_left_alone (self, wanted->id))
    return;

  self->n_out++;
  g_hash_table_add (self->out, g_strdup (wanted->id));
  project = trs_history_take_data (self->history, wanted);
  trs_transcripts_fetch_async (self->transcripts, project, fetched_cb, fetch_new (self, g_steal_pointer (&wanted)));
}

/**
 * trs_download_queue_step:
 * @self: a queue
 *
 * Fetches as many as may leave now.
 */
void
trs_download_queue_step (TrsDownloadQueue *self)
{
  if (!trs_api_client_is_open (self->client) && self->n_out == 0)
    end_without_key (self);

  while (!g_queue_is_empty (&self->waiting) && may_fetch (self))
    fetch_next (self);

  if (self->look_after && g_queue_is_empty (&self->waiting) && self->n_out == 0)
    trs_download_queue_look (self);
}

/* The store answered before it had what is under way, or what came meanwhile. */
static gboolean
is_known_to_come (TrsDownloadQueue *self,
                  const char     *id)
{
  return g_hash_table_contains (self->out, id) || g_hash_table_contains (self->come, id);
}

static void
take_list (TrsDownloadQueue *self,
           GPtrArray      *wanted)
{
  forget_waiting (self);
  if (!self->enabled && self->tasks->len == 0)
    return;

  for (guint i = 0; i < wanted->len; i++)
    {
      const TrsProjectData *data = g_ptr_array_index (wanted, i);

      if (is_known_to_come (self, data->id))
        self->look_after = TRUE; /* this answer is not the last word */
      else if (!is_left_alone (self, data->id))
        g_queue_push_tail (&self->waiting, trs_project_data_copy (data));
    }

  if (g_queue_is_empty (&self->waiting) && self->n_out == 0 && !self->look_after &&
      !trs_history_get_reading (self->history))
    trs_download_queue_end_tasks (self, NULL);
}

/* The account was left, or there is more to look at already. */
static gboolean
is_outdated (Fetch *look)
{
  TrsDownloadQueue *self = look->self;

  if (look->serial != self->serial)
    return TRUE;
  if (!self->look_again)
    return FALSE;

  self->looking = FALSE;
  trs_download_queue_look (self);
  return TRUE;
}

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (Fetch) look = user_data;
  TrsDownloadQueue *self = look->self;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) wanted = trs_store_pointer_finish (TRS_STORE (source), result, &error);

  if (is_outdated (look))
    return;

  self->looking = FALSE;
  if (wanted == NULL)
    {
      give_up (self, error);
      return;
    }

  take_list (self, wanted);
  if (!g_queue_is_empty (&self->waiting) || self->look_after)
    trs_download_queue_step (self);
}

static void
counted_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (Fetch) look = user_data;
  TrsDownloadQueue *self = look->self;
  g_autoptr (GError) error = NULL;
  g_autofree TrsStoreCoverage *coverage = trs_store_pointer_finish (TRS_STORE (source), result, &error);

  if (is_outdated (look))
    return;
  if (coverage == NULL)
    {
      self->looking = FALSE;
      give_up (self, error);
      return;
    }

  trs_download_queue_set_counts (self, coverage->n_finished, coverage->n_kept);
  trs_store_list_without_text_async (TRS_STORE (source), trs_library_get_account (self->library),
                                     BATCH + g_hash_table_size (self->strikes), self->look_cancellable, listed_cb,
                                     g_steal_pointer (&look));
}

/**
 * trs_download_queue_look:
 * @self: a queue
 *
 * Sees whether there is anything to fetch: a project may have finished.
 */
void
trs_download_queue_look (TrsDownloadQueue *self)
{
  self->look_again = self->looking;
  if (self->looking || !trs_library_is_open (self->library))
    return;
  if (trs_library_is_in_memory (self->library))
    {
      g_autoptr (GError) error =
          g_error_new_literal (G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "All of them would fill the memory");

      give_up (self, error);
      return;
    }

  self->looking = TRUE;
  self->look_after = FALSE;
  g_hash_table_remove_all (self->come);
  trs_library_flush (self->library);
  trs_store_read_coverage_async (trs_library_get_store (self->library), trs_library_get_account (self->library),
                                 self->look_cancellable, counted_cb, fetch_new (self, NULL));
}
