/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-run.h"

#include "trs-api-key.h"
#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-project-strings.h"
#include "trs-strings.h"

#include <glib-unix.h>
#include <stdio.h>
#include <unistd.h>

void
trs_cli_done_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

GAsyncResult *
trs_cli_wait (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return *result;
}

/**
 * trs_cli_report:
 * @self: a run
 * @given: (nullable): the argument that the error is about, as the user typed it
 * @error: what went wrong
 *
 * Says it on standard error and in the summary of `--json`.
 *
 * Returns: its exit status
 */
TrsCliExit
trs_cli_report (TrsCli       *self,
                const char   *given,
                const GError *error)
{
  TrsCliExit status = trs_cli_print_error (given, error);

  if (self->records != NULL)
    trs_cli_records_add_error (self->records, given, error);
  return status;
}

/**
 * trs_cli_may_go_on:
 * @self: a run
 *
 * Returns: %FALSE after a signal, and when standard output takes no more
 */
gboolean
trs_cli_may_go_on (TrsCli *self)
{
  return !g_cancellable_is_cancelled (self->cancellable) && trs_cli_output_get_error () == NULL;
}

/**
 * trs_cli_begin_table:
 * @self: a run
 * @columns: (array length=n_columns): the columns, which are constant
 * @n_columns: how many
 *
 * Returns: (transfer full) (nullable): a table, or %NULL if records are printed
 */
TrsCliTable *
trs_cli_begin_table (TrsCli             *self,
                     const TrsCliColumn *columns,
                     guint               n_columns)
{
  return self->records == NULL ? trs_cli_table_new (columns, n_columns) : NULL;
}

/**
 * trs_cli_add_record:
 * @self: a run with `--json`
 * @record: (transfer full): one of trs_cli_record_new(), with all its members
 *
 * Prints a line.
 */
void
trs_cli_add_record (TrsCli     *self,
                    JsonObject *record)
{
  trs_cli_records_add (self->records, record);
}

/* Returns: whether there is somebody to ask */
gboolean
trs_cli_can_ask (void)
{
  return isatty (STDIN_FILENO) && isatty (STDERR_FILENO);
}

static gboolean
input_ready_cb (int          fd,
                GIOCondition condition,
                gpointer     user_data)
{
  *(gboolean *) user_data = TRUE;
  return G_SOURCE_REMOVE;
}

/* Ctrl+C is answered at once, as everywhere. Returns: %FALSE after it */
static gboolean
wait_for_input (TrsCli *self)
{
  gboolean ready = FALSE;
  guint source = g_unix_fd_add (STDIN_FILENO, G_IO_IN | G_IO_HUP | G_IO_ERR, input_ready_cb, &ready);

  while (!ready && !g_cancellable_is_cancelled (self->cancellable))
    g_main_context_iteration (NULL, TRUE);
  if (!ready)
    g_source_remove (source);
  return ready;
}

/**
 * trs_cli_ask:
 * @self: a run
 * @question: a question that may be answered with yes, without a line break
 *
 * Asks on the terminal. Whatever is not a clear yes is a no, and so is the end of the input.
 *
 * Returns: %TRUE for yes
 */
gboolean
trs_cli_ask (TrsCli     *self,
             const char *question)
{
  g_autofree char *line = trs_display_text_line (question);
  char answer[64] = "";

  trs_cli_end_progress ();
  /* Translators: %s is a question. The letters are typed; leave them as they are. */
  fprintf (stderr, _("%s [y/N]"), line);
  fputc (' ', stderr);
  fflush (stderr);
  if (!wait_for_input (self) || fgets (answer, sizeof answer, stdin) == NULL)
    fputc ('\n', stderr);
  g_strstrip (answer);
  return g_ascii_strcasecmp (answer, "y") == 0 || g_ascii_strcasecmp (answer, "yes") == 0;
}

/* @text: (nullable): valid UTF-8 */
static gboolean
shows_something (const char *text)
{
  for (const char *p = text != NULL ? text : ""; *p != '\0'; p = g_utf8_next_char (p))
    if (g_unichar_isgraph (g_utf8_get_char (p)))
      return TRUE;

  return FALSE;
}

/**
 * trs_cli_dup_title:
 * @project: a project
 *
 * Returns: (transfer full): what a cell calls it, as it was given: its title, or the ID of its video while that is not
 *   known or shows nothing
 */
