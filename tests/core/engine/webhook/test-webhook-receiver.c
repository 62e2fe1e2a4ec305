/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-error.h"
#include "trs-manual-clock.h"
#include "trs-test-utils.h"
#include "trs-webhook-receiver.h"

#define MIB (1024 * 1024)
#define EMPTY_POST "Content-Length: 2\r\n\r\n{}"

typedef struct
{
  GSettings *settings;
  TrsAccount *account;
  TrsManualClock *clock;
  TrsWebhookReceiver *receiver;
  GPtrArray *called;
  gboolean free_when_called;
} Fixture;

static void
called_cb (TrsWebhookReceiver *receiver,
           TrsProject         *project,
           gpointer            user_data)
{
  Fixture *fixture = user_data;

  g_ptr_array_add (fixture->called, g_strdup (trs_project_get_data (project)->video_id));
  if (fixture->free_when_called)
    g_clear_object (&fixture->receiver);
}

static void
fixture_set_up (Fixture       *fixture,
                gconstpointer  data)
{
  fixture->settings = g_settings_new ("io.github.transcripts_app.Transcripts");
  g_settings_set_enum (fixture->settings, "callback-mode", TRS_CALLBACK_THIS_COMPUTER);
  fixture->account = trs_account_new (fixture->settings);
  fixture->clock = trs_manual_clock_new (0);
  fixture->receiver = trs_webhook_receiver_new (fixture->account, TRS_CLOCK (fixture->clock));
  fixture->called = g_ptr_array_new_with_free_func (g_free);
  g_signal_connect (fixture->receiver, "called", G_CALLBACK (called_cb), fixture);
}

static void
fixture_tear_down (Fixture       *fixture,
                   gconstpointer  data)
{
  g_clear_object (&fixture->receiver);
  g_assert_cmpuint (trs_manual_clock_get_n_waiting (fixture->clock), ==, 0);
  g_assert_finalize_object (fixture->clock);
  g_assert_finalize_object (fixture->account);
  g_settings_reset (fixture->settings, "callback-mode");
  g_settings_reset (fixture->settings, "callback-interface");
  g_settings_reset (fixture->settings, "callback-port");
  g_object_unref (fixture->settings);
  g_ptr_array_unref (fixture->called);
}

static void
bind (Fixture    *fixture,
      const char *local_id)
{
  g_autoptr (TrsProject) project = trs_project_new_pending (local_id, local_id, NULL);

  trs_webhook_receiver_bind (fixture->receiver, local_id, project);
}

/* The submission becomes a project at once. */
static char *
expect (Fixture    *fixture,
        const char *local_id)
{
  g_autoptr (GError) error = NULL;
  char *url = trs_webhook_receiver_get_url (fixture->receiver, local_id, &error);

  g_assert_no_error (error);
  bind (fixture, local_id);
  return url;
}

static char *
expect_at (Fixture     *fixture,
           const char  *local_id,
           const char  *interface,
           guint        port,
           GError     **error)
{
  g_settings_set_string (fixture->settings, "callback-interface", interface);
  g_settings_set (fixture->settings, "callback-port", "q", (guint16) port);
  return trs_webhook_receiver_get_url (fixture->receiver, local_id, error);
}

static GSocketConnection *
connect_to (const char  *url,
            GError     **error)
{
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GAsyncResult) result = NULL;

  g_socket_client_set_enable_proxy (client, FALSE);
  g_socket_client_connect_to_uri_async (client, url, 80, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return g_socket_client_connect_to_uri_finish (client, result, error);
}

static void
assert_closed (const char *url)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GSocketConnection) connection = connect_to (url, &error);

  g_assert_null (connection);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED);
}

