/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "trs-session.h"

/**
 * TrsConnectFormMode:
 * @TRS_CONNECT_FORM_NEW: asks for an address and its key
 * @TRS_CONNECT_FORM_KEY: asks for the key only
 * @TRS_CONNECT_FORM_CURRENT: edits the account in use; the button is outside of the form
 */
typedef enum
{
  TRS_CONNECT_FORM_NEW,
  TRS_CONNECT_FORM_KEY,
  TRS_CONNECT_FORM_CURRENT,
} TrsConnectFormMode;

/**
 * TrsConnectForm:
 *
 * Server address, key and Connect. The credentials are verified by a request
 * before they are saved; errors are shown under the rows. Properties, all
 * read-only: `address`, as it is entered; `key-typed`, whether a key was
 * entered; `busy`, whether the credentials are being verified. Signal:
 * `connected`.
 */
#define TRS_TYPE_CONNECT_FORM (trs_connect_form_get_type ())
G_DECLARE_FINAL_TYPE (TrsConnectForm, trs_connect_form, TRS, CONNECT_FORM, AdwBin)

TrsConnectForm *trs_connect_form_new_in_dialog (TrsSession         *session,
                                                TrsConnectFormMode  mode);

void     trs_connect_form_set_session         (TrsConnectForm     *self,
                                               TrsSession         *session,
                                               TrsConnectFormMode  mode);
void     trs_connect_form_add_row             (TrsConnectForm *self,
                                               GtkWidget      *row);
void     trs_connect_form_set_key_visible     (TrsConnectForm *self,
                                               gboolean        visible);
gboolean trs_connect_form_get_busy            (TrsConnectForm *self);
gboolean trs_connect_form_get_address_changed (TrsConnectForm *self);
gboolean trs_connect_form_get_key_typed       (TrsConnectForm *self);
gboolean trs_connect_form_get_changed         (TrsConnectForm *self);

void     trs_connect_form_activate            (TrsConnectForm *self);
