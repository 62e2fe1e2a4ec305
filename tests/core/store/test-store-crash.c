/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The program dies, the disk is full, the folder cannot be written. What was
 * said to be kept is there afterwards. */
#include <glib/gstdio.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store-test.h"
#include "trs-error.h"
#include "trs-sql.h"
#include "trs-store-accounts.h"
#include "trs-store-error.h"
#include "trs-store-projects.h"
#include "trs-store-texts.h"
#include "trs-test-utils.h"

#define N_KILLS 40
#define CHILD_FD 30

static void
make_id (char  *id,
         gsize  size,
         guint  number)
{
  g_snprintf (id, size, "p%05u", number);
}

/* A process of its own, because threads do not survive a fork. */
static pid_t
start_child (StoreTest  *test,
             const char *what,
             guint       first,
             int        *fd)
{
  g_autofree char *number = g_strdup_printf ("%u", first);
  int fds[2];
  pid_t child;

  g_assert_cmpint (pipe (fds), ==, 0);
  child = fork ();
  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    {
      dup2 (fds[1], CHILD_FD);
      execl ("/proc/self/exe", "test-store-crash", what, test->path, number, NULL);
      _exit (127);
    }

  close (fds[1]);
  *fd = fds[0];
  return child;
}

/* Saves one project and its text after another, and tells each that is kept. */
static void
keep_saving (StoreTest *test,
             guint      first)
{
  gint64 account = store_test_open_account (test, NULL);

  for (guint i = first;; i++)
    {
      char id[16];
      g_autoptr (TrsProject) project = NULL;

      make_id (id, sizeof id, i);
      project = store_test_make_project (id, 1000 + i);
      store_test_save_project (test, account, project);
      store_test_save_text (test, account, id, "Words of it.\n\nMore.", "Speaker 1: Words of it.\n\nMore.");
      if (write (CHILD_FD, &i, sizeof i) != sizeof i)
        _exit (1);
    }
}

static void
run_child_and_kill (StoreTest *test,
                    guint     *n_kept,
                    guint      kill_after)
{
  guint number;
  gint64 until;
  int fd;
  pid_t child = start_child (test, "--keep-saving", *n_kept, &fd);

  for (guint i = 0; i < kill_after && read (fd, &number, sizeof number) == sizeof number; i++)
    *n_kept = number + 1;
  /* Somewhere in the next save, or in the first opening. */
  until = g_get_monotonic_time () + g_test_rand_int_range (0, kill_after == 0 ? 20000 : 4000);
  while (g_get_monotonic_time () < until)
    g_thread_yield ();
  kill (child, SIGKILL);
  while (read (fd, &number, sizeof number) == sizeof number)
    *n_kept = number + 1;
  close (fd);
  g_assert_cmpint (waitpid (child, NULL, 0), ==, child);
}

