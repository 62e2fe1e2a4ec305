/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcripts.h"

#include "trs-api-client.h"
#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-store-claims.h"
#include "trs-store-texts.h"
#include "trs-store.h"

/* Milliseconds after which it is looked whether another process has a transcript by now. */
#define CLAIM_PAUSE 200

/* How often. A process that is stopped (Ctrl+Z) or hangs keeps what it has claimed for ever; to download the same text
 * twice harms nobody. */
#define CLAIM_LOOKS (15 * 1000 / CLAIM_PAUSE)

struct _TrsTranscripts
{
  GObject parent_instance;

  gboolean busy;

  TrsApiClient *client;
  TrsLibrary *library;
  TrsClock *clock;
  GHashTable *loads;

  /* what was read: those used longest ago leave when they are too many bytes together */
  GQueue cache; /* most recently used first; few enough to search one by one */
  gsize capacity;
  TrsProject *kept; /* the project on the screen, whose transcript is never evicted */
};

typedef struct
{
  TrsProject *project;
  TrsTranscript *transcript;
  gsize size;
} Cached;

/* One load serves all who ask for the project while it is under way. */
typedef struct
{
  TrsTranscripts *self;
  TrsProject *project;
  GCancellable *cancellable; /* cancelled at the end, too */
  GPtrArray *waiters;
  gboolean background; /* only to be saved; no caller shows it */
  gboolean finding;    /* on this computer */
  TrsStoreClaim *claim; /* until the text is saved; NULL before that */
  guint timer;          /* another process downloads it */
  guint n_looks;        /* for what that process has saved */
  TrsTranscript *transcript; /* fetched, and being kept */

  /* of the service */
  GBytes *texts[TRS_TEXT_N_VARIANTS];
  guint n_out;
  gboolean damaged;
  char *language;
} Load;

