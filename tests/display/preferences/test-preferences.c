/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-preferences.h"

#include "trs-accounts-dialog.h"
#include "trs-connect-form.h"
#include "trs-display-test.h"
#include "trs-preferences-reading.h"
#include "trs-secret-row.h"
#include "trs-session-rig.h"
#include "trs-note-row.h"

#define OTHER_SERVER "https://other.example.org/service"
#define OTHER_KEY "another-key-5678"

typedef struct
{
  TrsSessionRig *rig;
  GtkWidget *dialog;
} Fixture;

static void
open_dialog (Fixture   *fixture,
             GtkWindow *parent)
{
  fixture->dialog = GTK_WIDGET (trs_preferences_new (fixture->rig->session, fixture->rig->settings));
  g_object_add_weak_pointer (G_OBJECT (fixture->dialog), (gpointer *) &fixture->dialog);
  if (parent != NULL)
    gtk_window_set_transient_for (GTK_WINDOW (fixture->dialog), parent);
  trs_display_test_show (GTK_WINDOW (fixture->dialog));
}

static void
close_dialog (Fixture *fixture)
{
  if (fixture->dialog != NULL)
    gtk_window_close (GTK_WINDOW (fixture->dialog));
  trs_test_wait_until (fixture->dialog == NULL);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  user_data)
{
  fixture->rig = trs_session_rig_new_waiting (TRUE);
  trs_session_rig_list (fixture->rig, "");
  trs_session_rig_start (fixture->rig);
  open_dialog (fixture, NULL);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  user_data)
{
  close_dialog (fixture);
  trs_session_rig_free (fixture->rig);
}

static GtkWidget *
part (Fixture    *fixture,
      const char *id)
{
  GtkWidget *widget = trs_display_test_find (fixture->dialog, id);

  g_assert_nonnull (widget);
  return widget;
}

static GtkWidget *
page (Fixture    *fixture,
      const char *name)
{
  adw_view_stack_set_visible_child_name (ADW_VIEW_STACK (part (fixture, "pages")), name);
  trs_display_test_wait_frame (fixture->dialog);
  return adw_view_stack_get_visible_child (ADW_VIEW_STACK (part (fixture, "pages")));
}

static GtkWidget *
part_of (GtkWidget  *page,
         const char *id)
{
  GtkWidget *widget = trs_display_test_find (page, id);

  g_assert_nonnull (widget);
  return widget;
}

static void
enter (GtkWidget  *row,
       const char *text)
{
  if (TRS_IS_SECRET_ROW (row))
    trs_secret_row_set_text (TRS_SECRET_ROW (row), text);
  else
    gtk_editable_set_text (GTK_EDITABLE (row), text);
}

static void
apply (GtkWidget  *row,
       const char *text)
{
  enter (row, text);
  g_signal_emit_by_name (row, "apply");
}

static const char *
problem (Fixture    *fixture,
         const char *id)
{
  GtkWidget *row = part (fixture, id);

  if (!gtk_widget_get_visible (row))
    return NULL;
  return gtk_label_get_text (GTK_LABEL (trs_display_test_find (row, "label")));
}

static const char *
status (Fixture *fixture)
{
  return adw_preferences_row_get_title (ADW_PREFERENCES_ROW (part (fixture, "status")));
}

static const char *
button (Fixture *fixture)
{
  return gtk_button_get_label (GTK_BUTTON (part (fixture, "button")));
}

static char *
setting (Fixture    *fixture,
         const char *key)
{
  g_autoptr (GVariant) value = g_settings_get_value (fixture->rig->settings, key);

  return g_variant_print (value, FALSE);
}

static void
assert_setting (Fixture    *fixture,
                const char *key,
                const char *expected)
{
  g_autofree char *value = setting (fixture, key);

  g_assert_cmpstr (value, ==, expected);
}

static guint
n_requests (Fixture *fixture)
{
  return trs_recording_transport_get_n_requests (fixture->rig->transport);
}

