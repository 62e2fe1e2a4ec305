/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-answer-book.h"
#include "trs-service-fixture.h"
#include "trs-service-json.h"
#include "trs-service-routes.h"
#include "trs-test-utils.h"

/* The interface document, row by row, over HTTP. */

#define SUBMIT "/api/transcribeVideo"
#define GOOD_BODY "{\"platformVideoId\":\"dialogue\",\"webhookUrl\":\"https://nowhere.invalid/\"}"
#define UNKNOWN_ID "3b241101-e2bb-4255-8caf-4136c566a962"

static Response *
get_detail (Fixture    *fixture,
            const char *id,
            const char *query)
{
  g_autofree char *path = g_strconcat ("/api/detail/", id, query, NULL);

  return fixture_get (fixture, path);
}

static void
assert_members (Response   *response,
                const char *names)
{
  g_autoptr (GString) found = g_string_new (NULL);
  JsonObjectIter iter;
  const char *name;

  g_assert_no_error (response->error);
  g_assert_cmpuint (response->status, ==, 200);
  g_assert_true (JSON_NODE_HOLDS_OBJECT (response->json));
  json_object_iter_init_ordered (&iter, json_node_get_object (response->json));
  while (json_object_iter_next_ordered (&iter, &name, NULL))
    g_string_append_printf (found, "%s%s", found->len > 0 ? " " : "", name);
  g_assert_cmpstr (found->str, ==, names);
}

static void
test_submission_is_accepted (Fixture       *fixture,
                             gconstpointer  data)
{
  g_autofree char *id = fixture_submit_ok (fixture, ALICE, "dialogue");
  g_autofree char *other = fixture_submit_ok (fixture, ALICE, "dialogue");
  g_autoptr (Response) detail = get_detail (fixture, id, "");

  g_assert_cmpstr (id, !=, other);
  assert_members (detail, "id name state message videoLength createdAt");
  g_assert_cmpstr (response_text (detail, "state"), ==, "upload");
}

static void
test_submission_is_validated (Fixture       *fixture,
                              gconstpointer  data)
{
  static const char * const bad[] = {
    "{\"webhookUrl\":\"https://nowhere.invalid/\"}",
    "{\"platformVideoId\":\"dialogue\"}",
    "{\"platformVideoId\":\"\",\"webhookUrl\":\"https://nowhere.invalid/\"}",
    "{\"platformVideoId\":7,\"webhookUrl\":\"https://nowhere.invalid/\"}",
    "{\"platformVideoId\":\"dialogue\",\"webhookUrl\":\"nowhere\"}",
    "{\"platformVideoId\":\"dialogue\",\"webhookUrl\":\"ftp://nowhere.invalid/\"}",
    "{\"platformVideoId\":\"dialogue\",\"webhookUrl\":\"https://nowhere.invalid/\",\"language\":\"?\"}",
    "[]",
    "{",
    "",
  };
  g_autofree char *bomb = g_strnfill (500000, '[');
  g_autoptr (Response) deep = fixture_send (fixture, "POST", SUBMIT, ALICE, "application/json", bomb);
  g_autoptr (Response) list = NULL;

  response_assert_error (deep, 400, "Bad Request");
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (Response) response = fixture_send (fixture, "POST", SUBMIT, ALICE, "application/json", bad[i]);

      response_assert_error (response, 400, "Bad Request");
    }

  list = fixture_get (fixture, "/api/list");
  g_assert_cmpstr (list->text, ==, "[]");
}

