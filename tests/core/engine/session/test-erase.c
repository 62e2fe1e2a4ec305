/* SPDX-License-Identifier: GPL-3.0-or-later */

/* When the words of what was removed leave the file, and damaged files of before. */
#include <glib/gstdio.h>
#include <string.h>

#include "engine-fixture.h"
#include "trs-damaged-file.h"
#include "trs-error.h"
#include "trs-session.h"
#include "trs-test-disk.h"
#include "trs-test-store.h"

static char *
store_path (void)
{
  return g_build_filename (g_get_user_data_dir (), "erased", "transcripts.db", NULL);
}

/* Its transcript is kept. */
static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autofree char *path = store_path ();
  g_autoptr (GAsyncResult) result = NULL;

  fixture_set_up (fixture, NULL);
  g_remove (path);
  trs_toy_service_add (fixture->toy, "video", "done");
  trs_toy_service_set_text (fixture->toy, trs_toy_service_get_id (fixture->toy, 0), "Sesquipedalian.",
                            "[00:00:01.000] Sesquipedalian.", "Speaker 1: Sesquipedalian.",
                            "[00:00:01.000] Speaker 1: Sesquipedalian.");
  fixture_keep (fixture, path);
  fixture_connect (fixture);
  trs_transcripts_load_async (trs_session_get_transcripts (fixture->session), fixture_get (fixture, 0), NULL,
                              trs_test_store_result, &result);
  trs_test_wait_result (result);
  fixture_advance (fixture, 1);
  trs_test_flush_store (fixture->store);
  fixture_drain ();
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  trs_test_disk_set_full (FALSE);
  fixture_tear_down (fixture, data);
}

static gboolean
stands_in_files (const char *tail)
{
  g_autofree char *path = store_path ();
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  gboolean found = FALSE;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (folder, name, NULL);
      g_autofree char *content = NULL;
      gsize length;

      if (strstr (name, ".damaged-") == NULL && g_file_get_contents (file, &content, &length, NULL))
        found |= memmem (content, length, tail, strlen (tail)) != NULL;
    }
  return found;
}

static void
remove_project (Fixture *fixture)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (stands_in_files ("dalian"));
  trs_storage_remove_project_async (trs_session_get_storage (fixture->session), fixture_get (fixture, 0),
                                    trs_test_store_result, &result);
  trs_test_wait_result (result);
  trs_storage_remove_project_finish (trs_session_get_storage (fixture->session), result, &error);
  g_assert_no_error (error);
  g_assert_true (trs_store_needs_erasing (fixture->store));
}

/* While another connection reads, as the check of the file does, nothing can be erased, and it is tried again later. */
static gboolean
is_erased_in_the_end (Fixture *fixture)
{
  fixture_advance (fixture, 1);
  return !trs_store_needs_erasing (fixture->store);
}

static void
assert_erased (Fixture *fixture)
{
  trs_test_poll_until (is_erased_in_the_end (fixture));
  g_assert_false (stands_in_files ("dalian"));
  g_assert_no_error (trs_storage_get_erase_error (trs_session_get_storage (fixture->session)));
}

/* As long as it may be put back, and no longer. */
static void
test_after_undo (Fixture       *fixture,
                 gconstpointer  data)
{
  remove_project (fixture);
  fixture_advance (fixture, 50);
  trs_test_flush_store (fixture->store);
  g_assert_true (trs_store_needs_erasing (fixture->store));
  trs_storage_erase_removed (trs_session_get_storage (fixture->session));
  assert_erased (fixture);
}

static void
test_by_itself (Fixture       *fixture,
                gconstpointer  data)
{
  remove_project (fixture);
  fixture_advance (fixture, 61);
  assert_erased (fixture);
}

static void
test_emptied (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;

  g_assert_true (stands_in_files ("dalian"));
  g_settings_set_boolean (fixture->settings, "keep-transcripts", FALSE);
  trs_account_remover_empty_async (trs_session_get_remover (fixture->session), trs_test_store_result, &result);
  trs_test_wait_result (result);
  assert_erased (fixture);
}

static void
test_texts (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;

  g_assert_true (stands_in_files ("dalian"));
  g_settings_set_boolean (fixture->settings, "keep-transcripts", FALSE);
  trs_storage_remove_texts_async (trs_session_get_storage (fixture->session), trs_test_store_result, &result);
  trs_test_wait_result (result);
  assert_erased (fixture);
}

static void
test_account (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GPtrArray) accounts = fixture_list_accounts (fixture);

  g_assert_true (stands_in_files ("dalian"));
  trs_account_remover_remove_async (trs_session_get_remover (fixture->session), accounts->pdata[0],
                                    trs_test_store_result, &result);
  trs_test_wait_result (result);
  assert_erased (fixture);
}

static void
count_cb (guint *n)
{
  (*n)++;
}