static void
test_pictures (Fixture       *fixture,
               gconstpointer  user_data)
{
  const char *names[] = { "account", "delivery", "reading" };
  GtkWindow *parent;

  g_object_set (part (fixture, "fields"), "expanded", TRUE, NULL);
  page (fixture, "account");
  trs_display_test_save_png (fixture->dialog, "11a-preferences-account");
  trs_display_test_set_dark (TRUE);
  trs_display_test_save_png (fixture->dialog, "11a-preferences-account-dark");
  trs_display_test_set_dark (FALSE);
  page (fixture, "delivery");
  trs_display_test_save_png (fixture->dialog, "11b-preferences-callback");
  page (fixture, "reading");
  trs_display_test_save_png (fixture->dialog, "11c-preferences-reading");
  close_dialog (fixture);

  parent = trs_display_test_present (gtk_label_new ("The window below"), 360, 720);
  open_dialog (fixture, parent);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *name = g_strdup_printf ("12-narrow-preferences-%s", names[i]);

      page (fixture, names[i]);
      g_assert_cmpint (gtk_widget_get_width (fixture->dialog), <=, 360);
      g_assert_true (adw_view_switcher_bar_get_reveal (ADW_VIEW_SWITCHER_BAR (part (fixture, "bar"))));
      trs_display_test_save_png (fixture->dialog, name);
    }
  close_dialog (fixture);
  trs_display_test_destroy (parent);
}

/* The small dialogs are no wider than a narrow window, either. */
static void
test_small_dialogs (Fixture       *fixture,
                    gconstpointer  data)
{
  GtkWindow *parent = trs_display_test_present (gtk_label_new ("The window below"), 360, 720);
  g_autoptr (TrsProject) project = trs_project_new ("5f1c2a30-0000-4000-8000-000000000001");
  GtkWindow *dialogs[] = {
    GTK_WINDOW (trs_accounts_dialog_new (fixture->rig->session)),
    GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (trs_connect_form_new_in_dialog (fixture->rig->session,
                                                                                  TRS_CONNECT_FORM_KEY)))),
    GTK_WINDOW (trs_title_dialog_new (fixture->rig->session, project)),
  };

  for (guint i = 0; i < G_N_ELEMENTS (dialogs); i++)
    {
      gtk_window_set_transient_for (dialogs[i], parent);
      trs_display_test_show (dialogs[i]);
      g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (dialogs[i])), <=, 360);
      g_assert_cmpint (gtk_widget_get_height (GTK_WIDGET (dialogs[i])), <, 720);
      trs_display_test_destroy (dialogs[i]);
    }
  trs_display_test_destroy (parent);
}

/* As the list of accounts does, which is gone before the dialog that stood over it. */
static void
test_connected_closes_the_parent (Fixture       *fixture,
                                  gconstpointer  data)
{
  GtkWindow *parent = trs_display_test_present (gtk_label_new ("The window below"), 360, 720);
  TrsConnectForm *form = trs_connect_form_new_in_dialog (fixture->rig->session, TRS_CONNECT_FORM_NEW);
  GtkWindow *dialog = GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (form)));

  g_object_add_weak_pointer (G_OBJECT (parent), (gpointer *) &parent);
  g_object_add_weak_pointer (G_OBJECT (dialog), (gpointer *) &dialog);
  gtk_window_set_transient_for (dialog, parent);
  trs_display_test_show (dialog);
  g_signal_connect_swapped (form, "connected", G_CALLBACK (gtk_window_close), parent);
  g_signal_emit_by_name (form, "connected");
  trs_test_wait_until (parent == NULL && dialog == NULL);
}

static gboolean
shows (GtkWidget  *widget,
       const char *text)
{
  if (TRS_IS_SECRET_ROW (widget) && strstr (trs_secret_row_get_text (TRS_SECRET_ROW (widget)), text) != NULL)
    return TRUE;
  if (GTK_IS_EDITABLE (widget) && strstr (gtk_editable_get_text (GTK_EDITABLE (widget)), text) != NULL)
    return TRUE;
  if (GTK_IS_LABEL (widget) && strstr (gtk_label_get_text (GTK_LABEL (widget)), text) != NULL)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (shows (child, text))
      return TRUE;
  return FALSE;
}

static void
test_connected (Fixture       *fixture,
                gconstpointer  user_data)
{
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (part (fixture, "address"))), ==, TRS_SESSION_RIG_SERVER);
  g_assert_cmpstr (status (fixture), ==, "Connected");
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (part (fixture, "status"))), ==,
                   "The service accepted the key today at 12:04. It is saved in the keyring.");
  g_assert_cmpstr (button (fixture), ==, "Test");
  g_assert_false (shows (fixture->dialog, TRS_SESSION_RIG_KEY));
  g_assert_cmpstr (trs_secret_row_get_text (TRS_SECRET_ROW (part (fixture, "key"))), !=, "");
  g_assert_false (adw_expander_row_get_expanded (ADW_EXPANDER_ROW (part (fixture, "fields"))));
}

