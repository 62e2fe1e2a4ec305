/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

GDBusConnection *trs_test_bus_connect (const char                 *address);
void             trs_test_bus_own     (GDBusConnection            *bus,
                                       const char                 *name);
GDBusConnection *trs_test_bus_offer   (const char                 *address,
                                       const char                 *name,
                                       const char                 *path,
                                       const char                 *interfaces,
                                       const GDBusInterfaceVTable *calls);
void             trs_test_bus_wait    (GDBusConnection            *bus);

G_END_DECLS
