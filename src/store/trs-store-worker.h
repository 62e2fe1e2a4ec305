/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-sql.h"
#include "trs-store-jobs.h"

G_BEGIN_DECLS

/**
 * TrsStoreFunc:
 * @db: the connection
 * @args: the parameters, for this job alone
 * @error: return location for an error
 *
 * Runs on the worker thread, in a transaction.
 *
 * Returns: (nullable): the result, %GINT_TO_POINTER (TRUE) if there is none to tell; %NULL with @error set
 */
typedef gpointer (*TrsStoreFunc) (sqlite3       *db,
                                  TrsStoreArgs  *args,
                                  GError       **error);

/**
 * TrsStoreFlags:
 * @TRS_STORE_PLAIN: nothing of what follows
 * @TRS_STORE_DURABLE: it must survive a power cut once it has succeeded
 * @TRS_STORE_SHRINK: what it removes must be in none of the files any more
 * @TRS_STORE_BACKGROUND: it waits until nothing else is to be done
 * @TRS_STORE_AGAIN: a file that could not be written is opened anew for it
 * @TRS_STORE_ANYWAY: it is done in memory if it cannot be written to the file
 * @TRS_STORE_LAST: there is nothing to run, and the file is to be closed
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
 * TrsStoreJob:
 * @run: (nullable): the job
 * @free_result: (nullable): frees what @run returned
 * @flags: how it is done
 */
struct _TrsStoreJob
{
  TrsStoreFunc run;
  GDestroyNotify free_result;
  TrsStoreFlags flags;
};

G_END_DECLS