static void
test_body_is_json_and_bounded (Fixture       *fixture,
                               gconstpointer  data)
{
  g_autofree char *blanks = g_strnfill (TRS_SERVICE_MAX_BODY - strlen (GOOD_BODY), ' ');
  g_autofree char *most = g_strconcat (GOOD_BODY, blanks, NULL);
  g_autofree char *more = g_strconcat (most, " ", NULL);
  g_autoptr (Response) form =
      fixture_send (fixture, "POST", SUBMIT, ALICE, "application/x-www-form-urlencoded", "platformVideoId=dialogue");
  g_autoptr (Response) named_otherwise = fixture_send (fixture, "POST", SUBMIT, ALICE, "text/plain", GOOD_BODY);
  g_autoptr (Response) charset =
      fixture_send (fixture, "POST", SUBMIT, ALICE, "application/json; charset=utf-8", GOOD_BODY);
  g_autoptr (Response) largest = fixture_send (fixture, "POST", SUBMIT, ALICE, "application/json", most);
  g_autoptr (Response) larger = fixture_send (fixture, "POST", SUBMIT, ALICE, "application/json", more);
  g_autoptr (Response) nobody = fixture_send (fixture, "POST", SUBMIT, "no-such-key", "application/json", more);
  g_autoptr (Response) elsewhere = fixture_send (fixture, "POST", "/api/list", ALICE, "application/json", more);

  /* The interface names no 415: a body is JSON or invalid, whatever its type says. */
  response_assert_error (form, 400, "Bad Request");
  g_assert_cmpuint (named_otherwise->status, ==, 201);
  g_assert_cmpuint (charset->status, ==, 201);
  g_assert_cmpuint (largest->status, ==, 201);
  response_assert_error (larger, 413, "Request Entity Too Large");
  /* Whoever asks, and for what, comes first. */
  response_assert_error (nobody, 401, "Unauthorized");
  response_assert_error (elsewhere, 405, "Method Not Allowed");
}

static void
test_video_is_not_found (Fixture       *fixture,
                         gconstpointer  data)
{
  static const char * const none[] = { "no-such-video", "hidden", "../catalogue-small/dialogue", "DIALOGUE" };

  for (guint i = 0; i < G_N_ELEMENTS (none); i++)
    {
      g_autoptr (Response) response = fixture_submit (fixture, BOB, none[i], "https://nowhere.invalid/");

      response_assert_error (response, 404, "Not Found");
      g_assert_cmpstr (response_text (response, "message"), ==, "Video not found");
    }

  /* All three credits are still there. */
  for (guint i = 0; i < 3; i++)
    g_free (fixture_submit_ok (fixture, BOB, "seconds-59"));
}

static void
test_credit (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (Response) too_long = fixture_submit (fixture, BOB, "hour", "https://nowhere.invalid/");
  g_autoptr (Response) too_late = NULL;
  g_autoptr (Response) list = NULL;

  response_assert_error (too_long, 402, "NOT_ENOUGH_CREDIT");

  /* 119 s cost 1, 120 s cost 2, which is all that Bob has. */
  g_free (fixture_submit_ok (fixture, BOB, "seconds-119"));
  g_free (fixture_submit_ok (fixture, BOB, "seconds-120"));
  too_late = fixture_submit (fixture, BOB, "seconds-59", "https://nowhere.invalid/");
  response_assert_error (too_late, 402, "NOT_ENOUGH_CREDIT");

  list = fixture_send (fixture, "GET", "/api/list", BOB, NULL, NULL);
  g_assert_cmpuint (json_array_get_length (json_node_get_array (list->json)), ==, 2);
}

static void
test_key_is_needed (Fixture       *fixture,
                    gconstpointer  data)
{
  static const char * const keys[] = { NULL, "", "wrong", "ALICE-KEY", "alice-key2" };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      /* 401 comes before everything that could be wrong beside it. */
      g_autoptr (Response) submit = fixture_send (fixture, "POST", SUBMIT, keys[i], "text/plain", "{");
      g_autoptr (Response) list = fixture_send (fixture, "GET", "/api/list?page=x", keys[i], NULL, NULL);
      g_autoptr (Response) detail =
          fixture_send (fixture, "GET", "/api/detail/" UNKNOWN_ID "?showTimecode=x", keys[i], NULL, NULL);

      response_assert_error (submit, 401, "Unauthorized");
      response_assert_error (list, 401, "Unauthorized");
      response_assert_error (detail, 401, "Unauthorized");
    }
}

