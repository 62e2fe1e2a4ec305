/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-projects.h"

#include "trs-sql-id.h"
#include "trs-store-free-row.h"
#include "trs-store-private.h"
#include "trs-task.h"

typedef struct
{
  gint64 account;
  GBytes *block;
} SaveState;

static void
save_state_clear (SaveState *state)
{
  g_clear_pointer (&state->block, g_bytes_unref);
}

TRS_DEFINE_TASK_STATE (SaveState, save_state)

/* The words stand in the block, which outlives the statements. */
static void
bind_text (sqlite3_stmt *statement,
           int           index,
           const char   *text)
{
  sqlite3_bind_text (statement, index, text, -1, SQLITE_STATIC);
}

static void
bind_snapshot (sqlite3_stmt             *statement,
               gint64                    account,
               const TrsProjectKey      *key,
               const TrsProjectSnapshot *snapshot)
{
  sqlite3_bind_int64 (statement, 1, account);
  trs_sql_bind_key (statement, 2, key);
  bind_text (statement, 3, snapshot->title != NULL ? snapshot->title : "");
  bind_text (statement, 4, snapshot->video_id);
  sqlite3_bind_int (statement, 5, (int) snapshot->state);
  bind_text (statement, 6, snapshot->state_word);
  bind_text (statement, 7, snapshot->message);
  sqlite3_bind_int64 (statement, 8, snapshot->video_length);
  sqlite3_bind_int64 (statement, 9, snapshot->created_at);
  bind_text (statement, 10, snapshot->language);
  bind_text (statement, 11, snapshot->requested_language);
  sqlite3_bind_int64 (statement, 12, snapshot->submitted_at);
  sqlite3_bind_int64 (statement, 13, snapshot->fetched_seen_at);
  sqlite3_bind_int64 (statement, 14, snapshot->finished_seen_at);
  sqlite3_bind_int (statement, 15, (int) snapshot->failed_in);
  sqlite3_bind_int (statement, 16, snapshot->unread);
  sqlite3_bind_int (statement, 17, snapshot->dismissed);
}

typedef struct
{
  gint64 account;
  sqlite3_stmt *known;
  sqlite3_stmt *update;
  sqlite3_stmt *insert;
  TrsStoreFreeRow free_row;
} Saving;

static void
saving_clear (Saving *self)
{
  sqlite3_finalize (self->known);
  sqlite3_finalize (self->update);
  sqlite3_finalize (self->insert);
  trs_store_free_row_clear (&self->free_row);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Saving, saving_clear)

#define TOLD                                                                                          \
  "title, video_id, state, state_word, message, video_length, created_at, language, requested_language, " \
  "submitted_at, fetched_seen_at, finished_seen_at, failed_in, unread, dismissed"
#define VALUES "?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17"

/* What is the user's own is the row's already, unless the row is made anew in the place of a damaged file. */
#define OWN "local_title, note, missing"
#define OWN_VALUES "?18, ?19, ?20"
#define ROW "?21"

static gboolean
prepare (sqlite3       *db,
         sqlite3_stmt **statement,
         const char    *sql,
         GError       **error)
{
  *statement = trs_sql_prepare (db, sql, error);
  return *statement != NULL;
}

static gboolean
saving_init (Saving   *self,
             sqlite3  *db,
             gint64    account,
             GError  **error)
{
  self->account = account;
  return prepare (db, &self->known,
                  "SELECT (" TOLD ") IS (" VALUES ") FROM project WHERE account = ?1 AND id = ?2", error) &&
         prepare (db, &self->update,
                  "UPDATE project SET (" TOLD ") = (" VALUES ") WHERE account = ?1 AND id = ?2", error) &&
         prepare (db, &self->insert,
                  "INSERT INTO project (account, id, " TOLD ", " OWN ", row) "
                  "VALUES (?1, ?2, " VALUES ", " OWN_VALUES ", " ROW ")", error) &&
         trs_store_free_row_init (&self->free_row, db, error);
}

static gboolean
insert_one (Saving                    *self,
            const TrsProjectKey       *key,
            const TrsProjectSnapshot  *snapshot,
            GError                   **error)
{
  gint64 row;

  if (!trs_store_free_row_find (&self->free_row, snapshot->created_at, snapshot->submitted_at, &row, error))
    return FALSE;

  bind_snapshot (self->insert, self->account, key, snapshot);
  bind_text (self->insert, 18, snapshot->local_title);
  bind_text (self->insert, 19, snapshot->note != NULL ? snapshot->note : "");
  sqlite3_bind_int64 (self->insert, 20, snapshot->missing);
  sqlite3_bind_int64 (self->insert, 21, row);
  return trs_sql_run (self->insert, error);
}

