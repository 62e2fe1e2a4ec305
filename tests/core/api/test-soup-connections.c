/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <libsoup/soup.h>
#include <sys/socket.h>

#include "trs-soup-fixture.h"
#include "trs-soup-transport.h"
#include "trs-test-utils.h"

/* Longer than any test. */
#define LONG 600

typedef struct
{
  SoupFixture soup;
  /* the one whose connections are kept, and one that shows that time has passed: its connections end after a second */
  TrsTransport *kept;
  TrsTransport *brief;
  /* GSocket of each connection */
  GPtrArray *sockets;
  SoupServerMessage *hanging;
} Fixture;

static void
answer_cb (SoupServer        *server,
           SoupServerMessage *message,
           const char        *path,
           GHashTable        *query,
           gpointer           user_data)
{
  Fixture *fixture = user_data;
  GSocket *socket = soup_server_message_get_socket (message);

  if (!g_ptr_array_find (fixture->sockets, socket, NULL))
    g_ptr_array_add (fixture->sockets, g_object_ref (socket));
  soup_server_message_set_status (message, 200, NULL);
  soup_server_message_set_response (message, "application/json", SOUP_MEMORY_STATIC, "{}", 2);
  if (g_str_equal (path, "/hang"))
    {
      soup_server_message_pause (message);
      g_set_object (&fixture->hanging, message);
    }
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  soup_fixture_set_up (&fixture->soup, NULL);
  fixture->kept = g_object_new (TRS_TYPE_SOUP_TRANSPORT, "idle-timeout", 1, "keep-timeout", LONG, NULL);
  fixture->brief = g_object_new (TRS_TYPE_SOUP_TRANSPORT, "idle-timeout", 1, "keep-timeout", LONG, NULL);
  fixture->sockets = g_ptr_array_new_with_free_func (g_object_unref);
  soup_server_add_handler (fixture->soup.server, NULL, answer_cb, fixture, NULL);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_clear_object (&fixture->hanging);
  g_object_unref (fixture->kept);
  g_object_unref (fixture->brief);
  g_ptr_array_unref (fixture->sockets);
  soup_fixture_tear_down (&fixture->soup, NULL);
}

static void
start (Fixture       *fixture,
       TrsTransport  *transport,
       const char    *method,
       const char    *path,
       GAsyncResult **result)
{
  g_autofree char *uri = g_strconcat (fixture->soup.address, path, NULL);
  g_autoptr (TrsRequest) request = trs_request_new (method, uri, SOUP_FIXTURE_KEY);

  if (g_str_equal (method, "POST"))
    request->body = g_bytes_new_static ("{}", 2);
  trs_transport_send_async (transport, request, NULL, trs_test_store_result, result);
}

static void
finish (TrsTransport  *transport,
        GAsyncResult **result)
{
  g_autoptr (TrsReply) reply = NULL;
  g_autoptr (GError) error = NULL;

  trs_test_wait_result (*result);
  reply = trs_transport_send_finish (transport, *result, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (reply->status, ==, 200);
  g_clear_object (result);
}

/* Returns: how many connections there have been */
static guint
ask (Fixture      *fixture,
     TrsTransport *transport,
     const char   *method)
{
  GAsyncResult *result = NULL;

  start (fixture, transport, method, "/", &result);
  finish (transport, &result);
  return fixture->sockets->len;
}

/* By the client: SoupServer does not look before it writes the next time. */
static gboolean
is_closed (Fixture *fixture,
           guint    connection)
{
  GSocket *socket = fixture->sockets->pdata[connection - 1];
  char byte;

  return g_socket_is_closed (socket) || recv (g_socket_get_fd (socket), &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

/* Afterwards each connection that ends soon would have ended if it was idle before. */
static void
pass_idle_time (Fixture *fixture)
{
  guint connection = ask (fixture, fixture->brief, "GET");

  trs_test_wait_until (is_closed (fixture, connection));
}

static void
test_kept_open (Fixture       *fixture,
                gconstpointer  data)
{
  trs_transport_set_keep_open (fixture->kept, TRUE);
  g_assert_cmpuint (ask (fixture, fixture->kept, "GET"), ==, 1);
  pass_idle_time (fixture);
  g_assert_false (is_closed (fixture, 1));
  g_assert_cmpuint (ask (fixture, fixture->kept, "GET"), ==, 2);

  /* said again before it was closed */
  trs_transport_set_keep_open (fixture->kept, FALSE);
  trs_transport_set_keep_open (fixture->kept, TRUE);
  pass_idle_time (fixture);
  g_assert_false (is_closed (fixture, 1));

  /* What must not be sent twice never goes out on a connection that the server may be closing. */
  g_assert_cmpuint (ask (fixture, fixture->kept, "POST"), ==, 4);
}

static void
test_closed_when_idle (Fixture       *fixture,
                       gconstpointer  data)
{
  trs_transport_set_keep_open (fixture->kept, TRUE);
  g_assert_cmpuint (ask (fixture, fixture->kept, "GET"), ==, 1);
  trs_transport_set_keep_open (fixture->kept, FALSE);
  g_assert_false (is_closed (fixture, 1));
  /* What follows at once, as the text of what has become ready, still goes over it. */
  g_assert_cmpuint (ask (fixture, fixture->kept, "GET"), ==, 1);
  trs_test_wait_until (is_closed (fixture, 1));

  g_assert_cmpuint (ask (fixture, fixture->kept, "GET"), ==, 2);
  trs_test_wait_until (is_closed (fixture, 2));
}

/* Closing what is idle cancels nothing that is under way. */
static void
test_waits_for_answers (Fixture       *fixture,
                        gconstpointer  data)
{
  GAsyncResult *result = NULL;

  trs_transport_set_keep_open (fixture->kept, TRUE);
  start (fixture, fixture->kept, "GET", "/hang", &result);
  trs_test_wait_until (fixture->hanging != NULL);
  trs_transport_set_keep_open (fixture->kept, FALSE);
  pass_idle_time (fixture);
  g_assert_null (result);
  g_assert_false (is_closed (fixture, 1));

  soup_server_message_unpause (fixture->hanging);
  finish (fixture->kept, &result);
  trs_test_wait_until (is_closed (fixture, 1));
}

/* Nobody waits for what is going to be closed. */
static void
test_let_go (Fixture       *fixture,
             gconstpointer  data)
{
  trs_transport_set_keep_open (fixture->kept, TRUE);
  g_assert_cmpuint (ask (fixture, fixture->kept, "GET"), ==, 1);
  trs_transport_set_keep_open (fixture->kept, FALSE);
  g_assert_finalize_object (fixture->kept);
  fixture->kept = trs_soup_transport_new (NULL);
  pass_idle_time (fixture);
  g_assert_true (is_closed (fixture, 1));
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
#define add(name, function) \
  g_test_add ("/soup-connections/" name, Fixture, NULL, set_up, function, tear_down)
  add ("kept-open", test_kept_open);
  add ("closed-when-idle", test_closed_when_idle);
  add ("waits-for-answers", test_waits_for_answers);
  add ("let-go", test_let_go);
#undef add
  return g_test_run ();
}
