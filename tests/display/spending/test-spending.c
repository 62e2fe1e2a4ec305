/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-spending-dialog.h"

#include <glib/gstdio.h>

#include "trs-chooser-test.h"
#include "trs-display-test.h"
#include "trs-real-input.h"
#include "trs-session-rig.h"
#include "trs-store-accounts.h"
#include "trs-store-projects.h"
#include "trs-store.h"

typedef struct
{
  TrsSessionRig *rig;
  gint64 account;
  TrsSpendingDialog *dialog;
  char *opened;
} Fixture;

static void
open_project_cb (GSimpleAction *action,
                 GVariant      *id,
                 gpointer       user_data)
{
  Fixture *fixture = user_data;

  g_assert_null (fixture->opened);
  fixture->opened = g_variant_dup_string (id, NULL);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  user_data)
{
  g_autoptr (GAsyncResult) result = NULL;

  fixture->rig = trs_session_rig_new_keeping ();
  trs_store_accounts_open_async (fixture->rig->store, TRS_SESSION_RIG_SERVER, 0, NULL, NULL, TRS_SESSION_RIG_NOW, NULL,
                                 trs_test_store_result, &result);
  trs_test_wait_result (result);
  fixture->account = trs_store_accounts_open_finish (fixture->rig->store, result, NULL);
}

static void
close_dialog (Fixture *fixture)
{
  if (fixture->dialog != NULL)
    gtk_window_close (GTK_WINDOW (fixture->dialog));
  trs_test_wait_until (fixture->dialog == NULL);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  user_data)
{
  close_dialog (fixture);
  trs_session_rig_free (fixture->rig);
  g_free (fixture->opened);
}

/* There is no network: all of it comes from this computer. */
static void
start_offline (Fixture *fixture)
{
  trs_recording_transport_add_for (fixture->rig->transport, "page=1", 503, "");
  trs_session_start (fixture->rig->session);
  trs_test_wait_until (trs_session_get_state (fixture->rig->session) == TRS_SESSION_READY);
}

static void
open_over (Fixture   *fixture,
           GtkWindow *parent)
{
  fixture->dialog = trs_spending_dialog_new (fixture->rig->session);
  g_object_add_weak_pointer (G_OBJECT (fixture->dialog), (gpointer *) &fixture->dialog);
  gtk_window_set_transient_for (GTK_WINDOW (fixture->dialog), parent);
  trs_display_test_show (GTK_WINDOW (fixture->dialog));
}

static const char *
face (Fixture *fixture)
{
  return gtk_stack_get_visible_child_name (
      GTK_STACK (trs_display_test_find (GTK_WIDGET (fixture->dialog), "stack")));
}

static void
open_dialog (Fixture    *fixture,
             const char *expected_face)
{
  open_over (fixture, NULL);
  trs_test_wait_until (!g_str_equal (face (fixture), "blank"));
  g_assert_cmpstr (face (fixture), ==, expected_face);
  trs_display_test_wait_frame (GTK_WIDGET (fixture->dialog));
}

static TrsProjectData *
make_project (const char *id,
              const char *title,
              gint64      days_ago,
              gint64      length)
{
  TrsProjectData *project = trs_project_data_new (id);

  project->title = g_strdup (title);
  project->video_id = g_strdup (id);
  project->state = TRS_PROJECT_STATE_TRANSCRIPTION;
  project->state_word = g_strdup ("transcription");
  project->created_at = project->sort_at = TRS_SESSION_RIG_NOW - days_ago * G_TIME_SPAN_DAY;
  project->video_length = length;
  return project;
}

static void
save (Fixture   *fixture,
      GPtrArray *projects)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_store_projects_save_async (fixture->rig->store, fixture->account, projects, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_store_projects_save_finish (fixture->rig->store, result, NULL));
}

static void
save_some (Fixture *fixture)
{
  g_autoptr (GPtrArray) projects = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_project_data_free);

  g_ptr_array_add (projects, make_project ("p1", "Budget committee, second reading", 0, 38 * 60 + 12));
  g_ptr_array_add (projects, make_project ("p2", "Q&A <b>with the pilots</b>", 3, 59));
  g_ptr_array_add (projects, make_project ("p3", "Interview with the chair of the fisheries board, recorded on the "
                                                 "north quay before the storm", 5, -1));
  g_ptr_array_add (projects, make_project ("p4", "東京都議会 定例会 一般質問", 40, 131 * 60));
  g_ptr_array_add (projects, make_project ("p5", "Port strike", 41, -1));
  g_ptr_array_add (projects, make_project ("p6", "City council", 400, -1));
  save (fixture, projects);
}

