/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-api-client.h"

#include "trs-error.h"
#include "trs-manual-clock.h"
#include "trs-test-utils.h"
#include "trs-toy-service.h"

/* What the client learns from answers, and what becomes of them when the account changes. */

#define ADDRESS "https://toy.example/base"
#define START G_GINT64_CONSTANT (1700000000000000)

typedef struct
{
  TrsManualClock *clock;
  TrsToyService *toy;
  TrsApiClient *client;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->clock = trs_manual_clock_new (START);
  fixture->toy = trs_toy_service_new (TRS_CLOCK (fixture->clock));
  fixture->client = trs_api_client_new (TRS_TRANSPORT (fixture->toy), TRS_CLOCK (fixture->clock));
}

static void
drain (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    continue;
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  drain ();
  g_assert_finalize_object (fixture->client);
  g_assert_finalize_object (fixture->toy);
  g_assert_finalize_object (fixture->clock);
}

static GAsyncResult *
list (TrsApiClient *client,
      GCancellable *cancellable)
{
  GAsyncResult *result = NULL;

  trs_api_client_list_async (client, 1, FALSE, cancellable, trs_test_store_result, &result);
  g_assert_null (result);
  trs_test_wait_result (result);
  return result;
}

static void
count_cb (TrsApiClient *client,
          gpointer      user_data)
{
  (*(guint *) user_data)++;
}

static void
count_notify_cb (TrsApiClient *client,
                 GParamSpec   *pspec,
                 gpointer      user_data)
{
  (*(guint *) user_data)++;
}

