/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-accounts.h"

#include "trs-api-key.h"
#include "trs-store-account-rows.h"
#include "trs-store-file.h"
#include "trs-store-job.h"
#include "trs-store-rows.h"

typedef struct
{
  char *address;
  char *ids; /* an array of JSON */
  gint64 account;
  char *key; /* (nullable) */
  gint64 now;
} Opening;

static void
opening_free (gpointer data)
{
  Opening *opening = data;

  g_free (opening->address);
  g_free (opening->ids);
  trs_api_key_free (opening->key);
  g_free (opening);
}

static gpointer
open_run (TrsStoreContext  *context,
          gconstpointer     data,
          GError          **error)
{
  const Opening *opening = data;
  const TrsStoreUser user = { opening->address, opening->ids, opening->account, opening->key };
  gint64 account = trs_store_find_account (context->db, &user, opening->now, error);

  if (account == 0 || (opening->key != NULL && !context->dry &&
                       !trs_store_write_key (context->db, account, opening->key, error)))
    return NULL;
  return g_memdup2 (&account, sizeof account);
}

/**
 * trs_store_accounts_open_async:
 * @self: a store
 * @address: normalised server address, or another name for the service
 * @account: the account that is supposed to be that of the user; 0 if that is not known
 * @ids: (array zero-terminated=1) (nullable): ids of the first page of its list; %NULL when the service has not been
 *   asked
 * @key: (nullable): the key of the user, which the service has accepted; %NULL if there is none
 * @now: microseconds since the epoch
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Finds the account of a user, or creates one. It is that with the fingerprint of @key; else the one that has one of
 * the projects, because users of one address differ by their projects; else @account; else, for a @key with an empty
 * list, the only one without projects and without a fingerprint. Where nothing is known of the user, it is the account
 * used last.
 *
 * It has the fingerprint of @key from then on. This is one transaction: two programs that get the same key find the
 * same account.
 *
 * One that exists is found in a read-only file, too; one that cannot be written is created in memory
 * (%TRS_STORE_MEMORY), unless there is a @key: then that is an error. That it is used @now is for
 * trs_store_accounts_use_async() to say.
 */
void
trs_store_accounts_open_async (TrsStore            *self,
                               const char          *address,
                               gint64               account,
                               const char * const  *ids,
                               const char          *key,
                               gint64               now,
                               GCancellable        *cancellable,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  static const TrsStoreJob job = {
    .run = open_run,
    .free_result = g_free,
    .flags = TRS_STORE_FALLBACK_TO_MEMORY,
  };
  static const TrsStoreJob job_with_key = {
    .run = open_run,
    .free_result = g_free,
    .flags = TRS_STORE_DURABLE,
  };
  Opening *opening = g_new0 (Opening, 1);
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_accounts_open_async);
  opening->address = g_strdup (address);
  opening->ids = trs_sql_dup_json (ids);
  opening->account = account;
  opening->key = g_strdup (key);
  opening->now = now;
  trs_store_push_with_data (self, task, key != NULL ? &job_with_key : &job, NULL, 0, opening, opening_free);
}

/**
 * trs_store_accounts_open_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: the account, never 0; 0 with @error set
 */
gint64
trs_store_accounts_open_finish (TrsStore      *self,
                                GAsyncResult  *result,
                                GError       **error)
{
  g_autofree gint64 *answer = NULL;

  g_return_val_if_fail (g_task_is_valid (result, self), 0);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_accounts_open_async), 0);

  answer = g_task_propagate_pointer (G_TASK (result), error);
  return answer != NULL ? *answer : 0;
}

static gpointer
find_key_run (TrsStoreContext  *context,
              gconstpointer     data,
              GError          **error)
{
  const Opening *opening = data;
  gint64 account;

  if (!trs_store_find_key (context->db, opening->address, opening->key, &account, error))
    return NULL;
  return g_memdup2 (&account, sizeof account);
}

/**
 * trs_store_accounts_find_key_async:
 * @self: a store
 * @address: normalised server address
 * @key: a key
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Finds the account that a key was proved for before, by its fingerprint.
 */
void
trs_store_accounts_find_key_async (TrsStore            *self,
                                   const char          *address,
                                   const char          *key,
                                   GCancellable        *cancellable,
                                   GAsyncReadyCallback  callback,
                                   gpointer             user_data)
{
  static const TrsStoreJob job = {
    .run = find_key_run,
    .free_result = g_free,
  };
  Opening *opening = g_new0 (Opening, 1);
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_accounts_find_key_async);
  opening->address = g_strdup (address);
  opening->key = g_strdup (key);
  trs_store_push_with_data (self, task, &job, NULL, 0, opening, opening_free);
}

