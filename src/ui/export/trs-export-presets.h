/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "trs-export-format.h"

G_BEGIN_DECLS

/**
 * TrsUserPreset:
 * @name: (not nullable): what it is called, as entered
 * @format: (not nullable): its format
 * @options: its options
 * @own: whether the user saved it
 *
 * A preset as it is offered.
 */
typedef struct
{
  char *name;
  const TrsExportFormat *format;
  TrsExportOptions options;
  gboolean own;
} TrsUserPreset;

GPtrArray             *trs_export_presets_list         (GSettings              *settings);
void                   trs_export_presets_save         (GSettings              *settings,
                                                        const char             *name,
                                                        const TrsExportFormat  *format,
                                                        const TrsExportOptions *options);
void                   trs_export_presets_delete       (GSettings              *settings,
                                                        const char             *name);

const TrsExportFormat *trs_export_presets_last_format  (GSettings              *settings);
TrsExportOptions       trs_export_presets_last_options (GSettings              *settings,
                                                        const TrsExportFormat  *format);
void                   trs_export_presets_remember     (GSettings              *settings,
                                                        const TrsExportFormat  *format,
                                                        const TrsExportOptions *options);

G_END_DECLS
