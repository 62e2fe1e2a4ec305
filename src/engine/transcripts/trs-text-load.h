/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-api-client.h"
#include "trs-project.h"
#include "trs-transcript.h"

G_BEGIN_DECLS

void           trs_text_load_async  (TrsApiClient         *client,
                                     TrsProject           *project,
                                     TrsClock             *clock,
                                     gboolean              background,
                                     GCancellable         *cancellable,
                                     GAsyncReadyCallback   callback,
                                     gpointer              user_data);
TrsTranscript *trs_text_load_finish (TrsApiClient         *client,
                                     GAsyncResult         *result,
                                     GError              **error);

G_END_DECLS
