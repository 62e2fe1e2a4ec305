/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"
#include "trs-application.h"
#include "trs-display-test.h"
#include "trs-fake-worker.h"
#include "trs-files-dialog.h"
#include "trs-session-rig.h"
#include "trs-submit-dialog.h"
#include "trs-window.h"

static TrsSessionRig *rig;
static guint n_made;

/* What a run of the program saw; filled in while it runs. */
typedef struct
{
  TrsApplication *application;
  void (*script) (void);
  gboolean painted;
  gboolean asked_before_frame;
} Run;

static Run run;

static TrsSession *
make_session (GSettings *settings)
{
  n_made++;
  return g_object_ref (rig->session);
}

static TrsWindow *
window (void)
{
  return TRS_WINDOW (gtk_application_get_active_window (GTK_APPLICATION (run.application)));
}

static gboolean
script_cb (gpointer user_data)
{
  run.script ();
  g_application_quit (G_APPLICATION (run.application));
  return G_SOURCE_REMOVE;
}

static void
painted_cb (GdkFrameClock *clock,
            gpointer       user_data)
{
  if (!run.painted)
    run.asked_before_frame = trs_recording_transport_get_n_requests (rig->transport) > 0 ||
                             trs_session_get_state (rig->session) != TRS_SESSION_STARTING;
  run.painted = TRUE;
}

static void
mapped_cb (GtkWidget *widget,
           gpointer   user_data)
{
  g_signal_connect (gtk_widget_get_frame_clock (widget), "after-paint", G_CALLBACK (painted_cb), NULL);
}

static void
window_added_cb (GtkApplication *application,
                 GtkWindow      *added,
                 gpointer        user_data)
{
  if (TRS_IS_WINDOW (added))
    g_signal_connect (added, "map", G_CALLBACK (mapped_cb), NULL);
}

/* Runs the program with arguments; the script runs inside its main loop. */
static int
run_program (const char *argument,
             void        (*script) (void))
{
  char *argv[] = { (char *) "transcripts", (char *) argument, NULL };
  int status;

  run = (Run) { .script = script };
  n_made = 0;
  run.application = trs_application_new (make_session);
  g_signal_connect (run.application, "window-added", G_CALLBACK (window_added_cb), NULL);
  if (script != NULL)
    g_idle_add (script_cb, NULL);
  status = g_application_run (G_APPLICATION (run.application), argument != NULL ? 2 : 1, argv);
  g_assert_finalize_object (run.application);
  return status;
}

static GtkWindow *
find_toplevel (GType type)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWindow) toplevel = g_list_model_get_item (toplevels, i);

      if (G_TYPE_CHECK_INSTANCE_TYPE (toplevel, type) && gtk_widget_get_visible (GTK_WIDGET (toplevel)))
        return toplevel;
    }
  return NULL;
}

static void
nothing_before_the_first_frame (void)
{
  trs_test_wait_until (run.painted);
  g_assert_false (run.asked_before_frame);

  /* and everything soon after it */
  trs_test_wait_until (trs_session_get_state (rig->session) == TRS_SESSION_READY);
  g_assert_cmpuint (n_made, ==, 1);
}

static void
test_first_frame (void)
{
  rig = trs_session_rig_new_waiting (TRUE);
  trs_session_rig_list (rig, "");
  g_assert_cmpint (run_program (NULL, nothing_before_the_first_frame), ==, 0);
  trs_session_rig_free (rig);
}

/* A path is shown as a recording, in the dialog for them. */
static void
recording_is_listed (void)
{
  GtkWindow *dialog;

  trs_test_wait_until ((dialog = find_toplevel (TRS_TYPE_FILES_DIALOG)) != NULL);
  trs_test_wait_until (g_str_equal (gtk_stack_get_visible_child_name (GTK_STACK (trs_display_test_find (
                                        GTK_WIDGET (dialog), "stack"))),
                                    "list"));
  g_assert_null (find_toplevel (TRS_TYPE_SUBMIT_DIALOG));
}

static void
test_recording (void)
{
  g_autofree char *folder = g_dir_make_tmp ("trs-files-XXXXXX", NULL);
  g_autofree char *path = trs_fake_worker_make_file (folder, "talk.flv");
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
  const char *const arguments[] = { path, uri, folder };

  for (guint i = 0; i < G_N_ELEMENTS (arguments); i++)
    {
      rig = trs_session_rig_new_waiting (TRUE);
      trs_fake_worker_set_up (rig->session, folder);
      trs_session_rig_list (rig, "");
      g_assert_cmpint (run_program (arguments[i], recording_is_listed), ==, 0);
      trs_session_rig_free (rig);
    }
  trs_fake_worker_remove (folder);
}

static void
dialog_is_filled_in (void)
{
  GtkWindow *dialog;
  GtkTextBuffer *buffer;
  GtkTextIter start, end;
  g_autofree char *text = NULL;

  trs_test_wait_until ((dialog = find_toplevel (TRS_TYPE_SUBMIT_DIALOG)) != NULL);
  buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (trs_display_test_find_type (GTK_WIDGET (dialog),
                                                                               GTK_TYPE_TEXT_VIEW)));
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  text = gtk_text_buffer_get_text (buffer, &start, &end, FALSE);
  g_assert_nonnull (strstr (text, "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42"));
}

