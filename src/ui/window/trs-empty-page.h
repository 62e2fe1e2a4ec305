/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-page.h"

G_BEGIN_DECLS

/**
 * TrsEmptyPage:
 *
 * What stands beside the history when no project is open. Properties:
 * `session`, `folded` (shows the back button).
 */
#define TRS_TYPE_EMPTY_PAGE (trs_empty_page_get_type ())
G_DECLARE_FINAL_TYPE (TrsEmptyPage, trs_empty_page, TRS, EMPTY_PAGE, TrsPage)

G_END_DECLS
