/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-download-queue.h"

#include "trs-library.h"
#include "trs-api-client.h"
#include "trs-transcripts.h"

G_BEGIN_DECLS

/* Between what the queue is and what it does next. */

struct _TrsDownloadQueue
{
  GObject parent_instance;

  TrsApiClient *client;
  TrsHistory *history;
  TrsLibrary *library;
  TrsTranscripts *transcripts;
  TrsClock *clock;

  gboolean enabled;
  guint wanted;
  guint kept;

  guint serial;
  GQueue waiting; /* TrsProjectData */
  GHashTable *strikes; /* by id; one that has them all is left alone until the next start */
  guint n_out;
  GHashTable *out;  /* ids under way */
  GHashTable *come; /* ids that came while the store was asked: its answer may still call them wanted */
  guint failures;
  guint timer;
  gboolean halted;
  gboolean patient; /* whoever asked for all did so while the service could be reached */
  gboolean looking;
  GCancellable *look_cancellable; /* so that nobody waits for a count at the end of the program */
  gboolean look_again;
  gboolean look_after;
  GPtrArray *tasks;
};

void trs_download_queue_set_counts    (TrsDownloadQueue *self,
                                       guint           wanted,
                                       guint           kept);
void trs_download_queue_end_tasks     (TrsDownloadQueue *self,
                                       const GError   *error);
void trs_download_queue_stop_timer    (TrsDownloadQueue *self);
void trs_download_queue_step          (TrsDownloadQueue *self);
void trs_download_queue_store_changed (TrsDownloadQueue *self);

G_END_DECLS
