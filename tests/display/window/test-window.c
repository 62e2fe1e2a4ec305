/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-chooser-test.h"
#include "trs-connect-form.h"
#include "trs-display-test.h"
#include "trs-message-dialog.h"
#include "trs-error-sink.h"
#include "trs-error.h"
#include "trs-export-dialog.h"
#include "trs-history-page.h"
#include "trs-progress-page.h"
#include "trs-project-row.h"
#include "trs-real-input.h"
#include "trs-secret-row.h"
#include "trs-session.h"
#include "trs-submit-dialog.h"
#include "trs-test-store.h"
#include "trs-test-transcripts.h"
#include "trs-test-utils.h"
#include "trs-transcript-page.h"
#include "trs-session-rig.h"
#include "trs-welcome-page.h"
#include "trs-window.h"

#include "config.h"

/* Where there is no window manager, GTK draws a frame of 5 pixels inside the window. */
#define FRAME 10

typedef struct
{
  TrsSessionRig *rig;
  TrsWindow *window;
  GtkWidget *stack;
  GtkWidget *pages;
  AdwLeaflet *leaflet;
} Shown;

static void
show_window (Shown        *shown,
             TrsSessionRig *rig,
             int           width,
             int           height)
{
  shown->rig = rig;
  g_settings_set_int (rig->settings, "window-width", width);
  g_settings_set_int (rig->settings, "window-height", height);
  shown->window = trs_window_new (NULL, rig->session, rig->settings);
  trs_display_test_show (GTK_WINDOW (shown->window));
  shown->stack = trs_display_test_find (GTK_WIDGET (shown->window), "stack");
  shown->pages = trs_display_test_find (GTK_WIDGET (shown->window), "pages");
  shown->leaflet = ADW_LEAFLET (trs_display_test_find (GTK_WIDGET (shown->window), "leaflet"));
}

static void
wait_for_label (Shown      *shown,
                const char *text)
{
  trs_test_wait_until (trs_display_test_find_label (GTK_WIDGET (shown->window), text) != NULL);
}

static void
show_sample (Shown *shown,
             int    width)
{
  g_autofree char *entries = trs_session_rig_sample_list ();

  show_window (shown, trs_session_rig_new_waiting (TRUE), width, 720);
  trs_session_rig_list (shown->rig, entries);
  trs_session_rig_start (shown->rig);
  trs_test_wait_until (trs_history_get_complete (trs_session_get_history (shown->rig->session)));
  wait_for_label (shown, "Press briefing");
}

static void
finish (Shown *shown)
{
  trs_display_test_destroy (shown->window);
  trs_session_rig_free (shown->rig);
}

static GtkWindow *
find_dialog (GType type)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWindow) toplevel = g_list_model_get_item (toplevels, i);

      if (G_OBJECT_TYPE (toplevel) == type && gtk_widget_get_visible (GTK_WIDGET (toplevel)))
        return toplevel;
    }
  return NULL;
}

static void
test_first_run (void)
{
  Shown shown;

  show_window (&shown, trs_session_rig_new_waiting (FALSE), 1100, 760);
  g_assert_nonnull (trs_display_test_find_type (GTK_WIDGET (shown.window), TRS_TYPE_WELCOME_PAGE));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (shown.stack)), ==, "welcome");
  trs_session_rig_start (shown.rig);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (shown.stack)), ==, "welcome");
  finish (&shown);
}

static void
test_connecting_shows_the_list (void)
{
  g_autoptr (GAsyncResult) result = NULL;
  Shown shown;

  show_window (&shown, trs_session_rig_new_waiting (FALSE), 1100, 760);
  trs_session_rig_start (shown.rig);
  /* what was dropped before there was an account is not lost */
  trs_composer_compose (trs_window_get_composer (shown.window), "https://youtu.be/dQw4w9WgXcQ\n");
  g_assert_null (find_dialog (TRS_TYPE_SUBMIT_DIALOG));

  trs_session_rig_list (shown.rig, "");
  trs_sign_in_connect_async (trs_session_get_sign_in (shown.rig->session), TRS_SESSION_RIG_SERVER, TRS_SESSION_RIG_KEY,
                             NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_sign_in_connect_finish (trs_session_get_sign_in (shown.rig->session), result, NULL));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (shown.stack)), ==, "main");
  g_assert_null (trs_display_test_find_type (GTK_WIDGET (shown.window), TRS_TYPE_WELCOME_PAGE));
  trs_test_wait_until (find_dialog (TRS_TYPE_SUBMIT_DIALOG) != NULL);
  gtk_window_destroy (find_dialog (TRS_TYPE_SUBMIT_DIALOG));

  wait_for_label (&shown, "Transcribe Your First Video");
  wait_for_label (&shown, "No transcripts yet");
  trs_display_test_save_png (GTK_WIDGET (shown.window), "window-empty");
  g_clear_object (&result);
  finish (&shown);
}

static void
drop (GtkWidget  *widget,
      const char *text)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  g_auto (GValue) value = G_VALUE_INIT;
  gboolean taken = FALSE;

  g_value_init (&value, G_TYPE_STRING);
  g_value_set_string (&value, text);
  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !taken; i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_DROP_TARGET (controller))
        g_signal_emit_by_name (controller, "drop", &value, 10.0, 10.0, &taken);
    }
  g_assert_true (taken);
}

