/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-player-loader.h"
#include "trs-test-utils.h"

#include <string.h>

static gboolean
is_loaded (const char *library)
{
  g_autofree char *maps = NULL;

  g_assert_true (g_file_get_contents ("/proc/self/maps", &maps, NULL, NULL));
  return strstr (maps, library) != NULL;
}

static TrsPlayer *
load (const char  *path,
      GError     **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_player_load_async (path, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return trs_player_load_finish (result, error);
}

static void
test_nothing_there (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (load ("/nothing/here.so", &error));
  g_assert_error (error, TRS_PLAYER_ERROR, TRS_PLAYER_ERROR_SETUP);
  g_clear_error (&error);

  /* a library, but none that plays */
  g_assert_null (load ("libc.so.6", &error));
  g_assert_error (error, TRS_PLAYER_ERROR, TRS_PLAYER_ERROR_SETUP);
  g_assert_false (is_loaded ("libgstreamer"));
}

static void
test_loads (void)
{
  g_autoptr (GError) error = NULL;
  TrsPlayer *one;
  TrsPlayer *two;

  g_assert_false (is_loaded ("libgstreamer"));
  g_assert_false (is_loaded ("libtranscripts-player"));
  one = load (TEST_PLAYER_MODULE, &error);
  g_assert_no_error (error);
  g_assert_true (is_loaded ("libgstreamer"));
  two = load (TEST_PLAYER_MODULE, &error);
  g_assert_no_error (error);
  g_assert_true (TRS_IS_PLAYER (one) && TRS_IS_PLAYER (two) && one != two);
  g_assert_false (trs_player_get_playing (one));

  /* Its errors are those of the program. */
  trs_player_open (one, "/nothing/here.wav", 1);
  trs_test_wait_until ((error = trs_player_dup_error (one)) != NULL);
  g_assert_error (error, TRS_PLAYER_ERROR, TRS_PLAYER_ERROR_UNREADABLE);
  g_object_unref (one);
  g_object_unref (two);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);

  g_test_add_func ("/player-loader/nothing-there", test_nothing_there);
  g_test_add_func ("/player-loader/loads", test_loads);
  return g_test_run ();
}
