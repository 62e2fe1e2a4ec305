/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"
#include "trs-application.h"
#include "trs-banner.h"
#include "trs-connect-form.h"
#include "trs-display-test.h"
#include "trs-error.h"
#include "trs-help-page.h"
#include "trs-help-window.h"
#include "trs-message-dialog.h"
#include "trs-preferences-problem.h"
#include "trs-preferences.h"
#include "trs-real-input.h"
#include "trs-session-rig.h"
#include "trs-submit-dialog.h"
#include "trs-test-transcripts.h"
#include "trs-tour.h"
#include "trs-widget-utils.h"
#include "trs-window.h"

static const char *
same (const char *message)
{
  return message;
}

static TrsHelpPage *
load (const char *name)
{
  g_autofree char *path = g_strconcat (TRS_RESOURCE_BASE "/help/", name, NULL);
  g_autoptr (GBytes) bytes = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  TrsHelpPage *page;

  if (bytes == NULL)
    g_error ("there is no page %s", name);
  page = trs_help_page_parse (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), same);
  if (page == NULL)
    g_error ("%s cannot be parsed", name);
  return page;
}

static gboolean
has_section (const TrsHelpPage *page,
             const char        *id)
{
  for (guint i = 0; i < page->blocks->len; i++)
    if (g_strcmp0 (((TrsHelpBlock *) g_ptr_array_index (page->blocks, i))->id, id) == 0)
      return TRUE;
  return FALSE;
}

static void
assert_leads_somewhere (const char *place)
{
  g_auto (GStrv) parts = g_strsplit (place, "#", 2);
  g_autofree char *name = g_strconcat (parts[0], ".page", NULL);
  g_autoptr (TrsHelpPage) page = load (name);

  if (parts[1] != NULL && !has_section (page, parts[1]))
    g_error ("%s has no section %s", parts[0], parts[1]);
}

static void
assert_links_lead_somewhere (const TrsHelpPage *page)
{
  for (guint i = 0; i < page->blocks->len; i++)
    {
      const TrsHelpBlock *block = g_ptr_array_index (page->blocks, i);
      g_auto (GStrv) links = g_strsplit (block->markup, "href=\"help:", -1);

      g_assert_true (pango_parse_markup (block->markup, -1, 0, NULL, NULL, NULL, NULL) ||
                     strstr (block->markup, "<a ") != NULL);
      for (gsize j = 1; links[j] != NULL; j++)
        {
          *strchr (links[j], '"') = '\0';
          assert_leads_somewhere (links[j]);
        }
    }
}

