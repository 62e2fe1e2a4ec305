/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-test.h"
#include "trs-error.h"
#include "trs-frame-harness.h"
#include "trs-history.h"
#include "trs-list-reader.h"
#include "trs-real-input.h"
#include "trs-session-rig.h"
#include "trs-transcript-page.h"
#include "trs-transcript-view.h"

#include <glib/gstdio.h>

#define PREFIXES "?showTimecode=true&showSpeaker=true"

typedef struct
{
  TrsSessionRig *rig;
  TrsTranscriptPage *page;
  TrsTranscriptView *view;
  GtkWindow *window;
} Fixture;

static void
make_window (Fixture *fixture)
{
  fixture->page = g_object_new (TRS_TYPE_TRANSCRIPT_PAGE, "settings", fixture->rig->settings, "session",
                                fixture->rig->session, NULL);
  fixture->view =
      TRS_TRANSCRIPT_VIEW (trs_display_test_find_type (GTK_WIDGET (fixture->page), TRS_TYPE_TRANSCRIPT_VIEW));
  fixture->window = trs_display_test_present (GTK_WIDGET (fixture->page), 700, 600);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  user_data)
{
  g_autofree char *one = trs_session_rig_entry ("p1", "One", "video-1", "done", "2026-03-11T10:00:00Z");
  g_autofree char *two = trs_session_rig_entry ("p2", "Two", "video-2", "done", "2026-03-10T10:00:00Z");
  g_autofree char *list = g_strdup_printf ("[%s,%s]", one, two);

  fixture->rig = trs_session_rig_new ();
  trs_session_rig_connect (fixture->rig, list);
  trs_test_wait_until (trs_history_get_n_known (trs_session_get_history (fixture->rig->session)) == 2);
  make_window (fixture);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  user_data)
{
  trs_display_test_destroy (fixture->window);
  trs_session_rig_free (fixture->rig);
}

static void
open_project (Fixture    *fixture,
              const char *id)
{
  g_object_set (fixture->page, "project", trs_session_rig_find (fixture->rig, id), NULL);
}

static void
answer_both (Fixture    *fixture,
             const char *id,
             const char *bare,
             const char *prefixed)
{
  TrsRecordingTransport *transport = fixture->rig->transport;
  g_autofree char *path = g_strconcat ("/api/detail/", id, NULL);
  g_autofree char *prefixed_path = g_strconcat (path, PREFIXES, NULL);
  g_autofree char *bare_reply = g_strdup_printf ("{\"name\":\"Told\",\"language\":\"en\",\"text\":\"%s\"}", bare);
  g_autofree char *prefixed_reply =
      g_strdup_printf ("{\"name\":\"Told\",\"language\":\"en\",\"text\":\"%s\"}", prefixed);

  trs_recording_transport_add_for (transport, prefixed_path, 200, prefixed_reply);
  trs_recording_transport_add_for (transport, path, 200, bare_reply);
}

static GtkWidget *
part (Fixture    *fixture,
      const char *id)
{
  return trs_display_test_find (GTK_WIDGET (fixture->page), id);
}

static gboolean
has_face (Fixture    *fixture,
          const char *face)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (GTK_STACK (part (fixture, "stack"))), face) == 0;
}

static void
test_loads (Fixture       *fixture,
            gconstpointer  user_data)
{
  g_autofree char *text = NULL;

  answer_both (fixture, "p1", "Good evening.", "[00:00:02.345] Speaker 1: Good evening.");
  open_project (fixture, "p1");
  g_assert_true (has_face (fixture, "loading"));
  gtk_widget_grab_focus (GTK_WIDGET (fixture->page));
  trs_test_wait_until (has_face (fixture, "text"));
  text = trs_transcript_view_render (fixture->view);
  g_assert_cmpstr (text, ==, "[00:00:02.345] Speaker 1: Good evening.");
  g_assert_true (gtk_window_get_focus (fixture->window) == GTK_WIDGET (fixture->view));
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (part (fixture, "title"))), ==, "Told");
}

