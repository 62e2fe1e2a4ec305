/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The one merge, as tables: what is known, what is told, what is known then. */
#include "trs-project-data.h"
#include "trs-test-utils.h"

#include <string.h>

#define NOW 1000

#define UNKNOWN TRS_PROJECT_STATE_UNKNOWN
#define UPLOAD TRS_PROJECT_STATE_UPLOAD
#define WORK TRS_PROJECT_STATE_TRANSCRIPTION
#define DONE TRS_PROJECT_STATE_DONE
#define ERROR TRS_PROJECT_STATE_ERROR

static TrsProjectData *
make_data (TrsProjectState state)
{
  TrsProjectData *data = trs_project_data_new ("p");

  data->state = state;
  if (state != UNKNOWN)
    data->state_word = g_strdup (trs_project_state_to_string (state));
  data->message = g_strdup ("Old words");
  return data;
}

static TrsProjectRecord *
make_record (TrsProjectState state)
{
  TrsProjectRecord *record = trs_project_record_new ();

  record->id = g_strdup ("p");
  record->state = state;
  if (state != UNKNOWN)
    record->state_word = g_strdup (trs_project_state_to_string (state));
  return record;
}

static TrsProjectRecord *
make_detail (TrsProjectState  state,
             const char      *text)
{
  TrsProjectRecord *detail = trs_project_record_new ();

  detail->id = g_strdup ("p");
  detail->state = state;
  if (state != UNKNOWN)
    detail->state_word = g_strdup (trs_project_state_to_string (state));
  detail->message = g_strdup ("New words");
  if (text != NULL)
    detail->text = g_bytes_new (text, strlen (text));
  return detail;
}

static const TrsProjectState states[] = { UNKNOWN, UPLOAD, WORK, DONE, ERROR };

/* Rows: what is known; columns: what is told; both in the order of states[]. */
static void
test_record_states (void)
{
  static const TrsProjectState after[5][5] = {
    { UNKNOWN, UPLOAD, WORK, DONE, ERROR },
    { UPLOAD, UPLOAD, WORK, DONE, ERROR },
    { WORK, UPLOAD, WORK, DONE, ERROR },
    { DONE, DONE, DONE, DONE, DONE },
    { ERROR, ERROR, ERROR, DONE, ERROR },
  };

  for (guint known = 0; known < 5; known++)
    for (guint told = 0; told < 5; told++)
      {
        g_autoptr (TrsProjectData) data = make_data (states[known]);
        g_autoptr (TrsProjectRecord) record = make_record (states[told]);
        gboolean changed = trs_project_data_merge_record (data, record, FALSE, NOW);

        g_assert_cmpint (data->state, ==, after[known][told]);
        g_assert_cmpint (changed, ==, after[known][told] != states[known]);
        /* Words about the old state would be wrong beside the new one. */
        g_assert_cmpstr (data->message, ==, changed ? NULL : "Old words");
        if (data->state != UNKNOWN)
          g_assert_cmpstr (data->state_word, ==, trs_project_state_to_string (data->state));
        g_assert_false (trs_project_data_merge_record (data, record, FALSE, NOW + 1));
      }
}

