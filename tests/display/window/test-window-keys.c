/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-message-dialog.h"
#include "trs-display-test.h"
#include "trs-history-list.h"
#include "trs-project-row.h"
#include "trs-real-input.h"
#include "trs-session.h"
#include "trs-session-rig.h"
#include "trs-submit-dialog.h"
#include "trs-test-transcripts.h"
#include "trs-name-dialog.h"
#include "trs-transcript-page.h"
#include "trs-transcript-view.h"
#include "trs-window.h"

/* The keys and the pointer in the window, as a user has them. */

typedef struct
{
  TrsSessionRig *rig;
  TrsWindow *window;
  GtkWidget *list;
} Shown;

static void
show_window (Shown         *shown,
             TrsSessionRig *rig,
             int            width)
{
  shown->rig = rig;
  g_settings_set_int (rig->settings, "window-width", width);
  g_settings_set_int (rig->settings, "window-height", 720);
  shown->window = trs_window_new (NULL, rig->session, rig->settings);
  trs_display_test_show (GTK_WINDOW (shown->window));
  shown->list = trs_display_test_find_type (GTK_WIDGET (shown->window), GTK_TYPE_LIST_VIEW);
}

static void
show_sample (Shown *shown,
             int    width)
{
  g_autofree char *entries = trs_session_rig_sample_list ();

  show_window (shown, trs_session_rig_new_waiting (TRUE), width);
  trs_session_rig_list (shown->rig, entries);
  trs_session_rig_start (shown->rig);
  trs_test_wait_until (trs_display_test_find_label (GTK_WIDGET (shown->window), "Press briefing") != NULL);
  trs_real_input_focus (GTK_WIDGET (shown->window));
}

static void
finish (Shown *shown)
{
  trs_display_test_destroy (shown->window);
  trs_session_rig_free (shown->rig);
}

static void
assert_menu_opens (Shown *shown)
{
  GtkWidget *window = GTK_WIDGET (shown->window);
  GtkWidget *item;
  GtkWidget *popover;
  graphene_rect_t bounds;
  int height;

  g_assert_null (trs_display_test_find_label (window, "About Transcripts"));
  trs_real_input_key (window, GDK_KEY_F10, 0);
  trs_test_wait_until (trs_display_test_find_label (window, "About Transcripts") != NULL);
  item = gtk_widget_get_parent (trs_display_test_find_label (window, "About Transcripts"));
  trs_display_test_wait_frame (item);
  popover = gtk_widget_get_ancestor (item, GTK_TYPE_POPOVER);
  gtk_widget_measure (popover, GTK_ORIENTATION_VERTICAL, -1, NULL, &height, NULL, NULL);
  /* gtk_widget_get_height() leaves out a border, which newer themes draw */
  g_assert_true (gtk_widget_compute_bounds (popover, popover, &bounds));
  g_assert_cmpfloat (bounds.size.height, ==, height);
  trs_real_input_key (item, GDK_KEY_Escape, 0);
  trs_test_wait_until (trs_display_test_find_label (window, "About Transcripts") == NULL);
}

static void
test_main_menu_on_the_welcome_page (void)
{
  Shown shown;

  show_window (&shown, trs_session_rig_new_waiting (FALSE), 1100);
  trs_session_rig_start (shown.rig);
  trs_real_input_focus (GTK_WIDGET (shown.window));
  assert_menu_opens (&shown);
  finish (&shown);
}

/* Beside the list, with the list hidden, and with one pane; on each kind of page. */
static void
test_main_menu_everywhere (void)
{
  static const int widths[] = { 1100, 500 };

  for (gsize i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      Shown shown;

      show_sample (&shown, widths[i]);
      assert_menu_opens (&shown);
      for (guint number = 1; number <= 5; number++)
        {
          trs_window_open_project (shown.window, trs_session_rig_project (shown.rig, number));
          trs_display_test_wait_frame (GTK_WIDGET (shown.window));
          assert_menu_opens (&shown);
        }
      gtk_widget_activate_action (GTK_WIDGET (shown.window), "win.toggle-list", NULL);
      assert_menu_opens (&shown);
      gtk_widget_activate_action (GTK_WIDGET (shown.window), "win.search", NULL);
      assert_menu_opens (&shown);
      finish (&shown);
    }
}

