/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-history.h"

G_BEGIN_DECLS

/* Forward declaration, so that ui/ can use this without the headers of other layers. */
typedef struct _TrsStore TrsStore;

/**
 * TrsDuplicateCheck:
 *
 * Finds the videos that would be paid for twice, among all that is known here
 * of the account: its projects, and the submissions that may have been
 * accepted.
 */
#define TRS_TYPE_DUPLICATE_CHECK (trs_duplicate_check_get_type ())
G_DECLARE_FINAL_TYPE (TrsDuplicateCheck, trs_duplicate_check, TRS, DUPLICATE_CHECK, GObject)

TrsDuplicateCheck *trs_duplicate_check_new         (TrsStore             *store,
                                                    TrsHistory           *history);

void               trs_duplicate_check_find_async  (TrsDuplicateCheck    *self,
                                                    const char * const   *video_ids,
                                                    GCancellable         *cancellable,
                                                    GAsyncReadyCallback   callback,
                                                    gpointer              user_data);
GPtrArray         *trs_duplicate_check_find_finish (TrsDuplicateCheck    *self,
                                                    GAsyncResult         *result,
                                                    GError              **error);

gboolean           trs_duplicate_check_holds       (TrsProject           *project);

G_END_DECLS
