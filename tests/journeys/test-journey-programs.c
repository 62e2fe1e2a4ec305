/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The programs as a desktop starts them: by a bus of their own, on a display of their own. */
#include "config.h"
#include "trs-store-accounts.h"
#include "trs-store-projects.h"
#include "trs-test-bus.h"
#include "trs-test-store.h"
#include "trs-test-utils.h"

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <glib/gstdio.h>

#define OBJECT "/io/github/transcripts_app/Transcripts"
#define LINK "https://www.youtube.com/watch?v=dQw4w9WgXcQ"
#define SETTINGS "[io/github/transcripts_app/Transcripts]\nserver-address='http://127.0.0.1:9'\n"
#define MAIN_WINDOW "Transcripts"
#define BUS "org.freedesktop.DBus"
#define SUBMIT_DIALOG "New Transcription"

/* GTestDBus takes it out of the environment. */
static char *display_name;

typedef struct
{
  char *folder;
  GTestDBus *bus;
  GDBusConnection *connection;
  Display *display;
} Fixture;

static int
ignore_x_error_cb (Display     *display,
                   XErrorEvent *event)
{
  /* A window may be gone before it is asked. */
  return 0;
}

static void
write_file (const char *folder,
            const char *name,
            const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* The service file of the build says where the program will be installed; here it is where it was built. */
static char *
make_services (const char *folder)
{
  g_autofree char *text = NULL;
  g_autoptr (GString) own = NULL;

  g_assert_true (g_file_get_contents (TRS_SERVICE_FILE, &text, NULL, NULL));
  own = g_string_new (text);
  g_assert_cmpuint (g_string_replace (own, TRS_BIN_DIR "/transcripts ", TRS_PROGRAM " ", 0), ==, 1);
  write_file (folder, "services/" TRS_APPLICATION_ID ".service", own->str);
  return g_build_filename (folder, "services", NULL);
}

/* The bus of a test begins without one. A desktop tells its bus in the same way. */
static void
share_display (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = g_dbus_connection_call_sync (
      fixture->connection, BUS, "/org/freedesktop/DBus", BUS, "UpdateActivationEnvironment",
      g_variant_new_parsed ("({'DISPLAY': %s},)", display_name), NULL, G_DBUS_CALL_FLAGS_NONE, -1, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (reply);
  g_setenv ("DISPLAY", display_name, TRUE);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  const char *const names[] = { "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME" };
  g_autofree char *services = NULL;

  /* in what trs_test_init() removes at the end */
  fixture->folder = g_build_filename (g_getenv ("HOME"), "desktop-XXXXXX", NULL);
  g_assert_nonnull (g_mkdtemp (fixture->folder));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (fixture->folder, names[i], NULL);

      g_setenv (names[i], path, TRUE);
    }
  g_setenv ("GSETTINGS_BACKEND", "keyfile", TRUE);
  write_file (fixture->folder, "XDG_CONFIG_HOME/glib-2.0/settings/keyfile", SETTINGS);

  services = make_services (fixture->folder);
  fixture->bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  g_test_dbus_add_service_dir (fixture->bus, services);
  g_test_dbus_up (fixture->bus);
  fixture->connection = trs_test_bus_connect (g_test_dbus_get_bus_address (fixture->bus));
  share_display (fixture);

  fixture->display = XOpenDisplay (display_name);
  g_assert_nonnull (fixture->display);
  XSetErrorHandler (ignore_x_error_cb);
}

/* Returns: the process that has the name of the program, 0 if none has */
static guint32
get_owner (Fixture *fixture)
{
  guint32 process = 0;
  g_autoptr (GVariant) reply =
      g_dbus_connection_call_sync (fixture->connection, BUS, "/", BUS, "GetConnectionUnixProcessID",
                                   g_variant_new ("(s)", TRS_APPLICATION_ID),
                                   G_VARIANT_TYPE ("(u)"), G_DBUS_CALL_FLAGS_NONE, -1, NULL, NULL);

  if (reply != NULL)
    g_variant_get (reply, "(u)", &process);
  return process;
}

static void
call_application (Fixture    *fixture,
                  const char *method,
                  GVariant   *parameters)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply =
      g_dbus_connection_call_sync (fixture->connection, TRS_APPLICATION_ID, OBJECT, "org.freedesktop.Application",
                                   method, parameters, NULL, G_DBUS_CALL_FLAGS_NONE, -1, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (reply);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  call_application (fixture, "ActivateAction", g_variant_new_parsed ("('quit', @av [], @a{sv} {})"));
  trs_test_poll_until (get_owner (fixture) == 0);
  XCloseDisplay (fixture->display);
  g_dbus_connection_close_sync (fixture->connection, NULL, NULL);
  g_object_unref (fixture->connection);
  g_test_dbus_down (fixture->bus);
  g_object_unref (fixture->bus);
  g_setenv ("GSETTINGS_BACKEND", "memory", TRUE);
  g_free (fixture->folder);
}

static char *
read_property (Fixture    *fixture,
               Window      window,
               const char *name)
{
  Atom atom = XInternAtom (fixture->display, name, False);
  Atom type;
  int format;
  unsigned long length, rest;
  unsigned char *value = NULL;
  char *copy;

  if (XGetWindowProperty (fixture->display, window, atom, 0, 1024, False, AnyPropertyType, &type, &format, &length,
                          &rest, &value) != Success)
    return NULL;
  copy = g_strdup ((const char *) value);
  if (value != NULL)
    XFree (value);
  return copy;
}

/* Returns: a window of the program with this title that is shown; 0 if there is none */
static Window
find_window (Fixture    *fixture,
             const char *title)
{
  Window root, parent, found = 0;
  Window *windows = NULL;
  unsigned int n_windows = 0;

  XSync (fixture->display, False);
  XQueryTree (fixture->display, DefaultRootWindow (fixture->display), &root, &parent, &windows, &n_windows);
  for (unsigned int i = 0; i < n_windows && found == 0; i++)
    {
      g_autofree char *name = read_property (fixture, windows[i], "_NET_WM_NAME");
      XWindowAttributes attributes = { 0 };

      if (XGetWindowAttributes (fixture->display, windows[i], &attributes) && attributes.map_state == IsViewable &&
          g_strcmp0 (name, title) == 0)
        found = windows[i];
    }
  if (windows != NULL)
    XFree (windows);
  return found;
}

/* What a shell and a window manager know the program by, whichever file it is. */
static void
assert_known_as_transcripts (Fixture *fixture,
                             Window   window)
{
  g_autofree char *id = read_property (fixture, window, "_GTK_APPLICATION_ID");
  g_autofree char *command = g_strdup_printf ("/proc/%u/cmdline", get_owner (fixture));
  g_autofree char *words = NULL;
  XClassHint hint = { 0 };

  g_assert_cmpstr (id, ==, TRS_APPLICATION_ID);
  g_assert_true (XGetClassHint (fixture->display, window, &hint));
  g_assert_cmpstr (hint.res_name, ==, "transcripts");
  g_assert_cmpstr (hint.res_class, ==, "transcripts");
  XFree (hint.res_name);
  XFree (hint.res_class);
  g_assert_true (g_file_get_contents (command, &words, NULL, NULL));
  g_assert_cmpstr (words, ==, "transcripts");
}

/* Returns: the process of a program that was started by its name, as on a terminal */
static GSubprocess *
start (const char *argument)
{
  g_autoptr (GError) error = NULL;
  GSubprocess *process = g_subprocess_new (G_SUBPROCESS_FLAGS_NONE, &error, TRS_PROGRAM, argument, NULL);

  g_assert_no_error (error);
  return process;
}

static void
hand_over (const char *argument)
{
  g_autoptr (GSubprocess) process = start (argument);
  g_autoptr (GError) error = NULL;

  g_subprocess_wait_check (process, NULL, &error);
  g_assert_no_error (error);
}

static void
test_activation (Fixture       *fixture,
                 gconstpointer  data)
{
  Window window;
  guint32 owner;

  g_assert_cmpuint (get_owner (fixture), ==, 0);
  call_application (fixture, "Activate", g_variant_new_parsed ("(@a{sv} {},)"));
  trs_test_poll_until ((window = find_window (fixture, MAIN_WINDOW)) != 0);
  assert_known_as_transcripts (fixture, window);
  g_assert_cmpuint (find_window (fixture, SUBMIT_DIALOG), ==, 0);

  /* There is one program, whoever is asked. */
  owner = get_owner (fixture);
  hand_over (LINK);
  trs_test_poll_until (find_window (fixture, SUBMIT_DIALOG) != 0);
  g_assert_cmpuint (get_owner (fixture), ==, owner);
}

static void
test_open (Fixture       *fixture,
           gconstpointer  data)
{
  call_application (fixture, "Open", g_variant_new_parsed ("([%s], @a{sv} {})", LINK));
  trs_test_poll_until (find_window (fixture, SUBMIT_DIALOG) != 0);
}

/* Started on a terminal, the window is the process that was started. */
static void
test_terminal (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr (GSubprocess) process = start ("--new-transcription");
  g_autofree char *owner = NULL;

  trs_test_poll_until (find_window (fixture, SUBMIT_DIALOG) != 0);
  owner = g_strdup_printf ("%u", get_owner (fixture));
  g_assert_cmpstr (owner, ==, g_subprocess_get_identifier (process));
}

/* Returns: the number of the second of two accounts */
static gint64
fill_store (Fixture *fixture)
{
  static const char *const addresses[] = { "http://127.0.0.1:9", "http://127.0.0.1:99" };
  g_autofree char *folder = g_build_filename (fixture->folder, "XDG_DATA_HOME/transcripts", NULL);
  g_autofree char *path = g_build_filename (folder, "transcripts.db", NULL);
  g_autoptr (TrsStore) store = trs_store_new (path);
  gint64 account = 0;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (addresses); i++)
    {
      g_autoptr (GPtrArray) projects = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_project_data_free);
      TrsProjectData *project = trs_project_data_new (i == 0 ? "first" : "second");
      g_autoptr (GAsyncResult) opened = NULL;
      g_autoptr (GAsyncResult) saved = NULL;

      trs_store_accounts_open_async (store, addresses[i], 0, NULL, NULL, 1, NULL, trs_test_store_result, &opened);
      trs_test_wait_result (opened);
      account = trs_store_accounts_open_finish (store, opened, NULL);
      g_assert_cmpint (account, >, 0);
      project->title = g_strdup ("Council");
      project->state = TRS_PROJECT_STATE_DONE;
      g_ptr_array_add (projects, project);
      trs_store_projects_save_async (store, account, projects, NULL, trs_test_store_result, &saved);
      trs_test_wait_result (saved);
      g_assert_true (trs_store_projects_save_finish (store, saved, NULL));
    }
  g_assert_true (trs_store_close (store, 10 * G_USEC_PER_SEC));
  return account;
}

