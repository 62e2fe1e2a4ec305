/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-text.h"

#include "trs-cli-destination.h"
#include "trs-cli-format.h"
#include "trs-export-load.h"
#include "trs-export-target.h"
#include "trs-export.h"
#include "trs-i18n.h"
#include "trs-project-strings.h"
#include "trs-strings.h"

#include <string.h>
#include <unistd.h>

/* What separates several transcripts on one output, where the format allows it: a line in plain text; JSON documents
 * follow each other, as readers of a stream of them take it. All others would be damaged: even Markdown, which begins
 * with its header. */
static const struct
{
  const char *format;
  const char *separator;
} separators[] = {
  { "txt", "\n---\n\n" },
  { "json", "" },
};

/* A file that was added to the target, and is not there yet. */
typedef struct
{
  JsonObject *record; /* NULL without --json */
  char *given;
} Waiting;

/**
 * TrsCliTexts:
 * @destination: where they go
 * @formats: (element-type TrsCliFormat): what they are made into
 * @n_printed: how many transcripts standard output or a stream has got
 * @target: (nullable): the folder or the archive, from the first file on
 * @waiting: files that were added and are not there yet, in this order
 * @added: whether the text that is being delivered is among them once it ends
 * @gather: whether files wait for each other
 * @failed: whether the folder or the archive takes no more
 *
 * What a run does with transcripts.
 */
struct _TrsCliTexts
{
  TrsCliDestination *destination;
  GArray *formats;
  guint n_printed;
  TrsExportTarget *target;
  GQueue waiting;
  gboolean added;
  gboolean gather;
  gboolean failed;
  gboolean said_rough;
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
  g_clear_pointer (&texts->destination, trs_cli_destination_free);
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

static const char *
find_separator (const TrsExportFormat *format)
{
  for (guint i = 0; i < G_N_ELEMENTS (separators); i++)
    if (g_str_equal (separators[i].format, format->id))
      return separators[i].separator;

  return NULL;
}

/* Those of office programs; all others are text. */
static gboolean
is_binary (const TrsExportFormat *format)
{
  return g_str_has_prefix (format->mime_type, "application/vnd.");
}

static gboolean
is_stream (TrsCliTexts *texts)
{
  return texts->destination->place == TRS_CLI_PLACE_OUTPUT || texts->destination->place == TRS_CLI_PLACE_STREAM;
}

/* What standard output or a stream cannot take. */
static gboolean
check_stream (TrsCli       *self,
              TrsCliTexts  *texts,
              gboolean      several,
              GError      **error)
{
  gboolean output = texts->destination->place == TRS_CLI_PLACE_OUTPUT;
  gboolean records = output && self->records != NULL;

  for (guint i = 0; i < texts->formats->len; i++)
    {
      const TrsExportFormat *format = get_format (texts, i)->format;

      if (is_binary (format) && output && (self->records != NULL || isatty (STDOUT_FILENO)))
        {
          g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_USAGE, _("This format is binary; use --output"));
          return FALSE;
        }
      if (several && !records && (find_separator (format) == NULL || texts->formats->len > 1))
        {
          g_set_error (error, TRS_CLI_ERROR, TRS_CLI_USAGE,
                       /* Translators: %s is the name of a format, "SubRip Subtitles". */
                       _("Several transcripts can’t follow each other as “%s”. Use --output with a folder, or another "
                         "format: txt or json."), _(format->name));
          return FALSE;
        }
    }
  return TRUE;
}

/* An extension that was typed is that of one format. */
static gboolean
check_names (TrsCliTexts  *texts,
             GError      **error)
{
  if (texts->formats->len == 1 || texts->destination->extension == NULL)
    return TRUE;

  g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_USAGE,
                       _("With several formats, the name of the files is given without an extension"));
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
  /* Without words, those that are chosen in another way may be several, too. */
  gboolean several = g_strv_length (options->words) != 1 || (options->format != NULL && strchr (options->format, ','));

  g_queue_init (&texts->waiting);
  texts->destination = trs_cli_destination_new (options->output != NULL ? options->output : "-", several, error);
  if (texts->destination == NULL)
    return FALSE;
  texts->formats = trs_cli_format_read (options, texts->destination->extension, is_stream (texts), error);
  if (texts->formats == NULL || (is_stream (texts) && !check_stream (self, texts, several, error)) ||
      !check_names (texts, error) || !trs_cli_destination_try (texts->destination, error))
    return FALSE;

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
 * trs_cli_texts_have_failed:
 * @self: a run, after trs_cli_check_format()
 *
 * Returns: whether nothing more can be saved there, as on a disk that is full: the next text would fail, too
 */
gboolean
trs_cli_texts_have_failed (TrsCli *self)
{
  return self->texts->failed;
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
  if (trs_project_get_state (project) != TRS_PROJECT_STATE_DONE)
    {
      g_propagate_error (error, trs_cli_new_unready_error (project));
      return FALSE;
    }

  if (self->options->offline && !trs_project_get_data (project)->has_text)
    {
      g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_NOT_FOUND, _("This transcript is not on this computer"));
      return FALSE;
    }
  return TRUE;
}

/* Without a word nobody could tell an empty transcript from one that was lost. */
static void
note_silence (TrsProject *project)
{
  g_autofree char *note = g_strdup_printf ("%s: %s", trs_project_get_id (project), _("No speech was found"));

  if (trs_project_get_data (project)->empty_text)
    trs_cli_note (note);
}

