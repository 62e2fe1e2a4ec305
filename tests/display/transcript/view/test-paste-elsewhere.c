/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-test.h"
#include "trs-other-client.h"
#include "trs-real-input.h"
#include "trs-test-view.h"
#include "trs-text-provider.h"

/* More than this goes over an X server in pieces, between which the main loop has to turn. */
#define PIECE 262144

/* Letters of two, three and four bytes, which a form of text that is not UTF-8 has as escapes. */
#define WORDS "Na\303\257ve \342\200\234Kapit\303\244nin\342\200\235 \360\237\230\200. "

typedef struct
{
  TrsTranscriptView *view;
  GtkWidget *entry;
  TrsTranscript *transcript;
  GtkWindow *window;
} Fixture;

static char *
make_words (gsize n_bytes)
{
  GString *words = g_string_new (NULL);

  while (words->len < n_bytes)
    g_string_append (words, WORDS);
  return g_string_free (words, FALSE);
}

/* Paragraphs of 1 kB, of about @n_bytes together. */
static TrsTranscript *
make_transcript (gsize n_bytes)
{
  g_autofree char *words = make_words (1000);
  g_autoptr (GArray) paragraphs = g_array_new (TRUE, TRUE, sizeof (TrsTestParagraph));

  for (gsize i = 0; i < n_bytes / 1000; i++)
    {
      const TrsTestParagraph paragraph = { (gint64) i * 1000, 1, words };

      g_array_append_val (paragraphs, paragraph);
    }
  return trs_test_transcript_new ((const TrsTestParagraph *) (gpointer) paragraphs->data, "de");
}

static void
set_up (Fixture *fixture,
        gsize    n_bytes)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  fixture->view = g_object_new (TRS_TYPE_TRANSCRIPT_VIEW, "vexpand", TRUE, NULL);
  fixture->entry = gtk_text_view_new ();
  fixture->transcript = make_transcript (n_bytes);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (fixture->view));
  gtk_box_append (GTK_BOX (box), scroller);
  gtk_box_append (GTK_BOX (box), fixture->entry);
  fixture->window = trs_display_test_present (box, 700, 500);
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
copy_by_key (Fixture *fixture)
{
  trs_real_input_focus (GTK_WIDGET (fixture->view));
  gtk_widget_grab_focus (GTK_WIDGET (fixture->view));
  trs_real_input_key (GTK_WIDGET (fixture->view), GDK_KEY_a, GDK_CONTROL_MASK);
  trs_real_input_key (GTK_WIDGET (fixture->view), GDK_KEY_c, GDK_CONTROL_MASK);
}

/* Pastes in another program both what was copied and what is selected. */
static void
test_transcript (gconstpointer data)
{
  gsize n_bytes = GPOINTER_TO_SIZE (data);
  g_autofree char *expected = NULL;
  Fixture fixture;

  set_up (&fixture, n_bytes);
  expected = trs_transcript_view_render (fixture.view);
  g_assert_cmpuint (strlen (expected), >=, n_bytes / 1000 * 1000);
  copy_by_key (&fixture);
  trs_other_client_assert_paste ("CLIPBOARD", expected);
  trs_other_client_assert_paste ("PRIMARY", expected);
  tear_down (&fixture);
}

/* The same can be pasted into a text field of the program itself. */
static void
test_own_field (void)
{
  g_autofree char *expected = NULL;
  g_autofree char *entered = NULL;
  GtkTextBuffer *buffer;
  Fixture fixture;

  set_up (&fixture, 2000);
  buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (fixture.entry));
  expected = trs_transcript_view_render (fixture.view);
  copy_by_key (&fixture);
  gtk_widget_grab_focus (fixture.entry);
  trs_real_input_key (fixture.entry, GDK_KEY_v, GDK_CONTROL_MASK);
  trs_test_wait_until (gtk_text_buffer_get_char_count (buffer) > 0);
  g_object_get (buffer, "text", &entered, NULL);
  g_assert_cmpstr (entered, ==, expected);
  tear_down (&fixture);
}

/* What is not a transcript: links, checksums, what a toast offers. */
static void
test_text (gconstpointer data)
{
  g_autofree char *text = make_words (GPOINTER_TO_SIZE (data));
  GtkWidget *label = gtk_label_new ("Any");
  GtkWindow *window = trs_display_test_present (label, 200, 100);

  trs_text_provider_copy (label, text);
  trs_other_client_assert_paste ("CLIPBOARD", text);
  trs_display_test_destroy (window);
}

/* Programs from before Unicode ask for these. */
static void
test_old_targets (void)
{
  static const char *const targets[] = { "STRING", "TEXT", "COMPOUND_TEXT" };
  g_autofree char *text = make_words (PIECE + 1);
  g_autofree char *offered = NULL;
  g_auto (GStrv) names = NULL;
  GtkWidget *label = gtk_label_new ("Any");
  GtkWindow *window = trs_display_test_present (label, 200, 100);

  trs_text_provider_copy (label, text);
  offered = trs_other_client_paste ("CLIPBOARD", "TARGETS");
  names = g_strsplit (offered, "\n", -1);
  for (guint i = 0; i < G_N_ELEMENTS (targets); i++)
    {
      g_autofree char *pasted = trs_other_client_paste ("CLIPBOARD", targets[i]);

      g_assert_true (g_strv_contains ((const char *const *) names, targets[i]));
      g_assert_nonnull (pasted);
      g_assert_nonnull (strstr (pasted, "Kapit"));
    }
  trs_display_test_destroy (window);
}

/* A form that is not plain text comes as long. */
static void
test_html (void)
{
  g_autofree char *text = make_words (2 * PIECE);
  g_autoptr (GdkContentProvider) provider = trs_text_provider_new (text, NULL, text);
  g_autofree char *pasted = NULL;
  GtkWidget *label = gtk_label_new ("Any");
  GtkWindow *window = trs_display_test_present (label, 200, 100);

  gdk_clipboard_set_content (gtk_widget_get_clipboard (label), provider);
  pasted = trs_other_client_paste ("CLIPBOARD", "text/html");
  g_assert_nonnull (pasted);
  g_assert_true (g_str_has_suffix (pasted, text));
  trs_display_test_destroy (window);
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  g_test_add_data_func ("/paste-elsewhere/transcript/100-kB", GSIZE_TO_POINTER (100 * 1000), test_transcript);
  g_test_add_data_func ("/paste-elsewhere/transcript/300-kB", GSIZE_TO_POINTER (300 * 1000), test_transcript);
  g_test_add_data_func ("/paste-elsewhere/transcript/1-MB", GSIZE_TO_POINTER (1000 * 1000), test_transcript);
  g_test_add_func ("/paste-elsewhere/own-field", test_own_field);
  g_test_add_data_func ("/paste-elsewhere/text/below", GSIZE_TO_POINTER (PIECE - 100), test_text);
  g_test_add_data_func ("/paste-elsewhere/text/above", GSIZE_TO_POINTER (PIECE + 1), test_text);
  g_test_add_data_func ("/paste-elsewhere/text/5-MB", GSIZE_TO_POINTER (5 * 1000 * 1000), test_text);
  g_test_add_func ("/paste-elsewhere/old-targets", test_old_targets);
  g_test_add_func ("/paste-elsewhere/html", test_html);
  return g_test_run ();
}
