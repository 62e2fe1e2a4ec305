/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Damage in places that ordinary use meets late, and what is saved of it. */
#include <string.h>

#include "store-test.h"
#include "trs-error.h"
#include "trs-store-projects.h"
#include "trs-store-submissions.h"
#include "trs-store-texts.h"
#include "trs-store.h"
#include "trs-test-utils.h"

#define N_PROJECTS 40

static void
fill (StoreTest *test)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (GAsyncResult) note = NULL;
  g_autoptr (GAsyncResult) intent = NULL;
  g_autoptr (TrsSubmission) submission = trs_submission_new ("video-9", "de");

  for (guint i = 0; i < N_PROJECTS; i++)
    {
      g_autofree char *id = g_strdup_printf ("p%02u", i);
      g_autoptr (TrsProject) project = store_test_make_project (id, 100 + i);
      g_autoptr (GString) text = g_string_new ("needle");

      for (guint j = 0; j < 2000; j++)
        g_string_append_printf (text, " word%u", (i * 131 + j * 17) % 5000);
      store_test_save_project (test, account, project);
      store_test_save_text (test, account, id, text->str, text->str);
    }

  trs_store_projects_set_own_async (test->store, account, "p01", NULL, "Remember", NULL, trs_test_store_result, &note);
  trs_submission_set_sending (submission, "https://callback.invalid/", 5);
  trs_store_submissions_write_intent_async (test->store, account, submission, NULL, trs_test_store_result, &intent);
  trs_test_wait_until (note != NULL && intent != NULL);
  g_assert_true (trs_store_projects_set_own_finish (test->store, note, NULL));
  g_assert_true (trs_store_submissions_write_intent_finish (test->store, intent, NULL));
}

static void
assert_own_things_are_there (StoreTest *test,
                             gint64     account)
{
  g_autoptr (GPtrArray) snapshots = store_test_load (test, account);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GPtrArray) undecided = NULL;
  const char *note = NULL;

  for (guint i = 0; i < snapshots->len; i++)
    {
      const TrsProjectData *snapshot = g_ptr_array_index (snapshots, i);

      if (g_str_equal (snapshot->id, "p01"))
        note = snapshot->note;
    }
  g_assert_cmpstr (note, ==, "Remember");

  trs_store_submissions_list_undecided_async (test->store, account, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  undecided = trs_store_submissions_list_undecided_finish (test->store, result, NULL);
  g_assert_cmpuint (undecided->len, ==, 1);
}

static void
check (StoreTest *test)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_store_check_async (test->store, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_store_check_finish (test->store, result, &error));
  g_assert_no_error (error);
}

static void
test_index_is_made_anew (StoreTest     *test,
                         gconstpointer  data)
{
  const char *damage = data;
  g_autoptr (GError) error = NULL;
  gint64 account;

  fill (test);
  store_test_reopen (test);
  store_test_exec (test, damage);

  /* A silent index is only found by the check. */
  if (strstr (damage, "zeroblob") != NULL)
    check (test);
  account = store_test_open_account (test, NULL);
  g_assert_cmpuint (store_test_count_found (test, account, "needle", &error), ==, N_PROJECTS);
  g_assert_no_error (error);
  g_assert_cmpuint (test->n_moved_aside, ==, 0);
  assert_own_things_are_there (test, account);
  store_test_exec (test, "INSERT INTO text_index (text_index) VALUES ('integrity-check')");
}

/* Pages of the texts themselves: the file is given up, and the rest comes out of it. */
static void
test_rest_is_saved (StoreTest     *test,
                    gconstpointer  data)
{
  g_autofree char *content = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) snapshots = NULL;
  char *place;
  gsize length;
  gint64 account;
  guint n;

  fill (test);
  store_test_reopen (test);
  store_test_exec (test, "INSERT INTO text_index (text_index) VALUES ('delete-all');"
                         "PRAGMA wal_checkpoint (TRUNCATE);");
  g_assert_true (g_file_get_contents (test->path, &content, &length, NULL));
  for (guint i = 0; i < 3; i++)
    {
      place = memmem (content, length, "needle word", 11);
      g_assert_nonnull (place);
      memset (content + (place - content) / 4096 * 4096, 0xa5, 4096);
    }
  store_test_write_file (test->path, content, length);

  check (test);
  account = store_test_open_account (test, NULL);
  g_assert_cmpuint (test->n_moved_aside, ==, 1);
  assert_own_things_are_there (test, account);
  snapshots = store_test_load (test, account);
  g_assert_cmpuint (snapshots->len, ==, N_PROJECTS);
  n = store_test_count_found (test, account, "needle", &error);
  g_assert_no_error (error);
  g_test_message ("%u of %d texts", n, N_PROJECTS);
  g_assert_cmpuint (n, >=, N_PROJECTS / 2);
  g_assert_cmpuint (n, <, N_PROJECTS);
}

