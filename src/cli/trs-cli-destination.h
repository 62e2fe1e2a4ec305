/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-cli-place.h"
#include "trs-cli-run.h"

/**
 * TrsCliDestination:
 * @place: standard output, a stream, a file or a folder
 * @archive: whether it is a zip or a compressed tar, which is replaced, in the place of a folder
 * @path: (not nullable): the stream, the file, the folder or the archive
 * @file: (not nullable): the same
 * @name_template: (not nullable): of the files in a folder or an archive, see trs_export_template_check()
 * @extension: (nullable): what follows the last dot of the name of a file, or of @name_template, as it was typed
 * @stream: (nullable): what is not a regular file, once it is open
 *
 * Where transcripts go: what `--output` means.
 */
typedef struct
{
  TrsCliPlace place;
  gboolean archive;
  char *path;
  GFile *file;
  char *name_template;
  char *extension;
  GOutputStream *stream;
} TrsCliDestination;

TrsCliDestination *trs_cli_destination_new      (const char         *output,
                                                 gboolean            several,
                                                 GError            **error);
TrsCliDestination *trs_cli_destination_new_file (const char         *output,
                                                 GError            **error);
void               trs_cli_destination_free     (TrsCliDestination  *self);
gboolean           trs_cli_destination_try      (TrsCliDestination  *self,
                                                 GError            **error);
gboolean           trs_cli_destination_write    (TrsCliDestination  *self,
                                                 TrsCli             *run,
                                                 const char         *data,
                                                 gsize               size,
                                                 GError            **error);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsCliDestination, trs_cli_destination_free)