static void
test_test (Fixture       *fixture,
           gconstpointer  user_data)
{
  /* An answer of less than three seconds ago would count. */
  trs_manual_clock_advance (fixture->rig->clock, 4000);
  trs_recording_transport_add_for (fixture->rig->transport, "/api/list", 200, "[]");
  trs_display_test_click (part (fixture, "button"));
  g_assert_cmpstr (status (fixture), ==, "Asking the service…");
  g_assert_false (gtk_widget_get_sensitive (part (fixture, "button")));
  trs_test_wait_until (gtk_widget_get_sensitive (part (fixture, "button")));
  g_assert_cmpstr (status (fixture), ==, "Connected");
  g_assert_null (problem (fixture, "problem"));

  trs_manual_clock_advance (fixture->rig->clock, 4000);
  trs_recording_transport_add_for (fixture->rig->transport, "/api/list", 502, "<html>");
  trs_display_test_click (part (fixture, "button"));
  trs_test_wait_until (problem (fixture, "problem") != NULL);
  g_assert_true (gtk_widget_get_sensitive (part (fixture, "button")));
}

/* A key belongs to its address: it is not sent to another one. */
static void
test_new_address_needs_its_key (Fixture       *fixture,
                                gconstpointer  user_data)
{
  guint before = n_requests (fixture);

  enter (part (fixture, "address"), OTHER_SERVER);
  g_assert_cmpstr (button (fixture), ==, "Connect");
  g_assert_cmpstr (status (fixture), ==, "Not saved yet");
  g_assert_nonnull (strstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (part (fixture, "status"))),
                            TRS_SESSION_RIG_SERVER));
  trs_display_test_click (part (fixture, "button"));
  g_assert_nonnull (problem (fixture, "problem"));
  g_assert_true (gtk_widget_has_css_class (part (fixture, "key"), "error"));
  g_assert_cmpuint (n_requests (fixture), ==, before);
  assert_setting (fixture, "server-address", "'" TRS_SESSION_RIG_SERVER "'");

  enter (part (fixture, "address"), TRS_SESSION_RIG_SERVER "/");
  g_assert_cmpstr (button (fixture), ==, "Test");
  g_assert_null (problem (fixture, "problem"));
}

static const struct
{
  const char *address;
  const char *key;
  const char *wrong;
} bad_cases[] = {
  { "", OTHER_KEY, "address" },
  { "ftp://other.example.org", OTHER_KEY, "address" },
  { "http://other.example.org", OTHER_KEY, "address" },
  { "https://user:word@other.example.org", OTHER_KEY, "address" },
  { "https://other.example.org/?a=b", OTHER_KEY, "address" },
  { OTHER_SERVER, "two words", "key" },
  { OTHER_SERVER, "api-key: " OTHER_KEY, "key" },
  { OTHER_SERVER, "schl\xc3\xbcssel", "key" },
  { OTHER_SERVER, "\"" OTHER_KEY "\"", "key" },
};

static void
test_bad_input_is_explained (Fixture       *fixture,
                             gconstpointer  user_data)
{
  guint before = n_requests (fixture);

  for (gsize i = 0; i < G_N_ELEMENTS (bad_cases); i++)
    {
      enter (part (fixture, "address"), bad_cases[i].address);
      enter (part (fixture, "key"), bad_cases[i].key);
      g_assert_cmpstr (button (fixture), ==, "Connect");
      g_assert_null (problem (fixture, "problem"));
      trs_display_test_click (part (fixture, "button"));
      g_assert_nonnull (problem (fixture, "problem"));
      g_assert_cmpint (gtk_widget_has_css_class (part (fixture, "address"), "error"), ==,
                       g_str_equal (bad_cases[i].wrong, "address"));
      g_assert_cmpint (gtk_widget_has_css_class (part (fixture, "key"), "error"), ==,
                       g_str_equal (bad_cases[i].wrong, "key"));
    }
  trs_display_test_wait_frame (fixture->dialog);
  trs_display_test_save_png (fixture->dialog, "11a-preferences-problem");
  g_assert_cmpuint (n_requests (fixture), ==, before);
  assert_setting (fixture, "server-address", "'" TRS_SESSION_RIG_SERVER "'");
}

