/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/* A file that is there in a sandbox of Flatpak, and nowhere else. */
#define TRS_SANDBOX_MARK "/.flatpak-info"

void trs_notification_send (GApplication  *application,
                            const char    *id,
                            GNotification *notification);
