/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export-format.h"
#include "trs-export-sample.h"
#include "trs-test-utils.h"
#include "trs-test-annotations.h"

#define MINUTE 60000

static const SampleParagraph talk[] = {
  { 1000, 1, "Good evening." },
  { 4000, 1, "We begin." },
  { 9000, 2, "Thank you." },
  { 70000, 2, "One minute later." },
  { 130000, 1, "Good night." },
};

static const TrsExportBlock *
get_block (GArray *blocks,
           guint   index)
{
  g_assert_cmpuint (index, <, blocks->len);
  return &g_array_index (blocks, TrsExportBlock, index);
}

static void
assert_block (GArray     *blocks,
              guint       index,
              const char *text,
              gint64      start,
              gint64      end)
{
  const TrsExportBlock *block = get_block (blocks, index);

  g_assert_cmpstr (block->text->str, ==, text);
  g_assert_cmpint (block->start, ==, start);
  g_assert_cmpint (block->end, ==, end);
}

/* The service gives starts only. */
static void
test_ends (void)
{
  static const SampleParagraph paragraphs[] = {
    { 1000, 1, "One." },  { 4000, 1, "Two." }, { 4000, 1, "Equal." },        { 3000, 1, "Backward." },
    { -1, 1, "Untimed." }, { 9000, 1, "Six." }, { 10000, 1, "The last one." },
  };
  g_autoptr (TrsExportSource) source = trs_export_sample_new (paragraphs, G_N_ELEMENTS (paragraphs));
  const TrsExportOptions options = { 0 };
  g_autoptr (GArray) blocks = trs_export_blocks_new (source, &options);

  g_assert_cmpuint (blocks->len, ==, G_N_ELEMENTS (paragraphs));
  assert_block (blocks, 0, "One.", 1000, 3999);
  assert_block (blocks, 1, "Two.", 4000, 4500);
  assert_block (blocks, 2, "Equal.", 4000, 4500);
  assert_block (blocks, 3, "Backward.", 3000, 8999);
  assert_block (blocks, 4, "Untimed.", -1, -1);
  assert_block (blocks, 5, "Six.", 9000, 9999);
  assert_block (blocks, 6, "The last one.", 10000, 10000 + 13 * 80);
  g_assert_false (get_block (blocks, 0)->end_derived);
  g_assert_true (get_block (blocks, 1)->end_derived);
  g_assert_true (get_block (blocks, 6)->end_derived);

  g_array_unref (blocks);
  source->video_length = 15000;
  blocks = trs_export_blocks_new (source, &options);
  assert_block (blocks, 6, "The last one.", 10000, 15000);
  g_assert_false (get_block (blocks, 6)->end_derived);

  /* A length that is not believable. */
  g_array_unref (blocks);
  source->video_length = 9000;
  blocks = trs_export_blocks_new (source, &options);
  assert_block (blocks, 6, "The last one.", 10000, 10000 + 13 * 80);
}

static void
test_merge (void)
{
  g_autoptr (TrsExportSource) source = trs_export_sample_new (talk, G_N_ELEMENTS (talk));
  const TrsExportOptions options = { .timecodes = TRUE, .speakers = TRUE, .merge = TRUE };
  g_autoptr (GArray) blocks = trs_export_blocks_new (source, &options);

  g_assert_cmpuint (blocks->len, ==, 3);
  assert_block (blocks, 0, "Good evening. We begin.", 1000, 8999);
  assert_block (blocks, 1, "Thank you. One minute later.", 9000, 129999);
  g_assert_cmpstr (get_block (blocks, 1)->name, ==, "Speaker 2");
  g_assert_cmpuint (get_block (blocks, 1)->first, ==, 2);
  g_assert_cmpuint (get_block (blocks, 1)->last, ==, 3);
}

/* Whom nobody knows is not one person. */
static void
test_merge_unknown (void)
{
  static const SampleParagraph paragraphs[] = { { 0, 0, "One." }, { 1000, 0, "Two." } };
  g_autoptr (TrsExportSource) source = trs_export_sample_new (paragraphs, G_N_ELEMENTS (paragraphs));
  const TrsExportOptions options = { .merge = TRUE };
  g_autoptr (GArray) blocks = trs_export_blocks_new (source, &options);

  g_assert_cmpuint (blocks->len, ==, 2);
}

