/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-progress-page.h"

#include "trs-display-text.h"
#include "trs-display-test.h"
#include "trs-error.h"
#include "trs-list-reader.h"
#include "trs-session-rig.h"
#include "trs-strings.h"
#include "trs-test-utils.h"

/* 11 March 2026, 16:20 UTC */
#define YESTERDAY G_GINT64_CONSTANT (1773246000000000)
#define SECOND G_USEC_PER_SEC
#define NOW TRS_SESSION_RIG_NOW

typedef struct
{
  TrsSessionRig *rig;
  GtkWidget *page;
  GtkWindow *window;
  char *asked_video;
  char *asked_language;
} Fixture;

static void
compose_cb (GSimpleAction *action,
            GVariant      *parameter,
            gpointer       user_data)
{
  Fixture *fixture = user_data;

  g_clear_pointer (&fixture->asked_video, g_free);
  g_clear_pointer (&fixture->asked_language, g_free);
  g_variant_get (parameter, "(ss)", &fixture->asked_video, &fixture->asked_language);
}

static void
ignore_cb (GSimpleAction *action,
           GVariant      *parameter,
           gpointer       user_data)
{
}

static void
set_up (Fixture       *fixture,
        gconstpointer  user_data)
{
  const GActionEntry entries[] = {
    { "new-transcription-for", compose_cb, "(ss)", NULL, NULL, { 0 } },
    { "open-project", ignore_cb, "s", NULL, NULL, { 0 } },
    { "back", ignore_cb, NULL, NULL, NULL, { 0 } },
  };
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  gboolean narrow = GPOINTER_TO_INT (user_data);

  fixture->rig = trs_session_rig_new ();
  fixture->page = g_object_new (TRS_TYPE_PROGRESS_PAGE, "session", fixture->rig->session, "folded", narrow,
                                "back", narrow, "compact", narrow, NULL);
  fixture->window = trs_display_test_present (fixture->page, narrow ? 360 : 737, narrow ? 720 : 760);
  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, G_N_ELEMENTS (entries), fixture);
  gtk_widget_insert_action_group (GTK_WIDGET (fixture->window), "win", G_ACTION_GROUP (group));
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  user_data)
{
  gpointer page = fixture->page;

  g_object_add_weak_pointer (G_OBJECT (page), &page);
  trs_display_test_destroy (fixture->window);
  g_assert_null (page);
  trs_session_rig_free (fixture->rig);
  g_free (fixture->asked_video);
  g_free (fixture->asked_language);
}

static void
tell_at (TrsProject *project,
         const char *state,
         const char *message,
         gint64      length,
         gint64      now)
{
  g_autoptr (TrsProjectRecord) detail = trs_project_record_new ();

  detail->state = trs_project_state_from_string (state);
  detail->state_word = g_strdup (state);
  detail->message = g_strdup (message);
  detail->video_length = length;
  trs_project_update_from_detail (project, detail, now);
}

static void
tell (TrsProject *project,
      const char *state,
      const char *message,
      gint64      length)
{
  tell_at (project, state, message, length, NOW);
}

static TrsProject *
new_project (const char *title,
             gint64      submitted_at)
{
  g_autoptr (TrsProjectRecord) detail = trs_project_record_new ();
  TrsProject *project = trs_project_new ("p1");

  detail->name = g_strdup (title);
  detail->video_id = g_strdup ("Kx81mQ4-tzA");
  detail->state = TRS_PROJECT_STATE_UPLOAD;
  detail->state_word = g_strdup ("upload");
  detail->video_length = -1;
  trs_project_update_from_detail (project, detail, TRS_SESSION_RIG_NOW);
  trs_project_set_submitted_at (project, submitted_at);
  trs_project_set_watch (project, TRS_PROJECT_WATCH_CHECKING);
  return project;
}

static void
show (Fixture    *fixture,
      TrsProject *project,
      const char *picture)
{
  g_object_set (fixture->page, "project", project, NULL);
  trs_display_test_wait_frame (fixture->page);
  if (picture != NULL)
    trs_display_test_save_png (GTK_WIDGET (fixture->window), picture);
}

static gboolean
says (Fixture    *fixture,
      const char *text)
{
  return trs_display_test_find_label (fixture->page, text) != NULL;
}

static GtkWidget *
part (Fixture    *fixture,
      const char *id)
{
  GtkWidget *widget = trs_display_test_find (fixture->page, id);

  g_assert_nonnull (widget);
  return widget;
}

static gboolean
shown (Fixture    *fixture,
       const char *id)
{
  return gtk_widget_get_mapped (part (fixture, id));
}

