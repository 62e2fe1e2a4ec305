/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <json-glib/json-glib.h>

#include "trs-export-renderers.h"
#include "trs-highlight-strings.h"

/* The format is data/transcript.schema.json. New members do not change the version; changed ones do. */
#define VERSION 1

/* Unknown values are written as null: a NULL string or a negative number. */
static void
add_string (JsonBuilder *builder,
            const char  *member,
            const char  *value)
{
  if (value != NULL)
    json_builder_add_string_value (json_builder_set_member_name (builder, member), value);
  else
    json_builder_add_null_value (json_builder_set_member_name (builder, member));
}

static void
add_number (JsonBuilder *builder,
            const char  *member,
            gint64       value)
{
  if (value >= 0)
    json_builder_add_int_value (json_builder_set_member_name (builder, member), value);
  else
    json_builder_add_null_value (json_builder_set_member_name (builder, member));
}

static void
add_origin (JsonBuilder            *builder,
            const TrsExportSource  *source,
            const TrsExportOptions *options)
{
  g_autofree char *created = trs_export_format_date (source->created_at);
  g_autofree char *received = trs_export_format_date (source->received_at);
  g_autofree char *link = trs_export_source_dup_link (source, -1);

  json_builder_begin_object (json_builder_set_member_name (builder, "project"));
  add_string (builder, "id", source->project_id);
  add_string (builder, "title", source->title);
  add_string (builder, "video_id", source->video_id);
  add_string (builder, "video_address", link);
  add_number (builder, "video_length_ms", source->video_length);
  add_string (builder, "language", source->language);
  add_string (builder, "created_at", created);
  add_string (builder, "note", options->notes ? source->note : NULL);
  json_builder_end_object (builder);

  json_builder_begin_object (json_builder_set_member_name (builder, "source"));
  add_string (builder, "address", source->address);
  add_string (builder, "received_at", received);
  add_string (builder, "sha256", source->sha256);
  json_builder_add_boolean_value (json_builder_set_member_name (builder, "aligned"),
                                  trs_transcript_is_aligned (trs_document_get_transcript (source->document)));
  json_builder_end_object (builder);
}

/* Write the label of the service in addition to the name that the user gave the speaker. */
static void
add_speakers (JsonBuilder *builder,
              TrsDocument *document,
              GArray      *blocks)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  json_builder_begin_array (json_builder_set_member_name (builder, "speakers"));
  for (guint i = 0; i < blocks->len; i++)
    {
      guint speaker = g_array_index (blocks, TrsExportBlock, i).speaker;

      if (speaker == 0 || !g_hash_table_add (seen, GUINT_TO_POINTER (speaker)))
        continue;
      json_builder_begin_object (builder);
      add_number (builder, "index", speaker);
      add_string (builder, "name", trs_document_get_name (document, speaker));
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_block (JsonBuilder            *builder,
           TrsDocument            *document,
           const TrsExportOptions *options,
           const TrsExportBlock   *block)
{
  json_builder_begin_object (builder);
  add_number (builder, "index", block->first);
  add_number (builder, "start_ms", block->start);
  add_number (builder, "end_ms", block->end);
  json_builder_add_boolean_value (json_builder_set_member_name (builder, "end_derived"), block->end_derived);
  add_number (builder, "speaker", block->speaker != 0 ? (gint64) block->speaker : -1);
  add_string (builder, "name", block->name);
  json_builder_add_boolean_value (json_builder_set_member_name (builder, "checked"),
                                  options->notes && trs_document_get_checked (document, block->first) != NULL);
  add_number (builder, "from", block->before);
  add_string (builder, "text", block->text->str);
  json_builder_end_object (builder);
}

static void
add_position (JsonBuilder     *builder,
              const char      *member,
              TrsDocument     *document,
              TrsTextPosition  position)
{
  const TrsParagraph *paragraph =
      trs_transcript_get_paragraph (trs_document_get_transcript (document), TRS_TEXT_ALL, position.paragraph);

  json_builder_begin_object (json_builder_set_member_name (builder, member));
  add_number (builder, "paragraph", position.paragraph);
  add_number (builder, "character", g_utf8_strlen (paragraph->body, (gssize) position.byte));
  json_builder_end_object (builder);
}

static void
add_highlights (JsonBuilder            *builder,
                TrsDocument            *document,
                const TrsExportOptions *options)
{
  json_builder_begin_array (json_builder_set_member_name (builder, "marks"));
  for (guint i = 0; i < trs_document_get_highlights (document)->len && options->highlights; i++)
    {
      const TrsPlacedHighlight *highlight =
          &g_array_index (trs_document_get_highlights (document), TrsPlacedHighlight, i);

      json_builder_begin_object (builder);
      add_position (builder, "start", document, highlight->start);
      add_position (builder, "end", document, highlight->end);
      add_string (builder, "colour", trs_highlight_strings_colour (highlight->annotation->number));
      add_string (builder, "category", trs_highlight_strings_id (highlight->annotation->number));
      add_string (builder, "note", options->notes ? highlight->annotation->text : NULL);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

GBytes *
trs_export_render_json (const TrsExportSource   *source,
                        const TrsExportOptions  *options,
                        GError                 **error)
{
  g_autoptr (GArray) blocks = trs_export_blocks_new (source, options);
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonGenerator) generator = json_generator_new ();
  g_autoptr (JsonNode) root = NULL;
  GString *json = g_string_new (NULL);

  json_builder_begin_object (builder);
  add_string (builder, "format", "transcript");
  add_number (builder, "version", VERSION);
  /* State what the export covers: readers could not tell omitted data from missing data. */
  json_builder_begin_object (json_builder_set_member_name (builder, "included"));
  json_builder_add_boolean_value (json_builder_set_member_name (builder, "marks"), options->highlights);
  json_builder_add_boolean_value (json_builder_set_member_name (builder, "notes"), options->notes);
  json_builder_end_object (builder);
  add_origin (builder, source, options);
  add_speakers (builder, source->document, blocks);
  json_builder_begin_array (json_builder_set_member_name (builder, "paragraphs"));
  for (guint i = 0; i < blocks->len; i++)
    add_block (builder, source->document, options, &g_array_index (blocks, TrsExportBlock, i));
  json_builder_end_array (builder);
  add_highlights (builder, source->document, options);
  json_builder_end_object (builder);

  root = json_builder_get_root (builder);
  json_generator_set_root (generator, root);
  json_generator_set_pretty (generator, TRUE);
  json_generator_to_gstring (generator, json);
  g_string_append_c (json, '\n');
  return g_string_free_to_bytes (json);
}