static TrsProject *
focused_project (Shown *shown)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (shown->window));

  return focus != NULL && gtk_widget_get_parent (focus) == shown->list
             ? trs_project_row_get_project (TRS_PROJECT_ROW (trs_display_test_find_type (focus, TRS_TYPE_PROJECT_ROW)))
             : NULL;
}

static GtkWidget *
find_row (Shown *shown,
          guint  number)
{
  TrsProject *project = trs_session_rig_project (shown->rig, number);

  trs_display_test_wait_frame (shown->list);
  for (GtkWidget *item = gtk_widget_get_first_child (shown->list); item != NULL;
       item = gtk_widget_get_next_sibling (item))
    {
      GtkWidget *row = trs_display_test_find_type (item, TRS_TYPE_PROJECT_ROW);

      if (gtk_widget_get_mapped (item) && trs_project_row_get_project (TRS_PROJECT_ROW (row)) == project)
        return item;
    }
  g_assert_not_reached ();
}

/* From the row of a project to the next. The first arrow of newer GTK only selects the row, if it is not selected. */
static void
go_down (Shown *shown,
         guint  number)
{
  TrsProject *next = trs_session_rig_project (shown->rig, number + 1);

  gtk_widget_grab_focus (find_row (shown, number));
  for (guint n = 0; n < 2 && focused_project (shown) != next; n++)
    trs_real_input_key (GTK_WIDGET (shown->window), GDK_KEY_Down, 0);
  g_assert_true (focused_project (shown) == next);
}

static GtkWidget *
wait_for_item (Shown      *shown,
               const char *label)
{
  GtkWidget *list = gtk_widget_get_ancestor (shown->list, TRS_TYPE_HISTORY_LIST);
  GtkWidget *item;

  trs_test_wait_until (trs_display_test_find_label (list, label) != NULL);
  item = trs_display_test_find_label (list, label);
  trs_test_wait_until (gtk_widget_get_mapped (item) && gtk_widget_get_width (item) > 0);
  while (gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (item)) != GTK_ACCESSIBLE_ROLE_MENU_ITEM)
    item = gtk_widget_get_parent (item);
  trs_display_test_wait_frame (item);
  return item;
}

static GtkWindow *
wait_for_dialog (GType type)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (;;)
    {
      for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
        {
          g_autoptr (GtkWindow) toplevel = g_list_model_get_item (toplevels, i);

          if (G_TYPE_CHECK_INSTANCE_TYPE (toplevel, type) && gtk_widget_get_visible (GTK_WIDGET (toplevel)))
            return toplevel;
        }
      g_main_context_iteration (NULL, TRUE);
    }
}

static void
assert_renames (Shown     *shown,
                GtkWindow *dialog,
                guint      number)
{
  GtkWidget *entry = trs_display_test_find_type (GTK_WIDGET (dialog), ADW_TYPE_ENTRY_ROW);

  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==,
                   trs_project_get_data (trs_session_rig_project (shown->rig, number))->title);
}

