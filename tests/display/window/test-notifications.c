/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program and a server of notifications on a bus of their own. */
#include "trs-application.h"
#include "trs-display-test.h"
#include "trs-real-input.h"
#include "trs-session-rig.h"
#include "trs-test-bus.h"
#include "trs-window.h"

#define SERVER_NAME "org.freedesktop.Notifications"
#define SERVER_PATH "/org/freedesktop/Notifications"

static const char server_interface[] =
    "<node><interface name='org.freedesktop.Notifications'>"
    "<method name='Notify'>"
    "<arg type='s' direction='in'/><arg type='u' direction='in'/><arg type='s' direction='in'/>"
    "<arg type='s' direction='in'/><arg type='s' direction='in'/><arg type='as' direction='in'/>"
    "<arg type='a{sv}' direction='in'/><arg type='i' direction='in'/><arg type='u' direction='out'/>"
    "</method>"
    "<method name='CloseNotification'><arg type='u' direction='in'/></method>"
    "</interface></node>";

/* What the server shows, and what it was told of the last one. */
typedef struct
{
  GDBusConnection *bus;
  guint last_id;
  GHashTable *shown;
  char *sender;
  char *summary;
  char *body;
  char *desktop_entry;
  char **actions; /* each with its label */
} Server;

static Server server;
static TrsSessionRig *rig;
static TrsApplication *application;

static TrsSession *
make_session (GSettings *settings)
{
  return g_object_ref (rig->session);
}

static void
notify (GVariant *parameters)
{
  g_autoptr (GVariant) hints = NULL;

  g_free (server.sender);
  g_free (server.summary);
  g_free (server.body);
  g_free (server.desktop_entry);
  g_strfreev (server.actions);
  g_variant_get (parameters, "(susss^as@a{sv}i)", &server.sender, NULL, NULL, &server.summary, &server.body,
                 &server.actions, &hints, NULL);
  server.desktop_entry = NULL;
  g_variant_lookup (hints, "desktop-entry", "s", &server.desktop_entry);
  g_hash_table_add (server.shown, GUINT_TO_POINTER (++server.last_id));
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
  guint id;

  if (g_str_equal (method, "Notify"))
    {
      notify (parameters);
      g_dbus_method_invocation_return_value (invocation, g_variant_new ("(u)", server.last_id));
      return;
    }

  g_variant_get (parameters, "(u)", &id);
  g_hash_table_remove (server.shown, GUINT_TO_POINTER (id));
  g_dbus_method_invocation_return_value (invocation, NULL);
}

static const GDBusInterfaceVTable calls = { .method_call = called_cb };

static void
start_server (const char *address)
{
  server.shown = g_hash_table_new (NULL, NULL);
  server.bus = trs_test_bus_offer (address, SERVER_NAME, SERVER_PATH, server_interface, &calls);
}

static guint
n_shown (void)
{
  return g_hash_table_size (server.shown);
}

/* GLib can take a notification back once it has the answer of the server, which is here before that of the bus. */
static void
wait_for_answer (void)
{
  g_assert_true (g_dbus_connection_flush_sync (server.bus, NULL, NULL));
  trs_test_bus_wait (g_application_get_dbus_connection (G_APPLICATION (application)));
}

/* Returns: (nullable): the action behind the button of the notification that was shown last */
static const char *
find_button (const char *label)
{
  for (guint i = 0; server.actions[i] != NULL; i += 2)
    if (g_str_equal (server.actions[i + 1], label))
      return server.actions[i];
  return NULL;
}

/* The server puts it away with that. */
static void
press (const char *label)
{
  const char *action = find_button (label);

  g_assert_nonnull (action);
  g_assert_true (g_dbus_connection_emit_signal (server.bus, NULL, SERVER_PATH, SERVER_NAME, "ActionInvoked",
                                                g_variant_new ("(us)", server.last_id, action), NULL));
  g_hash_table_remove (server.shown, GUINT_TO_POINTER (server.last_id));
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

static void
assert_pasted (GtkWidget  *widget,
               const char *expected)
{
  g_autofree char *pasted = NULL;

  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (widget), NULL, pasted_cb, &pasted);
  trs_test_wait_until (pasted != NULL);
  g_assert_cmpstr (pasted, ==, expected);
}

