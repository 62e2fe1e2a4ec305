/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-removal.h"

#include "trs-store-private.h"
#include "trs-store-schema.h"

/* What was removed last, in memory alone: nothing of it is in the file any more. */
#define FORGET_REMOVED                        \
  "DROP TABLE IF EXISTS temp.removed_project;" \
  "DROP TABLE IF EXISTS temp.removed_text;"    \
  "DROP TABLE IF EXISTS temp.removed_variant;"

/* A current text has the number of its project, which another project may have by now; versions beside it are below 0.
 * What came here since stays. */
#define PUT_BACK                                                                                                       \
  "UPDATE removed_project AS r SET row = coalesce ((SELECT row FROM project WHERE (account, id) = (r.account, r.id))," \
  "  iif (row IN (SELECT row FROM project), (SELECT max (row) + 1 FROM project), row));"                               \
  "UPDATE removed_variant SET text = (SELECT row FROM removed_project) WHERE text > 0;"                                \
  "UPDATE removed_text SET project = (SELECT row FROM removed_project),"                                               \
  "  text = iif (text > 0, (SELECT row FROM removed_project), text);"                                                  \
  "DELETE FROM removed_text WHERE text IN (SELECT text FROM main.text);"                                               \
  "INSERT OR IGNORE INTO project SELECT * FROM removed_project;"                                                       \
  "UPDATE project SET local_title = ifnull (project.local_title, r.local_title),"                                      \
  "  note = iif (project.note = '', r.note, project.note), unread = r.unread, hidden = r.hidden"                       \
  "  FROM removed_project AS r WHERE project.row = r.row;"                                                             \
  "INSERT INTO text SELECT * FROM removed_text;"                                                                       \
  "INSERT INTO variant SELECT * FROM removed_variant WHERE text IN (SELECT text FROM removed_text);"                   \
  FORGET_REMOVED

static gboolean
run_for_project (sqlite3             *db,
                 const TrsStoreArgs  *args,
                 const char          *sql,
                 GError             **error)
{
  g_autoptr (sqlite3_stmt) statement = trs_sql_prepare_for_id (db, sql, args->account, args->id, error);

  return statement != NULL && trs_sql_run (statement, error);
}

/* Only what the list says is left, and the mark that the text is not to be fetched by itself. */
static gpointer
remove_project_job (sqlite3  *db,
                    GTask    *task,
                    GError  **error)
{
  const TrsStoreArgs *args = g_task_get_task_data (task);
  TrsStoreRemoval removal = TRS_STORE_REMOVAL_GONE;

  if (!trs_sql_exec (db, FORGET_REMOVED, error) ||
      !run_for_project (db, args,
                        "CREATE TEMP TABLE removed_project AS SELECT * FROM project WHERE account = ?1 AND id = ?2",
                        error) ||
      !trs_sql_exec (db,
                     "CREATE TEMP TABLE removed_text AS"
                     "  SELECT * FROM text WHERE project = (SELECT row FROM removed_project);"
                     "CREATE TEMP TABLE removed_variant AS"
                     "  SELECT * FROM variant WHERE text IN (SELECT text FROM removed_text)",
                     error) ||
      !run_for_project (db, args, "DELETE FROM project WHERE account = ?1 AND id = ?2 AND missing", error) ||
      !run_for_project (db, args,
                        "DELETE FROM text WHERE project = (SELECT row FROM project WHERE account = ?1 AND id = ?2)",
                        error) ||
      !run_for_project (db, args,
                        "UPDATE project SET (local_title, note, unread, hidden) = (NULL, '', 0, 1) "
                        "WHERE account = ?1 AND id = ?2",
                        error))
    return NULL;

  if (sqlite3_changes (db) > 0)
    removal = TRS_STORE_REMOVAL_EMPTIED;
  return GINT_TO_POINTER (trs_sql_exec (db, "PRAGMA incremental_vacuum", error) ? (int) removal : 0);
}

/**
 * trs_store_remove_project_async:
 * @self: a store
 * @account: an account
 * @id: a project
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Removes the texts of a project and what the user added to it. Its text is
 * not fetched by itself any more; once it is kept again, it is here as any
 * other. A project that the list no longer shows is forgotten altogether. The
 * last that was removed is remembered for trs_store_put_back_async() until the
 * store is closed.
 */
