/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-document.h"
#include "trs-transcripts.h"

void         trs_document_load_async  (TrsTranscripts       *transcripts,
                                       TrsLibrary           *library,
                                       TrsProject           *project,
                                       GCancellable         *cancellable,
                                       GAsyncReadyCallback   callback,
                                       gpointer              user_data);
TrsDocument *trs_document_load_finish (GAsyncResult         *result,
                                       GError              **error);
