/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-clipboard.h"

#define LEFT_TO_RIGHT_MARK 0x200e
#define RIGHT_TO_LEFT_MARK 0x200f

/* It is also what provides the primary selection, which is rendered when somebody asks for it. */
struct _TrsTranscriptClipboard
{
  GdkContentProvider parent_instance;

  GtkTextView *view; /* NULL when it is gone */
  TrsTextFlags flags;

  /* Which press of a multiple click on the selection. 0 if it is not on it: then GtkTextView handles it. */
  int press_taken;
};

G_DEFINE_FINAL_TYPE (TrsTranscriptClipboard, trs_transcript_clipboard, GDK_TYPE_CONTENT_PROVIDER)

static GdkContentFormats *
trs_transcript_clipboard_ref_formats (GdkContentProvider *provider)
{
  return gdk_content_formats_new_for_gtype (G_TYPE_STRING);
}

static gboolean
trs_transcript_clipboard_get_value (GdkContentProvider  *provider,
                                    GValue              *value,
                                    GError             **error)
{
  TrsTranscriptClipboard *self = TRS_TRANSCRIPT_CLIPBOARD (provider);
  char *text = G_VALUE_HOLDS_STRING (value) && self->view != NULL ? trs_transcript_clipboard_render (self) : NULL;

  if (text == NULL)
    return GDK_CONTENT_PROVIDER_CLASS (trs_transcript_clipboard_parent_class)->get_value (provider, value, error);

  g_value_take_string (value, text);
  return TRUE;
}

static void
trs_transcript_clipboard_class_init (TrsTranscriptClipboardClass *klass)
{
  GDK_CONTENT_PROVIDER_CLASS (klass)->ref_formats = trs_transcript_clipboard_ref_formats;
  GDK_CONTENT_PROVIDER_CLASS (klass)->get_value = trs_transcript_clipboard_get_value;
}

static void
trs_transcript_clipboard_init (TrsTranscriptClipboard *self)
{
}

/* A selection without words, such as a name or a time alone, is copied as displayed, but for "Speaker unknown". */
static char *
get_visible (TrsTranscriptBuffer *self)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);
  GtkTextTag *unknown = trs_transcript_buffer_get_tag (self, TRS_TRANSCRIPT_TAG_SPEAKER_UNKNOWN);
  GString *text = g_string_new (NULL);
  GtkTextIter at;
  GtkTextIter next;
  GtkTextIter to;

  gtk_text_buffer_get_selection_bounds (buffer, &at, &to);
  for (; gtk_text_iter_compare (&at, &to) < 0; at = next)
    {
      gunichar c = gtk_text_iter_get_char (&at);
      g_autofree char *visible = NULL;

      next = at;
      gtk_text_iter_forward_char (&next);
      visible = gtk_text_buffer_get_text (buffer, &at, &next, FALSE);
      if (*visible != '\0' && !gtk_text_iter_has_tag (&at, unknown) && c != LEFT_TO_RIGHT_MARK
          && c != RIGHT_TO_LEFT_MARK)
        g_string_append_unichar (text, c == '\t' ? ' ' : c);
    }

  return g_strstrip (g_string_free (text, FALSE));
}

/**
 * trs_transcript_clipboard_render:
 * @self: a clipboard
 *
 * Returns: (transfer full) (nullable): what is selected as plain text; %NULL if
 *   nothing is
 */
char *
trs_transcript_clipboard_render (TrsTranscriptClipboard *self)
{
  TrsTranscriptBuffer *buffer = trs_transcript_buffer_peek (self->view);
  TrsTextPosition start;
  TrsTextPosition end;

  if (buffer == NULL || !trs_transcript_buffer_get_selection (buffer, &start, &end))
    return NULL;
  if (start.paragraph == end.paragraph && start.byte == end.byte)
    return get_visible (buffer);

  return trs_export_text_render_range (trs_transcript_buffer_get_transcript (buffer), self->flags, start, end);
}

