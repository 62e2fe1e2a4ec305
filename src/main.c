/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program on a terminal: transcripts. It opens no display; where one is asked for, the program of the window takes
 * its place. */
#include "trs-cli-request.h"
#include "trs-cli-window.h"
#include "trs-cli.h"
#include "trs-process.h"
#include "trs-wiring.h"

#include "config.h"

/* Who asked for the window, and cannot have it, learns what there is besides. */
static int
open_window (const char *const *arguments,
             gboolean           needs_display)
{
  g_autoptr (GError) error = NULL;
  TrsCliExit status;

  trs_cli_window_exec (arguments, needs_display, &error);
  status = trs_cli_print_error (NULL, error);
  if (status == TRS_CLI_USAGE)
    trs_cli_print_help ();
  return status;
}

int
main (int   argc,
      char *argv[])
{
  const char *const *arguments = (const char *const *) argv + 1;
  const char *const *commands = trs_cli_get_commands ();
  TrsCliRequest request = TRS_CLI_REQUEST_HELP;
  guint place = 0;
  int status;

  trs_process_begin ();
  if (argc > 0)
    request = trs_cli_request_read (arguments, commands, &place);
  if (request == TRS_CLI_REQUEST_WINDOW || request == TRS_CLI_REQUEST_SERVICE)
    return open_window (arguments, request == TRS_CLI_REQUEST_WINDOW);

  trs_cli_output_begin ();
  switch (request)
    {
    case TRS_CLI_REQUEST_HELP:
      return trs_cli_print_help ();

    case TRS_CLI_REQUEST_VERSION:
      g_print ("%s %s\n", g_get_prgname (), TRS_VERSION);
      return TRS_CLI_DONE;

    case TRS_CLI_REQUEST_MISTAKE:
      return trs_cli_report_usage (trs_cli_request_explain (arguments[place], commands));

    case TRS_CLI_REQUEST_COMMAND:
    case TRS_CLI_REQUEST_WINDOW:
    case TRS_CLI_REQUEST_SERVICE:
    default:
      status = trs_cli_main (argc, argv, trs_wiring_make_session);
      trs_wiring_end ();
      return status;
    }
}
