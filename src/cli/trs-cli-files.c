/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-files.h"

#include "trs-cli-settings.h"
#include "trs-display-text.h"
#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-language-tag.h"
#include "trs-local-worker.h"
#include "trs-strings.h"
#include "trs-video-ref.h"

#include <string.h>

/* How often to look for what another program submits at the same time, and milliseconds between two looks. */
#define SUBMITTED_TRIES 100
#define SUBMITTED_GAP 100

static gboolean
is_there (const char *word)
{
  g_autofree char *path = g_str_has_prefix (word, "file:") ? g_filename_from_uri (word, NULL, NULL) : g_strdup (word);

  return path != NULL && g_file_test (path, G_FILE_TEST_EXISTS);
}

/**
 * trs_cli_files_is_file:
 * @word: (type filename): an argument
 *
 * A link or an identifier must never be taken for a file, nor the other way round.
 *
 * Returns: %TRUE if it is a file of this computer: it is there, and its name holds a slash or ends as those of
 *   recordings do
 */
gboolean
trs_cli_files_is_file (const char *word)
{
  return (strchr (word, '/') != NULL || trs_local_intake_is_medium (word)) && is_there (word);
}

/**
 * trs_cli_files_find_missing:
 * @words: (array zero-terminated=1): arguments
 *
 * Returns: (transfer full) (nullable): the first one that can only be a file and is not there, as it can be shown
 */
char *
trs_cli_files_find_missing (const char * const *words)
{
  for (guint i = 0; words[i] != NULL; i++)
    {
      g_autofree char *host = NULL;

      if (trs_video_ref_parse (words[i], NULL) == TRS_VIDEO_REF_NONE && !is_there (words[i]) &&
          trs_pasted_links_get_trouble (words[i], &host) == TRS_PASTED_FILE)
        return trs_display_text_line (words[i]);
    }
  return NULL;
}

static gboolean
check_installed (TrsCli  *self,
                 GError **error)
{
  if (trs_session_get_local (self->session) != NULL)
    return TRUE;
  g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_FAILED,
                       _("Files can’t be transcribed here: transcription-worker is not installed."));
  return FALSE;
}

/* Adds the recordings of a folder as they would have been typed. */
static gboolean
list_folder (TrsCli        *self,
             const char    *word,
             GStrvBuilder  *words,
             GError       **error)
{
  TrsLocalIntake *intake = trs_local_account_get_intake (trs_session_get_local (self->session));
  g_autoptr (GListStore) chosen = g_list_store_new (G_TYPE_FILE);
  g_autoptr (GFile) folder = g_file_new_for_commandline_arg (word);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GListModel) files = NULL;

  g_list_store_append (chosen, folder);
  trs_local_intake_list_async (intake, G_LIST_MODEL (chosen), self->cancellable, trs_cli_done_cb, &result);
  files = trs_local_intake_list_finish (intake, trs_cli_wait (&result), error);
  if (files == NULL)
    return FALSE;
  for (guint i = 0; i < g_list_model_get_n_items (files); i++)
    {
      g_autoptr (GFile) file = g_list_model_get_item (files, i);
      g_autofree char *name = g_file_get_relative_path (folder, file);
      g_autofree char *path = g_build_filename (word, name, NULL);

      g_strv_builder_add (words, path);
    }
  if (g_list_model_get_n_items (files) > 0)
    return TRUE;
  /* Translators: %s is a folder. */
  g_set_error (error, TRS_CLI_ERROR, TRS_CLI_USAGE, _("There are no recordings in “%s”. Nothing was sent."), word);
  return FALSE;
}

/**
 * trs_cli_files_list:
 * @self: a run whose arguments are files and folders
 * @error: return location for an error
 *
 * Puts the recordings of each folder in its place.
 *
 * Returns: %TRUE if all arguments are files now
 */
