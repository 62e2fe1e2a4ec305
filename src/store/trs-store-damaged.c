/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-store-damaged.h"

#include <glib/gstdio.h>
#include <sys/stat.h>

#include "trs-store-file.h"
#include "trs-store-job.h"

#define MARK ".damaged-"

/* Whether a file is a damaged one that was moved aside. The `-wal` and `-shm` files beside it are not listed
 * themselves. */
static gboolean
is_damaged (const char *store,
            const char *name)
{
  g_autofree char *own = g_path_get_basename (store);
  g_autofree char *prefix = g_strconcat (own, MARK, NULL);

  return g_str_has_prefix (name, prefix) && strchr (name + strlen (prefix), G_DIR_SEPARATOR) == NULL &&
         !g_str_has_suffix (name, "-wal") && !g_str_has_suffix (name, "-shm") &&
         !g_str_has_suffix (name, TRS_STORE_COPY_SUFFIX);
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

/* @data: (nullable): the file of the store */
static gpointer
list_run (TrsStoreContext  *context,
          gconstpointer     data,
          GError          **error)
{
  const char *store = data;
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_damaged_file_free);
  g_autofree char *folder = store != NULL ? g_path_get_dirname (store) : NULL;
  g_autoptr (GDir) dir = folder != NULL ? g_dir_open (folder, 0, NULL) : NULL;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      struct stat status;
      TrsDamagedFile *file;

      if (!is_damaged (store, name) || lstat (path, &status) != 0)
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

/**
 * trs_store_damaged_list_async:
 * @self: a store
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Lists the damaged files that were moved aside.
 */
void
trs_store_damaged_list_async (TrsStore            *self,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  static const TrsStoreJob job = {
    .run = list_run,
    .free_result = (GDestroyNotify) g_ptr_array_unref,
    .flags = TRS_STORE_BACKGROUND,
  };
  GTask *task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, trs_store_damaged_list_async);
  trs_store_push_with_data (self, task, &job, NULL, 0, g_strdup (trs_store_get_path (self)), g_free);
}

/**
 * trs_store_damaged_list_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable) (element-type TrsDamagedFile): the files, the last one first; %NULL with @error
 *   set
 */
GPtrArray *
trs_store_damaged_list_finish (TrsStore      *self,
                               GAsyncResult  *result,
                               GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_damaged_list_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

typedef struct
{
  char *store;
  char *path;
} Deletion;

static void
deletion_free (gpointer data)
{
  Deletion *deletion = data;

  g_free (deletion->store);
  g_free (deletion->path);
  g_free (deletion);
}

/* Deletes a damaged file, and the note that the user has to be told about it. */
static gpointer
delete_run (TrsStoreContext  *context,
            gconstpointer     data,
            GError          **error)
{
  const Deletion *deletion = data;
  g_autofree char *folder = g_path_get_dirname (deletion->store);
  g_autofree char *own = g_path_get_dirname (deletion->path);
  g_autofree char *name = g_path_get_basename (deletion->path);

  if (!g_str_equal (own, folder) || !is_damaged (deletion->store, name))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "%s is no damaged file of this one",
                   deletion->path);
      return NULL;
    }

  trs_sql_execute (context->db, NULL, "DELETE FROM todo WHERE what = 'damage' AND value = ?1", "s", name);
  trs_store_file_remove (deletion->path);
  if (g_access (deletion->path, F_OK) != 0)
    return GINT_TO_POINTER (TRUE);

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s could not be deleted", deletion->path);
  return NULL;
}

/**
 * trs_store_damaged_delete_async:
 * @self: a store with a file
 * @path: one of the files that were listed
 * @callback: called on the main context
 * @user_data: (closure): for @callback
 *
 * Deletes a damaged file and what was beside it. Nothing brings it back.
 */
void
trs_store_damaged_delete_async (TrsStore            *self,
                                const char          *path,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  static const TrsStoreJob job = { .run = delete_run };
  GTask *task;
  Deletion *deletion;

  g_return_if_fail (trs_store_get_path (self) != NULL);

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, trs_store_damaged_delete_async);
  deletion = g_new0 (Deletion, 1);
  deletion->store = g_strdup (trs_store_get_path (self));
  deletion->path = g_strdup (path);
  trs_store_push_with_data (self, task, &job, NULL, 0, deletion, deletion_free);
}

/**
 * trs_store_damaged_delete_finish:
 * @self: a store
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if the file is gone; %G_IO_ERROR_INVALID_ARGUMENT if it is none of those that are listed
 */
gboolean
trs_store_damaged_delete_finish (TrsStore      *self,
                                 GAsyncResult  *result,
                                 GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_store_damaged_delete_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
