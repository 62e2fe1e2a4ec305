/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-search-results.h"

#include <string.h>

/* In bytes: words before the first match, and all of an excerpt. */
#define LEAD 60
#define EXCERPT 240

/* How far a cut looks for a blank. */
#define MAX_CUT 30

/* A paragraph with a match. */
typedef struct
{
  guint number;
  const char *words;
  gsize length;
  guint64 terms;
} Place;

static guint
count_terms (guint64 terms)
{
  return (guint) __builtin_popcountll (terms);
}

void
trs_search_passage_free (TrsSearchPassage *self)
{
  g_free (self->excerpt);
  g_array_unref (self->ranges);
  g_free (self);
}

void
trs_search_hit_free (TrsSearchHit *self)
{
  g_clear_pointer (&self->project, trs_project_data_free);
  g_clear_pointer (&self->passages, g_ptr_array_unref);
  g_free (self);
}

void
trs_search_results_free (TrsSearchResults *self)
{
  g_ptr_array_unref (self->hits);
  g_free (self);
}

/* Appends a match to ranges that do not overlap, and says if it is a new one. */
static gboolean
add_range (GArray               *ranges,
           const TrsSearchMatch *match)
{
  TrsSearchRange range = { match->start, match->length };
  TrsSearchRange *last = ranges->len > 0 ? &g_array_index (ranges, TrsSearchRange, ranges->len - 1) : NULL;

  if (last == NULL || match->start >= last->start + last->length)
    {
      g_array_append_val (ranges, range);
      return TRUE;
    }

  last->length = MAX (last->length, match->start + match->length - last->start);
  return FALSE;
}

/**
 * trs_search_find_ranges:
 * @query: what is looked for
 * @text: a text
 * @length: in bytes
 *
 * Returns: (transfer full) (element-type TrsSearchRange): all places where a
 *   term stands, in order, not overlapping
 */
GArray *
trs_search_find_ranges (const TrsSearchQuery *query,
                        const char           *text,
                        gsize                 length)
{
  GArray *ranges = g_array_new (FALSE, FALSE, sizeof (TrsSearchRange));
  TrsSearchScan scan;
  TrsSearchMatch match;

  trs_search_scan_init (&scan, query, text, length);
  while (trs_search_scan_next (&scan, &match))
    add_range (ranges, &match);
  return ranges;
}

static gboolean
is_inside_character (const char *p)
{
  return ((guchar) *p & 0xc0) == 0x80;
}

static gboolean
is_blank (char character)
{
  return character == ' ' || character == '\n' || character == '\t';
}

/* The first place from @from on at which words can be cut. */
static gsize
cut_before (const char *words,
            gsize       from,
            gsize       limit)
{
  gsize at = from;

  while (at > 0 && at < limit && at - from < MAX_CUT && !is_blank (words[at - 1]))
    at++;
  if (at == limit || at - from == MAX_CUT)
    at = from;
  while (at > 0 && is_inside_character (words + at))
    at--;
  return at;
}

/* The last place up to @to at which words can be cut. */
static gsize
cut_after (const char *words,
           gsize       length,
           gsize       to,
           gsize       limit)
{
  gsize at = to;

  while (at < length && at > limit && to - at < MAX_CUT && !is_blank (words[at]))
    at--;
  if (at == limit || to - at == MAX_CUT)
    at = to;
  while (at < length && is_inside_character (words + at))
    at++;
  return at;
}

/* The match from which on one excerpt shows the most different terms. */
static gsize
find_best_start (const TrsSearchQuery *query,
                 const Place          *place)
{
  TrsSearchScan scan;
  TrsSearchMatch match;
  gsize best_start = 0;
  guint best = 0;

  trs_search_scan_init (&scan, query, place->words, place->length);
  for (guint tries = 0; tries < TRS_SEARCH_MAX_COUNT && best < count_terms (place->terms) &&
                        trs_search_scan_next (&scan, &match);
       tries++)
    {
      gsize end = MIN (place->length, match.start + EXCERPT - LEAD);
      guint64 terms = trs_search_query_find_terms (query, place->words + match.start, end - match.start);

      if (count_terms (terms) > best)
        {
          best = count_terms (terms);
          best_start = match.start;
        }
    }

  return best_start;
}

/* Every byte stays in its place; what is no character becomes a question mark. */
static char *
copy_words (const char *words,
            gsize       length)
{
  char *copy = g_malloc (length + 1);
  const char *bad = copy;

  memcpy (copy, words, length);
  copy[length] = '\0';
  while (!g_utf8_validate_len (bad, length - (gsize) (bad - copy), &bad))
    copy[bad - copy] = '?';
  return copy;
}

