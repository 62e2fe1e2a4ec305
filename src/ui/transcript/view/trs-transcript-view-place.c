/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-view-private.h"

/* After GTK has validated the first lines (RESIZE - 2), before it paints. */
#define PRIORITY_RESTORE (GTK_PRIORITY_RESIZE - 1)

/* How much of the screen stays above what is scrolled to. */
#define ABOVE (1.0 / 3)

static gboolean
restore_cb (gpointer user_data)
{
  TrsTranscriptView *self = user_data;

  trs_transcript_place_restore (&self->place, GTK_TEXT_VIEW (self));
  self->place.held = self->pin_id != 0;
  self->restore_id = 0;
  return G_SOURCE_REMOVE;
}

/* Holds the place over a change of the layout that GTK makes up for before the next frame. */
void
trs_transcript_view_hold_place (TrsTranscriptView *self)
{
  if (self->buffer == NULL)
    return;

  trs_transcript_place_hold (&self->place, GTK_TEXT_VIEW (self));
  if (self->place.held && self->restore_id == 0)
    self->restore_id = g_idle_add_full (PRIORITY_RESTORE, restore_cb, self, NULL);
}

void
trs_transcript_view_forget_place (TrsTranscriptView *self)
{
  g_clear_handle_id (&self->pin_id, g_source_remove);
  g_clear_handle_id (&self->restore_id, g_source_remove);
  self->place.held = FALSE;
  self->wanting = FALSE;
}

static gboolean
unpin_cb (gpointer user_data)
{
  TrsTranscriptView *self = user_data;

  self->pin_id = 0;
  trs_transcript_place_restore (&self->place, GTK_TEXT_VIEW (self));
  trs_transcript_view_forget_place (self);
  return G_SOURCE_REMOVE;
}

static void
adjustment_changed_cb (TrsTranscriptView *self)
{
  if (self->pin_id != 0)
    trs_transcript_place_restore (&self->place, GTK_TEXT_VIEW (self));
}

/* In a text whose lines have no heights yet, a place moves for as long as the
 * lines before it get theirs: it is held until GTK is through with them. */
static void
pin_place (TrsTranscriptView *self,
           int                line,
           double             offset)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self));

  trs_transcript_view_forget_place (self);
  self->place = (TrsTranscriptPlace) { TRUE, line, offset };
  self->restore_id = g_idle_add_full (PRIORITY_RESTORE, restore_cb, self, NULL);
  self->pin_id = g_idle_add_full (GTK_TEXT_VIEW_PRIORITY_VALIDATE + 1, unpin_cb, self, NULL);
  g_signal_handlers_disconnect_by_func (adjustment, adjustment_changed_cb, self);
  g_signal_connect_object (adjustment, "changed", G_CALLBACK (adjustment_changed_cb), self, G_CONNECT_SWAPPED);
  trs_transcript_place_restore (&self->place, GTK_TEXT_VIEW (self));
}

static void
pin_iter (TrsTranscriptView *self,
          const GtkTextIter *iter)
{
  GtkTextView *view = GTK_TEXT_VIEW (self);
  int line = gtk_text_iter_get_line (iter);
  GdkRectangle place;
  GdkRectangle visible;

  gtk_text_view_get_cursor_locations (view, iter, &place, NULL);
  gtk_text_view_get_visible_rect (view, &visible);
  pin_place (self, line, visible.height * ABOVE - (place.y - trs_transcript_place_get_line_y (view, line)));
}

static gboolean
is_in_sight (GtkTextView       *view,
             const GtkTextIter *iter)
{
  GdkRectangle place;
  GdkRectangle visible;
  int line_height;

  gtk_text_view_get_line_yrange (view, iter, NULL, &line_height);
  gtk_text_view_get_cursor_locations (view, iter, &place, NULL);
  gtk_text_view_get_visible_rect (view, &visible);
  return line_height > 0 && place.y >= visible.y && place.y + place.height <= visible.y + visible.height;
}

/**
 * trs_transcript_view_scroll_to:
 * @self: a view
 * @position: a place in the transcript
 *
 * Scrolls so that the place is on the screen, a third below the upper edge if
 * it was not there before.
 */
