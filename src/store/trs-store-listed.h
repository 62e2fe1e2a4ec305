/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-store.h"

G_BEGIN_DECLS

/* How far the list of the service has been read, so that the next run of the
 * program goes on there, and what it did not show. */

/**
 * TrsStoreListed:
 * @listed_at: when the whole list was read last, in microseconds since the
 *   epoch; 0 if it never was
 * @listed_to: (nullable): the last project of the part that was read without a
 *   gap, while the rest was never read
 */
typedef struct
{
  gint64 listed_at;
  char *listed_to;
} TrsStoreListed;

void            trs_store_listed_free         (TrsStoreListed       *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsStoreListed, trs_store_listed_free)

void            trs_store_read_listed_async   (TrsStore             *self,
                                               gint64                account,
                                               GAsyncReadyCallback   callback,
                                               gpointer              user_data);
TrsStoreListed *trs_store_read_listed_finish  (TrsStore             *self,
                                               GAsyncResult         *result,
                                               GError              **error);
void            trs_store_write_listed_async  (TrsStore             *self,
                                               gint64                account,
                                               gint64                listed_at,
                                               const char           *listed_to,
                                               GAsyncReadyCallback   callback,
                                               gpointer              user_data);
gboolean        trs_store_write_listed_finish (TrsStore             *self,
                                               GAsyncResult         *result,
                                               GError              **error);

void            trs_store_list_unseen_async   (TrsStore             *self,
                                               gint64                account,
                                               GHashTable           *seen,
                                               GAsyncReadyCallback   callback,
                                               gpointer              user_data);
void            trs_store_list_open_async     (TrsStore             *self,
                                               gint64                account,
                                               GAsyncReadyCallback   callback,
                                               gpointer              user_data);
GStrv           trs_store_list_ids_finish     (TrsStore             *self,
                                               GAsyncResult         *result,
                                               GError              **error);

G_END_DECLS
