/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What goes on after the window was closed, on a bus with and without portals. */
#include "config.h"
#include "trs-application.h"
#include "trs-background.h"
#include "trs-display-test.h"
#include "trs-message-dialog.h"
#include "trs-session-rig.h"
#include "trs-test-bus.h"
#include "trs-test-store.h"
#include "trs-window.h"

#define PORTAL_NAME "org.freedesktop.portal.Desktop"
#define PORTAL_PATH "/org/freedesktop/portal/desktop"
#define ID_FIRST "5f1c2a30-0000-4000-8000-000000000001"
#define ID_SECOND "5f1c2a30-0000-4000-8000-000000000002"

static const char portal_interfaces[] =
    "<node>"
    "<interface name='org.freedesktop.portal.Background'>"
    "<method name='RequestBackground'>"
    "<arg type='s' direction='in'/><arg type='a{sv}' direction='in'/><arg type='o' direction='out'/>"
    "</method>"
    "<method name='SetStatus'><arg type='a{sv}' direction='in'/></method>"
    "</interface>"
    "<interface name='org.freedesktop.host.portal.Registry'>"
    "<method name='Register'><arg type='s' direction='in'/><arg type='a{sv}' direction='in'/></method>"
    "</interface>"
    "<interface name='org.freedesktop.portal.Settings'>"
    "<method name='Read'>"
    "<arg type='s' direction='in'/><arg type='s' direction='in'/><arg type='v' direction='out'/>"
    "</method>"
    "</interface>"
    "</node>";

/* What the portals were asked for, and what they answer. */
typedef struct
{
  GDBusConnection *bus;
  GString *calls; /* their methods, in their order */
  char *registered;
  char *reason;
  gboolean autostart;
  char *status;
  guint response;
  gboolean allowed;
} Portal;

static Portal portal;
static char *address;
static TrsSessionRig *rig;
static TrsApplication *application;
static guint n_made;
static guint stage;

