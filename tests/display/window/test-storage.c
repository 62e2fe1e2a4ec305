/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the window says and does about what is kept on this computer. */
#include "trs-accounts-dialog.h"
#include "trs-message-dialog.h"
#include "trs-display-test.h"
#include "trs-message-dialog.h"
#include "trs-error.h"
#include "trs-name-dialog.h"
#include "trs-preferences.h"
#include "trs-session.h"
#include "trs-session-rig.h"
#include "trs-download-queue.h"
#include "trs-window.h"

#include <glib/gstdio.h>

#define N_DONE 2
#define ID_DONE "5f1c2a30-0000-4000-8000-000000000002"

typedef struct
{
  TrsSessionRig *rig;
  TrsWindow *window;
} Shown;

static void
add_texts (Shown *shown)
{
  const char *names[] = { ID_DONE "?showTimecode=true", ID_DONE };
  const char *texts[] = { "[00:00:02.345] Speaker 1: Good evening.\\n\\n[00:00:07.100] Speaker 2: The ferry is late.",
                          "Good evening.\\n\\nThe ferry is late." };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *body = g_strdup_printf (
          "{\"id\":\"" ID_DONE "\",\"name\":\"Budget committee, second reading\",\"state\":\"done\","
          "\"language\":\"en\",\"text\":\"%s\"}", texts[i]);

      trs_recording_transport_add_for (shown->rig->transport, names[i], 200, body);
    }
}

static void
show (Shown *shown,
      int    width)
{
  g_autofree char *entries = trs_session_rig_sample_list ();

  shown->rig = trs_session_rig_new_keeping ();
  add_texts (shown);
  g_settings_set_int (shown->rig->settings, "window-width", width);
  g_settings_set_int (shown->rig->settings, "window-height", 680);
  shown->window = trs_window_new (NULL, shown->rig->session, shown->rig->settings);
  trs_display_test_show (GTK_WINDOW (shown->window));
  trs_session_rig_list (shown->rig, entries);
  trs_session_rig_start (shown->rig);
  trs_test_wait_until (trs_history_get_complete (trs_session_get_history (shown->rig->session)));
}

static void
finish (Shown *shown)
{
  trs_display_test_destroy (shown->window);
  trs_session_rig_free (shown->rig);
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

/* The button whose action has that target. */
static GtkWidget *
find_target (GtkWidget *root,
             GVariant  *wanted)
{
  GVariant *target = GTK_IS_BUTTON (root) ? gtk_actionable_get_action_target_value (GTK_ACTIONABLE (root)) : NULL;

  if (target != NULL && g_variant_equal (target, wanted))
    return root;

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_target (child, wanted);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static GtkWidget *
find_answer (GtkWidget  *root,
             const char *name)
{
  g_autoptr (GVariant) wanted = g_variant_ref_sink (g_variant_new_string (name));

  return find_target (root, wanted);
}

/* The button that deletes a damaged file. */
static GtkWidget *
find_delete (GtkWidget  *root,
             const char *path)
{
  g_autoptr (GVariant) wanted = g_variant_ref_sink (g_variant_new_bytestring (path));

  return find_target (root, wanted);
}

static GtkWindow *
wait_for_question (void)
{
  trs_test_wait_until (find_dialog (TRS_TYPE_MESSAGE_DIALOG) != NULL);
  trs_display_test_wait_frame (GTK_WIDGET (find_dialog (TRS_TYPE_MESSAGE_DIALOG)));
  return find_dialog (TRS_TYPE_MESSAGE_DIALOG);
}

static void
answer (const char *name)
{
  trs_display_test_click (find_answer (GTK_WIDGET (wait_for_question ()), name));
  trs_test_wait_until (find_dialog (TRS_TYPE_MESSAGE_DIALOG) == NULL);
}

static void
test_remove_asks_first (void)
{
  Shown shown;
  TrsProject *project;
  GtkWidget *body, *focus;

  show (&shown, 1000);
  project = trs_session_rig_project (shown.rig, N_DONE);
  trs_window_open_project (shown.window, project);
  trs_test_wait_until (trs_window_get_project (shown.window) == project);

  trs_library_set_note (trs_session_get_library (shown.rig->session), project, "Ask again");
  trs_library_set_local_title (trs_session_get_library (shown.rig->session), project, "Budget");
  gtk_widget_activate_action (GTK_WIDGET (shown.window), "win.remove-from-computer", NULL);
  body = trs_display_test_find (GTK_WIDGET (wait_for_question ()), "body");
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (body)), "can’t be restored: "));
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (body)), "1 custom title"));
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (body)), "1 note"));
  g_assert_null (strstr (gtk_label_get_text (GTK_LABEL (body)), "highlight"));
  trs_display_test_save_png (GTK_WIDGET (wait_for_question ()), "remove-from-computer");
  trs_display_test_set_dark (TRUE);
  trs_display_test_save_png (GTK_WIDGET (wait_for_question ()), "remove-from-computer-dark");
  trs_display_test_set_dark (FALSE);
  gtk_window_close (wait_for_question ());
  trs_test_wait_until (find_dialog (TRS_TYPE_MESSAGE_DIALOG) == NULL);
  g_assert_true (trs_window_get_project (shown.window) == project);

  gtk_widget_activate_action (GTK_WIDGET (shown.window), "win.remove-from-computer", NULL);
  answer ("remove");
  trs_test_wait_until (trs_window_get_project (shown.window) == NULL);
  /* the keys go on in the list */
  focus = gtk_window_get_focus (GTK_WINDOW (shown.window));
  g_assert_nonnull (gtk_widget_get_ancestor (focus, GTK_TYPE_LIST_VIEW));
  trs_test_wait_until (trs_display_test_find_label (GTK_WIDGET (shown.window), "Removed from this computer") != NULL);
  /* the row stays */
  g_assert_nonnull (trs_session_rig_find (shown.rig, ID_DONE));
  finish (&shown);
}

