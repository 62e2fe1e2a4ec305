/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-session-key.h"

#include "trs-api-key.h"
#include "trs-error.h"
#include "trs-session-private.h"
#include "trs-store.h"
#include "trs-task.h"

/* Nobody has a key for it, so a keyring that is locked has no reason to ask for its password. */
#define NO_SERVER "https://keyring.invalid"

/* A page of the list with so many entries may not show all projects of the user. */
#define FULL_PAGE 100

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

/* Sees whether there is a keyring, so that it can be said where a key will be kept before one is entered. */
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
  return self->keyring_answers && self->key_error == NULL;
}

/* Whether the keyring is asked to keep a key that was proved. */
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

static const char *
get_session_key_in_use (TrsSession *self)
{
  return trs_session_get_session_key (self, trs_account_get_server_address (self->account),
                                      trs_library_get_account (self->library));
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
  return self->state == TRS_SESSION_READY && !self->key_in_keyring && get_session_key_in_use (self) != NULL;
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
  const char *key;

  g_return_if_fail (TRS_IS_SESSION (self));

  key = get_session_key_in_use (self);
  g_return_if_fail (key != NULL);
  trs_session_connect_async (self, trs_account_get_server_address (self->account), key, cancellable, callback,
                             user_data);
}

/* Which account a key belongs to. The service has no other identity of a user: one who shares no project with what is
 * shown is someone else. */

typedef struct
{
  TrsCredentials *credentials;
  GPtrArray *ids;    /* (nullable): projects of the user, NULL-terminated; NULL if the service was not asked */
  GPtrArray *stored; /* (nullable) (element-type TrsKnownAccount): the accounts that are kept */
  guint n_asked;     /* of those */
} Use;

static void
use_clear (Use *use)
{
  g_clear_pointer (&use->credentials, trs_credentials_free);
  g_clear_pointer (&use->ids, g_ptr_array_unref);
  g_clear_pointer (&use->stored, g_ptr_array_unref);
}

TRS_DEFINE_TASK_STATE (Use, use)

static gboolean
is_same_name (TrsSession *self,
              Use        *use)
{
  return g_str_equal (trs_credentials_get_name (use->credentials), trs_account_get_name (self->account));
}

static gboolean
is_key_of_before (TrsSession *self,
                  Use        *use)
{
  g_autofree char *checksum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, use->credentials->key, -1);

  return self->key_checksum == NULL || g_str_equal (self->key_checksum, checksum);
}

/* Requests of the account before end here, and nothing of the new one leaves before all is set. */
static void
set_credentials (TrsSession           *self,
                 const TrsCredentials *credentials)
{
  trs_list_reader_reset (self->reader);
  trs_transcripts_interrupt (self->transcripts);
  if (credentials->proved != NULL)
    {
      trs_account_set_server (self->account, credentials->address, credentials->sample);
      trs_session_note_key (self, credentials->stored);
      trs_session_set_session_key (self, credentials->address, trs_library_get_account (self->library),
                                   credentials->stored || credentials->sample ? NULL : credentials->key);
    }
  if (credentials->stored)
    self->keyring_answers = TRUE;
  g_free (self->key_checksum);
  self->key_checksum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, credentials->key, -1);
  trs_api_client_open (self->client, credentials->address, credentials->key);
  trs_session_set_state (self, TRS_SESSION_READY, credentials->store_error,
                         credentials->stored || credentials->sample);
}

/* The account is open: what the service answers can be stored from here on. */
static void
start_use (GTask *task)
{
  TrsSession *self = g_task_get_source_object (task);
  const TrsCredentials *credentials = use_get (task)->credentials;

  set_credentials (self, credentials);
  if (credentials->proved != NULL)
    {
      trs_api_client_set_accepted (self->client);
      trs_list_reader_take_page (self->reader, credentials->proved);
    }
  else
    trs_list_reader_refresh_async (self->reader, NULL, NULL, NULL);
  trs_session_use_account (self);
  trs_session_find_left_account (self);
  g_signal_emit_by_name (self, "accounts-changed");
  trs_download_queue_look (self->queue);
  g_task_return_boolean (task, TRUE);
}

static gboolean
return_error_if_stopped (GTask *task)
{
  TrsSession *self = g_task_get_source_object (task);

  if (self->stopped)
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The session was stopped");
  return self->stopped;
}

static void
use_opened_library_cb (GObject      *source,
                       GAsyncResult *result,
                       gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;

  trs_library_open_finish (TRS_LIBRARY (source), result);
  if (!return_error_if_stopped (task))
    start_use (task);
}

static void
use_for (GTask    *task,
         gboolean  someone_else)
{
  TrsSession *self = g_task_get_source_object (task);
  Use *use = use_get (task);
  gboolean same_name = is_same_name (self, use);
  gboolean may_be_another_account = use->ids != NULL && (use->ids->len > 0 || someone_else || !same_name);

  if (return_error_if_stopped (task))
    return;

  self->left_id = someone_else && same_name ? trs_library_get_account (self->library) : 0;
  if (someone_else)
    trs_session_forget_projects (self);
  if (!use->credentials->sample)
    trs_connector_stop_sample (self->connector);

  if (!may_be_another_account && trs_library_is_open (self->library))
    start_use (task);
  else
    trs_library_open_async (self->library, trs_credentials_get_name (use->credentials),
                            use->ids != NULL ? (const char * const *) use->ids->pdata : NULL, use_opened_library_cb,
                            g_object_ref (task));
}

static void ask_next (GTask *task);