/* It is told once, not forgotten, and done when there is room again. */
static void
test_full_disk (Fixture       *fixture,
                gconstpointer  data)
{
  guint n_changed = 0;

  g_signal_connect_swapped (trs_session_get_storage (fixture->session), "notify::erase-error", G_CALLBACK (count_cb),
                            &n_changed);
  remove_project (fixture);
  trs_test_disk_set_full (TRUE);
  trs_storage_erase_removed (trs_session_get_storage (fixture->session));
  trs_test_wait_until (trs_storage_get_erase_error (trs_session_get_storage (fixture->session)) != NULL);
  g_assert_error (trs_storage_get_erase_error (trs_session_get_storage (fixture->session)), TRS_ERROR,
                  TRS_ERROR_STORE_FULL);
  fixture_advance (fixture, 31);
  trs_test_flush_store (fixture->store);
  fixture_drain ();
  g_assert_cmpuint (n_changed, ==, 1);

  trs_test_disk_set_full (FALSE);
  fixture_advance (fixture, 61);
  trs_test_wait_until (trs_storage_get_erase_error (trs_session_get_storage (fixture->session)) == NULL);
  g_assert_cmpuint (n_changed, ==, 2);
  assert_erased (fixture);
}

/* The program was killed before: the next run takes it up. */
static void
test_taken_up (Fixture       *fixture,
               gconstpointer  data)
{
  g_autofree char *path = store_path ();

  remove_project (fixture);
  fixture_end_session (fixture);
  trs_test_disk_set_full (TRUE);
  trs_store_close (fixture->store, G_MAXINT32);
  g_clear_object (&fixture->store);
  fixture_drain ();
  trs_test_disk_set_full (FALSE);
  g_assert_true (stands_in_files ("dalian"));

  fixture->store = trs_store_new (path);
  fixture_new_session (fixture);
  trs_session_start (fixture->session);
  trs_test_wait_until (fixture_get_n (fixture) == 1);
  g_assert_true (trs_store_needs_erasing (fixture->store));
  fixture_advance (fixture, 11);
  assert_erased (fixture);
}

static GPtrArray *
list_damaged (Fixture *fixture)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  GPtrArray *files;

  trs_storage_list_damaged_async (trs_session_get_storage (fixture->session), trs_test_store_result, &result);
  trs_test_wait_result (result);
  files = trs_storage_list_damaged_finish (trs_session_get_storage (fixture->session), result, &error);
  g_assert_no_error (error);
  return files;
}

/* Whoever found it: told until the user knows, and listed until it is deleted. */
static void
test_damaged (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *path = store_path ();
  g_autofree char *moved = NULL;
  g_autoptr (GPtrArray) before = list_damaged (fixture);
  g_autoptr (GPtrArray) files = NULL;
  g_autoptr (GPtrArray) after = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (before->len, ==, 0);
  fixture_end_session (fixture);
  trs_store_close (fixture->store, G_MAXINT32);
  g_clear_object (&fixture->store);
  fixture_drain ();
  g_assert_true (g_file_set_contents (path, "This is no database.", -1, NULL));
  for (guint i = 0; i < 2; i++)
    {
      fixture->store = trs_store_new (path);
      fixture_new_session (fixture);
      trs_session_start (fixture->session);
      trs_test_wait_until (trs_storage_get_moved_aside (trs_session_get_storage (fixture->session)) != NULL);
      g_assert_cmpint (trs_storage_has_replaced_file (trs_session_get_storage (fixture->session)), ==, i == 0);
      if (i > 0)
        break;
      moved = g_strdup (trs_storage_get_moved_aside (trs_session_get_storage (fixture->session)));
      fixture_end_session (fixture);
      trs_store_close (fixture->store, G_MAXINT32);
      g_clear_object (&fixture->store);
      fixture_drain ();
    }

  g_assert_cmpstr (trs_storage_get_moved_aside (trs_session_get_storage (fixture->session)), ==, moved);
  files = list_damaged (fixture);
  g_assert_cmpuint (files->len, ==, 1);
  g_assert_cmpstr (((TrsDamagedFile *) files->pdata[0])->path, ==, moved);
  trs_storage_delete_damaged_async (trs_session_get_storage (fixture->session), moved, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_storage_delete_damaged_finish (trs_session_get_storage (fixture->session), result, &error));
  g_assert_no_error (error);
  g_assert_null (trs_storage_get_moved_aside (trs_session_get_storage (fixture->session)));
  after = list_damaged (fixture);
  g_assert_cmpuint (after->len, ==, 0);
}

#define ADD(path, function) g_test_add ("/erase/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  trs_test_disk_install ();
  ADD ("after-undo", test_after_undo);
  ADD ("by-itself", test_by_itself);
  ADD ("emptied", test_emptied);
  ADD ("texts", test_texts);
  ADD ("account", test_account);
  ADD ("full-disk", test_full_disk);
  ADD ("taken-up", test_taken_up);
  ADD ("damaged", test_damaged);
  return g_test_run ();
}
