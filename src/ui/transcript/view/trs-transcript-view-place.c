/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-view-private.h"

/* After GTK has validated the first lines (RESIZE - 2), before it paints. */
#define PRIORITY_RESTORE (GTK_PRIORITY_RESIZE - 1)

/* The line above the held one may get its height only when it becomes visible,
 * which moves the held one once more. */
#define MAX_ROUNDS 4

/* Pixels of a row at the upper edge that cannot be read. */
#define SLIVER 8

/* Pixels a second that a text scrolls under a drag that is held outside, and more for each pixel of distance. */
#define DRAG_SPEED 120.0
#define DRAG_SPEED_MORE 10.0

/* How much of the screen stays above what is scrolled to. */
#define ABOVE (1.0 / 3)

static GtkAdjustment *
get_adjustment (TrsTranscriptView *self)
{
  return gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self));
}

/* Where a line begins, below the space above it. */
static int
get_line_y (TrsTranscriptView *self,
            const GtkTextIter *line)
{
  GtkTextIter iter = *line;
  GdkRectangle location;

  gtk_text_iter_set_line_offset (&iter, 0);
  gtk_text_view_get_iter_location (GTK_TEXT_VIEW (self), &iter, &location);
  return location.y;
}

/* Finds the name line over the words with which a paragraph begins, if one is shown. */
gboolean
trs_transcript_view_find_name (TrsTranscriptView *self,
                               const GtkTextIter *words,
                               GtkTextIter       *name)
{
  GtkTextTag *tag = gtk_text_tag_table_lookup (self->tags, "name");

  *name = *words;
  if (!self->state.speakers || !gtk_text_iter_backward_line (name) || !gtk_text_iter_has_tag (name, tag))
    return FALSE;
  return trs_transcript_buffer_to_position (self->buffer, name).paragraph ==
         trs_transcript_buffer_to_position (self->buffer, words).paragraph;
}

/* Where the words of the place that is held begin: a time before them is smaller, and may come or go. Or where the name
 * over them does: how high that line is may not be known when it is held. */
static int
get_place_y (TrsTranscriptView *self)
{
  GtkTextIter iter;
  GtkTextIter name;
  GdkRectangle location;

  trs_transcript_buffer_get_iter (self->buffer, self->place, &iter);
  if (self->held_name && trs_transcript_view_find_name (self, &iter, &name))
    return get_line_y (self, &name);
  gtk_text_view_get_iter_location (GTK_TEXT_VIEW (self), &iter, &location);
  return location.y;
}

/* The first line of words that begins on the screen, or else the line that crosses the upper edge. */
static void
find_line (TrsTranscriptView *self,
           double             value,
           GtkTextIter       *line)
{
  GtkTextTag *name = gtk_text_tag_table_lookup (self->tags, "name");
  double bottom = value + gtk_adjustment_get_page_size (get_adjustment (self));
  GtkTextIter first;

  gtk_text_view_get_line_at_y (GTK_TEXT_VIEW (self), line, value, NULL);
  first = *line;
  do
    {
      int y = get_line_y (self, line);

      if (y >= bottom)
        break;
      if (y >= value && !gtk_text_iter_has_tag (line, name))
        return;
    }
  while (gtk_text_iter_forward_line (line));
  *line = first;
}

/* Holds the line of a place, its words so far below the upper edge. */
static void
hold (TrsTranscriptView *self,
      const GtkTextIter *line,
      double             offset)
{
  GtkTextIter start = *line;

  gtk_text_iter_set_line_offset (&start, 0);
  self->held = TRUE;
  self->held_name = gtk_text_iter_has_tag (&start, gtk_text_tag_table_lookup (self->tags, "name"));
  self->place = trs_transcript_buffer_to_position (self->buffer, &start);
  self->offset = offset + get_place_y (self) - get_line_y (self, line);
}

