/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-test.h"
#include "trs-empty-page.h"
#include "trs-error.h"
#include "trs-history-list.h"
#include "trs-history-page.h"
#include "trs-project-row.h"
#include "trs-session-rig.h"

typedef struct
{
  TrsSessionRig *rig;
  GtkWindow *window;
  GtkWidget *page;
  TrsHistoryList *list;
} Shown;

static void
show_page_in (Shown         *shown,
              TrsSessionRig *rig,
              int            height)
{
  shown->rig = rig;
  shown->page = g_object_new (TRS_TYPE_HISTORY_PAGE, "session", rig->session, NULL);
  shown->window = trs_display_test_present (shown->page, 340, height);
  shown->list = TRS_HISTORY_LIST (trs_display_test_find_type (shown->page, TRS_TYPE_HISTORY_LIST));
}

static void
show_page (Shown         *shown,
           TrsSessionRig *rig)
{
  show_page_in (shown, rig, 1000);
}

static void
show_sample_in (Shown *shown,
                int    height)
{
  g_autofree char *entries = trs_session_rig_sample_list ();

  show_page_in (shown, trs_session_rig_new_waiting (TRUE), height);
  trs_session_rig_list (shown->rig, entries);
  trs_session_rig_start (shown->rig);
  trs_test_wait_until (trs_history_list_get_n_shown (shown->list) == 10);
  trs_test_wait_until (trs_display_test_find_label (shown->page, "Press briefing") != NULL);
}

static void
show_sample (Shown *shown)
{
  show_sample_in (shown, 1000);
  trs_test_wait_until (trs_history_get_complete (trs_session_get_history (shown->rig->session)));
}

static void
finish (Shown *shown)
{
  trs_display_test_destroy (shown->window);
  trs_session_rig_free (shown->rig);
}

static void
wait_for_label (Shown      *shown,
                const char *text)
{
  trs_test_wait_until (trs_display_test_find_label (shown->page, text) != NULL);
}

static GtkWidget *
view_of (Shown *shown)
{
  return trs_display_test_find_type (GTK_WIDGET (shown->list), GTK_TYPE_LIST_VIEW);
}

static void
test_rows (void)
{
  Shown shown;

  show_sample (&shown);
  wait_for_label (&shown, "10 videos · updated 12:04");
  /* markup in a title is text */
  g_assert_nonnull (trs_display_test_find_label (shown.page, "Q&A <b>with the pilots</b>"));
  g_assert_nonnull (trs_display_test_find_label (shown.page, "12:02"));
  g_assert_nonnull (trs_display_test_find_label (shown.page, "11 Mar"));
  g_assert_nonnull (trs_display_test_find_label (shown.page, "4 Mar 2025"));
  g_assert_nonnull (trs_display_test_find_label (shown.page, "Failed"));
  trs_display_test_save_png (GTK_WIDGET (shown.window), "history");
  trs_display_test_set_dark (TRUE);
  trs_display_test_save_png (GTK_WIDGET (shown.window), "history-dark");
  trs_display_test_set_dark (FALSE);
  finish (&shown);
}

static GtkWidget *
row_with_title (Shown      *shown,
                const char *title)
{
  GtkWidget *label = trs_display_test_find_label (shown->page, title);

  g_assert_nonnull (label);
  return gtk_widget_get_ancestor (label, TRS_TYPE_PROJECT_ROW);
}

static void
test_accessible_names (void)
{
  Shown shown;
  GtkWidget *row;

  show_sample (&shown);
  row = row_with_title (&shown, "Press briefing");
  g_assert_true (gtk_test_accessible_has_property (GTK_ACCESSIBLE (gtk_widget_get_parent (row)),
                                                   GTK_ACCESSIBLE_PROPERTY_LABEL));
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (gtk_widget_get_parent (row)), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Press briefing, Failed");
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (view_of (&shown)),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, "History");
  finish (&shown);
}

