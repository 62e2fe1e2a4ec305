/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/**
 * TrsChipBox:
 *
 * A row of toggle buttons that is one stop for Tab. Tab enters it at the
 * button that is on and leaves it from any; the arrow keys go from one button to
 * the next, as in a radio group.
 */
#define TRS_TYPE_CHIP_BOX (trs_chip_box_get_type ())
G_DECLARE_FINAL_TYPE (TrsChipBox, trs_chip_box, TRS, CHIP_BOX, GtkBox)
