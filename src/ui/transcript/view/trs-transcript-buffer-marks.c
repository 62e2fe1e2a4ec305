/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Marks and checks: tags over words, and a sign behind them. */
#include "trs-transcript-buffer.h"

#include "trs-i18n.h"

/* What stands behind the words of a paragraph that was checked. It belongs to no place of the transcript, so that no
 * copy has it. */
char *
trs_transcript_buffer_dup_checked (void)
{
  return g_strdup_printf ("\u2002✓\u00a0%s", _("Checked"));
}

/* Tags the words of a mark in the lines from @line on that are there, or removes its tags. */
static void
tag_mark (TrsTranscriptBuffer *self,
          const TrsMark       *mark,
          guint                line,
          gboolean             on)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);
  g_autofree char *colour = g_strdup_printf ("mark-%u", mark->annotation->number % TRS_MARK_N_COLOURS);
  guint first = trs_transcript_buffer_find_line_behind (self, mark->start);

  for (line = MAX (line, first - MIN (first, 1)); line < self->lines->len; line++)
    {
      const TrsBufferLine *it = &g_array_index (self->lines, TrsBufferLine, line);
      gsize from = it->paragraph == mark->start.paragraph ? mark->start.byte - MIN (mark->start.byte, it->byte) : 0;
      gsize to = it->paragraph == mark->end.paragraph ? mark->end.byte - MIN (mark->end.byte, it->byte) : it->length;
      GtkTextIter start;
      GtkTextIter end;

      if (it->paragraph > mark->end.paragraph)
        break;
      if (it->paragraph < mark->start.paragraph || from >= MIN (to, it->length))
        continue;
      gtk_text_buffer_get_iter_at_line_index (buffer, &start, (int) line, (int) (it->prefix + from));
      gtk_text_buffer_get_iter_at_line_index (buffer, &end, (int) line, (int) (it->prefix + MIN (to, it->length)));
      (on ? gtk_text_buffer_apply_tag_by_name : gtk_text_buffer_remove_tag_by_name) (buffer, colour, &start, &end);
      if (mark->annotation->text != NULL)
        (on ? gtk_text_buffer_apply_tag_by_name : gtk_text_buffer_remove_tag_by_name) (buffer, "mark-note", &start,
                                                                                       &end);
    }
}

/* Tags what is marked in the lines from @line on. */
void
trs_transcript_buffer_tag_marks (TrsTranscriptBuffer *self,
                                 guint                line)
{
  for (guint i = 0; i < self->document->marks->len; i++)
    tag_mark (self, &g_array_index (self->document->marks, TrsMark, i), line, TRUE);
}

static gboolean
is_same_mark (const TrsMark *a,
              const TrsMark *b)
{
  return trs_text_position_compare (a->start, b->start) == 0 && trs_text_position_compare (a->end, b->end) == 0 &&
         a->annotation->number == b->annotation->number &&
         (a->annotation->text == NULL) == (b->annotation->text == NULL);
}

static gboolean
has_mark (TrsDocument   *document,
          const TrsMark *mark)
{
  for (guint i = 0; i < document->marks->len; i++)
    if (is_same_mark (&g_array_index (document->marks, TrsMark, i), mark))
      return TRUE;
  return FALSE;
}

/* Marks lie over each other: what one covered of another is tagged again. */
static void
update_marks (TrsTranscriptBuffer *self,
              TrsDocument         *old)
{
  gboolean removed = FALSE;

  for (guint i = 0; i < old->marks->len; i++)
    {
      const TrsMark *mark = &g_array_index (old->marks, TrsMark, i);

      if (has_mark (self->document, mark))
        continue;
      removed = TRUE;
      tag_mark (self, mark, 0, FALSE);
    }
  for (guint i = 0; i < self->document->marks->len; i++)
    {
      const TrsMark *mark = &g_array_index (self->document->marks, TrsMark, i);

      if (removed || !has_mark (old, mark))
        tag_mark (self, mark, 0, TRUE);
    }
}

static void
insert_checked (TrsTranscriptBuffer *self,
                GtkTextIter         *end)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);
  g_autofree char *sign = trs_transcript_buffer_dup_checked ();
  int offset = gtk_text_iter_get_offset (end);
  GtkTextIter start;

  gtk_text_buffer_insert (buffer, end, sign, -1);
  gtk_text_buffer_get_iter_at_offset (buffer, &start, offset);
  gtk_text_buffer_apply_tag_by_name (buffer, "all", &start, end);
  gtk_text_buffer_apply_tag_by_name (buffer, "checked", &start, end);
}

static void
update_checked (TrsTranscriptBuffer *self,
                TrsDocument         *old)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);

  for (guint i = 0; i < self->paragraph; i++)
    {
      gboolean checked = trs_document_get_checked (self->document, i) != NULL;
      guint number;
      const TrsBufferLine *line;
      GtkTextIter start;
      GtkTextIter end;

      if (checked == (trs_document_get_checked (old, i) != NULL))
        continue;
      number = trs_transcript_buffer_find_line_behind (self, (TrsTextPosition) { i, G_MAXSIZE }) - 1;
      line = &g_array_index (self->lines, TrsBufferLine, number);
      gtk_text_buffer_get_iter_at_line_index (buffer, &start, (int) number, (int) (line->prefix + line->length));
      end = start;
      if (!gtk_text_iter_ends_line (&end))
        gtk_text_iter_forward_to_line_end (&end);
      if (checked)
        insert_checked (self, &end);
      else
        gtk_text_buffer_delete (buffer, &start, &end);
    }
}

/**
 * trs_transcript_buffer_update_marks:
 * @self: a buffer that has its document
 * @old: the document that it had before, of the same text
 *
 * Shows other marks and checks; nothing else is laid out anew.
 */
void
trs_transcript_buffer_update_marks (TrsTranscriptBuffer *self,
                                    TrsDocument         *old)
{
  update_marks (self, old);
  update_checked (self, old);
}