/* The way to the newest schema reads every project, and meets a page of them that is damaged. */
static void
test_rest_of_an_older_file_is_saved (StoreTest     *test,
                                     gconstpointer  data)
{
  g_autoptr (GPtrArray) snapshots = NULL;
  const TrsProjectData *oldest = NULL;
  g_autofree char *others = NULL;
  g_autofree char *content = NULL;
  char *place;
  gsize length;
  gint64 account;

  store_test_write_schema (test, "schema-4.sql");
  store_test_exec (test, "INSERT INTO project (row, account, id, title, state) "
                         "WITH number (n) AS (SELECT 1000 UNION ALL SELECT n + 1 FROM number WHERE n < 1999) "
                         "SELECT n, 1, printf ('%08x-0000-4000-8000-%012x', n * 2654435761 & 0xffffffff, n), "
                         "'needle ' || n, 3 FROM number;"
                         "PRAGMA wal_checkpoint (TRUNCATE);");
  g_assert_true (g_file_get_contents (test->path, &content, &length, NULL));
  place = memmem (content, length, "needle 1500", 11);
  g_assert_nonnull (place);
  memset (content + (place - content) / 4096 * 4096, 0xa5, 4096);
  store_test_write_file (test->path, content, length);

  account = store_test_open_account (test, NULL);
  g_assert_cmpuint (test->n_moved_aside, ==, 1);
  snapshots = store_test_load (test, account);
  g_assert_cmpuint (snapshots->len, >=, 900);
  g_assert_cmpuint (snapshots->len, <, 1002);
  for (guint i = 0; i < snapshots->len && (oldest == NULL || !g_str_equal (oldest->id, "a")); i++)
    oldest = g_ptr_array_index (snapshots, i);
  g_assert_cmpstr (oldest->id, ==, "a");
  g_assert_cmpstr (oldest->local_title, ==, "Mine");
  g_assert_cmpstr (oldest->note, ==, "Ask again");
  others = store_test_read_sql (test, "SELECT group_concat (id) FROM project WHERE length (id) <> 16");
  g_assert_cmpstr (others, ==, "a,b");
}

