/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "trs-display-text.h"
#include "trs-export-escape.h"
#include "trs-export-renderers.h"

/* YAML parses double-quoted strings as JSON does. */
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

typedef struct
{
  GString *string;
  const TrsExportOptions *options;
  gboolean markdown;
  gsize first;   /* offset at which the words begin */
  gboolean open; /* whether a "==" is open */
  GString *held; /* spaces, which must stay outside of "==" */
} Words;

static void
append_part (Words      *self,
             const char *text,
             gsize       length)
{
  GString *string = self->string;
  gboolean at_start = string->len == self->first || string->str[string->len - 1] == '\n';
  g_autofree char *escaped = NULL;

  if (!self->markdown)
    {
      g_string_append_len (string, text, (gssize) length);
      return;
    }
  escaped = trs_export_escape_markdown_part (text, (gssize) length, at_start);
  g_string_append (string, escaped);
}

static void
append_held (Words *self)
{
  append_part (self, self->held->str, self->held->len);
  g_string_truncate (self->held, 0);
}

static void
close_highlight (Words *self)
{
  if (self->open)
    g_string_append (self->string, "==");
  self->open = FALSE;
}

/* Overlapping highlights share one pair of "==". Each is described in brackets where it ends. */
static void
words_cb (const char               *text,
          gsize                     length,
          const TrsExportHighlight *top,
          const TrsExportHighlight *below,
          gpointer                  user_data)
{
  Words *self = user_data;
  g_autofree char *clean = NULL;
  const char *start, *end;

  if (top == NULL)
    {
      close_highlight (self);
      append_held (self);
      append_part (self, text, length);
      return;
    }

  clean = self->markdown ? trs_export_clean (text, (gssize) length) : g_strndup (text, length);
  start = clean;
  end = clean + strlen (clean);
  while (start < end && g_unichar_isspace (g_utf8_get_char (start)))
    start = g_utf8_next_char (start);
  while (end > start && g_unichar_isspace (g_utf8_get_char (g_utf8_prev_char (end))))
    end = g_utf8_prev_char (end);
  g_string_append_len (self->held, clean, start - clean);
  if (start < end)
    {
      append_held (self);
      g_string_append (self->string, self->open ? "" : "==");
      self->open = TRUE;
      append_part (self, start, (gsize) (end - start));
    }
  g_string_append (self->held, end);
}

static void
append_sign (Words      *self,
             const char *sign)
{
  close_highlight (self);
  g_string_append_c (self->string, ' ');
  append_part (self, sign, strlen (sign));
}

static void
highlight_ended_cb (const TrsExportHighlight *highlight,
                    gpointer                  user_data)
{
  Words *self = user_data;
  g_autofree char *label = trs_export_highlight_dup_label (highlight, self->options);

  if (label != NULL)
    append_sign (self, label);
}

static void
checked_cb (gpointer user_data)
{
  append_sign (user_data, TRS_EXPORT_CHECK);
}

void
trs_export_append_words (GString                *string,
                         const TrsExportBlock   *block,
                         const TrsExportOptions *options,
                         gboolean                markdown)
{
  static const TrsExportVisitor visitor = { .words = words_cb, .end = highlight_ended_cb, .check = checked_cb };
  g_autoptr (GString) held = g_string_new (NULL);
  Words words = { .string = string, .options = options, .markdown = markdown, .first = string->len, .held = held };

  trs_export_block_visit (block, options, &visitor, &words);
  close_highlight (&words);
  append_held (&words);
}

static void
append_block (GString                *string,
              const TrsExportBlock   *block,
              const TrsExportOptions *options)
{
  g_autofree char *bold = block->heading != NULL ? trs_export_escape_markdown (block->heading, -1) : NULL;
  g_autofree char *time = block->time != NULL ? trs_export_escape_markdown (block->time, -1) : NULL;

  if (bold != NULL)
    g_string_append_printf (string, "**%s**%s", bold, time != NULL ? " " : "");
  if (block->link != NULL)
    g_string_append_printf (string, "[%s](<%s>)", time, block->link);
  else if (time != NULL)
    g_string_append (string, time);
  g_string_append (string, bold != NULL || time != NULL ? "\n\n" : "");
  trs_export_append_words (string, block, options, TRUE);
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
      g_string_append (string, i > 0 ? "\n" : "");
      append_block (string, &g_array_index (blocks, TrsExportBlock, i), options);
    }
  return g_string_free_to_bytes (string);
}
