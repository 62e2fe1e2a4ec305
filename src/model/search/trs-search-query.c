/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-search-query.h"

#include <string.h>

/* The first plane has nearly all characters in use, so these are looked up in tables, of which each is made when one of
 * its characters is first seen: a program that searches once would spend more on the whole. */
#define TABLE_SIZE 0x100
#define N_TABLES 0x100

/* Whether FTS5 drops a combining mark; it keeps others as parts of the word. */
static gboolean
is_dropped_highlight (gunichar character)
{
  static const guint32 dropped[] = { 0x08029fdf, 0x000361f8 };

  return character >= 768 && character <= 817 &&
         (dropped[(character - 768) / 32] >> ((character - 768) % 32) & 1) != 0;
}

static gboolean
is_part_of_word (gunichar character)
{
  return g_unichar_isalnum (character) || g_unichar_ismark (character) ||
         g_unichar_type (character) == G_UNICODE_PRIVATE_USE;
}

static gboolean
is_unsegmented (gunichar character)
{
  switch (g_unichar_get_script (character))
    {
    case G_UNICODE_SCRIPT_HAN:
    case G_UNICODE_SCRIPT_HIRAGANA:
    case G_UNICODE_SCRIPT_KATAKANA:
    case G_UNICODE_SCRIPT_BOPOMOFO:
    case G_UNICODE_SCRIPT_HANGUL: /* spaces, but with endings that are part of the word */
    case G_UNICODE_SCRIPT_YI:
    case G_UNICODE_SCRIPT_THAI:
    case G_UNICODE_SCRIPT_LAO:
    case G_UNICODE_SCRIPT_KHMER:
    case G_UNICODE_SCRIPT_MYANMAR:
    case G_UNICODE_SCRIPT_TIBETAN:
      return TRUE;
    default:
      return character == 0x30fc || character == 0xff70; /* the long vowel of Japanese */
    }
}

/* Folds case as FTS5 does, which is not always by the lower-case letter: µ becomes the Greek one. */
static gunichar
fold_case (gunichar character)
{
  char text[8] = "";
  g_autofree char *folded = NULL;

  g_unichar_to_utf8 (character, text);
  folded = g_utf8_casefold (text, -1);
  return g_utf8_strlen (folded, -1) == 1 ? g_utf8_get_char (folded) : g_unichar_tolower (character);
}

static guint32
classify (gunichar character)
{
  gunichar parts[4] = { 0, };
  gunichar folded;

  if (is_dropped_highlight (character))
    return TRS_SEARCH_MARK;
  if (!is_part_of_word (character))
    return TRS_SEARCH_SEPARATOR;

  /* FTS5 removes diacritics only where the base letter is ASCII. */
  folded = fold_case (character);
  if (character >= 0x80 && g_unichar_fully_decompose (character, FALSE, parts, G_N_ELEMENTS (parts)) > 0 &&
      parts[0] < 0x80 && g_ascii_isalpha ((char) parts[0]))
    folded = (gunichar) g_ascii_tolower ((char) parts[0]);

  return folded | (is_unsegmented (character) ? TRS_SEARCH_UNSEGMENTED : 0);
}

/**
 * trs_search_fold:
 * @character: a character
 *
 * May be called from any thread.
 *
 * Returns: what the search compares it by, %TRS_SEARCH_SEPARATOR or
 *   %TRS_SEARCH_MARK; with %TRS_SEARCH_UNSEGMENTED beside it where words are not
 *   separated by spaces
 */
guint32
trs_search_fold (gunichar character)
{
  static guint32 *tables[N_TABLES];
  guint32 **table;

  if (character >= N_TABLES * TABLE_SIZE)
    return classify (character);

  table = &tables[character / TABLE_SIZE];
  if (g_once_init_enter (table))
    {
      guint32 *filled = g_new (guint32, TABLE_SIZE);

      for (gunichar c = 0; c < TABLE_SIZE; c++)
        filled[c] = classify (character / TABLE_SIZE * TABLE_SIZE + c);
      g_once_init_leave (table, filled);
    }
  return (*table)[character % TABLE_SIZE];
}

/**
 * trs_search_decode:
 * @text: a place in a text
 * @end: the end of the text, after @text
 * @length: (out): how many bytes the character takes
 *
 * Reads a character of a text that may be damaged.
 *
 * Returns: the character; 0 for a byte that belongs to none
 */
gunichar
trs_search_decode (const char *text,
                   const char *end,
                   gsize      *length)
{
  gunichar character = g_utf8_get_char_validated (text, end - text);
  gboolean valid = character < (gunichar) -2;

  *length = valid ? (gsize) (g_utf8_next_char (text) - text) : 1;
  return valid ? character : 0;
}

/* Returns a folded character, and its length in bytes. */
static guint32
fold_at (const char *p,
         const char *end,
         gsize      *n)
{
  /* Nearly all characters are ASCII. */
  if ((guchar) *p >= 0x80)
    return trs_search_fold (trs_search_decode (p, end, n));

  *n = 1;
  return trs_search_fold ((guchar) *p);
}

/**
 * trs_search_has_unsegmented:
 * @text: a text
 * @length: in bytes
 *
 * Returns: %TRUE if some of it is written without spaces between words
 */
gboolean
trs_search_has_unsegmented (const char *text,
                            gsize       length)
{
  const char *end = text + length;
  gsize n;

  for (const char *p = text; p < end; p += n)
    if ((fold_at (p, end, &n) & TRS_SEARCH_UNSEGMENTED) != 0)
      return TRUE;

  return FALSE;
}

