/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-test.h"
#include "trs-error.h"
#include "trs-library.h"
#include "trs-list-reader.h"
#include "trs-banner.h"
#include "trs-session-rig.h"

typedef struct
{
  TrsSessionRig *rig;
  GtkWindow *window;
  GtkWidget *bar;
} Shown;

static Shown
show_bar (TrsSessionRig *rig)
{
  Shown shown = { .rig = rig };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  shown.bar = g_object_new (TRS_TYPE_BANNER, "session", rig->session, NULL);
  gtk_box_append (GTK_BOX (box), shown.bar);
  gtk_box_append (GTK_BOX (box), gtk_label_new ("page"));
  shown.window = trs_display_test_present (box, 740, 120);
  return shown;
}

static int
get_height (GtkWidget *widget)
{
  int natural;

  gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, -1, NULL, &natural, NULL, NULL);
  return natural;
}

/* Where there is nothing to say, there is no room for it either. */
static void
assert_notice (Shown      *shown,
               const char *words,
               const char *action)
{
  GtkWidget *revealer = trs_display_test_find (shown->bar, "revealer");
  GtkWidget *button = trs_display_test_find (shown->bar, "button");

  g_assert_cmpint (gtk_revealer_get_reveal_child (GTK_REVEALER (revealer)), ==, words != NULL);
  if (words == NULL)
    {
      trs_test_wait_until (get_height (shown->bar) == 0);
      return;
    }

  trs_display_test_wait_frame (shown->bar);
  g_assert_nonnull (trs_display_test_find_label (shown->bar, words));
  g_assert_cmpstr (gtk_actionable_get_action_name (GTK_ACTIONABLE (button)), ==, action);
}

/* @place: (nullable): the part of the help that explains it */
static void
assert_explained (Shown      *shown,
                  const char *place)
{
  GtkWidget *help = trs_display_test_find (shown->bar, "help");

  g_assert_cmpint (gtk_widget_get_mapped (help), ==, place != NULL);
  if (place == NULL)
    return;
  g_assert_cmpstr (gtk_actionable_get_action_name (GTK_ACTIONABLE (help)), ==, "app.help-page");
  g_assert_cmpstr (g_variant_get_string (gtk_actionable_get_action_target_value (GTK_ACTIONABLE (help)), NULL), ==,
                   place);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (help), GTK_ACCESSIBLE_PROPERTY_LABEL, "Learn More");
}

/* Only what comes later slides in. */
static void
assert_slides (Shown    *shown,
               gboolean  slides)
{
  GtkRevealer *revealer = GTK_REVEALER (trs_display_test_find (shown->bar, "revealer"));

  g_assert_cmpint (gtk_revealer_get_transition_duration (revealer) > 0, ==, slides);
}

static void
finish (Shown *shown)
{
  trs_display_test_destroy (shown->window);
  trs_session_rig_free (shown->rig);
}

static void
test_offline_and_back (void)
{
  TrsSessionRig *rig = trs_session_rig_new_waiting (TRUE);
  Shown shown = show_bar (rig);
  g_autoptr (GAsyncResult) result = NULL;

  assert_notice (&shown, NULL, NULL);
  trs_recording_transport_add_error_for (rig->transport, "/api/list",
                                         g_error_new_literal (TRS_ERROR, TRS_ERROR_OFFLINE, "gone"));
  trs_session_rig_start (rig);
  trs_test_wait_until (trs_reachability_get_offline_since (trs_session_get_reachability (rig->session)) != 0);
  assert_notice (&shown, "Can’t reach the service. Saved transcripts can be read, searched and exported.",
                 "win.try-again");
  assert_explained (&shown, "trouble#network");
  assert_slides (&shown, TRUE);
  trs_display_test_save_png (GTK_WIDGET (shown.window), "notice-offline");

  trs_session_rig_list (rig, "");
  trs_list_reader_read_async (trs_session_get_reader (rig->session), TRS_LIST_READ_REFRESH, NULL, trs_test_store_result,
                              &result);
  /* nothing is asked twice within 3 seconds */
  trs_manual_clock_advance (rig->clock, 4000);
  trs_test_wait_result (result);
  trs_test_wait_until (trs_reachability_get_offline_since (trs_session_get_reachability (rig->session)) == 0);
  assert_notice (&shown, NULL, NULL);
  finish (&shown);
}

static void
test_key_refused (void)
{
  TrsSessionRig *rig = trs_session_rig_new_waiting (TRUE);
  Shown shown = show_bar (rig);

  trs_recording_transport_add_for (rig->transport, "/api/list", 401,
                                   "{\"statusCode\":401,\"message\":\"Unauthorized\",\"error\":\"Unauthorized\"}");
  trs_session_rig_start (rig);
  trs_test_wait_until (trs_session_get_state (rig->session) == TRS_SESSION_KEY_REFUSED);
  assert_notice (&shown, "The key is no longer accepted. Everything here can still be read.", "win.enter-key");
  assert_explained (&shown, "trouble#key");
  g_assert_true (gtk_widget_has_css_class (trs_display_test_find (shown.bar, "strip"), "key"));
  trs_display_test_save_png (GTK_WIDGET (shown.window), "notice-key-refused");
  finish (&shown);
}

