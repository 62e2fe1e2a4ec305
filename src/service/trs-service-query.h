/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean trs_service_query_get_page    (const char  *query,
                                        gint64      *page);
gboolean trs_service_query_get_boolean (const char  *query,
                                        const char  *name,
                                        gboolean    *value);

G_END_DECLS
