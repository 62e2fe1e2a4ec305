/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-session-accounts.h"

#include "trs-error.h"
#include "trs-session-private.h"
#include "trs-store.h"
#include "trs-task.h"

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

  trs_library_open_finish (TRS_LIBRARY (source), result);
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
  trs_poller_clear (self->poller);
  trs_reconciler_clear (self->reconciler);
  trs_webhook_receiver_clear (self->receiver);
  trs_list_reader_reset (self->reader);
  trs_download_queue_reset (self->queue);
  trs_transcripts_clear (self->transcripts);
  trs_library_close (self->library);
  trs_history_close (self->history);
}

/* What is submitted is written down for the account that is open. */
void
trs_session_use_account (TrsSession *self)
{
  if (trs_library_is_open (self->library))
    trs_submitter_set_account (self->submitter, trs_library_get_account (self->library));
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

      if (project != NULL && !project->pending)
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
}

static void
reopened_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (TrsSession) self = user_data;

  if (!trs_library_open_finish (TRS_LIBRARY (source), result) || self->stopped)
    return;

  keep_again (self);
  if (self->state != TRS_SESSION_READY)
    return;
  trs_session_note_key (self, self->key_in_keyring && !trs_account_get_sample (self->account));
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

  g_return_if_fail (TRS_IS_SESSION (self));

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

  trs_library_open_finish (TRS_LIBRARY (source), result);
  if (self->stopped || self->state != TRS_SESSION_READY)
    return;

  trs_list_reader_refresh_async (self->reader, NULL, NULL, NULL);
  trs_session_use_account (self);
  trs_download_queue_look (self->queue);
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

  if (trs_store_run_finish (TRS_STORE (source), result, &error))
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
  g_autoptr (GTask) task = NULL;
  gint64 account;

  g_return_if_fail (TRS_IS_SESSION (self));

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, trs_session_empty_account_async);
  account = trs_library_get_account (self->library);
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
  trs_store_run_async (self->store, &trs_store_remove,
                       &(TrsStoreArgs) { .account = account, .scope = TRS_STORE_SCOPE_CONTENT }, NULL, emptied_cb,
                       g_steal_pointer (&task));
}

/* The accounts that are known */

static TrsKnownAccount *
known_account_new (const char *name)
{
  TrsKnownAccount *account = g_new0 (TrsKnownAccount, 1);

  account->name = g_strdup (name);
  account->sample = g_str_equal (name, TRS_ACCOUNT_SAMPLE);
  return account;
}

/* What the store does not know. */
static void
complete_account (TrsSession      *self,
                  TrsKnownAccount *account)
{
  gint64 key_account;

  account->sample = g_str_equal (account->name, TRS_ACCOUNT_SAMPLE);
  key_account = account->sample ? 0 : trs_account_get_key_account (self->account, account->name);
  account->current = trs_library_get_account (self->library) == account->id;
  account->keyless = key_account != 0 && key_account != account->id;
  account->session_key = trs_session_get_session_key (self, account->name, account->id) != NULL;
  account->label = trs_account_dup_label (self->account, account->name, account->id);
}

static gboolean
has_name (GPtrArray  *accounts,
          const char *name)
{
  for (guint i = 0; i < accounts->len; i++)
    {
      if (g_str_equal (((TrsKnownAccount *) accounts->pdata[i])->name, name))
        return TRUE;
    }
  return FALSE;
}

/* The service has no names of users: the label has to show the newest video of each. */
static void
mark_shared (GPtrArray *accounts)
{
  for (guint i = 0; i < accounts->len; i++)
    {
      TrsKnownAccount *one = accounts->pdata[i];

      for (guint j = 0; j < i; j++)
        {
          TrsKnownAccount *other = accounts->pdata[j];

          if (g_str_equal (one->name, other->name))
            one->shared = other->shared = TRUE;
        }
    }
}

/* Where nothing can be kept, the accounts are still known by what was set for them. */
static void
add_names (TrsSession *self,
           GPtrArray  *accounts)
{
  g_auto (GStrv) names = trs_account_dup_names (self->account);
  const char *in_use = trs_account_get_name (self->account);

  if (*in_use != '\0' && !has_name (accounts, in_use))
    {
      TrsKnownAccount *account = known_account_new (in_use);

      account->current = TRUE;
      g_ptr_array_insert (accounts, 0, account);
    }
  for (guint i = 0; names[i] != NULL; i++)
    {
      if (!has_name (accounts, names[i]))
        g_ptr_array_add (accounts, known_account_new (names[i]));
    }
}

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsSession *self = g_task_get_source_object (task);
  GPtrArray *accounts = trs_store_run_finish (TRS_STORE (source), result, NULL);

  if (accounts == NULL)
    accounts = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_known_account_free);
  for (guint i = 0; i < accounts->len; i++)
    complete_account (self, accounts->pdata[i]);
  add_names (self, accounts);
  mark_shared (accounts);
  g_task_return_pointer (task, accounts, (GDestroyNotify) g_ptr_array_unref);
}

