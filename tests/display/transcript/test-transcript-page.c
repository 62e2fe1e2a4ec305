/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-test.h"
#include "trs-export.h"
#include "trs-find-bar.h"
#include "trs-frame-harness.h"
#include "trs-project.h"
#include "trs-real-input.h"
#include "trs-transcript-page.h"
#include "trs-test-view.h"

#include "config.h"

/* The page of the window as it is drawn in the design, 1100 px less the
 * sidebar, and a frame of 5 px that a window has without a window manager. */
#define WIDTH 748
#define HEIGHT 770

typedef struct
{
  GSettings *settings;
  TrsProject *project;
  TrsTranscriptPage *page;
  TrsTranscriptView *view;
  GtkWindow *window;
} Fixture;

static TrsProject *
make_project (const char *title)
{
  TrsProject *project = trs_project_new ("p1");
  g_autoptr (TrsProjectRecord) record = trs_project_record_new ();

  record->name = g_strdup (title);
  record->video_id = g_strdup ("dQw4w9WgXcQ");
  record->language = g_strdup ("en");
  record->video_length = 3840;
  record->created_at = g_date_time_new_utc (2026, 3, 12, 12, 0, 0);
  record->state = TRS_PROJECT_STATE_DONE;
  trs_project_update_from_detail (project, record, 1);
  return project;
}

static void
set_up (Fixture    *fixture,
        const char *title,
        int         width,
        gboolean    compact)
{
  fixture->settings = g_settings_new (TRS_APPLICATION_ID);
  fixture->project = make_project (title);
  fixture->page = g_object_new (TRS_TYPE_TRANSCRIPT_PAGE, "settings", fixture->settings, "project", fixture->project,
                                "folded", compact, "compact", compact, NULL);
  fixture->view =
      TRS_TRANSCRIPT_VIEW (trs_display_test_find_type (GTK_WIDGET (fixture->page), TRS_TYPE_TRANSCRIPT_VIEW));
  fixture->window = trs_display_test_present (GTK_WIDGET (fixture->page), width, HEIGHT);
}

static void
show (Fixture       *fixture,
      TrsTranscript *transcript)
{
  g_autoptr (TrsDocument) document = trs_test_document_new (transcript);

  g_object_set (fixture->page, "document", document, NULL);
  g_object_unref (transcript);
  trs_display_test_wait_frame (GTK_WIDGET (fixture->page));
}

static void
tear_down (Fixture *fixture)
{
  g_object_add_weak_pointer (G_OBJECT (fixture->page), (gpointer *) &fixture->page);
  g_object_add_weak_pointer (G_OBJECT (fixture->view), (gpointer *) &fixture->view);
  trs_display_test_destroy (fixture->window);
  g_assert_null (fixture->page);
  g_assert_null (fixture->view);
  g_settings_reset (fixture->settings, "show-timecodes");
  g_settings_reset (fixture->settings, "show-speakers");
  g_settings_reset (fixture->settings, "text-scale");
  g_assert_finalize_object (g_steal_pointer (&fixture->project));
  g_clear_object (&fixture->settings);
}

static void
test_looks (void)
{
  Fixture fixture;

  set_up (&fixture, "City council, 12 March", WIDTH, FALSE);
  show (&fixture, trs_test_transcript_new (trs_test_council, "en"));
  trs_display_test_save_png (GTK_WIDGET (fixture.page), "02-transcript");
  trs_display_test_set_dark (TRUE);
  trs_display_test_save_png (GTK_WIDGET (fixture.page), "02-transcript-dark");
  trs_display_test_set_dark (FALSE);
  g_settings_set_boolean (fixture.settings, "show-timecodes", FALSE);
  g_settings_set_boolean (fixture.settings, "show-speakers", FALSE);
  trs_display_test_save_png (GTK_WIDGET (fixture.page), "03-transcript-plain");
  g_settings_set_boolean (fixture.settings, "show-timecodes", TRUE);
  trs_display_test_save_png (GTK_WIDGET (fixture.page), "03-transcript-timecodes");
  g_settings_set_boolean (fixture.settings, "show-timecodes", FALSE);
  g_settings_set_boolean (fixture.settings, "show-speakers", TRUE);
  trs_display_test_save_png (GTK_WIDGET (fixture.page), "03-transcript-speakers");
  tear_down (&fixture);
}