static void
test_connect (Fixture       *fixture,
              gconstpointer  user_data)
{
  const TrsRequest *request;
  guint before = n_requests (fixture);

  enter (part (fixture, "address"), " https://OTHER.example.org/service/ ");
  enter (part (fixture, "key"), OTHER_KEY "\n");
  trs_display_test_click (part (fixture, "button"));
  trs_test_wait_until (n_requests (fixture) > before);
  request = trs_recording_transport_get_request (fixture->rig->transport, before);
  g_assert_cmpstr (request->key, ==, OTHER_KEY);
  g_assert_true (g_str_has_prefix (request->uri, OTHER_SERVER "/api/list"));
  /* Nothing is kept before it is proved. */
  assert_setting (fixture, "server-address", "'" TRS_SESSION_RIG_SERVER "'");

  trs_recording_transport_add_for (fixture->rig->transport, "page=1", 200, "[]");
  trs_recording_transport_answer (fixture->rig->transport, before, 200, "[]");
  trs_test_wait_until (g_str_equal (status (fixture), "Connected"));
  assert_setting (fixture, "server-address", "'" OTHER_SERVER "'");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (part (fixture, "address"))), ==, OTHER_SERVER);
  g_assert_false (shows (fixture->dialog, OTHER_KEY));
  g_assert_cmpstr (button (fixture), ==, "Test");
}

static void
test_refused_key_changes_nothing (Fixture       *fixture,
                                  gconstpointer  user_data)
{
  trs_recording_transport_add_for (fixture->rig->transport, "/api/list", 401,
                                   "{\"statusCode\":401,\"message\":\"Q&A <b>\",\"error\":\"Unauthorized\"}");
  enter (part (fixture, "key"), OTHER_KEY);
  trs_display_test_click (part (fixture, "button"));
  trs_test_wait_until (problem (fixture, "problem") != NULL);
  g_assert_true (gtk_widget_has_css_class (part (fixture, "key"), "error"));
  g_assert_cmpint (trs_session_get_state (fixture->rig->session), ==, TRS_SESSION_READY);
  assert_setting (fixture, "server-address", "'" TRS_SESSION_RIG_SERVER "'");
  /* It can be corrected: the key that was typed is still there. */
  g_assert_cmpstr (trs_secret_row_get_text (TRS_SECRET_ROW (part (fixture, "key"))), ==, OTHER_KEY);
  enter (part (fixture, "key"), OTHER_KEY "9");
  g_assert_null (problem (fixture, "problem"));
}

static void
test_closing_while_connecting (Fixture       *fixture,
                               gconstpointer  user_data)
{
  guint before = n_requests (fixture);

  enter (part (fixture, "key"), OTHER_KEY);
  trs_display_test_click (part (fixture, "button"));
  trs_test_wait_until (n_requests (fixture) > before);
  close_dialog (fixture);
  trs_test_wait_until (trs_recording_transport_get_n_waiting (fixture->rig->transport) == 0);
  assert_setting (fixture, "server-address", "'" TRS_SESSION_RIG_SERVER "'");
}

static void
test_forget (Fixture       *fixture,
             gconstpointer  user_data)
{
  g_assert_false (gtk_widget_get_mapped (part (fixture, "forget")));
  trs_display_test_click (part (fixture, "forget_ask"));
  trs_display_test_wait_frame (fixture->dialog);
  trs_display_test_click (part (fixture, "forget_keep"));
  g_assert_cmpint (trs_session_get_state (fixture->rig->session), ==, TRS_SESSION_READY);
  trs_display_test_wait_frame (fixture->dialog);

  trs_display_test_click (part (fixture, "forget_ask"));
  trs_display_test_wait_frame (fixture->dialog);
  trs_display_test_click (part (fixture, "forget"));
  trs_test_wait_until (trs_session_get_state (fixture->rig->session) != TRS_SESSION_READY);
  trs_test_wait_until (gtk_widget_get_sensitive (part (fixture, "address")));
  g_assert_cmpstr (trs_secret_row_get_text (TRS_SECRET_ROW (part (fixture, "key"))), ==, "");
  g_assert_false (gtk_widget_get_visible (part (fixture, "forget_group")));
}

static void
test_field_names (Fixture       *fixture,
                  gconstpointer  user_data)
{
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (part (fixture, "fields")), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Advanced: field names");
  g_object_set (part (fixture, "fields"), "expanded", TRUE, NULL);
  apply (part (fixture, "submit_field"), "two words");
  g_assert_nonnull (problem (fixture, "submit_problem"));
  g_assert_null (problem (fixture, "project_problem"));
  assert_setting (fixture, "submit-video-field", "'platformVideoId'");

  /* What is wrong in one does not keep the other from being changed. */
  apply (part (fixture, "project_field"), "videoId");
  g_assert_null (problem (fixture, "project_problem"));
  assert_setting (fixture, "project-video-field", "'videoId'");
  assert_setting (fixture, "submit-video-field", "'platformVideoId'");

  apply (part (fixture, "submit_field"), "video_id");
  g_assert_null (problem (fixture, "submit_problem"));
  assert_setting (fixture, "submit-video-field", "'video_id'");
  apply (part (fixture, "project_field"), "");
  g_assert_nonnull (problem (fixture, "project_problem"));
  assert_setting (fixture, "project-video-field", "'videoId'");
}

