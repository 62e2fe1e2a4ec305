/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-view.h"

#include "config.h"
#include "trs-compat.h"
#include "trs-export-escape.h"
#include "trs-i18n.h"
#include "trs-palette.h"
#include "trs-place-keeper.h"
#include "trs-text-provider.h"
#include "trs-transcript-selection.h"
#include "trs-widget-utils.h"

#define COLUMN 720
#define MARGIN 24
#define MARGIN_COMPACT 16
#define TIME_SCALE 0.86
#define SERIF "serif"

enum
{
  PROP_COMPACT = 1,
  PROP_EXACT_TIMES,
  PROP_LINE_SPACING,
  PROP_LINK_PATTERN,
  PROP_SERIF,
  PROP_SHOW_SPEAKERS,
  PROP_SHOW_TIMECODES,
  PROP_TEXT_SCALE,
  PROP_VIDEO_ID,
  N_PROPS
};

enum
{
  MENU_REQUESTED,
  SELECTION_CHANGED,
  SPEAKER_ACTIVATED,
  TIME_ACTIVATED,
  N_SIGNALS,
};

struct _TrsTranscriptView
{
  GtkTextView parent_instance;

  TrsTranscriptBuffer *buffer;
  TrsDocument *document;
  TrsTranscript *transcript; /* version of the document */
  TrsPlaceKeeper *place;
  TrsTranscriptSelection *selection;

  GtkTextTagTable *tags;
  TrsTranscriptTagState state;

  gboolean on[N_PROPS]; /* values of the boolean properties, by property id */
  double text_scale;
  TrsLineSpacing line_spacing;
  int last_width;

  gboolean no_video; /* whether times are not links, because there is no video page */
  char *video_id;
  char *link_pattern;
  gboolean link_shown;
};

static GParamSpec *props[N_PROPS];

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsTranscriptView, trs_transcript_view, GTK_TYPE_TEXT_VIEW)

static void
update_margins (TrsTranscriptView *self)
{
  int margin = self->on[PROP_COMPACT] ? MARGIN_COMPACT : MAX (MARGIN, (self->last_width - COLUMN) / 2 + MARGIN);

  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (self), margin);
  gtk_text_view_set_right_margin (GTK_TEXT_VIEW (self), margin);
}

/* Width of the widest time as drawn, in tabular figures: the latest one, because hours have at least two digits. */
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

  time = self->on[PROP_EXACT_TIMES] ? trs_timecode_format_exact (latest) : trs_timecode_format_clock (latest);
  pango_attr_list_insert (attributes, pango_attr_scale_new (TIME_SCALE * self->text_scale));
  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum"));
  if (self->on[PROP_SERIF])
    pango_attr_list_insert (attributes, pango_attr_family_new (SERIF));
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
         a->time_width == b->time_width && ABS (a->scale - b->scale) < 0.001 && a->spacing == b->spacing &&
         a->family == b->family;
}

/* Applies all settings of the appearance to the tags. */
static void
update_state (TrsTranscriptView *self)
{
  gboolean aligned = self->transcript != NULL && trs_transcript_is_aligned (self->transcript);
  TrsTranscriptTagState state = {
    .timecodes = aligned && self->on[PROP_SHOW_TIMECODES] && trs_transcript_has_timecodes (self->transcript),
    .speakers = aligned && self->on[PROP_SHOW_SPEAKERS] && trs_transcript_has_speakers (self->transcript),
    .wide = !self->on[PROP_COMPACT],
    .rtl = self->transcript != NULL && trs_transcript_is_rtl (self->transcript),
    .time_width = measure_time (self),
    .scale = self->text_scale,
    .spacing = self->line_spacing,
    .family = self->on[PROP_SERIF] ? SERIF : NULL,
  };

  trs_place_keeper_hold (self->place);
  if (is_same_state (&self->state, &state))
    return;

  self->state = state;
  trs_transcript_tags_set_state (self->tags, &state);
  if (self->buffer != NULL)
    trs_transcript_buffer_rescue_caret (self->buffer);
}

/* Appended text moves a caret at the end along. If the user jumped to the end while the text was loading, scroll with
 * it. */
static void
loaded_cb (TrsTranscriptView *self)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  GtkTextIter caret;

  gtk_text_buffer_get_iter_at_mark (buffer, &caret, gtk_text_buffer_get_insert (buffer));
  if (gtk_text_iter_is_end (&caret))
    trs_place_keeper_show_caret (self->place);
}

