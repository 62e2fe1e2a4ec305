/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"
#include "trs-display-test.h"
#include "trs-player-bar.h"
#include "trs-real-input.h"
#include "trs-session-rig.h"
#include "trs-test-annotations.h"
#include "trs-test-bus.h"
#include "trs-test-player.h"
#include "trs-test-view.h"
#include "trs-transcript-page.h"

#include <string.h>

typedef struct
{
  TrsSessionRig *rig;
  TrsTranscriptPage *page;
  TrsTranscriptView *view;
  TrsPlayerBar *bar;
  TrsPlayer *player;
  GtkWindow *window;
} Fixture;

static void
set_up_page (Fixture       *fixture,
             TrsTranscript *transcript,
             int            width,
             gboolean       compact)
{
  g_autofree char *entry = trs_session_rig_entry ("p1", "City council, 12 March", "video-1", "done",
                                                  "2026-03-12T10:00:00Z");
  g_autoptr (TrsDocument) document = trs_test_document_new (transcript);

  fixture->rig = trs_session_rig_new_keeping ();
  trs_session_rig_list (fixture->rig, entry);
  trs_session_rig_start (fixture->rig);
  fixture->page = g_object_new (TRS_TYPE_TRANSCRIPT_PAGE, "settings", fixture->rig->settings, "session",
                                fixture->rig->session, "compact", compact, "folded", compact, NULL);
  g_object_set (fixture->page, "project", trs_session_rig_find (fixture->rig, "p1"), NULL);
  fixture->view = TRS_TRANSCRIPT_VIEW (trs_display_test_find (GTK_WIDGET (fixture->page), "view"));
  fixture->bar = TRS_PLAYER_BAR (trs_display_test_find (GTK_WIDGET (fixture->page), "player_bar"));
  fixture->window = trs_display_test_present (GTK_WIDGET (fixture->page), width, 770);
  g_object_set (fixture->page, "document", document, NULL);
  g_object_unref (transcript);
  trs_display_test_wait_frame (GTK_WIDGET (fixture->page));
}

static void
give_sound (Fixture *fixture)
{
  g_object_set (fixture->bar, "sound-path", "/a/recording.ogg", NULL);
  fixture->player = trs_test_player_new ();
  trs_player_bar_set_player (fixture->bar, fixture->player);
  trs_display_test_wait_frame (GTK_WIDGET (fixture->page));
}

static void
set_up (Fixture       *fixture,
        gconstpointer  user_data)
{
  set_up_page (fixture, trs_test_transcript_new (trs_test_council, "en"), 748, FALSE);
  give_sound (fixture);
}

static void
set_up_long (Fixture       *fixture,
             gconstpointer  user_data)
{
  set_up_page (fixture, trs_test_transcript_generate (TRS_TEST_HOUR), 748, FALSE);
  give_sound (fixture);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  user_data)
{
  g_object_add_weak_pointer (G_OBJECT (fixture->page), (gpointer *) &fixture->page);
  trs_display_test_destroy (fixture->window);
  /* Until then the request for its text holds the page, which nobody answers. */
  trs_session_rig_free (fixture->rig);
  trs_test_wait_until (fixture->page == NULL);
  if (fixture->player != NULL)
    g_assert_finalize_object (fixture->player);
}

static GtkTextBuffer *
get_buffer (Fixture *fixture)
{
  return gtk_text_view_get_buffer (GTK_TEXT_VIEW (fixture->view));
}

