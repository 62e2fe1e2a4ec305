/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-search-query.h"
#include "trs-sql.h"

G_BEGIN_DECLS

gboolean trs_store_index_check         (sqlite3  *db,
                                   GError  **error);
gboolean trs_store_index_rebuild       (sqlite3  *db,
                                   GError  **error);

G_END_DECLS
