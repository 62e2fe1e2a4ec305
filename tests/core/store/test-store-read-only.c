/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The disk is full, the folder or the file can only be read: what was kept can
 * be read all the same, and nothing says that it is kept when it is not. */
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store-test.h"
#include "trs-error.h"
#include "trs-store-listing.h"
#include "trs-store-projects.h"
#include "trs-store-submissions.h"
#include "trs-store-texts.h"
#include "trs-store.h"
#include "trs-test-disk.h"
#include "trs-test-store.h"
#include "trs-test-utils.h"

#define N_PROJECTS 17

static void
write_proc (const char *path,
            const char *words)
{
  int fd = open (path, O_WRONLY | O_CLOEXEC);

  if (fd >= 0)
    g_assert_cmpint (write (fd, words, strlen (words)), >, 0);
  close (fd);
}

/* A disk of this process alone. */
static gboolean
mount_disk (const char *folder)
{
  g_autofree char *map = g_strdup_printf ("0 %u 1", getuid ());

  if (unshare (CLONE_NEWNS) != 0)
    {
      if (unshare (CLONE_NEWUSER | CLONE_NEWNS) != 0)
        return FALSE;
      write_proc ("/proc/self/uid_map", map);
    }
  return mount (NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
         mount ("tmpfs", folder, "tmpfs", 0, "size=4m") == 0;
}

static void
set_note (StoreTest   *test,
          gint64       account,
          const char  *id,
          const char  *note,
          GError     **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_store_projects_set_own_async (test->store, account, id, NULL, note, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  trs_store_projects_set_own_finish (test->store, result, error);
}

static void
write_intent (StoreTest  *test,
              gint64      account,
              GError    **error)
{
  g_autoptr (TrsSubmission) submission = trs_submission_new ("video-9", "de");
  g_autoptr (GAsyncResult) result = NULL;

  trs_submission_set_sending (submission, "https://callback.invalid/", 5);
  trs_store_submissions_write_intent_async (test->store, account, submission, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  trs_store_submissions_write_intent_finish (test->store, result, error);
}

static void
fill (StoreTest *test)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < N_PROJECTS; i++)
    {
      g_autofree char *id = g_strdup_printf ("p%02u", i);
      g_autoptr (TrsProject) project = store_test_make_project (id, 1000 + i);

      store_test_save_project (test, account, project);
      store_test_save_text (test, account, id, "Words with a needle", "Words with a needle");
    }
  set_note (test, account, "p01", "Remember", &error);
  g_assert_no_error (error);
}

/* A page of the list is compared with what is kept, and nothing of it is written. */
static void
assert_page_is_compared (StoreTest *test,
                         gint64     account)
{
  gboolean is_file = trs_store_get_mode (test->store) == TRS_STORE_FILE;
  g_autoptr (GPtrArray) pages = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  GPtrArray *records = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_project_record_free);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsStoredPage) page = NULL;
  g_autoptr (GPtrArray) after = NULL;

  for (guint i = 0; i < 2; i++)
    {
      TrsProjectRecord *record = trs_project_record_new ();

      record->id = g_strdup (i == 0 ? "new" : "p01");
      record->name = g_strdup ("Told");
      record->state = TRS_PROJECT_STATE_DONE;
      g_ptr_array_add (records, record);
    }
  g_ptr_array_add (pages, records);
  trs_store_listing_write_pages_async (test->store, account, TRS_LIST_WALK_TOP, 1, pages, 5,
                                       is_file ? TRS_LISTING_DRY_RUN : TRS_LISTING_WRITE, NULL,
                                       trs_test_store_result, &result);
  trs_test_wait_result (result);
  page = trs_store_listing_write_pages_finish (test->store, result, &error);
  g_assert_no_error (error);
  g_assert_false (page->written);
  g_assert_cmpuint (page->n_new, ==, 1);
  g_assert_cmpuint (page->projects->len, ==, 2);
  g_assert_cmpint (((TrsProjectData *) page->projects->pdata[0])->row, ==, 0);
  g_assert_cmpstr (((TrsProjectData *) page->projects->pdata[1])->note, ==, "Remember");
  g_assert_cmpstr (((TrsProjectData *) page->projects->pdata[1])->title, ==, "Told");
  after = store_test_load (test, account);
  g_assert_cmpuint (after->len, ==, N_PROJECTS);
}

