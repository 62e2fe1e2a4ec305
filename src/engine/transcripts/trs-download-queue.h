/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"
#include "trs-history.h"
#include "trs-thrift.h"

/* Forward declaration, so that ui/ can use this without the headers of other layers. */
typedef struct _TrsLibrary TrsLibrary;
typedef struct _TrsApiClient TrsApiClient;
typedef struct _TrsTranscripts TrsTranscripts;

/**
 * TrsDownloadQueue:
 *
 * Downloads transcripts of finished projects, the newest first, two at a time:
 * slowly in the background, or at once when the user asks for all of them. It
 * pauses while the user opens a transcript, and while the service is busy. The
 * store knows which ones are saved, so that a killed program continues where it
 * was. There is no timer while there is nothing to download. Several processes
 * share the work: none downloads what another one downloads or has saved.
 *
 * Properties: `enabled`, whether it downloads what nobody asked for; `thrift`, why that waits nevertheless; read-only:
 * `wanted` and `kept`, how many finished projects there are, and how many of
 * them are saved; `downloading`, whether the user asked for some or all of them.
 *
 * Signal: `ended` (#TrsProject, a nullable #GError): a transcript was saved, or
 * is given up.
 */
#define TRS_TYPE_DOWNLOAD_QUEUE (trs_download_queue_get_type ())
G_DECLARE_FINAL_TYPE (TrsDownloadQueue, trs_download_queue, TRS, DOWNLOAD_QUEUE, GObject)

gboolean trs_download_queue_get_enabled (TrsDownloadQueue *self);
guint    trs_download_queue_get_wanted  (TrsDownloadQueue *self);
guint    trs_download_queue_get_kept    (TrsDownloadQueue *self);
TrsThriftReason trs_download_queue_get_thrift (TrsDownloadQueue *self);

TrsDownloadQueue *trs_download_queue_new (TrsApiClient   *client,
                                          TrsProjects    *projects,
                                          TrsHistory     *history,
                                          TrsLibrary     *library,
                                          TrsTranscripts *transcripts,
                                          TrsClock       *clock);

void     trs_download_queue_set_enabled (TrsDownloadQueue *self,
                                         gboolean          enabled);
void     trs_download_queue_set_thrift  (TrsDownloadQueue *self,
                                         TrsThriftReason   thrift);
void     trs_download_queue_look        (TrsDownloadQueue *self);
void     trs_download_queue_leave_out   (TrsDownloadQueue *self,
                                         TrsProject       *project);
void     trs_download_queue_reset       (TrsDownloadQueue *self);

gboolean trs_download_queue_get_downloading (TrsDownloadQueue *self);
gboolean trs_download_queue_get_busy        (TrsDownloadQueue *self);

void     trs_download_queue_fetch_async  (TrsDownloadQueue   *self,
                                          gint64              since,
                                          guint               limit,
                                          GCancellable       *cancellable,
                                          GAsyncReadyCallback callback,
                                          gpointer            user_data);
gboolean trs_download_queue_fetch_finish (TrsDownloadQueue   *self,
                                          GAsyncResult       *result,
                                          GError            **error);
void     trs_download_queue_stop_all     (TrsDownloadQueue   *self);
