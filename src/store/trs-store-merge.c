/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-merge.h"

#include "trs-project-state.h"
#include "trs-sql-id.h"
#include "trs-store-accounts.h"
#include "trs-store-free-row.h"
#include "trs-store-private.h"
#include "trs-store-text-read.h"
#include "trs-store-texts.h"

/* So many projects tell whose account it is. */
#define N_TELLING 100

/* The parameters of both statements: 1 is the account, 2 to 20 are the columns of COLUMNS. */
#define COLUMNS TRS_STORE_PROJECT_COLUMNS ", local_title, note, missing"

/* What is not known does not erase what is. The words of the user stay beside each other. */
#define UPDATE                                                                                           \
  "UPDATE project SET title = iif (?3 <> '', ?3, title), video_id = coalesce (?4, video_id), "            \
  "  state = iif (?22, ?5, state), state_word = iif (?22, ?6, state_word), "                              \
  "  message = iif (?22, ?7, message), failed_in = iif (?22, ?15, failed_in), "                           \
  "  video_length = max (?8, video_length), created_at = iif (?9 <> 0, ?9, created_at), "                 \
  "  language = coalesce (?10, language), requested_language = coalesce (?11, requested_language), "      \
  "  submitted_at = iif (submitted_at <> 0, submitted_at, ?12), "                                         \
  "  fetched_seen_at = iif (fetched_seen_at <> 0, fetched_seen_at, ?13), "                                \
  "  finished_seen_at = iif (finished_seen_at <> 0, finished_seen_at, ?14), "                             \
  "  unread = unread OR ?16, dismissed = dismissed OR ?17, local_title = coalesce (?18, local_title), "   \
  "  note = CASE WHEN ?19 IN ('', note) THEN note WHEN note = '' THEN ?19 "                               \
  "              ELSE note || char (10) || ?19 END, "                                                     \
  "  missing = ?20 WHERE row = ?21 AND account = ?1 AND id = ?2"

#define INSERT                                                                                           \
  "INSERT INTO project (account, " COLUMNS ", row) "                                                      \
  "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21)"

typedef struct
{
  sqlite3 *db;
  sqlite3 *memory;
  gint64 account;
  sqlite3_stmt *known;
  sqlite3_stmt *update;
  sqlite3_stmt *insert;
  sqlite3_stmt *texts;
  TrsStoreFreeRow free_row;
} Merge;

static void
merge_clear (Merge *self)
{
  sqlite3_finalize (self->known);
  sqlite3_finalize (self->update);
  sqlite3_finalize (self->insert);
  sqlite3_finalize (self->texts);
  trs_store_free_row_clear (&self->free_row);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Merge, merge_clear)

static gboolean
merge_init (Merge    *self,
            sqlite3  *db,
            sqlite3  *memory,
            GError  **error)
{
  *self = (Merge) { .db = db, .memory = memory };
  self->known = trs_sql_prepare (db, "SELECT row, state FROM project WHERE account = ?1 AND id = ?2", error);
  if (self->known != NULL)
    self->update = trs_sql_prepare (db, UPDATE, error);
  if (self->update != NULL)
    self->insert = trs_sql_prepare (db, INSERT, error);
  if (self->insert != NULL)
    self->texts = trs_sql_prepare (memory,
                                   "SELECT " TRS_STORE_TEXT_COLUMNS ", address, received_at FROM text "
                                   "WHERE project = ?1 ORDER BY superseded, text DESC",
                                   error);
  return self->texts != NULL && trs_store_free_row_init (&self->free_row, db, error);
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
      g_autoptr (TrsTranscript) transcript = trs_store_read_text (self->memory, self->texts, error);

      if (transcript == NULL ||
          trs_store_put_text (self->db, row, transcript, (const char *) sqlite3_column_text (self->texts, 9),
                              sqlite3_column_int64 (self->texts, 10), error) == TRS_STORE_TEXT_FAILED)
        break;
    }

  sqlite3_reset (self->texts);
  return !more;
}

/* Binds what memory has of a project: the account is that of the file. */
static void
bind_project (Merge        *self,
              sqlite3_stmt *statement,
              sqlite3_stmt *from,
              gint64        row)
{
  sqlite3_bind_int64 (statement, 1, self->account);
  for (int i = 0; i < 19; i++)
    sqlite3_bind_value (statement, i + 2, sqlite3_column_value (from, i));
  sqlite3_bind_int64 (statement, 21, row);
}

