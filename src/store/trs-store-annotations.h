/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-annotations.h"
#include "trs-store.h"

/* What the user added to transcripts. */

void            trs_store_annotations_read_async        (TrsStore             *self,
                                                         gint64                account,
                                                         const char           *id,
                                                         GCancellable         *cancellable,
                                                         GAsyncReadyCallback   callback,
                                                         gpointer              user_data);
TrsAnnotations *trs_store_annotations_read_finish       (TrsStore             *self,
                                                         GAsyncResult         *result,
                                                         GError              **error);
void            trs_store_annotations_list_names_async  (TrsStore             *self,
                                                         gint64                account,
                                                         guint                 limit,
                                                         GCancellable         *cancellable,
                                                         GAsyncReadyCallback   callback,
                                                         gpointer              user_data);
GPtrArray      *trs_store_annotations_list_names_finish (TrsStore             *self,
                                                         GAsyncResult         *result,
                                                         GError              **error);
void            trs_store_annotations_edit_async        (TrsStore             *self,
                                                         gint64                account,
                                                         const char           *id,
                                                         TrsAnnotations       *added,
                                                         TrsAnnotations       *removed,
                                                         GCancellable         *cancellable,
                                                         GAsyncReadyCallback   callback,
                                                         gpointer              user_data);
gboolean        trs_store_annotations_edit_finish       (TrsStore             *self,
                                                         GAsyncResult         *result,
                                                         GError              **error);
