/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search of the desktop, as a desktop asks: over a bus of its own, which starts the program that answers. */
#include "config.h"
#include "trs-project-data.h"
#include "trs-store-accounts.h"
#include "trs-store-projects.h"
#include "trs-store-texts.h"
#include "trs-test-bus.h"
#include "trs-test-store.h"
#include "trs-test-utils.h"
#include "trs-transcript.h"

#include <glib/gstdio.h>

#define PROVIDER TRS_APPLICATION_ID ".SearchProvider"
#define OBJECT "/io/github/transcripts_app/Transcripts/SearchProvider"
#define INTERFACE "org.gnome.Shell.SearchProvider2"
#define BUS "org.freedesktop.DBus"
#define ON "[io/github/transcripts_app/Transcripts]\ndesktop-search=true\naccount-names={'%" G_GINT64_FORMAT \
           " https://two.example': 'Harbour <b>desk</b>'}\n"
#define SECOND (G_USEC_PER_SEC)

/* What the service writes of the newest project. */
#define BARE "The meeting begins.\n\nThen the lighthouse fell, and nobody had asked who was to pay."
#define FULL "[00:00:01.000] Speaker 1: The meeting begins.\n\n" \
             "[00:01:07.500] Speaker 2: Then the lighthouse fell, and nobody had asked who was to pay."

typedef struct
{
  char *folder;
  char *path; /* of the file */
  GTestDBus *bus;
  GDBusConnection *connection;
  gint64 accounts[2];

  /* of the window that is not there */
  guint registration;
  char *action;
  GVariant *parameter;
  GVariant *platform;
} Fixture;

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

static void
write_settings (Fixture    *fixture,
                const char *text)
{
  write_file (fixture->folder, "XDG_CONFIG_HOME/glib-2.0/settings/keyfile", text);
}

static gint64
open_account (TrsStore   *store,
              const char *address)
{
  g_autoptr (GAsyncResult) opened = NULL;
  g_autoptr (GError) error = NULL;
  gint64 account;

  trs_store_accounts_open_async (store, address, 0, NULL, NULL, 1, NULL, trs_test_store_result, &opened);
  trs_test_wait_result (opened);
  account = trs_store_accounts_open_finish (store, opened, &error);
  g_assert_no_error (error);
  return account;
}

static void
add_project (TrsStore   *store,
             gint64      account,
             const char *id,
             const char *title,
             gint64      seconds)
{
  g_autoptr (GPtrArray) projects = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_project_data_free);
  TrsProjectData *project = trs_project_data_new (id);
  g_autoptr (GAsyncResult) saved = NULL;

  project->title = g_strdup (title);
  project->state = TRS_PROJECT_STATE_DONE;
  project->created_at = project->sort_at = seconds * SECOND;
  g_ptr_array_add (projects, project);
  trs_store_projects_save_async (store, account, projects, NULL, trs_test_store_result, &saved);
  trs_test_wait_result (saved);
  g_assert_true (trs_store_projects_save_finish (store, saved, NULL));
}

static void
add_text (TrsStore   *store,
          gint64      account,
          const char *id)
{
  g_autoptr (GBytes) bare = g_bytes_new_static (BARE, strlen (BARE));
  g_autoptr (GBytes) full = g_bytes_new_static (FULL, strlen (FULL));
  g_autoptr (TrsTranscript) transcript = trs_transcript_align (bare, full, "en", FALSE);
  g_autoptr (GAsyncResult) saved = NULL;

  trs_store_texts_save_async (store, account, id, transcript, "https://one.example", 1, NULL, trs_test_store_result,
                              &saved);
  trs_test_wait_result (saved);
  g_assert_cmpint (trs_store_texts_save_finish (store, saved, NULL), ==, TRS_STORE_TEXT_NEW);
}

