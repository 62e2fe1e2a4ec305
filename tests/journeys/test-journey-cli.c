/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program on a terminal, as it is built, against the real service. What is called the window here is the same
 * session in this process, on the same file. */
#include "journey.h"
#include "trs-secret-keyring.h"
#include "trs-store-projects.h"
#include "trs-test-store.h"

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/stat.h>

#define SETTINGS "config/glib-2.0/settings/keyfile"

/* What is submitted is done before it is asked about for the first time; the second time would be seconds later. */
#define AT_ONCE "--speed", "1000000"

static const char * const at_once[] = { AT_ONCE, NULL };

typedef struct
{
  char *home;
  char *server;
  char *key;
  const char *out; /* where standard output goes; NULL for what is read here */
} Shell;

typedef struct
{
  GSubprocess *process;
  GAsyncResult *result;
  char *out;
  char *err;
  int status;
} Run;

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) directory = g_file_test (path, G_FILE_TEST_IS_SYMLINK) ? NULL : g_dir_open (path, 0, NULL);
  const char *name;

  while (directory != NULL && (name = g_dir_read_name (directory)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_tree (child);
    }
  g_remove (path);
}

/* @folder: (nullable): where the window has its file */
static Shell *
shell_new (const char *server,
           const char *key,
           const char *folder)
{
  Shell *self = g_new0 (Shell, 1);
  g_autofree char *data = NULL;
  g_autofree char *own = NULL;

  self->home = g_dir_make_tmp ("trs-cli-XXXXXX", NULL);
  self->server = g_strdup (server);
  self->key = g_strdup (key);
  data = g_build_filename (self->home, "data", NULL);
  own = g_build_filename (data, "transcripts", NULL);
  g_mkdir (data, 0700);
  if (folder != NULL)
    g_assert_cmpint (symlink (folder, own), ==, 0);
  return self;
}

static void
shell_free (Shell *self)
{
  remove_tree (self->home);
  g_free (self->home);
  g_free (self->server);
  g_free (self->key);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Shell, shell_free)

static char *
in_home (Shell      *self,
         const char *name)
{
  return g_build_filename (self->home, name, NULL);
}

static void
run_free (Run *run)
{
  g_object_unref (run->process);
  g_clear_object (&run->result);
  g_free (run->out);
  g_free (run->err);
  g_free (run);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Run, run_free)

static void
set_up_environment (Shell               *self,
                    GSubprocessLauncher *launcher)
{
  g_autofree char *data = in_home (self, "data");
  g_autofree char *config = in_home (self, "config");
  g_autofree char *keys = in_home (self, "keys.keyring");

  g_subprocess_launcher_setenv (launcher, "HOME", self->home, TRUE);
  g_subprocess_launcher_setenv (launcher, "XDG_DATA_HOME", data, TRUE);
  g_subprocess_launcher_setenv (launcher, "XDG_CONFIG_HOME", config, TRUE);
  g_subprocess_launcher_setenv (launcher, "GSETTINGS_BACKEND", "keyfile", TRUE);
  g_subprocess_launcher_setenv (launcher, "DBUS_SESSION_BUS_ADDRESS", "disabled:", TRUE);
  g_subprocess_launcher_setenv (launcher, "SECRET_BACKEND", "file", TRUE);
  g_subprocess_launcher_setenv (launcher, "SECRET_FILE_TEST_PATH", keys, TRUE);
  g_subprocess_launcher_setenv (launcher, "SECRET_FILE_TEST_PASSWORD", "master", TRUE);
  /* Whoever opened a display would fail here. */
  g_subprocess_launcher_unsetenv (launcher, "DISPLAY");
  g_subprocess_launcher_unsetenv (launcher, "WAYLAND_DISPLAY");
  g_subprocess_launcher_set_cwd (launcher, self->home);
}

/* @line: a command with blanks between its words; with a server of the shell, its key goes to standard input */
static Run *
begin (Shell      *self,
       const char *line)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (
      G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE |
      (self->out == NULL ? G_SUBPROCESS_FLAGS_STDOUT_PIPE : G_SUBPROCESS_FLAGS_NONE));
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  g_auto (GStrv) args = NULL;
  g_autoptr (GError) error = NULL;
  Run *run = g_new0 (Run, 1);

  set_up_environment (self, launcher);
  if (self->out != NULL)
    g_subprocess_launcher_set_stdout_file_path (launcher, self->out);
  g_strv_builder_add (builder, TRS_PROGRAM);
  g_strv_builder_addv (builder, (const char **) words);
  if (self->key != NULL)
    g_strv_builder_add_many (builder, "--server", self->server, "--key-stdin", NULL);
  args = g_strv_builder_end (builder);
  run->process = g_subprocess_launcher_spawnv (launcher, (const char * const *) args, &error);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8_async (run->process, self->key, NULL, trs_test_store_result, &run->result);
  return run;
}

static void
finish (Run *run)
{
  g_autoptr (GError) error = NULL;

  trs_test_wait_result (run->result);
  g_subprocess_communicate_utf8_finish (run->process, run->result, &run->out, &run->err, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_if_exited (run->process));
  run->status = g_subprocess_get_exit_status (run->process);
  g_test_message ("%d\n%s%s", run->status, run->out != NULL ? run->out : "", run->err);
}

/* Returns: (transfer full): what a command printed, after it ended with @status */
static Run *
call (Shell      *self,
      int         status,
      const char *line)
{
  Run *run = begin (self, line);

  finish (run);
  g_assert_cmpint (run->status, ==, status);
  return run;
}

