/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-texts.h"

#include "trs-store-private.h"

typedef struct
{
  gint64 account;
  char *project_id;
  TrsTranscript *transcript;
  char *address;
  gint64 now;
} TextState;

static void
text_state_free (TextState *state)
{
  g_free (state->project_id);
  g_clear_object (&state->transcript);
  g_free (state->address);
  g_free (state);
}

static gpointer
save_job (sqlite3  *db,
          GTask    *task,
          GError  **error)
{
  const TextState *state = g_task_get_task_data (task);
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare_for_id (db, "SELECT row FROM project WHERE account = ?1 AND id = ?2", state->account,
                              state->project_id, error);
  gboolean row = FALSE;
  gint64 project;

  if (statement == NULL || !trs_sql_step (statement, &row, error))
    return NULL;

  if (!row)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "No project %s is kept here", state->project_id);
      return NULL;
    }

  project = sqlite3_column_int64 (statement, 0);
  sqlite3_reset (statement);
  return GINT_TO_POINTER (
      trs_store_put_text (db, project, state->transcript, state->address, state->now, error));
}

/**
 * trs_store_save_text_async:
 * @self: a store
 * @account: an account
 * @project_id: a project that is kept
 * @transcript: its text as received
 * @address: (not nullable): where it came from
 * @now: when it came, in microseconds since the epoch
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Keeps a text with its checksums. What is kept already is never replaced.
 */
void
trs_store_save_text_async (TrsStore            *self,
                           gint64               account,
                           const char          *project_id,
                           TrsTranscript       *transcript,
                           const char          *address,
                           gint64               now,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  TextState *state = g_new0 (TextState, 1);

  state->account = account;
  state->project_id = g_strdup (project_id);
  state->transcript = g_object_ref (transcript);
  state->address = g_strdup (address);
  state->now = now;
  trs_store_call (self, trs_store_save_text_async, save_job, state, (GDestroyNotify) text_state_free, NULL,
                  TRS_STORE_DURABLE, cancellable, callback, user_data);
}

/**
 * trs_store_save_text_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: how the text compares with what was kept before
 */
TrsStoreTextResult
trs_store_save_text_finish (TrsStore      *self,
                            GAsyncResult  *result,
                            GError       **error)
{
  return (TrsStoreTextResult) GPOINTER_TO_INT (trs_store_call_finish (self, result, error));
}

static gpointer
load_job (sqlite3  *db,
          GTask    *task,
          GError  **error)
{
  const TrsStoreArgs *args = g_task_get_task_data (task);
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare_for_id (db,
                              "SELECT " TRS_STORE_TEXT_COLUMNS " FROM text JOIN project ON text.text = project.row "
                              "WHERE account = ?1 AND id = ?2",
                              args->account, args->id, error);
  gboolean row = FALSE;

  if (statement == NULL || !trs_sql_step (statement, &row, error))
    return NULL;

  if (!row)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "No text of %s is kept here", args->id);
      return NULL;
    }

  return trs_store_read_text (db, statement, error);
}

/**
 * trs_store_load_text_async:
 * @self: a store
 * @account: an account
 * @project_id: a project
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Reads the text of a project, byte for byte as it was received.
 */
void
trs_store_load_text_async (TrsStore            *self,
                           gint64               account,
                           const char          *project_id,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  trs_store_call_with_args (self, trs_store_load_text_async, load_job, trs_store_args_new (account, project_id),
                            g_object_unref, TRS_STORE_PLAIN, cancellable, callback, user_data);
}

/**
 * trs_store_load_text_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the transcript; %NULL with
 *   %G_IO_ERROR_NOT_FOUND if none is kept
 */
TrsTranscript *
trs_store_load_text_finish (TrsStore      *self,
                            GAsyncResult  *result,
                            GError       **error)
{
  return trs_store_call_finish (self, result, error);
}
