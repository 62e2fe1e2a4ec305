/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

gsize       trs_line_break              (const char *words,
                                         gsize       length,
                                         gsize      *taken);
gboolean    trs_line_is_run             (const char *words,
                                         gsize       length);
const char *trs_line_get_direction_mark (const char *words,
                                         gsize       length,
                                         gboolean    is_rtl);