/* The dialog lies where the first link was dropped, and takes the next. */
static void
test_drops (void)
{
  g_autofree char *text = NULL;
  GtkWindow *dialog;
  GtkTextBuffer *buffer;
  Shown shown;

  show_sample (&shown, 1100);
  drop (GTK_WIDGET (shown.window), "https://youtu.be/dQw4w9WgXcQ");
  dialog = find_dialog (TRS_TYPE_SUBMIT_DIALOG);
  g_assert_nonnull (dialog);
  drop (GTK_WIDGET (dialog), "https://youtu.be/9bZkp7q19f0");

  buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (trs_display_test_find (GTK_WIDGET (dialog), "entry")));
  g_object_get (buffer, "text", &text, NULL);
  g_assert_cmpstr (text, ==, "https://youtu.be/dQw4w9WgXcQ\nhttps://youtu.be/9bZkp7q19f0\n");
  gtk_window_destroy (dialog);
  finish (&shown);
}

/* The menu is there before the actions in it. */
static void
test_sort_menu (void)
{
  Shown shown;
  GtkWidget *button;
  GtkWidget *item;

  show_sample (&shown, 1100);
  button = trs_display_test_find (GTK_WIDGET (shown.window), "sort");
  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  item = trs_display_test_find_label (GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button))), "By Title");
  g_assert_nonnull (item);
  trs_display_test_wait_frame (button);
  g_assert_true (gtk_widget_is_sensitive (item));
  gtk_menu_button_popdown (GTK_MENU_BUTTON (button));
  finish (&shown);
}

static void
test_key_lost_is_no_first_run (void)
{
  TrsSessionRig *rig = trs_session_rig_new_waiting (FALSE);
  GtkWindow *dialog;
  Shown shown;

  g_settings_set_string (rig->settings, "server-address", TRS_SESSION_RIG_SERVER);
  show_window (&shown, rig, 1100, 760);
  trs_session_rig_start (rig);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (shown.stack)), ==, "main");
  wait_for_label (&shown, "The key for this server is missing. Everything here can still be read.");
  trs_display_test_save_png (GTK_WIDGET (shown.window), "window-key-lost");

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown.window), "win.enter-key", NULL));
  dialog = find_dialog (ADW_TYPE_WINDOW);
  g_assert_nonnull (dialog);
  trs_display_test_show (dialog);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (trs_display_test_find (GTK_WIDGET (dialog), "address"))), ==,
                   TRS_SESSION_RIG_SERVER);
  trs_display_test_save_png (GTK_WIDGET (dialog), "key-dialog");

  trs_session_rig_list (rig, "");
  trs_secret_row_set_text (TRS_SECRET_ROW (trs_display_test_find (GTK_WIDGET (dialog), "key")), TRS_SESSION_RIG_KEY);
  trs_display_test_click (trs_display_test_find (GTK_WIDGET (dialog), "connect"));
  trs_test_wait_until (trs_session_get_state (rig->session) == TRS_SESSION_READY);
  trs_test_wait_until (find_dialog (ADW_TYPE_WINDOW) == NULL);
  finish (&shown);
}

static const char *
focused_action (Shown *shown)
{
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (shown->window));

  return GTK_IS_ACTIONABLE (focus) ? gtk_actionable_get_action_name (GTK_ACTIONABLE (focus)) : NULL;
}

static void
test_opens_projects (void)
{
  Shown shown;
  TrsProject *working, *done;
  g_autoptr (TrsProject) watched = NULL;

  show_sample (&shown, 1100);
  working = trs_session_rig_project (shown.rig, 1);
  done = trs_session_rig_project (shown.rig, 4);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (shown.pages)), ==, "empty");
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (shown.window)), ==, "Transcripts");
  trs_display_test_save_png (GTK_WIDGET (shown.window), "window-nothing-open");

  trs_window_open_project (shown.window, working);
  g_assert_true (trs_window_get_project (shown.window) == working);
  g_assert_true (TRS_IS_PROGRESS_PAGE (gtk_stack_get_visible_child (GTK_STACK (shown.pages))));
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (shown.window)), ==, "Port strike: the interview in full");
  /* who opens it is on what there is to do */
  trs_manual_clock_advance (shown.rig->clock, 4 * G_USEC_PER_SEC);
  trs_test_wait_until (g_strcmp0 (focused_action (&shown), "progress.check-now") == 0);
  trs_display_test_save_png (GTK_WIDGET (shown.window), "window-progress");

  trs_window_open_project (shown.window, done);
  g_assert_true (TRS_IS_TRANSCRIPT_PAGE (gtk_stack_get_visible_child (GTK_STACK (shown.pages))));
  /* a page that is not seen watches nothing */
  g_object_get (gtk_stack_get_child_by_name (GTK_STACK (shown.pages), "progress"), "project", &watched, NULL);
  g_assert_null (watched);
  finish (&shown);
}

