/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-session-keyring.h"

#include "trs-api-key.h"
#include "trs-session-private.h"

/* Nobody has a key for it, so a keyring that is locked has no reason to ask for its password. */
#define NO_SERVER "https://keyring.invalid"

static void
probe_answered_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (TrsSession) self = user_data;
  g_autoptr (GError) error = NULL;
  char *key = trs_keyring_lookup_finish (TRS_KEYRING (source), result, &error);

  g_clear_pointer (&key, trs_api_key_free);
  if (self->stopped || self->state != TRS_SESSION_NO_ACCOUNT)
    return;

  self->keyring_answers = error == NULL;
  if (error != NULL)
    trs_session_set_state (self, TRS_SESSION_NO_ACCOUNT, error, FALSE);
  else
    g_object_notify (G_OBJECT (self), "key-error");
}

/**
 * trs_session_probe_keyring:
 * @self: a session without an account
 *
 * Sees whether there is a keyring, so that it can be said where a key will be
 * kept before one is entered.
 */
void
trs_session_probe_keyring (TrsSession *self)
{
  trs_keyring_lookup_async (self->keyring, NO_SERVER, NULL, probe_answered_cb, g_object_ref (self));
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
  g_return_val_if_fail (TRS_IS_SESSION (self), FALSE);

  return self->keyring_answers && self->key_error == NULL;
}

/**
 * trs_session_set_storing_key:
 * @self: a session
 * @storing: whether the keyring is asked to keep a key that was proved
 */
void
trs_session_set_storing_key (TrsSession *self,
                             gboolean    storing)
{
  if (self->storing_key == storing || self->stopped)
    return;

  self->storing_key = storing;
  g_object_notify (G_OBJECT (self), "storing-key");
}

/**
 * trs_session_get_storing_key:
 * @self: a session
 *
 * Returns: %TRUE while the service has accepted a new key and the keyring is
 *   asked to keep it, for which it may ask for its password
 */
gboolean
trs_session_get_storing_key (TrsSession *self)
{
  g_return_val_if_fail (TRS_IS_SESSION (self), FALSE);

  return self->storing_key;
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
  g_return_if_fail (TRS_IS_SESSION (self));

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
  g_return_if_fail (TRS_IS_SESSION (self));

  self->sample_restarted_at = 0;
  if (trs_account_is_configured (self->account) && self->state != TRS_SESSION_READY)
    trs_session_look_up (self);
}

/* Several users of one service have a shelf each, and no key of one is ever used with that of another. */
static char *
name_run_key (const char *address,
              gint64      shelf)
{
  return g_strdup_printf ("%" G_GINT64_FORMAT " %s", shelf, address);
}

/**
 * trs_session_keep_run_key:
 * @self: a session whose shelf is open
 * @connection: what it uses from now on, proved
 *
 * Keeps a key in memory, and nowhere else, that the keyring does not keep:
 * whoever uses another account for a while need not enter it again.
 */
void
trs_session_keep_run_key (TrsSession    *self,
                          TrsConnection *connection)
{
  gint64 shelf = trs_library_get_account (self->library);

  if (connection->stored || connection->sample)
    trs_session_forget_run_key (self, connection->address, shelf);
  else
    g_hash_table_replace (self->run_keys, name_run_key (connection->address, shelf), g_strdup (connection->key));
}

/**
 * trs_session_find_run_key:
 * @self: a session with a configured account
 *
 * Returns: (transfer full) (nullable): what was used with the open shelf before in this run, not proved
 */
TrsConnection *
trs_session_find_run_key (TrsSession *self)
{
  const char *address = trs_account_get_server_address (self->account);
  g_autofree char *name = name_run_key (address, trs_library_get_account (self->library));
  const char *key = g_hash_table_lookup (self->run_keys, name);
  TrsConnection *connection;

  if (key == NULL || trs_account_get_sample (self->account))
    return NULL;

  connection = g_new0 (TrsConnection, 1);
  connection->address = g_strdup (address);
  connection->key = g_strdup (key);
  return connection;
}

/**
 * trs_session_has_run_key:
 * @self: a session
 * @address: address of a service
 * @shelf: a shelf, 0 for none
 *
 * Returns: %TRUE if there is such a key
 */
gboolean
trs_session_has_run_key (TrsSession *self,
                         const char *address,
                         gint64      shelf)
{
  g_autofree char *name = name_run_key (address, shelf);

  return g_hash_table_contains (self->run_keys, name);
}

/**
 * trs_session_forget_run_key:
 * @self: a session
 * @address: address of a service
 * @shelf: a shelf, 0 for none
 *
 * Forgets such a key.
 */
void
trs_session_forget_run_key (TrsSession *self,
                            const char *address,
                            gint64      shelf)
{
  g_autofree char *name = name_run_key (address, shelf);

  g_hash_table_remove (self->run_keys, name);
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
  g_autoptr (TrsConnection) used = NULL;

  g_return_val_if_fail (TRS_IS_SESSION (self), FALSE);

  if (self->state == TRS_SESSION_READY && !self->key_in_keyring)
    used = trs_session_find_run_key (self);
  return used != NULL;
}

/**
 * trs_session_keep_key_async:
 * @self: a session that can keep its key
 * @cancellable: (nullable): to give up
 * @callback: called when it is proved once more, and kept or not
 * @user_data: (closure): for @callback
 *
 * Asks the keyring once more to take the key. Goes the way of
 * trs_session_connect_async(), and ends with trs_session_connect_finish().
 */
void
trs_session_keep_key_async (TrsSession          *self,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  g_autoptr (TrsConnection) used = NULL;

  g_return_if_fail (TRS_IS_SESSION (self));

  used = trs_session_find_run_key (self);
  g_return_if_fail (used != NULL);
  trs_session_connect_async (self, used->address, used->key, cancellable, callback, user_data);
}
