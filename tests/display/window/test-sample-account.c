/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-test.h"
#include "trs-progress-page.h"
#include "trs-project-strings.h"
#include "trs-real-input.h"
#include "trs-session-rig.h"
#include "trs-strings.h"
#include "trs-submit-dialog.h"
#include "trs-test-transcripts.h"
#include "trs-transcript-page.h"

#define COUNCIL "council-12-march"
#define CLIP "harbour-clip"

/* What the account of the sample service shows; nothing is started. */
typedef struct
{
  TrsSessionRig *rig;
  GtkWindow *window;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  user_data)
{
  fixture->rig = trs_session_rig_new_waiting (FALSE);
  g_settings_set_boolean (fixture->rig->settings, "sample-service", TRUE);
  trs_strings_set_free (TRUE);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  user_data)
{
  trs_display_test_destroy (fixture->window);
  trs_session_rig_free (fixture->rig);
  trs_strings_set_free (FALSE);
}

static GtkWidget *
part (Fixture    *fixture,
      const char *id)
{
  return trs_display_test_find (GTK_WIDGET (fixture->window), id);
}

/* Whatever can be seen or is told when it is asked for. */
static void
assert_says_nothing_of (GtkWidget  *widget,
                        const char *word)
{
  if (!gtk_widget_get_mapped (widget))
    return;

  if (GTK_IS_LABEL (widget))
    {
      g_autofree char *words = g_utf8_casefold (gtk_label_get_text (GTK_LABEL (widget)), -1);

      if (strstr (words, word) != NULL)
        g_error ("“%s” is said: %s", word, words);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    assert_says_nothing_of (child, word);
}

static void
assert_says_nothing_of_money (Fixture *fixture)
{
  static const char *const words[] = { "credit", "spent", "cost", "charged", "api key" };

  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    assert_says_nothing_of (GTK_WIDGET (fixture->window), words[i]);
}

static GtkListBox *
samples (Fixture *fixture)
{
  GtkWidget *heading = trs_display_test_find_label (GTK_WIDGET (fixture->window), "Sample Videos");

  g_assert_nonnull (heading);
  return GTK_LIST_BOX (gtk_widget_get_next_sibling (heading));
}

static void
open_dialog (Fixture *fixture)
{
  fixture->window = GTK_WINDOW (trs_submit_dialog_new (fixture->rig->session, fixture->rig->settings));
  trs_display_test_show (fixture->window);
  /* The catalogue is read in a thread, and the heading has a size only in the frame after that. */
  while (trs_display_test_find_label (GTK_WIDGET (fixture->window), "Sample Videos") == NULL)
    trs_display_test_wait_frame (GTK_WIDGET (fixture->window));
  trs_test_wait_until (gtk_list_box_get_row_at_index (samples (fixture), 0) != NULL);
  trs_display_test_wait_frame (GTK_WIDGET (fixture->window));
}

static GtkWidget *
find_row (Fixture    *fixture,
          const char *title)
{
  GtkWidget *label = trs_display_test_find_label (GTK_WIDGET (samples (fixture)), title);

  g_assert_nonnull (label);
  return gtk_widget_get_ancestor (label, GTK_TYPE_LIST_BOX_ROW);
}

static float
top_of (Fixture   *fixture,
        GtkWidget *row)
{
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (row, GTK_WIDGET (fixture->window), &bounds));
  return bounds.origin.y;
}

static gboolean
shows_icon (GtkWidget  *root,
            const char *icon_name)
{
  if (GTK_IS_IMAGE (root) && g_strcmp0 (gtk_image_get_icon_name (GTK_IMAGE (root)), icon_name) == 0)
    return TRUE;

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (shows_icon (child, icon_name))
      return TRUE;
  return FALSE;
}

static gboolean
is_marked (GtkWidget *row)
{
  gboolean added;

  g_object_get (row, "added", &added, NULL);
  g_assert_true (shows_icon (row, added ? "object-select-symbolic" : "list-add-symbolic"));
  return added;
}

static void
assert_text (Fixture    *fixture,
             const char *text)
{
  g_autofree char *typed = NULL;

  g_object_get (gtk_text_view_get_buffer (GTK_TEXT_VIEW (part (fixture, "entry"))), "text", &typed, NULL);
  g_assert_cmpstr (typed, ==, text);
}