/* The spaces next to a time have its tag. */
static gboolean
is_time (const GtkTextIter *iter,
         GtkTextTag        *tag)
{
  return gtk_text_iter_has_tag (iter, tag) && !g_unichar_isspace (gtk_text_iter_get_char (iter));
}

/* The link under a click: a time or a name. */
typedef enum
{
  LINK_NONE,
  LINK_TIME,
  LINK_NAME,
} LinkKind;

/* Returns: whether there is the name of a speaker at a place */
static gboolean
get_name (TrsTranscriptView *self,
          GtkTextIter       *start,
          GtkTextIter       *end)
{
  for (guint i = 0; i < TRS_PALETTE_N_SPEAKERS; i++)
    {
      g_autofree char *name = g_strdup_printf ("speaker-%u", i);
      GtkTextTag *tag = gtk_text_tag_table_lookup (self->tags, name);

      if (!gtk_text_iter_has_tag (start, tag))
        continue;
      if (!gtk_text_iter_starts_tag (start, tag))
        gtk_text_iter_backward_to_tag_toggle (start, tag);
      *end = *start;
      gtk_text_iter_forward_to_tag_toggle (end, tag);
      return TRUE;
    }
  return FALSE;
}

/* Finds the time or the speaker name at widget coordinates. */
static LinkKind
get_link (TrsTranscriptView *self,
          double             x,
          double             y,
          GtkTextIter       *start,
          GtkTextIter       *end)
{
  static const char *const tags[] = { "time-name-wide", "time-name-narrow", "time-first", "time-body" };
  GtkTextTag *tag = NULL;

  if (self->buffer == NULL || !trs_text_view_get_iter_at (GTK_TEXT_VIEW (self), x, y, start))
    return LINK_NONE;
  if (get_name (self, start, end))
    return LINK_NAME;

  for (guint i = 0; i < G_N_ELEMENTS (tags) && tag == NULL; i++)
    if (is_time (start, gtk_text_tag_table_lookup (self->tags, tags[i])))
      tag = gtk_text_tag_table_lookup (self->tags, tags[i]);
  if (tag == NULL || self->no_video)
    return LINK_NONE;

  if (!gtk_text_iter_starts_tag (start, tag))
    gtk_text_iter_backward_to_tag_toggle (start, tag);
  while (!is_time (start, tag))
    gtk_text_iter_forward_char (start);
  *end = *start;
  while (is_time (end, tag))
    gtk_text_iter_forward_char (end);
  return LINK_TIME;
}

/* Resets the link when the pointer is on no time or name any more. */
static void
reset_link (TrsTranscriptView *self)
{
  if (!self->link_shown || self->buffer == NULL)
    return;

  self->link_shown = FALSE;
  trs_text_buffer_clear_tag (GTK_TEXT_BUFFER (self->buffer), "link");
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "text");
}

static void
motion_cb (TrsTranscriptView *self,
           double             x,
           double             y)
{
  GtkTextTag *tag = gtk_text_tag_table_lookup (self->tags, "link");
  GtkTextIter start;
  GtkTextIter end;
  gboolean found = get_link (self, x, y, &start, &end) != LINK_NONE;

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
  LinkKind kind;

  if (n_press != 1 || gtk_text_buffer_get_selection_bounds (buffer, NULL, NULL))
    return;
  kind = get_link (self, x, y, &start, &end);
  if (kind == LINK_NONE)
    return;

  gtk_text_buffer_place_cursor (buffer, &start);
  g_signal_emit (self, signals[kind == LINK_NAME ? SPEAKER_ACTIVATED : TIME_ACTIVATED], 0, (int) x, (int) y);
}

static void
selection_changed_cb (TrsTranscriptView *self)
{
  g_signal_emit (self, signals[SELECTION_CHANGED], 0);
  trs_transcript_selection_update (self->selection);
}

static void
set_buffer (TrsTranscriptView   *self,
            TrsTranscriptBuffer *buffer)
{
  self->buffer = buffer;
  trs_place_keeper_set_buffer (self->place, buffer);
  trs_transcript_selection_set_buffer (self->selection, buffer);
}

