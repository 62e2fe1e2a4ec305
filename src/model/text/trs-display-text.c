/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-text.h"

#include <string.h>

#include "trs-i18n.h"

/* More characters than any label shows, so that a message of several megabytes is not laid out. */
#define MAX_CHARACTERS 500
#define ELLIPSIS "…"
/* U+00B7 */
#define MIDDLE_DOT "\xc2\xb7"

/* Unicode reserves these blocks for scripts that run from right to left, including future ones. */
static gboolean
is_in_rtl_block (gunichar c)
{
  return (c >= 0x0590 && c <= 0x08ff) || (c >= 0xfb1d && c <= 0xfdff) || (c >= 0xfe70 && c <= 0xfefe) ||
         (c >= 0x10800 && c <= 0x10fff) || (c >= 0x1e800 && c <= 0x1efff);
}

/**
 * trs_bidi_get_direction:
 * @c: a character
 *
 * Returns: 1 for a letter that runs from left to right, -1 for one that runs
 *   from right to left, 0 for what has no direction of its own
 */
int
trs_bidi_get_direction (gunichar c)
{
  if (c < 0x80)
    return g_ascii_isalpha ((char) c) ? 1 : 0;
  if (!g_unichar_isalpha (c))
    return 0;
  return is_in_rtl_block (c) ? -1 : 1;
}

/**
 * trs_bidi_get_first_direction:
 * @text: valid UTF-8
 * @length: its length in bytes
 *
 * Returns: the direction of the first letter that has one, or 0 if none has
 */
int
trs_bidi_get_first_direction (const char *text,
                              gsize       length)
{
  const char *end = text + length;

  for (const char *p = text; p < end; p = g_utf8_next_char (p))
    {
      int direction = trs_bidi_get_direction (g_utf8_get_char (p));

      if (direction != 0)
        return direction;
    }
  return 0;
}

static gboolean
has_rtl (const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    if ((guchar) *p >= 0x80 && trs_bidi_get_direction (g_utf8_get_char (p)) < 0)
      return TRUE;

  return FALSE;
}

/**
 * trs_bidi_isolate:
 * @text: (transfer full): valid UTF-8
 *
 * Makes that a text which runs from right to left, as a date in Arabic, stays
 * in one piece between other words: its numbers would be drawn to them.
 *
 * Returns: (transfer full): the text, isolated if it needs to be
 */
char *
trs_bidi_isolate (char *text)
{
  g_autofree char *own = text;

  return has_rtl (own) ? g_strconcat (TRS_BIDI_FSI, own, TRS_BIDI_PDI, NULL) : g_steal_pointer (&own);
}

static void
append_part (GString    *line,
             const char *part)
{
  gsize before = strspn (part, " ");
  gsize length = strlen (part);
  gsize after = 0;

  while (length - after > before && part[length - after - 1] == ' ')
    after++;

  g_string_append_len (line, part, (gssize) before);
  g_string_append (line, TRS_BIDI_FSI);
  g_string_append_len (line, part + before, (gssize) (length - before - after));
  g_string_append (line, TRS_BIDI_PDI);
  g_string_append_len (line, part + length - after, (gssize) after);
}

/**
 * trs_bidi_isolate_parts:
 * @line: (transfer full): valid UTF-8, parts with middle dots between them
 *
 * Makes that of `العربية · 3 h 04 min` each part stays in one piece, if one of
 * them runs from right to left: the number would else be drawn to the language.
 *
 * Returns: (transfer full): the line, its parts isolated if they need to be
 */
char *
trs_bidi_isolate_parts (char *line)
{
  g_autofree char *own = line;
  g_auto (GStrv) parts = NULL;
  GString *isolated;

  if (strstr (own, MIDDLE_DOT) == NULL || !has_rtl (own))
    return g_steal_pointer (&own);

  parts = g_strsplit (own, MIDDLE_DOT, -1);
  isolated = g_string_new (NULL);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      if (i > 0)
        g_string_append (isolated, MIDDLE_DOT);
      append_part (isolated, parts[i]);
    }
  return g_string_free (isolated, FALSE);
}

typedef struct
{
  GString *out;
  gsize n_characters;
  gunichar last;
  gunichar blank;
  gunichar joiner;
  gboolean has_rtl;
  const GArray *ranges;
  GArray *marks;
  guint n_passed;
} Line;

/* Format characters that are visible all the same. */
static gboolean
is_visible_format (gunichar c)
{
  return (c >= 0x0600 && c <= 0x0605) || c == 0x06dd || c == 0x070f || c == 0x0890 || c == 0x0891 ||
         c == 0x08e2 || c == 0x110bd || c == 0x110cd;
}

static gboolean
is_tag_of_flag (const Line *line,
                gunichar    c)
{
  return c >= 0xe0020 && c <= 0xe007f && line->blank == 0 &&
         (line->last == 0x1f3f4 || (line->last >= 0xe0020 && line->last <= 0xe007e));
}

static gboolean
is_dropped (const Line *line,
            gunichar    c)
{
  if (g_unichar_type (c) != G_UNICODE_FORMAT || is_visible_format (c) || is_tag_of_flag (line, c))
    return FALSE;
  /* Directional marks decide on the place of punctuation in lines that run from right to left. */
  if (c == 0x200e || c == 0x200f || c == 0x061c)
    return !line->has_rtl;
  return TRUE;
}

