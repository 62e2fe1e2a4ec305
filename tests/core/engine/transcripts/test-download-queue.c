/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>
#include <string.h>

#include "engine-fixture.h"
#include "trs-error.h"
#include "trs-session.h"
#include "trs-download-queue.h"
#include "trs-store-claims.h"
#include "trs-store-texts.h"

#define DETAIL "/api/detail/"

/* A session that keeps what it sees, and a service with so many finished projects. */
static void
keep (Fixture *fixture,
      guint    n)
{
  g_autofree char *path = g_build_filename (g_get_user_data_dir (), "fetched", "transcripts.db", NULL);

  for (guint i = 0; i < n; i++)
    trs_toy_service_add (fixture->toy, "video", "done");
  g_remove (path);
  fixture_keep (fixture, path);
}

static void
pass_until_kept (Fixture *fixture,
                 guint    n)
{
  fixture_pass_until (fixture, trs_download_queue_get_kept (trs_session_get_downloads (fixture->session)) >= n);
  g_assert_cmpuint (trs_download_queue_get_kept (trs_session_get_downloads (fixture->session)), ==, n);
}

static gboolean
download_all (Fixture  *fixture,
              GError  **error)
{
  TrsDownloadQueue *queue = trs_session_get_downloads (fixture->session);
  g_autoptr (GAsyncResult) result = NULL;

  trs_download_queue_fetch_async (queue, 0, 0, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return trs_download_queue_fetch_finish (queue, result, error);
}

static guint
count_details (Fixture *fixture)
{
  return trs_toy_service_count (fixture->toy, DETAIL);
}

/* The projects whose detail was asked for, in the order in which that began. */
static GPtrArray *
list_asked (Fixture *fixture)
{
  GPtrArray *ids = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < trs_toy_service_get_n_asked (fixture->toy); i++)
    {
      const char *place = strstr (trs_toy_service_get_line (fixture->toy, i), DETAIL);
      g_autofree char *id = NULL;

      if (place == NULL)
        continue;
      place += strlen (DETAIL);
      id = g_strndup (place, strcspn (place, "?"));
      if (!g_ptr_array_find_with_equal_func (ids, id, g_str_equal, NULL))
        g_ptr_array_add (ids, g_steal_pointer (&id));
    }
  return ids;
}

static void
test_background (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr (GPtrArray) asked = NULL;

  g_settings_set_boolean (fixture->settings, "keep-transcripts", FALSE);
  keep (fixture, 7);
  fixture_connect (fixture);
  trs_test_wait_until (!trs_history_get_reading (fixture->history));
  trs_toy_service_hold (fixture->toy);
  g_settings_set_boolean (fixture->settings, "keep-transcripts", TRUE);
  trs_test_wait_until (count_details (fixture) > 0);
  fixture_pass (fixture);
  fixture_pass (fixture);
  /* Two at a time, and each is two requests. */
  g_assert_cmpuint (count_details (fixture), ==, 4);
  g_assert_cmpuint (trs_download_queue_get_wanted (trs_session_get_downloads (fixture->session)), ==, 7);
  g_assert_cmpuint (trs_download_queue_get_kept (trs_session_get_downloads (fixture->session)), ==, 0);
  trs_toy_service_release (fixture->toy);
  pass_until_kept (fixture, 7);

  asked = list_asked (fixture);
  g_assert_cmpuint (asked->len, ==, 7);
  for (guint i = 0; i < asked->len; i++)
    g_assert_cmpstr (g_ptr_array_index (asked, i), ==, trs_toy_service_get_id (fixture->toy, i));

  /* Nothing ticks when all is here. */
  fixture_pass (fixture);
  fixture_pass (fixture);
  g_assert_cmpuint (count_details (fixture), ==, 14);
  g_assert_cmpuint (fixture_count_timers (fixture), ==, 0);
}

static void
test_goes_on_after_a_restart (Fixture       *fixture,
                              gconstpointer  data)
{
  keep (fixture, 9);
  fixture_connect (fixture);
  fixture_pass_until (fixture, trs_download_queue_get_kept (trs_session_get_downloads (fixture->session)) >= 3);
  fixture_end_session (fixture);
  fixture_new_session (fixture);
  trs_session_start (fixture->session);
  pass_until_kept (fixture, 9);
  /* What was out when it ended is asked once more, and nothing else. */
  g_assert_cmpuint (count_details (fixture), <=, 18 + 4);
}

