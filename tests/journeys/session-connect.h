/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-keyring.h"
#include "trs-session.h"

G_BEGIN_DECLS

/* How a program without a window that is to be killed gets its key. Nothing here gives up: whoever waits for the
 * program does. */

void session_connect_wait  (GAsyncResult **result);
void session_connect_typed (TrsSession    *session,
                            const char    *address,
                            const char    *key);
void session_connect_known (TrsSession    *session,
                            GSettings     *settings,
                            TrsKeyring    *keyring,
                            const char    *address,
                            const char    *key);

G_END_DECLS
