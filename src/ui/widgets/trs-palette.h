/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define TRS_PALETTE_N_SPEAKERS 8

/**
 * TrsPalette:
 * @speakers: names, in turn; whose turn comes again is told apart by more than the colour
 * @time: times
 * @hit: behind what was looked for
 * @current: behind the one that the user is at
 *
 * The colours of a transcript, as gdk_rgba_parse() reads them.
 */
typedef struct
{
  const char *speakers[TRS_PALETTE_N_SPEAKERS];
  const char *time;
  const char *hit;
  const char *current;
} TrsPalette;

const TrsPalette *trs_palette_get (gboolean dark);

G_END_DECLS
