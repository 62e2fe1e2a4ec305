/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-video-ref.h"
#include "trs-submit-lines.h"

#include "trs-error.h"
#include "trs-strings.h"
#include "trs-test-utils.h"

#define MARCH_12 G_GINT64_CONSTANT (1773309600000000)

static TrsSubmitLine *
line_at (TrsSubmitLines *lines,
         guint           position)
{
  g_autoptr (TrsSubmitLine) line = g_list_model_get_item (G_LIST_MODEL (trs_submit_lines_get_lines (lines)), position);

  g_assert_nonnull (line);
  return line;
}

static void
assert_line (TrsSubmitLines *lines,
             guint           position,
             const char     *title,
             const char     *words)
{
  TrsSubmitLine *line = line_at (lines, position);
  g_autofree char *shown_title = trs_submit_line_dup_title (line);
  g_autofree char *shown_words = trs_submit_line_dup_description (line);

  g_assert_cmpstr (shown_title, ==, title);
  g_assert_cmpstr (shown_words, ==, words);
}

static TrsProject *
new_project (const char      *state,
             const char      *language,
             const char      *title)
{
  g_autoptr (TrsProjectRecord) record = trs_project_record_new ();
  g_autoptr (TrsProjectRecord) detail = trs_project_record_new ();
  TrsProject *project = trs_project_new ("p1");

  record->id = g_strdup ("p1");
  record->name = g_strdup (title);
  record->video_id = g_strdup ("cC12mar2026");
  record->state = trs_project_state_from_string (state);
  record->state_word = g_strdup (state);
  record->created_at = g_date_time_new_from_unix_utc (MARCH_12 / G_USEC_PER_SEC);
  trs_test_tell_record (project, record, MARCH_12);
  detail->language = g_strdup (language);
  trs_project_update_from_detail (project, detail, MARCH_12);
  return project;
}

/* What the duplicate check finds of the one video. */
static void
take_known (TrsSubmitLines *lines,
            TrsProject     *project)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();

  g_ptr_array_add (found, project);
  trs_submit_lines_take_known (lines, found);
}

static void
test_kinds (void)
{
  g_autoptr (TrsSubmitLines) lines = trs_submit_lines_new (NULL);

  trs_submit_lines_set_text (lines, "https://www.youtube.com/watch?v=Kx81mQ4-tzA\n"
                                    "https://youtu.be/9bZkp7q19f0?si=w3Rt\n"
                                    "\n   \n"
                                    "  Kx81mQ4-tzA \n"
                                    "recording from Friday\n"
                                    "https://video.example/play?list=3&v=abc_DEF-123\n");

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (trs_submit_lines_get_lines (lines))), ==, 5);
  assert_line (lines, 0, "Kx81mQ4-tzA", "Ready");
  assert_line (lines, 1, "9bZkp7q19f0", "Ready");
  assert_line (lines, 2, "Kx81mQ4-tzA", "Same as Kx81mQ4-tzA above");
  assert_line (lines, 3, "recording from Friday", "Not a link this service can use");
  assert_line (lines, 4, "abc_DEF-123", "Ready");
  g_assert_cmpuint (trs_submit_lines_count (lines).n_sendable, ==, 3);
  g_assert_cmpstr (trs_submit_line_get_look (line_at (lines, 3)).style, ==, "failed");
  g_assert_cmpstr (trs_submit_line_get_look (line_at (lines, 0)).style, ==, "success");
}

/* Only what is a problem or a question has a row; the rest is counted. */
static void
test_rows (void)
{
  g_autoptr (TrsSubmitLines) lines = trs_submit_lines_new (NULL);
  g_autoptr (GListModel) rows = trs_submit_lines_list_rows (lines);
  g_autoptr (TrsProject) project = new_project ("done", "en", "City council");

  trs_submit_lines_set_text (lines, "Kx81mQ4-tzA\nKx81mQ4-tzA\nrecording from Friday\ncC12mar2026\n");
  g_assert_cmpuint (trs_submit_lines_count (lines).n_sendable, ==, 2);
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 2);

  take_known (lines, project);
  trs_test_wait_until (g_list_model_get_n_items (rows) == 3);
  g_assert_cmpuint (trs_submit_lines_count (lines).n_sendable, ==, 1);
  trs_submit_lines_set_text (lines, "");
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 0);
}

/* A word that was pasted by mistake is not paid for: the user is asked, by the line, and a link needs no answer. */
static void
test_word (void)
{
  g_autoptr (TrsSubmitLines) lines = trs_submit_lines_new (NULL);
  g_autoptr (GListModel) rows = trs_submit_lines_list_rows (lines);
  g_autoptr (GListModel) submissions = NULL;
  g_autoptr (TrsSubmission) submission = NULL;
  TrsSubmitLine *line;

  trs_submit_lines_set_text (lines, "transcripts\nKx81mQ4-tzA\n");
  assert_line (lines, 0, "transcripts", "A word, or the ID of a video?");
  g_assert_cmpint (trs_submit_line_get_state (line_at (lines, 0)), ==, TRS_SUBMIT_LINE_WORD);
  g_assert_cmpuint (trs_submit_lines_count (lines).n_sendable, ==, 1);
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 1);
  g_assert_true (trs_submit_line_get_unsent (line_at (lines, 0)));

  line = trs_submit_lines_find (lines, "transcripts");
  trs_submit_lines_set_is_id (lines, line, TRUE);
  g_assert_cmpuint (trs_submit_lines_count (lines).n_sendable, ==, 2);
  /* The answer can be taken back. */
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 1);
  trs_submit_lines_set_is_id (lines, line, FALSE);
  g_assert_cmpuint (trs_submit_lines_count (lines).n_sendable, ==, 1);

  trs_submit_lines_set_text (lines, "https://youtu.be/transcripts\n");
  g_assert_cmpuint (trs_submit_lines_count (lines).n_sendable, ==, 1);
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 0);

  /* It says that it is a video, not that it may be paid for twice. */
  trs_submit_lines_set_text (lines, "transcripts\n");
  trs_submit_lines_set_is_id (lines, line_at (lines, 0), TRUE);
  submissions = trs_submit_lines_make_submissions (lines, NULL);
  submission = g_list_model_get_item (submissions, 0);
  g_assert_false (trs_submission_get_again (submission));
  g_assert_false (trs_submission_get_unchecked (submission));
}

