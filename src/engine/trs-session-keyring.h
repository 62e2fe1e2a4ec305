/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-session.h"

G_BEGIN_DECLS

/* what is known of the keyring itself; both change with notify::key-error */
gboolean trs_session_get_keyring_answers (TrsSession *self);
/* changes with notify::storing-key */
gboolean trs_session_get_storing_key     (TrsSession *self);
void     trs_session_dismiss_key_error   (TrsSession *self);
gboolean trs_session_get_can_keep_key    (TrsSession *self);

void     trs_session_keep_key_async      (TrsSession          *self,
                                          GCancellable        *cancellable,
                                          GAsyncReadyCallback  callback,
                                          gpointer             user_data);

G_END_DECLS
