/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/**
 * TrsLineSpacing:
 *
 * How far apart the lines of a transcript stand; the nicks are those of the
 * setting.
 */
typedef enum
{
  TRS_LINE_SPACING_COMPACT,
  TRS_LINE_SPACING_NORMAL,
  TRS_LINE_SPACING_WIDE,
} TrsLineSpacing;

#define TRS_TYPE_LINE_SPACING (trs_line_spacing_get_type ())
GType trs_line_spacing_get_type (void);

/**
 * TrsTranscriptTagState:
 * @timecodes: times are shown
 * @speakers: names are shown
 * @wide: times stand in a gutter
 * @rtl: the text runs from right to left
 * @time_width: width of the widest time, in pixels
 * @scale: size of the text, 1.0 for the normal one
 * @spacing: how far apart the lines stand
 * @family: (nullable): the typeface, if it is not that of the desktop
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
  TrsLineSpacing spacing;
  const char *family;
} TrsTranscriptTagState;

/* The tag table of the transcript; its tags are those of trs-transcript-tags.ui.
 * All of the layout that changes while a text is shown lies in tags, so that a
 * toggle touches no text. */

GtkTextTagTable *trs_transcript_tags_new       (void);
void             trs_transcript_tags_set_state (GtkTextTagTable             *self,
                                                const TrsTranscriptTagState *state);
