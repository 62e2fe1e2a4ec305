/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <pango/pango.h>
#include <string.h>

#include "trs-error.h"
#include "trs-export-escape.h"
#include "trs-export-renderers.h"
#include "trs-i18n.h"

#define MAX_COLUMNS 42
#define MAX_DURATION 7000
#define MIN_DURATION 500
/* How many columns a line may exceed the shortest possible one, if it then ends with a phrase. */
#define PHRASE_BONUS 6
/* Maximum milliseconds per column of speech: any time beyond that counts as a pause. */
#define SLOWEST 150
#define MAX_COLUMNS_A_CHARACTER 2

/* Quality of a place to break the text: the higher, the better. */
typedef enum
{
  BREAK_WORD,
  BREAK_PHRASE,
  BREAK_SENTENCE,
} Break;

#define N_BREAKS 3

/* A piece of text that is never broken: a word with its punctuation; a character of a script without spaces; part of a
 * word that is too long for a line. */
typedef struct
{
  const char *start;
  const char *end; /* without the space that follows */
  glong offset;    /* in characters, from the beginning of the text */
  glong length;    /* in characters */
  int columns;
  int gap; /* width in columns of the space that follows */
  Break strength;
} Token;

static int
get_columns (gunichar c)
{
  return g_unichar_iszerowidth (c) ? 0 : g_unichar_iswide (c) ? 2 : 1;
}

/* Writes the text on one line with single spaces, and nothing that could be taken for a cue timing. @prefix: length of
 * the name before the words */
static char *
flatten (const TrsExportBlock *block,
         gsize                *prefix)
{
  g_autofree char *words = trs_export_clean (block->text->str, (gssize) block->text->len);
  const char *name = block->label;
  g_autofree char *line = g_strconcat (name != NULL ? name : "", name != NULL ? ": " : "", words, NULL);
  GString *text = g_string_new (NULL);

  *prefix = strlen (line) - strlen (words);
  for (const char *p = line; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c == '>' && text->len >= 2 && strcmp (text->str + text->len - 2, "--") == 0)
        g_string_append_c (text, ' ');
      /* French puts a space before a colon: keep the colon with its word. */
      if (!g_unichar_isspace (c) || c == 0xa0 || c == 0x202f)
        g_string_append_unichar (text, c);
      else if (text->len > 0 && text->str[text->len - 1] != ' ')
        g_string_append_c (text, ' ');
    }
  while (text->len > 0 && text->str[text->len - 1] == ' ')
    g_string_truncate (text, text->len - 1);
  return g_string_free (text, FALSE);
}

static void
finish_token (GArray             *tokens,
              Token              *token,
              const char         *end,
              const PangoLogAttr *after)
{
  const char *last = g_utf8_prev_char (end);
  gunichar c;

  token->end = end;
  if (*last == ' ' && last > token->start)
    {
      token->end = last;
      token->gap = 1;
      token->columns--;
      last = g_utf8_prev_char (last);
    }
  c = g_utf8_get_char (last);
  if (after->is_sentence_start)
    token->strength = BREAK_SENTENCE;
  else if (g_unichar_ispunct (c) && (token->gap > 0 || g_unichar_iswide (c)))
    token->strength = BREAK_PHRASE;
  g_array_append_val (tokens, *token);
}

/* Pango knows line breaks in all scripts, regardless of the locale. The speaker name stays with the first word. */
static GArray *
tokenize (const char *text,
          gsize       prefix)
{
  glong n = g_utf8_strlen (text, -1);
  g_autofree PangoLogAttr *attrs = g_new0 (PangoLogAttr, n + 1);
  GArray *tokens = g_array_new (FALSE, FALSE, sizeof (Token));
  Token token = { .start = text };
  const char *p = text;

  pango_get_log_attrs (text, (int) strlen (text), -1, pango_language_from_string ("C"), attrs, (int) n + 1);
  for (glong i = 0; i < n; i++, p = g_utf8_next_char (p))
    {
      int columns = get_columns (g_utf8_get_char (p));
      gboolean too_long = token.columns + columns > MAX_COLUMNS && attrs[i].is_cursor_position && *p != ' ';

      if (i > 0 && (too_long || (attrs[i].is_line_break && p > text + prefix)))
        {
          finish_token (tokens, &token, p, &attrs[i]);
          token = (Token) { .start = p, .offset = i };
        }
      token.columns += columns;
      token.length++;
    }
  if (n > 0)
    finish_token (tokens, &token, p, &attrs[n]);
  return tokens;
}

