/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-json-reader.h"

#include <string.h>

#include "trs-error.h"
#include "trs-test-utils.h"

static JsonNode *
parse (const char  *text,
       gboolean    *damaged,
       GError     **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  return trs_json_reader_parse (bytes, damaged, error);
}

static void
assert_refused (const char *text,
                TrsError    code)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = NULL;

  node = parse (text, NULL, &error);
  if (node != NULL)
    g_error ("Accepted: %s", text);
  g_assert_error (error, TRS_ERROR, (gint) code);
}

static void
assert_accepted (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = NULL;

  node = parse (text, NULL, &error);
  if (node == NULL)
    g_error ("Refused: %s: %s", text, error->message);
}

static void
test_refuses (void)
{
  static const char *const texts[] = {
    "", " ", "\r\n\t", "null", " null ", "\xef\xbb\xbf", "\xef\xbb\xbf\xef\xbb\xbf[]", "<html></html>", "OK", "0",
    "true", "\"x\"",
    "\"abc", "\"abc\\", "\"\\u12", "tru", "-", "1.", "1e", "1e+", "[\"\\u0g", "[\"\\x", "[trx", "[\xc3(",
    "[]]", "[] []", "[],", "{}x", "1 2", "[1 2]", "[,1]", "[1,]", "{,}", "{\"a\":1,}", "{\"a\" 1}", "{a:1}", "{1:2}",
    "[}", "{]", "{\"a\":]", "[01]", "[-01]", "[+1]", "[.5]", "[1.e5]", "[0x10]", "[NaN]", "[Infinity]", "[True]",
    "['a']", "[\"\\x41\"]", "[\"\\u00g0\"]", "[\"a\nb\"]", "[\"a\tb\"]", "/* c */ []", "// c\n[]", "# c\n[]",
    "[nullnull]", "[truefalse]", "[\"a\"\"b\"]", "\x80", "[\"\xed\xa0\x80\"]", "[\"\xc0\x80\"]", "[\"caf\xe9\"]",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    assert_refused (texts[i], TRS_ERROR_NOT_THE_SERVICE);
}

/* Right as far as it goes: whoever answered was no stranger. */
static void
test_cut_short (void)
{
  static const char whole[] =
    "{\"a\":[true,false,null,-1.5e+7,{}],\"caf\xc3\xa9\":\"\\ud83d\\ude00 \\\" \xf0\x9f\x98\x80\"}";

  for (gsize length = 1; length < sizeof whole - 1; length++)
    {
      g_autofree char *text = g_strndup (whole, length);
      g_autofree char *spaced = g_strconcat (text, g_str_has_suffix (text, ",") ? " \n" : "", NULL);

      assert_refused (spaced, TRS_ERROR_CUT_SHORT);
    }
  assert_accepted (whole);
}

static void
test_accepts (void)
{
  static const char *const texts[] = {
    "[]", "{}", " \r\n\t[ ] ", "\xef\xbb\xbf{}", "[0]", "[-0]", "[1.5e-7]", "[\"x\"]", "[true]", "[false]", "[null]",
    "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\"]", "{\"\":[{},[],-1,0.5,1E+5]}", "[\"]]]]{{{{\"]", "[\"\\\\\",\"[\"]",
    "[1,2 , 3]", "{\"a\" : 1 , \"b\":[true,false,null]}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    assert_accepted (texts[i]);
}

static void
test_raw_nul_is_refused (void)
{
  static const char text[] = "[\"a\0b\"]";
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, sizeof text - 1);
  g_autoptr (GError) error = NULL;

  g_assert_null (trs_json_reader_parse (bytes, NULL, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_NOT_THE_SERVICE);
}

static char *
nest (guint       depth,
      const char *open,
      const char *inner,
      const char *close)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < depth; i++)
    g_string_append (text, open);
  g_string_append (text, inner);
  for (guint i = 0; i < depth; i++)
    g_string_append (text, close);

  return g_string_free (text, FALSE);
}

