/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-archive.h"

G_BEGIN_DECLS

/* What the user takes out of an archive. */

void     trs_archive_remove_project_async  (TrsArchive           *self,
                                            TrsProject           *project,
                                            GAsyncReadyCallback   callback,
                                            gpointer              user_data);
gboolean trs_archive_remove_project_finish (TrsArchive           *self,
                                            GAsyncResult         *result,
                                            gboolean             *gone,
                                            GError              **error);

void     trs_archive_put_back_async        (TrsArchive           *self,
                                            GAsyncReadyCallback   callback,
                                            gpointer              user_data);

void     trs_archive_empty_async           (TrsArchive           *self,
                                            gint64                shelf,
                                            GAsyncReadyCallback   callback,
                                            gpointer              user_data);
void     trs_archive_drop_texts_async      (TrsArchive           *self,
                                            GAsyncReadyCallback   callback,
                                            gpointer              user_data);
gboolean trs_archive_removal_finish        (TrsArchive           *self,
                                            GAsyncResult         *result,
                                            GError              **error);

G_END_DECLS
