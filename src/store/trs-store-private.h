/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-sql.h"
#include "trs-store-check.h"
#include "trs-store.h"

G_BEGIN_DECLS

/**
 * TRS_STORE_PROJECT_COLUMNS:
 *
 * What the service and this computer tell of a project, as it is written down.
 */
#define TRS_STORE_PROJECT_COLUMNS                                                                        \
  "id, title, video_id, state, state_word, message, video_length, created_at, language, requested_language, " \
  "submitted_at, fetched_seen_at, finished_seen_at, failed_in, unread, dismissed"

/**
 * TRS_STORE_CACHE:
 *
 * How much of the file stays in memory, unless a job needs more.
 */
#define TRS_STORE_CACHE "PRAGMA cache_size = -2000"

/**
 * TrsStoreJob:
 * @db: the connection
 * @task: the operation; its task data is the input of the job
 * @error: return location for an error
 *
 * Runs on the worker thread. What it returns becomes the pointer of the task;
 * a job without a result returns %GINT_TO_POINTER (TRUE).
 *
 * Returns: (nullable): the result, %NULL with @error set on failure
 */
typedef gpointer (*TrsStoreJob) (sqlite3  *db,
                                 GTask    *task,
                                 GError  **error);

/**
 * TrsStoreWork:
 * @task: (transfer full): the operation
 * @job: what to do
 * @free_result: (nullable): frees the result of @job
 * @durable: whether it must survive a power cut
 * @shrink: whether what it removes is to be in none of the files any more
 * @quiet: whether nobody has to read anything anew after it
 * @again: whether a file that could not be written is opened anew for it
 * @anyway: whether it is done in memory if it cannot be written to the file
 * @last: whether there is no job, and the file is to be closed
 *
 * A job that waits for its turn.
 */
typedef struct
{
  GTask *task;
  TrsStoreJob job;
  GDestroyNotify free_result;
  gboolean durable;
  gboolean shrink;
  gboolean quiet;
  gboolean again;
  gboolean anyway;
  gboolean last;
} TrsStoreWork;

void          trs_store_add_work     (TrsStore       *self,
                                      TrsStoreWork   *work);
void          trs_store_push         (TrsStore       *self,
                                      GTask          *task,
                                      TrsStoreJob     job,
                                      GDestroyNotify  free_result,
                                      gboolean        durable);
void          trs_store_push_removal (TrsStore       *self,
                                      GTask          *task,
                                      TrsStoreJob     job);
void          trs_store_push_anyway  (TrsStore       *self,
                                      GTask          *task,
                                      TrsStoreJob     job,
                                      GDestroyNotify  free_result);
void          trs_store_push_quiet   (TrsStore       *self,
                                      GTask          *task,
                                      TrsStoreJob     job,
                                      GDestroyNotify  free_result);
TrsStoreCheck *trs_store_get_check   (TrsStore       *self);
void          trs_store_tell_moved_aside (TrsStore   *self,
                                          GMainContext *context,
                                          const char *path);

G_END_DECLS
