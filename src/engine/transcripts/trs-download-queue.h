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
 * @enabled: whether transcripts are fetched that nobody has asked for
 * @wanted: finished projects of the account
 * @kept: those among them whose transcript is here
 *
 * Brings transcripts of finished projects to this computer, the newest first,
 * two at a time: gently behind the user's back, or at once when all of them
 * are asked for. It makes way for what the user reads himself, and leaves the
 * service alone when it has too much to do. What is here already is known from
 * the store, so that a killed program goes on where it was. While there is
 * nothing to fetch there is no timer.
 *
 * Signal: `changed`, when it is about its fields, or whether all are being
 * fetched at once.
 */
#define TRS_TYPE_DOWNLOAD_QUEUE (trs_download_queue_get_type ())
G_DECLARE_FINAL_TYPE (TrsDownloadQueue, trs_download_queue, TRS, DOWNLOAD_QUEUE, GObject)

struct _TrsDownloadQueue
{
  GObject parent_instance;

  gboolean enabled;
  guint wanted;
  guint kept;

  /*< private >*/
  TrsApiClient *client;
  TrsHistory *history;
  TrsLibrary *library;
  TrsTranscripts *transcripts;
  TrsClock *clock;

  GCancellable *look; /* the store is being asked what is missing, or NULL */
  gboolean look_after;
  GQueue waiting;       /* projects */
  GHashTable *out;      /* ids under way */
  GHashTable *attempts; /* by id; one with MAX_ATTEMPTS is skipped until the next start */
  GCancellable *cancellable;
  guint failures; /* of the service or the disk, in a row */
  guint timer;
  gboolean paused;            /* until the disk takes something */
  gboolean waits_for_network; /* all were asked for while the service could be reached */
  GPtrArray *tasks;
};

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
void     trs_download_queue_stop_all         (TrsDownloadQueue     *self);
