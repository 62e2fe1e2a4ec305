/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TrsTranscriptTagState:
 * @timecodes: times are shown
 * @speakers: names are shown
 * @wide: times stand in a gutter
 * @rtl: the text runs from right to left
 * @time_width: width of the widest time, in pixels
 * @scale: size of the text, 1.0 for the normal one
 *
 * All that changes while a text is shown.
 */
typedef struct
{
  gboolean timecodes;
  gboolean speakers;
  gboolean wide;
  gboolean rtl;
  int time_width;
  double scale;
} TrsTranscriptTagState;

/* The tag table of the transcript; its tags are those of trs-transcript-tags.ui.
 * All of the layout that changes while a text is shown lies in tags, so that a
 * toggle touches no text. */

GtkTextTagTable *trs_transcript_tags_new       (void);
void             trs_transcript_tags_set_state (GtkTextTagTable             *self,
                                                const TrsTranscriptTagState *state);

G_END_DECLS
