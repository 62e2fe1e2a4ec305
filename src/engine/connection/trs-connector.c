/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-connector.h"

#include "trs-api-client.h"
#include "trs-api-key.h"
#include "trs-error.h"
#include "trs-key-stores.h"
#include "trs-keyring.h"
#include "trs-server-address.h"
#include "trs-service-starter.h"
#include "trs-store-accounts.h"
#include "trs-store-listing.h"
#include "trs-store-projects.h"
#include "trs-store.h"
#include "trs-task.h"

/* The service returns this many entries on a full page of the list, after which there may be more projects. */
#define FULL_PAGE 100

/* An address that nobody has a key for: looking it up shows whether there is a keyring, without a prompt to unlock
 * it. */
#define NO_SERVER "https://keyring.invalid"

/* The key in the keyring belongs to none of the accounts that are stored here. */
#define NOBODY (-1)

struct _TrsConnector
{
  GObject parent_instance;

  TrsAccount *settings;
  TrsApiClient *client;
  TrsTransport *transport;
  TrsKeyring *keyring;
  TrsStore *store;
  TrsServiceStarter *starter;
  TrsClock *clock;

  /* the account that is open */
  gint64 account;
  gboolean kept;

  TrsConnectorState resting;   /* of the key in use */
  TrsConnectorState transient; /* of one that may take its place, or %TRS_CONNECTOR_IDLE */
  TrsConnectorState told;
  GError *error;
  gboolean in_keyring;
  gboolean keyring_answers;
  gboolean forgets_keys;
  gboolean stopped;
  guint noted_id;   /* the source of key_noted_cb() */
  guint generation; /* goes up when the account is left */
  guint n_proving;
  char *key;             /* (nullable): in use on probation */
  char *checksum;        /* (nullable): of the key that was proved for the account */
  GHashTable *keys;      /* by account: keys that no keyring keeps */
  GCancellable *looking; /* (nullable) */

  TrsKeyStores *stores;
  guint looked_up_serial; /* the last store that was asked for before the key was looked up */
};

enum
{
  PROP_STATE = 1,
  PROP_ERROR,
  PROP_ACCOUNT,
  PROP_IN_KEYRING,
  PROP_CAN_CANCEL,
  PROP_CAN_KEEP_KEY,
  PROP_KEYRING_ANSWERS,
  N_PROPS
};

static GParamSpec *props[N_PROPS];
static guint retry_signal;
static guint key_noted_signal;

G_DEFINE_ENUM_TYPE (TrsConnectorState, trs_connector_state,
                    G_DEFINE_ENUM_VALUE (TRS_CONNECTOR_IDLE, "idle"),
                    G_DEFINE_ENUM_VALUE (TRS_CONNECTOR_ACQUIRING, "acquiring"),
                    G_DEFINE_ENUM_VALUE (TRS_CONNECTOR_PROVING, "proving"),
                    G_DEFINE_ENUM_VALUE (TRS_CONNECTOR_STORING, "storing"),
                    G_DEFINE_ENUM_VALUE (TRS_CONNECTOR_PROBATION, "probation"),
                    G_DEFINE_ENUM_VALUE (TRS_CONNECTOR_PROVED, "proved"),
                    G_DEFINE_ENUM_VALUE (TRS_CONNECTOR_LOST, "lost"),
                    G_DEFINE_ENUM_VALUE (TRS_CONNECTOR_LOCKED, "locked"),
                    G_DEFINE_ENUM_VALUE (TRS_CONNECTOR_REFUSED, "refused"))

G_DEFINE_FINAL_TYPE (TrsConnector, trs_connector, G_TYPE_OBJECT)

/* State */

static void
notify (TrsConnector *self,
        guint         prop)
{
  if (!self->stopped)
    g_object_notify_by_pspec (G_OBJECT (self), props[prop]);
}

static void
update_state (TrsConnector *self)
{
  TrsConnectorState state = trs_connector_get_state (self);
  gboolean could_cancel = self->told == TRS_CONNECTOR_PROVING;

  if (self->told == state)
    return;

  self->told = state;
  g_object_freeze_notify (G_OBJECT (self));
  notify (self, PROP_STATE);
  notify (self, PROP_CAN_KEEP_KEY);
  if (could_cancel != trs_connector_get_can_cancel (self))
    notify (self, PROP_CAN_CANCEL);
  g_object_thaw_notify (G_OBJECT (self));
}

static void
set_error (TrsConnector *self,
           const GError *error)
{
  GError *copy = error != NULL ? g_error_copy (error) : NULL;

  if (self->error == NULL && error == NULL)
    return;
  g_clear_error (&self->error);
  self->error = copy;
  notify (self, PROP_ERROR);
}

static void
set_in_keyring (TrsConnector *self,
                gboolean      in_keyring)
{
  if (self->in_keyring == in_keyring)
    return;
  self->in_keyring = in_keyring;
  notify (self, PROP_IN_KEYRING);
  notify (self, PROP_CAN_KEEP_KEY);
}

static void
set_keyring_answers (TrsConnector *self,
                     gboolean      answers)
{
  if (self->keyring_answers == answers)
    return;
  self->keyring_answers = answers;
  notify (self, PROP_KEYRING_ANSWERS);
}

/* Sets the state of the key that is in use from now on. */
static void
set_key_state (TrsConnector      *self,
               TrsConnectorState  state,
               const GError      *error,
               gboolean           in_keyring)
{
  g_object_freeze_notify (G_OBJECT (self));
  if (self->resting != state)
    notify (self, PROP_STATE);
  self->resting = state;
  set_error (self, error);
  set_in_keyring (self, in_keyring);
  update_state (self);
  g_object_thaw_notify (G_OBJECT (self));
}

static void
set_transient (TrsConnector      *self,
               TrsConnectorState  state)
{
  self->transient = state;
  update_state (self);
}

/* Whose key is whose */

static char *
make_checksum (const char *key)
{
  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, key, -1);
}

/* Returns the value of `key-account` for the case that the key in the keyring belongs to the open account. */
static gint64
get_own_number (TrsConnector *self)
{
  return self->kept && self->account != 0 ? self->account : NOBODY;
}

/* Without a file, an account has another number in each run, so its number proves nothing. */
static gboolean
is_key_of_account (TrsConnector *self,
                   const char   *name)
{
  gint64 key_account = trs_account_get_key_account (self->settings, name);

  return get_own_number (self) == NOBODY ? key_account != 0 : key_account == self->account;
}