static void
test_row_menu_by_pointer (void)
{
  GtkWindow *dialog;
  Shown shown;

  show_sample (&shown, 1100);
  trs_window_open_project (shown.window, trs_session_rig_project (shown.rig, 4));

  /* of a row that is not open, and neither selects nor opens it */
  trs_real_input_click (find_row (&shown, 5), 60, 20, GDK_BUTTON_SECONDARY, 1);
  g_assert_false (gtk_widget_get_sensitive (wait_for_item (&shown, "Export…")));
  g_assert_true (gtk_widget_get_sensitive (wait_for_item (&shown, "Remove…")));
  trs_real_input_click_on (wait_for_item (&shown, "Rename…"));
  dialog = wait_for_dialog (TRS_TYPE_NAME_DIALOG);
  assert_renames (&shown, dialog, 5);
  gtk_window_destroy (dialog);
  g_assert_true (trs_window_get_project (shown.window) == trs_session_rig_project (shown.rig, 4));

  trs_real_input_click (find_row (&shown, 2), 60, 20, GDK_BUTTON_SECONDARY, 1);
  g_assert_true (gtk_widget_get_sensitive (wait_for_item (&shown, "Export…")));
  g_assert_true (gtk_widget_get_sensitive (wait_for_item (&shown, "Copy Link")));
  trs_library_set_note (trs_session_get_library (shown.rig->session), trs_session_rig_project (shown.rig, 2), "Note");
  trs_real_input_click_on (wait_for_item (&shown, "Remove…"));
  dialog = wait_for_dialog (TRS_TYPE_MESSAGE_DIALOG);
  gtk_window_destroy (dialog);

  trs_real_input_click (find_row (&shown, 6), 60, 20, GDK_BUTTON_SECONDARY, 1);
  trs_real_input_click_on (wait_for_item (&shown, "Open"));
  trs_test_wait_until (trs_window_get_project (shown.window) == trs_session_rig_project (shown.rig, 6));
  finish (&shown);
}

static GBytes *
draw (GtkWidget *widget)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (widget);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  GskRenderNode *node;
  GBytes *bytes;

  gdk_paintable_snapshot (paintable, snapshot, gtk_widget_get_width (widget), gtk_widget_get_height (widget));
  node = gtk_snapshot_free_to_node (snapshot);
  bytes = gsk_render_node_serialize (node);
  gsk_render_node_unref (node);
  return bytes;
}

static gboolean
looks_like (GtkWidget *widget,
            GBytes    *bytes)
{
  g_autoptr (GBytes) now = draw (widget);

  return g_bytes_equal (now, bytes);
}

/* A row of which the menu was closed looks like the others again, not like the one that is open. */
static void
test_row_after_its_menu (void)
{
  g_autoptr (GBytes) before = NULL;
  GtkWidget *row, *item;
  Shown shown;

  show_sample (&shown, 1100);
  trs_window_open_project (shown.window, trs_session_rig_project (shown.rig, 4));
  row = gtk_widget_get_parent (find_row (&shown, 5));
  trs_real_input_move (GTK_WIDGET (shown.window), 700, 400);
  trs_display_test_wait_frame (row);
  before = draw (row);
  trs_real_input_click (row, 60, 20, GDK_BUTTON_SECONDARY, 1);
  item = wait_for_item (&shown, "Rename…");
  trs_real_input_key (item, GDK_KEY_Escape, 0);
  trs_test_wait_until (!gtk_widget_get_mapped (item));
  trs_real_input_move (row, 60, 24);
  trs_real_input_move (GTK_WIDGET (shown.window), 700, 400);
  trs_test_wait_until (looks_like (row, before));
  finish (&shown);
}

static void
test_row_menu_by_keys (void)
{
  static const struct
  {
    guint key;
    GdkModifierType modifiers;
  } keys[] = { { GDK_KEY_F10, GDK_SHIFT_MASK }, { GDK_KEY_Menu, 0 } };
  Shown shown;

  show_sample (&shown, 1100);
  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      GtkWindow *dialog;

      go_down (&shown, 3);
      trs_real_input_key (GTK_WIDGET (shown.window), keys[i].key, keys[i].modifiers);
      trs_real_input_key (wait_for_item (&shown, "Rename…"), GDK_KEY_r, 0);
      dialog = wait_for_dialog (TRS_TYPE_NAME_DIALOG);
      assert_renames (&shown, dialog, 4);
      gtk_window_destroy (dialog);
      trs_real_input_focus (GTK_WIDGET (shown.window));
    }

  /* closed without a choice, the row has the focus again */
  gtk_widget_grab_focus (find_row (&shown, 4));
  trs_real_input_key (GTK_WIDGET (shown.window), GDK_KEY_Menu, 0);
  trs_real_input_key (wait_for_item (&shown, "Open"), GDK_KEY_Escape, 0);
  trs_test_wait_until (focused_project (&shown) == trs_session_rig_project (shown.rig, 4));
  finish (&shown);
}

