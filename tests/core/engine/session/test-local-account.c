/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is removed from the service of On This Computer while another account is in use. A script stands for the
 * service, and the toy service answers for it. */
#include "trs-local-account.h"

#include <glib/gstdio.h>

#include "engine-fixture.h"
#include "trs-fake-worker.h"
#include "trs-store-accounts.h"
#include "trs-store-listing.h"
#include "trs-test-store.h"

/* The service has the address and the key of the toy, and writes down that it was started. */
#define SERVICE                                                                                                  \
  "#!/bin/sh\n"                                                                                                  \
  ": > %s/started\n"                                                                                             \
  "echo 'Listening on http://127.0.0.1:4711'\n"                                                                  \
  "echo 'Key toy-key'\n"                                                                                         \
  "exec cat > /dev/null\n"

typedef struct
{
  Fixture base;
  char *folder;
  TrsLocalAccount *account;
  guint n_forgotten;
} Local;

static void
forgotten_cb (Local *local)
{
  local->n_forgotten++;
}

/* Another account is in use. */
static void
set_up (Local         *local,
        gconstpointer  data)
{
  g_autofree char *service = NULL;
  g_autofree char *script = NULL;
  g_autofree char *worker = NULL;
  g_autofree char *folder = NULL;

  fixture_set_up (&local->base, NULL);
  local->folder = g_dir_make_tmp ("trs-local-XXXXXX", NULL);
  service = g_build_filename (local->folder, "service", NULL);
  script = g_strdup_printf (SERVICE, local->folder);
  g_assert_true (g_file_set_contents_full (service, script, -1, G_FILE_SET_CONTENTS_NONE, 0700, NULL));
  worker = trs_fake_worker_make (local->folder);
  folder = g_build_filename (local->folder, "local", NULL);
  trs_session_set_up_local (local->base.session, service, folder, worker);
  local->account = trs_session_get_local (local->base.session);
  g_assert_nonnull (local->account);
  g_signal_connect_swapped (local->account, "forgotten", G_CALLBACK (forgotten_cb), local);
  fixture_connect (&local->base);
}

static void
tear_down (Local         *local,
           gconstpointer  data)
{
  g_signal_handlers_disconnect_by_data (local->account, local);
  trs_local_account_stop (local->account);
  fixture_tear_down (&local->base, NULL);
  trs_fake_worker_remove (local->folder);
  g_free (local->folder);
}