/* The number of the paragraph that is marked, all of which is; or -1 for none. */
static int
get_marked (Fixture *fixture)
{
  GtkTextTag *tag = gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (get_buffer (fixture)), "playing");
  TrsTextPosition first, last;
  GtkTextIter start, end;

  gtk_text_buffer_get_start_iter (get_buffer (fixture), &start);
  if (!gtk_text_iter_starts_tag (&start, tag) && !gtk_text_iter_forward_to_tag_toggle (&start, tag))
    return -1;

  g_assert_true (gtk_text_iter_starts_line (&start));
  end = start;
  gtk_text_iter_forward_to_tag_toggle (&end, tag);
  first = trs_transcript_buffer_to_position (TRS_TRANSCRIPT_BUFFER (get_buffer (fixture)), &start);
  last = trs_transcript_buffer_to_position (TRS_TRANSCRIPT_BUFFER (get_buffer (fixture)), &end);
  g_assert_cmpuint (first.paragraph, ==, last.paragraph);
  g_assert_cmpuint (last.byte, ==,
                    trs_transcript_get_paragraph (
                        trs_document_get_transcript (trs_transcript_view_get_document (fixture->view)), TRS_TEXT_ALL,
                        last.paragraph)
                        ->body_length);
  g_assert_false (gtk_text_iter_forward_to_tag_toggle (&end, tag));
  return (int) first.paragraph;
}

static gint64
get_start (Fixture *fixture,
           guint    paragraph)
{
  TrsTranscript *transcript = trs_document_get_transcript (trs_transcript_view_get_document (fixture->view));

  return trs_transcript_get_paragraph (transcript, TRS_TEXT_ALL, paragraph)->start;
}

static gboolean
sees (Fixture *fixture,
      guint    paragraph)
{
  GdkRectangle visible, place;
  GtkTextIter iter;

  trs_transcript_buffer_get_iter (TRS_TRANSCRIPT_BUFFER (get_buffer (fixture)), (TrsTextPosition) { paragraph, 0 },
                                  &iter);
  gtk_text_view_get_visible_rect (GTK_TEXT_VIEW (fixture->view), &visible);
  gtk_text_view_get_iter_location (GTK_TEXT_VIEW (fixture->view), &iter, &place);
  return place.y >= visible.y && place.y < visible.y + visible.height;
}

static void
hear (Fixture *fixture,
      gint64   milliseconds)
{
  trs_player_seek (fixture->player, milliseconds);
  trs_display_test_wait_frame (GTK_WIDGET (fixture->view));
}

static void
test_only_with_sound (void)
{
  Fixture fixture = { NULL };

  set_up_page (&fixture, trs_test_transcript_new (trs_test_council, "en"), 748, FALSE);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (fixture.bar)));
  trs_real_input_focus (GTK_WIDGET (fixture.view));
  trs_real_input_key (GTK_WIDGET (fixture.view), GDK_KEY_space, GDK_CONTROL_MASK);

  give_sound (&fixture);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (fixture.bar)));
  g_assert_false (trs_player_get_playing (fixture.player));
  g_assert_null (trs_test_player_get_path (TRS_TEST_PLAYER (fixture.player)));

  /* What plays belonged to the sound that is gone. */
  trs_player_bar_play_from (fixture.bar, 0);
  g_assert_true (trs_player_get_playing (fixture.player));
  g_assert_cmpuint (trs_test_player_get_track (TRS_TEST_PLAYER (fixture.player)), ==, 1);
  /* Another track of the same file is another sound. */
  g_object_set (fixture.bar, "sound-track", 2, NULL);
  g_assert_finalize_object (g_steal_pointer (&fixture.player));
  fixture.player = trs_test_player_new ();
  trs_player_bar_set_player (fixture.bar, fixture.player);
  trs_player_bar_play_from (fixture.bar, 0);
  g_assert_cmpuint (trs_test_player_get_track (TRS_TEST_PLAYER (fixture.player)), ==, 2);
  g_object_set (fixture.bar, "sound-path", NULL, "sound-track", 1, NULL);
  g_assert_finalize_object (g_steal_pointer (&fixture.player));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (fixture.bar)));
  g_assert_cmpint (get_marked (&fixture), ==, -1);
  tear_down (&fixture, NULL);
}

