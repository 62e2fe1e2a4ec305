/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-projects.h"

#include "trs-store-private.h"
#include "trs-task.h"

#define COLUMNS                                                                                          \
  "id, title, video_id, state, state_word, message, video_length, created_at, language, requested_language, " \
  "submitted_at, fetched_seen_at, finished_seen_at, failed_in, unread, dismissed"

typedef struct
{
  gint64 account;
  GPtrArray *snapshots;
} SaveState;

static void
save_state_clear (SaveState *state)
{
  g_clear_pointer (&state->snapshots, g_ptr_array_unref);
}

TRS_DEFINE_TASK_STATE (SaveState, save_state)

static void
bind_snapshot (sqlite3_stmt             *statement,
               gint64                    account,
               const TrsProjectSnapshot *snapshot)
{
  sqlite3_bind_int64 (statement, 1, account);
  trs_sql_bind_text (statement, 2, snapshot->id);
  trs_sql_bind_text (statement, 3, snapshot->title != NULL ? snapshot->title : "");
  trs_sql_bind_text (statement, 4, snapshot->video_id);
  sqlite3_bind_int (statement, 5, (int) snapshot->state);
  trs_sql_bind_text (statement, 6, snapshot->state_word);
  trs_sql_bind_text (statement, 7, snapshot->message);
  sqlite3_bind_int64 (statement, 8, snapshot->video_length);
  sqlite3_bind_int64 (statement, 9, snapshot->created_at);
  trs_sql_bind_text (statement, 10, snapshot->language);
  trs_sql_bind_text (statement, 11, snapshot->requested_language);
  sqlite3_bind_int64 (statement, 12, snapshot->submitted_at);
  sqlite3_bind_int64 (statement, 13, snapshot->fetched_seen_at);
  sqlite3_bind_int64 (statement, 14, snapshot->finished_seen_at);
  sqlite3_bind_int (statement, 15, (int) snapshot->failed_in);
  sqlite3_bind_int (statement, 16, snapshot->unread);
  sqlite3_bind_int (statement, 17, snapshot->dismissed);
}

/* What the user added stands in the row already, unless the row is made anew in the place of a damaged file. */
static void
bind_added (sqlite3_stmt             *statement,
            const TrsProjectSnapshot *snapshot)
{
  trs_sql_bind_text (statement, 19, snapshot->local_title);
  trs_sql_bind_text (statement, 20, snapshot->note != NULL ? snapshot->note : "");
  sqlite3_bind_int64 (statement, 21, snapshot->missing);
}

/* The row of a project is its time, moved up to the next free number. */
static gboolean
find_free_row (sqlite3_stmt  *statement,
               gint64         wanted,
               gint64        *row,
               GError       **error)
{
  gboolean taken = TRUE;

  for (*row = wanted; taken; *row += taken ? 1 : 0)
    {
      sqlite3_bind_int64 (statement, 1, *row);
      if (!trs_sql_step (statement, &taken, error))
        return FALSE;
      sqlite3_reset (statement);
    }

  return TRUE;
}

static gint64
wanted_row (const TrsProjectSnapshot *snapshot)
{
  /* Below zero are the texts that are not shown. */
  if (snapshot->created_at >= G_USEC_PER_SEC)
    return snapshot->created_at / G_USEC_PER_SEC;
  if (snapshot->submitted_at >= G_USEC_PER_SEC)
    return snapshot->submitted_at / G_USEC_PER_SEC;
  return 1;
}

