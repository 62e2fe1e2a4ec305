/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-palette.h"

#include "trs-mark-strings.h"

static const TrsPalette light_palette = {
  { "#1a5fb4", "#9c3a00", "#246c47", "#813d9c", "#665c00", "#a0185a", "#006570", "#574b47" },
  "#6b696e", TRS_MARK_FILLS, "#26704a", "#f8d45c", "#ffa348",
};
static const TrsPalette dark_palette = {
  { "#78aeed", "#ffb380", "#7fd6a4", "#d3a4e8", "#d9cb6b", "#ff9ec4", "#6fd3dc", "#d2bfb5" },
  "#9a9996", { "#5c4a00", "#17492f", "#1c4069", "#66254a" }, "#7fd6a4", "#a06a00", "#c64600",
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
