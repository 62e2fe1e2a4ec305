/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

void    trs_body_read_async  (GInputStream         *stream,
                              gsize                 limit,
                              GCancellable         *cancellable,
                              GAsyncReadyCallback   callback,
                              gpointer              user_data);
GBytes *trs_body_read_finish (GInputStream         *stream,
                              GAsyncResult         *result,
                              GError              **error);

G_END_DECLS