/* Remembers a blank; a single non-breaking or ideographic space is kept as it is. */
static void
remember_blank (Line     *line,
                gunichar  c)
{
  if (line->blank == 0 && g_unichar_type (c) == G_UNICODE_SPACE_SEPARATOR)
    line->blank = c;
  else
    line->blank = ' ';
  line->joiner = 0;
}

static void
append (Line     *line,
        gunichar  c)
{
  if (line->blank != 0 && line->out->len > 0)
    {
      g_string_append_unichar (line->out, line->blank);
      line->n_characters++;
    }
  line->blank = 0;

  /* Joiners shape emoji, Persian and Indic words. Elsewhere they only make two words differ that look the same. */
  if (line->joiner != 0 && line->last >= 0x80 && c >= 0x80)
    {
      g_string_append_unichar (line->out, line->joiner);
      line->n_characters++;
    }
  line->joiner = 0;

  g_string_append_unichar (line->out, c);
  line->n_characters++;
  line->last = c;
  if (trs_bidi_get_direction (c) < 0)
    line->has_rtl = TRUE;
}

/* Maps the character that was just appended to the ranges of the raw text. */
static void
mark (Line  *line,
      gsize  offset,
      gsize  length)
{
  const TrsSearchRange *range;
  TrsSearchRange *made;

  for (; line->ranges != NULL && line->n_passed < line->ranges->len; line->n_passed++)
    {
      range = &g_array_index (line->ranges, TrsSearchRange, line->n_passed);
      if (offset < range->start)
        return;
      if (offset >= range->start + range->length)
        continue;

      made = &g_array_index (line->marks, TrsSearchRange, line->n_passed);
      if (made->length == 0)
        made->start = line->out->len - length;
      made->length = line->out->len - made->start;
      return;
    }
}

static void
append_all (Line       *line,
            const char *valid)
{
  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (g_unichar_isspace (c) || g_unichar_type (c) == G_UNICODE_CONTROL)
        remember_blank (line, c);
      else if (c == 0x200c || c == 0x200d)
        line->joiner = line->blank == 0 ? c : 0;
      else if (is_dropped (line, c))
        continue;
      else if (line->n_characters + (line->blank != 0 || line->joiner != 0) < MAX_CHARACTERS)
        {
          append (line, c);
          mark (line, (gsize) (p - valid), (gsize) (g_utf8_next_char (p) - p));
        }
      else
        {
          g_string_append (line->out, ELLIPSIS);
          break;
        }
    }
}

/**
 * trs_display_text_line:
 * @raw: (nullable): any text from the service
 *
 * Makes a text harmless in a label: valid, in one line, without what reorders
 * or hides its surroundings, and not longer than a label can show. A text
 * that runs from right to left is isolated, so that it leaves the words
 * beside it in place. The result is not markup.
 *
 * Returns: (transfer full): the line, possibly empty
 */
char *
trs_display_text_line (const char *raw)
{
  g_autofree char *valid = NULL;
  g_autoptr (GString) out = NULL;
  Line line = { NULL };

  if (raw == NULL)
    return g_strdup ("");

  valid = g_utf8_make_valid (raw, -1);
  out = g_string_sized_new (MIN (strlen (valid), MAX_CHARACTERS * 4));
  line.out = out;
  append_all (&line, valid);

  if (line.has_rtl)
    {
      g_string_prepend (out, TRS_BIDI_FSI);
      g_string_append (out, TRS_BIDI_PDI);
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/**
 * trs_display_text_marked:
 * @raw: a text from the service, valid UTF-8
 * @ranges: (element-type TrsSearchRange): places in it, in order, not overlapping
 * @marks: (out) (transfer full) (element-type TrsSearchRange): where they are
 *   in what is shown; an empty one for a place of which nothing is shown
 *
 * As trs_display_text_line(), for a text that stands alone: it decides itself
 * whether it runs from right to left.
 *
 * Returns: (transfer full): the line, possibly empty
 */
char *
trs_display_text_marked (const char    *raw,
                         const GArray  *ranges,
                         GArray       **marks)
{
  Line line = { NULL };

  line.out = g_string_new (NULL);
  line.ranges = ranges;
  line.marks = g_array_new (FALSE, TRUE, sizeof (TrsSearchRange));
  g_array_set_size (line.marks, ranges->len);
  append_all (&line, raw);

  *marks = line.marks;
  return g_string_free (line.out, FALSE);
}

/**
 * trs_display_text_title:
 * @raw: (nullable): a title from the service
 *
 * As trs_display_text_line(), for what must not be empty.
 *
 * Returns: (transfer full): the title in one line
 */
char *
trs_display_text_title (const char *raw)
{
  g_autofree char *line = trs_display_text_line (raw);

  if (*line == '\0')
    /* Translators: stands in place of the title of a video that has none. */
    return g_strdup (_("Untitled"));
  return g_steal_pointer (&line);
}

/**
 * trs_display_text_markup:
 * @raw: (nullable): any text from the service
 *
 * As trs_display_text_line(), for places that always parse markup.
 *
 * Returns: (transfer full): markup that shows the line
 */
char *
trs_display_text_markup (const char *raw)
{
  g_autofree char *line = trs_display_text_line (raw);

  return g_markup_escape_text (line, -1);
}
