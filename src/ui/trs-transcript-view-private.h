/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-transcript-place.h"
#include "trs-transcript-view.h"

G_BEGIN_DECLS

struct _TrsTranscriptView
{
  GtkTextView parent_instance;

  TrsTranscriptTags *tags;
  TrsTranscriptBuffer *buffer;
  TrsTranscript *transcript;
  gint64 latest;

  gboolean show_timecodes;
  gboolean show_speakers;
  gboolean compact;
  double text_scale;

  int last_width;
  TrsTranscriptPlace place;
  guint restore_id;
  guint pin_id;
  gboolean wanting;
  TrsTextPosition wanted;

  /* the time under the pointer */
  gboolean no_video; /* times lead nowhere */
  gboolean link_shown;
  int link_line;
  int link_from;

  GdkContentProvider *primary;
  int press_taken; /* which press of a row on the selection; 0 if it is not on it, and is for GtkTextView */
};

/* trs-transcript-view-place.c: what stays where it is on the screen */
void     trs_transcript_view_hold_place       (TrsTranscriptView *self);
void     trs_transcript_view_forget_place     (TrsTranscriptView *self);
void     trs_transcript_view_scroll_to_wanted (TrsTranscriptView *self);
void     trs_transcript_view_show_caret       (TrsTranscriptView *self);

/* trs-transcript-view-state.c: from what is to be seen to the state of the tags */
gint64   trs_transcript_view_find_latest      (TrsTranscript     *transcript);
void     trs_transcript_view_update_state     (TrsTranscriptView *self);

/* trs-transcript-caret.c: where the caret may stand */
void     trs_transcript_caret_rescue          (TrsTranscriptView *self);

/* trs-transcript-links.c: times as links */
void     trs_transcript_links_attach          (TrsTranscriptView *self);
void     trs_transcript_links_reset           (TrsTranscriptView *self);

/* trs-transcript-clipboard.c: what goes out of the view */
char    *trs_transcript_clipboard_render      (TrsTranscriptView *self);
void     trs_transcript_clipboard_copy        (TrsTranscriptView *self);
void     trs_transcript_clipboard_withdraw    (TrsTranscriptView *self);
void     trs_transcript_clipboard_selected    (TrsTranscriptView *self);

/* trs-transcript-drag.c: the selection dragged out with the pointer */
void     trs_transcript_drag_attach           (TrsTranscriptView *self);

G_END_DECLS
