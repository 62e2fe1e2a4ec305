/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-schema.h"

#include "trs-error.h"

/* Marks belong to words, or the words of scripts that write vowels as marks would fall apart. */
#define TOKENIZE "tokenize = \"unicode61 remove_diacritics 2 categories 'L* M* N* Co'\""

#define TEXT_INDEX                                                                           \
  "CREATE VIRTUAL TABLE text_index USING fts5 (bare, content = 'text', content_rowid = 'text', " TOKENIZE ");"

/* The rowid of a project is its creation time in seconds, moved up to the next
 * free number where two fall together, so that full-text hits come out newest
 * first without sorting. (In microseconds, which would be exact, the distances
 * between the rows would take an eighth of the size of the texts in the index.)
 *
 * A text of two aligned variants is kept as the bare one and its prefixes,
 * from which both follow byte for byte (`split` is how the words are cut into
 * paragraphs, a TrsSplitRule); one that does not align is kept as its four
 * variants. The text that is shown has the row of its project. What came later
 * and differs is kept beside it, with numbers below zero; `decided` says
 * whether the user has chosen between them.
 *
 * The id of a project is kept as its 16 bytes where it is a UUID, see
 * trs_sql_bind().
 *
 * `sort_at` of a project is its key in the order by date, which the index of
 * the list answers alone. `listed`, and `walk`, `gap_below`, `cursor` and
 * `listed_at` of an account say how far the list has been read: see
 * trs-store-listing.h.
 *
 * The index holds no words, only where they are, and follows each change of a
 * text at once. The tokens of FTS5 end at blanks and punctuation. What holds
 * words of a script without blanks is therefore not indexed but read when
 * somebody looks: `text.unspaced`. */
static const char schema[] =
  "CREATE TABLE account ("
  "  account INTEGER PRIMARY KEY,"
  "  address TEXT NOT NULL,"
  "  created_at INTEGER NOT NULL,"
  "  used_at INTEGER NOT NULL,"
  "  walk INTEGER NOT NULL DEFAULT 0,"
  "  gap_below INTEGER NOT NULL DEFAULT 1,"
  "  cursor INTEGER NOT NULL DEFAULT 0,"
  "  listed_at INTEGER NOT NULL DEFAULT 0"
  ");"
  "CREATE TABLE project ("
  "  row INTEGER PRIMARY KEY,"
  "  account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,"
  "  id TEXT NOT NULL,"
  "  title TEXT NOT NULL DEFAULT '',"
  "  video_id TEXT,"
  "  state INTEGER NOT NULL,"
  "  state_word TEXT,"
  "  message TEXT,"
  "  video_length INTEGER NOT NULL DEFAULT -1,"
  "  created_at INTEGER NOT NULL DEFAULT 0,"
  "  language TEXT,"
  "  requested_language TEXT,"
  "  submitted_at INTEGER NOT NULL DEFAULT 0,"
  "  fetched_seen_at INTEGER NOT NULL DEFAULT 0,"
  "  finished_seen_at INTEGER NOT NULL DEFAULT 0,"
  "  failed_in INTEGER NOT NULL DEFAULT 0,"
  "  unread INTEGER NOT NULL DEFAULT 0,"
  "  dismissed INTEGER NOT NULL DEFAULT 0,"
  "  local_title TEXT,"
  "  note TEXT NOT NULL DEFAULT '',"
  "  missing INTEGER NOT NULL DEFAULT 0,"
  "  hidden INTEGER NOT NULL DEFAULT 0,"
  "  sort_at INTEGER NOT NULL DEFAULT 0,"
  "  listed INTEGER NOT NULL DEFAULT 0"
  ");"
  "CREATE UNIQUE INDEX project_id ON project (account, id);"
  "CREATE INDEX project_video ON project (video_id, account);"
  "CREATE INDEX project_list ON project (account, sort_at, row, state);"
  "CREATE TABLE text ("
  "  text INTEGER PRIMARY KEY,"
  "  project INTEGER NOT NULL REFERENCES project ON DELETE CASCADE,"
  "  superseded INTEGER NOT NULL,"
  "  aligned INTEGER NOT NULL,"
  "  split INTEGER NOT NULL DEFAULT 0,"
  "  unspaced INTEGER NOT NULL DEFAULT 0,"
  "  damaged INTEGER NOT NULL DEFAULT 0,"
  "  language TEXT,"
  "  address TEXT NOT NULL,"
  "  received_at INTEGER NOT NULL,"
  "  bare_sha256 BLOB,"
  "  full_sha256 BLOB,"
  "  bare TEXT,"
  "  prefixes BLOB,"
  "  decided INTEGER NOT NULL DEFAULT 0,"
  "  CHECK (superseded = (text <> project))"
  ");"
  "CREATE INDEX text_project ON text (project, superseded);"
  "CREATE INDEX text_unspaced ON text (text) WHERE unspaced AND NOT superseded;"
  "CREATE TABLE variant ("
  "  text INTEGER NOT NULL REFERENCES text ON DELETE CASCADE ON UPDATE CASCADE,"
  "  flags INTEGER NOT NULL,"
  "  bytes BLOB NOT NULL,"
  "  sha256 BLOB NOT NULL,"
  "  PRIMARY KEY (text, flags)"
  ") WITHOUT ROWID;"
  "CREATE TABLE submission ("
  "  local_id TEXT PRIMARY KEY,"
  "  account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,"
  "  video_id TEXT NOT NULL,"
  "  language TEXT,"
  "  webhook_url TEXT,"
  "  known_ids TEXT NOT NULL,"
  "  sent_at INTEGER NOT NULL,"
  "  outcome INTEGER NOT NULL,"
  "  project_id TEXT,"
  "  decided_at INTEGER NOT NULL DEFAULT 0"
  ") WITHOUT ROWID;"
  "CREATE INDEX submission_outcome ON submission (account, outcome);"
  TEXT_INDEX
  "CREATE TRIGGER text_added AFTER INSERT ON text WHEN NOT NEW.superseded AND NOT NEW.unspaced BEGIN"
  "  INSERT INTO text_index (rowid, bare) VALUES (NEW.text, NEW.bare);"
  "END;"
  "CREATE TRIGGER text_changed AFTER UPDATE OF text, superseded, unspaced, bare ON text BEGIN"
  "  INSERT INTO text_index (text_index, rowid, bare)"
  "    SELECT 'delete', OLD.text, OLD.bare WHERE NOT OLD.superseded AND NOT OLD.unspaced;"
  "  INSERT INTO text_index (rowid, bare)"
  "    SELECT NEW.text, NEW.bare WHERE NOT NEW.superseded AND NOT NEW.unspaced;"
  "END;"
  "CREATE TRIGGER text_removed AFTER DELETE ON text WHEN NOT OLD.superseded AND NOT OLD.unspaced BEGIN"
  "  INSERT INTO text_index (text_index, rowid, bare) VALUES ('delete', OLD.text, OLD.bare);"
  "END;";

