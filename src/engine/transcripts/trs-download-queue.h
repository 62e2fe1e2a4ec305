/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"
#include "trs-history.h"

/* Forward declaration, so that ui/ can use this without the headers of other layers. */
typedef struct _TrsLibrary TrsLibrary;
typedef struct _TrsApiClient TrsApiClient;
typedef struct _TrsTranscripts TrsTranscripts;

/**
 * TrsDownloadQueue:
 *
 * Brings transcripts of finished projects to this computer, the newest first,
 * two at a time: gently behind the user's back, or at once when all of them
 * are asked for. It makes way for what the user reads himself, and leaves the
 * service alone when it has too much to do. What is here already is known from
 * the store, so that a killed program goes on where it was. While there is
 * nothing to fetch there is no timer.
 *
 * Properties: `enabled`; read-only: `wanted` and `kept`, how many finished
 * projects there are, and how many of them are here; `downloading`, whether all
 * are being fetched at once.
 */
#define TRS_TYPE_DOWNLOAD_QUEUE (trs_download_queue_get_type ())
G_DECLARE_FINAL_TYPE (TrsDownloadQueue, trs_download_queue, TRS, DOWNLOAD_QUEUE, GObject)

gboolean trs_download_queue_get_enabled (TrsDownloadQueue *self);
guint    trs_download_queue_get_wanted  (TrsDownloadQueue *self);
guint    trs_download_queue_get_kept    (TrsDownloadQueue *self);

TrsDownloadQueue *trs_download_queue_new (TrsApiClient   *client,
                                          TrsHistory     *history,
                                          TrsLibrary     *library,
                                          TrsTranscripts *transcripts,
                                          TrsClock       *clock);

void     trs_download_queue_set_enabled (TrsDownloadQueue *self,
                                         gboolean          enabled);
void     trs_download_queue_look        (TrsDownloadQueue *self);
void     trs_download_queue_leave_out   (TrsDownloadQueue *self,
                                         TrsProject       *project);
void     trs_download_queue_reset       (TrsDownloadQueue *self);

gboolean trs_download_queue_get_downloading (TrsDownloadQueue *self);

void     trs_download_queue_fetch_all_async  (TrsDownloadQueue     *self,
                                              GCancellable         *cancellable,
                                              GAsyncReadyCallback   callback,
                                              gpointer              user_data);
gboolean trs_download_queue_fetch_all_finish (TrsDownloadQueue     *self,
                                              GAsyncResult         *result,
                                              GError              **error);
void     trs_download_queue_stop_all         (TrsDownloadQueue     *self);
