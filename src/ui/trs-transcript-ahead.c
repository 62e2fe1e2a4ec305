/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-ahead.h"

#define SLICE_US 2000

/* After what changes the text or its tags, before GTK measures it. */
#define PRIORITY_AHEAD (GTK_TEXT_VIEW_PRIORITY_VALIDATE - 1)

/* What GTK measures in one go, and as much again: it may have measured lines that somebody scrolled to. */
#define STEP 2000
#define LEAD (2 * STEP)

typedef struct
{
  int line;
  int old_height;
  int height;
  gboolean changes;
} Line;

static int
get_measured_height (GtkTextView       *view,
                     const GtkTextIter *line)
{
  int height;

  gtk_text_view_get_line_yrange (view, line, NULL, &height);
  return height;
}

/* GTK lays a line out to learn its height, throws that away, and does it again to draw the line. If it is asked for a
 * place in it, it keeps what it has laid out. Unlike the one of an iter, the place of a caret is right behind hidden
 * text. Space between paragraphs stands above lines, so a line ends a little below its last caret. */
static int
lay_out (GtkTextView       *view,
         const GtkTextIter *line,
         int               *caret_height)
{
  GtkTextIter end = *line;
  GdkRectangle caret;
  int y;

  if (!gtk_text_iter_ends_line (&end))
    gtk_text_iter_forward_to_line_end (&end);
  *caret_height = 0;
  if (gtk_text_iter_get_line_index (&end) > 0 && gtk_text_iter_get_visible_line_index (&end) == 0)
    return 0;

  gtk_text_view_get_cursor_locations (view, &end, &caret, NULL);
  gtk_text_view_get_line_yrange (view, line, &y, NULL);
  *caret_height = caret.height;
  return caret.y + caret.height - y;
}

static gboolean
lay_out_next (TrsTranscriptAhead *self)
{
  GtkTextIter iter;
  Line line = { self->next_line };
  int height;
  int caret_height;

  gtk_text_buffer_get_iter_at_line (gtk_text_view_get_buffer (self->view), &iter, line.line);
  height = lay_out (self->view, &iter, &caret_height);
  line.old_height = get_measured_height (self->view, &iter);
  line.changes = line.old_height < height || line.old_height > height + caret_height / 2;
  line.height = line.changes ? height + caret_height / 4 : line.old_height;
  g_array_append_val (self->lines, line);
  self->height += line.height;

  if (!gtk_text_iter_forward_visible_line (&iter))
    return FALSE;

  self->next_line = gtk_text_iter_get_line (&iter);
  return TRUE;
}

/* GTK goes on from the top with what it has not measured yet, until that makes a step. Lines that get another height
 * tell how far it has come; it is further if somebody scrolled to what was next. */
static guint
count_measured (TrsTranscriptAhead *self)
{
  guint n = 0;
  int height = 0;

  for (guint i = 0; i < self->lines->len; i++)
    {
      const Line *line = &g_array_index (self->lines, Line, i);
      GtkTextIter iter;

      gtk_text_buffer_get_iter_at_line (gtk_text_view_get_buffer (self->view), &iter, line->line);
      if (get_measured_height (self->view, &iter) != line->old_height)
        n = i + 1;
      else if (line->changes)
        break;
      else if (height < STEP)
        n = i + 1;
      height += line->height;
    }

  return n;
}

/* GTK keeps what it has laid out of as many lines as three screens can have. Up to a third of them can be seen. */
static guint
get_max_lines (GtkTextView *view)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view));
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (view), "X");
  int row_height;

  pango_layout_get_pixel_size (layout, NULL, &row_height);
  return adjustment != NULL ? 2 * gtk_adjustment_get_page_size (adjustment) / MAX (row_height, 1) : 0;
}

