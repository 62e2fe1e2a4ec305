/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-hits.h"

#include "trs-cli-run.h"
#include "trs-cli-terminal.h"
#include "trs-display-text.h"
#include "trs-i18n.h"
#include "trs-transcript.h"

#include <string.h>
#include <unistd.h>

#define INDENT 2
#define GAP 2
/* Upper limit for the column of speakers, which has a quarter of a narrow terminal. */
#define MAX_SPEAKER 16
/* Words and IDs are not cut to less, whatever the width. */
#define MIN_WORDS 10
#define MIN_ID 8
#define ELLIPSIS "…"

/**
 * Block:
 * @terminal: standard output
 * @lines: what is printed
 * @account: knows where videos are
 * @video_id: (nullable): the video of the block
 * @time_width: of the first column
 * @speaker_width: of the second one
 * @whole: whether words are not cut to a line
 *
 * The lines below a title.
 */
typedef struct
{
  TrsCliTerminal terminal;
  GString *lines;
  TrsAccount *account;
  const char *video_id;
  guint time_width;
  guint speaker_width;
  gboolean whole;
} Block;

/**
 * trs_cli_hits_dup_speaker:
 * @passage: a passage
 *
 * Returns: (transfer full): who speaks, as the user sees it: the name, or the label of the service; empty if that is
 *   not known
 */
char *
trs_cli_hits_dup_speaker (const TrsSearchPassage *passage)
{
  if (passage->name != NULL)
    return g_strdup (passage->name);
  return passage->speaker > 0 ? g_strdup_printf ("Speaker %u", passage->speaker) : g_strdup ("");
}

static void
pad (Block *self,
     guint  width)
{
  g_string_append_printf (self->lines, "%*s", (int) width, "");
}

/* Moves marks to the left, to where the text begins now; what stands before it is empty. */
static void
shift_marks (GArray *marks,
             gsize   removed,
             gsize   added)
{
  for (guint i = 0; i < marks->len; i++)
    {
      TrsSearchRange *mark = &g_array_index (marks, TrsSearchRange, i);

      if (mark->start < removed)
        *mark = (TrsSearchRange) { 0, 0 };
      else
        mark->start = mark->start - removed + added;
    }
}

/* Cuts what stands far before the first mark, so that the mark is in the line. @text: (transfer full): a line
 *
 * Returns: (transfer full): what is left */
static char *
cut_beginning (char   *text,
               GArray *marks,
               guint   width)
{
  g_autofree char *owned = text;
  GString *rest;
  gsize first = marks->len > 0 ? g_array_index (marks, TrsSearchRange, 0).start : 0;
  const char *from = text + first;
  guint n_columns = 0, n_open = 0;

  if (trs_cli_measure (text) <= width)
    return g_steal_pointer (&owned);

  /* A third of the line stands before it, from the beginning of a word on. */
  while (from > text && n_columns < width / 3)
    {
      gunichar c;

      from = g_utf8_prev_char (from);
      c = g_utf8_get_char (from);
      n_columns += g_unichar_iszerowidth (c) ? 0 : g_unichar_iswide (c) ? 2 : 1;
    }
  if (from == text)
    return g_steal_pointer (&owned);
  for (const char *p = from; p < text + first; p++)
    if (*p == ' ')
      {
        from = p + 1;
        break;
      }

  /* What was isolated stays so. */
  for (const char *p = text; p < from; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      n_open += c >= 0x2066 && c <= 0x2068 ? 1 : 0;
      n_open -= c == 0x2069 && n_open > 0 ? 1 : 0;
    }
  rest = g_string_new (ELLIPSIS);
  while (n_open-- > 0)
    g_string_append (rest, TRS_BIDI_FSI);
  shift_marks (marks, (gsize) (from - text), rest->len);
  g_string_append (rest, from);
  return g_string_free (rest, FALSE);
}

/* Makes a line of what stands around the first range, because a line for eyes has an upper limit. */
static char *
make_line (const char    *raw,
           const GArray  *ranges,
           guint          width,
           GArray       **marks)
{
  g_autoptr (GArray) near = g_array_copy ((GArray *) ranges);
  const char *from = raw + (ranges->len > 0 ? g_array_index (ranges, TrsSearchRange, 0).start : 0);
  char *line;

  /* More than stays before it. */
  for (guint i = 0; i < width && from > raw; i++)
    from = g_utf8_prev_char (from);
  shift_marks (near, (gsize) (from - raw), 0);
  line = trs_display_text_marked (from, near, marks);
  return cut_beginning (line, *marks, width);
}