static void
test_closed (Fixture       *fixture,
             gconstpointer  data)
{
  TrsApiClient *client = fixture->client;
  g_autoptr (GAsyncResult) result = list (client, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (trs_api_client_list_finish (client, result, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_NO_KEY);
  g_assert_true (trs_error_get_not_sent (error));
  g_assert_cmpuint (trs_toy_service_get_n_asked (fixture->toy), ==, 0);
}

static void
test_refused (Fixture       *fixture,
              gconstpointer  data)
{
  TrsApiClient *client = fixture->client;
  g_autoptr (GAsyncResult) first = NULL;
  g_autoptr (GAsyncResult) second = NULL;
  g_autoptr (GAsyncResult) third = NULL;
  g_autoptr (GError) error = NULL;
  guint n_refused = 0;
  guint n_open = 0;

  g_signal_connect (client, "notify::open", G_CALLBACK (count_notify_cb), &n_open);
  trs_api_client_open (client, ADDRESS, "wrong");
  g_assert_cmpuint (n_open, ==, 1);
  trs_api_client_open (client, ADDRESS, "wrong");
  g_assert_cmpuint (n_open, ==, 1);
  g_signal_connect (client, "refused", G_CALLBACK (count_cb), &n_refused);
  trs_api_client_list_async (client, 1, FALSE, NULL, trs_test_store_result, &first);
  trs_api_client_detail_async (client, "x", TRS_TEXT_BARE, FALSE, NULL, trs_test_store_result, &second);
  trs_test_wait_until (first != NULL && second != NULL);
  g_assert_cmpuint (n_refused, ==, 1);
  g_assert_cmpuint (n_open, ==, 2);
  g_assert_false (trs_api_client_is_open (client));
  g_assert_null (trs_api_client_list_finish (client, first, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_UNAUTHORIZED);
  g_assert_false (trs_error_get_not_sent (error));
  g_clear_error (&error);

  third = list (client, NULL);
  g_assert_null (trs_api_client_list_finish (client, third, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_UNAUTHORIZED);
  g_assert_true (trs_error_get_not_sent (error));
  g_assert_cmpuint (trs_toy_service_get_n_asked (fixture->toy), ==, 2);
  g_assert_cmpint (trs_api_client_get_accepted_at (client), ==, 0);
}

static void
test_network (Fixture       *fixture,
              gconstpointer  data)
{
  TrsApiClient *client = fixture->client;
  guint n_offline = 0;

  g_signal_connect (client, "notify::offline-since", G_CALLBACK (count_notify_cb), &n_offline);
  trs_api_client_open (client, ADDRESS, "toy-key");
  trs_toy_service_fail (fixture->toy, "/api/list", TRS_TOY_OFFLINE, 0, -1, 2);
  trs_toy_service_fail (fixture->toy, "/api/list", TRS_TOY_STATUS, 500, -1, 1);
  g_object_unref (list (client, NULL));
  g_assert_cmpint (trs_api_client_get_offline_since (client), ==, START);
  trs_manual_clock_advance (fixture->clock, 5000);
  g_object_unref (list (client, NULL));
  g_assert_cmpint (trs_api_client_get_offline_since (client), ==, START);
  g_assert_cmpuint (n_offline, ==, 1);
  /* An error of the service comes over a network that works. */
  g_object_unref (list (client, NULL));
  g_assert_cmpint (trs_api_client_get_offline_since (client), ==, 0);
  g_assert_cmpuint (n_offline, ==, 2);
  g_assert_cmpint (trs_api_client_get_accepted_at (client), ==, 0);
  g_object_unref (list (client, NULL));
  g_assert_cmpint (trs_api_client_get_accepted_at (client), ==, START + 5 * G_TIME_SPAN_SECOND);
}

static void
test_cancelled (Fixture       *fixture,
                gconstpointer  data)
{
  TrsApiClient *client = fixture->client;
  g_autoptr (GCancellable) before = g_cancellable_new ();
  g_autoptr (GCancellable) during = g_cancellable_new ();
  g_autoptr (GAsyncResult) first = NULL;
  g_autoptr (GAsyncResult) second = NULL;
  g_autoptr (GError) error = NULL;

  trs_api_client_open (client, ADDRESS, "toy-key");
  g_cancellable_cancel (before);
  first = list (client, before);
  g_assert_null (trs_api_client_list_finish (client, first, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (trs_toy_service_get_n_asked (fixture->toy), ==, 0);
  g_clear_error (&error);

  trs_toy_service_hold (fixture->toy);
  trs_api_client_list_async (client, 1, FALSE, during, trs_test_store_result, &second);
  drain ();
  g_assert_null (second);
  g_cancellable_cancel (during);
  trs_test_wait_result (second);
  g_assert_null (trs_api_client_list_finish (client, second, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* What may spend goes on to its outcome, whatever account comes next; only the end of the program ends it. */
static void
test_account_changes (Fixture       *fixture,
                      gconstpointer  data)
{
  TrsApiClient *client = fixture->client;
  g_autoptr (GAsyncResult) listed = NULL;
  g_autoptr (GAsyncResult) submitted = NULL;
  g_autoptr (GAsyncResult) stopped = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *id = NULL;

  trs_api_client_open (client, ADDRESS, "toy-key");
  trs_toy_service_hold (fixture->toy);
  trs_api_client_list_async (client, 1, FALSE, NULL, trs_test_store_result, &listed);
  trs_api_client_submit_async (client, "video", "https://callback.invalid/", NULL, trs_test_store_result, &submitted);
  drain ();
  trs_api_client_open (client, "https://other.example", "other-key");
  trs_test_wait_result (listed);
  g_assert_null (trs_api_client_list_finish (client, listed, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  trs_toy_service_release (fixture->toy);
  trs_test_wait_result (submitted);
  id = trs_api_client_submit_finish (client, submitted, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (id, ==, "id-1");
  g_assert_cmpint (trs_api_client_get_accepted_at (client), ==, 0);

  trs_toy_service_hold (fixture->toy);
  trs_api_client_submit_async (client, "video", "https://callback.invalid/", NULL, trs_test_store_result, &stopped);
  drain ();
  trs_api_client_stop (client);
  trs_test_wait_result (stopped);
  g_assert_null (trs_api_client_submit_finish (client, stopped, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

#define ADD(name, function) g_test_add (name, Fixture, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("/api-client-account/closed", test_closed);
  ADD ("/api-client-account/refused", test_refused);
  ADD ("/api-client-account/network", test_network);
  ADD ("/api-client-account/cancelled", test_cancelled);
  ADD ("/api-client-account/account-changes", test_account_changes);
  return g_test_run ();
}
