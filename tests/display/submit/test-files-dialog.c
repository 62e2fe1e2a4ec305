/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-files-dialog.h"

#include "trs-chooser-test.h"
#include "trs-display-test.h"
#include "trs-fake-worker.h"
#include "trs-file-row.h"
#include "trs-language-row.h"
#include "trs-real-input.h"
#include "trs-session-rig.h"

#include <glib/gstdio.h>

typedef struct
{
  TrsSessionRig *rig;
  char *folder;
  TrsFilesDialog *dialog;
} Fixture;

/* @data: whether a paid account is in use */
static void
open_dialog (Fixture *fixture)
{
  if (fixture->dialog != NULL)
    gtk_window_destroy (GTK_WINDOW (fixture->dialog));
  g_assert_null (fixture->dialog);
  fixture->dialog = trs_files_dialog_new (fixture->rig->session, fixture->rig->settings);
  g_object_add_weak_pointer (G_OBJECT (fixture->dialog), (gpointer *) &fixture->dialog);
  trs_display_test_show (GTK_WINDOW (fixture->dialog));
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->rig = trs_session_rig_new_waiting (data != NULL);
  fixture->folder = g_dir_make_tmp ("trs-files-XXXXXX", NULL);
  trs_fake_worker_set_up (fixture->rig->session, fixture->folder);
  if (data != NULL)
    trs_session_rig_list (fixture->rig, "");
  trs_session_rig_start (fixture->rig);
  open_dialog (fixture);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  if (fixture->dialog != NULL)
    gtk_window_close (GTK_WINDOW (fixture->dialog));
  trs_test_wait_until (fixture->dialog == NULL);
  trs_session_rig_free (fixture->rig);
  trs_fake_worker_remove (fixture->folder);
  g_free (fixture->folder);
}

static GtkWidget *
part (Fixture    *fixture,
      const char *id)
{
  GtkWidget *widget = trs_display_test_find (GTK_WIDGET (fixture->dialog), id);

  g_assert_nonnull (widget);
  return widget;
}

static const char *
label (Fixture    *fixture,
       const char *id)
{
  return gtk_label_get_text (GTK_LABEL (part (fixture, id)));
}

static GtkWidget *
row_at (Fixture *fixture,
        int      index)
{
  return GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (part (fixture, "rows")), index));
}

static const char *
words (Fixture    *fixture,
       int         index,
       const char *id)
{
  return gtk_label_get_text (GTK_LABEL (trs_display_test_find (row_at (fixture, index), id)));
}

/* @paths: %NULL-terminated */
static void
add (Fixture            *fixture,
     const char * const *paths)
{
  g_autoptr (GListStore) files = g_list_store_new (G_TYPE_FILE);

  for (guint i = 0; paths[i] != NULL; i++)
    {
      g_autoptr (GFile) file = g_file_new_for_path (paths[i]);

      g_list_store_append (files, file);
    }
  trs_files_dialog_add (fixture->dialog, G_LIST_MODEL (files), 0);
}

static void
add_named (Fixture    *fixture,
           const char *name)
{
  g_autofree char *path = trs_fake_worker_make_file (fixture->folder, name);

  add (fixture, (const char * const[]) { path, NULL });
}

static gboolean
is_ready (Fixture    *fixture,
          const char *label_of_button)
{
  return g_strcmp0 (gtk_button_get_label (GTK_BUTTON (part (fixture, "transcribe"))), label_of_button) == 0;
}

static void
test_nothing_yet (Fixture       *fixture,
                  gconstpointer  data)
{
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (part (fixture, "stack"))), ==, "empty");
  g_assert_false (gtk_widget_is_sensitive (part (fixture, "transcribe")));
  g_assert_true (gtk_widget_is_focus (part (fixture, "choose_files")));
  g_assert_nonnull (strstr (label (fixture, "honesty"), "about one word in four is wrong"));
  g_assert_cmpstr (label (fixture, "account"), ==, "");
  trs_display_test_save_png (GTK_WIDGET (fixture->dialog), "files-empty");
  /* What is kept is said, and what is not is not. */
  g_assert_true (gtk_widget_get_visible (part (fixture, "keeps_sound")));
  g_settings_set_boolean (fixture->rig->settings, "local-keep-sound", FALSE);
  g_assert_false (gtk_widget_get_visible (part (fixture, "keeps_sound")));
  g_settings_reset (fixture->rig->settings, "local-keep-sound");
}

