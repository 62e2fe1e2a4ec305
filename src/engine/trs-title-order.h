/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-shelf.h"

#include <gio/gio.h>

G_BEGIN_DECLS

void    trs_title_order_async  (TrsShelf             *shelf,
                                GCancellable         *cancellable,
                                GAsyncReadyCallback   callback,
                                gpointer              user_data);
GArray *trs_title_order_finish (GAsyncResult         *result,
                                GError              **error);

G_END_DECLS
