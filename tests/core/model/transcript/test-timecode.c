/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-test-utils.h"
#include "trs-transcript.h"

#include <string.h>

static void
test_parse (void)
{
  const struct
  {
    const char *text;
    gint64 milliseconds;
    gsize consumed;
  } cases[] = {
    { "[00:00:00.000]", 0, 14 },
    { "[00:00:02.345] Good evening.", 2345, 14 },
    { "[01:02:03.004]", 3723004, 14 },
    { "[99:59:59.999]", 359999999, 14 },
    { "[100:00:00.000]", 360000000, 15 },
    { "[000:00:01.000]", 1000, 15 },
    { "[999999999:00:00.000]", G_GINT64_CONSTANT (3599999996400000), 21 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gsize consumed = 0;
      gint64 milliseconds = -1;

      g_assert_true (trs_timecode_parse (cases[i].text, strlen (cases[i].text), &consumed, &milliseconds));
      g_assert_cmpint (milliseconds, ==, cases[i].milliseconds);
      g_assert_cmpuint (consumed, ==, cases[i].consumed);
      g_assert_true (trs_timecode_parse (cases[i].text, strlen (cases[i].text), NULL, NULL));
    }
}

static void
test_refuse (void)
{
  const char * const cases[] = {
    "", "[", "00:00:00.000", " [00:00:00.000]", "[0:00:00.000]", "[00:60:00.000]", "[00:00:60.000]", "[00:00:00.00]",
    "[00:00:00.0000]", "[00:00:00,000]", "[00:00:00]", "[00:0:00.000]", "[00:00:000.000]", "[-1:00:00.000]",
    "[1234567890:00:00.000]", "[00:00:00.000", "[00 :00:00.000]", "(00:00:00.000)", "[٠٠:00:00.000]",
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_false (trs_timecode_parse (cases[i], strlen (cases[i]), NULL, NULL));

  /* Every cut of a good one, without a byte behind it. */
  for (gsize length = 0; length < 14; length++)
    {
      g_autofree char *cut = g_memdup2 ("[00:00:02.345]", length + 1);

      g_assert_false (trs_timecode_parse (cut, length, NULL, NULL));
    }
}

static void
test_format (void)
{
  const struct
  {
    gint64 milliseconds;
    const char *clock;
    const char *exact;
  } cases[] = {
    { -1, "", "" },
    { G_MININT64, "", "" },
    { 0, "00:00:00", "00:00:00.000" },
    { 999, "00:00:00", "00:00:00.999" },
    { 59999, "00:00:59", "00:00:59.999" },
    { 3723004, "01:02:03", "01:02:03.004" },
    { 360000000, "100:00:00", "100:00:00.000" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *clock = trs_timecode_format_clock (cases[i].milliseconds);
      g_autofree char *exact = trs_timecode_format_exact (cases[i].milliseconds);

      g_assert_cmpstr (clock, ==, cases[i].clock);
      g_assert_cmpstr (exact, ==, cases[i].exact);
    }
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/timecode/parse", test_parse);
  g_test_add_func ("/timecode/refuse", test_refuse);
  g_test_add_func ("/timecode/format", test_format);
  return g_test_run ();
}
