/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-text.h"

#include "trs-cli-place.h"
#include "trs-export-load.h"
#include "trs-export-target.h"
#include "trs-export.h"
#include "trs-i18n.h"
#include "trs-project-strings.h"

#include <string.h>
#include <unistd.h>

/* What parts several texts on one output: a line that Markdown knows as well. */
#define BETWEEN "\n* * *\n\n"

/* A file that was added to the target, and is not there yet. */
typedef struct
{
  JsonObject *record; /* NULL without --json */
  char *given;
} Waiting;

/**
 * TrsCliTexts:
 * @place: where they go
 * @formats: (element-type TrsCliFormat): what they are made into
 * @target: (nullable): the folder or the archive, from the first file on
 * @waiting: files that were added and are not there yet, in this order
 * @added: whether the text that is being delivered is among them once it ends
 * @gather: whether files wait for each other
 * @n_printed: how many went to standard output
 *
 * What a run does with transcripts.
 */
struct _TrsCliTexts
{
  TrsCliPlace *place;
  GArray *formats;
  TrsExportTarget *target;
  GQueue waiting;
  gboolean added;
  gboolean gather;
  guint n_printed;
};

static void
waiting_free (gpointer data)
{
  Waiting *waiting = data;

  g_clear_pointer (&waiting->record, json_object_unref);
  g_free (waiting->given);
  g_free (waiting);
}

void
trs_cli_texts_free (TrsCliTexts *texts)
{
  g_clear_pointer (&texts->place, trs_cli_place_free);
  g_clear_pointer (&texts->formats, g_array_unref);
  g_clear_pointer (&texts->target, trs_export_target_free);
  g_queue_clear_full (&texts->waiting, waiting_free);
  g_free (texts);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsCliTexts, trs_cli_texts_free)

static const TrsCliFormat *
get_format (TrsCliTexts *texts,
            guint        nth)
{
  return &g_array_index (texts->formats, TrsCliFormat, nth);
}

/* A text after a text is one in these formats, and nothing in all others. */
static gboolean
check_stream (TrsCli       *self,
              TrsCliTexts  *texts,
              gboolean      several,
              GError      **error)
{
  const char *id = get_format (texts, 0)->format->id;

  if (texts->place->kind != TRS_CLI_PLACE_STREAM || !several || self->records != NULL ||
      (texts->formats->len == 1 && (g_str_equal (id, "txt") || g_str_equal (id, "md"))))
    return TRUE;

  g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_USAGE,
                       _("Several transcripts go to standard output only as one of txt and md, or with --json"));
  return FALSE;
}

/**
 * trs_cli_check_format:
 * @self: a run
 * @error: return location for an error
 *
 * Reads what the options say of transcripts, and looks whether they can be saved there. To be called before anything
 * is spent.
 *
 * Errors: %TRS_CLI_USAGE; %G_IO_ERROR if nothing can be saved there.
 *
 * Returns: whether transcripts can be delivered
 */
gboolean
trs_cli_check_format (TrsCli  *self,
                      GError **error)
{
  const TrsCliOptions *options = self->options;
  g_autoptr (TrsCliTexts) texts = g_new0 (TrsCliTexts, 1);
  /* Words may also come from elsewhere. */
  gboolean several = g_strv_length (options->words) != 1 || (options->format != NULL && strchr (options->format, ','));

  g_queue_init (&texts->waiting);
  texts->place = trs_cli_place_new (options->output != NULL ? options->output : "-", several,
                                    options->format != NULL || options->preset != NULL, error);
  if (texts->place == NULL || !trs_cli_place_try (texts->place, error))
    return FALSE;
  texts->formats = trs_cli_format_read (options, texts->place->format, texts->place->kind == TRS_CLI_PLACE_STREAM,
                                        error);
  if (texts->formats == NULL || !check_stream (self, texts, several, error))
    return FALSE;
  if (texts->formats->len > 1 && texts->place->extension != NULL)
    {
      g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_USAGE,
                           _("With several formats, the name of the files is given without an extension"));
      return FALSE;
    }

  g_clear_pointer (&self->texts, trs_cli_texts_free);
  self->texts = g_steal_pointer (&texts);
  return TRUE;
}

