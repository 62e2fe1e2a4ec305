/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-storage.h"

#include "trs-compat.h"
#include "trs-known-account.h"
#include "trs-store-accounts.h"
#include "trs-store-damaged.h"
#include "trs-store-removal.h"
#include "trs-store-restore.h"
#include "trs-store-texts.h"
#include "trs-store.h"

/* Milliseconds until the store is checked for damage: after the start, so that both do not compete for the disk, and
 * between two checks while the program runs. */
#define CHECK_AFTER_START (20 * 1000)
#define DAY (24 * 60 * 60 * 1000)

/* Milliseconds until the words of removed texts are erased: after a removal that the user may still undo, after the
 * start (before the check for damage, which keeps the log in use for a while), and after a failure, doubled each
 * time. */
#define ERASE_AFTER_REMOVAL (60 * 1000)
#define ERASE_AFTER_START (10 * 1000)
#define ERASE_RETRY (5 * 1000)
#define ERASE_RETRY_MAX (30 * 60 * 1000)

struct _TrsStorage
{
  GObject parent_instance;

  TrsStore *store;
  TrsProjects *projects;
  TrsLibrary *library;
  TrsClock *clock;
  gboolean stopped;

  TrsProjectData *removed; /* (nullable): the last that can be put back, as it was */
  gint64 removed_from;     /* its account */

  GError *erase_error;
  gboolean erasing;
  guint erase_timer;
  guint erase_interval; /* milliseconds until it is tried again */

  char *moved_aside;
  guint check_timer;
};

enum
{
  PROP_MOVED_ASIDE = 1,
  PROP_ERASE_ERROR,
  N_PROPS
};

enum
{
  REMOVING,
  REMOVED,
  TEXTS_REMOVED,
  SETTLED,
  ERASED,
  N_SIGNALS
};

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsStorage, trs_storage, G_TYPE_OBJECT)

/* Erasure of what was removed */

static void erase_timer_cb (gpointer user_data);

static void
schedule_erasure (TrsStorage *self,
                  guint       interval)
{
  if (!self->stopped)
    trs_clock_set_timeout (self->clock, &self->erase_timer, interval, erase_timer_cb, self);
}

/* @error: (nullable) (transfer full): why the erasure failed; that another process is reading the file is not
 * reported */
static void
set_erase_error (TrsStorage *self,
                 GError     *error)
{
  gboolean failed = error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_BUSY);
  gboolean changed = failed != (self->erase_error != NULL);

  g_clear_error (&self->erase_error);
  if (failed)
    self->erase_error = g_steal_pointer (&error);
  g_clear_error (&error);
  if (changed)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_ERASE_ERROR]);
}

static void
erased_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (TrsStorage) self = user_data;
  GError *error = NULL;
  gboolean erased = trs_store_erase_finish (TRS_STORE (source), result, &error);

  self->erasing = FALSE;
  if (self->stopped)
    {
      g_clear_error (&error);
      return;
    }

  set_erase_error (self, error);
  if (erased)
    {
      self->erase_interval = ERASE_RETRY;
      g_signal_emit (self, signals[ERASED], 0);
    }
  else if (trs_store_get_mode (self->store) == TRS_STORE_FILE)
    {
      self->erase_interval = MAX (self->erase_interval, ERASE_RETRY);
      schedule_erasure (self, self->erase_interval);
      self->erase_interval = MIN (self->erase_interval * 2, ERASE_RETRY_MAX);
    }
}

static void
erase_timer_cb (gpointer user_data)
{
  TrsStorage *self = user_data;

  if (!self->stopped)
    g_signal_emit (self, signals[SETTLED], 0);
  if (self->erasing || self->stopped || !trs_store_needs_erasing (self->store))
    return;

  self->erasing = TRUE;
  trs_store_erase_async (self->store, NULL, erased_cb, g_object_ref (self));
}

/**
 * trs_storage_erase_removed:
 * @self: a #TrsStorage
 *
 * Erases the words of what was removed, if anything was: what was removed last
 * is not going to be put back. It is done anyway, a minute after the removal, at
 * the end of the program, or some seconds after the next start; until it succeeds
 * it is tried again. Signal `erased` follows.
 */