static void
use_answered_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsSession *self = g_task_get_source_object (task);
  Use *use = use_get (task);
  const TrsKnownAccount *stored = use->stored->pdata[use->n_asked - 1];

  if (!trs_connector_owns_finish (TRS_CONNECTOR (source), result))
    {
      ask_next (task);
      return;
    }

  /* The store finds the account by it. */
  g_ptr_array_add (use->ids, g_strdup (stored->newest_id));
  use_for (task, stored->id != trs_history_get_account (self->history));
}

/* A full page of unknown projects may belong to any account of the address: ask for its newest known project. */
static void
ask_next (GTask *task)
{
  TrsSession *self = g_task_get_source_object (task);
  Use *use = use_get (task);

  while (!self->stopped && use->stored != NULL && use->n_asked < use->stored->len)
    {
      const TrsKnownAccount *stored = use->stored->pdata[use->n_asked++];

      if (stored->newest_id != NULL && g_str_equal (stored->name, trs_credentials_get_name (use->credentials)))
        {
          trs_connector_owns_async (self->connector, use->credentials, stored->newest_id, use_answered_cb,
                                    g_object_ref (task));
          return;
        }
    }
  use_for (task, TRUE);
}

static void
use_listed_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;

  use_get (task)->stored = trs_store_run_finish (TRS_STORE (source), result, NULL);
  ask_next (task);
}

static void
use_knows_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsSession *self = g_task_get_source_object (task);
  Use *use = use_get (task);
  g_autoptr (GPtrArray) known = trs_store_run_finish (TRS_STORE (source), result, NULL);
  /* The store cannot be read: take another key for that of another user. */
  gboolean knows = known != NULL ? known->len > 0 : is_key_of_before (self, use);

  if (knows || use->ids->len < FULL_PAGE)
    use_for (task, !knows);
  else
    trs_store_run_async (self->store, &trs_store_list_accounts, NULL, NULL, use_listed_cb, g_object_ref (task));
}

static gboolean
is_nothing_shown (TrsSession *self)
{
  g_autoptr (GPtrArray) held = trs_history_get_held (self->history);

  return trs_history_get_n_known (self->history) == 0 && held->len == 0;
}

/* What could not be written is known as well. */
static gboolean
is_any_shown (TrsSession *self,
              GPtrArray  *ids)
{
  for (guint i = 0; i < ids->len; i++)
    {
      if (trs_history_peek (self->history, ids->pdata[i]) != NULL)
        return TRUE;
    }
  return FALSE;
}

static void
use_credentials (GTask *task)
{
  TrsSession *self = g_task_get_source_object (task);
  Use *use = use_get (task);
  GPtrArray *proved = use->credentials->proved;

  if (proved == NULL)
    {
      use_for (task, FALSE);
      return;
    }

  use->ids = g_ptr_array_new_null_terminated (proved->len + 1, g_free, TRUE);
  for (guint i = 0; i < proved->len; i++)
    g_ptr_array_add (use->ids, g_strdup (((TrsProjectRecord *) proved->pdata[i])->id));

  if (is_nothing_shown (self) || is_any_shown (self, use->ids))
    use_for (task, FALSE);
  /* A list without any project says nothing of its user, and hides nothing unless it came with another key. */
  else if (proved->len == 0)
    use_for (task, !is_same_name (self, use) || !is_key_of_before (self, use));
  else
    trs_store_run_async (self->store, &trs_store_read_ids,
                         &(TrsStoreArgs) { .account = trs_history_get_account (self->history),
                                           .ids = (const char * const *) use->ids->pdata },
                         NULL, use_knows_cb, g_object_ref (task));
}

static void
use_looked_up (TrsSession     *self,
               TrsCredentials *credentials)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, NULL, NULL);

  use_attach (task)->credentials = credentials;
  use_credentials (task);
}

/* Submissions with an unknown outcome are shown without a key, too; they are looked for when there is one. */
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
  g_autoptr (TrsCredentials) credentials = trs_connector_finish (TRS_CONNECTOR (source), result, &error);

  if (g_task_get_cancellable (G_TASK (result)) != self->lookup || self->stopped)
    return;

  g_clear_object (&self->lookup);
  self->keyring_answers = !trs_account_get_sample (self->account) &&
                          (credentials != NULL || g_error_matches (error, TRS_ERROR, TRS_ERROR_NO_KEY));
  if (credentials != NULL)
    use_looked_up (self, g_steal_pointer (&credentials));
  else if (g_error_matches (error, TRS_ERROR, TRS_ERROR_NO_KEY))
    go_without_key (self, TRS_SESSION_KEY_LOST, NULL);
  else
    go_without_key (self, TRS_SESSION_KEY_LOCKED, error);
}

void
trs_session_cancel_look_up (TrsSession *self)
{
  if (self->lookup != NULL)
    g_cancellable_cancel (self->lookup);
  g_clear_object (&self->lookup);
}

/* Looks for the key of the account that is configured. */
void
trs_session_look_up (TrsSession *self)
{
  const char *session_key;

  if (self->stopped)
    return;

  trs_session_cancel_look_up (self);
  session_key = get_session_key_in_use (self);
  if (session_key != NULL)
    {
      TrsCredentials *credentials = g_new0 (TrsCredentials, 1);

      credentials->address = g_strdup (trs_account_get_server_address (self->account));
      credentials->key = g_strdup (session_key);
      use_looked_up (self, credentials);
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
  TrsCredentials *credentials = trs_connector_finish (TRS_CONNECTOR (source), result, &error);

  trs_session_set_storing_key (self, FALSE);
  use_get (task)->credentials = credentials;
  if (credentials == NULL)
    g_task_return_error (task, error);
  else if (!return_error_if_stopped (task))
    {
      trs_session_cancel_look_up (self);
      use_credentials (task);
    }
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
  use_attach (task);
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
  use_attach (task);
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
  trs_session_set_session_key (self, trs_account_get_server_address (self->account),
                               trs_library_get_account (self->library), NULL);
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