/* Makes a line of all of it, however long. */
static char *
make_whole_line (const char    *raw,
                 const GArray  *ranges,
                 GArray       **marks)
{
  GString *line = g_string_new (NULL);
  guint n = 0;

  *marks = g_array_new (FALSE, TRUE, sizeof (TrsSearchRange));
  g_array_set_size (*marks, ranges->len);
  for (const char *p = raw; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      gsize at = (gsize) (p - raw);

      while (n < ranges->len && at >= g_array_index (ranges, TrsSearchRange, n).start +
                                          g_array_index (ranges, TrsSearchRange, n).length)
        n++;
      if (n < ranges->len && at == g_array_index (ranges, TrsSearchRange, n).start)
        g_array_index (*marks, TrsSearchRange, n).start = line->len;
      if (g_unichar_iscntrl (c))
        g_string_append_c (line, ' ');
      else if ((c < 0x202a || c > 0x202e) && (c < 0x2066 || c > 0x2069))
        g_string_append_unichar (line, c);
      if (n < ranges->len && at >= g_array_index (ranges, TrsSearchRange, n).start)
        g_array_index (*marks, TrsSearchRange, n).length =
            line->len - g_array_index (*marks, TrsSearchRange, n).start;
    }
  return g_string_free (line, FALSE);
}

/* @ranges: (nullable): what stands out in @raw. @width: in terminal columns; 0 for all of it */
static void
append_words (Block        *self,
              const char   *raw,
              const GArray *ranges,
              TrsCliStyle   style,
              guint         width)
{
  g_autoptr (GArray) none = g_array_new (FALSE, FALSE, sizeof (TrsSearchRange));
  g_autoptr (GArray) marks = NULL;
  g_autofree char *valid = g_utf8_make_valid (raw, -1);
  g_autofree char *line = NULL;
  g_autofree char *cut = NULL;

  if (ranges == NULL || !g_str_equal (raw, valid))
    ranges = none;
  line = width > 0 ? make_line (valid, ranges, width, &marks) : make_whole_line (valid, ranges, &marks);
  cut = width > 0 ? trs_cli_cut (line, width) : g_strdup (line);
  trs_cli_terminal_append_marked (&self->terminal, self->lines, cut, line, marks, style);
}

static guint
get_words_width (Block *self)
{
  guint before = INDENT + self->time_width + GAP + (self->speaker_width > 0 ? self->speaker_width + GAP : 0);

  if (self->whole)
    return 0;
  return self->terminal.width > before + MIN_WORDS ? self->terminal.width - before : MIN_WORDS;
}

static void
append_link (Block      *self,
             const char *text,
             gint64      time,
             TrsCliStyle style)
{
  g_autofree char *link = trs_account_dup_video_link (self->account, self->video_id, time);
  gboolean links = trs_cli_terminal_may_link (&self->terminal, link);

  if (links)
    trs_cli_terminal_link (&self->terminal, self->lines, link);
  trs_cli_terminal_append (&self->terminal, self->lines, text, strlen (text), style);
  if (links)
    trs_cli_terminal_link (&self->terminal, self->lines, NULL);
}

/* A line of the transcript. @ranges: (transfer full) (nullable): what stands out in the words */
static void
append_passage (Block                  *self,
                const TrsSearchPassage *passage,
                GArray                 *ranges)
{
  g_autoptr (GArray) owned = ranges;
  g_autofree char *time = trs_timecode_format_clock (passage->time);
  g_autofree char *label = trs_cli_hits_dup_speaker (passage);
  g_autofree char *speaker = trs_display_text_line (label);
  g_autofree char *cut = trs_cli_cut (speaker, MAX (self->speaker_width, 1));

  pad (self, INDENT + self->time_width - MIN (trs_cli_measure (time), self->time_width));
  append_link (self, time, passage->time, TRS_CLI_STYLE_FAINT);
  pad (self, GAP);
  if (self->speaker_width > 0)
    {
      trs_cli_terminal_append (&self->terminal, self->lines, cut, strlen (cut), TRS_CLI_STYLE_PLAIN);
      pad (self, self->speaker_width - MIN (trs_cli_measure (cut), self->speaker_width) + GAP);
    }
  append_words (self, passage->excerpt, owned, ranges != NULL ? TRS_CLI_STYLE_PLAIN : TRS_CLI_STYLE_FAINT,
                get_words_width (self));
  g_string_append_c (self->lines, '\n');
}