/* GTK forgets first what it has not been asked for longest. */
static void
keep_laid_out (TrsTranscriptAhead *self)
{
  trs_transcript_ahead_lay_out_screen (self->view);
  for (guint i = 0; i < self->lines->len; i++)
    {
      GtkTextIter iter;
      int caret_height;

      gtk_text_buffer_get_iter_at_line (gtk_text_view_get_buffer (self->view), &iter,
                                        g_array_index (self->lines, Line, i).line);
      lay_out (self->view, &iter, &caret_height);
    }
}

static gboolean ahead_cb (gpointer user_data);

/* GTK has had its turn: its source has the same priority, and was there before. */
static gboolean
measured_cb (gpointer user_data)
{
  TrsTranscriptAhead *self = user_data;
  guint n = count_measured (self);
  int height = 0;

  for (guint i = 0; i < n; i++)
    height += g_array_index (self->lines, Line, i).height;
  g_array_remove_range (self->lines, 0, n);
  self->height -= height;
  self->source_id = 0;

  /* GTK has nothing to measure any more, or measures more lines at once than it can keep. */
  if (n == 0 || self->lines->len == 0)
    {
      trs_transcript_ahead_stop (self);
      return G_SOURCE_REMOVE;
    }

  keep_laid_out (self);
  self->source_id = g_idle_add_full (PRIORITY_AHEAD, ahead_cb, self, NULL);
  return G_SOURCE_REMOVE;
}

static gboolean
ahead_cb (gpointer user_data)
{
  TrsTranscriptAhead *self = user_data;
  gint64 until = g_get_monotonic_time () + SLICE_US;

  if (self->max_lines == 0)
    self->max_lines = get_max_lines (self->view);
  while (self->height < LEAD && self->lines->len < self->max_lines)
    {
      if (!lay_out_next (self))
        {
          self->source_id = 0;
          trs_transcript_ahead_stop (self);
          return G_SOURCE_REMOVE;
        }
      if (g_get_monotonic_time () >= until)
        return G_SOURCE_CONTINUE;
    }

  self->source_id = g_idle_add_full (GTK_TEXT_VIEW_PRIORITY_VALIDATE, measured_cb, self, NULL);
  return G_SOURCE_REMOVE;
}

/**
 * trs_transcript_ahead_start:
 * @self: zero-filled, or what an earlier start has left
 * @view: a view whose lines have to be measured anew, from the first one on
 *
 * Begins to lay lines out before GTK measures them.
 */
void
trs_transcript_ahead_start (TrsTranscriptAhead *self,
                            GtkTextView        *view)
{
  trs_transcript_ahead_stop (self);
  self->view = view;
  self->lines = g_array_new (FALSE, FALSE, sizeof (Line));
  self->height = 0;
  self->max_lines = 0;
  self->next_line = 0;
  self->source_id = g_idle_add_full (PRIORITY_AHEAD, ahead_cb, self, NULL);
}

/**
 * trs_transcript_ahead_stop:
 * @self: zero-filled, or what a start has left
 *
 * Leaves the rest to GTK: the view goes away, or shows another text.
 */
void
trs_transcript_ahead_stop (TrsTranscriptAhead *self)
{
  g_clear_handle_id (&self->source_id, g_source_remove);
  g_clear_pointer (&self->lines, g_array_unref);
  self->view = NULL;
}

/**
 * trs_transcript_ahead_lay_out_screen:
 * @view: a view whose lines have to be laid out anew
 *
 * Lays out what is on the screen, before GTK measures it and draws it: so it
 * is done once, not twice.
 */
void
trs_transcript_ahead_lay_out_screen (GtkTextView *view)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view));
  int height = adjustment != NULL ? gtk_adjustment_get_page_size (adjustment) : 0;
  GtkTextIter iter;
  int caret_height;

  if (height == 0)
    return;

  gtk_text_view_get_line_at_y (view, &iter, gtk_adjustment_get_value (adjustment), NULL);
  do
    height -= lay_out (view, &iter, &caret_height);
  while (height > 0 && gtk_text_iter_forward_visible_line (&iter));
}
