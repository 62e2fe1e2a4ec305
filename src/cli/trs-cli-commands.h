/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-cli-output.h"

const char *const *trs_cli_get_commands (void);
const char        *trs_cli_get_summary  (const char *command);
TrsCliExit         trs_cli_print_help   (void);
