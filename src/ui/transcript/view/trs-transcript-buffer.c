/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-transcript-buffer-private.h"

#include <string.h>

#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-palette.h"

/* A chunk ends after so many paragraphs, or so many bytes. */
#define CHUNK 24
#define MAX_CHUNK 16384
#define DROP_LINES 16

/* Before the background re-wrap of the view: behind it, each slice would wait
 * for a re-wrap of all that is in already. */
#define PRIORITY_LOAD (GTK_TEXT_VIEW_PRIORITY_VALIDATE - 2)
#define PRIORITY_DROP GTK_TEXT_VIEW_PRIORITY_VALIDATE

/* A paragraph of 900 kB in one line costs half a second at every change, so a
 * paragraph is broken for display at the next good place after 2 kB. */
#define BREAK_AFTER 2048
#define BREAK_SENTENCE_UNTIL 3072
#define BREAK_BLANK_UNTIL 4096

#define LEFT_TO_RIGHT_MARK "\342\200\216"
#define RIGHT_TO_LEFT_MARK "\342\200\217"

/* What is to be tagged of the chunk: bytes of a line. */
typedef struct
{
  GtkTextTag *tag;
  guint line;
  guint from;
  guint to;
} Span;

/* Span.to: up to the end of the character, or of the line */
#define CHARACTER (G_MAXUINT - 1)
#define LINE_END G_MAXUINT

G_DEFINE_FINAL_TYPE (TrsTranscriptBuffer, trs_transcript_buffer, GTK_TYPE_TEXT_BUFFER)

static void
trs_transcript_buffer_finalize (GObject *object)
{
  TrsTranscriptBuffer *self = TRS_TRANSCRIPT_BUFFER (object);

  g_clear_handle_id (&self->load_id, g_source_remove);
  g_object_unref (self->document);
  g_array_unref (self->lines);
  g_string_free (self->text, TRUE);
  g_array_unref (self->spans);

  G_OBJECT_CLASS (trs_transcript_buffer_parent_class)->finalize (object);
}

/* Does not chain up: GtkTextBuffer would offer its own text as the primary
 * selection, and in GTK 4.8 a buffer that ever had a selection is never freed.
 * `has-selection` is not kept up to date therefore; use
 * gtk_text_buffer_get_selection_bounds(). */
static void
trs_transcript_buffer_mark_set (GtkTextBuffer     *buffer,
                                const GtkTextIter *location,
                                GtkTextMark       *mark)
{
}

