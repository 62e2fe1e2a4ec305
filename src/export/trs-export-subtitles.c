/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export-cues.h"
#include "trs-export-renderers.h"
#include "trs-i18n.h"

static void
append_times (GString            *string,
              const TrsExportCue *cue,
              char                point)
{
  const TrsExportOptions style = { .time_marks = TRS_TIME_MARKS_NONE, .fraction = TRS_TIME_FRACTION_MILLISECONDS };
  g_autofree char *start = trs_export_options_format_time (&style, cue->start);
  g_autofree char *end = trs_export_options_format_time (&style, cue->end);

  start[strlen (start) - 4] = point;
  end[strlen (end) - 4] = point;
  g_string_append_printf (string, "%s --> %s\n", start, end);
}

/* There is no escaping in SubRip: what is said stands there as it is. */
GBytes *
trs_export_render_srt (const TrsExportSource   *source,
                       const TrsExportOptions  *options,
                       GError                 **error)
{
  g_autoptr (GArray) blocks = trs_export_blocks_new (source, options);
  g_autoptr (GArray) cues = trs_export_cues_new (blocks, options, TRUE, error);
  GString *string;

  if (cues == NULL)
    return NULL;
  string = g_string_new (NULL);
  for (guint i = 0; i < cues->len; i++)
    {
      const TrsExportCue *cue = &g_array_index (cues, TrsExportCue, i);

      g_string_append_printf (string, "%s%u\n", i > 0 ? "\n" : "", i + 1);
      append_times (string, cue, ',');
      g_string_append_printf (string, "%s\n", cue->text);
    }
  return g_string_free_to_bytes (string);
}

/* Only these three mean something in WebVTT; more escaping would be shown. */
static char *
escape (const char *text)
{
  GString *escaped = g_string_new (text);

  g_string_replace (escaped, "&", "&amp;", 0);
  g_string_replace (escaped, "<", "&lt;", 0);
  g_string_replace (escaped, ">", "&gt;", 0);
  return g_string_free (escaped, FALSE);
}

static void
append_note (GString         *string,
             const GPtrArray *facts)
{
  g_autoptr (GString) note = g_string_new ("\nNOTE\n");

  for (guint i = 0; i < facts->len; i++)
    {
      const TrsExportFact *fact = g_ptr_array_index (facts, i);

      g_string_append_printf (note, "%s: %s\n", fact->label, fact->value);
    }
  g_string_append (note, _("The paragraphs have starts only. All ends, and the times inside, are derived."));
  g_string_replace (note, "-->", "-- >", 0);
  g_string_append_printf (string, "%s\n", note->str);
}

GBytes *
trs_export_render_vtt (const TrsExportSource   *source,
                       const TrsExportOptions  *options,
                       GError                 **error)
{
  g_autoptr (GPtrArray) facts = trs_export_source_list_facts (source, options);
  g_autoptr (GArray) blocks = trs_export_blocks_new (source, options);
  g_autoptr (GArray) cues = trs_export_cues_new (blocks, options, FALSE, error);
  GString *string;

  if (cues == NULL)
    return NULL;
  string = g_string_new ("WEBVTT\n");
  if (facts->len > 0)
    append_note (string, facts);
  for (guint i = 0; i < cues->len; i++)
    {
      const TrsExportCue *cue = &g_array_index (cues, TrsExportCue, i);
      const TrsExportBlock *block = &g_array_index (blocks, TrsExportBlock, cue->block);
      g_autofree char *name = block->show_name ? trs_export_block_dup_name (block) : NULL;
      g_autofree char *voice = name != NULL ? escape (name) : NULL;
      g_autofree char *text = escape (cue->text);

      g_string_append_c (string, '\n');
      append_times (string, cue, '.');
      if (voice != NULL)
        g_string_append_printf (string, "<v %s>", voice);
      g_string_append_printf (string, "%s\n", text);
    }
  return g_string_free_to_bytes (string);
}