/**
 * trs_cli_gather_texts:
 * @self: a run, after trs_cli_check_format()
 *
 * From now on files in a folder wait for each other, a moment at most while one comes after another. Without this, each
 * is there when its text ends.
 */
void
trs_cli_gather_texts (TrsCli *self)
{
  self->texts->gather = TRUE;
}

/**
 * trs_cli_get_n_formats:
 * @self: a run, after trs_cli_check_format()
 *
 * Returns: into how many formats each transcript is made
 */
guint
trs_cli_get_n_formats (TrsCli *self)
{
  return self->texts->formats->len;
}

static gboolean
check_done (TrsCli      *self,
            TrsProject  *project,
            GError     **error)
{
  g_autofree char *status = trs_project_strings_status (project);

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
  return TRUE;
}

/**
 * trs_cli_load_text:
 * @self: a run
 * @project: a project, which may be finished
 * @error: return location for the reason
 *
 * Returns: (transfer full) (nullable): its transcript, which is downloaded if it is not here
 */
TrsExportSource *
trs_cli_load_text (TrsCli      *self,
                   TrsProject  *project,
                   GError     **error)
{
  TrsSession *session = self->session;
  g_autoptr (GAsyncResult) result = NULL;

  if (!check_done (self, project, error))
    return NULL;

  trs_export_load_async (trs_session_get_transcripts (session), trs_session_get_library (session), project, NULL,
                         trs_account_get_link_pattern (trs_session_get_account (session)), self->cancellable,
                         trs_cli_done_cb, &result);
  return trs_export_load_finish (trs_cli_wait (&result), error);
}

/* Standard output takes no more: said once, at the end of the run. */
static gboolean
set_output_error (GError **error)
{
  g_propagate_error (error, g_error_copy (trs_cli_output_get_error ()));
  return FALSE;
}

static gboolean
print_text (TrsCli      *self,
            GBytes      *bytes,
            JsonObject  *record,
            GError     **error)
{
  gsize size;
  gconstpointer bytes_data = g_bytes_get_data (bytes, &size);
  const char *data = size > 0 ? bytes_data : "";

  if ((record != NULL || isatty (STDOUT_FILENO)) && !g_utf8_validate_len (data, size, NULL))
    {
      g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_USAGE, _("This format is binary; use --output"));
      return FALSE;
    }
  if (record != NULL)
    {
      g_autofree char *text = g_strndup (data, size);

      json_object_set_string_member (record, "text", text);
      return TRUE;
    }
  if (self->texts->n_printed++ > 0 && !trs_cli_print (BETWEEN, strlen (BETWEEN)))
    return set_output_error (error);
  return trs_cli_print (data, size) || set_output_error (error);
}

static void
print_path (const char *path,
            JsonObject *record)
{
  g_autofree char *line = record == NULL ? g_strconcat (path, "\n", NULL) : g_filename_display_name (path);

  if (record == NULL)
    trs_cli_print (line, strlen (line));
  else
    json_object_set_string_member (record, "path", line);
}

static gboolean
open_target (TrsCliTexts  *texts,
             GError      **error)
{
  gboolean archive = texts->place->kind == TRS_CLI_PLACE_ARCHIVE;
  g_autoptr (GError) local = NULL;

  if (texts->target != NULL)
    return TRUE;

  if (!archive && !g_file_make_directory_with_parents (texts->place->file, NULL, &local) &&
      !g_error_matches (local, G_IO_ERROR, G_IO_ERROR_EXISTS))
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  texts->target = trs_export_target_new (texts->place->file, archive);
  return TRUE;
}

static gboolean
add_file (TrsCli              *self,
          const TrsCliFormat  *format,
          TrsExportSource     *source,
          GBytes              *bytes,
          GError             **error)
{
  TrsCliTexts *texts = self->texts;
  const char *extension = texts->place->extension != NULL ? texts->place->extension : format->format->extension;
  g_autofree char *name = trs_export_template_expand (texts->place->name_template, source, extension);
  g_autofree char *added = NULL;

  if (!open_target (texts, error))
    return FALSE;
  added = trs_export_target_add (texts->target, name, bytes, source->created_at, self->cancellable, error);
  texts->added = added != NULL;
  return added != NULL;
}

