/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-sign-in.h"

#include "trs-api-key.h"
#include "trs-error.h"
#include "trs-task.h"

struct _TrsSignIn
{
  GObject parent_instance;

  TrsAccount *account;
  TrsConnector *connector;
  TrsLibrary *library;
  TrsProjects *projects;
  TrsHistory *history;

  gint64 kept_account; /* the one that is open, if it has that number at the next start, too; or 0 */
  guint n_begun;       /* counts what was begun; an answer with an earlier number is late */
  gboolean opening;    /* an account is being opened */
  gboolean key_wanted; /* the key of the account is being looked for, or will be as soon as it is open */
  gboolean stopped;
};

enum
{
  REPLACING,
  COMMITTING,
  SIGNED_IN,
  KEY_MISSING,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsSignIn, trs_sign_in, G_TYPE_OBJECT)

static void
trs_sign_in_dispose (GObject *object)
{
  TrsSignIn *self = TRS_SIGN_IN (object);

  g_clear_object (&self->account);
  g_clear_object (&self->connector);
  g_clear_object (&self->library);
  g_clear_object (&self->projects);
  g_clear_object (&self->history);

  G_OBJECT_CLASS (trs_sign_in_parent_class)->dispose (object);
}

static void
trs_sign_in_class_init (TrsSignInClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = trs_sign_in_dispose;

  signals[REPLACING] =
      g_signal_new ("replacing", TRS_TYPE_SIGN_IN, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[COMMITTING] = g_signal_new ("committing", TRS_TYPE_SIGN_IN, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                      G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[SIGNED_IN] = g_signal_new ("signed-in", TRS_TYPE_SIGN_IN, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                     G_TYPE_NONE, 2, TRS_TYPE_CONNECTION, G_TYPE_INT64);
  signals[KEY_MISSING] =
      g_signal_new ("key-missing", TRS_TYPE_SIGN_IN, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
trs_sign_in_init (TrsSignIn *self)
{
}

/**
 * trs_sign_in_new:
 * @account: the settings of the account in use
 * @connector: what owns the keys
 * @library: what is stored of the account in use
 * @projects: its projects
 * @history: its list
 *
 * Returns: (transfer full): a sign-in that has begun nothing
 */
TrsSignIn *
trs_sign_in_new (TrsAccount   *account,
                 TrsConnector *connector,
                 TrsLibrary   *library,
                 TrsProjects  *projects,
                 TrsHistory   *history)
{
  TrsSignIn *self = g_object_new (TRS_TYPE_SIGN_IN, NULL);

  self->account = g_object_ref (account);
  self->connector = g_object_ref (connector);
  self->library = g_object_ref (library);
  self->projects = g_object_ref (projects);
  self->history = g_object_ref (history);
  return self;
}

/* One way into an account. */
typedef struct
{
  guint number;              /* 0 while its key is being proved, which takes the place of nothing */
  char *name;                /* of the account to be opened */
  gint64 account;            /* its number in the store; 0 if it is not known */
  GStrv ids;                 /* (nullable): projects by which its user is known */
  TrsConnection *connection; /* (nullable): the key to be used */
  gint64 left;               /* number in the store of the account that another user's key takes the place of, or 0 */
} Attempt;

static void
attempt_clear (Attempt *attempt)
{
  g_free (attempt->name);
  g_strfreev (attempt->ids);
  g_clear_pointer (&attempt->connection, trs_connection_unref);
}

TRS_DEFINE_TASK_STATE (Attempt, attempt)

static gboolean
is_stale (GTask *task)
{
  TrsSignIn *self = g_task_get_source_object (task);

  return self->stopped || attempt_get (task)->number != self->n_begun;
}

static gboolean
return_error_if_stale (GTask *task)
{
  gboolean stale = is_stale (task);

  if (stale)
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Something else has taken its place");
  return stale;
}

/* Tells the connector which account is open before any key is used for it. */
static void
set_connector_account (TrsSignIn *self,
                       gint64     account)
{
  gboolean kept = account != 0 && !trs_library_is_in_memory (self->library);

  self->kept_account = kept ? account : 0;
  trs_connector_set_account (self->connector, account, kept);
}

/* Requests of the previous account end here, and none of the new account are sent before everything is set up. From
 * `committing` on, answers of the service can be stored. */
static void
commit (GTask *task)
{
  TrsSignIn *self = g_task_get_source_object (task);
  const Attempt *attempt = attempt_get (task);

  self->key_wanted = FALSE;
  g_signal_emit (self, signals[COMMITTING], 0, attempt->connection->name);
  set_connector_account (self, trs_library_get_account (self->library));
  if (!trs_connector_commit (self->connector, attempt->connection))
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The account was left");
      return;
    }

  g_signal_emit (self, signals[SIGNED_IN], 0, attempt->connection, attempt->left);
  g_task_return_boolean (task, TRUE);
}

static void look_up (TrsSignIn *self);

static void
end_opening (GTask    *task,
             gboolean  good)
{
  TrsSignIn *self = g_task_get_source_object (task);

  if (attempt_get (task)->connection != NULL)
    {
      commit (task);
      return;
    }

  if (good)
    {
      /* It may have another number in the file that is used now. */
      set_connector_account (self, trs_library_get_account (self->library));
      trs_connector_note_account (self->connector);
    }
  if (self->key_wanted)
    look_up (self);
  g_task_return_boolean (task, good);
}

static void open_library (GTask *task);

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autoptr (GError) error = NULL;
  gboolean good = trs_library_open_finish (TRS_LIBRARY (source), result, &error);

  if (return_error_if_stale (task))
    return;

  /* Nothing else was begun, so somebody has closed the account, and needs it again. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      open_library (task);
      return;
    }

  ((TrsSignIn *) g_task_get_source_object (task))->opening = FALSE;
  end_opening (task, good);
}

static void
open_library (GTask *task)
{
  TrsSignIn *self = g_task_get_source_object (task);
  const Attempt *attempt = attempt_get (task);

  self->opening = TRUE;
  self->kept_account = 0;
  trs_library_open_async (self->library, attempt->name, attempt->account, (const char * const *) attempt->ids,
                          opened_cb, g_object_ref (task));
}

/* @connection: (transfer full) */
static void
use_connection (GTask         *task,
                TrsConnection *connection)
{
  TrsSignIn *self = g_task_get_source_object (task);
  Attempt *attempt = attempt_get (task);
  gboolean same_name = g_str_equal (connection->name, trs_account_get_name (self->account));
  gboolean may_be_another =
      !same_name || (connection->account != 0 ? connection->account != trs_library_get_account (self->library)
                                              : connection->ids != NULL &&
                                                    (connection->ids[0] != NULL || connection->someone_else));

  attempt->connection = connection;
  attempt->number = ++self->n_begun;
  if (return_error_if_stale (task))
    return;

  attempt->left = connection->someone_else && same_name ? trs_library_get_account (self->library) : 0;
  if (connection->someone_else)
    g_signal_emit (self, signals[REPLACING], 0);
  if (!may_be_another && trs_library_is_open (self->library))
    {
      commit (task);
      return;
    }

  attempt->name = g_strdup (connection->name);
  attempt->account = connection->account;
  attempt->ids = connection->account == 0 ? g_strdupv (connection->ids) : NULL;
  open_library (task);
}

/* With the key that there is */

/* Submissions with an unknown outcome are shown without a key, too; they are looked for when there is one. */
static void
go_without_key (TrsSignIn    *self,
                const GError *error)
{
  gboolean lost = g_error_matches (error, TRS_ERROR, TRS_ERROR_NO_KEY);

  g_signal_emit (self, signals[KEY_MISSING], 0);
  trs_connector_close (self->connector, lost ? TRS_CONNECTOR_LOST : TRS_CONNECTOR_LOCKED, lost ? NULL : error);
}

static void
found_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsSignIn *self = g_task_get_source_object (task);
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsConnection) connection = trs_connector_find_finish (TRS_CONNECTOR (source), result, &error);

  if (is_stale (task))
    return;

  self->key_wanted = FALSE;
  if (connection != NULL)
    use_connection (task, g_steal_pointer (&connection));
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    go_without_key (self, error);
}

/* Nobody waits for it: it is used, or something else is. */
static void
look_up (TrsSignIn *self)
{
  GTask *task = g_task_new (self, NULL, NULL, NULL);

  g_task_set_source_tag (task, look_up);
  attempt_attach (task)->number = ++self->n_begun;
  set_connector_account (self, trs_library_get_account (self->library));
  trs_connector_find_async (self->connector, trs_history_get_n_known (self->history) > 0, found_cb, task);
}

/**
 * trs_sign_in_open:
 * @self: a sign-in
 *
 * Opens the account that is configured, whose saved projects are shown before
 * the keyring or the network is asked, and then looks for its key.
 */
void
trs_sign_in_open (TrsSignIn *self)
{
  g_autoptr (GTask) task = NULL;
  Attempt *attempt;

  if (self->stopped)
    return;

  task = g_task_new (self, NULL, NULL, NULL);
  g_task_set_source_tag (task, trs_sign_in_open);
  attempt = attempt_attach (task);
  attempt->number = ++self->n_begun;
  attempt->name = g_strdup (trs_account_get_name (self->account));
  self->key_wanted = TRUE;
  open_library (task);
}

/**
 * trs_sign_in_find_key:
 * @self: a sign-in
 *
 * Looks for the key of the account that is open, without asking the service: at
 * once, or as soon as the account is open.
 */
void
trs_sign_in_find_key (TrsSignIn *self)
{
  if (self->stopped)
    return;

  self->key_wanted = TRUE;
  if (!self->opening)
    look_up (self);
}

/**
 * trs_sign_in_reopen_async:
 * @self: a sign-in
 * @ids: (nullable) (array zero-terminated=1): the newest projects of the account, by which its user is
 *   known; %NULL, or none, for the one with its number
 * @callback: called when it is open
 * @user_data: (closure): for @callback
 *
 * Opens the account in use again, in the file that is used now. The key in use
 * stays in use, and one that is being looked for is looked for afterwards.
 */
void
trs_sign_in_reopen_async (TrsSignIn           *self,
                          const char * const  *ids,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);
  Attempt *attempt = attempt_attach (task);

  g_task_set_source_tag (task, trs_sign_in_reopen_async);
  if (self->stopped || self->opening)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "It is being opened already");
      return;
    }

  attempt->number = ++self->n_begun;
  attempt->name = g_strdup (trs_account_get_name (self->account));
  attempt->account = ids == NULL || ids[0] == NULL ? self->kept_account : 0;
  attempt->ids = g_strdupv ((GStrv) ids);
  open_library (task);
}

