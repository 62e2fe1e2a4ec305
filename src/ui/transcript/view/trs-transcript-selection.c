/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-selection.h"

#include "trs-compat.h"
#include "trs-export-escape.h"
#include "trs-text-provider.h"
#include "trs-widget-utils.h"

#define LEFT_TO_RIGHT_MARK 0x200e
#define RIGHT_TO_LEFT_MARK 0x200f

struct _TrsTranscriptSelection
{
  GdkContentProvider parent_instance;

  GtkTextView *view; /* weak pointer: a reader of the primary selection may keep this object longer than the view */
  TrsTranscriptBuffer *buffer;
  TrsTextFlags flags;
  char *title;
  char *video_id;
  char *pattern;

  /* Number of the click on the selection; 0 if the press was elsewhere and left to GtkTextView. */
  int press_taken;
};

G_DEFINE_FINAL_TYPE (TrsTranscriptSelection, trs_transcript_selection, GDK_TYPE_CONTENT_PROVIDER)

static TrsTranscript *
get_transcript (TrsTranscriptSelection *self)
{
  return trs_document_get_transcript (trs_transcript_buffer_get_document (self->buffer));
}

/* Returns: the source with the video address, which times in HTML link to. */
static TrsExportSource
get_source (TrsTranscriptSelection *self)
{
  return (TrsExportSource) { .document = trs_transcript_buffer_get_document (self->buffer),
                             .video_id = self->video_id,
                             .pattern = self->pattern };
}

/* A selection without words, such as a time, is copied as displayed, except "Speaker unknown" and the signs of checks
 * and notes. */
static char *
get_visible (TrsTranscriptSelection *self,
             GtkTextIter             at,
             const GtkTextIter      *to)
{
  GtkTextTagTable *tags = gtk_text_buffer_get_tag_table (GTK_TEXT_BUFFER (self->buffer));
  GtkTextTag *unknown = gtk_text_tag_table_lookup (tags, "speaker-unknown");
  GtkTextTag *checked = gtk_text_tag_table_lookup (tags, "checked");
  GtkTextTag *note_sign = gtk_text_tag_table_lookup (tags, "note-sign");
  GString *text = g_string_new (NULL);

  for (; gtk_text_iter_compare (&at, to) < 0; gtk_text_iter_forward_char (&at))
    {
      gunichar c = gtk_text_iter_get_char (&at);

      if (!trs_transcript_buffer_is_hidden (&at) && !gtk_text_iter_has_tag (&at, unknown) &&
          !gtk_text_iter_has_tag (&at, checked) && !gtk_text_iter_has_tag (&at, note_sign) &&
          c != LEFT_TO_RIGHT_MARK && c != RIGHT_TO_LEFT_MARK)
        g_string_append_unichar (text, c == '\t' ? ' ' : c);
    }

  return g_strstrip (g_string_free (text, FALSE));
}

/* Returns: whether a visible time or name lies between two places */
static gboolean
shows_prefix (GtkTextIter        at,
              const GtkTextIter *to)
{
  for (; gtk_text_iter_compare (&at, to) < 0; gtk_text_iter_forward_char (&at))
    if (g_unichar_isgraph (gtk_text_iter_get_char (&at)) && !trs_transcript_buffer_is_hidden (&at))
      return TRUE;
  return FALSE;
}

static char *
render_range (TrsTranscriptSelection *self,
              TrsTextFlags            flags,
              TrsTextPosition         start,
              TrsTextPosition         end,
              gboolean                html)
{
  TrsExportSource source = get_source (self);

  return html ? trs_export_render_range_html (&source, flags, start, end)
              : trs_export_render_range (source.document, flags, start, end);
}

/* Inside a paragraph only words are copied. Time and name are included if the selection begins before the first
 * word. */