static void
test_reader_goes_first (Fixture       *fixture,
                        gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (TrsTranscript) transcript = NULL;
  guint before;

  keep (fixture, 30);
  fixture_connect (fixture);
  fixture_pass_until (fixture, trs_download_queue_get_kept (trs_session_get_downloads (fixture->session)) >= 4);

  trs_toy_service_hold (fixture->toy);
  trs_transcripts_load_async (trs_session_get_transcripts (fixture->session), fixture_get (fixture, 29), NULL,
                              trs_test_store_result, &result);
  for (guint i = 0; i < 5; i++)
    fixture_pass (fixture);
  before = count_details (fixture);
  for (guint i = 0; i < 20; i++)
    fixture_pass (fixture);
  g_assert_cmpuint (count_details (fixture), ==, before);
  trs_toy_service_release (fixture->toy);
  trs_test_wait_result (result);
  transcript = trs_transcripts_load_finish (trs_session_get_transcripts (fixture->session), result, NULL);
  g_assert_nonnull (transcript);
  pass_until_kept (fixture, 30);
}

/* The one on the screen becomes ready: the page reads it, and nobody fetches the same again. */
static void
test_read_when_ready (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (TrsTranscript) transcript = NULL;
  TrsProject *project;
  guint before;

  keep (fixture, 0);
  fixture_connect (fixture);
  g_object_unref (fixture_submit (fixture, "video"));
  project = fixture_get (fixture, 0);
  trs_session_set_current (fixture->session, project);
  trs_toy_service_set_text (fixture->toy, trs_project_get_id (project), "Words", "Words", "Words", "Words");
  before = count_details (fixture);
  while (trs_project_get_state (project) != TRS_PROJECT_STATE_DONE)
    fixture_advance (fixture, 1);
  trs_transcripts_load_async (trs_session_get_transcripts (fixture->session), project, NULL, trs_test_store_result,
                              &result);
  trs_test_wait_result (result);
  transcript = trs_transcripts_load_finish (trs_session_get_transcripts (fixture->session), result, NULL);
  g_assert_nonnull (transcript);

  pass_until_kept (fixture, 1);
  for (guint i = 0; i < 10; i++)
    fixture_pass (fixture);
  /* The check that found it done, and the two variants. */
  g_assert_cmpuint (count_details (fixture), ==, before + 3);
}

/* One that is removed from this computer does not come back because it was about to be fetched. */
static void
test_removed_before_its_turn (Fixture       *fixture,
                              gconstpointer  data)
{
  g_autoptr (GAsyncResult) all = NULL;
  g_autoptr (GAsyncResult) removed = NULL;
  g_autofree char *next = NULL;

  g_settings_set_boolean (fixture->settings, "keep-transcripts", FALSE);
  keep (fixture, 6);
  fixture_connect (fixture);
  trs_test_wait_until (!trs_history_get_reading (fixture->history));
  trs_toy_service_hold (fixture->toy);
  g_settings_set_boolean (fixture->settings, "keep-transcripts", TRUE);
  trs_download_queue_fetch_async (trs_session_get_downloads (fixture->session), 0, 0, NULL, trs_test_store_result,
                                  &all);
  trs_test_wait_until (count_details (fixture) >= 4);

  next = g_strdup_printf (DETAIL "%s", trs_toy_service_get_id (fixture->toy, 2));
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, next), ==, 0);
  trs_storage_remove_project_async (trs_session_get_storage (fixture->session), fixture_get (fixture, 2),
                                    trs_test_store_result, &removed);
  trs_toy_service_release (fixture->toy);
  trs_test_wait_result (removed);
  g_assert_true (trs_storage_remove_project_finish (trs_session_get_storage (fixture->session), removed, NULL));
  trs_test_wait_result (all);
  g_assert_true (trs_download_queue_fetch_finish (trs_session_get_downloads (fixture->session), all, NULL));
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, next), ==, 0);
  g_assert_cmpuint (trs_download_queue_get_wanted (trs_session_get_downloads (fixture->session)), ==, 5);
  g_assert_cmpuint (trs_download_queue_get_kept (trs_session_get_downloads (fixture->session)), ==, 5);
}