static gboolean
is_whole (Shown      *shown,
          const char *title)
{
  GtkWidget *label = trs_display_test_find_label (shown->page, title);
  graphene_rect_t bounds;

  return label != NULL &&
         gtk_widget_compute_bounds (gtk_widget_get_ancestor (label, TRS_TYPE_PROJECT_ROW), view_of (shown), &bounds) &&
         bounds.origin.y >= 0 &&
         bounds.origin.y + bounds.size.height <= (float) gtk_widget_get_height (view_of (shown));
}

/* What was open when the program ended, what was submitted just now, what a notification opened. */
static void
test_selected_from_outside_is_in_sight (void)
{
  Shown shown;
  GtkWidget *row;

  show_sample_in (&shown, 420);
  trs_display_test_wait_frame (shown.page);
  g_assert_false (is_whole (&shown, "Harbour walk"));
  gtk_widget_grab_focus (GTK_WIDGET (shown.list));
  trs_history_page_set_selected (TRS_HISTORY_PAGE (shown.page), trs_session_rig_project (shown.rig, 10));
  trs_test_wait_until (is_whole (&shown, "Harbour walk"));
  row = row_with_title (&shown, "Harbour walk");
  trs_test_wait_until (gtk_root_get_focus (GTK_ROOT (shown.window)) == gtk_widget_get_parent (row));
  finish (&shown);
}

static void
test_row_follows_its_project (void)
{
  Shown shown;
  GtkWidget *row;
  TrsProject *project;

  show_sample (&shown);
  project = trs_session_rig_project (shown.rig, 2);
  row = row_with_title (&shown, "Budget committee, second reading");

  trs_project_set_unread (project, TRUE);
  g_assert_true (gtk_widget_has_css_class (row, "unread"));
  g_assert_nonnull (trs_display_test_find_shown (row, "dot"));
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (gtk_widget_get_parent (row)), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Budget committee, second reading, Done, unread");
  trs_project_set_empty_text (project, TRUE);
  g_assert_nonnull (trs_display_test_find_label (row, "No speech was found"));
  trs_project_set_unread (project, FALSE);
  g_assert_null (trs_display_test_find_shown (row, "dot"));
  finish (&shown);
}

static void
click_chip (Shown      *shown,
            const char *id)
{
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (trs_display_test_find (shown->page, id)), TRUE);
}

static void
test_filters (void)
{
  Shown shown;

  show_sample (&shown);
  click_chip (&shown, "show_in_progress");
  trs_test_wait_until (trs_history_list_get_n_shown (shown.list) == 3);
  click_chip (&shown, "show_failed");
  trs_test_wait_until (trs_history_list_get_n_shown (shown.list) == 1);
  click_chip (&shown, "show_done");
  trs_test_wait_until (trs_history_list_get_n_shown (shown.list) == 6);

  click_chip (&shown, "show_all");
  trs_test_wait_until (trs_history_list_get_n_shown (shown.list) == 10);
  wait_for_label (&shown, "Press briefing");
  finish (&shown);
}

/* Rows that a filter took away are there for the next letter, say nothing of what they said, and go with the list. */
static void
test_spare_rows (void)
{
  Shown shown;
  GtkWidget *row;
  TrsProjectFilter *filter;

  show_sample (&shown);
  filter = trs_history_list_get_filter (shown.list);
  trs_project_set_unread (trs_session_rig_project (shown.rig, 2), TRUE);
  row = row_with_title (&shown, "Budget committee, second reading");
  g_object_add_weak_pointer (G_OBJECT (row), (gpointer *) &row);

  trs_project_filter_set_text (filter, "no such title");
  trs_test_wait_until (trs_history_list_get_n_shown (shown.list) == 0);
  g_assert_nonnull (row);
  trs_project_filter_set_text (filter, "briefing");
  wait_for_label (&shown, "Press briefing");
  g_assert_false (gtk_widget_has_css_class (row_with_title (&shown, "Press briefing"), "unread"));
  g_assert_null (trs_display_test_find_shown (row_with_title (&shown, "Press briefing"), "dot"));
  g_assert_null (gtk_inscription_get_attributes (GTK_INSCRIPTION (trs_display_test_find_label (shown.page,
                                                                                               "Press briefing"))));
  trs_project_filter_set_text (filter, "");
  trs_test_wait_until (trs_display_test_find_label (shown.page, "Budget committee, second reading") != NULL);
  g_assert_true (gtk_widget_has_css_class (row_with_title (&shown, "Budget committee, second reading"), "unread"));
  g_assert_nonnull (gtk_inscription_get_attributes (
      GTK_INSCRIPTION (trs_display_test_find_label (shown.page, "Budget committee, second reading"))));

  finish (&shown);
  g_assert_null (row);
}

