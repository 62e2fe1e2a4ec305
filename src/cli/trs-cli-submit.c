/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-command.h"

#include "trs-cli-files.h"
#include "trs-cli-text.h"
#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-language-tag.h"
#include "trs-project-strings.h"
#include "trs-strings.h"
#include "trs-video-ref.h"

static const TrsCliColumn columns[] = { { "ID" }, { "VIDEO" } };

/* The arguments are all of one kind: see check_submit(). */
static gboolean
has_files (const TrsCliOptions *options)
{
  return options->words[0] != NULL && trs_cli_files_is_file (options->words[0]);
}

/* What the user typed */
static const char *
get_given (TrsCli        *self,
           TrsSubmission *submission)
{
  const char *video_id = trs_submission_get_video_id (submission);
  const char *given = self->given != NULL ? g_hash_table_lookup (self->given, video_id) : NULL;

  return given != NULL ? given : video_id;
}

/* Returns: (transfer none) (nullable): the submission for @video_id */
static TrsSubmission *
find_submission (GPtrArray  *submissions,
                 const char *video_id)
{
  for (guint i = 0; i < submissions->len; i++)
    if (g_str_equal (trs_submission_get_video_id (((TrsSubmission *) submissions->pdata[i])), video_id))
      return submissions->pdata[i];

  return NULL;
}

/* Parses all arguments before anything is sent. A video that was typed twice is sent once, even with --again. Returns:
 * (transfer full) (nullable) (element-type TrsSubmission): the submissions to send */
static GPtrArray *
make_submissions (TrsCli  *self,
                  GError **error)
{
  const TrsCliOptions *options = self->options;
  g_autoptr (GPtrArray) submissions = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *language = options->language != NULL ? trs_language_tag_canonicalize (options->language) : NULL;

  if (options->language != NULL && language == NULL)
    {
      g_set_error (error, TRS_CLI_ERROR, TRS_CLI_USAGE, _("“%s” is not a valid language code"), options->language);
      return NULL;
    }
  for (guint i = 0; options->words[i] != NULL; i++)
    {
      g_autofree char *video_id = NULL;
      TrsSubmission *submission;

      if (trs_video_ref_parse (options->words[i], &video_id) == TRS_VIDEO_REF_NONE)
        {
          g_set_error (error, TRS_CLI_ERROR, TRS_CLI_USAGE,
                       _("“%s” is neither a link to a video nor its ID. Nothing was sent."), options->words[i]);
          return NULL;
        }
      if (trs_video_ref_is_word (options->words[i]))
        {
          g_set_error (error, TRS_CLI_ERROR, TRS_CLI_USAGE,
                       /* Translators: both %s are what was typed, "transcripts". Leave "v=" as it is. */
                       _("“%s” could be a word. Nothing was sent. If it is the ID of a video, write v=%s."),
                       options->words[i], video_id);
          return NULL;
        }
      if (find_submission (submissions, video_id) != NULL)
        continue;
      submission = trs_submission_new (video_id, language);
      trs_submission_set_again (submission, options->again);
      trs_submission_set_unchecked (submission, options->unchecked);
      g_ptr_array_add (submissions, submission);
    }
  return g_steal_pointer (&submissions);
}

/* On a new computer, reading a long list takes a while: show the progress. */
static void
show_check (TrsCli *self)
{
  g_autofree char *number = trs_strings_number (trs_history_get_n_known (trs_session_get_history (self->session)));
  /* Translators: %s is a number of videos: the list of the account is being read. */
  g_autofree char *line = g_strdup_printf (_("Checking your earlier videos… %s so far"), number);

  if (trs_submitter_get_checking (trs_session_get_submitter (self->session)))
    trs_cli_show_progress (line);
}

static void
send (TrsCli    *self,
      GPtrArray *submissions)
{
  TrsSubmitter *submitter = trs_session_get_submitter (self->session);
  g_autoptr (GListStore) list = g_list_store_new (TRS_TYPE_SUBMISSION);
  g_autoptr (GAsyncResult) result = NULL;

  for (guint i = 0; i < submissions->len; i++)
    if (trs_submission_get_outcome (submissions->pdata[i]) == TRS_SUBMISSION_WAITING)
      g_list_store_append (list, submissions->pdata[i]);
  g_signal_connect_swapped (submitter, "notify::checking", G_CALLBACK (show_check), self);
  g_signal_connect_swapped (trs_session_get_history (self->session), "changed", G_CALLBACK (show_check), self);
  trs_submitter_run_async (submitter, G_LIST_MODEL (list), self->cancellable, trs_cli_done_cb, &result);
  trs_cli_wait (&result);
  trs_cli_end_progress ();
  g_signal_handlers_disconnect_by_func (submitter, show_check, self);
  g_signal_handlers_disconnect_by_func (trs_session_get_history (self->session), show_check, self);
}