/* A program for web addresses that writes down what it is to open. */
static char *
install_browser (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_data_dir (), "applications", NULL);
  g_autofree char *desktop = g_build_filename (folder, "browser.desktop", NULL);
  g_autofree char *defaults = g_build_filename (g_get_user_config_dir (), "mimeapps.list", NULL);
  char *opened = g_build_filename (g_get_user_data_dir (), "opened", NULL);
  g_autofree char *program = g_build_filename (g_get_user_data_dir (), "browser", NULL);
  g_autofree char *script =
      g_strdup_printf ("printf %%s \"$1\" > '%s.new'; mv '%s.new' '%s'\n", opened, opened, opened);
  g_autofree char *entry = g_strdup_printf ("[Desktop Entry]\nType=Application\nName=Browser\n"
                                            "MimeType=x-scheme-handler/https;\nExec=sh \"%s\" %%u\n",
                                            program);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_cmpint (g_mkdir_with_parents (g_get_user_config_dir (), 0700), ==, 0);
  g_assert_true (g_file_set_contents (program, script, -1, NULL));
  g_assert_true (g_file_set_contents (desktop, entry, -1, NULL));
  g_assert_true (g_file_set_contents (defaults, "[Default Applications]\nx-scheme-handler/https=browser.desktop\n", -1,
                                      NULL));
  return opened;
}

static void
assert_opened (const char *opened,
               const char *expected)
{
  g_autofree char *address = NULL;

  trs_test_wait_until (g_file_test (opened, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_get_contents (opened, &address, NULL, NULL));
  g_assert_cmpstr (address, ==, expected);
  g_assert_cmpint (g_remove (opened), ==, 0);
}

/* The time of the second paragraph, which has the third line of the buffer: the first has a name above it. */
static void
click_time (Fixture *fixture)
{
  GtkTextView *view = GTK_TEXT_VIEW (fixture->view);
  GtkTextIter iter;
  GdkRectangle place;
  int x;
  int y;

  gtk_text_buffer_get_iter_at_line (gtk_text_view_get_buffer (view), &iter, 2);
  gtk_text_view_get_cursor_locations (view, &iter, &place, NULL);
  gtk_text_view_buffer_to_window_coords (view, GTK_TEXT_WINDOW_WIDGET, place.x + 4, place.y + place.height / 2, &x, &y);
  trs_real_input_click (GTK_WIDGET (view), x, y, GDK_BUTTON_PRIMARY, 1);
}

static void
toast_cb (GSimpleAction *action,
          GVariant      *text,
          GPtrArray     *said)
{
  g_ptr_array_add (said, g_variant_dup_string (text, NULL));
}

/* What the page says in passing is said by its window; here it is written down. */
static GPtrArray *
listen_to_toasts (Fixture *fixture)
{
  GPtrArray *said = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GSimpleAction) toast = g_simple_action_new ("toast", G_VARIANT_TYPE_STRING);

  g_signal_connect (toast, "activate", G_CALLBACK (toast_cb), said);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (toast));
  gtk_widget_insert_action_group (GTK_WIDGET (fixture->window), "win", G_ACTION_GROUP (group));
  return said;
}

static void
choose_entry (Fixture    *fixture,
              const char *label)
{
  GtkWidget *popover = part (fixture, "time_popover");
  GtkWidget *item = trs_display_test_find_label (popover, label);

  g_assert_true (gtk_widget_get_mapped (popover));
  trs_real_input_move (item, 2, 2);
  trs_real_input_click_on (item);
  g_assert_false (gtk_widget_get_mapped (popover));
  g_assert_true (gtk_window_get_focus (fixture->window) == GTK_WIDGET (fixture->view));
}

static void
assert_copied (Fixture    *fixture,
               const char *expected)
{
  g_autofree char *copied = trs_display_test_read_copied (GTK_WIDGET (fixture->page));

  g_assert_cmpstr (copied, ==, expected);
}

