/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#define TRS_PALETTE_N_SPEAKERS 8
#define TRS_PALETTE_N_HIGHLIGHTS 4

/**
 * TrsPalette:
 * @speakers: names, in turn; a colour that is used again is distinguished by more than the colour
 * @time: times
 * @highlights: behind the user's highlights
 * @checked: the sign of what was checked
 * @hit: behind what was looked for
 * @current: behind the one that the user is at
 * @playing: behind the paragraph that is heard
 *
 * The colours of a transcript, as gdk_rgba_parse() reads them.
 */
typedef struct
{
  const char *speakers[TRS_PALETTE_N_SPEAKERS];
  const char *time;
  const char *highlights[TRS_PALETTE_N_HIGHLIGHTS];
  const char *checked;
  const char *hit;
  const char *current;
  const char *playing;
} TrsPalette;

const TrsPalette *trs_palette_get       (gboolean dark);
char             *trs_palette_dup_mixed (gboolean dark,
                                         guint    highlights);
