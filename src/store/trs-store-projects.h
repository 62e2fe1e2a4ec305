/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project-data.h"
#include "trs-store.h"

G_BEGIN_DECLS

/* The projects of an account: the list is a query. */

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

void          trs_store_list_free                (TrsStoreList         *list);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsStoreList, trs_store_list_free)

/* The numbers of all that @show lets through, in @order, and the first @n_first as data. Ends with
 * trs_store_pointer_finish(): a #TrsStoreList. */
void trs_store_query_projects_async  (TrsStore             *self,
                                      gint64                account,
                                      TrsProjectShow        show,
                                      TrsProjectOrder       order,
                                      guint                 n_first,
                                      GCancellable         *cancellable,
                                      GAsyncReadyCallback   callback,
                                      gpointer              user_data);

/* Each ends with trs_store_pointer_finish(): (element-type TrsProjectData): a #GPtrArray without those that are not
 * there; for ids in their order, otherwise newest first. */
void trs_store_read_rows_async       (TrsStore             *self,
                                      const gint64         *rows,
                                      guint                 n_rows,
                                      GCancellable         *cancellable,
                                      GAsyncReadyCallback   callback,
                                      gpointer              user_data);
void trs_store_read_ids_async        (TrsStore             *self,
                                      gint64                account,
                                      const char * const   *ids,
                                      GCancellable         *cancellable,
                                      GAsyncReadyCallback   callback,
                                      gpointer              user_data);
void trs_store_read_attempts_async   (TrsStore             *self,
                                      gint64                account,
                                      const char           *video_id,
                                      GCancellable         *cancellable,
                                      GAsyncReadyCallback   callback,
                                      gpointer              user_data);

void trs_store_save_projects_async   (TrsStore             *self,
                                      gint64                account,
                                      GPtrArray            *projects,
                                      GCancellable         *cancellable,
                                      GAsyncReadyCallback   callback,
                                      gpointer              user_data);
void trs_store_set_own_async         (TrsStore             *self,
                                      gint64                account,
                                      const char           *id,
                                      const char           *title,
                                      const char           *note,
                                      GCancellable         *cancellable,
                                      GAsyncReadyCallback   callback,
                                      gpointer              user_data);

G_END_DECLS
