/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-selection-popover.h"

#include "config.h"

/* Pixels for border and arrow: a hidden popover has no size to measure. */
#define FRAME 30

struct _TrsSelectionPopover
{
  GtkPopover parent_instance;

  GtkOrientable *box;

  TrsTranscriptView *view; /* not owned: it lies inside the parent of the popover */
};

G_DEFINE_FINAL_TYPE (TrsSelectionPopover, trs_selection_popover, GTK_TYPE_POPOVER)

/* Finds the visible part of the selection, and the side of it with enough room. */
static gboolean
find_place (TrsSelectionPopover *self,
            GdkRectangle        *words,
            GtkPositionType     *side)
{
  GtkTextView *view = GTK_TEXT_VIEW (self->view);
  TrsTranscriptBuffer *buffer = trs_transcript_view_get_buffer (self->view);
  TrsTextPosition start;
  TrsTextPosition end;
  GtkTextIter iter;
  GdkRectangle first;
  GdkRectangle last;
  GdkRectangle visible;
  int height;

  if (buffer == NULL || !trs_transcript_buffer_get_selection (buffer, &start, &end) ||
      trs_text_position_compare (start, end) == 0)
    return FALSE;

  trs_transcript_buffer_get_iter (buffer, start, &iter);
  gtk_text_view_get_cursor_locations (view, &iter, &first, NULL);
  trs_transcript_buffer_get_iter (buffer, end, &iter);
  gtk_text_view_get_cursor_locations (view, &iter, &last, NULL);
  gtk_text_view_get_visible_rect (view, &visible);
  gdk_rectangle_union (&first, &last, words);
  if (first.y != last.y)
    {
      words->x = visible.x;
      words->width = visible.width;
    }
  if (!gdk_rectangle_intersect (words, &visible, words))
    return FALSE;

  gtk_widget_measure (GTK_WIDGET (self->box), GTK_ORIENTATION_VERTICAL, -1, NULL, &height, NULL, NULL);
  height += FRAME;
  *side = words->y + words->height + height <= visible.y + visible.height ? GTK_POS_BOTTOM : GTK_POS_TOP;
  return *side == GTK_POS_BOTTOM || words->y - visible.y >= height;
}

static void
popup (TrsSelectionPopover *self)
{
  GtkWidget *view = GTK_WIDGET (self->view);
  GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (self));
  GtkPositionType side;
  GdkRectangle words;
  graphene_point_t point;
  int width;

  gtk_orientable_set_orientation (self->box, GTK_ORIENTATION_HORIZONTAL);
  gtk_widget_measure (GTK_WIDGET (self->box), GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  if (width + FRAME > gtk_widget_get_width (view))
    gtk_orientable_set_orientation (self->box, GTK_ORIENTATION_VERTICAL);
  if (!find_place (self, &words, &side))
    return;

  gtk_text_view_buffer_to_window_coords (GTK_TEXT_VIEW (view), GTK_TEXT_WINDOW_WIDGET, words.x, words.y, &words.x,
                                         &words.y);
  if (!gtk_widget_compute_point (view, parent, &GRAPHENE_POINT_INIT (words.x, words.y), &point))
    return;

  words.x = (int) point.x;
  words.y = (int) point.y;
  gtk_popover_set_position (GTK_POPOVER (self), side);
  gtk_popover_set_pointing_to (GTK_POPOVER (self), &words);
  gtk_popover_popup (GTK_POPOVER (self));
}

/* Any other input in the text closes the popover, and so does a new layout. */
static gboolean
event_cb (TrsSelectionPopover *self,
          GdkEvent            *event)
{
  GdkEventType type = gdk_event_get_event_type (event);
  gboolean shown = gtk_widget_get_visible (GTK_WIDGET (self));

  if (type == GDK_BUTTON_RELEASE && gdk_button_event_get_button (event) == GDK_BUTTON_PRIMARY)
    popup (self);
  else if (type == GDK_BUTTON_PRESS || type == GDK_KEY_PRESS)
    gtk_popover_popdown (GTK_POPOVER (self));
  return shown && type == GDK_KEY_PRESS && gdk_key_event_get_keyval (event) == GDK_KEY_Escape;
}

static void
trs_selection_popover_class_init (TrsSelectionPopoverClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-selection-popover.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsSelectionPopover, box);
}

static void
trs_selection_popover_init (TrsSelectionPopover *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * trs_selection_popover_set_view:
 * @self: a popover that has its parent
 * @view: the view in which words are selected, inside that parent and a scrolled window
 *
 * To be called once.
 */
void
trs_selection_popover_set_view (TrsSelectionPopover *self,
                                TrsTranscriptView   *view)
{
  GtkEventController *events = gtk_event_controller_legacy_new ();

  self->view = view;
  gtk_event_controller_set_propagation_phase (events, GTK_PHASE_CAPTURE);
  g_signal_connect_object (events, "event", G_CALLBACK (event_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (view), events);
  g_signal_connect_object (view, "selection-changed", G_CALLBACK (gtk_popover_popdown), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "notify::has-focus", G_CALLBACK (gtk_popover_popdown), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view)), "value-changed",
                           G_CALLBACK (gtk_popover_popdown), self, G_CONNECT_SWAPPED);
}