static void
assert_said (GPtrArray  *said,
             guint       n,
             const char *last)
{
  g_assert_cmpuint (said->len, ==, n);
  g_assert_cmpstr (g_ptr_array_index (said, n - 1), ==, last);
}

/* A time opens nothing and copies nothing by itself, but offers both; where the address cannot tell a time, that is
 * said. */
static void
test_time_offers_the_moment (Fixture       *fixture,
                             gconstpointer  user_data)
{
  TrsAccount *account = trs_session_get_account (fixture->rig->session);
  g_autofree char *opened = install_browser ();
  g_autoptr (GPtrArray) said = listen_to_toasts (fixture);

  answer_both (fixture, "p1", "Good evening.\\n\\nThank you.",
               "[00:00:02.345] Speaker 1: Good evening.\\n\\n[00:01:41.900] Speaker 1: Thank you.");
  open_project (fixture, "p1");
  trs_test_wait_until (has_face (fixture, "text"));
  trs_display_test_wait_frame (GTK_WIDGET (fixture->view));

  click_time (fixture);
  trs_display_test_save_png (part (fixture, "time_popover"), "22-time");
  g_assert_false (g_file_test (opened, G_FILE_TEST_EXISTS));
  choose_entry (fixture, "Open Video Here");
  assert_opened (opened, "https://www.youtube.com/watch?v=video-1&t=101s");
  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "page.open-video", NULL);
  assert_opened (opened, "https://www.youtube.com/watch?v=video-1");
  g_assert_cmpuint (said->len, ==, 0);

  /* by the keys, where the caret is */
  trs_real_input_focus (GTK_WIDGET (fixture->view));
  trs_real_input_key (GTK_WIDGET (fixture->view), GDK_KEY_Return, GDK_CONTROL_MASK);
  choose_entry (fixture, "Copy Link to This Moment");
  assert_copied (fixture, "https://www.youtube.com/watch?v=video-1&t=101s");
  assert_said (said, 1, "Link copied");

  g_assert_true (trs_account_set_video_pattern (account, "https://v.example/{id}", NULL));
  click_time (fixture);
  choose_entry (fixture, "Copy Link to This Moment");
  assert_copied (fixture, "https://v.example/video-1");
  assert_said (said, 2, "Copied a link to the beginning: the address in Preferences has no {t}");
  for (guint i = 0; i < 2; i++)
    {
      trs_real_input_key (GTK_WIDGET (fixture->view), GDK_KEY_Return, GDK_CONTROL_MASK);
      choose_entry (fixture, "Open Video Here");
      assert_opened (opened, "https://v.example/video-1");
      /* said once */
      assert_said (said, 3, "The video opens at its beginning: its address in Preferences has no {t}");
    }
  gtk_widget_insert_action_group (GTK_WIDGET (fixture->window), "win", NULL);
}

static gboolean
is_offered (Fixture    *fixture,
            const char *label)
{
  GtkWidget *item = trs_display_test_find_label (part (fixture, "context_popover"), label);

  return item != NULL && gtk_widget_get_mapped (item);
}

/* The context menu offers a link to the moment only where one is known. */
static void
test_menu_offers_the_moment (Fixture       *fixture,
                             gconstpointer  user_data)
{
  answer_both (fixture, "p1", "Good evening.\\n\\nThank you.",
               "[00:00:02.345] Speaker 1: Good evening.\\n\\nSpeaker 2: Thank you.");
  open_project (fixture, "p1");
  trs_test_wait_until (has_face (fixture, "text"));
  trs_real_input_focus (GTK_WIDGET (fixture->view));
  for (guint i = 0; i < 2; i++)
    {
      trs_transcript_view_go_to (fixture->view, (TrsTextPosition) { i, 0 });
      trs_real_input_key (GTK_WIDGET (fixture->view), GDK_KEY_F10, GDK_SHIFT_MASK);
      g_assert_true (is_offered (fixture, "Open Video Here"));
      g_assert_true (is_offered (fixture, "Copy Link to This Moment") == (i == 0));
      trs_real_input_key (GTK_WIDGET (fixture->view), GDK_KEY_Escape, 0);
      g_assert_true (gtk_window_get_focus (fixture->window) == GTK_WIDGET (fixture->view));
      /* without a time there is nothing to offer at it */
      trs_real_input_key (GTK_WIDGET (fixture->view), GDK_KEY_Return, GDK_CONTROL_MASK);
      g_assert_true (gtk_widget_get_mapped (part (fixture, "time_popover")) == (i == 0));
      trs_real_input_key (GTK_WIDGET (fixture->view), GDK_KEY_Escape, 0);
    }
}