/* Returns: (nullable): the project to wait for; %NULL if there is nothing to wait for */
static TrsProject *
get_awaited_project (TrsSubmission *submission)
{
  TrsProject *project = trs_submission_get_project (submission);

  if (trs_submission_get_outcome (submission) != TRS_SUBMISSION_ACCEPTED &&
      trs_submission_get_outcome (submission) != TRS_SUBMISSION_UNKNOWN)
    return NULL;
  if (project == NULL || trs_project_get_watch (project) == TRS_PROJECT_WATCH_STOPPED ||
      trs_project_get_watch (project) == TRS_PROJECT_WATCH_DISMISSED)
    return NULL;
  return trs_project_is_pending (project) || !trs_project_state_is_final (trs_project_get_state (project)) ? project
                                                                                                           : NULL;
}

/* The poller watches submitted projects by itself. Marking the first one as visible makes it ask for details, as for
 * the project on the screen. */
static void
wait_for_all (TrsCli     *self,
              GPtrArray  *submissions,
              GError    **error)
{
  for (guint i = 0; i < submissions->len;)
    {
      TrsProject *project = get_awaited_project (submissions->pdata[i]);
      g_autofree char *status = project != NULL ? trs_project_strings_status (project) : NULL;
      g_autofree char *line = NULL;

      if (project == NULL)
        {
          i++;
          continue;
        }
      /* Translators: which of how many videos is waited for, and what is done with it: "1 of 3 · Transcribing". */
      line = g_strdup_printf (_("%u of %u · %s"), i + 1, submissions->len, status);
      trs_cli_show_progress (line);
      if (!trs_cli_check_session (self, error))
        return;
      trs_session_set_current (self->session, project);
      g_main_context_iteration (NULL, TRUE);
    }
}

/* Sets @error to the reason why the video was not accepted. */
static gboolean
check_accepted (TrsCli         *self,
                TrsSubmission  *submission,
                GError        **error)
{
  if (trs_submission_get_outcome (submission) == TRS_SUBMISSION_ACCEPTED)
    return TRUE;

  if (trs_submission_get_outcome (submission) == TRS_SUBMISSION_UNKNOWN)
    g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_UNKNOWN,
                         _("The service did not confirm this video. To avoid paying twice, Transcripts is checking "
                           "your list instead of sending it again."));
  else if (has_files (self->options) &&
           g_error_matches (trs_submission_get_error (submission), TRS_ERROR, TRS_ERROR_VIDEO_NOT_FOUND))
    {
      g_autofree char *sentence = trs_strings_local_refused ();

      g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_NOT_FOUND, sentence);
    }
  else if (trs_submission_get_error (submission) != NULL)
    g_propagate_error (error, g_error_copy (trs_submission_get_error (submission)));
  else if (!g_cancellable_set_error_if_cancelled (self->cancellable, error))
    g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_FAILED, _("Not sent"));
  return FALSE;
}

static const char *
get_outcome_word (TrsSubmission *submission)
{
  if (trs_submission_get_outcome (submission) == TRS_SUBMISSION_ACCEPTED)
    return "accepted";
  if (trs_submission_get_outcome (submission) == TRS_SUBMISSION_UNKNOWN ||
      trs_submission_get_outcome (submission) == TRS_SUBMISSION_SENDING)
    return "unknown";
  return trs_submission_get_outcome (submission) == TRS_SUBMISSION_REFUSED ? "refused" : "not-sent";
}

/* @table: (nullable): for what was accepted and is not waited for. @hurry: (nullable): why waiting was cut short */
static TrsCliExit
report_outcome (TrsCli        *self,
                TrsCliTable   *table,
                TrsSubmission *submission,
                const GError  *hurry)
{
  TrsProject *project = trs_submission_get_project (submission);
  const char *video_id = trs_submission_get_video_id (submission);
  JsonObject *record = trs_cli_new_text_record (self, "submission", video_id, project);
  g_autoptr (GError) error = NULL;

  if (record != NULL)
    json_object_set_string_member (record, "outcome", get_outcome_word (submission));
  if (check_accepted (self, submission, &error) && !self->options->wait)
    {
      if (table != NULL)
        trs_cli_table_add (table, (const TrsCliCell[]) { { project != NULL ? trs_project_get_id (project) : NULL },
                                                         { video_id } });
    }
  else if (error == NULL && hurry != NULL && get_awaited_project (submission) != NULL)
    error = g_error_copy (hurry);
  else if (error == NULL)
    trs_cli_deliver (self, project, record, &error);
  return trs_cli_end_text (self, record, get_given (self, submission), error);
}

