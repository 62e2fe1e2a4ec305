/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-annotations.h"
#include "trs-session.h"

#include <adwaita.h>

/**
 * TrsCompareWindow:
 *
 * Two texts that the service gave for one project, and the choice between
 * them. Signal `chosen`: the choice was made, and kept.
 */
#define TRS_TYPE_COMPARE_WINDOW (trs_compare_window_get_type ())
G_DECLARE_FINAL_TYPE (TrsCompareWindow, trs_compare_window, TRS, COMPARE_WINDOW, AdwWindow)

TrsCompareWindow *trs_compare_window_new (TrsSession           *session,
                                          TrsProject           *project,
                                          const TrsTextVersion *shown,
                                          const TrsTextVersion *other,
                                          TrsAnnotations       *annotations);
