/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-progress-strings.h"

#include "trs-test-utils.h"
#include "trs-strings.h"

/* 12 March 2026, 12:02:02 UTC */
#define SUBMITTED G_GINT64_CONSTANT (1773316922000000)

static TrsProject *
new_project (const char *state,
             const char *message,
             gint64      length)
{
  g_autoptr (TrsProjectRecord) detail = trs_project_record_new ();
  TrsProject *project = trs_project_new ("p1");

  detail->name = g_strdup ("Port strike");
  detail->video_id = g_strdup ("Kx81mQ4-tzA");
  detail->state = trs_project_state_from_string (state);
  detail->state_word = g_strdup (state);
  detail->message = g_strdup (message);
  detail->video_length = length;
  trs_project_update_from_detail (project, detail, 0);
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
  TrsProgressState shown;
  const char *heading;
} state_cases[] = {
  { NULL, TRS_PROJECT_WATCH_CHECKING, TRS_PROGRESS_WORKING, NULL },
  { "upload", TRS_PROJECT_WATCH_CHECKING, TRS_PROGRESS_WORKING, NULL },
  { "transcription", TRS_PROJECT_WATCH_OFFLINE, TRS_PROGRESS_WORKING, NULL },
  { "transcription", TRS_PROJECT_WATCH_NO_WORD, TRS_PROGRESS_WORKING, NULL },
  { "transcription", TRS_PROJECT_WATCH_NEEDS_KEY, TRS_PROGRESS_WORKING, NULL },
  { "transcription", TRS_PROJECT_WATCH_STOPPED, TRS_PROGRESS_STOPPED, "Stopped checking" },
  { "upload", TRS_PROJECT_WATCH_DISMISSED, TRS_PROGRESS_STOPPED, "Updates stopped" },
  { "error", TRS_PROJECT_WATCH_NONE, TRS_PROGRESS_FAILED, "Transcription failed" },
  { "transcription", TRS_PROJECT_WATCH_NOT_FOUND, TRS_PROGRESS_LOST, "The service no longer has this video" },
  { "done", TRS_PROJECT_WATCH_NONE, TRS_PROGRESS_READY, NULL },
  { "in <b>review</b>", TRS_PROJECT_WATCH_CHECKING, TRS_PROGRESS_ODD, "The service calls this “in <b>review</b>”" },
};

static void
test_states (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (state_cases); i++)
    {
      g_autoptr (TrsProject) project = state_cases[i].state != NULL ? new_project (state_cases[i].state, NULL, -1)
                                                                   : trs_project_new ("p1");

      trs_project_set_watch (project, state_cases[i].watch);
      g_assert_cmpint (trs_progress_state_of (project), ==, state_cases[i].shown);
      take_assert (trs_progress_string (NULL, project, "heading"), state_cases[i].heading);
    }
}

/* The states as the template names them. */
static void
test_names (void)
{
  const struct
  {
    const char *state;
    TrsProjectWatch watch;
    const char *name;
    gboolean halted;
  } cases[] = {
    { "upload", TRS_PROJECT_WATCH_CHECKING, "working", FALSE },
    { "upload", TRS_PROJECT_WATCH_STOPPED, "stopped", TRUE },
    { "upload", TRS_PROJECT_WATCH_NOT_FOUND, "lost", TRUE },
    { "done", TRS_PROJECT_WATCH_NONE, "ready", FALSE },
    { "error", TRS_PROJECT_WATCH_NONE, "failed", FALSE },
    { "in review", TRS_PROJECT_WATCH_CHECKING, "odd", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TrsProject) project = new_project (cases[i].state, NULL, -1);
      g_autofree char *among_others = g_strdup_printf ("none %s not-known", cases[i].name);

      trs_project_set_watch (project, cases[i].watch);
      g_assert_true (trs_progress_is (NULL, project, cases[i].name));
      g_assert_true (trs_progress_is (NULL, project, among_others));
      g_assert_false (trs_progress_is (NULL, project, "none not-known"));
      g_assert_cmpint (trs_progress_is_halted (project), ==, cases[i].halted);
    }
}

/* Before there is a project nothing is said, and nothing is shown. */
static void
test_no_project (void)
{
  static const char *const names[] = { "heading", "paragraph", "said", "price", "next-check", "submitted",
                                       "last-checked", "sent", "asked-language", "cost", "note" };

  g_assert_cmpint (trs_progress_state_of (NULL), ==, TRS_PROGRESS_NONE);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    take_assert (trs_progress_string (NULL, NULL, names[i]), NULL);
  g_assert_false (trs_progress_is (NULL, NULL, "working ready stopped lost failed not-known odd"));
}

