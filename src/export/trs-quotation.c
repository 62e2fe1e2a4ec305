/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-quotation.h"

#include <string.h>

#include "trs-display-text.h"
#include "trs-export-escape.h"
#include "trs-export.h"
#include "trs-i18n.h"
#include "trs-strings.h"

#define ELLIPSIS "…"
/* U+00A0 NO-BREAK SPACE */
#define NO_BREAK_SPACE "\xc2\xa0"

enum { LANGUAGES, OPEN, CLOSE };
enum { BEGIN, END, LINE_END, BOLD, BOLD_END };

/* Quotation marks from the Unicode CLDR, or as newspapers use them; the first row is for all other languages. */
static const char *const all_marks[][3] = {
  { "", "“", "”" },
  { " bg cs de et is ka lt mk sk sl sr ", "„", "“" },
  { " bs hr hu pl ro ", "„", "”" },
  { " ar be ca el es fa hy it kk nb nn no pt-pt ru uk ", "«", "»" },
  { " fr ", "«" NO_BREAK_SPACE, NO_BREAK_SPACE "»" },
  { " fi he sv ", "”", "”" },
  { " nl ", "‘", "’" },
  { " ja yue zh-hant zh-hant-hk zh-hant-tw zh-hk zh-tw ", "「", "」" },
};

static const char *const all_syntax[][5] = {
  [TRS_QUOTATION_PLAIN] = { "", "\n\n", "\n", "", "" },
  [TRS_QUOTATION_MARKDOWN] = { "> ", "\n>\n", "  \n> ", "**", "**" },
  [TRS_QUOTATION_HTML] = { "<p dir=\"auto\">", "</p>", "<br>", "<b>", "</b>" },
};

static char *(*const all_escapes[]) (const char *text, gssize length) = {
  [TRS_QUOTATION_PLAIN] = trs_export_clean,
  [TRS_QUOTATION_MARKDOWN] = trs_export_escape_markdown,
  [TRS_QUOTATION_HTML] = trs_export_escape_html,
};

static const char *const *
find_marks (const char *language)
{
  const char *tag = language != NULL ? language : "";
  g_autofree char *whole = g_strdup_printf (" %s ", tag);
  g_autofree char *base = g_strdup_printf (" %.*s ", (int) strcspn (tag, "-"), tag);

  for (guint i = 1; i < G_N_ELEMENTS (all_marks); i++)
    if (strcasestr (all_marks[i][LANGUAGES], whole) != NULL || strcasestr (all_marks[i][LANGUAGES], base) != NULL)
      return all_marks[i];
  return all_marks[0];
}

/* Trims spaces at both ends. Returns: whether any words are left */
static gboolean
trim (const TrsParagraph *paragraph,
      gsize              *from,
      gsize              *to)
{
  const char *start = paragraph->body + *from;
  const char *end = paragraph->body + *to;

  while (start < end && g_unichar_isspace (g_utf8_get_char (start)))
    start = g_utf8_next_char (start);
  while (start < end && g_unichar_isspace (g_utf8_get_char (g_utf8_prev_char (end))))
    end = g_utf8_prev_char (end);

  *from = (gsize) (start - paragraph->body);
  *to = (gsize) (end - paragraph->body);
  return start < end;
}

/* Returns: whether any words of the paragraph are quoted */
static gboolean
get_words (const TrsQuotation *self,
           guint               index,
           gsize              *from,
           gsize              *to)
{
  const TrsParagraph *paragraph =
      trs_transcript_get_paragraph (trs_document_get_transcript (self->document), self->flags, index);

  trs_export_clip (paragraph, index, self->start, self->end, from, to);
  return trim (paragraph, from, to);
}

static guint
get_speaker (const TrsQuotation *self,
             guint            paragraph)
{
  return trs_transcript_is_aligned (trs_document_get_transcript (self->document))
             ? trs_document_get_speaker (self->document, paragraph)
             : 0;
}

/**
 * trs_quotation_trim:
 * @self: a quotation
 *
 * Narrows it to its words: it begins in the paragraph of the first word, also
 * if a selection began at the end of the one before.
 *
 * Returns: whether there are words
 */
gboolean
trs_quotation_trim (TrsQuotation *self)
{
  guint n = trs_transcript_get_n_paragraphs (trs_document_get_transcript (self->document), self->flags);
  gsize from, to;

  if (n == 0)
    return FALSE;
  if (self->end.paragraph >= n)
    self->end = (TrsTextPosition) { n - 1, G_MAXSIZE };
  while (self->start.paragraph <= self->end.paragraph && !get_words (self, self->start.paragraph, &from, &to))
    self->start = (TrsTextPosition) { self->start.paragraph + 1, 0 };
  if (self->start.paragraph > self->end.paragraph)
    return FALSE;
  while (!get_words (self, self->end.paragraph, &from, &to))
    self->end = (TrsTextPosition) { self->end.paragraph - 1, G_MAXSIZE };

  get_words (self, self->end.paragraph, &from, &self->end.byte);
  get_words (self, self->start.paragraph, &self->start.byte, &to);
  for (guint i = self->start.paragraph; i <= self->end.paragraph; i++)
    self->several_speakers |= get_speaker (self, i) != get_speaker (self, self->start.paragraph);
  return TRUE;
}

