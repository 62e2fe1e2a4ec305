/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-connector.h"

#include "trs-api-client.h"
#include "trs-api-key.h"
#include "trs-error.h"
#include "trs-key-vault.h"
#include "trs-server-address.h"
#include "trs-service-starter.h"
#include "trs-store-accounts.h"
#include "trs-store-listing.h"
#include "trs-task.h"

struct _TrsConnector
{
  GObject parent_instance;

  TrsAccount *settings;
  TrsApiClient *client; /* of everybody, with the key in use */
  TrsTransport *transport;
  TrsStore *store;
  TrsServiceStarter *starter;
  TrsClock *clock;
  TrsKeyVault *vault;

  /* the account that is open */
  gint64 account;
  gboolean kept;         /* whether it has that number at the next start, too */
  gint64 committed;      /* the number that it had when the key in use was committed */
  char *checksum;        /* (nullable): of the key that was proved for it */
  guint generation;      /* goes up when it is left */
  GCancellable *leaving; /* cancelled then */

  /* what is notified */
  TrsConnectorState resting;   /* of the key in use */
  TrsConnectorState transient; /* of one that may take its place, or %TRS_CONNECTOR_IDLE */
  TrsConnectorState told;      /* the one that was notified last */
  GError *error;
  gboolean in_keyring;
  gboolean keyring_answers;

