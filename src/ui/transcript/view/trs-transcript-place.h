/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-transcript-buffer.h"

G_BEGIN_DECLS

/**
 * TrsTranscriptPlace:
 * @held: whether a place is held
 * @line: a line of the buffer
 * @offset: how far below the upper edge of the view its words begin, in pixels
 *
 * The place at which the reader is, held while the layout changes.
 */
typedef struct
{
  gboolean held;
  int line;
  double offset;
} TrsTranscriptPlace;

int  trs_transcript_place_get_line_y (GtkTextView              *view,
                                      int                       line);
void trs_transcript_place_hold       (TrsTranscriptPlace       *place,
                                      GtkTextView              *view);
void trs_transcript_place_restore    (const TrsTranscriptPlace *place,
                                      GtkTextView              *view);

G_END_DECLS
