/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-sql.h"

G_BEGIN_DECLS

gint64 trs_store_find_account (sqlite3             *db,
                               const char          *address,
                               const char * const  *ids,
                               gint64               now,
                               GError             **error);

G_END_DECLS