/* The videos of the sample service have no page: what can never be done is not shown in grey. */
static void
test_row_menu_of_a_sample (void)
{
  Shown shown;

  show_sample (&shown, 1100);
  g_settings_set_boolean (shown.rig->settings, "sample-service", TRUE);
  trs_real_input_click (find_row (&shown, 3), 60, 20, GDK_BUTTON_SECONDARY, 1);
  wait_for_item (&shown, "Rename…");
  g_assert_null (trs_display_test_find_label (GTK_WIDGET (shown.window), "Copy Link"));
  trs_real_input_key (wait_for_item (&shown, "Open"), GDK_KEY_Escape, 0);
  g_settings_set_boolean (shown.rig->settings, "sample-service", FALSE);
  finish (&shown);
}

static const char *
focused_action (Shown *shown)
{
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (shown->window));

  return GTK_IS_ACTIONABLE (focus) ? gtk_actionable_get_action_name (GTK_ACTIONABLE (focus)) : NULL;
}

static void
test_focus_after_connecting (gconstpointer width)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GSimpleAction) action = g_simple_action_new ("new-transcription", NULL);
  g_autoptr (GAsyncResult) result = NULL;
  Shown shown;

  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (action));
  show_window (&shown, trs_session_rig_new_waiting (FALSE), GPOINTER_TO_INT (width));
  gtk_widget_insert_action_group (GTK_WIDGET (shown.window), "app", G_ACTION_GROUP (group));
  trs_session_rig_start (shown.rig);
  trs_session_rig_list (shown.rig, "");
  trs_sign_in_connect_async (trs_session_get_sign_in (shown.rig->session), TRS_SESSION_RIG_SERVER, TRS_SESSION_RIG_KEY,
                             NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_sign_in_connect_finish (trs_session_get_sign_in (shown.rig->session), result, NULL));
  trs_test_wait_until (g_strcmp0 (focused_action (&shown), "app.new-transcription") == 0 &&
                       gtk_widget_has_css_class (gtk_root_get_focus (GTK_ROOT (shown.window)), "suggested-action"));
  g_clear_object (&result);
  finish (&shown);
}

/* Opened with Enter or with a press, beside the list and with one pane. */
static void
test_focus_on_pages (void)
{
  static const int widths[] = { 1100, 500 };

  for (gsize i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      Shown shown;

      show_sample (&shown, widths[i]);
      go_down (&shown, 4);
      trs_real_input_key (GTK_WIDGET (shown.window), GDK_KEY_Return, 0);
      g_assert_cmpstr (focused_action (&shown), ==, "progress.submit-again");

      gtk_widget_activate_action (GTK_WIDGET (shown.window), "win.back", NULL);
      trs_real_input_click (find_row (&shown, 1), 60, 20, GDK_BUTTON_PRIMARY, 1);
      /* which sleeps for three seconds, because it has just been asked */
      trs_manual_clock_advance (shown.rig->clock, 4 * G_USEC_PER_SEC);
      trs_test_wait_until (g_strcmp0 (focused_action (&shown), "progress.check-now") == 0);
      finish (&shown);
    }
}

static void
test_ring_follows_the_selection (void)
{
  Shown shown;

  show_sample (&shown, 1100);
  go_down (&shown, 2);
  for (guint i = 4; i <= 10; i++)
    {
      gtk_widget_activate_action (GTK_WIDGET (shown.window), "win.next-project", NULL);
      trs_test_wait_until (focused_project (&shown) == trs_session_rig_project (shown.rig, i));
      g_assert_true (trs_window_get_project (shown.window) == trs_session_rig_project (shown.rig, i));
    }
  for (guint i = 9; i >= 1; i--)
    {
      gtk_widget_activate_action (GTK_WIDGET (shown.window), "win.previous-project", NULL);
      trs_test_wait_until (focused_project (&shown) == trs_session_rig_project (shown.rig, i));
    }
  finish (&shown);
}

