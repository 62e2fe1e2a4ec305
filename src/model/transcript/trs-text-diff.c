/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-text-diff.h"

#include <string.h>

/* Up to this many pairs of paragraphs every way to match them is tried. */
#define TABLE_MAX (512 * 512)

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

/* The longest common subsequence, exactly; for what is small enough. */
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

typedef struct
{
  guint n_a;
  guint n_b;
  guint in_b;
} Count;

/* Pairs of paragraphs that are there once on each side, in the order of the first side. */
static GArray *
find_unique (Pair  *pair,
             guint  a0,
             guint  a1,
             guint  b0,
             guint  b1)
{
  g_autoptr (GHashTable) counts = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  GArray *unique = g_array_new (FALSE, FALSE, 2 * sizeof (guint));

  for (guint i = a0; i < a1; i++)
    {
      gpointer key = GUINT_TO_POINTER (token_at (&pair->a, i));
      Count *count = g_hash_table_lookup (counts, key);

      if (count == NULL)
        g_hash_table_insert (counts, key, count = g_new0 (Count, 1));
      count->n_a++;
    }
  for (guint j = b0; j < b1; j++)
    {
      Count *count = g_hash_table_lookup (counts, GUINT_TO_POINTER (token_at (&pair->b, j)));

      if (count != NULL)
        {
          count->n_b++;
          count->in_b = j;
        }
    }
  for (guint i = a0; i < a1; i++)
    {
      Count *count = g_hash_table_lookup (counts, GUINT_TO_POINTER (token_at (&pair->a, i)));
      guint both[2] = { i, count->in_b };

      if (count->n_a == 1 && count->n_b == 1)
        g_array_append_val (unique, both);
    }
  return unique;
}

/* The longest run of pairs that keeps the order on both sides: each pair goes onto the leftmost heap it fits on. */
static GArray *
keep_in_order (GArray *pairs)
{
  g_autofree guint *tops = g_new (guint, pairs->len + 1);
  g_autofree guint *below = g_new (guint, pairs->len + 1);
  GArray *kept = g_array_new (FALSE, FALSE, 2 * sizeof (guint));
  guint n_heaps = 0;

#define PAIR(at) (&g_array_index (pairs, guint, (at) * 2))
  for (guint at = 0; at < pairs->len; at++)
    {
      guint low = 0;
      guint high = n_heaps;

      while (low < high)
        {
          guint middle = (low + high) / 2;

          if (PAIR (tops[middle])[1] < PAIR (at)[1])
            low = middle + 1;
          else
            high = middle;
        }
      below[at] = low > 0 ? tops[low - 1] : NO_MATCH;
      tops[low] = at;
      n_heaps = MAX (n_heaps, low + 1);
    }

  if (n_heaps == 0)
    return kept;
  g_array_set_size (kept, n_heaps);
  for (guint at = tops[n_heaps - 1], place = n_heaps; at != NO_MATCH; at = below[at])
    memcpy (&g_array_index (kept, guint, --place * 2), PAIR (at), 2 * sizeof (guint));
#undef PAIR
  return kept;
}

static void
match_range (Pair  *pair,
             guint  a0,
             guint  a1,
             guint  b0,
             guint  b1)
{
  g_autoptr (GArray) unique = NULL;
  g_autoptr (GArray) anchors = NULL;

  while (a0 < a1 && b0 < b1 && token_at (&pair->a, a0) == token_at (&pair->b, b0))
    match (pair, a0++, b0++);
  while (a0 < a1 && b0 < b1 && token_at (&pair->a, a1 - 1) == token_at (&pair->b, b1 - 1))
    match (pair, --a1, --b1);
  if (a0 == a1 || b0 == b1)
    return;

  if ((guint64) (a1 - a0) * (b1 - b0) <= TABLE_MAX)
    {
      match_by_table (pair, a0, a1, b0, b1);
      return;
    }

  /* Too much to try everything: what is there only once holds the rest in place. */
  unique = find_unique (pair, a0, a1, b0, b1);
  anchors = keep_in_order (unique);
  for (guint at = 0; at < anchors->len; at++)
    {
      const guint *anchor = &g_array_index (anchors, guint, at * 2);

      match (pair, anchor[0], anchor[1]);
      match_range (pair, a0, anchor[0], b0, anchor[1]);
      a0 = anchor[0] + 1;
      b0 = anchor[1] + 1;
    }
  if (anchors->len > 0)
    match_range (pair, a0, a1, b0, b1);
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
  match_range (&pair, 0, pair.a.pieces->len, 0, pair.b.pieces->len);
  rows = make_rows (&pair);
  side_clear (&pair.a);
  side_clear (&pair.b);

  return rows;
}
