/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-buffer.h"

#include <string.h>

#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-line-break.h"
#include "trs-palette.h"
#include "trs-strings.h"

/* Maximum size of a chunk, in paragraphs and in bytes. */
#define CHUNK 24
#define MAX_CHUNK 16384
#define DROP_LINES 16

/* Limits for one slice of updating name lines: paragraphs examined, and lines changed. */
#define LOOK_AT 256
#define MAX_CHANGES 16

/* Higher than the priority at which GtkTextView validates lines in the background: otherwise each slice would wait
 * until all lines so far are validated. */
#define PRIORITY_LOAD (GTK_TEXT_VIEW_PRIORITY_VALIDATE - 2)
#define PRIORITY_DROP GTK_TEXT_VIEW_PRIORITY_VALIDATE

/* A part of a line in the chunk that gets a tag, in bytes. */
typedef struct
{
  GtkTextTag *tag;
  guint line;
  guint from;
  guint to;
} Span;

/* Values of Span.to: up to the end of the character, or of the line */
#define CHARACTER (G_MAXUINT - 1)
#define LINE_END G_MAXUINT

/* Sign after the words of a highlight with a note. The narrow no-break space keeps it on their line. It is not part of
 * the transcript and so never copied; unlike the sign of a check, it may stand between words. */
#define NOTE_SIGN "\u202f✎"
#define NOTE_SIGN_LENGTH (sizeof NOTE_SIGN - 1)

/* A range covered by more than one highlight, and their colours as bits. */
typedef struct
{
  TrsTextPosition start;
  TrsTextPosition end;
  guint colours;
} Overlap;

/* The start or the end of a highlight. */
typedef struct
{
  TrsTextPosition at;
  guint colour;
  int step;
} Edge;

struct _TrsTranscriptBuffer
{
  GtkTextBuffer parent_instance;

  TrsDocument *document;
  TrsTranscript *transcript; /* those of the document that is shown */
  TrsTextFlags flags;
  GArray *lines;
  GArray *signs;    /* positions followed by the sign of a note */
  GArray *overlaps; /* ranges where highlights overlap */
  gboolean exact_times;
  guint load_id;
  gboolean deleting;

  /* start of the next chunk */
  guint paragraph;
  gsize byte;

  /* next paragraph whose name line is updated, during an update */
  guint update_id;
  guint update;

  /* the chunk being built, and its current line */
  GString *text;
  GArray *spans;
  guint line;
};

enum
{
  LOADED,
  SELECTION_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsTranscriptBuffer, trs_transcript_buffer, GTK_TYPE_TEXT_BUFFER)

static void
trs_transcript_buffer_finalize (GObject *object)
{
  TrsTranscriptBuffer *self = TRS_TRANSCRIPT_BUFFER (object);

  g_clear_handle_id (&self->load_id, g_source_remove);
  g_clear_handle_id (&self->update_id, g_source_remove);
  g_object_unref (self->document);
  g_array_unref (self->lines);
  g_array_unref (self->signs);
  g_clear_pointer (&self->overlaps, g_array_unref);
  g_string_free (self->text, TRUE);
  g_array_unref (self->spans);

  G_OBJECT_CLASS (trs_transcript_buffer_parent_class)->finalize (object);
}

/* Does not chain up: GtkTextBuffer would offer its own text as the primary
 * selection, and in GTK 4.8 a buffer that ever had a selection is never freed.
 * `has-selection` is not kept up to date therefore; use
 * gtk_text_buffer_get_selection_bounds().
 * floor: try without it with GTK ≥ 4.10 */
static void
trs_transcript_buffer_mark_set (GtkTextBuffer     *buffer,
                                const GtkTextIter *location,
                                GtkTextMark       *mark)
{
  if (!TRS_TRANSCRIPT_BUFFER (buffer)->deleting &&
      (mark == gtk_text_buffer_get_insert (buffer) || mark == gtk_text_buffer_get_selection_bound (buffer)))
    g_signal_emit (buffer, signals[SELECTION_CHANGED], 0);
}

/* For the same reason, clear the selection before deleting. */
static void
trs_transcript_buffer_delete_range (GtkTextBuffer *buffer,
                                    GtkTextIter   *start,
                                    GtkTextIter   *end)
{
  TrsTranscriptBuffer *self = TRS_TRANSCRIPT_BUFFER (buffer);
  GtkTextMark *bound = gtk_text_buffer_get_selection_bound (buffer);
  GtkTextMark *kept;
  GtkTextIter iter;

  self->deleting = TRUE;
  gtk_text_buffer_get_iter_at_mark (buffer, &iter, bound);
  kept = gtk_text_buffer_create_mark (buffer, NULL, &iter, FALSE);
  gtk_text_buffer_get_iter_at_mark (buffer, &iter, gtk_text_buffer_get_insert (buffer));
  gtk_text_buffer_move_mark (buffer, bound, &iter);
  GTK_TEXT_BUFFER_CLASS (trs_transcript_buffer_parent_class)->delete_range (buffer, start, end);
  gtk_text_buffer_get_iter_at_mark (buffer, &iter, kept);
  gtk_text_buffer_move_mark (buffer, bound, &iter);
  gtk_text_buffer_delete_mark (buffer, kept);
  self->deleting = FALSE;
}

