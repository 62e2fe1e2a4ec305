/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-language-row.h"

#include "trs-language-tag.h"
#include "trs-test-utils.h"

#define KNOWN(list, first) ((const char * const *) (list) + (first))

static void
test_order (void)
{
  const char *recent[] = { "no", "x__", "de", NULL };
  guint first_recent;
  guint first_known;
  g_auto (GStrv) list = trs_languages_list (recent, &first_recent, &first_known);

  g_assert_cmpstr (list[0], ==, "");
  g_assert_cmpuint (first_recent, ==, 1);
  g_assert_cmpstr (list[1], ==, "no");
  /* What is ill-formed in the settings is left out. */
  g_assert_cmpstr (list[2], ==, "de");
  g_assert_cmpuint (first_known, ==, 3);
  g_assert_cmpuint (g_strv_length (list), >, 100);

  for (guint i = first_known + 1; list[i] != NULL; i++)
    {
      g_autofree char *before = trs_language_tag_get_name (list[i - 1]);
      g_autofree char *name = trs_language_tag_get_name (list[i]);

      g_assert_cmpint (g_utf8_collate (before, name), <=, 0);
    }
}

static const struct
{
  const char *search;
  const char *first_tag;
  gboolean first_is_known;
  const char *best_tag;
} search_cases[] = {
  { "german", "de", TRUE, "de" },
  { "GERMAN", "de", TRUE, "de" },
  { "de", "de", TRUE, "de" },
  { "detect", "", FALSE, "" },
  { "sr-latn-me", "sr-Latn-ME", FALSE, "sr-Latn-ME" },
  { "DE-ch-1996", "de-CH-1996", FALSE, "de-CH-1996" },
  /* Well-formed, but more likely a slip: it can be chosen, and Enter does not choose it. */
  { "germn", "germn", FALSE, NULL },
};

static void
test_search (void)
{
  guint first_recent;
  guint first_known;
  g_auto (GStrv) all = trs_languages_list (NULL, &first_recent, &first_known);
  const char * const *known = KNOWN (all, first_known);

  for (gsize i = 0; i < G_N_ELEMENTS (search_cases); i++)
    {
      g_auto (GStrv) found = trs_languages_search (known, search_cases[i].search);
      const char *best = trs_languages_get_best (known, (const char * const *) found);

      g_assert_cmpstr (found[0], ==, search_cases[i].first_tag);
      g_assert_cmpint (g_strv_contains (known, found[0]), ==, search_cases[i].first_is_known);
      g_assert_cmpstr (best, ==, search_cases[i].best_tag);
    }
}

static void
test_ill_formed_is_not_found (void)
{
  const char *ill_formed[] = { "xx__", "de_CH", "q--", "pt--BR", "12345678", "español de aquí" };
  guint first_recent;
  guint first_known;
  g_auto (GStrv) all = trs_languages_list (NULL, &first_recent, &first_known);
  const char * const *known = KNOWN (all, first_known);

  for (gsize i = 0; i < G_N_ELEMENTS (ill_formed); i++)
    {
      g_auto (GStrv) found = trs_languages_search (known, ill_formed[i]);

      g_assert_null (found[0]);
      g_assert_null (trs_languages_get_best (known, (const char * const *) found));
    }
}

static void
test_add_recent (void)
{
  const char *recent[] = { "en", "de", "fr", "no", "ja", NULL };
  g_auto (GStrv) again = trs_language_tag_add_recent (recent, "fr");
  g_auto (GStrv) fresh = trs_language_tag_add_recent (recent, "ar");
  g_auto (GStrv) first = trs_language_tag_add_recent (NULL, "ar");
  g_autofree char *again_joined = g_strjoinv (" ", again);
  g_autofree char *fresh_joined = g_strjoinv (" ", fresh);

  g_assert_cmpstr (again_joined, ==, "fr en de no ja");
  g_assert_cmpstr (fresh_joined, ==, "ar en de fr no");
  g_assert_cmpuint (g_strv_length (first), ==, 1);
}

/* Who speaks German most likely has German videos. */
static void
test_own_first (void)
{
  const char *recent[] = { "no", "de", NULL };
  g_auto (GStrv) list = NULL;
  guint first_recent;
  guint first_known;

  g_setenv ("LANGUAGE", "de_AT:pt_BR:xx_YY", TRUE);
  list = trs_languages_list (recent, &first_recent, &first_known);
  g_unsetenv ("LANGUAGE");

  g_assert_cmpstr (list[0], ==, "");
  g_assert_cmpstr (list[1], ==, "de");
  g_assert_cmpstr (list[2], ==, "de-AT");
  g_assert_cmpstr (list[3], ==, "pt");
  g_assert_cmpstr (list[4], ==, "pt-BR");
  /* Then what was used lately, and nothing of that twice. */
  g_assert_cmpuint (first_recent, ==, 5);
  g_assert_cmpstr (list[5], ==, "no");
  g_assert_cmpuint (first_known, ==, 6);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/languages/order", test_order);
  g_test_add_func ("/languages/own-first", test_own_first);
  g_test_add_func ("/languages/search", test_search);
  g_test_add_func ("/languages/ill-formed-is-not-found", test_ill_formed_is_not_found);
  g_test_add_func ("/languages/add-recent", test_add_recent);
  return g_test_run ();
}
