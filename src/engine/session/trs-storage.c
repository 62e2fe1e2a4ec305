/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-storage.h"

#include "trs-compat.h"
#include "trs-store.h"

/* Seconds until the store looks for damage: after the start, so that it does not compete with it, and between two
 * looks of a program that runs on. */
#define CHECK_AFTER_START 20
#define DAY (24 * 60 * 60)

struct _TrsStorage
{
  GObject parent_instance;

  TrsStore *store;
  TrsLibrary *library;
  TrsHistory *history;
  TrsTranscripts *transcripts;
  TrsDownloadQueue *downloads;

  char *moved_aside;
  guint check_id;

  /* the last that can be put back, as it was; NULL if none can */
  TrsProjectData *removed;
  gint64 removed_from; /* its account */
};

enum
{
  PROP_MOVED_ASIDE = 1,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (TrsStorage, trs_storage, G_TYPE_OBJECT)

static void
trs_storage_get_property (GObject    *object,
                          guint       prop_id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  g_value_set_string (value, TRS_STORAGE (object)->moved_aside);
}

static void
trs_storage_finalize (GObject *object)
{
  TrsStorage *self = TRS_STORAGE (object);

  g_clear_handle_id (&self->check_id, g_source_remove);
  g_clear_pointer (&self->removed, trs_project_data_free);
  g_clear_pointer (&self->moved_aside, g_free);
  g_clear_object (&self->store);
  g_clear_object (&self->library);
  g_clear_object (&self->history);
  g_clear_object (&self->transcripts);
  g_clear_object (&self->downloads);

  G_OBJECT_CLASS (trs_storage_parent_class)->finalize (object);
}

static void
trs_storage_class_init (TrsStorageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = trs_storage_get_property;
  object_class->finalize = trs_storage_finalize;

  props[PROP_MOVED_ASIDE] = g_param_spec_string ("moved-aside", NULL, NULL, NULL,
                                                 G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
trs_storage_init (TrsStorage *self)
{
}

/* Damage */

static void
set_moved_aside (TrsStorage *self,
                 const char *path)
{
  if (trs_set_str (&self->moved_aside, path))
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_MOVED_ASIDE]);
}

static void plan_check (TrsStorage *self,
                        guint       interval);

static void
checked_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GError) error = NULL;

  /* Damage is reported by #TrsStore::moved-aside. */
  if (!trs_store_run_finish (TRS_STORE (source), result, &error))
    g_info ("The file could not be checked: %s", error->message);
}

static gboolean
check_cb (gpointer user_data)
{
  TrsStorage *self = user_data;

  self->check_id = 0;
  trs_store_check_async (self->store, NULL, checked_cb, NULL);
  plan_check (self, DAY);
  return G_SOURCE_REMOVE;
}

static void
plan_check (TrsStorage *self,
            guint       interval)
{
  g_clear_handle_id (&self->check_id, g_source_remove);
  self->check_id = g_timeout_add_seconds_full (G_PRIORITY_LOW, interval, check_cb, self, NULL);
}

/* Silent damage is looked for soon if the last end was not clean or the last check is a day ago, and once a day from
 * then on. */
static void
library_open_changed_cb (TrsStorage *self)
{
  if (trs_library_is_open (self->library))
    plan_check (self, trs_store_needs_check (self->store) ? CHECK_AFTER_START : DAY);
  else
    g_clear_handle_id (&self->check_id, g_source_remove);
}

