/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-test.h"
#include "trs-export.h"
#include "trs-real-input.h"
#include "trs-test-view.h"

/* Text that looks like prefixes, markup and direction, a repeated blank line and a paragraph without either prefix. */
static const TrsTestParagraph awkward[] = {
  { 1000, 1, "Q&A <b>bold</b> & “quoted”." },
  { 2000, 2, "Speaker 2: he said, [00:00:01.000] and a\ttab." },
  { -1, 2, "\342\200\256evil\342\200\254 \342\200\217\360\237\230\200" },
  { 3000, 0, "Line\none." },
  { 4000, 2, "End" },
  { 0, 0, NULL },
};

typedef struct
{
  TrsTranscriptView *view;
  TrsTranscript *transcript;
  GtkWindow *window;
} Fixture;

static void
set_up (Fixture                *fixture,
        const TrsTestParagraph *paragraphs)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  fixture->view = g_object_new (TRS_TYPE_TRANSCRIPT_VIEW, NULL);
  fixture->transcript = trs_test_transcript_new (paragraphs, "en");
  g_object_set (fixture->view, "show-timecodes", TRUE, "show-speakers", TRUE, NULL);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (fixture->view));
  fixture->window = trs_display_test_present (scroller, 700, 500);
  trs_test_view_show (fixture->view, fixture->transcript);
  trs_display_test_wait_frame (GTK_WIDGET (fixture->view));
}

static void
tear_down (Fixture *fixture)
{
  trs_display_test_destroy (fixture->window);
  g_assert_finalize_object (fixture->transcript);
}

static void
set_flags (Fixture      *fixture,
           TrsTextFlags  flags)
{
  g_object_set (fixture->view, "show-timecodes", (flags & TRS_TEXT_TIMECODES) != 0, "show-speakers",
                (flags & TRS_TEXT_SPEAKERS) != 0, NULL);
}

#define PLAIN "text/plain;charset=utf-8"

static char *
copy (Fixture *fixture)
{
  g_signal_emit_by_name (fixture->view, "copy-clipboard");
  return trs_display_test_read_copied (GTK_WIDGET (fixture->view));
}

static char *
get_primary (Fixture *fixture)
{
  GdkClipboard *primary = gtk_widget_get_primary_clipboard (GTK_WIDGET (fixture->view));

  return trs_display_test_read_content (gdk_clipboard_get_content (primary), PLAIN);
}

static void
get_iter (Fixture     *fixture,
          guint        paragraph,
          gsize        byte,
          GtkTextIter *iter)
{
  trs_transcript_buffer_get_iter (trs_transcript_view_get_buffer (fixture->view),
                                  (TrsTextPosition) { paragraph, byte }, iter);
}

static void
select_range (Fixture *fixture,
              guint    from_paragraph,
              gsize    from_byte,
              guint    to_paragraph,
              gsize    to_byte)
{
  GtkTextIter start;
  GtkTextIter end;

  get_iter (fixture, from_paragraph, from_byte, &start);
  get_iter (fixture, to_paragraph, to_byte, &end);
  gtk_text_buffer_select_range (GTK_TEXT_BUFFER (trs_transcript_view_get_buffer (fixture->view)), &start, &end);
}

static void
select_lines (Fixture *fixture,
              int      from_line,
              int      from_index,
              int      to_line,
              int      to_index)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (trs_transcript_view_get_buffer (fixture->view));
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_get_iter_at_line_index (buffer, &start, from_line, from_index);
  gtk_text_buffer_get_iter_at_line_index (buffer, &end, to_line, to_index);
  gtk_text_buffer_select_range (buffer, &start, &end);
}

/* Both ways out give the same text. */
static void
assert_copied (Fixture    *fixture,
               const char *expected)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (fixture->view));
  g_autofree char *copied = copy (fixture);
  g_autofree char *primary = get_primary (fixture);

  g_assert_cmpstr (copied, ==, expected);
  if (gtk_text_buffer_get_selection_bounds (buffer, NULL, NULL))
    g_assert_cmpstr (primary, ==, expected);
  else
    g_assert_null (primary);
}

