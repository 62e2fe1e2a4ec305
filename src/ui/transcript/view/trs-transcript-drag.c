/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-drag.h"

/* GtkTextView drags out the text as it stands in the buffer. So a press on the
 * selection is taken from it: a drag is ours, a click does what GtkTextView
 * would have done. */

typedef struct
{
  GtkTextView *view;
  TrsSelectionFunc render;
  int press_taken; /* which press of a row on the selection; 0 if it is not on it, and is for GtkTextView */
} Drag;

static void
get_iter (GtkTextView *view,
          double       x,
          double       y,
          GtkTextIter *iter)
{
  int buffer_x;
  int buffer_y;

  gtk_text_view_window_to_buffer_coords (view, GTK_TEXT_WINDOW_WIDGET, x, y, &buffer_x, &buffer_y);
  gtk_text_view_get_iter_at_location (view, iter, buffer_x, buffer_y);
}

static gboolean
is_on_selection (GtkTextView *view,
                 double       x,
                 double       y)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  GtkTextIter from;
  GtkTextIter to;
  GtkTextIter at;

  if (!gtk_text_buffer_get_selection_bounds (buffer, &from, &to))
    return FALSE;

  get_iter (view, x, y, &at);
  return gtk_text_iter_in_range (&at, &from, &to);
}

static GdkContentProvider *
prepare_cb (GtkDragSource *source,
            double         x,
            double         y,
            Drag          *self)
{
  g_autofree char *text = NULL;

  /* Asked only once the pointer has moved a little: by then GtkTextView may have begun a selection here. */
  if (self->press_taken != 1)
    return NULL;

  text = self->render (self->view);
  return text != NULL ? gdk_content_provider_new_typed (G_TYPE_STRING, text) : NULL;
}

/* The second press of a double click selects the word, the third the paragraph. */
static void
extend (GtkTextView *view,
        int          n_press,
        double       x,
        double       y)
{
  GtkTextIter at;
  GtkTextIter start;
  GtkTextIter end;

  get_iter (view, x, y, &at);
  if (GTK_TEXT_VIEW_GET_CLASS (view)->extend_selection (
          view, n_press == 2 ? GTK_TEXT_EXTEND_SELECTION_WORD : GTK_TEXT_EXTEND_SELECTION_LINE, &at, &start, &end)
      == GDK_EVENT_STOP)
    gtk_text_buffer_select_range (gtk_text_view_get_buffer (view), &end, &start);
}

static void
pressed_cb (Drag       *self,
            int         n_press,
            double      x,
            double      y,
            GtkGesture *gesture)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));

  if (n_press > 1 && self->press_taken > 0)
    self->press_taken = n_press;
  else
    self->press_taken = n_press == 1 && (state & GDK_SHIFT_MASK) == 0 && is_on_selection (self->view, x, y) ? 1 : 0;
  if (self->press_taken == 0)
    return;

  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
  if (n_press > 1)
    extend (self->view, n_press, x, y);
}

static void
released_cb (Drag   *self,
             int     n_press,
             double  x,
             double  y)
{
  GtkTextIter at;

  if (self->press_taken != 1)
    return;

  get_iter (self->view, x, y, &at);
  gtk_text_buffer_place_cursor (gtk_text_view_get_buffer (self->view), &at);
}

/* Even where nothing can be typed, GtkTextView takes the text that is dropped
 * onto it and throws it away: a link is for the window. */
static void
let_drops_through (GtkTextView *view)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (view));

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_DROP_TARGET_ASYNC (controller) || GTK_IS_DROP_TARGET (controller))
        gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_NONE);
    }
}

/**
 * trs_transcript_drag_attach:
 * @view: a view
 * @render: renders what is selected
 *
 * Lets the selection be dragged out with the pointer.
 */
void
trs_transcript_drag_attach (GtkTextView      *view,
                            TrsSelectionFunc  render)
{
  Drag *self = g_new0 (Drag, 1);
  GtkDragSource *source = gtk_drag_source_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  self->view = view;
  self->render = render;
  g_object_set_data_full (G_OBJECT (view), "trs-transcript-drag", self, g_free);

  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (source), GTK_PHASE_CAPTURE);
  g_signal_connect (source, "prepare", G_CALLBACK (prepare_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (view), GTK_EVENT_CONTROLLER (source));

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_PRIMARY);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (pressed_cb), self);
  g_signal_connect_swapped (click, "released", G_CALLBACK (released_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (view), GTK_EVENT_CONTROLLER (click));
  gtk_gesture_group (GTK_GESTURE (source), click);
  let_drops_through (view);
}
