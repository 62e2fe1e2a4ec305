/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands: transcripts-command, which `transcripts` starts. */
#include "trs-cli-window.h"
#include "trs-cli.h"
#include "trs-process.h"
#include "trs-wiring.h"

int
main (int   argc,
      char *argv[])
{
  g_auto (GStrv) window = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  trs_process_begin ();
  trs_cli_output_begin ();
  status = trs_cli_main (argc, argv, trs_wiring_make_session, &window);
  trs_wiring_end ();
  if (window == NULL)
    return status;

  trs_cli_window_exec ((const char *const *) window, TRUE, &error);
  return trs_cli_print_error (NULL, error);
}
