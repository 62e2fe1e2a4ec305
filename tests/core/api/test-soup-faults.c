/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "trs-api-codec.h"
#include "trs-error.h"
#include "trs-raw-server.h"
#include "trs-soup-fixture.h"
#include "trs-test-utils.h"

#define HEAD "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
#define LIST "[{\"id\":\"a\",\"name\":\"x\",\"state\":\"done\"}]"
#define CUT_LIST "[{\"id\":\"a\",\"name\":\"x\",\"sta"

typedef struct
{
  SoupFixture soup;
  TrsRawServer *server;
  char *uri;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  soup_fixture_set_up (&fixture->soup, NULL);
  fixture->server = trs_raw_server_new ();
  fixture->uri = trs_raw_server_get_uri (fixture->server, "/api/list");
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  soup_fixture_tear_down (&fixture->soup, NULL);
  g_assert_finalize_object (fixture->server);
  g_free (fixture->uri);
}

static void
serve (Fixture    *fixture,
       const char *reply,
       TrsRawEnd   end)
{
  g_autoptr (GBytes) bytes = g_bytes_new (reply, strlen (reply));

  trs_raw_server_set_reply (fixture->server, bytes, end);
}

static void
assert_fails (Fixture    *fixture,
              const char *method,
              TrsError    code,
              guint       status)
{
  g_autoptr (GError) error = NULL;
  guint before = trs_raw_server_get_n_requests (fixture->server);

  g_assert_null (soup_fixture_send (&fixture->soup, method, fixture->uri, &error));
  g_assert_error (error, TRS_ERROR, (gint) code);
  g_assert_cmpuint (trs_error_get_http_status (error), ==, status);
  g_assert_false (trs_error_get_not_sent (error));
  g_assert_cmpuint (trs_raw_server_get_n_requests (fixture->server), ==, before + 1);
}

/* Whether the library notices depends on its version; if not, the codec must. */
static void
assert_no_list (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsReply) reply = soup_fixture_send (&fixture->soup, "GET", fixture->uri, &error);

  if (reply != NULL)
    g_assert_null (trs_api_codec_read_list (reply->body, TRS_API_DEFAULT_PROJECT_FIELD, &error));
  g_assert_true (g_error_matches (error, TRS_ERROR, TRS_ERROR_CUT_SHORT) ||
                 g_error_matches (error, TRS_ERROR, TRS_ERROR_NOT_THE_SERVICE));
  g_assert_false (trs_error_get_not_sent (error));
}

static void
test_cut_content_length (Fixture       *fixture,
                         gconstpointer  data)
{
  serve (fixture, HEAD "Content-Length: 100\r\n\r\n" CUT_LIST, TRS_RAW_CLOSE);
  assert_fails (fixture, "GET", TRS_ERROR_CUT_SHORT, 200);
  serve (fixture, HEAD "Content-Length: 100\r\n\r\n", TRS_RAW_CLOSE);
  assert_fails (fixture, "GET", TRS_ERROR_CUT_SHORT, 200);
  /* Even where what came is whole JSON. */
  serve (fixture, HEAD "Content-Length: 100\r\n\r\n" LIST, TRS_RAW_CLOSE);
  assert_fails (fixture, "GET", TRS_ERROR_CUT_SHORT, 200);
  serve (fixture, "HTTP/1.1 201 Created\r\nContent-Length: 100\r\n\r\n{\"success\":true,", TRS_RAW_CLOSE);
  assert_fails (fixture, "POST", TRS_ERROR_CUT_SHORT, 201);
}

static void
test_cut_chunked (Fixture       *fixture,
                  gconstpointer  data)
{
  serve (fixture, HEAD "Transfer-Encoding: chunked\r\n\r\n1b\r\n" CUT_LIST "\r\n", TRS_RAW_CLOSE);
  assert_no_list (fixture);
  serve (fixture, HEAD "Transfer-Encoding: chunked\r\n\r\nff\r\n" CUT_LIST, TRS_RAW_CLOSE);
  assert_no_list (fixture);
  serve (fixture, HEAD "Transfer-Encoding: chunked\r\n\r\n", TRS_RAW_CLOSE);
  assert_no_list (fixture);
}