  /* what is under way */
  GCancellable *looking; /* (nullable) */
  GPtrArray *proving;    /* unowned tasks that prove a key */
  char *key;             /* (nullable): in use on probation */
  TrsApiClient *judging; /* (nullable): asks the service whose that is */
  guint noted_id;        /* the source of key_noted_cb() */
  gboolean forgets_keys;
  gboolean stopped;
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

enum
{
  RETRY,
  KEY_NOTED,
  N_SIGNALS
};

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

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

/* The keys of the account that is open */

/* Returns what the vault calls the account. */
static gint64
get_owner (TrsConnector *self)
{
  return self->kept && self->account != 0 ? self->account : TRS_KEY_VAULT_NOBODY;
}

/* Whether the key in the keyring is known by name to be that of the account. */
static gboolean
is_named (TrsConnector *self,
          const char   *name)
{
  return trs_key_vault_is_owned_by (self->vault, name, get_owner (self));
}

/* Whether it is the key that was proved for the account. */
static gboolean
is_proved_key (TrsConnector *self,
               const char   *name,
               const char   *checksum)
{
  return g_str_equal (name, trs_account_get_name (self->settings)) && g_strcmp0 (self->checksum, checksum) == 0;
}

static void
set_session_key (TrsConnector *self,
                 const char   *name,
                 gint64        account,
                 const char   *key)
{
  trs_key_vault_set_session_key (self->vault, name, account, key);
  notify (self, PROP_CAN_KEEP_KEY);
}

static void
stop_judging (TrsConnector *self)
{
  if (self->judging != NULL)
    trs_api_client_stop (self->judging);
  g_clear_object (&self->judging);
}

/* The key on probation is accepted, or not in use any more: nothing is asked about it. */
static void
clear_probation_key (TrsConnector *self)
{
  stop_judging (self);
  g_clear_pointer (&self->key, trs_api_key_free);
}

/* What the others report */

/* The keyring has taken a key that it had been given up on. It may be the one in use. */
static void
stored_late_cb (TrsConnector *self,
                const char   *name,
                gint64        owner,
                const char   *checksum)
{
  if (self->resting != TRS_CONNECTOR_PROVED || owner != get_owner (self) || !is_proved_key (self, name, checksum))
    return;

  set_session_key (self, name, self->account, NULL);
  set_key_state (self, self->resting, NULL, TRUE);
}

static void
answered_late_cb (TrsConnector *self,
                  const char   *address)
{
  if (!self->stopped && g_strcmp0 (address, trs_account_get_server_address (self->settings)) == 0)
    g_signal_emit (self, signals[RETRY], 0);
}

/* Looked at from the main loop, when no change of the account is half done. */
static gboolean
key_noted_cb (gpointer user_data)
{
  TrsConnector *self = user_data;

  self->noted_id = 0;
  if (self->transient == TRS_CONNECTOR_IDLE)
    g_signal_emit (self, signals[KEY_NOTED], 0);
  return G_SOURCE_REMOVE;
}

/* Another program has put a key of the account in use into the keyring, or connected the first account of all. */
static void
owner_changed_cb (TrsConnector *self)
{
  if (self->noted_id == 0 && !self->stopped &&
      trs_key_vault_has_owner (self->vault, trs_account_get_name (self->settings)))
    self->noted_id = g_idle_add (key_noted_cb, self);
}

/* Another program has removed the key from the keyring, as `transcripts logout` does. Nobody takes a key away from the
 * account by removing that of another one. */
static void
key_gone_cb (TrsConnector *self,
             const char   *name,
             gint64        owner)
{
  gint64 own = get_owner (self);

  if (!self->stopped && self->in_keyring && !trs_service_starter_is_name (name) &&
      (own == TRS_KEY_VAULT_NOBODY || own == owner))
    trs_connector_close (self, TRS_CONNECTOR_LOST, NULL);
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
    g_signal_emit (self, signals[RETRY], 0);
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
  g_clear_object (&self->store);
  g_clear_object (&self->starter);
  g_clear_object (&self->clock);
  g_clear_object (&self->vault);
  g_clear_object (&self->leaving);
  g_clear_error (&self->error);
  g_clear_pointer (&self->key, trs_api_key_free);
  g_free (self->checksum);
  g_ptr_array_unref (self->proving);
  g_clear_object (&self->judging);

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

  signals[RETRY] = g_signal_new ("retry", TRS_TYPE_CONNECTOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[KEY_NOTED] =
      g_signal_new ("key-noted", TRS_TYPE_CONNECTOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
trs_connector_init (TrsConnector *self)
{
  self->leaving = g_cancellable_new ();
  self->proving = g_ptr_array_new ();
}

/**
 * trs_connector_new:
 * @settings: what belongs to the account in use
 * @client: what asks the service for everybody
 * @transport: the network, for keys that are not in use yet
 * @keyring: the keyring, which nobody else calls, for a vault of its own
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
  self->store = g_object_ref (store);
  self->starter = g_object_ref (starter);
  self->clock = g_object_ref (clock);
  self->vault = trs_key_vault_new (settings, keyring);
  g_signal_connect_object (client, "refused", G_CALLBACK (refused_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->vault, "owner-changed", G_CALLBACK (owner_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->vault, "key-gone", G_CALLBACK (key_gone_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->vault, "stored-late", G_CALLBACK (stored_late_cb), self, G_CONNECT_SWAPPED);
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
         trs_key_vault_get_session_key (self->vault, trs_account_get_name (self->settings), self->account) != NULL;
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

/* From here on the life of a key, from top to bottom: it is found, or proved where it was entered, and comes as a
 * #TrsConnection (an acquisition); it is committed; if it was found, it is on probation until it is judged; and it is
 * let go. */

/* Acquiring a key */

typedef struct
{
  TrsConnection *connection;

  /* while it is proved */
  gboolean proving;
  TrsApiClient *client; /* (nullable): with the key */
  GStrv held_ids;       /* (nullable) */
  gint64 account;       /* the one that the key was compared with */
  gboolean stored;      /* the keyring was asked to take the key, and has answered */
} Acquisition;

static void
acquisition_clear (Acquisition *acquisition)
{
  g_clear_pointer (&acquisition->connection, trs_connection_unref);
  g_clear_object (&acquisition->client);
  g_strfreev (acquisition->held_ids);
}

TRS_DEFINE_TASK_STATE (Acquisition, acquisition)

static Acquisition *
begin_acquisition (GTask      *task,
                   const char *name,
                   const char *address)
{
  TrsConnector *self = g_task_get_source_object (task);
  Acquisition *acquisition = acquisition_attach (task);

  acquisition->connection = trs_connection_new (name, address);
  acquisition->connection->generation = self->generation;
  return acquisition;
}

/* Ends @task with its connection, or with @error, which is taken. */
static void
end_acquisition (GTask  *task,
                 GError *error)
{
  TrsConnector *self = g_task_get_source_object (task);
  Acquisition *acquisition = acquisition_get (task);

  if (acquisition->proving && g_ptr_array_remove (self->proving, task) && self->proving->len == 0)
    set_transient (self, TRS_CONNECTOR_IDLE);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, trs_connection_ref (acquisition->connection), (GDestroyNotify) trs_connection_unref);
}

/* Whether the account was left, or the task was cancelled in time. */
static gboolean
end_if_stale (GTask *task)
{
  TrsConnector *self = g_task_get_source_object (task);
  GError *error = NULL;

  if (self->stopped || acquisition_get (task)->connection->generation != self->generation)
    error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "The account was left");
  else if (g_task_get_check_cancellable (task))
    g_cancellable_set_error_if_cancelled (g_task_get_cancellable (task), &error);

  if (error != NULL)
    end_acquisition (task, error);
  return error != NULL;
}

/* A service on this computer, which keeps its key itself */

static void prove_key (GTask *task);

static void
service_started_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  TrsServiceStarter *starter = TRS_SERVICE_STARTER (source);
  g_autoptr (GTask) task = user_data;
  TrsConnection *connection = acquisition_get (task)->connection;
  GError *error = NULL;

  if (!trs_service_starter_start_finish (starter, result, &error))
    {
      end_acquisition (task, error);
      return;
    }
  if (end_if_stale (task))
    return;

  connection->address = g_strdup (trs_service_starter_get_address (starter, connection->name));
  connection->key = trs_api_key_clean (trs_service_starter_get_key (starter, connection->name), &error);
  connection->proved = TRUE;
  if (error == NULL && acquisition_get (task)->proving)
    prove_key (task);
  else
    end_acquisition (task, error);
}

static void
start_service (GTask *task)
{
  TrsConnector *self = g_task_get_source_object (task);

  trs_service_starter_start_async (self->starter, acquisition_get (task)->connection->name,
                                   g_task_get_cancellable (task), service_started_cb, g_object_ref (task));
}

/* Finding the key of the account that is open */

/* A key that is being proved goes first. */
static void
set_finding (TrsConnector *self,
             gboolean      finding)
{
  if (self->proving->len == 0)
    set_transient (self, finding ? TRS_CONNECTOR_ACQUIRING : TRS_CONNECTOR_IDLE);
}

static void
cancel_lookup (TrsConnector *self)
{
  if (self->looking == NULL)
    return;

  g_cancellable_cancel (self->looking);
  g_clear_object (&self->looking);
  set_finding (self, FALSE);
}

/* The same key is the same user: nothing need be proved. A key that was proved for another account is none for this
 * one. */
static void
find_compared_key_cb (GObject      *source,
                      GAsyncResult *result,
                      gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsConnector *self = g_task_get_source_object (task);
  gint64 account = trs_store_accounts_find_key_finish (TRS_STORE (source), result, NULL);
  GError *error = NULL;

  if (account != 0 && account == self->account)
    acquisition_get (task)->connection->proved = TRUE;
  else if (account != 0)
    error = g_error_new_literal (TRS_ERROR, TRS_ERROR_NO_KEY, "The key is that of another account");
  if (error != NULL)
    end_acquisition (task, error);
  else if (!end_if_stale (task))
    end_acquisition (task, NULL);
}

static void
find_got_key_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsConnector *self = g_task_get_source_object (task);
  TrsConnection *connection = acquisition_get (task)->connection;
  GError *error = NULL;

