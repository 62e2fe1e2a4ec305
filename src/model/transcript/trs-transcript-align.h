/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-transcript.h"

G_BEGIN_DECLS

TrsTranscript *trs_transcript_align       (GBytes       *bare,
                                           GBytes       *prefixed,
                                           const char   *language);
gboolean       trs_transcript_read_prefix (const char   *prefix,
                                           gsize         length,
                                           TrsParagraph *paragraph);

G_END_DECLS
