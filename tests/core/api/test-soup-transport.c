/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-soup-transport.h"

#include <string.h>

#include "trs-error.h"
#include "trs-soup-fixture.h"
#include "trs-test-utils.h"

typedef struct
{
  guint status;
  const char *name;
  const char *value;
  const char *more_name;
  const char *more_value;
  const char *body;
} Answer;

static void
answer_cb (SoupServer        *server,
           SoupServerMessage *message,
           const char        *path,
           GHashTable        *query,
           gpointer           user_data)
{
  const Answer *answer = user_data;
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);

  soup_server_message_set_status (message, answer->status, NULL);
  if (answer->body != NULL)
    soup_server_message_set_response (message, "application/json; charset=utf-8", SOUP_MEMORY_COPY, answer->body,
                                      strlen (answer->body));
  if (answer->name != NULL)
    soup_message_headers_replace (headers, answer->name, answer->value);
  if (answer->more_name != NULL)
    soup_message_headers_replace (headers, answer->more_name, answer->more_value);
}

static void
serve (SoupFixture  *fixture,
       const Answer *answer)
{
  soup_server_add_handler (fixture->server, NULL, answer_cb, (gpointer) answer, NULL);
}

static void
look_cb (SoupServer        *server,
         SoupServerMessage *message,
         const char        *path,
         GHashTable        *query,
         gpointer           user_data)
{
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  g_autofree char *raw = g_uri_to_string (soup_server_message_get_uri (message));

  g_assert_cmpstr (soup_server_message_get_method (message), ==, "POST");
  g_assert_true (g_str_has_suffix (raw, "/base/api/a%2Flist?a=b%20c"));
  g_assert_cmpstr (soup_message_headers_get_one (headers, "api-key"), ==, SOUP_FIXTURE_KEY);
  g_assert_cmpstr (soup_message_headers_get_list (headers, "Accept"), ==, "application/json");
  g_assert_cmpstr (soup_message_headers_get_one (headers, "Content-Type"), ==, "application/json");
  g_assert_true (g_str_has_prefix (soup_message_headers_get_one (headers, "User-Agent"), "transcripts/"));
  g_assert_null (soup_message_headers_get_one (headers, "Cookie"));
  g_assert_null (soup_message_headers_get_one (headers, "Authorization"));
  g_assert_cmpmem (soup_server_message_get_request_body (message)->data,
                   soup_server_message_get_request_body (message)->length, "{\"a\":1}", 7);

  soup_server_message_set_status (message, 201, NULL);
  soup_message_headers_replace (soup_server_message_get_response_headers (message), "Set-Cookie", "a=b");
  soup_server_message_set_response (message, "application/json; charset=utf-8", SOUP_MEMORY_STATIC, "{}", 2);
}

/* Twice, because a cookie would come back with the second. */
static void
test_request (SoupFixture   *fixture,
              gconstpointer  data)
{
  g_autofree char *uri = g_strconcat (fixture->address, "/base/api/a%2Flist?a=b%20c", NULL);

  soup_server_add_handler (fixture->server, NULL, look_cb, NULL, NULL);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TrsReply) reply = soup_fixture_send (fixture, "POST", uri, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (reply->status, ==, 201);
      g_assert_cmpint (reply->retry_after, ==, -1);
      g_assert_cmpmem (g_bytes_get_data (reply->body, NULL), g_bytes_get_size (reply->body), "{}", 2);
    }
}