static void
answer_request (GDBusConnection *connection,
                const char      *sender,
                GVariant        *options)
{
  g_autofree char *name = g_strdelimit (g_strdup (sender + 1), ".", '_');
  g_autofree char *path = NULL;
  const char *token = NULL;
  GVariantBuilder results;

  g_assert_true (g_variant_lookup (options, "handle_token", "&s", &token));
  path = g_strconcat (PORTAL_PATH "/request/", name, "/", token, NULL);
  g_variant_builder_init (&results, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add (&results, "{sv}", "background", g_variant_new_boolean (portal.allowed));
  g_variant_builder_add (&results, "{sv}", "autostart", g_variant_new_boolean (FALSE));
  g_assert_true (g_dbus_connection_emit_signal (connection, sender, path, "org.freedesktop.portal.Request", "Response",
                                                g_variant_new ("(ua{sv})", portal.response, &results), NULL));
}

static void
called_cb (GDBusConnection       *connection,
           const char            *sender,
           const char            *path,
           const char            *interface,
           const char            *method,
           GVariant              *parameters,
           GDBusMethodInvocation *invocation,
           gpointer               user_data)
{
  g_autoptr (GVariant) options = NULL;

  /* GTK 4.18 registers every program by itself, too; unlike this one, it starts no portal for that. */
  if (g_str_equal (method, "Register") &&
      (g_dbus_message_get_flags (g_dbus_method_invocation_get_message (invocation)) &
       G_DBUS_MESSAGE_FLAGS_NO_AUTO_START) != 0)
    {
      g_dbus_method_invocation_return_dbus_error (invocation, "org.freedesktop.DBus.Error.Failed", "Done already");
      return;
    }
  g_string_append_printf (portal.calls, "%s ", method);
  if (g_str_equal (method, "Read"))
    {
      g_dbus_method_invocation_return_dbus_error (invocation, "org.freedesktop.portal.Error.NotFound", "No such key");
      return;
    }
  if (g_str_equal (method, "Register"))
    {
      g_free (portal.registered);
      g_variant_get (parameters, "(s@a{sv})", &portal.registered, &options);
      g_dbus_method_invocation_return_value (invocation, NULL);
      return;
    }
  if (g_str_equal (method, "SetStatus"))
    {
      g_clear_pointer (&portal.status, g_free);
      g_variant_get (parameters, "(@a{sv})", &options);
      g_assert_true (g_variant_lookup (options, "message", "s", &portal.status));
      g_dbus_method_invocation_return_value (invocation, NULL);
      return;
    }

  g_variant_get (parameters, "(&s@a{sv})", NULL, &options);
  g_clear_pointer (&portal.reason, g_free);
  g_assert_true (g_variant_lookup (options, "reason", "s", &portal.reason));
  g_assert_true (g_variant_lookup (options, "autostart", "b", &portal.autostart));
  g_dbus_method_invocation_return_value (invocation, g_variant_new ("(o)", PORTAL_PATH "/request/any"));
  answer_request (connection, sender, options);
}

static const GDBusInterfaceVTable calls = { .method_call = called_cb };

static void
start_portal (void)
{
  portal.calls = g_string_new (NULL);
  portal.bus = trs_test_bus_offer (address, PORTAL_NAME, PORTAL_PATH, portal_interfaces, &calls);
}

static void
stop_portal (void)
{
  g_assert_true (g_dbus_connection_close_sync (portal.bus, NULL, NULL));
  g_object_unref (portal.bus);
  g_string_free (portal.calls, TRUE);
  g_free (portal.registered);
  g_free (portal.reason);
  g_free (portal.status);
  portal = (Portal) { 0 };
}

static TrsSession *
make_session (GSettings *settings)
{
  n_made++;
  return g_object_ref (rig->session);
}

static guint
n_active (void)
{
  return trs_poller_get_n_active (trs_session_get_poller (rig->session));
}

static TrsWindow *
window (void)
{
  return TRS_WINDOW (gtk_application_get_active_window (GTK_APPLICATION (application)));
}

/* Two that are under way, or ready. */
static char *
make_list (const char *state)
{
  g_autofree char *first = trs_session_rig_numbered (1, "Port strike", state, "2026-03-12T12:02:00Z");
  g_autofree char *second = trs_session_rig_numbered (2, "Ferries", state, "2026-03-12T12:01:00Z");

  return g_strdup_printf ("%s,%s", first, second);
}

static void
list (const char *state)
{
  g_autofree char *entries = make_list (state);

  trs_session_rig_list (rig, entries);
}

static void
make_rig (gboolean on)
{
  rig = trs_session_rig_new_keeping ();
  g_settings_set_boolean (rig->settings, "background-checks", on);
  list ("transcription");
  n_made = 0;
  stage = 0;
}

static void
wait_and_close (void)
{
  trs_test_wait_until (window () != NULL && n_active () == 2);
  gtk_window_close (GTK_WINDOW (window ()));
  trs_test_wait_until (gtk_application_get_windows (GTK_APPLICATION (application)) == NULL);
}

/* The answers of the service and the store are taken between two steps of the clock. */
static void
advance (void)
{
  trs_manual_clock_advance (rig->clock, 500);
  trs_test_flush_store (rig->store);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
}

static void
advance_until_ready (void)
{
  list ("done");
  trs_test_alarm_start (60);
  while (n_active () > 0)
    advance ();
  trs_test_alarm_stop ();
}

/* Once for the state, and once for the words. */
static void
answer_texts (const char *id)
{
  g_autofree char *path = g_strconcat (id, "?showTimecode=true", NULL);
  g_autofree char *prefixed = g_strdup_printf ("{\"id\":\"%s\",\"state\":\"done\","
                                               "\"text\":\"[00:00:02.345] Speaker 1: Good evening.\"}", id);
  g_autofree char *bare = g_strdup_printf ("{\"id\":\"%s\",\"state\":\"done\",\"text\":\"Good evening.\"}", id);

  trs_recording_transport_add_for (rig->transport, path, 200, prefixed);
  trs_recording_transport_add_for (rig->transport, id, 200, bare);
  trs_recording_transport_add_for (rig->transport, id, 200, bare);
}

/* Each step is one source of the main loop: nothing but what holds the program lets it come to the next one. */
typedef void (*Step) (void);

static guint step_id;

static gboolean
step_cb (gpointer user_data)
{
  const Step *steps = user_data;

  steps[stage++]();
  if (steps[stage] != NULL)
    return G_SOURCE_CONTINUE;

  /* From here the program is to end by itself. */
  trs_test_alarm_start (60);
  step_id = 0;
  return G_SOURCE_REMOVE;
}

/* After the end, GApplication runs what is left in the main loop: also the steps that the program did not wait for. */
static void
shutdown_cb (void)
{
  if (step_id == 0)
    trs_test_alarm_stop ();
  g_clear_handle_id (&step_id, g_source_remove);
}

static int
run_program (const Step *steps,
             const char *argument)
{
  char *argv[] = { (char *) "transcripts", (char *) argument, NULL };
  int status;

  application = trs_application_new (make_session);
  g_signal_connect (application, "shutdown", G_CALLBACK (shutdown_cb), NULL);
  step_id = g_idle_add_full (G_PRIORITY_LOW, step_cb, (gpointer) steps, NULL);
  status = g_application_run (G_APPLICATION (application), argument != NULL ? 2 : 1, argv);
  g_assert_finalize_object (application);
  return status;
}

static void
nothing (void)
{
}

static guint
n_kept (void)
{
  return trs_download_queue_get_kept (trs_session_get_downloads (rig->session));
}

static guint n_saved;

/* It is taken again until all is here: the program must not end meanwhile. */
static void
is_downloaded (void)
{
  advance ();
  n_saved = n_kept ();
  stage -= n_saved < 2;
}

static void
some_seconds_pass (void)
{
  for (guint i = 0; i < 10; i++)
    advance ();
}

/* What became ready is downloaded before the end. */
static void
test_stays_and_ends (void)
{
  const Step steps[] = { wait_and_close, nothing, advance_until_ready, is_downloaded, some_seconds_pass, NULL };

  make_rig (TRUE);
  answer_texts (ID_FIRST);
  answer_texts (ID_SECOND);
  g_assert_cmpint (run_program (steps, NULL), ==, 0);
  g_assert_cmpuint (n_saved, ==, 2);
  g_assert_cmpuint (stage, ==, G_N_ELEMENTS (steps) - 1);
  trs_session_rig_free (rig);
}

static void
half_a_minute_passes (void)
{
  for (guint i = 0; i < 62; i++)
    advance ();
}

/* A service that does not answer keeps nobody for ever. */
static void
test_no_answer (void)
{
  const Step steps[] = { wait_and_close, advance_until_ready, some_seconds_pass, half_a_minute_passes, NULL };

  make_rig (TRUE);
  g_assert_cmpint (run_program (steps, NULL), ==, 0);
  g_assert_cmpuint (stage, ==, G_N_ELEMENTS (steps) - 1);
  g_assert_cmpuint (n_kept (), ==, 0);
  trs_session_rig_free (rig);
}

static void
test_off (void)
{
  const Step steps[] = { wait_and_close, nothing, NULL };

  make_rig (FALSE);
  g_assert_cmpint (run_program (steps, NULL), ==, 0);
  g_assert_cmpuint (stage, ==, 1);
  trs_session_rig_free (rig);
}

static void
nothing_is_under_way (void)
{
  trs_test_wait_until (trs_history_get_complete (trs_session_get_history (rig->session)));
  gtk_window_close (GTK_WINDOW (window ()));
}

static void
test_idle (void)
{
  const Step steps[] = { nothing_is_under_way, nothing, NULL };

  rig = trs_session_rig_new_waiting (TRUE);
  g_settings_set_boolean (rig->settings, "background-checks", TRUE);
  list ("done");
  stage = 0;
  g_assert_cmpint (run_program (steps, NULL), ==, 0);
  g_assert_cmpuint (stage, ==, 1);
  trs_session_rig_free (rig);
}

static void
starts_again (void)
{
  g_assert_null (window ());
  g_application_activate (G_APPLICATION (application));
  trs_display_test_show (GTK_WINDOW (window ()));
  g_assert_cmpuint (n_made, ==, 1);
  g_assert_cmpint (trs_session_get_state (rig->session), ==, TRS_SESSION_READY);
  trs_window_open_project (window (), trs_session_rig_project (rig, 1));
  trs_test_wait_until (trs_window_get_project (window ()) == trs_session_rig_project (rig, 1));
  /* It is no window that nobody can get rid of, and whoever closes it is not looked at any more. */
  gtk_window_close (GTK_WINDOW (window ()));
}

/* There is nobody who shows notifications, which the program hears after two questions to the bus. */
static void
wait_for_bus (void)
{
  for (guint i = 0; i < 3; i++)
    trs_test_bus_wait (g_application_get_dbus_connection (G_APPLICATION (application)));
}

static void
is_news (void)
{
  g_assert_null (window ());
  advance_until_ready ();
  g_assert_true (trs_project_get_data (trs_session_rig_project (rig, 1))->unread);
  wait_for_bus ();
}

static void
quits (void)
{
  g_action_group_activate_action (G_ACTION_GROUP (application), "quit", NULL);
}

static void
test_same_session (void)
{
  const Step steps[] = { wait_and_close, starts_again, is_news, quits, NULL };

  make_rig (TRUE);
  g_assert_cmpint (run_program (steps, NULL), ==, 0);
  g_assert_cmpuint (stage, ==, 4);
  trs_session_rig_free (rig);
}

static void
quits_with_closed_window (void)
{
  g_autoptr (TrsWindow) held = NULL;

  trs_test_wait_until (window () != NULL && n_active () == 2);
  held = g_object_ref (window ());
  gtk_window_close (GTK_WINDOW (held));
  trs_test_wait_until (gtk_application_get_windows (GTK_APPLICATION (application)) == NULL);
  quits ();
}

/* With the window or without it, whatever is under way, and whoever still holds the window. */
static void
test_quit (void)
{
  const Step held[] = { quits_with_closed_window, nothing, NULL };
  const Step away[] = { wait_and_close, quits, nothing, NULL };
  const Step there[] = { quits, nothing, NULL };

  make_rig (TRUE);
  g_assert_cmpint (run_program (away, NULL), ==, 0);
  g_assert_cmpuint (stage, ==, 2);
  g_assert_cmpuint (n_active (), ==, 0);
  trs_session_rig_free (rig);

  make_rig (TRUE);
  g_assert_cmpint (run_program (there, NULL), ==, 0);
  g_assert_cmpuint (stage, ==, 1);
  trs_session_rig_free (rig);

  make_rig (TRUE);
  g_assert_cmpint (run_program (held, NULL), ==, 0);
  g_assert_cmpuint (stage, ==, 1);
  trs_session_rig_free (rig);
}

static void
switches_off (void)
{
  g_settings_set_boolean (rig->settings, "background-checks", FALSE);
}

/* The settings can be changed from outside. */
static void
test_switched_off (void)
{
  const Step steps[] = { wait_and_close, switches_off, nothing, NULL };

  make_rig (TRUE);
  g_assert_cmpint (run_program (steps, NULL), ==, 0);
  g_assert_cmpuint (stage, ==, 2);
  trs_session_rig_free (rig);
}

static void
pasted_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  char **pasted = user_data;

  *pasted = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);
  if (*pasted == NULL)
    *pasted = g_strdup ("");
}

