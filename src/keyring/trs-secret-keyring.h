/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-keyring.h"

/**
 * TrsSecretKeyring:
 *
 * The keyring of the system, through libsecret's `secret_password_*` alone.
 */
#define TRS_TYPE_SECRET_KEYRING (trs_secret_keyring_get_type ())
G_DECLARE_FINAL_TYPE (TrsSecretKeyring, trs_secret_keyring, TRS, SECRET_KEYRING, GObject)

TrsKeyring *trs_secret_keyring_new (const char *marker_path,
                                    const char *file_backend_path,
                                    guint       deadline);
