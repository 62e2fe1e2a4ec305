/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The buttons of what is said in passing, pressed with the pointer. */
#include "trs-history-list.h"
#include "trs-message-dialog.h"
#include "trs-display-test.h"
#include "trs-progress-page.h"
#include "trs-real-input.h"
#include "trs-session-rig.h"
#include "trs-test-view.h"
#include "trs-test-utils.h"
#include "trs-name-dialog.h"
#include "trs-transcript-page.h"
#include "trs-ui-compat.h"
#include "trs-window.h"

#define LINK "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=7s"

typedef struct
{
  TrsSessionRig *rig;
  GtkWidget *window;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  user_data)
{
  g_autofree char *entries = trs_session_rig_sample_list ();

  fixture->rig = trs_session_rig_new_keeping ();
  g_settings_set_int (fixture->rig->settings, "window-width", 1000);
  g_settings_set_int (fixture->rig->settings, "window-height", 680);
  fixture->window = GTK_WIDGET (trs_window_new (NULL, fixture->rig->session, fixture->rig->settings));
  trs_display_test_show (GTK_WINDOW (fixture->window));
  trs_session_rig_list (fixture->rig, entries);
  trs_session_rig_start (fixture->rig);
  trs_test_wait_until (trs_history_get_complete (trs_session_get_history (fixture->rig->session)));
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  user_data)
{
  trs_display_test_destroy (fixture->window);
  trs_session_rig_free (fixture->rig);
}

static gboolean
says (Fixture    *fixture,
      const char *words)
{
  return trs_display_test_find_label (fixture->window, words) != NULL;
}

static void
press (Fixture    *fixture,
       const char *words,
       const char *button)
{
  trs_test_wait_until (says (fixture, words) && says (fixture, button));
  trs_display_test_wait_frame (fixture->window);
  trs_real_input_click_on (gtk_widget_get_ancestor (trs_display_test_find_label (fixture->window, button),
                                                    GTK_TYPE_BUTTON));
}

/* So that what waits is shown at once. */
static void
close_toast (Fixture    *fixture,
             const char *words)
{
  GtkWidget *toast;

  trs_test_wait_until (says (fixture, words));
  trs_display_test_wait_frame (fixture->window);
  toast = trs_display_test_find_label (fixture->window, words);
  while (!g_str_equal (gtk_widget_get_css_name (toast), "toast"))
    toast = gtk_widget_get_parent (toast);
  trs_real_input_click_on (gtk_widget_get_last_child (toast));
  trs_test_wait_until (!says (fixture, words));
}

static GtkWindow *
find_dialog (GType type)
{
  g_autoptr (GList) toplevels = gtk_window_list_toplevels ();

  for (GList *l = toplevels; l != NULL; l = l->next)
    if (G_TYPE_CHECK_INSTANCE_TYPE (l->data, type) && gtk_widget_get_visible (l->data))
      return l->data;
  return NULL;
}

static void
rename_to (Fixture    *fixture,
           TrsProject *project,
           const char *title)
{
  GtkWidget *dialog;

  g_assert_true (gtk_widget_activate_action (fixture->window, "win.rename-project", "s",
                                             trs_project_get_id (project)));
  trs_test_wait_until (find_dialog (TRS_TYPE_NAME_DIALOG) != NULL);
  dialog = GTK_WIDGET (find_dialog (TRS_TYPE_NAME_DIALOG));
  trs_display_test_show (GTK_WINDOW (dialog));
  gtk_editable_set_text (GTK_EDITABLE (trs_display_test_find_type (dialog, ADW_TYPE_ENTRY_ROW)), title);
  gtk_widget_activate_action (dialog, "name.apply", NULL);
  trs_test_wait_until (find_dialog (TRS_TYPE_NAME_DIALOG) == NULL);
}

static void
clipboard_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  char **text = user_data;

  *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);
  g_assert_nonnull (*text);
}

/* The folders of a test hold no browser. */
static void
test_no_browser (Fixture       *fixture,
                 gconstpointer  user_data)
{
  g_autofree char *text = NULL;

  trs_ui_compat_open_uri (GTK_WINDOW (fixture->window), LINK);
  trs_test_wait_until (says (fixture, "The link can’t be opened"));
  trs_display_test_save_png (fixture->window, "undo-no-browser");
  press (fixture, "The link can’t be opened", "Copy Link");
  trs_test_wait_until (says (fixture, "Link copied"));
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (fixture->window), NULL, clipboard_cb, &text);
  trs_test_wait_until (text != NULL);
  g_assert_cmpstr (text, ==, LINK);
}

