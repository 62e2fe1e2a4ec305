/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-page.h"

G_BEGIN_DECLS

/**
 * TrsNoticeBar:
 *
 * The strip under a header bar that says that the program is offline or needs
 * the key, with one button. Property `session`.
 */
#define TRS_TYPE_NOTICE_BAR (trs_notice_bar_get_type ())
G_DECLARE_FINAL_TYPE (TrsNoticeBar, trs_notice_bar, TRS, NOTICE_BAR, TrsPage)

G_END_DECLS
