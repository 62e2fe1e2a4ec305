/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-session-private.h"

#include "trs-api-key.h"
#include "trs-error.h"
#include "trs-task.h"

/* The session opens the account that a key is for, and has the connector use it. */
typedef struct
{
  TrsConnection *connection;
  guint number; /* of this use */
} Use;

static void
use_clear (Use *use)
{
  g_clear_pointer (&use->connection, trs_connection_unref);
}

TRS_DEFINE_TASK_STATE (Use, use)

static gboolean
return_error_if_stale (GTask *task)
{
  TrsSession *self = g_task_get_source_object (task);
  gboolean stale = self->stopped || use_get (task)->number != self->n_uses;

  if (stale)
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Something else has taken its place");
  return stale;
}

/* The connector knows which account is open, @account, before any key is used for it. */
void
trs_session_set_connector_account (TrsSession *self,
                                   gint64      account)
{
  trs_connector_set_account (self->connector, account, account != 0 && !trs_library_is_in_memory (self->library));
}

/* Requests of the account before end here, and nothing of the new one leaves before all is set. What the service
 * answers can be stored from here on. */
static void
start_use (GTask *task)
{
  TrsSession *self = g_task_get_source_object (task);
  TrsConnection *connection = use_get (task)->connection;

  trs_list_reader_reset (self->reader);
  trs_transcripts_interrupt (self->transcripts);
  trs_session_set_connector_account (self, trs_library_get_account (self->library));
  if (!trs_connector_commit (self->connector, connection))
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The account was left");
      return;
    }

  if (connection->page != NULL)
    {
      trs_api_client_set_accepted (self->client);
      trs_list_reader_take_page (self->reader, connection->page);
    }
  else
    trs_list_reader_read_async (self->reader, TRS_LIST_READ_REFRESH, NULL, NULL, NULL);
  trs_session_use_account (self);
  trs_session_find_left_account (self);
  trs_account_list_invalidate (self->accounts);
  trs_download_queue_look (self->downloads);
  g_task_return_boolean (task, TRUE);
}

static void
use_opened_library_cb (GObject      *source,
                       GAsyncResult *result,
                       gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;

  if (!return_error_if_stale (task))
    start_use (task);
}

/* Takes @connection. */
static void
use_connection (GTask         *task,
                TrsConnection *connection)
{
  TrsSession *self = g_task_get_source_object (task);
  Use *use = use_attach (task);
  gboolean same_name = g_str_equal (connection->name, trs_account_get_name (self->account));
  gboolean may_be_another = connection->ids != NULL &&
                            (connection->ids[0] != NULL || connection->someone_else || !same_name);

  use->connection = connection;
  use->number = ++self->n_uses;
  if (return_error_if_stale (task))
    return;

  self->left_id = connection->someone_else && same_name ? trs_library_get_account (self->library) : 0;
  if (connection->someone_else)
    trs_session_forget_projects (self);
  if (!may_be_another && trs_library_is_open (self->library))
    start_use (task);
  else
    trs_library_open_async (self->library, connection->name, (const char * const *) connection->ids,
                            use_opened_library_cb, g_object_ref (task));
}

/* Without a key */

/* Submissions with an unknown outcome are shown without a key, too; they are looked for when there is one. */
static void
go_without_key (TrsSession   *self,
                const GError *error)
{
  gboolean lost = g_error_matches (error, TRS_ERROR, TRS_ERROR_NO_KEY);

  trs_session_use_account (self);
  trs_connector_close (self->connector, lost ? TRS_CONNECTOR_LOST : TRS_CONNECTOR_LOCKED, lost ? NULL : error);
}

static void
look_up_used_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  /* It is used, or something else is. */
  g_task_propagate_boolean (G_TASK (result), NULL);
}

static void
look_up_found_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (TrsSession) self = user_data;
  g_autoptr (GError) error = NULL;
  TrsConnection *connection = trs_connector_find_finish (TRS_CONNECTOR (source), result, &error);
  g_autoptr (GTask) task = NULL;

  if (connection == NULL)
    {
      if (!self->stopped && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        go_without_key (self, error);
      return;
    }

  task = g_task_new (self, NULL, look_up_used_cb, NULL);
  use_connection (task, connection);
}

/* Looks for the key of the account that is configured, without asking the service. */
void
trs_session_look_up (TrsSession *self)
{
  if (self->stopped)
    return;

  trs_session_set_connector_account (self, trs_library_get_account (self->library));
  trs_connector_find_async (self->connector, trs_history_get_n_known (self->history) > 0, look_up_found_cb,
                            g_object_ref (self));
}