/* The transcript alone can be downloaded again, and so nobody is asked. */
static void
test_remove_at_once (void)
{
  Shown shown;
  TrsProject *project;

  show (&shown, 1000);
  project = trs_session_rig_project (shown.rig, N_DONE);
  trs_window_open_project (shown.window, project);
  trs_test_wait_until (trs_project_get_data (project)->has_text);
  gtk_widget_activate_action (GTK_WIDGET (shown.window), "win.remove-from-computer", NULL);
  trs_test_wait_until (trs_display_test_find_label (GTK_WIDGET (shown.window), "Removed from this computer") != NULL);
  g_assert_null (find_dialog (TRS_TYPE_MESSAGE_DIALOG));
  g_assert_null (trs_window_get_project (shown.window));
  gtk_widget_activate_action (GTK_WIDGET (shown.window), "win.undo-remove", NULL);
  finish (&shown);
}

/* What is under way is watched here: there is nothing to remove yet. */
static void
test_not_while_under_way (void)
{
  Shown shown;

  show (&shown, 1000);
  trs_window_open_project (shown.window, trs_session_rig_project (shown.rig, 1));
  gtk_widget_activate_action (GTK_WIDGET (shown.window), "win.remove-from-computer", NULL);
  g_assert_null (find_dialog (TRS_TYPE_MESSAGE_DIALOG));
  finish (&shown);
}

/* The damaged file is where the user is told, once. */
static void
test_damage_is_told (void)
{
  Shown shown;
  g_autofree char *words = NULL;
  g_autofree char *folder = g_dir_make_tmp ("trs-storage-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "transcripts.db", NULL);
  const char *moved;
  g_autofree char *entries = trs_session_rig_sample_list ();
  GtkWidget *body;

  g_assert_true (g_file_set_contents (path, "This is no database, whatever else it may be.", -1, NULL));
  shown.rig = trs_session_rig_new_keeping_at (path);
  g_settings_set_int (shown.rig->settings, "window-width", 380);
  g_settings_set_int (shown.rig->settings, "window-height", 680);
  shown.window = trs_window_new (NULL, shown.rig->session, shown.rig->settings);
  trs_display_test_show (GTK_WINDOW (shown.window));
  trs_session_rig_list (shown.rig, entries);
  trs_session_rig_start (shown.rig);
  trs_test_wait_until (trs_storage_get_moved_aside (trs_session_get_storage (shown.rig->session)) != NULL);
  moved = trs_storage_get_moved_aside (trs_session_get_storage (shown.rig->session));
  words = g_strdup (moved);
  trs_test_wait_until (trs_display_test_find_label (GTK_WIDGET (shown.window),
                                                    "The file with your transcripts was damaged. It has been replaced.")
                       != NULL);
  trs_display_test_save_png (GTK_WIDGET (shown.window), "storage-damaged-narrow");

  gtk_widget_activate_action (GTK_WIDGET (shown.window), "win.store-details", NULL);
  body = trs_display_test_find (GTK_WIDGET (wait_for_question ()), "body");
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (body)), words));
  trs_display_test_save_png (GTK_WIDGET (wait_for_question ()), "storage-damaged");
  gtk_window_close (wait_for_question ());
  g_assert_null (trs_storage_get_moved_aside (trs_session_get_storage (shown.rig->session)));
  finish (&shown);
  g_remove (words);
}

