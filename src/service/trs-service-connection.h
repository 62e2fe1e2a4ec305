/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"
#include "trs-service-routes.h"

#include <libsoup/soup.h>

G_BEGIN_DECLS

/* How long a whole request may take to come, in milliseconds; a connection on which none comes is closed. */
#define TRS_SERVICE_REQUEST_DEADLINE 30000

/**
 * TrsServiceConnection:
 *
 * What the service knows of a connection beside what libsoup does. It lives as
 * long as the connection.
 */
typedef struct _TrsServiceConnection TrsServiceConnection;

gboolean              trs_service_connection_open       (SoupServer             *server,
                                                         GSocket                *socket,
                                                         TrsClock               *clock,
                                                         GError                **error);
TrsServiceConnection *trs_service_connection_get        (SoupServerMessage      *message);
GSocket              *trs_service_connection_get_socket (TrsServiceConnection   *self);
void                  trs_service_connection_wait       (TrsServiceConnection   *self);
gboolean              trs_service_connection_stop_wait  (TrsServiceConnection   *self);
void                  trs_service_connection_refuse     (TrsServiceConnection   *self,
                                                         const TrsServiceReply  *reply);

G_END_DECLS