/* The title of the tags is shown as it is, whatever it is, and never as markup. */
static void
test_what_files_are (Fixture       *fixture,
                     gconstpointer  data)
{
  /* What is added while another is looked for may come before it. */
  add_named (fixture, "titled.mp4");
  trs_test_wait_until (row_at (fixture, 0) != NULL);
  add_named (fixture, "silent <b>.mp4");
  trs_test_wait_until (row_at (fixture, 1) != NULL);
  add_named (fixture, "plain.wav");
  trs_test_wait_until (is_ready (fixture, "Transcribe 2 Recordings"));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (part (fixture, "stack"))), ==, "list");

  g_assert_cmpstr (words (fixture, 0, "title"), ==, "Q&A <b>port");
  g_assert_cmpstr (words (fixture, 0, "description"), ==, "12 min · titled.mp4");
  g_assert_cmpstr (words (fixture, 1, "title"), ==, "silent <b>.mp4");
  g_assert_cmpstr (words (fixture, 1, "description"), ==, "This recording has no sound");
  g_assert_cmpstr (words (fixture, 2, "title"), ==, "plain.wav");
  g_assert_cmpstr (words (fixture, 2, "description"), ==, "12 s");
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (row_at (fixture, 2)), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "plain.wav, 12 s");
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (trs_display_test_find (row_at (fixture, 2), "remove")),
                                       GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "plain.wav");
  g_assert_cmpstr (label (fixture, "ready"), ==, "2 recordings ready · 12 min");
  g_assert_true (gtk_widget_is_sensitive (part (fixture, "transcribe")));
  trs_display_test_save_png (GTK_WIDGET (fixture->dialog), "files-list");
  trs_display_test_set_dark (TRUE);
  trs_display_test_save_png (GTK_WIDGET (fixture->dialog), "files-list-dark");
  trs_display_test_set_dark (FALSE);
}

static GtkDropDown *
tracks_at (Fixture *fixture,
           int      index)
{
  return GTK_DROP_DOWN (trs_display_test_find (row_at (fixture, index), "track"));
}

/* Of two tracks, one is read: it is said which, and the user may choose the other one, by the keyboard, too. */
static void
test_tracks (Fixture       *fixture,
             gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "interpreted.mkv", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GListStore) files = g_list_store_new (G_TYPE_FILE);
  GtkDropDown *tracks;
  GListModel *model;

  g_list_store_append (files, file);
  add_named (fixture, "interpreted.mkv");
  add_named (fixture, "plain.wav");
  trs_test_wait_until (is_ready (fixture, "Transcribe 2 Recordings"));
  trs_test_wait_until (!gtk_widget_get_visible (GTK_WIDGET (tracks_at (fixture, 1))));
  tracks = tracks_at (fixture, 0);
  trs_test_wait_until (gtk_widget_get_mapped (GTK_WIDGET (tracks)));
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (tracks), GTK_ACCESSIBLE_PROPERTY_LABEL, "Sound track");
  model = gtk_drop_down_get_model (tracks);
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, 2);
  g_assert_cmpstr (gtk_string_list_get_string (GTK_STRING_LIST (model), 0), ==, "Track 1 of 2 · English");
  g_assert_cmpstr (gtk_string_list_get_string (GTK_STRING_LIST (model), 1), ==, "Track 2 of 2 · Floor <b>");
  g_assert_cmpuint (gtk_drop_down_get_selected (tracks), ==, 0);
  trs_display_test_save_png (GTK_WIDGET (fixture->dialog), "files-tracks");

  gtk_widget_grab_focus (GTK_WIDGET (tracks));
  trs_real_input_focus (GTK_WIDGET (fixture->dialog));
  trs_real_input_key (GTK_WIDGET (fixture->dialog), GDK_KEY_space, 0);
  trs_real_input_key (GTK_WIDGET (fixture->dialog), GDK_KEY_Down, 0);
  trs_real_input_key (GTK_WIDGET (fixture->dialog), GDK_KEY_Return, 0);
  trs_test_wait_until (gtk_drop_down_get_selected (tracks) == 1);
  /* What the row shows is what is read: a change of the file comes back to it. */
  trs_files_dialog_add (fixture->dialog, G_LIST_MODEL (files), 1);
  trs_test_wait_until (gtk_drop_down_get_selected (tracks) == 0);
}

