/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-sql.h"
#include "trs-transcript.h"

G_BEGIN_DECLS

/* What trs_store_read_text() wants to find in a row. */
#define TRS_STORE_TEXT_COLUMNS \
  "text.text, aligned, damaged, text.language, bare, prefixes, bare_sha256, full_sha256, split"

GBytes        *trs_store_make_sha256 (GBytes        *bytes);
TrsTranscript *trs_store_read_text   (sqlite3       *db,
                                      sqlite3_stmt  *statement,
                                      GError       **error);

G_END_DECLS
