/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-coverage.h"

#include <glib/gstdio.h>
#include <sys/stat.h>

#include "trs-project-state.h"
#include "trs-records.h"
#include "trs-store-private.h"
#include "trs-store-rows.h"

static gint64
measure_files (sqlite3 *db)
{
  static const char * const suffixes[] = { "", "-wal", "-shm" };
  const char *path = sqlite3_db_filename (db, "main");
  gint64 bytes = 0;

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *name = g_strconcat (path, suffixes[i], NULL);
      GStatBuf status;

      if (g_stat (name, &status) == 0)
        bytes += status.st_size;
    }
  return bytes;
}

/* To look through all rows as they stand takes less than to find each of them by an index of the account. */
static gpointer
coverage_job (sqlite3  *db,
              GTask    *task,
              GError  **error)
{
  const TrsStoreArgs *args = g_task_get_task_data (task);
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare_for (db,
                           "SELECT count(*), count (text) FROM project NOT INDEXED "
                           "LEFT JOIN text ON text.text = project.row "
                           "WHERE account = ?1 AND state = ?2 AND NOT hidden",
                           args->account, error);
  g_autofree TrsStoreCoverage *coverage = g_new0 (TrsStoreCoverage, 1);
  gboolean row = FALSE;

  if (statement == NULL)
    return NULL;

  sqlite3_bind_int (statement, 2, (int) TRS_PROJECT_STATE_DONE);
  if (!trs_sql_step (statement, &row, error))
    return NULL;

  if (row)
    {
      coverage->n_finished = (guint) sqlite3_column_int64 (statement, 0);
      coverage->n_kept = (guint) sqlite3_column_int64 (statement, 1);
    }
  coverage->disk_bytes = measure_files (db);
  return g_steal_pointer (&coverage);
}

/**
 * trs_store_read_coverage_async:
 * @self: a store
 * @account: an account
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Counts the transcripts that can be read and searched here. Hidden projects
 * do not count.
 */
void
trs_store_read_coverage_async (TrsStore            *self,
                               gint64               account,
                               GCancellable        *cancellable,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  trs_store_call_with_args (self, trs_store_read_coverage_async, coverage_job, trs_store_args_new (account, NULL),
                            g_free, TRS_STORE_BACKGROUND, cancellable, callback, user_data);
}

/**
 * trs_store_read_coverage_finish:
 * @self: a store
 * @result: what the callback got
 * @coverage: (out): what is here
 * @error: return location for an error
 *
 * Returns: %TRUE on success
 */
gboolean
trs_store_read_coverage_finish (TrsStore          *self,
                                GAsyncResult      *result,
                                TrsStoreCoverage  *coverage,
                                GError           **error)
{
  g_autofree TrsStoreCoverage *read = trs_store_call_finish (self, result, error);

  if (read == NULL)
    return FALSE;

  *coverage = *read;
  return TRUE;
}

static gpointer
without_text_job (sqlite3  *db,
                  GTask    *task,
                  GError  **error)
{
  const TrsStoreArgs *args = g_task_get_task_data (task);
  g_auto (TrsStoreRows) rows = { NULL, };
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare_for (db,
                           "SELECT " TRS_STORE_ROW_COLUMNS " FROM project NOT INDEXED "
                           "WHERE account = ?1 AND state = ?2 AND NOT hidden AND NOT missing "
                           "AND NOT EXISTS (SELECT 1 FROM text WHERE text.text = project.row) "
                           "ORDER BY row DESC LIMIT ?3",
                           args->account, error);

  if (statement == NULL || !trs_store_rows_init (&rows, db, args->account, error))
    return NULL;

  sqlite3_bind_int (statement, 2, (int) TRS_PROJECT_STATE_DONE);
  sqlite3_bind_int64 (statement, 3, args->number);
  return trs_store_rows_read_all (&rows, statement, error);
}

/**
 * trs_store_list_without_text_async:
 * @self: a store
 * @account: an account
 * @limit: how many at most
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Lists the finished projects whose text is not kept here and could be had:
 * neither hidden nor missing; newest first. Finish with
 * trs_store_read_projects_finish().
 */
void
trs_store_list_without_text_async (TrsStore            *self,
                                   gint64               account,
                                   guint                limit,
                                   GCancellable        *cancellable,
                                   GAsyncReadyCallback  callback,
                                   gpointer             user_data)
{
  TrsStoreArgs *args = trs_store_args_new (account, NULL);

  args->number = limit;
  trs_store_call_with_args (self, trs_store_list_without_text_async, without_text_job, args,
                            (GDestroyNotify) g_ptr_array_unref, TRS_STORE_BACKGROUND, cancellable, callback,
                            user_data);
}

static TrsSpendingItem *
read_item (sqlite3_stmt *statement)
{
  TrsSpendingItem *item = g_new0 (TrsSpendingItem, 1);

  item->project_id = trs_sql_column_id (statement, 0);
  item->title = trs_sql_column_text (statement, 1);
  item->created_at = sqlite3_column_int64 (statement, 2);
  item->video_length = sqlite3_column_int64 (statement, 3);
  item->credits = trs_credits_for_length (item->video_length);
  item->video_id = trs_sql_column_text (statement, 4);
  item->state = (TrsProjectState) sqlite3_column_int (statement, 5);
  return item;
}

static gpointer
spending_job (sqlite3  *db,
              GTask    *task,
              GError  **error)
{
  gint64 account = ((const TrsStoreArgs *) g_task_get_task_data (task))->account;
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_spending_item_free);
  g_autoptr (GTimeZone) zone = g_time_zone_new_local ();
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare_for (db,
                           "SELECT id, " TRS_STORE_SHOWN_TITLE ", "
                           "iif (created_at <> 0, created_at, submitted_at), video_length, video_id, state "
                           "FROM project NOT INDEXED WHERE account = ?1 ORDER BY row DESC",
                           account, error);
  gboolean row = TRUE;
  gint64 n_undecided;

  if (statement == NULL ||
      !trs_sql_read_number (db, "SELECT count(*) FROM submission WHERE account = ?1 AND decided_at = 0", account,
                            &n_undecided, error))
    return NULL;

  while (trs_sql_step (statement, &row, error) && row)
    g_ptr_array_add (items, read_item (statement));

  return row ? NULL : trs_spending_new (g_steal_pointer (&items), (guint) n_undecided, zone);
}

/**
 * trs_store_read_spending_async:
 * @self: a store
 * @account: an account
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Reads what the projects of an account cost, those that failed and those that
 * are hidden here among them: the service takes credits when it is asked.
 */
void
trs_store_read_spending_async (TrsStore            *self,
                               gint64               account,
                               GCancellable        *cancellable,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  trs_store_call_with_args (self, trs_store_read_spending_async, spending_job, trs_store_args_new (account, NULL),
                            g_object_unref, TRS_STORE_PLAIN, cancellable, callback, user_data);
}

/**
 * trs_store_read_spending_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the spending, in months of the local
 *   time; %NULL with @error set
 */
TrsSpending *
trs_store_read_spending_finish (TrsStore      *self,
                                GAsyncResult  *result,
                                GError       **error)
{
  return trs_store_call_finish (self, result, error);
}
