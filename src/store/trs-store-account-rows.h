/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-sql.h"

/* Accounts as they stand in the database, within a job. */

gint64 trs_store_find_account (sqlite3     *db,
                               const char  *address,
                               const char  *ids,
                               gint64       now,
                               GError     **error);
