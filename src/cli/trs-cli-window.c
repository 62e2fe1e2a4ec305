/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-window.h"

#include "trs-cli-exec.h"
#include "trs-cli-output.h"
#include "trs-i18n.h"
#include "trs-install-paths.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <unistd.h>

/* What a session of a desktop sets. GTK would try a socket of Wayland without any of them, which is that of somebody
 * else where there are several. */
static gboolean
has_display (void)
{
  static const char *const names[] = { "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY", "BROADWAY_DISPLAY" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const char *value = g_getenv (names[i]);

      if (value != NULL && *value != '\0')
        return TRUE;
    }
  return FALSE;
}

/**
 * trs_cli_window_check_display:
 * @error: return location for a #TRS_CLI_ERROR
 *
 * Returns: whether a window can be wanted here
 */
gboolean
trs_cli_window_check_display (GError **error)
{
  if (has_display ())
    return TRUE;

  g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_USAGE, _("The window can’t be opened without a display"));
  return FALSE;
}

/**
 * trs_cli_window_exec:
 * @arguments: (array zero-terminated=1): the arguments of the window, without
 *   the name of the program: links, or options of the window
 * @needs_display: whether it is an error already that this process has no
 *   display
 * @error: return location for a #GError
 *
 * Replaces this program by that of the window, which hands @arguments to a
 * window that is open. The program stands at a place that the build knows, or
 * beside this one; never is `$PATH` asked. Its name stays that of the command.
 *
 * Returns only if that failed. Errors: %TRS_CLI_USAGE if there is no display or
 * no window on this computer, %TRS_CLI_FAILED.
 */
void
trs_cli_window_exec (const char *const  *arguments,
                     gboolean            needs_display,
                     GError            **error)
{
  g_autofree char *path = trs_install_paths_window ();
  int number;

  /* A display would not help. */
  if (g_access (path, F_OK) != 0 && errno == ENOENT)
    {
      g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_USAGE, _("The window is not installed on this computer"));
      return;
    }
  if (needs_display && !trs_cli_window_check_display (error))
    return;

  number = trs_cli_exec (path, arguments);
  /* Translators: %s is an error of the system. */
  g_set_error (error, TRS_CLI_ERROR, TRS_CLI_FAILED, _("The window can’t be started: %s"), g_strerror (number));
}
