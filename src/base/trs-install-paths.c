/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-install-paths.h"

#include "config.h"

#include <string.h>

static char *
own_folder (void)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);

  return self != NULL ? g_path_get_dirname (self) : g_strdup (TRS_LIBEXEC_DIR);
}

/* Returns: (nullable): the prefix as it is now, if @folder is one of those that programs are installed to */
static char *
find_prefix (const char *folder)
{
  static const char *const places[] = { TRS_BIN_DIR, TRS_LIBEXEC_DIR };

  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    {
      const char *below = g_str_has_prefix (places[i], TRS_PREFIX "/") ? places[i] + strlen (TRS_PREFIX) : NULL;

      if (below != NULL && g_str_has_suffix (folder, below))
        return g_strndup (folder, strlen (folder) - strlen (below));
    }
  return NULL;
}

/* Moves along with the prefix whatever is installed below it. */
static char *
resolve (const char *folder,
         const char *candidate)
{
  g_autofree char *prefix = find_prefix (folder);

  if (prefix != NULL && g_str_has_prefix (candidate, TRS_PREFIX "/"))
    return g_build_filename (prefix, candidate + strlen (TRS_PREFIX), NULL);
  return g_canonicalize_filename (candidate, folder);
}

/**
 * trs_install_paths_find:
 * @folder: where the program is, and relative candidates begin
 * @candidates: (array zero-terminated=1): paths, the best first; of an absolute
 *   one below the prefix counts what it has become where the whole prefix was
 *   moved, with the program in it
 * @executable: whether it must be a program, else a folder
 *
 * Returns: (transfer full): the first one that exists; the last one if none
 *   does, for the error to name
 */
char *
trs_install_paths_find (const char        *folder,
                        const char *const  candidates[],
                        gboolean           executable)
{
  for (gsize i = 0;; i++)
    {
      g_autofree char *path = resolve (folder, candidates[i]);

      if (candidates[i + 1] == NULL ||
          (g_file_test (path, executable ? G_FILE_TEST_IS_EXECUTABLE : G_FILE_TEST_IS_DIR) &&
           g_file_test (path, G_FILE_TEST_IS_DIR) != executable))
        return g_steal_pointer (&path);
    }
}

/**
 * trs_install_paths_data:
 *
 * Returns: (transfer full) (nullable): the folder of schemas, icons and the like in the prefix that this program is
 *   installed in; %NULL for one that was built but not installed
 */
char *
trs_install_paths_data (void)
{
  g_autofree char *folder = own_folder ();
  g_autofree char *prefix = find_prefix (folder);

  return prefix != NULL ? resolve (folder, TRS_DATA_DIR) : NULL;
}

/**
 * trs_install_paths_service:
 *
 * Looks beside this program first, so that a program that was built but not
 * installed runs the service that was built with it.
 *
 * Returns: (transfer full): the path of the sample service
 */
char *
trs_install_paths_service (void)
{
  static const char *const candidates[] = { "service/transcription-service" TRS_SUFFIX,
                                            "transcription-service" TRS_SUFFIX,
                                            TRS_BIN_DIR "/transcription-service" TRS_SUFFIX, NULL };
  g_autofree char *folder = own_folder ();

  return trs_install_paths_find (folder, candidates, TRUE);
}

/**
 * trs_install_paths_catalogue:
 *
 * Returns: (transfer full): the folder of the sample catalogue
 */
char *
trs_install_paths_catalogue (void)
{
  static const char *const candidates[] = { "../share/" TRS_PROGRAM_NAME "/catalogue",
                                            TRS_PACKAGE_DATA_DIR "/catalogue", NULL };
  g_autofree char *folder = own_folder ();

  return trs_install_paths_find (folder, candidates, FALSE);
}

/**
 * trs_install_paths_locale:
 *
 * Returns: (transfer full): the folder of the translations
 */
char *
trs_install_paths_locale (void)
{
  static const char *const candidates[] = { "../po", TRS_LOCALE_DIR, NULL };
  g_autofree char *folder = own_folder ();

  return trs_install_paths_find (folder, candidates, FALSE);
}

/**
 * trs_install_paths_worker:
 *
 * Returns: (transfer full): the path of the program that transcribes a file; there may be none, where it was not built
 */
char *
trs_install_paths_worker (void)
{
  static const char *const candidates[] = { "../worker/transcription-worker" TRS_SUFFIX,
                                            "worker/transcription-worker" TRS_SUFFIX,
                                            "transcription-worker" TRS_SUFFIX,
                                            TRS_LIBEXEC_DIR "/transcription-worker" TRS_SUFFIX, NULL };
  g_autofree char *folder = own_folder ();

  return trs_install_paths_find (folder, candidates, TRUE);
}

/**
 * trs_install_paths_player:
 *
 * Never asks the paths of the loader: it becomes a part of what knows the key.
 *
 * Returns: (transfer full): the path of the module that plays recordings; there may be none, where it was not built
 */
char *
trs_install_paths_player (void)
{
  g_autofree char *folder = own_folder ();
  g_autofree char *beside = g_build_filename (folder, "player/module", "libtranscripts-player.so", NULL);

  if (g_file_test (beside, G_FILE_TEST_IS_REGULAR))
    return g_steal_pointer (&beside);
  return resolve (folder, TRS_PACKAGE_LIB_DIR "/libtranscripts-player.so");
}

/**
 * trs_install_paths_window:
 *
 * Never asks $PATH: what is started gets to know the key.
 *
 * Returns: (transfer full): the path of the program that opens the window;
 *   there may be none, where the window was not built or not installed
 */
char *
trs_install_paths_window (void)
{
  static const char *const candidates[] = { TRS_PROGRAM_NAME "-window",
                                            TRS_LIBEXEC_DIR "/" TRS_PROGRAM_NAME "-window", NULL };
  g_autofree char *folder = own_folder ();

  return trs_install_paths_find (folder, candidates, TRUE);
}

/**
 * trs_install_paths_command:
 *
 * Returns: (transfer full): the path of the program that runs commands
 */
char *
trs_install_paths_command (void)
{
  static const char *const candidates[] = { TRS_PROGRAM_NAME "-command",
                                            TRS_LIBEXEC_DIR "/" TRS_PROGRAM_NAME "-command", NULL };
  g_autofree char *folder = own_folder ();

  return trs_install_paths_find (folder, candidates, TRUE);
}

/**
 * trs_install_paths_shell:
 *
 * Returns: (transfer full): the path of the program that users start
 */
char *
trs_install_paths_shell (void)
{
  static const char *const candidates[] = { TRS_PROGRAM_NAME, TRS_BIN_DIR "/" TRS_PROGRAM_NAME, NULL };
  g_autofree char *folder = own_folder ();

  return trs_install_paths_find (folder, candidates, TRUE);
}
