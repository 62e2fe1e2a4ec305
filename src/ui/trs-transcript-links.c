/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-view-private.h"

typedef struct
{
  int line;
  int from;
  int to;
  gint64 start;
} Link;

static gboolean
inside (int index,
        int from,
        int length,
        Link *link)
{
  if (length == 0 || index < from || index >= from + length)
    return FALSE;

  link->from = from;
  link->to = from + length;
  return TRUE;
}

/* Finds the time at a point of the widget. */
static gboolean
get_link (TrsTranscriptView *self,
          double             x,
          double             y,
          Link              *link)
{
  GtkTextView *view = GTK_TEXT_VIEW (self);
  TrsTranscriptLayout *layout;
  const TrsLayoutLine *line;
  GtkTextIter iter;
  int buffer_x;
  int buffer_y;
  int index;

  if (self->buffer == NULL || self->no_video)
    return FALSE;

  gtk_text_view_window_to_buffer_coords (view, GTK_TEXT_WINDOW_WIDGET, x, y, &buffer_x, &buffer_y);
  if (!gtk_text_view_get_iter_at_location (view, &iter, buffer_x, buffer_y))
    return FALSE;

  layout = trs_transcript_buffer_get_layout (self->buffer);
  link->line = gtk_text_iter_get_line (&iter);
  if ((guint) link->line >= trs_transcript_layout_get_n_lines (layout))
    return FALSE;

  line = trs_transcript_layout_get_line (layout, link->line);
  index = gtk_text_iter_get_line_index (&iter);
  if (!inside (index, line->mark, line->time, link)
      && !(line->kind == TRS_LAYOUT_NAME
           && inside (index, trs_layout_line_get_prefix (line) + line->name + 2, line->time, link)))
    return FALSE;

  link->start = trs_transcript_get_paragraph (self->transcript, TRS_TEXT_ALL, line->paragraph)->start;
  return TRUE;
}

static void
get_range (TrsTranscriptView *self,
           int                line,
           int                from,
           GtkTextIter       *start,
           GtkTextIter       *end)
{
  gtk_text_buffer_get_iter_at_line_index (GTK_TEXT_BUFFER (self->buffer), start, line, from);
  *end = *start;
  gtk_text_iter_forward_to_line_end (end);
}

/* Takes the mark off the time that was under the pointer. */
void
trs_transcript_links_reset (TrsTranscriptView *self)
{
  GtkTextIter start;
  GtkTextIter end;

  if (!self->link_shown)
    return;

  get_range (self, self->link_line, self->link_from, &start, &end);
  gtk_text_buffer_remove_tag (GTK_TEXT_BUFFER (self->buffer),
                              trs_transcript_tags_get (self->tags, TRS_TRANSCRIPT_TAG_LINK), &start, &end);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "text");
  self->link_shown = FALSE;
}

static void
motion_cb (TrsTranscriptView *self,
           double             x,
           double             y)
{
  Link link;
  GtkTextIter start;
  GtkTextIter end;

  if (!get_link (self, x, y, &link))
    {
      trs_transcript_links_reset (self);
      return;
    }
  if (self->link_shown && self->link_line == link.line && self->link_from == link.from)
    return;

  trs_transcript_links_reset (self);
  gtk_text_buffer_get_iter_at_line_index (GTK_TEXT_BUFFER (self->buffer), &start, link.line, link.from);
  gtk_text_buffer_get_iter_at_line_index (GTK_TEXT_BUFFER (self->buffer), &end, link.line, link.to);
  gtk_text_buffer_apply_tag (GTK_TEXT_BUFFER (self->buffer),
                             trs_transcript_tags_get (self->tags, TRS_TRANSCRIPT_TAG_LINK), &start, &end);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "pointer");
  self->link_shown = TRUE;
  self->link_line = link.line;
  self->link_from = link.from;
}

