/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TrsTranscriptAhead:
 * @view: the view whose lines are laid out; %NULL when there is nothing to do
 * @lines: those that GTK will measure next, in their order
 * @height: how high they are together, in pixels
 * @max_lines: how many of them GTK can keep; 0 as long as nobody has counted
 * @next_line: the first one behind them
 * @source_id: source of the step that goes on
 *
 * Lays out in small slices what GTK will measure next. GTK measures a text in
 * the background 2,000 pixels at a time, and lays out every line to do so,
 * which keeps the main loop for longer than a frame on a slow machine. What it
 * finds laid out costs it next to nothing.
 */
typedef struct
{
  GtkTextView *view;
  GArray *lines;
  int height;
  guint max_lines;
  int next_line;
  guint source_id;
} TrsTranscriptAhead;

void trs_transcript_ahead_start          (TrsTranscriptAhead *self,
                                          GtkTextView        *view);
void trs_transcript_ahead_stop           (TrsTranscriptAhead *self);
void trs_transcript_ahead_lay_out_screen (GtkTextView        *view);

G_END_DECLS
