/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a screen reader is told of what happens elsewhere than where the focus is. */
#include "trs-display-test.h"
#include "trs-screen-reader.h"
#include "trs-session-rig.h"
#include "trs-ui-compat.h"
#include "trs-window.h"

static TrsScreenReader *reader;

typedef struct
{
  TrsSessionRig *rig;
  GtkWidget *window;
} Shown;

static void
set_up (Shown         *shown,
        gconstpointer  user_data)
{
  shown->rig = trs_session_rig_new_waiting (FALSE);
  shown->window = GTK_WIDGET (trs_window_new (NULL, shown->rig->session, shown->rig->settings));
  trs_display_test_show (GTK_WINDOW (shown->window));
  trs_session_rig_start (shown->rig);
}

static void
tear_down (Shown         *shown,
           gconstpointer  user_data)
{
  trs_display_test_destroy (shown->window);
  trs_session_rig_free (shown->rig);
}

static void
say (Shown      *shown,
     const char *words)
{
  g_assert_true (gtk_widget_activate_action (shown->window, "win.announce", "s", words));
}

/* A status that changes is heard, and once more if it is the same. */
static void
test_heard (Shown         *shown,
            gconstpointer  user_data)
{
  g_autofree char *path = NULL;
  g_autofree char *first = NULL;
  g_autofree char *again = NULL;

  say (shown, "Ready: a film");
  path = trs_screen_reader_find (reader, TRS_SCREEN_READER_STATUS, "Ready: a film");
  g_assert_nonnull (path);
  g_free (trs_screen_reader_listen (reader, path));
  say (shown, "Failed: a film");
  first = trs_screen_reader_listen (reader, path);
  g_assert_nonnull (strstr (first, "Failed: a film"));
  say (shown, "Failed: a film");
  again = trs_screen_reader_listen (reader, path);
  g_assert_nonnull (strstr (again, "Failed: a film"));
#if GTK_CHECK_VERSION (4, 14, 0)
  g_assert_nonnull (strstr (first, "Announcement ('', 1, 0, <'Failed: a film'>"));
  g_assert_nonnull (strstr (again, "Announcement ('', 1, 0, <'Failed: a film'>"));
#endif
}

/* A toast is gone after some seconds, and never has the focus. Its words are no markup here. */
static void
test_toast (Shown         *shown,
            gconstpointer  user_data)
{
  g_autofree char *path = NULL;

  gtk_widget_activate_action (shown->window, "win.toast", "s", "Copied Q&A <b>");
  if (trs_ui_compat_toasts_speak ())
    {
      /* Between the words of libadwaita, and its markup would be other characters. */
      trs_test_wait_until (trs_screen_reader_has_heard (reader, "Announcement (") &&
                           trs_screen_reader_has_heard (reader, ": Copied Q&A <b>'>"));
      return;
    }
  path = trs_screen_reader_find (reader, TRS_SCREEN_READER_STATUS, "Copied Q&A <b>");
  g_assert_nonnull (path);
}

int
main (int   argc,
      char *argv[])
{
  int result;

  trs_display_test_init (&argc, &argv);
  reader = trs_screen_reader_new ();
  g_test_add ("/announcements/heard", Shown, NULL, set_up, test_heard, tear_down);
  g_test_add ("/announcements/toast", Shown, NULL, set_up, test_toast, tear_down);
  result = g_test_run ();
  trs_screen_reader_free (reader);
  return result;
}