enum
{
  PROP_0,
  PROP_BUSY,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (TrsTranscripts, trs_transcripts, G_TYPE_OBJECT)

static void
cached_free (gpointer data)
{
  Cached *cached = data;

  g_object_unref (cached->project);
  g_object_unref (cached->transcript);
  g_free (cached);
}

static void
trs_transcripts_get_property (GObject    *object,
                              guint       prop_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  TrsTranscripts *self = TRS_TRANSCRIPTS (object);

  switch (prop_id)
    {
    case PROP_BUSY:
      g_value_set_boolean (value, self->busy);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
trs_transcripts_finalize (GObject *object)
{
  TrsTranscripts *self = TRS_TRANSCRIPTS (object);

  g_hash_table_unref (self->loads);
  g_queue_clear_full (&self->cache, cached_free);
  g_clear_object (&self->kept);
  g_clear_object (&self->library);
  g_clear_object (&self->clock);
  g_clear_object (&self->client);

  G_OBJECT_CLASS (trs_transcripts_parent_class)->finalize (object);
}

static void
trs_transcripts_class_init (TrsTranscriptsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = trs_transcripts_get_property;
  object_class->finalize = trs_transcripts_finalize;

  props[PROP_BUSY] = g_param_spec_boolean ("busy", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
trs_transcripts_init (TrsTranscripts *self)
{
  self->loads = g_hash_table_new (g_str_hash, g_str_equal);
  g_queue_init (&self->cache);
}

/**
 * trs_transcripts_new:
 * @client: the connection to the API
 * @library: what this computer keeps
 * @clock: the time
 * @capacity: how many bytes of text to keep in memory
 *
 * Returns: (transfer full): transcripts, none of which is fetched yet
 */
TrsTranscripts *
trs_transcripts_new (TrsApiClient *client,
                     TrsLibrary   *library,
                     TrsClock     *clock,
                     gsize         capacity)
{
  TrsTranscripts *self = g_object_new (TRS_TYPE_TRANSCRIPTS, NULL);

  self->client = g_object_ref (client);
  self->library = g_object_ref (library);
  self->clock = g_object_ref (clock);
  self->capacity = capacity;

  return self;
}

/* What was read, in memory */

static GList *
find_cached (TrsTranscripts *self,
             TrsProject     *project)
{
  for (GList *link = self->cache.head; link != NULL; link = link->next)
    if (g_str_equal (trs_project_get_id (((Cached *) link->data)->project), trs_project_get_id (project)))
      return link;

  return NULL;
}

static void
remove_cached (TrsTranscripts *self,
               GList          *link)
{
  cached_free (link->data);
  g_queue_delete_link (&self->cache, link);
}

static void
shrink_cache (TrsTranscripts *self)
{
  gsize size = 0;
  GList *previous;

  for (GList *link = self->cache.head; link != NULL; link = link->next)
    size += ((Cached *) link->data)->size;
  for (GList *link = self->cache.tail; link != NULL && size > self->capacity; link = previous)
    {
      Cached *cached = link->data;

      previous = link->prev;
      if (cached->project == self->kept)
        continue;
      size -= cached->size;
      remove_cached (self, link);
    }
}

static void
add_cached (TrsTranscripts *self,
            TrsProject     *project,
            TrsTranscript  *transcript)
{
  g_autoptr (GBytes) text = trs_transcript_get_text (transcript, TRS_TEXT_ALL);
  GList *old = find_cached (self, project);
  Cached *cached = g_new0 (Cached, 1);

  if (old != NULL)
    remove_cached (self, old);
  cached->project = g_object_ref (project);
  cached->transcript = g_object_ref (transcript);
  /* The bare text and the text with prefixes as received, and the same amount again for the parsed paragraphs. */
  cached->size = 4 * g_bytes_get_size (text);
  g_queue_push_head (&self->cache, cached);
  shrink_cache (self);
}

/* The load of one project */

/* Updates whether any caller waits for a transcript. */
static void
update_busy (TrsTranscripts *self)
{
  GHashTableIter iter;
  gpointer load;
  gboolean busy = FALSE;

  g_hash_table_iter_init (&iter, self->loads);
  while (!busy && g_hash_table_iter_next (&iter, NULL, &load))
    busy = !((Load *) load)->background;

  if (self->busy == busy)
    return;
  self->busy = busy;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_BUSY]);
}

static void
load_clear (gpointer data)
{
  Load *load = data;

  for (guint i = 0; i < TRS_TEXT_N_VARIANTS; i++)
    g_clear_pointer (&load->texts[i], g_bytes_unref);
  g_free (load->language);
  g_clear_pointer (&load->claim, trs_store_claim_free);
  g_clear_object (&load->transcript);
  g_ptr_array_unref (load->waiters);
  g_object_unref (load->cancellable);
  g_object_unref (load->project);
  g_object_unref (load->self);
}

static void
load_unref (Load *load)
{
  g_rc_box_release_full (load, load_clear);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Load, load_unref)

static void
load_end (Load          *load,
          TrsTranscript *transcript,
          const GError  *error)
{
  g_autoptr (GPtrArray) waiters = NULL;

  if (g_cancellable_is_cancelled (load->cancellable))
    return;

  /* Requests that are still under way for this load are of no use to anyone. */
  g_cancellable_cancel (load->cancellable);
  g_hash_table_remove (load->self->loads, trs_project_get_id (load->project));
  waiters = g_steal_pointer (&load->waiters);
  load->waiters = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < waiters->len; i++)
    {
      if (transcript != NULL)
        g_task_return_pointer (g_ptr_array_index (waiters, i), g_object_ref (transcript), g_object_unref);
      else
        g_task_return_error (g_ptr_array_index (waiters, i), g_error_copy (error));
    }
  update_busy (load->self);
}

/* Returns at once to a caller that has cancelled. What is being fetched is still stored. */
static void
waiter_cancelled_cb (GCancellable *cancellable,
                     gpointer      user_data)
{
  g_autoptr (GTask) task = g_object_ref (user_data);
  TrsTranscripts *self = g_task_get_source_object (task);
  GHashTableIter iter;
  gpointer load;
  gboolean waits = FALSE;

  g_hash_table_iter_init (&iter, self->loads);
  while (!waits && g_hash_table_iter_next (&iter, NULL, &load))
    waits = g_ptr_array_remove (((Load *) load)->waiters, task);
  if (waits)
    g_task_return_error_if_cancelled (task);
}

/* @task: (transfer full) */
static void
load_add_waiter (Load  *load,
                 GTask *task)
{
  if (g_task_get_cancellable (task) != NULL)
    g_signal_connect_object (g_task_get_cancellable (task), "cancelled", G_CALLBACK (waiter_cancelled_cb), task, 0);
  g_ptr_array_add (load->waiters, task);
}

static void
load_end_cancelled (Load *load)
{
  g_autoptr (Load) held = g_rc_box_acquire (load);
  g_autoptr (GError) error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "No longer wanted");

  if (load->timer != 0)
    {
      trs_clock_clear_timeout (load->self->clock, &load->timer);
      load_unref (load);
    }
  load_end (held, NULL, error);
}

/* To be read */
static void
load_end_read (Load          *load,
               TrsTranscript *transcript)
{
  trs_project_set_empty_text (load->project, trs_transcript_is_empty (transcript));
  add_cached (load->self, load->project, transcript);
  load_end (load, transcript, NULL);
}

/* A caller that shows the transcript gets it even if it could not be saved; for a caller that only saves it, that is
 * an error. */
static void
load_kept_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (Load) load = user_data;
  g_autoptr (GError) error = NULL;

