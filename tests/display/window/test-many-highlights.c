/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The highlights of what a search has found, and of what is ticked, copied and exported with a real pointer. */
#include "trs-collect-highlights-dialog.h"
#include "trs-display-test.h"
#include "trs-export-highlights-dialog.h"
#include "trs-export-many-dialog.h"
#include "trs-real-input.h"
#include "trs-search-page.h"
#include "trs-session-rig.h"
#include "trs-store-accounts.h"
#include "trs-store-annotations.h"
#include "trs-store-projects.h"
#include "trs-store-texts.h"
#include "trs-test-store.h"
#include "trs-test-transcripts.h"
#include "trs-text-provider.h"
#include "trs-window.h"

#define PATTERN "https://video.example/?v={id}&t={t}s"

static const TrsTestParagraph vote[] = {
  { 7000, 1, "We vote on the budget." },
  { 9000, 2, "Nobody <voted> & left." },
  { 0, 0, NULL },
};

typedef struct
{
  TrsSessionRig *rig;
  gint64 account;
  GString *list;
  TrsWindow *window;
} Fixture;

/* A finished video; highlights of its transcript are kept also where the transcript itself is not here. */
static void
add (Fixture    *fixture,
     guint       age,
     const char *id,
     const char *title,
     gboolean    here,
     gboolean    highlighted)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (vote, "en");
  g_autoptr (TrsProjectData) data = trs_project_data_new (id);
  g_autoptr (GPtrArray) projects = g_ptr_array_new ();
  g_autoptr (TrsAnnotations) none = trs_annotations_new ();
  g_autoptr (TrsAnnotations) one = trs_annotations_highlight (
      none, transcript, (TrsTextPosition){ 0, 0 }, (TrsTextPosition){ 0, 22 }, TRS_HIGHLIGHT_GREEN, "From M.", 1);
  g_autofree char *entry = trs_session_rig_entry (id, title, id, "done", "2026-03-12T10:00:00Z");

  g_string_append_printf (fixture->list, "%s%s", fixture->list->len > 0 ? "," : "", entry);
  data->title = g_strdup (title);
  data->video_id = g_strdup (id);
  data->state = TRS_PROJECT_STATE_DONE;
  data->created_at = data->sort_at = TRS_SESSION_RIG_NOW - age * G_TIME_SPAN_DAY;
  g_ptr_array_add (projects, data);
  trs_store_projects_save_async (fixture->rig->store, fixture->account, projects, NULL, NULL, NULL);
  if (here)
    trs_store_texts_save_async (fixture->rig->store, fixture->account, id, transcript, TRS_SESSION_RIG_SERVER,
                                TRS_SESSION_RIG_NOW, NULL, NULL, NULL);
  if (highlighted)
    trs_store_annotations_edit_async (fixture->rig->store, fixture->account, id, one, NULL, NULL, NULL, NULL);
  trs_test_flush_store (fixture->rig->store);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  user_data)
{
  g_autoptr (GAsyncResult) result = NULL;

  fixture->rig = trs_session_rig_new_keeping ();
  fixture->list = g_string_new (NULL);
  /* What is not here stays away until it is asked for. */
  g_settings_set_boolean (fixture->rig->settings, "keep-transcripts", FALSE);
  g_settings_set_string (fixture->rig->settings, "video-page-pattern", PATTERN);
  g_settings_set_int (fixture->rig->settings, "window-width", 1000);
  g_settings_set_int (fixture->rig->settings, "window-height", 760);
  trs_store_accounts_open_async (fixture->rig->store, TRS_SESSION_RIG_SERVER, 0, NULL, NULL, TRS_SESSION_RIG_NOW, NULL,
                                 trs_test_store_result, &result);
  trs_test_wait_result (result);
  fixture->account = trs_store_accounts_open_finish (fixture->rig->store, result, NULL);
  add (fixture, 1, "p1", "City <council> budget", TRUE, TRUE);
  add (fixture, 2, "p2", "Union & budget", TRUE, TRUE);
  add (fixture, 3, "p3", "Budget without highlights", TRUE, FALSE);
  add (fixture, 4, "p4", "Something else", TRUE, TRUE);
}

