/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

void trs_notification_send     (GApplication  *application,
                                const char    *id,
                                GNotification *notification);
void trs_notification_withdraw (GApplication  *application,
                                const char    *id);

G_END_DECLS
