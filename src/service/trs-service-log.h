/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void trs_service_log (const char *format,
                      ...) G_GNUC_PRINTF (1, 2);

G_END_DECLS
