/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-view-private.h"

#include <adwaita.h>

#include "trs-transcript-drag.h"
#include "trs-transcript-selection.h"

#define COLUMN 720
#define MARGIN 24
#define MARGIN_COMPACT 16
#define MARGIN_BOTTOM 33

enum
{
  PROP_0,
  PROP_COMPACT,
  PROP_SHOW_SPEAKERS,
  PROP_SHOW_TIMECODES,
  PROP_TEXT_SCALE,
  N_PROPS,
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (TrsTranscriptView, trs_transcript_view, GTK_TYPE_TEXT_VIEW)

static void
update_margins (TrsTranscriptView *self,
                int                width)
{
  int margin = self->compact ? MARGIN_COMPACT : MAX (MARGIN, (width - COLUMN) / 2 + MARGIN);

  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (self), margin);
  gtk_text_view_set_right_margin (GTK_TEXT_VIEW (self), margin);
}

static void
update_colours (TrsTranscriptView *self)
{
  AdwStyleManager *style = adw_style_manager_get_default ();

  trs_transcript_tags_set_colours (self->tags, adw_style_manager_get_dark (style),
                                   adw_style_manager_get_high_contrast (style));
}

/* Who went to the end before all of it was there was taken along by the text. */
static void
loaded_cb (TrsTranscriptView *self)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  GtkTextIter caret;

  gtk_text_buffer_get_iter_at_mark (buffer, &caret, gtk_text_buffer_get_insert (buffer));
  if (gtk_text_iter_is_end (&caret))
    trs_transcript_view_show_caret (self);
}

static char *
render_selection (GtkTextView *view)
{
  TrsTranscriptView *self = TRS_TRANSCRIPT_VIEW (view);

  return self->buffer != NULL
             ? trs_transcript_selection_render (self->buffer, trs_transcript_view_get_flags (self))
             : NULL;
}

/* Takes the selection of this view back from the primary selection. */
static void
withdraw_primary (TrsTranscriptView *self)
{
  GdkClipboard *clipboard = gtk_widget_get_primary_clipboard (GTK_WIDGET (self));

  if (self->primary != NULL && gdk_clipboard_get_content (clipboard) == self->primary)
    gdk_clipboard_set_content (clipboard, NULL);
  g_clear_object (&self->primary);
}

/* The primary selection is what is selected, as it would be copied. */
static void
selected_cb (TrsTranscriptView *self)
{
  GdkClipboard *clipboard;

  if (self->buffer == NULL || !gtk_widget_get_realized (GTK_WIDGET (self)))
    return;

  if (!gtk_text_buffer_get_selection_bounds (GTK_TEXT_BUFFER (self->buffer), NULL, NULL))
    {
      withdraw_primary (self);
      return;
    }

  clipboard = gtk_widget_get_primary_clipboard (GTK_WIDGET (self));
  if (self->primary == NULL)
    self->primary = trs_selection_provider_new (GTK_TEXT_VIEW (self), render_selection);
  if (gdk_clipboard_get_content (clipboard) != self->primary)
    gdk_clipboard_set_content (clipboard, self->primary);
}

