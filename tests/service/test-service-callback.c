/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-answer-book.h"
#include "trs-service-fixture.h"
#include "trs-service-json.h"
#include "trs-test-utils.h"

/* The receiver of callbacks, beside the service. */
typedef struct
{
  Fixture fixture;
  SoupServer *server;
  char *address;
  GPtrArray *bodies;
  GPtrArray *paths;
  GPtrArray *held;
} Setting;

static void
received_cb (SoupServer        *server,
             SoupServerMessage *message,
             const char        *path,
             GHashTable        *query,
             gpointer           user_data)
{
  Setting *setting = user_data;
  SoupMessageBody *body = soup_server_message_get_request_body (message);

  g_ptr_array_add (setting->paths, g_strdup_printf ("%s %s", soup_server_message_get_method (message), path));
  g_ptr_array_add (setting->bodies, g_strndup (body->data != NULL ? body->data : "", (gsize) body->length));
  g_assert_cmpstr (soup_message_headers_get_content_type (soup_server_message_get_request_headers (message), NULL), ==,
                   "application/json");
  g_assert_null (soup_message_headers_get_one (soup_server_message_get_request_headers (message), "api-key"));

  soup_server_message_set_status (message, SOUP_STATUS_NO_CONTENT, NULL);
  if (g_str_has_prefix (path, "/fails"))
    soup_server_message_set_status (message, SOUP_STATUS_INTERNAL_SERVER_ERROR, NULL);
  else if (g_str_has_prefix (path, "/moved"))
    soup_server_message_set_redirect (message, SOUP_STATUS_FOUND, "/elsewhere");
  else if (g_str_has_prefix (path, "/locked"))
    {
      soup_server_message_set_status (message, SOUP_STATUS_UNAUTHORIZED, NULL);
      soup_message_headers_replace (soup_server_message_get_response_headers (message), "WWW-Authenticate",
                                    "Basic realm=\"x\"");
    }
  else if (g_str_has_prefix (path, "/cut"))
    g_socket_close (soup_server_message_get_socket (message), NULL);
  else if (g_str_has_prefix (path, "/hangs"))
    {
      soup_server_message_pause (message);
      g_ptr_array_add (setting->held, g_object_ref (message));
    }
}

static void
set_up (Setting       *setting,
        gconstpointer  data)
{
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) any = g_inet_socket_address_new (loopback, 0);
  g_autoptr (GError) error = NULL;
  GSList *uris;

  fixture_set_up (&setting->fixture, data);
  setting->bodies = g_ptr_array_new_with_free_func (g_free);
  setting->paths = g_ptr_array_new_with_free_func (g_free);
  setting->held = g_ptr_array_new_with_free_func (g_object_unref);
  setting->server = soup_server_new (NULL, NULL);
  soup_server_add_handler (setting->server, NULL, received_cb, setting, NULL);
  soup_server_listen (setting->server, any, 0, &error);
  g_assert_no_error (error);
  uris = soup_server_get_uris (setting->server);
  setting->address = g_strdup_printf ("127.0.0.1:%d", g_uri_get_port (uris->data));
  g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);
}

static void
tear_down (Setting       *setting,
           gconstpointer  data)
{
  fixture_tear_down (&setting->fixture, data);
  soup_server_disconnect (setting->server);
  g_ptr_array_unref (setting->held);
  g_object_unref (setting->server);
  g_ptr_array_unref (setting->bodies);
  g_ptr_array_unref (setting->paths);
  g_free (setting->address);
}

static char *
submit (Setting    *setting,
        const char *video,
        const char *path)
{
  g_autofree char *webhook = g_strconcat ("http://", setting->address, path, NULL);
  g_autoptr (Response) response = fixture_submit (&setting->fixture, ALICE, video, webhook);

  g_assert_cmpuint (response->status, ==, 201);
  return g_strdup (response_text (response, "projectId"));
}

/* Everything that could come has come when a callback that was made later is there. */
static void
wait_for_a_later_one (Setting *setting)
{
  g_free (submit (setting, "seconds-59", "/later"));
  trs_manual_clock_advance (setting->fixture.manual, 60000);
  trs_test_wait_until (setting->paths->len > 0 &&
                       g_str_equal (setting->paths->pdata[setting->paths->len - 1], "POST /later"));
}

static void
test_carries_the_finished_project (Setting       *setting,
                                   gconstpointer  data)
{
  g_autofree char *id = submit (setting, "dialogue", "/hook/x?secret=1");
  g_autofree char *path = g_strconcat ("/api/detail/", id, NULL);
  g_autoptr (Response) detail = NULL;

  trs_manual_clock_advance (setting->fixture.manual, 8599);
  trs_test_settle ();
  g_assert_cmpuint (setting->paths->len, ==, 0);

  trs_manual_clock_advance (setting->fixture.manual, 2);
  trs_test_wait_until (setting->paths->len == 1);
  g_assert_cmpstr (setting->paths->pdata[0], ==, "POST /hook/x");

  detail = fixture_get (&setting->fixture, path);
  g_assert_cmpstr (setting->bodies->pdata[0], ==, detail->text);
  g_assert_nonnull (response_text (detail, "text"));

  wait_for_a_later_one (setting);
  g_assert_cmpuint (setting->paths->len, ==, 2);
}