static void
trs_transcript_buffer_class_init (TrsTranscriptBufferClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_transcript_buffer_finalize;
  GTK_TEXT_BUFFER_CLASS (klass)->mark_set = trs_transcript_buffer_mark_set;
  GTK_TEXT_BUFFER_CLASS (klass)->delete_range = trs_transcript_buffer_delete_range;

  signals[LOADED] =
      g_signal_new ("loaded", TRS_TYPE_TRANSCRIPT_BUFFER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SELECTION_CHANGED] = g_signal_new ("selection-changed", TRS_TYPE_TRANSCRIPT_BUFFER, G_SIGNAL_RUN_LAST, 0,
                                             NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
trs_transcript_buffer_init (TrsTranscriptBuffer *self)
{
  self->lines = g_array_new (FALSE, FALSE, sizeof (TrsBufferLine));
  self->signs = g_array_new (FALSE, FALSE, sizeof (TrsTextPosition));
  self->text = g_string_new (NULL);
  self->spans = g_array_new (FALSE, FALSE, sizeof (Span));
}

/* Returns: the first line that begins after a place */
static guint
find_line_behind (TrsTranscriptBuffer *self,
                  TrsTextPosition      position)
{
  guint low = 0;
  guint high = self->lines->len;

  while (low < high)
    {
      guint middle = (low + high) / 2;
      const TrsBufferLine *line = &g_array_index (self->lines, TrsBufferLine, middle);

      if (trs_text_position_compare ((TrsTextPosition) { line->paragraph, line->byte }, position) > 0)
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

/* Sign after the words of a checked paragraph. It is not part of the transcript, and so never copied. */
static char *
dup_checked (void)
{
  return g_strdup_printf ("\u2002✓\u00a0%s", _("Checked"));
}

/* Returns: the number of signs shown before or at a place */
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

/* A sign follows the words of a highlight: at a line start, it is at the end of the previous line. */
static guint
count_signs_above (TrsTranscriptBuffer *self,
                   const TrsBufferLine *line)
{
  return count_signs (self, (TrsTextPosition) { line->paragraph, line->byte }, TRUE);
}

/* Converts a byte offset in the words of a line to a byte index in the line, which counts signs, too. */
static guint
get_index (TrsTranscriptBuffer *self,
           const TrsBufferLine *line,
           gsize                offset)
{
  gsize index = line->prefix + offset;

  if (offset > 0 && self->signs->len > 0)
    index += NOTE_SIGN_LENGTH * (count_signs (self, (TrsTextPosition) { line->paragraph, line->byte + offset }, FALSE) -
                                 count_signs_above (self, line));
  return (guint) index;
}

/* Converts a byte index in a line to an offset in its words; the index of a sign gives the offset it follows. */
static gsize
get_offset (TrsTranscriptBuffer *self,
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

/* Adds or removes a tag on words, in the loaded lines from @line on. */
static void
tag_range (TrsTranscriptBuffer *self,
           const char          *tag,
           TrsTextPosition      start,
           TrsTextPosition      end,
           guint                line,
           gboolean             on)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);
  guint first = find_line_behind (self, start);

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
                                              (int) get_index (self, it, from));
      gtk_text_buffer_get_iter_at_line_index (
          buffer, &to_iter, (int) line, (int) get_index (self, it, MIN (to, it->length)));
      (on ? gtk_text_buffer_apply_tag_by_name : gtk_text_buffer_remove_tag_by_name) (buffer, tag, &from_iter, &to_iter);
    }
}

static void
tag_highlight (TrsTranscriptBuffer      *self,
               const TrsPlacedHighlight *highlight,
               guint                     line,
               gboolean                  on)
{
  g_autofree char *colour = g_strdup_printf ("highlight-%u", highlight->annotation->number % TRS_HIGHLIGHT_N_COLOURS);

  tag_range (self, colour, highlight->start, highlight->end, line, on);
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

/* Returns: (transfer full): the ranges covered by more than one highlight */
static GArray *
find_overlaps (TrsDocument *document)
{
  g_autoptr (GArray) edges = g_array_new (FALSE, FALSE, sizeof (Edge));
  GArray *overlaps = g_array_new (FALSE, FALSE, sizeof (Overlap));
  guint n_of[TRS_HIGHLIGHT_N_COLOURS] = { 0 };
  guint n = 0;

  for (guint i = 0; i < trs_document_get_highlights (document)->len; i++)
    {
      const TrsPlacedHighlight *placed = &g_array_index (trs_document_get_highlights (document), TrsPlacedHighlight, i);
      Edge begin = { placed->start, placed->annotation->number % TRS_HIGHLIGHT_N_COLOURS, 1 };
      Edge end = { placed->end, begin.colour, -1 };

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
      for (guint colour = 0; colour < TRS_HIGHLIGHT_N_COLOURS; colour++)
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
      g_autofree char *tag = g_strdup_printf ("highlights-%u", it->colours);

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

  for (guint i = 1; i < 1u << TRS_HIGHLIGHT_N_COLOURS; i++)
    {
      g_autofree char *tag = g_strdup_printf ("highlights-%u", i);

      trs_transcript_buffer_clear_tag (self, tag);
    }
  tag_overlaps (self, 0);
}

/* Returns: the iter at a sign, or where it belongs */
static void
get_sign_iter (TrsTranscriptBuffer *self,
               TrsTextPosition      sign,
               GtkTextIter         *iter)
{
  guint number =
      find_line_behind (self, (TrsTextPosition) { sign.paragraph, sign.byte - 1 }) - 1;
  const TrsBufferLine *line = &g_array_index (self->lines, TrsBufferLine, number);

  gtk_text_buffer_get_iter_at_line_index (
      GTK_TEXT_BUFFER (self), iter, (int) number,
      (int) get_index (self, line, MIN (sign.byte - line->byte, line->length)));
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

/* Returns: (transfer full): the positions of signs in the loaded lines, sorted */
static GArray *
find_signs (TrsTranscriptBuffer *self)
{
  GArray *signs = g_array_new (FALSE, FALSE, sizeof (TrsTextPosition));
  TrsTextPosition behind = { self->paragraph, self->byte };
  guint n = 0;

  for (guint i = 0; i < trs_document_get_highlights (self->document)->len; i++)
    {
      const TrsPlacedHighlight *highlight =
          &g_array_index (trs_document_get_highlights (self->document), TrsPlacedHighlight, i);

      if (highlight->annotation->text != NULL && highlight->end.byte > 0 &&
          trs_text_position_compare (highlight->end, behind) <= 0)
        g_array_append_val (signs, highlight->end);
    }
  g_array_sort (signs, compare_positions);

  /* one sign for both notes */
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

/* Shows the highlights in the loaded lines from @line on. */
static void
tag_highlights (TrsTranscriptBuffer *self,
                guint                line)
{
  if (self->overlaps == NULL)
    self->overlaps = find_overlaps (self->document);
  for (guint i = 0; i < trs_document_get_highlights (self->document)->len; i++)
    tag_highlight (self, &g_array_index (trs_document_get_highlights (self->document), TrsPlacedHighlight, i), line,
                   TRUE);
  tag_overlaps (self, line);
  update_signs (self);
}

static gboolean
is_same_highlight (const TrsPlacedHighlight *a,
                   const TrsPlacedHighlight *b)
{
  return trs_text_position_compare (a->start, b->start) == 0 && trs_text_position_compare (a->end, b->end) == 0 &&
         a->annotation->number == b->annotation->number;
}

static gboolean
has_highlight (TrsDocument              *document,
               const TrsPlacedHighlight *highlight)
{
  for (guint i = 0; i < trs_document_get_highlights (document)->len; i++)
    if (is_same_highlight (&g_array_index (trs_document_get_highlights (document), TrsPlacedHighlight, i), highlight))
      return TRUE;
  return FALSE;
}

/* Highlights may overlap: removing one also removes the tag under the others, so add that again. */
static void
update_highlights (TrsTranscriptBuffer *self,
                   TrsDocument         *old)
{
  gboolean removed = FALSE;

  for (guint i = 0; i < trs_document_get_highlights (old)->len; i++)
    {
      const TrsPlacedHighlight *highlight = &g_array_index (trs_document_get_highlights (old), TrsPlacedHighlight, i);

      if (has_highlight (self->document, highlight))
        continue;
      removed = TRUE;
      tag_highlight (self, highlight, 0, FALSE);
    }
  for (guint i = 0; i < trs_document_get_highlights (self->document)->len; i++)
    {
      const TrsPlacedHighlight *highlight =
          &g_array_index (trs_document_get_highlights (self->document), TrsPlacedHighlight, i);

      if (removed || !has_highlight (old, highlight))
        tag_highlight (self, highlight, 0, TRUE);
    }
}

static void
insert_checked (TrsTranscriptBuffer *self,
                GtkTextIter         *end)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);
  g_autofree char *sign = dup_checked ();
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
      number = find_line_behind (self, (TrsTextPosition) { i, G_MAXSIZE }) - 1;
      line = &g_array_index (self->lines, TrsBufferLine, number);
      /* after the sign of a note on the last words, if there is one */
      gtk_text_buffer_get_iter_at_line_index (buffer, &start, (int) number,
                                              (int) get_index (self, line, line->length));
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
 * trs_transcript_buffer_update_highlights:
 * @self: a buffer that has its document
 * @old: the document that it had before, of the same text
 *
 * Shows other highlights, notes and checks; nothing else is laid out again.
 */
static void
update_added (TrsTranscriptBuffer *self,
              TrsDocument         *old)
{
  update_highlights (self, old);
  update_overlaps (self);
  update_signs (self);
  update_checked (self, old);
}

static const TrsParagraph *
get_paragraph (TrsTranscriptBuffer *self,
               guint                index)
{
  return trs_transcript_get_paragraph (self->transcript, self->flags, index);
}

static guint
get_n_paragraphs (TrsTranscriptBuffer *self)
{
  return trs_transcript_get_n_paragraphs (self->transcript, self->flags);
}

static GtkTextTag *
get_tag (TrsTranscriptBuffer *self,
         const char          *name)
{
  return gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (GTK_TEXT_BUFFER (self)), name);
}

/* Adds a tag to the current line of the chunk. @from, @to: in bytes */
static void
tag (TrsTranscriptBuffer *self,
     const char          *name,
     guint                from,
     guint                to)
{
  Span span = { get_tag (self, name), self->line, from, to };

  g_array_append_val (self->spans, span);
}

/* GTK takes paragraph attributes from the first character of a line. */
static void
tag_line (TrsTranscriptBuffer *self,
          const char          *name)
{
  tag (self, name, 0, CHARACTER);
}

/* Words without a name do not belong to the previous speaker. */
static gboolean
is_first_of_run (TrsTranscriptBuffer *self,
                 guint                index)
{
  return trs_transcript_is_aligned (self->transcript) && trs_transcript_has_speakers (self->transcript) &&
         (index == 0 ||
          trs_document_get_speaker (self->document, index - 1) != trs_document_get_speaker (self->document, index));
}

/* Returns: the number of bytes appended, including the space next to the time */
static guint
append_time (TrsTranscriptBuffer *self,
             const TrsParagraph  *paragraph,
             const char          *before,
             const char          *after)
{
  gsize length = self->text->len;
  g_autofree char *time = NULL;

  if (paragraph->start < 0)
    return 0;

  time = self->exact_times ? trs_timecode_format_exact (paragraph->start)
                           : trs_timecode_format_clock (paragraph->start);
  g_string_append_printf (self->text, "%s%s%s", before, time, after);
  return self->text->len - length;
}

static guint
append_mark (TrsTranscriptBuffer *self,
             const char          *words,
             gsize                length)
{
  const char *mark = trs_line_get_direction_mark (words, length, trs_transcript_is_rtl (self->transcript));

  g_string_append (self->text, mark);
  return strlen (mark);
}

/* Builds the name line over a paragraph, without its line end. */
static TrsBufferLine
append_name_line (TrsTranscriptBuffer *self,
                  guint                number)
{
  const TrsParagraph *paragraph = get_paragraph (self, number);
  guint speaker = trs_document_get_speaker (self->document, number);
  TrsBufferLine line = { .paragraph = number, .speaker = speaker };
  g_autofree char *label =
      speaker > 0 ? trs_strings_speaker (trs_document_get_name (self->document, speaker), speaker) : NULL;
  const char *name = label != NULL ? label : _("Speaker unknown");
  gsize length = strlen (name);
  guint in_turn = MAX (speaker, 1) - 1;
  g_autofree char *colour = g_strdup_printf ("speaker-%u", in_turn % TRS_PALETTE_N_SPEAKERS);
  guint end;

  line.mark = append_mark (self, name, length);
  line.prefix = line.mark + append_time (self, paragraph, "", "\t");
  end = line.prefix + length;
  g_string_append_len (self->text, name, length);

  tag (self, "name", 0, LINE_END);
  tag (self, speaker > 0 ? colour : "speaker-unknown", line.prefix, end);
  if (in_turn >= TRS_PALETTE_N_SPEAKERS)
    tag (self, "speaker-again", line.prefix, end);
  if (paragraph->start >= 0)
    {
      tag (self, "time-name-wide", line.mark, line.prefix);
      tag (self, "time-name-narrow", end, end + append_time (self, paragraph, "  ", ""));
    }
  else
    tag_line (self, "no-time");
  if (self->line == 0)
    tag_line (self, "top-name");
  return line;
}

/* Adds the tags that depend on whether there is a name line above. */
static const char *const tags_below_name[] = { "time-first", "time-body", "body-first", "after-name" };

static void
tag_body_line (TrsTranscriptBuffer *self,
               const TrsBufferLine *line,
               gboolean             first)
{
  gboolean has_time = line->prefix > line->mark;

  if (has_time)
    tag (self, first ? "time-first" : "time-body", line->mark, line->prefix);
  else
    tag_line (self, "no-time");
  if (has_time && first)
    tag_line (self, "body-first");
  if (line->byte > 0)
    tag_line (self, "more");
  else if (first)
    tag_line (self, "after-name");
  if (line->byte == 0 && line->paragraph == 0)
    tag_line (self, "top");
}

/* Builds the next line of words of the current paragraph, and advances. */
static TrsBufferLine
append_body_line (TrsTranscriptBuffer *self)
{
  const TrsParagraph *paragraph = get_paragraph (self, self->paragraph);
  TrsBufferLine line = { .paragraph = self->paragraph, .byte = self->byte };
  const char *words = paragraph->body + self->byte;
  gsize taken;

  line.length = trs_line_break (words, paragraph->body_length - self->byte, &taken);
  line.mark = append_mark (self, words, line.length);
  line.prefix = line.mark + (self->byte == 0 ? append_time (self, paragraph, "", "\t") : 0);
  g_string_append_len (self->text, words, line.length);
  tag_body_line (self, &line, is_first_of_run (self, self->paragraph));

  self->byte += taken;
  if (taken == line.length && self->byte >= paragraph->body_length)
    {
      if (trs_document_get_checked (self->document, self->paragraph) != NULL)
        {
          g_autofree char *sign = dup_checked ();

          tag (self, "checked", line.prefix + line.length, line.prefix + line.length + strlen (sign));
          g_string_append (self->text, sign);
        }
      self->paragraph++;
      self->byte = 0;
    }
  return line;
}

/* Starts an empty chunk at line @number. */
static void
begin_lines (TrsTranscriptBuffer *self,
             guint                number)
{
  g_string_truncate (self->text, 0);
  g_array_set_size (self->spans, 0);
  self->line = number;
}

static void
apply_spans (TrsTranscriptBuffer *self)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);
  GtkTextIter start;
  GtkTextIter end;

  for (guint i = 0; i < self->spans->len; i++)
    {
      const Span *span = &g_array_index (self->spans, Span, i);

      gtk_text_buffer_get_iter_at_line_index (buffer, &start, span->line, span->from);
      end = start;
      if (span->to == LINE_END)
        gtk_text_iter_forward_line (&end);
      else if (span->to == CHARACTER)
        gtk_text_iter_forward_char (&end);
      else
        gtk_text_iter_set_line_index (&end, span->to);
      gtk_text_buffer_apply_tag (buffer, span->tag, &start, &end);
    }
}

/* Inserts the chunk as lines from @line on. @at: moved behind the inserted text */
static void
insert_lines (TrsTranscriptBuffer *self,
              GtkTextIter         *at,
              guint                number)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);
  GtkTextIter start;

  gtk_text_buffer_insert (buffer, at, self->text->str, (int) self->text->len);
  gtk_text_buffer_get_iter_at_line (buffer, &start, (int) number);
  gtk_text_buffer_apply_tag (buffer, get_tag (self, "all"), &start, at);
  apply_spans (self);
}