/* @label: the label of an item of the menu of speeds, which sets @rate */
static void
assert_rate_item (Fixture    *fixture,
                  int         index,
                  const char *label,
                  double      rate)
{
  GtkWidget *button = trs_display_test_find (GTK_WIDGET (fixture->bar), "rate_button");
  GMenuModel *menu = gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (button));
  g_autofree char *words = NULL;
  double target;

  g_assert_true (g_menu_model_get_item_attribute (menu, index, G_MENU_ATTRIBUTE_LABEL, "s", &words));
  g_assert_cmpstr (words, ==, label);
  g_assert_true (g_menu_model_get_item_attribute (menu, index, G_MENU_ATTRIBUTE_TARGET, "d", &target));
  g_assert_cmpfloat (target, ==, rate);
}

/* The choices are written as the button writes what was chosen. */
static void
test_rates (Fixture       *fixture,
            gconstpointer  user_data)
{
  assert_rate_item (fixture, 0, "0.75×", 0.75);
  assert_rate_item (fixture, 1, "1×", 1);
  assert_rate_item (fixture, 3, "1.5×", 1.5);
}

static void
test_keys (Fixture       *fixture,
           gconstpointer  user_data)
{
  GtkWidget *view = GTK_WIDGET (fixture->view);
  TrsPlayer *player = fixture->player;

  trs_real_input_focus (view);
  trs_real_input_key (view, GDK_KEY_space, GDK_CONTROL_MASK);
  trs_test_wait_until (trs_player_get_playing (player));
  g_assert_cmpstr (trs_test_player_get_path (TRS_TEST_PLAYER (player)), ==, "/a/recording.ogg");
  hear (fixture, 60000);

  trs_real_input_key (view, GDK_KEY_F7, 0);
  trs_test_wait_until (trs_player_get_position (player) == 55000);
  trs_real_input_key (view, GDK_KEY_F7, GDK_SHIFT_MASK);
  trs_test_wait_until (trs_player_get_position (player) == 60000);

  trs_real_input_key (view, GDK_KEY_period, GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  trs_test_wait_until (trs_player_get_rate (player) > 1.2);
  trs_real_input_key (view, GDK_KEY_comma, GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  trs_real_input_key (view, GDK_KEY_comma, GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  trs_test_wait_until (trs_player_get_rate (player) < 0.8);
  trs_real_input_key (view, GDK_KEY_comma, GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  trs_real_input_key (view, GDK_KEY_space, GDK_CONTROL_MASK);
  trs_test_wait_until (!trs_player_get_playing (player));
  g_assert_cmpfloat (trs_player_get_rate (player), ==, 0.75);
  g_assert_cmpint (trs_player_get_position (player), ==, 58000);

  /* from the paragraph of the caret */
  trs_transcript_view_go_to (fixture->view, (TrsTextPosition) { 2, 3 });
  trs_real_input_key (view, GDK_KEY_space, GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  trs_test_wait_until (trs_player_get_playing (player));
  g_assert_cmpint (trs_player_get_position (player), ==, get_start (fixture, 2));
  g_assert_cmpint (get_marked (fixture), ==, 2);
}

/* What is heard is checked, wherever the caret is; and by the other key, what is at the caret. */
static void
test_checks_what_is_heard (Fixture       *fixture,
                           gconstpointer  user_data)
{
  GtkWidget *view = GTK_WIDGET (fixture->view);
  TrsDocument *document;

  trs_transcript_view_go_to (fixture->view, (TrsTextPosition) { 1, 3 });
  trs_real_input_focus (view);
  trs_real_input_key (view, GDK_KEY_F8, 0);
  trs_player_bar_play_from (fixture->bar, get_start (fixture, 4) + 500);
  trs_real_input_key (view, GDK_KEY_F8, 0);
  trs_test_wait_until (trs_document_get_checked (trs_transcript_view_get_document (fixture->view), 4) != NULL);
  document = trs_transcript_view_get_document (fixture->view);
  g_assert_null (trs_document_get_checked (document, 1));
  g_assert_cmpint (get_marked (fixture), ==, 4);

  trs_real_input_key (view, GDK_KEY_F8, 0);
  trs_test_wait_until (trs_document_get_checked (trs_transcript_view_get_document (fixture->view), 4) == NULL);

  /* Nothing is heard. */
  trs_player_pause (fixture->player);
  trs_real_input_key (view, GDK_KEY_F8, 0);
  trs_real_input_key (view, GDK_KEY_d, GDK_CONTROL_MASK);
  trs_test_wait_until (trs_document_get_checked (trs_transcript_view_get_document (fixture->view), 1) != NULL);
  g_assert_null (trs_document_get_checked (trs_transcript_view_get_document (fixture->view), 4));
}

static void
test_follows (Fixture       *fixture,
              gconstpointer  user_data)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (fixture->view));
  double value;

  trs_player_bar_play_from (fixture->bar, 0);
  trs_test_player_set_duration (TRS_TEST_PLAYER (fixture->player), 3600 * 1000);
  g_assert_cmpint (get_marked (fixture), ==, 0);
  for (guint i = 1; i < 12; i++)
    {
      hear (fixture, get_start (fixture, i) - 1);
      g_assert_cmpint (get_marked (fixture), ==, (int) i - 1);
      hear (fixture, get_start (fixture, i));
      g_assert_cmpint (get_marked (fixture), ==, (int) i);
      trs_test_wait_until (sees (fixture, i));
    }

  /* Who has scrolled elsewhere stays there, once the view has done so by itself. */
  trs_test_settle ();
  gtk_adjustment_set_value (adjustment, 0);
  trs_display_test_wait_frame (GTK_WIDGET (fixture->view));
  g_assert_false (sees (fixture, 11));
  hear (fixture, get_start (fixture, 30));
  hear (fixture, get_start (fixture, 31));
  g_assert_cmpint (get_marked (fixture), ==, 31);
  g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), ==, 0);

  /* Whoever comes back to it is taken along again. */
  trs_transcript_view_scroll_to (fixture->view, (TrsTextPosition) { 31, 0 });
  trs_test_wait_until (sees (fixture, 31));
  hear (fixture, get_start (fixture, 60));
  trs_test_wait_until (sees (fixture, 60));

  /* And who asks for a place is shown it. */
  gtk_adjustment_set_value (adjustment, 0);
  trs_display_test_wait_frame (GTK_WIDGET (fixture->view));
  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "player.forward", NULL);
  trs_test_wait_until (sees (fixture, (guint) get_marked (fixture)));
  value = gtk_adjustment_get_value (adjustment);
  g_assert_cmpfloat (value, >, 0);
}

