/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-highlight-strings.h"
#include "trs-project-strings.h"
#include "trs-strings.h"
#include "trs-test-utils.h"

/* 2026-03-12 12:04:40 UTC */
#define NOON (G_GINT64_CONSTANT (1773317080) * G_USEC_PER_SEC)
#define HOUR (G_GINT64_CONSTANT (3600) * G_USEC_PER_SEC)
#define DAY (24 * HOUR)

static void
assert_words (char       *actual,
              const char *expected)
{
  g_assert_cmpstr (actual, ==, expected);
  g_free (actual);
}

static void
test_times (void)
{
  assert_words (trs_strings_time (NOON), "12:04");
  assert_words (trs_strings_date_long (NOON), "12 March 2026");
  assert_words (trs_strings_date_time (NOON), "12 March 2026, 12:04");
  assert_words (trs_strings_date_time_seconds (NOON), "12 March 2026, 12:04:40");
}

static void
test_short_dates (void)
{
  assert_words (trs_strings_date_short (NOON, NOON + HOUR), "12:04");
  /* yesterday evening is not today, although fewer than 24 hours have passed */
  assert_words (trs_strings_date_short (NOON - DAY / 2 - HOUR, NOON), "11 Mar");
  assert_words (trs_strings_date_short (NOON - 9 * DAY, NOON), "3 Mar");
  assert_words (trs_strings_date_short (NOON - 365 * DAY, NOON), "12 Mar 2025");
  /* the same day of another year */
  assert_words (trs_strings_date_short (NOON, NOON + 365 * DAY), "12 Mar 2026");
  assert_words (trs_strings_date_short (0, NOON), "");
}

static void
test_same_day (void)
{
  g_assert_true (trs_strings_same_day (NOON, NOON + HOUR));
  g_assert_true (trs_strings_same_day (NOON + HOUR, NOON));
  g_assert_false (trs_strings_same_day (NOON - DAY / 2 - HOUR, NOON));
  g_assert_false (trs_strings_same_day (NOON, NOON + 365 * DAY));
  g_assert_false (trs_strings_same_day (0, NOON));
}

static void
assert_group (gint64      time,
              gint64      now,
              const char *title,
              gint64      same_as)
{
  assert_words (trs_strings_date_group_title (time, now), title);
  g_assert_cmpint (trs_strings_date_group (time, now), ==, trs_strings_date_group (same_as, now));
}

/* The latest days one by one, and the rest by the month; a month that has such days is another group. */
static void
test_date_groups (void)
{
  const gint64 hour = G_GINT64_CONSTANT (3600000000);
  const gint64 day = hour * 24;

  assert_group (NOON, NOON, "Today", NOON - 11 * hour);
  /* by a clock that is ahead, under the same heading as what is of today */
  assert_group (NOON + 23 * hour, NOON, "Today", NOON);
  assert_group (NOON + day, NOON, "Friday, 13 March", NOON + 25 * hour);
  assert_group (NOON + 3 * day, NOON, "Sunday, 15 March", NOON + 3 * day);
  assert_group (NOON + 30 * day, NOON, "April 2026", NOON + 40 * day);
  assert_group (NOON - 13 * hour, NOON, "Yesterday", NOON - 35 * hour);
  assert_group (NOON - 3 * day, NOON, "Monday, 9 March", NOON - 3 * day);
  assert_group (NOON - 7 * day, NOON, "March 2026", NOON - 10 * day);
  assert_group (NOON - 20 * day, NOON, "February 2026", NOON - 30 * day);
  g_assert_cmpint (trs_strings_date_group (NOON - 6 * day, NOON), !=, trs_strings_date_group (NOON - 7 * day, NOON));
  g_assert_cmpint (trs_strings_date_group (NOON - day, NOON), !=, trs_strings_date_group (NOON, NOON));
  g_assert_cmpint (trs_strings_date_group (NOON - 365 * day, NOON), !=, trs_strings_date_group (NOON - 8 * day, NOON));
}

