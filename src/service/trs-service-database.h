/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "trs-sql.h"

/* The one connection to the users and projects, in a file or in memory. */

sqlite3 *trs_service_database_open (const char  *path,
                                    GError     **error);

/* The keys in the database, and the credit behind each: "Authentication" and "Limits" of the interface. */

#define TRS_SERVICE_GENERATED_CREDITS 1000

gboolean trs_service_accounts_add      (sqlite3     *self,
                                        const char  *user,
                                        GError     **error);
char    *trs_service_accounts_generate (sqlite3     *self,
                                        gboolean     anew,
                                        GError     **error);
gboolean trs_service_accounts_find     (sqlite3     *self,
                                        const char  *key,
                                        gint64      *user,
                                        GError     **error);
gboolean trs_service_accounts_spend    (sqlite3     *self,
                                        gint64       user,
                                        gint64       seconds,
                                        GError     **error);
