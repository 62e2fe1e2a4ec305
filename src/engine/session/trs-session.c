/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-session-private.h"

#include "trs-api-key.h"
#include "trs-error.h"
#include "trs-store.h"

#include <libsoup/soup.h>
#include <sqlite3.h>

/* As fetched and as taken apart, about two hundred hours of speech. */
#define TEXT_CAPACITY (64 * 1024 * 1024)

#define SAMPLE_RESTART_GAP G_TIME_SPAN_MINUTE

enum
{
  PROP_0,
  PROP_STATE,
  PROP_ACCOUNT,
  PROP_HISTORY,
  PROP_KEY_ERROR,
  PROP_KEY_IN_KEYRING,
  PROP_STORING_KEY,
  PROP_LEFT_ACCOUNT,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

G_DEFINE_ENUM_TYPE (TrsSessionState, trs_session_state,
                    G_DEFINE_ENUM_VALUE (TRS_SESSION_STARTING, "starting"),
                    G_DEFINE_ENUM_VALUE (TRS_SESSION_NO_ACCOUNT, "no-account"),
                    G_DEFINE_ENUM_VALUE (TRS_SESSION_READY, "ready"),
                    G_DEFINE_ENUM_VALUE (TRS_SESSION_KEY_LOST, "key-lost"),
                    G_DEFINE_ENUM_VALUE (TRS_SESSION_KEY_LOCKED, "key-locked"),
                    G_DEFINE_ENUM_VALUE (TRS_SESSION_KEY_REFUSED, "key-refused"))

G_DEFINE_FINAL_TYPE (TrsSession, trs_session, G_TYPE_OBJECT)

static void
trs_session_get_property (GObject    *object,
                          guint       prop_id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  TrsSession *self = TRS_SESSION (object);

  switch (prop_id)
    {
    case PROP_STATE:
      g_value_set_enum (value, (int) self->state);
      break;
    case PROP_ACCOUNT:
      g_value_set_object (value, self->account);
      break;
    case PROP_HISTORY:
      g_value_set_object (value, self->history);
      break;
    case PROP_KEY_ERROR:
      g_value_set_boxed (value, self->key_error);
      break;
    case PROP_KEY_IN_KEYRING:
      g_value_set_boolean (value, self->key_in_keyring);
      break;
    case PROP_STORING_KEY:
      g_value_set_boolean (value, self->storing_key);
      break;
    case PROP_LEFT_ACCOUNT:
      g_value_set_boxed (value, self->left_account);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
trs_session_dispose (GObject *object)
{
  TrsSession *self = TRS_SESSION (object);

  if (self->client != NULL)
    trs_session_stop (self);

  g_clear_object (&self->reachability);
  g_clear_object (&self->storage);
  g_clear_object (&self->submitter);
  g_clear_object (&self->check);
  g_clear_object (&self->reconciler);
  g_clear_object (&self->receiver);
  g_clear_object (&self->poller);
  g_clear_object (&self->queue);
  g_clear_object (&self->transcripts);
  g_clear_object (&self->searcher);
  g_clear_object (&self->library);
  g_clear_object (&self->connector);
  g_clear_object (&self->reader);
  g_clear_object (&self->history);
  g_clear_object (&self->client);
  g_clear_object (&self->store);
  g_clear_object (&self->keyring);
  g_clear_object (&self->account);
  g_clear_object (&self->settings);
  g_clear_object (&self->clock);
  g_clear_error (&self->key_error);
  g_clear_pointer (&self->key_checksum, g_free);
  g_clear_pointer (&self->left_account, trs_known_account_free);
  g_clear_pointer (&self->session_keys, g_hash_table_unref);

  G_OBJECT_CLASS (trs_session_parent_class)->dispose (object);
}

static void
trs_session_class_init (TrsSessionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = trs_session_get_property;
  object_class->dispose = trs_session_dispose;

  props[PROP_STATE] =
      g_param_spec_enum ("state", NULL, NULL, TRS_TYPE_SESSION_STATE, TRS_SESSION_STARTING, flags);
  props[PROP_ACCOUNT] = g_param_spec_object ("account", NULL, NULL, TRS_TYPE_ACCOUNT, flags);
  props[PROP_HISTORY] = g_param_spec_object ("history", NULL, NULL, TRS_TYPE_HISTORY, flags);
  props[PROP_KEY_ERROR] = g_param_spec_boxed ("key-error", NULL, NULL, G_TYPE_ERROR, flags);
  props[PROP_KEY_IN_KEYRING] = g_param_spec_boolean ("key-in-keyring", NULL, NULL, FALSE, flags);
  props[PROP_STORING_KEY] = g_param_spec_boolean ("storing-key", NULL, NULL, FALSE, flags);
  props[PROP_LEFT_ACCOUNT] = g_param_spec_boxed ("left-account", NULL, NULL, TRS_TYPE_KNOWN_ACCOUNT, flags);

  g_object_class_install_properties (object_class, N_PROPS, props);

  g_signal_new ("accounts-changed", TRS_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
trs_session_init (TrsSession *self)
{
  self->session_keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) trs_api_key_free);
}

static void
client_refused_cb (TrsSession *self)
{
  trs_session_set_state (self, TRS_SESSION_KEY_REFUSED, self->key_error, self->key_in_keyring);
}

static void
try_again (TrsSession *self)
{
  trs_poller_try_now (self->poller);
  trs_download_queue_look (self->queue);
  if (self->state == TRS_SESSION_READY && trs_history_get_error (self->history) != NULL)
    trs_list_reader_refresh_async (self->reader, NULL, NULL, NULL);
}

static void
keyring_answered_late_cb (TrsSession *self,
                          const char *address)
{
  if ((self->state == TRS_SESSION_KEY_LOCKED || self->state == TRS_SESSION_STARTING) &&
      g_strcmp0 (address, trs_account_get_server_address (self->account)) == 0)
    trs_session_look_up (self);
}

/* A service that dies as soon as it is started would do so for ever. */
static void
connector_sample_ended_cb (TrsSession *self)
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
connector_proved_cb (TrsSession *self)
{
  trs_session_set_storing_key (self, TRUE);
}

/* What the list said meanwhile was not written: read it again. */
static void
library_error_changed_cb (TrsSession *self)
{
  if (trs_library_get_error (self->library) == NULL && self->state == TRS_SESSION_READY && !self->stopped)
    trs_list_reader_refresh_async (self->reader, NULL, NULL, NULL);
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
  trs_download_queue_set_enabled (self->queue, keep);
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
  connect_to (self->poller, "finished", G_CALLBACK (trs_download_queue_look), self->queue);
  connect_to (self->poller, "stopped", G_CALLBACK (trs_webhook_receiver_forget_project), self->receiver);
  connect_to (self->receiver, "called", G_CALLBACK (trs_poller_hint), self->poller);
  connect_to (self->client, "refused", G_CALLBACK (client_refused_cb), self);
  connect_to (self->reachability, "try-again", G_CALLBACK (try_again), self);
  connect_to (self->keyring, "answered-late", G_CALLBACK (keyring_answered_late_cb), self);
  connect_to (self->connector, "sample-ended", G_CALLBACK (connector_sample_ended_cb), self);
  connect_to (self->connector, "proved", G_CALLBACK (connector_proved_cb), self);
  connect_to (self->reader, "not-written", G_CALLBACK (trs_library_take_error), self->library);
  connect_to (self->library, "notify::error", G_CALLBACK (library_error_changed_cb), self);
  connect_to (self->library, "lost-file", G_CALLBACK (trs_session_reopen_library), self);
  connect_to (self->account, "notify::submit-field", G_CALLBACK (account_fields_changed_cb), self);
  connect_to (self->account, "notify::project-field", G_CALLBACK (account_fields_changed_cb), self);
  account_fields_changed_cb (self);
  connect_to (self->settings, "changed::keep-transcripts", G_CALLBACK (keep_transcripts_changed_cb), self);
  keep_transcripts_changed_cb (self);
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
  TrsSession *self;

  g_return_val_if_fail (G_IS_SETTINGS (settings), NULL);
  g_return_val_if_fail (TRS_IS_TRANSPORT (transport), NULL);
  g_return_val_if_fail (TRS_IS_KEYRING (keyring), NULL);
  g_return_val_if_fail (TRS_IS_STORE (store), NULL);
  g_return_val_if_fail (TRS_IS_CLOCK (clock), NULL);

  self = g_object_new (TRS_TYPE_SESSION, NULL);
  self->settings = g_object_ref (settings);
  self->account = trs_account_new (settings);
  self->clock = g_object_ref (clock);
  self->keyring = g_object_ref (keyring);
  self->store = g_object_ref (store);
  self->client = trs_api_client_new (transport, clock);
  self->history = trs_history_new (store, clock);
  self->reader = trs_list_reader_new (self->client, store, self->history, clock);
  self->library = trs_library_new (store, self->history, clock);
  self->searcher = trs_searcher_new (self->library, self->history, clock);
  self->poller = trs_poller_new (self->reader, self->history, self->client, clock);
  self->receiver = trs_webhook_receiver_new (self->account, clock);
  self->reconciler = trs_reconciler_new (store, self->history, self->poller, self->receiver, clock);
  self->check = trs_duplicate_check_new (store, self->history);
  self->submitter = trs_submitter_new (store, self->history, self->reader, self->client, self->poller, self->receiver,
                                       self->reconciler, self->check, clock);
  self->transcripts = trs_transcripts_new (self->client, self->library, clock, TEXT_CAPACITY);
  self->queue = trs_download_queue_new (self->client, self->history, self->library, self->transcripts, clock);
  self->storage = trs_storage_new (self->library, self->history, self->transcripts, self->queue);
  self->reachability = trs_reachability_new (self->client, self->reader, self->poller, clock);
  self->connector = trs_connector_new (self->account, transport, keyring, clock, sample_program, sample_catalogue,
                                       sample_data);
  wire (self);

  return self;
}

/* @key_error: (nullable): what is wrong with the keyring; @key_in_keyring: whether the key outlives this run of the
 * program */
void
trs_session_set_state (TrsSession      *self,
                       TrsSessionState  state,
                       const GError    *key_error,
                       gboolean         key_in_keyring)
{
  GObject *object = G_OBJECT (self);

  if (self->stopped)
    return;

  g_object_freeze_notify (object);
  if (self->key_error != key_error)
    {
      g_clear_error (&self->key_error);
      self->key_error = key_error != NULL ? g_error_copy (key_error) : NULL;
      g_object_notify_by_pspec (object, props[PROP_KEY_ERROR]);
    }
  if (self->key_in_keyring != key_in_keyring)
    {
      self->key_in_keyring = key_in_keyring;
      g_object_notify_by_pspec (object, props[PROP_KEY_IN_KEYRING]);
    }
  if (self->state != state)
    {
      self->state = state;
      g_object_notify_by_pspec (object, props[PROP_STATE]);
    }
  g_object_thaw_notify (object);
}

TrsSessionState
trs_session_get_state (TrsSession *self)
{
  return self->state;
}

/* The parts, borrowed; they are there as long as the session is. */

TrsAccount *
trs_session_get_account (TrsSession *self)
{
  return self->account;
}

TrsHistory *
trs_session_get_history (TrsSession *self)
{
  return self->history;
}

TrsLibrary *
trs_session_get_library (TrsSession *self)
{
  return self->library;
}

TrsStorage *
trs_session_get_storage (TrsSession *self)
{
  return self->storage;
}

TrsReachability *
trs_session_get_reachability (TrsSession *self)
{
  return self->reachability;
}

TrsListReader *
trs_session_get_list_reader (TrsSession *self)
{
  return self->reader;
}

TrsPoller *
trs_session_get_poller (TrsSession *self)
{
  return self->poller;
}

TrsSubmitter *
trs_session_get_submitter (TrsSession *self)
{
  return self->submitter;
}

TrsReconciler *
trs_session_get_reconciler (TrsSession *self)
{
  return self->reconciler;
}

TrsDuplicateCheck *
trs_session_get_duplicate_check (TrsSession *self)
{
  return self->check;
}

TrsTranscripts *
trs_session_get_transcripts (TrsSession *self)
{
  return self->transcripts;
}

TrsDownloadQueue *
trs_session_get_downloads (TrsSession *self)
{
  return self->queue;
}

TrsSearcher *
trs_session_get_searcher (TrsSession *self)
{
  return self->searcher;
}

TrsClock *
trs_session_get_clock (TrsSession *self)
{
  return self->clock;
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
  return trs_account_get_sample (self->account) ? trs_connector_get_sample_catalogue (self->connector) : NULL;
}

/* Returns: (nullable): what is wrong with the keyring, or with the sample service */
const GError *
trs_session_get_key_error (TrsSession *self)
{
  return self->key_error;
}

/* Returns: %FALSE while the key is kept for this run of the program only */
gboolean
trs_session_get_key_in_keyring (TrsSession *self)
{
  return self->key_in_keyring;
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
  g_return_if_fail (TRS_IS_SESSION (self));

  if (trs_account_is_configured (self->account))
    {
      trs_session_open_library (self);
      return;
    }

  trs_session_set_state (self, TRS_SESSION_NO_ACCOUNT, NULL, FALSE);
  trs_session_probe_keyring (self);
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
  g_return_if_fail (TRS_IS_SESSION (self));

  if (self->stopped)
    return;

  self->stopped = TRUE;
  trs_reachability_stop (self->reachability);
  trs_session_cancel_look_up (self);
  trs_api_client_stop (self->client);
  trs_poller_clear (self->poller);
  trs_list_reader_reset (self->reader);
  trs_download_queue_reset (self->queue);
  trs_transcripts_interrupt (self->transcripts);
  trs_webhook_receiver_clear (self->receiver);
  trs_library_close (self->library);
  trs_connector_stop_sample (self->connector);
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
  g_return_if_fail (TRS_IS_SESSION (self));
  g_return_if_fail (project == NULL || TRS_IS_PROJECT (project));

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

/* The message of an error may name a file; its code cannot. */
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
  g_autofree char *store = NULL;

  g_return_val_if_fail (TRS_IS_SESSION (self), NULL);

  store = describe_store (self);
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
