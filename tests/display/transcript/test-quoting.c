/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-test.h"
#include "trs-history.h"
#include "trs-real-input.h"
#include "trs-session-rig.h"
#include "trs-strings.h"
#include "trs-transcript-page.h"
#include "trs-transcript-view.h"

#define BARE "Good evening, all.\\n\\nWe begin.\\n\\nThank you."
#define PREFIXED                                              \
  "[00:00:02.345] Speaker 1: Good evening, all.\\n\\n"       \
  "[00:01:05.999] Speaker 2: We begin.\\n\\n"                \
  "[01:00:00.000] Speaker 1: Thank you."
#define CHARSET "<meta http-equiv=\"content-type\" content=\"text/html; charset=utf-8\">"

typedef struct
{
  TrsSessionRig *rig;
  TrsTranscriptPage *page;
  TrsTranscriptView *view;
  GtkWindow *window;
  char *toast;
} Fixture;

static void
toast_cb (Fixture  *fixture,
          GVariant *text)
{
  g_free (fixture->toast);
  fixture->toast = g_variant_dup_string (text, NULL);
}

static void
catch_toasts (Fixture *fixture)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GSimpleAction) action = g_simple_action_new ("toast", G_VARIANT_TYPE_STRING);

  g_signal_connect_swapped (action, "activate", G_CALLBACK (toast_cb), fixture);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (action));
  gtk_widget_insert_action_group (GTK_WIDGET (fixture->window), "win", G_ACTION_GROUP (group));
}

static void
answer (Fixture    *fixture,
        const char *path,
        const char *text)
{
  g_autofree char *reply = g_strdup_printf ("{\"name\":\"Port *strike*\",\"language\":\"en\",\"text\":\"%s\"}", text);

  trs_recording_transport_add_for (fixture->rig->transport, path, 200, reply);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  user_data)
{
  g_autofree char *entry = trs_session_rig_entry ("p1", "Port *strike*", "video-1", "done", "2026-03-11T10:00:00Z");
  g_autofree char *list = g_strdup_printf ("[{\"recognizer\":\"whisper-cli\",%s]", entry + 1);

  fixture->rig = trs_session_rig_new ();
  g_settings_set_string (fixture->rig->settings, "video-page-pattern", "https://video.example/?v={id}&t={t}s");
  g_settings_set_boolean (fixture->rig->settings, "show-timecodes", TRUE);
  g_settings_set_boolean (fixture->rig->settings, "show-speakers", TRUE);
  trs_session_rig_connect (fixture->rig, list);
  trs_test_wait_until (trs_history_get_n_known (trs_session_get_history (fixture->rig->session)) == 1);
  answer (fixture, "/api/detail/p1?showTimecode=true&showSpeaker=true", PREFIXED);
  answer (fixture, "/api/detail/p1", BARE);
  fixture->page = g_object_new (TRS_TYPE_TRANSCRIPT_PAGE, "settings", fixture->rig->settings, "session",
                                fixture->rig->session, "project", trs_session_rig_find (fixture->rig, "p1"), NULL);
  fixture->view =
      TRS_TRANSCRIPT_VIEW (trs_display_test_find_type (GTK_WIDGET (fixture->page), TRS_TYPE_TRANSCRIPT_VIEW));
  fixture->window = trs_display_test_present (GTK_WIDGET (fixture->page), 700, 600);
  catch_toasts (fixture);
  trs_test_wait_until (trs_transcript_view_get_buffer (fixture->view) != NULL);
  trs_real_input_focus (GTK_WIDGET (fixture->view));
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  user_data)
{
  trs_display_test_destroy (fixture->window);
  trs_session_rig_free (fixture->rig);
  g_free (fixture->toast);
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
select_range (Fixture         *fixture,
              TrsTextPosition  from,
              TrsTextPosition  to)
{
  GtkTextIter start;
  GtkTextIter end;

  get_iter (fixture, from.paragraph, from.byte, &start);
  get_iter (fixture, to.paragraph, to.byte, &end);
  gtk_text_buffer_select_range (GTK_TEXT_BUFFER (trs_transcript_view_get_buffer (fixture->view)), &start, &end);
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  *(GInputStream **) user_data = gdk_clipboard_read_finish (GDK_CLIPBOARD (source), result, NULL, NULL);
}

/* What another program gets that asks for @mime_type. */
static void
assert_clipboard (Fixture    *fixture,
                  const char *mime_type,
                  const char *expected)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard (GTK_WIDGET (fixture->view));
  const char *types[] = { mime_type, NULL };
  g_autoptr (GInputStream) stream = NULL;
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autofree char *text = NULL;

  gdk_clipboard_read_async (clipboard, types, G_PRIORITY_DEFAULT, NULL, read_cb, &stream);
  trs_test_wait_until (stream != NULL);
  g_output_stream_splice_async (memory, stream, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, G_PRIORITY_DEFAULT, NULL, NULL,
                                NULL);
  trs_test_wait_until (g_output_stream_is_closed (memory));
  text = g_strndup (g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (memory)),
                    g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (memory)));
  g_assert_cmpstr (text, ==, expected);
}