static guint
count_toasts (GtkWidget *widget)
{
  guint n = g_str_equal (gtk_widget_get_css_name (widget), "toast") && gtk_widget_get_mapped (widget);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_toasts (child);
  return n;
}

/* What the page and the window have to say is said one after another. */
static void
test_one_toast_at_a_time (void)
{
  GtkWidget *page;
  Shown shown;

  show_sample (&shown, 1100);
  trs_window_open_project (shown.window, trs_session_rig_project (shown.rig, 4));
  page = trs_display_test_find_type (GTK_WIDGET (shown.window), TRS_TYPE_TRANSCRIPT_PAGE);
  trs_window_toast (shown.window, "Ready: Press briefing", NULL, NULL, NULL);
  g_assert_true (gtk_widget_activate_action (page, "page.copy-link", NULL));
  trs_test_wait_until (count_toasts (GTK_WIDGET (shown.window)) > 0);
  for (guint i = 0; i < 5; i++)
    {
      trs_display_test_wait_frame (GTK_WIDGET (shown.window));
      g_assert_cmpuint (count_toasts (GTK_WIDGET (shown.window)), ==, 1);
    }
  finish (&shown);
}

static gboolean
is_unread (Shown *shown,
           guint  number)
{
  return trs_project_get_data (trs_session_rig_project (shown->rig, number))->unread;
}

static TrsProject *
open_project (Shown *shown)
{
  return trs_window_get_project (shown->window);
}

static void
show_unread (Shown *shown)
{
  show_sample (shown, 1100);
  for (guint number = 2; number <= 8; number++)
    trs_project_set_unread (trs_session_rig_project (shown->rig, number), TRUE);
  trs_window_open_project (shown->window, trs_session_rig_project (shown->rig, 2));
  g_assert_false (is_unread (shown, 2));
}

/* Whoever goes through the list with the arrow keys has read nothing of what they passed, and waits for no page on the
 * way. Where they rest is opened, and read when it was open for a moment. */
static void
test_walking_reads_nothing (void)
{
  Shown shown;

  show_unread (&shown);
  for (guint number = 2; number < 6; number++)
    {
      go_down (&shown, number);
      trs_manual_clock_advance (shown.rig->clock, 299);
      g_assert_true (open_project (&shown) == trs_session_rig_project (shown.rig, 2));
    }
  trs_manual_clock_advance (shown.rig->clock, 1);
  g_assert_true (open_project (&shown) == trs_session_rig_project (shown.rig, 6));
  trs_manual_clock_advance (shown.rig->clock, 1999);
  for (guint number = 3; number <= 6; number++)
    g_assert_true (is_unread (&shown, number));
  trs_manual_clock_advance (shown.rig->clock, 1);
  for (guint number = 3; number <= 5; number++)
    g_assert_true (is_unread (&shown, number));
  g_assert_false (is_unread (&shown, 6));
  finish (&shown);
}

/* By a scroll over the page, by Tab into it, by Enter or a click on its row. */
static void
test_used_is_read (void)
{
  Shown shown;

  show_unread (&shown);
  go_down (&shown, 3);
  trs_manual_clock_advance (shown.rig->clock, 300);
  g_assert_true (is_unread (&shown, 4));
  trs_real_input_move (trs_display_test_find (GTK_WIDGET (shown.window), "pages"), 200, 300);
  trs_real_input_scroll (trs_display_test_find (GTK_WIDGET (shown.window), "pages"), 2);
  g_assert_false (is_unread (&shown, 4));

  go_down (&shown, 4);
  trs_manual_clock_advance (shown.rig->clock, 300);
  g_assert_true (is_unread (&shown, 5));
  gtk_widget_child_focus (trs_display_test_find (GTK_WIDGET (shown.window), "pages"), GTK_DIR_TAB_FORWARD);
  trs_test_wait_until (!is_unread (&shown, 5));

  go_down (&shown, 5);
  trs_real_input_key (GTK_WIDGET (shown.window), GDK_KEY_Return, 0);
  g_assert_true (open_project (&shown) == trs_session_rig_project (shown.rig, 6));
  g_assert_false (is_unread (&shown, 6));

  trs_real_input_click (find_row (&shown, 7), 60, 20, GDK_BUTTON_PRIMARY, 1);
  g_assert_true (open_project (&shown) == trs_session_rig_project (shown.rig, 7));
  g_assert_false (is_unread (&shown, 7));
  g_assert_true (is_unread (&shown, 8));
  finish (&shown);
}

