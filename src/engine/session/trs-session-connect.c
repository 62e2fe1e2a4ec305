/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-session-private.h"

#include "trs-api-key.h"
#include "trs-error.h"
#include "trs-server-address.h"
#include "trs-task.h"

/* A page of the list with so many entries may not show all projects of the user. */
#define FULL_PAGE 100

#define SAMPLE_RESTART_GAP G_TIME_SPAN_MINUTE

/* Comes by credentials, finds out which account they belong to, and uses them. */
typedef struct
{
  char *address; /* normalised */
  char *key;
  gboolean sample;
  gboolean prove;      /* by reading the list */
  GPtrArray *proved;   /* (nullable) (element-type TrsProjectRecord): the newest page, if the key was proved */
  gboolean stored;     /* the key is in the keyring */
  GError *store_error; /* (nullable): why it is not */
  GPtrArray *ids;      /* (nullable): projects of the user, NULL-terminated; NULL if the service was not asked */
  GPtrArray *accounts; /* (nullable) (element-type TrsKnownAccount): those that are kept */
  guint n_asked;       /* of those */
} Connect;

static void
connect_clear (Connect *connect)
{
  g_free (connect->address);
  g_clear_pointer (&connect->key, trs_api_key_free);
  g_clear_pointer (&connect->proved, g_ptr_array_unref);
  g_clear_error (&connect->store_error);
  g_clear_pointer (&connect->ids, g_ptr_array_unref);
  g_clear_pointer (&connect->accounts, g_ptr_array_unref);
}

TRS_DEFINE_TASK_STATE (Connect, connect)

/* Returns: the name of the account that the credentials are for, see trs_account_get_name() */
static const char *
get_name (const Connect *connect)
{
  return connect->sample ? TRS_ACCOUNT_SAMPLE : connect->address;
}

/* A client of its own, so that the account in use is not touched before the new one is proved. */
static TrsApiClient *
open_client (TrsSession    *self,
             const Connect *connect)
{
  TrsApiClient *client = trs_api_client_new (self->transport, self->clock);
  g_autofree char *submit_field = NULL;
  g_autofree char *project_field = NULL;

  trs_account_dup_field_names (self->account, get_name (connect), &submit_field, &project_field);
  trs_api_client_set_field_names (client, submit_field, project_field);
  trs_api_client_open (client, connect->address, connect->key);
  return client;
}

static gboolean
return_error_if_stopped (GTask *task)
{
  TrsSession *self = g_task_get_source_object (task);

  if (self->stopped)
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The session was stopped");
  return self->stopped;
}

/* Which account a key belongs to. The service has no other identity of a user: one who shares no project with what is
 * shown is someone else. */

static gboolean
is_same_name (TrsSession *self,
              Connect    *connect)
{
  return g_str_equal (get_name (connect), trs_account_get_name (self->account));
}

static gboolean
is_key_of_before (TrsSession *self,
                  Connect    *connect)
{
  g_autofree char *checksum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, connect->key, -1);

  return self->key_checksum == NULL || g_str_equal (self->key_checksum, checksum);
}

/* Requests of the account before end here, and nothing of the new one leaves before all is set. */
static void
set_credentials (TrsSession    *self,
                 const Connect *connect)
{
  trs_list_reader_reset (self->reader);
  trs_transcripts_interrupt (self->transcripts);
  if (connect->proved != NULL)
    {
      trs_account_set_server (self->account, connect->address, connect->sample);
      trs_session_note_key (self, connect->stored);
      trs_session_set_session_key (self, connect->address, self->library->account,
                                   connect->stored || connect->sample ? NULL : connect->key);
    }
  if (connect->stored)
    self->keyring_answers = TRUE;
  g_free (self->key_checksum);
  self->key_checksum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, connect->key, -1);
  trs_api_client_open (self->client, connect->address, connect->key);
  trs_session_set_state (self, TRS_SESSION_READY, connect->store_error, connect->stored || connect->sample);
}

/* The account is open: what the service answers can be stored from here on. */
static void
start_use (GTask *task)
{
  TrsSession *self = g_task_get_source_object (task);
  const Connect *connect = connect_get (task);

  set_credentials (self, connect);
  if (connect->proved != NULL)
    {
      trs_api_client_set_accepted (self->client);
      trs_list_reader_take_page (self->reader, connect->proved);
    }
  else
    trs_list_reader_read_async (self->reader, TRS_LIST_READ_REFRESH, NULL, NULL, NULL);
  trs_session_use_account (self);
  trs_session_find_left_account (self);
  trs_session_changed (self, "accounts");
  trs_download_queue_look (self->downloads);
  g_task_return_boolean (task, TRUE);
}