static void
show_buffer (TrsTranscriptView   *self,
             TrsTranscriptBuffer *buffer)
{
  TrsTranscriptBuffer *old;
  /* Without a buffer, GtkTextView would create one of its own. */
  g_autoptr (GtkTextBuffer) empty = buffer == NULL ? gtk_text_buffer_new (NULL) : NULL;

  reset_link (self);
  old = g_steal_pointer (&self->buffer);
  if (old != NULL)
    trs_transcript_selection_withdraw (self->selection);
  set_buffer (self, buffer);
  gtk_text_view_set_buffer (GTK_TEXT_VIEW (self), buffer != NULL ? GTK_TEXT_BUFFER (buffer) : empty);
  if (old != NULL)
    trs_transcript_buffer_drop (old);
  if (buffer == NULL)
    return;

  g_signal_connect_object (buffer, "selection-changed", G_CALLBACK (selection_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (buffer, "loaded", G_CALLBACK (loaded_cb), self, G_CONNECT_SWAPPED);
}

/* Rebuilds the text. The scroll position is kept. */
static void
update_text (TrsTranscriptView *self)
{
  show_buffer (self, trs_transcript_buffer_new (self->tags, self->document, trs_transcript_view_get_flags (self),
                                                self->on[PROP_EXACT_TIMES]));
  trs_place_keeper_load_held (self->place);
}

/* Rebuilds the same words. The selection is kept, too. */
static void
update_times (TrsTranscriptView *self)
{
  TrsTextPosition start = trs_transcript_buffer_get_caret (self->buffer);
  TrsTextPosition end = start;
  GtkTextIter from;
  GtkTextIter to;

  trs_transcript_buffer_get_selection (self->buffer, &start, &end);
  update_text (self);
  trs_transcript_buffer_get_range (self->buffer, start, end, &from, &to);
  gtk_text_buffer_select_range (GTK_TEXT_BUFFER (self->buffer), &to, &from);
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
      trs_place_keeper_hold (self->place);
      self->last_width = width;
      update_margins (self);
    }

  GTK_WIDGET_CLASS (trs_transcript_view_parent_class)->size_allocate (widget, width, height, baseline);
  trs_place_keeper_allocated (self->place);
  if (other_width)
    trs_place_keeper_restore (self->place);
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
  trs_transcript_selection_withdraw (TRS_TRANSCRIPT_VIEW (widget)->selection);

  GTK_WIDGET_CLASS (trs_transcript_view_parent_class)->unrealize (widget);
}

static void
copy (TrsTranscriptView *self,
      const char        *text,
      const char        *html,
      const char        *toast)
{
  g_autoptr (GdkContentProvider) provider = trs_text_provider_new (text, NULL, html);

  gdk_clipboard_set_content (gtk_widget_get_clipboard (GTK_WIDGET (self)), provider);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", toast);
}

/* Without a selection, the caret in a highlight means that one. */
static void
trs_transcript_view_copy_clipboard (GtkTextView *view)
{
  TrsTranscriptView *self = TRS_TRANSCRIPT_VIEW (view);
  gboolean selected = gtk_text_buffer_get_selection_bounds (gtk_text_view_get_buffer (view), NULL, NULL);
  const TrsPlacedHighlight *highlight =
      self->buffer != NULL && !selected
          ? trs_document_find_highlight (self->document, trs_transcript_buffer_get_caret (self->buffer)) : NULL;
  g_autofree char *text = self->buffer != NULL && highlight == NULL ? trs_transcript_view_render (self) : NULL;
  g_autofree char *html = text != NULL ? trs_transcript_view_render_html (self) : NULL;

  if (highlight != NULL)
    trs_transcript_view_copy_highlight (self, highlight->start, highlight->end);
  else if (text != NULL && *text != '\0')
    copy (self, text, html,
          selected
                   /* Translators: said after the selected words were put on the clipboard. */
                   ? _("Selection copied")
                   /* Translators: said after the whole transcript was put on the clipboard. */
                   : _("Transcript copied"));
}

static void
trs_transcript_view_move_cursor (GtkTextView     *view,
                                 GtkMovementStep  step,
                                 int              count,
                                 gboolean         extend)
{
  TrsTranscriptView *self = TRS_TRANSCRIPT_VIEW (view);

  /* GTK moves the caret to the start of hidden lines, and logs a critical when it continues from there. */
  if (self->buffer != NULL)
    trs_transcript_buffer_rescue_caret (self->buffer);
  GTK_TEXT_VIEW_CLASS (trs_transcript_view_parent_class)->move_cursor (view, step, count, extend);
  if (self->buffer != NULL)
    trs_transcript_buffer_rescue_caret (self->buffer);
  trs_place_keeper_show_caret (self->place);
}

/* On a triple click GTK selects a display line. Here it is the paragraph with its time and the name above, even if that
 * takes several lines of the buffer. */
static gboolean
trs_transcript_view_extend_selection (GtkTextView            *view,
                                      GtkTextExtendSelection  granularity,
                                      const GtkTextIter      *location,
                                      GtkTextIter            *start,
                                      GtkTextIter            *end)
{
  TrsTranscriptView *self = TRS_TRANSCRIPT_VIEW (view);
  TrsTextPosition first;
  TrsTextPosition last;
  GtkTextIter words;

  if (self->buffer == NULL || granularity != GTK_TEXT_EXTEND_SELECTION_LINE)
    return GTK_TEXT_VIEW_CLASS (trs_transcript_view_parent_class)
        ->extend_selection (view, granularity, location, start, end);

  first = trs_transcript_buffer_to_position (self->buffer, location);
  first.byte = 0;
  last = first;
  last.byte = trs_transcript_buffer_get_paragraph (self->buffer, first.paragraph)->body_length;
  trs_transcript_buffer_get_range (self->buffer, first, last, &words, end);
  if (!trs_transcript_buffer_find_name (self->buffer, &words, start))
    {
      *start = words;
      gtk_text_iter_set_line_offset (start, 0);
    }
  return GDK_EVENT_STOP;
}

static void
trs_transcript_view_get_property (GObject    *object,
                                  guint       id,
                                  GValue     *value,
                                  GParamSpec *pspec)
{
  TrsTranscriptView *self = TRS_TRANSCRIPT_VIEW (object);

  if (id == PROP_TEXT_SCALE)
    g_value_set_double (value, self->text_scale);
  else if (id == PROP_LINE_SPACING)
    g_value_set_enum (value, self->line_spacing);
  else if (id == PROP_LINK_PATTERN)
    g_value_set_string (value, self->link_pattern);
  else if (id == PROP_VIDEO_ID)
    g_value_set_string (value, self->video_id);
  else
    g_value_set_boolean (value, self->on[id]);
}

/* Sets a property that changes nothing that is displayed. */
static void
set_link (TrsTranscriptView *self,
          guint              id,
          const char        *value)
{
  if (!trs_set_str (id == PROP_VIDEO_ID ? &self->video_id : &self->link_pattern, value))
    return;
  trs_transcript_selection_set_link (self->selection, self->video_id, self->link_pattern);
  g_object_notify_by_pspec (G_OBJECT (self), props[id]);
}

static void
trs_transcript_view_set_property (GObject      *object,
                                  guint         id,
                                  const GValue *value,
                                  GParamSpec   *pspec)
{
  TrsTranscriptView *self = TRS_TRANSCRIPT_VIEW (object);
  g_auto (GValue) old = G_VALUE_INIT;

  if (id == PROP_LINK_PATTERN || id == PROP_VIDEO_ID)
    {
      set_link (self, id, g_value_get_string (value));
      return;
    }

  g_value_init (&old, pspec->value_type);
  trs_transcript_view_get_property (object, id, &old, pspec);
  if (g_param_values_cmp (pspec, value, &old) == 0)
    return;

  trs_place_keeper_hold (self->place);
  if (id == PROP_TEXT_SCALE)
    self->text_scale = g_value_get_double (value);
  else if (id == PROP_LINE_SPACING)
    self->line_spacing = g_value_get_enum (value);
  else
    self->on[id] = g_value_get_boolean (value);
  trs_transcript_selection_set_flags (self->selection, trs_transcript_view_get_flags (self));
  /* A transcript that is not aligned has a different text for each combination of flags. */
  if ((id == PROP_SHOW_SPEAKERS || id == PROP_SHOW_TIMECODES) && self->buffer != NULL &&
      !trs_transcript_is_aligned (self->transcript))
    update_text (self);
  else if (id == PROP_EXACT_TIMES && self->buffer != NULL && trs_transcript_is_aligned (self->transcript))
    update_times (self);
  else if (id == PROP_COMPACT && self->last_width > 0)
    update_margins (self);
  update_state (self);
  g_object_notify_by_pspec (object, pspec);
}

static void
trs_transcript_view_dispose (GObject *object)
{
  TrsTranscriptView *self = TRS_TRANSCRIPT_VIEW (object);
  TrsTranscriptBuffer *buffer = self->buffer;

  trs_place_keeper_release (self->place);
  if (buffer != NULL)
    g_signal_handlers_disconnect_by_data (buffer, self);
  /* clear first: handlers of the buffer change must not find the old text */
  set_buffer (self, NULL);
  g_clear_object (&self->document);
  g_clear_pointer (&self->video_id, g_free);
  g_clear_pointer (&self->link_pattern, g_free);

  G_OBJECT_CLASS (trs_transcript_view_parent_class)->dispose (object);

  if (buffer != NULL)
    trs_transcript_buffer_drop (buffer);
  g_clear_object (&self->tags);
}

static void
trs_transcript_view_finalize (GObject *object)
{
  TrsTranscriptView *self = TRS_TRANSCRIPT_VIEW (object);

  g_object_unref (self->place);
  g_object_unref (self->selection);

  G_OBJECT_CLASS (trs_transcript_view_parent_class)->finalize (object);
}

/* The context menu applies to the clicked place, unless that is in the selection. */
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
  trs_text_view_get_iter_at (GTK_TEXT_VIEW (self), x, y, &at);
  if (!gtk_text_buffer_get_selection_bounds (GTK_TEXT_BUFFER (self->buffer), &from, &to) ||
      !gtk_text_iter_in_range (&at, &from, &to))
    gtk_text_buffer_place_cursor (GTK_TEXT_BUFFER (self->buffer), &at);
  g_signal_emit (self, signals[MENU_REQUESTED], 0, (int) x, (int) y);
}