/* The last line has been built. */
static void
add_line (TrsTranscriptBuffer *self,
          TrsBufferLine        line)
{
  if (self->paragraph < get_n_paragraphs (self))
    g_string_append_c (self->text, '\n');
  g_array_append_val (self->lines, line);
  self->line = self->lines->len;
}

/* Appends one chunk. Returns: whether there is more */
static gboolean
load_chunk (TrsTranscriptBuffer *self)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);
  guint line = self->lines->len;
  guint until = MIN (get_n_paragraphs (self), self->paragraph + CHUNK);
  GtkTextIter end;

  begin_lines (self, self->lines->len);
  while (self->paragraph < until && self->text->len < MAX_CHUNK)
    {
      if (self->byte == 0 && is_first_of_run (self, self->paragraph))
        add_line (self, append_name_line (self, self->paragraph));
      add_line (self, append_body_line (self));
    }

  gtk_text_buffer_get_end_iter (buffer, &end);
  insert_lines (self, &end, line);
  tag_highlights (self, line);
  return self->paragraph < get_n_paragraphs (self);
}

static gboolean
load_cb (gpointer user_data)
{
  TrsTranscriptBuffer *self = user_data;

  if (load_chunk (self))
    return G_SOURCE_CONTINUE;

  self->load_id = 0;
  g_signal_emit (self, signals[LOADED], 0);
  return G_SOURCE_REMOVE;
}