static void
test_video_pattern (Fixture       *fixture,
                    gconstpointer  user_data)
{
  GtkWidget *video = part (fixture, "video");
  GtkWidget *example = part_of (video, "example");

  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (example)), ==,
                   "https://www.youtube.com/watch?v=cC12mar2026&t=41s");
  enter (part_of (video, "pattern"), "https://video.example/{id}?at={t}&x=<b>");
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (example)), ==,
                   "https://video.example/cC12mar2026?at=41&x=<b>");
  assert_setting (fixture, "video-page-pattern", "'https://www.youtube.com/watch?v={id}&t={t}s'");
  apply (part_of (video, "pattern"), "https://video.example/{id}?at={t}");
  assert_setting (fixture, "video-page-pattern", "'https://video.example/{id}?at={t}'");

  enter (part_of (video, "pattern"), "ftp://video.example/{id}");
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (example)), ==,
                   "The address must begin with https://.");
  enter (part_of (video, "pattern"), "https://video.example/");
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (example)), ==, "The address must contain {id}");
  apply (part_of (video, "pattern"), "https://video.example/");
  g_assert_true (gtk_widget_get_visible (part_of (video, "pattern_problem")));
  g_assert_false (gtk_widget_get_sensitive (example));
  assert_setting (fixture, "video-page-pattern", "'https://video.example/{id}?at={t}'");
}

static const char *
delivery_state (GtkWidget *delivery)
{
  return adw_preferences_row_get_title (ADW_PREFERENCES_ROW (part_of (delivery, "state")));
}

static void
choose_delivery (GtkWidget  *delivery,
                 const char *id)
{
  gtk_check_button_set_active (GTK_CHECK_BUTTON (part_of (delivery, id)), TRUE);
}

static void
test_delivery (Fixture       *fixture,
               gconstpointer  user_data)
{
  GtkWidget *delivery = page (fixture, "delivery");
  GtkWidget *address = part_of (delivery, "address");

  g_assert_cmpstr (delivery_state (delivery), ==, "Now sent to: nobody");
  g_assert_false (gtk_widget_get_visible (part_of (delivery, "port")));
  g_assert_false (gtk_widget_get_visible (address));

  /* Choosing alone discloses nothing. */
  choose_delivery (delivery, "my_address");
  g_assert_true (gtk_widget_get_visible (address));
  g_assert_cmpstr (delivery_state (delivery), ==, "Now sent to: nobody");
  assert_setting (fixture, "callback-mode", "'nowhere'");
  apply (address, "https://user:word@desk.example.org/in");
  g_assert_true (gtk_widget_get_visible (part_of (delivery, "address_problem")));
  assert_setting (fixture, "callback-mode", "'nowhere'");

  apply (address, "https://desk.example.org/in?x=1&y=<b>");
  g_assert_false (gtk_widget_get_visible (part_of (delivery, "address_problem")));
  g_assert_cmpstr (delivery_state (delivery), ==, "Now sent to: https://desk.example.org/in?x=1&y=<b>");
  assert_setting (fixture, "callback-mode", "'my-address'");
  trs_display_test_wait_frame (fixture->dialog);
  trs_display_test_save_png (fixture->dialog, "11b-preferences-my-address");

  choose_delivery (delivery, "nowhere");
  g_assert_cmpstr (delivery_state (delivery), ==, "Now sent to: nobody");
  assert_setting (fixture, "callback-mode", "'nowhere'");
}

/* The row says what it means to choose a receiver, and nothing but choosing it makes one. */
static void
test_nowhere_on_this_computer (Fixture       *fixture,
                               gconstpointer  user_data)
{
  GtkWidget *delivery = page (fixture, "delivery");

  g_settings_set_string (fixture->rig->settings, "server-address", "http://127.0.0.1:8000/service");
  g_assert_cmpint (trs_account_get_effective_callback (trs_session_get_account (fixture->rig->session)), ==,
                   TRS_CALLBACK_NOWHERE);
  g_assert_true (gtk_check_button_get_active (GTK_CHECK_BUTTON (part_of (delivery, "nowhere"))));
  g_assert_cmpstr (delivery_state (delivery), ==, "Now sent to: nobody");
  g_assert_nonnull (trs_display_test_find_label (
      delivery,
      "Only while Transcripts is open. After that another user of this computer could receive the text."));
  choose_delivery (delivery, "this_computer");
  g_assert_cmpstr (delivery_state (delivery), ==, "Now sent to: this computer");
}

