/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What waits while the computer is to be used sparingly. */
#include "engine-fixture.h"
#include "trs-download-queue.h"
#include "trs-fake-computer.h"
#include "trs-session.h"
#include "trs-thrift.h"

#include <glib/gstdio.h>

#define DETAIL "/api/detail/"

static TrsFakeComputer *
watch (TrsSession *session)
{
  TrsFakeComputer *computer = trs_fake_computer_new ();
  g_autoptr (TrsThrift) thrift = trs_thrift_new ();

  trs_session_set_thrift (session, thrift);
  trs_thrift_watch (thrift, G_POWER_PROFILE_MONITOR (computer), G_NETWORK_MONITOR (computer));
  return computer;
}

static void
count_cb (guint *n)
{
  (*n)++;
}

static void
test_reasons (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr (TrsFakeComputer) computer = trs_fake_computer_new ();
  g_autoptr (TrsThrift) thrift = trs_thrift_new ();
  guint n = 0;

  g_signal_connect_swapped (thrift, "notify::reason", G_CALLBACK (count_cb), &n);
  trs_fake_computer_set (computer, TRUE, FALSE);
  g_assert_cmpint (trs_thrift_get_reason (thrift), ==, TRS_THRIFT_NONE);
  trs_thrift_watch (thrift, G_POWER_PROFILE_MONITOR (computer), G_NETWORK_MONITOR (computer));
  g_assert_cmpint (trs_thrift_get_reason (thrift), ==, TRS_THRIFT_POWER);
  g_assert_cmpuint (n, ==, 1);
  /* What may cost money is said first. */
  trs_fake_computer_set (computer, TRUE, TRUE);
  g_assert_cmpint (trs_thrift_get_reason (thrift), ==, TRS_THRIFT_NETWORK);
  trs_fake_computer_set (computer, FALSE, TRUE);
  g_assert_cmpint (trs_thrift_get_reason (thrift), ==, TRS_THRIFT_NETWORK);
  g_assert_cmpuint (n, ==, 2);
  trs_fake_computer_set (computer, FALSE, FALSE);
  g_assert_cmpint (trs_thrift_get_reason (thrift), ==, TRS_THRIFT_NONE);
  g_assert_cmpuint (n, ==, 3);
}

/* Whatever the network costs. */
static void
test_saving_power (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autoptr (TrsFakeComputer) computer = trs_fake_computer_new ();
  g_autoptr (TrsThrift) thrift = trs_thrift_new ();
  guint n = 0;

  g_signal_connect_swapped (thrift, "notify::saving-power", G_CALLBACK (count_cb), &n);
  trs_fake_computer_set (computer, FALSE, TRUE);
  trs_thrift_watch (thrift, G_POWER_PROFILE_MONITOR (computer), G_NETWORK_MONITOR (computer));
  g_assert_false (trs_thrift_get_saving_power (thrift));
  g_assert_cmpuint (n, ==, 0);
  trs_fake_computer_set (computer, TRUE, TRUE);
  g_assert_true (trs_thrift_get_saving_power (thrift));
  trs_fake_computer_set (computer, TRUE, FALSE);
  g_assert_cmpuint (n, ==, 1);
  trs_fake_computer_set (computer, FALSE, FALSE);
  g_assert_false (trs_thrift_get_saving_power (thrift));
  g_assert_cmpuint (n, ==, 2);
}

static void
test_downloads_wait (Fixture       *fixture,
                     gconstpointer  data)
{
  TrsDownloadQueue *queue;
  g_autofree char *path = g_build_filename (g_get_user_data_dir (), "thrift", "transcripts.db", NULL);
  g_autoptr (TrsFakeComputer) computer = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 3; i++)
    trs_toy_service_add (fixture->toy, "video", "done");
  g_remove (path);
  fixture_keep (fixture, path);
  queue = trs_session_get_downloads (fixture->session);
  computer = watch (fixture->session);
  trs_fake_computer_set (computer, FALSE, TRUE);
  fixture_connect (fixture);
  fixture_advance (fixture, 600);
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, DETAIL), ==, 0);
  g_assert_cmpuint (trs_download_queue_get_wanted (queue), ==, 3);
  g_assert_cmpint (trs_download_queue_get_thrift (queue), ==, TRS_THRIFT_NETWORK);

  /* What the user asks for comes. */
  trs_download_queue_fetch_async (queue, 0, 1, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_download_queue_fetch_finish (queue, result, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (trs_download_queue_get_kept (queue), ==, 1);
  fixture_advance (fixture, 600);
  g_assert_cmpuint (trs_download_queue_get_kept (queue), ==, 1);

  trs_fake_computer_set (computer, FALSE, FALSE);
  fixture_pass_until (fixture, trs_download_queue_get_kept (queue) == 3);
}

static void
test_half_as_often (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autoptr (TrsFakeComputer) computer = watch (fixture->session);
  g_autoptr (TrsSubmission) submission = NULL;
  guint before;

  trs_fake_computer_set (computer, TRUE, FALSE);
  fixture_connect (fixture);
  submission = fixture_submit (fixture, "video");
  trs_session_set_current (fixture->session, trs_submission_get_project (submission));
  fixture_advance (fixture, 4 * 60);
  before = trs_toy_service_get_n_asked (fixture->toy);
  /* Every minute instead of every half of one. */
  fixture_advance (fixture, 2 * 60);
  g_assert_cmpuint (trs_toy_service_get_n_asked (fixture->toy), >=, before + 1);
  g_assert_cmpuint (trs_toy_service_get_n_asked (fixture->toy), <=, before + 2);

  trs_fake_computer_set (computer, FALSE, FALSE);
  fixture_advance (fixture, 60);
  before = trs_toy_service_get_n_asked (fixture->toy);
  fixture_advance (fixture, 4 * 60);
  g_assert_cmpuint (trs_toy_service_get_n_asked (fixture->toy), >=, before + 4);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  fixture_add_test ("/thrift/reasons", test_reasons);
  fixture_add_test ("/thrift/saving-power", test_saving_power);
  fixture_add_test ("/thrift/downloads-wait", test_downloads_wait);
  fixture_add_test ("/thrift/half-as-often", test_half_as_often);
  return g_test_run ();
}