static void
test_looks_narrow (void)
{
  Fixture fixture;
  GtkLabel *facts;
  int minimum;

  set_up (&fixture,
          "Interview with the President of the Chamber | FULL recording, uncut & unedited: “What the harbour really "
          "costs” #live",
          370, TRUE);
  show (&fixture, trs_test_transcript_new (trs_test_council, "en"));
  trs_display_test_save_png (GTK_WIDGET (fixture.page), "12e-narrow-long-title");
  gtk_widget_measure (GTK_WIDGET (fixture.page), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  g_assert_cmpint (minimum, <=, 360);
  /* the number and its noun stay on one line */
  facts = GTK_LABEL (trs_display_test_find (GTK_WIDGET (fixture.page), "facts"));
  g_assert_nonnull (strstr (gtk_label_get_text (facts), "\u00a0speakers"));
  tear_down (&fixture);
}

/* It stands among quiet words, and is not as pale as they are. */
static void
test_link_can_be_read (void)
{
  Fixture fixture;
  GtkLabel *facts;
  g_autoptr (PangoAttrIterator) attributes = NULL;
  PangoAttribute *alpha = NULL;
  guint n_links = 0;

  set_up (&fixture, "City council, 12 March", WIDTH, FALSE);
  show (&fixture, trs_test_transcript_new (trs_test_council, "en"));
  facts = GTK_LABEL (trs_display_test_find (GTK_WIDGET (fixture.page), "facts"));
  attributes = pango_attr_list_get_iterator (pango_layout_get_attributes (gtk_label_get_layout (facts)));
  do
    {
      if (pango_attr_iterator_get (attributes, PANGO_ATTR_UNDERLINE) == NULL)
        continue;
      n_links++;
      g_assert_nonnull (pango_attr_iterator_get (attributes, PANGO_ATTR_FOREGROUND));
      alpha = pango_attr_iterator_get (attributes, PANGO_ATTR_FOREGROUND_ALPHA);
      g_assert_nonnull (alpha);
      g_assert_cmpint (((PangoAttrInt *) alpha)->value, ==, G_MAXUINT16);
    }
  while (pango_attr_iterator_next (attributes));
  g_assert_cmpuint (n_links, >, 0);
  tear_down (&fixture);
}

static gboolean
get_boolean (gpointer    object,
             const char *property)
{
  gboolean value;

  g_object_get (object, property, &value, NULL);
  return value;
}

static GtkWidget *
find (Fixture    *fixture,
      const char *id)
{
  GtkWidget *widget = trs_display_test_find (GTK_WIDGET (fixture->page), id);

  g_assert_nonnull (widget);
  return widget;
}

/* Chips, settings and view are one, above and below. */
static void
test_toggles (void)
{
  Fixture fixture;

  set_up (&fixture, "City council", WIDTH, FALSE);
  show (&fixture, trs_test_transcript_new (trs_test_council, "en"));
  g_assert_true (get_boolean (find (&fixture, "timecodes"), "active"));
  g_assert_true (get_boolean (find (&fixture, "speakers_below"), "active"));

  trs_display_test_click (find (&fixture, "timecodes"));
  g_assert_false (g_settings_get_boolean (fixture.settings, "show-timecodes"));
  g_assert_false (get_boolean (fixture.view, "show-timecodes"));
  g_assert_false (get_boolean (find (&fixture, "timecodes"), "active"));
  g_assert_false (get_boolean (find (&fixture, "timecodes_below"), "active"));

  gtk_widget_activate_action (GTK_WIDGET (fixture.page), "view.show-speakers", NULL);
  g_assert_false (g_settings_get_boolean (fixture.settings, "show-speakers"));
  g_assert_cmpuint (trs_transcript_view_get_flags (fixture.view), ==, TRS_TEXT_BARE);

  g_settings_set_boolean (fixture.settings, "show-timecodes", TRUE);
  g_assert_true (get_boolean (find (&fixture, "timecodes"), "active"));
  tear_down (&fixture);
}

static void
test_text_size (void)
{
  Fixture fixture;
  double scale;

  set_up (&fixture, "City council", WIDTH, FALSE);
  show (&fixture, trs_test_transcript_new (trs_test_council, "en"));
  for (guint i = 0; i < 20; i++)
    gtk_widget_activate_action (GTK_WIDGET (fixture.page), "page.larger", NULL);
  g_assert_cmpfloat_with_epsilon (g_settings_get_double (fixture.settings, "text-scale"), 3.0, 0.001);
  gtk_widget_activate_action (GTK_WIDGET (fixture.page), "page.smaller", NULL);
  g_object_get (fixture.view, "text-scale", &scale, NULL);
  g_assert_cmpfloat_with_epsilon (scale, 2.9, 0.001);
  g_settings_set_double (fixture.settings, "text-scale", 1.5);
  trs_display_test_save_png (GTK_WIDGET (fixture.page), "02-transcript-large");
  gtk_widget_activate_action (GTK_WIDGET (fixture.page), "page.normal-size", NULL);
  g_assert_cmpfloat_with_epsilon (g_settings_get_double (fixture.settings, "text-scale"), 1.0, 0.001);
  tear_down (&fixture);
}

static const char *
get_face (Fixture *fixture)
{
  return gtk_stack_get_visible_child_name (GTK_STACK (find (fixture, "stack")));
}

static const char *
get_note (Fixture *fixture)
{
  if (!gtk_revealer_get_reveal_child (GTK_REVEALER (find (fixture, "note_revealer"))))
    return NULL;
  return gtk_label_get_text (GTK_LABEL (find (fixture, "note")));
}

static void
test_faces (void)
{
  Fixture fixture;
  TrsTranscript *transcript;

  set_up (&fixture, "City council", WIDTH, FALSE);
  g_assert_cmpstr (get_face (&fixture), ==, "loading");
  g_assert_false (gtk_widget_get_sensitive (find (&fixture, "copy_button")));
  gtk_widget_grab_focus (GTK_WIDGET (fixture.page));

  show (&fixture, trs_test_transcript_new (trs_test_council, "en"));
  g_assert_cmpstr (get_face (&fixture), ==, "text");
  g_assert_null (get_note (&fixture));
  g_assert_true (gtk_widget_get_sensitive (find (&fixture, "copy_button")));
  g_assert_true (gtk_window_get_focus (fixture.window) == GTK_WIDGET (fixture.view));

  show (&fixture, trs_test_transcript_new ((const TrsTestParagraph[]) { { 0, 0, NULL } }, "en"));
  g_assert_cmpstr (get_face (&fixture), ==, "empty");
  g_assert_false (gtk_widget_get_sensitive (find (&fixture, "export_button")));
  trs_display_test_save_png (GTK_WIDGET (fixture.page), "02-no-speech");

  transcript = trs_test_transcript_unaligned (TRUE);
  show (&fixture, transcript);
  g_assert_cmpstr (get_face (&fixture), ==, "text");
  g_assert_true (g_str_has_prefix (get_note (&fixture), "Shown exactly as received: "));
  g_assert_nonnull (strstr (get_note (&fixture), "damaged"));
  trs_display_test_save_png (GTK_WIDGET (fixture.page), "02-not-aligned");
  tear_down (&fixture);
}

/* Nothing the service sends is read as markup or breaks the page. */
static void
test_awkward (void)
{
  static const TrsTestParagraph awkward[] = {
    { 1000, 1, "Q&A <b>not bold</b> &amp; <span foreground='red'>not red</span>." },
    { 2000, 2, "\342\200\256drawkcab\342\200\254 \342\201\246isolated\342\201\251 \360\237\246\206 e\314\201" },
    { 500, 2, "Back in time, with a \033[31mcontrol\001 and a\ttab." },
    { -1, 0, "" },
    { 2000, 3, "Speaker 2: he said [00:00:01.000]." },
    { 0, 0, NULL },
  };
  Fixture fixture;

  set_up (&fixture, "Q&A <a href=\"x\">&\342\200\256 <b>\n\001", WIDTH, FALSE);
  show (&fixture, trs_test_transcript_new (awkward, "en"));
  trs_display_test_save_png (GTK_WIDGET (fixture.page), "02-awkward");
  tear_down (&fixture);
}

static void
wait_count (Fixture    *fixture,
            const char *expected)
{
  GtkLabel *count = GTK_LABEL (find (fixture, "count"));

  trs_test_wait_until (g_strcmp0 (gtk_label_get_text (count), expected) == 0);
}

static void
assert_can_step (Fixture  *fixture,
                 gboolean  can_step)
{
  g_assert_true (gtk_widget_get_sensitive (find (fixture, "previous")) == can_step);
  g_assert_true (gtk_widget_get_sensitive (find (fixture, "next")) == can_step);
}

static void
assert_caret (Fixture *fixture,
              guint    paragraph,
              gsize    byte)
{
  TrsTextPosition caret = trs_transcript_buffer_get_caret (trs_transcript_view_get_buffer (fixture->view));

  g_assert_cmpuint (caret.paragraph, ==, paragraph);
  g_assert_cmpuint (caret.byte, ==, byte);
}

static void
test_find (void)
{
  Fixture fixture;
  GtkEditable *entry;

  set_up (&fixture, "City council, 12 March", WIDTH, FALSE);
  show (&fixture, trs_test_transcript_new (trs_test_council, "en"));
  gtk_widget_activate_action (GTK_WIDGET (fixture.page), "page.find", NULL);
  entry = GTK_EDITABLE (find (&fixture, "entry"));
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (fixture.window), GTK_WIDGET (entry)));

  gtk_editable_set_text (entry, "BUDGET");
  wait_count (&fixture, "1 of 3");
  assert_can_step (&fixture, TRUE);
  gtk_widget_activate_action (GTK_WIDGET (fixture.page), "page.find-next", NULL);
  wait_count (&fixture, "2 of 3");
  assert_caret (&fixture, 2, strlen ("Thank you. I should like to begin with the "));
  trs_display_test_save_png (GTK_WIDGET (fixture.page), "17-find");
  gtk_widget_activate_action (GTK_WIDGET (fixture.page), "page.find-previous", NULL);
  gtk_widget_activate_action (GTK_WIDGET (fixture.page), "page.find-previous", NULL);
  wait_count (&fixture, "3 of 3");

  gtk_editable_set_text (entry, "nowhere");
  wait_count (&fixture, "Not found");
  assert_can_step (&fixture, FALSE);
  gtk_editable_set_text (entry, "");
  wait_count (&fixture, "");

  /* the next text is searched for the same words */
  gtk_editable_set_text (entry, "end");
  show (&fixture, trs_test_transcript_new (
                      (const TrsTestParagraph[]) { { 0, 1, "The End, at the end." }, { 0, 0, NULL } }, "en"));
  wait_count (&fixture, "1 of 2");

  trs_find_bar_close (TRS_FIND_BAR (find (&fixture, "find_bar")));
  g_assert_true (gtk_window_get_focus (fixture.window) == GTK_WIDGET (fixture.view));
  tear_down (&fixture);
}

