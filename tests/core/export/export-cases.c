/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export-cases FOLDER N: writes N transcripts with hostile words, names and highlights, each in every format with
 * options by chance, and the file cases.json, which says what is to be read in them. That is taken from the document,
 * not from what the exports are made of. */
#include <json-glib/json-glib.h>
#include <stdlib.h>
#include <string.h>

#include "trs-export-format.h"
#include "trs-export-sample.h"
#include "trs-export.h"
#include "trs-test-annotations.h"

static const char * const pieces[] = {
  "Good evening, ladies and gentlemen, and welcome.",
  "Who wants to begin? I do.",
  "*laughs* and _sighs_ [sic] `code` ~~no~~",
  "# not a heading",
  "- not a list",
  "+ nor this",
  "1. nor this",
  "2) nor that",
  "= nothing",
  "> no quotation",
  "---",
  "| a | b |",
  "|---|---|",
  "&amp; &lt; & < > \" ' &#65; &",
  "<b>bold</b><script>alert(1)</script><!-- no -->",
  "]]> <![CDATA[x]]>",
  "00:00:01,000 --> 00:00:02,000",
  "WEBVTT NOTE STYLE",
  "-->--->",
  "=SUM(A1:A9)",
  "@cmd|' /C calc'!A0",
  "'=already",
  "\"quoted, with commas\"",
  "one\rtwo\xe2\x80\xa8three\xe2\x80\xa9" "four\xc2\x85" "five\x0bsix",
  "line\nline",
  "tab\there",
  "\x01\x08\x1b[31m\x7f",
  "\xef\xbf\xbd\xef\xbf\xbe\xef\xbf\xbf",
  "\xe2\x80\xaegnp.exe\xe2\x80\xac",
  "שלום לכולם, אני רוצה לדבר על התקציב. 2026",
  "مرحبا بالعالم",
  "これは日本語の長い文章です。字幕は読みやすい長さで切られるべきで、途中で切ってはいけません。",
  "สวัสดีครับท่านผู้มีเกียรติทุกท่านวันนี้เราจะพูดคุยกันเรื่องงบประมาณ",
  "안녕하세요 여러분",
  "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa7\xe2\x80\x8d\xf0\x9f\x91\xa6 "
  "\xf0\x9f\x87\xa9\xf0\x9f\x87\xaa",
  "e\xcc\x81\xcc\x82\xcc\x83 nai\xcc\x88ve",
  "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
  "\xc2\xa0" "10\xc2\xa0" "000 \xe2\x80\xaf!",
  "$5 and $6, x^2, a\\b \\* c:\\new",
  "{\\an8}<i>x</i> {x}",
  "  blanks  inside  ",
  "http://example.org/a_b_c?x=1&y=2",
  "[link](http://example.org) ![image](x) [ref]: y",
};

static const char * const names[] = {
  "Anna Berg",  "Dr. *Otto* <x> & \"Co\"", "=cmd",             "שלמה",
  "A: B --> C", "O'Neill_#1",              "\xe2\x80\xaerol", "Ann\nBob", "]]>",
};

/* Notes, on highlights and on the video. */
static const char * const notes[] = {
  "Ask her again",
  "A <note> & \"more\"",
  "=HYPERLINK(\"http://evil.example\")",
  "one\ntwo\r\n\r\nthree",
  "==marked== [Fact: not] ]]> --> <script>alert(1)</script>",
  "לבדוק עם שלמה",
  "\x01\x1b[31m\xef\xbf\xbe",
  "  ",
  "@cmd|' /C calc'!A0",
  "\xe2\x80\xaertl",
  "* _x_ `y`\n# no heading\n- no list",
};

static guint
pick (GRand *rand,
      guint  n)
{
  return (guint) g_rand_int_range (rand, 0, (gint32) n);
}

static char *
make_words (GRand *rand)
{
  GString *words = g_string_new (NULL);
  guint n = 1 + pick (rand, 8);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (words, "%s%s", i > 0 && pick (rand, 8) > 0 ? " " : "",
                            pieces[pick (rand, G_N_ELEMENTS (pieces))]);
  g_strstrip (words->str);
  return g_string_free (words, FALSE);
}