#define A_FILE "This is a file. To transcribe it, use “Transcribe Files on This Computer…” in the menu."

static const struct
{
  const char *line;
  const char *words;
} unusable_cases[] = {
  { "https://www.youtube.com/playlist?list=PLabc", "This is a playlist. Paste the links to its videos instead." },
  { "youtube.com/playlist?list=PLabc", "This is a playlist. Paste the links to its videos instead." },
  { "https://vimeo.com/12345", "No video the service can use at vimeo.com" },
  { "https://user@Video.example:8080/12345", "No video the service can use at video.example" },
  { "file:///srv/interview.mp4", A_FILE },
  { "/srv/interview.mp4", A_FILE },
  { "C:\\interview.mp4", A_FILE },
  { "interview of Friday.MP4", A_FILE },
  { "recording from Friday", "Not a link this service can use" },
  { "and so on. The end", "Not a link this service can use" },
  { "• https://vimeo.com/12345", "No video the service can use at vimeo.com" },
  { "1. Introduction", "Not a link this service can use" },
  { "@council2", "Not a link this service can use" },
  { "/interview-2", A_FILE },
};

/* Each gets its own words. */
static void
test_unusable (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (unusable_cases); i++)
    {
      g_autoptr (TrsSubmitLines) lines = trs_submit_lines_new (NULL);
      g_autofree char *words = NULL;

      trs_submit_lines_set_text (lines, unusable_cases[i].line);
      g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (trs_submit_lines_get_lines (lines))), ==, 1);
      words = trs_submit_line_dup_description (line_at (lines, 0));
      g_assert_cmpstr (words, ==, unusable_cases[i].words);
      g_assert_cmpuint (trs_submit_lines_count (lines).n_sendable, ==, 0);
    }
}

static const struct
{
  const char *line;
  const char *links;
} split_cases[] = {
  { "https://youtu.be/aaaaaaaaaaa https://youtu.be/bbbbbbbbbbb",
    "https://youtu.be/aaaaaaaaaaa|https://youtu.be/bbbbbbbbbbb" },
  { "https://youtu.be/aaaaaaaaaaa,https://youtu.be/bbbbbbbbbbb,",
    "https://youtu.be/aaaaaaaaaaa|https://youtu.be/bbbbbbbbbbb" },
  { "  https://www.youtube.com/watch?v=aaaaaaaaaaa&t=1,https://youtu.be/b2 ,\tKx81mQ4-tzA",
    "https://www.youtube.com/watch?v=aaaaaaaaaaa&t=1|https://youtu.be/b2|Kx81mQ4-tzA" },
  { "https://youtu.be/aaaaaaaaaaa https://vimeo.com/1 https://youtu.be/bbbbbbbbbbb",
    "https://youtu.be/aaaaaaaaaaa|https://vimeo.com/1|https://youtu.be/bbbbbbbbbbb" },
  { "city-council, harbour-clip", "city-council|harbour-clip" },
  /* In an identifier there need not be a digit. */
  { "Kx81mQ4-tzA,dQwXgWcQabC,9bZkp7q19f0", "Kx81mQ4-tzA|dQwXgWcQabC|9bZkp7q19f0" },
  { "aaaaaaaaaaa, bbbbbbbbbbb,", "aaaaaaaaaaa|bbbbbbbbbbb" },
  { "https://youtu.be/aaaaaaaaaaa,bbbbbbbbbbb", "https://youtu.be/aaaaaaaaaaa|bbbbbbbbbbb" },
  { "harbour, council", "harbour, council" },
  { "aaaaaaaaaaa, a word", "aaaaaaaaaaa, a word" },
  { "aaaaaaaaaaa bbbbbbbbbbb", "aaaaaaaaaaa bbbbbbbbbbb" },
  { "https://youtu.be/aaaaaaaaaaa?x=1,2", "https://youtu.be/aaaaaaaaaaa?x=1,2" },
  { "one, two and three", "one, two and three" },
  /* as in a list, a mail, a table, Markdown, HTML and the source of a program */
  { "• https://youtu.be/Kx81mQ4-tzA", "https://youtu.be/Kx81mQ4-tzA" },
  { "- https://youtu.be/Kx81mQ4-tzA", "https://youtu.be/Kx81mQ4-tzA" },
  { "*https://youtu.be/Kx81mQ4-tzA*", "https://youtu.be/Kx81mQ4-tzA" },
  { "1. https://www.youtube.com/watch?v=Kx81mQ4-tzA", "https://www.youtube.com/watch?v=Kx81mQ4-tzA" },
  { "(2) youtu.be/Kx81mQ4-tzA", "youtu.be/Kx81mQ4-tzA" },
  { "3)https://youtu.be/Kx81mQ4-tzA", "https://youtu.be/Kx81mQ4-tzA" },
  { "[https://www.youtube.com/watch?v=Kx81mQ4-tzA]", "https://www.youtube.com/watch?v=Kx81mQ4-tzA" },
  { "<https://youtu.be/Kx81mQ4-tzA>", "https://youtu.be/Kx81mQ4-tzA" },
  { "(https://www.youtube.com/watch?v=Kx81mQ4-tzA).", "https://www.youtube.com/watch?v=Kx81mQ4-tzA" },
  { "\"https://www.youtube.com/watch?v=Kx81mQ4-tzA\"", "https://www.youtube.com/watch?v=Kx81mQ4-tzA" },
  { "“https://youtu.be/Kx81mQ4-tz_”,", "https://youtu.be/Kx81mQ4-tz_" },
  { "„https://youtu.be/Kx81mQ4-tzA“", "https://youtu.be/Kx81mQ4-tzA" },
  { "https://www.youtube.com/watch?v=Kx81mQ4-tzA;", "https://www.youtube.com/watch?v=Kx81mQ4-tzA;" },
  { "12\tHarbour\thttps://youtu.be/Kx81mQ4-tzA", "https://youtu.be/Kx81mQ4-tzA" },
  { "12\thttps://youtu.be/Kx81mQ4-tzA", "https://youtu.be/Kx81mQ4-tzA" },
  { "[Harbour](https://youtu.be/Kx81mQ4-tzA)", "https://youtu.be/Kx81mQ4-tzA" },
  { "<a href=\"https://youtu.be/Kx81mQ4-tzA\">The harbour</a>", "https://youtu.be/Kx81mQ4-tzA" },
  { "[\"https://youtu.be/aaaaaaaaaaa\",\"https://youtu.be/bbbbbbbbbbb\"]",
    "https://youtu.be/aaaaaaaaaaa|https://youtu.be/bbbbbbbbbbb" },
  { "see https://youtu.be/9bZkp7q19f0 and https://vimeo.com/1", "https://youtu.be/9bZkp7q19f0|https://vimeo.com/1" },
  { "• Kx81mQ4-tzA", "Kx81mQ4-tzA" },
  { "2. “Kx81mQ4-tzA”,", "Kx81mQ4-tzA" },
  { "(Kx81mQ4-tzA)", "Kx81mQ4-tzA" },
  { "- -x81mQ4-tz_", "-x81mQ4-tz_" },
  { "• Introduction", "• Introduction" },
  { "(interviewer)", "(interviewer)" },
  { "12.", "12." },
  { "• •", "• •" },
  { "日本 Kx81mQ4-tzA", "日本 Kx81mQ4-tzA" },
  { "recording from Friday", "recording from Friday" },
  { " , ", "," },
  { "   ", "" },
};

