/* SPDX-License-Identifier: GPL-3.0-or-later */
/* main-job SERVICE CATALOGUE FOLDER [WORKER RECORDING]: does the main job of
 * the program once, through its real window, its real engine and the real
 * service: connect to the sample service, submit a video, wait until it is
 * done, switch both toggles, export. With a RECORDING, it does the same on this
 * computer with that. Leaves pictures and texts in FOLDER. The sample service
 * is five times as fast as a user has it, wherever this runs: nobody watches. */
#include <glib/gstdio.h>

#include "trs-application.h"
#include "trs-chooser-test.h"
#include "trs-display-test.h"
#include "trs-memory-keyring.h"
#include "trs-soup-transport.h"
#include "trs-store.h"
#include "trs-clock.h"

#define VIDEO "council-12-march"
#define TITLE "City council, 12 March"
#define FIRST_WORDS "[00:00:02.345] Speaker 1: Good evening."
#define RECORDING_TITLE "Sense and Sensibility.wav"
#define RECORDING_WORDS "leisure to consider how much there might be"
#define PATIENCE_SECONDS 120

static char *service_path;
static const char *catalogue_path;
static const char *output_path;
static const char *worker_path;
static const char *recording_path;

static TrsSession *
make_session (GSettings *settings)
{
  g_autoptr (TrsTransport) transport = trs_soup_transport_new (NULL);
  g_autoptr (TrsKeyring) keyring = trs_memory_keyring_new ();
  g_autoptr (TrsClock) clock = trs_system_clock_new ();
  g_autoptr (TrsStore) store = trs_store_new (NULL);
  g_autofree char *data = g_build_filename (g_get_user_data_dir (), "sample-service.db", NULL);
  g_autofree char *local = g_build_filename (g_get_user_data_dir (), "local", NULL);
  TrsSession *session;

  session = trs_session_new (settings, transport, keyring, store, clock, service_path, catalogue_path, data);
  if (worker_path != NULL)
    trs_session_set_up_local (session, service_path, local, worker_path);
  return session;
}

/* The service at @path, so fast that a video is ready when it is asked for first, and not so fast that nothing is seen
 * of it while it is under way. */
static char *
write_faster_service (const char *path)
{
  g_autofree char *script = g_strdup_printf ("#!/bin/sh\nexec '%s' \"$@\" --speed 5\n", path);
  g_autoptr (GError) error = NULL;
  char *program = g_build_filename (g_get_user_data_dir (), "faster-service", NULL);

  g_assert_cmpint (g_mkdir_with_parents (g_get_user_data_dir (), 0700), ==, 0);
  g_file_set_contents_full (program, script, -1, G_FILE_SET_CONTENTS_NONE, 0700, &error);
  g_assert_no_error (error);
  return program;
}

typedef GtkWidget *(*Finder) (GtkWidget  *root,
                              const char *name);

/* In any window: a menu, a dialog and the main window are one program to its user. */
static GtkWidget *
find_in_windows (Finder      finder,
                 const char *name)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *l = windows; l != NULL; l = l->next)
    {
      GtkWidget *found = gtk_widget_get_mapped (l->data) ? finder (l->data, name) : NULL;

      if (found != NULL)
        return found;
    }

  return NULL;
}

/* Waits longer than a test does: the service takes its time for a video. */
static GtkWidget *
wait_for (Finder      finder,
          const char *name)
{
  GtkWidget *found;

  g_test_message ("Waiting for “%s”", name);
  trs_test_alarm_start (PATIENCE_SECONDS);
  while ((found = find_in_windows (finder, name)) == NULL)
    g_main_context_iteration (NULL, TRUE);
  trs_test_alarm_stop ();
  return found;
}

static GtkWidget *
find_button (GtkWidget  *root,
             const char *label)
{
  GtkWidget *found = trs_display_test_find_label (root, label);

  found = found != NULL ? gtk_widget_get_ancestor (found, GTK_TYPE_BUTTON) : NULL;
  return found != NULL && gtk_widget_is_sensitive (found) ? found : NULL;
}

static GtkWidget *
find_row (GtkWidget  *root,
          const char *title)
{
  GtkWidget *found = trs_display_test_find_label (root, title);

  return found != NULL ? gtk_widget_get_ancestor (found, ADW_TYPE_ACTION_ROW) : NULL;
}