static gboolean
merge_project (Merge         *self,
               sqlite3_stmt  *from,
               GError       **error)
{
  gboolean known = FALSE;
  gboolean follows = TRUE;
  sqlite3_stmt *write;
  gint64 row = 0;

  sqlite3_bind_int64 (self->known, 1, self->account);
  sqlite3_bind_value (self->known, 2, sqlite3_column_value (from, 0));
  if (!trs_sql_step (self->known, &known, error))
    return FALSE;
  if (known)
    {
      row = sqlite3_column_int64 (self->known, 0);
      follows = trs_project_state_may_follow ((TrsProjectState) sqlite3_column_int (self->known, 1),
                                              (TrsProjectState) sqlite3_column_int (from, 3));
    }
  sqlite3_reset (self->known);
  if (!known && !trs_store_free_row_find (&self->free_row, sqlite3_column_int64 (from, 7),
                                          sqlite3_column_int64 (from, 10), &row, error))
    return FALSE;

  write = known ? self->update : self->insert;
  bind_project (self, write, from, row);
  if (known)
    sqlite3_bind_int (write, 22, follows);
  return trs_sql_run (write, error) && merge_texts (self, sqlite3_column_int64 (from, 19), row, error);
}

static gboolean
merge_projects (Merge    *self,
                gint64    from_account,
                GError  **error)
{
  g_autoptr (sqlite3_stmt) from =
      trs_sql_prepare (self->memory,
                       "SELECT " COLUMNS ", row FROM project WHERE account = ?1 ORDER BY created_at, row", error);
  gboolean more = TRUE;

  if (from == NULL)
    return FALSE;

  sqlite3_bind_int64 (from, 1, from_account);
  while (trs_sql_step (from, &more, error) && more)
    if (!merge_project (self, from, error))
      return FALSE;
  return !more;
}

static gboolean
merge_submissions (Merge    *self,
                   gint64    from_account,
                   GError  **error)
{
  g_autoptr (sqlite3_stmt) from =
      trs_sql_prepare (self->memory,
                       "SELECT local_id, video_id, language, webhook_url, known_ids, sent_at, outcome, project_id, "
                       "decided_at FROM submission WHERE account = ?1",
                       error);
  g_autoptr (sqlite3_stmt) insert =
      trs_sql_prepare (self->db,
                       "INSERT OR REPLACE INTO submission (account, local_id, video_id, language, webhook_url, "
                       "known_ids, sent_at, outcome, project_id, decided_at) "
                       "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
                       error);
  gboolean more = TRUE;

  if (from == NULL || insert == NULL)
    return FALSE;

  sqlite3_bind_int64 (from, 1, from_account);
  while (trs_sql_step (from, &more, error) && more)
    {
      sqlite3_bind_int64 (insert, 1, self->account);
      for (int i = 0; i < 9; i++)
        sqlite3_bind_value (insert, i + 2, sqlite3_column_value (from, i));
      if (!trs_sql_run (insert, error))
        return FALSE;
    }
  return !more;
}

/* Without a project it is the account that was used last, as at a start. */
static GStrv
dup_telling_ids (sqlite3 *memory,
                 gint64   account)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare (memory, "SELECT id FROM project WHERE account = ?1 ORDER BY created_at DESC LIMIT ?2", NULL);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  gboolean row = FALSE;
  guint n = 0;

  if (statement == NULL)
    return NULL;

  sqlite3_bind_int64 (statement, 1, account);
  sqlite3_bind_int (statement, 2, N_TELLING);
  for (; trs_sql_step (statement, &row, NULL) && row; n++)
    {
      g_autofree char *id = trs_sql_column_id (statement, 0);

      g_strv_builder_add (builder, id);
    }
  return n > 0 ? g_strv_builder_end (builder) : NULL;
}

/* Between what the file knows and what memory knows there may be projects that neither has: the list is read from the
 * top. */
static gboolean
forget_cursor (Merge    *self,
               GError  **error)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare (self->db, "UPDATE account SET listed_at = 0, listed_to = NULL WHERE account = ?1", error);

  if (statement == NULL)
    return FALSE;

  sqlite3_bind_int64 (statement, 1, self->account);
  return trs_sql_run (statement, error);
}

static gboolean
merge_accounts (sqlite3  *db,
                sqlite3  *memory,
                GError  **error)
{
  g_auto (Merge) self = { 0 };
  g_autoptr (sqlite3_stmt) from = trs_sql_prepare (memory, "SELECT account, address, used_at FROM account", error);
  gboolean more = TRUE;

  if (from == NULL || !merge_init (&self, db, memory, error))
    return FALSE;

  while (trs_sql_step (from, &more, error) && more)
    {
      gint64 from_account = sqlite3_column_int64 (from, 0);
      g_auto (GStrv) ids = dup_telling_ids (memory, from_account);

      self.account = trs_store_find_account (db, (const char *) sqlite3_column_text (from, 1),
                                             (const char * const *) ids, sqlite3_column_int64 (from, 2), error);
      if (self.account == 0 || !merge_submissions (&self, from_account, error) ||
          !merge_projects (&self, from_account, error) || !forget_cursor (&self, error))
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