static void
test_all (void)
{
  Fixture fixture;

  set_up (&fixture, awkward);
  for (guint i = 0; i < 2; i++)
    {
      for (TrsTextFlags flags = TRS_TEXT_BARE; flags <= TRS_TEXT_ALL; flags++)
        {
          g_autoptr (GBytes) text = trs_transcript_get_text (fixture.transcript, flags);
          g_autofree char *expected = g_strndup (g_bytes_get_data (text, NULL), g_bytes_get_size (text));

          set_flags (&fixture, flags);
          assert_copied (&fixture, expected);
        }
      /* the same with all of it selected */
      g_signal_emit_by_name (fixture.view, "select-all", TRUE);
    }
  tear_down (&fixture);
}

static void
test_selections (void)
{
  Fixture fixture;

  set_up (&fixture, awkward);

  select_range (&fixture, 0, 4, 0, 11);
  assert_copied (&fixture, "<b>bold");

  select_range (&fixture, 0, 13, 1, 10);
  assert_copied (&fixture, "b> & “quoted”.\n\n[00:00:02.000] Speaker 2: Speaker 2:");
  set_flags (&fixture, TRS_TEXT_SPEAKERS);
  assert_copied (&fixture, "b> & “quoted”.\n\nSpeaker 2: Speaker 2:");
  set_flags (&fixture, TRS_TEXT_ALL);

  select_range (&fixture, 4, 0, 4, 3);
  assert_copied (&fixture, "End");

  /* across the break inside a paragraph */
  select_range (&fixture, 3, 2, 3, 7);
  assert_copied (&fixture, "ne\non");
  tear_down (&fixture);
}

/* Selections that begin or end in a name or a time. */
static void
test_prefixes (void)
{
  Fixture fixture;

  set_up (&fixture, awkward);

  /* from inside the first name to inside the words */
  select_lines (&fixture, 0, 12, 1, 9 + 3);
  assert_copied (&fixture, "[00:00:01.000] Speaker 1: Q&A");

  /* from the words into the next name: nothing of the next paragraph */
  select_lines (&fixture, 1, 9 + 18, 2, 13);
  assert_copied (&fixture, "“quoted”.");

  /* from one name over the words to the next */
  select_lines (&fixture, 0, 0, 3, 4);
  assert_copied (&fixture, "[00:00:01.000] Speaker 1: Q&A <b>bold</b> & “quoted”.");

  /* a name or a time alone is what is seen */
  select_lines (&fixture, 0, 9, 0, 18);
  assert_copied (&fixture, "Speaker 1");
  select_lines (&fixture, 0, 0, 0, 8);
  assert_copied (&fixture, "00:00:01");
  tear_down (&fixture);
}

/* What the view says where the service gave no name is not copied as if the service had said it. */
static void
test_unknown_speaker (void)
{
  Fixture fixture;
  g_autofree char *nothing = NULL;
  g_autofree char *kept = NULL;

  set_up (&fixture, awkward);
  select_range (&fixture, 3, 0, 3, 9);
  assert_copied (&fixture, "Line\none.");
  select_lines (&fixture, 4, 0, 6, 9 + 4);
  assert_copied (&fixture, "Speaker 2: \342\200\256evil\342\200\254 \342\200\217\360\237\230\200\n\n"
                           "[00:00:03.000] Line");
  select_lines (&fixture, 5, 0, 5, 9 + 15);
  assert_copied (&fixture, "00:00:03");
  select_lines (&fixture, 5, 9, 5, 9 + 15);
  nothing = trs_transcript_view_render (fixture.view);
  g_assert_cmpstr (nothing, ==, "");
  /* nor does it take what was copied before from the clipboard */
  g_signal_emit_by_name (fixture.view, "copy-clipboard");
  kept = trs_display_test_read_copied (GTK_WIDGET (fixture.view));
  g_assert_cmpstr (kept, ==, "00:00:03");
  tear_down (&fixture);
}

