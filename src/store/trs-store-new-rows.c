/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-new-rows.h"

#include <string.h>

#include "trs-error.h"

/* What a pointer has to be called where it is bound and where it is taken. */
#define POINTER_TYPE "TrsStoreNewRows"

/* In the order of the table, so that SQLite need not put them in order. */
#define COLUMNS                                                                                                  \
  "row, account, id, title, video_id, state, state_word, message, video_length, created_at, language, "          \
  "requested_language, submitted_at, fetched_seen_at, finished_seen_at, failed_in, unread, dismissed, local_title, " \
  "note, missing"

/* The condition keeps what follows from being taken as that of a join. */
#define INSERT "INSERT OR FAIL INTO project (" COLUMNS ") SELECT " COLUMNS " FROM new_row (?1) WHERE TRUE"

typedef enum
{
  ROW,
  ACCOUNT,
  ID,
  WORDS,
  WORDS_OR_NONE,
  NUMBER,
  LONG_NUMBER,
} Kind;

/* What the user added is the row's already, unless the row is made anew in the place of a damaged file. */
static const struct
{
  Kind kind;
  gsize offset;
} columns[] = {
  { ROW, 0 },
  { ACCOUNT, 0 },
  { ID, 0 },
  { WORDS, G_STRUCT_OFFSET (TrsProjectSnapshot, title) },
  { WORDS_OR_NONE, G_STRUCT_OFFSET (TrsProjectSnapshot, video_id) },
  { NUMBER, G_STRUCT_OFFSET (TrsProjectSnapshot, state) },
  { WORDS_OR_NONE, G_STRUCT_OFFSET (TrsProjectSnapshot, state_word) },
  { WORDS_OR_NONE, G_STRUCT_OFFSET (TrsProjectSnapshot, message) },
  { LONG_NUMBER, G_STRUCT_OFFSET (TrsProjectSnapshot, video_length) },
  { LONG_NUMBER, G_STRUCT_OFFSET (TrsProjectSnapshot, created_at) },
  { WORDS_OR_NONE, G_STRUCT_OFFSET (TrsProjectSnapshot, language) },
  { WORDS_OR_NONE, G_STRUCT_OFFSET (TrsProjectSnapshot, requested_language) },
  { LONG_NUMBER, G_STRUCT_OFFSET (TrsProjectSnapshot, submitted_at) },
  { LONG_NUMBER, G_STRUCT_OFFSET (TrsProjectSnapshot, fetched_seen_at) },
  { LONG_NUMBER, G_STRUCT_OFFSET (TrsProjectSnapshot, finished_seen_at) },
  { NUMBER, G_STRUCT_OFFSET (TrsProjectSnapshot, failed_in) },
  { NUMBER, G_STRUCT_OFFSET (TrsProjectSnapshot, unread) },
  { NUMBER, G_STRUCT_OFFSET (TrsProjectSnapshot, dismissed) },
  { WORDS_OR_NONE, G_STRUCT_OFFSET (TrsProjectSnapshot, local_title) },
  { WORDS, G_STRUCT_OFFSET (TrsProjectSnapshot, note) },
  { LONG_NUMBER, G_STRUCT_OFFSET (TrsProjectSnapshot, missing) },
};

/* Behind the columns stands what they are read from. */
#define SOURCE G_N_ELEMENTS (columns)

#define MEMBER(Type, snapshot, column) (G_STRUCT_MEMBER (Type, (snapshot), columns[column].offset))

G_STATIC_ASSERT (sizeof (TrsProjectState) == sizeof (int) && sizeof (gboolean) == sizeof (int));

struct _TrsStoreNewRows
{
  gint64 account;
  const GPtrArray *packed;
  sqlite3_stmt *insert;
  sqlite3_stmt *taken;

  /* From the one row to the other none is taken: a list is read from the newest down, and each block of it is saved
   * from the oldest up, below all that were saved before. */
  gint64 free_from;
  gint64 free_to;

  /* From the one row to the other all are taken: many projects may have one time, or none. */
  gint64 taken_from;
  gint64 taken_to;
};

typedef struct
{
  sqlite3_vtab_cursor parent;
  TrsStoreNewRows *rows;
  guint at;

  /* of the project it is at */
  TrsProjectKey key;
  TrsProjectSnapshot snapshot;
  gint64 row;
} Cursor;

static gint64
get_wanted_row (const TrsProjectSnapshot *snapshot)
{
  /* Below zero are the texts that are not shown. */
  if (snapshot->created_at >= G_USEC_PER_SEC)
    return snapshot->created_at / G_USEC_PER_SEC;
  if (snapshot->submitted_at >= G_USEC_PER_SEC)
    return snapshot->submitted_at / G_USEC_PER_SEC;
  return 1;
}

static void
note_taken (TrsStoreNewRows *self,
            gint64           wanted,
            gint64           row)
{
  if (wanted < self->taken_from || wanted >= self->taken_to)
    self->taken_from = wanted;
  self->taken_to = row + 1;
  if (row >= self->free_from && row < self->free_to)
    self->free_from = row + 1;
}

