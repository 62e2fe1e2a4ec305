/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-transcript-view.h"

/**
 * TrsGoToTime:
 *
 * Asks for a time, and leads to the paragraph that is spoken then.
 */
#define TRS_TYPE_GO_TO_TIME (trs_go_to_time_get_type ())
G_DECLARE_FINAL_TYPE (TrsGoToTime, trs_go_to_time, TRS, GO_TO_TIME, GtkPopover)

void trs_go_to_time_set_view (TrsGoToTime       *self,
                              TrsTranscriptView *view);
