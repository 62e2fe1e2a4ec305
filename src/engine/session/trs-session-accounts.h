/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-known-account.h"
#include "trs-session.h"

G_BEGIN_DECLS

/* The accounts that are known here, and which of them is open. */

void             trs_session_list_accounts_async    (TrsSession            *self,
                                                     GAsyncReadyCallback    callback,
                                                     gpointer               user_data);
GPtrArray       *trs_session_list_accounts_finish   (TrsSession            *self,
                                                     GAsyncResult          *result,
                                                     GError               **error);
void             trs_session_switch_account         (TrsSession            *self,
                                                     const TrsKnownAccount *account);
void             trs_session_name_account           (TrsSession            *self,
                                                     const TrsKnownAccount *account,
                                                     const char            *label);
void             trs_session_remove_account_async   (TrsSession            *self,
                                                     const TrsKnownAccount *account,
                                                     GAsyncReadyCallback    callback,
                                                     gpointer               user_data);
/* the one in use: empties it on this computer; tries once more to keep what could not be kept */
void             trs_session_empty_account_async    (TrsSession            *self,
                                                     GAsyncReadyCallback    callback,
                                                     gpointer               user_data);
gboolean         trs_session_removal_finish         (TrsSession            *self,
                                                     GAsyncResult          *result,
                                                     GError               **error);
void             trs_session_retry_keeping          (TrsSession            *self);

const TrsKnownAccount *trs_session_get_left_account     (TrsSession *self);
void                   trs_session_dismiss_left_account (TrsSession *self);

G_END_DECLS
