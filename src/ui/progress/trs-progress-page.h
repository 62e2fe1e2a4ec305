/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-page.h"

/**
 * TrsProgressPage:
 *
 * The page of a project that has no text: in progress, stopped, failed, or not
 * known whether accepted. Properties: `session`, `project`, `folded` (it
 * stands alone in the window), `back` (shows the back button), `compact`
 * (below 560 px).
 */
#define TRS_TYPE_PROGRESS_PAGE (trs_progress_page_get_type ())
G_DECLARE_FINAL_TYPE (TrsProgressPage, trs_progress_page, TRS, PROGRESS_PAGE, TrsPage)
