/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export-blocks.h"

#include "trs-display-text.h"
#include "trs-i18n.h"

/* A paragraph that ends where it starts is given this much time. */
#define MIN_DURATION 500
/* The end of a last one whose video has no known length: slow reading, up to two minutes. */
#define MILLISECONDS_A_CHARACTER 80
#define MAX_ESTIMATE 120000
/* Where times are shown, a merged paragraph has one at least so often. */
#define MERGED_MINUTES 5

typedef struct
{
  const TrsExportSource *source;
  const TrsExportOptions *options;
  TrsTextFlags flags;
  guint n_paragraphs;
  GArray *blocks;
  gint64 shown; /* the last time that is shown, or -1 */
} Builder;

static void
block_clear (gpointer data)
{
  TrsExportBlock *block = data;

  g_free (block->time);
  g_free (block->link);
  g_free (block->name);
  g_free (block->label);
  g_free (block->heading);
  g_string_free (block->text, TRUE);
}

static const TrsParagraph *
get_paragraph (const Builder *builder,
               guint          index)
{
  return trs_transcript_get_paragraph (builder->source->document->transcript, builder->flags, index);
}

/* The service gives starts only. */
static gint64
find_end (const Builder *builder,
          guint          index,
          gboolean      *derived)
{
  const TrsParagraph *paragraph = get_paragraph (builder, index);
  gint64 estimate;

  *derived = FALSE;
  if (paragraph->start < 0)
    return -1;
  for (guint i = index + 1; i < builder->n_paragraphs; i++)
    {
      gint64 next = get_paragraph (builder, i)->start;

      if (next < 0)
        continue;
      *derived = next <= paragraph->start;
      return *derived ? paragraph->start + MIN_DURATION : next - 1;
    }
  if (builder->source->video_length > paragraph->start)
    return builder->source->video_length;

  *derived = TRUE;
  estimate = g_utf8_strlen (paragraph->body, (gssize) paragraph->body_length) * MILLISECONDS_A_CHARACTER;
  return paragraph->start + CLAMP (estimate, MIN_DURATION, MAX_ESTIMATE);
}

static gboolean
is_time_due (const Builder *builder,
             gint64         start,
             guint          minutes)
{
  if (!builder->options->timecodes || start < 0)
    return FALSE;
  return builder->shown < 0 || start < builder->shown ||
         start - builder->shown >= minutes * G_GINT64_CONSTANT (60000);
}

/* Chinese and Japanese are written without spaces between sentences. */
static gboolean
is_unspaced (gunichar c)
{
  return g_unichar_iswide (c) && g_unichar_get_script (c) != G_UNICODE_SCRIPT_HANGUL;
}

static void
append_words (GString    *text,
              const char *words,
              gsize       length)
{
  if (text->len > 0 && length > 0 &&
      !(is_unspaced (g_utf8_get_char (words)) &&
        is_unspaced (g_utf8_get_char (g_utf8_prev_char (text->str + text->len)))))
    g_string_append_c (text, ' ');
  g_string_append_len (text, words, (gssize) length);
}

static TrsExportBlock *
get_last (const Builder *builder)
{
  guint n = builder->blocks->len;

  return n > 0 ? &g_array_index (builder->blocks, TrsExportBlock, n - 1) : NULL;
}

/* What stands apart in the transcript is never made to look like one passage; and where merging
 * would hide a time that is due, another paragraph begins. */
static TrsExportBlock *
find_block_to_continue (const Builder *builder,
                        guint          index,
                        guint          speaker,
                        gsize          from)
{
  TrsExportBlock *last = get_last (builder);

  if (!builder->options->merge || last == NULL || speaker == 0 || last->speaker != speaker ||
      last->last + 1 != index || last->after > 0 || from > 0)
    return NULL;
  if (is_time_due (builder, get_paragraph (builder, index)->start,
                   builder->options->interval > 0 ? builder->options->interval : MERGED_MINUTES))
    return NULL;
  return last;
}

/* In one line. */
static char *
dup_label (guint       speaker,
           const char *name)
{
  char *label = trs_display_text_line (name);

  if (*label != '\0')
    return label;
  g_free (label);
  return g_strdup_printf ("Speaker %u", speaker);
}

