/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-sql.h"

G_BEGIN_DECLS

/**
 * TrsSqlKept:
 * @statements: (element-type sqlite3_stmt) (nullable): all of them
 *
 * Statements of a connection that are asked again and again, and stay prepared
 * meanwhile.
 */
typedef struct
{
  GPtrArray *statements;
} TrsSqlKept;

sqlite3_stmt *trs_sql_kept_take      (TrsSqlKept    *self,
                                      sqlite3       *db,
                                      const char    *sql,
                                      GError       **error);
void          trs_sql_kept_give_back (sqlite3_stmt  *statement);
void          trs_sql_kept_clear     (TrsSqlKept    *self);

G_END_DECLS
