/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-sql.h"

G_BEGIN_DECLS

gboolean trs_store_check_database (sqlite3       *db,
                                   GError       **error);
gboolean trs_store_check_file     (const char    *path,
                                   GCancellable  *cancellable);
gboolean trs_store_repair_indexes (sqlite3       *db,
                                   GError       **error);
gboolean trs_store_salvage        (const char    *damaged,
                                   const char    *path,
                                   gboolean      *intact,
                                   GError       **error);

G_END_DECLS
