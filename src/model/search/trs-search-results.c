/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-search-results.h"

#include <string.h>

/* Bytes before the first match, and length of a whole excerpt. */
#define LEAD 60
#define EXCERPT 240

/* Separates paragraphs in the words of a highlight. */
#define SEPARATOR "\n\n"

/* How many bytes a cut may move to reach a space. */
#define MAX_CUT 30

static guint
count_terms (guint64 terms)
{
  return (guint) __builtin_popcountll (terms);
}

void
trs_search_passage_free (TrsSearchPassage *self)
{
  g_free (self->name);
  g_free (self->excerpt);
  g_free (self->note);
  g_array_unref (self->ranges);
  g_free (self);
}

void
trs_search_hit_free (TrsSearchHit *self)
{
  g_clear_pointer (&self->project, trs_project_data_free);
  g_clear_pointer (&self->passages, g_ptr_array_unref);
  g_clear_pointer (&self->context, g_ptr_array_unref);
  g_free (self);
}

/**
 * trs_search_passage_get_last:
 * @self: a passage
 *
 * Returns: number of the paragraph in which it ends; a highlight may go on in the next ones
 */
guint
trs_search_passage_get_last (const TrsSearchPassage *self)
{
  guint last = self->paragraph;

  for (const char *p = self->highlight != 0 ? strstr (self->excerpt, SEPARATOR) : NULL; p != NULL;
       p = strstr (p + strlen (SEPARATOR), SEPARATOR))
    last++;
  return last;
}

static int
compare_passages (gconstpointer a,
                  gconstpointer b)
{
  const TrsSearchPassage *left = *(const TrsSearchPassage *const *) a;
  const TrsSearchPassage *right = *(const TrsSearchPassage *const *) b;

  return left->paragraph < right->paragraph ? -1 : left->paragraph > right->paragraph;
}

/**
 * trs_search_hit_list_around:
 * @self: a hit with its context
 * @passage: one of its passages
 * @n_before: how many paragraphs before it at most, no more than the context has
 * @n_after: how many after it
 *
 * Returns: (transfer container) (element-type TrsSearchPassage): the whole paragraphs around it, in their order
 */
GPtrArray *
trs_search_hit_list_around (const TrsSearchHit     *self,
                            const TrsSearchPassage *passage,
                            guint                   n_before,
                            guint                   n_after)
{
  GPtrArray *around = g_ptr_array_new ();
  GPtrArray *sources[] = { self->context, passage->highlight == 0 ? self->passages : NULL };
  guint last = trs_search_passage_get_last (passage);

  if (passage->lost)
    return around;

  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    for (guint j = 0; sources[i] != NULL && j < sources[i]->len; j++)
      {
        TrsSearchPassage *other = g_ptr_array_index (sources[i], j);

        if ((other->paragraph < passage->paragraph && passage->paragraph - other->paragraph <= n_before) ||
            (other->paragraph > last && other->paragraph - last <= n_after))
          g_ptr_array_add (around, other);
      }
  g_ptr_array_sort (around, compare_passages);
  return around;
}

void
trs_search_results_free (TrsSearchResults *self)
{
  g_ptr_array_unref (self->hits);
  g_free (self);
}

/* Appends a match; ranges must not overlap. */
static void
add_range (GArray               *ranges,
           const TrsSearchMatch *match)
{
  TrsSearchRange range = { match->start, match->length };
  TrsSearchRange *last = ranges->len > 0 ? &g_array_index (ranges, TrsSearchRange, ranges->len - 1) : NULL;

  if (last == NULL || match->start >= last->start + last->length)
    g_array_append_val (ranges, range);
  else
    last->length = MAX (last->length, match->start + match->length - last->start);
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
  g_autoptr (GArray) matches = trs_search_query_find (query, text, length);
  GArray *ranges = g_array_new (FALSE, FALSE, sizeof (TrsSearchRange));

  for (guint i = 0; i < matches->len; i++)
    add_range (ranges, &g_array_index (matches, TrsSearchMatch, i));
  return ranges;
}

static gboolean
is_inside_character (const char *p)
{
  return ((guchar) *p & 0xc0) == 0x80;
}

/* Returns the first place from @from on where words can be cut. */
static gsize
cut_before (const char *words,
            gsize       from,
            gsize       limit)
{
  for (gsize at = from; at < limit && at < from + MAX_CUT; at++)
    if (at == 0 || g_ascii_isspace (words[at - 1]))
      return at;

  while (from > 0 && is_inside_character (words + from))
    from--;
  return from;
}

/* Returns the last place up to @to where words can be cut. */
static gsize
cut_after (const char *words,
           gsize       length,
           gsize       to,
           gsize       limit)
{
  for (gsize at = to; at > limit && at + MAX_CUT > to; at--)
    if (at == length || g_ascii_isspace (words[at]))
      return at;

  while (to < length && is_inside_character (words + to))
    to++;
  return to;
}

