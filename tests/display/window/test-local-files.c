/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-chooser-test.h"
#include "trs-display-test.h"
#include "trs-fake-worker.h"
#include "trs-files-dialog.h"
#include "trs-message-dialog.h"
#include "trs-preferences.h"
#include "trs-real-input.h"
#include "trs-session-rig.h"
#include "trs-strings.h"
#include "trs-submit-dialog.h"
#include "trs-window.h"

#include <glib/gstdio.h>

typedef struct
{
  TrsSessionRig *rig;
  char *folder;
  GtkWindow *window;
} Fixture;

/* @data: %NULL for the first run, "paid" or "local" for an account */
static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->rig = trs_session_rig_new_waiting (g_strcmp0 (data, "paid") == 0);
  fixture->folder = g_dir_make_tmp ("trs-files-XXXXXX", NULL);
  trs_fake_worker_set_up (fixture->rig->session, fixture->folder);
  if (g_strcmp0 (data, "local") == 0)
    g_settings_set_boolean (fixture->rig->settings, "local-service", TRUE);
  if (g_strcmp0 (data, "paid") == 0)
    {
      trs_session_rig_list (fixture->rig, "");
      trs_session_rig_start (fixture->rig);
    }
  fixture->window = GTK_WINDOW (trs_window_new (NULL, fixture->rig->session, fixture->rig->settings));
  g_object_add_weak_pointer (G_OBJECT (fixture->window), (gpointer *) &fixture->window);
  trs_display_test_show (fixture->window);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  if (fixture->window != NULL)
    {
      GtkWindow *window = fixture->window;

      g_object_remove_weak_pointer (G_OBJECT (window), (gpointer *) &fixture->window);
      trs_display_test_destroy (window);
    }
  trs_session_rig_free (fixture->rig);
  trs_fake_worker_remove (fixture->folder);
  g_free (fixture->folder);
  trs_strings_set_free (FALSE);
  trs_strings_set_local (FALSE);
}

static GtkWindow *
find_dialog (GType type)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWindow) toplevel = g_list_model_get_item (toplevels, i);

      if (G_OBJECT_TYPE (toplevel) == type && gtk_widget_get_visible (GTK_WIDGET (toplevel)))
        return toplevel;
    }
  return NULL;
}

/* Drops a file as the desktop does. */
static gboolean
drop (Fixture    *fixture,
      const char *name)
{
  g_autofree char *path = trs_fake_worker_make_file (fixture->folder, name);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (fixture->window));
  GSList files = { file, NULL };
  g_auto (GValue) value = G_VALUE_INIT;
  gboolean taken = FALSE;

  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_set_boxed (&value, &files);
  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !taken; i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      /* files that are dragged are offered as text, too, and the first type that fits is taken */
      if (GTK_IS_DROP_TARGET (controller))
        g_assert_true (gtk_drop_target_get_gtypes (GTK_DROP_TARGET (controller), NULL)[0] == GDK_TYPE_FILE_LIST);
      if (GTK_IS_DROP_TARGET (controller))
        g_signal_emit_by_name (controller, "drop", &value, 10.0, 10.0, &taken);
    }
  return taken;
}

static gboolean
drop_text (Fixture    *fixture,
           const char *text)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (fixture->window));
  g_auto (GValue) value = G_VALUE_INIT;
  gboolean taken = FALSE;

  g_value_init (&value, G_TYPE_STRING);
  g_value_set_string (&value, text);
  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !taken; i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_DROP_TARGET (controller))
        g_signal_emit_by_name (controller, "drop", &value, 10.0, 10.0, &taken);
    }
  return taken;
}