/* Searching is for every account by its name, because it takes no key. */
static Run *
call_without_key (Shell      *self,
                  int         status,
                  const char *command)
{
  g_autofree char *key = g_steal_pointer (&self->key);
  g_autofree char *line = g_strdup_printf ("%s --account %s", command, self->server);
  Run *run = call (self, status, line);

  self->key = g_steal_pointer (&key);
  return run;
}

/* Returns: (transfer full): what a command printed as JSON lines, by type: { "video": [ … ], "summary": [ … ] } */
static JsonNode *
read_lines (Run *run)
{
  g_auto (GStrv) lines = g_strsplit (run->out, "\n", -1);
  JsonObject *types = json_object_new ();
  guint n = g_strv_length (lines);

  g_assert_cmpuint (n, >, 1);
  g_assert_cmpstr (lines[n - 1], ==, "");
  for (guint i = 0; i + 1 < n; i++)
    {
      g_autoptr (JsonNode) line = json_from_string (lines[i], NULL);
      const char *type;

      g_assert_nonnull (line);
      type = json_object_get_string_member (json_node_get_object (line), "type");
      g_assert_true (g_str_equal (type, "summary") == (i + 2 == n));
      if (!json_object_has_member (types, type))
        json_object_set_array_member (types, type, json_array_new ());
      json_array_add_element (json_object_get_array_member (types, type), g_steal_pointer (&line));
    }
  return json_node_init_object (json_node_alloc (), types);
}

static void
assert_found (JsonNode   *root,
              const char *path,
              const char *wanted)
{
  g_autoptr (JsonNode) found = NULL;
  g_autofree char *text = NULL;

  g_assert_nonnull (root);
  found = json_path_query (path, root, NULL);
  text = json_to_string (found, FALSE);
  g_assert_cmpstr (text, ==, wanted);
}

static void
assert_json (Run        *run,
             const char *path,
             const char *wanted)
{
  g_autoptr (JsonNode) root = read_lines (run);

  assert_found (root, path, wanted);
}

/* The transcript itself, as the format JSON has it. */
static void
assert_document (Run        *run,
                 const char *path,
                 const char *wanted)
{
  g_autoptr (JsonNode) root = json_from_string (run->out, NULL);

  assert_found (root, path, wanted);
}

/* From a link to words in a file, by a script. */
static void
test_work (void)
{
  g_autoptr (TrsServiceProcess) service = trs_service_process_new (at_once);
  g_autoptr (Shell) shell = shell_new (trs_service_process_get_address (service), trs_service_process_get_key (service),
                                       NULL);
  g_autoptr (Run) waited = call (shell, 0, "submit harbour-clip --wait --timecodes --speakers");
  g_autoptr (Run) again = call (shell, 7, "submit https://www.youtube.com/watch?v=harbour-clip");
  g_autoptr (Run) paid = call (shell, 0, "submit harbour-clip harbour-clip --again --json");
  g_autoptr (Run) listed = call (shell, 0, "list --json");
  g_autoptr (Run) one = call (shell, 0, "list --limit 1");
  g_autoptr (Run) found = call_without_key (shell, 0, "search the pigeons");
  g_autoptr (Run) nothing = call_without_key (shell, 5, "search zebra");
  g_autoptr (Run) json = call_without_key (shell, 0, "search pigeons --json");
  g_autoptr (Run) shown = call_without_key (shell, 0, "show harbour-clip --offline");
  G_GNUC_UNUSED g_autoptr (Run) saved = call_without_key (shell, 0, "export harbour-clip -o texts/");
  g_autoptr (Run) beside = call_without_key (shell, 0, "export harbour-clip -o texts --json");
  g_autoptr (Run) own = call_without_key (shell, 0, "show harbour-clip --offline --format json --notes");
  g_autoptr (Run) none = call_without_key (shell, 0, "show harbour-clip --offline --format json --notes --no-notes "
                                                     "--no-highlights");
  g_autofree char *path = in_home (shell, "texts/Harbour walk the crane at dusk.txt");
  g_autofree char *other = in_home (shell, "texts/Harbour walk the crane at dusk (2).txt");
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = g_strsplit (one->out, "\n", -1);

  g_assert_true (g_str_has_prefix (waited->out, "[00:00:01.200] Speaker 1: This is the old crane on the north quay."));
  /* Standard error is no terminal here: each change has a line of its own, without anything that rewrites. */
  g_assert_nonnull (strstr (waited->err, "1 of 1 · "));
  g_assert_null (strchr (waited->err, '\r'));
  g_assert_null (strchr (waited->err, '\033'));
  assert_document (own, "$.included", "[{\"marks\":true,\"notes\":true}]");
  assert_document (none, "$.included", "[{\"marks\":false,\"notes\":false}]");
  g_assert_cmpstr (again->out, ==, "");
  g_assert_nonnull (strstr (again->err, "--again"));
  /* Typed twice, paid once. */
  assert_json (paid, "$.submission[*].outcome", "[\"accepted\"]");
  assert_json (listed, "$.video[*].video_id", "[\"harbour-clip\",\"harbour-clip\"]");
  assert_json (listed, "$.summary[0].fresh", "[true]");
  g_assert_cmpuint (g_strv_length (lines), ==, 2);
  g_assert_nonnull (strstr (found->out, "\tHarbour walk: the crane at dusk\t00:00:07\tSpeaker 1\t"
                                       "They will take it down on Monday"));
  g_assert_cmpstr (nothing->out, ==, "");
  assert_json (json, "$.hit[0].milliseconds", "[7529]");
  assert_json (json, "$.hit[0].found_in", "[\"transcript\"]");
  g_file_get_contents (path, &text, NULL, NULL);
  g_assert_cmpstr (text, ==, shown->out);
  g_assert_true (g_file_test (other, G_FILE_TEST_EXISTS));
  assert_json (beside, "$.transcript[0].error", "[null]");
}

