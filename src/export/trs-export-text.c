/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export-renderers.h"

static void
append_header (GString         *string,
               const GPtrArray *facts)
{
  for (guint i = 0; i < facts->len; i++)
    g_string_append_printf (string, "%s\n", ((TrsExportFact *) g_ptr_array_index (facts, i))->line);
  if (facts->len > 0)
    g_string_append_c (string, '\n');
}

/* Write times as the service does, unless the options say otherwise. */
static void
append_prefix (GString                *string,
               const TrsExportSource  *source,
               const TrsExportOptions *options,
               const TrsExportBlock   *block)
{
  TrsTextFlags flags = (block->time != NULL ? TRS_TEXT_TIMECODES : 0) | (block->label != NULL ? TRS_TEXT_SPEAKERS : 0);

  if (options->time_marks == TRS_TIME_MARKS_BRACKETS && options->fraction == TRS_TIME_FRACTION_MILLISECONDS &&
      options->offset == 0)
    {
      trs_document_append_prefix (source->document, flags, block->first, string);
      return;
    }
  if (block->time != NULL)
    g_string_append_printf (string, "%s ", block->time);
  if (block->label != NULL)
    g_string_append_printf (string, "%s: ", block->name);
}

/* With default options, the result is the same as for Copy, plus a newline at the end. */
GBytes *
trs_export_render_text (const TrsExportSource   *source,
                        const TrsExportOptions  *options,
                        GError                 **error)
{
  g_autoptr (GPtrArray) facts = trs_export_source_list_facts (source, options);
  g_autoptr (GArray) blocks = trs_export_blocks_new (source, options);
  const char *separator = trs_transcript_get_separator (trs_document_get_transcript (source->document),
                                                        trs_export_blocks_get_flags (options));
  GString *string = g_string_new (NULL);

  append_header (string, facts);
  for (guint i = 0; i < blocks->len; i++)
    {
      const TrsExportBlock *block = &g_array_index (blocks, TrsExportBlock, i);

      if (i > 0)
        g_string_append (string, separator);
      append_prefix (string, source, options, block);
      trs_export_append_words (string, block, options, FALSE);
    }
  if (string->len > 0 && string->str[string->len - 1] != '\n')
    g_string_append_c (string, '\n');
  return g_string_free_to_bytes (string);
}
