/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is removed here is removed from the service of On This Computer, too, and when. The toy service stands for it,
 * and the files have their tickets. */
#include "trs-local-keeper.h"

#include <glib/gstdio.h>

#include "engine-fixture.h"
#include "trs-fake-worker.h"
#include "trs-test-store.h"

typedef struct
{
  Fixture base;
  char *folder;
  TrsLocalIntake *intake;
  TrsLocalKeeper *keeper;
  char *video_id; /* of the project, which is the only one */
  guint n_removed;
} Local;

static void
removed_cb (Local *local)
{
  local->n_removed++;
}

/* Returns: (transfer full): the video of a file that is taken in */
static char *
take (Local      *local,
      const char *name)
{
  g_autofree char *path = trs_fake_worker_make_file (local->folder, name);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  char *video_id;

  trs_local_intake_take_async (local->intake, file, 1, NULL, NULL, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  video_id = trs_local_intake_take_finish (local->intake, result, &error);
  g_assert_no_error (error);
  return video_id;
}

static gboolean
has_ticket (Local *local)
{
  g_auto (GStrv) ids = trs_local_intake_dup_ids (local->intake);

  return g_strv_contains ((const char * const *) ids, local->video_id);
}

/* @data: the state of the project */
static void
set_up (Local         *local,
        gconstpointer  data)
{
  TrsSession *session;
  g_autofree char *path = NULL;

  fixture_set_up (&local->base, NULL);
  local->folder = g_dir_make_tmp ("trs-keeper-XXXXXX", NULL);
  path = g_build_filename (local->folder, "transcripts.db", NULL);
  fixture_keep (&local->base, path);
  local->intake = trs_local_intake_new (local->folder);
  local->video_id = take (local, "talk.mp3");
  trs_toy_service_add (local->base.toy, local->video_id, data);
  fixture_connect (&local->base);

  session = local->base.session;
  local->keeper = trs_local_keeper_new (local->intake, local->base.store, local->base.projects,
                                        trs_session_get_reader (session), trs_session_get_poller (session),
                                        trs_session_get_storage (session), TRS_CLOCK (local->base.clock));
  g_signal_connect_swapped (local->base.projects, "removed", G_CALLBACK (removed_cb), local);
  trs_local_keeper_set_account (local->keeper, trs_projects_get_account (local->base.projects));
  trs_test_wait_until (!trs_local_keeper_is_removing (local->keeper));
}

static void
tear_down (Local         *local,
           gconstpointer  data)
{
  trs_local_keeper_set_account (local->keeper, 0);
  trs_test_wait_until (!trs_local_keeper_is_removing (local->keeper));
  g_signal_handlers_disconnect_by_data (local->base.projects, local);
  g_object_unref (local->keeper);
  g_object_unref (local->intake);
  fixture_tear_down (&local->base, NULL);
  trs_fake_worker_remove (local->folder);
  g_free (local->folder);
  g_free (local->video_id);
}

static void
remove_project (Local *local)
{
  TrsStorage *storage = trs_session_get_storage (local->base.session);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_storage_remove_project_async (storage, fixture_get (&local->base, 0), trs_test_store_result, &result);
  trs_test_wait_result (result);
  trs_storage_remove_project_finish (storage, result, &error);
  g_assert_no_error (error);
}

/* It is not going to be put back. */
static void
settle_removal (Local *local)
{
  trs_storage_erase_removed (trs_session_get_storage (local->base.session));
}

/* Long enough for the service to remove what it has. */
static void
wait_for_service (Local *local)
{
  trs_manual_clock_advance (local->base.clock, 1500);
  trs_test_wait_until (!trs_local_keeper_is_removing (local->keeper));
}

/* As long as it may be put back, its ticket stays; then the ticket goes, and what is known of it when the service has
 * had the time to see that. */
static void
test_removed (Local         *local,
              gconstpointer  data)
{
  g_autofree char *id = g_strdup (trs_project_get_id (fixture_get (&local->base, 0)));

  remove_project (local);
  fixture_advance (&local->base, 50);
  g_assert_true (has_ticket (local));

  settle_removal (local);
  trs_test_wait_until (!has_ticket (local));
  g_assert_true (trs_local_keeper_is_removing (local->keeper));
  trs_toy_service_clear (local->base.toy);
  trs_manual_clock_advance (local->base.clock, 1499);
  g_assert_cmpuint (local->n_removed, ==, 0);
  trs_manual_clock_advance (local->base.clock, 1);
  g_assert_cmpuint (local->n_removed, ==, 1);
  trs_test_wait_until (!trs_local_keeper_is_removing (local->keeper));
  g_ptr_array_set_size (local->base.held, 0);
  g_assert_null (fixture_find (&local->base, id));
}

static void
test_put_back (Local         *local,
               gconstpointer  data)
{
  TrsStorage *storage = trs_session_get_storage (local->base.session);
  g_autoptr (GAsyncResult) result = NULL;

  remove_project (local);
  trs_storage_put_back_async (storage, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_storage_put_back_finish (storage, result, NULL));

  settle_removal (local);
  fixture_drain ();
  wait_for_service (local);
  g_assert_true (has_ticket (local));
  g_assert_cmpuint (local->n_removed, ==, 0);
}

/* The list of a service that still works on it brings back what was forgotten: it is removed once more. */
static void
test_brought_back (Local         *local,
                   gconstpointer  data)
{
  trs_local_keeper_cancel (local->keeper, fixture_get (&local->base, 0));
  trs_test_wait_until (trs_local_keeper_is_removing (local->keeper));
  fixture_drain ();
  wait_for_service (local);
  g_assert_cmpuint (local->n_removed, ==, 1);

  /* The page of a moment ago would answer, and one that has not changed is not written again. */
  fixture_advance (&local->base, 10);
  trs_toy_service_add (local->base.toy, "another-video", "done");
  fixture_refresh (&local->base);
  fixture_pass_until (&local->base, local->n_removed == 2);
}

/* What is removed while another account is in use, or in another run, goes when this one is in use again. */
static void
test_other_account (Local         *local,
                    gconstpointer  data)
{
  trs_local_keeper_set_account (local->keeper, 0);
  remove_project (local);
  settle_removal (local);
  fixture_advance (&local->base, 2);
  g_assert_true (has_ticket (local));
  g_assert_false (trs_local_keeper_is_removing (local->keeper));

  trs_local_keeper_set_account (local->keeper, trs_projects_get_account (local->base.projects));
  trs_test_wait_until (!has_ticket (local));
  wait_for_service (local);
  g_assert_cmpuint (local->n_removed, ==, 1);
}

/* Nothing of it can be put back, so that nothing waits but the service. */
static void
test_cancelled (Local         *local,
                gconstpointer  data)
{
  TrsProject *project = fixture_get (&local->base, 0);

  trs_local_keeper_cancel (local->keeper, project);
  g_assert_false (has_ticket (local));
  g_assert_cmpint (trs_project_get_watch (project), ==, TRS_PROJECT_WATCH_DISMISSED);
  trs_test_wait_until (trs_local_keeper_is_removing (local->keeper));
  fixture_drain ();
  trs_toy_service_clear (local->base.toy);
  wait_for_service (local);
  g_assert_cmpuint (local->n_removed, ==, 1);
}

/* Another program takes a file in, and submits it a moment later, however fresh the page is that was read last. */
static void
test_ticket_appears (Local         *local,
                     gconstpointer  data)
{
  g_autofree char *other = take (local, "other.mp3");

  trs_toy_service_add (local->base.toy, other, "upload");
  fixture_pass_until (&local->base, fixture_get_n (&local->base) == 2);
}

#define ADD(name, function, state) g_test_add ("/local-keeper/" name, Local, state, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);

  ADD ("removed", test_removed, "done");
  ADD ("put-back", test_put_back, "done");
  ADD ("brought-back", test_brought_back, "transcription");
  ADD ("other-account", test_other_account, "done");
  ADD ("cancelled", test_cancelled, "transcription");
  ADD ("ticket-appears", test_ticket_appears, "done");

  return g_test_run ();
}
