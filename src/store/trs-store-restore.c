/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-restore.h"

#include <sys/stat.h>

#include "trs-annotations.h"
#include "trs-store-account-rows.h"
#include "trs-store-file.h"
#include "trs-store-job.h"

/* No copy is larger; what is, is not one. */
#define MAX_COPY (256 * 1024 * 1024)

/* Keeping a copy */

static gpointer
keep_run (TrsStoreContext  *context,
          gconstpointer     data,
          GError          **error)
{
  g_autoptr (GError) local_error = NULL;

  context->quiet = TRUE;
  if (!context->dry && *sqlite3_db_filename (context->db, "main") != '\0' &&
      !trs_store_copy_write (context->db, &local_error))
    g_info ("No copy was written: %s", local_error->message);
  return GINT_TO_POINTER (TRUE);
}

/**
 * trs_store_keep_copy:
 * @self: a store
 *
 * Writes the copy of the day, if it is due, when nothing else is to be done.
 */
void
trs_store_keep_copy (TrsStore *self)
{
  static const TrsStoreJob job = { .run = keep_run, .flags = TRS_STORE_BACKGROUND };

  trs_store_push (self, g_task_new (self, NULL, NULL, NULL), &job, NULL, 0);
}

/* Restoring from one */

#define ROWS(table) "json_each (?1, '$." table "')"
#define GET(member) "json_extract (value, '$." member "')"

/* Newest projects are in the copy, so that it is known whose it is when the list is read. */
#define ACCOUNTS                                                                                                   \
  "SELECT " GET ("account") ", " GET ("address") ","                                                               \
  "  (SELECT json_group_array (json_extract (value, '$.id')) FROM " ROWS ("project")                               \
  "    WHERE json_extract (value, '$.account') = json_extract (known.value, '$.account'))"                         \
  "  FROM " ROWS ("account") " AS known"

#define MAP_PROJECTS                                                                                               \
  "CREATE TEMP TABLE restored_project AS SELECT " GET ("row") " AS old, restored_account.account AS account,"      \
  "  packed_id (" GET ("id") ") AS id, " GET ("title") " AS title, " GET ("video_id") " AS video_id,"              \
  "  " GET ("state") " AS state, " GET ("created_at") " AS created_at, " GET ("sort_at") " AS sort_at,"            \
  "  " GET ("hidden") " AS hidden, " GET ("local_title") " AS local_title, " GET ("note") " AS note,"              \
  "  NULL AS row FROM json_each (:copy, '$.project') JOIN restored_account ON old = " GET ("account") ";"          \
  "UPDATE restored_project SET row = (SELECT row FROM project AS p"                                                \
  "  WHERE p.account = restored_project.account AND p.id = restored_project.id);"

