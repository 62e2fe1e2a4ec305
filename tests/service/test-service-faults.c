/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-error.h"
#include "trs-service-faults.h"
#include "trs-service-json.h"
#include "trs-test-utils.h"

#include <glib/gstdio.h>
#include <string.h>

typedef struct
{
  GPtrArray *faults;
  char *path;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  gint fd = g_file_open_tmp ("trs-faults-XXXXXX", &fixture->path, NULL);

  g_close (fd, NULL);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_ptr_array_unref (fixture->faults);
  g_unlink (fixture->path);
  g_free (fixture->path);
}

static void
load (Fixture    *fixture,
      const char *script)
{
  g_autoptr (GError) error = NULL;

  g_file_set_contents (fixture->path, script, -1, NULL);
  g_clear_pointer (&fixture->faults, g_ptr_array_unref);
  fixture->faults = trs_service_faults_read (fixture->path, &error);
  g_assert_no_error (error);
}

/* The scripted status tells which rule it was; 0 is none. */
static gint64
match (Fixture    *fixture,
       const char *method,
       const char *path,
       const char *key)
{
  const TrsServiceFault *fault = trs_service_faults_match (fixture->faults, method, path, key);

  return fault != NULL ? fault->status : 0;
}

static void
test_matches (Fixture       *fixture,
              gconstpointer  data)
{
  load (fixture, "{\"rules\":["
                 "{\"match\":{\"method\":\"POST\"},\"status\":501},"
                 "{\"match\":{\"prefix\":\"/api/li\"},\"status\":502},"
                 "{\"match\":{\"regex\":\"^/api/detail/[0-9]+$\"},\"status\":503},"
                 "{\"match\":{\"user\":\"k\"},\"status\":504}]}");

  g_assert_cmpuint (fixture->faults->len, ==, 4);
  g_assert_cmpint (match (fixture, "POST", "/api/list", "k"), ==, 501);
  g_assert_cmpint (match (fixture, "GET", "/api/list", "k"), ==, 502);
  g_assert_cmpint (match (fixture, "GET", "/api/detail/12", NULL), ==, 503);
  g_assert_cmpint (match (fixture, "GET", "/api/detail/x", "k"), ==, 504);
  g_assert_cmpint (match (fixture, "GET", "/api/detail/x", "K"), ==, 0);
  g_assert_cmpint (match (fixture, "GET", "/api/detail/x", NULL), ==, 0);
}

static void
test_counts (Fixture       *fixture,
             gconstpointer  data)
{
  static const gint64 expected[] = { 0, 501, 501, 502, 503, 503 };
  static const char script[] = "{\"rules\":["
                               "{\"match\":{\"after\":1,\"count\":2},\"status\":501},"
                               "{\"match\":{\"nth\":4},\"status\":502},"
                               "{\"match\":{\"after\":2},\"status\":503}]}";

  for (guint round = 0; round < 2; round++)
    {
      /* A new script counts from the beginning. */
      load (fixture, script);
      for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
        g_assert_cmpint (match (fixture, "GET", "/", NULL), ==, expected[i]);
    }
}

static void
test_process (Fixture       *fixture,
              gconstpointer  data)
{
  static const struct
  {
    const char *rule;
    gboolean process;
  } cases[] = {
    { "{}", TRUE },
    { "{\"delay\":1,\"cut\":3,\"drip\":2,\"framing\":\"chunked\"}", TRUE },
    { "{\"status\":500}", FALSE },
    { "{\"close\":\"fin\"}", FALSE },
    { "{\"body\":\"\"}", FALSE },
    { "{\"process\":true,\"status\":201,\"body\":\"<html>\"}", TRUE },
    { "{\"process\":true,\"close\":\"reset\"}", TRUE },
    { "{\"process\":false,\"delay\":1}", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *script = g_strdup_printf ("{\"rules\":[%s]}", cases[i].rule);
      const TrsServiceFault *fault = NULL;

      load (fixture, script);
      fault = trs_service_faults_match (fixture->faults, "GET", "/", NULL);
      g_assert_nonnull (fault);
      g_assert_cmpint (fault->process, ==, cases[i].process);
    }
}

static void
test_bodies (Fixture       *fixture,
             gconstpointer  data)
{
  const TrsServiceFault *bomb = NULL;
  const TrsServiceFault *large = NULL;
  const TrsServiceFault *deep = NULL;
  g_autoptr (JsonNode) blanks = NULL;

  load (fixture, "{\"rules\":[{\"match\":{\"nth\":1},\"gzip-bomb\":64},{\"match\":{\"nth\":2},\"oversized\":3},"
                 "{\"nested\":5}]}");
  bomb = trs_service_faults_match (fixture->faults, "GET", "/", NULL);
  large = trs_service_faults_match (fixture->faults, "GET", "/", NULL);
  deep = trs_service_faults_match (fixture->faults, "GET", "/", NULL);

  g_assert_nonnull (strstr (bomb->headers->str, "gzip"));
  g_assert_cmpuint (g_bytes_get_size (bomb->body), <, 1048576);
  g_assert_cmpstr (large->headers->str, ==, "");
  g_assert_cmpuint (g_bytes_get_size (large->body), ==, 3 * 1048576);
  blanks = trs_service_json_parse (g_bytes_get_data (large->body, NULL), g_bytes_get_size (large->body), NULL);
  g_assert_true (JSON_NODE_HOLDS_ARRAY (blanks));
  g_assert_cmpmem (g_bytes_get_data (deep->body, NULL), g_bytes_get_size (deep->body), "[[[[[", 5);
}

static void
test_refuses_and_keeps (Fixture       *fixture,
                        gconstpointer  data)
{
  static const char * const bad[] = {
    "", "[]", "{}", "{\"rules\":{}}", "{\"rules\":[1]}",
    "{\"rules\":[{\"stat\":500}]}", "{\"rules\":[{\"status\":\"500\"}]}",
    "{\"rules\":[{\"status\":600}]}", "{\"rules\":[{\"match\":[]}]}", "{\"rules\":[{\"match\":{\"path\":\"/\"}}]}",
    "{\"rules\":[{\"match\":{\"regex\":\"(\"}}]}", "{\"rules\":[{\"match\":{\"method\":1}}]}",
    "{\"rules\":[{\"close\":\"gently\"}]}", "{\"rules\":[{\"framing\":\"\\u0001\"}]}", "{\"rules\":[{\"cut\":-1}]}",
    "{\"rules\":[{\"headers\":{\"a\":1}}]}", "{\"rules\":[{\"headers\":\"a\"}]}", "{\"rules\":[{\"process\":1}]}",
    "{\"rules\":[{\"oversized\":1025}]}",
  };
  g_autoptr (GError) missing = NULL;

  load (fixture, "{\"rules\":[{\"status\":500}]}");
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_file_set_contents (fixture->path, bad[i], -1, NULL);
      g_assert_null (trs_service_faults_read (fixture->path, &error));
      g_assert_nonnull (error);
    }
  g_assert_null (trs_service_faults_read ("/nowhere/at/all", &missing));
  g_assert_error (missing, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_assert_cmpint (match (fixture, "GET", "/", NULL), ==, 500);
}

#define ADD(path, function) g_test_add ("/service/faults/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  ADD ("matches", test_matches);
  ADD ("counts", test_counts);
  ADD ("process", test_process);
  ADD ("bodies", test_bodies);
  ADD ("refuses-and-keeps", test_refuses_and_keeps);
  return g_test_run ();
}