/* The account that commands use: it has been opened, unless that failed. */
static GPtrArray *
prepare_videos (TrsCli  *self,
                GError **error)
{
  g_autoptr (GPtrArray) submissions = NULL;

  if (!self->connected && !trs_library_is_open (trs_session_get_library (self->session)) && !trs_cli_open (self, error))
    return NULL;
  submissions = make_submissions (self, error);
  if (submissions == NULL || !trs_cli_check_format (self, error) || !trs_cli_connect (self, error))
    return NULL;
  return g_steal_pointer (&submissions);
}

static GPtrArray *
prepare_files (TrsCli  *self,
               GError **error)
{
  g_autoptr (GPtrArray) submissions = NULL;

  if (self->options->account != NULL && (self->account == NULL || !self->account->local))
    {
      g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_USAGE,
                           _("Files are transcribed on this computer, and by no other account. Nothing was sent."));
      return NULL;
    }
  if (!trs_cli_check_format (self, error))
    return NULL;
  submissions = trs_cli_files_take (self, error);
  if (submissions == NULL || !trs_cli_files_connect (self, error))
    return NULL;
  trs_cli_files_find (self, submissions);
  return g_steal_pointer (&submissions);
}

static gboolean
is_accepted (TrsSubmission *submission)
{
  return trs_submission_get_outcome (submission) == TRS_SUBMISSION_ACCEPTED;
}

static void
settle_files (TrsCli    *self,
              GPtrArray *submissions)
{
  gboolean accepted = FALSE;

  for (guint i = 0; i < submissions->len; i++)
    {
      trs_cli_files_settle (self, submissions->pdata[i]);
      accepted = accepted || is_accepted (submissions->pdata[i]);
    }
  if (!accepted)
    return;
  trs_cli_files_remember (self);
  if (!self->options->wait)
    trs_cli_note (_("Will be transcribed while Transcripts is running"));
}

static TrsCliExit
run_submit (TrsCli *self)
{
  gboolean files = has_files (self->options);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) submissions = files ? prepare_files (self, &error) : prepare_videos (self, &error);
  g_autoptr (TrsCliTable) table = NULL;
  TrsCliExit status = TRS_CLI_DONE;

  if (submissions == NULL)
    return trs_cli_report (self, NULL, error);

  send (self, submissions);
  if (files)
    {
      trs_cli_files_find_submitted (self, submissions);
      settle_files (self, submissions);
    }
  if (self->options->wait)
    wait_for_all (self, submissions, &error);
  else
    table = trs_cli_begin_table (self, columns, G_N_ELEMENTS (columns));
  for (guint i = 0; i < submissions->len; i++)
    {
      TrsCliExit one = report_outcome (self, table, submissions->pdata[i], error);

      status = status == TRS_CLI_DONE ? one : status;
    }
  return status;
}

static const char *
check_submit (const TrsCliOptions *options)
{
  guint n_files = 0;
  guint n = 0;

  for (; options->words[n] != NULL; n++)
    n_files += trs_cli_files_is_file (options->words[n]);
  if (n_files > 0 && n_files < n)
    return _("Files and links can’t be submitted together. Nothing was sent");
  if (n_files > 0 && (options->server != NULL || trs_cli_key_source_is_set (&options->key)))
    return _("Files are transcribed on this computer, which needs neither a server nor a key. Nothing was sent");
  if (!options->wait && (options->format != NULL || options->preset != NULL || options->output != NULL))
    return _("--format, --preset and --output need --wait");
  return options->format != NULL && strchr (options->format, ',') != NULL ? _("Only “export” takes several formats")
                                                                         : NULL;
}

static const char * const own_options[] = { "language", "again", "unchecked", "wait", NULL };

const TrsCliCommand trs_cli_submit_command = {
  .name = "submit",
  .parameters = N_("LINK…|FILE…"),
  .n_min = 1,
  .n_max = G_MAXUINT,
  .groups = TRS_CLI_OPTIONS_TEXT | TRS_CLI_OPTIONS_KEY,
  .options = own_options,
  .output = "-",
  .account = TRS_CLI_ACCOUNT_TRIED,
  .sends = TRUE,
  .check = check_submit,
  .run = run_submit,
};
