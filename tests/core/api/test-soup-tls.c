/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "trs-error.h"
#include "trs-soup-fixture.h"
#include "trs-soup-transport.h"
#include "trs-test-utils.h"

#define UNKNOWN "not signed by a known authority"
#define OTHER_NAME "belongs to another name"
#define EXPIRED "has expired"
#define EARLY "not valid yet"

static guint n_read;

static GTlsDatabase *
load_authority (void)
{
  g_autofree char *path = trs_test_data_path ("tls/authority.pem");
  g_autoptr (GError) error = NULL;
  GTlsDatabase *database = g_tls_file_database_new (path, &error);

  g_assert_no_error (error);
  return database;
}

static void
look_cb (SoupServer        *server,
         SoupServerMessage *message,
         const char        *path,
         GHashTable        *query,
         gpointer           user_data)
{
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);

  n_read++;
  g_assert_cmpstr (soup_message_headers_get_one (headers, "api-key"), ==, SOUP_FIXTURE_KEY);
  soup_server_message_set_status (message, 200, NULL);
}

/* Replaces the server of the fixture by one with a certificate of tests/data/tls. */
static void
set_up (SoupFixture *fixture,
        const char  *certificate_name,
        gboolean     trusted)
{
  g_autofree char *relative = g_build_filename ("tls", certificate_name, NULL);
  g_autofree char *path = trs_test_data_path (relative);
  g_autoptr (GError) error = NULL;
  g_autoptr (GTlsCertificate) certificate = g_tls_certificate_new_from_file (path, &error);

  g_assert_no_error (error);
  soup_fixture_set_up (fixture, NULL);
  soup_server_disconnect (fixture->server);
  soup_server_set_tls_certificate (fixture->server, certificate);
  soup_server_add_handler (fixture->server, NULL, look_cb, NULL, NULL);
  g_free (fixture->address);
  fixture->address = soup_fixture_listen (fixture->server, TRUE);

  if (trusted)
    {
      g_autoptr (GTlsDatabase) database = load_authority ();

      g_object_unref (fixture->transport);
      fixture->transport = trs_soup_transport_new (database);
    }
}