#define COPY                                                                                                    \
  "{\"format\": 1, \"account\": [{\"account\": 1, \"address\": \"" TRS_SESSION_RIG_SERVER "\"}], "             \
  "\"submission\": [], \"annotation\": [], \"project\": [{\"row\": 7, \"account\": 1, \"id\": \"" ID_DONE "\", "  \
  "\"state\": 3, \"created_at\": 1, \"sort_at\": 1, \"hidden\": 0, \"note\": \"From before\"}]}"

/* What could not be read of it is brought back from the copy that went aside with it. */
static void
test_restored_from_copy (void)
{
  Shown shown;
  g_autofree char *folder = g_dir_make_tmp ("trs-storage-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "transcripts.db", NULL);
  g_autofree char *copy = g_strconcat (path, ".own.json", NULL);
  g_autofree char *entries = trs_session_rig_sample_list ();
  TrsProject *project;
  GtkWidget *body;

  g_assert_true (g_file_set_contents (path, "This is no database, whatever else it may be.", -1, NULL));
  g_assert_true (g_file_set_contents (copy, COPY, -1, NULL));
  shown.rig = trs_session_rig_new_keeping_at (path);
  shown.window = trs_window_new (NULL, shown.rig->session, shown.rig->settings);
  trs_display_test_show (GTK_WINDOW (shown.window));
  trs_session_rig_list (shown.rig, entries);
  trs_session_rig_start (shown.rig);
  trs_test_wait_until (trs_storage_get_moved_aside (trs_session_get_storage (shown.rig->session)) != NULL);
  trs_test_wait_until (trs_history_get_complete (trs_session_get_history (shown.rig->session)));
  project = trs_session_rig_project (shown.rig, N_DONE);
  trs_window_open_project (shown.window, project);
  g_assert_null (trs_project_get_data (project)->note);

  gtk_widget_activate_action (GTK_WIDGET (shown.window), "win.store-details", NULL);
  body = trs_display_test_find (GTK_WIDGET (wait_for_question ()), "body");
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (body)), "can be restored from the copy of "));
  trs_display_test_save_png (GTK_WIDGET (wait_for_question ()), "storage-damaged-with-copy");
  answer ("restore");
  trs_test_wait_until (trs_display_test_find_label (GTK_WIDGET (shown.window), "Restored: 1 note") != NULL);
  trs_test_wait_until (g_strcmp0 (trs_project_get_data (project)->note, "From before") == 0);
  finish (&shown);
}

/* Nothing can be kept: it is said what that means, and the list is there all the same. */
static void
test_read_only_is_told (void)
{
  Shown shown;
  g_autofree char *entries = trs_session_rig_sample_list ();

  shown.rig = trs_session_rig_new_keeping_at ("/sys/transcripts-test/transcripts.db");
  g_settings_set_int (shown.rig->settings, "window-width", 1000);
  g_settings_set_int (shown.rig->settings, "window-height", 680);
  shown.window = trs_window_new (NULL, shown.rig->session, shown.rig->settings);
  trs_display_test_show (GTK_WINDOW (shown.window));
  trs_session_rig_list (shown.rig, entries);
  trs_session_rig_start (shown.rig);
  trs_test_wait_until (trs_display_test_find_label (GTK_WIDGET (shown.window), "Press briefing") != NULL);
  g_assert_error (trs_library_get_error (trs_session_get_library (shown.rig->session)), TRS_ERROR,
                  TRS_ERROR_STORE_READ_ONLY);
  trs_window_open_project (shown.window, trs_session_rig_project (shown.rig, 1));
  trs_test_wait_until (trs_display_test_find_label (GTK_WIDGET (shown.window),
                                                    "Data folder is read-only. Nothing is saved on this computer.")
                       != NULL);
  trs_display_test_save_png (GTK_WIDGET (shown.window), "storage-read-only");
  gtk_widget_activate_action (GTK_WIDGET (shown.window), "win.store-details", NULL);
  trs_test_wait_until (find_dialog (TRS_TYPE_MESSAGE_DIALOG) != NULL);
  trs_display_test_save_png (GTK_WIDGET (find_dialog (TRS_TYPE_MESSAGE_DIALOG)), "storage-read-only-details");
  gtk_window_destroy (find_dialog (TRS_TYPE_MESSAGE_DIALOG));
  finish (&shown);
}