/* Most of what is told again is as it was, and looking is far cheaper than writing. */
static gboolean
save_one (Saving                  *self,
          const TrsPackedProject  *packed,
          GError                 **error)
{
  TrsProjectSnapshot snapshot;
  TrsProjectKey key;
  gboolean known = FALSE;
  gboolean same;

  trs_packed_project_view (packed, &snapshot, NULL);
  trs_packed_project_get_key (packed, &key);
  bind_snapshot (self->known, self->account, &key, &snapshot);
  if (!trs_sql_step (self->known, &known, error))
    return FALSE;
  same = known && sqlite3_column_int (self->known, 0);
  sqlite3_reset (self->known);
  if (same)
    return TRUE;
  if (!known)
    return insert_one (self, &key, &snapshot, error);

  bind_snapshot (self->update, self->account, &key, &snapshot);
  return trs_sql_run (self->update, error);
}

static gboolean
has_same_id (gconstpointer a,
             gconstpointer b)
{
  TrsProjectKey key;

  trs_packed_project_get_key (b, &key);
  return trs_packed_project_has_id (a, &key);
}

/* From the last to the first, which is from the oldest to the newest: where rows come in the order of their numbers,
 * SQLite fills its pages to the end, and the file gets little more than half as large as the other way round. And
 * what is told of a project twice is told of it last. */
static GPtrArray *
list_packed (GBytes *block)
{
  GPtrArray *packed = g_ptr_array_new ();
  gsize size;
  const guint8 *p = g_bytes_get_data (block, &size);
  const guint8 *end = p + size;

  for (; p < end; p += trs_packed_project_get_size ((gconstpointer) p))
    g_ptr_array_add (packed, (gpointer) p);
  for (guint i = 0; i < packed->len / 2; i++)
    {
      gpointer *other = &packed->pdata[packed->len - 1 - i];
      gpointer one = packed->pdata[i];

      packed->pdata[i] = *other;
      *other = one;
    }
  return packed;
}

static gpointer
save_job (sqlite3  *db,
          GTask    *task,
          GError  **error)
{
  SaveState *state = save_state_get (task);
  g_autoptr (GPtrArray) packed = list_packed (state->block);
  g_autoptr (GHashTable) seen = g_hash_table_new ((GHashFunc) (GCallback) trs_packed_project_hash_id, has_same_id);
  g_auto (Saving) saving = { 0 };

  if (!saving_init (&saving, db, state->account, error))
    return NULL;
  for (guint i = 0; i < packed->len; i++)
    {
      gpointer one = g_ptr_array_index (packed, i);

      if (g_hash_table_add (seen, one) && !save_one (&saving, one, error))
        return NULL;
    }

  return GINT_TO_POINTER (TRUE);
}

/**
 * trs_store_save_packed_async:
 * @self: a store
 * @account: the account they belong to
 * @block: packed projects, none of them pending
 * @cancellable: (nullable): to give up
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * As trs_store_save_projects_async(), and finished in the same way.
 */
void
trs_store_save_packed_async (TrsStore            *self,
                             gint64               account,
                             GBytes              *block,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  SaveState *state = save_state_attach (task);

  g_task_set_source_tag (task, trs_store_save_packed_async);
  state->account = account;
  state->block = g_bytes_ref (block);

  trs_store_push (self, task, save_job, NULL, FALSE);
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
  GByteArray *block = g_byte_array_new ();
  g_autoptr (GBytes) bytes = NULL;

  for (guint i = 0; i < projects->len; i++)
    {
      g_autoptr (TrsProjectSnapshot) snapshot = NULL;

      if (trs_project_get_pending (g_ptr_array_index (projects, i)))
        continue;
      snapshot = trs_project_snapshot_new (g_ptr_array_index (projects, i));
      trs_packed_project_append (block, snapshot, FALSE);
    }

  bytes = g_byte_array_free_to_bytes (block);
  trs_store_save_packed_async (self, account, bytes, cancellable, callback, user_data);
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
