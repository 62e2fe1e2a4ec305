/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-api-error.h"

#include <string.h>

#include "trs-test-utils.h"

#define ERROR_BODY "{\"statusCode\":400,\"message\":\"The words\",\"error\":\"Bad Request\"}"

static GError *
translate (TrsApiEndpoint  endpoint,
           guint           status,
           const char     *body)
{
  g_autoptr (GBytes) bytes = g_bytes_new (body, strlen (body));
  g_autoptr (TrsReply) reply = trs_reply_new (status, bytes);

  reply->retry_after = 7;
  return trs_api_error_from_reply (endpoint, reply, "a-key-of-a-user");
}

static void
test_success (void)
{
  g_assert_no_error (translate (TRS_API_SUBMIT, 201, "{}"));
  g_assert_no_error (translate (TRS_API_LIST, 200, "[]"));
  g_assert_no_error (translate (TRS_API_DETAIL, 200, "{}"));
}

static const struct
{
  guint status;
  int submit;
  int list;
  int detail;
} table[] = {
  { 100, TRS_ERROR_NOT_THE_SERVICE, TRS_ERROR_NOT_THE_SERVICE, TRS_ERROR_NOT_THE_SERVICE },
  { 202, TRS_ERROR_NOT_THE_SERVICE, TRS_ERROR_NOT_THE_SERVICE, TRS_ERROR_NOT_THE_SERVICE },
  { 204, TRS_ERROR_NOT_THE_SERVICE, TRS_ERROR_NOT_THE_SERVICE, TRS_ERROR_NOT_THE_SERVICE },
  { 301, TRS_ERROR_NOT_THE_SERVICE, TRS_ERROR_NOT_THE_SERVICE, TRS_ERROR_NOT_THE_SERVICE },
  { 302, TRS_ERROR_NOT_THE_SERVICE, TRS_ERROR_NOT_THE_SERVICE, TRS_ERROR_NOT_THE_SERVICE },
  { 304, TRS_ERROR_NOT_THE_SERVICE, TRS_ERROR_NOT_THE_SERVICE, TRS_ERROR_NOT_THE_SERVICE },
  { 308, TRS_ERROR_NOT_THE_SERVICE, TRS_ERROR_NOT_THE_SERVICE, TRS_ERROR_NOT_THE_SERVICE },
  { 400, TRS_ERROR_INVALID_REQUEST, TRS_ERROR_INVALID_REQUEST, TRS_ERROR_INVALID_REQUEST },
  { 401, TRS_ERROR_UNAUTHORIZED, TRS_ERROR_UNAUTHORIZED, TRS_ERROR_UNAUTHORIZED },
  { 402, TRS_ERROR_NOT_ENOUGH_CREDIT, TRS_ERROR_INVALID_REQUEST, TRS_ERROR_INVALID_REQUEST },
  { 403, TRS_ERROR_UNAUTHORIZED, TRS_ERROR_UNAUTHORIZED, TRS_ERROR_UNAUTHORIZED },
  { 404, TRS_ERROR_VIDEO_NOT_FOUND, TRS_ERROR_NOT_THE_SERVICE, TRS_ERROR_PROJECT_NOT_FOUND },
  { 405, TRS_ERROR_INVALID_REQUEST, TRS_ERROR_INVALID_REQUEST, TRS_ERROR_INVALID_REQUEST },
  { 407, TRS_ERROR_NOT_THE_SERVICE, TRS_ERROR_NOT_THE_SERVICE, TRS_ERROR_NOT_THE_SERVICE },
  { 408, TRS_ERROR_TIMED_OUT, TRS_ERROR_TIMED_OUT, TRS_ERROR_TIMED_OUT },
  { 413, TRS_ERROR_INVALID_REQUEST, TRS_ERROR_INVALID_REQUEST, TRS_ERROR_INVALID_REQUEST },
  { 421, TRS_ERROR_NOT_THE_SERVICE, TRS_ERROR_NOT_THE_SERVICE, TRS_ERROR_NOT_THE_SERVICE },
  { 422, TRS_ERROR_INVALID_REQUEST, TRS_ERROR_INVALID_REQUEST, TRS_ERROR_INVALID_REQUEST },
  { 425, TRS_ERROR_RATE_LIMITED, TRS_ERROR_RATE_LIMITED, TRS_ERROR_RATE_LIMITED },
  { 429, TRS_ERROR_RATE_LIMITED, TRS_ERROR_RATE_LIMITED, TRS_ERROR_RATE_LIMITED },
  { 499, TRS_ERROR_INVALID_REQUEST, TRS_ERROR_INVALID_REQUEST, TRS_ERROR_INVALID_REQUEST },
  { 500, TRS_ERROR_SERVER, TRS_ERROR_SERVER, TRS_ERROR_SERVER },
  { 503, TRS_ERROR_SERVER, TRS_ERROR_SERVER, TRS_ERROR_SERVER },
  { 511, TRS_ERROR_NOT_THE_SERVICE, TRS_ERROR_NOT_THE_SERVICE, TRS_ERROR_NOT_THE_SERVICE },
  { 599, TRS_ERROR_SERVER, TRS_ERROR_SERVER, TRS_ERROR_SERVER },
  { 600, TRS_ERROR_NOT_THE_SERVICE, TRS_ERROR_NOT_THE_SERVICE, TRS_ERROR_NOT_THE_SERVICE },
};

