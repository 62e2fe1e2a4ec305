/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export-blocks.h"

#include "trs-display-text.h"
#include "trs-export-escape.h"
#include "trs-highlight-strings.h"
#include "trs-i18n.h"
#include "trs-strings.h"

/* Milliseconds given to a paragraph that ends where it starts. */
#define MIN_DURATION 500
/* The last paragraph of a video of unknown length gets an estimated end: at slow reading speed, two minutes at most. */
#define MILLISECONDS_A_CHARACTER 80
#define MAX_ESTIMATE 120000
/* Where times are shown, a merged paragraph has at least one time in this many milliseconds. */
#define MERGED_MINUTES 5

typedef struct
{
  const TrsExportSource *source;
  const TrsExportOptions *options;
  TrsTextFlags flags;
  guint n_paragraphs;
  GArray *blocks;
  gint64 shown; /* the last time shown, or -1 */
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
  g_array_unref (block->highlights);
  g_array_unref (block->checks);
}

static const TrsParagraph *
get_paragraph (const Builder *builder,
               guint          index)
{
  return trs_transcript_get_paragraph (trs_document_get_transcript (builder->source->document), builder->flags, index);
}

/* The service sends start times only: a paragraph ends where the next one starts. */
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

/* Finds the block that this passage can be merged into. Passages that are apart in the transcript are never joined; and
 * where merging would hide a time that is due, a new paragraph begins. */
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

/* Returns: the name on a single line */
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

/* Words without a name do not belong to the previous speaker, nor do words from another place. */
static gboolean
begins_turn (const Builder *builder,
             guint          index,
             guint          speaker)
{
  TrsTranscript *transcript = trs_document_get_transcript (builder->source->document);
  const TrsExportBlock *last = get_last (builder);

  return trs_transcript_is_aligned (transcript) && trs_transcript_has_speakers (transcript) &&
         (last == NULL || last->speaker != speaker || last->last + 1 < index);
}

/* Moves an offset to a character boundary, and never between CR and LF, which would turn one line end into two. */
static gsize
round_to_character (const TrsParagraph *paragraph,
                    gsize               byte)
{
  byte = MIN (byte, paragraph->body_length);
  while (byte < paragraph->body_length && (paragraph->body[byte] & 0xc0) == 0x80)
    byte++;
  if (byte > 0 && byte < paragraph->body_length && paragraph->body[byte] == '\n' && paragraph->body[byte - 1] == '\r')
    byte++;
  return byte;
}

/* Adds highlights and checks for the words just appended to a block. @before: length of its text before that */
static void
add_annotations (Builder        *builder,
                 TrsExportBlock *block,
                 guint           index,
                 gsize           from,
                 gsize           to,
                 gsize           before)
{
  TrsDocument *document = builder->source->document;
  const TrsParagraph *paragraph = get_paragraph (builder, index);
  gsize base = block->text->len - (to - from);
  gsize length = block->text->len;

  for (guint i = 0;
       i < trs_document_get_highlights (document)->len && (builder->options->highlights || builder->options->notes);
       i++)
    {
      const TrsPlacedHighlight *highlight =
          &g_array_index (trs_document_get_highlights (document), TrsPlacedHighlight, i);
      gsize start = highlight->start.paragraph == index ? round_to_character (paragraph, highlight->start.byte) : 0;
      gsize end = highlight->end.paragraph == index ? round_to_character (paragraph, highlight->end.byte)
                                                    : paragraph->body_length;
      TrsExportHighlight piece = { .annotation = highlight->annotation, .number = i };
      gboolean joined = FALSE;

      start = MAX (start, from);
      end = MIN (end, to);
      if (highlight->start.paragraph > index || highlight->end.paragraph < index || start >= end)
        continue;
      piece.start = base + start - from;
      piece.end = base + end - from;
      /* Paragraphs that are merged count as one passage. */
      for (guint j = 0; j < block->highlights->len && start == from && !joined; j++)
        {
          TrsExportHighlight *other = &g_array_index (block->highlights, TrsExportHighlight, j);

          joined = other->number == i && other->end == before;
          if (joined)
            other->end = piece.end;
        }
      if (!joined)
        g_array_append_val (block->highlights, piece);
    }
  if (builder->options->notes && trs_document_get_checked (document, index) != NULL)
    g_array_append_val (block->checks, length);
}

