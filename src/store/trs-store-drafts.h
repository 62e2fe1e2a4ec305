/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-draft.h"
#include "trs-store.h"

/* Drafts: what was entered for an account and not sent. */

void      trs_store_drafts_read_async   (TrsStore             *self,
                                         gint64                account,
                                         GCancellable         *cancellable,
                                         GAsyncReadyCallback   callback,
                                         gpointer              user_data);
TrsDraft *trs_store_drafts_read_finish  (TrsStore             *self,
                                         GAsyncResult         *result,
                                         GError              **error);
void      trs_store_drafts_write_async  (TrsStore             *self,
                                         gint64                account,
                                         const TrsDraft       *draft,
                                         GCancellable         *cancellable,
                                         GAsyncReadyCallback   callback,
                                         gpointer              user_data);
gboolean  trs_store_drafts_write_finish (TrsStore             *self,
                                         GAsyncResult         *result,
                                         GError              **error);
void      trs_store_drafts_add_async    (TrsStore             *self,
                                         gint64                account,
                                         const TrsDraft       *draft,
                                         GCancellable         *cancellable,
                                         GAsyncReadyCallback   callback,
                                         gpointer              user_data);
gboolean  trs_store_drafts_add_finish   (TrsStore             *self,
                                         GAsyncResult         *result,
                                         GError              **error);
