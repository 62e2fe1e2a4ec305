/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>

#include "engine-fixture.h"
#include "trs-reconciler.h"
#include "trs-session.h"
#include "trs-store-projects.h"
#include "trs-store.h"
#include "trs-test-store.h"

typedef struct
{
  Fixture fixture;
  TrsSearcher *searcher;
  GListModel *found;
  guint n_items_changed;
} Test;

static void
items_changed_cb (Test *test)
{
  test->n_items_changed++;
}

/* A store in a folder of its own; the session is one that keeps. */
static void
set_up (Test          *test,
        gconstpointer  data)
{
  g_autofree char *path = g_build_filename (g_get_user_data_dir (), "searched", "transcripts.db", NULL);

  fixture_set_up (&test->fixture, NULL);
  g_remove (path);
  fixture_keep (&test->fixture, path);
  test->searcher = trs_session_get_searcher (test->fixture.session);
  test->found = G_LIST_MODEL (trs_searcher_get_results (test->searcher));
  g_signal_connect_swapped (test->found, "items-changed", G_CALLBACK (items_changed_cb), test);
}

static void
tear_down (Test          *test,
           gconstpointer  data)
{
  fixture_tear_down (&test->fixture, NULL);
}

static void
write_down (Test *test)
{
  fixture_advance (&test->fixture, 1);
  trs_test_flush_store (test->fixture.store);
  fixture_advance (&test->fixture, 1);
}

/* A finished project with words that are kept, newer than those before. */
static const char *
add (Test       *test,
     const char *video,
     const char *words)
{
  const char *id = (trs_manual_clock_advance (test->fixture.clock, 1000),
                    trs_toy_service_add (test->fixture.toy, video, "done"));
  g_autofree char *full = g_strconcat ("[00:00:07.000] Speaker 2: ", words, NULL);
  g_autofree char *times = g_strconcat ("[00:00:07.000] ", words, NULL);
  g_autofree char *speakers = g_strconcat ("Speaker 2: ", words, NULL);

  trs_toy_service_set_text (test->fixture.toy, id, words, times, speakers, full);
  return id;
}

static void
read_text (Test       *test,
           const char *id)
{
  TrsProject *project = fixture_find (&test->fixture, id);
  g_autoptr (TrsTranscript) transcript = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (project);
  trs_transcripts_load_async (trs_session_get_transcripts (test->fixture.session), project, NULL, trs_test_store_result,
                              &result);
  trs_test_wait_result (result);
  transcript = trs_transcripts_load_finish (trs_session_get_transcripts (test->fixture.session), result, &error);
  g_assert_no_error (error);
}

static void
answer (Test       *test,
        const char *query)
{
  trs_searcher_set_query (test->searcher, query);
  trs_test_wait_until (!trs_searcher_get_searching (test->searcher));
}

/* The videos that were found, one after another. */
static char *
videos (Test *test)
{
  GString *string = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (test->found); i++)
    {
      g_autoptr (TrsSearchResult) found = g_list_model_get_item (test->found, i);

      g_string_append_printf (string, "%s%s", i > 0 ? " " : "",
                              trs_project_get_data (trs_search_result_get_project (found))->video_id);
    }
  return g_string_free (string, FALSE);
}

#define assert_found(test, query, wanted)                                                                              \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    g_autofree char *seen_ = (answer (test, query), videos (test));                                                    \
    g_assert_cmpstr (seen_, ==, wanted);                                                                               \
    g_assert_cmpstr (trs_searcher_get_answered (test->searcher), ==, *(query) != '\0' ? (query) : NULL);               \
  }                                                                                                                    \
  G_STMT_END

static void
add_three (Test *test)
{
  const char *ids[3];

  ids[0] = add (test, "oldest", "The harbour budget.\n\nNothing more.");
  ids[1] = add (test, "middle", "No word of it.");
  ids[2] = add (test, "newest", "A budget.\n\nAnother budget.\n\nA third budget, and the budget again.");
  fixture_connect (&test->fixture);
  for (guint i = 0; i < 3; i++)
    read_text (test, ids[i]);
  write_down (test);
}

