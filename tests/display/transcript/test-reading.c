/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-test.h"
#include "trs-find-bar.h"
#include "trs-frame-harness.h"
#include "trs-go-to-time.h"
#include "trs-real-input.h"
#include "trs-test-view.h"
#include "trs-transcript-page.h"

#include "config.h"

typedef struct
{
  GSettings *settings;
  TrsTranscriptPage *page;
  TrsTranscriptView *view;
  GtkWindow *window;
} Fixture;

static void
set_up (Fixture       *fixture,
        TrsTranscript *transcript,
        int            width)
{
  g_autoptr (TrsDocument) document = NULL;
  gboolean compact = width < 560;

  fixture->settings = g_settings_new (TRS_APPLICATION_ID);
  fixture->page = g_object_new (TRS_TYPE_TRANSCRIPT_PAGE, "settings", fixture->settings, "folded", compact, "compact",
                                compact, NULL);
  fixture->view =
      TRS_TRANSCRIPT_VIEW (trs_display_test_find_type (GTK_WIDGET (fixture->page), TRS_TYPE_TRANSCRIPT_VIEW));
  fixture->window = trs_display_test_present (GTK_WIDGET (fixture->page), width, 700);
  document = trs_test_document_new (transcript);
  g_object_set (fixture->page, "document", document, NULL);
  g_object_unref (transcript);
  trs_real_input_focus (GTK_WIDGET (fixture->view));
  trs_frame_harness_settle ();
}

static void
tear_down (Fixture *fixture)
{
  g_object_add_weak_pointer (G_OBJECT (fixture->page), (gpointer *) &fixture->page);
  trs_display_test_destroy (fixture->window);
  g_assert_null (fixture->page);
  g_settings_reset (fixture->settings, "line-spacing");
  g_settings_reset (fixture->settings, "exact-times");
  g_settings_reset (fixture->settings, "serif");
  g_settings_reset (fixture->settings, "text-scale");
  g_settings_reset (fixture->settings, "show-speakers");
  g_settings_reset (fixture->settings, "show-timecodes");
  g_clear_object (&fixture->settings);
}

static GtkWidget *
part (Fixture    *fixture,
      const char *id)
{
  GtkWidget *widget = trs_display_test_find (GTK_WIDGET (fixture->page), id);

  g_assert_nonnull (widget);
  return widget;
}

static void
press (Fixture         *fixture,
       guint            keyval,
       GdkModifierType  modifiers)
{
  trs_real_input_key (GTK_WIDGET (fixture->view), keyval, modifiers);
  trs_frame_harness_settle ();
}

/* A hand moves there before it presses: only then GDK knows that a popover is closed under the pointer. */
static void
click (Fixture    *fixture,
       const char *id)
{
  trs_real_input_move (part (fixture, id), 4, 4);
  trs_real_input_click_on (part (fixture, id));
  trs_frame_harness_settle ();
}

static gboolean
has_focus (Fixture    *fixture,
           GtkWidget  *widget)
{
  GtkWidget *focus = gtk_window_get_focus (fixture->window);

  return focus != NULL && (focus == widget || gtk_widget_is_ancestor (focus, widget));
}

static void
assert_caret (Fixture *fixture,
              guint    paragraph)
{
  TrsTextPosition caret = trs_transcript_buffer_get_caret (trs_transcript_view_get_buffer (fixture->view));

  g_assert_cmpuint (caret.paragraph, ==, paragraph);
  g_assert_cmpuint (caret.byte, ==, 0);
  g_assert_true (trs_display_test_sees_caret (GTK_TEXT_VIEW (fixture->view)));
}