static gboolean
is_key_of_other_account (TrsConnector *self,
                         const char   *name)
{
  return trs_account_get_key_account (self->settings, name) != 0 && !is_key_of_account (self, name);
}

static gboolean
is_same_key (TrsConnector *self,
             const char   *key)
{
  g_autofree char *checksum = make_checksum (key);

  return g_strcmp0 (self->checksum, checksum) == 0;
}

/* One service may have several users with an account each; their session keys must never be mixed up. */
static char *
name_session_key (const char *name,
                  gint64      account)
{
  return g_strdup_printf ("%" G_GINT64_FORMAT " %s", account, name);
}

static const char *
get_session_key (TrsConnector *self,
                 const char   *name,
                 gint64        account)
{
  g_autofree char *id = name_session_key (name, account);

  return g_hash_table_lookup (self->keys, id);
}

static void
set_session_key (TrsConnector *self,
                 const char   *name,
                 gint64        account,
                 const char   *key)
{
  g_autofree char *id = name_session_key (name, account);

  if (key != NULL)
    g_hash_table_replace (self->keys, g_steal_pointer (&id), g_strdup (key));
  else
    g_hash_table_remove (self->keys, id);
  notify (self, PROP_CAN_KEEP_KEY);
}

/* What the keyring was asked to take */

/* Records to which account the key stored last belongs, unless another store is still under way. */
static void
record_key_owner (TrsConnector *self,
                  const char   *address)
{
  gint64 account = trs_key_stores_take_account (self->stores, address);

  if (account != 0)
    trs_account_set_key_account (self->settings, address, account);
}

static gboolean
is_in_use (TrsConnector      *self,
           const TrsKeyStore *store)
{
  return self->resting == TRS_CONNECTOR_PROVED && store->account == get_own_number (self) &&
         g_str_equal (store->address, trs_account_get_name (self->settings)) &&
         g_strcmp0 (store->checksum, self->checksum) == 0;
}

static void
handle_stored (TrsConnector      *self,
               const TrsKeyStore *store)
{
  g_autofree char *address = g_strdup (store->address);

  trs_key_stores_set_stored (self->stores, store->serial);
  if (store->account > 0)
    set_session_key (self, address, store->account, NULL);
  if (is_in_use (self, store))
    {
      set_session_key (self, address, self->account, NULL);
      set_key_state (self, self->resting, NULL, TRUE);
    }
  record_key_owner (self, address);
}

static void
store_answered_late_cb (TrsConnector *self,
                        const char   *address,
                        guint         serial,
                        gboolean      stored)
{
  const TrsKeyStore *store = trs_key_stores_find (self->stores, serial);

  if (store == NULL)
    return;

  if (stored && !store->unwanted)
    {
      handle_stored (self, store);
      return;
    }

  /* The user has removed the key meanwhile. */
  if (stored)
    trs_keyring_remove_async (self->keyring, address, NULL, NULL, NULL);
  trs_key_stores_remove (self->stores, serial);
  record_key_owner (self, address);
}

static void
answered_late_cb (TrsConnector *self,
                  const char   *address)
{
  if (!self->stopped && g_strcmp0 (address, trs_account_get_server_address (self->settings)) == 0)
    g_signal_emit (self, retry_signal, 0);
}

/* Looked at from the main loop, when no change of the account is half done. */
static gboolean
key_noted_cb (gpointer user_data)
{
  TrsConnector *self = user_data;

  self->noted_id = 0;
  if (self->transient == TRS_CONNECTOR_IDLE)
    g_signal_emit (self, key_noted_signal, 0);
  return G_SOURCE_REMOVE;
}

/* Another program has put a key of the account in use into the keyring, or connected the first account of all. */
static void
key_account_changed_cb (TrsConnector *self)
{
  if (self->noted_id == 0 && !self->stopped &&
      trs_account_get_key_account (self->settings, trs_account_get_name (self->settings)) > 0)
    self->noted_id = g_idle_add (key_noted_cb, self);
}

static void
service_ended_cb (TrsConnector *self,
                  const char   *name,
                  const GError *error)
{
  if (self->stopped || !g_str_equal (name, trs_account_get_name (self->settings)))
    return;

  if (error != NULL)
    trs_connector_close (self, TRS_CONNECTOR_LOCKED, error);
  else
    g_signal_emit (self, retry_signal, 0);
}

static void
refused_cb (TrsConnector *self)
{
  set_key_state (self, TRS_CONNECTOR_REFUSED, self->error, self->in_keyring);
}

/* The object */

static void
trs_connector_get_property (GObject    *object,
                            guint       prop,
                            GValue     *value,
                            GParamSpec *pspec)
{
  TrsConnector *self = TRS_CONNECTOR (object);

  switch (prop)
    {
    case PROP_STATE:
      g_value_set_enum (value, (int) trs_connector_get_state (self));
      break;
    case PROP_ERROR:
      g_value_set_boxed (value, self->error);
      break;
    case PROP_ACCOUNT:
      g_value_set_int64 (value, self->account);
      break;
    case PROP_IN_KEYRING:
      g_value_set_boolean (value, self->in_keyring);
      break;
    case PROP_CAN_CANCEL:
      g_value_set_boolean (value, trs_connector_get_can_cancel (self));
      break;
    case PROP_CAN_KEEP_KEY:
      g_value_set_boolean (value, trs_connector_get_can_keep_key (self));
      break;
    case PROP_KEYRING_ANSWERS:
      g_value_set_boolean (value, self->keyring_answers);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop, pspec);
    }
}

static void
trs_connector_dispose (GObject *object)
{
  TrsConnector *self = TRS_CONNECTOR (object);

  if (!self->stopped)
    trs_connector_stop (self);

  G_OBJECT_CLASS (trs_connector_parent_class)->dispose (object);
}

static void
trs_connector_finalize (GObject *object)
{
  TrsConnector *self = TRS_CONNECTOR (object);

  g_clear_object (&self->settings);
  g_clear_object (&self->client);
  g_clear_object (&self->transport);
  g_clear_object (&self->keyring);
  g_clear_object (&self->store);
  g_clear_object (&self->starter);
  g_clear_object (&self->clock);
  g_clear_error (&self->error);
  g_clear_pointer (&self->key, trs_api_key_free);
  g_free (self->checksum);
  g_hash_table_unref (self->keys);
  g_object_unref (self->stores);

  G_OBJECT_CLASS (trs_connector_parent_class)->finalize (object);
}

