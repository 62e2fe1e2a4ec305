/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-soup-error.h"

#include <string.h>

#include "trs-error.h"
#include "trs-test-utils.h"

static void
test_codes (void)
{
  const struct
  {
    GQuark domain;
    int code;
    TrsError before;
    TrsError after;
  } cases[] = {
    { G_RESOLVER_ERROR, G_RESOLVER_ERROR_NOT_FOUND, TRS_ERROR_OFFLINE, TRS_ERROR_OFFLINE },
    { G_RESOLVER_ERROR, G_RESOLVER_ERROR_TEMPORARY_FAILURE, TRS_ERROR_OFFLINE, TRS_ERROR_OFFLINE },
    { G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED, TRS_ERROR_OFFLINE, TRS_ERROR_OFFLINE },
    { G_IO_ERROR, G_IO_ERROR_NETWORK_UNREACHABLE, TRS_ERROR_OFFLINE, TRS_ERROR_OFFLINE },
    { G_IO_ERROR, G_IO_ERROR_HOST_UNREACHABLE, TRS_ERROR_OFFLINE, TRS_ERROR_OFFLINE },
    { G_IO_ERROR, G_IO_ERROR_CONNECTION_CLOSED, TRS_ERROR_OFFLINE, TRS_ERROR_OFFLINE },
    { G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT, TRS_ERROR_OFFLINE, TRS_ERROR_OFFLINE },
    { G_IO_ERROR, G_IO_ERROR_PROXY_FAILED, TRS_ERROR_OFFLINE, TRS_ERROR_OFFLINE },
    { G_IO_ERROR, G_IO_ERROR_FAILED, TRS_ERROR_OFFLINE, TRS_ERROR_OFFLINE },
    { G_IO_ERROR, G_IO_ERROR_TIMED_OUT, TRS_ERROR_TIMED_OUT, TRS_ERROR_TIMED_OUT },
    { G_IO_ERROR, G_IO_ERROR_INVALID_DATA, TRS_ERROR_NOT_THE_SERVICE, TRS_ERROR_NOT_THE_SERVICE },
    { SOUP_SESSION_ERROR, SOUP_SESSION_ERROR_PARSING, TRS_ERROR_NOT_THE_SERVICE, TRS_ERROR_NOT_THE_SERVICE },
    { SOUP_SESSION_ERROR, SOUP_SESSION_ERROR_ENCODING, TRS_ERROR_NOT_THE_SERVICE, TRS_ERROR_NOT_THE_SERVICE },
    { TRS_ERROR, TRS_ERROR_TOO_LARGE, TRS_ERROR_TOO_LARGE, TRS_ERROR_TOO_LARGE },
    { G_TLS_ERROR, G_TLS_ERROR_BAD_CERTIFICATE, TRS_ERROR_TLS, TRS_ERROR_OFFLINE },
    { G_TLS_ERROR, G_TLS_ERROR_NOT_TLS, TRS_ERROR_TLS, TRS_ERROR_OFFLINE },
    { G_TLS_ERROR, G_TLS_ERROR_HANDSHAKE, TRS_ERROR_TLS, TRS_ERROR_OFFLINE },
    { G_TLS_ERROR, G_TLS_ERROR_UNAVAILABLE, TRS_ERROR_TLS, TRS_ERROR_OFFLINE },
    { G_TLS_ERROR, G_TLS_ERROR_EOF, TRS_ERROR_TLS, TRS_ERROR_OFFLINE },
  };
  g_autoptr (SoupMessage) message = soup_message_new ("GET", "https://service.example/");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = g_error_new_literal (cases[i].domain, cases[i].code, "Words");
      g_autoptr (GError) before = trs_soup_error_translate (error, message, FALSE);
      g_autoptr (GError) after = trs_soup_error_translate (error, message, TRUE);

      g_test_message ("%s %d", g_quark_to_string (cases[i].domain), cases[i].code);
      g_assert_error (before, TRS_ERROR, (gint) cases[i].before);
      g_assert_error (after, TRS_ERROR, (gint) cases[i].after);
      g_assert_true (trs_error_get_not_sent (before));
      g_assert_false (trs_error_get_not_sent (after));
      g_assert_cmpuint (trs_error_get_http_status (after), ==, 0);
    }
}

static void
test_tls_words (void)
{
  g_autofree char *nothing = trs_soup_error_describe_tls (G_TLS_CERTIFICATE_NO_FLAGS);
  g_autofree char *generic = trs_soup_error_describe_tls (G_TLS_CERTIFICATE_GENERIC_ERROR);
  g_autofree char *expired = trs_soup_error_describe_tls (G_TLS_CERTIFICATE_EXPIRED);
  g_autofree char *two =
      trs_soup_error_describe_tls (G_TLS_CERTIFICATE_UNKNOWN_CA | G_TLS_CERTIFICATE_BAD_IDENTITY);

  g_assert_cmpstr (nothing, ==, "its certificate could not be checked");
  g_assert_cmpstr (generic, ==, nothing);
  g_assert_cmpstr (expired, ==, "its certificate has expired");
  g_assert_cmpstr (two, ==,
                   "its certificate is not signed by a known authority; its certificate belongs to another name");
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/soup-error/codes", test_codes);
  g_test_add_func ("/soup-error/tls-words", test_tls_words);
  return g_test_run ();
}