void
trs_storage_erase_removed (TrsStorage *self)
{
  trs_clock_clear_timeout (self->clock, &self->erase_timer);
  self->erase_interval = ERASE_RETRY;
  erase_timer_cb (self);
}

/**
 * trs_storage_get_erase_error:
 * @self: a #TrsStorage
 *
 * Returns: (transfer none) (nullable): why the words of what was removed could
 *   not be erased from the file yet
 */
const GError *
trs_storage_get_erase_error (TrsStorage *self)
{
  return self->erase_error;
}

/* Damage */

static void
set_moved_aside (TrsStorage *self,
                 const char *path)
{
  if (trs_set_str (&self->moved_aside, path))
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_MOVED_ASIDE]);
}

static void schedule_check (TrsStorage *self,
                            guint       interval);

static void
checked_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GError) error = NULL;

  /* If there is damage, #TrsStore::moved-aside reports it. */
  if (!trs_store_check_finish (TRS_STORE (source), result, &error))
    g_info ("The file could not be checked: %s", error->message);
}

static void
check_timer_cb (gpointer user_data)
{
  TrsStorage *self = user_data;

  trs_store_check_async (self->store, NULL, checked_cb, NULL);
  trs_store_keep_copy (self->store);
  schedule_check (self, DAY);
}

static void
schedule_check (TrsStorage *self,
                guint       interval)
{
  if (!self->stopped)
    trs_clock_set_timeout (self->clock, &self->check_timer, interval, check_timer_cb, self);
}

/* Checks for silent damage soon if the last run did not end cleanly or the last check was a day ago, and then once a
 * day. */
static void
library_open_changed_cb (TrsStorage *self)
{
  if (!trs_library_is_open (self->library))
    {
      trs_clock_clear_timeout (self->clock, &self->check_timer);
      return;
    }

  trs_store_keep_copy (self->store);
  schedule_check (self, trs_store_needs_check (self->store) ? CHECK_AFTER_START : DAY);
  if (trs_store_needs_erasing (self->store) && self->erase_timer == 0)
    schedule_erasure (self, ERASE_AFTER_START);
}

/**
 * trs_storage_get_moved_aside:
 * @self: a #TrsStorage
 *
 * Returns: (transfer none) (nullable): where the damaged file is that a new one
 *   replaces; %NULL if there is none, or if the user dismissed it
 */
const char *
trs_storage_get_moved_aside (TrsStorage *self)
{
  return self->moved_aside;
}

/**
 * trs_storage_dismiss_moved_aside:
 * @self: a #TrsStorage
 *
 * The user has read that a damaged file was moved aside.
 */
void
trs_storage_dismiss_moved_aside (TrsStorage *self)
{
  trs_store_forget_damage (self->store);
  set_moved_aside (self, NULL);
}

/**
 * trs_storage_has_replaced_file:
 * @self: a #TrsStorage
 *
 * Returns: %TRUE if it was this process that replaced the damaged file
 */
gboolean
trs_storage_has_replaced_file (TrsStorage *self)
{
  return trs_store_has_replaced (self->store);
}

static void
damaged_listed_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  GPtrArray *files = trs_store_damaged_list_finish (TRS_STORE (source), result, &error);

  if (files != NULL)
    g_task_return_pointer (task, files, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

/**
 * trs_storage_list_damaged_async:
 * @self: a #TrsStorage
 * @callback: called when it is done
 * @user_data: (closure): for @callback
 *
 * Lists the damaged files that were moved aside.
 */
void
trs_storage_list_damaged_async (TrsStorage          *self,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  GTask *task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_storage_list_damaged_async);
  trs_store_damaged_list_async (self->store, damaged_listed_cb, task);
}

/**
 * trs_storage_list_damaged_finish:
 * @self: a #TrsStorage
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsDamagedFile): the files, the last one first
 */
