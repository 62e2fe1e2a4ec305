/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-merge.h"

#include "trs-store-find-account.h"
#include "trs-store-rows.h"
#include "trs-store-schema.h"
#include "trs-store-text-row.h"

/* Between what the file knows and what memory knows there may be projects that neither has: the list is read from the
 * top. */
#define FORGET_LISTING                                                                          \
  "UPDATE account SET " TRS_STORE_SCHEMA_FORGET_LISTING ", walk = max (walk, 1) WHERE account = ?1"

typedef struct
{
  sqlite3 *db;
  gint64 account;
  TrsStoreRows rows;
  TrsStoreRows from;
  sqlite3_stmt *own;
  sqlite3_stmt *texts;
} Merge;

static void
merge_clear (Merge *self)
{
  trs_store_rows_clear (&self->rows);
  trs_store_rows_clear (&self->from);
  sqlite3_finalize (self->own);
  sqlite3_finalize (self->texts);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Merge, merge_clear)

static gboolean
merge_init (Merge    *self,
            sqlite3  *db,
            sqlite3  *memory,
            gint64    account,
            gint64    from_account,
            GError  **error)
{
  self->db = db;
  self->account = account;
  if (!trs_store_rows_init (&self->rows, db, account, error) ||
      !trs_store_rows_init (&self->from, memory, from_account, error))
    return FALSE;

  self->own = trs_sql_prepare (db, "UPDATE project SET local_title = ?2, note = ?3, missing = ?4 WHERE row = ?1",
                               error);
  if (self->own == NULL)
    return FALSE;
  self->texts = trs_sql_prepare (memory,
                                 "SELECT " TRS_STORE_TEXT_COLUMNS ", address, received_at FROM text "
                                 "WHERE project = ?1 ORDER BY superseded, text DESC",
                                 error);
  return self->texts != NULL;
}

static gboolean
merge_texts (Merge    *self,
             gint64    from_row,
             gint64    row,
             GError  **error)
{
  gboolean more = TRUE;

  sqlite3_bind_int64 (self->texts, 1, from_row);
  while (trs_sql_step (self->texts, &more, error) && more)
    {
      g_autoptr (TrsTranscript) transcript = trs_store_read_text (self->from.db, self->texts, error);

      if (transcript == NULL ||
          trs_store_put_text (self->db, row, transcript, (const char *) sqlite3_column_text (self->texts, 9),
                              sqlite3_column_int64 (self->texts, 10), error) == TRS_STORE_TEXT_FAILED)
        break;
    }

  sqlite3_reset (self->texts);
  return !more;
}

static char *
join_notes (const char *kept,
            const char *note)
{
  if (kept == NULL || note == NULL || g_str_equal (kept, note))
    return g_strdup (kept != NULL ? kept : note);
  return g_strconcat (kept, "\n", note, NULL);
}

/* The words of the user stay beside each other. Memory knows better whether the list still shows a project. */
static gboolean
write_own (Merge                 *self,
           const TrsProjectData  *kept,
           const TrsProjectData  *memory,
           gint64                 row,
           GError               **error)
{
  g_autofree char *note = join_notes (kept->note, memory->note);

  sqlite3_bind_int64 (self->own, 1, row);
  trs_sql_bind_text (self->own, 2, memory->local_title != NULL ? memory->local_title : kept->local_title);
  trs_sql_bind_text (self->own, 3, note != NULL ? note : "");
  sqlite3_bind_int64 (self->own, 4, memory->missing_since);
  return trs_sql_run (self->own, error);
}

static gboolean
merge_project (Merge           *self,
               TrsProjectData  *memory,
               gint64           listed,
               GError         **error)
{
  g_auto (TrsStoreRow) kept = { NULL, 0 };
  g_autoptr (TrsProjectData) merged = NULL;
  gint64 from_row = memory->row;

  if (!trs_store_rows_find (&self->rows, memory->id, &kept, error))
    return FALSE;

  if (kept.data == NULL)
    return trs_store_rows_insert (&self->rows, memory, listed != 0 ? 1 : 0, error) &&
           merge_texts (self, from_row, memory->row, error);

  memory->unread |= kept.data->unread;
  memory->dismissed |= kept.data->dismissed;
  merged = trs_project_data_copy (kept.data);
  return (!trs_project_data_merge (merged, memory) || trs_store_rows_update (&self->rows, merged, error)) &&
         write_own (self, kept.data, memory, merged->row, error) &&
         merge_texts (self, from_row, merged->row, error);
}

