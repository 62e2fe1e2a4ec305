/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-worker.h"

#define SERVICE_COLUMNS                                                                                        \
  "sort_at, title, video_id, state, state_word, message, video_length, created_at, language, "                 \
  "requested_language, submitted_at, fetched_seen_at, finished_seen_at, failed_in, unread, dismissed, "        \
  "missing, listed"
#define SERVICE_VALUES "?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19"

#define BY_ID "SELECT " TRS_STORE_ROW_COLUMNS " FROM project WHERE account = ?1 AND id = packed_id (?2)"
#define BY_ROW                                                                                                 \
  "SELECT " TRS_STORE_ROW_COLUMNS " FROM (SELECT key AS nth, value AS number FROM json_each (?1)) "             \
  "CROSS JOIN project ON row = number ORDER BY nth"

#define UPDATE "UPDATE project SET (" SERVICE_COLUMNS ") = (" SERVICE_VALUES ") WHERE row = ?1"

/* ?1 is the wanted row, the place in the order in seconds. If it is taken, the next free one is, above those of the
 * same place: many projects may have one time. */
#define INSERT                                                                                                 \
  "INSERT INTO project (row, " SERVICE_COLUMNS ", account, id, local_title, note) "                            \
  "VALUES (iif (?1 NOT IN (SELECT row FROM project), ?1, (SELECT row + 1 FROM project "                        \
  "    WHERE row >= ifnull ((SELECT max (row, ?1) FROM project WHERE account = ?20 AND sort_at = ?2 "          \
  "                          ORDER BY row DESC LIMIT 1), ?1) "                                                 \
  "    AND row + 1 NOT IN (SELECT row FROM project) ORDER BY row LIMIT 1)), "                                  \
  SERVICE_VALUES ", ?20, packed_id (?21), ?22, ?23)"

/* That no speech was found is said by the text itself. The index has few pages and tells which texts have hardly a
 * word, so that the pages of all the others need not be read. */
#define IS_SILENT                                                                                              \
  "SELECT 1 FROM text_index_docsize AS size JOIN text ON text.text = size.id "                                 \
  "WHERE size.id = ?1 AND size.sz = x'00' AND trim (bare, char (9, 10, 13, 32)) = ''"

gboolean
trs_store_rows_init (TrsStoreRows  *self,
                     sqlite3       *db,
                     gint64         account,
                     GError       **error)
{
  *self = (TrsStoreRows) { .account = account };

  return (self->by_id = trs_sql_query (db, error, BY_ID, "")) != NULL &&
         (self->insert = trs_sql_query (db, error, INSERT, "")) != NULL &&
         (self->update = trs_sql_query (db, error, UPDATE, "")) != NULL;
}

void
trs_store_rows_clear (TrsStoreRows *self)
{
  sqlite3_finalize (self->by_id);
  sqlite3_finalize (self->insert);
  sqlite3_finalize (self->update);
}

/* A number in a file may be any. */
static TrsProjectState
read_state (sqlite3_stmt *statement,
            int           column)
{
  gint64 state = sqlite3_column_int64 (statement, column);

  return state >= 0 && state <= TRS_PROJECT_STATE_ERROR ? (TrsProjectState) state : TRS_PROJECT_STATE_UNKNOWN;
}

/**
 * trs_store_read_row:
 * @statement: a row with %TRS_STORE_ROW_COLUMNS
 *
 * Returns: (transfer full): the #TrsProjectData that it holds
 */
gpointer
trs_store_read_row (sqlite3_stmt *statement)
{
  TrsProjectData *data = g_new0 (TrsProjectData, 1);
  gint64 silent = 0;

  data->row = sqlite3_column_int64 (statement, 0);
  data->sort_at = sqlite3_column_int64 (statement, 1);
  data->id = trs_sql_column_text (statement, 2);
  data->title = trs_sql_column_text (statement, 3);
  data->video_id = trs_sql_column_text (statement, 4);
  data->state = read_state (statement, 5);
  data->state_word = trs_sql_column_text (statement, 6);
  data->message = trs_sql_column_text (statement, 7);
  data->video_length = sqlite3_column_int64 (statement, 8);
  data->created_at = sqlite3_column_int64 (statement, 9);
  data->language = trs_sql_column_text (statement, 10);
  data->requested_language = trs_sql_column_text (statement, 11);
  data->submitted_at = sqlite3_column_int64 (statement, 12);
  data->fetched_seen_at = sqlite3_column_int64 (statement, 13);
  data->finished_seen_at = sqlite3_column_int64 (statement, 14);
  data->failed_in = read_state (statement, 15);
  data->unread = sqlite3_column_int (statement, 16) != 0;
  data->dismissed = sqlite3_column_int (statement, 17) != 0;
  data->local_title = trs_sql_column_text (statement, 18);
  data->note = trs_sql_column_text (statement, 19);
  data->missing_since = sqlite3_column_int64 (statement, 20);
  data->hidden = sqlite3_column_int (statement, 21) != 0;
  data->listed = sqlite3_column_int64 (statement, 22);
  data->place = sqlite3_column_int64 (statement, 23);
  data->caret = sqlite3_column_int64 (statement, 24);
  data->has_text = sqlite3_column_int (statement, 25) != 0;
  /* Without the index, the list is read all the same. */
  if (data->has_text)
    trs_sql_read_number (sqlite3_db_handle (statement), &silent, NULL, IS_SILENT, "x", data->row);
  data->empty_text = silent != 0;
  return data;
}

/**
 * trs_store_read_numbers:
 * @db: a connection
 * @rows: numbers of rows, of any account
 * @n_rows: how many
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsProjectData): those that exist, in this order
 */
GPtrArray *
trs_store_read_numbers (sqlite3       *db,
                        const gint64  *rows,
                        guint          n_rows,
                        GError       **error)
{
  g_autoptr (GString) list = g_string_new ("[");

  for (guint i = 0; i < n_rows; i++)
    g_string_append_printf (list, "%s%" G_GINT64_FORMAT, i > 0 ? "," : "", rows[i]);
  g_string_append_c (list, ']');
  return trs_sql_read_all (trs_sql_query (db, error, BY_ROW, "s", list->str), trs_store_read_row,
                           (GDestroyNotify) trs_project_data_free, error);
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
  gboolean found = FALSE;

  trs_sql_bind (self->by_id, 1, "xs", self->account, id);
  if (!trs_sql_step (self->by_id, &found, error))
    return FALSE;

  *data = found ? trs_store_read_row (self->by_id) : NULL;
  sqlite3_reset (self->by_id);
  return TRUE;
}

static void
bind_service_columns (sqlite3_stmt         *statement,
                      gint64                row,
                      const TrsProjectData *data)
{
  trs_sql_bind (statement, 1, "xxssissxxssxxxiiixx", row, data->sort_at, data->title != NULL ? data->title : "",
                data->video_id, data->state, data->state_word, data->message, data->video_length, data->created_at,
                data->language, data->requested_language, data->submitted_at, data->fetched_seen_at,
                data->finished_seen_at, data->failed_in, data->unread, data->dismissed, data->missing_since,
                data->listed);
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
  /* Below zero are the texts that are not shown. */
  bind_service_columns (self->insert, MAX (data->sort_at / G_USEC_PER_SEC, 1), data);
  trs_sql_bind (self->insert, 20, "xsss", self->account, data->id, data->local_title,
                data->note != NULL ? data->note : "");
  if (!trs_sql_run (self->insert, error))
    return FALSE;

  data->row = sqlite3_last_insert_rowid (sqlite3_db_handle (self->insert));
  return TRUE;
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
  bind_service_columns (self->update, data->row, data);
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
