/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-test.h"
#include "trs-error.h"
#include "trs-history-list.h"
#include "trs-history-page.h"
#include "trs-list-reader.h"
#include "trs-project-row.h"
#include "trs-session-rig.h"

#include <math.h>

/* More than GtkListView has rows for, and more than is read ahead. */
#define N_MANY 900

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
  trs_history_list_set_selected (shown.list, trs_session_rig_project (shown.rig, 10));
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
  trs_display_test_click (trs_display_test_find (shown->page, id));
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

/* Rows that stood for other projects say nothing of what they said, and go with the list. */
static void
test_rows_used_again (void)
{
  Shown shown;
  GtkWidget *row;

  show_sample (&shown);
  trs_project_set_unread (trs_session_rig_project (shown.rig, 2), TRUE);
  row = row_with_title (&shown, "Budget committee, second reading");
  g_object_add_weak_pointer (G_OBJECT (row), (gpointer *) &row);

  click_chip (&shown, "show_failed");
  trs_test_wait_until (trs_history_list_get_n_shown (shown.list) == 1);
  wait_for_label (&shown, "Press briefing");
  g_assert_false (gtk_widget_has_css_class (row_with_title (&shown, "Press briefing"), "unread"));
  g_assert_null (trs_display_test_find_shown (row_with_title (&shown, "Press briefing"), "dot"));
  g_assert_null (gtk_inscription_get_attributes (GTK_INSCRIPTION (trs_display_test_find_label (shown.page,
                                                                                               "Press briefing"))));
  click_chip (&shown, "show_all");
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
  trs_history_list_set_selected (shown.list, trs_session_rig_project (shown.rig, 4));
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
  trs_history_list_set_selected (shown.list, project);
  g_assert_true (gtk_selection_model_is_selected (model, 3));
  g_signal_connect_swapped (shown.list, "notify::selected", G_CALLBACK (count_cb), &notified);

  /* a filter that hides it closes nothing */
  click_chip (&shown, "show_failed");
  trs_test_wait_until (trs_history_list_get_n_shown (shown.list) == 1);
  g_assert_true (trs_history_list_get_selected (shown.list) == project);
  g_assert_false (gtk_selection_model_is_selected (model, 0));

  click_chip (&shown, "show_all");
  trs_test_wait_until (trs_history_list_get_n_shown (shown.list) == 10);
  g_assert_true (gtk_selection_model_is_selected (model, 3));
  g_assert_cmpuint (notified, ==, 0);

  trs_history_list_move (shown.list, 1, FALSE);
  g_assert_true (gtk_selection_model_is_selected (model, 4));
  g_assert_cmpuint (notified, ==, 1);
  trs_history_list_move (shown.list, -9, FALSE);
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

  /* a chip takes the rows above it away: another one begins the list */
  click_chip (&shown, "show_failed");
  trs_test_wait_until (g_str_equal (gtk_label_get_label (GTK_LABEL (group_of (&shown))), "Yesterday"));
  g_assert_true (shows_heading (&shown, "Press briefing", NULL));
  click_chip (&shown, "show_all");
  trs_test_wait_until (trs_history_list_get_n_shown (shown.list) == 10);

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
  guint n;
} FirstRows;

/* In the turn in which they come, everything of the list is there. */
static void
first_rows_cb (TrsHistory *history,
               gpointer    user_data)
{
  FirstRows *rows = user_data;
  Shown *shown = &rows->shown;

  if (g_list_model_get_n_items (G_LIST_MODEL (history)) == 0 || rows->n++ > 0)
    return;
  g_assert_cmpuint (trs_history_list_get_n_shown (shown->list), >, 0);
  g_assert_true (gtk_widget_get_visible (trs_display_test_find (shown->page, "tools")));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (trs_display_test_find (shown->page, "states"))), ==,
                   "list");
  g_assert_true (gtk_widget_get_visible (group_of (shown)));
}