static void
test_busy_service (Fixture       *fixture,
                   gconstpointer  data)
{
  guint before;

  keep (fixture, 6);
  trs_toy_service_fail (fixture->toy, DETAIL, TRS_TOY_STATUS, 429, 300, 1);
  fixture_connect (fixture);
  trs_test_wait_until (count_details (fixture) > 0);
  for (guint i = 0; i < 30; i++)
    fixture_pass (fixture);
  before = count_details (fixture);
  g_assert_cmpuint (before, <=, 4);
  for (guint i = 0; i < 200; i++)
    fixture_pass (fixture);
  g_assert_cmpuint (count_details (fixture), ==, before);
  pass_until_kept (fixture, 6);
}

/* What broke off on the way is asked for again, without anybody's doing. */
static void
test_cut_short (Fixture       *fixture,
                gconstpointer  data)
{
  keep (fixture, 3);
  trs_toy_service_fail (fixture->toy, DETAIL, TRS_TOY_CUT_SHORT, 0, -1, 2);
  fixture_connect (fixture);
  pass_until_kept (fixture, 3);
}

/* One that the service fails to give is not asked for without an end, and holds up no other. */
static void
test_broken_project (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autofree char *broken = NULL;
  g_autoptr (GError) error = NULL;

  keep (fixture, 5);
  broken = g_strdup_printf (DETAIL "%s", trs_toy_service_get_id (fixture->toy, 1));
  trs_toy_service_fail (fixture->toy, broken, TRS_TOY_GARBAGE, 0, -1, G_MAXUINT);
  fixture_connect (fixture);
  pass_until_kept (fixture, 4);
  for (guint i = 0; i < 20; i++)
    fixture_pass (fixture);
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, broken), <=, 2);

  /* Whoever asks for all of them means this one, too. */
  g_assert_true (download_all (fixture, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, broken), >, 2);
  g_assert_cmpuint (trs_download_queue_get_kept (trs_session_get_downloads (fixture->session)), ==, 4);
  g_assert_cmpuint (trs_download_queue_get_wanted (trs_session_get_downloads (fixture->session)), ==, 5);
}

