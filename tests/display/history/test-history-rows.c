/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-test.h"
#include "trs-history-list.h"
#include "trs-history-page.h"
#include "trs-project-row.h"
#include "trs-real-input.h"
#include "trs-session-rig.h"

#define PROJECTS 300
#define PAGE 100

typedef struct
{
  TrsSessionRig *rig;
  GtkWindow *window;
  TrsHistoryList *list;
  GtkAdjustment *adjustment;
  TrsHistory *history;
  GPtrArray *titles;
  const char *chip;
  TrsProjectOrder order;
} Fixture;

static gboolean
is_failed (guint number)
{
  return number % 3 == 0;
}

/* In the order of the titles, seven stand where their dates are far apart. */
static char *
make_title (guint number)
{
  return g_strdup_printf ("%u video %03u, %s", number % 7, number, is_failed (number) ? "failed" : "done");
}

static void
add_page (Fixture *fixture,
          guint    page)
{
  g_autoptr (GString) entries = g_string_new ("[");
  g_autoptr (GDateTime) newest = g_date_time_new_utc (2026, 3, 1, 10, 0, 0);
  g_autofree char *match = g_strdup_printf ("page=%u", page);

  for (guint i = (page - 1) * PAGE; i < page * PAGE && i < PROJECTS; i++)
    {
      g_autoptr (GDateTime) time = g_date_time_add_hours (newest, -(int) i);
      g_autofree char *iso = g_date_time_format_iso8601 (time);
      g_autofree char *title = make_title (i);
      g_autofree char *entry = trs_session_rig_numbered (i + 1, title, is_failed (i) ? "error" : "done", iso);

      g_string_append_printf (entries, "%s%s", entries->len > 1 ? "," : "", entry);
      g_ptr_array_add (fixture->titles, g_steal_pointer (&title));
    }
  g_string_append_c (entries, ']');
  trs_recording_transport_add_for (fixture->rig->transport, match, 200, entries->str);
}

/* The list follows once a second while many pages are read. */
static gboolean
lists_all (Fixture *fixture)
{
  trs_manual_clock_advance (fixture->rig->clock, 1000);
  return trs_history_get_complete (fixture->history) &&
         trs_history_list_get_n_shown (fixture->list) == PROJECTS;
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  GtkWidget *page;

  fixture->rig = trs_session_rig_new_waiting (TRUE);
  fixture->titles = g_ptr_array_new_with_free_func (g_free);
  fixture->history = trs_session_get_history (fixture->rig->session);
  fixture->chip = "show_all";
  page = g_object_new (TRS_TYPE_HISTORY_PAGE, "session", fixture->rig->session, NULL);
  fixture->window = trs_display_test_present (page, 340, 800);
  fixture->list = TRS_HISTORY_LIST (trs_display_test_find_type (page, TRS_TYPE_HISTORY_LIST));
  fixture->adjustment = gtk_scrolled_window_get_vadjustment (
      GTK_SCROLLED_WINDOW (trs_display_test_find (GTK_WIDGET (fixture->list), "scroller")));
  for (guint i = 1; i <= PROJECTS / PAGE + 1; i++)
    add_page (fixture, i);
  trs_session_rig_start (fixture->rig);
  trs_test_wait_until (lists_all (fixture));
  trs_display_test_wait_frame (page);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  trs_display_test_destroy (fixture->window);
  trs_session_rig_free (fixture->rig);
  g_ptr_array_unref (fixture->titles);
}