static void
assert_kept (StoreTest *test,
             guint      n_kept)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (GPtrArray) snapshots = store_test_load (test, account);
  g_autoptr (GAsyncResult) check = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (snapshots->len, >=, n_kept);
  g_assert_cmpuint (snapshots->len, <=, n_kept + 1);
  for (guint i = 0; i < n_kept; i++)
    {
      g_autoptr (GAsyncResult) result = NULL;
      g_autoptr (TrsTranscript) transcript = NULL;
      char id[16];

      make_id (id, sizeof id, i);
      trs_store_texts_load_async (test->store, account, id, 0, NULL, trs_test_store_result, &result);
      trs_test_wait_result (result);
      transcript = trs_store_texts_load_finish (test->store, result, &error);
      g_assert_no_error (error);
    }

  trs_store_check_async (test->store, NULL, trs_test_store_result, &check);
  trs_test_wait_result (check);
  g_assert_true (trs_store_check_finish (test->store, check, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (test->n_moved_aside, ==, 0);
  store_test_exec (test, "INSERT INTO text_index (text_index) VALUES ('integrity-check');");
}

/* The first kills fall into the migration: nothing is told before it is over. */
static void
test_killed (StoreTest     *test,
             gconstpointer  data)
{
  guint n_kept = 0;

  for (guint i = 0; i < N_KILLS; i++)
    run_child_and_kill (test, &n_kept, i < N_KILLS / 2 ? 0 : i % 5);

  g_assert_cmpuint (n_kept, >, 0);
  assert_kept (test, n_kept);
}

typedef struct
{
  guint n_kept;
  gboolean right_error;
} Outcome;

/* In a child with a low limit for the size of files: that is how a disk ends. */
static void
save_until_full (StoreTest *test)
{
  struct rlimit limit = { 400 * 1024, 400 * 1024 };
  Outcome outcome = { 0, };
  gint64 account;

  signal (SIGXFSZ, SIG_IGN);
  setrlimit (RLIMIT_FSIZE, &limit);
  account = store_test_open_account (test, NULL);
  for (guint i = 0; i < 5000; i++)
    {
      g_autoptr (TrsProject) project = NULL;
      g_autoptr (GPtrArray) projects = g_ptr_array_new ();
      g_autoptr (GAsyncResult) result = NULL;
      g_autoptr (GError) error = NULL;
      char id[16];

      make_id (id, sizeof id, i);
      project = store_test_make_project (id, 1000 + i);
      g_ptr_array_add (projects, (gpointer) trs_project_get_data (project));
      trs_store_projects_save_async (test->store, account, projects, NULL, trs_test_store_result, &result);
      trs_test_wait_result (result);
      if (!trs_store_projects_save_finish (test->store, result, &error))
        {
          outcome.right_error = error->domain == TRS_ERROR && (error->code == TRS_ERROR_STORE_FULL ||
                                                               error->code == TRS_ERROR_STORE_FAILED);
          break;
        }
      outcome.n_kept++;
    }

  _exit (write (CHILD_FD, &outcome, sizeof outcome) == sizeof outcome ? 0 : 1);
}

static void
test_full_disk (StoreTest     *test,
                gconstpointer  data)
{
  g_autoptr (GPtrArray) snapshots = NULL;
  Outcome outcome = { 0, };
  int fd;
  pid_t child = start_child (test, "--save-until-full", 0, &fd);

  g_assert_cmpint (read (fd, &outcome, sizeof outcome), ==, sizeof outcome);
  close (fd);
  g_assert_cmpint (waitpid (child, NULL, 0), ==, child);
  g_assert_true (outcome.right_error);
  g_assert_cmpuint (outcome.n_kept, >, 0);

  snapshots = store_test_load (test, store_test_open_account (test, NULL));
  g_assert_cmpuint (snapshots->len, ==, outcome.n_kept);
  g_assert_cmpuint (test->n_moved_aside, ==, 0);
}

/* A limit of SQLite itself gives the error that a full disk gives. */
static void
test_full_is_told_as_full (StoreTest     *test,
                           gconstpointer  data)
{
  sqlite3 *db = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (sqlite3_open (":memory:", &db), ==, SQLITE_OK);
  g_assert_true (trs_sql_exec (db, "PRAGMA max_page_count = 4; CREATE TABLE t (x)", &error));
  g_assert_false (trs_sql_exec (db, "INSERT INTO t VALUES (zeroblob (100000))", &error));
  trs_store_error_translate (&error);
  g_assert_error (error, TRS_ERROR, TRS_ERROR_STORE_FULL);
  sqlite3_close (db);
}

static void
test_folder_that_cannot_be_written (StoreTest     *test,
                                    gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  /* Not even root makes a file there. */
  g_free (test->path);
  test->path = g_strdup ("/proc/self/transcripts.db");
  store_test_reopen (test);
  trs_store_accounts_open_async (test->store, SERVER, 0, NULL, NULL, 1, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_cmpint (trs_store_accounts_open_finish (test->store, result, NULL), !=, 0);
  g_assert_cmpint (trs_store_get_mode (test->store), ==, TRS_STORE_MEMORY);
  error = trs_store_dup_problem (test->store);
  g_assert_error (error, TRS_ERROR, TRS_ERROR_STORE_FAILED);
  g_assert_cmpuint (test->n_moved_aside, ==, 0);
}

#define ADD(path, function) g_test_add (path, StoreTest, NULL, store_test_set_up, function, store_test_tear_down)

int
main (int   argc,
      char *argv[])
{
  if (argc == 4)
    {
      StoreTest test = { .path = argv[2], .store = trs_store_new (argv[2]) };

      if (g_str_equal (argv[1], "--keep-saving"))
        keep_saving (&test, (guint) g_ascii_strtoull (argv[3], NULL, 10));
      else
        save_until_full (&test);
    }

  trs_test_init (&argc, &argv);
  ADD ("/store/crash/killed", test_killed);
  ADD ("/store/crash/full-disk", test_full_disk);
  ADD ("/store/crash/full-is-told-as-full", test_full_is_told_as_full);
  ADD ("/store/crash/folder-that-cannot-be-written", test_folder_that_cannot_be_written);
  return g_test_run ();
}
