/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-rows.h"

/* ?1 of both statements is the row. */
#define SERVICE_COLUMNS                                                                                        \
  "sort_at, title, video_id, state, state_word, message, video_length, created_at, language, "                 \
  "requested_language, submitted_at, fetched_seen_at, finished_seen_at, failed_in, unread, dismissed, "        \
  "missing, listed"
#define SERVICE_VALUES "?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19"

#define UPDATE "UPDATE project SET (" SERVICE_COLUMNS ") = (" SERVICE_VALUES ") WHERE row = ?1"
#define INSERT                                                                                                 \
  "INSERT INTO project (row, " SERVICE_COLUMNS ", account, id, local_title, note) "                            \
  "VALUES (?1, " SERVICE_VALUES ", ?20, packed_id (?21), ?22, ?23)"

#define SELECT "SELECT " TRS_STORE_ROW_COLUMNS " FROM project "

/* That no speech was found is said by the text itself. The index has few pages and tells which texts have hardly a
 * word, so that the pages of all the others need not be read. */
#define IS_SILENT                                                                                              \
  "SELECT 1 FROM text_index_docsize AS size JOIN text ON text.text = size.id "                                 \
  "WHERE size.id = ?1 AND size.sz = x'00' AND trim (bare, char (9, 10, 13, 32)) = ''"
#define HAS_TEXT "SELECT 1 FROM text WHERE project = ?1 AND superseded = 0"

/* Accounts in memory have numbers that none in the file has, so that nothing that was asked for before a merge is
 * written to the wrong account after it. */
#define FIRST_IN_MEMORY (G_GINT64_CONSTANT (1) << 40)

gboolean
trs_store_rows_init (TrsStoreRows  *self,
                     sqlite3       *db,
                     gint64         account,
                     GError       **error)
{
  *self = (TrsStoreRows) { .db = db, .account = account };

  /* A help and no more: where the texts are damaged, the list is read all the same. */
  self->has_text = trs_sql_prepare (db, HAS_TEXT, NULL);
  self->is_silent = trs_sql_prepare (db, IS_SILENT, NULL);

  return (self->by_id = trs_sql_prepare (db, SELECT "WHERE account = ?1 AND id = packed_id (?2)", error)) != NULL &&
         (self->by_row = trs_sql_prepare (db, SELECT "WHERE row = ?1", error)) != NULL &&
         (self->taken = trs_sql_prepare (db, "SELECT 1 FROM project WHERE row = ?1", error)) != NULL &&
         (self->insert = trs_sql_prepare (db, INSERT, error)) != NULL &&
         (self->update = trs_sql_prepare (db, UPDATE, error)) != NULL;
}

void
trs_store_rows_clear (TrsStoreRows *self)
{
  sqlite3_finalize (self->by_id);
  sqlite3_finalize (self->by_row);
  sqlite3_finalize (self->has_text);
  sqlite3_finalize (self->is_silent);
  sqlite3_finalize (self->insert);
  sqlite3_finalize (self->update);
  sqlite3_finalize (self->taken);
}

static gboolean
has_row (sqlite3_stmt *statement,
         gint64        number)
{
  gboolean found;

  if (statement == NULL)
    return FALSE;

  sqlite3_bind_int64 (statement, 1, number);
  found = sqlite3_step (statement) == SQLITE_ROW;
  sqlite3_reset (statement);
  return found;
}

static char *
dup_if_filled (sqlite3_stmt *statement,
               int           column)
{
  const char *text = (const char *) sqlite3_column_text (statement, column);

  return text != NULL && *text != '\0' ? g_strdup (text) : NULL;
}

/**
 * trs_store_rows_read:
 * @self: rows
 * @statement: on a row that has %TRS_STORE_ROW_COLUMNS
 *
 * Returns: (transfer full): the project
 */
TrsProjectData *
trs_store_rows_read (TrsStoreRows *self,
                     sqlite3_stmt *statement)
{
  TrsProjectData *data = g_new0 (TrsProjectData, 1);

  data->row = sqlite3_column_int64 (statement, 0);
  data->sort_at = sqlite3_column_int64 (statement, 1);
  data->id = trs_sql_column_text (statement, 2);
  data->listed = sqlite3_column_int64 (statement, 22);
  /* Before the list shows a project, no title of it is known; then it may be empty. */
  data->title = data->listed == 0 ? dup_if_filled (statement, 3) : trs_sql_column_text (statement, 3);
  data->video_id = trs_sql_column_text (statement, 4);
  data->state = (TrsProjectState) sqlite3_column_int (statement, 5);
  data->state_word = trs_sql_column_text (statement, 6);
  data->message = trs_sql_column_text (statement, 7);
  data->video_length = sqlite3_column_int64 (statement, 8);
  data->created_at = sqlite3_column_int64 (statement, 9);
  data->language = trs_sql_column_text (statement, 10);
  data->requested_language = trs_sql_column_text (statement, 11);
  data->submitted_at = sqlite3_column_int64 (statement, 12);
  data->fetched_seen_at = sqlite3_column_int64 (statement, 13);
  data->finished_seen_at = sqlite3_column_int64 (statement, 14);
  data->failed_in = (TrsProjectState) sqlite3_column_int (statement, 15);
  data->unread = sqlite3_column_int (statement, 16) != 0;
  data->dismissed = sqlite3_column_int (statement, 17) != 0;
  data->local_title = dup_if_filled (statement, 18);
  data->note = dup_if_filled (statement, 19);
  data->missing_since = sqlite3_column_int64 (statement, 20);
  data->hidden = sqlite3_column_int (statement, 21) != 0;
  data->has_text = has_row (self->has_text, data->row);
  data->empty_text = data->has_text && has_row (self->is_silent, data->row);
  return data;
}

