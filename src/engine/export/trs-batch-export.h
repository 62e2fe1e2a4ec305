/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-batch-failure.h"
#include "trs-export-format.h"
#include "trs-export-load.h"
#include "trs-export-target.h"
#include "trs-history.h"

/**
 * TrsBatchExport:
 * @n_done: how many have been tried
 * @n_saved: how many files were written
 * @n_total: how many there are, 0 until that is known
 * @failures: (element-type TrsBatchFailure): what could not be exported
 *
 * Exports many transcripts, one after another. What is not on this computer is
 * downloaded. A transcript that cannot be had does not end it; a folder or a
 * disk that takes no more does.
 *
 * Signal `progress`: how far it is has changed.
 */
#define TRS_TYPE_BATCH_EXPORT (trs_batch_export_get_type ())
G_DECLARE_FINAL_TYPE (TrsBatchExport, trs_batch_export, TRS, BATCH_EXPORT, GObject)

struct _TrsBatchExport
{
  GObject parent_instance;

  guint n_done;
  guint n_saved;
  guint n_total;
  GPtrArray *failures;

  /*< private >*/
  TrsHistory *history;
  TrsLibrary *library;
  TrsTranscripts *transcripts;
  char *pattern;
  TrsExportTarget *target;
  const TrsExportFormat *format;
  TrsExportOptions options;
  char *name_template;
  GArray *rows; /* what is exported */
  guint next;   /* of the rows */
  GQueue chunk; /* what was read of them and comes next */
  TrsProject *project; /* the one that is exported now */
  GError *offline; /* the service cannot be asked: what is not here fails with this */
};

TrsBatchExport *trs_batch_export_new          (TrsHistory             *history,
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
