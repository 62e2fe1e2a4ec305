/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#define TRS_BODY_LIMIT (64 * 1024 * 1024)

void    trs_body_read_async  (GInputStream         *stream,
                              GCancellable         *cancellable,
                              GAsyncReadyCallback   callback,
                              gpointer              user_data);
GBytes *trs_body_read_finish (GInputStream         *stream,
                              GAsyncResult         *result,
                              GError              **error);
