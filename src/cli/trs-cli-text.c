/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-run.h"

#include "trs-export-format.h"
#include "trs-export-load.h"
#include "trs-export-target.h"
#include "trs-export.h"
#include "trs-i18n.h"
#include "trs-project-strings.h"
#include "trs-video-ref.h"

#include <unistd.h>

/* Returns: (nullable): the format of --format, or else of the file to save to, or else plain text */
static const TrsExportFormat *
get_format (TrsCli *self)
{
  const char *output = self->options->output;
  const char *extension = output != NULL ? strrchr (output, '.') : NULL;
  const TrsExportFormat *format = extension != NULL ? trs_export_format_find (extension + 1) : NULL;

  if (self->options->format != NULL)
    return trs_export_format_find (self->options->format);
  return format != NULL ? format : trs_export_format_find ("txt");
}

gboolean
trs_cli_check_format (TrsCli  *self,
                      GError **error)
{
  g_autoptr (GString) ids = g_string_new (NULL);

  if (get_format (self) != NULL)
    return TRUE;

  for (guint i = 0; i < TRS_EXPORT_N_FORMATS; i++)
    g_string_append_printf (ids, " %s", trs_export_formats[i].id);
  g_set_error (error, TRS_CLI_ERROR, TRS_CLI_USAGE, _("There is no format “%s”. Use one of:%s"), self->options->format,
               ids->str);
  return FALSE;
}

/* Plain text has only the words, unless options ask for more. */
static GBytes *
render (TrsCli      *self,
        TrsProject  *project,
        GError     **error)
{
  TrsSession *session = self->session;
  const TrsExportFormat *format = get_format (self);
  TrsExportOptions options = format->defaults;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (TrsExportSource) source = NULL;

  trs_export_load_async (trs_session_get_transcripts (session), trs_session_get_library (session), project, NULL,
                         trs_account_get_link_pattern (trs_session_get_account (session)), self->cancellable,
                         trs_cli_done_cb, &result);
  source = trs_export_load_finish (trs_cli_wait (&result), error);
  if (source == NULL)
    return NULL;

  if (g_str_equal (format->id, "txt"))
    options.timecodes = options.speakers = FALSE;
  options.timecodes |= self->options->timecodes;
  options.speakers |= self->options->speakers;
  if (self->options->highlights != 0)
    options.highlights = self->options->highlights > 0;
  options.notes = self->options->notes > 0;
  return trs_export_format_render (format, source, &options, error);
}

/* Never replaces a file inside a folder. Returns: (transfer full) (nullable): the path of the saved file */
static char *
save (TrsCli      *self,
      TrsProject  *project,
      GBytes      *bytes,
      GError     **error)
{
  const char *path = self->options->output;
  gboolean several = self->options->words[1] != NULL;
  g_autoptr (GFile) place = g_file_new_for_commandline_arg (path);
  g_autoptr (TrsExportTarget) folder = NULL;
  g_autofree char *name = NULL;
  g_autofree char *saved = NULL;

  if (!several && !g_str_has_suffix (path, "/") && !g_file_test (path, G_FILE_TEST_IS_DIR))
    return trs_export_save (bytes, place, self->cancellable, error) ? g_file_get_path (place) : NULL;
  if (!g_file_query_exists (place, NULL) && !g_file_make_directory_with_parents (place, NULL, error))
    return NULL;

  folder = trs_export_target_new (place, FALSE);
  name = trs_export_make_name (trs_project_get_shown_title (project), trs_project_get_id (project),
                               get_format (self)->extension);
  saved = trs_export_target_add (folder, name, bytes, 0, self->cancellable, error);
  if (saved != NULL && !trs_export_target_close (folder, error))
    return NULL;
  return saved != NULL ? g_build_filename (g_file_peek_path (place), saved, NULL) : NULL;
}

/* Sets the members `text` and `path`, one of which is null. */
static gboolean
output_transcript (TrsCli      *self,
                   TrsProject  *project,
                   GBytes      *bytes,
                   JsonObject  *result,
                   GError     **error)
{
  gsize size;
  gconstpointer bytes_data = g_bytes_get_data (bytes, &size);
  const char *data = size > 0 ? bytes_data : "";
  g_autofree char *path = NULL;
  g_autofree char *shown = NULL;

  if (g_strcmp0 (self->options->output, "-") != 0)
    {
      path = save (self, project, bytes, error);
      if (path == NULL)
        return FALSE;
      shown = trs_cli_make_harmless (path, strlen (path));
      g_string_append_printf (self->text, "%s\n", shown);
      json_object_set_string_member (result, "path", shown);
      return TRUE;
    }

  if ((self->options->json || isatty (STDOUT_FILENO)) && !g_utf8_validate_len (data, size, NULL))
    {
      g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_USAGE, _("This format is binary; use --output"));
      return FALSE;
    }
  if (self->options->json)
    {
      g_autofree char *text = g_strndup (data, size);

      json_object_set_string_member (result, "text", text);
      return TRUE;
    }
  if (trs_cli_print (data, size))
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (errno), g_strerror (errno));
  return FALSE;
}

