/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-error.h"
#include "trs-secret-keyring.h"
#include "trs-test-utils.h"

#include "keyring-bus.h"
#include "keyring-calls.h"

#include <glib/gstdio.h>

#define ADDRESS "https://transcripts.example"
#define OTHER "http://127.0.0.1:8080"
#define KEY "k-3f9a11-c7d2e8"

/* libsecret's backend of the sandbox, without the sandbox. It keeps what it
 * read for the whole process, so each run of the program is a process. */

static const char *
get_file_path (void)
{
  return g_getenv ("SECRET_FILE_TEST_PATH");
}

static char *
get_marker_path (void)
{
  g_autofree char *directory = g_path_get_dirname (get_file_path ());

  return g_build_filename (directory, "state", "keyring-is-being-read", NULL);
}

static TrsKeyring *
new_keyring (void)
{
  g_autofree char *marker_path = get_marker_path ();

  return trs_secret_keyring_new (marker_path, get_file_path (), 10000);
}

static void
set_up (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *directory = g_dir_make_tmp ("trs-keyring-XXXXXX", &error);
  g_autofree char *path = NULL;

  g_assert_no_error (error);
  path = g_build_filename (directory, "default.keyring", NULL);
  g_setenv ("SECRET_BACKEND", "file", TRUE);
  g_setenv ("SECRET_FILE_TEST_PATH", path, TRUE);
  g_setenv ("SECRET_FILE_TEST_PASSWORD", "master secret", TRUE);
  g_setenv ("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus", TRUE);
}

static void
tear_down (void)
{
  g_autofree char *directory = g_path_get_dirname (get_file_path ());

  keyring_bus_remove_tree (directory);
}

static gboolean
run_passes (const char *name)
{
  g_autofree char *path = g_strconcat ("/file-keyring/subprocess/", name, NULL);

  g_test_trap_subprocess (path, 30 * G_USEC_PER_SEC, 0);
  return g_test_trap_has_passed ();
}

/* The files that were moved aside. */
static GStrv
list_aside (void)
{
  g_autofree char *directory = g_path_get_dirname (get_file_path ());
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (GDir) dir = g_dir_open (directory, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_prefix (name, "default.keyring.damaged-"))
      g_strv_builder_add (builder, name);

  return g_strv_builder_end (builder);
}

static void
assert_marker (gboolean there)
{
  g_autofree char *path = get_marker_path ();

  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS) == there);
}

static void
run_store (void)
{
  g_autoptr (TrsKeyring) keyring = new_keyring ();

  keyring_store (keyring, ADDRESS, KEY);
  assert_marker (FALSE);
}

static void
run_find (void)
{
  g_autoptr (TrsKeyring) keyring = new_keyring ();

  keyring_assert_key (keyring, ADDRESS, KEY);
  assert_marker (FALSE);
}

static void
run_find_nothing (void)
{
  g_autoptr (TrsKeyring) keyring = new_keyring ();

  keyring_assert_key (keyring, ADDRESS, NULL);
  assert_marker (FALSE);
}