  connection->key = trs_key_vault_lookup_finish (TRS_KEY_VAULT (source), result, &error);
  if (!g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    set_keyring_answers (self, error == NULL);
  connection->in_keyring = connection->key != NULL;
  /* Another program may have stored the key of another user while the keyring waited for its password. */
  connection->proved = connection->proved && is_named (self, connection->name);
  if (error == NULL && connection->key == NULL)
    error = g_error_new_literal (TRS_ERROR, TRS_ERROR_NO_KEY, "The keyring has no key for the address");

  if (error != NULL)
    end_acquisition (task, error);
  else if (!end_if_stale (task))
    trs_store_accounts_find_key_async (self->store, connection->name, connection->key, NULL, find_compared_key_cb,
                                       g_object_ref (task));
}

static void
look_in_vault (GTask    *task,
               gboolean  has_projects)
{
  TrsConnector *self = g_task_get_source_object (task);
  TrsConnection *connection = acquisition_get (task)->connection;
  const char *name = connection->name;
  const char *session_key = trs_key_vault_get_session_key (self->vault, name, self->account);
  gboolean named = is_named (self, name);

  connection->key = g_strdup (session_key);
  connection->proved = session_key != NULL || (named && !has_projects);
  if (session_key != NULL)
    end_acquisition (task, NULL);
  else if (trs_key_vault_is_foreign (self->vault, name, get_owner (self)))
    end_acquisition (task, g_error_new_literal (TRS_ERROR, TRS_ERROR_NO_KEY, "The key is that of another account"));
  else
    /* Without projects or a name nothing could show whose key it is: then only the existence of a keyring is tested. */
    trs_key_vault_lookup_async (self->vault, has_projects || named ? name : NULL, g_task_get_cancellable (task),
                                find_got_key_cb, g_object_ref (task));
}

/* The task returns before the state changes, so that the caller has the result when it is notified. */
static void
find_completed_cb (GTask *task)
{
  TrsConnector *self = g_task_get_source_object (task);

  if (g_task_get_cancellable (task) != self->looking)
    return;

  g_clear_object (&self->looking);
  set_finding (self, FALSE);
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
  gboolean has_own_key = trs_service_starter_is_name (name);
  g_autoptr (GTask) task = NULL;

  cancel_lookup (self);
  self->looking = g_cancellable_new ();
  task = g_task_new (self, self->looking, callback, user_data);
  g_task_set_source_tag (task, trs_connector_find_async);
  begin_acquisition (task, name, has_own_key ? NULL : name);
  g_signal_connect (task, "notify::completed", G_CALLBACK (find_completed_cb), NULL);
  set_finding (self, TRUE);
  if (has_own_key)
    {
      set_keyring_answers (self, FALSE);
      start_service (task);
    }
  else
    look_in_vault (task, has_projects);
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

/* Proving a key that was entered */

/* A key is proved with a client of its own, so that the account in use is not affected. */
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

static void
begin_proving (GTask              *task,
               const char * const *held_ids)
{
  TrsConnector *self = g_task_get_source_object (task);
  Acquisition *acquisition = acquisition_get (task);

  acquisition->proving = TRUE;
  acquisition->held_ids = g_strdupv ((GStrv) held_ids);
  g_ptr_array_add (self->proving, task);
  set_transient (self, TRS_CONNECTOR_PROVING);
}

/* What is being asked about keys of the account that is left ends here. */
static void
give_up_proving (TrsConnector *self)
{
  for (guint i = 0; i < self->proving->len; i++)
    {
      const Acquisition *acquisition = acquisition_get (g_ptr_array_index (self->proving, i));

      if (acquisition->client != NULL)
        trs_api_client_stop (acquisition->client);
    }
  g_ptr_array_set_size (self->proving, 0);
  self->transient = TRS_CONNECTOR_IDLE;
}

static void compare (GTask *task);

/* Another account may have been opened since the key was compared: at the start of the program it may have been
 * entered before there was anything to compare it with. */
static void
prove_opened_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsConnector *self = g_task_get_source_object (task);
  TrsConnection *connection = acquisition_get (task)->connection;

  connection->account = trs_store_accounts_open_finish (TRS_STORE (source), result, NULL);
  connection->someone_else = connection->someone_else && connection->account != self->account;
  if (end_if_stale (task))
    return;
  if (acquisition_get (task)->account != self->account)
    compare (task);
  else
    end_acquisition (task, NULL);
}

/* Finds the account of the key or makes it, so that the key is known again, whatever becomes of what is sent with it. A
 * service on this computer has one account. */
static void
end_proof (GTask *task)
{
  TrsConnector *self = g_task_get_source_object (task);
  const Acquisition *acquisition = acquisition_get (task);
  const TrsConnection *connection = acquisition->connection;

  if (acquisition->account != self->account)
    compare (task);
  else if (trs_service_starter_is_name (connection->name))
    end_acquisition (task, NULL);
  else
    trs_store_accounts_open_async (self->store, connection->name, connection->someone_else ? 0 : self->account,
                                   (const char * const *) connection->ids, connection->key,
                                   trs_clock_get_time (self->clock), NULL, prove_opened_cb, g_object_ref (task));
}

static void
prove_stored_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsConnector *self = g_task_get_source_object (task);
  Acquisition *acquisition = acquisition_get (task);
  TrsConnection *connection = acquisition->connection;