static void
add_passage (Builder *builder,
             guint    index,
             gsize    from,
             gsize    to)
{
  TrsDocument *document = builder->source->document;
  const TrsParagraph *paragraph = get_paragraph (builder, index);
  guint speaker = trs_transcript_is_aligned (trs_document_get_transcript (document))
                      ? trs_document_get_speaker (document, index)
                      : 0;
  glong after = g_utf8_strlen (paragraph->body + to, (gssize) (paragraph->body_length - to));
  TrsExportBlock *last = find_block_to_continue (builder, index, speaker, from);
  TrsExportBlock block = { .first = index, .last = index, .speaker = speaker, .start = paragraph->start };

  if (last != NULL)
    {
      gsize before = last->text->len;

      append_words (last->text, paragraph->body + from, to - from);
      add_annotations (builder, last, index, from, to, before);
      last->last = index;
      last->after = after;
      last->end = find_end (builder, index, &last->end_derived);
      return;
    }

  block.text = g_string_new_len (paragraph->body + from, (gssize) (to - from));
  block.highlights = g_array_new (FALSE, FALSE, sizeof (TrsExportHighlight));
  block.checks = g_array_new (FALSE, FALSE, sizeof (gsize));
  add_annotations (builder, &block, index, from, to, 0);
  block.name = speaker != 0 ? trs_document_dup_label (document, speaker) : NULL;
  block.before = g_utf8_strlen (paragraph->body, (gssize) from);
  block.after = after;
  block.end = find_end (builder, index, &block.end_derived);
  block.label = builder->options->speakers && speaker != 0 ? dup_label (speaker, block.name) : NULL;
  if (builder->options->speakers && begins_turn (builder, index, speaker))
    /* Translators: stands in place of a name where the service does not say who speaks. */
    block.heading = g_strdup (speaker != 0 ? block.label : _("Speaker unknown"));
  if (is_time_due (builder, block.start, builder->options->interval))
    {
      builder->shown = block.start;
      block.time = trs_export_options_format_time (builder->options, block.start);
      block.link = builder->options->links ? trs_export_source_dup_link (builder->source, block.start) : NULL;
    }
  g_array_append_val (builder->blocks, block);
}