static GtkWidget *
find_text_view (GtkWidget  *root,
                const char *title)
{
  GtkWidget *found = trs_display_test_find_type (root, GTK_TYPE_TEXT_VIEW);

  if (found == NULL || !gtk_widget_get_mapped (found))
    return NULL;
  return g_strcmp0 (gtk_window_get_title (GTK_WINDOW (root)), title) == 0 ? found : NULL;
}

static GtkWidget *
find_file_chooser (GtkWidget  *root,
                   const char *name)
{
  return GTK_IS_FILE_CHOOSER (root) ? root : NULL;
}

static void
connect_to_sample (void)
{
  GtkWidget *row = wait_for (find_row, "Try the Sample Service");

  adw_action_row_activate (ADW_ACTION_ROW (row));
  wait_for (find_button, "New Transcription");
}

static void
submit_video (void)
{
  GtkTextView *entry;

  trs_display_test_click (wait_for (find_button, "New Transcription"));
  entry = GTK_TEXT_VIEW (wait_for (find_text_view, "New Transcription"));
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (entry), "https://www.youtube.com/watch?v=" VIDEO "\n", -1);
  trs_display_test_click (wait_for (find_button, "Transcribe 1 Video"));
}

static void
switch_toggles (GtkWidget *window)
{
  const char *labels[] = { "Timecodes", "Speakers" };

  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    {
      GtkToggleButton *toggle = GTK_TOGGLE_BUTTON (wait_for (find_button, labels[i]));
      gboolean was_active = gtk_toggle_button_get_active (toggle);

      gtk_toggle_button_set_active (toggle, !was_active);
      trs_display_test_wait_frame (window);
      gtk_toggle_button_set_active (toggle, TRUE);
      trs_display_test_wait_frame (window);
    }
}

static void
save_picture (GtkWidget  *window,
              const char *name)
{
  g_autofree char *from = g_test_build_filename (G_TEST_BUILT, "screenshots", "main-job.png", NULL);
  g_autofree char *to = g_build_filename (output_path, name, NULL);
  g_autoptr (GFile) source = g_file_new_for_path (from);
  g_autoptr (GFile) target = g_file_new_for_path (to);
  g_autoptr (GError) error = NULL;

  trs_display_test_save_png (window, "main-job");
  g_file_copy (source, target, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
}

/* Until then the dialog is still on its way to the folder it opens with, and would not stay where it is sent; and
 * GTK 4.24 complains about itself where its bar of folders is sent elsewhere before it has come to rest. */
static gboolean
has_folder (GtkFileChooser *chooser)
{
  g_autoptr (GFile) folder = gtk_file_chooser_get_current_folder (chooser);
  GtkWidget *bar = trs_display_test_find_type (GTK_WIDGET (chooser), g_type_from_name ("GtkPathBar"));
  g_autofree char *name = NULL;

  if (folder == NULL)
    return FALSE;
  name = g_file_get_basename (folder);
  return trs_display_test_find_label (bar, name) != NULL;
}

static gboolean
has_chosen (GtkFileChooser *chooser,
            const char     *path)
{
  g_autoptr (GFile) file = gtk_file_chooser_get_file (chooser);
  g_autofree char *chosen = file != NULL ? g_file_get_path (file) : NULL;

  return g_strcmp0 (chosen, path) == 0;
}

static char *
export_text (const char *title)
{
  g_autofree char *name = g_strconcat (title, ".txt", NULL);
  g_autofree char *saved = g_strconcat ("Saved as ", name, NULL);
  g_autofree char *path = g_build_filename (output_path, name, NULL);
  g_autofree char *folder_name = g_path_get_basename (output_path);
  g_autoptr (GFile) folder = g_file_new_for_path (output_path);
  g_autofree char *suggested = NULL;
  g_autoptr (GError) error = NULL;
  GtkFileChooser *chooser;
  char *content = NULL;

  g_remove (path);
  trs_display_test_click (wait_for (find_button, "Export…"));
  trs_display_test_click (wait_for (find_button, "Save…"));
  chooser = GTK_FILE_CHOOSER (wait_for (find_file_chooser, "file chooser"));
  trs_test_wait_until (has_folder (chooser));
  suggested = gtk_file_chooser_get_current_name (chooser);
  g_assert_cmpstr (suggested, ==, name);
  g_assert_true (gtk_file_chooser_set_current_folder (chooser, folder, &error));
  gtk_file_chooser_set_current_name (chooser, suggested);
  trs_test_wait_until (has_chosen (chooser, path));
  trs_test_wait_until (trs_display_test_find_label (GTK_WIDGET (chooser), folder_name) != NULL);
  trs_display_test_click (gtk_dialog_get_widget_for_response (GTK_DIALOG (chooser), GTK_RESPONSE_ACCEPT));

  wait_for (trs_display_test_find_label, saved);
  g_assert_true (g_file_get_contents (path, &content, NULL, &error));
  return content;
}

static GtkWidget *
start (TrsApplication *application)
{
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (output_path, 0755), ==, 0);
  g_assert_true (g_application_register (G_APPLICATION (application), NULL, &error));
  g_application_activate (G_APPLICATION (application));
  return GTK_WIDGET (gtk_application_get_active_window (GTK_APPLICATION (application)));
}

