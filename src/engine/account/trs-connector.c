/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-connector.h"

#include "trs-api-client.h"
#include "trs-api-key.h"
#include "trs-error.h"
#include "trs-sample-service.h"
#include "trs-server-address.h"
#include "trs-task.h"

struct _TrsConnector
{
  GObject parent_instance;

  TrsAccount *account;
  TrsTransport *transport;
  TrsKeyring *keyring;
  TrsClock *clock;
  TrsSampleService *sample;
  char *sample_program;
  char *sample_catalogue;
  char *sample_data;
};

typedef struct
{
  TrsCredentials *credentials;
  gboolean prove;
} State;

enum
{
  PROVED,
  SAMPLE_ENDED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
state_clear (State *state)
{
  g_clear_pointer (&state->credentials, trs_credentials_free);
}

TRS_DEFINE_TASK_STATE (State, state)

G_DEFINE_FINAL_TYPE (TrsConnector, trs_connector, G_TYPE_OBJECT)

void
trs_credentials_free (TrsCredentials *credentials)
{
  g_free (credentials->address);
  g_clear_pointer (&credentials->key, trs_api_key_free);
  g_clear_pointer (&credentials->proved, g_ptr_array_unref);
  g_clear_error (&credentials->store_error);
  g_free (credentials);
}

/* Returns: the name of the account that they are for, see trs_account_get_name() */
const char *
trs_credentials_get_name (const TrsCredentials *credentials)
{
  return credentials->sample ? TRS_ACCOUNT_SAMPLE : credentials->address;
}

static void
trs_connector_finalize (GObject *object)
{
  TrsConnector *self = TRS_CONNECTOR (object);

  trs_connector_stop_sample (self);
  g_clear_object (&self->account);
  g_clear_object (&self->transport);
  g_clear_object (&self->keyring);
  g_clear_object (&self->clock);
  g_free (self->sample_program);
  g_free (self->sample_catalogue);
  g_free (self->sample_data);

  G_OBJECT_CLASS (trs_connector_parent_class)->finalize (object);
}

static void
trs_connector_class_init (TrsConnectorClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_connector_finalize;

  /* The service accepts the key. The keyring is asked to keep it, and may have to be unlocked first. */
  signals[PROVED] = g_signal_new ("proved", TRS_TYPE_CONNECTOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SAMPLE_ENDED] = g_signal_new ("sample-ended", TRS_TYPE_CONNECTOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                        G_TYPE_NONE, 0);
}

static void
trs_connector_init (TrsConnector *self)
{
}

/**
 * trs_connector_new:
 * @account: the account that is configured
 * @transport: for clients that prove a key
 * @keyring: where keys are kept
 * @clock: for the client and the sample service
 * @sample_program: (nullable): path of the sample service
 * @sample_catalogue: (nullable): folder of its videos
 * @sample_data: (nullable): file in which it keeps its projects
 *
 * Returns: (transfer full): a connector
 */
TrsConnector *
trs_connector_new (TrsAccount   *account,
                   TrsTransport *transport,
                   TrsKeyring   *keyring,
                   TrsClock     *clock,
                   const char   *sample_program,
                   const char   *sample_catalogue,
                   const char   *sample_data)
{
  TrsConnector *self = g_object_new (TRS_TYPE_CONNECTOR, NULL);

  self->account = g_object_ref (account);
  self->transport = g_object_ref (transport);
  self->keyring = g_object_ref (keyring);
  self->clock = g_object_ref (clock);
  self->sample_program = g_strdup (sample_program);
  self->sample_catalogue = g_strdup (sample_catalogue);
  self->sample_data = g_strdup (sample_data);

  return self;
}

static State *
begin (GTask *task)
{
  State *state = state_attach (task);

  state->credentials = g_new0 (TrsCredentials, 1);
  return state;
}

static void
return_connection (GTask *task)
{
  g_task_return_pointer (task, g_steal_pointer (&state_get (task)->credentials),
                         (GDestroyNotify) trs_credentials_free);
}

static void
connect_stored_key_cb (GObject      *source,
                       GAsyncResult *result,
                       gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsCredentials *credentials = state_get (task)->credentials;

  if (g_task_return_error_if_cancelled (task))
    return;

  /* Without a keyring the key is kept for this run of the program, and nowhere else. */
  credentials->stored = trs_keyring_store_finish (TRS_KEYRING (source), result, &credentials->store_error);
  return_connection (task);
}

static void
connect_proved_key_cb (GObject      *source,
                       GAsyncResult *result,
                       gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsConnector *self = g_task_get_source_object (task);
  TrsCredentials *credentials = state_get (task)->credentials;
  GError *error = NULL;

  credentials->proved = trs_api_client_finish (TRS_API_CLIENT (source), result, &error);
  if (error != NULL)
    g_task_return_error (task, error);
  else if (g_task_return_error_if_cancelled (task))
    return;
  else if (credentials->sample)
    return_connection (task);
  else
    {
      trs_keyring_store_async (self->keyring, credentials->address, credentials->key, g_task_get_cancellable (task),
                               connect_stored_key_cb, g_object_ref (task));
      g_signal_emit (self, signals[PROVED], 0);
    }
}

/* A client of its own, so that the account in use is not touched before the new one is proved. */
static TrsApiClient *
open_client (TrsConnector         *self,
             const TrsCredentials *credentials)
{
  TrsApiClient *client = trs_api_client_new (self->transport, self->clock);
  g_autofree char *submit_field = NULL;
  g_autofree char *project_field = NULL;

  trs_account_dup_field_names (self->account, trs_credentials_get_name (credentials), &submit_field, &project_field);
  trs_api_client_set_field_names (client, submit_field, project_field);
  trs_api_client_open (client, credentials->address, credentials->key);
  return client;
}

static void
prove (GTask *task)
{
  g_autoptr (TrsApiClient) client = open_client (g_task_get_source_object (task), state_get (task)->credentials);

  trs_api_client_list_async (client, 1, FALSE, g_task_get_cancellable (task), connect_proved_key_cb,
                             g_object_ref (task));
}

static void
sample_ended_cb (TrsSampleService *sample,
                 gpointer          user_data)
{
  g_signal_emit (user_data, signals[SAMPLE_ENDED], 0);
}

static void
sample_is_ready (GTask *task)
{
  TrsConnector *self = g_task_get_source_object (task);
  State *state = state_get (task);
  GError *error = NULL;

  state->credentials->sample = TRUE;
  state->credentials->address = g_strdup (trs_sample_service_get_address (self->sample));
  state->credentials->key = trs_api_key_clean (trs_sample_service_get_key (self->sample), &error);
  if (error != NULL)
    g_task_return_error (task, error);
  else if (state->prove)
    prove (task);
  else
    return_connection (task);
}

static void
sample_started_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsConnector *self = g_task_get_source_object (task);
  GError *error = NULL;

