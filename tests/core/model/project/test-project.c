/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-project.h"
#include "trs-test-utils.h"

#include <string.h>

#define NOW 4242

typedef struct
{
  guint n_changes;
  guint n_unsaved;
} Changes;

static void
changed_cb (TrsProject *project,
            gboolean    unsaved,
            Changes    *changes)
{
  changes->n_changes++;
  changes->n_unsaved += unsaved;
}

static TrsProjectRecord *
make_record (TrsProjectState state)
{
  TrsProjectRecord *record = trs_project_record_new ();

  record->id = g_strdup ("p1");
  record->name = g_strdup ("Council");
  record->video_id = g_strdup ("v1");
  record->state = state;
  record->state_word = g_strdup (trs_project_state_to_string (state));
  record->created_at = g_date_time_new_utc (2026, 3, 12, 18, 0, 1.5);
  return record;
}

static TrsProjectRecord *
make_detail (TrsProjectState  state,
             const char      *message)
{
  TrsProjectRecord *detail = trs_project_record_new ();

  detail->id = g_strdup ("p1");
  detail->state = state;
  detail->state_word = state != TRS_PROJECT_STATE_UNKNOWN ? g_strdup (trs_project_state_to_string (state)) : NULL;
  detail->message = g_strdup (message);
  return detail;
}

static gboolean
tell_list_at (TrsProject      *project,
              TrsProjectState  state,
              gint64           now)
{
  g_autoptr (TrsProjectRecord) record = make_record (state);

  return trs_test_tell_record (project, record, now);
}

static gboolean
tell_list (TrsProject      *project,
           TrsProjectState  state)
{
  return tell_list_at (project, state, NOW);
}

static gboolean
tell_detail (TrsProject      *project,
             TrsProjectState  state,
             const char      *message)
{
  g_autoptr (TrsProjectRecord) detail = make_detail (state, message);

  return trs_project_update_from_detail (project, detail, NOW);
}

static gboolean
tell_text (TrsProject *project,
           const char *text)
{
  g_autoptr (TrsProjectRecord) detail = trs_project_record_new ();

  detail->id = g_strdup ("p1");
  detail->name = g_strdup ("Council");
  detail->video_id = g_strdup ("v1");
  detail->language = g_strdup ("en");
  detail->text = g_bytes_new (text, strlen (text));
  return trs_project_update_from_detail (project, detail, NOW);
}

static void
test_new (void)
{
  g_autoptr (TrsProject) project = trs_project_new ("p1");

  g_assert_cmpstr (trs_project_get_id (project), ==, "p1");
  g_assert_false (trs_project_is_pending (project));
  g_assert_null (trs_project_get_data (project)->title);
  g_assert_cmpint (trs_project_get_state (project), ==, TRS_PROJECT_STATE_UNKNOWN);
  g_assert_cmpint (trs_project_get_data (project)->video_length, ==, -1);
  g_assert_cmpint (trs_project_get_data (project)->created_at, ==, 0);
  g_assert_true (trs_project_is_under_way (project));
}

static void
test_pending (void)
{
  g_autoptr (TrsProject) project = trs_project_new_pending ("pending:abc", "v1", "de");
  g_autoptr (TrsProject) other = trs_project_new_pending ("abc", "v1", NULL);

  g_assert_cmpstr (trs_project_get_id (project), ==, "pending:abc");
  g_assert_cmpstr (trs_project_get_id (other), ==, "pending:abc");
  g_assert_true (trs_project_is_pending (project));
  g_assert_cmpstr (trs_project_get_data (project)->video_id, ==, "v1");
  g_assert_cmpstr (trs_project_get_data (project)->requested_language, ==, "de");
  g_assert_false (trs_project_is_under_way (project));
}

static void
note_cb (TrsProject *project,
         GParamSpec *pspec,
         GString    *noted)
{
  g_string_append_printf (noted, "%s ", pspec->name);
}

static void
note_changed_cb (TrsProject *project,
                 gboolean    unsaved,
                 GString    *noted)
{
  g_string_append_printf (noted, "changed:%d ", unsaved);
}

static void
assert_noted (GString    *noted,
              const char *wanted)
{
  g_assert_cmpstr (noted->str, ==, wanted);
  g_string_set_size (noted, 0);
}

