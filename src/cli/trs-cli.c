/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli.h"

#include "trs-cli-request.h"
#include "trs-cli-run.h"
#include "trs-i18n.h"
#include "trs-strings.h"

#define G_SETTINGS_ENABLE_BACKEND
#include <gio/gsettingsbackend.h>
#include <glib-unix.h>
#include <unistd.h>

/* Upper limit for the length of a key on standard input. */
#define MAX_KEY 8192

static TrsCliOptions options = { .limit = G_MAXINT };

/* Of "--highlights" and "--no-highlights", the last one wins. */
static gboolean
switch_cb (const char  *name,
           const char  *value,
           gpointer     data,
           GError     **error)
{
  int *place = strstr (name, "notes") != NULL ? &options.notes : &options.highlights;

  *place = g_str_has_prefix (name, "--no-") ? -1 : 1;
  return TRUE;
}

/* The options of all commands; each command accepts some of them. */
static const GOptionEntry entries[] = {
  { "language", 0, 0, G_OPTION_ARG_STRING, &options.language, N_("The spoken language; detected if not given"),
    N_("CODE") },
  { "again", 0, 0, G_OPTION_ARG_NONE, &options.again, N_("Submit a video again, and pay for it again"), NULL },
  { "unchecked", 0, 0, G_OPTION_ARG_NONE, &options.unchecked,
    N_("Submit although earlier videos could not all be checked; this may charge you twice"), NULL },
  { "wait", 0, 0, G_OPTION_ARG_NONE, &options.wait, N_("Wait for the transcript, and print or save it"), NULL },
  { "format", 0, 0, G_OPTION_ARG_STRING, &options.format, N_("The format of the transcript: txt, srt, docx and more"),
    N_("FORMAT") },
  { "timecodes", 0, 0, G_OPTION_ARG_NONE, &options.timecodes, N_("With the time of each paragraph"), NULL },
  { "speakers", 0, 0, G_OPTION_ARG_NONE, &options.speakers, N_("With speaker labels"), NULL },
  { "highlights", 0, G_OPTION_FLAG_NO_ARG, G_OPTION_ARG_CALLBACK, switch_cb,
    N_("With your highlights (the default in documents and tables)"), NULL },
  { "no-highlights", 0, G_OPTION_FLAG_NO_ARG, G_OPTION_ARG_CALLBACK, switch_cb, N_("Without your highlights"), NULL },
  { "notes", 0, G_OPTION_FLAG_NO_ARG, G_OPTION_ARG_CALLBACK, switch_cb, N_("With your notes and checks"), NULL },
  { "no-notes", 0, G_OPTION_FLAG_NO_ARG, G_OPTION_ARG_CALLBACK, switch_cb,
    N_("Without your notes and checks (the default)"), NULL },
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.output, N_("File or folder to save to; “-” for standard output"),
    N_("PATH") },
  { "show", 0, 0, G_OPTION_ARG_STRING, &options.show, N_("Which videos: all, in-progress, done, failed"), N_("WHICH") },
  { "limit", 0, 0, G_OPTION_ARG_INT, &options.limit, N_("Show at most N videos, newest first"), N_("N") },
  { "offline", 0, 0, G_OPTION_ARG_NONE, &options.offline, N_("Do not ask the service"), NULL },
  { "account", 0, 0, G_OPTION_ARG_STRING, &options.account,
    N_("Use another account than the window: its number, name or server"), N_("ACCOUNT") },
  { "json", 0, 0, G_OPTION_ARG_NONE, &options.json, N_("Print JSON"), NULL },
  { "server", 0, 0, G_OPTION_ARG_STRING, &options.server, N_("Server address for --key-stdin"), N_("ADDRESS") },
  { "key-stdin", 0, 0, G_OPTION_ARG_NONE, &options.key_stdin,
    N_("Read the API key from standard input, not from the keyring"), NULL },
  { NULL },
};

