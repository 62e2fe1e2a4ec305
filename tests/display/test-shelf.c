/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the window says and does about what is kept on this computer. */
#include "trs-confirm-dialog.h"
#include "trs-display-test.h"
#include "trs-error-dialog.h"
#include "trs-error.h"
#include "trs-session-rig.h"
#include "trs-session-shelf.h"
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
  const char *names[] = { "showTimecode=false", "showTimecode=true" };
  const char *texts[] = { "Good evening.\\n\\nThe ferry is late.",
                          "[00:00:02.345] Speaker 1: Good evening.\\n\\n[00:00:07.100] Speaker 2: The ferry is late." };

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

      if (G_TYPE_CHECK_INSTANCE_TYPE (toplevel, type) && gtk_widget_get_visible (GTK_WIDGET (toplevel)))
        return toplevel;
    }
  return NULL;
}

static GtkWidget *
find_named (GtkWidget  *root,
            const char *name)
{
  if (GTK_IS_BUTTON (root) && g_str_equal (gtk_widget_get_name (root), name))
    return root;

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_named (child, name);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static GtkWindow *
wait_for_question (void)
{
  trs_test_wait_until (find_dialog (TRS_TYPE_CONFIRM_DIALOG) != NULL);
  trs_display_test_wait_frame (GTK_WIDGET (find_dialog (TRS_TYPE_CONFIRM_DIALOG)));
  return find_dialog (TRS_TYPE_CONFIRM_DIALOG);
}

static void
answer (const char *name)
{
  trs_display_test_click (find_named (GTK_WIDGET (wait_for_question ()), name));
  trs_test_wait_until (find_dialog (TRS_TYPE_CONFIRM_DIALOG) == NULL);
}

static void
test_remove_asks_first (void)
{
  Shown shown;
  TrsProject *project;

  show (&shown, 1000);
  add_texts (&shown);
  project = trs_session_rig_project (shown.rig, N_DONE);
  trs_window_open_project (shown.window, project);
  trs_test_wait_until (trs_window_get_project (shown.window) == project);

  gtk_widget_activate_action (GTK_WIDGET (shown.window), "win.remove-from-computer", NULL);
  trs_display_test_save_png (GTK_WIDGET (wait_for_question ()), "remove-from-computer");
  trs_display_test_set_dark (TRUE);
  trs_display_test_save_png (GTK_WIDGET (wait_for_question ()), "remove-from-computer-dark");
  trs_display_test_set_dark (FALSE);
  gtk_window_close (wait_for_question ());
  trs_test_wait_until (find_dialog (TRS_TYPE_CONFIRM_DIALOG) == NULL);
  g_assert_true (trs_window_get_project (shown.window) == project);

  gtk_widget_activate_action (GTK_WIDGET (shown.window), "win.remove-from-computer", NULL);
  answer ("remove");
  g_assert_null (trs_window_get_project (shown.window));
  trs_test_wait_until (trs_display_test_find_label (GTK_WIDGET (shown.window), "Removed from this computer") != NULL);
  /* the row stays */
  g_assert_true (trs_history_find_by_id (trs_session_get_history (shown.rig->session), ID_DONE) != NULL);
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
  g_assert_null (find_dialog (TRS_TYPE_CONFIRM_DIALOG));
  finish (&shown);
}

/* The damaged file is where the user is told, once. */
static void
test_damage_is_told (void)
{
  Shown shown;
  g_autofree char *words = NULL;
  g_autofree char *folder = g_dir_make_tmp ("trs-shelf-XXXXXX", NULL);
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
  trs_test_wait_until (trs_session_get_moved_aside (shown.rig->session) != NULL);
  moved = trs_session_get_moved_aside (shown.rig->session);
  words = g_strdup (moved);
  trs_test_wait_until (trs_display_test_find_label (GTK_WIDGET (shown.window),
                                                    "The file with your transcripts was damaged. It has been replaced.")
                       != NULL);
  trs_display_test_save_png (GTK_WIDGET (shown.window), "shelf-damaged-narrow");

  gtk_widget_activate_action (GTK_WIDGET (shown.window), "win.store-details", NULL);
  body = trs_display_test_find (GTK_WIDGET (wait_for_question ()), "body");
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (body)), words));
  trs_display_test_save_png (GTK_WIDGET (wait_for_question ()), "shelf-damaged");
  gtk_window_close (wait_for_question ());
  g_assert_null (trs_session_get_moved_aside (shown.rig->session));
  finish (&shown);
  g_remove (words);
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
  g_assert_error (trs_session_get_store_error (shown.rig->session), TRS_ERROR, TRS_ERROR_STORE_READ_ONLY);
  trs_window_open_project (shown.window, trs_session_rig_project (shown.rig, 1));
  trs_test_wait_until (trs_display_test_find_label (GTK_WIDGET (shown.window),
                                                    "The data folder cannot be written to. Nothing is kept on this "
                                                    "computer.") != NULL);
  trs_display_test_save_png (GTK_WIDGET (shown.window), "shelf-read-only");
  gtk_widget_activate_action (GTK_WIDGET (shown.window), "win.store-details", NULL);
  trs_test_wait_until (find_dialog (TRS_TYPE_ERROR_DIALOG) != NULL);
  trs_display_test_save_png (GTK_WIDGET (find_dialog (TRS_TYPE_ERROR_DIALOG)), "shelf-read-only-details");
  gtk_window_destroy (find_dialog (TRS_TYPE_ERROR_DIALOG));
  finish (&shown);
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  g_test_add_func ("/shelf/remove-asks-first", test_remove_asks_first);
  g_test_add_func ("/shelf/not-while-under-way", test_not_while_under_way);
  g_test_add_func ("/shelf/damage-is-told", test_damage_is_told);
  g_test_add_func ("/shelf/read-only-is-told", test_read_only_is_told);
  return g_test_run ();
}
