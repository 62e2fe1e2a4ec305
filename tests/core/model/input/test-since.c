/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-since.h"
#include "trs-test-utils.h"

/* 2026-11-26 12:00:00 UTC */
#define NOW (G_GINT64_CONSTANT (1795694400) * G_USEC_PER_SEC)

#define assert_since(text, seconds)                                     \
  G_STMT_START                                                          \
  {                                                                     \
    gint64 since_ = -1;                                                 \
    g_test_message ("%s", text);                                        \
    g_assert_true (trs_since_parse (text, NOW, &since_));               \
    g_assert_cmpint (since_, ==, (gint64) (seconds) * G_USEC_PER_SEC);  \
  }                                                                     \
  G_STMT_END

/* Five hours behind UTC, in the manner of POSIX, which needs no table of zones. */
static void
set_zone (const char *zone)
{
  g_setenv ("TZ", zone, TRUE);
}

static void
test_days (void)
{
  set_zone ("EST5");
  /* midnight where the user is, not that of UTC */
  assert_since ("2026-11-20", 1795150800);
  assert_since (" 2026-11-20\n", 1795150800);
  assert_since ("1970-01-01", 18000);
  assert_since ("1600-02-29", 0);
  set_zone ("UTC");
  assert_since ("2026-11-20", 1795132800);
}

static void
test_moments (void)
{
  set_zone ("EST5");
  assert_since ("2026-11-20T08:30:00Z", 1795163400);
  assert_since ("2026-11-20t08:30:00z", 1795163400);
  assert_since ("2026-11-20 08:30:00Z", 1795163400);
  assert_since ("2026-11-20T10:30:00+02:00", 1795163400);
  assert_since ("2026-11-20T03:00:00-05:30", 1795163400);
  /* without an offset it is the local time */
  assert_since ("2026-11-20T03:30:00", 1795163400);
  assert_since ("2026-11-20 03:30", 1795163400);
  set_zone ("UTC");
}

/* A moment that a program gave out comes back as it was. */
static void
test_fractions (void)
{
  gint64 since = -1;

  g_assert_true (trs_since_parse ("2026-11-20T08:30:01.000007Z", NOW, &since));
  g_assert_cmpint (since, ==, G_GINT64_CONSTANT (1795163401) * G_USEC_PER_SEC + 7);
  g_assert_true (trs_since_parse ("2026-11-20T08:30:00.9Z", NOW, &since));
  g_assert_cmpint (since, ==, G_GINT64_CONSTANT (1795163400) * G_USEC_PER_SEC + 900000);
  g_assert_true (trs_since_parse ("2026-11-20T08:30:00.1234567899Z", NOW, &since));
  g_assert_cmpint (since, ==, G_GINT64_CONSTANT (1795163400) * G_USEC_PER_SEC + 123456);
}

static void
test_how_long (void)
{
  gint64 span = -1;

  g_assert_true (trs_since_parse_span ("30s", &span));
  g_assert_cmpint (span, ==, 30 * G_USEC_PER_SEC);
  g_assert_true (trs_since_parse_span (" 2h\n", &span));
  g_assert_cmpint (span, ==, G_GINT64_CONSTANT (7200) * G_USEC_PER_SEC);
  g_assert_false (trs_since_parse_span ("2026-11-20", &span));
  g_assert_false (trs_since_parse_span ("30", &span));
}

static void
test_spans (void)
{
  assert_since ("30s", 1795694400 - 30);
  assert_since ("90min", 1795694400 - 90 * 60);
  assert_since ("12h", 1795694400 - 12 * 3600);
  assert_since ("7d", 1795694400 - 7 * 86400);
  assert_since ("2w", 1795694400 - 14 * 86400);
  assert_since ("0d", 1795694400);
  /* before all that there is, and no overflow */
  assert_since ("99999w", 0);
}

static void
test_refuse (void)
{
  const char *const cases[] = {
    "", " ", "7", "d", "7m", "7y", "7 d", "-7d", "+7d", "7dd", "1.5d", "100000d", "7D", "yesterday",
    "2026", "2026-11", "2026-13-01", "2026-02-30", "2026-11-0", "26-11-20", "20.11.2026", "11/20/2026", "2026-11-20T",
    "2026-11-20Z", "2026-11-20T8:30", "2026-11-20T24:00:00", "2026-11-20T08:60", "2026-11-20T08:30:61",
    "2026-11-20T08:30:00+2", "2026-11-20T08:30:00+99:00", "2026-W47-5", "2026-324", "20261120T083000Z",
    "2026-11-20T08:30:00Z x", "\331\2477d", "9999999999999999999d",
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gint64 since;

      g_test_message ("%s", cases[i]);
      g_assert_false (trs_since_parse (cases[i], NOW, &since));
    }
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/since/days", test_days);
  g_test_add_func ("/since/moments", test_moments);
  g_test_add_func ("/since/spans", test_spans);
  g_test_add_func ("/since/refuse", test_refuse);
  g_test_add_func ("/since/fractions", test_fractions);
  g_test_add_func ("/since/how-long", test_how_long);
  return g_test_run ();
}
