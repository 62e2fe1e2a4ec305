/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-line-builder.h"

#include <string.h>

#include "trs-i18n.h"
#include "trs-line-break.h"
#include "trs-palette.h"
#include "trs-strings.h"

/* Values of Span.to: up to the end of the character, or of the line */
#define CHARACTER (G_MAXUINT - 1)
#define LINE_END G_MAXUINT

/* A part of a line that gets a tag, in bytes. */
typedef struct
{
  GtkTextTag *tag;
  guint line;
  guint from;
  guint to;
} Span;

struct _TrsLineBuilder
{
  GObject parent_instance;

  GtkTextTagTable *tags;
  TrsDocument *document;
  TrsTranscript *transcript; /* that of the document */
  TrsTextFlags flags;
  gboolean exact_times;

  /* the lines so far */
  GString *text;
  GArray *spans;
  guint first_line;
  guint line; /* the current one */
};

G_DEFINE_FINAL_TYPE (TrsLineBuilder, trs_line_builder, G_TYPE_OBJECT)

static void
trs_line_builder_finalize (GObject *object)
{
  TrsLineBuilder *self = TRS_LINE_BUILDER (object);

  g_object_unref (self->tags);
  g_object_unref (self->document);
  g_string_free (self->text, TRUE);
  g_array_unref (self->spans);

  G_OBJECT_CLASS (trs_line_builder_parent_class)->finalize (object);
}

static void
trs_line_builder_class_init (TrsLineBuilderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_line_builder_finalize;
}

static void
trs_line_builder_init (TrsLineBuilder *self)
{
  self->text = g_string_new (NULL);
  self->spans = g_array_new (FALSE, FALSE, sizeof (Span));
}

/**
 * trs_line_builder_new:
 * @tags: the tags of trs_transcript_tags_new()
 * @document: what is to be read
 * @flags: which of its texts
 * @exact_times: whether times have their milliseconds
 *
 * Returns: (transfer full): a builder without lines
 */
TrsLineBuilder *
trs_line_builder_new (GtkTextTagTable *tags,
                      TrsDocument     *document,
                      TrsTextFlags     flags,
                      gboolean         exact_times)
{
  TrsLineBuilder *self = g_object_new (TRS_TYPE_LINE_BUILDER, NULL);

  self->tags = g_object_ref (tags);
  self->document = g_object_ref (document);
  self->transcript = trs_document_get_transcript (document);
  self->flags = flags;
  self->exact_times = exact_times;
  return self;
}

/* Adds a tag to a part of the current line. @from, @to: in bytes */
static void
tag (TrsLineBuilder *self,
     const char     *name,
     guint           from,
     guint           to)
{
  Span span = { gtk_text_tag_table_lookup (self->tags, name), self->line, from, to };

  g_array_append_val (self->spans, span);
}

/* GTK takes paragraph attributes from the first character of a line. */
static void
tag_line (TrsLineBuilder *self,
          const char     *name)
{
  tag (self, name, 0, CHARACTER);
}

/* Returns: the number of bytes appended, including the space next to the time */
static guint
append_time (TrsLineBuilder     *self,
             const TrsParagraph *paragraph,
             const char         *before,
             const char         *after)
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

/* Returns: the number of bytes appended */
static guint
append_direction_mark (TrsLineBuilder *self,
                       const char     *words,
                       gsize           length)
{
  const char *mark = trs_line_get_direction_mark (words, length, trs_transcript_is_rtl (self->transcript));

  g_string_append (self->text, mark);
  return strlen (mark);
}

/* The tags of words that depend on whether there is a name line above. */
static const char *const tags_below_name[] = { "time-first", "time-body", "body-first", "after-name" };

/* @below_name: whether there is a name line above the paragraph */
static void
tag_words (TrsLineBuilder      *self,
           const TrsBufferLine *line,
           gboolean             below_name)
{
  gboolean has_time = line->prefix > line->mark;

  if (has_time)
    tag (self, below_name ? "time-first" : "time-body", line->mark, line->prefix);
  else
    tag_line (self, "no-time");
  if (has_time && below_name)
    tag_line (self, "body-first");
  if (line->byte > 0)
    tag_line (self, "more");
  else if (below_name)
    tag_line (self, "after-name");
  if (line->byte == 0 && line->paragraph == 0)
    tag_line (self, "top");
}

