/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-title-fold.h"

#include <string.h>

/**
 * trs_title_fold:
 * @title: a title, or what is looked for in one
 *
 * Takes away what makes no difference when a title is looked for: capitals
 * and accents. Of a title in ASCII that is g_ascii_strdown().
 *
 * Returns: (transfer full): the title by which it is found
 */
char *
trs_title_fold (const char *title)
{
  g_autofree char *decomposed = NULL;
  g_autoptr (GString) bare = NULL;

  g_return_val_if_fail (title != NULL, NULL);

  if (g_str_is_ascii (title))
    return g_ascii_strdown (title, -1);

  decomposed = g_utf8_normalize (title, -1, G_NORMALIZE_ALL);
  if (decomposed == NULL)
    return g_strdup ("");

  bare = g_string_new (NULL);
  for (const char *p = decomposed; *p != '\0'; p = g_utf8_next_char (p))
    if (!g_unichar_ismark (g_utf8_get_char (p)))
      g_string_append_unichar (bare, g_utf8_get_char (p));

  return g_utf8_casefold (bare->str, (gssize) bare->len);
}

#define EACH_BYTE(byte) (G_GUINT64_CONSTANT (0x0101010101010101) * (byte))

/* The capitals of eight letters at once. */
static guint64
lower_eight (guint64 letters)
{
  guint64 low = letters & EACH_BYTE (0x7f);
  guint64 from_a = low + EACH_BYTE (0x80 - 'A');
  guint64 beyond_z = low + EACH_BYTE (0x7f - 'Z');

  return letters | ((from_a & ~beyond_z & ~letters & EACH_BYTE (0x80)) >> 2);
}

/**
 * trs_title_fold_ascii:
 * @to: room for @length and %TRS_TITLE_FOLD_ROOM bytes
 * @from: a title in ASCII
 * @length: in bytes
 *
 * As trs_title_fold(). Each key of a filter asks for all titles, so that
 * letters are not taken one by one.
 */
void
trs_title_fold_ascii (char       *to,
                      const char *from,
                      gsize       length)
{
  guint64 letters;
  gsize i;

  for (i = 0; i + sizeof letters <= length; i += sizeof letters)
    {
      memcpy (&letters, from + i, sizeof letters);
      letters = lower_eight (letters);
      memcpy (to + i, &letters, sizeof letters);
    }

  letters = 0;
  memcpy (&letters, from + i, length - i);
  letters = lower_eight (letters);
  memcpy (to + i, &letters, sizeof letters);
}

/* A character of two bytes, and what trs_title_fold() makes of it: in nearly all alphabets at most two again. */
#define N_PAIRS 0x800

typedef struct
{
  guint8 length;
  char bytes[2];
} Pair;

static void
pair_init (Pair     *pair,
           gunichar  character)
{
  char letter[7] = { 0 };
  g_autofree char *folded = NULL;
  const char *text = letter;

  g_unichar_to_utf8 (character, letter);
  folded = trs_title_fold (letter);
  if (strlen (folded) <= sizeof pair->bytes)
    text = folded;
  pair->length = (guint8) strlen (text);
  memcpy (pair->bytes, text, pair->length);
}

static const Pair *
get_pairs (void)
{
  static Pair pairs[N_PAIRS];
  static gsize once = 0;

  if (g_once_init_enter (&once))
    {
      for (gunichar i = 1; i < N_PAIRS; i++)
        pair_init (&pairs[i], i);
      g_once_init_leave (&once, 1);
    }

  return pairs;
}

/* The next eight bytes of a title; there is no ASCII behind its end. */
static guint64
load_eight (const char *title,
            gsize       length)
{
  guint64 letters = EACH_BYTE (0x80);

  if (length >= sizeof letters)
    memcpy (&letters, title, sizeof letters);
  else
    memcpy (&letters, title, length);
  return letters;
}

