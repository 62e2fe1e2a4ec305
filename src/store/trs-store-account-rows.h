/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-draft.h"
#include "trs-sql.h"

/* Accounts as they stand in the database, within a job. */

gint64    trs_store_find_account (sqlite3         *db,
                                  const char      *address,
                                  const char      *ids,
                                  gint64           now,
                                  GError         **error);
TrsDraft *trs_store_read_draft   (sqlite3         *db,
                                  gint64           account,
                                  GError         **error);
gboolean  trs_store_write_draft  (sqlite3         *db,
                                  gint64           account,
                                  const TrsDraft  *draft,
                                  GError         **error);
gboolean  trs_store_add_draft    (sqlite3         *db,
                                  gint64           account,
                                  const TrsDraft  *draft,
                                  GError         **error);