static void
test_statuses (SoupFixture   *fixture,
               gconstpointer  data)
{
  static const guint statuses[] = { 200, 201, 202, 204, 304, 400, 401, 402, 403, 404, 407, 408, 429, 500, 503, 511 };

  for (guint i = 0; i < G_N_ELEMENTS (statuses); i++)
    {
      Answer answer = { .status = statuses[i], .name = "WWW-Authenticate", .value = "Basic realm=\"x\"" };
      g_autoptr (GError) error = NULL;
      g_autoptr (TrsReply) reply = NULL;

      serve (fixture, &answer);
      reply = soup_fixture_send (fixture, "GET", fixture->address, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (reply->status, ==, statuses[i]);
      g_assert_cmpuint (g_bytes_get_size (reply->body), ==, 0);
      g_assert_cmpuint (fixture->n_requests, ==, i + 1);
    }
}

static void
count_requests_cb (SoupServer        *server,
                   SoupServerMessage *message,
                   gpointer           user_data)
{
  (*(guint *) user_data)++;
}

/* The key must reach nobody but the address it was given for. */
static void
test_redirects (SoupFixture   *fixture,
                gconstpointer  data)
{
  static const guint statuses[] = { 300, 301, 302, 303, 307, 308 };
  static const char *const methods[] = { "GET", "POST" };
  g_autoptr (SoupServer) other = soup_server_new (NULL, NULL);
  g_autofree char *target = soup_fixture_listen (other, FALSE);
  guint n_stolen = 0;

  g_signal_connect (other, "request-started", G_CALLBACK (count_requests_cb), &n_stolen);
  for (guint i = 0; i < G_N_ELEMENTS (statuses); i++)
    for (guint j = 0; j < G_N_ELEMENTS (methods); j++)
      {
        Answer answer = { .status = statuses[i], .name = "Location", .value = target };
        g_autoptr (GError) error = NULL;
        g_autoptr (TrsReply) reply = NULL;

        serve (fixture, &answer);
        reply = soup_fixture_send (fixture, methods[j], fixture->address, &error);
        g_assert_no_error (error);
        g_assert_cmpuint (reply->status, ==, statuses[i]);
      }

  g_assert_cmpuint (fixture->n_requests, ==, G_N_ELEMENTS (statuses) * G_N_ELEMENTS (methods));
  g_assert_cmpuint (n_stolen, ==, 0);
  soup_server_disconnect (other);
}

/* By the clock of the server, which need not be that of this computer. */
static void
test_date (SoupFixture   *fixture,
           gconstpointer  data)
{
  static const struct
  {
    const char *value;
    gint64 expected;
  } dates[] = {
    { "Thu, 12 Mar 2026 12:00:00 GMT", G_GINT64_CONSTANT (1773316800000000) },
    { "yesterday", 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (dates); i++)
    {
      Answer answer = { 200, "Date", dates[i].value, NULL, NULL, "{}" };
      g_autoptr (TrsReply) reply = NULL;

      serve (fixture, &answer);
      reply = soup_fixture_send (fixture, "GET", fixture->address, NULL);
      g_assert_cmpint (reply->date, ==, dates[i].expected);
    }
}

static void
assert_retry_after (SoupFixture *fixture,
                    const char  *value,
                    const char  *date,
                    gint         expected)
{
  Answer answer = { 429, "Retry-After", value, date != NULL ? "Date" : NULL, date, "{}" };
  g_autoptr (TrsReply) reply = NULL;

  serve (fixture, &answer);
  reply = soup_fixture_send (fixture, "GET", fixture->address, NULL);
  g_assert_cmpint (reply->retry_after, ==, expected);
}

static void
test_retry_after (SoupFixture   *fixture,
                  gconstpointer  data)
{
  static const char noon[] = "Thu, 12 Mar 2026 12:00:00 GMT";
  static const char later[] = "Thu, 12 Mar 2026 12:02:00 GMT";

  assert_retry_after (fixture, "0", NULL, 0);
  assert_retry_after (fixture, "17", NULL, 17);
  assert_retry_after (fixture, later, noon, 120);
  assert_retry_after (fixture, noon, later, 0);
  assert_retry_after (fixture, "Thu, 12 Mar 2037 12:02:00 GMT", noon, 24 * 60 * 60);
  assert_retry_after (fixture, "99999999999999999999", NULL, -1);
  assert_retry_after (fixture, "4294967297", NULL, 24 * 60 * 60);
  assert_retry_after (fixture, "-5", NULL, -1);
  assert_retry_after (fixture, "soon", NULL, -1);
}

static void
test_refused_addresses (SoupFixture   *fixture,
                        gconstpointer  data)
{
  static const char *const addresses[] = {
    "http://service.example/", "http://127.0.0.1.example/", "http://localhost.example/", "ftp://127.0.0.1/",
    "file:///etc/passwd", "http:///x", "https:///x", "http://user:pass@127.0.0.1/", "https://user@service.example/",
    "https://service.example/#x", "", "127.0.0.1", "/api/list", "http://[::1", "http://10.0.0.1/",
  };

  for (guint i = 0; i < G_N_ELEMENTS (addresses); i++)
    {
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", addresses[i]);
      g_assert_null (soup_fixture_send (fixture, "GET", addresses[i], &error));
      g_assert_error (error, TRS_ERROR, TRS_ERROR_REFUSED_ADDRESS);
      g_assert_true (trs_error_get_not_sent (error));
    }
}

static void
test_refused_keys (SoupFixture   *fixture,
                   gconstpointer  data)
{
  static const char *const keys[] = {
    "secretkey1\r\nX-Evil: 1", "secretkey1\n", "secret key1", "secretkey1\t", "secretkey1\xc2\xa0", "secretkey1\x7f",
    "\xef\xbb\xbfsecretkey1",
  };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autoptr (TrsRequest) request = trs_request_new ("GET", fixture->address, keys[i]);
      g_autoptr (GError) error = NULL;

      g_clear_object (&fixture->result);
      trs_transport_send_async (fixture->transport, request, NULL, trs_test_store_result, &fixture->result);
      g_assert_null (soup_fixture_finish (fixture, &error));
      g_assert_error (error, TRS_ERROR, TRS_ERROR_INVALID_KEY);
      g_assert_null (strstr (error->message, "secretkey1"));
      g_assert_true (trs_error_get_not_sent (error));
    }
  g_assert_cmpuint (fixture->n_requests, ==, 0);
}

static void
test_no_key (SoupFixture   *fixture,
             gconstpointer  data)
{
  static const char *const keys[] = { NULL, "" };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autoptr (TrsRequest) request = trs_request_new ("GET", fixture->address, keys[i]);
      g_autoptr (GError) error = NULL;

      g_clear_object (&fixture->result);
      trs_transport_send_async (fixture->transport, request, NULL, trs_test_store_result, &fixture->result);
      g_assert_null (soup_fixture_finish (fixture, &error));
      g_assert_error (error, TRS_ERROR, TRS_ERROR_NO_KEY);
      g_assert_true (trs_error_get_not_sent (error));
    }
}

