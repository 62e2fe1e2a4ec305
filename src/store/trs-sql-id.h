/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-sql.h"

G_BEGIN_DECLS

gboolean      trs_sql_add_id_functions (sqlite3       *db,
                                        GError       **error);
void          trs_sql_bind_id          (sqlite3_stmt  *statement,
                                        int            index,
                                        const char    *id);
sqlite3_stmt *trs_sql_prepare_for_id   (sqlite3       *db,
                                        const char    *sql,
                                        gint64         account,
                                        const char    *id,
                                        GError       **error);
char         *trs_sql_column_id        (sqlite3_stmt  *statement,
                                        int            index);

G_END_DECLS