static void
trs_transcript_buffer_class_init (TrsTranscriptBufferClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_transcript_buffer_finalize;
  GTK_TEXT_BUFFER_CLASS (klass)->mark_set = trs_transcript_buffer_mark_set;

  g_signal_new ("loaded", TRS_TYPE_TRANSCRIPT_BUFFER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
trs_transcript_buffer_init (TrsTranscriptBuffer *self)
{
  self->lines = g_array_new (FALSE, FALSE, sizeof (TrsBufferLine));
  self->text = g_string_new (NULL);
  self->spans = g_array_new (FALSE, FALSE, sizeof (Span));
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

/* Tags a part of the line that is appended. @from and @to count bytes. */
static void
tag (TrsTranscriptBuffer *self,
     const char          *name,
     guint                from,
     guint                to)
{
  Span span = { get_tag (self, name), self->lines->len, from, to };

  g_array_append_val (self->spans, span);
}

/* GTK takes what concerns a whole line from the line's first character. */
static void
tag_line (TrsTranscriptBuffer *self,
          const char          *name)
{
  tag (self, name, 0, CHARACTER);
}

/* Words without a name are not those of the speaker before them. */
static gboolean
is_first_of_run (TrsTranscriptBuffer *self,
                 guint                index)
{
  return self->transcript->aligned && self->transcript->has_speakers &&
         (index == 0 ||
          trs_document_get_speaker (self->document, index - 1) != trs_document_get_speaker (self->document, index));
}

/* Returns: the bytes appended, with what stands beside the time */
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

  time = trs_timecode_format_clock (paragraph->start);
  g_string_append_printf (self->text, "%s%s%s", before, time, after);
  return self->text->len - length;
}

static gboolean
begins_left_to_right (const char *words,
                      gsize       length)
{
  for (const char *p = words; p < words + length; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      int direction = trs_bidi_get_direction (c);
      gboolean is_control = (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);

      if (direction != 0 || is_control)
        return direction > 0;
    }
  return FALSE;
}

/* GTK finds the direction of each line by itself, from its first strong
 * character: a Latin name in an Arabic transcript would turn its line round,
 * and so would an Arabic word, or an override, in an English one. */
static guint
append_mark (TrsTranscriptBuffer *self,
             const char          *words,
             gsize                length)
{
  const char *mark = LEFT_TO_RIGHT_MARK;

  if (self->transcript->is_rtl)
    mark = RIGHT_TO_LEFT_MARK;
  else if (begins_left_to_right (words, length))
    mark = "";
  g_string_append (self->text, mark);
  return strlen (mark);
}

/* Without blanks, break between characters, not before a combining one. */
static gsize
break_at_character (const char *text)
{
  const char *p = g_utf8_find_next_char (text + BREAK_AFTER - 1, NULL);

  while (p < text + BREAK_BLANK_UNTIL &&
         (g_unichar_ismark (g_utf8_get_char (p)) || g_unichar_iszerowidth (g_utf8_get_char (p))))
    p = g_utf8_next_char (p);
  return p - text;
}

/* Bytes of words without line ends that go into one line. */
static gsize
break_words (const char *text,
             gsize       length)
{
  gsize i;

  if (length <= BREAK_BLANK_UNTIL)
    return length;
  for (i = BREAK_AFTER; i < BREAK_SENTENCE_UNTIL; i++)
    if (g_ascii_isspace (text[i]) && strchr (".?!", text[i - 1]) != NULL)
      return i + 1;
  for (i = BREAK_AFTER; i < BREAK_BLANK_UNTIL; i++)
    if (g_ascii_isspace (text[i]))
      return i + 1;
  return break_at_character (text);
}

/**
 * trs_line_break:
 * @words: what is left of a paragraph, valid UTF-8
 * @length: its length in bytes
 * @taken: (out): bytes that the line takes up: its words and the line end in
 *   the paragraph itself
 *
 * Breaks a paragraph for display: where the text has a line end, and at the
 * next good place after 2 kB.
 *
 * Returns: the bytes of words that go into the line
 */
gsize
trs_line_break (const char *words,
                gsize       length,
                gsize      *taken)
{
  int line_end;
  int next_line;
  gsize n;

  /* As GtkTextBuffer finds the ends of its lines. */
  pango_find_paragraph_boundary (words, (int) MIN (length, BREAK_BLANK_UNTIL + 2), &line_end, &next_line);
  n = break_words (words, next_line > line_end ? (gsize) line_end : length);

  *taken = n == (gsize) line_end ? (gsize) next_line : n;
  return n;
}

static void
append_name_line (TrsTranscriptBuffer *self,
                  const TrsParagraph  *paragraph)
{
  TrsBufferLine line = { .paragraph = self->paragraph };
  guint speaker = trs_document_get_speaker (self->document, self->paragraph);
  g_autofree char *label = speaker > 0 ? trs_document_dup_label (self->document, speaker) : NULL;
  const char *name = label != NULL ? label : _("Speaker unknown");
  gsize length = strlen (name);
  guint number = MAX (speaker, 1) - 1;
  g_autofree char *colour = g_strdup_printf ("speaker-%u", number % TRS_PALETTE_N_SPEAKERS);
  guint mark = append_mark (self, name, length);
  guint end;

  line.prefix = mark + append_time (self, paragraph, "", "\t");
  end = line.prefix + length;
  g_string_append_len (self->text, name, length);

  tag (self, "name", 0, LINE_END);
  tag (self, speaker > 0 ? colour : "speaker-unknown", line.prefix, end);
  if (number >= TRS_PALETTE_N_SPEAKERS)
    tag (self, "speaker-again", line.prefix, end);
  if (paragraph->start >= 0)
    {
      tag (self, "time-name-wide", mark, line.prefix);
      tag (self, "time-name-narrow", end, end + append_time (self, paragraph, "  ", ""));
    }
  else
    tag_line (self, "no-time");
  if (self->lines->len == 0)
    tag_line (self, "top-name");

  g_string_append_c (self->text, '\n');
  g_array_append_val (self->lines, line);
}

/* Appends the next line of words of the current paragraph and goes on behind it. */
static void
append_body_line (TrsTranscriptBuffer *self,
                  const TrsParagraph  *paragraph,
                  gboolean             first)
{
  TrsBufferLine line = { .paragraph = self->paragraph, .byte = self->byte };
  gboolean begins = self->byte == 0;
  gboolean has_time = begins && paragraph->start >= 0;
  const char *words = paragraph->body + self->byte;
  g_autofree char *sign = trs_transcript_buffer_dup_checked ();
  gboolean continued;
  guint mark;
  gsize taken;

  line.length = trs_line_break (words, paragraph->body_length - self->byte, &taken);
  self->byte += taken;
  continued = taken > line.length || self->byte < paragraph->body_length;
  mark = append_mark (self, words, line.length);
  line.prefix = mark + (has_time ? append_time (self, paragraph, "", "\t") : 0);
  g_string_append_len (self->text, words, line.length);

  if (has_time)
    tag (self, first ? "time-first" : "time-body", mark, line.prefix);
  else
    tag_line (self, "no-time");
  if (has_time && first)
    tag_line (self, "body-first");
  if (!begins)
    tag_line (self, "more");
  else if (first)
    tag_line (self, "after-name");
  if (begins && self->paragraph == 0)
    tag_line (self, "top");

  if (!continued)
    {
      if (trs_document_get_checked (self->document, self->paragraph) != NULL)
        {
          tag (self, "checked", line.prefix + line.length, line.prefix + line.length + strlen (sign));
          g_string_append (self->text, sign);
        }
      self->paragraph++;
      self->byte = 0;
    }
  if (self->paragraph < get_n_paragraphs (self))
    g_string_append_c (self->text, '\n');
  g_array_append_val (self->lines, line);
}

static void
apply (TrsTranscriptBuffer *self,
       const Span          *span)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);
  GtkTextIter start;
  GtkTextIter end;

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

/* The first line that begins behind a place. */
guint
trs_transcript_buffer_find_line_behind (TrsTranscriptBuffer *self,
                                        TrsTextPosition      position)
{
  guint low = 0;
  guint high = self->lines->len;

  while (low < high)
    {
      guint middle = (low + high) / 2;
      const TrsBufferLine *line = &g_array_index (self->lines, TrsBufferLine, middle);

      if (line->paragraph > position.paragraph || (line->paragraph == position.paragraph && line->byte > position.byte))
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

/* Appends one chunk; returns whether there is more. */
static gboolean
load_chunk (TrsTranscriptBuffer *self)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);
  guint line = self->lines->len;
  guint until = MIN (get_n_paragraphs (self), self->paragraph + CHUNK);
  GtkTextIter start;
  GtkTextIter end;

  g_string_truncate (self->text, 0);
  g_array_set_size (self->spans, 0);
  while (self->paragraph < until && self->text->len < MAX_CHUNK)
    {
      const TrsParagraph *paragraph = get_paragraph (self, self->paragraph);
      gboolean first = is_first_of_run (self, self->paragraph);

      if (first && self->byte == 0)
        append_name_line (self, paragraph);
      append_body_line (self, paragraph, first);
    }

  gtk_text_buffer_get_end_iter (buffer, &end);
  gtk_text_buffer_insert (buffer, &end, self->text->str, self->text->len);
  gtk_text_buffer_get_iter_at_line (buffer, &start, line);
  gtk_text_buffer_apply_tag (buffer, get_tag (self, "all"), &start, &end);
  for (guint i = 0; i < self->spans->len; i++)
    apply (self, &g_array_index (self->spans, Span, i));
  trs_transcript_buffer_tag_marks (self, line);

  return self->paragraph < get_n_paragraphs (self);
}

static gboolean
load_cb (gpointer user_data)
{
  TrsTranscriptBuffer *self = user_data;

  if (load_chunk (self))
    return G_SOURCE_CONTINUE;

  self->load_id = 0;
  g_signal_emit_by_name (self, "loaded");
  return G_SOURCE_REMOVE;
}

/**
 * trs_transcript_buffer_new:
 * @tags: the tags of the view
 * @document: what is to be read
 * @flags: which of its texts, for one that is not aligned
 *
 * Returns: (transfer full): a buffer with the first screen; the rest follows
 */
TrsTranscriptBuffer *
trs_transcript_buffer_new (GtkTextTagTable *tags,
                           TrsDocument     *document,
                           TrsTextFlags     flags)
{
  TrsTranscriptBuffer *self = g_object_new (TRS_TYPE_TRANSCRIPT_BUFFER, "tag-table", tags, "enable-undo", FALSE, NULL);
  GtkTextIter start;

  self->document = g_object_ref (document);
  self->transcript = document->transcript;
  self->flags = self->transcript->aligned ? TRS_TEXT_ALL : flags;
  if (load_chunk (self))
    self->load_id = g_idle_add_full (PRIORITY_LOAD, load_cb, self, NULL);

  /* the caret was pushed along by the text */
  gtk_text_buffer_get_start_iter (GTK_TEXT_BUFFER (self), &start);
  gtk_text_buffer_place_cursor (GTK_TEXT_BUFFER (self), &start);
  return self;
}

/**
 * trs_transcript_buffer_set_document:
 * @self: a buffer
 * @document: the same text with the same speakers
 *
 * Shows other marks and checks; nothing else is laid out anew.
 */
void
trs_transcript_buffer_set_document (TrsTranscriptBuffer *self,
                                    TrsDocument         *document)
{
  g_autoptr (TrsDocument) old = self->document;

  self->document = g_object_ref (document);
  trs_transcript_buffer_update_marks (self, old);
}

/* Where a place of the buffer is in the transcript. */
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
  return (TrsTextPosition) { line->paragraph, line->byte + MIN (index - MIN (index, line->prefix), line->length) };
}

