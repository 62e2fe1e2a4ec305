/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/**
 * TrsSplit:
 *
 * A widget with a pane: beside it where there is room, else below it. The pane
 * never makes the window wider. Properties: `content`, `pane`, `show-pane`.
 */
#define TRS_TYPE_SPLIT (trs_split_get_type ())
G_DECLARE_FINAL_TYPE (TrsSplit, trs_split, TRS, SPLIT, GtkWidget)
