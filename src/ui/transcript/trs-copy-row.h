/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

/**
 * TrsCopyRow:
 *
 * A row with a value, and a button that copies it. Property: `copied`, whether
 * the button says that it was done.
 */
#define TRS_TYPE_COPY_ROW (trs_copy_row_get_type ())
G_DECLARE_FINAL_TYPE (TrsCopyRow, trs_copy_row, TRS, COPY_ROW, AdwActionRow)

GtkWidget *trs_copy_row_new        (const char *title,
                                    const char *value,
                                    const char *message);
gboolean   trs_copy_row_get_copied (TrsCopyRow *self);
void       trs_copy_row_set_copied (TrsCopyRow *self,
                                    gboolean    copied);