typedef struct
{
  const char *name;
  TrsCliExit (*run) (TrsCli *self);
  const char *parameters;
  const char *summary;
  const char *results; /* The name of the result array in the JSON output */
  const char *output;  /* The default destination of a transcript */
  guint n_min;
  guint n_max;
  const char *options[18];
} Command;

static const Command commands[] = {
  { "submit", trs_cli_run_submit, N_("LINK…"), N_("Transcribe videos"), "submissions", "-", 1, G_MAXUINT,
    { "language", "again", "unchecked", "wait", "format", "timecodes", "speakers", "highlights", "no-highlights",
      "notes", "no-notes", "output", "account", "json", "server", "key-stdin" } },
  { "list", trs_cli_run_list, "", N_("List videos, the newest first"), "videos", NULL, 0, 0,
    { "show", "limit", "offline", "account", "json", "server", "key-stdin" } },
  { "show", trs_cli_run_show, N_("ID"), N_("Print a transcript"), "transcripts", "-", 1, 1,
    { "format", "timecodes", "speakers", "highlights", "no-highlights", "notes", "no-notes", "output", "offline",
      "account", "json", "server", "key-stdin" } },
  { "search", trs_cli_run_search, N_("WORDS…"), N_("Search titles, notes and transcripts on this computer"), "found",
    NULL, 1, G_MAXUINT, { "limit", "account", "json" } },
  { "export", trs_cli_run_show, N_("ID…"), N_("Save transcripts as files"), "transcripts", ".", 1, G_MAXUINT,
    { "format", "timecodes", "speakers", "highlights", "no-highlights", "notes", "no-notes", "output", "offline",
      "account", "json", "server", "key-stdin" } },
  { "accounts", trs_cli_run_accounts, "", N_("List the accounts that are known on this computer"), "accounts", NULL, 0,
    0, { "account", "json" } },
};

static const Command *
find_command (const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (g_strcmp0 (commands[i].name, word) == 0)
      return &commands[i];

  return NULL;
}

/**
 * trs_cli_get_commands:
 *
 * Returns: (transfer none) (array zero-terminated=1): the names of all commands
 */
const char *const *
trs_cli_get_commands (void)
{
  static const char *names[G_N_ELEMENTS (commands) + 2];

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    names[i] = commands[i].name;
  names[G_N_ELEMENTS (commands)] = "help";
  return names;
}

/**
 * trs_cli_get_entries:
 *
 * Returns: (transfer none) (array zero-terminated=1): the options of all commands
 */
const GOptionEntry *
trs_cli_get_entries (void)
{
  return entries;
}

/* Help */

static GOptionContext *
make_context (const Command *command)
{
  g_autofree char *parameters = g_strdup_printf ("%s %s", command->name,
                                                 *command->parameters != '\0' ? _(command->parameters) : "");
  GOptionContext *context = g_option_context_new (g_strchomp (parameters));

  g_option_context_set_summary (context, _(command->summary));
  for (guint i = 0; entries[i].long_name != NULL; i++)
    {
      const GOptionEntry one[] = { entries[i], { NULL } };

      if (g_strv_contains (command->options, entries[i].long_name))
        g_option_context_add_main_entries (context, one, GETTEXT_PACKAGE);
    }
  return context;
}

/**
 * trs_cli_print_help:
 * @word: (nullable): a command, or %NULL for the list of commands
 *
 * Returns: %TRS_CLI_DONE, or %TRS_CLI_USAGE if there is no such command
 */