static void
test_durations (void)
{
  static const struct
  {
    gint64 seconds;
    const char *words;
  } cases[] = {
    { -1, "0 s" },
    { 0, "0 s" },
    { 20, "20 s" },
    { 59, "59 s" },
    { 60, "1 min" },
    { 2292, "38 min" },
    { 3599, "59 min" },
    { 3600, "1 h 00 min" },
    { 3840, "1 h 04 min" },
    { 10000000, "2777 h 46 min" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_words (trs_strings_duration (cases[i].seconds), cases[i].words);
}

static void
test_credits (void)
{
  assert_words (trs_strings_credits (0), "0 credits");
  assert_words (trs_strings_credits (1), "1 credit");
  assert_words (trs_strings_credits (12), "12 credits");
}

static TrsProject *
make_project (const char *title,
              const char *state)
{
  g_autoptr (TrsProjectRecord) record = trs_project_record_new ();
  TrsProject *project = trs_project_new ("5f1c2a30-0000-4000-8000-000000000001");

  record->id = g_strdup ("5f1c2a30-0000-4000-8000-000000000001");
  record->name = g_strdup (title);
  record->video_id = g_strdup ("dQw4w9WgXcQ");
  record->state = trs_project_state_from_string (state);
  record->state_word = g_strdup (state);
  trs_test_tell_record (project, record, 0);
  return project;
}

static void
set_detail (TrsProject *project,
            const char *language,
            gint64      length)
{
  g_autoptr (TrsProjectRecord) detail = trs_project_record_new ();

  detail->state = trs_project_get_state (project);
  detail->language = g_strdup (language);
  detail->video_length = length;
  trs_project_update_from_detail (project, detail, 0);
}

static void
assert_row (TrsProject *project,
            const char *status,
            const char *icon,
            const char *mood)
{
  assert_words (trs_project_strings_status (project), status);
  g_assert_cmpstr (trs_project_strings_look (project).icon, ==, icon);
  g_assert_cmpstr (trs_project_strings_look (project).style_class, ==, mood);
}

static void
test_under_way (void)
{
  g_autoptr (TrsProject) project = make_project ("Port strike", "transcription");

  assert_row (project, "Transcribing", "transcripts-working-symbolic", "working");
  trs_project_set_watch (project, TRS_PROJECT_WATCH_CHECKING);
  assert_row (project, "Transcribing", "transcripts-working-symbolic", "working");
  /* That it was checked, and when, the line below the list says once. */
  trs_project_set_checked (project, NOON, 0);
  assert_row (project, "Transcribing", "transcripts-working-symbolic", "working");
  trs_project_set_watch (project, TRS_PROJECT_WATCH_OFFLINE);
  assert_row (project, "Transcribing · not updated", "network-offline-symbolic", NULL);
  trs_project_set_watch (project, TRS_PROJECT_WATCH_NEEDS_KEY);
  assert_row (project, "Transcribing · paused", "dialog-password-symbolic", NULL);
  trs_project_set_watch (project, TRS_PROJECT_WATCH_STOPPED);
  assert_row (project, "Stopped checking", "media-playback-pause-symbolic", "halted");
  trs_project_set_watch (project, TRS_PROJECT_WATCH_DISMISSED);
  assert_row (project, "Transcribing · updates off", "media-playback-pause-symbolic", "halted");
  trs_project_set_watch (project, TRS_PROJECT_WATCH_NOT_FOUND);
  assert_row (project, "Not found at the service", "dialog-warning-symbolic", "halted");
}

static void
test_states (void)
{
  g_autoptr (TrsProject) upload = make_project ("A", "upload");
  g_autoptr (TrsProject) strange = make_project ("B", "proof\nreading");
  g_autoptr (TrsProject) failed = make_project ("C", "error");

  trs_project_set_watch (upload, TRS_PROJECT_WATCH_CHECKING);
  trs_project_set_checked (upload, NOON, 0);
  assert_row (upload, "Fetching the video", "folder-download-symbolic", "working");
  assert_row (strange, "State “proof reading”", "dialog-question-symbolic", "halted");
  assert_row (failed, "Failed", "dialog-error-symbolic", "failed");
}

static void
test_failed_cost (void)
{
  g_autoptr (TrsProject) project = make_project ("Press briefing", "transcription");
  g_autoptr (TrsProjectRecord) record = trs_project_record_new ();

  set_detail (project, NULL, 12 * 60 + 5);
  record->id = g_strdup (trs_project_get_id (project));
  record->name = g_strdup ("Press briefing");
  record->state = TRS_PROJECT_STATE_ERROR;
  trs_test_tell_record (project, record, 0);
  assert_row (project, "Failed · 12 credits spent", "dialog-error-symbolic", "failed");
  /* the sample service speaks of no credits */
  trs_strings_set_free (TRUE);
  assert_row (project, "Failed", "dialog-error-symbolic", "failed");
  trs_strings_set_free (FALSE);
}

static void
test_resting (void)
{
  g_autoptr (TrsProject) working = make_project ("hearing.wav", "transcription");
  g_autoptr (TrsProject) waiting = make_project ("hearing.wav", "upload");
  g_autoptr (TrsProject) done = make_project ("hearing.wav", "done");

  trs_strings_set_resting (TRUE);
  /* a service elsewhere goes on */
  assert_row (working, "Transcribing", "transcripts-working-symbolic", "working");
  trs_strings_set_local (TRUE);
  assert_row (working, "Transcribing · paused", "media-playback-pause-symbolic", NULL);
  assert_row (waiting, "Reading the recording · paused", "media-playback-pause-symbolic", NULL);
  assert_row (done, "Done", NULL, NULL);
  trs_strings_set_resting (FALSE);
  assert_row (working, "Transcribing", "transcripts-working-symbolic", "working");
  trs_strings_set_local (FALSE);
}

static void
test_done (void)
{
  g_autoptr (TrsProject) project = make_project ("City council", "done");

  assert_row (project, "Done", NULL, NULL);
  set_detail (project, "en", -1);
  assert_row (project, "English", NULL, NULL);
  set_detail (project, "en", 3840);
  assert_row (project, "English · 1 h 04 min", NULL, NULL);
  /* what was watched once has nothing to wait for */
  trs_project_set_watch (project, TRS_PROJECT_WATCH_OFFLINE);
  assert_row (project, "English · 1 h 04 min", NULL, NULL);
  trs_project_set_empty_text (project, TRUE);
  assert_row (project, "No speech was found", NULL, NULL);
}

/* What has just been accepted is called by its video, until the service tells a title, with something to see in
 * it. */
static void
test_no_title_yet (void)
{
  g_autoptr (TrsProject) project = make_project (NULL, "upload");
  g_autoptr (TrsProject) empty = make_project ("", "upload");

  assert_words (trs_project_strings_title (project), "dQw4w9WgXcQ");
  assert_words (trs_project_strings_titles (project), "dQw4w9WgXcQ");
  assert_words (trs_project_strings_title (empty), "dQw4w9WgXcQ");
  trs_project_set_local_title (project, "Mine");
  assert_words (trs_project_strings_title (project), "Mine");
  assert_words (trs_project_strings_titles (project), "Mine");
}

static void
test_pending (void)
{
  g_autoptr (TrsProject) project = trs_project_new_pending ("pending:1", "Kx81mQ4-tzA", NULL);
  g_autoptr (GListStore) candidates = g_list_store_new (TRS_TYPE_PROJECT);

  assert_words (trs_project_strings_title (project), "Kx81mQ4-tzA");
  trs_project_set_watch (project, TRS_PROJECT_WATCH_CHECKING);
  trs_project_set_checked (project, NOON, 0);
  assert_row (project, "Not confirmed · checking", "dialog-question-symbolic", "halted");
  trs_strings_set_local (TRUE);
  assert_row (project, "Not submitted yet", "dialog-question-symbolic", "halted");
  trs_strings_set_local (FALSE);
  trs_project_set_watch (project, TRS_PROJECT_WATCH_OFFLINE);
  assert_row (project, "Not confirmed · not updated", "network-offline-symbolic", NULL);
  trs_project_set_watch (project, TRS_PROJECT_WATCH_STOPPED);
  assert_row (project, "Stopped checking", "media-playback-pause-symbolic", "halted");

  g_list_store_append (candidates, project);
  trs_project_set_candidates (project, G_LIST_MODEL (candidates));
  assert_row (project, "Not confirmed · more than one in the list", "media-playback-pause-symbolic", "halted");
  trs_project_set_watch (project, TRS_PROJECT_WATCH_CHECKING);
  assert_row (project, "Not confirmed · more than one in the list", "dialog-question-symbolic", "halted");
  /* the model holds the project */
  trs_project_set_candidates (project, NULL);
}

static void
test_spoken (void)
{
  assert_words (trs_project_strings_spoken_as ("Port strike", "Transcribing", FALSE), "Port strike, Transcribing");
  assert_words (trs_project_strings_spoken_as ("Port strike", "Failed · 12:04", TRUE),
                "Port strike, Failed, 12:04, unread");
}

static void
test_no_longer_listed (void)
{
  g_autoptr (TrsProject) project = trs_project_new ("p1");
  g_autofree char *listed = trs_project_strings_missing (project, TRUE);
  g_autofree char *with_text = NULL;
  g_autofree char *without_text = NULL;
  g_autofree char *status = NULL;

  g_assert_null (listed);
  trs_project_set_local_title (project, "Mine");
  trs_project_set_missing_since (project, 77);
  status = trs_project_strings_status (project);
  with_text = trs_project_strings_missing (project, TRUE);
  without_text = trs_project_strings_missing (project, FALSE);
  g_assert_cmpstr (status, ==, "No longer listed by the service");
  g_assert_nonnull (strstr (with_text, "can still be read"));
  g_assert_null (strstr (without_text, "be read"));
  g_assert_nonnull (trs_project_strings_look (project).icon);
  g_assert_null (trs_project_strings_look (project).style_class);
}

/* What is bound to another version of a text says what it is, and is never taken for a highlight. */
static void
test_lost (void)
{
  TrsAnnotation name = { .kind = TRS_ANNOTATION_NAME, .number = 2, .text = (char *) "Anna\nBerg", .version = 5 };
  TrsAnnotation merge = { .kind = TRS_ANNOTATION_MERGE, .number = 3, .other = 2, .version = 5 };
  TrsAnnotation given = { .kind = TRS_ANNOTATION_SPEAKER, .number = 3, .words = (char *) "Yes.\tNo.", .version = 5 };
  TrsAnnotation check = { .kind = TRS_ANNOTATION_CHECKED, .words = (char *) "Yes.", .version = 5 };
  TrsAnnotation highlight = { .kind = TRS_ANNOTATION_HIGHLIGHT,
                              .number = TRS_HIGHLIGHT_GREEN,
                              .words = (char *)"Yes." };
  g_autoptr (TrsAnnotations) annotations = trs_annotations_new ();

  g_ptr_array_add (annotations, trs_annotation_copy (&name));
  g_ptr_array_add (annotations, trs_annotation_copy (&merge));
  assert_words (trs_highlight_strings_what (annotations, &name), "Named Anna Berg");
  assert_words (trs_highlight_strings_words (&name), "Speaker 2");
  assert_words (trs_highlight_strings_what (annotations, &merge), "Same person as Speaker 2");
  assert_words (trs_highlight_strings_words (&merge), "Speaker 3");
  assert_words (trs_highlight_strings_what (annotations, &given), "Given to Anna Berg");
  assert_words (trs_highlight_strings_words (&given), "Yes. No.");
  assert_words (trs_highlight_strings_what (annotations, &check), "Checked");
  assert_words (trs_highlight_strings_words (&check), "Yes.");
  assert_words (trs_highlight_strings_what (annotations, &highlight), "Fact");
  for (TrsAnnotationKind kind = TRS_ANNOTATION_NAME; kind < TRS_ANNOTATION_HIGHLIGHT; kind++)
    {
      g_assert_cmpstr (trs_highlight_strings_lost (kind).remove, !=, "Remove Highlight");
      g_assert_cmpstr (trs_highlight_strings_lost (kind).removed, !=, "Highlight removed");
    }
}

int
main (int   argc,
      char *argv[])
{
  g_setenv ("TZ", "UTC", TRUE);
  trs_test_init (&argc, &argv);
  g_test_add_func ("/words/times", test_times);
  g_test_add_func ("/words/lost", test_lost);
  g_test_add_func ("/words/short-dates", test_short_dates);
  g_test_add_func ("/words/same-day", test_same_day);
  g_test_add_func ("/words/date-groups", test_date_groups);
  g_test_add_func ("/words/durations", test_durations);
  g_test_add_func ("/words/credits", test_credits);
  g_test_add_func ("/words/under-way", test_under_way);
  g_test_add_func ("/words/states", test_states);
  g_test_add_func ("/words/failed-cost", test_failed_cost);
  g_test_add_func ("/words/resting", test_resting);
  g_test_add_func ("/words/done", test_done);
  g_test_add_func ("/words/no-title-yet", test_no_title_yet);
  g_test_add_func ("/words/pending", test_pending);
  g_test_add_func ("/words/spoken", test_spoken);
  g_test_add_func ("/words/no-longer-listed", test_no_longer_listed);
  return g_test_run ();
}