static TrsExportSource *
make_source (GRand *rand)
{
  SampleParagraph paragraphs[12];
  char *words[G_N_ELEMENTS (paragraphs)];
  guint n = 1 + pick (rand, G_N_ELEMENTS (paragraphs));
  gint64 time = pick (rand, 5000);
  TrsExportSource *source;

  for (guint i = 0; i < n; i++)
    {
      words[i] = make_words (rand);
      paragraphs[i] = (SampleParagraph) { pick (rand, 12) == 0 ? -1 : time, pick (rand, 4), words[i] };
      /* Sometimes equal, sometimes backward. */
      time = MAX (0, time + (gint64) pick (rand, 10) * (gint64) pick (rand, 9000) - (pick (rand, 8) == 0 ? 5000 : 0));
    }
  source = trs_export_sample_new (paragraphs, n);
  if (pick (rand, 2) == 0)
    source->video_length = time + 60000;
  if (pick (rand, 2) == 0)
    source->note = g_strdup (notes[pick (rand, G_N_ELEMENTS (notes))]);
  for (guint i = 0; i < n; i++)
    g_free (words[i]);
  return source;
}

static gsize
pick_byte (GRand              *rand,
           const TrsParagraph *paragraph)
{
  gsize byte = pick (rand, (guint) paragraph->body_length + 1);

  while (byte < paragraph->body_length && (paragraph->body[byte] & 0xc0) == 0x80)
    byte++;
  return byte;
}

static void
take (TrsExportSource *source,
      TrsAnnotations  *edited)
{
  trs_export_sample_annotate (source, edited);
  g_ptr_array_unref (edited);
}

/* In what order they were made is no matter: they may overlap, touch, hold each other, and go on for paragraphs. */
static void
highlight (TrsExportSource *source,
           GRand           *rand)
{
  TrsTranscript *transcript = trs_document_get_transcript (source->document);
  guint n = trs_transcript_get_n_paragraphs (transcript, TRS_TEXT_ALL);
  TrsTextPosition last = { 0, 0 };

  for (guint i = pick (rand, 7); i > 0; i--)
    {
      TrsTextPosition start = { .paragraph = pick (rand, n) };
      guint n_more = pick (rand, 2) * pick (rand, 4);
      TrsTextPosition end = { .paragraph = MIN (start.paragraph + n_more, n - 1) };

      start.byte = pick_byte (rand, trs_transcript_get_paragraph (transcript, TRS_TEXT_ALL, start.paragraph));
      end.byte = pick_byte (rand, trs_transcript_get_paragraph (transcript, TRS_TEXT_ALL, end.paragraph));
      if (pick (rand, 3) == 0 && trs_text_position_compare (last, end) < 0)
        start = last;
      if (trs_text_position_compare (start, end) >= 0)
        continue;
      last = end;
      take (source,
            trs_annotations_highlight (trs_document_get_annotations (source->document), transcript, start, end,
                                       pick (rand, 4),
                                       pick (rand, 2) == 0 ? notes[pick (rand, G_N_ELEMENTS (notes))] : NULL,
                                       (gint64) pick (rand, 2) * 1764000300 * G_USEC_PER_SEC));
    }
}

static void
annotate (TrsExportSource *source,
          GRand           *rand)
{
  TrsTranscript *transcript = trs_document_get_transcript (source->document);
  guint n = trs_transcript_get_n_paragraphs (transcript, TRS_TEXT_ALL);

  if (n == 0)
    return;
  for (guint i = pick (rand, 4); i > 0; i--)
    take (source, trs_annotations_rename (trs_document_get_annotations (source->document), 1 + pick (rand, 3),
                                          names[pick (rand, G_N_ELEMENTS (names))]));
  if (pick (rand, 4) == 0)
    take (source, trs_annotations_merge (trs_document_get_annotations (source->document), 3, 1));
  if (pick (rand, 3) == 0)
    take (source,
          trs_annotations_assign (trs_document_get_annotations (source->document), transcript, pick (rand, n), 2, 1));
  for (guint i = pick (rand, 4); i > 0; i--)
    take (source,
          trs_test_set_checked (trs_document_get_annotations (source->document), transcript, pick (rand, n), TRUE, 1));
  highlight (source, rand);
}

static TrsExportOptions
pick_options (GRand *rand)
{
  TrsExportOptions options = {
    .timecodes = pick (rand, 4) > 0,
    .time_marks = pick (rand, TRS_TIME_MARKS_LAST + 1),
    .fraction = pick (rand, TRS_TIME_FRACTION_LAST + 1),
    .interval = pick (rand, 2) * pick (rand, 3),
    .offset = pick (rand, 3) == 0 ? (gint64) pick (rand, 20000) - 10000 : 0,
    .speakers = pick (rand, 4) > 0,
    .header = pick (rand, 2),
    .provenance = pick (rand, 2),
    .merge = pick (rand, 3) == 0,
    .only_highlights = pick (rand, 6) == 0,
    .only_checked = pick (rand, 6) == 0,
    .bom = pick (rand, 2),
    .links = pick (rand, 2),
    .highlights = pick (rand, 3) > 0,
    .notes = pick (rand, 3) > 0,
  };

  return options;
}