/* The text is built again, as it is for exact times: the mark is there again. */
static void
test_mark_stays (Fixture       *fixture,
                 gconstpointer  user_data)
{
  trs_player_bar_play_from (fixture->bar, get_start (fixture, 3));
  g_settings_set_boolean (fixture->rig->settings, "exact-times", TRUE);
  hear (fixture, get_start (fixture, 3) + 1);
  g_assert_cmpint (get_marked (fixture), ==, 3);
  g_settings_reset (fixture->rig->settings, "exact-times");
  hear (fixture, get_start (fixture, 3) + 2);
  g_assert_cmpint (get_marked (fixture), ==, 3);
}

static void
test_times (Fixture       *fixture,
            gconstpointer  user_data)
{
  GtkLabel *times = GTK_LABEL (trs_display_test_find (GTK_WIDGET (fixture->bar), "times"));
  GtkWidget *scale = trs_display_test_find (GTK_WIDGET (fixture->bar), "scale");
  gboolean stopped;

  g_assert_cmpstr (gtk_label_get_label (times), ==, "0:00");
  g_assert_false (gtk_widget_get_sensitive (scale));
  trs_player_bar_play_from (fixture->bar, 61999);
  g_assert_cmpstr (gtk_label_get_label (times), ==, "1:01 / 12:34");
  g_assert_true (gtk_widget_get_sensitive (scale));
  g_assert_cmpfloat (gtk_range_get_value (GTK_RANGE (scale)), ==, 61999);

  g_signal_emit_by_name (scale, "change-value", GTK_SCROLL_JUMP, 120000.0, &stopped);
  g_assert_cmpint (trs_player_get_position (fixture->player), ==, 120000);
  g_assert_cmpstr (gtk_label_get_label (times), ==, "2:00 / 12:34");

  trs_test_player_set_duration (TRS_TEST_PLAYER (fixture->player), 3 * 3600 * 1000);
  g_assert_cmpstr (gtk_label_get_label (times), ==, "0:02:00 / 3:00:00");
  g_object_notify (G_OBJECT (fixture->player), "playing");
}