static void
test_working (void)
{
  g_autoptr (TrsProject) project = new_project ("transcription", "Recognising speech", 2292);

  trs_project_set_submitted_at (project, SUBMITTED);
  trs_project_set_watch (project, TRS_PROJECT_WATCH_CHECKING);
  trs_project_set_checked (project, SUBMITTED + 128 * G_USEC_PER_SEC, SUBMITTED + 158 * G_USEC_PER_SEC);

  take_assert (trs_progress_strings_facts (project, SUBMITTED + G_USEC_PER_SEC),
               "Submitted 12:02  ·  Language detected automatically");
  take_assert (trs_progress_strings_facts (project, SUBMITTED + G_TIME_SPAN_DAY),
               "Submitted 12 March 2026, 12:02  ·  Language detected automatically");
  take_assert (trs_progress_strings_checked (project, SUBMITTED), "Running for 2 min · updated just now");
  take_assert (trs_progress_string (NULL, project, "next-check"), "Checks every 30 s");
  trs_project_set_checked (project, SUBMITTED + 128 * G_USEC_PER_SEC,
                           SUBMITTED + 157 * G_USEC_PER_SEC + 900 * G_TIME_SPAN_MILLISECOND);
  take_assert (trs_progress_string (NULL, project, "next-check"), "Checks every 30 s");
  /* a service on this computer */
  trs_project_set_checked (project, SUBMITTED + 128 * G_USEC_PER_SEC,
                           SUBMITTED + 130 * G_USEC_PER_SEC + 900 * G_TIME_SPAN_MILLISECOND);
  take_assert (trs_progress_string (NULL, project, "next-check"), "Checks every 3 s");
  take_assert (trs_progress_string (NULL, project, "cost"), "38 credits");
  take_assert (trs_progress_string (NULL, project, "cost-reason"),
               "38 min of video, already charged");
  /* a service that asks to wait is asked late, and then nothing is new */
  trs_project_set_checked (project, SUBMITTED + 128 * G_USEC_PER_SEC, SUBMITTED + 728 * G_USEC_PER_SEC);
  take_assert (trs_progress_strings_checked (project, SUBMITTED), "Updated 12:04");
  take_assert (trs_progress_strings_checked (project, SUBMITTED + G_TIME_SPAN_DAY), "Updated 12 March 2026, 12:04");
  take_assert (trs_progress_string (NULL, project, "next-check"), "Next check at 12:14");
  trs_project_set_watch (project, TRS_PROJECT_WATCH_OFFLINE);
  take_assert (trs_progress_string (NULL, project, "next-check"), "Can’t reach the service · trying again at 12:14");
  trs_project_set_watch (project, TRS_PROJECT_WATCH_NEEDS_KEY);
  take_assert (trs_progress_strings_checked (project, SUBMITTED), "Updated 12:04");
  take_assert (trs_progress_string (NULL, project, "next-check"), "Paused");
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
      g_autofree char *note = trs_progress_string (NULL, project, "note");

      g_assert_nonnull (strstr (note, "You can close this window."));
      g_assert_cmpint (strstr (note, "30 to 90 seconds") != NULL, ==, cases[i].hint);
    }
}

/* And nobody is told of 90 seconds after four minutes. */
static void
test_hint_only_while_it_may_be_true (void)
{
  const struct
  {
    gint64 elapsed;
    gboolean hint;
  } cases[] = { { 0, TRUE }, { 89, TRUE }, { 90, FALSE }, { 240, FALSE } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TrsProject) project = new_project ("transcription", NULL, 300);
      g_autofree char *note = NULL;

      trs_project_set_submitted_at (project, SUBMITTED);
      trs_project_set_checked (project, SUBMITTED + cases[i].elapsed * G_USEC_PER_SEC, 0);
      note = trs_progress_string (NULL, project, "note");
      g_assert_nonnull (strstr (note, "You can close this window."));
      g_assert_cmpint (strstr (note, "30 to 90 seconds") != NULL, ==, cases[i].hint);
    }
}

/* Nor is the transcript promised while the service is not reached. */
static void
test_nothing_is_promised_offline (void)
{
  g_autoptr (TrsProject) project = new_project ("transcription", NULL, 300);

  trs_project_set_watch (project, TRS_PROJECT_WATCH_OFFLINE);
  take_assert (trs_progress_string (NULL, project, "note"), NULL);
  trs_project_set_watch (project, TRS_PROJECT_WATCH_NEEDS_KEY);
  take_assert (trs_progress_string (NULL, project, "note"), NULL);
}

