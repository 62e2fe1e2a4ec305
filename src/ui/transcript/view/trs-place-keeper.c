/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-place-keeper.h"

#include "trs-widget-utils.h"

/* After GTK has validated the first lines (GTK_PRIORITY_RESIZE - 2), and before it paints. */
#define PRIORITY_RESTORE (GTK_PRIORITY_RESIZE - 1)

/* The line above the held one may be measured only when it becomes visible, which moves the held line once more. */
#define MAX_ROUNDS 4

/* A row counts as unreadable if no more than this many of its pixels are visible at the upper edge. */
#define SLIVER 8

/* Autoscroll while a drag is held outside of the view: pixels per second, and how many more for each pixel of
 * distance. */
#define DRAG_SPEED 120.0
#define DRAG_SPEED_MORE 10.0

/* The fraction of the view that stays above a place that is scrolled to. */
#define ABOVE (1.0 / 3)

struct _TrsPlaceKeeper
{
  GObject parent_instance;

  GtkTextView *view; /* unowned: the view owns the keeper */
  TrsTranscriptBuffer *buffer;

  /* the start of the held line, and the distance from the upper edge of the view to its words in pixels (for a name
   * line: to the name) */
  gboolean held;
  gboolean held_name;
  TrsTextPosition place;
  double offset;
  guint restore_id;
  guint pin_id;

  /* a drag held outside of the view: its position in view pixels, and the frame time of the last scroll */
  GtkGesture *drag;
  guint tick_id;
  double drag_x;
  double drag_y;
  gint64 scrolled_at;

  /* where to scroll once the view has a size */
  gboolean pending;
  gboolean to_top;
  TrsTextPosition target;
};

G_DEFINE_FINAL_TYPE (TrsPlaceKeeper, trs_place_keeper, G_TYPE_OBJECT)

static GtkTextTag *
lookup_name_tag (TrsPlaceKeeper *self)
{
  return gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (GTK_TEXT_BUFFER (self->buffer)), "name");
}

static GtkAdjustment *
get_adjustment (TrsPlaceKeeper *self)
{
  return gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->view));
}

/* Returns: the y position of a line, below the space above it */
static int
get_line_y (TrsPlaceKeeper    *self,
            const GtkTextIter *line)
{
  GtkTextIter iter = *line;
  GdkRectangle location;

  gtk_text_iter_set_line_offset (&iter, 0);
  gtk_text_view_get_iter_location (self->view, &iter, &location);
  return location.y;
}

/* Returns: the y position of the words: a time before them is smaller, and may be shown or hidden. For a name line,
 * that of the name: the height of that line may be unknown when it is held. */
static int
get_place_y (TrsPlaceKeeper *self)
{
  GtkTextIter iter;
  GtkTextIter name;
  GdkRectangle location;

  trs_transcript_buffer_get_iter (self->buffer, self->place, &iter);
  if (self->held_name && trs_transcript_buffer_find_name (self->buffer, &iter, &name))
    return get_line_y (self, &name);
  gtk_text_view_get_iter_location (self->view, &iter, &location);
  return location.y;
}

