/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

gboolean trs_file_save_can_be_atomic (GFile         *file);
gboolean trs_file_save               (const char    *path,
                                      GBytes        *bytes,
                                      guint          mode,
                                      gboolean       replace,
                                      GCancellable  *cancellable,
                                      GError       **error);