TrsStorage *
trs_storage_new (TrsLibrary     *library,
                 TrsHistory     *history,
                 TrsTranscripts *transcripts,
                 TrsDownloadQueue *downloads)
{
  TrsStorage *self = g_object_new (TRS_TYPE_STORAGE, NULL);

  self->store = g_object_ref (trs_library_get_store (library));
  self->library = g_object_ref (library);
  self->history = g_object_ref (history);
  self->transcripts = g_object_ref (transcripts);
  self->downloads = g_object_ref (downloads);
  g_signal_connect_object (self->store, "moved-aside", G_CALLBACK (set_moved_aside), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (library, "notify::open", G_CALLBACK (library_open_changed_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}

/* Returns: (nullable): where the damaged file is in whose place a new one was begun; NULL if the user dismissed it */
const char *
trs_storage_get_moved_aside (TrsStorage *self)
{
  return self->moved_aside;
}

void
trs_storage_dismiss_moved_aside (TrsStorage *self)
{
  set_moved_aside (self, NULL);
}

/* Removal */

static void
project_removed_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsStorage *self = g_task_get_source_object (task);
  TrsProject *project = g_task_get_task_data (task);
  GError *error = NULL;
  TrsStoreRemoval removal = GPOINTER_TO_INT (trs_store_run_finish (TRS_STORE (source), result, &error));

  if (removal == TRS_STORE_REMOVAL_FAILED)
    {
      g_task_return_error (task, error);
      return;
    }

  /* What came in between is not to stay either. */
  trs_transcripts_forget (self->transcripts, project);
  g_clear_pointer (&self->removed, trs_project_data_free);
  self->removed = trs_project_data_copy (trs_project_get_data (project));
  self->removed_from = trs_library_get_account (self->library);
  if (removal == TRS_STORE_REMOVAL_GONE)
    {
      trs_library_leave_out (self->library, project);
      trs_history_remove (self->history, trs_project_get_id (project));
    }
  trs_project_set_unread (project, FALSE);
  trs_project_set_local_title (project, NULL);
  trs_project_set_note (project, NULL);
  trs_download_queue_look (self->downloads);
  g_task_return_boolean (task, TRUE);
}

/**
 * trs_storage_remove_project_async:
 * @self: the storage
 * @project: a project that is finished
 * @callback: called when it is done
 * @user_data: (closure): for @callback
 *
 * Removes text, note, own title and marks of @project from this computer. It
 * stays in the history as long as the service lists it, and its text can be
 * fetched again by loading it; it is not fetched by itself. Finish with
 * trs_storage_removal_finish().
 */
void
trs_storage_remove_project_async (TrsStorage          *self,
                                  TrsProject          *project,
                                  GAsyncReadyCallback  callback,
                                  gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (TRS_IS_STORAGE (self));
  g_return_if_fail (TRS_IS_PROJECT (project) && !project->pending);

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, trs_storage_remove_project_async);
  g_task_set_task_data (task, g_object_ref (project), g_object_unref);
  trs_download_queue_leave_out (self->downloads, project);
  trs_transcripts_forget (self->transcripts, project);
  /* What is on its way into the store comes before the removal, not after it. */
  trs_library_flush (self->library);
  trs_store_run_async (self->store, &trs_store_remove_project,
                       &(TrsStoreArgs) { .account = trs_library_get_account (self->library),
                                         .id = trs_project_get_id (project) },
                       NULL, project_removed_cb, task);
}

static void
put_back_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsStorage *self = g_task_get_source_object (task);
  const TrsProjectData *removed = g_task_get_task_data (task);
  gboolean here = self->removed_from == trs_library_get_account (self->library);
  TrsProject *project = here ? trs_history_peek (self->history, removed->id) : NULL;
  GError *error = NULL;

  if (!trs_store_run_finish (TRS_STORE (source), result, &error))
    {
      g_task_return_error (task, error);
      return;
    }

  /* The store gives them to no object that is there. */
  if (project != NULL)
    {
      if (trs_project_get_data (project)->local_title == NULL)
        trs_project_set_local_title (project, removed->local_title);
      if (trs_project_get_data (project)->note == NULL)
        trs_project_set_note (project, removed->note);
      trs_project_set_unread (project, removed->unread);
    }
  g_task_return_boolean (task, TRUE);
}

/**
 * trs_storage_put_back_async:
 * @self: the storage
 * @callback: called when it is done
 * @user_data: (closure): for @callback
 *
 * Takes back what trs_storage_remove_project_async() removed last: text, note
 * and own title are as they were. Finish with trs_storage_removal_finish().
 */