static void
test_host_is_this_computer (Fixture       *fixture,
                            gconstpointer  data)
{
  static const char * const hosts[] = { "evil.example", "localhost:1", "[::1]:8", "127.0.0.1" };
  g_autofree char *address = g_strdup_printf ("http://127.0.0.1:%u/api/list", trs_service_get_port (fixture->service));

  for (guint i = 0; i < G_N_ELEMENTS (hosts); i++)
    {
      g_autoptr (SoupMessage) message = soup_message_new ("GET", address);
      g_autoptr (GAsyncResult) result = NULL;
      g_autoptr (GInputStream) stream = NULL;
      g_autoptr (GError) error = NULL;

      soup_message_headers_replace (soup_message_get_request_headers (message), "Host", hosts[i]);
      soup_message_headers_replace (soup_message_get_request_headers (message), "api-key", ALICE);
      soup_session_send_async (fixture->session, message, G_PRIORITY_DEFAULT, NULL, trs_test_store_result, &result);
      trs_test_wait_result (result);
      stream = soup_session_send_finish (fixture->session, result, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (soup_message_get_status (message), ==, i == 0 ? 400 : 200);
    }
}

static void
test_description_needs_no_key (Fixture       *fixture,
                               gconstpointer  data)
{
  g_autoptr (Response) known = fixture_get (fixture, "/openapi.json");
  g_autoptr (Response) unknown = fixture_send (fixture, "GET", "/openapi.json", NULL, NULL, NULL);
  JsonObject *info;

  g_assert_cmpuint (unknown->status, ==, 200);
  g_assert_cmpstr (unknown->text, ==, known->text);
  g_assert_cmpstr (soup_message_headers_get_content_type (unknown->headers, NULL), ==, "application/json");
  info = json_object_get_object_member (json_node_get_object (unknown->json), "info");
  g_assert_cmpstr (json_object_get_string_member (info, "version"), ==, "0.0.1");
}

static void
test_order_of_checks (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autoptr (Response) invalid_and_missing = fixture_submit (fixture, BOB, "no-such-video", "nowhere");
  g_autoptr (Response) missing_and_poor = NULL;

  response_assert_error (invalid_and_missing, 400, "Bad Request");

  for (guint i = 0; i < 3; i++)
    g_free (fixture_submit_ok (fixture, BOB, "seconds-59"));
  missing_and_poor = fixture_submit (fixture, BOB, "hidden", "https://nowhere.invalid/");
  response_assert_error (missing_and_poor, 404, "Not Found");
}

static void
test_list_entries (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autofree char *first = fixture_submit_ok (fixture, ALICE, "dialogue");
  g_autofree char *second = fixture_submit_ok (fixture, ALICE, "silent");
  g_autoptr (Response) list = NULL;
  JsonObject *entry;

  trs_manual_clock_advance (fixture->manual, 1);
  list = fixture_get (fixture, "/api/list");
  g_assert_cmpuint (json_array_get_length (json_node_get_array (list->json)), ==, 2);

  /* Newest first, also within one millisecond. */
  entry = json_array_get_object_element (json_node_get_array (list->json), 0);
  g_assert_cmpstr (json_object_get_string_member (entry, "id"), ==, second);
  entry = json_array_get_object_element (json_node_get_array (list->json), 1);
  g_assert_cmpuint (json_object_get_size (entry), ==, 5);
  g_assert_cmpstr (json_object_get_string_member (entry, "id"), ==, first);
  g_assert_cmpstr (json_object_get_string_member (entry, "name"), ==, "Two at the harbour");
  g_assert_cmpstr (json_object_get_string_member (entry, "platformId"), ==, "dialogue");
  g_assert_cmpstr (json_object_get_string_member (entry, "state"), ==, "upload");
  g_assert_cmpstr (json_object_get_string_member (entry, "createdAt"), ==, FIXTURE_START_TEXT);
}

static guint
page_length (Fixture    *fixture,
             const char *path)
{
  g_autoptr (Response) response = fixture_get (fixture, path);

  g_assert_cmpuint (response->status, ==, 200);
  return json_array_get_length (json_node_get_array (response->json));
}

static void
test_list_pages (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr (Response) empty = fixture_get (fixture, "/api/list");
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  g_assert_cmpstr (empty->text, ==, "[]");

  for (guint i = 0; i < 100; i++)
    g_hash_table_add (seen, fixture_submit_ok (fixture, ALICE, "seconds-59"));

  g_assert_cmpuint (page_length (fixture, "/api/list"), ==, 100);
  g_assert_cmpuint (page_length (fixture, "/api/list?page=1"), ==, 100);
  g_assert_cmpuint (page_length (fixture, "/api/list?page=2"), ==, 0);
  g_assert_cmpuint (page_length (fixture, "/api/list?page=9223372036854775807"), ==, 0);
  g_assert_cmpuint (page_length (fixture, "/api/list?page=9223372036854775808"), ==, 0);
  g_assert_cmpuint (g_hash_table_size (seen), ==, 100);
}

static void
test_list_page_is_checked (Fixture       *fixture,
                           gconstpointer  data)
{
  static const char * const bad[] = { "0", "-1", "x", "", "1.5", "00" };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *path = g_strconcat ("/api/list?page=", bad[i], NULL);
      g_autoptr (Response) response = fixture_get (fixture, path);

      response_assert_error (response, 400, "Bad Request");
    }
}

