/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>
#include <sqlite3.h>

/* SQLite in the manner of GLib. Connections and statements are those of SQLite: who needs more of it calls it. */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (sqlite3, sqlite3_close_v2)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (sqlite3_stmt, sqlite3_finalize)

/**
 * TRS_SQL_ERROR:
 *
 * What SQLite reports: the codes are its primary result codes, as `SQLITE_FULL`.
 */
#define TRS_SQL_ERROR (trs_sql_error_quark ())
GQuark        trs_sql_error_quark      (void);
int           trs_sql_error_get_errno  (const GError  *error);

/**
 * TrsSqlReadFunc:
 * @statement: a statement on a row
 *
 * Returns: (transfer full): what the row says
 */
typedef gpointer (*TrsSqlReadFunc) (sqlite3_stmt *statement);

void          trs_sql_define           (const char    *name,
                                        const char    *sql);

char         *trs_sql_expand           (const char    *sql);
gboolean      trs_sql_exec             (sqlite3       *db,
                                        const char    *sql,
                                        GError       **error);
gboolean      trs_sql_end_transaction  (sqlite3       *db,
                                        gboolean       good,
                                        GError       **error);
gboolean      trs_sql_execute          (sqlite3       *db,
                                        GError       **error,
                                        const char    *sql,
                                        const char    *types,
                                        ...);
sqlite3_stmt *trs_sql_query            (sqlite3       *db,
                                        GError       **error,
                                        const char    *sql,
                                        const char    *types,
                                        ...);
gboolean      trs_sql_read_number      (sqlite3       *db,
                                        gint64        *number,
                                        GError       **error,
                                        const char    *sql,
                                        const char    *types,
                                        ...);
gboolean      trs_sql_step             (sqlite3_stmt  *statement,
                                        gboolean      *row,
                                        GError       **error);
gboolean      trs_sql_run              (sqlite3_stmt  *statement,
                                        GError       **error);
GPtrArray    *trs_sql_read_all         (sqlite3_stmt  *statement,
                                        TrsSqlReadFunc read,
                                        GDestroyNotify free_item,
                                        GError       **error);
gboolean      trs_sql_copy_row         (sqlite3_stmt  *from,
                                        sqlite3_stmt  *to,
                                        GError       **error);
gboolean      trs_sql_fail             (sqlite3       *db,
                                        GError       **error);

void          trs_sql_bind             (sqlite3_stmt  *statement,
                                        int            first,
                                        const char    *types,
                                        ...);
char         *trs_sql_column_text      (sqlite3_stmt  *statement,
                                        int            index);
GBytes       *trs_sql_column_bytes     (sqlite3_stmt  *statement,
                                        int            index);
