/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"
#include "trs-connect-form.h"
#include "trs-display-test.h"
#include "trs-error.h"
#include "trs-memory-keyring.h"
#include "trs-secret-row.h"
#include "trs-session-rig.h"
#include "trs-welcome-page.h"

typedef struct
{
  TrsSessionRig *rig;
  GtkWindow *window;
  GtkWidget *page;
  GtkWidget *form;
  GtkWidget *address;
  GtkWidget *key;
  GtkWidget *problem;
} Shown;

static void
set_up (Shown         *shown,
        gconstpointer  data)
{
  shown->rig = trs_session_rig_new_waiting (FALSE);
  trs_session_rig_start (shown->rig);
  shown->page = g_object_new (TRS_TYPE_WELCOME_PAGE, "session", shown->rig->session, NULL);
  shown->window = trs_display_test_present (shown->page, 1100, 760);
  shown->form = trs_display_test_find_type (shown->page, TRS_TYPE_CONNECT_FORM);
  shown->address = trs_display_test_find (shown->form, "address");
  shown->key = trs_display_test_find (shown->form, "key");
  shown->problem = trs_display_test_find (shown->form, "problem");
}

static void
tear_down (Shown         *shown,
           gconstpointer  data)
{
  trs_display_test_destroy (shown->window);
  trs_session_rig_free (shown->rig);
}

static void
enter (Shown      *shown,
       const char *address,
       const char *key)
{
  gtk_editable_set_text (GTK_EDITABLE (shown->address), address);
  trs_secret_row_set_text (TRS_SECRET_ROW (shown->key), key);
  trs_display_test_click (trs_display_test_find (shown->form, "connect"));
}

static void
assert_problem (Shown     *shown,
                GtkWidget *row)
{
  g_assert_true (gtk_widget_get_visible (shown->problem));
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (trs_display_test_find (shown->problem, "label"))), !=, "");
  g_assert_cmpint (gtk_widget_has_css_class (shown->address, "error"), ==, row == shown->address);
  g_assert_cmpint (gtk_widget_has_css_class (shown->key, "error"), ==, row == shown->key);
}

/* Nothing comes in when the page has been drawn already. */
static void
test_icon_is_there_at_once (Shown         *shown,
                            gconstpointer  data)
{
  g_autoptr (GtkWidget) page = g_object_ref_sink (g_object_new (TRS_TYPE_WELCOME_PAGE, NULL));
  GtkImage *icon = GTK_IMAGE (trs_display_test_find (page, "icon"));

  g_assert_cmpint (gtk_image_get_storage_type (icon), ==, GTK_IMAGE_PAINTABLE);
  g_assert_cmpint (gtk_image_get_pixel_size (icon), ==, 112);
  g_assert_cmpint (gdk_paintable_get_intrinsic_width (gtk_image_get_paintable (icon)), ==, 224);
}

static void
test_pictures (Shown         *shown,
               gconstpointer  data)
{
  gtk_editable_set_text (GTK_EDITABLE (shown->address), TRS_SESSION_RIG_SERVER);
  trs_display_test_save_png (GTK_WIDGET (shown->window), "welcome");
  trs_display_test_set_dark (TRUE);
  trs_display_test_save_png (GTK_WIDGET (shown->window), "welcome-dark");
  trs_display_test_set_dark (FALSE);
}

static void
test_bad_input_is_not_sent (Shown         *shown,
                            gconstpointer  data)
{
  enter (shown, "", "");
  assert_problem (shown, shown->address);
  enter (shown, "http://example.org", TRS_SESSION_RIG_KEY);
  assert_problem (shown, shown->address);
  enter (shown, TRS_SESSION_RIG_SERVER, "");
  assert_problem (shown, shown->key);
  enter (shown, TRS_SESSION_RIG_SERVER, "two words");
  assert_problem (shown, shown->key);
  trs_display_test_save_png (GTK_WIDGET (shown->window), "welcome-bad-key");

  /* typing takes it back */
  trs_secret_row_set_text (TRS_SECRET_ROW (shown->key), "two");
  g_assert_false (gtk_widget_get_visible (shown->problem));
  g_assert_false (gtk_widget_has_css_class (shown->key, "error"));
  g_assert_cmpuint (trs_recording_transport_get_n_requests (shown->rig->transport), ==, 0);
}