static void
use_opened_library_cb (GObject      *source,
                       GAsyncResult *result,
                       gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;

  if (!return_error_if_stopped (task))
    start_use (task);
}

static void
use_for (GTask    *task,
         gboolean  someone_else)
{
  TrsSession *self = g_task_get_source_object (task);
  Connect *connect = connect_get (task);
  gboolean same_name = is_same_name (self, connect);
  gboolean may_be_another_account = connect->ids != NULL && (connect->ids->len > 0 || someone_else || !same_name);

  if (return_error_if_stopped (task))
    return;

  self->left_id = someone_else && same_name ? self->library->account : 0;
  if (someone_else)
    trs_session_forget_projects (self);
  if (!connect->sample)
    trs_session_stop_sample (self);

  if (!may_be_another_account && trs_library_is_open (self->library))
    start_use (task);
  else
    trs_library_open_async (self->library, get_name (connect),
                            connect->ids != NULL ? (const char * const *) connect->ids->pdata : NULL,
                            use_opened_library_cb, g_object_ref (task));
}

static void ask_next (GTask *task);

static void
use_answered_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsSession *self = g_task_get_source_object (task);
  Connect *connect = connect_get (task);
  const TrsKnownAccount *stored = connect->accounts->pdata[connect->n_asked - 1];
  g_autoptr (TrsProjectRecord) detail = trs_api_client_finish (TRS_API_CLIENT (source), result, NULL);

  if (detail == NULL)
    {
      ask_next (task);
      return;
    }

  /* The store finds the account by it. */
  g_ptr_array_add (connect->ids, g_strdup (stored->newest_id));
  use_for (task, stored->id != self->history->account);
}

/* A full page of unknown projects may belong to any account of the address: ask for its newest known project, which
 * the service shows to its user alone. */