static void
show (Fixture *fixture)
{
  fixture->window = trs_window_new (NULL, fixture->rig->session, fixture->rig->settings);
  trs_display_test_show (GTK_WINDOW (fixture->window));
  trs_session_rig_list (fixture->rig, fixture->list->str);
  trs_session_start (fixture->rig->session);
  trs_test_wait_until (trs_history_get_complete (trs_session_get_history (fixture->rig->session)));
  trs_text_provider_copy (GTK_WIDGET (fixture->window), "before");
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  user_data)
{
  if (fixture->window != NULL)
    trs_display_test_destroy (fixture->window);
  trs_session_rig_free (fixture->rig);
  g_string_free (fixture->list, TRUE);
}

static gboolean
says (gpointer    window,
      const char *words)
{
  return trs_display_test_find_label (GTK_WIDGET (window), words) != NULL;
}

static GtkWidget *
find_dialog (GType type)
{
  g_autoptr (GList) toplevels = gtk_window_list_toplevels ();

  for (GList *l = toplevels; l != NULL; l = l->next)
    if (G_TYPE_CHECK_INSTANCE_TYPE (l->data, type) && gtk_widget_get_mapped (l->data))
      return l->data;
  return NULL;
}

static GtkWidget *
wait_for_dialog (GType type)
{
  trs_test_wait_until (find_dialog (type) != NULL);
  trs_display_test_show (GTK_WINDOW (find_dialog (type)));
  return find_dialog (type);
}

static void
assert_copied (Fixture    *fixture,
               const char *expected)
{
  g_autofree char *text = trs_display_test_read_copied (GTK_WIDGET (fixture->window));

  g_assert_cmpstr (text, ==, expected);
}

static gboolean
was_copied (Fixture    *fixture,
            const char *expected)
{
  g_autofree char *text = trs_display_test_read_copied (GTK_WIDGET (fixture->window));

  return g_strcmp0 (text, expected) == 0;
}

/* Returns: (nullable): the button of what can be done with what was found, if it is on the screen */
static GtkWidget *
find_more (Fixture *fixture)
{
  GtkWidget *page = trs_display_test_find_type (GTK_WIDGET (fixture->window), TRS_TYPE_SEARCH_PAGE);
  GtkWidget *more = page != NULL ? trs_display_test_find (page, "more") : NULL;

  return more != NULL && gtk_widget_get_mapped (more) ? more : NULL;
}

static void
search (Fixture    *fixture,
        const char *words)
{
  TrsSearcher *searcher = trs_session_get_searcher (fixture->rig->session);

  gtk_editable_set_text (GTK_EDITABLE (trs_display_test_find (GTK_WIDGET (fixture->window), "search")), words);
  trs_test_wait_until (g_strcmp0 (trs_searcher_get_answered (searcher), words) == 0 &&
                       !trs_searcher_get_searching (searcher));
  trs_test_wait_until (find_more (fixture) != NULL);
}

/* The menu of what was found, by the pointer. */
static void
choose_found (Fixture    *fixture,
              const char *item)
{
  GtkWidget *more = find_more (fixture);
  GtkWidget *label;

  trs_real_input_focus (more);
  trs_display_test_wait_frame (GTK_WIDGET (fixture->window));
  trs_real_input_click_on (more);
  trs_test_wait_until ((label = trs_display_test_find_label (more, item)) != NULL && gtk_widget_get_mapped (label));
  trs_display_test_wait_frame (GTK_WIDGET (fixture->window));
  trs_real_input_click_on (label);
}

#define COUNCIL "“We vote on the budget.” — Speaker 1, in “City <council> budget” (00:00:07), " \
                "https://video.example/?v=p1&t=7s\nFact\n"
#define UNION "“We vote on the budget.” — Speaker 1, in “Union & budget” (00:00:07), " \
              "https://video.example/?v=p2&t=7s\nFact\n"

/* Those that were found and have highlights, each under its title; no note leaves. */
static void
test_copy_found (Fixture       *fixture,
                 gconstpointer  user_data)
{
  show (fixture);
  search (fixture, "budget");
  trs_display_test_save_png (GTK_WIDGET (fixture->window), "many-highlights-search");
  choose_found (fixture, "Copy Highlights");
  trs_test_wait_until (says (fixture->window, "Highlights copied"));
  /* The words of the last one are a hit, too. */
  assert_copied (fixture, "City <council> budget\n\n" COUNCIL "\nUnion & budget\n\n" UNION "\nSomething else\n\n"
                          "“We vote on the budget.” — Speaker 1, in “Something else” (00:00:07), "
                          "https://video.example/?v=p4&t=7s\nFact\n");
  g_assert_null (find_dialog (TRS_TYPE_COLLECT_HIGHLIGHTS_DIALOG));

  search (fixture, "union");
  choose_found (fixture, "Copy Highlights");
  trs_test_wait_until (was_copied (fixture, UNION));
}

