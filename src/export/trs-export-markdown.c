/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "trs-display-text.h"
#include "trs-export-renderers.h"

/* What Markdown takes for its own at the beginning of a line: a list, a heading, a line across. */
static gboolean
begins_list (const char *line)
{
  gsize n_digits = strspn (line, "0123456789");

  return strchr ("-+=", *line) != NULL || (n_digits > 0 && strchr (".)", line[n_digits]) != NULL);
}

/* Speech cannot format itself. What stands before a backslash stays as it is, so that
 * a number at the beginning of a line gets it before its dot. */
static void
append_escaped (GString    *string,
                const char *text)
{
  for (const char *line = text; *line != '\0';)
    {
      const char *p = line + strspn (line, " \t\n");
      const char *end = p + strcspn (p, "\n");
      gsize plain = *p != '\0' && begins_list (p) ? strspn (p, "0123456789") : G_MAXSIZE;

      if (p != end && string->len > 0 && line != text)
        g_string_append_c (string, '\n');
      for (const char *start = p; p < end; p++)
        {
          if (strchr ("\\`*_[]<>#~|&$", *p) != NULL || (gsize) (p - start) == plain)
            g_string_append_c (string, '\\');
          g_string_append_c (string, *p);
        }
      line = end;
    }
}

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

  g_string_append (string, "# ");
  append_escaped (string, title);
  g_string_append (string, "\n\n");
}

static void
append_prefix (GString              *string,
               const TrsExportBlock *block)
{
  g_autofree char *name = block->show_name ? trs_export_block_dup_name (block) : NULL;

  if (name != NULL)
    {
      g_string_append (string, "**");
      append_escaped (string, name);
      g_string_append (string, block->time != NULL ? "** " : "**");
    }
  if (block->time != NULL)
    {
      g_string_append (string, block->link != NULL ? "[" : "");
      append_escaped (string, block->time);
      if (block->link != NULL)
        g_string_append_printf (string, "](<%s>)", block->link);
    }
  if (name != NULL || block->time != NULL)
    g_string_append_c (string, '\n');
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
      const TrsExportBlock *block = &g_array_index (blocks, TrsExportBlock, i);
      g_autofree char *words = trs_export_clean_text (block->text->str);

      if (i > 0)
        g_string_append_c (string, '\n');
      append_prefix (string, block);
      append_escaped (string, words);
      g_string_append_c (string, '\n');
    }
  return g_string_free_to_bytes (string);
}