/* A single letter begins a twentieth of all words, so it is not treated as a prefix. */
#define MIN_PREFIX 2

/* A sequence of words: their folded characters, with TRS_SEARCH_SEPARATOR between two words. */
typedef struct
{
  char *words; /* as typed, separated by a space */
  GArray *folded;
  gboolean prefix; /* the last word may go on */
  gboolean unsegmented;
} Term;

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

/* Characters that are not part of a word only separate words. */
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
      guint32 folded = fold_at (p, end, &n);

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
      if ((folded & TRS_SEARCH_UNSEGMENTED) != 0)
        term->unsegmented = TRUE;
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

  self->unsegmented |= term->unsegmented;
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
 * trs_search_query_new_words:
 * @words: words, valid UTF-8
 *
 * As if they were in quotes and typed to the end: whole words that follow each other. Quotes among them have no
 * meaning.
 *
 * Returns: (transfer full): a query, without a term if there is no word
 */
TrsSearchQuery *
trs_search_query_new_words (const char *words)
{
  TrsSearchQuery *self = g_new0 (TrsSearchQuery, 1);

  self->terms = g_ptr_array_new_with_free_func ((GDestroyNotify) term_free);
  add_term (self, words, words + strlen (words), FALSE);
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

static const char *
skip (const char *p,
      const char *end,
      guint32     folded)
{
  gsize n;

  while (p < end && fold_at (p, end, &n) == folded)
    p += n;
  return p;
}

/* Whether a word can begin or end between two characters: next to a character that is not part of a word, and
 * anywhere in an unsegmented script. */
static gboolean
is_border (guint32 outside,
           guint32 inside)
{
  return outside == TRS_SEARCH_SEPARATOR || ((outside | inside) & TRS_SEARCH_UNSEGMENTED) != 0;
}

static gboolean
is_border_after (const char *p,
                 const char *end,
                 guint32     folded)
{
  gsize n;

  return p == end || is_border (fold_at (p, end, &n), folded);
}

/* A match of a prefix extends to the end of the word. */
static const char *
finish_word (const char *p,
             const char *end,
             guint32     folded)
{
  gsize n;

  while (!is_border_after (p, end, folded))
    {
      folded = fold_at (p, end, &n);
      p = skip (p + n, end, TRS_SEARCH_MARK);
    }
  return p;
}

/* Returns: (nullable): the end of a term that begins at @p, NULL if none does */
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
          p = skip (p, end, TRS_SEARCH_SEPARATOR);
          continue;
        }

      if (p == end || fold_at (p, end, &n) != wanted)
        return NULL;
      p = skip (p + n, end, TRS_SEARCH_MARK);
      last = wanted;
    }

  if (term->prefix)
    return finish_word (p, end, last);
  return is_border_after (p, end, last) ? p : NULL;
}

/* Finds the terms that begin here at the beginning of a word; @match->terms is 0 if none does. */
static void
match_at (const TrsSearchQuery *self,
          const char           *p,
          const char           *end,
          guint32               folded,
          TrsSearchMatch       *match)
{
  for (guint i = 0; i < self->terms->len; i++)
    {
      const Term *term = g_ptr_array_index (self->terms, i);
      const char *stop;

      if (g_array_index (term->folded, guint32, 0) != folded)
        continue;
      stop = match_term (term, p, end);
      if (stop == NULL)
        continue;
      match->terms |= G_GUINT64_CONSTANT (1) << i;
      match->length = MAX (match->length, (gsize) (stop - p));
    }
}

/**
 * trs_search_query_find:
 * @self: a query
 * @text: (nullable): a text, which may be damaged; %NULL if it is empty
 * @length: in bytes
 *
 * Returns: (transfer full) (element-type TrsSearchMatch): every place where a
 *   term begins, in order; matches may overlap
 */
GArray *
trs_search_query_find (const TrsSearchQuery *self,
                       const char           *text,
                       gsize                 length)
{
  GArray *matches = g_array_new (FALSE, FALSE, sizeof (TrsSearchMatch));
  guint32 before = TRS_SEARCH_SEPARATOR;
  gsize n;

  for (gsize at = 0; at < length; at += n)
    {
      guint32 folded = fold_at (text + at, text + length, &n);
      TrsSearchMatch match = { .start = at };

      if (is_border (before, folded))
        match_at (self, text + at, text + length, folded, &match);
      if (match.terms != 0)
        g_array_append_val (matches, match);
      if (folded != TRS_SEARCH_MARK)
        before = folded;
      /* Skip the rest of a word in ASCII, the usual case: no term begins inside a word. */
      if (before != TRS_SEARCH_SEPARATOR && (before & TRS_SEARCH_UNSEGMENTED) == 0)
        while (at + n < length && g_ascii_isalnum (text[at + n]))
          n++;
    }
  return matches;
}

/**
 * trs_search_query_find_terms:
 * @self: a query
 * @text: (nullable): a text
 * @length: in bytes
 *
 * Returns: the terms that occur in @text, a bit each
 */
guint64
trs_search_query_find_terms (const TrsSearchQuery *self,
                             const char           *text,
                             gsize                 length)
{
  g_autoptr (GArray) matches = trs_search_query_find (self, text, length);
  guint64 found = 0;

  for (guint i = 0; i < matches->len; i++)
    found |= g_array_index (matches, TrsSearchMatch, i).terms;
  return found;
}
