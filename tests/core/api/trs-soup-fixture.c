/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-soup-fixture.h"

#include <string.h>

#include "trs-error.h"
#include "trs-soup-transport.h"
#include "trs-test-utils.h"

#define LONG_DEADLINE 60

/* Listens on a free port of loopback; returns the address without a path. */
char *
soup_fixture_listen (SoupServer *server,
                     gboolean    tls)
{
  g_autoptr (GError) error = NULL;
  GSList *uris;
  char *address;

  soup_server_listen_local (server, 0, SOUP_SERVER_LISTEN_IPV4_ONLY | (tls ? SOUP_SERVER_LISTEN_HTTPS : 0), &error);
  g_assert_no_error (error);
  uris = soup_server_get_uris (server);
  address = g_strdup_printf ("%s://127.0.0.1:%d", tls ? "https" : "http", g_uri_get_port (uris->data));
  g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);
  return address;
}

static void
count_cb (SoupServer        *server,
          SoupServerMessage *message,
          gpointer           user_data)
{
  ((SoupFixture *) user_data)->n_requests++;
}

void
soup_fixture_set_up (SoupFixture   *fixture,
                     gconstpointer  data)
{
  fixture->transport = trs_soup_transport_new (NULL);
  fixture->server = soup_server_new ("raw-paths", TRUE, NULL);
  g_signal_connect (fixture->server, "request-started", G_CALLBACK (count_cb), fixture);
  fixture->address = soup_fixture_listen (fixture->server, FALSE);
}

/* Cancelled operations of the library come to their end first. */
void
soup_fixture_tear_down (SoupFixture   *fixture,
                        gconstpointer  data)
{
  g_clear_object (&fixture->result);
  g_object_add_weak_pointer (G_OBJECT (fixture->transport), (gpointer *) &fixture->transport);
  g_object_unref (fixture->transport);
  trs_test_wait_until (fixture->transport == NULL);
  soup_server_disconnect (fixture->server);
  g_clear_object (&fixture->server);
  g_free (fixture->address);
}

void
soup_fixture_start (SoupFixture  *fixture,
                    const char   *method,
                    const char   *uri,
                    guint         deadline,
                    GCancellable *cancellable)
{
  g_autoptr (TrsRequest) request = trs_request_new (method, uri, SOUP_FIXTURE_KEY);

  if (g_str_equal (method, "POST"))
    request->body = g_bytes_new_static ("{\"a\":1}", 7);
  request->deadline = deadline;
  g_clear_object (&fixture->result);
  trs_transport_send_async (fixture->transport, request, cancellable, trs_test_store_result, &fixture->result);
  g_assert_null (fixture->result);
}

TrsReply *
soup_fixture_finish (SoupFixture  *fixture,
                     GError      **error)
{
  GError *local = NULL;
  TrsReply *reply;

  trs_test_wait_result (fixture->result);
  reply = trs_transport_send_finish (fixture->transport, fixture->result, &local);
  g_assert_true ((reply == NULL) == (local != NULL));

  if (local != NULL)
    {
      g_assert_null (strstr (local->message, SOUP_FIXTURE_KEY));
      g_assert_null (trs_error_get_server_message (local));
      g_propagate_error (error, local);
    }
  return reply;
}

TrsReply *
soup_fixture_send (SoupFixture  *fixture,
                   const char   *method,
                   const char   *uri,
                   GError      **error)
{
  soup_fixture_start (fixture, method, uri, LONG_DEADLINE, NULL);
  return soup_fixture_finish (fixture, error);
}
