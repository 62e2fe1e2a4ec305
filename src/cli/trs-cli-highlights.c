/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-command.h"

#include "trs-batch-failure.h"
#include "trs-cli-destination.h"
#include "trs-cli-find.h"
#include "trs-file-save.h"
#include "trs-highlight-collector.h"
#include "trs-highlight-strings.h"
#include "trs-i18n.h"
#include "trs-quote-sheet-save.h"

#include <string.h>
#include <unistd.h>

#define BOM "\xef\xbb\xbf"

/* Readable by everybody who may read the folder, as all that is exported. */
#define MODE 0666

static const char * const formats[] = { "txt", "md", "csv", "html", "odt", "docx", NULL };

/* Returns: (transfer full) (nullable): the rows of the projects that were named; %NULL without an error for all */
static GArray *
find_rows (TrsCli  *self,
           GError **error)
{
  char **words = self->options->words;
  g_autoptr (GArray) rows = words[0] != NULL ? g_array_new (FALSE, FALSE, sizeof (gint64)) : NULL;

  for (guint i = 0; words[i] != NULL; i++)
    {
      g_autoptr (TrsProject) project = trs_cli_find_project (self, words[i], error);

      if (project == NULL)
        {
          g_prefix_error (error, "%s: ", words[i]);
          return NULL;
        }
      g_array_append_val (rows, trs_project_get_data (project)->row);
    }
  return g_steal_pointer (&rows);
}

/* What cannot be read does not keep the others from being printed. */
static TrsCliExit
report_failures (TrsCli                *self,
                 TrsHighlightCollector *collector)
{
  GPtrArray *failures = trs_highlight_collector_get_failures (collector);
  TrsCliExit status = TRS_CLI_DONE;

  for (guint i = 0; failures != NULL && i < failures->len; i++)
    {
      const TrsBatchFailure *failure = failures->pdata[i];
      TrsCliExit failed = trs_cli_report (self, failure->title, failure->error);

      status = status == TRS_CLI_DONE ? failed : status;
    }
  return status;
}

/* Returns: (transfer full) (nullable): who speaks: the name that was given, or the label of the service, which is the
 * same in every language */
static char *
dup_speaker (const TrsQuoteSheetEntry *entry)
{
  TrsDocument *document = entry->quotation.document;
  guint speaker;

  /* Nobody, or several. */
  if (entry->speaker == NULL)
    return NULL;
  speaker = trs_document_get_speaker (document, entry->quotation.start.paragraph);
  if (trs_document_get_name (document, speaker) != NULL)
    return g_strdup (trs_document_get_name (document, speaker));
  return g_strdup_printf ("Speaker %u", speaker);
}

static void
record_entry (TrsCli                   *self,
              const TrsQuoteSheetEntry *entry)
{
  g_autofree char *speaker = dup_speaker (entry);
  JsonObject *record = trs_cli_record_new ("highlight");

  json_object_set_string_member (record, "id", entry->source->project_id);
  trs_cli_json_set_number (record, "start", entry->start);
  json_object_set_string_member (record, "words", entry->words);
  json_object_set_boolean_member (record, "removed", FALSE);
  json_object_set_string_member (record, "title", entry->source->title);
  json_object_set_string_member (record, "link", entry->link);
  json_object_set_string_member (record, "speaker", speaker);
  json_object_set_string_member (record, "colour", trs_highlight_strings_colour (entry->colour));
  json_object_set_string_member (record, "category", trs_highlight_strings_id (entry->colour));
  json_object_set_string_member (record, "note", entry->note);
  trs_cli_add_record (self, record);
}

static void
list_entry (TrsCliTable              *table,
            const TrsQuoteSheetEntry *entry)
{
  g_autofree char *time = entry->start >= 0 ? trs_timecode_format_clock (entry->start) : g_strdup ("");
  g_autofree char *speaker = dup_speaker (entry);

  trs_cli_table_add (table, (const TrsCliCell[]) {
    { entry->source->project_id },
    { time, .link = entry->link },
    { trs_highlight_strings_colour (entry->colour) },
    { speaker },
    { entry->words },
    { entry->note },
  });
}

/* The last column only where notes were asked for. */
static void
list_entries (TrsCli                     *self,
              GPtrArray                  *sources,
              const TrsQuoteSheetOptions *options)
{
  static const TrsCliColumn columns[] = {
    { "ID", .minimum = 8, .yields = TRUE }, { "TIME" }, { "COLOUR" }, { "SPEAKER", .minimum = 8 },
    { "WORDS", .minimum = 20 }, { "NOTE", .minimum = 8 },
  };
  g_autoptr (TrsCliTable) table =
      trs_cli_begin_table (self, columns, G_N_ELEMENTS (columns) - (options->notes ? 0 : 1));
  g_autoptr (GPtrArray) entries = trs_quote_sheet_new (sources, options);

  for (guint i = 0; i < entries->len && trs_cli_may_go_on (self); i++)
    if (table != NULL)
      list_entry (table, entries->pdata[i]);
    else
      record_entry (self, entries->pdata[i]);
}