static void
test_this_computer (Fixture       *fixture,
                    gconstpointer  user_data)
{
  const char *bad_ports[] = { "-1", "65536", "eighty", "8 0", "99999999999999999999" };
  GtkWidget *delivery = page (fixture, "delivery");
  GtkWidget *port = part_of (delivery, "port");

  choose_delivery (delivery, "this_computer");
  g_assert_cmpstr (delivery_state (delivery), ==, "Now sent to: this computer");
  assert_setting (fixture, "callback-mode", "'this-computer'");
  g_assert_true (gtk_widget_get_visible (port));

  for (gsize i = 0; i < G_N_ELEMENTS (bad_ports); i++)
    {
      apply (port, bad_ports[i]);
      g_assert_true (gtk_widget_get_visible (part_of (delivery, "port_problem")));
      assert_setting (fixture, "callback-port", "0");
    }
  apply (port, " 8443 ");
  g_assert_false (gtk_widget_get_visible (part_of (delivery, "port_problem")));
  assert_setting (fixture, "callback-port", "8443");

  apply (part_of (delivery, "interface"), "my-laptop");
  g_assert_true (gtk_widget_get_visible (part_of (delivery, "interface_problem")));
  trs_display_test_wait_frame (fixture->dialog);
  trs_display_test_save_png (fixture->dialog, "11b-preferences-this-computer");
  assert_setting (fixture, "callback-interface", "'127.0.0.1'");
  apply (part_of (delivery, "interface"), "192.168.1.7");
  assert_setting (fixture, "callback-interface", "'192.168.1.7'");
  assert_setting (fixture, "callback-port", "8443");

  choose_delivery (delivery, "nowhere");
  g_assert_false (gtk_widget_get_visible (part_of (delivery, "interface_problem")));
}

static void
test_reading (Fixture       *fixture,
              gconstpointer  user_data)
{
  GtkWidget *reading = page (fixture, "reading");
  AdwActionRow *row;

  g_assert_true (gtk_switch_get_active (GTK_SWITCH (part_of (reading, "timecodes"))));
  gtk_switch_set_active (GTK_SWITCH (part_of (reading, "timecodes")), FALSE);
  assert_setting (fixture, "show-timecodes", "false");
  g_settings_set_boolean (fixture->rig->settings, "show-speakers", FALSE);
  g_assert_false (gtk_switch_get_active (GTK_SWITCH (part_of (reading, "speakers"))));

  g_assert_false (gtk_switch_get_active (GTK_SWITCH (part_of (reading, "hide_titles"))));
  gtk_switch_set_active (GTK_SWITCH (part_of (reading, "hide_titles")), TRUE);
  assert_setting (fixture, "hide-notification-titles", "true");

  /* Nothing stays unless the user wants it. */
  g_assert_false (gtk_switch_get_active (GTK_SWITCH (part_of (reading, "background_checks"))));
  gtk_switch_set_active (GTK_SWITCH (part_of (reading, "background_checks")), TRUE);
  assert_setting (fixture, "background-checks", "true");

  /* Others may see what the desktop has found. */
  g_assert_false (gtk_switch_get_active (GTK_SWITCH (part_of (reading, "desktop_search"))));
  gtk_switch_set_active (GTK_SWITCH (part_of (reading, "desktop_search")), TRUE);
  assert_setting (fixture, "desktop-search", "true");
  row = ADW_ACTION_ROW (part_of (reading, "desktop_search_row"));
  g_assert_null (strstr (adw_action_row_get_subtitle (row), "settings of the desktop"));
  trs_preferences_reading_say_sandbox (TRS_PREFERENCES_READING (reading));
  g_assert_nonnull (strstr (adw_action_row_get_subtitle (row), "settings of the desktop"));

  trs_display_test_click (part_of (reading, "larger"));
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (part_of (reading, "normal"))), ==, "110 %");
  g_assert_cmpfloat_with_epsilon (g_settings_get_double (fixture->rig->settings, "text-scale"), 1.1, 0.001);
  for (guint i = 0; i < 40 && gtk_widget_get_sensitive (part_of (reading, "smaller")); i++)
    trs_display_test_click (part_of (reading, "smaller"));
  g_assert_cmpfloat_with_epsilon (g_settings_get_double (fixture->rig->settings, "text-scale"), 0.5, 0.001);
  trs_display_test_click (part_of (reading, "normal"));
  g_assert_cmpfloat_with_epsilon (g_settings_get_double (fixture->rig->settings, "text-scale"), 1.0, 0.001);
}

