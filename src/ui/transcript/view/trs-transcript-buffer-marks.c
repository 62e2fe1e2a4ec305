/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Marks, notes and checks: tags over words, and signs behind them. */
#include "trs-transcript-buffer.h"

#include "trs-i18n.h"

/* Behind the words of a mark with a note. The narrow no-break space keeps both on one line. Like the sign of a check it
 * belongs to no place of the transcript, so that no copy has it; unlike that it may stand between words. */
#define NOTE_SIGN "\u202f✎"
#define NOTE_SIGN_LENGTH (sizeof NOTE_SIGN - 1)

/* A stretch that more than one mark covers, and the colours of these, a bit each. */
typedef struct
{
  TrsTextPosition start;
  TrsTextPosition end;
  guint colours;
} Overlap;

/* Where a mark begins or ends. */
typedef struct
{
  TrsTextPosition at;
  guint colour;
  int step;
} Edge;

/* What stands behind the words of a paragraph that was checked. It belongs to no place of the transcript, so that no
 * copy has it. */
char *
trs_transcript_buffer_dup_checked (void)
{
  return g_strdup_printf ("\u2002✓\u00a0%s", _("Checked"));
}

/* How many of the signs that are shown stand before a place, or at it. */
static guint
count_signs (TrsTranscriptBuffer *self,
             TrsTextPosition      position,
             gboolean             at_it)
{
  guint low = 0;
  guint high = self->signs->len;

  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (trs_text_position_compare (g_array_index (self->signs, TrsTextPosition, middle), position) < (at_it ? 1 : 0))
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* A sign stands behind the words of a mark: what begins a line has its sign at the end of the line before. */
static guint
count_signs_above (TrsTranscriptBuffer *self,
                   const TrsBufferLine *line)
{
  return count_signs (self, (TrsTextPosition) { line->paragraph, line->byte }, TRUE);
}

/* Where a byte of the words of a line stands in the line: @offset counts words alone, and what is returned all. */
guint
trs_transcript_buffer_get_index (TrsTranscriptBuffer *self,
                                 const TrsBufferLine *line,
                                 gsize                offset)
{
  gsize index = line->prefix + offset;

  if (offset > 0 && self->signs->len > 0)
    index += NOTE_SIGN_LENGTH * (count_signs (self, (TrsTextPosition) { line->paragraph, line->byte + offset }, FALSE) -
                                 count_signs_above (self, line));
  return (guint) index;
}

/* Which byte of the words of a line stands at @index; that behind which a sign stands for the sign. */
gsize
trs_transcript_buffer_get_offset (TrsTranscriptBuffer *self,
                                  const TrsBufferLine *line,
                                  guint                index)
{
  gsize offset = index - MIN (index, line->prefix);

  for (guint i = count_signs_above (self, line); i < self->signs->len; i++)
    {
      TrsTextPosition sign = g_array_index (self->signs, TrsTextPosition, i);

      if (sign.paragraph != line->paragraph || line->byte + offset <= sign.byte)
        break;
      offset = MAX (offset - MIN (offset, NOTE_SIGN_LENGTH), sign.byte - line->byte);
    }
  return MIN (offset, line->length);
}

/* Tags words in the lines from @line on that are there, or removes the tag. */
static void
tag_range (TrsTranscriptBuffer *self,
           const char          *tag,
           TrsTextPosition      start,
           TrsTextPosition      end,
           guint                line,
           gboolean             on)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);
  guint first = trs_transcript_buffer_find_line_behind (self, start);

  for (line = MAX (line, first - MIN (first, 1)); line < self->lines->len; line++)
    {
      const TrsBufferLine *it = &g_array_index (self->lines, TrsBufferLine, line);
      gsize from = it->paragraph == start.paragraph ? start.byte - MIN (start.byte, it->byte) : 0;
      gsize to = it->paragraph == end.paragraph ? end.byte - MIN (end.byte, it->byte) : it->length;
      GtkTextIter from_iter;
      GtkTextIter to_iter;

      if (it->paragraph > end.paragraph)
        break;
      if (it->paragraph < start.paragraph || from >= MIN (to, it->length))
        continue;
      gtk_text_buffer_get_iter_at_line_index (buffer, &from_iter, (int) line,
                                              (int) trs_transcript_buffer_get_index (self, it, from));
      gtk_text_buffer_get_iter_at_line_index (
          buffer, &to_iter, (int) line, (int) trs_transcript_buffer_get_index (self, it, MIN (to, it->length)));
      (on ? gtk_text_buffer_apply_tag_by_name : gtk_text_buffer_remove_tag_by_name) (buffer, tag, &from_iter, &to_iter);
    }
}

