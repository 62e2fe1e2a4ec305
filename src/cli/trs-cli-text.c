/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-text.h"

#include "trs-cli-place.h"
#include "trs-export-format.h"
#include "trs-export-load.h"
#include "trs-export-target.h"
#include "trs-export.h"
#include "trs-i18n.h"
#include "trs-project-strings.h"

#include <unistd.h>

/* What Flatpak says of the sandbox that the program is in. */
#define SANDBOX "/.flatpak-info"
/* The default of --format. */
#define FORMAT_VARIABLE "TRANSCRIPTS_FORMAT"

/* What parts several transcripts on one output, where the format allows it: a line in plain text; JSON documents follow
 * each other, as readers of a stream of them take it. All others would be damaged: even Markdown, which begins with
 * its header. */
static const struct
{
  const char *format;
  const char *parting;
} partings[] = {
  { "txt", "\n---\n\n" },
  { "json", "" },
};

static gboolean
is_several (TrsCli *self)
{
  return g_strv_length (self->options->words) > 1;
}

static TrsCliPlace
get_place (TrsCli *self)
{
  return trs_cli_place_find (self->options->output, is_several (self));
}

/* Returns: (transfer full): the id of --format, or else of the file to save to, or else of the user's default */
static char *
dup_format_id (TrsCli *self)
{
  const char *preset = g_getenv (FORMAT_VARIABLE);
  TrsCliPlace place = get_place (self);
  g_autofree char *extension = NULL;

  if (self->options->format != NULL)
    return g_ascii_strdown (self->options->format, -1);
  if (place == TRS_CLI_PLACE_FILE || place == TRS_CLI_PLACE_STREAM)
    extension = trs_cli_place_dup_extension (self->options->output);
  if (extension != NULL)
    return g_steal_pointer (&extension);
  return preset != NULL && *preset != '\0' ? g_ascii_strdown (preset, -1) : g_strdup ("txt");
}

static const TrsExportFormat *
get_format (TrsCli *self)
{
  g_autofree char *id = dup_format_id (self);

  return trs_export_format_find (id);
}

static const char *
find_parting (const TrsExportFormat *format)
{
  for (guint i = 0; i < G_N_ELEMENTS (partings); i++)
    if (g_str_equal (partings[i].format, format->id))
      return partings[i].parting;

  return NULL;
}

/* Those of office programs; all others are text. */
static gboolean
is_binary (const TrsExportFormat *format)
{
  return g_str_has_prefix (format->mime_type, "application/vnd.");
}

static void
set_no_format (TrsCli  *self,
               GError **error)
{
  g_autoptr (GString) ids = g_string_new (NULL);
  g_autofree char *id = dup_format_id (self);

  for (guint i = 0; i < TRS_EXPORT_N_FORMATS; i++)
    g_string_append_printf (ids, " %s", trs_export_formats[i].id);
  g_set_error (error, TRS_CLI_ERROR, TRS_CLI_USAGE, _("There is no format “%s”. Use one of:%s"),
               self->options->format != NULL ? self->options->format : id, ids->str);
}

/* What standard output or a stream cannot take. */
static gboolean
check_stream (TrsCli                 *self,
              const TrsExportFormat  *format,
              TrsCliPlace             place,
              GError                **error)
{
  gboolean output = place == TRS_CLI_PLACE_OUTPUT;

  if (is_binary (format) && output && (self->options->json || isatty (STDOUT_FILENO)))
    {
      g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_USAGE, _("This format is binary; use --output"));
      return FALSE;
    }
  if (is_several (self) && !(output && self->options->json) && find_parting (format) == NULL)
    {
      g_set_error (error, TRS_CLI_ERROR, TRS_CLI_USAGE,
                   /* Translators: %s is the name of a format, "SubRip Subtitles". */
                   _("Several transcripts can’t follow each other as “%s”. Use --output with a folder, or another "
                     "format: txt or json."), _(format->name));
      return FALSE;
    }
  return TRUE;
}

/**
 * trs_cli_check_format:
 * @self: a run
 * @error: return location for an error
 *
 * Checks whether the format and where the transcripts go fit together, before
 * anything is sent.
 *
 * Errors: %TRS_CLI_USAGE
 *
 * Returns: whether they do
 */
