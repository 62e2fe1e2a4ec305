/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-session-private.h"

#include "trs-error.h"
#include "trs-store-projects.h"

/**
 * trs_session_forget_projects:
 * @self: a session
 *
 * Closes the shelf and takes everything of its account out of memory.
 */
void
trs_session_forget_projects (TrsSession *self)
{
  trs_poller_clear (self->poller);
  trs_pendings_clear (self->pendings);
  trs_callbacks_clear (self->callbacks);
  trs_list_reader_reset (self->reader);
  trs_text_fetcher_reset (self->fetcher);
  trs_transcripts_clear (self->transcripts);
  trs_library_close (self->library);
  trs_history_close (self->history);
}

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

/**
 * trs_session_use_account:
 * @self: a session
 *
 * What is submitted is written down for the account that is open.
 */
void
trs_session_use_account (TrsSession *self)
{
  if (trs_library_is_open (self->library))
    trs_submitter_set_account (self->submitter, trs_library_get_account (self->library));
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

/* The shelf is open: from here on everything that the service tells can be kept. */
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
  trs_link_open (self->link, connection->address, connection->key);
  trs_session_set_state (self, TRS_SESSION_READY, connection->store_error,
                         connection->stored || connection->sample);

  if (connection->proved != NULL)
    {
      trs_session_keep_run_key (self, connection);
      trs_link_set_accepted (self->link);
      trs_list_reader_take_page (self->reader, connection->proved);
    }
  else
    trs_list_reader_refresh_async (self->reader, NULL, NULL, NULL);
  trs_session_use_account (self);
  trs_session_find_left_account (self);
  g_signal_emit_by_name (self, "accounts-changed");
  trs_text_fetcher_look (self->fetcher);
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

  self->left_shelf = someone_else && same_name ? trs_library_get_account (self->library) : 0;
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
  g_autoptr (GError) error = NULL;
  gboolean knows = FALSE;

  /* What cannot be read tells nothing: another key may be another user's. */
  if (!trs_store_knows_any_finish (TRS_STORE (source), result, &knows, &error))
    knows = is_key_of_before (to->session, to->connection);

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

  trs_store_knows_any_async (self->store, trs_history_get_account (self->history), (const char * const *) ids, NULL,
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
  kept = trs_session_find_run_key (self);
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
  trs_link_close (self->link);
  trs_session_set_state (self, TRS_SESSION_KEY_LOST, NULL, FALSE);
  if (trs_account_get_sample (self->account) || !trs_account_is_configured (self->account))
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  trs_session_forget_run_key (self, trs_account_get_server_address (self->account),
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
