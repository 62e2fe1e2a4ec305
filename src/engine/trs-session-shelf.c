/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-session-shelf.h"

#include "trs-error.h"
#include "trs-session-private.h"
#include "trs-store-coverage.h"
#include "trs-store-removal.h"
#include "trs-store-shelves.h"
#include "trs-task.h"

/* So many projects tell whose account it is. */
#define N_SHOWN 100

/**
 * trs_session_get_store_error:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): why nothing can be kept on this computer
 */
const GError *
trs_session_get_store_error (TrsSession *self)
{
  g_return_val_if_fail (TRS_IS_SESSION (self), NULL);

  return trs_archive_get_error (self->archive);
}

/**
 * trs_session_get_moved_aside:
 * @self: a session
 *
 * Returns: (nullable): where the damaged file is in whose place a new one was
 *   begun; %NULL if there was no damage, or if it was dismissed
 */
const char *
trs_session_get_moved_aside (TrsSession *self)
{
  g_return_val_if_fail (TRS_IS_SESSION (self), NULL);

  return self->moved_aside;
}

/**
 * trs_session_dismiss_moved_aside:
 * @self: a session
 *
 * The user has been told of the damage.
 */
void
trs_session_dismiss_moved_aside (TrsSession *self)
{
  g_return_if_fail (TRS_IS_SESSION (self));

  if (self->moved_aside == NULL)
    return;
  g_clear_pointer (&self->moved_aside, g_free);
  g_object_notify (G_OBJECT (self), "moved-aside");
}

/* Without the key nobody can say which of several users it is: the one before then. */
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

      if (project != NULL && !trs_project_get_pending (project))
        g_strv_builder_add (builder, trs_project_get_id (project));
    }
  return g_strv_builder_end (builder);
}

static void
keep_text_again (TrsProject    *project,
                 TrsTranscript *transcript,
                 gpointer       user_data)
{
  TrsSession *self = user_data;

  trs_archive_keep_text_async (self->archive, project, transcript, trs_link_get_address (self->link), NULL, NULL);
}

/* What has been read meanwhile is still in memory; what is kept already is not kept twice. */
static void
keep_again (TrsSession *self)
{
  trs_archive_keep_again (self->archive);
  trs_transcripts_foreach (self->transcripts, keep_text_again, self);
}

static void
reopened_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (TrsSession) self = user_data;

  if (!trs_archive_open_finish (TRS_ARCHIVE (source), result) || self->stopped)
    return;

  keep_again (self);
  if (self->state != TRS_SESSION_READY)
    return;
  trs_session_note_key (self, self->key_in_keyring && !trs_account_get_sample (self->account));
  trs_session_use_account (self);
}

/**
 * trs_session_reopen_archive:
 * @self: a session
 *
 * Opens the account in the place where everything is kept from now on.
 */
