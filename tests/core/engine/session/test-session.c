/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine-fixture.h"
#include "trs-error.h"
#include "trs-session.h"

#define S G_TIME_SPAN_SECOND

static char *
look_up_key (Fixture    *fixture,
             const char *address)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  char *key;

  trs_keyring_lookup_async (fixture->keyring, address, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  key = trs_keyring_lookup_finish (fixture->keyring, result, &error);
  g_assert_no_error (error);
  return key;
}

static void
notified_cb (GObject    *object,
             GParamSpec *pspec,
             gpointer    user_data)
{
  (*(guint *) user_data)++;
}

static void
test_first_run (Fixture       *fixture,
                gconstpointer  data)
{
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_STARTING);
  trs_session_start (fixture->session);
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_NO_ACCOUNT);
  fixture_advance (fixture, 3600);
  g_assert_cmpuint (trs_toy_service_get_n_asked (fixture->toy), ==, 0);
}

static void
test_connect (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *stored = NULL;
  g_autoptr (GError) error = NULL;
  guint n_states = 0;

  trs_toy_service_add (fixture->toy, "video", "done");
  trs_session_start (fixture->session);
  g_signal_connect (fixture->session, "notify::state", G_CALLBACK (notified_cb), &n_states);
  g_assert_true (fixture_connect_to (fixture, " HTTPS://Toy.Example/base/ ", "\ttoy-key\n", &error));
  g_assert_no_error (error);

  g_assert_cmpuint (n_states, ==, 1);
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_READY);
  g_assert_cmpstr (trs_account_get_server_address (trs_session_get_account (fixture->session)), ==, FIXTURE_ADDRESS);
  g_assert_true (trs_session_get_key_in_keyring (fixture->session));
  g_assert_null (trs_session_get_key_error (fixture->session));
  g_assert_cmpint (trs_reachability_get_accepted_at (trs_session_get_reachability (fixture->session)), ==,
                   FIXTURE_START);
  stored = look_up_key (fixture, FIXTURE_ADDRESS);
  g_assert_cmpstr (stored, ==, "toy-key");

  /* What proved the key is the first page of the history. */
  g_assert_cmpuint (fixture_get_n (fixture), ==, 1);
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, "page=1"), ==, 1);
}

static void
test_connect_fails (Fixture       *fixture,
                    gconstpointer  data)
{
  static const struct
  {
    const char *address;
    const char *key;
    TrsError code;
  } rows[] = {
    { "http://toy.example", "toy-key", TRS_ERROR_REFUSED_ADDRESS },
    { FIXTURE_ADDRESS, "two words", TRS_ERROR_INVALID_KEY },
    { FIXTURE_ADDRESS, "", TRS_ERROR_INVALID_KEY },
    { FIXTURE_ADDRESS, "wrong-key", TRS_ERROR_UNAUTHORIZED },
    { "https://other.example", "wrong-key", TRS_ERROR_UNAUTHORIZED },
  };
  g_autofree char *stored = NULL;
  g_autofree char *other = NULL;
  TrsProject *project;

  trs_toy_service_add (fixture->toy, "video", "done");
  fixture_connect (fixture);
  project = fixture_get (fixture, 0);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (fixture_connect_to (fixture, rows[i].address, rows[i].key, &error));
      g_assert_error (error, TRS_ERROR, (gint) rows[i].code);
      g_assert_null (strstr (error->message, "wrong-key"));
      g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_READY);
      g_assert_true (fixture_get (fixture, 0) == project);
    }

  g_assert_cmpstr (trs_account_get_server_address (trs_session_get_account (fixture->session)), ==, FIXTURE_ADDRESS);
  stored = look_up_key (fixture, FIXTURE_ADDRESS);
  g_assert_cmpstr (stored, ==, "toy-key");
  other = look_up_key (fixture, "https://other.example");
  g_assert_null (other);
  fixture_advance (fixture, 5);
  fixture_refresh (fixture);
  fixture_drain ();
  g_assert_cmpstr (trs_toy_service_get_sent_key (fixture->toy, trs_toy_service_get_n_asked (fixture->toy) - 1), ==,
                   "toy-key");
}