void
trs_transcript_view_scroll_to (TrsTranscriptView *self,
                               TrsTextPosition    position)
{
  GtkTextView *view = GTK_TEXT_VIEW (self);
  GtkTextIter iter;

  if (self->buffer == NULL || gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view)) == NULL)
    return;

  self->wanting = gtk_widget_get_height (GTK_WIDGET (self)) == 0;
  self->wanted = position;
  if (self->wanting)
    return;

  trs_transcript_buffer_get_iter (self->buffer, position, &iter);
  if (!is_in_sight (view, &iter))
    pin_iter (self, &iter);
}

/* Brings the caret into sight. GtkTextView does that, too, but in a line in which something is hidden it looks for the
 * place of an iter, which it does not find, and leaves the caret up to a paragraph below the edge. */
void
trs_transcript_view_show_caret (TrsTranscriptView *self)
{
  GtkTextView *view = GTK_TEXT_VIEW (self);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  GtkTextIter iter;
  GdkRectangle caret;
  GdkRectangle visible;
  int line;
  int line_y;
  int top;
  int bottom;
  int start;

  if (self->buffer == NULL || gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view)) == NULL)
    return;

  gtk_text_buffer_get_iter_at_mark (buffer, &iter, gtk_text_buffer_get_insert (buffer));
  line = gtk_text_iter_get_line (&iter);
  gtk_text_view_get_cursor_locations (view, &iter, &caret, NULL);
  gtk_text_view_get_line_yrange (view, &iter, &line_y, NULL);
  gtk_text_view_get_visible_rect (view, &visible);

  /* With the first row comes the space above it, with the end of all the space below it. */
  top = caret.y - line_y < caret.height + caret.height / 2 ? line_y : caret.y;
  bottom = caret.y + caret.height;
  if (gtk_text_iter_is_end (&iter))
    bottom += caret.height / 4 + gtk_text_view_get_bottom_margin (view);

  /* What is held before the caret moves would take it out of sight again. */
  start = top < visible.y ? top : MAX (visible.y, bottom - visible.height);
  if (start != visible.y || self->place.held)
    pin_place (self, line, trs_transcript_place_get_line_y (view, line) - start);
}

static void
dragged_cb (TrsTranscriptView *self,
            double             dx,
            double             dy,
            GtkGestureDrag    *drag)
{
  GtkTextView *view = GTK_TEXT_VIEW (self);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  GtkTextIter caret;
  GtkTextIter at;
  double x;
  double y;
  int left;
  int top;

  gtk_gesture_drag_get_start_point (drag, &x, &y);
  gtk_text_view_window_to_buffer_coords (view, GTK_TEXT_WINDOW_WIDGET, x + dx, y + dy, &left, &top);
  gtk_text_view_get_iter_at_location (view, &at, left, top);
  gtk_text_buffer_get_iter_at_mark (buffer, &caret, gtk_text_buffer_get_insert (buffer));
  if (gtk_text_iter_equal (&at, &caret))
    trs_transcript_view_show_caret (self);
}

/* What is selected over the edge takes the text along. GtkTextView sees to that, but GTK 4.24 looks for the end of a
 * line in which something is hidden at its beginning, and scrolls no further. */
void
trs_transcript_view_follow_drags (TrsTranscriptView *self)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (self));

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (G_OBJECT_TYPE (controller) == GTK_TYPE_GESTURE_DRAG)
        g_signal_connect_object (controller, "drag-update", G_CALLBACK (dragged_cb), self, G_CONNECT_SWAPPED);
    }
}

/**
 * trs_transcript_view_scroll_to_wanted:
 * @self: a view that has just got its size
 *
 * Scrolls to where somebody wanted to be before there was a size: without one
 * nothing is measured, so that all lines are at the top, and what the first
 * frames would show is the end of the text.
 */
void
trs_transcript_view_scroll_to_wanted (TrsTranscriptView *self)
{
  if (self->wanting)
    trs_transcript_view_scroll_to (self, self->wanted);
}