  if (!trs_sample_service_start_finish (TRS_SAMPLE_SERVICE (source), result, &error))
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
  TrsConnector *self = g_task_get_source_object (task);

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

  trs_connector_stop_sample (self);
  self->sample = trs_sample_service_new (self->sample_program, self->sample_catalogue, self->sample_data,
                                         self->clock);
  g_signal_connect_object (self->sample, "ended", G_CALLBACK (sample_ended_cb), self, 0);
  trs_sample_service_start_async (self->sample, g_task_get_cancellable (task), sample_started_cb, g_object_ref (task));
}

static void
lookup_found_key_cb (GObject      *source,
                     GAsyncResult *result,
                     gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsCredentials *credentials = state_get (task)->credentials;
  GError *error = NULL;

  credentials->key = trs_keyring_lookup_finish (TRS_KEYRING (source), result, &error);
  if (error != NULL)
    g_task_return_error (task, error);
  else if (credentials->key == NULL)
    g_task_return_new_error (task, TRS_ERROR, TRS_ERROR_NO_KEY, "The keyring has no key for the address");
  else
    {
      credentials->stored = TRUE;
      return_connection (task);
    }
}

/**
 * trs_connector_lookup_async:
 * @self: a connector
 * @cancellable: (nullable): to give up
 * @callback: called when there is an account or an error
 * @user_data: (closure): for @callback
 *
 * Finds what belongs to the account that is configured, without asking the
 * service. Fails with %TRS_ERROR_NO_KEY if the keyring answers that there is
 * no key, and with the errors of the keyring.
 */
