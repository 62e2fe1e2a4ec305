/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-sql-value.h"

/**
 * trs_sql_dup_json:
 * @strings: (nullable): texts
 *
 * Returns: (transfer full) (nullable): @strings as an array of JSON, for json_each(); %NULL if there are none
 */
char *
trs_sql_dup_json (const char * const *strings)
{
  GString *json;

  if (strings == NULL)
    return NULL;

  json = g_string_new ("[");
  for (guint i = 0; strings[i] != NULL; i++)
    {
      g_string_append (json, i > 0 ? ",\"" : "\"");
      for (const char *c = strings[i]; *c != '\0'; c++)
        if (g_ascii_iscntrl (*c) || *c == '"' || *c == '\\')
          g_string_append_printf (json, "\\u%04x", (guint) *c);
        else
          g_string_append_c (json, *c);
      g_string_append_c (json, '"');
    }
  g_string_append_c (json, ']');
  return g_string_free (json, FALSE);
}

/**
 * trs_sql_values_copy:
 * @values: (array length=n_values) (nullable): values
 * @n_values: how many
 *
 * Returns: (transfer full) (nullable): a copy for another thread, which has arrays as JSON already; to be freed with
 *   trs_sql_values_free()
 */
TrsSqlValue *
trs_sql_values_copy (const TrsSqlValue *values,
                     guint              n_values)
{
  TrsSqlValue *copy = g_memdup2 (values, n_values * sizeof *values);

  for (guint i = 0; i < n_values; i++)
    if (copy[i].type == TRS_SQL_TYPE_TEXT)
      copy[i].text = g_strdup (values[i].text);
    else if (copy[i].type == TRS_SQL_TYPE_STRV)
      copy[i] = (TrsSqlValue) TRS_SQL_TEXT (values[i].name, trs_sql_dup_json (values[i].strings));
  return copy;
}

/**
 * trs_sql_values_free:
 * @values: (transfer full) (nullable): what trs_sql_values_copy() returned
 * @n_values: how many
 */
void
trs_sql_values_free (TrsSqlValue *values,
                     guint        n_values)
{
  for (guint i = 0; i < n_values; i++)
    if (values[i].type == TRS_SQL_TYPE_TEXT)
      g_free ((gpointer) values[i].text);
  g_free (values);
}

static const TrsSqlValue *
find (const TrsSqlValue *values,
      guint              n_values,
      const char        *name)
{
  for (guint i = 0; i < n_values; i++)
    if (g_strcmp0 (values[i].name, name) == 0)
      return &values[i];
  return NULL;
}

/**
 * trs_sql_values_get_text:
 * @values: (array length=n_values) (nullable): values
 * @n_values: how many
 * @name: a parameter, with its colon
 *
 * Returns: (nullable): its text; %NULL also if it has none
 */
const char *
trs_sql_values_get_text (const TrsSqlValue *values,
                         guint              n_values,
                         const char        *name)
{
  const TrsSqlValue *value = find (values, n_values, name);

  return value != NULL && value->type == TRS_SQL_TYPE_TEXT ? value->text : NULL;
}

/* A statement of several need not use all values; but a parameter without a value is a programming error. */
static void
bind (sqlite3_stmt      *statement,
      const TrsSqlValue *values,
      guint              n_values)
{
  for (int i = 1; i <= sqlite3_bind_parameter_count (statement); i++)
    {
      const TrsSqlValue *value = find (values, n_values, sqlite3_bind_parameter_name (statement, i));

      if (value == NULL)
        g_critical ("No value for %s", sqlite3_bind_parameter_name (statement, i));
      else if (value->type == TRS_SQL_TYPE_INT64)
        sqlite3_bind_int64 (statement, i, value->number);
      else if (value->type == TRS_SQL_TYPE_TEXT)
        sqlite3_bind_text (statement, i, value->text, -1, SQLITE_TRANSIENT);
      else
        sqlite3_bind_text (statement, i, trs_sql_dup_json (value->strings), -1, g_free);
    }
}

/**
 * trs_sql_values_query:
 * @db: a connection
 * @sql: one statement
 * @values: (array length=n_values) (nullable): a value for each of its parameters
 * @n_values: how many
 * @error: return location for an error
 *
 * Prepares a statement and binds its values by their names.
 *
 * Returns: (transfer full) (nullable): the statement, for trs_sql_step()
 */
sqlite3_stmt *
trs_sql_values_query (sqlite3            *db,
                      const char         *sql,
                      const TrsSqlValue  *values,
                      guint               n_values,
                      GError            **error)
{
  g_autofree char *expanded = trs_sql_expand (sql);
  sqlite3_stmt *statement = NULL;

  if (sqlite3_prepare_v2 (db, expanded, -1, &statement, NULL) == SQLITE_OK)
    bind (statement, values, n_values);
  else
    trs_sql_fail (db, error);
  return statement;
}

/**
 * trs_sql_values_execute:
 * @db: a connection
 * @sql: statements without results
 * @values: (array length=n_values) (nullable): a value for each of their parameters
 * @n_values: how many
 * @error: return location for an error
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_sql_values_execute (sqlite3            *db,
                        const char         *sql,
                        const TrsSqlValue  *values,
                        guint               n_values,
                        GError            **error)
{
  g_autofree char *expanded = trs_sql_expand (sql);
  const char *rest = expanded;

  while (*rest != '\0')
    {
      g_autoptr (sqlite3_stmt) statement = NULL;

      if (sqlite3_prepare_v2 (db, rest, -1, &statement, &rest) != SQLITE_OK)
        return trs_sql_fail (db, error);
      bind (statement, values, n_values);
      if (!trs_sql_run (statement, error))
        return FALSE;
    }
  return TRUE;
}
