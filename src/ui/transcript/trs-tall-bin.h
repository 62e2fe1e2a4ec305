/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

/**
 * TrsTallBin:
 *
 * What scrolls only if there is no room for it. GtkScrolledWindow asks for the
 * height of its child at the child's own width, so that what wraps in a smaller
 * one is cut off; this asks for the height at the width that there is.
 */
/* floor: try without it with GTK ≥ 4.18 */
#define TRS_TYPE_TALL_BIN (trs_tall_bin_get_type ())
G_DECLARE_FINAL_TYPE (TrsTallBin, trs_tall_bin, TRS, TALL_BIN, AdwBin)