static gboolean
restore_cb (gpointer user_data)
{
  TrsTranscriptView *self = user_data;

  trs_transcript_view_restore_place (self);
  self->held = self->pin_id != 0;
  self->restore_id = 0;
  return G_SOURCE_REMOVE;
}

/**
 * trs_transcript_view_hold_place:
 * @self: a view
 *
 * To be called before a change of the layout: what is at the top of the view is
 * there again before the next frame. At the top of the text nothing is held.
 */
void
trs_transcript_view_hold_place (TrsTranscriptView *self)
{
  GtkAdjustment *adjustment = get_adjustment (self);
  double value = adjustment != NULL ? gtk_adjustment_get_value (adjustment) : 0;
  GtkTextIter line;

  if (self->buffer == NULL)
    return;

  if (!self->held && value >= 1)
    {
      find_line (self, value, &line);
      hold (self, &line, get_line_y (self, &line) - value);
    }
  if (self->held && self->restore_id == 0)
    self->restore_id = g_idle_add_full (PRIORITY_RESTORE, restore_cb, self, NULL);
}

/**
 * trs_transcript_view_restore_place:
 * @self: a view
 *
 * Scrolls so that the held line is where it was.
 */
void
trs_transcript_view_restore_place (TrsTranscriptView *self)
{
  GtkAdjustment *adjustment = get_adjustment (self);

  if (!self->held || adjustment == NULL)
    return;

  for (int i = 0; i < MAX_ROUNDS; i++)
    {
      double value = get_place_y (self) - self->offset;

      value = CLAMP (value, gtk_adjustment_get_lower (adjustment),
                     MAX (0, gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_page_size (adjustment)));
      if (ABS (value - gtk_adjustment_get_value (adjustment)) < 0.5)
        return;
      gtk_adjustment_set_value (adjustment, value);
    }
}

/* Nothing is held, and nothing is scrolled to, from now on. */
void
trs_transcript_view_release_place (TrsTranscriptView *self)
{
  g_clear_handle_id (&self->pin_id, g_source_remove);
  g_clear_handle_id (&self->restore_id, g_source_remove);
  self->held = FALSE;
  self->pending = FALSE;
}

static gboolean
unpin_cb (gpointer user_data)
{
  TrsTranscriptView *self = user_data;

  self->pin_id = 0;
  trs_transcript_view_restore_place (self);
  trs_transcript_view_release_place (self);
  return G_SOURCE_REMOVE;
}

static void
adjustment_changed_cb (TrsTranscriptView *self)
{
  if (self->pin_id != 0)
    trs_transcript_view_restore_place (self);
}

/* While lines have no heights yet, a place moves as those before it get theirs: hold it until GTK has validated all. */
static void
pin (TrsTranscriptView *self,
     const GtkTextIter *line,
     double             offset)
{
  GtkAdjustment *adjustment = get_adjustment (self);

  trs_transcript_view_release_place (self);
  hold (self, line, offset);
  self->restore_id = g_idle_add_full (PRIORITY_RESTORE, restore_cb, self, NULL);
  self->pin_id = g_idle_add_full (GTK_TEXT_VIEW_PRIORITY_VALIDATE + 1, unpin_cb, self, NULL);
  g_signal_handlers_disconnect_by_func (adjustment, adjustment_changed_cb, self);
  g_signal_connect_object (adjustment, "changed", G_CALLBACK (adjustment_changed_cb), self, G_CONNECT_SWAPPED);
  trs_transcript_view_restore_place (self);
}

/* Returns whether the view has to have a size first. */
static gboolean
wait_for_size (TrsTranscriptView *self,
               TrsTextPosition    position,
               gboolean           to_top)
{
  self->pending = gtk_widget_get_height (GTK_WIDGET (self)) == 0;
  self->target = position;
  self->to_top = to_top;
  return self->pending;
}

/**
 * trs_transcript_view_scroll_to:
 * @self: a view
 * @position: a place in the transcript
 *
 * Scrolls so that the place is visible, a third below the upper edge if it was
 * not visible before. A view without a size scrolls when it gets one: until then
 * no line is measured.
 */