static void
test_refused (Shown         *shown,
              gconstpointer  data)
{
  GtkWidget *sample = trs_display_test_find (shown->page, "sample");

  enter (shown, TRS_SESSION_RIG_SERVER, TRS_SESSION_RIG_KEY);
  g_assert_true (trs_connect_form_get_busy (TRS_CONNECT_FORM (shown->form)));
  g_assert_false (gtk_widget_is_sensitive (shown->key));
  g_assert_false (gtk_widget_is_sensitive (sample));
  trs_test_wait_until (trs_recording_transport_get_n_waiting (shown->rig->transport) == 1);
  trs_recording_transport_answer (shown->rig->transport, 0, 401,
                                  "{\"statusCode\":401,\"message\":\"Unauthorized\",\"error\":\"Unauthorized\"}");
  trs_test_wait_until (!trs_connect_form_get_busy (TRS_CONNECT_FORM (shown->form)));

  assert_problem (shown, shown->key);
  g_assert_true (gtk_widget_is_sensitive (shown->key));
  g_assert_true (gtk_widget_is_sensitive (sample));
  /* what was entered can be corrected */
  g_assert_cmpstr (trs_secret_row_get_text (TRS_SECRET_ROW (shown->key)), ==, TRS_SESSION_RIG_KEY);
  g_assert_cmpint (trs_session_get_state (shown->rig->session), ==, TRS_SESSION_NO_ACCOUNT);
}

/* The keyring may have the key as soon as it was asked to take it: Cancel would promise what nobody can keep. */
static void
test_no_way_back (Shown         *shown,
                  gconstpointer  data)
{
  TrsSession *session = shown->rig->session;
  GtkWidget *cancel = trs_display_test_find (shown->form, "cancel");

  trs_memory_keyring_hold (TRS_MEMORY_KEYRING (shown->rig->keyring));
  enter (shown, TRS_SESSION_RIG_SERVER, TRS_SESSION_RIG_KEY);
  g_assert_true (gtk_widget_is_sensitive (cancel));
  trs_test_wait_until (trs_recording_transport_get_n_waiting (shown->rig->transport) == 1);
  trs_recording_transport_answer (shown->rig->transport, 0, 200, "[]");
  trs_test_wait_until (trs_connector_get_state (trs_session_get_connector (session)) == TRS_CONNECTOR_STORING);
  g_assert_false (gtk_widget_is_sensitive (cancel));
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (trs_display_test_find (shown->form, "caption"))), ==,
                   "The service accepts the key. Waiting for your keyring…");
  trs_memory_keyring_release (TRS_MEMORY_KEYRING (shown->rig->keyring));
  trs_test_wait_until (trs_session_get_state (session) == TRS_SESSION_READY);
  trs_test_wait_until (!trs_connect_form_get_busy (TRS_CONNECT_FORM (shown->form)));
}

/* GTK warns, which ends this test, when a field that is made insensitive keeps its blinking cursor. */
static void
test_asking_takes_the_focus (Shown         *shown,
                             gconstpointer  data)
{
  GtkWidget *focus;

  gtk_widget_grab_focus (shown->key);
  focus = gtk_root_get_focus (GTK_ROOT (shown->window));
  g_assert_true (gtk_widget_is_ancestor (focus, shown->key));

  enter (shown, TRS_SESSION_RIG_SERVER, TRS_SESSION_RIG_KEY);
  g_assert_true (trs_connect_form_get_busy (TRS_CONNECT_FORM (shown->form)));
  focus = gtk_root_get_focus (GTK_ROOT (shown->window));
  g_assert_true (focus == trs_display_test_find (shown->form, "cancel"));

  /* an answer that is the fault of neither field leaves the keys at the button */
  trs_test_wait_until (trs_recording_transport_get_n_waiting (shown->rig->transport) == 1);
  trs_recording_transport_answer (shown->rig->transport, 0, 503, "");
  trs_test_wait_until (!trs_connect_form_get_busy (TRS_CONNECT_FORM (shown->form)));
  assert_problem (shown, NULL);
  g_assert_true (gtk_root_get_focus (GTK_ROOT (shown->window)) == trs_display_test_find (shown->form, "connect"));
}

static void
test_unreachable (Shown         *shown,
                  gconstpointer  data)
{
  trs_recording_transport_add_error_for (shown->rig->transport, "/api/list",
                                         g_error_new_literal (TRS_ERROR, TRS_ERROR_OFFLINE, "gone"));
  enter (shown, TRS_SESSION_RIG_SERVER, TRS_SESSION_RIG_KEY);
  trs_test_wait_until (!trs_connect_form_get_busy (TRS_CONNECT_FORM (shown->form)));
  assert_problem (shown, shown->address);
}

