/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The file itself: closed, moved, cut, checked. */
#include <glib/gstdio.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <utime.h>

#include "store-test.h"
#include "trs-error.h"
#include "trs-store-accounts.h"
#include "trs-store-job.h"
#include "trs-store-projects.h"
#include "trs-store.h"
#include "trs-test-store.h"
#include "trs-test-utils.h"

#define N_PROJECTS 17

static gint64
fill (StoreTest *test)
{
  gint64 account = store_test_open_account (test, NULL);

  for (guint i = 0; i < N_PROJECTS; i++)
    {
      g_autofree char *id = g_strdup_printf ("p%02u", i);
      g_autoptr (TrsProject) project = store_test_make_project (id, 1000 + i);
      g_autoptr (GString) text = g_string_new ("needle");

      for (guint j = 0; j < 2000; j++)
        g_string_append_printf (text, " word%u", (i * 131 + j * 17) % 5000);
      store_test_save_project (test, account, project);
      store_test_save_text (test, account, id, text->str, text->str);
    }
  return account;
}

static gboolean
set_note (StoreTest   *test,
          gint64       account,
          const char  *note,
          GError     **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_store_projects_set_own_async (test->store, account, "p03", NULL, note, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return trs_store_projects_set_own_finish (test->store, result, error);
}

static void
close_and_open (StoreTest *test)
{
  g_assert_true (trs_store_close (test->store, G_MAXINT32));
  store_test_reopen (test);
}

static goffset
get_size (const char *path,
          const char *suffix)
{
  g_autofree char *name = g_strconcat (path, suffix, NULL);
  GStatBuf status;

  return g_stat (name, &status) == 0 ? status.st_size : 0;
}

static void
assert_all_there (StoreTest  *test,
                  const char *note)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (GPtrArray) snapshots = store_test_load (test, account);
  const TrsProjectData *snapshot;
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (snapshots->len, ==, N_PROJECTS);
  snapshot = g_ptr_array_index (snapshots, N_PROJECTS - 1 - 3);
  g_assert_cmpstr (snapshot->id, ==, "p03");
  g_assert_cmpstr (snapshot->note, ==, note);
  g_assert_cmpuint (store_test_count_found (test, account, "needle", &error), ==, N_PROJECTS);
  g_assert_no_error (error);
}

/* The one file can be copied, moved or saved alone: it holds everything. */
static void
test_closed (StoreTest     *test,
             gconstpointer  data)
{
  g_autofree char *content = NULL;
  gsize length;
  gint64 account = fill (test);

  g_assert_true (set_note (test, account, "A note", NULL));
  g_assert_cmpint (get_size (test->path, "-wal"), >, 0);
  g_assert_true (trs_store_close (test->store, G_MAXINT32));
  g_assert_cmpint (get_size (test->path, "-wal"), ==, 0);

  g_assert_true (g_file_get_contents (test->path, &content, &length, NULL));
  g_free (test->path);
  test->path = g_build_filename (test->folder, "copy.db", NULL);
  store_test_write_file (test->path, content, length);
  store_test_reopen (test);
  assert_all_there (test, "A note");
}

/* A job that has the worker until it may go on. */
static GMutex gate_mutex;
static GCond gate_cond;
static gboolean gate_open;

static gpointer
wait_run (TrsStoreContext  *context,
          gconstpointer     data,
          GError          **error)
{
  g_mutex_lock (&gate_mutex);
  while (!gate_open)
    g_cond_wait (&gate_cond, &gate_mutex);
  g_mutex_unlock (&gate_mutex);
  return GINT_TO_POINTER (TRUE);
}

static void
occupy_worker (StoreTest *test)
{
  static const TrsStoreJob job = { .run = wait_run };

  gate_open = FALSE;
  trs_store_push (test->store, g_task_new (test->store, NULL, NULL, NULL), &job, NULL, 0);
}

