/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-damaged-file.h"
#include "trs-store.h"

/* Damaged files that were moved aside: trs_error_dup_path_aside() has named them. */

void       trs_store_damaged_list_async    (TrsStore            *self,
                                            GAsyncReadyCallback  callback,
                                            gpointer             user_data);
GPtrArray *trs_store_damaged_list_finish   (TrsStore            *self,
                                            GAsyncResult        *result,
                                            GError             **error);
void       trs_store_damaged_delete_async  (TrsStore            *self,
                                            const char          *path,
                                            GAsyncReadyCallback  callback,
                                            gpointer             user_data);
gboolean   trs_store_damaged_delete_finish (TrsStore            *self,
                                            GAsyncResult        *result,
                                            GError             **error);