void
trs_transcript_view_scroll_to (TrsTranscriptView *self,
                               TrsTextPosition    position)
{
  GtkTextIter iter;
  GdkRectangle caret;
  GdkRectangle visible;
  int line_height;

  if (self->buffer == NULL || get_adjustment (self) == NULL)
    return;

  if (wait_for_size (self, position, FALSE))
    return;

  trs_transcript_buffer_get_iter (self->buffer, position, &iter);
  gtk_text_view_get_line_yrange (GTK_TEXT_VIEW (self), &iter, NULL, &line_height);
  gtk_text_view_get_cursor_locations (GTK_TEXT_VIEW (self), &iter, &caret, NULL);
  gtk_text_view_get_visible_rect (GTK_TEXT_VIEW (self), &visible);
  if (line_height > 0 && caret.y >= visible.y && caret.y + caret.height <= visible.y + visible.height)
    return;

  pin (self, &iter, visible.height * ABOVE - (caret.y - get_line_y (self, &iter)));
}

/**
 * trs_transcript_view_get_top:
 * @self: a view with a text
 *
 * The beginning of a paragraph stands for the name over it. Where its words are
 * the first that can be read, without their name, that is their second letter.
 *
 * Returns: the first that can be read in it
 */
TrsTextPosition
trs_transcript_view_get_top (TrsTranscriptView *self)
{
  int value = (int) gtk_adjustment_get_value (get_adjustment (self));
  int x = self->state.rtl ? gtk_widget_get_width (GTK_WIDGET (self)) : 0;
  const TrsParagraph *paragraph;
  TrsTextPosition top;
  GtkTextIter iter;
  GtkTextIter words;
  GtkTextIter name;

  if (value < 1)
    return (TrsTextPosition) { 0, 0 };

  gtk_text_view_get_iter_at_location (GTK_TEXT_VIEW (self), &iter, x, value + SLIVER);
  top = trs_transcript_buffer_to_position (self->buffer, &iter);
  if (top.byte > 0)
    return top;

  trs_transcript_buffer_get_iter (self->buffer, top, &words);
  paragraph = trs_transcript_get_paragraph (self->transcript, trs_transcript_view_get_flags (self), top.paragraph);
  if (gtk_text_iter_get_line (&words) == gtk_text_iter_get_line (&iter) &&
      trs_transcript_view_find_name (self, &words, &name) && paragraph->body_length > 1)
    top.byte = (gsize) (g_utf8_next_char (paragraph->body) - paragraph->body);
  return top;
}

/**
 * trs_transcript_view_set_top:
 * @self: a view with a text
 * @position: a place in the transcript
 *
 * Scrolls so that the place is at the upper edge, below the name over it.
 */
void
trs_transcript_view_set_top (TrsTranscriptView *self,
                             TrsTextPosition    position)
{
  GtkTextIter iter;
  GtkTextIter above;
  GdkRectangle place;

  if (wait_for_size (self, position, TRUE))
    return;

  trs_transcript_view_release_place (self);
  if (position.paragraph == 0 && position.byte == 0)
    {
      gtk_adjustment_set_value (get_adjustment (self), 0);
      return;
    }

  trs_transcript_buffer_get_iter (self->buffer, position, &iter);
  if (position.byte == 0 && trs_transcript_view_find_name (self, &iter, &above))
    iter = above;
  gtk_text_view_get_cursor_locations (GTK_TEXT_VIEW (self), &iter, &place, NULL);
  pin (self, &iter, get_line_y (self, &iter) - place.y);
}

/**
 * trs_transcript_view_go_to:
 * @self: a view with a text
 * @position: a place in the transcript
 *
 * Puts the caret there, and scrolls so that it is visible.
 */
void
trs_transcript_view_go_to (TrsTranscriptView *self,
                           TrsTextPosition    position)
{
  GtkTextIter iter;

  trs_transcript_buffer_get_iter (self->buffer, position, &iter);
  gtk_text_buffer_place_cursor (GTK_TEXT_BUFFER (self->buffer), &iter);
  trs_transcript_view_scroll_to (self, position);
}