static void
test_split (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (split_cases); i++)
    {
      g_auto (GStrv) links = trs_pasted_links_split (split_cases[i].line);
      g_autofree char *joined = g_strjoinv ("|", links);

      g_assert_cmpstr (joined, ==, split_cases[i].links);
    }
}

/* The sample account costs nothing, so nothing is said of credits. */
static void
test_free (void)
{
  g_autoptr (TrsSubmitLines) lines = trs_submit_lines_new (NULL);
  g_autoptr (GListModel) submissions = NULL;
  g_autoptr (TrsSubmission) submission = NULL;
  g_autoptr (GError) error = g_error_new_literal (TRS_ERROR, TRS_ERROR_VIDEO_NOT_FOUND, "no");

  trs_submit_lines_set_text (lines, "cC12mar2026");
  submissions = trs_submit_lines_make_submissions (lines, NULL);
  submission = g_list_model_get_item (submissions, 0);
  trs_submission_set_outcome (submission, TRS_SUBMISSION_REFUSED, error, NULL);
  trs_strings_set_free (TRUE);
  assert_line (lines, 0, "cC12mar2026", "Video not found (private, deleted or mistyped)");
  trs_strings_set_free (FALSE);
}

static void
test_hostile_line_is_one_line (void)
{
  g_autoptr (TrsSubmitLines) lines = trs_submit_lines_new (NULL);

  trs_submit_lines_set_text (lines, "Q&A <b>\xe2\x80\xaegnp.exe");
  assert_line (lines, 0, "Q&A <b>gnp.exe", "Not a link this service can use");
}

static void
count_cb (gpointer user_data)
{
  (*(guint *) user_data)++;
}

static void
changed_cb (GListModel *model,
            guint       position,
            guint       removed,
            guint       added,
            gpointer    user_data)
{
  guint *last = user_data;

  last[0] = position;
  last[1] = removed;
  last[2] = added;
}

static void
test_lines_keep_their_objects (void)
{
  g_autoptr (TrsSubmitLines) lines = trs_submit_lines_new (NULL);
  TrsSubmitLine *first;
  TrsSubmitLine *last;
  guint change[3] = { 99, 99, 99 };
  guint counted = 0;

  trs_submit_lines_set_text (lines, "aaaaaaaaaa1\nbbbbbbbbbb1\ncccccccccc1");
  first = line_at (lines, 0);
  last = line_at (lines, 2);
  g_signal_connect (G_LIST_MODEL (trs_submit_lines_get_lines (lines)), "items-changed", G_CALLBACK (changed_cb),
                    change);
  g_signal_connect_swapped (lines, "changed", G_CALLBACK (count_cb), &counted);

  trs_submit_lines_set_text (lines, "aaaaaaaaaa1\nbbbbbbbbbbx\ndddddddddd1\ncccccccccc1");
  g_assert_true (line_at (lines, 0) == first);
  g_assert_true (line_at (lines, 3) == last);
  g_assert_cmpuint (change[0], ==, 1);
  g_assert_cmpuint (change[1], ==, 1);
  g_assert_cmpuint (change[2], ==, 2);
  g_assert_cmpuint (counted, ==, 1);

  /* All equal lines: what is left must not be counted twice from both ends. */
  trs_submit_lines_set_text (lines, "aaaaaaaaaa1\naaaaaaaaaa1\naaaaaaaaaa1");
  trs_submit_lines_set_text (lines, "aaaaaaaaaa1\naaaaaaaaaa1");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (trs_submit_lines_get_lines (lines))), ==, 2);
  trs_submit_lines_set_text (lines, "");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (trs_submit_lines_get_lines (lines))), ==, 0);
  g_assert_cmpuint (trs_submit_lines_count (lines).n_sendable, ==, 0);
}

