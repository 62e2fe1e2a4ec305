/* SPDX-License-Identifier: GPL-3.0-or-later */

/* No file can be used: everything works all the same, and goes into the file
 * as soon as there is one. */
#include <glib/gstdio.h>

#include "store-test.h"
#include "trs-error.h"
#include "trs-store-accounts.h"
#include "trs-store-projects.h"
#include "trs-store-submissions.h"
#include "trs-store.h"
#include "trs-test-store.h"
#include "trs-test-utils.h"

#define SECOND G_USEC_PER_SEC

static void
save (StoreTest       *test,
      gint64           account,
      const char      *id,
      TrsProjectState  state)
{
  g_autoptr (TrsProject) project = trs_project_new (id);
  g_autoptr (TrsProjectRecord) record = trs_project_record_new ();

  record->id = g_strdup (id);
  record->name = g_strdup_printf ("Title of %s", id);
  record->state = state;
  record->state_word = g_strdup (trs_project_state_to_string (state));
  record->created_at = g_date_time_new_from_unix_utc (1000);
  trs_test_tell_record (project, record, 1);
  store_test_save_project (test, account, project);
}

static void
set_own (StoreTest  *test,
         gint64      account,
         const char *id,
         const char *title,
         const char *note)
{
  trs_store_projects_set_own_async (test->store, account, id, title, note, NULL, NULL, NULL);
  trs_test_flush_store (test->store);
}

static void
submit (StoreTest  *test,
        gint64      account,
        const char *video)
{
  g_autoptr (TrsSubmission) submission = trs_submission_new (video, "de");
  g_autoptr (GAsyncResult) result = NULL;

  trs_submission_set_sending (submission, NULL, 5);
  trs_store_submissions_write_intent_async (test->store, account, submission, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_store_submissions_write_intent_finish (test->store, result, NULL));
}

/* The file is there, and something that is no file of ours is where it is looked for. */
static char *
put_away (StoreTest *test)
{
  g_autofree char *folder = g_path_get_dirname (test->path);
  char *away = g_strconcat (test->path, ".away", NULL);

  g_assert_true (trs_store_close (test->store, G_MAXINT32));
  if (g_file_test (test->path, G_FILE_TEST_EXISTS))
    g_assert_cmpint (g_rename (test->path, away), ==, 0);
  g_mkdir_with_parents (folder, 0700);
  store_test_write_file (test->path, "", 0);
  g_assert_cmpint (g_remove (test->path), ==, 0);
  g_assert_cmpint (g_mkdir (test->path, 0700), ==, 0);
  store_test_reopen (test);
  return away;
}

static void
put_back (StoreTest  *test,
          const char *away)
{
  g_assert_cmpint (g_remove (test->path), ==, 0);
  if (g_file_test (away, G_FILE_TEST_EXISTS))
    g_assert_cmpint (g_rename (away, test->path), ==, 0);
}

static void
assert_sql (StoreTest  *test,
            const char *sql,
            const char *expected)
{
  g_autofree char *seen = NULL;

  trs_test_flush_store (test->store);
  seen = store_test_read_sql (test, sql);
  g_assert_cmpstr (seen, ==, expected);
}

static void
test_works (StoreTest     *test,
            gconstpointer  data)
{
  g_autofree char *away = put_away (test);
  g_autoptr (GError) problem = NULL;
  g_autoptr (GPtrArray) kept = NULL;
  gint64 account = store_test_open_account (test, NULL);

  g_assert_cmpint (trs_store_get_mode (test->store), ==, TRS_STORE_MEMORY);
  problem = trs_store_dup_problem (test->store);
  g_assert_error (problem, TRS_ERROR, TRS_ERROR_STORE_FOREIGN);
  save (test, account, "one", TRS_PROJECT_STATE_DONE);
  store_test_save_text (test, account, "one", "The budget", "The budget");
  submit (test, account, "video");
  g_assert_cmpuint (store_test_count_found (test, account, "budget", NULL), ==, 1);

  /* Tried in vain, it is all still there. */
  trs_store_try_again (test->store);
  g_assert_cmpint (store_test_open_account (test, NULL), ==, account);
  g_assert_cmpint (trs_store_get_mode (test->store), ==, TRS_STORE_MEMORY);
  kept = store_test_load (test, account);
  g_assert_cmpuint (kept->len, ==, 1);

  put_back (test, away);
  trs_store_try_again (test->store);
  g_assert_cmpint (store_test_open_account (test, NULL), ==, 1);
  g_assert_cmpint (trs_store_get_mode (test->store), ==, TRS_STORE_FILE);
  g_assert_null (trs_store_dup_problem (test->store));
  g_assert_cmpuint (store_test_count_found (test, 1, "budget", NULL), ==, 1);
  assert_sql (test, "SELECT video_id FROM submission WHERE account = 1", "video");
}

