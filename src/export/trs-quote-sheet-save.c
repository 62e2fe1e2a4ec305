/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-quote-sheet-save.h"

#include <string.h>

#include "trs-csv.h"
#include "trs-export-escape.h"
#include "trs-export-renderers.h"
#include "trs-i18n.h"
#include "trs-mark-strings.h"

#define BOM "\xef\xbb\xbf"
#define PAGE_BEGIN "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>"
#define PAGE_END "</title>\n"

static char *
render_csv (GPtrArray                  *sources,
            const TrsQuoteSheetOptions *options)
{
  g_autoptr (GPtrArray) entries = trs_quote_sheet_new (sources, options);
  GString *csv = g_string_new (BOM "title,category,time,speaker,text,link");

  g_string_append_printf (csv, "%s\r\n", options->notes ? ",note,checked" : "");
  for (guint i = 0; i < entries->len; i++)
    {
      const TrsQuoteSheetEntry *entry = g_ptr_array_index (entries, i);
      g_autofree char *time = options->exact_times ? trs_timecode_format_exact (entry->start)
                                                   : trs_timecode_format_clock (entry->start);
      const char *cells[] = { entry->source->title, trs_mark_strings_name (entry->colour), time, entry->speaker,
                              entry->words, entry->link, entry->note };

      for (guint j = 0; j < G_N_ELEMENTS (cells) - !options->notes; j++)
        {
          g_autofree char *cell = trs_csv_quote (cells[j]);

          g_string_append_printf (csv, "%s%s", j > 0 ? "," : "", cell);
        }
      g_string_append_printf (csv, "%s\r\n", !options->notes ? "" : entry->checked ? ",yes" : ",");
    }
  return g_string_free (csv, FALSE);
}

static char *
render_page (GPtrArray                  *sources,
             const TrsQuoteSheetOptions *options)
{
  g_autofree char *body = trs_quote_sheet_render (sources, options, TRS_QUOTATION_HTML);
  g_autofree char *title = trs_export_escape_html (_("Highlights"), -1);

  return g_strconcat (PAGE_BEGIN, title, PAGE_END, body, NULL);
}

/**
 * trs_quote_sheet_save:
 * @sources: (element-type TrsExportSource): transcripts
 * @options: how
 * @extension: "docx", "odt", "html", "csv", "md" or "txt"
 * @error: return location for a #GError
 *
 * The same sources and options give the same bytes.
 *
 * Errors: %TRS_ERROR_FAILED.
 *
 * Returns: (transfer full) (nullable): the whole file
 */
GBytes *
trs_quote_sheet_save (GPtrArray                  *sources,
                      const TrsQuoteSheetOptions *options,
                      const char                 *extension,
                      GError                    **error)
{
  char *text;

  if (g_str_equal (extension, "docx") || g_str_equal (extension, "odt"))
    return trs_export_render_sheet (sources, options, extension, error);
  text = g_str_equal (extension, "csv")    ? render_csv (sources, options)
         : g_str_equal (extension, "html") ? render_page (sources, options)
                                           : trs_quote_sheet_render (sources, options,
                                                                     g_str_equal (extension, "md")
                                                                         ? TRS_QUOTATION_MARKDOWN
                                                                         : TRS_QUOTATION_PLAIN);
  return g_bytes_new_take (text, strlen (text));
}