/* Returns: the first line of words that begins in the view, or else the line that crosses the upper edge */
static void
find_line (TrsPlaceKeeper *self,
           double          value,
           GtkTextIter    *line)
{
  GtkTextTag *name = lookup_name_tag (self);
  double bottom = value + gtk_adjustment_get_page_size (get_adjustment (self));
  GtkTextIter first;

  gtk_text_view_get_line_at_y (self->view, line, value, NULL);
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

/* Holds the line of a place at a distance below the upper edge. */
static void
hold (TrsPlaceKeeper    *self,
      const GtkTextIter *line,
      double             offset)
{
  GtkTextIter start = *line;

  gtk_text_iter_set_line_offset (&start, 0);
  self->held = TRUE;
  self->held_name = gtk_text_iter_has_tag (&start, lookup_name_tag (self));
  self->place = trs_transcript_buffer_to_position (self->buffer, &start);
  self->offset = offset + get_place_y (self) - get_line_y (self, line);
}

static gboolean
restore_cb (gpointer user_data)
{
  TrsPlaceKeeper *self = user_data;

  trs_place_keeper_restore (self);
  self->held = self->pin_id != 0;
  self->restore_id = 0;
  return G_SOURCE_REMOVE;
}

/**
 * trs_place_keeper_hold:
 * @self: a keeper
 *
 * To be called before a change of the layout: what is at the top of the view is
 * there again before the next frame. At the top of the text nothing is held.
 */
void
trs_place_keeper_hold (TrsPlaceKeeper *self)
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
 * trs_place_keeper_restore:
 * @self: a keeper
 *
 * Scrolls so that the held line is where it was.
 */
void
trs_place_keeper_restore (TrsPlaceKeeper *self)
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

/**
 * trs_place_keeper_release:
 * @self: a keeper
 *
 * Stops holding a line and scrolling to a place.
 */
void
trs_place_keeper_release (TrsPlaceKeeper *self)
{
  g_clear_handle_id (&self->pin_id, g_source_remove);
  g_clear_handle_id (&self->restore_id, g_source_remove);
  self->held = FALSE;
  self->pending = FALSE;
}

static gboolean
unpin_cb (gpointer user_data)
{
  TrsPlaceKeeper *self = user_data;

  self->pin_id = 0;
  trs_place_keeper_restore (self);
  trs_place_keeper_release (self);
  return G_SOURCE_REMOVE;
}

static void
adjustment_changed_cb (TrsPlaceKeeper *self)
{
  if (self->pin_id != 0)
    trs_place_keeper_restore (self);
}

/* Until all lines are measured, a place moves when those before it are: hold it until GTK has validated them. */
static void
pin (TrsPlaceKeeper    *self,
     const GtkTextIter *line,
     double             offset)
{
  GtkAdjustment *adjustment = get_adjustment (self);

  trs_place_keeper_release (self);
  hold (self, line, offset);
  self->restore_id = g_idle_add_full (PRIORITY_RESTORE, restore_cb, self, NULL);
  self->pin_id = g_idle_add_full (GTK_TEXT_VIEW_PRIORITY_VALIDATE + 1, unpin_cb, self, NULL);
  g_signal_handlers_disconnect_by_func (adjustment, adjustment_changed_cb, self);
  g_signal_connect_object (adjustment, "changed", G_CALLBACK (adjustment_changed_cb), self, G_CONNECT_SWAPPED);
  trs_place_keeper_restore (self);
}

/* Returns: whether the view must get a size before it can scroll */
static gboolean
wait_for_size (TrsPlaceKeeper  *self,
               TrsTextPosition  position,
               gboolean         to_top)
{
  self->pending = gtk_widget_get_height (GTK_WIDGET (self->view)) == 0;
  self->target = position;
  self->to_top = to_top;
  return self->pending;
}

/**
 * trs_place_keeper_scroll_to:
 * @self: a keeper
 * @position: a place in the transcript
 *
 * Scrolls so that the place is visible, a third below the upper edge if it was
 * not visible before. A view without a size scrolls when it gets one: until then
 * no line is measured.
 */
void
trs_place_keeper_scroll_to (TrsPlaceKeeper  *self,
                            TrsTextPosition  position)
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
  gtk_text_view_get_line_yrange (self->view, &iter, NULL, &line_height);
  gtk_text_view_get_cursor_locations (self->view, &iter, &caret, NULL);
  gtk_text_view_get_visible_rect (self->view, &visible);
  if (line_height > 0 && caret.y >= visible.y && caret.y + caret.height <= visible.y + visible.height)
    return;

  pin (self, &iter, visible.height * ABOVE - (caret.y - get_line_y (self, &iter)));
}

/**
 * trs_place_keeper_get_top:
 * @self: the keeper of a view with a text
 *
 * The beginning of a paragraph stands for the name over it. Where its words are
 * the first that can be read, without their name, that is their second letter.
 *
 * Returns: the first that can be read in it
 */
TrsTextPosition
trs_place_keeper_get_top (TrsPlaceKeeper *self)
{
  int value = (int) gtk_adjustment_get_value (get_adjustment (self));
  TrsDocument *document = trs_transcript_buffer_get_document (self->buffer);
  gboolean is_rtl = trs_transcript_is_rtl (trs_document_get_transcript (document));
  int x = is_rtl ? gtk_widget_get_width (GTK_WIDGET (self->view)) : 0;
  const TrsParagraph *paragraph;
  TrsTextPosition top;
  GtkTextIter iter;
  GtkTextIter words;
  GtkTextIter name;

  if (value < 1)
    return (TrsTextPosition) { 0, 0 };

  gtk_text_view_get_iter_at_location (self->view, &iter, x, value + SLIVER);
  top = trs_transcript_buffer_to_position (self->buffer, &iter);
  if (top.byte > 0)
    return top;

  trs_transcript_buffer_get_iter (self->buffer, top, &words);
  paragraph = trs_transcript_buffer_get_paragraph (self->buffer, top.paragraph);
  if (gtk_text_iter_get_line (&words) == gtk_text_iter_get_line (&iter) &&
      trs_transcript_buffer_find_name (self->buffer, &words, &name) && paragraph->body_length > 1)
    top.byte = (gsize) (g_utf8_next_char (paragraph->body) - paragraph->body);
  return top;
}

