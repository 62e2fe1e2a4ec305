/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

gboolean trs_time_input_parse (const char *text,
                               gint64     *milliseconds);
