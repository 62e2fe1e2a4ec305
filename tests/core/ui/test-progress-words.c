/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-progress-words.h"

#include "trs-test-utils.h"

/* 12 March 2026, 12:02:02 UTC */
#define SUBMITTED G_GINT64_CONSTANT (1773316922000000)

static TrsProject *
new_project (const char *state,
             const char *message,
             gint64      length)
{
  g_autoptr (TrsDetailRecord) detail = trs_detail_record_new ();
  TrsProject *project = trs_project_new ("p1");

  detail->name = g_strdup ("Port strike");
  detail->video_id = g_strdup ("Kx81mQ4-tzA");
  detail->state = trs_project_state_from_string (state);
  detail->state_word = g_strdup (state);
  detail->message = g_strdup (message);
  detail->video_length = length;
  trs_project_update_from_detail (project, detail);
  return project;
}

static void
take_assert (char       *words,
             const char *expected)
{
  g_assert_cmpstr (words, ==, expected);
  g_free (words);
}

static const struct
{
  const char *state;
  TrsProjectWatch watch;
  TrsProgressFace face;
  const char *heading;
} face_cases[] = {
  { NULL, TRS_PROJECT_WATCH_CHECKING, TRS_PROGRESS_WORKING, NULL },
  { "upload", TRS_PROJECT_WATCH_CHECKING, TRS_PROGRESS_WORKING, NULL },
  { "transcription", TRS_PROJECT_WATCH_OFFLINE, TRS_PROGRESS_WORKING, NULL },
  { "transcription", TRS_PROJECT_WATCH_NO_WORD, TRS_PROGRESS_WORKING, NULL },
  { "transcription", TRS_PROJECT_WATCH_NEEDS_KEY, TRS_PROGRESS_WORKING, NULL },
  { "transcription", TRS_PROJECT_WATCH_STOPPED, TRS_PROGRESS_STOPPED, "Stopped checking" },
  { "upload", TRS_PROJECT_WATCH_DISMISSED, TRS_PROGRESS_STOPPED, "No longer watched" },
  { "error", TRS_PROJECT_WATCH_NONE, TRS_PROGRESS_FAILED, "The service could not transcribe this video" },
  { "done", TRS_PROJECT_WATCH_NONE, TRS_PROGRESS_READY, NULL },
  { "in <b>review</b>", TRS_PROJECT_WATCH_CHECKING, TRS_PROGRESS_ODD, "The service calls this “in <b>review</b>”" },
};

static void
test_faces (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (face_cases); i++)
    {
      g_autoptr (TrsProject) project = face_cases[i].state != NULL ? new_project (face_cases[i].state, NULL, -1)
                                                                   : trs_project_new ("p1");

      trs_project_set_watch (project, face_cases[i].watch);
      g_assert_cmpint (trs_progress_face_of (project), ==, face_cases[i].face);
      take_assert (trs_progress_words_heading (project), face_cases[i].heading);
    }
}

static void
test_working (void)
{
  g_autoptr (TrsProject) project = new_project ("transcription", "Recognising speech", 2292);

  trs_project_set_submitted_at (project, SUBMITTED);
  trs_project_set_watch (project, TRS_PROJECT_WATCH_CHECKING);
  trs_project_set_checked (project, SUBMITTED + 128 * G_USEC_PER_SEC, SUBMITTED + 158 * G_USEC_PER_SEC);

  take_assert (trs_progress_words_facts (project, SUBMITTED + G_USEC_PER_SEC),
               "Submitted 12:02  ·  Language detected automatically");
  take_assert (trs_progress_words_facts (project, SUBMITTED + G_TIME_SPAN_DAY),
               "Submitted 12 March 2026, 12:02  ·  Language detected automatically");
  take_assert (trs_progress_words_elapsed (project), "2 min 08 s");
  take_assert (trs_progress_words_checked (project), "Checked 12:04:10");
  take_assert (trs_progress_words_next_check (project), "Next check at 12:04:40");
  take_assert (trs_progress_words_cost (project), "38 credits");
  take_assert (trs_progress_words_cost_reason (project),
               "38 min 12 s of video · taken when the service accepted it");
  trs_project_set_watch (project, TRS_PROJECT_WATCH_NEEDS_KEY);
  take_assert (trs_progress_words_next_check (project), "Paused, needs the key");
}

/* The number that the interface gives is for videos under 10 minutes only. */
static void
test_hint_only_for_short_videos (void)
{
  const struct
  {
    gint64 length;
    gboolean hint;
  } cases[] = { { -1, FALSE }, { 0, FALSE }, { 1, TRUE }, { 599, TRUE }, { 600, FALSE }, { 2292, FALSE } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TrsProject) project = new_project ("upload", NULL, cases[i].length);
      g_autofree char *note = trs_progress_words_note (project);

      g_assert_nonnull (strstr (note, "You can close this window."));
      g_assert_cmpint (strstr (note, "30 to 90 seconds") != NULL, ==, cases[i].hint);
    }
}