/* The names of the user, too, also where they could not be saved. The list offers the same of any project. */
static void
test_exports_what_the_page_shows (void)
{
  Shown shown;
  TrsProject *project;
  TrsAnnotation *name = g_new0 (TrsAnnotation, 1);
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (trs_test_council, "en");
  g_autoptr (TrsAnnotations) annotations = trs_annotations_new ();
  g_autoptr (TrsDocument) document = NULL;
  GtkWindow *dialog = NULL;
  GtkTextView *preview;
  GtkWidget *page;
  g_autofree char *text = NULL;

  name->kind = TRS_ANNOTATION_NAME;
  name->number = 1;
  name->text = g_strdup ("Anna Berg");
  g_ptr_array_add (annotations, name);
  document = trs_document_new (transcript, annotations);

  show_sample (&shown, 1100);
  project = trs_session_rig_project (shown.rig, 4);
  trs_window_open_project (shown.window, project);
  page = gtk_stack_get_visible_child (GTK_STACK (shown.pages));
  g_object_set (page, "document", document, NULL);
  g_assert_true (gtk_widget_activate_action (page, "page.export", NULL));
  trs_test_wait_until ((dialog = find_dialog (TRS_TYPE_EXPORT_DIALOG)) != NULL);
  preview = GTK_TEXT_VIEW (trs_display_test_find (GTK_WIDGET (dialog), "view"));
  trs_test_wait_until (gtk_text_buffer_get_char_count (gtk_text_view_get_buffer (preview)) > 0);
  g_object_get (gtk_text_view_get_buffer (preview), "text", &text, NULL);
  g_assert_true (g_str_has_prefix (text, "[00:00:02.345] Anna Berg: Good evening."));
  gtk_window_close (dialog);
  trs_test_wait_until (find_dialog (TRS_TYPE_EXPORT_DIALOG) == NULL);
  finish (&shown);
}

static void
test_page_follows_the_state (void)
{
  g_autoptr (TrsProjectRecord) record = trs_project_record_new ();
  TrsProject *project;
  Shown shown;

  show_sample (&shown, 1100);
  project = trs_session_rig_project (shown.rig, 1);
  trs_window_open_project (shown.window, project);
  record->id = g_strdup (trs_project_get_id (project));
  record->name = g_strdup ("Port strike, corrected");
  record->state = TRS_PROJECT_STATE_DONE;
  trs_test_tell_record (project, record, TRS_SESSION_RIG_NOW);
  g_assert_true (TRS_IS_TRANSCRIPT_PAGE (gtk_stack_get_visible_child (GTK_STACK (shown.pages))));
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (shown.window)), ==, "Port strike, corrected");
  trs_project_set_local_title (project, "The strike");
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (shown.window)), ==, "The strike");
  finish (&shown);
}

static TrsProjectRow *
focused_row (Shown *shown)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (shown->window));

  return focus != NULL && gtk_widget_get_ancestor (focus, GTK_TYPE_LIST_VIEW) != NULL
             ? TRS_PROJECT_ROW (trs_display_test_find_type (focus, TRS_TYPE_PROJECT_ROW))
             : NULL;
}

#define LAST "5f1c2a30-0000-4000-8000-000000000004"
#define WANTED "5f1c2a30-0000-4000-8000-000000000002"

/* Whoever asks for a video while the last one is being looked for gets the one that was asked for, whichever of the two
 * answers of the store comes at what turn of the main loop. */
static void
test_wanted_goes_before_last (void)
{
  g_autofree char *entries = trs_session_rig_sample_list ();

  for (guint turns = 0; turns < 8; turns++)
    {
      Shown shown;

      show_window (&shown, trs_session_rig_new_waiting (TRUE), 1000, 720);
      g_settings_set_string (shown.rig->settings, "last-project", "nowhere");
      /* Both are read from the store, as neither is in the list. */
      trs_history_set_show (trs_session_get_history (shown.rig->session), TRS_PROJECT_SHOW_FAILED);
      trs_session_rig_list (shown.rig, entries);
      trs_session_rig_start (shown.rig);
      trs_test_wait_until (trs_history_get_complete (trs_session_get_history (shown.rig->session)));
      trs_test_wait_until (g_list_model_get_n_items (G_LIST_MODEL (trs_session_get_history (shown.rig->session))) == 1);
      trs_display_test_wait_frame (GTK_WIDGET (shown.window));
      trs_test_flush_store (shown.rig->store);
      trs_test_settle ();
      g_assert_null (trs_window_get_project (shown.window));
      g_assert_null (trs_projects_peek (trs_session_get_projects (shown.rig->session), LAST));
      g_assert_null (trs_projects_peek (trs_session_get_projects (shown.rig->session), WANTED));

      g_settings_set_string (shown.rig->settings, "last-project", LAST);
      g_object_notify (G_OBJECT (trs_session_get_account (shown.rig->session)), "server-address");
      for (guint i = 0; i < turns; i++)
        g_main_context_iteration (NULL, FALSE);
      g_settings_set_string (shown.rig->settings, "last-project", WANTED);
      trs_window_open_at (shown.window, WANTED, 1000);
      trs_test_flush_store (shown.rig->store);
      trs_test_settle ();
      g_assert_nonnull (trs_window_get_project (shown.window));
      g_assert_cmpstr (trs_project_get_id (trs_window_get_project (shown.window)), ==, WANTED);
      finish (&shown);
    }
}

