/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-language-item.h"

#include "trs-test-utils.h"

static TrsLanguageItem *
item_at (GPtrArray *items,
         guint      position)
{
  g_assert_cmpuint (position, <, items->len);
  return items->pdata[position];
}

static void
test_order (void)
{
  const char *recent[] = { "no", "x__", "de", NULL };
  g_autoptr (GPtrArray) list = trs_language_items_list (recent);

  g_assert_cmpint (item_at (list, 0)->kind, ==, TRS_LANGUAGE_DETECT);
  g_assert_null (item_at (list, 0)->tag);
  g_assert_cmpstr (item_at (list, 0)->name, ==, "Detect automatically");
  g_assert_cmpstr (item_at (list, 1)->tag, ==, "no");
  g_assert_cmpint (item_at (list, 1)->kind, ==, TRS_LANGUAGE_RECENT);
  /* What is ill-formed in the settings is left out. */
  g_assert_cmpstr (item_at (list, 2)->tag, ==, "de");
  g_assert_cmpuint (list->len, >, 100);

  for (guint i = 4; i < list->len; i++)
    {
      g_assert_cmpint (item_at (list, i)->kind, ==, TRS_LANGUAGE_KNOWN);
      g_assert_cmpint (g_utf8_collate (item_at (list, i - 1)->name, item_at (list, i)->name), <=, 0);
    }
}

static const struct
{
  const char *search;
  const char *first_tag;
  TrsLanguageKind first_kind;
  const char *best_tag;
} search_cases[] = {
  { "german", "de", TRS_LANGUAGE_KNOWN, "de" },
  { "GERMAN", "de", TRS_LANGUAGE_KNOWN, "de" },
  { "de", "de", TRS_LANGUAGE_KNOWN, "de" },
  { "sr-latn-me", "sr-Latn-ME", TRS_LANGUAGE_TYPED, "sr-Latn-ME" },
  { "DE-ch-1996", "de-CH-1996", TRS_LANGUAGE_TYPED, "de-CH-1996" },
  /* Well-formed, but more likely a slip: it can be chosen, and Enter does not choose it. */
  { "germn", "germn", TRS_LANGUAGE_TYPED, NULL },
};

static void
test_search (void)
{
  g_autoptr (GPtrArray) all = trs_language_items_list (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (search_cases); i++)
    {
      g_autoptr (GPtrArray) list = trs_language_items_search (all, search_cases[i].search);
      TrsLanguageItem *best = trs_language_items_get_best (list);

      g_assert_cmpuint (list->len, >, 0);
      g_assert_cmpstr (item_at (list, 0)->tag, ==, search_cases[i].first_tag);
      g_assert_cmpint (item_at (list, 0)->kind, ==, search_cases[i].first_kind);
      g_assert_cmpstr (best != NULL ? best->tag : NULL, ==, search_cases[i].best_tag);
    }
}

static void
test_ill_formed_is_not_found (void)
{
  const char *ill_formed[] = { "xx__", "de_CH", "q--", "pt--BR", "12345678", "español de aquí" };
  g_autoptr (GPtrArray) all = trs_language_items_list (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (ill_formed); i++)
    {
      g_autoptr (GPtrArray) found = trs_language_items_search (all, ill_formed[i]);

      g_assert_cmpuint (found->len, ==, 0);
      g_assert_null (trs_language_items_get_best (found));
    }
}

static void
test_add_recent (void)
{
  const char *recent[] = { "en", "de", "fr", "no", "ja", NULL };
  g_auto (GStrv) again = trs_language_item_add_recent (recent, "fr");
  g_auto (GStrv) fresh = trs_language_item_add_recent (recent, "ar");
  g_auto (GStrv) first = trs_language_item_add_recent (NULL, "ar");
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
  g_autoptr (GPtrArray) list = NULL;

  g_setenv ("LANGUAGE", "de_AT:pt_BR:xx_YY", TRUE);
  list = trs_language_items_list (recent);
  g_unsetenv ("LANGUAGE");

  g_assert_cmpint (item_at (list, 0)->kind, ==, TRS_LANGUAGE_DETECT);
  g_assert_cmpstr (item_at (list, 1)->tag, ==, "de");
  g_assert_cmpint (item_at (list, 1)->kind, ==, TRS_LANGUAGE_OWN);
  g_assert_cmpstr (item_at (list, 2)->tag, ==, "de-AT");
  g_assert_cmpstr (item_at (list, 3)->tag, ==, "pt");
  g_assert_cmpstr (item_at (list, 4)->tag, ==, "pt-BR");
  /* Then what was used lately, and nothing of that twice. */
  g_assert_cmpstr (item_at (list, 5)->tag, ==, "no");
  g_assert_cmpint (item_at (list, 5)->kind, ==, TRS_LANGUAGE_RECENT);
  g_assert_cmpint (item_at (list, 6)->kind, ==, TRS_LANGUAGE_KNOWN);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/language-item/order", test_order);
  g_test_add_func ("/language-item/own-first", test_own_first);
  g_test_add_func ("/language-item/search", test_search);
  g_test_add_func ("/language-item/ill-formed-is-not-found", test_ill_formed_is_not_found);
  g_test_add_func ("/language-item/add-recent", test_add_recent);
  return g_test_run ();
}
