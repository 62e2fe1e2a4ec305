/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-json-reader.h"

#include <string.h>

#include "trs-error.h"
#include "trs-test-utils.h"

static const char *const names[] = { "a", "b", "a" };

/* One line for each entry: its strings, or `-`. */
static void
print_entry (JsonNode *entry,
             GString  *printed)
{
  JsonObject *object = trs_json_reader_as_object (entry, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const char *string = object != NULL ? trs_json_reader_get_string (object, names[i]) : NULL;

      g_string_append_printf (printed, "%s%s", i > 0 ? "|" : "", string != NULL ? string : "-");
    }
  g_string_append_c (printed, '\n');
}

static gboolean
read_text (const char  *text,
           GString     *printed,
           GError     **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (JsonNode) root = trs_json_reader_parse (bytes, NULL, error);
  JsonArray *array = root != NULL ? trs_json_reader_as_array (root, error) : NULL;

  if (array == NULL)
    return FALSE;
  for (guint i = 0; i < json_array_get_length (array); i++)
    print_entry (json_array_get_element (array, i), printed);
  return TRUE;
}

static void
assert_read (const char *text,
             const char *expected)
{
  g_autoptr (GString) printed = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *shown = g_strescape (text, NULL);

  g_test_message ("%s", shown);
  g_assert_true (read_text (text, printed, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (printed->str, ==, expected);
}

static void
assert_refused (const char *text,
                TrsError    code)
{
  g_autoptr (GString) printed = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *shown = g_strescape (text, NULL);

  g_test_message ("%s", shown);
  g_assert_false (read_text (text, printed, &error));
  g_assert_error (error, TRS_ERROR, (gint) code);
}

static void
test_members (void)
{
  static const char *const cases[][2] = {
    { "[]", "" },
    { "\xef\xbb\xbf[]", "" },
    { "[{}]", "-|-|-\n" },
    { "[ { \"a\" : \"x\" , \"b\" : \"y\" } , { \"b\" : \"\" } ]", "x|y|x\n-||-\n" },
    { "[{\"c\":\"z\",\"A\":\"z\",\"aa\":\"z\",\"\":\"z\",\"a\":\"x\"}]", "x|-|x\n" },
    { "[{\"\\u0061\":\"x\",\"\\u0062\\u0000\":\"z\"}]", "x|-|x\n" },
    { "[1,-1.5e3,\"a\",true,null,[\"a\"],[{\"a\":\"z\"}]]", "-|-|-\n-|-|-\n-|-|-\n-|-|-\n-|-|-\n-|-|-\n-|-|-\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_read (cases[i][0], cases[i][1]);
}

/* What is not a string counts as missing, also where a string stood before. */
static void
test_types_and_repetition (void)
{
  static const char *const others[] = {
    "1", "-0.5", "99999999999999999999", "true", "false", "null", "{}", "[]", "[\"z\"]", "{\"a\":\"z\"}",
    "{\"a\":[{\"a\":\"z\"}],\"b\":\"z\"}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autofree char *alone = g_strdup_printf ("[{\"a\":%s,\"b\":\"y\"}]", others[i]);
      g_autofree char *first = g_strdup_printf ("[{\"a\":%s,\"b\":\"y\",\"a\":\"x\"}]", others[i]);
      g_autofree char *last = g_strdup_printf ("[{\"a\":\"x\",\"b\":\"y\",\"a\":%s}]", others[i]);

      assert_read (alone, "-|y|-\n");
      assert_read (first, "x|y|x\n");
      assert_read (last, "-|y|-\n");
    }
  assert_read ("[{\"a\":\"first\",\"a\":\"second\"},{\"b\":\"y\"}]", "second|-|second\n-|y|-\n");
}

static void
test_escapes (void)
{
  static const char *const cases[][2] = {
    { "\\\"\\\\\\/\\b\\f\\n\\r\\t", "\"\\/\b\f\n\r\t" },
    { "\\u0041\\u00e9\\u20AC\\ud83d\\uDE00", "A\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80" },
    { "before\\u0000after", "before\xef\xbf\xbd" "after" },
    { "\\ud83d\\ud83d\\ude00\\ude00", "\xef\xbf\xbd\xf0\x9f\x98\x80\xef\xbf\xbd" },
    { "\\udbff\\udfff\\uffff\\u0001", "\xf4\x8f\xbf\xbf\xef\xbf\xbf\x01" },
    { "\\\\u0041 a run that has no escape \\n and one more", "\\u0041 a run that has no escape \n and one more" },
    { "caf\xc3\xa9 \xf0\x9f\x98\x80 \x7f", "caf\xc3\xa9 \xf0\x9f\x98\x80 \x7f" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("[{\"b\":\"%s\"}]", cases[i][0]);
      g_autofree char *expected = g_strdup_printf ("-|%s|-\n", cases[i][1]);

      assert_read (text, expected);
    }
}

static void
test_every_byte (void)
{
  for (guint c = 1; c < 0x80; c++)
    {
      g_autofree char *text = g_strdup_printf ("[{\"b\":\"a%cb\"}]", (char) c);
      g_autofree char *expected = g_strdup_printf ("-|a%cb|-\n", (char) c);

      if (c < 0x20 || c == '"')
        assert_refused (text, TRS_ERROR_NOT_THE_SERVICE);
      else if (c != '\\')
        assert_read (text, expected);
    }
}

static void
test_refuses (void)
{
  static const char *const texts[] = {
    "", " ", "null", "{}", "{\"a\":\"x\"}", "\"a\"", "1", "true", "[{\"a\":\"x\",}]",
    "[{\"a\":\"x\"},]", "[{\"a\" \"x\"}]", "[{\"a\":\"x\" \"b\":\"y\"}]", "[] []",
    "[{\"a\":\"x\"}]x", "[{\"a\":\"\\x\"}]", "[{\"a\":\"\\u12\"}]", "[{\"a\":01}]", "[{\"a\":[}]", "[{\"a\":{]}]",
    "[{'a':'x'}]", "[{\"a\":\"caf\xe9\"}]", "<html></html>",
  };
  static const char *const cut_short[] = {
    "[", "[{", "[{}", "[{\"a\"", "[{\"a\":", "[{\"a\":\"x\"", "[{\"a\":\"x\"}", "[{\"a\":\"x\"},", "{\"a\":[",
  };
  g_autofree char *deep = g_strnfill (TRS_JSON_MAX_DEPTH + 1, '[');
  g_autofree char *deep_member = g_strconcat ("[{\"c\":", deep + 2, NULL);
  g_autofree char *deepest_cut_short = g_strconcat ("[{\"c\":", deep + 3, NULL);
  g_autofree char *deep_object = g_strconcat ("{\"c\":", deep, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    assert_refused (texts[i], TRS_ERROR_NOT_THE_SERVICE);
  assert_refused (deep, TRS_ERROR_TOO_LARGE);
  assert_refused (deep_object, TRS_ERROR_TOO_LARGE);
  assert_refused (deep_member, TRS_ERROR_TOO_LARGE);
  for (guint i = 0; i < G_N_ELEMENTS (cut_short); i++)
    assert_refused (cut_short[i], TRS_ERROR_CUT_SHORT);
  assert_refused (deepest_cut_short, TRS_ERROR_CUT_SHORT);
}

static void
test_number_of_members (void)
{
  GString *members = g_string_new ("\"b\":\"y\"");
  g_autofree char *text = NULL;
  g_autofree char *most = NULL;
  g_autofree char *more = NULL;

  for (guint i = 1; i < TRS_JSON_MAX_MEMBERS; i++)
    g_string_append (members, ",\"a\":\"x\"");
  text = g_string_free (members, FALSE);
  most = g_strdup_printf ("[{%s},{%s}]", text, text);
  more = g_strdup_printf ("[{%s},{%s,\"c\":0}]", text, text);

  assert_read (most, "x|y|x\nx|y|x\n");
  assert_refused (more, TRS_ERROR_TOO_LARGE);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/json-guard/members", test_members);
  g_test_add_func ("/json-guard/types-and-repetition", test_types_and_repetition);
  g_test_add_func ("/json-guard/escapes", test_escapes);
  g_test_add_func ("/json-guard/every-byte", test_every_byte);
  g_test_add_func ("/json-guard/refuses", test_refuses);
  g_test_add_func ("/json-guard/number-of-members", test_number_of_members);
  return g_test_run ();
}
