/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export-escape.h"

#include <string.h>

/* Characters that are not percent-encoded in a link. Parentheses are: they end a link in Markdown; so are semicolons,
 * which end a character reference. */
#define ADDRESS_CHARACTERS ":/?#[]@!$&'*+,=%"

static gboolean
is_line_end (gunichar c)
{
  return c == '\v' || c == '\f' || c == '\r' || c == 0x85 || c == 0x2028 || c == 0x2029;
}

static gboolean
is_forbidden (gunichar c)
{
  return (c < 0x20 && c != '\t' && c != '\n') || (c >= 0x7f && c < 0xa0) || (c & 0xfffe) == 0xfffe;
}

/**
 * trs_export_clean:
 * @text: valid UTF-8
 * @length: in bytes, or -1 if it is terminated
 *
 * Removes what neither HTML nor XML 1.0 may hold: control characters but tabs
 * and newlines, and noncharacters. Each end of a line, of all that there are,
 * becomes one newline.
 *
 * Returns: (transfer full): the rest
 */
char *
trs_export_clean (const char *text,
                  gssize      length)
{
  const char *end = text + (length < 0 ? (gssize) strlen (text) : length);
  GString *clean = g_string_sized_new ((gsize) (end - text));
  const char *start = text;

  for (const char *p = text; p < end; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (!is_forbidden (c) && !is_line_end (c))
        continue;
      g_string_append_len (clean, start, p - start);
      if (is_line_end (c) && (c != '\r' || p + 1 == end || p[1] != '\n'))
        g_string_append_c (clean, '\n');
      start = g_utf8_next_char (p);
    }
  g_string_append_len (clean, start, end - start);
  return g_string_free (clean, FALSE);
}

/**
 * trs_export_flatten:
 * @text: valid UTF-8
 *
 * Returns: (transfer full): all of it in one line, with single spaces, as trs_export_clean() leaves it
 */
char *
trs_export_flatten (const char *text)
{
  g_autofree char *clean = trs_export_clean (text, -1);
  GString *line = g_string_sized_new (strlen (clean));
  gboolean blank = FALSE;

  for (const char *p = clean; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (g_unichar_isspace (c))
        {
          blank = line->len > 0;
          continue;
        }
      if (blank)
        g_string_append_c (line, ' ');
      blank = FALSE;
      g_string_append_unichar (line, c);
    }
  return g_string_free (line, FALSE);
}

/**
 * trs_export_escape_html:
 * @text: valid UTF-8
 * @length: in bytes, or -1 if it is terminated
 *
 * Also for XML, and for the values of attributes in double quotes. Apostrophes
 * stay: g_markup_escape_text() writes `&apos;`, which is not known everywhere
 * where HTML is pasted.
 *
 * Returns: (transfer full): HTML that is displayed as the text; newlines stay
 */
char *
trs_export_escape_html (const char *text,
                        gssize      length)
{
  g_autofree char *clean = trs_export_clean (text, length);
  GString *escaped = g_string_sized_new (strlen (clean));

  for (const char *p = clean;; p++)
    {
      gsize n = strcspn (p, "&<>\"");

      g_string_append_len (escaped, p, (gssize) n);
      p += n;
      if (*p == '\0')
        break;
      g_string_append (escaped, *p == '&' ? "&amp;" : *p == '<' ? "&lt;" : *p == '>' ? "&gt;" : "&quot;");
    }
  return g_string_free (escaped, FALSE);
}

/* Finds what would make a line a block: a list, a heading by underline, a table (":-"). Returns: the offset at which
 * the backslash belongs (0, or after the digits of "1."), or -1 */
static gssize
find_block_mark (const char *line)
{
  gsize n = strspn (line, "0123456789");

  if (n > 0)
    return (line[n] == '.' || line[n] == ')') && strchr (" \t\n", line[n + 1]) != NULL ? (gssize) n : -1;
  return *line != '\0' && strchr ("-+=:", *line) != NULL ? 0 : -1;
}

/* "==" would start a highlight, so "=" is escaped next to another one. @is_part: whether more text may surround it */
static gboolean
is_highlighter (const char *text,
                const char *p,
                gboolean    is_part)
{
  return *p == '=' && (p[1] == '=' || (p > text && p[-1] == '=') || (is_part && (p == text || p[1] == '\0')));
}

