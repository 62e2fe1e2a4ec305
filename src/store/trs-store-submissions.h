/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project-data.h"
#include "trs-store.h"
#include "trs-submission.h"

/* The journal of submissions, which survives a power cut, and the look-up of videos that would be paid for twice. */

/**
 * TrsStoreVideo:
 * @video_id: the video
 * @project: (nullable): its newest project that did not fail, or the newest of
 *   all; without what only the projects of a history know
 * @pending_id: (nullable): identifier of a submission of it of which it is not
 *   known whether it was accepted, for any account of the same address
 * @pending_account: the account of that submission, if it is another one; else 0
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
  gint64 pending_account;
  char *pending_language;
  gint64 pending_at;
} TrsStoreVideo;

void trs_store_video_free (TrsStoreVideo *video);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsStoreVideo, trs_store_video_free)

void            trs_store_submissions_write_intent_async     (TrsStore              *self,
                                                              gint64                 account,
                                                              TrsSubmission         *submission,
                                                              GCancellable          *cancellable,
                                                              GAsyncReadyCallback    callback,
                                                              gpointer               user_data);
gboolean        trs_store_submissions_write_intent_finish    (TrsStore              *self,
                                                              GAsyncResult          *result,
                                                              GError               **error);
void            trs_store_submissions_write_outcome_async    (TrsStore              *self,
                                                              const char            *id,
                                                              TrsSubmissionOutcome   outcome,
                                                              const char            *project_id,
                                                              gint64                 now,
                                                              GCancellable          *cancellable,
                                                              GAsyncReadyCallback    callback,
                                                              gpointer               user_data);
gboolean        trs_store_submissions_write_outcome_finish   (TrsStore              *self,
                                                              GAsyncResult          *result,
                                                              GError               **error);
void            trs_store_submissions_accept_async           (TrsStore              *self,
                                                              gint64                 account,
                                                              const char            *id,
                                                              const TrsProjectData  *project,
                                                              gint64                 now,
                                                              GCancellable          *cancellable,
                                                              GAsyncReadyCallback    callback,
                                                              gpointer               user_data);
TrsProjectData *trs_store_submissions_accept_finish          (TrsStore              *self,
                                                              GAsyncResult          *result,
                                                              GError               **error);
void            trs_store_submissions_match_async            (TrsStore              *self,
                                                              gint64                 account,
                                                              const char            *id,
                                                              const TrsProjectData  *project,
                                                              gint64                 now,
                                                              GCancellable          *cancellable,
                                                              GAsyncReadyCallback    callback,
                                                              gpointer               user_data);
TrsProjectData *trs_store_submissions_match_finish           (TrsStore              *self,
                                                              GAsyncResult          *result,
                                                              GError               **error);
void            trs_store_submissions_list_undecided_async   (TrsStore              *self,
                                                              gint64                 account,
                                                              GCancellable          *cancellable,
                                                              GAsyncReadyCallback    callback,
                                                              gpointer               user_data);
GPtrArray      *trs_store_submissions_list_undecided_finish  (TrsStore              *self,
                                                              GAsyncResult          *result,
                                                              GError               **error);
void            trs_store_submissions_find_candidates_async  (TrsStore              *self,
                                                              const char            *id,
                                                              GCancellable          *cancellable,
                                                              GAsyncReadyCallback    callback,
                                                              gpointer               user_data);
GPtrArray      *trs_store_submissions_find_candidates_finish (TrsStore              *self,
                                                              GAsyncResult          *result,
                                                              GError               **error);
void            trs_store_submissions_find_videos_async      (TrsStore              *self,
                                                              gint64                 account,
                                                              const char * const    *video_ids,
                                                              GCancellable          *cancellable,
                                                              GAsyncReadyCallback    callback,
                                                              gpointer               user_data);
GPtrArray      *trs_store_submissions_find_videos_finish     (TrsStore              *self,
                                                              GAsyncResult          *result,
                                                              GError               **error);