/* So many paragraphs that they do not fit on the screen. */
static void
answer_long (Fixture    *fixture,
             const char *id)
{
  g_autoptr (GString) bare = g_string_new (NULL);
  g_autoptr (GString) prefixed = g_string_new (NULL);
  static const char words[] = "Good evening, and thank you for coming here tonight, all of you, in such a weather.";

  for (guint i = 0; i < 60; i++)
    {
      g_string_append_printf (bare, "%s%u. %s %s %s", i > 0 ? "\\n\\n" : "", i, words, words, words);
      g_string_append_printf (prefixed, "%s[00:%02u:00.000] Speaker %u: %u. %s %s %s", i > 0 ? "\\n\\n" : "", i,
                              i / 2 % 3 + 1, i, words, words, words);
    }
  answer_both (fixture, id, bare->str, prefixed->str);
}

static void
open_long (Fixture    *fixture,
           const char *id)
{
  open_project (fixture, id);
  trs_test_wait_until (has_face (fixture, "text"));
  trs_frame_harness_settle ();
}

static double
get_value (Fixture *fixture)
{
  return gtk_adjustment_get_value (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (fixture->view)));
}

/* Another text was read meanwhile; the second time it is another page, as after a restart. */
static void
test_comes_back_to_the_place (Fixture       *fixture,
                              gconstpointer  user_data)
{
  TrsProject *project = trs_session_rig_find (fixture->rig, "p1");
  TrsTextPosition caret;
  double value;

  answer_long (fixture, "p1");
  answer_long (fixture, "p2");
  open_long (fixture, "p1");
  g_assert_cmpfloat (get_value (fixture), ==, 0);
  trs_transcript_view_go_to (fixture->view, (TrsTextPosition) { 2, 7 });
  trs_transcript_view_set_top (fixture->view, (TrsTextPosition) { 30, 100 });
  trs_frame_harness_settle ();
  value = get_value (fixture);
  g_assert_cmpfloat (value, >, 1000);

  for (guint i = 0; i < 2; i++)
    {
      open_long (fixture, "p2");
      g_assert_cmpfloat (get_value (fixture), ==, 0);
      if (i == 1)
        {
          trs_display_test_destroy (fixture->window);
          make_window (fixture);
        }
      gtk_widget_grab_focus (GTK_WIDGET (fixture->page));
      open_long (fixture, "p1");
      g_assert_cmpfloat_with_epsilon (get_value (fixture), value, 0.5);
      caret = trs_transcript_buffer_get_caret (trs_transcript_view_get_buffer (fixture->view));
      g_assert_cmpuint (caret.paragraph, ==, 2);
      g_assert_cmpuint (caret.byte, ==, 7);
      g_assert_true (gtk_window_get_focus (fixture->window) == GTK_WIDGET (fixture->view));
    }

  /* A hit of a search leads elsewhere. */
  open_long (fixture, "p2");
  open_project (fixture, "p1");
  trs_transcript_page_find (fixture->page, "50.", (TrsTextPosition) { 50, 0 });
  trs_test_wait_until (has_face (fixture, "text"));
  trs_frame_harness_settle ();
  caret = trs_transcript_buffer_get_caret (trs_transcript_view_get_buffer (fixture->view));
  g_assert_cmpuint (caret.paragraph, ==, 50);
  g_assert_true (trs_display_test_sees_caret (GTK_TEXT_VIEW (fixture->view)));
  g_assert_cmpint (trs_project_get_data (project)->caret, >, 0);
}