/* The row of a project is its time, moved up to the next free number. The rows before it are in the table by now.
 * Returns a code of SQLite. */
static int
find_free_row (TrsStoreNewRows *self,
               gint64           wanted,
               gint64          *row)
{
  int code = SQLITE_ROW;

  *row = wanted >= self->taken_from && wanted < self->taken_to ? self->taken_to : wanted;
  while (*row < self->free_from || *row >= self->free_to)
    {
      sqlite3_bind_int64 (self->taken, 1, *row);
      code = sqlite3_step (self->taken);
      sqlite3_reset (self->taken);
      if (code != SQLITE_ROW)
        break;
      (*row)++;
    }
  if (code != SQLITE_ROW && code != SQLITE_DONE)
    return code;

  note_taken (self, wanted, *row);
  return SQLITE_OK;
}

static int
go_to (Cursor *self,
       guint   at)
{
  const TrsPackedProject *packed;

  self->at = at;
  if (at >= self->rows->packed->len)
    return SQLITE_OK;

  packed = g_ptr_array_index (self->rows->packed, at);
  trs_packed_project_get_key (packed, &self->key);
  trs_packed_project_view (packed, &self->snapshot, NULL);
  return find_free_row (self->rows, get_wanted_row (&self->snapshot), &self->row);
}

static int
connect_cb (sqlite3             *db,
            void                *user_data,
            int                  n_arguments,
            const char * const  *arguments,
            sqlite3_vtab       **table,
            char               **message)
{
  *table = sqlite3_malloc (sizeof **table);
  if (*table == NULL)
    return SQLITE_NOMEM;

  memset (*table, 0, sizeof **table);
  return sqlite3_declare_vtab (db, "CREATE TABLE new_row (" COLUMNS ", source HIDDEN)");
}

static int
disconnect_cb (sqlite3_vtab *table)
{
  sqlite3_free (table);
  return SQLITE_OK;
}

/* There is one way to read it: all, from the source that is given. */
static int
best_index_cb (sqlite3_vtab       *table,
               sqlite3_index_info *info)
{
  for (int i = 0; i < info->nConstraint; i++)
    {
      if (info->aConstraint[i].iColumn != (int) SOURCE || info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ ||
          !info->aConstraint[i].usable)
        continue;
      info->aConstraintUsage[i].argvIndex = 1;
      info->aConstraintUsage[i].omit = 1;
      return SQLITE_OK;
    }

  return SQLITE_CONSTRAINT;
}

static int
open_cb (sqlite3_vtab         *table,
         sqlite3_vtab_cursor **cursor)
{
  Cursor *self = g_new0 (Cursor, 1);

  *cursor = &self->parent;
  return SQLITE_OK;
}

static int
close_cb (sqlite3_vtab_cursor *cursor)
{
  g_free (cursor);
  return SQLITE_OK;
}

static int
filter_cb (sqlite3_vtab_cursor  *cursor,
           int                   plan,
           const char           *plan_name,
           int                   n_values,
           sqlite3_value       **values)
{
  Cursor *self = (Cursor *) cursor;

  self->rows = sqlite3_value_pointer (values[0], POINTER_TYPE);
  return self->rows != NULL ? go_to (self, 0) : SQLITE_MISUSE;
}

static int
next_cb (sqlite3_vtab_cursor *cursor)
{
  Cursor *self = (Cursor *) cursor;

  return go_to (self, self->at + 1);
}

static int
eof_cb (sqlite3_vtab_cursor *cursor)
{
  Cursor *self = (Cursor *) cursor;

  return self->at >= self->rows->packed->len;
}

static void
give_id (sqlite3_context     *context,
         const TrsProjectKey *key)
{
  if (key->is_uuid)
    sqlite3_result_blob (context, key->uuid, sizeof key->uuid, SQLITE_STATIC);
  else
    sqlite3_result_text (context, key->string, -1, SQLITE_STATIC);
}

/* The words stand in the block, which outlives the statement. */
static int
column_cb (sqlite3_vtab_cursor *cursor,
           sqlite3_context     *context,
           int                  column)
{
  Cursor *self = (Cursor *) cursor;
  const char *words;

  g_return_val_if_fail (column >= 0 && column < (int) G_N_ELEMENTS (columns), SQLITE_MISUSE);

  switch (columns[column].kind)
    {
    case ROW:
      sqlite3_result_int64 (context, self->row);
      break;
    case ACCOUNT:
      sqlite3_result_int64 (context, self->rows->account);
      break;
    case ID:
      give_id (context, &self->key);
      break;
    case WORDS:
      words = MEMBER (const char *, &self->snapshot, column);
      sqlite3_result_text (context, words != NULL ? words : "", -1, SQLITE_STATIC);
      break;
    case WORDS_OR_NONE:
      words = MEMBER (const char *, &self->snapshot, column);
      if (words != NULL)
        sqlite3_result_text (context, words, -1, SQLITE_STATIC);
      break;
    case NUMBER:
      sqlite3_result_int (context, MEMBER (int, &self->snapshot, column));
      break;
    case LONG_NUMBER:
      sqlite3_result_int64 (context, MEMBER (gint64, &self->snapshot, column));
      break;
    default:
      g_assert_not_reached ();
    }

  return SQLITE_OK;
}