static void
test_remembers_the_last_project (void)
{
  TrsSessionRig *rig = trs_session_rig_new_waiting (TRUE);
  g_autofree char *entries = trs_session_rig_sample_list ();
  Shown shown;

  g_settings_set_string (rig->settings, "last-project", "5f1c2a30-0000-4000-8000-000000000005");
  show_window (&shown, rig, 1100, 760);
  trs_session_rig_list (rig, entries);
  trs_session_rig_start (rig);
  trs_test_wait_until (trs_window_get_project (shown.window) != NULL);
  g_assert_true (trs_window_get_project (shown.window) == trs_session_rig_project (rig, 5));
  /* the keys go on where they were */
  trs_test_wait_until (focused_row (&shown) != NULL);
  g_assert_true (trs_project_row_get_project (focused_row (&shown)) == trs_session_rig_project (rig, 5));

  trs_window_open_project (shown.window, trs_session_rig_project (rig, 3));
  g_assert_cmpstr (trs_project_get_id (trs_session_rig_project (rig, 3)), ==,
                   "5f1c2a30-0000-4000-8000-000000000003");
  trs_display_test_destroy (shown.window);
  {
    g_autofree char *last = g_settings_get_string (rig->settings, "last-project");

    g_assert_cmpstr (last, ==, "5f1c2a30-0000-4000-8000-000000000003");
  }
  g_assert_cmpint (g_settings_get_int (rig->settings, "window-width"), >, 1000);
  trs_session_rig_free (rig);
}

static void
test_remembers_the_last_project_when_folded (void)
{
  TrsSessionRig *rig = trs_session_rig_new_waiting (TRUE);
  g_autofree char *entries = trs_session_rig_sample_list ();
  Shown shown;

  g_settings_set_string (rig->settings, "last-project", "5f1c2a30-0000-4000-8000-000000000005");
  show_window (&shown, rig, 700, 760);
  trs_session_rig_list (rig, entries);
  trs_session_rig_start (rig);
  trs_test_wait_until (trs_window_get_project (shown.window) == trs_session_rig_project (rig, 5));
  g_assert_cmpstr (adw_leaflet_get_visible_child_name (shown.leaflet), ==, "page");
  finish (&shown);
}

static void
activate (Shown      *shown,
          const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown->window), action, NULL));
}

/* Alt+Left, which is "back to the list", whether both are seen or one. */
static void
test_back_to_the_list (void)
{
  Shown shown;

  show_sample (&shown, 1100);
  trs_window_open_project (shown.window, trs_session_rig_project (shown.rig, 4));
  trs_test_wait_until (focused_row (&shown) == NULL);
  activate (&shown, "win.back");
  g_assert_true (trs_project_row_get_project (focused_row (&shown)) == trs_session_rig_project (shown.rig, 4));

  /* who hides the list goes on in the text */
  activate (&shown, "win.toggle-list");
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (shown.window)),
                                         gtk_stack_get_visible_child (GTK_STACK (shown.pages))));
  activate (&shown, "win.back");
  g_assert_true (trs_project_row_get_project (focused_row (&shown)) == trs_session_rig_project (shown.rig, 4));
  finish (&shown);
}

/* The full screen is for the text; F9 brings the list back. There is no window manager here that would take F11: the
 * server takes it from a window that is not on the screen. */
static void
test_fullscreen (void)
{
  Shown shown;
  GtkWidget *list;

  show_sample (&shown, 1100);
  list = trs_display_test_find_type (GTK_WIDGET (shown.window), TRS_TYPE_HISTORY_PAGE);
  trs_window_open_project (shown.window, trs_session_rig_project (shown.rig, 4));
  g_assert_true (gtk_widget_get_visible (list));
  gtk_widget_set_visible (GTK_WIDGET (shown.window), FALSE);
  gtk_window_fullscreen (GTK_WINDOW (shown.window));
  gtk_widget_set_visible (GTK_WIDGET (shown.window), TRUE);
  trs_test_wait_until (gtk_window_is_fullscreen (GTK_WINDOW (shown.window)));
  g_assert_false (gtk_widget_get_visible (list));
  activate (&shown, "win.toggle-list");
  g_assert_true (gtk_widget_get_visible (list));
  finish (&shown);
}

static void
get_layout (Shown    *shown,
            gboolean *folded,
            gboolean *compact)
{
  g_object_get (trs_display_test_find_type (GTK_WIDGET (shown->window), TRS_TYPE_HISTORY_PAGE), "folded", folded,
                "compact", compact, NULL);
}