gboolean
trs_cli_check_format (TrsCli  *self,
                      GError **error)
{
  const TrsExportFormat *format = get_format (self);
  TrsCliPlace place = get_place (self);
  g_autofree char *path = NULL;

  if (format == NULL)
    {
      set_no_format (self, error);
      return FALSE;
    }
  if (place == TRS_CLI_PLACE_OUTPUT || place == TRS_CLI_PLACE_STREAM)
    return check_stream (self, format, place, error);
  if (trs_cli_place_is_seen (self->options->output, SANDBOX))
    return TRUE;

  path = g_canonicalize_filename (self->options->output, NULL);
  g_set_error (error, TRS_CLI_ERROR, TRS_CLI_USAGE,
               /* Translators: %s is a path. */
               _("The sandbox of Flatpak does not let Transcripts save to “%s”. Use “-o -”, and redirect the output."),
               path);
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
  /* Programs on the other end take it for part of the first word. */
  if (get_place (self) == TRS_CLI_PLACE_OUTPUT || get_place (self) == TRS_CLI_PLACE_STREAM)
    options.bom = FALSE;
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
  g_autoptr (GFile) place = g_file_new_for_commandline_arg (path);
  g_autoptr (TrsExportTarget) folder = NULL;
  g_autofree char *name = NULL;
  g_autofree char *saved = NULL;

  if (get_place (self) == TRS_CLI_PLACE_FILE)
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

/* A FIFO stays open for all that follows: its reader would take a gap for the end. */
static gboolean
write_stream (TrsCli      *self,
              const char  *data,
              gsize        size,
              GError     **error)
{
  g_autoptr (GAsyncResult) opened = NULL;
  g_autoptr (GAsyncResult) written = NULL;
  g_autoptr (GError) local = NULL;

  if (self->stream == NULL)
    {
      trs_cli_place_open_async (self->options->output, self->cancellable, trs_cli_done_cb, &opened);
      self->stream = trs_cli_place_open_finish (trs_cli_wait (&opened), error);
      if (self->stream == NULL)
        return FALSE;
    }
  g_output_stream_write_all_async (self->stream, data, size, G_PRIORITY_DEFAULT, self->cancellable, trs_cli_done_cb,
                                   &written);
  if (g_output_stream_write_all_finish (self->stream, trs_cli_wait (&written), NULL, &local))
    return TRUE;

  if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE))
    g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_BROKEN_PIPE, local->message);
  else
    g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

static gboolean
print_text (TrsCli       *self,
            TrsCliPlace   place,
            const char   *data,
            gsize         size,
            GError      **error)
{
  g_autofree char *parted = NULL;

  /* Not two calls: a reader that leaves between them would have a half of it. */
  if (self->n_texts++ > 0)
    {
      const char *parting = find_parting (get_format (self));
      gsize length = strlen (parting);

      parted = g_malloc (length + size);
      memcpy (parted, parting, length);
      memcpy (parted + length, data, size);
      data = parted;
      size += length;
    }
  if (place == TRS_CLI_PLACE_STREAM)
    return write_stream (self, data, size, error);
  return trs_cli_print (data, size) || set_output_error (error);
}

/* Sets the members `text` and `path` of @record, one of which is null. */
static gboolean
output_transcript (TrsCli      *self,
                   TrsProject  *project,
                   GBytes      *bytes,
                   JsonObject  *record,
                   GError     **error)
{
  TrsCliPlace place = get_place (self);
  gsize size;
  gconstpointer bytes_data = g_bytes_get_data (bytes, &size);
  const char *data = size > 0 ? bytes_data : "";
  g_autofree char *path = NULL;
  g_autofree char *line = NULL;

  if (place == TRS_CLI_PLACE_OUTPUT && record == NULL)
    return print_text (self, place, data, size, error);
  if (place == TRS_CLI_PLACE_OUTPUT)
    {
      line = g_strndup (data, size);
      json_object_set_string_member (record, "text", line);
      return TRUE;
    }

  if (place == TRS_CLI_PLACE_STREAM && !print_text (self, place, data, size, error))
    return FALSE;
  path = place == TRS_CLI_PLACE_STREAM ? g_strdup (self->options->output) : save (self, project, bytes, error);
  if (path == NULL)
    return FALSE;
  if (record == NULL && place == TRS_CLI_PLACE_STREAM)
    return TRUE;
  if (record != NULL)
    {
      line = g_filename_display_name (path);
      json_object_set_string_member (record, "path", line);
      return TRUE;
    }
  line = g_strconcat (path, "\n", NULL);
  return trs_cli_print (line, strlen (line)) || set_output_error (error);
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