static char *
dup_name (const TrsQuotation *self,
          guint            speaker)
{
  g_autofree char *label =
      speaker != 0 ? trs_strings_speaker (trs_document_get_name (self->document, speaker), speaker) : NULL;
  g_autofree char *line = trs_display_text_line (label != NULL ? label : _("Speaker unknown"));
  g_autofree char *escaped = all_escapes[self->format] (line, -1);

  return g_strconcat (all_syntax[self->format][BOLD], escaped, all_syntax[self->format][BOLD_END], NULL);
}

/* No space is put next to an ellipsis inside a word, or in scripts without spaces. */
static const char *
get_gap (const char *outside,
         const char *inside)
{
  return g_unichar_isalnum (g_utf8_get_char (outside)) || g_unichar_iswide (g_utf8_get_char (inside)) ? "" : " ";
}

/* An ellipsis shows that words of the paragraph were left out. */
static char *
dup_words (const TrsQuotation *self,
           const TrsParagraph *paragraph,
           gsize               from,
           gsize               to)
{
  const char *start = paragraph->body + from;
  const char *end = paragraph->body + to;
  gboolean before = trim (paragraph, &(gsize) { 0 }, &(gsize) { from });
  gboolean after = trim (paragraph, &(gsize) { to }, &(gsize) { paragraph->body_length });
  g_autofree char *words = all_escapes[self->format] (start, end - start);
  g_auto (GStrv) lines = g_strsplit (words, "\n", -1);
  g_autofree char *joined = g_strjoinv (all_syntax[self->format][LINE_END], lines);

  return g_strconcat (before ? ELLIPSIS : "", before ? get_gap (g_utf8_prev_char (start), start) : "", joined,
                      after ? get_gap (end, g_utf8_prev_char (end)) : "", after ? ELLIPSIS : "", NULL);
}

/* If there are several speakers, a name precedes the words of each; a single one is named at the end. */
static void
append_paragraph (const TrsQuotation *self,
                  guint               index,
                  GString            *out)
{
  const TrsParagraph *paragraph =
      trs_transcript_get_paragraph (trs_document_get_transcript (self->document), self->flags, index);
  g_autofree char *name = self->several_speakers ? dup_name (self, get_speaker (self, index)) : NULL;
  const char *const *marks = find_marks (trs_transcript_get_language (trs_document_get_transcript (self->document)));
  g_autofree char *words = NULL;
  gsize from, to;

  if (!get_words (self, index, &from, &to))
    return;

  words = dup_words (self, paragraph, from, to);
  g_string_append_printf (out, "%s%s%s%s%s%s%s", index > self->start.paragraph ? all_syntax[self->format][END] : "",
                          all_syntax[self->format][BEGIN], name != NULL ? name : "", name != NULL ? ": " : "",
                          name != NULL || index == self->start.paragraph ? marks[OPEN] : "", words,
                          name != NULL || index == self->end.paragraph ? marks[CLOSE] : "");
}

/* Single words have no times, so a quotation from inside a paragraph is "after" its start time. Returns: (nullable):
 * the time in parentheses */
static char *
dup_time (const TrsQuotation *self)
{
  const TrsParagraph *paragraph =
      trs_transcript_get_paragraph (trs_document_get_transcript (self->document), self->flags, self->start.paragraph);
  gboolean inside = trim (paragraph, &(gsize) { 0 }, &(gsize) { self->start.byte });
  g_autofree char *clock = self->exact_times ? trs_timecode_format_exact (paragraph->start)
                                             : trs_timecode_format_clock (paragraph->start);

  if (*clock == '\0')
    return NULL;
  if (inside)
    /* Translators: %s is the time where a paragraph begins; the words come later in it: "(at or after 00:12:04)". */
    return g_strdup_printf (_("(at or after %s)"), clock);
  /* Translators: %s is the time at which the words of a quotation begin: "(00:12:04)". */
  return g_strdup_printf (C_("time of a quotation", "(%s)"), clock);
}

static char *
dup_link (const TrsQuotation *self,
          const char         *label)
{
  g_autofree char *address = NULL;
  g_autofree char *value = NULL;

  if (self->link == NULL)
    return g_strdup (label);
  if (self->format == TRS_QUOTATION_PLAIN)
    return g_strdup_printf ("%s, %s", label, self->link);

  address = trs_export_escape_address (self->link);
  if (self->format == TRS_QUOTATION_MARKDOWN)
    return g_strdup_printf ("[%s](%s)", label, address);
  value = trs_export_escape_html (address, -1);
  return g_strdup_printf ("<a href=\"%s\">%s</a>", value, label);
}