/**
 * trs_transcript_buffer_new:
 * @tags: the tags of the view
 * @document: what is to be read
 * @flags: which of its texts, for one that is not aligned
 * @exact_times: whether times have their milliseconds
 *
 * Returns: (transfer full): a buffer with the first screen; the rest follows
 */
TrsTranscriptBuffer *
trs_transcript_buffer_new (GtkTextTagTable *tags,
                           TrsDocument     *document,
                           TrsTextFlags     flags,
                           gboolean         exact_times)
{
  TrsTranscriptBuffer *self = g_object_new (TRS_TYPE_TRANSCRIPT_BUFFER, "tag-table", tags, "enable-undo", FALSE, NULL);
  GtkTextIter start;

  self->document = g_object_ref (document);
  self->transcript = trs_document_get_transcript (document);
  self->exact_times = exact_times;
  self->flags = trs_transcript_is_aligned (self->transcript) ? TRS_TEXT_ALL : flags;
  if (load_chunk (self))
    self->load_id = g_idle_add_full (PRIORITY_LOAD, load_cb, self, NULL);

  /* inserting at the caret has moved it along with the text */
  gtk_text_buffer_get_start_iter (GTK_TEXT_BUFFER (self), &start);
  gtk_text_buffer_place_cursor (GTK_TEXT_BUFFER (self), &start);
  return self;
}

