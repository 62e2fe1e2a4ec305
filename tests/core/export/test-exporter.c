/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trs-export-format.h"
#include "trs-export.h"
#include "trs-test-utils.h"
#include "trs-transcript.h"

#define OLD "What was there before.\n"
#define KILLED_PATH "TRS_TEST_KILLED_PATH"

typedef struct
{
  char *folder;
  char *path;
  GFile *file;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->folder = g_dir_make_tmp ("trs-exporter-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->folder, "Council.txt", NULL);
  fixture->file = g_file_new_for_path (fixture->path);
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_assert_cmpint (g_remove (path), ==, 0);
    }
  g_rmdir (folder);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  remove_folder (fixture->folder);
  g_clear_object (&fixture->file);
  g_free (fixture->path);
  g_free (fixture->folder);
}

static void
put_old (Fixture *fixture)
{
  g_assert_true (g_file_set_contents (fixture->path, OLD, -1, NULL));
}

static guint
count_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (dir != NULL && g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

static void
assert_holds (const char *path,
              const char *data,
              gsize       size)
{
  g_autofree char *contents = NULL;
  gsize length;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &contents, &length, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (contents, length, data, size);
}

static TrsTranscript *
make_transcript (const char *bare,
                 const char *prefixed)
{
  g_autoptr (GBytes) a = g_bytes_new (bare, strlen (bare));
  g_autoptr (GBytes) b = g_bytes_new (prefixed, strlen (prefixed));

  return trs_transcript_align (a, b, "en", FALSE);
}

static GBytes *
make_bytes (gsize size)
{
  return g_bytes_new_take (g_strnfill (size, 'x'), size);
}

static void
save_text (Fixture      *fixture,
           TrsTextFlags  flags,
           const char   *bare,
           const char   *prefixed,
           const char   *expected)
{
  g_autoptr (TrsTranscript) transcript = make_transcript (bare, prefixed);
  g_autoptr (TrsDocument) document = trs_document_new (transcript, NULL);
  const TrsExportOptions options = { .timecodes = (flags & TRS_TEXT_TIMECODES) != 0,
                                     .fraction = TRS_TIME_FRACTION_MILLISECONDS,
                                     .speakers = (flags & TRS_TEXT_SPEAKERS) != 0 };
  g_autoptr (TrsExportSource) source = trs_export_source_new (document, NULL, NULL, NULL);
  g_autoptr (GBytes) text = trs_export_format_render (trs_export_format_find ("txt"), source, &options, NULL);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_export_save_async (text, fixture->file, NULL, trs_test_store_result, &result);
  g_assert_null (result);
  trs_test_wait_result (result);
  g_assert_true (trs_export_save_finish (result, &error));
  g_assert_no_error (error);
  assert_holds (fixture->path, expected, strlen (expected));
  g_assert_cmpuint (count_files (fixture->folder), ==, 1);
}

static void
test_text (Fixture       *fixture,
           gconstpointer  data)
{
  const char *all = "[00:00:01.000] Speaker 1: Good evening.\n\n[00:00:02.000] Schön.";

  save_text (fixture, TRS_TEXT_BARE, "Good evening.\n\nSchön.", all, "Good evening.\n\nSchön.\n");
  /* Over the one that is there now. */
  save_text (fixture, TRS_TEXT_SPEAKERS, "Good evening.\n\nSchön.", all, "Speaker 1: Good evening.\n\nSchön.\n");
  save_text (fixture, TRS_TEXT_BARE, "It ends.\n", "It ends.\n", "It ends.\n");
  save_text (fixture, TRS_TEXT_BARE, "", "", "");
}

static GError *
save (Fixture      *fixture,
      GBytes       *bytes,
      GCancellable *cancellable)
{
  g_autoptr (GAsyncResult) result = NULL;
  GError *error = NULL;

  trs_export_save_async (bytes, fixture->file, cancellable, trs_test_store_result, &result);
  g_assert_null (result);
  trs_test_wait_result (result);
  g_assert_true (trs_export_save_finish (result, &error) == (error == NULL));
  return error;
}

static void
test_bytes (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr (GBytes) large = make_bytes (3 * 1024 * 1024 + 1);
  g_autoptr (GBytes) small = g_bytes_new_static ("a\0b", 3);
  g_autoptr (GError) error = save (fixture, large, NULL);

  g_assert_no_error (error);
  assert_holds (fixture->path, g_bytes_get_data (large, NULL), g_bytes_get_size (large));
  error = save (fixture, small, NULL);
  g_assert_no_error (error);
  assert_holds (fixture->path, "a\0b", 3);
  g_assert_cmpuint (count_files (fixture->folder), ==, 1);
}

/* The disk is full, as far as this process goes: the write fails half way. */
static GError *
save_on_full_disk (Fixture *fixture,
                   gsize    limit)
{
  g_autoptr (GBytes) large = make_bytes (3 * 1024 * 1024);
  struct rlimit old;
  struct rlimit small;
  GError *error;

  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &old), ==, 0);
  small = old;
  small.rlim_cur = limit;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &small), ==, 0);
  error = save (fixture, large, NULL);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &old), ==, 0);
  return error;
}