static void
assert_readable (StoreTest *test,
                 TrsError   reason)
{
  gint64 account = store_test_open_account (test, NULL);
  g_autoptr (GPtrArray) snapshots = store_test_load (test, account);
  g_autoptr (GAsyncResult) loaded = NULL;
  g_autoptr (TrsTranscript) transcript = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (snapshots->len, ==, N_PROJECTS);
  trs_store_texts_load_async (test->store, account, "p16", 0, NULL, trs_test_store_result, &loaded);
  trs_test_wait_result (loaded);
  transcript = trs_store_texts_load_finish (test->store, loaded, &error);
  g_assert_no_error (error);
  g_assert_nonnull (transcript);

  g_assert_cmpuint (store_test_count_found (test, account, "needle", &error), ==, N_PROJECTS);
  g_assert_no_error (error);
  g_assert_cmpuint (store_test_count_found (test, account, "Title", &error), ==, N_PROJECTS);
  g_assert_no_error (error);
  g_assert_cmpuint (store_test_count_found (test, account, "Remember", &error), ==, 1);
  g_assert_no_error (error);

  assert_page_is_compared (test, account);

  /* What costs money is written down first, and must not leave. */
  write_intent (test, account, &error);
  g_assert_error (error, TRS_ERROR, (int) reason);
  g_clear_error (&error);
  set_note (test, account, "p02", "Another", &error);
  g_assert_error (error, TRS_ERROR, (int) reason);
}

