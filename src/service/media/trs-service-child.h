/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"

#include <gio/gio.h>

/* The longest line that a process may write on standard output. */
#define TRS_SERVICE_CHILD_MAX_LINE 65536

/* The file that a process is given, for its arguments, which all users of the computer can read. */
#define TRS_SERVICE_CHILD_FILE "/dev/fd/3"

/**
 * TrsServiceLineFunc:
 * @line: a line of standard output, without its end, zero-terminated behind any bytes; what is written over again, as
 *   progress is on a terminal, is a line each time
 * @length: its bytes
 * @user_data: what was given beside it
 */
typedef void (*TrsServiceLineFunc) (const char *line,
                                    gsize       length,
                                    gpointer    user_data);

void     trs_service_child_run_async  (const char * const   *argv,
                                       int                   file,
                                       guint                 deadline,
                                       gint64                max_file,
                                       TrsClock             *clock,
                                       TrsServiceLineFunc    line,
                                       gpointer              line_data,
                                       GCancellable         *cancellable,
                                       GAsyncReadyCallback   callback,
                                       gpointer              user_data);
gboolean trs_service_child_run_finish (GAsyncResult         *result,
                                       GError              **error);
