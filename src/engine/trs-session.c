/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-session-private.h"

#include "trs-api-key.h"
#include "trs-server-address.h"
#include "trs-session-keyring.h"
#include "trs-session-shelf.h"
#include "trs-store.h"

/* As fetched and as taken apart, about two hundred hours of speech. */
#define TEXT_CAPACITY (64 * 1024 * 1024)

enum
{
  PROP_0,
  PROP_STATE,
  PROP_ACCOUNT,
  PROP_HISTORY,
  PROP_KEY_ERROR,
  PROP_KEY_IN_KEYRING,
  PROP_STORING_KEY,
  PROP_KEY_ACCEPTED_AT,
  PROP_OFFLINE_SINCE,
  PROP_TEXTS_WANTED,
  PROP_TEXTS_KEPT,
  PROP_DOWNLOADING,
  PROP_STORE_ERROR,
  PROP_MOVED_ASIDE,
  PROP_LEFT_ACCOUNT,
  N_PROPS
};

enum
{
  TRANSCRIPT_READY,
  PROJECT_ADOPTED,
  N_SIGNALS
};

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

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
      g_value_set_boolean (value, trs_session_get_key_in_keyring (self));
      break;
    case PROP_STORING_KEY:
      g_value_set_boolean (value, trs_session_get_storing_key (self));
      break;
    case PROP_KEY_ACCEPTED_AT:
      g_value_set_int64 (value, trs_session_get_key_accepted_at (self));
      break;
    case PROP_OFFLINE_SINCE:
      g_value_set_int64 (value, trs_session_get_offline_since (self));
      break;
    case PROP_TEXTS_WANTED:
      g_value_set_uint (value, trs_text_fetcher_get_wanted (trs_session_get_downloads (self)));
      break;
    case PROP_TEXTS_KEPT:
      g_value_set_uint (value, trs_text_fetcher_get_kept (trs_session_get_downloads (self)));
      break;
    case PROP_DOWNLOADING:
      g_value_set_boolean (value, trs_text_fetcher_get_downloading (trs_session_get_downloads (self)));
      break;
    case PROP_STORE_ERROR:
      g_value_set_boxed (value, trs_session_get_store_error (self));
      break;
    case PROP_MOVED_ASIDE:
      g_value_set_string (value, self->moved_aside);
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

  if (self->link != NULL)
    trs_session_stop (self);
  g_clear_handle_id (&self->check_id, g_source_remove);

  g_clear_object (&self->monitor);
  g_clear_object (&self->submitter);
  g_clear_object (&self->check);
  g_clear_object (&self->pendings);
  g_clear_object (&self->callbacks);
  g_clear_object (&self->poller);
  g_clear_object (&self->fetcher);
  g_clear_object (&self->transcripts);
  g_clear_object (&self->searcher);
  g_clear_object (&self->library);
  g_clear_object (&self->connector);
  g_clear_object (&self->reader);
  g_clear_object (&self->history);
  g_clear_object (&self->link);
  g_clear_object (&self->store);
  g_clear_object (&self->keyring);
  g_clear_object (&self->account);
  g_clear_object (&self->settings);
  g_clear_object (&self->clock);
  g_clear_error (&self->key_error);
  g_clear_pointer (&self->moved_aside, g_free);
  g_clear_pointer (&self->key_checksum, g_free);
  g_clear_pointer (&self->left_account, trs_known_account_free);
  g_clear_pointer (&self->removed, trs_removed_project_free);
  g_clear_pointer (&self->run_keys, g_hash_table_unref);

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
  props[PROP_KEY_ACCEPTED_AT] = g_param_spec_int64 ("key-accepted-at", NULL, NULL, 0, G_MAXINT64, 0, flags);
  props[PROP_OFFLINE_SINCE] = g_param_spec_int64 ("offline-since", NULL, NULL, 0, G_MAXINT64, 0, flags);
  props[PROP_TEXTS_WANTED] = g_param_spec_uint ("texts-wanted", NULL, NULL, 0, G_MAXUINT, 0, flags);
  props[PROP_TEXTS_KEPT] = g_param_spec_uint ("texts-kept", NULL, NULL, 0, G_MAXUINT, 0, flags);
  props[PROP_DOWNLOADING] = g_param_spec_boolean ("downloading", NULL, NULL, FALSE, flags);
  props[PROP_STORE_ERROR] = g_param_spec_boxed ("store-error", NULL, NULL, G_TYPE_ERROR, flags);
  props[PROP_MOVED_ASIDE] = g_param_spec_string ("moved-aside", NULL, NULL, NULL, flags);
  props[PROP_LEFT_ACCOUNT] = g_param_spec_boxed ("left-account", NULL, NULL, TRS_TYPE_KNOWN_ACCOUNT, flags);

  g_object_class_install_properties (object_class, N_PROPS, props);

  signals[TRANSCRIPT_READY] =
      g_signal_new ("transcript-ready", TRS_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 1, TRS_TYPE_PROJECT);
  g_signal_new ("accounts-changed", TRS_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[PROJECT_ADOPTED] =
      g_signal_new ("project-adopted", TRS_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 2, TRS_TYPE_PROJECT, TRS_TYPE_PROJECT);
}

