/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project-data.h"
#include "trs-store.h"

/* Projects: the list of an account is a query. */

/**
 * TrsStoreEntry:
 * @row: number of the row
 * @sort_at: key of the order by date, microseconds since the epoch
 *
 * A project in the order of a list.
 */
typedef struct
{
  gint64 row;
  gint64 sort_at;
} TrsStoreEntry;

/**
 * TrsStoreList:
 * @entries: (element-type TrsStoreEntry): what is shown, in its order
 * @first: (element-type TrsProjectData): the first of them
 * @n_known: how many projects of the account there are, shown or not
 *
 * The answer of a list query.
 */
typedef struct
{
  GArray *entries;
  GPtrArray *first;
  guint n_known;
} TrsStoreList;

void trs_store_list_free (TrsStoreList *list);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsStoreList, trs_store_list_free)

void          trs_store_projects_query_async              (TrsStore             *self,
                                                           gint64                account,
                                                           TrsProjectShow        show,
                                                           TrsProjectOrder       order,
                                                           guint                 limit,
                                                           GCancellable         *cancellable,
                                                           GAsyncReadyCallback   callback,
                                                           gpointer              user_data);
TrsStoreList *trs_store_projects_query_finish             (TrsStore             *self,
                                                           GAsyncResult         *result,
                                                           GError              **error);
void          trs_store_projects_count_async              (TrsStore             *self,
                                                           gint64                account,
                                                           GCancellable         *cancellable,
                                                           GAsyncReadyCallback   callback,
                                                           gpointer              user_data);
TrsStoreList *trs_store_projects_count_finish             (TrsStore             *self,
                                                           GAsyncResult         *result,
                                                           GError              **error);
void          trs_store_projects_read_page_async          (TrsStore             *self,
                                                           gint64                account,
                                                           TrsProjectShow        show,
                                                           const TrsProjectData *after,
                                                           guint                 limit,
                                                           GCancellable         *cancellable,
                                                           GAsyncReadyCallback   callback,
                                                           gpointer              user_data);
GPtrArray    *trs_store_projects_read_page_finish         (TrsStore             *self,
                                                           GAsyncResult         *result,
                                                           GError              **error);
void          trs_store_projects_find_prefix_async        (TrsStore             *self,
                                                           gint64                account,
                                                           const char           *prefix,
                                                           guint                 limit,
                                                           GCancellable         *cancellable,
                                                           GAsyncReadyCallback   callback,
                                                           gpointer              user_data);
GPtrArray    *trs_store_projects_find_prefix_finish       (TrsStore             *self,
                                                           GAsyncResult         *result,
                                                           GError              **error);
void          trs_store_projects_read_rows_async          (TrsStore             *self,
                                                           const gint64         *rows,
                                                           guint                 n_rows,
                                                           GCancellable         *cancellable,
                                                           GAsyncReadyCallback   callback,
                                                           gpointer              user_data);
GPtrArray    *trs_store_projects_read_rows_finish         (TrsStore             *self,
                                                           GAsyncResult         *result,
                                                           GError              **error);
void          trs_store_projects_read_ids_async           (TrsStore             *self,
                                                           gint64                account,
                                                           const char * const   *ids,
                                                           GCancellable         *cancellable,
                                                           GAsyncReadyCallback   callback,
                                                           gpointer              user_data);
GPtrArray    *trs_store_projects_read_ids_finish          (TrsStore             *self,
                                                           GAsyncResult         *result,
                                                           GError              **error);
void          trs_store_projects_read_open_async          (TrsStore             *self,
                                                           gint64                account,
                                                           GCancellable         *cancellable,
                                                           GAsyncReadyCallback   callback,
                                                           gpointer              user_data);
GPtrArray    *trs_store_projects_read_open_finish         (TrsStore             *self,
                                                           GAsyncResult         *result,
                                                           GError              **error);
void          trs_store_projects_read_finished_async      (TrsStore             *self,
                                                           gint64                account,
                                                           gint64                since,
                                                           GCancellable         *cancellable,
                                                           GAsyncReadyCallback   callback,
                                                           gpointer              user_data);
GPtrArray    *trs_store_projects_read_finished_finish     (TrsStore             *self,
                                                           GAsyncResult         *result,
                                                           GError              **error);
void          trs_store_projects_read_highlighted_async   (TrsStore             *self,
                                                           gint64                account,
                                                           GCancellable         *cancellable,
                                                           GAsyncReadyCallback   callback,
                                                           gpointer              user_data);
GPtrArray    *trs_store_projects_read_highlighted_finish  (TrsStore             *self,
                                                           GAsyncResult         *result,
                                                           GError              **error);
void          trs_store_projects_read_attempts_async      (TrsStore             *self,
                                                           gint64                account,
                                                           const char           *video_id,
                                                           GCancellable         *cancellable,
                                                           GAsyncReadyCallback   callback,
                                                           gpointer              user_data);
GPtrArray    *trs_store_projects_read_attempts_finish     (TrsStore             *self,
                                                           GAsyncResult         *result,
                                                           GError              **error);
void          trs_store_projects_list_without_text_async  (TrsStore             *self,
                                                           gint64                account,
                                                           gint64                since,
                                                           guint                 limit,
                                                           GCancellable         *cancellable,
                                                           GAsyncReadyCallback   callback,
                                                           gpointer              user_data);
GPtrArray    *trs_store_projects_list_without_text_finish (TrsStore             *self,
                                                           GAsyncResult         *result,
                                                           GError              **error);
void          trs_store_projects_save_async               (TrsStore             *self,
                                                           gint64                account,
                                                           GPtrArray            *projects,
                                                           GCancellable         *cancellable,
                                                           GAsyncReadyCallback   callback,
                                                           gpointer              user_data);
gboolean      trs_store_projects_save_finish              (TrsStore             *self,
                                                           GAsyncResult         *result,
                                                           GError              **error);
void          trs_store_projects_set_own_async            (TrsStore             *self,
                                                           gint64                account,
                                                           const char           *id,
                                                           const char           *title,
                                                           const char           *note,
                                                           GCancellable         *cancellable,
                                                           GAsyncReadyCallback   callback,
                                                           gpointer              user_data);
gboolean      trs_store_projects_set_own_finish           (TrsStore             *self,
                                                           GAsyncResult         *result,
                                                           GError              **error);
void          trs_store_projects_set_place_async          (TrsStore             *self,
                                                           gint64                account,
                                                           const char           *id,
                                                           gint64                place,
                                                           gint64                caret,
                                                           GCancellable         *cancellable,
                                                           GAsyncReadyCallback   callback,
                                                           gpointer              user_data);
gboolean      trs_store_projects_set_place_finish         (TrsStore             *self,
                                                           GAsyncResult         *result,
                                                           GError              **error);