static TrsTranscript *
load_text (StoreTest  *test,
           gint64      account,
           GError    **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_store_texts_load_async (test->store, account, "p05", 0, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return trs_store_texts_load_finish (test->store, result, error);
}

static void
test_unreadable_text_is_fetched_again (StoreTest     *test,
                                       gconstpointer  data)
{
  g_autoptr (TrsTranscript) before = NULL;
  g_autoptr (TrsTranscript) broken = NULL;
  g_autoptr (TrsTranscript) after = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gint64 account;

  fill (test);
  account = store_test_open_account (test, NULL);
  before = load_text (test, account, &error);
  g_assert_no_error (error);
  store_test_exec (test, "UPDATE text SET bare = replace (bare, 'word', 'sword')");
  broken = load_text (test, account, &error);
  g_assert_null (broken);
  g_clear_error (&error);

  trs_store_texts_save_async (test->store, account, "p05", before, SERVER, 43, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_cmpint (trs_store_texts_save_finish (test->store, result, &error), ==, TRS_STORE_TEXT_NEW);
  after = load_text (test, account, &error);
  g_assert_no_error (error);
  g_assert_nonnull (after);
}

/* Of a text whose variants do not align, each has its own checksum. */
static void
test_unaligned_text_is_checked (StoreTest     *test,
                                gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsProject) project = store_test_make_project ("p05", 105);
  g_autoptr (TrsTranscript) transcript = NULL;
  g_autoptr (TrsTranscript) before = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  GBytes *texts[TRS_TEXT_N_VARIANTS];

  for (guint i = 0; i < TRS_TEXT_N_VARIANTS; i++)
    texts[i] = g_bytes_new_take (g_strdup_printf ("Words %u", i), strlen ("Words 0"));
  transcript = trs_transcript_new_unaligned (texts, "en", FALSE);
  for (guint i = 0; i < TRS_TEXT_N_VARIANTS; i++)
    g_bytes_unref (texts[i]);
  store_test_save_project (test, account, project);
  trs_store_texts_save_async (test->store, account, "p05", transcript, SERVER, 43, NULL, trs_test_store_result,
                              &result);
  trs_test_wait_result (result);
  g_assert_cmpint (trs_store_texts_save_finish (test->store, result, &error), ==, TRS_STORE_TEXT_NEW);
  before = load_text (test, account, &error);
  g_assert_no_error (error);
  g_assert_false (trs_transcript_is_aligned (before));
  store_test_exec (test, data);
  g_assert_null (load_text (test, account, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_STORE_FAILED);
}

/* A page of notes in which single bytes are wrong: what is left of the note is text, and what is no number does not
 * keep the other rows from being saved. */
static void
test_damaged_characters (StoreTest     *test,
                         gconstpointer  data)
{
  g_autofree char *note = NULL;
  g_autofree char *n_projects = NULL;
  g_autofree char *content = NULL;
  char *place;
  gsize length;
  gint64 account;

  fill (test);
  store_test_reopen (test);
  store_test_exec (test, "INSERT INTO text_index (text_index) VALUES ('delete-all');"
                         "PRAGMA wal_checkpoint (TRUNCATE);");
  g_assert_true (g_file_get_contents (test->path, &content, &length, NULL));
  place = memmem (content, length, "Remember", 8);
  g_assert_nonnull (place);
  place[2] = (char) 0xff;
  place = memmem (content, length, "needle word", 11);
  g_assert_nonnull (place);
  memset (content + (place - content) / 4096 * 4096, 0xa5, 4096);
  store_test_write_file (test->path, content, length);

  check (test);
  account = store_test_open_account (test, NULL);
  g_assert_cmpint (account, >, 0);
  g_assert_cmpuint (test->n_moved_aside, ==, 1);
  note = store_test_read_sql (test, "SELECT group_concat (note, '') FROM project");
  g_assert_cmpstr (note, ==, "Re\uFFFDember");
  n_projects = store_test_read_sql (test, "SELECT count (*) FROM project");
  g_assert_cmpstr (n_projects, ==, G_STRINGIFY (N_PROJECTS));
}

#define ADD(path, data, function) \
  g_test_add (path, StoreTest, data, store_test_set_up, function, store_test_tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("/store/damage/index/silent", "UPDATE text_index_data SET block = zeroblob (40) WHERE id = 10",
       test_index_is_made_anew);
  ADD ("/store/damage/index/structure", "UPDATE text_index_data SET block = x'ffffffffffffffffff' WHERE id = 10",
       test_index_is_made_anew);
  ADD ("/store/damage/index/lost-pages", "DELETE FROM text_index_data WHERE id > 10", test_index_is_made_anew);
  ADD ("/store/damage/index/garbage", "UPDATE text_index_data SET block = randomblob (length (block)) WHERE id > 10",
       test_index_is_made_anew);
  ADD ("/store/damage/rest-is-saved", NULL, test_rest_is_saved);
  ADD ("/store/damage/rest-of-an-older-file-is-saved", NULL, test_rest_of_an_older_file_is_saved);
  ADD ("/store/damage/unreadable-text-is-fetched-again", NULL, test_unreadable_text_is_fetched_again);
  ADD ("/store/damage/unaligned-text/bare", "UPDATE text SET bare = 'Wrong words'", test_unaligned_text_is_checked);
  ADD ("/store/damage/unaligned-text/variant", "UPDATE variant SET bytes = x'61' WHERE flags = 2",
       test_unaligned_text_is_checked);
  ADD ("/store/damage/unaligned-text/missing", "DELETE FROM variant WHERE flags = 3", test_unaligned_text_is_checked);
  ADD ("/store/damage/characters", NULL, test_damaged_characters);
  return g_test_run ();
}
