/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"
#include "trs-install-paths.h"
#include "trs-test-utils.h"

#include <glib/gstdio.h>
#include <string.h>

static void
test_find (void)
{
  g_autofree char *folder = g_dir_make_tmp ("trs-paths-XXXXXX", NULL);
  g_autofree char *sub = g_build_filename (folder, "service", NULL);
  g_autofree char *program = g_build_filename (sub, "tool", NULL);
  g_autofree char *plain = g_build_filename (folder, "tool", NULL);
  const char *candidates[] = { "missing/tool", "tool", "service/tool", "installed/tool", NULL };
  const char *folders[] = { "service/tool", "service/../service", NULL };
  g_autofree char *nothing = NULL;
  g_autofree char *found = NULL;
  g_autofree char *found_folder = NULL;

  g_assert_cmpint (g_mkdir (sub, 0755), ==, 0);
  g_assert_true (g_file_set_contents (plain, "not a program", -1, NULL));
  nothing = trs_install_paths_find (folder, candidates, TRUE);
  g_assert_true (g_str_has_suffix (nothing, "/installed/tool"));

  g_assert_true (g_file_set_contents (program, "#!/bin/sh\n", -1, NULL));
  g_assert_cmpint (g_chmod (program, 0755), ==, 0);
  found = trs_install_paths_find (folder, candidates, TRUE);
  g_assert_cmpstr (found, ==, program);
  found_folder = trs_install_paths_find (folder, folders, FALSE);
  g_assert_cmpstr (found_folder, ==, sub);

  g_remove (program);
  g_remove (plain);
  g_remove (sub);
  g_remove (folder);
}

/* The folder of the program says where the prefix is now. */
static void
test_moved (void)
{
  const char *candidates[] = { TRS_PROGRAM_NAME "-tool", TRS_LIBEXEC_DIR "/" TRS_PROGRAM_NAME "-tool", NULL };
  const char *foreign[] = { "/nowhere/tool", NULL };
  const char *below = &TRS_LIBEXEC_DIR[strlen (TRS_PREFIX)];
  g_autofree char *programs = g_strconcat ("/moved", &TRS_BIN_DIR[strlen (TRS_PREFIX)], NULL);
  g_autofree char *wanted = g_strconcat ("/moved", below, "/" TRS_PROGRAM_NAME "-tool", NULL);
  g_autofree char *others = g_strconcat ("/moved", below, NULL);
  g_autofree char *found = trs_install_paths_find (programs, candidates, TRUE);
  g_autofree char *found_beside = trs_install_paths_find (others, candidates, TRUE);
  g_autofree char *elsewhere = trs_install_paths_find ("/moved/elsewhere", candidates, TRUE);
  g_autofree char *not_ours = trs_install_paths_find (programs, foreign, TRUE);

  g_assert_true (g_str_has_prefix (TRS_LIBEXEC_DIR, TRS_PREFIX "/"));
  g_assert_cmpstr (found, ==, wanted);
  g_assert_cmpstr (found_beside, ==, wanted);
  g_assert_cmpstr (elsewhere, ==, TRS_LIBEXEC_DIR "/" TRS_PROGRAM_NAME "-tool");
  g_assert_cmpstr (not_ours, ==, "/nowhere/tool");
}

static void
test_all_have_a_place (void)
{
  g_autofree char *path = trs_install_paths_service ();
  g_autofree char *catalogue = trs_install_paths_catalogue ();
  g_autofree char *window = trs_install_paths_window ();
  g_autofree char *command = trs_install_paths_command ();
  g_autofree char *shell = trs_install_paths_shell ();
  g_autofree char *player = trs_install_paths_player ();

  g_assert_true (g_path_is_absolute (path));
  g_assert_true (g_str_has_suffix (path, "/transcription-service"));
  g_assert_true (g_str_has_suffix (catalogue, "/catalogue"));
  g_assert_true (g_path_is_absolute (window));
  g_assert_true (g_str_has_suffix (window, "/transcripts-window"));
  g_assert_true (g_path_is_absolute (command));
  g_assert_true (g_str_has_suffix (command, "/transcripts-command"));
  g_assert_true (g_path_is_absolute (shell));
  g_assert_true (g_str_has_suffix (shell, "/transcripts"));
  g_assert_true (g_path_is_absolute (player));
  g_assert_true (g_str_has_suffix (player, "/libtranscripts-player.so"));
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/install-paths/find", test_find);
  g_test_add_func ("/install-paths/moved", test_moved);
  g_test_add_func ("/install-paths/all-have-a-place", test_all_have_a_place);
  return g_test_run ();
}