/**
 * trs_store_accounts_find_key_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: the account; 0 if none has the fingerprint, or with @error set
 */
gint64
trs_store_accounts_find_key_finish (TrsStore      *self,
                                    GAsyncResult  *result,
                                    GError       **error)
{
  g_autofree gint64 *answer = NULL;

  g_return_val_if_fail (g_task_is_valid (result, self), 0);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_accounts_find_key_async), 0);

  answer = g_task_propagate_pointer (G_TASK (result), error);
  return answer != NULL ? *answer : 0;
}

static gpointer
write_key_run (TrsStoreContext  *context,
               gconstpointer     data,
               GError          **error)
{
  const Opening *opening = data;

  context->quiet = TRUE;
  return GINT_TO_POINTER (trs_store_write_key (context->db, opening->account, opening->key, error));
}

/**
 * trs_store_accounts_write_key_async:
 * @self: a store
 * @account: an account
 * @key: the key that was proved to be that of its user
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Writes the fingerprint of a key into the row of its account, unless it is there.
 */
void
trs_store_accounts_write_key_async (TrsStore            *self,
                                    gint64               account,
                                    const char          *key,
                                    GCancellable        *cancellable,
                                    GAsyncReadyCallback  callback,
                                    gpointer             user_data)
{
  static const TrsStoreJob job = {
    .run = write_key_run,
    .flags = TRS_STORE_DURABLE,
  };
  Opening *opening = g_new0 (Opening, 1);
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_accounts_write_key_async);
  opening->account = account;
  opening->key = g_strdup (key);
  trs_store_push_with_data (self, task, &job, NULL, 0, opening, opening_free);
}

/**
 * trs_store_accounts_write_key_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE on success
 */
gboolean
trs_store_accounts_write_key_finish (TrsStore      *self,
                                     GAsyncResult  *result,
                                     GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_accounts_write_key_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * trs_store_accounts_use_async:
 * @self: a store
 * @account: an account
 * @now: microseconds since the epoch
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Makes an account the one that was used last.
 */
void
trs_store_accounts_use_async (TrsStore            *self,
                              gint64               account,
                              gint64               now,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  static const TrsStoreJob job = {
    .sql = "UPDATE account SET used_at = max (:now, (SELECT max (used_at) + 1 FROM account)) WHERE account = :account",
  };
  const TrsSqlValue values[] = {
    TRS_SQL_INT64 (":account", account),
    TRS_SQL_INT64 (":now", now),
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_accounts_use_async);
  trs_store_push (self, task, &job, values, G_N_ELEMENTS (values));
}

/**
 * trs_store_accounts_use_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE on success
 */
gboolean
trs_store_accounts_use_finish (TrsStore      *self,
                               GAsyncResult  *result,
                               GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_accounts_use_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

typedef struct
{
  int delivery;
  gboolean sole;
} Delivery;

static gpointer
read_delivery_run (TrsStoreContext  *context,
                   gconstpointer     data,
                   GError          **error)
{
  Delivery answer;
  gint64 delivery, others;

  context->quiet = TRUE;
  if (!trs_store_context_read_number (context,
                                      "SELECT coalesce ((SELECT delivery FROM account WHERE account = :account), -1)",
                                      &delivery, error) ||
      !trs_store_context_read_number (context,
                                      "SELECT count(*) FROM account AS own JOIN account AS other USING (address) "
                                      "WHERE own.account = :account AND other.account <> own.account",
                                      &others, error))
    return NULL;

  answer.delivery = (int) CLAMP (delivery, -1, 3);
  answer.sole = others == 0;
  return g_memdup2 (&answer, sizeof answer);
}

/* @read: (nullable) (transfer full) */
static gboolean
take_delivery (Delivery *read,
               int      *delivery,
               gboolean *sole)
{
  g_autofree Delivery *answer = read;

  if (answer == NULL)
    return FALSE;

  *delivery = answer->delivery;
  *sole = answer->sole;
  return TRUE;
}

/**
 * trs_store_accounts_read_delivery_async:
 * @self: a store
 * @account: an account
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Reads what the row of an account says of its delivery.
 */
void
trs_store_accounts_read_delivery_async (TrsStore            *self,
                                        gint64               account,
                                        GCancellable        *cancellable,
                                        GAsyncReadyCallback  callback,
                                        gpointer             user_data)
{
  static const TrsStoreJob job = {
    .run = read_delivery_run,
    .free_result = g_free,
  };
  const TrsSqlValue values[] = {
    TRS_SQL_INT64 (":account", account),
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_accounts_read_delivery_async);
  trs_store_push (self, task, &job, values, G_N_ELEMENTS (values));
}

/**
 * trs_store_accounts_read_delivery_finish:
 * @self: a store
 * @result: what the callback got
 * @delivery: (out): what the row of the account says: a mode, 3, or -1; untouched on failure
 * @sole: (out): whether it is the only account of its address; untouched on failure
 * @error: return location for an error
 *
 * Returns: %TRUE on success
 */
gboolean
trs_store_accounts_read_delivery_finish (TrsStore      *self,
                                         GAsyncResult  *result,
                                         int           *delivery,
                                         gboolean      *sole,
                                         GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_accounts_read_delivery_async), FALSE);

  return take_delivery (g_task_propagate_pointer (G_TASK (result), error), delivery, sole);
}

