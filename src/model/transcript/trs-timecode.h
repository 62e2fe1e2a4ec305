/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

gboolean  trs_timecode_parse         (const char *string,
                                      gsize       length,
                                      gsize      *consumed,
                                      gint64     *milliseconds);
char     *trs_timecode_format_clock  (gint64      milliseconds);

G_END_DECLS