char *
trs_cli_dup_title (TrsProject *project)
{
  const char *title = trs_project_is_pending (project) ? NULL : trs_project_get_shown_title (project);

  return g_strdup (shows_something (title) ? title : trs_project_get_data (project)->video_id);
}

/* Returns: (transfer full): what the service says of a failure, and what it has cost, as far as these are known */
static char *
explain_failure (TrsProject *project)
{
  gint64 length = trs_project_get_data (project)->video_length;
  const char *message = trs_project_get_data (project)->message;
  g_autofree char *said =
      trs_strings_get_local () ? trs_strings_local_fault (message) : trs_display_text_line (message);
  g_autofree char *spent = NULL;

  if (length > 0 && !trs_strings_get_free ())
    {
      g_autofree char *credits = trs_strings_credits (trs_credits_for_length (length));

      /* Translators: %s is what a transcription that failed has cost, "12 credits". */
      spent = g_strdup_printf (_("%s spent"), credits);
    }
  return trs_project_strings_join (*said != '\0' ? said : NULL, spent);
}

/**
 * trs_cli_new_unready_error:
 * @project: a project that has no transcript
 *
 * Returns: (transfer full): why it has none: %TRS_CLI_UNKNOWN, %TRS_CLI_VIDEO_FAILED or %TRS_CLI_NOT_FINISHED
 */
GError *
trs_cli_new_unready_error (TrsProject *project)
{
  gboolean failed = !trs_project_is_pending (project) &&
                    trs_project_get_state (project) == TRS_PROJECT_STATE_ERROR;
  g_autofree char *why = failed ? explain_failure (project) : trs_project_strings_status (project);

  if (failed && *why == '\0')
    return g_error_new_literal (TRS_CLI_ERROR, TRS_CLI_VIDEO_FAILED, _("Transcription failed"));
  if (failed)
    /* Translators: %s is what the service says, "The audio could not be transcribed · 12 credits spent". */
    return g_error_new (TRS_CLI_ERROR, TRS_CLI_VIDEO_FAILED, _("Transcription failed: %s"), why);
  return g_error_new (TRS_CLI_ERROR, trs_project_is_pending (project) ? TRS_CLI_UNKNOWN : TRS_CLI_NOT_FINISHED,
                      /* Translators: %s is the state of a video, "Transcribing", "Stopped checking". */
                      _("There is no transcript yet: %s"), why);
}

/**
 * trs_cli_format_date:
 * @time: microseconds since the epoch; 0 if it is unknown
 *
 * Returns: (transfer full): what a cell says of a time, which sorts and is the same in every language: for eyes in
 *   their own time zone, for a program in UTC (ISO 8601)
 */
char *
trs_cli_format_date (gint64 time)
{
  g_autoptr (GDateTime) utc = time != 0 ? g_date_time_new_from_unix_utc (time / G_USEC_PER_SEC) : NULL;
  g_autoptr (GDateTime) local = NULL;

  if (utc == NULL)
    return g_strdup ("");
  if (!isatty (STDOUT_FILENO))
    return g_date_time_format (utc, "%Y-%m-%dT%H:%M:%SZ");
  local = g_date_time_to_local (utc);
  return local != NULL ? g_date_time_format (local, "%Y-%m-%d %H:%M") : g_strdup ("");
}

static gboolean
matches_account (const TrsKnownAccount *account,
                 const char            *word)
{
  g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, account->id);

  return g_str_equal (word, account->name) || g_strcmp0 (word, account->label) == 0 ||
         (account->id != 0 && g_str_equal (word, number));
}

/**
 * trs_cli_list_accounts:
 * @self: a run
 *
 * Returns: (transfer full) (element-type TrsKnownAccount): the accounts, the one used last first
 */
GPtrArray *
trs_cli_list_accounts (TrsCli *self)
{
  TrsAccountList *list = trs_session_get_accounts (self->session);
  GPtrArray *accounts = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_known_account_free);
  g_autoptr (GAsyncResult) result = NULL;

  trs_account_list_refresh_async (list, trs_cli_done_cb, &result);
  trs_account_list_refresh_finish (list, trs_cli_wait (&result), NULL);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (list)); i++)
    g_ptr_array_add (accounts, trs_known_account_copy (trs_account_list_get_account (list, i)));
  return accounts;
}