static void
test_key_lost (void)
{
  TrsSessionRig *rig = trs_session_rig_new_waiting (FALSE);
  Shown shown;

  g_settings_set_string (rig->settings, "server-address", TRS_SESSION_RIG_SERVER);
  shown = show_bar (rig);
  trs_session_rig_start (rig);
  g_assert_cmpint (trs_session_get_state (rig->session), ==, TRS_SESSION_KEY_LOST);
  assert_slides (&shown, FALSE);
  g_assert_true (gtk_revealer_get_child_revealed (GTK_REVEALER (trs_display_test_find (shown.bar, "revealer"))));
  assert_notice (&shown, "The key for this server is missing. Everything here can still be read.", "win.enter-key");
  finish (&shown);
}

/* It says what the error says, with the size in it, and nothing that does not hold. */
static void
test_outdated (void)
{
  TrsSessionRig *rig = trs_session_rig_new_waiting (TRUE);
  Shown shown = show_bar (rig);
  g_autoptr (GError) error = g_error_new_literal (TRS_ERROR, TRS_ERROR_STORE_OUTDATED, "schema");
  g_autofree char *size = g_format_size (3100000);
  g_autofree char *words = g_strdup_printf ("Your transcripts are safe, but have to be brought up to date once before "
                                            "they can be read: make room (about %s), then try again.", size);

  trs_recording_transport_add_for (rig->transport, "/api/list", 401,
                                   "{\"statusCode\":401,\"message\":\"Unauthorized\",\"error\":\"Unauthorized\"}");
  trs_session_rig_start (rig);
  trs_test_wait_until (trs_session_get_state (rig->session) == TRS_SESSION_KEY_REFUSED);
  /* What was written until then would clear it. */
  trs_test_settle ();
  trs_error_set_room (error, 3100000);
  trs_library_take_error (trs_session_get_library (rig->session), error);
  assert_notice (&shown, words, "win.keep-again");
  assert_explained (&shown, NULL);
  trs_display_test_save_png (GTK_WIDGET (shown.window), "notice-outdated");
  finish (&shown);
}

/* One banner for all that could not be saved, until it is. */
static void
test_settings_lost (void)
{
  g_autoptr (TrsStubbornSettings) disk = trs_stubborn_settings_new (TRS_STUBBORN_SAVES);
  TrsSessionRig *rig = trs_session_rig_new_stubborn (disk);
  Shown shown = show_bar (rig);

  trs_session_rig_start (rig);
  trs_session_rig_connect (rig, "[]");
  trs_test_wait_until (trs_held_settings_is_saved (
      trs_account_get_held_settings (trs_session_get_account (rig->session)), "server-address"));
  assert_notice (&shown, NULL, NULL);

  trs_stubborn_settings_set_mode (disk, TRS_STUBBORN_REVERTS);
  g_settings_set_boolean (rig->settings, "show-timecodes", FALSE);
  trs_test_wait_until (trs_account_get_settings_lost (trs_session_get_account (rig->session)));
  assert_notice (&shown, "Settings can’t be saved. Your changes last until you close Transcripts.",
                 "win.save-settings");
  assert_explained (&shown, NULL);
  g_assert_false (g_settings_get_boolean (rig->settings, "show-timecodes"));
  trs_display_test_save_png (GTK_WIDGET (shown.window), "notice-settings");
  trs_account_set_server (trs_session_get_account (rig->session), "https://other.example", FALSE);
  trs_test_wait_until (trs_account_is_lost (trs_session_get_account (rig->session)));
  assert_notice (&shown, "Settings can’t be saved. This account is known until you close Transcripts.",
                 "win.save-settings");

  trs_stubborn_settings_set_mode (disk, TRS_STUBBORN_SAVES);
  trs_account_save_again (trs_session_get_account (rig->session));
  trs_test_wait_until (!trs_account_get_settings_lost (trs_session_get_account (rig->session)));
  assert_notice (&shown, NULL, NULL);
  finish (&shown);
}

static void
assert_missed (const char *title,
               guint       n_missed,
               gboolean    gone,
               const char *expected)
{
  g_autofree char *label = trs_banner_missed_label (title, n_missed, "/media/Disk", gone);

  g_assert_cmpstr (label, ==, expected);
}

/* Which transcript, and which folder. */
static void
test_missed (void)
{
  assert_missed ("Port", 1, TRUE, "“Port” was not saved: the folder “/media/Disk” can’t be found.");
  assert_missed ("Port", 1, FALSE, "“Port” was not saved: the folder “/media/Disk” can’t be written to.");
  assert_missed ("Port", 2, TRUE,
                 "“Port” and 1 more transcript were not saved: the folder “/media/Disk” can’t be found.");
  assert_missed ("Port", 13, FALSE,
                 "“Port” and 12 more transcripts were not saved: the folder “/media/Disk” can’t be written to.");
  assert_missed (NULL, 1, TRUE, "“Untitled” was not saved: the folder “/media/Disk” can’t be found.");
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  g_test_add_func ("/banner/offline-and-back", test_offline_and_back);
  g_test_add_func ("/banner/key-refused", test_key_refused);
  g_test_add_func ("/banner/key-lost", test_key_lost);
  g_test_add_func ("/banner/outdated", test_outdated);
  g_test_add_func ("/banner/settings-lost", test_settings_lost);
  g_test_add_func ("/banner/missed", test_missed);
  return g_test_run ();
}