/* The parser of the floor ends the program at about 75,000 brackets. */
static void
test_nesting (void)
{
  g_autofree char *deepest = nest (TRS_JSON_MAX_DEPTH, "[", "", "]");
  g_autofree char *deeper = nest (TRS_JSON_MAX_DEPTH + 1, "[", "", "]");
  g_autofree char *objects = nest (TRS_JSON_MAX_DEPTH + 1, "{\"a\":", "1", "}");
  g_autofree char *crash = nest (200000, "[", "", "");
  g_autofree char *behind_comment = g_strconcat ("/* \" */", crash, NULL);
  g_autofree char *behind_quote = g_strconcat ("['\"',", crash, NULL);
  g_autofree char *in_string = g_strconcat ("[\"", crash, "\"]", NULL);

  assert_accepted (deepest);
  assert_refused (deeper, TRS_ERROR_TOO_LARGE);
  assert_refused (objects, TRS_ERROR_TOO_LARGE);
  assert_refused (crash, TRS_ERROR_TOO_LARGE);
  assert_refused (behind_comment, TRS_ERROR_NOT_THE_SERVICE);
  assert_refused (behind_quote, TRS_ERROR_NOT_THE_SERVICE);
  assert_accepted (in_string);
}

static void
test_number_of_values (void)
{
  /* The array and the last zero are values, too. */
  g_autofree char *most = nest (TRS_JSON_MAX_VALUES - 2, "0,", "0", "");
  g_autofree char *most_array = g_strconcat ("[", most, "]", NULL);
  g_autofree char *more_array = g_strconcat ("[0,", most, "]", NULL);

  assert_accepted (most_array);
  assert_refused (more_array, TRS_ERROR_TOO_LARGE);
}

/* Each object is counted for itself, and a member as often as it is there. */
static void
test_number_of_members (void)
{
  g_autofree char *most = nest (TRS_JSON_MAX_MEMBERS - 2, "\"a\":{},", "\"b\":[{\"c\":0}]", "");
  g_autofree char *most_object = g_strconcat ("{", most, ",\"d\":{}}", NULL);
  g_autofree char *twice = g_strconcat ("[", most_object, ",", most_object, "]", NULL);
  g_autofree char *more_object = g_strconcat ("{\"a\":0,", most, ",\"d\":{}}", NULL);
  g_autofree char *inside = g_strconcat ("{\"a\":[", more_object, "]}", NULL);
  g_autofree char *many = nest (200000, "\"a\":0,", "\"a\":0", "");
  g_autofree char *many_object = g_strconcat ("{\"b\":0,", many, "}", NULL);

  assert_accepted (most_object);
  assert_accepted (twice);
  assert_refused (more_object, TRS_ERROR_TOO_LARGE);
  assert_refused (inside, TRS_ERROR_TOO_LARGE);
  assert_refused (many_object, TRS_ERROR_TOO_LARGE);
}