  trs_library_keep_text_finish (TRS_LIBRARY (source), result, &error);
  if (load->background)
    load_end (load, error == NULL ? load->transcript : NULL, error);
}

/* @fetched: (transfer full) */
static void
load_handle_transcript (Load          *load,
                        TrsTranscript *fetched)
{
  g_autoptr (TrsTranscript) transcript = fetched;
  TrsTranscripts *self = load->self;

  trs_library_keep_text_async (self->library, load->project, transcript, trs_api_client_get_address (self->client),
                               load_kept_cb, g_rc_box_acquire (load));
  if (load->background)
    load->transcript = g_steal_pointer (&transcript);
  else
    load_end_read (load, transcript);
}

static void load_fetch (Load         *load,
                        TrsTextFlags  flags);

static void
align_thread (GTask        *task,
              gpointer      source,
              gpointer      task_data,
              GCancellable *cancellable)
{
  const Load *load = task_data;

  g_task_return_pointer (
      task, trs_transcript_align (load->texts[TRS_TEXT_BARE], load->texts[TRS_TEXT_ALL], load->language, load->damaged),
      g_object_unref);
}

static void
align_async (Load                *load,
             GAsyncReadyCallback  callback,
             gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, user_data);

  g_task_set_source_tag (task, align_async);
  g_task_set_task_data (task, load, NULL);
  g_task_run_in_thread (task, align_thread);
}

static TrsTranscript *
align_finish (GAsyncResult  *result,
              GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, align_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
load_aligned_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (Load) load = user_data;
  g_autoptr (TrsTranscript) transcript = align_finish (result, NULL);

  if (g_cancellable_is_cancelled (load->cancellable))
    return;
  if (transcript != NULL)
    {
      load_handle_transcript (load, g_steal_pointer (&transcript));
      return;
    }

  /* If the two texts do not align, all four are fetched instead of guessing two of them. */
  load_fetch (load, TRS_TEXT_TIMECODES);
  load_fetch (load, TRS_TEXT_SPEAKERS);
}

/* The callback keeps a reference to the load until the thread has ended, so that the thread never drops the last
 * one. */
static void
load_align (Load *load)
{
  align_async (load, load_aligned_cb, g_rc_box_acquire (load));
}

