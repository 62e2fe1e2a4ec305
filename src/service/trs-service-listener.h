/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"

#include <libsoup/soup.h>

G_BEGIN_DECLS

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
                                                      guint16              port,
                                                      GError             **error);
void                trs_service_listener_free        (TrsServiceListener  *self);
guint16             trs_service_listener_get_port    (TrsServiceListener  *self);
void                trs_service_listener_raise_limit (void);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsServiceListener, trs_service_listener_free)

G_END_DECLS
