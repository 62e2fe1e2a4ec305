/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-language-list.h"

#include "trs-test-utils.h"

static TrsLanguageItem *
item_at (TrsLanguageList *list,
         guint            position)
{
  g_autoptr (TrsLanguageItem) item = g_list_model_get_item (G_LIST_MODEL (list), position);

  g_assert_nonnull (item);
  return item;
}

static guint
length (TrsLanguageList *list)
{
  return g_list_model_get_n_items (G_LIST_MODEL (list));
}

static void
test_order (void)
{
  const char *recent[] = { "no", "x__", "de", NULL };
  g_autoptr (TrsLanguageList) list = trs_language_list_new (recent);

  g_assert_cmpint (trs_language_item_get_kind (item_at (list, 0)), ==, TRS_LANGUAGE_DETECT);
  g_assert_null (trs_language_item_get_tag (item_at (list, 0)));
  g_assert_cmpstr (trs_language_item_get_name (item_at (list, 0)), ==, "Detect automatically");
  g_assert_cmpstr (trs_language_item_get_tag (item_at (list, 1)), ==, "no");
  g_assert_cmpint (trs_language_item_get_kind (item_at (list, 1)), ==, TRS_LANGUAGE_RECENT);
  /* What is ill-formed in the settings is left out. */
  g_assert_cmpstr (trs_language_item_get_tag (item_at (list, 2)), ==, "de");
  g_assert_cmpuint (length (list), >, 100);

  for (guint i = 4; i < length (list); i++)
    {
      g_assert_cmpint (trs_language_item_get_kind (item_at (list, i)), ==, TRS_LANGUAGE_KNOWN);
      g_assert_cmpint (trs_language_item_compare (item_at (list, i - 1), item_at (list, i)), <=, 0);
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
  { "  GERMAN ", "de", TRS_LANGUAGE_KNOWN, "de" },
  { "de", "de", TRS_LANGUAGE_KNOWN, "de" },
  { "sr-latn-me", "sr-Latn-ME", TRS_LANGUAGE_TYPED, "sr-Latn-ME" },
  { "DE-ch-1996", "de-CH-1996", TRS_LANGUAGE_TYPED, "de-CH-1996" },
  /* Well-formed, but more likely a slip: it can be chosen, and Enter does not choose it. */
  { "germn", "germn", TRS_LANGUAGE_TYPED, NULL },
};

static void
test_search (void)
{
  g_autoptr (TrsLanguageList) list = trs_language_list_new (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (search_cases); i++)
    {
      TrsLanguageItem *best;

      trs_language_list_set_search (list, search_cases[i].search);
      g_assert_cmpuint (length (list), >, 0);
      g_assert_cmpstr (trs_language_item_get_tag (item_at (list, 0)), ==, search_cases[i].first_tag);
      g_assert_cmpint (trs_language_item_get_kind (item_at (list, 0)), ==, search_cases[i].first_kind);
      best = trs_language_list_get_best (list);
      g_assert_cmpstr (best != NULL ? trs_language_item_get_tag (best) : NULL, ==, search_cases[i].best_tag);
    }
}

static void
test_ill_formed_is_explained (void)
{
  const char *ill_formed[] = { "xx__", "de_CH", "q--", "pt--BR", "12345678", "español de aquí" };
  g_autoptr (TrsLanguageList) list = trs_language_list_new (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (ill_formed); i++)
    {
      g_autofree char *problem = NULL;

      trs_language_list_set_search (list, ill_formed[i]);
      problem = trs_language_list_dup_problem (list);
      g_assert_cmpuint (length (list), ==, 0);
      g_assert_nonnull (problem);
      g_assert_nonnull (strstr (problem, ill_formed[i]));
      g_assert_null (trs_language_list_get_best (list));
    }

  trs_language_list_set_search (list, "");
  g_assert_cmpuint (length (list), >, 100);
  g_assert_null (trs_language_list_dup_problem (list));
}

static void
changed_cb (GListModel *model,
            guint       position,
            guint       removed,
            guint       added,
            gpointer    user_data)
{
  guint *length_seen = user_data;

  g_assert_true (removed == 0 || added == 0);
  *length_seen = *length_seen - removed + added;
}

static void
test_signals_add_up (void)
{
  g_autoptr (TrsLanguageList) list = trs_language_list_new (NULL);
  guint length_seen = length (list);

  g_signal_connect (list, "items-changed", G_CALLBACK (changed_cb), &length_seen);
  trs_language_list_set_search (list, "german");
  g_assert_cmpuint (length_seen, ==, length (list));
  trs_language_list_set_search (list, "xx__");
  g_assert_cmpuint (length_seen, ==, 0);
  trs_language_list_set_search (list, "");
  g_assert_cmpuint (length_seen, ==, length (list));
}

static void
test_add_recent (void)
{
  const char *recent[] = { "en", "de", "fr", "no", "ja", NULL };
  g_auto (GStrv) again = trs_language_list_add_recent (recent, "fr");
  g_auto (GStrv) fresh = trs_language_list_add_recent (recent, "ar");
  g_auto (GStrv) first = trs_language_list_add_recent (NULL, "ar");
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
  g_autoptr (TrsLanguageList) list = NULL;

  g_setenv ("LANGUAGE", "de_AT:pt_BR:xx_YY", TRUE);
  list = trs_language_list_new (recent);
  g_unsetenv ("LANGUAGE");

  g_assert_cmpint (trs_language_item_get_kind (item_at (list, 0)), ==, TRS_LANGUAGE_DETECT);
  g_assert_cmpstr (trs_language_item_get_tag (item_at (list, 1)), ==, "de");
  g_assert_cmpint (trs_language_item_get_kind (item_at (list, 1)), ==, TRS_LANGUAGE_OWN);
  g_assert_cmpstr (trs_language_item_get_tag (item_at (list, 2)), ==, "de-AT");
  g_assert_cmpstr (trs_language_item_get_tag (item_at (list, 3)), ==, "pt");
  g_assert_cmpstr (trs_language_item_get_tag (item_at (list, 4)), ==, "pt-BR");
  /* Then what was used lately, and nothing of that twice. */
  g_assert_cmpstr (trs_language_item_get_tag (item_at (list, 5)), ==, "no");
  g_assert_cmpint (trs_language_item_get_kind (item_at (list, 5)), ==, TRS_LANGUAGE_RECENT);
  g_assert_cmpint (trs_language_item_get_kind (item_at (list, 6)), ==, TRS_LANGUAGE_KNOWN);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/language-list/order", test_order);
  g_test_add_func ("/language-list/own-first", test_own_first);
  g_test_add_func ("/language-list/search", test_search);
  g_test_add_func ("/language-list/ill-formed-is-explained", test_ill_formed_is_explained);
  g_test_add_func ("/language-list/signals-add-up", test_signals_add_up);
  g_test_add_func ("/language-list/add-recent", test_add_recent);
  return g_test_run ();
}
