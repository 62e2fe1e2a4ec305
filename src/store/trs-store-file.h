/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>
#include <sqlite3.h>

G_BEGIN_DECLS

sqlite3  *trs_store_file_open              (const char  *path,
                                            GError     **error);
sqlite3  *trs_store_file_open_memory       (GError     **error);
sqlite3  *trs_store_file_open_read_only    (const char  *path);
gboolean  trs_store_file_has_log           (const char  *path);
gint64    trs_store_file_measure           (const char  *path);
gint64    trs_store_file_get_age_of_check  (const char  *path);
void      trs_store_file_note_checked      (const char  *path);
char     *trs_store_file_replace           (const char  *path,
                                            const char  *part,
                                            GError     **error);
void      trs_store_file_remove            (const char  *path);

G_END_DECLS