TrsCliExit
trs_cli_print_help (const char *word)
{
  const Command *command = find_command (word);
  g_autoptr (GOptionContext) context = command != NULL ? make_context (command) : NULL;
  g_autoptr (GString) lines = g_string_new (NULL);
  g_autofree char *text = NULL;
  g_autofree char *table = NULL;

  if (command == NULL && word != NULL && !g_str_equal (word, "help"))
    return trs_cli_report_usage (trs_cli_request_explain (word, trs_cli_get_commands ()));

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    g_string_append_printf (lines, "  %s\t%s\n", commands[i].name, _(commands[i].summary));
  table = trs_cli_align (lines->str);
  text = command != NULL
             ? g_option_context_get_help (context, TRUE, NULL)
             : g_strdup_printf (_("Usage:\n"
                                  "  transcripts [LINK…]     opens the window\n"
                                  "  transcripts -n          opens it for a new transcription\n"
                                  "  transcripts COMMAND …\n\n"
                                  "Commands:\n%s\n"
                                  "Try “transcripts help COMMAND” or “man transcripts”.\n"), table);
  return trs_cli_print (text, strlen (text)) ? TRS_CLI_DONE : TRS_CLI_FAILED;
}

/* One run */

static gboolean
check_options (const Command  *command,
               guint           n_words,
               GError        **error)
{
  const char *wrong = NULL;

  if (n_words < command->n_min || n_words > command->n_max)
    wrong = _("Wrong number of arguments");
  else if (options.key_stdin != (options.server != NULL))
    wrong = _("--key-stdin and --server must be used together");
  else if (options.key_stdin && (options.account != NULL || options.offline))
    wrong = _("--key-stdin can’t be used with --account or --offline");
  else if (options.limit < 1)
    wrong = _("--limit must be 1 or more");
  else if (command->run == trs_cli_run_submit && !options.wait && (options.format != NULL || options.output != NULL))
    wrong = _("--format and --output need --wait");
  if (wrong != NULL)
    g_set_error (error, TRS_CLI_ERROR, TRS_CLI_USAGE, _("%s. Try “transcripts help %s”."), wrong, command->name);
  return wrong == NULL;
}

/* Returns: (transfer full) (nullable): the key, for trs_api_key_free() */
static char *
read_key (GError **error)
{
  char *key = g_malloc0 (MAX_KEY);
  gsize length = 0;
  gssize n;

  while (length < MAX_KEY - 1 && strchr (key, '\n') == NULL &&
         (n = read (STDIN_FILENO, key + length, MAX_KEY - 1 - length)) > 0)
    length += (gsize) n;
  key[strcspn (key, "\r\n")] = '\0';
  if (*key != '\0')
    return key;

  g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_NO_KEY, _("There is no key on standard input"));
  g_free (key);
  return NULL;
}

/* The first signal lets a running submission end, so that its outcome can be saved; the second one ends it at once. */
static gboolean
interrupted_cb (gpointer user_data)
{
  GCancellable *cancellable = user_data;

  if (g_cancellable_is_cancelled (cancellable))
    _exit (TRS_CLI_INTERRUPTED);
  g_cancellable_cancel (cancellable);
  return G_SOURCE_CONTINUE;
}

/* Listing accounts and connecting with one's own key need no open account. */
static TrsCliExit
run (const Command *command,
     TrsCli        *self)
{
  g_autoptr (GError) error = NULL;
  TrsCliExit status;

  if (options.key_stdin ? !trs_cli_connect (self, &error)
                        : !trs_cli_open (self, &error) && command->run != trs_cli_run_accounts)
    return trs_cli_report (NULL, error);

  trs_strings_set_free (trs_account_get_sample (trs_session_get_account (self->session)));
  status = command->run (self);
  /* A submission that was sent is complete, even if the wait for it was interrupted. */
  if (status == TRS_CLI_DONE && command->run != trs_cli_run_submit && g_cancellable_is_cancelled (self->cancellable))
    status = TRS_CLI_INTERRUPTED;
  if (trs_cli_flush (self))
    return status;

  g_set_error_literal (&error, TRS_CLI_ERROR, TRS_CLI_FAILED,
                       command->run == trs_cli_run_submit
                           ? _("Standard output can’t be written. What was submitted stays submitted: see “transcripts "
                               "list”.")
                           : _("Standard output can’t be written"));
  return trs_cli_report (NULL, error);
}