static void
find_rows (GtkWidget *widget,
           GPtrArray *rows)
{
  if (GTK_IS_TREE_EXPANDER (widget))
    {
      if (gtk_widget_get_mapped (widget))
        g_ptr_array_add (rows, widget);
      return;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    find_rows (child, rows);
}

static GtkWidget *
find_row (Fixture    *fixture,
          const char *title)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new ();

  find_rows (GTK_WIDGET (fixture->dialog), rows);
  for (guint i = 0; i < rows->len; i++)
    if (trs_display_test_find_label (g_ptr_array_index (rows, i), title) != NULL)
      return g_ptr_array_index (rows, i);
  return NULL;
}

static GtkListView *
list (Fixture *fixture)
{
  return GTK_LIST_VIEW (trs_display_test_find (GTK_WIDGET (fixture->dialog), "list"));
}

static void
activate (Fixture *fixture,
          guint    position)
{
  g_signal_emit_by_name (list (fixture), "activate", position);
  if (fixture->dialog != NULL)
    trs_display_test_wait_frame (GTK_WIDGET (fixture->dialog));
}

static void
assert_row (Fixture    *fixture,
            const char *title,
            const char *facts,
            const char *amount)
{
  g_autofree char *spoken = g_strdup_printf ("%s, %s, %s", title, facts, amount);
  GtkWidget *row = find_row (fixture, title);
  GtkWidget *stop;

  g_assert_nonnull (row);
  g_assert_nonnull (trs_display_test_find_label (row, facts));
  g_assert_nonnull (trs_display_test_find_label (row, amount));

  /* What the keyboard comes to says all of it. */
  stop = gtk_widget_get_parent (row);
  g_assert_true (gtk_widget_grab_focus (stop));
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (fixture->dialog)) == stop);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (stop), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken);
}

static guint
n_rows (Fixture *fixture)
{
  return g_list_model_get_n_items (G_LIST_MODEL (gtk_list_view_get_model (list (fixture))));
}

static void
test_months_and_projects (Fixture       *fixture,
                          gconstpointer  user_data)
{
  static const GActionEntry entry = { .name = "open-project", .activate = open_project_cb, .parameter_type = "s" };
  g_autoptr (GSimpleActionGroup) actions = g_simple_action_group_new ();
  GtkWindow *parent;
  GtkWidget *widget;

  save_some (fixture);
  start_offline (fixture);
  open_dialog (fixture, "list");
  widget = GTK_WIDGET (fixture->dialog);
  g_assert_nonnull (trs_display_test_find_label (widget, "170 credits, plus 3 videos of unknown cost"));
  g_assert_false (gtk_widget_get_visible (trs_display_test_find (widget, "free")));
  g_assert_false (gtk_widget_get_visible (trs_display_test_find (widget, "undecided")));

  /* The months alone, the last one first. */
  trs_test_wait_until (n_rows (fixture) == 3);
  assert_row (fixture, "March 2026", "3 videos, 1 of unknown cost", "39 credits");
  assert_row (fixture, "January 2026", "2 videos, 1 of unknown cost", "131 credits");
  assert_row (fixture, "February 2025", "1 video", "Unknown cost");

  activate (fixture, 0);
  trs_test_wait_until (n_rows (fixture) == 6);
  assert_row (fixture, "Budget committee, second reading", "12 March 2026 · 38 min", "38 credits");
  assert_row (fixture, "Q&A <b>with the pilots</b>", "9 March 2026 · 59 s", "1 credit");
  g_assert_true (gtk_widget_get_has_tooltip (trs_display_test_find_label (widget, "Q&A <b>with the pilots</b>")));
  g_assert_false (gtk_widget_get_has_tooltip (trs_display_test_find_label (widget, "March 2026")));
  trs_display_test_save_png (widget, "19-spending");
  trs_display_test_set_dark (TRUE);
  trs_display_test_save_png (widget, "19-spending-dark");
  trs_display_test_set_dark (FALSE);
  activate (fixture, 0);
  trs_test_wait_until (n_rows (fixture) == 3);

  parent = trs_display_test_present (gtk_label_new ("The window below"), 640, 720);
  g_action_map_add_action_entries (G_ACTION_MAP (actions), &entry, 1, fixture);
  gtk_widget_insert_action_group (GTK_WIDGET (parent), "win", G_ACTION_GROUP (actions));
  gtk_window_set_transient_for (GTK_WINDOW (fixture->dialog), parent);
  activate (fixture, 1);
  activate (fixture, 2);
  trs_test_wait_until (fixture->dialog == NULL);
  g_assert_cmpstr (fixture->opened, ==, "p4");
  gtk_window_destroy (parent);
}