static int
compare_titles (gconstpointer a,
                gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Returns: (transfer full): the titles that are to be seen, from the top */
static GPtrArray *
find_expected (Fixture *fixture)
{
  GPtrArray *expected = g_ptr_array_new ();

  for (guint i = 0; i < fixture->titles->len; i++)
    if (g_str_equal (fixture->chip, "show_all") ||
        g_str_equal (fixture->chip, is_failed (i) ? "show_failed" : "show_done"))
      g_ptr_array_add (expected, g_ptr_array_index (fixture->titles, i));
  if (fixture->order == TRS_PROJECT_ORDER_TITLE)
    g_ptr_array_sort (expected, compare_titles);
  return expected;
}

typedef struct
{
  double y;
  const char *title;
} Row;

static int
compare_rows (gconstpointer a,
              gconstpointer b)
{
  double difference = ((const Row *) a)->y - ((const Row *) b)->y;

  return (difference > 0) - (difference < 0);
}

static void
find_rows (GtkWidget *widget,
           GtkWidget *scroller,
           GArray    *rows)
{
  if (!gtk_widget_get_mapped (widget))
    return;

  if (TRS_IS_PROJECT_ROW (widget))
    {
      GtkWidget *title = trs_display_test_find_shown (widget, "row-title");
      Row row = { 0, gtk_inscription_get_text (GTK_INSCRIPTION (title)) };

      gtk_widget_translate_coordinates (widget, scroller, 0, 0, NULL, &row.y);
      if (row.y + gtk_widget_get_height (widget) > 0 && row.y < gtk_widget_get_height (scroller))
        g_array_append_val (rows, row);
      return;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    find_rows (child, scroller, rows);
}

/* What is on the screen is a piece of what is to be seen, without a gap, and its beginning at the top.
 *
 * Returns: (transfer full) (nullable): what is wrong with it
 */
static char *
find_wrong (Fixture *fixture)
{
  g_autoptr (GPtrArray) expected = find_expected (fixture);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (Row));
  GtkWidget *scroller = gtk_widget_get_ancestor (
      trs_display_test_find_type (GTK_WIDGET (fixture->list), GTK_TYPE_LIST_VIEW), GTK_TYPE_SCROLLED_WINDOW);
  guint first = 0;

  find_rows (scroller, scroller, rows);
  g_array_sort (rows, compare_rows);
  if (expected->len == 0)
    return trs_history_list_get_n_shown (fixture->list) == 0 ? NULL : g_strdup ("there are rows");
  if (rows->len == 0)
    return g_strdup ("there are no rows");

  while (first < expected->len
         && !g_str_equal (g_ptr_array_index (expected, first), g_array_index (rows, Row, 0).title))
    first++;
  if (first > 0 && gtk_adjustment_get_value (fixture->adjustment) < 1)
    return g_strdup_printf ("%u are missing at the top", first);
  for (guint i = 0; i < rows->len; i++)
    {
      const char *shown = g_array_index (rows, Row, i).title;

      if (first + i >= expected->len || !g_str_equal (g_ptr_array_index (expected, first + i), shown))
        return g_strdup_printf ("row %u says “%s”, and should say “%s”", i, shown,
                                first + i < expected->len ? (char *) g_ptr_array_index (expected, first + i) : "");
    }
  return NULL;
}

static gboolean
is_right (Fixture *fixture)
{
  g_autofree char *wrong = find_wrong (fixture);

  return wrong == NULL;
}

static void
press_chip (Fixture    *fixture,
            const char *chip)
{
  fixture->chip = chip;
  trs_display_test_click (trs_display_test_find (GTK_WIDGET (fixture->window), chip));
}

static void
assert_right (Fixture *fixture)
{
  g_autofree char *wrong = find_wrong (fixture);

  if (wrong != NULL)
    g_error ("%s, in order %u, at %.0f: %s", fixture->chip, (guint) fixture->order,
             gtk_adjustment_get_value (fixture->adjustment), wrong);
}

static void
do_something (Fixture *fixture)
{
  static const char *const chips[] = { "show_all", "show_done", "show_failed", "show_in_progress" };
  static const double places[] = { 0, 0.2, 0.5, 1 };
  GtkSelectionModel *model = gtk_list_view_get_model (
      GTK_LIST_VIEW (trs_display_test_find_type (GTK_WIDGET (fixture->list), GTK_TYPE_LIST_VIEW)));
  guint n = trs_history_list_get_n_shown (fixture->list);
  gint dice = g_test_rand_int_range (0, 10);

  if (dice < 4)
    {
      press_chip (fixture, chips[g_test_rand_int_range (0, G_N_ELEMENTS (chips))]);
    }
  else if (dice < 7)
    {
      double place = places[g_test_rand_int_range (0, G_N_ELEMENTS (places))];

      /* GTK is critical of scrolling in an empty list. */
      if (n > 0)
        gtk_adjustment_set_value (fixture->adjustment, gtk_adjustment_get_upper (fixture->adjustment) * place);
    }
  else if (dice < 8)
    {
      fixture->order =
          fixture->order == TRS_PROJECT_ORDER_TITLE ? TRS_PROJECT_ORDER_DATE : TRS_PROJECT_ORDER_TITLE;
      trs_history_set_order (fixture->history, fixture->order);
    }
  else if (n > 0)
    {
      gtk_selection_model_select_item (model, (guint) g_test_rand_int_range (0, (gint) n), TRUE);
    }
}

/* Rows that are used again show what stands where they are, whatever was chosen, sorted and scrolled, however fast. */
static void
test_any_order (Fixture       *fixture,
                gconstpointer  data)
{
  for (guint i = 0; i < 60; i++)
    {
      for (gint n = g_test_rand_int_range (0, 3); n >= 0; n--)
        do_something (fixture);
      trs_display_test_wait_frame (GTK_WIDGET (fixture->window));
      trs_test_wait_until (!trs_history_get_querying (fixture->history) && is_right (fixture));
      trs_display_test_wait_frame (GTK_WIDGET (fixture->window));
      trs_display_test_wait_frame (GTK_WIDGET (fixture->window));
      assert_right (fixture);
    }
}

/* From the end of a long list into what a chip leaves. */
static void
test_from_the_end (Fixture       *fixture,
                   gconstpointer  data)
{
  gtk_adjustment_set_value (fixture->adjustment, gtk_adjustment_get_upper (fixture->adjustment));
  trs_display_test_wait_frame (GTK_WIDGET (fixture->window));
  trs_test_wait_until (is_right (fixture));
  press_chip (fixture, "show_failed");
  trs_test_wait_until (!trs_history_get_querying (fixture->history));
  trs_display_test_wait_frame (GTK_WIDGET (fixture->window));
  g_assert_cmpfloat (gtk_adjustment_get_value (fixture->adjustment), <, 1);
  assert_right (fixture);
}

static GtkWidget *
find_class (GtkWidget  *root,
            const char *css_class)
{
  if (gtk_widget_has_css_class (root, css_class))
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_class (child, css_class);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* What a screen reader reads when the focus comes: the name that the row has at that moment. */
static void
focus_moved_cb (GtkWindow  *window,
                GParamSpec *pspec,
                GPtrArray  *names)
{
  GtkWidget *focus = gtk_window_get_focus (window);
  GtkWidget *child = focus != NULL ? gtk_widget_get_first_child (focus) : NULL;
  g_autofree char *name = NULL;
  GtkWidget *heading;

  if (!TRS_IS_PROJECT_ROW (child))
    return;

  g_assert_nonnull (trs_project_row_get_project (TRS_PROJECT_ROW (child)));
  name = g_strdup_printf ("%s, %s", gtk_inscription_get_text (GTK_INSCRIPTION (find_class (child, "row-title"))),
                          gtk_inscription_get_text (GTK_INSCRIPTION (find_class (child, "row-state"))));
  heading = find_class (child, "group");
  if (heading != NULL && gtk_widget_get_visible (heading))
    {
      g_autofree char *words = g_steal_pointer (&name);

      name = g_strdup_printf ("%s: %s", gtk_label_get_label (GTK_LABEL (heading)), words);
    }
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (focus), GTK_ACCESSIBLE_PROPERTY_LABEL, name);
  g_ptr_array_add (names, g_steal_pointer (&name));
}

static gboolean
last_is_read (Fixture *fixture)
{
  g_autoptr (TrsHistoryItem) last = g_list_model_get_item (G_LIST_MODEL (fixture->history), PROJECTS - 1);

  return trs_history_item_get_project (last) != NULL;
}

/* Rows that the keyboard brings in have their name when the focus comes to them. */
static void
test_named_at_focus (Fixture       *fixture,
                     gconstpointer  data)
{
  static const guint keys[] = { GDK_KEY_End, GDK_KEY_Home, GDK_KEY_Page_Down, GDK_KEY_End };
  GtkWidget *list = trs_display_test_find (GTK_WIDGET (fixture->list), "list");
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  trs_test_wait_until (last_is_read (fixture));
  trs_real_input_focus (list);
  gtk_widget_grab_focus (list);
  g_signal_connect (fixture->window, "notify::focus-widget", G_CALLBACK (focus_moved_cb), names);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      guint n = names->len;

      g_test_message ("%s", gdk_keyval_name (keys[i]));
      trs_real_input_key (list, keys[i], 0);
      trs_test_wait_until (names->len > n);
    }
  g_assert_nonnull (strstr (g_ptr_array_index (names, 0), "video 299"));
  g_assert_nonnull (strstr (g_ptr_array_index (names, 1), "video 000"));
  g_assert_nonnull (strstr (g_ptr_array_index (names, names->len - 1), "video 299"));
  g_signal_handlers_disconnect_by_data (fixture->window, names);
}

int
main (int   argc,
      char *argv[])
{
  g_setenv ("TZ", "UTC", TRUE);
  trs_display_test_init (&argc, &argv);
  g_test_add ("/history-rows/named-at-focus", Fixture, NULL, set_up, test_named_at_focus, tear_down);
  g_test_add ("/history-rows/from-the-end", Fixture, NULL, set_up, test_from_the_end, tear_down);
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *path = g_strdup_printf ("/history-rows/any-order/%u", i);

      g_test_add (path, Fixture, NULL, set_up, test_any_order, tear_down);
    }
  return g_test_run ();
}
