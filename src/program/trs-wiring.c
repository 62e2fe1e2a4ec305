/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-wiring.h"

#include "config.h"
#include "trs-clock.h"
#include "trs-install-paths.h"
#include "trs-secret-keyring.h"
#include "trs-soup-transport.h"
#include "trs-store.h"

/* How long the keyring may take, in milliseconds. */
#define KEYRING_DEADLINE 10000

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

/**
 * trs_wiring_make_session:
 * @settings: the settings of the program
 *
 * Wires the concrete classes together, in the same way for the window and for
 * commands, so that both work on the same data. Called once in a process.
 *
 * Returns: (transfer full): a session that was not started
 */
TrsSession *
trs_wiring_make_session (GSettings *settings)
{
  g_autoptr (TrsTransport) transport = trs_soup_transport_new (NULL);
  g_autoptr (TrsClock) clock = trs_system_clock_new ();
  g_autofree char *data = g_build_filename (g_get_user_data_dir (), TRS_PROGRAM_NAME, NULL);
  g_autofree char *marker = g_build_filename (data, "keyring-in-use", NULL);
  g_autofree char *key_file = key_file_path ();
  g_autofree char *program = trs_install_paths_service ();
  g_autofree char *catalogue = trs_install_paths_catalogue ();
  g_autofree char *sample_data = g_build_filename (data, "sample-service.db", NULL);
  g_autofree char *store_path = g_build_filename (data, "transcripts.db", NULL);
  g_autofree char *local = g_build_filename (data, "local", NULL);
  g_autofree char *worker = trs_install_paths_worker ();
  g_autoptr (TrsKeyring) keyring = NULL;
  TrsSession *session;

  g_mkdir_with_parents (data, 0700);
  keyring = trs_secret_keyring_new (marker, key_file, KEYRING_DEADLINE);

  store = trs_store_new (store_path);

  session = trs_session_new (settings, transport, keyring, store, clock, program, catalogue, sample_data);
  trs_session_set_up_local (session, program, local, worker);
  return session;
}

/**
 * trs_wiring_end:
 *
 * Writes what was to be kept. Called when the session has been stopped, or was
 * never made.
 */
void
trs_wiring_end (void)
{
  if (store != NULL && !trs_store_close (store, CLOSING_DEADLINE))
    g_info ("The file is not closed in time; it will be put in order at the next start");
  g_clear_object (&store);
}