static void
press_arrow (Fixture  *fixture,
             gboolean  right)
{
  GtkEventController *controller = NULL;
  GtkShortcut *shortcut = trs_display_test_find_shortcut (GTK_WIDGET (list (fixture)),
                                                          right ? "Right|KP_Right" : "Left|KP_Left", &controller);

  g_assert_nonnull (shortcut);
  g_assert_cmpint (gtk_event_controller_get_propagation_phase (controller), ==, GTK_PHASE_CAPTURE);
  gtk_window_set_focus_visible (GTK_WINDOW (fixture->dialog), FALSE);
  g_assert_true (gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0, GTK_WIDGET (list (fixture)),
                                               gtk_shortcut_get_arguments (shortcut)));
  g_assert_true (gtk_window_get_focus_visible (GTK_WINDOW (fixture->dialog)));
  trs_display_test_wait_frame (GTK_WIDGET (fixture->dialog));
}

static gboolean
is_open (Fixture    *fixture,
         const char *title)
{
  GtkTreeExpander *row = GTK_TREE_EXPANDER (find_row (fixture, title));

  return gtk_tree_list_row_get_expanded (gtk_tree_expander_get_list_row (row));
}

/* The pointer opens the month that is clicked, and none that it is over. */
static void
test_pointer (Fixture       *fixture,
              gconstpointer  user_data)
{
  static const char *const months[] = { "March 2026", "January 2026", "February 2025" };

  save_some (fixture);
  start_offline (fixture);
  open_dialog (fixture, "list");
  trs_test_wait_until (n_rows (fixture) == G_N_ELEMENTS (months));
  trs_real_input_focus (GTK_WIDGET (fixture->dialog));
  for (guint i = 0; i < 2 * G_N_ELEMENTS (months); i++)
    trs_real_input_move (find_row (fixture, months[i % G_N_ELEMENTS (months)]), 60, 10);
  g_assert_cmpuint (n_rows (fixture), ==, G_N_ELEMENTS (months));

  trs_real_input_click_on (find_row (fixture, "January 2026"));
  trs_test_wait_until (n_rows (fixture) == 5);
  for (guint i = 0; i < G_N_ELEMENTS (months); i++)
    g_assert_cmpint (is_open (fixture, months[i]), ==, i == 1);
  trs_real_input_click (find_row (fixture, "January 2026"), 60, 10, GDK_BUTTON_PRIMARY, 1);
  trs_test_wait_until (n_rows (fixture) == G_N_ELEMENTS (months));
}

static void
focus_row (Fixture    *fixture,
           const char *title)
{
  g_assert_true (gtk_widget_grab_focus (gtk_widget_get_parent (find_row (fixture, title))));
}

static gboolean
has_focus (Fixture    *fixture,
           const char *title)
{
  GtkWidget *row = find_row (fixture, title);

  return row != NULL && gtk_window_get_focus (GTK_WINDOW (fixture->dialog)) == gtk_widget_get_parent (row);
}

static void
test_arrows (Fixture       *fixture,
             gconstpointer  user_data)
{
  save_some (fixture);
  start_offline (fixture);
  open_dialog (fixture, "list");
  trs_test_wait_until (n_rows (fixture) == 3);

  trs_test_wait_until (has_focus (fixture, "March 2026"));
  press_arrow (fixture, FALSE);
  g_assert_false (is_open (fixture, "March 2026"));
  press_arrow (fixture, TRUE);
  g_assert_true (is_open (fixture, "March 2026"));
  trs_test_wait_until (n_rows (fixture) == 6);
  press_arrow (fixture, TRUE);
  g_assert_true (is_open (fixture, "March 2026"));
  g_assert_cmpuint (n_rows (fixture), ==, 6);
  /* A project does not open, and leads back to its month. */
  focus_row (fixture, "Budget committee, second reading");
  press_arrow (fixture, TRUE);
  g_assert_true (has_focus (fixture, "Budget committee, second reading"));
  press_arrow (fixture, FALSE);
  trs_test_wait_until (has_focus (fixture, "March 2026"));
  g_assert_true (is_open (fixture, "March 2026"));
  press_arrow (fixture, FALSE);
  g_assert_false (is_open (fixture, "March 2026"));
  trs_test_wait_until (n_rows (fixture) == 3);

  gtk_widget_set_direction (GTK_WIDGET (fixture->dialog), GTK_TEXT_DIR_RTL);
  focus_row (fixture, "March 2026");
  press_arrow (fixture, TRUE);
  g_assert_false (is_open (fixture, "March 2026"));
  press_arrow (fixture, FALSE);
  g_assert_true (is_open (fixture, "March 2026"));
  trs_test_wait_until (n_rows (fixture) == 6);
}

