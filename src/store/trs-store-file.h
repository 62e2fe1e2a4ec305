/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-sql.h"

/* The file as a whole, outside of jobs: trs-store-file.c. */

/* How long a statement waits for another process that is writing. */
#define TRS_STORE_BUSY_MSEC 5000

void      trs_store_file_guard            (void);
sqlite3  *trs_store_file_open             (const char    *path,
                                           GError       **error);
sqlite3  *trs_store_file_open_read_only   (const char    *path,
                                           GError       **problem);
sqlite3  *trs_store_file_open_for_reading (const char    *path,
                                           GError       **error);
gboolean  trs_store_file_has_log          (const char    *path);
gint64    trs_store_file_measure          (const char    *path);
gboolean  trs_store_file_is_check_due     (const char    *path);
gboolean  trs_store_file_is_older         (const char    *path,
                                           gint64         age);
void      trs_store_file_note_checked     (const char    *path);
gboolean  trs_store_file_replace          (const char    *path,
                                           const char    *part,
                                           const char    *aside,
                                           GError       **error);
void      trs_store_file_remove           (const char    *path);

/* The copy of what cannot be downloaded again: trs-store-copy.c. */

#define TRS_STORE_COPY_SUFFIX ".own.json"

gboolean  trs_store_copy_write            (sqlite3       *db,
                                           GError       **error);
void      trs_store_copy_remove           (sqlite3       *db);

/* The schema: trs-store-schema.c. */

/**
 * TrsStoreTable:
 * @name: its name
 * @from_the_end: (nullable): the order in which its rows are read backwards, to salvage them; %NULL if they are made
 *   anew
 * @since: the version of the schema that has it first
 * @own: (nullable): its columns in the copy of what cannot be downloaded again, with blanks between them. No key, no
 *   fingerprint of one and no callback address is among them.
 * @which: (nullable): which of its rows are in that copy; %NULL for all
 *
 * A table of the database: what becomes of it where the file is damaged.
 */
typedef struct
{
  const char *name;
  const char *from_the_end;
  int since;
  const char *own;
  const char *which;
} TrsStoreTable;

const TrsStoreTable *trs_store_schema_get_tables (guint *n_tables);

/* The oldest version that is migrated in place; files of older versions are copied into a new file. */
#define TRS_STORE_SCHEMA_OLDEST 7

/* Fills in sort keys for the rows of an older schema, which all came from the list. */
#define TRS_STORE_SCHEMA_FILL_ORDER                                                      \
  "UPDATE project SET listed = 1, sort_at = CASE WHEN created_at <> 0 THEN created_at "   \
  "  WHEN submitted_at <> 0 THEN submitted_at ELSE row * 1000000 END WHERE sort_at = 0;"

/* Joins the rows of one project whose id was kept in small and in capital letters: the one with a text stays, and of
 * these the one to which the user added most. Texts that differ are kept beside its own until the user compares them;
 * what the user added goes with its text. */
#define TRS_STORE_SCHEMA_JOIN_TWINS                                                                                    \
  "CREATE TEMP TABLE twin AS SELECT row, account, id,"                                                                 \
  "  first_value (row) OVER (PARTITION BY account, packed_id (id) ORDER BY"                                            \
  "    EXISTS (SELECT 1 FROM text WHERE text.text = row) DESC,"                                                        \
  "    (SELECT count (*) FROM annotation WHERE project = row) DESC, listed DESC, row DESC) AS kept,"                   \
  "  first_value (plain_id (id)) OVER (PARTITION BY account, packed_id (id)"                                           \
  "    ORDER BY listed DESC, row DESC) AS wire_id,"                                                                    \
  "  (SELECT min (0, min (text.text)) FROM text) - row AS version"                                                     \
  "  FROM project WHERE (account, packed_id (id)) IN (SELECT account, packed_id (id) FROM project"                     \
  "    WHERE typeof (id) = 'text' AND typeof (packed_id (id)) = 'blob');"                                              \
  "UPDATE project SET wire_id = nullif (twin.wire_id, lower (twin.wire_id)) FROM twin"                                 \
  "  WHERE project.row = kept AND twin.row = kept;"                                                                    \
  "UPDATE project SET note = ifnull (all_notes, ''),"                                                                  \
  "  local_title = coalesce (nullif (project.local_title, ''), own_title),"                                            \
  "  state = iif (is_done, 3, project.state), state_word = iif (is_done, 'done', project.state_word),"                 \
  "  video_id = ifnull (project.video_id, any_video),"                                                                 \
  "  requested_language = ifnull (project.requested_language, any_language),"                                          \
  "  video_length = max (project.video_length, length),"                                                               \
  "  created_at = max (project.created_at, created), submitted_at = max (project.submitted_at, submitted),"            \
  "  finished_seen_at = max (project.finished_seen_at, finished), unread = max (project.unread, any_unread),"          \
  "  hidden = min (project.hidden, all_hidden), missing = min (project.missing, all_missing)"                          \
  "  FROM (SELECT kept, nullif (max (ifnull (local_title, '')), '') AS own_title, max (state = 3) AS is_done,"         \
  "    max (video_id) AS any_video, max (requested_language) AS any_language, max (video_length) AS length,"           \
  "    max (created_at) AS created,"                                                                                   \
  "    max (submitted_at) AS submitted, max (finished_seen_at) AS finished, max (unread) AS any_unread,"               \
  "    min (hidden) AS all_hidden, min (missing) AS all_missing,"                                                      \
  "    (SELECT group_concat (note, char (10)) FROM (SELECT DISTINCT note FROM project AS noted JOIN twin AS other"     \
  "      USING (row) WHERE other.kept = twin.kept AND note <> '' ORDER BY row <> kept)) AS all_notes"                  \
  "    FROM project JOIN twin USING (row) GROUP BY kept HAVING count (*) > 1) WHERE project.row = kept;"               \
  "DELETE FROM text WHERE EXISTS (SELECT 1 FROM twin JOIN text AS own ON own.project = twin.kept"                      \
  "  WHERE twin.row = text.project AND twin.row <> kept AND own.bare_sha256 = text.bare_sha256"                        \
  "  AND own.full_sha256 = text.full_sha256);"                                                                         \
  "UPDATE annotation SET version = twin.version FROM twin, text"                                                       \
  "  WHERE annotation.version = 0 AND twin.row = annotation.project AND twin.row <> kept AND text.text = twin.row;"    \
  "DELETE FROM annotation WHERE EXISTS (SELECT 1 FROM twin JOIN annotation AS own ON own.project = twin.kept"          \
  "  WHERE twin.row = annotation.project AND twin.row <> kept AND (own.kind, own.number, own.from_paragraph,"          \
  "    own.from_byte, own.to_paragraph, own.to_byte, own.version) = (annotation.kind, annotation.number,"              \
  "    annotation.from_paragraph, annotation.from_byte, annotation.to_paragraph, annotation.to_byte,"                  \
  "    annotation.version) AND (annotation.kind <> 5 OR own.text IS annotation.text));"                                \
  "UPDATE annotation SET project = kept FROM twin WHERE twin.row = annotation.project;"                                \
  "UPDATE text SET project = kept, superseded = 1, text = iif (text.text > 0, version, text.text),"                    \
  "  decided = decided AND text.text < 0 FROM twin"                                                                    \
  "  WHERE twin.row = text.project AND twin.row <> kept;"                                                              \
  "DELETE FROM project WHERE row IN (SELECT row FROM twin WHERE row <> kept);"                                         \
  "UPDATE project SET id = packed_id (id) WHERE row IN (SELECT kept FROM twin);"                                       \
  "UPDATE submission SET project_id = plain_id (packed_id (project_id))"                                               \
  "  WHERE project_id <> plain_id (packed_id (project_id));"                                                           \
  "DROP TABLE twin;"

