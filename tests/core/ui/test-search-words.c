/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-search-words.h"
#include "trs-test-utils.h"

#define assert_words(call, wanted)          \
  G_STMT_START                              \
  {                                         \
    g_autofree char *seen_ = (call);        \
    g_assert_cmpstr (seen_, ==, (wanted));  \
  }                                         \
  G_STMT_END

static void
test_whole (void)
{
  const struct
  {
    TrsSearchFacts facts;
    const char *summary;
    const char *coverage;
    const char *footer;
  } cases[] = {
    { { 11, FALSE, 4, 0, FALSE, 214, 214, TRUE },
      "11 passages in 4 of 214 transcripts", NULL, "4 titles or transcripts match" },
    { { 1, FALSE, 1, 0, FALSE, 1, 1, TRUE },
      "1 passage in 1 of 1 transcripts", NULL, "1 title or transcript matches" },
    /* what was not counted is not told as if it were */
    { { 96, FALSE, 50, 0, TRUE, 1204, 1204, TRUE },
      "96+ passages in 50+ of 1204 transcripts", NULL, "50+ titles or transcripts match" },
    { { 25, TRUE, 1, 0, FALSE, 9, 9, TRUE },
      "25+ passages in 1 of 9 transcripts", NULL, "1 title or transcript matches" },
    { { 11, FALSE, 4, 2, FALSE, 812, 1204, TRUE },
      "11 passages in 4 of 812 transcripts · 2 more titles or notes",
      "Searched 812 of 1204 transcripts; 392 are not downloaded.", "Searched 812 of 1204 transcripts" },
    { { 0, FALSE, 0, 1, FALSE, 8, 9, TRUE },
      "1 title or note, and no passage in 8 transcripts", "Searched 8 of 9 transcripts; 1 is not downloaded.",
      "Searched 8 of 9 transcripts" },
    { { 2, FALSE, 1, 0, FALSE, 1204, 1300, FALSE },
      "2 passages in 1 of 1204 transcripts", "Searched 1204 so far. The list is still being read.",
      "Searched 1204 so far" },
    /* at the beginning of the first sync no text is here */
    { { 0, FALSE, 0, 1, FALSE, 0, 0, FALSE },
      "1 title or note, and no passage in 0 transcripts",
      "Only titles and notes were searched so far. The list is still being read.", "Only titles and notes so far" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      assert_words (trs_search_words_summary (&cases[i].facts), cases[i].summary);
      assert_words (trs_search_words_coverage (&cases[i].facts), cases[i].coverage);
      assert_words (trs_search_words_footer (&cases[i].facts), cases[i].footer);
    }
}

static TrsFound *
make_found (TrsSearchHitFields fields,
            guint              n_shown,
            guint              n_more,
            gboolean           many)
{
  g_autoptr (TrsProject) project = trs_project_new ("a");
  g_autoptr (TrsDetailRecord) detail = trs_detail_record_new ();
  TrsSearchHit *hit = g_new0 (TrsSearchHit, 1);

  detail->state = TRS_PROJECT_STATE_DONE;
  detail->video_length = -1;
  detail->language = g_strdup ("en");
  trs_project_update_from_detail (project, detail);
  hit->fields = fields;
  hit->n_more = n_more;
  hit->many = many;
  hit->passages = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_search_passage_free);
  for (guint i = 0; i < n_shown; i++)
    {
      TrsSearchPassage *passage = g_new0 (TrsSearchPassage, 1);

      passage->excerpt = g_strdup ("words");
      passage->ranges = g_array_new (FALSE, FALSE, sizeof (TrsSearchRange));
      g_ptr_array_add (hit->passages, passage);
    }
  return trs_found_new (project, hit);
}

static void
test_one (void)
{
  const struct
  {
    TrsSearchHitFields fields;
    guint n_shown;
    guint n_more;
    gboolean many;
    const char *row;
    const char *rest;
  } cases[] = {
    { TRS_SEARCH_HIT_TEXT, 2, 3, FALSE, "5 passages · English", "3 more in this transcript" },
    { TRS_SEARCH_HIT_TEXT, 1, 0, FALSE, "1 passage · English", NULL },
    { TRS_SEARCH_HIT_TEXT | TRS_SEARCH_HIT_TITLE, 2, 23, TRUE, "25+ passages · English",
      "23+ more in this transcript" },
    { TRS_SEARCH_HIT_TITLE, 0, 0, FALSE, "In the title · English", "In the title" },
    { TRS_SEARCH_HIT_NOTE, 0, 0, FALSE, "In the note · English", "In the note" },
    { TRS_SEARCH_HIT_VIDEO_ID, 0, 0, FALSE, "In the identifier of the video · English",
      "In the identifier of the video" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TrsFound) found =
          make_found (cases[i].fields, cases[i].n_shown, cases[i].n_more, cases[i].many);

      assert_words (trs_search_words_row (found), cases[i].row);
      assert_words (trs_search_words_rest (found), cases[i].rest);
    }
}

static void
test_heading (void)
{
  assert_words (trs_search_words_heading ("budget"), "“budget”");
  assert_words (trs_search_words_heading (" a\tb <i> "), "“a b <i>”");
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/search-words/whole", test_whole);
  g_test_add_func ("/search-words/one", test_one);
  g_test_add_func ("/search-words/heading", test_heading);
  return g_test_run ();
}