static const Token *
get_token (GArray *tokens,
           guint   index)
{
  return &g_array_index (tokens, Token, index);
}

/* Returns: the best end of a cue that fits: a sentence, if that is not too early; else a phrase; else a word */
static guint
find_cue_end (GArray *tokens,
              guint   first,
              glong   max_length)
{
  guint best[N_BREAKS] = { first + 1, first, first };
  guint n_lines = 1;
  int columns = 0;
  guint i;

  for (i = first; i < tokens->len; i++)
    {
      const Token *token = get_token (tokens, i);

      if (columns + token->columns > MAX_COLUMNS)
        {
          n_lines += columns > 0;
          columns = 0;
        }
      if (n_lines > 2 ||
          (i > first && token->offset + token->length - get_token (tokens, first)->offset > max_length))
        break;
      columns += token->columns + token->gap;
      for (guint j = BREAK_WORD; j <= token->strength; j++)
        best[j] = i + 1;
    }
  if (i == tokens->len)
    return i;
  if ((best[BREAK_SENTENCE] - first) * 3 >= best[BREAK_WORD] - first)
    return best[BREAK_SENTENCE];
  if ((best[BREAK_PHRASE] - first) * 2 >= best[BREAK_WORD] - first)
    return best[BREAK_PHRASE];
  return best[BREAK_WORD];
}

/* Lays a cue out in one line, or in two of similar length, split after a phrase rather than inside one. */
static char *
lay_out (GArray *tokens,
         guint   first,
         guint   end)
{
  const char *start = get_token (tokens, first)->start;
  const Token *last = get_token (tokens, end - 1);
  const Token *middle = NULL;
  int total = 0;
  int left = 0;
  int best = G_MAXINT;

  for (guint i = first; i < end; i++)
    total += get_token (tokens, i)->columns + get_token (tokens, i)->gap;
  total -= last->gap;
  for (guint i = first; i + 1 < end && total > MAX_COLUMNS; i++)
    {
      const Token *token = get_token (tokens, i);
      int cost;

      left += token->columns + token->gap;
      cost = MAX (left - token->gap, total - left);
      if (cost <= MAX_COLUMNS)
        cost -= PHRASE_BONUS * (int) token->strength;
      if (cost <= best)
        {
          best = cost;
          middle = token;
        }
    }
  if (middle == NULL)
    return g_strndup (start, (gsize) (last->end - start));
  return g_strdup_printf ("%.*s\n%.*s", (int) (middle->end - start), start,
                          (int) (last->end - (middle + 1)->start), (middle + 1)->start);
}

/* A cue of one or two lines, which ends no later than the next one starts. */
typedef struct
{
  gint64 start;
  gint64 end;
  guint block;
  char *text;
} Cue;

typedef struct
{
  GArray *blocks;
  GArray *cues;
  gboolean is_plain; /* the name stands before the words */
  gint64 now; /* end time of the previous cue */
} Builder;

static void
cue_clear (gpointer data)
{
  g_free (((Cue *) data)->text);
}

/* As lay_out(), but for the part after @words, the length of the name. Returns: (nullable): NULL if it is empty */
static char *
lay_out_words (GArray     *tokens,
               guint       first,
               guint       end,
               const char *words)
{
  Token *token;

  while (first < end && get_token (tokens, first)->end <= words)
    first++;
  if (first == end)
    return NULL;

  token = &g_array_index (tokens, Token, first);
  for (; token->start < words; token->start = g_utf8_next_char (token->start))
    token->columns -= get_columns (g_utf8_get_char (token->start));
  return lay_out (tokens, first, end);
}