/* A script tells the causes apart by the exit status. */
static void
test_causes (void)
{
  static const char * const users[] = { "--user", "rich-key:1000", "--user", "poor-key:1", AT_ONCE, NULL };
  g_autoptr (TrsServiceProcess) service = trs_service_process_new (users);
  const char *server = trs_service_process_get_address (service);
  g_autoptr (Shell) bare = shell_new (server, NULL, NULL);
  g_autoptr (Shell) wrong = shell_new (server, "wrong-key", NULL);
  g_autoptr (Shell) poor = shell_new (server, "poor-key", NULL);
  g_autoptr (Shell) rich = shell_new (server, "rich-key", NULL);
  g_autoptr (Run) no_account = call (bare, 3, "list");
  G_GNUC_UNUSED g_autoptr (Run) no_command = call (bare, 2, "list --frobnicate");
  /* The argument is understood, and the account is missing. */
  G_GNUC_UNUSED g_autoptr (Run) with_dash = call (bare, 3, "show -- -with-a-dash");
  G_GNUC_UNUSED g_autoptr (Run) none = call (bare, 2, "list --limit 0");
  G_GNUC_UNUSED g_autoptr (Run) half = call (bare, 2, "list --server http://127.0.0.1:1");
  g_autoptr (Run) no_format = call (rich, 2, "submit harbour-clip --wait --format papyrus");
  G_GNUC_UNUSED g_autoptr (Run) no_link = call (rich, 2, "submit harbour-clip not/a/video");
  g_autoptr (Run) word = call (rich, 2, "submit harbour-clip transcripts");
  G_GNUC_UNUSED g_autoptr (Run) refused = call (wrong, 3, "list");
  g_autoptr (Run) no_credit = call (poor, 6, "submit council-12-march --json");
  G_GNUC_UNUSED g_autoptr (Run) private_video = call (rich, 5, "submit private-hearing");
  G_GNUC_UNUSED g_autoptr (Run) not_here = call (rich, 5, "show no-such-video");
  G_GNUC_UNUSED g_autoptr (Run) failed = call (rich, 9, "submit press-briefing-broken --wait");
  G_GNUC_UNUSED g_autoptr (Run) failed_before = call (rich, 9, "show press-briefing-broken");
  g_autoptr (Run) unknown = NULL;
  g_autoptr (Run) found_out = NULL;
  g_autoptr (Run) down = NULL;
  g_autoptr (Run) kept = NULL;

  g_assert_nonnull (strstr (no_account->err, "There is no account yet"));
  g_assert_nonnull (strstr (no_format->err, "papyrus"));
  g_assert_nonnull (strstr (word->err, "“transcripts” could be a word"));
  g_assert_nonnull (strstr (word->err, "v=transcripts"));
  /* Nothing was sent of what was only half understood. */
  g_assert_null (strstr (trs_service_process_get_log (service), "harbour-clip"));
  assert_json (no_credit, "$.submission[0].error.exit_status", "[6]");

  trs_service_process_set_faults (service,
                                  "{ \"rules\": [ { \"match\": { \"method\": \"POST\" }, \"process\": true, "
                                  "\"cut\": 0 } ] }");
  unknown = call (rich, 8, "submit harbour-clip");
  trs_service_process_set_faults (service, NULL);
  /* It is looked for by whatever comes next, and not sent again. */
  found_out = call (rich, 0, "list");
  g_assert_nonnull (strstr (found_out->out, "Harbour walk"));

  trs_service_process_kill (service);
  down = call (rich, 4, "submit drone-footage");
  kept = call_without_key (rich, 3, "list --json");
  assert_json (kept, "$.summary[0].fresh", "[false]");
  g_assert_nonnull (strstr (kept->out, "harbour-clip"));
}

/* What is done here leaves the account of the window as it is, and no key anywhere. */
static void
test_settings (void)
{
  g_autoptr (TrsServiceProcess) service = trs_service_process_new (NULL);
  g_autoptr (Shell) shell = shell_new (trs_service_process_get_address (service), trs_service_process_get_key (service),
                                       NULL);
  const char *before = "[io/github/transcripts_app/Transcripts]\nserver-address='https://window.example'\n";
  g_autofree char *path = in_home (shell, SETTINGS);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *keys = in_home (shell, "keys.keyring");
  g_autofree char *after = NULL;
  g_autoptr (Run) submitted = NULL;
  g_autoptr (Run) accounts = NULL;

  g_mkdir_with_parents (folder, 0700);
  g_file_set_contents (path, before, -1, NULL);
  submitted = call (shell, 0, "submit drone-footage");
  g_clear_pointer (&shell->key, g_free);
  accounts = call (shell, 0, "accounts --json");

  g_file_get_contents (path, &after, NULL, NULL);
  g_assert_cmpstr (after, ==, before);
  g_assert_false (g_file_test (keys, G_FILE_TEST_EXISTS));
  assert_json (accounts, "$.account[*].current", "[true,false]");
  assert_json (accounts, "$.account[0].server", "[\"https://window.example\"]");
}