GPtrArray *
trs_storage_list_damaged_finish (TrsStorage    *self,
                                 GAsyncResult  *result,
                                 GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_storage_list_damaged_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
damaged_deleted_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsStorage *self = g_task_get_source_object (task);
  GError *error = NULL;

  if (!trs_store_damaged_delete_finish (TRS_STORE (source), result, &error))
    {
      g_task_return_error (task, error);
      return;
    }

  if (g_strcmp0 (g_task_get_task_data (task), self->moved_aside) == 0)
    set_moved_aside (self, NULL);
  g_task_return_boolean (task, TRUE);
}

/**
 * trs_storage_delete_damaged_async:
 * @self: a #TrsStorage
 * @path: a file that was listed
 * @callback: called when it is done
 * @user_data: (closure): for @callback
 *
 * Deletes a damaged file for good. `moved-aside` no longer names it.
 */
void
trs_storage_delete_damaged_async (TrsStorage          *self,
                                  const char          *path,
                                  GAsyncReadyCallback  callback,
                                  gpointer             user_data)
{
  GTask *task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_storage_delete_damaged_async);
  g_task_set_task_data (task, g_strdup (path), g_free);
  trs_store_damaged_delete_async (self->store, path, damaged_deleted_cb, task);
}

/**
 * trs_storage_delete_damaged_finish:
 * @self: a #TrsStorage
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if the file is gone
 */
gboolean
trs_storage_delete_damaged_finish (TrsStorage    *self,
                                   GAsyncResult  *result,
                                   GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_storage_delete_damaged_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * trs_storage_get_copied_at:
 * @self: a #TrsStorage
 * @path: a damaged file
 *
 * Returns: when what the user had added was copied last before the damage, in microseconds since the epoch; 0 if there
 *   is no copy
 */
gint64
trs_storage_get_copied_at (TrsStorage *self,
                           const char *path)
{
  return trs_store_restore_get_copied_at (path);
}

static void
restored_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  TrsLoss *back = trs_store_restore_finish (TRS_STORE (source), result, &error);

  if (back != NULL)
    g_task_return_pointer (task, back, g_free);
  else
    g_task_return_error (task, error);
}

/**
 * trs_storage_restore_copy_async:
 * @self: a #TrsStorage
 * @path: a damaged file with a copy
 * @callback: called when it is done
 * @user_data: (closure): for @callback
 *
 * Brings back what the user had added, of all accounts. What is there now stays.
 */
void
trs_storage_restore_copy_async (TrsStorage          *self,
                                const char          *path,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  GTask *task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_storage_restore_copy_async);
  /* What is still to be written is newer than the copy. */
  trs_library_flush (self->library);
  trs_store_restore_async (self->store, path, restored_cb, task);
}

/**
 * trs_storage_restore_copy_finish:
 * @self: a #TrsStorage
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): how much is back, to be freed with g_free(); %NULL with @error set
 */
TrsLoss *
trs_storage_restore_copy_finish (TrsStorage    *self,
                                 GAsyncResult  *result,
                                 GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_storage_restore_copy_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* Removal */

static void
loss_counted_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  TrsLoss *loss = trs_store_projects_count_loss_finish (TRS_STORE (source), result, &error);

  if (loss != NULL)
    g_task_return_pointer (task, loss, g_free);
  else
    g_task_return_error (task, error);
}

/**
 * trs_storage_count_loss_async:
 * @self: a #TrsStorage
 * @ids: (array zero-terminated=1): projects of the account in use
 * @texts_too: whether the service loses their transcripts, too
 * @callback: called when it is done
 * @user_data: (closure): for @callback
 *
 * Counts what trs_storage_remove_project_async() would remove for good.
 */
void
trs_storage_count_loss_async (TrsStorage          *self,
                              const char * const  *ids,
                              gboolean             texts_too,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  GTask *task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_storage_count_loss_async);
  /* A title or note that is still to be written goes, too. */
  trs_library_flush (self->library);
  trs_store_projects_count_loss_async (self->store, trs_library_get_account (self->library), ids, texts_too, NULL,
                                       loss_counted_cb, task);
}

/**
 * trs_storage_count_loss_finish:
 * @self: a #TrsStorage
 * @result: what the callback got
 * @error: return location for an error of the store
 *
 * Returns: (transfer full) (nullable): how much it is, to be freed with g_free(); %NULL with @error set
 */
