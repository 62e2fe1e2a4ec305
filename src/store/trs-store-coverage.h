/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project-data.h"
#include "trs-spending.h"
#include "trs-store.h"

G_BEGIN_DECLS

/* What is here and what is not, what it took, and what would be paid for twice. */

/**
 * TrsStoreCoverage:
 * @n_finished: finished projects of the account
 * @n_kept: those among them whose text is kept here
 * @disk_bytes: space that everything in the store takes, of all accounts
 */
typedef struct
{
  guint n_finished;
  guint n_kept;
  gint64 disk_bytes;
} TrsStoreCoverage;

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

void trs_store_video_free              (TrsStoreVideo        *video);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsStoreVideo, trs_store_video_free)

void trs_store_read_coverage_async     (TrsStore             *self,
                                        gint64                account,
                                        GCancellable         *cancellable,
                                        GAsyncReadyCallback   callback,
                                        gpointer              user_data);
void trs_store_list_without_text_async (TrsStore             *self,
                                        gint64                account,
                                        guint                 limit,
                                        GCancellable         *cancellable,
                                        GAsyncReadyCallback   callback,
                                        gpointer              user_data);
void trs_store_read_spending_async     (TrsStore             *self,
                                        gint64                account,
                                        GCancellable         *cancellable,
                                        GAsyncReadyCallback   callback,
                                        gpointer              user_data);
void trs_store_find_videos_async       (TrsStore             *self,
                                        gint64                account,
                                        const char * const   *video_ids,
                                        GCancellable         *cancellable,
                                        GAsyncReadyCallback   callback,
                                        gpointer              user_data);

G_END_DECLS