/* From the entry down into what a filter left, although the row that had the focus is not among it. */
static void
test_focus_after_a_filter (void)
{
  Shown shown;
  GtkWidget *focus;

  show_sample (&shown);
  trs_history_page_set_selected (TRS_HISTORY_PAGE (shown.page), trs_session_rig_project (shown.rig, 4));
  gtk_widget_grab_focus (GTK_WIDGET (shown.list));
  gtk_widget_grab_focus (trs_display_test_find (shown.page, "search"));
  click_chip (&shown, "show_failed");
  trs_test_wait_until (trs_history_list_get_n_shown (shown.list) == 1);
  trs_display_test_wait_frame (shown.page);

  gtk_widget_grab_focus (GTK_WIDGET (shown.list));
  focus = gtk_root_get_focus (GTK_ROOT (shown.window));
  g_assert_true (focus != view_of (&shown));
  g_assert_true (gtk_widget_is_ancestor (focus, view_of (&shown)));
  finish (&shown);
}

static void
count_cb (guint *count)
{
  *count += 1;
}

static void
test_selection_survives (void)
{
  Shown shown;
  TrsProject *project;
  GtkSelectionModel *model;
  guint notified = 0;

  show_sample (&shown);
  project = trs_session_rig_project (shown.rig, 4);
  model = gtk_list_view_get_model (GTK_LIST_VIEW (view_of (&shown)));
  trs_history_page_set_selected (TRS_HISTORY_PAGE (shown.page), project);
  g_assert_true (gtk_selection_model_is_selected (model, 3));
  g_signal_connect_swapped (shown.page, "notify::selected", G_CALLBACK (count_cb), &notified);

  /* a filter that hides it closes nothing */
  click_chip (&shown, "show_failed");
  trs_test_wait_until (trs_history_list_get_n_shown (shown.list) == 1);
  g_assert_true (trs_history_page_get_selected (TRS_HISTORY_PAGE (shown.page)) == project);
  g_assert_false (gtk_selection_model_is_selected (model, 0));

  click_chip (&shown, "show_all");
  trs_test_wait_until (trs_history_list_get_n_shown (shown.list) == 10);
  g_assert_true (gtk_selection_model_is_selected (model, 3));
  g_assert_cmpuint (notified, ==, 0);

  trs_history_page_move (TRS_HISTORY_PAGE (shown.page), 1);
  g_assert_true (gtk_selection_model_is_selected (model, 4));
  g_assert_cmpuint (notified, ==, 1);
  trs_history_page_move (TRS_HISTORY_PAGE (shown.page), -9);
  g_assert_true (gtk_selection_model_is_selected (model, 0));
  finish (&shown);
}

static GtkWidget *
group_of (Shown *shown)
{
  return trs_display_test_find (GTK_WIDGET (shown->list), "group");
}

static gboolean
shows_heading (Shown      *shown,
               const char *title,
               const char *heading)
{
  GtkWidget *label = trs_display_test_find_shown (row_with_title (shown, title), "group");

  return heading == NULL ? label == NULL
                         : label != NULL && g_str_equal (gtk_label_get_label (GTK_LABEL (label)), heading);
}

