/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-csv.h"
#include "trs-export-renderers.h"

#define BOM "\xef\xbb\xbf"

static char *
format_time (const TrsExportOptions *options,
             gint64                  time)
{
  return time < 0 ? g_strdup ("") : trs_export_options_format_time (options, time);
}

GBytes *
trs_export_render_csv (const TrsExportSource   *source,
                       const TrsExportOptions  *options,
                       GError                 **error)
{
  g_autoptr (GArray) blocks = trs_export_blocks_new (source, options);
  GString *csv = g_string_new (options->bom ? BOM : "");

  g_string_append (csv, "start,end,speaker,text\r\n");
  for (guint i = 0; i < blocks->len; i++)
    {
      const TrsExportBlock *block = &g_array_index (blocks, TrsExportBlock, i);
      g_autofree char *start = format_time (options, block->start);
      g_autofree char *end = format_time (options, block->end);
      g_autofree char *name = trs_csv_quote (block->name);
      g_autofree char *text = trs_csv_quote (block->text->str);

      g_string_append_printf (csv, "%s,%s,%s,%s\r\n", start, end, name, text);
    }
  return g_string_free_to_bytes (csv);
}
