/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-process.h"

#include "config.h"
#include "trs-install-paths.h"

#include <glib.h>
#include <libintl.h>
#include <locale.h>
#include <sys/resource.h>

/* It would hold the key. The system passes a dump on to a program, too, where that is set up, unless the limit is just
 * this one. A process that is not dumpable (PR_SET_DUMPABLE) would be refused by every portal: "Portal operation not
 * allowed: Unable to open /proc/PID/root", seen with xdg-desktop-portal 1.16 and 1.22. */
#define NO_CORE_DUMP 1

/* What is started from here, a browser for instance, may raise the limit again. */
static void
forbid_core_dumps (void)
{
  struct rlimit limit;

  if (getrlimit (RLIMIT_CORE, &limit) != 0)
    return;
  limit.rlim_cur = MIN (NO_CORE_DUMP, limit.rlim_max);
  setrlimit (RLIMIT_CORE, &limit);
}

/* The desktop does not look into a prefix of one's own, or one that was moved. */
static void
find_own_data (void)
{
  g_autofree char *own = trs_install_paths_data ();
  const char *dirs = g_getenv ("XDG_DATA_DIRS");
  const char *others = dirs != NULL && *dirs != '\0' ? dirs : "/usr/local/share:/usr/share";
  g_auto (GStrv) known = g_strsplit (others, ":", -1);
  g_autofree char *all = NULL;

  if (own == NULL || g_strv_contains ((const char *const *) known, own))
    return;

  all = g_strconcat (own, ":", others, NULL);
  g_setenv ("XDG_DATA_DIRS", all, TRUE);
}

/**
 * trs_process_begin:
 *
 * What either program does first: it forbids core dumps, which would hold the
 * key, finds its data, and takes the language of the user. The name is that of the command
 * also in the window, whose file is called otherwise: window managers, the
 * taskbar and messages say it.
 */
void
trs_process_begin (void)
{
  g_autofree char *locale = trs_install_paths_locale ();

  forbid_core_dumps ();
  find_own_data ();
  setlocale (LC_ALL, "");
  bindtextdomain (TRS_GETTEXT_PACKAGE, locale);
  bind_textdomain_codeset (TRS_GETTEXT_PACKAGE, "UTF-8");
  textdomain (TRS_GETTEXT_PACKAGE);
  g_set_prgname (TRS_PROGRAM_NAME);
}
