/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-sql-value.h"

/* How a call of the store runs on its worker: for the files of this folder. A call is a function that puts its
 * parameters into an array of values, or into a struct of its own if they are more than scalars, and pushes a job; a
 * `_finish` returns the result with its type. */

typedef struct _TrsStore TrsStore;

/**
 * TrsStoreContext:
 * @db: the connection, in a transaction
 * @values: (array length=n_values): the values of the job
 * @n_values: how many
 * @dry: nothing can be written
 * @foreign: set by a job that has written what nobody here knows of: #TrsStore::changed-elsewhere follows
 * @quiet: set by a job that has written nothing that is listed: #TrsStore::changed does not follow
 *
 * What a job works with, for one run of it.
 */
typedef struct
{
  sqlite3 *db;
  const TrsSqlValue *values;
  guint n_values;
  gboolean dry;
  gboolean foreign;
  gboolean quiet;
} TrsStoreContext;

/**
 * TrsStoreFunc:
 * @context: what it works with
 * @data: (nullable): what was pushed with the job
 * @error: return location for an error
 *
 * Runs on the worker thread, in a transaction; up to three times, if the file has to be repaired.
 *
 * Returns: (nullable): the result, %GINT_TO_POINTER (TRUE) if there is none to tell; %NULL with @error set
 */
typedef gpointer (*TrsStoreFunc) (TrsStoreContext  *context,
                                  gconstpointer     data,
                                  GError          **error);

/**
 * TrsStoreFlags:
 * @TRS_STORE_PLAIN: nothing of what follows
 * @TRS_STORE_DURABLE: it must survive a power cut once it has succeeded
 * @TRS_STORE_ERASE: the words of what it removes are to be erased from the files: trs_store_erase_async()
 * @TRS_STORE_BACKGROUND: it waits until nothing else is to be done
 * @TRS_STORE_REOPEN: a file that could not be written is reopened for it
 * @TRS_STORE_FALLBACK_TO_MEMORY: it is done in memory if it cannot be written to the file
 * @TRS_STORE_SHUTDOWN: there is nothing to run, and the file is to be closed
 * @TRS_STORE_MUST_CHANGE: of a job that is SQL: %G_IO_ERROR_NOT_FOUND if it changes nothing
 */
typedef enum
{
  TRS_STORE_PLAIN = 0,
  TRS_STORE_DURABLE = 1 << 0,
  TRS_STORE_ERASE = 1 << 1,
  TRS_STORE_BACKGROUND = 1 << 2,
  TRS_STORE_REOPEN = 1 << 3,
  TRS_STORE_FALLBACK_TO_MEMORY = 1 << 4,
  TRS_STORE_SHUTDOWN = 1 << 5,
  TRS_STORE_MUST_CHANGE = 1 << 6,
} TrsStoreFlags;

/**
 * TrsStoreJob:
 * @sql: (nullable): one query, or any number of statements without results
 * @read: (nullable): makes an item of each row of the query; the result is a #GPtrArray
 * @run: (nullable): the job, if it is not SQL alone
 * @free_result: (nullable): frees what @run returned, or an item that @read returned; without it the result is that
 *   the job has succeeded
 * @flags: how it is done
 *
 * What is done for a call. The task returns a pointer if there is @free_result, else a boolean.
 */
typedef struct
{
  const char *sql;
  TrsSqlReadFunc read;
  TrsStoreFunc run;
  GDestroyNotify free_result;
  TrsStoreFlags flags;
} TrsStoreJob;

void          trs_store_push                 (TrsStore           *self,
                                              GTask              *task,
                                              const TrsStoreJob  *job,
                                              const TrsSqlValue  *values,
                                              guint               n_values);
void          trs_store_push_with_data       (TrsStore           *self,
                                              GTask              *task,
                                              const TrsStoreJob  *job,
                                              const TrsSqlValue  *values,
                                              guint               n_values,
                                              gpointer            data,
                                              GDestroyNotify      free_data);

sqlite3_stmt *trs_store_context_query        (TrsStoreContext    *self,
                                              const char         *sql,
                                              GError            **error);
gboolean      trs_store_context_execute      (TrsStoreContext    *self,
                                              const char         *sql,
                                              GError            **error);
gboolean      trs_store_context_read_number  (TrsStoreContext    *self,
                                              const char         *sql,
                                              gint64             *number,
                                              GError            **error);
