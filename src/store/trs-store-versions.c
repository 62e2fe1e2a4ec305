/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-versions.h"

#include "trs-store-private.h"
#include "trs-store-text-read.h"
#include "trs-task.h"

/* The shown text of a project and the last one that came after it. */
#define VERSIONS_FROM                                                                        \
  " FROM project JOIN text ON text.project = project.row "                                   \
  "WHERE account = ?1 AND id = ?2 AND (NOT superseded OR received_at > "                     \
  "(SELECT received_at FROM text AS shown WHERE shown.text = project.row)) "                 \
  "ORDER BY superseded, received_at DESC, text.text LIMIT 2"

typedef struct
{
  gint64 account;
  char *project_id;
} VersionState;

static void
version_state_clear (VersionState *state)
{
  g_free (state->project_id);
}

TRS_DEFINE_TASK_STATE (VersionState, version_state)

/**
 * trs_store_versions_free:
 * @self: (transfer full): versions
 */
void
trs_store_versions_free (TrsStoreVersions *self)
{
  g_clear_object (&self->shown);
  g_clear_object (&self->later);
  g_free (self);
}

static sqlite3_stmt *
prepare (sqlite3       *db,
         VersionState  *state,
         const char    *sql,
         GError       **error)
{
  sqlite3_stmt *statement = trs_sql_prepare (db, sql, error);

  if (statement != NULL)
    {
      sqlite3_bind_int64 (statement, 1, state->account);
      trs_sql_bind_text (statement, 2, state->project_id);
    }
  return statement;
}

static void
set_not_found (VersionState  *state,
               GError       **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "No such text of %s is kept here", state->project_id);
}

static gpointer
load_job (sqlite3  *db,
          GTask    *task,
          GError  **error)
{
  VersionState *state = version_state_get (task);
  g_autoptr (TrsStoreVersions) versions = g_new0 (TrsStoreVersions, 1);
  g_autoptr (sqlite3_stmt) statement = prepare (db, state, "SELECT " TRS_STORE_TEXT_COLUMNS VERSIONS_FROM, error);
  gboolean row = FALSE;

  if (statement == NULL || !trs_sql_step (statement, &row, error))
    return NULL;

  if (!row)
    {
      set_not_found (state, error);
      return NULL;
    }

  versions->shown = trs_store_read_text (db, statement, error);
  versions->shown_at = sqlite3_column_int64 (statement, 9);
  if (versions->shown == NULL || !trs_sql_step (statement, &row, error))
    return NULL;

  if (row)
    {
      versions->later = trs_store_read_text (db, statement, error);
      versions->later_at = sqlite3_column_int64 (statement, 9);
      if (versions->later == NULL)
        return NULL;
    }

  return g_steal_pointer (&versions);
}

/**
 * trs_store_load_versions_async:
 * @self: a store
 * @account: an account
 * @project_id: a project
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Reads the text of a project and the other one that came later, to compare them.
 */
void
trs_store_load_versions_async (TrsStore            *self,
                               gint64               account,
                               const char          *project_id,
                               GCancellable        *cancellable,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  VersionState *state = version_state_attach (task);

  g_task_set_source_tag (task, trs_store_load_versions_async);
  state->account = account;
  state->project_id = g_strdup (project_id);
  trs_store_push (self, task, load_job, (GDestroyNotify) trs_store_versions_free, FALSE);
}

/**
 * trs_store_load_versions_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the texts; %NULL with
 *   %G_IO_ERROR_NOT_FOUND if none is kept
 */
TrsStoreVersions *
trs_store_load_versions_finish (TrsStore      *self,
                                GAsyncResult  *result,
                                GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static gboolean
move_text (sqlite3     *db,
           const char  *sql,
           gint64       shown,
           gint64       later,
           GError     **error)
{
  g_autoptr (sqlite3_stmt) statement = trs_sql_prepare (db, sql, error);

  if (statement == NULL)
    return FALSE;

  sqlite3_bind_int64 (statement, 1, shown);
  if (sqlite3_bind_parameter_count (statement) > 1)
    sqlite3_bind_int64 (statement, 2, later);
  return trs_sql_run (statement, error);
}

static gpointer
accept_job (sqlite3  *db,
            GTask    *task,
            GError  **error)
{
  VersionState *state = version_state_get (task);
  g_autoptr (sqlite3_stmt) statement = prepare (db, state, "SELECT text.text" VERSIONS_FROM, error);
  gboolean row = FALSE;
  gint64 shown;
  gint64 later;

  if (statement == NULL || !trs_sql_step (statement, &row, error))
    return NULL;
  shown = row ? sqlite3_column_int64 (statement, 0) : 0;
  if (row && !trs_sql_step (statement, &row, error))
    return NULL;

  if (!row)
    {
      set_not_found (state, error);
      return NULL;
    }
  later = sqlite3_column_int64 (statement, 0);
  sqlite3_reset (statement);

  return GINT_TO_POINTER (move_text (db,
                                     "UPDATE text SET superseded = 1, "
                                     "text = (SELECT min (0, min (text)) - 1 FROM text) WHERE text = ?1",
                                     shown, later, error) &&
                          move_text (db, "UPDATE text SET superseded = 0, text = ?1 WHERE text = ?2", shown, later,
                                     error));
}

/**
 * trs_store_accept_later_async:
 * @self: a store
 * @account: an account
 * @project_id: a project
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Shows the text that came later from now on, because the user says so. The
 * one that was shown is kept.
 */
void
trs_store_accept_later_async (TrsStore            *self,
                              gint64               account,
                              const char          *project_id,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  VersionState *state = version_state_attach (task);

  g_task_set_source_tag (task, trs_store_accept_later_async);
  state->account = account;
  state->project_id = g_strdup (project_id);
  trs_store_push (self, task, accept_job, NULL, TRUE);
}

/**
 * trs_store_accept_later_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if the later text is the one that is shown now; %FALSE with
 *   %G_IO_ERROR_NOT_FOUND if there is none
 */
gboolean
trs_store_accept_later_finish (TrsStore      *self,
                               GAsyncResult  *result,
                               GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_pointer (G_TASK (result), error) != NULL;
}
