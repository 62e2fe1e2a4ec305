/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-schema.h"

#include "trs-error.h"

/* Marks belong to words, or the words of scripts that write vowels as marks would fall apart. */
#define TOKENIZE "tokenize = \"unicode61 remove_diacritics 2 categories 'L* M* N* Co'\""

#define INDEX_TABLES                                                                        \
  "CREATE TABLE project_unindexed (row INTEGER PRIMARY KEY);"                                         \
  "CREATE TABLE project_unspaced (row INTEGER PRIMARY KEY);"                                          \
  "CREATE VIRTUAL TABLE project_index USING fts5 (title, local_title, video_id, note, "               \
  "  content = 'project', content_rowid = 'row', " TOKENIZE ");"                                      \
  "CREATE VIRTUAL TABLE text_index USING fts5 (bare, "                                                \
  "  content = 'text', content_rowid = 'text', " TOKENIZE ");"

/* Every element brings the schema one version further; a released one never changes.
 *
 * The rowid of a project is its creation time in seconds, moved up to the next
 * free number where two fall together, so that full-text hits come out newest
 * first without sorting. (In microseconds, which would be exact, the distances
 * between the rows would take an eighth of the size of the texts in the index.)
 *
 * A text of two aligned variants is kept as the bare one and its prefixes,
 * from which both follow byte for byte (`split` is how the words are cut into
 * paragraphs, a TrsSplitRule); one that does not align is kept as its four
 * variants. The text that is shown has the row of its project. What came later
 * and differs is kept beside it, with numbers below zero.
 *
 * The id of a project is kept as its 16 bytes where it is a UUID, see
 * trs_sql_bind_id().
 *
 * The indexes hold no words, only where they are. The one of the texts follows
 * each change at once. The one of the projects waits until somebody looks or
 * nothing else is to be done: indexing 100,000 titles takes several times as
 * long as writing them down.
 *
 * The tokens of FTS5 end at blanks and punctuation. What holds words of a script
 * without blanks is therefore not indexed but read when somebody looks:
 * `text.unspaced`, `project_unspaced`. */