/**
 * trs_sign_in_reopen_finish:
 * @self: a sign-in
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if the account is open; %FALSE with %G_IO_ERROR_CANCELLED if it was being opened already, or
 *   something else has taken the place of this; %FALSE without an error as trs_library_open_finish()
 */
gboolean
trs_sign_in_reopen_finish (TrsSignIn     *self,
                           GAsyncResult  *result,
                           GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_sign_in_reopen_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* With a key that is proved before */

static GStrv
dup_held_ids (TrsSignIn *self)
{
  g_autoptr (GPtrArray) held = trs_projects_get_held (self->projects);
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();

  for (guint i = 0; i < held->len; i++)
    g_strv_builder_add (ids, trs_project_get_id (g_ptr_array_index (held, i)));
  return g_strv_builder_end (ids);
}

/* @connection: (nullable) (transfer full): what was proved, unless there is an @error (transfer full) */
static void
use_proved (GTask         *task,
            TrsConnection *connection,
            GError        *error)
{
  if (connection == NULL)
    g_task_return_error (task, error);
  else
    use_connection (task, connection);
}

static void
proved_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  TrsConnection *connection = trs_connector_prove_finish (TRS_CONNECTOR (source), result, &error);

  use_proved (task, connection, error);
}

static void
service_proved_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  TrsConnection *connection = trs_connector_prove_service_finish (TRS_CONNECTOR (source), result, &error);

  use_proved (task, connection, error);
}