static void
fill_store (Fixture *fixture)
{
  g_autofree char *folder = g_path_get_dirname (fixture->path);
  g_autoptr (TrsStore) store = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  store = trs_store_new (fixture->path);
  fixture->accounts[0] = open_account (store, "https://one.example");
  fixture->accounts[1] = open_account (store, "https://two.example");
  add_project (store, fixture->accounts[0], "first", "Harbour board", 1700000000);
  add_project (store, fixture->accounts[1], "second", "The lighthouse, <i>again</i> & again", 1700001000);
  add_project (store, fixture->accounts[0], "third:with:colons", "Council", 1700002000);
  add_text (store, fixture->accounts[0], "third:with:colons");
  trs_test_flush_store (store);
  g_assert_true (trs_store_close (store, 10 * G_USEC_PER_SEC));
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  const char *const names[] = { "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME" };
  g_autofree char *service = g_strdup_printf ("[D-BUS Service]\nName=%s\nExec=%s\n", PROVIDER, TRS_SEARCH_PROVIDER);
  g_autofree char *services = NULL;
  g_autofree char *settings = NULL;

  /* in what trs_test_init() removes at the end */
  fixture->folder = g_build_filename (g_getenv ("HOME"), "search-XXXXXX", NULL);
  g_assert_nonnull (g_mkdtemp (fixture->folder));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (fixture->folder, names[i], NULL);

      g_setenv (names[i], path, TRUE);
    }
  g_setenv ("GSETTINGS_BACKEND", "keyfile", TRUE);
  fixture->path = g_build_filename (fixture->folder, "XDG_DATA_HOME/transcripts/transcripts.db", NULL);
  fill_store (fixture);
  settings = g_strdup_printf (ON, fixture->accounts[1]);
  write_settings (fixture, settings);

  write_file (fixture->folder, "services/" PROVIDER ".service", service);
  services = g_build_filename (fixture->folder, "services", NULL);
  fixture->bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  g_test_dbus_add_service_dir (fixture->bus, services);
  g_test_dbus_up (fixture->bus);
  fixture->connection = trs_test_bus_connect (g_test_dbus_get_bus_address (fixture->bus));
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_dbus_connection_close_sync (fixture->connection, NULL, NULL);
  g_object_unref (fixture->connection);
  g_test_dbus_down (fixture->bus);
  g_object_unref (fixture->bus);
  g_setenv ("GSETTINGS_BACKEND", "memory", TRUE);
  g_clear_pointer (&fixture->parameter, g_variant_unref);
  g_clear_pointer (&fixture->platform, g_variant_unref);
  g_free (fixture->action);
  g_free (fixture->path);
  g_free (fixture->folder);
}

/* Asked without blocking, because the test itself may be asked for the window meanwhile. */
static GVariant *
call (Fixture    *fixture,
      const char *method,
      GVariant   *parameters,
      const char *type)
{
  g_autoptr (GAsyncResult) called = NULL;
  g_autoptr (GError) error = NULL;
  GVariant *answer;

  g_dbus_connection_call (fixture->connection, PROVIDER, OBJECT, INTERFACE, method, parameters,
                          type != NULL ? G_VARIANT_TYPE (type) : NULL, G_DBUS_CALL_FLAGS_NONE, -1, NULL,
                          trs_test_store_result, &called);
  trs_test_wait_result (called);
  answer = g_dbus_connection_call_finish (fixture->connection, called, &error);
  g_assert_no_error (error);
  return answer;
}

static char **
ask (Fixture    *fixture,
     const char *words)
{
  g_auto (GStrv) terms = g_strsplit (words, " ", -1);
  g_autoptr (GVariant) answer = call (fixture, "GetInitialResultSet", g_variant_new ("(^as)", terms), "(as)");
  char **results;

  g_variant_get (answer, "(^as)", &results);
  return results;
}

/* Who types on gets the same. */
static char **
search (Fixture    *fixture,
        const char *words)
{
  g_auto (GStrv) terms = g_strsplit (words, " ", -1);
  g_auto (GStrv) again = NULL;
  g_autoptr (GVariant) answer = NULL;
  char **results = ask (fixture, words);

  answer = call (fixture, "GetSubsearchResultSet", g_variant_new ("(^as^as)", results, terms), "(as)");
  g_variant_get (answer, "(^as)", &again);
  g_assert_true (g_strv_equal ((const char *const *) results, (const char *const *) again));
  return results;
}

static char *
read_meta (Fixture    *fixture,
           const char *result,
           const char *member)
{
  const char *const asked[] = { result, NULL };
  g_autoptr (GVariant) answer = call (fixture, "GetResultMetas", g_variant_new ("(^as)", asked), "(aa{sv})");
  g_autoptr (GVariant) metas = g_variant_get_child_value (answer, 0);
  g_autoptr (GVariant) meta = NULL;
  const char *id = NULL;
  char *value = NULL;

  if (g_variant_n_children (metas) == 0)
    return NULL;
  meta = g_variant_get_child_value (metas, 0);
  g_assert_true (g_variant_lookup (meta, "id", "&s", &id));
  g_assert_cmpstr (id, ==, result);
  g_assert_true (g_variant_lookup (meta, member, "s", &value));
  return value;
}

