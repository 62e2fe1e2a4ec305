/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-list-reader.h"
#include "trs-local-intake.h"
#include "trs-poller.h"
#include "trs-storage.h"

/* Forward declaration, so that others can use this without the headers of store/. */
typedef struct _TrsStore TrsStore;

/**
 * TrsLocalKeeper:
 *
 * Keeps the store and the service of On This Computer in agreement while that is
 * the account in use. What was removed here, and is not going to be put back,
 * is removed there, too: its ticket goes, at which the service removes what it
 * has, and then nothing of it is known here. And what another program submits
 * is seen here, because its ticket appears.
 */
#define TRS_TYPE_LOCAL_KEEPER (trs_local_keeper_get_type ())
G_DECLARE_FINAL_TYPE (TrsLocalKeeper, trs_local_keeper, TRS, LOCAL_KEEPER, GObject)

TrsLocalKeeper *trs_local_keeper_new         (TrsLocalIntake *intake,
                                              TrsStore       *store,
                                              TrsProjects    *projects,
                                              TrsListReader  *reader,
                                              TrsPoller      *poller,
                                              TrsStorage     *storage,
                                              TrsClock       *clock);
void            trs_local_keeper_set_account (TrsLocalKeeper *self,
                                              gint64          account);
gboolean        trs_local_keeper_is_removing (TrsLocalKeeper *self);
void            trs_local_keeper_cancel      (TrsLocalKeeper *self,
                                              TrsProject     *project);