/* The key leaves only for the address it was saved for. */
static void
test_key_and_address (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  fixture_connect (fixture);
  trs_toy_service_set_key (fixture->toy, "second-key");
  g_assert_true (fixture_connect_to (fixture, "https://second.example", "second-key", &error));
  g_object_unref (fixture_submit (fixture, "video"));
  fixture_advance (fixture, 60);

  for (guint i = 0; i < trs_toy_service_get_n_asked (fixture->toy); i++)
    {
      gboolean first = strstr (trs_toy_service_get_line (fixture->toy, i), FIXTURE_ADDRESS) != NULL;

      g_assert_cmpstr (trs_toy_service_get_sent_key (fixture->toy, i), ==, first ? "toy-key" : "second-key");
    }

  /* Another address in the settings gets no key at all. */
  fixture_end_session (fixture);
  g_settings_set_string (fixture->settings, "server-address", "https://elsewhere.example");
  fixture_new_session (fixture);
  trs_session_start (fixture->session);
  fixture_advance (fixture, 60);
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_KEY_LOST);
  g_assert_cmpuint (trs_toy_service_count (fixture->toy, "elsewhere"), ==, 0);
}

static void
test_same_user_or_another (Fixture       *fixture,
                           gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  TrsProject *project;

  for (guint i = 0; i < 3; i++)
    trs_toy_service_add (fixture->toy, "video", "done");
  fixture_connect (fixture);
  project = fixture_get (fixture, 2);

  /* A new key of the same user, who has one project more. */
  trs_toy_service_set_key (fixture->toy, "new-key");
  trs_toy_service_add (fixture->toy, "video", "done");
  g_assert_true (fixture_connect_to (fixture, FIXTURE_ADDRESS, "new-key", &error));
  g_assert_cmpuint (fixture_get_n (fixture), ==, 4);
  g_assert_true (fixture_get (fixture, 3) == project);

  trs_toy_service_fail (fixture->toy, "POST", TRS_TOY_CUT_BEFORE, 0, -1, 1);
  g_object_unref (fixture_submit (fixture, "video"));
  g_assert_cmpuint (fixture_get_n (fixture), ==, 5);

  trs_toy_service_set_key (fixture->toy, "others-key");
  trs_toy_service_clear (fixture->toy);
  trs_toy_service_add (fixture->toy, "video", "done");
  g_assert_true (fixture_connect_to (fixture, FIXTURE_ADDRESS, "others-key", &error));
  g_assert_cmpuint (fixture_get_n (fixture), ==, 1);
  g_assert_cmpstr (trs_project_get_id (fixture_get (fixture, 0)), ==, "id-5");
  fixture_advance (fixture, 3600);
  g_assert_cmpuint (fixture->adopted->len, ==, 0);
}

static void
test_restart (Fixture       *fixture,
              gconstpointer  data)
{
  trs_toy_service_add (fixture->toy, "video", "done");
  fixture_connect (fixture);
  fixture_end_session (fixture);
  fixture_new_session (fixture);

  trs_session_start (fixture->session);
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_STARTING);
  fixture_drain ();
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_READY);
  g_assert_true (trs_session_get_key_in_keyring (fixture->session));
  g_assert_cmpuint (fixture_get_n (fixture), ==, 1);
}

static void
test_refused_in_mid_flight (Fixture       *fixture,
                            gconstpointer  data)
{
  guint asked;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 150; i++)
    trs_toy_service_add (fixture->toy, "video", "done");
  fixture_connect (fixture);
  fixture_advance (fixture, 4);

  trs_toy_service_hold (fixture->toy);
  fixture_refresh (fixture);
  trs_transcripts_load_async (trs_session_get_transcripts (fixture->session), fixture_get (fixture, 0), NULL,
                              trs_test_store_result, &result);
  fixture_drain ();
  trs_toy_service_set_key (fixture->toy, "changed");
  trs_toy_service_release (fixture->toy);
  trs_test_wait_result (result);
  g_assert_null (trs_transcripts_load_finish (trs_session_get_transcripts (fixture->session), result, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_UNAUTHORIZED);
  fixture_drain ();

  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_KEY_REFUSED);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 150);
  asked = trs_toy_service_get_n_asked (fixture->toy);
  fixture_refresh (fixture);
  fixture_advance (fixture, 100);
  g_assert_error (trs_history_get_error (fixture->history), TRS_ERROR, TRS_ERROR_UNAUTHORIZED);
  g_assert_cmpuint (trs_toy_service_get_n_asked (fixture->toy), ==, asked);
  g_assert_cmpuint (fixture_count_timers (fixture), ==, 0);
}