static void
assert_meta (Fixture    *fixture,
             const char *result,
             const char *member,
             const char *expected)
{
  g_autofree char *value = read_meta (fixture, result, member);

  g_assert_cmpstr (value, ==, expected);
}

/* Returns: the process of the provider, 0 if there is none */
static guint32
get_owner (Fixture *fixture)
{
  guint32 process = 0;
  g_autoptr (GVariant) reply =
      g_dbus_connection_call_sync (fixture->connection, BUS, "/", BUS, "GetConnectionUnixProcessID",
                                   g_variant_new ("(s)", PROVIDER), G_VARIANT_TYPE ("(u)"), G_DBUS_CALL_FLAGS_NONE, -1,
                                   NULL, NULL);

  if (reply != NULL)
    g_variant_get (reply, "(u)", &process);
  return process;
}

static gboolean
has_opened (Fixture *fixture)
{
  g_autofree char *folder = g_strdup_printf ("/proc/%u/fd", get_owner (fixture));
  g_autoptr (GDir) files = g_dir_open (folder, 0, NULL);
  const char *name;
  gboolean found = FALSE;

  g_assert_nonnull (files);
  while ((name = g_dir_read_name (files)) != NULL)
    {
      g_autofree char *link = g_build_filename (folder, name, NULL);
      g_autofree char *path = g_file_read_link (link, NULL);

      found |= path != NULL && g_str_has_prefix (path, fixture->path);
    }
  return found;
}

static void
test_finds (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *in_text = g_strdup_printf ("%" G_GINT64_FORMAT ":67500:third:with:colons", fixture->accounts[0]);
  g_autofree char *in_title = g_strdup_printf ("%" G_GINT64_FORMAT ":-1:second", fixture->accounts[1]);
  const char *const expected[] = { in_text, in_title, NULL };
  g_auto (GStrv) both = search (fixture, "Lighthouse");
  g_auto (GStrv) one = search (fixture, "lighthouse fell");
  g_auto (GStrv) none = search (fixture, "lighthouse keeper");
  g_auto (GStrv) nothing = search (fixture, "");
  g_autofree char *description = NULL;

  /* the newest first, whose ever it is */
  g_assert_true (g_strv_equal ((const char *const *) both, expected));
  g_assert_cmpuint (g_strv_length (one), ==, 1);
  g_assert_cmpstr (one[0], ==, in_text);
  g_assert_cmpuint (g_strv_length (none), ==, 0);
  g_assert_cmpuint (g_strv_length (nothing), ==, 0);

  /* What is not of the last search is read again. */
  assert_meta (fixture, in_title, "name", "The lighthouse, <i>again</i> & again");
  g_strfreev (search (fixture, "lighthouse"));
  assert_meta (fixture, in_text, "name", "Council");
  assert_meta (fixture, in_text, "description",
               "https://one.example · 00:01:07 · Then the lighthouse fell, and nobody had asked who was to pay.");
  description = read_meta (fixture, in_title, "description");
  g_assert_true (g_str_has_prefix (description, "Harbour <b>desk</b> · "));
}

static void
test_off (Fixture       *fixture,
          gconstpointer  data)
{
  g_autofree char *id = g_strdup_printf ("%" G_GINT64_FORMAT ":-1:second", fixture->accounts[1]);
  g_auto (GStrv) off = NULL;
  g_auto (GStrv) on = NULL;
  g_autofree char *settings = g_strdup_printf (ON, fixture->accounts[1]);

  write_settings (fixture, "");
  off = search (fixture, "lighthouse");
  g_assert_cmpuint (g_strv_length (off), ==, 0);
  assert_meta (fixture, id, "name", NULL);
  g_assert_false (has_opened (fixture));

  /* The switch is followed while the program runs. */
  write_settings (fixture, settings);
  do
    {
      g_clear_pointer (&on, g_strfreev);
      on = ask (fixture, "lighthouse");
    }
  while (g_strv_length (on) == 0);
  g_assert_true (has_opened (fixture));

  /* What was found is told no more, either. */
  assert_meta (fixture, on[1], "name", "The lighthouse, <i>again</i> & again");
  write_settings (fixture, "");
  do
    {
      g_clear_pointer (&on, g_strfreev);
      on = ask (fixture, "lighthouse");
    }
  while (g_strv_length (on) > 0);
  assert_meta (fixture, id, "name", NULL);
  /* The thread of the store closes the file when it has answered. */
  trs_test_poll_until (!has_opened (fixture));
}

