/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-worker.h"

#define LIST                                                                                                  \
  "SELECT row, sort_at FROM project WHERE account = :account AND CASE :show "                                 \
  "WHEN @show_in_progress THEN state NOT IN (@done, @error) WHEN @show_done THEN state = @done "              \
  "WHEN @show_failed THEN state = @error ELSE 1 END"
#define NEWEST_FIRST " ORDER BY sort_at DESC, row DESC"
#define BY_TITLE " ORDER BY title_key (" TRS_STORE_SHOWN_TITLE "), sort_at DESC, row DESC"

void
trs_store_list_free (TrsStoreList *list)
{
  g_array_unref (list->entries);
  g_clear_pointer (&list->first, g_ptr_array_unref);
  g_free (list);
}

/* Capitals and accents make no difference. */
static char *
fold_title (const char *title)
{
  g_autofree char *decomposed = NULL;
  g_autoptr (GString) bare = NULL;

  if (g_str_is_ascii (title))
    return g_ascii_strdown (title, -1);

  decomposed = g_utf8_normalize (title, -1, G_NORMALIZE_ALL);
  bare = g_string_new (NULL);
  for (const char *p = decomposed; p != NULL && *p != '\0'; p = g_utf8_next_char (p))
    if (!g_unichar_ismark (g_utf8_get_char (p)))
      g_string_append_unichar (bare, g_utf8_get_char (p));
  return g_utf8_casefold (bare->str, (gssize) bare->len);
}

/* As a reader expects the titles, in the order of the bytes. */
static void
title_key_cb (sqlite3_context  *context,
              int               n_values,
              sqlite3_value   **values)
{
  const char *title = (const char *) sqlite3_value_text (values[0]);
  g_autofree char *folded = fold_title (title != NULL ? title : "");

  sqlite3_result_text (context, g_utf8_collate_key_for_filename (folded, -1), -1, g_free);
}

static gboolean
read_entries (sqlite3             *db,
              const TrsStoreArgs  *args,
              GArray              *entries,
              GError             **error)
{
  gboolean by_title = args->order == TRS_PROJECT_ORDER_TITLE;
  g_autoptr (sqlite3_stmt) statement = NULL;
  gboolean row = TRUE;

  if (by_title && sqlite3_create_function_v2 (db, "title_key", 1, SQLITE_UTF8, NULL, title_key_cb, NULL, NULL,
                                              NULL) != SQLITE_OK)
    return trs_sql_fail (db, error);
  statement = trs_store_args_query (args, db, by_title ? LIST BY_TITLE : LIST NEWEST_FIRST, error);
  while (trs_sql_step (statement, &row, error) && row)
    {
      TrsStoreEntry entry = { sqlite3_column_int64 (statement, 0), sqlite3_column_int64 (statement, 1) };

      g_array_append_val (entries, entry);
    }
  return !row;
}

static GPtrArray *
read_first (sqlite3       *db,
            const GArray  *entries,
            guint          limit,
            GError       **error)
{
  guint n = MIN (limit, entries->len);
  g_autofree gint64 *rows = g_new (gint64, n);

  for (guint i = 0; i < n; i++)
    rows[i] = g_array_index (entries, TrsStoreEntry, i).row;
  return trs_store_read_numbers (db, rows, n, error);
}

static gpointer
query_job (sqlite3       *db,
           TrsStoreArgs  *args,
           GError       **error)
{
  g_autoptr (TrsStoreList) list = g_new0 (TrsStoreList, 1);
  gint64 n_known;

  list->entries = g_array_new (FALSE, FALSE, sizeof (TrsStoreEntry));
  if (!read_entries (db, args, list->entries, error))
    return NULL;
  list->first = read_first (db, list->entries, args->limit, error);
  if (list->first == NULL ||
      !trs_sql_read_number (db, &n_known, error, "SELECT count(*) FROM project WHERE account = ?1", "x", args->account))
    return NULL;

  list->n_known = (guint) n_known;
  return g_steal_pointer (&list);
}

const TrsStoreOldJob trs_store_query_projects = { query_job, (GDestroyNotify) trs_store_list_free, TRS_STORE_PLAIN };

static gpointer
rows_job (sqlite3       *db,
          TrsStoreArgs  *args,
          GError       **error)
{
  return trs_store_read_numbers (db, args->rows, args->n_rows, error);
}

const TrsStoreOldJob trs_store_read_rows = { rows_job, (GDestroyNotify) g_ptr_array_unref, TRS_STORE_PLAIN };

const TrsStoreOldJob trs_store_read_ids = {
  .sql = "SELECT " TRS_STORE_ROW_COLUMNS " FROM json_each (:ids) "
         "CROSS JOIN project ON account = :account AND project.id = packed_id (value) ORDER BY key",
  .read = trs_store_read_row,
  .free_result = (GDestroyNotify) trs_project_data_free,
};

const TrsStoreOldJob trs_store_read_open = {
  .sql = "SELECT " TRS_STORE_ROW_COLUMNS " FROM project "
         "WHERE account = :account AND state NOT IN (@done, @error)" NEWEST_FIRST,
  .read = trs_store_read_row,
  .free_result = (GDestroyNotify) trs_project_data_free,
};

const TrsStoreOldJob trs_store_read_attempts = {
  .sql = "SELECT " TRS_STORE_ROW_COLUMNS " FROM project WHERE account = :account AND video_id = :video_id" NEWEST_FIRST,
  .read = trs_store_read_row,
  .free_result = (GDestroyNotify) trs_project_data_free,
};

/* From the last to the first: of those with one place in the order, the upper one gets the greater row. Of two with one
 * id the last one counts. */
static gpointer
save_job (sqlite3       *db,
          TrsStoreArgs  *args,
          GError       **error)
{
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);
  g_auto (TrsStoreRows) rows = { 0 };

  if (!trs_store_rows_init (&rows, db, args->account, error))
    return NULL;

  for (guint i = args->projects->len; i > 0; i--)
    {
      const TrsProjectData *project = g_ptr_array_index (args->projects, i - 1);
      g_autoptr (TrsProjectData) saved = NULL;

      if (!g_hash_table_add (ids, project->id))
        continue;
      saved = trs_store_rows_merge (&rows, project, g_get_real_time (), error);
      if (saved == NULL)
        return NULL;
    }
  return GINT_TO_POINTER (TRUE);
}

const TrsStoreOldJob trs_store_save_projects = { save_job, NULL, TRS_STORE_PLAIN };

const TrsStoreOldJob trs_store_set_own = {
  .sql = "UPDATE project SET local_title = :title, note = ifnull (:note, '') "
         "WHERE account = :account AND id = packed_id (:id)",
  .flags = TRS_STORE_DURABLE | TRS_STORE_MUST_CHANGE,
};

const TrsStoreOldJob trs_store_set_place = {
  .sql = "UPDATE project SET place = :place, caret = :caret "
         "WHERE account = :account AND id = packed_id (:id) AND NOT hidden",
};
