/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-session-private.h"

#include "trs-error.h"

/* So many projects identify the user of an account. */
#define N_SHOWN 100

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
  if (trs_storage_get_erase_error (self->storage) != NULL)
    trs_storage_erase_removed (self->storage);
}

static void
reopened_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (TrsSession) self = user_data;

  if (!g_task_propagate_boolean (G_TASK (result), NULL) || self->stopped)
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

static void
emptied_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (trs_storage_empty_account_finish (TRS_STORAGE (source), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
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

  g_task_set_source_tag (task, trs_session_empty_account_async);
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
  trs_storage_empty_account_async (self->storage, account, emptied_cb, g_steal_pointer (&task));
}

/**
 * trs_session_empty_account_finish:
 * @self: a session
 * @result: what the callback got
 * @error: return location for an error of the store
 *
 * Returns: %TRUE if nothing is kept of it any more
 */
gboolean
trs_session_empty_account_finish (TrsSession    *self,
                                  GAsyncResult  *result,
                                  GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_session_empty_account_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
