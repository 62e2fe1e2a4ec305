/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/* How much of a recording is recognised to try a recogniser, in seconds. */
#define TRS_LOCAL_TRIAL_SECONDS 3

/* `transcription-worker`, asked by the program itself: what a file is, before it is submitted, and whether a recogniser
 * works, or sound can be kept. No functions for what the service does. */

/* More sound tracks of one file are not told of. */
#define TRS_LOCAL_MAX_TRACKS 16

/**
 * TrsLocalTrack:
 * @language: (nullable): of its tags
 * @title: (nullable): of its tags
 *
 * A sound track of a recording. Both are as unsafe to show as any foreign text.
 */
typedef struct
{
  char *language;
  char *title;
} TrsLocalTrack;

char           *trs_local_track_dup_name         (const TrsLocalTrack  *self);

/**
 * TrsLocalMedium:
 * @length: in seconds; above 0
 * @title: (nullable): of its tags, as unsafe to show as any foreign text
 * @tracks: (nullable) (element-type TrsLocalTrack): its sound tracks, where there are at least two
 *
 * What is known of a recording before it is transcribed.
 */
typedef struct
{
  double length;
  char *title;
  GPtrArray *tracks;
} TrsLocalMedium;

void            trs_local_medium_free            (TrsLocalMedium       *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsLocalMedium, trs_local_medium_free)

void            trs_local_worker_discover_async  (const char           *worker,
                                                  const char           *path,
                                                  GCancellable         *cancellable,
                                                  GAsyncReadyCallback   callback,
                                                  gpointer              user_data);
TrsLocalMedium *trs_local_worker_discover_finish (GAsyncResult         *result,
                                                  GError              **error);

void            trs_local_worker_check_sound_async  (const char           *worker,
                                                     GCancellable         *cancellable,
                                                     GAsyncReadyCallback   callback,
                                                     gpointer              user_data);
gboolean        trs_local_worker_check_sound_finish (GAsyncResult         *result,
                                                     GError              **error);

void            trs_local_worker_try_async       (const char           *worker,
                                                  const char           *recognizer,
                                                  const char           *model,
                                                  const char           *path,
                                                  GCancellable         *cancellable,
                                                  GAsyncReadyCallback   callback,
                                                  gpointer              user_data);
char           *trs_local_worker_try_finish      (GAsyncResult         *result,
                                                  GError              **error);