static void
test_link_as_argument (void)
{
  rig = trs_session_rig_new_waiting (TRUE);
  trs_session_rig_list (rig, "");
  g_assert_cmpint (run_program ("https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42", dialog_is_filled_in), ==, 0);
  trs_session_rig_free (rig);
}

static void
dialog_is_open (void)
{
  trs_test_wait_until (find_toplevel (TRS_TYPE_SUBMIT_DIALOG) != NULL);
}

static void
test_new_transcription_option (void)
{
  rig = trs_session_rig_new_waiting (TRUE);
  trs_session_rig_list (rig, "");
  g_assert_cmpint (run_program ("--new-transcription", dialog_is_open), ==, 0);
  trs_session_rig_free (rig);
}

static void
opens_a_project (void)
{
  GActionGroup *actions = G_ACTION_GROUP (run.application);
  TrsHistory *history = trs_session_get_history (rig->session);

  trs_test_wait_until (trs_history_get_complete (history));
  g_action_group_activate_action (actions, "open-project",
                                  g_variant_new_string ("5f1c2a30-0000-4000-8000-000000000005"));
  trs_test_wait_until (trs_window_get_project (window ()) == trs_session_rig_project (rig, 5));
  /* one that is not there does no harm */
  g_action_group_activate_action (actions, "open-project", g_variant_new_string ("gone"));
  g_assert_true (trs_window_get_project (window ()) == trs_session_rig_project (rig, 5));

  /* What the search of the desktop asks for. */
  g_action_group_activate_action (actions, "search", g_variant_new_string ("council"));
  trs_test_wait_until (g_strcmp0 (trs_searcher_get_query (trs_session_get_searcher (rig->session)), "council") == 0);

  g_action_group_activate_action (actions, "preferences", NULL);
  g_action_group_activate_action (actions, "about", NULL);
  g_action_group_activate_action (actions, "new-transcription", NULL);
  trs_test_wait_until (find_toplevel (TRS_TYPE_SUBMIT_DIALOG) != NULL);
}

static void
project_is_open (void)
{
  trs_test_wait_until (trs_history_get_complete (trs_session_get_history (rig->session)));
  trs_test_wait_until (trs_window_get_project (window ()) == trs_session_rig_project (rig, 5));
}

/* The history is not read yet when the argument comes. */
static void
test_project_as_argument (void)
{
  g_autofree char *entries = trs_session_rig_sample_list ();

  rig = trs_session_rig_new_waiting (TRUE);
  trs_session_rig_list (rig, entries);
  g_assert_cmpint (run_program ("--open-project=5f1c2a30-0000-4000-8000-000000000005", project_is_open), ==, 0);
  trs_session_rig_free (rig);
}

static void
test_actions (void)
{
  g_autofree char *entries = trs_session_rig_sample_list ();

  rig = trs_session_rig_new_waiting (TRUE);
  trs_session_rig_list (rig, entries);
  g_assert_cmpint (run_program (NULL, opens_a_project), ==, 0);
  trs_session_rig_free (rig);
}

static char *
get_text (GtkWindow  *about,
          const char *property)
{
  char *text = NULL;

  g_object_get (about, property, &text, NULL);
  g_assert_nonnull (text);
  return text;
}

static void
tells_about_itself (void)
{
  /* What may stand in no report of a fault. */
  const char *secrets[] = { TRS_SESSION_RIG_KEY, "example.org", "http", g_get_home_dir (), g_get_user_data_dir (),
                            "City" };
  const char *facts[] = { "Transcripts: " TRS_VERSION "\n", "\nGTK: 4.", "\nlibadwaita: 1.", "\nGLib: 2.",
                          "\nlibsoup: 3.", "\nSQLite: 3.", "\nDisplay: GdkX11Display\n",
                          "\nRenderer: GskCairoRenderer\n", "\nSandbox: none\n", "\nAccounts: 1\n",
                          "\nState: ready\n", "\nTranscripts: saved\n" };
  GtkWindow *about;
  g_autofree char *debug_info = NULL;
  g_autofree char *website = NULL;
  g_autofree char *issues = NULL;
  g_autofree char *news = NULL;

  trs_test_wait_until (trs_history_get_complete (trs_session_get_history (rig->session)));
  g_action_group_activate_action (G_ACTION_GROUP (run.application), "about", NULL);
  trs_test_wait_until ((about = find_toplevel (ADW_TYPE_ABOUT_WINDOW)) != NULL);

  debug_info = get_text (about, "debug-info");
  for (gsize i = 0; i < G_N_ELEMENTS (facts); i++)
    g_assert_nonnull (strstr (debug_info, facts[i]));
  for (gsize i = 0; i < G_N_ELEMENTS (secrets); i++)
    g_assert_null (strstr (debug_info, secrets[i]));

  website = get_text (about, "website");
  issues = get_text (about, "issue-url");
  g_assert_true (g_str_has_prefix (issues, website) && g_str_has_suffix (issues, "/issues"));
  news = get_text (about, "release-notes");
  g_assert_nonnull (strstr (news, "Name speakers and highlight passages"));
  trs_display_test_save_png (GTK_WIDGET (about), "about");
}