TrsLoss *
trs_storage_count_loss_finish (TrsStorage    *self,
                               GAsyncResult  *result,
                               GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_storage_count_loss_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
project_removed_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsStorage *self = g_task_get_source_object (task);
  TrsProject *project = g_task_get_task_data (task);
  GError *error = NULL;
  TrsStoreRemoval removal = trs_store_projects_remove_finish (TRS_STORE (source), result, &error);

  if (removal == TRS_STORE_REMOVAL_FAILED)
    {
      g_task_return_error (task, error);
      return;
    }

  self->erase_interval = ERASE_RETRY;
  schedule_erasure (self, ERASE_AFTER_REMOVAL);
  g_clear_pointer (&self->removed, trs_project_data_free);
  self->removed = trs_project_data_copy (trs_project_get_data (project));
  self->removed_from = trs_library_get_account (self->library);
  if (removal == TRS_STORE_REMOVAL_GONE)
    {
      trs_library_leave_out (self->library, project);
      trs_projects_remove (self->projects, trs_project_get_id (project));
    }
  trs_project_set_unread (project, FALSE);
  trs_project_set_local_title (project, NULL);
  trs_project_set_note (project, NULL);
  g_signal_emit (self, signals[REMOVED], 0, project);
  g_task_return_boolean (task, TRUE);
}

/**
 * trs_storage_remove_project_async:
 * @self: a #TrsStorage
 * @project: a project that is finished
 * @callback: called when it is done
 * @user_data: (closure): for @callback
 *
 * Removes text, note, own title and highlights of @project from this computer. It
 * stays in the history as long as the service lists it, and its text can be
 * fetched again by loading it; it is not fetched by itself.
 */
void
trs_storage_remove_project_async (TrsStorage          *self,
                                  TrsProject          *project,
                                  GAsyncReadyCallback  callback,
                                  gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (TRS_IS_PROJECT (project) && !trs_project_is_pending (project));

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, trs_storage_remove_project_async);
  g_task_set_task_data (task, g_object_ref (project), g_object_unref);
  g_signal_emit (self, signals[REMOVING], 0, project);
  /* Pending writes must come before the removal, or they would bring the project back. */
  trs_library_flush (self->library);
  trs_store_projects_remove_async (self->store, trs_library_get_account (self->library), trs_project_get_id (project),
                                   NULL, project_removed_cb, task);
}

/**
 * trs_storage_remove_project_finish:
 * @self: a #TrsStorage
 * @result: what the callback got
 * @error: return location for an error of the store
 *
 * Returns: %TRUE if it is removed
 */
gboolean
trs_storage_remove_project_finish (TrsStorage    *self,
                                   GAsyncResult  *result,
                                   GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_storage_remove_project_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
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
  TrsProject *project = here ? trs_projects_peek (self->projects, removed->id) : NULL;
  GError *error = NULL;

  if (!trs_store_projects_put_back_finish (TRS_STORE (source), result, &error))
    {
      g_task_return_error (task, error);
      return;
    }

  /* The store put these values back into the file only. A live object gets them here, except those that were set
   * again since. */
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
 * @self: a #TrsStorage
 * @callback: called when it is done
 * @user_data: (closure): for @callback
 *
 * Takes back what trs_storage_remove_project_async() removed last: text, note
 * and own title are as they were.
 */
void
trs_storage_put_back_async (TrsStorage          *self,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_storage_put_back_async);
  if (self->removed == NULL)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }

  g_task_set_task_data (task, g_steal_pointer (&self->removed), (GDestroyNotify) trs_project_data_free);
  /* Pending writes must come first, because values set since the removal are kept. */
  trs_library_flush (self->library);
  trs_store_projects_put_back_async (self->store, NULL, put_back_cb, g_steal_pointer (&task));
}

/**
 * trs_storage_put_back_finish:
 * @self: a #TrsStorage
 * @result: what the callback got
 * @error: return location for an error of the store
 *
 * Returns: %TRUE if it is back
 */