/* Of a project that the service lost, by its own words or those of its list, nobody says that the work goes on. */
static void
test_lost (void)
{
  static const TrsProjectWatch watches[] = { TRS_PROJECT_WATCH_CHECKING, TRS_PROJECT_WATCH_STOPPED,
                                             TRS_PROJECT_WATCH_DISMISSED, TRS_PROJECT_WATCH_NOT_FOUND };

  for (gsize i = 0; i < G_N_ELEMENTS (watches); i++)
    {
      g_autoptr (TrsProject) project = new_project ("transcription", NULL, 300);
      g_autofree char *paragraph = NULL;

      trs_project_set_watch (project, watches[i]);
      if (watches[i] != TRS_PROJECT_WATCH_NOT_FOUND)
        trs_project_set_missing_since (project, SUBMITTED);
      g_assert_cmpint (trs_progress_state_of (project), ==, TRS_PROGRESS_LOST);
      take_assert (trs_progress_string (NULL, project, "heading"), "The service no longer has this video");
      take_assert (trs_progress_string (NULL, project, "note"), NULL);
      paragraph = trs_progress_string (NULL, project, "paragraph");
      g_assert_null (strstr (paragraph, "working"));
    }
}

/* The heading blames what failed. */
static void
test_what_failed (void)
{
  g_autoptr (TrsProject) fetching = new_project ("upload", NULL, -1);
  g_autoptr (TrsProject) transcribing = new_project ("transcription", NULL, -1);
  TrsProject *projects[] = { fetching, transcribing };

  for (gsize i = 0; i < G_N_ELEMENTS (projects); i++)
    {
      g_autoptr (TrsProjectRecord) detail = trs_project_record_new ();

      detail->state = TRS_PROJECT_STATE_ERROR;
      detail->video_length = -1;
      trs_project_update_from_detail (projects[i], detail, 0);
    }
  /* The state in which it was seen last is not the state in which it failed. */
  for (gsize i = 0; i < G_N_ELEMENTS (projects); i++)
    take_assert (trs_progress_string (NULL, projects[i], "heading"), "Transcription failed");
}

static void
test_percent (void)
{
  static const struct
  {
    const char *message;
    int percent;
  } cases[] = {
    { "37 %", 37 },
    { "37%", 37 },
    { "Recognising speech, 0 %", 0 },
    { "Recognising speech: 37\xc2\xa0%.", 37 },
    { "Recognising speech (100%)", 100 },
    { "37 % done", 37 },
    { "37% complete.", 37 },
    { NULL, -1 },
    { "", -1 },
    { "%", -1 },
    { "Recognising speech, segment 14 of 39", -1 },
    { "100 % of nothing", -1 },
    { "12 % of the audio is silent", -1 },
    { "101 %", -1 },
    { "1000 %", -1 },
    { "99999999999999999999 %", -1 },
    { "-5 %", -1 },
    { "0.5 %", -1 },
    { "10-20 %", -1 },
    { "v2%", -1 },
    { "Step 1: 10 %, step 2: 20 %", -1 },
    { "37 %20", -1 },
    { "\xd9\xa3\xd9\xa7 %", -1 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TrsProject) project = new_project ("transcription", cases[i].message, -1);

      g_assert_cmpint (trs_progress_strings_percent (project), ==, cases[i].percent);
    }
}

static void
test_nothing_is_made_up (void)
{
  g_autoptr (TrsProject) project = trs_project_new ("p1");

  take_assert (trs_progress_strings_facts (project, SUBMITTED), "");
  take_assert (trs_progress_strings_checked (project, SUBMITTED), "Not checked yet");
  take_assert (trs_progress_string (NULL, project, "next-check"), NULL);
  take_assert (trs_progress_string (NULL, project, "cost"), "Not known yet");
}

/* The clock of the service may be ahead: no negative time. */
static void
test_clock_ahead (void)
{
  g_autoptr (TrsProject) project = new_project ("upload", NULL, 60);

  trs_project_set_submitted_at (project, SUBMITTED);
  trs_project_set_checked (project, SUBMITTED - G_USEC_PER_SEC, 0);
}

static void
test_failed (void)
{
  g_autoptr (TrsProject) silent = new_project ("error", NULL, -1);
  g_autoptr (TrsProject) outspoken = new_project ("error", "Q&A <b>\nno\u202eaudio", 720);

  take_assert (trs_progress_string (NULL, silent, "said"), "The service gave no reason.");
  take_assert (trs_progress_string (NULL, silent, "price"),
               "Trying again costs 1 credit per full minute of video again (minimum 1) and may fail again.");
  take_assert (trs_progress_string (NULL, outspoken, "said"), "“Q&A <b> noaudio”");
  take_assert (trs_progress_string (NULL, outspoken, "price"),
               "Trying again costs another 12 credits and may fail again.");
}

