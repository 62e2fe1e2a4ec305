/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

/**
 * TrsSecretRow:
 *
 * An entry row for a key, which looks and works like #AdwPasswordEntryRow. While
 * it is masked, no widget of it holds a character of the secret: GTK gives the
 * text of any editable to the accessibility bus, masked or not, and so does a
 * #GtkPasswordEntry of GTK 4.8. What is on the bus is one bullet a character,
 * until the user chooses to show the secret.
 *
 * Signals: `changed`, whenever the secret did, and `entry-activated` for Enter.
 * There is no property for it, because that would hand out copies.
 */
#define TRS_TYPE_SECRET_ROW (trs_secret_row_get_type ())
G_DECLARE_FINAL_TYPE (TrsSecretRow, trs_secret_row, TRS, SECRET_ROW, AdwPreferencesRow)

const char *trs_secret_row_get_text  (TrsSecretRow *self);
void        trs_secret_row_set_text  (TrsSecretRow *self,
                                      const char   *text);
GtkWidget  *trs_secret_row_get_entry (TrsSecretRow *self);