  acquisition->stored = TRUE;
  connection->in_keyring =
      trs_key_vault_store_finish (TRS_KEY_VAULT (source), result, &connection->serial, &connection->error);
  if (connection->in_keyring)
    set_keyring_answers (self, TRUE);
  if (!end_if_stale (task))
    end_proof (task);
}

/* After this point the key cannot be given up, but the account may still be left before the keyring is asked. */
static void
store_key (GTask *task)
{
  TrsConnector *self = g_task_get_source_object (task);
  const TrsConnection *connection = acquisition_get (task)->connection;

  g_task_set_check_cancellable (task, FALSE);
  set_transient (self, TRS_CONNECTOR_STORING);
  trs_key_vault_store_async (self->vault, connection->address, connection->key, self->leaving, prove_stored_cb,
                             g_object_ref (task));
}

static void
prove_compared_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsConnector *self = g_task_get_source_object (task);
  const Acquisition *acquisition = acquisition_get (task);
  TrsConnection *connection = acquisition->connection;
  g_autoptr (GError) error = NULL;

  g_clear_pointer (&connection->ids, g_strfreev);
  connection->ids =
      trs_key_proof_compare_finish (TRS_KEY_PROOF (source), result, &connection->someone_else, &error);
  connection->proved = error == NULL;
  if (end_if_stale (task))
    return;

  if (error != NULL)
    end_acquisition (task, g_steal_pointer (&error));
  else if (acquisition->stored || trs_service_starter_is_name (connection->name) || self->forgets_keys)
    end_proof (task);
  else
    store_key (task);
}