/* Converts an iter to a position in the transcript. */
TrsTextPosition
trs_transcript_buffer_to_position (TrsTranscriptBuffer *self,
                                   const GtkTextIter   *iter)
{
  guint number = gtk_text_iter_get_line (iter);
  guint index = gtk_text_iter_get_line_index (iter);
  const TrsBufferLine *line;

  if (self->lines->len == 0)
    return (TrsTextPosition) { 0, 0 };

  line = &g_array_index (self->lines, TrsBufferLine, MIN (number, self->lines->len - 1));
  if (number >= self->lines->len)
    return (TrsTextPosition) { line->paragraph, line->byte + line->length };
  return (TrsTextPosition) { line->paragraph, line->byte + get_offset (self, line, index) };
}

/* Returns: whether the text is loaded up to a position */
static gboolean
has_position (TrsTranscriptBuffer *self,
              TrsTextPosition      position)
{
  return trs_text_position_compare ((TrsTextPosition) { self->paragraph, self->byte }, position) > 0;
}

/**
 * trs_transcript_buffer_get_iter:
 * @self: a buffer
 * @position: a place in the transcript
 * @iter: (out): the place in the buffer
 *
 * Loads the text at once as far as that place, if it is not in yet.
 */
void
trs_transcript_buffer_get_iter (TrsTranscriptBuffer *self,
                                TrsTextPosition      position,
                                GtkTextIter         *iter)
{
  const TrsBufferLine *line;
  guint number;

  while (!has_position (self, position) && load_chunk (self))
    continue;
  if (!has_position (self, position))
    {
      gtk_text_buffer_get_end_iter (GTK_TEXT_BUFFER (self), iter);
      return;
    }

  number = find_line_behind (self, position) - 1;
  line = &g_array_index (self->lines, TrsBufferLine, number);
  gtk_text_buffer_get_iter_at_line_index (
      GTK_TEXT_BUFFER (self), iter, (int) number,
      (int) get_index (self, line, MIN (position.byte - line->byte, line->length)));
}