/* Also when another page is shown by now: with the title of the video. */
static void
test_unsaved_edit_is_told (void)
{
  static const struct
  {
    TrsAnnotationKind kind;
    const char *words;
  } edits[] = {
    { TRS_ANNOTATION_HIGHLIGHT, "A highlight in “Budget committee, second reading” could not be saved" },
    { TRS_ANNOTATION_CHECKED, "A check in “Budget committee, second reading” could not be saved" },
    { TRS_ANNOTATION_NAME, "A name in “Budget committee, second reading” could not be saved" },
    { TRS_ANNOTATION_MERGE, "A speaker in “Budget committee, second reading” could not be saved" },
    { 0, "A change in “Budget committee, second reading” could not be saved" },
  };
  Shown shown;

  show (&shown, 1000);
  for (guint i = 0; i < G_N_ELEMENTS (edits); i++)
    {
      g_autoptr (GError) error = g_error_new_literal (TRS_ERROR, TRS_ERROR_STORE_FULL, "full");
      GtkWidget *question;

      trs_library_report_edit (trs_session_get_library (shown.rig->session),
                               trs_session_rig_project (shown.rig, N_DONE), edits[i].kind, error);
      question = GTK_WIDGET (wait_for_question ());
      g_assert_nonnull (trs_display_test_find_label (question, edits[i].words));
      g_assert_nonnull (trs_display_test_find_label (question, "The disk is full"));
      if (i == 0)
        trs_display_test_save_png (question, "unsaved-highlight");
      gtk_window_close (GTK_WINDOW (question));
      trs_test_wait_until (find_dialog (TRS_TYPE_MESSAGE_DIALOG) == NULL);
    }
  finish (&shown);
}

typedef struct
{
  Shown shown;
  GtkWidget *preferences;
} Group;