static void
trs_session_init (TrsSession *self)
{
  self->run_keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) trs_api_key_free);
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
  self->link = trs_link_new (transport, clock);
  self->history = trs_history_new (store, clock);
  self->reader = trs_list_reader_new (self->link, store, self->history, clock);
  self->library = trs_library_new (store, self->history, clock);
  self->searcher = trs_searcher_new (self->library, self->history, clock);
  self->poller = trs_poller_new (self->reader, self->history, self->link, clock);
  self->callbacks = trs_callbacks_new (self->account, clock);
  self->pendings = trs_pendings_new (store, self->history, self->poller, self->callbacks, clock);
  self->check = trs_duplicate_check_new (store, self->history);
  self->submitter = trs_submitter_new (store, self->history, self->reader, self->link, self->poller, self->callbacks,
                                       self->pendings, self->check, clock);
  self->transcripts = trs_transcripts_new (self->link, self->library, clock, TEXT_CAPACITY);
  self->fetcher = trs_text_fetcher_new (self->link, self->history, self->library, self->transcripts, clock);
  self->connector = trs_connector_new (self->account, transport, keyring, clock, sample_program, sample_catalogue,
                                       sample_data);
  trs_session_wire (self);

  return self;
}

/**
 * trs_session_set_state:
 * @self: a session
 * @state: its state
 * @key_error: (nullable): what is wrong with the keyring
 * @key_in_keyring: whether the key outlives this run of the program
 */
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
  if (self->key_error != NULL || key_error != NULL)
    {
      GError *copy = key_error != NULL ? g_error_copy (key_error) : NULL;

      g_clear_error (&self->key_error);
      self->key_error = copy;
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

/**
 * trs_session_get_state:
 * @self: a session
 *
 * Returns: what can be done
 */
TrsSessionState
trs_session_get_state (TrsSession *self)
{
  g_return_val_if_fail (TRS_IS_SESSION (self), TRS_SESSION_STARTING);

  return self->state;
}

/**
 * trs_session_get_account:
 * @self: a session
 *
 * Returns: (transfer none): the account, without its key
 */
TrsAccount *
trs_session_get_account (TrsSession *self)
{
  g_return_val_if_fail (TRS_IS_SESSION (self), NULL);

  return self->account;
}

/**
 * trs_session_get_history:
 * @self: a session
 *
 * Returns: (transfer none): the projects of the account
 */
TrsHistory *
trs_session_get_history (TrsSession *self)
{
  g_return_val_if_fail (TRS_IS_SESSION (self), NULL);

  return self->history;
}

/**
 * trs_session_get_library:
 * @self: a session
 *
 * Returns: (transfer none): what this computer keeps of the account in use
 */
TrsLibrary *
trs_session_get_library (TrsSession *self)
{
  g_return_val_if_fail (TRS_IS_SESSION (self), NULL);

  return self->library;
}

/**
 * trs_session_get_duplicate_check:
 * @self: a session
 *
 * Returns: (transfer none): what knows which videos were submitted already
 */
TrsDuplicateCheck *
trs_session_get_duplicate_check (TrsSession *self)
{
  g_return_val_if_fail (TRS_IS_SESSION (self), NULL);

  return self->check;
}

/**
 * trs_session_get_list_reader:
 * @self: a session
 *
 * Returns: (transfer none): what reads the list of the service
 */
TrsListReader *
trs_session_get_list_reader (TrsSession *self)
{
  g_return_val_if_fail (TRS_IS_SESSION (self), NULL);

  return self->reader;
}

/**
 * trs_session_get_downloads:
 * @self: a session
 *
 * Returns: (transfer none): what fetches the texts that are not kept yet
 */
TrsTextFetcher *
trs_session_get_downloads (TrsSession *self)
{
  g_return_val_if_fail (TRS_IS_SESSION (self), NULL);

  return self->fetcher;
}

/**
 * trs_session_get_pendings:
 * @self: a session
 *
 * Returns: (transfer none): the submissions of which it is not known what became
 */
TrsPendings *
trs_session_get_pendings (TrsSession *self)
{
  g_return_val_if_fail (TRS_IS_SESSION (self), NULL);

  return self->pendings;
}

/**
 * trs_session_get_searcher:
 * @self: a session
 *
 * Returns: (transfer none): what finds words in everything that is kept
 */
TrsSearcher *
trs_session_get_searcher (TrsSession *self)
{
  g_return_val_if_fail (TRS_IS_SESSION (self), NULL);

  return self->searcher;
}

/**
 * trs_session_get_clock:
 * @self: a session
 *
 * Returns: (transfer none): the time
 */
TrsClock *
trs_session_get_clock (TrsSession *self)
{
  g_return_val_if_fail (TRS_IS_SESSION (self), NULL);

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
  g_return_val_if_fail (TRS_IS_SESSION (self), NULL);

  return trs_account_get_sample (self->account) ? trs_connector_get_sample_catalogue (self->connector) : NULL;
}

/**
 * trs_session_get_key_error:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): what is wrong with the keyring, or with the sample service
 */
const GError *
trs_session_get_key_error (TrsSession *self)
{
  g_return_val_if_fail (TRS_IS_SESSION (self), NULL);

  return self->key_error;
}

/**
 * trs_session_get_key_in_keyring:
 * @self: a session
 *
 * Returns: %FALSE while the key is kept for this run of the program only
 */
gboolean
trs_session_get_key_in_keyring (TrsSession *self)
{
  g_return_val_if_fail (TRS_IS_SESSION (self), FALSE);

  return self->key_in_keyring;
}

/**
 * trs_session_get_key_accepted_at:
 * @self: a session
 *
 * Returns: when the service accepted the key last, in microseconds since the epoch, or 0
 */
gint64
trs_session_get_key_accepted_at (TrsSession *self)
{
  g_return_val_if_fail (TRS_IS_SESSION (self), 0);

  return trs_link_get_accepted_at (self->link);
}

/**
 * trs_session_get_offline_since:
 * @self: a session
 *
 * Returns: since when the service cannot be reached, in microseconds since the epoch, or 0
 */
gint64
trs_session_get_offline_since (TrsSession *self)
{
  g_return_val_if_fail (TRS_IS_SESSION (self), 0);

  return trs_link_get_offline_since (self->link);
}

/**
 * trs_session_get_without_network:
 * @self: a session
 *
 * Only for words, because the monitor is often wrong: nothing is refused for it. A service on this computer needs no
 * network.
 *
 * Returns: %TRUE if the service cannot be reached, and there is no network
 */
gboolean
trs_session_get_without_network (TrsSession *self)
{
  g_return_val_if_fail (TRS_IS_SESSION (self), FALSE);

  return trs_link_get_offline_since (self->link) != 0 && self->monitor != NULL &&
         !g_network_monitor_get_network_available (self->monitor) &&
         !trs_server_address_is_loopback (trs_account_get_server_address (self->account));
}
