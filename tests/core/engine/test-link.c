/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine-fixture.h"
#include "trs-error.h"
#include "trs-link.h"

static TrsLink *
make_link (Fixture *fixture)
{
  return trs_link_new (TRS_TRANSPORT (fixture->toy), TRS_CLOCK (fixture->clock));
}

static GAsyncResult *
list (TrsLink      *link,
      GCancellable *cancellable)
{
  GAsyncResult *result = NULL;

  trs_link_list_async (link, 1, FALSE, cancellable, trs_test_store_result, &result);
  g_assert_null (result);
  trs_test_wait_result (result);
  return result;
}

static void
count_cb (TrsLink  *link,
          gpointer  user_data)
{
  (*(guint *) user_data)++;
}

static void
test_closed (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (TrsLink) link = make_link (fixture);
  g_autoptr (GAsyncResult) result = list (link, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (trs_link_list_finish (link, result, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_NO_KEY);
  g_assert_true (trs_error_get_not_sent (error));
  g_assert_cmpuint (trs_toy_service_get_n_asked (fixture->toy), ==, 0);
}

static void
test_refused (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr (TrsLink) link = make_link (fixture);
  g_autoptr (GAsyncResult) first = NULL;
  g_autoptr (GAsyncResult) second = NULL;
  g_autoptr (GAsyncResult) third = NULL;
  g_autoptr (GError) error = NULL;
  guint n_refused = 0;

  trs_link_open (link, FIXTURE_ADDRESS, "wrong");
  g_signal_connect (link, "refused", G_CALLBACK (count_cb), &n_refused);
  trs_link_list_async (link, 1, FALSE, NULL, trs_test_store_result, &first);
  trs_link_detail_async (link, "x", TRS_TEXT_BARE, FALSE, NULL, trs_test_store_result, &second);
  trs_test_wait_until (first != NULL && second != NULL);
  g_assert_cmpuint (n_refused, ==, 1);
  g_assert_false (trs_link_is_open (link));
  g_assert_null (trs_link_list_finish (link, first, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_UNAUTHORIZED);
  g_assert_false (trs_error_get_not_sent (error));
  g_clear_error (&error);

  third = list (link, NULL);
  g_assert_null (trs_link_list_finish (link, third, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_UNAUTHORIZED);
  g_assert_true (trs_error_get_not_sent (error));
  g_assert_cmpuint (trs_toy_service_get_n_asked (fixture->toy), ==, 2);
  g_assert_cmpint (trs_link_get_accepted_at (link), ==, 0);
}

static void
test_network (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr (TrsLink) link = make_link (fixture);

  trs_link_open (link, FIXTURE_ADDRESS, "toy-key");
  trs_toy_service_fail (fixture->toy, "/api/list", TRS_TOY_OFFLINE, 0, -1, 2);
  trs_toy_service_fail (fixture->toy, "/api/list", TRS_TOY_STATUS, 500, -1, 1);
  g_object_unref (list (link, NULL));
  g_assert_cmpint (trs_link_get_offline_since (link), ==, FIXTURE_START);
  fixture_advance (fixture, 5);
  g_object_unref (list (link, NULL));
  g_assert_cmpint (trs_link_get_offline_since (link), ==, FIXTURE_START);
  /* An error of the service comes over a network that works. */
  g_object_unref (list (link, NULL));
  g_assert_cmpint (trs_link_get_offline_since (link), ==, 0);
  g_assert_cmpint (trs_link_get_accepted_at (link), ==, 0);
  g_object_unref (list (link, NULL));
  g_assert_cmpint (trs_link_get_accepted_at (link), ==, FIXTURE_START + 5 * G_TIME_SPAN_SECOND);
}

static void
test_cancelled (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr (TrsLink) link = make_link (fixture);
  g_autoptr (GCancellable) before = g_cancellable_new ();
  g_autoptr (GCancellable) during = g_cancellable_new ();
  g_autoptr (GAsyncResult) first = NULL;
  g_autoptr (GAsyncResult) second = NULL;
  g_autoptr (GError) error = NULL;

  trs_link_open (link, FIXTURE_ADDRESS, "toy-key");
  g_cancellable_cancel (before);
  first = list (link, before);
  g_assert_null (trs_link_list_finish (link, first, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (trs_toy_service_get_n_asked (fixture->toy), ==, 0);
  g_clear_error (&error);

  trs_toy_service_hold (fixture->toy);
  trs_link_list_async (link, 1, FALSE, during, trs_test_store_result, &second);
  fixture_drain ();
  g_assert_null (second);
  g_cancellable_cancel (during);
  trs_test_wait_result (second);
  g_assert_null (trs_link_list_finish (link, second, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* What may spend goes on to its outcome, whatever account comes next; only the end of the program ends it. */
static void
test_account_changes (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autoptr (TrsLink) link = make_link (fixture);
  g_autoptr (GAsyncResult) listed = NULL;
  g_autoptr (GAsyncResult) submitted = NULL;
  g_autoptr (GAsyncResult) stopped = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *id = NULL;

  trs_link_open (link, FIXTURE_ADDRESS, "toy-key");
  trs_toy_service_hold (fixture->toy);
  trs_link_list_async (link, 1, FALSE, NULL, trs_test_store_result, &listed);
  trs_link_submit_async (link, "video", "https://callback.invalid/", NULL, trs_test_store_result, &submitted);
  fixture_drain ();
  trs_link_open (link, "https://other.example", "other-key");
  trs_test_wait_result (listed);
  g_assert_null (trs_link_list_finish (link, listed, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  trs_toy_service_release (fixture->toy);
  trs_test_wait_result (submitted);
  id = trs_link_submit_finish (link, submitted, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (id, ==, "id-1");
  g_assert_cmpint (trs_link_get_accepted_at (link), ==, 0);

  trs_toy_service_hold (fixture->toy);
  trs_link_submit_async (link, "video", "https://callback.invalid/", NULL, trs_test_store_result, &stopped);
  fixture_drain ();
  trs_link_stop (link);
  trs_test_wait_result (stopped);
  g_assert_null (trs_link_submit_finish (link, stopped, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  fixture_add_test ("/link/closed", test_closed);
  fixture_add_test ("/link/refused", test_refused);
  fixture_add_test ("/link/network", test_network);
  fixture_add_test ("/link/cancelled", test_cancelled);
  fixture_add_test ("/link/account-changes", test_account_changes);
  return g_test_run ();
}