static void
test_says_why (Fixture       *fixture,
               gconstpointer  user_data)
{
  static const struct
  {
    TrsPlayerError code;
    const char *word;
  } reasons[] = {
    { TRS_PLAYER_ERROR_NO_DEVICE, "no device" },
    { TRS_PLAYER_ERROR_NO_DECODER, "no decoder" },
    { TRS_PLAYER_ERROR_UNREADABLE, "gone or damaged" },
    { TRS_PLAYER_ERROR_NO_SOUND, "no sound" },
    { TRS_PLAYER_ERROR_PROTECTED, "protected" },
    { TRS_PLAYER_ERROR_SETUP, "not installed" },
  };
  GtkWidget *problem = trs_display_test_find (GTK_WIDGET (fixture->bar), "problem");

  trs_player_bar_play_from (fixture->bar, 0);
  g_assert_false (gtk_widget_get_visible (problem));
  for (guint i = 0; i < G_N_ELEMENTS (reasons); i++)
    {
      g_autoptr (GError) error = g_error_new_literal (TRS_PLAYER_ERROR, (int) reasons[i].code, "x");

      trs_test_player_set_error (TRS_TEST_PLAYER (fixture->player), error);
      g_assert_true (gtk_widget_get_visible (problem));
      if (strstr (gtk_label_get_label (GTK_LABEL (problem)), reasons[i].word) == NULL)
        g_error ("“%s” does not say “%s”", gtk_label_get_label (GTK_LABEL (problem)), reasons[i].word);
    }
  trs_display_test_save_png (GTK_WIDGET (fixture->page), "player-no-device");
  trs_test_player_set_error (TRS_TEST_PLAYER (fixture->player), NULL);
  g_assert_false (gtk_widget_get_visible (problem));
}

/* Nothing is heard that cannot be seen. */
static void
test_stops_when_left (Fixture       *fixture,
                      gconstpointer  user_data)
{
  trs_player_bar_play_from (fixture->bar, 30000);
  g_assert_true (trs_player_get_playing (fixture->player));
  gtk_widget_set_visible (GTK_WIDGET (fixture->page), FALSE);
  g_assert_false (trs_player_get_playing (fixture->player));
  g_assert_cmpint (trs_player_get_position (fixture->player), ==, 28000);
}

static void
test_looks (void)
{
  static const struct
  {
    const char *name;
    int width;
    gboolean compact;
  } sizes[] = { { "player", 748, FALSE }, { "player-narrow", 370, TRUE } };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      Fixture fixture = { NULL };
      g_autofree char *dark = g_strconcat (sizes[i].name, "-dark", NULL);
      int minimum;

      set_up_page (&fixture, trs_test_transcript_new (trs_test_council, "en"), sizes[i].width, sizes[i].compact);
      give_sound (&fixture);
      trs_player_bar_play_from (fixture.bar, get_start (&fixture, 2));
      trs_display_test_save_png (GTK_WIDGET (fixture.page), sizes[i].name);
      trs_display_test_set_dark (TRUE);
      trs_display_test_save_png (GTK_WIDGET (fixture.page), dark);
      trs_display_test_set_dark (FALSE);
      gtk_widget_measure (GTK_WIDGET (fixture.page), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
      if (sizes[i].compact)
        g_assert_cmpint (minimum, <=, 360);
      tear_down (&fixture, NULL);
    }
}

/* What the desktop sees and does, by a connection of its own. */

#define MPRIS_NAME "org.mpris.MediaPlayer2." TRS_APPLICATION_ID
#define MPRIS_PLAYER "org.mpris.MediaPlayer2.Player"