/* The keys of a row are for the video of that row, also before it is open. */
static void
test_keys_of_a_row (void)
{
  GtkWindow *dialog;
  Shown shown;

  show_sample (&shown, 1100);
  trs_window_open_project (shown.window, trs_session_rig_project (shown.rig, 2));
  go_down (&shown, 3);
  trs_real_input_key (GTK_WIDGET (shown.window), GDK_KEY_F2, 0);
  dialog = wait_for_dialog (TRS_TYPE_NAME_DIALOG);
  assert_renames (&shown, dialog, 4);
  gtk_window_destroy (dialog);
  trs_real_input_focus (GTK_WIDGET (shown.window));

  trs_library_set_note (trs_session_get_library (shown.rig->session), trs_session_rig_project (shown.rig, 5), "Note");
  gtk_widget_grab_focus (find_row (&shown, 5));
  trs_real_input_key (GTK_WIDGET (shown.window), GDK_KEY_Delete, 0);
  dialog = wait_for_dialog (TRS_TYPE_MESSAGE_DIALOG);
  g_assert_nonnull (trs_display_test_find_label (GTK_WIDGET (dialog), "Remove From This Computer?"));
  gtk_window_destroy (dialog);
  finish (&shown);
}

/* The chips are one stop on the way from the search to the list; the arrow keys go from chip to chip. */
static void
test_chips_are_one_stop (void)
{
  GtkWidget *window, *focus;
  Shown shown;

  show_sample (&shown, 1100);
  window = GTK_WIDGET (shown.window);
  /* The list has the focus once, when it has come. */
  trs_test_wait_until (gtk_root_get_focus (GTK_ROOT (window)) != NULL &&
                       gtk_widget_is_ancestor (gtk_root_get_focus (GTK_ROOT (window)), shown.list));
  trs_display_test_click (trs_display_test_find (window, "show_done"));
  trs_display_test_wait_frame (window);
  gtk_widget_grab_focus (gtk_widget_get_first_child (trs_display_test_find (window, "sort")));
  trs_real_input_key (window, GDK_KEY_Tab, 0);
  focus = gtk_root_get_focus (GTK_ROOT (window));
  g_assert_true (focus == trs_display_test_find (window, "show_done"));
  trs_real_input_key (window, GDK_KEY_Right, 0);
  g_assert_true (gtk_root_get_focus (GTK_ROOT (window)) == trs_display_test_find (window, "show_failed"));
  trs_real_input_key (window, GDK_KEY_Tab, GDK_SHIFT_MASK);
  g_assert_true (gtk_widget_is_ancestor (gtk_root_get_focus (GTK_ROOT (window)),
                                         trs_display_test_find (window, "sort")));
  trs_real_input_key (window, GDK_KEY_Tab, 0);
  trs_real_input_key (window, GDK_KEY_Tab, 0);
  focus = gtk_root_get_focus (GTK_ROOT (window));
  g_assert_true (gtk_widget_is_ancestor (focus, gtk_widget_get_ancestor (shown.list, TRS_TYPE_HISTORY_LIST)));
  trs_real_input_key (window, GDK_KEY_Tab, GDK_SHIFT_MASK);
  g_assert_true (gtk_root_get_focus (GTK_ROOT (window)) == trs_display_test_find (window, "show_done"));
  finish (&shown);
}