/* Modes are numbered by what they disclose, the least first; an unknown number counts as the first. */
static gpointer
ensure_delivery_run (TrsStoreContext  *context,
                     gconstpointer     data,
                     GError          **error)
{
  return trs_store_context_execute (context,
                                    "UPDATE account SET delivery = :delivery WHERE account = :account "
                                    "AND (delivery < 0 OR delivery % 3 > :delivery % 3)",
                                    error)
             ? read_delivery_run (context, data, error)
             : NULL;
}

/**
 * trs_store_accounts_ensure_delivery_async:
 * @self: a store
 * @account: an account
 * @delivery: a mode, or 3
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Writes how texts are delivered into the row of an account, unless what is there discloses less, and reads what is
 * there then.
 */
void
trs_store_accounts_ensure_delivery_async (TrsStore            *self,
                                          gint64               account,
                                          int                  delivery,
                                          GCancellable        *cancellable,
                                          GAsyncReadyCallback  callback,
                                          gpointer             user_data)
{
  static const TrsStoreJob job = {
    .run = ensure_delivery_run,
    .free_result = g_free,
    .flags = TRS_STORE_DURABLE,
  };
  const TrsSqlValue values[] = {
    TRS_SQL_INT64 (":account", account),
    TRS_SQL_INT64 (":delivery", delivery),
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_accounts_ensure_delivery_async);
  trs_store_push (self, task, &job, values, G_N_ELEMENTS (values));
}

/**
 * trs_store_accounts_ensure_delivery_finish:
 * @self: a store
 * @result: what the callback got
 * @delivery: (out): what the row of the account says: a mode, 3, or -1; untouched on failure
 * @sole: (out): whether it is the only account of its address; untouched on failure
 * @error: return location for an error
 *
 * Returns: %TRUE on success
 */
gboolean
trs_store_accounts_ensure_delivery_finish (TrsStore      *self,
                                           GAsyncResult  *result,
                                           int           *delivery,
                                           gboolean      *sole,
                                           GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_accounts_ensure_delivery_async), FALSE);

  return take_delivery (g_task_propagate_pointer (G_TASK (result), error), delivery, sole);
}

static gpointer
write_delivery_run (TrsStoreContext  *context,
                    gconstpointer     data,
                    GError          **error)
{
  context->quiet = TRUE;
  return GINT_TO_POINTER (
      trs_store_context_execute (context, "UPDATE account SET delivery = :delivery WHERE account = :account", error));
}

/**
 * trs_store_accounts_write_delivery_async:
 * @self: a store
 * @account: an account
 * @delivery: a mode, or 3
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Writes how texts are delivered into the row of an account, whatever is there.
 */
void
trs_store_accounts_write_delivery_async (TrsStore            *self,
                                         gint64               account,
                                         int                  delivery,
                                         GCancellable        *cancellable,
                                         GAsyncReadyCallback  callback,
                                         gpointer             user_data)
{
  static const TrsStoreJob job = {
    .run = write_delivery_run,
    .flags = TRS_STORE_DURABLE,
  };
  const TrsSqlValue values[] = {
    TRS_SQL_INT64 (":account", account),
    TRS_SQL_INT64 (":delivery", delivery),
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_accounts_write_delivery_async);
  trs_store_push (self, task, &job, values, G_N_ELEMENTS (values));
}

/**
 * trs_store_accounts_write_delivery_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE on success
 */