/* The first rows come in one frame with all that stands above them. */
static void
test_first_rows (void)
{
  g_autofree char *entries = trs_session_rig_sample_list ();
  FirstRows rows = { .n = 0 };

  rows.shown.rig = trs_session_rig_new_waiting (TRUE);
  rows.shown.page = g_object_new (TRS_TYPE_HISTORY_PAGE, "session", rows.shown.rig->session, NULL);
  rows.shown.window = trs_display_test_present (rows.shown.page, 340, 600);
  rows.shown.list = TRS_HISTORY_LIST (trs_display_test_find_type (rows.shown.page, TRS_TYPE_HISTORY_LIST));
  g_signal_connect (trs_session_get_history (rows.shown.rig->session), "changed", G_CALLBACK (first_rows_cb), &rows);

  trs_session_rig_list (rows.shown.rig, entries);
  trs_session_rig_start (rows.shown.rig);
  g_assert_cmpuint (rows.n, >, 0);
  g_signal_handlers_disconnect_by_data (trs_session_get_history (rows.shown.rig->session), &rows);
  finish (&rows.shown);
}

static const char *
title_at (Shown *shown,
          guint  position)
{
  g_autoptr (TrsHistoryItem) item =
      g_list_model_get_item (G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (view_of (shown)))), position);

  return item != NULL ? trs_project_get_data (trs_history_item_get_project (item))->title : NULL;
}

