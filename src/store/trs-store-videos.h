/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project-data.h"
#include "trs-store.h"

G_BEGIN_DECLS

/* What would be paid for twice: the projects and the submissions of videos. */

/**
 * TrsStoreVideo:
 * @video_id: the video
 * @project: (nullable): its newest project that did not fail, or the newest of
 *   all; without what is told only for the projects of a history
 * @pending_id: (nullable): identifier of a submission of it of which it is not
 *   known whether it was accepted
 * @pending_language: (nullable): language that was asked for with it
 * @pending_at: when it was sent, in microseconds since the epoch
 *
 * What there is of a video. One of @project and @pending_id is set at least.
 */
typedef struct
{
  char *video_id;
  TrsProjectData *project;
  char *pending_id;
  char *pending_language;
  gint64 pending_at;
} TrsStoreVideo;

void       trs_store_video_free         (TrsStoreVideo        *video);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsStoreVideo, trs_store_video_free)

void       trs_store_find_videos_async  (TrsStore             *self,
                                         gint64                account,
                                         const char * const   *video_ids,
                                         GCancellable         *cancellable,
                                         GAsyncReadyCallback   callback,
                                         gpointer              user_data);
GPtrArray *trs_store_find_videos_finish (TrsStore             *self,
                                         GAsyncResult         *result,
                                         GError              **error);

G_END_DECLS
