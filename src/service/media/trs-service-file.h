/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/**
 * TrsServiceStamp:
 * @size: bytes
 * @modified_at: microseconds since the epoch
 *
 * By which a file is known to be the one that it was.
 */
typedef struct
{
  gint64 size;
  gint64 modified_at;
} TrsServiceStamp;

gboolean  trs_service_file_read_stamp    (const char           *path,
                                          TrsServiceStamp      *stamp,
                                          GError              **error);
gboolean  trs_service_file_check_stamp   (const char             *path,
                                          const TrsServiceStamp  *stamp,
                                          GError                **error);
int       trs_service_file_open          (const char           *path,
                                          GError              **error);
void      trs_service_file_digest_async  (const char           *path,
                                          GCancellable         *cancellable,
                                          GAsyncReadyCallback   callback,
                                          gpointer              user_data);
char     *trs_service_file_digest_finish (GAsyncResult         *result,
                                          GError              **error);
gboolean  trs_service_file_make_folder   (const char           *path,
                                          GError              **error);
void      trs_service_file_remove_tree   (const char           *path);
