/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TRS_DIALOG_COMPACT_WIDTH:
 *
 * Below this width a dialog is laid out for a narrow screen.
 */
#define TRS_DIALOG_COMPACT_WIDTH 480

/**
 * TrsDialogLayoutFunc:
 * @dialog: the dialog
 * @compact: whether it is narrow
 *
 * Lays a dialog out anew.
 */
typedef void (*TrsDialogLayoutFunc) (GtkWindow *dialog,
                                     gboolean   compact);

void trs_dialog_size_follow (GtkWindow           *dialog,
                             TrsDialogLayoutFunc  layout);

G_END_DECLS