/* The first row of a day or month says so; the one above all is said above the list, whatever is scrolled there. */
static void
test_groups (void)
{
  Shown shown;
  GtkAdjustment *adjustment;

  show_sample (&shown);
  trs_test_wait_until (gtk_widget_get_visible (group_of (&shown)));
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (group_of (&shown))), ==, "Today");
  g_assert_true (shows_heading (&shown, "Budget committee, second reading", NULL));
  g_assert_true (shows_heading (&shown, "City council, 12 March", "Yesterday"));
  g_assert_true (shows_heading (&shown, "Press briefing", NULL));
  gtk_test_accessible_assert_property (
      GTK_ACCESSIBLE (gtk_widget_get_parent (row_with_title (&shown, "City council, 12 March"))),
      GTK_ACCESSIBLE_PROPERTY_LABEL, "Yesterday: City council, 12 March, Done");

  /* a filter takes the rows above it away: another one begins the day */
  trs_project_filter_set_text (trs_history_list_get_filter (shown.list), "pilots");
  trs_test_wait_until (g_str_equal (gtk_label_get_label (GTK_LABEL (group_of (&shown))), "Monday, 9 March"));
  trs_project_filter_set_text (trs_history_list_get_filter (shown.list), "b");
  trs_test_wait_until (trs_display_test_find_label (shown.page, "Press briefing") != NULL);
  trs_test_wait_until (shows_heading (&shown, "Press briefing", "Yesterday"));
  trs_project_filter_set_text (trs_history_list_get_filter (shown.list), "");

  gtk_window_set_default_size (shown.window, 340, 400);
  adjustment = gtk_scrolled_window_get_vadjustment (
      GTK_SCROLLED_WINDOW (trs_display_test_find (GTK_WIDGET (shown.list), "scroller")));
  trs_test_wait_until (gtk_adjustment_get_upper (adjustment) > gtk_adjustment_get_page_size (adjustment) + 100);
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment));
  trs_test_wait_until (!g_str_equal (gtk_label_get_label (GTK_LABEL (group_of (&shown))), "Today"));
  finish (&shown);
}

typedef struct
{
  Shown shown;
  GtkWidget *empty;
  guint n;
} FirstRows;

/* In the turn in which they come, everything of the list is there. */
static void
first_rows_cb (GListModel *history,
               guint       position,
               guint       removed,
               guint       added,
               gpointer    user_data)
{
  FirstRows *rows = user_data;
  Shown *shown = &rows->shown;

  if (rows->n++ > 0)
    return;
  g_assert_cmpuint (trs_history_list_get_n_shown (shown->list), >, 0);
  g_assert_true (gtk_widget_get_visible (trs_display_test_find (shown->page, "tools")));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (trs_display_test_find (shown->page, "faces"))), ==,
                   "list");
  g_assert_true (gtk_widget_get_visible (group_of (shown)));
  g_assert_false (gtk_widget_get_visible (trs_display_test_find (rows->empty, "status")));
}

/* The first rows come in one frame with all that stands above them, and what stands beside them comes after. */
static void
test_first_rows (void)
{
  g_autofree char *entries = trs_session_rig_sample_list ();
  FirstRows rows = { .n = 0 };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  rows.shown.rig = trs_session_rig_new_waiting (TRUE);
  rows.shown.page = g_object_new (TRS_TYPE_HISTORY_PAGE, "session", rows.shown.rig->session, NULL);
  rows.empty = g_object_new (TRS_TYPE_EMPTY_PAGE, "session", rows.shown.rig->session, NULL);
  gtk_box_append (GTK_BOX (box), rows.shown.page);
  gtk_box_append (GTK_BOX (box), rows.empty);
  rows.shown.window = trs_display_test_present (box, 700, 600);
  rows.shown.list = TRS_HISTORY_LIST (trs_display_test_find_type (rows.shown.page, TRS_TYPE_HISTORY_LIST));
  g_signal_connect (trs_session_get_history (rows.shown.rig->session), "items-changed", G_CALLBACK (first_rows_cb),
                    &rows);

  trs_session_rig_list (rows.shown.rig, entries);
  trs_session_rig_start (rows.shown.rig);
  g_assert_cmpuint (rows.n, >, 0);
  trs_test_wait_until (gtk_widget_get_visible (trs_display_test_find (rows.empty, "status")));
  g_signal_handlers_disconnect_by_data (trs_session_get_history (rows.shown.rig->session), &rows);
  finish (&rows.shown);
}

