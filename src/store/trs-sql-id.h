/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project-key.h"
#include "trs-sql.h"

G_BEGIN_DECLS

gboolean    trs_sql_add_packed_id (sqlite3              *db,
                                   GError              **error);
void        trs_sql_bind_id       (sqlite3_stmt         *statement,
                                   int                   index,
                                   const char           *id);
void        trs_sql_bind_key      (sqlite3_stmt         *statement,
                                   int                   index,
                                   const TrsProjectKey  *key);
char       *trs_sql_column_id     (sqlite3_stmt         *statement,
                                   int                   index);
const char *trs_sql_view_id       (sqlite3_stmt         *statement,
                                   int                   index,
                                   char                 *room);

G_END_DECLS
