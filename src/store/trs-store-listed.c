/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-listed.h"

#include "trs-project-state.h"
#include "trs-records.h"
#include "trs-sql-id.h"
#include "trs-store-private.h"
#include "trs-task.h"

typedef struct
{
  gint64 account;
  gint64 listed_at;
  char *listed_to;
  GHashTable *seen;
} ListedState;

static void
listed_state_clear (ListedState *state)
{
  g_free (state->listed_to);
  g_clear_pointer (&state->seen, g_hash_table_unref);
}

TRS_DEFINE_TASK_STATE (ListedState, listed_state)

/**
 * trs_store_listed_free:
 * @self: (transfer full): what was read
 */
void
trs_store_listed_free (TrsStoreListed *self)
{
  g_free (self->listed_to);
  g_free (self);
}

static gpointer
read_job (sqlite3  *db,
          GTask    *task,
          GError  **error)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare (db, "SELECT listed_at, listed_to FROM account WHERE account = ?1", error);
  g_autoptr (TrsStoreListed) listed = g_new0 (TrsStoreListed, 1);
  gboolean row = FALSE;

  if (statement == NULL)
    return NULL;

  sqlite3_bind_int64 (statement, 1, listed_state_get (task)->account);
  if (!trs_sql_step (statement, &row, error))
    return NULL;
  if (row)
    {
      listed->listed_at = sqlite3_column_int64 (statement, 0);
      listed->listed_to = trs_sql_column_text (statement, 1);
    }
  return g_steal_pointer (&listed);
}

/**
 * trs_store_read_listed_async:
 * @self: a store
 * @account: an account
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Reads how far the list has been read.
 */
void
trs_store_read_listed_async (TrsStore            *self,
                             gint64               account,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_store_read_listed_async);
  listed_state_attach (task)->account = account;
  trs_store_push (self, task, read_job, (GDestroyNotify) trs_store_listed_free, FALSE);
}

/**
 * trs_store_read_listed_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): how far it has been read
 */
TrsStoreListed *
trs_store_read_listed_finish (TrsStore      *self,
                              GAsyncResult  *result,
                              GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static gpointer
write_job (sqlite3  *db,
           GTask    *task,
           GError  **error)
{
  ListedState *state = listed_state_get (task);
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare (db, "UPDATE account SET listed_at = ?2, listed_to = ?3 WHERE account = ?1", error);

  if (statement == NULL)
    return NULL;

  sqlite3_bind_int64 (statement, 1, state->account);
  sqlite3_bind_int64 (statement, 2, state->listed_at);
  trs_sql_bind_text (statement, 3, state->listed_to);
  return GINT_TO_POINTER (trs_sql_run (statement, error));
}

/**
 * trs_store_write_listed_async:
 * @self: a store
 * @account: an account
 * @listed_at: when the whole list was read, 0 if it never was
 * @listed_to: (nullable): the last project of the part without a gap
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Notes how far the list has been read. The projects themselves must have been
 * given to the store before.
 */
void
trs_store_write_listed_async (TrsStore            *self,
                              gint64               account,
                              gint64               listed_at,
                              const char          *listed_to,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);
  ListedState *state = listed_state_attach (task);

  g_task_set_source_tag (task, trs_store_write_listed_async);
  state->account = account;
  state->listed_at = listed_at;
  state->listed_to = g_strdup (listed_to);
  trs_store_push (self, task, write_job, NULL, FALSE);
}

/**
 * trs_store_write_listed_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if it is kept
 */
gboolean
trs_store_write_listed_finish (TrsStore      *self,
                               GAsyncResult  *result,
                               GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_pointer (G_TASK (result), error) != NULL;
}

static gpointer
ids_job (sqlite3  *db,
         GTask    *task,
         GError  **error)
{
  ListedState *state = listed_state_get (task);
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();
  char room[TRS_PROJECT_ID_ROOM];
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare (db,
                       state->seen != NULL
                           ? "SELECT id FROM project NOT INDEXED "
                             "WHERE account = ?1 AND NOT missing AND state IN (?2, ?3)"
                           : "SELECT id FROM project NOT INDEXED "
                             "WHERE account = ?1 AND NOT missing AND state NOT IN (?2, ?3)",
                       error);
  gboolean row = TRUE;

  if (statement == NULL)
    return NULL;

  sqlite3_bind_int64 (statement, 1, state->account);
  sqlite3_bind_int (statement, 2, (int) TRS_PROJECT_STATE_DONE);
  sqlite3_bind_int (statement, 3, (int) TRS_PROJECT_STATE_ERROR);
  while (trs_sql_step (statement, &row, error) && row)
    {
      const char *id = trs_sql_view_id (statement, 0, room);

      if (state->seen == NULL || !g_hash_table_contains (state->seen, id))
        g_strv_builder_add (ids, id);
    }

  return row ? NULL : g_strv_builder_end (ids);
}

static void
list_ids (TrsStore            *self,
          gint64               account,
          GHashTable          *seen,
          gpointer             source_tag,
          GAsyncReadyCallback  callback,
          gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);
  ListedState *state = listed_state_attach (task);

  g_task_set_source_tag (task, source_tag);
  state->account = account;
  state->seen = seen != NULL ? g_hash_table_ref (seen) : NULL;
  trs_store_push (self, task, ids_job, (GDestroyNotify) g_strfreev, FALSE);
}

/**
 * trs_store_list_unseen_async:
 * @self: a store
 * @account: an account
 * @seen: (element-type utf8 utf8): ids; nobody may change the set before the callback
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Lists the finished and failed projects that are not in the set and not
 * called missing yet. Finish with trs_store_list_ids_finish().
 */
void
trs_store_list_unseen_async (TrsStore            *self,
                             gint64               account,
                             GHashTable          *seen,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  list_ids (self, account, seen, trs_store_list_unseen_async, callback, user_data);
}

/**
 * trs_store_list_open_async:
 * @self: a store
 * @account: an account
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Lists the projects that were neither finished nor failed when the service
 * was asked last. Finish with trs_store_list_ids_finish().
 */
void
trs_store_list_open_async (TrsStore            *self,
                           gint64               account,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  list_ids (self, account, NULL, trs_store_list_open_async, callback, user_data);
}

/**
 * trs_store_list_ids_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): ids; %NULL with @error set
 */
GStrv
trs_store_list_ids_finish (TrsStore      *self,
                           GAsyncResult  *result,
                           GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