/* With one transcript that is kept. */
static void
open_group (Group *group,
            int    width)
{
  g_autoptr (TrsTranscript) transcript = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  GtkWidget *pages;

  show (&group->shown, 1000);
  trs_transcripts_load_async (trs_session_get_transcripts (group->shown.rig->session),
                              trs_session_rig_project (group->shown.rig, N_DONE), NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  transcript = trs_transcripts_load_finish (trs_session_get_transcripts (group->shown.rig->session), result, &error);
  g_assert_no_error (error);
  group->preferences = GTK_WIDGET (trs_preferences_new (group->shown.rig->session, group->shown.rig->settings));
  gtk_window_set_default_size (GTK_WINDOW (group->preferences), width, 690);
  trs_display_test_show (GTK_WINDOW (group->preferences));
  pages = trs_display_test_find (group->preferences, "pages");
  adw_view_stack_set_visible_child_name (ADW_VIEW_STACK (pages), "reading");
  trs_test_wait_until (trs_display_test_find_label (group->preferences, "1 transcript of this account") != NULL);
}

static void
close_group (Group *group)
{
  trs_display_test_destroy (group->preferences);
  finish (&group->shown);
}

static GtkSwitch *
keep_switch (Group *group)
{
  return GTK_SWITCH (trs_display_test_find (group->preferences, "keep"));
}

static gboolean
keeps (Group *group)
{
  return g_settings_get_boolean (group->shown.rig->settings, "keep-transcripts");
}

/* What is kept already is never removed without asking, and an answer that is not given changes nothing. */
static void
test_keep_no_more (void)
{
  Group group;

  open_group (&group, 640);
  trs_display_test_save_png (group.preferences, "preferences-storage");
  gtk_switch_set_active (keep_switch (&group), FALSE);
  trs_display_test_save_png (GTK_WIDGET (wait_for_question ()), "keep-no-more");
  gtk_window_close (wait_for_question ());
  trs_test_wait_until (find_dialog (TRS_TYPE_MESSAGE_DIALOG) == NULL);
  g_assert_true (keeps (&group));
  g_assert_true (gtk_switch_get_active (keep_switch (&group)));

  gtk_switch_set_active (keep_switch (&group), FALSE);
  answer ("keep");
  g_assert_false (keeps (&group));
  g_assert_false (gtk_switch_get_active (keep_switch (&group)));
  g_assert_nonnull (trs_display_test_find_label (group.preferences, "1 transcript of this account"));

  gtk_switch_set_active (keep_switch (&group), TRUE);
  g_assert_true (keeps (&group));
  gtk_switch_set_active (keep_switch (&group), FALSE);
  answer ("drop");
  g_assert_false (keeps (&group));
  trs_test_wait_until (trs_display_test_find_label (group.preferences, "0 transcripts of this account") != NULL);

  /* There is nothing to ask about any more. */
  gtk_switch_set_active (keep_switch (&group), TRUE);
  gtk_switch_set_active (keep_switch (&group), FALSE);
  g_assert_null (find_dialog (TRS_TYPE_MESSAGE_DIALOG));
  g_assert_false (keeps (&group));
  close_group (&group);
}

/* Whoever wants all of them, but keeps none, is asked, and needs no other window to go on. */
static void
test_download_all (void)
{
  Shown shown;

  show (&shown, 900);
  g_settings_set_boolean (shown.rig->settings, "keep-transcripts", FALSE);
  gtk_widget_activate_action (GTK_WIDGET (shown.window), "win.download-all", NULL);
  gtk_window_close (wait_for_question ());
  trs_test_wait_until (find_dialog (TRS_TYPE_MESSAGE_DIALOG) == NULL);
  g_assert_false (g_settings_get_boolean (shown.rig->settings, "keep-transcripts"));

  gtk_widget_activate_action (GTK_WIDGET (shown.window), "win.download-all", NULL);
  answer ("keep");
  g_assert_true (g_settings_get_boolean (shown.rig->settings, "keep-transcripts"));
  g_assert_true (trs_download_queue_get_downloading (trs_session_get_downloads (shown.rig->session)));
  g_assert_null (find_dialog (TRS_TYPE_MESSAGE_DIALOG));
  finish (&shown);
}

static void
test_remove_everything (void)
{
  Group group;
  g_autofree char *entries = trs_session_rig_sample_list ();

  trs_display_test_set_dark (TRUE);
  open_group (&group, 370);
  trs_library_set_note (trs_session_get_library (group.shown.rig->session),
                        trs_session_rig_project (group.shown.rig, N_DONE), "A note");
  trs_manual_clock_advance (group.shown.rig->clock, 1000);
  trs_display_test_click (trs_display_test_find (group.preferences, "remove"));
  gtk_window_close (wait_for_question ());
  trs_test_wait_until (find_dialog (TRS_TYPE_MESSAGE_DIALOG) == NULL);
  trs_display_test_save_png (group.preferences, "preferences-storage-narrow-dark");
  trs_display_test_click (trs_display_test_find (group.preferences, "remove"));
  trs_test_wait_until (find_dialog (TRS_TYPE_MESSAGE_DIALOG) != NULL);
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (trs_display_test_find (GTK_WIDGET (wait_for_question ()),
                                                                                  "body"))), "What you added"));
  trs_display_test_save_png (GTK_WIDGET (wait_for_question ()), "remove-everything-dark");
  trs_display_test_set_dark (FALSE);

  trs_session_rig_list (group.shown.rig, entries);
  answer ("delete");
  g_assert_false (keeps (&group));
  trs_test_wait_until (trs_display_test_find_label (group.preferences, "0 transcripts of this account") != NULL);
  g_assert_cmpint (trs_session_get_state (group.shown.rig->session), ==, TRS_SESSION_READY);
  close_group (&group);
}

