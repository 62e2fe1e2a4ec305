/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-export-many-dialog.h"

#include "trs-chooser-test.h"
#include "trs-display-test.h"
#include "trs-real-input.h"
#include "trs-session-rig.h"
#include "trs-store-accounts.h"
#include "trs-store-projects.h"
#include "trs-store-texts.h"
#include "trs-store.h"
#include "trs-test-transcripts.h"

#define N_DONE 3
/* More than the list shows at once. */
#define N_MORE 20

typedef struct
{
  TrsSessionRig *rig;
  gint64 account;
  GtkWindow *dialog;
  char *folder;
} Fixture;

/* Finished projects, of which all but the last have their text here. */
static void
fill (Fixture *fixture)
{
  g_autoptr (GPtrArray) projects = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_project_data_free);
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (trs_test_council, "en");
  static const char * const titles[N_DONE] = { "City council, 12 March", "Q&A <b>with the pilots</b>", "Not here" };
  g_autoptr (GAsyncResult) saved = NULL;

  for (guint i = 0; i < N_DONE; i++)
    {
      TrsProjectData *data = trs_project_data_new ((const char *[]) { "p1", "p2", "p3" }[i]);

      data->title = g_strdup (titles[i]);
      data->video_id = g_strdup ("video");
      data->state = TRS_PROJECT_STATE_DONE;
      data->created_at = TRS_SESSION_RIG_NOW - i * G_USEC_PER_SEC;
      g_ptr_array_add (projects, data);
    }
  trs_store_projects_save_async (fixture->rig->store, fixture->account, projects, NULL, trs_test_store_result, &saved);
  trs_test_wait_result (saved);
  for (guint i = 0; i < N_DONE - 1; i++)
    {
      g_autoptr (GAsyncResult) kept = NULL;

      trs_store_texts_save_async (fixture->rig->store, fixture->account, (const char *[]) { "p1", "p2" }[i], transcript,
                                  TRS_SESSION_RIG_SERVER, TRS_SESSION_RIG_NOW, NULL, trs_test_store_result, &kept);
      trs_test_wait_result (kept);
    }
}

static void
set_up (Fixture       *fixture,
        gconstpointer  user_data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autofree char *entry =
      trs_session_rig_entry ("p1", "City council, 12 March", "video", "done", "2026-03-12T12:04:10Z");
  g_autofree char *list = g_strdup_printf ("[%s]", entry);

  fixture->folder = g_dir_make_tmp ("trs-many-XXXXXX", NULL);
  fixture->rig = trs_session_rig_new_keeping ();
  trs_store_accounts_open_async (fixture->rig->store, TRS_SESSION_RIG_SERVER, 0, NULL, NULL, TRS_SESSION_RIG_NOW, NULL,
                                 trs_test_store_result, &result);
  trs_test_wait_result (result);
  fixture->account = trs_store_accounts_open_finish (fixture->rig->store, result, NULL);
  fill (fixture);
  /* What the list shows is the account's own: the key is proved, and the details are asked for. */
  trs_recording_transport_add_for (fixture->rig->transport, "page=1", 200, list);
  trs_recording_transport_add_for (fixture->rig->transport, "page=2", 200, "[]");
  for (guint i = 0; i < 8; i++)
    trs_recording_transport_add_for (fixture->rig->transport, "/api/detail/", 404, "{}");
  trs_session_start (fixture->rig->session);
  trs_test_wait_until (trs_session_get_state (fixture->rig->session) == TRS_SESSION_READY);
  fixture->dialog = GTK_WINDOW (trs_export_many_dialog_new (fixture->rig->session, fixture->rig->settings));
  g_object_add_weak_pointer (G_OBJECT (fixture->dialog), (gpointer *) &fixture->dialog);
  trs_display_test_show (fixture->dialog);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  user_data)
{
  if (fixture->dialog != NULL)
    gtk_window_close (fixture->dialog);
  trs_test_wait_until (fixture->dialog == NULL);
  trs_session_rig_free (fixture->rig);
  g_free (fixture->folder);
}

static GtkWidget *
find (Fixture    *fixture,
      const char *id)
{
  return trs_display_test_find (GTK_WIDGET (fixture->dialog), id);
}

static const char *
get_face (Fixture *fixture)
{
  return gtk_stack_get_visible_child_name (GTK_STACK (find (fixture, "stack")));
}

static gboolean
has_file (Fixture    *fixture,
          const char *name)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

  return g_file_test (path, G_FILE_TEST_IS_REGULAR);
}