static void
emit_at_caret (GtkWidget *widget,
               guint      signal)
{
  GtkTextView *view = GTK_TEXT_VIEW (widget);
  GdkRectangle caret;
  int x;
  int y;

  gtk_text_view_get_cursor_locations (view, NULL, &caret, NULL);
  gtk_text_view_buffer_to_window_coords (view, GTK_TEXT_WINDOW_WIDGET, caret.x, caret.y + caret.height, &x, &y);
  g_signal_emit (view, signals[signal], 0, x, CLAMP (y, 0, gtk_widget_get_height (widget)));
}

static void
menu_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  emit_at_caret (widget, MENU_REQUESTED);
}

static void
follow_time_action (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  TrsTranscriptView *self = TRS_TRANSCRIPT_VIEW (widget);

  if (self->buffer != NULL && !self->no_video && trs_transcript_buffer_get_caret_time (self->buffer) >= 0)
    emit_at_caret (widget, TIME_ACTIVATED);
}

static void
trs_transcript_view_class_init (TrsTranscriptViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = trs_transcript_view_dispose;
  object_class->finalize = trs_transcript_view_finalize;
  object_class->get_property = trs_transcript_view_get_property;
  object_class->set_property = trs_transcript_view_set_property;
  widget_class->size_allocate = trs_transcript_view_size_allocate;
  widget_class->css_changed = trs_transcript_view_css_changed;
  widget_class->unrealize = trs_transcript_view_unrealize;
  GTK_TEXT_VIEW_CLASS (klass)->copy_clipboard = trs_transcript_view_copy_clipboard;
  GTK_TEXT_VIEW_CLASS (klass)->move_cursor = trs_transcript_view_move_cursor;
  GTK_TEXT_VIEW_CLASS (klass)->extend_selection = trs_transcript_view_extend_selection;

  props[PROP_COMPACT] = g_param_spec_boolean ("compact", NULL, NULL, FALSE, flags);
  props[PROP_EXACT_TIMES] = g_param_spec_boolean ("exact-times", NULL, NULL, FALSE, flags);
  props[PROP_LINE_SPACING] =
      g_param_spec_enum ("line-spacing", NULL, NULL, TRS_TYPE_LINE_SPACING, TRS_LINE_SPACING_NORMAL, flags);
  props[PROP_LINK_PATTERN] = g_param_spec_string ("link-pattern", NULL, NULL, NULL, flags);
  props[PROP_SERIF] = g_param_spec_boolean ("serif", NULL, NULL, FALSE, flags);
  props[PROP_SHOW_SPEAKERS] = g_param_spec_boolean ("show-speakers", NULL, NULL, FALSE, flags);
  props[PROP_SHOW_TIMECODES] = g_param_spec_boolean ("show-timecodes", NULL, NULL, FALSE, flags);
  props[PROP_TEXT_SCALE] = g_param_spec_double ("text-scale", NULL, NULL, 0.5, 3.0, 1.0, flags);
  props[PROP_VIDEO_ID] = g_param_spec_string ("video-id", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);

  signals[SPEAKER_ACTIVATED] = g_signal_new ("speaker-activated", TRS_TYPE_TRANSCRIPT_VIEW, G_SIGNAL_RUN_LAST, 0, NULL,
                                             NULL, NULL, G_TYPE_NONE, 2, G_TYPE_INT, G_TYPE_INT);
  signals[TIME_ACTIVATED] = g_signal_new ("time-activated", TRS_TYPE_TRANSCRIPT_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                          NULL, G_TYPE_NONE, 2, G_TYPE_INT, G_TYPE_INT);
  signals[SELECTION_CHANGED] = g_signal_new ("selection-changed", TRS_TYPE_TRANSCRIPT_VIEW, G_SIGNAL_RUN_LAST, 0, NULL,
                                             NULL, NULL, G_TYPE_NONE, 0);
  signals[MENU_REQUESTED] = g_signal_new ("menu-requested", TRS_TYPE_TRANSCRIPT_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                          NULL, G_TYPE_NONE, 2, G_TYPE_INT, G_TYPE_INT);

  gtk_widget_class_install_action (widget_class, "transcript.follow-time", NULL, follow_time_action);
  gtk_widget_class_install_action (widget_class, "transcript.menu", NULL, menu_action);
  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-transcript-view.ui");
  gtk_widget_class_bind_template_callback (widget_class, menu_pressed_cb);
  gtk_widget_class_bind_template_callback (widget_class, motion_cb);
  gtk_widget_class_bind_template_callback (widget_class, released_cb);
  gtk_widget_class_bind_template_callback (widget_class, reset_link);
}

