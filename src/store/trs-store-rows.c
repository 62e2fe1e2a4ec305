/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-rows.h"

#define BY_ID "SELECT {project} FROM project WHERE account = ?1 AND id = packed_id (?2)"
#define BY_ROW                                                                                                 \
  "SELECT {project} FROM (SELECT key AS nth, value AS number FROM json_each (?1)) "                             \
  "CROSS JOIN project ON row = number ORDER BY nth"

/* The parameters have the names of the members of TrsProjectData. Their numbers follow the order below: the account,
 * the columns as in the table, the row. */
#define UPDATE "UPDATE project SET {project_assignments} WHERE row = :row"

/* :row is the wanted row number, the creation time in seconds. If it is taken, the next free number above is used,
 * because many projects may have the same time. */
#define INSERT                                                                                                 \
  "INSERT INTO project (account, {project_inserted}, row) VALUES (:account, {project_values}, "                 \
  "iif (:row NOT IN (SELECT row FROM project), :row, (SELECT row + 1 FROM project "                            \
  "    WHERE row >= ifnull ((SELECT max (row, :row) FROM project WHERE account = :account "                    \
  "                          AND sort_at = :sort_at ORDER BY row DESC LIMIT 1), :row) "                        \
  "    AND row + 1 NOT IN (SELECT row FROM project) ORDER BY row LIMIT 1)))"

/* Members that are not stored in a column of the same name: the column, and the expressions that read and write it. */
typedef struct
{
  const char *member;
  const char *column;
  const char *read;
  const char *written;
} Expression;

static const Expression expressions[] = {
  { "id", .read = "plain_id (project.id)", .written = "packed_id (:id)" },
  { "title", .read = TRS_STORE_KNOWN_TITLE, .written = "ifnull (:title, '')" },
  { "local_title", .read = "nullif (local_title, '')" },
  { "note", .read = "nullif (note, '')", .written = "ifnull (:note, '')" },
  { "missing_since", .column = "missing" },
  { "has_text", .read = "EXISTS (SELECT 1 FROM text WHERE project = project.row AND NOT superseded)" },
};

/* A text without words says that no speech was found. The index is small and holds the length of each text, so the
 * pages of longer texts need not be read. */
#define IS_SILENT                                                                                              \
  "SELECT 1 FROM text_index_docsize AS size JOIN text ON text.text = size.id "                                 \
  "WHERE size.id = ?1 AND size.sz = x'00' AND trim (bare, char (9, 10, 13, 32)) = ''"

static Expression
find_expression (const TrsProjectColumn *column)
{
  for (guint i = 0; i < G_N_ELEMENTS (expressions); i++)
    if (g_str_equal (expressions[i].member, column->name))
      return expressions[i];
  return (Expression) { column->name };
}

static void
append (GString    *list,
        const char *item)
{
  g_string_append_printf (list, "%s%s", list->len > 0 ? ", " : "", item);
}

/**
 * trs_store_rows_define:
 *
 * Defines the names that statements have for the columns of a project: `{project}` for what trs_store_read_row() reads,
 * and those of the statements here. To be called before any of them is prepared.
 */
void
trs_store_rows_define (void)
{
  g_autoptr (GString) read = g_string_new (NULL);
  g_autoptr (GString) inserted = g_string_new (NULL);
  g_autoptr (GString) values = g_string_new (NULL);
  g_autoptr (GString) assignments = g_string_new (NULL);
  guint n_columns;
  const TrsProjectColumn *columns = trs_project_data_get_columns (&n_columns);

  for (guint i = 0; i < n_columns; i++)
    {
      const Expression special = find_expression (&columns[i]);
      const char *name = special.column != NULL ? special.column : columns[i].name;
      g_autofree char *in_table = g_strconcat ("project.", name, NULL);
      g_autofree char *parameter = g_strconcat (":", columns[i].name, NULL);
      const char *value = special.written != NULL ? special.written : parameter;
      g_autofree char *assignment = g_strconcat (name, " = ", value, NULL);

      if ((columns[i].statements & TRS_PROJECT_SELECT) != 0)
        append (read, special.read != NULL ? special.read : in_table);
      if ((columns[i].statements & TRS_PROJECT_INSERT) != 0)
        {
          append (inserted, name);
          append (values, value);
        }
      if ((columns[i].statements & TRS_PROJECT_UPDATE) != 0)
        append (assignments, assignment);
    }
  trs_sql_define ("project", read->str);
  trs_sql_define ("project_inserted", inserted->str);
  trs_sql_define ("project_values", values->str);
  trs_sql_define ("project_assignments", assignments->str);
}

/**
 * trs_store_rows_get_n_columns:
 *
 * Returns: how many columns of a query `{project}` is
 */
int
trs_store_rows_get_n_columns (void)
{
  guint n_columns;
  const TrsProjectColumn *columns = trs_project_data_get_columns (&n_columns);
  int n_read = 0;

  for (guint i = 0; i < n_columns; i++)
    n_read += (columns[i].statements & TRS_PROJECT_SELECT) != 0;
  return n_read;
}

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

/* A damaged or foreign file may hold any number, so an invalid one is read as unknown. */
static TrsProjectState
read_state (sqlite3_stmt *statement,
            int           index)
{
  gint64 state = sqlite3_column_int64 (statement, index);

  return state >= 0 && state <= TRS_PROJECT_STATE_ERROR ? (TrsProjectState) state : TRS_PROJECT_STATE_UNKNOWN;
}