static const char * const migrations[] = {
  "CREATE TABLE account ("
  "  account INTEGER PRIMARY KEY,"
  "  address TEXT NOT NULL,"
  "  created_at INTEGER NOT NULL,"
  "  used_at INTEGER NOT NULL"
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
  "  UNIQUE (account, id)"
  ");"
  "CREATE INDEX project_video ON project (account, video_id);"
  "CREATE INDEX project_newest ON project (account, created_at);"
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
  INDEX_TABLES
  "CREATE TRIGGER project_added AFTER INSERT ON project BEGIN"
  "  INSERT INTO project_unindexed (row) VALUES (NEW.row);"
  "END;"
  "CREATE TRIGGER project_changed AFTER UPDATE OF title, local_title, video_id, note ON project"
  "  WHEN (OLD.title, OLD.local_title, OLD.video_id, OLD.note) IS NOT"
  "       (NEW.title, NEW.local_title, NEW.video_id, NEW.note)"
  "       AND NOT EXISTS (SELECT 1 FROM project_unindexed WHERE row = OLD.row) BEGIN"
  "  INSERT INTO project_index (project_index, rowid, title, local_title, video_id, note)"
  "    SELECT 'delete', OLD.row, OLD.title, OLD.local_title, OLD.video_id, OLD.note"
  "    WHERE NOT EXISTS (SELECT 1 FROM project_unspaced WHERE row = OLD.row);"
  "  DELETE FROM project_unspaced WHERE row = OLD.row;"
  "  INSERT INTO project_unindexed (row) VALUES (NEW.row);"
  "END;"
  "CREATE TRIGGER project_removed AFTER DELETE ON project BEGIN"
  "  INSERT INTO project_index (project_index, rowid, title, local_title, video_id, note)"
  "    SELECT 'delete', OLD.row, OLD.title, OLD.local_title, OLD.video_id, OLD.note"
  "    WHERE NOT EXISTS (SELECT 1 FROM project_unindexed WHERE row = OLD.row)"
  "      AND NOT EXISTS (SELECT 1 FROM project_unspaced WHERE row = OLD.row);"
  "  DELETE FROM project_unindexed WHERE row = OLD.row;"
  "  DELETE FROM project_unspaced WHERE row = OLD.row;"
  "END;"
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
  "END;",
  /* Whether the user has chosen between a text and the others of its project. */
  "ALTER TABLE text ADD COLUMN decided INTEGER NOT NULL DEFAULT 0;",
  /* How far the list has been read, so that a sync goes on where it was. */
  ("ALTER TABLE account ADD COLUMN listed_at INTEGER NOT NULL DEFAULT 0;"
   "ALTER TABLE account ADD COLUMN listed_to TEXT;"),
  /* With a trigger SQLite copies every page that an INSERT touches, to be able to take the half of it back: that
   * took most of the time of the first sync. Whoever adds projects adds them to `project_unindexed`, before any of
   * them is changed: the other triggers take what is not there out of the index. */
  "DROP TRIGGER project_added;",
  /* What tells rows apart comes first, so that SQLite compares bytes and not records. */
  ("DROP INDEX project_video;"
   "CREATE INDEX project_video ON project (video_id, account);"),
  /* What is in an index is told by the index itself: `project_unindexed` names what has changed, and by the number 0,
   * which no project has, that some are new. To write the number of each of 100,000 would take a sixth of the time in
   * which they are written. */
  "DROP TRIGGER project_changed;"
  "CREATE TRIGGER project_changed AFTER UPDATE OF title, local_title, video_id, note ON project"
  "  WHEN (OLD.title, OLD.local_title, OLD.video_id, OLD.note) IS NOT"
  "       (NEW.title, NEW.local_title, NEW.video_id, NEW.note) BEGIN"
  "  INSERT INTO project_index (project_index, rowid, title, local_title, video_id, note)"
  "    SELECT 'delete', OLD.row, OLD.title, OLD.local_title, OLD.video_id, OLD.note"
  "    WHERE EXISTS (SELECT 1 FROM project_index_docsize WHERE id = OLD.row);"
  "  DELETE FROM project_unspaced WHERE row = OLD.row;"
  "  INSERT OR IGNORE INTO project_unindexed (row) VALUES (NEW.row);"
  "END;"
  "DROP TRIGGER project_removed;"
  "CREATE TRIGGER project_removed AFTER DELETE ON project BEGIN"
  "  INSERT INTO project_index (project_index, rowid, title, local_title, video_id, note)"
  "    SELECT 'delete', OLD.row, OLD.title, OLD.local_title, OLD.video_id, OLD.note"
  "    WHERE EXISTS (SELECT 1 FROM project_index_docsize WHERE id = OLD.row);"
  "  DELETE FROM project_unindexed WHERE row = OLD.row;"
  "  DELETE FROM project_unspaced WHERE row = OLD.row;"
  "END;"
  "UPDATE project SET id = packed_id (id);",
  /* That an id is there once is told by an index of its own, which can be left out while an empty table is filled. It
   * is the one that SQLite had made: only the words change by which both came about. */
  ("PRAGMA writable_schema = ON;"
   "UPDATE sqlite_schema "
   "  SET sql = rtrim (substr (sql, 1, instr (sql, 'UNIQUE (account, id)') - 1), ', ' || char (10)) || ')' "
   "  WHERE name = 'project' AND instr (sql, 'UNIQUE (account, id)');"
   "UPDATE sqlite_schema SET name = 'project_id', "
   "  sql = 'CREATE UNIQUE INDEX project_id ON project (account, id)' WHERE name = 'sqlite_autoindex_project_1';"
   "PRAGMA writable_schema = RESET;"),
};

G_STATIC_ASSERT (G_N_ELEMENTS (migrations) == TRS_STORE_SCHEMA_VERSION);

static gboolean
read_version (sqlite3  *db,
              int      *version,
              GError  **error)
{
  g_autoptr (sqlite3_stmt) statement = trs_sql_prepare (db, "PRAGMA user_version", error);
  gboolean row = FALSE;

  if (statement == NULL || !trs_sql_step (statement, &row, error))
    return FALSE;

  *version = row ? sqlite3_column_int (statement, 0) : 0;
  return TRUE;
}

/* A file with tables, and not with ours, belongs to another program. */
static gboolean
check_owner (sqlite3  *db,
             GError  **error)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_prepare (db,
                       "SELECT count(*) > 0 AND sum (name IN ('account', 'project', 'submission')) < 3 "
                       "FROM sqlite_schema WHERE type = 'table'",
                       error);
  gboolean row = FALSE;

  if (statement == NULL || !trs_sql_step (statement, &row, error))
    return FALSE;

  if (row && sqlite3_column_int (statement, 0))
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_STORE_FOREIGN, "The tables are not those of this program");
      return FALSE;
    }
  return TRUE;
}

