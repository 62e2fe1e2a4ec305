/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"
#include "trs-service-faults.h"
#include "trs-service-routes.h"

#include <libsoup/soup.h>

G_BEGIN_DECLS

/* One answer that goes wrong: it is written past the HTTP server to the socket, so
 * that it can be anything, and the connection ends behind it. */
typedef struct _TrsServiceDelivery TrsServiceDelivery;
typedef void (*TrsServiceDeliveryDone) (TrsServiceDelivery *delivery,
                                        gsize               n_sent,
                                        gpointer            user_data);

TrsServiceDelivery *trs_service_delivery_new  (SoupServerMessage       *message,
                                               GSocket                 *socket,
                                               const TrsServiceFault   *fault,
                                               const TrsServiceReply   *reply,
                                               TrsClock                *clock,
                                               TrsServiceDeliveryDone   done,
                                               gpointer                 user_data);
void                trs_service_delivery_free (TrsServiceDelivery      *self);

G_END_DECLS