static void
test_good (void)
{
  SoupFixture fixture = { NULL };
  g_autoptr (TrsReply) reply = NULL;
  g_autoptr (GError) error = NULL;

  n_read = 0;
  set_up (&fixture, "good.pem", TRUE);
  reply = soup_fixture_send (&fixture, "POST", fixture.address, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (reply->status, ==, 200);
  g_assert_cmpuint (n_read, ==, 1);
  soup_fixture_tear_down (&fixture, NULL);
}

static void
look_at_version_cb (SoupServer        *server,
                    SoupServerMessage *message,
                    const char        *path,
                    GHashTable        *query,
                    gpointer           user_data)
{
  SoupHTTPVersion *version = user_data;

  *version = soup_server_message_get_http_version (message);
  soup_server_message_set_status (message, 200, NULL);
}

/* What the server speaks with a client that can do both. The library that finds proxies is written in C++, which throws
 * what the sanitizers cannot follow. */
static void
get_as_others_do (const char *uri)
{
  g_autoptr (GTlsDatabase) database = load_authority ();
  g_autoptr (GProxyResolver) direct = g_simple_proxy_resolver_new (NULL, NULL);
  g_autoptr (SoupSession) session = soup_session_new_with_options ("tls-database", database,
                                                                   "proxy-resolver", direct, NULL);
  g_autoptr (SoupMessage) message = soup_message_new ("GET", uri);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GBytes) body = NULL;
  g_autoptr (GError) error = NULL;

  soup_session_send_and_read_async (session, message, G_PRIORITY_DEFAULT, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  body = soup_session_send_and_read_finish (session, result, &error);
  g_assert_no_error (error);
}

/* Over HTTP/2 endless informational replies could not be ended. */
static void
test_http1_only (void)
{
  SoupFixture fixture = { NULL };
  SoupHTTPVersion version = SOUP_HTTP_1_0;
  g_autoptr (TrsReply) reply = NULL;
  g_autoptr (GError) error = NULL;

  g_setenv ("SOUP_SERVER_HTTP2", "1", TRUE);
  set_up (&fixture, "good.pem", TRUE);
  soup_server_remove_handler (fixture.server, NULL);
  soup_server_add_handler (fixture.server, NULL, look_at_version_cb, &version, NULL);

  get_as_others_do (fixture.address);
  g_assert_cmpint (version, ==, SOUP_HTTP_2_0);
  reply = soup_fixture_send (&fixture, "GET", fixture.address, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (reply->status, ==, 200);
  g_assert_cmpint (version, ==, SOUP_HTTP_1_1);
  g_unsetenv ("SOUP_SERVER_HTTP2");
  soup_fixture_tear_down (&fixture, NULL);
}

static void
keep_socket_cb (SoupServer        *server,
                SoupServerMessage *message,
                gpointer           user_data)
{
  g_set_object ((GSocket **) user_data, soup_server_message_get_socket (message));
}

/* A server that is freed while a client goes in the middle of the greeting uses a connection after it has freed it,
 * before libsoup 3.7.1 (its commit e9b681a5). */
static void
assert_untrusted (const char *certificate_name,
                  gboolean    trusted,
                  const char *reason)
{
  static const char *const all[] = { UNKNOWN, OTHER_NAME, EXPIRED, EARLY };
  SoupFixture fixture = { NULL };
  g_autoptr (GSocket) socket = NULL;
  g_autoptr (GError) error = NULL;

  n_read = 0;
  set_up (&fixture, certificate_name, trusted);
  g_signal_connect (fixture.server, "request-started", G_CALLBACK (keep_socket_cb), &socket);
  g_assert_null (soup_fixture_send (&fixture, "POST", fixture.address, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_TLS);
  g_assert_true (trs_error_get_not_sent (error));
  g_assert_cmpuint (n_read, ==, 0);
  g_test_message ("%s", error->message);
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    g_assert_true ((strstr (error->message, all[i]) != NULL) == (strcmp (all[i], reason) == 0));
  trs_test_wait_until (g_socket_is_closed (socket));
  soup_fixture_tear_down (&fixture, NULL);
}

static void
test_unknown_authority (void)
{
  assert_untrusted ("good.pem", FALSE, UNKNOWN);
}

static void
test_other_name (void)
{
  assert_untrusted ("other-name.pem", TRUE, OTHER_NAME);
}

static void
test_expired (void)
{
  assert_untrusted ("expired.pem", TRUE, EXPIRED);
}

static void
test_early (void)
{
  assert_untrusted ("early.pem", TRUE, EARLY);
}

static gboolean
speak_plainly_cb (GSocketService    *service,
                  GSocketConnection *connection,
                  GObject           *source,
                  gpointer           user_data)
{
  static const char reply[] = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n";

  return g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (connection)), reply,
                                    sizeof reply - 1, NULL, NULL, NULL);
}

static void
test_server_without_tls (void)
{
  SoupFixture fixture = { NULL };
  g_autoptr (GSocketService) service = g_socket_service_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *uri = NULL;
  guint16 port = g_socket_listener_add_any_inet_port (G_SOCKET_LISTENER (service), NULL, &error);

  g_assert_no_error (error);
  g_signal_connect (service, "incoming", G_CALLBACK (speak_plainly_cb), NULL);
  uri = g_strdup_printf ("https://127.0.0.1:%u/", port);
  soup_fixture_set_up (&fixture, NULL);
  g_assert_null (soup_fixture_send (&fixture, "POST", uri, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_TLS);
  g_assert_true (trs_error_get_not_sent (error));
  soup_fixture_tear_down (&fixture, NULL);
  g_socket_service_stop (service);
  g_socket_listener_close (G_SOCKET_LISTENER (service));
}

/* A server of plain HTTP takes the greeting for the beginning of a line, and waits for its end. */
static void
test_server_that_waits (void)
{
  SoupFixture fixture = { NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *uri = NULL;

  soup_fixture_set_up (&fixture, NULL);
  uri = g_strconcat ("https", fixture.address + strlen ("http"), NULL);
  soup_fixture_start (&fixture, "POST", uri, 6, NULL);
  g_assert_null (soup_fixture_finish (&fixture, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_TLS);
  g_assert_true (trs_error_get_not_sent (error));
  soup_fixture_tear_down (&fixture, NULL);
}

/* As on a computer without glib-networking. */
static void
test_no_tls_support (void)
{
  SoupFixture fixture = { NULL };
  g_autoptr (GError) error = NULL;

  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
      g_test_trap_assert_passed ();
      return;
    }

  g_setenv ("GIO_USE_TLS", "dummy", TRUE);
  soup_fixture_set_up (&fixture, NULL);
  g_assert_null (soup_fixture_send (&fixture, "GET", "https://127.0.0.1:1/", &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_TLS);
  g_assert_cmpstr (error->message, ==, "Support for secure connections (TLS) is not installed");
  g_assert_true (trs_error_get_not_sent (error));
  soup_fixture_tear_down (&fixture, NULL);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/soup-tls/good", test_good);
  g_test_add_func ("/soup-tls/http1-only", test_http1_only);
  g_test_add_func ("/soup-tls/unknown-authority", test_unknown_authority);
  g_test_add_func ("/soup-tls/other-name", test_other_name);
  g_test_add_func ("/soup-tls/expired", test_expired);
  g_test_add_func ("/soup-tls/early", test_early);
  g_test_add_func ("/soup-tls/server-without-tls", test_server_without_tls);
  g_test_add_func ("/soup-tls/server-that-waits", test_server_that_waits);
  g_test_add_func ("/soup-tls/no-tls-support", test_no_tls_support);
  return g_test_run ();
}
