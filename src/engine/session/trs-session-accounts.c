/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-session-private.h"

#include "trs-task.h"

static void
set_left_account (TrsSession      *self,
                  TrsKnownAccount *account)
{
  if (account == NULL && self->left_account == NULL)
    return;

  g_clear_pointer (&self->left_account, trs_known_account_free);
  self->left_account = account;
  trs_session_changed (self, "left-account");
}

static void
left_listed_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr (TrsSession) self = user_data;
  const TrsKnownAccount *left = trs_account_list_find (TRS_ACCOUNT_LIST (source), self->left_id);

  if (left != NULL)
    set_left_account (self, trs_known_account_copy (left));
  self->left_id = 0;
}

/* Reports the account that was shown until another user's key came. */
void
trs_session_find_left_account (TrsSession *self)
{
  set_left_account (self, NULL);
  if (self->left_id != 0)
    trs_account_list_refresh_async (self->accounts, left_listed_cb, g_object_ref (self));
}

void
trs_session_dismiss_left_account (TrsSession *self)
{
  set_left_account (self, NULL);
}

/* Nothing of the account in use is asked, shown or written after this. */
static void
leave_account (TrsSession *self)
{
  trs_session_dismiss_left_account (self);
  self->n_uses++;
  trs_connector_leave (self->connector);
  trs_session_forget_projects (self);
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
  trs_account_set_label (self->account, account->name, account->id, label);
  trs_account_list_invalidate (self->accounts);
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
  trs_account_list_invalidate (self->accounts);
}

/* The one used last before it takes its place. */
static void
removal_found_next_cb (GObject      *source,
                       GAsyncResult *result,
                       gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsSession *self = g_task_get_source_object (task);

  if (g_list_model_get_n_items (G_LIST_MODEL (source)) > 0)
    {
      g_autoptr (TrsKnownAccount) next =
          trs_known_account_copy (trs_account_list_get_account (TRS_ACCOUNT_LIST (source), 0));

      next->current = FALSE;
      trs_session_switch_account (self, next);
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

  trs_connector_drop_session_key (self->connector, removal->account->name, removal->account->id);
  trs_account_set_label (self->account, removal->account->name, removal->account->id, NULL);
  if (!removal->account->shared)
    trs_account_forget (self->account, removal->account->name);
  if (removal->account->current)
    trs_account_list_refresh_async (self->accounts, removal_found_next_cb, g_object_ref (task));
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

  trs_connector_forget_finish (TRS_CONNECTOR (source), result, matters ? &removal->error : NULL);
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
    trs_connector_forget_async (self->connector, removal->account->name, removal->account->id, NULL,
                                removal_took_key_cb, g_object_ref (task));
}

static void
removal_cleared_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsSession *self = g_task_get_source_object (task);
  Removal *removal = removal_get (task);

  if (trs_storage_remove_account_finish (TRS_STORAGE (source), result, &removal->error))
    removal_take_key (task);
  /* All is as it was, but for being in use. */
  else if (removal->account->current)
    trs_account_list_refresh_async (self->accounts, removal_found_next_cb, g_object_ref (task));
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
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_session_remove_account_async);
  removal_attach (task)->account = trs_known_account_copy (account);
  if (account->current)
    leave_account (self);
  trs_library_flush (self->library);
  if (account->id == 0)
    removal_take_key (task);
  else
    trs_storage_remove_account_async (self->storage, account->id, removal_cleared_cb, g_object_ref (task));
}

/**
 * trs_session_remove_account_finish:
 * @self: a session
 * @result: what the callback got
 * @error: return location for an error
 *
 * An error of the store says that nothing was removed, one of the keyring that
 * only the key is still there.
 *
 * Returns: %TRUE if everything of it is removed
 */
gboolean
trs_session_remove_account_finish (TrsSession    *self,
                                   GAsyncResult  *result,
                                   GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_session_remove_account_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