static void
test_merge_unspaced (void)
{
  static const SampleParagraph paragraphs[] = {
    { 0, 1, "こんにちは。" }, { 1000, 1, "元気ですか。" }, { 2000, 2, "안녕하세요" }, { 3000, 2, "여러분" },
  };
  g_autoptr (TrsExportSource) source = trs_export_sample_new (paragraphs, G_N_ELEMENTS (paragraphs));
  const TrsExportOptions options = { .merge = TRUE };
  g_autoptr (GArray) blocks = trs_export_blocks_new (source, &options);

  g_assert_cmpstr (get_block (blocks, 0)->text->str, ==, "こんにちは。元気ですか。");
  g_assert_cmpstr (get_block (blocks, 1)->text->str, ==, "안녕하세요 여러분");
}

/* "Only one timestamp, at 00:00:00", and one big block: a monologue has a time at each interval, also where it is
 * merged; and where it is merged and each paragraph is to have its time, every five minutes. */
static void
test_monologue_has_times (void)
{
  SampleParagraph paragraphs[40];
  TrsExportOptions options = { .timecodes = TRUE, .speakers = TRUE, .interval = 5 };
  g_autoptr (TrsExportSource) source = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (paragraphs); i++)
    paragraphs[i] = (SampleParagraph) { i * MINUTE, 1, "On and on." };
  source = trs_export_sample_new (paragraphs, G_N_ELEMENTS (paragraphs));

  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (GArray) blocks = NULL;
      guint n_shown = 0;

      options.merge = i > 0;
      options.interval = i < 2 ? 5 : 0;
      blocks = trs_export_blocks_new (source, &options);
      for (guint j = 0; j < blocks->len; j++)
        if (get_block (blocks, j)->time != NULL)
          g_assert_cmpint (get_block (blocks, j)->start, ==, n_shown++ * 5 * MINUTE);
      g_assert_cmpuint (n_shown, ==, 8);
      g_assert_cmpuint (blocks->len, ==, options.merge ? 8 : 40);
    }
}

/* Times do not depend on names, nor names on times. */
static void
test_toggles_are_independent (void)
{
  g_autoptr (TrsExportSource) source = trs_export_sample_new (talk, G_N_ELEMENTS (talk));

  for (guint i = 0; i < 4; i++)
    {
      const TrsExportOptions options = { .timecodes = (i & 1) != 0, .speakers = (i & 2) != 0 };
      g_autoptr (GArray) blocks = trs_export_blocks_new (source, &options);

      for (guint j = 0; j < blocks->len; j++)
        {
          g_assert_true ((get_block (blocks, j)->time != NULL) == options.timecodes);
          g_assert_true ((get_block (blocks, j)->label != NULL) == options.speakers);
        }
    }
}

static void
highlight_words (TrsExportSource *source,
                 TrsTextPosition  start,
                 TrsTextPosition  end)
{
  g_autoptr (TrsAnnotations) annotations = trs_annotations_highlight (trs_document_get_annotations (source->document),
                                                                      trs_document_get_transcript (source->document),
                                                                      start, end, TRS_HIGHLIGHT_GREEN, NULL, 1);

  trs_export_sample_annotate (source, annotations);
}

static void
test_only_highlights (void)
{
  g_autoptr (TrsExportSource) source = trs_export_sample_new (talk, G_N_ELEMENTS (talk));
  const TrsExportOptions options = { .timecodes = TRUE, .only_highlights = TRUE, .merge = TRUE };
  g_autoptr (GArray) blocks = NULL;

  highlight_words (source, (TrsTextPosition) { 0, 5 }, (TrsTextPosition) { 1, 2 });
  highlight_words (source, (TrsTextPosition) { 2, 0 }, (TrsTextPosition) { 2, 5 });
  highlight_words (source, (TrsTextPosition) { 3, 0 }, (TrsTextPosition) { 3, 3 });
  highlight_words (source, (TrsTextPosition) { 3, 4 }, (TrsTextPosition) { 3, 10 });
  highlight_words (source, (TrsTextPosition) { 3, 6 }, (TrsTextPosition) { 3, 16 });
  blocks = trs_export_blocks_new (source, &options);

  /* What is one passage stays one; passages that stand apart are never joined. */
  g_assert_cmpuint (blocks->len, ==, 4);
  assert_block (blocks, 0, "evening. We", 1000, 8999);
  g_assert_cmpint (get_block (blocks, 0)->before, ==, 5);
  g_assert_cmpint (get_block (blocks, 0)->after, ==, 7);
  assert_block (blocks, 1, "Thank", 9000, 69999);
  assert_block (blocks, 2, "One", 70000, 129999);
  assert_block (blocks, 3, "minute later", 70000, 129999);
}

