/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-progress-page.h"

#include "trs-history-page.h"
#include "trs-display-test.h"
#include "trs-fake-computer.h"
#include "trs-fake-worker.h"
#include "trs-session-rig.h"
#include "trs-strings.h"
#include "trs-time-left.h"

#define NOW TRS_SESSION_RIG_NOW
#define SECOND G_TIME_SPAN_SECOND

static void
assert_text (const TrsTimeLeft *left,
             const char        *expected)
{
  g_autofree char *text = trs_time_left_dup_text (left);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_time_left (void)
{
  TrsTimeLeft left = { 0 };

  assert_text (&left, NULL);
  trs_time_left_push (&left, 10, NOW);
  trs_time_left_push (&left, 11, NOW + 6 * SECOND);
  assert_text (&left, NULL);
  trs_time_left_push (&left, 12, NOW + 12 * SECOND);
  /* a percent takes 6 s, and 88 are left */
  g_assert_cmpint (trs_time_left_estimate (&left), ==, 528);
  assert_text (&left, "about 9 min left");
  /* time goes on while the number stands */
  trs_time_left_push (&left, 12, NOW + 18 * SECOND);
  g_assert_cmpint (trs_time_left_estimate (&left), ==, 522);
  trs_time_left_push (&left, 95, NOW + 60 * SECOND);
  assert_text (&left, "less than a minute left");
}

/* Neither a pause nor a new beginning counts as slowness. */
static void
test_time_left_begins_anew (void)
{
  TrsTimeLeft left = { 0 };

  trs_time_left_push (&left, 10, NOW);
  trs_time_left_push (&left, 20, NOW + 10 * SECOND);
  g_assert_cmpint (trs_time_left_estimate (&left), ==, 80);
  trs_time_left_push (&left, 21, NOW + 4000 * SECOND);
  g_assert_cmpint (trs_time_left_estimate (&left), ==, -1);
  trs_time_left_push (&left, 31, NOW + 4010 * SECOND);
  g_assert_cmpint (trs_time_left_estimate (&left), ==, 69);
  trs_time_left_push (&left, 0, NOW + 4012 * SECOND);
  g_assert_cmpint (trs_time_left_estimate (&left), ==, -1);
  trs_time_left_push (&left, -1, NOW + 4013 * SECOND);
  g_assert_cmpint (trs_time_left_estimate (&left), ==, -1);
  /* the clock was set back */
  trs_time_left_push (&left, 10, NOW);
  trs_time_left_push (&left, 20, NOW - 10 * SECOND);
  g_assert_cmpint (trs_time_left_estimate (&left), ==, -1);
}

typedef struct
{
  TrsSessionRig *rig;
  GtkWidget *page;
  GtkWindow *window;
  TrsProject *project;
  guint n_cancelled;
  TrsFakeComputer *computer;
  char *folder;
} Fixture;

static void
cancel_cb (GSimpleAction *action,
           GVariant      *parameter,
           gpointer       user_data)
{
  ((Fixture *) user_data)->n_cancelled++;
}

static void
watch_power (Fixture *fixture)
{
  g_autoptr (TrsThrift) thrift = trs_thrift_new ();

  fixture->folder = g_dir_make_tmp ("trs-local-XXXXXX", NULL);
  fixture->computer = trs_fake_computer_new ();
  trs_fake_worker_set_up (fixture->rig->session, fixture->folder);
  trs_session_set_thrift (fixture->rig->session, thrift);
  trs_thrift_watch (thrift, G_POWER_PROFILE_MONITOR (fixture->computer), G_NETWORK_MONITOR (fixture->computer));
}

static void
tell (Fixture    *fixture,
      const char *state,
      const char *message)
{
  g_autoptr (TrsProjectRecord) detail = trs_project_record_new ();

  detail->name = g_strdup ("hearing.wav");
  detail->video_id = g_strdup ("f-abc");
  detail->state = trs_project_state_from_string (state);
  detail->state_word = g_strdup (state);
  detail->message = g_strdup (message);
  detail->video_length = 989;
  trs_project_update_from_detail (fixture->project, detail,
                                  trs_clock_get_time (TRS_CLOCK (fixture->rig->clock)));
  trs_display_test_wait_frame (fixture->page);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  const GActionEntry entries[] = { { "cancel-transcription", cancel_cb, NULL, NULL, NULL, { 0 } } };
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();

  trs_strings_set_free (TRUE);
  trs_strings_set_local (TRUE);
  fixture->rig = trs_session_rig_new ();
  watch_power (fixture);
  fixture->page = g_object_new (TRS_TYPE_PROGRESS_PAGE, "session", fixture->rig->session, NULL);
  fixture->window = trs_display_test_present (fixture->page, 737, 760);
  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, G_N_ELEMENTS (entries), fixture);
  gtk_widget_insert_action_group (GTK_WIDGET (fixture->window), "win", G_ACTION_GROUP (group));
  fixture->project = trs_project_new ("p1");
  trs_project_set_submitted_at (fixture->project, NOW - 30 * SECOND);
  trs_project_set_watch (fixture->project, TRS_PROJECT_WATCH_CHECKING);
  tell (fixture, "upload", "Waiting for its turn (0 %)");
  g_object_set (fixture->page, "project", fixture->project, NULL);
  trs_display_test_wait_frame (fixture->page);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  trs_display_test_destroy (fixture->window);
  g_object_unref (fixture->project);
  trs_session_rig_free (fixture->rig);
  g_assert_finalize_object (fixture->computer);
  trs_fake_worker_remove (fixture->folder);
  g_free (fixture->folder);
  trs_strings_set_free (FALSE);
  trs_strings_set_local (FALSE);
}