/* No result may lead anywhere, whoever asks. */
static void
test_hostile (Fixture       *fixture,
              gconstpointer  data)
{
  const char *const hostile[] = { "", ":", "::", "1:1", "1:1:", "x:1:second", "1:x:second", "0:1:second", "-1:1:second",
                                  "1:-2:second", "99999999999999999999:1:second", "7777:-1:second",
                                  "1:-1:' OR 1=1 --" };

  for (guint i = 0; i < G_N_ELEMENTS (hostile); i++)
    assert_meta (fixture, hostile[i], "name", NULL);
  g_strfreev (search (fixture, "\" OR NEAR( * ^ title: -"));
  g_assert_cmpuint (get_owner (fixture), !=, 0);
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return g_strcmp0 (*(char *const *) a, *(char *const *) b);
}

static char *
list_folder (Fixture *fixture)
{
  g_autofree char *folder = g_path_get_dirname (fixture->path);
  g_autoptr (GDir) files = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (files != NULL && (name = g_dir_read_name (files)) != NULL)
    if (!g_str_has_suffix (name, "-wal") && !g_str_has_suffix (name, "-shm"))
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  g_ptr_array_add (names, NULL);
  return g_strjoinv (" ", (char **) names->pdata);
}

static void
test_nothing_is_changed (Fixture       *fixture,
                         gconstpointer  data)
{
  g_autofree char *before = NULL, *bytes = NULL, *after = NULL;
  gsize length = 0, length_after = 0;
  g_auto (GStrv) found = NULL;
  g_autofree char *still = NULL;

  before = list_folder (fixture);
  g_assert_true (g_file_get_contents (fixture->path, &bytes, &length, NULL));
  found = search (fixture, "lighthouse");
  g_assert_cmpuint (g_strv_length (found), ==, 2);
  g_assert_true (g_file_get_contents (fixture->path, &after, &length_after, NULL));
  g_assert_cmpmem (bytes, length, after, length_after);
  still = list_folder (fixture);
  g_assert_cmpstr (still, ==, before);
}