static int
get_minimum (Shown *shown)
{
  int minimum;

  gtk_widget_measure (shown->stack, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  return minimum;
}

static void
test_narrow (void)
{
  gboolean folded, compact;
  Shown shown;

  show_sample (&shown, 360 + FRAME);
  get_layout (&shown, &folded, &compact);
  g_assert_true (folded && compact);
  g_assert_cmpint (get_minimum (&shown), <=, 360);
  g_assert_cmpstr (adw_leaflet_get_visible_child_name (shown.leaflet), ==, "list");
  trs_display_test_save_png (GTK_WIDGET (shown.window), "window-narrow-list");

  trs_window_open_project (shown.window, trs_session_rig_project (shown.rig, 1));
  g_assert_cmpstr (adw_leaflet_get_visible_child_name (shown.leaflet), ==, "page");
  trs_display_test_save_png (GTK_WIDGET (shown.window), "window-narrow-progress");
  activate (&shown, "win.back");
  g_assert_cmpstr (adw_leaflet_get_visible_child_name (shown.leaflet), ==, "list");

  trs_window_open_project (shown.window, trs_session_rig_project (shown.rig, 4));
  g_assert_cmpint (get_minimum (&shown), <=, 360);
  finish (&shown);
}

static void
test_narrow_with_large_text (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  Shown shown;

  g_object_set (settings, "gtk-font-name", "Cantarell 16", "gtk-decoration-layout", ":minimize,maximize,close", NULL);
  show_sample (&shown, 800 + FRAME);
  trs_window_open_project (shown.window, trs_session_rig_project (shown.rig, 4));
  gtk_window_set_default_size (GTK_WINDOW (shown.window), 360, 700);
  trs_test_wait_until (get_minimum (&shown) < 480);
  finish (&shown);
  g_object_set (settings, "gtk-font-name", "Cantarell 11", "gtk-decoration-layout", ":close", NULL);
}

static void
test_folds_by_width (void)
{
  static const struct
  {
    int width;
    gboolean folded, compact;
  } cases[] = { { 1000, FALSE, FALSE }, { 860, FALSE, FALSE }, { 859, TRUE, FALSE }, { 560, TRUE, FALSE },
                { 559, TRUE, TRUE } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gboolean folded, compact;
      Shown shown;

      show_window (&shown, trs_session_rig_new_waiting (TRUE), cases[i].width + FRAME, 600);
      get_layout (&shown, &folded, &compact);
      g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (shown.window)), ==, cases[i].width);
      g_assert_cmpint (folded, ==, cases[i].folded);
      g_assert_cmpint (compact, ==, cases[i].compact);
      finish (&shown);
    }
}

/* The pages of the projects differ in what they need, and the list beside them must not come and go for that. */
static void
test_folds_by_width_alone (void)
{
  static const char *const fonts[] = { "Cantarell 11", "Cantarell 17" };
  static const int widths[] = { 860, 872, 886, 1000 };
  GtkSettings *settings = gtk_settings_get_default ();

  for (gsize i = 0; i < G_N_ELEMENTS (fonts); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (widths); j++)
      {
        gboolean folded;
        Shown shown;

        g_object_set (settings, "gtk-font-name", fonts[i], "gtk-decoration-layout", ":minimize,maximize,close", NULL);
        show_sample (&shown, widths[j] + FRAME);
        for (guint k = 1; k <= 5; k++)
          {
            trs_window_open_project (shown.window, trs_session_rig_project (shown.rig, k));
            trs_display_test_wait_frame (GTK_WIDGET (shown.window));
            trs_display_test_wait_frame (GTK_WIDGET (shown.window));
            folded = adw_leaflet_get_folded (shown.leaflet);
            g_assert_false (folded);
            g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (shown.window)), ==, widths[j]);
          }
        finish (&shown);
      }
  g_object_set (settings, "gtk-font-name", "Cantarell 11", "gtk-decoration-layout", ":close", NULL);
}

static void
test_walking_the_list_when_folded (void)
{
  TrsHistoryPage *page;
  Shown shown;

  show_sample (&shown, 700);
  page = TRS_HISTORY_PAGE (trs_display_test_find_type (GTK_WIDGET (shown.window), TRS_TYPE_HISTORY_PAGE));
  trs_history_list_move (trs_history_page_get_list (page), 1, FALSE);
  g_assert_null (trs_window_get_project (shown.window));
  g_assert_cmpstr (adw_leaflet_get_visible_child_name (shown.leaflet), ==, "list");
  activate (&shown, "win.next-project");
  g_assert_true (trs_window_get_project (shown.window) == trs_session_rig_project (shown.rig, 2));

  /* F9 goes to the list and back again */
  activate (&shown, "win.toggle-list");
  g_assert_cmpstr (adw_leaflet_get_visible_child_name (shown.leaflet), ==, "list");
  activate (&shown, "win.toggle-list");
  g_assert_cmpstr (adw_leaflet_get_visible_child_name (shown.leaflet), ==, "page");

  /* Ctrl+F finds in the text where there is one, and in the list where there is not */
  activate (&shown, "win.find");
  g_assert_cmpstr (adw_leaflet_get_visible_child_name (shown.leaflet), ==, "page");
  activate (&shown, "win.toggle-list");
  activate (&shown, "win.find");
  g_assert_true (gtk_widget_is_ancestor (gtk_root_get_focus (GTK_ROOT (shown.window)), GTK_WIDGET (page)));
  finish (&shown);
}

static void
click_label (Shown      *shown,
             const char *text)
{
  GtkWidget *label = trs_display_test_find_label (GTK_WIDGET (shown->window), text);

  g_assert_nonnull (label);
  trs_display_test_click (gtk_widget_get_ancestor (label, GTK_TYPE_BUTTON));
}

