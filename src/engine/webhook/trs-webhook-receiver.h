/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TrsWebhookReceiver:
 *
 * Receives the completion callbacks of the service on this computer: each
 * submission has an unguessable address, which is good for one POST. What
 * comes is not believed, not even read; it is a hint to ask the service.
 * Nothing listens while nothing is awaited.
 *
 * Signal: `called` (local id of the submission), once for each address.
 */
#define TRS_TYPE_WEBHOOK_RECEIVER (trs_webhook_receiver_get_type ())
G_DECLARE_FINAL_TYPE (TrsWebhookReceiver, trs_webhook_receiver, TRS, WEBHOOK_RECEIVER, GObject)

TrsWebhookReceiver *trs_webhook_receiver_new            (TrsClock             *clock);
char                *trs_webhook_receiver_expect         (TrsWebhookReceiver  *self,
                                                          const char           *local_id,
                                                          const char           *interface,
                                                          guint                 port,
                                                          GError              **error);
void                 trs_webhook_receiver_forget         (TrsWebhookReceiver  *self,
                                                          const char           *local_id);
gboolean             trs_webhook_receiver_get_listening  (TrsWebhookReceiver  *self);

G_END_DECLS