static void
assert_writable_again (StoreTest *test)
{
  gint64 account;
  g_autoptr (GError) error = NULL;

  trs_store_try_again (test->store);
  account = store_test_open_account (test, NULL);
  write_intent (test, account, &error);
  g_assert_no_error (error);
  set_note (test, account, "p02", "Another", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (store_test_count_found (test, account, "Title", &error), ==, N_PROJECTS);
  g_assert_cmpuint (store_test_count_found (test, account, "Another", &error), ==, 1);
  g_assert_cmpuint (test->n_moved_aside, ==, 0);
}

static void
end (StoreTest *test)
{
  g_assert_true (trs_store_close (test->store, G_MAXINT32));
  g_clear_object (&test->store);
}

/* As after an end that was not clean: the newest is only in the log. */
static void
leave_log (StoreTest *test)
{
  g_autofree char *log = g_strconcat (test->path, "-wal", NULL);
  g_autofree char *database = NULL;
  g_autofree char *content = NULL;
  gsize database_size;
  gsize size;

  trs_test_flush_store (test->store);
  g_assert_true (g_file_get_contents (test->path, &database, &database_size, NULL));
  g_assert_true (g_file_get_contents (log, &content, &size, NULL));
  g_assert_cmpuint (size, >, 0);
  end (test);
  store_test_write_file (test->path, database, database_size);
  store_test_write_file (log, content, size);
}

static void
make_file (StoreTest  *test,
           const char *what)
{
  test->store = trs_store_new (test->path);
  fill (test);
  if (strstr (what, "log") != NULL)
    leave_log (test);
  else
    end (test);
  test->store = trs_store_new (test->path);
}

static void
run_on_read_only_folder (StoreTest  *test,
                         const char *folder,
                         const char *what)
{
  make_file (test, what);
  g_assert_cmpint (mount (NULL, folder, NULL, MS_REMOUNT | MS_RDONLY, NULL), ==, 0);
  assert_readable (test, TRS_ERROR_STORE_READ_ONLY);
  g_assert_cmpint (mount (NULL, folder, NULL, MS_REMOUNT, NULL), ==, 0);
  assert_writable_again (test);
}

static void
run_on_read_only_file (StoreTest  *test,
                       const char *what)
{
  make_file (test, what);
  g_assert_cmpint (mount (test->path, test->path, NULL, MS_BIND, NULL), ==, 0);
  g_assert_cmpint (mount (NULL, test->path, NULL, MS_REMOUNT | MS_BIND | MS_RDONLY, NULL), ==, 0);
  assert_readable (test, TRS_ERROR_STORE_READ_ONLY);
  g_assert_cmpint (umount2 (test->path, MNT_DETACH), ==, 0);
  assert_writable_again (test);
}

static void
fill_disk (const char *filler)
{
  static const char block[4096] = { 1 };
  int fd = open (filler, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

  while (write (fd, block, sizeof block) > 0)
    continue;
  g_assert_cmpint (errno, ==, ENOSPC);
  close (fd);
}

static void
run_on_full_disk (StoreTest  *test,
                  const char *folder,
                  const char *what)
{
  g_autofree char *filler = g_build_filename (folder, "filler", NULL);

  make_file (test, what);
  fill_disk (filler);
  assert_readable (test, TRS_ERROR_STORE_FULL);
  g_assert_cmpint (g_unlink (filler), ==, 0);
  assert_writable_again (test);
}

/* A file of the twelfth schema, whose text the parent has named. */
static const char *older_schema;

static void
write_older (StoreTest *test)
{
  g_autofree char *sql = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (older_schema, &sql, NULL, &error);
  g_assert_no_error (error);
  store_test_exec (test, sql);
}

/* Nothing of a file of an older version can be read before it is migrated: that is said, and nothing else. */
static gint64
assert_outdated (StoreTest *test,
                 TrsError   reason)
{
  g_autoptr (GError) problem = NULL;

  test->store = trs_store_new (test->path);
  store_test_open_account (test, NULL);
  problem = trs_store_dup_problem (test->store);
  g_assert_error (problem, TRS_ERROR, (int) reason);
  g_assert_cmpint (trs_store_get_mode (test->store), ==, TRS_STORE_MEMORY);
  return trs_error_get_room (problem);
}

static void
assert_up_to_date (StoreTest *test)
{
  g_autofree char *notes = NULL;
  gint64 account;
  g_autoptr (GError) error = NULL;

  trs_store_try_again (test->store);
  account = store_test_open_account (test, (const char *[]) { "old-project-3", NULL });
  g_assert_cmpint (trs_store_get_mode (test->store), ==, TRS_STORE_FILE);
  g_assert_cmpuint (store_test_count_found (test, account, "ferry", &error), >, 0);
  g_assert_no_error (error);
  notes = store_test_read_sql (test, "SELECT group_concat (note, '') FROM project");
  g_assert_cmpstr (notes, ==, "Ask again about the ferry");
  g_assert_cmpuint (test->n_moved_aside, ==, 0);
}

static void
run_on_outdated_read_only (StoreTest  *test,
                           const char *place)
{
  write_older (test);
  if (g_str_equal (place, test->path))
    g_assert_cmpint (mount (place, place, NULL, MS_BIND, NULL), ==, 0);
  g_assert_cmpint (mount (NULL, place, NULL, MS_REMOUNT | MS_RDONLY | (g_str_equal (place, test->path) ? MS_BIND : 0),
                          NULL), ==, 0);
  g_assert_cmpint (assert_outdated (test, TRS_ERROR_STORE_OUTDATED_READ_ONLY), ==, 0);
  if (g_str_equal (place, test->path))
    g_assert_cmpint (umount2 (place, MNT_DETACH), ==, 0);
  else
    g_assert_cmpint (mount (NULL, place, NULL, MS_REMOUNT, NULL), ==, 0);
  assert_up_to_date (test);
}

/* As much room as is asked for is enough. */
static void
run_on_outdated_full (StoreTest  *test,
                      const char *folder)
{
  g_autofree char *filler = g_build_filename (folder, "filler", NULL);
  struct stat status;
  gint64 room;

  write_older (test);
  fill_disk (filler);
  room = assert_outdated (test, TRS_ERROR_STORE_OUTDATED);
  g_assert_cmpint (room, >, 0);
  g_assert_cmpint (stat (filler, &status), ==, 0);
  g_assert_cmpint (room, <, status.st_size);
  g_assert_cmpint (truncate (filler, status.st_size - room), ==, 0);
  assert_up_to_date (test);
}

static void
run_on_outdated_test_disk (StoreTest *test,
                           gboolean   full)
{
  gint64 room;

  write_older (test);
  trs_test_disk_set_full (full);
  trs_test_disk_set_read_only (!full);
  room = assert_outdated (test, full ? TRS_ERROR_STORE_OUTDATED : TRS_ERROR_STORE_OUTDATED_READ_ONLY);
  g_assert_cmpint (room > 0, ==, full);
  trs_test_disk_set_full (FALSE);
  trs_test_disk_set_read_only (FALSE);
  assert_up_to_date (test);
}

/* Full while it is open, or not to be opened for writing: what no mount does, and where nothing can be mounted. */
static void
run_on_test_disk (StoreTest *test,
                  gboolean   full)
{
  make_file (test, "");
  if (full)
    store_test_open_account (test, NULL);
  trs_test_disk_set_full (full);
  trs_test_disk_set_read_only (!full);
  assert_readable (test, full ? TRS_ERROR_STORE_FULL : TRS_ERROR_STORE_READ_ONLY);
  trs_test_disk_set_full (FALSE);
  trs_test_disk_set_read_only (FALSE);
  assert_writable_again (test);
}

static void
run_child (const char *folder,
           const char *what)
{
  StoreTest test = { .path = g_build_filename (folder, "transcripts.db", NULL) };

  trs_test_disk_install ();
  if (g_str_has_prefix (what, "test-disk outdated"))
    run_on_outdated_test_disk (&test, strstr (what, "full") != NULL);
  else if (g_str_has_prefix (what, "test-disk") || !mount_disk (folder))
    run_on_test_disk (&test, strstr (what, "full") != NULL);
  else if (g_str_equal (what, "outdated full"))
    run_on_outdated_full (&test, folder);
  else if (g_str_has_prefix (what, "outdated"))
    run_on_outdated_read_only (&test, strstr (what, "file") != NULL ? test.path : folder);
  else if (g_str_has_prefix (what, "folder"))
    run_on_read_only_folder (&test, folder, what);
  else if (g_str_has_prefix (what, "file"))
    run_on_read_only_file (&test, what);
  else
    run_on_full_disk (&test, folder, what);
  end (&test);
  g_free (test.path);
  _exit (0);
}

/* A process of its own, because nobody else is to see its mounts. */
static void
test_disk (StoreTest     *test,
           gconstpointer  data)
{
  const char *what = data;
  g_autofree char *schema = g_test_build_filename (G_TEST_DIST, "data", "store", "schema-12.sql", NULL);
  int status = 0;
  pid_t child = fork ();

  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    {
      execl ("/proc/self/exe", "test-store-read-only", "--on", test->folder, what, schema, NULL);
      _exit (127);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFEXITED (status));
  g_assert_cmpint (WEXITSTATUS (status), ==, 0);
}

#define ADD(path, data) g_test_add (path, StoreTest, data, store_test_set_up, test_disk, store_test_tear_down)

int
main (int   argc,
      char *argv[])
{
  if (argc == 5 && g_str_equal (argv[1], "--on"))
    {
      older_schema = argv[4];
      run_child (argv[2], argv[3]);
    }

  trs_test_init (&argc, &argv);
  ADD ("/store/read-only/folder", "folder");
  ADD ("/store/read-only/folder-with-log", "folder with log");
  ADD ("/store/read-only/file", "file");
  ADD ("/store/read-only/file-with-log", "file with log");
  ADD ("/store/read-only/full-disk", "full");
  ADD ("/store/read-only/full-while-open", "test-disk full");
  ADD ("/store/read-only/opened-for-reading", "test-disk");
  ADD ("/store/read-only/full-disk-with-log", "full with log");
  ADD ("/store/read-only/outdated-folder", "outdated folder");
  ADD ("/store/read-only/outdated-file", "outdated file");
  ADD ("/store/read-only/outdated-on-full-disk", "outdated full");
  ADD ("/store/read-only/outdated-when-written", "test-disk outdated full");
  ADD ("/store/read-only/outdated-for-reading", "test-disk outdated");
  return g_test_run ();
}