static void
test_sort (void)
{
  Shown shown;
  TrsProject *project;
  TrsHistoryItem *item;
  GtkSelectionModel *model;

  show_sample (&shown);
  trs_history_page_set_settings (TRS_HISTORY_PAGE (shown.page), shown.rig->settings);
  project = trs_session_rig_project (shown.rig, 4);
  model = gtk_list_view_get_model (GTK_LIST_VIEW (view_of (&shown)));
  trs_history_list_set_selected (shown.list, project);

  g_assert_true (gtk_widget_activate_action (shown.page, "history.history-sort", "s", "title"));
  g_assert_cmpint (g_settings_get_enum (shown.rig->settings, "history-sort"), ==, TRS_PROJECT_ORDER_TITLE);
  trs_test_wait_until (g_strcmp0 (title_at (&shown, 0), "Budget committee, second reading") == 0);
  trs_test_wait_until (!gtk_widget_get_visible (group_of (&shown)));
  item = gtk_single_selection_get_selected_item (GTK_SINGLE_SELECTION (model));
  g_assert_true (trs_history_item_get_project (item) == project);
  g_assert_true (shows_heading (&shown, trs_project_get_data (project)->title, NULL));
  trs_display_test_save_png (GTK_WIDGET (shown.window), "history-by-title");

  g_assert_true (gtk_widget_activate_action (shown.page, "history.history-sort", "s", "date"));
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

/* The higher its number, the older is a project. Every tenth has failed. */
static char *
make_page (guint first,
           guint n)
{
  g_autoptr (GDateTime) newest = g_date_time_new_utc (2026, 3, 1, 10, 0, 0);
  g_autoptr (GString) page = g_string_new ("[");

  for (guint i = first; i < first + n; i++)
    {
      g_autoptr (GDateTime) time = g_date_time_add_minutes (newest, -(int) i);
      g_autofree char *iso = g_date_time_format_iso8601 (time);
      g_autofree char *title = g_strdup_printf ("Video %u", i);
      g_autofree char *entry = trs_session_rig_numbered (i, title, i % 10 == 0 ? "error" : "done", iso);

      g_string_append_printf (page, "%s%s", i > first ? "," : "", entry);
    }
  g_string_append_c (page, ']');
  return g_string_free (g_steal_pointer (&page), FALSE);
}

static void
add_page (Shown *shown,
          guint  page,
          guint  first,
          guint  n)
{
  g_autofree char *match = g_strdup_printf ("page=%u", page);
  g_autofree char *body = make_page (first, n);

  trs_recording_transport_add_for (shown->rig->transport, match, 200, body);
}

/* The list follows once a second while many pages are read. */
static gboolean
lists (Shown *shown,
       guint  n)
{
  trs_manual_clock_advance (shown->rig->clock, 1000);
  return trs_history_get_complete (trs_session_get_history (shown->rig->session)) &&
         trs_history_list_get_n_shown (shown->list) == n;
}

/* Pages of the service, of which the first rows alone are objects. */
static void
list_many (Shown *shown)
{
  for (guint page = 1; page <= N_MANY / 100; page++)
    add_page (shown, page, (page - 1) * 100 + 1, 100);
  add_page (shown, N_MANY / 100 + 1, N_MANY + 1, 0);
  trs_session_rig_start (shown->rig);
  trs_test_wait_until (lists (shown, N_MANY));
}

static void
show_many (Shown *shown,
           int    height)
{
  show_page_in (shown, trs_session_rig_new_waiting (TRUE), height);
  list_many (shown);
  trs_test_wait_until (trs_display_test_find_label (shown->page, "Video 1") != NULL);
  trs_display_test_wait_frame (shown->page);
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
  Shown shown;

  show_page (&shown, trs_session_rig_new_waiting (TRUE));
  add_page (&shown, 1, 1, 30);
  add_page (&shown, 2, 31, 0);
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

/* What has come can be used while the rest is read. */
static void
test_reads_to_the_end (void)
{
  Shown shown;
  g_autofree char *two = make_page (101, 100);

  show_page (&shown, trs_session_rig_new_waiting (TRUE));
  add_page (&shown, 1, 1, 100);
  trs_session_start (shown.rig->session);
  trs_test_wait_until (trs_recording_transport_count (shown.rig->transport, "page=2") == 1);
  trs_test_wait_until (trs_history_list_get_n_shown (shown.list) == 100);
  wait_for_label (&shown, "100 videos so far, loading more…");
  g_assert_true (gtk_widget_get_visible (trs_display_test_find (shown.page, "stop")));

  add_page (&shown, 3, 201, 0);
  trs_recording_transport_answer (shown.rig->transport, 1, 200, two);
  trs_test_wait_until (lists (&shown, 200));
  wait_for_label (&shown, "200 videos · updated 12:04");
  g_assert_false (gtk_widget_get_visible (trs_display_test_find (shown.page, "stop")));
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
  GtkScrolledWindow *scroller;
  GtkAdjustment *adjustment;
  TrsProject *before;
  double value;
  double y = 0;
  double y_after = 0;

  show_page (&shown, trs_session_rig_new_waiting (TRUE));
  add_page (&shown, 1, 101, 100);
  add_page (&shown, 2, 201, 0);
  add_page (&shown, 1, 61, 100);
  add_page (&shown, 2, 161, 40);
  add_page (&shown, 3, 201, 0);
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
  trs_list_reader_read_async (trs_session_get_reader (shown.rig->session), TRS_LIST_READ_REFRESH, NULL, NULL, NULL);
  trs_test_wait_until (trs_history_list_get_n_shown (shown.list) == 140);
  trs_test_wait_until (gtk_adjustment_get_value (adjustment) > value + 1000);
  trs_display_test_wait_frame (shown.page);
  trs_display_test_wait_frame (shown.page);
  g_assert_true (find_top_row (&shown, scroller, &y_after) == before);
  g_assert_cmpfloat_with_epsilon (y_after, y, 1.0);
  finish (&shown);
}

static void
find_rows (GtkWidget *widget,
           GPtrArray *rows)
{
  if (!gtk_widget_get_mapped (widget))
    return;

  if (TRS_IS_PROJECT_ROW (widget))
    {
      g_ptr_array_add (rows, widget);
      return;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    find_rows (child, rows);
}

static const char *
get_row_title (GtkWidget *row)
{
  return gtk_inscription_get_text (GTK_INSCRIPTION (trs_display_test_find_shown (row, "row-title")));
}

static gboolean
are_filled (Shown *shown)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new ();

  find_rows (view_of (shown), rows);
  for (guint i = 0; i < rows->len; i++)
    if (trs_project_row_get_project (TRS_PROJECT_ROW (g_ptr_array_index (rows, i))) == NULL)
      return FALSE;
  return rows->len > 0;
}

static int
get_natural_height (GtkWidget *row)
{
  int height;

  gtk_widget_measure (row, GTK_ORIENTATION_VERTICAL, -1, NULL, &height, NULL, NULL);
  return height;
}

/* What stood there before is not seen in a row that has not been read from the store, and nothing moves when it has. */
static void
test_unfilled_rows (void)
{
  TrsClock *clock = TRS_CLOCK (trs_manual_clock_new (TRS_SESSION_RIG_NOW));
  g_autoptr (TrsProject) project = trs_project_new ("p1");
  GtkWidget *row = trs_project_row_new (clock);
  GtkWindow *window = trs_display_test_present (row, 340, 100);
  int height;

  trs_project_row_set_heading (TRS_PROJECT_ROW (row), "Yesterday");
  trs_project_set_local_title (project, "東京都議会 定例会 一般質問");
  trs_project_row_set_project (TRS_PROJECT_ROW (row), project);
  trs_project_set_unread (project, TRUE);
  trs_display_test_wait_frame (row);
  height = get_natural_height (row);

  trs_project_row_clear (TRS_PROJECT_ROW (row));
  trs_display_test_wait_frame (row);
  g_assert_cmpint (get_natural_height (row), ==, height);
  g_assert_null (trs_project_row_get_project (TRS_PROJECT_ROW (row)));
  g_assert_cmpstr (get_row_title (row), ==, "");
  g_assert_false (gtk_widget_has_css_class (row, "unread"));
  g_assert_null (trs_display_test_find_shown (row, "dot"));
  g_assert_nonnull (trs_display_test_find_label (row, "Yesterday"));
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (gtk_widget_get_parent (row)), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Loading…");

  trs_project_row_set_project (TRS_PROJECT_ROW (row), project);
  g_assert_cmpstr (get_row_title (row), !=, "");
  g_assert_cmpint (get_natural_height (row), ==, height);
  trs_display_test_destroy (window);
  g_object_unref (clock);
}

static void
test_scrolled_rows_are_filled (void)
{
  static const double places[] = { 0.3, 0.6, 1, 0.5, 0 };
  GtkAdjustment *adjustment;
  Shown shown;
  double upper;

  show_many (&shown, 600);
  adjustment = gtk_scrolled_window_get_vadjustment (
      GTK_SCROLLED_WINDOW (trs_display_test_find (GTK_WIDGET (shown.list), "scroller")));
  upper = gtk_adjustment_get_upper (adjustment);
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      gtk_adjustment_set_value (adjustment, upper * places[i]);
      trs_display_test_wait_frame (shown.page);
      trs_test_wait_until (are_filled (&shown));
      /* the rows of a day that begins are higher */
      g_assert_cmpfloat (fabs (gtk_adjustment_get_upper (adjustment) - upper), <, 200);
    }
  finish (&shown);
}

/* The rows were there before the window, and the first thing that somebody does is to drag the scroll bar down. */
static void
test_first_jump (void)
{
  GtkAdjustment *adjustment;
  Shown shown;

  shown.rig = trs_session_rig_new_waiting (TRUE);
  shown.page = g_object_new (TRS_TYPE_HISTORY_PAGE, "session", shown.rig->session, NULL);
  shown.list = TRS_HISTORY_LIST (trs_display_test_find_type (shown.page, TRS_TYPE_HISTORY_LIST));
  list_many (&shown);
  shown.window = trs_display_test_present (shown.page, 340, 600);
  adjustment = gtk_scrolled_window_get_vadjustment (
      GTK_SCROLLED_WINDOW (trs_display_test_find (GTK_WIDGET (shown.list), "scroller")));
  g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), ==, 0);
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment));
  trs_test_wait_until (trs_display_test_find_label (shown.page, "Video 900") != NULL);
  trs_display_test_wait_frame (shown.page);
  g_assert_true (is_whole (&shown, "Video 900"));
  finish (&shown);
}

