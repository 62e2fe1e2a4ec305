/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project-snapshot.h"
#include "trs-store.h"

G_BEGIN_DECLS

void       trs_store_save_projects_async   (TrsStore             *self,
                                            gint64                account,
                                            GPtrArray            *projects,
                                            GCancellable         *cancellable,
                                            GAsyncReadyCallback   callback,
                                            gpointer              user_data);
gboolean   trs_store_save_projects_finish  (TrsStore             *self,
                                            GAsyncResult         *result,
                                            GError              **error);

void       trs_store_load_projects_async   (TrsStore             *self,
                                            gint64                account,
                                            guint                 offset,
                                            guint                 limit,
                                            GCancellable         *cancellable,
                                            GAsyncReadyCallback   callback,
                                            gpointer              user_data);
GPtrArray *trs_store_load_projects_finish  (TrsStore             *self,
                                            GAsyncResult         *result,
                                            GError              **error);

void       trs_store_forget_project_async  (TrsStore             *self,
                                            gint64                account,
                                            const char           *id,
                                            GCancellable         *cancellable,
                                            GAsyncReadyCallback   callback,
                                            gpointer              user_data);
gboolean   trs_store_forget_project_finish (TrsStore             *self,
                                            GAsyncResult         *result,
                                            GError              **error);

G_END_DECLS
