/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-projects.h"

#include "trs-sql-id.h"
#include "trs-store-index.h"
#include "trs-store-private.h"
#include "trs-task.h"

/* Bytes of packed projects whose indexes are worth more memory than is used otherwise, and how much that is: the ids
 * come in no order, so that many projects touch the whole index of them. */
#define MANY_BYTES (64 * 1024)
#define CACHE_OF_MANY "PRAGMA cache_size = -24000"
#define CACHE_OF_FEW "PRAGMA cache_size = -2000"

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
               const TrsProjectSnapshot *snapshot)
{
  sqlite3_bind_int64 (statement, 1, account);
  trs_sql_bind_id (statement, 2, snapshot->id);
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

/* What the user added stands in the row already, unless the row is made anew in the place of a damaged file. */
static void
bind_added (sqlite3_stmt             *statement,
            const TrsProjectSnapshot *snapshot)
{
  bind_text (statement, 19, snapshot->local_title);
  bind_text (statement, 20, snapshot->note != NULL ? snapshot->note : "");
  sqlite3_bind_int64 (statement, 21, snapshot->missing);
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

typedef struct
{
  sqlite3_stmt *known;
  sqlite3_stmt *update;
  sqlite3_stmt *insert;
  sqlite3_stmt *taken;

  /* From the one row to the other none is taken: a list is read from the newest down, and each block of it is saved
   * from the oldest up, below all that were saved before. */
  gint64 free_from;
  gint64 free_to;

  /* From the one row to the other all are taken: many projects may have one time, or none. */
  gint64 taken_from;
  gint64 taken_to;

  /* Whether the one before was new: then this one is likely to be, too. */
  gboolean likely_new;
  gboolean any_new;
} Saving;

static void
saving_clear (Saving *self)
{
  sqlite3_finalize (self->known);
  sqlite3_finalize (self->update);
  sqlite3_finalize (self->insert);
  sqlite3_finalize (self->taken);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Saving, saving_clear)

#define TOLD                                                                                          \
  "(title, video_id, state, state_word, message, video_length, created_at, language, requested_language, " \
  "submitted_at, fetched_seen_at, finished_seen_at, failed_in, unread, dismissed)"
#define VALUES "(?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)"

static gboolean
find_free_rows (sqlite3  *db,
                Saving   *self,
                GError  **error)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare (db, "SELECT coalesce (min (row), 9223372036854775807) FROM project", error);
  gboolean row = FALSE;

  if (statement == NULL || !trs_sql_step (statement, &row, error))
    return FALSE;

  self->free_from = G_MININT64;
  self->free_to = sqlite3_column_int64 (statement, 0);
  return TRUE;
}

static gboolean
begin_saving (sqlite3  *db,
              Saving   *self,
              GError  **error)
{
  const struct
  {
    sqlite3_stmt **statement;
    const char *sql;
  } all[] = {
    { &self->known, "SELECT " TOLD " IS " VALUES " FROM project WHERE account = ?1 AND id = ?2" },
    { &self->update, "UPDATE project SET " TOLD " = " VALUES " WHERE account = ?1 AND id = ?2" },
    { &self->insert, ("INSERT INTO project (account, " TRS_STORE_PROJECT_COLUMNS ", row, local_title, note, missing) "
                      "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, "
                      "?19, ?20, ?21) ON CONFLICT (account, id) DO NOTHING") },
    { &self->taken, "SELECT 1 FROM project WHERE row = ?1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      *all[i].statement = trs_sql_prepare (db, all[i].sql, error);
      if (*all[i].statement == NULL)
        return FALSE;
    }

  return find_free_rows (db, self, error);
}

/* The row of a project is its time, moved up to the next free number. */
static gboolean
find_free_row (Saving  *self,
               gint64   wanted,
               gint64  *row,
               GError **error)
{
  gboolean taken;

  *row = wanted >= self->taken_from && wanted < self->taken_to ? self->taken_to : wanted;
  for (taken = *row < self->free_from || *row >= self->free_to; taken; *row += taken ? 1 : 0)
    {
      sqlite3_bind_int64 (self->taken, 1, *row);
      if (!trs_sql_step (self->taken, &taken, error))
        return FALSE;
      sqlite3_reset (self->taken);
    }

  return TRUE;
}

static void
note_taken (Saving *self,
            gint64  wanted,
            gint64  row)
{
  if (wanted < self->taken_from || wanted >= self->taken_to)
    self->taken_from = wanted;
  self->taken_to = row + 1;
  if (row >= self->free_from && row < self->free_to)
    self->free_from = row + 1;
}

/* Does nothing if it is there already. */
static gboolean
insert_one (sqlite3                   *db,
            Saving                    *self,
            gint64                     account,
            const TrsProjectSnapshot  *snapshot,
            gboolean                  *inserted,
            GError                   **error)
{
  gint64 wanted = wanted_row (snapshot);
  gint64 row = 0;

  if (!find_free_row (self, wanted, &row, error))
    return FALSE;

  bind_snapshot (self->insert, account, snapshot);
  bind_added (self->insert, snapshot);
  sqlite3_bind_int64 (self->insert, 18, row);
  if (!trs_sql_run (self->insert, error))
    return FALSE;

  *inserted = sqlite3_changes (db) > 0;
  if (!*inserted)
    return TRUE;
  note_taken (self, wanted, row);
  self->any_new = TRUE;
  return TRUE;
}

/* Most of what is told again is as it was, and looking is far cheaper than writing. */
static gboolean
update_one (Saving                    *self,
            gint64                     account,
            const TrsProjectSnapshot  *snapshot,
            gboolean                  *known,
            GError                   **error)
{
  gboolean same;

  bind_snapshot (self->known, account, snapshot);
  if (!trs_sql_step (self->known, known, error))
    return FALSE;
  same = *known && sqlite3_column_int (self->known, 0);
  sqlite3_reset (self->known);
  if (!*known || same)
    return TRUE;

  bind_snapshot (self->update, account, snapshot);
  return trs_sql_run (self->update, error);
}

static gboolean
save_one (sqlite3                   *db,
          Saving                    *self,
          gint64                     account,
          const TrsProjectSnapshot  *snapshot,
          GError                   **error)
{
  gboolean inserted = FALSE;
  gboolean known = FALSE;

  if (self->likely_new && !insert_one (db, self, account, snapshot, &inserted, error))
    return FALSE;
  if (!inserted && !update_one (self, account, snapshot, &known, error))
    return FALSE;
  if (!inserted && !known && !insert_one (db, self, account, snapshot, &inserted, error))
    return FALSE;

  self->likely_new = inserted;
  return TRUE;
}

static gboolean
has_same_id (gconstpointer a,
             gconstpointer b)
{
  TrsProjectKey key;

  trs_packed_project_get_key (b, &key);
  return trs_packed_project_has_id (a, &key);
}

static GPtrArray *
list_packed (GBytes *block)
{
  GPtrArray *packed = g_ptr_array_new ();
  gsize size;
  const guint8 *p = g_bytes_get_data (block, &size);
  const guint8 *end = p + size;

  for (; p < end; p += trs_packed_project_get_size ((gconstpointer) p))
    g_ptr_array_add (packed, (gpointer) p);
  return packed;
}

/* From the last to the first, which is from the oldest to the newest: where rows come in the order of their numbers,
 * SQLite fills its pages to the end, and the file gets little more than half as large as the other way round. */
static gboolean
save_all (sqlite3    *db,
          SaveState  *state,
          GError    **error)
{
  g_auto (Saving) saving = { 0 };
  g_autoptr (GPtrArray) packed = list_packed (state->block);
  g_autoptr (GHashTable) seen =
      g_hash_table_new ((GHashFunc) (GCallback) trs_packed_project_hash_id, has_same_id);

  if (!begin_saving (db, &saving, error))
    return FALSE;

  for (guint i = packed->len; i > 0; i--)
    {
      const TrsPackedProject *one = g_ptr_array_index (packed, i - 1);
      TrsProjectSnapshot snapshot;
      char room[TRS_PROJECT_ID_ROOM];

      /* What is told of a project twice is told of it last. */
      if (!g_hash_table_add (seen, (gpointer) one))
        continue;
      trs_packed_project_view (one, &snapshot, room);
      if (!save_one (db, &saving, state->account, &snapshot, error))
        return FALSE;
    }

  return !saving.any_new || trs_store_index_expect (db, error);
}

static gpointer
save_job (sqlite3  *db,
          GTask    *task,
          GError  **error)
{
  SaveState *state = save_state_get (task);
  gboolean many = g_bytes_get_size (state->block) >= MANY_BYTES;
  gboolean saved;

  if (many && !trs_sql_exec (db, CACHE_OF_MANY, error))
    return NULL;
  saved = save_all (db, state, error);
  if (many)
    trs_sql_exec (db, CACHE_OF_FEW, NULL);

  return GINT_TO_POINTER (saved);
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