static void
say (GSocketConnection *connection,
     const char        *text,
     gsize              length)
{
  g_autoptr (GAsyncResult) result = NULL;

  /* The other side may hang up before all is said. */
  g_output_stream_write_all_async (g_io_stream_get_output_stream (G_IO_STREAM (connection)), text, length,
                                   G_PRIORITY_DEFAULT, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
}

/* Returns: (transfer full): all that comes until the other side hangs up */
static char *
hear (GSocketConnection *connection)
{
  GInputStream *stream = g_io_stream_get_input_stream (G_IO_STREAM (connection));
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  gssize length;

  do
    {
      g_autoptr (GAsyncResult) result = NULL;
      char buffer[4096];

      g_input_stream_read_async (stream, buffer, sizeof buffer, G_PRIORITY_DEFAULT, NULL, trs_test_store_result,
                                 &result);
      trs_test_wait_result (result);
      length = g_input_stream_read_finish (stream, result, NULL);
      if (length > 0)
        g_byte_array_append (bytes, (guint8 *) buffer, (guint) length);
    }
  while (length > 0);

  return bytes->len > 0 ? g_strndup ((char *) bytes->data, bytes->len) : g_strdup ("");
}

static char *
make_head (const char *method,
           const char *url,
           const char *rest)
{
  const char *path = strchr (url + strlen ("http://"), '/');

  return g_strconcat (method, " ", path, " HTTP/1.1\r\nHost: localhost\r\n", rest, NULL);
}

/* Returns: (transfer full): the whole answer */
static char *
request (const char *method,
         const char *url,
         const char *rest)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GSocketConnection) connection = connect_to (url, &error);
  g_autofree char *text = make_head (method, url, rest);

  g_assert_no_error (error);
  say (connection, text, strlen (text));
  return hear (connection);
}

static void
assert_status (const char *method,
               const char *url,
               const char *rest,
               const char *status)
{
  g_autofree char *answer = request (method, url, rest);
  g_autofree char *wanted = g_strconcat ("HTTP/1.1 ", status, " ", NULL);
  g_autofree char *begin = g_strndup (answer, strlen (wanted));

  g_assert_cmpstr (begin, ==, wanted);
}

/* Its headers were read: there is no second call. */
static void
wait_until_begun (const char *url)
{
  gboolean begun = FALSE;

  while (!begun)
    {
      g_autofree char *answer = request ("GET", url, "\r\n");

      begun = g_str_has_prefix (answer, "HTTP/1.1 404 ");
    }
}

static void
test_called_once (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autofree char *first = expect (fixture, "first");
  g_autofree char *second = expect (fixture, "second");

  assert_status ("POST", first, EMPTY_POST, "204");
  trs_test_wait_until (fixture->called->len == 1);
  g_assert_cmpstr (fixture->called->pdata[0], ==, "first");

  assert_status ("POST", first, EMPTY_POST, "404");
  assert_status ("POST", second, "Transfer-Encoding: chunked\r\n\r\n3\r\n\xff\xfe}\r\n0\r\n\r\n", "204");
  trs_test_wait_until (fixture->called->len == 2);
  g_assert_cmpstr (fixture->called->pdata[1], ==, "second");
  assert_closed (first);
}

/* What was saved as the address of the user may be none: then nothing is submitted. */
static void
test_no_address (Fixture       *fixture,
                 gconstpointer  data)
{
  static const char * const none[] = { "", "nonsense", "file:///etc/passwd", "https://me:secret@example.org/" };
  g_autofree char *url = NULL;

  g_settings_set_enum (fixture->settings, "callback-mode", TRS_CALLBACK_MY_ADDRESS);
  for (guint i = 0; i < G_N_ELEMENTS (none); i++)
    {
      g_autoptr (GError) error = NULL;

      g_settings_set_string (fixture->settings, "callback-address", none[i]);
      g_assert_null (trs_webhook_receiver_get_url (fixture->receiver, "id", &error));
      g_assert_nonnull (error);
      g_assert_cmpuint (error->domain, ==, TRS_ERROR);
    }
  g_settings_set_string (fixture->settings, "callback-address", "https://me.example/hook");
  url = trs_webhook_receiver_get_url (fixture->receiver, "id", NULL);
  g_assert_cmpstr (url, ==, "https://me.example/hook");
  g_settings_reset (fixture->settings, "callback-address");
}