/* By the keys alone, from the text and back into it. */
static void
test_go_to_time (void)
{
  Fixture fixture;
  GtkWidget *popover;

  set_up (&fixture, trs_test_transcript_generate (TRS_TEST_HOUR), 740);
  popover = part (&fixture, "go_to_time");
  press (&fixture, GDK_KEY_g, GDK_CONTROL_MASK);
  g_assert_true (gtk_widget_get_mapped (popover));
  g_assert_true (has_focus (&fixture, part (&fixture, "time_entry")));
  trs_real_input_type (part (&fixture, "time_entry"), "30:00");
  trs_display_test_save_png (popover, "20-go-to-time");
  press (&fixture, GDK_KEY_Return, 0);
  g_assert_false (gtk_widget_get_mapped (popover));
  g_assert_true (has_focus (&fixture, GTK_WIDGET (fixture.view)));
  assert_caret (&fixture, trs_transcript_find_time (trs_test_view_get_transcript (fixture.view), 1800999));
  g_assert_cmpfloat (gtk_adjustment_get_value (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (fixture.view))), >,
                     1000);

  /* what was typed gives way to what is typed now */
  press (&fixture, GDK_KEY_g, GDK_CONTROL_MASK);
  trs_real_input_type (part (&fixture, "time_entry"), "0");
  press (&fixture, GDK_KEY_Return, 0);
  assert_caret (&fixture, 0);
  tear_down (&fixture);
}

/* As “transcripts open” asks for it. */
static void
test_opened_at_time (void)
{
  Fixture fixture;

  set_up (&fixture, trs_test_transcript_generate (TRS_TEST_HOUR), 740);
  trs_transcript_page_go_to_time (fixture.page, 1800999);
  trs_frame_harness_settle ();
  assert_caret (&fixture, trs_transcript_find_time (trs_test_view_get_transcript (fixture.view), 1800999));
  trs_transcript_page_go_to_time (fixture.page, 0);
  trs_frame_harness_settle ();
  assert_caret (&fixture, 0);
  tear_down (&fixture);
}

/* The entry stays, and says what it takes; Escape gives it up. */
static void
test_no_time (void)
{
  Fixture fixture;
  GtkWidget *popover;
  GtkWidget *entry;
  GtkLabel *hint;

  set_up (&fixture, trs_test_transcript_new (trs_test_council, "en"), 365);
  popover = part (&fixture, "go_to_time");
  entry = part (&fixture, "time_entry");
  hint = GTK_LABEL (part (&fixture, "time_hint"));
  press (&fixture, GDK_KEY_g, GDK_CONTROL_MASK);
  trs_real_input_type (entry, "noon");
  press (&fixture, GDK_KEY_Return, 0);
  g_assert_true (gtk_widget_get_mapped (popover));
  g_assert_true (has_focus (&fixture, entry));
  g_assert_cmpstr (gtk_label_get_text (hint), ==, "Not a time. Write it like 1:02:03.");
  gtk_test_accessible_assert_state (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_STATE_INVALID, GTK_ACCESSIBLE_INVALID_TRUE);
  assert_caret (&fixture, 0);
  trs_display_test_save_png (popover, "20-go-to-time-refused");

  trs_real_input_type (entry, "1");
  g_assert_cmpstr (gtk_label_get_text (hint), ==, "Such as 1:02:03 or 62:03");
  press (&fixture, GDK_KEY_Escape, 0);
  g_assert_false (gtk_widget_get_mapped (popover));
  g_assert_true (has_focus (&fixture, GTK_WIDGET (fixture.view)));
  assert_caret (&fixture, 0);
  tear_down (&fixture);
}

/* Without times, Ctrl+G has nowhere to go. */
static void
test_without_times (void)
{
  Fixture fixture;

  set_up (&fixture, trs_test_transcript_unaligned (FALSE), 740);
  press (&fixture, GDK_KEY_g, GDK_CONTROL_MASK);
  g_assert_false (gtk_widget_get_mapped (part (&fixture, "go_to_time")));
  tear_down (&fixture);
}

static void
assert_count (Fixture    *fixture,
              const char *expected)
{
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (part (fixture, "count"))), ==, expected);
}

/* F3 from the text, Enter from the entry; Ctrl+G asks for a time there, too, though GtkSearchEntry finds with it. */
static void
test_find_keys (void)
{
  Fixture fixture;

  set_up (&fixture, trs_test_transcript_new (trs_test_council, "en"), 740);
  press (&fixture, GDK_KEY_f, GDK_CONTROL_MASK);
  trs_real_input_type (part (&fixture, "entry"), "budget");
  assert_count (&fixture, "1 of 3");
  press (&fixture, GDK_KEY_Return, 0);
  assert_count (&fixture, "2 of 3");
  press (&fixture, GDK_KEY_Return, GDK_SHIFT_MASK);
  assert_count (&fixture, "1 of 3");
  press (&fixture, GDK_KEY_F3, 0);
  assert_count (&fixture, "2 of 3");

  gtk_widget_grab_focus (GTK_WIDGET (fixture.view));
  press (&fixture, GDK_KEY_F3, 0);
  assert_count (&fixture, "3 of 3");
  press (&fixture, GDK_KEY_F3, GDK_SHIFT_MASK);
  assert_count (&fixture, "2 of 3");

  gtk_widget_grab_focus (part (&fixture, "entry"));
  press (&fixture, GDK_KEY_g, GDK_CONTROL_MASK);
  assert_count (&fixture, "2 of 3");
  g_assert_true (gtk_widget_get_mapped (part (&fixture, "go_to_time")));
  press (&fixture, GDK_KEY_Escape, 0);
  tear_down (&fixture);
}

