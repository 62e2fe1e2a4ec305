/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-account-remover.h"

#include "trs-store-accounts.h"
#include "trs-store.h"
#include "trs-task.h"

struct _TrsAccountRemover
{
  GObject parent_instance;

  TrsAccount *settings;
  TrsAccountList *accounts;
  TrsConnector *connector;
  TrsLibrary *library;
  TrsStorage *storage;
  TrsStore *store;
  TrsClock *clock;
  TrsLocalAccount *local; /* (nullable) */
};

enum
{
  REMOVING,
  REMOVED,
  EMPTYING,
  EMPTIED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsAccountRemover, trs_account_remover, G_TYPE_OBJECT)

/* Removing an account and all that belongs to it */

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
  TrsAccountRemover *self = g_task_get_source_object (task);
  Removal *removal = removal_get (task);

  if (removal->error != NULL)
    g_task_return_error (task, g_steal_pointer (&removal->error));
  else
    g_task_return_boolean (task, TRUE);
  trs_account_list_invalidate (self->accounts);
}

static void
removal_listed_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsAccountRemover *self = g_task_get_source_object (task);

  g_signal_emit (self, signals[REMOVED], 0);
  removal_end (task);
}

/* The list is up to date before `removed`, because the session chooses the next account from it. */
static void
removal_leave (GTask *task)
{
  TrsAccountRemover *self = g_task_get_source_object (task);

  if (removal_get (task)->account->current)
    trs_account_list_refresh_async (self->accounts, removal_listed_cb, g_object_ref (task));
  else
    removal_end (task);
}

static void
removal_forget (GTask *task)
{
  TrsAccountRemover *self = g_task_get_source_object (task);
  const TrsKnownAccount *account = removal_get (task)->account;

  trs_connector_drop_session_key (self->connector, account->name, account->id);
  trs_account_set_label (self->settings, account->name, account->id, NULL);
  trs_account_disown_callback (self->settings, account->name, account->id);
  if (!account->shared)
    trs_account_forget (self->settings, account->name);
  removal_leave (task);
}

static void
removal_took_key_cb (GObject      *source,
                     GAsyncResult *result,
                     gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Removal *removal = removal_get (task);
  /* If no keyring ever held the key, a failure to remove it from there does not matter. */
  gboolean matters = removal->error == NULL && !removal->account->session_key;

  trs_connector_forget_finish (TRS_CONNECTOR (source), result, matters ? &removal->error : NULL);
  removal_forget (task);
}

static void
removal_erased_local_cb (GObject      *source,
                         GAsyncResult *result,
                         gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Removal *removal = removal_get (task);

  trs_local_account_erase_finish (TRS_LOCAL_ACCOUNT (source), result,
                                  removal->error == NULL ? &removal->error : NULL);
  removal_forget (task);
}

static void
removal_take_key (GTask *task)
{
  TrsAccountRemover *self = g_task_get_source_object (task);
  const TrsKnownAccount *account = removal_get (task)->account;

  if (account->local && self->local != NULL)
    trs_local_account_erase_async (self->local, removal_erased_local_cb, g_object_ref (task));
  else if (account->sample || account->local || account->keyless)
    removal_forget (task);
  else
    trs_connector_forget_async (self->connector, account->name, account->id, NULL, removal_took_key_cb,
                                g_object_ref (task));
}

static void
removal_cleared_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;

  if (trs_storage_remove_account_finish (TRS_STORAGE (source), result, &removal_get (task)->error))
    removal_take_key (task);
  /* The removal failed and changed nothing, except that the account is no longer in use. */
  else
    removal_leave (task);
}

/**
 * trs_account_remover_remove_async:
 * @self: a remover
 * @account: an account, as it was listed last
 * @callback: called when it is done
 * @user_data: (closure): for @callback
 *
 * Removes everything of an account from this computer: what is kept, what was
 * set for it and its key. The service keeps its own.
 */
