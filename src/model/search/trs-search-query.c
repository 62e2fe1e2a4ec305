/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-search-query.h"

#include <string.h>

#include "trs-search-fold.h"
#include "trs-search-private.h"

/* One letter begins a twentieth of all words: it is taken as a word of its own. */
#define MIN_PREFIX 2

static void
term_free (TrsSearchTerm *term)
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
static TrsSearchTerm *
make_term (const char *text,
           const char *end,
           gboolean    open)
{
  TrsSearchTerm *term = g_new0 (TrsSearchTerm, 1);
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
is_equal (const TrsSearchTerm *a,
          const TrsSearchTerm *b)
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
  TrsSearchTerm *term = make_term (text, end, open);
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

/**
 * trs_search_query_free:
 * @self: (transfer full): a query
 */
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
      const TrsSearchTerm *term = g_ptr_array_index (self->terms, i);

      g_string_append_printf (string, "%s\"%s\"%s", i > 0 ? " " : "", term->words, term->prefix ? "*" : "");
    }

  return g_string_free (string, FALSE);
}