static void
run_find_damage (void)
{
  g_autoptr (TrsKeyring) keyring = new_keyring ();
  g_autoptr (GError) error = NULL;

  g_assert_null (keyring_lookup (keyring, ADDRESS, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_KEYRING_FAILED);
  g_assert_nonnull (strstr (error->message, ".damaged-"));
  assert_marker (FALSE);

  /* It is said once; then there is just no key, until it is entered again. */
  keyring_assert_key (keyring, ADDRESS, NULL);
  keyring_store (keyring, ADDRESS, KEY);
  keyring_assert_key (keyring, ADDRESS, KEY);
}

static void
test_keeps_keys (void)
{
  g_autoptr (TrsKeyring) keyring = NULL;
  g_autofree char *contents = NULL;
  g_autoptr (GError) error = NULL;
  gsize length = 0;

  if (!keyring_test_in_process ())
    return;

  set_up ();
  g_assert_true (run_passes ("store"));
  g_assert_true (run_passes ("find"));

  keyring = new_keyring ();
  keyring_assert_key (keyring, OTHER, NULL);
  keyring_store (keyring, OTHER, "other");
  keyring_store (keyring, ADDRESS, "changed");
  keyring_assert_key (keyring, ADDRESS, "changed");
  keyring_remove (keyring, ADDRESS);
  keyring_remove (keyring, ADDRESS);
  keyring_assert_key (keyring, ADDRESS, NULL);
  keyring_assert_key (keyring, OTHER, "other");
  g_assert_true (run_passes ("find-nothing"));

  g_assert_true (run_passes ("store"));
  g_file_get_contents (get_file_path (), &contents, &length, &error);
  g_assert_no_error (error);
  g_assert_null (memmem (contents, length, KEY, strlen (KEY)));
  tear_down ();
}

/* Cuts the file. Where the rest ends on zeros, libsecret dies of it; of other ends it sometimes tells. */
static void
damage_file (void)
{
  static const char end[8] = { 0 };
  g_autofree char *contents = NULL;
  g_autoptr (GError) error = NULL;
  gsize length = 0;

  g_file_get_contents (get_file_path (), &contents, &length, &error);
  g_assert_no_error (error);
  length /= 2;
  memcpy (contents + length - sizeof end, end, sizeof end);
  g_file_set_contents (get_file_path (), contents, (gssize) length, &error);
  g_assert_no_error (error);
}

static void
replace_file (const char *contents)
{
  g_autoptr (GError) error = NULL;

  g_file_set_contents (get_file_path (), contents, -1, &error);
  g_assert_no_error (error);
}

/* The first start after the damage dies, the second one is well. */
static void
test_a_damaged_file_is_moved_aside (void)
{
  g_auto (GStrv) aside = NULL;

  if (!keyring_test_in_process ())
    return;

  set_up ();
  for (guint i = 1; i <= 2; i++)
    {
      g_assert_true (run_passes ("store"));
      damage_file ();
      g_assert_false (run_passes ("find"));
      assert_marker (TRUE);
      g_assert_true (run_passes ("find-damage"));
      g_assert_true (run_passes ("find"));

      g_clear_pointer (&aside, g_strfreev);
      aside = list_aside ();
      g_assert_cmpuint (g_strv_length (aside), ==, i);
    }
  tear_down ();
}

/* Damage that the keyring tells of, instead of dying: said at once. */
static void
test_another_file_is_moved_aside (void)
{
  g_auto (GStrv) aside = NULL;

  if (!keyring_test_in_process ())
    return;

  set_up ();
  g_assert_true (run_passes ("store"));
  replace_file ("not a keyring at all");
  g_assert_true (run_passes ("find-damage"));
  g_assert_true (run_passes ("find"));

  replace_file ("");
  g_assert_true (run_passes ("store"));
  g_assert_true (run_passes ("find"));
  aside = list_aside ();
  g_assert_cmpuint (g_strv_length (aside), ==, 2);
  tear_down ();
}

/* A store that comes first makes the loss good: nothing to say. */
static void
test_a_store_makes_it_good (void)
{
  g_autoptr (TrsKeyring) keyring = NULL;

  if (!keyring_test_in_process ())
    return;

  set_up ();
  g_assert_true (run_passes ("store"));
  damage_file ();
  g_assert_false (run_passes ("find"));

  keyring = new_keyring ();
  keyring_store (keyring, OTHER, "other");
  keyring_assert_key (keyring, ADDRESS, NULL);
  keyring_assert_key (keyring, OTHER, "other");
  tear_down ();
}

static void
put_marker (void)
{
  g_autofree char *marker_path = get_marker_path ();
  g_autofree char *directory = g_path_get_dirname (marker_path);
  g_autoptr (GError) error = NULL;

  g_mkdir_with_parents (directory, 0700);
  g_file_set_contents (marker_path, "", 0, &error);
  g_assert_no_error (error);
}

static void
test_a_marker_without_a_file (void)
{
  if (!keyring_test_in_process ())
    return;

  set_up ();
  put_marker ();
  g_assert_true (run_passes ("find-nothing"));
  tear_down ();
}

/* Only the marker of an earlier run counts, not the one of this run. */
static void
test_an_orderly_end_leaves_no_marker (void)
{
  g_autoptr (TrsKeyring) keyring = NULL;
  g_auto (GStrv) aside = NULL;

  if (!keyring_test_in_process ())
    return;

  set_up ();
  g_assert_true (run_passes ("store"));
  keyring = new_keyring ();
  for (guint i = 0; i < 20; i++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GAsyncResult) result = NULL;

      trs_keyring_lookup_async (keyring, ADDRESS, cancellable, trs_test_store_result, &result);
      g_cancellable_cancel (cancellable);
      trs_test_wait_result (result);
    }
  g_clear_object (&keyring);

  keyring = new_keyring ();
  keyring_assert_key (keyring, ADDRESS, KEY);
  assert_marker (FALSE);
  aside = list_aside ();
  g_assert_cmpuint (g_strv_length (aside), ==, 0);
  tear_down ();
}