static void
trs_transcript_view_init (TrsTranscriptView *self)
{
  self->place = trs_place_keeper_new (GTK_TEXT_VIEW (self));
  gtk_widget_init_template (GTK_WIDGET (self));
  self->selection = trs_transcript_selection_new (GTK_TEXT_VIEW (self));
  self->tags = trs_transcript_tags_new ();
  self->text_scale = 1.0;
  self->line_spacing = TRS_LINE_SPACING_NORMAL;
}

/* The speakers of the same text have changed: update the visible name lines at once. */
static void
update_names (TrsTranscriptView *self)
{
  GtkTextView *view = GTK_TEXT_VIEW (self);
  GdkRectangle visible;
  GtkTextIter from;
  GtkTextIter to;

  trs_place_keeper_hold (self->place);
  gtk_text_view_get_visible_rect (view, &visible);
  gtk_text_view_get_line_at_y (view, &from, visible.y, NULL);
  gtk_text_view_get_line_at_y (view, &to, visible.y + visible.height, NULL);
  trs_transcript_buffer_set_document (self->buffer, self->document, &from, &to);
}

/**
 * trs_transcript_view_set_document:
 * @self: a view
 * @document: (nullable): the document to show
 *
 * Shows the beginning of the text at once; the rest follows in slices. If it is
 * the same text with other annotations, place, caret and selection stay.
 */