/* @place: the part of the help that a row opens */
static void
assert_explained (Fixture    *fixture,
                  const char *row,
                  const char *place)
{
  GtkActionable *actionable = GTK_ACTIONABLE (part (fixture, row));

  g_assert_true (shown (fixture, row));
  g_assert_true (gtk_widget_get_parent (part (fixture, row)) == part (fixture, "ways"));
  g_assert_cmpstr (gtk_actionable_get_action_name (actionable), ==, "app.help-page");
  g_assert_cmpstr (g_variant_get_string (gtk_actionable_get_action_target_value (actionable), NULL), ==, place);
}

static TrsProject *
new_working (void)
{
  TrsProject *project = new_project ("Port strike: the interview in full", NOW - 128 * SECOND);

  trs_project_set_checked (project, NOW - 85 * SECOND, NOW - 55 * SECOND);
  tell (project, "transcription", "Recognising speech, segment 14 of 39", 2292);
  trs_project_set_checked (project, NOW, NOW + 30 * SECOND);
  return project;
}

static void
test_working (Fixture       *fixture,
              gconstpointer  user_data)
{
  g_autoptr (TrsProject) project = new_working ();

  show (fixture, project, GPOINTER_TO_INT (user_data) ? "12-narrow-progress" : "05-progress");
  g_assert_true (says (fixture, "Port strike: the interview in full"));
  g_assert_true (says (fixture, "Submitted 12:02  ·  Language detected automatically"));
  g_assert_true (says (fixture, "Video fetched"));
  g_assert_true (says (fixture, "Transcribing"));
  g_assert_true (says (fixture, "The service says: “Recognising speech, segment 14 of 39”"));
  g_assert_true (says (fixture, "Running for 2 min · updated just now"));
  g_assert_true (says (fixture, "Checks every 30 s"));
  g_assert_true (says (fixture, "38 min of video, already charged"));
  g_assert_true (says (fixture, "38 credits"));
  g_assert_true (shown (fixture, "note"));
  g_assert_false (shown (fixture, "trouble"));
  g_assert_false (shown (fixture, "again"));
  g_assert_false (shown (fixture, "ways"));
  g_assert_false (shown (fixture, "check_pill"));
  g_assert_cmpint (gtk_widget_get_mapped (part (fixture, "back")), ==, GPOINTER_TO_INT (user_data));
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (fixture->window)), <=, GPOINTER_TO_INT (user_data) ? 360 : 737);
}

/* Which parts of the page are shown in which state. */
static void
test_parts (Fixture       *fixture,
            gconstpointer  user_data)
{
  const struct
  {
    const char *state;
    TrsProjectWatch watch;
    gboolean steps;
    gboolean facts;
    gboolean stopped;
    gboolean failed;
  } cases[] = {
    { "upload", TRS_PROJECT_WATCH_CHECKING, TRUE, TRUE, FALSE, FALSE },
    { "upload", TRS_PROJECT_WATCH_STOPPED, TRUE, TRUE, TRUE, FALSE },
    { "upload", TRS_PROJECT_WATCH_NOT_FOUND, TRUE, TRUE, TRUE, FALSE },
    { "done", TRS_PROJECT_WATCH_NONE, TRUE, FALSE, FALSE, FALSE },
    { "error", TRS_PROJECT_WATCH_NONE, FALSE, FALSE, FALSE, TRUE },
    { "in review", TRS_PROJECT_WATCH_CHECKING, FALSE, TRUE, FALSE, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TrsProject) project = new_project ("Port strike", NOW);

      tell (project, cases[i].state, NULL, -1);
      trs_project_set_watch (project, cases[i].watch);
      show (fixture, project, NULL);
      g_assert_cmpint (shown (fixture, "steps"), ==, cases[i].steps);
      g_assert_cmpint (shown (fixture, "facts"), ==, cases[i].facts);
      g_assert_cmpint (shown (fixture, "check_pill"), ==, cases[i].stopped);
      g_assert_cmpint (shown (fixture, "again"), ==, cases[i].failed);
      g_assert_cmpint (shown (fixture, "attempts"), ==, cases[i].failed);
      g_assert_false (shown (fixture, "send_again"));
      g_object_set (fixture->page, "project", NULL, NULL);
      g_assert_false (shown (fixture, "steps"));
      g_assert_false (shown (fixture, "facts"));
    }
}