static GtkWidget *
find_copied (Shown *shown)
{
  return trs_display_test_find_label (GTK_WIDGET (shown->window), "Transcript copied");
}

/* What was copied is said, and once, however often it was due. */
static void
test_copies_are_told_once (void)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (trs_test_council, "en");
  g_autoptr (TrsDocument) document = trs_test_document_new (transcript);
  GtkWidget *page, *view;
  GtkTextIter start, end;
  Shown shown;

  show_sample (&shown, 1100);
  trs_window_open_project (shown.window, trs_session_rig_project (shown.rig, 4));
  page = trs_display_test_find_type (GTK_WIDGET (shown.window), TRS_TYPE_TRANSCRIPT_PAGE);
  g_object_set (page, "document", document, NULL);
  view = trs_display_test_find_type (page, TRS_TYPE_TRANSCRIPT_VIEW);
  for (gsize i = 0; i < 4; i++)
    g_signal_emit_by_name (view, "copy-clipboard");
  trs_test_wait_until (find_copied (&shown) != NULL);
  trs_test_wait_until (find_copied (&shown) == NULL);
  /* The next one in a queue would come at once. */
  trs_test_settle ();
  g_assert_null (find_copied (&shown));

  gtk_text_buffer_get_iter_at_line (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), &start, 1);
  end = start;
  gtk_text_iter_forward_to_line_end (&end);
  gtk_text_buffer_select_range (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), &start, &end);
  g_signal_emit_by_name (view, "copy-clipboard");
  trs_test_wait_until (trs_display_test_find_label (GTK_WIDGET (shown.window), "Selection copied") != NULL);
  finish (&shown);
}

static void
paste (Shown      *shown,
       const char *text)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (shown->window)), text);
  trs_real_input_key (GTK_WIDGET (shown->window), GDK_KEY_v, GDK_CONTROL_MASK);
}

static GtkWindow *
find_submit_dialog (void)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWindow) toplevel = g_list_model_get_item (toplevels, i);

      if (TRS_IS_SUBMIT_DIALOG (toplevel) && gtk_widget_get_visible (GTK_WIDGET (toplevel)))
        return toplevel;
    }
  return NULL;
}

/* A link is taken; where there is none, that is said. */
static void
test_paste (void)
{
  Shown shown;

  show_sample (&shown, 1100);
  gtk_widget_grab_focus (shown.list);
  paste (&shown, "Good evening, and welcome.");
  trs_test_wait_until (trs_display_test_find_label (GTK_WIDGET (shown.window), "There is no video link to paste") !=
                       NULL);
  g_assert_null (find_submit_dialog ());

  paste (&shown, "See https://youtu.be/dQw4w9WgXcQ there");
  trs_test_wait_until (find_submit_dialog () != NULL);
  gtk_window_destroy (find_submit_dialog ());
  finish (&shown);
}

/* Who has no account yet is told what becomes of the link. */
static void
test_paste_on_the_welcome_page (void)
{
  Shown shown;

  show_window (&shown, trs_session_rig_new_waiting (FALSE), 1100);
  trs_session_rig_start (shown.rig);
  trs_real_input_focus (GTK_WIDGET (shown.window));
  gtk_widget_grab_focus (trs_display_test_find (GTK_WIDGET (shown.window), "sample"));
  paste (&shown, "https://youtu.be/dQw4w9WgXcQ");
  trs_test_wait_until (trs_display_test_find_label (GTK_WIDGET (shown.window),
                                                    "Connect first. The link is kept until then.") != NULL);
  g_assert_null (find_submit_dialog ());
  finish (&shown);
}

static gboolean
is_focused (Shown     *shown,
            GtkWidget *pane)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (shown->window));

  return focus != NULL && gtk_widget_get_mapped (focus) &&
         (focus == pane || gtk_widget_is_ancestor (focus, pane));
}