/* What the popover shows, the settings and the view are one, and the place is kept. */
static void
test_look (void)
{
  Fixture fixture;
  TrsLineSpacing spacing;
  gboolean serif;
  double scale;

  set_up (&fixture, trs_test_transcript_generate (TRS_TEST_HOUR), 740);
  click (&fixture, "look_button");
  g_assert_true (gtk_widget_get_mapped (part (&fixture, "look")));
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (part (&fixture, "scale"))), ==, "100 %");
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (part (&fixture, "normal"))));
  trs_display_test_save_png (part (&fixture, "look"), "21-look");

  click (&fixture, "larger");
  click (&fixture, "wide");
  click (&fixture, "serif");
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (part (&fixture, "scale"))), ==, "110 %");
  g_assert_false (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (part (&fixture, "normal"))));
  g_assert_true (gtk_switch_get_active (GTK_SWITCH (part (&fixture, "serif"))));
  g_object_get (fixture.view, "line-spacing", &spacing, "serif", &serif, "text-scale", &scale, NULL);
  g_assert_cmpint (spacing, ==, TRS_LINE_SPACING_WIDE);
  g_assert_true (serif);
  g_assert_cmpfloat_with_epsilon (scale, 1.1, 0.001);
  g_assert_cmpint (g_settings_get_enum (fixture.settings, "line-spacing"), ==, TRS_LINE_SPACING_WIDE);
  trs_display_test_save_png (part (&fixture, "look"), "21-look-changed");
  press (&fixture, GDK_KEY_Escape, 0);
  g_assert_false (gtk_widget_get_mapped (part (&fixture, "look")));
  trs_display_test_save_png (GTK_WIDGET (fixture.page), "21-wide-serif");

  click (&fixture, "look_button");
  g_assert_true (gtk_widget_get_mapped (part (&fixture, "look")));
  click (&fixture, "scale");
  click (&fixture, "compact");
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (part (&fixture, "scale"))), ==, "100 %");
  press (&fixture, GDK_KEY_Escape, 0);
  trs_display_test_save_png (GTK_WIDGET (fixture.page), "21-compact-serif");
  tear_down (&fixture);
}

/* The line of the view in which a place stands. */
static char *
dup_line (Fixture         *fixture,
          TrsTextPosition  position)
{
  GtkTextIter start;
  GtkTextIter end;

  trs_transcript_buffer_get_iter (trs_transcript_view_get_buffer (fixture->view), position, &start);
  gtk_text_iter_set_line_offset (&start, 0);
  end = start;
  gtk_text_iter_forward_to_line_end (&end);
  return gtk_text_iter_get_slice (&start, &end);
}

static void
assert_table (Fixture    *fixture,
              const char *begins)
{
  g_autofree char *copied = NULL;

  gtk_widget_activate_action (GTK_WIDGET (fixture->view), "page.copy-table", NULL);
  copied = trs_display_test_read_copied (GTK_WIDGET (fixture->view));
  g_assert_true (g_str_has_prefix (copied, begins));
}