static const char *
title_at (Shown *shown,
          guint  position)
{
  g_autoptr (TrsHistoryPlace) place =
      g_list_model_get_item (G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (view_of (shown)))), position);

  return place != NULL ? trs_project_get_title (trs_history_place_get_project (place)) : NULL;
}

static void
test_sort (void)
{
  Shown shown;
  TrsProject *project;
  TrsHistoryPlace *place;
  GtkSelectionModel *model;

  show_sample (&shown);
  g_object_set (shown.page, "settings", shown.rig->settings, NULL);
  project = trs_session_rig_project (shown.rig, 4);
  model = gtk_list_view_get_model (GTK_LIST_VIEW (view_of (&shown)));
  trs_history_page_set_selected (TRS_HISTORY_PAGE (shown.page), project);

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown.list), "history.history-sort", "s", "title"));
  g_assert_cmpint (g_settings_get_enum (shown.rig->settings, "history-sort"), ==, TRS_HISTORY_SORT_TITLE);
  trs_test_wait_until (g_strcmp0 (title_at (&shown, 0), "Budget committee, second reading") == 0);
  trs_test_wait_until (!gtk_widget_get_visible (group_of (&shown)));
  place = gtk_single_selection_get_selected_item (GTK_SINGLE_SELECTION (model));
  g_assert_true (trs_history_place_get_project (place) == project);
  g_assert_true (shows_heading (&shown, trs_project_get_title (project), NULL));
  trs_display_test_save_png (GTK_WIDGET (shown.window), "history-by-title");

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown.list), "history.history-sort", "s", "date"));
  trs_test_wait_until (gtk_widget_get_visible (group_of (&shown)));
  g_assert_true (gtk_selection_model_is_selected (model, 3));
  finish (&shown);
}

static void
test_empty (void)
{
  Shown shown;

  show_page (&shown, trs_session_rig_new_waiting (TRUE));
  wait_for_label (&shown, "Loading your videos…");
  trs_session_rig_list (shown.rig, "");
  trs_session_rig_start (shown.rig);
  wait_for_label (&shown, "No transcripts yet");
  wait_for_label (&shown, "Up to date");
  g_assert_false (gtk_widget_get_visible (trs_display_test_find (shown.page, "tools")));
  g_assert_null (gtk_search_entry_get_key_capture_widget (
      GTK_SEARCH_ENTRY (trs_display_test_find (shown.page, "search"))));
  trs_display_test_save_png (GTK_WIDGET (shown.window), "history-empty");

  /* alone on the screen it says what to do */
  g_object_set (shown.page, "folded", TRUE, NULL);
  wait_for_label (&shown, "Transcribe Your First Video");
  trs_display_test_save_png (GTK_WIDGET (shown.window), "history-empty-folded");
  finish (&shown);
}

static char *
make_page_of (guint       first,
              guint       n,
              const char *odd,
              const char *even)
{
  g_autoptr (GString) page = g_string_new ("[");

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *entry = trs_session_rig_numbered (first + i, i % 2 == 0 ? even : odd, "done",
                                                         "2026-03-01T10:00:00Z");

      g_string_append_printf (page, "%s%s", i > 0 ? "," : "", entry);
    }
  g_string_append_c (page, ']');
  return g_string_free (g_steal_pointer (&page), FALSE);
}

static char *
make_page (guint first,
           guint n)
{
  return make_page_of (first, n, "A video", "A video");
}

static gboolean
list_has_focus (Shown *shown)
{
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (shown->window));

  return focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (shown->list));
}