static void
probe_answered_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (TrsSession) self = user_data;
  g_autoptr (GError) error = NULL;

  trs_connector_probe_finish (TRS_CONNECTOR (source), result, &error);
  if (self->stopped || self->state != TRS_SESSION_NO_ACCOUNT)
    return;

  if (error != NULL)
    trs_session_set_state (self, TRS_SESSION_NO_ACCOUNT, error, FALSE);
  else
    trs_session_changed (self, "key-error");
}

void
trs_session_probe_keyring (TrsSession *self)
{
  trs_connector_probe_async (self->connector, probe_answered_cb, g_object_ref (self));
}

/* With a key */

static GStrv
dup_held_ids (TrsSession *self)
{
  g_autoptr (GPtrArray) held = trs_history_get_held (self->history);
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();

  for (guint i = 0; i < held->len; i++)
    g_strv_builder_add (ids, trs_project_get_id (g_ptr_array_index (held, i)));
  return g_strv_builder_end (ids);
}

static void
connect_proved_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  TrsConnection *connection = trs_connector_prove_finish (TRS_CONNECTOR (source), result, &error);

  if (connection == NULL)
    g_task_return_error (task, error);
  else
    use_connection (task, connection);
}

static GTask *
new_connect_task (TrsSession          *self,
                  GCancellable        *cancellable,
                  GAsyncReadyCallback  callback,
                  gpointer             user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  /* What was proved is used, whoever cancels then. */
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_source_tag (task, trs_session_connect_async);
  /* While an account is being opened, the one before is still shown. */
  trs_session_set_connector_account (self, trs_history_get_account (self->history));
  return task;
}

/**
 * trs_session_connect_async:
 * @self: a session
 * @address: address of a server, as entered
 * @key: API key, as entered
 * @cancellable: (nullable): to give up, as long as the connector can cancel
 * @callback: called when it is connected, or not
 * @user_data: (closure): for @callback
 *
 * Proves the key by `GET /api/list`, and only then stores it and uses it in
 * place of the account before. If the keyring does not take it, it is kept for
 * this run of the program: @key_in_keyring is %FALSE then, and
 * @key_error says why. A key that shares no project with what is
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
  g_auto (GStrv) held_ids = dup_held_ids (self);

  trs_connector_prove_async (self->connector, address, key, (const char * const *) held_ids, cancellable,
                             connect_proved_cb, new_connect_task (self, cancellable, callback, user_data));
}

/**
 * trs_session_connect_sample_async:
 * @self: a session
 * @cancellable: (nullable): to give up
 * @callback: called when it is connected, or not
 * @user_data: (closure): for @callback
 *
 * Starts the sample service on this computer and uses it as the account. Its
 * key stays in its own data and not in the keyring. Finish with
 * trs_session_connect_finish().
 */
void
trs_session_connect_sample_async (TrsSession          *self,
                                  GCancellable        *cancellable,
                                  GAsyncReadyCallback  callback,
                                  gpointer             user_data)
{
  g_auto (GStrv) held_ids = dup_held_ids (self);

  trs_connector_prove_sample_async (self->connector, (const char * const *) held_ids, cancellable, connect_proved_cb,
                                    new_connect_task (self, cancellable, callback, user_data));
}

/**
 * trs_session_connect_finish:
 * @self: a session
 * @result: what the callback got
 * @error: return location for an error
 *
 * Of the errors %TRS_ERROR_INVALID_KEY and %TRS_ERROR_REFUSED_ADDRESS or
 * %TRS_ERROR_INVALID_INPUT are in the user's words and belong to the field; all
 * others are those of a request. The account is the one before then.
 *
 * Returns: %TRUE if the account is in use
 */
