/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <sqlite3.h>

gboolean trs_store_id_add_functions (sqlite3  *db,
                                     GError  **error);
