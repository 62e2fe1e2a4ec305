/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-answer-book.h"
#include "trs-manual-clock.h"
#include "trs-service-json.h"
#include "trs-service-routes.h"
#include "trs-test-utils.h"

typedef struct
{
  sqlite3 *database;
  TrsServiceCatalogue *catalogue;
  TrsManualClock *clock;
  TrsServiceProjects projects;
} Fixture;

static void
callback_due_cb (gpointer user_data)
{
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autofree char *folder = trs_test_data_path ("catalogue-small");

  fixture->clock = trs_manual_clock_new (G_TIME_SPAN_DAY);
  fixture->database = trs_service_database_open (NULL, NULL);
  fixture->catalogue = trs_service_catalogue_new (folder, NULL);
  trs_service_accounts_add (fixture->database, "key:1000000", NULL);
  fixture->projects =
      (TrsServiceProjects) { fixture->database, fixture->catalogue, TRS_CLOCK (fixture->clock), 1, callback_due_cb };
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  trs_service_projects_clear (&fixture->projects);
  trs_service_catalogue_free (fixture->catalogue);
  sqlite3_close_v2 (fixture->database);
  g_assert_finalize_object (fixture->clock);
}

static void
note (const TrsServiceRequest *request,
      const TrsServiceReply   *reply)
{
  answer_book_add (request->method, request->path, reply->status, "application/json",
                   g_bytes_get_data (reply->body, NULL), g_bytes_get_size (reply->body));
}

static guint
status_of (Fixture    *fixture,
           const char *method,
           const char *path,
           const char *query,
           const char *key)
{
  g_autoptr (GBytes) body = g_bytes_new (NULL, 0);
  TrsServiceRequest request = { .method = method, .path = path, .query = query, .key = key, .body = body };
  g_autoptr (TrsServiceReply) reply = trs_service_routes_answer (&fixture->projects, &request);

  note (&request, reply);
  return reply->status;
}

/* What no well-behaved client can even send. */
static void
test_odd_addresses (Fixture       *fixture,
                    gconstpointer  data)
{
  static const char * const odd[] = { "/api/detail/%00", "/api/detail/%zz", "/api/detail/%", "/api/detail/\xff",
                                      "/api/detail/%ff%fe", "/api/detail/%2", "/api/detail/..%2f" };
  static const char * const none[] = { "", "*", "//", "/api/detail/../list", "api/list" };

  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    {
      g_assert_cmpuint (status_of (fixture, "GET", odd[i], NULL, "key"), ==, 404);
      g_assert_cmpuint (status_of (fixture, "GET", odd[i], NULL, "k"), ==, 401);
    }
  for (guint i = 0; i < G_N_ELEMENTS (none); i++)
    g_assert_cmpuint (status_of (fixture, "GET", none[i], NULL, "key"), ==, 404);
  g_assert_cmpuint (status_of (fixture, "", "/api/list", NULL, "key"), ==, 405);
  g_assert_cmpuint (status_of (fixture, "get", "/api/list", NULL, "key"), ==, 405);
  g_assert_cmpuint (status_of (fixture, "GET", "/api/list", "page=%zz", "key"), ==, 400);
  g_assert_cmpuint (status_of (fixture, "GET", "/api/list", "&&=&=x&%zz", "key"), ==, 200);
}

/* A page of the web whose name leads to loopback gets nothing, not even what needs no key. */
static void
test_host (Fixture       *fixture,
           gconstpointer  data)
{
  static const char * const here[] = { NULL, "localhost", "LocalHost", "127.0.0.1", "127.0.0.2", "::1" };
  static const char * const elsewhere[] = { "", "x", "evil.example", "localhost.evil.example", "localhost.",
                                            "127.0.0.1.x", "10.0.0.1", "0.0.0.0", "::", "fe80::1", "[::1]",
                                            "127.0.0.1:80" };
  static const char * const paths[] = { "/api/list", "/openapi.json", "/nowhere" };
  g_autoptr (GBytes) body = g_bytes_new (NULL, 0);

  for (guint i = 0; i < G_N_ELEMENTS (here) + G_N_ELEMENTS (elsewhere); i++)
    for (guint j = 0; j < G_N_ELEMENTS (paths); j++)
      {
        gboolean good = i < G_N_ELEMENTS (here);
        TrsServiceRequest request = { .method = "GET", .path = paths[j], .key = "key", .body = body };
        g_autoptr (TrsServiceReply) reply = NULL;

        request.host = good ? here[i] : elsewhere[i - G_N_ELEMENTS (here)];
        reply = trs_service_routes_answer (&fixture->projects, &request);
        note (&request, reply);
        g_assert_cmpuint (reply->status, ==, !good ? 400 : j < 2 ? 200 : 404);
      }
}

