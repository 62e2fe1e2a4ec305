/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-exec.h"

#include "config.h"

#include <errno.h>
#include <unistd.h>

/**
 * trs_cli_exec:
 * @path: the absolute path of another program of this package
 * @arguments: (array zero-terminated=1): its arguments, without its name
 *
 * Replaces this program, under the name that the user knows.
 *
 * Returns: only if that failed, `errno`
 */
int
trs_cli_exec (const char        *path,
              const char *const *arguments)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();

  g_ptr_array_add (argv, (gpointer) TRS_PROGRAM_NAME);
  for (guint i = 0; arguments[i] != NULL; i++)
    g_ptr_array_add (argv, (gpointer) arguments[i]);
  g_ptr_array_add (argv, NULL);
  execv (path, (char *const *) argv->pdata);
  return errno;
}
