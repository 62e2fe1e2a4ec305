/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The list is a query. */
#include "store-test.h"
#include "trs-store-projects.h"
#include "trs-store-search.h"
#include "trs-store.h"
#include "trs-test-store.h"
#include "trs-test-utils.h"

static void
add (StoreTest       *test,
     gint64           account,
     const char      *id,
     const char      *title,
     gint64           created_at,
     TrsProjectState  state)
{
  g_autoptr (TrsProject) project = trs_project_new (id);
  g_autoptr (TrsProjectRecord) record = trs_project_record_new ();

  record->id = g_strdup (id);
  record->name = g_strdup (title);
  record->video_id = g_strdup (title);
  record->state = state;
  record->state_word = g_strdup (trs_project_state_to_string (state));
  record->created_at = g_date_time_new_from_unix_utc (created_at);
  trs_test_tell_record (project, record, 1);
  store_test_save_project (test, account, project);
}

static TrsStoreList *
query (StoreTest       *test,
       gint64           account,
       TrsProjectShow   show,
       TrsProjectOrder  order,
       guint            n_first)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  TrsStoreList *list;

  trs_store_projects_query_async (test->store, account, show, order, n_first, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  list = trs_store_projects_query_finish (test->store, result, &error);
  g_assert_no_error (error);
  return list;
}

static void
assert_ids (GPtrArray  *projects,
            const char *expected)
{
  g_autoptr (GString) ids = g_string_new (NULL);

  for (guint i = 0; i < projects->len; i++)
    g_string_append_printf (ids, "%s%s", i > 0 ? " " : "", ((TrsProjectData *) projects->pdata[i])->id);
  g_assert_cmpstr (ids->str, ==, expected);
}

/* What the numbers say is what the projects are that stand there. */
static void
assert_list (StoreTest       *test,
             gint64           account,
             TrsProjectShow   show,
             TrsProjectOrder  order,
             const char      *expected)
{
  g_autoptr (TrsStoreList) list = query (test, account, show, order, 2);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GPtrArray) projects = NULL;
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (gint64));

  g_assert_cmpuint (list->first->len, ==, MIN (list->entries->len, 2));
  for (guint i = 0; i < list->entries->len; i++)
    g_array_append_val (rows, g_array_index (list->entries, TrsStoreEntry, i).row);
  trs_store_projects_read_rows_async (test->store, (const gint64 *) (gconstpointer) rows->data, rows->len, NULL,
                                      trs_test_store_result, &result);
  trs_test_wait_result (result);
  projects = trs_store_projects_read_rows_finish (test->store, result, NULL);
  assert_ids (projects, expected);
  for (guint i = 0; i < projects->len; i++)
    {
      const TrsProjectData *project = g_ptr_array_index (projects, i);

      g_assert_cmpint (project->sort_at, ==, g_array_index (list->entries, TrsStoreEntry, i).sort_at);
      if (i < list->first->len)
        g_assert_cmpstr (((TrsProjectData *) list->first->pdata[i])->id, ==, project->id);
    }
}

static void
test_shows (StoreTest     *test,
            gconstpointer  data)
{
  static const char *const other[] = { "z", NULL };
  gint64 account = store_test_open_account (test, NULL);
  gint64 stranger;
  g_autoptr (TrsStoreList) list = NULL;

  add (test, account, "done", "D", 1, TRS_PROJECT_STATE_DONE);
  add (test, account, "failed", "C", 2, TRS_PROJECT_STATE_ERROR);
  add (test, account, "upload", "B", 3, TRS_PROJECT_STATE_UPLOAD);
  add (test, account, "odd", "A", 4, TRS_PROJECT_STATE_UNKNOWN);
  stranger = store_test_open_account (test, other);
  add (test, stranger, "strange", "E", 5, TRS_PROJECT_STATE_DONE);

  for (int order = TRS_PROJECT_ORDER_DATE; order <= TRS_PROJECT_ORDER_TITLE; order++)
    {
      assert_list (test, account, TRS_PROJECT_SHOW_ALL, (TrsProjectOrder) order, "odd upload failed done");
      assert_list (test, account, TRS_PROJECT_SHOW_IN_PROGRESS, (TrsProjectOrder) order, "odd upload");
      assert_list (test, account, TRS_PROJECT_SHOW_DONE, (TrsProjectOrder) order, "done");
      assert_list (test, account, TRS_PROJECT_SHOW_FAILED, (TrsProjectOrder) order, "failed");
    }
  list = query (test, account, TRS_PROJECT_SHOW_DONE, TRS_PROJECT_ORDER_DATE, 0);
  g_assert_cmpuint (list->n_known, ==, 4);
  g_assert_cmpuint (list->entries->len, ==, 1);
  g_assert_cmpuint (list->first->len, ==, 0);
}

