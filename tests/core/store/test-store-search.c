/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "store-test.h"
#include "trs-store-accounts.h"
#include "trs-store-annotations.h"
#include "trs-store-job.h"
#include "trs-store-projects.h"
#include "trs-store-removal.h"
#include "trs-store-search.h"
#include "trs-store.h"
#include "trs-test-utils.h"

static TrsSearchResults *
search (StoreTest  *test,
        gint64      account,
        const char *query,
        guint       limit,
        gint64      before_row)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  TrsSearchResults *results;

  trs_store_search_projects_async (test->store, account, query, limit, before_row, NULL, trs_test_store_result,
                                   &result);
  trs_test_wait_result (result);
  results = trs_store_search_projects_finish (test->store, result, &error);
  g_assert_no_error (error);
  return results;
}

static const TrsSearchHit *
nth (TrsSearchResults *results,
     guint             index)
{
  g_assert_cmpuint (index, <, results->hits->len);
  return g_ptr_array_index (results->hits, index);
}

/* The ids of what is found, one after another. */
static char *
find (StoreTest  *test,
      gint64      account,
      const char *query)
{
  g_autoptr (TrsSearchResults) results = search (test, account, query, 1000, 0);
  GString *string = g_string_new (NULL);

  for (guint i = 0; i < results->hits->len; i++)
    g_string_append_printf (string, "%s%s", i > 0 ? " " : "", nth (results, i)->project->id);
  g_assert_false (results->more);
  return g_string_free (string, FALSE);
}

#define assert_found(test, account, query, wanted)         \
  G_STMT_START                                             \
  {                                                        \
    g_autofree char *found_ = find (test, account, query); \
    g_assert_cmpstr (found_, ==, wanted);                  \
  }                                                        \
  G_STMT_END

static void
add (StoreTest  *test,
     gint64      account,
     const char *id,
     gint64      created_at,
     const char *bare,
     const char *full)
{
  g_autoptr (TrsProject) project = store_test_make_project (id, created_at * G_USEC_PER_SEC);

  store_test_save_project (test, account, project);
  if (bare != NULL)
    store_test_save_text (test, account, id, bare, full != NULL ? full : bare);
}

static void
set_own (StoreTest  *test,
         gint64      account,
         const char *id,
         const char *title,
         const char *note)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_store_projects_set_own_async (test->store, account, id, title, note, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_store_projects_set_own_finish (test->store, result, NULL));
}

static void
forget (StoreTest  *test,
        gint64      account,
        const char *id)
{
  g_autoptr (GAsyncResult) result = NULL;

  store_test_set_missing (test, account, id, 77);
  trs_store_projects_remove_async (test->store, account, id, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_cmpint (trs_store_projects_remove_finish (test->store, result, NULL), ==, TRS_STORE_REMOVAL_GONE);
}

static void
test_words_in_context (StoreTest     *test,
                       gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsSearchResults) results = NULL;
  const TrsSearchHit *hit;
  const TrsSearchPassage *passage;
  const TrsSearchRange *range;

  add (test, account, "a", 5, "Hello.\n\nThe budget, the Büdget!\n\nNo.\n\nA budget.\n\nBudget, budget.",
       "[00:00:01.000] Hello.\n\n[00:01:02.500] Speaker 2: The budget, the Büdget!\n\n[00:02:00.000] No.\n\n"
       "Speaker 1: A budget.\n\nBudget, budget.");
  results = search (test, account, "budget", 50, 0);
  g_assert_cmpuint (results->hits->len, ==, 1);
  g_assert_false (results->more);

  hit = nth (results, 0);
  g_assert_cmpstr (hit->project->id, ==, "a");
  g_assert_cmpint (hit->row, ==, 5);
  g_assert_cmpint (hit->fields, ==, TRS_SEARCH_HIT_TEXT);
  g_assert_cmpuint (hit->passages->len, ==, 2);
  g_assert_cmpuint (hit->n_more, ==, 1);
  g_assert_false (hit->many);

  passage = g_ptr_array_index (hit->passages, 0);
  g_assert_cmpuint (passage->paragraph, ==, 1);
  g_assert_cmpint (passage->time, ==, 62500);
  g_assert_cmpuint (passage->speaker, ==, 2);
  g_assert_cmpstr (passage->excerpt, ==, "The budget, the Büdget!");
  g_assert_cmpuint (passage->ranges->len, ==, 2);
  range = &g_array_index (passage->ranges, TrsSearchRange, 1);
  g_assert_cmpmem (passage->excerpt + range->start, range->length, "Büdget", 7);

  passage = g_ptr_array_index (hit->passages, 1);
  g_assert_cmpuint (passage->paragraph, ==, 3);
  g_assert_cmpint (passage->time, ==, -1);
  g_assert_cmpuint (passage->speaker, ==, 1);
}

