/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-api-call.h"

#include <string.h>

#include "trs-api-codec.h"
#include "trs-error.h"
#include "trs-recording-transport.h"
#include "trs-test-utils.h"

/* One call without the client around it: bodies that take long, and who waits for them. */

#define LONG_DEADLINE 60

typedef struct
{
  TrsRecordingTransport *transport;
  GCancellable *cancellable;
  GTask *task;
  GAsyncResult *result;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->transport = trs_recording_transport_new ();
  fixture->cancellable = g_cancellable_new ();
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_clear_object (&fixture->result);
  /* A thread that nobody waits for any more comes to its end. */
  trs_test_wait_until (fixture->task == NULL);
  g_assert_finalize_object (fixture->cancellable);
  g_assert_finalize_object (fixture->transport);
}

static void
start (Fixture        *fixture,
       TrsApiEndpoint  endpoint,
       guint           deadline)
{
  g_autoptr (TrsRequest) request = trs_request_new ("GET", "https://service.example/", "key-of-the-user");

  g_clear_object (&fixture->result);
  trs_test_wait_until (fixture->task == NULL);
  request->deadline = deadline;
  fixture->task = g_task_new (NULL, fixture->cancellable, trs_test_store_result, &fixture->result);
  g_object_add_weak_pointer (G_OBJECT (fixture->task), (gpointer *) &fixture->task);
  trs_api_call_run (fixture->task, TRS_TRANSPORT (fixture->transport), endpoint, request,
                    TRS_API_DEFAULT_PROJECT_FIELD, "p1");
  g_object_unref (fixture->task);
}

static void
assert_fails (Fixture *fixture,
              GQuark   domain,
              gint     code)
{
  g_autoptr (GError) error = NULL;

  trs_test_wait_result (fixture->result);
  g_assert_null (g_task_propagate_pointer (G_TASK (fixture->result), &error));
  g_assert_error (error, domain, code);
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
    TrsApiEndpoint endpoint;
    guint status;
    const char *opening;
    const char *closing;
    TrsError code;
  } cases[] = {
    { TRS_API_LIST, 500, "{\"message\":\"Words\"", "}", TRS_ERROR_SERVER },
    { TRS_API_SUBMIT, 402, "{\"message\":\"Words\"", "}", TRS_ERROR_NOT_ENOUGH_CREDIT },
    { TRS_API_DETAIL, 200, "{\"id\":\"p1\",\"state\":\"upload\"", "}", TRS_ERROR_TOO_LARGE },
    { TRS_API_LIST, 200, "[{\"id\":\"p1\"", "}]", TRS_ERROR_TOO_LARGE },
    { TRS_API_SUBMIT, 201, "{\"success\":true,\"projectId\":\"p1\"", "}", TRS_ERROR_TOO_LARGE },
  };
  static const gsize sizes[] = { 60 * 1024, 2 * 1024 * 1024 };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint j = 0; j < G_N_ELEMENTS (sizes); j++)
      {
        g_autofree char *body = repeat_member (cases[i].opening, cases[i].closing, sizes[j]);

        g_test_message ("%u of %" G_GSIZE_FORMAT " bytes", cases[i].status, sizes[j]);
        trs_recording_transport_add (fixture->transport, cases[i].status, body);
        start (fixture, cases[i].endpoint, LONG_DEADLINE);
        assert_fails (fixture, TRS_ERROR, (gint) cases[i].code);
      }
}

static char *
big_detail (void)
{
  GString *body = g_string_new ("{\"id\":\"p1\",\"text\":\"");

  while (body->len < 30000000)
    g_string_append (body, "Good \\u00e9vening. ");
  g_string_append (body, "\"}");
  return g_string_free (body, FALSE);
}

/* A thread that parses cannot be stopped; whoever asked does not wait for it. */
static void
test_deadline_holds_while_reading (Fixture       *fixture,
                                   gconstpointer  data)
{
  g_autofree char *body = big_detail ();
  g_autoptr (GError) error = NULL;
  TrsDetailRecord *record;

  trs_recording_transport_add (fixture->transport, 200, body);
  start (fixture, TRS_API_DETAIL, 0);
  assert_fails (fixture, TRS_ERROR, TRS_ERROR_TIMED_OUT);

  trs_recording_transport_add (fixture->transport, 200, body);
  start (fixture, TRS_API_DETAIL, LONG_DEADLINE);
  trs_test_wait_result (fixture->result);
  record = g_task_propagate_pointer (G_TASK (fixture->result), &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_bytes_get_size (record->text), >, 20000000);
  trs_detail_record_free (record);
}

static gboolean
cancel_cb (gpointer user_data)
{
  g_cancellable_cancel (user_data);
  return G_SOURCE_REMOVE;
}

static void
test_cancel_while_reading (Fixture       *fixture,
                           gconstpointer  data)
{
  g_autofree char *body = big_detail ();

  trs_recording_transport_add (fixture->transport, 200, body);
  start (fixture, TRS_API_DETAIL, LONG_DEADLINE);
  /* Behind the answer of the transport, and before that of the thread. */
  g_idle_add_full (G_PRIORITY_DEFAULT, cancel_cb, fixture->cancellable, NULL);
  assert_fails (fixture, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  /* The thread is still at it. */
  g_clear_object (&fixture->result);
  g_assert_nonnull (fixture->task);
}

#define ADD(name, function) g_test_add ("/api-call/" name, Fixture, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("repeated-members", test_repeated_members);
  ADD ("deadline-holds-while-reading", test_deadline_holds_while_reading);
  ADD ("cancel-while-reading", test_cancel_while_reading);
  return g_test_run ();
}
