/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-session-key.h"

#include "trs-api-key.h"
#include "trs-error.h"
#include "trs-session-private.h"
#include "trs-store-projects.h"

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

/* Several users of one service have an account each, and no key of one is ever used with that of another. */
static char *
name_session_key (const char *address,
                  gint64      account)
{
  return g_strdup_printf ("%" G_GINT64_FORMAT " %s", account, address);
}

/**
 * trs_session_keep_session_key:
 * @self: a session whose account is open
 * @connection: what it uses from now on, proved
 *
 * Keeps a key in memory, and nowhere else, that the keyring does not keep:
 * whoever uses another account for a while need not enter it again.
 */
void
trs_session_keep_session_key (TrsSession    *self,
                              TrsConnection *connection)
{
  gint64 account = trs_library_get_account (self->library);

  if (connection->stored || connection->sample)
    trs_session_forget_session_key (self, connection->address, account);
  else
    g_hash_table_replace (self->session_keys, name_session_key (connection->address, account),
                          g_strdup (connection->key));
}

/**
 * trs_session_find_session_key:
 * @self: a session with a configured account
 *
 * Returns: (transfer full) (nullable): what was used with the open account before in this run, not proved
 */
TrsConnection *
trs_session_find_session_key (TrsSession *self)
{
  const char *address = trs_account_get_server_address (self->account);
  g_autofree char *name = name_session_key (address, trs_library_get_account (self->library));
  const char *key = g_hash_table_lookup (self->session_keys, name);
  TrsConnection *connection;

  if (key == NULL || trs_account_get_sample (self->account))
    return NULL;

  connection = g_new0 (TrsConnection, 1);
  connection->address = g_strdup (address);
  connection->key = g_strdup (key);
  return connection;
}

/**
 * trs_session_has_session_key:
 * @self: a session
 * @address: address of a service
 * @account: an account, its number in the store, 0 for none
 *
 * Returns: %TRUE if there is such a key
 */
gboolean
trs_session_has_session_key (TrsSession *self,
                             const char *address,
                             gint64      account)
{
  g_autofree char *name = name_session_key (address, account);

  return g_hash_table_contains (self->session_keys, name);
}

/**
 * trs_session_forget_session_key:
 * @self: a session
 * @address: address of a service
 * @account: an account, its number in the store, 0 for none
 *
 * Forgets such a key.
 */
void
trs_session_forget_session_key (TrsSession *self,
                                const char *address,
                                gint64      account)
{
  g_autofree char *name = name_session_key (address, account);

  g_hash_table_remove (self->session_keys, name);
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
    used = trs_session_find_session_key (self);
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

  used = trs_session_find_session_key (self);
  g_return_if_fail (used != NULL);
  trs_session_connect_async (self, used->address, used->key, cancellable, callback, user_data);
}

/* Which account a key belongs to */

static const char *
get_name (const TrsConnection *connection)
{
  return connection->sample ? TRS_ACCOUNT_SAMPLE : connection->address;
}

static gboolean
is_key_of_before (TrsSession          *self,
                  const TrsConnection *connection)
{
  g_autofree char *checksum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, connection->key, -1);

  return self->key_checksum == NULL || g_str_equal (self->key_checksum, checksum);
}

typedef struct
{
  TrsSession *session;
  TrsConnection *connection;
  GTask *task;
} Switch;

static void
switch_free (Switch *to)
{
  g_object_unref (to->session);
  trs_connection_free (to->connection);
  g_clear_object (&to->task);
  g_free (to);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Switch, switch_free)

static void
switch_end (Switch *to)
{
  if (to->task == NULL)
    return;
  if (to->session->stopped)
    g_task_return_new_error (to->task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The session was stopped");
  else
    g_task_return_boolean (to->task, TRUE);
}

static GStrv
dup_proved_ids (const TrsConnection *connection)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; connection->proved != NULL && i < connection->proved->len; i++)
    g_strv_builder_add (builder, ((TrsProjectRecord *) g_ptr_array_index (connection->proved, i))->id);
  return g_strv_builder_end (builder);
}

/* The account is open: from here on everything that the service tells can be kept. */
static void
switch_to (TrsSession    *self,
           TrsConnection *connection)
{
  /* Requests of the account before end here, and nothing of the new one leaves before all is set. */
  trs_list_reader_reset (self->reader);
  trs_transcripts_interrupt (self->transcripts);
  if (connection->proved != NULL)
    {
      trs_account_set_server (self->account, connection->address, connection->sample);
      trs_session_note_key (self, connection->stored);
    }
  if (connection->stored)
    self->keyring_answers = TRUE;
  g_free (self->key_checksum);
  self->key_checksum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, connection->key, -1);
  trs_api_client_open (self->client, connection->address, connection->key);
  trs_session_set_state (self, TRS_SESSION_READY, connection->store_error,
                         connection->stored || connection->sample);

  if (connection->proved != NULL)
    {
      trs_session_keep_session_key (self, connection);
      trs_api_client_set_accepted (self->client);
      trs_list_reader_take_page (self->reader, connection->proved);
    }
  else
    trs_list_reader_refresh_async (self->reader, NULL, NULL, NULL);
  trs_session_use_account (self);
  trs_session_find_left_account (self);
  g_signal_emit_by_name (self, "accounts-changed");
  trs_download_queue_look (self->queue);
}

