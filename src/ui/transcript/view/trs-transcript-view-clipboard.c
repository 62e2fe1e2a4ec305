/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-view-private.h"

#include "trs-export-escape.h"
#include "trs-text-provider.h"

#define LEFT_TO_RIGHT_MARK 0x200e
#define RIGHT_TO_LEFT_MARK 0x200f

/* The primary selection is rendered when somebody asks for it. */
#define TRS_TYPE_SELECTION_PROVIDER (trs_selection_provider_get_type ())
G_DECLARE_FINAL_TYPE (TrsSelectionProvider, trs_selection_provider, TRS, SELECTION_PROVIDER, GdkContentProvider)

struct _TrsSelectionProvider
{
  GdkContentProvider parent_instance;

  TrsTranscriptView *view; /* NULL when it is gone */
};

G_DEFINE_FINAL_TYPE (TrsSelectionProvider, trs_selection_provider, GDK_TYPE_CONTENT_PROVIDER)

/* A selection without words, such as a name or a time alone, is copied as displayed, but for "Speaker unknown" and the
 * signs of checks and notes. */
static char *
get_visible (TrsTranscriptView *self,
             GtkTextIter        at,
             const GtkTextIter *to)
{
  GtkTextTag *unknown = gtk_text_tag_table_lookup (self->tags, "speaker-unknown");
  GtkTextTag *checked = gtk_text_tag_table_lookup (self->tags, "checked");
  GtkTextTag *note_sign = gtk_text_tag_table_lookup (self->tags, "note-sign");
  GString *text = g_string_new (NULL);

  for (; gtk_text_iter_compare (&at, to) < 0; gtk_text_iter_forward_char (&at))
    {
      gunichar c = gtk_text_iter_get_char (&at);

      if (!trs_transcript_view_is_hidden (&at) && !gtk_text_iter_has_tag (&at, unknown) &&
          !gtk_text_iter_has_tag (&at, checked) && !gtk_text_iter_has_tag (&at, note_sign) &&
          c != LEFT_TO_RIGHT_MARK && c != RIGHT_TO_LEFT_MARK)
        g_string_append_unichar (text, c == '\t' ? ' ' : c);
    }

  return g_strstrip (g_string_free (text, FALSE));
}

/* Whether a time or a name, as it is shown, lies between two places. */
static gboolean
shows_prefix (GtkTextIter        at,
              const GtkTextIter *to)
{
  for (; gtk_text_iter_compare (&at, to) < 0; gtk_text_iter_forward_char (&at))
    if (g_unichar_isgraph (gtk_text_iter_get_char (&at)) && !trs_transcript_view_is_hidden (&at))
      return TRUE;
  return FALSE;
}

/* Within a paragraph its words are copied; time and name go along only where the selection began before the first. */
static TrsTextFlags
get_selection_flags (TrsTranscriptView *self,
                     TrsTextPosition    start,
                     TrsTextPosition    end)
{
  TrsTextFlags flags = trs_transcript_view_get_flags (self);
  GtkTextIter from;
  GtkTextIter words;

  if (start.paragraph != end.paragraph || start.byte > 0 || !trs_transcript_is_aligned (self->transcript))
    return flags;

  gtk_text_buffer_get_selection_bounds (GTK_TEXT_BUFFER (self->buffer), &from, NULL);
  trs_transcript_buffer_get_iter (self->buffer, start, &words);
  return shows_prefix (from, &words) ? flags : TRS_TEXT_BARE;
}

/* Returns: (nullable): what is selected, as plain text or as HTML */
static char *
render_selection (TrsTranscriptView *self,
                  gboolean           html)
{
  const TrsExportSource source = { .document = self->document,
                                   .video_id = self->video_id,
                                   .pattern = self->link_pattern };
  g_autofree char *visible = NULL;
  TrsTextPosition start;
  TrsTextPosition end;
  TrsTextFlags flags;
  GtkTextIter from;
  GtkTextIter to;

  if (self->buffer == NULL || !trs_transcript_buffer_get_selection (self->buffer, &start, &end))
    return NULL;
  if (trs_text_position_compare (start, end) != 0)
    {
      flags = get_selection_flags (self, start, end);
      return html ? trs_export_render_range_html (&source, flags, start, end)
                  : trs_export_render_range (self->document, flags, start, end);
    }

  gtk_text_buffer_get_selection_bounds (GTK_TEXT_BUFFER (self->buffer), &from, &to);
  visible = get_visible (self, from, &to);
  return html ? trs_export_text_to_html (visible) : g_steal_pointer (&visible);
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
  char *text = render_selection (self, FALSE);
  g_autoptr (GBytes) all = NULL;

  if (text != NULL)
    return text;

  all = trs_document_get_text (self->document, trs_transcript_view_get_flags (self));
  return g_strndup (g_bytes_get_data (all, NULL), g_bytes_get_size (all));
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
  char *html = render_selection (self, TRUE);
  g_autofree char *text = NULL;

  if (html != NULL)
    return html;
  if (trs_transcript_is_aligned (self->transcript))
    return trs_export_render_range_html (&(TrsExportSource) { .document = self->document,
                                                        .video_id = self->video_id,
                                                        .pattern = self->link_pattern },
                                   trs_transcript_view_get_flags (self), (TrsTextPosition) { 0, 0 },
                                   (TrsTextPosition) { G_MAXUINT, 0 });
  text = trs_transcript_view_render (self);
  return trs_export_text_to_html (text);
}

static GdkContentFormats *
trs_selection_provider_ref_formats (GdkContentProvider *provider)
{
  return gdk_content_formats_new_for_gtype (G_TYPE_STRING);
}