static void
spending_cb (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  *(guint *) user_data += 1;
}

/* The page Spending is one of the window below, which takes the place of this one. */
static void
test_leads_to_spending (Fixture       *fixture,
                        gconstpointer  user_data)
{
  g_autoptr (GSimpleActionGroup) actions = g_simple_action_group_new ();
  g_autoptr (GSimpleAction) action = g_simple_action_new ("spending", NULL);
  GtkWindow *parent;
  guint n_opened = 0;

  close_dialog (fixture);
  parent = trs_display_test_present (gtk_label_new ("The window below"), 640, 720);
  g_signal_connect (action, "activate", G_CALLBACK (spending_cb), &n_opened);
  g_action_map_add_action (G_ACTION_MAP (actions), G_ACTION (action));
  gtk_widget_insert_action_group (GTK_WIDGET (parent), "win", G_ACTION_GROUP (actions));
  open_dialog (fixture, parent);
  page (fixture, "account");
  adw_action_row_activate (ADW_ACTION_ROW (part (fixture, "spending")));
  trs_test_wait_until (fixture->dialog == NULL);
  g_assert_cmpuint (n_opened, ==, 1);
  trs_display_test_destroy (parent);
}

static void
add (const char *path,
     void      (*test) (Fixture *, gconstpointer))
{
  g_test_add (path, Fixture, NULL, set_up, test, tear_down);
}

/* Each shows what is in force, which is what was chosen, whatever became of it. */
static void
test_delivery_unsaved (void)
{
  g_autoptr (TrsStubbornSettings) disk = trs_stubborn_settings_new (TRS_STUBBORN_SAVES);
  Fixture fixture = { .rig = trs_session_rig_new_stubborn (disk) };
  TrsAccount *account = trs_session_get_account (fixture.rig->session);
  GtkCheckButton *nowhere, *my_address;

  trs_session_rig_start (fixture.rig);
  trs_session_rig_connect (fixture.rig, "[]");
  g_assert_true (trs_account_set_callback (account, TRS_CALLBACK_MY_ADDRESS, "https://me.example/hook", NULL, 0, NULL));
  trs_test_wait_until (trs_account_get_delivery (account) == TRS_DELIVERY_SAVED);
  open_dialog (&fixture, NULL);
  nowhere = GTK_CHECK_BUTTON (part (&fixture, "nowhere"));
  my_address = GTK_CHECK_BUTTON (part (&fixture, "my_address"));
  g_assert_true (gtk_check_button_get_active (my_address));

  trs_stubborn_settings_set_mode (disk, TRS_STUBBORN_REVERTS);
  gtk_check_button_set_active (nowhere, TRUE);
  trs_test_wait_until (trs_account_get_settings_lost (trs_session_get_account (fixture.rig->session)));
  g_assert_true (gtk_check_button_get_active (nowhere));
  g_assert_cmpint (trs_account_get_callback_mode (account), ==, TRS_CALLBACK_NOWHERE);
  g_assert_cmpstr (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (part (&fixture, "state"))), ==,
                   "Now sent to: nobody");

  /* Another program discloses less than what is chosen here. */
  gtk_check_button_set_active (my_address, TRUE);
  g_assert_cmpint (trs_account_get_callback_mode (account), ==, TRS_CALLBACK_MY_ADDRESS);
  trs_account_set_kept_delivery (account, TRS_CALLBACK_MY_ADDRESS);
  trs_account_take_delivery (account, trs_account_get_number (account), TRS_CALLBACK_NOWHERE, FALSE);
  g_assert_true (gtk_check_button_get_active (nowhere));
  close_dialog (&fixture);
  trs_test_wait_until (trs_held_settings_is_lost (trs_account_get_held_settings (account), "callback-mode"));
  trs_session_rig_free (fixture.rig);
}

