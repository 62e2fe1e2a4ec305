/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli.h"

#include "trs-cli-command.h"
#include "trs-i18n.h"
#include "trs-strings.h"

#define G_SETTINGS_ENABLE_BACKEND
#include <gio/gsettingsbackend.h>
#include <glib-unix.h>
#include <unistd.h>

/* Upper limit for the length of a key on standard input. */
#define MAX_KEY 8192

static const TrsCliCommand * const commands[] = {
  &trs_cli_submit_command, &trs_cli_list_command,   &trs_cli_show_command,
  &trs_cli_search_command, &trs_cli_export_command, &trs_cli_wait_command,
  &trs_cli_watch_command,  &trs_cli_fetch_command,  &trs_cli_accounts_command,
};

static TrsCliOptions options;

static const TrsCliCommand *
find_command (const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (g_strcmp0 (commands[i]->name, word) == 0)
      return commands[i];

  return NULL;
}

/**
 * trs_cli_is_command:
 * @word: (nullable): an argument of the program
 *
 * Returns: %TRUE if it begins a command, which needs no display
 */
gboolean
trs_cli_is_command (const char *word)
{
  return g_strcmp0 (word, "help") == 0 || find_command (word) != NULL;
}

/**
 * trs_cli_get_commands:
 *
 * Returns: (transfer none) (array zero-terminated=1): the names of all commands, `help` the last one
 */
const char * const *
trs_cli_get_commands (void)
{
  static const char *names[G_N_ELEMENTS (commands) + 2];

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    names[i] = commands[i]->name;
  names[G_N_ELEMENTS (commands)] = "help";
  return names;
}

/**
 * trs_cli_find_word:
 * @argc: number of arguments
 * @argv: the arguments of the program, its name first
 *
 * Finds where the command is, if there is one: options of every command, such
 * as `--json` and `--account ACCOUNT`, may stand before it.
 *
 * Returns: the index of the first argument that is no option, or 0 if there is none
 */
int
trs_cli_find_word (int    argc,
                   char **argv)
{
  return trs_cli_options_find_word (argc, argv);
}

/* Help */

static TrsCliExit
print_text (const char *text)
{
  return trs_cli_print (text, strlen (text)) ? TRS_CLI_DONE : trs_cli_print_error (NULL, trs_cli_output_get_error ());
}

static TrsCliExit
print_command_help (const TrsCliCommand *command)
{
  g_autofree char *described = trs_cli_options_describe (command->groups, command->options);
  /* Translators: the first %s is the name of a command, the second what follows it. */
  g_autofree char *usage = g_strdup_printf (_("Usage:\n  transcripts %s [OPTION…] %s"), command->name,
                                            command->parameters != NULL ? _(command->parameters) : "");
  g_autofree char *text = g_strdup_printf ("%s\n\n%s\n\n%s", g_strchomp (usage), _(command->summary), described);

  return print_text (text);
}

static TrsCliExit
print_help (void)
{
  g_autoptr (GString) lines = g_string_new (NULL);
  g_autofree char *text = NULL;
  g_autofree char *table = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    g_string_append_printf (lines, "  %s\t%s\n", commands[i]->name, _(commands[i]->summary));
  table = trs_cli_align (lines->str);
  text = g_strdup_printf (_("Usage:\n  transcripts [LINK…]     opens the window\n  transcripts COMMAND …\n\n"
                            "Commands:\n%s\nTry “transcripts help COMMAND” or “man transcripts”.\n"), table);
  return print_text (text);
}

/* @word: (nullable): what help is wanted for */
static TrsCliExit
help (const char *word)
{
  const TrsCliCommand *command = find_command (word);
  g_autoptr (GError) error = NULL;

  if (word == NULL || g_str_equal (word, "help"))
    return print_help ();
  if (command != NULL)
    return print_command_help (command);

  g_set_error (&error, TRS_CLI_ERROR, TRS_CLI_USAGE, _("There is no command “%s”. Try “transcripts help”."), word);
  return trs_cli_print_error (NULL, error);
}

/* One run */

