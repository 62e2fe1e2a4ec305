/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export-format.h"

#include <string.h>

#include "trs-export-renderers.h"
#include "trs-i18n.h"

#define TIMES \
  (TRS_EXPORT_TIMECODES | TRS_EXPORT_TIME_MARKS | TRS_EXPORT_FRACTION | TRS_EXPORT_INTERVAL | TRS_EXPORT_OFFSET)
#define FILTERS (TRS_EXPORT_ONLY_HIGHLIGHTS | TRS_EXPORT_ONLY_CHECKED)
#define TEXT (TIMES | FILTERS | TRS_EXPORT_SPEAKERS | TRS_EXPORT_HEADER | TRS_EXPORT_PROVENANCE | TRS_EXPORT_MERGE)

/* Options for annotations by the user. Subtitles have no room for them. */
#define OWN (TRS_EXPORT_HIGHLIGHTS | TRS_EXPORT_NOTES)
#define CELLS (FILTERS | TRS_EXPORT_OFFSET)

/* Options for how times look, and whether they link to the video. */
#define READABLE                                                                                      \
  { .timecodes = TRUE, .time_marks = TRS_TIME_MARKS_NONE, .speakers = TRUE, .header = TRUE, .links = TRUE, \
    .highlights = TRUE }

/* Formats with separate fields for times and names have no option that hides them. In a transcript that is not aligned,
 * both are part of the text. */
const TrsExportFormat trs_export_formats[TRS_EXPORT_N_FORMATS] = {
  /* Translators: name of a file format. */
  { "txt", N_("Plain Text"), "txt", "text/plain", TEXT | OWN,
    { .timecodes = TRUE, .fraction = TRS_TIME_FRACTION_MILLISECONDS, .speakers = TRUE }, trs_export_render_text },
  /* Translators: name of a file format, which is a proper name. */
  { "md", N_("Markdown"), "md", "text/markdown", TEXT | OWN | TRS_EXPORT_LINKS, READABLE,
    trs_export_render_markdown },
  /* Translators: name of a file format: that of Microsoft Word. */
  { "docx", N_("Word Document"), "docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    TEXT | OWN | TRS_EXPORT_LINKS, READABLE, trs_export_render_docx },
  /* Translators: name of a file format: that of LibreOffice Writer. */
  { "odt", N_("OpenDocument Text"), "odt", "application/vnd.oasis.opendocument.text",
    TEXT | OWN | TRS_EXPORT_LINKS, READABLE, trs_export_render_odt },
  /* Translators: name of a file format: HTML. */
  { "html", N_("Web Page"), "html", "text/html", TEXT | OWN | TRS_EXPORT_LINKS, READABLE, trs_export_render_html },
  /* Translators: name of a file format; “SubRip” is a proper name. */
  { "srt", N_("SubRip Subtitles"), "srt", "application/x-subrip", CELLS | TRS_EXPORT_SPEAKERS, { .speakers = TRUE },
    trs_export_render_srt },
  /* Translators: name of a file format; “WebVTT” is a proper name. */
  { "vtt", N_("WebVTT Subtitles"), "vtt", "text/vtt",
    CELLS | TRS_EXPORT_SPEAKERS | TRS_EXPORT_HEADER | TRS_EXPORT_PROVENANCE, { .speakers = TRUE },
    trs_export_render_vtt },
  /* Translators: name of a file format: a table that every spreadsheet opens. */
  { "csv", N_("Table (CSV)"), "csv", "text/csv", CELLS | OWN | TRS_EXPORT_MERGE | TRS_EXPORT_BOM,
    { .timecodes = TRUE, .time_marks = TRS_TIME_MARKS_NONE, .fraction = TRS_TIME_FRACTION_MILLISECONDS,
      .speakers = TRUE, .bom = TRUE, .highlights = TRUE },
    trs_export_render_csv },
  /* Translators: name of a file format, which is a proper name. */
  { "json", N_("JSON"), "json", "application/json", FILTERS | OWN,
    { .timecodes = TRUE, .speakers = TRUE, .highlights = TRUE }, trs_export_render_json },
};

const TrsExportPreset trs_export_presets[TRS_EXPORT_N_PRESETS] = {
  /* Translators: preset of an export: what a writer of an article needs. */
  { N_("Article"), "odt",
    { .timecodes = TRUE, .time_marks = TRS_TIME_MARKS_NONE, .interval = 5, .speakers = TRUE, .header = TRUE,
      .merge = TRUE, .links = TRUE, .highlights = TRUE } },
  /* Translators: preset of an export: the words to be shown with the video. */
  { N_("Subtitles"), "srt", { .speakers = TRUE } },
  /* Translators: preset of an export: everything, to be kept (noun). */
  { N_("Archive"), "txt",
    { .timecodes = TRUE, .fraction = TRS_TIME_FRACTION_MILLISECONDS, .speakers = TRUE, .header = TRUE,
      .provenance = TRUE } },
  /* Translators: preset of an export: a table for a program such as Calc or Excel. */
  { N_("Spreadsheet"), "csv", { .bom = TRUE, .highlights = TRUE } },
};

/**
 * trs_export_format_find:
 * @id: (nullable): id of a format
 *
 * Returns: (transfer none) (nullable): the format of that id
 */
const TrsExportFormat *
trs_export_format_find (const char *id)
{
  for (guint i = 0; i < TRS_EXPORT_N_FORMATS; i++)
    if (g_strcmp0 (trs_export_formats[i].id, id) == 0)
      return &trs_export_formats[i];
  return NULL;
}

/**
 * trs_export_format_render:
 * @self: a format
 * @source: what to export
 * @options: (nullable): how to export it, %NULL for the defaults; options that the format does
 *   not support are ignored
 * @error: return location for a #GError
 *
 * Renders a transcript. The same source and options give the same bytes. May be
 * called on any thread.
 *
 * Errors: %TRS_ERROR_INVALID_INPUT, with a sentence for the user, if the format
 * needs times that the transcript does not have; %TRS_ERROR_FAILED.
 *
 * Returns: (transfer full) (nullable): the whole file
 */
GBytes *
trs_export_format_render (const TrsExportFormat   *self,
                          const TrsExportSource   *source,
                          const TrsExportOptions  *options,
                          GError                 **error)
{
  TrsExportOptions own = self->defaults;

  if (options != NULL)
    trs_export_options_take (&own, options, self->known);
  return self->render (source, &own, error);
}