static GPtrArray *
read_page (StoreTest            *test,
           gint64                account,
           TrsProjectShow        show,
           const TrsProjectData *after,
           guint                 limit)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  GPtrArray *page;

  trs_store_projects_read_page_async (test->store, account, show, after, limit, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  page = trs_store_projects_read_page_finish (test->store, result, &error);
  g_assert_no_error (error);
  return page;
}

/* The pages, whatever their size, are the list, of which several projects have one date. */
static void
test_pages (StoreTest     *test,
            gconstpointer  data)
{
  static const char *const other[] = { "z", NULL };
  gint64 account = store_test_open_account (test, NULL);
  gint64 stranger;

  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *id = g_strdup_printf ("p%02u", i);

      add (test, account, id, id, 1 + i / 7, i % 3 == 0 ? TRS_PROJECT_STATE_ERROR : TRS_PROJECT_STATE_DONE);
    }
  stranger = store_test_open_account (test, other);
  add (test, stranger, "strange", "E", 2, TRS_PROJECT_STATE_DONE);

  for (int show = TRS_PROJECT_SHOW_ALL; show <= TRS_PROJECT_SHOW_FAILED; show++)
    {
      g_autoptr (TrsStoreList) list = query (test, account, (TrsProjectShow) show, TRS_PROJECT_ORDER_DATE, G_MAXUINT);

      for (guint size = 1; size <= list->first->len + 1; size++)
        {
          g_autoptr (GPtrArray) page = read_page (test, account, (TrsProjectShow) show, NULL, size);
          guint n = 0;

          while (page->len > 0)
            {
              g_autoptr (GPtrArray) before = g_steal_pointer (&page);

              g_assert_cmpuint (before->len, <=, size);
              for (guint i = 0; i < before->len; i++, n++)
                {
                  g_assert_cmpuint (n, <, list->first->len);
                  g_assert_cmpstr (((TrsProjectData *) before->pdata[i])->id, ==,
                                   ((TrsProjectData *) list->first->pdata[n])->id);
                }
              page = read_page (test, account, (TrsProjectShow) show, before->pdata[before->len - 1], size);
            }
          g_assert_cmpuint (n, ==, list->first->len);
        }
    }
}

static void
assert_found (StoreTest  *test,
              gint64      account,
              const char *prefix,
              const char *expected)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GPtrArray) projects = NULL;
  g_autoptr (GError) error = NULL;

  trs_store_projects_find_prefix_async (test->store, account, prefix, 3, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  projects = trs_store_projects_find_prefix_finish (test->store, result, &error);
  g_assert_no_error (error);
  assert_ids (projects, expected);
}

