/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-session-private.h"

#include "trs-compat.h"
#include "trs-error.h"

/* So many projects identify the user of an account. */
#define N_SHOWN 100

/* Seconds until the store looks for damage: after the start, so that it does not compete with it, and between two
 * looks of a program that runs on. */
#define CHECK_AFTER_START 20
#define DAY (24 * 60 * 60)

/* Milliseconds until what was removed is erased: if nobody says that it cannot be put back any more, after the start
 * (before damage is looked for, which reads the log for a while), and until it is tried again, twice as long each
 * time. */
#define ERASE_AFTER_REMOVAL (60 * 1000)
#define ERASE_AFTER_START (10 * 1000)
#define ERASE_RETRY (5 * 1000)
#define ERASE_RETRY_MAX (30 * 60 * 1000)

/* The account that is open */

/* What is here is shown before the keyring or the network is asked. */
static void
start_opened_library_cb (GObject      *source,
                         GAsyncResult *result,
                         gpointer      user_data)
{
  g_autoptr (TrsSession) self = user_data;

  if (self->state == TRS_SESSION_STARTING)
    trs_session_look_up (self);
}

/* Puts what is kept of the account into the history, and looks for its key. */
void
trs_session_open_library (TrsSession *self)
{
  trs_library_open_async (self->library, trs_account_get_name (self->account), NULL, start_opened_library_cb,
                          g_object_ref (self));
}

/* Closes the account and takes everything of it out of memory. */
void
trs_session_forget_projects (TrsSession *self)
{
  self->delivery_account = 0;
  trs_poller_clear (self->poller);
  trs_reconciler_clear (self->reconciler);
  trs_webhook_receiver_clear (self->receiver);
  trs_list_reader_reset (self->reader);
  trs_download_queue_reset (self->downloads);
  trs_transcripts_clear (self->transcripts);
  trs_auto_export_stop (self->auto_export);
  trs_library_close (self->library);
  trs_history_close (self->history);
}

/* What is submitted is written down for the account that is open. */
void
trs_session_use_account (TrsSession *self)
{
  if (!trs_library_is_open (self->library))
    return;

  trs_submitter_set_account (self->submitter, trs_library_get_account (self->library));
  trs_session_read_delivery (self);
}

/* They identify the user, whose account may be another one there. Not without the key: the account used last then. */
static GStrv
dup_shown_ids (TrsSession *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->history));

  if (self->state != TRS_SESSION_READY)
    return NULL;

  for (guint i = 0; i < MIN (n, N_SHOWN); i++)
    {
      g_autoptr (TrsHistoryItem) item = g_list_model_get_item (G_LIST_MODEL (self->history), i);
      TrsProject *project = trs_history_item_get_project (item);

      if (project != NULL && !trs_project_is_pending (project))
        g_strv_builder_add (builder, trs_project_get_id (project));
    }
  return g_strv_builder_end (builder);
}

/* What has been read meanwhile is still in memory; what is kept already is not kept twice. */
static void
keep_again (TrsSession *self)
{
  trs_library_keep_again (self->library);
  trs_transcripts_keep_again (self->transcripts);
  if (self->erase_error != NULL)
    trs_session_erase_removed (self);
}

static void
reopened_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (TrsSession) self = user_data;

  if (!trs_library_open_finish (TRS_LIBRARY (source), result, NULL) || self->stopped)
    return;

  keep_again (self);
  if (self->state != TRS_SESSION_READY)
    return;
  trs_session_set_connector_account (self, trs_library_get_account (self->library));
  trs_connector_note_account (self->connector);
  trs_session_use_account (self);
}

/* Opens the account in the place where everything is kept from now on. */
void
trs_session_reopen_library (TrsSession *self)
{
  g_auto (GStrv) ids = dup_shown_ids (self);

  /* A page that was read a moment ago was written elsewhere, and says nothing of what is missing there. */
  trs_list_reader_reset (self->reader);
  trs_library_open_async (self->library, trs_account_get_name (self->account), (const char * const *) ids, reopened_cb,
                          g_object_ref (self));
}

/**
 * trs_session_retry_keeping:
 * @self: a session
 *
 * Tries once more to keep what could not be kept.
 */