void
trs_account_remover_remove_async (TrsAccountRemover     *self,
                                  const TrsKnownAccount *account,
                                  GAsyncReadyCallback    callback,
                                  gpointer               user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_account_remover_remove_async);
  /* It is an item of a list that is about to change. */
  removal_attach (task)->account = trs_known_account_copy (account);
  account = removal_get (task)->account;
  if (account->current)
    g_signal_emit (self, signals[REMOVING], 0);
  trs_library_flush (self->library);
  if (account->id == 0)
    removal_take_key (task);
  else
    trs_storage_remove_account_async (self->storage, account->id, removal_cleared_cb, g_object_ref (task));
}

/**
 * trs_account_remover_remove_finish:
 * @self: a remover
 * @result: what the callback got
 * @error: return location for an error
 *
 * An error of the store says that nothing was removed, one of the keyring that
 * only the key is still there.
 *
 * Returns: %TRUE if everything of it is removed
 */
gboolean
trs_account_remover_remove_finish (TrsAccountRemover  *self,
                                   GAsyncResult       *result,
                                   GError            **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_account_remover_remove_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* What is kept of the account in use */

typedef struct
{
  gint64 account;
  gboolean service_ended;
} Emptying;

/* @error: (nullable) (transfer full): why it was not emptied */
static void
emptying_end (GTask  *task,
              GError *error)
{
  TrsAccountRemover *self = g_task_get_source_object (task);
  const Emptying *emptying = g_task_get_task_data (task);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
  g_signal_emit (self, signals[EMPTIED], 0, emptying->service_ended);
}

static void
emptied_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  trs_storage_empty_account_finish (TRS_STORAGE (source), result, &error);
  emptying_end (task, error);
}

static void
erased_local_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsAccountRemover *self = g_task_get_source_object (task);
  const Emptying *emptying = g_task_get_task_data (task);
  GError *error = NULL;

  if (trs_local_account_erase_finish (TRS_LOCAL_ACCOUNT (source), result, &error))
    trs_storage_empty_account_async (self->storage, emptying->account, emptied_cb, g_object_ref (task));
  else
    emptying_end (task, error);
}

/**
 * trs_account_remover_empty_async:
 * @self: a remover
 * @callback: called when it is done
 * @user_data: (closure): for @callback
 *
 * Removes what is kept of the account in use. Its key and what was set for it
 * stay, and so do submissions whose outcome is not known.
 */
void
trs_account_remover_empty_async (TrsAccountRemover   *self,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);
  Emptying *emptying = g_new0 (Emptying, 1);
  gint64 account = trs_library_get_account (self->library);

  g_task_set_source_tag (task, trs_account_remover_empty_async);
  g_task_set_task_data (task, emptying, g_free);
  emptying->account = account;
  g_signal_emit (self, signals[EMPTYING], 0);
  if (account == 0)
    {
      emptying_end (task, NULL);
      return;
    }

  trs_store_accounts_use_async (self->store, account, trs_clock_get_time (self->clock), NULL, NULL, NULL);
  if (trs_account_get_local (self->settings) && self->local != NULL)
    {
      /* What its service has is on this computer, too. */
      emptying->service_ended = TRUE;
      trs_connector_leave (self->connector);
      trs_local_account_erase_async (self->local, erased_local_cb, g_steal_pointer (&task));
      return;
    }
  trs_storage_empty_account_async (self->storage, account, emptied_cb, g_steal_pointer (&task));
}

/**
 * trs_account_remover_empty_finish:
 * @self: a remover
 * @result: what the callback got
 * @error: return location for an error of the store, or of the file system
 *
 * Returns: %TRUE if nothing is kept of it any more
 */