static void
show_buffer (TrsTranscriptView   *self,
             TrsTranscriptBuffer *buffer)
{
  TrsTranscriptBuffer *old = g_steal_pointer (&self->buffer);
  /* GtkTextView is not at ease without any. */
  g_autoptr (GtkTextBuffer) empty = buffer == NULL ? gtk_text_buffer_new (NULL) : NULL;

  trs_transcript_links_reset (self->links);
  if (old != NULL)
    withdraw_primary (self);
  self->buffer = buffer;
  gtk_text_view_set_buffer (GTK_TEXT_VIEW (self), buffer != NULL ? GTK_TEXT_BUFFER (buffer) : empty);
  if (old != NULL)
    trs_transcript_buffer_drop (old);
  if (buffer == NULL)
    return;

  g_signal_connect_object (buffer, "mark-set", G_CALLBACK (selected_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (buffer, "loaded", G_CALLBACK (loaded_cb), self, G_CONNECT_SWAPPED);
}

/* A transcript that is not aligned has another text for each pair of flags. */
static void
update_text (TrsTranscriptView *self)
{
  TrsTextFlags flags = trs_transcript_view_get_flags (self);
  TrsTranscriptLayout *layout = self->buffer != NULL ? trs_transcript_buffer_get_layout (self->buffer) : NULL;

  if (layout != NULL && !trs_transcript_get_aligned (self->transcript)
      && trs_transcript_layout_get_flags (layout) != flags)
    {
      trs_transcript_view_hold_place (self);
      show_buffer (self, trs_transcript_buffer_new (self->tags, self->transcript, flags));
      if (self->place.held)
        {
          trs_transcript_buffer_load_line (self->buffer, self->place.line);
          self->place.line =
              MIN (self->place.line,
                   (int) trs_transcript_layout_get_n_lines (trs_transcript_buffer_get_layout (self->buffer)) - 1);
        }
    }
  trs_transcript_view_update_state (self);
}

static void
trs_transcript_view_size_allocate (GtkWidget *widget,
                                   int        width,
                                   int        height,
                                   int        baseline)
{
  TrsTranscriptView *self = TRS_TRANSCRIPT_VIEW (widget);
  gboolean other_width = width != self->last_width;

  if (other_width)
    {
      trs_transcript_view_hold_place (self);
      self->last_width = width;
      update_margins (self, width);
    }

  GTK_WIDGET_CLASS (trs_transcript_view_parent_class)->size_allocate (widget, width, height, baseline);
  trs_transcript_view_scroll_to_wanted (self);

  if (other_width)
    trs_transcript_place_restore (&self->place, GTK_TEXT_VIEW (self));
}

static void
trs_transcript_view_css_changed (GtkWidget         *widget,
                                 GtkCssStyleChange *change)
{
  TrsTranscriptView *self = TRS_TRANSCRIPT_VIEW (widget);

  GTK_WIDGET_CLASS (trs_transcript_view_parent_class)->css_changed (widget, change);

  if (self->tags != NULL)
    trs_transcript_view_update_state (self);
}

static void
trs_transcript_view_unrealize (GtkWidget *widget)
{
  withdraw_primary (TRS_TRANSCRIPT_VIEW (widget));

  GTK_WIDGET_CLASS (trs_transcript_view_parent_class)->unrealize (widget);
}

static void
trs_transcript_view_copy_clipboard (GtkTextView *view)
{
  TrsTranscriptView *self = TRS_TRANSCRIPT_VIEW (view);
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *text = NULL;

  if (self->buffer == NULL)
    return;

  bytes = trs_transcript_view_render (self);
  if (g_bytes_get_size (bytes) == 0)
    return;

  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  if (*text == '\0')
    return;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  g_signal_emit_by_name (self, "copied");
}

static void
trs_transcript_view_move_cursor (GtkTextView     *view,
                                 GtkMovementStep  step,
                                 int              count,
                                 gboolean         extend)
{
  TrsTranscriptView *self = TRS_TRANSCRIPT_VIEW (view);

  /* GTK goes to the beginning of lines that are hidden, and is critical of moving on from there. */
  if (self->buffer != NULL)
    trs_transcript_selection_rescue_caret (self->buffer);
  GTK_TEXT_VIEW_CLASS (trs_transcript_view_parent_class)->move_cursor (view, step, count, extend);
  if (self->buffer != NULL)
    trs_transcript_selection_rescue_caret (self->buffer);
  trs_transcript_view_show_caret (self);
}

/* What GTK calls a line is a row of the screen. What is pointed at three times is the paragraph, with its time, and
 * with all the lines of the buffer in which a long one stands. */
static gboolean
trs_transcript_view_extend_selection (GtkTextView            *view,
                                      GtkTextExtendSelection  granularity,
                                      const GtkTextIter      *location,
                                      GtkTextIter            *start,
                                      GtkTextIter            *end)
{
  TrsTranscriptView *self = TRS_TRANSCRIPT_VIEW (view);
  TrsTextPosition position;

  if (self->buffer == NULL || granularity != GTK_TEXT_EXTEND_SELECTION_LINE)
    return GTK_TEXT_VIEW_CLASS (trs_transcript_view_parent_class)
        ->extend_selection (view, granularity, location, start, end);

  position = trs_transcript_buffer_to_position (self->buffer, location);
  position.byte = 0;
  trs_transcript_buffer_get_iter (self->buffer, position, start);
  gtk_text_iter_set_line_offset (start, 0);
  position.byte = trs_transcript_get_paragraph (self->transcript, trs_transcript_view_get_flags (self),
                                                position.paragraph)
                      ->body_length;
  trs_transcript_buffer_get_iter (self->buffer, position, end);
  return GDK_EVENT_STOP;
}

static void
trs_transcript_view_get_property (GObject    *object,
                                  guint       id,
                                  GValue     *value,
                                  GParamSpec *pspec)
{
  TrsTranscriptView *self = TRS_TRANSCRIPT_VIEW (object);

  switch (id)
    {
    case PROP_COMPACT:
      g_value_set_boolean (value, self->compact);
      break;
    case PROP_SHOW_SPEAKERS:
      g_value_set_boolean (value, self->show_speakers);
      break;
    case PROP_SHOW_TIMECODES:
      g_value_set_boolean (value, self->show_timecodes);
      break;
    case PROP_TEXT_SCALE:
      g_value_set_double (value, self->text_scale);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
set_flag (TrsTranscriptView *self,
          gboolean          *flag,
          gboolean           value,
          GParamSpec        *pspec)
{
  if (!*flag == !value)
    return;

  trs_transcript_view_hold_place (self);
  *flag = value;
  if (pspec == props[PROP_COMPACT] && self->last_width > 0)
    update_margins (self, self->last_width);
  update_text (self);
  g_object_notify_by_pspec (G_OBJECT (self), pspec);
}

static void
set_text_scale (TrsTranscriptView *self,
                double             scale)
{
  if (ABS (self->text_scale - scale) < 0.001)
    return;

  self->text_scale = scale;
  trs_transcript_view_update_state (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_TEXT_SCALE]);
}

static void
trs_transcript_view_set_property (GObject      *object,
                                  guint         id,
                                  const GValue *value,
                                  GParamSpec   *pspec)
{
  TrsTranscriptView *self = TRS_TRANSCRIPT_VIEW (object);

  switch (id)
    {
    case PROP_COMPACT:
      set_flag (self, &self->compact, g_value_get_boolean (value), pspec);
      break;
    case PROP_SHOW_SPEAKERS:
      set_flag (self, &self->show_speakers, g_value_get_boolean (value), pspec);
      break;
    case PROP_SHOW_TIMECODES:
      set_flag (self, &self->show_timecodes, g_value_get_boolean (value), pspec);
      break;
    case PROP_TEXT_SCALE:
      set_text_scale (self, g_value_get_double (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
trs_transcript_view_dispose (GObject *object)
{
  TrsTranscriptView *self = TRS_TRANSCRIPT_VIEW (object);

  trs_transcript_view_forget_place (self);
  if (self->buffer != NULL)
    g_signal_handlers_disconnect_by_data (self->buffer, self);

  G_OBJECT_CLASS (trs_transcript_view_parent_class)->dispose (object);

  if (self->buffer != NULL)
    trs_transcript_buffer_drop (g_steal_pointer (&self->buffer));
  g_clear_object (&self->transcript);
  g_clear_object (&self->primary);
  g_clear_object (&self->tags);
}

static void
trs_transcript_view_class_init (TrsTranscriptViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = trs_transcript_view_dispose;
  object_class->get_property = trs_transcript_view_get_property;
  object_class->set_property = trs_transcript_view_set_property;
  widget_class->size_allocate = trs_transcript_view_size_allocate;
  widget_class->css_changed = trs_transcript_view_css_changed;
  widget_class->unrealize = trs_transcript_view_unrealize;
  GTK_TEXT_VIEW_CLASS (klass)->copy_clipboard = trs_transcript_view_copy_clipboard;
  GTK_TEXT_VIEW_CLASS (klass)->move_cursor = trs_transcript_view_move_cursor;
  GTK_TEXT_VIEW_CLASS (klass)->extend_selection = trs_transcript_view_extend_selection;

  props[PROP_COMPACT] = g_param_spec_boolean ("compact", NULL, NULL, FALSE, flags);
  props[PROP_SHOW_SPEAKERS] = g_param_spec_boolean ("show-speakers", NULL, NULL, FALSE, flags);
  props[PROP_SHOW_TIMECODES] = g_param_spec_boolean ("show-timecodes", NULL, NULL, FALSE, flags);
  props[PROP_TEXT_SCALE] = g_param_spec_double ("text-scale", NULL, NULL, 0.5, 3.0, 1.0, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);

  g_signal_new ("copied", TRS_TYPE_TRANSCRIPT_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("time-activated", TRS_TYPE_TRANSCRIPT_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_INT64);
  g_signal_new ("menu-requested", TRS_TYPE_TRANSCRIPT_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                G_TYPE_INT, G_TYPE_INT);
}

/* Who scrolls or types is not held at a place any more. */
static gboolean
event_cb (TrsTranscriptView *self,
          GdkEvent          *event)
{
  GdkEventType type = gdk_event_get_event_type (event);

  if (self->pin_id != 0
      && (type == GDK_SCROLL || type == GDK_KEY_PRESS || type == GDK_BUTTON_PRESS || type == GDK_TOUCH_BEGIN))
    trs_transcript_view_forget_place (self);
  return GDK_EVENT_PROPAGATE;
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
add_menu (TrsTranscriptView *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (menu_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
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

static void
trs_transcript_view_init (TrsTranscriptView *self)
{
  AdwStyleManager *style = adw_style_manager_get_default ();
  GtkEventController *events = gtk_event_controller_legacy_new ();

  self->tags = trs_transcript_tags_new ();
  self->text_scale = 1.0;
  g_object_set (self, "editable", FALSE, "wrap-mode", GTK_WRAP_WORD_CHAR, "bottom-margin", MARGIN_BOTTOM, NULL);
  gtk_widget_add_css_class (GTK_WIDGET (self), "transcript");

  g_signal_connect_object (style, "notify::dark", G_CALLBACK (update_colours), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (style, "notify::high-contrast", G_CALLBACK (update_colours), self, G_CONNECT_SWAPPED);
  update_colours (self);

  gtk_event_controller_set_propagation_phase (events, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (events, "event", G_CALLBACK (event_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), events);
  self->links = trs_transcript_links_attach (GTK_TEXT_VIEW (self));
  add_menu (self);
  add_keys (self);
  trs_transcript_drag_attach (GTK_TEXT_VIEW (self), render_selection);
  trs_transcript_view_follow_drags (self);
}

/**
 * trs_transcript_view_new:
 *
 * Returns: (transfer floating): a view without a text
 */
TrsTranscriptView *
trs_transcript_view_new (void)
{
  return g_object_new (TRS_TYPE_TRANSCRIPT_VIEW, NULL);
}

/**
 * trs_transcript_view_get_transcript:
 * @self: a view
 *
 * Returns: (transfer none) (nullable): what is shown
 */
TrsTranscript *
trs_transcript_view_get_transcript (TrsTranscriptView *self)
{
  return self->transcript;
}

/**
 * trs_transcript_view_set_transcript:
 * @self: a view
 * @transcript: (nullable): what to show
 *
 * Shows the beginning of the text at once; the rest follows in slices.
 */
void
trs_transcript_view_set_transcript (TrsTranscriptView *self,
                                    TrsTranscript     *transcript)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self));

  if (!g_set_object (&self->transcript, transcript))
    return;

  self->latest = trs_transcript_view_find_latest (transcript);
  trs_transcript_view_forget_place (self);
  if (adjustment != NULL)
    gtk_adjustment_set_value (adjustment, 0);
  show_buffer (self, transcript != NULL ? trs_transcript_buffer_new (self->tags, transcript,
                                                                     trs_transcript_view_get_flags (self))
                                        : NULL);
  trs_transcript_view_update_state (self);
}

/**
 * trs_transcript_view_get_flags:
 * @self: a view
 *
 * Returns: which of the four texts is shown
 */
TrsTextFlags
trs_transcript_view_get_flags (TrsTranscriptView *self)
{
  return (self->show_timecodes ? TRS_TEXT_TIMECODES : 0) | (self->show_speakers ? TRS_TEXT_SPEAKERS : 0);
}

/**
 * trs_transcript_view_get_tags:
 * @self: a view
 *
 * Returns: (transfer none): its tags
 */
TrsTranscriptTags *
trs_transcript_view_get_tags (TrsTranscriptView *self)
{
  return self->tags;
}

/**
 * trs_transcript_view_get_buffer:
 * @self: a view
 *
 * Returns: (transfer none) (nullable): the text of its transcript
 */
TrsTranscriptBuffer *
trs_transcript_view_get_buffer (TrsTranscriptView *self)
{
  return self->buffer;
}

/**
 * trs_transcript_view_get_selection:
 * @self: a view
 * @start: (out): where the selection begins in the transcript
 * @end: (out): where it ends
 *
 * Returns: %FALSE if nothing is selected
 */
gboolean
trs_transcript_view_get_selection (TrsTranscriptView *self,
                                   TrsTextPosition   *start,
                                   TrsTextPosition   *end)
{
  return self->buffer != NULL && trs_transcript_selection_get (self->buffer, start, end);
}

/**
 * trs_transcript_view_get_caret:
 * @self: a view
 *
 * Returns: where the caret stands in the transcript, or the selection begins
 */
TrsTextPosition
trs_transcript_view_get_caret (TrsTranscriptView *self)
{
  return self->buffer != NULL ? trs_transcript_selection_get_caret (self->buffer) : (TrsTextPosition) { 0, 0 };
}

/**
 * trs_transcript_view_get_caret_time:
 * @self: a view
 * @start: (out): when the paragraph of the caret begins, in milliseconds
 *
 * Returns: %FALSE if that is not known
 */
gboolean
trs_transcript_view_get_caret_time (TrsTranscriptView *self,
                                    gint64            *start)
{
  return self->buffer != NULL && trs_transcript_selection_get_caret_time (self->buffer, start);
}

/**
 * trs_transcript_view_render:
 * @self: a view with a text
 *
 * Renders what is selected as plain text, or else all of it.
 *
 * Returns: (transfer full): the text in UTF-8, not terminated
 */
GBytes *
trs_transcript_view_render (TrsTranscriptView *self)
{
  char *text = render_selection (GTK_TEXT_VIEW (self));

  if (text == NULL)
    return trs_export_text_render (self->transcript, trs_transcript_view_get_flags (self));

  return g_bytes_new_take (text, strlen (text));
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

  trs_transcript_links_set_has_video (self->links, has_video);
}