/* They are listed, and deleted when that was confirmed. */
static void
test_damaged_files (void)
{
  Shown shown;
  g_autofree char *entries = trs_session_rig_sample_list ();
  g_autofree char *folder = g_dir_make_tmp ("trs-storage-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "transcripts.db", NULL);
  g_autofree char *old = g_strconcat (path, ".damaged-20260312-180405-0", NULL);
  g_autofree char *old_name = g_path_get_basename (old);
  g_autofree char *new_name = NULL;
  GtkWidget *preferences, *group, *row;

  g_assert_true (g_file_set_contents (old, "An older one.", -1, NULL));
  g_assert_true (g_file_set_contents (path, "This is no database, whatever else it may be.", -1, NULL));
  shown.rig = trs_session_rig_new_keeping_at (path);
  shown.window = trs_window_new (NULL, shown.rig->session, shown.rig->settings);
  trs_display_test_show (GTK_WINDOW (shown.window));
  trs_session_rig_list (shown.rig, entries);
  trs_session_rig_start (shown.rig);
  trs_test_wait_until (trs_storage_get_moved_aside (trs_session_get_storage (shown.rig->session)) != NULL);
  new_name = g_path_get_basename (trs_storage_get_moved_aside (trs_session_get_storage (shown.rig->session)));

  preferences = GTK_WIDGET (trs_preferences_new (shown.rig->session, shown.rig->settings));
  gtk_window_set_default_size (GTK_WINDOW (preferences), 640, 690);
  trs_display_test_show (GTK_WINDOW (preferences));
  adw_view_stack_set_visible_child_name (ADW_VIEW_STACK (trs_display_test_find (preferences, "pages")), "reading");
  group = trs_display_test_find (preferences, "damaged");
  trs_test_wait_until (trs_display_test_find_label (group, old_name) != NULL);
  g_assert_true (gtk_widget_get_visible (group));
  g_assert_nonnull (trs_display_test_find_label (group, new_name));
  trs_display_test_wait_frame (preferences);
  gtk_widget_grab_focus (find_delete (group, old));
  trs_display_test_save_png (preferences, "preferences-damaged");

  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (find_delete (group, old)), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Delete transcripts.db.damaged-20260312-180405-0…");
  trs_display_test_click (find_delete (group, old));
  gtk_window_close (wait_for_question ());
  trs_test_wait_until (find_dialog (TRS_TYPE_MESSAGE_DIALOG) == NULL);
  g_assert_true (g_file_test (old, G_FILE_TEST_EXISTS));

  trs_display_test_click (find_delete (group, old));
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (trs_display_test_find (GTK_WIDGET (wait_for_question ()),
                                                                                  "body"))), old_name));
  trs_display_test_save_png (GTK_WIDGET (wait_for_question ()), "delete-damaged");
  answer ("delete");
  trs_test_wait_until (trs_display_test_find_label (group, old_name) == NULL);
  g_assert_false (g_file_test (old, G_FILE_TEST_EXISTS));
  g_assert_nonnull (trs_storage_get_moved_aside (trs_session_get_storage (shown.rig->session)));

  /* Who deletes the last one has heard of it. */
  row = find_delete (group, trs_storage_get_moved_aside (trs_session_get_storage (shown.rig->session)));
  trs_display_test_click (row);
  answer ("delete");
  trs_test_wait_until (!gtk_widget_get_visible (group));
  g_assert_null (trs_storage_get_moved_aside (trs_session_get_storage (shown.rig->session)));
  trs_display_test_destroy (preferences);
  finish (&shown);
}

static void
add_account (Shown      *shown,
             const char *address)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *entry = trs_session_rig_entry ("5f1c2a30-0000-4000-8000-000000000077", "Of the other account",
                                                  "video-77", "done", "2026-03-01T10:00:00Z");

  trs_session_rig_list (shown->rig, entry);
  trs_sign_in_connect_async (trs_session_get_sign_in (shown->rig->session), address, "another-key-5678", NULL,
                             trs_test_store_result, &result);
  trs_test_wait_result (result);
  trs_sign_in_connect_finish (trs_session_get_sign_in (shown->rig->session), result, &error);
  g_assert_no_error (error);
}

static GtkWidget *
open_accounts (Shown      *shown,
               const char *until)
{
  GtkWidget *dialog;

  gtk_widget_activate_action (GTK_WIDGET (shown->window), "win.accounts", NULL);
  dialog = GTK_WIDGET (find_dialog (TRS_TYPE_ACCOUNTS_DIALOG));
  g_assert_nonnull (dialog);
  trs_test_wait_until (trs_display_test_find_label (dialog, until) != NULL);
  trs_display_test_wait_frame (dialog);
  return dialog;
}

static GtkWidget *
row_of (GtkWidget  *dialog,
        const char *label)
{
  return gtk_widget_get_ancestor (trs_display_test_find_label (dialog, label), ADW_TYPE_ACTION_ROW);
}

static GtkWidget *
focused_row (GtkWidget *dialog)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (dialog));

  g_assert_nonnull (focus);
  return gtk_widget_get_ancestor (focus, ADW_TYPE_ACTION_ROW);
}