/**
 * trs_session_list_accounts_async:
 * @self: a session
 * @callback: called when they are known
 * @user_data: (closure): for @callback
 *
 * Lists the accounts that are known on this computer, the one used last first.
 */
void
trs_session_list_accounts_async (TrsSession          *self,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (TRS_IS_SESSION (self));

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, trs_session_list_accounts_async);
  trs_library_flush (self->library);
  trs_store_run_async (self->store, &trs_store_list_accounts, NULL, NULL, listed_cb, task);
}

/**
 * trs_session_list_accounts_finish:
 * @self: a session
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsKnownAccount): the accounts
 */
GPtrArray *
trs_session_list_accounts_finish (TrsSession    *self,
                                  GAsyncResult  *result,
                                  GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* Notes whose key the keyring holds: that of another user of the address is never used with this account. */
void
trs_session_note_key (TrsSession *self,
                      gboolean    stored)
{
  gint64 account = trs_library_get_kept_account (self->library);

  if (stored)
    trs_account_set_key_account (self->account, account != 0 ? account : -1);
}

/* Whether the key in the keyring, one for an address, belongs to another account than the one that is open. */
gboolean
trs_session_key_is_of_another (TrsSession *self)
{
  gint64 key_account = trs_account_get_key_account (self->account, trs_account_get_name (self->account));
  gint64 account = trs_library_get_kept_account (self->library);

  return !trs_account_get_sample (self->account) && key_account != 0 && account != 0 && key_account != account;
}

static void
set_left_account (TrsSession      *self,
                  TrsKnownAccount *account)
{
  if (account == NULL && self->left_account == NULL)
    return;

  g_clear_pointer (&self->left_account, trs_known_account_free);
  self->left_account = account;
  g_object_notify (G_OBJECT (self), "left-account");
}

static void
left_listed_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  TrsSession *self = TRS_SESSION (source);
  g_autoptr (GPtrArray) accounts = trs_session_list_accounts_finish (self, result, NULL);

  for (guint i = 0; accounts != NULL && i < accounts->len; i++)
    {
      const TrsKnownAccount *account = accounts->pdata[i];

      if (self->left_id != 0 && account->id == self->left_id)
        set_left_account (self, trs_known_account_copy (account));
    }
  self->left_id = 0;
}

/* Reports the account that was shown until another user's key came. */
void
trs_session_find_left_account (TrsSession *self)
{
  set_left_account (self, NULL);
  if (self->left_id != 0)
    trs_session_list_accounts_async (self, left_listed_cb, NULL);
}

/**
 * trs_session_get_left_account:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): the account of the same server that was
 *   shown until the key of another user was entered; %NULL if there was none,
 *   or if it was dismissed
 */
const TrsKnownAccount *
trs_session_get_left_account (TrsSession *self)
{
  return self->left_account;
}

void
trs_session_dismiss_left_account (TrsSession *self)
{
  g_return_if_fail (TRS_IS_SESSION (self));

  set_left_account (self, NULL);
}

/* Nothing of the account in use is asked, shown or written after this. */
static void
leave_account (TrsSession *self)
{
  trs_session_dismiss_left_account (self);
  g_clear_pointer (&self->key_checksum, g_free);
  trs_session_cancel_look_up (self);
  trs_api_client_close (self->client);
  trs_session_forget_projects (self);
  trs_connector_stop_sample (self->connector);
}

/**
 * trs_session_switch_account:
 * @self: a session
 * @account: an account that is known here
 *
 * Uses another account: what is kept of it stands in the history at once, and
 * its key is looked for. What was submitted with the one before goes on there.
 */
void
trs_session_switch_account (TrsSession            *self,
                            const TrsKnownAccount *account)
{
  g_return_if_fail (TRS_IS_SESSION (self));
  g_return_if_fail (account != NULL);

  if (self->stopped || account->current)
    return;

  leave_account (self);
  trs_account_set_server (self->account, account->name, account->sample);
  trs_session_set_state (self, TRS_SESSION_STARTING, NULL, FALSE);
  if (account->id != 0)
    trs_store_run_async (self->store, &trs_store_use_account,
                         &(TrsStoreArgs) { .account = account->id, .now = trs_clock_get_time (self->clock) }, NULL,
                         NULL, NULL);
  trs_session_open_library (self);
}

/**
 * trs_session_name_account:
 * @self: a session
 * @account: an account of which something is kept here
 * @label: what the user calls it; blank for its address
 *
 * Names an account, on this computer only.
 */