static void
opened_cb (GtkWidget   *page,
           TrsProject  *project,
           TrsProject **opened)
{
  *opened = project;
}

/* A row far down is opened as soon as it has been read; what is chosen meanwhile takes its place. */
static void
test_opening_waits (void)
{
  Shown shown;
  TrsProject *opened = NULL;
  GtkSelectionModel *model;

  show_many (&shown, 600);
  model = gtk_list_view_get_model (GTK_LIST_VIEW (view_of (&shown)));
  g_signal_connect (shown.list, "open", G_CALLBACK (opened_cb), &opened);

  gtk_selection_model_select_item (model, 399, TRUE);
  g_assert_null (trs_history_list_get_selected (shown.list));
  g_assert_true (gtk_selection_model_is_selected (model, 399));
  trs_test_wait_until (trs_history_list_get_selected (shown.list) != NULL);
  g_assert_cmpstr (trs_project_get_data (trs_history_list_get_selected (shown.list))->title, ==, "Video 400");
  g_assert_true (gtk_selection_model_is_selected (model, 399));
  g_assert_null (opened);

  gtk_selection_model_select_item (model, 599, TRUE);
  trs_history_list_set_selected (shown.list, trs_session_rig_project (shown.rig, 2));
  g_assert_true (gtk_selection_model_is_selected (model, 1));
  gtk_selection_model_select_item (model, 598, TRUE);
  gtk_selection_model_select_item (model, 0, TRUE);
  trs_test_wait_until (trs_history_list_get_selected (shown.list) != trs_session_rig_project (shown.rig, 2));
  trs_display_test_wait_frame (shown.page);
  g_assert_true (trs_history_list_get_selected (shown.list) == trs_session_rig_project (shown.rig, 1));

  g_signal_emit_by_name (view_of (&shown), "activate", 549);
  g_assert_null (opened);
  trs_test_wait_until (opened != NULL);
  g_assert_cmpstr (trs_project_get_data (opened)->title, ==, "Video 550");
  trs_history_list_move (shown.list, -1, TRUE);
  trs_test_wait_until (g_str_equal (trs_project_get_data (opened)->title, "Video 549"));
  finish (&shown);
}