/* Says of a passage who speaks it. */
#define assert_speaker(test, account, query, number, text)                            \
  G_STMT_START                                                                        \
  {                                                                                   \
    g_autoptr (TrsSearchResults) results_ = search (test, account, query, 5, 0);      \
    TrsSearchPassage *passage_ = g_ptr_array_index (nth (results_, 0)->passages, 0);  \
    g_assert_cmpuint (passage_->speaker, ==, number);                                 \
    g_assert_cmpstr (passage_->name, ==, text);                                       \
  }                                                                                   \
  G_STMT_END

/* Passages are spoken by whom the user says. */
static void
test_names (StoreTest     *test,
            gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  const TrsAnnotation annotations[] = {
    { .kind = TRS_ANNOTATION_NAME, .number = 1, .text = (char *) "Anna" },
    { .kind = TRS_ANNOTATION_MERGE, .number = 2, .other = 1 },
    { .kind = TRS_ANNOTATION_SPEAKER, .number = 7, .start = { 2, 0 }, .words = (char *) "a pear, and “ä”" },
    { .kind = TRS_ANNOTATION_SPEAKER, .number = 7, .start = { 3, 0 }, .words = (char *) "other words than a plum" },
    { .kind = TRS_ANNOTATION_HIGHLIGHT, .number = 3, .start = { 3, 0 }, .end = { 3, 1 }, .words = (char *) "a" },
  };
  g_autoptr (TrsAnnotations) kept = trs_annotations_new ();
  g_autoptr (GAsyncResult) result = NULL;

  add (test, account, "a", 1, "an apple\n\na peach\n\na pear, and “ä”\n\na plum",
       "Speaker 1: an apple\n\nSpeaker 2: a peach\n\nSpeaker 2: a pear, and “ä”\n\nSpeaker 3: a plum");
  assert_speaker (test, account, "peach", 2, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (annotations); i++)
    g_ptr_array_add (kept, trs_annotation_copy (&annotations[i]));
  trs_store_annotations_edit_async (test->store, account, "a", kept, NULL, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_store_annotations_edit_finish (test->store, result, NULL));

  assert_speaker (test, account, "apple", 1, "Anna");
  assert_speaker (test, account, "peach", 1, "Anna");
  assert_speaker (test, account, "pear", 7, NULL);
  /* the paragraph has other words by now */
  assert_speaker (test, account, "plum", 3, NULL);
}

static void
test_every_field (StoreTest     *test,
                  gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  const struct
  {
    const char *query;
    int fields;
  } cases[] = {
    { "\"Title of\" ", TRS_SEARCH_HIT_TITLE },
    { "mine", TRS_SEARCH_HIT_LOCAL_TITLE },
    { "video", TRS_SEARCH_HIT_VIDEO_ID },
    { "remember", TRS_SEARCH_HIT_NOTE },
    { "words", TRS_SEARCH_HIT_TEXT },
    { "both ", TRS_SEARCH_HIT_NOTE | TRS_SEARCH_HIT_TEXT },
    { "title mine", TRS_SEARCH_HIT_TITLE | TRS_SEARCH_HIT_LOCAL_TITLE },
  };

  add (test, account, "a", 1, "The words, both.", NULL);
  set_own (test, account, "a", "This is mine", "Remember both");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TrsSearchResults) results = search (test, account, cases[i].query, 5, 0);

      g_assert_cmpint (nth (results, 0)->fields, ==, cases[i].fields);
    }
}