/* Work on a copy of the settings: the account chosen here must not become that of the window. The copy has no callback
 * port, so that a command does not wait for the receiver of the window. */
static GSettings *
copy_settings (void)
{
  g_autoptr (GSettings) settings = g_settings_new (TRS_APPLICATION_ID);
  g_autoptr (GSettingsBackend) memory = g_memory_settings_backend_new ();
  GSettings *copy = g_settings_new_with_backend (TRS_APPLICATION_ID, memory);
  g_autoptr (GSettingsSchema) schema = NULL;
  g_auto (GStrv) keys = NULL;

  g_object_get (settings, "settings-schema", &schema, NULL);
  keys = g_settings_schema_list_keys (schema);
  for (guint i = 0; keys[i] != NULL; i++)
    {
      g_autoptr (GVariant) value = g_settings_get_user_value (settings, keys[i]);

      if (value != NULL)
        g_settings_set_value (copy, keys[i], value);
    }
  g_settings_reset (copy, "callback-port");
  return copy;
}

/* Every window reports the damage; on the command line, the command that found it does. */
static void
moved_aside_cb (TrsStorage *storage)
{
  if (trs_storage_get_moved_aside (storage) != NULL && trs_storage_has_replaced_file (storage))
    trs_cli_report_damage (trs_storage_get_moved_aside (storage));
}

/* GOptionContext leaves "--" in place if an argument after it begins with a dash. */
static int
remove_end_of_options (int    argc,
                       char **argv)
{
  for (int i = 1; i < argc; i++)
    if (g_str_equal (argv[i], "--"))
      {
        memmove (argv + i, argv + i + 1, (gsize) (argc - i) * sizeof *argv);
        return argc - 1;
      }
  return argc;
}

/**
 * trs_cli_main:
 * @argc: number of arguments
 * @argv: arguments, a command before all others
 * @make_session: makes the session
 *
 * Runs a command, without a display.
 *
 * Returns: the exit status, see #TrsCliExit
 */
int
trs_cli_main (int                argc,
              char             **argv,
              TrsCliMakeSession  make_session)
{
  const Command *command = find_command (argv[1]);
  g_autoptr (GOptionContext) context = NULL;
  g_autoptr (GSettings) settings = NULL;
  g_autoptr (GError) error = NULL;
  TrsCli self = { .options = &options };
  TrsCliExit status;

  if (command == NULL)
    return trs_cli_print_help (argv[2]);

  context = make_context (command);
  argc--;
  argv++;
  if (!g_option_context_parse (context, &argc, &argv, &error))
    return trs_cli_report (NULL, error);
  argc = remove_end_of_options (argc, argv);
  if (!check_options (command, (guint) argc - 1, &error))
    return trs_cli_report (NULL, error);
  /* Read the key before signals are caught, so that Ctrl+C still ends the program at the prompt. */
  if (options.key_stdin && (self.key = read_key (&error)) == NULL)
    return trs_cli_report (NULL, error);

  settings = copy_settings ();
  options.words = argv + 1;
  if (options.output == NULL)
    options.output = g_strdup (command->output);
  self.cancellable = g_cancellable_new ();
  self.session = make_session (settings);
  self.root = json_object_new ();
  self.results = json_array_new ();
  self.text = g_string_new (NULL);
  json_object_set_array_member (self.root, command->results, self.results);
  g_signal_connect (trs_session_get_storage (self.session), "notify::moved-aside", G_CALLBACK (moved_aside_cb), NULL);
  g_unix_signal_add (SIGINT, interrupted_cb, self.cancellable);
  g_unix_signal_add (SIGTERM, interrupted_cb, self.cancellable);

  status = run (command, &self);
  trs_cli_end (&self);
  g_string_free (self.text, TRUE);
  json_object_unref (self.root);
  g_object_unref (self.session);
  g_object_unref (self.cancellable);
  return status;
}