/* A bar where the message of the service has a percentage, and only there. */
static void
test_bar (Fixture       *fixture,
          gconstpointer  user_data)
{
  g_autoptr (TrsProject) project = new_working ();
  GtkListBox *steps = GTK_LIST_BOX (part (fixture, "steps"));
  GtkWidget *fetching = GTK_WIDGET (gtk_list_box_get_row_at_index (steps, 0));
  GtkWidget *transcribing = GTK_WIDGET (gtk_list_box_get_row_at_index (steps, 1));
  GtkWidget *bar = trs_display_test_find (transcribing, "bar");

  g_assert_true (GTK_IS_PROGRESS_BAR (bar));
  show (fixture, project, NULL);
  g_assert_false (gtk_widget_get_mapped (bar));
  tell (project, "transcription", "Recognising speech, 37 %", 2292);
  trs_display_test_wait_frame (fixture->page);
  g_assert_true (gtk_widget_get_mapped (bar));
  g_assert_cmpfloat_with_epsilon (gtk_progress_bar_get_fraction (GTK_PROGRESS_BAR (bar)), 0.37, 0.001);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (bar), GTK_ACCESSIBLE_PROPERTY_LABEL, "Progress");
  trs_display_test_save_png (GTK_WIDGET (fixture->window), "05-percent");
  g_assert_false (gtk_widget_get_mapped (trs_display_test_find (fetching, "bar")));

  trs_project_set_watch (project, TRS_PROJECT_WATCH_STOPPED);
  g_assert_false (gtk_widget_get_mapped (bar));
  trs_project_set_watch (project, TRS_PROJECT_WATCH_CHECKING);
  tell (project, "transcription", "100 % of nothing", 2292);
  g_assert_false (gtk_widget_get_mapped (bar));
}

/* A project that the service has no more is not told to be worked on. */
static void
test_lost (Fixture       *fixture,
           gconstpointer  user_data)
{
  g_autoptr (TrsProject) project = new_working ();

  trs_project_set_watch (project, TRS_PROJECT_WATCH_NOT_FOUND);
  show (fixture, project, "07-lost");
  g_assert_true (says (fixture, "The service no longer has this video"));
  g_assert_true (shown (fixture, "check_pill"));
  g_assert_false (shown (fixture, "note"));
  g_assert_false (shown (fixture, "checked_row"));
}

/* The sample service costs nothing, and nothing is said of credits. */
static void
test_free (Fixture       *fixture,
           gconstpointer  user_data)
{
  g_autoptr (TrsProject) project = new_working ();

  trs_strings_set_free (TRUE);
  show (fixture, project, NULL);
  g_assert_false (shown (fixture, "cost_row"));
  tell (project, "error", "The audio track could not be decoded.", -1);
  trs_display_test_wait_frame (fixture->page);
  g_assert_false (shown (fixture, "price"));
  g_assert_false (says (fixture, "38 credits"));

  /* Its videos have no page, and no empty list stands in its place. */
  g_settings_set_boolean (fixture->rig->settings, "sample-service", TRUE);
  g_object_set (fixture->page, "project", NULL, NULL);
  g_object_set (fixture->page, "project", project, NULL);
  g_assert_false (shown (fixture, "open_video"));
  g_assert_false (shown (fixture, "ways"));
  trs_strings_set_free (FALSE);
}

/* Everything on the page follows the project, and nothing else is needed for it. */
static void
test_follows_its_project (Fixture       *fixture,
                          gconstpointer  user_data)
{
  g_autoptr (TrsProject) project = new_project ("Port strike", NOW - 5 * SECOND);

  show (fixture, project, NULL);
  g_assert_true (says (fixture, "Fetching the video"));
  g_assert_true (says (fixture, "Not known yet"));
  tell (project, "transcription", "Queued", 540);
  trs_display_test_wait_frame (fixture->page);
  g_assert_true (says (fixture, "The service says: “Queued”"));
  g_assert_true (says (fixture, "9 credits"));
  tell (project, "error", "The audio track could not be decoded.", -1);
  trs_display_test_wait_frame (fixture->page);
  g_assert_true (says (fixture, "Transcription failed"));
  g_assert_false (shown (fixture, "steps"));
  g_object_set (fixture->page, "project", NULL, NULL);
  tell (project, "error", "Nobody listens any more", -1);
}

static void
test_failed (Fixture       *fixture,
             gconstpointer  user_data)
{
  g_autoptr (TrsProject) project = new_project ("Press briefing", YESTERDAY);

  tell (project, "upload", NULL, 720);
  trs_project_set_watch (project, TRS_PROJECT_WATCH_NONE);
  tell_at (project, "error", "The audio track could not be decoded.", -1, YESTERDAY + 60 * SECOND);
  show (fixture, project, GPOINTER_TO_INT (user_data) ? "12-narrow-failed" : "06-failed");

  g_assert_true (says (fixture, "12 min  ·  Submitted 11 March 2026  ·  Language detected automatically"));
  g_assert_true (says (fixture, "“The audio track could not be decoded.”"));
  g_assert_true (says (fixture, "Trying again costs another 12 credits and may fail again."));
  g_assert_true (says (fixture, "Transcription failed"));
  g_assert_true (says (fixture, "Failed at 16:21"));
  g_assert_true (says (fixture, "12 credits"));
  g_assert_true (says (fixture, "Open Video"));
  g_assert_false (shown (fixture, "facts"));
  g_assert_false (shown (fixture, "send_again"));
  assert_explained (fixture, "learn_failed", "trouble#failed");
  g_assert_false (shown (fixture, "learn_unknown"));

  trs_project_set_requested_language (project, "de");
  trs_display_test_click (part (fixture, "submit_again"));
  g_assert_cmpstr (fixture->asked_video, ==, "Kx81mQ4-tzA");
  g_assert_cmpstr (fixture->asked_language, ==, "de");
}

