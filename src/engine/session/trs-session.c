/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-session.h"

#include <libsoup/soup.h>
#include <sqlite3.h>

#include "trs-api-client.h"
#include "trs-delivery-saver.h"
#include "trs-error.h"
#include "trs-service-starter.h"
#include "trs-store-accounts.h"
#include "trs-store.h"
#include "trs-transport.h"
#include "trs-webhook-receiver.h"

/* Enough for about two hundred hours of speech, both as received and as parsed. */
#define TEXT_CAPACITY (64 * 1024 * 1024)

G_DEFINE_ENUM_TYPE (TrsSessionState, trs_session_state,
                    G_DEFINE_ENUM_VALUE (TRS_SESSION_STARTING, "starting"),
                    G_DEFINE_ENUM_VALUE (TRS_SESSION_NO_ACCOUNT, "no-account"),
                    G_DEFINE_ENUM_VALUE (TRS_SESSION_READY, "ready"),
                    G_DEFINE_ENUM_VALUE (TRS_SESSION_KEY_LOST, "key-lost"),
                    G_DEFINE_ENUM_VALUE (TRS_SESSION_KEY_LOCKED, "key-locked"),
                    G_DEFINE_ENUM_VALUE (TRS_SESSION_KEY_REFUSED, "key-refused"))

/* How many of the newest project ids are compared to recognise an account. */
#define N_SHOWN 100

struct _TrsSession
{
  GObject parent_instance;

  /* the parts */
  TrsAccount *account;
  TrsAccountList *accounts;
  TrsAccountRemover *remover;
  TrsConnector *connector;
  TrsSignIn *sign_in;
  TrsProjects *projects;
  TrsHistory *history;
  TrsLibrary *library;
  TrsListReader *reader;
  TrsPoller *poller;
  TrsReachability *reachability;
  TrsStorage *storage;
  TrsSubmitter *submitter;
  TrsReconciler *reconciler;
  TrsTranscripts *transcripts;
  TrsDownloadQueue *downloads;
  TrsDeliverySaver *delivery;
  TrsAutoExport *auto_export;
  TrsSearcher *searcher;
  TrsLocalAccount *local; /* (nullable): see trs_session_set_up_local() */
  TrsThrift *thrift;      /* (nullable): see trs_session_set_thrift() */
  TrsClock *clock;

  TrsSessionState state;
  GError *key_error;
  gboolean key_in_keyring;
  gboolean storing_key;

  GSettings *settings;
  TrsStore *store;
  TrsTransport *transport;
  TrsApiClient *client;
  TrsServiceStarter *starter;
  TrsWebhookReceiver *receiver;
  char *sample_catalogue;
  gboolean stopped;
};