static gboolean
trs_selection_provider_get_value (GdkContentProvider  *provider,
                                  GValue              *value,
                                  GError             **error)
{
  TrsSelectionProvider *self = TRS_SELECTION_PROVIDER (provider);
  char *text = G_VALUE_HOLDS_STRING (value) && self->view != NULL ? render_selection (self->view, FALSE) : NULL;

  if (text == NULL)
    return GDK_CONTENT_PROVIDER_CLASS (trs_selection_provider_parent_class)->get_value (provider, value, error);

  g_value_take_string (value, text);
  return TRUE;
}

static void
trs_selection_provider_class_init (TrsSelectionProviderClass *klass)
{
  GDK_CONTENT_PROVIDER_CLASS (klass)->ref_formats = trs_selection_provider_ref_formats;
  GDK_CONTENT_PROVIDER_CLASS (klass)->get_value = trs_selection_provider_get_value;
}

static void
trs_selection_provider_init (TrsSelectionProvider *self)
{
}

/* Takes the selection of this view back from the primary selection. */
void
trs_transcript_view_withdraw_selection (TrsTranscriptView *self)
{
  GdkClipboard *clipboard = gtk_widget_get_primary_clipboard (GTK_WIDGET (self));

  if (gdk_clipboard_get_content (clipboard) == self->provider)
    gdk_clipboard_set_content (clipboard, NULL);
}

/* To be called when the selection changed. */
void
trs_transcript_view_update_selection (TrsTranscriptView *self)
{
  GdkClipboard *clipboard = gtk_widget_get_primary_clipboard (GTK_WIDGET (self));

  g_signal_emit_by_name (self, "selection-changed");
  if (self->buffer == NULL || !gtk_widget_get_realized (GTK_WIDGET (self)))
    return;

  if (!gtk_text_buffer_get_selection_bounds (GTK_TEXT_BUFFER (self->buffer), NULL, NULL))
    trs_transcript_view_withdraw_selection (self);
  else if (gdk_clipboard_get_content (clipboard) != self->provider)
    gdk_clipboard_set_content (clipboard, self->provider);
}

/* GtkTextView drags out the text as it stands in the buffer. So a press on the
 * selection is taken from it: a drag is ours, a click does what GtkTextView
 * would have done. */
static gboolean
is_on_selection (TrsTranscriptView *self,
                 double             x,
                 double             y)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self));
  GtkTextIter from;
  GtkTextIter to;
  GtkTextIter at;

  if (!gtk_text_buffer_get_selection_bounds (buffer, &from, &to))
    return FALSE;

  trs_transcript_view_get_iter_at (self, x, y, &at);
  return gtk_text_iter_in_range (&at, &from, &to);
}

static GdkContentProvider *
prepare_cb (GtkDragSource     *source,
            double             x,
            double             y,
            TrsTranscriptView *self)
{
  g_autofree char *text = NULL;
  g_autofree char *html = NULL;

  /* Asked only once the pointer has moved a little: by then GtkTextView may have begun a selection here. */
  if (self->press_taken != 1)
    return NULL;

  text = render_selection (self, FALSE);
  html = render_selection (self, TRUE);
  return text != NULL ? trs_text_provider_new_dragged (source, text, html, self->title, NULL) : NULL;
}

/* The second press of a double click selects the word, the third the paragraph. */
static void
extend (TrsTranscriptView *self,
        int                n_press,
        double             x,
        double             y)
{
  GtkTextExtendSelection unit = n_press == 2 ? GTK_TEXT_EXTEND_SELECTION_WORD : GTK_TEXT_EXTEND_SELECTION_LINE;
  GtkTextView *view = GTK_TEXT_VIEW (self);
  GtkTextIter at;
  GtkTextIter start;
  GtkTextIter end;

  trs_transcript_view_get_iter_at (self, x, y, &at);
  if (GTK_TEXT_VIEW_GET_CLASS (view)->extend_selection (view, unit, &at, &start, &end) == GDK_EVENT_STOP)
    gtk_text_buffer_select_range (gtk_text_view_get_buffer (view), &end, &start);
}

static void
pressed_cb (TrsTranscriptView *self,
            int                n_press,
            double             x,
            double             y,
            GtkGesture        *gesture)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));

  if (n_press > 1 && self->press_taken > 0)
    self->press_taken = n_press;
  else
    self->press_taken = n_press == 1 && (state & GDK_SHIFT_MASK) == 0 && is_on_selection (self, x, y) ? 1 : 0;
  if (self->press_taken == 0)
    return;

  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (n_press > 1)
    extend (self, n_press, x, y);
}

static void
released_cb (TrsTranscriptView *self,
             int                n_press,
             double             x,
             double             y)
{
  GtkTextIter at;

  if (self->press_taken != 1)
    return;

  trs_transcript_view_get_iter_at (self, x, y, &at);
  gtk_text_buffer_place_cursor (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self)), &at);
}

/* Whoever reads the primary selection may hold its provider longer than the view lives. */
static void
view_gone (gpointer data)
{
  TrsSelectionProvider *provider = data;

  provider->view = NULL;
  g_object_unref (provider);
}

void
trs_transcript_view_init_clipboard (TrsTranscriptView *self)
{
  TrsSelectionProvider *provider = g_object_new (TRS_TYPE_SELECTION_PROVIDER, NULL);
  GtkDragSource *source = gtk_drag_source_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  provider->view = self;
  self->provider = GDK_CONTENT_PROVIDER (provider);
  g_object_set_data_full (G_OBJECT (self), "trs-selection-provider", provider, view_gone);

  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (source), GTK_PHASE_CAPTURE);
  g_signal_connect (source, "prepare", G_CALLBACK (prepare_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (source));

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_PRIMARY);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (pressed_cb), self);
  g_signal_connect_swapped (click, "released", G_CALLBACK (released_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_gesture_group (GTK_GESTURE (source), click);
}
