/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-session.h"

G_BEGIN_DECLS

/**
 * TrsConnectForm:
 *
 * Server address, key and Connect. What was entered is proved before it is
 * kept; what is wrong is said under the rows. Properties: `session`,
 * `address-fixed` (only the key is asked for), `busy` (read-only; the proof is
 * under way). Signal `connected`.
 */
#define TRS_TYPE_CONNECT_FORM (trs_connect_form_get_type ())
G_DECLARE_FINAL_TYPE (TrsConnectForm, trs_connect_form, TRS, CONNECT_FORM, AdwBin)

gboolean trs_connect_form_get_busy (TrsConnectForm *self);

G_END_DECLS