/* Only the start time of a paragraph is known. Cues inside share its duration by their numbers of characters. */
static void
add_block (Builder *builder,
           guint    index,
           gint64   start,
           gint64   end)
{
  const TrsExportBlock *block = &g_array_index (builder->blocks, TrsExportBlock, index);
  gsize prefix;
  g_autofree char *text = flatten (block, &prefix);
  g_autoptr (GArray) tokens = tokenize (text, prefix);
  glong n = MAX (g_utf8_strlen (text, -1), 1);
  gint64 duration = 0;

  start = MAX (start, builder->now);
  if (end - start < MAX (tokens->len, 1))
    end = start + MAX (MIN_DURATION, tokens->len);
  for (guint i = 0; i < tokens->len; i++)
    duration += SLOWEST * (get_token (tokens, i)->columns + get_token (tokens, i)->gap + 1);
  duration = MIN (duration, end - start);

  for (guint first = 0, next; first < tokens->len; first = next)
    {
      Cue cue = { .block = index };

      next = find_cue_end (tokens, first, (glong) (MAX_DURATION * n / duration));
      cue.text = builder->is_plain ? lay_out (tokens, first, next)
                                   : lay_out_words (tokens, first, next, text + prefix);
      cue.start = MAX (builder->now, start + duration * get_token (tokens, first)->offset / n);
      if (next < tokens->len)
        builder->now = MAX (cue.start + 1, start + duration * get_token (tokens, next)->offset / n);
      else
        builder->now = MAX (cue.start + 1, end);
      cue.end = MIN (builder->now, cue.start + MAX_DURATION);
      /* The name is so long that it fills a cue */
      if (cue.text != NULL)
        g_array_append_val (builder->cues, cue);
    }
}

static glong
count_characters (const TrsExportBlock *block)
{
  return block->before + g_utf8_strlen (block->text->str, (gssize) block->text->len) + block->after;
}

/* Of a group of blocks, only the first one has a time: they share it by their numbers of characters. So do the exported
 * and the omitted parts of a paragraph. */
static void
add_group (Builder *builder,
           guint    first,
           guint    end_block,
           gint64   start,
           gint64   end)
{
  glong n = 0;
  glong passed = 0;
  gint64 duration;

  for (guint i = first; i < end_block; i++)
    n += count_characters (&g_array_index (builder->blocks, TrsExportBlock, i));
  duration = MIN (end - start, n * SLOWEST * MAX_COLUMNS_A_CHARACTER);
  for (guint i = first; i < end_block && n > 0; i++)
    {
      const TrsExportBlock *block = &g_array_index (builder->blocks, TrsExportBlock, i);
      glong last = passed + count_characters (block);

      add_block (builder, i, start + duration * (passed + block->before) / n,
                 last - block->after < n ? start + duration * (last - block->after) / n : end);
      passed = last;
    }
}

/* Cuts the words into cues, at the end of a sentence or a phrase if there is one. What starts before the last cue
 * has ended is moved behind it. In plain text, without markup, the name of the speaker stands before the words; with
 * markup it takes as much room and time, so that both are cut at the same places. Errors: TRS_ERROR_INVALID_INPUT if no
 * time is known. */
static GArray *
make_cues (GArray                  *blocks,
           const TrsExportOptions  *options,
           gboolean                 is_plain,
           GError                 **error)
{
  Builder builder = { .blocks = blocks, .is_plain = is_plain };
  gboolean timed = blocks->len == 0;

  builder.cues = g_array_new (FALSE, FALSE, sizeof (Cue));
  g_array_set_clear_func (builder.cues, cue_clear);
  for (guint i = 0, next; i < blocks->len; i = next)
    {
      const TrsExportBlock *block = &g_array_index (blocks, TrsExportBlock, i);
      gint64 end = block->end;

      for (next = i + 1; next < blocks->len && g_array_index (blocks, TrsExportBlock, next).start < 0;)
        next++;
      if (block->start < 0 && next < blocks->len)
        end = g_array_index (blocks, TrsExportBlock, next).start - 1;
      timed = timed || end >= 0;
      add_group (&builder, i, next, MAX (block->start, 0) + options->offset, end + options->offset);
    }
  if (timed)
    return builder.cues;

  g_array_unref (builder.cues);
  g_set_error_literal (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT,
                       _("This transcript has no times, so no subtitles can be made of it"));
  return NULL;
}