static void
test_passing_errors (void)
{
  g_autoptr (GError) error = g_error_new_literal (TRS_ERROR, TRS_ERROR_SERVER, "503");
  g_autoptr (GError) cancelled = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "cancelled");
  GtkWindow *dialog;
  Shown shown;

  show_sample (&shown, 1100);
  trs_error_sink_throw (GTK_WIDGET (shown.pages), cancelled, NULL);
  trs_error_sink_throw (GTK_WIDGET (shown.pages), error, "Reading the list");
  wait_for_label (&shown, "The service has a problem");
  g_assert_null (find_dialog (TRS_TYPE_MESSAGE_DIALOG));
  trs_display_test_save_png (GTK_WIDGET (shown.window), "window-passing-error");

  click_label (&shown, "Details");
  dialog = find_dialog (TRS_TYPE_MESSAGE_DIALOG);
  g_assert_nonnull (dialog);
  trs_display_test_show (dialog);
  g_assert_nonnull (trs_display_test_find_label (GTK_WIDGET (dialog), "Reading the list"));
  g_assert_nonnull (trs_display_test_find_label (GTK_WIDGET (dialog), "Try Again"));
  g_assert_true (gtk_widget_is_ancestor (trs_display_test_find_label (GTK_WIDGET (dialog), "Try Again"),
                                         gtk_window_get_focus (dialog)));
  trs_display_test_save_png (GTK_WIDGET (dialog), "error-dialog");
  finish (&shown);
}

static void
test_lasting_errors (void)
{
  g_autoptr (GError) error = trs_error_new_http (TRS_ERROR_NOT_ENOUGH_CREDIT, 402, "Q&A <b>NOT_ENOUGH_CREDIT", -1,
                                                 "402");
  g_autoptr (GError) full = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_NO_SPACE, "full");
  GtkWindow *dialog;
  Shown shown;

  show_sample (&shown, 1100);
  trs_error_sink_throw (GTK_WIDGET (shown.pages), error, NULL);
  dialog = find_dialog (TRS_TYPE_MESSAGE_DIALOG);
  g_assert_nonnull (dialog);
  trs_display_test_show (dialog);
  g_assert_true (gtk_window_get_transient_for (dialog) == GTK_WINDOW (shown.window));
  g_assert_true (gtk_window_get_focus (dialog) == trs_display_test_find (GTK_WIDGET (dialog), "close"));
  trs_display_test_save_png (GTK_WIDGET (dialog), "error-dialog-no-action");

  /* thrown by a dialog, it stands over the dialog */
  trs_error_sink_throw (GTK_WIDGET (dialog), full, "Saving");
  g_assert_nonnull (find_dialog (TRS_TYPE_MESSAGE_DIALOG));
  finish (&shown);
}

static void
test_says_without_markup (void)
{
  Shown shown;

  show_sample (&shown, 1100);
  trs_window_toast (shown.window, "Ready: Q&A <b>with the pilots</b>", "Open", "win.open-project",
                    g_variant_new_string ("5f1c2a30-0000-4000-8000-000000000007"));
  wait_for_label (&shown, "Ready: Q&A <b>with the pilots</b>");
  click_label (&shown, "Open");
  trs_test_wait_until (trs_window_get_project (shown.window) == trs_session_rig_project (shown.rig, 7));
  finish (&shown);
}

static void
test_says_much_at_once (void)
{
  Shown shown;

  show_sample (&shown, 1100);
  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *words = g_strdup_printf ("Word %u", i / 2);

      g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown.window), "win.toast", "s", words));
      trs_display_test_wait_frame (GTK_WIDGET (shown.window));
    }
  /* the newest, at once, and nothing after it for minutes */
  wait_for_label (&shown, "Word 9");
  for (guint i = 0; i < 9; i++)
    {
      g_autofree char *words = g_strdup_printf ("Word %u", i);

      g_assert_null (trs_display_test_find_label (GTK_WIDGET (shown.window), words));
    }
  trs_test_wait_until (trs_display_test_find_label (GTK_WIDGET (shown.window), "Word 9") == NULL);
  g_assert_null (trs_display_test_find_label (GTK_WIDGET (shown.window), "Word 8"));
  finish (&shown);
}

static void
test_another_attempt (void)
{
  Shown shown;

  show_sample (&shown, 1100);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown.window), "win.new-transcription-for", "(ss)",
                                             "video-00005", ""));
  g_assert_nonnull (find_dialog (TRS_TYPE_SUBMIT_DIALOG));
  /* filled in, and nothing is sent */
  g_assert_cmpuint (trs_recording_transport_count (shown.rig->transport, "POST"), ==, 0);
  finish (&shown);
}

static void
test_dark (void)
{
  Shown shown;

  show_sample (&shown, 1100);
  trs_window_open_project (shown.window, trs_session_rig_project (shown.rig, 5));
  trs_display_test_set_dark (TRUE);
  trs_display_test_save_png (GTK_WIDGET (shown.window), "window-failed-dark");
  trs_display_test_set_dark (FALSE);
  finish (&shown);
}

static void
enter_account (Shown *shown)
{
  GtkWidget *form = trs_display_test_find_type (GTK_WIDGET (shown->window), TRS_TYPE_CONNECT_FORM);
  GtkWidget *connect = trs_display_test_find (form, "connect");

  gtk_editable_set_text (GTK_EDITABLE (trs_display_test_find (form, "address")), TRS_SESSION_RIG_SERVER);
  trs_secret_row_set_text (TRS_SECRET_ROW (trs_display_test_find (form, "key")), TRS_SESSION_RIG_KEY);
  g_assert_true (gtk_widget_is_sensitive (connect));
  trs_recording_transport_add_for (shown->rig->transport, "page=1", 200, "[]");
  trs_display_test_click (connect);
  trs_test_wait_until (trs_session_get_state (shown->rig->session) == TRS_SESSION_READY);
}

