/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

GSettings *trs_cli_settings_copy       (void);
GSettings *trs_cli_settings_open       (void);
gboolean   trs_cli_settings_wait_saved (GSettings *settings);