static GDBusConnection *desktop;
static gboolean is_on_bus;

static void
appeared_cb (GDBusConnection *bus,
             const char      *name,
             const char      *owner,
             gpointer         user_data)
{
  is_on_bus = TRUE;
}

static void
vanished_cb (GDBusConnection *bus,
             const char      *name,
             gpointer         user_data)
{
  is_on_bus = FALSE;
}

static void
start_bus (void)
{
  GTestDBus *bus = g_test_dbus_new (G_TEST_DBUS_NONE);

  g_test_dbus_up (bus);
  desktop = trs_test_bus_connect (g_test_dbus_get_bus_address (bus));
  g_bus_watch_name_on_connection (desktop, MPRIS_NAME, G_BUS_NAME_WATCHER_FLAGS_NONE, appeared_cb, vanished_cb, NULL,
                                  NULL);
}

static GVariant *
ask_player (const char *interface,
            const char *method,
            GVariant   *parameters)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  GVariant *answer;

  g_dbus_connection_call (desktop, MPRIS_NAME, "/org/mpris/MediaPlayer2", interface, method, parameters, NULL,
                          G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  answer = g_dbus_connection_call_finish (desktop, result, &error);
  g_assert_no_error (error);
  return answer;
}

static void
tell_player (const char *method)
{
  g_autoptr (GVariant) answer = ask_player (MPRIS_PLAYER, method, NULL);

  g_assert_nonnull (answer);
}

/* Returns: (nullable): what the desktop shows */
static char *
dup_title (void)
{
  g_autoptr (GVariant) answer = ask_player ("org.freedesktop.DBus.Properties", "Get",
                                            g_variant_new ("(ss)", MPRIS_PLAYER, "Metadata"));
  g_autoptr (GVariant) boxed = g_variant_get_child_value (answer, 0);
  g_autoptr (GVariant) metadata = g_variant_get_variant (boxed);
  char *title = NULL;

  g_variant_lookup (metadata, "xesam:title", "s", &title);
  return title;
}

static void
assert_title (const char *expected)
{
  g_autofree char *title = dup_title ();

  g_assert_cmpstr (title, ==, expected);
}

/* As long as there is something to control. */
static void
test_desktop (Fixture       *fixture,
              gconstpointer  user_data)
{
  GtkWidget *button = trs_display_test_find (GTK_WIDGET (fixture->bar), "play_button");
  GtkMenuButton *rate = GTK_MENU_BUTTON (trs_display_test_find (GTK_WIDGET (fixture->bar), "rate_button"));
  g_autoptr (GError) gone = g_error_new_literal (TRS_PLAYER_ERROR, TRS_PLAYER_ERROR_UNREADABLE, "x");

  trs_test_settle ();
  g_assert_false (is_on_bus);
  trs_player_bar_play_from (fixture->bar, 30000);
  trs_test_wait_until (is_on_bus);
  tell_player ("PlayPause");
  g_assert_false (trs_player_get_playing (fixture->player));
  g_assert_cmpstr (gtk_button_get_icon_name (GTK_BUTTON (button)), ==, "media-playback-start-symbolic");
  tell_player ("PlayPause");
  g_assert_true (trs_player_get_playing (fixture->player));
  g_variant_unref (ask_player ("org.freedesktop.DBus.Properties", "Set",
                               g_variant_new ("(ssv)", MPRIS_PLAYER, "Rate", g_variant_new_double (1.25))));
  g_assert_cmpstr (gtk_menu_button_get_label (rate), ==, "1.25×");
  g_variant_unref (ask_player ("org.mpris.MediaPlayer2", "Raise", NULL));

  /* The lock screen shows it to anyone. */
  assert_title ("City council, 12 March");
  g_settings_set_boolean (fixture->rig->settings, "hide-notification-titles", TRUE);
  assert_title (NULL);
  g_settings_reset (fixture->rig->settings, "hide-notification-titles");
  assert_title ("City council, 12 March");

  /* What it stops can be played again, */
  tell_player ("Stop");
  trs_test_wait_until (!is_on_bus);
  trs_player_bar_play_from (fixture->bar, -1);
  trs_test_wait_until (is_on_bus);
  g_assert_cmpint (trs_player_get_position (fixture->player), ==, 0);

  /* and what cannot be played, or is not on the screen, cannot be controlled. */
  trs_test_player_set_error (TRS_TEST_PLAYER (fixture->player), gone);
  trs_test_wait_until (!is_on_bus);
  trs_test_player_set_error (TRS_TEST_PLAYER (fixture->player), NULL);
  trs_player_bar_play_from (fixture->bar, -1);
  trs_test_wait_until (is_on_bus);
  gtk_widget_set_visible (GTK_WIDGET (fixture->page), FALSE);
  trs_test_wait_until (!is_on_bus);
  gtk_widget_set_visible (GTK_WIDGET (fixture->page), TRUE);
  trs_player_bar_play_from (fixture->bar, -1);
  trs_test_wait_until (is_on_bus);
}

