/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/* A file that exists only inside a Flatpak sandbox. */
#define TRS_SANDBOX_MARK "/.flatpak-info"

void trs_notification_send (GApplication  *application,
                            const char    *id,
                            GNotification *notification);