static void
release_worker (void)
{
  g_mutex_lock (&gate_mutex);
  gate_open = TRUE;
  g_cond_signal (&gate_cond);
  g_mutex_unlock (&gate_mutex);
}

/* A disk that does not answer must not keep the program from ending. */
static void
test_end_is_bounded (StoreTest     *test,
                     gconstpointer  data)
{
  gint64 account = fill (test);

  g_assert_true (set_note (test, account, "A note", NULL));
  occupy_worker (test);
  g_assert_false (trs_store_close (test->store, 0));
  release_worker ();
  g_assert_true (trs_store_close (test->store, G_MAXINT32));
  g_assert_cmpint (get_size (test->path, "-wal"), ==, 0);
  store_test_reopen (test);
  assert_all_there (test, "A note");
}

static void
assert_noticed (StoreTest *test,
                gint64     account)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (set_note (test, account, "Lost?", &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_STORE_MOVED);

  /* What was there can still be read. */
  assert_all_there (test, "A note");
}

static void
test_moved (StoreTest     *test,
            gconstpointer  data)
{
  g_autofree char *elsewhere = g_build_filename (test->folder, "elsewhere.db", NULL);
  g_autoptr (GPtrArray) snapshots = NULL;
  gint64 account = fill (test);

  g_assert_true (set_note (test, account, "A note", NULL));
  g_assert_cmpint (g_rename (test->path, elsewhere), ==, 0);
  assert_noticed (test, account);
  g_assert_false (g_file_test (test->path, G_FILE_TEST_EXISTS));

  /* The way on: back in its place it is used again. */
  g_assert_cmpint (g_rename (elsewhere, test->path), ==, 0);
  trs_store_try_again (test->store);
  g_assert_true (set_note (test, account, "Kept", NULL));
  assert_all_there (test, "Kept");

  /* Or another one takes its place, and the moved one has everything. */
  g_assert_cmpint (g_rename (test->path, elsewhere), ==, 0);
  g_assert_false (set_note (test, account, "Lost?", NULL));
  trs_store_try_again (test->store);
  snapshots = store_test_load (test, store_test_open_account (test, NULL));
  g_assert_cmpuint (snapshots->len, ==, 0);
  g_free (test->path);
  test->path = g_steal_pointer (&elsewhere);
  store_test_reopen (test);
  assert_all_there (test, "Kept");
}

static void
test_replaced (StoreTest     *test,
               gconstpointer  data)
{
  g_autofree char *other = g_build_filename (test->folder, "other.db", NULL);
  g_autofree char *content = NULL;
  gsize length;
  gint64 account = fill (test);

  g_assert_true (set_note (test, account, "A note", NULL));
  close_and_open (test);
  g_assert_true (g_file_get_contents (test->path, &content, &length, NULL));
  store_test_write_file (other, content, length);
  account = store_test_open_account (test, NULL);
  g_assert_true (set_note (test, account, "Not in the copy", NULL));
  g_assert_cmpint (g_rename (other, test->path), ==, 0);
  g_assert_false (set_note (test, account, "Lost?", NULL));
  assert_all_there (test, "Not in the copy");

  /* Nothing of the log of the one before comes into the other. */
  trs_store_try_again (test->store);
  assert_all_there (test, "A note");
  g_assert_true (set_note (test, account, "New", NULL));
  assert_all_there (test, "New");
  g_assert_cmpuint (test->n_moved_aside, ==, 0);
}