static void
trs_connector_class_init (TrsConnectorClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = trs_connector_get_property;
  object_class->dispose = trs_connector_dispose;
  object_class->finalize = trs_connector_finalize;

  /* Where the credentials stand. */
  props[PROP_STATE] = g_param_spec_enum ("state", NULL, NULL, TRS_TYPE_CONNECTOR_STATE, TRS_CONNECTOR_IDLE, flags);
  /* (nullable): what is wrong with the keyring, or with the sample service. */
  props[PROP_ERROR] = g_param_spec_boxed ("error", NULL, NULL, G_TYPE_ERROR, flags);
  /* The account that is open, its number in the store; 0 if none is. */
  props[PROP_ACCOUNT] = g_param_spec_int64 ("account", NULL, NULL, 0, G_MAXINT64, 0, flags);
  /* Whether the key in use outlives this run of the program. */
  props[PROP_IN_KEYRING] = g_param_spec_boolean ("in-keyring", NULL, NULL, FALSE, flags);
  /* Whether the key that is being proved can be given up. */
  props[PROP_CAN_CANCEL] = g_param_spec_boolean ("can-cancel", NULL, NULL, FALSE, flags);
  /* Whether a key is in use that only this run of the program knows. */
  props[PROP_CAN_KEEP_KEY] = g_param_spec_boolean ("can-keep-key", NULL, NULL, FALSE, flags);
  /* Whether the keyring has answered, so that it can be expected to keep a key. */
  props[PROP_KEYRING_ANSWERS] = g_param_spec_boolean ("keyring-answers", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);

  key_noted_signal =
      g_signal_new ("key-noted", TRS_TYPE_CONNECTOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  retry_signal = g_signal_new ("retry", TRS_TYPE_CONNECTOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
trs_connector_init (TrsConnector *self)
{
  self->keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) trs_api_key_free);
  self->stores = trs_key_stores_new ();
}

/**
 * trs_connector_new:
 * @settings: what belongs to the account in use
 * @client: what asks the service for everybody
 * @transport: the network, for keys that are not in use yet
 * @keyring: the keyring, which nobody else calls
 * @store: what is kept on this computer
 * @starter: the services on this computer
 * @clock: the time
 *
 * Returns: (transfer full): a connector that has asked nobody
 */
TrsConnector *
trs_connector_new (TrsAccount        *settings,
                   TrsApiClient      *client,
                   TrsTransport      *transport,
                   TrsKeyring        *keyring,
                   TrsStore          *store,
                   TrsServiceStarter *starter,
                   TrsClock          *clock)
{
  TrsConnector *self = g_object_new (TRS_TYPE_CONNECTOR, NULL);

  self->settings = g_object_ref (settings);
  self->client = g_object_ref (client);
  self->transport = g_object_ref (transport);
  self->keyring = g_object_ref (keyring);
  self->store = g_object_ref (store);
  self->starter = g_object_ref (starter);
  self->clock = g_object_ref (clock);
  g_signal_connect_object (client, "refused", G_CALLBACK (refused_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (settings, "notify::key-account", G_CALLBACK (key_account_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (keyring, "store-answered-late", G_CALLBACK (store_answered_late_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (keyring, "answered-late", G_CALLBACK (answered_late_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (starter, "ended", G_CALLBACK (service_ended_cb), self, G_CONNECT_SWAPPED);
  return self;
}

TrsConnectorState
trs_connector_get_state (TrsConnector *self)
{
  return self->transient != TRS_CONNECTOR_IDLE ? self->transient : self->resting;
}

/**
 * trs_connector_get_resting_state:
 * @self: a connector
 *
 * Returns: where the key in use stands, whatever is done with another one meanwhile
 */
TrsConnectorState
trs_connector_get_resting_state (TrsConnector *self)
{
  return self->resting;
}

/* Returns: (nullable): what is wrong with the keyring, or with the sample service */
const GError *
trs_connector_get_error (TrsConnector *self)
{
  return self->error;
}

gboolean
trs_connector_get_in_keyring (TrsConnector *self)
{
  return self->in_keyring;
}

gboolean
trs_connector_get_can_cancel (TrsConnector *self)
{
  return self->transient == TRS_CONNECTOR_PROVING;
}

gboolean
trs_connector_get_can_keep_key (TrsConnector *self)
{
  return self->resting == TRS_CONNECTOR_PROVED && !self->in_keyring &&
         get_session_key (self, trs_account_get_name (self->settings), self->account) != NULL;
}

gboolean
trs_connector_get_keyring_answers (TrsConnector *self)
{
  return self->keyring_answers;
}

/**
 * trs_connector_set_keep_keys:
 * @self: a connector
 * @keep_keys: %FALSE if keys are for this run of the program only, and are not stored in the keyring
 *
 * For the keys that are entered from now on.
 */
void
trs_connector_set_keep_keys (TrsConnector *self,
                             gboolean      keep_keys)
{
  self->forgets_keys = !keep_keys;
}

/**
 * trs_connector_set_account:
 * @self: a connector
 * @account: the account that is open, its number in the store; 0 if none is
 * @kept: whether it has that number at the next start, too
 */
void
trs_connector_set_account (TrsConnector *self,
                           gint64        account,
                           gboolean      kept)
{
  self->kept = kept;
  if (self->account == account)
    return;

  self->account = account;
  notify (self, PROP_ACCOUNT);
  notify (self, PROP_CAN_KEEP_KEY);
}

/* Proving a key that was entered */

typedef struct
{
  TrsConnection *connection;
  GStrv held_ids;
  GPtrArray *accounts; /* (nullable) (element-type TrsKnownAccount): those that are kept */
  guint n_asked;       /* of those */
  gboolean proving;    /* rather than finding */
} Proof;

static void
proof_clear (Proof *proof)
{
  g_clear_pointer (&proof->connection, trs_connection_unref);
  g_clear_pointer (&proof->accounts, g_ptr_array_unref);
  g_strfreev (proof->held_ids);
}

TRS_DEFINE_TASK_STATE (Proof, proof)

/* The new key is proved with a client of its own, so that the account in use is not affected. */
static TrsApiClient *
open_client (TrsConnector *self,
             const char   *name,
             const char   *address,
             const char   *key)
{
  TrsApiClient *client = trs_api_client_new (self->transport, self->clock);
  g_autofree char *submit_field = NULL;
  g_autofree char *project_field = NULL;

  trs_account_dup_field_names (self->settings, name, &submit_field, &project_field);
  trs_api_client_set_field_names (client, submit_field, project_field);
  trs_api_client_open (client, address, key);
  return client;
}

static Proof *
begin_proving (TrsConnector       *self,
               GTask              *task,
               const char * const *held_ids)
{
  Proof *proof = proof_attach (task);

  proof->proving = TRUE;
  proof->held_ids = g_strdupv ((GStrv) held_ids);
  self->n_proving++;
  set_transient (self, TRS_CONNECTOR_PROVING);
  return proof;
}

/* Ends @task with its connection, or with @error, which is taken. */
static void
end_proof (GTask  *task,
           GError *error)
{
  TrsConnector *self = g_task_get_source_object (task);
  Proof *proof = proof_get (task);

  if (proof->proving && proof->connection->generation == self->generation && --self->n_proving == 0)
    set_transient (self, TRS_CONNECTOR_IDLE);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, trs_connection_ref (proof->connection), (GDestroyNotify) trs_connection_unref);
}

/* Whether the account was left, or the task was cancelled in time. */
static gboolean
end_if_stale (GTask *task)
{
  TrsConnector *self = g_task_get_source_object (task);
  const Proof *proof = proof_get (task);
  GError *error = NULL;

  if (self->stopped || proof->connection->generation != self->generation)
    error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "The account was left");
  else if (g_task_get_check_cancellable (task))
    g_cancellable_set_error_if_cancelled (g_task_get_cancellable (task), &error);

  if (error != NULL)
    end_proof (task, error);
  return error != NULL;
}

static void
prove_stored_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsConnector *self = g_task_get_source_object (task);
  TrsConnection *connection = proof_get (task)->connection;
  gboolean matters = trs_key_stores_find (self->stores, connection->serial) != NULL;
  GError *error = NULL;

  connection->in_keyring = trs_keyring_store_finish (TRS_KEYRING (source), result, &error);
  connection->error = error;
  if (matters && connection->in_keyring)
    {
      trs_key_stores_set_stored (self->stores, connection->serial);
      set_keyring_answers (self, TRUE);
    }
  /* A store that timed out may still succeed. */
  else if (!g_error_matches (error, TRS_ERROR, TRS_ERROR_KEYRING_TIMED_OUT) &&
           !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    trs_key_stores_remove (self->stores, connection->serial);

  if (!end_if_stale (task))
    end_proof (task, NULL);
}

/* From here on the keyring may have the key, even if it reports an error. */
static void
ask_keyring (GTask *task)
{
  TrsConnector *self = g_task_get_source_object (task);
  TrsConnection *connection = proof_get (task)->connection;
  g_autofree char *checksum = make_checksum (connection->key);

  connection->serial = trs_key_stores_add (self->stores, connection->address, checksum);
  trs_keyring_store_async (self->keyring, connection->address, connection->key, connection->serial, NULL,
                           prove_stored_cb, g_object_ref (task));
}

/* Unless the settings are saved first, another program would take the new key for that of the previous account. */
static void
ask_keyring_if_saved (GTask    *task,
                      gboolean  saved)
{
  if (saved)
    {
      ask_keyring (task);
      return;
    }

  proof_get (task)->connection->error = g_error_new_literal (TRS_ERROR, TRS_ERROR_KEYRING_FAILED,
                                                             "Whose key the keyring holds cannot be saved");
  end_proof (task, NULL);
}

static void
settings_checked_cb (TrsHeldSettings *held,
                     gpointer         user_data)
{
  g_autoptr (GTask) task = g_object_ref (user_data);
  TrsConnector *self = g_task_get_source_object (task);
  gboolean saved = FALSE;

  if (!self->stopped &&
      !trs_account_is_key_account_known (self->settings, proof_get (task)->connection->name, &saved))
    return;

  g_signal_handlers_disconnect_by_func (held, settings_checked_cb, task);
  if (!end_if_stale (task))
    ask_keyring_if_saved (task, saved);
}

static void
unref_task (gpointer  task,
            GClosure *closure)
{
  g_object_unref (task);
}

/* After this point the key cannot be given up. The keyring is asked only once no other program can take the key for
 * that of another account. */
static void
store_key (GTask *task)
{
  TrsConnector *self = g_task_get_source_object (task);
  const TrsConnection *connection = proof_get (task)->connection;
  gboolean saved;

  g_task_set_check_cancellable (task, FALSE);
  set_transient (self, TRS_CONNECTOR_STORING);
  trs_account_set_key_account (self->settings, connection->name, 0);
  if (trs_account_is_key_account_known (self->settings, connection->name, &saved))
    ask_keyring_if_saved (task, saved);
  else
    g_signal_connect_data (trs_account_get_held_settings (self->settings), "checked",
                           G_CALLBACK (settings_checked_cb), g_object_ref (task), unref_task, 0);
}

/* Ends the proof, because it is known to whom the key belongs. */
static void
finish_proof (GTask    *task,
              gboolean  someone_else)
{
  TrsConnector *self = g_task_get_source_object (task);
  Proof *proof = proof_get (task);

  if (end_if_stale (task))
    return;

  proof->connection->someone_else = someone_else;
  proof->connection->proved = TRUE;
  if (trs_service_starter_is_name (proof->connection->name) || self->forgets_keys)
    end_proof (task, NULL);
  else
    store_key (task);
}

static void prove_next_account (GTask *task);

static void
prove_answered_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsConnector *self = g_task_get_source_object (task);
  Proof *proof = proof_get (task);
  const TrsKnownAccount *asked = g_ptr_array_index (proof->accounts, proof->n_asked - 1);
  g_autoptr (TrsProjectRecord) detail = trs_api_client_detail_finish (TRS_API_CLIENT (source), result, NULL);
  guint n_ids = g_strv_length (proof->connection->ids);

  if (detail == NULL)
    {
      prove_next_account (task);
      return;
    }

  /* The store finds the account by these ids. */
  proof->connection->ids = g_renew (char *, proof->connection->ids, n_ids + 2);
  proof->connection->ids[n_ids] = g_strdup (asked->newest_id);
  proof->connection->ids[n_ids + 1] = NULL;
  finish_proof (task, asked->id != self->account);
}

/* A full page of unknown projects may belong to any account of this address. Asks for the newest known project of
 * the next one, which the service shows to its owner only. */
static void
prove_next_account (GTask *task)
{
  TrsConnector *self = g_task_get_source_object (task);
  Proof *proof = proof_get (task);
  const TrsConnection *connection = proof->connection;

  if (end_if_stale (task))
    return;

  while (proof->accounts != NULL && proof->n_asked < proof->accounts->len)
    {
      const TrsKnownAccount *account = g_ptr_array_index (proof->accounts, proof->n_asked++);

      if (account->newest_id != NULL && g_str_equal (account->name, connection->name))
        {
          g_autoptr (TrsApiClient) client =
              open_client (self, connection->name, connection->address, connection->key);

          trs_api_client_detail_async (client, account->newest_id, TRS_TEXT_BARE, FALSE,
                                       g_task_get_cancellable (task), prove_answered_cb, g_object_ref (task));
          return;
        }
    }
  finish_proof (task, TRUE);
}

static void
prove_compared_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsConnector *self = g_task_get_source_object (task);
  const TrsConnection *connection = proof_get (task)->connection;
  g_autoptr (GPtrArray) known = trs_store_projects_read_ids_finish (TRS_STORE (source), result, NULL);
  gboolean knows = known != NULL ? known->len > 0 : is_same_key (self, connection->key);

  if (knows || connection->page->len < FULL_PAGE)
    finish_proof (task, !knows);
  else
    prove_next_account (task);
}

static const TrsKnownAccount *
find_account (GPtrArray *accounts,
              gint64     id)
{
  for (guint i = 0; accounts != NULL && i < accounts->len; i++)
    {
      const TrsKnownAccount *account = g_ptr_array_index (accounts, i);

      if (account->id == id)
        return account;
    }
  return NULL;
}

static gboolean
shares_held_projects (const Proof *proof)
{
  for (guint i = 0; proof->connection->ids[i] != NULL; i++)
    if (proof->held_ids != NULL && g_strv_contains ((const char * const *) proof->held_ids, proof->connection->ids[i]))
      return TRUE;
  return FALSE;
}

/* The service identifies a user only by projects. A user who shares none with the open account is someone else. So
 * is one without any projects, unless the account has none either or the key was proved for it before. */
static void
prove_listed_accounts_cb (GObject      *source,
                          GAsyncResult *result,
                          gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsConnector *self = g_task_get_source_object (task);
  Proof *proof = proof_get (task);
  const TrsConnection *connection = proof->connection;
  const TrsKnownAccount *own;
  gboolean empty;

  proof->accounts = trs_store_accounts_list_finish (TRS_STORE (source), result, NULL);
  own = find_account (proof->accounts, self->account);
  empty = (proof->held_ids == NULL || proof->held_ids[0] == NULL) &&
          (own == NULL || (own->n_projects == 0 && own->n_undecided == 0));
  if (empty || shares_held_projects (proof))
    finish_proof (task, FALSE);
  else if (connection->page->len == 0)
    finish_proof (task, !g_str_equal (connection->name, trs_account_get_name (self->settings)) ||
                            !is_same_key (self, connection->key));
  else
    trs_store_projects_read_ids_async (self->store, self->account, (const char * const *) connection->ids, NULL,
                                       prove_compared_cb, g_object_ref (task));
}

static void
prove_got_page_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsConnector *self = g_task_get_source_object (task);
  TrsConnection *connection = proof_get (task)->connection;
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();
  GError *error = NULL;

  connection->page = trs_api_client_list_finish (TRS_API_CLIENT (source), result, &error);
  if (error != NULL)
    {
      end_proof (task, error);
      return;
    }
  if (end_if_stale (task))
    return;
  /* There is one account On This Computer, whatever its list shows. */
  if (g_str_equal (connection->name, TRS_ACCOUNT_LOCAL))
    {
      end_proof (task, NULL);
      return;
    }

  for (guint i = 0; i < connection->page->len; i++)
    g_strv_builder_add (ids, ((TrsProjectRecord *) g_ptr_array_index (connection->page, i))->id);
  connection->ids = g_strv_builder_end (ids);
  trs_store_accounts_list_async (self->store, NULL, prove_listed_accounts_cb, g_object_ref (task));
}

static void
prove_key (GTask *task)
{
  TrsConnector *self = g_task_get_source_object (task);
  const TrsConnection *connection = proof_get (task)->connection;
  g_autoptr (TrsApiClient) client = open_client (self, connection->name, connection->address, connection->key);

  trs_api_client_list_async (client, 1, FALSE, g_task_get_cancellable (task), prove_got_page_cb, g_object_ref (task));
}

/**
 * trs_connector_prove_async:
 * @self: a connector
 * @address: address of a server, as entered
 * @key: API key, as entered
 * @held_ids: (nullable) (array zero-terminated=1): projects of the account that is open and which the store does not
 *   have
 * @cancellable: (nullable): to give up; not after the keyring was asked to take the key, see `can-cancel`
 * @callback: called when it was proved, and the keyring has it or not
 * @user_data: (closure): for @callback
 *
 * Proves a key by `GET /api/list`, finds out whether its user is that of the
 * account that is open, and asks the keyring to keep it. For
 * trs_connector_commit() as soon as its account is open.
 */
void
trs_connector_prove_async (TrsConnector        *self,
                           const char          *address,
                           const char          *key,
                           const char * const  *held_ids,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_autofree char *normalized = NULL;
  GError *error = NULL;
  char *clean = NULL;
  Proof *proof;

  g_task_set_source_tag (task, trs_connector_prove_async);
  normalized = trs_server_address_normalize (address, &error);
  if (normalized != NULL)
    clean = trs_api_key_clean (key, &error);
  if (error != NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  proof = begin_proving (self, task, held_ids);
  proof->connection = trs_connection_new (normalized, normalized);
  proof->connection->key = clean;
  proof->connection->generation = self->generation;
  prove_key (task);
}

/**
 * trs_connector_prove_finish:
 * @self: a connector
 * @result: what the callback got
 * @error: return location for an error
 *
 * Of the errors %TRS_ERROR_INVALID_KEY and %TRS_ERROR_REFUSED_ADDRESS or
 * %TRS_ERROR_INVALID_INPUT are in the user's words and belong to the field; all
 * others are those of a request. A keyring that does not take the key is no
 * error: see @error of #TrsConnection.
 *
 * Returns: (transfer full) (nullable): the connection
 */
TrsConnection *
trs_connector_prove_finish (TrsConnector  *self,
                            GAsyncResult  *result,
                            GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_connector_prove_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* The key of a service on this computer, which keeps it itself */

static void
service_started_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  TrsServiceStarter *starter = TRS_SERVICE_STARTER (source);
  g_autoptr (GTask) task = user_data;
  TrsConnection *connection = proof_get (task)->connection;
  GError *error = NULL;

  if (!trs_service_starter_start_finish (starter, result, &error))
    {
      end_proof (task, error);
      return;
    }
  if (end_if_stale (task))
    return;

  connection->address = g_strdup (trs_service_starter_get_address (starter, connection->name));
  connection->key = trs_api_key_clean (trs_service_starter_get_key (starter, connection->name), &error);
  connection->proved = TRUE;
  if (error == NULL && proof_get (task)->proving)
    prove_key (task);
  else
    end_proof (task, error);
}

static void
start_service (GTask      *task,
               const char *name)
{
  TrsConnector *self = g_task_get_source_object (task);
  Proof *proof = proof_get (task);

  proof->connection = trs_connection_new (name, NULL);
  proof->connection->generation = self->generation;
  trs_service_starter_start_async (self->starter, name, g_task_get_cancellable (task), service_started_cb,
                                   g_object_ref (task));
}

/**
 * trs_connector_prove_service_async:
 * @self: a connector
 * @name: %TRS_ACCOUNT_SAMPLE or %TRS_ACCOUNT_LOCAL
 * @held_ids: (nullable) (array zero-terminated=1): as for trs_connector_prove_async()
 * @cancellable: (nullable): to give up
 * @callback: called when it is there
 * @user_data: (closure): for @callback
 *
 * Starts a service on this computer, or finds the one that runs, and proves its
 * key, which the keyring is not told of.
 */
void
trs_connector_prove_service_async (TrsConnector        *self,
                                   const char          *name,
                                   const char * const  *held_ids,
                                   GCancellable        *cancellable,
                                   GAsyncReadyCallback  callback,
                                   gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_connector_prove_service_async);
  begin_proving (self, task, held_ids);
  start_service (task, name);
}

/**
 * trs_connector_prove_service_finish:
 * @self: a connector
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the connection; %NULL with @error set if the
 *   service does not start or does not answer
 */
TrsConnection *
trs_connector_prove_service_finish (TrsConnector  *self,
                                    GAsyncResult  *result,
                                    GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_connector_prove_service_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* Finding the key of the account that is open */

static void
cancel_lookup (TrsConnector *self)
{
  if (self->looking == NULL)
    return;

  g_cancellable_cancel (self->looking);
  g_clear_object (&self->looking);
  if (self->n_proving == 0)
    set_transient (self, TRS_CONNECTOR_IDLE);
}

static void
end_lookup (GTask *task)
{
  TrsConnector *self = g_task_get_source_object (task);

  if (g_task_get_cancellable (task) != self->looking)
    return;

  g_clear_object (&self->looking);
  if (self->n_proving == 0)
    set_transient (self, TRS_CONNECTOR_IDLE);
}

static void
find_got_key_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsConnector *self = g_task_get_source_object (task);
  TrsConnection *connection = proof_get (task)->connection;
  GError *error = NULL;

  connection->key = trs_keyring_lookup_finish (TRS_KEYRING (source), result, &error);
  if (!g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    set_keyring_answers (self, error == NULL);
  connection->in_keyring = connection->key != NULL;
  if (error == NULL && connection->key == NULL)
    error = g_error_new_literal (TRS_ERROR, TRS_ERROR_NO_KEY, "The keyring has no key for the address");

  if (error != NULL)
    end_proof (task, error);
  else if (!end_if_stale (task))
    end_proof (task, NULL);
}

/* The task returns before the state changes, so that the caller has the result when it is notified. */
static void
find_completed_cb (GTask *task)
{
  end_lookup (task);
}

/**
 * trs_connector_find_async:
 * @self: a connector
 * @has_projects: whether any project of the account that is open is known
 * @callback: called when there is a key, or not
 * @user_data: (closure): for @callback
 *
 * Looks for the key of the account that is open, in place of an earlier look,
 * without asking the service. Finish with trs_connector_find_finish().
 */
void
trs_connector_find_async (TrsConnector        *self,
                          gboolean             has_projects,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  const char *name = trs_account_get_name (self->settings);
  const char *session_key = get_session_key (self, name, self->account);
  g_autoptr (GTask) task = NULL;
  Proof *proof;

  cancel_lookup (self);
  self->looking = g_cancellable_new ();
  task = g_task_new (self, self->looking, callback, user_data);
  g_task_set_source_tag (task, trs_connector_find_async);
  proof = proof_attach (task);
  g_signal_connect (task, "notify::completed", G_CALLBACK (find_completed_cb), NULL);
  if (self->n_proving == 0)
    set_transient (self, TRS_CONNECTOR_ACQUIRING);
  if (trs_service_starter_is_name (name))
    {
      set_keyring_answers (self, FALSE);
      start_service (task, name);
      return;
    }

  proof->connection = trs_connection_new (name, name);
  proof->connection->generation = self->generation;
  proof->connection->key = g_strdup (session_key);
  proof->connection->proved = session_key != NULL || (is_key_of_account (self, name) && !has_projects);
  if (session_key != NULL)
    end_proof (task, NULL);
  else if (is_key_of_other_account (self, name))
    end_proof (task, g_error_new_literal (TRS_ERROR, TRS_ERROR_NO_KEY, "The key is that of another account"));
  else
    {
      /* Without projects or a named account, nothing could show whose key it is; then only the existence of a
       * keyring is tested. */
      const char *address = has_projects || is_key_of_account (self, name) ? name : NO_SERVER;

      self->looked_up_serial = trs_key_stores_get_last_serial (self->stores);
      trs_keyring_lookup_async (self->keyring, address, self->looking, find_got_key_cb, g_object_ref (task));
    }
}

/**
 * trs_connector_find_finish:
 * @self: a connector
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the connection; %NULL with
 *   %TRS_ERROR_NO_KEY if the user is to enter a key, %G_IO_ERROR_CANCELLED if
 *   something else has taken the place of this look, or any other error of the
 *   keyring or of the sample service
 */
TrsConnection *
trs_connector_find_finish (TrsConnector  *self,
                           GAsyncResult  *result,
                           GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_connector_find_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* Using a key */

/* The keyring may have stored the key while its account was being opened. */
static void
commit_entered (TrsConnector  *self,
                TrsConnection *connection)
{
  const TrsKeyStore *store = trs_key_stores_find (self->stores, connection->serial);
  gboolean own_key = trs_service_starter_is_name (connection->name);

  trs_account_set_server (self->settings, own_key ? connection->name : connection->address,
                          g_str_equal (connection->name, TRS_ACCOUNT_SAMPLE));
  trs_key_stores_set_account (self->stores, connection->serial, get_own_number (self));
  if (store != NULL && store->stored > 0)
    {
      connection->in_keyring = TRUE;
      g_clear_error (&connection->error);
    }
  set_session_key (self, connection->name, self->account, connection->in_keyring || own_key ? NULL : connection->key);
  record_key_owner (self, connection->name);
}

/**
 * trs_connector_commit:
 * @self: a connector
 * @connection: what was proved or found for the account that is open
 *
 * Uses a key in place of the one before; one that is not proved on probation.
 * What was asked with the one before ends here, and what is sent from here on
 * goes out with this one.
 *
 * Returns: %FALSE if the account was left since then, and nothing was done
 */
gboolean
trs_connector_commit (TrsConnector  *self,
                      TrsConnection *connection)
{
  if (self->stopped || connection->generation != self->generation)
    return FALSE;

  cancel_lookup (self);
  trs_service_starter_stop_others (self->starter, connection->name);
  if (connection->page != NULL)
    commit_entered (self, connection);

  g_clear_pointer (&self->checksum, g_free);
  g_clear_pointer (&self->key, trs_api_key_free);
  if (connection->proved)
    {
      self->checksum = make_checksum (connection->key);
      trs_api_client_open (self->client, connection->address, connection->key);
    }
  else
    {
      self->key = g_strdup (connection->key);
      trs_api_client_open_on_probation (self->client, connection->address, connection->key,
                                        is_key_of_account (self, connection->name));
    }
  set_key_state (self, connection->proved ? TRS_CONNECTOR_PROVED : TRS_CONNECTOR_PROBATION, connection->error,
                 connection->in_keyring || trs_service_starter_is_name (connection->name));
  return TRUE;
}

/* Probation */

/* A store that was requested after the look-up may have replaced the key. */
static void
accept_key (TrsConnector *self)
{
  const char *name = trs_account_get_name (self->settings);

  g_free (self->checksum);
  self->checksum = make_checksum (self->key);
  g_clear_pointer (&self->key, trs_api_key_free);
  if (self->looked_up_serial == trs_key_stores_get_last_serial (self->stores) &&
      !trs_key_stores_is_undecided (self->stores, name, self->checksum))
    {
      trs_account_set_key_account (self->settings, name, get_own_number (self));
      trs_key_stores_drop_stored (self->stores, name);
    }
  set_key_state (self, TRS_CONNECTOR_PROVED, self->error, self->in_keyring);
  trs_api_client_end_probation (self->client);
}

static void
reject_key (TrsConnector *self)
{
  trs_account_set_key_account (self->settings, trs_account_get_name (self->settings), 0);
  trs_connector_close (self, TRS_CONNECTOR_LOST, NULL);
}

typedef struct
{
  guint generation; /* of the client */
  TrsPageOwner owner;
  gboolean full;
} Judging;

static void
judging_clear (Judging *judging)
{
}

TRS_DEFINE_TASK_STATE (Judging, judging)

/* @error: (nullable): why the verdict is open; taken */
static void
end_judging (GTask          *task,
             TrsPageVerdict  verdict,
             GError         *error)
{
  TrsConnector *self = g_task_get_source_object (task);

  if (self->stopped || judging_get (task)->generation != trs_api_client_get_generation (self->client) ||
      self->resting != TRS_CONNECTOR_PROBATION)
    {
      g_clear_error (&error);
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The account was left");
      return;
    }

  if (verdict == TRS_PAGE_VERDICT_PROVED)
    accept_key (self);
  else if (verdict == TRS_PAGE_VERDICT_FOREIGN)
    reject_key (self);
  else
    trs_api_client_stay_on_probation (self->client);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_int (task, verdict);
}

static void
judge_answered_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  g_autoptr (TrsProjectRecord) detail = trs_api_client_detail_finish (TRS_API_CLIENT (source), result, &error);

  if (detail != NULL)
    end_judging (task, TRS_PAGE_VERDICT_PROVED, NULL);
  else if (trs_error_get_http_status (error) == 404)
    {
      g_clear_error (&error);
      end_judging (task, TRS_PAGE_VERDICT_FOREIGN, NULL);
    }
  else
    end_judging (task, TRS_PAGE_VERDICT_OPEN, error);
}

/* Handles the answer for a known project, which decides where the page itself did not. */
static void
judge_listed_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsConnector *self = g_task_get_source_object (task);
  const char *name = trs_account_get_name (self->settings);
  const Judging *judging = judging_get (task);
  GError *error = NULL;
  g_autoptr (GPtrArray) accounts = trs_store_accounts_list_finish (TRS_STORE (source), result, &error);
  const TrsKnownAccount *own = find_account (accounts, self->account);

  if (own == NULL || self->key == NULL)
    end_judging (task, TRS_PAGE_VERDICT_OPEN, error);
  else if (own->n_projects == 0)
    end_judging (task, is_key_of_account (self, name) ? TRS_PAGE_VERDICT_PROVED : TRS_PAGE_VERDICT_FOREIGN, NULL);
  else if (judging->owner == TRS_PAGE_EMPTY)
    end_judging (task, TRS_PAGE_VERDICT_OPEN, NULL);
  else if (!judging->full)
    end_judging (task, TRS_PAGE_VERDICT_FOREIGN, NULL);
  else if (own->newest_id == NULL)
    end_judging (task, TRS_PAGE_VERDICT_OPEN, NULL);
  else
    {
      g_autoptr (TrsApiClient) client = open_client (self, name, name, self->key);

      trs_api_client_detail_async (client, own->newest_id, TRS_TEXT_BARE, FALSE, NULL, judge_answered_cb,
                                   g_steal_pointer (&task));
    }
}

/**
 * trs_connector_judge_page_async:
 * @self: a connector
 * @owner: whose the newest page of the list is, a #TrsPageOwner; the store has written it only if it is ours
 * @full: whether it is so long that there may be more
 * @callback: called when it is judged
 * @user_data: (closure): for @callback
 *
 * Judges a key that is on probation by what it shows.
 *
 * - A page that shows a project of the account proves it.
 * - An empty one proves nothing for an account with projects.
 * - Any other is another user's if there is nothing below it; else the service
 *   is asked for the newest project that is known, which it shows to its user
 *   alone.
 */
void
trs_connector_judge_page_async (TrsConnector        *self,
                                int                  owner,
                                gboolean             full,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_connector_judge_page_async);
  *judging_attach (task) = (Judging) { trs_api_client_get_generation (self->client), (TrsPageOwner) owner, full };
  if (owner == TRS_PAGE_OURS)
    end_judging (task, TRS_PAGE_VERDICT_PROVED, NULL);
  else
    trs_store_accounts_list_async (self->store, NULL, judge_listed_cb, g_steal_pointer (&task));
}

/**
 * trs_connector_judge_page_finish:
 * @self: a connector
 * @result: what the callback got
 * @error: return location for why it could not be judged: it may be at the next read
 *
 * Returns: the verdict, which is in force already; %TRS_PAGE_VERDICT_OPEN with @error set
 */
TrsPageVerdict
trs_connector_judge_page_finish (TrsConnector  *self,
                                 GAsyncResult  *result,
                                 GError       **error)
{
  gssize verdict;

  g_return_val_if_fail (g_task_is_valid (result, self), TRS_PAGE_VERDICT_OPEN);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_connector_judge_page_async), TRS_PAGE_VERDICT_OPEN);

  verdict = g_task_propagate_int (G_TASK (result), error);
  return verdict >= 0 ? (TrsPageVerdict) verdict : TRS_PAGE_VERDICT_OPEN;
}

/* The keyring */

static void
probe_answered_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsConnector *self = g_task_get_source_object (task);
  GError *error = NULL;
  char *key = trs_keyring_lookup_finish (TRS_KEYRING (source), result, &error);

  g_clear_pointer (&key, trs_api_key_free);
  set_keyring_answers (self, error == NULL);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

/**
 * trs_connector_probe_async:
 * @self: a connector
 * @callback: called when it is known
 * @user_data: (closure): for @callback
 *
 * Sees whether there is a keyring, so that it can be said where a key will be
 * kept before one is entered.
 */
void
trs_connector_probe_async (TrsConnector        *self,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  GTask *task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_connector_probe_async);
  trs_keyring_lookup_async (self->keyring, NO_SERVER, NULL, probe_answered_cb, task);
}