/* Marks the list as never read, so that it is read from the top to its end. */
#define TRS_STORE_SCHEMA_FORGET_LISTING "listed_at = 0, cursor = 0, gap_below = 1"

/* What this run of the program has seen of the lists, see trs-store-listing.c. The tables are temporary ones, so
 * that they are rolled back together with the rows. */
#define TRS_STORE_SCHEMA_TEMPORARY                                                                                 \
  "PRAGMA temp_store = MEMORY;"                                                                                    \
  "CREATE TEMP TABLE seen (row INTEGER, kind INTEGER, walk INTEGER NOT NULL, PRIMARY KEY (row, kind)) "            \
  "WITHOUT ROWID;"                                                                                                 \
  "CREATE TEMP TABLE walk (account INTEGER, kind INTEGER, began, newest, since, next_page, bottom, vanished, "     \
  "PRIMARY KEY (account, kind)) WITHOUT ROWID;"

/* Records that removed words have to be erased, see trs-store-erase.c. */
#define TRS_STORE_SCHEMA_NOTE_REMOVAL                                                                  \
  "INSERT INTO todo (what, value) VALUES ('erase', 1) ON CONFLICT (what) DO UPDATE SET value = value + 1;"

int       trs_store_schema_get_newest     (void);
int       trs_store_schema_read_version   (sqlite3       *db,
                                           GError       **error);
gboolean  trs_store_schema_check          (sqlite3       *db,
                                           GError       **error);
gboolean  trs_store_schema_migrate        (sqlite3       *db,
                                           GError       **error);
gboolean  trs_store_schema_rebuild_index  (sqlite3       *db,
                                           GError       **error);

/* Damage: trs-store-repair.c. */

gboolean  trs_store_check_database        (sqlite3       *db,
                                           GError       **error);
gboolean  trs_store_check_file            (const char    *path,
                                           GCancellable  *cancellable);
gboolean  trs_store_repair_indexes        (sqlite3       *db,
                                           GError       **error);
gboolean  trs_store_salvage               (const char    *damaged,
                                           const char    *path,
                                           const char    *aside,
                                           GError       **error);

/* Words of what was removed: trs-store-erase.c. */

/**
 * TrsStoreErasePhase:
 * @TRS_STORE_ERASE_BEGIN: whether there is anything to be erased
 * @TRS_STORE_ERASE_MERGE: the segments of the index become one, which has nothing of what was removed
 * @TRS_STORE_ERASE_VACUUM: free pages leave the file
 * @TRS_STORE_ERASE_CHECKPOINT: the log is written back and emptied; outside of transactions
 * @TRS_STORE_ERASE_END: what has been done is crossed out
 * @TRS_STORE_ERASE_DONE: nothing is left to be erased
 *
 * What a step of the erasure is about.
 */
typedef enum
{
  TRS_STORE_ERASE_BEGIN = 1,
  TRS_STORE_ERASE_MERGE,
  TRS_STORE_ERASE_VACUUM,
  TRS_STORE_ERASE_CHECKPOINT,
  TRS_STORE_ERASE_END,
  TRS_STORE_ERASE_DONE,
} TrsStoreErasePhase;

TrsStoreErasePhase  trs_store_erase_step        (sqlite3             *db,
                                                 TrsStoreErasePhase   phase,
                                                 gint64              *removal,
                                                 GError             **error);
gboolean            trs_store_erase_checkpoint  (sqlite3             *db,
                                                 GError             **error);
gboolean            trs_store_erase_is_due      (sqlite3             *db);

/* What was only in memory: trs-store-merge.c. */

gboolean  trs_store_merge                 (sqlite3       *db,
                                           sqlite3       *memory,
                                           GError       **error);
