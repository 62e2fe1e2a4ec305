/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-command.h"

#include "trs-cli-files.h"
#include "trs-cli-find.h"
#include "trs-cli-links.h"
#include "trs-cli-text.h"
#include "trs-cli-wait.h"
#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-language-tag.h"
#include "trs-local-worker.h"
#include "trs-project-strings.h"
#include "trs-strings.h"
#include "trs-video-ref.h"

#include <unistd.h>

static const TrsCliColumn columns[] = { { "ID" }, { "VIDEO" } };
static const TrsCliColumn plan_columns[] = { { "VIDEO" }, { "CREDITS", .right = TRUE }, { "TITLE", .minimum = 10 } };

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
      /* Translators: %s is what was typed. */
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
                       /* Translators: %s is what was typed. */
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

/* While a request that costs is on its way, its answer says what was paid. */
static const char *
explain_sending (TrsCli *self)
{
  GPtrArray *submissions = self->explain_data;

  if (trs_strings_get_free ())
    return NULL;
  for (guint i = 0; i < submissions->len; i++)
    if (trs_submission_get_outcome (submissions->pdata[i]) == TRS_SUBMISSION_SENDING)
      return _("A video is being submitted, which can’t be taken back. Waiting for the answer, so that it is known "
               "what was paid; Ctrl+C again leaves at once");
  return NULL;
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
  self->explain = explain_sending;
  self->explain_data = submissions;
  trs_submitter_run_async (submitter, G_LIST_MODEL (list), self->cancellable, trs_cli_done_cb, &result);
  trs_cli_wait (&result);
  self->explain = NULL;
  trs_cli_end_progress ();
  g_signal_handlers_disconnect_by_func (submitter, show_check, self);
  g_signal_handlers_disconnect_by_func (trs_session_get_history (self->session), show_check, self);
}

static gboolean
is_known (TrsSubmission *submission)
{
  return g_error_matches (trs_submission_get_error (submission), TRS_ERROR, TRS_ERROR_VIDEO_KNOWN);
}

/* @project: (nullable): what is known of a video that was submitted before */
static GError *
new_known_error (TrsProject *project)
{
  gint64 account = project != NULL ? trs_project_get_other_account (project) : 0;
  g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, account);

  if (account == 0)
    return g_error_new_literal (TRS_ERROR, TRS_ERROR_VIDEO_KNOWN, "Known");
  return g_error_new (TRS_CLI_ERROR, TRS_CLI_DUPLICATE,
                      /* Translators: %s is the number of an account. */
                      _("This video was submitted in account %s, and the service did not confirm it. To submit it "
                        "here, use --again; you may be charged twice."),
                      number);
}

/* Returns: (transfer full) (nullable): the project whose text is wanted. What was paid for before need not be paid for
 * again to have it. */
static TrsProject *
find_wanted (TrsCli        *self,
             TrsSubmission *submission)
{
  TrsProject *project = trs_submission_get_project (submission);

  if (project != NULL && trs_project_get_other_account (project) != 0)
    return NULL;
  if (project == NULL && is_known (submission))
    return trs_cli_find_project (self, trs_submission_get_video_id (submission), NULL);
  return project != NULL ? g_object_ref (project) : NULL;
}

/* Returns: (element-type TrsProject): what each submission became, %NULL for nothing */
static GPtrArray *
list_wanted (TrsCli    *self,
             GPtrArray *submissions)
{
  GPtrArray *wanted = g_ptr_array_new ();

  for (guint i = 0; i < submissions->len; i++)
    g_ptr_array_add (wanted, find_wanted (self, submissions->pdata[i]));
  return wanted;
}

static gboolean
wait_for_all (TrsCli     *self,
              GPtrArray  *submissions,
              GError    **error)
{
  g_autoptr (GPtrArray) wanted = list_wanted (self, submissions);
  g_autoptr (GPtrArray) awaited = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < wanted->len; i++)
    if (wanted->pdata[i] != NULL)
      g_ptr_array_add (awaited, wanted->pdata[i]);
  return trs_cli_wait_for (self, awaited, NULL, NULL, error);
}