static void
test_detail_on_its_way (Fixture       *fixture,
                        gconstpointer  data)
{
  g_autofree char *id = fixture_submit_ok (fixture, ALICE, "dialogue");
  g_autoptr (Response) uploading = get_detail (fixture, id, "?showTimecode=true");
  g_autoptr (Response) later = NULL;
  g_autoptr (Response) transcribing = NULL;
  g_autoptr (Response) done = NULL;

  g_assert_cmpstr (response_text (uploading, "id"), ==, id);
  g_assert_cmpstr (response_text (uploading, "name"), ==, "Two at the harbour");
  g_assert_cmpstr (response_text (uploading, "createdAt"), ==, FIXTURE_START_TEXT);
  g_assert_cmpint (json_object_get_int_member (json_node_get_object (uploading->json), "videoLength"), ==, 120);

  /* 2 s and a hundredth of 120 s in upload; 3 s and a fiftieth in transcription. */
  trs_manual_clock_advance (fixture->manual, 3199);
  later = get_detail (fixture, id, "");
  g_assert_cmpstr (response_text (later, "state"), ==, "upload");
  g_assert_cmpstr (response_text (later, "message"), !=, response_text (uploading, "message"));

  trs_manual_clock_advance (fixture->manual, 1);
  transcribing = get_detail (fixture, id, "");
  assert_members (transcribing, "id name state message videoLength createdAt");
  g_assert_cmpstr (response_text (transcribing, "state"), ==, "transcription");

  trs_manual_clock_advance (fixture->manual, 5399);
  g_clear_pointer (&transcribing, response_free);
  transcribing = get_detail (fixture, id, "");
  g_assert_cmpstr (response_text (transcribing, "state"), ==, "transcription");
  trs_manual_clock_advance (fixture->manual, 1);
  done = get_detail (fixture, id, "");
  assert_members (done, "id name platformId language text");
}

static void
assert_text (Fixture    *fixture,
             const char *id,
             const char *query,
             const char *beginning)
{
  g_autoptr (Response) response = get_detail (fixture, id, query);

  assert_members (response, "id name platformId language text");
  g_assert_true (g_str_has_prefix (response_text (response, "text"), beginning));
}