/* The call may come before the answer to the submission, and a pending project may be found in the list later. */
static void
test_called_before_bound (Fixture       *fixture,
                          gconstpointer  data)
{
  g_autoptr (TrsProject) pending = trs_project_new_pending ("id", "pending", NULL);
  g_autoptr (TrsProject) found = trs_project_new_pending ("id", "found", NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *url = trs_webhook_receiver_get_url (fixture->receiver, "id", &error);

  g_assert_no_error (error);
  assert_status ("POST", url, EMPTY_POST, "204");
  trs_test_settle ();
  g_assert_cmpuint (fixture->called->len, ==, 0);

  trs_webhook_receiver_bind (fixture->receiver, "id", pending);
  trs_webhook_receiver_bind (fixture->receiver, "id", pending);
  trs_test_settle ();
  g_assert_cmpuint (fixture->called->len, ==, 1);
  trs_webhook_receiver_bind (fixture->receiver, "id", found);
  trs_test_wait_until (fixture->called->len == 2);
  g_assert_cmpstr (fixture->called->pdata[1], ==, "found");

  trs_webhook_receiver_forget_project (fixture->receiver, found);
  trs_webhook_receiver_bind (fixture->receiver, "id", pending);
  trs_test_settle ();
  g_assert_cmpuint (fixture->called->len, ==, 2);
}

static void
test_only_post (Fixture       *fixture,
                gconstpointer  data)
{
  const char *methods[] = { "GET", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "post" };
  g_autofree char *url = expect (fixture, "id");
  g_autofree char *answer = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    assert_status (methods[i], url, "\r\n", "405");

  answer = request ("GET", url, "\r\n");
  g_assert_nonnull (strstr (answer, "Allow: POST\r\n"));
  g_assert_cmpuint (fixture->called->len, ==, 0);

  assert_status ("POST", url, EMPTY_POST, "204");
  trs_test_wait_until (fixture->called->len == 1);
}

static void
test_unknown_paths_give_no_hint (Fixture       *fixture,
                                 gconstpointer  data)
{
  g_autofree char *url = expect (fixture, "id");
  g_autofree char *base = g_strndup (url, strlen (url) - 64);
  g_autofree char *upper = g_ascii_strup (url + strlen (base), -1);
  g_autofree char *other = g_strconcat (base, "0000000000000000000000000000000000000000000000000000000000000000", NULL);
  g_autofree char *longer = g_strconcat (url, "/", NULL);
  g_autofree char *shorter = g_strndup (url, strlen (url) - 1);
  g_autofree char *shouted = g_strconcat (base, upper, NULL);
  const char *urls[] = { base, other, longer, shorter, shouted };

  for (guint i = 0; i < G_N_ELEMENTS (urls); i++)
    {
      g_autofree char *post = request ("POST", urls[i], EMPTY_POST);
      g_autofree char *get = request ("GET", urls[i], "\r\n");

      g_assert_true (g_str_has_prefix (post, "HTTP/1.1 404 "));
      g_assert_true (g_str_has_prefix (get, "HTTP/1.1 404 "));
      g_assert_true (g_str_has_suffix (post, "\r\n\r\n"));
      g_assert_null (strstr (post, "Server:"));
      g_assert_null (strstr (post, "Allow:"));
    }

  g_assert_cmpuint (fixture->called->len, ==, 0);
  assert_status ("POST", url, EMPTY_POST, "204");
}

static void
test_paths_cannot_be_guessed (Fixture       *fixture,
                              gconstpointer  data)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < 200; i++)
    {
      g_autofree char *local_id = g_strdup_printf ("id-%u", i);
      g_autofree char *url = expect (fixture, local_id);
      const char *secret = strrchr (url, '/') + 1;

      g_assert_cmpuint (strlen (secret), ==, 64);
      g_assert_cmpuint (strspn (secret, "0123456789abcdef"), ==, 64);
      g_assert_null (strstr (url, local_id));
      g_assert_true (g_hash_table_add (seen, g_strdup (secret)));
    }
}

