/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-cli-options.h"
#include "trs-export-format.h"

/**
 * TrsCliFormat:
 * @format: a format
 * @options: how a transcript looks in it
 *
 * What transcripts are made into. The options of the command are applied.
 */
typedef struct
{
  const TrsExportFormat *format;
  TrsExportOptions options;
} TrsCliFormat;

GArray *trs_cli_format_read (const TrsCliOptions  *options,
                             const char           *extension,
                             gboolean              to_stream,
                             GError              **error);