/* Whether the character at a place is of a name or a time that is hidden. */
gboolean
trs_transcript_view_is_hidden (const GtkTextIter *iter)
{
  GtkTextIter next = *iter;
  g_autofree char *visible = NULL;

  if (gtk_text_iter_is_end (iter))
    return FALSE;

  gtk_text_iter_forward_char (&next);
  visible = gtk_text_iter_get_visible_text (iter, &next);
  return *visible == '\0';
}

/* Moves the caret out of hidden text. */
void
trs_transcript_view_rescue_caret (TrsTranscriptView *self)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  GtkTextIter caret;

  if (buffer == NULL)
    return;

  gtk_text_buffer_get_iter_at_mark (buffer, &caret, gtk_text_buffer_get_insert (buffer));
  if (!trs_transcript_view_is_hidden (&caret))
    return;

  while (trs_transcript_view_is_hidden (&caret))
    gtk_text_iter_forward_char (&caret);
  if (gtk_text_buffer_get_selection_bounds (buffer, NULL, NULL))
    gtk_text_buffer_move_mark (buffer, gtk_text_buffer_get_insert (buffer), &caret);
  else
    gtk_text_buffer_place_cursor (buffer, &caret);
}

/* Scrolls to the caret. GtkTextView does that, too, but in a line in which something is hidden it does not find the
 * place of the caret, and leaves it up to a paragraph below the edge. */
void
trs_transcript_view_show_caret (TrsTranscriptView *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self));
  GtkTextIter iter;
  GdkRectangle caret;
  GdkRectangle visible;
  int line_y;
  int top;
  int bottom;
  int start;

  if (self->buffer == NULL || get_adjustment (self) == NULL)
    return;

  gtk_text_buffer_get_iter_at_mark (buffer, &iter, gtk_text_buffer_get_insert (buffer));
  gtk_text_view_get_cursor_locations (GTK_TEXT_VIEW (self), &iter, &caret, NULL);
  gtk_text_view_get_line_yrange (GTK_TEXT_VIEW (self), &iter, &line_y, NULL);
  gtk_text_view_get_visible_rect (GTK_TEXT_VIEW (self), &visible);

  /* With the first row comes the space above it, with the end of all the space below it. */
  top = caret.y - line_y < caret.height + caret.height / 2 ? line_y : caret.y;
  bottom = caret.y + caret.height;
  if (gtk_text_iter_is_end (&iter))
    bottom += caret.height / 4 + gtk_text_view_get_bottom_margin (GTK_TEXT_VIEW (self));

  /* A place that was held before the caret moved would scroll away from it again. */
  start = top < visible.y ? top : MAX (visible.y, bottom - visible.height);
  if (start != visible.y || self->held)
    pin (self, &iter, get_line_y (self, &iter) - start);
}

static void
stop_scrolling (TrsTranscriptView *self)
{
  if (self->tick_id != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick_id);
  self->tick_id = 0;
}

/* How far the pointer is outside: above it is less than 0. */
static double
get_distance (TrsTranscriptView *self)
{
  double height = gtk_widget_get_height (GTK_WIDGET (self));

  return self->drag_y < 0 ? self->drag_y : MAX (self->drag_y - height, 0);
}

/* The selection goes on to the line at the edge, as if the pointer had been moved there. */
static void
extend_to_edge (TrsTranscriptView *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self));
  double height = gtk_widget_get_height (GTK_WIDGET (self));
  GtkTextIter at;

  trs_transcript_view_get_iter_at (self, self->drag_x, CLAMP (self->drag_y, 1, height - 1), &at);
  gtk_text_buffer_move_mark (buffer, gtk_text_buffer_get_insert (buffer), &at);
}