/* Only where no text was seen, a detail settles that it failed. */
static void
test_detail_states (void)
{
  static const struct
  {
    TrsProjectState known;
    gboolean has_text;
    const char *language;
    TrsProjectState told;
    const char *text;
    TrsProjectState state;
    const char *message;
  } cases[] = {
    { UPLOAD, FALSE, NULL, WORK, NULL, WORK, "New words" },
    { UPLOAD, FALSE, NULL, UPLOAD, NULL, UPLOAD, "New words" },
    { UPLOAD, FALSE, NULL, UNKNOWN, NULL, UPLOAD, "New words" },
    { UPLOAD, FALSE, NULL, UNKNOWN, "text", DONE, "New words" },
    { WORK, FALSE, NULL, WORK, "text", DONE, "New words" },
    { WORK, FALSE, NULL, ERROR, NULL, ERROR, "New words" },
    { DONE, FALSE, NULL, ERROR, NULL, ERROR, "New words" },
    { DONE, TRUE, NULL, ERROR, NULL, DONE, "Old words" },
    { DONE, FALSE, "en", ERROR, NULL, DONE, "Old words" },
    { DONE, TRUE, NULL, WORK, NULL, DONE, "Old words" },
    { DONE, FALSE, NULL, WORK, NULL, DONE, "Old words" },
    { DONE, TRUE, NULL, DONE, "text", DONE, "New words" },
    { ERROR, FALSE, NULL, WORK, NULL, ERROR, "Old words" },
    { ERROR, FALSE, NULL, UNKNOWN, NULL, ERROR, "New words" },
    { ERROR, FALSE, NULL, ERROR, "text", DONE, "New words" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TrsProjectData) data = make_data (cases[i].known);
      g_autoptr (TrsProjectRecord) detail = make_detail (cases[i].told, cases[i].text);

      data->has_text = cases[i].has_text;
      data->language = g_strdup (cases[i].language);
      trs_project_data_merge_record (data, detail, TRUE, NOW);
      g_assert_cmpint (data->state, ==, cases[i].state);
      g_assert_cmpstr (data->message, ==, cases[i].message);
      g_assert_cmpint (data->has_text, ==, cases[i].has_text || cases[i].text != NULL);
    }
}

static void
test_transitions (void)
{
  static const struct
  {
    TrsProjectState from;
    gboolean was_told;
    gint64 submitted_at;
    TrsProjectState to;
    gint64 fetched;
    gint64 finished;
    TrsProjectState failed_in;
  } cases[] = {
    { UPLOAD, TRUE, 0, WORK, NOW, 0, UPLOAD },
    { UPLOAD, TRUE, 0, DONE, NOW, NOW, UPLOAD },
    { UPLOAD, TRUE, 0, ERROR, 0, NOW, UPLOAD },
    { WORK, TRUE, 0, DONE, 0, NOW, WORK },
    { WORK, TRUE, 0, ERROR, 0, NOW, WORK },
    { UNKNOWN, FALSE, 0, DONE, 0, 0, UNKNOWN },
    { UNKNOWN, FALSE, 0, ERROR, 0, 0, UNKNOWN },
    { UNKNOWN, TRUE, 0, DONE, 0, NOW, UNKNOWN },
    { UNKNOWN, FALSE, 7, WORK, NOW, 0, UNKNOWN },
    { UNKNOWN, FALSE, 7, DONE, NOW, NOW, UNKNOWN },
    { ERROR, TRUE, 0, DONE, 0, 0, UNKNOWN },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TrsProjectData) data = make_data (cases[i].from);
      g_autoptr (TrsProjectRecord) record = make_record (cases[i].to);

      data->submitted_at = cases[i].submitted_at;
      g_free (data->state_word);
      data->state_word = cases[i].was_told ? g_strdup ("word") : NULL;
      g_assert_true (trs_project_data_merge_record (data, record, FALSE, NOW));
      g_assert_cmpint (data->fetched_seen_at, ==, cases[i].fetched);
      g_assert_cmpint (data->finished_seen_at, ==, cases[i].finished);
      g_assert_cmpint (data->failed_in, ==, cases[i].failed_in);
    }
}

/* A word that the interface does not name comes between. */
static void
test_failed_in_the_last_open_state (void)
{
  g_autoptr (TrsProjectData) data = trs_project_data_new ("p");
  g_autoptr (TrsProjectRecord) work = make_record (WORK);
  g_autoptr (TrsProjectRecord) odd = make_record (UNKNOWN);
  g_autoptr (TrsProjectRecord) failed = make_record (ERROR);

  odd->state_word = g_strdup ("polishing");
  trs_project_data_merge_record (data, work, FALSE, NOW);
  trs_project_data_merge_record (data, odd, FALSE, NOW);
  trs_project_data_merge_record (data, failed, FALSE, NOW);
  g_assert_cmpint (data->state, ==, ERROR);
  g_assert_cmpint (data->failed_in, ==, WORK);
}