void
trs_store_remove_project_async (TrsStore            *self,
                                gint64               account,
                                const char          *id,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  trs_store_call_with_args (self, trs_store_remove_project_async, remove_project_job, trs_store_args_new (account, id),
                            NULL, TRS_STORE_DURABLE | TRS_STORE_SHRINK, cancellable, callback, user_data);
}

/**
 * trs_store_remove_project_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: what is left of it
 */
TrsStoreRemoval
trs_store_remove_project_finish (TrsStore      *self,
                                 GAsyncResult  *result,
                                 GError       **error)
{
  return (TrsStoreRemoval) GPOINTER_TO_INT (trs_store_call_finish (self, result, error));
}

static gpointer
put_back_job (sqlite3  *db,
              GTask    *task,
              GError  **error)
{
  return GINT_TO_POINTER (trs_sql_exec (db, PUT_BACK, error));
}

/**
 * trs_store_put_back_async:
 * @self: a store
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Puts back the project that was removed last, with its texts and what the
 * user had added to it. A text, title or note that it got since then stays.
 * Finish with trs_store_removal_finish(); it fails if there is none.
 */
void
trs_store_put_back_async (TrsStore            *self,
                          GCancellable        *cancellable,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  trs_store_call_with_args (self, trs_store_put_back_async, put_back_job, trs_store_args_new (0, NULL), NULL,
                            TRS_STORE_DURABLE, cancellable, callback, user_data);
}

static gpointer
empty_account_job (sqlite3  *db,
                   GTask    *task,
                   GError  **error)
{
  gint64 account = ((const TrsStoreArgs *) g_task_get_task_data (task))->account;

  return GINT_TO_POINTER (
      trs_sql_run_for (db, "DELETE FROM project WHERE account = ?1", account, error) &&
      trs_sql_run_for (db, "DELETE FROM submission WHERE account = ?1 AND decided_at <> 0", account, error) &&
      trs_sql_run_for (db, "UPDATE account SET " TRS_STORE_SCHEMA_FORGET_LISTING " WHERE account = ?1", account,
                       error) &&
      trs_sql_exec (db, TRS_STORE_SCHEMA_TIDY, error));
}

/**
 * trs_store_empty_account_async:
 * @self: a store
 * @account: an account
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Removes everything that is kept of an account, and how far its list was
 * read. What was submitted and may have cost credits without an answer is not
 * forgotten. Finish with
 * trs_store_removal_finish().
 */
void
trs_store_empty_account_async (TrsStore            *self,
                               gint64               account,
                               GCancellable        *cancellable,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  trs_store_call_with_args (self, trs_store_empty_account_async, empty_account_job, trs_store_args_new (account, NULL),
                            NULL, TRS_STORE_DURABLE | TRS_STORE_SHRINK, cancellable, callback, user_data);
}

static gpointer
drop_texts_job (sqlite3  *db,
                GTask    *task,
                GError  **error)
{
  return GINT_TO_POINTER (trs_sql_exec (db,
                                        "DELETE FROM text WHERE project IN (SELECT row FROM project WHERE NOT missing);"
                                        TRS_STORE_SCHEMA_TIDY,
                                        error));
}

/**
 * trs_store_drop_texts_async:
 * @self: a store
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Removes the texts of all accounts that the service still has. Titles, notes
 * and the texts of projects that are listed no longer stay. Finish with
 * trs_store_removal_finish().
 */
void
trs_store_drop_texts_async (TrsStore            *self,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  trs_store_call_with_args (self, trs_store_drop_texts_async, drop_texts_job, trs_store_args_new (0, NULL), NULL,
                            TRS_STORE_DURABLE | TRS_STORE_SHRINK, cancellable, callback, user_data);
}

/**
 * trs_store_removal_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if it is gone, or back
 */
gboolean
trs_store_removal_finish (TrsStore      *self,
                          GAsyncResult  *result,
                          GError       **error)
{
  return trs_store_call_finish (self, result, error) != NULL;
}