/* A path that was copied as text, as from a terminal. */
static void
test_path (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *path = trs_fake_worker_make_file (fixture->folder, "talk.mp3");
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
  const char *const texts[] = { path, uri, fixture->folder };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *text = g_strconcat (" ", texts[i], "\n", NULL);
      GtkWindow *dialog;

      g_assert_true (drop_text (fixture, text));
      dialog = find_dialog (TRS_TYPE_FILES_DIALOG);
      g_assert_nonnull (dialog);
      trs_test_wait_until (g_str_equal (
          gtk_stack_get_visible_child_name (GTK_STACK (trs_display_test_find (GTK_WIDGET (dialog), "stack"))), "list"));
      g_assert_null (find_dialog (TRS_TYPE_SUBMIT_DIALOG));
      gtk_window_destroy (dialog);
    }
  g_assert_false (drop_text (fixture, "/nowhere/talk.mp3"));
  g_assert_null (find_dialog (TRS_TYPE_FILES_DIALOG));
}

static void
test_welcome (Fixture       *fixture,
              gconstpointer  data)
{
  GtkWidget *local = trs_display_test_find (GTK_WIDGET (fixture->window), "local");
  GtkWindow *dialog;

  g_assert_true (gtk_widget_get_mapped (local));
  trs_display_test_save_png (GTK_WIDGET (fixture->window), "welcome-local");
  g_signal_emit_by_name (local, "activated");
  dialog = find_dialog (TRS_TYPE_FILES_DIALOG);
  g_assert_nonnull (dialog);
  /* no account is made before there is a file */
  g_assert_cmpint (trs_session_get_state (fixture->rig->session), ==, TRS_SESSION_STARTING);
  gtk_window_destroy (dialog);
}

/* Where nothing can transcribe, nothing is offered. */
static void
test_not_there (void)
{
  TrsSessionRig *rig = trs_session_rig_new_waiting (FALSE);
  TrsWindow *window = trs_window_new (NULL, rig->session, rig->settings);

  trs_display_test_show (GTK_WINDOW (window));
  g_assert_false (gtk_widget_get_visible (trs_display_test_find (GTK_WIDGET (window), "local")));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.transcribe-files", NULL);
  g_assert_null (find_dialog (TRS_TYPE_FILES_DIALOG));
  trs_display_test_destroy (window);
  trs_session_rig_free (rig);
}

/* A recording that is dropped on the window of a paid account never costs anything. */
static void
test_drop_on_paid_account (Fixture       *fixture,
                           gconstpointer  data)
{
  GtkWindow *dialog;
  guint n_requests = trs_recording_transport_get_n_requests (fixture->rig->transport);

  g_assert_true (drop (fixture, "plain.wav"));
  dialog = find_dialog (TRS_TYPE_FILES_DIALOG);
  g_assert_nonnull (dialog);
  g_assert_null (find_dialog (TRS_TYPE_SUBMIT_DIALOG));
  trs_test_wait_until (trs_display_test_find_label (GTK_WIDGET (dialog), "plain.wav") != NULL);
  g_assert_cmpuint (trs_recording_transport_get_n_requests (fixture->rig->transport), ==, n_requests);
  gtk_window_destroy (dialog);
}

/* Copied in the file manager, which offers files as text, too. */
static void
test_paste_on_paid_account (Fixture       *fixture,
                            gconstpointer  data)
{
  g_autofree char *path = trs_fake_worker_make_file (fixture->folder, "plain.wav");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GSList files = { file, NULL };
  GdkContentProvider *providers[] = { gdk_content_provider_new_typed (GDK_TYPE_FILE_LIST, &files),
                                      gdk_content_provider_new_typed (G_TYPE_STRING, path) };
  g_autoptr (GdkContentProvider) both = gdk_content_provider_new_union (providers, G_N_ELEMENTS (providers));
  GtkWidget *window = GTK_WIDGET (fixture->window);

  gdk_clipboard_set_content (gtk_widget_get_clipboard (window), both);
  trs_real_input_focus (window);
  trs_real_input_key (window, GDK_KEY_v, GDK_CONTROL_MASK);
  trs_test_wait_until (find_dialog (TRS_TYPE_FILES_DIALOG) != NULL);
  trs_test_wait_until (trs_display_test_find_label (GTK_WIDGET (find_dialog (TRS_TYPE_FILES_DIALOG)), "plain.wav") !=
                       NULL);
  gtk_window_destroy (find_dialog (TRS_TYPE_FILES_DIALOG));
}

