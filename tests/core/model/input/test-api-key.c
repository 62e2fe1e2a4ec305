/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-api-key.h"
#include "trs-error.h"
#include "trs-test-utils.h"

#include <string.h>

#define KEY "Ab3$~!.-_/+=9"

static void
test_trims (void)
{
  const char * const cases[] = {
    KEY, " " KEY, KEY "\n", "\r\n\t" KEY " \r\n", "\xef\xbb\xbf" KEY, "\xe2\x80\x8b" KEY "\xe2\x80\x8b",
    "\xc2\xa0" KEY "\xc2\xa0\n", "\xe2\x81\xa0" KEY, KEY "\xe2\x80\xa8",
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      char *key = trs_api_key_clean (cases[i], &error);

      g_assert_no_error (error);
      g_assert_cmpstr (key, ==, KEY);
      trs_api_key_free (key);
    }
  trs_api_key_free (NULL);
}

static void
test_says_what_is_wrong (void)
{
  const struct
  {
    const char *input;
    const char *word;
  } cases[] = {
    { "", "Enter" },
    { " \n\xef\xbb\xbf", "Enter" },
    { "abc\ndef", "line break" },
    { "abc\r\ndef", "line break" },
    { "abc def", "a space" },
    { "Bearer abc", "a space" },
    { "abc\xc2\xa0" "def", "non-breaking" },
    { "abc\xe2\x80\x8b" "def", "zero-width" },
    { "abc\xef\xbb\xbf" "def", "byte order mark" },
    { "abc\x01" "def", "control" },
    { "abc\x7f" "def", "control" },
    { "\"abcdef\"", "quotation marks" },
    { "'abcdef'", "quotation marks" },
    { "“abcdef”", "quotation marks" },
    { "api-key: abcdef", "api-key:" },
    { "API-Key:abcdef", "api-key:" },
    { "api-key = abcdef", "api-key:" },
    { "abcdéf", "character" },
    { "abc\xff" "def", "character" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (trs_api_key_clean (cases[i].input, &error));
      g_assert_error (error, TRS_ERROR, TRS_ERROR_INVALID_KEY);
      g_assert_nonnull (strstr (error->message, cases[i].word));
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      /* Nothing of the key gets into a message. */
      g_assert_null (strstr (error->message, "def"));
    }
}

static void
test_too_long (void)
{
  g_autofree char *longest = g_strnfill (4096, 'a');
  g_autofree char *longer = g_strnfill (4097, 'a');
  g_autoptr (GError) error = NULL;
  char *key = trs_api_key_clean (longest, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (key, ==, longest);
  trs_api_key_free (key);
  g_assert_null (trs_api_key_clean (longer, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_INVALID_KEY);
}

/* A key may happen to begin like the name of the header. */
static void
test_is_not_a_header (void)
{
  g_autoptr (GError) error = NULL;
  char *key = trs_api_key_clean ("api-key-1234", &error);

  g_assert_no_error (error);
  g_assert_cmpstr (key, ==, "api-key-1234");
  trs_api_key_free (key);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/api-key/trims", test_trims);
  g_test_add_func ("/api-key/says-what-is-wrong", test_says_what_is_wrong);
  g_test_add_func ("/api-key/too-long", test_too_long);
  g_test_add_func ("/api-key/is-not-a-header", test_is_not_a_header);
  return g_test_run ();
}