static void
append_times (GString            *string,
              const Cue *cue,
              char                point)
{
  const TrsExportOptions style = { .time_marks = TRS_TIME_MARKS_NONE, .fraction = TRS_TIME_FRACTION_MILLISECONDS };
  g_autofree char *start = trs_export_options_format_time (&style, cue->start);
  g_autofree char *end = trs_export_options_format_time (&style, cue->end);

  start[strlen (start) - 4] = point;
  end[strlen (end) - 4] = point;
  g_string_append_printf (string, "%s --> %s\n", start, end);
}

/* SubRip has no escaping: the words are written as they are. */
GBytes *
trs_export_render_srt (const TrsExportSource   *source,
                       const TrsExportOptions  *options,
                       GError                 **error)
{
  g_autoptr (GArray) blocks = trs_export_blocks_new (source, options);
  g_autoptr (GArray) cues = make_cues (blocks, options, TRUE, error);
  GString *string;

  if (cues == NULL)
    return NULL;
  string = g_string_new (NULL);
  for (guint i = 0; i < cues->len; i++)
    {
      const Cue *cue = &g_array_index (cues, Cue, i);

      g_string_append_printf (string, "%s%u\n", i > 0 ? "\n" : "", i + 1);
      append_times (string, cue, ',');
      g_string_append_printf (string, "%s\n", cue->text);
    }
  return g_string_free_to_bytes (string);
}

/* WebVTT gives a meaning to these three characters only; further escapes would be displayed. */
static char *
escape (const char *text)
{
  GString *escaped = g_string_new (text);

  g_string_replace (escaped, "&", "&amp;", 0);
  g_string_replace (escaped, "<", "&lt;", 0);
  g_string_replace (escaped, ">", "&gt;", 0);
  return g_string_free (escaped, FALSE);
}

static void
append_note (GString         *string,
             const GPtrArray *facts)
{
  g_autoptr (GString) note = g_string_new ("\nNOTE\n");

  for (guint i = 0; i < facts->len; i++)
    {
      const TrsExportFact *fact = g_ptr_array_index (facts, i);

      g_string_append_printf (note, "%s: %s\n", fact->label, fact->value);
    }
  g_string_append (note, _("The paragraphs have starts only. All ends, and the times inside, are derived."));
  g_string_replace (note, "-->", "-- >", 0);
  g_string_append_printf (string, "%s\n", note->str);
}

GBytes *
trs_export_render_vtt (const TrsExportSource   *source,
                       const TrsExportOptions  *options,
                       GError                 **error)
{
  g_autoptr (GPtrArray) facts = trs_export_source_list_facts (source, options);
  g_autoptr (GArray) blocks = trs_export_blocks_new (source, options);
  g_autoptr (GArray) cues = make_cues (blocks, options, FALSE, error);
  GString *string;

  if (cues == NULL)
    return NULL;
  string = g_string_new ("WEBVTT\n");
  if (facts->len > 0)
    append_note (string, facts);
  for (guint i = 0; i < cues->len; i++)
    {
      const Cue *cue = &g_array_index (cues, Cue, i);
      const TrsExportBlock *block = &g_array_index (blocks, TrsExportBlock, cue->block);
      g_autofree char *voice = block->label != NULL ? escape (block->label) : NULL;
      g_autofree char *text = escape (cue->text);

      g_string_append_c (string, '\n');
      append_times (string, cue, '.');
      if (voice != NULL)
        g_string_append_printf (string, "<v %s>", voice);
      g_string_append_printf (string, "%s\n", text);
    }
  return g_string_free_to_bytes (string);
}