static void
test_another_master_secret (void)
{
  g_autoptr (TrsKeyring) keyring = NULL;
  g_autoptr (GError) error = NULL;

  if (!keyring_test_in_process ())
    return;

  set_up ();
  g_assert_true (run_passes ("store"));
  g_setenv ("SECRET_FILE_TEST_PASSWORD", "another secret", TRUE);
  keyring = new_keyring ();
  g_assert_null (keyring_lookup (keyring, ADDRESS, &error));
  if (error != NULL)
    g_assert_error (error, TRS_ERROR, TRS_ERROR_KEYRING_FAILED);
  keyring_store (keyring, ADDRESS, KEY);
  keyring_assert_key (keyring, ADDRESS, KEY);
  tear_down ();
}

static void
test_no_place_for_the_marker (void)
{
  g_autoptr (TrsKeyring) keyring = NULL;
  g_autoptr (TrsKeyring) without = NULL;

  if (!keyring_test_in_process ())
    return;

  set_up ();
  keyring = trs_secret_keyring_new ("/dev/null/marker", get_file_path (), 10000);
  keyring_store (keyring, ADDRESS, KEY);
  keyring_assert_key (keyring, ADDRESS, KEY);

  without = trs_secret_keyring_new (NULL, NULL, 10000);
  keyring_assert_key (without, ADDRESS, KEY);
  tear_down ();
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *suppressions = NULL;
  g_autofree char *options = NULL;

  trs_test_init (&argc, &argv);
  /* For the processes that the tests run in. */
  suppressions = g_test_build_filename (G_TEST_DIST, "core", "keyring", "lsan-file-backend.supp", NULL);
  options = g_strconcat ("suppressions=", suppressions, NULL);
  g_setenv ("LSAN_OPTIONS", options, TRUE);

  g_test_add_func ("/file-keyring/subprocess/store", run_store);
  g_test_add_func ("/file-keyring/subprocess/find", run_find);
  g_test_add_func ("/file-keyring/subprocess/find-nothing", run_find_nothing);
  g_test_add_func ("/file-keyring/subprocess/find-damage", run_find_damage);
  g_test_add_func ("/file-keyring/keeps-keys", test_keeps_keys);
  g_test_add_func ("/file-keyring/a-damaged-file-is-moved-aside", test_a_damaged_file_is_moved_aside);
  g_test_add_func ("/file-keyring/another-file-is-moved-aside", test_another_file_is_moved_aside);
  g_test_add_func ("/file-keyring/a-store-makes-it-good", test_a_store_makes_it_good);
  g_test_add_func ("/file-keyring/a-marker-without-a-file", test_a_marker_without_a_file);
  g_test_add_func ("/file-keyring/an-orderly-end-leaves-no-marker", test_an_orderly_end_leaves_no_marker);
  g_test_add_func ("/file-keyring/another-master-secret", test_another_master_secret);
  g_test_add_func ("/file-keyring/no-place-for-the-marker", test_no_place_for_the_marker);
  return g_test_run ();
}