static void
test_no_word (void)
{
  g_autoptr (TrsProject) project = new_project ("upload", NULL, 720);

  trs_project_set_watch (project, TRS_PROJECT_WATCH_NO_WORD);
  trs_project_set_checked (project, 0, SUBMITTED + 25 * G_USEC_PER_SEC);
  take_assert (trs_progress_string (NULL, project, "next-check"),
               "No news from the service · checking again at 12:02");
}

static void
test_not_known (void)
{
  g_autoptr (TrsProject) pending = trs_project_new_pending ("1", "Kx81mQ4-tzA", NULL);
  g_autofree char *looking = NULL;
  g_autofree char *free_of_charge = NULL;
  g_autofree char *given_up = NULL;

  trs_project_set_submitted_at (pending, SUBMITTED);
  trs_project_set_watch (pending, TRS_PROJECT_WATCH_CHECKING);
  take_assert (trs_progress_strings_facts (pending, SUBMITTED), "Title not known yet");
  take_assert (trs_progress_strings_checked (pending, SUBMITTED), "Not checked yet");
  looking = trs_progress_string (NULL, pending, "paragraph");
  g_assert_nonnull (strstr (looking, "To avoid paying twice, Transcripts is checking your list"));
  /* An answer may have come as well, and have been unreadable. */
  g_assert_null (strstr (looking, "connection"));

  /* What costs nothing is not paid for. */
  trs_strings_set_free (TRUE);
  free_of_charge = trs_progress_string (NULL, pending, "paragraph");
  take_assert (trs_progress_string (NULL, pending, "price"), NULL);
  trs_strings_set_free (FALSE);
  g_assert_null (strstr (free_of_charge, "paying"));

  /* On This Computer it goes on by itself. */
  trs_strings_set_local (TRUE);
  take_assert (trs_progress_string (NULL, pending, "heading"), "Not submitted yet");
  take_assert (trs_progress_string (NULL, pending, "paragraph"),
               "The service on this computer has stopped. The recording is submitted by itself as soon as it runs "
               "again.");
  trs_strings_set_local (FALSE);

  trs_project_set_checked (pending, SUBMITTED + 15 * G_USEC_PER_SEC, SUBMITTED + 25 * G_USEC_PER_SEC);
  take_assert (trs_progress_strings_checked (pending, SUBMITTED), "Checked 12:02");
  take_assert (trs_progress_strings_checked (pending, SUBMITTED + G_TIME_SPAN_DAY), "Checked 12 March 2026, 12:02");
  take_assert (trs_progress_string (NULL, pending, "next-check"), "Not found yet · checking again at 12:02");

  trs_project_set_watch (pending, TRS_PROJECT_WATCH_NO_WORD);
  take_assert (trs_progress_string (NULL, pending, "next-check"),
               "Your list could not be read · checking again at 12:02");

  trs_project_set_watch (pending, TRS_PROJECT_WATCH_STOPPED);
  given_up = trs_progress_string (NULL, pending, "paragraph");
  g_assert_null (strstr (given_up, "is checking"));
  take_assert (trs_progress_string (NULL, pending, "next-check"), "Not found in your list");
}

int
main (int   argc,
      char *argv[])
{
  g_setenv ("TZ", "UTC", TRUE);
  trs_test_init (&argc, &argv);
  g_test_add_func ("/progress-strings/states", test_states);
  g_test_add_func ("/progress-strings/names", test_names);
  g_test_add_func ("/progress-strings/no-project", test_no_project);
  g_test_add_func ("/progress-strings/working", test_working);
  g_test_add_func ("/progress-strings/no-word", test_no_word);
  g_test_add_func ("/progress-strings/hint-only-for-short-videos", test_hint_only_for_short_videos);
  g_test_add_func ("/progress-strings/hint-only-while-it-may-be-true", test_hint_only_while_it_may_be_true);
  g_test_add_func ("/progress-strings/nothing-is-promised-offline", test_nothing_is_promised_offline);
  g_test_add_func ("/progress-strings/lost", test_lost);
  g_test_add_func ("/progress-strings/what-failed", test_what_failed);
  g_test_add_func ("/progress-strings/percent", test_percent);
  g_test_add_func ("/progress-strings/nothing-is-made-up", test_nothing_is_made_up);
  g_test_add_func ("/progress-strings/clock-ahead", test_clock_ahead);
  g_test_add_func ("/progress-strings/failed", test_failed);
  g_test_add_func ("/progress-strings/not-known", test_not_known);
  return g_test_run ();
}