/* The ranges of a passage are counted from the beginning of its paragraph. */
static GArray *
dup_ranges (const TrsSearchPassage *passage)
{
  GArray *ranges = g_array_copy (passage->ranges);

  for (guint i = 0; i < ranges->len; i++)
    g_array_index (ranges, TrsSearchRange, i).start -= passage->offset;
  return ranges;
}

static void
append_field (Block                *self,
              const char           *label,
              const char           *text,
              const TrsSearchQuery *query)
{
  g_autoptr (GArray) ranges = trs_search_find_ranges (query, text, strlen (text));
  guint used = INDENT + trs_cli_measure (label) + GAP;

  pad (self, INDENT);
  trs_cli_terminal_append (&self->terminal, self->lines, label, strlen (label), TRS_CLI_STYLE_FAINT);
  pad (self, GAP);
  append_words (self, text, ranges, TRS_CLI_STYLE_PLAIN,
                self->whole ? 0 : MAX (self->terminal.width, used + MIN_WORDS) - used);
  g_string_append_c (self->lines, '\n');
}

/* The title, with the ID behind it, which a shell wants. */
static void
append_heading (Block                *self,
                TrsSearchResult      *result,
                const TrsSearchQuery *query)
{
  TrsProject *project = trs_search_result_get_project (result);
  g_autofree char *whole_id = trs_display_text_line (trs_project_get_id (project));
  guint rest = self->terminal.width - MIN (self->terminal.width, GAP + MIN_WORDS);
  g_autofree char *id = trs_cli_cut (whole_id, MAX (rest, MIN_ID));
  guint width = trs_cli_measure (id) + GAP;
  g_autofree char *title = trs_cli_dup_title (project);
  g_autoptr (GArray) ranges = NULL;
  g_autofree char *link = trs_account_dup_video_link (self->account, self->video_id, -1);
  gboolean links = trs_cli_terminal_may_link (&self->terminal, link);

  if (title == NULL)
    title = g_strdup ("");
  if (trs_search_result_get_hit (result)->fields & ~(TrsSearchHitFields) TRS_SEARCH_HIT_TEXT)
    ranges = trs_search_find_ranges (query, title, strlen (title));
  if (links)
    trs_cli_terminal_link (&self->terminal, self->lines, link);
  append_words (self, title, ranges, TRS_CLI_STYLE_HEADER,
                MAX (self->terminal.width, width + MIN_WORDS) - width);
  if (links)
    trs_cli_terminal_link (&self->terminal, self->lines, NULL);
  if (*id != '\0')
    {
      pad (self, GAP);
      trs_cli_terminal_append (&self->terminal, self->lines, id, strlen (id), TRS_CLI_STYLE_FAINT);
    }
  g_string_append_c (self->lines, '\n');
}

/* What stands neither in the heading nor in the transcript. */
static void
append_fields (Block                *self,
               TrsSearchResult      *result,
               const TrsSearchQuery *query)
{
  TrsProject *project = trs_search_result_get_project (result);
  const TrsProjectData *data = trs_project_get_data (project);
  TrsSearchHitFields fields = trs_search_result_get_hit (result)->fields;

  if ((fields & TRS_SEARCH_HIT_TITLE) != 0 && g_strcmp0 (data->title, trs_project_get_shown_title (project)) != 0)
    /* Translators: where something was found: in the title that the service gave the video. */
    append_field (self, _("Original title"), data->title, query);
  if ((fields & TRS_SEARCH_HIT_VIDEO_ID) != 0 && trs_project_get_shown_title (project) != NULL &&
      !trs_project_is_pending (project))
    append_field (self, _("Video ID"), data->video_id, query);
  if ((fields & TRS_SEARCH_HIT_NOTE) != 0)
    append_field (self, _("Note"), data->note, query);
}