static void
test_index_keeps_step (StoreTest     *test,
                       gconstpointer  data)
{
  static const char * const other[] = { "z", NULL };
  gint64 account = store_test_open_account (test, NULL);
  gint64 second;

  add (test, account, "a", 1, "apple", NULL);
  add (test, account, "b", 2, "apple", NULL);
  add (test, account, "c", 3, "りんご apple", NULL);
  set_own (test, account, "b", NULL, "pear");
  second = store_test_open_account (test, other);
  add (test, second, "d", 4, "apple", NULL);
  set_own (test, second, "d", NULL, "pear");

  assert_found (test, account, "apple", "c b a");
  assert_found (test, account, "りんご", "c");
  assert_found (test, account, "pear", "b");
  assert_found (test, second, "apple", "d");

  set_own (test, account, "b", NULL, "plum 梅");
  assert_found (test, account, "pear", "");
  assert_found (test, account, "plum", "b");
  set_own (test, account, "b", NULL, "peach");
  assert_found (test, account, "plum", "");
  assert_found (test, account, "梅", "");
  assert_found (test, account, "peach", "b");

  store_test_set_hidden (test, account, "c");
  assert_found (test, account, "apple", "b a");
  /* What the list still shows is found by what the list says of it. */
  assert_found (test, account, "title", "c b a");
  forget (test, account, "b");
  assert_found (test, account, "apple", "a");
  assert_found (test, account, "peach", "");
  add (test, account, "b", 2, NULL, NULL);
  assert_found (test, account, "apple", "a");

  {
    g_autoptr (GAsyncResult) result = NULL;

    trs_store_accounts_remove_async (test->store, second, NULL, trs_test_store_result, &result);
    trs_test_wait_result (result);
    g_assert_true (trs_store_accounts_remove_finish (test->store, result, NULL));
  }
  assert_found (test, second, "apple", "");
  store_test_exec (test, "INSERT INTO text_index (text_index) VALUES ('integrity-check')");
}

/* Titles and notes change, and rows are taken again. */
static void
test_titles_follow (StoreTest     *test,
                    gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);

  add (test, account, "a", 1, NULL, NULL);
  add (test, account, "b", 2, NULL, NULL);
  assert_found (test, account, "title", "b a");

  add (test, account, "d", 4, NULL, NULL);
  add (test, account, "c", 3, NULL, NULL);
  set_own (test, account, "c", NULL, "pear");
  set_own (test, account, "a", NULL, "pear");
  forget (test, account, "d");
  forget (test, account, "b");
  assert_found (test, account, "title", "c a");
  assert_found (test, account, "pear", "c a");

  /* A row is taken again. */
  forget (test, account, "c");
  add (test, account, "りんご", 3, NULL, NULL);
  assert_found (test, account, "title", "りんご a");
  assert_found (test, account, "pear", "a");
  forget (test, account, "りんご");
  add (test, account, "e", 3, NULL, NULL);
  assert_found (test, account, "title", "e a");
  add (test, account, "f", 5, NULL, NULL);
  forget (test, account, "f");
  assert_found (test, account, "title", "e a");
}

static void
test_page_after_page (StoreTest     *test,
                      gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  gint64 before = 0;
  guint n = 0;

  for (guint i = 0; i < 25; i++)
    {
      g_autofree char *id = g_strdup_printf ("p%02u", i);

      add (test, account, id, 100 + i, i % 2 == 0 ? "common" : "common 共通", NULL);
    }

  for (gboolean more = TRUE; more; )
    {
      g_autoptr (TrsSearchResults) results = search (test, account, "common", 10, before);

      for (guint i = 0; i < results->hits->len; i++, n++)
        {
          g_autofree char *wanted = g_strdup_printf ("p%02u", 24 - n);

          g_assert_cmpstr (nth (results, i)->project->id, ==, wanted);
        }
      g_assert_cmpuint (results->hits->len, ==, n < 25 ? 10 : 5);
      before = nth (results, results->hits->len - 1)->row;
      more = results->more;
    }
  g_assert_cmpuint (n, ==, 25);
}

static gpointer
read_cache_run (TrsStoreContext  *context,
                gconstpointer     data,
                GError          **error)
{
  int used;
  int highest;

  sqlite3_db_status (context->db, SQLITE_DBSTATUS_CACHE_USED, &used, &highest, FALSE);
  return g_memdup2 (&used, sizeof used);
}

/* Bytes of the file that are in memory. */
static int
get_cache_used (StoreTest *test)
{
  static const TrsStoreJob job = { .run = read_cache_run, .free_result = g_free, .flags = TRS_STORE_BACKGROUND };
  g_autoptr (GAsyncResult) result = NULL;
  g_autofree int *used = NULL;

  trs_store_push (test->store, g_task_new (test->store, NULL, trs_test_store_result, &result), &job, NULL, 0);
  trs_test_wait_result (result);
  used = g_task_propagate_pointer (G_TASK (result), NULL);
  return *used;
}

