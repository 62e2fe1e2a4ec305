/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-transcript-links.h"
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

  TrsTranscriptLinks *links;
  GdkContentProvider *primary;
};

/* trs-transcript-view-place.c: what stays where it is on the screen */
void     trs_transcript_view_hold_place       (TrsTranscriptView *self);
void     trs_transcript_view_forget_place     (TrsTranscriptView *self);
void     trs_transcript_view_scroll_to_wanted (TrsTranscriptView *self);
void     trs_transcript_view_show_caret       (TrsTranscriptView *self);
void     trs_transcript_view_follow_drags     (TrsTranscriptView *self);

/* trs-transcript-view-state.c: from what is to be seen to the state of the tags */
gint64   trs_transcript_view_find_latest      (TrsTranscript     *transcript);
void     trs_transcript_view_update_state     (TrsTranscriptView *self);

G_END_DECLS