void
trs_session_retry_keeping (TrsSession *self)
{
  gboolean moved;

  if (self->stopped || !trs_account_is_configured (self->account))
    return;

  moved = g_error_matches (trs_library_get_error (self->library), TRS_ERROR, TRS_ERROR_STORE_MOVED);
  if (trs_library_is_open (self->library) && !moved && !trs_library_is_in_memory (self->library))
    {
      keep_again (self);
      return;
    }

  trs_library_use_file_again (self->library);
  trs_session_reopen_library (self);
}

static void
emptied_opened_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (TrsSession) self = user_data;

  if (self->stopped || self->state != TRS_SESSION_READY)
    return;

  trs_list_reader_read_async (self->reader, TRS_LIST_READ_REFRESH, NULL, NULL, NULL);
  trs_session_use_account (self);
  trs_download_queue_look (self->downloads);
}

static void
open_again (TrsSession *self)
{
  if (!self->stopped)
    trs_library_open_async (self->library, trs_account_get_name (self->account), NULL, emptied_opened_cb,
                            g_object_ref (self));
}

/* Ends @task with the @result of a job of the store. */
static void
return_removed (GTask        *task,
                GAsyncResult *result)
{
  TrsSession *self = g_task_get_source_object (task);
  GError *error = NULL;

  trs_session_erase_removed (self);
  if (trs_store_run_finish (self->store, result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
emptied_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;

  return_removed (task, result);
  open_again (g_task_get_source_object (task));
}

/**
 * trs_session_empty_account_async:
 * @self: a session
 * @callback: called when it is done
 * @user_data: (closure): for @callback
 *
 * Removes what is kept of the account in use, and reads its list again if it
 * can be asked. Its key and what was set for it stay, and so do submissions
 * whose outcome is not known.
 */
void
trs_session_empty_account_async (TrsSession          *self,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);
  gint64 account = trs_library_get_account (self->library);

  trs_session_forget_projects (self);
  if (account == 0)
    {
      g_task_return_boolean (task, TRUE);
      open_again (self);
      return;
    }

  trs_store_run_async (self->store, &trs_store_use_account,
                       &(TrsStoreArgs) { .account = account, .now = trs_clock_get_time (self->clock) }, NULL, NULL,
                       NULL);
  trs_store_run_async (self->store, &trs_store_empty_account, &(TrsStoreArgs) { .account = account }, NULL, emptied_cb,
                       g_steal_pointer (&task));
}

/* Damage */

static void
set_moved_aside (TrsSession *self,
                 const char *path)
{
  if (trs_set_str (&self->moved_aside, path))
    trs_session_changed (self, "moved-aside");
}

static void
damaged_listed_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  GPtrArray *files = trs_store_run_finish (TRS_STORE (source), result, &error);

  if (files != NULL)
    g_task_return_pointer (task, files, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

static void
damaged_deleted_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsSession *self = g_task_get_source_object (task);
  GError *error = NULL;

  if (trs_store_run_finish (TRS_STORE (source), result, &error) == NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  if (g_strcmp0 (g_task_get_task_data (task), self->moved_aside) == 0)
    set_moved_aside (self, NULL);
  g_task_return_boolean (task, TRUE);
}

/* Erasure of what was removed */

static void erase_timer_cb (TrsSession *self);

static void
plan_erasing (TrsSession *self,
              guint       interval)
{
  if (!self->stopped)
    trs_clock_set_timeout (self->clock, &self->erase_timer, interval, (GSourceOnceFunc) erase_timer_cb, self);
}

/* @error: (nullable) (transfer full): a reader in another process is nothing to be told of */
static void
set_erase_error (TrsSession *self,
                 GError     *error)
{
  gboolean failed = error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_BUSY);
  gboolean changed = failed != (self->erase_error != NULL);

  g_clear_error (&self->erase_error);
  if (failed)
    self->erase_error = g_steal_pointer (&error);
  g_clear_error (&error);
  if (changed)
    trs_session_changed (self, "erase-error");
}

static void
erased_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (TrsSession) self = user_data;
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
      trs_session_changed (self, "erased");
    }
  else if (trs_store_get_mode (self->store) == TRS_STORE_FILE)
    {
      self->erase_interval = MAX (self->erase_interval, ERASE_RETRY);
      plan_erasing (self, self->erase_interval);
      self->erase_interval = MIN (self->erase_interval * 2, ERASE_RETRY_MAX);
    }
}