static gboolean
is_saved (Fixture    *fixture,
          const char *line)
{
  g_autofree char *path = g_build_filename (fixture->folder, "XDG_CONFIG_HOME/glib-2.0/settings/keyfile", NULL);
  g_autofree char *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL) && strstr (text, line) != NULL;
}

/* What the search of the desktop has found is in the other account: the bus starts the window, which opens it there. */
static void
test_place (Fixture       *fixture,
            gconstpointer  data)
{
  gint64 account = fill_store (fixture);

  /* What is nowhere changes nothing. */
  call_application (fixture, "ActivateAction",
                    g_variant_new_parsed ("('open-place', [<(%x, 'second', int64 1000)>], @a{sv} {})", account + 1));
  trs_test_poll_until (find_window (fixture, MAIN_WINDOW) != 0);
  g_assert_true (is_saved (fixture, "server-address='http://127.0.0.1:9'"));

  call_application (fixture, "ActivateAction",
                    g_variant_new_parsed ("('open-place', [<(%x, 'second', int64 1000)>], @a{sv} {})", account));
  trs_test_poll_until (is_saved (fixture, "server-address='http://127.0.0.1:99'") &&
                       is_saved (fixture, "last-project='second'"));
  g_assert_cmpuint (find_window (fixture, SUBMIT_DIALOG), ==, 0);
}