static void
test_rename (Fixture       *fixture,
             gconstpointer  user_data)
{
  TrsProject *project = trs_session_rig_project (fixture->rig, 2);

  trs_library_set_local_title (trs_session_get_library (fixture->rig->session), project, "Budget");
  rename_to (fixture, project, "Second reading");
  g_assert_cmpstr (trs_project_get_data (project)->local_title, ==, "Second reading");
  trs_test_wait_until (says (fixture, "Renamed to “Second reading”"));
  trs_display_test_save_png (fixture->window, "undo-rename");
  press (fixture, "Renamed to “Second reading”", "Undo");
  g_assert_cmpstr (trs_project_get_data (project)->local_title, ==, "Budget");
}

/* Where there was no title of one's own, there is none again. */
static void
test_first_rename (Fixture       *fixture,
                   gconstpointer  user_data)
{
  TrsProject *project = trs_session_rig_project (fixture->rig, 2);

  rename_to (fixture, project, "Second reading");
  press (fixture, "Renamed to “Second reading”", "Undo");
  g_assert_null (trs_project_get_data (project)->local_title);
}

/* Each is undone from words of its own, the last one first. */
static void
test_two_renames (Fixture       *fixture,
                  gconstpointer  user_data)
{
  TrsProject *first = trs_session_rig_project (fixture->rig, 2);
  TrsProject *second = trs_session_rig_project (fixture->rig, 6);

  rename_to (fixture, first, "First reading");
  rename_to (fixture, second, "Second reading");
  press (fixture, "Renamed to “Second reading”", "Undo");
  g_assert_null (trs_project_get_data (second)->local_title);
  g_assert_cmpstr (trs_project_get_data (first)->local_title, ==, "First reading");
  press (fixture, "Renamed to “First reading”", "Undo");
  g_assert_null (trs_project_get_data (first)->local_title);
}

/* The last title is undone, and an earlier one does not come back by that. */
static void
test_renamed_twice (Fixture       *fixture,
                    gconstpointer  user_data)
{
  TrsProject *project = trs_session_rig_project (fixture->rig, 2);

  rename_to (fixture, project, "First reading");
  rename_to (fixture, project, "Second reading");
  press (fixture, "Renamed to “Second reading”", "Undo");
  g_assert_cmpstr (trs_project_get_data (project)->local_title, ==, "First reading");
  trs_display_test_wait_frame (fixture->window);
  g_assert_false (says (fixture, "Undo"));
}

/* The second Undo comes from below to where the first was pressed. libadwaita 1.2 crashes if it is pressed early. */
static void
test_undone_in_a_hurry (Fixture       *fixture,
                        gconstpointer  user_data)
{
  TrsProject *first = trs_session_rig_project (fixture->rig, 2);
  TrsProject *second = trs_session_rig_project (fixture->rig, 6);
  GtkSettings *settings = gtk_settings_get_default ();
  GtkWidget *button;
  graphene_rect_t bounds;

  rename_to (fixture, first, "First reading");
  rename_to (fixture, second, "Second reading");
  trs_test_wait_until (says (fixture, "Undo"));
  trs_display_test_wait_frame (fixture->window);
  g_object_set (settings, "gtk-enable-animations", TRUE, NULL);
  button = gtk_widget_get_ancestor (trs_display_test_find_label (fixture->window, "Undo"), GTK_TYPE_BUTTON);
  g_assert_true (gtk_widget_compute_bounds (button, fixture->window, &bounds));
  while (trs_project_get_data (first)->local_title != NULL)
    trs_real_input_click (fixture->window, graphene_rect_get_x (&bounds) + graphene_rect_get_width (&bounds) / 2.0,
                          graphene_rect_get_y (&bounds) + graphene_rect_get_height (&bounds) - 2,
                          GDK_BUTTON_PRIMARY, 1);
  trs_test_wait_until (!says (fixture, "Undo"));
  for (guint i = 0; i < 60; i++)
    trs_display_test_wait_frame (fixture->window);
  g_object_set (settings, "gtk-enable-animations", FALSE, NULL);
  g_assert_null (trs_project_get_data (second)->local_title);
}

/* However much else is being said, it can be undone. */
static void
test_among_much (Fixture       *fixture,
                 gconstpointer  user_data)
{
  TrsProject *project = trs_session_rig_project (fixture->rig, 2);
  const char *words[] = { "One", "Two", "Three" };

  rename_to (fixture, project, "Second reading");
  trs_test_wait_until (says (fixture, "Renamed to “Second reading”"));
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    gtk_widget_activate_action (fixture->window, "win.toast", "s", words[i]);
  for (gsize i = G_N_ELEMENTS (words); i > 0; i--)
    close_toast (fixture, words[i - 1]);
  press (fixture, "Renamed to “Second reading”", "Undo");
  g_assert_null (trs_project_get_data (project)->local_title);
}