void
trs_storage_put_back_async (TrsStorage          *self,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (TRS_IS_STORAGE (self));

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, trs_storage_put_back_async);
  if (self->removed == NULL)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }

  g_task_set_task_data (task, g_steal_pointer (&self->removed), (GDestroyNotify) trs_project_data_free);
  /* What came since stays, so it has to be there. */
  trs_library_flush (self->library);
  trs_store_run_async (self->store, &trs_store_put_back, NULL, NULL, put_back_cb, g_steal_pointer (&task));
}

static void
texts_dropped_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsStorage *self = g_task_get_source_object (task);
  GError *error = NULL;

  if (trs_store_run_finish (TRS_STORE (source), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
  trs_download_queue_look (self->downloads);
}

/**
 * trs_storage_drop_texts_async:
 * @self: the storage
 * @callback: called when it is done
 * @user_data: (closure): for @callback
 *
 * Removes the texts of all accounts that the service can give again; titles,
 * notes and what the service lists no longer stay. For when transcripts are
 * not to be kept any more. Finish with trs_storage_removal_finish().
 */
void
trs_storage_drop_texts_async (TrsStorage          *self,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (TRS_IS_STORAGE (self));

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, trs_storage_drop_texts_async);
  trs_store_run_async (self->store, &trs_store_remove, &(TrsStoreArgs) { .scope = TRS_STORE_SCOPE_TEXTS }, NULL,
                       texts_dropped_cb, task);
}

/**
 * trs_storage_removal_finish:
 * @self: the storage
 * @result: what the callback got
 * @error: return location for an error; then nothing was removed
 *
 * Returns: %TRUE if it is gone
 */
gboolean
trs_storage_removal_finish (TrsStorage    *self,
                            GAsyncResult  *result,
                            GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* Size */

static void
kept_measured_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsKept *kept = g_task_get_task_data (task);
  GError *error = NULL;
  g_autofree TrsStoreCoverage *coverage = trs_store_run_finish (TRS_STORE (source), result, &error);

  if (coverage != NULL)
    {
      kept->disk_bytes = coverage->disk_bytes;
      g_task_return_boolean (task, TRUE);
    }
  else
    g_task_return_error (task, error);
}

static void
kept_listed_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsStorage *self = g_task_get_source_object (task);
  gint64 account = trs_library_get_account (self->library);
  TrsKept *kept = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (GPtrArray) accounts = trs_store_run_finish (TRS_STORE (source), result, &error);

  if (accounts == NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  for (guint i = 0; i < accounts->len; i++)
    {
      const TrsKnownAccount *stored = accounts->pdata[i];

      kept->n_all_texts += stored->n_texts;
      if (stored->id != account)
        continue;
      kept->n_texts = stored->n_texts;
      kept->n_own = stored->n_own;
      kept->n_undecided = stored->n_undecided;
    }
  trs_store_run_async (TRS_STORE (source), &trs_store_read_coverage, &(TrsStoreArgs) { .account = account }, NULL,
                       kept_measured_cb, g_steal_pointer (&task));
}

/**
 * trs_storage_read_kept_async:
 * @self: the storage
 * @callback: called when it is known
 * @user_data: (closure): for @callback
 *
 * Counts and measures what is kept on this computer.
 */
void
trs_storage_read_kept_async (TrsStorage          *self,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (TRS_IS_STORAGE (self));

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, trs_storage_read_kept_async);
  g_task_set_task_data (task, g_new0 (TrsKept, 1), g_free);
  trs_library_flush (self->library);
  trs_store_run_async (self->store, &trs_store_list_accounts, NULL, NULL, kept_listed_cb, task);
}

/**
 * trs_storage_read_kept_finish:
 * @self: the storage
 * @result: what the callback got
 * @kept: (out): what is kept
 * @error: return location for an error of the store
 *
 * Returns: %TRUE if it is known
 */
gboolean
trs_storage_read_kept_finish (TrsStorage    *self,
                              GAsyncResult  *result,
                              TrsKept       *kept,
                              GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  if (!g_task_propagate_boolean (G_TASK (result), error))
    return FALSE;
  *kept = *(TrsKept *) g_task_get_task_data (G_TASK (result));
  return TRUE;
}
