/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-search-fold.h"

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
