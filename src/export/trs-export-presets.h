/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "trs-export-format.h"

/* Export formats and options in GSettings: those used last, and the user's presets. */

TrsExportOptions       trs_export_presets_begin    (GSettings              *settings,
                                                    const TrsExportFormat  *format);
const TrsExportFormat *trs_export_presets_get_last (GSettings              *settings,
                                                    TrsExportOptions       *options);
void                   trs_export_presets_set_last (GSettings              *settings,
                                                    const TrsExportFormat  *format,
                                                    const TrsExportOptions *options);

gboolean               trs_export_presets_get_notes (GSettings              *settings,
                                                     const char             *id);
void                   trs_export_presets_set_notes (GSettings              *settings,
                                                     const char             *id,
                                                     gboolean                notes);

GPtrArray             *trs_export_presets_list     (GSettings              *settings);
const TrsExportFormat *trs_export_presets_read     (GSettings              *settings,
                                                    const char             *name,
                                                    TrsExportOptions       *options);
void                   trs_export_presets_change   (GSettings              *settings,
                                                    const char             *name,
                                                    const TrsExportFormat  *format,
                                                    const TrsExportOptions *options);
