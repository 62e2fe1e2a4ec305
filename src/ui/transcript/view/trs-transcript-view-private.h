/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-transcript-view.h"

enum
{
  PROP_COMPACT = 1,
  PROP_LINE_SPACING,
  PROP_SERIF,
  PROP_SHOW_SPEAKERS,
  PROP_SHOW_TIMECODES,
  PROP_TEXT_SCALE,
  N_PROPS,
};

struct _TrsTranscriptView
{
  GtkTextView parent_instance;

  GtkTextTagTable *tags;
  TrsTranscriptTagState state;
  TrsTranscriptBuffer *buffer;
  TrsDocument *document;
  TrsTranscript *transcript; /* of the document */
  char *title;               /* of a file that is dragged out, or NULL */

  gboolean on[N_PROPS]; /* those that are switched on or off */
  double text_scale;
  TrsLineSpacing line_spacing;
  int last_width;

  gboolean no_video; /* times lead nowhere */
  gboolean link_shown;

  /* what begins the line that is held, and how far below the upper edge of the view its words begin, in pixels */
  gboolean held;
  TrsTextPosition place;
  double offset;
  guint restore_id;
  guint pin_id;

  /* where to scroll as soon as the view has a size */
  gboolean pending;
  gboolean to_top;
  TrsTextPosition target;

  /* what provides the primary selection, rendered when somebody asks for it */
  GdkContentProvider *provider;

  /* Which press of a multiple click on the selection. 0 if it is not on it: then GtkTextView handles it. */
  int press_taken;
};

gboolean trs_transcript_view_get_iter_at        (TrsTranscriptView *self,
                                                 double             x,
                                                 double             y,
                                                 GtkTextIter       *iter);

/* The scroll position: kept over changes of the layout. */
void     trs_transcript_view_init_place         (TrsTranscriptView *self);
void     trs_transcript_view_hold_place         (TrsTranscriptView *self);
void     trs_transcript_view_restore_place      (TrsTranscriptView *self);
void     trs_transcript_view_release_place      (TrsTranscriptView *self);
void     trs_transcript_view_show_caret         (TrsTranscriptView *self);

/* The caret, and the names and times in which it cannot be. */
gboolean trs_transcript_view_is_hidden          (const GtkTextIter *iter);
void     trs_transcript_view_rescue_caret       (TrsTranscriptView *self);

/* How the selection leaves the view, as the primary selection and by drag and
 * drop: always as the text of the plain text renderer, never as the text of the
 * buffer, in which times and tabs stand. */
void     trs_transcript_view_init_clipboard     (TrsTranscriptView *self);
void     trs_transcript_view_update_selection   (TrsTranscriptView *self);
void     trs_transcript_view_withdraw_selection (TrsTranscriptView *self);