/* The form of the service on the page, too; what is copied has it always. Place and selection stay. */
static void
test_exact_times (void)
{
  Fixture fixture;
  GtkTextIter from;
  GtkTextIter to;
  TrsTextPosition start;
  TrsTextPosition end;
  g_autofree char *clock = NULL;
  g_autofree char *exact = NULL;
  double value;

  set_up (&fixture, trs_test_transcript_new (trs_test_council, "en"), 740);
  clock = dup_line (&fixture, (TrsTextPosition) { 3, 0 });
  g_assert_true (g_str_has_prefix (clock, "00:01:13\tSo my"));
  trs_transcript_buffer_get_iter (trs_transcript_view_get_buffer (fixture.view), (TrsTextPosition) { 3, 3 }, &from);
  trs_transcript_buffer_get_iter (trs_transcript_view_get_buffer (fixture.view), (TrsTextPosition) { 4, 18 }, &to);
  gtk_text_buffer_select_range (GTK_TEXT_BUFFER (trs_transcript_view_get_buffer (fixture.view)), &to, &from);
  assert_table (&fixture, "00:01:13\tSpeaker 2\t");
  value = gtk_adjustment_get_value (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (fixture.view)));

  click (&fixture, "look_button");
  click (&fixture, "exact_times");
  trs_display_test_save_png (part (&fixture, "look"), "21-look-exact-times");
  press (&fixture, GDK_KEY_Escape, 0);
  g_assert_true (g_settings_get_boolean (fixture.settings, "exact-times"));
  exact = dup_line (&fixture, (TrsTextPosition) { 3, 0 });
  g_assert_true (g_str_has_prefix (exact, "00:01:13."));
  g_assert_cmpstr (strchr (exact, '\t'), ==, strchr (clock, '\t'));
  g_assert_cmpint (strchr (exact, '\t') - exact, ==, 12);
  g_assert_true (trs_transcript_buffer_get_selection (trs_transcript_view_get_buffer (fixture.view), &start, &end));
  g_assert_cmpuint (start.paragraph, ==, 3);
  g_assert_cmpuint (start.byte, ==, 3);
  g_assert_cmpuint (end.paragraph, ==, 4);
  g_assert_cmpuint (end.byte, ==, 18);
  g_assert_cmpfloat_with_epsilon (gtk_adjustment_get_value (gtk_scrollable_get_vadjustment (
                                      GTK_SCROLLABLE (fixture.view))), value, 1);
  assert_table (&fixture, "00:01:13.");
  trs_display_test_save_png (GTK_WIDGET (fixture.page), "21-exact-times");

  g_settings_reset (fixture.settings, "exact-times");
  tear_down (&fixture);
}

/* At an end there is no further step. */
static void
test_size_ends (void)
{
  Fixture fixture;

  set_up (&fixture, trs_test_transcript_new (trs_test_council, "en"), 740);
  g_settings_set_double (fixture.settings, "text-scale", 0.5);
  g_assert_false (gtk_widget_is_sensitive (part (&fixture, "smaller")));
  g_assert_true (gtk_widget_is_sensitive (part (&fixture, "larger")));
  g_settings_set_double (fixture.settings, "text-scale", 3.0);
  g_assert_true (gtk_widget_is_sensitive (part (&fixture, "smaller")));
  g_assert_false (gtk_widget_is_sensitive (part (&fixture, "larger")));
  tear_down (&fixture);
}

static const char *
get_head (Fixture *fixture)
{
  GtkWidget *inscription = gtk_widget_get_first_child (part (fixture, "running_head"));

  const char *text;

  trs_frame_harness_settle ();
  text = gtk_inscription_get_text (GTK_INSCRIPTION (inscription));
  return text != NULL ? text : "";
}

/* The head is that of the paragraph that can be read at the upper edge, not of one of which a few pixels are left. */
static void
assert_head (Fixture *fixture)
{
  TrsDocument *document = trs_transcript_view_get_document (fixture->view);
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (fixture->view));
  const char *head = get_head (fixture);
  g_autofree char *expected = NULL;
  GtkTextIter iter;
  guint paragraph;

  gtk_text_view_get_line_at_y (GTK_TEXT_VIEW (fixture->view), &iter, (int) gtk_adjustment_get_value (adjustment) + 8,
                               NULL);
  paragraph = trs_transcript_buffer_to_position (trs_transcript_view_get_buffer (fixture->view), &iter).paragraph;
  g_assert_cmpuint (paragraph, >, 0);
  expected = g_strdup_printf ("Speaker %u", trs_document_get_speaker (document, paragraph));
  g_assert_true (g_str_has_prefix (head, expected));
}

