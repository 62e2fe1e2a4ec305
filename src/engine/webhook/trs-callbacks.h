/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-account.h"
#include "trs-clock.h"
#include "trs-project.h"

G_BEGIN_DECLS

/**
 * TrsCallbacks:
 *
 * Chooses the callback address of each submission as the account says, and
 * turns the calls that arrive on this computer into hints. The body of a call
 * is never believed.
 *
 * Signal: `called` (#TrsProject).
 */
#define TRS_TYPE_CALLBACKS (trs_callbacks_get_type ())
G_DECLARE_FINAL_TYPE (TrsCallbacks, trs_callbacks, TRS, CALLBACKS, GObject)

/* Under `.invalid`, which by RFC 6761 can never exist, and the same for everyone. */
#define TRS_CALLBACK_NOWHERE_URL "https://callback.invalid/"

TrsCallbacks *trs_callbacks_new            (TrsAccount    *account,
                                            TrsClock      *clock);

char         *trs_callbacks_get_url        (TrsCallbacks  *self,
                                            const char    *local_id,
                                            GError       **error);
void          trs_callbacks_bind           (TrsCallbacks  *self,
                                            const char    *local_id,
                                            TrsProject    *project);
void          trs_callbacks_forget         (TrsCallbacks  *self,
                                            const char    *local_id);
void          trs_callbacks_forget_project (TrsCallbacks  *self,
                                            TrsProject    *project);
void          trs_callbacks_clear          (TrsCallbacks  *self);

G_END_DECLS
