/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-projects.h"

#include "trs-sql-id.h"
#include "trs-store-index.h"
#include "trs-store-new-rows.h"
#include "trs-store-private.h"
#include "trs-task.h"

/* Bytes of packed projects whose indexes are worth more memory than is used otherwise, and how much that is: the ids
 * come in no order, so that many projects touch the whole index of them. */
#define MANY_BYTES (64 * 1024)
#define CACHE_OF_MANY "PRAGMA cache_size = -24000"

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
} Saving;

static void
saving_clear (Saving *self)
{
  sqlite3_finalize (self->known);
  sqlite3_finalize (self->update);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Saving, saving_clear)

#define TOLD                                                                                          \
  "(title, video_id, state, state_word, message, video_length, created_at, language, requested_language, " \
  "submitted_at, fetched_seen_at, finished_seen_at, failed_in, unread, dismissed)"
#define VALUES "(?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)"

static gboolean
saving_init (Saving   *self,
             sqlite3  *db,
             gint64    account,
             GError  **error)
{
  self->account = account;
  self->known = trs_sql_prepare (db, "SELECT " TOLD " IS " VALUES " FROM project WHERE account = ?1 AND id = ?2",
                                 error);
  if (self->known == NULL)
    return FALSE;

  self->update = trs_sql_prepare (db, "UPDATE project SET " TOLD " = " VALUES " WHERE account = ?1 AND id = ?2", error);
  return self->update != NULL;
}

/* Most of what is told again is as it was, and looking is far cheaper than writing. */
static gboolean
update_one (Saving                  *self,
            const TrsPackedProject  *packed,
            gboolean                *known,
            GError                 **error)
{
  TrsProjectSnapshot snapshot;
  TrsProjectKey key;
  gboolean same;

  trs_packed_project_view (packed, &snapshot, NULL);
  trs_packed_project_get_key (packed, &key);
  bind_snapshot (self->known, self->account, &key, &snapshot);
  if (!trs_sql_step (self->known, known, error))
    return FALSE;
  same = *known && sqlite3_column_int (self->known, 0);
  sqlite3_reset (self->known);
  if (!*known || same)
    return TRUE;

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

/* Adds to @new_ones what is not known. */
static gboolean
update_known (Saving           *self,
              const GPtrArray  *packed,
              GPtrArray        *new_ones,
              GError          **error)
{
  g_autoptr (GHashTable) seen =
      g_hash_table_new ((GHashFunc) (GCallback) trs_packed_project_hash_id, has_same_id);

  for (guint i = 0; i < packed->len; i++)
    {
      gpointer one = g_ptr_array_index (packed, i);
      gboolean known = FALSE;

      if (!g_hash_table_add (seen, one))
        continue;
      if (!update_one (self, one, &known, error))
        return FALSE;
      if (!known)
        g_ptr_array_add (new_ones, one);
    }

  return TRUE;
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

static gboolean
insert_new (sqlite3    *db,
            SaveState  *state,
            GPtrArray  *packed,
            gboolean    all_new,
            guint      *n_new,
            GError    **error)
{
  g_autoptr (TrsStoreNewRows) rows = trs_store_new_rows_begin (db, state->account, all_new, error);

  return rows != NULL && trs_store_new_rows_insert (rows, packed, n_new, error);
}

/* Of a block either nearly all are new, as in a first sync, or nearly none: the first one tells. */
static gboolean
save_mixed (sqlite3    *db,
            SaveState  *state,
            GPtrArray  *packed,
            guint      *n_new,
            GError    **error)
{
  g_auto (Saving) saving = { 0 };
  g_autoptr (GPtrArray) new_ones = g_ptr_array_new ();
  gboolean known = TRUE;
  guint n_first = 0;
  guint n_others = 0;

  if (!saving_init (&saving, db, state->account, error))
    return FALSE;

  if (packed->len > 0 && !update_one (&saving, g_ptr_array_index (packed, 0), &known, error))
    return FALSE;
  if (!known && !insert_new (db, state, packed, FALSE, &n_first, error))
    return FALSE;
  if (n_first < packed->len && !update_known (&saving, packed, new_ones, error))
    return FALSE;
  if (new_ones->len > 0 && !insert_new (db, state, new_ones, FALSE, &n_others, error))
    return FALSE;

  *n_new = n_first + n_others;
  return TRUE;
}

static gboolean
save_all (sqlite3       *db,
          SaveState     *state,
          TrsStoreFill  *fill,
          GError       **error)
{
  g_autoptr (GPtrArray) packed = list_packed (state->block);
  gboolean all_new = FALSE;
  guint n_new = 0;

  if (!trs_store_fill_take (fill, db, packed, &all_new, error))
    return FALSE;
  if (all_new ? !insert_new (db, state, packed, TRUE, &n_new, error) : !save_mixed (db, state, packed, &n_new, error))
    return FALSE;

  return n_new == 0 || trs_store_index_expect (db, error);
}

static gpointer
save_job (sqlite3  *db,
          GTask    *task,
          GError  **error)
{
  SaveState *state = save_state_get (task);
  TrsStoreFill *fill = trs_store_get_fill (g_task_get_source_object (task));
  gboolean many = g_bytes_get_size (state->block) >= MANY_BYTES;
  gboolean saved;

  if (many && (!trs_sql_exec (db, CACHE_OF_MANY, error) || !trs_store_fill_begin (fill, db, error)))
    return NULL;
  saved = save_all (db, state, fill, error);
  if (many)
    trs_sql_exec (db, TRS_STORE_CACHE, NULL);

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

  trs_store_push_filling (self, task, save_job);
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
