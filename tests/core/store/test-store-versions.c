/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store-test.h"
#include "trs-store-texts.h"
#include "trs-store.h"
#include "trs-test-store.h"
#include "trs-test-utils.h"

static char *
text_of (TrsTranscript *transcript)
{
  g_autoptr (GBytes) bytes = trs_transcript_get_text (transcript, TRS_TEXT_BARE);

  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

static GPtrArray *
list (StoreTest *test,
      gint64     account)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  GPtrArray *versions;

  trs_store_texts_list_versions_async (test->store, account, "a", NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  versions = trs_store_texts_list_versions_finish (test->store, result, &error);
  g_assert_no_error (error);
  g_assert_nonnull (versions);
  return versions;
}

static char *
load (StoreTest  *test,
      gint64      account,
      gint64      number,
      GError    **error)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (TrsTranscript) transcript = NULL;

  trs_store_texts_load_async (test->store, account, "a", number, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  transcript = trs_store_texts_load_finish (test->store, result, error);
  return transcript != NULL ? text_of (transcript) : NULL;
}

static gboolean
choose (StoreTest  *test,
        gint64      account,
        gint64      number,
        GError    **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_store_texts_choose_version_async (test->store, account, "a", number, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return trs_store_texts_choose_version_finish (test->store, result, error);
}

static void
assert_shown (StoreTest  *test,
              gint64      account,
              const char *expected)
{
  g_autoptr (GPtrArray) versions = list (test, account);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = load (test, account, trs_text_versions_find (versions, TRUE)->number, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (text, ==, expected);
}

static gint64
add_two (StoreTest *test)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsProject) project = store_test_make_project ("a", 1);
  g_autoptr (GPtrArray) none = NULL;

  store_test_save_project (test, account, project);
  none = list (test, account);
  g_assert_cmpuint (none->len, ==, 0);
  store_test_save_text (test, account, "a", "First", "First");
  store_test_save_text (test, account, "a", "Second", "[00:00:01.000] Second");
  store_test_exec (test, "UPDATE text SET received_at = 99 WHERE superseded");
  return account;
}

static void
test_told_as_received (StoreTest     *test,
                       gconstpointer  data)
{
  gint64 account = add_two (test);
  g_autoptr (GPtrArray) versions = list (test, account);
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, "[00:00:01.000] Second", -1);
  const TrsTextVersion *news;

  g_assert_cmpuint (versions->len, ==, 2);
  news = trs_text_versions_find (versions, FALSE);
  g_assert_true (news == g_ptr_array_index (versions, 0));
  g_assert_cmpint (news->received_at, ==, 99);
  g_assert_cmpstr (news->address, ==, SERVER);
  g_assert_cmpstr (news->sha256[TRS_TEXT_ALL], ==, digest);
  /* What follows from the other two was never received as such. */
  g_assert_null (news->sha256[TRS_TEXT_TIMECODES]);
  g_assert_cmpint (trs_text_versions_find (versions, TRUE)->received_at, ==, 42);
  assert_shown (test, account, "First");
}