static void
test_largest_body (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autofree char *url = expect (fixture, "id");
  g_autofree char *body = g_strnfill (MIB, 'x');
  g_autofree char *rest = g_strdup_printf ("Content-Length: %d\r\n\r\n%s", MIB, body);

  assert_status ("POST", url, rest, "204");
  trs_test_wait_until (fixture->called->len == 1);
}

/* A long transcript is a callback all the same; only its body is not taken. */
static void
test_announced_too_large (Fixture       *fixture,
                          gconstpointer  data)
{
  g_autofree char *url = expect (fixture, "id");

  assert_status ("POST", url, "Content-Length: 1048577\r\n\r\n", "413");
  trs_test_wait_until (fixture->called->len == 1);
  assert_closed (url);
}

static void
test_becomes_too_large (Fixture       *fixture,
                        gconstpointer  data)
{
  g_autofree char *url = expect (fixture, "id");
  g_autofree char *head = make_head ("POST", url, "Transfer-Encoding: chunked\r\n\r\n");
  g_autofree char *filler = g_strnfill (0x10000, 'x');
  g_autofree char *chunk = g_strconcat ("10000\r\n", filler, "\r\n", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GSocketConnection) connection = connect_to (url, &error);
  g_autofree char *answer = NULL;

  g_assert_no_error (error);
  say (connection, head, strlen (head));
  for (guint i = 0; i < 16; i++)
    say (connection, chunk, strlen (chunk));
  trs_test_settle ();
  g_assert_cmpuint (fixture->called->len, ==, 0);

  say (connection, "1\r\nx\r\n", 6);
  answer = hear (connection);
  g_assert_true (g_str_has_prefix (answer, "HTTP/1.1 413 "));
  trs_test_wait_until (fixture->called->len == 1);
}

/* A stranger cannot keep it reading either. */
static void
test_refused_and_large (Fixture       *fixture,
                        gconstpointer  data)
{
  g_autofree char *url = expect (fixture, "id");
  g_autofree char *wrong = g_strconcat (url, "x", NULL);
  g_autofree char *filler = g_strnfill (0x10000, 'x');
  g_autofree char *chunked = g_strconcat ("Transfer-Encoding: chunked\r\n\r\n10000\r\n", filler, "\r\n", NULL);

  assert_status ("POST", wrong, "Content-Length: 1000000000\r\n\r\n", "404");
  assert_status ("POST", wrong, chunked, "404");
  assert_status ("PUT", url, "Content-Length: 1000000000\r\n\r\n", "405");
  assert_status ("PUT", url, chunked, "405");
  g_assert_cmpuint (fixture->called->len, ==, 0);
  assert_status ("POST", url, EMPTY_POST, "204");
}

/* It may go on for ever: the end is not up to the sender. */
static void
test_never_ends (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autofree char *url = expect (fixture, "id");
  g_autofree char *head = make_head ("POST", url, "Transfer-Encoding: chunked\r\n\r\n4000000\r\n");
  g_autofree char *filler = g_strnfill (0x4000000, 'x');
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GSocketConnection) connection = connect_to (url, &error);
  gsize length = 0;

  g_assert_no_error (error);
  say (connection, head, strlen (head));
  g_output_stream_write_all_async (g_io_stream_get_output_stream (G_IO_STREAM (connection)), filler, 0x4000000,
                                   G_PRIORITY_DEFAULT, cancellable, trs_test_store_result, &result);
  trs_test_wait_until (fixture->called->len == 1);

  g_cancellable_cancel (cancellable);
  trs_test_wait_result (result);
  g_output_stream_write_all_finish (g_io_stream_get_output_stream (G_IO_STREAM (connection)), result, &length, NULL);
  g_assert_cmpuint (length, <, 0x4000000);
}