/* The bytes of a paragraph that are exported, one after the other. */
static void
find_bytes (TrsDocument            *document,
            const TrsExportOptions *options,
            guint                   index,
            char                   *included,
            gsize                   length)
{
  gboolean all = !options->only_highlights;

  if (options->only_checked && trs_document_get_checked (document, index) == NULL)
    all = FALSE;
  memset (included, all, length);
  if (!options->only_highlights || (options->only_checked && trs_document_get_checked (document, index) == NULL))
    return;
  for (guint i = 0; i < trs_document_get_highlights (document)->len; i++)
    {
      const TrsPlacedHighlight *highlight =
          &g_array_index (trs_document_get_highlights (document), TrsPlacedHighlight, i);

      for (gsize byte = 0; byte < length; byte++)
        if ((highlight->start.paragraph < index ||
             (highlight->start.paragraph == index && highlight->start.byte <= byte)) &&
            (highlight->end.paragraph > index || (highlight->end.paragraph == index && highlight->end.byte > byte)))
          included[byte] = TRUE;
    }
}

static void
add_member (JsonBuilder *builder,
            const char  *name,
            JsonNode    *value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_value (builder, value);
}

static JsonNode *
string_node (const char *value)
{
  JsonNode *node = json_node_alloc ();

  return value != NULL ? json_node_init_string (node, value) : json_node_init_null (node);
}

static JsonNode *
int_node (gint64 value)
{
  return json_node_init_int (json_node_alloc (), value);
}

static void
add_passage (JsonBuilder *builder,
             TrsDocument *document,
             guint        index,
             const char  *start,
             gsize        length)
{
  const TrsParagraph *paragraph =
      trs_transcript_get_paragraph (trs_document_get_transcript (document), TRS_TEXT_ALL, index);
  guint speaker = trs_document_get_speaker (document, index);
  g_autofree char *name = speaker != 0 ? trs_document_dup_label (document, speaker) : NULL;
  g_autofree char *text = g_strndup (start, length);

  json_builder_begin_object (builder);
  add_member (builder, "index", int_node (index));
  add_member (builder, "start", int_node (paragraph->start));
  add_member (builder, "speaker", int_node (speaker));
  add_member (builder, "name", string_node (name));
  add_member (builder, "given", string_node (trs_document_get_name (document, speaker)));
  add_member (builder, "checked", int_node (trs_document_get_checked (document, index) != NULL));
  add_member (builder, "text", string_node (text));
  add_member (builder, "from", int_node (g_utf8_strlen (paragraph->body, start - paragraph->body)));
  add_member (builder, "begins", int_node (start == paragraph->body));
  add_member (builder, "ends", int_node (start + length == paragraph->body + paragraph->body_length));
  json_builder_end_object (builder);
}

static JsonNode *
place_node (TrsDocument     *document,
            TrsTextPosition  position)
{
  const TrsParagraph *paragraph =
      trs_transcript_get_paragraph (trs_document_get_transcript (document), TRS_TEXT_ALL, position.paragraph);
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_array (builder);
  json_builder_add_int_value (builder, position.paragraph);
  json_builder_add_int_value (builder, g_utf8_strlen (paragraph->body, (gssize) position.byte));
  json_builder_end_array (builder);
  return json_builder_get_root (builder);
}