void
trs_session_reopen_archive (TrsSession *self)
{
  g_auto (GStrv) ids = dup_shown_ids (self);

  /* A page that was read a moment ago was written elsewhere, and says nothing of what is missing there. */
  trs_list_reader_reset (self->reader);
  trs_archive_open_async (self->archive, trs_account_get_name (self->account), (const char * const *) ids, reopened_cb,
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

  g_return_if_fail (TRS_IS_SESSION (self));

  if (self->stopped || !trs_account_is_configured (self->account))
    return;

  moved = g_error_matches (trs_archive_get_error (self->archive), TRS_ERROR, TRS_ERROR_STORE_MOVED);
  if (trs_archive_is_open (self->archive) && !moved && !trs_archive_is_in_memory (self->archive))
    {
      keep_again (self);
      return;
    }

  trs_archive_use_file_again (self->archive);
  trs_session_reopen_archive (self);
}

/**
 * trs_removed_project_free:
 * @data: (type TrsRemovedProject): a project that was removed
 *
 * Frees it.
 */
void
trs_removed_project_free (gpointer data)
{
  TrsRemovedProject *removed = data;

  g_free (removed->id);
  g_free (removed->local_title);
  g_free (removed->note);
  g_free (removed);
}

/* What the store puts back by itself, and nobody else can put into an object that is there. */
static TrsRemovedProject *
removed_new (TrsSession *self,
             TrsProject *project)
{
  TrsRemovedProject *removed = g_new0 (TrsRemovedProject, 1);

  removed->id = g_strdup (trs_project_get_id (project));
  removed->shelf = trs_archive_get_shelf (self->archive);
  removed->local_title = g_strdup (trs_project_get_local_title (project));
  removed->note = g_strdup (trs_project_get_note (project));
  removed->unread = trs_project_get_unread (project);
  return removed;
}

static void
project_removed_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsSession *self = g_task_get_source_object (task);
  TrsProject *project = g_task_get_task_data (task);
  GError *error = NULL;
  TrsStoreRemoval removal = trs_store_remove_project_finish (TRS_STORE (source), result, &error);

  if (removal == TRS_STORE_REMOVAL_FAILED)
    {
      g_task_return_error (task, error);
      return;
    }

  /* What came in between is not to stay either. */
  trs_transcripts_forget (self->transcripts, project);
  g_clear_pointer (&self->removed, trs_removed_project_free);
  self->removed = removed_new (self, project);
  if (removal == TRS_STORE_REMOVAL_GONE)
    {
      trs_archive_leave_out (self->archive, project);
      trs_history_remove (self->history, trs_project_get_id (project));
    }
  trs_project_set_unread (project, FALSE);
  trs_project_set_local_title (project, NULL);
  trs_project_set_note (project, NULL);
  trs_text_fetcher_look (self->fetcher);
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
 * fetched again by loading it; it is not fetched by itself.
 */
void
trs_session_remove_project_async (TrsSession          *self,
                                  TrsProject          *project,
                                  GAsyncReadyCallback  callback,
                                  gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (TRS_IS_SESSION (self));
  g_return_if_fail (TRS_IS_PROJECT (project) && !trs_project_get_pending (project));

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, trs_session_remove_project_async);
  g_task_set_task_data (task, g_object_ref (project), g_object_unref);
  trs_text_fetcher_leave_out (self->fetcher, project);
  trs_transcripts_forget (self->transcripts, project);
  /* What is on its way into the store comes before the removal, not after it. */
  trs_archive_flush (self->archive);
  trs_store_remove_project_async (self->store, trs_archive_get_shelf (self->archive), trs_project_get_id (project),
                                  NULL, project_removed_cb, task);
}

/**
 * trs_session_remove_project_finish:
 * @self: a session
 * @result: what the callback got
 * @error: return location for an error; then all is as it was
 *
 * Returns: %TRUE if it is removed
 */
gboolean
trs_session_remove_project_finish (TrsSession    *self,
                                   GAsyncResult  *result,
                                   GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
put_back_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsSession *self = g_task_get_source_object (task);
  TrsRemovedProject *removed = g_task_get_task_data (task);
  gboolean here = removed->shelf == trs_archive_get_shelf (self->archive);
  TrsProject *project = here ? trs_history_peek (self->history, removed->id) : NULL;
  GError *error = NULL;

  if (!trs_store_removal_finish (TRS_STORE (source), result, &error))
    {
      g_task_return_error (task, error);
      return;
    }

  if (project != NULL)
    {
      if (trs_project_get_local_title (project) == NULL)
        trs_project_set_local_title (project, removed->local_title);
      if (trs_project_get_note (project) == NULL)
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
 * and own title are as they were. Finish with trs_session_removal_finish().
 */
void
trs_session_put_back_async (TrsSession          *self,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (TRS_IS_SESSION (self));

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, trs_session_put_back_async);
  if (self->removed == NULL)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }

  g_task_set_task_data (task, g_steal_pointer (&self->removed), trs_removed_project_free);
  /* What came since stays, so it has to be there. */
  trs_archive_flush (self->archive);
  trs_store_put_back_async (self->store, NULL, put_back_cb, g_steal_pointer (&task));
}

typedef struct
{
  TrsKept kept;
} ReadKept;

static void
read_kept_clear (ReadKept *state)
{
}

TRS_DEFINE_TASK_STATE (ReadKept, read_kept)

static void
kept_measured_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsStoreCoverage coverage;
  GError *error = NULL;

  if (!trs_store_read_coverage_finish (TRS_STORE (source), result, &coverage, &error))
    {
      g_task_return_error (task, error);
      return;
    }

  read_kept_get (task)->kept.disk_bytes = coverage.disk_bytes;
  g_task_return_boolean (task, TRUE);
}