/* As the desktop does after the program has ended: nobody has opened a window, and the session has not begun. */
static void
copies (void)
{
  g_autofree char *pasted = NULL;

  g_assert_null (window ());
  answer_texts (ID_FIRST);
  g_action_group_activate_action (G_ACTION_GROUP (application), "copy-text", g_variant_new_string (ID_FIRST));
  trs_test_wait_until (window () != NULL &&
                       trs_display_test_find_label (GTK_WIDGET (window ()), "Transcript copied") != NULL);
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (window ())), NULL, pasted_cb, &pasted);
  trs_test_wait_until (pasted != NULL);
  g_assert_cmpstr (pasted, ==, "[00:00:02.345] Speaker 1: Good evening.");
  quits ();
}

static void
test_copies_without_window (void)
{
  const Step steps[] = { copies, NULL };
  g_autofree char *path = g_build_filename (g_get_user_data_dir (), "copied.db", NULL);

  /* What is known of the account is kept, as it is by a program that has ended. */
  rig = trs_session_rig_new_keeping_at (path);
  list ("done");
  stage = 0;
  trs_session_rig_start (rig);
  trs_session_rig_free (rig);

  rig = trs_session_rig_new_keeping_at (path);
  list ("done");
  stage = 0;
  g_assert_cmpint (run_program (steps, "--gapplication-service"), ==, 0);
  g_assert_cmpuint (stage, ==, 1);
  trs_session_rig_free (rig);
}

