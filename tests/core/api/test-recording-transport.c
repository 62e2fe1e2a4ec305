/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-recording-transport.h"

#include "trs-error.h"
#include "trs-test-utils.h"

#define ADDRESS "https://service.example/"

static void
start (TrsRecordingTransport  *transport,
       const char             *path,
       GCancellable           *cancellable,
       GAsyncResult          **result)
{
  g_autofree char *uri = g_strconcat (ADDRESS, path, NULL);
  g_autoptr (TrsRequest) request = trs_request_new ("GET", uri, "k");

  trs_transport_send_async (TRS_TRANSPORT (transport), request, cancellable, trs_test_store_result, result);
  g_assert_null (*result);
}

static guint
finish (TrsRecordingTransport  *transport,
        GAsyncResult          **result,
        GError                **error)
{
  g_autoptr (TrsReply) reply = NULL;

  trs_test_wait_result (*result);
  reply = trs_transport_send_finish (TRS_TRANSPORT (transport), *result, error);
  g_clear_object (result);
  return reply != NULL ? reply->status : 0;
}

static void
test_script (void)
{
  g_autoptr (TrsRecordingTransport) transport = trs_recording_transport_new ();
  GAsyncResult *result = NULL;

  trs_recording_transport_add_for (transport, "GET " ADDRESS "b", 202, "");
  trs_recording_transport_add (transport, 201, "");
  trs_recording_transport_add (transport, 203, "");
  start (transport, "a", NULL, &result);
  g_assert_cmpuint (finish (transport, &result, NULL), ==, 201);
  start (transport, "b", NULL, &result);
  g_assert_cmpuint (finish (transport, &result, NULL), ==, 202);
  start (transport, "b", NULL, &result);
  g_assert_cmpuint (finish (transport, &result, NULL), ==, 203);

  g_assert_cmpuint (trs_recording_transport_get_n_requests (transport), ==, 3);
  g_assert_cmpuint (trs_recording_transport_count (transport, ADDRESS "b"), ==, 2);
  g_assert_cmpstr (trs_recording_transport_get_line (transport, 0), ==, "GET " ADDRESS "a");
  g_assert_cmpstr (trs_recording_transport_get_request (transport, 1)->key, ==, "k");
  trs_recording_transport_forget (transport);
  g_assert_cmpuint (trs_recording_transport_get_n_requests (transport), ==, 0);
}

static void
test_waiting (void)
{
  g_autoptr (TrsRecordingTransport) transport = trs_recording_transport_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) offline = NULL;
  g_autoptr (GError) cancelled = NULL;
  GAsyncResult *results[3] = { NULL };

  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    start (transport, "a", cancellable, &results[i]);
  g_assert_cmpuint (trs_recording_transport_get_n_waiting (transport), ==, 3);

  trs_recording_transport_answer (transport, 1, 200, "");
  trs_recording_transport_answer_error (transport, 0, g_error_new_literal (TRS_ERROR, TRS_ERROR_OFFLINE, "x"));
  g_assert_cmpuint (finish (transport, &results[1], NULL), ==, 200);
  g_assert_cmpuint (finish (transport, &results[0], &offline), ==, 0);
  g_assert_error (offline, TRS_ERROR, TRS_ERROR_OFFLINE);
  g_assert_cmpuint (trs_recording_transport_get_n_waiting (transport), ==, 1);

  g_cancellable_cancel (cancellable);
  g_assert_cmpuint (finish (transport, &results[2], &cancelled), ==, 0);
  g_assert_error (cancelled, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (trs_recording_transport_get_n_waiting (transport), ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/recording-transport/script", test_script);
  g_test_add_func ("/recording-transport/waiting", test_waiting);
  return g_test_run ();
}