/* It follows the text, covers none of it, and moves nothing when it comes and goes. */
static void
test_running_head (void)
{
  Fixture fixture;
  GtkAdjustment *adjustment;
  GtkWidget *head;
  int height;

  set_up (&fixture, trs_test_transcript_generate (TRS_TEST_HOUR), 740);
  adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (fixture.view));
  head = part (&fixture, "running_head");
  height = gtk_widget_get_height (GTK_WIDGET (fixture.view));
  g_assert_cmpstr (get_head (&fixture), ==, "");

  trs_real_input_move (GTK_WIDGET (fixture.view), 300, 300);
  for (guint i = 0; i < 5; i++)
    {
      trs_real_input_scroll (GTK_WIDGET (fixture.view), 7);
      assert_head (&fixture);
    }
  g_assert_cmpint (gtk_widget_get_height (GTK_WIDGET (fixture.view)), ==, height);
  trs_display_test_save_png (GTK_WIDGET (fixture.page), "23-running-head");
  press (&fixture, GDK_KEY_End, GDK_CONTROL_MASK);
  assert_head (&fixture);

  g_settings_set_boolean (fixture.settings, "show-speakers", FALSE);
  g_assert_true (g_ascii_isdigit (*get_head (&fixture)));
  g_settings_set_boolean (fixture.settings, "show-timecodes", FALSE);
  g_assert_cmpstr (get_head (&fixture), ==, "");
  g_settings_set_boolean (fixture.settings, "show-speakers", TRUE);
  g_assert_cmpint (gtk_widget_get_height (GTK_WIDGET (fixture.view)), ==, height);
  assert_head (&fixture);

  press (&fixture, GDK_KEY_Home, GDK_CONTROL_MASK);
  g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), ==, 0);
  g_assert_cmpstr (get_head (&fixture), ==, "");

  /* another text begins at its top */
  gtk_adjustment_set_value (adjustment, 2000);
  assert_head (&fixture);
  g_object_set (fixture.page, "document", NULL, NULL);
  g_assert_cmpstr (get_head (&fixture), ==, "");
  g_assert_true (gtk_widget_get_mapped (head));
  tear_down (&fixture);
}

/* For the eye: the head and the popovers in the dark, in a narrow window, and from right to left. */
static void
test_looks (void)
{
  static const TrsTestParagraph arabic[] = {
    { 1000, 1, "مساء الخير جميعا، ونبدأ الجلسة." }, { 61000, 2, "شكرا لكم على الحضور هذا المساء." }, { 0, 0, NULL }
  };
  TrsTestParagraph many[41] = { 0 };
  Fixture fixture;

  for (guint i = 0; i < 40; i++)
    many[i] = (TrsTestParagraph) { i * 30000, i % 3 + 1, arabic[i % 2].words };
  for (guint i = 0; i < 3; i++)
    {
      static const char *const names[] = { "24-reading-dark", "24-reading-narrow", "24-reading-mirrored" };
      g_autofree char *look = g_strconcat (names[i], "-look", NULL);

      trs_display_test_set_dark (i == 0);
      gtk_widget_set_default_direction (i == 2 ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR);
      set_up (&fixture, i == 2 ? trs_test_transcript_new (many, "ar") : trs_test_transcript_generate (TRS_TEST_HOUR),
              i == 1 ? 365 : 740);
      gtk_adjustment_set_value (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (fixture.view)), 600);
      g_assert_cmpstr (get_head (&fixture), !=, "");
      trs_display_test_save_png (GTK_WIDGET (fixture.page), names[i]);
      click (&fixture, "look_button");
      trs_display_test_save_png (part (&fixture, "look"), look);
      press (&fixture, GDK_KEY_Escape, 0);
      tear_down (&fixture);
    }
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  g_test_add_func ("/reading/go-to-time", test_go_to_time);
  g_test_add_func ("/reading/opened-at-time", test_opened_at_time);
  g_test_add_func ("/reading/no-time", test_no_time);
  g_test_add_func ("/reading/without-times", test_without_times);
  g_test_add_func ("/reading/find-keys", test_find_keys);
  g_test_add_func ("/reading/look", test_look);
  g_test_add_func ("/reading/exact-times", test_exact_times);
  g_test_add_func ("/reading/size-ends", test_size_ends);
  g_test_add_func ("/reading/running-head", test_running_head);
  g_test_add_func ("/reading/looks", test_looks);
  return g_test_run ();
}
