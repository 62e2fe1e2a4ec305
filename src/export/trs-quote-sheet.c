/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-quote-sheet.h"

#include "trs-display-text.h"
#include "trs-export-blocks.h"
#include "trs-export-escape.h"
#include "trs-highlight-strings.h"
#include "trs-i18n.h"

static void
entry_free (gpointer data)
{
  TrsQuoteSheetEntry *entry = data;

  g_free (entry->words);
  g_free (entry->speaker);
  g_free (entry->link);
  g_free (entry->note);
  g_free (entry);
}

static gboolean
is_checked (const TrsQuotation *quotation)
{
  for (guint i = quotation->start.paragraph; i <= quotation->end.paragraph; i++)
    if (trs_document_get_checked (quotation->document, i) == NULL)
      return FALSE;
  return TRUE;
}

/* Skip highlights that contain only spaces. */
static void
add_entry (GPtrArray                  *entries,
           const TrsExportSource      *source,
           const TrsQuoteSheetOptions *options,
           const TrsPlacedHighlight   *placed)
{
  const TrsExportHighlight highlight = { .annotation = placed->annotation };
  TrsTranscript *transcript = trs_document_get_transcript (source->document);
  TrsQuotation quotation = { .document = source->document, .flags = TRS_TEXT_ALL, .start = placed->start,
                             .end = placed->end, .title = source->title, .exact_times = options->exact_times };
  TrsQuoteSheetEntry *entry;

  if (!trs_quotation_trim (&quotation))
    return;
  entry = g_new0 (TrsQuoteSheetEntry, 1);
  entry->source = source;
  entry->colour = placed->annotation->number % TRS_HIGHLIGHT_N_COLOURS;
  entry->words = trs_transcript_dup_words (transcript, quotation.start, quotation.end);
  entry->speaker = trs_quotation_dup_speaker (&quotation);
  entry->start = trs_transcript_get_paragraph (transcript, TRS_TEXT_ALL, quotation.start.paragraph)->start;
  entry->link = trs_export_source_dup_link (source, entry->start);
  entry->note = trs_export_highlight_dup_note (&highlight, &(TrsExportOptions) { .notes = options->notes });
  entry->checked = options->notes && is_checked (&quotation);
  entry->caution = is_checked (&quotation) ? NULL : source->caution;
  quotation.link = entry->link;
  entry->quotation = quotation;
  g_ptr_array_add (entries, entry);
}

/* Each highlight would say the same. */
static void
close_source (GPtrArray *entries,
              guint      from)
{
  TrsQuoteSheetEntry *last = from < entries->len ? entries->pdata[entries->len - 1] : NULL;

  for (guint i = from; i < entries->len && last->closing == NULL; i++)
    last->closing = ((TrsQuoteSheetEntry *) entries->pdata[i])->caution;
}

/**
 * trs_quote_sheet_new:
 * @sources: (element-type TrsExportSource): transcripts, which outlive what is returned
 * @options: how
 *
 * Collects the quotations that all formats are rendered from.
 *
 * Returns: (transfer full) (element-type TrsQuoteSheetEntry): the highlights, transcript by transcript
 */
GPtrArray *
trs_quote_sheet_new (GPtrArray                  *sources,
                     const TrsQuoteSheetOptions *options)
{
  GPtrArray *entries = g_ptr_array_new_with_free_func (entry_free);

  for (guint i = 0; i < sources->len; i++)
    {
      const TrsExportSource *source = g_ptr_array_index (sources, i);
      GArray *highlights = trs_document_get_highlights (source->document);
      guint from = entries->len;

      for (guint colour = 0; colour < (options->grouped ? TRS_HIGHLIGHT_N_COLOURS : 1u); colour++)
        for (guint j = 0; j < highlights->len; j++)
          {
            const TrsPlacedHighlight *highlight = &g_array_index (highlights, TrsPlacedHighlight, j);

            if (!options->grouped || highlight->annotation->number % TRS_HIGHLIGHT_N_COLOURS == colour)
              add_entry (entries, source, options, highlight);
          }
      close_source (entries, from);
    }
  return entries;
}

