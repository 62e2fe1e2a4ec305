/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-export-format.h"

G_BEGIN_DECLS

/**
 * TrsExportPreview:
 *
 * Renders a file and shows how it begins. Properties: `bytes` (boxed #GBytes,
 * %NULL until it is rendered; notified whenever it was, or could not be),
 * `summary` (its size, in words).
 */
#define TRS_TYPE_EXPORT_PREVIEW (trs_export_preview_get_type ())
G_DECLARE_FINAL_TYPE (TrsExportPreview, trs_export_preview, TRS, EXPORT_PREVIEW, AdwBin)

gboolean  trs_export_preview_is_drawn  (const TrsExportFormat  *format);
void      trs_export_preview_render    (TrsExportPreview       *self,
                                        const TrsExportFormat  *format,
                                        const TrsExportSource  *source,
                                        const TrsExportOptions *options);
GBytes   *trs_export_preview_get_bytes (TrsExportPreview       *self);

G_END_DECLS