/**
 * trs_cli_deliver:
 * @self: a run
 * @project: a project, which may be finished
 * @result: the JSON object to store the text or path in
 * @error: return location for the reason
 *
 * Prints or saves a transcript in the format that was asked for.
 *
 * Returns: %TRUE if it was printed or saved
 */
gboolean
trs_cli_deliver (TrsCli      *self,
                 TrsProject  *project,
                 JsonObject  *result,
                 GError     **error)
{
  g_autofree char *status = trs_project_strings_status (project);
  g_autoptr (GBytes) bytes = NULL;

  if (trs_project_get_state (project) != TRS_PROJECT_STATE_DONE)
    {
      gboolean failed = trs_project_get_state (project) == TRS_PROJECT_STATE_ERROR;

      /* Translators: %s is the state of a video, "Transcribing", "Stopped checking", "Failed · 12 credits spent". */
      g_set_error (error, TRS_CLI_ERROR, failed ? TRS_CLI_VIDEO_FAILED : TRS_CLI_NOT_FINISHED,
                   failed ? _("Transcription failed: %s") : _("There is no transcript yet: %s"),
                   status);
      return FALSE;
    }

  if (self->options->offline && !trs_project_get_data (project)->has_text)
    {
      g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_NOT_FOUND, _("This transcript is not on this computer"));
      return FALSE;
    }

  bytes = render (self, project, error);
  return bytes != NULL && output_transcript (self, project, bytes, result, error);
}

/* The commands show and export */

static guint
rank_attempt (TrsProject *project)
{
  if (trs_project_get_data (project)->has_text)
    return 3;
  return trs_project_get_state (project) == TRS_PROJECT_STATE_DONE ? 2 : 1;
}

/* Ranks attempts at the same video: the newest one that is stored here wins, then the newest that can be downloaded. */
static TrsProject *
find_attempt (TrsHistory *history,
              const char *video_id)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GPtrArray) attempts = NULL;
  TrsProject *best = NULL;

  trs_history_list_attempts_async (history, video_id, NULL, trs_cli_done_cb, &result);
  attempts = trs_history_list_attempts_finish (history, trs_cli_wait (&result), NULL);
  for (guint i = 0; attempts != NULL && i < attempts->len; i++)
    if (best == NULL || rank_attempt (attempts->pdata[i]) > rank_attempt (best))
      best = attempts->pdata[i];
  return best != NULL ? g_object_ref (best) : NULL;
}

/* @word: an ID as it is listed, or the link or identifier of a video */
static TrsProject *
find_locally (TrsCli     *self,
              const char *word)
{
  TrsHistory *history = trs_session_get_history (self->session);
  g_autoptr (GAsyncResult) result = NULL;
  g_autofree char *video_id = NULL;
  TrsProject *project;

  trs_history_get_project_async (history, word, NULL, trs_cli_done_cb, &result);
  project = trs_history_get_project_finish (history, trs_cli_wait (&result), NULL);
  if (project == NULL && trs_video_ref_parse (word, &video_id) != TRS_VIDEO_REF_NONE)
    project = find_attempt (history, video_id);
  return project;
}

/* Asks the service only for what is not stored here. */
static TrsProject *
find_or_fetch (TrsCli      *self,
               const char  *word,
               GError     **error)
{
  g_autoptr (TrsProject) project = find_locally (self, word);

  if ((project == NULL || !trs_project_get_data (project)->has_text) && !self->options->offline)
    {
      if (!trs_cli_connect (self, error) || !trs_cli_refresh (self, error))
        return NULL;
      g_clear_object (&project);
      project = find_locally (self, word);
    }
  if (project == NULL)
    g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_NOT_FOUND, _("There is no such video in this account"));
  return g_steal_pointer (&project);
}

TrsCliExit
trs_cli_run_show (TrsCli *self)
{
  TrsCliExit status = TRS_CLI_DONE;
  g_autoptr (GError) wrong = NULL;

  if (!trs_cli_check_format (self, &wrong))
    return trs_cli_report (NULL, wrong);

  for (guint i = 0; self->options->words[i] != NULL && !g_cancellable_is_cancelled (self->cancellable); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TrsProject) project = find_or_fetch (self, self->options->words[i], &error);
      JsonObject *result = trs_cli_add_result (self, project, self->options->words[i]);
      TrsCliExit one;

      if (project != NULL)
        trs_cli_deliver (self, project, result, &error);
      one = trs_cli_end_result (result, self->options->words[i], error);
      status = status == TRS_CLI_DONE ? one : status;
    }
  return status;
}
