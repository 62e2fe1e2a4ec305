/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-transcript-view.h"

struct _TrsTranscriptView
{
  GtkTextView parent_instance;

  TrsTranscriptBuffer *buffer;
  TrsDocument *document;
  char *title;

  GtkTextTagTable *tags;
  TrsTranscriptTagState state;
  TrsTranscript *transcript; /* of the document */

  gboolean on[TRS_TRANSCRIPT_VIEW_N_PROPS]; /* by property: those that are switched on or off */
  double text_scale;
  TrsLineSpacing line_spacing;
  int last_width;

  gboolean no_video; /* times lead nowhere */
  char *video_id;
  char *link_pattern;
  gboolean link_shown;

  /* what begins the line that is held, and how far below the upper edge of the view its words begin, in pixels; of a
   * name line, how far its name does */
  gboolean held;
  gboolean held_name;
  TrsTextPosition place;
  double offset;
  guint restore_id;
  guint pin_id;

  /* a drag that is held outside: where, in pixels of the view, and when it was scrolled last, on the frame clock */
  guint tick_id;
  double drag_x;
  double drag_y;
  gint64 scrolled_at;

  /* where to scroll as soon as the view has a size */
  gboolean pending;
  gboolean to_top;
  TrsTextPosition target;

  /* what provides the primary selection, rendered when somebody asks for it */
  GdkContentProvider *provider;

  /* Which press of a multiple click on the selection. 0 if it is not on it: then GtkTextView handles it. */
  int press_taken;
};