static void
test_full_disk (Fixture       *fixture,
                gconstpointer  data)
{
  const gsize limits[] = { 1, 4096, 100000, 3 * 1024 * 1024 - 1 };

  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      g_autoptr (GError) error = NULL;

      put_old (fixture);
      error = save_on_full_disk (fixture, limits[i]);
      g_assert_nonnull (error);
      assert_holds (fixture->path, OLD, strlen (OLD));
      g_assert_cmpuint (count_files (fixture->folder), ==, 1);
    }
}

static void
test_full_disk_new_file (Fixture       *fixture,
                         gconstpointer  data)
{
  g_autoptr (GError) error = save_on_full_disk (fixture, 100000);

  g_assert_nonnull (error);
  g_assert_cmpuint (count_files (fixture->folder), ==, 0);
}

/* Ends this process with a signal in the middle of the write, if it is to. */
static void
save_and_die (void)
{
  Fixture fixture = { .path = g_strdup (g_getenv (KILLED_PATH)) };
  struct rlimit small = { 100000, 100000 };
  struct rlimit no_core = { 0, 0 };

  fixture.file = g_file_new_for_path (fixture.path);
  g_assert_cmpint (setrlimit (RLIMIT_CORE, &no_core), ==, 0);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &small), ==, 0);
  signal (SIGXFSZ, SIG_DFL);
  g_error_free (save (&fixture, make_bytes (3 * 1024 * 1024), NULL));
}

/* Whoever ends the program half way finds no part of a file under the name that was chosen. */
static void
test_killed (Fixture       *fixture,
             gconstpointer  data)
{
  GStatBuf info;

  g_setenv (KILLED_PATH, fixture->path, TRUE);
  g_test_trap_subprocess ("/exporter/subprocess/save-and-die", 60 * G_USEC_PER_SEC, 0);
  g_test_trap_assert_failed ();
  if (g_stat (fixture->path, &info) == 0)
    g_assert_cmpint (info.st_size, ==, 0);

  put_old (fixture);
  g_test_trap_subprocess ("/exporter/subprocess/save-and-die", 60 * G_USEC_PER_SEC, 0);
  g_test_trap_assert_failed ();
  assert_holds (fixture->path, OLD, strlen (OLD));
}

static void
test_mode_of_new_file (Fixture       *fixture,
                       gconstpointer  data)
{
  g_autoptr (GBytes) bytes = make_bytes (10);
  g_autoptr (GError) error = NULL;
  mode_t old = umask (027);
  GStatBuf info;

  error = save (fixture, bytes, NULL);
  umask (old);
  g_assert_no_error (error);
  g_assert_cmpint (g_stat (fixture->path, &info), ==, 0);
  g_assert_cmphex (info.st_mode & 0777, ==, 0640);
}

/* A file whose folder goes as soon as the new one is in it. */
#define TEST_TYPE_VANISHING_FILE (test_vanishing_file_get_type ())
G_DECLARE_FINAL_TYPE (TestVanishingFile, test_vanishing_file, TEST, VANISHING_FILE, GObject)

struct _TestVanishingFile
{
  GObject parent_instance;

  const Fixture *fixture;
};

static GFile *
get_real (GFile *file)
{
  return TEST_VANISHING_FILE (file)->fixture->file;
}

static gboolean
vanishing_file_is_native (GFile *file)
{
  return FALSE;
}

static GFile *
vanishing_file_get_parent (GFile *file)
{
  return g_file_get_parent (get_real (file));
}

static GFileInfo *
vanishing_file_query_info (GFile                *file,
                           const char           *attributes,
                           GFileQueryInfoFlags   flags,
                           GCancellable         *cancellable,
                           GError              **error)
{
  return g_file_query_info (get_real (file), attributes, flags, cancellable, error);
}

static GFileOutputStream *
vanishing_file_replace (GFile             *file,
                        const char        *etag,
                        gboolean           make_backup,
                        GFileCreateFlags   flags,
                        GCancellable      *cancellable,
                        GError           **error)
{
  GFileOutputStream *stream = g_file_replace (get_real (file), etag, make_backup, flags, cancellable, error);

  remove_folder (TEST_VANISHING_FILE (file)->fixture->folder);
  return stream;
}

static gboolean
vanishing_file_delete (GFile         *file,
                       GCancellable  *cancellable,
                       GError       **error)
{
  return g_file_delete (get_real (file), cancellable, error);
}

