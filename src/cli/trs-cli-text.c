/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-text.h"

#include "trs-export-format.h"
#include "trs-export-load.h"
#include "trs-export-target.h"
#include "trs-export.h"
#include "trs-i18n.h"
#include "trs-project-strings.h"

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
  return saved != NULL ? g_build_filename (g_file_peek_path (place), saved, NULL) : NULL;
}

/* Standard output takes no more: said once, at the end of the run. */
static gboolean
set_output_error (GError **error)
{
  g_propagate_error (error, g_error_copy (trs_cli_output_get_error ()));
  return FALSE;
}

/* Sets the members `text` and `path` of @record, one of which is null. */
static gboolean
output_transcript (TrsCli      *self,
                   TrsProject  *project,
                   GBytes      *bytes,
                   JsonObject  *record,
                   GError     **error)
{
  gsize size;
  gconstpointer bytes_data = g_bytes_get_data (bytes, &size);
  const char *data = size > 0 ? bytes_data : "";
  g_autofree char *path = NULL;
  g_autofree char *line = NULL;

  if (g_strcmp0 (self->options->output, "-") != 0)
    {
      path = save (self, project, bytes, error);
      if (path == NULL)
        return FALSE;
      line = g_strconcat (path, "\n", NULL);
      if (record == NULL)
        return trs_cli_print (line, strlen (line)) || set_output_error (error);
      g_free (line);
      line = g_filename_display_name (path);
      json_object_set_string_member (record, "path", line);
      return TRUE;
    }

  if ((record != NULL || isatty (STDOUT_FILENO)) && !g_utf8_validate_len (data, size, NULL))
    {
      g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_USAGE, _("This format is binary; use --output"));
      return FALSE;
    }
  if (record == NULL)
    return trs_cli_print (data, size) || set_output_error (error);
  line = g_strndup (data, size);
  json_object_set_string_member (record, "text", line);
  return TRUE;
}

/**
 * trs_cli_deliver:
 * @self: a run
 * @project: a project, which may be finished
 * @record: (nullable): the record to store the text or path in, with `--json`
 * @error: return location for the reason
 *
 * Prints or saves a transcript in the format that was asked for.
 *
 * Returns: %TRUE if it was printed or saved
 */
gboolean
trs_cli_deliver (TrsCli      *self,
                 TrsProject  *project,
                 JsonObject  *record,
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
  return bytes != NULL && output_transcript (self, project, bytes, record, error);
}

/**
 * trs_cli_new_text_record:
 * @self: a run
 * @type: its type
 * @given: the argument that it is for
 * @project: (nullable): the project that it is about
 *
 * Returns: (transfer full) (nullable): with `--json`, a record for trs_cli_deliver() and trs_cli_end_text()
 */
JsonObject *
trs_cli_new_text_record (TrsCli     *self,
                         const char *type,
                         const char *given,
                         TrsProject *project)
{
  JsonObject *record;

  if (self->records == NULL)
    return NULL;

  record = trs_cli_record_new (type);
  json_object_set_string_member (record, "given", given);
  trs_cli_json_set_video (record, project, trs_session_get_account (self->session));
  json_object_set_null_member (record, "text");
  json_object_set_null_member (record, "path");
  return record;
}

/**
 * trs_cli_end_text:
 * @self: a run
 * @record: (transfer full) (nullable): what trs_cli_new_text_record() returned
 * @given: the argument that it is for
 * @error: (nullable): why there is no text
 *
 * Prints the record, and reports the error. That standard output takes no more is said at the end of the run.
 *
 * Returns: the exit status
 */
TrsCliExit
trs_cli_end_text (TrsCli       *self,
                  JsonObject   *record,
                  const char   *given,
                  const GError *error)
{
  if (record != NULL)
    {
      trs_cli_json_set_error (record, error);
      trs_cli_add_record (self, record);
    }
  if (error == NULL || trs_cli_output_get_error () != NULL)
    return trs_cli_get_exit (error);
  return trs_cli_report (self, given, error);
}
