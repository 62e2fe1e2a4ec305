/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>

#include "store-test.h"
#include "trs-error.h"
#include "trs-store-accounts.h"
#include "trs-store-projects.h"
#include "trs-store.h"
#include "trs-test-utils.h"

static const TrsProjectData *
snapshot_at (GPtrArray *snapshots,
             guint      index)
{
  g_assert_cmpuint (index, <, snapshots->len);
  return g_ptr_array_index (snapshots, index);
}

static const char *
id_at (GPtrArray *snapshots,
       guint      index)
{
  return snapshot_at (snapshots, index)->id;
}

static void
test_comes_back_as_it_was (StoreTest     *test,
                           gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsProject) project = store_test_make_project ("a", 1773349200123456);
  g_autoptr (GPtrArray) snapshots = NULL;
  g_autoptr (TrsProject) back = NULL;

  trs_project_set_requested_language (project, "de");
  trs_project_set_submitted_at (project, 77);
  trs_project_set_unread (project, TRUE);
  store_test_save_project (test, account, project);
  store_test_reopen (test);

  snapshots = store_test_load (test, store_test_open_account (test, NULL));
  g_assert_cmpuint (snapshots->len, ==, 1);
  back = trs_project_new_from_data (g_ptr_array_index (snapshots, 0));
  g_assert_cmpstr (trs_project_get_id (back), ==, "a");
  g_assert_cmpstr (trs_project_get_data (back)->title, ==, "Title of a");
  g_assert_cmpstr (trs_project_get_data (back)->video_id, ==, "video-1");
  g_assert_cmpint (trs_project_get_state (back), ==, TRS_PROJECT_STATE_DONE);
  g_assert_cmpint (trs_project_get_data (back)->created_at, ==, trs_project_get_data (project)->created_at);
  g_assert_cmpint (trs_project_get_data (back)->video_length, ==, -1);
  g_assert_cmpstr (trs_project_get_data (back)->requested_language, ==, "de");
  g_assert_cmpint (trs_project_get_data (back)->submitted_at, ==, 77);
  g_assert_true (trs_project_get_data (back)->unread);
  g_assert_null (trs_project_get_data (back)->message);
}

static void
test_newest_first (StoreTest     *test,
                   gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  const struct
  {
    const char *id;
    gint64 created_at;
  } cases[] = { { "old", 1000000000 }, { "new", 3000000000 }, { "twin", 3000000000 }, { "middle", 2000000000 },
              { "undated", 0 } };
  g_autoptr (GPtrArray) snapshots = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TrsProject) project = store_test_make_project (cases[i].id, cases[i].created_at);

      store_test_save_project (test, account, project);
      store_test_save_project (test, account, project);
    }

  snapshots = store_test_load (test, account);
  g_assert_cmpuint (snapshots->len, ==, 5);
  g_assert_cmpstr (id_at (snapshots, 0), ==, "undated");
  g_assert_cmpstr (id_at (snapshots, 1), ==, "twin");
  g_assert_cmpstr (id_at (snapshots, 2), ==, "new");
  g_assert_cmpstr (id_at (snapshots, 3), ==, "middle");
  g_assert_cmpstr (id_at (snapshots, 4), ==, "old");
}