static void
test_text_file_is_no_recording (Fixture       *fixture,
                                gconstpointer  data)
{
  drop (fixture, "links.txt");
  g_assert_null (find_dialog (TRS_TYPE_FILES_DIALOG));
  if (find_dialog (TRS_TYPE_SUBMIT_DIALOG) != NULL)
    gtk_window_destroy (find_dialog (TRS_TYPE_SUBMIT_DIALOG));
}

/* New Transcription takes files there, and links lead nowhere. */
static void
test_local_account (Fixture       *fixture,
                    gconstpointer  data)
{
  trs_composer_compose (trs_window_get_composer (TRS_WINDOW (fixture->window)), NULL);
  g_assert_nonnull (find_dialog (TRS_TYPE_FILES_DIALOG));
  gtk_window_destroy (find_dialog (TRS_TYPE_FILES_DIALOG));
  trs_composer_compose (trs_window_get_composer (TRS_WINDOW (fixture->window)), "https://youtu.be/dQw4w9WgXcQ\n");
  g_assert_null (find_dialog (TRS_TYPE_SUBMIT_DIALOG));
  trs_test_wait_until (trs_display_test_find_label (GTK_WIDGET (fixture->window),
                                                    "On This Computer transcribes files. Links need another "
                                                    "account.") != NULL);
}

/* A recording that is transcribed again is read where it was: the same track of it. */
static void
test_again (Fixture       *fixture,
            gconstpointer  data)
{
  TrsLocalIntake *intake = trs_local_account_get_intake (trs_session_get_local (fixture->rig->session));
  g_autofree char *path = trs_fake_worker_make_file (fixture->folder, "interpreted.mkv");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GAsyncResult) result = NULL;
  g_autofree char *video_id = NULL;
  GtkWidget *rows, *dialog;
  GtkDropDown *tracks;

  trs_local_intake_take_async (intake, file, 2, NULL, NULL, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  video_id = trs_local_intake_take_finish (intake, result, NULL);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.new-transcription-for", "(ss)",
                                             video_id, ""));
  dialog = GTK_WIDGET (find_dialog (TRS_TYPE_FILES_DIALOG));
  g_assert_nonnull (dialog);
  trs_test_wait_until (gtk_widget_is_sensitive (trs_display_test_find (dialog, "transcribe")));
  rows = trs_display_test_find (dialog, "rows");
  tracks = GTK_DROP_DOWN (trs_display_test_find (
      GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (rows), 0)), "track"));
  g_assert_cmpuint (gtk_drop_down_get_selected (tracks), ==, 1);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* With nothing under way the window closes as ever. */
static void
test_closes (Fixture       *fixture,
             gconstpointer  data)
{
  gtk_window_close (fixture->window);
  trs_test_wait_until (fixture->window == NULL);
}

static void
hold_project (Fixture *fixture)
{
  g_autoptr (TrsProjectRecord) detail = trs_project_record_new ();
  g_autoptr (TrsProject) project = trs_project_new ("p1");

  detail->name = g_strdup ("hearing.wav");
  detail->video_id = g_strdup ("f-abc");
  detail->state = TRS_PROJECT_STATE_TRANSCRIPTION;
  detail->state_word = g_strdup ("transcription");
  trs_project_update_from_detail (project, detail, TRS_SESSION_RIG_NOW);
  trs_projects_hold (trs_session_get_projects (fixture->rig->session), project);
}

