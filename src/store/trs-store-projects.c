/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-projects.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "trs-sql-id.h"
#include "trs-store-private.h"
#include "trs-task.h"

/**
 * trs_stored_page_free:
 * @page: (transfer full): a page
 */
void
trs_stored_page_free (TrsStoredPage *page)
{
  g_bytes_unref (page->block);
  g_free (page);
}

typedef struct
{
  gint64 account;
  gint64 created_at;
  gint64 row;
  guint limit;
} LoadState;

/* That no speech was found is said by the text itself. The index has few pages and tells which texts have hardly a
 * word, so that the pages of all the others need not be read. It is a help and no more: where it is damaged, nothing
 * is said. */
static sqlite3_stmt *
prepare_silence (sqlite3 *db)
{
  return trs_sql_prepare (db,
                          "SELECT 1 FROM text_index_docsize AS size JOIN text ON text.text = size.id "
                          "WHERE size.id = ?1 AND size.sz = x'00' AND trim (bare, char (9, 10, 13, 32)) = ''",
                          NULL);
}

static gboolean
is_silent (sqlite3_stmt *silence,
           gint64        row)
{
  gboolean found = FALSE;

  if (silence == NULL)
    return FALSE;

  sqlite3_bind_int64 (silence, 1, row);
  found = sqlite3_step (silence) == SQLITE_ROW;
  sqlite3_reset (silence);
  return found;
}

/* The words belong to the statement and are packed before it goes on. */
static void
pack_row (sqlite3_stmt *statement,
          sqlite3_stmt *silence,
          GByteArray   *block)
{
  char room[TRS_PROJECT_ID_ROOM];
  TrsProjectSnapshot snapshot = {
    .id = (char *) trs_sql_view_id (statement, 0, room),
    .title = (char *) sqlite3_column_text (statement, 1),
    .video_id = (char *) sqlite3_column_text (statement, 2),
    .state = (TrsProjectState) sqlite3_column_int (statement, 3),
    .state_word = (char *) sqlite3_column_text (statement, 4),
    .message = (char *) sqlite3_column_text (statement, 5),
    .video_length = sqlite3_column_int64 (statement, 6),
    .created_at = sqlite3_column_int64 (statement, 7),
    .language = (char *) sqlite3_column_text (statement, 8),
    .requested_language = (char *) sqlite3_column_text (statement, 9),
    .submitted_at = sqlite3_column_int64 (statement, 10),
    .fetched_seen_at = sqlite3_column_int64 (statement, 11),
    .finished_seen_at = sqlite3_column_int64 (statement, 12),
    .failed_in = (TrsProjectState) sqlite3_column_int (statement, 13),
    .unread = sqlite3_column_int (statement, 14),
    .dismissed = sqlite3_column_int (statement, 15),
    .local_title = (char *) sqlite3_column_text (statement, 16),
    .note = (char *) sqlite3_column_text (statement, 17),
    .missing = sqlite3_column_int64 (statement, 18),
    .hidden = sqlite3_column_int (statement, 19),
    .empty_text = is_silent (silence, sqlite3_column_int64 (statement, 20)),
  };

  if (snapshot.id != NULL)
    trs_packed_project_append (block, &snapshot, FALSE);
}

#define SELECT_PAGE                                                                                          \
  "SELECT " TRS_STORE_PROJECT_COLUMNS ", local_title, note, missing, hidden, row FROM project "             \
  "WHERE account = ?1 AND (created_at, row) < (?2, ?3) ORDER BY created_at DESC, row DESC LIMIT ?4"