static const struct
{
  const char *state;
  const char *language;
  const char *asked;
  const char *words;
  gboolean offers_again;
} known_cases[] = {
  { "done", "en", NULL, "Transcribed on 12 March 2026", TRUE },
  { "done", "de", "en", "Transcribed on 12 March 2026 in German", TRUE },
  { "done", "de", "de", "Transcribed on 12 March 2026", TRUE },
  { "upload", NULL, NULL, "Being transcribed", TRUE },
  { "transcription", NULL, NULL, "Being transcribed", TRUE },
  { "paused-by-moderator", NULL, NULL, "Being transcribed", TRUE },
  { "error", NULL, NULL, "Ready to retry · failed on 12 March 2026", FALSE },
};

static void
test_known (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (known_cases); i++)
    {
      g_autoptr (TrsProject) project = new_project (known_cases[i].state, known_cases[i].language, "City council");
      g_autoptr (TrsSubmitLine) line = trs_submit_line_new ("cC12mar2026");
      g_autofree char *words = NULL;

      trs_submit_line_set_language (line, known_cases[i].asked);
      trs_submit_line_set_known (line, project);
      words = trs_submit_line_dup_description (line);
      g_assert_cmpstr (words, ==, known_cases[i].words);
      g_assert_cmpint (trs_submit_line_get_state (line) == TRS_SUBMIT_LINE_KNOWN, ==, known_cases[i].offers_again);
      g_assert_cmpint (trs_submit_line_get_will_send (line), ==, !known_cases[i].offers_again);
      trs_submit_line_set_submit_again (line, TRUE);
      g_assert_true (trs_submit_line_get_will_send (line));
    }
}

static void
test_pending_is_pointed_out (void)
{
  g_autoptr (TrsProject) pending = trs_project_new_pending ("1", "cC12mar2026", NULL);
  g_autoptr (TrsSubmitLine) line = trs_submit_line_new ("cC12mar2026");
  g_autofree char *words = NULL;

  trs_submit_line_set_known (line, pending);
  words = trs_submit_line_dup_description (line);
  g_assert_cmpstr (words, ==, "Sent before, but not known if accepted");
  g_assert_false (trs_submit_line_get_will_send (line));
  g_assert_true (trs_submit_line_get_target (line) == pending);
}

/* What was removed from this computer was paid for all the same, but cannot be opened. */
static void
test_hidden_is_pointed_out (void)
{
  g_autoptr (TrsProject) done = new_project ("done", "en", "City council");
  g_autoptr (TrsProjectData) data = trs_project_data_copy (trs_project_get_data (done));
  g_autoptr (TrsProject) hidden = NULL;
  g_autoptr (TrsSubmitLine) line = trs_submit_line_new ("cC12mar2026");

  data->hidden = TRUE;
  hidden = trs_project_new_from_data (data);
  trs_submit_line_set_known (line, hidden);
  g_assert_false (trs_submit_line_get_will_send (line));
  g_assert_null (trs_submit_line_get_target (line));
  trs_submit_line_set_known (line, done);
  g_assert_true (trs_submit_line_get_target (line) == done);
}

/* The answer about a video is for all lines with it, those that come later as well, until there is another one. */
static void
test_take_known (void)
{
  g_autoptr (TrsSubmitLines) lines = trs_submit_lines_new (NULL);
  g_autoptr (TrsProject) project = new_project ("done", "en", "City council");
  g_autoptr (GPtrArray) found = g_ptr_array_new ();

  trs_submit_lines_set_text (lines, "cC12mar2026\nbbbbbbbbbb1");
  g_assert_cmpuint (trs_submit_lines_count (lines).n_sendable, ==, 2);
  g_ptr_array_add (found, project);
  trs_submit_lines_take_known (lines, found);
  g_assert_cmpuint (trs_submit_lines_count (lines).n_sendable, ==, 1);
  g_assert_true (trs_submit_line_get_target (line_at (lines, 0)) == project);
  g_assert_null (trs_submit_line_get_target (line_at (lines, 1)));

  trs_submit_lines_set_text (lines, "bbbbbbbbbb1\nhttps://youtu.be/cC12mar2026");
  g_assert_true (trs_submit_line_get_target (line_at (lines, 1)) == project);
  g_assert_cmpuint (trs_submit_lines_count (lines).n_sendable, ==, 1);

  g_ptr_array_set_size (found, 0);
  trs_submit_lines_take_known (lines, found);
  g_assert_cmpuint (trs_submit_lines_count (lines).n_sendable, ==, 2);
}

/* A project that fails while the dialog is open turns its line from known to ready. */
static void
test_known_follows_its_project (void)
{
  g_autoptr (TrsProject) project = new_project ("transcription", NULL, "City council");
  g_autoptr (TrsSubmitLines) lines = trs_submit_lines_new (NULL);
  g_autoptr (TrsProjectRecord) detail = trs_project_record_new ();
  guint counted = 0;

  trs_submit_lines_set_text (lines, "cC12mar2026");
  take_known (lines, project);
  g_assert_cmpuint (trs_submit_lines_count (lines).n_sendable, ==, 0);
  g_signal_connect_swapped (lines, "changed", G_CALLBACK (count_cb), &counted);
  detail->state = TRS_PROJECT_STATE_ERROR;
  detail->state_word = g_strdup ("error");
  trs_project_update_from_detail (project, detail, MARCH_12);
  g_assert_true (trs_submit_line_get_will_send (line_at (lines, 0)));
  g_assert_cmpuint (trs_submit_lines_count (lines).n_sendable, ==, 1);
  g_assert_cmpuint (counted, ==, 1);
}

/* A line notifies what is set, and what changes of its project and of its submission. A project that it has no more
 * says nothing. */