/* The keys quote what is selected, in each form with the moment: that of the paragraph, rounded down. */
static void
test_selection (Fixture       *fixture,
                gconstpointer  user_data)
{
  select_range (fixture, (TrsTextPosition) { 1, 3 }, (TrsTextPosition) { 1, 9 });
  trs_real_input_key (GTK_WIDGET (fixture->view), GDK_KEY_c, GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  g_assert_cmpstr (fixture->toast, ==, "Quotation copied");
  assert_clipboard (fixture, "text/plain;charset=utf-8",
                    "“… begin.” — Speaker 2, in “Port *strike*” (at or after 00:01:05), "
                    "https://video.example/?v=video-1&t=65s");
  assert_clipboard (fixture, "text/markdown",
                    "> “… begin.”\n>\n> — **Speaker 2**, in [“Port \\*strike\\*” (at or after 00:01:05)]"
                    "(https://video.example/?v=video-1&t=65s)");
  assert_clipboard (fixture, "text/html",
                    CHARSET "<blockquote><p dir=\"auto\">“… begin.”</p><p dir=\"auto\">— <b>Speaker 2</b>, in "
                            "<a href=\"https://video.example/?v=video-1&amp;t=65s\">“Port *strike*” "
                            "(at or after 00:01:05)</a></p></blockquote>");
}

/* A hand that slips within a word quotes all of it. */
static void
test_whole_words (Fixture       *fixture,
                  gconstpointer  user_data)
{
  select_range (fixture, (TrsTextPosition) { 1, 5 }, (TrsTextPosition) { 1, 8 });
  trs_real_input_key (GTK_WIDGET (fixture->view), GDK_KEY_c, GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  assert_clipboard (fixture, "text/plain;charset=utf-8",
                    "“… begin …” — Speaker 2, in “Port *strike*” (at or after 00:01:05), "
                    "https://video.example/?v=video-1&t=65s");
}

/* Without a selection, and where nothing but the blank before a word is selected, it is the paragraph of the caret. The
 * toggles are for reading. */
static void
test_caret (Fixture       *fixture,
            gconstpointer  user_data)
{
  const char *expected = "“Thank you.” — Speaker 1, in “Port *strike*” (01:00:00), "
                         "https://video.example/?v=video-1&t=3600s";

  g_settings_set_boolean (fixture->rig->settings, "show-speakers", FALSE);
  g_settings_set_boolean (fixture->rig->settings, "show-timecodes", FALSE);
  select_range (fixture, (TrsTextPosition) { 2, 4 }, (TrsTextPosition) { 2, 4 });
  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "page.copy-quotation", NULL);
  assert_clipboard (fixture, "text/plain;charset=utf-8", expected);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (fixture->view)), "");
  select_range (fixture, (TrsTextPosition) { 2, 5 }, (TrsTextPosition) { 2, 6 });
  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "page.copy-quotation", NULL);
  assert_clipboard (fixture, "text/plain;charset=utf-8", expected);
}