static void
test_what_is_not_told_stays (void)
{
  g_autoptr (TrsProjectData) data = make_data (WORK);
  g_autoptr (TrsProjectRecord) record = make_record (UNKNOWN);
  g_autoptr (TrsProjectRecord) detail = trs_project_record_new ();
  g_autoptr (TrsProjectRecord) foreign = make_detail (DONE, "text");

  data->title = g_strdup ("Council");
  data->video_id = g_strdup ("v");
  data->recognizer = g_strdup ("whisper-cli");
  data->created_at = 5;
  data->sort_at = 5;
  data->video_length = 60;
  data->language = g_strdup ("en");
  detail->video_length = -1;
  g_free (foreign->id);
  foreign->id = g_strdup ("q");
  g_assert_false (trs_project_data_merge_record (data, record, FALSE, NOW));
  g_assert_false (trs_project_data_merge_record (data, detail, TRUE, NOW));
  g_assert_false (trs_project_data_merge_record (data, foreign, TRUE, NOW));
  g_assert_cmpstr (data->title, ==, "Council");
  g_assert_cmpstr (data->recognizer, ==, "whisper-cli");
  g_assert_cmpint (data->created_at, ==, 5);
  g_assert_cmpint (data->video_length, ==, 60);

  /* An empty title is told. */
  record->name = g_strdup ("");
  record->recognizer = g_strdup ("pocketsphinx");
  record->created_at = g_date_time_new_utc (2026, 3, 12, 18, 0, 1.5);
  g_assert_true (trs_project_data_merge_record (data, record, FALSE, NOW));
  g_assert_cmpstr (data->recognizer, ==, "pocketsphinx");
  g_assert_cmpstr (data->title, ==, "");
  g_assert_cmpint (data->created_at, ==, G_GINT64_CONSTANT (1773338401500000));
  g_assert_cmpint (data->sort_at, ==, data->created_at);
}

/* The user's own is the user's own. */
static void
test_nothing_told_is_the_users (void)
{
  g_autoptr (TrsProjectData) data = make_data (WORK);
  g_autoptr (TrsProjectRecord) record = make_record (DONE);
  g_autoptr (TrsProjectRecord) detail = make_detail (DONE, "text");

  data->local_title = g_strdup ("Mine");
  data->note = g_strdup ("Ask");
  data->dismissed = TRUE;
  data->missing_since = 7;
  trs_project_data_merge_record (data, record, FALSE, NOW);
  trs_project_data_merge_record (data, detail, TRUE, NOW);
  g_assert_cmpstr (data->local_title, ==, "Mine");
  g_assert_cmpstr (data->note, ==, "Ask");
  g_assert_true (data->dismissed);
  g_assert_false (data->unread);
  g_assert_cmpint (data->missing_since, ==, 7);
}

static void
test_empty_text (void)
{
  static const struct
  {
    const char *text;
    gboolean empty;
  } cases[] = { { "", TRUE }, { " \n\t", TRUE }, { "a", FALSE }, { " \n", TRUE } };
  g_autoptr (TrsProjectData) data = make_data (WORK);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TrsProjectRecord) detail = make_detail (DONE, cases[i].text);

      g_assert_cmpint (trs_project_data_merge_record (data, detail, TRUE, NOW), ==, i != 1);
      g_assert_true (data->has_text);
      g_assert_cmpint (data->empty_text, ==, cases[i].empty);
    }
}

/* Rows: what is known; columns: what the other one knows. */
static void
test_merge_states (void)
{
  static const TrsProjectState after[5][5] = {
    { UNKNOWN, UPLOAD, WORK, DONE, ERROR },
    { UPLOAD, UPLOAD, WORK, DONE, ERROR },
    { WORK, UPLOAD, WORK, DONE, ERROR },
    { DONE, DONE, DONE, DONE, ERROR },
    { ERROR, ERROR, ERROR, DONE, ERROR },
  };

  for (guint known = 0; known < 5; known++)
    for (guint other = 0; other < 5; other++)
      {
        g_autoptr (TrsProjectData) data = make_data (states[known]);
        g_autoptr (TrsProjectData) more = make_data (states[other]);
        gboolean takes = states[other] != UNKNOWN && after[known][other] == states[other];

        g_free (more->message);
        more->message = g_strdup ("New words");
        trs_project_data_merge (data, more);
        g_assert_cmpint (data->state, ==, after[known][other]);
        g_assert_cmpstr (data->message, ==, takes ? "New words" : "Old words");
        g_assert_false (trs_project_data_merge (data, more));
      }
}