/* What depends on the moment notifies, and then the project has changed, once. */
static void
test_notifies (void)
{
  g_autoptr (TrsProject) project = trs_project_new ("p1");
  g_autoptr (GString) noted = g_string_new (NULL);
  TrsProjectWatch watch;
  gint64 next;

  g_signal_connect (project, "notify", G_CALLBACK (note_cb), noted);
  g_signal_connect (project, "changed", G_CALLBACK (note_changed_cb), noted);

  trs_project_set_watch (project, TRS_PROJECT_WATCH_CHECKING);
  assert_noted (noted, "watch changed:0 ");
  trs_project_set_watch (project, TRS_PROJECT_WATCH_CHECKING);
  assert_noted (noted, "");
  trs_project_set_watch (project, TRS_PROJECT_WATCH_DISMISSED);
  assert_noted (noted, "watch changed:1 ");
  g_object_set (project, "watch", TRS_PROJECT_WATCH_NONE, NULL);
  g_assert_nonnull (strstr (noted->str, "watch "));
  g_assert_false (trs_project_get_data (project)->dismissed);
  g_string_set_size (noted, 0);
  trs_project_set_watch (project, TRS_PROJECT_WATCH_DISMISSED);
  assert_noted (noted, "watch changed:1 ");
  g_assert_true (trs_project_get_data (project)->dismissed);

  trs_project_set_checked (project, 10, 20);
  g_assert_nonnull (strstr (noted->str, "checked-at "));
  g_assert_nonnull (strstr (noted->str, "next-check-at "));
  g_assert_true (g_str_has_suffix (noted->str, "check-at changed:0 ") ||
                 g_str_has_suffix (noted->str, "checked-at changed:0 "));
  g_string_set_size (noted, 0);
  trs_project_set_checked (project, 10, 30);
  assert_noted (noted, "next-check-at changed:0 ");
  trs_project_set_checked (project, 10, 30);
  assert_noted (noted, "");
  g_object_get (project, "watch", &watch, "next-check-at", &next, NULL);
  g_assert_cmpint (watch, ==, TRS_PROJECT_WATCH_DISMISSED);
  g_assert_cmpint (next, ==, 30);
}

static void
test_emits_only_changes (void)
{
  g_autoptr (TrsProject) project = trs_project_new ("p1");
  Changes changes = { 0 };

  g_signal_connect (project, "changed", G_CALLBACK (changed_cb), &changes);

  g_assert_true (tell_list (project, TRS_PROJECT_STATE_UPLOAD));
  g_assert_cmpuint (changes.n_changes, ==, 1);
  g_assert_false (tell_list (project, TRS_PROJECT_STATE_UPLOAD));
  g_assert_cmpuint (changes.n_changes, ==, 1);

  g_assert_true (tell_detail (project, TRS_PROJECT_STATE_UPLOAD, "Fetching"));
  g_assert_false (tell_detail (project, TRS_PROJECT_STATE_UPLOAD, "Fetching"));
  trs_project_set_unread (project, 7);
  trs_project_set_unread (project, TRUE);
  g_assert_cmpuint (changes.n_changes, ==, 3);
  g_assert_cmpuint (changes.n_unsaved, ==, 3);
  g_assert_cmpint (trs_project_get_data (project)->unread, ==, TRUE);

  /* What passes is not written; title and note are written by whoever changes them. */
  trs_project_set_watch (project, TRS_PROJECT_WATCH_CHECKING);
  trs_project_set_watch (project, TRS_PROJECT_WATCH_CHECKING);
  trs_project_set_checked (project, 5, 10);
  trs_project_set_checked (project, 5, 10);
  trs_project_set_note (project, "Mine");
  trs_project_set_note (project, "Mine");
  g_assert_cmpuint (changes.n_changes, ==, 6);
  g_assert_cmpuint (changes.n_unsaved, ==, 3);
  trs_project_set_watch (project, TRS_PROJECT_WATCH_DISMISSED);
  g_assert_cmpuint (changes.n_unsaved, ==, 4);
}