/* A UUID is not kept as it is written; in capital letters it is the same one, and how it was written last is known. */
static void
test_ids (StoreTest     *test,
          gconstpointer  data)
{
  static const char * const ids[] = {
    "0b5c7f9e-12ab-4cde-8f01-23456789abcd", "0B5C7F9E12AB4CDE8F0123456789ABCD", "0b5c7f9e12ab4cde8f0123456789abcd",
    "0b5c7f9e-12ab-4cde-8f01-23456789abce", "00000000-0000-0000-0000-000000000000", "0123456789abcdef",
    "' OR 1 = 1 --", "日本語", "17",
  };
  static const char * const of_user[] = { "0b5c7f9e-12ab-4cde-8f01-23456789abce", NULL };
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (GPtrArray) snapshots = NULL;
  g_autofree char *sizes = NULL;
  g_autofree char *written = NULL;
  g_autoptr (TrsProject) capital = store_test_make_project ("0B5C7F9E-12AB-4CDE-8F01-23456789ABCD", 1);

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autoptr (TrsProject) project = store_test_make_project (ids[i], (gint64) (100 - i) * G_USEC_PER_SEC);

      store_test_save_project (test, account, project);
      store_test_save_project (test, account, project);
      store_test_save_text (test, account, ids[i], ids[i], ids[i]);
    }
  store_test_reopen (test);

  g_assert_cmpint (store_test_open_account (test, of_user), ==, account);
  snapshots = store_test_load (test, account);
  g_assert_cmpuint (snapshots->len, ==, G_N_ELEMENTS (ids));
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    g_assert_cmpstr (id_at (snapshots, i), ==, ids[i]);
  sizes = store_test_read_sql (test, "SELECT group_concat (length (id)) FROM "
                                     "(SELECT id FROM project ORDER BY row DESC)");
  g_assert_cmpstr (sizes, ==, "16,32,32,16,16,16,13,3,2");

  store_test_save_project (test, account, capital);
  g_ptr_array_unref (snapshots);
  snapshots = store_test_load (test, account);
  g_assert_cmpuint (snapshots->len, ==, G_N_ELEMENTS (ids));
  written = store_test_read_sql (test, "SELECT group_concat (wire_id) FROM project");
  g_assert_cmpstr (written, ==, "0B5C7F9E-12AB-4CDE-8F01-23456789ABCD");
}

static void
test_shelves_never_mix (StoreTest     *test,
                        gconstpointer  data)
{
  static const char * const of_anna[] = { "unknown", "a", NULL };
  static const char * const of_ben[] = { "b", NULL };
  static const char * const of_nobody[] = { NULL };
  gint64 anna = store_test_open_account (test, NULL);
  g_autoptr (TrsProject) first = store_test_make_project ("a", 5);
  g_autoptr (TrsProject) same_id = store_test_make_project ("b", 5);
  g_autoptr (GPtrArray) snapshots = NULL;
  gint64 ben;

  store_test_save_project (test, anna, first);
  ben = store_test_open_account (test, of_ben);
  g_assert_cmpint (ben, !=, anna);
  store_test_save_project (test, ben, same_id);

  g_assert_cmpint (store_test_open_account (test, of_anna), ==, anna);
  g_assert_cmpint (store_test_open_account (test, of_nobody), !=, anna);
  g_assert_cmpint (store_test_open_account (test, of_ben), ==, ben);
  g_assert_cmpint (store_test_open_account (test, NULL), ==, ben);

  snapshots = store_test_load (test, anna);
  g_assert_cmpuint (snapshots->len, ==, 1);
  g_assert_cmpstr (id_at (snapshots, 0), ==, "a");
}

static void
test_clears_an_account (StoreTest     *test,
                        gconstpointer  data)
{
  static const char * const other[] = { "z", NULL };
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (TrsProject) project = store_test_make_project ("a", 1);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) gone = NULL;
  g_autoptr (GPtrArray) there = NULL;
  gint64 kept;

  store_test_save_project (test, account, project);
  kept = store_test_open_account (test, other);
  g_assert_cmpint (kept, !=, account);
  store_test_save_project (test, kept, project);
  trs_store_accounts_remove_async (test->store, account, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_store_accounts_remove_finish (test->store, result, &error));

  gone = store_test_load (test, account);
  g_assert_cmpuint (gone->len, ==, 0);
  there = store_test_load (test, kept);
  g_assert_cmpuint (there->len, ==, 1);
}

static TrsProject *
make_titled (const char *id,
             const char *title)
{
  g_autoptr (TrsProjectRecord) record = trs_project_record_new ();
  TrsProject *project = trs_project_new (id);

  record->id = g_strdup (id);
  record->name = g_strdup (title);
  record->state = TRS_PROJECT_STATE_TRANSCRIPTION;
  record->state_word = g_strdup ("transcription");
  record->created_at = g_date_time_new_from_unix_utc (2000000000);
  trs_test_tell_record (project, record, 1);
  return project;
}

/* What is kept at once may tell of a project twice: when it was new, and when it had got its title. What is told last
 * counts. Of one time, what stands above in the list of the service does so here. */