/* Where the chip shows all highlights, these are what is copied. */
static void
test_chip (Fixture       *fixture,
           gconstpointer  user_data)
{
  g_autofree char *text = NULL;

  show (fixture);
  trs_display_test_click (trs_display_test_find (GTK_WIDGET (fixture->window), "highlights"));
  trs_test_wait_until (find_more (fixture) != NULL);
  choose_found (fixture, "Copy Highlights");
  trs_test_wait_until (says (fixture->window, "Highlights copied"));
  text = trs_display_test_read_copied (GTK_WIDGET (fixture->window));
  g_assert_true (g_str_has_prefix (text, "City <council> budget\n\n" COUNCIL "\nUnion & budget\n\n" UNION));
}

static void
test_export_found (Fixture       *fixture,
                   gconstpointer  user_data)
{
  GtkWidget *dialog;

  show (fixture);
  search (fixture, "budget");
  choose_found (fixture, "Export Highlights…");
  dialog = wait_for_dialog (TRS_TYPE_EXPORT_HIGHLIGHTS_DIALOG);
  trs_test_wait_until (says (dialog, "3 highlights"));
  gtk_switch_set_active (GTK_SWITCH (trs_display_test_find (dialog, "notes")), TRUE);
  g_assert_true (says (dialog, "3 highlights, 3 notes"));
  trs_display_test_save_png (dialog, "many-highlights-export");
  gtk_window_close (GTK_WINDOW (dialog));
}

/* Ticked in Export Many, which goes. */
static void
test_ticked (Fixture       *fixture,
             gconstpointer  user_data)
{
  GtkWidget *dialog;
  GtkWidget *row;

  show (fixture);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.export-many", NULL);
  dialog = wait_for_dialog (TRS_TYPE_EXPORT_MANY_DIALOG);
  gtk_window_set_default_size (GTK_WINDOW (dialog), 560, 980);
  adw_combo_row_set_selected (ADW_COMBO_ROW (trs_display_test_find (dialog, "scope")), 1);
  row = trs_display_test_find (dialog, "copy_highlights");
  g_assert_false (gtk_widget_is_sensitive (row));
  trs_test_wait_until (says (dialog, "Union & budget"));
  trs_display_test_wait_frame (dialog);
  g_signal_emit_by_name (trs_display_test_find (dialog, "rows"), "activate", 1);
  g_signal_emit_by_name (trs_display_test_find (dialog, "rows"), "activate", 2);
  g_assert_true (gtk_widget_is_sensitive (row));
  trs_display_test_wait_frame (dialog);
  trs_display_test_save_png (dialog, "many-highlights-ticked");
  gtk_widget_grab_focus (row);
  trs_display_test_wait_frame (dialog);
  trs_real_input_click_on (row);
  trs_test_wait_until (says (fixture->window, "Highlights copied"));
  assert_copied (fixture, UNION);
  g_assert_null (find_dialog (TRS_TYPE_EXPORT_MANY_DIALOG));
}

/* Without highlights that is said, and the clipboard stays. */
static void
test_nothing (Fixture       *fixture,
              gconstpointer  user_data)
{
  GtkWidget *dialog;

  show (fixture);
  search (fixture, "without");
  choose_found (fixture, "Copy Highlights");
  dialog = wait_for_dialog (TRS_TYPE_COLLECT_HIGHLIGHTS_DIALOG);
  trs_test_wait_until (says (dialog, "No highlights in 1 transcript"));
  g_assert_false (gtk_widget_get_visible (trs_display_test_find (dialog, "failures")));
  g_assert_false (gtk_widget_get_visible (trs_display_test_find (dialog, "go_on")));
  trs_display_test_wait_frame (dialog);
  trs_display_test_save_png (dialog, "many-highlights-nothing");
  trs_real_input_key (dialog, GDK_KEY_Escape, 0);
  trs_test_wait_until (find_dialog (TRS_TYPE_COLLECT_HIGHLIGHTS_DIALOG) == NULL);
  assert_copied (fixture, "before");
}