/* What is there is never replaced by what a copy has, which is older. */
#define RESTORE                                                                                                    \
  MAP_PROJECTS                                                                                                     \
  "INSERT INTO project (row, account, id, title, video_id, state, created_at, sort_at, hidden)"                    \
  "  SELECT iif (old IN (SELECT row FROM project), NULL, old), account, id, ifnull (title, ''), video_id, state,"  \
  "  created_at, sort_at, hidden FROM restored_project WHERE row IS NULL;"                                         \
  "UPDATE restored_project SET row = (SELECT row FROM project AS p"                                                \
  "  WHERE p.account = restored_project.account AND p.id = restored_project.id);"                                  \
  "UPDATE project SET local_title = coalesce (nullif (project.local_title, ''), r.local_title),"                   \
  "  note = iif (project.note = '', r.note, project.note) FROM restored_project AS r WHERE project.row = r.row"    \
  "  AND (coalesce (r.local_title, '') <> '' OR r.note <> '');"                                                    \
  "INSERT INTO annotation (project, kind, number, other, from_paragraph, from_byte, to_paragraph, to_byte, words," \
  "  text, at, version) SELECT row, " GET ("kind") ", " GET ("number") ", " GET ("other") ","                      \
  "  " GET ("from_paragraph") ", " GET ("from_byte") ", " GET ("to_paragraph") ", " GET ("to_byte") ","            \
  "  " GET ("words") ", " GET ("text") ", " GET ("at") ", " GET ("version")                                        \
  "  FROM json_each (:copy, '$.annotation') JOIN restored_project ON old = " GET ("project")                       \
  "  WHERE NOT EXISTS (SELECT 1 FROM annotation AS a WHERE a.project = restored_project.row"                       \
  "    AND (kind, number, from_paragraph, from_byte, to_paragraph, to_byte, version) = (" GET ("kind") ","         \
  "    " GET ("number") ", " GET ("from_paragraph") ", " GET ("from_byte") ", " GET ("to_paragraph") ","           \
  "    " GET ("to_byte") ", " GET ("version") ")) ORDER BY " GET ("annotation") ";"                                \
  "INSERT OR IGNORE INTO submission (local_id, account, video_id, language, known_ids, sent_at, outcome,"          \
  "  project_id, decided_at) SELECT " GET ("local_id") ", restored_account.account, " GET ("video_id") ","         \
  "  " GET ("language") ", " GET ("known_ids") ", " GET ("sent_at") ", " GET ("outcome") ", " GET ("project_id") "," \
  "  " GET ("decided_at") " FROM json_each (:copy, '$.submission') JOIN restored_account ON old = "                \
  GET ("account") ";"                                                                                              \
  "UPDATE account SET " TRS_STORE_SCHEMA_FORGET_LISTING ", walk = max (walk, 1)"                                   \
  "  WHERE account IN (SELECT account FROM restored_account);"

#define DROP_MAPS                                  \
  "DROP TABLE IF EXISTS temp.restored_project;"    \
  "DROP TABLE IF EXISTS temp.restored_account;"

#define COUNT_OWN                                                                                                  \
  "SELECT count (CASE WHEN coalesce (local_title, '') <> '' THEN 1 END), count (CASE WHEN note <> '' THEN 1 END),"  \
  "  (SELECT count (*) FROM annotation WHERE kind = ?1), (SELECT count (*) FROM annotation WHERE kind = ?2),"       \
  "  (SELECT count (*) FROM annotation WHERE kind = ?3),"                                                          \
  "  (SELECT count (*) FROM annotation WHERE kind IN (?4, ?5)) FROM project"

static gboolean
count_own (sqlite3  *db,
           TrsLoss  *own,
           GError  **error)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_query (db, error, COUNT_OWN, "iiiii", TRS_ANNOTATION_HIGHLIGHT, TRS_ANNOTATION_CHECKED,
                     TRS_ANNOTATION_NAME, TRS_ANNOTATION_MERGE, TRS_ANNOTATION_SPEAKER);
  guint *const counts[] = { &own->n_titles, &own->n_notes, &own->n_highlights,
                            &own->n_checks, &own->n_names, &own->n_speakers };
  gboolean row = FALSE;

  if (!trs_sql_step (statement, &row, error))
    return FALSE;
  for (guint i = 0; row && i < G_N_ELEMENTS (counts); i++)
    *counts[i] = (guint) sqlite3_column_int64 (statement, (int) i) - *counts[i];
  return TRUE;
}

/* Two users of one server stay two: the account that is there may be that of one of them. Returns: 0 with @error set */
static gint64
find_account (sqlite3     *db,
              const char  *address,
              const char  *ids,
              GError     **error)
{
  const TrsStoreUser user = { .address = address, .ids = ids };
  gint64 now = g_get_real_time ();
  gint64 account = trs_store_find_account (db, &user, now, error);
  gint64 taken;

  if (account == 0 || !trs_sql_read_number (db, &taken, error,
                                            "SELECT count(*) FROM restored_account WHERE account = ?1", "x", account))
    return 0;
  if (!taken)
    return account;
  return trs_sql_execute (db, error, "INSERT INTO account (address, created_at, used_at) VALUES (?1, ?2, ?2)", "sx",
                          address, now)
             ? sqlite3_last_insert_rowid (db)
             : 0;
}

