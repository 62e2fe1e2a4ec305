/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "trs-spending.h"

G_BEGIN_DECLS

/* From the wish to have the spending in a spreadsheet to the file that is there. */

void trs_spending_export_async (GtkWindow           *parent,
                                TrsSpending         *spending,
                                const char          *pattern,
                                gint64               now,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data);

G_END_DECLS
