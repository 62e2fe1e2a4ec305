/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-sql.h"

G_BEGIN_DECLS

gboolean trs_store_quick_check    (sqlite3     *db,
                                   GError     **error);
gboolean trs_store_repair_indexes (sqlite3     *db,
                                   GError     **error);
void     trs_store_salvage        (sqlite3     *db,
                                   const char  *damaged);

G_END_DECLS