static TrsTextFlags
get_selection_flags (TrsTranscriptSelection *self,
                     TrsTextPosition         start,
                     TrsTextPosition         end)
{
  GtkTextIter from;
  GtkTextIter words;

  if (start.paragraph != end.paragraph || start.byte > 0 || !trs_transcript_is_aligned (get_transcript (self)))
    return self->flags;

  gtk_text_buffer_get_selection_bounds (GTK_TEXT_BUFFER (self->buffer), &from, NULL);
  trs_transcript_buffer_get_iter (self->buffer, start, &words);
  return shows_prefix (from, &words) ? self->flags : TRS_TEXT_BARE;
}

/* Returns: (nullable): the selection as plain text or as HTML */
static char *
render_selection (TrsTranscriptSelection *self,
                  gboolean                html)
{
  g_autofree char *visible = NULL;
  TrsTextPosition start;
  TrsTextPosition end;
  GtkTextIter from;
  GtkTextIter to;

  if (self->buffer == NULL || !trs_transcript_buffer_get_selection (self->buffer, &start, &end))
    return NULL;

  if (trs_text_position_compare (start, end) != 0)
    return render_range (self, get_selection_flags (self, start, end), start, end, html);

  gtk_text_buffer_get_selection_bounds (GTK_TEXT_BUFFER (self->buffer), &from, &to);
  visible = get_visible (self, from, &to);
  return html ? trs_export_text_to_html (visible) : g_steal_pointer (&visible);
}

/**
 * trs_transcript_selection_render:
 * @self: the selection of a view with a text
 *
 * Renders what is selected as plain text, or else all of it.
 *
 * Returns: (transfer full): the text in UTF-8
 */
char *
trs_transcript_selection_render (TrsTranscriptSelection *self)
{
  char *text = render_selection (self, FALSE);
  g_autoptr (GBytes) all = NULL;

  if (text != NULL)
    return text;

  all = trs_document_get_text (trs_transcript_buffer_get_document (self->buffer), self->flags);
  return g_strndup (g_bytes_get_data (all, NULL), g_bytes_get_size (all));
}

/**
 * trs_transcript_selection_render_html:
 * @self: the selection of a view with a text
 *
 * Renders the very words of trs_transcript_selection_render() as HTML: names are
 * bold, and times lead to the video where its address is known.
 *
 * Returns: (transfer full): a part of an HTML document
 */
char *
trs_transcript_selection_render_html (TrsTranscriptSelection *self)
{
  char *html = render_selection (self, TRUE);
  TrsExportSource source = get_source (self);

  return html != NULL ? html : trs_export_render_whole_html (&source, self->flags);
}

/**
 * trs_transcript_selection_render_words:
 * @self: the selection of a view with a text
 * @start: where the words begin
 * @end: where they end
 * @html: whether as HTML rather than as plain text
 *
 * Renders words as if they were selected from the first to the last.
 *
 * Returns: (transfer full): the words, without time and name if they are all of one paragraph
 */
char *
trs_transcript_selection_render_words (TrsTranscriptSelection *self,
                                       TrsTextPosition         start,
                                       TrsTextPosition         end,
                                       gboolean                html)
{
  return render_range (self, start.paragraph == end.paragraph ? TRS_TEXT_BARE : self->flags, start, end, html);
}

static GdkContentFormats *
trs_transcript_selection_ref_formats (GdkContentProvider *provider)
{
  return trs_text_provider_ref_plain_formats ();
}

static void
written_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (g_output_stream_write_all_finish (G_OUTPUT_STREAM (source), result, NULL, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
trs_transcript_selection_write_mime_type_async (GdkContentProvider  *provider,
                                                const char          *mime_type,
                                                GOutputStream       *stream,
                                                int                  io_priority,
                                                GCancellable        *cancellable,
                                                GAsyncReadyCallback  callback,
                                                gpointer             user_data)
{
  GTask *task = g_task_new (provider, cancellable, callback, user_data);
  char *text = render_selection (TRS_TRANSCRIPT_SELECTION (provider), FALSE);

  g_task_set_source_tag (task, trs_transcript_selection_write_mime_type_async);
  g_task_set_priority (task, io_priority);
  if (text == NULL)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "Nothing is selected");
      g_object_unref (task);
      return;
    }

  g_task_set_task_data (task, text, g_free);
  g_output_stream_write_all_async (stream, text, strlen (text), io_priority, cancellable, written_cb, task);
}

