/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-error.h"
#include "trs-server-address.h"
#include "trs-test-utils.h"

static void
test_normal (void)
{
  const struct
  {
    const char *input;
    const char *address;
  } cases[] = {
    { "https://example.org", "https://example.org" },
    { "https://example.org/", "https://example.org" },
    { "https://example.org///", "https://example.org" },
    { " HTTPS://Example.ORG \n", "https://example.org" },
    { "\xef\xbb\xbfhttps://example.org\xe2\x80\x8b", "https://example.org" },
    { "example.org", "https://example.org" },
    { "example.org:8443/Base/", "https://example.org:8443/Base" },
    { "https://example.org:443", "https://example.org" },
    { "https://example.org:80", "https://example.org:80" },
    { "http://localhost:80/", "http://localhost" },
    { "http://localhost:443/", "http://localhost:443" },
    { "localhost:8080", "http://localhost:8080" },
    { "LOCALHOST:8080", "http://localhost:8080" },
    { "127.0.0.1:8080", "http://127.0.0.1:8080" },
    { "http://127.8.9.10", "http://127.8.9.10" },
    { "http://[::1]:8080/", "http://[::1]:8080" },
    { "[::1]:8080", "http://[::1]:8080" },
    { "https://[2001:db8::1]/a", "https://[2001:db8::1]/a" },
    { "https://localhost:8443", "https://localhost:8443" },
    { "https://example.org/a%2Fb/c", "https://example.org/a%2Fb/c" },
    { "https://example.org/a/../b", "https://example.org/b" },
    { "https://example.org/a/%2e%2E/b/./", "https://example.org/b" },
    { "https://example.org/../../b", "https://example.org/b" },
    { "https://example.org/api/list", "https://example.org" },
    { "https://example.org/base/api/list/?page=1", "https://example.org/base" },
    { "example.org/api/transcribeVideo", "https://example.org" },
    { "localhost:8080/api/detail/5f1c2a30?showTimecode=true", "http://localhost:8080" },
    { "https://example.org/api/detail", "https://example.org" },
    { "https://example.org/api/", "https://example.org/api" },
    { "https://example.org/api/list/more", "https://example.org/api/list/more" },
    { "https://example.org/a/api/detail/p/api/detail/q", "https://example.org/a" },
    { "https://example.org/api/./list/", "https://example.org" },
    { "https://api/list", "https://api/list" },
    { "https://example.org/my-api/list", "https://example.org/my-api/list" },
    { "https://bücher.example", "https://xn--bcher-kva.example" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *address = trs_server_address_normalize (cases[i].input, &error);
      g_autofree char *again = trs_server_address_normalize (cases[i].address, NULL);

      g_assert_no_error (error);
      g_assert_cmpstr (address, ==, cases[i].address);
      g_assert_cmpstr (again, ==, cases[i].address);
    }
}

static void
test_refused (void)
{
  const struct
  {
    const char *input;
    TrsError code;
  } cases[] = {
    { "", TRS_ERROR_INVALID_INPUT },
    { " \n", TRS_ERROR_INVALID_INPUT },
    { "http://example.org", TRS_ERROR_REFUSED_ADDRESS },
    { "HTTP://example.org", TRS_ERROR_REFUSED_ADDRESS },
    { "http://128.0.0.1", TRS_ERROR_REFUSED_ADDRESS },
    { "http://127.0.0.1.example.org", TRS_ERROR_REFUSED_ADDRESS },
    { "http://localhost.example.org", TRS_ERROR_REFUSED_ADDRESS },
    { "http://127.1", TRS_ERROR_REFUSED_ADDRESS },
    { "http://0.0.0.0", TRS_ERROR_REFUSED_ADDRESS },
    { "http://[::ffff:10.0.0.1]", TRS_ERROR_REFUSED_ADDRESS },
    { "ftp://example.org", TRS_ERROR_REFUSED_ADDRESS },
    { "file:///etc/passwd", TRS_ERROR_REFUSED_ADDRESS },
    { "javascript://example.org", TRS_ERROR_REFUSED_ADDRESS },
    { "http:///x", TRS_ERROR_INVALID_INPUT },
    { "https://", TRS_ERROR_INVALID_INPUT },
    { "https://...", TRS_ERROR_INVALID_INPUT },
    { "https:example.org", TRS_ERROR_INVALID_INPUT },
    { "https:/example.org", TRS_ERROR_INVALID_INPUT },
    { "https://user:secret@example.org", TRS_ERROR_INVALID_INPUT },
    { "https://user@example.org", TRS_ERROR_INVALID_INPUT },
    { "https://example.org@localhost", TRS_ERROR_INVALID_INPUT },
    { "https://example.org?x", TRS_ERROR_INVALID_INPUT },
    { "https://example.org#x", TRS_ERROR_INVALID_INPUT },
    { "https://example.org:99999", TRS_ERROR_INVALID_INPUT },
    { "https://example.org:0", TRS_ERROR_INVALID_INPUT },
    { "https://example.org:port", TRS_ERROR_INVALID_INPUT },
    { "https://exa mple.org", TRS_ERROR_INVALID_INPUT },
    { "https://exam\xe2\x80\x8bple.org", TRS_ERROR_INVALID_INPUT },
    { "https://example.org/\r\nHost: other", TRS_ERROR_INVALID_INPUT },
    { "https:\\\\example.org", TRS_ERROR_INVALID_INPUT },
    { "https://example.org\\@localhost", TRS_ERROR_INVALID_INPUT },
    { "https://[::1", TRS_ERROR_INVALID_INPUT },
    { "https://exa\xff.org", TRS_ERROR_INVALID_INPUT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_test_message ("case %u", i);
      g_assert_null (trs_server_address_normalize (cases[i].input, &error));
      g_assert_error (error, TRS_ERROR, (int) cases[i].code);
      g_assert_true (g_str_has_suffix (error->message, "."));
    }
}

static void
test_loopback (void)
{
  const char * const loopback[] = { "http://localhost", "http://LOCALHOST:1", "http://127.0.0.1:8080/x",
                                    "http://127.255.255.254", "http://[::1]", "https://localhost" };
  const char * const others[] = { "http://example.org", "http://localhost.example.org", "http://128.0.0.1",
                                  "http://[::2]", "localhost", "", "http://127.0.0.1@example.org" };

  for (guint i = 0; i < G_N_ELEMENTS (loopback); i++)
    g_assert_true (trs_server_address_is_loopback (loopback[i]));
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_false (trs_server_address_is_loopback (others[i]));
  g_assert_false (trs_server_address_is_loopback (NULL));
}

static void
test_callback (void)
{
  const char * const good[] = { "http://example.org/hook", "https://example.org:8443/hook?token=a#b",
                                "https://transcripts.invalid/", "http://192.168.1.20:5000/x" };
  const char * const bad[] = { "", "example.org/hook", "ftp://example.org", "https://user:pw@example.org/",
                               "https:///x", " https://example.org", "https://example.org/a b", "https://exa\xff/" };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_true (trs_callback_address_check (good[i], &error));
      g_assert_no_error (error);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (trs_callback_address_check (bad[i], &error));
      g_assert_nonnull (error);
      g_assert_true (error->domain == TRS_ERROR);
    }
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/server-address/normal", test_normal);
  g_test_add_func ("/server-address/refused", test_refused);
  g_test_add_func ("/server-address/loopback", test_loopback);
  g_test_add_func ("/server-address/callback", test_callback);
  return g_test_run ();
}