static void
apply_spans (TrsLineBuilder *self,
             GtkTextBuffer  *buffer)
{
  GtkTextIter start;
  GtkTextIter end;

  for (guint i = 0; i < self->spans->len; i++)
    {
      const Span *span = &g_array_index (self->spans, Span, i);

      gtk_text_buffer_get_iter_at_line_index (buffer, &start, (int) span->line, (int) span->from);
      end = start;
      if (span->to == LINE_END)
        gtk_text_iter_forward_line (&end);
      else if (span->to == CHARACTER)
        gtk_text_iter_forward_char (&end);
      else
        gtk_text_iter_set_line_index (&end, (int) span->to);
      gtk_text_buffer_apply_tag (buffer, span->tag, &start, &end);
    }
}

/**
 * trs_line_builder_set_document:
 * @self: a builder
 * @document: the same text with other annotations
 *
 * Names and checks are those of this document from now on.
 */
void
trs_line_builder_set_document (TrsLineBuilder *self,
                               TrsDocument    *document)
{
  g_set_object (&self->document, document);
}

/**
 * trs_line_builder_needs_name:
 * @self: a builder
 * @paragraph: number of a paragraph
 *
 * Returns: whether somebody else speaks than in the paragraph before. Words
 *   whose speaker is not known are of somebody else, too.
 */
gboolean
trs_line_builder_needs_name (TrsLineBuilder *self,
                             guint           paragraph)
{
  return trs_transcript_is_aligned (self->transcript) && trs_transcript_has_speakers (self->transcript) &&
         (paragraph == 0 || trs_document_get_speaker (self->document, paragraph - 1) !=
                                trs_document_get_speaker (self->document, paragraph));
}

/**
 * trs_line_builder_begin:
 * @self: a builder
 * @number: the number that the next line will have in the buffer
 *
 * Begins anew, without lines.
 */
void
trs_line_builder_begin (TrsLineBuilder *self,
                        guint           number)
{
  g_string_truncate (self->text, 0);
  g_array_set_size (self->spans, 0);
  self->first_line = number;
  self->line = number;
}

/**
 * trs_line_builder_add_name:
 * @self: a builder at the start of a line
 * @paragraph: number of the paragraph below the name
 *
 * Builds a name line without its end.
 *
 * Returns: the line
 */
TrsBufferLine
trs_line_builder_add_name (TrsLineBuilder *self,
                           guint           paragraph)
{
  const TrsParagraph *words = trs_transcript_get_paragraph (self->transcript, self->flags, paragraph);
  guint speaker = trs_document_get_speaker (self->document, paragraph);
  TrsBufferLine line = { .paragraph = paragraph, .speaker = speaker };
  g_autofree char *label =
      speaker > 0 ? trs_strings_speaker (trs_document_get_name (self->document, speaker), speaker) : NULL;
  const char *name = label != NULL ? label : _("Speaker unknown");
  gsize length = strlen (name);
  guint colour = MAX (speaker, 1) - 1;
  g_autofree char *colour_tag = g_strdup_printf ("speaker-%u", colour % TRS_PALETTE_N_SPEAKERS);
  guint end;

  line.mark = append_direction_mark (self, name, length);
  line.prefix = line.mark + append_time (self, words, "", "\t");
  end = line.prefix + length;
  g_string_append_len (self->text, name, (gssize) length);

  tag (self, "name", 0, LINE_END);
  tag (self, speaker > 0 ? colour_tag : "speaker-unknown", line.prefix, end);
  if (colour >= TRS_PALETTE_N_SPEAKERS)
    tag (self, "speaker-again", line.prefix, end);
  if (words->start >= 0)
    {
      tag (self, "time-name-wide", line.mark, line.prefix);
      tag (self, "time-name-narrow", end, end + append_time (self, words, "  ", ""));
    }
  else
    tag_line (self, "no-time");
  if (self->line == 0)
    tag_line (self, "top-name");
  return line;
}

/**
 * trs_line_builder_add_words:
 * @self: a builder at the start of a line
 * @paragraph: number of a paragraph
 * @byte: where in its words the line begins
 * @next: (out): where the next line begins; 0 if this is the last one of the
 *   paragraph
 *
 * Builds a line of words without its end, and with the sign of a check behind
 * the last words of a paragraph.
 *
 * Returns: the line
 */