gboolean
trs_connector_probe_finish (TrsConnector  *self,
                            GAsyncResult  *result,
                            GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_connector_probe_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* Returns: (transfer full) (nullable): the key in use, if only this run of the program knows it, for
 * trs_api_key_free() */
char *
trs_connector_dup_own_key (TrsConnector *self)
{
  return g_strdup (get_session_key (self, trs_account_get_name (self->settings), self->account));
}

/* Returns: %TRUE if only this run of the program knows the key of the account */
gboolean
trs_connector_has_session_key (TrsConnector *self,
                               const char   *name,
                               gint64        account)
{
  return get_session_key (self, name, account) != NULL;
}

/* Forgets the session key of an account that is removed. */
void
trs_connector_drop_session_key (TrsConnector *self,
                                const char   *name,
                                gint64        account)
{
  set_session_key (self, name, account, NULL);
}

/* Returns: %TRUE if the key in the keyring for the address of the account is known to belong to another account */
gboolean
trs_connector_is_keyless (TrsConnector *self,
                          const char   *name,
                          gint64        account)
{
  gint64 key_account = trs_service_starter_is_name (name) ? 0 : trs_account_get_key_account (self->settings, name);

  return key_account != 0 && key_account != account;
}

/**
 * trs_connector_knows_owner:
 * @self: a connector
 * @name: name of an account
 *
 * Returns: %TRUE if it is known which account the key in the keyring for that address belongs to
 */
gboolean
trs_connector_knows_owner (TrsConnector *self,
                           const char   *name)
{
  return trs_account_get_key_account (self->settings, name) != 0;
}

/**
 * trs_connector_note_account:
 * @self: a connector
 *
 * The account that is open was opened in another place, where it has another
 * number.
 */
void
trs_connector_note_account (TrsConnector *self)
{
  const char *name = trs_account_get_name (self->settings);

  if (self->resting == TRS_CONNECTOR_PROVED && self->in_keyring && !trs_service_starter_is_name (name) &&
      !trs_key_stores_is_undecided (self->stores, name, self->checksum))
    trs_account_set_key_account (self->settings, name, get_own_number (self));
}

/* Letting go of it */

static void
forget_removed_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsConnector *self = g_task_get_source_object (task);
  GError *error = NULL;

  if (!trs_keyring_remove_finish (TRS_KEYRING (source), result, &error))
    {
      g_task_return_error (task, error);
      return;
    }

  trs_account_set_key_account (self->settings, g_task_get_task_data (task), 0);
  g_task_return_boolean (task, TRUE);
}