/* That one track was transcribed before says nothing of another one. */
static void
test_known_track (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr (GFile) path = g_file_new_for_path ("/a/file.mkv");
  g_autoptr (TrsSubmitFile) file = trs_submit_file_new (path);

  trs_submit_file_set_state (file, TRS_SUBMIT_FILE_KNOWN);
  trs_submit_file_set_again (file, TRUE);
  trs_submit_file_set_track (file, 1);
  g_assert_cmpint (trs_submit_file_get_state (file), ==, TRS_SUBMIT_FILE_KNOWN);
  trs_submit_file_set_track (file, 2);
  g_assert_cmpint (trs_submit_file_get_state (file), ==, TRS_SUBMIT_FILE_READY);
  g_assert_false (trs_submit_file_get_again (file));
  g_assert_true (trs_submit_file_get_will_send (file));
  /* Of a file that has one track, that one is read. */
  trs_submit_file_set_facts (file, NULL, 12, NULL);
  g_assert_cmpuint (trs_submit_file_get_track (file), ==, 1);
}

static void
open_cb (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       user_data)
{
  char **opened = user_data;

  *opened = g_variant_dup_string (parameter, NULL);
}

/* What was made of a recording before is opened by a link. */
static void
test_open_known (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autofree char *opened = NULL;
  const GActionEntry entries[] = { { .name = "open", .activate = open_cb, .parameter_type = "s" } };
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GFile) path = g_file_new_for_path ("/talk.mp3");
  g_autoptr (TrsSubmitFile) file = trs_submit_file_new (path);
  g_autoptr (TrsProject) project = trs_project_new ("p1");
  g_autoptr (GtkWidget) row = g_object_ref_sink (trs_file_row_new (file, NULL));
  GtkLabel *description = GTK_LABEL (trs_display_test_find (row, "description"));
  gboolean handled = FALSE;

  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, G_N_ELEMENTS (entries), &opened);
  gtk_widget_insert_action_group (row, "files", G_ACTION_GROUP (group));
  g_assert_false (g_str_has_suffix (gtk_label_get_text (description), " · Open"));
  trs_submit_file_set_project (file, project);
  trs_submit_file_set_state (file, TRS_SUBMIT_FILE_KNOWN);
  g_assert_true (g_str_has_suffix (gtk_label_get_text (description), " · Open"));
  g_signal_emit_by_name (description, "activate-link", "open", &handled);
  g_assert_true (handled);
  g_assert_cmpstr (opened, ==, "file:///talk.mp3");
}

/* Of a folder the recordings alone, and the same file once. */
static void
test_folder (Fixture       *fixture,
             gconstpointer  data)
{
  g_autofree char *inside = g_build_filename (fixture->folder, "talks", NULL);
  g_autofree char *one = NULL;
  g_autofree char *text = NULL;

  g_assert_cmpint (g_mkdir (inside, 0700), ==, 0);
  one = trs_fake_worker_make_file (inside, "one.mp3");
  text = trs_fake_worker_make_file (inside, "links.txt");
  add (fixture, (const char * const[]) { inside, one, NULL });
  trs_test_wait_until (is_ready (fixture, "Transcribe 1 Recording"));
  g_assert_cmpstr (words (fixture, 0, "title"), ==, "one.mp3");
  g_assert_null (row_at (fixture, 1));
}