/* Appends “No credits used.” to an error wherever the user could think otherwise, as the window does.
 * Returns: (transfer full): a copy of the error, with that sentence unless it has it already */
static GError *
make_unspent_error (const GError *error)
{
  TrsCliExit status = trs_cli_get_exit (error);
  g_autofree char *sentence = trs_cli_make_sentence (error);
  g_autofree char *words = NULL;

  if (trs_strings_get_free () || error->domain != TRS_ERROR || status == TRS_CLI_UNCHECKED ||
      strstr (sentence, _("No credits used.")) != NULL)
    return g_error_copy (error);
  words = trs_strings_sentences (sentence, _("No credits used."));
  return g_error_new_literal (TRS_CLI_ERROR, (int) status, words);
}

/* Sets @error to the reason why the video was not accepted. */
static gboolean
check_accepted (TrsCli         *self,
                TrsSubmission  *submission,
                GError        **error)
{
  if (trs_submission_get_outcome (submission) == TRS_SUBMISSION_ACCEPTED)
    return TRUE;

  if (trs_submission_get_outcome (submission) == TRS_SUBMISSION_UNKNOWN && has_files (self->options))
    g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_UNKNOWN,
                         _("The service on this computer has stopped, and did not come back. The file is submitted by "
                           "itself when Transcripts runs again."));
  else if (trs_submission_get_outcome (submission) == TRS_SUBMISSION_UNKNOWN && trs_strings_get_free ())
    g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_UNKNOWN,
                         _("The service did not confirm this video. Transcripts is checking your list instead of "
                           "sending it again."));
  else if (trs_submission_get_outcome (submission) == TRS_SUBMISSION_UNKNOWN)
    g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_UNKNOWN,
                         _("The service did not confirm this video. To avoid paying twice, Transcripts is checking "
                           "your list instead of sending it again."));
  else if (has_files (self->options) &&
           g_error_matches (trs_submission_get_error (submission), TRS_ERROR, TRS_ERROR_VIDEO_NOT_FOUND))
    {
      g_autofree char *sentence =
          trs_strings_local_refused (trs_error_get_server_message (trs_submission_get_error (submission)));

      g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_NOT_FOUND, sentence);
    }
  else if (is_known (submission))
    g_propagate_error (error, new_known_error (trs_submission_get_project (submission)));
  else if (trs_submission_get_error (submission) != NULL)
    g_propagate_error (error, make_unspent_error (trs_submission_get_error (submission)));
  else if (!g_cancellable_set_error_if_cancelled (self->cancellable, error))
    /* Translators: state of a video: it was not submitted. */
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

/* @hurry: (nullable): why waiting was cut short */
static void
deliver (TrsCli         *self,
         TrsSubmission  *submission,
         TrsProject     *project,
         JsonObject     *record,
         const GError   *hurry,
         GError        **error)
{
  if (hurry != NULL && trs_cli_is_awaited (project))
    {
      g_propagate_error (error, g_error_copy (hurry));
      return;
    }
  if (is_known (submission) && trs_project_get_state (project) == TRS_PROJECT_STATE_DONE)
    {
      /* Translators: %s is the ID of a video. */
      g_autofree char *note = g_strdup_printf (_("%s was transcribed before: this is its transcript, and nothing was "
                                                 "paid"), trs_submission_get_video_id (submission));

      trs_cli_note (note);
    }
  trs_cli_deliver (self, project, record, error);
}