static void
test_pages (void)
{
  g_auto (GStrv) names = g_resources_enumerate_children (TRS_RESOURCE_BASE "/help", G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_autoptr (TrsHelpPage) start = load ("index.page");

  g_assert_nonnull (names);
  g_assert_cmpuint (g_strv_length (names), ==, 12);
  /* The list of pages has all the others. */
  g_assert_cmpuint (start->topics->len, ==, 11);
  for (guint i = 0; i < start->topics->len; i++)
    assert_leads_somewhere (g_ptr_array_index (start->topics, i));
  for (gsize i = 0; names[i] != NULL; i++)
    {
      g_autoptr (TrsHelpPage) page = load (names[i]);

      g_test_message ("%s", names[i]);
      g_assert_cmpint (((TrsHelpBlock *) g_ptr_array_index (page->blocks, 0))->kind, ==, TRS_HELP_TITLE);
      g_assert_cmpuint (page->blocks->len, >, 1);
      g_assert_true (page->title != NULL && *page->title != '\0');
      g_assert_true (page->description != NULL && *page->description != '\0');
      assert_links_lead_somewhere (page);
    }
}

/* What the window itself asks for: see trs-banner.c, trs-preferences-problem.c and trs-progress-page.ui. */
static void
test_places (void)
{
  static const char *const places[] = { "index", "accounts", "trouble#key", "trouble#keyring", "trouble#network",
                                        "trouble#unknown", "trouble#failed" };

  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    assert_leads_somewhere (places[i]);
}

static gboolean
says_in_section (const TrsHelpPage *page,
                 const char        *section,
                 const char        *words)
{
  gboolean inside = FALSE;

  for (guint i = 0; i < page->blocks->len; i++)
    {
      const TrsHelpBlock *block = g_ptr_array_index (page->blocks, i);

      if (block->id != NULL)
        inside = g_str_equal (block->id, section);
      if (inside && strstr (block->markup, words) != NULL)
        return TRUE;
    }
  return FALSE;
}

/* What stands beside “Learn More” is what the help explains. */
static void
test_explains_the_button (void)
{
  static const int codes[] = { TRS_ERROR_KEYRING_LOCKED, TRS_ERROR_KEYRING_MISSING, TRS_ERROR_KEYRING_TIMED_OUT,
                               TRS_ERROR_KEYRING_FAILED };
  static const TrsSessionState states[] = { TRS_SESSION_KEY_LOCKED, TRS_SESSION_READY, TRS_SESSION_KEY_REFUSED,
                                            TRS_SESSION_KEY_LOST };
  g_autoptr (TrsHelpPage) page = load ("trouble.page");

  for (gsize i = 0; i < G_N_ELEMENTS (codes) * G_N_ELEMENTS (states) * 2; i++)
    {
      g_autoptr (GError) error = g_error_new_literal (TRS_ERROR, codes[i / 2 % G_N_ELEMENTS (codes)], "no");
      TrsSessionState state = states[i / 2 / G_N_ELEMENTS (codes)];
      TrsBannerContent content = trs_banner_content_for (state, error, i % 2 == 0 ? 0 : 1, FALSE, NULL, FALSE, FALSE,
                                                         FALSE, FALSE);

      g_test_message ("%s: %s", content.help, content.button_label);
      g_assert_true (g_str_has_prefix (content.help, "trouble#"));
      g_assert_true (says_in_section (page, content.help + strlen ("trouble#"), content.button_label));
    }
}

/* Any program on the bus may ask for a page: one that there is not is the list of pages. */
static void
test_unknown_page (void)
{
  static const char *const places[] = { "nonsense", "", "#", "../index", "trouble#nonsense" };

  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    {
      TrsHelpWindow *help = trs_help_window_new ();

      trs_display_test_show (GTK_WINDOW (help));
      trs_help_window_open (help, places[i]);
      trs_display_test_wait_frame (GTK_WIDGET (help));
      g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (help)), ==,
                       i < 4 ? "Help" : "When Something Goes Wrong");
      trs_help_window_open (help, "accounts");
      gtk_widget_activate_action (GTK_WIDGET (help), "help.back", NULL);
      trs_display_test_destroy (help);
    }
}

/* What F1 opens from each dialog; a question has what the dialog below it has. */
static const struct
{
  const char *dialog;
  const char *place;
} topics[] = {
  { "about", "trouble#report" },
  { "accounts", "accounts" },
  { "collect-highlights", "export" },
  { "export", "export" },
  { "export-highlights", "export" },
  { "export-many", "export" },
  { "help", NULL },
  { "key", "accounts" },
  { "message", NULL },
  { "preferences", "accounts" },
  { "speakers", "read" },
  { "spending", "submit" },
  { "submit", "submit" },
  { "title", "read" },
};

static const char *
find_topic (const char *dialog)
{
  for (gsize i = 0; i < G_N_ELEMENTS (topics); i++)
    if (g_str_equal (topics[i].dialog, dialog))
      return topics[i].place;
  g_error ("who said which page of the help explains %s?", dialog);
}

static void
test_topics (void)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (trs_test_council, "en");
  g_autofree char *entries = trs_session_rig_sample_list ();
  TrsTour tour = { trs_session_rig_new_waiting (TRUE), NULL, trs_test_document_new (transcript) };

  tour.window = trs_window_new (NULL, tour.rig->session, tour.rig->settings);
  trs_session_rig_list (tour.rig, entries);
  trs_session_rig_start (tour.rig);
  trs_test_wait_until (trs_history_get_complete (trs_session_get_history (tour.rig->session)));
  for (gsize i = 0; i < TRS_TOUR_N_DIALOGS; i++)
    {
      GtkWindow *dialog = trs_tour_dialogs[i].create (&tour);

      g_test_message ("%s", trs_tour_dialogs[i].name);
      g_assert_cmpstr (trs_dialog_get_help (dialog), ==, find_topic (trs_tour_dialogs[i].name));
      if (trs_dialog_get_help (dialog) != NULL)
        assert_leads_somewhere (trs_dialog_get_help (dialog));
      trs_display_test_destroy (dialog);
    }
  trs_display_test_destroy (tour.window);
  trs_session_rig_free (tour.rig);
  g_object_unref (tour.document);
}

static TrsSessionRig *rig;
static TrsApplication *application;
static void (*script) (void);