static void
erase_timer_cb (TrsSession *self)
{
  if (self->erasing || self->stopped || !trs_store_needs_erasing (self->store))
    return;

  self->erasing = TRUE;
  trs_store_erase_async (self->store, NULL, erased_cb, g_object_ref (self));
}

/**
 * trs_session_erase_removed:
 * @self: a session
 *
 * Erases the words of what was removed, if anything was: what was removed last
 * is not going to be put back. It is done anyway, a minute after the removal, at
 * the end of the program, or some seconds after the next start; until it succeeds
 * it is tried again. Signal `changed::erased` follows.
 */
void
trs_session_erase_removed (TrsSession *self)
{
  trs_clock_clear_timeout (self->clock, &self->erase_timer);
  self->erase_interval = ERASE_RETRY;
  erase_timer_cb (self);
}

static void plan_check (TrsSession *self,
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
  TrsSession *self = user_data;

  self->check_id = 0;
  trs_store_check_async (self->store, NULL, checked_cb, NULL);
  plan_check (self, DAY);
  return G_SOURCE_REMOVE;
}

static void
plan_check (TrsSession *self,
            guint       interval)
{
  g_clear_handle_id (&self->check_id, g_source_remove);
  self->check_id = g_timeout_add_seconds_full (G_PRIORITY_LOW, interval, check_cb, self, NULL);
}

/* Silent damage is looked for soon if the last end was not clean or the last check is a day ago, and once a day from
 * then on. */
static void
library_open_changed_cb (TrsSession *self)
{
  if (trs_library_is_open (self->library))
    {
      plan_check (self, trs_store_needs_check (self->store) ? CHECK_AFTER_START : DAY);
      if (trs_store_needs_erasing (self->store) && self->erase_timer == 0)
        plan_erasing (self, ERASE_AFTER_START);
    }
  else
    g_clear_handle_id (&self->check_id, g_source_remove);
}

void
trs_session_watch_store (TrsSession *self)
{
  trs_session_connect_to (self->store, "moved-aside", G_CALLBACK (set_moved_aside), self);
  trs_session_connect_to (self->library, "open-changed", G_CALLBACK (library_open_changed_cb), self);
}

void
trs_session_dismiss_moved_aside (TrsSession *self)
{
  trs_store_forget_damage (self->store);
  set_moved_aside (self, NULL);
}

/**
 * trs_session_has_replaced_file:
 * @self: a session
 *
 * Returns: %TRUE if it was this process that replaced the damaged file
 */
gboolean
trs_session_has_replaced_file (TrsSession *self)
{
  return trs_store_has_replaced (self->store);
}

/**
 * trs_session_list_damaged_async:
 * @self: a session
 * @callback: called when it is done
 * @user_data: (closure): for @callback
 *
 * Lists the damaged files that were moved aside.
 */
void
trs_session_list_damaged_async (TrsSession          *self,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  GTask *task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_session_list_damaged_async);
  trs_store_list_damaged_async (self->store, damaged_listed_cb, task);
}

/**
 * trs_session_list_damaged_finish:
 * @self: a session
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsDamagedFile): the files, the last one first
 */
GPtrArray *
trs_session_list_damaged_finish (TrsSession    *self,
                                 GAsyncResult  *result,
                                 GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_session_list_damaged_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * trs_session_delete_damaged_async:
 * @self: a session
 * @path: a file that was listed
 * @callback: called when it is done
 * @user_data: (closure): for @callback
 *
 * Deletes a damaged file for good. The user need not be told of it any more.
 */
void
trs_session_delete_damaged_async (TrsSession          *self,
                                  const char          *path,
                                  GAsyncReadyCallback  callback,
                                  gpointer             user_data)
{
  GTask *task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_session_delete_damaged_async);
  g_task_set_task_data (task, g_strdup (path), g_free);
  trs_store_delete_damaged_async (self->store, path, damaged_deleted_cb, task);
}

/**
 * trs_session_delete_damaged_finish:
 * @self: a session
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if the file is gone
 */
