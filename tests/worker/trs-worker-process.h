/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "trs-worker-line.h"

G_BEGIN_DECLS

/**
 * TrsWorkerProcess:
 * @lines: what it has reported, as `TrsWorkerLine *`
 * @paragraphs: the texts of its paragraphs
 * @last: (nullable): its last line
 * @status: its exit status, once it has ended; −1 if by a signal
 *
 * The worker as a process, with the other end of its standard input.
 */
typedef struct
{
  GPtrArray *lines;
  GPtrArray *paragraphs;
  const TrsWorkerLine *last;
  int status;

  /*< private >*/
  GSubprocess *process;
  GDataInputStream *output;
  char *scratch;
  gboolean reading;
  gboolean ended;
} TrsWorkerProcess;

TrsWorkerProcess *trs_worker_process_start         (const char * const *args);
TrsWorkerProcess *trs_worker_process_run           (const char * const *args);
TrsWorkerProcess *trs_worker_process_run_command   (const char         *mode,
                                                    const char         *file,
                                                    const char         *language);
TrsWorkerProcess *trs_worker_process_start_command (const char         *mode,
                                                    const char         *file,
                                                    const char         *language);
void              trs_worker_process_wait          (TrsWorkerProcess   *self);
void              trs_worker_process_let_go        (TrsWorkerProcess   *self);
int               trs_worker_process_get_pid       (TrsWorkerProcess   *self);
char             *trs_worker_process_find          (TrsWorkerProcess   *self,
                                                    const char         *name);
gboolean          trs_worker_process_has_left      (TrsWorkerProcess   *self);
void              trs_worker_process_free          (TrsWorkerProcess   *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsWorkerProcess, trs_worker_process_free)

G_END_DECLS