static void
answer_texts (const char *id)
{
  static const char *const texts[][2] = {
    { "?showTimecode=true",
      "[00:00:02.345] Speaker 1: Good evening.\\n\\n[00:00:07.100] Speaker 2: The ferry is late." },
    { "", "Good evening.\\n\\nThe ferry is late." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *path = g_strconcat (id, texts[i][0], NULL);
      g_autofree char *body = g_strdup_printf ("{\"id\":\"%s\",\"state\":\"done\",\"text\":\"%s\"}", id, texts[i][1]);

      trs_recording_transport_add_for (rig->transport, path, 200, body);
    }
}

/* As when it finished while the user was elsewhere. */
static TrsProject *
finish (guint number)
{
  TrsProject *project = trs_session_rig_project (rig, number);
  guint before = n_shown ();

  trs_project_set_unread (project, TRUE);
  g_signal_emit_by_name (trs_session_get_poller (rig->session), "finished", project);
  trs_test_wait_until (n_shown () == before + 1);
  wait_for_answer ();
  return project;
}

static void
result_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static gboolean
script_cb (gpointer user_data)
{
  TrsWindow *main_window = TRS_WINDOW (gtk_application_get_active_window (GTK_APPLICATION (application)));
  TrsProject *opened, *clicked, *removed, *gone;
  GtkWindow *elsewhere;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_test_wait_until (trs_history_get_complete (trs_session_get_history (rig->session)));
  /* Nobody manages windows here: the last one that asks has the keyboard, and the first asks once it is seen. */
  trs_display_test_show (GTK_WINDOW (main_window));
  elsewhere = trs_display_test_present (gtk_label_new ("Another program"), 200, 100);
  trs_real_input_focus (GTK_WIDGET (elsewhere));
  trs_test_wait_until (!gtk_window_is_active (GTK_WINDOW (main_window)));

  /* The sender has the name of the program, not that of its file. */
  opened = finish (7);
  g_assert_cmpstr (server.sender, ==, "Transcripts");
  g_assert_cmpstr (server.desktop_entry, ==, "io.github.transcripts_app.Transcripts");
  g_assert_cmpstr (server.summary, ==, "Transcript Ready");
  g_assert_cmpstr (server.body, ==, trs_project_get_data (opened)->title);
  g_assert_nonnull (find_button ("Open"));

  /* What the button copies is what the page would copy, and the other program keeps the keyboard. */
  answer_texts (trs_project_get_id (finish (9)));
  g_settings_set_boolean (rig->settings, "show-timecodes", FALSE);
  press ("Copy Text");
  trs_test_wait_until (trs_display_test_find_label (GTK_WIDGET (main_window), "Transcript copied") != NULL);
  assert_pasted (GTK_WIDGET (main_window), "Speaker 1: Good evening.\n\nSpeaker 2: The ferry is late.");
  g_assert_false (gtk_window_is_active (GTK_WINDOW (main_window)));
  g_assert_null (trs_window_get_project (main_window));

  /* The desktop shows it to whoever comes by, so the title can be left out. */
  g_settings_set_boolean (rig->settings, "hide-notification-titles", TRUE);
  removed = finish (5);
  g_assert_cmpstr (server.summary, ==, "Transcription Failed");
  g_assert_cmpstr (server.body, ==, "A transcription failed");
  g_assert_nonnull (find_button ("Open"));
  g_assert_null (find_button ("Copy Text"));
  g_settings_set_boolean (rig->settings, "hide-notification-titles", FALSE);
  gone = finish (6);
  clicked = finish (8);
  g_assert_cmpuint (n_shown (), ==, 4);

  trs_window_open_project (main_window, opened);
  trs_test_wait_until (n_shown () == 3);

  trs_storage_remove_project_async (trs_session_get_storage (rig->session), removed, result_cb, &result);
  trs_test_wait_until (result != NULL);
  g_assert_true (trs_storage_remove_project_finish (trs_session_get_storage (rig->session), result, &error));
  g_assert_no_error (error);
  trs_test_wait_until (n_shown () == 2);

  trs_projects_remove (trs_session_get_projects (rig->session), trs_project_get_id (gone));
  trs_test_wait_until (n_shown () == 1);

  /* What finished on a page that stood open behind another window is seen by whoever comes back to it. */
  g_settings_set_boolean (rig->settings, "hide-notification-titles", TRUE);
  finish (7);
  g_assert_cmpstr (server.summary, ==, "Transcript Ready");
  g_assert_cmpstr (server.body, ==, "A transcript is ready");
  g_assert_nonnull (find_button ("Open"));
  g_assert_null (find_button ("Copy Text"));
  gtk_window_present (GTK_WINDOW (main_window));
  trs_test_wait_until (n_shown () == 1);

  /* A click on the notification does the same as a click in the list, and so does its button. */
  g_action_group_activate_action (G_ACTION_GROUP (application), "open-project",
                                  g_variant_new_string (trs_project_get_id (clicked)));
  trs_test_wait_until (n_shown () == 0);
  trs_real_input_focus (GTK_WIDGET (elsewhere));
  trs_test_wait_until (!gtk_window_is_active (GTK_WINDOW (main_window)));
  finish (4);
  g_assert_null (find_button ("Copy Text"));
  press ("Open");
  trs_test_wait_until (trs_window_get_project (main_window) == trs_session_rig_project (rig, 4));

  trs_display_test_destroy (elsewhere);
  g_application_quit (G_APPLICATION (application));
  return G_SOURCE_REMOVE;
}

static void
test_as_long_as_it_is_news (void)
{
  char *argv[] = { (char *) "transcripts", NULL };
  g_autofree char *entries = trs_session_rig_sample_list ();

  rig = trs_session_rig_new_waiting (TRUE);
  trs_session_rig_list (rig, entries);
  application = trs_application_new (make_session);
  g_idle_add (script_cb, NULL);
  g_assert_cmpint (g_application_run (G_APPLICATION (application), 1, argv), ==, 0);
  g_assert_finalize_object (application);
  trs_session_rig_free (rig);
}

int
main (int   argc,
      char *argv[])
{
  GTestDBus *bus;

  trs_display_test_init (&argc, &argv);
  bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  g_test_dbus_up (bus);
  start_server (g_test_dbus_get_bus_address (bus));

  g_test_add_func ("/notifications/as-long-as-it-is-news", test_as_long_as_it_is_news);
  /* The bus ends with this process, to which the connection belongs. */
  return g_test_run ();
}