/* Version 7, of 0.1.0, had an index of the titles, too, and made the others only when somebody looked. Where the list
 * was not read to its end, all that is known stands above a gap, and the list is read again. */
static const char from_version_7[] =
  "DROP TRIGGER project_changed;"
  "DROP TRIGGER project_removed;"
  "DROP TABLE project_index;"
  "DROP TABLE project_unspaced;"
  "DROP TABLE project_unindexed;"
  "CREATE UNIQUE INDEX IF NOT EXISTS project_id ON project (account, id);"
  "CREATE INDEX IF NOT EXISTS project_video ON project (video_id, account);"
  "DROP INDEX IF EXISTS project_newest;"
  "ALTER TABLE project ADD COLUMN sort_at INTEGER NOT NULL DEFAULT 0;"
  "ALTER TABLE project ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;"
  TRS_STORE_SCHEMA_FILL_ORDER
  "CREATE INDEX project_list ON project (account, sort_at, row, state);"
  "ALTER TABLE account ADD COLUMN walk INTEGER NOT NULL DEFAULT 0;"
  "ALTER TABLE account ADD COLUMN gap_below INTEGER NOT NULL DEFAULT 1;"
  "ALTER TABLE account ADD COLUMN cursor INTEGER NOT NULL DEFAULT 0;"
  "ALTER TABLE account DROP COLUMN listed_to;"
  "UPDATE account SET walk = 1, gap_below = (listed_at = 0);";

/**
 * trs_store_schema_read_version:
 * @db: a connection
 * @error: return location for an error
 *
 * Returns: the version of the schema, 0 for an empty file, -1 with @error set
 */
int
trs_store_schema_read_version (sqlite3  *db,
                               GError  **error)
{
  gint64 version;

  return trs_sql_read_number (db, &version, error, "PRAGMA user_version", "") ? (int) version : -1;
}

