/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-last-folder.h"

#include <gtk/gtk.h>

/* Asks where to save something, and saves it. */

void  trs_export_flow_save_async  (GtkWindow            *parent,
                                   TrsFileKind           kind,
                                   const char           *title,
                                   const char           *name,
                                   GBytes               *bytes,
                                   GCancellable         *cancellable,
                                   GAsyncReadyCallback   callback,
                                   gpointer              user_data);
char *trs_export_flow_save_finish (GAsyncResult         *result,
                                   GError              **error);