/* Selected as in the picture, for the colours. */
static void
test_selection (void)
{
  Fixture fixture;
  GtkTextIter start;
  GtkTextIter end;

  set_up (&fixture, "City council, 12 March", WIDTH, FALSE);
  show (&fixture, trs_test_transcript_new (trs_test_council, "en"));
  trs_transcript_buffer_get_iter (trs_transcript_view_get_buffer (fixture.view), (TrsTextPosition) { 3, 0 }, &start);
  trs_transcript_buffer_get_iter (trs_transcript_view_get_buffer (fixture.view), (TrsTextPosition) { 3, 68 }, &end);
  gtk_text_buffer_select_range (gtk_text_view_get_buffer (GTK_TEXT_VIEW (fixture.view)), &start, &end);
  trs_display_test_save_png (GTK_WIDGET (fixture.page), "16-selection");
  tear_down (&fixture);
}

/* A new project takes the old text away at once. */
static void
test_other_project (void)
{
  Fixture fixture;
  g_autoptr (TrsProject) other = make_project ("Another one");

  set_up (&fixture, "City council, 12 March", WIDTH, FALSE);
  show (&fixture, trs_test_transcript_new (trs_test_council, "en"));
  g_object_set (fixture.page, "project", other, NULL);
  g_assert_cmpstr (get_face (&fixture), ==, "loading");
  g_assert_null (trs_test_view_get_transcript (fixture.view));
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (find (&fixture, "title"))), ==, "Another one");
  tear_down (&fixture);
}

