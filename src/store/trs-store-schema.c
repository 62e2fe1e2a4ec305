/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-file.h"

#include "trs-store-error.h"

/* Category M counts as part of words; otherwise scripts that write vowels as marks would be split. */
#define TOKENIZE "tokenize = \"unicode61 remove_diacritics 2 categories 'L* M* N* Co'\""

#define TEXT_INDEX                                                                           \
  "CREATE VIRTUAL TABLE text_index USING fts5 (bare, content = 'text', content_rowid = 'text', " TOKENIZE ");"

/* Annotations that the user added to transcripts, see TrsAnnotation. */
#define ANNOTATIONS                                                     \
  "CREATE TABLE annotation ("                                           \
  "  annotation INTEGER PRIMARY KEY,"                                   \
  "  project INTEGER NOT NULL REFERENCES project ON DELETE CASCADE,"    \
  "  kind INTEGER NOT NULL,"                                            \
  "  number INTEGER NOT NULL,"                                          \
  "  other INTEGER NOT NULL,"                                           \
  "  from_paragraph INTEGER NOT NULL,"                                  \
  "  from_byte INTEGER NOT NULL,"                                       \
  "  to_paragraph INTEGER NOT NULL,"                                    \
  "  to_byte INTEGER NOT NULL,"                                         \
  "  words TEXT,"                                                       \
  "  text TEXT,"                                                        \
  "  at INTEGER NOT NULL,"                                              \
  "  version INTEGER NOT NULL DEFAULT 0"                                \
  ");"                                                                  \
  "CREATE INDEX annotation_project ON annotation (project, kind);"

/* Work that is pending for the file, to be done by any process: `erase`, a number that grows with each removal whose
 * words are still in the file; `damage`, the name of a damaged file that was moved aside and that no window has told
 * the user about. */
#define PENDING_WORK "CREATE TABLE todo (what TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;"

/* The rowid of a project is its creation time in seconds, or the next free
 * number, so that FTS5 returns hits newest first without sorting. (With
 * microseconds the index would grow by an eighth of the texts, because it
 * stores distances between rowids.)
 *
 * A text of two aligned variants is stored as the bare one and its prefixes,
 * from which both are restored byte for byte (`split` is a TrsSplitRule); one
 * that does not align is stored as its four variants. The text that is shown
 * has the row of its project. A later one that differs is stored beside it,
 * with a number below zero; `decided` says whether the user has chosen between
 * them.
 *
 * The id of a project is stored as 16 bytes if it is a UUID: packed_id(); `wire_id` is the UUID as the service wrote it
 * last, or NULL if that was in small letters.
 *
 * `sort_at` of a project is its sort key by date; the index of the list covers
 * that query. `listed`, and `walk`, `gap_below`, `cursor` and `listed_at` of an
 * account say how far the list has been read: see trs-store-listing.h.
 *
 * `delivery` of an account is who gets the finished texts (a TrsCallbackMode), where the settings could not save it; -1
 * where they could, and 3, no mode, where its address could not be saved either: then nobody gets them.
 *
 * `key_salt` and `key_mark` of an account are the fingerprint of its key: 16 random bytes, and the first 4 bytes of the
 * HMAC-SHA256 of the key under them, which are enough to know the key again and too few to confirm a guess; NULL before
 * a key was proved. `draft_lines`, `draft_language` and `draft_refused` are what the user was about to submit.
 *
 * `place` and `caret` of a project say where the user stopped reading, in bytes of words.
 *
 * The FTS5 index has external content and is updated by triggers. Its tokens
 * end at spaces and punctuation, so that texts in unsegmented scripts are not
 * indexed but scanned: `text.unspaced`. */