static void
test_line_notifies (void)
{
  g_autoptr (TrsProject) project = new_project ("transcription", NULL, "City council");
  g_autoptr (TrsProjectRecord) detail = trs_project_record_new ();
  g_autoptr (TrsSubmitLine) line = trs_submit_line_new ("cC12mar2026");
  g_autoptr (TrsSubmission) submission = trs_submission_new ("cC12mar2026", NULL);
  guint of_language = 0;
  guint of_known = 0;
  guint of_submission = 0;

  g_signal_connect_swapped (line, "notify::language", G_CALLBACK (count_cb), &of_language);
  g_signal_connect_swapped (line, "notify::known", G_CALLBACK (count_cb), &of_known);
  g_signal_connect_swapped (line, "notify::submission", G_CALLBACK (count_cb), &of_submission);
  trs_submit_line_set_language (line, "de");
  trs_submit_line_set_language (line, "de");
  g_assert_cmpuint (of_language, ==, 1);

  trs_submit_line_set_known (line, project);
  trs_submit_line_set_known (line, project);
  g_assert_cmpuint (of_known, ==, 1);
  detail->state = TRS_PROJECT_STATE_ERROR;
  detail->state_word = g_strdup ("error");
  trs_project_update_from_detail (project, detail, MARCH_12);
  g_assert_cmpuint (of_known, ==, 2);
  trs_submit_line_set_known (line, NULL);
  g_assert_cmpuint (of_known, ==, 3);
  g_clear_pointer (&detail->state_word, g_free);
  detail->state = TRS_PROJECT_STATE_DONE;
  detail->state_word = g_strdup ("done");
  trs_project_update_from_detail (project, detail, MARCH_12);
  g_assert_cmpuint (of_known, ==, 3);

  trs_submit_line_set_submission (line, submission);
  g_assert_cmpuint (of_submission, ==, 1);
  trs_submission_set_outcome (submission, TRS_SUBMISSION_SENDING, NULL, NULL);
  g_assert_cmpuint (of_submission, ==, 2);
}

static const struct
{
  TrsSubmissionOutcome outcome;
  TrsError code;
  const char *said;
  const char *words;
  gboolean sends_again;
} outcome_cases[] = {
  { TRS_SUBMISSION_WAITING, 0, NULL, "Waiting for its turn", FALSE },
  { TRS_SUBMISSION_ACCEPTED, 0, NULL, "Submitted", FALSE },
  { TRS_SUBMISSION_REFUSED, TRS_ERROR_NOT_ENOUGH_CREDIT, "Buy <b>more</b>",
    "Needs more credits than you have (“Buy <b>more</b>”). No credits used.", FALSE },
  { TRS_SUBMISSION_REFUSED, TRS_ERROR_VIDEO_NOT_FOUND, NULL,
    "Video not found (private, deleted or mistyped). No credits used.", FALSE },
  { TRS_SUBMISSION_REFUSED, TRS_ERROR_INVALID_REQUEST, "no such language",
    "(“no such language”). No credits used.", FALSE },
  { TRS_SUBMISSION_REFUSED, TRS_ERROR_UNAUTHORIZED, NULL, "No credits used.", TRUE },
  { TRS_SUBMISSION_NOT_SENT, TRS_ERROR_OFFLINE, NULL,
    "Not sent: the service can’t be reached. No credits used.", TRUE },
  { TRS_SUBMISSION_UNKNOWN, TRS_ERROR_TIMED_OUT, NULL, "Not known if accepted, so not submitted again", FALSE },
  { TRS_SUBMISSION_HELD, 0, NULL, "Not sent yet", TRUE },
  { TRS_SUBMISSION_HELD, TRS_ERROR_OFFLINE, NULL, "Not sent yet", TRUE },
  { TRS_SUBMISSION_NOT_SENT, TRS_ERROR_NO_KEY, NULL, "Not sent: the API key is missing. No credits used.", TRUE },
  { TRS_SUBMISSION_NOT_SENT, TRS_ERROR_LIST_UNCHECKED, NULL,
    "Not sent: your earlier videos could not all be checked. No credits used.", TRUE },
  { TRS_SUBMISSION_NOT_SENT, TRS_ERROR_NOT_DURABLE, NULL,
    "Not sent: nothing can be saved here. No credits used.", TRUE },
};

static void
test_outcomes (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (outcome_cases); i++)
    {
      g_autoptr (TrsSubmitLines) lines = trs_submit_lines_new (NULL);
      g_autoptr (GListModel) submissions = NULL;
      g_autoptr (TrsSubmission) submission = NULL;
      g_autoptr (TrsProject) project = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *words = NULL;

      trs_submit_lines_set_text (lines, "cC12mar2026");
      submissions = trs_submit_lines_make_submissions (lines, NULL);
      g_assert_cmpuint (trs_submit_lines_count (lines).n_sendable, ==, 0);
      submission = g_list_model_get_item (submissions, 0);
      if (outcome_cases[i].code != 0)
        error = trs_error_new_http (outcome_cases[i].code, 402, outcome_cases[i].said, -1, "failed");
      if (outcome_cases[i].outcome == TRS_SUBMISSION_ACCEPTED)
        project = trs_project_new ("p1");
      if (outcome_cases[i].outcome != TRS_SUBMISSION_WAITING)
        trs_submission_set_outcome (submission, outcome_cases[i].outcome, error, project);

      words = trs_submit_line_dup_description (line_at (lines, 0));
      g_assert_nonnull (strstr (words, outcome_cases[i].words));
      g_assert_cmpuint (trs_submit_lines_count (lines).n_sendable, ==, outcome_cases[i].sends_again ? 1 : 0);
    }
}

static TrsSubmission *
send_one (TrsSubmitLines *lines)
{
  g_autoptr (GListModel) submissions = NULL;

  trs_submit_lines_set_text (lines, "cC12mar2026");
  submissions = trs_submit_lines_make_submissions (lines, NULL);
  return g_list_model_get_item (submissions, 0);
}

