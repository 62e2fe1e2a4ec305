/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-spending.h"

#include "trs-store-job.h"
#include "trs-store-rows.h"

static gpointer
read_item (sqlite3_stmt *statement)
{
  TrsSpendingItem *item = g_new0 (TrsSpendingItem, 1);

  item->project_id = trs_sql_column_text (statement, 0);
  item->title = trs_sql_column_text (statement, 1);
  item->created_at = sqlite3_column_int64 (statement, 2);
  item->video_length = sqlite3_column_int64 (statement, 3);
  item->credits = trs_credits_for_length (item->video_length);
  item->video_id = trs_sql_column_text (statement, 4);
  item->state = (TrsProjectState) sqlite3_column_int (statement, 5);
  return item;
}

static gpointer
read_spending_run (TrsStoreContext  *context,
                   gconstpointer     data,
                   GError          **error)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_local ();
  g_autoptr (GPtrArray) items = trs_sql_read_all (
      trs_store_context_query (context,
                               "SELECT plain_id (id), " TRS_STORE_SHOWN_TITLE ", "
                               "iif (created_at <> 0, created_at, submitted_at), video_length, video_id, state "
                               "FROM project NOT INDEXED WHERE account = :account ORDER BY row DESC",
                               error),
      read_item, (GDestroyNotify) trs_spending_item_free, error);
  gint64 n_undecided;

  if (items == NULL ||
      !trs_store_context_read_number (context,
                                      "SELECT count(*) FROM submission WHERE account = :account AND decided_at = 0",
                                      &n_undecided, error))
    return NULL;
  return trs_spending_new (g_steal_pointer (&items), (guint) n_undecided, zone);
}

/**
 * trs_store_projects_read_spending_async:
 * @self: a store
 * @account: an account
 * @cancellable: (nullable): to give up while it waits for its turn
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Reads what the projects of an account cost, failed and hidden ones among them: the service takes credits when it is
 * asked.
 */
void
trs_store_projects_read_spending_async (TrsStore            *self,
                                        gint64               account,
                                        GCancellable        *cancellable,
                                        GAsyncReadyCallback  callback,
                                        gpointer             user_data)
{
  static const TrsStoreJob job = {
    .run = read_spending_run,
    .free_result = (GDestroyNotify) trs_spending_free,
  };
  const TrsSqlValue values[] = {
    TRS_SQL_INT64 (":account", account),
  };
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_projects_read_spending_async);
  trs_store_push (self, task, &job, values, G_N_ELEMENTS (values));
}

/**
 * trs_store_projects_read_spending_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the costs, in months of the local time; %NULL with @error set
 */
TrsSpending *
trs_store_projects_read_spending_finish (TrsStore      *self,
                                         GAsyncResult  *result,
                                         GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_projects_read_spending_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
