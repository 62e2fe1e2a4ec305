/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-sql.h"
#include "trs-store-jobs.h"

G_BEGIN_DECLS

/* Texts as they stand in the database, within a job. */

/* What trs_store_read_text() reads of a row. */
#define TRS_STORE_TEXT_COLUMNS \
  "text.text, aligned, damaged, text.language, bare, prefixes, bare_sha256, full_sha256, split"

TrsTranscript      *trs_store_read_text    (sqlite3        *db,
                                            sqlite3_stmt   *statement,
                                            GError        **error);
TrsStoreTextResult  trs_store_put_text     (sqlite3        *db,
                                            gint64          project,
                                            TrsTranscript  *transcript,
                                            const char     *address,
                                            gint64          now,
                                            GError        **error);
const char         *trs_store_find_prefix  (GBytes         *prefixes,
                                            guint           index,
                                            gsize          *length);

G_END_DECLS