TrsBufferLine
trs_line_builder_add_words (TrsLineBuilder *self,
                            guint           paragraph,
                            gsize           byte,
                            gsize          *next)
{
  const TrsParagraph *it = trs_transcript_get_paragraph (self->transcript, self->flags, paragraph);
  TrsBufferLine line = { .paragraph = paragraph, .byte = byte };
  const char *words = it->body + byte;
  gsize taken;
  gboolean is_last;

  line.length = trs_line_break (words, it->body_length - byte, &taken);
  line.mark = append_direction_mark (self, words, line.length);
  line.prefix = line.mark + (byte == 0 ? append_time (self, it, "", "\t") : 0);
  g_string_append_len (self->text, words, (gssize) line.length);
  tag_words (self, &line, trs_line_builder_needs_name (self, paragraph));
  if (trs_line_is_run (words, line.length))
    tag_line (self, "run");

  /* behind a line end there is another line, even if nothing stands in it */
  is_last = taken == line.length && byte + taken >= it->body_length;
  if (is_last && trs_document_get_checked (self->document, paragraph) != NULL)
    trs_line_builder_add_checked (self, line.prefix + line.length);
  *next = is_last ? 0 : byte + taken;
  return line;
}

/**
 * trs_line_builder_add_checked:
 * @self: a builder behind the words of a line
 * @index: the byte of the line at which the sign will stand in the buffer
 *
 * Adds the sign of a checked paragraph. It is not part of the transcript, and so
 * never copied.
 */
void
trs_line_builder_add_checked (TrsLineBuilder *self,
                              guint           index)
{
  gsize length = self->text->len;

  g_string_append_printf (self->text, "\u2002✓\u00a0%s", _("Checked"));
  tag (self, "checked", index, index + self->text->len - length);
}

/**
 * trs_line_builder_end_line:
 * @self: a builder
 *
 * Ends the current line and begins another one.
 */
void
trs_line_builder_end_line (TrsLineBuilder *self)
{
  g_string_append_c (self->text, '\n');
  self->line++;
}

/**
 * trs_line_builder_get_text:
 * @self: a builder
 *
 * Returns: (transfer none): the lines so far; valid until the next call
 */
const char *
trs_line_builder_get_text (TrsLineBuilder *self)
{
  return self->text->str;
}

/**
 * trs_line_builder_get_length:
 * @self: a builder
 *
 * Returns: the bytes of the lines so far
 */
gsize
trs_line_builder_get_length (TrsLineBuilder *self)
{
  return self->text->len;
}

/**
 * trs_line_builder_insert:
 * @self: a builder with lines
 * @buffer: a text buffer with the tags of the builder
 * @at: where the lines belong; it is moved behind them
 *
 * Puts the lines so far into the buffer.
 */
void
trs_line_builder_insert (TrsLineBuilder *self,
                         GtkTextBuffer  *buffer,
                         GtkTextIter    *at)
{
  GtkTextIter start;

  gtk_text_buffer_insert (buffer, at, self->text->str, (int) self->text->len);
  gtk_text_buffer_get_iter_at_line (buffer, &start, (int) self->first_line);
  gtk_text_buffer_apply_tag_by_name (buffer, "all", &start, at);
  apply_spans (self, buffer);
}

/**
 * trs_line_builder_retag_words:
 * @self: a builder, whose lines it drops
 * @buffer: a text buffer with the tags of the builder
 * @number: number of a line of words in the buffer
 * @line: the line
 *
 * Gives words the tags that they have below a name line, or without one,
 * depending on what they need now.
 */
void
trs_line_builder_retag_words (TrsLineBuilder      *self,
                              GtkTextBuffer       *buffer,
                              guint                number,
                              const TrsBufferLine *line)
{
  GtkTextIter start;
  GtkTextIter end;

  trs_line_builder_begin (self, number);
  tag_words (self, line, trs_line_builder_needs_name (self, line->paragraph));

  gtk_text_buffer_get_iter_at_line (buffer, &start, (int) number);
  end = start;
  gtk_text_iter_set_line_index (&end, line->prefix);
  if (line->prefix == 0 && !gtk_text_iter_ends_line (&end))
    gtk_text_iter_forward_char (&end);
  for (guint i = 0; i < G_N_ELEMENTS (tags_below_name); i++)
    gtk_text_buffer_remove_tag_by_name (buffer, tags_below_name[i], &start, &end);
  apply_spans (self, buffer);
}