/* Enter transcribes once there is something to transcribe; until then it adds more. */
static void
test_enter_goes_on (Fixture       *fixture,
                    gconstpointer  data)
{
  add_named (fixture, "silent.mp4");
  trs_test_wait_until (row_at (fixture, 0) != NULL &&
                       g_str_equal (words (fixture, 0, "description"), "This recording has no sound"));
  g_assert_true (gtk_widget_is_focus (part (fixture, "add_files")));

  add_named (fixture, "plain.wav");
  trs_test_wait_until (is_ready (fixture, "Transcribe 1 Recording"));
  g_assert_true (gtk_widget_is_focus (part (fixture, "transcribe")));

  /* Whoever is elsewhere stays there. */
  gtk_widget_grab_focus (part (fixture, "add_files"));
  add_named (fixture, "titled.mp4");
  trs_test_wait_until (is_ready (fixture, "Transcribe 2 Recordings"));
  g_assert_true (gtk_widget_is_focus (part (fixture, "add_files")));
}

/* By the keyboard, as by the pointer; after the list is empty the next key adds, and removes nothing. */
static void
test_remove (Fixture       *fixture,
             gconstpointer  data)
{
  add_named (fixture, "plain.wav");
  trs_test_wait_until (is_ready (fixture, "Transcribe 1 Recording"));

  gtk_widget_grab_focus (trs_display_test_find (row_at (fixture, 0), "remove"));
  trs_real_input_focus (GTK_WIDGET (fixture->dialog));
  trs_real_input_key (GTK_WIDGET (fixture->dialog), GDK_KEY_space, 0);
  trs_test_wait_until (row_at (fixture, 0) == NULL);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (part (fixture, "stack"))), ==, "empty");
  g_assert_true (gtk_widget_is_focus (part (fixture, "choose_files")));
  g_assert_false (gtk_widget_is_sensitive (part (fixture, "transcribe")));
}

/* The dialog begins with recent files, so that it is in no folder. */
static gboolean
has_chosen (GtkFileChooser *chooser,
            GFile          *file)
{
  g_autoptr (GListModel) files = gtk_file_chooser_get_files (chooser);
  g_autoptr (GFile) first = g_list_model_get_item (files, 0);

  return first != NULL && g_file_equal (first, file);
}

static void
test_choose (Fixture       *fixture,
             gconstpointer  data)
{
  g_autofree char *path = trs_fake_worker_make_file (fixture->folder, "chosen.mp3");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GtkFileChooser *chooser;

  trs_display_test_click (part (fixture, "choose_files"));
  chooser = trs_chooser_test_wait ();
  g_assert_cmpint (gtk_file_chooser_get_action (chooser), ==, GTK_FILE_CHOOSER_ACTION_OPEN);
  g_assert_true (gtk_file_chooser_get_select_multiple (chooser));
  g_assert_true (gtk_file_chooser_set_file (chooser, file, NULL));
  trs_test_poll_until (has_chosen (chooser, file));
  trs_chooser_test_click (chooser, GTK_RESPONSE_ACCEPT);
  trs_test_wait_until (is_ready (fixture, "Transcribe 1 Recording"));
  g_assert_cmpstr (words (fixture, 0, "title"), ==, "chosen.mp3");
}

/* Nobody is to wonder whose credits are used, nor which account is in use afterwards. */
static void
test_other_account (Fixture       *fixture,
                    gconstpointer  data)
{
  g_assert_cmpstr (label (fixture, "account"), ==, "Switches to the account “On This Computer”");
  g_assert_null (trs_display_test_find (GTK_WIDGET (fixture->dialog), "price"));
}

/* Another recogniser may know other languages, and the sentence about the one that is built in would be wrong. */
static void
test_other_recogniser (Fixture       *fixture,
                       gconstpointer  data)
{
  g_assert_true (gtk_widget_get_visible (part (fixture, "english")));
  g_assert_false (gtk_widget_get_visible (part (fixture, "language")));
  g_settings_set_string (fixture->rig->settings, "local-recognizer", "whisper-cli {input}");
  g_assert_false (gtk_widget_get_visible (part (fixture, "english")));
  g_assert_true (gtk_widget_get_visible (part (fixture, "language")));
  g_assert_null (strstr (label (fixture, "honesty"), "English only"));
  /* Nothing was chosen before: then it finds out. */
  g_assert_null (trs_language_row_get_language (TRS_LANGUAGE_ROW (part (fixture, "language"))));
}