static void
released_cb (TrsTranscriptView *self,
             int                n_press,
             double             x,
             double             y)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self));
  Link link;

  if (n_press == 1 && !gtk_text_buffer_get_selection_bounds (buffer, NULL, NULL)
      && get_link (self, x, y, &link))
    g_signal_emit_by_name (self, "time-activated", link.start);
}

/* The menu is about the place that was clicked, unless that is in the selection. */
static void
menu_pressed_cb (TrsTranscriptView *self,
                 int                n_press,
                 double             x,
                 double             y,
                 GtkGesture        *gesture)
{
  GtkTextView *view = GTK_TEXT_VIEW (self);
  GtkTextIter from;
  GtkTextIter to;
  GtkTextIter at;
  int buffer_x;
  int buffer_y;

  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  if (self->buffer == NULL)
    return;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  gtk_text_view_window_to_buffer_coords (view, GTK_TEXT_WINDOW_WIDGET, x, y, &buffer_x, &buffer_y);
  gtk_text_view_get_iter_at_location (view, &at, buffer_x, buffer_y);
  if (!gtk_text_buffer_get_selection_bounds (GTK_TEXT_BUFFER (self->buffer), &from, &to)
      || !gtk_text_iter_in_range (&at, &from, &to))
    gtk_text_buffer_place_cursor (GTK_TEXT_BUFFER (self->buffer), &at);
  g_signal_emit_by_name (self, "menu-requested", (int) x, (int) y);
}

static gboolean
menu_key_cb (GtkWidget *widget,
             GVariant  *arguments,
             gpointer   user_data)
{
  GtkTextView *view = GTK_TEXT_VIEW (widget);
  GdkRectangle caret;
  int x;
  int y;

  gtk_text_view_get_cursor_locations (view, NULL, &caret, NULL);
  gtk_text_view_buffer_to_window_coords (view, GTK_TEXT_WINDOW_WIDGET, caret.x, caret.y + caret.height, &x, &y);
  g_signal_emit_by_name (view, "menu-requested", x, CLAMP (y, 0, gtk_widget_get_height (widget)));
  return TRUE;
}

static gboolean
follow_key_cb (GtkWidget *widget,
               GVariant  *arguments,
               gpointer   user_data)
{
  gint64 start;

  if (!trs_transcript_view_get_caret_time (TRS_TRANSCRIPT_VIEW (widget), &start))
    return FALSE;

  g_signal_emit_by_name (widget, "time-activated", start);
  return TRUE;
}

static void
add_keys (TrsTranscriptView *self)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();
  GtkShortcutController *controller = GTK_SHORTCUT_CONTROLLER (keys);

  /* before the keys of GtkTextView, whose menu offers what cannot be done here */
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_shortcut_controller_add_shortcut (
      controller, gtk_shortcut_new (gtk_shortcut_trigger_parse_string ("Menu|<Shift>F10"),
                                    gtk_callback_action_new (menu_key_cb, NULL, NULL)));
  gtk_shortcut_controller_add_shortcut (
      controller, gtk_shortcut_new (gtk_shortcut_trigger_parse_string ("<Control>Return|<Control>KP_Enter"),
                                    gtk_callback_action_new (follow_key_cb, NULL, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

void
trs_transcript_links_attach (TrsTranscriptView *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *menu = gtk_gesture_click_new ();

  g_signal_connect_swapped (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (trs_transcript_links_reset), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);

  g_signal_connect_swapped (click, "released", G_CALLBACK (released_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (menu), GDK_BUTTON_SECONDARY);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (menu), GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (menu, "pressed", G_CALLBACK (menu_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (menu));

  add_keys (self);
}

/**
 * trs_transcript_view_set_has_video:
 * @self: a view
 * @has_video: whether there is a page that the times can lead to
 */
void
trs_transcript_view_set_has_video (TrsTranscriptView *self,
                                   gboolean           has_video)
{
  g_return_if_fail (TRS_IS_TRANSCRIPT_VIEW (self));

  self->no_video = !has_video;
  if (self->no_video)
    trs_transcript_links_reset (self);
}
