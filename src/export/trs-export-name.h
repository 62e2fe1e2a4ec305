/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

char *trs_export_name_make (const char *title,
                            const char *fallback,
                            const char *extension);

G_END_DECLS
