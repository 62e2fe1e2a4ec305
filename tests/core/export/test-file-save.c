/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-csv.h"
#include "trs-export-target.h"
#include "trs-file-save.h"
#include "trs-test-utils.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define N_KILLS 40u

/* A quarter of a MiB: the save is ended at each, and some times at the end. */
#define CHUNK (256u * 1024)

/* What reaches the disk, and when: the calls of the library go through these. */
static GMutex disk_mutex;
static struct
{
  GHashTable *synced;  /* inodes of files whose content was waited for; NULL while nothing is watched */
  guint n_linked;
  guint n_early;       /* of them, those whose content was not */
  guint n_folder_syncs;
  guint n_at_sync;     /* files that had a name then */
  const char *taken;   /* a name that another program takes just before */
} disk;

static guint64
get_inode (int fd)
{
  struct stat info;

  g_assert_no_errno (fstat (fd, &info));
  return info.st_ino;
}

int
fdatasync (int fd)
{
  int result = (int) syscall (SYS_fdatasync, fd);

  g_mutex_lock (&disk_mutex);
  if (disk.synced != NULL)
    g_hash_table_add (disk.synced, GSIZE_TO_POINTER (get_inode (fd)));
  g_mutex_unlock (&disk_mutex);
  return result;
}

int
fsync (int fd)
{
  if (disk.synced != NULL)
    {
      disk.n_folder_syncs++;
      disk.n_at_sync = disk.n_linked;
    }
  return (int) syscall (SYS_fsync, fd);
}

int
linkat (int         from_folder,
        const char *from,
        int         to_folder,
        const char *to,
        int         flags)
{
  int fd;

  if (disk.synced != NULL && sscanf (from, "/proc/self/fd/%d", &fd) == 1)
    {
      disk.n_linked++;
      disk.n_early += g_hash_table_contains (disk.synced, GSIZE_TO_POINTER (get_inode (fd))) ? 0 : 1;
    }
  if (disk.taken != NULL && g_str_has_suffix (to, disk.taken))
    {
      disk.taken = NULL;
      g_assert_true (g_file_set_contents (to, "theirs", -1, NULL));
    }
  return (int) syscall (SYS_linkat, from_folder, from, to_folder, to, flags);
}

static GBytes *
new_bytes (char  c,
           gsize size)
{
  return g_bytes_new_take (g_strnfill (size, c), size);
}

static char *
new_folder (void)
{
  char *folder = g_dir_make_tmp ("trs-save-XXXXXX", NULL);

  g_assert_nonnull (folder);
  return folder;
}

/* Removes them, too. */
static guint
count_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      n++;
      g_assert_no_errno (g_unlink (path));
    }
  return n;
}

