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

/* The schema: trs-store-schema.c. */

/* The oldest version that is migrated in place; files of older versions are copied into a new file. */
#define TRS_STORE_SCHEMA_OLDEST 7

/* Fills in sort keys for the rows of an older schema, which all came from the list. */
#define TRS_STORE_SCHEMA_FILL_ORDER                                                      \
  "UPDATE project SET listed = 1, sort_at = CASE WHEN created_at <> 0 THEN created_at "   \
  "  WHEN submitted_at <> 0 THEN submitted_at ELSE row * 1000000 END WHERE sort_at = 0;"

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