static void
test_detail_texts (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autofree char *id = fixture_submit_ok (fixture, ALICE, "dialogue");
  static const char bare[] = "Good evening.\n\nGood evening to you.\n\n[applause]\n\nSpeaker 2:";
  static const char timed[] = "[00:00:02.345] Good evening.\n\n[00:00:07.005] Good evening to you.\n\n[00:01:01.500]";
  static const char named[] = "Speaker 1: Good evening.\n\nSpeaker 2: Good evening to you.\n\n[applause]\n\nSpeaker 1:";
  static const char both[] = "[00:00:02.345] Speaker 1: Good evening.\n\n[00:00:07.005] Speaker 2: Good";
  g_autoptr (Response) done = NULL;

  trs_manual_clock_advance (fixture->manual, 60000);
  done = get_detail (fixture, id, "");
  g_assert_cmpstr (response_text (done, "id"), ==, id);
  g_assert_cmpstr (response_text (done, "name"), ==, "Two at the harbour");
  g_assert_cmpstr (response_text (done, "platformId"), ==, "dialogue");
  g_assert_cmpstr (response_text (done, "language"), ==, "de");

  assert_text (fixture, id, "", bare);
  assert_text (fixture, id, "?showTimecode=false&showSpeaker=0", bare);
  assert_text (fixture, id, "?showTimecode=true", timed);
  assert_text (fixture, id, "?showSpeaker=1", named);
  assert_text (fixture, id, "?showTimecode=1&showSpeaker=true", both);
  assert_text (fixture, id, "?showTranscription=false", bare);
  assert_text (fixture, id, "?showTranscription=whatever&unknown=1", bare);
}

static void
test_detail_toggles_are_checked (Fixture       *fixture,
                                 gconstpointer  data)
{
  g_autofree char *id = fixture_submit_ok (fixture, ALICE, "dialogue");
  static const char * const bad[] = { "?showTimecode=yes", "?showSpeaker=", "?showTimecode=TRUE", "?showSpeaker=2" };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (Response) response = get_detail (fixture, id, bad[i]);

      response_assert_error (response, 400, "Bad Request");
    }
}

static void
test_silence_is_done_with_an_empty_text (Fixture       *fixture,
                                         gconstpointer  data)
{
  g_autofree char *id = fixture_submit_ok (fixture, ALICE, "silent");
  g_autoptr (Response) done = NULL;

  trs_manual_clock_advance (fixture->manual, 5000);
  done = get_detail (fixture, id, "?showTimecode=true&showSpeaker=true");
  assert_members (done, "id name platformId language text");
  g_assert_cmpstr (response_text (done, "text"), ==, "");
  g_assert_cmpstr (response_text (done, "language"), ==, "en");
  g_assert_cmpstr (response_text (done, "name"), ==, "Q&A <b>without</b> a word");
}

static void
test_language_of_the_submission_wins (Fixture       *fixture,
                                      gconstpointer  data)
{
  g_autoptr (Response) submitted = fixture_send (
      fixture, "POST", SUBMIT, ALICE, "application/json",
      "{\"platformVideoId\":\"dialogue\",\"webhookUrl\":\"https://nowhere.invalid/\",\"language\":\"gsw-CH\"}");
  g_autoptr (Response) done = NULL;

  trs_manual_clock_advance (fixture->manual, 60000);
  done = get_detail (fixture, response_text (submitted, "projectId"), "");
  g_assert_cmpstr (response_text (done, "language"), ==, "gsw-CH");
}

static void
assert_breaks (Fixture    *fixture,
               const char *video,
               guint       milliseconds)
{
  g_autofree char *id = fixture_submit_ok (fixture, ALICE, video);
  g_autoptr (Response) before = NULL;
  g_autoptr (Response) after = NULL;

  trs_manual_clock_advance (fixture->manual, milliseconds - 1);
  before = get_detail (fixture, id, "");
  g_assert_cmpstr (response_text (before, "state"), !=, "error");
  trs_manual_clock_advance (fixture->manual, 1);
  after = get_detail (fixture, id, "");
  assert_members (after, "id name state message videoLength createdAt");
  g_assert_cmpstr (response_text (after, "state"), ==, "error");
  g_assert_cmpstr (response_text (after, "message"), !=, response_text (before, "message"));

  trs_manual_clock_advance (fixture->manual, 600000);
  g_clear_pointer (&after, response_free);
  after = get_detail (fixture, id, "");
  g_assert_cmpstr (response_text (after, "state"), ==, "error");
}