static void
test_too_slow (Fixture       *fixture,
               gconstpointer  data)
{
  g_autofree char *url = expect (fixture, "id");
  g_autofree char *head = make_head ("POST", url, "Content-Length: 100\r\n\r\nslow");
  g_autoptr (GError) error = NULL;
  g_autoptr (GSocketConnection) silent = connect_to (url, &error);
  g_autoptr (GSocketConnection) slow = NULL;
  g_autofree char *nothing = NULL;
  g_autofree char *answer = NULL;

  g_assert_no_error (error);
  slow = connect_to (url, &error);
  g_assert_no_error (error);
  say (slow, head, strlen (head));
  wait_until_begun (url);
  trs_test_wait_until (trs_manual_clock_get_n_waiting (fixture->clock) == 2);

  trs_manual_clock_advance (fixture->clock, 29900);
  trs_test_settle ();
  g_assert_cmpuint (fixture->called->len, ==, 0);

  trs_manual_clock_advance (fixture->clock, 100);
  nothing = hear (silent);
  g_assert_cmpstr (nothing, ==, "");
  answer = hear (slow);
  trs_test_wait_until (fixture->called->len == 1);
  trs_test_settle ();
  assert_closed (url);
}

static void
test_too_many (Fixture       *fixture,
               gconstpointer  data)
{
  g_autofree char *url = expect (fixture, "id");
  g_autoptr (GPtrArray) connections = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GSocketConnection) surplus = NULL;
  g_autofree char *nothing = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 16; i++)
    {
      g_ptr_array_add (connections, connect_to (url, &error));
      g_assert_no_error (error);
    }
  trs_test_wait_until (trs_manual_clock_get_n_waiting (fixture->clock) == 16);

  surplus = connect_to (url, &error);
  g_assert_no_error (error);
  nothing = hear (surplus);
  g_assert_cmpstr (nothing, ==, "");

  g_ptr_array_set_size (connections, 0);
  trs_test_wait_until (trs_manual_clock_get_n_waiting (fixture->clock) == 0);
  assert_status ("POST", url, EMPTY_POST, "204");
}

static void
test_forgotten (Fixture       *fixture,
                gconstpointer  data)
{
  g_autofree char *url = expect (fixture, "id");
  g_autofree char *again = expect (fixture, "id");
  g_autofree char *other = expect (fixture, "other");

  g_assert_cmpstr (url, !=, again);
  assert_status ("POST", url, EMPTY_POST, "404");

  trs_webhook_receiver_forget (fixture->receiver, "unknown");
  trs_webhook_receiver_forget (fixture->receiver, "id");
  assert_status ("POST", again, EMPTY_POST, "404");

  trs_webhook_receiver_forget (fixture->receiver, "other");
  trs_test_settle ();
  assert_closed (other);
  g_assert_cmpuint (fixture->called->len, ==, 0);
}

static guint
get_port (const char *url)
{
  g_autoptr (GUri) uri = g_uri_parse (url, G_URI_FLAGS_NONE, NULL);

  return (guint) g_uri_get_port (uri);
}