static char *
escape (const char         *text,
        TrsQuotationFormat  format)
{
  return format == TRS_QUOTATION_HTML       ? trs_export_escape_html (text, -1)
         : format == TRS_QUOTATION_MARKDOWN ? trs_export_escape_markdown (text, -1)
                                            : trs_export_clean (text, -1);
}

static void
append_heading (GString            *out,
                TrsQuotationFormat  format,
                guint               level,
                const char         *text)
{
  g_autofree char *escaped = escape (text, format);

  if (format == TRS_QUOTATION_HTML)
    g_string_append_printf (out, "<h%u dir=\"auto\">%s</h%u>\n", level, escaped, level);
  else
    g_string_append_printf (out, "%s%s%s\n\n", out->len > 0 ? "\n" : "",
                            format == TRS_QUOTATION_PLAIN ? "" : level == 1 ? "# " : "## ", escaped);
}

/* The category (unless it is the heading), the check and the note, on a line each; behind the last one the caution. */
static void
append_facts (GString                    *out,
              TrsQuotationFormat          format,
              const TrsQuoteSheetOptions *options,
              const TrsQuoteSheetEntry   *entry)
{
  static const char * const ends[] = { "\n", "\n\n", "</p>\n" };
  static const char * const starts[] = { "", "", "<p dir=\"auto\">" };
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  if (!options->grouped)
    g_ptr_array_add (lines, g_strdup (trs_highlight_strings_name (entry->colour)));
  if (entry->checked)
    g_ptr_array_add (lines, g_strdup_printf (TRS_EXPORT_CHECK " %s", _("Checked against the video")));
  if (entry->note != NULL)
    {
      g_autofree char *note = trs_export_flatten (entry->note);

      g_ptr_array_add (lines, g_strdup_printf ("%s: %s", _("Note"), note));
    }
  if (entry->closing != NULL)
    g_ptr_array_add (lines, g_strdup (entry->closing));
  for (guint i = 0; i < lines->len; i++)
    {
      g_autofree char *escaped = escape (g_ptr_array_index (lines, i), format);

      g_string_append_printf (out, "%s%s%s", starts[format], escaped, ends[format]);
    }
}

/**
 * trs_quote_sheet_render:
 * @sources: (element-type TrsExportSource): transcripts
 * @options: how
 * @format: what to write
 *
 * Returns: (transfer full): the highlights as quotations; of several transcripts, each under its title
 */
char *
trs_quote_sheet_render (GPtrArray                  *sources,
                        const TrsQuoteSheetOptions *options,
                        TrsQuotationFormat          format)
{
  g_autoptr (GPtrArray) entries = trs_quote_sheet_new (sources, options);
  const TrsQuoteSheetEntry *before = NULL;
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < entries->len; i++)
    {
      TrsQuoteSheetEntry *entry = g_ptr_array_index (entries, i);
      gboolean other_source = before == NULL || before->source != entry->source;
      g_autofree char *title = trs_display_text_title (entry->source->title);
      g_autofree char *quotation = NULL;

      entry->quotation.format = format;
      quotation = trs_quotation_render (&entry->quotation);
      if (other_source && sources->len > 1)
        append_heading (out, format, 1, title);
      if (options->grouped && (other_source || before->colour != entry->colour))
        append_heading (out, format, 2, trs_highlight_strings_name (entry->colour));
      else if (format != TRS_QUOTATION_HTML && before != NULL && !(other_source && sources->len > 1))
        g_string_append (out, format == TRS_QUOTATION_PLAIN ? "\n" : "");
      g_string_append_printf (out, "%s%s", quotation, format == TRS_QUOTATION_MARKDOWN ? "\n\n" : "\n");
      append_facts (out, format, options, entry);
      before = entry;
    }
  while (format != TRS_QUOTATION_HTML && out->len > 1 && g_str_has_suffix (out->str, "\n\n"))
    g_string_truncate (out, out->len - 1);
  return g_string_free (out, FALSE);
}