gboolean
trs_session_delete_damaged_finish (TrsSession    *self,
                                   GAsyncResult  *result,
                                   GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_session_delete_damaged_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* Removal */

static void
project_removed_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsSession *self = g_task_get_source_object (task);
  TrsProject *project = g_task_get_task_data (task);
  GError *error = NULL;
  TrsStoreRemoval removal = GPOINTER_TO_INT (trs_store_run_finish (TRS_STORE (source), result, &error));

  if (removal == TRS_STORE_REMOVAL_FAILED)
    {
      g_task_return_error (task, error);
      return;
    }

  self->erase_interval = ERASE_RETRY;
  plan_erasing (self, ERASE_AFTER_REMOVAL);
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
 * trs_session_remove_project_async:
 * @self: a session
 * @project: a project that is finished
 * @callback: called when it is done
 * @user_data: (closure): for @callback
 *
 * Removes text, note, own title and marks of @project from this computer. It
 * stays in the history as long as the service lists it, and its text can be
 * fetched again by loading it; it is not fetched by itself. Finish with
 * g_task_propagate_boolean().
 */
void
trs_session_remove_project_async (TrsSession          *self,
                                  TrsProject          *project,
                                  GAsyncReadyCallback  callback,
                                  gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (TRS_IS_PROJECT (project) && !trs_project_is_pending (project));

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_task_data (task, g_object_ref (project), g_object_unref);
  trs_download_queue_leave_out (self->downloads, project);
  trs_transcripts_forget (self->transcripts, project);
  /* What is on its way into the store comes before the removal, not after it. */
  trs_library_flush (self->library);
  trs_store_run_async (
      self->store, &trs_store_remove_project,
      &(TrsStoreArgs) { .account = trs_library_get_account (self->library), .id = trs_project_get_id (project) }, NULL,
      project_removed_cb, task);
}

static void
put_back_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsSession *self = g_task_get_source_object (task);
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
 * trs_session_put_back_async:
 * @self: a session
 * @callback: called when it is done
 * @user_data: (closure): for @callback
 *
 * Takes back what trs_session_remove_project_async() removed last: text, note
 * and own title are as they were. Finish with g_task_propagate_boolean().
 */
void
trs_session_put_back_async (TrsSession          *self,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);

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
  TrsSession *self = g_task_get_source_object (task);

  return_removed (task, result);
  trs_download_queue_look (self->downloads);
}

/**
 * trs_session_drop_texts_async:
 * @self: a session
 * @callback: called when it is done
 * @user_data: (closure): for @callback
 *
 * Removes the texts of all accounts that the service can give again; titles,
 * notes and what the service lists no longer stay. For when transcripts are
 * not to be kept any more. Finish with g_task_propagate_boolean().
 */
void
trs_session_drop_texts_async (TrsSession          *self,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  GTask *task = g_task_new (self, NULL, callback, user_data);

  trs_store_run_async (self->store, &trs_store_remove_texts, NULL, NULL, texts_dropped_cb, task);
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

  if (coverage == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  kept->disk_bytes = coverage->disk_bytes;
  g_task_return_pointer (task, g_memdup2 (kept, sizeof *kept), g_free);
}

static void
kept_listed_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsSession *self = TRS_SESSION (source);
  TrsKept *kept = g_task_get_task_data (task);
  g_autoptr (GPtrArray) accounts = g_task_propagate_pointer (G_TASK (result), NULL);

  for (guint i = 0; i < accounts->len; i++)
    {
      const TrsKnownAccount *account = accounts->pdata[i];

      kept->n_all_texts += account->n_texts;
      if (!account->current)
        continue;
      kept->n_texts = account->n_texts;
      kept->n_own = account->n_own;
      kept->n_undecided = account->n_undecided;
    }
  trs_store_run_async (self->store, &trs_store_read_coverage,
                       &(TrsStoreArgs) { .account = trs_library_get_account (self->library) }, NULL, kept_measured_cb,
                       g_steal_pointer (&task));
}

/**
 * trs_session_read_kept_async:
 * @self: a session
 * @callback: called when it is known
 * @user_data: (closure): for @callback
 *
 * Counts and measures what is kept on this computer. The result is a task with
 * a #TrsKept for g_free(), or an error of the store.
 */
void
trs_session_read_kept_async (TrsSession          *self,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  GTask *task = g_task_new (self, NULL, callback, user_data);

  g_task_set_task_data (task, g_new0 (TrsKept, 1), g_free);
  trs_session_list_accounts_async (self, kept_listed_cb, task);
}