/* As the migrations have left them. */
static const char lookups[] =
  "CREATE UNIQUE INDEX IF NOT EXISTS project_id ON project (account, id);"
  "CREATE INDEX IF NOT EXISTS project_video ON project (video_id, account);"
  "CREATE INDEX IF NOT EXISTS project_newest ON project (account, created_at);";

static gboolean
run_migrations (sqlite3  *db,
                int       version,
                GError  **error)
{
  g_autofree char *set_version = g_strdup_printf ("PRAGMA user_version = %d", TRS_STORE_SCHEMA_VERSION);
  gboolean migrated = TRUE;

  /* One of them changes how the schema itself is written. */
  sqlite3_db_config (db, SQLITE_DBCONFIG_DEFENSIVE, 0, NULL);
  for (int i = version; i < TRS_STORE_SCHEMA_VERSION && migrated; i++)
    migrated = trs_sql_exec (db, migrations[i], error);
  sqlite3_db_config (db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);

  if (!migrated)
    return FALSE;
  return trs_sql_exec (db, set_version, error);
}

/**
 * trs_store_schema_check:
 * @db: a connection of which nothing was used yet
 * @error: return location for an error
 *
 * A database of a newer program is left alone: %TRS_ERROR_STORE_NEWER, and so
 * is that of another one: %TRS_ERROR_STORE_FOREIGN. Changes nothing.
 *
 * Returns: %TRUE if this program may use the file
 */
gboolean
trs_store_schema_check (sqlite3  *db,
                        GError  **error)
{
  int version = 0;

  if (!check_owner (db, error) || !read_version (db, &version, error))
    return FALSE;
  if (version <= TRS_STORE_SCHEMA_VERSION)
    return TRUE;

  g_set_error_literal (error, TRS_ERROR, TRS_ERROR_STORE_NEWER, "The schema is newer than this program");
  return FALSE;
}

/**
 * trs_store_schema_migrate:
 * @db: a connection, see trs_store_schema_check()
 * @error: return location for an error
 *
 * Brings the schema up to date, in one transaction.
 *
 * Returns: %TRUE if the schema is the one this program knows
 */
gboolean
trs_store_schema_migrate (sqlite3  *db,
                          GError  **error)
{
  int version = 0;

  if (!read_version (db, &version, error))
    return FALSE;

  if (version == TRS_STORE_SCHEMA_VERSION)
    return TRUE;

  if (!trs_sql_exec (db, "BEGIN IMMEDIATE", error))
    return FALSE;

  if (run_migrations (db, version, error) && trs_sql_exec (db, "COMMIT", error))
    return TRUE;

  trs_sql_exec (db, "ROLLBACK", NULL);
  return FALSE;
}

/**
 * trs_store_schema_make_lookups:
 * @db: a connection
 * @error: return location for an error
 *
 * Makes the indexes by which projects are found by their id, video and time, if
 * they are not there: earlier versions left them out until somebody looked. A
 * file in which an id is there twice counts as damaged.
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_store_schema_make_lookups (sqlite3  *db,
                               GError  **error)
{
  if (trs_sql_exec (db, lookups, error))
    return TRUE;

  if ((sqlite3_errcode (db) & 0xff) == SQLITE_CONSTRAINT)
    {
      g_clear_error (error);
      trs_sql_set_damaged (error, sqlite3_errmsg (db));
    }
  return FALSE;
}

/* FTS5 does not even drop a table whose list of segments it cannot read: here is an empty list. */
static gboolean
empty_segment_lists (sqlite3  *db,
                     GError  **error)
{
  gboolean emptied;

  sqlite3_db_config (db, SQLITE_DBCONFIG_DEFENSIVE, 0, NULL);
  emptied = trs_sql_exec (db,
                          "UPDATE text_index_data SET block = zeroblob (8) WHERE id = 10;"
                          "UPDATE project_index_data SET block = zeroblob (8) WHERE id = 10;",
                          error);
  sqlite3_db_config (db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  return emptied;
}

/**
 * trs_store_schema_renew_indexes:
 * @db: a connection
 * @error: return location for an error
 *
 * Throws the indexes away, whatever state they are in, for empty ones.
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_store_schema_renew_indexes (sqlite3  *db,
                                GError  **error)
{
  return empty_segment_lists (db, error) &&
         trs_sql_exec (db,
                       "DROP TABLE text_index;"
                       "DROP TABLE project_index;"
                       "DROP TABLE project_unspaced;"
                       "DROP TABLE project_unindexed;" INDEX_TABLES,
                       error);
}