static void
read_column (sqlite3_stmt           *statement,
             int                     index,
             const TrsProjectColumn *column,
             TrsProjectData         *data)
{
  switch (column->type)
    {
    case TRS_PROJECT_COLUMN_INT64:
      G_STRUCT_MEMBER (gint64, data, column->offset) = sqlite3_column_int64 (statement, index);
      break;
    case TRS_PROJECT_COLUMN_BOOLEAN:
      G_STRUCT_MEMBER (gboolean, data, column->offset) = sqlite3_column_int (statement, index) != 0;
      break;
    case TRS_PROJECT_COLUMN_STATE:
      G_STRUCT_MEMBER (TrsProjectState, data, column->offset) = read_state (statement, index);
      break;
    case TRS_PROJECT_COLUMN_STRING:
      G_STRUCT_MEMBER (char *, data, column->offset) = trs_sql_column_text (statement, index);
      break;
    default:
      g_assert_not_reached ();
    }
}

/* @silent: (inout): the statement that finds texts without words, prepared for the first row that needs it */
static TrsProjectData *
read_row (sqlite3_stmt  *statement,
          sqlite3_stmt **silent)
{
  TrsProjectData *data = g_new0 (TrsProjectData, 1);
  guint n_columns;
  const TrsProjectColumn *columns = trs_project_data_get_columns (&n_columns);
  int index = 0;

  for (guint i = 0; i < n_columns; i++)
    if ((columns[i].statements & TRS_PROJECT_SELECT) != 0)
      read_column (statement, index++, &columns[i], data);
  if (!data->has_text)
    return data;

  /* If the index is damaged, the list can still be read. */
  if (*silent == NULL)
    *silent = trs_sql_query (sqlite3_db_handle (statement), NULL, IS_SILENT, "");
  if (*silent != NULL)
    {
      trs_sql_bind (*silent, 1, "x", data->row);
      trs_sql_step (*silent, &data->empty_text, NULL);
      sqlite3_reset (*silent);
    }
  return data;
}

/**
 * trs_store_read_row:
 * @statement: a row that begins with `{project}`
 *
 * Returns: (transfer full): the #TrsProjectData that it holds
 */
gpointer
trs_store_read_row (sqlite3_stmt *statement)
{
  g_autoptr (sqlite3_stmt) silent = NULL;

  return read_row (statement, &silent);
}

/**
 * trs_store_read_rows:
 * @statement: (transfer full) (nullable): a query whose rows begin with `{project}`; %NULL with @error set
 * @error: return location for an error
 *
 * As trs_store_read_row() for each row, in less time.
 *
 * Returns: (transfer full) (nullable) (element-type TrsProjectData): all rows
 */
GPtrArray *
trs_store_read_rows (sqlite3_stmt  *statement,
                     GError       **error)
{
  g_autoptr (sqlite3_stmt) query = statement;
  g_autoptr (sqlite3_stmt) silent = NULL;
  g_autoptr (GPtrArray) projects = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_project_data_free);
  gboolean row = TRUE;

  while (trs_sql_step (query, &row, error) && row)
    g_ptr_array_add (projects, read_row (query, &silent));
  return row ? NULL : g_steal_pointer (&projects);
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
  return trs_store_read_rows (trs_sql_query (db, error, BY_ROW, "s", list->str), error);
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
bind_column (sqlite3_stmt           *statement,
             int                     index,
             const TrsProjectColumn *column,
             const TrsProjectData   *data)
{
  switch (column->type)
    {
    case TRS_PROJECT_COLUMN_INT64:
      sqlite3_bind_int64 (statement, index, G_STRUCT_MEMBER (gint64, data, column->offset));
      break;
    case TRS_PROJECT_COLUMN_BOOLEAN:
      sqlite3_bind_int (statement, index, G_STRUCT_MEMBER (gboolean, data, column->offset));
      break;
    case TRS_PROJECT_COLUMN_STATE:
      sqlite3_bind_int (statement, index, (int) G_STRUCT_MEMBER (TrsProjectState, data, column->offset));
      break;
    case TRS_PROJECT_COLUMN_STRING:
      sqlite3_bind_text (statement, index, G_STRUCT_MEMBER (char *, data, column->offset), -1, SQLITE_TRANSIENT);
      break;
    default:
      g_assert_not_reached ();
    }
}

/* @first: number of the first parameter that is a column
 *
 * Returns: the number of the parameter behind them */
static int
bind_columns (sqlite3_stmt         *statement,
              int                   first,
              TrsProjectStatements  which,
              const TrsProjectData *data)
{
  guint n_columns;
  const TrsProjectColumn *columns = trs_project_data_get_columns (&n_columns);

  for (guint i = 0; i < n_columns; i++)
    if ((columns[i].statements & which) != 0)
      bind_column (statement, first++, &columns[i], data);
  return first;
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
  int next;

  trs_sql_bind (self->insert, 1, "x", self->account);
  next = bind_columns (self->insert, 2, TRS_PROJECT_INSERT, data);
  /* Row numbers below zero are those of texts that are not shown. */
  trs_sql_bind (self->insert, next, "x", MAX (data->sort_at / G_USEC_PER_SEC, 1));
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
 * Writes the columns of %TRS_PROJECT_UPDATE.
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_store_rows_update (TrsStoreRows          *self,
                       const TrsProjectData  *data,
                       GError               **error)
{
  trs_sql_bind (self->update, bind_columns (self->update, 1, TRS_PROJECT_UPDATE, data), "x", data->row);
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