/* What is broken for display is not broken in a copy. */
static void
test_long (void)
{
  g_autoptr (GString) words = g_string_new (NULL);
  g_autofree char *expected = NULL;
  Fixture fixture;

  while (words->len < 20000)
    g_string_append (words, "words and more words ");
  set_up (&fixture, (const TrsTestParagraph[]) { { 0, 1, words->str }, { 0, 0, NULL } });
  select_range (&fixture, 0, 100, 0, 12100);
  expected = g_strndup (words->str + 100, 12000);
  assert_copied (&fixture, expected);
  tear_down (&fixture);
}

static void
test_right_to_left (void)
{
  Fixture fixture;
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (
      (const TrsTestParagraph[]) { { 1000, 1, "مساء الخير" }, { 2000, 1, "نبدأ" }, { 0, 0, NULL } }, "ar");

  set_up (&fixture, awkward);
  trs_test_view_show (fixture.view, transcript);
  trs_display_test_wait_frame (GTK_WIDGET (fixture.view));
  assert_copied (&fixture, "[00:00:01.000] Speaker 1: مساء الخير\n\n[00:00:02.000] Speaker 1: نبدأ");
  g_signal_emit_by_name (fixture.view, "select-all", TRUE);
  assert_copied (&fixture, "[00:00:01.000] Speaker 1: مساء الخير\n\n[00:00:02.000] Speaker 1: نبدأ");
  select_lines (&fixture, 0, 12, 0, 21);
  assert_copied (&fixture, "Speaker 1");
  trs_test_view_show (fixture.view, NULL);
  tear_down (&fixture);
}

static GdkContentProvider *
start_drag (Fixture *fixture,
            guint    paragraph,
            gsize    byte)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (fixture->view));
  GdkContentProvider *provider = NULL;
  GtkTextIter iter;
  GdkRectangle place;
  int x;
  int y;

  get_iter (fixture, paragraph, byte, &iter);
  gtk_text_view_get_cursor_locations (GTK_TEXT_VIEW (fixture->view), &iter, &place, NULL);
  gtk_text_view_buffer_to_window_coords (GTK_TEXT_VIEW (fixture->view), GTK_TEXT_WINDOW_WIDGET, place.x + 1,
                                         place.y + place.height / 2, &x, &y);
  trs_real_input_move (GTK_WIDGET (fixture->view), x, y);
  trs_real_input_press (GTK_WIDGET (fixture->view), GDK_BUTTON_PRIMARY);
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_DRAG_SOURCE (controller))
        g_signal_emit_by_name (controller, "prepare", (double) x, (double) y, &provider);
    }
  trs_real_input_release (GTK_WIDGET (fixture->view), GDK_BUTTON_PRIMARY);
  return provider;
}

/* It comes as HTML, too, and as a file that is named for the transcript. */
static void
assert_file (GdkContentProvider *provider,
             const char         *expected)
{
  g_autoptr (GdkContentFormats) formats = gdk_content_provider_ref_formats (provider);
  g_auto (GValue) value = G_VALUE_INIT;
  g_autofree char *name = NULL;

  g_assert_true (gdk_content_formats_contain_mime_type (formats, "text/html"));
  g_assert_true (gdk_content_formats_contain_mime_type (formats, PLAIN));
  g_assert_false (gdk_content_formats_contain_gtype (formats, G_TYPE_STRING));
  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_assert_true (gdk_content_provider_get_value (provider, &value, NULL));
  name = g_file_get_basename (((GSList *) g_value_get_boxed (&value))->data);
  g_assert_cmpstr (name, ==, expected);
}

/* A drag takes names and links along as a copy does. */
static void
test_drag_html (void)
{
  Fixture fixture;
  g_autoptr (GdkContentProvider) provider = NULL;
  g_autofree char *html = NULL;

  set_up (&fixture, awkward);
  g_object_set (fixture.view, "video-id", "a\"b", "link-pattern", "https://video.example/?v={id}&t={t}", NULL);
  select_range (&fixture, 0, 14, 1, 9);
  provider = start_drag (&fixture, 1, 3);
  g_assert_nonnull (provider);
  html = trs_display_test_read_content (provider, "text/html");
  g_assert_cmpstr (html, ==,
                   "<meta http-equiv=\"content-type\" content=\"text/html; charset=utf-8\">"
                   "<p dir=\"auto\">&gt; &amp; “quoted”.</p><p dir=\"auto\">"
                   "<a href=\"https://video.example/?v=a%22b&amp;t=2\">[00:00:02.000]</a> "
                   "<b>Speaker 2</b>: Speaker 2</p>");
  tear_down (&fixture);
}

