/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-session.h"
#include "trs-spending.h"

G_BEGIN_DECLS

/* What was spent, and what would be spent twice. All of it comes from this
 * computer: neither the network nor the key is needed. */

void         trs_session_read_spending_async  (TrsSession           *self,
                                               GCancellable         *cancellable,
                                               GAsyncReadyCallback   callback,
                                               gpointer              user_data);
TrsSpending *trs_session_read_spending_finish (TrsSession           *self,
                                               GAsyncResult         *result,
                                               GError              **error);

void         trs_session_find_videos_async    (TrsSession           *self,
                                               const char * const   *video_ids,
                                               GCancellable         *cancellable,
                                               GAsyncReadyCallback   callback,
                                               gpointer              user_data);
GPtrArray   *trs_session_find_videos_finish   (TrsSession           *self,
                                               GAsyncResult         *result,
                                               GError              **error);

G_END_DECLS
