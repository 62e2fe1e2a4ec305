/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-transcript-view.h"

/**
 * TrsSelectionPopover:
 *
 * What can be done with words that were just selected with the pointer. It
 * stands beside them, takes no focus, and goes away with the selection. The context menu has the
 * same actions.
 */
#define TRS_TYPE_SELECTION_POPOVER (trs_selection_popover_get_type ())
G_DECLARE_FINAL_TYPE (TrsSelectionPopover, trs_selection_popover, TRS, SELECTION_POPOVER, GtkPopover)

void trs_selection_popover_set_view (TrsSelectionPopover *self,
                                     TrsTranscriptView   *view);