/* However long the history is, it is one stop on the way. */
static void
test_tab_leaves_the_list (void)
{
  g_autofree char *page = make_page (1, 30);
  Shown shown;

  show_page (&shown, trs_session_rig_new_waiting (TRUE));
  trs_recording_transport_add_for (shown.rig->transport, "page=1", 200, page);
  trs_session_rig_start (shown.rig);
  trs_test_wait_until (trs_history_list_get_n_shown (shown.list) == 30);
  trs_display_test_wait_frame (shown.page);

  gtk_widget_grab_focus (GTK_WIDGET (shown.list));
  g_assert_true (list_has_focus (&shown));
  gtk_widget_child_focus (GTK_WIDGET (shown.window), GTK_DIR_DOWN);
  g_assert_true (list_has_focus (&shown));
  gtk_widget_child_focus (GTK_WIDGET (shown.window), GTK_DIR_TAB_BACKWARD);
  g_assert_false (list_has_focus (&shown));
  gtk_widget_child_focus (GTK_WIDGET (shown.window), GTK_DIR_TAB_FORWARD);
  g_assert_true (list_has_focus (&shown));
  gtk_widget_child_focus (GTK_WIDGET (shown.window), GTK_DIR_TAB_FORWARD);
  g_assert_false (list_has_focus (&shown));
  finish (&shown);
}

/* Keys cannot be pressed without an input device; what GTK does with them is GTK's, where they come from is ours. */
static void
test_typing_starts_a_search (void)
{
  Shown shown;
  GtkSearchEntry *search;
  GtkWidget *from;

  show_sample (&shown);
  search = GTK_SEARCH_ENTRY (trs_display_test_find (shown.page, "search"));
  from = gtk_search_entry_get_key_capture_widget (search);
  g_assert_nonnull (from);
  g_assert_true (gtk_widget_is_ancestor (GTK_WIDGET (shown.list), from));
  g_assert_false (gtk_widget_is_ancestor (GTK_WIDGET (search), from));

  gtk_widget_grab_focus (GTK_WIDGET (shown.list));
  g_assert_true (list_has_focus (&shown));
  gtk_editable_set_text (GTK_EDITABLE (search), "p");
  gtk_editable_set_position (GTK_EDITABLE (search), 1);
  g_signal_emit_by_name (search, "search-started");
  g_assert_true (gtk_widget_is_ancestor (gtk_root_get_focus (GTK_ROOT (shown.window)), GTK_WIDGET (search)));
  g_assert_cmpint (gtk_editable_get_position (GTK_EDITABLE (search)), ==, 1);
  g_assert_false (gtk_editable_get_selection_bounds (GTK_EDITABLE (search), NULL, NULL));
  finish (&shown);
}

static void
test_offline_without_cache (void)
{
  Shown shown;

  show_page (&shown, trs_session_rig_new_waiting (TRUE));
  trs_recording_transport_add_error_for (shown.rig->transport, "/api/list",
                                         g_error_new_literal (TRS_ERROR, TRS_ERROR_OFFLINE, "gone"));
  trs_session_rig_start (shown.rig);
  wait_for_label (&shown, "Can’t Reach the Service");
  g_assert_nonnull (trs_display_test_find_label (shown.page, "Try Again"));
  /* Some monitors say so just because they are listened to. */
  g_signal_emit_by_name (g_network_monitor_get_default (), "network-changed", TRUE);
  trs_display_test_save_png (GTK_WIDGET (shown.window), "history-offline");
  g_assert_nonnull (trs_display_test_find_label (shown.page, "Can’t Reach the Service"));
  finish (&shown);
}

static void
test_no_key (void)
{
  Shown shown;
  TrsSessionRig *rig = trs_session_rig_new_waiting (FALSE);

  g_settings_set_string (rig->settings, "server-address", TRS_SESSION_RIG_SERVER);
  show_page (&shown, rig);
  trs_session_rig_start (rig);
  wait_for_label (&shown, "API Key Needed");
  g_assert_nonnull (trs_display_test_find_label (shown.page, "Enter Key…"));
  finish (&shown);
}

