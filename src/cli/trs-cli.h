/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-cli-output.h"
#include "trs-session.h"

/**
 * TrsCliMakeSession:
 * @settings: the settings of the program; changes to them are not saved
 *
 * Wires the concrete classes together. Called once.
 *
 * Returns: (transfer full): a session that was not started
 */
typedef TrsSession *(*TrsCliMakeSession) (GSettings *settings);

int trs_cli_main (int                 argc,
                  char              **argv,
                  TrsCliMakeSession   make_session,
                  char             ***window);
