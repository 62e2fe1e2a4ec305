/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "trs-submit-file.h"

/**
 * TrsFileRow:
 *
 * A #TrsSubmitFile in the dialog for recordings. Its actions, `files.remove`,
 * `files.again` and `files.open`, have the address of the file as parameter.
 */
#define TRS_TYPE_FILE_ROW (trs_file_row_get_type ())
G_DECLARE_FINAL_TYPE (TrsFileRow, trs_file_row, TRS, FILE_ROW, GtkListBoxRow)

GtkWidget *trs_file_row_new (gpointer file,
                             gpointer user_data);