static const char schema[] =
  "CREATE TABLE account ("
  "  account INTEGER PRIMARY KEY,"
  "  address TEXT NOT NULL,"
  "  created_at INTEGER NOT NULL,"
  "  used_at INTEGER NOT NULL,"
  "  walk INTEGER NOT NULL DEFAULT 0,"
  "  gap_below INTEGER NOT NULL DEFAULT 1,"
  "  cursor INTEGER NOT NULL DEFAULT 0,"
  "  listed_at INTEGER NOT NULL DEFAULT 0,"
  "  delivery INTEGER NOT NULL DEFAULT -1,"
  "  key_salt BLOB,"
  "  key_mark BLOB,"
  "  draft_lines TEXT,"
  "  draft_language TEXT,"
  "  draft_refused TEXT"
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
  "  listed INTEGER NOT NULL DEFAULT 0,"
  "  place INTEGER NOT NULL DEFAULT 0,"
  "  caret INTEGER NOT NULL DEFAULT 0,"
  "  recognizer TEXT,"
  "  wire_id TEXT"
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
  ANNOTATIONS
  PENDING_WORK
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

/* Version 7, of 0.1.0, also indexed the titles, and created indexes on demand. If the list was not read to its end,
 * all known projects are put above a gap, so that the list is read again. */
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

static const char from_version_8[] =
  ANNOTATIONS
  "ALTER TABLE project ADD COLUMN place INTEGER NOT NULL DEFAULT 0;"
  "ALTER TABLE project ADD COLUMN caret INTEGER NOT NULL DEFAULT 0;";

/* Until version 9, the index kept the words of removed texts. */
static const char from_version_9[] =
  "ALTER TABLE account ADD COLUMN delivery INTEGER NOT NULL DEFAULT -1;"
  PENDING_WORK
  TRS_STORE_SCHEMA_NOTE_REMOVAL;

static const char from_version_10[] =
  "ALTER TABLE annotation ADD COLUMN version INTEGER NOT NULL DEFAULT 0;";

static const char from_version_11[] =
  "ALTER TABLE project ADD COLUMN recognizer TEXT;";

static const char from_version_12[] =
  "ALTER TABLE account ADD COLUMN key_salt BLOB;"
  "ALTER TABLE account ADD COLUMN key_mark BLOB;"
  "ALTER TABLE account ADD COLUMN draft_lines TEXT;"
  "ALTER TABLE account ADD COLUMN draft_language TEXT;"
  "ALTER TABLE account ADD COLUMN draft_refused TEXT;";

/* Until version 13, a UUID in capital letters was another project than the same one in small letters. */
static const char from_version_13[] =
  "ALTER TABLE project ADD COLUMN wire_id TEXT;"
  TRS_STORE_SCHEMA_JOIN_TWINS;

/* The steps from each version to the next, beginning with the oldest; their number determines the newest version. A
 * step is skipped for files older than @unless_before, because an earlier step has created the table in its present
 * form. */
static const struct
{
  const char *sql;
  int unless_before;
} steps[] = {
  { from_version_7 },
  { from_version_8 },
  { from_version_9 },
  { from_version_10, .unless_before = 9 }, /* the annotations */
  { from_version_11 },
  { from_version_12 },
  { from_version_13 },
};

/* With the newest projects of an account it is known again, whatever the user added to older ones. */
#define OWN_PROJECTS                                                                                           \
  " WHERE coalesce (local_title, '') <> '' OR note <> '' OR row IN (SELECT project FROM annotation) OR row IN" \
  " (SELECT row FROM (SELECT row, row_number () OVER (PARTITION BY account ORDER BY sort_at DESC, row DESC)"   \
  " AS nth FROM project) WHERE nth <= 100)"

