/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-media-stall.h"

G_BEGIN_DECLS

/* Processes that never outlive the one that asked for them.
 *
 * The decoder, and a recogniser with all processes it starts, run below this process. It ends when standard input does,
 * or on a signal, and kills them before. Should it be killed itself, the kernel tells those it started, and a guard
 * stands above each foreign program: it kills what the program has started, wherever that has gone. */

/**
 * TrsWorkerChildFunc:
 * @data: (nullable): data of the caller
 *
 * What a child does. It has no standard input, and no other descriptors than the standard ones and, unless it is
 * guarded, that of the recording.
 */
typedef void (*TrsWorkerChildFunc) (gpointer data);

/**
 * TrsWorkerOutputFunc:
 * @data: (array length=size): what was printed
 * @size: its bytes
 * @user_data: data of the caller
 *
 * Returns: %FALSE to end the child and all below it
 */
typedef gboolean (*TrsWorkerOutputFunc) (const char *data,
                                         gsize       size,
                                         gpointer    user_data);

/**
 * TrsWorkerChild:
 * @run: what it does; it ends with success when that returns
 * @data: data for @run
 * @guarded: whether it becomes a foreign program
 * @output: (nullable): gets what it prints on standard output
 * @errors: (nullable): gets what it prints on standard error; %NULL leaves that as it is
 * @user_data: data for @output and @errors
 * @stall: (nullable): when the child and all below it hang. It may change while the child runs
 */
typedef struct
{
  TrsWorkerChildFunc run;
  gpointer data;
  gboolean guarded;
  TrsWorkerOutputFunc output;
  TrsWorkerOutputFunc errors;
  gpointer user_data;
  TrsMediaStall *stall;
} TrsWorkerChild;

/**
 * TrsWorkerChildEnd:
 * @TRS_WORKER_CHILD_DONE: it ended by itself, with the status 0
 * @TRS_WORKER_CHILD_FAILED: with another one
 * @TRS_WORKER_CHILD_CRASHED: by a signal
 * @TRS_WORKER_CHILD_STOPPED: because a function wanted no more
 * @TRS_WORKER_CHILD_STALLED: because it hung
 * @TRS_WORKER_CHILD_NONE: it could not be started
 */
typedef enum
{
  TRS_WORKER_CHILD_DONE,
  TRS_WORKER_CHILD_FAILED,
  TRS_WORKER_CHILD_CRASHED,
  TRS_WORKER_CHILD_STOPPED,
  TRS_WORKER_CHILD_STALLED,
  TRS_WORKER_CHILD_NONE,
} TrsWorkerChildEnd;

/* The descriptor of the recording, which what is not guarded inherits, and the path by which it is opened anew there:
 * paths in arguments can be read by all users of a computer. */
#define TRS_WORKER_TREE_FILE 3
#define TRS_WORKER_TREE_FILE_PATH "/proc/self/fd/3"

/* The status of a child that could not become the program it should. */
#define TRS_WORKER_TREE_NO_PROGRAM 127

void              trs_worker_tree_plant  (int                    file);
void              trs_worker_tree_on_end (void                 (*func) (void));
TrsWorkerChildEnd trs_worker_tree_run    (const TrsWorkerChild  *child,
                                          int                   *status);
gboolean          trs_worker_tree_print  (const char            *text);

G_END_DECLS