/* A video without a page is quoted without a link. */
static void
test_no_page (Fixture       *fixture,
              gconstpointer  user_data)
{
  g_settings_set_string (fixture->rig->settings, "video-page-pattern", "");
  select_range (fixture, (TrsTextPosition) { 0, 0 }, (TrsTextPosition) { 0, 0 });
  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "page.copy-quotation", NULL);
  assert_clipboard (fixture, "text/plain;charset=utf-8",
                    "“Good evening, all.” — Speaker 1, in “Port *strike*” (00:00:02)");
}

/* What has recognised the words is named below them, for them and for all highlights; of another account nothing is
 * known. */
static void
test_on_this_computer (Fixture       *fixture,
                       gconstpointer  user_data)
{
  static const char caution[] = "Recognised on this computer by whisper-cli. Check the words before you quote them.";
  g_autofree char *quotation =
      g_strdup_printf ("“Thank you.” — Speaker 1, in “Port *strike*” (01:00:00), "
                       "https://video.example/?v=video-1&t=3600s\n\n%s", caution);
  g_autofree char *highlights =
      g_strdup_printf ("“Thank you.” — Speaker 1, in “Port *strike*” (01:00:00), "
                       "https://video.example/?v=video-1&t=3600s\nQuote\n%s\n", caution);

  trs_strings_set_local (TRUE);
  select_range (fixture, (TrsTextPosition) { 2, 0 }, (TrsTextPosition) { 2, 10 });
  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "page.copy-quotation", NULL);
  assert_clipboard (fixture, "text/plain;charset=utf-8", quotation);
  gtk_widget_activate_action (GTK_WIDGET (fixture->view), "highlights.highlight", NULL);
  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "page.copy-highlights", NULL);
  trs_strings_set_local (FALSE);
  assert_clipboard (fixture, "text/plain;charset=utf-8", highlights);
}

/* All of it, with the columns that the toggles show; or what is selected. */
static void
test_table (Fixture       *fixture,
            gconstpointer  user_data)
{
  select_range (fixture, (TrsTextPosition) { 0, 0 }, (TrsTextPosition) { 0, 0 });
  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "page.copy-table", NULL);
  g_assert_cmpstr (fixture->toast, ==, "Table copied");
  assert_clipboard (fixture, "text/plain;charset=utf-8",
                    "00:00:02\tSpeaker 1\tGood evening, all.\n00:01:05\tSpeaker 2\tWe begin.\n"
                    "01:00:00\tSpeaker 1\tThank you.\n");
  g_settings_set_boolean (fixture->rig->settings, "show-timecodes", FALSE);
  select_range (fixture, (TrsTextPosition) { 0, 5 }, (TrsTextPosition) { 1, 2 });
  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "page.copy-table", NULL);
  assert_clipboard (fixture, "text/plain;charset=utf-8", "Speaker 1\tevening, all.\nSpeaker 2\tWe\n");
  assert_clipboard (fixture, "text/html",
                    CHARSET "<table><tr><td>Speaker 1</td><td>evening, all.</td></tr>"
                            "<tr><td>Speaker 2</td><td>We</td></tr></table>");
}

/* What is copied as it is seen comes as HTML, too: part of a paragraph without one around it. */
static void
test_copy (Fixture       *fixture,
           gconstpointer  user_data)
{
  select_range (fixture, (TrsTextPosition) { 0, 5 }, (TrsTextPosition) { 0, 12 });
  trs_real_input_key (GTK_WIDGET (fixture->view), GDK_KEY_c, GDK_CONTROL_MASK);
  assert_clipboard (fixture, "text/plain;charset=utf-8", "evening");
  assert_clipboard (fixture, "text/html", CHARSET "evening");
  select_range (fixture, (TrsTextPosition) { 0, 5 }, (TrsTextPosition) { 1, 9 });
  trs_real_input_key (GTK_WIDGET (fixture->view), GDK_KEY_c, GDK_CONTROL_MASK);
  assert_clipboard (fixture, "text/html",
                    CHARSET "<p dir=\"auto\">evening, all.</p><p dir=\"auto\">"
                            "<a href=\"https://video.example/?v=video-1&amp;t=65s\">[00:01:05.999]</a> "
                            "<b>Speaker 2</b>: We begin.</p>");
  g_settings_set_boolean (fixture->rig->settings, "show-timecodes", FALSE);
  trs_real_input_key (GTK_WIDGET (fixture->view), GDK_KEY_c, GDK_CONTROL_MASK);
  assert_clipboard (fixture, "text/html",
                    CHARSET "<p dir=\"auto\">evening, all.</p><p dir=\"auto\"><b>Speaker 2</b>: We begin.</p>");
}