gboolean
trs_session_connect_finish (TrsSession    *self,
                            GAsyncResult  *result,
                            GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_session_connect_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* On probation */

static void
judged_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (TrsSession) self = user_data;
  g_autoptr (GError) error = NULL;
  TrsPageVerdict verdict = trs_connector_judge_page_finish (TRS_CONNECTOR (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->stopped)
    return;
  if (verdict == TRS_PAGE_VERDICT_FOREIGN)
    error = g_error_new_literal (TRS_ERROR, TRS_ERROR_NO_KEY, "The key is that of another user");
  trs_list_reader_resume (self->reader, error);
}

static void
reader_judged_cb (TrsSession *self,
                  int         owner,
                  gboolean    full)
{
  trs_connector_judge_page_async (self->connector, owner, full, judged_cb, g_object_ref (self));
}

/* What waits to know whose key it is. */
static void
client_proof_wanted_cb (TrsSession *self)
{
  trs_list_reader_read_async (self->reader, TRS_LIST_READ_CHECK, NULL, NULL, NULL);
}

/* The state */

static void
set_storing_key (TrsSession *self,
                 gboolean    storing)
{
  if (self->storing_key == storing || self->stopped)
    return;

  self->storing_key = storing;
  trs_session_changed (self, "storing-key");
}

static void
connector_changed_cb (TrsSession *self)
{
  static const TrsSessionState states[] = {
    [TRS_CONNECTOR_PROBATION] = TRS_SESSION_READY,   [TRS_CONNECTOR_PROVED] = TRS_SESSION_READY,
    [TRS_CONNECTOR_LOST] = TRS_SESSION_KEY_LOST,     [TRS_CONNECTOR_LOCKED] = TRS_SESSION_KEY_LOCKED,
    [TRS_CONNECTOR_REFUSED] = TRS_SESSION_KEY_REFUSED,
  };
  TrsConnectorState state = trs_connector_get_resting_state (self->connector);

  if (state >= TRS_CONNECTOR_PROBATION)
    trs_session_set_state (self, states[state], trs_connector_get_error (self->connector),
                           trs_connector_get_in_keyring (self->connector));
  set_storing_key (self, trs_connector_get_state (self->connector) == TRS_CONNECTOR_STORING);
}

/* Transcripts that nobody asked for wait until it is known whose they are. */
static void
connector_state_changed_cb (TrsSession *self)
{
  if (trs_connector_get_state (self->connector) == TRS_CONNECTOR_PROVED)
    trs_download_queue_look (self->downloads);
}

static void
connector_retry_cb (TrsSession *self)
{
  if (self->state == TRS_SESSION_KEY_LOCKED || self->state == TRS_SESSION_STARTING ||
      (self->state == TRS_SESSION_READY && trs_account_get_sample (self->account)))
    trs_session_look_up (self);
}

void
trs_session_watch_connector (TrsSession *self)
{
  trs_session_connect_to (self->connector, "notify", G_CALLBACK (connector_changed_cb), self);
  trs_session_connect_to (self->connector, "notify::state", G_CALLBACK (connector_state_changed_cb), self);
  trs_session_connect_to (self->connector, "retry", G_CALLBACK (connector_retry_cb), self);
  trs_session_connect_to (self->client, "proof-wanted", G_CALLBACK (client_proof_wanted_cb), self);
  trs_session_connect_to (self->reader, "judged", G_CALLBACK (reader_judged_cb), self);
}

/* What ui/ and cli/ ask */

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
  return trs_connector_get_keyring_answers (self->connector) && self->key_error == NULL;
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
    trs_connector_dismiss_error (self->connector);
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
  trs_connector_restart_sample (self->connector);
  if (trs_account_is_configured (self->account) && self->state != TRS_SESSION_READY)
    trs_session_look_up (self);
}

/**
 * trs_session_keep_key_async:
 * @self: a session that can keep its key
 * @cancellable: (nullable): to give up
 * @callback: called when it is proved once more, and kept or not
 * @user_data: (closure): for @callback
 *
 * Asks the keyring once more to take the key, after it was proved as by
 * trs_session_connect_async(). Finish with trs_session_connect_finish().
 */
void
trs_session_keep_key_async (TrsSession          *self,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  char *key = trs_connector_dup_own_key (self->connector);

  g_return_if_fail (key != NULL);
  trs_session_connect_async (self, trs_account_get_server_address (self->account), key, cancellable, callback,
                             user_data);
  trs_api_key_free (key);
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
  if (trs_connector_forget_finish (TRS_CONNECTOR (source), result, &error) || !was_stored)
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
  trs_connector_close (self->connector, TRS_CONNECTOR_LOST, NULL);
  if (trs_account_get_sample (self->account) || !trs_account_is_configured (self->account))
    g_task_return_boolean (task, TRUE);
  else
    trs_connector_forget_async (self->connector, trs_account_get_server_address (self->account),
                                trs_library_get_account (self->library), cancellable, forget_removed_cb,
                                g_object_ref (task));
}
