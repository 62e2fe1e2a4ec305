/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TrsTranscriptTag:
 * @TRS_TAG_ALL: the whole buffer
 * @TRS_TAG_MORE: first character of a line that goes on with the words of the line before
 * @TRS_TAG_AFTER_NAME: first character of the words under a name line
 * @TRS_TAG_NAME: a name line, with its end
 * @TRS_TAG_SPEAKER_0: a name line in the first of the eight colours
 * @TRS_TAG_SPEAKER_AGAIN: a name, where the colours begin again
 * @TRS_TAG_SPEAKER_UNKNOWN: what stands where the service gave no name
 * @TRS_TAG_TIME_NAME_WIDE: time and tab before a name
 * @TRS_TAG_TIME_NAME_NARROW: blanks and time after a name
 * @TRS_TAG_TIME_FIRST: time and tab before the words of the first paragraph of a run
 * @TRS_TAG_TIME_BODY: time and tab before the words of the others
 * @TRS_TAG_BODY_FIRST: first character of the words' line of the first paragraph of a run
 * @TRS_TAG_NO_TIME: first character of a line that has no time
 * @TRS_TAG_TOP: first character of the first line of words
 * @TRS_TAG_TOP_NAME: the first line, if it is a name line
 * @TRS_TAG_LINK: a time under the pointer
 * @TRS_TAG_HIT: a hit of the search
 * @TRS_TAG_CURRENT: the hit that the user is at
 *
 * The tags of the transcript, in the order of their priority.
 */
typedef enum
{
  TRS_TAG_ALL,
  TRS_TAG_MORE,
  TRS_TAG_AFTER_NAME,
  TRS_TAG_NAME,
  TRS_TAG_SPEAKER_0,
  TRS_TAG_SPEAKER_1,
  TRS_TAG_SPEAKER_2,
  TRS_TAG_SPEAKER_3,
  TRS_TAG_SPEAKER_4,
  TRS_TAG_SPEAKER_5,
  TRS_TAG_SPEAKER_6,
  TRS_TAG_SPEAKER_7,
  TRS_TAG_SPEAKER_AGAIN,
  TRS_TAG_SPEAKER_UNKNOWN,
  TRS_TAG_TIME_NAME_WIDE,
  TRS_TAG_TIME_NAME_NARROW,
  TRS_TAG_TIME_FIRST,
  TRS_TAG_TIME_BODY,
  TRS_TAG_BODY_FIRST,
  TRS_TAG_NO_TIME,
  TRS_TAG_TOP,
  TRS_TAG_TOP_NAME,
  TRS_TAG_LINK,
  TRS_TAG_HIT,
  TRS_TAG_CURRENT,
  TRS_N_TAGS,
} TrsTranscriptTag;

/**
 * TrsTranscriptTagState:
 * @timecodes: times are shown
 * @speakers: names are shown
 * @wide: times stand in a gutter
 * @rtl: the text runs from right to left
 * @gutter: width of the gutter, in pixels
 * @narrow_tab: place of the words after a time without a gutter, in pixels
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
  int gutter;
  int narrow_tab;
  double scale;
} TrsTranscriptTagState;

/* The tag table of the transcript. All of the layout that changes while a text
 * is shown lies in tags, so that a toggle touches no text. */

GtkTextTagTable *trs_transcript_tags_new         (void);
GtkTextTag      *trs_transcript_tags_get         (GtkTextTagTable             *self,
                                                  TrsTranscriptTag             tag);
void             trs_transcript_tags_set_state   (GtkTextTagTable             *self,
                                                  const TrsTranscriptTagState *state);
void             trs_transcript_tags_set_colours (GtkTextTagTable             *self,
                                                  gboolean                     dark,
                                                  gboolean                     high_contrast);

G_END_DECLS