void
trs_transcript_view_set_document (TrsTranscriptView *self,
                                  TrsDocument       *document)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self));
  g_autoptr (TrsDocument) old = self->document != NULL ? g_object_ref (self->document) : NULL;

  if (!g_set_object (&self->document, document))
    return;

  self->transcript = document != NULL ? trs_document_get_transcript (document) : NULL;
  if (old != NULL && self->buffer != NULL && trs_document_get_transcript (old) == self->transcript)
    {
      update_names (self);
      return;
    }

  trs_place_keeper_release (self->place);
  if (adjustment != NULL)
    gtk_adjustment_set_value (adjustment, 0);
  show_buffer (self, document != NULL
                         ? trs_transcript_buffer_new (self->tags, document, trs_transcript_view_get_flags (self),
                                                      self->on[PROP_EXACT_TIMES])
                         : NULL);
  update_state (self);
}

/**
 * trs_transcript_view_get_flags:
 * @self: a view
 *
 * Returns: which of the four texts of a transcript is shown
 */
TrsTextFlags
trs_transcript_view_get_flags (TrsTranscriptView *self)
{
  TrsTextFlags timecodes = self->on[PROP_SHOW_TIMECODES] ? TRS_TEXT_TIMECODES : 0;

  return timecodes | (self->on[PROP_SHOW_SPEAKERS] ? TRS_TEXT_SPEAKERS : 0);
}