/* Those that are packed begin at any of their characters; what SQL takes for a pattern is no such thing. */
static void
test_prefixes (StoreTest     *test,
               gconstpointer  data)
{
  static const char *const other[] = { "z", NULL };
  static const char a[] = "4f3a1b2c-9d00-4000-8000-00000000000a";
  static const char b[] = "4f3a1b2c-9dff-4000-8000-00000000000b";
  gint64 account = store_test_open_account (test, NULL);
  gint64 stranger;

  add (test, account, a, "A", 1, TRS_PROJECT_STATE_DONE);
  add (test, account, b, "B", 2, TRS_PROJECT_STATE_DONE);
  add (test, account, "4f3a-plain", "C", 3, TRS_PROJECT_STATE_DONE);
  add (test, account, "100%", "D", 4, TRS_PROJECT_STATE_DONE);
  add (test, account, "Ärger", "E", 5, TRS_PROJECT_STATE_DONE);
  stranger = store_test_open_account (test, other);
  add (test, stranger, "4f3a1b2c-9d00-4000-8000-0000000000ff", "E", 6, TRS_PROJECT_STATE_DONE);

  for (gsize length = 1; length < sizeof a; length++)
    {
      g_autofree char *prefix = g_strndup (a, length);

      assert_found (test, account, prefix,
                    length <= 4 ? "4f3a-plain 4f3a1b2c-9dff-4000-8000-00000000000b "
                                  "4f3a1b2c-9d00-4000-8000-00000000000a"
                    : length <= 11 ? "4f3a1b2c-9dff-4000-8000-00000000000b 4f3a1b2c-9d00-4000-8000-00000000000a"
                                   : a);
    }
  assert_found (test, account, "4f3a-", "4f3a-plain");
  assert_found (test, account, "4F3A1", "");
  assert_found (test, account, "4f3a1b2c-9d00-4000-8000-00000000000a0", "");
  assert_found (test, account, "4f3a1b2c9d00", "");
  assert_found (test, account, "Är", "Ärger");
  assert_found (test, account, "1%", "");
  assert_found (test, account, "100%", "100%");
}

/* As a reader expects it: capitals and accents make no difference, numbers are numbers; of one title the newest is
 * first. */
static void
test_by_title (StoreTest     *test,
               gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);

  add (test, account, "zebra", "zebra", 1, TRS_PROJECT_STATE_DONE);
  add (test, account, "part-10", "Part 10", 2, TRS_PROJECT_STATE_DONE);
  add (test, account, "part-9", "part 9", 3, TRS_PROJECT_STATE_DONE);
  add (test, account, "emile", "Émile", 4, TRS_PROJECT_STATE_DONE);
  add (test, account, "elias", "Elias", 5, TRS_PROJECT_STATE_DONE);
  add (test, account, "older", "Same", 6, TRS_PROJECT_STATE_DONE);
  add (test, account, "newer", "SAME", 7, TRS_PROJECT_STATE_DONE);
  add (test, account, "mine", "Zoo", 8, TRS_PROJECT_STATE_DONE);
  add (test, account, "untitled", "", 9, TRS_PROJECT_STATE_DONE);
  trs_store_projects_set_own_async (test->store, account, "mine", "Aardvark", NULL, NULL, NULL, NULL);
  assert_list (test, account, TRS_PROJECT_SHOW_ALL, TRS_PROJECT_ORDER_TITLE,
               "untitled mine elias emile part-9 part-10 newer older zebra");
}

