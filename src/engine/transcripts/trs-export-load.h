/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-export-source.h"
#include "trs-transcripts.h"

void             trs_export_load_async  (TrsTranscripts       *transcripts,
                                         TrsLibrary           *library,
                                         TrsProject           *project,
                                         TrsDocument          *document,
                                         const char           *pattern,
                                         GCancellable         *cancellable,
                                         GAsyncReadyCallback   callback,
                                         gpointer              user_data);
TrsExportSource *trs_export_load_finish (GAsyncResult         *result,
                                         GError              **error);
