/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Random small shelves, searched by the store and by a scan that knows from
 * which words each text was made. */
#include <string.h>

#include "store-test.h"
#include "trs-store-passages.h"
#include "trs-store-search.h"
#include "trs-store.h"
#include "trs-test-utils.h"

#define N_ROUNDS 12
#define N_TEXTS 12
#define N_QUERIES 60

/* Each word, and how it may be written. The words of the last line stand without blanks. */
static const char * const words[][5] = {
  { "a", "A", NULL },
  { "ab", "Ab", "AB", NULL },
  { "abc", "abc", NULL },
  { "cafe", "Café", "cafe\xcc\x81", "CAFÉ", NULL },
  { "straße", "Straße", NULL },
  { "мир", "Мир", "МИР", NULL },
  { "мира", "мира", NULL },
  { "שלום", "שלום", NULL },
  { "हिन्दी", "हिन्दी", NULL },
  { "or", "OR", NULL },
  { "12", "12", NULL },
  { "xylophone", "Xylophone", "xylophone", NULL },
  { "東京", "東京", NULL },
  { "京都", "京都", NULL },
};
#define N_SPACED 12

static const char * const gaps[] = { " ", " ", ", ", "\n\n", "-", " … ", "\n", ": \"" };

typedef struct
{
  GArray *numbers; /* of words */
  char *text;
} Made;

static void
made_free (Made *made)
{
  g_array_unref (made->numbers);
  g_free (made->text);
  g_free (made);
}

static Made *
make_text (GRand    *rand,
           gboolean  unsegmented)
{
  Made *made = g_new0 (Made, 1);
  GString *text = g_string_new (NULL);
  guint n = (guint) g_rand_int_range (rand, 0, 40);

  made->numbers = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < n; i++)
    {
      guint number = (guint) g_rand_int_range (rand, 0, unsegmented ? (gint32) G_N_ELEMENTS (words) : N_SPACED);
      guint n_forms = 1;

      while (words[number][n_forms] != NULL)
        n_forms++;
      if (i > 0)
        g_string_append (text, gaps[g_rand_int_range (rand, 0, G_N_ELEMENTS (gaps))]);
      g_string_append (text, words[number][g_rand_int_range (rand, 0, (gint32) n_forms)]);
      g_array_append_val (made->numbers, number);
    }

  made->text = g_string_free (text, FALSE);
  return made;
}

typedef struct
{
  GArray *numbers;
  gboolean prefix;
} Term;

static void
term_free (Term *term)
{
  g_array_unref (term->numbers);
  g_free (term);
}

static gboolean
word_matches (guint    wanted,
              guint    found,
              gboolean prefix)
{
  return wanted == found ||
         (prefix && strlen (words[wanted][0]) >= 2 && g_str_has_prefix (words[found][0], words[wanted][0]));
}

static gboolean
term_matches (const Term *term,
              const Made *made)
{
  for (guint start = 0; start + term->numbers->len <= made->numbers->len; start++)
    {
      guint n = 0;

      while (n < term->numbers->len &&
             word_matches (g_array_index (term->numbers, guint, n), g_array_index (made->numbers, guint, start + n),
                           term->prefix && n + 1 == term->numbers->len))
        n++;
      if (n == term->numbers->len)
        return TRUE;
    }

  return FALSE;
}

static char *
make_query (GRand     *rand,
            GPtrArray *terms)
{
  GString *query = g_string_new (NULL);
  guint n_terms = (guint) g_rand_int_range (rand, 1, 4);

  for (guint i = 0; i < n_terms; i++)
    {
      Term *term = g_new0 (Term, 1);
      gboolean quoted = g_rand_boolean (rand);
      guint n = quoted ? (guint) g_rand_int_range (rand, 1, 4) : 1;

      term->numbers = g_array_new (FALSE, FALSE, sizeof (guint));
      g_string_append (query, quoted ? " \"" : " ");
      for (guint j = 0; j < n; j++)
        {
          guint number = (guint) g_rand_int_range (rand, 0, G_N_ELEMENTS (words));

          g_array_append_val (term->numbers, number);
          g_string_append_printf (query, "%s%s", j > 0 ? " " : "", words[number][0]);
        }
      if (quoted)
        g_string_append_c (query, '"');
      else
        term->prefix = i + 1 == n_terms;
      g_ptr_array_add (terms, term);
    }

  return g_string_free (query, FALSE);
}