static GTask *
new_connect_task (TrsSignIn           *self,
                  gpointer             tag,
                  GCancellable        *cancellable,
                  GAsyncReadyCallback  callback,
                  gpointer             user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  attempt_attach (task);
  /* Once a key is proved it is used, even if the task is cancelled. */
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_source_tag (task, tag);
  /* While an account is being opened, the history still shows the previous one. */
  set_connector_account (self, trs_projects_get_account (self->projects));
  return task;
}

/* @task: (transfer full): returned with the result */
static void
prove_key (TrsSignIn  *self,
           const char *address,
           const char *key,
           GTask      *task)
{
  g_auto (GStrv) held_ids = dup_held_ids (self);

  trs_connector_prove_async (self->connector, address, key, (const char * const *) held_ids,
                             g_task_get_cancellable (task), proved_cb, task);
}

/**
 * trs_sign_in_connect_async:
 * @self: a sign-in
 * @address: address of a server, as entered
 * @key: API key, as entered
 * @cancellable: (nullable): to give up, as long as the connector can cancel
 * @callback: called when it is connected, or not
 * @user_data: (closure): for @callback
 *
 * Proves the key by `GET /api/list`, and only then stores it and uses it in
 * place of the account before. If the keyring does not take it, it is kept for
 * this run of the program: `in-keyring` of the connector is %FALSE then, and
 * its `error` says why. A key that shares no project with what is shown belongs
 * to someone else, and another account is opened.
 */
