/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

gboolean trs_since_parse      (const char *text,
                               gint64      now,
                               gint64     *since);
gboolean trs_since_parse_span (const char *text,
                               gint64     *span);
