/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-answer-book.h"
#include "trs-service-fixture.h"
#include "trs-test-utils.h"

/* Every kind of fault, as it reaches the other end of the wire. */

typedef struct
{
  GString *bytes;
  GSocketConnection *connection;
  char buffer[65536];
  gboolean ended;
  gboolean reset;
  gint64 limit;
} Wire;

static void
wire_free (Wire *wire)
{
  g_assert_true (wire->ended || wire->connection == NULL);
  g_string_free (wire->bytes, TRUE);
  g_clear_object (&wire->connection);
  g_free (wire);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Wire, wire_free)

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  Wire *wire = user_data;
  g_autoptr (GError) error = NULL;
  gssize n_read = g_input_stream_read_finish (G_INPUT_STREAM (source), result, &error);

  wire->reset = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_CLOSED);
  if (n_read <= 0 || wire->bytes->len >= (gsize) wire->limit)
    {
      wire->ended = TRUE;
      return;
    }
  g_string_append_len (wire->bytes, wire->buffer, n_read);
  g_input_stream_read_async (G_INPUT_STREAM (source), wire->buffer, sizeof wire->buffer, G_PRIORITY_DEFAULT, NULL,
                             read_cb, wire);
}

/* Asks as a bare socket does, and starts to listen. */
static Wire *
wire_ask (Fixture    *fixture,
          const char *request)
{
  Wire *wire = g_new0 (Wire, 1);
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GError) error = NULL;
  GOutputStream *output;

  g_socket_client_set_enable_proxy (client, FALSE);
  wire->bytes = g_string_new (NULL);
  wire->limit = G_MAXINT64;
  wire->connection =
      g_socket_client_connect_to_host (client, "127.0.0.1", trs_service_get_port (fixture->service), NULL, &error);
  g_assert_no_error (error);
  output = g_io_stream_get_output_stream (G_IO_STREAM (wire->connection));
  g_output_stream_write_all (output, request, strlen (request), NULL, NULL, &error);
  g_assert_no_error (error);
  g_input_stream_read_async (g_io_stream_get_input_stream (G_IO_STREAM (wire->connection)), wire->buffer,
                             sizeof wire->buffer, G_PRIORITY_DEFAULT, NULL, read_cb, wire);
  return wire;
}

#define LIST_REQUEST "GET /api/list HTTP/1.1\r\nHost: localhost\r\napi-key: " ALICE "\r\n\r\n"

static Wire *
wire_get (Fixture    *fixture,
          const char *script)
{
  Wire *wire;

  fixture_script (fixture, script);
  wire = wire_ask (fixture, LIST_REQUEST);
  trs_test_wait_until (wire->ended);
  return wire;
}

static const char *
wire_body (Wire *wire)
{
  const char *border = strstr (wire->bytes->str, "\r\n\r\n");

  g_assert_nonnull (border);
  return border + 4;
}

static guint
count_projects (Fixture *fixture)
{
  g_autoptr (Response) list = NULL;

  fixture_script (fixture, "{\"rules\":[]}");
  list = fixture_get (fixture, "/api/list");
  return json_array_get_length (json_node_get_array (list->json));
}

static void
test_closes_without_an_answer (Fixture       *fixture,
                               gconstpointer  data)
{
  g_autoptr (Wire) fin = wire_get (fixture, "{\"rules\":[{\"close\":\"fin\"}]}");
  g_autoptr (Wire) reset = wire_get (fixture, "{\"rules\":[{\"close\":\"reset\"}]}");

  g_assert_cmpuint (fin->bytes->len, ==, 0);
  g_assert_false (fin->reset);
  g_assert_cmpuint (reset->bytes->len, ==, 0);
  g_assert_true (reset->reset);
}

static void
test_cuts (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (Wire) counted = wire_get (fixture, "{\"rules\":[{\"status\":200,\"body\":\"0123456789\",\"cut\":4}]}");
  g_autoptr (Wire) chunked =
      wire_get (fixture, "{\"rules\":[{\"status\":200,\"body\":\"0123456789\",\"cut\":4,\"framing\":\"chunked\"}]}");
  g_autoptr (Wire) closed =
      wire_get (fixture, "{\"rules\":[{\"status\":200,\"body\":\"0123456789\",\"cut\":4,\"framing\":\"close\"}]}");
  g_autoptr (Wire) headers = wire_get (fixture, "{\"rules\":[{\"cut\":0}]}");

  g_assert_nonnull (strstr (counted->bytes->str, "Content-Length: 10\r\n"));
  g_assert_cmpstr (wire_body (counted), ==, "0123");
  g_assert_nonnull (strstr (chunked->bytes->str, "Transfer-Encoding: chunked\r\n"));
  g_assert_null (strstr (chunked->bytes->str, "Content-Length"));
  g_assert_cmpstr (wire_body (chunked), ==, "4\r\n0123\r\n");
  g_assert_null (strstr (closed->bytes->str, "Content-Length"));
  g_assert_cmpstr (wire_body (closed), ==, "0123");
  /* The true answer, cut: its length is that of the empty array. */
  g_assert_nonnull (strstr (headers->bytes->str, "Content-Length: 2\r\n"));
  g_assert_cmpstr (wire_body (headers), ==, "");
}

