/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-page.h"

/**
 * TrsWelcomePage:
 *
 * The first run: connect to an account, or try the sample service. The page is
 * done when the state of the session says so.
 */
#define TRS_TYPE_WELCOME_PAGE (trs_welcome_page_get_type ())
G_DECLARE_FINAL_TYPE (TrsWelcomePage, trs_welcome_page, TRS, WELCOME_PAGE, TrsPage)
