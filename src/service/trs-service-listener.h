/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"

#include <libsoup/soup.h>

/**
 * TrsServiceListener:
 *
 * Accepts connections on loopback and hands them to a server. SoupServer itself
 * keeps ten waiting, and never accepts again after the program has once run out
 * of file descriptors.
 */
typedef struct _TrsServiceListener TrsServiceListener;

TrsServiceListener *trs_service_listener_new         (SoupServer          *server,
                                                      TrsClock            *clock,
                                                      guint16             *port,
                                                      GError             **error);
void                trs_service_listener_free        (TrsServiceListener  *self);
void                trs_service_listener_raise_limit (void);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsServiceListener, trs_service_listener_free)

/* How long a whole request may take to come, in milliseconds; a connection on which none comes is closed. */
#define TRS_SERVICE_REQUEST_DEADLINE 30000

/**
 * TrsServiceConnection:
 * @socket: what it goes through
 *
 * What the service knows of a connection beside what libsoup does. It lives as
 * long as the connection.
 */
typedef struct
{
  GSocket *socket;
  TrsClock *clock;
  guint timer_id;
  gboolean late;
} TrsServiceConnection;

TrsServiceConnection *trs_service_connection_get       (SoupServerMessage     *message);
void                  trs_service_connection_wait      (TrsServiceConnection  *self);
gboolean              trs_service_connection_stop_wait (TrsServiceConnection  *self);