static void
ask_next (GTask *task)
{
  TrsSession *self = g_task_get_source_object (task);
  Connect *connect = connect_get (task);

  while (!self->stopped && connect->accounts != NULL && connect->n_asked < connect->accounts->len)
    {
      const TrsKnownAccount *stored = connect->accounts->pdata[connect->n_asked++];

      if (stored->newest_id != NULL && g_str_equal (stored->name, get_name (connect)))
        {
          g_autoptr (TrsApiClient) client = open_client (self, connect);

          trs_api_client_detail_async (client, stored->newest_id, TRS_TEXT_BARE, FALSE, NULL, use_answered_cb,
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

  connect_get (task)->accounts = trs_store_run_finish (TRS_STORE (source), result, NULL);
  ask_next (task);
}

static void
use_knows_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsSession *self = g_task_get_source_object (task);
  Connect *connect = connect_get (task);
  g_autoptr (GPtrArray) known = trs_store_run_finish (TRS_STORE (source), result, NULL);
  /* The store cannot be read: take another key for that of another user. */
  gboolean knows = known != NULL ? known->len > 0 : is_key_of_before (self, connect);

  if (knows || connect->ids->len < FULL_PAGE)
    use_for (task, !knows);
  else
    trs_store_run_async (self->store, &trs_store_list_accounts, NULL, NULL, use_listed_cb, g_object_ref (task));
}

static gboolean
is_nothing_shown (TrsSession *self)
{
  g_autoptr (GPtrArray) held = trs_history_get_held (self->history);

  return self->history->n_known == 0 && held->len == 0;
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

/* All is there that an account can be used with. */
static void
use_credentials (GTask *task)
{
  TrsSession *self = g_task_get_source_object (task);
  Connect *connect = connect_get (task);
  GPtrArray *proved = connect->proved;

  if (return_error_if_stopped (task) || g_task_return_error_if_cancelled (task))
    return;

  /* Nobody cancels this look-up any more. */
  if (g_task_get_cancellable (task) == self->lookup)
    g_clear_object (&self->lookup);
  trs_session_cancel_look_up (self);
  if (proved == NULL)
    {
      use_for (task, FALSE);
      return;
    }

  connect->ids = g_ptr_array_new_null_terminated (proved->len + 1, g_free, TRUE);
  for (guint i = 0; i < proved->len; i++)
    g_ptr_array_add (connect->ids, g_strdup (((TrsProjectRecord *) proved->pdata[i])->id));

  if (is_nothing_shown (self) || is_any_shown (self, connect->ids))
    use_for (task, FALSE);
  /* A list without any project says nothing of its user, and hides nothing unless it came with another key. */
  else if (proved->len == 0)
    use_for (task, !is_same_name (self, connect) || !is_key_of_before (self, connect));
  else
    trs_store_run_async (self->store, &trs_store_read_ids,
                         &(TrsStoreArgs) { .account = self->history->account,
                                           .ids = (const char * const *) connect->ids->pdata },
                         NULL, use_knows_cb, g_object_ref (task));
}

/* Coming by credentials */

/* Whether the keyring is asked to keep a key that was proved. */
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
connect_stored_key_cb (GObject      *source,
                       GAsyncResult *result,
                       gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Connect *connect = connect_get (task);

  set_storing_key (g_task_get_source_object (task), FALSE);
  /* Without a keyring the key is kept for this run of the program, and nowhere else. */
  connect->stored = g_task_propagate_boolean (G_TASK (result), &connect->store_error);
  use_credentials (task);
}

static void
connect_proved_key_cb (GObject      *source,
                       GAsyncResult *result,
                       gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsSession *self = g_task_get_source_object (task);
  Connect *connect = connect_get (task);
  GError *error = NULL;

  connect->proved = trs_api_client_finish (TRS_API_CLIENT (source), result, &error);
  if (error != NULL)
    g_task_return_error (task, error);
  else if (connect->sample || self->forgets_keys)
    use_credentials (task);
  else if (!g_task_return_error_if_cancelled (task))
    {
      trs_keyring_run_async (self->keyring, TRS_KEYRING_STORE, connect->address, connect->key,
                             g_task_get_cancellable (task), connect_stored_key_cb, g_object_ref (task));
      set_storing_key (self, TRUE);
    }
}

static void
prove (GTask *task)
{
  g_autoptr (TrsApiClient) client = open_client (g_task_get_source_object (task), connect_get (task));

  trs_api_client_list_async (client, 1, FALSE, g_task_get_cancellable (task), connect_proved_key_cb,
                             g_object_ref (task));
}

/* A service that dies as soon as it is started would do so for ever. */
static void
sample_ended_cb (TrsSession *self)
{
  gint64 now = trs_clock_get_time (self->clock);
  g_autoptr (GError) error = NULL;

  if (self->stopped || !trs_account_get_sample (self->account))
    return;

  if (now < self->sample_restarted_at || now - self->sample_restarted_at >= SAMPLE_RESTART_GAP)
    {
      self->sample_restarted_at = now;
      trs_session_look_up (self);
      return;
    }

  error = g_error_new_literal (TRS_ERROR, TRS_ERROR_FAILED, "The sample service ended again");
  trs_api_client_close (self->client);
  trs_session_set_state (self, TRS_SESSION_KEY_LOCKED, error, FALSE);
}

static void
sample_is_ready (GTask *task)
{
  TrsSession *self = g_task_get_source_object (task);
  Connect *connect = connect_get (task);
  GError *error = NULL;

  connect->sample = TRUE;
  connect->address = g_strdup (self->sample->address);
  connect->key = trs_api_key_clean (self->sample->key, &error);
  if (error != NULL)
    g_task_return_error (task, error);
  else if (connect->prove)
    prove (task);
  else
    use_credentials (task);
}

static void
sample_started_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsSession *self = g_task_get_source_object (task);
  GError *error = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      g_task_return_error (task, error);
      return;
    }
  if (g_task_return_error_if_cancelled (task))
    return;
  if (self->sample != TRS_SAMPLE_SERVICE (source))
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The sample service was stopped");
      return;
    }

  sample_is_ready (task);
}

/* The sample service keeps its key in its own data, and prints it at each start. */
static void
start_sample (GTask *task)
{
  TrsSession *self = g_task_get_source_object (task);

  if (self->sample != NULL && trs_sample_service_is_running (self->sample))
    {
      sample_is_ready (task);
      return;
    }
  if (self->sample_program == NULL)
    {
      g_task_return_new_error (task, TRS_ERROR, TRS_ERROR_FAILED, "The sample service is not installed");
      return;
    }

  trs_session_stop_sample (self);
  self->sample = trs_sample_service_new (self->sample_program, self->sample_catalogue, self->sample_data,
                                         self->clock);
  trs_session_connect_to (self->sample, "ended", G_CALLBACK (sample_ended_cb), self);
  trs_sample_service_start_async (self->sample, g_task_get_cancellable (task), sample_started_cb, g_object_ref (task));
}