/* Appends the source: speaker, video, time and link. */
static char *
dup_source (const TrsQuotation *self)
{
  guint speaker = get_speaker (self, self->start.paragraph);
  g_autofree char *name = speaker != 0 && !self->several_speakers ? dup_name (self, speaker) : NULL;
  g_autofree char *place = trs_quotation_dup_place (self);
  g_autofree char *label = all_escapes[self->format] (place, -1);
  g_autofree char *linked = dup_link (self, label);

  /* Translators: the source of a quotation: "Anna Berg, in “Port strike” (00:12:04)". */
  return name != NULL ? g_strdup_printf (_("%s, in %s"), name, linked) : g_steal_pointer (&linked);
}

/* Returns: whether the user compared each paragraph with the recording */
static gboolean
is_checked (const TrsQuotation *self)
{
  if (!trs_transcript_is_aligned (trs_document_get_transcript (self->document)))
    return FALSE;
  for (guint i = self->start.paragraph; i <= self->end.paragraph; i++)
    if (trs_document_get_checked (self->document, i) == NULL)
      return FALSE;
  return TRUE;
}

/**
 * trs_quotation_render:
 * @self: a quotation, after trs_quotation_trim()
 *
 * Writes the very words of a passage, who said them, in what and when. The
 * marks are those of the language of the transcript. An ellipsis says that the
 * passage begins or ends within a paragraph. Unless all of it is checked, the
 * caution follows.
 *
 * Returns: (transfer full): valid UTF-8, without a newline at the end
 */
char *
trs_quotation_render (const TrsQuotation *self)
{
  const char *const *syntax = all_syntax[self->format];
  /* In plain text the source follows on the same line if there is one paragraph and its direction is the same. */
  gboolean beside = self->format == TRS_QUOTATION_PLAIN && self->start.paragraph == self->end.paragraph &&
                    !trs_transcript_is_rtl (trs_document_get_transcript (self->document));
  gboolean html = self->format == TRS_QUOTATION_HTML;
  GString *out = g_string_new (html ? "<blockquote>" : NULL);
  g_autofree char *source = dup_source (self);

  for (guint i = self->start.paragraph; i <= self->end.paragraph; i++)
    append_paragraph (self, i, out);
  g_string_append_printf (out, "%s%s— %s", beside ? " " : syntax[END], syntax[BEGIN], source);
  if (self->caution != NULL && !is_checked (self))
    {
      g_autofree char *caution = all_escapes[self->format] (self->caution, -1);

      g_string_append_printf (out, "%s%s%s", syntax[END], syntax[BEGIN], caution);
    }
  if (html)
    g_string_append (out, "</p></blockquote>");
  return g_string_free (out, FALSE);
}

/**
 * trs_quotation_dup_words:
 * @self: a quotation in plain text, after trs_quotation_trim()
 *
 * Returns: (transfer full): the words in quotation marks, each paragraph in lines of its own; several speakers by name
 */
char *
trs_quotation_dup_words (const TrsQuotation *self)
{
  GString *out = g_string_new (NULL);

  for (guint i = self->start.paragraph; i <= self->end.paragraph; i++)
    append_paragraph (self, i, out);
  return g_string_free (out, FALSE);
}

/**
 * trs_quotation_dup_speaker:
 * @self: a quotation in plain text, after trs_quotation_trim()
 *
 * Returns: (transfer full) (nullable): who says it, %NULL if that is not known, or if it is several
 */
char *
trs_quotation_dup_speaker (const TrsQuotation *self)
{
  guint speaker = get_speaker (self, self->start.paragraph);

  return speaker != 0 && !self->several_speakers ? dup_name (self, speaker) : NULL;
}

/**
 * trs_quotation_dup_place:
 * @self: a quotation in plain text, after trs_quotation_trim()
 *
 * Returns: (transfer full): in which video, and when
 */
char *
trs_quotation_dup_place (const TrsQuotation *self)
{
  const char *const *marks = find_marks (trs_transcript_get_language (trs_document_get_transcript (self->document)));
  g_autofree char *title = trs_display_text_title (self->title);
  g_autofree char *quoted = g_strconcat (marks[OPEN], title, marks[CLOSE], NULL);
  g_autofree char *time = dup_time (self);

  if (time == NULL)
    return g_steal_pointer (&quoted);
  /* Translators: where a quotation is from: the title of a video with its quotation marks, and a time in parentheses:
   * "“Port strike” (00:12:04)". */
  return g_strdup_printf (C_("source of a quotation", "%s %s"), quoted, time);
}