static void
add_highlights (JsonBuilder *builder,
                TrsDocument *document)
{
  json_builder_set_member_name (builder, "marks");
  json_builder_begin_array (builder);
  for (guint i = 0; i < trs_document_get_highlights (document)->len; i++)
    {
      const TrsPlacedHighlight *highlight =
          &g_array_index (trs_document_get_highlights (document), TrsPlacedHighlight, i);

      json_builder_begin_object (builder);
      add_member (builder, "start", place_node (document, highlight->start));
      add_member (builder, "end", place_node (document, highlight->end));
      add_member (builder, "colour", int_node (highlight->annotation->number));
      add_member (builder, "note", string_node (highlight->annotation->text));
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_expected (JsonBuilder            *builder,
              TrsDocument            *document,
              const TrsExportOptions *options)
{
  guint n = trs_transcript_get_n_paragraphs (trs_document_get_transcript (document), TRS_TEXT_ALL);

  json_builder_set_member_name (builder, "paragraphs");
  json_builder_begin_array (builder);
  for (guint i = 0; i < n; i++)
    {
      const TrsParagraph *paragraph =
          trs_transcript_get_paragraph (trs_document_get_transcript (document), TRS_TEXT_ALL, i);
      g_autofree char *included = g_malloc0 (paragraph->body_length + 1);

      find_bytes (document, options, i, included, paragraph->body_length);
      for (gsize from = 0, to; from < paragraph->body_length; from = to + 1)
        {
          for (to = from; to < paragraph->body_length && included[to]; to++)
            ;
          if (to > from)
            add_passage (builder, document, i, paragraph->body + from, to - from);
        }
    }
  json_builder_end_array (builder);
  add_highlights (builder, document);
  add_member (builder, "n_checked", int_node (trs_document_get_n_checked (document)));
  add_member (builder, "has_speakers", int_node (trs_transcript_has_speakers (trs_document_get_transcript (document))));
}

static void
write_case (JsonBuilder            *builder,
            const char             *folder,
            guint                   number,
            const TrsExportFormat  *format,
            const TrsExportSource  *source,
            const TrsExportOptions *wanted)
{
  TrsExportOptions options = format->defaults;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = trs_export_format_render (format, source, wanted, &error);
  g_autoptr (GBytes) again = trs_export_format_render (format, source, wanted, NULL);
  g_autofree char *name = g_strdup_printf ("%u.%s", number, format->extension);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GVariant) variant = NULL;

  trs_export_options_take (&options, wanted, format->known);
  variant = g_variant_ref_sink (trs_export_options_to_variant (&options));
  json_builder_begin_object (builder);
  add_member (builder, "format", string_node (format->id));
  add_member (builder, "file", string_node (name));
  add_member (builder, "error", string_node (error != NULL ? error->message : NULL));
  add_member (builder, "options", json_gvariant_serialize (variant));
  add_member (builder, "title", string_node (source->title));
  add_member (builder, "note", string_node (source->note));
  add_member (builder, "video_length", int_node (source->video_length));
  add_expected (builder, source->document, &options);
  json_builder_end_object (builder);
  if (bytes == NULL)
    return;
  if (!g_bytes_equal (bytes, again))
    g_error ("%s: the same input gave other bytes", name);
  g_file_set_contents (path, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), &error);
  g_assert_no_error (error);
}

/* Plain text with default options is what is copied, and what the view is filled with, whatever is shown. */
static void
check_copy (const TrsExportSource *source)
{
  const TrsExportFormat *format = trs_export_format_find ("txt");

  for (TrsTextFlags flags = TRS_TEXT_BARE; flags <= TRS_TEXT_ALL; flags++)
    {
      TrsExportOptions options = format->defaults;
      g_autofree char *selected = trs_export_render_range (source->document, flags, (TrsTextPosition) { 0, 0 },
                                                           (TrsTextPosition) { G_MAXUINT, 0 });
      g_autoptr (GBytes) saved = NULL;
      gsize size;
      const char *text;

      options.timecodes = (flags & TRS_TEXT_TIMECODES) != 0;
      options.speakers = (flags & TRS_TEXT_SPEAKERS) != 0;
      saved = trs_export_format_render (format, source, &options, NULL);
      text = g_bytes_get_data (saved, &size);
      if (strncmp (text, selected, strlen (selected)) != 0 ||
          size - strlen (selected) > 1)
        g_error ("\"%s\" is saved, \"%s\" is copied", text, selected);
    }
}

int
main (int   argc,
      char *argv[])
{
  guint n = (guint) atoi (argv[2]);
  g_autoptr (GRand) rand = g_rand_new_with_seed (20261125);
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonGenerator) generator = json_generator_new ();
  g_autofree char *path = g_build_filename (argv[1], "cases.json", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = NULL;

  json_builder_begin_array (builder);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (TrsExportSource) source = make_source (rand);
      TrsExportOptions options = pick_options (rand);

      annotate (source, rand);
      check_copy (source);
      for (guint j = 0; j < TRS_EXPORT_N_FORMATS; j++)
        write_case (builder, argv[1], i, &trs_export_formats[j], source, &options);
    }
  json_builder_end_array (builder);
  root = json_builder_get_root (builder);
  json_generator_set_root (generator, root);
  if (!json_generator_to_file (generator, path, &error))
    g_error ("%s", error->message);
  return 0;
}