/* Finds out whether the user of the key is that of the account that is open. Once the keyring was asked, that cannot be
 * given up either. */
static void
compare (GTask *task)
{
  TrsConnector *self = g_task_get_source_object (task);
  Acquisition *acquisition = acquisition_get (task);
  const TrsConnection *connection = acquisition->connection;
  g_autoptr (TrsKeyProof) proof = trs_key_proof_new (acquisition->client, self->store, connection->name);
  g_autofree char *checksum = trs_key_vault_make_checksum (connection->key);
  gboolean was_proved = is_proved_key (self, connection->name, checksum);

  acquisition->account = self->account;
  trs_key_proof_compare_async (proof, connection->key, connection->page, self->account,
                               (const char * const *) acquisition->held_ids, was_proved,
                               acquisition->stored ? NULL : g_task_get_cancellable (task), prove_compared_cb,
                               g_object_ref (task));
}

static void
prove_got_page_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsConnection *connection = acquisition_get (task)->connection;
  GError *error = NULL;

  connection->page = trs_api_client_list_finish (TRS_API_CLIENT (source), result, &error);
  if (error != NULL)
    end_acquisition (task, error);
  else if (end_if_stale (task))
    return;
  /* There is one account On This Computer, whatever its list shows. */
  else if (g_str_equal (connection->name, TRS_ACCOUNT_LOCAL))
    end_acquisition (task, NULL);
  else
    compare (task);
}