static void
test_close_delimited (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autoptr (TrsReply) reply = NULL;
  g_autoptr (GError) error = NULL;

  serve (fixture, HEAD "Connection: close\r\n\r\n" CUT_LIST, TRS_RAW_CLOSE);
  assert_no_list (fixture);

  serve (fixture, HEAD "Connection: close\r\n\r\n" LIST, TRS_RAW_CLOSE);
  reply = soup_fixture_send (&fixture->soup, "GET", fixture->uri, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (g_bytes_get_data (reply->body, NULL), g_bytes_get_size (reply->body), LIST, strlen (LIST));
}

static void
test_reset (Fixture       *fixture,
            gconstpointer  data)
{
  serve (fixture, HEAD "Content-Length: 100\r\n\r\n" CUT_LIST, TRS_RAW_RESET);
  assert_fails (fixture, "GET", TRS_ERROR_CUT_SHORT, 200);
  serve (fixture, "", TRS_RAW_RESET);
  assert_fails (fixture, "POST", TRS_ERROR_OFFLINE, 0);
}

/* A submission that was read and not answered may have gone through: once, and not again. */
static void
test_closed_without_a_word (Fixture       *fixture,
                            gconstpointer  data)
{
  serve (fixture, "", TRS_RAW_CLOSE);
  assert_fails (fixture, "POST", TRS_ERROR_OFFLINE, 0);
  assert_fails (fixture, "POST", TRS_ERROR_OFFLINE, 0);
  serve (fixture, "HTTP/1.1 201 Crea", TRS_RAW_CLOSE);
  g_assert_null (soup_fixture_send (&fixture->soup, "POST", fixture->uri, NULL));
  g_assert_cmpuint (trs_raw_server_get_n_requests (fixture->server), ==, 3);
}

static void
test_garbage (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  serve (fixture, "SSH-2.0-OpenSSH_9.2\r\n\r\n", TRS_RAW_CLOSE);
  g_assert_null (soup_fixture_send (&fixture->soup, "GET", fixture->uri, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_NOT_THE_SERVICE);
  g_assert_false (trs_error_get_not_sent (error));
}

/* What only a deadline ends. All of them are waited for together. */
typedef struct
{
  const char *method;
  const char *reply;
  TrsRawEnd end;
  guint status; /* of the error */
} Fault;

/* Each byte of those that drip comes well within the timeout of a socket operation. */
static const Fault slow_faults[] = {
  { "GET", HEAD "Content-Length: 100000\r\n\r\n[", TRS_RAW_DRIP, 200 },
  { "GET", "HTTP/1.1 200 OK\r\nX-A: ", TRS_RAW_DRIP, 0 },
  { "POST", "", TRS_RAW_HANG, 0 },
  { "GET", HEAD "Content-Length: 100\r\n\r\n[", TRS_RAW_HANG, 200 },
};

static void
test_deadline (void)
{
  Fixture fixtures[G_N_ELEMENTS (slow_faults)] = { 0 };
  gint64 begin = g_get_monotonic_time ();

  for (guint i = 0; i < G_N_ELEMENTS (slow_faults); i++)
    {
      const Fault *fault = &slow_faults[i];

      set_up (&fixtures[i], NULL);
      serve (&fixtures[i], fault->reply, fault->end);
      /* Long enough for everything that comes before the fault. */
      soup_fixture_start (&fixtures[i].soup, fault->method, fixtures[i].uri, trs_test_patience (2), NULL);
    }
  for (guint i = 0; i < G_N_ELEMENTS (slow_faults); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (soup_fixture_finish (&fixtures[i].soup, &error));
      g_assert_error (error, TRS_ERROR, TRS_ERROR_TIMED_OUT);
      g_assert_cmpuint (trs_error_get_http_status (error), ==, slow_faults[i].status);
      g_assert_false (trs_error_get_not_sent (error));
      /* It is not the time-out of the socket, which is 30 seconds, however slow the machine is. */
      g_assert_cmpint (g_get_monotonic_time () - begin, <, 25 * G_TIME_SPAN_SECOND);
      trs_test_wait_until (trs_raw_server_get_n_open (fixtures[i].server) == 0);
      tear_down (&fixtures[i], NULL);
    }
}

/* The handshake never ends, so that the request, and with it the key, never left. */
static void
test_hang_before_sending (Fixture       *fixture,
                          gconstpointer  data)
{
  g_autofree char *uri = g_strconcat ("https", fixture->uri + strlen ("http"), NULL);
  g_autoptr (GError) error = NULL;

  soup_fixture_start (&fixture->soup, "POST", uri, 1, NULL);
  g_assert_null (soup_fixture_finish (&fixture->soup, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_TIMED_OUT);
  g_assert_true (trs_error_get_not_sent (error));
  g_assert_cmpuint (trs_raw_server_get_n_requests (fixture->server), ==, 0);
  trs_test_wait_until (trs_raw_server_get_n_open (fixture->server) == 0);
}

static void
test_refused (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  trs_raw_server_stop (fixture->server);
  g_assert_null (soup_fixture_send (&fixture->soup, "POST", fixture->uri, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_OFFLINE);
  g_assert_true (trs_error_get_not_sent (error));
}

/* The server ended the connection that was kept alive: what comes next needs a new one. */
static void
test_dead_kept_alive (Fixture       *fixture,
                      gconstpointer  data)
{
  static const char *const methods[] = { "GET", "POST" };

  serve (fixture, HEAD "Content-Length: 2\r\n\r\n[]", TRS_RAW_CLOSE);
  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TrsReply) reply = soup_fixture_send (&fixture->soup, methods[i % 2], fixture->uri, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (reply->status, ==, 200);
      g_assert_cmpuint (trs_raw_server_get_n_requests (fixture->server), ==, i + 1);
    }
}

static void
cancel_under_way (Fixture *fixture)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  guint before = trs_raw_server_get_n_requests (fixture->server);

  soup_fixture_start (&fixture->soup, "GET", fixture->uri, 15, cancellable);
  trs_test_wait_until (trs_raw_server_get_n_requests (fixture->server) > before);
  trs_test_settle ();
  g_assert_null (fixture->soup.result);
  g_cancellable_cancel (cancellable);
  g_assert_null (fixture->soup.result);
  g_assert_null (soup_fixture_finish (&fixture->soup, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  trs_test_wait_until (trs_raw_server_get_n_open (fixture->server) == 0);
}

static void
test_cancel (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  serve (fixture, "", TRS_RAW_HANG);
  cancel_under_way (fixture);
  serve (fixture, HEAD "Content-Length: 100000\r\n\r\n[", TRS_RAW_HANG);
  cancel_under_way (fixture);
  serve (fixture, HEAD "Content-Length: 100000\r\n\r\n[", TRS_RAW_DRIP);
  cancel_under_way (fixture);

  g_cancellable_cancel (cancelled);
  soup_fixture_start (&fixture->soup, "GET", fixture->uri, 15, cancelled);
  g_assert_null (soup_fixture_finish (&fixture->soup, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (trs_raw_server_get_n_requests (fixture->server), ==, 3);
}

/* Compresses @total bytes: @text once, or else zeros. */
static void
append_compressed (GByteArray *array,
                   const char *text,
                   gsize       total)
{
  g_autoptr (GZlibCompressor) compressor = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 1);
  static const guint8 zeros[64 * 1024];
  guint8 out[64 * 1024];
  GConverterResult result = G_CONVERTER_CONVERTED;
  gsize done = 0;

  while (result != G_CONVERTER_FINISHED)
    {
      g_autoptr (GError) error = NULL;
      gconstpointer in = text != NULL ? (gconstpointer) (text + done) : zeros;
      gsize n_in = text != NULL ? total - done : MIN (total - done, sizeof zeros);
      gsize n_read = 0;
      gsize n_written = 0;

      result = g_converter_convert (G_CONVERTER (compressor), in, n_in, out, sizeof out,
                                    n_in == 0 ? G_CONVERTER_INPUT_AT_END : 0, &n_read, &n_written, &error);
      g_assert_no_error (error);
      done += n_read;
      g_byte_array_append (array, out, (guint) n_written);
    }
}

static GBytes *
make_compressed_reply (const char *text,
                       gsize       total,
                       gsize       n_cut)
{
  GByteArray *reply = g_byte_array_new ();
  g_autoptr (GByteArray) body = g_byte_array_new ();
  g_autofree char *head = NULL;

  append_compressed (body, text, total);
  g_byte_array_set_size (body, body->len - (guint) n_cut);
  head = g_strdup_printf (HEAD "Connection: close\r\nContent-Encoding: gzip\r\nContent-Length: %u\r\n\r\n",
                          body->len);
  g_byte_array_append (reply, (const guint8 *) head, (guint) strlen (head));
  g_byte_array_append (reply, body->data, body->len);
  return g_byte_array_free_to_bytes (reply);
}

static gsize
get_peak_memory (void)
{
  g_autofree char *status = NULL;
  const char *line;

  g_assert_true (g_file_get_contents ("/proc/self/status", &status, NULL, NULL));
  line = strstr (status, "VmHWM:");
  g_assert_nonnull (line);
  return (gsize) g_ascii_strtoull (line + strlen ("VmHWM:"), NULL, 10) * 1024;
}

/* A few hundred kilobytes that would become 400 MiB. */
static void
test_bomb (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (GBytes) reply = make_compressed_reply (NULL, 400 * 1024 * 1024, 0);
  gsize before = get_peak_memory ();

  g_assert_cmpuint (g_bytes_get_size (reply), <, 4 * 1024 * 1024);
  trs_raw_server_set_reply (fixture->server, reply, TRS_RAW_HANG);
  assert_fails (fixture, "GET", TRS_ERROR_TOO_LARGE, 200);
  trs_test_wait_until (trs_raw_server_get_n_open (fixture->server) == 0);
  g_assert_cmpuint (get_peak_memory () - before, <, 200 * 1024 * 1024);
}

static void
test_compressed (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr (GBytes) whole = make_compressed_reply (LIST, strlen (LIST), 0);
  g_autoptr (TrsReply) reply = NULL;
  g_autoptr (GError) error = NULL;

  trs_raw_server_set_reply (fixture->server, whole, TRS_RAW_CLOSE);
  reply = soup_fixture_send (&fixture->soup, "GET", fixture->uri, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (g_bytes_get_data (reply->body, NULL), g_bytes_get_size (reply->body), LIST, strlen (LIST));

  /* The decoder of the floor takes the end of what came for the end of the text; the first 8 bytes are its check. */
  for (gsize n_cut = 14; n_cut < 30; n_cut++)
    {
      g_autoptr (GBytes) cut = make_compressed_reply (LIST, strlen (LIST), n_cut);

      trs_raw_server_set_reply (fixture->server, cut, TRS_RAW_CLOSE);
      assert_no_list (fixture);
    }

  serve (fixture, HEAD "Content-Encoding: gzip\r\nContent-Length: 8\r\n\r\nnot gzip", TRS_RAW_CLOSE);
  assert_no_list (fixture);
}

/* It is not necessary to read 64 MiB of what is announced to be more. */
static void
test_announced_too_large (Fixture       *fixture,
                          gconstpointer  data)
{
  serve (fixture, HEAD "Content-Length: 67108865\r\n\r\n[", TRS_RAW_HANG);
  assert_fails (fixture, "GET", TRS_ERROR_TOO_LARGE, 200);
  trs_test_wait_until (trs_raw_server_get_n_open (fixture->server) == 0);
}

static void
serve_informational (Fixture    *fixture,
                     const char *line,
                     guint       n,
                     const char *rest,
                     TrsRawEnd   end)
{
  g_autoptr (GString) reply = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (reply, "HTTP/1.1 %s\r\nX-Number: %u\r\n\r\n", line, i);
  g_string_append (reply, rest);
  serve (fixture, reply->str, end);
}

/* As long as there are more to read the library does not come back, and neither deadline nor cancellation has its turn.
 */
static void
test_endless_informational (Fixture       *fixture,
                            gconstpointer  data)
{
  static const char *const lines[] = { "100 Continue", "102 Processing", "103 Early Hints" };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      serve_informational (fixture, lines[i], 1000, "", TRS_RAW_FLOOD);
      assert_fails (fixture, "GET", TRS_ERROR_NOT_THE_SERVICE, 0);
      trs_test_wait_until (trs_raw_server_get_n_open (fixture->server) == 0);
      assert_fails (fixture, "POST", TRS_ERROR_NOT_THE_SERVICE, 0);
      trs_test_wait_until (trs_raw_server_get_n_open (fixture->server) == 0);
    }
}

static void
test_some_informational (Fixture       *fixture,
                         gconstpointer  data)
{
  g_autoptr (TrsReply) reply = NULL;
  g_autoptr (GError) error = NULL;

  serve_informational (fixture, "103 Early Hints", 16, HEAD "Content-Length: 2\r\n\r\n[]", TRS_RAW_CLOSE);
  reply = soup_fixture_send (&fixture->soup, "GET", fixture->uri, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (reply->status, ==, 200);

  serve_informational (fixture, "103 Early Hints", 17, HEAD "Content-Length: 2\r\n\r\n[]", TRS_RAW_CLOSE);
  assert_fails (fixture, "GET", TRS_ERROR_NOT_THE_SERVICE, 0);
}

/* Something answered, so nobody shall look for a fault in the network. */
static void
test_endless_headers (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autofree char *filling = g_strnfill (1000, 'x');
  g_autofree char *header = g_strconcat ("X-Filling: ", filling, "\r\n", NULL);
  g_autofree char *many = g_strconcat (HEAD, header, NULL);
  g_autofree char *one = g_strconcat (HEAD "X-Filling: ", filling, NULL);

  serve (fixture, many, TRS_RAW_FLOOD);
  assert_fails (fixture, "GET", TRS_ERROR_TOO_LARGE, 0);
  assert_fails (fixture, "POST", TRS_ERROR_TOO_LARGE, 0);
  serve (fixture, one, TRS_RAW_FLOOD);
  assert_fails (fixture, "GET", TRS_ERROR_TOO_LARGE, 0);
  serve (fixture, filling, TRS_RAW_FLOOD);
  assert_fails (fixture, "GET", TRS_ERROR_TOO_LARGE, 0);
  trs_test_wait_until (trs_raw_server_get_n_open (fixture->server) == 0);

  /* Reset in the middle of them. */
  serve (fixture, many, TRS_RAW_RESET);
  assert_fails (fixture, "POST", TRS_ERROR_CUT_SHORT, 0);
}

/* A proxy of the environment is for the others, not for this computer, and never sees the key. */
static void
test_proxy (void)
{
  Fixture fixture = { { NULL } };
  g_autoptr (TrsRawServer) proxy = NULL;
  g_autoptr (GBytes) refusal = g_bytes_new_static ("HTTP/1.1 402 No\r\nContent-Length: 0\r\n\r\n", 38);
  g_autofree char *proxy_uri = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsReply) reply = NULL;

  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
      g_test_trap_assert_passed ();
      return;
    }

  proxy = trs_raw_server_new ();
  trs_raw_server_set_reply (proxy, refusal, TRS_RAW_CLOSE);
  proxy_uri = trs_raw_server_get_uri (proxy, "/");
  g_setenv ("http_proxy", proxy_uri, TRUE);
  g_setenv ("https_proxy", proxy_uri, TRUE);
  g_unsetenv ("no_proxy");
  set_up (&fixture, NULL);

  serve (&fixture, HEAD "Content-Length: 2\r\n\r\n[]", TRS_RAW_CLOSE);
  reply = soup_fixture_send (&fixture.soup, "GET", fixture.uri, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (trs_raw_server_get_n_requests (proxy), ==, 0);

  g_assert_null (soup_fixture_send (&fixture.soup, "POST", "https://198.51.100.1/", &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_OFFLINE);
  g_assert_true (trs_error_get_not_sent (error));
  g_assert_cmpuint (trs_raw_server_get_n_requests (proxy), ==, 1);
  g_assert_nonnull (strstr (trs_raw_server_get_request (proxy), "CONNECT 198.51.100.1"));
  g_assert_null (strstr (trs_raw_server_get_request (proxy), SOUP_FIXTURE_KEY));
  tear_down (&fixture, NULL);
}

/* A connection that was kept open may be dead without a sign, after a suspend for instance. A submission must not be
 * the one to find out: nobody would know what became of it. */
static void
test_submission_on_a_fresh_connection (Fixture       *fixture,
                                       gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsReply) list = NULL;
  g_autoptr (TrsReply) submission = NULL;

  /* Each connection answers to one request, and then is silent. */
  serve (fixture, HEAD "Content-Length: 2\r\n\r\n[]", TRS_RAW_HANG);
  list = soup_fixture_send (&fixture->soup, "GET", fixture->uri, &error);
  g_assert_no_error (error);
  soup_fixture_start (&fixture->soup, "POST", fixture->uri, 2, NULL);
  submission = soup_fixture_finish (&fixture->soup, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (submission->status, ==, 200);
  g_assert_cmpuint (trs_raw_server_get_n_requests (fixture->server), ==, 2);
}

int
main (int   argc,
      char *argv[])
{
  static const struct
  {
    const char *name;
    void (*function) (Fixture *, gconstpointer);
  } tests[] = {
    { "cut-content-length", test_cut_content_length },
    { "cut-chunked", test_cut_chunked },
    { "close-delimited", test_close_delimited },
    { "reset", test_reset },
    { "closed-without-a-word", test_closed_without_a_word },
    { "garbage", test_garbage },
    { "hang-before-sending", test_hang_before_sending },
    { "refused", test_refused },
    { "dead-kept-alive", test_dead_kept_alive },
    { "submission-on-a-fresh-connection", test_submission_on_a_fresh_connection },
    { "cancel", test_cancel },
    { "bomb", test_bomb },
    { "compressed", test_compressed },
    { "announced-too-large", test_announced_too_large },
    { "endless-informational", test_endless_informational },
    { "some-informational", test_some_informational },
    { "endless-headers", test_endless_headers },
  };

  trs_test_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strconcat ("/soup-faults/", tests[i].name, NULL);

      g_test_add (path, Fixture, NULL, set_up, tests[i].function, tear_down);
    }
  g_test_add_func ("/soup-faults/deadline", test_deadline);
  g_test_add_func ("/soup-faults/proxy", test_proxy);
  return g_test_run ();
}
