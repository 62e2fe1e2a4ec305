/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-text.h"
#include "trs-export-escape.h"
#include "trs-export-renderers.h"

/* In double quotes YAML reads as JSON does. */
static void
append_matter (GString    *string,
               const char *key,
               const char *value)
{
  g_autoptr (GString) quoted = g_string_new (value);

  g_string_replace (quoted, "\\", "\\\\", 0);
  g_string_replace (quoted, "\"", "\\\"", 0);
  g_string_append_printf (string, "%s: \"%s\"\n", key, quoted->str);
}

static void
append_header (GString         *string,
               const GPtrArray *facts)
{
  if (facts->len == 0)
    return;
  g_string_append (string, "---\n");
  for (guint i = 0; i < facts->len; i++)
    {
      const TrsExportFact *fact = g_ptr_array_index (facts, i);

      append_matter (string, fact->key, fact->value);
    }
  g_string_append (string, "---\n\n");
}

static void
append_title (GString    *string,
              const char *raw)
{
  g_autofree char *title = trs_display_text_title (raw);
  g_autofree char *escaped = trs_export_escape_markdown (title, -1);

  g_string_append_printf (string, "# %s\n\n", escaped);
}

static void
append_block (GString              *string,
              const TrsExportBlock *block)
{
  g_autofree char *bold = block->heading != NULL ? trs_export_escape_markdown (block->heading, -1) : NULL;
  g_autofree char *time = block->time != NULL ? trs_export_escape_markdown (block->time, -1) : NULL;
  g_autofree char *words = trs_export_escape_markdown (block->text->str, (gssize) block->text->len);

  if (bold != NULL)
    g_string_append_printf (string, "**%s**%s", bold, time != NULL ? " " : "");
  if (block->link != NULL)
    g_string_append_printf (string, "[%s](<%s>)", time, block->link);
  else if (time != NULL)
    g_string_append (string, time);
  g_string_append_printf (string, "%s%s\n", bold != NULL || time != NULL ? "\n\n" : "", words);
}

GBytes *
trs_export_render_markdown (const TrsExportSource   *source,
                            const TrsExportOptions  *options,
                            GError                 **error)
{
  g_autoptr (GPtrArray) facts = trs_export_source_list_facts (source, options);
  g_autoptr (GArray) blocks = trs_export_blocks_new (source, options);
  GString *string = g_string_new (NULL);

  append_header (string, facts);
  if (options->header)
    append_title (string, source->title);
  for (guint i = 0; i < blocks->len; i++)
    {
      g_string_append (string, i > 0 ? "\n" : "");
      append_block (string, &g_array_index (blocks, TrsExportBlock, i));
    }
  return g_string_free_to_bytes (string);
}