/**
 * trs_store_rows_read_all:
 * @statement: (transfer full) (nullable): a query for %TRS_STORE_ROW_COLUMNS;
 *   %NULL if it could not be prepared, so that @error is set
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsProjectData): all projects that it finds
 */
GPtrArray *
trs_store_rows_read_all (sqlite3_stmt  *statement,
                         GError       **error)
{
  g_autoptr (sqlite3_stmt) owned = statement;
  g_autoptr (GPtrArray) projects = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_project_data_free);
  g_auto (TrsStoreRows) rows = { NULL, };
  gboolean row = TRUE;

  if (owned == NULL || !trs_store_rows_init (&rows, sqlite3_db_handle (owned), 0, error))
    return NULL;

  while (trs_sql_step (owned, &row, error) && row)
    g_ptr_array_add (projects, trs_store_rows_read (&rows, owned));
  return row ? NULL : g_steal_pointer (&projects);
}

static gboolean
read_one (TrsStoreRows    *self,
          sqlite3_stmt    *statement,
          TrsProjectData **data,
          GError         **error)
{
  gboolean found = FALSE;

  if (!trs_sql_step (statement, &found, error))
    return FALSE;

  *data = found ? trs_store_rows_read (self, statement) : NULL;
  sqlite3_reset (statement);
  return TRUE;
}

/**
 * trs_store_rows_get:
 * @self: rows
 * @number: of a row, of any account
 * @data: (out) (transfer full) (nullable): what stands there
 * @error: return location for an error
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_store_rows_get (TrsStoreRows    *self,
                    gint64           number,
                    TrsProjectData **data,
                    GError         **error)
{
  sqlite3_bind_int64 (self->by_row, 1, number);
  return read_one (self, self->by_row, data, error);
}

/**
 * trs_store_rows_find:
 * @self: rows
 * @id: of a project of the account
 * @data: (out) (transfer full) (nullable): what is known of it
 * @error: return location for an error
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_store_rows_find (TrsStoreRows    *self,
                     const char      *id,
                     TrsProjectData **data,
                     GError         **error)
{
  trs_sql_bind (self->by_id, 1, "xs", self->account, id);
  return read_one (self, self->by_id, data, error);
}

static void
bind_service_columns (sqlite3_stmt         *statement,
                      const TrsProjectData *data)
{
  trs_sql_bind (statement, 1, "xxssissxxssxxxiiixx", data->row, data->sort_at, data->title != NULL ? data->title : "",
                data->video_id, data->state, data->state_word, data->message, data->video_length, data->created_at,
                data->language, data->requested_language, data->submitted_at, data->fetched_seen_at,
                data->finished_seen_at, data->failed_in, data->unread, data->dismissed, data->missing_since,
                data->listed);
}

/* The row of a project is its place in the order in seconds, moved up to the next free number. It counts as taken from
 * now on. */
static gboolean
find_free_row (TrsStoreRows  *self,
               gint64         sort_at,
               gint64        *row,
               GError       **error)
{
  /* Below zero are the texts that are not shown. */
  gint64 wanted = MAX (sort_at / G_USEC_PER_SEC, 1);
  gboolean in_range = wanted >= self->taken_from && wanted < self->taken_to;
  gboolean taken = TRUE;

  *row = in_range ? self->taken_to : wanted;
  for (;;)
    {
      sqlite3_bind_int64 (self->taken, 1, *row);
      if (!trs_sql_step (self->taken, &taken, error))
        return FALSE;
      sqlite3_reset (self->taken);
      if (!taken)
        break;
      (*row)++;
    }

  if (!in_range)
    self->taken_from = wanted;
  self->taken_to = *row + 1;
  return TRUE;
}