static TrsSession *
make_session (GSettings *settings)
{
  return g_object_ref (rig->session);
}

static gboolean
script_cb (gpointer user_data)
{
  script ();
  g_application_quit (G_APPLICATION (application));
  return G_SOURCE_REMOVE;
}

/* @status: what the service answers with */
static void
run_program (guint status,
             void  (*function) (void))
{
  char *argv[] = { (char *) "transcripts", NULL };

  rig = trs_session_rig_new_waiting (TRUE);
  if (status == 200)
    trs_session_rig_list (rig, "");
  else
    trs_recording_transport_add_for (rig->transport, "/api/list", status, "{}");
  application = trs_application_new (make_session);
  script = function;
  g_idle_add (script_cb, NULL);
  g_assert_cmpint (g_application_run (G_APPLICATION (application), 1, argv), ==, 0);
  g_assert_finalize_object (application);
  trs_session_rig_free (rig);
}

static GtkWindow *
find_window (GType type)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWindow) toplevel = g_list_model_get_item (toplevels, i);

      if (G_TYPE_CHECK_INSTANCE_TYPE (toplevel, type) && gtk_widget_get_mapped (GTK_WIDGET (toplevel)))
        return toplevel;
    }
  return NULL;
}

/* The dialog that asks for a key. */
static GtkWindow *
find_form (void)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWindow) toplevel = g_list_model_get_item (toplevels, i);

      if (!TRS_IS_WINDOW (toplevel) && gtk_widget_get_mapped (GTK_WIDGET (toplevel)) &&
          trs_display_test_find_type (GTK_WIDGET (toplevel), TRS_TYPE_CONNECT_FORM) != NULL)
        return toplevel;
    }
  return NULL;
}

#define wait_for_window(type) \
  G_STMT_START { trs_test_wait_until (find_window (type) != NULL); } G_STMT_END

static TrsHelpWindow *
press_f1_for (GtkWindow  *window,
              const char *place)
{
  TrsHelpWindow *help;

  trs_real_input_focus (GTK_WIDGET (window));
  trs_real_input_key (GTK_WIDGET (window), GDK_KEY_F1, 0);
  wait_for_window (TRS_TYPE_HELP_WINDOW);
  help = TRS_HELP_WINDOW (find_window (TRS_TYPE_HELP_WINDOW));
  trs_test_wait_until (g_str_equal (trs_help_window_get_place (help), place));
  trs_display_test_wait_frame (GTK_WIDGET (help));
  return help;
}

static TrsHelpWindow *
press_f1 (GtkWindow *window)
{
  return press_f1_for (window, "index");
}

static void
assert_place (TrsHelpWindow *help,
              const char    *place,
              const char    *title)
{
  trs_test_wait_until (g_str_equal (trs_help_window_get_place (help), place));
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (help)), ==, title);
  g_assert_nonnull (trs_display_test_find_label (GTK_WIDGET (help), title));
  trs_display_test_wait_frame (GTK_WIDGET (help));
  trs_display_test_wait_frame (GTK_WIDGET (help));
}

static GtkWidget *
get_focus (TrsHelpWindow *help)
{
  return gtk_window_get_focus (GTK_WINDOW (help));
}

