/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-notes.h"

#include "trs-store-private.h"

/* Sets one column of one project. */
typedef struct
{
  gint64 account;
  char *id;
  const char *sql;
  gboolean is_text;
  char *text;
  gint64 number;
} SetState;

static void
set_state_free (SetState *state)
{
  g_free (state->id);
  g_free (state->text);
  g_free (state);
}

static gpointer
set_job (sqlite3  *db,
         GTask    *task,
         GError  **error)
{
  const SetState *state = g_task_get_task_data (task);
  g_autoptr (sqlite3_stmt) statement = trs_sql_prepare_for_id (db, state->sql, state->account, state->id, error);

  if (statement == NULL)
    return NULL;

  if (state->is_text)
    trs_sql_bind_text (statement, 3, state->text);
  else
    sqlite3_bind_int64 (statement, 3, state->number);
  if (!trs_sql_run (statement, error))
    return NULL;

  if (sqlite3_changes (db) == 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "No project %s is kept here", state->id);
      return NULL;
    }
  return GINT_TO_POINTER (TRUE);
}

static SetState *
set_state_new (gint64      account,
               const char *id,
               const char *sql)
{
  SetState *state = g_new0 (SetState, 1);

  state->account = account;
  state->id = g_strdup (id);
  state->sql = sql;
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
  SetState *state =
      set_state_new (account, id, "UPDATE project SET local_title = ?3 WHERE account = ?1 AND id = ?2");

  state->is_text = TRUE;
  state->text = g_strdup (title);
  trs_store_call (self, trs_store_set_local_title_async, set_job, state, (GDestroyNotify) set_state_free, NULL,
                  TRS_STORE_DURABLE, cancellable, callback, user_data);
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
  SetState *state =
      set_state_new (account, id, "UPDATE project SET note = ?3 WHERE account = ?1 AND id = ?2");

  state->is_text = TRUE;
  state->text = g_strdup (note != NULL ? note : "");
  trs_store_call (self, trs_store_set_note_async, set_job, state, (GDestroyNotify) set_state_free, NULL,
                  TRS_STORE_DURABLE, cancellable, callback, user_data);
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
  SetState *state =
      set_state_new (account, id, "UPDATE project SET hidden = ?3 WHERE account = ?1 AND id = ?2");

  state->number = hidden != FALSE;
  trs_store_call (self, trs_store_set_hidden_async, set_job, state, (GDestroyNotify) set_state_free, NULL,
                  TRS_STORE_DURABLE, cancellable, callback, user_data);
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