gboolean
trs_cli_files_list (TrsCli  *self,
                    GError **error)
{
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  GStrv given = self->options->words;

  if (!check_installed (self, error))
    return FALSE;
  for (guint i = 0; given[i] != NULL; i++)
    if (!g_file_test (given[i], G_FILE_TEST_IS_DIR))
      g_strv_builder_add (words, given[i]);
    else if (!list_folder (self, given[i], words, error))
      return FALSE;
  self->options->words = g_strv_builder_end (words);
  g_strfreev (given);
  return TRUE;
}

/* Returns: (transfer full) (nullable): what is spoken, as the option says, or as it was the last time where the
 * recogniser knows several languages */
static char *
dup_language (TrsCli  *self,
              GError **error)
{
  const char *option = self->options->language;
  g_autofree char *recognizer = g_settings_get_string (self->settings, "local-recognizer");
  g_auto (GStrv) recent = g_settings_get_strv (self->settings, "recent-languages");
  g_autofree char *name = NULL;
  g_autofree char *note = NULL;
  char *language = trs_language_tag_canonicalize (option != NULL ? option : recent[0]);

  if (option != NULL && language == NULL)
    g_set_error (error, TRS_CLI_ERROR, TRS_CLI_USAGE, _("“%s” is not a valid language code"), option);
  if (option != NULL || language == NULL)
    return language;
  if (*recognizer == '\0')
    {
      g_free (language);
      return NULL;
    }
  name = trs_language_tag_get_name (language);
  /* Translators: %s is the name of a language. */
  note = g_strdup_printf (_("Language: %s, as last time. Use --language to change it"), name);
  trs_cli_note (note);
  return language;
}

static void
show_reading_cb (goffset  done,
                 goffset  total,
                 gpointer name)
{
  /* Translators: the name of a file, and how much of it was read: "Reading talk.mp4 (42 %)". */
  g_autofree char *line = g_strdup_printf (_("Reading %s (%u %%)"), (const char *) name,
                                           total > 0 ? (guint) (done * 100 / total) : 0);

  trs_cli_show_progress (line);
}

static void
note_tracks (const char           *name,
             const TrsLocalMedium *medium)
{
  g_autofree char *first = trs_local_track_dup_name (medium->tracks->pdata[0]);
  guint n = medium->tracks->len;
  g_autofree char *note = NULL;

  if (first != NULL)
    /* Translators: the name of a file, a number, and the language or the title of its first sound track. */
    note = g_strdup_printf (ngettext ("%s has %'u sound track; reading the first (%s). Use --track N for another one",
                                      "%s has %'u sound tracks; reading the first (%s). Use --track N for another one",
                                      n),
                            name, n, first);
  else
    /* Translators: the name of a file, and a number. */
    note = g_strdup_printf (ngettext ("%s has %'u sound track; reading the first. Use --track N for another one",
                                      "%s has %'u sound tracks; reading the first. Use --track N for another one", n),
                            name, n);
  trs_cli_note (note);
}

/* Why a file cannot be looked at, the service says. */
static gboolean
check_tracks (TrsCli      *self,
              GFile       *file,
              const char  *name,
              GError     **error)
{
  g_autofree char *path = g_file_get_path (file);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (TrsLocalMedium) medium = NULL;
  int n;

  if (path == NULL)
    return TRUE;
  trs_local_worker_discover_async (trs_local_account_get_worker (trs_session_get_local (self->session)), path,
                                   self->cancellable, trs_cli_done_cb, &result);
  medium = trs_local_worker_discover_finish (trs_cli_wait (&result), NULL);
  if (medium == NULL)
    return TRUE;
  n = medium->tracks != NULL ? (int) medium->tracks->len : 1;
  if (self->options->track > n)
    {
      /* Translators: %'d is the number of a sound track. */
      g_set_error (error, TRS_CLI_ERROR, TRS_CLI_USAGE, _("There is no sound track %'d. Nothing was sent."),
                   self->options->track);
      return FALSE;
    }
  if (n > 1 && self->options->track == -1)
    note_tracks (name, medium);
  return TRUE;
}