static char *
escape_markdown (const char *text,
                 gssize      length,
                 gboolean    at_start,
                 gboolean    is_part)
{
  g_autofree char *clean = trs_export_clean (text, length);
  GString *escaped = g_string_sized_new (strlen (clean));
  const char *mark = NULL;

  for (const char *p = clean; *p != '\0'; p++)
    {
      if (at_start && strchr (" \t\n", *p) != NULL)
        continue;
      if (at_start)
        mark = find_block_mark (p) >= 0 ? p + find_block_mark (p) : NULL;
      if (p == mark || strchr ("\\`*_[]<>#~|&$", *p) != NULL || is_highlighter (clean, p, is_part))
        g_string_append_c (escaped, '\\');
      g_string_append_c (escaped, *p);
      at_start = *p == '\n';
    }
  return g_string_free (escaped, FALSE);
}

/**
 * trs_export_escape_markdown_part:
 * @text: valid UTF-8
 * @length: in bytes, or -1 if it is terminated
 * @at_start: whether it begins a line
 *
 * As trs_export_escape_markdown(), for a part of a paragraph.
 *
 * Returns: (transfer full): Markdown
 */
char *
trs_export_escape_markdown_part (const char *text,
                                 gssize      length,
                                 gboolean    at_start)
{
  return escape_markdown (text, length, at_start, TRUE);
}

/**
 * trs_export_escape_markdown:
 * @text: valid UTF-8
 * @length: in bytes, or -1 if it is terminated
 *
 * What was said must not format itself, at the beginning of a line neither.
 * Blanks at the beginning of lines are removed: they would make code of them,
 * and an empty line would end the paragraph.
 *
 * Returns: (transfer full): Markdown (CommonMark, with the tables and strikethrough of GitHub, and "==" for what is
 *   highlighted) that is displayed as the text; newlines stay
 */
char *
trs_export_escape_markdown (const char *text,
                            gssize      length)
{
  return escape_markdown (text, length, TRUE, FALSE);
}

/**
 * trs_export_escape_address:
 * @address: the address of a page
 *
 * Returns: (transfer full): an address that leads there, as it may stand in Markdown, and in HTML after
 *   trs_export_escape_html()
 */
char *
trs_export_escape_address (const char *address)
{
  return g_uri_escape_string (address, ADDRESS_CHARACTERS, FALSE);
}

/**
 * trs_export_paragraphs_to_html:
 * @html: (transfer full): HTML without paragraphs; empty lines separate those that are meant
 *
 * Returns: (transfer full): HTML with paragraphs and lines; without a paragraph around it if it is one alone, to be
 *   pasted into a sentence
 */
char *
trs_export_paragraphs_to_html (GString *html)
{
  if (g_string_replace (html, "\n\n", "</p><p dir=\"auto\">", 0) > 0)
    {
      g_string_prepend (html, "<p dir=\"auto\">");
      g_string_append (html, "</p>");
    }
  g_string_replace (html, "\n", "<br>", 0);
  return g_string_free (html, FALSE);
}

/**
 * trs_export_text_to_html:
 * @text: plain text, its paragraphs separated by empty lines
 *
 * Returns: (transfer full): HTML that is displayed as the text; without a
 *   paragraph around it if it is one alone, to be pasted into a sentence
 */
char *
trs_export_text_to_html (const char *text)
{
  g_autofree char *escaped = trs_export_escape_html (text, -1);

  return trs_export_paragraphs_to_html (g_string_new (escaped));
}

/**
 * trs_export_table_to_html:
 * @table: rows with a newline after each, their cells separated by tabs
 *
 * Returns: (transfer full): a table in HTML
 */
char *
trs_export_table_to_html (const char *table)
{
  g_autofree char *escaped = trs_export_escape_html (table, -1);
  g_autoptr (GString) rows = g_string_new (escaped);

  g_string_replace (rows, "\t", "</td><td>", 0);
  g_string_replace (rows, "\n", "</td></tr><tr><td>", 0);
  return g_strdup_printf ("<table><tr><td>%.*s</table>", (int) (rows->len - strlen ("<tr><td>")), rows->str);
}
