/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-page.h"

/**
 * TrsVersionBar:
 *
 * The other texts that the service sent for a project: says so if there is a new
 * one, compares two, shows what is known of each, and checks for changes.
 * Properties: `session`, `project`.
 *
 * Signal `chosen`: the user has chosen another text than the one that is shown.
 */
#define TRS_TYPE_VERSION_BAR (trs_version_bar_get_type ())
G_DECLARE_FINAL_TYPE (TrsVersionBar, trs_version_bar, TRS, VERSION_BAR, TrsPage)

void trs_version_bar_attach (TrsVersionBar *self,
                             GtkWidget     *page);
void trs_version_bar_list   (TrsVersionBar *self,
                             gboolean       shown);
