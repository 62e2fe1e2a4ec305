/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-api-client.h"

#include <string.h>

#include "trs-error.h"
#include "trs-manual-clock.h"
#include "trs-recording-transport.h"
#include "trs-test-utils.h"

#define ADDRESS "https://service.example/base"
#define KEY "key-of-the-user-0123456789"
#define DONE "{\"id\":\"p1\",\"text\":\"Good evening.\"}"

typedef struct
{
  TrsRecordingTransport *transport;
  TrsManualClock *clock;
  TrsApiClient *client;
  GAsyncResult *result;
  GAsyncResult *reading; /* weak */
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->transport = trs_recording_transport_new ();
  fixture->clock = trs_manual_clock_new (0);
  fixture->client = trs_api_client_new (TRS_TRANSPORT (fixture->transport), TRS_CLOCK (fixture->clock));
  trs_api_client_open (fixture->client, ADDRESS, KEY);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_clear_object (&fixture->result);
  /* A thread that nobody waits for any more comes to its end. */
  trs_test_wait_until (fixture->reading == NULL);
  g_assert_cmpuint (trs_manual_clock_get_n_waiting (fixture->clock), ==, 0);
  g_assert_finalize_object (fixture->client);
  g_assert_finalize_object (fixture->clock);
  g_assert_finalize_object (fixture->transport);
}

static void
start_list (Fixture *fixture,
            guint    page)
{
  g_clear_object (&fixture->result);
  trs_api_client_list_async (fixture->client, page, FALSE, NULL, trs_test_store_result, &fixture->result);
  g_assert_null (fixture->result);
}

static void
start_detail (Fixture      *fixture,
              const char   *id,
              TrsTextFlags  flags)
{
  g_clear_object (&fixture->result);
  trs_api_client_detail_async (fixture->client, id, flags, FALSE, NULL, trs_test_store_result, &fixture->result);
  g_assert_null (fixture->result);
}

static void
start_submit (Fixture *fixture)
{
  g_clear_object (&fixture->result);
  trs_api_client_submit_async (fixture->client, "video", "https://nowhere.invalid/", NULL, trs_test_store_result,
                               &fixture->result);
  g_assert_null (fixture->result);
}

static TrsProjectRecord *
finish_detail (Fixture  *fixture,
               GError  **error)
{
  trs_test_wait_result (fixture->result);
  return trs_api_client_detail_finish (fixture->client, fixture->result, error);
}

static GPtrArray *
finish_list (Fixture  *fixture,
             GError  **error)
{
  trs_test_wait_result (fixture->result);
  return trs_api_client_list_finish (fixture->client, fixture->result, error);
}

static char *
finish_submit (Fixture  *fixture,
               GError  **error)
{
  trs_test_wait_result (fixture->result);
  return trs_api_client_submit_finish (fixture->client, fixture->result, error);
}

