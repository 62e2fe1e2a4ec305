/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-test-utils.h"
#include "trs-title-fold.h"

/* Letters are taken eight at a time: whatever stands beside them, and however many are left over. */
static void
test_fold_ascii (void)
{
  for (guint round = 0; round < 2000; round++)
    {
      gsize length = (gsize) g_random_int_range (0, 30);
      g_autofree char *title = g_malloc (length + 1);
      g_autofree char *to = g_strnfill (length + TRS_TITLE_FOLD_ROOM + 1, '#');
      g_autofree char *expected = NULL;

      for (gsize i = 0; i < length; i++)
        title[i] = (char) g_random_int_range (1, 128);
      title[length] = '\0';
      expected = g_ascii_strdown (title, -1);

      trs_title_fold_ascii (to, title, length);
      g_assert_cmpmem (to, length + 1, expected, length + 1);
      g_assert_true (to[length + TRS_TITLE_FOLD_ROOM] == '#');
    }
}

/* The same as strstr() finds in the folded title, whatever stands before and behind, and wherever the word ends. */
static void
test_contains (void)
{
  static const char letters[] = "aAbB\x80\xc1[`@{";

  for (guint round = 0; round < 20000; round++)
    {
      gsize length = (gsize) g_random_int_range (0, 60);
      gsize word_length = (gsize) g_random_int_range (1, 4);
      g_autofree char *title = g_malloc (length + 1);
      g_autofree char *word = g_malloc (word_length + 1);
      g_autofree char *folded = NULL;

      for (gsize i = 0; i < length; i++)
        title[i] = letters[g_random_int_range (0, sizeof letters - 1)];
      for (gsize i = 0; i < word_length; i++)
        word[i] = g_ascii_tolower (letters[g_random_int_range (0, sizeof letters - 1)]);
      title[length] = word[word_length] = '\0';
      folded = g_ascii_strdown (title, -1);

      g_assert_cmpint (trs_title_contains (title, length, word, word_length), ==, strstr (folded, word) != NULL);
    }
  g_assert_false (trs_title_contains ("ab", 1, "ab", 2));
}

static char *
fold_accents (const char *title)
{
  gsize length = strlen (title);
  g_autofree char *copy = g_memdup2 (title, length);
  g_autofree char *to = g_strnfill (length + TRS_TITLE_FOLD_ROOM, '#');
  gsize n = trs_title_fold_accents (to, copy, length);

  g_assert_cmpuint (n, <=, length);
  return g_strndup (to, n);
}

/* Each character of two bytes becomes what it is folded to, wherever it stands among eight, unless that is longer. */
static void
test_accents (void)
{
  guint n_told = 0;

  for (gunichar c = 0x80; c < 0x800; c++)
    {
      char letter[7] = { 0 };
      g_autofree char *letter_folded = NULL;
      g_autofree char *title = NULL;
      g_autofree char *expected = NULL;
      g_autofree char *told = NULL;

      g_unichar_to_utf8 (c, letter);
      letter_folded = trs_title_fold (letter);
      if (strlen (letter_folded) > 2)
        g_strlcpy (letter_folded, letter, strlen (letter) + 1);
      n_told += !g_str_equal (letter_folded, letter);

      title = g_strdup_printf ("%.*s%s%s東Abcdefghi%sjk%s", (int) c % 9, "12345678", letter, letter, letter, letter);
      expected = g_strdup_printf ("%.*s%s%s東Abcdefghi%sjk%s", (int) c % 9, "12345678", letter_folded, letter_folded,
                                  letter_folded, letter_folded);
      told = fold_accents (title);
      g_assert_cmpstr (told, ==, expected);
    }
  g_assert_cmpuint (n_told, >, 600);
}

/* Bytes that are no text are taken as they come. */
static void
test_accents_of_anything (void)
{
  for (guint round = 0; round < 50000; round++)
    {
      guint length = (guint) g_random_int_range (0, 30);
      g_autofree char *title = g_malloc0 (length + 1);
      g_autofree char *told = NULL;

      for (guint i = 0; i < length; i++)
        title[i] = (char) g_random_int_range (1, 256);
      told = fold_accents (title);
      if (g_str_is_ascii (title))
        g_assert_cmpstr (told, ==, title);
    }
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/title-fold/ascii", test_fold_ascii);
  g_test_add_func ("/title-fold/accents", test_accents);
  g_test_add_func ("/title-fold/accents-of-anything", test_accents_of_anything);
  g_test_add_func ("/title-fold/contains", test_contains);
  return g_test_run ();
}
