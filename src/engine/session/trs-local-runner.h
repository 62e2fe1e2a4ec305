/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-local-intake.h"
#include "trs-local-service.h"

/* Forward declaration, so that others can use this without the headers of store/. */
typedef struct _TrsStore TrsStore;

/**
 * TrsLocalRunner:
 *
 * Keeps the service of On This Computer alive while files wait for it, whatever
 * account is in use: a command that has left a file there has ended by then. It
 * asks for the list now and then until nothing is under way, and does nothing
 * at all as long as nothing waits. While On This Computer is the account in use,
 * that keeps it alive.
 *
 * Property, read-only: `busy`, whether it keeps the service alive.
 */
#define TRS_TYPE_LOCAL_RUNNER (trs_local_runner_get_type ())
G_DECLARE_FINAL_TYPE (TrsLocalRunner, trs_local_runner, TRS, LOCAL_RUNNER, GObject)

TrsLocalRunner *trs_local_runner_new             (TrsLocalIntake  *intake,
                                                  TrsLocalService *own,
                                                  TrsLocalService *of_account,
                                                  TrsStore        *store,
                                                  TrsTransport    *transport,
                                                  TrsClock        *clock);
void            trs_local_runner_start           (TrsLocalRunner  *self);
void            trs_local_runner_look            (TrsLocalRunner  *self);
void            trs_local_runner_let_go          (TrsLocalRunner  *self);
void            trs_local_runner_stop            (TrsLocalRunner  *self);
gboolean        trs_local_runner_get_busy        (TrsLocalRunner  *self);
gboolean        trs_local_runner_is_transcribing (TrsLocalRunner  *self);