/**
 * trs_transcript_buffer_get_selection:
 * @self: a buffer
 * @start: (out): where the selection begins in the transcript
 * @end: (out): where it ends
 *
 * Returns: %FALSE if nothing is selected
 */
gboolean
trs_transcript_buffer_get_selection (TrsTranscriptBuffer *self,
                                     TrsTextPosition     *start,
                                     TrsTextPosition     *end)
{
  GtkTextIter from;
  GtkTextIter to;

  if (!gtk_text_buffer_get_selection_bounds (GTK_TEXT_BUFFER (self), &from, &to))
    return FALSE;

  *start = trs_transcript_buffer_to_position (self, &from);
  *end = trs_transcript_buffer_to_position (self, &to);

  /* A selection up to the start of a paragraph ends with the previous one. */
  if (end->byte == 0 && end->paragraph > start->paragraph)
    {
      end->paragraph--;
      end->byte = get_paragraph (self, end->paragraph)->body_length;
    }

  return TRUE;
}

/* Returns: the position of the caret, or of the start of the selection */
TrsTextPosition
trs_transcript_buffer_get_caret (TrsTranscriptBuffer *self)
{
  GtkTextIter from;

  gtk_text_buffer_get_selection_bounds (GTK_TEXT_BUFFER (self), &from, NULL);
  return trs_transcript_buffer_to_position (self, &from);
}

/**
 * trs_transcript_buffer_get_caret_time:
 * @self: a buffer
 *
 * Returns: when the paragraph of the caret begins, in milliseconds; -1 if that is not known
 */
gint64
trs_transcript_buffer_get_caret_time (TrsTranscriptBuffer *self)
{
  TrsTextPosition caret = trs_transcript_buffer_get_caret (self);

  return caret.paragraph < get_n_paragraphs (self) ? get_paragraph (self, caret.paragraph)->start : -1;
}

/* Removes a tag only where it is set: GTK invalidates all lines of the range from which a tag is removed. */
void
trs_transcript_buffer_clear_tag (TrsTranscriptBuffer *self,
                                 const char          *name)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);
  GtkTextTag *found = get_tag (self, name);
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_get_start_iter (buffer, &start);
  while (gtk_text_iter_starts_tag (&start, found) || gtk_text_iter_forward_to_tag_toggle (&start, found))
    {
      end = start;
      gtk_text_iter_forward_to_tag_toggle (&end, found);
      gtk_text_buffer_remove_tag (buffer, found, &start, &end);
    }
}

/* Returns: the text of a line without its end */
static char *
dup_line (TrsTranscriptBuffer *self,
          guint                number,
          GtkTextIter         *start,
          GtkTextIter         *end)
{
  gtk_text_buffer_get_iter_at_line (GTK_TEXT_BUFFER (self), start, (int) number);
  *end = *start;
  if (!gtk_text_iter_ends_line (end))
    gtk_text_iter_forward_to_line_end (end);
  return gtk_text_iter_get_slice (start, end);
}