enum
{
  PROP_STATE = 1,
  PROP_KEY_ERROR,
  PROP_KEY_IN_KEYRING,
  PROP_KEYRING_ANSWERS,
  PROP_STORING_KEY,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (TrsSession, trs_session, G_TYPE_OBJECT)

static void
trs_session_get_property (GObject    *object,
                          guint       property_id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  TrsSession *self = TRS_SESSION (object);

  switch (property_id)
    {
    case PROP_STATE:
      g_value_set_enum (value, self->state);
      break;
    case PROP_KEY_ERROR:
      g_value_set_boxed (value, self->key_error);
      break;
    case PROP_KEY_IN_KEYRING:
      g_value_set_boolean (value, self->key_in_keyring);
      break;
    case PROP_KEYRING_ANSWERS:
      g_value_set_boolean (value, trs_session_get_keyring_answers (self));
      break;
    case PROP_STORING_KEY:
      g_value_set_boolean (value, self->storing_key);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
trs_session_dispose (GObject *object)
{
  TrsSession *self = TRS_SESSION (object);

  if (self->client != NULL)
    trs_session_stop (self);

  g_clear_object (&self->remover);
  g_clear_object (&self->sign_in);
  g_clear_object (&self->local);
  g_clear_object (&self->accounts);
  g_clear_object (&self->reachability);
  g_clear_object (&self->storage);
  g_clear_object (&self->delivery);
  g_clear_object (&self->submitter);
  g_clear_object (&self->reconciler);
  g_clear_object (&self->receiver);
  g_clear_object (&self->poller);
  g_clear_object (&self->thrift);
  g_clear_object (&self->downloads);
  g_clear_object (&self->auto_export);
  g_clear_object (&self->transcripts);
  g_clear_object (&self->searcher);
  g_clear_object (&self->library);
  g_clear_object (&self->reader);
  g_clear_object (&self->history);
  g_clear_object (&self->projects);
  g_clear_object (&self->connector);
  g_clear_object (&self->starter);
  g_clear_object (&self->client);
  g_clear_object (&self->store);
  g_clear_object (&self->transport);
  g_clear_object (&self->account);
  g_clear_object (&self->settings);
  g_clear_object (&self->clock);
  g_clear_error (&self->key_error);
  g_clear_pointer (&self->sample_catalogue, g_free);

  G_OBJECT_CLASS (trs_session_parent_class)->dispose (object);
}

static void
trs_session_class_init (TrsSessionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = trs_session_get_property;
  object_class->dispose = trs_session_dispose;

  props[PROP_STATE] = g_param_spec_enum ("state", NULL, NULL, TRS_TYPE_SESSION_STATE, TRS_SESSION_STARTING, flags);
  props[PROP_KEY_ERROR] = g_param_spec_boxed ("key-error", NULL, NULL, G_TYPE_ERROR, flags);
  props[PROP_KEY_IN_KEYRING] = g_param_spec_boolean ("key-in-keyring", NULL, NULL, FALSE, flags);
  props[PROP_KEYRING_ANSWERS] = g_param_spec_boolean ("keyring-answers", NULL, NULL, FALSE, flags);
  props[PROP_STORING_KEY] = g_param_spec_boolean ("storing-key", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
trs_session_init (TrsSession *self)
{
}

/* The state */

static void
notify (TrsSession *self,
        guint       prop)
{
  if (!self->stopped)
    g_object_notify_by_pspec (G_OBJECT (self), props[prop]);
}

static gboolean
is_same_error (const GError *one,
               const GError *other)
{
  if (one == NULL || other == NULL)
    return one == other;
  return g_error_matches (one, other->domain, other->code) && g_str_equal (one->message, other->message);
}

/* @key_error: (nullable): a problem with the keyring; @key_in_keyring: whether the key is kept after this run of the
 * program */
static void
set_state (TrsSession      *self,
           TrsSessionState  state,
           const GError    *key_error,
           gboolean         key_in_keyring)
{
  gboolean has_other_state = self->state != state;
  gboolean has_other_error = !is_same_error (self->key_error, key_error);
  gboolean has_other_place = self->key_in_keyring != key_in_keyring;

  if (self->stopped)
    return;

  if (has_other_error)
    {
      g_clear_error (&self->key_error);
      self->key_error = key_error != NULL ? g_error_copy (key_error) : NULL;
    }
  self->key_in_keyring = key_in_keyring;
  self->state = state;
  if (has_other_error)
    {
      notify (self, PROP_KEY_ERROR);
      notify (self, PROP_KEYRING_ANSWERS);
    }
  if (has_other_place)
    notify (self, PROP_KEY_IN_KEYRING);
  if (has_other_state)
    notify (self, PROP_STATE);
}

/* The account that is open */

/* Closes the account and frees everything that belongs to it. */
static void
forget_projects (TrsSession *self)
{
  if (self->local != NULL)
    trs_local_account_set_number (self->local, 0);
  trs_delivery_saver_set_account (self->delivery, 0);
  trs_poller_clear (self->poller);
  trs_reconciler_clear (self->reconciler);
  trs_webhook_receiver_clear (self->receiver);
  trs_list_reader_reset (self->reader);
  trs_download_queue_reset (self->downloads);
  trs_transcripts_clear (self->transcripts);
  trs_auto_export_stop (self->auto_export);
  trs_library_close (self->library);
  trs_history_close (self->history);
}

/* Before any key is looked for, and while there is none, the delivery is that of the account which is shown. */
static void
library_open_changed_cb (TrsSession *self)
{
  trs_account_set_number (self->account, trs_library_get_kept_account (self->library));
}

/* Submissions are recorded for the account that is open. */
static void
use_account (TrsSession *self)
{
  if (!trs_library_is_open (self->library))
    return;

  trs_submitter_set_account (self->submitter, trs_library_get_account (self->library));
  trs_delivery_saver_set_account (self->delivery, trs_library_get_account (self->library));
  if (self->local != NULL)
    {
      gboolean local = trs_account_get_local (self->account);

      trs_local_account_set_number (self->local, local ? trs_library_get_account (self->library) : 0);
      trs_local_account_take_up (self->local);
    }
}

/* Returns the newest project ids. They identify the user, who may have another account number in the new place.
 * Without a key they prove nothing, and the account used last is opened. */
static GStrv
dup_shown_ids (TrsSession *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->history));

  if (self->state != TRS_SESSION_READY)
    return NULL;

  for (guint i = 0; i < MIN (n, N_SHOWN); i++)
    {
      g_autoptr (TrsHistoryItem) item = g_list_model_get_item (G_LIST_MODEL (self->history), i);
      TrsProject *project = trs_history_item_get_project (item);

      if (project != NULL && !trs_project_is_pending (project))
        g_strv_builder_add (builder, trs_project_get_id (project));
    }
  return g_strv_builder_end (builder);
}

/* Saves texts that were read meanwhile and are still in memory. Saving one twice changes nothing. */
static void
keep_again (TrsSession *self)
{
  trs_library_keep_again (self->library);
  trs_transcripts_keep_again (self->transcripts);
  if (trs_storage_get_erase_error (self->storage) != NULL)
    trs_storage_erase_removed (self->storage);
}

static void
reopened_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (TrsSession) self = user_data;

  if (!trs_sign_in_reopen_finish (TRS_SIGN_IN (source), result, NULL) || self->stopped)
    return;

  keep_again (self);
  if (self->state == TRS_SESSION_READY)
    use_account (self);
}

/* Opens the account again in the file that is used from now on. */
static void
reopen_library (TrsSession *self)
{
  g_auto (GStrv) ids = dup_shown_ids (self);

  /* Forgets the last page: it was written to the previous place, so a read that reuses it would miss projects here. */
  trs_list_reader_reset (self->reader);
  trs_sign_in_reopen_async (self->sign_in, (const char * const *) ids, reopened_cb, g_object_ref (self));
}

/**
 * trs_session_retry_keeping:
 * @self: a session
 *
 * Tries once more to keep what could not be kept.
 */
void
trs_session_retry_keeping (TrsSession *self)
{
  gboolean moved;

  if (self->stopped || !trs_account_is_configured (self->account))
    return;

  moved = g_error_matches (trs_library_get_error (self->library), TRS_ERROR, TRS_ERROR_STORE_MOVED);
  if (trs_library_is_open (self->library) && !moved && !trs_library_is_in_memory (self->library))
    {
      keep_again (self);
      return;
    }

  trs_library_use_file_again (self->library);
  reopen_library (self);
}

static void
opened_again_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (TrsSession) self = user_data;
  g_autoptr (GError) error = NULL;

  trs_sign_in_reopen_finish (TRS_SIGN_IN (source), result, &error);
  if (error != NULL || self->stopped || self->state != TRS_SESSION_READY)
    return;

  trs_list_reader_read_async (self->reader, TRS_LIST_READ_REFRESH, NULL, NULL, NULL);
  use_account (self);
  trs_download_queue_look (self->downloads);
}

/* Reads the projects of the account again after they were forgotten, with the connection that there is. */
static void
open_again (TrsSession *self)
{
  if (!self->stopped)
    trs_sign_in_reopen_async (self->sign_in, NULL, opened_again_cb, g_object_ref (self));
}

/* Another account */

/* Closes the account in use: nothing of it is requested, shown or written after this. */
static void
leave_account (TrsSession *self)
{
  trs_account_list_set_left (self->accounts, 0);
  trs_sign_in_leave (self->sign_in);
  forget_projects (self);
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
  set_state (self, TRS_SESSION_STARTING, NULL, FALSE);
  if (account->id != 0)
    trs_store_accounts_use_async (self->store, account->id, trs_clock_get_time (self->clock), NULL, NULL, NULL);
  trs_sign_in_open (self->sign_in);
}

/* What the remover says of the account in use */

/* The account that was used before the removed one becomes the account in use, unless the user has chosen one
 * meanwhile, which is open then. */
static void
remover_removed_cb (TrsSession *self)
{
  g_autoptr (TrsKnownAccount) next = NULL;

  if (trs_library_is_open (self->library))
    return;

  if (g_list_model_get_n_items (G_LIST_MODEL (self->accounts)) == 0)
    {
      set_state (self, TRS_SESSION_NO_ACCOUNT, NULL, FALSE);
      return;
    }

  next = trs_known_account_copy (trs_account_list_get_account (self->accounts, 0));
  next->current = FALSE;
  trs_session_switch_account (self, next);
}

/* A service on this computer that has ended is started again as at the start of the program. */
static void
remover_emptied_cb (TrsSession *self,
                    gboolean    service_ended)
{
  if (!service_ended)
    {
      open_again (self);
      return;
    }

  if (self->stopped)
    return;
  set_state (self, TRS_SESSION_STARTING, NULL, FALSE);
  trs_sign_in_open (self->sign_in);
}

/* Signing in */

/* Nothing of the account before may be asked, or be answered, any more. */
static void
sign_in_committing_cb (TrsSession *self,
                       const char *name)
{
  trs_list_reader_reset (self->reader);
  trs_transcripts_interrupt (self->transcripts);
  trs_poller_set_steady (self->poller,
                         g_str_equal (name, TRS_ACCOUNT_LOCAL) || g_str_equal (name, TRS_ACCOUNT_SAMPLE));
}

/* What proved a key is the first page of the list. */
static void
sign_in_signed_in_cb (TrsSession          *self,
                      const TrsConnection *connection,
                      gint64               left)
{
  if (connection->page != NULL)
    {
      trs_api_client_set_accepted (self->client);
      trs_list_reader_take_page (self->reader, connection->page);
    }
  else
    trs_list_reader_read_async (self->reader, TRS_LIST_READ_REFRESH, NULL, NULL, NULL);
  use_account (self);
  trs_account_list_set_left (self->accounts, left);
  trs_account_list_invalidate (self->accounts);
  trs_download_queue_look (self->downloads);
}

/* Before there is an account */

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
    set_state (self, TRS_SESSION_NO_ACCOUNT, error, FALSE);
}

