/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-sql.h"

G_BEGIN_DECLS

#define TRS_STORE_SCHEMA_VERSION 8

/* The oldest version that is migrated in place; older ones are copied into a new file. */
#define TRS_STORE_SCHEMA_OLDEST 7

/* Sort keys for the rows of an older schema, all of which came from the list. */
#define TRS_STORE_SCHEMA_FILL_ORDER                                                      \
  "UPDATE project SET listed = 1, sort_at = CASE WHEN created_at <> 0 THEN created_at "   \
  "  WHEN submitted_at <> 0 THEN submitted_at ELSE row * 1000000 END WHERE sort_at = 0;"

/* There is no known ground any more: the list is read from the top to its end. */
#define TRS_STORE_SCHEMA_FORGET_LISTING "listed_at = 0, cursor = 0, gap_below = 1"

/* Erases removed words from the index and returns the space to the file system. */
#define TRS_STORE_SCHEMA_TIDY                                                            \
  "INSERT INTO text_index (text_index) VALUES ('optimize');"                              \
  "PRAGMA incremental_vacuum;"

int      trs_store_schema_read_version  (sqlite3  *db,
                                         GError  **error);
gboolean trs_store_schema_check         (sqlite3  *db,
                                         GError  **error);
gboolean trs_store_schema_migrate       (sqlite3  *db,
                                         GError  **error);
gboolean trs_store_schema_rebuild_index (sqlite3  *db,
                                         GError  **error);

G_END_DECLS
