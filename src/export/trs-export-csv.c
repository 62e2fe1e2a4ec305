/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-csv.h"
#include "trs-export-escape.h"
#include "trs-export-renderers.h"
#include "trs-highlight-strings.h"

#define BOM "\xef\xbb\xbf"

static char *
format_time (const TrsExportOptions *options,
             gint64                  time)
{
  return time < 0 ? g_strdup ("") : trs_export_options_format_time (options, time);
}

typedef struct
{
  const TrsExportBlock *block;
  const TrsExportOptions *options;
  GString *categories;
  GString *words;
  GString *notes;
} Cells;

/* The highlights of a paragraph are separated by line breaks, in the same order in every cell. */
static void
fill_cells (Cells *self)
{
  gboolean any = FALSE;

  for (guint i = 0; i < self->block->highlights->len; i++)
    {
      const TrsExportHighlight *piece = &g_array_index (self->block->highlights, TrsExportHighlight, i);
      g_autofree char *words = g_strndup (self->block->text->str + piece->start, piece->end - piece->start);
      g_autofree char *line = trs_export_flatten (words);
      g_autofree char *note = piece->begins ? trs_export_highlight_dup_note (piece, self->options) : NULL;
      g_autofree char *flat = note != NULL ? trs_export_flatten (note) : NULL;

      g_string_append_printf (self->categories, "%s%s", i > 0 ? "\n" : "",
                              trs_highlight_strings_name (piece->annotation->number));
      g_string_append_printf (self->words, "%s%s", i > 0 ? "\n" : "", line);
      g_string_append_printf (self->notes, "%s%s", i > 0 ? "\n" : "", flat != NULL ? flat : "");
      any |= flat != NULL;
    }
  if (!any)
    g_string_truncate (self->notes, 0);
}

static void
append_cell (GString *csv,
             GString *text)
{
  g_autofree char *cell = trs_csv_quote (text->str);

  g_string_append_c (csv, ',');
  g_string_append (csv, cell);
}

static void
append_own (GString                *csv,
            const TrsExportBlock   *block,
            const TrsExportOptions *options)
{
  g_autoptr (GString) categories = g_string_new (NULL);
  g_autoptr (GString) words = g_string_new (NULL);
  g_autoptr (GString) notes = g_string_new (NULL);
  Cells cells = { block, options, categories, words, notes };

  fill_cells (&cells);
  if (options->highlights)
    {
      append_cell (csv, categories);
      append_cell (csv, words);
    }
  if (options->notes)
    {
      append_cell (csv, notes);
      g_string_append (csv, block->checks->len > 0 ? ",yes" : ",");
    }
}

/* Column names are read by programs, so they are not translated. */
GBytes *
trs_export_render_csv (const TrsExportSource   *source,
                       const TrsExportOptions  *options,
                       GError                 **error)
{
  g_autoptr (GArray) blocks = trs_export_blocks_new (source, options);
  GString *csv = g_string_new (options->bom ? BOM : "");

  g_string_append_printf (csv, "start,end,speaker,text%s%s\r\n", options->highlights ? ",highlights,highlighted" : "",
                          options->notes ? ",notes,checked" : "");
  for (guint i = 0; i < blocks->len; i++)
    {
      const TrsExportBlock *block = &g_array_index (blocks, TrsExportBlock, i);
      g_autofree char *start = format_time (options, block->start);
      g_autofree char *end = format_time (options, block->end);
      g_autofree char *name = trs_csv_quote (block->name);
      g_autofree char *text = trs_csv_quote (block->text->str);

      g_string_append_printf (csv, "%s,%s,%s,%s", start, end, name, text);
      append_own (csv, block, options);
      g_string_append (csv, "\r\n");
    }
  return g_string_free_to_bytes (csv);
}