static void
test_about (void)
{
  g_autofree char *entries = trs_session_rig_sample_list ();

  rig = trs_session_rig_new_waiting (TRUE);
  trs_session_rig_list (rig, entries);
  g_assert_cmpint (run_program (NULL, tells_about_itself), ==, 0);
  trs_session_rig_free (rig);
}

static void
keys_are_there (void)
{
  static const char *const actions[] = { "app.quit", "app.new-transcription", "app.preferences", "win.check-now",
                                         "win.search", "win.toggle-list", "win.back", "win.next-project",
                                         "win.previous-project", "win.show-help-overlay", "win.fullscreen" };
  GtkApplicationWindow *shown = GTK_APPLICATION_WINDOW (window ());
  GtkWidget *overlay;

  for (gsize i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      g_auto (GStrv) keys = gtk_application_get_accels_for_action (GTK_APPLICATION (run.application), actions[i]);

      g_assert_cmpuint (g_strv_length (keys), >, 0);
    }
  /* F9 */
  gtk_widget_activate_action (GTK_WIDGET (window ()), "win.toggle-list", NULL);
  gtk_widget_activate_action (GTK_WIDGET (window ()), "win.toggle-list", NULL);
  /* Nobody has asked for it yet, so nobody has waited for it. */
  g_assert_null (gtk_application_window_get_help_overlay (shown));
  gtk_widget_activate_action (GTK_WIDGET (shown), "win.show-help-overlay", NULL);
  overlay = GTK_WIDGET (gtk_application_window_get_help_overlay (shown));
  g_assert_nonnull (overlay);
  g_assert_true (gtk_widget_get_visible (overlay));
  /* There is only one, whoever asks again. */
  gtk_widget_set_visible (overlay, FALSE);
  gtk_widget_activate_action (GTK_WIDGET (shown), "win.show-help-overlay", NULL);
  g_assert_true (GTK_WIDGET (gtk_application_window_get_help_overlay (shown)) == overlay);
  g_assert_true (gtk_widget_get_visible (overlay));
}

static void
test_keys (void)
{
  rig = trs_session_rig_new_waiting (FALSE);
  g_assert_cmpint (run_program (NULL, keys_are_there), ==, 0);
  trs_session_rig_free (rig);
}

static GString *printed;

static void
take_print (const char *text)
{
  g_string_append (printed, text);
}

/* What the program prints is taken here: on standard output it would stand among the results of the tests. */
static void
test_version (void)
{
  g_autofree char *expected = g_strdup_printf ("%s %s\n", g_get_prgname (), TRS_VERSION);
  GPrintFunc before;
  int status;

  rig = trs_session_rig_new_waiting (FALSE);
  printed = g_string_new (NULL);
  before = g_set_print_handler (take_print);
  status = run_program ("--version", NULL);
  g_set_print_handler (before);

  g_assert_cmpint (status, ==, 0);
  g_assert_cmpuint (n_made, ==, 0);
  g_assert_cmpstr (printed->str, ==, expected);
  g_string_free (printed, TRUE);
  trs_session_rig_free (rig);
}

static void
says_what_is_ready (void)
{
  TrsProject *project;

  trs_test_wait_until (trs_history_get_complete (trs_session_get_history (rig->session)));
  project = trs_session_rig_project (rig, 7);
  /* without a bus nobody shows a notification, and nothing breaks */
  g_signal_emit_by_name (trs_session_get_poller (rig->session), "finished", project);
  trs_window_open_project (window (), project);
  g_signal_emit_by_name (trs_session_get_poller (rig->session), "finished", project);
}

static void
test_ready_without_a_bus (void)
{
  g_autofree char *entries = trs_session_rig_sample_list ();

  rig = trs_session_rig_new_waiting (TRUE);
  trs_session_rig_list (rig, entries);
  g_assert_cmpint (run_program (NULL, says_what_is_ready), ==, 0);
  trs_session_rig_free (rig);
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  g_test_add_func ("/application/recording", test_recording);
  g_test_add_func ("/application/first-frame", test_first_frame);
  g_test_add_func ("/application/link-as-argument", test_link_as_argument);
  g_test_add_func ("/application/new-transcription-option", test_new_transcription_option);
  g_test_add_func ("/application/project-as-argument", test_project_as_argument);
  g_test_add_func ("/application/actions", test_actions);
  g_test_add_func ("/application/about", test_about);
  g_test_add_func ("/application/keys", test_keys);
  g_test_add_func ("/application/version", test_version);
  g_test_add_func ("/application/ready-without-a-bus", test_ready_without_a_bus);
  return g_test_run ();
}