static void
test_pipeline_breaks (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autoptr (Response) list = NULL;

  assert_breaks (fixture, "lost", 2600);
  assert_breaks (fixture, "garbled", 2600 + 4200);

  /* Not an HTTP error: it shows as the state of the project. */
  list = fixture_get (fixture, "/api/list");
  g_assert_cmpuint (list->status, ==, 200);
  g_assert_nonnull (strstr (list->text, "\"state\":\"error\""));
}

static void
test_projects_are_private (Fixture       *fixture,
                           gconstpointer  data)
{
  g_autofree char *id = fixture_submit_ok (fixture, ALICE, "dialogue");
  g_autofree char *path = g_strconcat ("/api/detail/", id, NULL);
  g_autoptr (Response) unfinished = fixture_send (fixture, "GET", path, BOB, NULL, NULL);
  g_autoptr (Response) list = fixture_send (fixture, "GET", "/api/list", BOB, NULL, NULL);
  g_autoptr (Response) done = NULL;
  g_autoptr (Response) unknown = fixture_send (fixture, "GET", "/api/detail/" UNKNOWN_ID, BOB, NULL, NULL);

  trs_manual_clock_advance (fixture->manual, 60000);
  done = fixture_send (fixture, "GET", path, BOB, NULL, NULL);
  response_assert_error (unfinished, 404, "Not Found");
  response_assert_error (done, 404, "Not Found");
  g_assert_cmpstr (list->text, ==, "[]");
  /* Whether somebody else has it cannot be told from the answer. */
  g_assert_cmpstr (done->text, ==, unknown->text);
}

static void
test_ids_are_only_looked_up (Fixture       *fixture,
                             gconstpointer  data)
{
  static const char * const odd[] = { UNKNOWN_ID, "x", "x%2Flist", "'%20OR%201", "%25", "%C3%A9",
                                      "%2e%2e%2flist", "..%2F..%2Fapi%2Flist" };

  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    {
      g_autoptr (Response) response = get_detail (fixture, odd[i], "");

      response_assert_error (response, 404, "Not Found");
      g_assert_cmpstr (response_text (response, "message"), ==, "Project not found");
    }
}

static void
test_what_is_no_endpoint (Fixture       *fixture,
                          gconstpointer  data)
{
  static const char * const none[] = { "/", "/api", "/api/", "/api/lists", "/api/list/", "/api/detail", "/api/detail/",
                                       "/api/detail/a/b", "/API/list", "/api/transcribeVideo/" };
  static const struct
  {
    const char *method;
    const char *path;
    const char *allow;
  } wrong[] = {
    { "GET", SUBMIT, "POST" },         { "PUT", SUBMIT, "POST" },           { "POST", "/api/list", "GET" },
    { "DELETE", "/api/list", "GET" },  { "OPTIONS", "/api/list", "GET" },   { "POST", "/api/detail/x", "GET" },
    { "DELETE", "/api/detail/x", "GET" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (none); i++)
    {
      g_autoptr (Response) response = fixture_get (fixture, none[i]);

      response_assert_error (response, 404, "Not Found");
    }
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (Response) response = fixture_send (fixture, wrong[i].method, wrong[i].path, ALICE, NULL, NULL);

      response_assert_error (response, 405, "Method Not Allowed");
      g_assert_cmpstr (soup_message_headers_get_one (response->headers, "Allow"), ==, wrong[i].allow);
    }
}