static void
test_words (Test          *test,
            gconstpointer  data)
{
  g_autoptr (TrsSearchResult) found = NULL;
  const TrsSearchPassage *passage;

  add_three (test);
  assert_found (test, "budget", "newest oldest");
  found = g_list_model_get_item (test->found, 0);
  g_assert_cmpint (trs_search_result_get_hit (found)->fields, ==, TRS_SEARCH_HIT_TEXT);
  /* passages are paragraphs, however often the word stands in them */
  g_assert_cmpuint (trs_search_result_get_n_passages (found), ==, 3);
  g_assert_cmpuint (trs_search_result_get_hit (found)->passages->len, ==, 2);
  g_assert_false (trs_search_result_get_hit (found)->many);
  passage = g_ptr_array_index (trs_search_result_get_hit (found)->passages, 0);
  g_assert_cmpint (passage->time, ==, 7000);
  g_assert_cmpuint (passage->speaker, ==, 2);

  trs_test_wait_until (trs_download_queue_get_kept (trs_session_get_downloads (test->fixture.session)) == 3);
  g_assert_cmpuint (trs_download_queue_get_wanted (trs_session_get_downloads (test->fixture.session)), ==, 3);
  assert_found (test, "HARBOUR budg", "oldest");
  assert_found (test, "nowhere", "");
  assert_found (test, "middle", "middle");
  assert_found (test, "", "");
}

/* Whatever is typed, the answer is an answer. */
static void
test_any_input (Test          *test,
                gconstpointer  data)
{
  const char *inputs[] = { "\"", "\"\"", "*", "C++", "budget*", "-budget", "title:x", "a AND", "NOT", "^", "(", "'",
                           "…", "?!", "\xff\xfe", "😀", " ", "{1 2}", "NEAR(a b)" };
  g_autofree char *huge = g_strnfill (10000, 'x');
  g_autoptr (GString) many = g_string_new (NULL);

  add_three (test);
  for (gsize i = 0; i < G_N_ELEMENTS (inputs); i++)
    {
      answer (test, inputs[i]);
      g_assert_null (trs_searcher_get_error (test->searcher));
      g_assert_nonnull (trs_searcher_get_answered (test->searcher));
    }
  for (guint i = 0; i < 2500; i++)
    g_string_append_printf (many, "w%u \" ", i);
  answer (test, huge);
  answer (test, many->str);
  g_assert_null (trs_searcher_get_error (test->searcher));
  assert_found (test, "\"A BUDGET\"", "newest");
  assert_found (test, "budget -", "newest oldest");
}

/* Typing goes on: what was asked before is given up, and never shown. */
static void
test_typing (Test          *test,
             gconstpointer  data)
{
  add_three (test);
  answer (test, "b");
  test->n_items_changed = 0;
  trs_searcher_set_query (test->searcher, "bu");
  trs_searcher_set_query (test->searcher, "bud");
  trs_searcher_set_query (test->searcher, "nowhere");
  g_assert_true (trs_searcher_get_searching (test->searcher));
  assert_found (test, "budget", "newest oldest");
  g_assert_cmpuint (test->n_items_changed, ==, 1);

  /* what was there stays until the answer is */
  trs_searcher_set_query (test->searcher, "harbour");
  g_assert_cmpuint (g_list_model_get_n_items (test->found), ==, 2);
  g_assert_cmpstr (trs_searcher_get_answered (test->searcher), ==, "budget");
  trs_searcher_set_query (test->searcher, "");
  g_assert_cmpuint (g_list_model_get_n_items (test->found), ==, 0);
  g_assert_false (trs_searcher_get_searching (test->searcher));
}

/* A text arrives while a search is shown: it is found, and what was there does not move. */
static void
test_arriving_text (Test          *test,
                    gconstpointer  data)
{
  g_autoptr (TrsSearchResult) before = NULL;
  g_autoptr (TrsSearchResult) after = NULL;
  const char *late;

  add (test, "early", "The budget.");
  fixture_connect (&test->fixture);
  read_text (test, trs_toy_service_get_id (test->fixture.toy, 0));
  write_down (test);
  assert_found (test, "budget", "early");
  trs_test_wait_until (trs_download_queue_get_kept (trs_session_get_downloads (test->fixture.session)) == 1);
  before = g_list_model_get_item (test->found, 0);

  late = add (test, "late", "The budget as well.");
  fixture_refresh (&test->fixture);
  trs_test_wait_until (fixture_get_n (&test->fixture) == 2);
  read_text (test, late);
  write_down (test);
  trs_test_wait_until (g_list_model_get_n_items (test->found) == 2);
  trs_test_wait_until (trs_download_queue_get_kept (trs_session_get_downloads (test->fixture.session)) == 2);
  after = g_list_model_get_item (test->found, 1);
  g_assert_true (before == after);

  /* and nothing is done for a change that changes nothing */
  test->n_items_changed = 0;
  write_down (test);
  g_assert_cmpuint (test->n_items_changed, ==, 0);
}