static void
test_nothing_is_made_up (void)
{
  g_autoptr (TrsProject) project = trs_project_new ("p1");

  take_assert (trs_progress_words_facts (project, SUBMITTED), "");
  take_assert (trs_progress_words_elapsed (project), NULL);
  take_assert (trs_progress_words_checked (project), "Not checked yet");
  take_assert (trs_progress_words_next_check (project), NULL);
  take_assert (trs_progress_words_cost (project), "Not told yet");
  take_assert (trs_progress_words_language (project), NULL);
}

/* The clock of the service may be ahead: no negative time. */
static void
test_clock_ahead (void)
{
  g_autoptr (TrsProject) project = new_project ("upload", NULL, 60);

  trs_project_set_submitted_at (project, SUBMITTED);
  trs_project_set_checked (project, SUBMITTED - G_USEC_PER_SEC, 0);
  take_assert (trs_progress_words_elapsed (project), NULL);
}

static void
test_failed (void)
{
  g_autoptr (TrsProject) silent = new_project ("error", NULL, -1);
  g_autoptr (TrsProject) outspoken = new_project ("error", "Q&A <b>\nno\u202eaudio", 720);

  take_assert (trs_progress_words_said (silent), "The service gave no reason.");
  take_assert (trs_progress_words_price (silent), "Another attempt is a new project. It costs 1 credit per whole "
                                                  "minute again, at least 1, and may fail again.");
  take_assert (trs_progress_words_said (outspoken), "“Q&A <b> noaudio”");
  take_assert (trs_progress_words_price (outspoken), "Another attempt is a new project. It costs 12 credits again, and "
                                                     "may fail again.");
}

static void
test_no_word (void)
{
  g_autoptr (TrsProject) project = new_project ("upload", NULL, 720);

  trs_project_set_watch (project, TRS_PROJECT_WATCH_NO_WORD);
  trs_project_set_checked (project, 0, SUBMITTED + 25 * G_USEC_PER_SEC);
  take_assert (trs_progress_words_next_check (project),
               "The service did not say how far it is · next check at 12:02:27");
}

static void
test_not_known (void)
{
  g_autoptr (TrsProject) pending = trs_project_new_pending ("1", "Kx81mQ4-tzA", NULL);
  g_autofree char *looking = NULL;
  g_autofree char *given_up = NULL;

  trs_project_set_submitted_at (pending, SUBMITTED);
  trs_project_set_watch (pending, TRS_PROJECT_WATCH_CHECKING);
  take_assert (trs_progress_words_facts (pending, SUBMITTED), "The title is not known yet");
  take_assert (trs_progress_words_checked (pending), "Not looked for yet");
  looking = trs_progress_words_paragraph (pending);
  g_assert_nonnull (strstr (looking, "is looking for the video"));
  /* An answer may have come as well, and have been unreadable. */
  g_assert_null (strstr (looking, "connection"));

  trs_project_set_checked (pending, SUBMITTED + 15 * G_USEC_PER_SEC, SUBMITTED + 25 * G_USEC_PER_SEC);
  take_assert (trs_progress_words_checked (pending), "Looked at 12:02:17");
  take_assert (trs_progress_words_next_check (pending), "Not in the list yet · next look at 12:02:27");

  trs_project_set_watch (pending, TRS_PROJECT_WATCH_NO_WORD);
  take_assert (trs_progress_words_next_check (pending),
               "The list of the service could not be read · next look at 12:02:27");

  trs_project_set_watch (pending, TRS_PROJECT_WATCH_STOPPED);
  given_up = trs_progress_words_paragraph (pending);
  g_assert_null (strstr (given_up, "is looking for the video"));
  take_assert (trs_progress_words_next_check (pending), "Not in the list");
}

int
main (int   argc,
      char *argv[])
{
  g_setenv ("TZ", "UTC", TRUE);
  trs_test_init (&argc, &argv);
  g_test_add_func ("/progress-words/faces", test_faces);
  g_test_add_func ("/progress-words/working", test_working);
  g_test_add_func ("/progress-words/no-word", test_no_word);
  g_test_add_func ("/progress-words/hint-only-for-short-videos", test_hint_only_for_short_videos);
  g_test_add_func ("/progress-words/nothing-is-made-up", test_nothing_is_made_up);
  g_test_add_func ("/progress-words/clock-ahead", test_clock_ahead);
  g_test_add_func ("/progress-words/failed", test_failed);
  g_test_add_func ("/progress-words/not-known", test_not_known);
  return g_test_run ();
}