gboolean
trs_store_accounts_write_delivery_finish (TrsStore      *self,
                                          GAsyncResult  *result,
                                          GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_accounts_write_delivery_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static gpointer
read_account (sqlite3_stmt *statement)
{
  TrsKnownAccount *account = g_new0 (TrsKnownAccount, 1);

  account->id = sqlite3_column_int64 (statement, 0);
  account->name = trs_sql_column_text (statement, 1);
  account->used_at = sqlite3_column_int64 (statement, 2);
  account->n_projects = (guint) sqlite3_column_int64 (statement, 3);
  account->n_texts = (guint) sqlite3_column_int64 (statement, 4);
  account->n_own = (guint) sqlite3_column_int64 (statement, 5);
  account->n_undecided = (guint) sqlite3_column_int64 (statement, 6);
  account->newest = trs_sql_column_text (statement, 7);
  account->newest_id = trs_sql_column_text (statement, 8);
  account->has_mark = sqlite3_column_int (statement, 9) != 0;
  return account;
}

/**
 * trs_store_accounts_list_async:
 * @self: a store
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Lists all accounts of the file.
 */
void
trs_store_accounts_list_async (TrsStore            *self,
                               GCancellable        *cancellable,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  static const TrsStoreJob job = {
    .sql = "SELECT account.account, account.address, used_at, count (project.row), count (text.text), "
           "count (CASE WHEN note <> '' OR coalesce (local_title, '') <> '' "
           "  OR EXISTS (SELECT 1 FROM annotation WHERE annotation.project = project.row) THEN 1 END), "
           "(SELECT count(*) FROM submission "
           " WHERE submission.account = account.account AND decided_at = 0), "
           "(SELECT " TRS_STORE_SHOWN_TITLE " FROM project AS newest "
           " WHERE newest.account = account.account AND NOT newest.hidden "
           " ORDER BY newest.sort_at DESC, newest.row DESC LIMIT 1), "
           "(SELECT ifnull (wire_id, plain_id (id)) FROM project AS newest "
           " WHERE newest.account = account.account AND NOT newest.missing "
           " ORDER BY newest.sort_at DESC, newest.row DESC LIMIT 1), key_mark IS NOT NULL "
           "FROM account LEFT JOIN project USING (account) "
           /* Texts are counted in an index, because each row of their table has a page of its own. */
           "LEFT JOIN text INDEXED BY text_project ON text.project = project.row AND superseded = 0 "
           "GROUP BY account.account ORDER BY used_at DESC, account.account DESC",
    .read = read_account,
    .free_result = (GDestroyNotify) trs_known_account_free,
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_accounts_list_async);
  trs_store_push (self, task, &job, NULL, 0);
}

/**
 * trs_store_accounts_list_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsKnownAccount): the accounts, the one used last first; %NULL
 *   with @error set
 */
GPtrArray *
trs_store_accounts_list_finish (TrsStore      *self,
                                GAsyncResult  *result,
                                GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_accounts_list_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * trs_store_accounts_empty_async:
 * @self: a store
 * @account: an account
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Removes everything that is kept of an account, and how far its list was read, for good. What was submitted and may
 * have cost credits without an answer stays.
 */
void
trs_store_accounts_empty_async (TrsStore            *self,
                                gint64               account,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  static const TrsStoreJob job = {
    .sql = "DELETE FROM project WHERE account = :account;"
           "DELETE FROM submission WHERE account = :account AND decided_at <> 0;"
           "UPDATE account SET " TRS_STORE_SCHEMA_FORGET_LISTING " WHERE account = :account;",
    .flags = TRS_STORE_DURABLE | TRS_STORE_ERASE,
  };
  const TrsSqlValue values[] = {
    TRS_SQL_INT64 (":account", account),
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_accounts_empty_async);
  trs_store_push (self, task, &job, values, G_N_ELEMENTS (values));
}

/**
 * trs_store_accounts_empty_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE on success
 */
gboolean
trs_store_accounts_empty_finish (TrsStore      *self,
                                 GAsyncResult  *result,
                                 GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_accounts_empty_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * trs_store_accounts_remove_async:
 * @self: a store
 * @account: an account
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Removes an account and everything of it for good.
 */
void
trs_store_accounts_remove_async (TrsStore            *self,
                                 gint64               account,
                                 GCancellable        *cancellable,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data)
{
  static const TrsStoreJob job = {
    .sql = "DELETE FROM account WHERE account = :account;",
    .flags = TRS_STORE_DURABLE | TRS_STORE_ERASE,
  };
  const TrsSqlValue values[] = {
    TRS_SQL_INT64 (":account", account),
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_accounts_remove_async);
  trs_store_push (self, task, &job, values, G_N_ELEMENTS (values));
}

/**
 * trs_store_accounts_remove_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE on success
 */
gboolean
trs_store_accounts_remove_finish (TrsStore      *self,
                                  GAsyncResult  *result,
                                  GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_accounts_remove_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
