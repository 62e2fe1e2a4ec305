/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-sql.h"

G_BEGIN_DECLS

gboolean trs_store_quick_check    (sqlite3     *db,
                                   GError     **error);
gboolean trs_store_repair_indexes (sqlite3     *db,
                                   GError     **error);
gboolean trs_store_salvage        (const char  *damaged,
                                   const char  *path,
                                   gboolean    *whole,
                                   GError     **error);

G_END_DECLS