static void
test_more_on_demand (Test          *test,
                     gconstpointer  data)
{
  for (guint i = 0; i < 130; i++)
    {
      trs_manual_clock_advance (test->fixture.clock, 1000);
      trs_toy_service_add (test->fixture.toy, "the same one", "done");
    }
  fixture_connect (&test->fixture);
  fixture_pass_until (&test->fixture, fixture_get_n (&test->fixture) == 130);
  write_down (test);

  answer (test, "same");
  g_assert_cmpuint (g_list_model_get_n_items (test->found), ==, 50);
  g_assert_true (trs_searcher_get_more (test->searcher));
  trs_searcher_load_more (test->searcher);
  trs_test_wait_until (!trs_searcher_get_searching (test->searcher));
  g_assert_cmpuint (g_list_model_get_n_items (test->found), ==, 100);
  trs_searcher_load_more (test->searcher);
  trs_test_wait_until (!trs_searcher_get_searching (test->searcher));
  g_assert_cmpuint (g_list_model_get_n_items (test->found), ==, 130);
  g_assert_false (trs_searcher_get_more (test->searcher));

  /* none twice, in the order of the history */
  for (guint i = 0; i < 130; i++)
    {
      g_autoptr (TrsSearchResult) found = g_list_model_get_item (test->found, i);

      g_assert_true (trs_search_result_get_project (found) == fixture_get (&test->fixture, i));
    }
}

/* Many of one second, which the store has in an order of its own: each is found, and once. */
static void
test_one_second (Test          *test,
                 gconstpointer  data)
{
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < 130; i++)
    trs_toy_service_add (test->fixture.toy, "the same one", "done");
  fixture_connect (&test->fixture);
  fixture_pass_until (&test->fixture, fixture_get_n (&test->fixture) == 130);
  write_down (test);

  answer (test, "same");
  while (trs_searcher_get_more (test->searcher))
    {
      trs_searcher_load_more (test->searcher);
      trs_test_wait_until (!trs_searcher_get_searching (test->searcher));
    }
  g_assert_cmpuint (g_list_model_get_n_items (test->found), ==, 130);
  for (guint i = 0; i < 130; i++)
    {
      g_autoptr (TrsSearchResult) found = g_list_model_get_item (test->found, i);

      g_hash_table_add (ids, (gpointer) trs_project_get_id (trs_search_result_get_project (found)));
    }
  g_assert_cmpuint (g_hash_table_size (ids), ==, 130);
}

/* A submission of which nobody knows what became is in no store, and is found all the same, until it is known. */
static void
test_pending (Test          *test,
              gconstpointer  data)
{
  g_autoptr (TrsSubmission) submission = NULL;
  g_autoptr (TrsSearchResult) found = NULL;

  add_three (test);
  trs_toy_service_fail (test->fixture.toy, "POST", TRS_TOY_CUT_BEFORE, 0, -1, 1);
  submission = fixture_submit (&test->fixture, "middling-2");
  g_assert_cmpint (trs_submission_get_outcome (submission), ==, TRS_SUBMISSION_UNKNOWN);
  assert_found (test, "middl", "middling-2 middle");
  found = g_list_model_get_item (test->found, 0);
  g_assert_cmpint (trs_search_result_get_hit (found)->fields, ==, TRS_SEARCH_HIT_VIDEO_ID);
  g_assert_cmpuint (trs_search_result_get_n_passages (found), ==, 0);
  assert_found (test, "middl budget", "");

  answer (test, "middl");
  trs_reconciler_dismiss (trs_session_get_reconciler (test->fixture.session), trs_search_result_get_project (found));
  write_down (test);
  trs_test_wait_until (g_list_model_get_n_items (test->found) == 1);
  assert_found (test, "middl", "middle");
}