/* Enter in the entry opens the first of the rows that the chip lets through, also while they are on their way. */
static void
test_enter_after_a_chip (void)
{
  Shown shown;
  TrsProject *opened = NULL;

  show_many (&shown, 600);
  g_signal_connect (shown.list, "open", G_CALLBACK (opened_cb), &opened);
  click_chip (&shown, "show_failed");
  g_assert_true (trs_history_get_querying (trs_session_get_history (shown.rig->session)));
  g_signal_emit_by_name (trs_display_test_find (shown.page, "search"), "activate");
  g_assert_null (opened);
  trs_test_wait_until (opened != NULL);
  g_assert_cmpstr (trs_project_get_data (opened)->title, ==, "Video 10");
  g_assert_cmpuint (trs_history_list_get_n_shown (shown.list), ==, N_MANY / 10);
  finish (&shown);
}

/* Another window begins with all of them. */
static void
test_chips_of_another_window (void)
{
  Shown shown;
  TrsHistory *history;

  show_sample (&shown);
  history = trs_session_get_history (shown.rig->session);
  click_chip (&shown, "show_done");
  trs_test_wait_until (trs_history_list_get_n_shown (shown.list) == 6);
  trs_display_test_destroy (shown.window);
  shown.page = g_object_new (TRS_TYPE_HISTORY_PAGE, "session", shown.rig->session, NULL);
  shown.window = trs_display_test_present (shown.page, 340, 600);
  g_assert_cmpint (trs_history_get_show (history), ==, TRS_PROJECT_SHOW_ALL);
  trs_test_wait_until (g_list_model_get_n_items (G_LIST_MODEL (history)) == 10);
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
  g_test_add_func ("/history/rows-used-again", test_rows_used_again);
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
  g_test_add_func ("/history/reads-to-the-end", test_reads_to_the_end);
  g_test_add_func ("/history/unfilled-rows", test_unfilled_rows);
  g_test_add_func ("/history/scrolled-rows-are-filled", test_scrolled_rows_are_filled);
  g_test_add_func ("/history/first-jump", test_first_jump);
  g_test_add_func ("/history/opening-waits", test_opening_waits);
  g_test_add_func ("/history/enter-after-a-chip", test_enter_after_a_chip);
  g_test_add_func ("/history/chips-of-another-window", test_chips_of_another_window);
  return g_test_run ();
}
