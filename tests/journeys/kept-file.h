/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "full-service.h"

#include <sqlite3.h>

G_BEGIN_DECLS

/**
 * KeptFile:
 * @n_projects: how many projects are in the file
 * @n_texts: how many texts
 * @version: of the schema; 0 for a file without tables
 * @cursor: the page down to which the list has been read, 0 if there is no gap below it
 * @db: a copy of it
 *
 * What a killed program has left behind.
 */
typedef struct
{
  guint n_projects;
  guint n_texts;
  guint version;
  guint cursor;
  sqlite3 *db;
} KeptFile;

KeptFile *kept_file_new  (const char  *path,
                          FullService *service);
void      kept_file_free (KeptFile    *self);
guint     kept_file_count (KeptFile   *self,
                           const char *format,
                           ...) G_GNUC_PRINTF (2, 3);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KeptFile, kept_file_free)

GBytes   *kept_file_read (const char  *path);
void      kept_file_copy (const char  *from,
                          const char  *to);
void      kept_file_age  (const char  *path,
                          const char  *schema,
                          const char  *aged);

G_END_DECLS
