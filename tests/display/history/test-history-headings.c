/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-test.h"
#include "trs-history-list.h"
#include "trs-history-page.h"
#include "trs-project-row.h"
#include "trs-real-input.h"
#include "trs-session-rig.h"

#define PROJECTS 60

/* Bounds are floats; a pixel is not a row that is covered. */
#define PIXEL 1.0f

typedef struct
{
  int width;
  int percent;
} Look;

typedef struct
{
  TrsSessionRig *rig;
  GtkWindow *window;
  GtkWidget *page;
  TrsHistoryList *list;
  GtkWidget *view;
  GtkWidget *scroller;
  int dpi;
} Fixture;

static GtkSelectionModel *
get_model (Fixture *fixture)
{
  return gtk_list_view_get_model (GTK_LIST_VIEW (fixture->view));
}

/* Two videos a day, so that nearly every other row begins one. */
static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  const Look *look = data;
  g_autoptr (GString) entries = g_string_new (NULL);

  g_object_get (gtk_settings_get_default (), "gtk-xft-dpi", &fixture->dpi, NULL);
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", 96 * 1024 * look->percent / 100, NULL);
  fixture->rig = trs_session_rig_new_waiting (TRUE);
  fixture->page = g_object_new (TRS_TYPE_HISTORY_PAGE, "session", fixture->rig->session, NULL);
  fixture->window = trs_display_test_present (fixture->page, look->width, 640);
  fixture->list = TRS_HISTORY_LIST (trs_display_test_find_type (fixture->page, TRS_TYPE_HISTORY_LIST));
  fixture->view = trs_display_test_find_type (GTK_WIDGET (fixture->list), GTK_TYPE_LIST_VIEW);
  fixture->scroller = trs_display_test_find (GTK_WIDGET (fixture->list), "scroller");

  for (guint i = 0; i < PROJECTS; i++)
    {
      g_autoptr (GDateTime) now = g_date_time_new_utc (2026, 3, 12, 11, 0, 0);
      g_autoptr (GDateTime) time = g_date_time_add_minutes (now, -(int) (i / 2) * 24 * 60 - (int) (i % 2));
      g_autofree char *iso = g_date_time_format (time, "%Y-%m-%dT%H:%M:%SZ");
      g_autofree char *title = g_strdup_printf ("Video %02u", i);
      g_autofree char *entry = trs_session_rig_numbered (i + 1, title, "done", iso);

      g_string_append_printf (entries, "%s%s", i > 0 ? "," : "", entry);
    }
  trs_session_rig_list (fixture->rig, entries->str);
  trs_session_rig_start (fixture->rig);
  trs_test_wait_until (g_list_model_get_n_items (G_LIST_MODEL (get_model (fixture))) == PROJECTS);
  trs_test_wait_until (trs_display_test_find_label (fixture->page, "Video 00") != NULL);
  trs_display_test_wait_frame (fixture->page);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  trs_display_test_destroy (fixture->window);
  trs_session_rig_free (fixture->rig);
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", fixture->dpi, NULL);
}

static gboolean
is_whole (Fixture   *fixture,
          GtkWidget *row)
{
  GtkWidget *heading = trs_display_test_find (GTK_WIDGET (fixture->list), "group");
  graphene_rect_t row_bounds;
  graphene_rect_t heading_bounds;
  graphene_rect_t list_bounds;

  if (row == NULL || !gtk_widget_get_mapped (row) || !gtk_widget_get_mapped (heading))
    return FALSE;
  g_assert_true (gtk_widget_compute_bounds (row, GTK_WIDGET (fixture->window), &row_bounds));
  g_assert_true (gtk_widget_compute_bounds (heading, GTK_WIDGET (fixture->window), &heading_bounds));
  g_assert_true (gtk_widget_compute_bounds (fixture->view, GTK_WIDGET (fixture->window), &list_bounds));
  return row_bounds.origin.y > heading_bounds.origin.y + heading_bounds.size.height - PIXEL
         && row_bounds.origin.y + row_bounds.size.height < list_bounds.origin.y + list_bounds.size.height + PIXEL;
}

static GtkWidget *
get_focus_row (Fixture *fixture)
{
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (fixture->window));

  return focus != NULL && gtk_widget_get_parent (focus) == fixture->view ? focus : NULL;
}