static TrsSearchPassage *
make_passage (const TrsSearchQuery *query,
              const Place          *place)
{
  TrsSearchPassage *passage = g_new0 (TrsSearchPassage, 1);
  gsize first = find_best_start (query, place);
  gsize from = cut_before (place->words, first > LEAD ? first - LEAD : 0, first);
  gsize to = cut_after (place->words, place->length, MIN (place->length, from + EXCERPT), first);
  TrsSearchScan scan;
  TrsSearchMatch match;

  passage->paragraph = place->number;
  passage->time = -1;
  passage->offset = from;
  passage->ranges = g_array_new (FALSE, FALSE, sizeof (TrsSearchRange));
  trs_search_scan_init (&scan, query, place->words, place->length);
  trs_search_scan_skip_to (&scan, from);
  while (trs_search_scan_next (&scan, &match) && match.start < to)
    {
      /* What goes on into the next paragraph, or further than the excerpt, is shown as far as it goes. */
      match.length = MIN (match.length, to - match.start);
      add_range (passage->ranges, &match);
    }
  passage->excerpt = copy_words (place->words + from, to - from);
  passage->cut = to < place->length;
  return passage;
}

/* Keeps the places with the most terms, the earlier ones of equals, in order. */
static void
keep_best (GArray      *places,
           const Place *place,
           guint        max)
{
  guint worst = 0;

  if (places->len < max)
    {
      g_array_append_val (places, *place);
      return;
    }

  for (guint i = 1; i < places->len; i++)
    if (count_terms (g_array_index (places, Place, i).terms) <=
        count_terms (g_array_index (places, Place, worst).terms))
      worst = i;

  if (max > 0 && count_terms (place->terms) > count_terms (g_array_index (places, Place, worst).terms))
    {
      g_array_remove_index (places, worst);
      g_array_append_val (places, *place);
    }
}

/* Whether no later place can be better. */
static gboolean
are_best (GArray  *places,
          guint64  all,
          guint    max)
{
  for (guint i = 0; i < places->len; i++)
    if (g_array_index (places, Place, i).terms != all)
      return FALSE;

  return places->len == max;
}

static gboolean
step_to (TrsSplitter *splitter,
         Place       *place,
         const char  *where)
{
  do
    {
      if (!trs_splitter_step (splitter, &place->words, &place->length))
        return FALSE;
      place->number++;
    }
  while (splitter->next != NULL && where >= splitter->next);

  place->terms = 0;
  return TRUE;
}

static GArray *
find_places (const TrsSearchQuery *query,
             GBytes               *text,
             TrsSplitRule          rule,
             guint                 max,
             guint                *n_places)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (Place));
  Place place = { .number = G_MAXUINT };
  TrsSplitter splitter;
  TrsSearchMatch match;
  gsize size;
  const char *data = g_bytes_get_data (text, &size);
  guint64 all = trs_search_query_get_terms (query);
  TrsSearchScan scan;

  *n_places = 0;
  trs_splitter_init (&splitter, text, rule);
  trs_search_scan_init (&scan, query, data, size);
  while ((*n_places < TRS_SEARCH_MAX_COUNT || !are_best (places, all, max)) &&
         trs_search_scan_next (&scan, &match))
    {
      const char *where = data + match.start;

      if (place.words == NULL || (splitter.next != NULL && where >= splitter.next))
        {
          if (place.terms != 0)
            keep_best (places, &place, max);
          if (!step_to (&splitter, &place, where))
            break;
          if (*n_places < TRS_SEARCH_MAX_COUNT)
            (*n_places)++;
        }
      place.terms |= match.terms;
      if (place.terms == all)
        trs_search_scan_skip_to (&scan, splitter.next != NULL ? (gsize) (splitter.next - data) : size);
    }

  if (place.terms != 0)
    keep_best (places, &place, max);
  return places;
}

/**
 * trs_search_find_passages:
 * @query: what is looked for
 * @text: the bare text of a transcript
 * @rule: how it is cut into paragraphs
 * @max_passages: how many at most
 * @n_places: (out): how many paragraphs have a term, at most %TRS_SEARCH_MAX_COUNT
 *
 * Chooses the paragraphs with the most terms, the first ones of equals.
 *
 * Returns: (transfer full) (element-type TrsSearchPassage): passages in their
 *   order, without times and speakers
 */
GPtrArray *
trs_search_find_passages (const TrsSearchQuery *query,
                          GBytes               *text,
                          TrsSplitRule          rule,
                          guint                 max_passages,
                          guint                *n_places)
{
  g_autoptr (GArray) places = find_places (query, text, rule, max_passages, n_places);
  GPtrArray *passages = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_search_passage_free);

  for (guint i = 0; i < places->len; i++)
    g_ptr_array_add (passages, make_passage (query, &g_array_index (places, Place, i)));
  return passages;
}
