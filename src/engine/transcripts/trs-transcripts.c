/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcripts.h"

#include "trs-api-client.h"
#include "trs-error.h"
#include "trs-store.h"
#include "trs-task.h"
#include "trs-text-cache.h"
#include "trs-text-load.h"

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

/* One load serves all who ask for the project while it is under way. */
typedef struct
{
  TrsTranscripts *self;
  TrsProject *project;
  GCancellable *cancellable; /* cancelled at the end, too */
  GPtrArray *waiters;
  gboolean background; /* to be kept, and nobody waits to read it */
  gboolean finding;    /* on this computer */
  TrsTranscript *transcript; /* fetched, and being kept */
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

static void
load_clear (gpointer data)
{
  Load *load = data;

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

  /* Whatever is still under way for it is of no use to anyone. */
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

static void
load_end_cancelled (Load *load)
{
  g_autoptr (Load) held = g_rc_box_acquire (load);
  g_autoptr (GError) error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "No longer wanted");

  load_end (held, NULL, error);
}

/* To be read */
static void
load_end_read (Load          *load,
               TrsTranscript *transcript)
{
  g_autoptr (GBytes) text = trs_transcript_get_text (transcript, TRS_TEXT_ALL);

  /* Bare and prefixed as received, and again as taken apart. */
  trs_text_cache_put (load->self->cache, load->project, transcript, 4 * g_bytes_get_size (text));
  load_end (load, transcript, NULL);
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
load_fetched_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (Load) load = user_data;
  TrsTranscripts *self = load->self;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsTranscript) transcript = trs_text_load_finish (TRS_API_CLIENT (source), result, &error);

  if (transcript == NULL)
    {
      load_end (load, NULL, error);
      return;
    }

  trs_project_set_empty_text (load->project, trs_transcript_is_empty (transcript));
  trs_library_keep_text_async (self->library, load->project, transcript, trs_api_client_get_address (self->client),
                               load_kept_cb, g_rc_box_acquire (load));
  if (load->background)
    load->transcript = g_steal_pointer (&transcript);
  else
    load_end_read (load, transcript);
}

static void
load_fetch (Load *load)
{
  TrsTranscripts *self = load->self;

  trs_text_load_async (self->client, load->project, self->clock, load->background, load->cancellable, load_fetched_cb,
                       g_rc_box_acquire (load));
}

/* What is kept here is what was received once, and needs no network and no key. */
static void
load_found_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (Load) load = user_data;
  g_autoptr (TrsTranscript) transcript = trs_store_run_finish (TRS_STORE (source), result, NULL);

  load->finding = FALSE;
  if (g_cancellable_is_cancelled (load->cancellable))
    return;

  if (transcript == NULL)
    {
      load_fetch (load);
      return;
    }

  trs_project_set_empty_text (load->project, trs_transcript_is_empty (transcript));
  load_end_read (load, transcript);
}

