/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-account-rows.h"
#include "trs-store-file.h"
#include "trs-store-rows.h"
#include "trs-store-text-rows.h"

/* Neither the file nor memory may know all projects, so the list is read again from the top. */
#define FORGET_LISTING                                                                          \
  "UPDATE account SET " TRS_STORE_SCHEMA_FORGET_LISTING ", walk = max (walk, 1) WHERE account = ?1"

/* The state of merging one account: its row in the file, and the connection to memory. */
typedef struct
{
  sqlite3 *db;
  TrsStoreRows *rows;
  sqlite3 *memory;
} Merge;

/* @shown: (out): whether the file now shows the text that memory showed; unchanged if memory showed none */
static gboolean
merge_texts (Merge     *self,
             gint64     from_row,
             gint64     row,
             gboolean  *shown,
             GError   **error)
{
  g_autoptr (sqlite3_stmt) texts =
      trs_sql_query (self->memory, error,
                     "SELECT " TRS_STORE_TEXT_COLUMNS ", address, received_at FROM text "
                     "WHERE project = ?1 ORDER BY superseded, text DESC",
                     "x", from_row);
  gboolean first = TRUE;
  gboolean more = TRUE;

  while (trs_sql_step (texts, &more, error) && more)
    {
      g_autoptr (TrsTranscript) transcript = trs_store_read_text (texts, error);
      const char *address = (const char *) sqlite3_column_text (texts, TRS_STORE_N_TEXT_COLUMNS);
      gint64 received_at = sqlite3_column_int64 (texts, TRS_STORE_N_TEXT_COLUMNS + 1);
      TrsStoreTextResult result;

      if (transcript == NULL)
        return FALSE;
      result = trs_store_put_text (self->db, row, transcript, address, received_at, error);
      if (result == TRS_STORE_TEXT_FAILED)
        return FALSE;
      if (first)
        *shown = result != TRS_STORE_TEXT_DIFFERENT;
      first = FALSE;
    }
  return !more;
}

/* Either statement may be NULL, in which case @error is set. */
static gboolean
copy_rows (sqlite3_stmt  *from,
           sqlite3_stmt  *insert,
           GError       **error)
{
  gboolean more = TRUE;

  if (insert == NULL)
    return FALSE;

  while (trs_sql_step (from, &more, error) && more)
    if (!trs_sql_copy_row (from, insert, error))
      return FALSE;
  return !more;
}

/* Titles and notes of the user are both kept. Whether the list still shows a project, memory knows better. */
#define WRITE_OWN                                                                                          \
  "UPDATE project SET local_title = ifnull (?2, local_title), missing = ?4, note = CASE "                   \
  "WHEN ?3 IS NULL OR ?3 = note THEN note WHEN note = '' THEN ?3 ELSE note || char (10) || ?3 END "         \
  "WHERE row = ?1"

/* A text that was removed while the file was not in use is not downloaded automatically, unless the file has a text
 * of its own. The last reading position counts if the text is the same. */
#define WRITE_READING                                                                                      \
  "UPDATE project SET hidden = hidden OR (?2 AND NOT EXISTS (SELECT 1 FROM text WHERE text.text = row)), "  \
  "(place, caret) = (iif (?3, ?4, place), iif (?3, ?5, caret)) WHERE row = ?1"

/* Annotations from the file and from memory are both kept. */
static gboolean
merge_annotations (Merge    *self,
                   gint64    from_row,
                   gint64    row,
                   GError  **error)
{
  g_autoptr (sqlite3_stmt) from =
      trs_sql_query (self->memory, error,
                     "SELECT ?2, kind, number, other, from_paragraph, from_byte, to_paragraph, to_byte, words, text, "
                     "at, version FROM annotation WHERE project = ?1 ORDER BY annotation",
                     "xx", from_row, row);
  g_autoptr (sqlite3_stmt) insert =
      trs_sql_query (self->db, error,
                     "INSERT INTO annotation (project, kind, number, other, from_paragraph, from_byte, to_paragraph, "
                     "to_byte, words, text, at, version) SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12 "
                     "WHERE NOT EXISTS (SELECT 1 FROM annotation WHERE project = ?1 AND (kind, number, from_paragraph, "
                     "from_byte, to_paragraph, to_byte, version) = (?2, ?3, ?5, ?6, ?7, ?8, ?12))",
                     "");

  return copy_rows (from, insert, error);
}