static gboolean
trs_transcript_selection_write_mime_type_finish (GdkContentProvider  *provider,
                                                 GAsyncResult        *result,
                                                 GError             **error)
{
  g_return_val_if_fail (g_task_is_valid (result, provider), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_transcript_selection_write_mime_type_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
trs_transcript_selection_finalize (GObject *object)
{
  TrsTranscriptSelection *self = TRS_TRANSCRIPT_SELECTION (object);

  g_clear_weak_pointer (&self->view);
  g_clear_object (&self->buffer);
  g_free (self->title);
  g_free (self->video_id);
  g_free (self->pattern);

  G_OBJECT_CLASS (trs_transcript_selection_parent_class)->finalize (object);
}

static void
trs_transcript_selection_class_init (TrsTranscriptSelectionClass *klass)
{
  GdkContentProviderClass *provider_class = GDK_CONTENT_PROVIDER_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = trs_transcript_selection_finalize;

  provider_class->ref_formats = trs_transcript_selection_ref_formats;
  provider_class->write_mime_type_async = trs_transcript_selection_write_mime_type_async;
  provider_class->write_mime_type_finish = trs_transcript_selection_write_mime_type_finish;
}

static void
trs_transcript_selection_init (TrsTranscriptSelection *self)
{
}

/**
 * trs_transcript_selection_withdraw:
 * @self: a selection
 *
 * Withdraws the content from the primary selection.
 */
void
trs_transcript_selection_withdraw (TrsTranscriptSelection *self)
{
  GdkClipboard *clipboard = gtk_widget_get_primary_clipboard (GTK_WIDGET (self->view));

  if (gdk_clipboard_get_content (clipboard) == GDK_CONTENT_PROVIDER (self))
    gdk_clipboard_set_content (clipboard, NULL);
}

/**
 * trs_transcript_selection_update:
 * @self: a selection
 *
 * To be called when caret or selection moved: offers what is selected as the
 * primary selection.
 */
void
trs_transcript_selection_update (TrsTranscriptSelection *self)
{
  GdkClipboard *clipboard = gtk_widget_get_primary_clipboard (GTK_WIDGET (self->view));

  if (self->buffer == NULL || !gtk_widget_get_realized (GTK_WIDGET (self->view)))
    return;

  if (!gtk_text_buffer_get_selection_bounds (GTK_TEXT_BUFFER (self->buffer), NULL, NULL))
    trs_transcript_selection_withdraw (self);
  else if (gdk_clipboard_get_content (clipboard) != GDK_CONTENT_PROVIDER (self))
    gdk_clipboard_set_content (clipboard, GDK_CONTENT_PROVIDER (self));
}

/* GtkTextView would drag the text of the buffer. So presses on the selection are claimed: a drag starts our own, and a
 * click does what GtkTextView would have done. */
static gboolean
is_on_selection (TrsTranscriptSelection *self,
                 double                  x,
                 double                  y)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->view);
  GtkTextIter from;
  GtkTextIter to;
  GtkTextIter at;

  if (!gtk_text_buffer_get_selection_bounds (buffer, &from, &to))
    return FALSE;

  trs_text_view_get_iter_at (self->view, x, y, &at);
  return gtk_text_iter_in_range (&at, &from, &to);
}

static GdkContentProvider *
prepare_cb (GtkDragSource     *source,
            double             x,
            double             y,
            TrsTranscriptSelection *self)
{
  g_autofree char *text = NULL;
  g_autofree char *html = NULL;

  /* GTK asks only after the pointer has moved a little: by then GtkTextView may have started a selection here. */
  if (self->press_taken != 1)
    return NULL;

  text = render_selection (self, FALSE);
  html = render_selection (self, TRUE);
  return text != NULL ? trs_text_provider_new_dragged (source, text, html, self->title, NULL) : NULL;
}

