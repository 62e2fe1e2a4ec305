/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-sql.h"

G_BEGIN_DECLS

gboolean trs_store_merge (sqlite3  *db,
                          sqlite3  *memory,
                          GError  **error);

G_END_DECLS