/* Who tries the program has nothing to paste. */
static void
test_videos_are_shown (Fixture       *fixture,
                       gconstpointer  user_data)
{
  GtkListBox *list;

  open_dialog (fixture);
  list = samples (fixture);
  g_assert_cmpfloat (top_of (fixture, GTK_WIDGET (gtk_list_box_get_row_at_index (list, 2))), <,
                     top_of (fixture, part (fixture, "bar")));
  g_assert_nonnull (find_row (fixture, "City council, 12 March"));
  g_assert_nonnull (gtk_list_box_get_row_at_index (list, 7));
  g_assert_nonnull (trs_display_test_find_label (GTK_WIDGET (list), "English · 7 min"));

  g_assert_nonnull (trs_display_test_find_label (GTK_WIDGET (list), "Arabic · 1 min"));

  /* Examples only: nothing that must fail, and no title that plays tricks. */
  g_assert_null (trs_display_test_find_label (GTK_WIDGET (list), "Hearing behind closed doors"));
  g_assert_null (trs_display_test_find_label (GTK_WIDGET (list), "Press briefing"));
  g_assert_null (trs_display_test_find_label (GTK_WIDGET (list), "Livestream that ended early"));
  g_assert_null (trs_display_test_find_label (GTK_WIDGET (list), "Drone footage without speech"));
  assert_says_nothing_of (GTK_WIDGET (list), "txt.exe");
  assert_says_nothing_of_money (fixture);
  g_assert_false (gtk_widget_get_mapped (part (fixture, "price")));
  trs_display_test_save_png (GTK_WIDGET (fixture->window), "04-submit-samples");
  trs_display_test_set_dark (TRUE);
  trs_display_test_save_png (GTK_WIDGET (fixture->window), "04-submit-samples-dark");
  trs_display_test_set_dark (FALSE);
}

/* With the pointer, and the list does not run away under it. */
static void
test_press_adds_and_removes (Fixture       *fixture,
                             gconstpointer  user_data)
{
  GtkWidget *council, *clip;
  float top;

  open_dialog (fixture);
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (part (fixture, "entry"))), "my-own-video", -1);
  council = find_row (fixture, "City council, 12 March");
  clip = find_row (fixture, "Harbour walk: the crane at dusk");
  top = top_of (fixture, council);
  g_assert_false (is_marked (council));

  trs_real_input_click_on (council);
  trs_test_wait_until (is_marked (council));
  trs_display_test_wait_frame (council);
  assert_text (fixture, "my-own-video\n" COUNCIL "\n");
  g_assert_cmpfloat (top_of (fixture, council), ==, top);
  g_assert_true (find_row (fixture, "City council, 12 March") == council);
  trs_real_input_click_on (clip);
  trs_test_wait_until (is_marked (clip));
  g_assert_true (is_marked (council));
  assert_text (fixture, "my-own-video\n" COUNCIL "\n" CLIP "\n");
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (part (fixture, "transcribe"))), ==, "Transcribe 3 Videos");
  trs_display_test_save_png (GTK_WIDGET (fixture->window), "04-submit-samples-chosen");

  trs_real_input_click_on (council);
  trs_test_wait_until (!is_marked (council));
  trs_display_test_wait_frame (council);
  g_assert_cmpfloat (top_of (fixture, council), ==, top);
  assert_text (fixture, "my-own-video\n" CLIP "\n");

  /* By keyboard, too; and what is typed is marked as what is pressed. */
  trs_real_input_focus (council);
  trs_real_input_key (council, GDK_KEY_Return, 0);
  trs_test_wait_until (is_marked (council));
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (part (fixture, "entry"))),
                            "https://youtu.be/" CLIP, -1);
  g_assert_true (is_marked (clip));
  g_assert_false (is_marked (council));
}