static char *
scan (GPtrArray *projects,
      GPtrArray *terms)
{
  GString *ids = g_string_new (NULL);

  for (guint i = projects->len; i > 0; i--)
    {
      gboolean all = TRUE;

      for (guint j = 0; j < terms->len && all; j++)
        all = term_matches (g_ptr_array_index (terms, j), g_ptr_array_index (projects, i - 1));
      if (all)
        g_string_append_printf (ids, "p%u ", i - 1);
    }

  return g_string_free (ids, FALSE);
}

static char *
search (StoreTest  *test,
        gint64      account,
        const char *query)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (TrsSearchResults) results = NULL;
  g_autoptr (GError) error = NULL;
  GString *ids = g_string_new (NULL);

  trs_store_search_projects_async (test->store, account, query, 1000, 0, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  results = trs_store_search_projects_finish (test->store, result, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < results->hits->len; i++)
    {
      TrsSearchHit *hit = g_ptr_array_index (results->hits, i);

      g_string_append_printf (ids, "%s ", hit->project->id);
      /* What is found can be shown. */
      g_assert_cmpuint (hit->passages->len, >, 0);
      g_assert_cmpint (hit->fields, ==, TRS_SEARCH_HIT_TEXT);
    }

  return g_string_free (ids, FALSE);
}

/* The same, passage by passage. */
static char *
read_passages (StoreTest  *test,
               gint64      account,
               const char *query)
{
  g_autoptr (TrsSearchFilter) filter = trs_search_filter_new (query);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (TrsSearchResults) results = NULL;
  g_autoptr (GError) error = NULL;
  GString *ids = g_string_new (NULL);

  trs_store_passages_read_async (test->store, account, filter, 1000, G_MAXINT64, G_MAXINT64, NULL,
                                 trs_test_store_result, &result);
  trs_test_wait_result (result);
  results = trs_store_passages_read_finish (test->store, result, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < results->hits->len; i++)
    {
      TrsSearchHit *hit = g_ptr_array_index (results->hits, i);

      g_string_append_printf (ids, "%s ", hit->project->id);
      g_assert_cmpuint (hit->passages->len, >, 0);
      g_assert_cmpint (hit->fields, ==, TRS_SEARCH_HIT_TEXT);
    }

  return g_string_free (ids, FALSE);
}

static GPtrArray *
fill (StoreTest *test,
      gint64     account,
      GRand     *rand)
{
  GPtrArray *projects = g_ptr_array_new_with_free_func ((GDestroyNotify) made_free);

  for (guint i = 0; i < N_TEXTS; i++)
    {
      g_autofree char *id = g_strdup_printf ("p%u", i);
      g_autoptr (TrsProject) project = trs_project_new (id);
      g_autoptr (TrsProjectRecord) record = trs_project_record_new ();
      Made *made = make_text (rand, g_rand_int_range (rand, 0, 3) == 0);

      record->id = g_strdup (id);
      record->name = g_strdup ("");
      record->state = TRS_PROJECT_STATE_DONE;
      record->state_word = g_strdup ("done");
      record->created_at = g_date_time_new_from_unix_utc (1000 + i);
      trs_test_tell_record (project, record, 1);
      store_test_save_project (test, account, project);
      store_test_save_text (test, account, id, made->text, made->text);
      g_ptr_array_add (projects, made);
    }

  return projects;
}

static void
test_as_a_scan (StoreTest     *test,
                gconstpointer  data)
{
  guint32 seed = (guint32) g_test_rand_int ();
  guint n_found = 0;

  for (guint round = 0; round < N_ROUNDS; round++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed + round);
      static const char * const nobody[] = { "nobody", NULL };
      gint64 account = store_test_open_account (test, nobody);
      g_autoptr (GPtrArray) projects = fill (test, account, rand);

      for (guint i = 0; i < N_QUERIES; i++)
        {
          g_autoptr (GPtrArray) terms = g_ptr_array_new_with_free_func ((GDestroyNotify) term_free);
          g_autofree char *query = make_query (rand, terms);
          g_autofree char *wanted = scan (projects, terms);
          g_autofree char *found = search (test, account, query);
          g_autofree char *read = read_passages (test, account, query);

          g_test_message ("seed %u: %s", seed + round, query);
          g_assert_cmpstr (found, ==, wanted);
          g_assert_cmpstr (read, ==, wanted);
          n_found += found[0] != '\0';
        }
    }

  g_assert_cmpuint (n_found, >, N_ROUNDS);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add ("/search/property/as-a-scan", StoreTest, NULL, store_test_set_up, test_as_a_scan, store_test_tear_down);
  return g_test_run ();
}