/* Nothing was renamed, and there is nothing to undo. */
static void
test_same_title (Fixture       *fixture,
                 gconstpointer  user_data)
{
  TrsProject *project = trs_session_rig_project (fixture->rig, 2);

  rename_to (fixture, project, trs_project_get_data (project)->title);
  trs_display_test_wait_frame (fixture->window);
  g_assert_false (says (fixture, "Undo"));
}

static void
test_stop_looking (Fixture       *fixture,
                   gconstpointer  user_data)
{
  TrsSession *session = fixture->rig->session;
  g_autoptr (TrsSubmission) submission = trs_submission_new ("Kx81mQ4-tzA", NULL);
  g_autoptr (GListStore) submissions = g_list_store_new (TRS_TYPE_SUBMISSION);
  g_autoptr (GAsyncResult) result = NULL;

  g_list_store_append (submissions, submission);
  trs_recording_transport_add_for (fixture->rig->transport, "transcribeVideo", 500, "oops");
  trs_submitter_run_async (trs_session_get_submitter (session), G_LIST_MODEL (submissions), NULL, trs_test_store_result,
                           &result);
  trs_test_wait_result (result);
  trs_submitter_run_finish (trs_session_get_submitter (session), result, NULL);
  trs_window_open_project (TRS_WINDOW (fixture->window), trs_session_rig_find_listed (fixture->rig, "Kx81mQ4-tzA"));
  trs_test_wait_until (says (fixture, "Was this video submitted?"));

  gtk_widget_activate_action (trs_display_test_find_type (fixture->window, TRS_TYPE_PROGRESS_PAGE),
                              "progress.stop-looking", NULL);
  g_assert_null (trs_session_rig_find_listed (fixture->rig, "Kx81mQ4-tzA"));
  press (fixture, "Stopped looking", "Undo");
  g_assert_nonnull (trs_session_rig_find_listed (fixture->rig, "Kx81mQ4-tzA"));
  trs_test_wait_until (says (fixture, "Was this video submitted?"));
}

static void
remove_from_computer (Fixture    *fixture,
                      TrsProject *project)
{
  trs_window_open_project (TRS_WINDOW (fixture->window), project);
  trs_test_wait_until (trs_window_get_project (TRS_WINDOW (fixture->window)) == project);
  gtk_widget_activate_action (fixture->window, "win.remove-from-computer", NULL);
  trs_test_wait_until (find_dialog (TRS_TYPE_MESSAGE_DIALOG) != NULL);
  trs_display_test_wait_frame (GTK_WIDGET (find_dialog (TRS_TYPE_MESSAGE_DIALOG)));
  /* what cannot be undone is not one key away */
  g_assert_true (gtk_window_get_focus (find_dialog (TRS_TYPE_MESSAGE_DIALOG)) ==
                 trs_display_test_find (GTK_WIDGET (find_dialog (TRS_TYPE_MESSAGE_DIALOG)), "close"));
  trs_display_test_click (gtk_widget_get_ancestor (
      trs_display_test_find_label (GTK_WIDGET (find_dialog (TRS_TYPE_MESSAGE_DIALOG)), "Remove"), GTK_TYPE_BUTTON));
  trs_test_wait_until (find_dialog (TRS_TYPE_MESSAGE_DIALOG) == NULL);
}

/* Text, note and own title; the last one that was removed. */
static void
test_remove (Fixture       *fixture,
             gconstpointer  user_data)
{
  TrsSession *session = fixture->rig->session;
  TrsProject *first = trs_session_rig_project (fixture->rig, 2);
  TrsProject *second = trs_session_rig_project (fixture->rig, 6);

  trs_library_set_local_title (trs_session_get_library (session), first, "Budget");
  trs_library_set_note (trs_session_get_library (session), second, "A note");
  remove_from_computer (fixture, first);
  trs_test_wait_until (trs_project_get_data (first)->local_title == NULL);
  trs_test_wait_until (says (fixture, "Removed from this computer"));
  trs_display_test_save_png (fixture->window, "undo-remove");
  press (fixture, "Removed from this computer", "Undo");
  trs_test_wait_until (g_strcmp0 (trs_project_get_data (first)->local_title, "Budget") == 0);

  remove_from_computer (fixture, first);
  trs_test_wait_until (trs_project_get_data (first)->local_title == NULL);
  remove_from_computer (fixture, second);
  trs_test_wait_until (trs_project_get_data (second)->note == NULL);
  press (fixture, "Removed from this computer", "Undo");
  trs_test_wait_until (g_strcmp0 (trs_project_get_data (second)->note, "A note") == 0);
  g_assert_null (trs_project_get_data (first)->local_title);
}

