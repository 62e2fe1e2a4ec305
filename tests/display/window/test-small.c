/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Every page and dialog fits the smallest screens that the desktop supports, a phone in either direction, with normal
 * and with large text: what does not fit is scrolled to, and nothing asks for more room. Every dialog is one for a
 * screen reader, too. */
#include "config.h"
#include "trs-compare-window.h"
#include "trs-display-test.h"
#include "trs-test-transcripts.h"
#include "trs-tour.h"
#include "trs-transcript-page.h"
#include "trs-window.h"

#define SMALL_WIDTH 360
#define SMALL_HEIGHT 294
/* What GTK draws around a window where there is no compositor. */
#define FRAME 10

typedef struct
{
  TrsTour tour;
  GtkWidget *pages;
  int dpi;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  percent)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (trs_test_council, "en");
  g_autofree char *entries = trs_session_rig_sample_list ();
  GtkSettings *settings = gtk_settings_get_default ();

  g_object_get (settings, "gtk-xft-dpi", &fixture->dpi, NULL);
  g_object_set (settings, "gtk-xft-dpi", 96 * 1024 * GPOINTER_TO_INT (percent) / 100, NULL);
  fixture->tour.document = trs_test_document_new (transcript);
  fixture->tour.rig = trs_session_rig_new_waiting (TRUE);
  g_settings_set_int (fixture->tour.rig->settings, "window-width", SMALL_WIDTH + FRAME);
  g_settings_set_int (fixture->tour.rig->settings, "window-height", SMALL_HEIGHT + FRAME);
  fixture->tour.window = trs_window_new (NULL, fixture->tour.rig->session, fixture->tour.rig->settings);
  fixture->pages = trs_display_test_find (GTK_WIDGET (fixture->tour.window), "pages");
  trs_display_test_show (GTK_WINDOW (fixture->tour.window));
  trs_session_rig_list (fixture->tour.rig, entries);
  trs_session_rig_start (fixture->tour.rig);
  trs_test_wait_until (trs_history_get_complete (trs_session_get_history (fixture->tour.rig->session)));
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  percent)
{
  trs_display_test_destroy (fixture->tour.window);
  trs_session_rig_free (fixture->tour.rig);
  g_object_unref (fixture->tour.document);
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", fixture->dpi, NULL);
}

static void
assert_fits (GtkWidget  *widget,
             const char *name)
{
  int width, height;

  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, -1, &height, NULL, NULL, NULL);
  if (width > SMALL_WIDTH + FRAME || height > SMALL_HEIGHT + FRAME)
    {
      g_test_message ("%s asks for %d x %d", name, width, height);
      g_test_fail ();
    }
}

static void
assert_is_dialog (GtkWindow *dialog)
{
  const char *title = gtk_window_get_title (dialog);

  g_assert_true (title != NULL && *title != '\0');
  gtk_test_accessible_assert_role (GTK_ACCESSIBLE (dialog), GTK_ACCESSIBLE_ROLE_DIALOG);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (dialog), GTK_ACCESSIBLE_PROPERTY_LABEL, title);
}

/* The focus comes to a dialog as soon as it is shown: by then it says what it is. */
static void
test_dialogs_are_told (Fixture       *fixture,
                       gconstpointer  percent)
{
  static const char * const built[][2] = { { "trs-text-dialog.ui", "dialog" }, { "trs-shortcuts.ui", "help_overlay" } };

  GtkWindow *compare = g_object_new (TRS_TYPE_COMPARE_WINDOW, NULL);

  assert_is_dialog (compare);
  trs_display_test_destroy (compare);
  for (gsize i = 0; i < TRS_TOUR_N_DIALOGS; i++)
    {
      GtkWindow *dialog = trs_tour_dialogs[i].create (&fixture->tour);

      g_test_message ("%s", trs_tour_dialogs[i].name);
      assert_is_dialog (dialog);
      g_assert_nonnull (trs_display_test_find_shortcut (GTK_WIDGET (dialog), "F1", NULL));
      trs_display_test_destroy (dialog);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (built); i++)
    {
      g_autofree char *path = g_strconcat (TRS_RESOURCE_BASE "/", built[i][0], NULL);
      g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource (path);
      GtkWindow *dialog = GTK_WINDOW (gtk_builder_get_object (builder, built[i][1]));

      g_test_message ("%s", built[i][0]);
      assert_is_dialog (dialog);
      trs_display_test_destroy (dialog);
    }
}