static gboolean
save_file (TrsCli      *self,
           GBytes      *bytes,
           JsonObject  *record,
           GError     **error)
{
  TrsCliPlace *place = self->texts->place;
  g_autofree char *path = g_file_get_path (place->file);

  if (place->kind == TRS_CLI_PLACE_PIPE ? !trs_cli_place_write (place, bytes, self->cancellable, error)
                                        : !trs_export_save (bytes, place->file, self->cancellable, error))
    return FALSE;

  print_path (path, record);
  return trs_cli_output_get_error () == NULL || set_output_error (error);
}

/**
 * trs_cli_deliver_as:
 * @self: a run, after trs_cli_check_format()
 * @source: a transcript
 * @nth_format: one of the formats that were asked for
 * @record: (nullable): the record to store the text or path in, with `--json`
 * @error: return location for the reason
 *
 * Prints or saves a transcript in one format.
 *
 * Returns: %TRUE if it was printed or saved, or waits for that
 */
gboolean
trs_cli_deliver_as (TrsCli           *self,
                    TrsExportSource  *source,
                    guint             nth_format,
                    JsonObject       *record,
                    GError          **error)
{
  const TrsCliFormat *format = get_format (self->texts, nth_format);
  g_autoptr (GBytes) bytes = trs_export_format_render (format->format, source, &format->options, error);

  if (bytes == NULL)
    return FALSE;

  if (record != NULL)
    json_object_set_string_member (record, "format", format->format->id);
  switch (self->texts->place->kind)
    {
    case TRS_CLI_PLACE_STREAM:
      return print_text (self, bytes, record, error);
    case TRS_CLI_PLACE_FOLDER:
    case TRS_CLI_PLACE_ARCHIVE:
      return add_file (self, format, source, bytes, error);
    case TRS_CLI_PLACE_FILE:
    case TRS_CLI_PLACE_PIPE:
    default:
      return save_file (self, bytes, record, error);
    }
}

/**
 * trs_cli_deliver:
 * @self: a run
 * @project: a project, which may be finished
 * @record: (nullable): the record to store the text or path in, with `--json`
 * @error: return location for the reason
 *
 * Prints or saves a transcript in the first format that was asked for.
 *
 * Returns: %TRUE if it was printed or saved, or waits for that until trs_cli_end_text()
 */
gboolean
trs_cli_deliver (TrsCli      *self,
                 TrsProject  *project,
                 JsonObject  *record,
                 GError     **error)
{
  g_autoptr (TrsExportSource) source = NULL;

  if (self->texts == NULL && !trs_cli_check_format (self, error))
    return FALSE;

  source = trs_cli_load_text (self, project, error);
  return source != NULL && trs_cli_deliver_as (self, source, 0, record, error);
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
  json_object_set_null_member (record, "format");
  json_object_set_null_member (record, "text");
  json_object_set_null_member (record, "path");
  json_object_set_null_member (record, "entry");
  return record;
}