/* @table: (nullable): for what was accepted and is not waited for. @hurry: (nullable): why waiting was cut short */
static TrsCliExit
report_outcome (TrsCli        *self,
                TrsCliTable   *table,
                TrsSubmission *submission,
                const GError  *hurry)
{
  g_autoptr (TrsProject) project = find_wanted (self, submission);
  const char *video_id = trs_submission_get_video_id (submission);
  const char *given = get_given (self, submission);
  JsonObject *record =
      trs_cli_new_text_record (self, "submission", has_files (self->options) ? given : video_id, project);
  g_autoptr (GError) error = NULL;
  gboolean accepted = check_accepted (self, submission, &error);

  if (record != NULL)
    json_object_set_string_member (record, "outcome", get_outcome_word (submission));
  if (self->options->wait && project != NULL && (accepted || is_known (submission)))
    {
      g_clear_error (&error);
      deliver (self, submission, project, record, hurry, &error);
    }
  else if (accepted && table != NULL)
    trs_cli_table_add (table, (const TrsCliCell[]) { { project != NULL ? trs_project_get_id (project) : NULL },
                                                     { video_id } });
  return trs_cli_end_text (self, record, given, error);
}

/* Files of this computer */

static gboolean
is_done (TrsSubmission *submission)
{
  TrsProject *project = trs_submission_get_project (submission);

  return project != NULL && trs_project_get_state (project) == TRS_PROJECT_STATE_DONE;
}

static void
note_known (TrsCli    *self,
            GPtrArray *submissions)
{
  for (guint i = 0; i < submissions->len; i++)
    {
      g_autofree char *note = NULL;

      if (!is_done (submissions->pdata[i]))
        continue;
      /* Translators: %s is the name of a file. */
      note = g_strdup_printf (_("%s was transcribed before. Use --again to transcribe it once more"),
                              get_given (self, submissions->pdata[i]));
      trs_cli_note (note);
    }
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
  if (!trs_cli_files_list (self, error) || !trs_cli_check_format (self, error))
    return NULL;
  submissions = trs_cli_files_take (self, error);
  if (submissions == NULL || !trs_cli_files_connect (self, error))
    return NULL;
  trs_cli_files_find (self, submissions);
  note_known (self, submissions);
  return g_steal_pointer (&submissions);
}

static void
settle_files (TrsCli    *self,
              GPtrArray *submissions)
{
  gboolean accepted = FALSE;
  gboolean waits = FALSE;

  trs_cli_files_find_submitted (self, submissions);
  for (guint i = 0; i < submissions->len; i++)
    {
      trs_cli_files_settle (self, submissions->pdata[i]);
      if (trs_submission_get_outcome (submissions->pdata[i]) != TRS_SUBMISSION_ACCEPTED)
        continue;
      accepted = TRUE;
      waits = waits || !is_done (submissions->pdata[i]);
    }
  if (!accepted)
    return;
  trs_cli_files_remember (self);
  if (waits && !self->options->wait)
    trs_cli_note (_("Will be transcribed while Transcripts is running"));
}

/* What would be sent */

typedef struct
{
  TrsCliTable *table; /* or NULL for records */
  guint n_sent;
  guint n_unknown; /* whose length is not known */
  gint64 credits;
} Plan;

static GPtrArray *
find_known (TrsCli    *self,
            GPtrArray *submissions)
{
  TrsSubmitter *submitter = trs_session_get_submitter (self->session);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) video_ids = NULL;
  g_autoptr (GAsyncResult) result = NULL;

  for (guint i = 0; i < submissions->len; i++)
    g_strv_builder_add (builder, trs_submission_get_video_id (submissions->pdata[i]));
  video_ids = g_strv_builder_end (builder);
  trs_submitter_find_known_async (submitter, (const char * const *) video_ids, self->cancellable, trs_cli_done_cb,
                                  &result);
  return trs_submitter_find_known_finish (submitter, trs_cli_wait (&result), NULL);
}

static TrsProject *
get_known (GPtrArray  *known,
           const char *video_id)
{
  for (guint i = 0; known != NULL && i < known->len; i++)
    if (g_strcmp0 (trs_project_get_data (known->pdata[i])->video_id, video_id) == 0)
      return known->pdata[i];

  return NULL;
}