void
trs_sign_in_connect_async (TrsSignIn           *self,
                           const char          *address,
                           const char          *key,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  prove_key (self, address, key, new_connect_task (self, trs_sign_in_connect_async, cancellable, callback, user_data));
}

/**
 * trs_sign_in_connect_finish:
 * @self: a sign-in
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
trs_sign_in_connect_finish (TrsSignIn     *self,
                            GAsyncResult  *result,
                            GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_sign_in_connect_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * trs_sign_in_connect_service_async:
 * @self: a sign-in
 * @name: %TRS_ACCOUNT_SAMPLE or %TRS_ACCOUNT_LOCAL
 * @cancellable: (nullable): to give up
 * @callback: called when it is connected, or not
 * @user_data: (closure): for @callback
 *
 * Starts a service on this computer, or finds the one that another program has
 * started, and uses it as the account. Its key stays in its own data and not in
 * the keyring.
 */
void
trs_sign_in_connect_service_async (TrsSignIn           *self,
                                   const char          *name,
                                   GCancellable        *cancellable,
                                   GAsyncReadyCallback  callback,
                                   gpointer             user_data)
{
  g_auto (GStrv) held_ids = dup_held_ids (self);

  trs_connector_prove_service_async (self->connector, name, (const char * const *) held_ids, cancellable,
                                     service_proved_cb,
                                     new_connect_task (self, trs_sign_in_connect_service_async, cancellable, callback,
                                                       user_data));
}

/**
 * trs_sign_in_connect_service_finish:
 * @self: a sign-in
 * @result: what the callback got
 * @error: return location for an error
 *
 * After an error the account is the one before.
 *
 * Returns: %TRUE if the service is in use
 */