static char *
take_one (TrsCli      *self,
          const char  *word,
          GError     **error)
{
  TrsLocalIntake *intake = trs_local_account_get_intake (trs_session_get_local (self->session));
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (word);
  g_autofree char *base = g_file_get_basename (file);
  g_autofree char *name = g_filename_display_name (base);
  g_autoptr (GAsyncResult) result = NULL;

  if (!check_tracks (self, file, name, error))
    return NULL;
  trs_local_intake_take_async (intake, file, (guint) MAX (self->options->track, 1), show_reading_cb, name,
                               self->cancellable, trs_cli_done_cb, &result);
  trs_cli_wait (&result);
  trs_cli_end_progress ();
  return trs_local_intake_take_finish (intake, result, error);
}

static TrsSubmission *
find_submission (GPtrArray  *submissions,
                 const char *video_id)
{
  for (guint i = 0; i < submissions->len; i++)
    if (g_str_equal (trs_submission_get_video_id (submissions->pdata[i]), video_id))
      return submissions->pdata[i];
  return NULL;
}

/**
 * trs_cli_files_take:
 * @self: a run whose arguments are files
 * @error: return location for the first thing that is wrong; nothing is submitted then
 *
 * Takes the files in. Two with the same content are one.
 *
 * Returns: (transfer full) (nullable) (element-type TrsSubmission): what is to be submitted to On This Computer
 */
GPtrArray *
trs_cli_files_take (TrsCli  *self,
                    GError **error)
{
  const TrsCliOptions *options = self->options;
  g_autoptr (GPtrArray) submissions = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *language = NULL;
  gboolean taken = TRUE;

  language = dup_language (self, error);
  if (language == NULL && options->language != NULL)
    return NULL;

  self->given = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; taken && options->words[i] != NULL; i++)
    {
      g_autofree char *id = take_one (self, options->words[i], error);
      TrsSubmission *submission;

      taken = id != NULL;
      if (!taken)
        g_prefix_error (error, "%s: ", options->words[i]);
      if (!taken || find_submission (submissions, id) != NULL)
        continue;
      submission = trs_submission_new (id, language);
      trs_submission_set_again (submission, options->again);
      trs_submission_set_unchecked (submission, options->unchecked);
      g_hash_table_insert (self->given, g_strdup (id), options->words[i]);
      g_ptr_array_add (submissions, submission);
    }
  if (taken)
    return g_steal_pointer (&submissions);

  for (guint i = 0; i < submissions->len; i++)
    trs_local_intake_give_back (trs_local_account_get_intake (trs_session_get_local (self->session)),
                                trs_submission_get_video_id (submissions->pdata[i]));
  return NULL;
}

/**
 * trs_cli_files_connect:
 * @self: a run
 * @error: return location for an error
 *
 * Uses On This Computer, whatever account commands use else.
 *
 * Returns: %TRUE if its service answers
 */
gboolean
trs_cli_files_connect (TrsCli  *self,
                       GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_download_queue_set_enabled (trs_session_get_downloads (self->session), FALSE);
  trs_sign_in_connect_service_async (trs_session_get_sign_in (self->session), TRS_ACCOUNT_LOCAL, self->cancellable,
                                     trs_cli_done_cb, &result);
  self->connected = trs_sign_in_connect_service_finish (trs_session_get_sign_in (self->session), trs_cli_wait (&result),
                                                        error);
  trs_strings_set_free (TRUE);
  trs_strings_set_local (TRUE);
  return self->connected;
}

/**
 * trs_cli_files_find:
 * @self: a run that is connected
 * @submissions: (element-type TrsSubmission): what is to be submitted
 *
 * Those whose files are transcribed, or are about to be, are accepted: nothing
 * is lost by asking for a transcript twice. With `--again` they are not looked for.
 */
