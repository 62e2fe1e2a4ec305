/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-search-private.h"

#include <string.h>

#include "trs-search-fold.h"

/* The lowest byte that can begin a character outside ASCII. */
#define LEAD_BYTE 0xc2

/* The lowest byte that can begin a character of a script without blanks. */
#define UNSPACED_BYTE 0xe0

typedef guint8 Block __attribute__ ((vector_size (16)));
typedef guint64 Halves __attribute__ ((vector_size (16)));

/* What a place is compared with, in every byte of a block. */
typedef struct
{
  Block first;
  Block second;
  Block third;
  Block any_second;
  Block any_third;
} Pattern;

/* Terms whose patterns stay in registers: more are seldom typed. */
#define N_PATTERNS 2

static inline Pattern
make_pattern (TrsSearchBeginning beginning)
{
  const Block none = { 0, };
  guint8 any_second = beginning.second == 0 ? 0xff : 0;
  guint8 any_third = beginning.third == 0 ? 0xff : 0;

  return (Pattern) { none + beginning.first, none + beginning.second, none + beginning.third, none + any_second,
                     none + any_third };
}

/* Sixteen places, in lower case, with what follows each of them. */
typedef struct
{
  Block here;
  Block next;
  Block after_next;
  Block unknown; /* what follows is not ASCII, and may be anything */
} Places;

static inline Block
compare_block (const Places  *places,
               const Pattern *pattern)
{
  Block second = (Block) (places->next == pattern->second) | pattern->any_second;
  Block third = (Block) (places->after_next == pattern->third) | pattern->any_third;

  return (Block) (places->here == pattern->first) & ((second & third) | places->unknown);
}

/* All bits of a byte are set where a term may begin: its first three letters
 * stand there, or what is not ASCII; and no letter of ASCII stands before.
 * @n_patterns is a constant, so that nothing is looked up for each block. */
static inline Block
look_at_block (const TrsSearchQuery *self,
               const Pattern         patterns[N_PATTERNS],
               guint                 n_patterns,
               const char           *p)
{
  Places places;
  Block before;
  Block here;
  Block found;

  memcpy (&before, p - 1, sizeof before);
  memcpy (&here, p, sizeof here);
  memcpy (&places.next, p + 1, sizeof places.next);
  memcpy (&places.after_next, p + 2, sizeof places.after_next);
  places.unknown = (Block) ((places.next | places.after_next) >= 0x80);
  places.here = here | 0x20;
  places.next |= 0x20;
  places.after_next |= 0x20;

  found = (Block) (here >= LEAD_BYTE);
  for (guint i = 0; i < n_patterns; i++)
    found |= compare_block (&places, &patterns[i]);
  for (guint i = N_PATTERNS; n_patterns == N_PATTERNS && i < self->n_beginnings; i++)
    {
      Pattern other = make_pattern (self->beginnings[i]);

      found |= compare_block (&places, &other);
    }

  return found & ~((Block) ((before | 0x20) - 'a' < 26) & (Block) (here < UNSPACED_BYTE));
}

static inline guint
get_first_byte (Halves found)
{
  guint n = 0;

  if (found[0] == 0)
    n = 8;
  return n + (guint) __builtin_ctzll (GUINT64_TO_LE (found[n / 8])) / 8;
}

/* Most of a text is passed over sixteen bytes at a time; a block is looked at with the two bytes behind it. */
static inline const char *
skip_blocks (const TrsSearchQuery *self,
             guint                 n_patterns,
             const char           *p,
             const char           *end,
             gboolean             *found)
{
  const Pattern patterns[N_PATTERNS] = { make_pattern (self->beginnings[0]), make_pattern (self->beginnings[1]) };

  for (; end - p > (gssize) sizeof (Block) + 1; p += sizeof (Block))
    {
      Halves candidates = (Halves) look_at_block (self, patterns, n_patterns, p);

      *found = (candidates[0] | candidates[1]) != 0;
      if (*found)
        return p + get_first_byte (candidates);
    }

  return p;
}

static const char *
find_candidate (const TrsSearchQuery *self,
                const char           *text,
                const char           *p,
                const char           *end)
{
  gboolean found = FALSE;

  if (p == text)
    return p;

  if (self->n_beginnings == 0)
    p = skip_blocks (self, 0, p, end, &found);
  else if (self->n_beginnings == 1)
    p = skip_blocks (self, 1, p, end, &found);
  else
    p = skip_blocks (self, N_PATTERNS, p, end, &found);
  if (found)
    return p;

  /* Where nothing is to be read behind the end, every character is looked at. */
  while (p < end && ((guchar) *p & 0xc0) == 0x80)
    p++;
  return p;
}

static const char *
skip_marks (const char *p,
            const char *end)
{
  gsize n;

  while (p < end && (guchar) *p >= LEAD_BYTE && trs_search_fold (trs_search_decode (p, end, &n)) == TRS_SEARCH_MARK)
    p += n;
  return p;
}

