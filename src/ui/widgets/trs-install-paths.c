/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-install-paths.h"

#include "config.h"

static char *
own_folder (void)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);

  return self != NULL ? g_path_get_dirname (self) : g_strdup (TRS_LIBEXEC_DIR);
}

/**
 * trs_install_paths_find:
 * @folder: where relative candidates begin
 * @candidates: (array zero-terminated=1): paths, the best first
 * @executable: whether it must be a program, else a folder
 *
 * Returns: (transfer full) (nullable): the first one that exists
 */
char *
trs_install_paths_find (const char *folder,
                        const char *candidates[],
                        gboolean    executable)
{
  for (gsize i = 0; candidates[i] != NULL; i++)
    {
      g_autofree char *path = g_canonicalize_filename (candidates[i], folder);

      if (g_file_test (path, executable ? G_FILE_TEST_IS_EXECUTABLE : G_FILE_TEST_IS_DIR) &&
          g_file_test (path, G_FILE_TEST_IS_DIR) != executable)
        return g_steal_pointer (&path);
    }

  return NULL;
}

/**
 * trs_install_paths_program:
 * @name: name of a program of this package
 *
 * Looks beside this program first, so that a program that was built but not
 * installed runs what was built with it.
 *
 * Returns: (transfer full): its path; the place where it should be if it is
 *   nowhere, for the error to name
 */
char *
trs_install_paths_program (const char *name)
{
  g_autofree char *folder = own_folder ();
  g_autofree char *built = g_build_filename ("service", name, NULL);
  g_autofree char *installed = g_build_filename (TRS_LIBEXEC_DIR, name, NULL);
  const char *candidates[] = { built, name, installed, NULL };
  char *found = trs_install_paths_find (folder, candidates, TRUE);

  return found != NULL ? found : g_steal_pointer (&installed);
}

/**
 * trs_install_paths_catalogue:
 *
 * Returns: (transfer full): the folder of the sample catalogue
 */
char *
trs_install_paths_catalogue (void)
{
  g_autofree char *folder = own_folder ();
  g_autofree char *installed = g_build_filename (TRS_PACKAGE_DATA_DIR, "catalogue", NULL);
  const char *candidates[] = { "../share/transcripts/catalogue", installed, NULL };
  char *found = trs_install_paths_find (folder, candidates, FALSE);

  return found != NULL ? found : g_steal_pointer (&installed);
}