/* Whether the text is there as far as that. */
static gboolean
has_position (TrsTranscriptBuffer *self,
              TrsTextPosition      position)
{
  return self->paragraph > position.paragraph || (self->paragraph == position.paragraph && self->byte > position.byte);
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

  number = trs_transcript_buffer_find_line_behind (self, position) - 1;
  line = &g_array_index (self->lines, TrsBufferLine, number);
  gtk_text_buffer_get_iter_at_line_index (GTK_TEXT_BUFFER (self), iter, number,
                                          line->prefix + MIN (position.byte - line->byte, line->length));
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

  /* Up to the beginning of a paragraph is up to the end of the one before it. */
  if (end->byte == 0 && end->paragraph > start->paragraph)
    {
      end->paragraph--;
      end->byte = get_paragraph (self, end->paragraph)->body_length;
    }

  return TRUE;
}

/* Where the caret stands in the transcript, or the selection begins. */
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
 * @start: (out): when the paragraph of the caret begins, in milliseconds
 *
 * Returns: %FALSE if that is not known
 */
gboolean
trs_transcript_buffer_get_caret_time (TrsTranscriptBuffer *self,
                                      gint64              *start)
{
  TrsTextPosition caret = trs_transcript_buffer_get_caret (self);

  if (!self->transcript->aligned || caret.paragraph >= get_n_paragraphs (self))
    return FALSE;

  *start = get_paragraph (self, caret.paragraph)->start;
  return *start >= 0;
}

/* Whether the character at a place is of a name or a time that is hidden. */
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

/* Removes a tag from where it is: GTK invalidates all lines of the range it is told to remove a tag from. */
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

/* Moves the caret out of hidden text. */
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
 * Takes the text apart in slices; to free a long one at once would stall the
 * window.
 */
void
trs_transcript_buffer_drop (TrsTranscriptBuffer *self)
{
  g_clear_handle_id (&self->load_id, g_source_remove);
  g_idle_add_full (PRIORITY_DROP, drop_cb, self, g_object_unref);
}
