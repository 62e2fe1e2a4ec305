/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>
#include <sqlite3.h>

G_BEGIN_DECLS

G_DEFINE_AUTOPTR_CLEANUP_FUNC (sqlite3_stmt, sqlite3_finalize)

gboolean      trs_sql_exec         (sqlite3       *db,
                                    const char    *sql,
                                    GError       **error);
sqlite3_stmt *trs_sql_prepare      (sqlite3       *db,
                                    const char    *sql,
                                    GError       **error);
sqlite3_stmt *trs_sql_prepare_for  (sqlite3       *db,
                                    const char    *sql,
                                    gint64         number,
                                    GError       **error);
gboolean      trs_sql_run_for      (sqlite3       *db,
                                    const char    *sql,
                                    gint64         number,
                                    GError       **error);
gboolean      trs_sql_read_number  (sqlite3       *db,
                                    const char    *sql,
                                    gint64         number,
                                    gint64        *result,
                                    GError       **error);
gboolean      trs_sql_step         (sqlite3_stmt  *statement,
                                    gboolean      *row,
                                    GError       **error);
gboolean      trs_sql_run          (sqlite3_stmt  *statement,
                                    GError       **error);
gboolean      trs_sql_fail         (sqlite3       *db,
                                    GError       **error);
void          trs_sql_set_damaged  (GError       **error,
                                    const char    *message);
gboolean      trs_sql_is_damage    (const GError  *error);

void          trs_sql_bind_text    (sqlite3_stmt  *statement,
                                    int            index,
                                    const char    *text);
void          trs_sql_bind_bytes   (sqlite3_stmt  *statement,
                                    int            index,
                                    GBytes        *bytes);
char         *trs_sql_column_text  (sqlite3_stmt  *statement,
                                    int            index);
GBytes       *trs_sql_column_bytes (sqlite3_stmt  *statement,
                                    int            index);

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
