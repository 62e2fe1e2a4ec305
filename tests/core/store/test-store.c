/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "store-test.h"
#include "trs-error.h"
#include "trs-store-accounts.h"
#include "trs-store-damaged.h"
#include "trs-store-search.h"
#include "trs-store-texts.h"
#include "trs-store.h"
#include "trs-test-store.h"
#include "trs-test-utils.h"

static void
save_projects (StoreTest *test,
               gint64     account)
{
  for (guint i = 0; i < 200; i++)
    {
      g_autofree char *id = g_strdup_printf ("project-%03u", i);
      g_autoptr (TrsProject) project = store_test_make_project (id, 1000000 + i);

      store_test_save_project (test, account, project);
    }
}

static void
fill (StoreTest *test)
{
  save_projects (test, store_test_open_account (test, NULL));
}

static gboolean
check (StoreTest  *test,
       GError    **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_store_check_async (test->store, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return trs_store_check_finish (test->store, result, error);
}

#define LOOKUPS \
  "SELECT group_concat (sql, '; ') FROM " \
  "(SELECT sql FROM sqlite_schema WHERE name IN ('project_id', 'project_list', 'project_video') ORDER BY name)"

#define MADE_LOOKUPS \
  "CREATE UNIQUE INDEX project_id ON project (account, id); " \
  "CREATE INDEX project_list ON project (account, sort_at, row, state); " \
  "CREATE INDEX project_video ON project (video_id, account)"

static void
test_lookups_of_a_new_file (StoreTest     *test,
                            gconstpointer  data)
{
  g_autofree char *made = NULL;

  fill (test);
  made = store_test_read_sql (test, LOOKUPS);
  g_assert_cmpstr (made, ==, MADE_LOOKUPS);
}

/* That of 0.1.0 left them out until somebody looked, and that of the ids while it filled the table. */
static void
test_lookups_of_an_older_file (StoreTest     *test,
                               gconstpointer  data)
{
  g_autofree char *made = NULL;

  store_test_write_schema (test, "schema-7.sql");
  store_test_exec (test, "DROP INDEX project_id; DROP INDEX project_newest; DROP INDEX project_video");
  store_test_open_account (test, NULL);
  made = store_test_read_sql (test, LOOKUPS);
  g_assert_cmpstr (made, ==, MADE_LOOKUPS);
  g_assert_cmpuint (test->n_moved_aside, ==, 0);
}

static void
test_ids_of_an_older_file (StoreTest     *test,
                           gconstpointer  data)
{
  g_autoptr (TrsProject) again = store_test_make_project ("0b5c7f9e-12ab-4cde-8f01-23456789abcd", 300000000);
  g_autoptr (GPtrArray) projects = NULL;
  gint64 account;

  store_test_write_schema (test, "schema-4.sql");
  store_test_exec (test, "INSERT INTO project (row, account, id, title, state, created_at, note) VALUES "
                         "(300, 1, '0b5c7f9e-12ab-4cde-8f01-23456789abcd', 'Before', 3, 300000000, 'Ask again')");
  account = store_test_open_account (test, NULL);
  store_test_save_project (test, account, again);
  projects = store_test_load (test, account);
  g_assert_cmpuint (projects->len, ==, 3);
  g_assert_cmpstr (((TrsProjectData *) g_ptr_array_index (projects, 0))->id, ==, trs_project_get_id (again));
  g_assert_cmpstr (((TrsProjectData *) g_ptr_array_index (projects, 0))->title, ==,
                   trs_project_get_data (again)->title);
  g_assert_cmpstr (((TrsProjectData *) g_ptr_array_index (projects, 0))->note, ==, "Ask again");
}

#define TWIN "0B5C7F9E-12AB-4CDE-8F01-23456789ABCD"

/* As an older program kept a project of which the service began to write the id in capital letters: another text, and
 * what the user added to each. */
static void
double_project (StoreTest *test)
{
  store_test_exec (test,
                   "INSERT INTO project (row, account, id, title, video_id, state, created_at, note, listed, unread) "
                   "VALUES (1766000050, 1, '" TWIN "', 'Title', 'video-1', 3, 1766000000000000, 'Call back', 7, 1);"
                   "INSERT INTO text (text, project, superseded, aligned, address, received_at, bare_sha256, "
                   "full_sha256, bare) VALUES (1766000050, 1766000050, 0, 1, 'x', 9, x'01', x'02', 'Other');"
                   "INSERT INTO text (text, project, superseded, aligned, address, received_at, bare_sha256, "
                   "full_sha256, bare) SELECT -50, 1766000050, 1, 1, address, 9, bare_sha256, full_sha256, bare "
                   "FROM text WHERE text = 1766000000;"
                   "INSERT INTO annotation (project, kind, number, other, from_paragraph, from_byte, to_paragraph, "
                   "to_byte, words, text, at, version) VALUES (1766000050, 5, 2, 0, 0, 0, 0, 5, 'Other', NULL, 4, 0),"
                   "(1766000050, 1, 1, 0, 0, 0, 0, 0, NULL, 'Anna Berg', 5, -50);"
                   "INSERT INTO project (row, account, id, title, video_id, state, created_at) VALUES "
                   "(1766000060, 1, 'FFFFFFFF-12AB-4CDE-8F01-23456789ABCD', 'Alone', 'video-2', 3, 1766000060000000);"
                   "UPDATE submission SET project_id = '" TWIN "' WHERE project_id IS NOT NULL");
}

static void
assert_joined (StoreTest  *test,
               const char *wire_id)
{
  const char *const values[][2] = {
    { "SELECT group_concat (row || ' ' || ifnull (wire_id, '-'), '/') FROM project WHERE typeof (id) = 'blob' "
      "AND hex (id) LIKE '0B5C7F9E%CD'", wire_id },
    { "SELECT typeof (id) || ' ' || wire_id FROM project WHERE title = 'Alone'",
      "blob FFFFFFFF-12AB-4CDE-8F01-23456789ABCD" },
    { "SELECT count(*) FROM project WHERE account = 1", "4" },
    { "SELECT replace (note, char (10), '|') || ' ' || local_title || ' ' || unread FROM project "
      "WHERE row = 1766000000", "Ask again about the ferry|Call back Harbour board 1" },
    { "SELECT bare = 'Other' || ' ' || decided FROM text WHERE text = 1766000000", "0" },
    { "SELECT count(*) FROM text WHERE project = 1766000000 AND superseded AND bare = 'Other' AND NOT decided", "1" },
    { "SELECT count(*) FROM annotation WHERE project = 1766000000 AND words = 'Other' "
      "AND version = (SELECT text FROM text WHERE bare = 'Other')", "1" },
    { "SELECT group_concat (DISTINCT project_id) FROM submission WHERE project_id LIKE '0b5c%'",
      "0b5c7f9e-12ab-4cde-8f01-23456789abcd" },
    { "SELECT count(*) FROM annotation WHERE project = 1766000000 AND kind IN (4, 5)", "3" },
    { "PRAGMA foreign_key_check", NULL },
    { "PRAGMA integrity_check", "ok" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autofree char *found = store_test_read_sql (test, values[i][0]);

      g_assert_cmpstr (found, ==, values[i][1]);
    }
}

/* A UUID in capital letters is the same project as in small ones; nothing of either is lost. */
static void
test_twins_are_joined (StoreTest     *test,
                       gconstpointer  data)
{
  store_test_write_schema (test, "schema-13.sql");
  double_project (test);
  store_test_open_account (test, NULL);
  assert_joined (test, "1766000000 " TWIN);
  g_assert_cmpuint (test->n_moved_aside, ==, 0);
}

/* The columns of all tables, the indexes and triggers, and the version. */
#define SHAPE                                                                                                  \
  "SELECT group_concat (line, char (10)) FROM (SELECT s.name || '.' || c.name || ' ' || c.type || ' ' || "      \
  "c.\"notnull\" || ' ' || ifnull (c.dflt_value, '-') || ' ' || c.pk AS line FROM sqlite_schema AS s "         \
  "JOIN pragma_table_info (s.name) AS c WHERE s.type = 'table' AND s.name NOT LIKE 'sqlite_%' "                 \
  "UNION ALL SELECT name FROM sqlite_schema WHERE type IN ('index', 'trigger') "                                \
  "UNION ALL SELECT 'version ' || user_version FROM pragma_user_version ORDER BY 1)"

/* What an older schema did not hold. */
typedef struct
{
  const char *file;
  const char *deliveries;
  const char *versions;
  const char *columns_of_13;
  const char *wire_ids;
} Older;

#define NO_KEYS "NULL NULL NULL NULL NULL/NULL NULL NULL NULL NULL"
#define OWN_KEYS                                                                                               \
  "NULL NULL NULL NULL NULL/X'000102030405060708090A0B0C0D0E0F' X'8F00A1B2' 'Harbour' 'de' 'Harbour'"

static const Older schema_9 = { "schema-9.sql", "-1/-1", "0/0/0/0", NO_KEYS };
static const Older schema_11 = { "schema-11.sql", "-1/2", "0/0/-1/0", NO_KEYS };
static const Older schema_12 = { "schema-12.sql", "-1/2", "0/0/-1/0", NO_KEYS };
static const Older schema_13 = { "schema-13.sql", "-1/2", "0/0/-1/0",
                                 OWN_KEYS };
static const Older schema_14 = { "schema-14.sql", "-1/2", "0/0/-1/0", OWN_KEYS,
                                 "0B5C7F9E-12AB-4CDE-8F01-23456789ABCE" };

/* Nothing of a file of an older schema is lost, and it becomes as a new one. A file of the newest schema stays as it
 * is: this fails where the schema was changed without a step for the files that are there. */
static void
test_older_schema (StoreTest     *test,
                   gconstpointer  data)
{
  const Older *older = data;
  const char *const values[][2] = {
    { "SELECT group_concat (delivery, '/') FROM account", older->deliveries },
    { "SELECT group_concat (version, '/') FROM annotation", older->versions },
    { "SELECT group_concat (quote (key_salt) || ' ' || quote (key_mark) || ' ' || quote (draft_lines) || ' ' || "
      "quote (draft_language) || ' ' || quote (draft_refused), '/') FROM account",
      older->columns_of_13 },
    { "SELECT local_title || '|' || note || '|' || place || '|' || caret FROM project WHERE local_title IS NOT NULL",
      "Harbour board|Ask again about the ferry|14|18" },
    { "SELECT count(*) FROM project", "4" },
    { "SELECT group_concat (wire_id) FROM project", older->wire_ids },
    { "SELECT group_concat (bare, '/') FROM text WHERE superseded", "Good evening.\n\nThe ferry is very late." },
    { "SELECT group_concat (kind || ' ' || ifnull (words, '-') || ' ' || ifnull (text, '-'), '/') FROM annotation",
      "1 - Anna Berg/1 - Bo Lind/5 ferry Which one?/4 Good evening. -" },
    { "SELECT group_concat (video_id || ' ' || outcome || ' ' || (decided_at <> 0), '/') FROM submission",
      "video-9 2 1/video-8 1 0" },
    { "PRAGMA integrity_check", "ok" },
  };
  g_autofree char *fresh = NULL;
  g_autofree char *migrated = NULL;
  g_autoptr (GAsyncResult) loaded = NULL;
  g_autoptr (TrsTranscript) transcript = NULL;
  g_autoptr (GError) error = NULL;
  gint64 account;

  store_test_open_account (test, NULL);
  fresh = store_test_read_sql (test, SHAPE);
  store_test_close (test);
  g_assert_cmpint (g_unlink (test->path), ==, 0);
  store_test_write_schema (test, older->file);
  store_test_open (test);
  account = store_test_open_account (test, (const char *[]) { "old-project-3", NULL });
  g_assert_cmpint (account, ==, 1);
  g_assert_cmpuint (test->n_moved_aside, ==, 0);
  migrated = store_test_read_sql (test, SHAPE);
  g_assert_cmpstr (migrated, ==, fresh);
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autofree char *value = store_test_read_sql (test, values[i][0]);

      g_assert_cmpstr (value, ==, values[i][1]);
    }
  g_assert_cmpuint (store_test_count_found (test, account, "ferry", &error), ==, 1);
  g_assert_no_error (error);
  trs_store_texts_load_async (test->store, account, "0b5c7f9e-12ab-4cde-8f01-23456789abcd", 0, NULL,
                              trs_test_store_result, &loaded);
  trs_test_wait_result (loaded);
  transcript = trs_store_texts_load_finish (test->store, loaded, &error);
  g_assert_no_error (error);

  /* Until version 9 the index kept the words of what had been removed, and with the eleventh a removal is noted. */
  g_assert_true (trs_store_needs_erasing (test->store));
  store_test_erase (test);
  g_assert_false (trs_store_needs_erasing (test->store));
}

static void
test_only_the_owner_can_read (StoreTest     *test,
                              gconstpointer  data)
{
  g_autofree char *folder = g_path_get_dirname (test->path);
  g_autofree char *wal = g_strconcat (test->path, "-wal", NULL);
  GStatBuf status;

  fill (test);
  g_assert_cmpint (g_stat (test->path, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0777, ==, 0600);
  g_assert_cmpint (g_stat (wal, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0777, ==, 0600);
  g_assert_cmpint (g_stat (folder, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0777, ==, 0700);
}

static void
test_newer_schema_is_left_alone (StoreTest     *test,
                                 gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  gsize before_size;
  gsize after_size;

  fill (test);
  store_test_reopen (test);
  store_test_exec (test, "PRAGMA user_version = 9999; PRAGMA wal_checkpoint (TRUNCATE);");
  g_assert_true (g_file_get_contents (test->path, &before, &before_size, NULL));

  trs_store_accounts_open_async (test->store, SERVER, 0, NULL, NULL, 1, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_cmpint (trs_store_accounts_open_finish (test->store, result, NULL), !=, 0);
  g_assert_cmpint (trs_store_get_mode (test->store), ==, TRS_STORE_MEMORY);
  error = trs_store_dup_problem (test->store);
  g_assert_error (error, TRS_ERROR, TRS_ERROR_STORE_NEWER);
  g_assert_cmpuint (test->n_moved_aside, ==, 0);

  g_assert_true (g_file_get_contents (test->path, &after, &after_size, NULL));
  g_assert_cmpmem (before, before_size, after, after_size);
}

typedef enum
{
  DAMAGE_NOT_A_DATABASE,
  DAMAGE_CUT_SHORT,
  DAMAGE_HEADER,
  DAMAGE_PAGES,
  DAMAGE_ZEROES,
} Damage;

static void
do_damage (StoreTest *test,
           Damage     damage)
{
  g_autofree char *content = NULL;
  gsize length;

  store_test_exec (test, "PRAGMA wal_checkpoint (TRUNCATE);");
  g_assert_true (g_file_get_contents (test->path, &content, &length, NULL));
  g_assert_cmpuint (length, >, 16384);

  switch (damage)
    {
    case DAMAGE_NOT_A_DATABASE:
      store_test_write_file (test->path, "<html>not here</html>", 21);
      break;
    case DAMAGE_CUT_SHORT:
      store_test_write_file (test->path, content, length / 2 + 100);
      break;
    case DAMAGE_HEADER:
      memset (content, 0xff, 100);
      store_test_write_file (test->path, content, length);
      break;
    case DAMAGE_PAGES:
      memset (content + 4096, 0xa5, length - 4096);
      store_test_write_file (test->path, content, length);
      break;
    case DAMAGE_ZEROES:
      memset (content + 100, 0, length - 100);
      store_test_write_file (test->path, content, length);
      break;
    default:
      g_assert_not_reached ();
    }
}

static void
test_damaged_file_is_moved_aside (StoreTest     *test,
                                  gconstpointer  data)
{
  g_autoptr (GPtrArray) snapshots = NULL;
  g_autoptr (GError) error = NULL;
  gint64 account;

  fill (test);
  store_test_reopen (test);
  do_damage (test, GPOINTER_TO_INT (data));

  /* Whatever way the damage shows: a look at the file, or the first use. */
  check (test, &error);
  account = store_test_open_account (test, NULL);
  g_assert_cmpuint (test->n_moved_aside, ==, 1);
  g_assert_true (g_file_test (test->moved_to, G_FILE_TEST_EXISTS));

  fill (test);
  snapshots = store_test_load (test, account);
  g_assert_cmpuint (snapshots->len, ==, 200);
  g_clear_error (&error);
  g_assert_true (check (test, &error));
}

static void
test_empty_file_is_a_new_one (StoreTest     *test,
                              gconstpointer  data)
{
  g_autofree char *folder = g_path_get_dirname (test->path);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  store_test_write_file (test->path, "", 0);
  fill (test);
  g_assert_cmpuint (test->n_moved_aside, ==, 0);
}

static void
test_folder_that_cannot_be_made (StoreTest     *test,
                                 gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_path_get_dirname (test->path);

  /* A file where the folder should be: no permission of root helps there. */
  store_test_write_file (folder, "x", 1);
  trs_store_accounts_open_async (test->store, SERVER, 0, NULL, NULL, 1, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_cmpint (trs_store_accounts_open_finish (test->store, result, NULL), !=, 0);
  g_assert_cmpint (trs_store_get_mode (test->store), ==, TRS_STORE_MEMORY);
  error = trs_store_dup_problem (test->store);
  g_assert_error (error, TRS_ERROR, TRS_ERROR_STORE_FAILED);
}

static void
test_cancelled_before_its_turn (StoreTest     *test,
                                gconstpointer  data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  trs_store_check_async (test->store, cancellable, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_false (trs_store_check_finish (test->store, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
count_cb (TrsStore *store,
          guint    *n)
{
  (*n)++;
}

/* Who shows what is kept hears of every change, and does not hear himself ask. */
static void
test_tells_of_changes (StoreTest     *test,
                       gconstpointer  data)
{
  g_autoptr (GAsyncResult) first = NULL;
  g_autoptr (GAsyncResult) second = NULL;
  g_autoptr (TrsSearchResults) results = NULL;
  guint n = 0;

  g_signal_connect (test->store, "changed", G_CALLBACK (count_cb), &n);
  fill (test);
  trs_test_wait_until (n > 0);

  /* What is told again as it was is no change. */
  trs_test_flush_store (test->store);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  n = 0;
  save_projects (test, 1);
  trs_test_flush_store (test->store);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_cmpuint (n, ==, 0);

  trs_store_search_projects_async (test->store, 1, "project", 10, 0, NULL, trs_test_store_result, &first);
  trs_test_wait_result (first);
  results = trs_store_search_projects_finish (test->store, first, NULL);
  n = 0;
  g_assert_true (check (test, NULL));
  trs_store_search_projects_async (test->store, 1, "project", 10, 0, NULL, trs_test_store_result, &second);
  trs_test_wait_result (second);
  g_clear_pointer (&results, trs_search_results_free);
  results = trs_store_search_projects_finish (test->store, second, NULL);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_cmpuint (n, ==, 0);
  g_signal_handlers_disconnect_by_func (test->store, count_cb, &n);
}

/* A file that is no database in the place of ours, one after another. */
static void
damage (StoreTest  *test,
        const char *content)
{
  g_autofree char *folder = g_path_get_dirname (test->path);

  store_test_close (test);
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  store_test_write_file (test->path, content, strlen (content));
  store_test_open (test);
  store_test_open_account (test, NULL);
}

/* Whoever found the damage may have been a command that nobody looks at: the file remembers it. */
static void
test_told_until_known (StoreTest     *test,
                       gconstpointer  data)
{
  g_autofree char *moved_to = NULL;

  damage (test, "This is no database.");
  trs_test_wait_until (test->n_moved_aside == 1);
  g_assert_true (trs_store_has_replaced (test->store));
  moved_to = g_strdup (test->moved_to);
  g_assert_true (g_file_test (moved_to, G_FILE_TEST_IS_REGULAR));

  store_test_reopen (test);
  store_test_open_account (test, NULL);
  trs_test_wait_until (test->n_moved_aside == 2);
  g_assert_cmpstr (test->moved_to, ==, moved_to);
  g_assert_false (trs_store_has_replaced (test->store));

  trs_store_forget_damage (test->store);
  store_test_reopen (test);
  store_test_open_account (test, NULL);
  trs_test_flush_store (test->store);
  g_assert_cmpuint (test->n_moved_aside, ==, 2);
}

static GPtrArray *
list_damaged (StoreTest *test)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  GPtrArray *files;

  trs_store_damaged_list_async (test->store, trs_test_store_result, &result);
  trs_test_wait_result (result);
  files = trs_store_damaged_list_finish (test->store, result, &error);
  g_assert_no_error (error);
  return files;
}

static gboolean
delete_damaged (StoreTest   *test,
                const char  *path,
                GError     **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_store_damaged_delete_async (test->store, path, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return trs_store_damaged_delete_finish (test->store, result, error);
}

/* They have the words of what was removed since: the user may delete them, and nothing else. */
static void
test_listed_and_deleted (StoreTest     *test,
                         gconstpointer  data)
{
  g_autoptr (GPtrArray) none = list_damaged (test);
  g_autoptr (GPtrArray) two = NULL;
  g_autoptr (GPtrArray) one = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *first = NULL;
  g_autofree char *log = NULL;

  g_assert_cmpuint (none->len, ==, 0);
  damage (test, "This is no database.");
  trs_test_wait_until (test->n_moved_aside == 1);
  first = g_strdup (test->moved_to);
  log = g_strconcat (first, "-wal", NULL);
  store_test_write_file (log, "0123456789", 10);
  damage (test, "Neither is this.");
  two = list_damaged (test);
  g_assert_cmpuint (two->len, ==, 2);
  for (guint i = 0; i < two->len; i++)
    {
      TrsDamagedFile *file = two->pdata[i];

      g_assert_cmpint (file->bytes, ==, g_str_equal (file->path, first) ? 30 : 16);
      g_assert_cmpint (ABS (file->written_at - g_get_real_time ()), <, 60 * G_USEC_PER_SEC);
    }

  g_assert_false (delete_damaged (test, test->path, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
  g_assert_true (g_file_test (test->path, G_FILE_TEST_EXISTS));
  g_clear_error (&error);
  g_assert_true (delete_damaged (test, first, &error));
  g_assert_no_error (error);
  g_assert_false (g_file_test (first, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (log, G_FILE_TEST_EXISTS));
  one = list_damaged (test);
  g_assert_cmpuint (one->len, ==, 1);

  /* Who deletes it knows of it. */
  trs_test_wait_until (g_strcmp0 (test->moved_to, ((TrsDamagedFile *) one->pdata[0])->path) == 0);
  g_assert_true (delete_damaged (test, test->moved_to, &error));
  g_assert_no_error (error);
  test->n_moved_aside = 0;
  store_test_reopen (test);
  store_test_open_account (test, NULL);
  trs_test_flush_store (test->store);
  g_assert_cmpuint (test->n_moved_aside, ==, 0);
}

#define ADD(path, data, function) \
  g_test_add (path, StoreTest, data, store_test_set_up, function, store_test_tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("/store/only-the-owner-can-read", NULL, test_only_the_owner_can_read);
  ADD ("/store/lookups/new-file", NULL, test_lookups_of_a_new_file);
  ADD ("/store/lookups/older-file", NULL, test_lookups_of_an_older_file);
  ADD ("/store/ids-of-an-older-file", NULL, test_ids_of_an_older_file);
  ADD ("/store/schema/9", &schema_9, test_older_schema);
  ADD ("/store/schema/11", &schema_11, test_older_schema);
  ADD ("/store/schema/12", &schema_12, test_older_schema);
  ADD ("/store/schema/13", &schema_13, test_older_schema);
  ADD ("/store/schema/14", &schema_14, test_older_schema);
  ADD ("/store/schema/twins", NULL, test_twins_are_joined);
  ADD ("/store/damaged/told-until-known", NULL, test_told_until_known);
  ADD ("/store/damaged/listed-and-deleted", NULL, test_listed_and_deleted);
  ADD ("/store/newer-schema-is-left-alone", NULL, test_newer_schema_is_left_alone);
  ADD ("/store/damaged/not-a-database", GINT_TO_POINTER (DAMAGE_NOT_A_DATABASE), test_damaged_file_is_moved_aside);
  ADD ("/store/damaged/cut-short", GINT_TO_POINTER (DAMAGE_CUT_SHORT), test_damaged_file_is_moved_aside);
  ADD ("/store/damaged/header", GINT_TO_POINTER (DAMAGE_HEADER), test_damaged_file_is_moved_aside);
  ADD ("/store/damaged/pages", GINT_TO_POINTER (DAMAGE_PAGES), test_damaged_file_is_moved_aside);
  ADD ("/store/damaged/zeroes", GINT_TO_POINTER (DAMAGE_ZEROES), test_damaged_file_is_moved_aside);
  ADD ("/store/empty-file-is-a-new-one", NULL, test_empty_file_is_a_new_one);
  ADD ("/store/folder-that-cannot-be-made", NULL, test_folder_that_cannot_be_made);
  ADD ("/store/cancelled-before-its-turn", NULL, test_cancelled_before_its_turn);
  ADD ("/store/tells-of-changes", NULL, test_tells_of_changes);
  return g_test_run ();
}
