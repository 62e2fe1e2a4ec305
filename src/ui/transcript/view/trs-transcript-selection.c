/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-selection.h"

#define LEFT_TO_RIGHT_MARK 0x200e
#define RIGHT_TO_LEFT_MARK 0x200f

static TrsTranscript *
get_transcript (TrsTranscriptBuffer *buffer)
{
  return trs_transcript_layout_get_transcript (trs_transcript_buffer_get_layout (buffer));
}

/**
 * trs_transcript_selection_get:
 * @buffer: a buffer
 * @start: (out): where the selection begins in the transcript
 * @end: (out): where it ends
 *
 * Returns: %FALSE if nothing is selected
 */
gboolean
trs_transcript_selection_get (TrsTranscriptBuffer *buffer,
                              TrsTextPosition     *start,
                              TrsTextPosition     *end)
{
  TrsTextFlags flags = trs_transcript_layout_get_flags (trs_transcript_buffer_get_layout (buffer));
  GtkTextIter from;
  GtkTextIter to;

  if (!gtk_text_buffer_get_selection_bounds (GTK_TEXT_BUFFER (buffer), &from, &to))
    return FALSE;

  *start = trs_transcript_buffer_to_position (buffer, &from);
  *end = trs_transcript_buffer_to_position (buffer, &to);

  /* Up to the beginning of a paragraph is up to the end of the one before it. */
  if (end->byte == 0 && end->paragraph > start->paragraph)
    {
      end->paragraph--;
      end->byte = trs_transcript_get_paragraph (get_transcript (buffer), flags, end->paragraph)->body_length;
    }

  return TRUE;
}

/* What is seen of the selection, without what stands where the service gave no name. */
static char *
get_what_the_service_wrote (TrsTranscriptBuffer *self)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);
  GtkTextTag *unknown =
      trs_transcript_tags_get (trs_transcript_buffer_get_tags (self), TRS_TRANSCRIPT_TAG_SPEAKER_UNKNOWN);
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
get_visible (TrsTranscriptBuffer *self)
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
 * trs_transcript_selection_render:
 * @buffer: a buffer
 * @flags: which of the four texts is shown
 *
 * Renders what is selected as plain text.
 *
 * Returns: (transfer full) (nullable): the text; %NULL if nothing is selected
 */
char *
trs_transcript_selection_render (TrsTranscriptBuffer *buffer,
                                 TrsTextFlags         flags)
{
  TrsTextPosition start;
  TrsTextPosition end;

  if (!trs_transcript_selection_get (buffer, &start, &end))
    return NULL;
  if (start.paragraph == end.paragraph && start.byte == end.byte)
    return get_visible (buffer);

  return trs_export_text_render_range (get_transcript (buffer), flags, start, end);
}

/**
 * trs_transcript_selection_get_caret:
 * @buffer: a buffer
 *
 * Returns: where the caret stands in the transcript, or the selection begins
 */
TrsTextPosition
trs_transcript_selection_get_caret (TrsTranscriptBuffer *buffer)
{
  GtkTextIter from;
  GtkTextIter to;

  gtk_text_buffer_get_selection_bounds (GTK_TEXT_BUFFER (buffer), &from, &to);
  return trs_transcript_buffer_to_position (buffer, &from);
}

/**
 * trs_transcript_selection_get_caret_time:
 * @buffer: a buffer
 * @start: (out): when the paragraph of the caret begins, in milliseconds
 *
 * Returns: %FALSE if that is not known
 */
gboolean
trs_transcript_selection_get_caret_time (TrsTranscriptBuffer *buffer,
                                         gint64              *start)
{
  TrsTextPosition caret = trs_transcript_selection_get_caret (buffer);
  TrsTranscript *transcript = get_transcript (buffer);

  if (!trs_transcript_get_aligned (transcript)
      || caret.paragraph >= trs_transcript_get_n_paragraphs (transcript, TRS_TEXT_ALL))
    return FALSE;

  *start = trs_transcript_get_paragraph (transcript, TRS_TEXT_ALL, caret.paragraph)->start;
  return *start >= 0;
}

/* Returns: whether the place was in a name or a time that is hidden, and is behind it now */
static gboolean
leave_hidden (TrsTranscriptBuffer *self,
              GtkTextIter         *iter)
{
  for (guint i = TRS_TRANSCRIPT_TAG_NAME; i <= TRS_TRANSCRIPT_TAG_TIME_BODY; i++)
    {
      GtkTextTag *tag = trs_transcript_tags_get (trs_transcript_buffer_get_tags (self), i);
      gboolean invisible;

      g_object_get (tag, "invisible", &invisible, NULL);
      if (invisible && gtk_text_iter_has_tag (iter, tag) && gtk_text_iter_forward_to_tag_toggle (iter, tag))
        return TRUE;
    }

  return FALSE;
}

/**
 * trs_transcript_selection_rescue_caret:
 * @self: a buffer
 *
 * Moves the caret to where it can be seen.
 */
void
trs_transcript_selection_rescue_caret (TrsTranscriptBuffer *self)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);
  GtkTextIter caret;

  gtk_text_buffer_get_iter_at_mark (buffer, &caret, gtk_text_buffer_get_insert (buffer));
  if (!leave_hidden (self, &caret))
    return;

  while (leave_hidden (self, &caret))
    continue;
  if (gtk_text_buffer_get_selection_bounds (buffer, NULL, NULL))
    gtk_text_buffer_move_mark (buffer, gtk_text_buffer_get_insert (buffer), &caret);
  else
    gtk_text_buffer_place_cursor (buffer, &caret);
}
