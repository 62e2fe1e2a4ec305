/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-view-private.h"

#include <adwaita.h>

#define COLUMN 720
#define MARGIN 24
#define MARGIN_COMPACT 16
#define MARGIN_BOTTOM 33

#define GUTTER_SPACE 28
#define NARROW_SPACE 6
#define TIME_SCALE 0.86

enum
{
  PROP_COMPACT = 1,
  PROP_SHOW_SPEAKERS,
  PROP_SHOW_TIMECODES,
  PROP_TEXT_SCALE,
  N_PROPS,
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (TrsTranscriptView, trs_transcript_view, GTK_TYPE_TEXT_VIEW)

static void
update_margins (TrsTranscriptView *self)
{
  int margin = self->compact ? MARGIN_COMPACT : MAX (MARGIN, (self->last_width - COLUMN) / 2 + MARGIN);

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

/* Width of the widest time as it is drawn, in tabular figures. Hours have two digits or more, so it is the latest. */
static int
measure_time (TrsTranscriptView *self)
{
  guint n = self->transcript != NULL ? trs_transcript_get_n_paragraphs (self->transcript, TRS_TEXT_ALL) : 0;
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), NULL);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();
  g_autofree char *time = NULL;
  gint64 latest = 0;
  int width;

  for (guint i = 0; i < n; i++)
    latest = MAX (latest, trs_transcript_get_paragraph (self->transcript, TRS_TEXT_ALL, i)->start);

  time = trs_timecode_format_clock (latest);
  pango_attr_list_insert (attributes, pango_attr_scale_new (TIME_SCALE * self->text_scale));
  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum"));
  pango_layout_set_attributes (layout, attributes);
  pango_layout_set_text (layout, time, -1);
  pango_layout_get_pixel_size (layout, &width, NULL);
  return width;
}

static gboolean
is_same_state (const TrsTranscriptTagState *a,
               const TrsTranscriptTagState *b)
{
  return a->timecodes == b->timecodes && a->speakers == b->speakers && a->wide == b->wide && a->rtl == b->rtl &&
         a->gutter == b->gutter && a->narrow_tab == b->narrow_tab && ABS (a->scale - b->scale) < 0.001;
}

/* Applies all that decides how the text looks to the tags. */
static void
update_state (TrsTranscriptView *self)
{
  gboolean aligned = self->transcript != NULL && self->transcript->aligned;
  int time = measure_time (self);
  TrsTranscriptTagState state = {
    .timecodes = aligned && self->show_timecodes && self->transcript->has_timecodes,
    .speakers = aligned && self->show_speakers && self->transcript->has_speakers,
    .wide = !self->compact,
    .rtl = self->transcript != NULL && self->transcript->is_rtl,
    .gutter = time + GUTTER_SPACE,
    .narrow_tab = time + NARROW_SPACE,
    .scale = self->text_scale,
  };

  trs_transcript_view_hold_place (self);
  if (is_same_state (&self->state, &state))
    return;

  self->state = state;
  trs_transcript_tags_set_state (self->tags, &state);
  if (self->buffer != NULL)
    trs_transcript_buffer_rescue_caret (self->buffer);
}

/* Text that is appended moves a caret at the end along: if the user went to the end while loading, follow it. */
static void
loaded_cb (TrsTranscriptView *self)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  GtkTextIter caret;

  gtk_text_buffer_get_iter_at_mark (buffer, &caret, gtk_text_buffer_get_insert (buffer));
  if (gtk_text_iter_is_end (&caret))
    trs_transcript_view_show_caret (self);
}

static void
selected_cb (TrsTranscriptView *self)
{
  if (self->buffer != NULL && gtk_widget_get_realized (GTK_WIDGET (self)))
    trs_transcript_view_update_selection (self);
}

/* Finds the place of the text that is nearest to a point of the widget. Returns: %FALSE if there is none at the point
 * itself */
gboolean
trs_transcript_view_get_iter_at (TrsTranscriptView *self,
                                 double             x,
                                 double             y,
                                 GtkTextIter       *iter)
{
  GtkTextView *view = GTK_TEXT_VIEW (self);
  int buffer_x;
  int buffer_y;

  gtk_text_view_window_to_buffer_coords (view, GTK_TEXT_WINDOW_WIDGET, x, y, &buffer_x, &buffer_y);
  return gtk_text_view_get_iter_at_location (view, iter, buffer_x, buffer_y);
}