static TrsDraft *
read_draft (Shown  *shown,
            gint64  account)
{
  TrsLibrary *library = trs_session_get_library (shown->rig->session);
  g_autoptr (GAsyncResult) result = NULL;
  TrsDraft *draft;

  trs_library_read_draft_async (library, account, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  draft = trs_library_read_draft_finish (library, result, NULL);
  g_assert_nonnull (draft);
  return draft;
}

/* An earlier version had one draft for all accounts, in the settings. */
static void
test_draft_of_before_the_update (void)
{
  TrsSessionRig *rig = trs_session_rig_new_keeping ();
  const char *const keys[] = { "draft-lines", "draft-language", "draft-refused" };
  g_autoptr (TrsDraft) draft = NULL;
  g_autoptr (TrsDraft) other = NULL;
  Shown shown;

  g_settings_set_string (rig->settings, "draft-lines", "aaaaaaaaaa1\nbbbbbbbbbb1\n");
  g_settings_set_string (rig->settings, "draft-language", "de");
  g_settings_set (rig->settings, "draft-refused", "@a{ss}", g_variant_new_parsed ("{'bbbbbbbbbb1': 'No <b>credits'}"));
  show_window (&shown, rig, 1100, 720);
  trs_session_rig_list (rig, "");
  trs_session_rig_start (rig);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    trs_test_wait_until (g_settings_get_user_value (rig->settings, keys[i]) == NULL);
  draft = read_draft (&shown, 1);
  g_assert_cmpstr (draft->lines, ==, "aaaaaaaaaa1\nbbbbbbbbbb1\n");
  g_assert_cmpstr (draft->language, ==, "de");
  g_assert_cmpuint (g_hash_table_size (draft->refused), ==, 1);
  g_assert_cmpstr (g_hash_table_lookup (draft->refused, "bbbbbbbbbb1"), ==, "No <b>credits");
  other = read_draft (&shown, 2);
  g_assert_cmpstr (other->lines, ==, "");
  finish (&shown);
}

/* Where settings cannot be saved, the first run is one like any other, and says so. */
static void
test_first_run_unsaved (gconstpointer data)
{
  g_autoptr (TrsStubbornSettings) disk = trs_stubborn_settings_new (GPOINTER_TO_INT (data));
  Shown shown;

  show_window (&shown, trs_session_rig_new_stubborn (disk), 1100, 720);
  trs_session_rig_start (shown.rig);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (shown.stack)), ==, "welcome");
  /* A press before there is an account is not dropped. */
  trs_composer_compose (trs_window_get_composer (shown.window), NULL);
  g_assert_null (find_dialog (TRS_TYPE_SUBMIT_DIALOG));
  enter_account (&shown);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (shown.stack)), ==, "main");
  trs_test_wait_until (find_dialog (TRS_TYPE_SUBMIT_DIALOG) != NULL);
  gtk_window_close (find_dialog (TRS_TYPE_SUBMIT_DIALOG));
  trs_test_wait_until (find_dialog (TRS_TYPE_SUBMIT_DIALOG) == NULL ||
                       !gtk_widget_get_visible (GTK_WIDGET (find_dialog (TRS_TYPE_SUBMIT_DIALOG))));
  wait_for_label (&shown, "Settings can’t be saved. This account is known until you close Transcripts.");

  trs_composer_compose (trs_window_get_composer (shown.window), NULL);
  g_assert_nonnull (find_dialog (TRS_TYPE_SUBMIT_DIALOG));
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (find_dialog (TRS_TYPE_SUBMIT_DIALOG))));
  gtk_window_close (find_dialog (TRS_TYPE_SUBMIT_DIALOG));
  trs_display_test_save_png (GTK_WIDGET (shown.window), "settings-not-saved");

  trs_stubborn_settings_set_mode (disk, TRS_STUBBORN_SAVES);
  gtk_widget_activate_action (GTK_WIDGET (shown.window), "win.save-settings", NULL);
  trs_test_wait_until (!trs_account_get_settings_lost (trs_session_get_account (shown.rig->session)));
  finish (&shown);
}

static void
answer (TrsSessionRig *rig,
        const char    *path,
        const char    *text)
{
  g_autofree char *reply = g_strdup_printf ("{\"name\":\"Port: strike\",\"text\":\"%s\"}", text);

  trs_recording_transport_add_for (rig->transport, path, 200, reply);
}

static gboolean
is_kept (TrsSessionRig *rig)
{
  TrsProject *project = trs_session_rig_find (rig, "p2");

  trs_manual_clock_advance (rig->clock, 50);
  return project != NULL && trs_project_get_data (project)->has_text;
}

static gboolean
has_chosen (GtkFileChooser *chooser,
            GFile          *wanted)
{
  g_autoptr (GFile) file = gtk_file_chooser_get_file (chooser);

  return file != NULL && g_file_equal (file, wanted);
}