/* Words without a name are not those of the speaker before them, nor are words from another place. */
static gboolean
begins_turn (const Builder *builder,
             guint          index,
             guint          speaker)
{
  const TrsTranscript *transcript = builder->source->document->transcript;
  const TrsExportBlock *last = get_last (builder);

  return transcript->aligned && transcript->has_speakers &&
         (last == NULL || last->speaker != speaker || last->last + 1 < index);
}

static void
add_passage (Builder *builder,
             guint    index,
             gsize    from,
             gsize    to)
{
  TrsDocument *document = builder->source->document;
  const TrsParagraph *paragraph = get_paragraph (builder, index);
  guint speaker = document->transcript->aligned ? trs_document_get_speaker (document, index) : 0;
  glong after = g_utf8_strlen (paragraph->body + to, (gssize) (paragraph->body_length - to));
  TrsExportBlock *last = find_block_to_continue (builder, index, speaker, from);
  TrsExportBlock block = { .first = index, .last = index, .speaker = speaker, .start = paragraph->start };

  if (last != NULL)
    {
      append_words (last->text, paragraph->body + from, to - from);
      last->last = index;
      last->after = after;
      last->end = find_end (builder, index, &last->end_derived);
      return;
    }

  block.text = g_string_new_len (paragraph->body + from, (gssize) (to - from));
  block.name = speaker != 0 ? trs_document_dup_label (document, speaker) : NULL;
  block.before = g_utf8_strlen (paragraph->body, (gssize) from);
  block.after = after;
  block.end = find_end (builder, index, &block.end_derived);
  block.label = builder->options->speakers && speaker != 0 ? dup_label (speaker, block.name) : NULL;
  if (builder->options->speakers && begins_turn (builder, index, speaker))
    block.heading = g_strdup (speaker != 0 ? block.label : _("Speaker unknown"));
  if (is_time_due (builder, block.start, builder->options->interval))
    {
      builder->shown = block.start;
      block.time = trs_export_options_format_time (builder->options, block.start);
      block.link = builder->options->links ? trs_export_source_dup_link (builder->source, block.start) : NULL;
    }
  g_array_append_val (builder->blocks, block);
}

/* Marks that overlap are one passage. They are in the order of their places. */
static void
add_marked (Builder *builder,
            guint    index)
{
  GArray *marks = builder->source->document->marks;
  gsize length = get_paragraph (builder, index)->body_length;
  gsize from = 0;
  gsize to = 0;

  for (guint i = 0; i < marks->len; i++)
    {
      const TrsMark *mark = &g_array_index (marks, TrsMark, i);
      gsize start = mark->start.paragraph == index ? mark->start.byte : 0;
      gsize end = mark->end.paragraph == index ? MIN (mark->end.byte, length) : length;

      if (mark->start.paragraph > index || mark->end.paragraph < index || start >= end)
        continue;
      if (start > to && from < to)
        {
          add_passage (builder, index, from, to);
          from = start;
        }
      else if (from == to)
        from = start;
      to = MAX (to, end);
    }
  if (from < to)
    add_passage (builder, index, from, to);
}

/**
 * trs_export_blocks_get_flags:
 * @options: how to export
 *
 * Returns: which of the four texts a transcript is exported from that is not aligned
 */
TrsTextFlags
trs_export_blocks_get_flags (const TrsExportOptions *options)
{
  return (options->timecodes ? TRS_TEXT_TIMECODES : 0) | (options->speakers ? TRS_TEXT_SPEAKERS : 0);
}

/**
 * trs_export_blocks_new:
 * @source: what to export
 * @options: how to export it
 *
 * The one model behind all formats.
 *
 * Returns: (transfer full) (element-type TrsExportBlock): the paragraphs, in the order of the transcript
 */
GArray *
trs_export_blocks_new (const TrsExportSource  *source,
                       const TrsExportOptions *options)
{
  Builder builder = { .source = source, .options = options, .shown = -1 };

  builder.flags = trs_export_blocks_get_flags (options);
  builder.n_paragraphs = trs_transcript_get_n_paragraphs (source->document->transcript, builder.flags);
  builder.blocks = g_array_new (FALSE, FALSE, sizeof (TrsExportBlock));
  g_array_set_clear_func (builder.blocks, block_clear);

  for (guint i = 0; i < builder.n_paragraphs; i++)
    {
      if (options->only_checked && trs_document_get_checked (source->document, i) == NULL)
        continue;
      if (options->only_marked)
        add_marked (&builder, i);
      else
        add_passage (&builder, i, 0, get_paragraph (&builder, i)->body_length);
    }
  return builder.blocks;
}
