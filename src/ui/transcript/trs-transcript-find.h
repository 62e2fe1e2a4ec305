/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-export-text.h"

G_BEGIN_DECLS

/**
 * TrsFindHit:
 * @start: where it begins in the transcript
 * @length: its bytes in the body of the paragraph
 *
 * One place where the words that are looked for stand.
 */
typedef struct
{
  TrsTextPosition start;
  gsize length;
} TrsFindHit;

/**
 * TrsTranscriptFind:
 *
 * The words of a transcript with case folded, ready to be searched at every key
 * stroke.
 */
typedef struct _TrsTranscriptFind TrsTranscriptFind;

TrsTranscriptFind *trs_transcript_find_new          (TrsTranscript     *transcript,
                                                     TrsTextFlags       flags);
void               trs_transcript_find_free         (TrsTranscriptFind *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsTranscriptFind, trs_transcript_find_free)

GArray            *trs_transcript_find_search       (TrsTranscriptFind *self,
                                                     const char        *words);
GArray            *trs_transcript_find_search_query (TrsTranscriptFind *self,
                                                     const char        *words);

G_END_DECLS
