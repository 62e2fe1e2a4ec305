/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-export-blocks.h"
#include "trs-export-format.h"

/**
 * TrsExportPreview:
 *
 * Renders a file and shows how it begins. Signal: `rendered`, also when it
 * could not be; what is wrong is shown then.
 */
#define TRS_TYPE_EXPORT_PREVIEW (trs_export_preview_get_type ())
G_DECLARE_FINAL_TYPE (TrsExportPreview, trs_export_preview, TRS, EXPORT_PREVIEW, AdwBin)

GBytes               *trs_export_preview_get_bytes    (TrsExportPreview *self);
gboolean              trs_export_preview_get_complete (TrsExportPreview *self);
const TrsExportTally *trs_export_preview_get_tally    (TrsExportPreview *self);

void trs_export_preview_render (TrsExportPreview       *self,
                                const TrsExportFormat  *format,
                                TrsExportSource        *source,
                                const TrsExportOptions *options);