static void
test_says_that_it_pauses (Fixture       *fixture,
                          gconstpointer  data)
{
  GtkWindow *dialog;

  hold_project (fixture);
  gtk_window_close (fixture->window);
  trs_test_wait_until (find_dialog (TRS_TYPE_MESSAGE_DIALOG) != NULL);
  dialog = find_dialog (TRS_TYPE_MESSAGE_DIALOG);
  g_assert_nonnull (trs_display_test_find_label (GTK_WIDGET (dialog),
                                                 "Transcription pauses; it goes on when you open Transcripts."));
  trs_display_test_save_png (GTK_WIDGET (dialog), "local-close");
  /* Whoever insists is not asked twice. */
  gtk_window_close (fixture->window);
  trs_test_settle ();
  gtk_window_close (dialog);
  trs_test_wait_until (find_dialog (TRS_TYPE_MESSAGE_DIALOG) == NULL);
  g_assert_nonnull (fixture->window);

  gtk_window_close (fixture->window);
  trs_test_wait_until (find_dialog (TRS_TYPE_MESSAGE_DIALOG) != NULL);
  gtk_widget_activate_action (GTK_WIDGET (find_dialog (TRS_TYPE_MESSAGE_DIALOG)), "message.answer", "s", "close");
  trs_test_wait_until (fixture->window == NULL);
}

static TrsLocalRunner *
get_runner (Fixture *fixture)
{
  return trs_local_account_get_runner (trs_session_get_local (fixture->rig->session));
}

/* A service that answers as the network of the test does, and ends with its life-line. */
#define SERVICE                                                                                                    \
  "#!/bin/sh\n"                                                                                                    \
  "echo 'Listening on http://127.0.0.1:4711'\necho 'Key 0123456789abcdef0123456789abcdef'\nexec cat > /dev/null\n"

/* With a paid account in use, and a recording that a command has left. @state: of what the list shows */
static void
set_up_elsewhere (Fixture    *fixture,
                  const char *state)
{
  g_autofree char *entry = trs_session_rig_entry ("p1", "hearing.wav", "f-abc", state, "2026-03-12T10:00:00Z");
  g_autofree char *program = NULL;
  g_autofree char *worker = NULL;
  g_autofree char *local = NULL;
  g_autofree char *tickets = NULL;

  fixture->rig = trs_session_rig_new_waiting (TRUE);
  fixture->folder = g_dir_make_tmp ("trs-files-XXXXXX", NULL);
  program = g_build_filename (fixture->folder, "service", NULL);
  worker = trs_fake_worker_make (fixture->folder);
  local = g_build_filename (fixture->folder, "local", NULL);
  tickets = g_build_filename (local, "tickets", NULL);
  g_assert_true (g_file_set_contents (program, SERVICE, -1, NULL));
  g_assert_cmpint (g_chmod (program, 0700), ==, 0);
  trs_session_set_up_local (fixture->rig->session, program, local, worker);
  trs_session_rig_list (fixture->rig, entry);
  trs_session_rig_start (fixture->rig);
  trs_local_runner_start (get_runner (fixture));
  fixture->window = GTK_WINDOW (trs_window_new (NULL, fixture->rig->session, fixture->rig->settings));
  g_object_add_weak_pointer (G_OBJECT (fixture->window), (gpointer *) &fixture->window);
  trs_display_test_show (fixture->window);

  /* once to prove it, and once to look */
  trs_session_rig_list (fixture->rig, entry);
  trs_session_rig_list (fixture->rig, entry);
  g_assert_cmpint (g_mkdir_with_parents (tickets, 0700), ==, 0);
  trs_local_runner_look (get_runner (fixture));
}

static void
test_says_so_elsewhere (void)
{
  Fixture fixture = { NULL };
  TrsLocalRunner *runner;

  set_up_elsewhere (&fixture, "transcription");
  runner = get_runner (&fixture);
  trs_test_poll_until (trs_local_runner_is_transcribing (runner));
  gtk_window_close (fixture.window);
  trs_test_wait_until (find_dialog (TRS_TYPE_MESSAGE_DIALOG) != NULL);
  g_assert_nonnull (trs_display_test_find_label (GTK_WIDGET (find_dialog (TRS_TYPE_MESSAGE_DIALOG)),
                                                 "Transcription pauses; it goes on when you open Transcripts."));
  gtk_window_close (find_dialog (TRS_TYPE_MESSAGE_DIALOG));
  trs_test_wait_until (find_dialog (TRS_TYPE_MESSAGE_DIALOG) == NULL);
  g_assert_nonnull (fixture.window);

  /* In the background it does not pause. */
  g_settings_set_boolean (fixture.rig->settings, "background-checks", TRUE);
  gtk_window_close (fixture.window);
  trs_test_wait_until (fixture.window == NULL);
  g_assert_null (find_dialog (TRS_TYPE_MESSAGE_DIALOG));
  g_settings_reset (fixture.rig->settings, "background-checks");
  tear_down (&fixture, NULL);
}