/* @project: (nullable): an attempt that is known here. The length of a video is told with each of them. */
static TrsCliExit
plan_video (TrsCli        *self,
            Plan          *plan,
            TrsSubmission *submission,
            TrsProject    *project)
{
  const char *video_id = trs_submission_get_video_id (submission);
  JsonObject *record = trs_cli_new_text_record (self, "submission", video_id, project);
  gint64 length = project != NULL ? trs_project_get_data (project)->video_length : -1;
  gint64 credits = trs_credits_for_length (length);
  g_autofree char *number = credits >= 0 ? g_strdup_printf ("%" G_GINT64_FORMAT, credits) : NULL;
  g_autofree char *title = project != NULL ? trs_cli_dup_title (project) : NULL;
  gboolean sent = trs_submission_get_again (submission) || project == NULL || !trs_submitter_is_duplicate_of (project);
  g_autoptr (GError) error = sent ? NULL : new_known_error (project);

  if (record != NULL)
    {
      json_object_set_string_member (record, "outcome", sent ? "would-be-sent" : "not-sent");
      trs_cli_json_set_number (record, "credits", sent ? credits : 0);
    }
  else if (sent)
    trs_cli_table_add (plan->table, (const TrsCliCell[]) { { video_id }, { number }, { title } });
  plan->n_sent += sent;
  plan->n_unknown += sent && credits < 0;
  plan->credits += sent && credits > 0 ? credits : 0;
  return trs_cli_end_text (self, record, video_id, error);
}

static void
note_plan (const Plan *plan)
{
  g_autofree char *credits = trs_strings_credits (plan->credits);
  g_autofree char *note = NULL;

  if (plan->n_unknown == 0)
    /* Translators: the number of videos, and "12 credits". */
    note = g_strdup_printf (ngettext ("Nothing was sent. %'u video would be, for %s",
                                      "Nothing was sent. %'u videos would be, for %s", plan->n_sent),
                            plan->n_sent, credits);
  else if (plan->n_unknown == plan->n_sent)
    /* Translators: %'u is the number of videos. */
    note = g_strdup_printf (ngettext ("Nothing was sent. %'u video would be; its length is not known",
                                      "Nothing was sent. %'u videos would be; their lengths are not known",
                                      plan->n_sent),
                            plan->n_sent);
  else
    /* Translators: the number of videos, "12 credits", and the number of some of these videos. */
    note = g_strdup_printf (ngettext ("Nothing was sent. %'u video would be, for %s and those of %'u whose length is "
                                      "not known",
                                      "Nothing was sent. %'u videos would be, for %s and those of %'u whose length is "
                                      "not known", plan->n_sent),
                            plan->n_sent, credits, plan->n_unknown);
  trs_cli_note (note);
}

/* Says what is known on this computer, and asks the service for nothing. */
static TrsCliExit
run_dry (TrsCli    *self,
         GPtrArray *submissions)
{
  g_autoptr (TrsCliTable) table = trs_cli_begin_table (self, plan_columns, G_N_ELEMENTS (plan_columns));
  g_autoptr (GPtrArray) known = find_known (self, submissions);
  Plan plan = { .table = table };
  TrsCliExit status = TRS_CLI_DONE;

  for (guint i = 0; i < submissions->len && trs_cli_may_go_on (self); i++)
    {
      const char *video_id = trs_submission_get_video_id (submissions->pdata[i]);
      TrsCliExit one = plan_video (self, &plan, submissions->pdata[i], get_known (known, video_id));

      status = status == TRS_CLI_DONE ? one : status;
    }
  if (self->records != NULL)
    {
      JsonObject *summary = trs_cli_records_get_summary (self->records);

      json_object_set_int_member (summary, "credits", plan.credits);
      json_object_set_int_member (summary, "unknown_lengths", plan.n_unknown);
    }
  note_plan (&plan);
  return status;
}

