/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-document.h"
#include "trs-transcripts.h"

G_BEGIN_DECLS

void         trs_document_load_async  (TrsTranscripts       *transcripts,
                                       TrsLibrary           *library,
                                       TrsProject           *project,
                                       GCancellable         *cancellable,
                                       GAsyncReadyCallback   callback,
                                       gpointer              user_data);
TrsDocument *trs_document_load_finish (GAsyncResult         *result,
                                       GError              **error);

G_END_DECLS
