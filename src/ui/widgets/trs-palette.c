/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-palette.h"

#include <stdio.h>

#include "trs-highlight-strings.h"

static const TrsPalette light_palette = {
  { "#1a5fb4", "#9c3a00", "#246c47", "#813d9c", "#665c00", "#a0185a", "#006570", "#574b47" },
  "#6b696e", TRS_HIGHLIGHT_FILLS, "#26704a", "#f8d45c", "#ffa348", "#e4eefb",
};
static const TrsPalette dark_palette = {
  { "#78aeed", "#ffb380", "#7fd6a4", "#d3a4e8", "#d9cb6b", "#ff9ec4", "#6fd3dc", "#d2bfb5" },
  "#9a9996", { "#5c4a00", "#17492f", "#1c4069", "#66254a" }, "#7fd6a4", "#a06a00", "#c64600", "#24364d",
};

/**
 * trs_palette_get:
 * @dark: for a dark background
 *
 * Returns: the colours
 */
const TrsPalette *
trs_palette_get (gboolean dark)
{
  return dark ? &dark_palette : &light_palette;
}

/**
 * trs_palette_dup_mixed:
 * @dark: for a dark background
 * @highlights: colours of overlapping highlights, a bit each; one alone overlaps itself
 *
 * Returns: (transfer full): the colour behind what they cover, stronger than theirs
 */
char *
trs_palette_dup_mixed (gboolean dark,
                       guint    highlights)
{
  double mixed[3] = { 0, 0, 0 };
  guint n = 0;

  for (guint i = 0; i < TRS_PALETTE_N_HIGHLIGHTS; i++)
    {
      unsigned parts[3];

      if ((highlights & 1u << i) == 0 ||
          sscanf (trs_palette_get (dark)->highlights[i], "#%2x%2x%2x", &parts[0], &parts[1], &parts[2]) != 3)
        continue;
      n++;
      for (guint j = 0; j < G_N_ELEMENTS (mixed); j++)
        mixed[j] += parts[j];
    }
  for (guint j = 0; j < G_N_ELEMENTS (mixed) && n > 0; j++)
    {
      double mean = mixed[j] / n;

      /* darker in the light style, lighter in the dark one */
      mixed[j] = dark ? MIN (mean * 1.3, 255) : mean * mean / 255;
    }
  return g_strdup_printf ("#%02x%02x%02x", (guint) mixed[0], (guint) mixed[1], (guint) mixed[2]);
}