/* By the keys, in the list: the last thing first, whether a toast still offers it or not, and each once. */
static void
test_by_keys (Fixture       *fixture,
              gconstpointer  user_data)
{
  TrsProject *first = trs_session_rig_project (fixture->rig, 2);
  TrsProject *second = trs_session_rig_project (fixture->rig, 6);
  GtkWidget *list = trs_display_test_find_type (fixture->window, TRS_TYPE_HISTORY_LIST);

  trs_real_input_focus (fixture->window);
  trs_library_set_note (trs_session_get_library (fixture->rig->session), second, "A note");
  rename_to (fixture, first, "First reading");
  rename_to (fixture, first, "Second reading");
  close_toast (fixture, "Renamed to “Second reading”");
  remove_from_computer (fixture, second);
  trs_test_wait_until (trs_project_get_data (second)->note == NULL);
  trs_test_wait_until (says (fixture, "Removed from this computer"));

  trs_real_input_focus (fixture->window);
  gtk_widget_grab_focus (list);
  trs_real_input_key (fixture->window, GDK_KEY_z, GDK_CONTROL_MASK);
  trs_test_wait_until (g_strcmp0 (trs_project_get_data (second)->note, "A note") == 0);
  g_assert_cmpstr (trs_project_get_data (first)->local_title, ==, "Second reading");
  trs_test_wait_until (!says (fixture, "Removed from this computer"));
  trs_real_input_key (fixture->window, GDK_KEY_z, GDK_CONTROL_MASK);
  g_assert_cmpstr (trs_project_get_data (first)->local_title, ==, "First reading");
  trs_real_input_key (fixture->window, GDK_KEY_z, GDK_CONTROL_MASK);
  g_assert_null (trs_project_get_data (first)->local_title);
  trs_real_input_key (fixture->window, GDK_KEY_z, GDK_CONTROL_MASK);
  g_assert_null (trs_project_get_data (first)->local_title);
  g_assert_cmpstr (trs_project_get_data (second)->note, ==, "A note");
}

/* The transcript of the open video, with words of which the service does not know. */
static TrsTranscriptView *
open_transcript (Fixture *fixture,
                 guint    number)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (trs_test_council, "en");
  g_autoptr (TrsDocument) document = trs_test_document_new (transcript);
  GtkWidget *page;

  trs_window_open_project (TRS_WINDOW (fixture->window), trs_session_rig_project (fixture->rig, number));
  page = trs_display_test_find_type (fixture->window, TRS_TYPE_TRANSCRIPT_PAGE);
  g_assert_nonnull (page);
  g_object_set (page, "document", document, NULL);
  trs_display_test_wait_frame (fixture->window);
  return TRS_TRANSCRIPT_VIEW (trs_display_test_find (page, "view"));
}

static guint
get_speaker (TrsTranscriptView *view)
{
  return trs_document_get_speaker (trs_transcript_view_get_document (view), 0);
}

/* A paragraph was given to somebody else; the offer ends with whatever else happens to the transcript. */
static void
test_edit (Fixture       *fixture,
           gconstpointer  user_data)
{
  const char *words = "Speaker of the paragraph changed";
  TrsTranscriptView *view = open_transcript (fixture, 4);

  gtk_widget_activate_action (GTK_WIDGET (view), "edits.speaker", "u", 4);
  g_assert_cmpuint (get_speaker (view), ==, 4);
  press (fixture, words, "Undo");
  trs_test_wait_until (get_speaker (view) == 1);
  trs_test_wait_until (!says (fixture, words));

  gtk_widget_activate_action (GTK_WIDGET (view), "edits.speaker", "u", 3);
  trs_test_wait_until (says (fixture, words));
  gtk_widget_activate_action (GTK_WIDGET (view), "edits.undo", NULL);
  trs_test_wait_until (!says (fixture, words));

  gtk_widget_activate_action (GTK_WIDGET (view), "edits.speaker", "u", 3);
  trs_test_wait_until (says (fixture, words));
  open_transcript (fixture, 2);
  trs_test_wait_until (!says (fixture, words));
  g_assert_cmpuint (get_speaker (view), ==, 1);
}

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_setenv ("TZ", "UTC", TRUE);
  trs_display_test_init (&argc, &argv);
  ADD ("/undo/edit", test_edit);
  ADD ("/undo/no-browser", test_no_browser);
  ADD ("/undo/rename", test_rename);
  ADD ("/undo/first-rename", test_first_rename);
  ADD ("/undo/two-renames", test_two_renames);
  ADD ("/undo/renamed-twice", test_renamed_twice);
  ADD ("/undo/undone-in-a-hurry", test_undone_in_a_hurry);
  ADD ("/undo/among-much", test_among_much);
  ADD ("/undo/same-title", test_same_title);
  ADD ("/undo/stop-looking", test_stop_looking);
  ADD ("/undo/remove", test_remove);
  ADD ("/undo/by-keys", test_by_keys);
  return g_test_run ();
}
