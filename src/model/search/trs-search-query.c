/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-search-query.h"

#include <string.h>

#include "trs-search-fold.h"

/* One letter begins a twentieth of all words: it is taken as a word of its own. */
#define MIN_PREFIX 2

/* Words that follow each other: their folded characters, with
 * TRS_SEARCH_SEPARATOR between two words. */
typedef struct
{
  char *words; /* as typed, a blank between two */
  GArray *folded;
  gboolean prefix; /* the last word may go on */
  gboolean unspaced;
} Term;

struct _TrsSearchQuery
{
  GPtrArray *terms;
  gboolean unspaced;
};

static void
term_free (Term *term)
{
  g_free (term->words);
  g_array_unref (term->folded);
  g_free (term);
}

static gboolean
is_quote (gunichar character)
{
  return character == '"' || character == 0x201c || character == 0x201d || character == 0x201e ||
         character == 0xab || character == 0xbb;
}

static guint
get_last_word_length (GArray *folded)
{
  guint n = 0;

  while (n < folded->len && g_array_index (folded, guint32, folded->len - 1 - n) != TRS_SEARCH_SEPARATOR)
    n++;
  return n;
}

/* Everything that is no part of a word only divides words. */
static Term *
make_term (const char *text,
           const char *end,
           gboolean    open)
{
  Term *term = g_new0 (Term, 1);
  GString *words = g_string_new (NULL);
  gboolean between = FALSE;
  gsize n;

  term->folded = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (const char *p = text; p < end; p += n)
    {
      guint32 folded = trs_search_fold (trs_search_decode (p, end, &n));

      if (folded == TRS_SEARCH_SEPARATOR || (folded == TRS_SEARCH_MARK && (between || term->folded->len == 0)))
        {
          between = term->folded->len > 0;
          continue;
        }

      if (between)
        {
          g_array_append_val (term->folded, (guint32) { TRS_SEARCH_SEPARATOR });
          g_string_append_c (words, ' ');
          between = FALSE;
        }
      if (folded != TRS_SEARCH_MARK)
        g_array_append_val (term->folded, folded);
      if ((folded & TRS_SEARCH_UNSPACED) != 0)
        term->unspaced = TRUE;
      g_string_append_len (words, p, (gssize) n);
    }

  term->words = g_string_free (words, FALSE);
  term->prefix = open && !between && get_last_word_length (term->folded) >= MIN_PREFIX;
  return term;
}

static gboolean
is_equal (const Term *a,
          const Term *b)
{
  return a->prefix == b->prefix && a->folded->len == b->folded->len &&
         memcmp (a->folded->data, b->folded->data, a->folded->len * sizeof (guint32)) == 0;
}

static void
add_term (TrsSearchQuery *self,
          const char     *text,
          const char     *end,
          gboolean        open)
{
  Term *term = make_term (text, end, open);
  gboolean useless = term->folded->len == 0 || self->terms->len == TRS_SEARCH_MAX_TERMS;

  for (guint i = 0; i < self->terms->len && !useless; i++)
    useless = is_equal (term, g_ptr_array_index (self->terms, i));

  if (useless)
    {
      term_free (term);
      return;
    }

  self->unspaced |= term->unspaced;
  g_ptr_array_add (self->terms, term);
}

/**
 * trs_search_query_new:
 * @input: what was typed, valid UTF-8
 *
 * Words are looked for whole, the last one as a beginning while it is being
 * typed; words in quotes follow each other. Nothing else has a meaning:
 * punctuation divides words. Terms beyond %TRS_SEARCH_MAX_TERMS are left out.
 *
 * Returns: (transfer full): a query
 */
TrsSearchQuery *
trs_search_query_new (const char *input)
{
  TrsSearchQuery *self = g_new0 (TrsSearchQuery, 1);
  const char *end = input + strlen (input);
  const char *start = input;
  gboolean quoted = FALSE;
  gsize n;

  self->terms = g_ptr_array_new_with_free_func ((GDestroyNotify) term_free);
  for (const char *p = input; p < end; p += n)
    {
      gunichar character = trs_search_decode (p, end, &n);
      gboolean quote = is_quote (character);

      if (!quote && (quoted || !g_unichar_isspace (character)))
        continue;

      add_term (self, start, p, FALSE);
      start = p + n;
      if (quote)
        quoted = !quoted;
    }
  add_term (self, start, end, TRUE);

  return self;
}

void
trs_search_query_free (TrsSearchQuery *self)
{
  g_ptr_array_unref (self->terms);
  g_free (self);
}

/**
 * trs_search_query_get_terms:
 * @self: a query
 *
 * Returns: a bit for each term; 0 if there is no word to look for
 */
guint64
trs_search_query_get_terms (const TrsSearchQuery *self)
{
  return self->terms->len == TRS_SEARCH_MAX_TERMS ? G_MAXUINT64 : (G_GUINT64_CONSTANT (1) << self->terms->len) - 1;
}

/**
 * trs_search_query_get_unspaced:
 * @self: a query
 *
 * Returns: %TRUE if it has a word of a script without blanks, which no index knows
 */
gboolean
trs_search_query_get_unspaced (const TrsSearchQuery *self)
{
  return self->unspaced;
}

/**
 * trs_search_query_to_fts:
 * @self: a query with terms
 *
 * Every term in quotes: nothing that was typed is taken for an operator.
 *
 * Returns: (transfer full): the same for MATCH of FTS5
 */
char *
trs_search_query_to_fts (const TrsSearchQuery *self)
{
  GString *string = g_string_new (NULL);

  for (guint i = 0; i < self->terms->len; i++)
    {
      const Term *term = g_ptr_array_index (self->terms, i);

      g_string_append_printf (string, "%s\"%s\"%s", i > 0 ? " " : "", term->words, term->prefix ? "*" : "");
    }

  return g_string_free (string, FALSE);
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

  while (p < end && (guchar) *p >= 0x80 && fold_at (p, end, &n) == TRS_SEARCH_MARK)
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
match_term (const Term *term,
            const char *p,
            const char *end)
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
            guint32         folded,
            TrsSearchMatch *match)
{
  const GPtrArray *terms = self->query->terms;

  match->start = (gsize) (p - self->text);
  match->length = 0;
  match->terms = 0;
  for (guint i = 0; i < terms->len; i++)
    {
      const Term *term = g_ptr_array_index (terms, i);
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
  self->next = self->text;
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
  self->next = MAX (self->next, self->text + start);
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
  while (self->next < self->end)
    {
      const char *p = self->next;
      gsize n;
      guint32 folded = fold_at (p, self->end, &n);

      self->next += n;
      /* Most places are inside a word. */
      if (n == 1 && p > self->text && g_ascii_isalnum (*p) && g_ascii_isalnum (p[-1]))
        continue;
      if (match_here (self, p, folded, match))
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