static void
test_failed_without_a_word (Fixture       *fixture,
                            gconstpointer  user_data)
{
  g_autoptr (TrsProject) project = trs_project_new ("p1");

  tell (project, "error", NULL, -1);
  show (fixture, project, NULL);
  g_assert_true (says (fixture, "The service gave no reason."));
  g_assert_true (says (fixture, "Date not known"));
  /* Without an identifier there is no video to open or to send. */
  g_assert_false (gtk_widget_is_sensitive (part (fixture, "submit_again")));
  g_assert_false (gtk_widget_is_sensitive (part (fixture, "open_video")));
}

static void
test_stopped (Fixture       *fixture,
              gconstpointer  user_data)
{
  g_autoptr (TrsProject) project = new_project ("Harbour walk with the pilots", YESTERDAY);

  tell_at (project, "transcription", "Queued for recognition", 1560, YESTERDAY + 720 * SECOND);
  trs_project_set_checked (project, YESTERDAY + 720 * SECOND, 0);
  trs_project_set_watch (project, TRS_PROJECT_WATCH_STOPPED);
  trs_project_set_requested_language (project, "en");
  show (fixture, project, "07-stopped");

  g_assert_true (says (fixture, "Stopped checking"));
  g_assert_true (says (fixture, "The service last said: “Queued for recognition”"));
  g_assert_true (says (fixture, "11 March 2026, 16:32"));
  g_assert_true (says (fixture, "26 credits"));
  g_assert_true (shown (fixture, "check_pill"));
  g_assert_false (shown (fixture, "checked_row"));
  g_assert_false (shown (fixture, "note"));

  trs_project_set_watch (project, TRS_PROJECT_WATCH_DISMISSED);
  g_assert_true (says (fixture, "Updates stopped"));
}

static void
test_not_known (Fixture       *fixture,
                gconstpointer  user_data)
{
  g_autoptr (TrsProject) pending = trs_project_new_pending ("1", "Kx81mQ4-tzA", NULL);
  g_autoptr (GListStore) candidates = g_list_store_new (TRS_TYPE_PROJECT);
  g_autoptr (TrsProject) one = new_project ("Q&A <b>", NOW);
  g_autoptr (TrsProject) other = trs_project_new ("p2");

  trs_project_set_submitted_at (pending, NOW - 50 * SECOND);
  trs_project_set_checked (pending, NOW, NOW + 10 * SECOND);
  trs_project_set_watch (pending, TRS_PROJECT_WATCH_CHECKING);
  show (fixture, pending, GPOINTER_TO_INT (user_data) ? "12-narrow-outcome-unknown" : "15-outcome-unknown");

  g_assert_true (says (fixture, "Kx81mQ4-tzA"));
  g_assert_true (says (fixture, "Title not known yet"));
  g_assert_true (says (fixture, "Was this video submitted?"));
  g_assert_true (says (fixture, "Check Now"));
  g_assert_true (says (fixture, "Not found yet · checking again at 12:04"));
  g_assert_true (says (fixture, "Detect automatically"));
  g_assert_true (says (fixture, "You may be charged twice"));
  g_assert_false (shown (fixture, "candidates"));
  g_assert_false (shown (fixture, "cost_row"));
  assert_explained (fixture, "learn_unknown", "trouble#unknown");
  g_assert_false (shown (fixture, "learn_failed"));

  gtk_widget_activate_action (part (fixture, "send_again"), "progress.submit-again", NULL);
  g_assert_cmpstr (fixture->asked_video, ==, "Kx81mQ4-tzA");
  g_assert_cmpstr (fixture->asked_language, ==, "");

  g_list_store_append (candidates, one);
  g_list_store_append (candidates, other);
  trs_project_set_candidates (pending, G_LIST_MODEL (candidates));
  trs_display_test_wait_frame (fixture->page);
  g_assert_true (shown (fixture, "candidates"));
  g_assert_true (says (fixture, "Q&A <b>"));
  g_assert_true (says (fixture, "More than one in the list · checking again at 12:04"));
  trs_display_test_save_png (GTK_WIDGET (fixture->window), "15-ambiguous");
  trs_project_set_watch (pending, TRS_PROJECT_WATCH_STOPPED);
  trs_project_set_checked (pending, NOW, 0);
  g_assert_true (says (fixture, "More than one in the list"));

  trs_project_set_candidates (pending, NULL);
  g_assert_false (shown (fixture, "candidates"));
}