static void
test_cut (StoreTest     *test,
          gconstpointer  data)
{
  guint percent = GPOINTER_TO_UINT (data);
  g_autoptr (GPtrArray) snapshots = NULL;
  g_autoptr (GError) error = NULL;
  gint64 account = fill (test);
  guint n;

  g_assert_true (set_note (test, account, "A note", NULL));
  g_assert_true (trs_store_close (test->store, G_MAXINT32));
  g_assert_cmpint (truncate (test->path, get_size (test->path, "") * percent / 100), ==, 0);
  store_test_reopen (test);

  account = store_test_open_account (test, NULL);
  g_assert_cmpuint (test->n_moved_aside, ==, 1);
  snapshots = store_test_load (test, account);
  n = store_test_count_found (test, account, "needle", &error);
  g_assert_no_error (error);
  g_test_message ("%u projects, %u texts", snapshots->len, n);
  g_assert_cmpuint (snapshots->len, ==, N_PROJECTS);
  g_assert_cmpstr (((TrsProjectData *) snapshots->pdata[N_PROJECTS - 1 - 3])->note, ==, "A note");
  /* Of half of the file the part in which the texts are listed may be gone; the service has them. */
  if (percent > 50)
    g_assert_cmpuint (n, >=, N_PROJECTS * (percent - 25) / 100);
}

static gboolean
check (StoreTest *test)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_store_check_async (test->store, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return trs_store_check_finish (test->store, result, NULL);
}

static gboolean
needs_check (StoreTest *test)
{
  store_test_open_account (test, NULL);
  return trs_store_needs_check (test->store);
}

/* Looked for once a day, and after an end that was not clean. */
static void
test_check_is_due (StoreTest     *test,
                   gconstpointer  data)
{
  g_autofree char *stamp = g_strconcat (test->path, ".checked", NULL);
  g_autofree char *log = g_strconcat (test->path, "-wal", NULL);
  g_autofree char *content = NULL;
  struct utimbuf yesterday = { 0 };
  gsize length;

  fill (test);
  g_assert_true (needs_check (test));
  g_assert_true (check (test));
  g_assert_false (needs_check (test));
  close_and_open (test);
  g_assert_false (needs_check (test));

  g_assert_true (set_note (test, store_test_open_account (test, NULL), "A note", NULL));
  g_assert_true (g_file_get_contents (log, &content, &length, NULL));
  g_assert_true (trs_store_close (test->store, G_MAXINT32));
  store_test_write_file (log, content, length);
  store_test_reopen (test);
  g_assert_true (needs_check (test));
  g_assert_true (check (test));
  close_and_open (test);
  g_assert_false (needs_check (test));

  yesterday.modtime = g_get_real_time () / G_USEC_PER_SEC - 25 * 60 * 60;
  g_assert_cmpint (utime (stamp, &yesterday), ==, 0);
  close_and_open (test);
  g_assert_true (needs_check (test));
}

/* While the file is being read, jobs run. */
static void
test_check_keeps_nobody (StoreTest     *test,
                         gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;

  fill (test);
  occupy_worker (test);

  /* It ends before the job does that has the worker. */
  trs_store_check_async (test->store, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_store_check_finish (test->store, result, NULL));
  release_worker ();
  trs_test_flush_store (test->store);
}

static void
heard_cb (TrsStore    *store,
          const char  *path,
          GThread    **thread)
{
  *thread = g_thread_self ();
}

/* At the end of the program nobody runs the main context, and the worker must not do it either. */
static void
test_told_in_the_main_thread (StoreTest     *test,
                              gconstpointer  data)
{
  GThread *thread = NULL;

  fill (test);
  g_assert_true (trs_store_close (test->store, G_MAXINT32));
  store_test_write_file (test->path, "This is no database, but long enough to be one that was overwritten.......", 75);
  store_test_reopen (test);
  g_signal_connect (test->store, "moved-aside", G_CALLBACK (heard_cb), &thread);
  trs_store_accounts_open_async (test->store, SERVER, 0, NULL, NULL, 1, NULL, NULL, NULL);
  g_assert_true (trs_store_close (test->store, G_MAXINT32));
  g_assert_null (thread);
  trs_test_wait_until (thread != NULL);
  g_assert_true (thread == g_thread_self ());
  g_assert_cmpuint (test->n_moved_aside, ==, 1);
}

typedef enum
{
  A_FIFO,
  A_FOLDER,
  A_SOCKET,
  A_DEVICE,
  N_KINDS,
} Kind;