/* A double click selects the word, a triple click the paragraph. */
static void
extend (TrsTranscriptSelection *self,
        int                     n_press,
        double                  x,
        double                  y)
{
  GtkTextExtendSelection unit = n_press == 2 ? GTK_TEXT_EXTEND_SELECTION_WORD : GTK_TEXT_EXTEND_SELECTION_LINE;
  GtkTextIter at;
  GtkTextIter start;
  GtkTextIter end;

  trs_text_view_get_iter_at (self->view, x, y, &at);
  if (GTK_TEXT_VIEW_GET_CLASS (self->view)->extend_selection (self->view, unit, &at, &start, &end) == GDK_EVENT_STOP)
    gtk_text_buffer_select_range (gtk_text_view_get_buffer (self->view), &end, &start);
}

static void
pressed_cb (TrsTranscriptSelection *self,
            int                     n_press,
            double                  x,
            double                  y,
            GtkGesture             *gesture)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));

  if (n_press > 1 && self->press_taken > 0)
    self->press_taken = n_press;
  else
    self->press_taken = n_press == 1 && (state & GDK_SHIFT_MASK) == 0 && is_on_selection (self, x, y) ? 1 : 0;
  if (self->press_taken == 0)
    return;

  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
  if (n_press > 1)
    extend (self, n_press, x, y);
}

static void
released_cb (TrsTranscriptSelection *self,
             int                     n_press,
             double                  x,
             double                  y)
{
  GtkTextIter at;

  if (self->press_taken != 1)
    return;

  trs_text_view_get_iter_at (self->view, x, y, &at);
  gtk_text_buffer_place_cursor (gtk_text_view_get_buffer (self->view), &at);
}

/**
 * trs_transcript_selection_new:
 * @view: a view, which has its own controllers already
 *
 * Returns: (transfer full): what is selected in it
 */
TrsTranscriptSelection *
trs_transcript_selection_new (GtkTextView *view)
{
  TrsTranscriptSelection *self = g_object_new (TRS_TYPE_TRANSCRIPT_SELECTION, NULL);
  GtkDragSource *source = gtk_drag_source_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  g_set_weak_pointer (&self->view, view);

  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (source), GTK_PHASE_CAPTURE);
  g_signal_connect_object (source, "prepare", G_CALLBACK (prepare_cb), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (view), GTK_EVENT_CONTROLLER (source));

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_PRIMARY);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect_object (click, "pressed", G_CALLBACK (pressed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (click, "released", G_CALLBACK (released_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (view), GTK_EVENT_CONTROLLER (click));
  gtk_gesture_group (GTK_GESTURE (source), click);
  return self;
}

/**
 * trs_transcript_selection_set_buffer:
 * @self: a selection
 * @buffer: (nullable): the text of the view; %NULL before that goes away
 */
void
trs_transcript_selection_set_buffer (TrsTranscriptSelection *self,
                                     TrsTranscriptBuffer    *buffer)
{
  g_set_object (&self->buffer, buffer);
}

/**
 * trs_transcript_selection_set_flags:
 * @self: a selection
 * @flags: whether times and names are rendered along
 */
void
trs_transcript_selection_set_flags (TrsTranscriptSelection *self,
                                    TrsTextFlags            flags)
{
  self->flags = flags;
}

/**
 * trs_transcript_selection_set_title:
 * @self: a selection
 * @title: (nullable): what a file is named after that is dragged out
 */
void
trs_transcript_selection_set_title (TrsTranscriptSelection *self,
                                    const char             *title)
{
  trs_set_str (&self->title, title);
}

/**
 * trs_transcript_selection_set_link:
 * @self: a selection
 * @video_id: (nullable): the video
 * @pattern: (nullable): the address pattern of its page
 *
 * Says where the times in HTML lead, if both are known.
 */
void
trs_transcript_selection_set_link (TrsTranscriptSelection *self,
                                   const char             *video_id,
                                   const char             *pattern)
{
  trs_set_str (&self->video_id, video_id);
  trs_set_str (&self->pattern, pattern);
}
