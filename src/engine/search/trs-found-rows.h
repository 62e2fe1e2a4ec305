/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-searcher.h"

/* The finished transcripts that a search finds, as rows of the store. */

GArray *trs_found_rows_new         (TrsSearcher          *searcher);

void    trs_found_rows_list_async  (TrsSearcher          *searcher,
                                    GCancellable         *cancellable,
                                    GAsyncReadyCallback   callback,
                                    gpointer              user_data);
GArray *trs_found_rows_list_finish (GAsyncResult         *result,
                                    GError              **error);
