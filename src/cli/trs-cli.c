/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli.h"

#include "trs-api-key.h"
#include "trs-cli-command.h"
#include "trs-cli-commands.h"
#include "trs-cli-request.h"
#include "trs-cli-settings.h"
#include "trs-cli-text.h"
#include "trs-i18n.h"
#include "trs-server-address.h"
#include "trs-settings-schema.h"
#include "trs-strings.h"

#include <glib-unix.h>
#include <unistd.h>

#define HELP_WIDTH 78

static const TrsCliCommand * const commands[] = {
  &trs_cli_submit_command,
  &trs_cli_list_command,
  &trs_cli_show_command,
  &trs_cli_search_command,
  &trs_cli_export_command,
  &trs_cli_wait_command,
  &trs_cli_watch_command,
  &trs_cli_fetch_command,
  &trs_cli_speakers_command,
  &trs_cli_highlight_command,
  &trs_cli_highlights_command,
  &trs_cli_checked_command,
  &trs_cli_note_command,
  &trs_cli_rename_command,
  &trs_cli_quote_command,
  &trs_cli_spending_command,
  &trs_cli_remove_command,
  &trs_cli_restore_command,
  &trs_cli_open_command,
  &trs_cli_accounts_command,
  &trs_cli_login_command,
  &trs_cli_logout_command,
  &trs_cli_status_command,
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

/* Help */

/* Returns: (transfer full): the names of the members, as lines of the help */
static char *
wrap_fields (const char *fields)
{
  g_auto (GStrv) names = g_strsplit (fields, " ", -1);
  g_autoptr (GString) lines = g_string_new (NULL);
  gsize begin = 0;

  for (guint i = 0; names[i] != NULL; i++)
    {
      if (i > 0 && lines->len - begin + strlen (names[i]) + 1 > HELP_WIDTH)
        {
          g_string_append_c (lines, '\n');
          begin = lines->len;
        }
      g_string_append_printf (lines, "%s%s", lines->len > begin ? " " : "  ", names[i]);
    }
  g_string_append_c (lines, '\n');
  return g_string_free (g_steal_pointer (&lines), FALSE);
}

static TrsCliExit
print_command_help (const TrsCliCommand *command)
{
  g_autofree char *described = trs_cli_options_describe (command->groups, command->options);
  /* Translators: the first %s is the name of a command, the second what follows it. */
  g_autofree char *usage = g_strdup_printf (_("Usage:\n  transcripts %s [OPTION…] %s"), command->name,
                                            command->parameters != NULL ? _(command->parameters) : "");
  g_autofree char *text = g_strdup_printf ("%s\n\n%s\n\n%s", g_strchomp (usage),
                                           trs_cli_get_summary (command->name), described);

  if (command->fields != NULL)
    {
      g_autofree char *options_alone = text;
      g_autofree char *fields = wrap_fields (command->fields);

      /* Translators: heading above the names of what --json prints, in the help of a command. */
      text = g_strdup_printf ("%s\n%s\n%s", options_alone, _("Fields of --json"), fields);
    }

  return trs_cli_print (text, strlen (text)) ? TRS_CLI_DONE : trs_cli_print_error (NULL, trs_cli_output_get_error ());
}

/* @word: (nullable): what help is wanted for */
static TrsCliExit
help (const char *word)
{
  const TrsCliCommand *command = find_command (word);

  if (word == NULL || g_str_equal (word, "help"))
    return trs_cli_print_help ();
  if (command != NULL)
    return print_command_help (command);
  return trs_cli_report_usage (trs_cli_request_explain (word, trs_cli_get_commands ()));
}

/* One run */

/* @what: what is wrong with a command, as the options have it. @advice: (nullable) (transfer full): how it is right */
static void
set_usage (GError              **error,
           const TrsCliCommand  *command,
           const char           *what,
           char                 *advice)
{
  g_autofree char *sentence = trs_strings_sentence (what);
  g_autofree char *hint = advice;
  g_autofree char *words = NULL;

  if (hint == NULL)
    /* Translators: %s is the name of a command; “transcripts help” is typed so in every language. */
    hint = g_strdup_printf (_("Try “transcripts help %s”."), command->name);
  words = trs_strings_sentences (sentence, hint);
  g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_USAGE, words);
}

static gboolean
check_options (const TrsCliCommand  *command,
               GError              **error)
{
  guint n_words = g_strv_length (options.words);
  const char *wrong = NULL;

  if (n_words < command->n_min || n_words > command->n_max)
    wrong = _("Wrong number of arguments");
  else if (!command->asks_key && trs_cli_key_source_is_set (&options.key) != (options.server != NULL))
    wrong = _("A key that is given and --server must be used together");
  else if (trs_cli_key_source_is_set (&options.key) && (options.account != NULL || options.offline))
    wrong = _("A key that is given can’t be used with --account or --offline");
  else if (options.limit < 1)
    wrong = _("--limit must be 1 or more");
  else if (options.output != NULL && *options.output == '\0')
    wrong = _("--output needs the name of a file or a folder");
  else if (options.fields != NULL && !options.json)
    wrong = _("--fields needs --json");
  else if (command->check != NULL)
    wrong = command->check (&options);
  if (wrong == NULL)
    return options.fields == NULL || trs_cli_records_check (options.fields, command->fields, error);

  set_usage (error, command, wrong, NULL);
  return FALSE;
}

