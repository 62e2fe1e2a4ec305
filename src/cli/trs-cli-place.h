/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/**
 * TrsCliPlace:
 * @TRS_CLI_PLACE_OUTPUT: standard output, whatever it is called
 * @TRS_CLI_PLACE_STREAM: something other than a regular file: a FIFO, a device
 * @TRS_CLI_PLACE_FILE: a file, which is replaced
 * @TRS_CLI_PLACE_FOLDER: a folder, in which nothing is replaced
 *
 * What `--output` names.
 */
typedef enum
{
  TRS_CLI_PLACE_OUTPUT,
  TRS_CLI_PLACE_STREAM,
  TRS_CLI_PLACE_FILE,
  TRS_CLI_PLACE_FOLDER,
} TrsCliPlace;

TrsCliPlace    trs_cli_place_find          (const char           *path,
                                            gboolean              several);
char          *trs_cli_place_dup_extension (const char           *path);
gboolean       trs_cli_place_is_seen       (const char           *path,
                                            const char           *sandbox);

void           trs_cli_place_open_async    (const char           *path,
                                            GCancellable         *cancellable,
                                            GAsyncReadyCallback   callback,
                                            gpointer              user_data);
GOutputStream *trs_cli_place_open_finish   (GAsyncResult         *result,
                                            GError              **error);