/* A table in a pipe has no byte order mark, whatever it is. */
static GBytes *
skip_mark (GBytes *sheet)
{
  gsize size;
  const char *data = g_bytes_get_data (sheet, &size);
  gsize skipped = size >= strlen (BOM) && strncmp (data, BOM, strlen (BOM)) == 0 ? strlen (BOM) : 0;

  return g_bytes_new_from_bytes (sheet, skipped, size - skipped);
}

/* A sheet in a format, to a file or to standard output. */
static gboolean
save_sheet (TrsCli                     *self,
            GPtrArray                  *sources,
            const TrsQuoteSheetOptions *options,
            TrsCliDestination          *destination,
            const char                 *format,
            GError                    **error)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GBytes) sheet = NULL;
  g_autoptr (GBytes) bare = NULL;
  const char *data;
  gsize size;

  trs_quote_sheet_save_async (sources, options, format, self->cancellable, trs_cli_done_cb, &result);
  sheet = trs_quote_sheet_save_finish (trs_cli_wait (&result), error);
  if (sheet == NULL)
    return FALSE;
  if (destination->place == TRS_CLI_PLACE_FILE)
    return trs_file_save (destination->path, sheet, MODE, TRUE, self->cancellable, error);

  bare = skip_mark (sheet);
  data = g_bytes_get_data (bare, &size);
  if (destination->place == TRS_CLI_PLACE_STREAM)
    return trs_cli_destination_write (destination, self, data, size, error);
  trs_cli_print (data, size);
  return TRUE;
}

/* Returns: (transfer full) (nullable): the format that was asked for, or that the name of the file stands for; %NULL if
 * no sheet is wanted */
static char *
dup_format (const TrsCliOptions *options,
            TrsCliDestination   *destination)
{
  char *extension = NULL;

  if (options->format != NULL)
    return g_ascii_strdown (options->format, -1);
  if (destination->place == TRS_CLI_PLACE_FILE)
    extension = trs_cli_place_dup_extension (destination->path);
  return extension == NULL && options->output != NULL ? g_strdup ("txt") : extension;
}

static gboolean
check_format (TrsCliDestination  *destination,
              const char         *format,
              GError            **error)
{
  gboolean binary = g_strcmp0 (format, "odt") == 0 || g_strcmp0 (format, "docx") == 0;

  if (binary && destination->place == TRS_CLI_PLACE_OUTPUT && isatty (STDOUT_FILENO))
    {
      g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_USAGE, _("This format is binary; use --output"));
      return FALSE;
    }
  if (format == NULL || g_strv_contains (formats, format))
    return TRUE;

  g_set_error (error, TRS_CLI_ERROR, TRS_CLI_USAGE,
               /* Translators: %s is what was typed. */
               _("“%s” is not a format of highlights: use txt, md, csv, html, odt or docx. For JSON, use --json."),
               format);
  return FALSE;
}

static GPtrArray *
collect (TrsCli                *self,
         TrsHighlightCollector *collector,
         GError               **error)
{
  g_autoptr (GArray) rows = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) local = NULL;

  rows = find_rows (self, &local);
  if (local != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return NULL;
    }
  trs_highlight_collector_run_async (collector, rows, self->cancellable, trs_cli_done_cb, &result);
  return trs_highlight_collector_run_finish (collector, trs_cli_wait (&result), error);
}

static TrsCliExit
run_highlights (TrsCli *self)
{
  TrsSession *session = self->session;
  g_autoptr (TrsHighlightCollector) collector =
      trs_highlight_collector_new (trs_session_get_projects (session), trs_session_get_library (session),
                                   trs_session_get_transcripts (session),
                                   trs_account_get_link_pattern (trs_session_get_account (session)));
  const TrsQuoteSheetOptions options = { .notes = self->options->notes > 0,
                                         .exact_times = g_settings_get_boolean (self->settings, "exact-times") };
  const char *output = self->options->output;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsCliDestination) destination =
      trs_cli_destination_new_file (output != NULL ? output : "-", &error);
  g_autofree char *format = destination != NULL ? dup_format (self->options, destination) : NULL;
  g_autoptr (GPtrArray) sources = NULL;

  if (destination == NULL)
    return trs_cli_report (self, output, error);
  if (!check_format (destination, format, &error) || !trs_cli_destination_try (destination, &error) ||
      (sources = collect (self, collector, &error)) == NULL)
    return trs_cli_report (self, NULL, error);
  if (format == NULL)
    list_entries (self, sources, &options);
  else if (!save_sheet (self, sources, &options, destination, format, &error))
    return trs_cli_report (self, output, error);
  return report_failures (self, collector);
}

static const char *
check_highlights (const TrsCliOptions *options)
{
  return options->json && (options->format != NULL || options->output != NULL)
             ? N_("--format and --output can’t be used with --json")
             : NULL;
}

const TrsCliCommand trs_cli_highlights_command = {
  .name = "highlights",
  /* Translators: arguments of a command, in its help: IDs of transcripts, which may be left out. */
  .parameters = N_("[ID…]"),
  .n_max = G_MAXUINT,
  .options = (const char * const[]) { "format", "output", "notes", "no-notes", NULL },
  .fields = "id start words removed title link speaker colour category note",
  .account = TRS_CLI_ACCOUNT_OPENED,
  .json_format = TRUE,
  .check = check_highlights,
  .run = run_highlights,
};