static void
test_reads_on_while_scrolling (void)
{
  Shown shown;
  g_autofree char *one = make_page (1, 100);
  g_autofree char *two = make_page (101, 100);
  GtkScrolledWindow *scroller;
  GtkAdjustment *adjustment;

  show_page (&shown, trs_session_rig_new_waiting (TRUE));
  trs_recording_transport_add_for (shown.rig->transport, "page=1", 200, one);
  trs_session_rig_start (shown.rig);
  trs_test_wait_until (trs_history_list_get_n_shown (shown.list) == 100);
  wait_for_label (&shown, "100 videos so far · updated 12:04");
  scroller = GTK_SCROLLED_WINDOW (trs_display_test_find (GTK_WIDGET (shown.list), "scroller"));
  adjustment = gtk_scrolled_window_get_vadjustment (scroller);
  trs_test_wait_until (gtk_adjustment_get_upper (adjustment) > 5000);
  trs_display_test_wait_frame (shown.page);
  g_assert_cmpuint (trs_recording_transport_count (shown.rig->transport, "page=2"), ==, 0);
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment));
  trs_test_wait_until (trs_recording_transport_count (shown.rig->transport, "page=2") == 1);
  wait_for_label (&shown, "100 videos so far, loading more…");
  trs_recording_transport_answer (shown.rig->transport, 1, 200, two);
  trs_test_wait_until (trs_history_list_get_n_shown (shown.list) == 200);
  finish (&shown);
}

/* The row at the top of what is seen, and where it stands. */
static TrsProject *
find_top_row (Shown             *shown,
              GtkScrolledWindow *scroller,
              double            *y)
{
  GtkWidget *hit = gtk_widget_pick (GTK_WIDGET (scroller), 100, 60, GTK_PICK_DEFAULT);
  GtkWidget *row = hit != NULL ? gtk_widget_get_ancestor (hit, TRS_TYPE_PROJECT_ROW) : NULL;

  if (row == NULL)
    return NULL;
  gtk_widget_translate_coordinates (row, GTK_WIDGET (scroller), 0, 0, NULL, y);
  return trs_project_row_get_project (TRS_PROJECT_ROW (row));
}

/* Rows arrive above the place where somebody reads: what is in view stays where it is. */
static void
test_place_stays_under_new_rows (void)
{
  Shown shown;
  g_autofree char *first = make_page (101, 100);
  g_autofree char *second = make_page (61, 100);
  GtkScrolledWindow *scroller;
  GtkAdjustment *adjustment;
  TrsProject *before;
  double value;
  double y = 0;
  double y_after = 0;

  show_page (&shown, trs_session_rig_new_waiting (TRUE));
  trs_recording_transport_add_for (shown.rig->transport, "page=1", 200, first);
  trs_recording_transport_add_for (shown.rig->transport, "page=1", 200, second);
  trs_session_rig_start (shown.rig);
  trs_test_wait_until (trs_history_list_get_n_shown (shown.list) == 100);
  scroller = GTK_SCROLLED_WINDOW (trs_display_test_find (GTK_WIDGET (shown.list), "scroller"));
  adjustment = gtk_scrolled_window_get_vadjustment (scroller);
  trs_test_wait_until (gtk_adjustment_get_upper (adjustment) > 5000);
  trs_display_test_wait_frame (shown.page);
  gtk_adjustment_set_value (adjustment, 2000);
  trs_display_test_wait_frame (shown.page);
  trs_display_test_wait_frame (shown.page);
  before = find_top_row (&shown, scroller, &y);
  g_assert_nonnull (before);
  value = gtk_adjustment_get_value (adjustment);

  trs_manual_clock_advance (shown.rig->clock, 10000);
  trs_history_refresh_async (trs_session_get_history (shown.rig->session), NULL, NULL, NULL);
  trs_test_wait_until (trs_history_list_get_n_shown (shown.list) == 140);
  trs_test_wait_until (gtk_adjustment_get_value (adjustment) > value + 1000);
  trs_display_test_wait_frame (shown.page);
  trs_display_test_wait_frame (shown.page);
  g_assert_true (find_top_row (&shown, scroller, &y_after) == before);
  g_assert_cmpfloat_with_epsilon (y_after, y, 1.0);
  finish (&shown);
}