/* Which of the four texts is copied. */
void
trs_transcript_clipboard_set_flags (TrsTranscriptClipboard *self,
                                    TrsTextFlags            flags)
{
  self->flags = flags;
}

/* Takes the selection of this view back from the primary selection. */
void
trs_transcript_clipboard_withdraw (TrsTranscriptClipboard *self)
{
  GdkClipboard *clipboard = gtk_widget_get_primary_clipboard (GTK_WIDGET (self->view));

  if (gdk_clipboard_get_content (clipboard) == GDK_CONTENT_PROVIDER (self))
    gdk_clipboard_set_content (clipboard, NULL);
}

/* To be called when the selection changed. */
void
trs_transcript_clipboard_update (TrsTranscriptClipboard *self)
{
  GdkClipboard *clipboard = gtk_widget_get_primary_clipboard (GTK_WIDGET (self->view));

  if (!gtk_text_buffer_get_selection_bounds (gtk_text_view_get_buffer (self->view), NULL, NULL))
    trs_transcript_clipboard_withdraw (self);
  else if (gdk_clipboard_get_content (clipboard) != GDK_CONTENT_PROVIDER (self))
    gdk_clipboard_set_content (clipboard, GDK_CONTENT_PROVIDER (self));
}

/* GtkTextView drags out the text as it stands in the buffer. So a press on the
 * selection is taken from it: a drag is ours, a click does what GtkTextView
 * would have done. */
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

  trs_transcript_buffer_get_iter_at_point (view, x, y, &at);
  return gtk_text_iter_in_range (&at, &from, &to);
}

static GdkContentProvider *
prepare_cb (GtkDragSource          *source,
            double                  x,
            double                  y,
            TrsTranscriptClipboard *self)
{
  g_autofree char *text = NULL;

  /* Asked only once the pointer has moved a little: by then GtkTextView may have begun a selection here. */
  if (self->press_taken != 1)
    return NULL;

  text = trs_transcript_clipboard_render (self);
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

  trs_transcript_buffer_get_iter_at_point (view, x, y, &at);
  if (GTK_TEXT_VIEW_GET_CLASS (view)->extend_selection (
          view, n_press == 2 ? GTK_TEXT_EXTEND_SELECTION_WORD : GTK_TEXT_EXTEND_SELECTION_LINE, &at, &start, &end)
      == GDK_EVENT_STOP)
    gtk_text_buffer_select_range (gtk_text_view_get_buffer (view), &end, &start);
}

static void
pressed_cb (TrsTranscriptClipboard *self,
            int                     n_press,
            double                  x,
            double                  y,
            GtkGesture             *gesture)
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
released_cb (TrsTranscriptClipboard *self,
             int                     n_press,
             double                  x,
             double                  y)
{
  GtkTextIter at;

  if (self->press_taken != 1)
    return;

  trs_transcript_buffer_get_iter_at_point (self->view, x, y, &at);
  gtk_text_buffer_place_cursor (gtk_text_view_get_buffer (self->view), &at);
}

/* Even where nothing can be typed, GtkTextView accepts text that is dropped onto
 * it and throws it away. A link is for the window. */
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

static void
view_gone (gpointer data)
{
  TrsTranscriptClipboard *self = data;

  self->view = NULL;
  g_object_unref (self);
}

/**
 * trs_transcript_clipboard_attach:
 * @view: a view
 *
 * Returns: (transfer none): the clipboard, which lives as long as the view
 */
TrsTranscriptClipboard *
trs_transcript_clipboard_attach (GtkTextView *view)
{
  TrsTranscriptClipboard *self = g_object_new (TRS_TYPE_TRANSCRIPT_CLIPBOARD, NULL);
  GtkDragSource *source = gtk_drag_source_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  self->view = view;
  g_object_set_data_full (G_OBJECT (view), "trs-transcript-clipboard", self, view_gone);

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
  return self;
}
