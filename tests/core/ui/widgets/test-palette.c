/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-palette.h"
#include "trs-test-utils.h"

#include <math.h>

/* Relative luminance and contrast as WCAG 2.1 defines them. */
static double
get_luminance (const char *colour)
{
  static const double weights[] = { 0.2126, 0.7152, 0.0722 };
  double luminance = 0;

  g_assert_cmpuint (strlen (colour), ==, 7);
  for (guint i = 0; i < 3; i++)
    {
      double c = (g_ascii_xdigit_value (colour[1 + 2 * i]) * 16 + g_ascii_xdigit_value (colour[2 + 2 * i])) / 255.0;

      luminance += weights[i] * (c <= 0.03928 ? c / 12.92 : pow ((c + 0.055) / 1.055, 2.4));
    }
  return luminance;
}

static double
get_contrast (const char *a,
              const char *b)
{
  double one = get_luminance (a) + 0.05;
  double other = get_luminance (b) + 0.05;

  return MAX (one, other) / MIN (one, other);
}

/* Names are read on the page, of which libadwaita has a light and a dark one. */
static void
test_contrast (void)
{
  static const struct
  {
    gboolean dark;
    const char *page;
    double least;
  } cases[] = { { FALSE, "#ffffff", 6 }, { TRUE, "#1e1e1e", 7 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const TrsPalette *palette = trs_palette_get (cases[i].dark);

      for (guint j = 0; j < TRS_PALETTE_N_SPEAKERS; j++)
        {
          g_test_message ("%s on %s", palette->speakers[j], cases[i].page);
          g_assert_cmpfloat (get_contrast (palette->speakers[j], cases[i].page), >=, cases[i].least);
          for (guint k = 0; k < j; k++)
            g_assert_cmpstr (palette->speakers[j], !=, palette->speakers[k]);
        }
      g_assert_cmpfloat (get_contrast (palette->time, cases[i].page), >=, 4.5);
    }
  g_assert_cmpuint (TRS_PALETTE_N_SPEAKERS, ==, 8);
}

/* Words are read on what several highlights cover, and it looks like none of what one covers. */
static void
test_mixed (void)
{
  static const char *const words[] = { "#333333", "#ffffff" };

  for (guint dark = 0; dark <= 1; dark++)
    for (guint highlights = 1; highlights < 1u << TRS_PALETTE_N_HIGHLIGHTS; highlights++)
      {
        g_autofree char *mixed = trs_palette_dup_mixed (dark, highlights);

        g_test_message ("%u: %s", highlights, mixed);
        g_assert_cmpfloat (get_contrast (mixed, words[dark]), >=, 4.5);
        for (guint i = 0; i < TRS_PALETTE_N_HIGHLIGHTS; i++)
          g_assert_cmpstr (mixed, !=, trs_palette_get (dark)->highlights[i]);
        for (guint i = 1; i < highlights; i++)
          {
            g_autofree char *other = trs_palette_dup_mixed (dark, i);

            g_assert_cmpstr (mixed, !=, other);
          }
      }
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/palette/contrast", test_contrast);
  g_test_add_func ("/palette/mixed", test_mixed);
  return g_test_run ();
}
