/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store-test.h"

#include <glib/gstdio.h>
#include <string.h>

#include "trs-store-accounts.h"
#include "trs-store-projects.h"
#include "trs-store-removal.h"
#include "trs-store-search.h"
#include "trs-store-texts.h"
#include "trs-store.h"
#include "trs-test-store.h"
#include "trs-test-utils.h"
#include "trs-transcript.h"

static void
moved_aside_cb (TrsStore   *store,
                const char *path,
                StoreTest  *test)
{
  test->n_moved_aside++;
  g_free (test->moved_to);
  test->moved_to = g_strdup (path);
}

static int n_unreturned;

/* GLib says at the level of debugging which tasks have ended without an answer. */
static void
log_cb (const char     *domain,
        GLogLevelFlags  level,
        const char     *message,
        gpointer        user_data)
{
  if (strstr (message, "finalized without ever returning") != NULL)
    g_atomic_int_inc (&n_unreturned);
}

void
store_test_open (StoreTest *test)
{
  static gsize listens = FALSE;

  if (g_once_init_enter (&listens))
    {
      g_log_set_handler ("GLib-GIO", G_LOG_LEVEL_DEBUG, log_cb, NULL);
      g_once_init_leave (&listens, TRUE);
    }
  test->store = trs_store_new (test->path);
  g_signal_connect (test->store, "moved-aside", G_CALLBACK (moved_aside_cb), test);
}

/* A job may be under way that looks at a change of the file: nothing new comes once it is closed. */
void
store_test_close (StoreTest *test)
{
  g_assert_true (trs_store_close (test->store, G_MAXINT32));
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  /* The worker still holds it for a moment. */
  while (g_atomic_int_get (&G_OBJECT (test->store)->ref_count) > 1)
    g_thread_yield ();
  g_assert_finalize_object (test->store);
  g_assert_cmpint (g_atomic_int_get (&n_unreturned), ==, 0);
}

void
store_test_set_up (StoreTest     *test,
                   gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  test->folder = g_dir_make_tmp ("trs-store-XXXXXX", &error);
  g_assert_no_error (error);
  test->path = g_build_filename (test->folder, "folder", "transcripts.db", NULL);
  store_test_open (test);
}

static void
remove_recursively (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_recursively (child);
    }
  g_remove (path);
}

void
store_test_tear_down (StoreTest     *test,
                      gconstpointer  data)
{
  store_test_close (test);
  remove_recursively (test->folder);
  g_free (test->folder);
  g_free (test->path);
  g_free (test->moved_to);
}

void
store_test_reopen (StoreTest *test)
{
  store_test_close (test);
  store_test_open (test);
}

/* Opens it, and says that it is used, where that can be written. */
gint64
store_test_open_account (StoreTest          *test,
                         const char * const *ids)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gint64 account;

  trs_store_accounts_open_async (test->store, SERVER, 0, ids, NULL, g_get_real_time (), NULL, trs_test_store_result,
                                 &result);
  trs_test_wait_result (result);
  account = trs_store_accounts_open_finish (test->store, result, &error);
  g_assert_no_error (error);
  g_assert_cmpint (account, !=, 0);
  trs_store_accounts_use_async (test->store, account, g_get_real_time (), NULL, NULL, NULL);
  return account;
}

TrsProject *
store_test_make_project (const char *id,
                         gint64      created_at)
{
  TrsProject *project = trs_project_new (id);
  g_autoptr (TrsProjectRecord) record = trs_project_record_new ();

  record->id = g_strdup (id);
  record->name = g_strdup_printf ("Title of %s", id);
  record->video_id = g_strdup ("video-1");
  record->state = TRS_PROJECT_STATE_DONE;
  record->state_word = g_strdup ("done");
  if (created_at != 0)
    {
      g_autoptr (GDateTime) seconds = g_date_time_new_from_unix_utc (created_at / G_USEC_PER_SEC);

      record->created_at = g_date_time_add (seconds, created_at % G_USEC_PER_SEC);
    }
  trs_test_tell_record (project, record, 1);
  return project;
}

/* What is to be kept of live objects. */
GPtrArray *
store_test_get_data (GPtrArray *projects)
{
  GPtrArray *data = g_ptr_array_new ();

  for (guint i = 0; i < projects->len; i++)
    g_ptr_array_add (data, (gpointer) trs_project_get_data (g_ptr_array_index (projects, i)));
  return data;
}

void
store_test_save_projects (StoreTest *test,
                          gint64     account,
                          GPtrArray *projects)
{
  g_autoptr (GPtrArray) data = store_test_get_data (projects);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_store_projects_save_async (test->store, account, data, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_store_projects_save_finish (test->store, result, &error));
  g_assert_no_error (error);
}

void
store_test_save_project (StoreTest  *test,
                         gint64      account,
                         TrsProject *project)
{
  g_autoptr (GPtrArray) projects = g_ptr_array_new ();

  g_ptr_array_add (projects, project);
  store_test_save_projects (test, account, projects);
}

