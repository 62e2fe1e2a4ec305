/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/**
 * TrsCliRequest:
 * @TRS_CLI_REQUEST_COMMAND: a command; "help" is one
 * @TRS_CLI_REQUEST_HELP: `--help` without a command
 * @TRS_CLI_REQUEST_VERSION: `--version` without a command
 * @TRS_CLI_REQUEST_WINDOW: the window, with links or without
 * @TRS_CLI_REQUEST_SERVICE: the window as the bus or a desktop starts it, which may come by its display later
 * @TRS_CLI_REQUEST_MISTAKE: nothing of this
 *
 * What the arguments of the program ask for.
 */
typedef enum
{
  TRS_CLI_REQUEST_COMMAND,
  TRS_CLI_REQUEST_HELP,
  TRS_CLI_REQUEST_VERSION,
  TRS_CLI_REQUEST_WINDOW,
  TRS_CLI_REQUEST_SERVICE,
  TRS_CLI_REQUEST_MISTAKE,
} TrsCliRequest;

TrsCliRequest  trs_cli_request_read    (const char *const *arguments,
                                        const char *const *commands,
                                        guint             *place);
const char    *trs_cli_request_suggest (const char        *word,
                                        const char *const *commands);
char          *trs_cli_request_explain (const char        *word,
                                        const char *const *commands);
