/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Compiled for blocks of sixteen bytes, which every processor has, and where
 * there are wider ones once more for these, see meson.build. */
#include <string.h>

#include "trs-search-private.h"

typedef guint8 Block __attribute__ ((vector_size (TRS_BLOCK_BYTES)));
typedef guint64 Words __attribute__ ((vector_size (TRS_BLOCK_BYTES)));
#define N_WORDS (TRS_BLOCK_BYTES / 8)
#define N_BLOCKS (TRS_SEARCH_STEP / TRS_BLOCK_BYTES)

/* A byte that is to be there; all bits of both are set where it may be any. */
typedef struct
{
  Block bits; /* that make no difference */
  Block byte;
} Wanted;

/* What a place is compared with, in every byte of a block. */
typedef struct
{
  Wanted first;
  Wanted second;
  Wanted third;
  Block exact; /* all bits or none */
} Pattern;

/* Terms whose patterns stay in registers: more are seldom typed. */
#define N_PATTERNS 2

static G_ALWAYS_INLINE inline Wanted
make_wanted (guint8 byte)
{
  const Block none = { 0, };
  guint8 bits = byte == 0 ? 0xff : TRS_SEARCH_CASE;

  return (Wanted) { none + bits, none + (guint8) (byte | bits) };
}

static G_ALWAYS_INLINE inline Pattern
make_pattern (TrsSearchBeginning beginning)
{
  const Block none = { 0, };

  return (Pattern) { make_wanted (beginning.first), make_wanted (beginning.second), make_wanted (beginning.third),
                     none + (guint8) (beginning.exact ? 0xff : 0) };
}

static G_ALWAYS_INLINE inline Block
compare (Block  bytes,
         Wanted wanted)
{
  return (Block) ((bytes | wanted.bits) == wanted.byte);
}

/* Places, with what stands around them. */
typedef struct
{
  Block here;
  Block next;
  Block after_next;
  Block unknown; /* what follows is not ASCII, and may be anything */
  Block inside; /* a letter of ASCII stands before */
} Places;

static G_ALWAYS_INLINE inline Places
read_places (const char *p)
{
  Places places;
  Block before;

  memcpy (&before, p - 1, sizeof before);
  memcpy (&places.here, p, sizeof places.here);
  memcpy (&places.next, p + 1, sizeof places.next);
  memcpy (&places.after_next, p + 2, sizeof places.after_next);
  places.unknown = (Block) ((places.next | places.after_next) >= 0x80);
  places.inside = (Block) ((before | TRS_SEARCH_CASE) - 'a' <= 'z' - 'a');
  return places;
}

/* All bits of a byte are set where a term may begin with the letters of a
 * pattern. A character of a script without blanks may also stand inside a word,
 * and is known by its own bytes. */
static G_ALWAYS_INLINE inline Block
compare_places (const Places  *places,
                const Pattern *pattern,
                gboolean       exact)
{
  Block first = compare (places->here, pattern->first);
  Block follows = compare (places->next, pattern->second) & compare (places->after_next, pattern->third);

  if (!exact)
    return first & (follows | places->unknown);
  return first & (follows | (places->unknown & ~pattern->exact)) & (~places->inside | pattern->exact);
}

/* All bits of a byte are set where a term may begin. */
static G_ALWAYS_INLINE inline Block
look_at_block (const TrsSearchQuery *query,
               const Pattern         patterns[N_PATTERNS],
               guint                 n_patterns,
               gboolean               exact,
               const char           *p)
{
  Places places = read_places (p);
  Block found = (Block) (places.here - query->first_lead <= query->n_more_leads);

  if (exact)
    found &= ~places.inside;
  for (guint i = 0; i < n_patterns && i < N_PATTERNS; i++)
    found |= compare_places (&places, &patterns[i], exact);
  for (guint i = N_PATTERNS; i < n_patterns && i < query->n_beginnings; i++)
    {
      Pattern other = make_pattern (query->beginnings[i]);

      found |= compare_places (&places, &other, exact);
    }

  return exact ? found : found & ~places.inside;
}

static G_ALWAYS_INLINE inline gboolean
is_any_set (Words found)
{
  guint64 any = 0;

  for (guint i = 0; i < N_WORDS; i++)
    any |= found[i];
  return any != 0;
}

/* A bit for each byte, the first one the lowest. */
static guint64
pack (Words found)
{
  guint64 bits = 0;

  for (guint i = 0; i < N_WORDS; i++)
    bits |= ((GUINT64_TO_LE (found[i]) & 0x0101010101010101) * 0x0102040810204080 >> 56) << (i * 8);
  return bits;
}

/* To ask whether there is anything takes as long as to look at half a block, and
 * is done once for some. @n_patterns and @exact are constants, so that
 * nothing is looked up for each block. */
static G_ALWAYS_INLINE inline guint64
look (const TrsSearchQuery  *query,
      guint                  n_patterns,
      gboolean               exact,
      const char           **p,
      const char            *end)
{
  const Pattern patterns[N_PATTERNS] = { make_pattern (query->beginnings[0]), make_pattern (query->beginnings[1]) };

  for (; end - *p >= TRS_SEARCH_STEP + 2; *p += TRS_SEARCH_STEP)
    {
      Words found[N_BLOCKS];
      Words any = { 0, };
      guint64 places = 0;

      for (guint i = 0; i < N_BLOCKS; i++)
        {
          found[i] = (Words) look_at_block (query, patterns, n_patterns, exact, *p + i * TRS_BLOCK_BYTES);
          any |= found[i];
        }
      if (!is_any_set (any))
        continue;

      for (guint i = 0; i < N_BLOCKS; i++)
        places |= pack (found[i]) << (i * TRS_BLOCK_BYTES);
      return places;
    }

  return 0;
}

guint64
TRS_SEARCH_LOOK (const TrsSearchQuery  *query,
                 const char           **p,
                 const char            *end)
{
  switch (query->n_beginnings)
    {
    case 0:
      return look (query, 0, FALSE, p, end);
    case 1:
      return query->exact ? look (query, 1, TRUE, p, end) : look (query, 1, FALSE, p, end);
    case 2:
      return query->exact ? look (query, 2, TRUE, p, end) : look (query, 2, FALSE, p, end);
    default:
      return look (query, G_MAXUINT, TRUE, p, end);
    }
}