static gboolean
is_in_folder (GtkFileChooser *chooser,
              GFile          *folder)
{
  g_autoptr (GFile) current = gtk_file_chooser_get_current_folder (chooser);

  return current != NULL && g_file_equal (current, folder);
}

static void
choose_folder (Fixture *fixture)
{
  g_autoptr (GFile) folder = g_file_new_for_path (fixture->folder);
  GtkFileChooser *chooser;

  trs_display_test_click (find (fixture, "export"));
  chooser = trs_chooser_test_wait ();
  g_assert_true (gtk_file_chooser_set_current_folder (chooser, folder, NULL));
  trs_test_wait_until (is_in_folder (chooser, folder));
  trs_test_settle ();
  trs_chooser_test_click (chooser, GTK_RESPONSE_ACCEPT);
}

/* All of them; the one that cannot be had is listed with the reason, and its title is no markup. */
static void
test_all (Fixture       *fixture,
          gconstpointer  user_data)
{
  choose_folder (fixture);
  trs_test_wait_until (g_str_equal (get_face (fixture), "done"));
  g_assert_true (has_file (fixture, "City council, 12 March.txt"));
  g_assert_true (has_file (fixture, "Q&A b with the pilots b.txt"));
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (find (fixture, "result"))), ==, "2 transcripts exported");
  g_assert_nonnull (trs_display_test_find_label (GTK_WIDGET (fixture->dialog), "Not here"));
  g_assert_true (gtk_widget_get_mapped (find (fixture, "failures")));
  trs_display_test_save_png (GTK_WIDGET (fixture->dialog), "export-many-done");
}

/* A program for folders that writes down what it is to open. Returns: where */
static char *
install_file_manager (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_data_dir (), "applications", NULL);
  g_autofree char *desktop = g_build_filename (folder, "files.desktop", NULL);
  g_autofree char *defaults = g_build_filename (g_get_user_config_dir (), "mimeapps.list", NULL);
  char *opened = g_build_filename (g_get_user_data_dir (), "opened", NULL);
  g_autofree char *program = g_build_filename (g_get_user_data_dir (), "files", NULL);
  g_autofree char *script =
      g_strdup_printf ("printf %%s \"$1\" > '%s.new'; mv '%s.new' '%s'\n", opened, opened, opened);
  g_autofree char *entry = g_strdup_printf ("[Desktop Entry]\nType=Application\nName=Files\n"
                                            "MimeType=inode/directory;\nExec=sh \"%s\" %%u\n",
                                            program);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_cmpint (g_mkdir_with_parents (g_get_user_config_dir (), 0700), ==, 0);
  g_assert_true (g_file_set_contents (program, script, -1, NULL));
  g_assert_true (g_file_set_contents (desktop, entry, -1, NULL));
  g_assert_true (g_file_set_contents (defaults, "[Default Applications]\ninode/directory=files.desktop\n", -1, NULL));
  return opened;
}