static void
test_tries_once (Setting       *setting,
                 gconstpointer  data)
{
  g_autofree char *locked = g_strdup_printf ("http://user:password@%s/locked", setting->address);
  g_autoptr (Response) response = fixture_submit (&setting->fixture, ALICE, "seconds-59", locked);

  g_assert_cmpuint (response->status, ==, 201);
  g_free (submit (setting, "seconds-59", "/fails"));
  g_free (submit (setting, "seconds-59", "/moved"));
  g_free (submit (setting, "seconds-59", "/cut"));
  trs_manual_clock_advance (setting->fixture.manual, 60000);
  trs_test_wait_until (setting->paths->len >= 4);

  wait_for_a_later_one (setting);
  trs_manual_clock_advance (setting->fixture.manual, 3600000);
  trs_test_settle ();
  g_assert_cmpuint (setting->paths->len, ==, 5);
}

static void
test_none_for_what_broke (Setting       *setting,
                          gconstpointer  data)
{
  g_free (submit (setting, "lost", "/lost"));
  g_free (submit (setting, "garbled", "/garbled"));
  trs_manual_clock_advance (setting->fixture.manual, 60000);

  wait_for_a_later_one (setting);
  g_assert_cmpuint (setting->paths->len, ==, 1);
}

static void
test_nobody_there (Setting       *setting,
                   gconstpointer  data)
{
  g_autoptr (Response) closed = fixture_submit (&setting->fixture, ALICE, "seconds-59", "http://127.0.0.1:1/");

  g_assert_cmpuint (closed->status, ==, 201);
  g_free (fixture_submit_ok (&setting->fixture, ALICE, "seconds-59"));
  trs_manual_clock_advance (setting->fixture.manual, 60000);

  wait_for_a_later_one (setting);
  g_assert_cmpuint (setting->paths->len, ==, 1);
}

static void
test_those_that_hang_do_not_stop_the_rest (Setting       *setting,
                                           gconstpointer  data)
{
  g_autoptr (Response) list = NULL;

  for (guint i = 0; i < 8; i++)
    g_free (submit (setting, "seconds-59", "/hangs"));
  g_free (submit (setting, "seconds-59", "/last"));
  trs_manual_clock_advance (setting->fixture.manual, 10000);
  trs_test_wait_until (setting->held->len == 8);
  list = fixture_get (&setting->fixture, "/api/list");
  g_assert_cmpuint (list->status, ==, 200);
  g_assert_cmpuint (setting->paths->len, ==, 8);

  trs_manual_clock_advance (setting->fixture.manual, 30000);
  trs_test_wait_until (setting->paths->len == 9);
  g_assert_cmpstr (setting->paths->pdata[8], ==, "POST /last");
}

static void
test_sent_once_over_a_restart (Setting       *setting,
                               gconstpointer  data)
{
  fixture_stop (&setting->fixture);
  fixture_start (&setting->fixture, TRUE);
  g_free (submit (setting, "seconds-59", "/asleep"));

  fixture_stop (&setting->fixture);
  trs_manual_clock_suspend (setting->fixture.manual, 60000);
  trs_test_settle ();
  g_assert_cmpuint (setting->paths->len, ==, 0);
  fixture_start (&setting->fixture, TRUE);
  trs_test_wait_until (setting->paths->len == 1);
  g_assert_cmpstr (setting->paths->pdata[0], ==, "POST /asleep");

  fixture_stop (&setting->fixture);
  fixture_start (&setting->fixture, TRUE);
  wait_for_a_later_one (setting);
  g_assert_cmpuint (setting->paths->len, ==, 2);
}

static void
test_stopping_under_way_is_the_attempt (Setting       *setting,
                                        gconstpointer  data)
{
  fixture_stop (&setting->fixture);
  fixture_start (&setting->fixture, TRUE);
  g_free (submit (setting, "seconds-59", "/hangs"));
  trs_manual_clock_advance (setting->fixture.manual, 10000);
  trs_test_wait_until (setting->held->len == 1);

  fixture_stop (&setting->fixture);
  trs_test_settle ();
  fixture_start (&setting->fixture, TRUE);
  wait_for_a_later_one (setting);
  g_assert_cmpuint (setting->paths->len, ==, 2);
}

#define ADD(path, function) g_test_add ("/service/callback/" path, Setting, "manual", set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("carries-the-finished-project", test_carries_the_finished_project);
  ADD ("tries-once", test_tries_once);
  ADD ("none-for-what-broke", test_none_for_what_broke);
  ADD ("nobody-there", test_nobody_there);
  ADD ("those-that-hang", test_those_that_hang_do_not_stop_the_rest);
  ADD ("sent-once-over-a-restart", test_sent_once_over_a_restart);
  ADD ("stopping-under-way", test_stopping_under_way_is_the_attempt);
  return answer_book_run_tests ("/service/callback");
}