static gboolean
merge_project (Merge           *self,
               TrsProjectData  *memory,
               GError         **error)
{
  g_autoptr (TrsProjectData) kept = NULL;
  g_autoptr (TrsProjectData) merged = NULL;
  gint64 from_row = memory->row;
  gboolean shown = FALSE;

  if (!trs_store_rows_find (self->rows, memory->id, &kept, error))
    return FALSE;

  memory->listed = MIN (memory->listed, 1);
  if (kept == NULL)
    return trs_store_rows_insert (self->rows, memory, error) &&
           merge_texts (self, from_row, memory->row, &shown, error) &&
           merge_annotations (self, from_row, memory->row, error);

  memory->unread |= kept->unread;
  memory->dismissed |= kept->dismissed;
  merged = trs_project_data_copy (kept);
  return (!trs_project_data_merge (merged, memory) || trs_store_rows_update (self->rows, merged, error)) &&
         trs_sql_execute (self->db, error, WRITE_OWN, "xssx", merged->row, memory->local_title, memory->note,
                          memory->missing_since) &&
         merge_texts (self, from_row, merged->row, &shown, error) &&
         trs_sql_execute (self->db, error, WRITE_READING, "xiixx", merged->row, memory->hidden,
                          shown && (memory->place != 0 || memory->caret != 0), memory->place, memory->caret) &&
         merge_annotations (self, from_row, merged->row, error);
}

/* Merges from the oldest to the newest: of projects with the same place in the order, the upper one gets the greater
 * row number. */
static gboolean
merge_projects (Merge   *self,
                gint64   from_account,
                GError **error)
{
  g_autoptr (GPtrArray) projects = trs_sql_read_all (
      trs_sql_query (self->memory, error,
                     "SELECT " TRS_STORE_ROW_COLUMNS " FROM project WHERE account = ?1 ORDER BY sort_at, row", "x",
                     from_account),
      trs_store_read_row, (GDestroyNotify) trs_project_data_free, error);

  for (guint i = 0; projects != NULL && i < projects->len; i++)
    if (!merge_project (self, g_ptr_array_index (projects, i), error))
      return FALSE;
  return projects != NULL;
}

static gboolean
merge_submissions (Merge   *self,
                   gint64   from_account,
                   GError **error)
{
  g_autoptr (sqlite3_stmt) from =
      trs_sql_query (self->memory, error,
                     "SELECT ?2, local_id, video_id, language, webhook_url, known_ids, sent_at, outcome, project_id, "
                     "decided_at FROM submission WHERE account = ?1",
                     "xx", from_account, self->rows->account);
  g_autoptr (sqlite3_stmt) insert =
      trs_sql_query (self->db, error,
                     "INSERT OR REPLACE INTO submission (account, local_id, video_id, language, webhook_url, "
                     "known_ids, sent_at, outcome, project_id, decided_at) "
                     "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
                     "");

  return copy_rows (from, insert, error);
}

static gboolean
merge_draft (Merge   *self,
             gint64   from_account,
             GError **error)
{
  g_autoptr (TrsDraft) draft = trs_store_read_draft (self->memory, from_account, error);

  return draft != NULL && trs_store_add_draft (self->db, self->rows->account, draft, error);
}

static gboolean
merge_accounts (sqlite3  *db,
                sqlite3  *memory,
                GError  **error)
{
  /* The account in the file is found by its projects. All ids are passed, because the file may only have older ones.
   * Without projects it is the account used last, as at a start of the program. */
  g_autoptr (sqlite3_stmt) from =
      trs_sql_query (memory, error,
                     "SELECT account, address, used_at, (SELECT nullif (json_group_array (plain_id (id)), '[]') "
                     "FROM project WHERE project.account = account.account) FROM account",
                     "");
  gboolean more = TRUE;

  while (trs_sql_step (from, &more, error) && more)
    {
      gint64 from_account = sqlite3_column_int64 (from, 0);
      const TrsStoreUser user = { .address = (const char *) sqlite3_column_text (from, 1),
                                  .ids = (const char *) sqlite3_column_text (from, 3) };
      gint64 account = trs_store_find_account (db, &user, sqlite3_column_int64 (from, 2), error);
      g_auto (TrsStoreRows) rows = { 0 };
      Merge self = { .db = db, .rows = &rows, .memory = memory };

      if (account == 0 || !trs_store_rows_init (&rows, db, account, error) ||
          !merge_submissions (&self, from_account, error) || !merge_draft (&self, from_account, error) ||
          !merge_projects (&self, from_account, error) ||
          !trs_sql_execute (db, error, FORGET_LISTING, "x", account))
        return FALSE;
    }
  return !more;
}

/**
 * trs_store_merge:
 * @db: a connection to the file, outside a transaction
 * @memory: a connection to what was only in memory
 * @error: return location for an error
 *
 * Adds everything of @memory to the file in one transaction, which survives a
 * power cut. Nothing of the file is lost: a text that differs is kept beside
 * the one that is there.
 *
 * Returns: %FALSE with @error set if the file is as it was
 */
gboolean
trs_store_merge (sqlite3  *db,
                 sqlite3  *memory,
                 GError  **error)
{
  gboolean merged = FALSE;

  if (!trs_sql_exec (db, "PRAGMA synchronous = FULL; BEGIN IMMEDIATE", error))
    return FALSE;

  merged = trs_sql_end_transaction (db, merge_accounts (db, memory, error), error);
  trs_sql_exec (db, "PRAGMA synchronous = NORMAL", NULL);
  return merged;
}