/* No ID is shorter, nor are several short options in one argument that long. */
#define MIN_ID 6

/* What is not an option may be an ID: some begin with a dash. @message: says which option is not known */
static char *
advise_dash (const TrsCliCommand *command,
             char               **arguments,
             const char          *message)
{
  for (guint i = 0; arguments[i] != NULL && !g_str_equal (arguments[i], "--"); i++)
    {
      const char option[] = { '-', *arguments[i] == '-' ? arguments[i][1] : '-', '\0' };
      g_autofree char *shown = trs_display_text_line (arguments[i]);

      if (option[1] != '-' && strlen (arguments[i]) >= MIN_ID && strstr (message, option) != NULL)
        /* Translators: the first %s is the name of a command, the second one what was typed. */
        return g_strdup_printf (_("If it is an ID: transcripts %s -- %s"), command->name, shown);
    }
  return NULL;
}

static gboolean
parse_options (const TrsCliCommand  *command,
               int                   argc,
               char                **argv,
               GError              **error)
{
  g_autoptr (GError) wrong = NULL;
  g_autofree char *message = NULL;
  char *advice = NULL;

  if (trs_cli_options_parse (&options, command->groups, command->options, argc, argv, &wrong))
    return TRUE;

  message = trs_display_text_line (wrong->message);
  if (command->n_max > 0 && g_error_matches (wrong, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION))
    advice = advise_dash (command, argv + 1, message);
  set_usage (error, command, message, advice);
  return FALSE;
}

static const int ending_signals[] = { SIGINT, SIGTERM };

static guint signal_sources[G_N_ELEMENTS (ending_signals)];

/* From now on a signal ends the program as if it had never been caught, whatever it is doing. */
static void
stop_catching (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (ending_signals); i++)
    {
      g_clear_handle_id (&signal_sources[i], g_source_remove);
      signal (ending_signals[i], SIG_DFL);
    }
  trs_cli_output_heed_signals (NULL, 0);
}

/* The first signal lets a running submission end, so that its outcome can be saved; the second one ends it at once. */
static gboolean
interrupted_cb (gpointer user_data)
{
  TrsCli *self = user_data;
  const char *sentence = self->explain != NULL ? self->explain (self) : NULL;

  stop_catching ();
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
  if (self->key != NULL && !command->asks_key)
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
      g_autofree char *sentence = trs_strings_sentence (reason);

      error->message = trs_strings_sentences (sentence,
                                              _("What was submitted stays submitted: see “transcripts list”."));
    }
  return trs_cli_print_error (NULL, error);
}

static TrsCliExit
run (const TrsCliCommand *command,
     TrsCli              *self)
{
  g_autoptr (GError) error = NULL;
  TrsCliExit status, ended;

  if (open_account (command, self, &error))
    {
      TrsAccount *account = trs_session_get_account (self->session);

      trs_strings_set_free (trs_account_get_sample (account) || trs_account_get_local (account));
      trs_strings_set_local (trs_account_get_local (account));
      status = command->run (self);
    }
  else
    status = trs_cli_report (self, NULL, error);

  ended = trs_cli_end_texts (self);
  status = status == TRS_CLI_DONE ? ended : status;
  if (self->records != NULL)
    trs_cli_records_end (self->records);
  if (trs_cli_output_get_error () != NULL)
    return end_output (command);
  return status == TRS_CLI_DONE && g_cancellable_is_cancelled (self->cancellable) ? TRS_CLI_INTERRUPTED : status;
}

/* Every window reports the damage; on the command line, the command that found it does. */
static void
moved_aside_cb (TrsStorage *storage)
{
  if (trs_storage_get_moved_aside (storage) != NULL && trs_storage_has_replaced_file (storage))
    trs_cli_report_damage (trs_storage_get_moved_aside (storage),
                           trs_storage_get_copied_at (storage, trs_storage_get_moved_aside (storage)) != 0);
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

/* Nobody is to type a key for an address that cannot be one. @address: (nullable): where the key is to be sent */
static gboolean
check_address (const TrsCliCommand  *command,
               const char           *address,
               GSettings            *settings,
               GError              **error)
{
  g_autoptr (TrsAccount) account = trs_account_new (settings);
  g_autofree char *normal = NULL;

  if (address == NULL && command->asks_key && *trs_account_get_server_address (account) == '\0')
    {
      g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_USAGE,
                           _("Give the address of the service: transcripts login ADDRESS"));
      return FALSE;
    }
  normal = address != NULL ? trs_server_address_normalize (address, error) : NULL;
  return address == NULL || normal != NULL;
}