/* Two of one video and one minute; and they go on while somebody thinks. */
static void
test_candidates_can_be_told_apart (Fixture       *fixture,
                                   gconstpointer  user_data)
{
  g_autoptr (TrsProject) pending = trs_project_new_pending ("1", "Kx81mQ4-tzA", NULL);
  g_autoptr (GListStore) candidates = g_list_store_new (TRS_TYPE_PROJECT);
  static const char *const states[] = { "Fetching the video", "Transcribing" };

  for (gint64 i = 0; i < 2; i++)
    {
      g_autoptr (TrsProject) project = new_project ("Port strike", 0);
      g_autoptr (TrsProjectRecord) record = trs_project_record_new ();

      record->id = g_strdup (trs_project_get_id (project));
      record->state = TRS_PROJECT_STATE_UPLOAD;
      record->created_at = g_date_time_new_from_unix_utc (NOW / SECOND - 4 + 2 * i);
      trs_test_tell_record (project, record, TRS_SESSION_RIG_NOW);
      g_list_store_append (candidates, project);
    }
  trs_project_set_candidates (pending, G_LIST_MODEL (candidates));
  show (fixture, pending, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    {
      g_autofree char *older = trs_bidi_isolate_parts (g_strdup_printf ("12 March 2026, 12:04:06 · %s", states[i]));
      g_autofree char *newer = trs_bidi_isolate_parts (g_strdup ("12 March 2026, 12:04:08 · Fetching the video"));
      g_autoptr (TrsProject) project = g_list_model_get_item (G_LIST_MODEL (candidates), 0);

      g_assert_true (says (fixture, older));
      g_assert_true (says (fixture, newer));
      tell (project, "transcription", "Queued", 540);
    }
}

/* They may have become known while another project is on the page. */
static void
test_candidates_wait (Fixture       *fixture,
                      gconstpointer  user_data)
{
  g_autoptr (TrsProject) pending = trs_project_new_pending ("1", "Kx81mQ4-tzA", NULL);
  g_autoptr (TrsProject) working = new_working ();
  g_autoptr (GListStore) candidates = g_list_store_new (TRS_TYPE_PROJECT);

  g_list_store_append (candidates, working);
  show (fixture, working, NULL);
  trs_project_set_candidates (pending, G_LIST_MODEL (candidates));
  g_assert_false (shown (fixture, "candidates"));
  show (fixture, pending, NULL);
  g_assert_true (shown (fixture, "candidates"));
}

static void
test_odd_state (Fixture       *fixture,
                gconstpointer  user_data)
{
  g_autoptr (TrsProject) project = new_project ("Port strike", NOW - 60 * SECOND);

  tell (project, "in <i>review</i> & more", "A colleague looks at it", 60);
  trs_project_set_checked (project, NOW, NOW + 5 * SECOND);
  show (fixture, project, "05-odd-state");
  g_assert_true (says (fixture, "The service calls this “in <i>review</i> & more”"));
  g_assert_true (says (fixture, "“A colleague looks at it”"));
  g_assert_true (shown (fixture, "checked_row"));
  g_assert_false (shown (fixture, "steps"));
}

static void
test_hostile_text (Fixture       *fixture,
                   gconstpointer  user_data)
{
  int width = GPOINTER_TO_INT (user_data) ? 360 : 737;
  g_autofree char *unbroken = g_strnfill (10000, 'W');
  g_autofree char *title = g_strconcat ("Q&A <b> <a href=\"x\">&\xe2\x80\xae ", unbroken, NULL);
  g_autoptr (GString) message = g_string_new (NULL);
  g_autoptr (TrsProject) project = new_project (title, NOW - 60 * SECOND);

  while (message->len < 10000)
    g_string_append (message, "Q&A <b>&amp;\xe2\x80\xae\n");
  tell (project, "transcription", message->str, TRS_VIDEO_LENGTH_MAX);
  show (fixture, project, "05-hostile");
  g_assert_true (g_str_has_prefix (gtk_label_get_text (GTK_LABEL (part (fixture, "title"))),
                                   "Q&A <b> <a href=\"x\">& "));
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (fixture->window)), <=, width);

  tell (project, unbroken, NULL, -1);
  tell (project, "error", message->str, -1);
  trs_display_test_wait_frame (fixture->page);
  g_assert_true (g_str_has_prefix (gtk_label_get_text (GTK_LABEL (part (fixture, "said"))), "“Q&A <b>&amp; Q&A"));
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (fixture->window)), <=, width);
}

