/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-transcript-view.h"

/**
 * TrsFindBar:
 *
 * Find in a transcript. Follows the view to another text. Marks only the hits on the screen: to mark
 * all of a long text would stall the window.
 */
#define TRS_TYPE_FIND_BAR (trs_find_bar_get_type ())
G_DECLARE_FINAL_TYPE (TrsFindBar, trs_find_bar, TRS, FIND_BAR, AdwBin)

void     trs_find_bar_set_view (TrsFindBar        *self,
                                TrsTranscriptView *view);
void     trs_find_bar_open     (TrsFindBar        *self);
void     trs_find_bar_show     (TrsFindBar        *self,
                                const char        *query,
                                TrsTextPosition    place);
void     trs_find_bar_step     (TrsFindBar        *self,
                                int                step);
gboolean trs_find_bar_has_hit  (TrsFindBar        *self);
gboolean trs_find_bar_close    (TrsFindBar        *self);

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

GArray  *trs_find_words        (TrsTranscript     *transcript,
                                TrsTextFlags       flags,
                                const char        *words);
GArray  *trs_find_query        (TrsTranscript     *transcript,
                                TrsTextFlags       flags,
                                const char        *query);