static void
test_reads (StoreTest     *test,
            gconstpointer  data)
{
  static const char *const ids[] = { "c", "not-here", "a", NULL };
  static const char *const none[] = { NULL };
  static const char *const unknown[] = { "x", "y", NULL };
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (GAsyncResult) by_id = NULL;
  g_autoptr (GAsyncResult) nothing = NULL;
  g_autoptr (GAsyncResult) open = NULL;
  g_autoptr (GAsyncResult) attempts = NULL;
  g_autoptr (GAsyncResult) not_known = NULL;
  g_autoptr (TrsStoreList) list = NULL;
  g_autoptr (GPtrArray) projects = NULL;

  add (test, account, "a", "video", 1, TRS_PROJECT_STATE_ERROR);
  add (test, account, "b", "other", 2, TRS_PROJECT_STATE_UPLOAD);
  add (test, account, "c", "video", 3, TRS_PROJECT_STATE_TRANSCRIPTION);
  trs_store_projects_read_ids_async (test->store, account, ids, NULL, trs_test_store_result, &by_id);
  trs_store_projects_read_ids_async (test->store, account, none, NULL, trs_test_store_result, &nothing);
  trs_store_projects_query_async (test->store, account, TRS_PROJECT_SHOW_IN_PROGRESS, TRS_PROJECT_ORDER_DATE, G_MAXUINT,
                                  NULL, trs_test_store_result, &open);
  trs_store_projects_read_attempts_async (test->store, account, "video", NULL, trs_test_store_result, &attempts);
  trs_store_projects_read_ids_async (test->store, account, unknown, NULL, trs_test_store_result, &not_known);
  trs_test_wait_until (by_id && nothing && open && attempts && not_known);

  projects = trs_store_projects_read_ids_finish (test->store, by_id, NULL);
  assert_ids (projects, "c a");
  g_ptr_array_unref (projects);
  projects = trs_store_projects_read_ids_finish (test->store, nothing, NULL);
  assert_ids (projects, "");
  list = trs_store_projects_query_finish (test->store, open, NULL);
  assert_ids (list->first, "c b");
  g_ptr_array_unref (projects);
  projects = trs_store_projects_read_attempts_finish (test->store, attempts, NULL);
  assert_ids (projects, "c a");
  g_ptr_array_unref (projects);
  projects = trs_store_projects_read_ids_finish (test->store, not_known, NULL);
  assert_ids (projects, "");
}

static void
test_texts_are_told (StoreTest     *test,
                     gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (GPtrArray) projects = NULL;
  static const gboolean has_text[] = { TRUE, TRUE, TRUE, FALSE };
  static const gboolean empty_text[] = { TRUE, TRUE, FALSE, FALSE };

  add (test, account, "none", "", 1, TRS_PROJECT_STATE_DONE);
  add (test, account, "words", "", 2, TRS_PROJECT_STATE_DONE);
  add (test, account, "blank", "", 3, TRS_PROJECT_STATE_DONE);
  add (test, account, "empty", "", 4, TRS_PROJECT_STATE_DONE);
  store_test_save_text (test, account, "words", "Words", "Words");
  store_test_save_text (test, account, "blank", " \n", " \n");
  store_test_save_text (test, account, "empty", "", "");
  projects = store_test_load (test, account);
  assert_ids (projects, "empty blank words none");
  for (guint i = 0; i < projects->len; i++)
    {
      const TrsProjectData *project = g_ptr_array_index (projects, i);

      g_assert_cmpint (project->has_text, ==, has_text[i]);
      g_assert_cmpint (project->empty_text, ==, empty_text[i]);
    }
}

/* What a live object knows is merged: what it does not know stays, and the user's words are written elsewhere. */
static void
test_saves_what_is_known (StoreTest     *test,
                          gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsProject) live = trs_project_new ("a");
  g_autoptr (GPtrArray) projects = NULL;
  const TrsProjectData *project;

  add (test, account, "a", "Council", 9, TRS_PROJECT_STATE_DONE);
  trs_store_projects_set_own_async (test->store, account, "a", NULL, "Ask", NULL, NULL, NULL);
  trs_project_set_note (live, "Of an older moment");
  trs_project_set_unread (live, TRUE);
  store_test_save_project (test, account, live);
  projects = store_test_load (test, account);
  project = g_ptr_array_index (projects, 0);
  g_assert_cmpstr (project->title, ==, "Council");
  g_assert_cmpint (project->state, ==, TRS_PROJECT_STATE_DONE);
  g_assert_cmpint (project->created_at, ==, 9 * G_USEC_PER_SEC);
  g_assert_cmpstr (project->note, ==, "Ask");
  g_assert_true (project->unread);
}