static gint64
open_local (StoreTest          *test,
            const char * const *ids)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gint64 account;

  trs_store_accounts_open_async (test->store, "local", 0, ids, NULL, g_get_real_time (), NULL, trs_test_store_result,
                                 &result);
  trs_test_wait_result (result);
  account = trs_store_accounts_open_finish (test->store, result, &error);
  g_assert_no_error (error);
  return account;
}

/* A service that only this home has is one account, whatever projects are known. */
static void
test_local (StoreTest     *test,
            gconstpointer  data)
{
  const char *const other[] = { "other", NULL };
  const char *const none[] = { NULL };
  g_autofree char *away = NULL;
  g_autoptr (GPtrArray) kept = NULL;
  gint64 account = open_local (test, NULL);

  save (test, account, "one", TRS_PROJECT_STATE_DONE);
  g_assert_cmpint (open_local (test, none), ==, account);
  g_assert_cmpint (open_local (test, other), ==, account);

  away = put_away (test);
  save (test, open_local (test, NULL), "two", TRS_PROJECT_STATE_DONE);
  put_back (test, away);
  trs_store_try_again (test->store);
  g_assert_cmpint (open_local (test, other), ==, account);
  kept = store_test_load (test, account);
  g_assert_cmpuint (kept->len, ==, 2);
  assert_sql (test, "SELECT count (*) FROM account", "1");
}

/* It says that all is in the file only when it is. */
static void
test_mode_changes_last (StoreTest     *test,
                        gconstpointer  data)
{
  g_autofree char *away = put_away (test);
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (GPtrArray) projects = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GAsyncResult) result = NULL;
  g_autofree char *n_kept = NULL;

  for (guint i = 0; i < 3000; i++)
    {
      g_autofree char *id = g_strdup_printf ("project-%u", i);

      g_ptr_array_add (projects, store_test_make_project (id, i));
    }
  store_test_save_projects (test, account, projects);

  put_back (test, away);
  trs_store_try_again (test->store);
  trs_store_accounts_open_async (test->store, SERVER, 0, NULL, NULL, SECOND, NULL, trs_test_store_result, &result);
  while (trs_store_get_mode (test->store) == TRS_STORE_MEMORY)
    g_thread_yield ();
  n_kept = store_test_read_sql (test, "SELECT count (*) FROM project");
  g_assert_cmpstr (n_kept, ==, "3000");
  trs_test_wait_result (result);
}

/* Whatever was in the file stays, and whatever was in memory comes to it. */
static void
test_merge (StoreTest     *test,
            gconstpointer  data)
{
  static const char * const ids[] = { "new", "old", NULL };
  gint64 account = store_test_open_account (test, NULL);
  g_autofree char *away = NULL;
  gint64 in_memory;

  save (test, account, "old", TRS_PROJECT_STATE_DONE);
  store_test_save_text (test, account, "old", "Words of old", "Words of old");
  set_own (test, account, "old", "My title", "My note");
  save (test, account, "going", TRS_PROJECT_STATE_UPLOAD);
  save (test, account, "same", TRS_PROJECT_STATE_DONE);
  store_test_save_text (test, account, "same", "The same", "The same");
  submit (test, account, "before");
  trs_test_flush_store (test->store);
  store_test_exec (test, "UPDATE account SET listed_at = 77, gap_below = 0");
  away = put_away (test);

  in_memory = store_test_open_account (test, NULL);
  g_assert_cmpint (in_memory, !=, account);
  save (test, in_memory, "old", TRS_PROJECT_STATE_UPLOAD);
  store_test_save_text (test, in_memory, "old", "Other words", "Other words");
  set_own (test, in_memory, "old", NULL, "Another note");
  save (test, in_memory, "going", TRS_PROJECT_STATE_ERROR);
  save (test, in_memory, "same", TRS_PROJECT_STATE_DONE);
  store_test_save_text (test, in_memory, "same", "The same", "The same");
  save (test, in_memory, "new", TRS_PROJECT_STATE_DONE);
  store_test_save_text (test, in_memory, "new", "New words", "New words");
  set_own (test, in_memory, "new", "New title", "New note");
  submit (test, in_memory, "meanwhile");

  put_back (test, away);
  trs_store_try_again (test->store);
  g_assert_cmpint (store_test_open_account (test, ids), ==, account);
  g_assert_cmpint (trs_store_get_mode (test->store), ==, TRS_STORE_FILE);
  assert_sql (test, "SELECT group_concat (id || state_word, ' ') FROM (SELECT * FROM project ORDER BY id)",
              "goingerror newdone olddone samedone");
  assert_sql (test, "SELECT local_title || '/' || replace (note, char (10), '+') FROM project WHERE id = 'old'",
              "My title/My note+Another note");
  assert_sql (test, "SELECT local_title || '/' || note FROM project WHERE id = 'new'", "New title/New note");
  assert_sql (test,
              "SELECT group_concat (bare || superseded, ' ') FROM (SELECT * FROM text ORDER BY superseded, bare)",
              "New words0 The same0 Words of old0 Other words1");
  assert_sql (test, "SELECT group_concat (video_id || account, ' ') FROM (SELECT * FROM submission ORDER BY video_id)",
              "before1 meanwhile1");
  assert_sql (test,
              "SELECT count (*) || '/' || max (listed_at) || '/' || max (cursor) || '/' || max (gap_below) "
              "FROM account",
              "1/0/0/1");
  assert_sql (test, "PRAGMA integrity_check", "ok");
  assert_sql (test, "SELECT count (*) FROM pragma_foreign_key_check", "0");
  g_assert_cmpuint (store_test_count_found (test, account, "words", NULL), ==, 2);
  g_assert_cmpuint (store_test_count_found (test, account, "note", NULL), ==, 2);

  /* Once is enough. */
  trs_store_try_again (test->store);
  assert_sql (test, "SELECT count (*) FROM text", "4");
}

