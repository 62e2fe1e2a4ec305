/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands: transcripts-command, which `transcripts` starts. */
#include "trs-cli.h"
#include "trs-process.h"
#include "trs-wiring.h"

int
main (int   argc,
      char *argv[])
{
  int status;

  trs_process_begin ();
  trs_cli_output_begin ();
  status = trs_cli_main (argc, argv, trs_wiring_make_session);
  trs_wiring_end ();
  return status;
}