/* At once, while there is no window. */
static void
test_place_at_start (Fixture       *fixture,
                     gconstpointer  data)
{
  gint64 account = fill_store (fixture);

  call_application (fixture, "ActivateAction",
                    g_variant_new_parsed ("('open-place', [<(%x, 'second', int64 -1)>], @a{sv} {})", account));
  trs_test_poll_until (is_saved (fixture, "server-address='http://127.0.0.1:99'") &&
                       is_saved (fixture, "last-project='second'"));
  trs_test_poll_until (find_window (fixture, MAIN_WINDOW) != 0);
}

static void
test_search (Fixture       *fixture,
             gconstpointer  data)
{
  call_application (fixture, "ActivateAction", g_variant_new_parsed ("('search', [<'council'>], @a{sv} {})"));
  trs_test_poll_until (find_window (fixture, MAIN_WINDOW) != 0);
}

int
main (int   argc,
      char *argv[])
{
  int status;

  trs_test_init (&argc, &argv);
  display_name = g_strdup (g_getenv ("DISPLAY"));
  g_test_add ("/journey/programs/activation", Fixture, NULL, set_up, test_activation, tear_down);
  g_test_add ("/journey/programs/open", Fixture, NULL, set_up, test_open, tear_down);
  g_test_add ("/journey/programs/terminal", Fixture, NULL, set_up, test_terminal, tear_down);
  g_test_add ("/journey/programs/place", Fixture, NULL, set_up, test_place, tear_down);
  g_test_add ("/journey/programs/place-at-start", Fixture, NULL, set_up, test_place_at_start, tear_down);
  g_test_add ("/journey/programs/search", Fixture, NULL, set_up, test_search, tear_down);
  status = g_test_run ();
  g_free (display_name);
  return status;
}
