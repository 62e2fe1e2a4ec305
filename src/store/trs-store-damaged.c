/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Damaged files that were moved aside: trs_error_dup_path_aside() has named them. */
#include <glib/gstdio.h>
#include <sys/stat.h>

#include "trs-store-file.h"
#include "trs-store-worker.h"

#define MARK ".damaged-"

/* Not what SQLite had beside it, which goes with it. */
static gboolean
is_damaged (const char *store,
            const char *name)
{
  g_autofree char *own = g_path_get_basename (store);
  g_autofree char *prefix = g_strconcat (own, MARK, NULL);

  return g_str_has_prefix (name, prefix) && strchr (name + strlen (prefix), G_DIR_SEPARATOR) == NULL &&
         !g_str_has_suffix (name, "-wal") && !g_str_has_suffix (name, "-shm");
}

static int
compare_files (gconstpointer a,
               gconstpointer b)
{
  const TrsDamagedFile *one = *(TrsDamagedFile **) a;
  const TrsDamagedFile *other = *(TrsDamagedFile **) b;

  return one->written_at != other->written_at ? (one->written_at < other->written_at ? 1 : -1)
                                              : g_strcmp0 (other->path, one->path);
}

static gpointer
list_job (sqlite3       *db,
          TrsStoreArgs  *args,
          GError       **error)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_damaged_file_free);
  g_autofree char *folder = args->address != NULL ? g_path_get_dirname (args->address) : NULL;
  g_autoptr (GDir) dir = folder != NULL ? g_dir_open (folder, 0, NULL) : NULL;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      struct stat status;
      TrsDamagedFile *file;

      if (!is_damaged (args->address, name) || lstat (path, &status) != 0)
        continue;
      file = g_new0 (TrsDamagedFile, 1);
      file->bytes = trs_store_file_measure (path);
      file->written_at = (gint64) status.st_mtime * G_USEC_PER_SEC;
      file->path = g_steal_pointer (&path);
      g_ptr_array_add (files, file);
    }
  g_ptr_array_sort (files, compare_files);
  return g_steal_pointer (&files);
}

const TrsStoreJob trs_store_list_damaged = { list_job, (GDestroyNotify) g_ptr_array_unref, TRS_STORE_BACKGROUND };

/* Nobody need be told of it any more. */
static gpointer
delete_job (sqlite3       *db,
            TrsStoreArgs  *args,
            GError       **error)
{
  g_autofree char *folder = g_path_get_dirname (args->address);
  g_autofree char *own = g_path_get_dirname (args->title);
  g_autofree char *name = g_path_get_basename (args->title);

  if (!g_str_equal (own, folder) || !is_damaged (args->address, name))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "%s is no damaged file of this one", args->title);
      return NULL;
    }

  trs_sql_execute (db, NULL, "DELETE FROM todo WHERE what = 'damage' AND value = ?1", "s", name);
  trs_store_file_remove (args->title);
  if (g_access (args->title, F_OK) != 0)
    return GINT_TO_POINTER (TRUE);

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s could not be deleted", args->title);
  return NULL;
}

const TrsStoreJob trs_store_delete_damaged = { delete_job, NULL, TRS_STORE_PLAIN };