static void
test_missing_erases_nothing (void)
{
  g_autoptr (TrsProject) project = trs_project_new ("p1");
  g_autoptr (TrsProjectRecord) detail = make_detail (TRS_PROJECT_STATE_TRANSCRIPTION, "Half way");
  g_autoptr (TrsProjectRecord) nothing = trs_project_record_new ();
  g_autoptr (TrsProjectRecord) bare = trs_project_record_new ();

  detail->video_length = 3840;
  detail->created_at = g_date_time_new_utc (2026, 3, 12, 18, 0, 0);
  detail->name = g_strdup ("Council");
  detail->language = g_strdup ("en");
  g_assert_true (trs_project_update_from_detail (project, detail, NOW));

  g_assert_false (trs_project_update_from_detail (project, nothing, NOW));
  bare->id = g_strdup ("p1");
  g_assert_false (trs_test_tell_record (project, bare, NOW));
  g_assert_true (tell_text (project, "Good evening."));

  g_assert_cmpint (trs_project_get_data (project)->video_length, ==, 3840);
  g_assert_cmpint (trs_project_get_data (project)->created_at, >, 0);
  g_assert_cmpstr (trs_project_get_data (project)->title, ==, "Council");
  g_assert_cmpstr (trs_project_get_data (project)->language, ==, "en");
  g_assert_cmpint (trs_project_get_state (project), ==, TRS_PROJECT_STATE_DONE);
  g_assert_cmpstr (trs_project_get_data (project)->state_word, ==, "done");
  /* Words about the work are no words about the result. */
  g_assert_null (trs_project_get_data (project)->message);
}

static void
test_text_means_done (void)
{
  g_autoptr (TrsProject) project = trs_project_new ("p1");
  g_autoptr (TrsProject) silent = trs_project_new ("p1");
  g_autoptr (TrsProjectRecord) odd = make_detail (TRS_PROJECT_STATE_TRANSCRIPTION, NULL);

  odd->text = g_bytes_new_static ("x", 1);
  g_assert_true (trs_project_update_from_detail (project, odd, NOW));
  g_assert_cmpint (trs_project_get_state (project), ==, TRS_PROJECT_STATE_DONE);
  g_assert_false (trs_project_get_data (project)->empty_text);
  g_assert_false (trs_project_is_under_way (project));

  g_assert_true (tell_text (silent, ""));
  g_assert_cmpint (trs_project_get_state (silent), ==, TRS_PROJECT_STATE_DONE);
  g_assert_true (trs_project_get_data (silent)->empty_text);
  g_assert_true (tell_text (silent, "One word"));
  g_assert_false (trs_project_get_data (silent)->empty_text);
  g_assert_true (tell_text (silent, " \n\n"));
  g_assert_true (trs_project_get_data (silent)->empty_text);
}

/* A list that was on its way while the project finished. */
static void
test_final_is_final (void)
{
  g_autoptr (TrsProject) project = trs_project_new ("p1");

  tell_list (project, TRS_PROJECT_STATE_TRANSCRIPTION);
  tell_text (project, "Good evening.");
  g_assert_false (tell_list (project, TRS_PROJECT_STATE_UPLOAD));
  g_assert_false (tell_list (project, TRS_PROJECT_STATE_UNKNOWN));
  g_assert_false (tell_detail (project, TRS_PROJECT_STATE_TRANSCRIPTION, "Half way"));
  g_assert_cmpint (trs_project_get_state (project), ==, TRS_PROJECT_STATE_DONE);
  g_assert_cmpstr (trs_project_get_data (project)->state_word, ==, "done");
  g_assert_null (trs_project_get_data (project)->message);

  /* Its text can be read, and nobody is asked to pay for it again. */
  g_assert_false (tell_list (project, TRS_PROJECT_STATE_ERROR));
  g_assert_false (tell_detail (project, TRS_PROJECT_STATE_ERROR, "Lost"));
  g_assert_cmpint (trs_project_get_state (project), ==, TRS_PROJECT_STATE_DONE);
  g_assert_null (trs_project_get_data (project)->message);
}