/* The same user, though what the file has is far down by now. */
static void
test_merge_after_many (StoreTest     *test,
                       gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (GPtrArray) projects = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *away = NULL;

  save (test, account, "old", TRS_PROJECT_STATE_DONE);
  set_own (test, account, "old", "My title", "My note");
  away = put_away (test);

  account = store_test_open_account (test, NULL);
  save (test, account, "old", TRS_PROJECT_STATE_DONE);
  for (guint i = 0; i < 250; i++)
    {
      g_autofree char *id = g_strdup_printf ("new-%03u", i);

      g_ptr_array_add (projects, store_test_make_project (id, (2000 + i) * SECOND));
    }
  store_test_save_projects (test, account, projects);

  put_back (test, away);
  trs_store_try_again (test->store);
  assert_sql (test, "SELECT count (*) || '/' || count (DISTINCT account) FROM project", "251/1");
  assert_sql (test, "SELECT local_title || '/' || note FROM project WHERE id = 'old'", "My title/My note");
}

/* Two users of one address are told apart by their projects. */
static void
test_merge_another_user (StoreTest     *test,
                         gconstpointer  data)
{
  static const char * const theirs[] = { "theirs", NULL };
  gint64 account = store_test_open_account (test, NULL);
  g_autofree char *away = NULL;

  save (test, account, "mine", TRS_PROJECT_STATE_DONE);
  away = put_away (test);
  save (test, store_test_open_account (test, theirs), "theirs", TRS_PROJECT_STATE_DONE);
  put_back (test, away);
  trs_store_try_again (test->store);
  g_assert_cmpint (store_test_open_account (test, theirs), ==, account + 1);
  assert_sql (test, "SELECT group_concat (id || account, ' ') FROM (SELECT * FROM project ORDER BY id)",
              "mine1 theirs2");
}

static void
set_place (StoreTest  *test,
           gint64      account,
           const char *id,
           gint64      place)
{
  trs_store_projects_set_place_async (test->store, account, id, place, place + 1, NULL, NULL, NULL);
  trs_test_flush_store (test->store);
}

/* Where the user read last counts, as far as it is a place of the text that is shown. What was removed stays removed,
 * but a removal in memory takes nothing from the file. */