static void
tag_mark (TrsTranscriptBuffer *self,
          const TrsMark       *mark,
          guint                line,
          gboolean             on)
{
  g_autofree char *colour = g_strdup_printf ("mark-%u", mark->annotation->number % TRS_MARK_N_COLOURS);

  tag_range (self, colour, mark->start, mark->end, line, on);
}

static int
compare_edges (gconstpointer a,
               gconstpointer b)
{
  return trs_text_position_compare (((const Edge *) a)->at, ((const Edge *) b)->at);
}

static int
compare_positions (gconstpointer a,
                   gconstpointer b)
{
  return trs_text_position_compare (*(const TrsTextPosition *) a, *(const TrsTextPosition *) b);
}

/* Returns: (transfer full): the stretches that more than one mark covers */
static GArray *
find_overlaps (TrsDocument *document)
{
  g_autoptr (GArray) edges = g_array_new (FALSE, FALSE, sizeof (Edge));
  GArray *overlaps = g_array_new (FALSE, FALSE, sizeof (Overlap));
  guint n_of[TRS_MARK_N_COLOURS] = { 0 };
  guint n = 0;

  for (guint i = 0; i < document->marks->len; i++)
    {
      const TrsMark *mark = &g_array_index (document->marks, TrsMark, i);
      Edge begin = { mark->start, mark->annotation->number % TRS_MARK_N_COLOURS, 1 };
      Edge end = { mark->end, begin.colour, -1 };

      g_array_append_val (edges, begin);
      g_array_append_val (edges, end);
    }
  g_array_sort (edges, compare_edges);

  for (guint i = 0; i + 1 < edges->len; i++)
    {
      const Edge *edge = &g_array_index (edges, Edge, i);
      Overlap overlap = { edge->at, edge[1].at };

      n += edge->step;
      n_of[edge->colour] += edge->step;
      if (n < 2 || trs_text_position_compare (overlap.start, overlap.end) == 0)
        continue;
      for (guint colour = 0; colour < TRS_MARK_N_COLOURS; colour++)
        overlap.colours |= n_of[colour] > 0 ? 1u << colour : 0;
      g_array_append_val (overlaps, overlap);
    }
  return overlaps;
}

static void
tag_overlaps (TrsTranscriptBuffer *self,
              guint                line)
{
  for (guint i = 0; i < self->overlaps->len; i++)
    {
      const Overlap *it = &g_array_index (self->overlaps, Overlap, i);
      g_autofree char *tag = g_strdup_printf ("marks-%u", it->colours);

      tag_range (self, tag, it->start, it->end, line, TRUE);
    }
}

static gboolean
is_same_overlap (const Overlap *a,
                 const Overlap *b)
{
  return trs_text_position_compare (a->start, b->start) == 0 && trs_text_position_compare (a->end, b->end) == 0 &&
         a->colours == b->colours;
}

static void
update_overlaps (TrsTranscriptBuffer *self)
{
  g_autoptr (GArray) old = g_steal_pointer (&self->overlaps);
  guint same = 0;

  self->overlaps = find_overlaps (self->document);
  while (same < MIN (old->len, self->overlaps->len) &&
         is_same_overlap (&g_array_index (old, Overlap, same), &g_array_index (self->overlaps, Overlap, same)))
    same++;
  if (same == old->len && same == self->overlaps->len)
    return;

  for (guint i = 1; i < 1u << TRS_MARK_N_COLOURS; i++)
    {
      g_autofree char *tag = g_strdup_printf ("marks-%u", i);

      trs_transcript_buffer_clear_tag (self, tag);
    }
  tag_overlaps (self, 0);
}

/* Finds where the sign stands, or is to stand. */
static void
get_sign_iter (TrsTranscriptBuffer *self,
               TrsTextPosition      sign,
               GtkTextIter         *iter)
{
  guint number =
      trs_transcript_buffer_find_line_behind (self, (TrsTextPosition) { sign.paragraph, sign.byte - 1 }) - 1;
  const TrsBufferLine *line = &g_array_index (self->lines, TrsBufferLine, number);

  gtk_text_buffer_get_iter_at_line_index (
      GTK_TEXT_BUFFER (self), iter, (int) number,
      (int) trs_transcript_buffer_get_index (self, line, MIN (sign.byte - line->byte, line->length)));
}