/* That of the last time, by whatever it was chosen; what is chosen here is that of the next time. */
static void
test_language_used_last (Fixture       *fixture,
                         gconstpointer  data)
{
  const char *const used[] = { "pt", "de", NULL };
  TrsLanguageRow *row;
  g_auto (GStrv) recent = NULL;

  g_settings_set_strv (fixture->rig->settings, "recent-languages", used);
  g_settings_set_string (fixture->rig->settings, "local-recognizer", "whisper-cli {input}");
  open_dialog (fixture);
  row = TRS_LANGUAGE_ROW (part (fixture, "language"));
  g_assert_cmpstr (trs_language_row_get_language (row), ==, "pt");
  trs_language_row_set_language (row, "sv");
  add_named (fixture, "plain.wav");
  trs_test_wait_until (is_ready (fixture, "Transcribe 1 Recording"));
  g_signal_emit_by_name (part (fixture, "transcribe"), "clicked");
  recent = g_settings_get_strv (fixture->rig->settings, "recent-languages");
  g_assert_cmpstr (recent[0], ==, "sv");
  g_assert_cmpstr (recent[1], ==, "pt");
  g_settings_reset (fixture->rig->settings, "recent-languages");

  /* There is no service that could start; nobody waits for it once the dialog is closed. */
  gtk_window_close (GTK_WINDOW (fixture->dialog));
  trs_test_wait_until (!gtk_widget_get_visible (GTK_WIDGET (fixture->dialog)));
  trs_manual_clock_advance (fixture->rig->clock, 20000);
}

/* What is being looked at ends with the dialog. */
static void
test_close_while_looking (Fixture       *fixture,
                          gconstpointer  data)
{
  g_autofree char *path = trs_fake_worker_make_file (fixture->folder, "hanging.wav");
  g_autofree char *pid_path = g_strconcat (path, ".pid", NULL);

  add (fixture, (const char * const[]) { path, NULL });
  trs_test_poll_until (g_file_test (pid_path, G_FILE_TEST_EXISTS));
  g_assert_cmpstr (words (fixture, 0, "description"), ==, "Looking at the file…");
  gtk_window_close (GTK_WINDOW (fixture->dialog));
  trs_test_wait_until (fixture->dialog == NULL);
}

static void
test_narrow (Fixture       *fixture,
             gconstpointer  data)
{
  add_named (fixture, "titled.mp4");
  trs_test_wait_until (is_ready (fixture, "Transcribe 1 Recording"));
  add_named (fixture, "interpreted.mkv");
  trs_test_wait_until (is_ready (fixture, "Transcribe 2 Recordings"));
  gtk_window_set_default_size (GTK_WINDOW (fixture->dialog), 360, 640);
  trs_test_wait_until (!gtk_widget_get_visible (part (fixture, "title")));
  /* Newer GTK changes what is shown first, and then the size. */
  trs_test_wait_until (gtk_widget_get_width (part (fixture, "page")) <= 360);
  trs_display_test_save_png (GTK_WIDGET (fixture->dialog), "files-narrow");
}

#define ADD(path, data, test) g_test_add ("/files-dialog/" path, Fixture, data, set_up, test, tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  ADD ("nothing-yet", NULL, test_nothing_yet);
  ADD ("what-files-are", NULL, test_what_files_are);
  ADD ("tracks", NULL, test_tracks);
  ADD ("known-track", NULL, test_known_track);
  ADD ("open-known", NULL, test_open_known);
  ADD ("folder", NULL, test_folder);
  ADD ("enter-goes-on", NULL, test_enter_goes_on);
  ADD ("remove", NULL, test_remove);
  ADD ("choose", NULL, test_choose);
  ADD ("other-account", "paid", test_other_account);
  ADD ("other-recogniser", NULL, test_other_recogniser);
  ADD ("language-used-last", NULL, test_language_used_last);
  ADD ("close-while-looking", NULL, test_close_while_looking);
  ADD ("narrow", NULL, test_narrow);
  return g_test_run ();
}