static void
load_handle_text (Load             *load,
                  TrsProjectRecord *record,
                  TrsTextFlags      flags)
{
  /* Without an error there is a record. NOLINTNEXTLINE(clang-analyzer-core.NullDereference) */
  load->texts[flags] = g_bytes_ref (record->text);
  load->damaged = load->damaged || record->damaged;
  if (load->language == NULL)
    load->language = g_strdup (record->language);
  if (load->n_out > 0)
    return;

  if (load->texts[TRS_TEXT_TIMECODES] != NULL)
    load_handle_transcript (load, trs_transcript_new_unaligned (load->texts, load->language, load->damaged));
  else
    load_align (load);
}

typedef struct
{
  Load *load;
  TrsTextFlags flags;
} Fetch;

static void
load_fetched_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autofree Fetch *fetch = user_data;
  g_autoptr (Load) load = fetch->load;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsProjectRecord) record = trs_api_client_detail_finish (TRS_API_CLIENT (source), result, &error);

  if (g_cancellable_is_cancelled (load->cancellable))
    return;

  load->n_out--;
  if (record != NULL)
    trs_project_update_from_detail (load->project, record, trs_clock_get_time (load->self->clock));
  if (record != NULL && record->text == NULL)
    error = g_error_new_literal (TRS_ERROR, TRS_ERROR_FAILED, _("The service has no transcript of this video yet"));

  if (error != NULL)
    load_end (load, NULL, error);
  else
    load_handle_text (load, record, fetch->flags);
}

static void
load_fetch (Load         *load,
            TrsTextFlags  flags)
{
  Fetch *fetch = g_new0 (Fetch, 1);

  fetch->load = g_rc_box_acquire (load);
  fetch->flags = flags;
  load->n_out++;
  trs_api_client_detail_async (load->self->client, trs_project_get_wire_id (load->project), flags, load->background,
                               load->cancellable, load_fetched_cb, fetch);
}

/* Fetches two texts to be aligned; if they do not align, the other two follow. */
static void
load_fetch_two (Load *load)
{
  load_fetch (load, TRS_TEXT_BARE);
  load_fetch (load, TRS_TEXT_ALL);
}

static void load_find (Load *load);

/* The other process gives no sign if it fails, so it is looked again. The timer holds a reference. */
static void
load_look_again (gpointer user_data)
{
  g_autoptr (Load) load = user_data;

  load_find (load);
}

/* A text that the user wants to read waits a while for another process that downloads it; one that is only to be stored
 * is left to that process. */
static void
load_claimed_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (Load) load = user_data;
  g_autoptr (GError) error = NULL;

  load->claim = trs_store_claims_take_finish (TRS_STORE (source), result, &error);
  if (g_cancellable_is_cancelled (load->cancellable))
    return;

  if (load->background &&
      (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_BUSY) || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_EXISTS)))
    load_end (load, NULL, error);
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_EXISTS))
    load_find (load);
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_BUSY) && load->n_looks++ < CLAIM_LOOKS)
    trs_clock_set_timeout (load->self->clock, &load->timer, CLAIM_PAUSE, load_look_again,
                           g_rc_box_acquire (load));
  else
    /* A store that cannot be asked does not keep anybody from reading. */
    load_fetch_two (load);
}

static void
load_claim (Load *load)
{
  trs_store_claims_take_async (trs_library_get_store (load->self->library),
                               trs_library_get_account (load->self->library), trs_project_get_id (load->project),
                               load->cancellable, load_claimed_cb, g_rc_box_acquire (load));
}

/* A saved transcript is final, and needs no network and no key. */
static void
load_found_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (Load) load = user_data;
  g_autoptr (TrsTranscript) transcript = trs_store_texts_load_finish (TRS_STORE (source), result, NULL);

  load->finding = FALSE;
  if (g_cancellable_is_cancelled (load->cancellable))
    return;

  if (transcript != NULL)
    load_end_read (load, transcript);
  else
    load_claim (load);
}

static void
load_find (Load *load)
{
  load->finding = TRUE;
  trs_store_texts_load_async (trs_library_get_store (load->self->library),
                              trs_library_get_account (load->self->library), trs_project_get_id (load->project), 0,
                              load->cancellable, load_found_cb, g_rc_box_acquire (load));
}