/* The form for the first account says where its key will be kept. */
static void
probe_keyring (TrsSession *self)
{
  trs_connector_probe_async (self->connector, probe_answered_cb, g_object_ref (self));
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

/* Requests wait until it is known to whom the key belongs. */
static void
client_proof_wanted_cb (TrsSession *self)
{
  trs_list_reader_read_async (self->reader, TRS_LIST_READ_CHECK, NULL, NULL, NULL);
}

/* What the connector notifies */

static void
set_storing_key (TrsSession *self,
                 gboolean    storing)
{
  if (self->storing_key == storing || self->stopped)
    return;

  self->storing_key = storing;
  notify (self, PROP_STORING_KEY);
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
    set_state (self, states[state], trs_connector_get_error (self->connector),
               trs_connector_get_in_keyring (self->connector));
  set_storing_key (self, trs_connector_get_state (self->connector) == TRS_CONNECTOR_STORING);
}

/* Automatic downloads wait until it is known whose transcripts they would be. */
static void
connector_state_changed_cb (TrsSession *self)
{
  if (trs_connector_get_state (self->connector) == TRS_CONNECTOR_PROVED)
    trs_download_queue_look (self->downloads);
}

static void
connector_keyring_answers_cb (TrsSession *self)
{
  notify (self, PROP_KEYRING_ANSWERS);
}

static void
connector_retry_cb (TrsSession *self)
{
  if (self->state == TRS_SESSION_KEY_LOCKED || self->state == TRS_SESSION_STARTING ||
      (self->state == TRS_SESSION_READY &&
       (trs_account_get_sample (self->account) || trs_account_get_local (self->account))))
    trs_sign_in_find_key (self->sign_in);
}

static void
connector_key_noted_cb (TrsSession *self)
{
  if (self->state == TRS_SESSION_NO_ACCOUNT && trs_account_is_configured (self->account))
    {
      set_state (self, TRS_SESSION_STARTING, NULL, FALSE);
      trs_sign_in_open (self->sign_in);
    }
  else if (self->state == TRS_SESSION_KEY_LOST || self->state == TRS_SESSION_KEY_LOCKED ||
           self->state == TRS_SESSION_KEY_REFUSED)
    trs_sign_in_find_key (self->sign_in);
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
  trs_service_starter_forget_ends (self->starter);
  if (trs_account_is_configured (self->account) && self->state != TRS_SESSION_READY)
    trs_sign_in_find_key (self->sign_in);
}

/* The parts */

/* Pages read while the store could not be written are missing in it, so the list is read again. */
static void
library_error_changed_cb (TrsSession *self)
{
  if (trs_library_get_error (self->library) == NULL && self->state == TRS_SESSION_READY && !self->stopped)
    trs_list_reader_read_async (self->reader, TRS_LIST_READ_REFRESH, NULL, NULL, NULL);
}

/* Repeats requests that failed because the service was unreachable. */
static void
reachability_retry_cb (TrsSession *self)
{
  trs_poller_try_now (self->poller);
  trs_download_queue_look (self->downloads);
  if (self->state == TRS_SESSION_READY && trs_history_get_error (self->history) != NULL)
    trs_list_reader_read_async (self->reader, TRS_LIST_READ_REFRESH, NULL, NULL, NULL);
}

/* Between two checks of what is under way, a handshake would cost more than the connection. */
static void
n_active_changed_cb (TrsSession *self)
{
  trs_transport_set_keep_open (self->transport, trs_poller_get_n_active (self->poller) > 0);
}

static void
account_fields_changed_cb (TrsSession *self)
{
  trs_api_client_set_field_names (self->client, trs_account_get_submit_field (self->account),
                                  trs_account_get_project_field (self->account));
}

static void
keep_transcripts_changed_cb (TrsSession *self)
{
  gboolean keep = g_settings_get_boolean (self->settings, "keep-transcripts");

  trs_library_set_keep_texts (self->library, keep);
  trs_download_queue_set_enabled (self->downloads, keep);
}

/* @target is the first argument of @callback. */
static void
connect_to (gpointer    source,
            const char *signal,
            GCallback   callback,
            gpointer    target)
{
  g_signal_connect_object (source, signal, callback, target, G_CONNECT_SWAPPED);
}

static void
wire (TrsSession *self)
{
  connect_to (self->poller, "finished", G_CALLBACK (trs_webhook_receiver_forget_project), self->receiver);
  connect_to (self->poller, "finished", G_CALLBACK (trs_download_queue_look), self->downloads);
  connect_to (self->poller, "stopped", G_CALLBACK (trs_webhook_receiver_forget_project), self->receiver);
  connect_to (self->poller, "notify::n-active", G_CALLBACK (n_active_changed_cb), self);
  connect_to (self->receiver, "called", G_CALLBACK (trs_poller_hint), self->poller);
  connect_to (self->reader, "not-written", G_CALLBACK (trs_library_take_error), self->library);
  connect_to (self->library, "notify::error", G_CALLBACK (library_error_changed_cb), self);
  connect_to (self->library, "notify::open", G_CALLBACK (library_open_changed_cb), self);
  connect_to (self->library, "lost-file", G_CALLBACK (reopen_library), self);
  connect_to (self->account, "notify::submit-field", G_CALLBACK (account_fields_changed_cb), self);
  connect_to (self->account, "notify::project-field", G_CALLBACK (account_fields_changed_cb), self);
  account_fields_changed_cb (self);
  connect_to (self->settings, "changed::keep-transcripts", G_CALLBACK (keep_transcripts_changed_cb), self);
  keep_transcripts_changed_cb (self);
  connect_to (self->connector, "notify", G_CALLBACK (connector_changed_cb), self);
  connect_to (self->connector, "notify::state", G_CALLBACK (connector_state_changed_cb), self);
  connect_to (self->connector, "notify::keyring-answers", G_CALLBACK (connector_keyring_answers_cb), self);
  connect_to (self->connector, "retry", G_CALLBACK (connector_retry_cb), self);
  connect_to (self->connector, "key-noted", G_CALLBACK (connector_key_noted_cb), self);
  connect_to (self->sign_in, "replacing", G_CALLBACK (forget_projects), self);
  connect_to (self->sign_in, "committing", G_CALLBACK (sign_in_committing_cb), self);
  connect_to (self->sign_in, "signed-in", G_CALLBACK (sign_in_signed_in_cb), self);
  connect_to (self->sign_in, "key-missing", G_CALLBACK (use_account), self);
  connect_to (self->client, "proof-wanted", G_CALLBACK (client_proof_wanted_cb), self);
  connect_to (self->reader, "judged", G_CALLBACK (reader_judged_cb), self);
  connect_to (self->reachability, "retry", G_CALLBACK (reachability_retry_cb), self);
  connect_to (self->storage, "removing", G_CALLBACK (trs_download_queue_leave_out), self->downloads);
  connect_to (self->storage, "removing", G_CALLBACK (trs_transcripts_forget), self->transcripts);
  connect_to (self->storage, "removed", G_CALLBACK (trs_transcripts_forget), self->transcripts);
  connect_to (self->storage, "removed", G_CALLBACK (trs_download_queue_look), self->downloads);
  connect_to (self->remover, "removing", G_CALLBACK (leave_account), self);
  connect_to (self->remover, "removed", G_CALLBACK (remover_removed_cb), self);
  connect_to (self->remover, "emptying", G_CALLBACK (forget_projects), self);
  connect_to (self->remover, "emptied", G_CALLBACK (remover_emptied_cb), self);
  connect_to (self->storage, "texts-removed", G_CALLBACK (trs_download_queue_look), self->downloads);
}

/**
 * trs_session_new:
 * @settings: the settings of the program
 * @transport: the network
 * @keyring: the keyring
 * @store: what is kept on this computer
 * @clock: the time
 * @sample_program: (nullable): path of the sample service, %NULL if there is none
 * @sample_catalogue: (nullable): folder of its videos
 * @sample_data: (nullable): file in which it keeps its projects and its key
 *
 * Returns: (transfer full): a session in which nothing happens before trs_session_start()
 */
TrsSession *
trs_session_new (GSettings    *settings,
                 TrsTransport *transport,
                 TrsKeyring   *keyring,
                 TrsStore     *store,
                 TrsClock     *clock,
                 const char   *sample_program,
                 const char   *sample_catalogue,
                 const char   *sample_data)
{
  TrsSession *self = g_object_new (TRS_TYPE_SESSION, NULL);

  self->settings = g_object_ref (settings);
  self->account = trs_account_new (settings);
  self->clock = g_object_ref (clock);
  self->store = g_object_ref (store);
  self->transport = g_object_ref (transport);
  self->client = trs_api_client_new (transport, clock);
  self->starter = trs_service_starter_new (sample_program, sample_catalogue, sample_data, clock);
  self->connector = trs_connector_new (self->account, self->client, transport, keyring, store, self->starter, clock);
  self->projects = trs_projects_new (store, clock);
  self->history = trs_history_new (self->projects, store, clock);
  self->reader = trs_list_reader_new (self->client, store, self->projects, self->history, clock);
  self->library = trs_library_new (store, self->projects, self->history, clock);
  self->sign_in = trs_sign_in_new (self->account, self->connector, self->library, self->projects, self->history);
  self->accounts = trs_account_list_new (self->account, self->connector, self->library);
  self->storage = trs_storage_new (store, self->projects, self->library, clock);
  self->remover = trs_account_remover_new (self->account, self->accounts, self->connector, self->library, self->storage,
                                           store, clock);
  self->searcher = trs_searcher_new (self->library, self->projects, self->history, clock);
  self->poller = trs_poller_new (self->reader, self->projects, self->history, self->client, clock);
  self->reachability = trs_reachability_new (self->client, self->reader, self->poller, clock);
  self->receiver = trs_webhook_receiver_new (self->account, clock);
  self->reconciler = trs_reconciler_new (store, self->projects, self->history, self->poller, self->receiver,
                                          clock);
  self->submitter = trs_submitter_new (store, self->projects, self->history, self->reader, self->client, self->poller,
                                       self->receiver, self->reconciler, clock);
  self->transcripts = trs_transcripts_new (self->client, self->library, clock, TEXT_CAPACITY);
  self->auto_export = trs_auto_export_new (settings, self->projects, self->library, self->transcripts);
  self->downloads = trs_download_queue_new (self->client, self->projects, self->history, self->library,
                                            self->transcripts, clock);
  self->delivery = trs_delivery_saver_new (self->account, store);
  self->sample_catalogue = g_strdup (sample_catalogue);
  wire (self);

  return self;
}

/* Projects of On This Computer were forgotten. */
static void
local_forgotten_cb (TrsSession *self)
{
  if (!trs_account_get_local (self->account) || !trs_library_is_open (self->library) || self->stopped)
    return;

  forget_projects (self);
  open_again (self);
}

/**
 * trs_session_set_up_local:
 * @self: a session that was not started
 * @program: (type filename): path of `transcription-service`, which may not be there
 * @folder: (type filename): where everything of On This Computer is to lie
 * @worker: (type filename): path of `transcription-worker`, which may not be there
 *
 * Without this, or without the worker, there is no account On This Computer.
 */
void
trs_session_set_up_local (TrsSession *self,
                          const char *program,
                          const char *folder,
                          const char *worker)
{
  if (!g_file_test (program, G_FILE_TEST_IS_EXECUTABLE) || !g_file_test (worker, G_FILE_TEST_IS_EXECUTABLE))
    return;

  self->local = trs_local_account_new (program, folder, worker, self->settings, self->account, self->store,
                                       self->projects, self->reader, self->poller, self->storage, self->transport,
                                       self->clock);
  connect_to (self->local, "forgotten", G_CALLBACK (local_forgotten_cb), self);
  trs_service_starter_set_local (self->starter, trs_local_account_get_service (self->local));
  trs_account_remover_set_local (self->remover, self->local);
  trs_submitter_set_intake (self->submitter, trs_local_account_get_intake (self->local));
}

/* A service on this computer needs no network, and what it sends costs next to nothing. */
static void
update_thrift (TrsSession *self)
{
  gboolean here = trs_account_get_local (self->account) || trs_account_get_sample (self->account);
  TrsThriftReason reason = here ? TRS_THRIFT_NONE : trs_thrift_get_reason (self->thrift);

  trs_download_queue_set_thrift (self->downloads, reason);
  trs_poller_set_thrifty (self->poller, reason != TRS_THRIFT_NONE);
}

/**
 * trs_session_set_thrift:
 * @self: a session that was not started
 * @thrift: what knows whether the computer is to be used sparingly, started with the session
 *
 * Without this, it never is. To be called after trs_session_set_up_local().
 */
void
trs_session_set_thrift (TrsSession *self,
                        TrsThrift  *thrift)
{
  g_return_if_fail (self->thrift == NULL);

  self->thrift = g_object_ref (thrift);
  connect_to (thrift, "notify::reason", G_CALLBACK (update_thrift), self);
  connect_to (self->account, "notify::local", G_CALLBACK (update_thrift), self);
  connect_to (self->account, "notify::sample", G_CALLBACK (update_thrift), self);
  update_thrift (self);
  if (self->local != NULL)
    trs_local_account_set_thrift (self->local, thrift);
}

/**
 * trs_session_get_local:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): On This Computer, whether it is the account in use or not; %NULL if files cannot
 *   be transcribed on this computer, because the service or its worker is not installed
 */
TrsLocalAccount *
trs_session_get_local (TrsSession *self)
{
  return self->local;
}

/**
 * trs_session_get_sample_catalogue:
 * @self: a session
 *
 * Returns: (nullable): the folder of the videos that the sample service knows;
 *   %NULL if the account is another one
 */
const char *
trs_session_get_sample_catalogue (TrsSession *self)
{
  return trs_account_get_sample (self->account) ? self->sample_catalogue : NULL;
}

/**
 * trs_session_start:
 * @self: a session
 *
 * Begins with the account that is configured. Returns at once; the window can
 * open meanwhile.
 */
void
trs_session_start (TrsSession *self)
{
  if (self->thrift != NULL)
    trs_thrift_start (self->thrift);
  if (trs_account_is_configured (self->account))
    {
      trs_sign_in_open (self->sign_in);
      return;
    }

  set_state (self, TRS_SESSION_NO_ACCOUNT, NULL, FALSE);
  probe_keyring (self);
}

/**
 * trs_session_stop:
 * @self: a session
 *
 * Gives up all that is under way and stops the sample service. Operations
 * that were waiting fail with %G_IO_ERROR_CANCELLED, and there are no signals
 * any more. What was sent and not answered stays open in the journal.
 */
void
trs_session_stop (TrsSession *self)
{
  if (self->stopped)
    return;

  self->stopped = TRUE;
  trs_reachability_stop (self->reachability);
  trs_storage_stop (self->storage);
  if (self->local != NULL)
    trs_local_account_stop (self->local);
  trs_delivery_saver_set_account (self->delivery, 0);
  trs_sign_in_stop (self->sign_in);
  trs_connector_stop (self->connector);
  trs_api_client_stop (self->client);
  trs_submitter_stop (self->submitter);
  trs_poller_clear (self->poller);
  trs_list_reader_reset (self->reader);
  trs_download_queue_reset (self->downloads);
  trs_transcripts_interrupt (self->transcripts);
  trs_auto_export_stop (self->auto_export);
  trs_webhook_receiver_clear (self->receiver);
  trs_library_close (self->library);
}

/**
 * trs_session_set_current:
 * @self: a session
 * @project: (nullable): the project on the screen
 *
 * It is asked about in detail while it is under way, once if it is not watched
 * any more, and its transcript stays in memory.
 */
void
trs_session_set_current (TrsSession *self,
                         TrsProject *project)
{
  if (self->stopped)
    return;

  trs_transcripts_keep (self->transcripts, project);
  trs_poller_set_current (self->poller, project);
}

static guint
count_accounts (TrsSession *self)
{
  g_autoptr (GVariant) others = g_settings_get_value (self->settings, "other-accounts");

  return g_variant_n_children (others) + (self->state != TRS_SESSION_NO_ACCOUNT);
}

/* The message of an error may contain a file name, which the report must not; its code does not. */
static char *
describe_store (TrsSession *self)
{
  const GError *error = trs_library_get_error (self->library);

  if (error != NULL)
    return g_strdup_printf ("%s %d", g_quark_to_string (error->domain), error->code);
  if (trs_storage_get_moved_aside (self->storage) != NULL)
    return g_strdup ("damaged file moved aside");
  return g_strdup (g_settings_get_boolean (self->settings, "keep-transcripts") ? "saved" : "not saved");
}

/**
 * trs_session_dup_facts:
 * @self: a session
 *
 * Facts for a bug report about the program below the window. It is public: no
 * address, key, path, title or text.
 *
 * Returns: (transfer full): lines, not translated
 */
char *
trs_session_dup_facts (TrsSession *self)
{
  g_autoptr (GEnumClass) states = g_type_class_ref (TRS_TYPE_SESSION_STATE);
  g_autofree char *store = describe_store (self);

  return g_strdup_printf ("GLib: %u.%u.%u\n"
                          "libsoup: %u.%u.%u\n"
                          "SQLite: %s\n"
                          "Accounts: %u\n"
                          "Sample account: %s\n"
                          "State: %s\n"
                          "Transcripts: %s\n",
                          glib_major_version, glib_minor_version, glib_micro_version, soup_get_major_version (),
                          soup_get_minor_version (), soup_get_micro_version (), sqlite3_libversion (),
                          count_accounts (self), trs_account_get_sample (self->account) ? "yes" : "no",
                          g_enum_get_value (states, self->state)->value_nick, store);
}

/**
 * trs_session_get_account:
 * @self: a #TrsSession
 *
 * Returns: (transfer none): the settings of the account in use
 */
TrsAccount *
trs_session_get_account (TrsSession *self)
{
  return self->account;
}

/**
 * trs_session_get_accounts:
 * @self: a #TrsSession
 *
 * Returns: (transfer none): the accounts that are known here
 */
TrsAccountList *
trs_session_get_accounts (TrsSession *self)
{
  return self->accounts;
}

/**
 * trs_session_get_remover:
 * @self: a #TrsSession
 *
 * Returns: (transfer none): what removes accounts, and what is kept of them
 */
TrsAccountRemover *
trs_session_get_remover (TrsSession *self)
{
  return self->remover;
}

/**
 * trs_session_get_connector:
 * @self: a #TrsSession
 *
 * Returns: (transfer none): the owner of the credentials
 */
TrsConnector *
trs_session_get_connector (TrsSession *self)
{
  return self->connector;
}

/**
 * trs_session_get_sign_in:
 * @self: a #TrsSession
 *
 * Returns: (transfer none): the way into the account in use, and out of it
 */
TrsSignIn *
trs_session_get_sign_in (TrsSession *self)
{
  return self->sign_in;
}

/**
 * trs_session_get_history:
 * @self: a #TrsSession
 *
 * Returns: (transfer none): the projects of the account in use
 */
TrsHistory *
trs_session_get_history (TrsSession *self)
{
  return self->history;
}

/**
 * trs_session_get_projects:
 * @self: a #TrsSession
 *
 * Returns: (transfer none): the projects of the account in use, one object each
 */
TrsProjects *
trs_session_get_projects (TrsSession *self)
{
  return self->projects;
}

/**
 * trs_session_get_library:
 * @self: a #TrsSession
 *
 * Returns: (transfer none): what this computer keeps of them
 */
TrsLibrary *
trs_session_get_library (TrsSession *self)
{
  return self->library;
}

/**
 * trs_session_get_reader:
 * @self: a #TrsSession
 *
 * Returns: (transfer none): what reads the list of the service
 */
TrsListReader *
trs_session_get_reader (TrsSession *self)
{
  return self->reader;
}

/**
 * trs_session_get_poller:
 * @self: a #TrsSession
 *
 * Returns: (transfer none): what checks projects under way
 */
TrsPoller *
trs_session_get_poller (TrsSession *self)
{
  return self->poller;
}

/**
 * trs_session_get_reachability:
 * @self: a #TrsSession
 *
 * Returns: (transfer none): whether the service answers
 */
TrsReachability *
trs_session_get_reachability (TrsSession *self)
{
  return self->reachability;
}

/**
 * trs_session_get_storage:
 * @self: a #TrsSession
 *
 * Returns: (transfer none): the storage of this computer, with its damage and
 *   what is removed from it
 */
TrsStorage *
trs_session_get_storage (TrsSession *self)
{
  return self->storage;
}

/**
 * trs_session_get_submitter:
 * @self: a #TrsSession
 *
 * Returns: (transfer none): what submits videos
 */
TrsSubmitter *
trs_session_get_submitter (TrsSession *self)
{
  return self->submitter;
}

/**
 * trs_session_get_reconciler:
 * @self: a #TrsSession
 *
 * Returns: (transfer none): what resolves submissions with an unknown outcome
 */
TrsReconciler *
trs_session_get_reconciler (TrsSession *self)
{
  return self->reconciler;
}

/**
 * trs_session_get_transcripts:
 * @self: a #TrsSession
 *
 * Returns: (transfer none): what loads transcripts
 */
TrsTranscripts *
trs_session_get_transcripts (TrsSession *self)
{
  return self->transcripts;
}

/**
 * trs_session_get_downloads:
 * @self: a #TrsSession
 *
 * Returns: (transfer none): what downloads transcripts in the background
 */
TrsDownloadQueue *
trs_session_get_downloads (TrsSession *self)
{
  return self->downloads;
}

/**
 * trs_session_get_auto_export:
 * @self: a #TrsSession
 *
 * Returns: (transfer none): what saves transcripts as they arrive
 */
TrsAutoExport *
trs_session_get_auto_export (TrsSession *self)
{
  return self->auto_export;
}

/**
 * trs_session_get_searcher:
 * @self: a #TrsSession
 *
 * Returns: (transfer none): the search over everything that is kept
 */
TrsSearcher *
trs_session_get_searcher (TrsSession *self)
{
  return self->searcher;
}

/**
 * trs_session_get_clock:
 * @self: a #TrsSession
 *
 * Returns: (transfer none): where all parts take the time from
 */
TrsClock *
trs_session_get_clock (TrsSession *self)
{
  return self->clock;
}

/**
 * trs_session_get_state:
 * @self: a #TrsSession
 *
 * Returns: what it is ready for
 */
TrsSessionState
trs_session_get_state (TrsSession *self)
{
  return self->state;
}

/**
 * trs_session_get_key_error:
 * @self: a #TrsSession
 *
 * Returns: (transfer none) (nullable): what is wrong with the keyring, or with
 *   the sample service
 */
const GError *
trs_session_get_key_error (TrsSession *self)
{
  return self->key_error;
}

/**
 * trs_session_get_key_in_keyring:
 * @self: a #TrsSession
 *
 * Returns: %FALSE while the key is kept for this run of the program only
 */
gboolean
trs_session_get_key_in_keyring (TrsSession *self)
{
  return self->key_in_keyring;
}

/**
 * trs_session_get_storing_key:
 * @self: a #TrsSession
 *
 * Returns: the service has accepted a new key and the keyring is asked to keep
 *   it, for which it may ask for its password
 */
gboolean
trs_session_get_storing_key (TrsSession *self)
{
  return self->storing_key;
}
