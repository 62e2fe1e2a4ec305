/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The copy of what cannot be downloaded again, and what it brings back. */
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <utime.h>

#include "store-test.h"
#include "trs-store-file.h"
#include "trs-store-projects.h"
#include "trs-store-restore.h"
#include "trs-test-store.h"
#include "trs-test-utils.h"

#define ID "0b5c7f9e-12ab-4cde-8f01-23456789abcd"

static char *
dup_copy_path (StoreTest *test)
{
  return g_strconcat (test->path, TRS_STORE_COPY_SUFFIX, NULL);
}

/* Returns: (nullable): what stands in the copy */
static char *
read_copy (StoreTest *test)
{
  g_autofree char *path = dup_copy_path (test);
  char *json = NULL;

  g_file_get_contents (path, &json, NULL, NULL);
  return json;
}

static gboolean
copy_has (StoreTest  *test,
          const char *words)
{
  g_autofree char *json = read_copy (test);

  return json != NULL && strstr (json, words) != NULL;
}

static void
make_old (StoreTest *test)
{
  g_autofree char *path = dup_copy_path (test);
  const struct utimbuf days_ago = { 1, 1 };

  g_assert_cmpint (utime (path, &days_ago), ==, 0);
}

static gint64
open_user (StoreTest *test)
{
  return store_test_open_account (test, (const char *[]) { "old-project-3", NULL });
}

/* As a day at the desk ends. */
static void
fill (StoreTest *test)
{
  store_test_write_schema (test, "schema-14.sql");
  open_user (test);
  store_test_close (test);
}

static void
set_note (StoreTest  *test,
          gint64      account,
          const char *id,
          const char *note)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_store_projects_set_own_async (test->store, account, id, NULL, note, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_store_projects_set_own_finish (test->store, result, NULL));
}

static void
damage_first_page (StoreTest *test)
{
  g_autofree char *content = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (test->path, &content, &length, NULL));
  memset (content, 0x5a, MIN (length, 4096));
  store_test_write_file (test->path, content, length);
}

