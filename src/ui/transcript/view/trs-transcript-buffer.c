/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-buffer.h"

#include <string.h>

#include "trs-display-text.h"
#include "trs-highlighter.h"
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

struct _TrsTranscriptBuffer
{
  GtkTextBuffer parent_instance;

  TrsDocument *document;
  TrsTranscript *transcript; /* those of the document that is shown */
  TrsTextFlags flags;
  TrsLineMap *lines;
  TrsHighlighter *highlighter;
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
  g_object_unref (self->highlighter);
  g_object_unref (self->lines);
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
  self->lines = trs_line_map_new (strlen (TRS_NOTE_SIGN));
  self->highlighter = trs_highlighter_new (GTK_TEXT_BUFFER (self), self->lines);
  self->text = g_string_new (NULL);
  self->spans = g_array_new (FALSE, FALSE, sizeof (Span));
}

/* Sign after the words of a checked paragraph. It is not part of the transcript, and so never copied. */
static char *
dup_checked (void)
{
  return g_strdup_printf ("\u2002✓\u00a0%s", _("Checked"));
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

  for (guint i = 0; i < self->paragraph; i++)
    {
      gboolean checked = trs_document_get_checked (self->document, i) != NULL;
      guint number;
      GtkTextIter start;
      GtkTextIter end;

      if (checked == (trs_document_get_checked (old, i) != NULL))
        continue;
      number = trs_line_map_find_line (self->lines, (TrsTextPosition) { i, G_MAXSIZE });
      gtk_text_buffer_get_iter_at_line_index (
          buffer, &start, (int) number,
          (int) trs_line_map_get_index_behind_signs (self->lines, number, G_MAXSIZE));
      end = start;
      if (!gtk_text_iter_ends_line (&end))
        gtk_text_iter_forward_to_line_end (&end);
      if (checked)
        insert_checked (self, &end);
      else
        gtk_text_buffer_delete (buffer, &start, &end);
    }
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
  trs_line_map_insert_line (self->lines, self->line++, &line);
}

/* Appends one chunk. Returns: whether there is more */
static gboolean
load_chunk (TrsTranscriptBuffer *self)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);
  guint first = trs_line_map_get_n_lines (self->lines);
  guint until = MIN (get_n_paragraphs (self), self->paragraph + CHUNK);
  GtkTextIter end;

  begin_lines (self, first);
  while (self->paragraph < until && self->text->len < MAX_CHUNK)
    {
      if (self->byte == 0 && is_first_of_run (self, self->paragraph))
        add_line (self, append_name_line (self, self->paragraph));
      add_line (self, append_body_line (self));
    }

  gtk_text_buffer_get_end_iter (buffer, &end);
  insert_lines (self, &end, first);
  trs_highlighter_add_lines (self->highlighter, first);
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
  trs_highlighter_set_document (self->highlighter, document);
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
  return trs_line_map_get_position (self->lines, gtk_text_iter_get_line (iter), gtk_text_iter_get_line_index (iter));
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
  guint number;

  while (!has_position (self, position) && load_chunk (self))
    continue;
  if (!has_position (self, position))
    {
      gtk_text_buffer_get_end_iter (GTK_TEXT_BUFFER (self), iter);
      return;
    }

  number = trs_line_map_find_line (self->lines, position);
  gtk_text_buffer_get_iter_at_line_index (GTK_TEXT_BUFFER (self), iter, (int) number,
                                          (int) trs_line_map_get_index (self->lines, number, position.byte));
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
  trs_line_map_replace_line (self->lines, number, &line);

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
  const TrsBufferLine *line = trs_line_map_get_line (self->lines, number);
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
  guint words = trs_line_map_find_line (self->lines, (TrsTextPosition) { paragraph, 0 });
  gboolean is_there = words > 0 && trs_line_map_get_line (self->lines, words - 1)->paragraph == paragraph;
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
      if (line.speaker == trs_line_map_get_line (self->lines, number)->speaker && g_str_equal (shown, self->text->str))
        return FALSE;
      replace_name_line (self, line, &start, &end);
      return TRUE;
    }

  if (is_first)
    {
      g_string_append_c (self->text, '\n');
      insert_lines (self, &start, number);
      trs_line_map_insert_line (self->lines, number, &line);
    }
  else
    {
      gtk_text_iter_forward_char (&end);
      gtk_text_buffer_delete (GTK_TEXT_BUFFER (self), &start, &end);
      trs_line_map_remove_line (self->lines, number);
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
  trs_highlighter_set_document (self->highlighter, document);
  update_checked (self, old);
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
  g_clear_handle_id (&self->update_id, g_source_remove);
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
