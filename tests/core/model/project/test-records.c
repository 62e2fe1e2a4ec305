/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-project-data.h"
#include "trs-test-utils.h"

static void
test_credits (void)
{
  const gint64 cases[][2] = {
    { -1, -1 }, { G_MININT64, -1 }, { 0, 1 }, { 1, 1 }, { 59, 1 }, { 60, 1 }, { 119, 1 }, { 120, 2 },
    { 3840, 64 }, { TRS_VIDEO_LENGTH_MAX, 166666 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (trs_credits_for_length (cases[i][0]), ==, cases[i][1]);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/records/credits", test_credits);
  return g_test_run ();
}
