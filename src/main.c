/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "trs-application.h"
#include "trs-cli.h"
#include "trs-install-paths.h"
#include "trs-secret-keyring.h"
#include "trs-soup-transport.h"
#include "trs-store.h"
#include "trs-clock.h"

#include <glib-unix.h>
#include <libintl.h>
#include <locale.h>
#include <sys/resource.h>

/* How long the keyring may take, in milliseconds. */
#define KEYRING_DEADLINE 10000

/* It would hold the key. The system passes a dump on to a program, too, where that is set up, unless the limit is just
 * this one. A process that is not dumpable (PR_SET_DUMPABLE) would be refused by every portal: "Portal operation not
 * allowed: Unable to open /proc/PID/root", seen with xdg-desktop-portal 1.16 and 1.22. */
#define NO_CORE_DUMP 1

/* How long the program may take to end, in microseconds. */
#define CLOSING_DEADLINE (10 * G_USEC_PER_SEC)

/* In a sandbox libsecret keeps the keys in a file of the program's own. Outside, a file of that name belongs to the
 * keyring of the user and is never touched. */
static char *
key_file_path (void)
{
  if (!g_file_test ("/.flatpak-info", G_FILE_TEST_EXISTS))
    return NULL;

  return g_build_filename (g_get_user_data_dir (), "keyrings", "default.keyring", NULL);
}

static TrsStore *store;

static TrsSession *
make_session (GSettings *settings)
{
  g_autoptr (TrsTransport) transport = trs_soup_transport_new (NULL);
  g_autoptr (TrsClock) clock = trs_system_clock_new ();
  g_autofree char *data = g_build_filename (g_get_user_data_dir (), "transcripts", NULL);
  g_autofree char *marker = g_build_filename (data, "keyring-in-use", NULL);
  g_autofree char *key_file = key_file_path ();
  g_autofree char *program = trs_install_paths_service ();
  g_autofree char *catalogue = trs_install_paths_catalogue ();
  g_autofree char *sample_data = g_build_filename (data, "sample-service.db", NULL);
  g_autofree char *store_path = g_build_filename (data, "transcripts.db", NULL);
  g_autoptr (TrsKeyring) keyring = NULL;

  g_mkdir_with_parents (data, 0700);
  keyring = trs_secret_keyring_new (marker, key_file, KEYRING_DEADLINE);

  store = trs_store_new (store_path);

  return trs_session_new (settings, transport, keyring, store, clock, program, catalogue, sample_data);
}

/* At the end of the session of the desktop, too, what is out is to be put in order. */
static gboolean
terminate_cb (gpointer user_data)
{
  g_application_quit (user_data);
  return G_SOURCE_CONTINUE;
}

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

static int
run_window (int    argc,
            char **argv)
{
  /* Never freed: GLib 2.74 frees a notification that is still shown twice with it. */
  TrsApplication *application = trs_application_new (make_session);

  g_unix_signal_add (SIGTERM, terminate_cb, application);
  g_unix_signal_add (SIGINT, terminate_cb, application);
  return g_application_run (G_APPLICATION (application), argc, argv);
}

int
main (int   argc,
      char *argv[])
{
  int status;

  forbid_core_dumps ();
  setlocale (LC_ALL, "");
  bindtextdomain (TRS_GETTEXT_PACKAGE, TRS_LOCALE_DIR);
  bind_textdomain_codeset (TRS_GETTEXT_PACKAGE, "UTF-8");
  textdomain (TRS_GETTEXT_PACKAGE);

  if (trs_cli_is_command (argv[trs_cli_find_word (argc, argv)]))
    status = trs_cli_main (argc, argv, make_session);
  else
    status = run_window (argc, argv);
  /* What was to be kept is written before the program ends. */
  if (store != NULL && !trs_store_close (store, CLOSING_DEADLINE))
    g_info ("The file is not closed in time; it will be put in order at the next start");
  g_clear_object (&store);
  return status;
}
