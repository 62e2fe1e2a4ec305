/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-worker-percent.h"
#include "trs-test-utils.h"

#include <string.h>

static guint
push (TrsWorkerPercent *percent,
      const char       *text)
{
  return trs_worker_percent_push (percent, text, strlen (text));
}

static void
test_forms (void)
{
  static const struct
  {
    const char *text;
    guint percent;
  } cases[] = { { "whisper_print_progress_callback: progress =  35%\n", 35 },
                { " 47%|████▋     | 3.1/6.6 [00:01<00:01]\r", 47 },
                { "Progress: 12.50%...\n", 12 },
                { "progress 7 %\n", 7 },
                { "100%\n", 99 },
                { "250%\n", 0 },
                { "-5%\n", 0 },
                { "%\n", 0 },
                { "x%d\n", 0 },
                { "50\n", 0 },
                { "50%", 0 },
                { "3% then 9%\n", 9 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TrsWorkerPercent percent = { 0 };

      g_test_message ("%s", cases[i].text);
      g_assert_cmpuint (push (&percent, cases[i].text), ==, cases[i].percent);
    }
}

/* A download before it and a bar after it go to a hundred, too. */
static void
test_never_back (void)
{
  TrsWorkerPercent percent = { 0 };

  g_assert_cmpuint (push (&percent, "40%\r"), ==, 40);
  g_assert_cmpuint (push (&percent, "10%\r"), ==, 40);
  g_assert_cmpuint (push (&percent, "41"), ==, 40);
  g_assert_cmpuint (push (&percent, "%"), ==, 40);
  g_assert_cmpuint (push (&percent, "\r\n"), ==, 41);
}

static void
test_endless_line (void)
{
  TrsWorkerPercent percent = { 0 };
  g_autofree char *line = g_strnfill (100000, '9');

  push (&percent, "12% ");
  push (&percent, line);
  g_assert_cmpuint (trs_worker_percent_push (&percent, "\0\n", 2), ==, 12);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/worker/percent/forms", test_forms);
  g_test_add_func ("/worker/percent/never-back", test_never_back);
  g_test_add_func ("/worker/percent/endless-line", test_endless_line);
  return g_test_run ();
}