static void
switch_opened_library_cb (GObject      *source,
                          GAsyncResult *result,
                          gpointer      user_data)
{
  g_autoptr (Switch) to = user_data;

  trs_library_open_finish (TRS_LIBRARY (source), result);
  if (!to->session->stopped)
    switch_to (to->session, to->connection);
  switch_end (to);
}

static void
switch_for_user (Switch   *user_data,
                 gboolean  someone_else)
{
  g_autoptr (Switch) to = user_data;
  TrsSession *self = to->session;
  TrsConnection *connection = to->connection;
  gboolean same_name = g_str_equal (get_name (connection), trs_account_get_name (self->account));
  gboolean tells_user = connection->proved != NULL && (connection->proved->len > 0 || someone_else || !same_name);
  g_auto (GStrv) ids = NULL;

  self->left_id = someone_else && same_name ? trs_library_get_account (self->library) : 0;
  if (someone_else)
    trs_session_forget_projects (self);
  if (!connection->sample)
    trs_connector_stop_sample (self->connector);

  if (!tells_user && trs_library_is_open (self->library))
    {
      switch_to (self, connection);
      switch_end (to);
      return;
    }

  ids = connection->proved != NULL ? dup_proved_ids (connection) : NULL;
  trs_library_open_async (self->library, get_name (connection), (const char * const *) ids, switch_opened_library_cb,
                          g_steal_pointer (&to));
}

static void
switch_knows_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (Switch) to = user_data;
  g_autoptr (GPtrArray) known = trs_store_pointer_finish (TRS_STORE (source), result, NULL);
  /* What cannot be read tells nothing: another key may be another user's. */
  gboolean knows = known != NULL ? known->len > 0 : is_key_of_before (to->session, to->connection);

  if (to->session->stopped)
    switch_end (to);
  else
    switch_for_user (g_steal_pointer (&to), !knows);
}

static gboolean
is_nothing_shown (TrsSession *self)
{
  g_autoptr (GPtrArray) held = trs_history_get_held (self->history);

  return trs_history_get_n_known (self->history) == 0 && held->len == 0;
}

/* The key is the only identity: whoever shares no project with what is shown is someone else. A list without any
 * project says nothing of its user, and hides nothing unless it came with another key. */
static void
use_connection (TrsSession    *self,
                TrsConnection *connection,
                GTask         *task)
{
  Switch *to = g_new0 (Switch, 1);
  g_auto (GStrv) ids = dup_proved_ids (connection);

  to->session = g_object_ref (self);
  to->connection = connection;
  to->task = task;
  if (connection->proved == NULL || is_nothing_shown (self))
    {
      switch_for_user (to, FALSE);
      return;
    }
  if (connection->proved->len == 0 && g_str_equal (get_name (connection), trs_account_get_name (self->account)))
    {
      switch_for_user (to, !is_key_of_before (self, connection));
      return;
    }

  /* What could not be written is known as well. */
  for (guint i = 0; ids[i] != NULL; i++)
    if (trs_history_peek (self->history, ids[i]) != NULL)
      {
        switch_for_user (to, FALSE);
        return;
      }

  trs_store_read_ids_async (self->store, trs_history_get_account (self->history), (const char * const *) ids, NULL,
                            switch_knows_cb, to);
}

/* What may have been paid for is told with no key as well; it is looked for when there is one. */
static void
go_without_key (TrsSession      *self,
                TrsSessionState  state,
                const GError    *error)
{
  trs_session_use_account (self);
  trs_session_set_state (self, state, error, FALSE);
}

static void
look_up_found_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (TrsSession) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsConnection) connection =
      trs_connector_lookup_finish (TRS_CONNECTOR (source), result, &error);

  if (g_task_get_cancellable (G_TASK (result)) != self->lookup || self->stopped)
    return;

  g_clear_object (&self->lookup);
  self->keyring_answers = !trs_account_get_sample (self->account) &&
                          (connection != NULL || g_error_matches (error, TRS_ERROR, TRS_ERROR_NO_KEY));
  if (connection != NULL)
    use_connection (self, g_steal_pointer (&connection), NULL);
  else if (g_error_matches (error, TRS_ERROR, TRS_ERROR_NO_KEY))
    go_without_key (self, TRS_SESSION_KEY_LOST, NULL);
  else
    go_without_key (self, TRS_SESSION_KEY_LOCKED, error);
}

/**
 * trs_session_cancel_look_up:
 * @self: a session
 *
 * Waits no longer for a key.
 */