/**
 * trs_place_keeper_set_top:
 * @self: the keeper of a view with a text
 * @position: a place in the transcript
 *
 * Scrolls so that the place is at the upper edge, below the name over it.
 */
void
trs_place_keeper_set_top (TrsPlaceKeeper  *self,
                          TrsTextPosition  position)
{
  GtkTextIter iter;
  GtkTextIter above;
  GdkRectangle place;

  if (wait_for_size (self, position, TRUE))
    return;

  trs_place_keeper_release (self);
  if (position.paragraph == 0 && position.byte == 0)
    {
      gtk_adjustment_set_value (get_adjustment (self), 0);
      return;
    }

  trs_transcript_buffer_get_iter (self->buffer, position, &iter);
  if (position.byte == 0 && trs_transcript_buffer_find_name (self->buffer, &iter, &above))
    iter = above;
  gtk_text_view_get_cursor_locations (self->view, &iter, &place, NULL);
  pin (self, &iter, get_line_y (self, &iter) - place.y);
}

/**
 * trs_place_keeper_show_caret:
 * @self: a keeper
 *
 * Scrolls to the caret. GtkTextView does so, too, but in a line with hidden text
 * it miscalculates the position, and leaves the caret up to a paragraph below
 * the edge.
 */
void
trs_place_keeper_show_caret (TrsPlaceKeeper *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->view);
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
  gtk_text_view_get_cursor_locations (self->view, &iter, &caret, NULL);
  gtk_text_view_get_line_yrange (self->view, &iter, &line_y, NULL);
  gtk_text_view_get_visible_rect (self->view, &visible);

  /* With the first row, show the space above it as well; with the last one, that below it. */
  top = caret.y - line_y < caret.height + caret.height / 2 ? line_y : caret.y;
  bottom = caret.y + caret.height;
  if (gtk_text_iter_is_end (&iter))
    bottom += caret.height / 4 + gtk_text_view_get_bottom_margin (self->view);

  /* Also if the caret is visible, replace a place that is held, which would scroll away from the caret later. */
  start = top < visible.y ? top : MAX (visible.y, bottom - visible.height);
  if (start != visible.y || self->held)
    pin (self, &iter, get_line_y (self, &iter) - start);
}

static void
stop_scrolling (TrsPlaceKeeper *self)
{
  if (self->tick_id != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self->view), self->tick_id);
  self->tick_id = 0;
  g_clear_object (&self->drag);
}

/* Returns: the distance of the pointer from the view, negative above it */
static double
get_distance (TrsPlaceKeeper *self)
{
  double height = gtk_widget_get_height (GTK_WIDGET (self->view));

  return self->drag_y < 0 ? self->drag_y : MAX (self->drag_y - height, 0);
}

/* Extends the selection to the line at the edge, as if the pointer had moved there. */
static void
extend_to_edge (TrsPlaceKeeper *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->view);
  double height = gtk_widget_get_height (GTK_WIDGET (self->view));
  GtkTextIter at;

  trs_text_view_get_iter_at (self->view, self->drag_x, CLAMP (self->drag_y, 1, height - 1), &at);
  gtk_text_buffer_move_mark (buffer, gtk_text_buffer_get_insert (buffer), &at);
}

static gboolean
scroll_cb (GtkWidget     *widget,
           GdkFrameClock *clock,
           gpointer       user_data)
{
  TrsPlaceKeeper *self = user_data;
  GtkAdjustment *adjustment = get_adjustment (self);
  gint64 now = gdk_frame_clock_get_frame_time (clock);
  double seconds = (double) (now - self->scrolled_at) / G_USEC_PER_SEC;
  double distance = get_distance (self);
  double speed = distance * DRAG_SPEED_MORE + (distance < 0 ? -DRAG_SPEED : DRAG_SPEED);

  if (distance == 0 || adjustment == NULL || !gtk_gesture_is_active (self->drag))
    {
      self->tick_id = 0;
      g_clear_object (&self->drag);
      return G_SOURCE_REMOVE;
    }

  self->scrolled_at = now;
  trs_place_keeper_release (self);
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + speed * seconds);
  extend_to_edge (self);
  return G_SOURCE_CONTINUE;
}

/* Scrolls on while the pointer rests outside of the view, where GtkTextView scrolls only when it moves. */
static void
follow_drag (TrsPlaceKeeper *self,
             double          x,
             double          y,
             GtkGestureDrag *drag)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (self->view));

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
  g_set_object (&self->drag, GTK_GESTURE (drag));
  self->tick_id =
      gtk_widget_add_tick_callback (GTK_WIDGET (self->view), scroll_cb, g_object_ref (self), g_object_unref);
}