/* A file with tables, and not with ours, belongs to another program. */
static gboolean
check_owner (sqlite3  *db,
             GError  **error)
{
  gint64 foreign;

  if (!trs_sql_read_number (db, &foreign, error,
                            "SELECT count(*) > 0 AND sum (name IN ('account', 'project', 'submission')) < 3 "
                            "FROM sqlite_schema WHERE type = 'table'",
                            ""))
    return FALSE;

  if (foreign)
    g_set_error_literal (error, TRS_ERROR, TRS_ERROR_STORE_FOREIGN, "The tables are not those of this program");
  return !foreign;
}

/**
 * trs_store_schema_check:
 * @db: a connection of which nothing was used yet
 * @error: return location for an error
 *
 * A database of a newer program is left alone: %TRS_ERROR_STORE_NEWER, and so
 * is that of another one: %TRS_ERROR_STORE_FOREIGN. Changes nothing. One of
 * before 0.1.0 counts as damaged, so that all of it is copied into a new file.
 *
 * Returns: %TRUE if this program may use the file
 */
gboolean
trs_store_schema_check (sqlite3  *db,
                        GError  **error)
{
  int version = check_owner (db, error) ? trs_store_schema_read_version (db, error) : -1;

  if (version < 0)
    return FALSE;
  if (version == 0 || version == TRS_STORE_SCHEMA_OLDEST || version == TRS_STORE_SCHEMA_VERSION)
    return TRUE;

  if (version > TRS_STORE_SCHEMA_VERSION)
    g_set_error_literal (error, TRS_ERROR, TRS_ERROR_STORE_NEWER, "The schema is newer than this program");
  else
    trs_sql_set_damaged (error, "the schema is older than 0.1.0");
  return FALSE;
}

/* A file in which an id is there twice counts as damaged. */
static gboolean
update (sqlite3  *db,
        GError  **error)
{
  if (trs_sql_exec (db, from_version_7, error))
    return TRUE;

  if ((sqlite3_errcode (db) & 0xff) == SQLITE_CONSTRAINT)
    {
      g_clear_error (error);
      trs_sql_set_damaged (error, sqlite3_errmsg (db));
    }
  return FALSE;
}

/**
 * trs_store_schema_migrate:
 * @db: a connection, see trs_store_schema_check()
 * @error: return location for an error
 *
 * Makes the schema, or brings it up to date, in one transaction.
 *
 * Returns: %TRUE if the schema is the one this program knows
 */
gboolean
trs_store_schema_migrate (sqlite3  *db,
                          GError  **error)
{
  g_autofree char *set_version = g_strdup_printf ("PRAGMA user_version = %d", TRS_STORE_SCHEMA_VERSION);
  int version = trs_store_schema_read_version (db, error);
  gboolean made;

  if (version < 0)
    return FALSE;
  if (version == TRS_STORE_SCHEMA_VERSION)
    return TRUE;
  if (!trs_sql_exec (db, "BEGIN IMMEDIATE", error))
    return FALSE;

  made = (version == 0 ? trs_sql_exec (db, schema, error) : update (db, error)) &&
         trs_sql_exec (db, set_version, error);
  return trs_sql_end_transaction (db, made, error);
}

/* FTS5 does not even drop a table whose list of segments it cannot read: here is an empty list. */
static gboolean
empty_segment_list (sqlite3  *db,
                    GError  **error)
{
  gboolean emptied;

  sqlite3_db_config (db, SQLITE_DBCONFIG_DEFENSIVE, 0, NULL);
  emptied = trs_sql_exec (db, "UPDATE text_index_data SET block = zeroblob (8) WHERE id = 10", error);
  sqlite3_db_config (db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  return emptied;
}

/**
 * trs_store_schema_rebuild_index:
 * @db: a connection
 * @error: return location for an error
 *
 * Throws the index away, whatever state it is in, and makes it anew from what
 * is kept.
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_store_schema_rebuild_index (sqlite3  *db,
                                GError  **error)
{
  return empty_segment_list (db, error) &&
         trs_sql_exec (db,
                       "DROP TABLE text_index;" TEXT_INDEX
                       "INSERT INTO text_index (rowid, bare)"
                       "  SELECT text, bare FROM text WHERE NOT superseded AND NOT unspaced",
                       error);
}