/* Joins overlapping highlights into one passage. Highlights are sorted by position. */
static void
add_highlighted_passages (Builder *builder,
                          guint    index)
{
  GArray *highlights = trs_document_get_highlights (builder->source->document);
  gsize length = get_paragraph (builder, index)->body_length;
  gsize from = 0;
  gsize to = 0;

  for (guint i = 0; i < highlights->len; i++)
    {
      const TrsPlacedHighlight *highlight = &g_array_index (highlights, TrsPlacedHighlight, i);
      gsize start = highlight->start.paragraph == index ? highlight->start.byte : 0;
      gsize end = highlight->end.paragraph == index ? MIN (highlight->end.byte, length) : length;

      if (highlight->start.paragraph > index || highlight->end.paragraph < index || start >= end)
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

/* Every exported highlight begins once and ends once, whatever was left out of it. */
static void
set_begins_and_ends (Builder *builder)
{
  guint n = trs_document_get_highlights (builder->source->document)->len;
  g_autofree TrsExportHighlight **last = g_new0 (TrsExportHighlight *, n);

  for (guint i = 0; i < builder->blocks->len; i++)
    {
      GArray *highlights = g_array_index (builder->blocks, TrsExportBlock, i).highlights;

      for (guint j = 0; j < highlights->len; j++)
        {
          TrsExportHighlight *piece = &g_array_index (highlights, TrsExportHighlight, j);

          piece->begins = last[piece->number] == NULL;
          last[piece->number] = piece;
        }
    }
  for (guint i = 0; i < n; i++)
    if (last[i] != NULL)
      last[i]->ends = TRUE;
}

/**
 * trs_export_blocks_get_flags:
 * @options: how to export
 *
 * Returns: which of the four texts to export if the transcript is not aligned
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
 * Splits the transcript into the blocks that all formats are rendered from.
 *
 * Returns: (transfer full) (element-type TrsExportBlock): the paragraphs, in the order of the transcript
 */
GArray *
trs_export_blocks_new (const TrsExportSource  *source,
                       const TrsExportOptions *options)
{
  Builder builder = { .source = source, .options = options, .shown = -1 };

  builder.flags = trs_export_blocks_get_flags (options);
  builder.n_paragraphs =
      trs_transcript_get_n_paragraphs (trs_document_get_transcript (source->document), builder.flags);
  builder.blocks = g_array_new (FALSE, FALSE, sizeof (TrsExportBlock));
  g_array_set_clear_func (builder.blocks, block_clear);

  for (guint i = 0; i < builder.n_paragraphs; i++)
    {
      if (options->only_checked && trs_document_get_checked (source->document, i) == NULL)
        continue;
      if (options->only_highlights)
        add_highlighted_passages (&builder, i);
      else
        add_passage (&builder, i, 0, get_paragraph (&builder, i)->body_length);
    }
  set_begins_and_ends (&builder);
  return builder.blocks;
}

/**
 * trs_export_highlight_dup_note:
 * @self: a highlight
 * @options: whether notes are included
 *
 * Returns: (transfer full) (nullable): the note on it in lines, safe in XML; %NULL if there is none, or it stays
 */
char *
trs_export_highlight_dup_note (const TrsExportHighlight *self,
                               const TrsExportOptions   *options)
{
  char *note = options->notes && self->annotation->text != NULL ? trs_export_clean (self->annotation->text, -1) : NULL;

  if (note != NULL && *g_strstrip (note) == '\0')
    g_clear_pointer (&note, g_free);
  return note;
}

/**
 * trs_export_highlight_dup_label:
 * @self: a highlight
 * @options: what is included
 *
 * Returns: (transfer full) (nullable): its category and the note on it in one line, for formats that say it behind the
 *   words: "[Quote: Ask her again]"; %NULL if neither is included
 */
char *
trs_export_highlight_dup_label (const TrsExportHighlight *self,
                                const TrsExportOptions   *options)
{
  const char *name = trs_highlight_strings_name (self->annotation->number);
  g_autofree char *note = trs_export_highlight_dup_note (self, options);
  g_autofree char *line = note != NULL ? trs_export_flatten (note) : NULL;

  if (line == NULL)
    return options->highlights ? g_strdup_printf ("[%s]", name) : NULL;
  return g_strdup_printf ("[%s: %s]", name, line);
}

/**
 * trs_export_blocks_count:
 * @source: what is exported
 * @options: how
 * @blocks: (element-type TrsExportBlock): the blocks made from @source and @options
 *
 * Returns: how many annotations are included
 */
TrsExportTally
trs_export_blocks_count (const TrsExportSource  *source,
                         const TrsExportOptions *options,
                         GArray                 *blocks)
{
  g_autofree char *about = options->notes && source->note != NULL ? trs_export_flatten (source->note) : NULL;
  TrsExportTally tally = { .n_notes = about != NULL && *about != '\0' ? 1 : 0 };

  for (guint i = 0; i < blocks->len; i++)
    {
      const TrsExportBlock *block = &g_array_index (blocks, TrsExportBlock, i);

      tally.n_checks += block->checks->len;
      for (guint j = 0; j < block->highlights->len; j++)
        {
          const TrsExportHighlight *piece = &g_array_index (block->highlights, TrsExportHighlight, j);
          g_autofree char *note = piece->begins ? trs_export_highlight_dup_note (piece, options) : NULL;

          tally.n_highlights += piece->begins && options->highlights;
          tally.n_notes += note != NULL;
        }
    }
  return tally;
}

/* @part: (transfer full): appended to the list */
static void
append_count (GString *line,
              guint    number,
              char    *part)
{
  G_GNUC_UNUSED g_autofree char *owned = part;

  if (number > 0)
    /* Translators: between the parts of "3 highlights, 2 notes". */
    g_string_append_printf (line, "%s%s", line->len > 0 ? _(", ") : "", owned);
}

/**
 * trs_export_tally_to_string:
 * @self: the numbers of included annotations
 *
 * Returns: (transfer full): the numbers in words, such as "3 highlights, 2 notes"; empty if all
 *   are zero
 */
char *
trs_export_tally_to_string (const TrsExportTally *self)
{
  GString *line = g_string_new (NULL);

  g_autofree char *highlights = trs_strings_number (self->n_highlights);
  g_autofree char *notes = trs_strings_number (self->n_notes);
  g_autofree char *checks = trs_strings_number (self->n_checks);

  /* Translators: %s is a number; joined with other counts, "3 highlights, 2 notes, 1 check". */
  append_count (line, self->n_highlights,
                g_strdup_printf (ngettext ("%s highlight", "%s highlights", self->n_highlights), highlights));
  /* Translators: %s is a number: the user’s notes. */
  append_count (line, self->n_notes, g_strdup_printf (ngettext ("%s note", "%s notes", self->n_notes), notes));
  /* Translators: %s is a number: paragraphs that the user compared with the video. */
  append_count (line, self->n_checks, g_strdup_printf (ngettext ("%s check", "%s checks", self->n_checks), checks));
  return g_string_free (line, FALSE);
}

/**
 * trs_export_blocks_get_colours:
 * @options: whether highlights are shown
 * @blocks: (element-type TrsExportBlock): blocks
 *
 * Returns: the colours that are shown, as bits by #TrsHighlightColour
 */
guint
trs_export_blocks_get_colours (const TrsExportOptions *options,
                               GArray                 *blocks)
{
  guint colours = 0;

  for (guint i = 0; i < blocks->len && options->highlights; i++)
    {
      GArray *highlights = g_array_index (blocks, TrsExportBlock, i).highlights;

      for (guint j = 0; j < highlights->len; j++)
        colours |=
            1u << (g_array_index (highlights, TrsExportHighlight, j).annotation->number % TRS_HIGHLIGHT_N_COLOURS);
    }
  return colours;
}

/* Returns: the next offset at which a highlight begins or ends, or a check mark stands */
static gsize
find_next_boundary (const TrsExportBlock *self,
                    gboolean              with_begins,
                    gsize                 at)
{
  gsize next = self->text->len;

  for (guint i = 0; i < self->highlights->len; i++)
    {
      const TrsExportHighlight *piece = &g_array_index (self->highlights, TrsExportHighlight, i);

      if (with_begins && piece->start > at)
        next = MIN (next, piece->start);
      if (piece->end > at)
        next = MIN (next, piece->end);
    }
  for (guint i = 0; i < self->checks->len; i++)
    if (g_array_index (self->checks, gsize, i) > at)
      next = MIN (next, g_array_index (self->checks, gsize, i));
  return next;
}

static gboolean
is_inside (const TrsExportHighlight *a,
           const TrsExportHighlight *b)
{
  return b == NULL || a->start > b->start || (a->start == b->start && a->end <= b->end);
}

static void
find_highlights_at (const TrsExportBlock      *self,
                    gsize                      at,
                    const TrsExportHighlight **top,
                    const TrsExportHighlight **below)
{
  for (guint i = 0; i < self->highlights->len; i++)
    {
      const TrsExportHighlight *piece = &g_array_index (self->highlights, TrsExportHighlight, i);

      if (piece->start > at || piece->end <= at)
        continue;
      if (is_inside (piece, *top))
        {
          *below = *top;
          *top = piece;
        }
      else if (is_inside (piece, *below))
        *below = piece;
    }
}

/* Calls the visitor for a boundary: ends before beginnings, and the innermost highlight first. */
static void
visit_boundary (const TrsExportBlock   *self,
                gsize                   at,
                const TrsExportVisitor *visitor,
                gpointer                user_data)
{
  for (guint i = self->highlights->len; i > 0 && visitor->end != NULL; i--)
    {
      const TrsExportHighlight *piece = &g_array_index (self->highlights, TrsExportHighlight, i - 1);

      if (piece->end == at && piece->ends)
        visitor->end (piece, user_data);
    }
  for (guint i = 0; i < self->checks->len && visitor->check != NULL; i++)
    if (g_array_index (self->checks, gsize, i) == at)
      visitor->check (user_data);
  for (guint i = 0; i < self->highlights->len && visitor->begin != NULL; i++)
    {
      const TrsExportHighlight *piece = &g_array_index (self->highlights, TrsExportHighlight, i);

      if (piece->start == at && piece->begins)
        visitor->begin (piece, user_data);
    }
}

/**
 * trs_export_block_visit:
 * @self: a block
 * @options: the options that it was made with
 * @visitor: what is called
 * @user_data: (closure): for @visitor
 *
 * Calls @visitor for the parts of a block from its beginning to its end. Highlights may overlap,
 * and go on in the next block: each is
 * reported once where it begins and once where it ends.
 */
void
trs_export_block_visit (const TrsExportBlock   *self,
                        const TrsExportOptions *options,
                        const TrsExportVisitor *visitor,
                        gpointer                user_data)
{
  gsize at = 0;

  visit_boundary (self, 0, visitor, user_data);
  while (at < self->text->len)
    {
      gsize next = find_next_boundary (self, options->highlights || visitor->begin != NULL, at);
      const TrsExportHighlight *top = NULL;
      const TrsExportHighlight *below = NULL;

      if (options->highlights)
        find_highlights_at (self, at, &top, &below);
      visitor->words (self->text->str + at, next - at, top, below, user_data);
      at = next;
      visit_boundary (self, at, visitor, user_data);
    }
}