gboolean
trs_storage_put_back_finish (TrsStorage    *self,
                             GAsyncResult  *result,
                             GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_storage_put_back_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
texts_removed_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsStorage *self = g_task_get_source_object (task);

  GError *error = NULL;

  trs_storage_erase_removed (self);
  if (trs_store_texts_remove_all_finish (TRS_STORE (source), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
  g_signal_emit (self, signals[TEXTS_REMOVED], 0);
}

/**
 * trs_storage_remove_texts_async:
 * @self: a #TrsStorage
 * @callback: called when it is done
 * @user_data: (closure): for @callback
 *
 * Removes the texts of all accounts that the service can give again; titles,
 * notes and what the service lists no longer stay. For when transcripts are
 * not to be kept any more.
 */
void
trs_storage_remove_texts_async (TrsStorage          *self,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  GTask *task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_storage_remove_texts_async);
  trs_store_texts_remove_all_async (self->store, NULL, texts_removed_cb, task);
}

/**
 * trs_storage_remove_texts_finish:
 * @self: a #TrsStorage
 * @result: what the callback got
 * @error: return location for an error of the store
 *
 * Returns: %TRUE if they are removed
 */
gboolean
trs_storage_remove_texts_finish (TrsStorage    *self,
                                 GAsyncResult  *result,
                                 GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_storage_remove_texts_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
account_emptied_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  trs_storage_erase_removed (g_task_get_source_object (task));
  if (trs_store_accounts_empty_finish (TRS_STORE (source), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/**
 * trs_storage_empty_account_async:
 * @self: a #TrsStorage
 * @account: number of an account that is not open
 * @callback: called when it is done
 * @user_data: (closure): for @callback
 *
 * Removes what is kept of an account, but for submissions whose outcome is not
 * known.
 */
void
trs_storage_empty_account_async (TrsStorage          *self,
                                 gint64               account,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data)
{
  GTask *task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_storage_empty_account_async);
  trs_store_accounts_empty_async (self->store, account, NULL, account_emptied_cb, task);
}

/**
 * trs_storage_empty_account_finish:
 * @self: a #TrsStorage
 * @result: what the callback got
 * @error: return location for an error of the store
 *
 * Returns: %TRUE if it is empty
 */
gboolean
trs_storage_empty_account_finish (TrsStorage    *self,
                                  GAsyncResult  *result,
                                  GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_storage_empty_account_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
account_removed_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  trs_storage_erase_removed (g_task_get_source_object (task));
  if (trs_store_accounts_remove_finish (TRS_STORE (source), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/**
 * trs_storage_remove_account_async:
 * @self: a #TrsStorage
 * @account: number of an account that is not open
 * @callback: called when it is done
 * @user_data: (closure): for @callback
 *
 * Removes everything that is kept of an account.
 */
void
trs_storage_remove_account_async (TrsStorage          *self,
                                  gint64               account,
                                  GAsyncReadyCallback  callback,
                                  gpointer             user_data)
{
  GTask *task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_storage_remove_account_async);
  trs_store_accounts_remove_async (self->store, account, NULL, account_removed_cb, task);
}

/**
 * trs_storage_remove_account_finish:
 * @self: a #TrsStorage
 * @result: what the callback got
 * @error: return location for an error of the store
 *
 * Returns: %TRUE if nothing of it is left
 */
gboolean
trs_storage_remove_account_finish (TrsStorage    *self,
                                   GAsyncResult  *result,
                                   GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_storage_remove_account_async), FALSE);

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
  g_autofree TrsStoreCoverage *coverage = trs_store_texts_read_coverage_finish (TRS_STORE (source), result, &error);

  if (coverage == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  kept->disk_bytes = coverage->disk_bytes;
  g_task_return_pointer (task, g_memdup2 (kept, sizeof *kept), g_free);
}

static void
kept_counted_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsStorage *self = g_task_get_source_object (task);
  TrsKept *kept = g_task_get_task_data (task);
  gint64 current = trs_library_get_account (self->library);
  g_autoptr (GPtrArray) accounts = trs_store_accounts_list_finish (TRS_STORE (source), result, NULL);

  for (guint i = 0; accounts != NULL && i < accounts->len; i++)
    {
      const TrsKnownAccount *account = accounts->pdata[i];

      kept->n_all_texts += account->n_texts;
      if (account->id != current)
        continue;
      kept->n_texts = account->n_texts;
      kept->n_own = account->n_own;
      kept->n_undecided = account->n_undecided;
    }
  trs_store_texts_read_coverage_async (self->store, current, NULL, kept_measured_cb, g_steal_pointer (&task));
}

/**
 * trs_storage_read_kept_async:
 * @self: a #TrsStorage
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
  GTask *task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_storage_read_kept_async);
  g_task_set_task_data (task, g_new0 (TrsKept, 1), g_free);
  trs_library_flush (self->library);
  trs_store_accounts_list_async (self->store, NULL, kept_counted_cb, task);
}

/**
 * trs_storage_read_kept_finish:
 * @self: a #TrsStorage
 * @result: what the callback got
 * @error: return location for an error of the store
 *
 * Returns: (transfer full) (nullable): counts and size, for g_free()
 */
TrsKept *
trs_storage_read_kept_finish (TrsStorage    *self,
                              GAsyncResult  *result,
                              GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_storage_read_kept_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* The class */

static void
trs_storage_get_property (GObject    *object,
                          guint       property_id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  TrsStorage *self = TRS_STORAGE (object);

  switch (property_id)
    {
    case PROP_MOVED_ASIDE:
      g_value_set_string (value, self->moved_aside);
      break;
    case PROP_ERASE_ERROR:
      g_value_set_boxed (value, self->erase_error);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
trs_storage_dispose (GObject *object)
{
  TrsStorage *self = TRS_STORAGE (object);

  if (self->clock != NULL)
    trs_storage_stop (self);

  g_clear_object (&self->library);
  g_clear_object (&self->projects);
  g_clear_object (&self->store);
  g_clear_object (&self->clock);
  g_clear_pointer (&self->removed, trs_project_data_free);
  g_clear_pointer (&self->moved_aside, g_free);
  g_clear_error (&self->erase_error);

  G_OBJECT_CLASS (trs_storage_parent_class)->dispose (object);
}

static void
trs_storage_class_init (TrsStorageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = trs_storage_get_property;
  object_class->dispose = trs_storage_dispose;

  props[PROP_MOVED_ASIDE] = g_param_spec_string ("moved-aside", NULL, NULL, NULL, flags);
  props[PROP_ERASE_ERROR] = g_param_spec_boxed ("erase-error", NULL, NULL, G_TYPE_ERROR, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);

  signals[REMOVING] = g_signal_new ("removing", TRS_TYPE_STORAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                    1, TRS_TYPE_PROJECT);
  signals[REMOVED] = g_signal_new ("removed", TRS_TYPE_STORAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                   TRS_TYPE_PROJECT);
  signals[TEXTS_REMOVED] = g_signal_new ("texts-removed", TRS_TYPE_STORAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 0);
  signals[SETTLED] = g_signal_new ("settled", TRS_TYPE_STORAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[ERASED] = g_signal_new ("erased", TRS_TYPE_STORAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
trs_storage_init (TrsStorage *self)
{
}

/**
 * trs_storage_new:
 * @store: where everything is kept
 * @projects: the projects of the account in use
 * @library: what is kept of them
 * @clock: the time
 *
 * Returns: (transfer full): a new object
 */
TrsStorage *
trs_storage_new (TrsStore    *store,
                 TrsProjects *projects,
                 TrsLibrary  *library,
                 TrsClock    *clock)
{
  TrsStorage *self = g_object_new (TRS_TYPE_STORAGE, NULL);

  self->store = g_object_ref (store);
  self->projects = g_object_ref (projects);
  self->library = g_object_ref (library);
  self->clock = g_object_ref (clock);
  g_signal_connect_object (store, "moved-aside", G_CALLBACK (set_moved_aside), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (library, "notify::open", G_CALLBACK (library_open_changed_cb), self, G_CONNECT_SWAPPED);
  return self;
}

/**
 * trs_storage_stop:
 * @self: a #TrsStorage
 *
 * Ends the timers.
 */
void
trs_storage_stop (TrsStorage *self)
{
  self->stopped = TRUE;
  trs_clock_clear_timeout (self->clock, &self->erase_timer);
  trs_clock_clear_timeout (self->clock, &self->check_timer);
}