static gboolean
check_options (const TrsCliCommand  *command,
               GError              **error)
{
  guint n_words = g_strv_length (options.words);
  const char *wrong = NULL;

  if (n_words < command->n_min || n_words > command->n_max)
    wrong = _("Wrong number of arguments");
  else if (options.key_stdin != (options.server != NULL))
    wrong = _("--key-stdin and --server must be used together");
  else if (options.key_stdin && (options.account != NULL || options.offline))
    wrong = _("--key-stdin can’t be used with --account or --offline");
  else if (options.limit < 1)
    wrong = _("--limit must be 1 or more");
  else if (options.fields != NULL && !options.json)
    wrong = _("--fields needs --json");
  else if (command->check != NULL)
    wrong = command->check (&options);
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

static const int ending_signals[] = { SIGINT, SIGTERM };

static guint signal_sources[G_N_ELEMENTS (ending_signals)];

static void
leave (int number)
{
  _exit (TRS_CLI_INTERRUPTED);
}

/* The first signal lets a running submission end, so that its outcome can be saved; the second one ends it at once,
 * whatever the program is doing. */
static gboolean
interrupted_cb (gpointer user_data)
{
  TrsCli *self = user_data;
  const char *sentence = self->explain != NULL ? self->explain (self) : NULL;

  for (guint i = 0; i < G_N_ELEMENTS (ending_signals); i++)
    {
      g_source_remove (signal_sources[i]);
      signal (ending_signals[i], leave);
    }
  g_cancellable_cancel (self->cancellable);
  if (sentence != NULL)
    trs_cli_note (sentence);
  return G_SOURCE_REMOVE;
}

static gboolean
open_account (const TrsCliCommand  *command,
              TrsCli               *self,
              GError              **error)
{
  if (options.key_stdin)
    return trs_cli_connect (self, error);
  if (command->account == TRS_CLI_ACCOUNT_LEFT || trs_cli_open (self, error))
    return TRUE;
  if (command->account == TRS_CLI_ACCOUNT_OPENED)
    return FALSE;
  g_clear_error (error);
  return TRUE;
}

/* Standard output took no more. What was spent is in the journal by now. */
static TrsCliExit
end_output (const TrsCliCommand *command)
{
  g_autoptr (GError) error = g_error_copy (trs_cli_output_get_error ());

  if (command->sends && error->code != TRS_CLI_BROKEN_PIPE)
    {
      g_autofree char *reason = g_steal_pointer (&error->message);

      /* Translators: %s is "Standard output can’t be written: No space left on device". */
      error->message = g_strdup_printf (_("%s. What was submitted stays submitted: see “transcripts list”."), reason);
    }
  return trs_cli_print_error (NULL, error);
}

static TrsCliExit
run (const TrsCliCommand *command,
     TrsCli              *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) wrong = NULL;
  TrsCliExit status;

  if (open_account (command, self, &error))
    {
      trs_strings_set_free (trs_account_get_sample (trs_session_get_account (self->session)));
      status = command->run (self);
    }
  else
    status = trs_cli_report (self, NULL, error);

  if (self->records != NULL && !trs_cli_records_end (self->records, &wrong))
    status = trs_cli_print_error (NULL, wrong);
  if (trs_cli_output_get_error () != NULL)
    return end_output (command);
  return status == TRS_CLI_DONE && g_cancellable_is_cancelled (self->cancellable) ? TRS_CLI_INTERRUPTED : status;
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

/* Returns: (transfer container): the arguments without the command at @position, its place in them included */
static char **
remove_command (int    argc,
                char **argv,
                int    position)
{
  char **rest = g_new0 (char *, (gsize) argc);

  for (int i = 0, n = 0; i < argc; i++)
    if (i != position)
      rest[n++] = argv[i];
  return rest;
}

static TrsCliExit
run_command (const TrsCliCommand *command,
             TrsCliMakeSession    make_session)
{
  g_autoptr (GSettings) settings = NULL;
  g_autoptr (GError) error = NULL;
  TrsCli self = { .options = &options };
  TrsCliExit status;

  /* Read the key before signals are caught, so that Ctrl+C still ends the program at the prompt. */
  if (options.key_stdin && (self.key = read_key (&error)) == NULL)
    return trs_cli_print_error (NULL, error);

  settings = copy_settings ();
  if (options.output == NULL)
    options.output = g_strdup (command->output);
  self.cancellable = g_cancellable_new ();
  self.session = make_session (settings);
  self.records = options.json ? trs_cli_records_new (options.fields) : NULL;
  g_signal_connect (trs_session_get_storage (self.session), "notify::moved-aside", G_CALLBACK (moved_aside_cb), NULL);
  for (guint i = 0; i < G_N_ELEMENTS (ending_signals); i++)
    signal_sources[i] = g_unix_signal_add (ending_signals[i], interrupted_cb, &self);

  status = run (command, &self);
  trs_cli_end (&self);
  g_clear_pointer (&self.records, trs_cli_records_free);
  g_object_unref (self.session);
  g_object_unref (self.cancellable);
  return status;
}

/**
 * trs_cli_main:
 * @argc: number of arguments
 * @argv: arguments, a command among them, see trs_cli_find_word()
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
  int position = trs_cli_options_find_word (argc, argv);
  const char *word = position > 0 ? argv[position] : NULL;
  const TrsCliCommand *command = find_command (word);
  g_autofree char **rest = position > 0 ? remove_command (argc, argv, position) : NULL;
  g_autoptr (GError) error = NULL;

  g_set_prgname ("transcripts");
  trs_cli_output_begin ();
  if (g_strcmp0 (word, "help") == 0)
    {
      int next = trs_cli_options_find_word (argc - position, argv + position);

      return help (next > 0 ? argv[position + next] : NULL);
    }
  if (command == NULL)
    return help (word);
  if (!trs_cli_options_parse (&options, command->groups, command->options, argc - 1, rest, &error))
    return trs_cli_print_error (NULL, error);
  if (options.help)
    return print_command_help (command);
  options.json |= command->always_json;
  trs_cli_output_set_quiet (options.quiet);
  if (options.verbose)
    trs_cli_output_be_verbose ();
  if (!check_options (command, &error))
    return trs_cli_print_error (NULL, error);
  return run_command (command, make_session);
}