/* An answer to the account before is not one to the account after. */
static void
test_late_answer_of_old_account (Fixture       *fixture,
                                 gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 150; i++)
    trs_toy_service_add (fixture->toy, "video", "done");
  fixture_connect (fixture);
  fixture_advance (fixture, 4);
  trs_sign_in_connect_async (trs_session_get_sign_in (fixture->session), FIXTURE_ADDRESS, "new-key", NULL,
                             trs_test_store_result, &result);
  trs_toy_service_hold (fixture->toy);
  fixture_refresh (fixture);
  fixture_drain ();
  trs_toy_service_set_key (fixture->toy, "new-key");
  trs_toy_service_release (fixture->toy);
  fixture_drain ();
  g_assert_true (trs_sign_in_connect_finish (trs_session_get_sign_in (fixture->session), result, &error));
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_READY);
  fixture_advance (fixture, 10);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 150);
}

static void
test_forget_key (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *stored = NULL;
  guint asked;

  fixture_connect (fixture);
  g_object_unref (fixture_submit (fixture, "video"));
  trs_sign_in_forget_key_async (trs_session_get_sign_in (fixture->session), NULL, trs_test_store_result, &result);
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_KEY_LOST);
  trs_test_wait_result (result);
  g_assert_true (trs_sign_in_forget_key_finish (trs_session_get_sign_in (fixture->session), result, &error));
  stored = look_up_key (fixture, FIXTURE_ADDRESS);
  g_assert_null (stored);

  asked = trs_toy_service_get_n_asked (fixture->toy);
  fixture_advance (fixture, 60);
  g_assert_cmpuint (trs_toy_service_get_n_asked (fixture->toy), ==, asked);
  g_assert_cmpuint (fixture_get_n (fixture), ==, 1);
  g_assert_cmpint (trs_project_get_watch (fixture_get (fixture, 0)), ==, TRS_PROJECT_WATCH_NEEDS_KEY);
  trs_session_retry_keyring (fixture->session);
  fixture_drain ();
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_KEY_LOST);
}