gboolean
trs_sign_in_connect_service_finish (TrsSignIn     *self,
                                    GAsyncResult  *result,
                                    GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_sign_in_connect_service_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * trs_sign_in_keep_key_async:
 * @self: a sign-in, of which the connector can keep the key
 * @cancellable: (nullable): to give up
 * @callback: called when it is proved once more, and kept or not
 * @user_data: (closure): for @callback
 *
 * Asks the keyring once more to take the key in use, after it was proved as by
 * trs_sign_in_connect_async().
 */
void
trs_sign_in_keep_key_async (TrsSignIn           *self,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  char *key = trs_connector_dup_own_key (self->connector);

  g_return_if_fail (key != NULL);
  prove_key (self, trs_account_get_server_address (self->account), key,
             new_connect_task (self, trs_sign_in_keep_key_async, cancellable, callback, user_data));
  trs_api_key_free (key);
}

/**
 * trs_sign_in_keep_key_finish:
 * @self: a sign-in
 * @result: what the callback got
 * @error: return location for an error
 *
 * A keyring that does not take the key is no error here: see `in-keyring` and
 * `error` of the connector.
 *
 * Returns: %TRUE if the key was proved once more; with an error those of
 *   trs_sign_in_connect_finish()
 */
gboolean
trs_sign_in_keep_key_finish (TrsSignIn     *self,
                             GAsyncResult  *result,
                             GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_sign_in_keep_key_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* The way out */

static void
forgotten_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  gboolean was_stored = GPOINTER_TO_INT (g_task_get_task_data (task));
  GError *error = NULL;

  /* If the key never was in the keyring, it need not be removed from there. */
  if (trs_connector_forget_finish (TRS_CONNECTOR (source), result, &error) || !was_stored)
    {
      g_clear_error (&error);
      g_task_return_boolean (task, TRUE);
    }
  else
    g_task_return_error (task, error);
}

/**
 * trs_sign_in_forget_key_async:
 * @self: a sign-in
 * @cancellable: (nullable): to stop waiting for the keyring
 * @callback: called when it is done
 * @user_data: (closure): for @callback
 *
 * Removes the key from the keyring. Requests are paused at once; everything
 * that is known can still be read. After an error the program has forgotten the
 * key and the keyring has not.
 */
void
trs_sign_in_forget_key_async (TrsSignIn           *self,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  gboolean own_key = trs_account_get_sample (self->account) || trs_account_get_local (self->account);
  gboolean was_stored = trs_connector_get_in_keyring (self->connector) && !own_key;

  g_task_set_source_tag (task, trs_sign_in_forget_key_async);
  g_task_set_task_data (task, GINT_TO_POINTER (was_stored), NULL);
  self->key_wanted = FALSE;
  trs_connector_close (self->connector, TRS_CONNECTOR_LOST, NULL);
  if (own_key || !trs_account_is_configured (self->account))
    g_task_return_boolean (task, TRUE);
  else
    trs_connector_forget_async (self->connector, trs_account_get_server_address (self->account),
                                trs_library_get_account (self->library), cancellable, forgotten_cb,
                                g_object_ref (task));
}

/**
 * trs_sign_in_forget_key_finish:
 * @self: a sign-in
 * @result: what the callback got
 * @error: return location for an error of the keyring
 *
 * Returns: %TRUE if the keyring has it no more
 */
gboolean
trs_sign_in_forget_key_finish (TrsSignIn     *self,
                               GAsyncResult  *result,
                               GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_sign_in_forget_key_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * trs_sign_in_leave:
 * @self: a sign-in
 *
 * The account is left: what is under way for it fails with
 * %G_IO_ERROR_CANCELLED, and nothing is asked with its key any more.
 */
void
trs_sign_in_leave (TrsSignIn *self)
{
  self->n_begun++;
  self->opening = FALSE;
  self->key_wanted = FALSE;
  trs_connector_leave (self->connector);
}

/**
 * trs_sign_in_stop:
 * @self: a sign-in
 *
 * The end of the session: what is under way fails with %G_IO_ERROR_CANCELLED as
 * it ends, and there are no signals any more.
 */
void
trs_sign_in_stop (TrsSignIn *self)
{
  self->stopped = TRUE;
}