static guint
count_ascii (guint64 letters)
{
  letters = GUINT64_FROM_LE (letters) & EACH_BYTE (0x80);
  return letters != 0 ? (guint) __builtin_ctzll (letters) / 8 : sizeof letters;
}

/**
 * trs_title_fold_accents:
 * @to: room for @length and %TRS_TITLE_FOLD_ROOM bytes
 * @from: a title
 * @length: in bytes
 *
 * Does in no time what trs_title_fold() does to most titles, but for the
 * capitals of ASCII: what it makes of characters of two bytes. All others
 * stay as they are. Made to be compared with the other once, and then to be
 * asked instead of keeping a second title.
 *
 * Returns: how many bytes it wrote that count; some behind them are written, too
 */
gsize
trs_title_fold_accents (char       *to,
                        const char *from,
                        gsize       length)
{
  const Pair *pairs = get_pairs ();
  gsize n = 0;

  for (gsize i = 0; i < length;)
    {
      guint64 letters = load_eight (from + i, length - i);
      guint n_ascii = count_ascii (letters);

      memcpy (to + n, &letters, sizeof letters);
      n += n_ascii;
      i += n_ascii;
      if (n_ascii == sizeof letters || i == length)
        continue;

      if ((from[i] & 0xe0) == 0xc0 && i + 1 < length)
        {
          const Pair *pair = &pairs[(from[i] & 0x1f) << 6 | (from[i + 1] & 0x3f)];

          memcpy (to + n, pair->bytes, sizeof pair->bytes);
          n += pair->length;
          i += 2;
        }
      else
        to[n++] = from[i++];
    }

  return n;
}

/* Sixteen letters at once, by the vectors of the compiler. */
typedef guint8 Letters __attribute__ ((vector_size (16)));

static gboolean
is_at (const char *title,
       const char *word,
       gsize       word_length)
{
  for (gsize i = 0; i < word_length; i++)
    if ((g_ascii_isupper (title[i]) ? title[i] - 'A' + 'a' : title[i]) != word[i])
      return FALSE;

  return TRUE;
}

static inline Letters
find_letter (const char *title,
             char        letter)
{
  Letters letters;

  memcpy (&letters, title, sizeof letters);
  return (Letters) (letters == (guint8) letter) |
         (Letters) (letters == (guint8) (g_ascii_islower (letter) ? letter - 'a' + 'A' : letter));
}

static inline gboolean
is_any (Letters letters)
{
  guint64 halves[2];

  memcpy (halves, &letters, sizeof halves);
  return (halves[0] | halves[1]) != 0;
}

static gboolean
is_among (const char *title,
          gsize       n,
          const char *word,
          gsize       word_length)
{
  for (gsize i = 0; i < n; i++)
    if (is_at (title + i, word, word_length))
      return TRUE;

  return FALSE;
}

/**
 * trs_title_contains:
 * @title: a title, folded but for its capitals
 * @length: in bytes
 * @word: a folded word
 * @word_length: in bytes, at least 1
 *
 * Looks for a word in one of very many titles: for its first two letters in
 * sixteen places at once, and without a copy. memchr() and memmem() take
 * longer to begin than this to end.
 *
 * Returns: %TRUE if it is there
 */
gboolean
trs_title_contains (const char *title,
                    gsize       length,
                    const char *word,
                    gsize       word_length)
{
  gsize places = length + 1 - word_length;
  gsize second = word_length > 1 ? 1 : 0;
  gsize i = 0;

  if (length < word_length)
    return FALSE;
  if (length < sizeof (Letters) + second)
    return is_among (title, places, word, word_length);

  while (i < places)
    {
      /* the last ones together with some of those before */
      gsize from = MIN (i, length - second - sizeof (Letters));

      if (is_any (find_letter (title + from, word[0]) & find_letter (title + from + second, word[second])) &&
          is_among (title + from, MIN (sizeof (Letters), places - from), word, word_length))
        return TRUE;
      i = from + sizeof (Letters);
    }

  return FALSE;
}