/* The y of the name over a paragraph, or of its words. */
static int
get_line_top (Fixture  *fixture,
              guint     paragraph,
              gboolean  name)
{
  GtkTextIter iter;
  GdkRectangle place;

  trs_transcript_buffer_get_iter (trs_transcript_view_get_buffer (fixture->view), (TrsTextPosition){ paragraph, 0 },
                                  &iter);
  if (name)
    gtk_text_iter_backward_line (&iter);
  gtk_text_view_get_iter_location (GTK_TEXT_VIEW (fixture->view), &iter, &place);
  return place.y;
}

/* With a name at the upper edge, and with the words below it: neither is lost, and nothing creeps. */
static void
test_comes_back_to_the_name (Fixture       *fixture,
                             gconstpointer  user_data)
{
  GtkAdjustment *adjustment;

  answer_long (fixture, "p1");
  answer_long (fixture, "p2");
  for (guint name = 0; name <= 1; name++)
    {
      int top;

      open_long (fixture, "p1");
      adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (fixture->view));
      top = get_line_top (fixture, 30, name);
      gtk_adjustment_set_value (adjustment, top);
      trs_frame_harness_settle ();
      g_assert_cmpfloat (get_value (fixture), ==, top);
      for (guint i = 0; i < 10; i++)
        {
          open_long (fixture, "p2");
          if (i % 3 == 2)
            {
              trs_display_test_destroy (fixture->window);
              make_window (fixture);
            }
          open_long (fixture, "p1");
          g_assert_cmpint (get_line_top (fixture, 30, name), ==, top);
          g_assert_cmpfloat_with_epsilon (get_value (fixture), top, 0.5);
        }
    }
}

/* Nothing is kept while the text moves; when it rests for a while, it is. */
static void
test_keeps_the_place_after_a_pause (Fixture       *fixture,
                                    gconstpointer  user_data)
{
  const TrsProjectData *data = trs_project_get_data (trs_session_rig_find (fixture->rig, "p1"));

  answer_long (fixture, "p1");
  open_long (fixture, "p1");
  trs_manual_clock_advance (fixture->rig->clock, 3000);
  trs_real_input_move (GTK_WIDGET (fixture->view), 300, 200);
  for (guint i = 0; i < 3; i++)
    {
      trs_real_input_scroll (GTK_WIDGET (fixture->view), 2);
      trs_manual_clock_advance (fixture->rig->clock, 1500);
      g_assert_cmpint (data->place, ==, 0);
    }
  trs_manual_clock_advance (fixture->rig->clock, 1500);
  g_assert_cmpint (data->place, >, 0);
}

static void
test_fails_and_tries_again (Fixture       *fixture,
                            gconstpointer  user_data)
{
  trs_recording_transport_add_for (fixture->rig->transport, "/api/detail/p1", 500, "<b>&");
  trs_recording_transport_add_for (fixture->rig->transport, "/api/detail/p1", 500, "<b>&");
  open_project (fixture, "p1");
  trs_test_wait_until (has_face (fixture, "error"));
  g_assert_false (gtk_widget_get_sensitive (part (fixture, "copy_button")));
  trs_display_test_save_png (GTK_WIDGET (fixture->page), "02-error");

  trs_recording_transport_forget (fixture->rig->transport);
  answer_both (fixture, "p1", "Words.", "[00:00:01.000] Words.");
  trs_display_test_click (part (fixture, "retry_button"));
  g_assert_true (has_face (fixture, "loading"));
  trs_test_wait_until (has_face (fixture, "text"));
}

static void
add_offline (Fixture    *fixture,
             const char *part_of_path)
{
  trs_recording_transport_add_error_for (fixture->rig->transport, part_of_path,
                                         g_error_new_literal (TRS_ERROR, TRS_ERROR_OFFLINE, "no road"));
}