/* The page tells the view where times lead, also when that changes under an open page; without a selection all of it
 * is copied. */
static void
test_copy_links (Fixture       *fixture,
                 gconstpointer  user_data)
{
  g_settings_set_boolean (fixture->rig->settings, "show-speakers", FALSE);
  select_range (fixture, (TrsTextPosition) { 0, 0 }, (TrsTextPosition) { 1, 2 });
  g_settings_set_string (fixture->rig->settings, "video-page-pattern", "https://other.example/{id}#{t}");
  trs_real_input_key (GTK_WIDGET (fixture->view), GDK_KEY_c, GDK_CONTROL_MASK);
  assert_clipboard (fixture, "text/plain;charset=utf-8",
                    "[00:00:02.345] Good evening, all.\n\n[00:01:05.999] We");
  assert_clipboard (fixture, "text/html",
                    CHARSET "<p dir=\"auto\"><a href=\"https://other.example/video-1#2\">[00:00:02.345]</a> "
                            "Good evening, all.</p><p dir=\"auto\">"
                            "<a href=\"https://other.example/video-1#65\">[00:01:05.999]</a> We</p>");
  g_settings_set_string (fixture->rig->settings, "video-page-pattern", "");
  trs_real_input_key (GTK_WIDGET (fixture->view), GDK_KEY_c, GDK_CONTROL_MASK);
  assert_clipboard (fixture, "text/html",
                    CHARSET "<p dir=\"auto\">[00:00:02.345] Good evening, all.</p>"
                            "<p dir=\"auto\">[00:01:05.999] We</p>");
  g_settings_set_boolean (fixture->rig->settings, "show-speakers", TRUE);
  select_range (fixture, (TrsTextPosition) { 1, 0 }, (TrsTextPosition) { 1, 0 });
  trs_real_input_key (GTK_WIDGET (fixture->view), GDK_KEY_c, GDK_CONTROL_MASK);
  assert_clipboard (fixture, "text/html",
                    CHARSET "<p dir=\"auto\">[00:00:02.345] <b>Speaker 1</b>: Good evening, all.</p>"
                            "<p dir=\"auto\">[00:01:05.999] <b>Speaker 2</b>: We begin.</p>"
                            "<p dir=\"auto\">[01:00:00.000] <b>Speaker 1</b>: Thank you.</p>");
}

/* The entries of the menu: without a selection all of it is copied, and all of it can be selected first. */
static void
test_menu (Fixture       *fixture,
           gconstpointer  user_data)
{
  static const char all[] = "Speaker 1: Good evening, all.\n\nSpeaker 2: We begin.\n\nSpeaker 1: Thank you.";
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (trs_transcript_view_get_buffer (fixture->view));
  GtkTextIter start, end;

  g_settings_set_boolean (fixture->rig->settings, "show-timecodes", FALSE);
  select_range (fixture, (TrsTextPosition) { 1, 0 }, (TrsTextPosition) { 1, 0 });
  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "page.copy", NULL);
  assert_clipboard (fixture, "text/plain;charset=utf-8", all);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (fixture->view)), "");
  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "page.select-all", NULL);
  g_assert_true (gtk_text_buffer_get_selection_bounds (buffer, &start, &end));
  g_assert_true (gtk_text_iter_is_start (&start) && gtk_text_iter_is_end (&end));
  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "page.copy", NULL);
  assert_clipboard (fixture, "text/plain;charset=utf-8", all);
}

static void
clear_clipboard (Fixture *fixture)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (fixture->view)), "");
  g_clear_pointer (&fixture->toast, g_free);
}

