/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-notes.h"

#include "trs-store-private.h"

static gpointer
set (sqlite3     *db,
     GTask       *task,
     const char  *sql,
     GError     **error)
{
  const TrsStoreArgs *args = g_task_get_task_data (task);
  g_autoptr (sqlite3_stmt) statement = trs_sql_prepare_for_id (db, sql, args->account, args->id, error);

  if (statement == NULL)
    return NULL;

  trs_sql_bind_text (statement, 3, args->text);
  if (!trs_sql_run (statement, error))
    return NULL;

  if (sqlite3_changes (db) == 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "No project %s is kept here", args->id);
      return NULL;
    }
  return GINT_TO_POINTER (TRUE);
}

static gpointer
title_job (sqlite3  *db,
           GTask    *task,
           GError  **error)
{
  return set (db, task, "UPDATE project SET local_title = ?3 WHERE account = ?1 AND id = ?2", error);
}

static gpointer
note_job (sqlite3  *db,
          GTask    *task,
          GError  **error)
{
  return set (db, task, "UPDATE project SET note = ifnull (?3, '') WHERE account = ?1 AND id = ?2", error);
}

/**
 * trs_store_set_local_title_async:
 * @self: a store
 * @account: an account
 * @id: a project that is kept
 * @title: (nullable): the title on this computer; %NULL for the one of the service
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Keeps the user's own title of a project. Finish with trs_store_set_finish().
 */
void
trs_store_set_local_title_async (TrsStore            *self,
                                 gint64               account,
                                 const char          *id,
                                 const char          *title,
                                 GCancellable        *cancellable,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data)
{
  TrsStoreArgs *args = trs_store_args_new (account, id);

  args->text = g_strdup (title);
  trs_store_call_with_args (self, trs_store_set_local_title_async, title_job, args, NULL, TRS_STORE_DURABLE,
                            cancellable, callback, user_data);
}

/**
 * trs_store_set_note_async:
 * @self: a store
 * @account: an account
 * @id: a project that is kept
 * @note: (nullable): the note; %NULL for none
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Keeps the user's note of a project. Finish with trs_store_set_finish().
 */
void
trs_store_set_note_async (TrsStore            *self,
                          gint64               account,
                          const char          *id,
                          const char          *note,
                          GCancellable        *cancellable,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  TrsStoreArgs *args = trs_store_args_new (account, id);

  args->text = g_strdup (note);
  trs_store_call_with_args (self, trs_store_set_note_async, note_job, args, NULL, TRS_STORE_DURABLE, cancellable,
                            callback, user_data);
}

/**
 * trs_store_set_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if it is kept; %FALSE with %G_IO_ERROR_NOT_FOUND if the
 *   project is not kept here
 */
gboolean
trs_store_set_finish (TrsStore      *self,
                      GAsyncResult  *result,
                      GError       **error)
{
  return trs_store_call_finish (self, result, error) != NULL;
}