static TrsLoss *
restore (StoreTest  *test,
         GError    **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_store_restore_async (test->store, test->moved_to, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return trs_store_restore_finish (test->store, result, error);
}

static void
assert_sql (StoreTest  *test,
            const char *sql,
            const char *expected)
{
  g_autofree char *found = store_test_read_sql (test, sql);

  g_assert_cmpstr (found, ==, expected);
}

/* With the first page nothing can be salvaged; what the user added is back all the same. */
static void
test_first_page (StoreTest     *test,
                 gconstpointer  data)
{
  g_autofree TrsLoss *back = NULL;
  g_autofree TrsLoss *again = NULL;
  g_autoptr (GError) error = NULL;
  gint64 account;

  fill (test);
  damage_first_page (test);
  store_test_open (test);
  account = store_test_open_account (test, NULL);
  trs_test_wait_until (test->n_moved_aside == 1);
  assert_sql (test, "SELECT count(*) FROM project", "0");

  back = restore (test, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (back->n_notes, ==, 1);
  g_assert_cmpuint (back->n_titles, ==, 1);
  g_assert_cmpuint (back->n_highlights, ==, 1);
  g_assert_cmpuint (back->n_checks, ==, 1);
  g_assert_cmpuint (back->n_names, ==, 2);
  g_assert_cmpint (open_user (test), !=, 0);
  assert_sql (test, "SELECT local_title || '|' || note FROM project WHERE note <> ''",
              "Harbour board|Ask again about the ferry");
  assert_sql (test, "SELECT group_concat (kind || ' ' || ifnull (words, '-') || ' ' || ifnull (text, '-'), '/') "
                    "FROM annotation", "1 - Anna Berg/1 - Bo Lind/5 ferry Which one?/4 Good evening. -");
  assert_sql (test, "SELECT group_concat (video_id || ' ' || outcome || ' ' || (decided_at <> 0) || ' ' || "
                    "(known_ids <> ''), '/') FROM submission", "video-9 2 1 0/video-8 1 0 1");
  assert_sql (test, "SELECT count(DISTINCT account) FROM project", "2");
  assert_sql (test, "PRAGMA foreign_key_check", NULL);

  /* A second time there is nothing left to be brought back. */
  again = restore (test, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (again->n_notes + again->n_titles + again->n_highlights + again->n_names, ==, 0);
  assert_sql (test, "SELECT count(*) FROM annotation", "4");
  g_assert_cmpint (account, !=, 0);
}

/* What was written since is newer. */
static void
test_newer_stays (StoreTest     *test,
                  gconstpointer  data)
{
  g_autoptr (TrsProject) project = store_test_make_project (ID, 300);
  g_autofree TrsLoss *back = NULL;
  gint64 account;

  fill (test);
  damage_first_page (test);
  store_test_open (test);
  account = store_test_open_account (test, (const char *[]) { ID, NULL });
  trs_test_wait_until (test->n_moved_aside == 1);
  store_test_save_project (test, account, project);
  set_note (test, account, ID, "Newer");
  back = restore (test, NULL);
  g_assert_cmpuint (back->n_notes, ==, 0);
  assert_sql (test, "SELECT local_title || '|' || note FROM project WHERE note <> ''", "Harbour board|Newer");
  assert_sql (test, "SELECT count(*) FROM project WHERE local_title IS NOT NULL", "1");
}

/* One a day, for the user alone, and nothing in it that could be misused. */
static void
test_what_is_in_it (StoreTest     *test,
                    gconstpointer  data)
{
  g_autofree char *path = dup_copy_path (test);
  struct stat status;
  gint64 account;

  fill (test);
  g_assert_cmpint (lstat (path, &status), ==, 0);
  g_assert_cmpuint (status.st_mode & 0777, ==, 0600);
  g_assert_true (copy_has (test, "Ask again about the ferry"));
  g_assert_false (copy_has (test, "callback.invalid"));
  g_assert_false (copy_has (test, "key_"));
  g_assert_false (copy_has (test, "8F00A1B2"));
  g_assert_false (copy_has (test, "The ferry is very late"));

  store_test_open (test);
  account = open_user (test);
  set_note (test, account, "old-project-3", "Of today");
  store_test_close (test);
  g_assert_false (copy_has (test, "Of today"));
  make_old (test);
  store_test_open (test);
  open_user (test);
  store_test_close (test);
  g_assert_true (copy_has (test, "Of today"));
  g_assert_true (copy_has (test, "Ask again about the ferry"));
  store_test_open (test);
}

/* What is removed leaves the copy at once, and the next one does not have it. */
static void
test_removal (StoreTest     *test,
              gconstpointer  data)
{
  gint64 account;

  fill (test);
  store_test_open (test);
  account = open_user (test);
  g_assert_true (copy_has (test, "Harbour board"));
  store_test_remove_project (test, account, ID);
  g_assert_false (copy_has (test, "Harbour board"));
  store_test_erase (test);
  g_assert_true (copy_has (test, "old-project-3"));
  g_assert_false (copy_has (test, "Harbour board"));
  g_assert_false (copy_has (test, "Which one?"));
}

static void
test_unreadable (StoreTest     *test,
                 gconstpointer  data)
{
  static const char *const bad[] = { "", "{", "[]", "{\"format\": 2}", "{\"format\": 1, \"account\": 7}",
                                     "{\"format\": 1, \"account\": [{\"account\": 1, \"address\": null}]}",
                                     ("{\"format\": 1, \"account\": [{\"account\": 1, \"address\": \"x\"}], "
                                      "\"project\": [{\"row\": \"x\", \"account\": 1}]}") };

  fill (test);
  damage_first_page (test);
  store_test_open (test);
  store_test_open_account (test, NULL);
  trs_test_wait_until (test->n_moved_aside == 1);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *path = g_strconcat (test->moved_to, TRS_STORE_COPY_SUFFIX, NULL);
      g_autofree TrsLoss *back = NULL;

      store_test_write_file (path, bad[i], strlen (bad[i]));
      back = restore (test, NULL);
      g_assert_true (back == NULL || back->n_notes == 0);
      assert_sql (test, "SELECT count(*) FROM project", "0");
    }
}

/* Columns that can be downloaded again, belong to the moment, or must not leave the database. */
static const char left_out[] =
  " account.walk account.gap_below account.cursor account.listed_at account.delivery account.key_salt account.key_mark"
  " account.draft_lines account.draft_language account.draft_refused submission.webhook_url project.state_word"
  " project.message project.video_length project.language project.requested_language project.submitted_at"
  " project.fetched_seen_at project.finished_seen_at project.failed_in project.unread project.dismissed"
  " project.missing project.listed project.place project.caret project.recognizer project.wire_id ";

/* Whoever adds a table or a column says what becomes of it where the file is damaged. */
static void
test_every_table (StoreTest     *test,
                  gconstpointer  data)
{
  guint n_tables;
  const TrsStoreTable *tables = trs_store_schema_get_tables (&n_tables);
  g_autofree char *names = NULL;
  g_auto (GStrv) all = NULL;

  store_test_open_account (test, NULL);
  names = store_test_read_sql (test, "SELECT group_concat (s.name || '.' || c.name, ' ') FROM sqlite_schema AS s "
                                     "JOIN pragma_table_info (s.name) AS c WHERE s.type = 'table' "
                                     "AND s.name NOT LIKE 'sqlite_%' AND s.name NOT LIKE 'text_index_%'");
  all = g_strsplit (names, " ", -1);
  for (guint i = 0; all[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (all[i], ".", 2);
      g_autofree char *word = g_strdup_printf (" %s ", all[i]);
      const TrsStoreTable *table = NULL;

      g_test_message ("%s", all[i]);
      for (guint n = 0; n < n_tables; n++)
        if (g_str_equal (tables[n].name, parts[0]))
          table = &tables[n];
      g_assert_nonnull (table);
      if (table->own != NULL)
        {
          g_auto (GStrv) own = g_strsplit (table->own, " ", -1);

          g_assert_cmpint (g_strv_contains ((const char * const *) own, parts[1]), !=, strstr (left_out, word) != NULL);
        }
    }
}

#define ADD(path, function) g_test_add (path, StoreTest, NULL, store_test_set_up, function, store_test_tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("/store/copy/first-page", test_first_page);
  ADD ("/store/copy/newer-stays", test_newer_stays);
  ADD ("/store/copy/what-is-in-it", test_what_is_in_it);
  ADD ("/store/copy/removal", test_removal);
  ADD ("/store/copy/unreadable", test_unreadable);
  ADD ("/store/copy/every-table", test_every_table);
  return g_test_run ();
}