/* Returns: the offset of a mark in a line in characters; -1 if it is elsewhere */
static int
get_offset_in_line (TrsTranscriptBuffer *self,
                    GtkTextMark         *mark,
                    guint                number)
{
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_mark (GTK_TEXT_BUFFER (self), &iter, mark);
  return gtk_text_iter_get_line (&iter) == (int) number ? gtk_text_iter_get_line_offset (&iter) : -1;
}

/* Replaces the text of a name line with the current chunk. The caret keeps its place, or stays in the name. */
static void
replace_name_line (TrsTranscriptBuffer *self,
                   TrsBufferLine        line,
                   GtkTextIter         *start,
                   GtkTextIter         *end)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);
  GtkTextMark *marks[] = { gtk_text_buffer_get_insert (buffer), gtk_text_buffer_get_selection_bound (buffer) };
  int offsets[G_N_ELEMENTS (marks)];
  guint number = self->line;
  GtkTextIter iter;

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    offsets[i] = get_offset_in_line (self, marks[i], number);
  gtk_text_buffer_delete (buffer, start, end);
  insert_lines (self, start, number);
  g_array_index (self->lines, TrsBufferLine, number) = line;

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    if (offsets[i] >= 0)
      {
        gtk_text_buffer_get_iter_at_line (buffer, &iter, (int) number);
        gtk_text_iter_set_line_offset (&iter, MIN (offsets[i], gtk_text_iter_get_chars_in_line (&iter) - 1));
        gtk_text_buffer_move_mark (buffer, marks[i], &iter);
      }
}

/* Words below a name line have other tags than those without one. */
static void
retag_body_line (TrsTranscriptBuffer *self,
                 guint                number,
                 gboolean             first)
{
  const TrsBufferLine *line = &g_array_index (self->lines, TrsBufferLine, number);
  GtkTextIter start;
  GtkTextIter end;

  begin_lines (self, number);
  tag_body_line (self, line, first);
  gtk_text_buffer_get_iter_at_line (GTK_TEXT_BUFFER (self), &start, (int) number);
  end = start;
  gtk_text_iter_set_line_index (&end, line->prefix);
  if (line->prefix == 0 && !gtk_text_iter_ends_line (&end))
    gtk_text_iter_forward_char (&end);
  for (guint i = 0; i < G_N_ELEMENTS (tags_below_name); i++)
    gtk_text_buffer_remove_tag_by_name (GTK_TEXT_BUFFER (self), tags_below_name[i], &start, &end);
  apply_spans (self);
}

/* Updates the name line over a paragraph to match the document. Returns: whether it has changed */
static gboolean
update_name_line (TrsTranscriptBuffer *self,
                  guint                paragraph)
{
  guint words = find_line_behind (self, (TrsTextPosition) { paragraph, 0 }) - 1;
  const TrsBufferLine *lines = (const TrsBufferLine *) self->lines->data;
  gboolean is_there = words > 0 && lines[words - 1].paragraph == paragraph;
  guint number = is_there ? words - 1 : words;
  gboolean is_first = is_first_of_run (self, paragraph);
  g_autofree char *shown = NULL;
  GtkTextIter start;
  GtkTextIter end;
  TrsBufferLine line = { 0 };

  if (!is_there && !is_first)
    return FALSE;

  begin_lines (self, number);
  if (is_first)
    line = append_name_line (self, paragraph);
  shown = dup_line (self, number, &start, &end);
  if (is_there && is_first)
    {
      if (line.speaker == lines[number].speaker && g_str_equal (shown, self->text->str))
        return FALSE;
      replace_name_line (self, line, &start, &end);
      return TRUE;
    }

  if (is_first)
    {
      g_string_append_c (self->text, '\n');
      insert_lines (self, &start, number);
      g_array_insert_val (self->lines, number, line);
    }
  else
    {
      gtk_text_iter_forward_char (&end);
      gtk_text_buffer_delete (GTK_TEXT_BUFFER (self), &start, &end);
      g_array_remove_index (self->lines, number);
    }
  retag_body_line (self, is_first ? number + 1 : number, is_first);
  return TRUE;
}

/* Returns: whether any line of a paragraph is loaded */
static gboolean
is_paragraph_loaded (TrsTranscriptBuffer *self,
                     guint                paragraph)
{
  return has_position (self, (TrsTextPosition) { paragraph, 0 });
}

static gboolean
update_cb (gpointer user_data)
{
  TrsTranscriptBuffer *self = user_data;
  guint n_changes = 0;

  for (guint i = 0; i < LOOK_AT && n_changes < MAX_CHANGES && is_paragraph_loaded (self, self->update); i++)
    n_changes += update_name_line (self, self->update++);
  if (is_paragraph_loaded (self, self->update))
    return G_SOURCE_CONTINUE;

  self->update_id = 0;
  return G_SOURCE_REMOVE;
}

