/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-archive.h"

G_BEGIN_DECLS

/**
 * TrsVideoGuard:
 *
 * Finds what was paid for already: in the history, and in what this computer
 * keeps, the projects as well as the submissions, whether or not they have
 * been read into the history yet.
 */
#define TRS_TYPE_VIDEO_GUARD (trs_video_guard_get_type ())
G_DECLARE_FINAL_TYPE (TrsVideoGuard, trs_video_guard, TRS, VIDEO_GUARD, GObject)

TrsVideoGuard *trs_video_guard_new         (TrsHistory           *history,
                                            TrsArchive           *archive);
void           trs_video_guard_find_async  (TrsVideoGuard        *self,
                                            const char * const   *video_ids,
                                            GCancellable         *cancellable,
                                            GAsyncReadyCallback   callback,
                                            gpointer              user_data);
GPtrArray     *trs_video_guard_find_finish (TrsVideoGuard        *self,
                                            GAsyncResult         *result,
                                            GError              **error);

G_END_DECLS
