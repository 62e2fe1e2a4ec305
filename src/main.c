/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is started as transcripts. It knows what is asked for, and links nothing but GLib: so its help is there at once.
 * The program that does what is asked for takes its place. */
#include "trs-cli-commands.h"
#include "trs-cli-exec.h"
#include "trs-cli-request.h"
#include "trs-cli-window.h"
#include "trs-install-paths.h"
#include "trs-process.h"

#include "config.h"

#include <string.h>

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

static int
run_command (const char *const *arguments)
{
  g_autofree char *path = trs_install_paths_command ();

  g_printerr ("transcripts: %s: %s\n", path, g_strerror (trs_cli_exec (path, arguments)));
  return TRS_CLI_FAILED;
}

static int
print_version (void)
{
  g_autofree char *line = g_strdup_printf ("%s %s\n", g_get_prgname (), TRS_VERSION);

  return trs_cli_print (line, strlen (line)) ? TRS_CLI_DONE : trs_cli_print_error (NULL, trs_cli_output_get_error ());
}

int
main (int   argc,
      char *argv[])
{
  const char *const *arguments = (const char *const *) argv + 1;
  const char *const *commands = trs_cli_get_commands ();
  TrsCliRequest request = TRS_CLI_REQUEST_HELP;
  guint place = 0;

  trs_process_begin ();
  if (argc > 0)
    request = trs_cli_request_read (arguments, commands, &place);
  if (request == TRS_CLI_REQUEST_WINDOW || request == TRS_CLI_REQUEST_SERVICE)
    return open_window (arguments, request == TRS_CLI_REQUEST_WINDOW);
  if (request == TRS_CLI_REQUEST_COMMAND && (place > 0 || arguments[1] != NULL || !g_str_equal (arguments[0], "help")))
    return run_command (arguments);

  trs_cli_output_begin ();
  if (request == TRS_CLI_REQUEST_MISTAKE)
    return trs_cli_report_usage (trs_cli_request_explain (arguments[place], commands));
  if (request != TRS_CLI_REQUEST_VERSION)
    return trs_cli_print_help ();

  return print_version ();
}
