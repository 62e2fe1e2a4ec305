/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-session-private.h"

#include "trs-task.h"

/* The accounts that are known */

/* What the store does not know. */
static void
complete_account (TrsSession      *self,
                  TrsKnownAccount *account)
{
  account->sample = g_str_equal (account->name, TRS_ACCOUNT_SAMPLE);
  account->current = trs_library_get_account (self->library) == account->id;
  account->keyless = trs_connector_is_keyless (self->connector, account->name, account->id);
  account->session_key = trs_connector_has_session_key (self->connector, account->name, account->id);
  account->label = trs_account_dup_label (self->account, account->name, account->id);
}

/* The service has no names of users: the label has to show a number and the newest video of each. */
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
  for (guint i = 0; i < accounts->len; i++)
    {
      TrsKnownAccount *one = accounts->pdata[i];

      one->ordinal = one->shared ? 1 : 0;
      for (guint j = 0; j < accounts->len; j++)
        {
          const TrsKnownAccount *other = accounts->pdata[j];

          if (one->shared && other->id < one->id && g_str_equal (one->name, other->name))
            one->ordinal++;
        }
    }
}

static void
add_name (GPtrArray  *accounts,
          const char *name,
          gboolean    current)
{
  TrsKnownAccount *account;

  for (guint i = 0; i < accounts->len; i++)
    {
      if (g_str_equal (((TrsKnownAccount *) accounts->pdata[i])->name, name))
        return;
    }

  account = g_new0 (TrsKnownAccount, 1);
  account->name = g_strdup (name);
  account->sample = g_str_equal (name, TRS_ACCOUNT_SAMPLE);
  account->current = current;
  g_ptr_array_insert (accounts, current ? 0 : -1, account);
}

/* Where nothing can be kept, the accounts are still known by what was set for them. */
static void
add_names (TrsSession *self,
           GPtrArray  *accounts)
{
  g_auto (GStrv) names = trs_account_dup_names (self->account);

  if (trs_account_is_configured (self->account))
    add_name (accounts, trs_account_get_name (self->account), TRUE);
  for (guint i = 0; names[i] != NULL; i++)
    add_name (accounts, names[i], FALSE);
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
 * The result is a task with a #GPtrArray of #TrsKnownAccount; never an error.
 */
void
trs_session_list_accounts_async (TrsSession          *self,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data)
{
  GTask *task = g_task_new (self, NULL, callback, user_data);

  trs_library_flush (self->library);
  trs_store_run_async (self->store, &trs_store_list_accounts, NULL, NULL, listed_cb, task);
}

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
  TrsSession *self = TRS_SESSION (source);
  g_autoptr (GPtrArray) accounts = g_task_propagate_pointer (G_TASK (result), NULL);

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
  trs_session_changed (self, "accounts");
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
  trs_session_changed (self, "accounts");
}

/* The one used last before it takes its place. */
static void
removal_found_next_cb (GObject      *source,
                       GAsyncResult *result,
                       gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsSession *self = TRS_SESSION (source);
  g_autoptr (GPtrArray) accounts = g_task_propagate_pointer (G_TASK (result), NULL);

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

  trs_connector_drop_session_key (self->connector, removal->account->name, removal->account->id);
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
 * one that was used last before it takes its place, if there is any. Finish
 * with g_task_propagate_boolean(): an error of the store says that nothing was
 * removed, one of the keyring that only the key is still there.
 */
void
trs_session_remove_account_async (TrsSession            *self,
                                  const TrsKnownAccount *account,
                                  GAsyncReadyCallback    callback,
                                  gpointer               user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);

  removal_attach (task)->account = trs_known_account_copy (account);
  if (account->current)
    leave_account (self);
  trs_library_flush (self->library);
  if (account->id == 0)
    removal_take_key (task);
  else
    trs_storage_remove_account_async (self->storage, account->id, removal_cleared_cb, g_object_ref (task));
}
