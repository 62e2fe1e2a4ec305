/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-fixture.h"

#include "trs-answer-book.h"
#include "trs-service-json.h"
#include "trs-clock.h"
#include "trs-test-utils.h"

#include <glib/gstdio.h>

#define NO_FAULTS "{\"rules\":[]}"

void
fixture_set_up (Fixture       *self,
                gconstpointer  manual)
{
  if (manual != NULL)
    {
      self->manual = trs_manual_clock_new (FIXTURE_START);
      self->clock = g_object_ref (TRS_CLOCK (self->manual));
    }
  else
    self->clock = trs_system_clock_new ();

  self->session = soup_session_new_with_options ("proxy-resolver", NULL, "timeout", 60, "max-conns-per-host", 20, NULL);
  self->folder = g_dir_make_tmp ("trs-interface-XXXXXX", NULL);
  self->data = g_build_filename (self->folder, "data.db", NULL);
  self->faults = g_build_filename (self->folder, "faults.json", NULL);
  g_file_set_contents (self->faults, NO_FAULTS, -1, NULL);
  answer_book_set_scripted (FALSE);
  fixture_start (self, FALSE);
}

void
fixture_tear_down (Fixture       *self,
                   gconstpointer  manual)
{
  if (self->service != NULL)
    fixture_stop (self);
  soup_session_abort (self->session);
  g_object_unref (self->session);
  g_clear_object (&self->manual);
  g_object_unref (self->clock);
  g_unlink (self->data);
  g_unlink (self->faults);
  g_rmdir (self->folder);
  g_free (self->data);
  g_free (self->faults);
  g_free (self->folder);
}

void
fixture_start (Fixture  *self,
               gboolean  persistent)
{
  char *users[] = { (char *) ALICE ":100", (char *) BOB ":3", NULL };
  g_autofree char *catalogue = trs_test_data_path ("catalogue-small");
  g_autoptr (GError) error = NULL;
  TrsServiceOptions options = {
    .data = persistent ? self->data : NULL,
    .catalogue = catalogue,
    .users = users,
    .speed = 1,
    .faults = self->faults,
    .media = self->media,
    .sound = self->sound,
    .worker = self->worker,
    .recognizer = self->recognizer,
    .fetch = self->fetch,
    .fetch_url = self->fetch_url,
    .jobs = MAX (self->jobs, 1),
    .tickets = self->tickets,
    .is_free = self->is_free,
  };

  self->service = trs_service_new (&options, self->clock, &error);
  g_assert_no_error (error);
}

void
fixture_stop (Fixture *self)
{
  g_clear_pointer (&self->service, trs_service_free);
}

void
fixture_script (Fixture    *self,
                const char *faults)
{
  g_autoptr (GError) error = NULL;

  g_file_set_contents (self->faults, faults, -1, NULL);
  trs_service_reload_faults (self->service, &error);
  g_assert_no_error (error);
  answer_book_set_scripted (!g_str_equal (faults, NO_FAULTS));
}

static void
take_body (Response     *response,
           GInputStream *stream)
{
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GBytes) bytes = NULL;

  g_output_stream_splice_async (memory, stream,
                                G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE | G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET,
                                G_PRIORITY_DEFAULT, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_output_stream_splice_finish (memory, result, &response->error);
  bytes = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
  response->length = g_bytes_get_size (bytes);
  response->text = g_strndup (g_bytes_get_data (bytes, NULL) != NULL ? g_bytes_get_data (bytes, NULL) : "",
                              response->length);
  response->json = trs_service_json_parse (response->text, strlen (response->text), NULL);
}

