/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-session-private.h"

#include "trs-api-key.h"

/* Nobody has a key for it, so a keyring that is locked has no reason to ask for its password. */
#define NO_SERVER "https://keyring.invalid"

static void
probe_answered_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (TrsSession) self = user_data;
  g_autoptr (GError) error = NULL;
  char *key = g_task_propagate_pointer (G_TASK (result), &error);

  g_clear_pointer (&key, trs_api_key_free);
  if (self->stopped || self->state != TRS_SESSION_NO_ACCOUNT)
    return;

  self->keyring_answers = error == NULL;
  if (error != NULL)
    trs_session_set_state (self, TRS_SESSION_NO_ACCOUNT, error, FALSE);
  else
    trs_session_changed (self, "key-error");
}

/* Sees whether there is a keyring, so that it can be said where a key will be kept before one is entered. */
void
trs_session_probe_keyring (TrsSession *self)
{
  trs_keyring_run_async (self->keyring, TRS_KEYRING_LOOKUP, NO_SERVER, NULL, NULL, probe_answered_cb,
                         g_object_ref (self));
}

/**
 * trs_session_get_keyring_answers:
 * @self: a session
 *
 * Returns: %TRUE if the keyring has answered, so that it can be expected to
 *   keep a key; %FALSE if it has not been asked yet, or failed
 */
gboolean
trs_session_get_keyring_answers (TrsSession *self)
{
  return self->keyring_answers && self->key_error == NULL;
}

/**
 * trs_session_dismiss_key_error:
 * @self: a session
 *
 * The user has read that the key is kept for this run of the program only.
 * What keeps the session from working is not taken back by that.
 */
void
trs_session_dismiss_key_error (TrsSession *self)
{
  if (self->state == TRS_SESSION_READY)
    trs_session_set_state (self, TRS_SESSION_READY, NULL, self->key_in_keyring);
}

/**
 * trs_session_retry_keyring:
 * @self: a session
 *
 * Looks for the key once more, for instance after the keyring was unlocked.
 * Starts the sample service again if that is the account.
 */
void
trs_session_retry_keyring (TrsSession *self)
{
  self->sample_restarted_at = 0;
  if (trs_account_is_configured (self->account) && self->state != TRS_SESSION_READY)
    trs_session_look_up (self);
}

/* Several users of one service have an account each, and no key of one is ever used with that of another. */
static char *
name_session_key (const char *address,
                  gint64      account)
{
  return g_strdup_printf ("%" G_GINT64_FORMAT " %s", account, address);
}

/* Returns: (nullable): the key that only this run of the program knows; @account is a number in the store */
const char *
trs_session_get_session_key (TrsSession *self,
                             const char *address,
                             gint64      account)
{
  g_autofree char *name = name_session_key (address, account);

  return g_hash_table_lookup (self->session_keys, name);
}

/* Keeps a key in memory and nowhere else, so that it need not be entered again after another account was used; NULL
 * forgets it. */
void
trs_session_set_session_key (TrsSession *self,
                             const char *address,
                             gint64      account,
                             const char *key)
{
  g_autofree char *name = name_session_key (address, account);

  if (key != NULL)
    g_hash_table_replace (self->session_keys, g_steal_pointer (&name), g_strdup (key));
  else
    g_hash_table_remove (self->session_keys, name);
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

/* The one of the account in use, see trs_session_get_session_key(). */
const char *
trs_session_get_own_session_key (TrsSession *self)
{
  return trs_session_get_session_key (self, trs_account_get_server_address (self->account), self->library->account);
}

/**
 * trs_session_set_keep_key:
 * @self: a session
 * @keep_key: %FALSE if keys are for this run of the program only, and the keyring is not told of them
 *
 * For the keys that are entered from now on.
 */
void
trs_session_set_keep_key (TrsSession *self,
                          gboolean    keep_key)
{
  self->forgets_keys = !keep_key;
}

/**
 * trs_session_get_can_keep_key:
 * @self: a session
 *
 * Returns: %TRUE while a key is used that only this run of the program knows
 */
gboolean
trs_session_get_can_keep_key (TrsSession *self)
{
  return self->state == TRS_SESSION_READY && !self->key_in_keyring && trs_session_get_own_session_key (self) != NULL;
}

/**
 * trs_session_keep_key_async:
 * @self: a session that can keep its key
 * @cancellable: (nullable): to give up
 * @callback: called when it is proved once more, and kept or not
 * @user_data: (closure): for @callback
 *
 * Asks the keyring once more to take the key, after it was proved as by
 * trs_session_connect_async(). Finish with g_task_propagate_boolean().
 */
void
trs_session_keep_key_async (TrsSession          *self,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  const char *key = trs_session_get_own_session_key (self);

  g_return_if_fail (key != NULL);
  trs_session_connect_async (self, trs_account_get_server_address (self->account), key, cancellable, callback,
                             user_data);
}

static void
forget_removed_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  gboolean was_stored = GPOINTER_TO_INT (g_task_get_task_data (task));
  GError *error = NULL;

  /* A key that never was in the keyring need not be taken out of it. */
  if (g_task_propagate_boolean (G_TASK (result), &error) || !was_stored)
    {
      g_clear_error (&error);
      g_task_return_boolean (task, TRUE);
    }
  else
    g_task_return_error (task, error);
}

/**
 * trs_session_forget_key_async:
 * @self: a session
 * @cancellable: (nullable): to stop waiting for the keyring
 * @callback: called when it is done
 * @user_data: (closure): for @callback
 *
 * Removes the key from the keyring. Requests are paused at once; everything
 * that is known can still be read. After an error the program has forgotten the
 * key and the keyring has not. Finish with g_task_propagate_boolean().
 */
void
trs_session_forget_key_async (TrsSession          *self,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  gboolean was_stored = self->key_in_keyring && !trs_account_get_sample (self->account);

  g_task_set_task_data (task, GINT_TO_POINTER (was_stored), NULL);

  trs_session_cancel_look_up (self);
  trs_api_client_close (self->client);
  trs_session_set_state (self, TRS_SESSION_KEY_LOST, NULL, FALSE);
  if (trs_account_get_sample (self->account) || !trs_account_is_configured (self->account))
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  trs_session_set_session_key (self, trs_account_get_server_address (self->account), self->library->account, NULL);
  trs_keyring_run_async (self->keyring, TRS_KEYRING_REMOVE, trs_account_get_server_address (self->account), NULL,
                         cancellable, forget_removed_cb, g_object_ref (task));
}