static void
open_offline (Fixture *fixture)
{
  add_offline (fixture, "/api/detail/p1");
  add_offline (fixture, "/api/detail/p1");
  open_project (fixture, "p1");
  trs_test_wait_until (has_face (fixture, "error"));
  g_assert_cmpint (trs_reachability_get_offline_since (trs_session_get_reachability (fixture->rig->session)), !=, 0);
  trs_recording_transport_forget (fixture->rig->transport);
}

/* Nobody has to ask whether the service is back: the text comes when it is. */
static void
test_comes_with_the_service (Fixture       *fixture,
                             gconstpointer  user_data)
{
  g_autofree char *one = trs_session_rig_entry ("p1", "One", "video-1", "done", "2026-03-11T10:00:00Z");

  open_offline (fixture);
  answer_both (fixture, "p1", "Words.", "[00:00:01.000] Words.");
  trs_session_rig_list (fixture->rig, one);
  trs_manual_clock_advance (fixture->rig->clock, 30 * G_TIME_SPAN_SECOND);
  trs_test_wait_until (has_face (fixture, "text"));
}

static void
test_comes_with_the_key (Fixture       *fixture,
                         gconstpointer  user_data)
{
  g_autofree char *one = trs_session_rig_entry ("p1", "One", "video-1", "done", "2026-03-11T10:00:00Z");
  g_autofree char *list = g_strdup_printf ("[%s]", one);

  trs_recording_transport_add_for (fixture->rig->transport, "/api/detail/p1", 401, "{}");
  trs_recording_transport_add_for (fixture->rig->transport, "/api/detail/p1", 401, "{}");
  open_project (fixture, "p1");
  trs_test_wait_until (has_face (fixture, "error"));
  g_assert_cmpint (trs_session_get_state (fixture->rig->session), !=, TRS_SESSION_READY);

  trs_recording_transport_forget (fixture->rig->transport);
  answer_both (fixture, "p1", "Words.", "[00:00:01.000] Words.");
  trs_session_rig_connect (fixture->rig, list);
  trs_test_wait_until (has_face (fixture, "text"));
}

/* Of an account that was left nothing is asked for any more. */
static void
test_left_account (Fixture       *fixture,
                   gconstpointer  user_data)
{
  g_autofree char *other = trs_session_rig_entry ("q1", "Other", "video-9", "done", "2026-03-11T10:00:00Z");
  g_autofree char *list = g_strdup_printf ("[%s]", other);

  open_offline (fixture);
  trs_session_rig_connect_with (fixture->rig, "key-of-another-user", list);
  trs_test_wait_until (trs_reachability_get_offline_since (trs_session_get_reachability (fixture->rig->session)) == 0);
  g_assert_null (trs_projects_peek (trs_session_get_projects (fixture->rig->session), "p1"));
  g_assert_true (has_face (fixture, "error"));
}

/* The answer for a project that is not open any more changes nothing. */
static void
test_late_answer (Fixture       *fixture,
                  gconstpointer  user_data)
{
  g_autofree char *text = NULL;

  answer_both (fixture, "p1", "One.", "Speaker 1: One.");
  answer_both (fixture, "p2", "Two.", "Speaker 2: Two.");
  open_project (fixture, "p1");
  open_project (fixture, "p2");
  trs_test_wait_until (has_face (fixture, "text"));
  text = trs_transcript_view_render (fixture->view);
  g_assert_cmpstr (text, ==, "Speaker 2: Two.");
  trs_test_settle ();
  g_clear_pointer (&text, g_free);
  text = trs_transcript_view_render (fixture->view);
  g_assert_cmpstr (text, ==, "Speaker 2: Two.");
}

/* A page that goes away while it loads takes nothing with it. */
static void
test_closed_while_loading (Fixture       *fixture,
                           gconstpointer  user_data)
{
  open_project (fixture, "p1");
  trs_test_wait_until (trs_recording_transport_get_n_waiting (fixture->rig->transport) > 0);
  g_object_set (fixture->page, "project", NULL, NULL);
  g_assert_true (has_face (fixture, "loading"));
}

