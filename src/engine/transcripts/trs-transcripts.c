/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcripts.h"

#include "trs-api-client.h"
#include "trs-error.h"
#include "trs-store-texts.h"
#include "trs-text-align.h"
#include "trs-text-cache.h"

struct _TrsTranscripts
{
  GObject parent_instance;

  TrsApiClient *client;
  TrsLibrary *library;
  TrsClock *clock;
  TrsTextCache *cache;
  GHashTable *loads;
  gboolean busy;
};

/* One load serves all who ask for the project while it is under way. In the background: nobody waits to read it. */
typedef struct
{
  grefcount refs;
  TrsTranscripts *self;
  TrsProject *project;
  GCancellable *cancellable;
  GPtrArray *waiters;
  guint n_out;
  gboolean over;
  gboolean background;
  gboolean finding;
  gboolean damaged;
  char *language;
  GBytes *texts[TRS_TEXT_N_VARIANTS];
  TrsTranscript *transcript;
} Load;

enum
{
  PROP_BUSY = 1,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (TrsTranscripts, trs_transcripts, G_TYPE_OBJECT)

static void
trs_transcripts_finalize (GObject *object)
{
  TrsTranscripts *self = TRS_TRANSCRIPTS (object);

  g_hash_table_unref (self->loads);
  g_clear_pointer (&self->cache, trs_text_cache_free);
  g_clear_object (&self->library);
  g_clear_object (&self->clock);
  g_clear_object (&self->client);

  G_OBJECT_CLASS (trs_transcripts_parent_class)->finalize (object);
}

static void
trs_transcripts_get_property (GObject    *object,
                              guint       property,
                              GValue     *value,
                              GParamSpec *pspec)
{
  g_value_set_boolean (value, TRS_TRANSCRIPTS (object)->busy);
}

static void
trs_transcripts_class_init (TrsTranscriptsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = trs_transcripts_get_property;
  object_class->finalize = trs_transcripts_finalize;

  properties[PROP_BUSY] = g_param_spec_boolean ("busy", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
trs_transcripts_init (TrsTranscripts *self)
{
  self->loads = g_hash_table_new (g_str_hash, g_str_equal);
}

/**
 * trs_transcripts_new:
 * @client: the connection to the API
 * @library: (nullable): what this computer keeps
 * @clock: the time
 * @capacity: how many bytes of text to keep
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
  g_set_object (&self->library, library);
  self->clock = g_object_ref (clock);
  self->cache = trs_text_cache_new (capacity);

  return self;
}

/* Whether somebody waits. */
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
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BUSY]);
}

typedef struct
{
  Load *load;
  TrsTextFlags flags;
} Fetch;

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
  g_clear_object (&load->transcript);
  g_free (load->language);
  g_ptr_array_unref (load->waiters);
  g_object_unref (load->cancellable);
  g_object_unref (load->project);
  g_object_unref (load->self);
  g_free (load);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Load, load_unref)

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
  update_busy (load->self);
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
  g_autoptr (Load) load = user_data;
  g_autoptr (GError) error = NULL;

  trs_library_keep_text_finish (TRS_LIBRARY (source), result, &error);
  if (load->background)
    load_end (load, error == NULL ? load->transcript : NULL, error);
}

static void
load_finish (Load          *load,
             TrsTranscript *transcript)
{
  if (load->damaged)
    trs_transcript_set_damaged (transcript);
  trs_project_set_empty_text (load->project, trs_transcript_is_empty (transcript));
  if (load->self->library != NULL)
    trs_library_keep_text_async (load->self->library, load->project, transcript,
                                 trs_api_client_get_address (load->self->client), load_kept_cb, load_ref (load));
  if (load->background)
    {
      load->transcript = g_object_ref (transcript);
      return;
    }

  trs_text_cache_put (load->self->cache, load->project, transcript, transcript_get_size (transcript));
  load_end (load, transcript, NULL);
}

static void load_fetch (Load         *load,
                        TrsTextFlags  flags);

