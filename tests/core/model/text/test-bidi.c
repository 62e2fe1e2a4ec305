/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-text.h"

#include "trs-test-utils.h"

static void
test_isolate (void)
{
  static const struct
  {
    const char *text;
    const char *isolated;
  } cases[] = {
    { "", "" },
    { "22 November 2026", "22 November 2026" },
    { "22 novembre 2026, 市議会", "22 novembre 2026, 市議会" },
    { "22 نوفمبر 2026", TRS_BIDI_FSI "22 نوفمبر 2026" TRS_BIDI_PDI },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *isolated = trs_bidi_isolate (g_strdup (cases[i].text));

      g_assert_cmpstr (isolated, ==, cases[i].isolated);
    }
}

static void
test_parts (void)
{
  static const struct
  {
    const char *line;
    const char *isolated;
  } cases[] = {
    { "", "" },
    { "English · 3 h 00 min", "English · 3 h 00 min" },
    /* One part has no neighbour. */
    { "العربية", "العربية" },
    { "العربية · 3 h 00 min",
      TRS_BIDI_FSI "العربية" TRS_BIDI_PDI " · " TRS_BIDI_FSI "3 h 00 min" TRS_BIDI_PDI },
    { "2 speakers  ·  العربية  ·  5 s",
      TRS_BIDI_FSI "2 speakers" TRS_BIDI_PDI "  ·  " TRS_BIDI_FSI "العربية" TRS_BIDI_PDI "  ·  " TRS_BIDI_FSI "5 s"
      TRS_BIDI_PDI },
    { "·العربية ·  ", TRS_BIDI_FSI TRS_BIDI_PDI "·" TRS_BIDI_FSI "العربية" TRS_BIDI_PDI " ·  " TRS_BIDI_FSI
      TRS_BIDI_PDI },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *isolated = trs_bidi_isolate_parts (g_strdup (cases[i].line));

      g_assert_cmpstr (isolated, ==, cases[i].isolated);
    }
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/bidi/isolate", test_isolate);
  g_test_add_func ("/bidi/parts", test_parts);
  return g_test_run ();
}
