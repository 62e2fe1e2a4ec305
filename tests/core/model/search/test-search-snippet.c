/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "trs-search-results.h"
#include "trs-test-utils.h"

static GPtrArray *
find (const char *input,
      const char *text,
      guint      *n_places)
{
  g_autoptr (TrsSearchQuery) query = trs_search_query_new (input);
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));

  return trs_search_find_passages (query, bytes, trs_split_detect (bytes), 2, n_places);
}

static const TrsSearchPassage *
nth (GPtrArray *passages,
     guint      index)
{
  g_assert_cmpuint (index, <, passages->len);
  return g_ptr_array_index (passages, index);
}

static void
assert_range (const TrsSearchPassage *passage,
              guint                   index,
              const char             *words)
{
  const TrsSearchRange *range;

  g_assert_cmpuint (index, <, passage->ranges->len);
  range = &g_array_index (passage->ranges, TrsSearchRange, index);
  g_assert_cmpuint (range->start, >=, passage->offset);
  g_assert_cmpmem (passage->excerpt + (range->start - passage->offset), range->length, words, strlen (words));
}

static void
test_first_paragraphs_of_equals (void)
{
  guint n;
  g_autoptr (GPtrArray) passages = find ("word", "None\n\nA word, a Word\n\nNone\n\nwords\n\nword", &n);

  /* of paragraphs, not of words */
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpuint (passages->len, ==, 2);
  g_assert_cmpuint (nth (passages, 0)->paragraph, ==, 1);
  g_assert_cmpuint (nth (passages, 0)->ranges->len, ==, 2);
  assert_range (nth (passages, 0), 0, "word");
  assert_range (nth (passages, 0), 1, "Word");
  g_assert_cmpstr (nth (passages, 0)->excerpt, ==, "A word, a Word");
  g_assert_false (nth (passages, 0)->cut);
  g_assert_cmpuint (nth (passages, 1)->paragraph, ==, 3);
  assert_range (nth (passages, 1), 0, "words");
}

static void
test_most_terms_first (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GPtrArray) passages = NULL;
  guint n;

  /* Far more of one word than are counted, before both meet. */
  for (guint i = 0; i < 300; i++)
    g_string_append (text, "The end.\n\n");
  g_string_append (text, "The zoning.\n\nThe rest.");
  passages = find ("the zoning", text->str, &n);
  g_assert_cmpuint (n, ==, TRS_SEARCH_MAX_COUNT);
  g_assert_cmpuint (passages->len, ==, 2);
  g_assert_cmpuint (nth (passages, 0)->paragraph, ==, 0);
  g_assert_cmpuint (nth (passages, 1)->paragraph, ==, 300);
}

static void
test_long_paragraph_is_cut_at_words (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GPtrArray) passages = NULL;
  const TrsSearchPassage *passage;
  guint n;

  for (guint i = 0; i < 500; i++)
    g_string_append (text, "größer ");
  g_string_append (text, "needle ");
  for (guint i = 0; i < 500; i++)
    g_string_append (text, "größer ");

  passages = find ("needle", text->str, &n);
  passage = nth (passages, 0);
  g_assert_cmpuint (passages->len, ==, 1);
  assert_range (passage, 0, "needle");
  g_assert_cmpuint (strlen (passage->excerpt), <, 300);
  g_assert_true (g_utf8_validate (passage->excerpt, -1, NULL));
  g_assert_true (g_str_has_prefix (passage->excerpt, "größer "));
  g_assert_true (g_str_has_suffix (passage->excerpt, "größer"));
  g_assert_cmpuint (passage->offset, >, 0);
  g_assert_true (passage->cut);
}

static void
test_no_blank_to_cut_at (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GPtrArray) passages = NULL;
  guint n;

  for (guint i = 0; i < 1000; i++)
    g_string_append (text, "東京");
  g_string_append (text, "会議");
  for (guint i = 0; i < 1000; i++)
    g_string_append (text, "東京");

  passages = find ("会議", text->str, &n);
  assert_range (nth (passages, 0), 0, "会議");
  g_assert_true (g_utf8_validate (nth (passages, 0)->excerpt, -1, NULL));
  g_assert_cmpuint (strlen (nth (passages, 0)->excerpt), <, 300);
}

static void
test_terms_far_apart_in_a_paragraph (void)
{
  g_autoptr (GString) text = g_string_new ("alpha ");
  g_autoptr (GPtrArray) passages = NULL;
  guint n;

  for (guint i = 0; i < 200; i++)
    g_string_append (text, "filler ");
  g_string_append (text, "alpha beta");
  passages = find ("alpha beta", text->str, &n);
  assert_range (nth (passages, 0), 0, "alpha");
  assert_range (nth (passages, 0), 1, "beta");
}

static void
test_phrase_over_a_border (void)
{
  guint n;
  g_autoptr (GPtrArray) passages = find ("\"one two\"", "Zero one\n\ntwo three", &n);

  g_assert_cmpuint (passages->len, ==, 1);
  g_assert_cmpuint (nth (passages, 0)->paragraph, ==, 0);
}

static void
test_other_line_ends (void)
{
  guint n;
  g_autoptr (GPtrArray) passages = find ("three", "One\r\n\r\nTwo\r\n\r\nThree", &n);

  g_assert_cmpuint (nth (passages, 0)->paragraph, ==, 2);
  g_assert_cmpstr (nth (passages, 0)->excerpt, ==, "Three");
}

static void
test_nothing (void)
{
  guint n;
  g_autoptr (GPtrArray) empty = find ("x", "", &n);
  g_autoptr (GPtrArray) none = find ("x", "y", &n);

  g_assert_cmpuint (empty->len + none->len + n, ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/search/snippet/first-paragraphs-of-equals", test_first_paragraphs_of_equals);
  g_test_add_func ("/search/snippet/most-terms-first", test_most_terms_first);
  g_test_add_func ("/search/snippet/long-paragraph-is-cut-at-words", test_long_paragraph_is_cut_at_words);
  g_test_add_func ("/search/snippet/no-blank-to-cut-at", test_no_blank_to_cut_at);
  g_test_add_func ("/search/snippet/terms-far-apart-in-a-paragraph", test_terms_far_apart_in_a_paragraph);
  g_test_add_func ("/search/snippet/phrase-over-a-border", test_phrase_over_a_border);
  g_test_add_func ("/search/snippet/other-line-ends", test_other_line_ends);
  g_test_add_func ("/search/snippet/nothing", test_nothing);
  return g_test_run ();
}
