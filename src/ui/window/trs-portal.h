/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/* What the portals of the desktop are asked for that neither GLib nor GTK asks. */

void     trs_portal_register                  (GDBusConnection      *bus,
                                               const char           *application_id);
void     trs_portal_request_background_async  (GDBusConnection      *bus,
                                               const char           *reason,
                                               GCancellable         *cancellable,
                                               GAsyncReadyCallback   callback,
                                               gpointer              user_data);
gboolean trs_portal_request_background_finish (GAsyncResult         *result,
                                               GError              **error);
void     trs_portal_set_background_status     (GDBusConnection      *bus,
                                               const char           *message);