/* Returns: (transfer full): what a terminal gets of a command */
static char *
call_on_terminal (Shell      *self,
                  const char *command)
{
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  g_autofree char *line = g_strdup_printf (TRS_PROGRAM " %s --account %s", command, self->server);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  char *out = NULL;

  set_up_environment (self, launcher);
  g_subprocess_launcher_setenv (launcher, "TERM", "xterm", TRUE);
  process = g_subprocess_launcher_spawn (launcher, &error, "script", "-q", "-e", "-c", line, "/dev/null", NULL);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8_async (process, "", NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_subprocess_communicate_utf8_finish (process, result, &out, NULL, &error);
  g_assert_no_error (error);
  return out;
}

/* Returns: (transfer full): the text without what the program writes itself: colours, and links to pages */
static char *
strip_sequences (const char *text)
{
  g_autoptr (GRegex) own = g_regex_new ("\033\\[(0|1|2|3[123]|1;31)m|\033\\]8;;(https?://[!-~]*)?\033\\\\", 0, 0,
                                        NULL);

  return g_regex_replace_literal (own, text, -1, 0, "", 0, NULL);
}

/* A title and a text that try to command the terminal: it gets none of that, and a program every byte. */
static void
test_terminal (void)
{
  static const char hostile[] = "{ \"title\": \"Evil \\u001b]0;owned\\u0007 \\u009b31m\", \"length\": 20, "
                                "\"paragraphs\": [ { \"start\": 1, \"speaker\": 1, "
                                "\"text\": \"Hello \\u001b[2J\\u009bH world\" } ] }";
  g_autofree char *folder = g_dir_make_tmp ("trs-catalogue-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "evil.json", NULL);
  const char *args[] = { "--catalogue", folder, AT_ONCE, NULL };
  g_autoptr (TrsServiceProcess) service = NULL;
  g_autoptr (Shell) shell = NULL;
  g_autoptr (Run) submitted = NULL;
  const char *commands[] = { "list --offline", "show evil --offline", "search world", "search world --json",
                             "show evil --offline --json" };

  g_file_set_contents (path, hostile, -1, NULL);
  service = trs_service_process_new (args);
  shell = shell_new (trs_service_process_get_address (service), trs_service_process_get_key (service), NULL);
  submitted = call (shell, 0, "submit v=evil --wait");
  g_assert_cmpstr (submitted->out, ==, "Hello \033[2J\xc2\x9bH world\n");

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autofree char *raw = call_on_terminal (shell, commands[i]);
      g_autofree char *out = strip_sequences (raw);

      g_test_message ("%s", commands[i]);
      g_assert_true (strstr (out, "world") != NULL || strstr (out, "Evil") != NULL);
      for (const char *p = out; *p != '\0'; p = g_utf8_next_char (p))
        g_assert_true (!g_unichar_iscntrl (g_utf8_get_char (p)) || *p == '\n' || *p == '\r');
    }
  remove_tree (folder);
}

/* Two users of one server: a command with the key of the second leaves the first one that of the window. */
static void
test_two_users (void)
{
  static const char * const users[] = { "--user", "first-key:1000", "--user", "second-key:1000", NULL };
  g_autoptr (TrsServiceProcess) service = trs_service_process_new (users);
  const char *server = trs_service_process_get_address (service);
  g_autoptr (Shell) first = shell_new (server, "first-key", NULL);
  g_autoptr (Shell) second = shell_new (server, "second-key", NULL);
  G_GNUC_UNUSED g_autoptr (Run) ours = call (first, 0, "submit drone-footage");
  g_autoptr (Run) theirs = NULL;
  g_autoptr (Run) accounts = NULL;
  g_autoptr (Run) by_number = NULL;

  remove_tree (second->home);
  g_free (second->home);
  second->home = g_strdup (first->home);
  theirs = call (second, 0, "submit harbour-clip");
  g_clear_pointer (&first->key, g_free);
  g_clear_pointer (&second->key, g_free);
  accounts = call (first, 0, "accounts --json");
  assert_json (accounts, "$.account[*].number", "[1,2]");
  by_number = call (first, 0, "list --offline --json --account 2");
  assert_json (by_number, "$.video[*].video_id", "[\"harbour-clip\"]");
  g_clear_pointer (&accounts, run_free);
  accounts = call (first, 0, "accounts --json");
  assert_json (accounts, "$.account[*].number", "[1,2]");
  /* The server stands for both. */
  g_clear_pointer (&by_number, run_free);
  by_number = call_without_key (first, 3, "list --offline");
}

/* Makes its only account that of the sample service. */
static void
become_sample (Shell *self)
{
  g_autofree char *database = in_home (self, "data/transcripts/transcripts.db");
  g_autofree char *settings = in_home (self, SETTINGS);
  g_autofree char *folder = g_path_get_dirname (settings);
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (database, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, "UPDATE account SET address = 'sample'", NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
  g_mkdir_with_parents (folder, 0700);
  g_file_set_contents (settings, "[io/github/transcripts_app/Transcripts]\nsample-service=true\n", -1, NULL);
  g_clear_pointer (&self->key, g_free);
}

/* Its videos have no page anywhere that an export could name. */
static void
test_sample (void)
{
  g_autoptr (TrsServiceProcess) service = trs_service_process_new (at_once);
  g_autoptr (Shell) shell = shell_new (trs_service_process_get_address (service), trs_service_process_get_key (service),
                                       NULL);
  g_autoptr (Run) own = call (shell, 0, "submit harbour-clip --wait --format json");
  g_autoptr (Run) sample = NULL;

  become_sample (shell);
  sample = call (shell, 0, "show harbour-clip --offline --format json");
  g_assert_nonnull (strstr (own->out, "youtube.com"));
  g_assert_null (strstr (sample->out, "youtube.com"));
}

/* With the key of the keyring, which the window has put there. */
static void
test_keyring (void)
{
  g_autoptr (TrsServiceProcess) service = trs_service_process_new (at_once);
  const char *server = trs_service_process_get_address (service);
  g_autoptr (Shell) shell = shell_new (server, NULL, NULL);
  g_autofree char *settings = g_strconcat ("[io/github/transcripts_app/Transcripts]\nserver-address='", server,
                                           "'\nkey-account=int64 1\n", NULL);
  g_autofree char *path = in_home (shell, SETTINGS);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *keys = in_home (shell, "keys.keyring");
  g_autofree char *marker = in_home (shell, "marker");
  g_autoptr (TrsKeyring) keyring = NULL;
  g_autoptr (GAsyncResult) stored = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (Run) submitted = NULL;
  g_autoptr (Run) listed = NULL;

  g_setenv ("SECRET_BACKEND", "file", TRUE);
  g_setenv ("SECRET_FILE_TEST_PATH", keys, TRUE);
  g_setenv ("SECRET_FILE_TEST_PASSWORD", "master", TRUE);
  keyring = trs_secret_keyring_new (marker, keys, 10000);
  trs_keyring_store_async (keyring, server, trs_service_process_get_key (service), 0, NULL, trs_test_store_result,
                           &stored);
  trs_test_wait_result (stored);
  trs_keyring_store_finish (keyring, stored, &error);
  g_assert_no_error (error);
  g_mkdir_with_parents (folder, 0700);
  g_file_set_contents (path, settings, -1, NULL);

  submitted = call (shell, 0, "submit drone-footage --wait");
  listed = call (shell, 0, "list --show done");
  g_assert_cmpstr (submitted->out, ==, "");
  g_assert_nonnull (strstr (listed->out, "\tdone\tDrone footage"));
}

/* Ctrl+C: what was sent is known to the next run. */
static void
test_interrupted (void)
{
  static const char * const slow[] = { "--speed", "1", NULL };
  g_autoptr (TrsServiceProcess) service = trs_service_process_new (slow);
  g_autoptr (Shell) shell = shell_new (trs_service_process_get_address (service), trs_service_process_get_key (service),
                                       NULL);
  g_autoptr (Run) run = begin (shell, "submit assembly-morning --wait --json");
  g_autoptr (Run) listed = NULL;

  while (strstr (trs_service_process_get_log (service), "POST /api/transcribeVideo") == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_subprocess_send_signal (run->process, SIGINT);
  finish (run);
  g_assert_cmpint (run->status, ==, 130);
  assert_json (run, "$.submission[0].outcome", "[\"accepted\"]");

  listed = call_without_key (shell, 3, "list --show in-progress --json");
  assert_json (listed, "$.video[*].video_id", "[\"assembly-morning\"]");
}

static void
ended_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_subprocess_wait_finish (G_SUBPROCESS (source), result, NULL);
  *(gboolean *) user_data = TRUE;
}

/* While it waits for a key that nobody enters, too. */
static void
test_interrupted_without_key (void)
{
  g_autoptr (Shell) shell = shell_new ("http://127.0.0.1:1", NULL, NULL);
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDIN_PIPE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  gboolean ended = FALSE;

  set_up_environment (shell, launcher);
  process = g_subprocess_launcher_spawn (launcher, &error, TRS_PROGRAM, "list", "--server", shell->server,
                                         "--key-stdin", NULL);
  g_assert_no_error (error);
  g_subprocess_wait_async (process, NULL, ended_cb, &ended);
  /* The beginning of a key: as soon as that is read, the rest is waited for. */
  g_output_stream_write_all (g_subprocess_get_stdin_pipe (process), "abc", 3, NULL, NULL, &error);
  g_assert_no_error (error);
  trs_test_poll_until (trs_test_has_read (g_subprocess_get_stdin_pipe (process)));
  g_assert_false (ended);
  g_subprocess_send_signal (process, SIGINT);
  trs_test_wait_until (ended);
}

static guint
count_posts (TrsServiceProcess *service)
{
  g_auto (GStrv) parts = g_strsplit (trs_service_process_get_log (service), "POST /api/transcribeVideo 201", -1);

  return g_strv_length (parts) - 1;
}

/* Two who do not know of each other, at the same moment: one of them pays. */
static void
test_at_once (void)
{
  g_autoptr (TrsServiceProcess) service = trs_service_process_new (at_once);
  g_autoptr (Shell) shell = shell_new (trs_service_process_get_address (service), trs_service_process_get_key (service),
                                       NULL);
  /* By what it shows in the list the user is known, and so that it is one account. */
  G_GNUC_UNUSED g_autoptr (Run) known = call (shell, 0, "submit street-poll-no-labels --wait");
  g_autoptr (Run) listed = NULL;

  for (guint i = 0; i < 3; i++)
    {
      const char *lines[] = { "submit harbour-clip", "submit drone-footage", "submit awkward-title" };
      Run *runs[4];
      guint n_accepted = 0;

      for (guint j = 0; j < G_N_ELEMENTS (runs); j++)
        runs[j] = begin (shell, lines[i]);
      for (guint j = 0; j < G_N_ELEMENTS (runs); j++)
        {
          finish (runs[j]);
          n_accepted += runs[j]->status == 0;
          g_assert_true (runs[j]->status == 0 || runs[j]->status == 7);
          run_free (runs[j]);
        }
      g_assert_cmpuint (n_accepted, ==, 1);
    }
  listed = call (shell, 0, "list --json");
  assert_json (listed, "$.video[*].video_id",
               "[\"awkward-title\",\"drone-footage\",\"harbour-clip\",\"street-poll-no-labels\"]");
  g_assert_cmpuint (count_posts (service), ==, 4);
}

/* The window and a command on one file: each sees what the other does. */
static void
test_beside_a_window (void)
{
  g_autoptr (Journey) journey = journey_new (NULL);
  const char *server = trs_service_process_get_address (journey->service);
  g_autoptr (Shell) shell = shell_new (server, trs_service_process_get_key (journey->service), journey->folder);
  g_autoptr (TrsSubmission) submission = NULL;
  g_autoptr (Run) submitted = NULL;
  g_autoptr (Run) duplicate = NULL;
  g_autoptr (Run) listed = NULL;
  g_autoptr (Run) found = NULL;
  TrsProject *project;

  g_assert_true (journey_connect (journey, NULL, NULL));
  g_assert_cmpuint (journey_n_listed (journey), ==, 0);

  /* Nobody refreshes: the window sees the new video by itself, and follows it to its end. */
  submitted = call (shell, 0, "submit harbour-clip");
  trs_test_wait_until (trs_history_get_n_known (journey->history) == 1);
  project = journey_top (journey);
  g_assert_cmpstr (trs_project_get_data (project)->video_id, ==, "harbour-clip");
  journey_until (journey, trs_project_get_state (project) == TRS_PROJECT_STATE_DONE);
  g_assert_cmpuint (journey->n_ready, ==, 1);

  /* The other way round: video and note, without network. */
  submission = journey_submit (journey, "drone-footage");
  trs_library_set_note (trs_session_get_library (journey->session), project, "from the window");
  trs_library_flush (trs_session_get_library (journey->session));
  trs_test_flush_store (journey->store);
  listed = call_without_key (shell, 0, "list --offline --json");
  assert_json (listed, "$.video[*].video_id", "[\"drone-footage\",\"harbour-clip\"]");
  assert_json (listed, "$.video[1].note", "[\"from the window\"]");
  found = call_without_key (shell, 0, "search from the window");
  duplicate = call (shell, 7, "submit drone-footage");
  g_assert_cmpuint (journey_count (journey), ==, 2);
}

static void
downloaded_cb (TrsDownloadQueue *queue,
               TrsProject       *project,
               const GError     *error,
               gpointer          user_data)
{
  guint *n = user_data;

  g_assert_no_error (error);
  *n += 1;
}

static guint
count_lines (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  return g_strv_length (lines) - 1;
}

/* Seconds until a window that is open shows what a command did. It is promised within one; the machine may be busy. */
#define SOON 3

/* While the window downloads what it has not, a command does, too: each transcript is asked for once. */
static void
test_downloads_beside_a_window (void)
{
  static const char * const videos[] = { "harbour-clip", "drone-footage", "awkward-title", "street-poll-no-labels" };
  const guint n_videos = 4 * G_N_ELEMENTS (videos);
  g_autoptr (Journey) journey = journey_new (NULL);
  g_autoptr (Shell) shell = shell_new (trs_service_process_get_address (journey->service),
                                       trs_service_process_get_key (journey->service), journey->folder);
  TrsDownloadQueue *queue = trs_session_get_downloads (journey->session);
  g_autoptr (Run) fetched = NULL;
  guint n_here = 0;
  gint64 begun;

  g_signal_connect (queue, "ended", G_CALLBACK (downloaded_cb), &n_here);
  g_assert_true (journey_connect (journey, NULL, NULL));
  /* No download is done before the other side begins. */
  trs_service_process_set_faults (journey->service, "{ \"rules\": [ { \"match\": { \"prefix\": \"/api/detail/\" }, "
                                                    "\"delay\": 300 } ] }");
  /* The clock of this window is the one on the wall. */
  journey_start_clock (journey, 20, 20);
  for (guint i = 0; i < 4; i++)
    run_free (call (shell, 0, "submit --again harbour-clip drone-footage awkward-title street-poll-no-labels"));
  begun = g_get_monotonic_time ();
  trs_test_wait_until (trs_history_get_n_known (journey->history) == n_videos);
  g_test_message ("the window shows it after %" G_GINT64_FORMAT " ms", (g_get_monotonic_time () - begun) / 1000);
  g_assert_cmpint (g_get_monotonic_time () - begun, <, SOON * G_USEC_PER_SEC);
  run_free (call (shell, 0, "wait"));

  fetched = call (shell, 0, "fetch");
  begun = g_get_monotonic_time ();
  trs_test_wait_until (trs_download_queue_get_kept (queue) == n_videos);
  g_test_message ("it knows what is here after %" G_GINT64_FORMAT " ms", (g_get_monotonic_time () - begun) / 1000);
  g_assert_cmpint (g_get_monotonic_time () - begun, <, SOON * G_USEC_PER_SEC);
  g_assert_cmpuint (trs_download_queue_get_wanted (queue), ==, n_videos);
  g_test_message ("%u by the window, %u by the command", n_here, count_lines (fetched->out));
  g_assert_cmpuint (count_lines (fetched->out), >, 0);
  g_assert_cmpuint (n_here + count_lines (fetched->out), ==, n_videos);
  journey_stop_clock (journey);
}

static void
write_note (Journey    *journey,
            TrsStore   *store,
            TrsProject *project,
            const char *note)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  trs_store_projects_set_own_async (store, trs_projects_get_account (trs_session_get_projects (journey->session)),
                                    trs_project_get_id (project), NULL, note, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  trs_store_projects_set_own_finish (store, result, &error);
  g_assert_no_error (error);
}

static const char *
get_note (TrsProject *project)
{
  return trs_project_get_data (project)->note;
}

/* What another window notes is seen in this one, and what is just being written here is not lost by that. */
static void
test_note_of_another_window (void)
{
  g_autoptr (Journey) journey = journey_new (NULL);
  g_autofree char *path = g_build_filename (journey->folder, "transcripts.db", NULL);
  g_autoptr (TrsStore) other = trs_store_new (path);
  g_autoptr (TrsSubmission) submission = NULL;
  TrsProject *project;

  g_assert_true (journey_connect (journey, NULL, NULL));
  submission = journey_submit (journey, "harbour-clip");
  project = journey_top (journey);
  journey_until (journey, trs_project_get_state (project) == TRS_PROJECT_STATE_DONE);
  trs_library_flush (trs_session_get_library (journey->session));
  journey_settle (journey);

  write_note (journey, other, project, "elsewhere");
  trs_test_wait_until (g_strcmp0 (get_note (project), "elsewhere") == 0);

  trs_library_set_note (trs_session_get_library (journey->session), project, "here");
  write_note (journey, other, project, "elsewhere, later");
  journey_pass (journey, 15000);
  g_assert_cmpstr (get_note (project), ==, "here");
  trs_test_flush_store (other);
}

/* What the window does not know the outcome of is looked for once, and no command sends it again. */
static void
test_undecided_beside_a_window (void)
{
  g_autoptr (Journey) journey = journey_new (NULL);
  g_autoptr (Shell) shell = shell_new (trs_service_process_get_address (journey->service),
                                       trs_service_process_get_key (journey->service), journey->folder);
  g_autoptr (TrsSubmission) known = NULL;
  g_autoptr (TrsSubmission) lost = NULL;
  g_autoptr (Run) duplicate = NULL;
  g_autoptr (Run) unknown = NULL;
  g_autoptr (Run) found_out = NULL;

  g_assert_true (journey_connect (journey, NULL, NULL));
  known = journey_submit (journey, "street-poll-no-labels");
  trs_service_process_set_faults (journey->service,
                                  "{ \"rules\": [ { \"match\": { \"method\": \"POST\" }, \"process\": false, "
                                  "\"close\": \"reset\" } ] }");
  lost = journey_submit (journey, "drone-footage");
  g_assert_cmpint (trs_submission_get_outcome (lost), ==, TRS_SUBMISSION_UNKNOWN);
  duplicate = call (shell, 7, "submit drone-footage");

  /* The window takes over what a command could not find out. */
  trs_service_process_set_faults (journey->service,
                                  "{ \"rules\": [ { \"match\": { \"method\": \"POST\" }, \"process\": true, "
                                  "\"close\": \"reset\" } ] }");
  unknown = call (shell, 8, "submit harbour-clip");
  trs_service_process_set_faults (journey->service, NULL);
  journey_until (journey, journey->n_adopted == 1);
  g_assert_cmpuint (journey_count (journey), ==, 2);
  g_assert_cmpuint (journey_n_listed (journey), ==, 2);

  found_out = call (shell, 0, "list --json");
  assert_json (found_out, "$.video[*].video_id",
               "[\"drone-footage\",\"harbour-clip\",\"street-poll-no-labels\"]");
  assert_json (found_out, "$.video[0].state", "[\"unconfirmed\"]");
  /* So that nothing waits for ever. */
  trs_reconciler_dismiss (trs_session_get_reconciler (journey->session), trs_submission_get_project (lost));
}

/* A command may find first that the file is damaged, and nobody may read what it says: the file remembers it. */
static void
test_damaged (void)
{
  g_autoptr (TrsServiceProcess) service = trs_service_process_new (NULL);
  g_autoptr (Shell) shell = shell_new (trs_service_process_get_address (service), trs_service_process_get_key (service),
                                       NULL);
  g_autoptr (Run) before = call (shell, 0, "submit harbour-clip");
  g_autofree char *path = in_home (shell, "data/transcripts/transcripts.db");
  g_autofree char *aside = g_strconcat (path, ".damaged-", NULL);
  g_autoptr (Run) found = NULL;
  g_autoptr (Run) after = NULL;
  sqlite3 *db = NULL;
  sqlite3_stmt *statement = NULL;

  g_assert_null (strstr (before->err, "damaged"));
  g_assert_true (g_file_set_contents (path, "This is no database.", -1, NULL));
  found = call (shell, 0, "list --json");
  g_assert_nonnull (strstr (found->err, "The file of saved transcripts was damaged. What could be read was saved; the "
                                        "damaged file is "));
  g_assert_nonnull (strstr (found->err, aside));
  assert_json (found, "$.video[*].video_id", "[\"harbour-clip\"]");
  after = call (shell, 0, "list --json");
  g_assert_null (strstr (after->err, "damaged"));

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (db, "SELECT value FROM todo WHERE what = 'damage'", -1, &statement, NULL), ==,
                   SQLITE_OK);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  g_assert_true (g_str_has_prefix ((const char *) sqlite3_column_text (statement, 0), "transcripts.db.damaged-"));
  sqlite3_finalize (statement);
  sqlite3_close (db);
}

/* Nothing waits for what is no file. */
static void
test_irregular (void)
{
  static const char * const names[] = { "transcripts.db", "transcripts.db-wal", "transcripts.db-shm" };
  g_autoptr (TrsServiceProcess) service = trs_service_process_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (Shell) shell = shell_new (trs_service_process_get_address (service),
                                           trs_service_process_get_key (service), NULL);
      g_autofree char *folder = in_home (shell, "data/transcripts");
      g_autofree char *path = g_build_filename (folder, names[i], NULL);
      G_GNUC_UNUSED g_autoptr (Run) listed = NULL;

      g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
      g_assert_cmpint (mkfifo (path, 0600), ==, 0);
      listed = call (shell, 0, "list --json");
    }
}

