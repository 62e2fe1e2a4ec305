/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-quote-sheet-save.h"

#include <string.h>

#include "trs-csv.h"
#include "trs-export-escape.h"
#include "trs-export-renderers.h"
#include "trs-highlight-strings.h"
#include "trs-i18n.h"
#include "trs-task.h"

#define BOM "\xef\xbb\xbf"
#define PAGE_BEGIN "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>"
#define PAGE_END "</title>\n"

static char *
render_csv (GPtrArray                  *sources,
            const TrsQuoteSheetOptions *options)
{
  g_autoptr (GPtrArray) entries = trs_quote_sheet_new (sources, options);
  GString *csv = g_string_new (BOM "title,category,time,speaker,text,link");
  gboolean cautions = FALSE;

  for (guint i = 0; i < entries->len; i++)
    cautions = cautions || ((TrsQuoteSheetEntry *) entries->pdata[i])->caution != NULL;
  g_string_append_printf (csv, "%s%s\r\n", options->notes ? ",note,checked" : "", cautions ? ",caution" : "");
  for (guint i = 0; i < entries->len; i++)
    {
      const TrsQuoteSheetEntry *entry = g_ptr_array_index (entries, i);
      g_autofree char *time = options->exact_times ? trs_timecode_format_exact (entry->start)
                                                   : trs_timecode_format_clock (entry->start);
      const char *cells[] = { entry->source->title, trs_highlight_strings_name (entry->colour), time, entry->speaker,
                              entry->words, entry->link, entry->note };

      for (guint j = 0; j < G_N_ELEMENTS (cells) - !options->notes; j++)
        {
          g_autofree char *cell = trs_csv_quote (cells[j]);

          g_string_append_printf (csv, "%s%s", j > 0 ? "," : "", cell);
        }
      g_string_append (csv, !options->notes ? "" : entry->checked ? ",yes" : ",");
      if (cautions)
        {
          g_autofree char *caution = trs_csv_quote (entry->caution);

          g_string_append_printf (csv, ",%s", caution);
        }
      g_string_append (csv, "\r\n");
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

typedef struct
{
  GPtrArray *sources;
  TrsQuoteSheetOptions options;
  char *extension;
} SheetState;

static void
sheet_state_clear (SheetState *state)
{
  g_clear_pointer (&state->sources, g_ptr_array_unref);
  g_clear_pointer (&state->extension, g_free);
}

TRS_DEFINE_TASK_STATE (SheetState, sheet_state)

/* Returns: (transfer full): a task with its own reference to the sources, which must not change any more */
static GTask *
sheet_task_new (GPtrArray                  *sources,
                const TrsQuoteSheetOptions *options,
                GCancellable               *cancellable,
                GAsyncReadyCallback         callback,
                gpointer                    user_data,
                gpointer                    tag)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  SheetState *state = sheet_state_attach (task);

  g_task_set_source_tag (task, tag);
  state->sources = g_ptr_array_ref (sources);
  state->options = *options;
  return task;
}

static void
save_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  SheetState *state = task_data;
  GError *error = NULL;
  GBytes *bytes = trs_quote_sheet_save (state->sources, &state->options, state->extension, &error);

  if (bytes != NULL)
    g_task_return_pointer (task, bytes, (GDestroyNotify) g_bytes_unref);
  else
    g_task_return_error (task, error);
}

/**
 * trs_quote_sheet_save_async:
 * @sources: (element-type TrsExportSource): transcripts; not to be changed any more
 * @options: how
 * @extension: see trs_quote_sheet_save()
 * @cancellable: (nullable): to give up
 * @callback: called in the context of the caller
 * @user_data: (closure): for @callback
 *
 * As trs_quote_sheet_save(), on a worker.
 */
void
trs_quote_sheet_save_async (GPtrArray                  *sources,
                            const TrsQuoteSheetOptions *options,
                            const char                 *extension,
                            GCancellable               *cancellable,
                            GAsyncReadyCallback         callback,
                            gpointer                    user_data)
{
  g_autoptr (GTask) task =
      sheet_task_new (sources, options, cancellable, callback, user_data, trs_quote_sheet_save_async);

  sheet_state_get (task)->extension = g_strdup (extension);
  g_task_run_in_thread (task, save_thread);
}

