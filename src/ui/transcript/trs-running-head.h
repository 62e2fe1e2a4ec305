/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-transcript-view.h"

/**
 * TrsRunningHead:
 *
 * A line above the text that says who speaks at the upper edge of the view, and
 * since when, as far as the view shows that. Empty at the top of the text.
 */
#define TRS_TYPE_RUNNING_HEAD (trs_running_head_get_type ())
G_DECLARE_FINAL_TYPE (TrsRunningHead, trs_running_head, TRS, RUNNING_HEAD, AdwBin)

void trs_running_head_set_view (TrsRunningHead    *self,
                                TrsTranscriptView *view);