/* Parents before children, as foreign keys demand. */
static const TrsStoreTable tables[] = {
  { "account", " ORDER BY account DESC", 1, "account address created_at used_at", NULL },
  { "submission", " ORDER BY local_id DESC", 1,
    "local_id account video_id language known_ids sent_at outcome project_id decided_at", NULL },
  { "project", " ORDER BY row DESC", 1,
    "row account id title video_id state created_at sort_at hidden local_title note", OWN_PROJECTS },
  { "text", " ORDER BY text DESC", 1, NULL, NULL },
  { "variant", " ORDER BY text DESC, flags DESC", 1, NULL, NULL },
  { "annotation", " ORDER BY annotation DESC", 9,
    "annotation project kind number other from_paragraph from_byte to_paragraph to_byte words text at version", NULL },
  { "todo", NULL, 10, NULL, NULL },
  { "text_index", NULL, 1, NULL, NULL },
};

/**
 * trs_store_schema_get_tables:
 * @n_tables: (out): how many there are
 *
 * Returns: (array length=n_tables) (transfer none): all tables
 */
const TrsStoreTable *
trs_store_schema_get_tables (guint *n_tables)
{
  *n_tables = G_N_ELEMENTS (tables);
  return tables;
}

/**
 * trs_store_schema_get_newest:
 *
 * Returns: the version that this program writes
 */
int
trs_store_schema_get_newest (void)
{
  return TRS_STORE_SCHEMA_OLDEST + (int) G_N_ELEMENTS (steps);
}

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

/* A file that contains other tables belongs to another program. */
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
 * Changes nothing. Fails with %TRS_ERROR_STORE_NEWER for a database of a newer
 * version, and with %TRS_ERROR_STORE_FOREIGN for one of another program. One
 * from before 0.1.0 counts as damaged, so that it is copied into a new file.
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
  if (version == 0 || (version >= TRS_STORE_SCHEMA_OLDEST && version <= trs_store_schema_get_newest ()))
    return TRUE;

  if (version > trs_store_schema_get_newest ())
    g_set_error_literal (error, TRS_ERROR, TRS_ERROR_STORE_NEWER, "The schema is newer than this program");
  else
    trs_store_error_set_damaged (error, "the schema is older than 0.1.0");
  return FALSE;
}

/* A violated constraint, such as an id that occurs twice, counts as damage. */
static gboolean
update (sqlite3  *db,
        int       version,
        GError  **error)
{
  gboolean updated = TRUE;

  for (int i = version - TRS_STORE_SCHEMA_OLDEST; updated && i < (int) G_N_ELEMENTS (steps); i++)
    if (version >= steps[i].unless_before)
      updated = trs_sql_exec (db, steps[i].sql, error);
  if (updated)
    return TRUE;

  if ((sqlite3_errcode (db) & 0xff) == SQLITE_CONSTRAINT)
    {
      g_clear_error (error);
      trs_store_error_set_damaged (error, sqlite3_errmsg (db));
    }
  return FALSE;
}

/**
 * trs_store_schema_migrate:
 * @db: a connection, see trs_store_schema_check()
 * @error: return location for an error
 *
 * Creates the schema or migrates it, in one transaction.
 *
 * Returns: %TRUE if the schema is the one this program knows
 */
gboolean
trs_store_schema_migrate (sqlite3  *db,
                          GError  **error)
{
  g_autofree char *set_version = g_strdup_printf ("PRAGMA user_version = %d", trs_store_schema_get_newest ());
  int version = trs_store_schema_read_version (db, error);
  gboolean made;

  if (version < 0 || version == trs_store_schema_get_newest ())
    return version > 0;
  if (!trs_sql_exec (db, "BEGIN IMMEDIATE", error))
    return FALSE;

  /* Another process may have migrated the file meanwhile. */
  version = trs_store_schema_read_version (db, error);
  made = version == trs_store_schema_get_newest () ||
         (version >= 0 && (version == 0 ? trs_sql_exec (db, schema, error) : update (db, version, error)) &&
          trs_sql_exec (db, set_version, error));
  return trs_sql_end_transaction (db, made, error);
}

/* FTS5 cannot even drop a table if its list of segments is unreadable, so that is replaced by an empty one first. */
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
 * Drops the index, whatever its state, and rebuilds it from the texts.
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
