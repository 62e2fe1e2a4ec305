/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-text-diff.h"

#include <string.h>

/* So many paragraphs of each side are compared with each other at once. */
#define WINDOW 2048

#define NO_MATCH G_MAXUINT

/* A text as paragraphs: blank lines separate and are none themselves. Equal ones have equal tokens. */
typedef struct
{
  GArray *pieces;
  GArray *tokens;
  guint *match;
} Side;

typedef struct
{
  Side a;
  Side b;
} Pair;

static gboolean
is_blank (const char *text,
          gsize       length)
{
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isspace (text[i]))
      return FALSE;

  return TRUE;
}

static guint
find_token (GHashTable *tokens,
            const char *text,
            gsize       length)
{
  char *key = g_strndup (text, length);
  gpointer token;

  if (g_hash_table_lookup_extended (tokens, key, NULL, &token))
    {
      g_free (key);
      return GPOINTER_TO_UINT (token);
    }

  token = GUINT_TO_POINTER (g_hash_table_size (tokens));
  g_hash_table_insert (tokens, key, token);
  return GPOINTER_TO_UINT (token);
}

static void
side_init (Side       *side,
           GBytes     *bytes,
           GHashTable *tokens)
{
  gsize size;
  const char *text = g_bytes_get_data (bytes, &size);
  const char *end = text + size;

  side->pieces = g_array_new (FALSE, FALSE, sizeof (TrsTextPiece));
  side->tokens = g_array_new (FALSE, FALSE, sizeof (guint));
  while (text < end)
    {
      const char *newline = memchr (text, '\n', (gsize) (end - text));
      gsize length = (gsize) ((newline != NULL ? newline : end) - text);

      if (!is_blank (text, length))
        {
          TrsTextPiece piece = { text, length, 0, length };
          guint token = find_token (tokens, text, length);

          g_array_append_val (side->pieces, piece);
          g_array_append_val (side->tokens, token);
        }
      text += length + 1;
    }

  side->match = g_new (guint, side->pieces->len);
  for (guint i = 0; i < side->pieces->len; i++)
    side->match[i] = NO_MATCH;
}

static void
side_clear (Side *side)
{
  g_array_unref (side->pieces);
  g_array_unref (side->tokens);
  g_free (side->match);
}

static guint
token_at (Side  *side,
          guint  i)
{
  return g_array_index (side->tokens, guint, i);
}

static void
match (Pair  *pair,
       guint  i,
       guint  j)
{
  pair->a.match[i] = j;
  pair->b.match[j] = i;
}

/* The longest common subsequence */
static void
match_by_table (Pair  *pair,
                guint  a0,
                guint  a1,
                guint  b0,
                guint  b1)
{
  guint width = b1 - b0 + 1;
  g_autofree guint16 *table = g_new0 (guint16, (gsize) (a1 - a0 + 1) * width);
  guint i;
  guint j;

  for (i = a1; i-- > a0;)
    for (j = b1; j-- > b0;)
      {
        gsize at = (gsize) (i - a0) * width + (j - b0);

        if (token_at (&pair->a, i) == token_at (&pair->b, j))
          table[at] = (guint16) (table[at + width + 1] + 1);
        else
          table[at] = MAX (table[at + width], table[at + 1]);
      }

  for (i = a0, j = b0; i < a1 && j < b1;)
    {
      gsize at = (gsize) (i - a0) * width + (j - b0);

      if (token_at (&pair->a, i) == token_at (&pair->b, j))
        match (pair, i++, j++);
      else if (table[at + width] >= table[at + 1])
        i++;
      else
        j++;
    }
}

/* What follows the window could still change how its second half is matched: takes that back. Returns: behind the last
 * paragraph that is matched for good; @a0 if none is */
static guint
settle_window (Pair  *pair,
               guint  a0,
               guint  a_end,
               guint  a1)
{
  guint settled = a_end == a1 ? a_end : a0 + (a_end - a0) / 2;

  for (guint i = settled; i < a_end; i++)
    if (pair->a.match[i] != NO_MATCH)
      {
        pair->b.match[pair->a.match[i]] = NO_MATCH;
        pair->a.match[i] = NO_MATCH;
      }
  while (settled > a0 && pair->a.match[settled - 1] == NO_MATCH)
    settled--;
  return settled;
}