static void
kept_listed_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsSession *self = g_task_get_source_object (task);
  gint64 account = trs_archive_get_shelf (self->archive);
  TrsKept *kept = &read_kept_get (task)->kept;
  GError *error = NULL;
  g_autoptr (GPtrArray) shelves = trs_store_list_shelves_finish (TRS_STORE (source), result, &error);

  if (shelves == NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  for (guint i = 0; i < shelves->len; i++)
    {
      const TrsStoreShelf *shelf = shelves->pdata[i];

      kept->n_all_texts += shelf->n_texts;
      if (shelf->account != account)
        continue;
      kept->n_texts = shelf->n_texts;
      kept->n_own = shelf->n_own;
      kept->n_undecided = shelf->n_undecided;
    }
  trs_store_read_coverage_async (TRS_STORE (source), account, NULL, kept_measured_cb, g_steal_pointer (&task));
}

/**
 * trs_session_read_kept_async:
 * @self: a session
 * @callback: called when it is known
 * @user_data: (closure): for @callback
 *
 * Counts and measures what is kept on this computer.
 */
void
trs_session_read_kept_async (TrsSession          *self,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (TRS_IS_SESSION (self));

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, trs_session_read_kept_async);
  read_kept_attach (task);
  trs_archive_flush (self->archive);
  trs_store_list_shelves_async (self->store, NULL, kept_listed_cb, task);
}

/**
 * trs_session_read_kept_finish:
 * @self: a session
 * @result: what the callback got
 * @kept: (out): what is kept
 * @error: return location for an error of the store
 *
 * Returns: %TRUE if it is known
 */
gboolean
trs_session_read_kept_finish (TrsSession    *self,
                              GAsyncResult  *result,
                              TrsKept       *kept,
                              GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  if (!g_task_propagate_boolean (G_TASK (result), error))
    return FALSE;
  *kept = read_kept_get (G_TASK (result))->kept;
  return TRUE;
}

static void
texts_dropped_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsSession *self = g_task_get_source_object (task);
  GError *error = NULL;

  if (trs_store_removal_finish (TRS_STORE (source), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
  trs_text_fetcher_look (self->fetcher);
}

/**
 * trs_session_drop_texts_async:
 * @self: a session
 * @callback: called when it is done
 * @user_data: (closure): for @callback
 *
 * Removes the texts of all accounts that the service can give again; titles,
 * notes and what the service lists no longer stay. For when transcripts are
 * not to be kept any more. Finish with trs_session_removal_finish().
 */
void
trs_session_drop_texts_async (TrsSession          *self,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (TRS_IS_SESSION (self));

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, trs_session_drop_texts_async);
  trs_store_drop_texts_async (self->store, NULL, texts_dropped_cb, task);
}

static void
emptied_opened_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (TrsSession) self = user_data;

  trs_archive_open_finish (TRS_ARCHIVE (source), result);
  if (self->stopped || self->state != TRS_SESSION_READY)
    return;

  trs_list_reader_refresh_async (self->reader, NULL, NULL, NULL);
  trs_session_use_account (self);
  trs_text_fetcher_look (self->fetcher);
}

static void
open_again (TrsSession *self)
{
  if (!self->stopped)
    trs_archive_open_async (self->archive, trs_account_get_name (self->account), NULL, emptied_opened_cb,
                            g_object_ref (self));
}

static void
emptied_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (trs_store_removal_finish (TRS_STORE (source), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
  open_again (g_task_get_source_object (task));
}

/**
 * trs_session_remove_everything_async:
 * @self: a session
 * @callback: called when it is done
 * @user_data: (closure): for @callback
 *
 * Removes what is kept of the account in use, and reads its list again if it
 * can be asked. Its key and what was set for it stay, and so do submissions
 * whose outcome is not known. Finish with trs_session_removal_finish().
 */
void
trs_session_remove_everything_async (TrsSession          *self,
                                     GAsyncReadyCallback  callback,
                                     gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;
  gint64 shelf;

  g_return_if_fail (TRS_IS_SESSION (self));

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, trs_session_remove_everything_async);
  shelf = trs_archive_get_shelf (self->archive);
  trs_session_forget_projects (self);
  if (shelf == 0)
    {
      g_task_return_boolean (task, TRUE);
      open_again (self);
      return;
    }

  trs_archive_prefer_shelf (self->archive, shelf);
  trs_store_empty_account_async (self->store, shelf, NULL, emptied_cb, g_steal_pointer (&task));
}

/**
 * trs_session_removal_finish:
 * @self: a session
 * @result: what the callback got
 * @error: return location for an error; then nothing was removed
 *
 * Returns: %TRUE if it is gone
 */
gboolean
trs_session_removal_finish (TrsSession    *self,
                            GAsyncResult  *result,
                            GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