static void
test_no_speech (Fixture       *fixture,
                gconstpointer  user_data)
{
  answer_both (fixture, "p1", "", "");
  open_project (fixture, "p1");
  trs_test_wait_until (has_face (fixture, "empty"));
}

static void
test_not_aligned (Fixture       *fixture,
                  gconstpointer  user_data)
{
  g_autofree char *text = NULL;

  answer_both (fixture, "p1", "One.", "0:01 Two.");
  trs_recording_transport_add_for (fixture->rig->transport, "showTimecode=true", 200, "{\"text\":\"0:01 One.\"}");
  trs_recording_transport_add_for (fixture->rig->transport, "showSpeaker=true", 200, "{\"text\":\"A: One.\"}");
  open_project (fixture, "p1");
  trs_test_wait_until (has_face (fixture, "text"));
  g_assert_true (gtk_revealer_get_reveal_child (GTK_REVEALER (part (fixture, "note_revealer"))));
  text = trs_transcript_view_render (fixture->view);
  g_assert_cmpstr (text, ==, "0:01 Two.");
}

#define ADD(name, test) g_test_add ("/transcript-loading/" name, Fixture, NULL, set_up, test, tear_down)

/* Below a notice the title keeps the distance that it has from the edge of a page. */
static void
test_title_below_notice (Fixture       *fixture,
                         gconstpointer  user_data)
{
  graphene_rect_t notice;
  graphene_rect_t title;

  answer_both (fixture, "p1", "Good evening.", "[00:00:02.345] Speaker 1: Good evening.");
  open_project (fixture, "p1");
  trs_test_wait_until (has_face (fixture, "text"));
  trs_recording_transport_add_error_for (fixture->rig->transport, "/api/list",
                                         g_error_new_literal (TRS_ERROR, TRS_ERROR_OFFLINE, "gone"));
  /* nothing is asked twice within 3 seconds */
  trs_manual_clock_advance (fixture->rig->clock, 4000);
  trs_list_reader_read_async (trs_session_get_reader (fixture->rig->session), TRS_LIST_READ_REFRESH, NULL, NULL, NULL);
  trs_test_wait_until (trs_reachability_get_offline_since (trs_session_get_reachability (fixture->rig->session)) != 0);
  trs_test_wait_until (gtk_revealer_get_child_revealed (GTK_REVEALER (part (fixture, "revealer"))));
  trs_display_test_wait_frame (GTK_WIDGET (fixture->page));
  trs_display_test_save_png (GTK_WIDGET (fixture->window), "transcript-offline");

  g_assert_true (gtk_widget_compute_bounds (part (fixture, "strip"), GTK_WIDGET (fixture->window), &notice));
  g_assert_true (gtk_widget_compute_bounds (part (fixture, "title"), GTK_WIDGET (fixture->window), &title));
  g_assert_cmpfloat (title.origin.y - (notice.origin.y + notice.size.height), ==, 17);
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  ADD ("title-below-notice", test_title_below_notice);
  ADD ("loads", test_loads);
  ADD ("time-offers-the-moment", test_time_offers_the_moment);
  ADD ("menu-offers-the-moment", test_menu_offers_the_moment);
  ADD ("comes-back-to-the-place", test_comes_back_to_the_place);
  ADD ("comes-back-to-the-name", test_comes_back_to_the_name);
  ADD ("keeps-the-place-after-a-pause", test_keeps_the_place_after_a_pause);
  ADD ("fails-and-tries-again", test_fails_and_tries_again);
  ADD ("comes-with-the-service", test_comes_with_the_service);
  ADD ("comes-with-the-key", test_comes_with_the_key);
  ADD ("left-account", test_left_account);
  ADD ("late-answer", test_late_answer);
  ADD ("closed-while-loading", test_closed_while_loading);
  ADD ("no-speech", test_no_speech);
  ADD ("not-aligned", test_not_aligned);
  return g_test_run ();
}
