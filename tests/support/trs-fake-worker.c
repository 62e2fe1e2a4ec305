/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-fake-worker.h"

#include <glib/gstdio.h>
#include <sys/stat.h>

/* A title that is no markup and turns around what follows it. */
#define SCRIPT                                                                                                        \
  "#!/bin/sh\n"                                                                                                       \
  "file=$(readlink /proc/$$/fd/3)\n"                                                                                  \
  "case \"$1 $file\" in\n"                                                                                            \
  "*silent*) echo '{\"type\":\"fault\",\"reason\":\"no-sound\",\"message\":\"The file has no sound.\"}'; exit 1;;\n"  \
  "*strange*) echo '{\"type\":\"fault\",\"reason\":\"setup\",\"message\":\"Needs {model}.\"}'; exit 1;;\n"            \
  "*broken*) exit 1;;\n"                                                                                              \
  "*garbage*) echo 'no JSON'; echo '[1]'; echo '{\"type\":\"media\",\"length\":-1}'; exit 1;;\n"                      \
  "*hanging*) echo $$ > \"$file.pid\"; cat;;\n"                                                                       \
  "--check-sound*) if test -e \"${0%/*}/no-opus\"; then kept=false; else kept=true; fi\n"                           \
  "  echo '{\"type\":\"sound\",\"kept\":'$kept'}';;\n"                                                                \
  "discover*titled*) echo '{\"type\":\"media\",\"length\":754.6,\"title\":\"Q&A <b>\\u202eport\",\"bytes\":5}';;\n"   \
  "discover*interpreted*) echo '{\"type\":\"media\",\"length\":12,\"bytes\":5,\"tracks\":[{\"language\":\"en\"}'\\\n"  \
  "',{\"language\":null,\"title\":\"Floor <b>\"}]}';;\n"                                                            \
  "discover*) echo '{\"type\":\"media\",\"length\":12,\"title\":null,\"bytes\":5}';;\n"                               \
  "transcribe*quiet*) echo '{\"type\":\"end\",\"cut\":false,\"seconds\":3.0}';;\n"                                    \
  "transcribe*spoken-clip*)\n"                                                                                         \
  "  echo '{\"type\":\"paragraph\",\"start\":0,\"end\":1,\"speaker\":null,\"text\":\"'$(head -c 4 \"$file\")'\"}'\n"  \
  "  echo '{\"type\":\"end\",\"cut\":false,\"seconds\":2.5}';;\n"                                                     \
  "transcribe*) echo '{\"type\":\"length\",\"seconds\":3}'\n"                                                         \
  "  echo '{\"type\":\"paragraph\",\"start\":0,\"end\":1,\"speaker\":null,\"text\":\"Good evening\"}'\n"              \
  "  echo '{\"type\":\"paragraph\",\"start\":1,\"end\":2,\"speaker\":null,\"text\":\"everyone\"}'\n"                  \
  "  echo '{\"type\":\"end\",\"cut\":false,\"seconds\":3.0}';;\n"                                                     \
  "esac\n"

/**
 * trs_fake_worker_make:
 * @folder: a folder of the test
 *
 * Returns: (transfer full): path of the program
 */
char *
trs_fake_worker_make (const char *folder)
{
  char *path = g_build_filename (folder, "fake-worker", NULL);

  g_assert_true (g_file_set_contents (path, SCRIPT, -1, NULL));
  g_assert_cmpint (g_chmod (path, 0700), ==, 0);
  return path;
}

/**
 * trs_fake_worker_set_up:
 * @session: a session that was not started
 * @folder: a folder of the test
 *
 * Files can be transcribed on this computer, as far as the window can tell.
 */
void
trs_fake_worker_set_up (TrsSession *session,
                        const char *folder)
{
  g_autofree char *worker = trs_fake_worker_make (folder);
  g_autofree char *local = g_build_filename (folder, "local", NULL);

  trs_session_set_up_local (session, "/bin/true", local, worker);
  g_assert_nonnull (trs_session_get_local (session));
}

/**
 * trs_fake_worker_make_file:
 * @folder: where to make it
 * @name: its name, which says what the worker answers
 *
 * Returns: (transfer full): path of a small file
 */
char *
trs_fake_worker_make_file (const char *folder,
                           const char *name)
{
  char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, name, -1, NULL));
  return path;
}

/**
 * trs_fake_worker_remove:
 * @folder: the folder of the test, which is removed with all that is in it
 */
void
trs_fake_worker_remove (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR) && !g_file_test (path, G_FILE_TEST_IS_SYMLINK))
        trs_fake_worker_remove (path);
      else
        g_unlink (path);
    }
  g_rmdir (folder);
}