static int
rowid_cb (sqlite3_vtab_cursor *cursor,
          sqlite3_int64       *rowid)
{
  *rowid = ((Cursor *) cursor)->at;
  return SQLITE_OK;
}

/**
 * trs_store_new_rows_register:
 * @db: a connection
 * @error: return location for an error
 *
 * Lets trs_store_new_rows_insert() be used with a connection.
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_store_new_rows_register (sqlite3  *db,
                             GError  **error)
{
  static const sqlite3_module module = {
    .xConnect = connect_cb,
    .xDisconnect = disconnect_cb,
    .xBestIndex = best_index_cb,
    .xOpen = open_cb,
    .xClose = close_cb,
    .xFilter = filter_cb,
    .xNext = next_cb,
    .xEof = eof_cb,
    .xColumn = column_cb,
    .xRowid = rowid_cb,
  };

  if (sqlite3_create_module_v2 (db, "new_row", &module, NULL, NULL) == SQLITE_OK)
    return TRUE;

  return trs_sql_fail (db, error);
}

static gboolean
check_account (TrsStoreNewRows  *self,
               sqlite3          *db,
               GError          **error)
{
  g_autoptr (sqlite3_stmt) statement = trs_sql_prepare (db, "SELECT 1 FROM account WHERE account = ?1", error);
  gboolean known = FALSE;

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, self->account);
  if (!trs_sql_step (statement, &known, error))
    return FALSE;

  if (!known)
    g_set_error_literal (error, TRS_ERROR, TRS_ERROR_STORE_FAILED, "The account of the projects is not there");
  return known;
}

static gboolean
find_free_rows (TrsStoreNewRows  *self,
                sqlite3          *db,
                GError          **error)
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

/**
 * trs_store_new_rows_begin:
 * @db: a connection, see trs_store_new_rows_register()
 * @account: the account the projects belong to
 * @all_new: whether it is known that no project is there, and told once, which
 *   need not be looked up then
 * @error: return location for an error
 *
 * Nobody else may add projects as long as it is there.
 *
 * Returns: (transfer full) (nullable): what puts projects into the table
 */
TrsStoreNewRows *
trs_store_new_rows_begin (sqlite3  *db,
                          gint64    account,
                          gboolean  all_new,
                          GError  **error)
{
  g_autoptr (TrsStoreNewRows) self = g_new0 (TrsStoreNewRows, 1);

  self->account = account;
  /* OR FAIL: what is written before a failure is taken back with the transaction, not with a copy of each page. */
  self->insert = trs_sql_prepare (db, all_new ? INSERT : INSERT " ON CONFLICT (account, id) DO NOTHING", error);
  if (self->insert == NULL)
    return NULL;
  self->taken = trs_sql_prepare (db, "SELECT 1 FROM project WHERE row = ?1", error);
  if (self->taken == NULL || !check_account (self, db, error) || !find_free_rows (self, db, error))
    return NULL;

  return g_steal_pointer (&self);
}

/**
 * trs_store_new_rows_insert:
 * @self: what puts projects into the table
 * @packed: (element-type TrsPackedProject): projects; where one is told twice,
 *   the first is kept
 * @n_inserted: (out): how many were not there
 * @error: return location for an error
 *
 * Puts those into the table that are not there. After a failure the transaction
 * has to be rolled back.
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_store_new_rows_insert (TrsStoreNewRows  *self,
                           const GPtrArray  *packed,
                           guint            *n_inserted,
                           GError          **error)
{
  sqlite3 *db = sqlite3_db_handle (self->insert);
  int before = sqlite3_total_changes (db);
  gboolean run;

  self->packed = packed;
  sqlite3_bind_pointer (self->insert, 1, self, POINTER_TYPE, NULL);
  /* All rows belong to one account, and that was looked for: SQLite would look for it with each of them, and copy each
   * page before it is written to in case that it is gone. */
  sqlite3_db_config (db, SQLITE_DBCONFIG_ENABLE_FKEY, 0, NULL);
  run = trs_sql_run (self->insert, error);
  sqlite3_db_config (db, SQLITE_DBCONFIG_ENABLE_FKEY, 1, NULL);
  if (!run)
    return FALSE;

  *n_inserted = (guint) (sqlite3_total_changes (db) - before);
  return TRUE;
}

/**
 * trs_store_new_rows_free:
 * @self: what puts projects into the table
 *
 * Frees it. What was put into the table is not touched.
 */
void
trs_store_new_rows_free (TrsStoreNewRows *self)
{
  sqlite3_finalize (self->insert);
  sqlite3_finalize (self->taken);
  g_free (self);
}
