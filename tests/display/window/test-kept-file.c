/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the window shows and says where the file with the transcripts cannot be
 * written, is gone, or belongs to another user than the key. */
#include "trs-accounts-dialog.h"
#include "trs-banner.h"
#include "trs-display-test.h"
#include "trs-error.h"
#include "trs-session.h"
#include "trs-session-rig.h"
#include "trs-test-disk.h"
#include "trs-test-store.h"
#include "trs-window.h"

#include <glib/gstdio.h>

#define ID_DONE "5f1c2a30-0000-4000-8000-000000000002"
#define READABLE "Your transcripts can be read; nothing new is saved."

typedef struct
{
  char *path;
  TrsSessionRig *rig;
  TrsWindow *window;
} Shown;

static void
show (Shown *shown,
      int    width)
{
  shown->rig = trs_session_rig_new_keeping_at (shown->path);
  g_settings_set_int (shown->rig->settings, "window-width", width);
  g_settings_set_int (shown->rig->settings, "window-height", 680);
  shown->window = trs_window_new (NULL, shown->rig->session, shown->rig->settings);
  trs_display_test_show (GTK_WINDOW (shown->window));
}

static void
finish (Shown *shown)
{
  trs_display_test_destroy (shown->window);
  trs_session_rig_free (shown->rig);
}

static TrsTranscript *
load (Shown *shown)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_transcripts_load_async (trs_session_get_transcripts (shown->rig->session),
                              trs_session_rig_project (shown->rig, 2), NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  return trs_transcripts_load_finish (trs_session_get_transcripts (shown->rig->session), result, NULL);
}

/* A run of the program in which everything was kept. */
static void
keep (Shown *shown)
{
  const char *names[] = { ID_DONE "?showTimecode=true", ID_DONE };
  const char *texts[] = { "[00:00:02.345] Speaker 1: Good evening.\\n\\n[00:00:07.100] Speaker 2: The ferry is late.",
                          "Good evening.\\n\\nThe ferry is late." };
  g_autofree char *folder = g_dir_make_tmp ("trs-kept-XXXXXX", NULL);
  g_autofree char *entries = trs_session_rig_sample_list ();
  g_autoptr (TrsTranscript) transcript = NULL;

  shown->path = g_build_filename (folder, "transcripts.db", NULL);
  show (shown, 1000);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *body = g_strdup_printf (
          "{\"id\":\"" ID_DONE "\",\"name\":\"Budget committee, second reading\",\"state\":\"done\","
          "\"language\":\"en\",\"text\":\"%s\"}", texts[i]);

      trs_recording_transport_add_for (shown->rig->transport, names[i], 200, body);
    }
  trs_session_rig_list (shown->rig, entries);
  trs_session_rig_start (shown->rig);
  trs_test_wait_until (trs_history_get_complete (trs_session_get_history (shown->rig->session)));
  transcript = load (shown);
  g_assert_nonnull (transcript);
  trs_manual_clock_advance (shown->rig->clock, 1000);
}

static gboolean
says (Shown      *shown,
      const char *words)
{
  return trs_display_test_find_label (GTK_WIDGET (shown->window), words) != NULL;
}

/* What slides in is seen in one of the next frames. */
static void
wait_for (Shown      *shown,
          const char *words)
{
  while (!says (shown, words))
    trs_display_test_wait_frame (GTK_WIDGET (shown->window));
}

/* Each page has a bar; one is seen. */
static GtkWidget *
find_bar (GtkWidget *root)
{
  GtkWidget *found = NULL;

  if (TRS_IS_BANNER (root))
    return gtk_widget_get_mapped (trs_display_test_find (root, "button")) ? root : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_bar (child);
  return found;
}

static GtkWidget *
wait_for_button (Shown *shown)
{
  while (find_bar (GTK_WIDGET (shown->window)) == NULL)
    trs_display_test_wait_frame (GTK_WIDGET (shown->window));
  return trs_display_test_find (find_bar (GTK_WIDGET (shown->window)), "button");
}

static void
press (Shown *shown)
{
  trs_display_test_click (wait_for_button (shown));
}

static void
start_offline (Shown *shown)
{
  trs_recording_transport_add_error_for (shown->rig->transport, "/api/list",
                                         g_error_new_literal (TRS_ERROR, TRS_ERROR_OFFLINE, "gone"));
  trs_session_rig_start (shown->rig);
}

/* Without a network and without a byte to write, what was kept is there, and a press keeps anew. */
static void
test_read_only (void)
{
  Shown shown;
  g_autoptr (TrsTranscript) transcript = NULL;

  keep (&shown);
  finish (&shown);
  trs_test_disk_set_read_only (TRUE);
  show (&shown, 1000);
  start_offline (&shown);
  wait_for (&shown, "Data folder is read-only. " READABLE);
  g_assert_true (says (&shown, "Budget committee, second reading"));
  trs_window_open_project (shown.window, trs_session_rig_project (shown.rig, 2));
  transcript = load (&shown);
  g_assert_nonnull (transcript);
  trs_display_test_wait_frame (GTK_WIDGET (shown.window));
  trs_display_test_save_png (GTK_WIDGET (shown.window), "kept-read-only");

  press (&shown);
  trs_test_flush_store (shown.rig->store);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_nonnull (trs_library_get_error (trs_session_get_library (shown.rig->session)));
  trs_test_disk_set_read_only (FALSE);
  press (&shown);
  trs_test_wait_until (trs_library_get_error (trs_session_get_library (shown.rig->session)) == NULL);
  finish (&shown);
  g_free (shown.path);
}