/* Finds the time at a point of the widget. */
static gboolean
get_link (TrsTranscriptView *self,
          double             x,
          double             y,
          GtkTextIter       *start,
          GtkTextIter       *end,
          gint64            *time)
{
  TrsTranscriptLayout *layout;
  const TrsLayoutLine *line;
  int index;
  int from;
  int behind_name;

  if (self->buffer == NULL || self->no_video || !trs_transcript_view_get_iter_at (self, x, y, start))
    return FALSE;

  layout = trs_transcript_buffer_get_layout (self->buffer);
  if ((guint) gtk_text_iter_get_line (start) >= trs_transcript_layout_get_n_lines (layout))
    return FALSE;

  line = trs_transcript_layout_get_line (layout, gtk_text_iter_get_line (start));
  index = gtk_text_iter_get_line_index (start);
  behind_name = trs_layout_line_get_prefix (line) + line->name + 2;
  from = line->kind == TRS_LAYOUT_NAME && index >= behind_name ? behind_name : line->mark;
  if (index < from || index >= from + line->time)
    return FALSE;

  *end = *start;
  gtk_text_iter_set_line_index (start, from);
  gtk_text_iter_set_line_index (end, from + line->time);
  *time = trs_transcript_get_paragraph (self->transcript, TRS_TEXT_ALL, line->paragraph)->start;
  return TRUE;
}

/* No time is under the pointer any more. */
static void
reset_link (TrsTranscriptView *self)
{
  if (!self->link_shown || self->buffer == NULL)
    return;

  self->link_shown = FALSE;
  trs_transcript_buffer_clear_tag (self->buffer, TRS_TAG_LINK);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "text");
}

static void
motion_cb (TrsTranscriptView *self,
           double             x,
           double             y)
{
  GtkTextTag *tag = trs_transcript_tags_get (self->tags, TRS_TAG_LINK);
  GtkTextIter start;
  GtkTextIter end;
  gint64 time;
  gboolean found = get_link (self, x, y, &start, &end, &time);

  if (found && gtk_text_iter_has_tag (&start, tag))
    return;

  reset_link (self);
  if (!found)
    return;

  self->link_shown = TRUE;
  gtk_text_buffer_apply_tag (GTK_TEXT_BUFFER (self->buffer), tag, &start, &end);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "pointer");
}

static void
released_cb (TrsTranscriptView *self,
             int                n_press,
             double             x,
             double             y)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self));
  GtkTextIter start;
  GtkTextIter end;
  gint64 time;

  if (n_press == 1 && !gtk_text_buffer_get_selection_bounds (buffer, NULL, NULL) &&
      get_link (self, x, y, &start, &end, &time))
    g_signal_emit_by_name (self, "time-activated", time);
}