static void
test_memory_is_bounded (StoreTest     *test,
                        gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  while (text->len < 60000)
    g_string_append (text, "word after word ");
  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *id = g_strdup_printf ("p%02u", i);

      add (test, account, id, 100 + i, text->str, NULL);
    }

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (TrsSearchResults) results = search (test, account, "word", 100, 0);

      g_assert_cmpuint (results->hits->len, ==, 100);
    }
  g_assert_cmpint (get_cache_used (test), <, 2500000);
}

static void
test_any_input_is_safe (StoreTest     *test,
                        gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  static const char * const inputs[] = {
    "", " ", "\"", "\"\"", "\"\"\"", "'", "*", "(", ")", "NEAR(a b)", "a AND", "OR", "NOT x", "C++", "-x", "it's",
    "title:", "bare:x", "{bare} : x", "a^b", "x*", "^", "\\", "%", "_", "?1", "; DROP TABLE text", "\x01\x02", "😀",
    "\xef\xbb\xbf", "a\"b\"c", "“a", "+", "'; --", "\n\n",
  };
  g_autoptr (GString) longest = g_string_new (NULL);

  add (test, account, "a", 1, "a b c it's C++ x title bare NEAR OR AND NOT", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (inputs); i++)
    {
      g_autoptr (TrsSearchResults) results = search (test, account, inputs[i], 10, 0);

      g_assert_false (results->more);
    }

  while (longest->len < 10000)
    g_string_append (longest, longest->len % 3 == 0 ? "a \"b " : "\" x'(");
  g_clear_pointer ((TrsSearchResults **) &(TrsSearchResults *) { search (test, account, longest->str, 10, 0) },
                   trs_search_results_free);
  assert_found (test, account, "C++", "a");
  assert_found (test, account, "it's", "a");
  assert_found (test, account, "OR ", "a");
  assert_found (test, account, "-x", "a");
  assert_found (test, account, "x OR y", "");
}

static void
test_stops_when_typing_goes_on (StoreTest     *test,
                                gconstpointer  data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) stopped = NULL;
  g_autoptr (GAsyncResult) second = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) text = g_string_new ("東");
  gint64 account = store_test_open_account (test, NULL);
  gint64 started;
  gint64 whole;
  gint64 until_stopped;

  while (text->len < 3000000)
    g_string_append (text, " filler words");
  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *id = g_strdup_printf ("p%u", i);

      add (test, account, id, i + 1, text->str, NULL);
    }

  started = g_get_monotonic_time ();
  assert_found (test, account, "missing", "");
  whole = g_get_monotonic_time () - started;

  trs_store_search_projects_async (test->store, account, "missing", 10, 0, cancellable, trs_test_store_result,
                                   &stopped);
  trs_store_search_projects_async (test->store, account, "xx", 10, 0, NULL, trs_test_store_result, &second);
  while (g_get_monotonic_time () - started < whole * 5 / 4)
    g_thread_yield ();
  g_cancellable_cancel (cancellable);
  started = g_get_monotonic_time ();
  trs_test_wait_result (stopped);
  until_stopped = g_get_monotonic_time () - started;
  g_assert_null (trs_store_search_projects_finish (test->store, stopped, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_test_message ("All of it %" G_GINT64_FORMAT " µs, stopped after %" G_GINT64_FORMAT " µs", whole, until_stopped);

  trs_test_wait_result (second);
  g_clear_pointer (&(TrsSearchResults *) { trs_store_search_projects_finish (test->store, second, NULL) },
                   trs_search_results_free);
  g_assert_cmpuint (test->n_moved_aside, ==, 0);
}

#define ADD(path, function) g_test_add (path, StoreTest, NULL, store_test_set_up, function, store_test_tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("/store/search/words-in-context", test_words_in_context);
  ADD ("/store/search/names", test_names);
  ADD ("/store/search/every-field", test_every_field);
  ADD ("/store/search/index-keeps-step", test_index_keeps_step);
  ADD ("/store/search/titles-follow", test_titles_follow);
  ADD ("/store/search/page-after-page", test_page_after_page);
  ADD ("/store/search/memory-is-bounded", test_memory_is_bounded);
  ADD ("/store/search/any-input-is-safe", test_any_input_is_safe);
  ADD ("/store/search/stops-when-typing-goes-on", test_stops_when_typing_goes_on);
  return g_test_run ();
}