static void
remove_sign (TrsTranscriptBuffer *self,
             guint                index)
{
  GtkTextIter start;
  GtkTextIter end;

  get_sign_iter (self, g_array_index (self->signs, TrsTextPosition, index), &start);
  end = start;
  gtk_text_iter_forward_chars (&end, (int) g_utf8_strlen (NOTE_SIGN, -1));
  g_array_remove_index (self->signs, index);
  gtk_text_buffer_delete (GTK_TEXT_BUFFER (self), &start, &end);
}

static void
insert_sign (TrsTranscriptBuffer *self,
             guint                index,
             TrsTextPosition      sign)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);
  GtkTextIter start;
  GtkTextIter end;
  int offset;

  get_sign_iter (self, sign, &end);
  offset = gtk_text_iter_get_offset (&end);
  g_array_insert_val (self->signs, index, sign);
  gtk_text_buffer_insert (buffer, &end, NOTE_SIGN, -1);
  gtk_text_buffer_get_iter_at_offset (buffer, &start, offset);
  gtk_text_buffer_apply_tag_by_name (buffer, "all", &start, &end);
  gtk_text_buffer_apply_tag_by_name (buffer, "note-sign", &start, &end);
}

/* Returns: (transfer full): where signs are to stand in the lines that are there, by their places */
static GArray *
find_signs (TrsTranscriptBuffer *self)
{
  GArray *signs = g_array_new (FALSE, FALSE, sizeof (TrsTextPosition));
  TrsTextPosition behind = { self->paragraph, self->byte };
  guint n = 0;

  for (guint i = 0; i < self->document->marks->len; i++)
    {
      const TrsMark *mark = &g_array_index (self->document->marks, TrsMark, i);

      if (mark->annotation->text != NULL && mark->end.byte > 0 && trs_text_position_compare (mark->end, behind) <= 0)
        g_array_append_val (signs, mark->end);
    }
  g_array_sort (signs, compare_positions);

  /* two notes, one sign */
  for (guint i = 0; i < signs->len; i++)
    {
      TrsTextPosition sign = g_array_index (signs, TrsTextPosition, i);

      if (n == 0 || trs_text_position_compare (g_array_index (signs, TrsTextPosition, n - 1), sign) != 0)
        g_array_index (signs, TrsTextPosition, n++) = sign;
    }
  g_array_set_size (signs, n);
  return signs;
}

static void
update_signs (TrsTranscriptBuffer *self)
{
  g_autoptr (GArray) signs = find_signs (self);
  guint i = 0;

  while (i < self->signs->len || i < signs->len)
    {
      int order;

      if (i == self->signs->len)
        order = 1;
      else if (i == signs->len)
        order = -1;
      else
        order = trs_text_position_compare (g_array_index (self->signs, TrsTextPosition, i),
                                           g_array_index (signs, TrsTextPosition, i));
      if (order < 0)
        {
          remove_sign (self, i);
          continue;
        }
      if (order > 0)
        insert_sign (self, i, g_array_index (signs, TrsTextPosition, i));
      i++;
    }
}

/* Shows what is marked in the lines from @line on. */
void
trs_transcript_buffer_tag_marks (TrsTranscriptBuffer *self,
                                 guint                line)
{
  if (self->overlaps == NULL)
    self->overlaps = find_overlaps (self->document);
  for (guint i = 0; i < self->document->marks->len; i++)
    tag_mark (self, &g_array_index (self->document->marks, TrsMark, i), line, TRUE);
  tag_overlaps (self, line);
  update_signs (self);
}

static gboolean
is_same_mark (const TrsMark *a,
              const TrsMark *b)
{
  return trs_text_position_compare (a->start, b->start) == 0 && trs_text_position_compare (a->end, b->end) == 0 &&
         a->annotation->number == b->annotation->number;
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
  GtkTextTag *note_sign = gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (buffer), "note-sign");

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
      /* behind the note on the last words, if there is one */
      gtk_text_buffer_get_iter_at_line_index (buffer, &start, (int) number,
                                              (int) trs_transcript_buffer_get_index (self, line, line->length));
      if (gtk_text_iter_has_tag (&start, note_sign))
        gtk_text_iter_forward_to_tag_toggle (&start, note_sign);
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
 * Shows other marks, notes and checks; nothing else is laid out anew.
 */
void
trs_transcript_buffer_update_marks (TrsTranscriptBuffer *self,
                                    TrsDocument         *old)
{
  update_marks (self, old);
  update_overlaps (self);
  update_signs (self);
  update_checked (self, old);
}
