/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Another client of the X server, on a connection and a thread of its own, which pastes as other programs do: a test
 * that read what it has put on the clipboard by GDK would never send it over the server. */

char *trs_other_client_paste        (const char *selection,
                                     const char *target);
void  trs_other_client_assert_paste (const char *selection,
                                     const char *text);

G_END_DECLS