/* Whether a word can begin at a place: after what belongs to no word, and
 * anywhere beside a script without blanks. */
static gboolean
is_border_before (const char *text,
                  const char *p,
                  guint32     folded)
{
  while (p > text)
    {
      gsize n;
      guint32 before = trs_search_fold (trs_search_decode_back (text, p, &n));

      if (before != TRS_SEARCH_MARK)
        return before == TRS_SEARCH_SEPARATOR || ((before | folded) & TRS_SEARCH_UNSPACED) != 0;
      p -= n;
    }

  return TRUE;
}

static gboolean
is_border_after (const char *p,
                 const char *end,
                 guint32     folded)
{
  guint32 after;
  gsize n;

  if (p == end)
    return TRUE;

  after = trs_search_fold (trs_search_decode (p, end, &n));
  return after == TRS_SEARCH_SEPARATOR || ((after | folded) & TRS_SEARCH_UNSPACED) != 0;
}

static const char *
skip_separators (const char *p,
                 const char *end)
{
  gsize n;

  while (p < end && trs_search_fold (trs_search_decode (p, end, &n)) == TRS_SEARCH_SEPARATOR)
    p += n;
  return p;
}

/* A beginning of a word stands for the whole of it. */
static const char *
finish_word (const char *p,
             const char *end,
             guint32     folded)
{
  gsize n;

  while (!is_border_after (p, end, folded))
    {
      folded = trs_search_fold (trs_search_decode (p, end, &n));
      p = skip_marks (p + n, end);
    }
  return p;
}

/* The end of a term that begins at @p, NULL if it does not. */
static const char *
match_term (const TrsSearchTerm *term,
            const char          *p,
            const char          *end)
{
  guint32 last = 0;

  for (guint i = 0; i < term->folded->len; i++)
    {
      guint32 wanted = g_array_index (term->folded, guint32, i);
      gsize n;

      if (wanted == TRS_SEARCH_SEPARATOR)
        {
          if (!is_border_after (p, end, last))
            return NULL;
          p = skip_separators (p, end);
          continue;
        }

      if (p == end || trs_search_fold (trs_search_decode (p, end, &n)) != wanted)
        return NULL;
      p = skip_marks (p + n, end);
      last = wanted;
    }

  if (term->prefix)
    return finish_word (p, end, last);
  return is_border_after (p, end, last) ? p : NULL;
}

static gboolean
match_here (const TrsSearchQuery *self,
            const char           *text,
            const char           *p,
            const char           *end,
            gsize                *step,
            TrsSearchMatch       *match)
{
  guint32 folded = trs_search_fold (trs_search_decode (p, end, step));

  match->terms = 0;
  match->length = 0;
  for (guint i = 0; i < self->terms->len; i++)
    {
      const TrsSearchTerm *term = g_ptr_array_index (self->terms, i);
      const char *stop;

      if (g_array_index (term->folded, guint32, 0) != folded)
        continue;
      if (match->terms == 0 && !is_border_before (text, p, folded))
        return FALSE;

      stop = match_term (term, p, end);
      if (stop == NULL)
        continue;
      match->terms |= G_GUINT64_CONSTANT (1) << i;
      match->length = MAX (match->length, (gsize) (stop - p));
    }

  match->start = (gsize) (p - text);
  return match->terms != 0;
}

/**
 * trs_search_query_next:
 * @self: a query
 * @text: a text
 * @length: in bytes
 * @position: (inout): where to begin, 0 at first; where to go on
 * @match: (out): the next place where a term begins
 *
 * Matches may overlap.
 *
 * Returns: %FALSE if there is no other
 */
gboolean
trs_search_query_next (const TrsSearchQuery *self,
                       const char           *text,
                       gsize                 length,
                       gsize                *position,
                       TrsSearchMatch       *match)
{
  const char *end = text + length;
  const char *p = text + *position;

  while ((p = find_candidate (self, text, p, end)) < end)
    {
      gsize step;
      gboolean found = match_here (self, text, p, end, &step, match);

      p += step;
      if (found)
        {
          *position = (gsize) (p - text);
          return TRUE;
        }
    }

  *position = length;
  return FALSE;
}

/**
 * trs_search_query_find_terms:
 * @self: a query
 * @text: a text
 * @length: in bytes
 *
 * Returns: the terms that occur in @text, a bit each
 */
guint64
trs_search_query_find_terms (const TrsSearchQuery *self,
                             const char           *text,
                             gsize                 length)
{
  guint64 all = trs_search_query_get_terms (self);
  guint64 found = 0;
  gsize position = 0;
  TrsSearchMatch match;

  while (found != all && trs_search_query_next (self, text, length, &position, &match))
    found |= match.terms;
  return found;
}