/* What is written meanwhile is kept by Try Again, and not forgotten. */
static void
test_note_is_kept_later (void)
{
  Shown shown;

  keep (&shown);
  finish (&shown);
  trs_test_disk_set_read_only (TRUE);
  show (&shown, 380);
  start_offline (&shown);
  wait_for (&shown, "Data folder is read-only. " READABLE);
  trs_library_set_note (trs_session_get_library (shown.rig->session), trs_session_rig_project (shown.rig, 2),
                        "Ask the ferryman");
  trs_manual_clock_advance (shown.rig->clock, 1000);
  trs_test_flush_store (shown.rig->store);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  trs_display_test_save_png (GTK_WIDGET (shown.window), "kept-read-only-narrow");
  trs_test_disk_set_read_only (FALSE);
  press (&shown);
  trs_test_wait_until (trs_library_get_error (trs_session_get_library (shown.rig->session)) == NULL);
  finish (&shown);

  show (&shown, 380);
  start_offline (&shown);
  wait_for (&shown, "Budget committee, second reading");
  g_assert_cmpstr (trs_project_get_data (trs_session_rig_project (shown.rig, 2))->note, ==, "Ask the ferryman");
  finish (&shown);
  g_free (shown.path);
}

/* The file is gone while the program runs: nothing is written to where nobody would look for it. */
static void
test_moved (void)
{
  Shown shown;
  g_autofree char *elsewhere = NULL;

  keep (&shown);
  elsewhere = g_strconcat (shown.path, ".elsewhere", NULL);
  trs_test_flush_store (shown.rig->store);
  g_assert_cmpint (g_rename (shown.path, elsewhere), ==, 0);
  trs_library_set_note (trs_session_get_library (shown.rig->session), trs_session_rig_project (shown.rig, 2),
                        "Ask the ferryman");
  trs_manual_clock_advance (shown.rig->clock, 1000);
  wait_for (&shown, "The file with your transcripts was moved or replaced. Put it back, or continue "
                                     "with what is there now.");
  trs_display_test_save_png (GTK_WIDGET (shown.window), "kept-moved");
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (wait_for_button (&shown))), ==, "Continue");
  press (&shown);
  trs_test_wait_until (trs_library_get_error (trs_session_get_library (shown.rig->session)) == NULL);
  g_assert_true (g_file_test (shown.path, G_FILE_TEST_EXISTS));
  wait_for (&shown, "Budget committee, second reading");
  finish (&shown);
  g_free (shown.path);
}

static GtkWindow *
find_accounts (void)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWindow) toplevel = g_list_model_get_item (toplevels, i);

      if (TRS_IS_ACCOUNTS_DIALOG (toplevel))
        return toplevel;
    }
  return NULL;
}

static void
test_key_of_another_user (void)
{
  Shown shown;
  g_autofree char *entry = trs_session_rig_numbered (77, "Of another user", "done", "2026-03-12T11:00:00Z");
  g_autofree char *list = g_strdup_printf ("[%s]", entry);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  const char *words = "This key belongs to another user. Your 1 transcript is under Accounts.";

  keep (&shown);
  trs_recording_transport_add_for (shown.rig->transport, "page=1", 200, list);
  trs_recording_transport_add_for (shown.rig->transport, "page=2", 200, "[]");
  trs_sign_in_connect_async (trs_session_get_sign_in (shown.rig->session), TRS_SESSION_RIG_SERVER, "key-of-another",
                             NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  trs_sign_in_connect_finish (trs_session_get_sign_in (shown.rig->session), result, &error);
  g_assert_no_error (error);
  g_clear_object (&result);
  wait_for (&shown, words);
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (wait_for_button (&shown))), ==, "Show");
  trs_display_test_wait_frame (GTK_WIDGET (shown.window));
  trs_display_test_save_png (GTK_WIDGET (shown.window), "kept-another-user");

  press (&shown);
  trs_test_wait_until (find_accounts () != NULL);
  g_assert_null (trs_account_list_get_left (trs_session_get_accounts (shown.rig->session)));
  trs_test_wait_until (trs_display_test_find (GTK_WIDGET (find_accounts ()), "rename") != NULL);
  gtk_window_destroy (find_accounts ());
  finish (&shown);
  g_free (shown.path);
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  trs_test_disk_install ();
  g_test_add_func ("/kept-file/read-only", test_read_only);
  g_test_add_func ("/kept-file/note-is-kept-later", test_note_is_kept_later);
  g_test_add_func ("/kept-file/moved", test_moved);
  g_test_add_func ("/kept-file/key-of-another-user", test_key_of_another_user);
  return g_test_run ();
}