/**
 * trs_connector_forget_async:
 * @self: a connector
 * @name: name of an account
 * @account: its number in the store
 * @cancellable: (nullable): to stop waiting for the keyring
 * @callback: called when it is done
 * @user_data: (closure): for @callback
 *
 * Removes the key of an account from memory and keyring. What the keyring has
 * not taken yet is removed as soon as it has.
 */
void
trs_connector_forget_async (TrsConnector        *self,
                            const char          *name,
                            gint64               account,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  gint64 number = account == self->account ? get_own_number (self) : account;
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_connector_forget_async);
  g_task_set_task_data (task, g_strdup (name), g_free);
  set_session_key (self, name, account, NULL);
  trs_key_stores_disown (self->stores, name, number);
  trs_keyring_remove_async (self->keyring, name, cancellable, forget_removed_cb, task);
}

gboolean
trs_connector_forget_finish (TrsConnector  *self,
                             GAsyncResult  *result,
                             GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_connector_forget_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * trs_connector_close:
 * @self: a connector
 * @state: why nothing may leave
 * @error: (nullable): what is wrong with the keyring, or with the sample service
 *
 * Nothing is asked any more with the key in use.
 */
void
trs_connector_close (TrsConnector      *self,
                     TrsConnectorState  state,
                     const GError      *error)
{
  cancel_lookup (self);
  g_clear_pointer (&self->key, trs_api_key_free);
  trs_api_client_close (self->client);
  set_key_state (self, state, error, FALSE);
}

/**
 * trs_connector_leave:
 * @self: a connector
 *
 * The account is left: nothing is asked for it any more, and a key that is
 * being proved is given up. What the keyring was asked to take it may take.
 */
void
trs_connector_leave (TrsConnector *self)
{
  self->generation++;
  self->n_proving = 0;
  self->transient = TRS_CONNECTOR_IDLE;
  g_clear_pointer (&self->checksum, g_free);
  trs_service_starter_stop_others (self->starter, NULL);
  trs_connector_close (self, TRS_CONNECTOR_IDLE, NULL);
}

/* Clears the error about the keyring, because the user has read it. */
void
trs_connector_dismiss_error (TrsConnector *self)
{
  set_error (self, NULL);
}

/* Stops all requests and notifications. */
void
trs_connector_stop (TrsConnector *self)
{
  self->stopped = TRUE;
  g_clear_handle_id (&self->noted_id, g_source_remove);
  cancel_lookup (self);
  trs_service_starter_stop_others (self->starter, NULL);
}