static void
test_connects_with_enter (Shown         *shown,
                          gconstpointer  data)
{
  trs_session_rig_list (shown->rig, "");
  gtk_editable_set_text (GTK_EDITABLE (shown->address), TRS_SESSION_RIG_SERVER "/");
  trs_secret_row_set_text (TRS_SECRET_ROW (shown->key), "  " TRS_SESSION_RIG_KEY "\n");
  g_signal_emit_by_name (shown->key, "entry-activated");
  trs_test_wait_until (trs_session_get_state (shown->rig->session) == TRS_SESSION_READY);
  trs_test_wait_until (!trs_connect_form_get_busy (TRS_CONNECT_FORM (shown->form)));

  g_assert_false (gtk_widget_get_visible (shown->problem));
  /* the key does not stay in a field */
  g_assert_cmpstr (trs_secret_row_get_text (TRS_SECRET_ROW (shown->key)), ==, "");
}

static void
test_sample_that_does_not_start (Shown         *shown,
                                 gconstpointer  data)
{
  GtkWidget *sample = trs_display_test_find (shown->page, "sample");
  GtkWidget *problem = trs_display_test_find (shown->page, "content");

  adw_action_row_activate (ADW_ACTION_ROW (sample));
  g_assert_false (gtk_widget_is_sensitive (sample));
  g_assert_false (gtk_widget_is_sensitive (shown->form));
  trs_test_wait_until (gtk_widget_is_sensitive (sample));
  problem = gtk_widget_get_last_child (problem);
  g_assert_true (GTK_IS_LABEL (problem));
  g_assert_true (gtk_widget_get_visible (problem));
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (problem)), !=, "");
}

/* A server that says nothing is not waited for longer than the user wants to. */
static void
test_cancel (Shown         *shown,
             gconstpointer  data)
{
  GtkWidget *connect = trs_display_test_find (shown->form, "connect");
  GtkWidget *cancel = trs_display_test_find (shown->form, "cancel");

  enter (shown, TRS_SESSION_RIG_SERVER, TRS_SESSION_RIG_KEY);
  g_assert_false (gtk_widget_get_visible (connect));
  g_assert_true (gtk_root_get_focus (GTK_ROOT (shown->window)) == cancel);
  trs_test_wait_until (trs_recording_transport_get_n_waiting (shown->rig->transport) == 1);
  trs_display_test_save_png (GTK_WIDGET (shown->window), "welcome-asking");

  trs_display_test_click (cancel);
  g_assert_false (trs_connect_form_get_busy (TRS_CONNECT_FORM (shown->form)));
  g_assert_false (gtk_widget_get_visible (cancel));
  g_assert_false (gtk_widget_get_visible (shown->problem));
  g_assert_true (gtk_widget_is_sensitive (shown->key));
  g_assert_true (gtk_root_get_focus (GTK_ROOT (shown->window)) == connect);
  g_assert_cmpstr (trs_secret_row_get_text (TRS_SECRET_ROW (shown->key)), ==, TRS_SESSION_RIG_KEY);
  trs_test_wait_until (trs_recording_transport_get_n_waiting (shown->rig->transport) == 0);
  g_assert_cmpint (trs_session_get_state (shown->rig->session), ==, TRS_SESSION_NO_ACCOUNT);

  /* and may be asked again, and again before the end of the last one is known */
  enter (shown, TRS_SESSION_RIG_SERVER, TRS_SESSION_RIG_KEY);
  g_assert_true (trs_connect_form_get_busy (TRS_CONNECT_FORM (shown->form)));
  trs_display_test_click (cancel);
  enter (shown, TRS_SESSION_RIG_SERVER, TRS_SESSION_RIG_KEY);
  trs_test_wait_until (trs_recording_transport_get_n_waiting (shown->rig->transport) == 1);
  trs_test_settle ();
  g_assert_true (trs_connect_form_get_busy (TRS_CONNECT_FORM (shown->form)));
  g_assert_true (gtk_widget_get_visible (cancel));
}

/* The session gives the attempt up, not the user: the form does not wait for ever. */
static void
test_given_up (Shown         *shown,
               gconstpointer  data)
{
  enter (shown, TRS_SESSION_RIG_SERVER, TRS_SESSION_RIG_KEY);
  trs_test_wait_until (trs_recording_transport_get_n_waiting (shown->rig->transport) == 1);
  trs_sign_in_leave (trs_session_get_sign_in (shown->rig->session));
  trs_test_wait_until (!trs_connect_form_get_busy (TRS_CONNECT_FORM (shown->form)));
  g_assert_false (gtk_widget_get_visible (shown->problem));
}