/* That a service runs is no reason by itself. */
static void
test_says_nothing_elsewhere (void)
{
  Fixture fixture = { NULL };

  set_up_elsewhere (&fixture, "done");
  g_assert_true (trs_local_runner_get_busy (get_runner (&fixture)));
  gtk_window_close (fixture.window);
  trs_test_wait_until (fixture.window == NULL);
  tear_down (&fixture, NULL);
}

static void
test_preferences (Fixture       *fixture,
                  gconstpointer  data)
{
  GtkWidget *dialog = GTK_WIDGET (trs_preferences_new (fixture->rig->session, fixture->rig->settings));
  GSettings *settings = fixture->rig->settings;
  GtkWidget *recognizer;
  GtkWidget *command;
  g_autofree char *kept = NULL;
  guint n;

  trs_display_test_show (GTK_WINDOW (dialog));
  adw_view_stack_set_visible_child_name (ADW_VIEW_STACK (trs_display_test_find (dialog, "pages")), "local");
  trs_display_test_wait_frame (dialog);
  recognizer = trs_display_test_find (dialog, "recognizer");
  command = trs_display_test_find (dialog, "command");
  trs_display_test_save_png (dialog, "preferences-local");
  g_assert_cmpuint (adw_combo_row_get_selected (ADW_COMBO_ROW (recognizer)), ==, 0);
  g_assert_false (gtk_widget_get_visible (command));
  g_assert_false (gtk_widget_get_visible (trs_display_test_find (dialog, "model")));

  n = g_list_model_get_n_items (adw_combo_row_get_model (ADW_COMBO_ROW (recognizer)));
  adw_combo_row_set_selected (ADW_COMBO_ROW (recognizer), n - 1);
  g_assert_true (gtk_widget_get_visible (command));
  gtk_editable_set_text (GTK_EDITABLE (command), "mine {input}");
  g_signal_emit_by_name (command, "apply");
  kept = g_settings_get_string (settings, "local-recognizer");
  g_assert_cmpstr (kept, ==, "mine {input}");
  g_assert_cmpuint (adw_combo_row_get_selected (ADW_COMBO_ROW (recognizer)), ==, n - 1);
  trs_display_test_save_png (dialog, "preferences-local-command");

  g_settings_reset (settings, "local-recognizer");
  g_assert_cmpuint (adw_combo_row_get_selected (ADW_COMBO_ROW (recognizer)), ==, 0);
  g_assert_false (gtk_widget_get_visible (command));
  trs_display_test_destroy (dialog);
}

static GtkFileChooser *
open_model_chooser (GtkWidget *dialog)
{
  trs_display_test_click (trs_display_test_find (dialog, "choose_model"));
  return trs_chooser_test_wait ();
}

static gboolean
has_chosen (GtkFileChooser *chooser,
            GFile          *wanted)
{
  g_autoptr (GFile) file = gtk_file_chooser_get_file (chooser);

  return file != NULL && g_file_equal (file, wanted);
}

