/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-test-disk.h"

#include <sqlite3.h>

/* The methods of a file, and those in whose way they are put. */
typedef struct
{
  sqlite3_io_methods methods;
  const sqlite3_io_methods *real;
} Hook;

static sqlite3_vfs *real;
static sqlite3_vfs hooked;
static Hook hooks[8];
static gint full;
static gint read_only;
static gint n_syncs;

static const sqlite3_io_methods *
real_methods (sqlite3_file *file)
{
  return ((const Hook *) file->pMethods)->real;
}

static int
write_hooked (sqlite3_file  *file,
              const void    *data,
              int            amount,
              sqlite3_int64  offset)
{
  if (g_atomic_int_get (&full))
    return SQLITE_FULL;
  return real_methods (file)->xWrite (file, data, amount, offset);
}

static int
sync_hooked (sqlite3_file *file,
             int           flags)
{
  int result = real_methods (file)->xSync (file, flags);

  if (result == SQLITE_OK)
    g_atomic_int_inc (&n_syncs);
  return result;
}

/* The database and its log have methods of different kinds; there are few kinds. */
static const sqlite3_io_methods *
hook (const sqlite3_io_methods *methods)
{
  for (guint i = 0; i < G_N_ELEMENTS (hooks); i++)
    {
      if (hooks[i].real == NULL)
        {
          hooks[i].methods = *methods;
          hooks[i].methods.xWrite = write_hooked;
          hooks[i].methods.xSync = sync_hooked;
          hooks[i].real = methods;
        }
      if (hooks[i].real == methods)
        return &hooks[i].methods;
    }
  g_return_val_if_reached (methods);
}

static int
open_hooked (sqlite3_vfs  *vfs,
             const char   *name,
             sqlite3_file *file,
             int           flags,
             int          *out_flags)
{
  int result;

  file->pMethods = NULL;
  if (g_atomic_int_get (&read_only) && (flags & SQLITE_OPEN_MAIN_DB) != 0 && (flags & SQLITE_OPEN_READWRITE) != 0)
    return SQLITE_CANTOPEN;

  result = real->xOpen (real, name, file, flags, out_flags);
  if (result == SQLITE_OK && file->pMethods != NULL)
    file->pMethods = hook (file->pMethods);
  return result;
}

/**
 * trs_test_disk_install:
 *
 * Takes the place of the disk; to be called once, before a database is opened.
 */
void
trs_test_disk_install (void)
{
  g_assert_null (real);

  real = sqlite3_vfs_find (NULL);
  hooked = *real;
  hooked.zName = "trs-test-disk";
  hooked.pNext = NULL;
  hooked.xOpen = open_hooked;
  g_assert_cmpint (sqlite3_vfs_register (&hooked, TRUE), ==, SQLITE_OK);
}

/**
 * trs_test_disk_set_full:
 * @is_full: whether nothing more can be written
 */
void
trs_test_disk_set_full (gboolean is_full)
{
  g_atomic_int_set (&full, is_full);
}

/**
 * trs_test_disk_set_read_only:
 * @is_read_only: whether files can only be opened for reading
 */
void
trs_test_disk_set_read_only (gboolean is_read_only)
{
  g_atomic_int_set (&read_only, is_read_only);
}

/**
 * trs_test_disk_get_n_syncs:
 *
 * Returns: how often what was written was forced onto the disk
 */
guint
trs_test_disk_get_n_syncs (void)
{
  return (guint) g_atomic_int_get (&n_syncs);
}