/* A state in a single word without end is broken somewhere, and does not widen the window. */
static void
test_hostile_state (Fixture       *fixture,
                    gconstpointer  user_data)
{
  g_autofree char *unbroken = g_strnfill (10000, 'W');
  g_autoptr (TrsProject) project = new_project ("Port strike", NOW - 60 * SECOND);

  tell (project, unbroken, NULL, -1);
  show (fixture, project, NULL);
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (part (fixture, "heading"))), "WWWWWWWW"));
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (fixture->window)), <=, 360);
}

/* The page outlives its projects: without one nothing can be clicked, and nothing is asked for. */
static void
test_actions_need_a_project (Fixture       *fixture,
                             gconstpointer  user_data)
{
  const char *actions[] = { "check-now", "stop-watching", "stop-looking", "submit-again", "open-video", "copy-link" };
  g_autoptr (TrsProject) project = new_working ();

  g_assert_false (gtk_widget_get_sensitive (part (fixture, "check")));
  show (fixture, project, NULL);
  g_assert_true (gtk_widget_get_sensitive (part (fixture, "check")));
  g_object_set (fixture->page, "project", NULL, NULL);
  g_assert_false (gtk_widget_get_sensitive (part (fixture, "check")));
  for (gsize i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      g_autofree char *name = g_strconcat ("progress.", actions[i], NULL);

      gtk_widget_activate_action (fixture->page, name, NULL);
    }
  g_assert_null (fixture->asked_video);
}

static void
text_read_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  *(char **) user_data = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);
}

static void
test_copy_link (Fixture       *fixture,
                gconstpointer  user_data)
{
  g_autoptr (TrsProject) project = new_working ();
  g_autofree char *text = NULL;

  show (fixture, project, NULL);
  gtk_widget_activate_action (fixture->page, "progress.copy-link", NULL);
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (fixture->page), NULL, text_read_cb, &text);
  trs_test_wait_until (text != NULL);
  g_assert_cmpstr (text, ==, "https://www.youtube.com/watch?v=Kx81mQ4-tzA");
}

static TrsProject *
connect_with (Fixture    *fixture,
              const char *list,
              const char *id)
{
  trs_session_rig_connect (fixture->rig, list);
  trs_test_wait_until (trs_history_get_n_known (trs_session_get_history (fixture->rig->session)) > 0);
  return trs_session_rig_find (fixture->rig, id);
}

/* The page is woken by the clock when the next check is allowed, and by nothing in between. */
static void
test_check_now (Fixture       *fixture,
                gconstpointer  user_data)
{
  g_autofree char *entry = trs_session_rig_entry ("p1", "Port strike", "Kx81mQ4-tzA", "upload", "2026-03-12T12:04:00Z");
  g_autofree char *list = g_strdup_printf ("[%s]", entry);
  TrsRecordingTransport *transport = fixture->rig->transport;
  TrsProject *project;
  guint before;

  trs_recording_transport_add_for (transport, "/api/detail/p1", 200,
                                   "{\"id\":\"p1\",\"name\":\"Port strike\",\"state\":\"upload\","
                                   "\"message\":\"Fetching\",\"videoLength\":540}");
  project = connect_with (fixture, list, "p1");
  trs_session_set_current (fixture->rig->session, project);
  show (fixture, project, NULL);
  trs_manual_clock_advance (fixture->rig->clock, 5000);
  trs_test_wait_until (says (fixture, "The service says: “Fetching”"));
  g_assert_true (says (fixture, "Running for 15 s · updated just now"));
  g_assert_false (gtk_widget_get_sensitive (part (fixture, "check")));

  before = trs_recording_transport_get_n_requests (transport);
  trs_manual_clock_advance (fixture->rig->clock, 2900);
  g_assert_false (gtk_widget_get_sensitive (part (fixture, "check")));
  trs_manual_clock_advance (fixture->rig->clock, 200);
  g_assert_true (gtk_widget_get_sensitive (part (fixture, "check")));
  g_assert_cmpuint (trs_recording_transport_get_n_requests (transport), ==, before);
  trs_display_test_click (part (fixture, "check"));
  trs_test_wait_until (trs_recording_transport_get_n_requests (transport) > before);
  g_assert_false (gtk_widget_get_sensitive (part (fixture, "check")));
}