static void
test_asked_to_wait (void)
{
  g_autoptr (TrsSubmitLines) lines = trs_submit_lines_new (NULL);
  g_autoptr (TrsSubmission) submission = send_one (lines);
  g_autoptr (GError) error = trs_error_new_http (TRS_ERROR_RATE_LIMITED, 429, "slow", 30, "failed");

  trs_submission_set_outcome (submission, TRS_SUBMISSION_REFUSED, error, NULL);
  assert_line (lines, 0, "cC12mar2026",
               "Too many requests, try again in 30 s. No credits used.");
  g_assert_cmpuint (trs_submit_lines_count (lines).n_sendable, ==, 1);
}

/* The session knew what the line did not: it is pointed out as if it had been known before. */
static void
test_withheld (void)
{
  g_autoptr (TrsSubmitLines) lines = trs_submit_lines_new (NULL);
  g_autoptr (TrsSubmission) submission = send_one (lines);
  g_autoptr (TrsProject) project = new_project ("done", "en", "City council");
  g_autoptr (GError) error = g_error_new_literal (TRS_ERROR, TRS_ERROR_VIDEO_KNOWN, "known");
  g_autofree char *unsent = NULL;

  g_assert_false (trs_submission_get_again (submission));
  trs_submission_set_outcome (submission, TRS_SUBMISSION_NOT_SENT, error, project);
  g_assert_cmpint (trs_submit_line_get_state (line_at (lines, 0)), ==, TRS_SUBMIT_LINE_KNOWN);
  g_assert_cmpint (trs_submit_line_get_state (line_at (lines, 0)), ==, TRS_SUBMIT_LINE_KNOWN);
  g_assert_cmpuint (trs_submit_lines_count (lines).n_sendable, ==, 0);
  unsent = trs_submit_lines_settle (lines, "");
  g_assert_cmpstr (unsent, ==, "cC12mar2026\n");

  trs_submit_lines_set_submit_again (lines, line_at (lines, 0), TRUE);
  g_assert_cmpuint (trs_submit_lines_count (lines).n_sendable, ==, 1);
  g_clear_object (&submission);
  {
    g_autoptr (GListModel) submissions = trs_submit_lines_make_submissions (lines, NULL);

    submission = g_list_model_get_item (submissions, 0);
    g_assert_true (trs_submission_get_again (submission));
  }
}

/* A command has won the race for the video, and this program does not know its project yet: everything that is shown of
 * the line can be asked for. */
static void
test_withheld_without_project (void)
{
  g_autoptr (TrsSubmitLines) lines = trs_submit_lines_new (NULL);
  g_autoptr (TrsSubmission) submission = send_one (lines);
  g_autoptr (GError) error = g_error_new_literal (TRS_ERROR, TRS_ERROR_VIDEO_KNOWN, "known");
  g_autoptr (TrsProject) project = new_project ("done", "en", "City council");

  trs_submission_set_outcome (submission, TRS_SUBMISSION_NOT_SENT, error, NULL);
  g_assert_cmpint (trs_submit_line_get_state (line_at (lines, 0)), ==, TRS_SUBMIT_LINE_KNOWN);
  assert_line (lines, 0, "cC12mar2026", "Submitted just now, in another window or a command");
  g_assert_cmpstr (trs_submit_line_get_look (line_at (lines, 0)).style, ==, "halted");
  g_assert_null (trs_submit_line_get_target (line_at (lines, 0)));
  g_assert_null (trs_submit_line_dup_refusal (line_at (lines, 0)));
  g_assert_false (trs_submit_line_get_can_retry (line_at (lines, 0)));
  g_assert_cmpuint (trs_submit_lines_count (lines).n_sendable, ==, 0);

  /* As soon as the list tells of it, it is a project like any other. */
  take_known (lines, project);
  g_assert_true (trs_submit_line_get_target (line_at (lines, 0)) == project);
}

static void
count_notify_cb (guint *n_told)
{
  (*n_told)++;
}

/* All that was sent counts, not only what was sent last; what is not known is accepted once it is known. */
static void
test_count_accepted (void)
{
  g_autoptr (TrsSubmitLines) lines = trs_submit_lines_new (NULL);
  g_autoptr (GListModel) all = NULL;
  g_autoptr (GListModel) again = NULL;
  g_autoptr (TrsSubmission) first = NULL;
  g_autoptr (TrsSubmission) second = NULL;
  g_autoptr (TrsSubmission) third = NULL;
  g_autoptr (TrsProject) project = trs_project_new ("p1");
  TrsSubmitCounts counts;
  guint n_told = 0;

  trs_submit_lines_set_text (lines, "aaaaaaaaaa1\nbbbbbbbbbb1");
  all = trs_submit_lines_make_submissions (lines, NULL);
  first = g_list_model_get_item (all, 0);
  second = g_list_model_get_item (all, 1);
  trs_submission_set_outcome (first, TRS_SUBMISSION_UNKNOWN, NULL, NULL);
  trs_submission_set_outcome (second, TRS_SUBMISSION_HELD, NULL, NULL);
  counts = trs_submit_lines_count (lines);
  g_assert_cmpuint (counts.n_accepted, ==, 0);
  g_assert_cmpuint (counts.n_sent, ==, 2);
  g_assert_cmpuint (counts.n_unknown, ==, 1);

  g_signal_connect_swapped (lines, "changed", G_CALLBACK (count_notify_cb), &n_told);
  trs_submission_set_outcome (first, TRS_SUBMISSION_ACCEPTED, NULL, project);
  g_assert_cmpuint (n_told, ==, 1);
  again = trs_submit_lines_make_submissions (lines, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (again), ==, 1);
  third = g_list_model_get_item (again, 0);
  trs_submission_set_outcome (third, TRS_SUBMISSION_ACCEPTED, NULL, project);
  counts = trs_submit_lines_count (lines);
  g_assert_cmpuint (counts.n_accepted, ==, 2);
  g_assert_cmpuint (counts.n_sent, ==, 2);
  g_assert_cmpuint (counts.n_unknown, ==, 0);
}