static void
test_framing_is_right_when_whole (Fixture       *fixture,
                                  gconstpointer  data)
{
  static const char * const framings[] = { "length", "chunked", "close" };

  g_free (fixture_submit_ok (fixture, ALICE, "dialogue"));
  for (guint i = 0; i < G_N_ELEMENTS (framings); i++)
    {
      g_autofree char *script = g_strdup_printf ("{\"rules\":[{\"framing\":\"%s\"}]}", framings[i]);
      g_autoptr (Response) response = NULL;

      fixture_script (fixture, script);
      response = fixture_get (fixture, "/api/list");
      g_assert_cmpuint (response->status, ==, 200);
      g_assert_cmpuint (json_array_get_length (json_node_get_array (response->json)), ==, 1);
    }
}

static void
test_delays_and_drips (Fixture       *fixture,
                       gconstpointer  data)
{
  gint64 start = g_get_monotonic_time ();
  g_autoptr (Wire) late = wire_get (fixture, "{\"rules\":[{\"delay\":150}]}");
  gint64 delayed = g_get_monotonic_time () - start;
  g_autoptr (Wire) dripped = NULL;

  g_assert_cmpint (delayed, >=, 150000);
  g_assert_cmpstr (wire_body (late), ==, "[]");

  start = g_get_monotonic_time ();
  dripped = wire_get (fixture, "{\"rules\":[{\"status\":200,\"body\":\"0123456789\",\"drip\":20}]}");
  g_assert_cmpint (g_get_monotonic_time () - start, >=, 180000);
  g_assert_cmpstr (wire_body (dripped), ==, "0123456789");
}

static void
test_one_that_hangs_does_not_stop_the_rest (Fixture       *fixture,
                                            gconstpointer  data)
{
  g_autoptr (Wire) hanging = NULL;
  g_autoptr (Response) other = NULL;

  fixture_script (fixture, "{\"rules\":[{\"match\":{\"count\":1},\"delay\":1000000}]}");
  hanging = wire_ask (fixture, LIST_REQUEST);
  trs_test_settle ();
  g_assert_false (hanging->ended);
  other = fixture_get (fixture, "/api/list");
  g_assert_cmpuint (other->status, ==, 200);

  /* Stopping ends it. */
  fixture_stop (fixture);
  trs_test_wait_until (hanging->ended);
  g_assert_cmpuint (hanging->bytes->len, ==, 0);
}

static void
test_a_client_that_leaves (Fixture       *fixture,
                           gconstpointer  data)
{
  g_autoptr (Wire) hasty = NULL;
  g_autoptr (Wire) greedy = NULL;
  g_autoptr (Response) other = NULL;

  fixture_script (fixture, "{\"rules\":[{\"match\":{\"nth\":1},\"delay\":60},"
                           "{\"match\":{\"nth\":2},\"oversized\":40}]}");
  hasty = wire_ask (fixture, LIST_REQUEST);
  trs_test_settle ();
  g_socket_close (g_socket_connection_get_socket (hasty->connection), NULL);
  trs_test_wait_until (hasty->ended);

  greedy = wire_ask (fixture, LIST_REQUEST);
  greedy->limit = 100000;
  trs_test_wait_until (greedy->ended);
  g_socket_close (g_socket_connection_get_socket (greedy->connection), NULL);

  trs_test_settle ();
  other = fixture_get (fixture, "/api/list");
  g_assert_cmpstr (other->text, ==, "[]");
}