static void
test_narrow (Fixture       *fixture,
             gconstpointer  user_data)
{
  GtkWindow *parent = trs_display_test_present (gtk_label_new ("The window below"), 360, 720);

  save_some (fixture);
  start_offline (fixture);
  open_over (fixture, parent);
  trs_test_wait_until (g_str_equal (face (fixture), "list"));
  activate (fixture, 0);
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (fixture->dialog)), <=, 360);
  trs_display_test_save_png (GTK_WIDGET (fixture->dialog), "19-spending-narrow");
  close_dialog (fixture);
  trs_display_test_destroy (parent);
}

static void
test_empty (Fixture       *fixture,
            gconstpointer  user_data)
{
  start_offline (fixture);
  open_dialog (fixture, "empty");
  g_assert_false (gtk_widget_get_sensitive (trs_display_test_find (GTK_WIDGET (fixture->dialog), "export")));
  trs_display_test_save_png (GTK_WIDGET (fixture->dialog), "19-spending-empty");
}

/* Nothing can be kept here: said in words, and nothing is summed up to zero. */
static void
test_no_store (Fixture       *fixture,
               gconstpointer  user_data)
{
  trs_session_rig_free (fixture->rig);
  fixture->rig = trs_session_rig_new_waiting (TRUE);
  start_offline (fixture);
  open_dialog (fixture, "problem");
  trs_display_test_save_png (GTK_WIDGET (fixture->dialog), "19-spending-problem");
}

static void
test_sample_is_free (Fixture       *fixture,
                     gconstpointer  user_data)
{
  save_some (fixture);
  start_offline (fixture);
  g_settings_set_boolean (fixture->rig->settings, "sample-service", TRUE);
  open_dialog (fixture, "list");
  g_assert_true (gtk_widget_get_visible (trs_display_test_find (GTK_WIDGET (fixture->dialog), "free")));
}

/* Half of them in one month. */
static void
save_years (Fixture *fixture)
{
  g_autoptr (GPtrArray) projects = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_project_data_free);

  for (guint i = 0; i < 2000; i++)
    {
      g_autofree char *id = g_strdup_printf ("many-%u", i);

      g_ptr_array_add (projects, make_project (id, id, i < 1000 ? 2 : i * 3 / 2, i % 2 == 0 ? (gint64) i : -1));
    }
  save (fixture, projects);
}

static void
open_long_month (Fixture *fixture)
{
  save_years (fixture);
  start_offline (fixture);
  open_dialog (fixture, "list");
  trs_test_wait_until (n_rows (fixture) == 52);
  g_signal_emit_by_name (list (fixture), "activate", 0);
  /* Not in one frame, which would be a long one. */
  g_assert_cmpuint (n_rows (fixture), <, 100);
  trs_test_wait_until (n_rows (fixture) == 1052);
}

/* Only what is seen is made, however long the history is. */
static void
test_years (Fixture       *fixture,
            gconstpointer  user_data)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new ();

  open_long_month (fixture);
  find_rows (GTK_WIDGET (fixture->dialog), rows);
  g_assert_cmpuint (rows->len, <, 400);
}

static guint
get_focused_position (Fixture *fixture)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (fixture->dialog));
  GtkWidget *row = focus != NULL ? gtk_widget_get_first_child (focus) : NULL;

  return GTK_IS_TREE_EXPANDER (row)
             ? gtk_tree_list_row_get_position (gtk_tree_expander_get_list_row (GTK_TREE_EXPANDER (row)))
             : GTK_INVALID_LIST_POSITION;
}

