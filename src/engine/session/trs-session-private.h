/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-session.h"

#include "trs-api-client.h"
#include "trs-store.h"
#include "trs-transport.h"
#include "trs-webhook-receiver.h"

/* Between the files of the session. */

void        trs_session_changed             (TrsSession      *self,
                                             const char      *what);
void        trs_session_set_state           (TrsSession      *self,
                                             TrsSessionState  state,
                                             const GError    *key_error,
                                             gboolean         key_in_keyring);
void        trs_session_connect_to          (gpointer         source,
                                             const char      *signal,
                                             GCallback        callback,
                                             gpointer         target);

/* whether the service answers */
void        trs_session_watch_service       (TrsSession      *self);

/* settings that cannot be saved */
void        trs_session_watch_settings      (TrsSession      *self);
void        trs_session_read_delivery       (TrsSession      *self);

/* the connection */
void        trs_session_watch_connector     (TrsSession      *self);
void        trs_session_probe_keyring       (TrsSession      *self);
void        trs_session_look_up             (TrsSession      *self);
void        trs_session_set_connector_account (TrsSession    *self,
                                               gint64         account);

/* the account */
void        trs_session_find_left_account   (TrsSession      *self);

/* what is kept */
void        trs_session_watch_store         (TrsSession      *self);
void        trs_session_open_library        (TrsSession      *self);
void        trs_session_reopen_library      (TrsSession      *self);
void        trs_session_use_account         (TrsSession      *self);
void        trs_session_forget_projects     (TrsSession      *self);