static const char *
step_words (Fixture    *fixture,
            int         index,
            const char *id)
{
  GtkListBox *steps = GTK_LIST_BOX (trs_display_test_find (fixture->page, "steps"));

  return gtk_label_get_text (
      GTK_LABEL (trs_display_test_find (GTK_WIDGET (gtk_list_box_get_row_at_index (steps, index)), id)));
}

static void
test_page (Fixture       *fixture,
           gconstpointer  data)
{
  g_assert_cmpstr (step_words (fixture, 0, "title"), ==, "Reading the recording");
  g_assert_cmpstr (step_words (fixture, 0, "subtitle"), ==, "Waiting for its turn");
  tell (fixture, "upload", "Reading the sound (40 %)");
  g_assert_cmpstr (step_words (fixture, 0, "subtitle"), ==, "40 %");

  tell (fixture, "transcription", "Transcribing the audio (10 %)");
  g_assert_cmpstr (step_words (fixture, 0, "title"), ==, "Recording read");
  g_assert_cmpstr (step_words (fixture, 1, "subtitle"), ==, "10 %");
  trs_manual_clock_advance (fixture->rig->clock, 12000);
  tell (fixture, "transcription", "Transcribing the audio (14 %)");
  g_assert_cmpstr (step_words (fixture, 1, "subtitle"), ==, "14 % · about 5 min left");
  trs_display_test_save_png (GTK_WIDGET (fixture->window), "local-progress");

  /* nothing is asked by hand, and nobody speaks of a service */
  g_assert_false (gtk_widget_get_mapped (trs_display_test_find (fixture->page, "check")));
  g_assert_null (trs_display_test_find_label (fixture->page, "Most videos under 10 minutes take 30 to 90 seconds. You "
                                                             "can close this window. The transcript will be here when "
                                                             "you come back."));
  g_assert_nonnull (trs_display_test_find_label (
      fixture->page, "If you close this window, the transcription pauses. It goes on when you open Transcripts."));
}

static void
test_cancel (Fixture       *fixture,
             gconstpointer  data)
{
  GtkWidget *cancel = trs_display_test_find (fixture->page, "cancel");

  g_assert_true (gtk_widget_get_mapped (cancel));
  trs_display_test_click (cancel);
  g_assert_cmpuint (fixture->n_cancelled, ==, 1);
  tell (fixture, "error", "The file has no sound.");
  g_assert_false (gtk_widget_get_visible (cancel));
}