/* What was paid for is not lost in silence because the terminal's disk is full. */
static void
test_full_output (void)
{
  g_autoptr (TrsServiceProcess) service = trs_service_process_new (NULL);
  g_autoptr (Shell) shell = shell_new (trs_service_process_get_address (service), trs_service_process_get_key (service),
                                       NULL);
  g_autoptr (Run) submitted = NULL;
  g_autoptr (Run) listed = NULL;

  shell->out = "/dev/full";
  submitted = call (shell, 1, "submit harbour-clip");
  g_assert_nonnull (strstr (submitted->err, "What was submitted stays submitted"));
  listed = call (shell, 1, "list");
  g_assert_nonnull (strstr (listed->err, "Standard output can’t be written"));
}

/* Without a journal that outlives it, a command sends nothing that costs: a second one would send it again. */
static void
test_not_durable (void)
{
  g_autoptr (TrsServiceProcess) service = trs_service_process_new (NULL);
  g_autoptr (Shell) shell = shell_new (trs_service_process_get_address (service), trs_service_process_get_key (service),
                                       NULL);
  g_autofree char *folder = in_home (shell, "data/transcripts");
  g_autofree char *path = g_build_filename (folder, "transcripts.db", NULL);
  Run *runs[2];

  g_assert_cmpint (g_mkdir_with_parents (path, 0700), ==, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (runs); i++)
    runs[i] = begin (shell, "submit harbour-clip");
  for (gsize i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      finish (runs[i]);
      g_assert_cmpint (runs[i]->status, ==, 12);
      g_assert_nonnull (strstr (runs[i]->err, "Nothing can be saved here, so nothing was sent"));
      run_free (runs[i]);
    }
  g_assert_null (strstr (trs_service_process_get_log (service), "POST"));
}