static char *
explain (StoreTest  *test,
         const char *sql)
{
  sqlite3 *db = NULL;
  sqlite3_stmt *statement = NULL;
  g_autofree char *explain_sql = g_strconcat ("EXPLAIN QUERY PLAN ", sql, NULL);
  GString *plan = g_string_new (NULL);

  g_assert_cmpint (sqlite3_open (test->path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (db, explain_sql, -1, &statement, NULL), ==, SQLITE_OK);
  while (sqlite3_step (statement) == SQLITE_ROW)
    g_string_append_printf (plan, "%s;", (const char *) sqlite3_column_text (statement, 3));
  sqlite3_finalize (statement);
  sqlite3_close (db);
  return g_string_free (plan, FALSE);
}

/* From the index alone, without a sort. */
static void
test_plan (StoreTest     *test,
           gconstpointer  data)
{
  static const char *const conditions[] = { "", " AND state = 3", " AND state NOT IN (3, 4)" };

  store_test_open_account (test, NULL);
  trs_test_flush_store (test->store);
  for (guint i = 0; i < G_N_ELEMENTS (conditions); i++)
    {
      g_autofree char *sql = g_strdup_printf ("SELECT row, sort_at FROM project WHERE account = 1%s "
                                              "ORDER BY sort_at DESC, row DESC", conditions[i]);
      g_autofree char *plan = explain (test, sql);

      g_assert_cmpstr (plan, ==, "SEARCH project USING COVERING INDEX project_list (account=?);");
    }
}

/* A page begins where the one before it ended, without a look at what is above, but for what has the same time. */
static void
test_plan_of_page (StoreTest     *test,
                   gconstpointer  data)
{
  g_autofree char *plan = NULL;

  store_test_open_account (test, NULL);
  trs_test_flush_store (test->store);
  plan = explain (test, "SELECT title FROM project WHERE account = 1 AND state = 3 AND (sort_at, row) < (5, 6) "
                        "ORDER BY sort_at DESC, row DESC LIMIT 10");
  g_assert_cmpstr (plan, ==, "SEARCH project USING INDEX project_list (account=? AND sort_at<?);");
}

typedef struct
{
  GString *order;
  char name;
} Turn;

static void
turn_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  Turn *turn = user_data;

  g_string_append_c (turn->order, turn->name);
}

/* What somebody waits for goes before searches; otherwise it is first come, first served. */
static void
test_turns (StoreTest     *test,
            gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (GString) order = g_string_new (NULL);
  Turn turns[] = { { order, 'a' }, { order, 'b' }, { order, 'c' }, { order, 'd' }, { order, 'e' } };
  g_autofree gint64 *rows = g_new0 (gint64, 20000);

  trs_test_flush_store (test->store);
  /* Keeps the worker busy until all have asked. */
  trs_store_projects_read_rows_async (test->store, rows, 20000, NULL, turn_cb, &turns[0]);
  trs_store_search_projects_async (test->store, account, "words", 10, 0, NULL, turn_cb, &turns[1]);
  trs_store_search_projects_async (test->store, account, "words", 10, 0, NULL, turn_cb, &turns[2]);
  trs_store_projects_read_attempts_async (test->store, account, "video", NULL, turn_cb, &turns[3]);
  trs_store_projects_set_own_async (test->store, account, "a", NULL, "Ask", NULL, turn_cb, &turns[4]);
  trs_test_wait_until (order->len == 5);
  g_assert_cmpstr (order->str, ==, "adebc");
}

#define ADD(path, function) g_test_add (path, StoreTest, NULL, store_test_set_up, function, store_test_tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("/store/query/shows", test_shows);
  ADD ("/store/query/pages", test_pages);
  ADD ("/store/query/prefixes", test_prefixes);
  ADD ("/store/query/by-title", test_by_title);
  ADD ("/store/query/reads", test_reads);
  ADD ("/store/query/texts-are-told", test_texts_are_told);
  ADD ("/store/query/saves-what-is-known", test_saves_what_is_known);
  ADD ("/store/query/plan", test_plan);
  ADD ("/store/query/plan-of-page", test_plan_of_page);
  ADD ("/store/query/turns", test_turns);
  return g_test_run ();
}