static void
walks_by_keys (void)
{
  TrsHelpWindow *help;
  GtkWidget *label;

  wait_for_window (TRS_TYPE_WINDOW);
  help = press_f1 (find_window (TRS_TYPE_WINDOW));
  trs_real_input_focus (GTK_WIDGET (help));
  trs_test_wait_until (ADW_IS_ACTION_ROW (get_focus (help)));
  g_assert_false (gtk_widget_get_visible (trs_display_test_find (GTK_WIDGET (help), "back")));
  trs_display_test_save_png (GTK_WIDGET (help), "help");

  /* the first page, and a link in it */
  trs_real_input_key (GTK_WIDGET (help), GDK_KEY_Return, 0);
  assert_place (help, "first-steps", "First Steps");
  g_assert_true (gtk_widget_get_visible (trs_display_test_find (GTK_WIDGET (help), "back")));
  label = get_focus (help);
  g_assert_true (GTK_IS_LABEL (label));
  g_assert_false (gtk_label_get_selection_bounds (GTK_LABEL (label), NULL, NULL));
  gtk_test_accessible_assert_role (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_ROLE_HEADING);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_PROPERTY_LEVEL, 1);
  trs_display_test_save_png (GTK_WIDGET (help), "help-first-steps");
  /* GTK 4.24 does not say which link of a label has the focus: it is the first one. */
  for (guint i = 0; i < 30 && strstr (gtk_label_get_label (GTK_LABEL (label)), "<a href=") == NULL; i++)
    {
      trs_real_input_key (GTK_WIDGET (help), GDK_KEY_Tab, 0);
      trs_test_settle ();
      g_assert_true (GTK_IS_LABEL (get_focus (help)));
      label = get_focus (help);
    }
  trs_real_input_key (GTK_WIDGET (help), GDK_KEY_Return, 0);
  assert_place (help, "submit", "Submit Videos");
  trs_display_test_save_png (GTK_WIDGET (help), "help-submit");

  /* back, to the row from which it was opened */
  trs_real_input_key (GTK_WIDGET (help), GDK_KEY_Left, GDK_ALT_MASK);
  assert_place (help, "first-steps", "First Steps");
  trs_real_input_key (GTK_WIDGET (help), GDK_KEY_Left, GDK_ALT_MASK);
  assert_place (help, "index", "Help");
  trs_real_input_key (GTK_WIDGET (help), GDK_KEY_Down, 0);
  trs_real_input_key (GTK_WIDGET (help), GDK_KEY_Return, 0);
  assert_place (help, "submit", "Submit Videos");
  trs_real_input_key (GTK_WIDGET (help), GDK_KEY_Left, GDK_ALT_MASK);
  assert_place (help, "index", "Help");
  trs_test_wait_until (ADW_IS_ACTION_ROW (get_focus (help)));
  g_assert_cmpstr (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (get_focus (help))), ==, "Submit Videos");
  /* nothing is before the first page */
  trs_real_input_key (GTK_WIDGET (help), GDK_KEY_Left, GDK_ALT_MASK);
  trs_test_settle ();
  assert_place (help, "index", "Help");

  trs_real_input_key (GTK_WIDGET (help), GDK_KEY_Escape, 0);
  trs_test_wait_until (find_window (TRS_TYPE_HELP_WINDOW) == NULL);
  /* and once more, from nothing */
  help = press_f1 (find_window (TRS_TYPE_WINDOW));
  trs_real_input_focus (GTK_WIDGET (help));
  trs_real_input_key (GTK_WIDGET (help), GDK_KEY_w, GDK_CONTROL_MASK);
  trs_test_wait_until (find_window (TRS_TYPE_HELP_WINDOW) == NULL);
  g_assert_nonnull (find_window (TRS_TYPE_WINDOW));
}

static void
test_keys (void)
{
  run_program (200, walks_by_keys);
}

static void
click_on_row (TrsHelpWindow *help,
              const char    *title)
{
  GtkWidget *label = trs_display_test_find_label (GTK_WIDGET (help), title);
  GtkWidget *row = gtk_widget_get_ancestor (label, GTK_TYPE_LIST_BOX_ROW);

  /* It is scrolled to. */
  gtk_widget_grab_focus (row);
  trs_display_test_wait_frame (row);
  trs_display_test_wait_frame (row);
  trs_real_input_click_on (row);
}

static void
every_page_is_shown (void)
{
  g_autoptr (TrsHelpPage) start = load ("index.page");
  TrsHelpWindow *help;

  wait_for_window (TRS_TYPE_WINDOW);
  help = press_f1 (find_window (TRS_TYPE_WINDOW));
  for (guint i = 0; i < start->topics->len; i++)
    {
      const char *id = g_ptr_array_index (start->topics, i);
      g_autofree char *name = g_strconcat (id, ".page", NULL);
      g_autoptr (TrsHelpPage) page = load (name);
      g_autofree char *picture = g_strconcat ("help-", id, NULL);

      click_on_row (help, page->title);
      assert_place (help, id, page->title);
      trs_display_test_save_png (GTK_WIDGET (help), picture);
      trs_real_input_click_on (trs_display_test_find (GTK_WIDGET (help), "back"));
      assert_place (help, "index", "Help");
    }
}

static void
test_every_page (void)
{
  run_program (200, every_page_is_shown);
}

static gboolean
is_at (TrsHelpWindow *help,
       const char    *heading)
{
  GtkWidget *focus = get_focus (help);

  return GTK_IS_LABEL (focus) && g_str_equal (gtk_label_get_text (GTK_LABEL (focus)), heading);
}

