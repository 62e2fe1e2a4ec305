/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-store-text-row.h"
#include "trs-store.h"
#include "trs-transcript.h"

G_BEGIN_DECLS

/* All texts that the service ever gave for a project. One of them is shown; none is ever lost. */

void               trs_store_save_text_async      (TrsStore             *self,
                                                   gint64                account,
                                                   const char           *project_id,
                                                   TrsTranscript        *transcript,
                                                   const char           *address,
                                                   gint64                now,
                                                   GCancellable         *cancellable,
                                                   GAsyncReadyCallback   callback,
                                                   gpointer              user_data);
TrsStoreTextResult trs_store_save_text_finish     (TrsStore             *self,
                                                   GAsyncResult         *result,
                                                   GError              **error);
void               trs_store_load_text_async      (TrsStore             *self,
                                                   gint64                account,
                                                   const char           *project_id,
                                                   gint64                number,
                                                   GCancellable         *cancellable,
                                                   GAsyncReadyCallback   callback,
                                                   gpointer              user_data);
void               trs_store_list_versions_async  (TrsStore             *self,
                                                   gint64                account,
                                                   const char           *project_id,
                                                   GCancellable         *cancellable,
                                                   GAsyncReadyCallback   callback,
                                                   gpointer              user_data);
void               trs_store_choose_version_async (TrsStore             *self,
                                                   gint64                account,
                                                   const char           *project_id,
                                                   gint64                number,
                                                   GCancellable         *cancellable,
                                                   GAsyncReadyCallback   callback,
                                                   gpointer              user_data);

G_END_DECLS
