/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine-fixture.h"
#include "trs-passage-reader.h"
#include "trs-test-store.h"

typedef struct
{
  Fixture fixture;
  TrsSearchFilter *filter;
  TrsPassageReader *reader;
} Test;

static void
set_up (Test          *test,
        gconstpointer  data)
{
  fixture_set_up (&test->fixture, NULL);
  test->filter = trs_search_filter_new ("same");
}

static void
tear_down (Test          *test,
           gconstpointer  data)
{
  g_clear_object (&test->reader);
  trs_search_filter_free (test->filter);
  fixture_tear_down (&test->fixture, NULL);
}

/* Begins at the top, with the filter as it is now. */
static void
restart (Test *test)
{
  g_clear_object (&test->reader);
  test->reader = trs_passage_reader_new (trs_session_get_library (test->fixture.session), test->fixture.projects,
                                         test->filter);
}

static GPtrArray *
read_on (Test  *test,
         guint  limit)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  GPtrArray *found;

  trs_passage_reader_read_async (test->reader, limit, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  found = trs_passage_reader_read_finish (test->reader, result, &error);
  g_assert_no_error (error);
  return found;
}

static gint64
count_absent (Test *test)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gint64 n;

  trs_passage_reader_count_absent_async (test->reader, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  n = trs_passage_reader_count_absent_finish (test->reader, result, &error);
  g_assert_no_error (error);
  return n;
}

static void
add (Test  *test,
     guint  n)
{
  for (guint i = 0; i < n; i++)
    trs_toy_service_add (test->fixture.toy, "the same one", "done");
  fixture_connect (&test->fixture);
  fixture_pass_until (&test->fixture, fixture_get_n (&test->fixture) == n);
  fixture_advance (&test->fixture, 1);
  trs_test_flush_store (test->fixture.store);
}

/* Each once, and in the order of the list, also of one second, which the store has in an order of its own. */
static void
test_in_order_of_the_list (Test          *test,
                           gconstpointer  data)
{
  guint n = 0;

  add (test, 330);
  restart (test);
  for (gboolean more = TRUE; more; )
    {
      g_autoptr (GPtrArray) found = read_on (test, G_MAXUINT);

      for (guint i = 0; i < found->len; i++, n++)
        g_assert_true (trs_search_result_get_project (g_ptr_array_index (found, i)) ==
                       fixture_get (&test->fixture, n));
      more = found->len > 0;
    }
  g_assert_cmpuint (n, ==, 330);

  /* and the end stays the end */
  {
    g_autoptr (GPtrArray) found = read_on (test, G_MAXUINT);

    g_assert_cmpuint (found->len, ==, 0);
  }
}

static void
test_limit (Test          *test,
            gconstpointer  data)
{
  g_autoptr (GPtrArray) first = NULL;
  g_autoptr (GPtrArray) second = NULL;

  add (test, 9);
  restart (test);
  first = read_on (test, 4);
  g_assert_cmpuint (first->len, ==, 4);
  second = read_on (test, 1);
  g_assert_cmpuint (second->len, ==, 1);
  g_assert_true (trs_search_result_get_project (g_ptr_array_index (second, 0)) == fixture_get (&test->fixture, 4));
}

/* What was handed out is not kept. */
static void
test_nothing_is_kept (Test          *test,
                      gconstpointer  data)
{
  g_autoptr (GPtrArray) found = NULL;
  GObject *result;

  add (test, 3);
  restart (test);
  found = read_on (test, G_MAXUINT);
  result = g_ptr_array_index (found, 0);
  g_object_add_weak_pointer (result, (gpointer *) &result);
  g_clear_pointer (&found, g_ptr_array_unref);
  g_assert_null (result);
}

#define assert_first(test, video)                                                                                   \
  G_STMT_START                                                                                                      \
  {                                                                                                                 \
    g_autoptr (GPtrArray) found_ = (restart (test), read_on (test, G_MAXUINT));                                     \
    TrsProject *first_ = found_->len > 0 ? trs_search_result_get_project (g_ptr_array_index (found_, 0)) : NULL;    \
    g_assert_cmpstr (first_ != NULL ? trs_project_get_data (first_)->video_id : NULL, ==, video);                   \
  }                                                                                                                 \
  G_STMT_END

/* A submission of which nobody knows what became is in no store. */
static void
test_pending (Test          *test,
              gconstpointer  data)
{
  g_autoptr (TrsSubmission) submission = NULL;

  add (test, 1);
  trs_toy_service_fail (test->fixture.toy, "POST", TRS_TOY_CUT_BEFORE, 0, -1, 1);
  submission = fixture_submit (&test->fixture, "same-2");
  g_assert_cmpint (trs_submission_get_outcome (submission), ==, TRS_SUBMISSION_UNKNOWN);
  assert_first (test, "same-2");

  test->filter->since = G_MAXINT64;
  assert_first (test, NULL);
  test->filter->since = 0;
  test->filter->language = g_strdup ("pt");
  assert_first (test, NULL);
  g_clear_pointer (&test->filter->language, g_free);
  test->filter->speaker = g_strdup ("Anna");
  assert_first (test, NULL);
  g_clear_pointer (&test->filter->speaker, g_free);
  test->filter->highlights = TRUE;
  assert_first (test, NULL);
}

static void
test_absent (Test          *test,
             gconstpointer  data)
{
  add (test, 7);
  restart (test);
  g_assert_cmpint (count_absent (test), ==, 7);
  test->filter->since = G_MAXINT64;
  restart (test);
  g_assert_cmpint (count_absent (test), ==, 0);
  /* Highlights are all here. */
  test->filter->since = 0;
  test->filter->highlights = TRUE;
  restart (test);
  g_assert_cmpint (count_absent (test), ==, 0);
}

#define ADD(path, function) g_test_add (path, Test, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("/passage-reader/in-order-of-the-list", test_in_order_of_the_list);
  ADD ("/passage-reader/limit", test_limit);
  ADD ("/passage-reader/nothing-is-kept", test_nothing_is_kept);
  ADD ("/passage-reader/pending", test_pending);
  ADD ("/passage-reader/absent", test_absent);
  return g_test_run ();
}