/**
 * trs_cli_find_account:
 * @self: a run
 * @word: its number, name or server
 * @error: return location for a #TRS_CLI_ERROR
 *
 * Returns: (transfer none) (nullable): the account, which @self knows from now on
 */
TrsKnownAccount *
trs_cli_find_account (TrsCli      *self,
                      const char  *word,
                      GError     **error)
{
  TrsKnownAccount *found = NULL;
  guint n_found = 0;

  if (self->known == NULL)
    self->known = trs_cli_list_accounts (self);
  for (guint i = 0; i < self->known->len; i++)
    if (matches_account (self->known->pdata[i], word) && n_found++ == 0)
      found = self->known->pdata[i];
  if (n_found == 1)
    return found;

  g_set_error (error, TRS_CLI_ERROR, TRS_CLI_NO_KEY,
               /* Translators: %s is what was typed; “transcripts accounts” is typed so in every language. */
               n_found == 0 ? _("There is no account “%s”. Run “transcripts accounts” to see them all.")
                            /* Translators: %s is the name of accounts; “transcripts accounts” is typed so in every
                             * language. */
                            : _("Several accounts are called “%s”. Use the number that “transcripts accounts” shows."),
               word);
  return NULL;
}

/**
 * trs_cli_dup_account_word:
 * @self: a run
 * @origin: (out) (optional): what says so: "--account", "TRANSCRIPTS_ACCOUNT" or "accounts --use"
 *
 * An option overrides the environment, and that overrides the setting.
 *
 * Returns: (transfer full) (nullable): the account that commands use, or %NULL for that of the window
 */
char *
trs_cli_dup_account_word (TrsCli      *self,
                          const char **origin)
{
  g_autofree char *setting = g_settings_get_string (self->settings, "shell-account");
  const struct
  {
    const char *word;
    const char *origin;
  } sources[] = {
    { self->options->account, "--account" },
    { g_getenv ("TRANSCRIPTS_ACCOUNT"), "TRANSCRIPTS_ACCOUNT" },
    { setting, "accounts --use" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    if (sources[i].word != NULL && *sources[i].word != '\0')
      {
        if (origin != NULL)
          *origin = sources[i].origin;
        return g_strdup (sources[i].word);
      }
  return NULL;
}

/* Where the settings know no account, as on a server that cannot save any, the only one that is known is meant. */
static gboolean
choose_only_account (TrsCli  *self,
                     GError **error)
{
  if (trs_account_is_configured (trs_session_get_account (self->session)))
    return TRUE;

  self->known = trs_cli_list_accounts (self);
  if (self->known->len == 1)
    self->account = self->known->pdata[0];
  if (self->known->len < 2)
    return TRUE;
  g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_NO_KEY,
                       _("There are several accounts. Name one with --account; “transcripts accounts” lists them."));
  return FALSE;
}

/* Errors say where the name of the account comes from, if it was not typed. */
static gboolean
choose_account (TrsCli  *self,
                GError **error)
{
  const char *origin = NULL;
  g_autofree char *word = trs_cli_dup_account_word (self, &origin);

  if (word == NULL)
    return choose_only_account (self, error);

  self->account = trs_cli_find_account (self, word, error);
  if (self->account != NULL)
    {
      self->was_current = self->account->current;
      self->account->current = FALSE;
    }
  else if (self->options->account == NULL)
    g_prefix_error (error, "%s: ", origin);
  return self->account != NULL;
}

static gboolean
open_library (TrsCli                *self,
              const char            *name,
              const TrsKnownAccount *account)
{
  TrsLibrary *library = trs_session_get_library (self->session);
  g_autoptr (GAsyncResult) result = NULL;

  trs_library_open_async (library, name, account != NULL ? account->id : 0, NULL, trs_cli_done_cb, &result);
  return trs_library_open_finish (library, trs_cli_wait (&result), NULL) || trs_library_is_open (library);
}

/* Where the file cannot be used nothing is found, which is not to be taken for an answer. What the service knows can
 * still be had. */
static gboolean
check_file (TrsCli  *self,
            GError **error)
{
  TrsLibrary *library = trs_session_get_library (self->session);
  const GError *reason = trs_library_get_error (library);

  if (reason == NULL || !trs_library_is_in_memory (library))
    return TRUE;
  if (self->needs_file)
    g_propagate_error (error, g_error_copy (reason));
  else
    trs_cli_print_error (NULL, reason);
  return !self->needs_file;
}

/* Where the file cannot be used no account is known either, which is not the reason. */
static gboolean
explain_no_account (TrsCli  *self,
                    GError **error)
{
  TrsLibrary *library = trs_session_get_library (self->session);

  if (trs_library_is_in_memory (library) &&
      open_library (self, trs_account_get_name (trs_session_get_account (self->session)), NULL) &&
      trs_library_get_error (library) != NULL)
    {
      g_clear_error (error);
      g_propagate_error (error, g_error_copy (trs_library_get_error (library)));
    }
  return FALSE;
}

/**
 * trs_cli_open:
 * @self: a run
 * @error: return location for an error
 *
 * Opens the local store of the account. Needs neither the keyring nor the network.
 *
 * Returns: %TRUE if the store can be read, or the command can do without it
 */
gboolean
trs_cli_open (TrsCli  *self,
              GError **error)
{
  TrsAccount *account = trs_session_get_account (self->session);

  if (!choose_account (self, error))
    return explain_no_account (self, error);
  if (self->account != NULL)
    trs_account_set_server (account, self->account->name, self->account->sample);
  if (!trs_account_is_configured (account))
    {
      g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_NO_KEY,
                           _("There is no account yet. Connect with “transcripts login ADDRESS” or in the window."));
      return explain_no_account (self, error);
    }

  if (open_library (self, trs_account_get_name (account), self->account))
    return check_file (self, error);
  g_propagate_error (error, g_error_copy (trs_library_get_error (trs_session_get_library (self->session))));
  return FALSE;
}