/* @record: (transfer full) (nullable): a record */
static TrsCliExit
end_record (TrsCli       *self,
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

/* Files that have got their names since. @name: of the file in the folder, or in the archive */
static void
announce (TrsCli     *self,
          const char *name)
{
  TrsCliTexts *texts = self->texts;
  Waiting *waiting = g_queue_pop_head (&texts->waiting);
  gboolean archive = texts->place->kind == TRS_CLI_PLACE_ARCHIVE;
  g_autoptr (GFile) file = archive ? g_object_ref (texts->place->file) : g_file_get_child (texts->place->file, name);

  if (waiting == NULL)
    return;

  /* The path of an archive is printed once. */
  if (!archive || waiting->record != NULL)
    print_path (g_file_peek_path (file), waiting->record);
  if (archive && waiting->record != NULL)
    json_object_set_string_member (waiting->record, "entry", name);
  end_record (self, g_steal_pointer (&waiting->record), waiting->given, NULL);
  waiting_free (waiting);
}

/* Announces what is there. Returns: the exit status of what was given up, because of @error */
static TrsCliExit
settle (TrsCli       *self,
        const GError *error)
{
  TrsCliTexts *texts = self->texts;
  g_autoptr (GPtrArray) saved = trs_export_target_take_saved (texts->target);
  TrsCliExit status = TRS_CLI_DONE;

  for (guint i = 0; i < saved->len; i++)
    announce (self, saved->pdata[i]);
  while (error != NULL && texts->waiting.length > trs_export_target_get_n_waiting (texts->target))
    {
      Waiting *waiting = g_queue_pop_head (&texts->waiting);

      status = end_record (self, g_steal_pointer (&waiting->record), waiting->given, error);
      waiting_free (waiting);
    }
  return status;
}

/* @error: (nullable): what has gone wrong just now, with the target or without it. What is in an archive is announced
 * when that is complete. */
static TrsCliExit
settle_folder (TrsCli       *self,
               gboolean      flush,
               const GError *error)
{
  TrsCliTexts *texts = self->texts;
  g_autoptr (GError) local = NULL;

  if (texts == NULL || texts->target == NULL || texts->place->kind != TRS_CLI_PLACE_FOLDER)
    return TRS_CLI_DONE;

  if (flush && !trs_export_target_flush (texts->target, &local))
    error = local;
  return settle (self, error);
}

/**
 * trs_cli_flush_texts:
 * @self: a run
 *
 * Gives the files that wait for each other their names, before something that takes long.
 *
 * Returns: the exit status
 */
TrsCliExit
trs_cli_flush_texts (TrsCli *self)
{
  return settle_folder (self, TRUE, NULL);
}

/**
 * trs_cli_end_text:
 * @self: a run
 * @record: (transfer full) (nullable): what trs_cli_new_text_record() returned
 * @given: the argument that it is for
 * @error: (nullable): why there is no text
 *
 * Prints the path or the record, and reports the error. That standard output takes no more is said at the end of the
 * run.
 *
 * Returns: the exit status
 */
TrsCliExit
trs_cli_end_text (TrsCli       *self,
                  JsonObject   *record,
                  const char   *given,
                  const GError *error)
{
  TrsCliTexts *texts = self->texts;
  TrsCliExit status, lost;

  if (texts != NULL && texts->added && error == NULL)
    {
      Waiting *waiting = g_new0 (Waiting, 1);

      waiting->record = record;
      waiting->given = g_strdup (given);
      g_queue_push_tail (&texts->waiting, waiting);
      texts->added = FALSE;
      return settle_folder (self, !texts->gather, NULL);
    }

  /* What came before it is told first. */
  lost = settle_folder (self, FALSE, error);
  status = end_record (self, record, given, error);
  return lost != TRS_CLI_DONE ? lost : status;
}

/* Returns: the exit status */
static TrsCliExit
end_archive (TrsCli *self)
{
  TrsCliTexts *texts = self->texts;
  g_autoptr (GError) error = NULL;
  gboolean good = trs_export_target_close (texts->target, &error);

  if (good)
    settle (self, NULL);
  for (Waiting *waiting; !good && (waiting = g_queue_pop_head (&texts->waiting)) != NULL; waiting_free (waiting))
    if (waiting->record != NULL)
      {
        trs_cli_json_set_error (waiting->record, error);
        trs_cli_add_record (self, g_steal_pointer (&waiting->record));
      }
  if (good && self->records == NULL)
    print_path (g_file_peek_path (texts->place->file), NULL);
  return good ? TRS_CLI_DONE : trs_cli_report (self, NULL, error);
}

/**
 * trs_cli_end_texts:
 * @self: a run
 *
 * Completes what transcripts were saved to, after the command has run. An archive is given up if the run was
 * interrupted, or nothing is in it.
 *
 * Returns: the exit status
 */
TrsCliExit
trs_cli_end_texts (TrsCli *self)
{
  TrsCliTexts *texts = self->texts;
  g_autoptr (GError) error = NULL;
  TrsCliExit status;

  if (texts == NULL || texts->target == NULL)
    return TRS_CLI_DONE;
  if (texts->place->kind == TRS_CLI_PLACE_ARCHIVE)
    return texts->waiting.length > 0 && trs_cli_may_go_on (self) ? end_archive (self) : TRS_CLI_DONE;

  trs_export_target_close (texts->target, &error);
  status = settle (self, error);
  return status == TRS_CLI_DONE && error != NULL ? trs_cli_report (self, NULL, error) : status;
}