void
trs_connector_lookup_async (TrsConnector        *self,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  State *state = begin (task);

  g_task_set_source_tag (task, trs_connector_lookup_async);
  if (trs_account_get_sample (self->account))
    {
      start_sample (task);
      return;
    }

  state->credentials->address = g_strdup (trs_account_get_server_address (self->account));
  trs_keyring_lookup_async (self->keyring, state->credentials->address, cancellable,
                            lookup_found_key_cb, g_object_ref (task));
}

/**
 * trs_connector_connect_async:
 * @self: a connector
 * @address: address of a server, as entered
 * @key: API key, as entered
 * @cancellable: (nullable): to give up
 * @callback: called when it is proved, or not
 * @user_data: (closure): for @callback
 *
 * Proves a new account by `GET /api/list` and stores its key.
 */
void
trs_connector_connect_async (TrsConnector        *self,
                             const char          *address,
                             const char          *key,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  State *state = begin (task);
  GError *error = NULL;

  g_task_set_source_tag (task, trs_connector_connect_async);
  state->credentials->address = trs_server_address_normalize (address, &error);
  if (error == NULL)
    state->credentials->key = trs_api_key_clean (key, &error);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    prove (task);
}

/**
 * trs_connector_sample_async:
 * @self: a connector
 * @cancellable: (nullable): to give up
 * @callback: called when it is proved, or not
 * @user_data: (closure): for @callback
 *
 * Starts the sample service, unless it runs, and proves its key.
 */
void
trs_connector_sample_async (TrsConnector        *self,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_connector_sample_async);
  begin (task)->prove = TRUE;
  start_sample (task);
}

/**
 * trs_connector_finish:
 * @self: a connector
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): what can be used; not proved if it was looked up
 */
TrsCredentials *
trs_connector_finish (TrsConnector  *self,
                              GAsyncResult  *result,
                              GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
owns_answered_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autoptr (TrsProjectRecord) detail = trs_api_client_finish (TRS_API_CLIENT (source), result, NULL);

  g_task_return_boolean (task, detail != NULL);
}

/**
 * trs_connector_owns_async:
 * @self: a connector
 * @credentials: what was proved
 * @id: identifier of a project
 * @callback: called when it is known
 * @user_data: (closure): for @callback
 *
 * Asks the service whether a project belongs to the user of a key: it shows a
 * project to its user alone.
 */
void
trs_connector_owns_async (TrsConnector         *self,
                          const TrsCredentials *credentials,
                          const char           *id,
                          GAsyncReadyCallback   callback,
                          gpointer              user_data)
{
  g_autoptr (TrsApiClient) client = open_client (self, credentials);
  GTask *task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_connector_owns_async);
  trs_api_client_detail_async (client, id, TRS_TEXT_BARE, FALSE, NULL, owns_answered_cb, task);
}

/* Returns: %FALSE as well where the service could not be asked */
gboolean
trs_connector_owns_finish (TrsConnector *self,
                           GAsyncResult *result)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), NULL);
}

void
trs_connector_stop_sample (TrsConnector *self)
{
  if (self->sample == NULL)
    return;

  g_signal_handlers_disconnect_by_func (self->sample, sample_ended_cb, self);
  trs_sample_service_stop (self->sample);
  g_clear_object (&self->sample);
}

const char *
trs_connector_get_sample_catalogue (TrsConnector *self)
{
  return self->sample_catalogue;
}