static void
test_vanishing_file_iface_init (GFileIface *iface)
{
  iface->is_native = vanishing_file_is_native;
  iface->get_parent = vanishing_file_get_parent;
  iface->query_info = vanishing_file_query_info;
  iface->replace = vanishing_file_replace;
  iface->delete_file = vanishing_file_delete;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TestVanishingFile, test_vanishing_file, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_FILE, test_vanishing_file_iface_init))

static void
test_vanishing_file_class_init (TestVanishingFileClass *klass)
{
}

static void
test_vanishing_file_init (TestVanishingFile *self)
{
}

static void
save_without_folder (Fixture *fixture)
{
  g_autoptr (TestVanishingFile) file = g_object_new (TEST_TYPE_VANISHING_FILE, NULL);
  g_autoptr (GBytes) large = make_bytes (3 * 1024 * 1024);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  file->fixture = fixture;
  trs_export_save_async (large, G_FILE (file), NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_false (trs_export_save_finish (result, &error));
  g_assert_nonnull (error);
  g_assert_false (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
}

static void
test_folder_removed (Fixture       *fixture,
                     gconstpointer  data)
{
  put_old (fixture);
  save_without_folder (fixture);
}

static void
test_folder_removed_new_file (Fixture       *fixture,
                              gconstpointer  data)
{
  save_without_folder (fixture);
}

static void
test_no_folder (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr (GBytes) bytes = make_bytes (10);
  g_autoptr (GError) error = NULL;

  remove_folder (fixture->folder);
  error = save (fixture, bytes, NULL);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

static void
test_is_folder (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr (GBytes) bytes = make_bytes (10);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir (fixture->path, 0700), ==, 0);
  error = save (fixture, bytes, NULL);
  g_assert_nonnull (error);
  g_assert_true (g_file_test (fixture->path, G_FILE_TEST_IS_DIR));
}

static void
test_cancelled_before (Fixture       *fixture,
                       gconstpointer  data)
{
  g_autoptr (GBytes) bytes = make_bytes (10);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  put_old (fixture);
  g_cancellable_cancel (cancellable);
  error = save (fixture, bytes, cancellable);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  assert_holds (fixture->path, OLD, strlen (OLD));
}

/* However far it got: either it says that it is saved and is, or the old file is there. */
static void
test_cancelled_under_way (Fixture       *fixture,
                          gconstpointer  data)
{
  g_autoptr (GBytes) large = make_bytes (3 * 1024 * 1024);
  guint n_cancelled = 0;

  for (guint steps = 0; steps < 12; steps++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GAsyncResult) result = NULL;
      g_autoptr (GError) error = NULL;

      put_old (fixture);
      trs_export_save_async (large, fixture->file, cancellable, trs_test_store_result, &result);
      for (guint i = 0; i < steps * 200 && result == NULL; i++)
        g_main_context_iteration (NULL, FALSE);
      g_cancellable_cancel (cancellable);
      trs_test_wait_result (result);

      if (trs_export_save_finish (result, &error))
        assert_holds (fixture->path, g_bytes_get_data (large, NULL), g_bytes_get_size (large));
      else
        {
          g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
          assert_holds (fixture->path, OLD, strlen (OLD));
          n_cancelled++;
        }
      g_assert_cmpuint (count_files (fixture->folder), ==, 1);
    }
  g_assert_cmpuint (n_cancelled, >, 0);
}

static void
test_keeps_mode (Fixture       *fixture,
                 gconstpointer  data)
{
  const mode_t modes[] = { 0600, 0640, 0644, 0664 };
  g_autoptr (GBytes) bytes = make_bytes (10);

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      g_autoptr (GError) error = NULL;
      GStatBuf info;

      put_old (fixture);
      g_assert_cmpint (g_chmod (fixture->path, modes[i]), ==, 0);
      error = save (fixture, bytes, NULL);
      g_assert_no_error (error);
      g_assert_cmpint (g_stat (fixture->path, &info), ==, 0);
      g_assert_cmphex (info.st_mode & 0777, ==, modes[i]);
    }
}

static void
test_keeps_links (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autofree char *target = g_build_filename (fixture->folder, "target.txt", NULL);
  g_autoptr (GBytes) bytes = make_bytes (10);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (symlink ("target.txt", fixture->path), ==, 0);
  error = save (fixture, bytes, NULL);
  g_assert_no_error (error);
  g_assert_true (g_file_test (fixture->path, G_FILE_TEST_IS_SYMLINK));
  assert_holds (target, g_bytes_get_data (bytes, NULL), 10);

  g_assert_cmpint (g_remove (target), ==, 0);
  g_assert_cmpint (symlink ("Council.txt", target), ==, 0);
  error = save (fixture, bytes, NULL);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_TOO_MANY_LINKS);
}

