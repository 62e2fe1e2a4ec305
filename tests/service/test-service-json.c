/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-error.h"
#include "trs-service-json.h"
#include "trs-test-utils.h"

#include <string.h>

static void
test_takes_json_only (void)
{
  static const char * const good[] = {
    "{}", " [ ] ", "null", "true", "-0", "0.5", "1e9", "1E-9", "\"\"", "\"\\u00e9\\n\\\"\\/\"", "\"\\ud83d\\ude00\"",
    "{\"a\":{\"b\":[1,\"x\",null,false]}}", "[1,2]\r\n\t ",
  };
  static const char * const bad[] = {
    "", " ", "{", "}", "[1,]", "{\"a\":1,}", "{a:1}", "{'a':1}", "01", "+1", ".5", "1.", "1e", "-", "nul",
    "truefalse", "[1]x", "[1] [2]", "/* x */ 1", "1 // x", "\"\n\"", "\"\\x\"", "\"\\u12\"", "\"\\u0000\"",
    "\"\\ud83d\"", "\"\\ude00\"", "\"\\ud83d\\u0041\"", "\"x", "\"\\", "\xef\xbb\xbf{}", "\"\xff\"",
    "[\"a\" \"b\"]", "{\"a\" 1}", "{1:1}", "NaN", "[}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (JsonNode) node = trs_service_json_parse (good[i], strlen (good[i]), &error);

      g_assert_no_error (error);
      g_assert_nonnull (node);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (JsonNode) node = trs_service_json_parse (bad[i], strlen (bad[i]), &error);

      if (node != NULL)
        g_test_message ("taken: %s", bad[i]);
      g_assert_error (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT);
      g_assert_null (node);
    }
}

static void
test_length_rules (void)
{
  g_autoptr (JsonNode) node = trs_service_json_parse ("[1]]]]]", 3, NULL);
  g_autoptr (JsonNode) zero = trs_service_json_parse ("[\0]", 3, NULL);

  g_assert_nonnull (node);
  g_assert_null (zero);
}

static JsonNode *
parse_nested (guint depth)
{
  g_autofree char *open = g_strnfill (depth, '[');
  g_autofree char *close = g_strnfill (depth, ']');
  g_autofree char *text = g_strconcat (open, close, NULL);

  return trs_service_json_parse (text, strlen (text), NULL);
}

static void
test_nests_to_the_limit_only (void)
{
  g_autoptr (JsonNode) deepest = parse_nested (TRS_SERVICE_JSON_MAX_DEPTH);
  g_autoptr (JsonNode) deeper = parse_nested (TRS_SERVICE_JSON_MAX_DEPTH + 1);
  g_autofree char *bomb = g_strnfill (2000000, '[');
  g_autoptr (GString) objects = g_string_new (NULL);
  g_autofree char *brackets = g_strdup_printf ("\"%s\"", bomb);
  g_autoptr (JsonNode) spoken = trs_service_json_parse (brackets, strlen (brackets), NULL);

  for (guint i = 0; i < 100000; i++)
    g_string_append (objects, "{\"a\":");

  g_assert_nonnull (deepest);
  g_assert_null (deeper);
  g_assert_null (trs_service_json_parse (bomb, strlen (bomb), NULL));
  g_assert_null (trs_service_json_parse (objects->str, objects->len, NULL));
  g_assert_nonnull (spoken);
}

/* In each object by itself, a repeated one as often as it is there. */
static void
test_counts_members (void)
{
  g_autoptr (GString) members = g_string_new ("\"a\":{}");
  g_autofree char *most = NULL;
  g_autofree char *more = NULL;
  g_autoptr (JsonNode) read = NULL;

  for (guint i = 1; i < TRS_SERVICE_JSON_MAX_MEMBERS; i++)
    g_string_append (members, ",\"b\":{\"c\":0}");
  most = g_strdup_printf ("[{%s},{%s}]", members->str, members->str);
  more = g_strdup_printf ("[{%s,\"b\":0}]", members->str);
  read = trs_service_json_parse (most, strlen (most), NULL);
  g_assert_nonnull (read);
  g_assert_null (trs_service_json_parse (more, strlen (more), NULL));
}

/* Whether the member is taken for what it should be. */
static gboolean
reads (TrsServiceJsonType  type,
       const char         *name,
       double              minimum,
       double              maximum,
       gboolean            required,
       gpointer            value)
{
  static const char text[] = "{\"s\":\"x\",\"i\":7,\"d\":7.5,\"w\":7.0,\"b\":true,\"n\":null,\"o\":{},\"h\":1e400,"
                             "\"l\":12345678901234567890}";
  const TrsServiceJsonMember members[] = { { name, type, 0, minimum, maximum, .required = required }, { NULL } };
  g_autoptr (JsonNode) root = trs_service_json_parse (text, strlen (text), NULL);
  g_autoptr (GError) error = NULL;
  gboolean taken = trs_service_json_read_members (root, members, FALSE, value, &error);

  /* A string is borrowed from the document, which ends here. */
  if (taken && type == TRS_SERVICE_JSON_STRING && *(const char **) value != NULL)
    *(const char **) value = g_intern_string (*(const char **) value);
  g_assert_true (taken == (error == NULL));
  return taken;
}