static GtkWidget *
find_selected_row (Fixture *fixture)
{
  for (GtkWidget *row = gtk_widget_get_first_child (fixture->view); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    if ((gtk_widget_get_state_flags (row) & GTK_STATE_FLAG_SELECTED) != 0)
      return row;
  return NULL;
}

/* The heading stands above the list and not upon it: it takes its room from the list, and no pointer that is meant for
 * a row reaches it. */
static void
assert_heading_is_apart (Fixture *fixture)
{
  GtkWidget *heading = trs_display_test_find (GTK_WIDGET (fixture->list), "group");
  graphene_rect_t heading_bounds;
  graphene_rect_t scroller_bounds;

  g_assert_true (gtk_widget_compute_bounds (heading, GTK_WIDGET (fixture->list), &heading_bounds));
  g_assert_true (gtk_widget_compute_bounds (fixture->scroller, GTK_WIDGET (fixture->list), &scroller_bounds));
  g_assert_cmpfloat (heading_bounds.origin.y + heading_bounds.size.height, <=, scroller_bounds.origin.y + PIXEL);
  g_assert_cmpint (gtk_widget_get_overflow (fixture->view), ==, GTK_OVERFLOW_HIDDEN);
}

static void
press (Fixture *fixture,
       guint    key)
{
  trs_real_input_key (fixture->view, key, 0);
  trs_test_wait_until (is_whole (fixture, get_focus_row (fixture)));
  assert_heading_is_apart (fixture);
}

static void
test_keys (Fixture       *fixture,
           gconstpointer  data)
{
  static const guint keys[] = {
    GDK_KEY_Page_Down, GDK_KEY_Page_Down, GDK_KEY_Page_Up, GDK_KEY_End, GDK_KEY_Page_Up, GDK_KEY_Home,
  };

  trs_real_input_focus (fixture->page);
  gtk_widget_grab_focus (GTK_WIDGET (fixture->list));
  trs_test_wait_until (is_whole (fixture, get_focus_row (fixture)));
  for (guint i = 0; i < 25; i++)
    press (fixture, GDK_KEY_Down);
  for (guint i = 0; i < 22; i++)
    press (fixture, GDK_KEY_Up);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    press (fixture, keys[i]);
  g_assert_true (gtk_selection_model_is_selected (get_model (fixture), 0));
}

/* Selected by Alt+Up and Alt+Down, a notification, a hit of the search: from below and from above. */
static void
test_from_outside (Fixture       *fixture,
                   gconstpointer  data)
{
  static const guint numbers[] = { 41, 12, 60, 27, 1, 30, 29, 28, 2 };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      trs_history_list_set_selected (trs_history_page_get_list (TRS_HISTORY_PAGE (fixture->page)),
                                     trs_session_rig_project (fixture->rig, numbers[i]));
      trs_test_wait_until (is_whole (fixture, find_selected_row (fixture)));
      assert_heading_is_apart (fixture);
    }
  for (guint i = 0; i < 24; i++)
    {
      trs_history_list_move (trs_history_page_get_list (TRS_HISTORY_PAGE (fixture->page)), i < 14 ? 1 : -1, FALSE);
      trs_test_wait_until (is_whole (fixture, find_selected_row (fixture)));
    }
}

/* Midnight passes while nothing is asked: the headings and the rows say so, and once more a day later. */
static void
test_midnight (Fixture       *fixture,
               gconstpointer  data)
{
  GtkWidget *heading = trs_display_test_find (GTK_WIDGET (fixture->list), "group");
  GtkWidget *row = trs_display_test_find_label (fixture->page, "Video 00");
  guint n_requests = trs_recording_transport_get_n_requests (fixture->rig->transport);

  g_assert_nonnull (trs_display_test_find_label (heading, "Today"));
  trs_manual_clock_advance (fixture->rig->clock, 13 * G_TIME_SPAN_HOUR / 1000);
  trs_test_wait_until (trs_display_test_find_label (heading, "Yesterday") != NULL);
  row = gtk_widget_get_ancestor (row, TRS_TYPE_PROJECT_ROW);
  g_assert_null (trs_display_test_find_label (row, "Today"));
  trs_manual_clock_advance (fixture->rig->clock, G_TIME_SPAN_DAY / 1000);
  trs_test_wait_until (trs_display_test_find_label (heading, "Yesterday") == NULL);
  g_assert_cmpuint (trs_recording_transport_get_n_requests (fixture->rig->transport), ==, n_requests);
}

int
main (int   argc,
      char *argv[])
{
  static const Look looks[] = { { 340, 100 }, { 360, 100 }, { 360, 200 } };

  g_setenv ("TZ", "UTC", TRUE);
  trs_display_test_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (looks); i++)
    {
      g_autofree char *keys = g_strdup_printf ("/history-headings/keys/%d-%d", looks[i].width, looks[i].percent);
      g_autofree char *outside = g_strdup_printf ("/history-headings/from-outside/%d-%d", looks[i].width,
                                                  looks[i].percent);

      g_test_add (keys, Fixture, &looks[i], set_up, test_keys, tear_down);
      g_test_add (outside, Fixture, &looks[i], set_up, test_from_outside, tear_down);
    }
  g_test_add ("/history-headings/midnight", Fixture, &looks[0], set_up, test_midnight, tear_down);
  return g_test_run ();
}