static void
end (GtkWidget *window)
{
  gtk_window_destroy (GTK_WINDOW (window));
  while (g_main_context_iteration (NULL, FALSE))
    continue;
}

/* Returns: (transfer full): the text */
static char *
read_and_export (GtkWidget  *window,
                 const char *title,
                 const char *picture)
{
  wait_for (find_button, "Timecodes");
  wait_for (trs_display_test_find_label, title);
  switch_toggles (window);
  save_picture (window, picture);
  return export_text (title);
}

static void
test_sample (void)
{
  g_autoptr (TrsApplication) application = trs_application_new (make_session);
  GtkWidget *window = start (application);
  g_autofree char *text = NULL;

  connect_to_sample ();
  submit_video ();
  text = read_and_export (window, TITLE, "transcript.png");
  g_assert_true (g_str_has_prefix (text, FIRST_WORDS));
  g_assert_true (g_str_has_suffix (text, "Good night.\n"));
  end (window);
}

static GFile *
copy_recording (void)
{
  g_autoptr (GFile) source = g_file_new_for_path (recording_path);
  g_autofree char *path = g_build_filename (g_get_user_cache_dir (), RECORDING_TITLE, NULL);
  GFile *file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;

  g_mkdir_with_parents (g_get_user_cache_dir (), 0700);
  g_file_copy (source, file, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return file;
}

static void
choose_recording (void)
{
  g_autoptr (GFile) file = copy_recording ();
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *folder_name = g_path_get_basename (g_get_user_cache_dir ());
  GtkFileChooser *chooser;

  trs_display_test_click (wait_for (find_button, "Choose Files…"));
  chooser = trs_chooser_test_wait ();
  g_assert_true (gtk_file_chooser_set_file (chooser, file, NULL));
  trs_test_wait_until (has_chosen (chooser, path));
  /* Sooner, GTK 4.24 crashes while it still makes the path of the folder. */
  trs_test_wait_until (trs_display_test_find_label (GTK_WIDGET (chooser), folder_name) != NULL);
  trs_chooser_test_click (chooser, GTK_RESPONSE_ACCEPT);
}

/* What a human has read aloud, by the recogniser that is built in: about one word in four is wrong. */
static void
test_recording (void)
{
  g_autoptr (GSettings) settings = g_settings_new ("io.github.transcripts_app.Transcripts");
  g_autoptr (TrsApplication) application = NULL;
  g_autofree char *text = NULL;
  GtkWidget *window;

  g_settings_reset (settings, "sample-service");
  application = trs_application_new (make_session);
  window = start (application);

  adw_action_row_activate (ADW_ACTION_ROW (wait_for (find_row, "Transcribe Files on This Computer")));
  choose_recording ();
  trs_display_test_click (wait_for (find_button, "Transcribe 1 Recording"));
  text = read_and_export (window, RECORDING_TITLE, "recording.png");
  g_assert_nonnull (strstr (text, RECORDING_WORDS));
  end (window);
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  g_assert_true (argc == 4 || argc == 6);
  service_path = write_faster_service (argv[1]);
  catalogue_path = argv[2];
  output_path = argv[3];

  g_test_add_func ("/main-job/sample", test_sample);
  if (argc == 6)
    {
      worker_path = argv[4];
      recording_path = argv[5];
      g_test_add_func ("/main-job/recording", test_recording);
    }
  return g_test_run ();
}
