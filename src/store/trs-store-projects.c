/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-worker.h"

#include "trs-store-rows.h"

/* ?2 is what is shown, the rest names it. */
#define LIST                                                                                                  \
  "SELECT row, sort_at FROM project WHERE account = ?1 AND CASE ?2 WHEN ?3 THEN state NOT IN (?6, ?7) "       \
  "WHEN ?4 THEN state = ?6 WHEN ?5 THEN state = ?7 ELSE 1 END"
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
  statement = trs_sql_query (db, error, by_title ? LIST BY_TITLE : LIST NEWEST_FIRST, "xiiiiii", args->account,
                             args->show, TRS_PROJECT_SHOW_IN_PROGRESS, TRS_PROJECT_SHOW_DONE, TRS_PROJECT_SHOW_FAILED,
                             TRS_PROJECT_STATE_DONE, TRS_PROJECT_STATE_ERROR);
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
  return trs_store_rows_read (db, rows, n, error);
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

const TrsStoreJob trs_store_query_projects = { query_job, (GDestroyNotify) trs_store_list_free, TRS_STORE_PLAIN };

static gpointer
rows_job (sqlite3       *db,
          TrsStoreArgs  *args,
          GError       **error)
{
  return trs_store_rows_read (db, args->rows, args->n_rows, error);
}

const TrsStoreJob trs_store_read_rows = { rows_job, (GDestroyNotify) g_ptr_array_unref, TRS_STORE_PLAIN };

static gpointer
ids_job (sqlite3       *db,
         TrsStoreArgs  *args,
         GError       **error)
{
  g_autoptr (GPtrArray) projects = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_project_data_free);
  g_auto (TrsStoreRows) rows = { 0 };

  if (!trs_store_rows_init (&rows, db, args->account, error))
    return NULL;

  for (guint i = 0; args->ids[i] != NULL; i++)
    {
      TrsProjectData *data;

      if (!trs_store_rows_find (&rows, args->ids[i], &data, error))
        return NULL;
      if (data != NULL)
        g_ptr_array_add (projects, data);
    }
  return g_steal_pointer (&projects);
}

const TrsStoreJob trs_store_read_ids = { ids_job, (GDestroyNotify) g_ptr_array_unref, TRS_STORE_PLAIN };

static gpointer
attempts_job (sqlite3       *db,
              TrsStoreArgs  *args,
              GError       **error)
{
  return trs_store_rows_read_all (
      trs_sql_query (db, error,
                     "SELECT " TRS_STORE_ROW_COLUMNS " FROM project WHERE account = ?1 AND video_id = ?2" NEWEST_FIRST,
                     "xs", args->account, args->video_id),
      error);
}

const TrsStoreJob trs_store_read_attempts = { attempts_job, (GDestroyNotify) g_ptr_array_unref, TRS_STORE_PLAIN };

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

const TrsStoreJob trs_store_save_projects = { save_job, NULL, TRS_STORE_PLAIN };

static gpointer
set_own_job (sqlite3       *db,
             TrsStoreArgs  *args,
             GError       **error)
{
  if (!trs_sql_execute (db, error,
                        "UPDATE project SET local_title = ?3, note = ifnull (?4, '') "
                        "WHERE account = ?1 AND id = packed_id (?2)",
                        "xsss", args->account, args->id, args->title, args->note))
    return NULL;
  if (sqlite3_changes (db) > 0)
    return GINT_TO_POINTER (TRUE);

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "No project %s is kept here", args->id);
  return NULL;
}

const TrsStoreJob trs_store_set_own = { set_own_job, NULL, TRS_STORE_DURABLE };