/* What was accepted stays locked, whatever happens to the text around it. */
static void
test_accepted_stays_locked (void)
{
  g_autoptr (TrsSubmitLines) lines = trs_submit_lines_new (NULL);
  g_autoptr (GListModel) submissions = NULL;
  g_autoptr (TrsSubmission) first = NULL;
  g_autoptr (TrsSubmission) second = NULL;
  g_autoptr (TrsProject) project = trs_project_new ("p1");
  g_autofree char *unsent = NULL;

  trs_submit_lines_set_text (lines, "aaaaaaaaaa1\nbbbbbbbbbb1\nnot a video");
  submissions = trs_submit_lines_make_submissions (lines, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (submissions), ==, 2);
  first = g_list_model_get_item (submissions, 0);
  second = g_list_model_get_item (submissions, 1);
  trs_submission_set_outcome (first, TRS_SUBMISSION_ACCEPTED, NULL, project);
  trs_submission_set_outcome (second, TRS_SUBMISSION_HELD, NULL, NULL);
  g_assert_cmpuint (trs_submit_lines_count (lines).n_sendable, ==, 1);

  unsent = trs_submit_lines_settle (lines, "");
  g_assert_cmpstr (unsent, ==, "bbbbbbbbbb1\nnot a video\n");

  trs_submit_lines_set_text (lines, "");
  trs_submit_lines_set_text (lines, "https://youtu.be/aaaaaaaaaa1");
  assert_line (lines, 0, "Untitled", "Submitted");
  g_assert_cmpuint (trs_submit_lines_count (lines).n_sendable, ==, 0);
}

/* The dialog was closed meanwhile, and something else was entered in another one. */
static void
test_settle (void)
{
  g_autoptr (TrsSubmitLines) lines = trs_submit_lines_new (NULL);
  g_autoptr (GListModel) submissions = NULL;
  g_autoptr (TrsSubmission) first = NULL;
  g_autoptr (TrsProject) project = trs_project_new ("p1");
  g_autofree char *left = NULL;
  g_autofree char *refused = NULL;

  trs_submit_lines_set_text (lines, "https://youtu.be/aaaaaaaaaa1 https://youtu.be/bbbbbbbbbb1");
  submissions = trs_submit_lines_make_submissions (lines, NULL);
  first = g_list_model_get_item (submissions, 0);
  trs_submission_set_outcome (first, TRS_SUBMISSION_ACCEPTED, NULL, project);
  left = trs_submit_lines_settle (lines, "https://youtu.be/aaaaaaaaaa1\nsomething else\n");
  g_assert_cmpstr (left, ==, "https://youtu.be/bbbbbbbbbb1\nsomething else\n");
  refused = trs_submit_lines_settle (lines, "https://youtu.be/bbbbbbbbbb1");
  g_assert_cmpstr (refused, ==, "https://youtu.be/bbbbbbbbbb1\n");
}

/* A line that is cut, and pasted elsewhere as a link, keeps its choice. */
static void
test_submit_again (void)
{
  g_autoptr (TrsSubmitLines) lines = trs_submit_lines_new (NULL);
  g_autoptr (TrsProject) project = new_project ("done", "en", "City council");

  trs_submit_lines_set_text (lines, "cC12mar2026\nbbbbbbbbbb1");
  take_known (lines, project);
  g_assert_cmpuint (trs_submit_lines_count (lines).n_sendable, ==, 1);
  trs_submit_lines_set_submit_again (lines, trs_submit_lines_find (lines, "cC12mar2026"), TRUE);
  g_assert_cmpuint (trs_submit_lines_count (lines).n_sendable, ==, 2);
  g_assert_false (trs_submit_line_get_submit_again (line_at (lines, 1)));

  trs_submit_lines_set_text (lines, "bbbbbbbbbb1");
  g_assert_null (trs_submit_lines_find (lines, "cC12mar2026"));
  trs_submit_lines_set_text (lines, "bbbbbbbbbb1\nhttps://youtu.be/cC12mar2026");
  g_assert_cmpuint (trs_submit_lines_count (lines).n_sendable, ==, 2);
}

static void
refuse_one (TrsSubmitLines *lines,
            TrsError        code)
{
  g_autoptr (TrsSubmission) submission = send_one (lines);
  g_autoptr (GError) error = trs_error_new_http (code, 404, NULL, -1, "no");

  trs_submission_set_outcome (submission, TRS_SUBMISSION_REFUSED, error, NULL);
}

/* What a dialog begins with the next time. */
static TrsSubmitLines *
open_draft (TrsSubmitLines *before,
            const char     *draft)
{
  TrsSubmitLines *lines = trs_submit_lines_new (NULL);
  g_autoptr (TrsDraft) kept = trs_submit_lines_make_draft (before, draft, NULL);

  trs_submit_lines_set_refused (lines, kept->refused);
  trs_submit_lines_set_text (lines, draft);
  trs_submit_lines_set_came_back (lines);
  return lines;
}

