/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-loss.h"
#include "trs-project-data.h"
#include "trs-store.h"

/* What the user removes is removed from this computer; the service keeps its own. */

/**
 * TrsStoreRemoval:
 * @TRS_STORE_REMOVAL_FAILED: nothing was removed, see the error
 * @TRS_STORE_REMOVAL_EMPTIED: what was here of the project is gone; that the
 *   service lists it is still known
 * @TRS_STORE_REMOVAL_GONE: the service did not list it either, and nothing is
 *   left of it
 */
typedef enum
{
  TRS_STORE_REMOVAL_FAILED,
  TRS_STORE_REMOVAL_EMPTIED,
  TRS_STORE_REMOVAL_GONE,
} TrsStoreRemoval;

void            trs_store_projects_remove_async         (TrsStore             *self,
                                                         gint64                account,
                                                         const char           *id,
                                                         GCancellable         *cancellable,
                                                         GAsyncReadyCallback   callback,
                                                         gpointer              user_data);
TrsStoreRemoval trs_store_projects_remove_finish        (TrsStore             *self,
                                                         GAsyncResult         *result,
                                                         GError              **error);
void            trs_store_projects_count_loss_async     (TrsStore             *self,
                                                         gint64                account,
                                                         const char * const   *ids,
                                                         gboolean              texts_too,
                                                         GCancellable         *cancellable,
                                                         GAsyncReadyCallback   callback,
                                                         gpointer              user_data);
TrsLoss        *trs_store_projects_count_loss_finish    (TrsStore             *self,
                                                         GAsyncResult         *result,
                                                         GError              **error);
void            trs_store_projects_put_back_async       (TrsStore             *self,
                                                         GCancellable         *cancellable,
                                                         GAsyncReadyCallback   callback,
                                                         gpointer              user_data);
gboolean        trs_store_projects_put_back_finish      (TrsStore             *self,
                                                         GAsyncResult         *result,
                                                         GError              **error);
void            trs_store_projects_list_removed_async   (TrsStore             *self,
                                                         gint64                account,
                                                         GCancellable         *cancellable,
                                                         GAsyncReadyCallback   callback,
                                                         gpointer              user_data);
GPtrArray      *trs_store_projects_list_removed_finish  (TrsStore             *self,
                                                         GAsyncResult         *result,
                                                         GError              **error);
void            trs_store_projects_forget_videos_async  (TrsStore             *self,
                                                         gint64                account,
                                                         const char * const   *video_ids,
                                                         GCancellable         *cancellable,
                                                         GAsyncReadyCallback   callback,
                                                         gpointer              user_data);
gboolean        trs_store_projects_forget_videos_finish (TrsStore             *self,
                                                         GAsyncResult         *result,
                                                         GError              **error);
void            trs_store_projects_forget_async         (TrsStore             *self,
                                                         gint64                account,
                                                         const char * const   *ids,
                                                         GCancellable         *cancellable,
                                                         GAsyncReadyCallback   callback,
                                                         gpointer              user_data);
gboolean        trs_store_projects_forget_finish        (TrsStore             *self,
                                                         GAsyncResult         *result,
                                                         GError              **error);