/**
 * trs_cli_end:
 * @self: a run
 *
 * Ends the session. If the server has several users, marks the one used before this run as the last
 * one again, because the window opens that.
 */
void
trs_cli_end (TrsCli *self)
{
  const char *name = trs_account_get_name (trs_session_get_account (self->session));
  gint64 used = trs_library_get_account (trs_session_get_library (self->session));
  const TrsKnownAccount *before = NULL;

  trs_session_stop (self->session);
  for (guint i = 0; before == NULL && self->known != NULL && i < self->known->len; i++)
    if (g_str_equal (((TrsKnownAccount *) self->known->pdata[i])->name, name))
      before = self->known->pdata[i];
  if (before != NULL && before->id != 0 && used != 0 && before->id != used)
    {
      open_library (self, name, before);
      trs_library_close (trs_session_get_library (self->session));
    }
  g_clear_pointer (&self->known, g_ptr_array_unref);
  g_clear_pointer (&self->given, g_hash_table_unref);
}

/**
 * trs_cli_prove:
 * @self: a run with a key that was given
 * @address: the server it is for
 * @error: return location for an error
 *
 * Asks the server whose the key is, and opens that account. The key is not put into the keyring.
 *
 * Returns: %TRUE if the server accepts the key
 */
gboolean
trs_cli_prove (TrsCli      *self,
               const char  *address,
               GError     **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  self->known = trs_cli_list_accounts (self);
  trs_connector_set_keep_keys (trs_session_get_connector (self->session), FALSE);
  trs_sign_in_connect_async (trs_session_get_sign_in (self->session), address, self->key, self->cancellable,
                             trs_cli_done_cb, &result);
  g_clear_pointer (&self->key, trs_api_key_free);
  return trs_sign_in_connect_finish (trs_session_get_sign_in (self->session), trs_cli_wait (&result), error);
}

/* To log in would help for a while only: the two users would take the key from each other. */
static gboolean
is_key_of_another (TrsCli *self)
{
  TrsLibrary *library = trs_session_get_library (self->session);

  return !trs_library_is_in_memory (library) &&
         trs_connector_is_keyless (trs_session_get_connector (self->session),
                                   trs_account_get_name (trs_session_get_account (self->session)),
                                   trs_library_get_account (library));
}

/**
 * trs_cli_check_session:
 * @self: a run that is connected, or was
 * @error: return location for the reason
 *
 * Returns: %TRUE as long as the service may be asked
 */
