/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-error.h"

/* Within the store, errors keep the codes of SQLite, which decide whether the file is repaired. They are translated
 * when they leave the store. */

TrsError trs_store_error_from_errno  (int            number);
void     trs_store_error_translate   (GError       **error);
void     trs_store_error_set_damaged (GError       **error,
                                      const char    *message);
gboolean trs_store_error_is_damage   (const GError  *error);
