/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-notes.h"

#include "trs-sql-id.h"
#include "trs-store-private.h"
#include "trs-task.h"

typedef struct
{
  gint64 account;
  GStrv ids;
  const char *sql;
  gboolean must_exist;
  gboolean is_text;
  char *text;
  gint64 number;
} SetState;

static void
set_state_clear (SetState *state)
{
  g_strfreev (state->ids);
  g_free (state->text);
}

TRS_DEFINE_TASK_STATE (SetState, set_state)

static gpointer
set_job (sqlite3  *db,
         GTask    *task,
         GError  **error)
{
  SetState *state = set_state_get (task);
  g_autoptr (sqlite3_stmt) statement = trs_sql_prepare (db, state->sql, error);

  if (statement == NULL)
    return NULL;

  sqlite3_bind_int64 (statement, 1, state->account);
  if (state->is_text)
    trs_sql_bind_text (statement, 3, state->text);
  else
    sqlite3_bind_int64 (statement, 3, state->number);

  for (guint i = 0; state->ids[i] != NULL; i++)
    {
      trs_sql_bind_id (statement, 2, state->ids[i]);
      if (!trs_sql_run (statement, error))
        return NULL;

      if (state->must_exist && sqlite3_changes (db) == 0)
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "No project %s is kept here", state->ids[i]);
          return NULL;
        }
    }

  return GINT_TO_POINTER (TRUE);
}

static SetState *
set_state_new (GTask      *task,
               gint64      account,
               const char *id,
               const char *sql)
{
  SetState *state = set_state_attach (task);

  state->account = account;
  state->sql = sql;
  state->must_exist = id != NULL;
  if (id != NULL)
    state->ids = g_strdupv ((char *[]) { (char *) id, NULL });
  return state;
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
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  SetState *state = set_state_new (task, account, id,
                                   "UPDATE project SET local_title = ?3 WHERE account = ?1 AND id = ?2");

  g_task_set_source_tag (task, trs_store_set_local_title_async);
  state->is_text = TRUE;
  state->text = g_strdup (title);
  trs_store_push (self, task, set_job, NULL, TRUE);
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
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  SetState *state = set_state_new (task, account, id, "UPDATE project SET note = ?3 WHERE account = ?1 AND id = ?2");

  g_task_set_source_tag (task, trs_store_set_note_async);
  state->is_text = TRUE;
  state->text = g_strdup (note != NULL ? note : "");
  trs_store_push (self, task, set_job, NULL, TRUE);
}

/**
 * trs_store_set_hidden_async:
 * @self: a store
 * @account: an account
 * @id: a project that is kept
 * @hidden: whether it is to be left out here although the service shows it
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * A project that is forgotten comes back with the next list; of one that is
 * hidden the text is not wanted here. Search finds it by its title, as the
 * list shows it. Finish with trs_store_set_finish().
 */
void
trs_store_set_hidden_async (TrsStore            *self,
                            gint64               account,
                            const char          *id,
                            gboolean             hidden,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, trs_store_set_hidden_async);
  set_state_new (task, account, id, "UPDATE project SET hidden = ?3 WHERE account = ?1 AND id = ?2")->number =
      hidden != FALSE;
  trs_store_push (self, task, set_job, NULL, TRUE);
}

/**
 * trs_store_set_missing_async:
 * @self: a store
 * @account: an account
 * @ids: projects
 * @since: when the whole list was read without them, in microseconds since the
 *   epoch; 0 if the list shows them
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Marks projects that the list shows no longer. Finish with trs_store_set_finish().
 */
void
trs_store_set_missing_async (TrsStore            *self,
                             gint64               account,
                             const char * const  *ids,
                             gint64               since,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  SetState *state = set_state_new (task, account, NULL,
                                   "UPDATE project SET missing = ?3 WHERE account = ?1 AND id = ?2");

  g_task_set_source_tag (task, trs_store_set_missing_async);
  state->ids = g_strdupv ((char **) ids);
  state->number = since;
  trs_store_push (self, task, set_job, NULL, FALSE);
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
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_pointer (G_TASK (result), error) != NULL;
}
