/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "trs-search-query.h"
#include "trs-test-utils.h"

static void
test_what_is_asked_of_the_index (void)
{
  const struct
  {
    const char *input;
    const char *fts;
  } cases[] = {
    { "", "" },
    { "  \t\n ", "" },
    { "++ -- \" \" *", "" },
    { "council", "\"council\"*" },
    { "council ", "\"council\"" },
    { "c", "\"c\"" },
    { "council budget", "\"council\" \"budget\"*" },
    { "\"city council\"", "\"city council\"" },
    { "\"city council", "\"city council\"*" },
    { "“city council” vote", "\"city council\" \"vote\"*" },
    { "the the THE", "\"the\" \"THE\"*" },
    { "C++", "\"C\"" },
    { "-x", "\"x\"" },
    { "it's", "\"it s\"" },
    { "it's over", "\"it s\" \"over\"*" },
    { "title:secret", "\"title secret\"*" },
    { "a AND b OR NOT NEAR(c)", "\"a\" \"AND\" \"b\" \"OR\" \"NOT\" \"NEAR c\"" },
    { "well-known", "\"well known\"*" },
    { "say\"hello", "\"say\" \"hello\"*" },
    { "{x}^y*", "\"x y\"" },
    { "Café", "\"Café\"*" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TrsSearchQuery) query = trs_search_query_new (cases[i].input);
      g_autofree char *fts = trs_search_query_to_fts (query);

      g_assert_cmpstr (fts, ==, cases[i].fts);
      g_assert_cmpint (trs_search_query_get_terms (query) == 0, ==, cases[i].fts[0] == '\0');
    }
}

static char *
mark (const char *input,
      const char *text)
{
  g_autoptr (TrsSearchQuery) query = trs_search_query_new (input);
  GString *string = g_string_new (NULL);
  gsize written = 0;
  g_autoptr (GArray) matches = trs_search_query_find (query, text, strlen (text));

  for (guint i = 0; i < matches->len; i++)
    {
      const TrsSearchMatch *match = &g_array_index (matches, TrsSearchMatch, i);

      if (match->start < written)
        continue;
      g_string_append_len (string, text + written, (gssize) (match->start - written));
      g_string_append_printf (string, "<%.*s>", (int) match->length, text + match->start);
      written = match->start + match->length;
    }
  g_string_append (string, text + written);
  return g_string_free (string, FALSE);
}