static gpointer
save_job (sqlite3  *db,
          GTask    *task,
          GError  **error)
{
  SaveState *state = save_state_get (task);
  g_autoptr (sqlite3_stmt) update =
      trs_sql_prepare (db,
                       "UPDATE project SET (title, video_id, state, state_word, message, video_length, created_at, "
                       "language, requested_language, submitted_at, fetched_seen_at, finished_seen_at, failed_in, "
                       "unread, dismissed) = (?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17) "
                       "WHERE account = ?1 AND id = ?2",
                       error);
  g_autoptr (sqlite3_stmt) insert = NULL;
  g_autoptr (sqlite3_stmt) taken = NULL;

  if (update == NULL)
    return NULL;
  insert = trs_sql_prepare (db,
                            "INSERT INTO project (account, " COLUMNS ", row, local_title, note, missing) "
                            "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, "
                            "?19, ?20, ?21)",
                            error);
  if (insert == NULL)
    return NULL;
  taken = trs_sql_prepare (db, "SELECT 1 FROM project WHERE row = ?1", error);
  if (taken == NULL)
    return NULL;

  for (guint i = 0; i < state->snapshots->len; i++)
    {
      const TrsProjectSnapshot *snapshot = g_ptr_array_index (state->snapshots, i);
      gint64 row = 0;

      bind_snapshot (update, state->account, snapshot);
      if (!trs_sql_run (update, error))
        return NULL;
      if (sqlite3_changes (db) > 0)
        continue;

      if (!find_free_row (taken, wanted_row (snapshot), &row, error))
        return NULL;
      bind_snapshot (insert, state->account, snapshot);
      bind_added (insert, snapshot);
      sqlite3_bind_int64 (insert, 18, row);
      if (!trs_sql_run (insert, error))
        return NULL;
    }

  return GINT_TO_POINTER (TRUE);
}

/**
 * trs_store_save_projects_async:
 * @self: a store
 * @account: the account they belong to
 * @projects: (element-type TrsProject): projects; what they are now is kept
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Keeps projects, in place of what was kept of them before. Pending ones are
 * left out: they are kept as submissions.
 */
void
trs_store_save_projects_async (TrsStore            *self,
                               gint64               account,
                               GPtrArray           *projects,
                               GCancellable        *cancellable,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  SaveState *state = save_state_attach (task);

  g_task_set_source_tag (task, trs_store_save_projects_async);
  state->account = account;
  state->snapshots = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_project_snapshot_free);
  for (guint i = 0; i < projects->len; i++)
    if (!trs_project_get_pending (g_ptr_array_index (projects, i)))
      g_ptr_array_add (state->snapshots, trs_project_snapshot_new (g_ptr_array_index (projects, i)));

  trs_store_push (self, task, save_job, NULL, FALSE);
}

/**
 * trs_store_save_projects_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if they are kept
 */
gboolean
trs_store_save_projects_finish (TrsStore      *self,
                                GAsyncResult  *result,
                                GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_pointer (G_TASK (result), error) != NULL;
}

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

/* The words belong to the statement and are packed before it goes on. */
static void
pack_row (sqlite3_stmt *statement,
          GByteArray   *block)
{
  TrsProjectSnapshot snapshot = {
    .id = (char *) sqlite3_column_text (statement, 0),
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
  };

  if (snapshot.id != NULL)
    trs_packed_project_append (block, &snapshot, FALSE);
}

static gpointer
load_job (sqlite3  *db,
          GTask    *task,
          GError  **error)
{
  LoadState *state = g_task_get_task_data (task);
  g_autoptr (GByteArray) block = g_byte_array_new ();
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare (db,
                       "SELECT " COLUMNS ", local_title, note, missing, hidden, row FROM project "
                       "WHERE account = ?1 AND (created_at, row) < (?2, ?3) "
                       "ORDER BY created_at DESC, row DESC LIMIT ?4",
                       error);
  TrsStoredPage page = { 0 };
  gboolean row = TRUE;

  if (statement == NULL)
    return NULL;

  sqlite3_bind_int64 (statement, 1, state->account);
  sqlite3_bind_int64 (statement, 2, state->created_at);
  sqlite3_bind_int64 (statement, 3, state->row);
  sqlite3_bind_int64 (statement, 4, state->limit);
  while (trs_sql_step (statement, &row, error) && row)
    {
      pack_row (statement, block);
      page.n_projects++;
      page.created_at = sqlite3_column_int64 (statement, 7);
      page.row = sqlite3_column_int64 (statement, 20);
    }
  if (row)
    return NULL;

  page.block = g_byte_array_free_to_bytes (g_steal_pointer (&block));
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
  trs_sql_bind_text (statement, 2, state->id);
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