/* F6 and Shift+F6 go round the panes that are on the screen, as in GTK. */
static void
test_panes (void)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (trs_test_council, "en");
  g_autoptr (TrsDocument) document = trs_test_document_new (transcript);
  GtkWidget *window, *page, *text, *highlights;
  Shown shown;

  show_sample (&shown, 1100);
  window = GTK_WIDGET (shown.window);
  trs_window_open_project (shown.window, trs_session_rig_project (shown.rig, 4));
  page = trs_display_test_find_type (window, TRS_TYPE_TRANSCRIPT_PAGE);
  g_object_set (page, "document", document, NULL);
  text = trs_display_test_find_type (page, TRS_TYPE_TRANSCRIPT_VIEW);
  highlights = trs_display_test_find (page, "highlights_pane");
  gtk_widget_grab_focus (text);

  trs_real_input_key (window, GDK_KEY_F6, 0);
  trs_test_wait_until (focused_project (&shown) != NULL);
  trs_real_input_key (window, GDK_KEY_F6, 0);
  trs_test_wait_until (is_focused (&shown, text));

  gtk_widget_activate_action (page, "page.highlights", NULL);
  trs_test_wait_until (gtk_widget_get_mapped (highlights));
  gtk_widget_grab_focus (text);
  trs_real_input_key (window, GDK_KEY_F6, 0);
  trs_test_wait_until (is_focused (&shown, highlights));
  trs_real_input_key (window, GDK_KEY_F6, 0);
  trs_test_wait_until (focused_project (&shown) != NULL);
  trs_real_input_key (window, GDK_KEY_F6, GDK_SHIFT_MASK);
  trs_test_wait_until (is_focused (&shown, highlights));
  trs_real_input_key (window, GDK_KEY_F6, GDK_SHIFT_MASK);
  trs_test_wait_until (is_focused (&shown, text));
  g_settings_reset (shown.rig->settings, "show-highlights");

  finish (&shown);
}

int
main (int    argc,
      char **argv)
{
  trs_display_test_init (&argc, &argv);
  g_test_add_func ("/window-keys/main-menu-on-the-welcome-page", test_main_menu_on_the_welcome_page);
  g_test_add_func ("/window-keys/main-menu-everywhere", test_main_menu_everywhere);
  g_test_add_func ("/window-keys/row-menu-by-pointer", test_row_menu_by_pointer);
  g_test_add_func ("/window-keys/row-after-its-menu", test_row_after_its_menu);
  g_test_add_func ("/window-keys/row-menu-by-keys", test_row_menu_by_keys);
  g_test_add_func ("/window-keys/row-menu-of-a-sample", test_row_menu_of_a_sample);
  g_test_add_data_func ("/window-keys/focus-after-connecting", GINT_TO_POINTER (1100), test_focus_after_connecting);
  g_test_add_data_func ("/window-keys/focus-after-connecting-with-one-pane", GINT_TO_POINTER (500),
                        test_focus_after_connecting);
  g_test_add_func ("/window-keys/focus-on-pages", test_focus_on_pages);
  g_test_add_func ("/window-keys/ring-follows-the-selection", test_ring_follows_the_selection);
  g_test_add_func ("/window-keys/walking-reads-nothing", test_walking_reads_nothing);
  g_test_add_func ("/window-keys/used-is-read", test_used_is_read);
  g_test_add_func ("/window-keys/keys-of-a-row", test_keys_of_a_row);
  g_test_add_func ("/window-keys/chips-are-one-stop", test_chips_are_one_stop);
  g_test_add_func ("/window-keys/one-toast-at-a-time", test_one_toast_at_a_time);
  g_test_add_func ("/window-keys/copies-are-told-once", test_copies_are_told_once);
  g_test_add_func ("/window-keys/panes", test_panes);
  g_test_add_func ("/window-keys/paste", test_paste);
  g_test_add_func ("/window-keys/paste-on-the-welcome-page", test_paste_on_the_welcome_page);
  return g_test_run ();
}