/* The text may have been kept before this object was made; if it was not, its detail is asked for. */
static void
test_done_that_failed (void)
{
  g_autoptr (TrsProject) project = trs_project_new ("p1");

  tell_list (project, TRS_PROJECT_STATE_DONE);
  g_assert_false (tell_list (project, TRS_PROJECT_STATE_ERROR));
  g_assert_cmpint (trs_project_get_state (project), ==, TRS_PROJECT_STATE_DONE);
  g_assert_true (tell_detail (project, TRS_PROJECT_STATE_ERROR, "Lost"));
  g_assert_cmpint (trs_project_get_state (project), ==, TRS_PROJECT_STATE_ERROR);
  g_assert_cmpstr (trs_project_get_data (project)->message, ==, "Lost");
  g_assert_true (tell_list (project, TRS_PROJECT_STATE_DONE));
  g_assert_cmpint (trs_project_get_state (project), ==, TRS_PROJECT_STATE_DONE);
}

static void
test_failed_in (void)
{
  g_autoptr (TrsProject) project = trs_project_new ("p1");
  g_autoptr (TrsProject) found = trs_project_new ("p1");

  tell_list (project, TRS_PROJECT_STATE_UPLOAD);
  tell_list (project, TRS_PROJECT_STATE_TRANSCRIPTION);
  g_assert_cmpint (trs_project_get_failed_in (project), ==, TRS_PROJECT_STATE_UNKNOWN);
  tell_list (project, TRS_PROJECT_STATE_ERROR);
  g_assert_cmpint (trs_project_get_failed_in (project), ==, TRS_PROJECT_STATE_TRANSCRIPTION);
  /* The detail of a failed project is not shown in the interface; its words may come without a state. */
  g_assert_true (tell_detail (project, TRS_PROJECT_STATE_UNKNOWN, "The audio is damaged"));
  g_assert_cmpstr (trs_project_get_data (project)->message, ==, "The audio is damaged");
  g_assert_cmpint (trs_project_get_state (project), ==, TRS_PROJECT_STATE_ERROR);
  tell_list (project, TRS_PROJECT_STATE_DONE);
  g_assert_cmpint (trs_project_get_failed_in (project), ==, TRS_PROJECT_STATE_UNKNOWN);

  tell_list (found, TRS_PROJECT_STATE_ERROR);
  g_assert_cmpint (trs_project_get_failed_in (found), ==, TRS_PROJECT_STATE_UNKNOWN);
}

static void
test_unknown_words (void)
{
  g_autoptr (TrsProject) project = trs_project_new ("p1");
  g_autoptr (TrsProjectRecord) record = make_record (TRS_PROJECT_STATE_UNKNOWN);
  g_autoptr (TrsProjectRecord) other = make_detail (TRS_PROJECT_STATE_DONE, NULL);

  g_free (record->state_word);
  record->state_word = g_strdup ("queued");
  g_assert_true (trs_test_tell_record (project, record, NOW));
  g_assert_cmpstr (trs_project_get_data (project)->state_word, ==, "queued");
  g_assert_true (trs_project_is_under_way (project));

  g_free (other->id);
  other->id = g_strdup ("p2");
  g_assert_false (trs_project_update_from_detail (project, other, NOW));
  g_assert_cmpstr (trs_project_get_data (project)->state_word, ==, "queued");
}

static void
test_when_seen (void)
{
  g_autoptr (TrsProject) project = trs_project_new ("p1");

  trs_project_set_submitted_at (project, 100);
  tell_list_at (project, TRS_PROJECT_STATE_UPLOAD, 110);
  trs_project_set_checked (project, 110, 120);
  g_assert_cmpint (trs_project_get_data (project)->fetched_seen_at, ==, 0);
  g_assert_cmpint (trs_project_get_next_check_at (project), ==, 120);

  tell_list_at (project, TRS_PROJECT_STATE_TRANSCRIPTION, 120);
  tell_list_at (project, TRS_PROJECT_STATE_TRANSCRIPTION, 130);
  g_assert_cmpint (trs_project_get_data (project)->fetched_seen_at, ==, 120);
  g_assert_cmpint (trs_project_get_data (project)->finished_seen_at, ==, 0);

  tell_list_at (project, TRS_PROJECT_STATE_DONE, 150);
  tell_text (project, "x");
  trs_project_set_checked (project, 150, 0);
  g_assert_cmpint (trs_project_get_data (project)->fetched_seen_at, ==, 120);
  g_assert_cmpint (trs_project_get_data (project)->finished_seen_at, ==, 150);
  g_assert_cmpint (trs_project_get_checked_at (project), ==, 150);
  g_assert_cmpint (trs_project_get_next_check_at (project), ==, 0);
}

