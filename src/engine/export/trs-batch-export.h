/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-batch-failure.h"
#include "trs-export-format.h"
#include "trs-export-load.h"
#include "trs-export-target.h"
#include "trs-projects.h"

/**
 * TrsBatchExport:
 *
 * Exports many transcripts, one after another. What is not on this computer is
 * downloaded. A transcript that cannot be had does not end it; a folder or a
 * disk that takes no more does.
 *
 * Properties, read-only: `n-done`, how many have been tried; `n-total`, how many
 * there are, 0 until that is known.
 */
#define TRS_TYPE_BATCH_EXPORT (trs_batch_export_get_type ())
G_DECLARE_FINAL_TYPE (TrsBatchExport, trs_batch_export, TRS, BATCH_EXPORT, GObject)

guint      trs_batch_export_get_n_done   (TrsBatchExport *self);
guint      trs_batch_export_get_n_saved  (TrsBatchExport *self);
guint      trs_batch_export_get_n_total  (TrsBatchExport *self);
GPtrArray *trs_batch_export_get_failures (TrsBatchExport *self);

TrsBatchExport *trs_batch_export_new          (TrsProjects            *projects,
                                               TrsLibrary             *library,
                                               TrsTranscripts         *transcripts,
                                               const char             *pattern);
void            trs_batch_export_run_async    (TrsBatchExport         *self,
                                               const char * const     *ids,
                                               GArray                 *rows,
                                               TrsExportTarget        *target,
                                               const TrsExportFormat  *format,
                                               const TrsExportOptions *options,
                                               const char             *name_template,
                                               GCancellable           *cancellable,
                                               GAsyncReadyCallback     callback,
                                               gpointer                user_data);
gboolean        trs_batch_export_run_finish   (TrsBatchExport         *self,
                                               GAsyncResult           *result,
                                               GError                **error);