/* Looks for a transcript on this computer, unless it is known not to be here, and then at the service. */
static void
load_begin (TrsTranscripts *self,
            TrsProject     *project,
            gboolean        background,
            GTask          *task)
{
  g_autoptr (Load) load = g_rc_box_new0 (Load);

  load->self = g_object_ref (self);
  load->project = g_object_ref (project);
  load->cancellable = g_cancellable_new ();
  load->waiters = g_ptr_array_new_with_free_func (g_object_unref);
  g_ptr_array_add (load->waiters, g_object_ref (task));
  load->background = background;
  load->finding = !background;

  g_hash_table_insert (self->loads, (gpointer) trs_project_get_id (load->project), load);
  if (load->finding)
    trs_store_run_async (trs_library_get_store (self->library), &trs_store_load_text,
                         &(TrsStoreArgs) { .account = trs_library_get_account (self->library),
                                           .id = trs_project_get_id (project) },
                         load->cancellable, load_found_cb, g_rc_box_acquire (load));
  else
    load_fetch (load);
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
  TrsTranscript *transcript = trs_text_cache_lookup (self->cache, trs_project_get_id (project));
  Load *load = g_hash_table_lookup (self->loads, trs_project_get_id (project));

  g_task_set_source_tag (task, trs_transcripts_load_async);
  if (transcript != NULL)
    g_task_return_pointer (task, g_object_ref (transcript), g_object_unref);
  else if (project->pending)
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
 * @cancellable: (nullable): to stop waiting for it
 * @callback: called when the transcript is kept
 * @user_data: (closure): for @callback
 *
 * As trs_transcripts_load_async(), behind the user's back: to be kept, not to
 * be read. Finish with trs_transcripts_load_finish().
 */
void
trs_transcripts_fetch_async (TrsTranscripts      *self,
                             TrsProject          *project,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  Load *load = g_hash_table_lookup (self->loads, trs_project_get_id (project));

  g_task_set_source_tag (task, trs_transcripts_fetch_async);
  if (load != NULL)
    g_ptr_array_add (load->waiters, g_steal_pointer (&task));
  else
    load_begin (self, project, TRUE, task);
}

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
  g_autoptr (GList) loads = g_hash_table_get_values (self->loads);

  for (GList *l = loads; l != NULL; l = l->next)
    if (found_here_too || !((Load *) l->data)->finding)
      load_end_cancelled (l->data);
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
  Load *load = g_hash_table_lookup (self->loads, trs_project_get_id (project));

  if (load != NULL)
    load_end_cancelled (load);
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

/* All texts that the service ever gave for a project, and the choice between them */

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  GPtrArray *versions = trs_store_run_finish (TRS_STORE (source), result, &error);

  if (versions != NULL)
    g_task_return_pointer (task, versions, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

/* @task: (transfer full) */
static void
list_versions (TrsTranscripts *self,
               TrsProject     *project,
               GTask          *task)
{
  trs_store_run_async (trs_library_get_store (self->library), &trs_store_list_versions,
                       &(TrsStoreArgs) { .account = trs_library_get_account (self->library),
                                         .id = trs_project_get_id (project) },
                       g_task_get_cancellable (task), listed_cb, task);
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
  list_versions (self, project, task);
}

/**
 * trs_transcripts_list_versions_finish:
 * @self: transcripts
 * @result: what the callback got
 * @error: return location for an error; %G_IO_ERROR_NOT_FOUND if nothing is kept here at all
 *
 * Returns: (transfer full) (nullable) (element-type TrsTextVersion): the texts, newest first
 */
GPtrArray *
trs_transcripts_list_versions_finish (TrsTranscripts  *self,
                                      GAsyncResult    *result,
                                      GError         **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
version_loaded_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  TrsTranscript *transcript = trs_store_run_finish (TRS_STORE (source), result, &error);

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
 * Reads a text from this computer, as it was received. Finish with
 * trs_transcripts_load_finish().
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
  trs_store_run_async (trs_library_get_store (self->library), &trs_store_load_text,
                       &(TrsStoreArgs) { .account = trs_library_get_account (self->library),
                                         .id = trs_project_get_id (project), .number = number },
                       cancellable, version_loaded_cb, task);
}

static void
chosen_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (!trs_store_run_finish (TRS_STORE (source), result, &error))
    {
      g_task_return_error (task, error);
      return;
    }

  trs_transcripts_forget (g_task_get_source_object (task), g_task_get_task_data (task));
  g_task_return_boolean (task, TRUE);
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
  g_task_set_task_data (task, g_object_ref (project), g_object_unref);
  trs_store_run_async (trs_library_get_store (self->library), &trs_store_choose_version,
                       &(TrsStoreArgs) { .account = trs_library_get_account (self->library),
                                         .id = trs_project_get_id (project), .number = number },
                       NULL, chosen_cb, task);
}

/**
 * trs_transcripts_choose_version_finish:
 * @self: transcripts
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if the next trs_transcripts_load_async() gives this text
 */
gboolean
trs_transcripts_choose_version_finish (TrsTranscripts  *self,
                                       GAsyncResult    *result,
                                       GError         **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

typedef struct
{
  TrsProject *project;
  gboolean empty_text;
} Again;

static void
again_clear (Again *again)
{
  g_object_unref (again->project);
}

TRS_DEFINE_TASK_STATE (Again, again)

static void
fetched_again_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Again *again = again_get (task);
  GError *error = NULL;
  g_autoptr (TrsTranscript) transcript = trs_transcripts_load_finish (TRS_TRANSCRIPTS (source), result, &error);

  if (transcript == NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  /* What came is not what is read. */
  trs_project_set_empty_text (again->project, again->empty_text);
  list_versions (TRS_TRANSCRIPTS (source), again->project, g_steal_pointer (&task));
}

/**
 * trs_transcripts_fetch_again_async:
 * @self: transcripts
 * @project: a project whose text is on this computer
 * @callback: called when the service has answered
 * @user_data: (closure): for @callback
 *
 * Asks the service for the text once more. What is read stays as it is; a
 * text that differs is kept beside it. Finish with
 * trs_transcripts_list_versions_finish(), which then lists it.
 */
void
trs_transcripts_fetch_again_async (TrsTranscripts      *self,
                                   TrsProject          *project,
                                   GAsyncReadyCallback  callback,
                                   gpointer             user_data)
{
  GTask *task = g_task_new (self, NULL, callback, user_data);
  Again *again = again_attach (task);

  g_task_set_source_tag (task, trs_transcripts_fetch_again_async);
  again->project = g_object_ref (project);
  again->empty_text = trs_project_get_data (project)->empty_text;
  trs_transcripts_fetch_async (self, project, NULL, fetched_again_cb, task);
}