static void
test_offline (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  guint before;

  keep (fixture, 6);
  fixture_connect (fixture);
  fixture_pass_until (fixture, trs_download_queue_get_kept (trs_session_get_downloads (fixture->session)) >= 2);
  /* All of it: a list that is answered would mean that the service is back. */
  trs_toy_service_fail (fixture->toy, "GET", TRS_TOY_OFFLINE, 0, -1, G_MAXUINT);
  fixture_pass_until (fixture,
                      trs_reachability_get_offline_since (trs_session_get_reachability (fixture->session)) != 0);
  for (guint i = 0; i < 3; i++)
    fixture_pass (fixture);
  before = count_details (fixture);
  for (guint i = 0; i < 100; i++)
    fixture_pass (fixture);
  g_assert_cmpuint (count_details (fixture), ==, before);

  /* Whoever asks is told. */
  g_assert_false (download_all (fixture, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_OFFLINE);
  g_assert_false (trs_download_queue_get_downloading (trs_session_get_downloads (fixture->session)));
}

static void
test_comes_back (Fixture       *fixture,
                 gconstpointer  data)
{
  keep (fixture, 6);
  trs_toy_service_fail (fixture->toy, DETAIL, TRS_TOY_OFFLINE, 0, -1, 4);
  fixture_connect (fixture);
  fixture_pass_until (fixture,
                      trs_reachability_get_offline_since (trs_session_get_reachability (fixture->session)) != 0);
  fixture_advance (fixture, 10);
  fixture_refresh (fixture);
  pass_until_kept (fixture, 6);
}

static void
test_refused (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  guint before;

  keep (fixture, 6);
  fixture_connect (fixture);
  trs_toy_service_set_key (fixture->toy, "another-key");
  fixture_pass_until (fixture, trs_session_get_state (fixture->session) == TRS_SESSION_KEY_REFUSED);
  before = trs_toy_service_get_n_asked (fixture->toy);
  for (guint i = 0; i < 20; i++)
    fixture_pass (fixture);
  g_assert_cmpuint (trs_toy_service_get_n_asked (fixture->toy), ==, before);
  g_assert_false (download_all (fixture, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_UNAUTHORIZED);
}

static void
test_not_kept (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (TrsTranscript) transcript = NULL;
  g_autoptr (GError) error = NULL;

  g_settings_set_boolean (fixture->settings, "keep-transcripts", FALSE);
  keep (fixture, 3);
  fixture_connect (fixture);
  for (guint i = 0; i < 5; i++)
    fixture_pass (fixture);
  g_assert_cmpuint (count_details (fixture), ==, 0);

  trs_transcripts_load_async (trs_session_get_transcripts (fixture->session), fixture_get (fixture, 0), NULL,
                              trs_test_store_result, &result);
  trs_test_wait_result (result);
  transcript = trs_transcripts_load_finish (trs_session_get_transcripts (fixture->session), result, &error);
  g_assert_no_error (error);
  g_assert_false (download_all (fixture, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT);
  for (guint i = 0; i < 3; i++)
    fixture_pass (fixture);
  g_assert_cmpuint (trs_download_queue_get_kept (trs_session_get_downloads (fixture->session)), ==, 0);
  g_assert_cmpuint (count_details (fixture), ==, 2);

  g_settings_set_boolean (fixture->settings, "keep-transcripts", TRUE);
  pass_until_kept (fixture, 3);
}

static void
test_download_all (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  gint64 time;

  keep (fixture, 40);
  fixture_connect (fixture);
  time = trs_clock_get_time (TRS_CLOCK (fixture->clock));
  g_assert_true (download_all (fixture, &error));
  g_assert_no_error (error);
  /* At once: the clock has not moved. */
  g_assert_cmpint (trs_clock_get_time (TRS_CLOCK (fixture->clock)), ==, time);
  g_assert_cmpuint (trs_download_queue_get_kept (trs_session_get_downloads (fixture->session)), ==, 40);
  g_assert_cmpuint (trs_download_queue_get_wanted (trs_session_get_downloads (fixture->session)), ==, 40);
  g_assert_cmpuint (count_details (fixture), ==, 80);
  g_assert_false (trs_download_queue_get_downloading (trs_session_get_downloads (fixture->session)));
  g_assert_true (download_all (fixture, &error));
  g_assert_cmpuint (count_details (fixture), ==, 80);
}

/* Whoever looks while texts are under way finds them wanted still: they are not asked for again. */
static void
test_looks_meanwhile (Fixture       *fixture,
                      gconstpointer  data)
{
  TrsDownloadQueue *queue;
  g_autoptr (GAsyncResult) all = NULL;

  g_settings_set_boolean (fixture->settings, "keep-transcripts", FALSE);
  keep (fixture, 6);
  fixture_connect (fixture);
  trs_test_wait_until (!trs_history_get_reading (fixture->history));
  trs_toy_service_hold (fixture->toy);
  g_settings_set_boolean (fixture->settings, "keep-transcripts", TRUE);
  trs_download_queue_fetch_async (trs_session_get_downloads (fixture->session), 0, 0, NULL, trs_test_store_result,
                                  &all);
  trs_test_wait_until (count_details (fixture) == 4);
  queue = trs_session_get_downloads (fixture->session);
  trs_download_queue_look (queue);
  fixture_drain ();
  g_assert_cmpuint (count_details (fixture), ==, 4);
  /* and whoever looks while they come */
  trs_download_queue_look (queue);
  trs_toy_service_release (fixture->toy);
  trs_test_wait_result (all);
  g_assert_true (trs_download_queue_fetch_finish (trs_session_get_downloads (fixture->session), all, NULL));
  g_assert_cmpuint (trs_download_queue_get_kept (queue), ==, 6);
  g_assert_cmpuint (count_details (fixture), ==, 12);
}

static void
test_cancel (Fixture       *fixture,
             gconstpointer  data)
{
  TrsDownloadQueue *queue;
  g_autoptr (GAsyncResult) first = NULL;
  g_autoptr (GAsyncResult) second = NULL;
  g_autoptr (GError) error = NULL;
  guint kept;

  keep (fixture, 40);
  fixture_connect (fixture);
  queue = trs_session_get_downloads (fixture->session);
  trs_download_queue_fetch_async (queue, 0, 0, NULL, trs_test_store_result, &first);
  trs_download_queue_fetch_async (queue, 0, 0, NULL, trs_test_store_result, &second);
  g_assert_true (trs_download_queue_get_downloading (queue));
  trs_test_wait_until (trs_download_queue_get_kept (queue) >= 5);
  trs_download_queue_stop_all (queue);
  trs_test_wait_result (first);
  trs_test_wait_result (second);
  g_assert_false (trs_download_queue_fetch_finish (queue, first, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_false (trs_download_queue_fetch_finish (queue, second, NULL));
  g_assert_false (trs_download_queue_get_downloading (queue));

  /* What has come stays, and the rest comes by and by. */
  kept = trs_download_queue_get_kept (queue);
  g_assert_cmpuint (kept, <, 40);
  pass_until_kept (fixture, 40);
}

/* All of 40 asked for at once, when some are here and the service is gone. */
static void
begin_and_lose_service (Fixture       *fixture,
                        GAsyncResult **result)
{
  TrsDownloadQueue *queue;

  keep (fixture, 40);
  fixture_connect (fixture);
  queue = trs_session_get_downloads (fixture->session);
  trs_download_queue_fetch_async (queue, 0, 0, NULL, trs_test_store_result, result);
  trs_test_wait_until (trs_download_queue_get_kept (queue) >= 5);
  trs_toy_service_fail (fixture->toy, "GET", TRS_TOY_OFFLINE, 0, -1, G_MAXUINT);
  fixture_pass_until (fixture,
                      trs_reachability_get_offline_since (trs_session_get_reachability (fixture->session)) != 0);
  for (guint i = 0; i < 3; i++)
    fixture_pass (fixture);
  g_assert_null (*result);
}

/* Whoever has asked for all need not ask again because the network was away. */
static void
test_waits_for_service (Fixture       *fixture,
                        gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  guint before;
  gint64 time;

  begin_and_lose_service (fixture, &result);
  before = count_details (fixture);
  g_assert_true (trs_download_queue_get_downloading (trs_session_get_downloads (fixture->session)));
  for (guint i = 0; i < 100; i++)
    fixture_pass (fixture);
  g_assert_cmpuint (count_details (fixture), ==, before);
  g_assert_true (trs_download_queue_get_downloading (trs_session_get_downloads (fixture->session)));

  trs_toy_service_mend (fixture->toy);
  fixture_pass_until (fixture,
                      trs_reachability_get_offline_since (trs_session_get_reachability (fixture->session)) == 0);
  time = trs_clock_get_time (TRS_CLOCK (fixture->clock));
  trs_test_wait_result (result);
  g_assert_true (trs_download_queue_fetch_finish (trs_session_get_downloads (fixture->session), result, &error));
  g_assert_no_error (error);
  /* at once, as before */
  g_assert_cmpint (trs_clock_get_time (TRS_CLOCK (fixture->clock)), ==, time);
  g_assert_cmpuint (trs_download_queue_get_kept (trs_session_get_downloads (fixture->session)), ==, 40);
}

static void
test_waits_until_stopped (Fixture       *fixture,
                          gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  begin_and_lose_service (fixture, &result);
  trs_download_queue_stop_all (trs_session_get_downloads (fixture->session));
  trs_test_wait_result (result);
  g_assert_false (trs_download_queue_fetch_finish (trs_session_get_downloads (fixture->session), result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_false (trs_download_queue_get_downloading (trs_session_get_downloads (fixture->session)));
}

/* Who takes the key away knows why nothing comes. */
static void
test_waits_and_loses_key (Fixture       *fixture,
                          gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GAsyncResult) forgotten = NULL;
  g_autoptr (GError) error = NULL;

  begin_and_lose_service (fixture, &result);
  trs_sign_in_forget_key_async (trs_session_get_sign_in (fixture->session), NULL, trs_test_store_result, &forgotten);
  trs_test_wait_result (forgotten);
  trs_test_wait_result (result);
  g_assert_false (trs_download_queue_fetch_finish (trs_session_get_downloads (fixture->session), result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_false (trs_download_queue_get_downloading (trs_session_get_downloads (fixture->session)));
}

/* The service is back, and wants another key: there is nothing to wait for but the user. */
static void
test_waits_and_is_refused (Fixture       *fixture,
                           gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  begin_and_lose_service (fixture, &result);
  trs_toy_service_set_key (fixture->toy, "another-key");
  trs_toy_service_mend (fixture->toy);
  fixture_pass_until (fixture, result != NULL);
  g_assert_false (trs_download_queue_fetch_finish (trs_session_get_downloads (fixture->session), result, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_UNAUTHORIZED);
  g_assert_false (trs_download_queue_get_downloading (trs_session_get_downloads (fixture->session)));
}

/* What a command asks for, which leaves nothing to the background */

typedef struct
{
  GPtrArray *kept;   /* ids */
  GPtrArray *failed; /* ids */
} Ends;

static void
ended_cb (TrsDownloadQueue *queue,
          TrsProject       *project,
          const GError     *error,
          gpointer          user_data)
{
  Ends *ends = user_data;

  g_ptr_array_add (error == NULL ? ends->kept : ends->failed, g_strdup (trs_project_get_id (project)));
}

static void
begin_command (Fixture *fixture,
               guint    n,
               Ends    *ends)
{
  TrsDownloadQueue *queue;

  keep (fixture, n);
  queue = trs_session_get_downloads (fixture->session);
  trs_download_queue_set_enabled (queue, FALSE);
  ends->kept = g_ptr_array_new_with_free_func (g_free);
  ends->failed = g_ptr_array_new_with_free_func (g_free);
  g_signal_connect (queue, "ended", G_CALLBACK (ended_cb), ends);
  fixture_connect (fixture);
  trs_test_wait_until (!trs_history_get_reading (fixture->history));
}

static void
end_command (Fixture *fixture,
             Ends    *ends)
{
  g_signal_handlers_disconnect_by_func (trs_session_get_downloads (fixture->session), ended_cb, ends);
  g_ptr_array_unref (ends->kept);
  g_ptr_array_unref (ends->failed);
}

static void
fetch (Fixture *fixture,
       gint64   since,
       guint    limit)
{
  TrsDownloadQueue *queue = trs_session_get_downloads (fixture->session);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_download_queue_fetch_async (queue, since, limit, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_download_queue_fetch_finish (queue, result, &error));
  g_assert_no_error (error);
}

static void
test_limit (Fixture       *fixture,
            gconstpointer  data)
{
  Ends ends;

  begin_command (fixture, 8, &ends);
  fetch (fixture, 0, 3);
  g_assert_cmpuint (ends.kept->len, ==, 3);
  for (guint i = 0; i < 3; i++)
    g_assert_true (g_ptr_array_find_with_equal_func (ends.kept, trs_toy_service_get_id (fixture->toy, i), g_str_equal,
                                                     NULL));
  for (guint i = 0; i < 20; i++)
    fixture_pass (fixture);
  g_assert_cmpuint (count_details (fixture), ==, 6);

  /* The next ones are those that are not here. */
  fetch (fixture, 0, 2);
  g_assert_cmpuint (ends.kept->len, ==, 5);
  g_assert_cmpuint (count_details (fixture), ==, 10);
  fetch (fixture, 0, 0);
  g_assert_cmpuint (ends.kept->len, ==, 8);
  g_assert_cmpuint (count_details (fixture), ==, 16);
  end_command (fixture, &ends);
}

static void
test_since (Fixture       *fixture,
            gconstpointer  data)
{
  Ends ends;
  gint64 since;

  for (guint i = 0; i < 3; i++)
    trs_toy_service_add (fixture->toy, "old", "done");
  fixture_advance (fixture, 3600);
  since = trs_clock_get_time (TRS_CLOCK (fixture->clock));
  begin_command (fixture, 4, &ends);
  fetch (fixture, since + G_TIME_SPAN_HOUR, 0);
  g_assert_cmpuint (ends.kept->len, ==, 0);
  fetch (fixture, since, 0);
  g_assert_cmpuint (ends.kept->len, ==, 4);
  g_assert_cmpuint (count_details (fixture), ==, 8);
  end_command (fixture, &ends);
}

/* Each has its result, and one that cannot be had counts as one of so many. */
static void
test_results (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *broken = NULL;
  Ends ends;

  begin_command (fixture, 5, &ends);
  broken = g_strdup_printf (DETAIL "%s", trs_toy_service_get_id (fixture->toy, 1));
  trs_toy_service_fail (fixture->toy, broken, TRS_TOY_GARBAGE, 0, -1, G_MAXUINT);
  fetch (fixture, 0, 3);
  g_assert_cmpuint (ends.kept->len, ==, 2);
  g_assert_cmpuint (ends.failed->len, ==, 1);
  g_assert_cmpstr (ends.failed->pdata[0], ==, trs_toy_service_get_id (fixture->toy, 1));
  end_command (fixture, &ends);
}

/* Another process */

static TrsStore *
open_elsewhere (Fixture *fixture)
{
  return trs_store_new (trs_store_get_path (fixture->store));
}

static TrsStoreClaim *
claim_elsewhere (Fixture    *fixture,
                 TrsStore   *other,
                 const char *id)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  TrsStoreClaim *claim;

  trs_store_claims_take_async (other, trs_library_get_account (trs_session_get_library (fixture->session)), id, NULL,
                               trs_test_store_result, &result);
  trs_test_wait_result (result);
  claim = trs_store_claims_take_finish (other, result, &error);
  g_assert_no_error (error);
  return claim;
}

static void
save_elsewhere (Fixture    *fixture,
                TrsStore   *other,
                const char *id)
{
  g_autoptr (GBytes) words = g_bytes_new_static ("Words", 5);
  g_autoptr (TrsTranscript) transcript = trs_transcript_align (words, words, "en", FALSE);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_store_texts_save_async (other, trs_library_get_account (trs_session_get_library (fixture->session)), id,
                              transcript, FIXTURE_ADDRESS, FIXTURE_START, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  trs_store_texts_save_finish (other, result, &error);
  g_assert_no_error (error);
}

static void
close_elsewhere (TrsStore *other)
{
  trs_store_close (other, G_USEC_PER_SEC);
  g_object_unref (other);
}

/* What another process downloads is waited for, and asked for by nobody else; if it gives up, it is this one's. */
static void
test_left_to_other (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (TrsStoreClaim) saved = NULL;
  g_autoptr (TrsStoreClaim) given_up = NULL;
  g_autofree char *first = NULL;
  TrsDownloadQueue *queue;
  TrsStore *other;
  Ends ends;

  begin_command (fixture, 4, &ends);
  queue = trs_session_get_downloads (fixture->session);
  other = open_elsewhere (fixture);
  saved = claim_elsewhere (fixture, other, trs_toy_service_get_id (fixture->toy, 0));
  given_up = claim_elsewhere (fixture, other, trs_toy_service_get_id (fixture->toy, 3));
  trs_download_queue_fetch_async (queue, 0, 0, NULL, trs_test_store_result, &result);
  fixture_pass_until (fixture, ends.kept->len == 2);
  for (guint i = 0; i < 10; i++)
    fixture_pass (fixture);
  g_assert_null (result);
  g_assert_cmpuint (count_details (fixture), ==, 4);

  save_elsewhere (fixture, other, trs_toy_service_get_id (fixture->toy, 0));
  g_clear_pointer (&saved, trs_store_claim_free);
  g_clear_pointer (&given_up, trs_store_claim_free);
  fixture_pass_until (fixture, result != NULL);
  g_assert_true (trs_download_queue_fetch_finish (queue, result, NULL));
  first = g_strdup_printf (DETAIL "%s", trs_toy_service_get_id (fixture->toy, 0));
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, first), ==, 0);
  g_assert_cmpuint (count_details (fixture), ==, 6);
  g_assert_cmpuint (trs_download_queue_get_kept (queue), ==, 4);
  close_elsewhere (other);
  end_command (fixture, &ends);
}

/* A window that downloads slowly sees what a command has downloaded meanwhile. */
static void
test_downloaded_elsewhere (Fixture       *fixture,
                           gconstpointer  data)
{
  TrsDownloadQueue *queue;
  TrsStore *other;

  g_settings_set_boolean (fixture->settings, "keep-transcripts", FALSE);
  keep (fixture, 6);
  fixture_connect (fixture);
  trs_test_wait_until (!trs_history_get_reading (fixture->history));
  queue = trs_session_get_downloads (fixture->session);
  trs_toy_service_hold (fixture->toy);
  g_settings_set_boolean (fixture->settings, "keep-transcripts", TRUE);
  trs_test_wait_until (count_details (fixture) == 4);

  other = open_elsewhere (fixture);
  for (guint i = 2; i < 6; i++)
    save_elsewhere (fixture, other, trs_toy_service_get_id (fixture->toy, i));
  fixture_pass_until (fixture, trs_download_queue_get_kept (queue) == 4);
  trs_toy_service_release (fixture->toy);
  pass_until_kept (fixture, 6);
  for (guint i = 0; i < 10; i++)
    fixture_pass (fixture);
  g_assert_cmpuint (count_details (fixture), ==, 4);
  close_elsewhere (other);
}

/* Who opens a transcript that a command is downloading gets it from there. */
static void
test_read_what_other_downloads (Fixture       *fixture,
                                gconstpointer  data)
{
  TrsTranscripts *transcripts;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (TrsStoreClaim) claim = NULL;
  g_autoptr (TrsTranscript) transcript = NULL;
  TrsProject *project;
  TrsStore *other;
  Ends ends;

  begin_command (fixture, 1, &ends);
  transcripts = trs_session_get_transcripts (fixture->session);
  project = fixture_get (fixture, 0);
  other = open_elsewhere (fixture);
  claim = claim_elsewhere (fixture, other, trs_project_get_id (project));
  trs_transcripts_load_async (transcripts, project, NULL, trs_test_store_result, &result);
  for (guint i = 0; i < 5; i++)
    fixture_pass (fixture);
  g_assert_null (result);

  save_elsewhere (fixture, other, trs_project_get_id (project));
  g_clear_pointer (&claim, trs_store_claim_free);
  fixture_pass_until (fixture, result != NULL);
  transcript = trs_transcripts_load_finish (transcripts, result, NULL);
  g_assert_nonnull (transcript);
  g_assert_cmpuint (count_details (fixture), ==, 0);
  close_elsewhere (other);
  end_command (fixture, &ends);
}

/* A command that was stopped in the middle of a download (Ctrl+Z) saves nothing, and lets go of nothing. */
static void
test_read_what_other_holds (Fixture       *fixture,
                            gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (TrsStoreClaim) claim = NULL;
  g_autoptr (TrsTranscript) transcript = NULL;
  TrsProject *project;
  TrsStore *other;
  Ends ends;

  begin_command (fixture, 1, &ends);
  project = fixture_get (fixture, 0);
  other = open_elsewhere (fixture);
  claim = claim_elsewhere (fixture, other, trs_project_get_id (project));
  trs_transcripts_load_async (trs_session_get_transcripts (fixture->session), project, NULL, trs_test_store_result,
                              &result);
  for (guint i = 0; i < 5; i++)
    fixture_pass (fixture);
  g_assert_cmpuint (count_details (fixture), ==, 0);

  fixture_pass_until (fixture, result != NULL);
  transcript = trs_transcripts_load_finish (trs_session_get_transcripts (fixture->session), result, NULL);
  g_assert_nonnull (transcript);
  g_assert_cmpuint (count_details (fixture), ==, 2);
  close_elsewhere (other);
  end_command (fixture, &ends);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  fixture_add_test ("/download-queue/background", test_background);
  fixture_add_test ("/download-queue/goes-on-after-a-restart", test_goes_on_after_a_restart);
  fixture_add_test ("/download-queue/reader-goes-first", test_reader_goes_first);
  fixture_add_test ("/download-queue/read-when-ready", test_read_when_ready);
  fixture_add_test ("/download-queue/busy-service", test_busy_service);
  fixture_add_test ("/download-queue/cut-short", test_cut_short);
  fixture_add_test ("/download-queue/broken-project", test_broken_project);
  fixture_add_test ("/download-queue/offline", test_offline);
  fixture_add_test ("/download-queue/comes-back", test_comes_back);
  fixture_add_test ("/download-queue/refused", test_refused);
  fixture_add_test ("/download-queue/not-kept", test_not_kept);
  fixture_add_test ("/download-queue/removed-before-its-turn", test_removed_before_its_turn);
  fixture_add_test ("/download-queue/download-all", test_download_all);
  fixture_add_test ("/download-queue/looks-meanwhile", test_looks_meanwhile);
  fixture_add_test ("/download-queue/cancel", test_cancel);
  fixture_add_test ("/download-queue/waits-for-service", test_waits_for_service);
  fixture_add_test ("/download-queue/waits-until-stopped", test_waits_until_stopped);
  fixture_add_test ("/download-queue/waits-and-loses-key", test_waits_and_loses_key);
  fixture_add_test ("/download-queue/waits-and-is-refused", test_waits_and_is_refused);
  fixture_add_test ("/download-queue/limit", test_limit);
  fixture_add_test ("/download-queue/since", test_since);
  fixture_add_test ("/download-queue/results", test_results);
  fixture_add_test ("/download-queue/left-to-other", test_left_to_other);
  fixture_add_test ("/download-queue/downloaded-elsewhere", test_downloaded_elsewhere);
  fixture_add_test ("/download-queue/read-what-other-downloads", test_read_what_other_downloads);
  fixture_add_test ("/download-queue/read-what-other-holds", test_read_what_other_holds);
  return g_test_run ();
}