/* Highlights by the keys, as the user does. */
static void
highlight (Fixture         *fixture,
           TrsTextPosition  from,
           TrsTextPosition  to,
           guint            n)
{
  trs_real_input_focus (GTK_WIDGET (fixture->view));
  select_range (fixture, from, to);
  trs_real_input_key (GTK_WIDGET (fixture->view), GDK_KEY_h, GDK_CONTROL_MASK);
  trs_test_wait_until (trs_document_get_highlights (trs_transcript_view_get_document (fixture->view))->len == n);
}

/* "evening, all." and "We begin." */
static GtkWidget *
highlight_two (Fixture *fixture)
{
  GtkWidget *pane = trs_display_test_find (GTK_WIDGET (fixture->page), "highlights_pane");

  highlight (fixture, (TrsTextPosition) { 0, 5 }, (TrsTextPosition) { 0, 18 }, 1);
  highlight (fixture, (TrsTextPosition) { 1, 0 }, (TrsTextPosition) { 1, 9 }, 2);
  return pane;
}

static GtkWidget *
open_list (Fixture *fixture)
{
  GtkWidget *pane = highlight_two (fixture);

  select_range (fixture, (TrsTextPosition) { 2, 0 }, (TrsTextPosition) { 2, 0 });
  trs_real_input_key (GTK_WIDGET (fixture->view), GDK_KEY_h, GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  trs_test_wait_until (gtk_widget_get_mapped (pane));
  trs_display_test_wait_frame (GTK_WIDGET (fixture->page));
  clear_clipboard (fixture);
  return pane;
}

/* The caret in a highlight is enough: nobody wants the whole transcript there. */
static void
test_highlight_at_caret (Fixture       *fixture,
                         gconstpointer  user_data)
{
  highlight_two (fixture);
  select_range (fixture, (TrsTextPosition) { 0, 9 }, (TrsTextPosition) { 0, 9 });
  trs_real_input_key (GTK_WIDGET (fixture->view), GDK_KEY_c, GDK_CONTROL_MASK);
  assert_clipboard (fixture, "text/plain;charset=utf-8", "evening, all.");
  assert_clipboard (fixture, "text/html", CHARSET "evening, all.");
  g_assert_cmpstr (fixture->toast, ==, "Highlight copied");
  trs_real_input_key (GTK_WIDGET (fixture->view), GDK_KEY_c, GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  assert_clipboard (fixture, "text/plain;charset=utf-8",
                    "“… evening, all.” — Speaker 1, in “Port *strike*” (at or after 00:00:02), "
                    "https://video.example/?v=video-1&t=2s");

  /* Beside it, it is the paragraph and the whole text, as ever. */
  select_range (fixture, (TrsTextPosition) { 0, 2 }, (TrsTextPosition) { 0, 2 });
  trs_real_input_key (GTK_WIDGET (fixture->view), GDK_KEY_c, GDK_CONTROL_MASK);
  trs_test_wait_until (g_strcmp0 (fixture->toast, "Transcript copied") == 0);
}

/* The keys of a row take that highlight, whether its row is chosen or only has the focus. */
static void
test_highlight_row_keys (Fixture       *fixture,
                         gconstpointer  user_data)
{
  GtkWidget *pane = open_list (fixture);

  gtk_widget_grab_focus (pane);
  trs_real_input_key (pane, GDK_KEY_c, GDK_CONTROL_MASK);
  assert_clipboard (fixture, "text/plain;charset=utf-8", "evening, all.");
  g_assert_cmpstr (fixture->toast, ==, "Highlight copied");

  trs_real_input_key (pane, GDK_KEY_End, 0);
  trs_real_input_key (pane, GDK_KEY_c, GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  assert_clipboard (fixture, "text/plain;charset=utf-8",
                    "“We begin.” — Speaker 2, in “Port *strike*” (00:01:05), https://video.example/?v=video-1&t=65s");
  g_assert_cmpstr (fixture->toast, ==, "Quotation copied");

  /* The row that has the focus is the one that Delete removes. */
  trs_real_input_key (pane, GDK_KEY_Home, 0);
  trs_real_input_key (pane, GDK_KEY_Delete, 0);
  trs_test_wait_until (trs_document_get_highlights (trs_transcript_view_get_document (fixture->view))->len == 1);
}

static GtkWidget *
find_in_row (GtkWidget  *pane,
             const char *words,
             const char *tooltip)
{
  GtkWidget *label = trs_display_test_find_label (pane, words);
  GtkWidget *row = gtk_widget_get_parent (label);
  GtkWidget *top = gtk_widget_get_first_child (row);

  for (GtkWidget *child = gtk_widget_get_first_child (top); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (g_strcmp0 (gtk_widget_get_tooltip_text (child), tooltip) == 0)
      return child;
  return label;
}

/* By the pointer alone: the button of a row that is not chosen, and its menu. */
static void
test_highlight_row_mouse (Fixture       *fixture,
                          gconstpointer  user_data)
{
  GtkWidget *pane = open_list (fixture);
  GtkWidget *menu = trs_display_test_find (pane, "menu");

  trs_real_input_click_on (find_in_row (pane, "We begin.", "Copy Quotation"));
  trs_test_wait_until (g_strcmp0 (fixture->toast, "Quotation copied") == 0);
  assert_clipboard (fixture, "text/plain;charset=utf-8",
                    "“We begin.” — Speaker 2, in “Port *strike*” (00:01:05), https://video.example/?v=video-1&t=65s");

  trs_real_input_click (find_in_row (pane, "evening, all.", NULL), 10, 5, GDK_BUTTON_SECONDARY, 1);
  trs_test_wait_until (gtk_widget_get_mapped (menu));
  trs_display_test_wait_frame (menu);
  trs_display_test_save_png (pane, "highlights-list-copy");
  trs_real_input_click_on (trs_display_test_find_label (menu, "Copy"));
  trs_test_wait_until (g_strcmp0 (fixture->toast, "Highlight copied") == 0);
  assert_clipboard (fixture, "text/plain;charset=utf-8", "evening, all.");

  /* the same by the keyboard */
  gtk_widget_grab_focus (pane);
  trs_real_input_key (pane, GDK_KEY_End, 0);
  trs_real_input_key (pane, GDK_KEY_F10, GDK_SHIFT_MASK);
  trs_test_wait_until (gtk_widget_get_mapped (menu));
  trs_real_input_key (menu, GDK_KEY_Down, 0);
  trs_real_input_key (menu, GDK_KEY_Return, 0);
  trs_test_wait_until (g_strcmp0 (fixture->toast, "Quotation copied") == 0);
  assert_clipboard (fixture, "text/plain;charset=utf-8",
                    "“We begin.” — Speaker 2, in “Port *strike*” (00:01:05), https://video.example/?v=video-1&t=65s");
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);

  g_test_add ("/quoting/selection", Fixture, NULL, set_up, test_selection, tear_down);
  g_test_add ("/quoting/whole-words", Fixture, NULL, set_up, test_whole_words, tear_down);
  g_test_add ("/quoting/caret", Fixture, NULL, set_up, test_caret, tear_down);
  g_test_add ("/quoting/no-page", Fixture, NULL, set_up, test_no_page, tear_down);
  g_test_add ("/quoting/on-this-computer", Fixture, NULL, set_up, test_on_this_computer, tear_down);
  g_test_add ("/quoting/table", Fixture, NULL, set_up, test_table, tear_down);
  g_test_add ("/quoting/copy", Fixture, NULL, set_up, test_copy, tear_down);
  g_test_add ("/quoting/menu", Fixture, NULL, set_up, test_menu, tear_down);
  g_test_add ("/quoting/copy-links", Fixture, NULL, set_up, test_copy_links, tear_down);
  g_test_add ("/quoting/highlight-at-caret", Fixture, NULL, set_up, test_highlight_at_caret, tear_down);
  g_test_add ("/quoting/highlight-row-keys", Fixture, NULL, set_up, test_highlight_row_keys, tear_down);
  g_test_add ("/quoting/highlight-row-mouse", Fixture, NULL, set_up, test_highlight_row_mouse, tear_down);

  return g_test_run ();
}
