/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

void      trs_exporter_save_async  (GBytes               *bytes,
                                    GFile                *file,
                                    GCancellable         *cancellable,
                                    GAsyncReadyCallback   callback,
                                    gpointer              user_data);
gboolean  trs_exporter_save_finish (GAsyncResult         *result,
                                    GError              **error);

G_END_DECLS