static void
prove_key (GTask *task)
{
  TrsConnector *self = g_task_get_source_object (task);
  Acquisition *acquisition = acquisition_get (task);
  const TrsConnection *connection = acquisition->connection;

  acquisition->client = open_client (self, connection->name, connection->address, connection->key);
  trs_api_client_list_async (acquisition->client, 1, FALSE, g_task_get_cancellable (task), prove_got_page_cb,
                             g_object_ref (task));
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
 * account that is open, asks the keyring to keep it, and finds or makes the
 * account of its user, which has its fingerprint from then on. For
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

  g_task_set_source_tag (task, trs_connector_prove_async);
  normalized = trs_server_address_normalize (address, &error);
  if (normalized != NULL)
    clean = trs_api_key_clean (key, &error);
  if (error != NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  begin_acquisition (task, normalized, normalized)->connection->key = clean;
  begin_proving (task, held_ids);
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
 * error: see @error of #TrsConnection. Where another account was opened after
 * the keyring was asked, and it cannot be found out whether the key is that of
 * its user, the keyring may have the key after an error, too; nobody is named as
 * its owner then.
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
  begin_acquisition (task, name, NULL);
  begin_proving (task, held_ids);
  start_service (task);
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

/* Using a key */

/* A key of the keyring is proved, so it is to be known again. The store writes that before anything that is sent with
 * it. */
static void
note_found_key (TrsConnector *self,
                const char   *key)
{
  g_free (self->checksum);
  self->checksum = trs_key_vault_make_checksum (key);
  trs_store_accounts_write_key_async (self->store, self->account, key, NULL, NULL, NULL);
}

/* It may have been known by its fingerprint alone. */
static void
commit_found (TrsConnector        *self,
              const TrsConnection *connection)
{
  note_found_key (self, connection->key);
  if (!is_named (self, connection->name))
    trs_key_vault_set_found_owner (self->vault, connection->name, self->checksum, get_owner (self));
}

/* The keyring may have stored the key while its account was being opened. */
static void
commit_entered (TrsConnector  *self,
                TrsConnection *connection)
{
  gboolean has_own_key = trs_service_starter_is_name (connection->name);

  trs_account_set_server (self->settings, has_own_key ? connection->name : connection->address,
                          g_str_equal (connection->name, TRS_ACCOUNT_SAMPLE));
  if (trs_key_vault_set_stored_owner (self->vault, connection->name, connection->serial, get_owner (self)))
    {
      connection->in_keyring = TRUE;
      g_clear_error (&connection->error);
    }
  set_session_key (self, connection->name, self->account,
                   connection->in_keyring || has_own_key ? NULL : connection->key);
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

  self->committed = self->account;
  g_clear_pointer (&self->checksum, g_free);
  clear_probation_key (self);
  if (connection->proved)
    {
      self->checksum = trs_key_vault_make_checksum (connection->key);
      if (connection->page == NULL && connection->in_keyring)
        commit_found (self, connection);
      trs_api_client_open (self->client, connection->address, connection->key);
    }
  else
    {
      self->key = g_strdup (connection->key);
      trs_api_client_open_on_probation (self->client, connection->address, connection->key,
                                        is_named (self, connection->name));
    }
  set_key_state (self, connection->proved ? TRS_CONNECTOR_PROVED : TRS_CONNECTOR_PROBATION, connection->error,
                 connection->in_keyring || trs_service_starter_is_name (connection->name));
  return TRUE;
}

/* Probation */

static void
accept_key (TrsConnector *self)
{
  note_found_key (self, self->key);
  clear_probation_key (self);
  trs_key_vault_set_found_owner (self->vault, trs_account_get_name (self->settings), self->checksum,
                                 get_owner (self));
  set_key_state (self, TRS_CONNECTOR_PROVED, self->error, self->in_keyring);
  trs_api_client_end_probation (self->client);
}

static void
reject_key (TrsConnector *self)
{
  trs_key_vault_unset_owner (self->vault, trs_account_get_name (self->settings));
  trs_connector_close (self, TRS_CONNECTOR_LOST, NULL);
}

/* @error: (nullable): why the verdict is open; taken */
static void
end_judging (GTask          *task,
             TrsPageVerdict  verdict,
             GError         *error)
{
  TrsConnector *self = g_task_get_source_object (task);
  guint generation = GPOINTER_TO_UINT (g_task_get_task_data (task));

  if (self->stopped || generation != trs_api_client_get_generation (self->client) ||
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
judged_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  TrsPageVerdict verdict = trs_key_proof_judge_finish (TRS_KEY_PROOF (source), result, &error);

  end_judging (task, verdict, error);
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
  const char *name = trs_account_get_name (self->settings);
  g_autoptr (TrsKeyProof) proof = NULL;

  g_task_set_source_tag (task, trs_connector_judge_page_async);
  g_task_set_task_data (task, GUINT_TO_POINTER (trs_api_client_get_generation (self->client)), NULL);
  if (owner == TRS_PAGE_OURS || self->resting != TRS_CONNECTOR_PROBATION)
    {
      end_judging (task, TRS_PAGE_VERDICT_PROVED, NULL);
      return;
    }

  stop_judging (self);
  self->judging = open_client (self, name, name, self->key);
  proof = trs_key_proof_new (self->judging, self->store, name);
  trs_key_proof_judge_async (proof, self->account, owner == TRS_PAGE_EMPTY, full, is_named (self, name),
                             judged_cb, g_steal_pointer (&task));
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

/* Where the keys are */

static void
probe_answered_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsConnector *self = g_task_get_source_object (task);
  GError *error = NULL;
  char *key = trs_key_vault_lookup_finish (TRS_KEY_VAULT (source), result, &error);

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
  trs_key_vault_lookup_async (self->vault, NULL, NULL, probe_answered_cb, task);
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
  return g_strdup (trs_key_vault_get_session_key (self->vault, trs_account_get_name (self->settings), self->account));
}

/* Returns: %TRUE if only this run of the program knows the key of the account */
gboolean
trs_connector_has_session_key (TrsConnector *self,
                               const char   *name,
                               gint64        account)
{
  return trs_key_vault_get_session_key (self->vault, name, account) != NULL;
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
  return !trs_service_starter_is_name (name) && trs_key_vault_is_foreign (self->vault, name, account);
}

/**
 * trs_connector_knows_owner:
 * @self: a connector
 * @name: name of an account
 *
 * Returns: %TRUE if it is known which account here the key in the keyring for that address belongs to
 */
gboolean
trs_connector_knows_owner (TrsConnector *self,
                           const char   *name)
{
  return trs_key_vault_has_owner (self->vault, name);
}

/**
 * trs_connector_note_account:
 * @self: a connector
 *
 * The account that is open was opened in another place, where it has another
 * number. The key in use goes along.
 */
void
trs_connector_note_account (TrsConnector *self)
{
  const char *name = trs_account_get_name (self->settings);
  gint64 former = self->committed;

  if (self->resting != TRS_CONNECTOR_PROVED || trs_service_starter_is_name (name))
    return;

  self->committed = self->account;
  if (self->in_keyring)
    trs_key_vault_set_owner (self->vault, name, self->checksum, get_owner (self));
  else if (former != self->account)
    {
      set_session_key (self, name, self->account, trs_key_vault_get_session_key (self->vault, name, former));
      set_session_key (self, name, former, NULL);
    }
}

/* Letting go of a key */

static void
forget_removed_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (trs_key_vault_remove_finish (TRS_KEY_VAULT (source), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
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
  gint64 owner = account == self->account ? get_owner (self) : account;
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_connector_forget_async);
  set_session_key (self, name, account, NULL);
  trs_key_vault_remove_async (self->vault, name, owner, cancellable, forget_removed_cb, task);
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
  clear_probation_key (self);
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
  g_cancellable_cancel (self->leaving);
  g_object_unref (self->leaving);
  self->leaving = g_cancellable_new ();
  give_up_proving (self);
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
  g_cancellable_cancel (self->leaving);
  cancel_lookup (self);
  give_up_proving (self);
  stop_judging (self);
  trs_key_vault_stop (self->vault);
  trs_service_starter_stop_others (self->starter, NULL);
}