/* What cannot be read is named, and its title is no markup; the others go on when the user says so. */
static void
test_failure (Fixture       *fixture,
              gconstpointer  user_data)
{
  GtkWidget *dialog;

  add (fixture, 5, "p5", "Q&A <b>budget</b>", FALSE, TRUE);
  show (fixture);
  for (guint i = 0; i < 2; i++)
    trs_recording_transport_add_for (fixture->rig->transport, "/api/detail/p5", 404, "{}");
  search (fixture, "budget");
  choose_found (fixture, "Copy Highlights");
  dialog = wait_for_dialog (TRS_TYPE_COLLECT_HIGHLIGHTS_DIALOG);
  trs_test_wait_until (says (dialog, "The highlights of 1 transcript can’t be read"));
  g_assert_true (says (dialog, "Q&A <b>budget</b>"));
  assert_copied (fixture, "before");
  trs_display_test_wait_frame (dialog);
  trs_display_test_save_png (dialog, "many-highlights-failure");
  trs_real_input_click_on (trs_display_test_find (dialog, "go_on"));
  trs_test_wait_until (says (fixture->window, "Highlights copied"));
  g_assert_null (find_dialog (TRS_TYPE_COLLECT_HIGHLIGHTS_DIALOG));
}

/* What takes long says how far it is, and can be cancelled: nothing is copied then. */
static void
test_long (Fixture       *fixture,
           gconstpointer  user_data)
{
  GtkWidget *dialog;

  add (fixture, 5, "p5", "The oldest budget", FALSE, TRUE);
  show (fixture);
  search (fixture, "budget");
  choose_found (fixture, "Copy Highlights");
  dialog = wait_for_dialog (TRS_TYPE_COLLECT_HIGHLIGHTS_DIALOG);
  trs_test_wait_until (says (dialog, "Read 3 of 4"));
  g_assert_cmpuint (trs_recording_transport_get_n_waiting (fixture->rig->transport), >, 0);
  g_assert_cmpfloat (gtk_progress_bar_get_fraction (GTK_PROGRESS_BAR (trs_display_test_find (dialog, "bar"))), ==,
                     0.75);
  trs_display_test_save_png (dialog, "many-highlights-running");
  trs_real_input_click_on (trs_display_test_find (dialog, "cancel"));
  trs_test_wait_until (find_dialog (TRS_TYPE_COLLECT_HIGHLIGHTS_DIALOG) == NULL);
  assert_copied (fixture, "before");

  /* It can be begun again, and ended by the keys. */
  choose_found (fixture, "Copy Highlights");
  dialog = wait_for_dialog (TRS_TYPE_COLLECT_HIGHLIGHTS_DIALOG);
  trs_test_wait_until (says (dialog, "Read 3 of 4"));
  trs_real_input_key (dialog, GDK_KEY_Escape, 0);
  trs_test_wait_until (find_dialog (TRS_TYPE_COLLECT_HIGHLIGHTS_DIALOG) == NULL);
  assert_copied (fixture, "before");
}

/* The window may be closed meanwhile, before and after the dialog shows itself. */
static void
test_closed (Fixture       *fixture,
             gconstpointer  user_data)
{
  gboolean shown = GPOINTER_TO_INT (user_data);

  add (fixture, 5, "p5", "The oldest budget", FALSE, TRUE);
  show (fixture);
  search (fixture, "budget");
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.copy-found-highlights", NULL);
  if (shown)
    wait_for_dialog (TRS_TYPE_COLLECT_HIGHLIGHTS_DIALOG);
  trs_display_test_destroy (fixture->window);
  trs_test_wait_until (find_dialog (TRS_TYPE_COLLECT_HIGHLIGHTS_DIALOG) == NULL);
  g_assert_cmpuint (g_list_model_get_n_items (gtk_window_get_toplevels ()), ==, 0);
  fixture->window = NULL;
}

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  ADD ("/many-highlights/copy-found", test_copy_found);
  ADD ("/many-highlights/chip", test_chip);
  ADD ("/many-highlights/export-found", test_export_found);
  ADD ("/many-highlights/ticked", test_ticked);
  ADD ("/many-highlights/nothing", test_nothing);
  ADD ("/many-highlights/failure", test_failure);
  ADD ("/many-highlights/long", test_long);
  g_test_add ("/many-highlights/closed", Fixture, GINT_TO_POINTER (FALSE), set_up, test_closed, tear_down);
  g_test_add ("/many-highlights/closed-shown", Fixture, GINT_TO_POINTER (TRUE), set_up, test_closed, tear_down);
  return g_test_run ();
}