/**
 * trs_store_rows_insert:
 * @self: rows
 * @data: (inout): a project that is not there, with its place in the order; gets its row
 * @error: return location for an error
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_store_rows_insert (TrsStoreRows    *self,
                       TrsProjectData  *data,
                       GError         **error)
{
  if (!find_free_row (self, data->sort_at, &data->row, error))
    return FALSE;

  bind_service_columns (self->insert, data);
  trs_sql_bind (self->insert, 20, "xsss", self->account, data->id, data->local_title,
                data->note != NULL ? data->note : "");
  return trs_sql_run (self->insert, error);
}

/**
 * trs_store_rows_update:
 * @self: rows
 * @data: a project that has a row
 * @error: return location for an error
 *
 * Writes all but the title and the note of the user, and the mark that it is
 * hidden.
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_store_rows_update (TrsStoreRows          *self,
                       const TrsProjectData  *data,
                       GError               **error)
{
  bind_service_columns (self->update, data);
  return trs_sql_run (self->update, error);
}

static TrsProjectData *
insert_copy (TrsStoreRows          *self,
             const TrsProjectData  *data,
             gint64                 now,
             GError               **error)
{
  g_autoptr (TrsProjectData) copy = trs_project_data_copy (data);

  if (copy->created_at != 0)
    copy->sort_at = copy->created_at;
  else if (copy->sort_at == 0)
    copy->sort_at = copy->submitted_at != 0 ? copy->submitted_at : now;
  copy->listed = 0;
  return trs_store_rows_insert (self, copy, error) ? g_steal_pointer (&copy) : NULL;
}

/**
 * trs_store_rows_merge:
 * @self: rows
 * @data: a project, as somebody else knows it
 * @now: microseconds since the epoch
 * @error: return location for an error
 *
 * Merges it into its row, or inserts one that the list has not shown.
 *
 * Returns: (transfer full) (nullable): the project as it is now; %NULL with @error set
 */
TrsProjectData *
trs_store_rows_merge (TrsStoreRows          *self,
                      const TrsProjectData  *data,
                      gint64                 now,
                      GError               **error)
{
  g_autoptr (TrsProjectData) known = NULL;

  if (!trs_store_rows_find (self, data->id, &known, error))
    return NULL;
  if (known == NULL)
    return insert_copy (self, data, now, error);
  if (trs_project_data_merge (known, data) && !trs_store_rows_update (self, known, error))
    return NULL;
  return g_steal_pointer (&known);
}

static gboolean
read_account (sqlite3_stmt  *statement,
              gint64        *account,
              GError       **error)
{
  gboolean row = FALSE;

  if (!trs_sql_step (statement, &row, error))
    return FALSE;

  *account = row ? sqlite3_column_int64 (statement, 0) : 0;
  return TRUE;
}

/* The account of the address that has one of the projects: the same user. */
static gboolean
find_by_projects (sqlite3             *db,
                  const char          *address,
                  const char * const  *ids,
                  gint64              *account,
                  GError             **error)
{
  for (guint i = 0; ids != NULL && ids[i] != NULL && *account == 0; i++)
    {
      g_autoptr (sqlite3_stmt) statement =
          trs_sql_query (db, error,
                         "SELECT account FROM project JOIN account USING (account) "
                         "WHERE address = ?1 AND id = packed_id (?2)",
                         "ss", address, ids[i]);

      if (!read_account (statement, account, error))
        return FALSE;
    }
  return TRUE;
}

/* Without projects to go by: the account used last at the start of the program, an empty one for a user who has no
 * project yet. One with a submission that waits for its project is not empty: it may be of someone else. */
static gboolean
find_by_use (sqlite3     *db,
             const char  *address,
             gboolean     any,
             gint64      *account,
             GError     **error)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_query (db, error,
                     "SELECT account FROM account WHERE address = ?1 "
                     "AND (?2 OR (NOT EXISTS (SELECT 1 FROM project WHERE project.account = account.account) "
                     "AND NOT EXISTS (SELECT 1 FROM submission WHERE submission.account = account.account "
                     "AND decided_at = 0))) "
                     "ORDER BY used_at DESC LIMIT 1",
                     "si", address, any);

  return read_account (statement, account, error);
}

static gint64
create (sqlite3     *db,
        const char  *address,
        gint64       now,
        GError     **error)
{
  gboolean in_memory = *sqlite3_db_filename (db, "main") == '\0';

  return trs_sql_execute (db, error,
                          "INSERT INTO account (account, address, created_at, used_at) "
                          "SELECT max (coalesce (max (account), 0) + 1, ?3), ?1, ?2, ?2 FROM account",
                          "sxx", address, now, in_memory ? FIRST_IN_MEMORY : (gint64) 1)
             ? sqlite3_last_insert_rowid (db)
             : 0;
}

/**
 * trs_store_find_account:
 * @db: a connection
 * @address: normalised server address, or another name for the service
 * @ids: (nullable): ids of the first page of the list, which tell the user;
 *   %NULL for the account used last
 * @now: microseconds since the epoch
 * @error: return location for an error
 *
 * Finds an account, or makes one.
 *
 * Returns: the account; 0 with @error set
 */
gint64
trs_store_find_account (sqlite3             *db,
                        const char          *address,
                        const char * const  *ids,
                        gint64               now,
                        GError             **error)
{
  gint64 account = 0;

  if (!find_by_projects (db, address, ids, &account, error) ||
      (account == 0 && !find_by_use (db, address, ids == NULL, &account, error)))
    return 0;

  return account != 0 ? account : create (db, address, now, error);
}