/* What is dragged out is what would be copied; nothing is, from beside the selection. */
static void
test_drag (void)
{
  Fixture fixture;
  g_autoptr (GdkContentProvider) inside = NULL;
  g_autoptr (GdkContentProvider) beside = NULL;
  g_autofree char *text = NULL;

  set_up (&fixture, awkward);
  trs_transcript_view_set_title (fixture.view, "A/b");
  select_range (&fixture, 0, 0, 0, 11);
  inside = start_drag (&fixture, 0, 5);
  select_range (&fixture, 0, 0, 0, 11);
  beside = start_drag (&fixture, 4, 1);
  g_assert_nonnull (inside);
  g_assert_null (beside);
  text = trs_display_test_read_content (inside, PLAIN);
  g_assert_cmpstr (text, ==, "Q&A <b>bold");
  assert_file (inside, "A b.txt");
  tear_down (&fixture);
}

static void
toast_cb (char      **toast,
          GVariant   *text)
{
  g_free (*toast);
  *toast = g_variant_dup_string (text, NULL);
}

/* A toast of the window says what was copied. */
static void
test_toasts (void)
{
  Fixture fixture;
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GSimpleAction) action = g_simple_action_new ("toast", G_VARIANT_TYPE_STRING);
  g_autofree char *toast = NULL;
  g_autofree char *text = NULL;

  set_up (&fixture, awkward);
  g_signal_connect_swapped (action, "activate", G_CALLBACK (toast_cb), &toast);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (action));
  gtk_widget_insert_action_group (GTK_WIDGET (fixture.view), "win", G_ACTION_GROUP (group));
  text = copy (&fixture);
  g_assert_cmpstr (toast, ==, "Transcript copied");
  select_range (&fixture, 0, 0, 0, 3);
  g_free (copy (&fixture));
  g_assert_cmpstr (toast, ==, "Selection copied");
  tear_down (&fixture);
}

/* The primary selection goes with the text that was selected. */
static void
test_text_goes (void)
{
  Fixture fixture;
  g_autofree char *primary = NULL;

  set_up (&fixture, awkward);
  select_range (&fixture, 0, 0, 0, 3);
  trs_test_view_show (fixture.view, NULL);
  primary = get_primary (&fixture);
  g_assert_null (primary);
  tear_down (&fixture);
}

/* Whoever reads the primary selection may hold what provides it for longer than the view lives. */
static void
test_view_goes (void)
{
  Fixture fixture;
  g_autoptr (GdkContentProvider) provider = NULL;
  g_autofree char *text = NULL;
  g_autofree char *later = NULL;

  set_up (&fixture, awkward);
  select_range (&fixture, 0, 0, 0, 3);
  g_set_object (&provider, gdk_clipboard_get_content (gtk_widget_get_primary_clipboard (GTK_WIDGET (fixture.view))));
  g_assert_nonnull (provider);
  text = trs_display_test_read_content (provider, PLAIN);
  g_assert_cmpstr (text, ==, "Q&A");
  tear_down (&fixture);
  later = trs_display_test_read_content (provider, PLAIN);
  g_assert_null (later);
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  g_test_add_func ("/transcript-copy/all", test_all);
  g_test_add_func ("/transcript-copy/selections", test_selections);
  g_test_add_func ("/transcript-copy/prefixes", test_prefixes);
  g_test_add_func ("/transcript-copy/unknown-speaker", test_unknown_speaker);
  g_test_add_func ("/transcript-copy/long", test_long);
  g_test_add_func ("/transcript-copy/right-to-left", test_right_to_left);
  g_test_add_func ("/transcript-copy/drag", test_drag);
  g_test_add_func ("/transcript-copy/drag-html", test_drag_html);
  g_test_add_func ("/transcript-copy/toasts", test_toasts);
  g_test_add_func ("/transcript-copy/text-goes", test_text_goes);
  g_test_add_func ("/transcript-copy/view-goes", test_view_goes);
  return g_test_run ();
}