static void
test_damaged_strings (void)
{
  static const struct
  {
    const char *text;
    const char *string;
    gboolean damaged;
  } cases[] = {
    { "\"a\\u0000b\"", "a\xef\xbf\xbd" "b", TRUE },
    { "\"a\\ud83db\"", "a\xef\xbf\xbd" "b", TRUE },
    { "\"a\\uDE00b\"", "a\xef\xbf\xbd" "b", TRUE },
    { "\"\\ud83d\\ud83d\\ude00\"", "\xef\xbf\xbd\xf0\x9f\x98\x80", TRUE },
    { "\"\\ud83d\\u0041\"", "\xef\xbf\xbd" "A", TRUE },
    { "\"\\ud83d\\\\u\"", "\xef\xbf\xbd\\u", TRUE },
    { "\"\\ud83d\"", "\xef\xbf\xbd", TRUE },
    { "\"\\uD83D\\uDE00\"", "\xf0\x9f\x98\x80", FALSE },
    { "\"\\udbff\\udfff\"", "\xf4\x8f\xbf\xbf", FALSE },
    { "\"\\\\u0000\"", "\\u0000", FALSE },
    { "\"\\ufffd\"", "\xef\xbf\xbd", FALSE },
    { "\"\\u0001\"", "\x01", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      gboolean damaged = !cases[i].damaged;
      g_autofree char *text = g_strdup_printf ("{\"s\":%s}", cases[i].text);
      g_autoptr (JsonNode) node = parse (text, &damaged, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (trs_json_reader_get_string (trs_json_reader_as_object (node, NULL), "s"), ==,
                       cases[i].string);
      g_assert_cmpint (damaged, ==, cases[i].damaged);
    }
}

static void
test_integers (void)
{
  static const struct
  {
    const char *text;
    gboolean readable;
    gint64 value;
  } cases[] = {
    { "0", TRUE, 0 },
    { "-0", TRUE, 0 },
    { "5.0", TRUE, 5 },
    { "5e2", TRUE, 500 },
    { "-100", TRUE, -100 },
    { "1000", TRUE, 1000 },
    { "1001", FALSE, 0 },
    { "-101", FALSE, 0 },
    { "5.5", FALSE, 0 },
    { "1e400", FALSE, 0 },
    { "-1e400", FALSE, 0 },
    { "99999999999999999999", FALSE, 0 },
    { "-99999999999999999999", FALSE, 0 },
    { "18446744073709551617", FALSE, 0 },
    { "9223372036854775808", FALSE, 0 },
    { "\"5\"", FALSE, 0 },
    { "true", FALSE, 0 },
    { "null", FALSE, 0 },
    { "[5]", FALSE, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("{\"n\":%s}", cases[i].text);
      g_autoptr (JsonNode) node = parse (text, NULL, NULL);
      JsonObject *object = trs_json_reader_as_object (node, NULL);
      gint64 value = 77;
      gboolean readable = trs_json_reader_get_integer (object, "n", -100, 1000, &value);

      g_test_message ("%s", text);
      g_assert_cmpint (readable, ==, cases[i].readable);
      g_assert_cmpint (value, ==, readable ? cases[i].value : 77);
    }
}

/* Each getter against each type, and against nothing: json-glib itself would warn, which is fatal here. */
static void
test_types (void)
{
  g_autoptr (JsonNode) node =
      parse ("{\"s\":\"x\",\"n\":1,\"d\":1.5,\"b\":true,\"z\":null,\"o\":{},\"a\":[],\"t\":1,\"t\":\"last\"}", NULL,
             NULL);
  JsonObject *object = trs_json_reader_as_object (node, NULL);
  static const char names[] = "sndbzoax";

  for (const char *p = names; *p != '\0'; p++)
    {
      char name[] = { *p, '\0' };
      gint64 integer;
      gboolean boolean = FALSE;

      g_assert_true ((trs_json_reader_get_string (object, name) != NULL) == (*p == 's'));
      g_assert_true (trs_json_reader_get_integer (object, name, 0, 9, &integer) == (*p == 'n'));
      g_assert_true (trs_json_reader_get_boolean (object, name, &boolean) == (*p == 'b'));
      g_assert_true (boolean == (*p == 'b'));
      g_assert_true ((trs_json_reader_get_array (object, name) != NULL) == (*p == 'a'));
      g_assert_true (trs_json_reader_has (object, name) == (*p != 'x' && *p != 'z'));
    }

  g_assert_cmpstr (trs_json_reader_get_string (object, "t"), ==, "last");
  g_assert_null (trs_json_reader_as_array (node, NULL));
  g_assert_null (trs_json_reader_as_string (node));
  g_assert_null (trs_json_reader_as_object (NULL, NULL));
  g_assert_null (trs_json_reader_as_array (NULL, NULL));
  g_assert_null (trs_json_reader_as_string (NULL));
}

static void
test_numbers (void)
{
  static const char json[] = "{\"whole\":3,\"part\":2.5,\"far\":1e300,\"word\":\"3\",\"none\":null,\"below\":-1}";
  g_autoptr (GBytes) bytes = g_bytes_new_static (json, strlen (json));
  g_autoptr (JsonNode) node = trs_json_reader_parse (bytes, NULL, NULL);
  JsonObject *object = trs_json_reader_as_object (node, NULL);
  const char *const refused[] = { "far", "word", "none", "below", "absent" };
  double number = 7;

  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    g_assert_false (trs_json_reader_get_number (object, refused[i], 0, 1e7, &number));
  g_assert_cmpfloat (number, ==, 7);
  g_assert_true (trs_json_reader_get_number (object, "whole", 0, 1e7, &number));
  g_assert_cmpfloat (number, ==, 3);
  g_assert_true (trs_json_reader_get_number (object, "part", 0, 1e7, &number));
  g_assert_cmpfloat (number, ==, 2.5);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/json-reader/refuses", test_refuses);
  g_test_add_func ("/json-reader/cut-short", test_cut_short);
  g_test_add_func ("/json-reader/accepts", test_accepts);
  g_test_add_func ("/json-reader/raw-nul-is-refused", test_raw_nul_is_refused);
  g_test_add_func ("/json-reader/nesting", test_nesting);
  g_test_add_func ("/json-reader/number-of-values", test_number_of_values);
  g_test_add_func ("/json-reader/number-of-members", test_number_of_members);
  g_test_add_func ("/json-reader/damaged-strings", test_damaged_strings);
  g_test_add_func ("/json-reader/integers", test_integers);
  g_test_add_func ("/json-reader/types", test_types);
  g_test_add_func ("/json-reader/numbers", test_numbers);
  return g_test_run ();
}
