/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-search-strings.h"
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
    { { .n_passages = 11, .n_texts = 4, .n_kept = 214, .n_finished = 214, .complete = TRUE },
      "11 passages in 4 transcripts", NULL, NULL },
    { { .n_passages = 1, .n_texts = 1, .n_kept = 1, .n_finished = 1, .complete = TRUE }, "1 passage", NULL, NULL },
    { { .n_passages = 1, .n_texts = 1, .n_titles = 2, .n_kept = 8, .n_finished = 8, .complete = TRUE },
      "1 passage, 2 titles", NULL, NULL },
    { { .n_titles = 1, .n_kept = 8, .n_finished = 8, .complete = TRUE }, "1 title", NULL, NULL },
    /* what was not counted is not told as if it were */
    { { .n_passages = 96, .n_texts = 50, .more = TRUE, .n_kept = 1204, .n_finished = 1204, .complete = TRUE },
      "96+ passages in 50+ transcripts", NULL, NULL },
    { { .n_passages = 25, .many = TRUE, .n_texts = 1, .n_kept = 9, .n_finished = 9, .complete = TRUE },
      "25+ passages", NULL, NULL },
    /* a note that matches beside a text that matches is told of */
    { { .n_passages = 11, .n_texts = 4, .n_titles = 1, .n_notes = 2, .n_kept = 812, .n_finished = 1204,
        .complete = TRUE },
      "11 passages in 4 transcripts, 1 title, 2 notes",
      "Searched 812 of 1204 transcripts. 392 are not downloaded.", "Searched 812 of 1204 transcripts" },
    { { .n_ids = 1, .n_kept = 8, .n_finished = 9, .complete = TRUE },
      "1 video ID", "Searched 8 of 9 transcripts. 1 is not downloaded.", "Searched 8 of 9 transcripts" },
    { { .n_passages = 2, .n_texts = 1, .n_kept = 1204, .n_finished = 1300 },
      "2 passages", "Searched 1204 transcripts so far. Your list is still loading.", "Searched 1204 so far" },
    /* at the beginning of the first sync no text is here */
    { { .n_notes = 1 }, "1 note", "Searched titles and notes so far. Your list is still loading.",
      "Only titles and notes so far" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      assert_words (trs_search_strings_summary (&cases[i].facts), cases[i].summary);
      assert_words (trs_search_strings_coverage (&cases[i].facts), cases[i].coverage);
      assert_words (trs_search_strings_footer (&cases[i].facts), cases[i].footer);
    }
}

static TrsSearchResult *
make_found (TrsSearchHitFields fields,
            guint              n_shown,
            guint              n_more,
            gboolean           many)
{
  g_autoptr (TrsProject) project = trs_project_new ("a");
  g_autoptr (TrsProjectRecord) detail = trs_project_record_new ();
  TrsSearchHit *hit = g_new0 (TrsSearchHit, 1);

  detail->state = TRS_PROJECT_STATE_DONE;
  detail->video_length = -1;
  detail->language = g_strdup ("en");
  trs_project_update_from_detail (project, detail, 0);
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
  return trs_search_result_new (project, hit);
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
    { TRS_SEARCH_HIT_TEXT | TRS_SEARCH_HIT_NOTE, 2, 0, FALSE, "2 passages, note · English", NULL },
    { TRS_SEARCH_HIT_TITLE, 0, 0, FALSE, "In the title · English", "In the title" },
    { TRS_SEARCH_HIT_TITLE | TRS_SEARCH_HIT_NOTE, 0, 0, FALSE, "In the title and the note · English",
      "In the title and the note" },
    { TRS_SEARCH_HIT_NOTE, 0, 0, FALSE, "In the note · English", "In the note" },
    { TRS_SEARCH_HIT_VIDEO_ID, 0, 0, FALSE, "In the video ID · English", "In the video ID" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TrsSearchResult) found =
          make_found (cases[i].fields, cases[i].n_shown, cases[i].n_more, cases[i].many);

      assert_words (trs_search_strings_row (found), cases[i].row);
      assert_words (trs_search_strings_rest (found), cases[i].rest);
    }
}

/* Nobody finds the word in a title that is not shown. */
static void
test_title_that_is_hidden (void)
{
  g_autoptr (TrsSearchResult) hidden = make_found (TRS_SEARCH_HIT_TITLE, 0, 0, FALSE);
  g_autoptr (TrsSearchResult) beside = make_found (TRS_SEARCH_HIT_TEXT | TRS_SEARCH_HIT_TITLE, 1, 0, FALSE);
  g_autoptr (TrsSearchResult) both = make_found (TRS_SEARCH_HIT_TITLE | TRS_SEARCH_HIT_LOCAL_TITLE, 0, 0, FALSE);

  trs_project_set_local_title (trs_search_result_get_project (hidden), "Mine");
  trs_project_set_local_title (trs_search_result_get_project (beside), "Mine");
  trs_project_set_local_title (trs_search_result_get_project (both), "Mine");
  assert_words (trs_search_strings_row (hidden), "In the original title · English");
  assert_words (trs_search_strings_row (beside), "1 passage, original title · English");
  assert_words (trs_search_strings_row (both), "In the title · English");
}

static void
test_heading (void)
{
  assert_words (trs_search_strings_heading ("budget", FALSE), "“budget”");
  assert_words (trs_search_strings_heading (" a\tb <i> ", FALSE), "“a b <i>”");
  assert_words (trs_search_strings_heading ("budget", TRUE), "Highlights with “budget”");
  assert_words (trs_search_strings_heading (" ", TRUE), "Highlights");
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/search-words/whole", test_whole);
  g_test_add_func ("/search-words/one", test_one);
  g_test_add_func ("/search-words/title-that-is-hidden", test_title_that_is_hidden);
  g_test_add_func ("/search-words/heading", test_heading);
  return g_test_run ();
}
