/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window: transcripts-window, which `transcripts` starts. */
#include "trs-application.h"
#include "trs-process.h"
#include "trs-settings-schema.h"
#include "trs-wiring.h"

#include <glib-unix.h>

/* Also at the end of the desktop session, the program ends as if it were quit. */
static gboolean
terminate_cb (gpointer user_data)
{
  g_application_quit (user_data);
  return G_SOURCE_CONTINUE;
}

/* The window does much by itself, which has to wait while power is saved or the network is metered. A command does only
 * what the user has asked for. */
static TrsSession *
make_session (GSettings *settings)
{
  TrsSession *session = trs_wiring_make_session (settings);
  g_autoptr (TrsThrift) thrift = trs_thrift_new ();

  trs_session_set_thrift (session, thrift);
  return session;
}

int
main (int   argc,
      char *argv[])
{
  TrsApplication *application;
  int status;

  trs_process_begin ();
  if (!trs_settings_schema_check ())
    return EXIT_FAILURE;

  /* Never freed: GLib 2.74 frees a notification that is still shown twice with it. */
  application = trs_application_new (make_session);
  g_unix_signal_add (SIGTERM, terminate_cb, application);
  g_unix_signal_add (SIGINT, terminate_cb, application);
  status = g_application_run (G_APPLICATION (application), argc, argv);
  trs_wiring_end ();
  return status;
}