/* Texts of On This Computer go nowhere, so that nothing else is shown or can be chosen. */
static void
test_delivery_of_files (Fixture       *fixture,
                        gconstpointer  user_data)
{
  GtkWidget *delivery = page (fixture, "delivery");

  choose_delivery (delivery, "this_computer");
  g_settings_set_boolean (fixture->rig->settings, "local-service", TRUE);
  g_assert_cmpstr (delivery_state (delivery), ==, "Now sent to: nobody");
  g_assert_true (gtk_check_button_get_active (GTK_CHECK_BUTTON (part_of (delivery, "nowhere"))));
  g_assert_false (gtk_widget_is_sensitive (part_of (delivery, "my_address")));
  g_settings_set_boolean (fixture->rig->settings, "local-service", FALSE);
  g_assert_cmpstr (delivery_state (delivery), ==, "Now sent to: this computer");
  g_assert_true (gtk_check_button_get_active (GTK_CHECK_BUTTON (part_of (delivery, "this_computer"))));
  g_assert_true (gtk_widget_is_sensitive (part_of (delivery, "my_address")));
}

static void
connect_user (TrsSessionRig *rig,
              guint          number)
{
  g_autofree char *entry = trs_session_rig_numbered (number, "Harbour", "done", "2026-03-11T08:00:00.000Z");
  g_autofree char *list = g_strdup_printf ("[%s]", entry);

  trs_session_rig_connect_with (rig, number == 1 ? TRS_SESSION_RIG_KEY : "key-of-another-user", list);
}

/* The page shows what holds for the user of the server who is in use, with the dialog open, too. */
static void
test_delivery_of_another_user (void)
{
  Fixture fixture = { .rig = trs_session_rig_new_keeping () };
  TrsAccount *account = trs_session_get_account (fixture.rig->session);
  GtkWidget *delivery;

  trs_session_rig_list (fixture.rig, "");
  trs_session_rig_start (fixture.rig);
  connect_user (fixture.rig, 1);
  open_dialog (&fixture, NULL);
  delivery = page (&fixture, "delivery");
  choose_delivery (delivery, "my_address");
  apply (part_of (delivery, "address"), "https://me.example/hook");
  g_assert_cmpstr (delivery_state (delivery), ==, "Now sent to: https://me.example/hook");

  connect_user (fixture.rig, 2);
  g_assert_cmpint (trs_account_get_number (account), ==, 2);
  g_assert_cmpstr (delivery_state (delivery), ==, "Now sent to: nobody");
  g_assert_true (gtk_check_button_get_active (GTK_CHECK_BUTTON (part_of (delivery, "nowhere"))));

  /* Nor is the address of the other one there to be chosen by mistake. */
  choose_delivery (delivery, "my_address");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (part_of (delivery, "address"))), ==, "");
  g_assert_cmpstr (delivery_state (delivery), ==, "Now sent to: nobody");
  g_assert_cmpint (trs_account_get_effective_callback (account), ==, TRS_CALLBACK_NOWHERE);

  connect_user (fixture.rig, 1);
  g_assert_cmpstr (delivery_state (delivery), ==, "Now sent to: https://me.example/hook");
  g_assert_true (gtk_check_button_get_active (GTK_CHECK_BUTTON (part_of (delivery, "my_address"))));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (part_of (delivery, "address"))), ==, "https://me.example/hook");
  close_dialog (&fixture);
  trs_session_rig_free (fixture.rig);
}

int
main (int   argc,
      char *argv[])
{
  g_setenv ("TZ", "UTC", TRUE);
  trs_display_test_init (&argc, &argv);
  add ("/preferences/pictures", test_pictures);
  add ("/preferences/small-dialogs", test_small_dialogs);
  add ("/preferences/connected-closes-the-parent", test_connected_closes_the_parent);
  add ("/preferences/connected", test_connected);
  add ("/preferences/leads-to-spending", test_leads_to_spending);
  add ("/preferences/test", test_test);
  add ("/preferences/new-address-needs-its-key", test_new_address_needs_its_key);
  add ("/preferences/bad-input-is-explained", test_bad_input_is_explained);
  add ("/preferences/connect", test_connect);
  add ("/preferences/refused-key-changes-nothing", test_refused_key_changes_nothing);
  add ("/preferences/closing-while-connecting", test_closing_while_connecting);
  add ("/preferences/forget", test_forget);
  add ("/preferences/field-names", test_field_names);
  add ("/preferences/video-pattern", test_video_pattern);
  add ("/preferences/delivery", test_delivery);
  add ("/preferences/nowhere-on-this-computer", test_nowhere_on_this_computer);
  add ("/preferences/this-computer", test_this_computer);
  add ("/preferences/reading", test_reading);
  g_test_add_func ("/preferences/delivery-unsaved", test_delivery_unsaved);
  add ("/preferences/delivery-of-files", test_delivery_of_files);
  g_test_add_func ("/preferences/delivery-of-another-user", test_delivery_of_another_user);
  return g_test_run ();
}
