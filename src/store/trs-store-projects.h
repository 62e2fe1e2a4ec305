/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-packed-project.h"
#include "trs-store.h"

G_BEGIN_DECLS

/**
 * TrsStoredPage:
 * @block: packed projects
 * @n_projects: how many
 * @created_at: creation time of the last one
 * @row: row of the last one
 *
 * Some of the projects that are kept, newest first.
 */
typedef struct
{
  GBytes *block;
  guint n_projects;
  gint64 created_at;
  gint64 row;
} TrsStoredPage;

void           trs_stored_page_free            (TrsStoredPage        *page);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsStoredPage, trs_stored_page_free)

void           trs_store_save_packed_async     (TrsStore             *self,
                                                gint64                account,
                                                GBytes               *block,
                                                GCancellable         *cancellable,
                                                GAsyncReadyCallback   callback,
                                                gpointer              user_data);
void           trs_store_save_projects_async   (TrsStore             *self,
                                                gint64                account,
                                                GPtrArray            *projects,
                                                GCancellable         *cancellable,
                                                GAsyncReadyCallback   callback,
                                                gpointer              user_data);
gboolean       trs_store_save_projects_finish  (TrsStore             *self,
                                                GAsyncResult         *result,
                                                GError              **error);

void           trs_store_load_projects_async   (TrsStore             *self,
                                                gint64                account,
                                                const TrsStoredPage  *after,
                                                guint                 limit,
                                                GCancellable         *cancellable,
                                                GAsyncReadyCallback   callback,
                                                gpointer              user_data);
TrsStoredPage *trs_store_load_projects_finish  (TrsStore             *self,
                                                GAsyncResult         *result,
                                                GError              **error);
void           trs_store_end_loading_projects  (TrsStore             *self);

void           trs_store_forget_project_async  (TrsStore             *self,
                                                gint64                account,
                                                const char           *id,
                                                GCancellable         *cancellable,
                                                GAsyncReadyCallback   callback,
                                                gpointer              user_data);
gboolean       trs_store_forget_project_finish (TrsStore             *self,
                                                GAsyncResult         *result,
                                                GError              **error);

G_END_DECLS
