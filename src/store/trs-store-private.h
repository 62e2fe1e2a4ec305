/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project-data.h"
#include "trs-sql.h"
#include "trs-store.h"
#include "trs-transcript.h"

G_BEGIN_DECLS

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
 * TrsStoreFlags:
 * @TRS_STORE_PLAIN: nothing of what follows
 * @TRS_STORE_DURABLE: it must survive a power cut once it has succeeded
 * @TRS_STORE_SHRINK: what it removes is to be in none of the files any more
 * @TRS_STORE_BACKGROUND: it waits until nothing else is to be done
 * @TRS_STORE_AGAIN: a file that could not be written is opened anew for it
 * @TRS_STORE_ANYWAY: it is done in memory if it cannot be written to the file
 * @TRS_STORE_LAST: there is no job, and the file is to be closed
 *
 * How a job is done.
 */
typedef enum
{
  TRS_STORE_PLAIN = 0,
  TRS_STORE_DURABLE = 1 << 0,
  TRS_STORE_SHRINK = 1 << 1,
  TRS_STORE_BACKGROUND = 1 << 2,
  TRS_STORE_AGAIN = 1 << 3,
  TRS_STORE_ANYWAY = 1 << 4,
  TRS_STORE_LAST = 1 << 5,
} TrsStoreFlags;

/**
 * TrsStoreArgs:
 *
 * The parameters of most jobs; each uses the members it needs. Reach a job as
 * its task data.
 */
typedef struct
{
  gint64 account;
  const char *id;
  const char * const *ids;
  const char *title;
  const char *text;
  const char *video_id;
  const char *language;
  const char *webhook_url;
  gint64 number;
  gint64 now;
  guint limit;
  TrsProjectShow show;
  TrsProjectOrder order;
  TrsTranscript *transcript;
  GPtrArray *projects; /* of TrsProjectData */
} TrsStoreArgs;

void           trs_store_call             (TrsStore            *self,
                                           TrsStoreJob          job,
                                           gpointer             state,
                                           GDestroyNotify       free_state,
                                           GDestroyNotify       free_result,
                                           TrsStoreFlags        flags,
                                           GCancellable        *cancellable,
                                           GAsyncReadyCallback  callback,
                                           gpointer             user_data);
void           trs_store_call_with_args   (TrsStore            *self,
                                           TrsStoreJob          job,
                                           const TrsStoreArgs  *args,
                                           GDestroyNotify       free_result,
                                           TrsStoreFlags        flags,
                                           GCancellable        *cancellable,
                                           GAsyncReadyCallback  callback,
                                           gpointer             user_data);
void           trs_store_push             (TrsStore            *self,
                                           GTask               *task,
                                           TrsStoreJob          job,
                                           GDestroyNotify       free_result,
                                           TrsStoreFlags        flags);
void           trs_store_set_quiet        (GTask               *task,
                                           gboolean             quiet);

G_END_DECLS