static gboolean
map_accounts (sqlite3     *db,
              const char  *json,
              GError     **error)
{
  g_autoptr (sqlite3_stmt) known = trs_sql_query (db, error, ACCOUNTS, "s", json);
  gboolean more = TRUE;

  if (!trs_sql_exec (db, "CREATE TEMP TABLE restored_account (old INTEGER, account INTEGER)", error))
    return FALSE;
  while (trs_sql_step (known, &more, error) && more)
    {
      const char *address = (const char *) sqlite3_column_text (known, 1);
      const char *ids = (const char *) sqlite3_column_text (known, 2);
      gint64 account;

      /* Anybody may have written the file. */
      if (address == NULL)
        continue;
      account = find_account (db, address, ids, error);
      if (account == 0 ||
          !trs_sql_execute (db, error, "INSERT INTO restored_account VALUES (?1, ?2)", "xx",
                            sqlite3_column_int64 (known, 0), account))
        return FALSE;
    }
  return !more;
}

static char *
read_copy (const char  *path,
           sqlite3     *db,
           GError     **error)
{
  struct stat status;
  g_autofree char *json = NULL;
  gint64 valid = 0;

  if (lstat (path, &status) == 0 && S_ISREG (status.st_mode) && status.st_size <= MAX_COPY &&
      g_file_get_contents (path, &json, NULL, NULL) && g_utf8_validate (json, -1, NULL) &&
      trs_sql_read_number (db, &valid, NULL, "SELECT json_valid (?1)", "s", json) && valid &&
      trs_sql_read_number (db, &valid, NULL, "SELECT json_extract (?1, '$.format') = 1", "s", json) && valid)
    return g_steal_pointer (&json);

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "There is no copy that can be read: %s", path);
  return NULL;
}

/* @data: the copy */
static gpointer
restore_run (TrsStoreContext  *context,
             gconstpointer     data,
             GError          **error)
{
  sqlite3 *db = context->db;
  g_autofree char *json = read_copy (data, db, error);
  const TrsSqlValue values[] = { TRS_SQL_TEXT (":copy", json) };
  TrsStoreContext restoring = { .db = db, .values = values, .n_values = G_N_ELEMENTS (values) };
  g_autofree TrsLoss *own = g_new0 (TrsLoss, 1);

  if (json == NULL || !trs_sql_exec (db, DROP_MAPS, error) || !count_own (db, own, error) ||
      !map_accounts (db, json, error) || !trs_store_context_execute (&restoring, RESTORE, error) ||
      !count_own (db, own, error) || !trs_sql_exec (db, DROP_MAPS, error))
    return NULL;

  context->foreign = TRUE;
  return g_steal_pointer (&own);
}

/**
 * trs_store_restore_get_copied_at:
 * @damaged: a damaged file that was moved aside
 *
 * Returns: when the copy was written that went aside with it, in microseconds since the epoch; 0 if there is none
 */
gint64
trs_store_restore_get_copied_at (const char *damaged)
{
  g_autofree char *copy = g_strconcat (damaged, TRS_STORE_COPY_SUFFIX, NULL);
  struct stat status;

  return lstat (copy, &status) == 0 && S_ISREG (status.st_mode) ? (gint64) status.st_mtime * G_USEC_PER_SEC : 0;
}

/**
 * trs_store_restore_async:
 * @self: a store
 * @damaged: a damaged file that was moved aside, with its copy
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Adds what the copy has and the file has not. What is in the file stays as it is, because it is newer.
 */
void
trs_store_restore_async (TrsStore            *self,
                         const char          *damaged,
                         GAsyncReadyCallback  callback,
                         gpointer             user_data)
{
  static const TrsStoreJob job = { .run = restore_run, .free_result = g_free, .flags = TRS_STORE_DURABLE };
  GTask *task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_store_restore_async);
  trs_store_push_with_data (self, task, &job, NULL, 0, g_strconcat (damaged, TRS_STORE_COPY_SUFFIX, NULL), g_free);
}

/**
 * trs_store_restore_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): how much of what the user added is back, to be freed with g_free(); %NULL with
 *   @error set: %G_IO_ERROR_NOT_FOUND if there is no copy that can be read
 */
TrsLoss *
trs_store_restore_finish (TrsStore      *self,
                          GAsyncResult  *result,
                          GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_restore_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