static void
match_all (Pair *pair)
{
  guint a0 = 0;
  guint a1 = pair->a.pieces->len;
  guint b0 = 0;
  guint b1 = pair->b.pieces->len;

  while (a0 < a1 && b0 < b1 && token_at (&pair->a, a0) == token_at (&pair->b, b0))
    match (pair, a0++, b0++);
  while (a0 < a1 && b0 < b1 && token_at (&pair->a, a1 - 1) == token_at (&pair->b, b1 - 1))
    match (pair, --a1, --b1);

  while (a0 < a1 && b0 < b1)
    {
      guint a_end = MIN (a1, a0 + WINDOW);
      guint b_end = MIN (b1, b0 + WINDOW);
      guint settled;

      match_by_table (pair, a0, a_end, b0, b_end);
      if (a_end == a1 && b_end == b1)
        return;

      settled = settle_window (pair, a0, a_end, a1);
      if (settled > a0)
        {
          b0 = pair->a.match[settled - 1] + 1;
          a0 = settled;
          continue;
        }
      if (a_end < a1)
        a0 += WINDOW / 2;
      if (b_end < b1)
        b0 += WINDOW / 2;
    }
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

/* Which words differ: all between the first and the last that do. Scripts without blanks differ by characters. */
static void
mark_words (TrsTextPiece *before,
            TrsTextPiece *after)
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

static TrsTextPiece *
piece_at (Side  *side,
          guint  i)
{
  return &g_array_index (side->pieces, TrsTextPiece, i);
}

static void
append_gap (GArray *rows,
            Pair   *pair,
            guint   a0,
            guint   a1,
            guint   b0,
            guint   b1)
{
  while (a0 < a1 || b0 < b1)
    {
      TrsTextDiffRow row = { TRS_TEXT_DIFF_CHANGED, { NULL, 0, 0, 0 }, { NULL, 0, 0, 0 } };

      if (a0 < a1)
        row.before = *piece_at (&pair->a, a0++);
      else
        row.kind = TRS_TEXT_DIFF_ADDED;
      if (b0 < b1)
        row.after = *piece_at (&pair->b, b0++);
      else
        row.kind = TRS_TEXT_DIFF_REMOVED;
      if (row.kind == TRS_TEXT_DIFF_CHANGED)
        mark_words (&row.before, &row.after);
      g_array_append_val (rows, row);
    }
}

static GArray *
make_rows (Pair *pair)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (TrsTextDiffRow));
  guint a0 = 0;
  guint b0 = 0;

  for (guint i = 0; i < pair->a.pieces->len; i++)
    {
      TrsTextDiffRow row = { TRS_TEXT_DIFF_SAME, { NULL, 0, 0, 0 }, { NULL, 0, 0, 0 } };

      if (pair->a.match[i] == NO_MATCH)
        continue;
      append_gap (rows, pair, a0, i, b0, pair->a.match[i]);
      row.before = *piece_at (&pair->a, i);
      row.after = *piece_at (&pair->b, pair->a.match[i]);
      g_array_append_val (rows, row);
      a0 = i + 1;
      b0 = pair->a.match[i] + 1;
    }
  append_gap (rows, pair, a0, pair->a.pieces->len, b0, pair->b.pieces->len);
  return rows;
}

/**
 * trs_text_diff:
 * @before: a text, valid UTF-8
 * @after: another one
 *
 * Compares two texts paragraph by paragraph; for a worker thread where they
 * are long. All pieces point into @before and @after.
 *
 * Returns: (transfer full) (element-type TrsTextDiffRow): both texts, whole
 *   and in order
 */
GArray *
trs_text_diff (GBytes *before,
               GBytes *after)
{
  g_autoptr (GHashTable) tokens = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Pair pair;
  GArray *rows;

  side_init (&pair.a, before, tokens);
  side_init (&pair.b, after, tokens);
  match_all (&pair);
  rows = make_rows (&pair);
  side_clear (&pair.a);
  side_clear (&pair.b);

  return rows;
}