/* From deep in a long month, whose own row is far out of sight. */
static void
test_arrow_to_month (Fixture       *fixture,
                     gconstpointer  user_data)
{
  GtkAdjustment *adjustment;

  open_long_month (fixture);
  adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (list (fixture)));
  gtk_widget_activate_action (GTK_WIDGET (list (fixture)), "list.scroll-to-item", "u", 700);
  trs_test_wait_until (find_row (fixture, "many-699") != NULL);
  focus_row (fixture, "many-699");
  g_assert_cmpuint (get_focused_position (fixture), ==, 700);
  g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), >, 1000);

  press_arrow (fixture, FALSE);
  trs_test_wait_until (gtk_adjustment_get_value (adjustment) == 0);
  trs_test_wait_until (get_focused_position (fixture) == 0);
  g_assert_cmpuint (n_rows (fixture), ==, 1052);
}

/* Two clicks before a frame was drawn open the month and close it. */
static void
test_hasty (Fixture       *fixture,
            gconstpointer  user_data)
{
  save_years (fixture);
  start_offline (fixture);
  open_dialog (fixture, "list");
  trs_test_wait_until (n_rows (fixture) == 52);
  g_signal_emit_by_name (list (fixture), "activate", 0);
  g_signal_emit_by_name (list (fixture), "activate", 0);
  trs_test_wait_until (n_rows (fixture) == 52);
  g_assert_null (find_row (fixture, "many-0"));
  activate (fixture, 0);
  trs_test_wait_until (n_rows (fixture) == 1052);
  g_signal_emit_by_name (list (fixture), "activate", 1001);
  g_signal_emit_by_name (list (fixture), "activate", 0);
  trs_test_wait_until (n_rows (fixture) > 52 && n_rows (fixture) < 1000);
  g_assert_null (find_row (fixture, "many-0"));
}

/* A long month that is open does not keep the dialog. */
static void
test_close (Fixture       *fixture,
            gconstpointer  user_data)
{
  open_long_month (fixture);
  gtk_window_close (GTK_WINDOW (fixture->dialog));
  trs_test_wait_until (fixture->dialog == NULL);
}

static void
test_export (Fixture       *fixture,
             gconstpointer  user_data)
{
  g_autofree char *folder = g_dir_make_tmp ("spending-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "Chosen.csv", NULL);
  g_autofree char *suggested = NULL;
  g_autofree char *contents = NULL;
  GtkFileChooser *chooser;
  GtkWidget *export;

  save_some (fixture);
  g_settings_set_string (fixture->rig->settings, "video-page-pattern", "https://video.example/{id}");
  start_offline (fixture);
  open_dialog (fixture, "list");
  export = trs_display_test_find (GTK_WIDGET (fixture->dialog), "export");
  gtk_widget_grab_focus (export);
  trs_display_test_click (export);
  chooser = trs_chooser_test_wait ();
  suggested = gtk_file_chooser_get_current_name (chooser);
  g_assert_cmpstr (suggested, ==, "Spending 2026-03-12.csv");
  trs_chooser_test_choose (chooser, folder, "Chosen.csv");
  trs_chooser_test_click (chooser, GTK_RESPONSE_ACCEPT);
  trs_test_wait_until (trs_display_test_find_label (GTK_WIDGET (fixture->dialog), "Saved as Chosen.csv") != NULL);

  g_assert_true (g_file_get_contents (path, &contents, NULL, NULL));
  g_assert_true (g_str_has_prefix (contents, "\xef\xbb\xbf" "date,title,link,video,project,state,seconds,credits\r\n"
                                             "2026-03-12,\"Budget committee, second reading\","
                                             "\"https://video.example/p1\",\"p1\",\"p1\",transcription,2292,38\r\n"
                                             "2026-03-09,\"Q&A <b>with the pilots</b>\","
                                             "\"https://video.example/p2\",\"p2\",\"p2\",transcription,59,1\r\n"));
  g_assert_true (g_str_has_suffix (contents, "2025-02-05,\"City council\",\"https://video.example/p6\",\"p6\",\"p6\","
                                            "transcription,,\r\n"));
  g_assert_true (gtk_widget_get_sensitive (export));
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (fixture->dialog)) == export);
  g_unlink (path);
  g_rmdir (folder);
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
  add ("/spending/months-and-projects", test_months_and_projects);
  add ("/spending/pointer", test_pointer);
  add ("/spending/arrows", test_arrows);
  add ("/spending/arrow-to-month", test_arrow_to_month);
  add ("/spending/narrow", test_narrow);
  add ("/spending/empty", test_empty);
  add ("/spending/no-store", test_no_store);
  add ("/spending/sample-is-free", test_sample_is_free);
  add ("/spending/years", test_years);
  add ("/spending/hasty", test_hasty);
  add ("/spending/close", test_close);
  add ("/spending/export", test_export);
  return g_test_run ();
}
