/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-archive.h"

G_BEGIN_DECLS

/* The shelves of all accounts, the open one among them. */

gint64     trs_archive_get_shelf           (TrsArchive           *self);
gint64         trs_archive_get_kept_shelf     (TrsArchive           *self);
void       trs_archive_prefer_shelf        (TrsArchive           *self,
                                            gint64                shelf);

void       trs_archive_list_shelves_async  (TrsArchive           *self,
                                            GAsyncReadyCallback   callback,
                                            gpointer              user_data);
GPtrArray *trs_archive_list_shelves_finish (TrsArchive           *self,
                                            GAsyncResult         *result,
                                            GError              **error);

void       trs_archive_clear_shelf_async   (TrsArchive           *self,
                                            gint64                shelf,
                                            GAsyncReadyCallback   callback,
                                            gpointer              user_data);
gboolean   trs_archive_clear_shelf_finish  (TrsArchive           *self,
                                            GAsyncResult         *result,
                                            GError              **error);

void       trs_archive_measure_async       (TrsArchive           *self,
                                            GAsyncReadyCallback   callback,
                                            gpointer              user_data);
gint64     trs_archive_measure_finish      (TrsArchive           *self,
                                            GAsyncResult         *result,
                                            GError              **error);

G_END_DECLS