static void
load_aligned_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (Load) load = user_data;
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
load_align (Load *load)
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
  g_autoptr (Load) load = fetch->load;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsDetailRecord) record = trs_api_client_detail_finish (TRS_API_CLIENT (source), result, &error);

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
load_fetch (Load         *load,
            TrsTextFlags  flags)
{
  Fetch *fetch = g_new0 (Fetch, 1);

  fetch->load = load_ref (load);
  fetch->flags = flags;
  load->n_out++;
  trs_api_client_detail_async (load->self->client, trs_project_get_id (load->project), flags, load->background,
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
  g_autoptr (TrsTranscript) transcript = trs_store_pointer_finish (TRS_STORE (source), result, NULL);

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

/* Looks for a transcript on this computer, unless it is known not to be here, and then at the service. */
static void
load_begin (TrsTranscripts *self,
            TrsProject     *project,
            gboolean        background,
            GTask          *task)
{
  g_autoptr (Load) load = g_new0 (Load, 1);

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
                               trs_project_get_id (project), 0, load->cancellable, load_found_cb, load_ref (load));
  else
    load_fetch_both (load);
  update_busy (self);
}

/* Somebody else wants to read it: from here on it is not only to be kept. */
static void
load_join (Load  *load,
           GTask *task)
{
  if (load->transcript != NULL)
    {
      g_task_return_pointer (task, g_object_ref (load->transcript), g_object_unref);
      return;
    }

  g_ptr_array_add (load->waiters, g_object_ref (task));
  load->background = FALSE;
  update_busy (load->self);
}

static void
load_cancel (Load         *load,
             const GError *error)
{
  g_autoptr (Load) held = load_ref (load);

  load_end (held, NULL, error);
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
    load_join (load, task);
  else
    load_begin (self, project, FALSE, task);
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
 * trs_transcripts_fetch_async:
 * @self: transcripts
 * @project: a project that is done and whose transcript is not on this computer
 * @callback: called when the transcript is kept
 * @user_data: (closure): for @callback
 *
 * As trs_transcripts_load_async(), behind the user's back: to be kept, not to
 * be read. Finish with trs_transcripts_load_finish().
 */
void
trs_transcripts_fetch_async (TrsTranscripts      *self,
                             TrsProject          *project,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);
  Load *load = g_hash_table_lookup (self->loads, trs_project_get_id (project));

  g_return_if_fail (self->library != NULL);

  g_task_set_source_tag (task, trs_transcripts_fetch_async);
  if (load != NULL)
    g_ptr_array_add (load->waiters, g_steal_pointer (&task));
  else
    load_begin (self, project, TRUE, task);
}

/**
 * trs_transcripts_get_busy:
 * @self: transcripts
 *
 * Returns: %TRUE while somebody waits for a transcript
 */
gboolean
trs_transcripts_get_busy (TrsTranscripts *self)
{
  return self->busy;
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
      Load *load = l->data;

      if (found_here_too || !load->finding)
        load_cancel (load, error);
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

static void
keep_text_again (TrsProject    *project,
                 TrsTranscript *transcript,
                 gpointer       user_data)
{
  TrsTranscripts *self = user_data;

  trs_library_keep_text_async (self->library, project, transcript, trs_api_client_get_address (self->client), NULL,
                               NULL);
}

/**
 * trs_transcripts_keep_again:
 * @self: transcripts
 *
 * Keeps what was read while nothing could be kept and is still in memory. What
 * is kept already is not kept twice.
 */
void
trs_transcripts_keep_again (TrsTranscripts *self)
{
  trs_text_cache_foreach (self->cache, keep_text_again, self);
}

/**
 * trs_transcripts_forget:
 * @self: transcripts
 * @project: a project
 *
 * Forgets one, and gives up what is being fetched of it.
 */
void
trs_transcripts_forget (TrsTranscripts *self,
                        TrsProject     *project)
{
  g_autoptr (GError) error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "No longer wanted");
  Load *load = g_hash_table_lookup (self->loads, trs_project_get_id (project));

  if (load != NULL)
    load_cancel (load, error);
  trs_text_cache_remove (self->cache, trs_project_get_id (project));
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

/**
 * trs_transcripts_get_library:
 * @self: transcripts
 *
 * Returns: (transfer none) (nullable): what this computer keeps
 */
TrsLibrary *
trs_transcripts_get_library (TrsTranscripts *self)
{
  return self->library;
}
