/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TrsCallbackReceiver:
 *
 * Receives the completion callbacks of the service on this computer: each
 * submission has an unguessable address, which is good for one POST. What
 * comes is not believed, not even read; it is a hint to ask the service.
 * Nothing listens while nothing is awaited.
 *
 * Signal: `called` (local id of the submission), once for each address.
 */
#define TRS_TYPE_CALLBACK_RECEIVER (trs_callback_receiver_get_type ())
G_DECLARE_FINAL_TYPE (TrsCallbackReceiver, trs_callback_receiver, TRS, CALLBACK_RECEIVER, GObject)

TrsCallbackReceiver *trs_callback_receiver_new            (TrsClock             *clock);
char                *trs_callback_receiver_expect         (TrsCallbackReceiver  *self,
                                                           const char           *local_id,
                                                           const char           *interface,
                                                           guint                 port,
                                                           GError              **error);
void                 trs_callback_receiver_forget         (TrsCallbackReceiver  *self,
                                                           const char           *local_id);
gboolean             trs_callback_receiver_get_listening  (TrsCallbackReceiver  *self);

G_END_DECLS