static void
dragged_cb (TrsPlaceKeeper *self,
            double          dx,
            double          dy,
            GtkGestureDrag *drag)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->view);
  GtkTextIter caret;
  GtkTextIter at;
  double x;
  double y;

  gtk_gesture_drag_get_start_point (drag, &x, &y);
  follow_drag (self, x + dx, y + dy, drag);
  trs_text_view_get_iter_at (self->view, x + dx, y + dy, &at);
  gtk_text_buffer_get_iter_at_mark (buffer, &caret, gtk_text_buffer_get_insert (buffer));
  if (gtk_text_iter_equal (&at, &caret))
    trs_place_keeper_show_caret (self);
}

/* Autoscrolls when a selection is dragged out of the view. GtkTextView should, but GTK 4.24 mistakes the beginning of a
 * line with hidden text for its end, and stops there. Also removes the drop target: GtkTextView accepts dropped text
 * even if it is not editable, and discards it; links are for the window. */
static void
fix_controllers (TrsPlaceKeeper *self)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (self->view));

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (G_OBJECT_TYPE (controller) == GTK_TYPE_GESTURE_DRAG)
        {
          g_signal_connect_object (controller, "drag-update", G_CALLBACK (dragged_cb), self, G_CONNECT_SWAPPED);
          g_signal_connect_object (controller, "drag-end", G_CALLBACK (stop_scrolling), self, G_CONNECT_SWAPPED);
          g_signal_connect_object (controller, "cancel", G_CALLBACK (stop_scrolling), self, G_CONNECT_SWAPPED);
        }
      else if (GTK_IS_DROP_TARGET_ASYNC (controller) || GTK_IS_DROP_TARGET (controller))
        gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_NONE);
    }
}

/* When the user scrolls or types, no place is held any more. */
static gboolean
event_cb (TrsPlaceKeeper *self,
          GdkEvent       *event)
{
  GdkEventType type = gdk_event_get_event_type (event);

  if (self->pin_id != 0 &&
      (type == GDK_SCROLL || type == GDK_KEY_PRESS || type == GDK_BUTTON_PRESS || type == GDK_TOUCH_BEGIN))
    trs_place_keeper_release (self);
  return GDK_EVENT_PROPAGATE;
}

static void
trs_place_keeper_finalize (GObject *object)
{
  TrsPlaceKeeper *self = TRS_PLACE_KEEPER (object);

  trs_place_keeper_release (self);
  g_clear_object (&self->drag);
  g_clear_object (&self->buffer);

  G_OBJECT_CLASS (trs_place_keeper_parent_class)->finalize (object);
}

static void
trs_place_keeper_class_init (TrsPlaceKeeperClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_place_keeper_finalize;
}

static void
trs_place_keeper_init (TrsPlaceKeeper *self)
{
}

/**
 * trs_place_keeper_new:
 * @view: a view that has no controllers yet but those of GTK; it outlives the keeper
 *
 * Returns: (transfer full): what keeps the place in it
 */
TrsPlaceKeeper *
trs_place_keeper_new (GtkTextView *view)
{
  TrsPlaceKeeper *self = g_object_new (TRS_TYPE_PLACE_KEEPER, NULL);
  GtkEventController *events = gtk_event_controller_legacy_new ();

  self->view = view;
  gtk_event_controller_set_propagation_phase (events, GTK_PHASE_CAPTURE);
  g_signal_connect_object (events, "event", G_CALLBACK (event_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (view), events);
  fix_controllers (self);
  return self;
}

/**
 * trs_place_keeper_set_buffer:
 * @self: a keeper
 * @buffer: (nullable): the text of the view
 *
 * To be called before the view shows another text. What is held is kept, if it
 * is a place in that, too.
 */
void
trs_place_keeper_set_buffer (TrsPlaceKeeper      *self,
                             TrsTranscriptBuffer *buffer)
{
  g_set_object (&self->buffer, buffer);
}

/**
 * trs_place_keeper_load_held:
 * @self: a keeper
 *
 * Loads the text as far as the place that is held.
 */
void
trs_place_keeper_load_held (TrsPlaceKeeper *self)
{
  GtkTextIter iter;

  if (self->held && self->buffer != NULL)
    trs_transcript_buffer_get_iter (self->buffer, self->place, &iter);
}

/**
 * trs_place_keeper_allocated:
 * @self: a keeper
 *
 * To be called when the view has got a size: scrolls to what was waiting for that.
 */
void
trs_place_keeper_allocated (TrsPlaceKeeper *self)
{
  if (self->pending && self->to_top)
    trs_place_keeper_set_top (self, self->target);
  else if (self->pending)
    trs_place_keeper_scroll_to (self, self->target);
}