/* A part of a page is scrolled to and has the focus, in the window that is there already. */
static void
opens_at_a_section (void)
{
  TrsHelpWindow *help;

  wait_for_window (TRS_TYPE_WINDOW);
  g_action_group_activate_action (G_ACTION_GROUP (application), "help-page", g_variant_new_string ("trouble#report"));
  wait_for_window (TRS_TYPE_HELP_WINDOW);
  help = TRS_HELP_WINDOW (find_window (TRS_TYPE_HELP_WINDOW));
  trs_test_wait_until (is_at (help, "Anything Else"));
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (get_focus (help)), GTK_ACCESSIBLE_PROPERTY_LEVEL, 2);

  g_action_group_activate_action (G_ACTION_GROUP (application), "help-page", g_variant_new_string ("trouble#key"));
  g_assert_true (find_window (TRS_TYPE_HELP_WINDOW) == GTK_WINDOW (help));
  trs_test_wait_until (is_at (help, "The Key Is Rejected"));
  trs_display_test_save_png (GTK_WIDGET (help), "help-trouble-key");
}

static void
test_section (void)
{
  run_program (200, opens_at_a_section);
}

/* A dialog that has to be answered first does not keep the help from being read, which begins with what explains it. */
static void
opens_beside_a_dialog (void)
{
  TrsHelpWindow *help;

  wait_for_window (TRS_TYPE_WINDOW);
  g_action_group_activate_action (G_ACTION_GROUP (application), "new-transcription", NULL);
  wait_for_window (TRS_TYPE_SUBMIT_DIALOG);
  help = press_f1_for (find_window (TRS_TYPE_SUBMIT_DIALOG), "submit");
  assert_place (help, "submit", "Submit Videos");
  trs_real_input_click_on (trs_display_test_find (GTK_WIDGET (help), "back"));
  assert_place (help, "index", "Help");
  click_on_row (help, "Export and Print");
  assert_place (help, "export", "Export and Print");
  g_assert_nonnull (find_window (TRS_TYPE_SUBMIT_DIALOG));
}

/* The page of the preferences that is shown decides, and a question over them has the same. */
static void
follows_the_preferences (void)
{
  TrsPreferences *preferences;
  TrsMessageDialog *question;
  TrsHelpWindow *help;

  wait_for_window (TRS_TYPE_WINDOW);
  g_action_group_activate_action (G_ACTION_GROUP (application), "preferences", NULL);
  wait_for_window (TRS_TYPE_PREFERENCES);
  preferences = TRS_PREFERENCES (find_window (TRS_TYPE_PREFERENCES));
  adw_view_stack_set_visible_child_name (ADW_VIEW_STACK (trs_display_test_find (GTK_WIDGET (preferences), "pages")),
                                         "delivery");
  trs_display_test_wait_frame (GTK_WIDGET (preferences));
  help = press_f1_for (GTK_WINDOW (preferences), "privacy");
  gtk_window_close (GTK_WINDOW (help));
  trs_test_wait_until (find_window (TRS_TYPE_HELP_WINDOW) == NULL);

  question = trs_message_dialog_new (GTK_WINDOW (preferences), "Really?", "It has no page of its own.");
  trs_display_test_show (GTK_WINDOW (question));
  press_f1_for (GTK_WINDOW (question), "privacy");
}

static void
test_preferences (void)
{
  run_program (200, follows_the_preferences);
}

static void
test_beside_a_dialog (void)
{
  run_program (200, opens_beside_a_dialog);
}

/* The same beside the entry of a key, in a dialog, by keys. */
static void
explains_a_key (void)
{
  GtkWindow *dialog;
  GtkWidget *problem, *button;

  wait_for_window (TRS_TYPE_WINDOW);
  trs_test_wait_until (trs_session_get_state (rig->session) == TRS_SESSION_KEY_REFUSED);
  gtk_widget_activate_action (GTK_WIDGET (find_window (TRS_TYPE_WINDOW)), "win.enter-key", NULL);
  trs_test_wait_until ((dialog = find_form ()) != NULL);
  problem = trs_display_test_find_type (GTK_WIDGET (dialog), TRS_TYPE_PREFERENCES_PROBLEM);
  g_assert_false (gtk_widget_get_visible (problem));
  trs_connect_form_activate (TRS_CONNECT_FORM (trs_display_test_find_type (GTK_WIDGET (dialog),
                                                                            TRS_TYPE_CONNECT_FORM)));
  trs_test_wait_until (gtk_widget_get_mapped (problem));
  button = trs_display_test_find (problem, "help");
  trs_display_test_wait_frame (button);
  trs_real_input_focus (GTK_WIDGET (dialog));
  for (guint i = 0; i < 10 && !gtk_widget_has_focus (button); i++)
    {
      trs_real_input_key (GTK_WIDGET (dialog), GDK_KEY_Tab, 0);
      trs_test_settle ();
    }
  g_assert_true (gtk_widget_has_focus (button));
  trs_display_test_save_png (GTK_WIDGET (dialog), "help-key");
  trs_real_input_key (GTK_WIDGET (dialog), GDK_KEY_Return, 0);
  wait_for_window (TRS_TYPE_HELP_WINDOW);
  assert_place (TRS_HELP_WINDOW (find_window (TRS_TYPE_HELP_WINDOW)), "trouble#key", "When Something Goes Wrong");
}