/* From the oldest to the newest: of those with one place in the order, the upper one gets the greater row. */
static gboolean
merge_projects (Merge   *self,
                GError **error)
{
  g_autoptr (sqlite3_stmt) from =
      trs_sql_prepare_for (self->from.db,
                           "SELECT " TRS_STORE_ROW_COLUMNS " FROM project WHERE account = ?1 ORDER BY sort_at, row",
                           self->from.account, error);
  gboolean more = TRUE;

  if (from == NULL)
    return FALSE;

  while (trs_sql_step (from, &more, error) && more)
    {
      g_autoptr (TrsProjectData) memory = trs_store_rows_read (&self->from, from);

      if (!merge_project (self, memory, sqlite3_column_int64 (from, 22), error))
        return FALSE;
    }
  return !more;
}

static gboolean
merge_submissions (Merge   *self,
                   GError **error)
{
  g_autoptr (sqlite3_stmt) from =
      trs_sql_prepare_for (self->from.db,
                           "SELECT local_id, video_id, language, webhook_url, known_ids, sent_at, outcome, "
                           "project_id, decided_at FROM submission WHERE account = ?1",
                           self->from.account, error);
  g_autoptr (sqlite3_stmt) insert =
      trs_sql_prepare_for (self->db,
                           "INSERT OR REPLACE INTO submission (account, local_id, video_id, language, webhook_url, "
                           "known_ids, sent_at, outcome, project_id, decided_at) "
                           "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
                           self->account, error);
  gboolean more = TRUE;

  if (from == NULL || insert == NULL)
    return FALSE;

  while (trs_sql_step (from, &more, error) && more)
    {
      for (int i = 0; i < 9; i++)
        sqlite3_bind_value (insert, i + 2, sqlite3_column_value (from, i));
      if (!trs_sql_run (insert, error))
        return FALSE;
    }
  return !more;
}

/* All of them: what is in the file may be older than most. Without a project it is the account that was used last, as
 * at a start. */
static GStrv
dup_telling_ids (sqlite3 *memory,
                 gint64   account)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare_for (memory, "SELECT id FROM project WHERE account = ?1 ORDER BY sort_at DESC", account, NULL);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  gboolean row = FALSE;
  guint n = 0;

  if (statement == NULL)
    return NULL;

  for (; trs_sql_step (statement, &row, NULL) && row; n++)
    {
      g_autofree char *id = trs_sql_column_id (statement, 0);

      g_strv_builder_add (builder, id);
    }
  return n > 0 ? g_strv_builder_end (builder) : NULL;
}

static gboolean
merge_accounts (sqlite3  *db,
                sqlite3  *memory,
                GError  **error)
{
  g_autoptr (sqlite3_stmt) from = trs_sql_prepare (memory, "SELECT account, address, used_at FROM account", error);
  gboolean more = TRUE;

  if (from == NULL)
    return FALSE;

  while (trs_sql_step (from, &more, error) && more)
    {
      gint64 from_account = sqlite3_column_int64 (from, 0);
      g_auto (GStrv) ids = dup_telling_ids (memory, from_account);

      gint64 account = trs_store_find_account (db, (const char *) sqlite3_column_text (from, 1),
                                               (const char * const *) ids, sqlite3_column_int64 (from, 2), error);
      g_auto (Merge) self = { NULL, };

      if (account == 0 || !merge_init (&self, db, memory, account, from_account, error) ||
          !merge_submissions (&self, error) || !merge_projects (&self, error) ||
          !trs_sql_run_for (db, FORGET_LISTING, account, error))
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

  merged = merge_accounts (db, memory, error) && trs_sql_exec (db, "COMMIT", error);
  if (!merged)
    trs_sql_exec (db, "ROLLBACK", NULL);
  trs_sql_exec (db, "PRAGMA synchronous = NORMAL", NULL);
  return merged;
}