/* What could not be saved automatically is said with its folder, and saved to the one that is chosen. */
static void
test_missed_export (void)
{
  g_autofree char *entry = trs_session_rig_entry ("p2", "Port: strike", "video-2", "done", "2026-03-11T10:00:00Z");
  g_autofree char *folder = g_dir_make_tmp ("trs-missed-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "Port strike.txt", NULL);
  TrsSessionRig *rig = trs_session_rig_new_keeping ();
  g_autoptr (GSettings) saved = g_settings_new (TRS_APPLICATION_ID);
  GtkFileChooser *chooser;
  g_autoptr (GFile) place = g_file_new_for_path (folder);
  Shown shown;

  answer (rig, "/api/detail/p2?showTimecode=true&showSpeaker=true", "[00:00:01.000] Speaker 1: Words.");
  answer (rig, "/api/detail/p2", "Words.");
  trs_session_rig_list (rig, entry);
  trs_session_rig_start (rig);
  show_window (&shown, rig, 1000, 700);
  trs_test_wait_until (is_kept (rig));
  g_settings_set_boolean (rig->settings, "auto-export", TRUE);
  g_settings_set_value (saved, "auto-export-waiting",
                        g_variant_new_parsed ("[(%x, 'p2')]",
                                              trs_library_get_account (trs_session_get_library (rig->session))));
  g_settings_set_string (rig->settings, "auto-export-folder", "file:///no/such/folder");
  wait_for_label (&shown, "“Port: strike” was not saved: the folder “/no/such/folder” can’t be found.");
  trs_display_test_save_png (GTK_WIDGET (shown.window), "notice-missed-export");

  trs_real_input_focus (GTK_WIDGET (shown.window));
  trs_real_input_click_on (gtk_widget_get_ancestor (
      trs_display_test_find_label (GTK_WIDGET (shown.window), "Choose Folder…"), GTK_TYPE_BUTTON));
  chooser = trs_chooser_test_wait ();
  g_assert_true (gtk_file_chooser_set_current_folder (chooser, place, NULL));
  trs_test_poll_until (has_chosen (chooser, place));
  trs_chooser_test_click (chooser, GTK_RESPONSE_ACCEPT);
  trs_test_poll_until (g_file_test (path, G_FILE_TEST_EXISTS));
  trs_test_wait_until (trs_auto_export_get_n_missed (trs_session_get_auto_export (rig->session)) == 0);
  g_assert_true (g_settings_get_boolean (rig->settings, "auto-export"));
  trs_test_wait_until (trs_display_test_find_label (GTK_WIDGET (shown.window), "Choose Folder…") == NULL);
  g_settings_reset (rig->settings, "auto-export");
  g_settings_reset (rig->settings, "auto-export-folder");
  finish (&shown);
}

int
main (int   argc,
      char *argv[])
{
  g_setenv ("TZ", "UTC", TRUE);
  trs_display_test_init (&argc, &argv);
  g_test_add_func ("/window/first-run", test_first_run);
  g_test_add_func ("/window/connecting-shows-the-list", test_connecting_shows_the_list);
  g_test_add_func ("/window/drops", test_drops);
  g_test_add_func ("/window/draft-of-before-the-update", test_draft_of_before_the_update);
  g_test_add_func ("/window/exports-what-the-page-shows", test_exports_what_the_page_shows);
  g_test_add_func ("/window/sort-menu", test_sort_menu);
  g_test_add_func ("/window/key-lost-is-no-first-run", test_key_lost_is_no_first_run);
  g_test_add_func ("/window/opens-projects", test_opens_projects);
  g_test_add_func ("/window/page-follows-the-state", test_page_follows_the_state);
  g_test_add_func ("/window/back-to-the-list", test_back_to_the_list);
  g_test_add_func ("/window/fullscreen", test_fullscreen);
  g_test_add_func ("/window/wanted-goes-before-last", test_wanted_goes_before_last);
  g_test_add_func ("/window/remembers-the-last-project", test_remembers_the_last_project);
  g_test_add_func ("/window/remembers-the-last-project-when-folded", test_remembers_the_last_project_when_folded);
  g_test_add_func ("/window/narrow", test_narrow);
  g_test_add_func ("/window/narrow-with-large-text", test_narrow_with_large_text);
  g_test_add_func ("/window/folds-by-width", test_folds_by_width);
  g_test_add_func ("/window/folds-by-width-alone", test_folds_by_width_alone);
  g_test_add_func ("/window/walking-the-list-when-folded", test_walking_the_list_when_folded);
  g_test_add_func ("/window/passing-errors", test_passing_errors);
  g_test_add_func ("/window/lasting-errors", test_lasting_errors);
  g_test_add_func ("/window/says-without-markup", test_says_without_markup);
  g_test_add_func ("/window/says-much-at-once", test_says_much_at_once);
  g_test_add_func ("/window/another-attempt", test_another_attempt);
  g_test_add_func ("/window/dark", test_dark);
  g_test_add_data_func ("/window/first-run-unsaved/refuses", GINT_TO_POINTER (TRS_STUBBORN_REFUSES),
                        test_first_run_unsaved);
  g_test_add_data_func ("/window/first-run-unsaved/reverts", GINT_TO_POINTER (TRS_STUBBORN_REVERTS),
                        test_first_run_unsaved);
  g_test_add_data_func ("/window/first-run-unsaved/drops", GINT_TO_POINTER (TRS_STUBBORN_DROPS),
                        test_first_run_unsaved);
  g_test_add_func ("/window/missed-export", test_missed_export);
  return g_test_run ();
}
