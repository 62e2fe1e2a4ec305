/* SPDX-License-Identifier: GPL-3.0-or-later */
/* To point at the rows of a list changes nothing; a click changes the row that it falls on, and no other. */
#include "trs-display-test.h"
#include "trs-export-many-dialog.h"
#include "trs-preferences.h"
#include "trs-real-input.h"
#include "trs-tour.h"

typedef void (*Visit) (GtkWidget *widget,
                       gpointer   data);

static void
visit_all (GtkWidget *widget,
           Visit      visit,
           gpointer   data)
{
  if (!gtk_widget_get_mapped (widget))
    return;

  visit (widget, data);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    visit_all (child, visit, data);
}

/* Writes down what the user can change: toggles, texts, selections, and which page is shown. */
static void
write_state (GtkWidget *widget,
             gpointer   data)
{
  GString *state = data;

  if (GTK_IS_CHECK_BUTTON (widget) || GTK_IS_SWITCH (widget) || GTK_IS_TOGGLE_BUTTON (widget))
    {
      gboolean active;

      g_object_get (widget, "active", &active, NULL);
      g_string_append_printf (state, "%p %d\n", widget, active);
    }
  else if (GTK_IS_TEXT (widget))
    g_string_append_printf (state, "%p %s\n", widget, gtk_editable_get_text (GTK_EDITABLE (widget)));
  else if (GTK_IS_STACK (widget))
    g_string_append_printf (state, "%p %p\n", widget, gtk_stack_get_visible_child (GTK_STACK (widget)));
  else if (GTK_IS_LIST_VIEW (widget))
    {
      g_autoptr (GtkBitset) selected =
          gtk_selection_model_get_selection (gtk_list_view_get_model (GTK_LIST_VIEW (widget)));

      g_string_append_printf (state, "%p %" G_GUINT64_FORMAT " from %u\n", widget, gtk_bitset_get_size (selected),
                              gtk_bitset_get_minimum (selected));
    }
  else if (GTK_IS_LIST_BOX (widget))
    g_string_append_printf (state, "%p %p\n", widget, gtk_list_box_get_selected_row (GTK_LIST_BOX (widget)));
}

static char *
dup_state (GtkWidget *root)
{
  GString *state = g_string_new (NULL);

  visit_all (root, write_state, state);
  return g_string_free (state, FALSE);
}

/* Whether the pointer finds the middle of a row, which may be scrolled away. */
static gboolean
is_within_reach (GtkWidget *row)
{
  GtkWidget *root = GTK_WIDGET (gtk_widget_get_root (row));
  GtkWidget *found;
  double x;
  double y;

  gtk_widget_translate_coordinates (row, root, gtk_widget_get_width (row) / 2.0, gtk_widget_get_height (row) / 2.0, &x,
                                    &y);
  found = gtk_widget_pick (root, x, y, GTK_PICK_DEFAULT);
  return found != NULL && (found == row || gtk_widget_is_ancestor (found, row));
}

static void
add_row (GtkWidget *widget,
         gpointer   data)
{
  GtkWidget *parent = gtk_widget_get_parent (widget);

  if ((GTK_IS_LIST_BOX_ROW (widget) || GTK_IS_LIST_VIEW (parent)) && is_within_reach (widget))
    g_ptr_array_add (data, g_object_ref (widget));
}

static void
point_at (GtkWidget *row)
{
  trs_real_input_move (row, gtk_widget_get_width (row) / 2.0, gtk_widget_get_height (row) / 2.0);
}

/* Returns: how many rows there were */
static guint
check_pointing (GtkWidget *root)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  trs_real_input_focus (root);
  visit_all (root, add_row, rows);
  before = dup_state (root);
  for (guint i = 0; i < rows->len; i++)
    point_at (g_ptr_array_index (rows, i));
  for (guint i = rows->len; i > 0; i--)
    point_at (g_ptr_array_index (rows, i - 1));
  after = dup_state (root);
  g_assert_cmpstr (after, ==, before);
  return rows->len;
}

static void
add_toggle (GtkWidget *widget,
            gpointer   data)
{
  if (GTK_IS_CHECK_BUTTON (widget) || GTK_IS_SWITCH (widget))
    g_ptr_array_add (data, widget);
}

/* Whether a click into the row is to change one toggle. */
static gboolean
has_one_toggle (GtkWidget *row)
{
  g_autoptr (GPtrArray) toggles = g_ptr_array_new ();

  visit_all (row, add_toggle, toggles);
  return toggles->len == 1 && gtk_widget_is_sensitive (g_ptr_array_index (toggles, 0));
}

static guint
count_changed (const char *before,
               const char *after)
{
  g_auto (GStrv) old = g_strsplit (before, "\n", -1);
  g_auto (GStrv) new = g_strsplit (after, "\n", -1);
  guint n = 0;

  for (guint i = 0; new[i] != NULL; i++)
    n += !g_strv_contains ((const char *const *) old, new[i]);
  return n;
}

static void
click (GtkWidget *row,
       double     x)
{
  trs_real_input_click (row, x, gtk_widget_get_height (row) / 2.0, GDK_BUTTON_PRIMARY, 1);
}

/* Returns: how many rows were clicked, twice each */
static guint
check_clicks (GtkWidget *root)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);
  guint n = 0;

  visit_all (root, add_row, rows);
  for (guint i = 0; i < rows->len; i++)
    {
      GtkWidget *row = g_ptr_array_index (rows, i);
      g_autofree char *before = dup_state (root);
      g_autofree char *between = NULL;
      g_autofree char *after = NULL;

      if (!has_one_toggle (row))
        continue;

      click (row, 60);
      between = dup_state (root);
      g_assert_cmpuint (count_changed (before, between), ==, 1);
      /* Not where it would be a double click, with which GTK activates nothing. */
      click (row, gtk_widget_get_width (row) / 2.0);
      after = dup_state (root);
      g_assert_cmpstr (after, ==, before);
      n++;
    }
  return n;
}

