/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/* What all commands write. Results go to standard output, everything else to standard error, in sentences. Control
 * characters from the service never reach a terminal. What is printed is written at once; when standard output takes
 * no more, it is remembered, and trs_cli_output_get_error() says so: a command looks at trs_cli_may_go_on() and no
 * further. */

/**
 * TrsCliExit:
 * @TRS_CLI_DONE: all was done
 * @TRS_CLI_FAILED: something else went wrong
 * @TRS_CLI_USAGE: the command was not understood
 * @TRS_CLI_NO_KEY: there is no account or no key, or the service rejected it
 * @TRS_CLI_NOT_REACHED: the service could not be reached, or did not answer as it should
 * @TRS_CLI_NOT_FOUND: no such video, or nothing found
 * @TRS_CLI_NO_CREDIT: not enough credit
 * @TRS_CLI_DUPLICATE: the video was submitted before, and not sent again
 * @TRS_CLI_UNKNOWN: it was sent, and it is not known whether it was accepted
 * @TRS_CLI_VIDEO_FAILED: the service failed to transcribe the video
 * @TRS_CLI_NOT_FINISHED: the service has not finished, and is not asked any more
 * @TRS_CLI_UNCHECKED: not sent, because the list of the account could not be read to its end
 * @TRS_CLI_NOT_DURABLE: not sent, because nothing can be saved here
 * @TRS_CLI_INTERRUPTED: ended by a signal
 * @TRS_CLI_BROKEN_PIPE: the reader of standard output has gone, as SIGPIPE would say it
 *
 * Exit statuses, which are the codes of #TRS_CLI_ERROR as well. They stand in
 * the man page and do not change.
 */
typedef enum
{
  TRS_CLI_DONE = 0,
  TRS_CLI_FAILED = 1,
  TRS_CLI_USAGE = 2,
  TRS_CLI_NO_KEY = 3,
  TRS_CLI_NOT_REACHED = 4,
  TRS_CLI_NOT_FOUND = 5,
  TRS_CLI_NO_CREDIT = 6,
  TRS_CLI_DUPLICATE = 7,
  TRS_CLI_UNKNOWN = 8,
  TRS_CLI_VIDEO_FAILED = 9,
  TRS_CLI_NOT_FINISHED = 10,
  TRS_CLI_UNCHECKED = 11,
  TRS_CLI_NOT_DURABLE = 12,
  TRS_CLI_INTERRUPTED = 130,
  TRS_CLI_BROKEN_PIPE = 141,
} TrsCliExit;

#define TRS_CLI_ERROR (trs_cli_error_quark ())
GQuark        trs_cli_error_quark       (void);

void          trs_cli_output_begin      (void);
void          trs_cli_output_set_quiet  (gboolean      quiet);
void          trs_cli_output_be_verbose (void);
const GError *trs_cli_output_get_error  (void);

TrsCliExit    trs_cli_get_exit          (const GError *error);
char         *trs_cli_make_sentence     (const GError *error);
TrsCliExit    trs_cli_print_error       (const char   *about,
                                         const GError *error);
TrsCliExit    trs_cli_report_usage      (char         *sentence);
void          trs_cli_note              (const char   *sentence);
void          trs_cli_report_damage     (const char   *path,
                                         gboolean      copied);

char         *trs_cli_align             (const char   *text);
char         *trs_cli_make_harmless     (const char   *text,
                                         gsize         length);
char         *trs_cli_replace_controls  (const char   *text,
                                         gboolean      escape);

void          trs_cli_output_heed_signals (const int *signals,
                                           guint      n_signals);
gboolean      trs_cli_print             (const char   *data,
                                         gsize         size);
gboolean      trs_cli_print_styled      (const char   *text);
void          trs_cli_show_progress     (const char   *line);
void          trs_cli_end_progress      (void);