/* Returns: (transfer full): the address that went out with the submission of @video_id */
static char *
dup_webhook (Shell      *self,
             const char *video_id)
{
  g_autofree char *database = in_home (self, "data/transcripts/transcripts.db");
  sqlite3 *db = NULL;
  sqlite3_stmt *statement = NULL;
  char *address;

  g_assert_cmpint (sqlite3_open (database, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (db, "SELECT webhook_url FROM submission WHERE video_id = ? "
                                       "ORDER BY sent_at DESC", -1, &statement, NULL), ==, SQLITE_OK);
  sqlite3_bind_text (statement, 1, video_id, -1, SQLITE_STATIC);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  address = g_strdup ((const char *) sqlite3_column_text (statement, 0));
  sqlite3_finalize (statement);
  sqlite3_close (db);
  return address;
}

/* @delivery: what a window could not save in the settings */
static void
set_delivery (Shell *self,
              int    delivery)
{
  g_autofree char *database = in_home (self, "data/transcripts/transcripts.db");
  g_autofree char *statement = g_strdup_printf ("UPDATE account SET delivery = %d", delivery);
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (database, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, statement, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
}

/* What a window could not save is found in the row of the account; the one of the two that discloses least counts. */
static void
test_delivery (void)
{
  g_autoptr (TrsServiceProcess) service = trs_service_process_new (NULL);
  const char *server = trs_service_process_get_address (service);
  g_autoptr (Shell) shell = shell_new (server, trs_service_process_get_key (service), NULL);
  g_autofree char *path = in_home (shell, SETTINGS);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *before = g_strdup_printf ("[io/github/transcripts_app/Transcripts]\nserver-address='%s'\n"
                                             "callback-mode='my-address'\n"
                                             "callback-address='https://me.example/hook'\n", server);
  g_autofree char *after = NULL;
  g_autofree char *saved = NULL;
  g_autofree char *nowhere = NULL;
  g_autofree char *held = NULL;
  g_autofree char *more = NULL;

  g_mkdir_with_parents (folder, 0700);
  g_file_set_contents (path, before, -1, NULL);
  run_free (call (shell, 0, "submit harbour-clip"));
  saved = dup_webhook (shell, "harbour-clip");
  g_assert_cmpstr (saved, ==, "https://me.example/hook");

  set_delivery (shell, 0);
  run_free (call (shell, 0, "submit drone-footage"));
  nowhere = dup_webhook (shell, "drone-footage");
  g_assert_cmpstr (nowhere, ==, "https://callback.invalid/");

  /* An address that only the window knows. */
  set_delivery (shell, 3);
  run_free (call (shell, 0, "submit harbour-clip --again"));
  held = dup_webhook (shell, "harbour-clip");
  g_assert_cmpstr (held, ==, "https://callback.invalid/");

  set_delivery (shell, 2);
  run_free (call (shell, 0, "submit drone-footage --again"));
  more = dup_webhook (shell, "drone-footage");
  g_assert_cmpstr (more, ==, "https://me.example/hook");
  g_file_get_contents (path, &after, NULL, NULL);
  g_assert_cmpstr (after, ==, before);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/journey/cli/work", test_work);
  g_test_add_func ("/journey/cli/causes", test_causes);
  g_test_add_func ("/journey/cli/settings", test_settings);
  g_test_add_func ("/journey/cli/terminal", test_terminal);
  g_test_add_func ("/journey/cli/two-users", test_two_users);
  g_test_add_func ("/journey/cli/sample", test_sample);
  g_test_add_func ("/journey/cli/keyring", test_keyring);
  g_test_add_func ("/journey/cli/interrupted", test_interrupted);
  g_test_add_func ("/journey/cli/interrupted-without-key", test_interrupted_without_key);
  g_test_add_func ("/journey/cli/at-once", test_at_once);
  g_test_add_func ("/journey/cli/beside-a-window", test_beside_a_window);
  g_test_add_func ("/journey/cli/downloads-beside-a-window", test_downloads_beside_a_window);
  g_test_add_func ("/journey/cli/note-of-another-window", test_note_of_another_window);
  g_test_add_func ("/journey/cli/undecided-beside-a-window", test_undecided_beside_a_window);
  g_test_add_func ("/journey/cli/damaged", test_damaged);
  g_test_add_func ("/journey/cli/irregular", test_irregular);
  g_test_add_func ("/journey/cli/full-output", test_full_output);
  g_test_add_func ("/journey/cli/not-durable", test_not_durable);
  g_test_add_func ("/journey/cli/delivery", test_delivery);
  return g_test_run ();
}