/* The result leads to the files. */
static void
test_open_folder (Fixture       *fixture,
                  gconstpointer  user_data)
{
  g_autofree char *opened = install_file_manager ();
  g_autoptr (GFile) folder = g_file_new_for_path (fixture->folder);
  g_autoptr (GFile) shown = NULL;
  g_autofree char *address = NULL;

  choose_folder (fixture);
  trs_test_wait_until (g_str_equal (get_face (fixture), "done"));
  trs_test_wait_until (gtk_widget_get_mapped (find (fixture, "open_folder")));
  trs_display_test_click (find (fixture, "open_folder"));
  trs_test_wait_until (g_file_test (opened, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_get_contents (opened, &address, NULL, NULL));
  shown = g_file_new_for_commandline_arg (address);
  g_assert_true (g_file_equal (shown, folder));
}

static void
activate (Fixture *fixture,
          guint    position)
{
  g_signal_emit_by_name (find (fixture, "rows"), "activate", position);
}

static void
test_chosen (Fixture       *fixture,
             gconstpointer  user_data)
{
  AdwComboRow *scope = ADW_COMBO_ROW (find (fixture, "scope"));

  adw_combo_row_set_selected (scope, 1);
  g_assert_true (gtk_widget_is_visible (find (fixture, "choice")));
  g_assert_false (gtk_widget_is_sensitive (find (fixture, "export")));
  trs_test_wait_until (
      trs_display_test_find_label (GTK_WIDGET (fixture->dialog), "Q&A <b>with the pilots</b>") != NULL);
  activate (fixture, 0);
  activate (fixture, 1);
  g_assert_true (gtk_widget_is_sensitive (find (fixture, "export")));
  trs_display_test_wait_frame (GTK_WIDGET (fixture->dialog));
  trs_display_test_save_png (GTK_WIDGET (fixture->dialog), "export-many-chosen");
  activate (fixture, 0);
  choose_folder (fixture);
  trs_test_wait_until (g_str_equal (get_face (fixture), "done"));
  g_assert_false (has_file (fixture, "City council, 12 March.txt"));
  g_assert_true (has_file (fixture, "Q&A b with the pilots b.txt"));
  g_assert_false (gtk_widget_get_mapped (find (fixture, "failures")));
}

static void
save_more (Fixture *fixture,
           guint    n)
{
  g_autoptr (GPtrArray) projects = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_project_data_free);
  g_autoptr (GAsyncResult) saved = NULL;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *id = g_strdup_printf ("b%u", i);
      TrsProjectData *data = trs_project_data_new (id);

      data->title = g_strdup_printf ("Zoning %u", i);
      data->state = TRS_PROJECT_STATE_DONE;
      data->created_at = TRS_SESSION_RIG_NOW - (i + 60) * G_USEC_PER_SEC;
      g_ptr_array_add (projects, data);
    }
  trs_store_projects_save_async (fixture->rig->store, fixture->account, projects, NULL, trs_test_store_result, &saved);
  trs_test_wait_result (saved);
}

/* The search shows fifty at first. */
static void
test_found (Fixture       *fixture,
            gconstpointer  user_data)
{
  TrsSearcher *searcher = trs_session_get_searcher (fixture->rig->session);
  GtkStringObject *scope;

  gtk_window_close (fixture->dialog);
  trs_test_wait_until (fixture->dialog == NULL);
  save_more (fixture, 120);
  trs_searcher_set_query (searcher, "zoning");
  trs_test_wait_until (trs_searcher_get_answered (searcher) != NULL);
  g_assert_true (trs_searcher_get_more (searcher));

  fixture->dialog = GTK_WINDOW (trs_export_many_dialog_new (fixture->rig->session, fixture->rig->settings));
  g_object_add_weak_pointer (G_OBJECT (fixture->dialog), (gpointer *) &fixture->dialog);
  g_assert_false (gtk_widget_get_sensitive (find (fixture, "export")));
  trs_display_test_show (fixture->dialog);
  trs_test_wait_until (gtk_widget_get_sensitive (find (fixture, "export")));
  scope = GTK_STRING_OBJECT (adw_combo_row_get_selected_item (ADW_COMBO_ROW (find (fixture, "scope"))));
  g_assert_cmpstr (gtk_string_object_get_string (scope), ==, "120 found by the search");
}

/* Returns: (nullable): the row of the list that shows @title */
static GtkWidget *
find_row (Fixture    *fixture,
          const char *title)
{
  GtkWidget *rows = find (fixture, "rows");
  GtkWidget *widget = trs_display_test_find_label (rows, title);

  while (widget != NULL && gtk_widget_get_parent (widget) != rows)
    widget = gtk_widget_get_parent (widget);
  return widget;
}

static gboolean
is_ticked (Fixture    *fixture,
           const char *title)
{
  GtkWidget *row = find_row (fixture, title);

  g_assert_nonnull (row);
  return gtk_check_button_get_active (GTK_CHECK_BUTTON (trs_display_test_find_type (row, GTK_TYPE_CHECK_BUTTON)));
}

/* Returns: how many of the rows that are on the screen are ticked */
static guint
count_ticked (Fixture *fixture)
{
  GtkWidget *rows = find (fixture, "rows");
  guint n = 0;

  for (GtkWidget *row = gtk_widget_get_first_child (rows); row != NULL; row = gtk_widget_get_next_sibling (row))
    {
      GtkWidget *check = trs_display_test_find_type (row, GTK_TYPE_CHECK_BUTTON);

      if (check != NULL && gtk_widget_get_child_visible (row) && gtk_check_button_get_active (GTK_CHECK_BUTTON (check)))
        n++;
    }
  return n;
}

/* The rows of the newest transcripts, from the first one down. */
static const char * const first_rows[] = { "City council, 12 March", "Q&A <b>with the pilots</b>", "Not here",
                                           "Zoning 0", "Zoning 1" };