static void
test_only_when_chosen (StoreTest     *test,
                       gconstpointer  data)
{
  gint64 account = add_two (test);
  g_autoptr (GPtrArray) before = list (test, account);
  g_autoptr (GPtrArray) after = NULL;
  g_autoptr (GError) error = NULL;
  const TrsTextVersion *old;

  g_assert_true (choose (test, account, trs_text_versions_find (before, FALSE)->number, &error));
  g_assert_no_error (error);
  assert_shown (test, account, "Second");
  store_test_exec (test, "INSERT INTO text_index (text_index, rank) VALUES ('integrity-check', 0)");

  /* The old one is no news and no loss. */
  after = list (test, account);
  g_assert_cmpuint (after->len, ==, 2);
  g_assert_null (trs_text_versions_find (after, FALSE));
  old = g_ptr_array_index (after, 1);
  g_assert_false (old->shown);
  g_assert_true (choose (test, account, old->number, &error));
  assert_shown (test, account, "First");

  g_assert_false (choose (test, account, 4711, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

static void
test_kept_is_decided (StoreTest     *test,
                      gconstpointer  data)
{
  gint64 account = add_two (test);
  g_autoptr (GPtrArray) before = list (test, account);
  g_autoptr (GPtrArray) after = NULL;
  g_autoptr (GPtrArray) later = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (choose (test, account, trs_text_versions_find (before, TRUE)->number, &error));
  after = list (test, account);
  g_assert_cmpuint (after->len, ==, 2);
  g_assert_null (trs_text_versions_find (after, FALSE));
  assert_shown (test, account, "First");

  /* What was decided about is not asked again, and what comes now is. */
  store_test_save_text (test, account, "a", "Second", "[00:00:01.000] Second");
  store_test_reopen (test);
  g_ptr_array_unref (after);
  after = list (test, account);
  g_assert_null (trs_text_versions_find (after, FALSE));
  store_test_save_text (test, account, "a", "Third", "Third");
  later = list (test, account);
  g_assert_nonnull (trs_text_versions_find (later, FALSE));
}

/* However old a file is, its projects are kept as in one that is new, and each id can be there once. */
static void
assert_same_schema_as_new (StoreTest *test)
{
  static const char words[] = "SELECT replace (replace (group_concat (name || sql, ';'), char (10), ''), ' ', '') "
                              "FROM (SELECT * FROM sqlite_schema WHERE tbl_name = 'project' ORDER BY name)";
  g_autofree char *path = g_strconcat (test->path, ".new", NULL);
  g_autofree char *old_words = store_test_read_sql (test, words);
  g_autofree char *sound = store_test_read_sql (test, "PRAGMA integrity_check");
  g_autofree char *new_words = NULL;
  StoreTest fresh = { .path = path, .store = trs_store_new (path) };

  g_assert_cmpstr (sound, ==, "ok");
  store_test_open_account (&fresh, NULL);
  new_words = store_test_read_sql (&fresh, words);
  g_assert_cmpstr (old_words, ==, new_words);
  store_test_close (&fresh);
}

static void
test_old_schema (StoreTest     *test,
                 gconstpointer  name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) projects = NULL;
  g_autoptr (GPtrArray) versions = NULL;
  g_autoptr (TrsProject) added = store_test_make_project ("later", 2000 * G_USEC_PER_SEC);
  g_autoptr (GPtrArray) all = NULL;
  g_autofree char *later = NULL;
  const TrsProjectData *snapshot;
  gint64 account;

  store_test_write_schema (test, name);
  account = store_test_open_account (test, NULL);
  projects = store_test_load (test, account);
  g_assert_cmpuint (projects->len, ==, 2);
  g_assert_cmpint (((TrsProjectData *) g_ptr_array_index (projects, 0))->missing_since, ==, 77);
  snapshot = g_ptr_array_index (projects, 1);
  g_assert_cmpstr (snapshot->local_title, ==, "Mine");
  g_assert_cmpstr (snapshot->note, ==, "Ask again");
  g_assert_true (snapshot->unread);

  versions = list (test, account);
  g_assert_cmpuint (versions->len, ==, 2);
  assert_shown (test, account, "First words");
  later = load (test, account, trs_text_versions_find (versions, FALSE)->number, &error);
  g_assert_cmpstr (later, ==, "Second words");
  store_test_exec (test, "INSERT INTO text_index (text_index, rank) VALUES ('integrity-check', 0)");

  store_test_save_project (test, account, added);
  all = store_test_load (test, account);
  g_assert_cmpuint (all->len, ==, 3);
  g_assert_cmpuint (store_test_count_found (test, account, "title", &error), ==, 3);
  g_assert_cmpuint (store_test_count_found (test, account, "mine", &error), ==, 1);
  g_assert_no_error (error);
  store_test_exec (test, "UPDATE project SET local_title = 'Yours'; DELETE FROM project WHERE id = 'b';");
  g_assert_cmpuint (store_test_count_found (test, account, "mine", &error), ==, 0);
  g_assert_cmpuint (store_test_count_found (test, account, "yours", &error), ==, 2);
  g_assert_no_error (error);
  assert_same_schema_as_new (test);
}

#define ADD(path, function) g_test_add (path, StoreTest, NULL, store_test_set_up, function, store_test_tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("/store/versions/told-as-received", test_told_as_received);
  ADD ("/store/versions/only-when-chosen", test_only_when_chosen);
  ADD ("/store/versions/kept-is-decided", test_kept_is_decided);
  g_test_add ("/store/versions/before-0.1.0", StoreTest, "schema-4.sql", store_test_set_up, test_old_schema,
              store_test_tear_down);
  g_test_add ("/store/versions/of-0.1.0", StoreTest, "schema-7.sql", store_test_set_up, test_old_schema,
              store_test_tear_down);
  return g_test_run ();
}
