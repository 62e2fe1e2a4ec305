/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-error.h"
#include "trs-service-json.h"
#include "trs-service-routes.h"
#include "trs-test-utils.h"

#include <string.h>

/* Borrowed from what is returned. */
static JsonNode *
read_text (const char            *text,
           TrsServiceSubmission  *submission,
           GError               **error)
{
  g_autoptr (GBytes) body = g_bytes_new_static (text, strlen (text));

  return trs_service_submission_read (body, submission, error);
}

/* Whether a submission is taken with this. */
static gboolean
takes (const char *webhook,
       const char *language)
{
  g_autoptr (GBytes) body = trs_service_json_write (g_variant_new_parsed (
      "{'platformVideoId': <'v'>, 'webhookUrl': <%s>, 'language': <%s>}", webhook, language));
  TrsServiceSubmission submission = { 0 };
  g_autoptr (JsonNode) read = trs_service_submission_read (body, &submission, NULL);

  if (read != NULL)
    {
      g_assert_cmpstr (submission.webhook, ==, webhook);
      g_assert_cmpstr (submission.language, ==, language);
    }
  return read != NULL;
}

static void
test_languages (void)
{
  static const char * const good[] = { "en", "de-AT", "zh-Hant-TW", "sr-Latn", "es-419", "gsw", "zh-min-nan",
                                       "sl-rozaj-biske", "de-1996", "en-a-bbb-x-a-ccc", "x-whatever", "i-klingon",
                                       "EN-gb", "en-GB-oed", "qaa-Qaaa-QM-x-southern", "hak", "cel-gaulish",
                                       "english" };
  static const char * const bad[] = { "", "e", "en_US", "en-", "-en", "en--US", "e n", "en-US-",
                                      "englishlanguage", "12", "en-x", "x", "en-a", "i-nothing", "en\n",
                                      "d\xc3\xa9", "en;q=1", "a-DE", "en-abcdefghi" };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    g_assert_true (takes ("http://h/", good[i]));
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_false (takes ("http://h/", bad[i]));
}

static void
test_webhooks (void)
{
  static const char * const good[] = { "http://a", "https://example.org/hook?x=1", "HTTP://127.0.0.1:8080/",
                                       "https://[::1]:1/x", "https://none.invalid/", "https://u:p@h/" };
  static const char * const bad[] = { "", "x", "/path", "//host/", "ftp://host/", "http:", "http://", "http:///x",
                                      "javascript:alert(1)", "file:///etc/passwd", "http://a b/", " http://a",
                                      "http://a\n", "http://a:99999/", "http://[::1/" };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    g_assert_true (takes (good[i], "en"));
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_test_message ("%s", bad[i]);
      g_assert_false (takes (bad[i], "en"));
    }
}

static void
test_reads (void)
{
  TrsServiceSubmission least = { 0 };
  TrsServiceSubmission most = { 0 };
  g_autoptr (JsonNode) first = read_text ("{\"platformVideoId\":\"v\",\"webhookUrl\":\"http://h/\"}", &least, NULL);
  g_autoptr (JsonNode) second = read_text (
      " {\"language\":\"de\",\"webhookUrl\":\"https://h/\",\"platformVideoId\":\"\\u00e9\",\"more\":[1]} ", &most,
      NULL);

  g_assert_true (first != NULL && second != NULL);
  g_assert_cmpstr (least.video, ==, "v");
  g_assert_cmpstr (least.webhook, ==, "http://h/");
  g_assert_null (least.language);
  g_assert_cmpstr (most.video, ==, "é");
  g_assert_cmpstr (most.language, ==, "de");
}

static void
test_refuses (void)
{
  static const char * const bad[] = {
    "",
    "null",
    "[]",
    "\"x\"",
    "{}",
    "{\"platformVideoId\":\"v\"}",
    "{\"webhookUrl\":\"http://h/\"}",
    "{\"platformVideoId\":\"\",\"webhookUrl\":\"http://h/\"}",
    "{\"platformVideoId\":1,\"webhookUrl\":\"http://h/\"}",
    "{\"platformVideoId\":null,\"webhookUrl\":\"http://h/\"}",
    "{\"platformVideoId\":[\"v\"],\"webhookUrl\":\"http://h/\"}",
    "{\"platformVideoId\":\"v\",\"webhookUrl\":\"\"}",
    "{\"platformVideoId\":\"v\",\"webhookUrl\":true}",
    "{\"platformVideoId\":\"v\",\"webhookUrl\":\"ftp://h/\"}",
    "{\"platformVideoId\":\"v\",\"webhookUrl\":\"http://h/\",\"language\":\"\"}",
    "{\"platformVideoId\":\"v\",\"webhookUrl\":\"http://h/\",\"language\":5}",
    "{\"platformVideoId\":\"v\",\"webhookUrl\":\"http://h/\",\"language\":null}",
    "{\"platformVideoId\":\"v\",\"webhookUrl\":\"http://h/\",\"language\":\"not a tag\"}",
    "{\"platformVideoId\":\"v\\u0000x\",\"webhookUrl\":\"http://h/\"}",
    "{\"platformVideoId\":\"v\",\"webhookUrl\":\"http://h/\"",
    "platformVideoId=v&webhookUrl=http://h/",
  };

  TrsServiceSubmission submission = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (read_text (bad[i], &submission, &error));
      g_assert_error (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT);
    }
}

/* Whatever comes, the answer is a submission with all it needs, or an error. */
static void
test_any_body (void)
{
  static const char seed[] =
      "{\"platformVideoId\":\"video\",\"webhookUrl\":\"https://h.invalid/x\",\"language\":\"de\"}";
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  guint n_taken = 0;

  for (guint i = 0; i < 5000; i++)
    {
      g_autofree char *text = g_strdup (seed);
      g_autoptr (GBytes) body = NULL;
      g_autoptr (JsonNode) read = NULL;
      TrsServiceSubmission submission = { 0 };
      g_autoptr (GError) error = NULL;

      for (gint n = g_rand_int_range (random, 0, 4); n > 0; n--)
        text[g_rand_int_range (random, 0, sizeof seed - 1)] = (char) g_rand_int_range (random, 0, 256);
      body = g_bytes_new (text, g_rand_boolean (random) ? sizeof seed - 1
                                                        : (gsize) g_rand_int_range (random, 0, sizeof seed));

      read = trs_service_submission_read (body, &submission, &error);
      g_assert_true ((read != NULL) == (error == NULL));
      if (read == NULL)
        continue;
      n_taken++;
      g_assert_true (*submission.video != '\0' && g_utf8_validate (submission.video, -1, NULL));
      g_assert_true (g_uri_is_valid (submission.webhook, G_URI_FLAGS_NONE, NULL));
    }
  g_assert_cmpuint (n_taken, >, 50);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/service/submission/languages", test_languages);
  g_test_add_func ("/service/submission/webhooks", test_webhooks);
  g_test_add_func ("/service/submission/reads", test_reads);
  g_test_add_func ("/service/submission/refuses", test_refuses);
  g_test_add_func ("/service/submission/any-body", test_any_body);
  return g_test_run ();
}