static void
test_scripted_answers (Fixture       *fixture,
                       gconstpointer  data)
{
  g_autoptr (Response) busy = NULL;
  g_autoptr (Response) moved = NULL;
  g_autoptr (Response) page = NULL;
  g_autoptr (Response) empty = NULL;

  fixture_script (fixture, "{\"rules\":["
                           "{\"match\":{\"nth\":1},\"status\":429,\"headers\":{\"Retry-After\":\"7\"}},"
                           "{\"match\":{\"nth\":2},\"status\":302,\"headers\":{\"Location\":\"http://x.invalid/\"}},"
                           "{\"match\":{\"nth\":3},\"status\":200,\"body\":\"<html>\",\"content-type\":\"text/html\"},"
                           "{\"status\":200,\"body\":\"\"}]}");
  busy = fixture_get (fixture, "/api/list");
  response_assert_error (busy, 429, "Too Many Requests");
  g_assert_cmpstr (soup_message_headers_get_one (busy->headers, "Retry-After"), ==, "7");
  moved = fixture_get (fixture, "/api/list");
  g_assert_cmpuint (moved->status, ==, 302);
  g_assert_cmpstr (soup_message_headers_get_one (moved->headers, "Location"), ==, "http://x.invalid/");
  page = fixture_get (fixture, "/api/list");
  g_assert_cmpuint (page->status, ==, 200);
  g_assert_cmpstr (page->text, ==, "<html>");
  g_assert_cmpstr (soup_message_headers_get_content_type (page->headers, NULL), ==, "text/html");
  empty = fixture_get (fixture, "/api/list");
  g_assert_cmpuint (empty->status, ==, 200);
  g_assert_cmpuint (empty->length, ==, 0);
}

static void
test_bombs (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr (Response) bomb = NULL;
  g_autoptr (Response) large = NULL;

  fixture_script (fixture, "{\"rules\":[{\"match\":{\"nth\":1},\"gzip-bomb\":5},{\"oversized\":5}]}");
  bomb = fixture_get (fixture, "/api/list");
  g_assert_cmpuint (bomb->length, ==, 5 * 1048576);
  large = fixture_get (fixture, "/api/list");
  g_assert_cmpuint (large->length, ==, 5 * 1048576);
}

/* The service did it, and the client never learned. */
static void
test_done_but_not_told (Fixture       *fixture,
                        gconstpointer  data)
{
  static const char * const rules[] = {
    "{\"process\":true,\"close\":\"reset\"}",
    "{\"process\":true,\"close\":\"fin\"}",
    "{\"process\":true,\"status\":502,\"body\":\"<html>Bad gateway</html>\",\"content-type\":\"text/html\"}",
    "{\"process\":true,\"status\":201,\"body\":\"garbage\"}",
    "{\"cut\":10}",
    "{\"cut\":0,\"framing\":\"chunked\"}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      g_autofree char *script =
          g_strdup_printf ("{\"rules\":[{\"match\":{\"method\":\"POST\"},%s]}", rules[i] + 1);
      g_autoptr (Response) response = NULL;

      fixture_script (fixture, script);
      response = fixture_submit (fixture, ALICE, "seconds-59", "https://nowhere.invalid/");
      g_assert_true (response->json == NULL);
      g_assert_cmpuint (count_projects (fixture), ==, i + 1);
    }
}

static void
test_not_done (Fixture       *fixture,
               gconstpointer  data)
{
  static const char * const rules[] = {
    "{\"status\":503}",
    "{\"close\":\"reset\"}",
    "{\"process\":false,\"status\":201,\"body\":\"{\\\"success\\\":true,\\\"projectId\\\":\\\"x\\\"}\"}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      g_autofree char *script = g_strdup_printf ("{\"rules\":[%s]}", rules[i]);
      g_autoptr (Response) response = NULL;

      fixture_script (fixture, script);
      response = fixture_submit (fixture, ALICE, "seconds-59", "https://nowhere.invalid/");
      g_assert_cmpuint (count_projects (fixture), ==, 0);
    }
}

#define ADD(path, function) \
  g_test_add ("/service/delivery/" path, Fixture, NULL, fixture_set_up, function, fixture_tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("closes-without-an-answer", test_closes_without_an_answer);
  ADD ("cuts", test_cuts);
  ADD ("framing-is-right-when-whole", test_framing_is_right_when_whole);
  ADD ("delays-and-drips", test_delays_and_drips);
  ADD ("one-that-hangs", test_one_that_hangs_does_not_stop_the_rest);
  ADD ("a-client-that-leaves", test_a_client_that_leaves);
  ADD ("scripted-answers", test_scripted_answers);
  ADD ("bombs", test_bombs);
  ADD ("done-but-not-told", test_done_but_not_told);
  ADD ("not-done", test_not_done);
  return answer_book_run_tests ("/service/delivery");
}