static void
tear_down_desktop (Fixture       *fixture,
                   gconstpointer  user_data)
{
  tear_down (fixture, user_data);
  trs_test_wait_until (!is_on_bus);
}

/* Whether it was there before anything was shown. */
static gboolean had_gstreamer;

static gboolean
is_loaded (const char *library)
{
  g_autofree char *maps = NULL;

  g_assert_true (g_file_get_contents ("/proc/self/maps", &maps, NULL, NULL));
  return strstr (maps, library) != NULL;
}

/* A page with sound costs nothing of what plays until it plays. There is none beside a test: it is asked for, all
 * the same, and the bar says that it is not there. */
static void
test_loads_at_first_play (void)
{
  Fixture fixture = { NULL };
  GtkWidget *problem;

  set_up_page (&fixture, trs_test_transcript_new (trs_test_council, "en"), 748, FALSE);
  problem = trs_display_test_find (GTK_WIDGET (fixture.bar), "problem");
  g_object_set (fixture.bar, "sound-path", "/a/recording.ogg", NULL);
  trs_display_test_wait_frame (GTK_WIDGET (fixture.page));
  /* The libgtk of some systems brings it along. */
  g_assert_true (is_loaded ("libgstreamer") == had_gstreamer);
  g_assert_false (gtk_widget_get_visible (problem));

  trs_player_bar_play_from (fixture.bar, 0);
  trs_test_wait_until (gtk_widget_get_visible (problem));
  g_assert_nonnull (strstr (gtk_label_get_label (GTK_LABEL (problem)), "not installed"));
  tear_down (&fixture, NULL);
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  had_gstreamer = is_loaded ("libgstreamer");

  g_test_add_func ("/player/loads-at-first-play", test_loads_at_first_play);
  g_test_add_func ("/player/only-with-sound", test_only_with_sound);
  g_test_add_func ("/player/looks", test_looks);
  g_test_add ("/player/keys", Fixture, NULL, set_up, test_keys, tear_down);
  g_test_add ("/player/rates", Fixture, NULL, set_up, test_rates, tear_down);
  g_test_add ("/player/checks-what-is-heard", Fixture, NULL, set_up, test_checks_what_is_heard, tear_down);
  g_test_add ("/player/follows", Fixture, NULL, set_up_long, test_follows, tear_down);
  g_test_add ("/player/mark-stays", Fixture, NULL, set_up, test_mark_stays, tear_down);
  g_test_add ("/player/times", Fixture, NULL, set_up, test_times, tear_down);
  g_test_add ("/player/says-why", Fixture, NULL, set_up, test_says_why, tear_down);
  g_test_add ("/player/stops-when-left", Fixture, NULL, set_up, test_stops_when_left, tear_down);
  start_bus ();
  g_test_add ("/player/desktop", Fixture, NULL, set_up, test_desktop, tear_down_desktop);
  /* The bus ends with this process, to which the connection belongs. */
  return g_test_run ();
}