static void
test_not_seen_has_no_time (void)
{
  g_autoptr (TrsProject) old = trs_project_new ("p1");
  g_autoptr (TrsProject) ours = trs_project_new ("p1");
  g_autoptr (TrsProject) failed = trs_project_new ("p1");

  /* It was finished before this program knew of it. */
  tell_list (old, TRS_PROJECT_STATE_DONE);
  g_assert_cmpint (trs_project_get_data (old)->finished_seen_at, ==, 0);
  g_assert_cmpint (trs_project_get_data (old)->fetched_seen_at, ==, 0);

  /* It was submitted from here, and the first look already found it done. */
  trs_project_set_submitted_at (ours, 100);
  tell_list (ours, TRS_PROJECT_STATE_DONE);
  g_assert_cmpint (trs_project_get_data (ours)->finished_seen_at, ==, NOW);
  g_assert_cmpint (trs_project_get_data (ours)->fetched_seen_at, ==, NOW);

  tell_list (failed, TRS_PROJECT_STATE_UPLOAD);
  tell_list (failed, TRS_PROJECT_STATE_ERROR);
  g_assert_cmpint (trs_project_get_data (failed)->finished_seen_at, ==, NOW);
  g_assert_cmpint (trs_project_get_data (failed)->fetched_seen_at, ==, 0);
}

static void
test_local_title (void)
{
  g_autoptr (TrsProject) project = trs_project_new ("p1");

  trs_project_set_local_title (project, "Mine");
  g_assert_cmpstr (trs_project_get_shown_title (project), ==, "Mine");
  tell_list (project, TRS_PROJECT_STATE_DONE);
  g_assert_cmpstr (trs_project_get_data (project)->title, ==, "Council");
  g_assert_cmpstr (trs_project_get_shown_title (project), ==, "Mine");

  trs_project_set_local_title (project, "  Q&A <b>  \n");
  g_assert_cmpstr (trs_project_get_data (project)->local_title, ==, "Q&A <b>");
  /* A title of which nothing can be seen would leave the row without one. */
  trs_project_set_local_title (project, " \xc2\xa0\xe2\x80\x8b ");
  g_assert_null (trs_project_get_data (project)->local_title);
  g_assert_cmpstr (trs_project_get_shown_title (project), ==, "Council");
}

static void
test_data_keeps_what_was_added (void)
{
  g_autoptr (TrsProject) project = trs_project_new ("p1");
  g_autoptr (TrsProject) woken = NULL;

  trs_project_set_local_title (project, "Mine");
  trs_project_set_note (project, "  Ask\nagain ");
  trs_project_set_missing_since (project, 77);
  trs_project_set_unread (project, TRUE);
  trs_project_set_watch (project, TRS_PROJECT_WATCH_DISMISSED);
  woken = trs_project_new_from_data (trs_project_get_data (project));
  g_assert_cmpstr (trs_project_get_data (woken)->local_title, ==, "Mine");
  g_assert_cmpstr (trs_project_get_data (woken)->note, ==, "  Ask\nagain ");
  g_assert_cmpint (trs_project_get_data (woken)->missing_since, ==, 77);
  g_assert_true (trs_project_get_data (woken)->unread);
  g_assert_cmpint (trs_project_get_watch (woken), ==, TRS_PROJECT_WATCH_DISMISSED);

  trs_project_set_note (woken, "");
  g_assert_null (trs_project_get_data (woken)->note);
  trs_project_set_watch (woken, TRS_PROJECT_WATCH_CHECKING);
  g_assert_false (trs_project_get_data (woken)->dismissed);
}

/* The store knows where a project stands and what the list said of it; the user's own and what was told here since is
 * not the store's to say. */