static gboolean
reach (Fixture          *fixture,
       GtkWidget        *wanted,
       GtkDirectionType  direction)
{
  for (guint i = 0; i < 20; i++)
    {
      if (gtk_root_get_focus (GTK_ROOT (fixture->window)) == wanted)
        return TRUE;
      gtk_widget_child_focus (GTK_WIDGET (fixture->window), direction);
    }
  return FALSE;
}

/* What stands before the text is not passed over on the way to it, nor is the text a trap on the way back. */
static void
test_tab_reaches_all (void)
{
  static const char *const names[] = { "timecodes", "speakers", "copy_button", "export_button" };
  Fixture fixture;

  set_up (&fixture, "City council, 12 March", WIDTH, FALSE);
  show (&fixture, trs_test_transcript_new (trs_test_council, "en"));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      gtk_window_set_focus (fixture.window, NULL);
      g_assert_true (reach (&fixture, find (&fixture, names[i]), GTK_DIR_TAB_FORWARD));
    }
  g_assert_true (reach (&fixture, GTK_WIDGET (fixture.view), GTK_DIR_TAB_FORWARD));
  g_assert_true (reach (&fixture, find (&fixture, "timecodes"), GTK_DIR_TAB_BACKWARD));
  tear_down (&fixture);
}

/* Eight have colours of their own; with the ninth they begin again, and its name is underlined. */
static void
test_many_speakers (void)
{
  TrsTestParagraph paragraphs[11] = { 0 };
  Fixture fixture;
  GtkTextBuffer *buffer;
  GdkRGBA *colours[10];

  for (guint i = 0; i < 10; i++)
    paragraphs[i] = (TrsTestParagraph) { i * 1000, i + 1, "Words of mine." };
  set_up (&fixture, "Ten of them", WIDTH, FALSE);
  show (&fixture, trs_test_transcript_new (paragraphs, "en"));
  buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (fixture.view));
  for (guint i = 0; i < 10; i++)
    {
      GtkTextIter name;
      g_autoptr (GSList) tags = NULL;
      PangoUnderline underline = PANGO_UNDERLINE_NONE;

      gtk_text_buffer_get_iter_at_line_index (buffer, &name, 2 * i, strlen ("00:00:00\t"));
      tags = gtk_text_iter_get_tags (&name);
      colours[i] = NULL;
      for (GSList *l = tags; l != NULL; l = l->next)
        {
          if (get_boolean (l->data, "underline-set"))
            g_object_get (l->data, "underline", &underline, NULL);
          if (get_boolean (l->data, "foreground-set"))
            g_object_get (l->data, "foreground-rgba", &colours[i], NULL);
        }
      g_assert_nonnull (colours[i]);
      g_assert_true ((underline == PANGO_UNDERLINE_SINGLE) == (i >= 8));
      for (guint j = 0; j < i; j++)
        g_assert_true (gdk_rgba_equal (colours[i], colours[j]) == (j + 8 == i));
    }
  trs_display_test_save_png (GTK_WIDGET (fixture.page), "13-many-speakers");
  for (guint i = 0; i < 10; i++)
    gdk_rgba_free (colours[i]);
  tear_down (&fixture);
}