static gboolean
scroll_cb (GtkWidget     *widget,
           GdkFrameClock *clock,
           gpointer       drag)
{
  TrsTranscriptView *self = TRS_TRANSCRIPT_VIEW (widget);
  GtkAdjustment *adjustment = get_adjustment (self);
  gint64 now = gdk_frame_clock_get_frame_time (clock);
  double seconds = (double) (now - self->scrolled_at) / G_USEC_PER_SEC;
  double distance = get_distance (self);
  double speed = distance * DRAG_SPEED_MORE + (distance < 0 ? -DRAG_SPEED : DRAG_SPEED);

  if (distance == 0 || adjustment == NULL || !gtk_gesture_is_active (drag))
    {
      self->tick_id = 0;
      return G_SOURCE_REMOVE;
    }

  self->scrolled_at = now;
  trs_transcript_view_release_place (self);
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + speed * seconds);
  extend_to_edge (self);
  return G_SOURCE_CONTINUE;
}

/* GtkTextView scrolls at each movement of the pointer outside; here it goes on where the pointer is held still. */
static void
follow_drag (TrsTranscriptView *self,
             double             x,
             double             y,
             GtkGestureDrag    *drag)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (self));

  self->drag_x = x;
  self->drag_y = y;
  if (get_distance (self) == 0 || clock == NULL)
    {
      stop_scrolling (self);
      return;
    }
  if (self->tick_id != 0)
    return;

  self->scrolled_at = gdk_frame_clock_get_frame_time (clock);
  self->tick_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), scroll_cb, g_object_ref (drag), g_object_unref);
}

static void
dragged_cb (TrsTranscriptView *self,
            double             dx,
            double             dy,
            GtkGestureDrag    *drag)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self));
  GtkTextIter caret;
  GtkTextIter at;
  double x;
  double y;

  gtk_gesture_drag_get_start_point (drag, &x, &y);
  follow_drag (self, x + dx, y + dy, drag);
  trs_transcript_view_get_iter_at (self, x + dx, y + dy, &at);
  gtk_text_buffer_get_iter_at_mark (buffer, &caret, gtk_text_buffer_get_insert (buffer));
  if (gtk_text_iter_equal (&at, &caret))
    trs_transcript_view_show_caret (self);
}

/* A selection that is dragged over the edge scrolls the text. GtkTextView does that, but GTK 4.24 looks for the end of
 * a line in which something is hidden at its beginning, and scrolls no further.
 *
 * Even where nothing can be typed, GtkTextView accepts text that is dropped onto it and throws it away. A link is for
 * the window. */
static void
mend_controllers (TrsTranscriptView *self)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (self));

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (G_OBJECT_TYPE (controller) == GTK_TYPE_GESTURE_DRAG)
        {
          g_signal_connect_swapped (controller, "drag-update", G_CALLBACK (dragged_cb), self);
          g_signal_connect_swapped (controller, "drag-end", G_CALLBACK (stop_scrolling), self);
          g_signal_connect_swapped (controller, "cancel", G_CALLBACK (stop_scrolling), self);
        }
      else if (GTK_IS_DROP_TARGET_ASYNC (controller) || GTK_IS_DROP_TARGET (controller))
        gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_NONE);
    }
}

/* Whoever scrolls or types is not held at a place any more. */
static gboolean
event_cb (TrsTranscriptView *self,
          GdkEvent          *event)
{
  GdkEventType type = gdk_event_get_event_type (event);

  if (self->pin_id != 0 &&
      (type == GDK_SCROLL || type == GDK_KEY_PRESS || type == GDK_BUTTON_PRESS || type == GDK_TOUCH_BEGIN))
    trs_transcript_view_release_place (self);
  return GDK_EVENT_PROPAGATE;
}

void
trs_transcript_view_init_place (TrsTranscriptView *self)
{
  GtkEventController *events = gtk_event_controller_legacy_new ();

  gtk_event_controller_set_propagation_phase (events, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (events, "event", G_CALLBACK (event_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), events);
  mend_controllers (self);
}