static void
test_description (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data", "openapi.json", NULL);
  g_autofree char *file = NULL;
  g_autoptr (GBytes) body = g_bytes_new (NULL, 0);
  TrsServiceRequest request = { .method = "GET", .path = "/openapi.json", .query = "x=y", .body = body };
  g_autoptr (TrsServiceReply) reply = trs_service_routes_answer (&fixture->projects, &request);
  g_autoptr (GError) error = NULL;

  note (&request, reply);
  g_assert_cmpuint (reply->status, ==, 200);
  g_file_get_contents (path, &file, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (file, strlen (file), g_bytes_get_data (reply->body, NULL), g_bytes_get_size (reply->body));
  g_assert_cmpuint (status_of (fixture, "POST", "/openapi.json", NULL, "key"), ==, 405);
  g_assert_cmpuint (status_of (fixture, "GET", "/openapi.json/", NULL, "key"), ==, 404);
}

/* Any bytes get one of the answers of the interface, and always JSON. */
static void
test_any_submission (Fixture       *fixture,
                     gconstpointer  data)
{
  static const char * const seeds[] = {
    "{\"platformVideoId\":\"silent\",\"webhookUrl\":\"https://h.invalid/\",\"language\":\"de\"}",
    "{\"platformVideoId\":\"missing\",\"webhookUrl\":\"https://h.invalid/\"}",
  };
  g_autoptr (GRand) random = g_rand_new_with_seed (42);
  guint n_seen[600] = { 0 };

  for (guint i = 0; i < 1000; i++)
    {
      const char *seed = seeds[i % G_N_ELEMENTS (seeds)];
      g_autofree char *text = g_strdup (seed);
      g_autoptr (GBytes) body = NULL;
      g_autoptr (TrsServiceReply) reply = NULL;
      g_autoptr (JsonNode) json = NULL;
      TrsServiceRequest request = { .method = "POST", .path = "/api/transcribeVideo", .key = "key" };

      for (gint n = g_rand_int_range (random, 0, 3); n > 0; n--)
        text[g_rand_int_range (random, 0, (gint32) strlen (seed))] = (char) g_rand_int_range (random, 1, 256);
      body = g_bytes_new (text, strlen (text));
      request.body = body;

      reply = trs_service_routes_answer (&fixture->projects, &request);
      note (&request, reply);
      g_assert_true (reply->status == 201 || reply->status == 400 || reply->status == 404);
      n_seen[reply->status]++;
      json = trs_service_json_parse (g_bytes_get_data (reply->body, NULL), g_bytes_get_size (reply->body), NULL);
      g_assert_true (json != NULL && JSON_NODE_HOLDS_OBJECT (json));
    }
  g_assert_cmpuint (n_seen[201], >, 0);
  g_assert_cmpuint (n_seen[400], >, 0);
  g_assert_cmpuint (n_seen[404], >, 0);
}

static void
test_any_address (Fixture       *fixture,
                  gconstpointer  data)
{
  static const char alphabet[] = "/apidetlsx%0123456789abcdef.?&=+-_~\x01\x7f\xc3\xa9";
  g_autoptr (GRand) random = g_rand_new_with_seed (43);

  for (guint i = 0; i < 1000; i++)
    {
      g_autoptr (GString) path = g_string_new (i % 2 == 0 ? "/api/detail/" : "/api/list");
      g_autoptr (GString) query = g_string_new (i % 4 < 2 ? "page=" : "showSpeaker=");
      guint status;

      for (gint n = g_rand_int_range (random, 0, 12); n > 0; n--)
        {
          if (i % 2 == 0)
            g_string_append_c (path, alphabet[g_rand_int_range (random, 0, sizeof alphabet - 1)]);
          g_string_append_c (query, alphabet[g_rand_int_range (random, 0, sizeof alphabet - 1)]);
        }
      status = status_of (fixture, "GET", path->str, query->str, "key");
      g_assert_true (status == 200 || status == 400 || status == 404);
    }
}

#define ADD(path, function) g_test_add ("/service/routes/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("odd-addresses", test_odd_addresses);
  ADD ("host", test_host);
  ADD ("description", test_description);
  ADD ("any-submission", test_any_submission);
  ADD ("any-address", test_any_address);
  return answer_book_run_tests ("/service/routes");
}