static void
hang_cb (SoupServer        *server,
         SoupServerMessage *message,
         const char        *path,
         GHashTable        *query,
         gpointer           user_data)
{
  if (g_str_equal (path, "/hang"))
    soup_server_message_pause (message);
  else
    soup_server_message_set_status (message, 200, NULL);
}

/* libsoup alone would let two requests that hang block every other one. */
static void
test_hanging_polls_block_no_click (SoupFixture   *fixture,
                                   gconstpointer  data)
{
  g_autofree char *hang = g_strconcat (fixture->address, "/hang", NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (TrsReply) reply = NULL;
  g_autoptr (GError) error = NULL;
  GAsyncResult *results[4] = { NULL };

  soup_server_add_handler (fixture->server, NULL, hang_cb, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    {
      g_autoptr (TrsRequest) request = trs_request_new ("GET", hang, SOUP_FIXTURE_KEY);

      request->background = TRUE;
      trs_transport_send_async (fixture->transport, request, cancellable, trs_test_store_result, &results[i]);
    }
  trs_test_wait_until (fixture->n_requests == G_N_ELEMENTS (results));

  reply = soup_fixture_send (fixture, "GET", fixture->address, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (reply->status, ==, 200);

  g_cancellable_cancel (cancellable);
  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    {
      g_autoptr (GError) cancelled = NULL;

      trs_test_wait_result (results[i]);
      g_assert_null (trs_transport_send_finish (fixture->transport, results[i], &cancelled));
      g_assert_error (cancelled, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_object_unref (results[i]);
    }
}

int
main (int   argc,
      char *argv[])
{
  static const struct
  {
    const char *name;
    void (*function) (SoupFixture *, gconstpointer);
  } tests[] = {
    { "request", test_request },
    { "statuses", test_statuses },
    { "redirects", test_redirects },
    { "date", test_date },
    { "retry-after", test_retry_after },
    { "refused-addresses", test_refused_addresses },
    { "refused-keys", test_refused_keys },
    { "no-key", test_no_key },
    { "hanging-polls-block-no-click", test_hanging_polls_block_no_click },
  };

  trs_test_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strconcat ("/soup-transport/", tests[i].name, NULL);

      g_test_add (path, SoupFixture, NULL, soup_fixture_set_up, tests[i].function, soup_fixture_tear_down);
    }
  return g_test_run ();
}