/* Returns the match at which the excerpt with the most different terms begins. */
static gsize
find_best_start (GArray *matches)
{
  gsize best_start = 0;
  guint best = 0;

  for (guint i = 0; i < matches->len; i++)
    {
      gsize start = g_array_index (matches, TrsSearchMatch, i).start;
      guint64 terms = 0;

      for (guint j = i; j < matches->len; j++)
        {
          const TrsSearchMatch *match = &g_array_index (matches, TrsSearchMatch, j);

          if (match->start + match->length > start + EXCERPT - LEAD)
            break;
          terms |= match->terms;
        }
      if (count_terms (terms) > best)
        {
          best = count_terms (terms);
          best_start = start;
        }
    }

  return best_start;
}

/* Copies words and replaces each invalid byte by a question mark, so that offsets stay the same. */
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
              const TrsSearchPlace *place)
{
  TrsSearchPassage *passage = g_new0 (TrsSearchPassage, 1);
  g_autoptr (GArray) matches = trs_search_query_find (query, place->words, place->length);
  gsize first = find_best_start (matches);
  gsize from = cut_before (place->words, first > LEAD ? first - LEAD : 0, first);
  gsize to = cut_after (place->words, place->length, MIN (place->length, from + EXCERPT), first);

  passage->paragraph = place->paragraph;
  passage->time = -1;
  passage->offset = from;
  passage->ranges = g_array_new (FALSE, FALSE, sizeof (TrsSearchRange));
  for (guint i = 0; i < matches->len; i++)
    {
      TrsSearchMatch *match = &g_array_index (matches, TrsSearchMatch, i);

      /* A match that continues beyond the excerpt ends with it. */
      match->length = MIN (match->length, to - MIN (match->start, to));
      if (match->start >= from && match->start < to)
        add_range (passage->ranges, match);
    }
  passage->excerpt = copy_words (place->words + from, to - from);
  passage->cut = to < place->length;
  return passage;
}

/**
 * trs_search_passage_new_whole:
 * @query: (nullable): what is looked for
 * @paragraph: number of the paragraph
 * @words: (array length=length): its words
 * @length: in bytes
 *
 * Returns: (transfer full): the whole paragraph, without its time and speaker
 */
TrsSearchPassage *
trs_search_passage_new_whole (const TrsSearchQuery *query,
                              guint                 paragraph,
                              const char           *words,
                              gsize                 length)
{
  TrsSearchPassage *passage = g_new0 (TrsSearchPassage, 1);

  passage->paragraph = paragraph;
  passage->time = -1;
  passage->excerpt = copy_words (words, length);
  passage->ranges = query != NULL ? trs_search_find_ranges (query, words, length)
                                  : g_array_new (FALSE, FALSE, sizeof (TrsSearchRange));
  return passage;
}

/**
 * trs_search_find_places:
 * @query: what is looked for
 * @text: the bare text of a transcript
 * @rule: how it is cut into paragraphs
 *
 * Returns: (transfer full) (element-type TrsSearchPlace): the paragraphs that have a term, in their order
 */
GArray *
trs_search_find_places (const TrsSearchQuery *query,
                        GBytes               *text,
                        TrsSplitRule          rule)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (TrsSearchPlace));
  TrsSearchPlace place = { .paragraph = G_MAXUINT };
  gsize size;
  const char *data = g_bytes_get_data (text, &size);
  g_autoptr (GArray) matches = trs_search_query_find (query, data, size);
  TrsSplitter splitter;

  trs_splitter_init (&splitter, text, rule);
  for (guint i = 0; i < matches->len; i++)
    {
      const TrsSearchMatch *match = &g_array_index (matches, TrsSearchMatch, i);
      gboolean is_new = FALSE;

      while (place.words == NULL || (splitter.next != NULL && data + match->start >= splitter.next))
        {
          trs_splitter_step (&splitter, &place.words, &place.length);
          place.paragraph++;
          is_new = TRUE;
        }
      if (is_new)
        g_array_append_val (places, place);
      g_array_index (places, TrsSearchPlace, places->len - 1).terms |= match->terms;
    }
  return places;
}

static int
compare_numbers (gconstpointer a,
                 gconstpointer b)
{
  const TrsSearchPlace *left = a;
  const TrsSearchPlace *right = b;

  return left->paragraph < right->paragraph ? -1 : left->paragraph > right->paragraph;
}

static int
compare_terms (gconstpointer a,
               gconstpointer b)
{
  const TrsSearchPlace *left = a;
  const TrsSearchPlace *right = b;
  int difference = (int) count_terms (right->terms) - (int) count_terms (left->terms);

  return difference != 0 ? difference : compare_numbers (a, b);
}

/**
 * trs_search_choose_places:
 * @places: (element-type TrsSearchPlace): places in their order
 * @max_places: how many are wanted at most
 *
 * Leaves those with the most terms, the first ones of equals, in their order.
 */
void
trs_search_choose_places (GArray *places,
                          guint   max_places)
{
  if (places->len <= max_places)
    return;

  g_array_sort (places, compare_terms);
  g_array_set_size (places, max_places);
  g_array_sort (places, compare_numbers);
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
  g_autoptr (GArray) places = trs_search_find_places (query, text, rule);
  GPtrArray *passages = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_search_passage_free);

  *n_places = MIN (places->len, TRS_SEARCH_MAX_COUNT);
  trs_search_choose_places (places, max_passages);
  for (guint i = 0; i < places->len; i++)
    g_ptr_array_add (passages, make_passage (query, &g_array_index (places, TrsSearchPlace, i)));
  return passages;
}
