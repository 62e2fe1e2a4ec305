/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"
#include "trs-service-jobs.h"

/**
 * TrsServiceRunner:
 *
 * Runs the jobs of the queue, each in a process of `transcription-worker`. If something cannot be written, the job is
 * given back, and resumes later after the last paragraph that was stored.
 */
typedef struct _TrsServiceRunner TrsServiceRunner;

TrsServiceRunner *trs_service_runner_new        (sqlite3               *database,
                                                 TrsClock              *clock,
                                                 const char            *worker,
                                                 const char            *scratch,
                                                 const char            *sound,
                                                 guint                  n_jobs,
                                                 GError               **error);
void              trs_service_runner_free       (TrsServiceRunner      *self);
void              trs_service_runner_start      (TrsServiceRunner      *self,
                                                 TrsServiceTicketFunc   has_ticket,
                                                 gpointer               ticket_data,
                                                 GSourceOnceFunc        changed,
                                                 gpointer               changed_data);
void              trs_service_runner_sweep      (TrsServiceRunner      *self);
void              trs_service_runner_kick       (TrsServiceRunner      *self);
void              trs_service_runner_set_paused (TrsServiceRunner      *self,
                                                 gboolean               paused);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsServiceRunner, trs_service_runner_free)