static void
test_submit (Fixture       *fixture,
             gconstpointer  data)
{
  static const char body[] = "{\"vimeoId\":\"7697\",\"webhookUrl\":\"https://nowhere.invalid/\",\"language\":\"de\"}";
  g_autoptr (GError) error = NULL;
  g_autofree char *id = NULL;
  const TrsRequest *request;

  trs_api_client_set_field_names (fixture->client, "vimeoId", NULL);
  trs_recording_transport_add (fixture->transport, 201, "{\"success\":true,\"projectId\":\"p1\"}");
  trs_api_client_submit_async (fixture->client, "7697", "https://nowhere.invalid/", "de", trs_test_store_result,
                               &fixture->result);
  id = finish_submit (fixture, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (id, ==, "p1");

  g_assert_cmpstr (trs_recording_transport_get_line (fixture->transport, 0), ==,
                   "POST " ADDRESS "/api/transcribeVideo");
  request = trs_recording_transport_get_request (fixture->transport, 0);
  g_assert_cmpstr (request->key, ==, KEY);
  g_assert_cmpuint (request->deadline, ==, 60);
  g_assert_false (request->background);
  g_assert_cmpmem (g_bytes_get_data (request->body, NULL), g_bytes_get_size (request->body), body, strlen (body));
}

static void
test_list (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) records = NULL;
  const TrsRequest *request;

  trs_api_client_set_field_names (fixture->client, NULL, "vimeoId");
  trs_recording_transport_add (fixture->transport, 200, "[{\"id\":\"p1\",\"vimeoId\":\"7\",\"platformId\":\"no\"}]");
  trs_api_client_list_async (fixture->client, 12, TRUE, NULL, trs_test_store_result, &fixture->result);
  records = finish_list (fixture, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (records->len, ==, 1);
  g_assert_cmpstr (((TrsProjectRecord *) g_ptr_array_index (records, 0))->video_id, ==, "7");

  g_assert_cmpstr (trs_recording_transport_get_line (fixture->transport, 0), ==, "GET " ADDRESS "/api/list?page=12");
  request = trs_recording_transport_get_request (fixture->transport, 0);
  g_assert_null (request->body);
  g_assert_cmpuint (request->deadline, ==, 60);
  g_assert_true (request->background);
}

static void
test_detail_addresses (Fixture       *fixture,
                       gconstpointer  data)
{
  static const struct
  {
    const char *id;
    TrsTextFlags flags;
    const char *line;
  } cases[] = {
    { "p1", TRS_TEXT_BARE, "GET " ADDRESS "/api/detail/p1" },
    { "p1", TRS_TEXT_TIMECODES, "GET " ADDRESS "/api/detail/p1?showTimecode=true" },
    { "p1", TRS_TEXT_SPEAKERS, "GET " ADDRESS "/api/detail/p1?showSpeaker=true" },
    { "p1", TRS_TEXT_ALL, "GET " ADDRESS "/api/detail/p1?showTimecode=true&showSpeaker=true" },
    { "../../api/list", TRS_TEXT_BARE, "GET " ADDRESS "/api/detail/..%2F..%2Fapi%2Flist" },
    { "a?b=c#d%2F e", TRS_TEXT_BARE, "GET " ADDRESS "/api/detail/a%3Fb%3Dc%23d%252F%20e" },
    { "é\r\n", TRS_TEXT_BARE, "GET " ADDRESS "/api/detail/%C3%A9%0D%0A" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TrsProjectRecord) record = NULL;

      trs_recording_transport_add (fixture->transport, 200, "{\"text\":\"x\",\"state\":\"done\"}");
      start_detail (fixture, cases[i].id, cases[i].flags);
      record = finish_detail (fixture, NULL);
      g_assert_nonnull (record);
      g_assert_cmpstr (trs_recording_transport_get_line (fixture->transport, i), ==, cases[i].line);
      g_assert_cmpuint (trs_recording_transport_get_request (fixture->transport, i)->deadline, ==, 120);
    }
}

static void
test_ids_that_walk (Fixture       *fixture,
                    gconstpointer  data)
{
  static const char *const ids[] = { "", ".", ".." };

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autoptr (GError) error = NULL;

      start_detail (fixture, ids[i], TRS_TEXT_BARE);
      g_assert_null (finish_detail (fixture, &error));
      g_assert_error (error, TRS_ERROR, TRS_ERROR_PROJECT_NOT_FOUND);
      g_assert_true (trs_error_get_not_sent (error));
    }
  g_assert_cmpuint (trs_recording_transport_get_n_requests (fixture->transport), ==, 0);
}

static void
test_addresses_with_slashes (Fixture       *fixture,
                             gconstpointer  data)
{
  static const char *const addresses[] = { "http://127.0.0.1:80", "http://127.0.0.1:80/", "http://127.0.0.1:80//" };

  for (guint i = 0; i < G_N_ELEMENTS (addresses); i++)
    {
      g_autoptr (GPtrArray) records = NULL;

      trs_api_client_open (fixture->client, addresses[i], KEY);
      trs_recording_transport_add (fixture->transport, 200, "[]");
      start_list (fixture, 1);
      records = finish_list (fixture, NULL);
      g_assert_cmpuint (records->len, ==, 0);
      g_assert_cmpstr (trs_recording_transport_get_line (fixture->transport, i), ==,
                       "GET http://127.0.0.1:80/api/list?page=1");
    }
}