/* Looks for a saved transcript, unless none is known to exist, then asks the service. @again: even if there is one */
static void
load_begin (TrsTranscripts *self,
            TrsProject     *project,
            gboolean        background,
            gboolean        again,
            GTask          *task)
{
  g_autoptr (Load) load = g_rc_box_new0 (Load);

  load->self = g_object_ref (self);
  load->project = g_object_ref (project);
  load->cancellable = g_cancellable_new ();
  load->waiters = g_ptr_array_new_with_free_func (g_object_unref);
  load_add_waiter (load, g_object_ref (task));
  load->background = background;

  g_hash_table_insert (self->loads, (gpointer) trs_project_get_id (load->project), load);
  if (!background)
    load_find (load);
  else if (again)
    load_fetch_two (load);
  else
    load_claim (load);
  update_busy (self);
}

/* Adds a caller that shows the transcript, so the load is no longer only for saving. */
static void
load_join (Load  *load,
           GTask *task)
{
  if (load->transcript != NULL)
    {
      g_task_return_pointer (task, g_object_ref (load->transcript), g_object_unref);
      return;
    }

  load_add_waiter (load, g_object_ref (task));
  load->background = FALSE;
  update_busy (load->self);
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
 * service says that the project is not done after all, @project has its state and
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
  GList *cached = find_cached (self, project);
  Load *load = g_hash_table_lookup (self->loads, trs_project_get_id (project));

  g_task_set_source_tag (task, trs_transcripts_load_async);
  if (cached != NULL)
    {
      g_queue_unlink (&self->cache, cached);
      g_queue_push_head_link (&self->cache, cached);
      g_task_return_pointer (task, g_object_ref (((Cached *) cached->data)->transcript), g_object_unref);
    }
  else if (trs_project_is_pending (project))
    g_task_return_new_error (task, TRS_ERROR, TRS_ERROR_FAILED, "It is not known whether there is such a project");
  else if (load != NULL)
    load_join (load, task);
  else
    load_begin (self, project, FALSE, FALSE, task);
}

/**
 * trs_transcripts_load_finish:
 * @self: transcripts
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the transcript; %NULL with @error set
 */