static void
is_registered (void)
{
  trs_test_wait_until (portal.registered != NULL);
  trs_test_wait_until (window () != NULL && gtk_widget_get_mapped (GTK_WIDGET (window ())));
}

/* Before any other portal, and not again. */
static void
test_registers (void)
{
  const Step steps[] = { is_registered, quits, NULL };

  start_portal ();
  make_rig (FALSE);
  g_assert_cmpint (run_program (steps, NULL), ==, 0);
  g_assert_cmpstr (portal.registered, ==, TRS_APPLICATION_ID);
  g_assert_true (g_str_has_prefix (portal.calls->str, "Register "));
  g_assert_null (strstr (portal.calls->str + 1, "Register"));
  g_assert_null (strstr (portal.calls->str, "Background"));
  trs_session_rig_free (rig);
  stop_portal ();
}

static GtkWindow *
find_dialog (void)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWindow) toplevel = g_list_model_get_item (toplevels, i);

      if (TRS_IS_MESSAGE_DIALOG (toplevel))
        return toplevel;
    }
  return NULL;
}

/* What a sandbox asks of the desktop. */
static void
test_asks_desktop (void)
{
  g_autoptr (GtkApplication) program = gtk_application_new ("org.example.Background", G_APPLICATION_NON_UNIQUE);
  g_autoptr (GError) error = NULL;
  const char *refused = "The system refused it. It may be possible to allow it in the settings of the desktop, under "
                        "Apps.";
  TrsBackground *background;
  GtkWidget *shown;

  start_portal ();
  make_rig (FALSE);
  g_assert_true (g_application_register (G_APPLICATION (program), NULL, &error));
  g_assert_no_error (error);
  background = trs_background_new (program, rig->session, rig->settings, TRUE);
  shown = gtk_application_window_new (program);
  gtk_window_present (GTK_WINDOW (shown));
  trs_session_rig_start (rig);
  trs_test_wait_until (n_active () == 2);
  g_assert_cmpstr (portal.calls->str, ==, "");

  /* Refused by the user or the system. */
  for (portal.response = 0; portal.response <= 1; portal.response++)
    {
      GtkWindow *dialog;

      g_settings_set_boolean (rig->settings, "background-checks", TRUE);
      trs_test_wait_until (!g_settings_get_boolean (rig->settings, "background-checks"));
      g_assert_nonnull (strstr (portal.reason, "after its window is closed"));
      g_assert_false (portal.autostart);
      trs_test_wait_until ((dialog = find_dialog ()) != NULL);
      g_assert_nonnull (trs_display_test_find_label (GTK_WIDGET (dialog), refused));
      gtk_window_destroy (dialog);
    }

  portal.response = 0;
  portal.allowed = TRUE;
  g_clear_pointer (&portal.reason, g_free);
  g_settings_set_boolean (rig->settings, "background-checks", TRUE);
  trs_test_wait_until (portal.reason != NULL);
  g_assert_null (portal.status);
  gtk_window_destroy (GTK_WINDOW (shown));
  trs_test_wait_until (portal.status != NULL);
  g_assert_cmpstr (portal.status, ==, "2 transcriptions under way");
  g_assert_true (g_settings_get_boolean (rig->settings, "background-checks"));

  trs_poller_dismiss (trs_session_get_poller (rig->session), trs_session_rig_project (rig, 2));
  trs_test_wait_until (g_str_equal (portal.status, "1 transcription under way"));

  g_object_run_dispose (G_OBJECT (background));
  g_assert_finalize_object (background);
  trs_session_rig_free (rig);
  stop_portal ();
}

int
main (int   argc,
      char *argv[])
{
  GTestDBus *bus;

  trs_display_test_init (&argc, &argv);
  bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  g_test_dbus_up (bus);
  address = g_strdup (g_test_dbus_get_bus_address (bus));

  g_test_add_func ("/background/stays-and-ends", test_stays_and_ends);
  g_test_add_func ("/background/no-answer", test_no_answer);
  g_test_add_func ("/background/off", test_off);
  g_test_add_func ("/background/idle", test_idle);
  g_test_add_func ("/background/same-session", test_same_session);
  g_test_add_func ("/background/quit", test_quit);
  g_test_add_func ("/background/switched-off", test_switched_off);
  g_test_add_func ("/background/copies-without-window", test_copies_without_window);
  g_test_add_func ("/background/registers", test_registers);
  g_test_add_func ("/background/asks-desktop", test_asks_desktop);
  /* The bus ends with this process, to which the connection belongs. */
  return g_test_run ();
}