static void
test_accounts (void)
{
  Shown shown;
  GtkWidget *dialog, *rows;

  show (&shown, 1000);
  add_account (&shown, "https://other.example.org");
  trs_test_wait_until (trs_display_test_find_label (GTK_WIDGET (shown.window), "Of the other account") != NULL);
  dialog = open_accounts (&shown, TRS_SESSION_RIG_SERVER);
  g_assert_nonnull (trs_display_test_find_label (dialog, "https://other.example.org"));
  g_assert_nonnull (trs_display_test_find_label (dialog, "In use · 0 transcripts here"));
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (trs_display_test_find (
                                           row_of (dialog, "In use · 0 transcripts here"), "remove")),
                                       GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "In use · 0 transcripts here");
  g_assert_true (focused_row (dialog) == row_of (dialog, "In use · 0 transcripts here"));
  rows = gtk_widget_get_ancestor (trs_display_test_find_label (dialog, "Add Account…"), GTK_TYPE_LIST_BOX);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (rows), GTK_ACCESSIBLE_PROPERTY_LABEL, "Add Account…");
  trs_display_test_save_png (dialog, "accounts");
  trs_display_test_set_dark (TRUE);
  gtk_window_set_default_size (GTK_WINDOW (dialog), 370, 560);
  trs_display_test_wait_frame (dialog);
  trs_display_test_save_png (dialog, "accounts-narrow-dark");
  trs_display_test_set_dark (FALSE);

  /* Choosing one shows what is here of it, and closes the dialog. */
  g_signal_emit_by_name (row_of (dialog, TRS_SESSION_RIG_SERVER), "activated");
  trs_test_wait_until (find_dialog (TRS_TYPE_ACCOUNTS_DIALOG) == NULL);
  trs_test_wait_until (trs_display_test_find_label (GTK_WIDGET (shown.window), "Press briefing") != NULL);
  g_assert_null (trs_display_test_find_label (GTK_WIDGET (shown.window), "Of the other account"));

  /* The other one goes, after a question. */
  dialog = open_accounts (&shown, "https://other.example.org");
  trs_display_test_click (trs_display_test_find (row_of (dialog, "https://other.example.org"), "remove"));
  trs_display_test_save_png (GTK_WIDGET (wait_for_question ()), "remove-account");
  answer ("remove");
  trs_test_wait_until (trs_display_test_find_label (dialog, "https://other.example.org") == NULL);
  g_assert_true (focused_row (dialog) == row_of (dialog, TRS_SESSION_RIG_SERVER));
  g_assert_nonnull (trs_display_test_find_label (dialog, TRS_SESSION_RIG_SERVER));
  gtk_window_close (GTK_WINDOW (dialog));
  finish (&shown);
}

static GtkWidget *
account_line (Shown *shown)
{
  return trs_display_test_find (GTK_WIDGET (shown->window), "account");
}

static const char *
account_words (Shown *shown)
{
  return gtk_label_get_text (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (account_line (shown)))));
}

static void
name_account (GtkWidget  *dialog,
              const char *label,
              const char *name)
{
  GtkWidget *question;

  trs_display_test_click (trs_display_test_find (row_of (dialog, label), "rename"));
  trs_test_wait_until (find_dialog (TRS_TYPE_NAME_DIALOG) != NULL);
  question = GTK_WIDGET (find_dialog (TRS_TYPE_NAME_DIALOG));
  trs_display_test_wait_frame (question);
  trs_display_test_save_png (question, "name-account");
  gtk_editable_set_text (GTK_EDITABLE (trs_display_test_find (question, "name")), name);
  gtk_widget_activate_action (question, "name.apply", NULL);
  trs_test_wait_until (find_dialog (TRS_TYPE_NAME_DIALOG) == NULL);
}

