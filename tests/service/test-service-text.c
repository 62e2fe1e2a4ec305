/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-error.h"
#include "trs-service-catalogue.h"
#include "trs-service-json.h"
#include "trs-test-utils.h"

#include <string.h>

static char *
text_of (const char  *json,
         gboolean     timecodes,
         gboolean     speakers,
         GError     **error)
{
  g_autoptr (JsonNode) node = trs_service_json_parse (json, strlen (json), NULL);

  g_assert_nonnull (node);
  return trs_service_paragraphs_to_text (node, timecodes, speakers, error);
}

static void
assert_renders (const char *json,
                gboolean    timecodes,
                gboolean    speakers,
                const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *rendered = text_of (json, timecodes, speakers, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (rendered, ==, expected);
}

static void
test_four_texts (void)
{
  static const char json[] = "[{\"start\":2.345,\"speaker\":1,\"text\":\"Good evening.\"},"
                             "{\"start\":3.5,\"text\":\"Speaker 2: yes\"}]";

  assert_renders (json, FALSE, FALSE, "Good evening.\n\nSpeaker 2: yes");
  assert_renders (json, FALSE, TRUE, "Speaker 1: Good evening.\n\nSpeaker 2: yes");
  assert_renders (json, TRUE, FALSE, "[00:00:02.345] Good evening.\n\n[00:00:03.500] Speaker 2: yes");
  assert_renders (json, TRUE, TRUE,
                  "[00:00:02.345] Speaker 1: Good evening.\n\n[00:00:03.500] Speaker 2: yes");
}

static void
test_timecodes_round_down (void)
{
  static const struct
  {
    const char *start;
    const char *timecode;
  } cases[] = {
    { "0", "[00:00:00.000]" },         { "0.0009", "[00:00:00.000]" },      { "0.9999", "[00:00:00.999]" },
    { "1.005", "[00:00:01.005]" },     { "4.35", "[00:00:04.350]" },        { "59.9999", "[00:00:59.999]" },
    { "60", "[00:01:00.000]" },        { "3599.999", "[00:59:59.999]" },    { "3600", "[01:00:00.000]" },
    { "359999.999", "[99:59:59.999]" }, { "360000", "[100:00:00.000]" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *json = g_strdup_printf ("[{\"start\":%s,\"text\":\"x\"}]", cases[i].start);
      g_autofree char *expected = g_strdup_printf ("%s x", cases[i].timecode);

      assert_renders (json, TRUE, FALSE, expected);
    }
}

static void
test_without_speech (void)
{
  assert_renders ("[]", TRUE, TRUE, "");
  assert_renders ("[{\"start\":0,\"text\":\"\"},{\"start\":1,\"text\":\"\"}]", FALSE, FALSE, "\n\n");
}

static void
test_refuses (void)
{
  static const char * const bad[] = {
    "[1]", "[{}]", "[{\"start\":0}]", "[{\"text\":\"x\"}]", "[{\"start\":-1,\"text\":\"x\"}]",
    "[{\"start\":\"0\",\"text\":\"x\"}]", "[{\"start\":1e400,\"text\":\"x\"}]", "[{\"start\":0,\"text\":\"a\\n\\nb\"}]",
    "[{\"start\":0,\"text\":\"a\\n\"}]", "[{\"start\":0,\"text\":\"\\na\"}]",
    "[{\"start\":0,\"text\":\"x\",\"speaker\":\"1\"}]", "[{\"start\":0,\"text\":\"x\",\"speaker\":0}]",
    "[{\"start\":0,\"text\":\"x\",\"speaker\":1.5}]", "[{\"start\":0,\"text\":\"x\",\"speaker\":null}]",
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *text = text_of (bad[i], FALSE, FALSE, &error);

      g_assert_null (text);
      g_assert_error (error, TRS_ERROR, TRS_ERROR_INVALID_INPUT);
    }
}

static void
test_names_the_paragraph (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (text_of ("[{\"start\":0,\"text\":\"x\"},{\"start\":0}]", FALSE, FALSE, &error));
  g_assert_nonnull (strstr (error->message, "paragraph 2"));
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/service/text/four-texts", test_four_texts);
  g_test_add_func ("/service/text/timecodes-round-down", test_timecodes_round_down);
  g_test_add_func ("/service/text/without-speech", test_without_speech);
  g_test_add_func ("/service/text/refuses", test_refuses);
  g_test_add_func ("/service/text/names-the-paragraph", test_names_the_paragraph);
  return g_test_run ();
}
