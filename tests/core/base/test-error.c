/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-error.h"
#include "trs-test-utils.h"

static void
test_keeps_the_reply (void)
{
  g_autoptr (GError) error =
      trs_error_new_http (TRS_ERROR_RATE_LIMITED, 429, "Slow down", 7, "status %u", 429u);
  g_autoptr (GError) copy = NULL;

  trs_error_set_not_sent (error);
  copy = g_error_copy (error);
  g_clear_error (&error);

  g_assert_error (copy, TRS_ERROR, TRS_ERROR_RATE_LIMITED);
  g_assert_cmpstr (copy->message, ==, "status 429");
  g_assert_cmpuint (trs_error_get_http_status (copy), ==, 429);
  g_assert_cmpint (trs_error_get_retry_after (copy), ==, 7);
  g_assert_cmpstr (trs_error_get_server_message (copy), ==, "Slow down");
  g_assert_true (trs_error_get_not_sent (copy));
}

static void
test_says_nothing_of_others (void)
{
  g_autoptr (GError) foreign = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_FAILED, "x");
  g_autoptr (GError) plain = g_error_new_literal (TRS_ERROR, TRS_ERROR_FAILED, "x");
  const GError *errors[] = { NULL, foreign, plain };

  for (guint i = 0; i < G_N_ELEMENTS (errors); i++)
    {
      g_assert_cmpuint (trs_error_get_http_status (errors[i]), ==, 0);
      g_assert_cmpint (trs_error_get_retry_after (errors[i]), ==, -1);
      g_assert_null (trs_error_get_server_message (errors[i]));
      g_assert_false (trs_error_get_not_sent (errors[i]));
    }
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/error/keeps-the-reply", test_keeps_the_reply);
  g_test_add_func ("/error/says-nothing-of-others", test_says_nothing_of_others);
  return g_test_run ();
}