TrsTranscript *
trs_transcripts_load_finish (TrsTranscripts  *self,
                             GAsyncResult    *result,
                             GError         **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_transcripts_load_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* @task: (transfer full) */
static void
fetch (TrsTranscripts *self,
       TrsProject     *project,
       gboolean        again,
       GTask          *task)
{
  g_autoptr (GTask) owned = task;
  Load *load = g_hash_table_lookup (self->loads, trs_project_get_id (project));

  g_task_set_source_tag (task, trs_transcripts_fetch_async);
  if (load != NULL)
    load_add_waiter (load, g_steal_pointer (&owned));
  else
    load_begin (self, project, TRUE, again, task);
}

/**
 * trs_transcripts_fetch_async:
 * @self: transcripts
 * @project: a project that is done and whose transcript is not on this computer
 * @cancellable: (nullable): to stop waiting for it
 * @callback: called when the transcript is kept
 * @user_data: (closure): for @callback
 *
 * As trs_transcripts_load_async(), in the background: to be saved, not to
 * be read. What another process downloads is left to it.
 */
void
trs_transcripts_fetch_async (TrsTranscripts      *self,
                             TrsProject          *project,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  fetch (self, project, FALSE, g_task_new (self, cancellable, callback, user_data));
}

/**
 * trs_transcripts_fetch_finish:
 * @self: transcripts
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): what is kept now; %NULL with @error set,
 *   %G_IO_ERROR_BUSY if another process downloads it, %G_IO_ERROR_EXISTS if it is here already
 */
TrsTranscript *
trs_transcripts_fetch_finish (TrsTranscripts  *self,
                              GAsyncResult    *result,
                              GError         **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_transcripts_fetch_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* @project: (nullable): the project on the screen, whose transcript stays in memory */
void
trs_transcripts_keep (TrsTranscripts *self,
                      TrsProject     *project)
{
  g_set_object (&self->kept, project);
  shrink_cache (self);
}

static void
end_loads (TrsTranscripts *self,
           gboolean        found_here_too)
{
  g_autoptr (GList) loads = g_hash_table_get_values (self->loads);

  for (GList *l = loads; l != NULL; l = l->next)
    if (found_here_too || !((Load *) l->data)->finding)
      load_end_cancelled (l->data);
}

/* Cancels downloads but keeps texts in memory. Loads of saved transcripts do not involve the service, and continue. */
void
trs_transcripts_interrupt (TrsTranscripts *self)
{
  end_loads (self, FALSE);
}

/* Saves transcripts that are still in memory because they could not be saved before. Saving one twice changes
 * nothing. */
void
trs_transcripts_keep_again (TrsTranscripts *self)
{
  for (GList *link = self->cache.head; link != NULL; link = link->next)
    {
      Cached *cached = link->data;

      trs_library_keep_text_async (self->library, cached->project, cached->transcript,
                                   trs_api_client_get_address (self->client), NULL, NULL);
    }
}

/* Forgets the transcript of a project, and cancels its download. */
void
trs_transcripts_forget (TrsTranscripts *self,
                        TrsProject     *project)
{
  Load *load = g_hash_table_lookup (self->loads, trs_project_get_id (project));
  GList *cached = find_cached (self, project);

  if (load != NULL)
    load_end_cancelled (load);
  if (cached != NULL)
    remove_cached (self, cached);
}

/* Forgets all transcripts, because another user's projects follow. */
void
trs_transcripts_clear (TrsTranscripts *self)
{
  end_loads (self, TRUE);
  g_queue_clear_full (&self->cache, cached_free);
}

/* All texts that the service ever gave for a project, and the choice between them */

static void
versions_listed_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  GPtrArray *versions = trs_store_texts_list_versions_finish (TRS_STORE (source), result, &error);

  if (versions != NULL)
    g_task_return_pointer (task, versions, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

/**
 * trs_transcripts_list_versions_async:
 * @self: transcripts
 * @project: a project
 * @cancellable: (nullable): to give up
 * @callback: called when they are listed
 * @user_data: (closure): for @callback
 *
 * Lists the texts of a project that are kept on this computer: when each was
 * received, from where, and its checksums. Nothing is asked of the service.
 */
void
trs_transcripts_list_versions_async (TrsTranscripts      *self,
                                     TrsProject          *project,
                                     GCancellable        *cancellable,
                                     GAsyncReadyCallback  callback,
                                     gpointer             user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_transcripts_list_versions_async);
  trs_store_texts_list_versions_async (trs_library_get_store (self->library), trs_library_get_account (self->library),
                                       trs_project_get_id (project), cancellable, versions_listed_cb, task);
}

/**
 * trs_transcripts_list_versions_finish:
 * @self: transcripts
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsTextVersion): them, newest
 *   first; %NULL with @error set
 */
GPtrArray *
trs_transcripts_list_versions_finish (TrsTranscripts  *self,
                                      GAsyncResult    *result,
                                      GError         **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_transcripts_list_versions_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
version_loaded_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  TrsTranscript *transcript = trs_store_texts_load_finish (TRS_STORE (source), result, &error);

  if (transcript != NULL)
    g_task_return_pointer (task, transcript, g_object_unref);
  else
    g_task_return_error (task, error);
}

/**
 * trs_transcripts_load_version_async:
 * @self: transcripts
 * @project: a project
 * @number: one of its texts, see #TrsTextVersion
 * @cancellable: (nullable): to give up
 * @callback: called when it is read
 * @user_data: (closure): for @callback
 *
 * Reads a text from this computer, as it was received.
 */
void
trs_transcripts_load_version_async (TrsTranscripts      *self,
                                    TrsProject          *project,
                                    gint64               number,
                                    GCancellable        *cancellable,
                                    GAsyncReadyCallback  callback,
                                    gpointer             user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_transcripts_load_version_async);
  trs_store_texts_load_async (trs_library_get_store (self->library), trs_library_get_account (self->library),
                              trs_project_get_id (project), number, cancellable, version_loaded_cb, task);
}

/**
 * trs_transcripts_load_version_finish:
 * @self: transcripts
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the text; %NULL with @error set,
 *   %G_IO_ERROR_NOT_FOUND if there is no such text here
 */
TrsTranscript *
trs_transcripts_load_version_finish (TrsTranscripts  *self,
                                     GAsyncResult    *result,
                                     GError         **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_transcripts_load_version_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
version_chosen_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (trs_store_texts_choose_version_finish (TRS_STORE (source), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/**
 * trs_transcripts_choose_version_async:
 * @self: transcripts
 * @project: a project
 * @number: one of its texts, see #TrsTextVersion
 * @callback: called when it is chosen
 * @user_data: (closure): for @callback
 *
 * Reads, searches and exports this text from now on. The others stay on this
 * computer, and can be chosen as well.
 */
void
trs_transcripts_choose_version_async (TrsTranscripts      *self,
                                      TrsProject          *project,
                                      gint64               number,
                                      GAsyncReadyCallback  callback,
                                      gpointer             user_data)
{
  GTask *task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_transcripts_choose_version_async);
  /* Jobs of the store run in order, so every later load returns the chosen text. */
  trs_transcripts_forget (self, project);
  trs_store_texts_choose_version_async (trs_library_get_store (self->library), trs_library_get_account (self->library),
                                        trs_project_get_id (project), number, NULL, version_chosen_cb, task);
}

/**
 * trs_transcripts_choose_version_finish:
 * @self: transcripts
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if it is shown from now on; else an error of the store
 */
gboolean
trs_transcripts_choose_version_finish (TrsTranscripts  *self,
                                       GAsyncResult    *result,
                                       GError         **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_transcripts_choose_version_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
listed_again_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  GPtrArray *versions = trs_transcripts_list_versions_finish (TRS_TRANSCRIPTS (source), result, &error);

  if (versions != NULL)
    g_task_return_pointer (task, versions, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

static void
fetched_again_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  TrsTranscripts *self = TRS_TRANSCRIPTS (source);
  g_autoptr (GTask) task = user_data;
  TrsProject *project = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (TrsTranscript) transcript = trs_transcripts_fetch_finish (self, result, &error);

  if (transcript != NULL)
    trs_transcripts_list_versions_async (self, project, NULL, listed_again_cb, g_steal_pointer (&task));
  else
    g_task_return_error (task, error);
}

/**
 * trs_transcripts_fetch_again_async:
 * @self: transcripts
 * @project: a project whose text is on this computer
 * @callback: called when the service has answered
 * @user_data: (closure): for @callback
 *
 * Asks the service for the text once more. What is read stays as it is; a
 * text that differs is kept beside it.
 */
void
trs_transcripts_fetch_again_async (TrsTranscripts      *self,
                                   TrsProject          *project,
                                   GAsyncReadyCallback  callback,
                                   gpointer             user_data)
{
  GTask *task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_transcripts_fetch_again_async);
  g_task_set_task_data (task, g_object_ref (project), g_object_unref);
  fetch (self, project, TRUE, g_task_new (self, NULL, fetched_again_cb, task));
}

/**
 * trs_transcripts_fetch_again_finish:
 * @self: transcripts
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsTextVersion): what is on this
 *   computer now, as of trs_transcripts_list_versions_finish(); %NULL with @error set
 */
GPtrArray *
trs_transcripts_fetch_again_finish (TrsTranscripts  *self,
                                    GAsyncResult    *result,
                                    GError         **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_transcripts_fetch_again_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * trs_transcripts_get_busy:
 * @self: a #TrsTranscripts
 *
 * Returns: somebody waits for a transcript
 */
gboolean
trs_transcripts_get_busy (TrsTranscripts *self)
{
  return self->busy;
}