/**
 * trs_transcript_view_get_exact_times:
 * @self: a view
 *
 * Returns: whether times have their milliseconds
 */
gboolean
trs_transcript_view_get_exact_times (TrsTranscriptView *self)
{
  return self->on[PROP_EXACT_TIMES];
}

/**
 * trs_transcript_view_set_title:
 * @self: a view
 * @title: (nullable): what a file is named after that is dragged out
 */
void
trs_transcript_view_set_title (TrsTranscriptView *self,
                               const char        *title)
{
  trs_transcript_selection_set_title (self->selection, title);
}

/**
 * trs_transcript_view_set_has_video:
 * @self: a view
 * @has_video: whether there is something that times can lead to
 */
void
trs_transcript_view_set_has_video (TrsTranscriptView *self,
                                   gboolean           has_video)
{
  self->no_video = !has_video;
  if (self->no_video)
    reset_link (self);
}

/**
 * trs_transcript_view_get_document:
 * @self: a #TrsTranscriptView
 *
 * Returns: (transfer none) (nullable): what is shown
 */
TrsDocument *
trs_transcript_view_get_document (TrsTranscriptView *self)
{
  return self->document;
}

/**
 * trs_transcript_view_get_buffer:
 * @self: a #TrsTranscriptView
 *
 * Returns: (transfer none) (nullable): its text
 */
TrsTranscriptBuffer *
trs_transcript_view_get_buffer (TrsTranscriptView *self)
{
  return self->buffer;
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
  trs_place_keeper_scroll_to (self->place, position);
}

/**
 * trs_transcript_view_scroll_to:
 * @self: a view
 * @position: a place in the transcript
 *
 * Scrolls so that the place is visible, as trs_place_keeper_scroll_to() does.
 */
void
trs_transcript_view_scroll_to (TrsTranscriptView *self,
                               TrsTextPosition    position)
{
  trs_place_keeper_scroll_to (self->place, position);
}

/**
 * trs_transcript_view_get_top:
 * @self: a view with a text
 *
 * Returns: the first place that can be read in it, as trs_place_keeper_get_top()
 *   says it
 */
TrsTextPosition
trs_transcript_view_get_top (TrsTranscriptView *self)
{
  return trs_place_keeper_get_top (self->place);
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
  trs_place_keeper_set_top (self->place, position);
}

/**
 * trs_transcript_view_render:
 * @self: a view with a text
 *
 * Renders what is selected as plain text, or else all of it.
 *
 * Returns: (transfer full): the text in UTF-8
 */
char *
trs_transcript_view_render (TrsTranscriptView *self)
{
  return trs_transcript_selection_render (self->selection);
}

/**
 * trs_transcript_view_copy_highlight:
 * @self: a view with a text
 * @start: where the highlight begins
 * @end: where it ends
 *
 * Puts the words on the clipboard, and says so.
 */
void
trs_transcript_view_copy_highlight (TrsTranscriptView *self,
                                    TrsTextPosition    start,
                                    TrsTextPosition    end)
{
  g_autofree char *text = trs_transcript_selection_render_words (self->selection, start, end, FALSE);
  g_autofree char *html = trs_transcript_selection_render_words (self->selection, start, end, TRUE);

  /* Translators: said after the words of a highlight were put on the clipboard. */
  copy (self, text, html, _("Highlight copied"));
}

/**
 * trs_transcript_view_copy_lost:
 * @self: a view
 * @words: the words of a highlight that are not in the text
 *
 * Puts the words on the clipboard, and says so.
 */
void
trs_transcript_view_copy_lost (TrsTranscriptView *self,
                               const char        *words)
{
  g_autofree char *html = trs_export_text_to_html (words);

  copy (self, words, html, _("Highlight copied"));
}

/**
 * trs_transcript_view_render_html:
 * @self: a view with a text
 *
 * Renders the very words of trs_transcript_view_render() as HTML: names are
 * bold, and times lead to the video where its address is known.
 *
 * Returns: (transfer full): a part of an HTML document
 */
char *
trs_transcript_view_render_html (TrsTranscriptView *self)
{
  return trs_transcript_selection_render_html (self->selection);
}
