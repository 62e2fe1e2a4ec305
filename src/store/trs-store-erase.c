/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-file.h"

/* FTS5 keeps the words of a deleted text and their places until the segment that holds them is merged with the one
 * that records the deletion. To be sure, all segments are merged into one. On a large file that takes seconds, so it
 * is done in steps, between which other jobs and processes can use the file. These are the pages that each step
 * writes. */
#define MERGE "200"
#define VACUUM "1000"

/* When data moves from one page to another, a copy remains in the unused part of the old page, which SQLite does not
 * overwrite. Rewriting the file removes such copies, but on a file larger than this it would block others for too
 * long. */
#define MAX_REWRITTEN (64 * 1024 * 1024)

static gboolean
read_removal (sqlite3  *db,
              gint64   *removal,
              GError  **error)
{
  return trs_sql_read_number (db, removal, error, "SELECT value FROM todo WHERE what = 'erase'", "");
}

/* According to the documentation of FTS5, a merge command that had something to do changes more than one row. */
static TrsStoreErasePhase
merge_segments (sqlite3     *db,
                const char  *sql,
                GError     **error)
{
  int n_changes = sqlite3_total_changes (db);

  if (!trs_sql_exec (db, sql, error))
    return 0;
  return sqlite3_total_changes (db) - n_changes >= 2 ? TRS_STORE_ERASE_MERGE : TRS_STORE_ERASE_VACUUM;
}

/* A file that was created without auto_vacuum cannot be vacuumed. SQLite has overwritten its free pages. */
static TrsStoreErasePhase
vacuum_pages (sqlite3  *db,
              GError  **error)
{
  gint64 before, after;

  if (!trs_sql_read_number (db, &before, error, "PRAGMA freelist_count", "") ||
      !trs_sql_exec (db, "PRAGMA incremental_vacuum (" VACUUM ")", error) ||
      !trs_sql_read_number (db, &after, error, "PRAGMA freelist_count", ""))
    return 0;
  return after > 0 && after < before ? TRS_STORE_ERASE_VACUUM : TRS_STORE_ERASE_CHECKPOINT;
}

/* Ends the erasure, unless more was removed meanwhile and has to be erased. */
static TrsStoreErasePhase
finish_erasure (sqlite3  *db,
                gint64    removal,
                GError  **error)
{
  gint64 left;

  if (!trs_sql_execute (db, error, "DELETE FROM todo WHERE what = 'erase' AND value = ?1", "x", removal) ||
      !read_removal (db, &left, error))
    return 0;
  return left != 0 ? TRS_STORE_ERASE_BEGIN : TRS_STORE_ERASE_DONE;
}

/**
 * trs_store_erase_step:
 * @db: a connection in a transaction
 * @phase: what the step is about; not %TRS_STORE_ERASE_CHECKPOINT
 * @removal: (inout): the number of the last removal, set by %TRS_STORE_ERASE_BEGIN
 * @error: return location for an error
 *
 * Does a part of the work of a fraction of a second.
 *
 * Returns: what the next step is about, 0 with @error set
 */
TrsStoreErasePhase
trs_store_erase_step (sqlite3             *db,
                      TrsStoreErasePhase   phase,
                      gint64              *removal,
                      GError             **error)
{
  switch (phase)
    {
    case TRS_STORE_ERASE_BEGIN:
      if (!read_removal (db, removal, error))
        return 0;
      /* A negative number of pages makes FTS5 merge all current segments, also those of a merge that was
       * interrupted. */
      if (*removal == 0)
        return TRS_STORE_ERASE_DONE;
      return merge_segments (db, "INSERT INTO text_index (text_index, rank) VALUES ('merge', -" MERGE ")", error);
    case TRS_STORE_ERASE_MERGE:
      return merge_segments (db, "INSERT INTO text_index (text_index, rank) VALUES ('merge', " MERGE ")", error);
    case TRS_STORE_ERASE_VACUUM:
      return vacuum_pages (db, error);
    case TRS_STORE_ERASE_END:
      return finish_erasure (db, *removal, error);
    case TRS_STORE_ERASE_CHECKPOINT:
    case TRS_STORE_ERASE_DONE:
      break;
    }
  g_return_val_if_reached (0);
}

/* If another process uses the file, that is not an error: the erasure continues later. */
static gboolean
fail (sqlite3     *db,
      const char  *busy,
      GError     **error)
{
  if ((sqlite3_errcode (db) & 0xff) == SQLITE_BUSY)
    {
      g_clear_error (error);
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_BUSY, busy);
    }
  else if (error != NULL && *error == NULL)
    trs_sql_fail (db, error);
  return FALSE;
}

static gboolean
rewrite (sqlite3  *db,
         GError  **error)
{
  gint64 size;

  if (!trs_sql_read_number (db, &size, error,
                            "SELECT page_count * page_size FROM pragma_page_count (), pragma_page_size ()", ""))
    return FALSE;
  return size > MAX_REWRITTEN || trs_sql_exec (db, "VACUUM", error) || fail (db, "Another process is writing", error);
}

static gboolean
write_log_back (sqlite3  *db,
                GError  **error)
{
  return sqlite3_wal_checkpoint_v2 (db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL) == SQLITE_OK ||
         fail (db, "The log is in use", error);
}

/**
 * trs_store_erase_checkpoint:
 * @db: a connection outside a transaction
 * @error: return location for an error
 *
 * Rewrites a file unless it is large, then checkpoints and truncates the log, because it contains old versions of
 * pages. Does not wait for readers.
 *
 * Returns: %FALSE on an error, %G_IO_ERROR_BUSY if another process reads what is in the log
 */
gboolean
trs_store_erase_checkpoint (sqlite3  *db,
                            GError  **error)
{
  gboolean done;

  sqlite3_busy_timeout (db, 0);
  done = rewrite (db, error) && write_log_back (db, error);
  sqlite3_busy_timeout (db, TRS_STORE_BUSY_MSEC);
  return done;
}

/**
 * trs_store_erase_is_due:
 * @db: a connection
 *
 * Returns: %TRUE if words of what was removed may still be in the file
 */
gboolean
trs_store_erase_is_due (sqlite3 *db)
{
  gint64 removal = 0;

  return read_removal (db, &removal, NULL) && removal != 0;
}