/* A time of day alone would be one of the day that stands above it. */
static void
test_failed_on_another_day (Fixture       *fixture,
                            gconstpointer  user_data)
{
  g_autoptr (TrsProject) project = new_project ("Press briefing", YESTERDAY);

  tell (project, "upload", NULL, 720);
  trs_project_set_watch (project, TRS_PROJECT_WATCH_NONE);
  tell_at (project, "error", "The audio track could not be decoded.", -1, YESTERDAY + G_TIME_SPAN_DAY);
  show (fixture, project, NULL);

  g_assert_true (says (fixture, "Failed on 12 March 2026, 16:20"));
}

static void
test_attempts (Fixture       *fixture,
               gconstpointer  user_data)
{
  const char *video = "Kx81mQ4-tzA";
  g_autofree char *third = trs_session_rig_entry ("p3", "Press briefing", video, "error", "2026-03-11T16:20:00Z");
  g_autofree char *other = trs_session_rig_entry ("p0", "Another", "9bZkp7q19f0", "error", "2026-03-10T16:20:00Z");
  g_autofree char *second = trs_session_rig_entry ("p2", "Press briefing", video, "error", "2026-03-09T16:20:00Z");
  g_autofree char *first = trs_session_rig_entry ("p1", "Press briefing", video, "done", "2026-03-08T16:20:00Z");
  g_autofree char *list = g_strdup_printf ("[%s,%s,%s,%s]", third, other, second, first);
  TrsProject *project = connect_with (fixture, list, "p3");
  GtkListBox *rows = GTK_LIST_BOX (part (fixture, "attempt_rows"));

  show (fixture, project, NULL);
  g_assert_nonnull (gtk_list_box_get_row_at_index (rows, 0));
  trs_test_wait_until (gtk_list_box_get_row_at_index (rows, 2) != NULL);
  show (fixture, project, "06-attempts");
  g_assert_null (gtk_list_box_get_row_at_index (rows, 3));
  g_assert_false (shown (fixture, "show_all"));
  g_assert_true (says (fixture, "2 of 3 attempts at this video failed"));
  g_assert_true (says (fixture, "11 March 2026, 16:20"));
  g_assert_true (says (fixture, "8 March 2026, 16:20"));
  g_assert_false (says (fixture, "10 March 2026, 16:20"));
  g_assert_false (gtk_list_box_row_get_activatable (gtk_list_box_get_row_at_index (rows, 0)));
  g_assert_true (gtk_list_box_row_get_activatable (gtk_list_box_get_row_at_index (rows, 1)));
}

/* A page of rows that all say the same helps nobody; who wants them asks for them. */
static void
test_many_attempts (Fixture       *fixture,
                    gconstpointer  user_data)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) entries = NULL;
  g_autofree char *joined = NULL;
  g_autofree char *list = NULL;
  GtkListBox *rows = GTK_LIST_BOX (part (fixture, "attempt_rows"));

  for (guint i = 0; i < 60; i++)
    {
      g_autofree char *id = g_strdup_printf ("p%u", i);
      g_autofree char *time = g_strdup_printf ("2026-03-11T15:%02u:00Z", 59 - i);
      g_autofree char *entry = trs_session_rig_entry (id, "Press briefing", "Kx81mQ4-tzA", "error", time);

      g_strv_builder_add (builder, entry);
    }
  entries = g_strv_builder_end (builder);
  joined = g_strjoinv (",", entries);
  list = g_strdup_printf ("[%s]", joined);
  show (fixture, connect_with (fixture, list, "p0"), NULL);
  trs_test_wait_until (says (fixture, "60 of 60 attempts at this video failed"));
  g_assert_nonnull (gtk_list_box_get_row_at_index (rows, 9));
  g_assert_null (gtk_list_box_get_row_at_index (rows, 10));

  trs_display_test_click (part (fixture, "show_all"));
  g_assert_nonnull (gtk_list_box_get_row_at_index (rows, 59));
  g_assert_false (shown (fixture, "show_all"));
  g_assert_true (gtk_root_get_focus (GTK_ROOT (fixture->window)) ==
                 GTK_WIDGET (gtk_list_box_get_row_at_index (rows, 10)));
}

