/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "trs-export-format.h"

G_BEGIN_DECLS

/* What the settings keep of formats and options: those that were used last, and what the user saved as presets. */

GPtrArray             *trs_export_presets_list         (GSettings              *settings);
const TrsExportFormat *trs_export_presets_read         (GSettings              *settings,
                                                        const char             *name,
                                                        TrsExportOptions       *options);
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
