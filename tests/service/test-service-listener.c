/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-answer-book.h"
#include "trs-raw-peer.h"
#include "trs-service-fixture.h"
#include "trs-service-listener.h"
#include "trs-test-utils.h"

/* What comes in below HTTP: how many at once, how slowly, and how much. */

#define N_BURST 200
#define LIST "GET /api/list HTTP/1.1\r\nHost: localhost\r\napi-key: " ALICE "\r\n"
#define SUBMISSION "{\"platformVideoId\":\"dialogue\",\"webhookUrl\":\"https://nowhere.invalid/abcdef\"}"
#define SUBMIT "POST /api/transcribeVideo HTTP/1.1\r\nHost: localhost\r\napi-key: "

static TrsRawPeer *
dial (Fixture       *fixture,
      GSocketFamily  family)
{
  return trs_raw_peer_new (family, trs_service_get_port (fixture->service));
}

/* Once this is answered, what was connected before is accepted, and what it said is read. */
static void
let_it_work (Fixture *fixture)
{
  g_autoptr (Response) list = fixture_get (fixture, "/api/list");

  g_assert_cmpuint (list->status, ==, 200);
}

static void
test_burst (Fixture       *fixture,
            gconstpointer  data)
{
  TrsRawPeer *peers[N_BURST];

  for (guint i = 0; i < N_BURST; i++)
    {
      peers[i] = dial (fixture, G_SOCKET_FAMILY_IPV4);
      trs_raw_peer_say (peers[i], LIST "Connection: close\r\n\r\n");
    }
  for (guint i = 0; i < N_BURST; i++)
    {
      trs_test_wait_until (peers[i]->ended);
      g_assert_true (g_str_has_prefix (peers[i]->got->str, "HTTP/1.1 200 "));
      trs_raw_peer_free (peers[i]);
    }
}

/* Such clients need not say which host they mean. */
static void
test_http_1_0 (Fixture       *fixture,
               gconstpointer  data)
{
  static const struct
  {
    const char *target;
    const char *status;
  } cases[] = {
    { "/api/list", "HTTP/1.0 200 " },
    { "/api/list?page=2", "HTTP/1.0 200 " },
    { "/api/list?page=0", "HTTP/1.0 400 " },
    { "/api/list%3Fpage=1", "HTTP/1.0 404 " },
    { "/openapi.json?", "HTTP/1.0 200 " },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TrsRawPeer) peer = dial (fixture, G_SOCKET_FAMILY_IPV4);
      g_autofree char *request = g_strdup_printf ("GET %s HTTP/1.0\r\napi-key: " ALICE "\r\n\r\n", cases[i].target);

      trs_raw_peer_say (peer, request);
      trs_test_wait_until (peer->ended);
      g_assert_true (g_str_has_prefix (peer->got->str, cases[i].status));
    }
}

static gboolean
has_ipv6 (void)
{
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV6);
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new (loopback, 0);
  g_autoptr (GSocket) socket = g_socket_new (G_SOCKET_FAMILY_IPV6, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL);

  return socket != NULL && g_socket_bind (socket, address, TRUE, NULL);
}

static void
test_both_families (Fixture       *fixture,
                    gconstpointer  data)
{
  static const GSocketFamily families[] = { G_SOCKET_FAMILY_IPV4, G_SOCKET_FAMILY_IPV6 };

  for (guint i = 0; i < G_N_ELEMENTS (families) && (i == 0 || has_ipv6 ()); i++)
    {
      g_autoptr (TrsRawPeer) peer = dial (fixture, families[i]);

      trs_raw_peer_say (peer, LIST "Connection: close\r\n\r\n");
      trs_test_wait_until (peer->ended);
      g_assert_true (g_str_has_prefix (peer->got->str, "HTTP/1.1 200 "));
    }
}

static void
test_half_sent (Fixture       *fixture,
                gconstpointer  data)
{
  static const char * const beginnings[] = {
    "", "GET /api/li", LIST, SUBMIT ALICE "\r\nContent-Length: 100\r\n\r\n{",
    SUBMIT ALICE "\r\nTransfer-Encoding: chunked\r\n\r\n4C\r\n" SUBMISSION "\r\n",
  };
  TrsRawPeer *peers[G_N_ELEMENTS (beginnings)];
  g_autoptr (Response) list = NULL;

  g_assert_cmpuint (strlen (SUBMISSION), ==, 0x4C);
  for (guint i = 0; i < G_N_ELEMENTS (beginnings); i++)
    {
      peers[i] = dial (fixture, G_SOCKET_FAMILY_IPV4);
      if (*beginnings[i] != '\0')
        trs_raw_peer_say (peers[i], beginnings[i]);
    }
  let_it_work (fixture);
  trs_manual_clock_advance (fixture->manual, TRS_SERVICE_REQUEST_DEADLINE - 1);
  let_it_work (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (beginnings); i++)
    g_assert_false (peers[i]->ended);

  /* Bytes that dribble in do not put it off. */
  trs_raw_peer_say (peers[1], "s");
  let_it_work (fixture);
  trs_manual_clock_advance (fixture->manual, 1);
  for (guint i = 0; i < G_N_ELEMENTS (beginnings); i++)
    {
      trs_test_wait_until (peers[i]->ended);
      g_assert_cmpstr (peers[i]->got->str, ==, "");
      trs_raw_peer_free (peers[i]);
    }

  /* Nothing is made of what was only almost a submission. */
  list = fixture_get (fixture, "/api/list");
  g_assert_cmpstr (list->text, ==, "[]");
}

