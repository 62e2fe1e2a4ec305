/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-transcript-split.h"
#include "trs-transcript.h"

G_BEGIN_DECLS

TrsTranscript *trs_transcript_new_aligned (GBytes       *bare,
                                           GBytes       *prefixed,
                                           GArray       *paragraphs,
                                           TrsSplitRule  rule,
                                           const char   *language);

G_END_DECLS