static void
measure (Block     *self,
         GPtrArray *passages)
{
  guint most = MIN (MAX_SPEAKER, self->terminal.width / 4);

  for (guint i = 0; passages != NULL && i < passages->len; i++)
    {
      const TrsSearchPassage *passage = g_ptr_array_index (passages, i);
      g_autofree char *time = trs_timecode_format_clock (passage->time);
      g_autofree char *label = trs_cli_hits_dup_speaker (passage);
      g_autofree char *speaker = trs_display_text_line (label);

      self->time_width = MAX (self->time_width, trs_cli_measure (time));
      self->speaker_width = MAX (self->speaker_width, MIN (trs_cli_measure (speaker), most));
    }
}

/* Whether a paragraph has a highlight that is printed. */
static gboolean
is_covered (const TrsSearchHit *hit,
            guint               paragraph)
{
  for (guint i = 0; i < hit->passages->len; i++)
    {
      const TrsSearchPassage *passage = g_ptr_array_index (hit->passages, i);

      if (!passage->lost && passage->paragraph <= paragraph && paragraph <= trs_search_passage_get_last (passage))
        return TRUE;
    }
  return FALSE;
}

/* Passages and what stands around them, in the order of the text; what does not follow each other is divided. */
static void
append_passages (Block              *self,
                 const TrsSearchHit *hit)
{
  guint n_context = hit->context != NULL ? hit->context->len : 0;
  guint next = G_MAXUINT;

  for (guint i = 0, j = 0; i < hit->passages->len || j < n_context;)
    {
      const TrsSearchPassage *passage = i < hit->passages->len ? g_ptr_array_index (hit->passages, i) : NULL;
      const TrsSearchPassage *around = j < n_context ? g_ptr_array_index (hit->context, j) : NULL;
      gboolean is_context =
          around != NULL && (passage == NULL || passage->lost || around->paragraph < passage->paragraph);
      const TrsSearchPassage *shown = is_context ? around : passage;

      i += is_context ? 0 : 1;
      j += is_context ? 1 : 0;
      if (is_context && is_covered (hit, shown->paragraph))
        continue;
      if (n_context > 0 && next != G_MAXUINT && (shown->lost || shown->paragraph > next))
        {
          pad (self, INDENT);
          trs_cli_terminal_append (&self->terminal, self->lines, "--", 2, TRS_CLI_STYLE_FAINT);
          g_string_append_c (self->lines, '\n');
        }
      append_passage (self, shown, is_context ? NULL : dup_ranges (shown));
      next = trs_search_passage_get_last (shown) + 1;
    }
}

/**
 * trs_cli_hits_print:
 * @result: what was found in a video
 * @query: what was looked for
 * @account: the account of the video
 * @whole: whether paragraphs are printed whole, and not cut to a line around what was found
 * @first: whether nothing was printed before it
 *
 * Prints a heading and a line for each hit, for a terminal.
 *
 * Returns: %FALSE if standard output takes no more
 */
gboolean
trs_cli_hits_print (TrsSearchResult      *result,
                    const TrsSearchQuery *query,
                    TrsAccount           *account,
                    gboolean              whole,
                    gboolean              first)
{
  const TrsSearchHit *hit = trs_search_result_get_hit (result);
  g_autoptr (GString) lines = g_string_new (first ? NULL : "\n");
  Block block = {
    .terminal = trs_cli_terminal_probe (STDOUT_FILENO),
    .lines = lines,
    .account = account,
    .video_id = trs_project_get_data (trs_search_result_get_project (result))->video_id,
    .whole = whole,
  };

  measure (&block, hit->passages);
  measure (&block, hit->context);
  append_heading (&block, result, query);
  append_fields (&block, result, query);
  append_passages (&block, hit);
  if (hit->n_more > 0)
    {
      /* Translators: %'u is a number of places that were found in one transcript and are not printed. */
      g_autofree char *more = g_strdup_printf (g_dngettext (NULL, "%'u more passage", "%'u more passages", hit->n_more),
                                               hit->n_more);

      pad (&block, INDENT);
      trs_cli_terminal_append (&block.terminal, lines, more, strlen (more), TRS_CLI_STYLE_FAINT);
      g_string_append_c (lines, '\n');
    }
  return trs_cli_print_styled (lines->str);
}
