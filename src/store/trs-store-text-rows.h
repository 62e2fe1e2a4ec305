/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-sql.h"
#include "trs-store-text-result.h"
#include "trs-transcript.h"

/* Texts as they stand in the database, within a job. */

/* The columns that trs_store_take_text() reads. */
#define TRS_STORE_TEXT_COLUMNS                                                                      \
  "aligned, damaged, text.language, bare, prefixes, bare_sha256, full_sha256, split, "               \
  TRS_STORE_VARIANT ("bytes", 1) ", " TRS_STORE_VARIANT ("bytes", 2) ", " TRS_STORE_VARIANT ("bytes", 3) ", " \
  TRS_STORE_VARIANT ("sha256", 1) ", " TRS_STORE_VARIANT ("sha256", 2) ", " TRS_STORE_VARIANT ("sha256", 3)
#define TRS_STORE_N_TEXT_COLUMNS 14
#define TRS_STORE_VARIANT(value, flags)                                                             \
  "(SELECT " value " FROM variant WHERE variant.text = text.text AND flags = " #flags ")"

TrsTranscript      *trs_store_read_text   (sqlite3_stmt   *statement,
                                           GError        **error);
TrsTranscript      *trs_store_take_text   (sqlite3_stmt   *statement,
                                           GError        **error);
TrsStoreTextResult  trs_store_put_text    (sqlite3        *db,
                                           gint64          project,
                                           TrsTranscript  *transcript,
                                           const char     *address,
                                           gint64          now,
                                           GError        **error);
const char         *trs_store_next_prefix (GBytes         *prefixes,
                                           gsize          *place,
                                           gsize          *length);
const char         *trs_store_find_prefix (GBytes         *prefixes,
                                           guint           index,
                                           gsize          *length);
