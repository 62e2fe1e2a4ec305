/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-session.h"

/**
 * TrsMakeSession:
 * @settings: the settings of the program
 *
 * Wires the concrete classes together. Called once, in the process that has
 * the window.
 *
 * Returns: (transfer full): a session that was not started
 */
typedef TrsSession *(*TrsMakeSession) (GSettings *settings);

/**
 * TrsApplication:
 *
 * The program: one window, one session, which is started after the first
 * frame of the window.
 */
#define TRS_TYPE_APPLICATION (trs_application_get_type ())
G_DECLARE_FINAL_TYPE (TrsApplication, trs_application, TRS, APPLICATION, AdwApplication)

TrsApplication *trs_application_new (TrsMakeSession make_session);