static void
test_dialogs (Fixture       *fixture,
              gconstpointer  percent)
{
  for (gsize i = 0; i < TRS_TOUR_N_DIALOGS; i++)
    {
      GtkWindow *dialog = trs_tour_dialogs[i].create (&fixture->tour);
      g_autofree char *name = g_strdup_printf ("small-%s-%d", trs_tour_dialogs[i].name, GPOINTER_TO_INT (percent));

      gtk_window_set_default_size (dialog, SMALL_WIDTH + FRAME, SMALL_HEIGHT + FRAME);
      trs_display_test_show (dialog);
      trs_display_test_wait_frame (GTK_WIDGET (dialog));
      trs_display_test_wait_frame (GTK_WIDGET (dialog));
      assert_fits (GTK_WIDGET (dialog), trs_tour_dialogs[i].name);
      trs_display_test_save_png (GTK_WIDGET (dialog), name);
      trs_display_test_destroy (dialog);
    }
}

static void
check_page (Fixture    *fixture,
            const char *page,
            int         percent)
{
  g_autofree char *name = g_strdup_printf ("small-%s-%d", page, percent);

  for (guint i = 0; i < 10; i++)
    trs_display_test_wait_frame (GTK_WIDGET (fixture->tour.window));
  assert_fits (GTK_WIDGET (fixture->tour.window), page);
  /* GtkStack makes a child wider than itself that is too high for it. */
  g_assert_cmpint (gtk_widget_get_width (gtk_stack_get_visible_child (GTK_STACK (fixture->pages))), <=, SMALL_WIDTH);
  trs_display_test_save_png (GTK_WIDGET (fixture->tour.window), name);
}

static void
test_pages (Fixture       *fixture,
            gconstpointer  user_data)
{
  int percent = GPOINTER_TO_INT (user_data);

  check_page (fixture, "list", percent);
  trs_window_open_project (fixture->tour.window, trs_tour_get_project (&fixture->tour, 1));
  check_page (fixture, "progress", percent);
  trs_window_open_project (fixture->tour.window, trs_tour_get_project (&fixture->tour, 5));
  check_page (fixture, "failed", percent);
  /* The one with the longest title. */
  trs_window_open_project (fixture->tour.window, trs_tour_get_project (&fixture->tour, 6));
  g_object_set (trs_display_test_find_type (GTK_WIDGET (fixture->tour.window), TRS_TYPE_TRANSCRIPT_PAGE), "document",
                fixture->tour.document, NULL);
  check_page (fixture, "transcript", percent);
  g_settings_set_boolean (fixture->tour.rig->settings, "show-highlights", TRUE);
  check_page (fixture, "highlights", percent);
  trs_searcher_set_query (trs_session_get_searcher (fixture->tour.rig->session), "nothing like it");
  check_page (fixture, "search", percent);
}

int
main (int   argc,
      char *argv[])
{
  static const int percents[] = { 100, 150 };

  trs_display_test_init (&argc, &argv);
  for (gsize i = 0; i < G_N_ELEMENTS (percents); i++)
    {
      g_autofree char *dialogs_path = g_strdup_printf ("/small/dialogs/%d", percents[i]);
      g_autofree char *pages_path = g_strdup_printf ("/small/pages/%d", percents[i]);

      g_test_add (dialogs_path, Fixture, GINT_TO_POINTER (percents[i]), set_up, test_dialogs, tear_down);
      g_test_add (pages_path, Fixture, GINT_TO_POINTER (percents[i]), set_up, test_pages, tear_down);
    }
  g_test_add ("/small/dialogs/told", Fixture, GINT_TO_POINTER (100), set_up, test_dialogs_are_told, tear_down);
  return g_test_run ();
}
