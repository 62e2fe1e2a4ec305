/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-sql.h"
#include "trs-transcript.h"

G_BEGIN_DECLS

/* Texts as they stand in the database, within a job. */

/**
 * TrsStoreTextResult:
 * @TRS_STORE_TEXT_FAILED: nothing was kept, see the error
 * @TRS_STORE_TEXT_NEW: the first text of the project
 * @TRS_STORE_TEXT_SAME: the same words as those that are kept
 * @TRS_STORE_TEXT_DIFFERENT: other words than those that are kept; they are
 *   kept beside them, and what is shown stays
 */
typedef enum
{
  TRS_STORE_TEXT_FAILED,
  TRS_STORE_TEXT_NEW,
  TRS_STORE_TEXT_SAME,
  TRS_STORE_TEXT_DIFFERENT,
} TrsStoreTextResult;

/* What trs_store_read_text() wants to find in a row. */
#define TRS_STORE_TEXT_COLUMNS \
  "text.text, aligned, damaged, text.language, bare, prefixes, bare_sha256, full_sha256, split"

TrsTranscript      *trs_store_read_text  (sqlite3        *db,
                                          sqlite3_stmt   *statement,
                                          GError        **error);
TrsStoreTextResult  trs_store_put_text   (sqlite3        *db,
                                          gint64          project,
                                          TrsTranscript  *transcript,
                                          const char     *address,
                                          gint64          now,
                                          GError        **error);

G_END_DECLS
