/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-text-diff.h"

#include <string.h>

#include "trs-trim.h"

/* Maximum number of cells in the table: enough for two texts of fifty hours that differ near their beginning and
 * their end. */
#define MAX_CELLS (1 << 26)

/* Paragraphs as interned strings, so that equal ones have equal pointers. */
typedef struct
{
  TrsTextDiffParagraph part;
  const char *token;
} Paragraph;

typedef struct
{
  GArray *before;
  GArray *after;

  /* what was written so far, and how many paragraphs of each text are in it */
  GArray *rows;
  guint n_before;
  guint n_after;
} Diff;

/* Splits at blank lines, which are not paragraphs themselves. */
static GArray *
split (GBytes       *bytes,
       GStringChunk *tokens)
{
  gsize size;
  const char *text = g_bytes_get_data (bytes, &size);
  const char *end = text + size;
  GArray *paragraphs = g_array_new (FALSE, FALSE, sizeof (Paragraph));

  while (text < end)
    {
      const char *newline = memchr (text, '\n', (gsize) (end - text));
      gsize length = (gsize) ((newline != NULL ? newline : end) - text);
      g_autofree char *copy = g_strndup (text, length);

      if (!trs_is_blank (text, length))
        {
          Paragraph paragraph = { { text, length, 0, length }, g_string_chunk_insert_const (tokens, copy) };

          g_array_append_val (paragraphs, paragraph);
        }
      text += length + 1;
    }

  return paragraphs;
}

static gboolean
is_equal (Diff  *self,
          guint  i,
          guint  j)
{
  return g_array_index (self->before, Paragraph, i).token == g_array_index (self->after, Paragraph, j).token;
}

static gboolean
is_word_border (const char *text,
                gsize       offset)
{
  return offset == 0 || text[offset - 1] == ' ' || text[offset] == ' ';
}

static gboolean
is_char_border (const char *text,
                gsize       offset)
{
  return ((guchar) text[offset] & 0xc0) != 0x80;
}

/* Marks the words between the first and the last difference; in scripts without spaces, the characters. */
static void
mark_words (TrsTextDiffParagraph *before,
            TrsTextDiffParagraph *after)
{
  gsize shorter = MIN (before->length, after->length);
  gboolean blanks = memchr (before->text, ' ', before->length) != NULL;
  gsize from = 0;
  gsize tail = 0;

  while (from < shorter && before->text[from] == after->text[from])
    from++;
  while (from > 0 && from < shorter &&
         (!is_char_border (before->text, from) || !is_char_border (after->text, from) ||
          (blanks && !is_word_border (before->text, from))))
    from--;
  while (tail < shorter - from &&
         before->text[before->length - 1 - tail] == after->text[after->length - 1 - tail])
    tail++;
  while (tail > 0 && (!is_char_border (before->text, before->length - tail) ||
                      (blanks && !is_word_border (before->text, before->length - tail))))
    tail--;

  before->changed_from = after->changed_from = from;
  before->changed_to = before->length - tail;
  after->changed_to = after->length - tail;
}

static void
append_row (Diff            *self,
            TrsTextDiffKind  kind)
{
  TrsTextDiffRow row = { .kind = kind };

  if (kind != TRS_TEXT_DIFF_ADDED)
    row.before = g_array_index (self->before, Paragraph, self->n_before++).part;
  if (kind != TRS_TEXT_DIFF_REMOVED)
    row.after = g_array_index (self->after, Paragraph, self->n_after++).part;
  if (kind == TRS_TEXT_DIFF_CHANGED)
    mark_words (&row.before, &row.after);
  g_array_append_val (self->rows, row);
}

/* Appends the paragraphs without a match, up to one paragraph of each text. */
static void
append_gap (Diff  *self,
            guint  before_end,
            guint  after_end)
{
  while (self->n_before < before_end && self->n_after < after_end)
    append_row (self, TRS_TEXT_DIFF_CHANGED);
  while (self->n_before < before_end)
    append_row (self, TRS_TEXT_DIFF_REMOVED);
  while (self->n_after < after_end)
    append_row (self, TRS_TEXT_DIFF_ADDED);
}

/* Each cell holds the length of the longest common subsequence from there to the end. */
static guint16 *
make_table (Diff  *self,
            guint  rows,
            guint  columns)
{
  guint width = columns + 1;
  guint16 *table = g_new0 (guint16, (gsize) (rows + 1) * width);

  for (guint i = rows; i-- > 0;)
    for (guint j = columns; j-- > 0;)
      {
        guint16 *cell = table + (gsize) i * width + j;

        if (is_equal (self, self->n_before + i, self->n_after + j))
          *cell = (guint16) (cell[width + 1] + 1);
        else
          *cell = MAX (cell[width], cell[1]);
      }

  return table;
}

/* Compares the texts up to one paragraph of each. If they are too long for the table, the whole part counts as
 * changed. */
static void
append_common (Diff  *self,
               guint  before_end,
               guint  after_end)
{
  guint rows = before_end - self->n_before;
  guint columns = after_end - self->n_after;
  guint before = self->n_before;
  guint after = self->n_after;
  g_autofree guint16 *table = NULL;
  const guint16 *cell;

  if (((guint64) rows + 1) * (columns + 1) > MAX_CELLS)
    return;

  cell = table = make_table (self, rows, columns);
  while (before < before_end && after < after_end)
    {
      if (is_equal (self, before, after))
        {
          append_gap (self, before++, after++);
          append_row (self, TRS_TEXT_DIFF_SAME);
          cell += columns + 2;
        }
      else if (cell[columns + 1] >= cell[1])
        {
          before++;
          cell += columns + 1;
        }
      else
        {
          after++;
          cell++;
        }
    }
}

/**
 * trs_text_diff:
 * @before: a text, valid UTF-8
 * @after: another one
 *
 * Compares two texts paragraph by paragraph; for a worker thread where they
 * are long. All paragraphs point into @before and @after.
 *
 * Returns: (transfer full) (element-type TrsTextDiffRow): both texts, whole
 *   and in order
 */
GArray *
trs_text_diff (GBytes *before,
               GBytes *after)
{
  g_autoptr (GStringChunk) tokens = g_string_chunk_new (4096);
  g_autoptr (GArray) before_paragraphs = split (before, tokens);
  g_autoptr (GArray) after_paragraphs = split (after, tokens);
  Diff self = { before_paragraphs, after_paragraphs, g_array_new (FALSE, FALSE, sizeof (TrsTextDiffRow)), 0, 0 };
  guint before_end = before_paragraphs->len;
  guint after_end = after_paragraphs->len;

  while (self.n_before < before_end && self.n_after < after_end && is_equal (&self, self.n_before, self.n_after))
    append_row (&self, TRS_TEXT_DIFF_SAME);
  while (self.n_before < before_end && self.n_after < after_end && is_equal (&self, before_end - 1, after_end - 1))
    {
      before_end--;
      after_end--;
    }

  append_common (&self, before_end, after_end);
  append_gap (&self, before_end, after_end);
  while (self.n_before < before_paragraphs->len)
    append_row (&self, TRS_TEXT_DIFF_SAME);
  return self.rows;
}
