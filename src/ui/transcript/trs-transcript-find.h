/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-export-text.h"

#include <gio/gio.h>

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
 * The words of a transcript without the difference of capital and small
 * letters, ready to be searched at every key stroke.
 */
#define TRS_TYPE_TRANSCRIPT_FIND (trs_transcript_find_get_type ())
G_DECLARE_FINAL_TYPE (TrsTranscriptFind, trs_transcript_find, TRS, TRANSCRIPT_FIND, GObject)

void               trs_transcript_find_new_async  (TrsTranscript        *transcript,
                                                   TrsTextFlags          flags,
                                                   const char           *query,
                                                   GCancellable         *cancellable,
                                                   GAsyncReadyCallback   callback,
                                                   gpointer              user_data);
TrsTranscriptFind *trs_transcript_find_new_finish (GAsyncResult         *result,
                                                   GError              **error);
TrsTranscriptFind *trs_transcript_find_new        (TrsTranscript        *transcript,
                                                   TrsTextFlags          flags);

GArray            *trs_transcript_find_get_found  (TrsTranscriptFind    *self);
GArray            *trs_transcript_find_search     (TrsTranscriptFind    *self,
                                                   const char           *words);

G_END_DECLS