/* It is said why nothing goes on, and what can be done about it, until it goes on. */
static void
test_saves_power (Fixture       *fixture,
                  gconstpointer  data)
{
  AdwPreferencesRow *row = ADW_PREFERENCES_ROW (trs_display_test_find (fixture->page, "checked_row"));
  GtkWidget *go_on = trs_display_test_find (fixture->page, "go_on");
  TrsLocalPause *pause = trs_local_account_get_pause (trs_session_get_local (fixture->rig->session));

  tell (fixture, "transcription", "Transcribing the audio (10 %)");
  trs_manual_clock_advance (fixture->rig->clock, 12000);
  tell (fixture, "transcription", "Transcribing the audio (14 %)");
  g_assert_false (gtk_widget_get_visible (go_on));
  g_assert_cmpstr (step_words (fixture, 1, "subtitle"), ==, "14 % · about 5 min left");

  trs_fake_computer_set (fixture->computer, TRUE, FALSE);
  trs_display_test_wait_frame (fixture->page);
  g_assert_cmpstr (adw_preferences_row_get_title (row), ==, "Paused to save power");
  g_assert_cmpstr (step_words (fixture, 1, "subtitle"), ==, "14 %");
  trs_display_test_save_png (GTK_WIDGET (fixture->window), "local-paused");
  g_assert_true (gtk_widget_get_mapped (go_on));
  trs_display_test_click (go_on);
  g_assert_false (trs_local_pause_get_paused (pause));
  trs_display_test_wait_frame (fixture->page);
  g_assert_false (gtk_widget_get_visible (go_on));
  g_assert_cmpstr (adw_preferences_row_get_title (row), !=, "Paused to save power");

  /* as if it had never been said */
  trs_fake_computer_set (fixture->computer, FALSE, FALSE);
  trs_fake_computer_set (fixture->computer, TRUE, FALSE);
  g_assert_true (gtk_widget_get_visible (go_on));
  trs_fake_computer_set (fixture->computer, FALSE, FALSE);
  g_assert_false (gtk_widget_get_visible (go_on));

  /* what is over does not wait for anything */
  trs_fake_computer_set (fixture->computer, TRUE, FALSE);
  tell (fixture, "error", "The file has no sound.");
  g_assert_false (gtk_widget_get_visible (go_on));
}

/* The list does not say that something is being done, either. */
static void
test_row_while_saving_power (Fixture       *fixture,
                             gconstpointer  data)
{
  g_autofree char *entry = trs_session_rig_numbered (1, "hearing.wav", "transcription", "2026-03-12T12:03:40Z");
  g_autofree char *list = g_strdup_printf ("[%s]", entry);
  GtkWidget *page = g_object_new (TRS_TYPE_HISTORY_PAGE, "session", fixture->rig->session, NULL);
  GtkWindow *window = trs_display_test_present (page, 340, 500);

  trs_session_rig_connect (fixture->rig, list);
  trs_test_wait_until (trs_display_test_find_label (page, "Transcribing") != NULL);
  trs_fake_computer_set (fixture->computer, TRUE, FALSE);
  trs_test_wait_until (trs_display_test_find_label (page, "Transcribing · paused") != NULL);
  trs_local_pause_go_on (trs_local_account_get_pause (trs_session_get_local (fixture->rig->session)));
  trs_test_wait_until (trs_display_test_find_label (page, "Transcribing") != NULL);
  trs_display_test_destroy (window);
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  g_test_add_func ("/local-progress/time-left", test_time_left);
  g_test_add_func ("/local-progress/time-left-begins-anew", test_time_left_begins_anew);
  g_test_add ("/local-progress/page", Fixture, NULL, set_up, test_page, tear_down);
  g_test_add ("/local-progress/saves-power", Fixture, NULL, set_up, test_saves_power, tear_down);
  g_test_add ("/local-progress/row-while-saving-power", Fixture, NULL, set_up, test_row_while_saving_power, tear_down);
  g_test_add ("/local-progress/cancel", Fixture, NULL, set_up, test_cancel, tear_down);
  return g_test_run ();
}