/* Bottom of the first in the coordinates of the page; the second one begins there or below. */
static void
assert_above (Fixture    *fixture,
              const char *upper,
              const char *lower)
{
  graphene_rect_t above;
  graphene_rect_t below;

  g_assert_true (gtk_widget_compute_bounds (find (fixture, upper), GTK_WIDGET (fixture->page), &above));
  g_assert_true (gtk_widget_compute_bounds (find (fixture, lower), GTK_WIDGET (fixture->page), &below));
  g_assert_cmpfloat (above.origin.y + above.size.height, <=, below.origin.y);
}

/* Title and facts stay where they are and cover no line, wherever the keys lead to, with the find bar or without it. */
static void
test_head_covers_nothing (void)
{
  Fixture fixture;
  GtkAdjustment *adjustment;

  set_up (&fixture, "City council, 12 March", WIDTH, FALSE);
  show (&fixture, trs_test_transcript_generate (TRS_TEST_HOUR));
  trs_real_input_focus (GTK_WIDGET (fixture.view));
  trs_real_input_click (GTK_WIDGET (fixture.view), 300, 60, GDK_BUTTON_PRIMARY, 1);
  adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (fixture.view));
  for (guint i = 0; i < 4; i++)
    {
      gboolean end = (i & 1) == 0;

      if (i == 2)
        {
          gtk_widget_activate_action (GTK_WIDGET (fixture.page), "page.find", NULL);
          trs_frame_harness_settle ();
          trs_real_input_click (GTK_WIDGET (fixture.view), 300, 60, GDK_BUTTON_PRIMARY, 1);
        }
      trs_real_input_key (GTK_WIDGET (fixture.view), end ? GDK_KEY_End : GDK_KEY_Home, GDK_CONTROL_MASK);
      trs_frame_harness_settle ();
      g_assert_true (trs_display_test_sees_caret (GTK_TEXT_VIEW (fixture.view)));
      if (end)
        g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), >, 0);
      else
        g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), ==, 0);
      assert_above (&fixture, "title", "facts");
      assert_above (&fixture, "facts", "scroller");
      if (i >= 2)
        assert_above (&fixture, "find_bar", "title");
    }
  tear_down (&fixture);
}

