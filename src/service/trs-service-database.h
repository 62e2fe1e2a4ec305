/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>
#include <sqlite3.h>

G_BEGIN_DECLS

/**
 * TrsServiceDatabase:
 *
 * The one connection to the users and projects, in a file or in memory.
 */
#define TRS_TYPE_SERVICE_DATABASE (trs_service_database_get_type ())
G_DECLARE_FINAL_TYPE (TrsServiceDatabase, trs_service_database, TRS, SERVICE_DATABASE, GObject)

typedef sqlite3_stmt TrsServiceStatement;
void                 trs_service_statement_free     (TrsServiceStatement  *statement);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsServiceStatement, trs_service_statement_free)

TrsServiceDatabase  *trs_service_database_new       (const char           *path,
                                                     GError              **error);
TrsServiceStatement *trs_service_database_prepare   (TrsServiceDatabase   *self,
                                                     const char           *sql,
                                                     const char           *types,
                                                     ...);
gboolean             trs_service_database_step      (TrsServiceDatabase   *self,
                                                     TrsServiceStatement  *statement,
                                                     gboolean             *row,
                                                     GError              **error);
gboolean             trs_service_database_run       (TrsServiceDatabase   *self,
                                                     GError              **error,
                                                     const char           *sql,
                                                     const char           *types,
                                                     ...);
gboolean             trs_service_database_begin     (TrsServiceDatabase   *self,
                                                     GError              **error);
gboolean             trs_service_database_commit    (TrsServiceDatabase   *self,
                                                     GError              **error);
void                 trs_service_database_roll_back (TrsServiceDatabase   *self);
int                  trs_service_database_changes   (TrsServiceDatabase   *self);
const char          *trs_service_statement_text     (TrsServiceStatement  *statement,
                                                     int                   column);

G_END_DECLS
