/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-place.h"

/* The line over the held one may get its height only when it comes into
 * sight, which moves the held one once more. */
#define MAX_ROUNDS 4

/**
 * trs_transcript_place_get_line_y:
 * @view: a text view
 * @line: a line of its buffer
 *
 * Returns: where the words of the line begin, below the space that belongs to
 *   it, in pixels from the beginning of the text
 */
int
trs_transcript_place_get_line_y (GtkTextView *view,
                                 int          line)
{
  GtkTextIter iter;
  GdkRectangle location;

  gtk_text_buffer_get_iter_at_line (gtk_text_view_get_buffer (view), &iter, line);
  gtk_text_view_get_iter_location (view, &iter, &location);
  return location.y;
}

static gboolean
is_name_line (GtkTextView *view,
              int          line)
{
  TrsTranscriptLayout *layout =
      trs_transcript_buffer_get_layout (TRS_TRANSCRIPT_BUFFER (gtk_text_view_get_buffer (view)));

  return trs_transcript_layout_get_line (layout, line)->kind == TRS_LAYOUT_NAME;
}

/**
 * trs_transcript_place_hold:
 * @place: takes the place; left alone if it holds one
 * @view: a view of a #TrsTranscriptBuffer
 *
 * Holds the first line of words that begins on the screen, or else the one
 * that crosses its upper edge. At the top of the text nothing is held: the
 * top stays the top.
 */
void
trs_transcript_place_hold (TrsTranscriptPlace *place,
                           GtkTextView        *view)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view));
  double value = adjustment != NULL ? gtk_adjustment_get_value (adjustment) : 0;
  int n_lines = gtk_text_buffer_get_line_count (gtk_text_view_get_buffer (view));
  GtkTextIter iter;
  int first;
  int line;

  if (place->held || value < 1)
    return;

  gtk_text_view_get_line_at_y (view, &iter, value, NULL);
  first = gtk_text_iter_get_line (&iter);
  n_lines = MIN (n_lines, (int) trs_transcript_layout_get_n_lines (trs_transcript_buffer_get_layout (
                              TRS_TRANSCRIPT_BUFFER (gtk_text_view_get_buffer (view)))));
  for (line = first; line < n_lines; line++)
    {
      int y = trs_transcript_place_get_line_y (view, line);

      if (y >= value + gtk_adjustment_get_page_size (adjustment))
        line = n_lines;
      else if (y >= value && !is_name_line (view, line))
        break;
    }
  if (line >= n_lines)
    line = first;

  place->held = TRUE;
  place->line = line;
  place->offset = trs_transcript_place_get_line_y (view, line) - value;
}

/**
 * trs_transcript_place_restore:
 * @place: a place
 * @view: the view
 *
 * Scrolls so that the held line is where it was.
 */
void
trs_transcript_place_restore (const TrsTranscriptPlace *place,
                              GtkTextView              *view)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view));

  if (!place->held || adjustment == NULL)
    return;

  for (int i = 0; i < MAX_ROUNDS; i++)
    {
      double value = trs_transcript_place_get_line_y (view, place->line) - place->offset;

      value = CLAMP (value, gtk_adjustment_get_lower (adjustment),
                     MAX (0, gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_page_size (adjustment)));
      if (ABS (value - gtk_adjustment_get_value (adjustment)) < 0.5)
        return;
      gtk_adjustment_set_value (adjustment, value);
    }
}
