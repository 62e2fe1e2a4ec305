/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-connect-form.h"

G_BEGIN_DECLS

/**
 * TrsKeyDialog:
 *
 * Asks for the key of the server that is configured, or for another account.
 */
#define TRS_TYPE_KEY_DIALOG (trs_key_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TrsKeyDialog, trs_key_dialog, TRS, KEY_DIALOG, AdwWindow)

TrsKeyDialog *trs_key_dialog_new (TrsSession         *session,
                                  TrsConnectFormMode  mode);

G_END_DECLS
