/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TrsCallbackListener:
 *
 * Listens on one address and port for POSTs to paths that nobody can guess.
 * Each path is good for one request, of whose body nothing is kept.
 *
 * Signals: `called` (path) when a request to a path has ended, however it
 * ended; `idle` when there is no path and no request left.
 */
#define TRS_TYPE_CALLBACK_LISTENER (trs_callback_listener_get_type ())
G_DECLARE_FINAL_TYPE (TrsCallbackListener, trs_callback_listener, TRS, CALLBACK_LISTENER, GObject)

TrsCallbackListener *trs_callback_listener_new         (TrsClock             *clock,
                                                        const char           *address,
                                                        guint                 port,
                                                        GError              **error);
gboolean             trs_callback_listener_is_for      (TrsCallbackListener  *self,
                                                        const char           *address,
                                                        guint                 port);
char                *trs_callback_listener_add_path    (TrsCallbackListener  *self,
                                                        const char           *path);
void                 trs_callback_listener_remove_path (TrsCallbackListener  *self,
                                                        const char           *path);
gboolean             trs_callback_listener_is_awaiting (TrsCallbackListener  *self);

G_END_DECLS