void
trs_session_name_account (TrsSession            *self,
                          const TrsKnownAccount *account,
                          const char            *label)
{
  g_return_if_fail (TRS_IS_SESSION (self));
  g_return_if_fail (account != NULL);

  trs_account_set_label (self->account, account->name, account->id, label);
  g_signal_emit_by_name (self, "accounts-changed");
}

typedef struct
{
  TrsKnownAccount *account;
  GError *error;
} Removal;

static void
removal_clear (Removal *removal)
{
  g_clear_pointer (&removal->account, trs_known_account_free);
  g_clear_error (&removal->error);
}

TRS_DEFINE_TASK_STATE (Removal, removal)

static void
removal_end (GTask *task)
{
  TrsSession *self = g_task_get_source_object (task);
  Removal *removal = removal_get (task);

  if (removal->error != NULL)
    g_task_return_error (task, g_steal_pointer (&removal->error));
  else
    g_task_return_boolean (task, TRUE);
  g_signal_emit_by_name (self, "accounts-changed");
}

/* The one used last before it takes its place. */
static void
removal_found_next_cb (GObject      *source,
                       GAsyncResult *result,
                       gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsSession *self = TRS_SESSION (source);
  g_autoptr (GPtrArray) accounts = trs_session_list_accounts_finish (self, result, NULL);

  if (accounts != NULL && accounts->len > 0)
    {
      ((TrsKnownAccount *) accounts->pdata[0])->current = FALSE;
      trs_session_switch_account (self, accounts->pdata[0]);
    }
  else
    trs_session_set_state (self, TRS_SESSION_NO_ACCOUNT, NULL, FALSE);
  removal_end (task);
}

static void
removal_forget (GTask *task)
{
  TrsSession *self = g_task_get_source_object (task);
  Removal *removal = removal_get (task);

  trs_session_set_session_key (self, removal->account->name, removal->account->id, NULL);
  trs_account_set_label (self->account, removal->account->name, removal->account->id, NULL);
  if (!removal->account->shared)
    trs_account_forget (self->account, removal->account->name);
  if (removal->account->current)
    trs_session_list_accounts_async (self, removal_found_next_cb, g_object_ref (task));
  else
    removal_end (task);
}

static void
removal_took_key_cb (GObject      *source,
                     GAsyncResult *result,
                     gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Removal *removal = removal_get (task);
  /* A key that no keyring took need not be taken out of one. */
  gboolean matters = removal->error == NULL && !removal->account->session_key;

  trs_keyring_remove_finish (TRS_KEYRING (source), result, matters ? &removal->error : NULL);
  removal_forget (task);
}

static void
removal_take_key (GTask *task)
{
  TrsSession *self = g_task_get_source_object (task);
  Removal *removal = removal_get (task);

  if (removal->account->sample || removal->account->keyless)
    removal_forget (task);
  else
    trs_keyring_remove_async (self->keyring, removal->account->name, NULL, removal_took_key_cb, g_object_ref (task));
}

static void
removal_cleared_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsSession *self = g_task_get_source_object (task);
  Removal *removal = removal_get (task);

  if (trs_store_run_finish (TRS_STORE (source), result, &removal->error))
    removal_take_key (task);
  /* All is as it was, but for being in use. */
  else if (removal->account->current)
    trs_session_list_accounts_async (self, removal_found_next_cb, g_object_ref (task));
  else
    removal_end (task);
}

/**
 * trs_session_remove_account_async:
 * @self: a session
 * @account: an account, as it was listed last
 * @callback: called when it is done
 * @user_data: (closure): for @callback
 *
 * Removes everything of an account from this computer: what is kept, what was
 * set for it and its key. The service keeps its own. If it was in use, the
 * one that was used last before it takes its place, if there is any.
 */
void
trs_session_remove_account_async (TrsSession            *self,
                                  const TrsKnownAccount *account,
                                  GAsyncReadyCallback    callback,
                                  gpointer               user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (TRS_IS_SESSION (self));
  g_return_if_fail (account != NULL);

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, trs_session_remove_account_async);
  removal_attach (task)->account = trs_known_account_copy (account);
  if (account->current)
    leave_account (self);
  trs_library_flush (self->library);
  if (account->id == 0)
    removal_take_key (task);
  else
    trs_store_run_async (self->store, &trs_store_remove,
                         &(TrsStoreArgs) { .account = account->id, .scope = TRS_STORE_SCOPE_ACCOUNT }, NULL,
                         removal_cleared_cb, g_object_ref (task));
}

/**
 * trs_session_removal_finish:
 * @self: a session
 * @result: what the callback got
 * @error: return location for an error: of the store, and then nothing was
 *   removed; of the keyring, and then only the key is still there
 *
 * Returns: %TRUE if nothing of it is left
 */
gboolean
trs_session_removal_finish (TrsSession    *self,
                            GAsyncResult  *result,
                            GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
