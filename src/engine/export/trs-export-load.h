/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-account.h"
#include "trs-document-load.h"
#include "trs-export-source.h"

G_BEGIN_DECLS

void             trs_export_load_async  (TrsAccount           *account,
                                         TrsLibrary           *library,
                                         TrsTranscripts       *transcripts,
                                         TrsProject           *project,
                                         GCancellable         *cancellable,
                                         GAsyncReadyCallback   callback,
                                         gpointer              user_data);
TrsExportSource *trs_export_load_finish (GAsyncResult         *result,
                                         GError              **error);

G_END_DECLS
