/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

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

gboolean            trs_cli_is_command   (const char         *word);
const char * const *trs_cli_get_commands (void);
int                 trs_cli_find_word    (int                 argc,
                                          char              **argv);
int                 trs_cli_main         (int                 argc,
                                          char              **argv,
                                          TrsCliMakeSession   make_session);