/* A model is one file, or a folder where it was one before. */
static void
test_model (Fixture       *fixture,
            gconstpointer  data)
{
  GtkWidget *dialog = GTK_WIDGET (trs_preferences_new (fixture->rig->session, fixture->rig->settings));
  GSettings *settings = fixture->rig->settings;
  g_autofree char *path = trs_fake_worker_make_file (fixture->folder, "model.bin");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GListModel) filters = NULL;
  g_autofree char *kept = NULL;
  GtkFileChooser *chooser;

  g_settings_set_string (settings, "local-recognizer", "mine {input} {model}");
  trs_display_test_show (GTK_WINDOW (dialog));
  adw_view_stack_set_visible_child_name (ADW_VIEW_STACK (trs_display_test_find (dialog, "pages")), "local");
  trs_display_test_wait_frame (dialog);
  chooser = open_model_chooser (dialog);
  g_assert_cmpint (gtk_file_chooser_get_action (chooser), ==, GTK_FILE_CHOOSER_ACTION_OPEN);
  g_assert_false (gtk_file_chooser_get_select_multiple (chooser));
  /* A model is no recording. */
  filters = gtk_file_chooser_get_filters (chooser);
  g_assert_cmpuint (g_list_model_get_n_items (filters), ==, 0);
  g_assert_true (gtk_file_chooser_set_file (chooser, file, NULL));
  trs_test_poll_until (has_chosen (chooser, file));
  trs_chooser_test_click (chooser, GTK_RESPONSE_ACCEPT);
  trs_test_wait_until (*(kept = (g_free (kept), g_settings_get_string (settings, "local-model"))) != '\0');
  g_assert_cmpstr (kept, ==, path);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (trs_display_test_find (dialog, "model"))), ==, path);

  g_settings_set_string (settings, "local-model", fixture->folder);
  chooser = open_model_chooser (dialog);
  g_assert_cmpint (gtk_file_chooser_get_action (chooser), ==, GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER);
  trs_chooser_test_click (chooser, GTK_RESPONSE_CANCEL);
  trs_test_settle ();
  g_free (kept);
  kept = g_settings_get_string (settings, "local-model");
  g_assert_cmpstr (kept, ==, fixture->folder);
  g_settings_reset (settings, "local-recognizer");
  g_settings_reset (settings, "local-model");
  trs_display_test_destroy (dialog);
}

/* Without a recording at hand. The worker of the test says with which bytes the file begins. */
static void
test_spoken_clip (Fixture       *fixture,
                  gconstpointer  data)
{
  GtkWidget *dialog = GTK_WIDGET (trs_preferences_new (fixture->rig->session, fixture->rig->settings));
  g_autofree char *clip = g_build_filename (g_get_user_cache_dir (), "transcripts", "spoken-clip.opus", NULL);
  GtkWidget *button;
  AdwActionRow *row;

  trs_display_test_show (GTK_WINDOW (dialog));
  adw_view_stack_set_visible_child_name (ADW_VIEW_STACK (trs_display_test_find (dialog, "pages")), "local");
  trs_display_test_wait_frame (dialog);
  button = trs_display_test_find (dialog, "clip");
  row = ADW_ACTION_ROW (trs_display_test_find (dialog, "trial"));
  g_assert_nonnull (strstr (gtk_widget_get_tooltip_text (button), "I think that we have to do something."));
  trs_display_test_click (button);
  g_assert_false (gtk_widget_get_sensitive (button));
  trs_test_wait_until (gtk_widget_get_sensitive (button));
  g_assert_cmpstr (adw_action_row_get_subtitle (row), ==, "It works: “OggS”");
  g_assert_false (g_file_test (clip, G_FILE_TEST_EXISTS));
  trs_display_test_save_png (dialog, "preferences-local-clip");
  trs_display_test_destroy (dialog);
}

static gboolean
says (GtkWidget  *dialog,
      const char *row,
      const char *words)
{
  const char *subtitle = adw_action_row_get_subtitle (ADW_ACTION_ROW (trs_display_test_find (dialog, row)));

  return subtitle != NULL && strstr (subtitle, words) != NULL;
}

static GtkWidget *
open_sound_preferences (Fixture *fixture)
{
  GtkWidget *dialog = GTK_WIDGET (trs_preferences_new (fixture->rig->session, fixture->rig->settings));

  trs_display_test_show (GTK_WINDOW (dialog));
  adw_view_stack_set_visible_child_name (ADW_VIEW_STACK (trs_display_test_find (dialog, "pages")), "local");
  trs_display_test_wait_frame (dialog);
  return dialog;
}