/* What is to be checked stands behind the examples; the bar leads to it. */
static void
test_lines_are_reached (Fixture       *fixture,
                        gconstpointer  user_data)
{
  GtkWidget *ready, *rows;
  gboolean handled = FALSE;

  open_dialog (fixture);
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (part (fixture, "entry"))), "not a link", -1);
  trs_display_test_wait_frame (GTK_WIDGET (fixture->window));
  ready = part (fixture, "ready");
  rows = part (fixture, "rows");
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (ready)), ==, "1 line to check");
  g_assert_cmpfloat (top_of (fixture, rows), >, top_of (fixture, part (fixture, "bar")));
  g_signal_emit_by_name (ready, "activate-link", "lines", &handled);
  g_assert_true (handled);
  trs_display_test_wait_frame (GTK_WIDGET (fixture->window));
  g_assert_cmpfloat (top_of (fixture, rows), <, top_of (fixture, part (fixture, "bar")));
}

static void
update (TrsProject *project,
        const char *state,
        gint64      length)
{
  g_autoptr (TrsProjectRecord) detail = trs_project_record_new ();

  detail->name = g_strdup ("City council, 12 March");
  detail->video_id = g_strdup (COUNCIL);
  detail->language = g_strdup ("en");
  detail->state = trs_project_state_from_string (state);
  detail->state_word = g_strdup (state);
  detail->video_length = length;
  trs_project_update_from_detail (project, detail, TRS_SESSION_RIG_NOW);
}

static void
test_progress (Fixture       *fixture,
               gconstpointer  user_data)
{
  static const char *const states[] = { "upload", "transcription", "error" };
  GtkWidget *page = g_object_new (TRS_TYPE_PROGRESS_PAGE, "session", fixture->rig->session, NULL);
  g_autoptr (TrsProject) project = trs_project_new ("p1");
  g_autofree char *status = NULL;

  fixture->window = trs_display_test_present (page, 737, 760);
  for (gsize i = 0; i < G_N_ELEMENTS (states); i++)
    {
      update (project, states[i], 725);
      g_object_set (page, "project", project, NULL);
      trs_display_test_wait_frame (page);
      assert_says_nothing_of_money (fixture);
      assert_says_nothing_of (page, "open the video");
    }
  status = trs_project_strings_status (project);
  g_assert_cmpstr (status, ==, "Failed");
}

static gboolean
is_offered (GtkWidget  *page,
            const char *action)
{
  GtkWidget *button = gtk_button_new ();
  gboolean offered;

  gtk_widget_set_parent (button, page);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  offered = gtk_widget_is_sensitive (button);
  gtk_widget_unparent (button);
  return offered;
}

/* There is no page of such a video. */
static void
test_transcript (Fixture       *fixture,
                 gconstpointer  user_data)
{
  g_autoptr (TrsProject) project = trs_project_new ("p1");
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (trs_test_council, "en");
  g_autoptr (TrsDocument) document = trs_test_document_new (transcript);
  GtkWidget *page = g_object_new (TRS_TYPE_TRANSCRIPT_PAGE, "settings", fixture->rig->settings, "session",
                                  fixture->rig->session, NULL);

  update (project, "done", 432);
  fixture->window = trs_display_test_present (page, 748, 770);
  g_settings_set_boolean (fixture->rig->settings, "show-timecodes", TRUE);
  g_object_set (page, "project", project, NULL);
  g_object_set (page, "document", document, NULL);
  trs_display_test_wait_frame (page);
  assert_says_nothing_of (page, "open video");
  g_assert_false (is_offered (page, "page.open-video"));
  g_assert_false (is_offered (page, "page.open-video-here"));
  g_assert_false (is_offered (page, "page.copy-link"));
  g_assert_true (is_offered (page, "page.export"));

  trs_display_test_save_png (GTK_WIDGET (fixture->window), "02-transcript-sample");
}

static void
add (const char *path,
     void      (*test) (Fixture *, gconstpointer))
{
  g_test_add (path, Fixture, NULL, set_up, test, tear_down);
}

int
main (int   argc,
      char *argv[])
{
  g_setenv ("TZ", "UTC", TRUE);
  trs_display_test_init (&argc, &argv);
  add ("/sample-account/videos-are-shown", test_videos_are_shown);
  add ("/sample-account/press-adds-and-removes", test_press_adds_and_removes);
  add ("/sample-account/lines-are-reached", test_lines_are_reached);
  add ("/sample-account/progress", test_progress);
  add ("/sample-account/transcript", test_transcript);
  return g_test_run ();
}