static void
test_members_are_typed (void)
{
  static const char * const not_text[] = { "i", "d", "b", "n", "o" };
  static const char * const not_whole[] = { "s", "d", "b", "n", "o", "h", "l" };
  const char *string = NULL;
  gint64 integer = 3;
  double number = 3;
  gboolean boolean = TRUE;

  g_assert_true (reads (TRS_SERVICE_JSON_STRING, "s", 1, 0, TRUE, &string));
  g_assert_cmpstr (string, ==, "x");
  g_assert_false (reads (TRS_SERVICE_JSON_STRING, "s", 2, 0, FALSE, &string));
  for (guint i = 0; i < G_N_ELEMENTS (not_text); i++)
    g_assert_false (reads (TRS_SERVICE_JSON_STRING, not_text[i], 0, 0, FALSE, &string));
  for (guint i = 0; i < G_N_ELEMENTS (not_whole); i++)
    g_assert_false (reads (TRS_SERVICE_JSON_INTEGER, not_whole[i], 0, 1000, FALSE, &integer));
  g_assert_false (reads (TRS_SERVICE_JSON_INTEGER, "none", 0, 1000, TRUE, &integer));
  g_assert_true (reads (TRS_SERVICE_JSON_INTEGER, "none", 0, 1000, FALSE, &integer));
  g_assert_cmpint (integer, ==, 3);
  g_assert_false (reads (TRS_SERVICE_JSON_INTEGER, "i", 8, 1000, FALSE, &integer));
  g_assert_false (reads (TRS_SERVICE_JSON_INTEGER, "i", 0, 6, FALSE, &integer));
  g_assert_cmpint (integer, ==, 3);
  g_assert_true (reads (TRS_SERVICE_JSON_INTEGER, "w", 7, 7, FALSE, &integer));
  g_assert_cmpint (integer, ==, 7);
  g_assert_true (reads (TRS_SERVICE_JSON_NUMBER, "d", 0, 10, FALSE, &number));
  g_assert_cmpfloat (number, ==, 7.5);
  g_assert_true (reads (TRS_SERVICE_JSON_BOOLEAN, "none", 0, 0, FALSE, &boolean));
  g_assert_true (boolean);
  g_assert_false (reads (TRS_SERVICE_JSON_BOOLEAN, "i", 0, 0, FALSE, &boolean));
  g_assert_false (reads (TRS_SERVICE_JSON_BOOLEAN, "n", 0, 0, FALSE, &boolean));
}

static void
test_writes_without_loss (void)
{
  static const char text[] = "\"\\/\n\x01\x7f<é😀";
  g_autoptr (GBytes) written = trs_service_json_write (
      g_variant_new_parsed ("[{'s': <%s>, 'i': <%x>, 'b': <true>}]", text, G_GINT64_CONSTANT (9007199254740992)));
  g_autoptr (JsonNode) read =
      trs_service_json_parse (g_bytes_get_data (written, NULL), g_bytes_get_size (written), NULL);
  JsonObject *object = json_array_get_object_element (json_node_get_array (read), 0);

  g_assert_cmpstr (json_object_get_string_member (object, "s"), ==, text);
  g_assert_cmpint (json_object_get_int_member (object, "i"), ==, G_GINT64_CONSTANT (9007199254740992));
  g_assert_true (json_object_get_boolean_member (object, "b"));
}

/* What the scanner takes, json-glib must take too, and what it makes must come back the same. */
static void
test_mutations_never_crash (void)
{
  static const char seed[] = "{\"platformVideoId\":\"a\\u00e9\\ud83d\\ude00\",\"webhookUrl\":\"http://x/\","
                             "\"n\":[1,-2.5e3,true,null,{\"x\":[]}]}";
  g_autoptr (GRand) random = g_rand_new_with_seed (2024);
  guint n_taken = 0;

  for (guint i = 0; i < 5000; i++)
    {
      g_autofree char *text = g_memdup2 (seed, sizeof seed);
      g_autoptr (JsonNode) node = NULL;
      gsize length = (gsize) g_rand_int_range (random, 1, sizeof seed);

      for (gint n = g_rand_int_range (random, 0, 3); n > 0; n--)
        text[g_rand_int_range (random, 0, (gint) length)] =
            (char) (g_rand_boolean (random) ? g_rand_int_range (random, 0, 256)
                                            : seed[g_rand_int_range (random, 0, sizeof seed)]);
      if (g_rand_boolean (random))
        length = sizeof seed - 1;

      node = trs_service_json_parse (text, length, NULL);
      if (node != NULL)
        {
          g_autofree char *written = json_to_string (node, FALSE);
          g_autoptr (JsonNode) again = trs_service_json_parse (written, strlen (written), NULL);

          n_taken++;
          g_assert_nonnull (again);
        }
    }
  g_assert_cmpuint (n_taken, >, 50);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/service/json/takes-json-only", test_takes_json_only);
  g_test_add_func ("/service/json/length-rules", test_length_rules);
  g_test_add_func ("/service/json/nests-to-the-limit-only", test_nests_to_the_limit_only);
  g_test_add_func ("/service/json/counts-members", test_counts_members);
  g_test_add_func ("/service/json/members-are-typed", test_members_are_typed);
  g_test_add_func ("/service/json/writes-without-loss", test_writes_without_loss);
  g_test_add_func ("/service/json/mutations-never-crash", test_mutations_never_crash);
  return g_test_run ();
}
