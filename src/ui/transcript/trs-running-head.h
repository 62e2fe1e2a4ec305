/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-session.h"
#include "trs-transcript-view.h"

/**
 * TrsRunningHead:
 *
 * A line above the text that says who speaks at the upper edge of the view, and
 * since when, as far as the view shows that. Empty at the top of the text.
 *
 * Saves the reading position in the library when a transcript is left, and
 * after a pause in scrolling.
 */
#define TRS_TYPE_RUNNING_HEAD (trs_running_head_get_type ())
G_DECLARE_FINAL_TYPE (TrsRunningHead, trs_running_head, TRS, RUNNING_HEAD, AdwBin)

void trs_running_head_set_view      (TrsRunningHead    *self,
                                     TrsTranscriptView *view);
void trs_running_head_refresh       (TrsRunningHead    *self);
void trs_running_head_follow        (TrsRunningHead    *self,
                                     TrsSession        *session,
                                     TrsProject        *project);
void trs_running_head_restore_place (TrsRunningHead    *self);
void trs_running_head_keep_place    (TrsRunningHead    *self);
void trs_running_head_leave         (TrsRunningHead    *self);
