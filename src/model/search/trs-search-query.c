/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-search-query.h"

#include <string.h>

#define N_PAGES 256
#define PAGE_SIZE 256

/* Filled page by page where a text has such characters. */
static guint32 *pages[N_PAGES];

/* The marks that FTS5 drops; others stay part of the word. */
static gboolean
is_dropped_mark (gunichar character)
{
  static const guint32 dropped[] = { 0x08029fdf, 0x000361f8 };

  return character >= 768 && character <= 817 &&
         (dropped[(character - 768) / 32] >> ((character - 768) % 32) & 1) != 0;
}

static gboolean
is_part_of_word (gunichar character)
{
  switch (g_unichar_type (character))
    {
    case G_UNICODE_UPPERCASE_LETTER:
    case G_UNICODE_LOWERCASE_LETTER:
    case G_UNICODE_TITLECASE_LETTER:
    case G_UNICODE_MODIFIER_LETTER:
    case G_UNICODE_OTHER_LETTER:
    case G_UNICODE_NON_SPACING_MARK:
    case G_UNICODE_SPACING_MARK:
    case G_UNICODE_ENCLOSING_MARK:
    case G_UNICODE_DECIMAL_NUMBER:
    case G_UNICODE_LETTER_NUMBER:
    case G_UNICODE_OTHER_NUMBER:
    case G_UNICODE_PRIVATE_USE:
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
is_unspaced (gunichar character)
{
  switch (g_unichar_get_script (character))
    {
    case G_UNICODE_SCRIPT_HAN:
    case G_UNICODE_SCRIPT_HIRAGANA:
    case G_UNICODE_SCRIPT_KATAKANA:
    case G_UNICODE_SCRIPT_BOPOMOFO:
    case G_UNICODE_SCRIPT_HANGUL: /* blanks, but with endings that are part of the word */
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

/* As case is folded, which is not always the small letter: µ is a Greek one. */
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

  if (is_dropped_mark (character))
    return TRS_SEARCH_MARK;
  if (!is_part_of_word (character))
    return TRS_SEARCH_SEPARATOR;

  /* FTS5 takes diacritics from the letters of ASCII alone. */
  folded = fold_case (character);
  if (character >= 0x80 && g_unichar_fully_decompose (character, FALSE, parts, G_N_ELEMENTS (parts)) > 0 &&
      parts[0] < 0x80 && g_ascii_isalpha ((char) parts[0]))
    folded = (gunichar) g_ascii_tolower ((char) parts[0]);

  return folded | (is_unspaced (character) ? TRS_SEARCH_UNSPACED : 0);
}

static guint32 *
make_page (guint number)
{
  guint32 *page = g_new (guint32, PAGE_SIZE);

  for (guint i = 0; i < PAGE_SIZE; i++)
    page[i] = classify (number * PAGE_SIZE + i);

  if (!g_atomic_pointer_compare_and_exchange (&pages[number], NULL, page))
    g_free (page);
  return g_atomic_pointer_get (&pages[number]);
}

/**
 * trs_search_fold:
 * @character: a character
 *
 * May be called from any thread.
 *
 * Returns: what the search compares it by, %TRS_SEARCH_SEPARATOR or
 *   %TRS_SEARCH_MARK; with %TRS_SEARCH_UNSPACED beside it where words are not
 *   divided by blanks
 */
guint32
trs_search_fold (gunichar character)
{
  guint32 *page;

  if (character >= N_PAGES * PAGE_SIZE)
    return classify (character);

  page = g_atomic_pointer_get (&pages[character / PAGE_SIZE]);
  if (page == NULL)
    page = make_page (character / PAGE_SIZE);
  return page[character % PAGE_SIZE];
}

/**
 * trs_search_has_unspaced:
 * @text: a text
 * @length: in bytes
 *
 * Returns: %TRUE if some of it is written without blanks between words
 */
gboolean
trs_search_has_unspaced (const char *text,
                         gsize       length)
{
  const char *end = text + length;

  /* None of the scripts in question begins below U+0E00. */
  for (const char *p = text; p < end; p++)
    if ((guchar) *p >= 0xe0)
      {
        gsize n;

        if ((trs_search_fold (trs_search_decode (p, end, &n)) & TRS_SEARCH_UNSPACED) != 0)
          return TRUE;
      }

  return FALSE;
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
  const guchar *p = (const guchar *) text;
  guint n = p[0] < 0x80 ? 1 : p[0] < 0xc2 ? 0 : p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : p[0] < 0xf5 ? 4 : 0;
  gunichar character = n < 2 ? p[0] : p[0] & (0x7f >> n);

  *length = 1;
  if (n == 0 || (gsize) n > (gsize) (end - text))
    return 0;

  for (guint i = 1; i < n; i++)
    {
      if ((p[i] & 0xc0) != 0x80)
        return 0;
      character = character << 6 | (p[i] & 0x3f);
    }

  *length = n;
  return character;
}

/**
 * trs_search_decode_back:
 * @start: the beginning of a text
 * @text: a place in it, after @start
 * @length: (out): how many bytes the character takes
 *
 * Returns: the character that ends at @text; 0 for a byte that belongs to none
 */
gunichar
trs_search_decode_back (const char *start,
                        const char *text,
                        gsize      *length)
{
  gsize n = 1;
  gunichar character;

  while (n < 4 && text - n > start && ((guchar) text[-(gssize) n] & 0xc0) == 0x80)
    n++;

  character = trs_search_decode (text - n, text, length);
  if (*length == n)
    return character;

  *length = 1;
  return 0;
}

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