gboolean
trs_account_remover_empty_finish (TrsAccountRemover  *self,
                                  GAsyncResult       *result,
                                  GError            **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_account_remover_empty_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* The texts of all accounts */

static void
local_texts_removed_cb (GObject      *source,
                        GAsyncResult *result,
                        gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (trs_local_account_remove_texts_finish (TRS_LOCAL_ACCOUNT (source), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
texts_removed_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsAccountRemover *self = g_task_get_source_object (task);
  GError *error = NULL;

  if (!trs_storage_remove_texts_finish (TRS_STORAGE (source), result, &error))
    g_task_return_error (task, error);
  else if (self->local == NULL)
    g_task_return_boolean (task, TRUE);
  else
    trs_local_account_remove_texts_async (self->local, local_texts_removed_cb, g_steal_pointer (&task));
}

/**
 * trs_account_remover_remove_texts_async:
 * @self: a remover
 * @callback: called when it is done
 * @user_data: (closure): for @callback
 *
 * Removes the texts of all accounts, as trs_storage_remove_texts_async() does,
 * and those of On This Computer from its service, too, whose file is on this
 * computer. What is under way there goes on; what the user entered stays, and
 * nothing else is known of such a recording, so that it can be transcribed again.
 */
void
trs_account_remover_remove_texts_async (TrsAccountRemover   *self,
                                        GAsyncReadyCallback  callback,
                                        gpointer             user_data)
{
  GTask *task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_account_remover_remove_texts_async);
  trs_storage_remove_texts_async (self->storage, texts_removed_cb, task);
}

/**
 * trs_account_remover_remove_texts_finish:
 * @self: a remover
 * @result: what the callback got
 * @error: return location for an error of the store, or of the file system
 *
 * Returns: %TRUE if they are removed, or are being removed by the service
 */
gboolean
trs_account_remover_remove_texts_finish (TrsAccountRemover  *self,
                                         GAsyncResult       *result,
                                         GError            **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_account_remover_remove_texts_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
trs_account_remover_dispose (GObject *object)
{
  TrsAccountRemover *self = TRS_ACCOUNT_REMOVER (object);

  g_clear_object (&self->local);
  g_clear_object (&self->storage);
  g_clear_object (&self->library);
  g_clear_object (&self->connector);
  g_clear_object (&self->accounts);
  g_clear_object (&self->settings);
  g_clear_object (&self->store);
  g_clear_object (&self->clock);

  G_OBJECT_CLASS (trs_account_remover_parent_class)->dispose (object);
}

static guint
add_signal (const char *name)
{
  return g_signal_new (name, TRS_TYPE_ACCOUNT_REMOVER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
trs_account_remover_class_init (TrsAccountRemoverClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = trs_account_remover_dispose;

  signals[REMOVING] = add_signal ("removing");
  signals[REMOVED] = add_signal ("removed");
  signals[EMPTYING] = add_signal ("emptying");
  signals[EMPTIED] = g_signal_new ("emptied", TRS_TYPE_ACCOUNT_REMOVER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
}

static void
trs_account_remover_init (TrsAccountRemover *self)
{
}

/**
 * trs_account_remover_new:
 * @settings: the settings of the accounts
 * @accounts: those that are known
 * @connector: what owns their keys
 * @library: what is kept of the account in use
 * @storage: what removes from the store
 * @store: what is kept on this computer
 * @clock: the time
 *
 * Returns: (transfer full): a remover
 */
TrsAccountRemover *
trs_account_remover_new (TrsAccount     *settings,
                         TrsAccountList *accounts,
                         TrsConnector   *connector,
                         TrsLibrary     *library,
                         TrsStorage     *storage,
                         TrsStore       *store,
                         TrsClock       *clock)
{
  TrsAccountRemover *self = g_object_new (TRS_TYPE_ACCOUNT_REMOVER, NULL);

  self->settings = g_object_ref (settings);
  self->accounts = g_object_ref (accounts);
  self->connector = g_object_ref (connector);
  self->library = g_object_ref (library);
  self->storage = g_object_ref (storage);
  self->store = g_object_ref (store);
  self->clock = g_object_ref (clock);
  return self;
}

/**
 * trs_account_remover_set_local:
 * @self: a remover
 * @local: On This Computer
 *
 * Without this, there is nothing to remove from its service.
 */
void
trs_account_remover_set_local (TrsAccountRemover *self,
                               TrsLocalAccount   *local)
{
  g_set_object (&self->local, local);
}
