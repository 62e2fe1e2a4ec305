/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ask-provider BUS TERM...: asks the search provider as a desktop does, first one that has to be started, then once a
 * letter; prints the milliseconds until results and what is said of five of them were there, and how many results. */
#include "config.h"

#include <gio/gio.h>

#define N_ASKED 12
#define N_SHOWN 5
#define OBJECT "/io/github/transcripts_app/Transcripts/SearchProvider"

static GVariant *
call (GDBusConnection *connection,
      const char      *method,
      GVariant        *parameters)
{
  g_autoptr (GError) error = NULL;
  GVariant *answer =
      g_dbus_connection_call_sync (connection, TRS_APPLICATION_ID ".SearchProvider", OBJECT,
                                   "org.gnome.Shell.SearchProvider2", method, parameters, NULL,
                                   G_DBUS_CALL_FLAGS_NONE, -1, NULL, &error);

  g_assert_no_error (error);
  return answer;
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDBusConnection) connection = g_dbus_connection_new_for_address_sync (
      argv[1], G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION, NULL,
      NULL, &error);
  guint n_found = 0;

  g_assert_no_error (error);
  for (guint i = 0; i < N_ASKED; i++)
    {
      gint64 start = g_get_monotonic_time ();
      g_autoptr (GVariant) answer =
          call (connection, "GetInitialResultSet", g_variant_new ("(^as)", (const char *const *) argv + 2));
      g_autoptr (GVariant) metas = NULL;
      g_auto (GStrv) found = NULL;

      g_variant_get (answer, "(^as)", &found);
      n_found = g_strv_length (found);
      for (guint j = N_SHOWN; j < n_found; j++)
        g_clear_pointer (&found[j], g_free);
      metas = call (connection, "GetResultMetas", g_variant_new ("(^as)", found));
      g_print ("%.2f ", (double) (g_get_monotonic_time () - start) / 1000);
    }
  g_print ("%u\n", n_found);
  return 0;
}