static void
test_takes_data (void)
{
  g_autoptr (TrsProject) project = trs_project_new ("p1");
  g_autoptr (TrsProjectData) data = NULL;
  Changes changes = { 0 };
  const char *id = trs_project_get_id (project);
  const char *video_id;

  tell_detail (project, TRS_PROJECT_STATE_TRANSCRIPTION, "Half way");
  trs_project_set_note (project, "Newer");
  trs_project_set_unread (project, TRUE);
  data = trs_project_data_copy (trs_project_get_data (project));
  tell_list (project, TRS_PROJECT_STATE_TRANSCRIPTION);
  video_id = trs_project_get_data (project)->video_id;
  tell_text (project, "Good evening.");

  data->row = 17;
  data->sort_at = 18;
  data->missing_since = 77;
  data->hidden = TRUE;
  data->dismissed = TRUE;
  data->requested_language = g_strdup ("de");
  g_free (data->message);
  data->message = g_strdup ("Older words");
  g_free (data->note);
  data->note = g_strdup ("Older");
  data->local_title = g_strdup ("Of the store");
  data->unread = FALSE;

  g_signal_connect (project, "changed", G_CALLBACK (changed_cb), &changes);
  trs_project_take_data (project, data);
  g_assert_cmpint (trs_project_get_data (project)->row, ==, 17);
  g_assert_cmpint (trs_project_get_data (project)->sort_at, ==, 18);
  g_assert_true (trs_project_get_data (project)->hidden);
  g_assert_cmpint (trs_project_get_data (project)->missing_since, ==, 77);
  g_assert_cmpstr (trs_project_get_data (project)->requested_language, ==, "de");
  g_assert_cmpint (trs_project_get_state (project), ==, TRS_PROJECT_STATE_DONE);
  g_assert_cmpstr (trs_project_get_data (project)->language, ==, "en");
  g_assert_null (trs_project_get_data (project)->message);
  g_assert_null (trs_project_get_data (project)->local_title);
  g_assert_cmpstr (trs_project_get_data (project)->note, ==, "Newer");
  g_assert_true (trs_project_get_data (project)->unread);
  g_assert_false (trs_project_get_data (project)->dismissed);
  g_assert_cmpuint (changes.n_changes, ==, 1);
  g_assert_cmpuint (changes.n_unsaved, ==, 0);

  /* Somebody may have the strings that are the same. */
  g_assert_true (trs_project_get_id (project) == id);
  g_assert_true (trs_project_get_data (project)->video_id == video_id);
}

static void
test_takes_news_of_the_store (void)
{
  g_autoptr (TrsProject) project = trs_project_new ("p1");
  g_autoptr (TrsProjectRecord) record = make_record (TRS_PROJECT_STATE_ERROR);
  g_autoptr (TrsProjectData) data = NULL;

  tell_detail (project, TRS_PROJECT_STATE_UPLOAD, "Fetching");
  data = trs_project_data_copy (trs_project_get_data (project));
  trs_project_data_merge_record (data, record, FALSE, 99);
  trs_project_take_data (project, data);
  g_assert_cmpint (trs_project_get_state (project), ==, TRS_PROJECT_STATE_ERROR);
  g_assert_cmpint (trs_project_get_failed_in (project), ==, TRS_PROJECT_STATE_UPLOAD);
  g_assert_cmpint (trs_project_get_data (project)->finished_seen_at, ==, 99);
  g_assert_cmpstr (trs_project_get_data (project)->title, ==, "Council");
  g_assert_null (trs_project_get_data (project)->message);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/project/new", test_new);
  g_test_add_func ("/project/pending", test_pending);
  g_test_add_func ("/project/notifies", test_notifies);
  g_test_add_func ("/project/emits-only-changes", test_emits_only_changes);
  g_test_add_func ("/project/missing-erases-nothing", test_missing_erases_nothing);
  g_test_add_func ("/project/text-means-done", test_text_means_done);
  g_test_add_func ("/project/final-is-final", test_final_is_final);
  g_test_add_func ("/project/done-that-failed", test_done_that_failed);
  g_test_add_func ("/project/failed-in", test_failed_in);
  g_test_add_func ("/project/unknown-words", test_unknown_words);
  g_test_add_func ("/project/when-seen", test_when_seen);
  g_test_add_func ("/project/not-seen-has-no-time", test_not_seen_has_no_time);
  g_test_add_func ("/project/local-title", test_local_title);
  g_test_add_func ("/project/data-keeps-what-was-added", test_data_keeps_what_was_added);
  g_test_add_func ("/project/takes-data", test_takes_data);
  g_test_add_func ("/project/takes-news-of-the-store", test_takes_news_of_the_store);
  return g_test_run ();
}