/* The account that commands use was opened, unless that failed. Returns: (transfer full) (nullable): what is sent */
static GPtrArray *
prepare_videos (TrsCli  *self,
                GError **error)
{
  g_autoptr (GPtrArray) submissions = NULL;

  if ((!self->connected && !trs_library_is_open (trs_session_get_library (self->session)) &&
       !trs_cli_open (self, error)) ||
      !trs_cli_read_links (self, error) || (submissions = make_submissions (self, error)) == NULL ||
      !trs_cli_check_format (self, error) || (!self->options->dry_run && !trs_cli_connect (self, error)))
    return NULL;
  return g_steal_pointer (&submissions);
}

/* A mistyped file is no link that is not understood. */
static gboolean
check_there (const TrsCliOptions  *options,
             GError              **error)
{
  g_autofree char *missing = trs_cli_files_find_missing ((const char * const *) options->words);

  if (missing == NULL)
    return TRUE;
  /* Translators: %s is the name of a file. */
  g_set_error (error, TRS_CLI_ERROR, TRS_CLI_USAGE, _("There is no file “%s”. Nothing was sent."), missing);
  return FALSE;
}

static TrsCliExit
run_submit (TrsCli *self)
{
  gboolean files = has_files (self->options);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) submissions = NULL;
  g_autoptr (TrsCliTable) table = NULL;
  TrsCliExit status = TRS_CLI_DONE;

  if (check_there (self->options, &error))
    submissions = files ? prepare_files (self, &error) : prepare_videos (self, &error);
  if (submissions == NULL)
    return trs_cli_report (self, NULL, error);
  if (self->options->dry_run)
    return run_dry (self, submissions);

  send (self, submissions);
  if (files)
    settle_files (self, submissions);
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
  g_autofree char *missing = trs_cli_files_find_missing ((const char * const *) options->words);
  guint n_files = 0;
  guint n = 0;

  /* This is said first of all: see check_there(). */
  if (missing != NULL)
    return NULL;
  for (; options->words[n] != NULL; n++)
    n_files += trs_cli_files_is_file (options->words[n]);
  if (n_files > 0 && (n_files < n || options->file != NULL))
    return _("Files and links can’t be submitted together; nothing was sent");
  if (n_files > 0 && (options->server != NULL || trs_cli_key_source_is_set (&options->key)))
    return _("Files are transcribed on this computer, which needs neither a server nor a key; nothing was sent");
  if (n_files > 0 && options->dry_run)
    return _("A file costs nothing, and --dry-run is for links; nothing was sent");
  if (n_files == 0 && options->track != -1)
    return _("Only a file has sound tracks; nothing was sent");
  if (options->track != -1 && (options->track < 1 || options->track > TRS_LOCAL_MAX_TRACKS))
    return _("--track takes the number of a sound track, and 1 is the first; nothing was sent");
  if (!options->wait && (options->format != NULL || options->preset != NULL || options->output != NULL))
    return _("--format, --preset and --output need --wait");
  if (options->format != NULL && strchr (options->format, ',') != NULL)
    return _("Only “export” takes several formats");
  if (options->key.standard_input && (g_strv_contains ((const char * const *) options->words, "-") ||
                                      g_strcmp0 (options->file, "-") == 0))
    return _("The key and the links can’t both come from standard input");
  /* Nobody is to type a key for nothing. */
  if (n == 0 && options->file == NULL && (options->key.standard_input || isatty (STDIN_FILENO)))
    return _("There are no links");
  return trs_cli_check_wait (options);
}

static const char * const own_options[] = { "language", "again", "unchecked", "track", "file", "dry-run",
                                          "wait", "timeout", NULL };

const TrsCliCommand trs_cli_submit_command = {
  .name = "submit",
  /* Translators: arguments of a command, in its help: links to videos, or files and folders, which may be left out. */
  .parameters = N_("[LINK…|FILE…|FOLDER…]"),
  .n_max = G_MAXUINT,
  .groups = TRS_CLI_OPTIONS_TEXT | TRS_CLI_OPTIONS_KEY,
  .options = own_options,
  .fields = "video given outcome credits format text path entry error",
  .output = "-",
  .account = TRS_CLI_ACCOUNT_TRIED,
  .sends = TRUE,
  .check = check_submit,
  .run = run_submit,
};
