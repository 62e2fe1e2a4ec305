/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-json-pull.h"
#include "trs-test-utils.h"

#include <math.h>
#include <string.h>

static void
start (TrsJsonPull *pull,
       const char  *json)
{
  trs_json_pull_init (pull, json, strlen (json));
}

static void
test_walk (void)
{
  g_autoptr (GString) name = g_string_new (NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  TrsJsonPull pull;
  gboolean boolean;
  double number;

  start (&pull, " { \"a\" : [ 1.5 , -2e3,{\"x\":[]} ], \"b\" : true, \"c\": null, "
                "\"d\":\"\\u00e9\\n\\ud83d\\ude00\" } ");
  g_assert_true (trs_json_pull_enter (&pull, '{'));
  g_assert_true (trs_json_pull_next_member (&pull, name));
  g_assert_cmpstr (name->str, ==, "a");
  g_assert_cmpint (trs_json_pull_peek (&pull), ==, TRS_JSON_PULL_ARRAY);
  g_assert_true (trs_json_pull_enter (&pull, '['));
  g_assert_true (trs_json_pull_next_element (&pull));
  g_assert_true (trs_json_pull_read_number (&pull, &number));
  g_assert_cmpfloat (number, ==, 1.5);
  g_assert_true (trs_json_pull_next_element (&pull));
  g_assert_true (trs_json_pull_read_number (&pull, &number));
  g_assert_cmpfloat (number, ==, -2000);
  g_assert_true (trs_json_pull_next_element (&pull));
  g_assert_true (trs_json_pull_skip (&pull));
  g_assert_false (trs_json_pull_next_element (&pull));
  g_assert_true (trs_json_pull_next_member (&pull, name));
  g_assert_true (trs_json_pull_read_boolean (&pull, &boolean));
  g_assert_true (boolean);
  g_assert_true (trs_json_pull_next_member (&pull, name));
  g_assert_cmpint (trs_json_pull_peek (&pull), ==, TRS_JSON_PULL_NULL);
  g_assert_true (trs_json_pull_skip (&pull));
  g_assert_true (trs_json_pull_next_member (&pull, name));
  g_assert_true (trs_json_pull_read_string (&pull, text));
  g_assert_cmpstr (text->str, ==, "é\n😀");
  g_assert_false (trs_json_pull_is_whole (&pull));
  g_assert_false (trs_json_pull_next_member (&pull, name));
  g_assert_true (trs_json_pull_is_whole (&pull));
}

static gboolean
is_json (const char *json)
{
  TrsJsonPull pull;

  start (&pull, json);
  return trs_json_pull_skip (&pull) && trs_json_pull_is_whole (&pull);
}

static void
test_grammar (void)
{
  static const char * const good[] = { "1", "[]", "{}", "[1,2]", "{\"a\":{\"b\":[null,true,false,\"\\\"\"]}}", "[NaN]",
                                       "[-Infinity]", " \n[ ]\t" };
  static const char * const bad[] = { "", "[", "]", "{", "[1", "[1,", "[1,]", "[,1]", "{\"a\"}", "{\"a\":}", "{a:1}",
                                      "{\"a\":1,}", "{\"a\":1 \"b\":2}", "[1 2]", "\"", "\"\\", "[1]]", "1 2", "tru",
                                      "nul", "1.2.3", "--1", "[}", "{]", "'a'", "// c\n1" };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_test_message ("%s", good[i]);
      g_assert_true (is_json (good[i]));
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_test_message ("%s", bad[i]);
      g_assert_false (is_json (bad[i]));
    }
}

static void
test_depth (void)
{
  for (guint depth = TRS_JSON_PULL_MAX_DEPTH - 1; depth < TRS_JSON_PULL_MAX_DEPTH + 2; depth++)
    {
      g_autofree char *open = g_strnfill (depth, '[');
      g_autofree char *close = g_strnfill (depth, ']');
      g_autofree char *json = g_strconcat (open, close, NULL);

      g_assert_cmpint (is_json (json), ==, depth <= TRS_JSON_PULL_MAX_DEPTH);
    }
  {
    g_autofree char *endless = g_strnfill (1000000, '[');

    g_assert_false (is_json (endless));
  }
}

static void
assert_string (const char *json,
               const char *expected)
{
  g_autoptr (GString) text = g_string_new ("before");
  TrsJsonPull pull;

  start (&pull, json);
  g_test_message ("%s", json);
  g_assert_cmpint (trs_json_pull_read_string (&pull, text), ==, expected != NULL);
  if (expected != NULL)
    g_assert_cmpstr (text->str, ==, expected);
}

static void
test_strings (void)
{
  assert_string ("\"\"", "");
  assert_string ("\"a\\/\\b\\f\\r\\t\\\\\"", "a/\b\f\r\t\\");
  assert_string ("\"\\ud800\"", "\xef\xbf\xbd");
  assert_string ("\"\\ud800\\u0041\"", "\xef\xbf\xbd" "A");
  assert_string ("\"\\udc00\\ud800\"", "\xef\xbf\xbd\xef\xbf\xbd");
  assert_string ("\"\\u0000\"", "\xef\xbf\xbd");
  assert_string ("\"line\nbreak\"", "line\nbreak");
  assert_string ("\"\\x\"", NULL);
  assert_string ("\"\\u12\"", NULL);
  assert_string ("\"\\ud800\\u1", NULL);
  assert_string ("1", NULL);
}

static void
test_numbers (void)
{
  TrsJsonPull pull;
  double number;

  start (&pull, "NaN");
  g_assert_true (trs_json_pull_read_number (&pull, &number));
  g_assert_true (isnan (number));
  start (&pull, "1e400");
  g_assert_true (trs_json_pull_read_number (&pull, &number));
  g_assert_true (isinf (number));
  start (&pull, "0.25");
  g_assert_true (trs_json_pull_read_number (&pull, &number));
  g_assert_cmpfloat (number, ==, 0.25);
  start (&pull, "\"1\"");
  g_assert_false (trs_json_pull_read_number (&pull, &number));
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/worker/json/walk", test_walk);
  g_test_add_func ("/worker/json/grammar", test_grammar);
  g_test_add_func ("/worker/json/depth", test_depth);
  g_test_add_func ("/worker/json/strings", test_strings);
  g_test_add_func ("/worker/json/numbers", test_numbers);
  return g_test_run ();
}
