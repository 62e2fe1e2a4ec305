/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-transcript-split.h"
#include "trs-transcript.h"

G_BEGIN_DECLS

/* The prefixes of an aligned transcript in one block: for each paragraph the
 * length (7 bits a byte, the lowest first) and the bytes. */

GBytes     *trs_text_prefixes_take       (TrsTranscript *transcript);
GBytes     *trs_text_prefixes_join       (GBytes        *bare,
                                          GBytes        *prefixes,
                                          TrsSplitRule   rule);
gboolean    trs_text_prefixes_find_split (TrsTranscript *transcript,
                                          GBytes        *prefixes,
                                          TrsSplitRule  *rule);
const char *trs_text_prefixes_get        (GBytes        *prefixes,
                                          guint          index,
                                          gsize         *length);

G_END_DECLS