static void
test_new_and_changed_at_once (StoreTest     *test,
                              gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);

  for (guint round = 0; round < 2; round++)
    {
      g_autoptr (GPtrArray) projects = g_ptr_array_new_with_free_func (g_object_unref);
      g_autoptr (GPtrArray) snapshots = NULL;

      g_ptr_array_add (projects, make_titled ("a", round == 0 ? "" : "City council"));
      g_ptr_array_add (projects, make_titled ("b", round == 0 ? "" : "Lecture"));
      g_ptr_array_add (projects, make_titled ("a", round == 0 ? "City council" : "City council, 12 March"));
      g_ptr_array_add (projects, make_titled ("c", "Port strike"));
      store_test_save_projects (test, account, projects);

      snapshots = store_test_load (test, account);
      g_assert_cmpuint (snapshots->len, ==, 3);
      g_assert_cmpstr (id_at (snapshots, 0), ==, "b");
      g_assert_cmpstr (id_at (snapshots, 1), ==, "a");
      g_assert_cmpstr (snapshot_at (snapshots, 1)->title, ==, round == 0 ? "City council" : "City council, 12 March");
      g_assert_cmpstr (id_at (snapshots, 2), ==, "c");
    }
}

/* Below all others, of one time, and one of them is there already under a later one. */
static void
test_times_that_touch (StoreTest     *test,
                       gconstpointer  data)
{
  static const struct
  {
    const char *id;
    gint64 seconds;
  } told[] = { { "new", 20 }, { "known", 8 }, { "one", 8 }, { "known", 8 }, { "newer", 21 } };
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (GPtrArray) projects = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (TrsProject) known = store_test_make_project ("known", 9 * G_USEC_PER_SEC);
  g_autoptr (GPtrArray) snapshots = NULL;

  store_test_save_project (test, account, known);
  for (guint i = 0; i < G_N_ELEMENTS (told); i++)
    g_ptr_array_add (projects, store_test_make_project (told[i].id, told[i].seconds * G_USEC_PER_SEC));
  store_test_save_projects (test, account, projects);

  snapshots = store_test_load (test, account);
  g_assert_cmpuint (snapshots->len, ==, 4);
}

/* Of those that are kept at once some may be new and others known, in any order; which of them is looked at first says
 * nothing about the others. */
static void
test_new_among_known (StoreTest     *test,
                      gconstpointer  data)
{
  static const char *const told[][5] = { { "b", "d" }, { "d", "a", "b", "c" }, { "c", "e", "b", "d", "a" } };
  gint64 account = store_test_open_account (test, NULL);

  for (guint round = 0; round < G_N_ELEMENTS (told); round++)
    {
      g_autoptr (GPtrArray) projects = g_ptr_array_new_with_free_func (g_object_unref);
      g_autoptr (GPtrArray) snapshots = NULL;
      g_autofree char *title = g_strdup_printf ("Told in round %u", round);

      for (guint i = 0; i < G_N_ELEMENTS (told[round]) && told[round][i] != NULL; i++)
        g_ptr_array_add (projects, make_titled (told[round][i], title));
      store_test_save_projects (test, account, projects);

      snapshots = store_test_load (test, account);
      g_assert_cmpuint (snapshots->len, ==, projects->len);
      for (guint i = 0; i < snapshots->len; i++)
        g_assert_cmpstr (snapshot_at (snapshots, i)->title, ==, title);
    }
}