/**
 * trs_quote_sheet_save_finish:
 * @result: what the callback got
 * @error: return location for a #GError
 *
 * Errors: %G_IO_ERROR_CANCELLED; those of trs_quote_sheet_save().
 *
 * Returns: (transfer full) (nullable): the whole file
 */
GBytes *
trs_quote_sheet_save_finish (GAsyncResult  *result,
                             GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_quote_sheet_save_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
render_thread (GTask        *task,
               gpointer      source,
               gpointer      task_data,
               GCancellable *cancellable)
{
  SheetState *state = task_data;
  char **texts = g_new0 (char *, TRS_QUOTATION_HTML + 2);

  for (TrsQuotationFormat format = TRS_QUOTATION_PLAIN; format <= TRS_QUOTATION_HTML; format++)
    texts[format] = trs_quote_sheet_render (state->sources, &state->options, format);
  g_task_return_pointer (task, texts, (GDestroyNotify) g_strfreev);
}

/**
 * trs_quote_sheet_render_all_async:
 * @sources: (element-type TrsExportSource): transcripts; not to be changed any more
 * @options: how
 * @cancellable: (nullable): to give up
 * @callback: called in the context of the caller
 * @user_data: (closure): for @callback
 *
 * As trs_quote_sheet_render(), in each format, on a worker.
 */
void
trs_quote_sheet_render_all_async (GPtrArray                  *sources,
                                  const TrsQuoteSheetOptions *options,
                                  GCancellable               *cancellable,
                                  GAsyncReadyCallback         callback,
                                  gpointer                    user_data)
{
  g_autoptr (GTask) task =
      sheet_task_new (sources, options, cancellable, callback, user_data, trs_quote_sheet_render_all_async);

  g_task_run_in_thread (task, render_thread);
}

/**
 * trs_quote_sheet_render_all_finish:
 * @result: what the callback got
 * @error: return location for a #GError
 *
 * Errors: %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full) (nullable): the sheet, by #TrsQuotationFormat
 */
char **
trs_quote_sheet_render_all_finish (GAsyncResult  *result,
                                   GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_quote_sheet_render_all_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
count_thread (GTask        *task,
              gpointer      source,
              gpointer      task_data,
              GCancellable *cancellable)
{
  SheetState *state = task_data;
  g_autoptr (GPtrArray) entries = trs_quote_sheet_new (state->sources, &state->options);
  TrsExportTally *tally = g_new0 (TrsExportTally, 1);

  tally->n_highlights = entries->len;
  for (guint i = 0; i < entries->len; i++)
    {
      const TrsQuoteSheetEntry *entry = g_ptr_array_index (entries, i);

      tally->n_notes += entry->note != NULL;
      tally->n_checks += entry->checked;
    }
  g_task_return_pointer (task, tally, g_free);
}

/**
 * trs_quote_sheet_count_async:
 * @sources: (element-type TrsExportSource): transcripts; not to be changed any more
 * @cancellable: (nullable): to give up
 * @callback: called in the context of the caller
 * @user_data: (closure): for @callback
 *
 * Counts on a worker what a sheet has, with notes and checks.
 */
void
trs_quote_sheet_count_async (GPtrArray           *sources,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  g_autoptr (GTask) task = sheet_task_new (sources, &(TrsQuoteSheetOptions) { .notes = TRUE }, cancellable, callback,
                                           user_data, trs_quote_sheet_count_async);

  g_task_run_in_thread (task, count_thread);
}

/**
 * trs_quote_sheet_count_finish:
 * @result: what the callback got
 * @tally: (out): what there is
 * @error: return location for a #GError
 *
 * Errors: %G_IO_ERROR_CANCELLED.
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_quote_sheet_count_finish (GAsyncResult    *result,
                              TrsExportTally  *tally,
                              GError         **error)
{
  g_autofree TrsExportTally *counted = NULL;

  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_quote_sheet_count_async), FALSE);

  counted = g_task_propagate_pointer (G_TASK (result), error);
  if (counted == NULL)
    return FALSE;
  *tally = *counted;
  return TRUE;
}
