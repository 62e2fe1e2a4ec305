/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

gboolean trs_cli_window_check_display (GError            **error);
void     trs_cli_window_exec          (const char *const  *arguments,
                                       gboolean            needs_display,
                                       GError            **error);