static void
assert_kept (GError *error,
             int     code,
             guint   status)
{
  g_assert_error (error, TRS_ERROR, code);
  g_assert_cmpuint (trs_error_get_http_status (error), ==, status);
  g_assert_cmpstr (trs_error_get_server_message (error), ==, "The words");
  g_assert_cmpint (trs_error_get_retry_after (error), ==, 7);
  g_assert_false (trs_error_get_not_sent (error));
}

static void
test_every_status (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autoptr (GError) submit = translate (TRS_API_SUBMIT, table[i].status, ERROR_BODY);
      g_autoptr (GError) list = translate (TRS_API_LIST, table[i].status, ERROR_BODY);
      g_autoptr (GError) detail = translate (TRS_API_DETAIL, table[i].status, ERROR_BODY);

      g_test_message ("%u", table[i].status);
      assert_kept (submit, table[i].submit, table[i].status);
      assert_kept (list, table[i].list, table[i].status);
      assert_kept (detail, table[i].detail, table[i].status);
    }
}

/* 200 to a submission is a redirect that was followed, or a page; 201 to a list likewise. */
static void
test_wrong_success (void)
{
  g_autoptr (GError) submit = translate (TRS_API_SUBMIT, 200, ERROR_BODY);
  g_autoptr (GError) list = translate (TRS_API_LIST, 201, ERROR_BODY);
  g_autoptr (GError) detail = translate (TRS_API_DETAIL, 201, ERROR_BODY);

  assert_kept (submit, TRS_ERROR_NOT_THE_SERVICE, 200);
  assert_kept (list, TRS_ERROR_NOT_THE_SERVICE, 201);
  assert_kept (detail, TRS_ERROR_NOT_THE_SERVICE, 201);
}

/* The status decides, whatever the body is. */
static void
test_other_bodies (void)
{
  static const char *const bodies[] = { "", "null", "<html><h1>401</h1></html>", "[]", "{\"message\":", "{}" };

  for (guint i = 0; i < G_N_ELEMENTS (bodies); i++)
    {
      g_autoptr (GError) unauthorized = translate (TRS_API_LIST, 401, bodies[i]);
      g_autoptr (GError) forbidden = translate (TRS_API_LIST, 403, bodies[i]);
      g_autoptr (GError) server = translate (TRS_API_SUBMIT, 502, bodies[i]);

      g_assert_error (unauthorized, TRS_ERROR, TRS_ERROR_UNAUTHORIZED);
      g_assert_null (trs_error_get_server_message (unauthorized));
      g_assert_error (forbidden, TRS_ERROR, TRS_ERROR_NOT_THE_SERVICE);
      g_assert_error (server, TRS_ERROR, TRS_ERROR_SERVER);
    }
}

static void
test_words (void)
{
  g_autoptr (GError) list = translate (TRS_API_SUBMIT, 400, "{\"message\":[\"One\",\"Two\"],\"error\":\"Bad\"}");
  g_autoptr (GError) word = translate (TRS_API_SUBMIT, 402, "{\"error\":\"NOT_ENOUGH_CREDIT\"}");

  g_assert_cmpstr (trs_error_get_server_message (list), ==, "One\nTwo");
  /* What is for programs is not shown to users. */
  g_assert_error (word, TRS_ERROR, TRS_ERROR_NOT_ENOUGH_CREDIT);
  g_assert_null (trs_error_get_server_message (word));
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/api-error/success", test_success);
  g_test_add_func ("/api-error/every-status", test_every_status);
  g_test_add_func ("/api-error/wrong-success", test_wrong_success);
  g_test_add_func ("/api-error/other-bodies", test_other_bodies);
  g_test_add_func ("/api-error/words", test_words);
  return g_test_run ();
}
