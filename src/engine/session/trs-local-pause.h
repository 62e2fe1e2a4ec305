/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-local-service.h"
#include "trs-thrift.h"

/**
 * TrsLocalPause:
 *
 * Lets the service of On This Computer rest while power is to be saved, until
 * the user wants it to go on. The next time that power is to be saved it rests
 * again.
 *
 * Property, read-only: `paused`, whether it rests.
 */
#define TRS_TYPE_LOCAL_PAUSE (trs_local_pause_get_type ())
G_DECLARE_FINAL_TYPE (TrsLocalPause, trs_local_pause, TRS, LOCAL_PAUSE, GObject)

TrsLocalPause *trs_local_pause_new        (TrsThrift       *thrift,
                                           TrsLocalService *of_account,
                                           TrsLocalService *of_runner);
gboolean       trs_local_pause_get_paused (TrsLocalPause   *self);
void           trs_local_pause_go_on      (TrsLocalPause   *self);
void           trs_local_pause_end        (TrsLocalPause   *self);
