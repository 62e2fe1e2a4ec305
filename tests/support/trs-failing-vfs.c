/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-failing-vfs.h"

#include <sqlite3.h>

/* The methods of a file, and those in whose way they are put. */
typedef struct
{
  sqlite3_io_methods methods;
  const sqlite3_io_methods *real;
} Hook;

static sqlite3_vfs *real;
static sqlite3_vfs failing;

/* The worker of a store uses the disk while the test waits for it. */
static GMutex mutex;
static Hook hooks[8];
static TrsFailingCall failing_call;
static guint countdown; /* calls up to the one that fails, 0 while none is to fail */
static gboolean for_ever;
static gboolean has_failed;

static gboolean
fails (TrsFailingCall call)
{
  gboolean now = FALSE;

  g_mutex_lock (&mutex);
  if (countdown > 0 && call == failing_call)
    {
      now = countdown == 1;
      if (!now || !for_ever)
        countdown--;
    }
  has_failed |= now;
  g_mutex_unlock (&mutex);
  return now;
}

static const sqlite3_io_methods *
real_methods (sqlite3_file *file)
{
  return ((const Hook *) file->pMethods)->real;
}

static int
failing_read (sqlite3_file  *file,
              void          *data,
              int            amount,
              sqlite3_int64  offset)
{
  return fails (TRS_FAILING_READ) ? SQLITE_IOERR_READ : real_methods (file)->xRead (file, data, amount, offset);
}

static int
failing_write (sqlite3_file  *file,
               const void    *data,
               int            amount,
               sqlite3_int64  offset)
{
  return fails (TRS_FAILING_WRITE) ? SQLITE_IOERR_WRITE : real_methods (file)->xWrite (file, data, amount, offset);
}

static int
failing_truncate (sqlite3_file  *file,
                  sqlite3_int64  size)
{
  return fails (TRS_FAILING_TRUNCATE) ? SQLITE_IOERR_TRUNCATE : real_methods (file)->xTruncate (file, size);
}

/* The power stays on: nothing is lost by what is not forced onto the disk. */
static int
failing_sync (sqlite3_file *file,
              int           flags)
{
  return fails (TRS_FAILING_SYNC) ? SQLITE_IOERR_FSYNC : SQLITE_OK;
}

static int
failing_lock (sqlite3_file *file,
              int           level)
{
  return fails (TRS_FAILING_LOCK) ? SQLITE_IOERR_LOCK : real_methods (file)->xLock (file, level);
}

static int
failing_shm_lock (sqlite3_file *file,
                  int           offset,
                  int           n,
                  int           flags)
{
  if ((flags & SQLITE_SHM_LOCK) != 0 && fails (TRS_FAILING_LOCK))
    return SQLITE_IOERR_SHMLOCK;
  return real_methods (file)->xShmLock (file, offset, n, flags);
}

/* The database and its log have methods of different kinds; there are few kinds. */
static const sqlite3_io_methods *
hook (const sqlite3_io_methods *methods)
{
  const sqlite3_io_methods *hooked = NULL;

  g_mutex_lock (&mutex);
  for (guint i = 0; hooked == NULL && i < G_N_ELEMENTS (hooks); i++)
    {
      if (hooks[i].real == NULL)
        {
          hooks[i].methods = *methods;
          hooks[i].methods.xRead = failing_read;
          hooks[i].methods.xWrite = failing_write;
          hooks[i].methods.xTruncate = failing_truncate;
          hooks[i].methods.xSync = failing_sync;
          hooks[i].methods.xLock = failing_lock;
          hooks[i].methods.xShmLock = failing_shm_lock;
          hooks[i].real = methods;
        }
      if (hooks[i].real == methods)
        hooked = &hooks[i].methods;
    }
  g_mutex_unlock (&mutex);
  g_assert_nonnull (hooked);
  return hooked;
}

static int
failing_open (sqlite3_vfs  *vfs,
              const char   *name,
              sqlite3_file *file,
              int           flags,
              int          *out_flags)
{
  int result;

  file->pMethods = NULL;
  result = real->xOpen (real, name, file, flags, out_flags);
  if (result == SQLITE_OK && file->pMethods != NULL)
    file->pMethods = hook (file->pMethods);
  return result;
}

/**
 * trs_failing_vfs_install:
 *
 * Lies between SQLite and the disk from now on; to be called once, before a database is opened.
 */
void
trs_failing_vfs_install (void)
{
  g_assert_null (real);

  real = sqlite3_vfs_find (NULL);
  failing = *real;
  failing.zName = "trs-failing";
  failing.pNext = NULL;
  failing.xOpen = failing_open;
  g_assert_cmpint (sqlite3_vfs_register (&failing, TRUE), ==, SQLITE_OK);
}

/**
 * trs_failing_vfs_arm:
 * @call: what fails
 * @number: which one of those to come, from 1
 * @keeps_failing: whether all after it fail, too
 *
 * Lets a call fail, whichever thread makes it.
 */
void
trs_failing_vfs_arm (TrsFailingCall call,
                     guint          number,
                     gboolean       keeps_failing)
{
  g_mutex_lock (&mutex);
  failing_call = call;
  countdown = number;
  for_ever = keeps_failing;
  has_failed = FALSE;
  g_mutex_unlock (&mutex);
}

/**
 * trs_failing_vfs_disarm:
 *
 * Nothing fails any more.
 *
 * Returns: %TRUE if anything has failed; %FALSE if there were fewer calls
 */
gboolean
trs_failing_vfs_disarm (void)
{
  gboolean failed;

  g_mutex_lock (&mutex);
  countdown = 0;
  failed = has_failed;
  g_mutex_unlock (&mutex);
  return failed;
}