static void
test_name_too_long (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autofree char *name = g_strnfill (256, 'n');
  g_autoptr (GBytes) bytes = make_bytes (10);
  g_autoptr (GError) error = NULL;

  g_object_unref (fixture->file);
  fixture->file = g_file_new_build_filename (fixture->folder, name, NULL);
  error = save (fixture, bytes, NULL);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_FILENAME_TOO_LONG);
  g_assert_cmpuint (count_files (fixture->folder), ==, 0);
}

static void
write_proc (const char *path,
            const char *words)
{
  int fd = open (path, O_WRONLY | O_CLOEXEC);

  g_assert_cmpint (fd, >=, 0);
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
         mount ("tmpfs", folder, "tmpfs", 0, "size=1m") == 0;
}

/* Each fault of a disk comes with the code for which there is a sentence, and the old file is there. */
static void
save_on_bad_disks (void)
{
  g_autofree char *folder = g_dir_make_tmp ("trs-exporter-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "Council.txt", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  Fixture fixture = { .folder = folder, .path = path, .file = file };
  g_autoptr (GBytes) large = make_bytes (3 * 1024 * 1024);
  g_autoptr (GBytes) small = make_bytes (10);
  g_autoptr (GError) full = NULL;
  g_autoptr (GError) read_only = NULL;
  g_autoptr (GError) busy = NULL;

  if (!mount_disk (folder))
    return;

  full = save (&fixture, large, NULL);
  g_assert_error (full, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
  g_assert_cmpuint (count_files (folder), ==, 0);

  put_old (&fixture);
  g_clear_error (&full);
  full = save (&fixture, large, NULL);
  g_assert_error (full, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
  assert_holds (fixture.path, OLD, strlen (OLD));

  /* As a file of a share that another computer holds open: it cannot be replaced. */
  g_assert_cmpint (mount (fixture.path, fixture.path, NULL, MS_BIND, NULL), ==, 0);
  busy = save (&fixture, small, NULL);
  g_assert_error (busy, G_IO_ERROR, G_IO_ERROR_BUSY);
  g_assert_cmpint (umount2 (fixture.path, MNT_DETACH), ==, 0);
  assert_holds (fixture.path, OLD, strlen (OLD));
  g_assert_cmpuint (count_files (folder), ==, 1);

  g_assert_cmpint (mount (NULL, folder, NULL, MS_REMOUNT | MS_RDONLY, NULL), ==, 0);
  read_only = save (&fixture, small, NULL);
  g_assert_error (read_only, G_IO_ERROR, G_IO_ERROR_READ_ONLY);
  assert_holds (fixture.path, OLD, strlen (OLD));
}

static void
test_bad_disks (void)
{
  g_test_trap_subprocess ("/exporter/subprocess/save-on-bad-disks", 60 * G_USEC_PER_SEC, 0);
  g_test_trap_assert_passed ();
}

/* A program that reads it goes on reading the old one, and whoever opens it from now on gets the new one. */
static void
test_open_elsewhere (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autoptr (GBytes) bytes = make_bytes (10);
  g_autoptr (GError) error = NULL;
  char old[sizeof OLD] = "";
  int reader;

  put_old (fixture);
  reader = open (fixture->path, O_RDONLY | O_CLOEXEC);
  error = save (fixture, bytes, NULL);
  g_assert_no_error (error);
  g_assert_cmpint (read (reader, old, sizeof old - 1), ==, strlen (OLD));
  g_assert_cmpstr (old, ==, OLD);
  close (reader);
  assert_holds (fixture->path, g_bytes_get_data (bytes, NULL), 10);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
#define ADD(path, function) g_test_add ("/exporter/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("text", test_text);
  ADD ("bytes", test_bytes);
  ADD ("full-disk", test_full_disk);
  ADD ("full-disk-new-file", test_full_disk_new_file);
  ADD ("killed", test_killed);
  g_test_add_func ("/exporter/subprocess/save-and-die", save_and_die);
  ADD ("mode-of-new-file", test_mode_of_new_file);
  ADD ("folder-removed", test_folder_removed);
  ADD ("folder-removed-new-file", test_folder_removed_new_file);
  ADD ("no-folder", test_no_folder);
  ADD ("is-folder", test_is_folder);
  ADD ("cancelled-before", test_cancelled_before);
  ADD ("cancelled-under-way", test_cancelled_under_way);
  ADD ("keeps-mode", test_keeps_mode);
  ADD ("keeps-links", test_keeps_links);
  ADD ("name-too-long", test_name_too_long);
  ADD ("open-elsewhere", test_open_elsewhere);
  g_test_add_func ("/exporter/bad-disks", test_bad_disks);
  g_test_add_func ("/exporter/subprocess/save-on-bad-disks", save_on_bad_disks);
#undef ADD
  return g_test_run ();
}