/* With several accounts the window tells which one is open, by the name that the user gave it. */
static void
test_name_account (void)
{
  Shown shown;
  GtkWidget *dialog;
  const char *words;

  show (&shown, 370);
  g_assert_false (gtk_widget_get_visible (account_line (&shown)));
  add_account (&shown, "https://other.example.org");
  trs_test_wait_until (g_str_equal (account_words (&shown), "Account: https://other.example.org"));
  g_assert_true (gtk_widget_get_visible (account_line (&shown)));
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (account_line (&shown)), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       account_words (&shown));

  trs_display_test_click (account_line (&shown));
  trs_test_wait_until (find_dialog (TRS_TYPE_ACCOUNTS_DIALOG) != NULL);
  dialog = GTK_WIDGET (find_dialog (TRS_TYPE_ACCOUNTS_DIALOG));
  trs_test_wait_until (trs_display_test_find_label (dialog, "https://other.example.org") != NULL);
  gtk_test_accessible_assert_property (
      GTK_ACCESSIBLE (trs_display_test_find (row_of (dialog, "https://other.example.org"), "rename")),
      GTK_ACCESSIBLE_PROPERTY_LABEL, "Name Account https://other.example.org…");
  name_account (dialog, "https://other.example.org", "City Desk");
  trs_test_wait_until (trs_display_test_find_label (dialog, "City Desk") != NULL);
  trs_test_wait_until (g_str_equal (account_words (&shown), "Account: City Desk"));
  g_assert_true (focused_row (dialog) == row_of (dialog, "City Desk"));
  trs_display_test_wait_frame (dialog);
  trs_display_test_save_png (dialog, "accounts-named");
  trs_display_test_wait_frame (GTK_WIDGET (shown.window));
  trs_display_test_save_png (GTK_WIDGET (shown.window), "account-line-narrow");
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (shown.window)), <=, 370);

  /* Nothing brings the address back. */
  name_account (dialog, "City Desk", " ");
  trs_test_wait_until (g_str_equal (account_words (&shown), "Account: https://other.example.org"));
  trs_test_wait_until (trs_display_test_find_label (dialog, "https://other.example.org") != NULL);

  /* With the other account the line goes, too. */
  name_account (dialog, TRS_SESSION_RIG_SERVER, "Old Desk");
  trs_test_wait_until (trs_display_test_find_label (dialog, "Old Desk") != NULL);
  trs_display_test_click (trs_display_test_find (row_of (dialog, "Old Desk"), "remove"));
  words = gtk_label_get_text (GTK_LABEL (trs_display_test_find (GTK_WIDGET (wait_for_question ()), "body")));
  g_assert_nonnull (strstr (words, "Old Desk"));
  g_assert_nonnull (strstr (words, "Nothing is deleted at the service."));
  trs_display_test_save_png (GTK_WIDGET (wait_for_question ()), "remove-named-account");
  answer ("remove");
  trs_test_wait_until (!gtk_widget_get_visible (account_line (&shown)));
  gtk_window_close (GTK_WINDOW (dialog));
  finish (&shown);
}

/* Another account is entered from scratch: nothing of the one in use stands in the fields. */
static void
test_add_account (void)
{
  Shown shown;
  GtkWidget *dialog;
  GtkWidget *form;

  show (&shown, 1000);
  dialog = open_accounts (&shown, TRS_SESSION_RIG_SERVER);
  g_signal_emit_by_name (trs_display_test_find (dialog, "add"), "activated");
  trs_test_wait_until (find_dialog (ADW_TYPE_WINDOW) != NULL);
  form = GTK_WIDGET (find_dialog (ADW_TYPE_WINDOW));
  trs_display_test_wait_frame (form);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (trs_display_test_find (form, "address"))), ==, "");
  g_assert_true (gtk_editable_get_editable (GTK_EDITABLE (trs_display_test_find (form, "address"))));
  trs_display_test_save_png (form, "add-account");
  gtk_window_close (GTK_WINDOW (form));
  gtk_window_close (GTK_WINDOW (dialog));
  finish (&shown);
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  g_test_add_func ("/storage/remove-asks-first", test_remove_asks_first);
  g_test_add_func ("/storage/remove-at-once", test_remove_at_once);
  g_test_add_func ("/storage/not-while-under-way", test_not_while_under_way);
  g_test_add_func ("/storage/damage-is-told", test_damage_is_told);
  g_test_add_func ("/storage/restored-from-copy", test_restored_from_copy);
  g_test_add_func ("/storage/read-only-is-told", test_read_only_is_told);
  g_test_add_func ("/storage/unsaved-edit-is-told", test_unsaved_edit_is_told);
  g_test_add_func ("/storage/keep-no-more", test_keep_no_more);
  g_test_add_func ("/storage/download-all", test_download_all);
  g_test_add_func ("/storage/remove-everything", test_remove_everything);
  g_test_add_func ("/storage/damaged-files", test_damaged_files);
  g_test_add_func ("/storage/accounts", test_accounts);
  g_test_add_func ("/storage/name-account", test_name_account);
  g_test_add_func ("/storage/add-account", test_add_account);
  return g_test_run ();
}