void
store_test_save_text (StoreTest  *test,
                      gint64      account,
                      const char *id,
                      const char *bare,
                      const char *full)
{
  g_autoptr (GBytes) bare_bytes = g_bytes_new (bare, strlen (bare));
  g_autoptr (GBytes) full_bytes = g_bytes_new (full, strlen (full));
  g_autoptr (TrsTranscript) transcript = trs_transcript_align (bare_bytes, full_bytes, "en", FALSE);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (transcript);
  trs_store_texts_save_async (test->store, account, id, transcript, SERVER, 42, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_cmpint (trs_store_texts_save_finish (test->store, result, &error), !=, TRS_STORE_TEXT_FAILED);
  g_assert_no_error (error);
}

/* All projects in the order of the list. */
GPtrArray *
store_test_load (StoreTest *test,
                 gint64     account)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsStoreList) list = NULL;

  trs_store_projects_query_async (test->store, account, TRS_PROJECT_SHOW_ALL, TRS_PROJECT_ORDER_DATE, G_MAXUINT, NULL,
                                  trs_test_store_result, &result);
  trs_test_wait_result (result);
  list = trs_store_projects_query_finish (test->store, result, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (list->first->len, ==, list->entries->len);
  return g_steal_pointer (&list->first);
}

/* As after two whole walks that did not show it. */
void
store_test_set_missing (StoreTest  *test,
                        gint64      account,
                        const char *id,
                        gint64      since)
{
  g_autofree char *sql = g_strdup_printf ("UPDATE project SET missing = %" G_GINT64_FORMAT " WHERE account = %"
                                          G_GINT64_FORMAT " AND id = '%s'", since, account, id);

  trs_test_flush_store (test->store);
  store_test_exec (test, sql);
}

/* As after it was removed from this computer, with its text and note still there. */
void
store_test_set_hidden (StoreTest  *test,
                       gint64      account,
                       const char *id)
{
  g_autofree char *sql = g_strdup_printf ("UPDATE project SET hidden = 1 WHERE account = %" G_GINT64_FORMAT
                                          " AND id = '%s'", account, id);

  trs_test_flush_store (test->store);
  store_test_exec (test, sql);
}

/* Removes it from this computer. */
TrsStoreRemoval
store_test_remove_project (StoreTest  *test,
                           gint64      account,
                           const char *id)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  TrsStoreRemoval removal;

  trs_store_projects_remove_async (test->store, account, id, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  removal = trs_store_projects_remove_finish (test->store, result, &error);
  g_assert_no_error (error);
  return removal;
}

/* What was removed last. */
gboolean
store_test_put_back (StoreTest *test)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_store_projects_put_back_async (test->store, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return trs_store_projects_put_back_finish (test->store, result, NULL);
}

/* As when a long list has been read and nothing else is to be done. */
guint
store_test_count_found (StoreTest   *test,
                        gint64       account,
                        const char  *query,
                        GError     **error)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (TrsSearchResults) results = NULL;

  trs_store_search_projects_async (test->store, account, query, 1000, 0, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  results = trs_store_search_projects_finish (test->store, result, error);
  return results != NULL ? results->hits->len : 0;
}

void
store_test_exec (StoreTest  *test,
                 const char *sql)
{
  sqlite3 *db = NULL;
  char *message = NULL;

  g_assert_cmpint (sqlite3_open (test->path, &db), ==, SQLITE_OK);
  sqlite3_exec (db, sql, NULL, NULL, &message);
  g_assert_cmpstr (message, ==, NULL);
  sqlite3_close (db);
}

/* The first column of the first row. */
char *
store_test_read_sql (StoreTest  *test,
                     const char *sql)
{
  sqlite3 *db = NULL;
  sqlite3_stmt *statement = NULL;
  char *value = NULL;

  g_assert_cmpint (sqlite3_open (test->path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL), ==, SQLITE_OK);
  if (sqlite3_step (statement) == SQLITE_ROW)
    value = g_strdup ((const char *) sqlite3_column_text (statement, 0));
  sqlite3_finalize (statement);
  sqlite3_close (db);
  return value;
}

/* A file as an older program left it. */
void
store_test_write_schema (StoreTest  *test,
                         const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "store", name, NULL);
  g_autofree char *folder = g_path_get_dirname (test->path);
  g_autofree char *sql = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &sql, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  store_test_exec (test, sql);
}

void
store_test_write_file (const char *path,
                       const char *content,
                       gsize       length)
{
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, content, (gssize) length, &error);
  g_assert_no_error (error);
}

/* The words of what was removed are out of the file and its log. */
void
store_test_erase (StoreTest *test)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_store_erase_async (test->store, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_store_erase_finish (test->store, result, &error));
  g_assert_no_error (error);
}