static void
assert_holds (const char *path,
              GBytes     *bytes)
{
  g_autofree char *text = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (path, &text, &size, NULL));
  g_assert_cmpmem (text, size, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

static mode_t
get_mode (const char *path)
{
  struct stat info;

  g_assert_no_errno (stat (path, &info));
  return info.st_mode & 0777;
}

static void
test_new_and_again (void)
{
  g_autofree char *folder = new_folder ();
  g_autofree char *path = g_build_filename (folder, "Title.txt", NULL);
  g_autoptr (GBytes) first = new_bytes ('a', 3 * 1024 * 1024 + 7);
  g_autoptr (GBytes) second = new_bytes ('b', 10);
  g_autoptr (GBytes) empty = new_bytes ('c', 0);
  g_autoptr (GError) error = NULL;
  mode_t mask = umask (027);

  g_assert_true (trs_file_save (path, first, 0, FALSE, NULL, &error));
  g_assert_no_error (error);
  umask (mask);
  assert_holds (path, first);
  g_assert_cmpint (get_mode (path), ==, 0640);

  g_assert_false (trs_file_save (path, second, 0, FALSE, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS);
  g_clear_error (&error);
  assert_holds (path, first);

  g_assert_true (trs_file_save (path, second, 0604, TRUE, NULL, &error));
  assert_holds (path, second);
  g_assert_cmpint (get_mode (path), ==, 0604);
  g_assert_true (trs_file_save (path, empty, 0, TRUE, NULL, &error));
  assert_holds (path, empty);
  g_assert_cmpuint (count_files (folder), ==, 1);
  g_rmdir (folder);
}

static void
test_cancelled (void)
{
  g_autofree char *folder = new_folder ();
  g_autofree char *path = g_build_filename (folder, "Title.txt", NULL);
  g_autoptr (GBytes) bytes = new_bytes ('a', 100);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_false (trs_file_save (path, bytes, 0, FALSE, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (count_files (folder), ==, 0);
  g_rmdir (folder);
  g_clear_error (&error);
  g_assert_false (trs_file_save (path, bytes, 0, FALSE, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

/* In bytes, and to all files. */
static guint64
get_written (pid_t process)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/io", process);
  g_autofree char *counts = NULL;
  const char *count;

  g_assert_true (g_file_get_contents (path, &counts, NULL, NULL));
  count = strstr (counts, "wchar: ");
  g_assert_nonnull (count);
  return g_ascii_strtoull (count + strlen ("wchar: "), NULL, 10);
}

/* Ended at any moment, a save leaves the file as a whole, or what was there. */
static void
test_killed (gconstpointer replaces)
{
  g_autofree char *folder = new_folder ();
  g_autofree char *path = g_build_filename (folder, "Title.txt", NULL);
  g_autoptr (GBytes) old = new_bytes ('o', 1000);
  g_autoptr (GBytes) new = new_bytes ('n', 8 * 1024 * 1024);
  guint n_before = 0;

  for (guint i = 0; i < N_KILLS; i++)
    {
      g_autofree char *text = NULL;
      gsize size = 0;
      pid_t child;

      if (replaces != NULL)
        g_assert_true (trs_file_save (path, old, 0, i > 0, NULL, NULL));
      child = fork ();
      if (child == 0)
        {
          trs_file_save (path, new, 0, replaces != NULL, NULL, NULL);
          pause ();
        }
      /* The last ones have written all of it, and are about to give it its name. */
      trs_test_alarm_start (60);
      while (get_written (child) < MIN (i * CHUNK, g_bytes_get_size (new)))
        g_thread_yield ();
      trs_test_alarm_stop ();
      g_assert_no_errno (kill (child, SIGKILL));
      g_assert_cmpint (waitpid (child, NULL, 0), ==, child);

      if (g_file_get_contents (path, &text, &size, NULL) && size == g_bytes_get_size (new))
        assert_holds (path, new);
      else if (replaces != NULL)
        assert_holds (path, old);
      else
        g_assert_null (text);
      n_before += size != g_bytes_get_size (new);
      if (replaces == NULL)
        g_unlink (path);
    }
  g_test_message ("%u of %u were ended before the file was there", n_before, N_KILLS);
  g_assert_cmpuint (n_before, >, 0);
  g_assert_cmpuint (count_files (folder), ==, replaces != NULL ? 1 : 0);
  g_rmdir (folder);
}

static char *
new_part (const char *folder,
          guint       host,
          int         process,
          gint64      age)
{
  g_autofree char *name = g_strdup_printf (".transcripts-%x-%d-0.part", host, process);
  char *path = g_build_filename (folder, name, NULL);
  gint64 time = g_get_real_time () / G_USEC_PER_SEC - age;
  struct timespec times[] = { { .tv_sec = time }, { .tv_sec = time } };

  g_assert_true (g_file_set_contents (path, "part", -1, NULL));
  g_assert_no_errno (utimensat (AT_FDCWD, path, times, 0));
  return path;
}

/* What a save that was ended has left is removed, and nothing else that looks like it. */
static void
test_sweeps (void)
{
  g_autofree char *folder = new_folder ();
  g_autofree char *path = g_build_filename (folder, "Title.txt", NULL);
  g_autofree char *other = g_build_filename (folder, ".transcripts-notes.part", NULL);
  g_autoptr (GBytes) bytes = new_bytes ('a', 10);
  guint here = g_str_hash (g_get_host_name ());
  pid_t dead = fork ();
  g_autofree char *abandoned = NULL;
  g_autofree char *young = NULL;
  g_autofree char *alive = NULL;
  g_autofree char *elsewhere = NULL;

  if (dead == 0)
    _exit (0);
  g_assert_cmpint (waitpid (dead, NULL, 0), ==, dead);
  abandoned = new_part (folder, here, dead, 3600);
  alive = new_part (folder, here, (int) getppid (), 3600);
  elsewhere = new_part (folder, here + 1, dead, 3600);
  g_assert_true (g_file_set_contents (other, "notes", -1, NULL));
  g_assert_true (trs_file_save (path, bytes, 0, FALSE, NULL, NULL));
  g_assert_false (g_file_test (abandoned, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (alive, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (elsewhere, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (other, G_FILE_TEST_EXISTS));

  young = new_part (folder, here, dead, 1);
  g_assert_true (trs_file_save (path, bytes, 0, TRUE, NULL, NULL));
  g_assert_true (g_file_test (young, G_FILE_TEST_EXISTS));
  count_files (folder);
  g_rmdir (folder);
}

/* Thousands of one title are numbered in one go each, whatever else is there. */
static void
test_equal_names (void)
{
  g_autofree char *folder = new_folder ();
  g_autoptr (GFile) file = g_file_new_for_path (folder);
  g_autofree char *taken = g_build_filename (folder, "Title (3).txt", NULL);
  g_autoptr (GBytes) bytes = new_bytes ('a', 1);
  TrsExportTarget *target = trs_export_target_new (file, FALSE);

  g_assert_true (g_file_set_contents (taken, "", -1, NULL));
  for (guint i = 1; i <= 2000; i++)
    {
      g_autofree char *name = trs_export_target_add (target, "Title.txt", bytes, 0, NULL, NULL);
      /* One name is there already. */
      g_autofree char *expected = i == 1 ? g_strdup ("Title.txt")
                                         : g_strdup_printf ("Title (%u).txt", i < 3 ? i : i + 1);

      g_assert_cmpstr (name, ==, expected);
    }
  g_assert_true (trs_export_target_close (target, NULL));
  trs_export_target_free (target);
  g_assert_cmpuint (count_files (folder), ==, 2001);
  g_rmdir (folder);
}

static GPtrArray *
add_files (TrsExportTarget *target,
           guint            n)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u.txt", i);
      g_autoptr (GBytes) bytes = new_bytes ('a', 10000 + i);
      g_autofree char *added = trs_export_target_add (target, name, bytes, 0, NULL, NULL);
      g_autoptr (GPtrArray) saved = trs_export_target_take_saved (target);

      g_assert_cmpstr (added, ==, name);
      g_ptr_array_extend_and_steal (names, g_steal_pointer (&saved));
    }
  return names;
}

/* No file has its name before its content is on the disk; the names are waited for once, and become known by and by. */
static void
test_disk (void)
{
  g_autofree char *folder = new_folder ();
  g_autofree char *path = g_build_filename (folder, "one.txt", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (folder);
  g_autoptr (GBytes) bytes = new_bytes ('a', 1);
  g_autoptr (TrsExportTarget) target = trs_export_target_new (file, FALSE);
  g_autoptr (GPtrArray) names = NULL;
  g_autoptr (GPtrArray) rest = NULL;

  disk.synced = g_hash_table_new (NULL, NULL);
  g_assert_true (trs_file_save (path, bytes, 0, FALSE, NULL, NULL));
  g_assert_cmpuint (disk.n_linked, ==, 1);
  names = add_files (target, 200);
  g_assert_cmpuint (names->len, >, 100);
  g_assert_true (trs_export_target_close (target, NULL));
  rest = trs_export_target_take_saved (target);
  g_ptr_array_extend_and_steal (names, g_steal_pointer (&rest));

  g_assert_cmpuint (names->len, ==, 200);
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *expected = g_strdup_printf ("%u.txt", i);

      g_assert_cmpstr (names->pdata[i], ==, expected);
    }
  g_assert_cmpuint (disk.n_linked, ==, 201);
  g_assert_cmpuint (disk.n_early, ==, 0);
  g_assert_cmpuint (disk.n_folder_syncs, ==, 1);
  g_assert_cmpuint (disk.n_at_sync, ==, 201);
  g_assert_cmpuint (count_files (folder), ==, 201);
  g_clear_pointer (&disk.synced, g_hash_table_unref);
  g_rmdir (folder);
}

/* Also what another program has put there between the look and the save. */
static void
test_name_is_taken (void)
{
  g_autofree char *folder = new_folder ();
  g_autofree char *theirs = g_build_filename (folder, "1.txt", NULL);
  g_autofree char *ours = g_build_filename (folder, "1 (2).txt", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (folder);
  g_autoptr (TrsExportTarget) target = trs_export_target_new (file, FALSE);
  g_autoptr (GPtrArray) names = NULL;
  g_autofree char *text = NULL;

  disk.taken = "/1.txt";
  names = add_files (target, 2);
  g_assert_true (trs_export_target_close (target, NULL));
  g_assert_null (disk.taken);
  g_assert_true (g_file_get_contents (theirs, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "theirs");
  g_assert_true (g_file_test (ours, G_FILE_TEST_EXISTS));
  g_assert_cmpuint (count_files (folder), ==, 3);
  g_rmdir (folder);
}

/* As if a run was repeated, or another process did the same at the same time. */
static void
test_skip_same (void)
{
  g_autofree char *folder = new_folder ();
  g_autoptr (GFile) file = g_file_new_for_path (folder);
  g_autoptr (GBytes) bytes = g_bytes_new_static ("theirs", strlen ("theirs"));

  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (TrsExportTarget) target = trs_export_target_new (file, FALSE);
      g_autofree char *added = NULL;

      trs_export_target_set_skip_same (target, TRUE);
      disk.taken = i == 0 ? "/1.txt" : NULL;
      added = trs_export_target_add (target, "1.txt", bytes, 0, NULL, NULL);
      g_assert_cmpstr (added, ==, "1.txt");
      g_assert_true (trs_export_target_close (target, NULL));
      g_assert_null (disk.taken);
    }
  {
    g_autoptr (TrsExportTarget) target = trs_export_target_new (file, FALSE);
    g_autoptr (GBytes) others = g_bytes_new_static ("ours", strlen ("ours"));
    g_autofree char *added = NULL;

    trs_export_target_set_skip_same (target, TRUE);
    added = trs_export_target_add (target, "1.txt", others, 0, NULL, NULL);
    g_assert_cmpstr (added, ==, "1 (2).txt");
    g_assert_true (trs_export_target_close (target, NULL));
  }
  g_assert_cmpuint (count_files (folder), ==, 2);
  g_rmdir (folder);
}

/* Files without a name are nowhere. */
static void
test_target_given_up (void)
{
  g_autofree char *folder = new_folder ();
  g_autoptr (GFile) file = g_file_new_for_path (folder);
  TrsExportTarget *target = trs_export_target_new (file, FALSE);
  g_autoptr (GPtrArray) names = add_files (target, 100);

  trs_export_target_free (target);
  g_assert_cmpuint (count_files (folder), ==, names->len);
  g_assert_cmpuint (names->len, >=, 64);
  g_rmdir (folder);
}

/* What a spreadsheet would take for a formula, also behind what it does not see. */
static void
test_formulas (void)
{
  static const char *const formulas[] = { "=1", "+1", "-1", "@A", "\tx", "\rx", "  =1", "\xc2\xa0=1", "\xef\xbb\xbf=1",
                                          "\xe2\x80\x83@A", "\xe3\x80\x80-1", "'=1", "' '=1", "\xef\xbc\x9d" "1",
                                          "\xef\xbc\x8b" "1", " \xef\xbc\x8d" "1", "\xef\xbc\xa0" "A" };
  static const char *const words[] = { "", " ", "a=1", "1-2", "\xef\xbc\xa1", "  words", "'quoted'" };

  for (gsize i = 0; i < G_N_ELEMENTS (formulas); i++)
    {
      g_autofree char *cell = trs_csv_quote (formulas[i]);
      g_autofree char *expected = g_strconcat ("\"'", formulas[i], "\"", NULL);

      g_assert_cmpstr (cell, ==, expected);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_autofree char *cell = trs_csv_quote (words[i]);
      g_autofree char *expected = g_strconcat ("\"", words[i], "\"", NULL);

      g_assert_cmpstr (cell, ==, expected);
    }
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/file-save/new-and-again", test_new_and_again);
  g_test_add_func ("/file-save/cancelled", test_cancelled);
  g_test_add_data_func ("/file-save/killed/new", NULL, test_killed);
  g_test_add_data_func ("/file-save/killed/replaced", "replaced", test_killed);
  g_test_add_func ("/file-save/sweeps", test_sweeps);
  g_test_add_func ("/file-save/equal-names", test_equal_names);
  g_test_add_func ("/file-save/disk", test_disk);
  g_test_add_func ("/file-save/name-is-taken", test_name_is_taken);
  g_test_add_func ("/file-save/skip-same", test_skip_same);
  g_test_add_func ("/file-save/target-given-up", test_target_given_up);
  g_test_add_func ("/csv/formulas", test_formulas);
  return g_test_run ();
}
