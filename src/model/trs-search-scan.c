/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-search-scan.h"

#include <string.h>

#include "config.h"
#include "trs-search-fold.h"
#include "trs-search-private.h"

/* What is looked at with a step, with the byte before it and the two behind it. */
#define WINDOW (1 + TRS_SEARCH_STEP + 2)

static guint64
look (const TrsSearchQuery  *query,
      const char           **p,
      const char            *end)
{
#ifdef TRS_HAVE_AVX2
  if (__builtin_cpu_supports ("avx2"))
    return trs_search_look_wide (query, p, end);
#endif

  return trs_search_look (query, p, end);
}

/* At both ends of a text, where there is nothing to be read around it. */
static guint64
look_at_end (TrsSearchScan *self)
{
  gsize n_before = self->next > self->text ? 1 : 0;
  gsize n = MIN ((gsize) (self->end - self->next), TRS_SEARCH_STEP + 2);
  char window[WINDOW] = { 0, };
  const char *p = window + 1;

  memcpy (window + 1 - n_before, self->next - n_before, n_before + n);
  return look (self->query, &p, window + WINDOW);
}

/* Passes over what cannot be meant; %NULL at the end of the text. */
static const char *
find_candidate (TrsSearchScan *self)
{
  while (self->places == 0 && self->next < self->end)
    {
      gsize rest = (gsize) (self->end - self->next);

      if (self->next > self->text && rest >= TRS_SEARCH_STEP + 2)
        {
          self->places = look (self->query, &self->next, self->end);
          rest = self->places != 0 ? TRS_SEARCH_STEP : 0;
        }
      else
        {
          self->places = look_at_end (self);
        }
      self->here = self->next;
      self->next += MIN (rest, TRS_SEARCH_STEP);
    }

  return self->places != 0 ? self->here + __builtin_ctzll (self->places) : NULL;
}

/* A character as it is compared, and how many bytes it takes. Nearly all are of ASCII. */
static inline guint32
fold_at (const char *p,
         const char *end,
         gsize      *n)
{
  if ((guchar) *p >= 0x80)
    return trs_search_fold (trs_search_decode (p, end, n));

  *n = 1;
  return g_ascii_isalnum (*p) ? (guint32) g_ascii_tolower (*p) : TRS_SEARCH_SEPARATOR;
}

static const char *
skip_marks (const char *p,
            const char *end)
{
  gsize n;

  while (p < end && (guchar) *p >= TRS_SEARCH_FIRST_LEAD && fold_at (p, end, &n) == TRS_SEARCH_MARK)
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
  if (p > text && (guchar) p[-1] < 0x80)
    return !g_ascii_isalnum (p[-1]) || (folded & TRS_SEARCH_UNSPACED) != 0;

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

  after = fold_at (p, end, &n);
  return after == TRS_SEARCH_SEPARATOR || ((after | folded) & TRS_SEARCH_UNSPACED) != 0;
}

static const char *
skip_separators (const char *p,
                 const char *end)
{
  gsize n;

  while (p < end && fold_at (p, end, &n) == TRS_SEARCH_SEPARATOR)
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
      folded = fold_at (p, end, &n);
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

      if (p == end || fold_at (p, end, &n) != wanted)
        return NULL;
      p = skip_marks (p + n, end);
      last = wanted;
    }

  if (term->prefix)
    return finish_word (p, end, last);
  return is_border_after (p, end, last) ? p : NULL;
}

static gboolean
match_here (TrsSearchScan  *self,
            const char     *p,
            TrsSearchMatch *match)
{
  const GPtrArray *terms = self->query->terms;
  gsize n;
  guint32 folded = fold_at (p, self->end, &n);

  match->start = (gsize) (p - self->text);
  match->length = 0;
  match->terms = 0;
  for (guint i = 0; i < terms->len; i++)
    {
      const TrsSearchTerm *term = g_ptr_array_index (terms, i);
      const char *stop;

      if (g_array_index (term->folded, guint32, 0) != folded)
        continue;
      if (match->terms == 0 && !is_border_before (self->text, p, folded))
        return FALSE;

      stop = match_term (term, p, self->end);
      if (stop == NULL)
        continue;
      match->terms |= G_GUINT64_CONSTANT (1) << i;
      match->length = MAX (match->length, (gsize) (stop - p));
    }

  return match->terms != 0;
}

/**
 * trs_search_scan_init:
 * @self: (out): a scan
 * @query: what is looked for, has to outlive @self
 * @text: (nullable): a text, has to outlive @self; %NULL if it is empty
 * @length: in bytes
 *
 * Stands at the beginning of the text.
 */
void
trs_search_scan_init (TrsSearchScan        *self,
                      const TrsSearchQuery *query,
                      const char           *text,
                      gsize                 length)
{
  self->query = query;
  self->text = text != NULL ? text : "";
  self->end = self->text + length;
  self->here = self->text;
  self->next = self->text;
  self->places = 0;
}

/**
 * trs_search_scan_skip_to:
 * @self: a scan
 * @start: a place in the text, in bytes from its beginning
 *
 * Passes over what begins before @start.
 */
void
trs_search_scan_skip_to (TrsSearchScan *self,
                         gsize          start)
{
  const char *p = self->text + start;

  if (p >= self->next)
    {
      self->places = 0;
      self->next = p;
    }
  else if (p > self->here)
    {
      self->places &= G_MAXUINT64 << (p - self->here);
    }
}

/**
 * trs_search_scan_next:
 * @self: a scan
 * @match: (out): the next place where a term begins
 *
 * Matches may overlap.
 *
 * Returns: %FALSE if there is no other
 */
gboolean
trs_search_scan_next (TrsSearchScan  *self,
                      TrsSearchMatch *match)
{
  const char *p;

  while ((p = find_candidate (self)) != NULL)
    {
      self->places &= self->places - 1;
      if (match_here (self, p, match))
        return TRUE;
    }

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
  TrsSearchScan scan;
  TrsSearchMatch match;

  trs_search_scan_init (&scan, self, text, length);
  while (found != all && trs_search_scan_next (&scan, &match))
    found |= match.terms;
  return found;
}