static void
test_account_that_is_gone (StoreTest     *test,
                           gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (GPtrArray) projects = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) data_of_projects = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  g_ptr_array_add (projects, make_titled ("a", "City council"));
  data_of_projects = store_test_get_data (projects);
  trs_store_projects_save_async (test->store, account + 1, data_of_projects, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_false (trs_store_projects_save_finish (test->store, result, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_STORE_FAILED);
}

/* As many pages as the same rows take that are written out in one go, and a little. */
static void
test_pages_are_filled (StoreTest     *test,
                       gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  gint64 time = 1000 * G_TIME_SPAN_DAY;
  g_autofree char *copy = g_strconcat (test->path, ".copy", NULL);
  g_autofree char *sql = g_strdup_printf (
      "VACUUM INTO '%s'; ATTACH '%s' AS copy; CREATE TEMP TABLE few (n INTEGER CHECK (n <= 120));"
      "INSERT INTO few SELECT 100 * a.page_count / b.page_count "
      "  FROM pragma_page_count ('main') AS a, pragma_page_count ('copy') AS b;",
      copy, copy);

  for (guint block = 0; block < 4; block++)
    {
      g_autoptr (GPtrArray) projects = g_ptr_array_new_with_free_func (g_object_unref);

      for (guint i = 0; i < 1500; i++, time -= G_TIME_SPAN_MINUTE)
        {
          g_autofree char *id = g_uuid_string_random ();

          g_ptr_array_add (projects, store_test_make_project (id, time));
        }
      store_test_save_projects (test, account, projects);
    }

  store_test_reopen (test);
  store_test_exec (test, sql);
  g_assert_cmpint (g_remove (copy), ==, 0);
}

/* @seen_open: whether its end was seen here, at @ended_at; else it was created then, and seen later */
static void
add_ended (StoreTest       *test,
           gint64           account,
           const char      *id,
           TrsProjectState  state,
           gboolean         seen_open,
           gint64           ended_at)
{
  g_autoptr (TrsProject) project = trs_project_new (id);
  g_autoptr (TrsProjectRecord) record = trs_project_record_new ();

  record->id = g_strdup (id);
  record->name = g_strdup (id);
  record->created_at = g_date_time_new_from_unix_utc (seen_open ? 1 : ended_at / G_USEC_PER_SEC);
  if (seen_open)
    {
      record->state = TRS_PROJECT_STATE_UPLOAD;
      trs_test_tell_record (project, record, 1);
    }
  record->state = state;
  trs_test_tell_record (project, record, ended_at);
  store_test_save_project (test, account, project);
}

static char *
list_finished (StoreTest *test,
               gint64     account,
               gint64     since)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GPtrArray) projects = NULL;
  g_autoptr (GString) ids = g_string_new (NULL);

  trs_store_projects_read_finished_async (test->store, account, since, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  projects = trs_store_projects_read_finished_finish (test->store, result, NULL);
  for (guint i = 0; i < projects->len; i++)
    g_string_append_printf (ids, "%s%s", i > 0 ? " " : "", id_at (projects, i));
  return g_strdup (ids->str);
}

static void
test_finished (StoreTest     *test,
               gconstpointer  data)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autofree char *all = NULL;
  g_autofree char *later = NULL;
  g_autofree char *none = NULL;

  add_ended (test, account, "third", TRS_PROJECT_STATE_DONE, TRUE, 30 * G_USEC_PER_SEC);
  add_ended (test, account, "second", TRS_PROJECT_STATE_DONE, FALSE, 20 * G_USEC_PER_SEC);
  add_ended (test, account, "first", TRS_PROJECT_STATE_ERROR, TRUE, 10 * G_USEC_PER_SEC);
  add_ended (test, account, "open", TRS_PROJECT_STATE_TRANSCRIPTION, TRUE, 40 * G_USEC_PER_SEC);
  add_ended (test, account, "hidden", TRS_PROJECT_STATE_DONE, TRUE, 40 * G_USEC_PER_SEC);
  store_test_set_hidden (test, account, "hidden");

  all = list_finished (test, account, 0);
  later = list_finished (test, account, 10 * G_USEC_PER_SEC);
  none = list_finished (test, account, 30 * G_USEC_PER_SEC);
  g_assert_cmpstr (all, ==, "first second third");
  g_assert_cmpstr (later, ==, "second third");
  g_assert_cmpstr (none, ==, "");
}

#define ADD(path, function) g_test_add (path, StoreTest, NULL, store_test_set_up, function, store_test_tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("/store/projects/comes-back-as-it-was", test_comes_back_as_it_was);
  ADD ("/store/projects/newest-first", test_newest_first);
  ADD ("/store/projects/ids", test_ids);
  ADD ("/store/projects/shelves-never-mix", test_shelves_never_mix);
  ADD ("/store/projects/clears-an-account", test_clears_an_account);
  ADD ("/store/projects/new-and-changed-at-once", test_new_and_changed_at_once);
  ADD ("/store/projects/times-that-touch", test_times_that_touch);
  ADD ("/store/projects/new-among-known", test_new_among_known);
  ADD ("/store/projects/account-that-is-gone", test_account_that_is_gone);
  ADD ("/store/projects/pages-are-filled", test_pages_are_filled);
  ADD ("/store/projects/finished", test_finished);
  return g_test_run ();
}