/* Once a run, whoever opens the file later; what is printed is read at once. */
static void
note_rough (TrsCli     *self,
            TrsProject *project)
{
  g_autofree char *caution = NULL;

  if (self->texts == NULL || self->texts->said_rough || is_stream (self->texts) ||
      !trs_strings_is_built_in (trs_project_get_data (project)->recognizer))
    return;
  self->texts->said_rough = TRUE;
  caution = trs_strings_local_honesty ();
  trs_cli_note (caution);
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
  g_autoptr (TrsExportSource) source = NULL;

  if (!check_done (self, project, error))
    return NULL;

  trs_export_load_async (trs_session_get_transcripts (session), trs_session_get_library (session), project, NULL,
                         trs_account_get_link_pattern (trs_session_get_account (session)), self->cancellable,
                         trs_cli_done_cb, &result);
  source = trs_export_load_finish (trs_cli_wait (&result), error);
  if (source != NULL)
    {
      note_silence (project);
      note_rough (self, project);
    }
  return g_steal_pointer (&source);
}

/* Standard output takes no more: said once, at the end of the run. */
static gboolean
set_output_error (GError **error)
{
  g_propagate_error (error, g_error_copy (trs_cli_output_get_error ()));
  return FALSE;
}

static gboolean
print_text (TrsCli                 *self,
            const TrsExportFormat  *format,
            GBytes                 *bytes,
            GError                **error)
{
  TrsCliTexts *texts = self->texts;
  /* Not two calls: a reader that leaves between them would have a half of it. */
  const char *separator = texts->n_printed++ > 0 ? find_separator (format) : NULL;
  g_autoptr (GByteArray) parted = g_byte_array_new ();
  gsize size;
  gconstpointer data = g_bytes_get_data (bytes, &size);

  if (separator != NULL)
    g_byte_array_append (parted, (const guint8 *) separator, (guint) strlen (separator));
  if (size > 0)
    g_byte_array_append (parted, data, (guint) size);
  if (parted->len == 0)
    return TRUE;
  if (texts->destination->place == TRS_CLI_PLACE_STREAM)
    return trs_cli_destination_write (texts->destination, self, (const char *) parted->data, parted->len, error);
  return trs_cli_print ((const char *) parted->data, parted->len) || set_output_error (error);
}

/* @record: (nullable): gets the text */
static gboolean
output_text (TrsCli                 *self,
             const TrsExportFormat  *format,
             GBytes                 *bytes,
             JsonObject             *record,
             GError                **error)
{
  TrsCliDestination *destination = self->texts->destination;
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);
  g_autofree char *text = NULL;

  if (destination->place == TRS_CLI_PLACE_OUTPUT && record != NULL)
    {
      text = g_strndup (data != NULL ? data : "", size);
      json_object_set_string_member (record, "text", text);
      return TRUE;
    }
  if (!print_text (self, format, bytes, error))
    return FALSE;
  if (record != NULL)
    {
      text = g_filename_display_name (destination->path);
      json_object_set_string_member (record, "path", text);
    }
  return TRUE;
}

static void
print_path (GFile      *file,
            JsonObject *record)
{
  g_autofree char *path = g_file_is_native (file) ? g_file_get_path (file) : g_file_get_uri (file);
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
  TrsCliDestination *destination = texts->destination;
  g_autoptr (GError) local = NULL;

  if (texts->target != NULL)
    return TRUE;

  if (!destination->archive && !g_file_make_directory_with_parents (destination->file, NULL, &local) &&
      !g_error_matches (local, G_IO_ERROR, G_IO_ERROR_EXISTS))
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  texts->target = trs_export_target_new (destination->file, destination->archive);
  return TRUE;
}

static gboolean
add_file (TrsCli                 *self,
          const TrsExportFormat  *format,
          TrsExportSource        *source,
          GBytes                 *bytes,
          GError                **error)
{
  TrsCliTexts *texts = self->texts;
  TrsCliDestination *destination = texts->destination;
  const char *extension = destination->extension != NULL ? destination->extension : format->extension;
  g_autofree char *name = trs_export_template_expand (destination->name_template, source, extension);
  g_autofree char *added = NULL;

  if (open_target (texts, error))
    added = trs_export_target_add (texts->target, name, bytes, source->created_at, self->cancellable, error);
  texts->added = added != NULL;
  texts->failed = added == NULL;
  return added != NULL;
}

static gboolean
save_file (TrsCli      *self,
           GBytes      *bytes,
           JsonObject  *record,
           GError     **error)
{
  GFile *file = self->texts->destination->file;

  if (!trs_export_save (bytes, file, self->cancellable, error))
    return FALSE;

  print_path (file, record);
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
  if (is_stream (self->texts))
    return output_text (self, format->format, bytes, record, error);
  if (self->texts->destination->place == TRS_CLI_PLACE_FOLDER)
    return add_file (self, format->format, source, bytes, error);
  return save_file (self, bytes, record, error);
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

/* Prints a file when it has its name. @name: in the folder, or in the archive */
static void
announce (TrsCli     *self,
          const char *name)
{
  TrsCliTexts *texts = self->texts;
  Waiting *waiting = g_queue_pop_head (&texts->waiting);
  gboolean archive = texts->destination->archive;
  g_autoptr (GFile) file = archive ? g_object_ref (texts->destination->file)
                                   : g_file_get_child (texts->destination->file, name);

  if (waiting == NULL)
    return;

  /* The path of an archive is printed once. */
  if (!archive || waiting->record != NULL)
    print_path (file, waiting->record);
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

  if (texts == NULL || texts->target == NULL || texts->destination->archive)
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
  lost = settle_folder (self, TRUE, error);
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
    print_path (texts->destination->file, NULL);
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
  if (texts->destination->archive)
    return texts->waiting.length > 0 && trs_cli_may_go_on (self) ? end_archive (self) : TRS_CLI_DONE;

  trs_export_target_close (texts->target, &error);
  status = settle (self, error);
  return status == TRS_CLI_DONE && error != NULL ? trs_cli_report (self, NULL, error) : status;
}