/* Each request has the deadline for itself. */
static void
test_next_request (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autoptr (TrsRawPeer) peer = dial (fixture, G_SOCKET_FAMILY_IPV4);

  for (guint i = 0; i < 3; i++)
    {
      g_string_truncate (peer->got, 0);
      trs_raw_peer_say (peer, LIST "\r\n");
      trs_test_wait_until (g_str_has_suffix (peer->got->str, "[]"));
      trs_manual_clock_advance (fixture->manual, TRS_SERVICE_REQUEST_DEADLINE - 1);
    }
  g_assert_false (peer->ended);
  trs_manual_clock_advance (fixture->manual, 1);
  trs_test_wait_until (peer->ended);
}

/* The deadline is for the request; an answer may take its time. */
static void
test_slow_answer (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr (TrsRawPeer) peer = dial (fixture, G_SOCKET_FAMILY_IPV4);
  guint n_steps = 0;

  fixture_script (fixture, "{\"rules\":[{\"match\":{\"user\":\"" BOB "\"},\"delay\":40000}]}");
  trs_raw_peer_say (peer, "GET /api/list HTTP/1.1\r\nHost: localhost\r\napi-key: " BOB "\r\n\r\n");
  for (let_it_work (fixture); !peer->ended; let_it_work (fixture), n_steps++)
    trs_manual_clock_advance (fixture->manual, 10000);
  g_assert_cmpuint (n_steps, >=, 4);
  g_assert_true (g_str_has_prefix (peer->got->str, "HTTP/1.1 200 "));
}

static gboolean
tick_cb (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

/* As much as the service takes, in whole chunks, until it answers or @total is reached. */
static void
pour (TrsRawPeer *peer,
      gboolean    chunked,
      gsize       total)
{
  g_autofree char *filling = g_strnfill (65536, ' ');
  g_autofree char *chunk = chunked ? g_strdup_printf ("10000\r\n%s\r\n", filling) : g_steal_pointer (&filling);
  gsize length = strlen (chunk);
  guint ticks = g_timeout_add (1, tick_cb, NULL);

  for (gsize sent = 0; sent < total && peer->got->len == 0;)
    {
      sent += trs_raw_peer_try (peer, chunk + sent % length, length - sent % length);
      g_main_context_iteration (NULL, TRUE);
    }
  g_source_remove (ticks);
}

static void
assert_refused_under_way (Fixture    *fixture,
                          const char *head,
                          gboolean    chunked,
                          const char *status)
{
  g_autoptr (TrsRawPeer) peer = dial (fixture, G_SOCKET_FAMILY_IPV4);

  trs_raw_peer_say (peer, head);
  pour (peer, chunked, 16 * 1024 * 1024);
  /* The answer comes whole, although the body never ends. */
  trs_test_wait_until (peer->ended);
  g_assert_true (g_str_has_prefix (peer->got->str, status));
  g_assert_true (g_str_has_suffix (peer->got->str, "\"}"));
}

static void
test_endless_body (Fixture       *fixture,
                   gconstpointer  data)
{
  assert_refused_under_way (fixture, SUBMIT ALICE "\r\nTransfer-Encoding: chunked\r\n\r\n", TRUE, "HTTP/1.1 413 ");
  assert_refused_under_way (fixture, SUBMIT ALICE "\r\nContent-Length: 1000000000\r\n\r\n", FALSE, "HTTP/1.1 413 ");
  assert_refused_under_way (fixture, SUBMIT "nobody\r\nTransfer-Encoding: chunked\r\n\r\n", TRUE, "HTTP/1.1 401 ");
  let_it_work (fixture);
}

/* What still comes behind the answer is not read for ever. */
static void
test_endless_body_is_cut_off (Fixture       *fixture,
                              gconstpointer  data)
{
  g_autoptr (TrsRawPeer) peer = dial (fixture, G_SOCKET_FAMILY_IPV4);
  g_autofree char *filling = g_strnfill (65536, ' ');
  guint ticks = g_timeout_add (1, tick_cb, NULL);

  trs_raw_peer_say (peer, SUBMIT ALICE "\r\nContent-Length: 1000000000\r\n\r\n");
  pour (peer, FALSE, 16 * 1024 * 1024);
  trs_test_wait_until (peer->ended);
  trs_manual_clock_advance (fixture->manual, TRS_SERVICE_REQUEST_DEADLINE);
  while (g_socket_condition_check (peer->socket, G_IO_HUP) == 0)
    {
      trs_raw_peer_try (peer, filling, 65536);
      g_main_context_iteration (NULL, TRUE);
    }
  g_source_remove (ticks);
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
    { "burst", test_burst },
    { "http-1.0", test_http_1_0 },
    { "both-families", test_both_families },
    { "half-sent", test_half_sent },
    { "next-request", test_next_request },
    { "slow-answer", test_slow_answer },
    { "endless-body", test_endless_body },
    { "endless-body-is-cut-off", test_endless_body_is_cut_off },
  };

  trs_test_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strconcat ("/service/listener/", tests[i].name, NULL);

      g_test_add (path, Fixture, GINT_TO_POINTER (TRUE), fixture_set_up, tests[i].function, fixture_tear_down);
    }
  return answer_book_run_tests ("/service/listener");
}
