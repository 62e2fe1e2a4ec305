/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <sqlite3.h>

gboolean trs_store_title_add_function (sqlite3  *db,
                                       GError  **error);
