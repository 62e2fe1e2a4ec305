/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-view-private.h"

#include "trs-selection-provider.h"

#define LEFT_TO_RIGHT_MARK 0x200e
#define RIGHT_TO_LEFT_MARK 0x200f

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
  GtkTextIter from;
  GtkTextIter to;

  if (self->buffer == NULL || !gtk_text_buffer_get_selection_bounds (GTK_TEXT_BUFFER (self->buffer), &from, &to))
    return FALSE;

  *start = trs_transcript_buffer_to_position (self->buffer, &from);
  *end = trs_transcript_buffer_to_position (self->buffer, &to);

  /* Up to the beginning of a paragraph is up to the end of the one before it. */
  if (end->byte == 0 && end->paragraph > start->paragraph)
    {
      TrsTranscriptLayout *layout = trs_transcript_buffer_get_layout (self->buffer);

      end->paragraph--;
      end->byte =
          trs_transcript_get_paragraph (self->transcript, trs_transcript_layout_get_flags (layout), end->paragraph)
              ->body_length;
    }

  return TRUE;
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
  GtkTextIter from;
  GtkTextIter to;

  if (self->buffer == NULL)
    return (TrsTextPosition) { 0, 0 };

  gtk_text_buffer_get_selection_bounds (GTK_TEXT_BUFFER (self->buffer), &from, &to);
  return trs_transcript_buffer_to_position (self->buffer, &from);
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
  TrsTextPosition caret = trs_transcript_view_get_caret (self);
  const TrsParagraph *paragraph;

  if (self->buffer == NULL || !trs_transcript_get_aligned (self->transcript)
      || caret.paragraph >= trs_transcript_get_n_paragraphs (self->transcript, TRS_TEXT_ALL))
    return FALSE;

  paragraph = trs_transcript_get_paragraph (self->transcript, TRS_TEXT_ALL, caret.paragraph);
  *start = paragraph->start;
  return paragraph->start >= 0;
}

/* What is seen of the selection, without what stands where the service gave no name. */
static char *
get_what_the_service_wrote (TrsTranscriptView *self)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  GtkTextTag *unknown = trs_transcript_tags_get (self->tags, TRS_TRANSCRIPT_TAG_SPEAKER_UNKNOWN);
  GString *text = g_string_new (NULL);
  GtkTextIter from;
  GtkTextIter to;

  gtk_text_buffer_get_selection_bounds (buffer, &from, &to);
  while (gtk_text_iter_compare (&from, &to) < 0)
    {
      GtkTextIter next = from;
      g_autofree char *part = NULL;

      if (!gtk_text_iter_forward_to_tag_toggle (&next, unknown) || gtk_text_iter_compare (&next, &to) > 0)
        next = to;
      part = gtk_text_buffer_get_text (buffer, &from, &next, FALSE);
      if (!gtk_text_iter_has_tag (&from, unknown))
        g_string_append (text, part);
      from = next;
    }

  return g_string_free (text, FALSE);
}

/* Of a selection without words, such as a name or a time alone: what is seen of it. */
static char *
get_visible (TrsTranscriptView *self)
{
  g_autofree char *text = get_what_the_service_wrote (self);
  GString *clean = g_string_new (NULL);

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c != LEFT_TO_RIGHT_MARK && c != RIGHT_TO_LEFT_MARK)
        g_string_append_unichar (clean, c == '\t' ? ' ' : c);
    }

  return g_strstrip (g_string_free (clean, FALSE));
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
  TrsTextFlags flags = trs_transcript_view_get_flags (self);
  TrsTextPosition start;
  TrsTextPosition end;
  char *text;

  if (!trs_transcript_view_get_selection (self, &start, &end))
    return trs_export_text_render (self->transcript, flags);

  if (start.paragraph == end.paragraph && start.byte == end.byte)
    text = get_visible (self);
  else
    text = trs_export_text_render_range (self->transcript, flags, start, end);
  return g_bytes_new_take (text, strlen (text));
}

/* As trs_transcript_view_render(), terminated. */
char *
trs_transcript_clipboard_render (TrsTranscriptView *self)
{
  g_autoptr (GBytes) bytes = trs_transcript_view_render (self);
  gsize length;
  const char *text = g_bytes_get_data (bytes, &length);

  return g_strndup (text != NULL ? text : "", length);
}

void
trs_transcript_clipboard_copy (TrsTranscriptView *self)
{
  g_autofree char *text = NULL;

  if (self->buffer == NULL)
    return;

  text = trs_transcript_clipboard_render (self);
  if (*text == '\0')
    return;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  g_signal_emit_by_name (self, "copied");
}

/* Takes the selection of this view back from the primary selection. */
void
trs_transcript_clipboard_withdraw (TrsTranscriptView *self)
{
  GdkClipboard *clipboard = gtk_widget_get_primary_clipboard (GTK_WIDGET (self));

  if (self->primary != NULL && gdk_clipboard_get_content (clipboard) == self->primary)
    gdk_clipboard_set_content (clipboard, NULL);
  g_clear_object (&self->primary);
}

/* The selection has changed: the primary selection is what is selected, as it would be copied. */
void
trs_transcript_clipboard_selected (TrsTranscriptView *self)
{
  GdkClipboard *clipboard;

  if (self->buffer == NULL || !gtk_widget_get_realized (GTK_WIDGET (self)))
    return;

  if (!gtk_text_buffer_get_selection_bounds (GTK_TEXT_BUFFER (self->buffer), NULL, NULL))
    {
      trs_transcript_clipboard_withdraw (self);
      return;
    }

  clipboard = gtk_widget_get_primary_clipboard (GTK_WIDGET (self));
  if (self->primary == NULL)
    self->primary = trs_selection_provider_new (self);
  if (gdk_clipboard_get_content (clipboard) != self->primary)
    gdk_clipboard_set_content (clipboard, self->primary);
}
