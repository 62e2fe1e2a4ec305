/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-accounts-dialog.h"
#include "trs-display-test.h"
#include "trs-session-rig.h"
#include "trs-welcome-page.h"

/* A sample service that never says where it listens, and ends when it is given up. */
static const char silent_service[] = "#!/bin/sh\nwhile read -r line; do :; done\n";

static char *
make_silent_service (void)
{
  g_autoptr (GError) error = NULL;
  char *path = g_build_filename (g_get_user_data_dir (), "silent-service", NULL);

  g_mkdir_with_parents (g_get_user_data_dir (), 0700);
  g_file_set_contents_full (path, silent_service, -1, G_FILE_SET_CONTENTS_NONE, 0700, &error);
  g_assert_no_error (error);
  return path;
}

static TrsSessionRig *
new_rig (gboolean configured)
{
  TrsSessionRig *rig = trs_session_rig_new_waiting (configured);
  g_autofree char *program = make_silent_service ();

  trs_session_stop (rig->session);
  g_assert_finalize_object (rig->session);
  rig->session = trs_session_new (rig->settings, TRS_TRANSPORT (rig->transport), rig->keyring, rig->store,
                                  TRS_CLOCK (rig->clock), program, NULL, NULL);
  return rig;
}

/* As when the account in use is removed while the sample service starts. */
static void
test_sample_given_up (void)
{
  const TrsKnownAccount other = { .name = (char *) "https://other.example" };
  g_autoptr (TrsSessionRig) rig = new_rig (FALSE);
  GtkWindow *dialog;
  GtkWidget *sample;

  trs_session_rig_start (rig);
  trs_session_rig_connect (rig, "[]");
  dialog = GTK_WINDOW (trs_accounts_dialog_new (rig->session));
  trs_display_test_show (dialog);
  sample = trs_display_test_find (GTK_WIDGET (dialog), "sample");
  for (guint i = 0; i < 2; i++)
    {
      adw_action_row_activate (ADW_ACTION_ROW (sample));
      g_assert_false (gtk_widget_is_sensitive (sample));
      trs_test_settle ();
      g_assert_false (gtk_widget_is_sensitive (sample));
      trs_session_switch_account (rig->session, &other);
      trs_test_wait_until (gtk_widget_is_sensitive (sample));
      /* Nothing has failed. */
      g_assert_false (gtk_widget_get_visible (trs_display_test_find (GTK_WIDGET (dialog), "problem")));
    }

  /* The dialog is closed meanwhile. */
  adw_action_row_activate (ADW_ACTION_ROW (sample));
  trs_display_test_destroy (dialog);
  trs_test_settle ();
}

/* On the page of the first run another account can take its place, too: one of a recording that is dropped. */
static void
test_sample_given_up_on_welcome_page (void)
{
  const TrsKnownAccount other = { .name = (char *) "https://other.example" };
  g_autoptr (TrsSessionRig) rig = new_rig (FALSE);
  GtkWidget *page = g_object_new (TRS_TYPE_WELCOME_PAGE, "session", rig->session, NULL);
  GtkWindow *window = trs_display_test_present (page, 1100, 760);
  GtkWidget *sample = trs_display_test_find (page, "sample");

  trs_session_rig_start (rig);
  adw_action_row_activate (ADW_ACTION_ROW (sample));
  g_assert_false (gtk_widget_is_sensitive (sample));
  trs_session_switch_account (rig->session, &other);
  trs_test_wait_until (gtk_widget_is_sensitive (sample));

  /* The window is closed meanwhile. */
  adw_action_row_activate (ADW_ACTION_ROW (sample));
  trs_display_test_destroy (window);
  trs_test_settle ();
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  g_test_add_func ("/accounts-dialog/sample-given-up", test_sample_given_up);
  g_test_add_func ("/accounts-dialog/sample-given-up-on-welcome-page", test_sample_given_up_on_welcome_page);
  return g_test_run ();
}