/* What was left out between two paragraphs does not vanish without a trace. */
static void
test_only_checked (void)
{
  static const SampleParagraph paragraphs[] = {
    { 1000, 1, "One." }, { 4000, 1, "Two." }, { 9000, 1, "Three." }, { 12000, 1, "Four." },
  };
  g_autoptr (TrsExportSource) source = trs_export_sample_new (paragraphs, G_N_ELEMENTS (paragraphs));
  static const guint checked[] = { 0, 2, 3 };
  const TrsExportOptions options = { .only_checked = TRUE, .merge = TRUE };
  g_autoptr (GArray) blocks = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (checked); i++)
    {
      g_autoptr (TrsAnnotations) annotations =
          trs_test_set_checked (trs_document_get_annotations (source->document),
                                trs_document_get_transcript (source->document), checked[i], TRUE, 1);

      trs_export_sample_annotate (source, annotations);
    }
  blocks = trs_export_blocks_new (source, &options);
  g_assert_cmpuint (blocks->len, ==, 2);
  assert_block (blocks, 0, "One.", 1000, 3999);
  assert_block (blocks, 1, "Three. Four.", 9000, 12500);
}

static void
test_time_styles (void)
{
  const struct
  {
    TrsExportOptions options;
    gint64 time;
    const char *text;
  } cases[] = {
    { { .fraction = TRS_TIME_FRACTION_MILLISECONDS }, 3723456, "[01:02:03.456]" },
    /* Never rounded up: a time must stand before the words. */
    { { 0 }, 3723999, "[01:02:03]" },
    { { .fraction = TRS_TIME_FRACTION_TENTHS }, 3723999, "[01:02:03.9]" },
    { { .time_marks = TRS_TIME_MARKS_PARENTHESES }, 0, "(00:00:00)" },
    { { .time_marks = TRS_TIME_MARKS_HASHES, .fraction = TRS_TIME_FRACTION_TENTHS }, 724000, "#00:12:04-0#" },
    { { .time_marks = TRS_TIME_MARKS_NONE }, 360000000, "100:00:00" },
    { { .offset = 1500 }, 500, "[00:00:02]" },
    { { .offset = -1500 }, 500, "[00:00:00]" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = trs_export_options_format_time (&cases[i].options, cases[i].time);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

static void
test_options_saved (void)
{
  const TrsExportOptions options = { .time_marks = TRS_TIME_MARKS_HASHES, .fraction = TRS_TIME_FRACTION_TENTHS,
                                     .interval = 7, .offset = -90000, .merge = TRUE, .bom = TRUE };
  const TrsExportOptions defaults = { .timecodes = TRUE, .interval = 5, .speakers = TRUE };
  g_autoptr (GVariant) saved = g_variant_ref_sink (trs_export_options_to_variant (&options));
  g_autoptr (GVariant) foreign = g_variant_ref_sink (g_variant_new_parsed (
      "{'interval': <uint32 90>, 'time-marks': <uint32 4>, 'speakers': <'yes'>, 'other': <1>, 'timecodes': <false>}"));
  TrsExportOptions read = defaults;
  g_autoptr (GVariant) again = NULL;

  trs_export_options_from_variant (&read, saved);
  again = g_variant_ref_sink (trs_export_options_to_variant (&read));
  g_assert_true (g_variant_equal (again, saved));

  /* Of another version, or damaged: what cannot be used changes nothing. */
  read = defaults;
  trs_export_options_from_variant (&read, foreign);
  g_assert_cmpuint (read.interval, ==, 5);
  g_assert_cmpint (read.time_marks, ==, TRS_TIME_MARKS_BRACKETS);
  g_assert_true (read.speakers);
  g_assert_false (read.timecodes);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);

  g_test_add_func ("/export-blocks/ends", test_ends);
  g_test_add_func ("/export-blocks/merge", test_merge);
  g_test_add_func ("/export-blocks/merge-unknown", test_merge_unknown);
  g_test_add_func ("/export-blocks/merge-unspaced", test_merge_unspaced);
  g_test_add_func ("/export-blocks/monologue-has-times", test_monologue_has_times);
  g_test_add_func ("/export-blocks/toggles-are-independent", test_toggles_are_independent);
  g_test_add_func ("/export-blocks/only-highlights", test_only_highlights);
  g_test_add_func ("/export-blocks/only-checked", test_only_checked);
  g_test_add_func ("/export-blocks/time-styles", test_time_styles);
  g_test_add_func ("/export-blocks/options-saved", test_options_saved);

  return g_test_run ();
}