static void
test_merge_reading (StoreTest     *test,
                    gconstpointer  data)
{
  static const struct
  {
    const char *id;
    const char *file_text;
    gint64 file_place;
    gboolean file_removed;
    const char *memory_text;
    gint64 memory_place;
    gboolean memory_removed;
    const char *expected; /* place, caret, hidden */
  } cases[] = {
    { "new", NULL, 0, FALSE, "Words", 5, FALSE, "5 6 0" },
    { "new-removed", NULL, 0, FALSE, "Words", 5, TRUE, "0 0 1" },
    { "later", "Words", 3, FALSE, "Words", 5, FALSE, "5 6 0" },
    { "not-read", "Words", 3, FALSE, "Words", 0, FALSE, "3 4 0" },
    { "no-text", "Words", 3, FALSE, NULL, 0, FALSE, "3 4 0" },
    { "other-words", "Words", 3, FALSE, "Other words", 5, FALSE, "3 4 0" },
    { "first-text", NULL, 0, FALSE, "Words", 5, FALSE, "5 6 0" },
    { "removed-here", "Words", 3, FALSE, "Words", 5, TRUE, "3 4 0" },
    { "nothing-to-remove", NULL, 0, FALSE, "Words", 5, TRUE, "0 0 1" },
    { "removed-before", "Words", 3, TRUE, NULL, 0, FALSE, "0 0 1" },
    { "fetched-again", "Words", 3, TRUE, "Words", 5, FALSE, "5 6 0" },
  };
  gint64 account = store_test_open_account (test, NULL);
  g_autofree char *away = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      if (g_str_has_prefix (cases[i].id, "new"))
        continue;
      save (test, account, cases[i].id, TRS_PROJECT_STATE_DONE);
      if (cases[i].file_text != NULL)
        store_test_save_text (test, account, cases[i].id, cases[i].file_text, cases[i].file_text);
      if (cases[i].file_place != 0)
        set_place (test, account, cases[i].id, cases[i].file_place);
      if (cases[i].file_removed)
        store_test_remove_project (test, account, cases[i].id);
    }
  away = put_away (test);

  account = store_test_open_account (test, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      save (test, account, cases[i].id, TRS_PROJECT_STATE_DONE);
      if (cases[i].memory_text != NULL)
        store_test_save_text (test, account, cases[i].id, cases[i].memory_text, cases[i].memory_text);
      if (cases[i].memory_place != 0)
        set_place (test, account, cases[i].id, cases[i].memory_place);
      if (cases[i].memory_removed)
        store_test_remove_project (test, account, cases[i].id);
    }
  put_back (test, away);
  trs_store_try_again (test->store);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *sql = g_strdup_printf ("SELECT id || ': ' || place || ' ' || caret || ' ' || hidden "
                                              "FROM project WHERE id = '%s'", cases[i].id);
      g_autofree char *expected = g_strdup_printf ("%s: %s", cases[i].id, cases[i].expected);

      assert_sql (test, sql, expected);
    }
}

static void
count_cb (guint *n)
{
  (*n)++;
}

/* The file was moved away while it was in use, and somebody comes of whom it knows nothing. */
static void
test_lost_file (StoreTest     *test,
                gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autofree char *away = g_strconcat (test->path, ".away", NULL);
  g_autoptr (GAsyncResult) result = NULL;
  guint n_lost = 0;

  g_signal_connect_swapped (test->store, "lost-file", G_CALLBACK (count_cb), &n_lost);
  save (test, account, "old", TRS_PROJECT_STATE_DONE);
  g_assert_cmpint (g_rename (test->path, away), ==, 0);
  set_own (test, account, "old", NULL, "Too late");
  g_assert_cmpint (trs_store_get_mode (test->store), ==, TRS_STORE_READ_ONLY);
  g_assert_cmpuint (n_lost, ==, 0);

  trs_store_accounts_open_async (test->store, "https://other.example", 0, NULL, NULL, 1, NULL, trs_test_store_result,
                                 &result);
  trs_test_wait_result (result);
  g_assert_cmpint (trs_store_accounts_open_finish (test->store, result, NULL), >, account);
  g_assert_cmpint (trs_store_get_mode (test->store), ==, TRS_STORE_MEMORY);
  trs_test_wait_until (n_lost == 1);

  /* What was asked for with the number of before is refused, and written nowhere. */
  set_own (test, account, "old", NULL, "Much too late");
  g_assert_cmpint (g_rename (away, test->path), ==, 0);
  trs_store_try_again (test->store);
  assert_sql (test, "SELECT group_concat (address, ' ') FROM account", SERVER " https://other.example");
  assert_sql (test, "SELECT id || note FROM project", "old");
  g_assert_cmpint (trs_store_get_mode (test->store), ==, TRS_STORE_FILE);
}

/* Without a path, memory is what was asked for. */
static void
test_no_path (void)
{
  StoreTest test = { .store = trs_store_new (NULL) };
  gint64 account = store_test_open_account (&test, NULL);

  save (&test, account, "one", TRS_PROJECT_STATE_DONE);
  trs_store_try_again (test.store);
  g_assert_cmpint (store_test_open_account (&test, NULL), ==, account);
  g_assert_cmpint (trs_store_get_mode (test.store), ==, TRS_STORE_MEMORY);
  g_assert_null (trs_store_dup_problem (test.store));
  store_test_close (&test);
}

#define ADD(path, function) g_test_add (path, StoreTest, NULL, store_test_set_up, function, store_test_tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("/store-memory/works", test_works);
  ADD ("/store-memory/mode-changes-last", test_mode_changes_last);
  ADD ("/store-memory/merge", test_merge);
  ADD ("/store-memory/merge-after-many", test_merge_after_many);
  ADD ("/store-memory/merge-another-user", test_merge_another_user);
  ADD ("/store-memory/merge-reading", test_merge_reading);
  ADD ("/store-memory/lost-file", test_lost_file);
  ADD ("/store-memory/local", test_local);
  g_test_add_func ("/store-memory/no-path", test_no_path);
  return g_test_run ();
}
