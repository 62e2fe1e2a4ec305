/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-error.h"

/* Within the store, errors of SQLite are as they came from trs-sql: what becomes of the file depends on them. What
 * leaves the store is translated. */

TrsError trs_store_error_from_errno  (int            number);
void     trs_store_error_translate   (GError       **error);
void     trs_store_error_set_damaged (GError       **error,
                                      const char    *message);
gboolean trs_store_error_is_damage   (const GError  *error);