/* A text that one of them has seen settles it. */
static void
test_merge_keeps_a_text (void)
{
  g_autoptr (TrsProjectData) read = make_data (DONE);
  g_autoptr (TrsProjectData) failed = make_data (ERROR);

  read->has_text = TRUE;
  trs_project_data_merge (read, failed);
  g_assert_cmpint (read->state, ==, DONE);
  g_assert_true (read->has_text);

  trs_project_data_merge (failed, read);
  g_assert_cmpint (failed->state, ==, DONE);
  g_assert_true (failed->has_text);
}

static void
test_merge_members (void)
{
  g_autoptr (TrsProjectData) data = make_data (WORK);
  g_autoptr (TrsProjectData) nothing = trs_project_data_new ("p");
  g_autoptr (TrsProjectData) more = make_data (DONE);
  g_autoptr (TrsProjectData) copy = NULL;

  data->row = 3;
  data->sort_at = 9;
  data->title = g_strdup ("Council");
  data->submitted_at = 4;
  data->note = g_strdup ("Ask");
  data->missing_since = 6;
  data->hidden = TRUE;
  g_assert_false (trs_project_data_merge (data, nothing));

  more->row = 8;
  more->sort_at = 10;
  more->title = g_strdup ("City council");
  more->video_id = g_strdup ("v");
  more->video_length = 60;
  more->created_at = 11;
  more->language = g_strdup ("en");
  more->requested_language = g_strdup ("de");
  more->submitted_at = 5;
  more->fetched_seen_at = 12;
  more->finished_seen_at = 13;
  more->unread = TRUE;
  more->dismissed = TRUE;
  more->local_title = g_strdup ("Mine");
  more->note = g_strdup ("Other");
  g_assert_true (trs_project_data_merge (data, more));
  g_assert_cmpint (data->row, ==, 3);
  g_assert_cmpint (data->sort_at, ==, 11);
  g_assert_cmpstr (data->title, ==, "City council");
  g_assert_cmpstr (data->video_id, ==, "v");
  g_assert_cmpint (data->video_length, ==, 60);
  g_assert_cmpint (data->created_at, ==, 11);
  g_assert_cmpstr (data->language, ==, "en");
  g_assert_cmpstr (data->requested_language, ==, "de");
  g_assert_cmpint (data->submitted_at, ==, 4);
  g_assert_cmpint (data->fetched_seen_at, ==, 12);
  g_assert_cmpint (data->finished_seen_at, ==, 13);
  g_assert_true (data->unread);
  g_assert_true (data->dismissed);
  g_assert_cmpstr (data->local_title, ==, "Mine");
  g_assert_cmpstr (data->note, ==, "Ask");
  g_assert_cmpint (data->missing_since, ==, 6);
  g_assert_true (data->hidden);

  copy = trs_project_data_copy (data);
  g_assert_false (trs_project_data_merge (copy, data));
  trs_project_data_merge (copy, nothing);
  g_assert_false (copy->unread);
  g_assert_false (copy->dismissed);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/project-data/record-states", test_record_states);
  g_test_add_func ("/project-data/detail-states", test_detail_states);
  g_test_add_func ("/project-data/transitions", test_transitions);
  g_test_add_func ("/project-data/failed-in-the-last-open-state", test_failed_in_the_last_open_state);
  g_test_add_func ("/project-data/what-is-not-told-stays", test_what_is_not_told_stays);
  g_test_add_func ("/project-data/nothing-told-is-the-users", test_nothing_told_is_the_users);
  g_test_add_func ("/project-data/empty-text", test_empty_text);
  g_test_add_func ("/project-data/merge-states", test_merge_states);
  g_test_add_func ("/project-data/merge-keeps-a-text", test_merge_keeps_a_text);
  g_test_add_func ("/project-data/merge-members", test_merge_members);
  return g_test_run ();
}