static void
assert_closed (Fixture *fixture)
{
  g_autoptr (GError) list = NULL;
  g_autoptr (GError) detail = NULL;
  g_autoptr (GError) submit = NULL;

  g_assert_false (trs_api_client_is_open (fixture->client));
  start_list (fixture, 1);
  g_assert_null (finish_list (fixture, &list));
  g_assert_error (list, TRS_ERROR, TRS_ERROR_NO_KEY);
  start_detail (fixture, "p1", TRS_TEXT_BARE);
  g_assert_null (finish_detail (fixture, &detail));
  g_assert_error (detail, TRS_ERROR, TRS_ERROR_NO_KEY);
  start_submit (fixture);
  g_assert_null (finish_submit (fixture, &submit));
  g_assert_error (submit, TRS_ERROR, TRS_ERROR_NO_KEY);
  g_assert_true (trs_error_get_not_sent (submit));
  g_assert_cmpuint (trs_recording_transport_get_n_requests (fixture->transport), ==, 0);
}

static void
test_closed (Fixture       *fixture,
             gconstpointer  data)
{
  g_assert_true (trs_api_client_is_open (fixture->client));
  trs_api_client_close (fixture->client);
  g_assert_cmpstr (trs_api_client_get_address (fixture->client), ==, ADDRESS);
  assert_closed (fixture);

  g_clear_object (&fixture->result);
  g_assert_finalize_object (g_steal_pointer (&fixture->client));
  fixture->client = trs_api_client_new (TRS_TRANSPORT (fixture->transport), TRS_CLOCK (fixture->clock));
  g_assert_null (trs_api_client_get_address (fixture->client));
  assert_closed (fixture);
}

/* A submission that is under way stays with the address and key it began with; what comes next has the new pair. */
static void
test_server_changes_under_way (Fixture       *fixture,
                               gconstpointer  data)
{
  g_autoptr (GPtrArray) records = NULL;
  g_autofree char *id = NULL;
  const TrsRequest *request;

  start_submit (fixture);
  trs_api_client_open (fixture->client, "https://other.example", "another-key");
  trs_recording_transport_answer (fixture->transport, 0, 201, "{\"success\":true,\"projectId\":\"p1\"}");
  id = finish_submit (fixture, NULL);
  g_assert_cmpstr (id, ==, "p1");
  request = trs_recording_transport_get_request (fixture->transport, 0);
  g_assert_cmpstr (request->uri, ==, ADDRESS "/api/transcribeVideo");
  g_assert_cmpstr (request->key, ==, KEY);

  trs_recording_transport_add (fixture->transport, 200, "[]");
  start_list (fixture, 1);
  records = finish_list (fixture, NULL);
  g_assert_nonnull (records);
  request = trs_recording_transport_get_request (fixture->transport, 1);
  g_assert_cmpstr (request->uri, ==, "https://other.example/api/list?page=1");
  g_assert_cmpstr (request->key, ==, "another-key");
}

static void
test_field_names_change_under_way (Fixture       *fixture,
                                   gconstpointer  data)
{
  g_autoptr (GPtrArray) records = NULL;

  start_list (fixture, 1);
  trs_api_client_set_field_names (fixture->client, NULL, "otherField");
  trs_recording_transport_answer (fixture->transport, 0, 200, "[{\"id\":\"p1\",\"platformId\":\"v\"}]");
  records = finish_list (fixture, NULL);
  g_assert_cmpstr (((TrsProjectRecord *) g_ptr_array_index (records, 0))->video_id, ==, "v");
}