static void
check (GtkWidget  *root,
       const char *name,
       guint       n_rows,
       guint       n_clicked)
{
  g_test_message ("%s", name);
  trs_display_test_wait_frame (root);
  g_assert_cmpuint (check_pointing (root), >=, n_rows);
  g_assert_cmpuint (check_clicks (root), >=, n_clicked);
}

static const struct
{
  const char *name;
  /* How many rows are there at least, and how many with a toggle. */
  guint n_rows;
  guint n_clicked;
} lists[] = {
  { "accounts", 3, 0 }, { "export", 8, 0 }, { "export-highlights", 3, 1 }, { "export-many", 10, 7 },
  { "speakers", 3, 0 }, { "submit", 2, 0 },
};

static void
test_dialogs (TrsTour       *self,
              gconstpointer  data)
{
  guint n = 0;

  for (guint i = 0; i < TRS_TOUR_N_DIALOGS && n < G_N_ELEMENTS (lists); i++)
    {
      GtkWindow *dialog;

      if (!g_str_equal (trs_tour_dialogs[i].name, lists[n].name))
        continue;

      dialog = trs_tour_dialogs[i].create (self);
      gtk_window_set_modal (dialog, FALSE);
      trs_display_test_show (dialog);
      if (TRS_IS_EXPORT_MANY_DIALOG (dialog))
        {
          adw_combo_row_set_selected (ADW_COMBO_ROW (trs_display_test_find (GTK_WIDGET (dialog), "scope")), 1);
          trs_test_wait_until (trs_display_test_find_label (GTK_WIDGET (dialog), "City council, 12 March") != NULL);
        }
      check (GTK_WIDGET (dialog), lists[n].name, lists[n].n_rows, lists[n].n_clicked);
      trs_display_test_destroy (dialog);
      n++;
    }
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (lists));
}

static void
test_preferences (TrsTour       *self,
                  gconstpointer  data)
{
  static const char *const pages[] = { "account", "delivery", "reading" };
  GtkWindow *dialog = GTK_WINDOW (trs_preferences_new (self->rig->session, self->rig->settings));

  gtk_window_set_modal (dialog, FALSE);
  trs_display_test_show (dialog);
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      adw_view_stack_set_visible_child_name (ADW_VIEW_STACK (trs_display_test_find (GTK_WIDGET (dialog), "pages")),
                                             pages[i]);
      trs_test_settle ();
      g_test_message ("%s", pages[i]);
      trs_display_test_wait_frame (GTK_WIDGET (dialog));
      g_assert_cmpuint (check_pointing (GTK_WIDGET (dialog)), >, 3);
    }
  trs_display_test_destroy (dialog);
}

static void
test_history (TrsTour       *self,
              gconstpointer  data)
{
  GtkWidget *window = GTK_WIDGET (self->window);

  trs_test_wait_until (trs_display_test_find_label (window, "City council, 12 March") != NULL);
  check (window, "history", 8, 0);
  click (trs_display_test_find_label (window, "Press briefing"), 10);
  trs_test_settle ();
  check (window, "history with one open", 8, 0);
}

static void
test_search (TrsTour       *self,
             gconstpointer  data)
{
  GtkWidget *window = GTK_WIDGET (self->window);
  TrsSearcher *searcher = trs_session_get_searcher (self->rig->session);

  trs_searcher_set_query (searcher, "council");
  trs_test_wait_until (trs_searcher_get_answered (searcher) != NULL);
  trs_test_wait_until (trs_display_test_find_label (window, "Press briefing") == NULL);
  trs_test_settle ();
  check (window, "search", 2, 0);
  trs_display_test_save_png (window, "pointing-search");
}

static void
test_highlights (TrsTour       *self,
                 gconstpointer  data)
{
  TrsTranscript *transcript = trs_document_get_transcript (self->document);
  GtkWidget *window = GTK_WIDGET (self->window);
  g_autoptr (TrsAnnotations) none = trs_annotations_new ();
  g_autoptr (TrsAnnotations) one = trs_annotations_highlight (none, transcript, (TrsTextPosition) { 1, 0 },
                                                              (TrsTextPosition) { 1, 9 }, 0, NULL, 1);
  g_autoptr (TrsAnnotations) two = trs_annotations_highlight (one, transcript, (TrsTextPosition) { 2, 0 },
                                                              (TrsTextPosition) { 2, 9 }, 1, NULL, 1);
  g_autoptr (TrsDocument) document = NULL;

  document = trs_document_new (transcript, two);
  g_set_object (&self->document, document);
  g_settings_set_boolean (self->rig->settings, "show-highlights", TRUE);
  trs_tour_open_transcript (self);
  trs_test_settle ();
  check (window, "highlights", 10, 0);
  trs_display_test_save_png (window, "pointing-highlights");
}

#define ADD(path, function) g_test_add (path, TrsTour, NULL, trs_tour_set_up, function, trs_tour_tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  ADD ("/pointing/dialogs", test_dialogs);
  ADD ("/pointing/preferences", test_preferences);
  ADD ("/pointing/history", test_history);
  ADD ("/pointing/search", test_search);
  ADD ("/pointing/highlights", test_highlights);
  return g_test_run ();
}