static void
test_chosen_port (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr (GSocketListener) listener = g_socket_listener_new ();
  g_autoptr (GError) error = NULL;
  guint port = g_socket_listener_add_any_inet_port (listener, NULL, &error);
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *number = g_strdup_printf ("%u", port);

  g_assert_no_error (error);
  g_assert_null (expect_at (fixture, "id", "", port, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_FAILED);
  g_assert_nonnull (strstr (error->message, number));
  g_clear_error (&error);

  g_socket_listener_close (listener);
  first = expect_at (fixture, "first", "127.0.0.1", port, &error);
  g_assert_no_error (error);
  second = expect_at (fixture, "second", "", port, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (get_port (first), ==, port);
  g_assert_cmpuint (get_port (second), ==, port);
  assert_status ("POST", first, EMPTY_POST, "204");
  assert_status ("POST", second, EMPTY_POST, "204");
}

static void
test_interface_that_is_not_there (Fixture       *fixture,
                                  gconstpointer  data)
{
  const char *interfaces[] = { "203.0.113.77", "2001:db8::77", "nonsense", "127.0.0.1:80", "256.0.0.1" };

  for (guint i = 0; i < G_N_ELEMENTS (interfaces); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (expect_at (fixture, "id", interfaces[i], 0, &error));
      g_assert_error (error, TRS_ERROR, TRS_ERROR_FAILED);
      g_assert_nonnull (strstr (error->message, interfaces[i]));
    }
}

static gboolean
has_ipv6 (void)
{
  g_autoptr (GSocketListener) listener = g_socket_listener_new ();
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new_from_string ("::1", 0);

  return g_socket_listener_add_address (listener, address, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL, NULL,
                                        NULL);
}

static void
test_ipv6 (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *url = expect_at (fixture, "id", "::1", 0, &error);

  if (!has_ipv6 ())
    {
      g_assert_error (error, TRS_ERROR, TRS_ERROR_FAILED);
      return;
    }

  g_assert_no_error (error);
  g_assert_true (g_str_has_prefix (url, "http://[::1]:"));
  bind (fixture, "id");
  assert_status ("POST", url, EMPTY_POST, "204");
  trs_test_wait_until (fixture->called->len == 1);
}

static void
test_gone_when_called (Fixture       *fixture,
                       gconstpointer  data)
{
  g_autofree char *url = expect (fixture, "id");

  fixture->free_when_called = TRUE;
  assert_status ("POST", url, EMPTY_POST, "204");
  trs_test_wait_until (fixture->called->len == 1);
  g_assert_null (fixture->receiver);
}

static void
test_gone_in_the_middle (Fixture       *fixture,
                         gconstpointer  data)
{
  g_autofree char *url = expect (fixture, "id");
  g_autofree char *head = make_head ("POST", url, "Content-Length: 100\r\n\r\nhalf");
  g_autoptr (GError) error = NULL;
  g_autoptr (GSocketConnection) connection = connect_to (url, &error);
  g_autofree char *answer = NULL;

  g_assert_no_error (error);
  say (connection, head, strlen (head));
  wait_until_begun (url);
  g_clear_object (&fixture->receiver);

  answer = hear (connection);
  g_assert_cmpuint (fixture->called->len, ==, 0);
}

/* Of a connection on which nothing was said yet, the server tells while it
 * goes away: nobody is there to whom that could be told later. */
static void
test_gone_before_the_headers (Fixture       *fixture,
                              gconstpointer  data)
{
  g_autofree char *url = expect (fixture, "id");
  g_autoptr (GError) error = NULL;
  g_autoptr (GSocketConnection) connection = connect_to (url, &error);
  g_autofree char *answer = NULL;

  g_assert_no_error (error);
  trs_test_wait_until (trs_manual_clock_get_n_waiting (fixture->clock) == 1);
  trs_webhook_receiver_forget (fixture->receiver, "id");
  g_clear_object (&fixture->receiver);

  answer = hear (connection);
  g_assert_cmpstr (answer, ==, "");
  while (g_main_context_iteration (NULL, FALSE))
    continue;
}

#define ADD(name, function) \
  g_test_add ("/webhook-receiver/" name, Fixture, NULL, fixture_set_up, function, fixture_tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("no-address", test_no_address);
  ADD ("called-once", test_called_once);
  ADD ("called-before-bound", test_called_before_bound);
  ADD ("only-post", test_only_post);
  ADD ("unknown-paths-give-no-hint", test_unknown_paths_give_no_hint);
  ADD ("paths-cannot-be-guessed", test_paths_cannot_be_guessed);
  ADD ("largest-body", test_largest_body);
  ADD ("announced-too-large", test_announced_too_large);
  ADD ("becomes-too-large", test_becomes_too_large);
  ADD ("refused-and-large", test_refused_and_large);
  ADD ("never-ends", test_never_ends);
  ADD ("too-slow", test_too_slow);
  ADD ("too-many", test_too_many);
  ADD ("forgotten", test_forgotten);
  ADD ("chosen-port", test_chosen_port);
  ADD ("interface-that-is-not-there", test_interface_that_is_not_there);
  ADD ("ipv6", test_ipv6);
  ADD ("gone-when-called", test_gone_when_called);
  ADD ("gone-in-the-middle", test_gone_in_the_middle);
  ADD ("gone-before-the-headers", test_gone_before_the_headers);
  return g_test_run ();
}