/* What was found belongs to the account that was in use. */
static void
test_other_account (Test          *test,
                    gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;

  add_three (test);
  answer (test, "budget");
  g_assert_cmpuint (g_list_model_get_n_items (test->found), ==, 2);

  trs_toy_service_add_user (test->fixture.toy, "their-key");
  trs_toy_service_add_for (test->fixture.toy, "their-key", "theirs", "done");
  trs_sign_in_connect_async (trs_session_get_sign_in (test->fixture.session), FIXTURE_ADDRESS, "their-key", NULL,
                             trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_sign_in_connect_finish (trs_session_get_sign_in (test->fixture.session), result, NULL));
  write_down (test);
  trs_test_wait_until (!trs_searcher_get_searching (test->searcher));
  g_assert_cmpuint (g_list_model_get_n_items (test->found), ==, 0);
  trs_test_wait_until (trs_download_queue_get_wanted (trs_session_get_downloads (test->fixture.session)) == 1);
  assert_found (test, "theirs", "theirs");
}

/* Nobody is asked but this computer, and no key is needed. */
static void
test_without_network_and_key (Test          *test,
                              gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  guint n_asked;

  add_three (test);
  trs_keyring_remove_async (test->fixture.keyring, FIXTURE_ADDRESS, NULL, trs_test_store_result,
                         &result);
  trs_test_wait_result (result);
  g_signal_handlers_disconnect_by_data (test->found, test);
  fixture_end_session (&test->fixture);
  trs_toy_service_fail (test->fixture.toy, "", TRS_TOY_OFFLINE, 0, -1, G_MAXUINT);
  n_asked = trs_toy_service_get_n_asked (test->fixture.toy);

  fixture_new_session (&test->fixture);
  test->searcher = trs_session_get_searcher (test->fixture.session);
  test->found = G_LIST_MODEL (trs_searcher_get_results (test->searcher));
  /* typed before the account is open */
  trs_searcher_set_query (test->searcher, "budget");
  trs_session_start (test->fixture.session);
  trs_test_wait_until (trs_session_get_state (test->fixture.session) == TRS_SESSION_KEY_LOST);
  write_down (test);
  trs_test_wait_until (g_list_model_get_n_items (test->found) == 2);
  g_assert_cmpuint (trs_toy_service_get_n_asked (test->fixture.toy), ==, n_asked);
}

/* Where no file can be used, what is in memory is searched all the same. */
static void
test_in_memory (Test          *test,
                gconstpointer  data)
{
  g_signal_handlers_disconnect_by_data (test->found, test);
  fixture_end_session (&test->fixture);
  g_clear_object (&test->fixture.store);
  test->fixture.store = trs_store_new (NULL);
  fixture_new_session (&test->fixture);
  test->searcher = trs_session_get_searcher (test->fixture.session);
  test->found = G_LIST_MODEL (trs_searcher_get_results (test->searcher));
  add_three (test);
  assert_found (test, "budget", "newest oldest");
}

static void
test_notes_and_local_titles (Test          *test,
                             gconstpointer  data)
{
  const char *id = add (test, "video-77", "Some words.");
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GAsyncResult) title_result = NULL;
  g_autoptr (TrsSearchResult) found = NULL;

  fixture_connect (&test->fixture);
  write_down (test);
  assert_found (test, "quay", "");
  trs_store_projects_set_own_async (test->fixture.store, 1, id, NULL, "Ask about the Quay", NULL, trs_test_store_result,
                                    &result);
  trs_test_wait_result (result);
  write_down (test);
  trs_test_wait_until (g_list_model_get_n_items (test->found) == 1);
  found = g_list_model_get_item (test->found, 0);
  g_assert_cmpint (trs_search_result_get_hit (found)->fields, ==, TRS_SEARCH_HIT_NOTE);
  g_assert_cmpuint (trs_search_result_get_n_passages (found), ==, 0);

  trs_store_projects_set_own_async (test->fixture.store, 1, id, "Café meeting", NULL, NULL, trs_test_store_result,
                                    &title_result);
  trs_test_wait_result (title_result);
  assert_found (test, "cafe", "video-77");
  assert_found (test, "video-77", "video-77");
}

#define ADD(path, function) g_test_add (path, Test, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("/searcher/words", test_words);
  ADD ("/searcher/any-input", test_any_input);
  ADD ("/searcher/typing", test_typing);
  ADD ("/searcher/arriving-text", test_arriving_text);
  ADD ("/searcher/more-on-demand", test_more_on_demand);
  ADD ("/searcher/one-second", test_one_second);
  ADD ("/searcher/pending", test_pending);
  ADD ("/searcher/other-account", test_other_account);
  ADD ("/searcher/without-network-and-key", test_without_network_and_key);
  ADD ("/searcher/in-memory", test_in_memory);
  ADD ("/searcher/notes-and-local-titles", test_notes_and_local_titles);
  return g_test_run ();
}