static void
choose_rows (Fixture *fixture)
{
  adw_combo_row_set_selected (ADW_COMBO_ROW (find (fixture, "scope")), 1);
  trs_test_wait_until (find_row (fixture, first_rows[G_N_ELEMENTS (first_rows) - 1]) != NULL);
  trs_display_test_wait_frame (GTK_WIDGET (fixture->dialog));
  trs_real_input_focus (GTK_WIDGET (fixture->dialog));
}

/* From the last of the rows up and down again. */
static void
hover (Fixture *fixture)
{
  for (guint i = 0; i < 2 * G_N_ELEMENTS (first_rows); i++)
    trs_real_input_move (find_row (fixture, first_rows[i % G_N_ELEMENTS (first_rows)]), 30 + i, 12);
}

/* A click ticks or unticks its row, wherever in that it falls, and no other, and a screen reader is told; to point at
 * rows changes nothing. */
static void
test_pointer (Fixture       *fixture,
              gconstpointer  user_data)
{
  save_more (fixture, N_MORE);
  choose_rows (fixture);
  hover (fixture);
  g_assert_cmpuint (count_ticked (fixture), ==, 0);
  g_assert_false (gtk_widget_is_sensitive (find (fixture, "export")));

  for (guint i = 0; i < G_N_ELEMENTS (first_rows); i++)
    {
      GtkWidget *row = find_row (fixture, first_rows[i]);
      double width = gtk_widget_get_width (row);

      trs_real_input_click (row, (double[]) { 1, 14, 60, width / 2, width - 30 }[i], i == 0 ? 1 : 12,
                            GDK_BUTTON_PRIMARY, 1);
      g_assert_true (is_ticked (fixture, first_rows[i]));
      g_assert_cmpuint (count_ticked (fixture), ==, i + 1);
    }
  hover (fixture);
  g_assert_cmpuint (count_ticked (fixture), ==, G_N_ELEMENTS (first_rows));
  trs_display_test_save_png (GTK_WIDGET (fixture->dialog), "export-many-ticked");

  trs_real_input_click (find_row (fixture, first_rows[2]), 60, 12, GDK_BUTTON_PRIMARY, 1);
  hover (fixture);
  g_assert_false (is_ticked (fixture, first_rows[2]));
  gtk_test_accessible_assert_state (GTK_ACCESSIBLE (find_row (fixture, first_rows[2])), GTK_ACCESSIBLE_STATE_CHECKED,
                                    GTK_ACCESSIBLE_TRISTATE_FALSE);
  gtk_test_accessible_assert_state (GTK_ACCESSIBLE (find_row (fixture, first_rows[1])), GTK_ACCESSIBLE_STATE_CHECKED,
                                    GTK_ACCESSIBLE_TRISTATE_TRUE);
  g_assert_true (gtk_test_accessible_has_relation (GTK_ACCESSIBLE (find_row (fixture, first_rows[1])),
                                                   GTK_ACCESSIBLE_RELATION_LABELLED_BY));
  g_assert_cmpuint (count_ticked (fixture), ==, G_N_ELEMENTS (first_rows) - 1);
  g_assert_true (gtk_widget_is_sensitive (find (fixture, "export")));
}

/* A row that left the screen is still ticked when it comes back, and lends its tick to no other. */
static void
test_scrolled (Fixture       *fixture,
               gconstpointer  user_data)
{
  GtkAdjustment *adjustment;

  save_more (fixture, 200);
  choose_rows (fixture);
  adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (find (fixture, "rows")));
  trs_real_input_click (find_row (fixture, "Not here"), 60, 12, GDK_BUTTON_PRIMARY, 1);
  for (guint i = 0; i < 5; i++)
    {
      trs_real_input_scroll (find (fixture, "rows"), 4);
      g_assert_cmpuint (count_ticked (fixture), ==, (find_row (fixture, "Not here") != NULL));
    }
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment));
  trs_test_wait_until (find_row (fixture, "Zoning 199") != NULL);
  g_assert_null (find_row (fixture, "Not here"));
  g_assert_cmpuint (count_ticked (fixture), ==, 0);
  trs_real_input_click (find_row (fixture, "Zoning 199"), 60, 12, GDK_BUTTON_PRIMARY, 1);
  gtk_adjustment_set_value (adjustment, 0);
  trs_test_wait_until (find_row (fixture, "Not here") != NULL);
  g_assert_true (is_ticked (fixture, "Not here"));
  g_assert_cmpuint (count_ticked (fixture), ==, 1);
}