/* Before signals are caught, so that Ctrl+C still ends the program at the prompt. */
static gboolean
read_key (const TrsCliCommand  *command,
          TrsCli               *self,
          GError              **error)
{
  if (!trs_cli_key_source_check (&options.key, error))
    return FALSE;
  if (command->asks_key && !trs_cli_key_source_is_set (&options.key))
    {
      if (!isatty (STDIN_FILENO))
        {
          g_set_error (error, TRS_CLI_ERROR, TRS_CLI_USAGE,
                       _("There is no terminal to ask for the key. Use --key-stdin, --key-fd or --key-credential."));
          return FALSE;
        }
      options.key.standard_input = TRUE;
    }
  if (trs_cli_key_source_is_set (&options.key))
    self->key = trs_cli_read_key (&options.key, error);
  return self->key != NULL || !trs_cli_key_source_is_set (&options.key);
}

static TrsCliExit
run_command (const TrsCliCommand   *command,
             TrsCliMakeSession      make_session,
             char                ***window)
{
  g_autoptr (GSettings) settings = NULL;
  g_autoptr (GError) error = NULL;
  const char *address = command->asks_key ? options.words[0] : options.server;
  TrsCli self = { .options = &options };
  TrsCliExit status;

  if (!trs_settings_schema_check ())
    return TRS_CLI_FAILED;

  settings = trs_cli_settings_copy ();
  if (!check_address (command, address, settings, &error))
    return trs_cli_print_error (address, error);
  if (!read_key (command, &self, &error))
    return trs_cli_print_error (NULL, error);

  if (options.output == NULL)
    options.output = g_strdup (command->output);
  self.cancellable = g_cancellable_new ();
  self.settings = settings;
  self.needs_file = options.offline || (command->account == TRS_CLI_ACCOUNT_OPENED && !command->needs_no_file &&
                                        (command->groups & TRS_CLI_OPTIONS_KEY) == 0);
  self.session = make_session (settings);
  trs_account_set_never_receives (trs_session_get_account (self.session));
  /* What nobody asked for is left to the window. */
  trs_download_queue_set_enabled (trs_session_get_downloads (self.session), FALSE);
  self.records = options.json ? trs_cli_records_new (options.fields) : NULL;
  g_signal_connect (trs_session_get_storage (self.session), "notify::moved-aside", G_CALLBACK (moved_aside_cb), NULL);
  for (guint i = 0; i < G_N_ELEMENTS (ending_signals); i++)
    signal_sources[i] = g_unix_signal_add (ending_signals[i], interrupted_cb, &self);
  trs_cli_output_heed_signals (ending_signals, G_N_ELEMENTS (ending_signals));

  status = run (command, &self);
  trs_cli_end (&self);
  *window = self.window;
  stop_catching ();
  g_clear_pointer (&self.key, trs_api_key_free);
  g_clear_pointer (&self.texts, trs_cli_texts_free);
  g_clear_pointer (&self.records, trs_cli_records_free);
  g_object_unref (self.session);
  g_object_unref (self.cancellable);
  return status;
}

/**
 * trs_cli_main:
 * @argc: number of arguments
 * @argv: arguments, a command among them, see trs_cli_request_read()
 * @make_session: makes the session
 * @window: (out) (nullable) (transfer full) (array zero-terminated=1): with what arguments the window is to take the
 *   place of this program; %NULL if it is not to
 *
 * Runs a command, without a display.
 *
 * Returns: the exit status, see #TrsCliExit
 */
int
trs_cli_main (int                 argc,
              char              **argv,
              TrsCliMakeSession   make_session,
              char             ***window)
{
  int position = trs_cli_options_find_word (argc, argv);
  const char *word = position > 0 ? argv[position] : NULL;
  const TrsCliCommand *command = find_command (word);
  g_autofree char **rest = position > 0 ? remove_command (argc, argv, position) : NULL;
  g_autoptr (GError) error = NULL;

  if (g_strcmp0 (word, "help") == 0)
    {
      int next = trs_cli_options_find_word (argc - position, argv + position);

      return help (next > 0 ? argv[position + next] : NULL);
    }
  if (command == NULL)
    return help (word);
  if (!parse_options (command, argc - 1, rest, &error))
    return trs_cli_print_error (NULL, error);
  if (options.help)
    return print_command_help (command);
  options.json |= command->always_json;
  if (command->json_format && options.format != NULL && g_ascii_strcasecmp (options.format, "json") == 0)
    {
      options.json = TRUE;
      g_clear_pointer (&options.format, g_free);
    }
  trs_cli_output_set_quiet (options.quiet);
  if (options.verbose)
    trs_cli_output_be_verbose ();
  if (!check_options (command, &error))
    return trs_cli_print_error (NULL, error);
  return run_command (command, make_session, window);
}