static void
test_key (void)
{
  run_program (401, explains_a_key);
}

/* Which errors have a page, and that a link of an error that has gone does not stay. */
static void
test_problem (void)
{
  static const struct
  {
    int code;
    gboolean explained;
  } errors[] = {
    { TRS_ERROR_UNAUTHORIZED, TRUE }, { TRS_ERROR_INVALID_INPUT, FALSE },  { TRS_ERROR_OFFLINE, TRUE },
    { TRS_ERROR_FAILED, FALSE },      { TRS_ERROR_KEYRING_LOCKED, TRUE },
  };
  TrsPreferencesProblem *problem = g_object_new (TRS_TYPE_PREFERENCES_PROBLEM, NULL);
  GtkWidget *list = gtk_list_box_new ();
  GtkWindow *window;

  gtk_list_box_append (GTK_LIST_BOX (list), GTK_WIDGET (problem));
  window = trs_display_test_present (list, 400, 200);
  for (gsize i = 0; i < G_N_ELEMENTS (errors); i++)
    {
      g_autoptr (GError) error = g_error_new_literal (TRS_ERROR, errors[i].code, "something");

      trs_preferences_problem_show (problem, NULL, error);
      g_assert_cmpint (gtk_widget_get_visible (trs_display_test_find (GTK_WIDGET (problem), "help")), ==,
                       errors[i].explained);
    }
  trs_display_test_destroy (window);
}

/* From what is wrong to what explains it. */
static void
explains_an_error (void)
{
  GtkWidget *window, *strip, *button;
  TrsHelpWindow *help;

  wait_for_window (TRS_TYPE_WINDOW);
  trs_test_wait_until (trs_session_get_state (rig->session) == TRS_SESSION_KEY_REFUSED);
  window = GTK_WIDGET (find_window (TRS_TYPE_WINDOW));
  trs_test_wait_until ((strip = trs_display_test_find_shown (window, "key")) != NULL);
  button = trs_display_test_find (gtk_widget_get_ancestor (strip, TRS_TYPE_BANNER), "help");
  trs_test_wait_until (gtk_widget_get_mapped (button) && gtk_widget_is_sensitive (button));
  trs_display_test_wait_frame (button);
  gtk_widget_grab_focus (button);
  trs_real_input_focus (button);
  trs_real_input_key (button, GDK_KEY_Return, 0);
  wait_for_window (TRS_TYPE_HELP_WINDOW);
  help = TRS_HELP_WINDOW (find_window (TRS_TYPE_HELP_WINDOW));
  assert_place (help, "trouble#key", "When Something Goes Wrong");
  trs_display_test_save_png (window, "help-banner");
}

static void
test_error (void)
{
  run_program (401, explains_an_error);
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  g_test_add_func ("/help/pages", test_pages);
  g_test_add_func ("/help/places", test_places);
  g_test_add_func ("/help/explains-the-button", test_explains_the_button);
  g_test_add_func ("/help/unknown-page", test_unknown_page);
  g_test_add_func ("/help/topics", test_topics);
  g_test_add_func ("/help/keys", test_keys);
  g_test_add_func ("/help/every-page", test_every_page);
  g_test_add_func ("/help/section", test_section);
  g_test_add_func ("/help/beside-a-dialog", test_beside_a_dialog);
  g_test_add_func ("/help/preferences", test_preferences);
  g_test_add_func ("/help/error", test_error);
  g_test_add_func ("/help/key", test_key);
  g_test_add_func ("/help/problem", test_problem);
  return g_test_run ();
}