static void
press (Fixture         *fixture,
       guint            keyval,
       GdkModifierType  modifiers)
{
  trs_real_input_key (GTK_WIDGET (fixture->dialog), keyval, modifiers);
}

/* Arrows move and tick nothing; the space bar ticks; all are ticked and unticked as text is selected. */
static void
test_keys (Fixture       *fixture,
           gconstpointer  user_data)
{
  save_more (fixture, N_MORE);
  choose_rows (fixture);
  gtk_widget_grab_focus (find (fixture, "scope"));
  press (fixture, GDK_KEY_Tab, 0);
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (fixture->dialog), find (fixture, "rows")));
  press (fixture, GDK_KEY_space, 0);
  g_assert_true (is_ticked (fixture, first_rows[0]));
  press (fixture, GDK_KEY_Down, 0);
  press (fixture, GDK_KEY_Down, 0);
  g_assert_cmpuint (count_ticked (fixture), ==, 1);
  press (fixture, GDK_KEY_space, 0);
  g_assert_true (is_ticked (fixture, first_rows[0]));
  g_assert_true (is_ticked (fixture, first_rows[2]));
  g_assert_cmpuint (count_ticked (fixture), ==, 2);
  press (fixture, GDK_KEY_Up, 0);
  press (fixture, GDK_KEY_Up, 0);
  press (fixture, GDK_KEY_space, 0);
  g_assert_false (is_ticked (fixture, first_rows[0]));
  g_assert_cmpuint (count_ticked (fixture), ==, 1);

  press (fixture, GDK_KEY_a, GDK_CONTROL_MASK);
  for (guint i = 0; i < G_N_ELEMENTS (first_rows); i++)
    g_assert_true (is_ticked (fixture, first_rows[i]));
  press (fixture, GDK_KEY_a, GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  g_assert_cmpuint (count_ticked (fixture), ==, 0);
  g_assert_false (gtk_widget_is_sensitive (find (fixture, "export")));
}

static void
test_names (Fixture       *fixture,
            gconstpointer  user_data)
{
  GtkEditable *name = GTK_EDITABLE (find (fixture, "name"));
  GtkLabel *preview = GTK_LABEL (find (fixture, "preview"));

  trs_test_wait_until (g_str_equal (gtk_label_get_label (preview), "City council, 12 March.txt"));
  gtk_editable_set_text (name, "{date} {title}");
  g_assert_cmpstr (gtk_label_get_label (preview), ==, "2026-03-12 City council, 12 March.txt");
  gtk_editable_set_text (name, "{titel}");
  g_assert_true (gtk_widget_has_css_class (GTK_WIDGET (preview), "error"));
  g_assert_false (gtk_widget_is_sensitive (find (fixture, "export")));
  gtk_editable_set_text (name, "{id}");
  g_assert_false (gtk_widget_has_css_class (GTK_WIDGET (preview), "error"));
  choose_folder (fixture);
  trs_test_wait_until (g_str_equal (get_face (fixture), "done"));
  g_assert_true (has_file (fixture, "p1.txt"));
}

static void
test_pictures (Fixture       *fixture,
               gconstpointer  user_data)
{
  trs_test_wait_until (*gtk_label_get_label (GTK_LABEL (find (fixture, "preview"))) != '\0');
  trs_display_test_save_png (GTK_WIDGET (fixture->dialog), "export-many");
  trs_display_test_set_dark (TRUE);
  trs_display_test_wait_frame (GTK_WIDGET (fixture->dialog));
  trs_display_test_save_png (GTK_WIDGET (fixture->dialog), "export-many-dark");
  trs_display_test_set_dark (FALSE);
  gtk_window_set_default_size (fixture->dialog, 360, 640);
  trs_display_test_wait_frame (GTK_WIDGET (fixture->dialog));
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (fixture->dialog)), <=, 360);
  trs_display_test_save_png (GTK_WIDGET (fixture->dialog), "export-many-narrow");
}

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  ADD ("/export-many/all", test_all);
  ADD ("/export-many/chosen", test_chosen);
  ADD ("/export-many/found", test_found);
  ADD ("/export-many/pointer", test_pointer);
  ADD ("/export-many/scrolled", test_scrolled);
  ADD ("/export-many/keys", test_keys);
  ADD ("/export-many/open-folder", test_open_folder);
  ADD ("/export-many/names", test_names);
  ADD ("/export-many/pictures", test_pictures);
  return g_test_run ();
}
