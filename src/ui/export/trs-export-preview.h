/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-export-blocks.h"
#include "trs-export-format.h"

/**
 * TrsExportPreview:
 * @bytes: (nullable): the file, %NULL until it is rendered
 * @complete: whether all of it is shown
 * @tally: what of the user's own is in it
 *
 * Renders a file and shows how it begins. Signal: `rendered`, also when it
 * could not be; what is wrong is shown then.
 */
#define TRS_TYPE_EXPORT_PREVIEW (trs_export_preview_get_type ())
G_DECLARE_FINAL_TYPE (TrsExportPreview, trs_export_preview, TRS, EXPORT_PREVIEW, AdwBin)

struct _TrsExportPreview
{
  AdwBin parent_instance;

  GBytes *bytes;
  gboolean complete;
  TrsExportTally tally;

  /*< private >*/
  GtkTextBuffer *buffer;
  GCancellable *cancellable;
  GTask *rendered; /* not shown yet */
};

void trs_export_preview_render (TrsExportPreview       *self,
                                const TrsExportFormat  *format,
                                TrsExportSource        *source,
                                const TrsExportOptions *options);