void
trs_cli_files_find (TrsCli    *self,
                    GPtrArray *submissions)
{
  TrsSubmitter *submitter = trs_session_get_submitter (self->session);
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();
  g_auto (GStrv) video_ids = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GPtrArray) known = NULL;

  if (self->options->again)
    return;
  for (guint i = 0; i < submissions->len; i++)
    g_strv_builder_add (ids, trs_submission_get_video_id (submissions->pdata[i]));
  video_ids = g_strv_builder_end (ids);
  trs_submitter_find_known_async (submitter, (const char * const *) video_ids, NULL, trs_cli_done_cb, &result);
  known = trs_submitter_find_known_finish (submitter, trs_cli_wait (&result), NULL);
  for (guint i = 0; known != NULL && i < known->len; i++)
    {
      TrsProject *project = known->pdata[i];
      TrsSubmission *submission = find_submission (submissions, trs_project_get_data (project)->video_id);

      if (submission == NULL || trs_submission_get_outcome (submission) == TRS_SUBMISSION_ACCEPTED ||
          trs_project_is_pending (project) || !trs_submitter_is_duplicate_of (project))
        continue;
      trs_submission_set_outcome (submission, TRS_SUBMISSION_ACCEPTED, NULL, project);
      if (trs_project_is_under_way (project))
        trs_poller_watch (trs_session_get_poller (self->session), project);
    }
}

static gboolean
is_known_elsewhere (TrsSubmission *submission)
{
  return trs_submission_get_outcome (submission) == TRS_SUBMISSION_NOT_SENT &&
         g_error_matches (trs_submission_get_error (submission), TRS_ERROR, TRS_ERROR_VIDEO_KNOWN);
}

static gboolean
waited_cb (gpointer user_data)
{
  *(gboolean *) user_data = TRUE;
  return G_SOURCE_REMOVE;
}

/**
 * trs_cli_files_find_submitted:
 * @self: a run that is connected
 * @submissions: (element-type TrsSubmission): what was submitted
 *
 * Another program may be submitting the same file at this moment. Waits for what
 * becomes of that, and takes its project for that of this run.
 */
void
trs_cli_files_find_submitted (TrsCli    *self,
                              GPtrArray *submissions)
{
  for (guint i = 0; i < SUBMITTED_TRIES && trs_cli_may_go_on (self); i++)
    {
      gboolean waits = FALSE;
      gboolean waited = FALSE;

      trs_cli_files_find (self, submissions);
      for (guint j = 0; j < submissions->len; j++)
        waits = waits || is_known_elsewhere (submissions->pdata[j]);
      if (!waits || !trs_cli_refresh (self, NULL))
        return;
      g_timeout_add (SUBMITTED_GAP, waited_cb, &waited);
      while (!waited)
        g_main_context_iteration (NULL, TRUE);
    }
}

/**
 * trs_cli_files_settle:
 * @self: a run
 * @submission: one whose outcome is known
 *
 * Nothing stays here of a file that was not accepted. One that another program
 * has submitted at the same moment is accepted, whoever was first.
 */
void
trs_cli_files_settle (TrsCli        *self,
                      TrsSubmission *submission)
{
  TrsSubmissionOutcome outcome = trs_submission_get_outcome (submission);

  if (g_error_matches (trs_submission_get_error (submission), TRS_ERROR, TRS_ERROR_VIDEO_KNOWN))
    return;
  if (outcome == TRS_SUBMISSION_REFUSED || outcome == TRS_SUBMISSION_NOT_SENT || outcome == TRS_SUBMISSION_HELD)
    trs_local_intake_give_back (trs_local_account_get_intake (trs_session_get_local (self->session)),
                                trs_submission_get_video_id (submission));
}

/**
 * trs_cli_files_remember:
 * @self: a run
 *
 * The window knows the account from now on, too, and the language that was chosen.
 */
void
trs_cli_files_remember (TrsCli *self)
{
  g_autoptr (GSettings) settings = trs_cli_settings_open ();
  g_autoptr (TrsAccount) account = trs_account_new (settings);

  trs_account_add (account, TRS_ACCOUNT_LOCAL);
  if (self->options->language != NULL)
    {
      g_auto (GStrv) before = g_settings_get_strv (settings, "recent-languages");
      g_autofree char *language = trs_language_tag_canonicalize (self->options->language);
      g_auto (GStrv) recent = trs_language_tag_add_recent ((const char * const *) before, language);

      g_settings_set_strv (settings, "recent-languages", (const char * const *) recent);
    }
  trs_cli_settings_wait_saved (settings);
}
