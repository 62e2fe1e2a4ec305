/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-cli-format.h"

#include <gio/gio.h>

/**
 * TrsCliPlaceKind:
 * @TRS_CLI_PLACE_STREAM: standard output
 * @TRS_CLI_PLACE_FILE: one file, which is replaced
 * @TRS_CLI_PLACE_PIPE: something that is written to and not replaced: a pipe with a name, a device
 * @TRS_CLI_PLACE_FOLDER: a folder, in which nothing is replaced
 * @TRS_CLI_PLACE_ARCHIVE: a zip or a compressed tar, which is replaced
 *
 * Where transcripts go.
 */
typedef enum
{
  TRS_CLI_PLACE_STREAM,
  TRS_CLI_PLACE_FILE,
  TRS_CLI_PLACE_PIPE,
  TRS_CLI_PLACE_FOLDER,
  TRS_CLI_PLACE_ARCHIVE,
} TrsCliPlaceKind;

/**
 * TrsCliPlace:
 * @kind: what it is
 * @file: (nullable): the file, the folder or the archive; %NULL for standard output
 * @name_template: of the files in a folder or an archive, see trs_export_template_check()
 * @extension: (nullable): of the files, as it was typed; %NULL for that of their format
 * @format: (nullable): the format that the name of the file says
 *
 * What `--output` means.
 */
typedef struct
{
  TrsCliPlaceKind kind;
  GFile *file;
  char *name_template;
  char *extension;
  const TrsExportFormat *format;
} TrsCliPlace;

TrsCliPlace *trs_cli_place_new         (const char   *output,
                                        gboolean      several,
                                        gboolean      has_format,
                                        GError      **error);
void         trs_cli_place_free        (TrsCliPlace  *self);
gboolean     trs_cli_place_try         (TrsCliPlace  *self,
                                        GError      **error);
gboolean     trs_cli_place_write       (TrsCliPlace  *self,
                                        GBytes       *bytes,
                                        GCancellable *cancellable,
                                        GError      **error);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsCliPlace, trs_cli_place_free)
