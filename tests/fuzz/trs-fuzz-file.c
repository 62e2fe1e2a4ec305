/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-fuzz-file.h"

#include <fcntl.h>
#include <ftw.h>
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Nothing waits for a disk there, so that what syncs its files is tried fifty times as often. */
#define MEMORY_FOLDER "/dev/shm"

static char *folder;

static int
remove_cb (const char        *path,
           const struct stat *info,
           int                type,
           struct FTW        *position)
{
  return remove (path);
}

static void
remove_folder (void)
{
  nftw (folder, remove_cb, 4, FTW_DEPTH | FTW_PHYS);
  g_free (folder);
}

/* Returns: (transfer none): a folder of this run, which goes when the program ends */
const char *
trs_fuzz_file_get_folder (void)
{
  if (folder == NULL)
    {
      g_autofree char *in_memory = g_strdup (MEMORY_FOLDER "/fuzz-XXXXXX");

      folder = g_mkdtemp (in_memory) != NULL ? g_steal_pointer (&in_memory) : g_dir_make_tmp ("fuzz-XXXXXX", NULL);
      g_assert_nonnull (folder);
      atexit (remove_folder);
    }
  return folder;
}

/* In place: this is done some thousand times a second. */
void
trs_fuzz_file_write (const char    *path,
                     const uint8_t *data,
                     size_t         size)
{
  int fd = open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (write (fd, data, size), ==, (gssize) size);
  g_assert_no_errno (close (fd));
}