/* The hit begins in the last line that is loaded, and ends in the next one: Escape selects it all the same. */
static void
test_leave_hit_while_loading (void)
{
  g_autoptr (GString) words = g_string_new (NULL);
  g_autoptr (TrsTranscript) transcript = NULL;
  g_autoptr (TrsDocument) document = NULL;
  g_autofree char *query = NULL;
  TrsTranscriptBuffer *buffer;
  TrsTextPosition place;
  TrsTextPosition start;
  TrsTextPosition end;
  GtkTextIter loaded;
  Fixture fixture;
  guint n_loaded;

  for (guint i = 0; i < 9999; i++)
    g_string_append_printf (words, "word%04u ", i);
  transcript = trs_test_transcript_new ((const TrsTestParagraph[]) { { 0, 1, words->str }, { 0, 0, NULL } }, "en");
  document = trs_test_document_new (transcript);
  set_up (&fixture, "One", WIDTH, FALSE);
  g_object_set (fixture.page, "document", document, NULL);
  buffer = trs_transcript_view_get_buffer (fixture.view);
  gtk_text_buffer_get_end_iter (GTK_TEXT_BUFFER (buffer), &loaded);
  place = trs_transcript_buffer_to_position (buffer, &loaded);
  n_loaded = place.byte / strlen ("word0000 ");
  g_assert_cmpuint (n_loaded, <, 9999);
  g_assert_cmpuint (place.byte % strlen ("word0000 "), ==, 0);

  query = g_strdup_printf ("\"word%04u word%04u\"", n_loaded - 1, n_loaded);
  place.byte -= strlen ("word0000 ");
  trs_transcript_page_find (fixture.page, query, place);
  trs_find_bar_close (TRS_FIND_BAR (find (&fixture, "find_bar")));
  g_assert_true (trs_transcript_buffer_get_selection (buffer, &start, &end));
  g_assert_cmpuint (start.byte, ==, place.byte);
  g_assert_cmpuint (end.byte, ==, place.byte + strlen ("word0000 word0000"));
  tear_down (&fixture);
}

/* Facts that need one line more than in a wider window do not push the line below them out of sight. */
static void
test_head_is_whole (void)
{
  GtkAdjustment *adjustment;
  GtkWidget *head, *facts;
  int height;
  Fixture fixture;

  set_up (&fixture, "City council", 420, TRUE);
  show (&fixture, trs_test_transcript_new (trs_test_council, "en"));
  facts = find (&fixture, "facts");
  height = gtk_widget_get_height (facts);
  gtk_label_set_label (GTK_LABEL (facts), "Portuguese (Brazil) · 1 h 04 min · Submitted 27 November 2026 · 12 speakers "
                                          "· 11 of 143 paragraphs checked");
  trs_test_wait_until (gtk_widget_get_height (facts) > height);
  trs_display_test_wait_frame (GTK_WIDGET (fixture.page));
  head = gtk_widget_get_ancestor (find (&fixture, "running_head"), GTK_TYPE_SCROLLED_WINDOW);
  adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (head));
  g_assert_cmpfloat (gtk_adjustment_get_upper (adjustment), ==, gtk_adjustment_get_page_size (adjustment));
  tear_down (&fixture);
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  g_test_add_func ("/transcript-page/looks", test_looks);
  g_test_add_func ("/transcript-page/looks-narrow", test_looks_narrow);
  g_test_add_func ("/transcript-page/link-can-be-read", test_link_can_be_read);
  g_test_add_func ("/transcript-page/toggles", test_toggles);
  g_test_add_func ("/transcript-page/text-size", test_text_size);
  g_test_add_func ("/transcript-page/faces", test_faces);
  g_test_add_func ("/transcript-page/awkward", test_awkward);
  g_test_add_func ("/transcript-page/find", test_find);
  g_test_add_func ("/transcript-page/leave-hit-while-loading", test_leave_hit_while_loading);
  g_test_add_func ("/transcript-page/selection", test_selection);
  g_test_add_func ("/transcript-page/other-project", test_other_project);
  g_test_add_func ("/transcript-page/tab-reaches-all", test_tab_reaches_all);
  g_test_add_func ("/transcript-page/many-speakers", test_many_speakers);
  g_test_add_func ("/transcript-page/head-covers-nothing", test_head_covers_nothing);
  g_test_add_func ("/transcript-page/head-is-whole", test_head_is_whole);
  return g_test_run ();
}