static void
test_submission_outcomes (Fixture       *fixture,
                          gconstpointer  data)
{
  static const struct
  {
    guint status;
    const char *body;
    TrsError code;
  } cases[] = {
    { 400, "{\"statusCode\":400,\"message\":\"Bad\",\"error\":\"Bad Request\"}", TRS_ERROR_INVALID_REQUEST },
    { 401, "", TRS_ERROR_UNAUTHORIZED },
    { 402, "{\"statusCode\":402,\"message\":\"NOT_ENOUGH_CREDIT\",\"error\":\"x\"}", TRS_ERROR_NOT_ENOUGH_CREDIT },
    { 404, "{\"statusCode\":404,\"message\":\"Video not found\",\"error\":\"x\"}", TRS_ERROR_VIDEO_NOT_FOUND },
    { 429, "", TRS_ERROR_RATE_LIMITED },
    { 500, "", TRS_ERROR_SERVER },
    { 302, "", TRS_ERROR_NOT_THE_SERVICE },
    { 200, "{\"success\":true,\"projectId\":\"p1\"}", TRS_ERROR_NOT_THE_SERVICE },
    { 202, "{\"success\":true,\"projectId\":\"p1\"}", TRS_ERROR_NOT_THE_SERVICE },
    { 204, "", TRS_ERROR_NOT_THE_SERVICE },
    { 201, "", TRS_ERROR_NOT_THE_SERVICE },
    { 201, "{\"success\":false,\"projectId\":\"p1\"}", TRS_ERROR_NOT_THE_SERVICE },
    { 201, "{\"success\":true}", TRS_ERROR_NOT_THE_SERVICE },
    { 201, "{\"success\":true,\"projectId\":\"p", TRS_ERROR_CUT_SHORT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      trs_api_client_open (fixture->client, ADDRESS, KEY);
      trs_recording_transport_add (fixture->transport, cases[i].status, cases[i].body);
      start_submit (fixture);
      g_assert_null (finish_submit (fixture, &error));
      g_assert_error (error, TRS_ERROR, (gint) cases[i].code);
      g_assert_cmpuint (trs_error_get_http_status (error), ==, cases[i].status);
      g_assert_false (trs_error_get_not_sent (error));
    }
}

/* The engine tells "not sent" from "unknown" by what the transport said. */
static void
test_transport_errors_are_kept (Fixture       *fixture,
                                gconstpointer  data)
{
  GError *offline = g_error_new_literal (TRS_ERROR, TRS_ERROR_OFFLINE, "No route");
  g_autoptr (GError) first = NULL;
  g_autoptr (GError) second = NULL;

  trs_error_set_not_sent (offline);
  trs_recording_transport_add_error_for (fixture->transport, "POST", offline);
  start_submit (fixture);
  g_assert_null (finish_submit (fixture, &first));
  g_assert_error (first, TRS_ERROR, TRS_ERROR_OFFLINE);
  g_assert_true (trs_error_get_not_sent (first));

  trs_recording_transport_add_error_for (fixture->transport, "POST",
                                         g_error_new_literal (TRS_ERROR, TRS_ERROR_TIMED_OUT, "Deadline"));
  start_submit (fixture);
  g_assert_null (finish_submit (fixture, &second));
  g_assert_error (second, TRS_ERROR, TRS_ERROR_TIMED_OUT);
  g_assert_false (trs_error_get_not_sent (second));
}

/* @date: of the answer by the clock of the service, 0 if it does not say */
static TrsReply *
make_dated_reply (guint       status,
                  const char *body,
                  gint64      date)
{
  g_autoptr (GBytes) bytes = g_bytes_new (body, strlen (body));
  TrsReply *reply = trs_reply_new (status, bytes);

  reply->date = date;
  return reply;
}

static void
list_at (Fixture *fixture,
         gint64   date)
{
  g_autoptr (GPtrArray) records = NULL;

  trs_recording_transport_add_reply_for (fixture->transport, "/api/list", make_dated_reply (200, "[]", date));
  start_list (fixture, 1);
  records = finish_list (fixture, NULL);
  g_assert_nonnull (records);
}

/* What the clock of one service says is not so of another one, also if an answer comes late. */
static void
test_clock_ahead (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autofree char *id = NULL;

  trs_manual_clock_set (fixture->clock, 100000);
  g_assert_cmpint (trs_api_client_get_clock_ahead (fixture->client), ==, 0);
  list_at (fixture, 40 * G_USEC_PER_SEC);
  g_assert_cmpint (trs_api_client_get_clock_ahead (fixture->client), ==, 60 * G_USEC_PER_SEC);
  list_at (fixture, 0);
  g_assert_cmpint (trs_api_client_get_clock_ahead (fixture->client), ==, 60 * G_USEC_PER_SEC);
  trs_api_client_open (fixture->client, ADDRESS, "another-key");
  g_assert_cmpint (trs_api_client_get_clock_ahead (fixture->client), ==, 60 * G_USEC_PER_SEC);

  start_submit (fixture);
  trs_api_client_open (fixture->client, "https://other.example", KEY);
  g_assert_cmpint (trs_api_client_get_clock_ahead (fixture->client), ==, 0);
  trs_recording_transport_answer_reply (
      fixture->transport, 2,
      make_dated_reply (201, "{\"success\":true,\"projectId\":\"p1\"}", 10 * G_USEC_PER_SEC));
  id = finish_submit (fixture, NULL);
  g_assert_cmpstr (id, ==, "p1");
  g_assert_cmpint (trs_api_client_get_clock_ahead (fixture->client), ==, 0);
}

static void
test_detail_of_another_project (Fixture       *fixture,
                                gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsProjectRecord) record = NULL;

  trs_recording_transport_add (fixture->transport, 200, DONE);
  start_detail (fixture, "p2", TRS_TEXT_BARE);
  g_assert_null (finish_detail (fixture, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_NOT_THE_SERVICE);

  trs_recording_transport_add (fixture->transport, 200, DONE);
  start_detail (fixture, "P1", TRS_TEXT_BARE);
  record = finish_detail (fixture, NULL);
  g_assert_nonnull (record);
}

static char *
big_detail (gsize size)
{
  GString *body = g_string_new ("{\"id\":\"p1\",\"text\":\"");

  while (body->len < size)
    g_string_append (body, "Good \\u00e9vening. ");
  g_string_append (body, "\"}");
  return g_string_free (body, FALSE);
}

static void
test_big_bodies (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autofree char *body = big_detail (3000000);
  g_autoptr (TrsProjectRecord) record = NULL;
  g_autoptr (GError) error = NULL;

  trs_recording_transport_add (fixture->transport, 200, body);
  start_detail (fixture, "p1", TRS_TEXT_BARE);
  record = finish_detail (fixture, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_bytes_get_size (record->text), >, 2000000);

  body[strlen (body) - 1] = '\0';
  trs_recording_transport_add (fixture->transport, 200, body);
  start_detail (fixture, "p1", TRS_TEXT_BARE);
  g_assert_null (finish_detail (fixture, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_CUT_SHORT);
  g_assert_cmpuint (trs_error_get_http_status (error), ==, 200);
}

/* The name of @opening's last member, again and again, in an object of @size bytes. */
static char *
repeat_member (const char *opening,
               const char *closing,
               gsize       size)
{
  GString *body = g_string_new (opening);
  gsize n_names = size / 16;

  for (gsize i = 0; i < n_names; i++)
    g_string_append_printf (body, ",\"%" G_GSIZE_FORMAT "\":0", i);
  while (body->len < size)
    g_string_append_printf (body, ",\"%" G_GSIZE_FORMAT "\":0", n_names - 1);
  g_string_append (body, closing);
  return g_string_free (body, FALSE);
}

/* json-glib takes minutes for the larger one, and nothing could stop it. */
static void
test_repeated_members (Fixture       *fixture,
                       gconstpointer  data)
{
  static const struct
  {
    const char *part;
    guint status;
    const char *opening;
    const char *closing;
    TrsError code;
  } cases[] = {
    { "list", 500, "{\"message\":\"Words\"", "}", TRS_ERROR_SERVER },
    { "transcribeVideo", 402, "{\"message\":\"Words\"", "}", TRS_ERROR_NOT_ENOUGH_CREDIT },
    { "detail", 200, "{\"id\":\"p1\",\"state\":\"upload\"", "}", TRS_ERROR_TOO_LARGE },
    { "list", 200, "[{\"id\":\"p1\"", "}]", TRS_ERROR_TOO_LARGE },
    { "transcribeVideo", 201, "{\"success\":true,\"projectId\":\"p1\"", "}", TRS_ERROR_TOO_LARGE },
  };
  static const gsize sizes[] = { 60 * 1024, 2 * 1024 * 1024 };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint j = 0; j < G_N_ELEMENTS (sizes); j++)
      {
        g_autofree char *body = repeat_member (cases[i].opening, cases[i].closing, sizes[j]);
        g_autoptr (GError) error = NULL;

        g_test_message ("%u of %" G_GSIZE_FORMAT " bytes", cases[i].status, sizes[j]);
        trs_recording_transport_add_for (fixture->transport, cases[i].part, cases[i].status, body);
        if (g_str_equal (cases[i].part, "list"))
          {
            start_list (fixture, 1);
            g_assert_null (finish_list (fixture, &error));
          }
        else if (g_str_equal (cases[i].part, "detail"))
          {
            start_detail (fixture, "p1", TRS_TEXT_BARE);
            g_assert_null (finish_detail (fixture, &error));
          }
        else
          {
            start_submit (fixture);
            g_assert_null (finish_submit (fixture, &error));
          }
        g_assert_error (error, TRS_ERROR, (gint) cases[i].code);
      }
}

/* Until a thread parses the body. */
static void
start_reading (Fixture      *fixture,
               GCancellable *cancellable)
{
  g_autofree char *body = big_detail (30000000);

  trs_recording_transport_add (fixture->transport, 200, body);
  g_clear_object (&fixture->result);
  trs_test_wait_until (fixture->reading == NULL);
  trs_api_client_detail_async (fixture->client, "p1", TRS_TEXT_BARE, FALSE, cancellable, trs_test_store_result,
                               &fixture->result);
  trs_test_wait_until (trs_manual_clock_get_n_waiting (fixture->clock) > 0);
  g_assert_null (fixture->result);
}

/* A thread that parses cannot be stopped; whoever asked does not wait for it. */
static void
assert_not_awaited (Fixture *fixture,
                    GQuark   domain,
                    gint     code)
{
  g_autoptr (GError) error = NULL;

  trs_test_wait_result (fixture->result);
  g_set_weak_pointer (&fixture->reading, fixture->result);
  g_assert_null (finish_detail (fixture, &error));
  g_assert_error (error, domain, code);
  g_clear_object (&fixture->result);
  g_assert_nonnull (fixture->reading);
}

static void
test_deadline_holds_while_reading (Fixture       *fixture,
                                   gconstpointer  data)
{
  g_autoptr (TrsProjectRecord) record = NULL;
  g_autoptr (GError) error = NULL;

  start_reading (fixture, NULL);
  trs_manual_clock_advance (fixture->clock, 120 * 1000);
  assert_not_awaited (fixture, TRS_ERROR, TRS_ERROR_TIMED_OUT);

  start_reading (fixture, NULL);
  record = finish_detail (fixture, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_bytes_get_size (record->text), >, 20000000);
}

static void
test_cancel_while_reading (Fixture       *fixture,
                           gconstpointer  data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  start_reading (fixture, cancellable);
  g_cancellable_cancel (cancellable);
  assert_not_awaited (fixture, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_account_changes_while_reading (Fixture       *fixture,
                                    gconstpointer  data)
{
  start_reading (fixture, NULL);
  trs_api_client_close (fixture->client);
  assert_not_awaited (fixture, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_cancel (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) before = NULL;

  trs_api_client_list_async (fixture->client, 1, FALSE, cancellable, trs_test_store_result, &fixture->result);
  g_cancellable_cancel (cancellable);
  g_assert_null (finish_list (fixture, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  /* Callers tell an answer from one that they no longer wait for by it. */
  g_assert_true (g_task_get_cancellable (G_TASK (fixture->result)) == cancellable);
  g_assert_cmpuint (trs_recording_transport_get_n_waiting (fixture->transport), ==, 0);

  g_clear_object (&fixture->result);
  trs_api_client_list_async (fixture->client, 1, FALSE, cancellable, trs_test_store_result, &fixture->result);
  g_assert_null (fixture->result);
  g_assert_null (finish_list (fixture, &before));
  g_assert_error (before, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (trs_recording_transport_get_n_requests (fixture->transport), ==, 1);
}

static void
script (Fixture    *fixture,
        guint       status,
        const char *body)
{
  /* A status may have closed it. */
  trs_api_client_open (fixture->client, ADDRESS, KEY);
  trs_recording_transport_add (fixture->transport, status, body);
}

static void
assert_no_key (const GError *error)
{
  const char *words = trs_error_get_server_message (error);

  g_assert_nonnull (error);
  g_assert_null (strstr (error->message, KEY));
  g_assert_true (words == NULL || strstr (words, KEY) == NULL);
}

/* A server that repeats the key must not bring it into a message or a log. */
static void
test_key_in_no_error (Fixture       *fixture,
                      gconstpointer  data)
{
  static const guint statuses[] = { 200, 201, 204, 302, 400, 401, 402, 403, 404, 429, 500, 503 };
  static const char *const bodies[] = {
    "{\"message\":\"Bad key " KEY " or " KEY "\",\"error\":\"" KEY "\"}", "{\"error\":\"" KEY "\"}",
    "{\"message\":[\"" KEY "\",\"x" KEY "\"]}", KEY, "[\"" KEY "\"]", "{\"" KEY "\":",
  };

  for (guint i = 0; i < G_N_ELEMENTS (statuses); i++)
    for (guint j = 0; j < G_N_ELEMENTS (bodies); j++)
      {
        g_autoptr (GError) submit = NULL;
        g_autoptr (GError) list = NULL;
        g_autoptr (GError) detail = NULL;

        script (fixture, statuses[i], bodies[j]);
        start_submit (fixture);
        g_assert_null (finish_submit (fixture, &submit));
        assert_no_key (submit);
        script (fixture, statuses[i], bodies[j]);
        start_list (fixture, 1);
        g_assert_null (finish_list (fixture, &list));
        assert_no_key (list);
        script (fixture, statuses[i], bodies[j]);
        start_detail (fixture, "p1", TRS_TEXT_BARE);
        g_assert_null (finish_detail (fixture, &detail));
        assert_no_key (detail);
      }
}

static void
test_words_survive_the_key (Fixture       *fixture,
                            gconstpointer  data)
{
  g_autoptr (TrsReply) reply = NULL;
  static const char words[] = "{\"message\":\"Wait, " KEY "!\"}";
  g_autoptr (GBytes) body = g_bytes_new_static (words, strlen (words));
  g_autoptr (GError) error = NULL;

  reply = trs_reply_new (429, body);
  reply->retry_after = 90;
  trs_recording_transport_add_reply_for (fixture->transport, "/api/list", g_steal_pointer (&reply));
  start_list (fixture, 1);
  g_assert_null (finish_list (fixture, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_RATE_LIMITED);
  g_assert_cmpuint (trs_error_get_http_status (error), ==, 429);
  g_assert_cmpint (trs_error_get_retry_after (error), ==, 90);
  g_assert_cmpstr (trs_error_get_server_message (error), ==, "Wait, …!");
}

/* A page that is read as the record of a project would crash far from the mistake. */
static void
test_each_call_has_its_own_finish (Fixture       *fixture,
                                   gconstpointer  data)
{
  g_autoptr (GPtrArray) records = NULL;
  g_autoptr (GError) error = NULL;

  trs_recording_transport_add (fixture->transport, 200, "[]");
  start_list (fixture, 1);
  trs_test_wait_result (fixture->result);

  g_test_expect_message ("trs-api", G_LOG_LEVEL_CRITICAL, "*trs_api_client_detail_async*failed*");
  g_assert_null (trs_api_client_detail_finish (fixture->client, fixture->result, &error));
  g_test_assert_expected_messages ();
  g_test_expect_message ("trs-api", G_LOG_LEVEL_CRITICAL, "*trs_api_client_submit_async*failed*");
  g_assert_null (trs_api_client_submit_finish (fixture->client, fixture->result, &error));
  g_test_assert_expected_messages ();

  records = finish_list (fixture, &error);
  g_assert_no_error (error);
  g_assert_nonnull (records);
}

#define ADD(name, function) g_test_add ("/api-client/" name, Fixture, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("submit", test_submit);
  ADD ("list", test_list);
  ADD ("detail-addresses", test_detail_addresses);
  ADD ("ids-that-walk", test_ids_that_walk);
  ADD ("addresses-with-slashes", test_addresses_with_slashes);
  ADD ("closed", test_closed);
  ADD ("server-changes-under-way", test_server_changes_under_way);
  ADD ("field-names-change-under-way", test_field_names_change_under_way);
  ADD ("submission-outcomes", test_submission_outcomes);
  ADD ("transport-errors-are-kept", test_transport_errors_are_kept);
  ADD ("clock-ahead", test_clock_ahead);
  ADD ("detail-of-another-project", test_detail_of_another_project);
  ADD ("big-bodies", test_big_bodies);
  ADD ("repeated-members", test_repeated_members);
  ADD ("deadline-holds-while-reading", test_deadline_holds_while_reading);
  ADD ("cancel-while-reading", test_cancel_while_reading);
  ADD ("account-changes-while-reading", test_account_changes_while_reading);
  ADD ("cancel", test_cancel);
  ADD ("key-in-no-error", test_key_in_no_error);
  ADD ("words-survive-the-key", test_words_survive_the_key);
  ADD ("each-call-has-its-own-finish", test_each_call_has_its_own_finish);
  return g_test_run ();
}