void
trs_session_stop_sample (TrsSession *self)
{
  if (self->sample == NULL)
    return;

  g_signal_handlers_disconnect_by_func (self->sample, sample_ended_cb, self);
  trs_sample_service_stop (self->sample);
  g_clear_object (&self->sample);
}

/* Whether the key in the keyring, one for an address, belongs to another account than the one that is open. */
static gboolean
is_key_of_another (TrsSession *self)
{
  gint64 key_account = trs_account_get_key_account (self->account, trs_account_get_name (self->account));
  gint64 account = trs_library_get_kept_account (self->library);

  return !trs_account_get_sample (self->account) && key_account != 0 && account != 0 && key_account != account;
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
look_up_ended_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  TrsSession *self = TRS_SESSION (source);
  g_autoptr (GError) error = NULL;

  if (g_task_propagate_boolean (G_TASK (result), &error) || self->stopped ||
      g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;

  g_clear_object (&self->lookup);
  if (g_error_matches (error, TRS_ERROR, TRS_ERROR_NO_KEY))
    go_without_key (self, TRS_SESSION_KEY_LOST, NULL);
  else
    go_without_key (self, TRS_SESSION_KEY_LOCKED, error);
}

static void
look_up_found_key_cb (GObject      *source,
                      GAsyncResult *result,
                      gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsSession *self = g_task_get_source_object (task);
  Connect *connect = connect_get (task);
  GError *error = NULL;

  connect->key = g_task_propagate_pointer (G_TASK (result), &error);
  if (!g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    self->keyring_answers = error == NULL;
  if (error != NULL)
    g_task_return_error (task, error);
  else if (connect->key == NULL)
    g_task_return_new_error (task, TRS_ERROR, TRS_ERROR_NO_KEY, "The keyring has no key for the address");
  else
    {
      connect->stored = TRUE;
      use_credentials (task);
    }
}

void
trs_session_cancel_look_up (TrsSession *self)
{
  if (self->lookup != NULL)
    g_cancellable_cancel (self->lookup);
  g_clear_object (&self->lookup);
}

/* Looks for the key of the account that is configured, without asking the service. */
void
trs_session_look_up (TrsSession *self)
{
  g_autoptr (GTask) task = NULL;
  Connect *connect;
  const char *session_key;

  if (self->stopped)
    return;

  trs_session_cancel_look_up (self);
  session_key = trs_session_get_own_session_key (self);
  if (session_key == NULL && is_key_of_another (self))
    {
      go_without_key (self, TRS_SESSION_KEY_LOST, NULL);
      return;
    }

  self->lookup = g_cancellable_new ();
  task = g_task_new (self, self->lookup, look_up_ended_cb, NULL);
  connect = connect_attach (task);
  if (trs_account_get_sample (self->account))
    {
      self->keyring_answers = FALSE;
      start_sample (task);
      return;
    }

  connect->address = g_strdup (trs_account_get_server_address (self->account));
  connect->key = g_strdup (session_key);
  if (session_key != NULL)
    use_credentials (task);
  else
    trs_keyring_run_async (self->keyring, TRS_KEYRING_LOOKUP, connect->address, NULL, self->lookup,
                           look_up_found_key_cb, g_object_ref (task));
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
 * this run of the program: @key_in_keyring is %FALSE then, and
 * @key_error says why. A key that shares no project with what is
 * shown belongs to someone else, and the history begins anew.
 *
 * Finish with g_task_propagate_boolean(). Of its errors %TRS_ERROR_INVALID_KEY and
 * %TRS_ERROR_REFUSED_ADDRESS or %TRS_ERROR_INVALID_INPUT are in the user's words
 * and belong to the field; all others are those of a request. The account is
 * the one before then.
 */
void
trs_session_connect_async (TrsSession          *self,
                           const char          *address,
                           const char          *key,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  GError *error = NULL;
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  Connect *connect = connect_attach (task);

  connect->address = trs_server_address_normalize (address, &error);
  if (error == NULL)
    connect->key = trs_api_key_clean (key, &error);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    prove (task);
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
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  connect_attach (task)->prove = TRUE;
  start_sample (task);
}