gboolean
trs_cli_check_session (TrsCli  *self,
                       GError **error)
{
  TrsSessionState state = trs_session_get_state (self->session);
  const GError *key_error = trs_session_get_key_error (self->session);

  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  if (state == TRS_SESSION_READY)
    return TRUE;

  if (trs_account_get_sample (trs_session_get_account (self->session)))
    g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_NOT_REACHED,
                         _("The sample service could not start. It serves one program at a time: close the window, or "
                           "use another account."));
  else if (state == TRS_SESSION_KEY_REFUSED)
    g_set_error_literal (error, TRS_ERROR, TRS_ERROR_UNAUTHORIZED, "The key was refused");
  else if (key_error != NULL)
    g_propagate_error (error, g_error_copy (key_error));
  else if (is_key_of_another (self))
    g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_NO_KEY,
                         /* Translators: “transcripts …” is typed so in every language. */
                         _("The keyring holds the key of another user of this server. To use their account, name it "
                           "with --account (see “transcripts accounts”); for this one, run “transcripts login”."));
  else
    g_set_error_literal (error, TRS_ERROR, TRS_ERROR_NO_KEY, "There is no key");
  return FALSE;
}

/**
 * trs_cli_connect:
 * @self: a run
 * @error: return location for an error
 *
 * Takes the key that was given, or that of the keyring. Automatic downloads are left to
 * the window.
 *
 * Returns: %TRUE if there is a key; only the first request shows whether the service accepts it
 */
gboolean
trs_cli_connect (TrsCli  *self,
                 GError **error)
{
  if (self->connected)
    return TRUE;

  if (self->key != NULL)
    {
      self->connected = trs_cli_prove (self, self->options->server, error);
      return self->connected;
    }

  if (self->account != NULL)
    trs_session_switch_account (self->session, self->account);
  else
    trs_session_start (self->session);
  while (trs_session_get_state (self->session) == TRS_SESSION_STARTING &&
         !g_cancellable_is_cancelled (self->cancellable))
    g_main_context_iteration (NULL, TRUE);
  self->connected = trs_cli_check_session (self, error);
  return self->connected;
}

/**
 * trs_cli_run_until_idle:
 * @self: a run
 *
 * Runs the main loop until it is idle: one job of the store starts another (what was read is matched with what was
 * sent), and the list is updated last.
 */
void
trs_cli_run_until_idle (TrsCli *self)
{
  gboolean busy = TRUE;

  while (busy)
    {
      g_ptr_array_unref (trs_cli_list_accounts (self));
      busy = FALSE;
      while (g_main_context_iteration (NULL, FALSE))
        busy = TRUE;
    }
}

/**
 * trs_cli_refresh:
 * @self: a run that is connected
 * @error: return location for an error
 *
 * Reads the list of the service: its newest page, or all of it if it was never read to its end.
 *
 * Returns: %TRUE if it was read
 */
gboolean
trs_cli_refresh (TrsCli  *self,
                 GError **error)
{
  TrsListReader *reader = trs_session_get_reader (self->session);
  TrsHistory *history = trs_session_get_history (self->session);
  g_autoptr (GAsyncResult) result = NULL;

  trs_list_reader_read_async (reader, TRS_LIST_READ_REFRESH, self->cancellable, trs_cli_done_cb, &result);
  if (!trs_list_reader_read_finish (reader, trs_cli_wait (&result), error))
    return FALSE;

  while (trs_history_get_reading (history) && !trs_history_get_complete (history) &&
         trs_history_get_n_known (history) < (guint) self->options->limit)
    {
      guint n_known = trs_history_get_n_known (history);
      /* Translators: %'u is the number of videos of the list that were read. */
      g_autofree char *line = g_strdup_printf (ngettext ("%'u video so far, still reading",
                                                         "%'u videos so far, still reading", n_known), n_known);

      if (!trs_cli_check_session (self, error))
        return FALSE;
      trs_cli_show_progress (line);
      g_main_context_iteration (NULL, TRUE);
    }
  trs_cli_end_progress ();
  trs_cli_run_until_idle (self);
  if (trs_history_get_error (history) != NULL)
    g_propagate_error (error, g_error_copy (trs_history_get_error (history)));
  return trs_history_get_error (history) == NULL;
}
