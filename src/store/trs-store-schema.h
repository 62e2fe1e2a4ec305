/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-sql.h"

G_BEGIN_DECLS

#define TRS_STORE_SCHEMA_VERSION 8

gboolean trs_store_schema_check       (sqlite3  *db,
                                       GError  **error);
gboolean trs_store_schema_is_outdated (sqlite3  *db);
gboolean trs_store_schema_migrate     (sqlite3  *db,
                                       GError  **error);
gboolean trs_store_schema_renew_index (sqlite3  *db,
                                       GError  **error);

G_END_DECLS