/* What was refused is tried again by its own button alone, now and the next time. */
static void
test_refused_is_not_ready (void)
{
  g_autoptr (TrsSubmitLines) lines = trs_submit_lines_new (NULL);
  g_autoptr (TrsSubmitLines) later = NULL;
  g_autoptr (GListModel) submissions = NULL;
  g_autofree char *draft = NULL;

  refuse_one (lines, TRS_ERROR_VIDEO_NOT_FOUND);
  g_assert_cmpuint (trs_submit_lines_count (lines).n_sendable, ==, 0);
  g_assert_true (trs_submit_line_get_can_retry (line_at (lines, 0)));

  draft = trs_submit_lines_settle (lines, "");
  later = open_draft (lines, draft);
  assert_line (later, 0, "cC12mar2026", "Refused last time: Video not found (private, deleted or mistyped)");
  g_assert_cmpuint (trs_submit_lines_count (later).n_sendable, ==, 0);
  g_assert_true (trs_submit_line_get_can_retry (line_at (later, 0)));
  submissions = trs_submit_lines_make_submissions (later, line_at (later, 0));
  g_assert_cmpuint (g_list_model_get_n_items (submissions), ==, 1);
}

/* Credit can be bought, and 40 videos that waited for it are one click. */
static void
test_credit_may_be_there (void)
{
  g_autoptr (TrsSubmitLines) lines = trs_submit_lines_new (NULL);
  g_autoptr (TrsSubmitLines) later = NULL;
  g_autofree char *draft = NULL;

  refuse_one (lines, TRS_ERROR_NOT_ENOUGH_CREDIT);
  g_assert_cmpuint (trs_submit_lines_count (lines).n_sendable, ==, 0);
  draft = trs_submit_lines_settle (lines, "");
  later = open_draft (lines, draft);
  assert_line (later, 0, "cC12mar2026", "Ready");
  g_assert_cmpuint (trs_submit_lines_count (later).n_sendable, ==, 1);
}

/* A half line is not lost by Escape, and junk is not there each time. */
static void
test_junk_comes_back_once (void)
{
  const char *typed = "recording from Friday\n\ninterviewer\nbbbbbbbbbb1\ncC12mar2026";
  g_autoptr (TrsSubmitLines) first = trs_submit_lines_new (NULL);
  g_autoptr (TrsSubmitLines) second = NULL;
  g_autoptr (TrsSubmitLines) third = NULL;
  g_autofree char *draft = NULL;
  g_autofree char *again = NULL;
  g_autofree char *unsent = NULL;

  refuse_one (first, TRS_ERROR_VIDEO_NOT_FOUND);
  trs_submit_lines_set_text (first, typed);
  draft = trs_submit_lines_dup_draft (first, typed);
  g_assert_cmpstr (draft, ==, typed);

  second = open_draft (first, draft);
  trs_submit_lines_set_text (second, "recording from Friday\n\ninterviewer\nbbbbbbbbbb1\ncC12mar2026\nhalf a line");
  again = trs_submit_lines_dup_draft (
      second, "recording from Friday\n\ninterviewer\nbbbbbbbbbb1\ncC12mar2026\nhalf a line");
  g_assert_cmpstr (again, ==, "\nbbbbbbbbbb1\nhalf a line");
  unsent = trs_submit_lines_settle (second, "");
  g_assert_cmpstr (unsent, ==, "bbbbbbbbbb1\nhalf a line\n");

  /* The user says that it is an identifier. */
  third = open_draft (first, "interviewer");
  trs_submit_lines_set_is_id (third, line_at (third, 0), TRUE);
  g_clear_pointer (&again, g_free);
  again = trs_submit_lines_dup_draft (third, "interviewer");
  g_assert_cmpstr (again, ==, "interviewer");
}

/* What repeats a line takes nothing away with it. */
static void
test_repeated_line_is_kept (void)
{
  g_autoptr (TrsSubmitLines) lines = trs_submit_lines_new (NULL);
  g_autofree char *left = NULL;

  trs_submit_lines_set_text (lines, "aaaaaaaaaa1\naaaaaaaaaa1");
  left = trs_submit_lines_settle (lines, "aaaaaaaaaa1\n");
  g_assert_cmpstr (left, ==, "aaaaaaaaaa1\n");
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/submit-lines/kinds", test_kinds);
  g_test_add_func ("/submit-lines/rows", test_rows);
  g_test_add_func ("/submit-lines/word", test_word);
  g_test_add_func ("/submit-lines/unusable", test_unusable);
  g_test_add_func ("/submit-lines/split", test_split);
  g_test_add_func ("/submit-lines/free", test_free);
  g_test_add_func ("/submit-lines/hostile-line-is-one-line", test_hostile_line_is_one_line);
  g_test_add_func ("/submit-lines/lines-keep-their-objects", test_lines_keep_their_objects);
  g_test_add_func ("/submit-lines/known", test_known);
  g_test_add_func ("/submit-lines/pending-is-pointed-out", test_pending_is_pointed_out);
  g_test_add_func ("/submit-lines/hidden-is-pointed-out", test_hidden_is_pointed_out);
  g_test_add_func ("/submit-lines/take-known", test_take_known);
  g_test_add_func ("/submit-lines/known-follows-its-project", test_known_follows_its_project);
  g_test_add_func ("/submit-lines/line-notifies", test_line_notifies);
  g_test_add_func ("/submit-lines/outcomes", test_outcomes);
  g_test_add_func ("/submit-lines/asked-to-wait", test_asked_to_wait);
  g_test_add_func ("/submit-lines/withheld", test_withheld);
  g_test_add_func ("/submit-lines/withheld-without-project", test_withheld_without_project);
  g_test_add_func ("/submit-lines/count-accepted", test_count_accepted);
  g_test_add_func ("/submit-lines/accepted-stays-locked", test_accepted_stays_locked);
  g_test_add_func ("/submit-lines/settle", test_settle);
  g_test_add_func ("/submit-lines/submit-again", test_submit_again);
  g_test_add_func ("/submit-lines/refused-is-not-ready", test_refused_is_not_ready);
  g_test_add_func ("/submit-lines/credit-may-be-there", test_credit_may_be_there);
  g_test_add_func ("/submit-lines/junk-comes-back-once", test_junk_comes_back_once);
  g_test_add_func ("/submit-lines/repeated-line-is-kept", test_repeated_line_is_kept);
  return g_test_run ();
}
