/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-account.h"
#include "trs-clock.h"
#include "trs-project.h"

/**
 * TrsWebhookReceiver:
 *
 * Chooses the `webhookUrl` of each submission as the account says, and receives
 * the calls that come to this computer: each submission has an unguessable
 * address, which is good for one POST. The body is neither believed nor read; a
 * call is a hint to ask the service. Nothing listens while no call is awaited.
 *
 * Signal: `called` (#TrsProject), once for each address, as soon as the
 * submission is bound to a project.
 */
#define TRS_TYPE_WEBHOOK_RECEIVER (trs_webhook_receiver_get_type ())
G_DECLARE_FINAL_TYPE (TrsWebhookReceiver, trs_webhook_receiver, TRS, WEBHOOK_RECEIVER, GObject)

TrsWebhookReceiver *trs_webhook_receiver_new            (TrsAccount          *account,
                                                         TrsClock            *clock);

TrsAccount         *trs_webhook_receiver_get_account    (TrsWebhookReceiver  *self);
char               *trs_webhook_receiver_get_url        (TrsWebhookReceiver  *self,
                                                         const char          *local_id,
                                                         GError             **error);
void                trs_webhook_receiver_bind           (TrsWebhookReceiver  *self,
                                                         const char          *local_id,
                                                         TrsProject          *project);
void                trs_webhook_receiver_forget         (TrsWebhookReceiver  *self,
                                                         const char          *local_id);
void                trs_webhook_receiver_forget_project (TrsWebhookReceiver  *self,
                                                         TrsProject          *project);
void                trs_webhook_receiver_clear          (TrsWebhookReceiver  *self);