static void
test_test (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (GAsyncResult) good = NULL;
  g_autoptr (GAsyncResult) bad = NULL;
  g_autoptr (GError) error = NULL;

  fixture_connect (fixture);
  fixture_advance (fixture, 10);
  trs_list_reader_read_async (trs_session_get_reader (fixture->session), TRS_LIST_READ_CHECK, NULL,
                              trs_test_store_result, &good);
  trs_test_wait_result (good);
  g_assert_true (trs_list_reader_read_finish (trs_session_get_reader (fixture->session), good, &error));

  fixture_advance (fixture, 10);
  trs_toy_service_fail (fixture->toy, "/api/list", TRS_TOY_STATUS, 302, -1, 1);
  trs_list_reader_read_async (trs_session_get_reader (fixture->session), TRS_LIST_READ_CHECK, NULL,
                              trs_test_store_result, &bad);
  trs_test_wait_result (bad);
  g_assert_false (trs_list_reader_read_finish (trs_session_get_reader (fixture->session), bad, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_NOT_THE_SERVICE);
}

static void
test_stop (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (GAsyncResult) connected = NULL;
  g_autoptr (GAsyncResult) refreshed = NULL;
  guint n_notified = 0;

  for (guint i = 0; i < 150; i++)
    trs_toy_service_add (fixture->toy, "video", i % 20 ? "done" : "upload");
  fixture_connect (fixture);
  fixture_advance (fixture, 4);
  trs_toy_service_hold (fixture->toy);
  trs_list_reader_read_async (trs_session_get_reader (fixture->session), TRS_LIST_READ_REFRESH, NULL,
                              trs_test_store_result, &refreshed);
  trs_sign_in_connect_async (trs_session_get_sign_in (fixture->session), FIXTURE_ADDRESS, "toy-key", NULL,
                             trs_test_store_result, &connected);
  trs_transcripts_load_async (trs_session_get_transcripts (fixture->session), fixture_get (fixture, 0), NULL, NULL,
                              NULL);
  trs_poller_check_now (trs_session_get_poller (fixture->session), fixture_get (fixture, 1));
  fixture_drain ();

  trs_session_stop (fixture->session);
  g_signal_connect (fixture->session, "notify", G_CALLBACK (notified_cb), &n_notified);
  trs_toy_service_release (fixture->toy);
  trs_test_wait_result (refreshed);
  trs_test_wait_result (connected);
  g_assert_false (trs_sign_in_connect_finish (trs_session_get_sign_in (fixture->session), connected, NULL));
  g_assert_false (trs_list_reader_read_finish (trs_session_get_reader (fixture->session), refreshed, NULL));
  fixture_advance (fixture, 3600);
  g_assert_cmpuint (n_notified, ==, 0);
  g_clear_object (&connected);
}

static void
test_no_sample_service (Fixture       *fixture,
                        gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_session_start (fixture->session);
  trs_sign_in_connect_service_async (trs_session_get_sign_in (fixture->session), TRS_ACCOUNT_SAMPLE, NULL,
                                     trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_false (trs_sign_in_connect_service_finish (trs_session_get_sign_in (fixture->session), result, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_FAILED);
  g_assert_cmpint (trs_session_get_state (fixture->session), ==, TRS_SESSION_NO_ACCOUNT);
}

/* Nothing is under way that would be asked about, and nobody presses a button. */
static void
test_service_comes_back (Fixture       *fixture,
                         gconstpointer  data)
{
  guint n;

  trs_toy_service_add (fixture->toy, "video", "done");
  fixture_connect (fixture);
  fixture_advance (fixture, 60);
  trs_toy_service_fail (fixture->toy, "GET", TRS_TOY_OFFLINE, 0, 0, 3);
  fixture_refresh (fixture);
  fixture_drain ();
  g_assert_cmpint (trs_reachability_get_offline_since (trs_session_get_reachability (fixture->session)), !=, 0);
  n = trs_toy_service_get_n_asked (fixture->toy);

  /* After 5 seconds, 10 more, and 20 more: ever more seldom. */
  fixture_advance (fixture, 6);
  g_assert_cmpuint (trs_toy_service_get_n_asked (fixture->toy), ==, n + 1);
  fixture_advance (fixture, 10);
  g_assert_cmpuint (trs_toy_service_get_n_asked (fixture->toy), ==, n + 2);
  g_assert_cmpint (trs_reachability_get_offline_since (trs_session_get_reachability (fixture->session)), !=, 0);
  fixture_advance (fixture, 20);
  g_assert_cmpint (trs_reachability_get_offline_since (trs_session_get_reachability (fixture->session)), ==, 0);

  /* An idle program asks for nothing. */
  fixture_advance (fixture, 10);
  g_assert_null (trs_history_get_error (fixture->history));
  n = trs_toy_service_get_n_asked (fixture->toy);
  fixture_advance (fixture, 3600);
  g_assert_cmpuint (trs_toy_service_get_n_asked (fixture->toy), ==, n);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  fixture_add_test ("/session/first-run", test_first_run);
  fixture_add_test ("/session/connect", test_connect);
  fixture_add_test ("/session/connect-fails", test_connect_fails);
  fixture_add_test ("/session/key-and-address", test_key_and_address);
  fixture_add_test ("/session/same-user-or-another", test_same_user_or_another);
  fixture_add_test ("/session/restart", test_restart);
  fixture_add_test ("/session/refused-in-mid-flight", test_refused_in_mid_flight);
  fixture_add_test ("/session/late-answer-of-old-account", test_late_answer_of_old_account);
  fixture_add_test ("/session/forget-key", test_forget_key);
  fixture_add_test ("/session/test", test_test);
  fixture_add_test ("/session/stop", test_stop);
  fixture_add_test ("/session/no-sample-service", test_no_sample_service);
  fixture_add_test ("/session/service-comes-back", test_service_comes_back);
  return g_test_run ();
}