/**
 * trs_transcript_buffer_set_document:
 * @self: a buffer
 * @document: the same text with other annotations
 * @from: a place in the buffer
 * @to: a place behind it
 *
 * Shows other highlights and checks, and brings the name lines up to date: between
 * the two places at once, the others in slices. Words, caret and selection stay.
 */
void
trs_transcript_buffer_set_document (TrsTranscriptBuffer *self,
                                    TrsDocument         *document,
                                    const GtkTextIter   *from,
                                    const GtkTextIter   *to)
{
  g_autoptr (TrsDocument) old = g_steal_pointer (&self->document);
  guint first = trs_transcript_buffer_to_position (self, from).paragraph;
  guint last = trs_transcript_buffer_to_position (self, to).paragraph;

  self->document = g_object_ref (document);
  update_added (self, old);
  for (guint i = first; i <= last && is_paragraph_loaded (self, i); i++)
    update_name_line (self, i);
  self->update = 0;
  if (self->update_id == 0)
    self->update_id = g_idle_add_full (PRIORITY_LOAD, update_cb, self, NULL);
}

static gboolean
drop_cb (gpointer user_data)
{
  GtkTextBuffer *buffer = user_data;
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_get_iter_at_line (buffer, &start, MAX (0, gtk_text_buffer_get_line_count (buffer) - DROP_LINES));
  gtk_text_buffer_get_end_iter (buffer, &end);
  gtk_text_buffer_delete (buffer, &start, &end);
  return gtk_text_buffer_get_char_count (buffer) > 0 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

/**
 * trs_transcript_buffer_drop:
 * @self: (transfer full): a buffer that no view shows any more
 *
 * Deletes the text in slices, as freeing a long one at once would block the window.
 */
void
trs_transcript_buffer_drop (TrsTranscriptBuffer *self)
{
  g_clear_handle_id (&self->load_id, g_source_remove);
  g_idle_add_full (PRIORITY_DROP, drop_cb, self, g_object_unref);
}

/**
 * trs_transcript_buffer_find_name:
 * @self: a buffer
 * @words: where the words of a paragraph begin
 * @name: (out): the beginning of the name line over them
 *
 * Returns: whether one is shown
 */
gboolean
trs_transcript_buffer_find_name (TrsTranscriptBuffer *self,
                                 const GtkTextIter   *words,
                                 GtkTextIter         *name)
{
  GtkTextTag *tag = get_tag (self, "name");
  gboolean hidden;

  g_object_get (tag, "invisible", &hidden, NULL);
  *name = *words;
  if (hidden || !gtk_text_iter_backward_line (name) || !gtk_text_iter_has_tag (name, tag))
    return FALSE;
  return trs_transcript_buffer_to_position (self, name).paragraph ==
         trs_transcript_buffer_to_position (self, words).paragraph;
}

/**
 * trs_transcript_buffer_is_hidden:
 * @iter: a place in a buffer
 *
 * Returns: whether the character there is of a name or a time that is hidden
 */
gboolean
trs_transcript_buffer_is_hidden (const GtkTextIter *iter)
{
  GtkTextIter next = *iter;
  g_autofree char *visible = NULL;

  if (gtk_text_iter_is_end (iter))
    return FALSE;

  gtk_text_iter_forward_char (&next);
  visible = gtk_text_iter_get_visible_text (iter, &next);
  return *visible == '\0';
}

/**
 * trs_transcript_buffer_rescue_caret:
 * @self: a buffer
 *
 * Moves the caret out of hidden text.
 */
void
trs_transcript_buffer_rescue_caret (TrsTranscriptBuffer *self)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);
  GtkTextIter caret;

  gtk_text_buffer_get_iter_at_mark (buffer, &caret, gtk_text_buffer_get_insert (buffer));
  if (!trs_transcript_buffer_is_hidden (&caret))
    return;

  while (trs_transcript_buffer_is_hidden (&caret))
    gtk_text_iter_forward_char (&caret);
  if (gtk_text_buffer_get_selection_bounds (buffer, NULL, NULL))
    gtk_text_buffer_move_mark (buffer, gtk_text_buffer_get_insert (buffer), &caret);
  else
    gtk_text_buffer_place_cursor (buffer, &caret);
}

/**
 * trs_transcript_buffer_get_document:
 * @self: a #TrsTranscriptBuffer
 *
 * Returns: (transfer none): what is to be read
 */
TrsDocument *
trs_transcript_buffer_get_document (TrsTranscriptBuffer *self)
{
  return self->document;
}

/**
 * trs_transcript_buffer_get_paragraph:
 * @self: a #TrsTranscriptBuffer
 * @number: number of a paragraph
 *
 * Returns: (transfer none): the paragraph of the text that is shown
 */
const TrsParagraph *
trs_transcript_buffer_get_paragraph (TrsTranscriptBuffer *self,
                                     guint                number)
{
  return get_paragraph (self, number);
}
