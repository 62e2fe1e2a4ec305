/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-test-utils.h"
#include "trs-time-input.h"

static void
test_parse (void)
{
  const struct
  {
    const char *text;
    gint64 milliseconds;
  } cases[] = {
    /* all of the second that is written */
    { "1:02:03", 3723999 },
    { "62:03", 3723999 },
    { "3723", 3723999 },
    { "01:02:03", 3723999 },
    { "1:2:3", 3723999 },
    { "0", 999 },
    { "0:00", 999 },
    { "100:00:00", 360000999 },
    { "999999999:59:59", G_GINT64_CONSTANT (3599999999999999) },

    /* as it is copied from the text, from subtitles, and with what is pasted along */
    { "[00:12:04.500]", 724500 },
    { "[00:12:04.500", 724500 },
    { "00:12:04,500", 724500 },
    { "12:04.5", 724599 },
    { "12:04.05", 724059 },
    { " \t[00:12:04.500]\r\n", 724500 },
    { "\302\2401:02:03\342\200\213", 3723999 },

    /* from other keyboards */
    { "\331\241:\331\240\331\242:\331\240\331\243", 3723999 },
    { "1\357\274\23202\357\274\23203", 3723999 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gint64 milliseconds = -1;

      g_test_message ("%s", cases[i].text);
      g_assert_true (trs_time_input_parse (cases[i].text, &milliseconds));
      g_assert_cmpint (milliseconds, ==, cases[i].milliseconds);
    }
}

static void
test_refuse (void)
{
  const char *const cases[] = {
    "", " ", "[]", "[", ":", "1:", ":30", "1::2", "1:60", "1:60:00", "1:002", "1:2:3:4", "1:2:3:", "-1", "+1", "1.",
    "1.x", "1.5000", "1:02.5:03", "1 2", "1: 02", "12:04 Good evening", "noon", "1h", "0x10", "1234567890",
    "99999999999999999999", "[[1]]", "½", "1e3",
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gint64 milliseconds;

      g_test_message ("%s", cases[i]);
      g_assert_false (trs_time_input_parse (cases[i], &milliseconds));
    }
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/time-input/parse", test_parse);
  g_test_add_func ("/time-input/refuse", test_refuse);
  return g_test_run ();
}
