/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "trs-session.h"

void                trs_copy_text_load_async  (TrsSession           *session,
                                               GSettings            *settings,
                                               const char           *id,
                                               GCancellable         *cancellable,
                                               GAsyncReadyCallback   callback,
                                               gpointer              user_data);
GdkContentProvider *trs_copy_text_load_finish (GAsyncResult         *result,
                                               GError              **error);