static void
test_where_it_stands (void)
{
  const struct
  {
    const char *input;
    const char *text;
    const char *marked;
  } cases[] = {
    { "x", "", "" },
    { "a ", "a A ba ab a", "<a> <A> ba ab <a>" },
    { "gov", "Government, of the gov. and misgovern", "<Government>, of the <gov>. and misgovern" },
    { "gov ", "Government, of the gov.", "Government, of the <gov>." },
    { "cafe ", "Café cafe\xcc\x81 CAFÉ cafés", "<Café> <cafe\xcc\x81> <CAFÉ> cafés" },
    { "CAFÉ ", "cafe", "<cafe>" },
    { "\"good evening\"", "Good, evening. good old evening. (Good)\n\nEvening", "<Good, evening>. good old evening. "
                                                                               "(<Good)\n\nEvening>" },
    { "it's", "it's its it s", "<it's> its <it s>" },
    { "C++", "C++ and c, not cc", "<C>++ and <c>, not cc" },
    { "öl", "Öl und Ölung, Mühl", "<Öl> und <Ölung>, Mühl" },
    { "мир", "Мир миру, кумир", "<Мир> <миру>, кумир" },
    { "会議", "東京会議室とNATOの会議", "東京<会議>室とNATOの<会議>" },
    { "NATO", "東京会議室とNATOの会議", "東京会議室と<NATO>の会議" },
    { "\"会議 b\"", "会議 b 会議b", "<会議 b> <会議b>" },
    { "ab abc ", "abc ab", "<abc> <ab>" },
    { "12", "12 121 212 ½", "<12> <121> 212 ½" },
    { "a b ", "xaxbx (a)(b)", "xaxbx (<a>)(<b>)" },
    { "zoning", "0123456789abcdefghij zoning 0123456789 abcdefghijklmno Zoning",
      "0123456789abcdefghij <zoning> 0123456789 abcdefghijklmno <Zoning>" },
    { "x", "\xff x \xc3 x\xe6", "\xff <x> \xc3 <x>\xe6" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *marked = mark (cases[i].input, cases[i].text);

      g_assert_cmpstr (marked, ==, cases[i].marked);
    }
}

static void
assert_found_at (const TrsSearchQuery *query,
                 const GString        *text,
                 gsize                 start)
{
  g_autoptr (GArray) matches = trs_search_query_find (query, text->str, text->len);

  g_assert_cmpuint (matches->len, ==, 1);
  g_assert_cmpuint (g_array_index (matches, TrsSearchMatch, 0).start, ==, start);
}

/* It makes no difference where a word stands, and after what. */
static void
test_at_every_place (void)
{
  const char *fillers[] = { "x ", "é ", "ж ", "東", "… ", "cafés мирх ", "\xe6 " };
  const struct
  {
    const char *input;
    const char *word;
  } cases[] = {
    { "cafe ", "Café" },
    { "cafe ", "CAFE" },
    { "ångström ", "\xe2\x84\xabngström" },
    { "мир ", "МИР" },
    { "он ", "он" },
    { "αθηνα ", "ΑΘΗΝΑ" },
    { "q ", "q" },
    { "שלום ", "שלום" },
    { "हिन्दी ", "हिन्दी" },
    { "京都", "京都" },
    { "𠮷野家", "𠮷野家" },
    { "zero one two 京都 мир q ", "q" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (fillers) * G_N_ELEMENTS (cases); i++)
    {
      const char *filler = fillers[i / G_N_ELEMENTS (cases)];
      const char *word = cases[i % G_N_ELEMENTS (cases)].word;
      g_autoptr (TrsSearchQuery) query = trs_search_query_new (cases[i % G_N_ELEMENTS (cases)].input);

      for (guint n = 0; n < 160; n++)
        {
          g_autoptr (GString) text = g_string_new (NULL);
          gsize start;

          for (guint j = 0; j < n; j++)
            g_string_append (text, filler);
          start = text->len;
          g_string_append (text, word);
          assert_found_at (query, text, start);

          for (guint j = 0; j < 160 - n; j++)
            g_string_append_printf (text, " %s", filler);
          assert_found_at (query, text, start);
        }
    }
}

static void
test_all_terms_count (void)
{
  g_autoptr (TrsSearchQuery) query = trs_search_query_new ("\"city council\" council vote");
  const char *without = "The council of the city will vote";
  const char *with = "The city council will vote";

  g_assert_cmpuint (trs_search_query_get_terms (query), ==, 7);
  g_assert_cmpuint (trs_search_query_find_terms (query, without, strlen (without)), ==, 6);
  g_assert_cmpuint (trs_search_query_find_terms (query, with, strlen (with)), ==, 7);
}

static void
test_too_many_terms (void)
{
  g_autoptr (GString) input = g_string_new (NULL);
  g_autoptr (TrsSearchQuery) query = NULL;

  for (guint i = 0; i < 5000; i++)
    g_string_append_printf (input, "w%u ", i);
  query = trs_search_query_new (input->str);
  g_assert_cmpuint (trs_search_query_get_terms (query), ==, G_MAXUINT64);
}

/* Whole words that follow each other, whatever stands between them. */
static void
test_words (void)
{
  const struct
  {
    const char *words;
    const char *text;
    gboolean found;
  } cases[] = {
    { "Anna", "Anna Müller", TRUE },
    { "anna muller", "Anna  Müller", TRUE },
    { "\"Anna\" Müller", "Anna Müller", TRUE },
    { "Ann", "Anna Müller", FALSE },
    { "Müller Anna", "Anna Müller", FALSE },
    { "Speaker 1", "Speaker 1", TRUE },
    { "Speaker 1", "Speaker 12", FALSE },
    { "???", "???", FALSE },
    { "", "Anna", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TrsSearchQuery) query = trs_search_query_new_words (cases[i].words);

      g_test_message ("%s: %s", cases[i].words, cases[i].text);
      g_assert_cmpint (trs_search_query_find_terms (query, cases[i].text, strlen (cases[i].text)) != 0, ==,
                       cases[i].found);
    }
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/search/query/what-is-asked-of-the-index", test_what_is_asked_of_the_index);
  g_test_add_func ("/search/query/where-it-stands", test_where_it_stands);
  g_test_add_func ("/search/query/at-every-place", test_at_every_place);
  g_test_add_func ("/search/query/all-terms-count", test_all_terms_count);
  g_test_add_func ("/search/query/too-many-terms", test_too_many_terms);
  g_test_add_func ("/search/query/words", test_words);
  return g_test_run ();
}