/* The rows there are show what a filter lets through, and those out of sight do so before somebody comes there. */
static void
test_rows_stay_under_a_filter (void)
{
  Shown shown;
  g_autofree char *page = make_page_of (101, 100, "Port strike", "Lecture");
  GtkScrolledWindow *scroller;
  GtkAdjustment *adjustment;
  GtkWidget *row;
  double y;

  show_page (&shown, trs_session_rig_new_waiting (TRUE));
  trs_recording_transport_add_for (shown.rig->transport, "page=1", 200, page);
  trs_session_rig_start (shown.rig);
  scroller = GTK_SCROLLED_WINDOW (trs_display_test_find (GTK_WIDGET (shown.list), "scroller"));
  adjustment = gtk_scrolled_window_get_vadjustment (scroller);
  trs_test_wait_until (trs_history_list_get_n_shown (shown.list) == 100 &&
                       gtk_adjustment_get_upper (adjustment) > 5000);
  trs_display_test_wait_frame (shown.page);
  row = trs_display_test_find_type (GTK_WIDGET (shown.list), TRS_TYPE_PROJECT_ROW);
  g_assert_cmpstr (trs_project_get_title (trs_project_row_get_project (TRS_PROJECT_ROW (row))), ==, "Lecture");

  trs_project_filter_set_text (trs_history_list_get_filter (shown.list), "strike");
  g_assert_cmpuint (trs_history_list_get_n_shown (shown.list), ==, 50);
  g_assert_true (trs_display_test_find_type (GTK_WIDGET (shown.list), TRS_TYPE_PROJECT_ROW) == row);
  g_assert_cmpstr (trs_project_get_title (trs_project_row_get_project (TRS_PROJECT_ROW (row))), ==, "Port strike");
  g_assert_true (trs_history_list_is_filtering (shown.list));

  gtk_adjustment_set_value (adjustment, 1500);
  g_assert_false (trs_history_list_is_filtering (shown.list));
  trs_display_test_wait_frame (shown.page);
  g_assert_cmpstr (trs_project_get_title (find_top_row (&shown, scroller, &y)), ==, "Port strike");
  finish (&shown);
}

int
main (int   argc,
      char *argv[])
{
  g_setenv ("TZ", "UTC", TRUE);
  trs_display_test_init (&argc, &argv);
  g_test_add_func ("/history/rows", test_rows);
  g_test_add_func ("/history/accessible-names", test_accessible_names);
  g_test_add_func ("/history/row-follows-its-project", test_row_follows_its_project);
  g_test_add_func ("/history/filters", test_filters);
  g_test_add_func ("/history/selected-from-outside-is-in-sight", test_selected_from_outside_is_in_sight);
  g_test_add_func ("/history/focus-after-a-filter", test_focus_after_a_filter);
  g_test_add_func ("/history/rows-stay-under-a-filter", test_rows_stay_under_a_filter);
  g_test_add_func ("/history/spare-rows", test_spare_rows);
  g_test_add_func ("/history/selection-survives", test_selection_survives);
  g_test_add_func ("/history/groups", test_groups);
  g_test_add_func ("/history/sort", test_sort);
  g_test_add_func ("/history/first-rows", test_first_rows);
  g_test_add_func ("/history/empty", test_empty);
  g_test_add_func ("/history/tab-leaves-the-list", test_tab_leaves_the_list);
  g_test_add_func ("/history/typing-starts-a-search", test_typing_starts_a_search);
  g_test_add_func ("/history/offline-without-cache", test_offline_without_cache);
  g_test_add_func ("/history/no-key", test_no_key);
  g_test_add_func ("/history/place-stays-under-new-rows", test_place_stays_under_new_rows);
  g_test_add_func ("/history/reads-on-while-scrolling", test_reads_on_while_scrolling);
  return g_test_run ();
}