static void
test_everything_outlives_a_restart (Fixture       *fixture,
                                    gconstpointer  data)
{
  g_autofree char *finished = NULL;
  g_autofree char *begun = NULL;
  g_autoptr (Response) before = NULL;
  g_autoptr (Response) after = NULL;
  g_autoptr (Response) moved = NULL;
  g_autoptr (Response) poor = NULL;

  fixture_stop (fixture);
  fixture_start (fixture, TRUE);
  finished = fixture_submit_ok (fixture, ALICE, "dialogue");
  g_free (fixture_submit_ok (fixture, BOB, "seconds-120"));
  trs_manual_clock_advance (fixture->manual, 60000);
  begun = fixture_submit_ok (fixture, ALICE, "hour");
  before = get_detail (fixture, finished, "?showTimecode=1&showSpeaker=1");

  fixture_stop (fixture);
  trs_manual_clock_suspend (fixture->manual, 40000);
  fixture_start (fixture, TRUE);

  after = get_detail (fixture, finished, "?showTimecode=1&showSpeaker=1");
  g_assert_cmpstr (after->text, ==, before->text);
  moved = get_detail (fixture, begun, "");
  g_assert_cmpstr (response_text (moved, "state"), ==, "transcription");
  poor = fixture_submit (fixture, BOB, "seconds-120", "https://nowhere.invalid/");
  response_assert_error (poor, 402, "NOT_ENOUGH_CREDIT");
}

/* A file that the program wrote before it knew jobs. */
static void
test_older_data_is_served (Fixture       *fixture,
                           gconstpointer  data)
{
  g_autofree char *name = g_build_filename ("service", "data-1.db", NULL);
  g_autofree char *path = trs_test_data_path (name);
  g_autofree char *bytes = NULL;
  gsize length;
  g_autoptr (Response) list = NULL;
  g_autoptr (Response) done = NULL;
  g_autoptr (Response) fresh = NULL;
  g_autofree char *id = NULL;

  fixture_stop (fixture);
  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  g_assert_true (g_file_set_contents (fixture->data, bytes, (gssize) length, NULL));
  fixture_start (fixture, TRUE);

  g_assert_cmpuint (page_length (fixture, "/api/list"), ==, 3);
  done = get_detail (fixture, "74326f31-f533-4094-b886-69e9fbeafe4b", "?showSpeaker=true");
  assert_members (done, "id name platformId language text");
  g_assert_true (g_str_has_prefix (response_text (done, "text"), "Speaker 1: "));
  list = fixture_send (fixture, "GET", "/api/list", BOB, NULL, NULL);
  g_assert_cmpuint (json_array_get_length (json_node_get_array (list->json)), ==, 1);
  id = fixture_submit_ok (fixture, ALICE, "dialogue");
  fresh = get_detail (fixture, id, "");
  g_assert_cmpstr (response_text (fresh, "state"), ==, "upload");
}

#define ADD(path, function) \
  g_test_add ("/service/interface/" path, Fixture, "manual", fixture_set_up, function, fixture_tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("submission/accepted", test_submission_is_accepted);
  ADD ("submission/validated", test_submission_is_validated);
  ADD ("submission/json-and-bounded", test_body_is_json_and_bounded);
  ADD ("submission/video-not-found", test_video_is_not_found);
  ADD ("submission/credit", test_credit);
  ADD ("key-is-needed", test_key_is_needed);
  ADD ("host-is-this-computer", test_host_is_this_computer);
  ADD ("description-needs-no-key", test_description_needs_no_key);
  ADD ("order-of-checks", test_order_of_checks);
  ADD ("list/entries", test_list_entries);
  ADD ("list/pages", test_list_pages);
  ADD ("list/page-is-checked", test_list_page_is_checked);
  ADD ("detail/on-its-way", test_detail_on_its_way);
  ADD ("detail/texts", test_detail_texts);
  ADD ("detail/toggles-are-checked", test_detail_toggles_are_checked);
  ADD ("detail/silence", test_silence_is_done_with_an_empty_text);
  ADD ("detail/language-of-the-submission-wins", test_language_of_the_submission_wins);
  ADD ("detail/pipeline-breaks", test_pipeline_breaks);
  ADD ("detail/projects-are-private", test_projects_are_private);
  ADD ("detail/ids-are-only-looked-up", test_ids_are_only_looked_up);
  ADD ("no-endpoint", test_what_is_no_endpoint);
  ADD ("restart", test_everything_outlives_a_restart);
  ADD ("older-data", test_older_data_is_served);
  return answer_book_run_tests ("/service/interface");
}