/* What is damaged is left to the window, as it is. */
static void
test_broken_file (Fixture       *fixture,
                  gconstpointer  data)
{
  static const char garbage[] = "This is no database, and never was one. It is long enough to be read as a header, "
                                "which says that the pages are of a size that no page has.";
  g_autofree char *text = NULL;
  g_autofree char *names = NULL;
  g_auto (GStrv) found = NULL;

  g_assert_true (g_file_set_contents (fixture->path, garbage, -1, NULL));
  found = search (fixture, "lighthouse");
  g_assert_cmpuint (g_strv_length (found), ==, 0);
  g_assert_true (g_file_get_contents (fixture->path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, garbage);
  names = list_folder (fixture);
  g_assert_null (strstr (names, "damaged"));
  g_assert_null (strstr (names, "part"));
}

static void
test_no_file (Fixture       *fixture,
              gconstpointer  data)
{
  g_auto (GStrv) found = NULL;

  g_assert_cmpint (g_remove (fixture->path), ==, 0);
  found = search (fixture, "lighthouse");
  g_assert_cmpuint (g_strv_length (found), ==, 0);
  g_assert_false (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
}

static void
application_call_cb (GDBusConnection       *connection,
                     const char            *sender,
                     const char            *object_path,
                     const char            *interface,
                     const char            *method,
                     GVariant              *parameters,
                     GDBusMethodInvocation *invocation,
                     gpointer               user_data)
{
  Fixture *fixture = user_data;
  g_autoptr (GVariant) list = NULL;

  g_assert_cmpstr (method, ==, "ActivateAction");
  g_free (fixture->action);
  g_clear_pointer (&fixture->parameter, g_variant_unref);
  g_clear_pointer (&fixture->platform, g_variant_unref);
  g_variant_get (parameters, "(s@av@a{sv})", &fixture->action, &list, &fixture->platform);
  g_assert_cmpuint (g_variant_n_children (list), ==, 1);
  g_variant_get_child (list, 0, "v", &fixture->parameter);
  g_dbus_method_invocation_return_value (invocation, NULL);
}

/* The test stands for the window. */
static void
own_application (Fixture *fixture)
{
  static const GDBusInterfaceVTable vtable = { .method_call = application_call_cb };
  g_autoptr (GDBusNodeInfo) node = g_dbus_node_info_new_for_xml (
      "<node><interface name='org.freedesktop.Application'><method name='ActivateAction'>"
      "<arg type='s' direction='in'/><arg type='av' direction='in'/><arg type='a{sv}' direction='in'/>"
      "</method></interface></node>", NULL);
  g_autoptr (GError) error = NULL;

  fixture->registration =
      g_dbus_connection_register_object (fixture->connection, "/io/github/transcripts_app/Transcripts",
                                         node->interfaces[0], &vtable, fixture, NULL, &error);
  g_assert_no_error (error);
  trs_test_bus_own (fixture->connection, TRS_APPLICATION_ID);
}

static void
assert_activated (Fixture    *fixture,
                  const char *action,
                  const char *parameter,
                  const char *startup)
{
  g_autofree char *text = g_variant_print (fixture->parameter, FALSE);
  const char *id = NULL;

  g_assert_cmpstr (fixture->action, ==, action);
  g_assert_cmpstr (text, ==, parameter);
  g_assert_true (g_variant_lookup (fixture->platform, "desktop-startup-id", "&s", &id));
  g_assert_cmpstr (id, ==, startup);
}

static void
test_activates (Fixture       *fixture,
                gconstpointer  data)
{
  const char *const terms[] = { "the", "lighthouse", NULL };
  g_auto (GStrv) found = NULL;
  g_autofree char *place = g_strdup_printf ("(%" G_GINT64_FORMAT ", 'third:with:colons', 67500)", fixture->accounts[0]);

  own_application (fixture);
  found = search (fixture, "lighthouse");
  g_variant_unref (call (fixture, "ActivateResult", g_variant_new ("(s^asu)", found[0], terms, 4711), NULL));
  assert_activated (fixture, "open-place", place, "_TIME4711");
  g_variant_unref (call (fixture, "LaunchSearch", g_variant_new ("(^asu)", terms, 4712), NULL));
  assert_activated (fixture, "search", "'the lighthouse'", "_TIME4712");

  /* What is no result opens nothing. */
  g_clear_pointer (&fixture->action, g_free);
  g_variant_unref (call (fixture, "ActivateResult", g_variant_new ("(s^asu)", "nothing", terms, 4713), NULL));
  g_assert_null (fixture->action);
}

/* It ends by itself, and is there again for the next question. */
static void
test_ends (Fixture       *fixture,
           gconstpointer  data)
{
  guint32 first;
  g_auto (GStrv) found = NULL;

  g_strfreev (search (fixture, "lighthouse"));
  first = get_owner (fixture);
  g_assert_cmpuint (first, !=, 0);
  trs_test_poll_until (get_owner (fixture) == 0);
  found = search (fixture, "lighthouse");
  g_assert_cmpuint (g_strv_length (found), ==, 2);
  g_assert_cmpuint (get_owner (fixture), !=, first);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add ("/desktop-search/finds", Fixture, NULL, set_up, test_finds, tear_down);
  g_test_add ("/desktop-search/off", Fixture, NULL, set_up, test_off, tear_down);
  g_test_add ("/desktop-search/hostile", Fixture, NULL, set_up, test_hostile, tear_down);
  g_test_add ("/desktop-search/nothing-is-changed", Fixture, NULL, set_up, test_nothing_is_changed, tear_down);
  g_test_add ("/desktop-search/broken-file", Fixture, NULL, set_up, test_broken_file, tear_down);
  g_test_add ("/desktop-search/no-file", Fixture, NULL, set_up, test_no_file, tear_down);
  g_test_add ("/desktop-search/activates", Fixture, NULL, set_up, test_activates, tear_down);
  g_test_add ("/desktop-search/ends", Fixture, NULL, set_up, test_ends, tear_down);
  return g_test_run ();
}