/* The first field is no trap on the way back. */
static void
test_shift_tab_leaves (Shown         *shown,
                       gconstpointer  data)
{
  GtkWidget *focus;

  gtk_widget_grab_focus (shown->address);
  focus = gtk_root_get_focus (GTK_ROOT (shown->window));
  g_assert_true (gtk_widget_is_ancestor (focus, shown->address));
  gtk_widget_child_focus (GTK_WIDGET (shown->window), GTK_DIR_TAB_BACKWARD);
  focus = gtk_root_get_focus (GTK_ROOT (shown->window));
  g_assert_true (focus == NULL || !gtk_widget_is_ancestor (focus, shown->address));
}

static GtkWidget *
caption_of (Shown *shown)
{
  return trs_display_test_find (shown->form, "caption");
}

/* What is said of the keyring is known, and nothing is said before it is. */
static void
test_caption_is_true (Shown         *shown,
                      gconstpointer  data)
{
  g_autoptr (GtkWidget) form = g_object_ref_sink (g_object_new (TRS_TYPE_CONNECT_FORM, NULL));

  g_assert_null (strstr (gtk_label_get_label (GTK_LABEL (trs_display_test_find (form, "caption"))), "keyring"));
  trs_test_wait_until (strstr (gtk_label_get_label (GTK_LABEL (caption_of (shown))), "in your keyring") != NULL);
}

static void
test_goes_away_while_connecting (Shown         *shown,
                                 gconstpointer  data)
{
  enter (shown, TRS_SESSION_RIG_SERVER, TRS_SESSION_RIG_KEY);
  trs_test_wait_until (trs_recording_transport_get_n_waiting (shown->rig->transport) == 1);
}

static void
count_cb (guint *count)
{
  *count += 1;
}

/* The form tells what is entered, and that it is busy, once each. */
static void
test_notifies (Shown         *shown,
               gconstpointer  data)
{
  TrsSecretRow *key = TRS_SECRET_ROW (shown->key);
  guint of_address = 0;
  guint of_key = 0;
  guint of_busy = 0;
  g_autofree char *address = NULL;
  gboolean key_typed;

  g_signal_connect_swapped (shown->form, "notify::address", G_CALLBACK (count_cb), &of_address);
  g_signal_connect_swapped (shown->form, "notify::key-typed", G_CALLBACK (count_cb), &of_key);
  g_signal_connect_swapped (shown->form, "notify::busy", G_CALLBACK (count_cb), &of_busy);
  trs_secret_row_set_text (key, "a");
  trs_secret_row_set_text (key, "ab");
  g_object_get (shown->form, "key-typed", &key_typed, NULL);
  g_assert_true (key_typed);
  g_assert_cmpuint (of_key, ==, 1);
  trs_secret_row_set_text (key, "");
  g_object_get (shown->form, "key-typed", &key_typed, NULL);
  g_assert_false (key_typed);
  g_assert_cmpuint (of_key, ==, 2);

  g_assert_cmpuint (of_address, ==, 0);
  gtk_editable_set_text (GTK_EDITABLE (shown->address), TRS_SESSION_RIG_SERVER);
  g_assert_cmpuint (of_address, >, 0);
  g_object_get (shown->form, "address", &address, NULL);
  g_assert_cmpstr (address, ==, TRS_SESSION_RIG_SERVER);

  g_assert_cmpuint (of_busy, ==, 0);
  enter (shown, TRS_SESSION_RIG_SERVER, TRS_SESSION_RIG_KEY);
  g_assert_cmpuint (of_busy, ==, 1);
  trs_display_test_click (trs_display_test_find (shown->form, "cancel"));
  g_assert_cmpuint (of_busy, ==, 2);
  g_assert_false (trs_connect_form_get_busy (TRS_CONNECT_FORM (shown->form)));
}

#define ADD(path, test) g_test_add ("/welcome/" path, Shown, NULL, set_up, test, tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  ADD ("icon-is-there-at-once", test_icon_is_there_at_once);
  ADD ("pictures", test_pictures);
  ADD ("bad-input-is-not-sent", test_bad_input_is_not_sent);
  ADD ("notifies", test_notifies);
  ADD ("refused", test_refused);
  ADD ("no-way-back", test_no_way_back);
  ADD ("asking-takes-the-focus", test_asking_takes_the_focus);
  ADD ("unreachable", test_unreachable);
  ADD ("connects-with-enter", test_connects_with_enter);
  ADD ("sample-that-does-not-start", test_sample_that_does_not_start);
  ADD ("cancel", test_cancel);
  ADD ("given-up", test_given_up);
  ADD ("shift-tab-leaves", test_shift_tab_leaves);
  ADD ("caption-is-true", test_caption_is_true);
  ADD ("goes-away-while-connecting", test_goes_away_while_connecting);
  return g_test_run ();
}
