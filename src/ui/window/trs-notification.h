/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

void trs_notification_send (GApplication  *application,
                            const char    *id,
                            GNotification *notification);
