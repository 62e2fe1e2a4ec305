/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

gboolean    trs_trim_is_invisible (gunichar    c);
const char *trs_trim              (const char *text,
                                   gsize      *length);
gboolean    trs_is_blank          (const char *text,
                                   gsize       length);