static TrsLocalIntake *
get_intake (Local *local)
{
  return trs_local_account_get_intake (local->account);
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

  trs_local_intake_take_async (get_intake (local), file, 1, NULL, NULL, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  video_id = trs_local_intake_take_finish (get_intake (local), result, &error);
  g_assert_no_error (error);
  return video_id;
}

static gboolean
has_ticket (Local      *local,
            const char *video_id)
{
  g_auto (GStrv) ids = trs_local_intake_dup_ids (get_intake (local));

  return g_strv_contains ((const char * const *) ids, video_id);
}

static gboolean
exists (Local      *local,
        const char *name)
{
  g_autofree char *path = g_build_filename (local->folder, name, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

static TrsProjectRecord *
make_record (const char      *id,
             const char      *video_id,
             TrsProjectState  state)
{
  TrsProjectRecord *record = trs_project_record_new ();

  record->id = g_strdup (id);
  record->video_id = g_strdup (video_id);
  record->state = state;
  return record;
}

/* Makes On This Computer known with a video that is done, and another project in a state. */
static void
write_account (Local           *local,
               const char      *done,
               const char      *id,
               const char      *video_id,
               TrsProjectState  state)
{
  TrsStore *store = local->base.store;
  g_autoptr (GPtrArray) pages = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  GPtrArray *page = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_project_record_free);
  g_autoptr (GAsyncResult) opened = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (TrsStoredPage) written = NULL;
  gint64 account;

  trs_store_accounts_open_async (store, TRS_ACCOUNT_LOCAL, 0, NULL, NULL, FIXTURE_START, NULL, trs_test_store_result,
                                 &opened);
  trs_test_wait_result (opened);
  account = trs_store_accounts_open_finish (store, opened, NULL);
  g_ptr_array_add (page, make_record ("done", done, TRS_PROJECT_STATE_DONE));
  g_ptr_array_add (page, make_record (id, video_id, state));
  g_ptr_array_add (pages, page);
  trs_store_listing_write_pages_async (store, account, TRS_LIST_WALK_TOP, 1, pages, FIXTURE_START, TRS_LISTING_WRITE,
                                       NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  written = trs_store_listing_write_pages_finish (store, result, NULL);
  g_assert_cmpuint (written->n_new, ==, 2);
}

/* @asks: whether the service has to be started, and says how its projects are */
static void
remove_texts (Local    *local,
              gboolean  asks)
{
  guint n_requests = trs_toy_service_count (local->base.toy, "GET");
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_local_account_remove_texts_async (local->account, trs_test_store_result, &result);
  if (asks)
    trs_test_wait_until (trs_toy_service_count (local->base.toy, "GET") > n_requests);
  /* It is looked now and then whether a service that was stopped has ended. */
  fixture_pass_until (&local->base, result != NULL);
  trs_local_account_remove_texts_finish (local->account, result, &error);
  g_assert_no_error (error);
}

static void
test_not_known (Local         *local,
                gconstpointer  data)
{
  g_autofree char *video_id = take (local, "talk.mp3");

  remove_texts (local, FALSE);
  g_assert_cmpuint (local->n_forgotten, ==, 0);
  g_assert_true (has_ticket (local, video_id));
  g_assert_false (exists (local, "started"));
}

/* Nothing waits there, so that all of it goes, and the files of the user stay. */
static void
test_nothing_under_way (Local         *local,
                        gconstpointer  data)
{
  g_autofree char *done = take (local, "talk.mp3");
  g_autofree char *failed = take (local, "noise.mp3");
  g_autofree char *words = g_build_filename (local->folder, "local", "words", NULL);

  write_account (local, done, "failed", failed, TRS_PROJECT_STATE_ERROR);
  g_assert_true (g_file_set_contents (words, "", 0, NULL));
  remove_texts (local, FALSE);
  g_assert_cmpuint (local->n_forgotten, ==, 1);
  g_assert_false (has_ticket (local, done) || has_ticket (local, failed));
  g_assert_false (exists (local, "local/words"));
  g_assert_true (exists (local, "talk.mp3"));
  g_assert_false (exists (local, "started"));
  g_assert_false (trs_local_runner_get_busy (trs_local_account_get_runner (local->account)));
}

/* @data: what the service says of what is under way for the store */
static void
test_under_way (Local         *local,
                gconstpointer  data)
{
  gboolean ended = g_str_equal (data, "done");
  g_autofree char *done = take (local, "talk.mp3");
  g_autofree char *open = take (local, "long.mp3");

  write_account (local, done, trs_toy_service_add (local->base.toy, open, data), open, TRS_PROJECT_STATE_TRANSCRIPTION);
  remove_texts (local, TRUE);
  g_assert_true (exists (local, "started"));
  g_assert_false (has_ticket (local, done));
  g_assert_cmpint (has_ticket (local, open), ==, !ended);
  g_assert_cmpuint (local->n_forgotten, ==, 1);
}

/* The files of On This Computer are not those of the account in use. */
static void
test_sound (Local         *local,
            gconstpointer  data)
{
  g_autofree char *video_id = take (local, "talk.mp3");
  g_autoptr (TrsProject) project = NULL;
  g_autofree char *path = NULL;
  g_autofree char *own = NULL;

  trs_toy_service_add (local->base.toy, video_id, "done");
  fixture_advance (&local->base, 10);
  fixture_refresh (&local->base);
  fixture_pass_until (&local->base, fixture_get_n (&local->base) == 1);
  project = g_object_ref (fixture_get (&local->base, 0));
  g_assert_cmpstr (trs_project_get_data (project)->video_id, ==, video_id);
  path = trs_local_account_dup_sound_path (local->account, project, NULL);
  g_assert_null (path);

  g_settings_set_boolean (local->base.settings, "local-service", TRUE);
  own = trs_local_account_dup_sound_path (local->account, project, NULL);
  g_settings_reset (local->base.settings, "local-service");
  g_assert_nonnull (own);
  g_assert_true (g_str_has_suffix (own, "/talk.mp3"));
}

#define ADD(name, function, data) g_test_add ("/local-account/" name, Local, data, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);

  ADD ("not-known", test_not_known, NULL);
  ADD ("nothing-under-way", test_nothing_under_way, NULL);
  ADD ("under-way", test_under_way, "transcription");
  ADD ("ended-meanwhile", test_under_way, "done");
  ADD ("sound", test_sound, NULL);

  return g_test_run ();
}
