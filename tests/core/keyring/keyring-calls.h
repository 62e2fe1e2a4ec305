/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-keyring.h"

G_BEGIN_DECLS

/* Calls that wait for their answer. */

char *keyring_lookup       (TrsKeyring  *keyring,
                            const char  *address,
                            GError     **error);
void  keyring_assert_key   (TrsKeyring  *keyring,
                            const char  *address,
                            const char  *key);
void  keyring_assert_error (TrsKeyring  *keyring,
                            const char  *address,
                            int          code);
void  keyring_store        (TrsKeyring  *keyring,
                            const char  *address,
                            const char  *key);
void  keyring_store_fails  (TrsKeyring  *keyring,
                            const char  *address,
                            const char  *key,
                            int          code);
void  keyring_remove       (TrsKeyring  *keyring,
                            const char  *address);
void  keyring_remove_fails (TrsKeyring  *keyring,
                            const char  *address,
                            int          code);

G_END_DECLS