static void
make_kind (const char *path,
           Kind        kind)
{
  struct sockaddr_un address = { AF_UNIX, "" };
  int fd;

  switch (kind)
    {
    case A_FIFO:
      g_assert_cmpint (mkfifo (path, 0640), ==, 0);
      break;
    case A_FOLDER:
      g_assert_cmpint (g_mkdir (path, 0750), ==, 0);
      break;
    case A_SOCKET:
      fd = socket (AF_UNIX, SOCK_STREAM, 0);
      g_strlcpy (address.sun_path, path, sizeof address.sun_path);
      g_assert_cmpint (bind (fd, (struct sockaddr *) &address, sizeof address), ==, 0);
      close (fd);
      break;
    case A_DEVICE:
      g_assert_cmpint (symlink ("/dev/zero", path), ==, 0);
      break;
    case N_KINDS:
      g_assert_not_reached ();
    }
}

/* In the place of the file or of what SQLite has beside it: nothing waits for it, and nothing is done to it. */
static void
test_irregular (StoreTest     *test,
                gconstpointer  data)
{
  static const char * const suffixes[] = { "", "-wal", "-shm" };
  g_autofree char *folder = g_path_get_dirname (test->path);

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    for (Kind kind = 0; kind < N_KINDS; kind++)
      {
        g_autofree char *name = g_strconcat (test->path, suffixes[i], NULL);
        g_autoptr (GError) problem = NULL;
        GStatBuf before, after;

        g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
        if (i > 0)
          store_test_exec (test, "PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS account (a);"
                                 "CREATE TABLE IF NOT EXISTS project (a); CREATE TABLE IF NOT EXISTS submission (a);");
        make_kind (name, kind);
        g_assert_cmpint (g_lstat (name, &before), ==, 0);
        g_assert_cmpint (store_test_open_account (test, NULL), !=, 0);
        g_assert_cmpint (trs_store_get_mode (test->store), !=, TRS_STORE_FILE);
        problem = trs_store_dup_problem (test->store);
        g_assert_error (problem, TRS_ERROR, TRS_ERROR_STORE_FOREIGN);
        g_assert_cmpint (g_lstat (name, &after), ==, 0);
        g_assert_cmpint (after.st_mode, ==, before.st_mode);
        g_assert_cmpint (after.st_ino, ==, before.st_ino);

        g_assert_cmpint (kind == A_FOLDER ? g_rmdir (name) : g_unlink (name), ==, 0);
        g_unlink (test->path);
        store_test_reopen (test);
      }
}

/* Whoever takes the place of the file after it was looked at cannot make SQLite wait either. */
static void
test_irregular_later (StoreTest     *test,
                      gconstpointer  data)
{
  g_autofree char *path = g_build_filename (test->folder, "fifo", NULL);
  sqlite3 *db = NULL;

  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  g_assert_cmpint (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READWRITE, NULL), ==, SQLITE_CANTOPEN);
  sqlite3_close (db);
}

#define ADD(path, data, function) \
  g_test_add (path, StoreTest, data, store_test_set_up, function, store_test_tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("/store/file/closed", NULL, test_closed);
  ADD ("/store/file/end-is-bounded", NULL, test_end_is_bounded);
  ADD ("/store/file/moved", NULL, test_moved);
  ADD ("/store/file/replaced", NULL, test_replaced);
  ADD ("/store/file/cut/50", GUINT_TO_POINTER (50), test_cut);
  ADD ("/store/file/cut/75", GUINT_TO_POINTER (75), test_cut);
  ADD ("/store/file/cut/90", GUINT_TO_POINTER (90), test_cut);
  ADD ("/store/file/check/is-due", NULL, test_check_is_due);
  ADD ("/store/file/check/keeps-nobody", NULL, test_check_keeps_nobody);
  ADD ("/store/file/irregular", NULL, test_irregular);
  ADD ("/store/file/irregular-later", NULL, test_irregular_later);
  ADD ("/store/file/told-in-the-main-thread", NULL, test_told_in_the_main_thread);
  return g_test_run ();
}