/* How much is kept, a switch for what comes, and a question before what there is goes. */
static void
test_sound (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *folder = g_build_filename (fixture->folder, "local", "sound", NULL);
  g_autofree char *path = g_build_filename (folder, "f-abc.opus", NULL);
  g_autofree char *bytes = g_strnfill (12000, 'x');
  g_autofree char *size = g_format_size (12000);
  GSettings *settings = fixture->rig->settings;
  GtkWidget *dialog, *keep, *clear;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, bytes, -1, NULL));
  dialog = open_sound_preferences (fixture);
  keep = trs_display_test_find (dialog, "keep_sound");
  clear = trs_display_test_find (dialog, "clear_sound");
  trs_test_wait_until (says (dialog, "kept_sound", size));
  trs_display_test_save_png (dialog, "preferences-sound");
  g_assert_true (says (dialog, "keep_sound_row", "9 MB per hour"));
  g_assert_true (gtk_switch_get_active (GTK_SWITCH (keep)));
  gtk_switch_set_active (GTK_SWITCH (keep), FALSE);
  g_assert_false (g_settings_get_boolean (settings, "local-keep-sound"));
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));

  g_assert_true (gtk_widget_get_sensitive (clear));
  trs_display_test_click (clear);
  trs_test_wait_until (find_dialog (TRS_TYPE_MESSAGE_DIALOG) != NULL);
  trs_display_test_save_png (GTK_WIDGET (find_dialog (TRS_TYPE_MESSAGE_DIALOG)), "preferences-sound-delete");
  gtk_window_close (find_dialog (TRS_TYPE_MESSAGE_DIALOG));
  trs_test_wait_until (find_dialog (TRS_TYPE_MESSAGE_DIALOG) == NULL);
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));

  trs_display_test_click (clear);
  trs_test_wait_until (find_dialog (TRS_TYPE_MESSAGE_DIALOG) != NULL);
  gtk_widget_activate_action (GTK_WIDGET (find_dialog (TRS_TYPE_MESSAGE_DIALOG)), "message.answer", "s", "delete");
  trs_test_wait_until (says (dialog, "kept_sound", "0 bytes"));
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_false (gtk_widget_get_sensitive (clear));
  g_settings_reset (settings, "local-keep-sound");
  g_assert_true (gtk_switch_get_active (GTK_SWITCH (keep)));
  trs_display_test_destroy (dialog);
}

/* What cannot be is not promised. */
static void
test_no_sound (Fixture       *fixture,
               gconstpointer  data)
{
  GtkWidget *dialog;

  g_free (trs_fake_worker_make_file (fixture->folder, "no-opus"));
  dialog = open_sound_preferences (fixture);
  trs_test_wait_until (says (dialog, "keep_sound_row", "opusenc"));
  trs_display_test_destroy (dialog);
}

#define ADD(path, data, test) g_test_add ("/local-files/" path, Fixture, data, set_up, test, tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  ADD ("welcome", NULL, test_welcome);
  ADD ("path", "paid", test_path);
  g_test_add_func ("/local-files/not-there", test_not_there);
  ADD ("drop-on-paid-account", "paid", test_drop_on_paid_account);
  ADD ("paste-on-paid-account", "paid", test_paste_on_paid_account);
  ADD ("text-file-is-no-recording", "paid", test_text_file_is_no_recording);
  ADD ("local-account", "local", test_local_account);
  ADD ("again", "local", test_again);
  ADD ("closes", "local", test_closes);
  ADD ("says-that-it-pauses", "local", test_says_that_it_pauses);
  g_test_add_func ("/local-files/says-so-elsewhere", test_says_so_elsewhere);
  g_test_add_func ("/local-files/says-nothing-elsewhere", test_says_nothing_elsewhere);
  ADD ("preferences", NULL, test_preferences);
  ADD ("model", NULL, test_model);
  ADD ("spoken-clip", NULL, test_spoken_clip);
  ADD ("sound", NULL, test_sound);
  ADD ("no-sound", NULL, test_no_sound);
  return g_test_run ();
}