Response *
response_fetch (SoupSession *session,
                const char  *address,
                const char  *method,
                const char  *path,
                const char  *key,
                const char  *content_type,
                const char  *body)
{
  Response *response = g_new0 (Response, 1);
  g_autofree char *uri = g_strconcat (address, path, NULL);
  g_autoptr (SoupMessage) message = soup_message_new (method, uri);
  g_autoptr (GBytes) bytes = body != NULL ? g_bytes_new (body, strlen (body)) : NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GInputStream) stream = NULL;

  g_assert_nonnull (message);
  soup_message_add_flags (message, SOUP_MESSAGE_NO_REDIRECT);
  if (key != NULL)
    soup_message_headers_replace (soup_message_get_request_headers (message), "api-key", key);
  if (bytes != NULL)
    soup_message_set_request_body_from_bytes (message, content_type, bytes);

  soup_session_send_async (session, message, G_PRIORITY_DEFAULT, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  stream = soup_session_send_finish (session, result, &response->error);
  response->status = soup_message_get_status (message);
  response->headers = soup_message_headers_ref (soup_message_get_response_headers (message));
  if (stream != NULL)
    take_body (response, stream);
  answer_book_add (method, path, response->status,
                   soup_message_headers_get_content_type (response->headers, NULL),
                   response->error == NULL ? response->text : NULL, response->length);
  return response;
}

Response *
fixture_send (Fixture    *self,
              const char *method,
              const char *path,
              const char *key,
              const char *content_type,
              const char *body)
{
  g_autofree char *address = g_strdup_printf ("http://127.0.0.1:%u", trs_service_get_port (self->service));

  return response_fetch (self->session, address, method, path, key, content_type, body);
}

Response *
fixture_get (Fixture    *self,
             const char *path)
{
  Response *response = fixture_send (self, "GET", path, ALICE, NULL, NULL);

  g_assert_no_error (response->error);
  return response;
}

Response *
fixture_submit (Fixture    *self,
                const char *key,
                const char *video,
                const char *webhook)
{
  g_autofree char *body = g_strdup_printf ("{\"platformVideoId\":\"%s\",\"webhookUrl\":\"%s\"}", video, webhook);

  return fixture_send (self, "POST", "/api/transcribeVideo", key, "application/json", body);
}

char *
fixture_submit_ok (Fixture    *self,
                   const char *key,
                   const char *video)
{
  g_autoptr (Response) response = fixture_submit (self, key, video, "https://nowhere.invalid/");
  JsonObject *object;

  g_assert_no_error (response->error);
  g_assert_cmpuint (response->status, ==, 201);
  object = json_node_get_object (response->json);
  g_assert_cmpuint (json_object_get_size (object), ==, 2);
  g_assert_true (json_object_get_boolean_member (object, "success"));
  g_assert_true (g_uuid_string_is_valid (json_object_get_string_member (object, "projectId")));
  return g_strdup (json_object_get_string_member (object, "projectId"));
}

void
response_free (Response *response)
{
  g_free (response->text);
  g_clear_pointer (&response->json, json_node_unref);
  g_clear_pointer (&response->headers, soup_message_headers_unref);
  g_clear_error (&response->error);
  g_free (response);
}

/* "Error body" of the interface, exactly. */
void
response_assert_error (Response   *response,
                       guint       status,
                       const char *error)
{
  JsonObject *object;

  g_assert_no_error (response->error);
  g_assert_cmpuint (response->status, ==, status);
  g_assert_cmpstr (soup_message_headers_get_content_type (response->headers, NULL), ==, "application/json");
  g_assert_true (response->json != NULL && JSON_NODE_HOLDS_OBJECT (response->json));
  object = json_node_get_object (response->json);
  g_assert_cmpuint (json_object_get_size (object), ==, 3);
  g_assert_cmpint (json_object_get_int_member (object, "statusCode"), ==, status);
  g_assert_cmpstr (json_object_get_string_member (object, "message"), !=, "");
  g_assert_cmpstr (json_object_get_string_member (object, "error"), ==, error);
}

const char *
response_text (Response   *response,
               const char *member)
{
  g_assert_true (response->json != NULL && JSON_NODE_HOLDS_OBJECT (response->json));
  return json_object_get_string_member_with_default (json_node_get_object (response->json), member, NULL);
}