static gpointer
load_job (sqlite3  *db,
          GTask    *task,
          GError  **error)
{
  LoadState *state = g_task_get_task_data (task);
  g_autoptr (GByteArray) block = g_byte_array_new ();
  g_autoptr (sqlite3_stmt) statement = trs_sql_prepare (db, SELECT_PAGE, error);
  g_autoptr (sqlite3_stmt) silence = NULL;
  TrsStoredPage page = { 0 };
  gboolean row = TRUE;

  if (statement == NULL)
    return NULL;

  silence = prepare_silence (db);
  sqlite3_bind_int64 (statement, 1, state->account);
  sqlite3_bind_int64 (statement, 2, state->created_at);
  sqlite3_bind_int64 (statement, 3, state->row);
  sqlite3_bind_int64 (statement, 4, state->limit);
  while (trs_sql_step (statement, &row, error) && row)
    {
      pack_row (statement, silence, block);
      page.n_projects++;
      page.created_at = sqlite3_column_int64 (statement, 7);
      page.row = sqlite3_column_int64 (statement, 20);
    }
  if (row)
    return NULL;

  /* Rows stay where they are for as long as the program runs: without the room into which the array has grown. */
  page.block = g_bytes_new (block->data, block->len);
  return g_memdup2 (&page, sizeof page);
}

/**
 * trs_store_load_projects_async:
 * @self: a store
 * @account: an account
 * @after: (nullable): the page before, or %NULL for the newest projects
 * @limit: how many at most
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Reads what is kept, newest first, and packs it.
 */
void
trs_store_load_projects_async (TrsStore            *self,
                               gint64               account,
                               const TrsStoredPage *after,
                               guint                limit,
                               GCancellable        *cancellable,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  LoadState *state = g_new0 (LoadState, 1);

  g_task_set_source_tag (task, trs_store_load_projects_async);
  state->account = account;
  state->created_at = after != NULL ? after->created_at : G_MAXINT64;
  state->row = after != NULL ? after->row : G_MAXINT64;
  state->limit = limit;
  g_task_set_task_data (task, state, g_free);
  trs_store_push (self, task, load_job, (GDestroyNotify) trs_stored_page_free, FALSE);
}

/**
 * trs_store_load_projects_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the projects, newest first; %NULL with
 *   @error set
 */
TrsStoredPage *
trs_store_load_projects_finish (TrsStore      *self,
                                GAsyncResult  *result,
                                GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static gpointer
end_loading_job (sqlite3  *db,
                 GTask    *task,
                 GError  **error)
{
  sqlite3_db_release_memory (db);
#ifdef __GLIBC__
  malloc_trim (0);
#endif
  return GINT_TO_POINTER (TRUE);
}

/**
 * trs_store_end_loading_projects:
 * @self: a store
 *
 * Gives back, after all that was asked for, the memory that was needed only to
 * read everything.
 */
void
trs_store_end_loading_projects (TrsStore *self)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, NULL, NULL);

  g_task_set_source_tag (task, trs_store_end_loading_projects);
  trs_store_push (self, task, end_loading_job, NULL, FALSE);
}

typedef struct
{
  gint64 account;
  char *id;
} ForgetState;

static void
forget_state_clear (ForgetState *state)
{
  g_free (state->id);
}

TRS_DEFINE_TASK_STATE (ForgetState, forget_state)

static gpointer
forget_job (sqlite3  *db,
            GTask    *task,
            GError  **error)
{
  ForgetState *state = forget_state_get (task);
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare (db, "DELETE FROM project WHERE account = ?1 AND id = ?2", error);

  if (statement == NULL)
    return NULL;

  sqlite3_bind_int64 (statement, 1, state->account);
  trs_sql_bind_id (statement, 2, state->id);
  return GINT_TO_POINTER (trs_sql_run (statement, error) && trs_sql_exec (db, "PRAGMA incremental_vacuum", error));
}

/**
 * trs_store_forget_project_async:
 * @self: a store
 * @account: an account
 * @id: project identifier
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Removes a project and its texts from this computer. The service keeps its own.
 */
void
trs_store_forget_project_async (TrsStore            *self,
                                gint64               account,
                                const char          *id,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  ForgetState *state = forget_state_attach (task);

  g_task_set_source_tag (task, trs_store_forget_project_async);
  state->account = account;
  state->id = g_strdup (id);
  trs_store_push_removal (self, task, forget_job);
}

/**
 * trs_store_forget_project_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if nothing of it is left
 */
gboolean
trs_store_forget_project_finish (TrsStore      *self,
                                 GAsyncResult  *result,
                                 GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_pointer (G_TASK (result), error) != NULL;
}