static void
show_buffer (TrsTranscriptView   *self,
             TrsTranscriptBuffer *buffer)
{
  TrsTranscriptBuffer *old;
  /* GtkTextView would make a buffer of its own. */
  g_autoptr (GtkTextBuffer) empty = buffer == NULL ? gtk_text_buffer_new (NULL) : NULL;

  reset_link (self);
  old = g_steal_pointer (&self->buffer);
  if (old != NULL)
    trs_transcript_view_withdraw_selection (self);
  self->buffer = buffer;
  gtk_text_view_set_buffer (GTK_TEXT_VIEW (self), buffer != NULL ? GTK_TEXT_BUFFER (buffer) : empty);
  if (old != NULL)
    trs_transcript_buffer_drop (old);
  if (buffer == NULL)
    return;

  g_signal_connect_object (buffer, "mark-set", G_CALLBACK (selected_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (buffer, "loaded", G_CALLBACK (loaded_cb), self, G_CONNECT_SWAPPED);
}

/* A transcript that is not aligned has another text for each pair of flags: the paragraph at the top is kept. */
static void
update_text (TrsTranscriptView *self)
{
  TrsTextFlags flags = trs_transcript_view_get_flags (self);
  TrsTranscriptLayout *layout = self->buffer != NULL ? trs_transcript_buffer_get_layout (self->buffer) : NULL;

  if (layout != NULL && !self->transcript->aligned && trs_transcript_layout_get_flags (layout) != flags)
    {
      TrsTextPosition top = trs_transcript_layout_to_position (layout, self->held ? self->line : 0, 0);
      GtkTextIter iter;

      show_buffer (self, trs_transcript_buffer_new (self->tags, self->transcript, flags));
      trs_transcript_buffer_get_iter (self->buffer, top, &iter);
      self->line = gtk_text_iter_get_line (&iter);
    }
  update_state (self);
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
      update_margins (self);
    }

  GTK_WIDGET_CLASS (trs_transcript_view_parent_class)->size_allocate (widget, width, height, baseline);
  if (self->pending)
    trs_transcript_view_scroll_to (self, self->target);
  if (other_width)
    trs_transcript_view_restore_place (self);
}

static void
trs_transcript_view_css_changed (GtkWidget         *widget,
                                 GtkCssStyleChange *change)
{
  TrsTranscriptView *self = TRS_TRANSCRIPT_VIEW (widget);

  GTK_WIDGET_CLASS (trs_transcript_view_parent_class)->css_changed (widget, change);

  if (self->tags != NULL)
    update_state (self);
}

static void
trs_transcript_view_unrealize (GtkWidget *widget)
{
  trs_transcript_view_withdraw_selection (TRS_TRANSCRIPT_VIEW (widget));

  GTK_WIDGET_CLASS (trs_transcript_view_parent_class)->unrealize (widget);
}

static void
trs_transcript_view_copy_clipboard (GtkTextView *view)
{
  TrsTranscriptView *self = TRS_TRANSCRIPT_VIEW (view);
  g_autofree char *text = self->buffer != NULL ? trs_transcript_view_render (self) : NULL;

  if (text == NULL || *text == '\0')
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

  /* GTK moves the caret to the beginning of hidden lines, and logs a critical when it moves on from there. */
  if (self->buffer != NULL)
    trs_transcript_buffer_rescue_caret (self->buffer);
  GTK_TEXT_VIEW_CLASS (trs_transcript_view_parent_class)->move_cursor (view, step, count, extend);
  if (self->buffer != NULL)
    trs_transcript_buffer_rescue_caret (self->buffer);
  trs_transcript_view_show_caret (self);
}

/* GTK selects a display line by a triple click. Here it is the paragraph with its time, even if that is long and takes
 * several lines of the buffer. */
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
    update_margins (self);
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
  update_state (self);
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
  TrsTranscriptBuffer *buffer = g_steal_pointer (&self->buffer);

  trs_transcript_view_release_place (self);
  if (buffer != NULL)
    g_signal_handlers_disconnect_by_data (buffer, self);
  /* whoever is notified of the buffer that goes away finds no text any more */
  g_clear_object (&self->transcript);

  G_OBJECT_CLASS (trs_transcript_view_parent_class)->dispose (object);

  if (buffer != NULL)
    trs_transcript_buffer_drop (buffer);
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

/* The menu is about the place that was clicked, unless that is in the selection. */
static void
menu_pressed_cb (TrsTranscriptView *self,
                 int                n_press,
                 double             x,
                 double             y,
                 GtkGesture        *gesture)
{
  GtkTextIter from;
  GtkTextIter to;
  GtkTextIter at;

  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  if (self->buffer == NULL)
    return;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  trs_transcript_view_get_iter_at (self, x, y, &at);
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
  TrsTranscriptView *self = TRS_TRANSCRIPT_VIEW (widget);
  gint64 start;

  if (self->buffer == NULL || !trs_transcript_buffer_get_caret_time (self->buffer, &start))
    return FALSE;

  g_signal_emit_by_name (widget, "time-activated", start);
  return TRUE;
}

static void
add_links (TrsTranscriptView *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  g_signal_connect_swapped (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (reset_link), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  g_signal_connect_swapped (click, "released", G_CALLBACK (released_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
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

  trs_transcript_view_init_place (self);
  add_links (self);
  trs_transcript_view_init_clipboard (self);
  self->tags = trs_transcript_tags_new ();
  self->text_scale = 1.0;
  g_object_set (self, "editable", FALSE, "wrap-mode", GTK_WRAP_WORD_CHAR, "bottom-margin", MARGIN_BOTTOM, NULL);
  gtk_widget_add_css_class (GTK_WIDGET (self), "transcript");

  g_signal_connect_object (style, "notify::dark", G_CALLBACK (update_colours), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (style, "notify::high-contrast", G_CALLBACK (update_colours), self, G_CONNECT_SWAPPED);
  update_colours (self);

  add_menu (self);
  add_keys (self);
}

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

  trs_transcript_view_release_place (self);
  if (adjustment != NULL)
    gtk_adjustment_set_value (adjustment, 0);
  show_buffer (self, transcript != NULL ? trs_transcript_buffer_new (self->tags, transcript,
                                                                     trs_transcript_view_get_flags (self))
                                        : NULL);
  update_state (self);
}

/* Which of the four texts is shown. */
TrsTextFlags
trs_transcript_view_get_flags (TrsTranscriptView *self)
{
  return (self->show_timecodes ? TRS_TEXT_TIMECODES : 0) | (self->show_speakers ? TRS_TEXT_SPEAKERS : 0);
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

/* Whether there is a page that the times can lead to. */
void
trs_transcript_view_set_has_video (TrsTranscriptView *self,
                                   gboolean           has_video)
{
  self->no_video = !has_video;
  if (self->no_video)
    reset_link (self);
}