void
trs_session_cancel_look_up (TrsSession *self)
{
  if (self->lookup != NULL)
    g_cancellable_cancel (self->lookup);
  g_clear_object (&self->lookup);
}

/**
 * trs_session_look_up:
 * @self: a session with a configured account
 *
 * Looks for the key, without blocking.
 */
void
trs_session_look_up (TrsSession *self)
{
  TrsConnection *kept;

  if (self->stopped)
    return;

  trs_session_cancel_look_up (self);
  kept = trs_session_find_session_key (self);
  if (kept != NULL)
    {
      use_connection (self, kept, NULL);
      return;
    }
  if (trs_session_key_is_of_another (self))
    {
      go_without_key (self, TRS_SESSION_KEY_LOST, NULL);
      return;
    }

  self->lookup = g_cancellable_new ();
  trs_connector_lookup_async (self->connector, self->lookup, look_up_found_cb, g_object_ref (self));
}

static void
connect_proved_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsSession *self = g_task_get_source_object (task);
  GError *error = NULL;
  g_autoptr (TrsConnection) connection =
      trs_connector_connect_finish (TRS_CONNECTOR (source), result, &error);

  trs_session_set_storing_key (self, FALSE);
  if (connection == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  if (self->stopped)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The session was stopped");
      return;
    }

  trs_session_cancel_look_up (self);
  use_connection (self, g_steal_pointer (&connection), g_steal_pointer (&task));
}

/**
 * trs_session_connect_async:
 * @self: a session
 * @address: address of a server, as entered
 * @key: API key, as entered
 * @cancellable: (nullable): to give up
 * @callback: called when it is connected, or not
 * @user_data: (closure): for @callback
 *
 * Proves the key by `GET /api/list`, and only then stores it and uses it in
 * place of the account before. If the keyring does not take it, it is kept for
 * this run of the program: #TrsSession:key-in-keyring is %FALSE then, and
 * #TrsSession:key-error says why. A key that shares no project with what is
 * shown belongs to someone else, and the history begins anew.
 */
void
trs_session_connect_async (TrsSession          *self,
                           const char          *address,
                           const char          *key,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (TRS_IS_SESSION (self));
  g_return_if_fail (address != NULL);
  g_return_if_fail (key != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, trs_session_connect_async);
  trs_connector_connect_async (self->connector, address, key, cancellable, connect_proved_cb, task);
}

/**
 * trs_session_connect_sample_async:
 * @self: a session
 * @cancellable: (nullable): to give up
 * @callback: called when it is connected, or not
 * @user_data: (closure): for @callback
 *
 * Starts the sample service on this computer and uses it as the account. Its
 * key stays in its own data and not in the keyring.
 */
void
trs_session_connect_sample_async (TrsSession          *self,
                                  GCancellable        *cancellable,
                                  GAsyncReadyCallback  callback,
                                  gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (TRS_IS_SESSION (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, trs_session_connect_sample_async);
  trs_connector_sample_async (self->connector, cancellable, connect_proved_cb, task);
}

/**
 * trs_session_connect_finish:
 * @self: a session
 * @result: what the callback got
 * @error: return location for an error: %TRS_ERROR_INVALID_KEY and
 *   %TRS_ERROR_REFUSED_ADDRESS or %TRS_ERROR_INVALID_INPUT are in the user's
 *   words and belong to the field; all others are those of a request
 *
 * Returns: %TRUE if it is connected; otherwise the account is the one before
 */
gboolean
trs_session_connect_finish (TrsSession    *self,
                            GAsyncResult  *result,
                            GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
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
  if (trs_keyring_remove_finish (TRS_KEYRING (source), result, &error) || !was_stored)
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
 * that is known can still be read.
 */
void
trs_session_forget_key_async (TrsSession          *self,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;
  gboolean was_stored;

  g_return_if_fail (TRS_IS_SESSION (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, trs_session_forget_key_async);
  was_stored = self->key_in_keyring && !trs_account_get_sample (self->account);
  g_task_set_task_data (task, GINT_TO_POINTER (was_stored), NULL);

  trs_session_cancel_look_up (self);
  trs_api_client_close (self->client);
  trs_session_set_state (self, TRS_SESSION_KEY_LOST, NULL, FALSE);
  if (trs_account_get_sample (self->account) || !trs_account_is_configured (self->account))
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  trs_session_forget_session_key (self, trs_account_get_server_address (self->account),
                                  trs_library_get_account (self->library));
  trs_keyring_remove_async (self->keyring, trs_account_get_server_address (self->account), cancellable,
                            forget_removed_cb, g_object_ref (task));
}

/**
 * trs_session_forget_key_finish:
 * @self: a session
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if the key is in the keyring no more; otherwise the program
 *   has forgotten it and the keyring has not
 */
gboolean
trs_session_forget_key_finish (TrsSession    *self,
                               GAsyncResult  *result,
                               GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
