/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-session.h"

G_BEGIN_DECLS

/* The key of the account in use, and the keyring. */

void     trs_session_retry_keyring         (TrsSession           *self);
void     trs_session_connect_async         (TrsSession           *self,
                                            const char           *address,
                                            const char           *key,
                                            GCancellable         *cancellable,
                                            GAsyncReadyCallback   callback,
                                            gpointer              user_data);
void     trs_session_connect_sample_async  (TrsSession           *self,
                                            GCancellable         *cancellable,
                                            GAsyncReadyCallback   callback,
                                            gpointer              user_data);
gboolean trs_session_connect_finish        (TrsSession           *self,
                                            GAsyncResult         *result,
                                            GError              **error);
void     trs_session_forget_key_async      (TrsSession           *self,
                                            GCancellable         *cancellable,
                                            GAsyncReadyCallback   callback,
                                            gpointer              user_data);
gboolean trs_session_forget_key_finish     (TrsSession           *self,
                                            GAsyncResult         *result,
                                            GError              **error);

/* asks the keyring once more to take the key; ends with trs_session_connect_finish() */
gboolean trs_session_get_can_keep_key      (TrsSession           *self);
void     trs_session_keep_key_async        (TrsSession           *self,
                                            GCancellable         *cancellable,
                                            GAsyncReadyCallback   callback,
                                            gpointer              user_data);

/* what is known of the keyring itself; both change with notify::key-error */
gboolean trs_session_get_keyring_answers   (TrsSession           *self);
void     trs_session_dismiss_key_error     (TrsSession           *self);
/* changes with notify::storing-key */
gboolean trs_session_get_storing_key       (TrsSession           *self);

G_END_DECLS