/* A submission of which nothing is known can be given up; it then leaves the history. */
static void
test_stop_looking (Fixture       *fixture,
                   gconstpointer  user_data)
{
  g_autoptr (GListStore) submissions = g_list_store_new (TRS_TYPE_SUBMISSION);
  g_autoptr (TrsSubmission) submission = trs_submission_new ("Kx81mQ4-tzA", NULL);
  g_autoptr (GAsyncResult) result = NULL;

  trs_session_rig_connect (fixture->rig, "[]");
  g_list_store_append (submissions, submission);
  trs_recording_transport_add_for (fixture->rig->transport, "transcribeVideo", 500, "oops");
  trs_submitter_run_async (trs_session_get_submitter (fixture->rig->session), G_LIST_MODEL (submissions), NULL,
                           trs_test_store_result, &result);
  trs_test_wait_result (result);
  trs_submitter_run_finish (trs_session_get_submitter (fixture->rig->session), result, NULL);

  show (fixture, trs_session_rig_find_listed (fixture->rig, "Kx81mQ4-tzA"), NULL);
  g_assert_true (says (fixture, "Was this video submitted?"));
  g_assert_true (says (fixture, "12 March 2026, 12:04"));
  gtk_widget_activate_action (fixture->page, "progress.stop-looking", NULL);
  g_assert_null (trs_session_rig_find_listed (fixture->rig, "Kx81mQ4-tzA"));
}

/* The title keeps its distance, as it does on the page of a transcript. */
static void
test_title_below_notice (Fixture       *fixture,
                         gconstpointer  user_data)
{
  g_autofree char *entry = trs_session_rig_entry ("p1", "Port strike", "Kx81mQ4-tzA", "upload", "2026-03-12T12:04:00Z");
  g_autofree char *list = g_strdup_printf ("[%s]", entry);
  graphene_rect_t notice;
  graphene_rect_t title;

  show (fixture, connect_with (fixture, list, "p1"), NULL);
  trs_recording_transport_add_error_for (fixture->rig->transport, "/api/list",
                                         g_error_new_literal (TRS_ERROR, TRS_ERROR_OFFLINE, "gone"));
  trs_manual_clock_advance (fixture->rig->clock, 4000);
  trs_list_reader_read_async (trs_session_get_reader (fixture->rig->session), TRS_LIST_READ_REFRESH, NULL, NULL, NULL);
  trs_test_wait_until (gtk_revealer_get_child_revealed (GTK_REVEALER (part (fixture, "revealer"))));
  trs_display_test_wait_frame (fixture->page);
  g_assert_true (gtk_widget_compute_bounds (part (fixture, "strip"), fixture->page, &notice));
  g_assert_true (gtk_widget_compute_bounds (part (fixture, "title"), fixture->page, &title));
  g_assert_cmpfloat (title.origin.y - (notice.origin.y + notice.size.height), >=, 17);
}

static void
add (const char *path,
     void      (*test) (Fixture *, gconstpointer),
     gboolean    narrow)
{
  g_test_add (path, Fixture, GINT_TO_POINTER (narrow), set_up, test, tear_down);
}

int
main (int   argc,
      char *argv[])
{
  g_setenv ("TZ", "UTC", TRUE);
  trs_display_test_init (&argc, &argv);
  add ("/progress-page/working", test_working, FALSE);
  add ("/progress-page/narrow/working", test_working, TRUE);
  add ("/progress-page/follows-its-project", test_follows_its_project, FALSE);
  add ("/progress-page/parts", test_parts, FALSE);
  add ("/progress-page/bar", test_bar, FALSE);
  add ("/progress-page/lost", test_lost, FALSE);
  add ("/progress-page/free", test_free, FALSE);
  add ("/progress-page/failed", test_failed, FALSE);
  add ("/progress-page/narrow/failed", test_failed, TRUE);
  add ("/progress-page/failed-without-a-word", test_failed_without_a_word, FALSE);
  add ("/progress-page/stopped", test_stopped, FALSE);
  add ("/progress-page/not-known", test_not_known, FALSE);
  add ("/progress-page/narrow/not-known", test_not_known, TRUE);
  add ("/progress-page/candidates-wait", test_candidates_wait, FALSE);
  add ("/progress-page/candidates-can-be-told-apart", test_candidates_can_be_told_apart, FALSE);
  add ("/progress-page/odd-state", test_odd_state, FALSE);
  add ("/progress-page/hostile-text", test_hostile_text, FALSE);
  add ("/progress-page/narrow/hostile-text", test_hostile_text, TRUE);
  add ("/progress-page/narrow/hostile-state", test_hostile_state, TRUE);
  add ("/progress-page/actions-need-a-project", test_actions_need_a_project, FALSE);
  add ("/progress-page/copy-link", test_copy_link, FALSE);
  add ("/progress-page/check-now", test_check_now, FALSE);
  add ("/progress-page/title-below-notice", test_title_below_notice, FALSE);
  add ("/progress-page/failed-on-another-day", test_failed_on_another_day, FALSE);
  add ("/progress-page/attempts", test_attempts, FALSE);
  add ("/progress-page/many-attempts", test_many_attempts, FALSE);
  add ("/progress-page/stop-looking", test_stop_looking, FALSE);
  return g_test_run ();
}
