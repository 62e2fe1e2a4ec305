/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-test.h"
#include "trs-annotation-editor.h"
#include "trs-frame-harness.h"
#include "trs-highlight-list.h"
#include "trs-name-dialog.h"
#include "trs-palette.h"
#include "trs-real-input.h"
#include "trs-session-rig.h"
#include "trs-test-view.h"
#include "trs-transcript-page.h"
#include "trs-test-annotations.h"

#define NOTE_SIGN "\u202f✎"
#define QUESTION "So my question to the treasurer is simple: who knew, and since when?"

typedef struct
{
  TrsSessionRig *rig;
  TrsTranscriptPage *page;
  TrsTranscriptView *view;
  GtkWindow *window;
} Fixture;

static TrsDocument *
get_document (Fixture *fixture)
{
  return trs_transcript_view_get_document (fixture->view);
}

static GtkTextBuffer *
get_buffer (Fixture *fixture)
{
  return gtk_text_view_get_buffer (GTK_TEXT_VIEW (fixture->view));
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
set_up_page (Fixture  *fixture,
             int       width,
             gboolean  compact)
{
  g_autofree char *entry = trs_session_rig_entry ("p1", "City council, 12 March", "video-1", "done",
                                                  "2026-03-12T10:00:00Z");

  fixture->rig = trs_session_rig_new_keeping ();
  trs_session_rig_list (fixture->rig, entry);
  trs_session_rig_start (fixture->rig);
  fixture->page = g_object_new (TRS_TYPE_TRANSCRIPT_PAGE, "settings", fixture->rig->settings, "session",
                                fixture->rig->session, "compact", compact, "folded", compact, NULL);
  g_object_set (fixture->page, "project", trs_session_rig_find (fixture->rig, "p1"), NULL);
  fixture->view = TRS_TRANSCRIPT_VIEW (trs_display_test_find (GTK_WIDGET (fixture->page), "view"));
  fixture->window = trs_display_test_present (GTK_WIDGET (fixture->page), width, 770);
  show (fixture, trs_test_transcript_new (trs_test_council, "en"));
}

static void
set_up (Fixture       *fixture,
        gconstpointer  user_data)
{
  set_up_page (fixture, 748, FALSE);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  user_data)
{
  g_settings_reset (fixture->rig->settings, "show-timecodes");
  g_settings_reset (fixture->rig->settings, "show-speakers");
  g_settings_reset (fixture->rig->settings, "highlight-colour");
  g_settings_reset (fixture->rig->settings, "show-highlights");
  trs_display_test_destroy (fixture->window);
  trs_session_rig_free (fixture->rig);
}

static void
select_range (Fixture         *fixture,
              TrsTextPosition  start,
              TrsTextPosition  end)
{
  TrsTranscriptBuffer *buffer = TRS_TRANSCRIPT_BUFFER (get_buffer (fixture));
  GtkTextIter from;
  GtkTextIter to;

  trs_transcript_buffer_get_iter (buffer, start, &from);
  trs_transcript_buffer_get_iter (buffer, end, &to);
  gtk_text_buffer_select_range (GTK_TEXT_BUFFER (buffer), &to, &from);
}

static void
activate (Fixture    *fixture,
          const char *action,
          int         colour)
{
  gboolean found;

  if (colour >= 0)
    found = gtk_widget_activate_action (GTK_WIDGET (fixture->view), action, "i", colour);
  else
    found = gtk_widget_activate_action (GTK_WIDGET (fixture->view), action, NULL);
  g_assert_true (found);
}

/* The characters under a tag, with a bar between its stretches. */
static char *
dup_tagged (Fixture    *fixture,
            const char *name)
{
  GtkTextBuffer *buffer = get_buffer (fixture);
  GtkTextTag *tag = gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (buffer), name);
  GString *string = g_string_new (NULL);
  gboolean inside = FALSE;
  GtkTextIter iter;

  gtk_text_buffer_get_start_iter (buffer, &iter);
  for (; !gtk_text_iter_is_end (&iter); gtk_text_iter_forward_char (&iter))
    {
      gboolean is_tagged = gtk_text_iter_has_tag (&iter, tag);

      if (is_tagged && !inside && string->len > 0)
        g_string_append_c (string, '|');
      if (is_tagged)
        g_string_append_unichar (string, gtk_text_iter_get_char (&iter));
      inside = is_tagged;
    }
  return g_string_free (string, FALSE);
}

static void
assert_tagged (Fixture    *fixture,
               const char *name,
               const char *expected)
{
  g_autofree char *tagged = dup_tagged (fixture, name);

  g_assert_cmpstr (tagged, ==, expected);
}

static void
press_key (Fixture         *fixture,
           guint            key,
           GdkModifierType  modifiers)
{
  trs_real_input_focus (GTK_WIDGET (fixture->view));
  trs_real_input_key (GTK_WIDGET (fixture->view), key, modifiers);
}

static void
save_pictures (Fixture    *fixture,
               const char *name)
{
  g_autofree char *dark = g_strconcat (name, "-dark", NULL);

  trs_display_test_wait_frame (GTK_WIDGET (fixture->page));
  trs_display_test_save_png (GTK_WIDGET (fixture->page), name);
  trs_display_test_set_dark (TRUE);
  trs_display_test_save_png (GTK_WIDGET (fixture->page), dark);
  trs_display_test_set_dark (FALSE);
}

/* Ctrl+H takes the colour that was used last. The words keep their blanks inside, and lose those around them. */
static void
test_keys (Fixture       *fixture,
           gconstpointer  user_data)
{
  select_range (fixture, (TrsTextPosition) { 3, 2 }, (TrsTextPosition) { 3, 15 });
  press_key (fixture, GDK_KEY_h, GDK_CONTROL_MASK);
  trs_test_wait_until (trs_document_get_highlights (get_document (fixture))->len == 1);
  assert_tagged (fixture, "highlight-0", "my question");

  select_range (fixture, (TrsTextPosition) { 5, 0 }, (TrsTextPosition) { 5, 4 });
  activate (fixture, "highlights.colour", TRS_HIGHLIGHT_BLUE);
  select_range (fixture, (TrsTextPosition) { 6, 0 }, (TrsTextPosition) { 6, 6 });
  press_key (fixture, GDK_KEY_h, GDK_CONTROL_MASK);
  trs_test_wait_until (trs_document_get_highlights (get_document (fixture))->len == 3);
  assert_tagged (fixture, "highlight-0", "my question");
  assert_tagged (fixture, "highlight-2", "Does|We do.");
  /* and the colour can be seen */
  g_assert_false (gtk_text_buffer_get_selection_bounds (get_buffer (fixture), NULL, NULL));
}

/* What the hand began and ended within words is of whole words, in every script; Copy stays as dragged. */
static void
test_whole_words (Fixture       *fixture,
                  gconstpointer  user_data)
{
  static const struct
  {
    const char *language;
    const char *words;
    const char *from;
    const char *to;
    const char *expected;
  } cases[] = {
    { "en", "We can't re-open 3.5 million.", "n't", "en 3", "can't re-open" },
    { "en", "We can't re-open 3.5 million.", "5 m", "ion.", "3.5 million" },
    { "en", "one two three", "two", " three", "two" },
    { "de", "Die Straßenbahn fährt.", "ßen", "bahn", "Straßenbahn" },
    { "he", "ערב טוב לכולם", "רב", "וב", "ערב טוב" },
    { "ko", "안녕하세요 여러분", "하", "요", "안녕하세요" },
    { "zh", "我们今天讨论预算。", "今", "讨", "今天" },
    { "hi", "नमस्ते दुनिया", "स्ते", " ", "नमस्ते" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const TrsTestParagraph paragraphs[] = { { 0, 1, cases[i].words }, { 0, 0, NULL } };
      gsize from = (gsize) (strstr (cases[i].words, cases[i].from) - cases[i].words);
      gsize to = (gsize) (strstr (cases[i].words, cases[i].to) - cases[i].words);
      g_autofree char *dragged = g_strndup (cases[i].words + from, to - from);
      g_autofree char *copied = NULL;

      g_test_message ("%s", cases[i].words);
      show (fixture, trs_test_transcript_new (paragraphs, cases[i].language));
      select_range (fixture, (TrsTextPosition) { 0, from }, (TrsTextPosition) { 0, to });
      copied = trs_transcript_view_render (fixture->view);
      g_assert_cmpstr (copied, ==, dragged);
      press_key (fixture, GDK_KEY_h, GDK_CONTROL_MASK);
      trs_test_wait_until (trs_document_get_highlights (get_document (fixture))->len == 1);
      assert_tagged (fixture, "highlight-0", cases[i].expected);
    }
}

/* Without a selection it is the paragraph of the caret, as for a quotation and a check. */
static void
test_caret (Fixture       *fixture,
            gconstpointer  user_data)
{
  select_range (fixture, (TrsTextPosition) { 3, 10 }, (TrsTextPosition) { 3, 10 });
  press_key (fixture, GDK_KEY_h, GDK_CONTROL_MASK);
  trs_test_wait_until (trs_document_get_highlights (get_document (fixture))->len == 1);
  assert_tagged (fixture, "highlight-0", QUESTION);
  /* where there is one already, that one */
  activate (fixture, "highlights.colour", TRS_HIGHLIGHT_GREEN);
  g_assert_cmpuint (trs_document_get_highlights (get_document (fixture))->len, ==, 1);
  assert_tagged (fixture, "highlight-1", QUESTION);
}

/* What was found is what the next keys are about. */
static void
test_found (Fixture       *fixture,
            gconstpointer  user_data)
{
  TrsTextPosition start;
  TrsTextPosition end;
  g_autofree char *copied = NULL;

  press_key (fixture, GDK_KEY_f, GDK_CONTROL_MASK);
  trs_real_input_type (GTK_WIDGET (fixture->view), "treasurer");
  trs_real_input_key (GTK_WIDGET (fixture->view), GDK_KEY_Return, 0);
  trs_real_input_key (GTK_WIDGET (fixture->view), GDK_KEY_Escape, 0);
  trs_test_wait_until (gtk_widget_has_focus (GTK_WIDGET (fixture->view)));
  g_assert_true (trs_transcript_buffer_get_selection (trs_transcript_view_get_buffer (fixture->view), &start, &end));
  copied = trs_transcript_view_render (fixture->view);
  g_assert_cmpstr (copied, ==, "treasurer");
  press_key (fixture, GDK_KEY_h, GDK_CONTROL_MASK);
  trs_test_wait_until (trs_document_get_highlights (get_document (fixture))->len == 1);
  assert_tagged (fixture, "highlight-0", "treasurer");
}

/* Over the border of paragraphs and speakers: words alone are tagged, no times and no names. */
static void
test_borders (Fixture       *fixture,
              gconstpointer  user_data)
{
  select_range (fixture, (TrsTextPosition) { 3, 43 }, (TrsTextPosition) { 5, 4 });
  activate (fixture, "highlights.colour", TRS_HIGHLIGHT_GREEN);
  assert_tagged (fixture, "highlight-1",
                 "who knew, and since when?|"
                 "I can answer that. The first estimate was made before the divers went down. What they found in "
                 "January was that eleven of the forty piles have to be replaced, not three. We knew on the twentieth "
                 "of January, and the committee had the report two days later.|Does");
}

/* A highlight stays through toggles and over an edit of another one. */
static void
test_overlap (Fixture       *fixture,
              gconstpointer  user_data)
{
  GtkTextBuffer *buffer = get_buffer (fixture);

  select_range (fixture, (TrsTextPosition) { 3, 0 }, (TrsTextPosition) { 3, 42 });
  activate (fixture, "highlights.colour", TRS_HIGHLIGHT_YELLOW);
  select_range (fixture, (TrsTextPosition) { 3, 35 }, (TrsTextPosition) { 3, 68 });
  activate (fixture, "highlights.colour", TRS_HIGHLIGHT_YELLOW);
  assert_tagged (fixture, "highlight-0", QUESTION);
  assert_tagged (fixture, "highlights-1", "simple:");
  g_settings_set_boolean (fixture->rig->settings, "show-timecodes", FALSE);
  g_settings_set_boolean (fixture->rig->settings, "show-speakers", FALSE);
  assert_tagged (fixture, "highlight-0", QUESTION);
  assert_tagged (fixture, "highlights-1", "simple:");

  /* the caret is in the second, of which the first keeps what it covers */
  activate (fixture, "highlights.remove", -1);
  g_assert_cmpuint (trs_document_get_highlights (get_document (fixture))->len, ==, 1);
  assert_tagged (fixture, "highlight-0", "So my question to the treasurer is simple:");
  assert_tagged (fixture, "highlights-1", "");
  g_assert_true (get_buffer (fixture) == buffer);
}

static void
assert_mixed (Fixture *fixture,
              guint    colours,
              gboolean dark)
{
  g_autofree char *name = g_strdup_printf ("highlights-%u", colours);
  GtkTextTag *tag = gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (get_buffer (fixture)), name);
  g_autofree char *expected = trs_palette_dup_mixed (dark, colours);
  g_autoptr (GdkRGBA) background = NULL;
  PangoOverline overline;
  GdkRGBA rgba;

  g_object_get (tag, "background-rgba", &background, "overline", &overline, NULL);
  g_assert_true (gdk_rgba_parse (&rgba, expected));
  g_assert_true (gdk_rgba_equal (background, &rgba));
  g_assert_cmpint (overline, ==, PANGO_OVERLINE_SINGLE);
}

/* Two colours: what both cover has neither alone, and a line for each. A third within them is seen, too. */
static void
test_overlap_of_colours (Fixture       *fixture,
                         gconstpointer  user_data)
{
  GtkTextTagTable *tags = gtk_text_buffer_get_tag_table (get_buffer (fixture));

  select_range (fixture, (TrsTextPosition) { 3, 0 }, (TrsTextPosition) { 3, 42 });
  activate (fixture, "highlights.colour", TRS_HIGHLIGHT_YELLOW);
  select_range (fixture, (TrsTextPosition) { 3, 18 }, (TrsTextPosition) { 4, 18 });
  activate (fixture, "highlights.colour", TRS_HIGHLIGHT_BLUE);
  assert_tagged (fixture, "highlights-5", "the treasurer is simple:");
  select_range (fixture, (TrsTextPosition) { 3, 22 }, (TrsTextPosition) { 3, 31 });
  activate (fixture, "highlights.colour", TRS_HIGHLIGHT_PINK);
  assert_tagged (fixture, "highlights-5", "the | is simple:");
  assert_tagged (fixture, "highlights-13", "treasurer");
  assert_mixed (fixture, 5, FALSE);
  save_pictures (fixture, "highlights-overlap");
  trs_display_test_set_dark (TRUE);
  assert_mixed (fixture, 5, TRUE);
  trs_display_test_set_dark (FALSE);
  g_assert_cmpint (gtk_text_tag_get_priority (gtk_text_tag_table_lookup (tags, "highlights-5")), >,
                   gtk_text_tag_get_priority (gtk_text_tag_table_lookup (tags, "highlight-3")));
  g_assert_cmpint (gtk_text_tag_get_priority (gtk_text_tag_table_lookup (tags, "highlights-15")), <,
                   gtk_text_tag_get_priority (gtk_text_tag_table_lookup (tags, "hit")));

  activate (fixture, "edits.undo", -1);
  activate (fixture, "edits.undo", -1);
  assert_tagged (fixture, "highlights-5", "");
  assert_tagged (fixture, "highlights-13", "");
  activate (fixture, "edits.redo", -1);
  assert_tagged (fixture, "highlights-5", "the treasurer is simple:");
}

static void
test_change_colour (Fixture       *fixture,
                    gconstpointer  user_data)
{
  TrsDocument *document;

  select_range (fixture, (TrsTextPosition) { 3, 0 }, (TrsTextPosition) { 3, 42 });
  activate (fixture, "highlights.highlight", -1);
  activate (fixture, "highlights.colour", TRS_HIGHLIGHT_PINK);
  document = get_document (fixture);
  g_assert_cmpuint (trs_document_get_highlights (document)->len, ==, 1);
  assert_tagged (fixture, "highlight-0", "");
  assert_tagged (fixture, "highlight-3", "So my question to the treasurer is simple:");
  /* what the keys do next follows */
  g_assert_cmpint (g_settings_get_int (fixture->rig->settings, "highlight-colour"), ==, TRS_HIGHLIGHT_PINK);
}

static GtkWidget *
find_dialog (GType type)
{
  GtkWidget *found = NULL;
  GList *windows = gtk_window_list_toplevels ();

  for (GList *l = windows; l != NULL; l = l->next)
    if (G_OBJECT_TYPE (l->data) == type)
      found = l->data;
  g_list_free (windows);
  return found;
}

static void
write_note (Fixture    *fixture,
            const char *note)
{
  GtkWidget *dialog;

  activate (fixture, "highlights.note", -1);
  dialog = find_dialog (TRS_TYPE_NAME_DIALOG);
  g_assert_nonnull (dialog);
  gtk_editable_set_text (GTK_EDITABLE (trs_display_test_find (dialog, "name")), note);
  gtk_widget_activate_action (dialog, "name.apply", NULL);
  trs_test_wait_until (find_dialog (TRS_TYPE_NAME_DIALOG) == NULL);
}

static const TrsAnnotation *
get_highlight (Fixture *fixture,
               guint    index)
{
  return g_array_index (trs_document_get_highlights (get_document (fixture)), TrsPlacedHighlight, index).annotation;
}

/* Of the selection it makes a highlight with a note, at the caret it is that of the highlight there. */
static void
test_note (Fixture       *fixture,
           gconstpointer  user_data)
{
  select_range (fixture, (TrsTextPosition) { 3, 0 }, (TrsTextPosition) { 3, 14 });
  write_note (fixture, "Ask <him> & again");
  g_assert_cmpstr (get_highlight (fixture, 0)->text, ==, "Ask <him> & again");
  assert_tagged (fixture, "note-sign", NOTE_SIGN);
  assert_tagged (fixture, "highlight-0", "So my question");

  activate (fixture, "highlights.colour", TRS_HIGHLIGHT_GREEN);
  g_assert_cmpstr (get_highlight (fixture, 0)->text, ==, "Ask <him> & again");
  write_note (fixture, "");
  g_assert_cmpuint (trs_document_get_highlights (get_document (fixture))->len, ==, 1);
  g_assert_null (get_highlight (fixture, 0)->text);
  g_assert_cmpuint (get_highlight (fixture, 0)->number, ==, TRS_HIGHLIGHT_GREEN);
  assert_tagged (fixture, "note-sign", "");
}

static char *
dup_selected (Fixture         *fixture,
              TrsTextPosition  start,
              TrsTextPosition  end)
{
  select_range (fixture, start, end);
  return trs_transcript_view_render (fixture->view);
}

/* The sign stands between words, and no place of the text moves: neither what is selected, copied, highlighted, checked
 * nor found behind it. */
static void
test_note_sign (Fixture       *fixture,
                gconstpointer  user_data)
{
  static const gsize ends[] = { 2, 14, 31, 42, 47, 68 };
  TrsTranscriptBuffer *buffer = trs_transcript_view_get_buffer (fixture->view);
  g_autofree char *before = trs_transcript_view_render (fixture->view);
  g_autofree char *after = NULL;
  g_autofree char *word = NULL;
  g_autofree char *all = NULL;
  GtkTextIter iter;
  GtkTextIter end;

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      select_range (fixture, (TrsTextPosition) { 3, i > 0 ? ends[i - 1] : 0 }, (TrsTextPosition) { 3, ends[i] });
      write_note (fixture, "Note");
    }
  assert_tagged (fixture, "note-sign",
                 NOTE_SIGN "|" NOTE_SIGN "|" NOTE_SIGN "|" NOTE_SIGN "|" NOTE_SIGN "|" NOTE_SIGN);
  for (gsize i = 0; i <= strlen (QUESTION); i++)
    {
      trs_transcript_buffer_get_iter (buffer, (TrsTextPosition) { 3, i }, &iter);
      g_assert_cmpuint (trs_transcript_buffer_to_position (buffer, &iter).paragraph, ==, 3);
      g_assert_cmpuint (trs_transcript_buffer_to_position (buffer, &iter).byte, ==, i);
      if (i < strlen (QUESTION) && !gtk_text_iter_has_tag (&iter, gtk_text_tag_table_lookup (
                                                                      gtk_text_buffer_get_tag_table (
                                                                          GTK_TEXT_BUFFER (buffer)),
                                                                      "note-sign")))
        g_assert_cmpint (gtk_text_iter_get_char (&iter), ==, QUESTION[i]);
    }
  /* each place of the sign is that behind which it stands */
  trs_transcript_buffer_get_iter (buffer, (TrsTextPosition) { 3, 14 }, &iter);
  for (guint i = 0; i < 3; i++, gtk_text_iter_forward_char (&iter))
    g_assert_cmpuint (trs_transcript_buffer_to_position (buffer, &iter).byte, ==, 14);

  all = dup_selected (fixture, (TrsTextPosition) { 3, 0 }, (TrsTextPosition) { 3, 68 });
  g_assert_cmpstr (all, ==, QUESTION);
  word = dup_selected (fixture, (TrsTextPosition) { 3, 22 }, (TrsTextPosition) { 3, 31 });
  g_assert_cmpstr (word, ==, "treasurer");
  activate (fixture, "highlights.colour", TRS_HIGHLIGHT_PINK);
  assert_tagged (fixture, "highlight-3", "treasurer");
  activate (fixture, "highlights.checked", -1);
  assert_tagged (fixture, "checked", "\u2002✓\u00a0Checked");
  assert_tagged (fixture, "note-sign",
                 NOTE_SIGN "|" NOTE_SIGN "|" NOTE_SIGN "|" NOTE_SIGN "|" NOTE_SIGN "|" NOTE_SIGN);
  save_pictures (fixture, "highlights-note-sign");
  activate (fixture, "highlights.checked", -1);
  assert_tagged (fixture, "checked", "");
  assert_tagged (fixture, "note-sign",
                 NOTE_SIGN "|" NOTE_SIGN "|" NOTE_SIGN "|" NOTE_SIGN "|" NOTE_SIGN "|" NOTE_SIGN);

  /* a sign alone is nothing to be copied */
  trs_transcript_buffer_get_iter (buffer, (TrsTextPosition) { 3, 14 }, &iter);
  end = iter;
  gtk_text_iter_forward_chars (&end, 2);
  gtk_text_buffer_select_range (GTK_TEXT_BUFFER (buffer), &iter, &end);
  g_clear_pointer (&word, g_free);
  word = trs_transcript_view_render (fixture->view);
  g_assert_cmpstr (word, ==, "");

  for (guint i = 0; i <= G_N_ELEMENTS (ends) + 2; i++)
    activate (fixture, "edits.undo", -1);
  assert_tagged (fixture, "note-sign", "");
  select_range (fixture, (TrsTextPosition) { 3, 0 }, (TrsTextPosition) { 3, 0 });
  after = trs_transcript_view_render (fixture->view);
  g_assert_cmpstr (after, ==, before);
}

/* The sign is there to be read, and in nothing that is copied. */
static void
test_checked (Fixture       *fixture,
              gconstpointer  user_data)
{
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *selected = NULL;
  TrsTextPosition start;
  TrsTextPosition end;

  before = trs_transcript_view_render (fixture->view);
  select_range (fixture, (TrsTextPosition) { 5, 9 }, (TrsTextPosition) { 5, 32 });
  press_key (fixture, GDK_KEY_d, GDK_CONTROL_MASK);
  trs_test_wait_until (trs_document_get_checked (get_document (fixture), 5) != NULL);
  assert_tagged (fixture, "checked", "\u2002✓\u00a0Checked");
  g_assert_null (trs_document_get_checked (get_document (fixture), 4));

  g_assert_true (trs_transcript_buffer_get_selection (TRS_TRANSCRIPT_BUFFER (get_buffer (fixture)), &start, &end));
  g_assert_cmpuint (end.byte, ==, 32);
  selected = trs_transcript_view_render (fixture->view);
  g_assert_cmpstr (selected, ==, "committee confirm that?");
  select_range (fixture, (TrsTextPosition) { 5, 9 }, (TrsTextPosition) { 5, 9 });
  after = trs_transcript_view_render (fixture->view);
  g_assert_cmpstr (after, ==, before);

  /* the same key takes it back, and one of several paragraphs is for all */
  select_range (fixture, (TrsTextPosition) { 4, 9 }, (TrsTextPosition) { 6, 3 });
  activate (fixture, "highlights.checked", -1);
  assert_tagged (fixture, "checked", "\u2002✓\u00a0Checked|\u2002✓\u00a0Checked|\u2002✓\u00a0Checked");
  activate (fixture, "highlights.checked", -1);
  assert_tagged (fixture, "checked", "");
}

static TrsTextPosition
end_of (TrsTranscript *transcript,
        guint          paragraph)
{
  return (TrsTextPosition) { paragraph,
                             trs_transcript_get_paragraph (transcript, TRS_TEXT_ALL, paragraph)->body_length };
}

/* What is still to come is tagged as it comes, and also if it was highlighted meanwhile. */
static void
test_loading (Fixture       *fixture,
              gconstpointer  user_data)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_generate (600);
  g_autoptr (TrsAnnotations) nothing = trs_annotations_new ();
  g_autoptr (TrsAnnotations) one = trs_annotations_highlight (nothing, transcript, (TrsTextPosition){ 23, 5 },
                                                              end_of (transcript, 25), TRS_HIGHLIGHT_GREEN, "Note", 1);
  g_autoptr (TrsAnnotations) two = trs_annotations_highlight (one, transcript, (TrsTextPosition){ 500, 0 },
                                                              end_of (transcript, 500), TRS_HIGHLIGHT_BLUE, NULL, 2);
  g_autoptr (TrsAnnotations) three = trs_test_set_checked (two, transcript, 501, TRUE, 3);
  g_autoptr (TrsDocument) first = trs_document_new (transcript, one);
  g_autoptr (TrsDocument) last = trs_document_new (transcript, three);
  g_autofree char *words = trs_transcript_dup_words (transcript, (TrsTextPosition) { 23, 5 }, end_of (transcript, 25));
  g_auto (GStrv) passages = g_strsplit (words, "\n\n", -1);
  g_autofree char *expected = g_strjoinv ("|", passages);
  g_autofree char *late = trs_transcript_dup_words (transcript, (TrsTextPosition) { 500, 0 }, end_of (transcript, 500));
  GtkTextIter iter;

  trs_transcript_view_set_document (fixture->view, first);
  assert_tagged (fixture, "highlight-2", "");
  trs_transcript_view_set_document (fixture->view, last);
  assert_tagged (fixture, "highlight-2", "");
  trs_transcript_buffer_get_iter (TRS_TRANSCRIPT_BUFFER (get_buffer (fixture)), end_of (transcript, 599), &iter);
  assert_tagged (fixture, "highlight-1", expected);
  assert_tagged (fixture, "note-sign", NOTE_SIGN);
  assert_tagged (fixture, "highlight-2", late);
  assert_tagged (fixture, "checked", "\u2002✓\u00a0Checked");
}

/* Where a place of the transcript is in the view. */
static void
get_point (Fixture         *fixture,
           TrsTextPosition  position,
           int             *x,
           int             *y)
{
  GtkTextView *view = GTK_TEXT_VIEW (fixture->view);
  GtkTextIter iter;
  GdkRectangle caret;

  trs_transcript_buffer_get_iter (TRS_TRANSCRIPT_BUFFER (get_buffer (fixture)), position, &iter);
  gtk_text_view_get_cursor_locations (view, &iter, &caret, NULL);
  gtk_text_view_buffer_to_window_coords (view, GTK_TEXT_WINDOW_WIDGET, caret.x, caret.y + caret.height / 2, x, y);
}

static void
drag (Fixture         *fixture,
      TrsTextPosition  start,
      TrsTextPosition  end)
{
  int from_x, from_y, to_x, to_y;

  get_point (fixture, start, &from_x, &from_y);
  get_point (fixture, end, &to_x, &to_y);
  trs_real_input_drag (GTK_WIDGET (fixture->view), from_x, from_y, to_x, to_y);
}

static GtkWidget *
find (Fixture    *fixture,
      const char *id)
{
  return trs_display_test_find (GTK_WIDGET (fixture->page), id);
}

static GtkWidget *
get_popover (Fixture *fixture)
{
  return gtk_widget_get_ancestor (find (fixture, "box"), GTK_TYPE_POPOVER);
}

/* The upper or lower edge of what the popover shows, in the window. */
static int
get_popover_edge (Fixture  *fixture,
                  gboolean  bottom)
{
  GtkNative *popover = GTK_NATIVE (get_popover (fixture));
  GtkWidget *box = find (fixture, "box");
  GdkPopup *popup = GDK_POPUP (gtk_native_get_surface (popover));
  graphene_rect_t bounds;
  double popover_x, popover_y, window_x, window_y;

  g_assert_true (gtk_widget_compute_bounds (box, GTK_WIDGET (popover), &bounds));
  gtk_native_get_surface_transform (popover, &popover_x, &popover_y);
  gtk_native_get_surface_transform (GTK_NATIVE (fixture->window), &window_x, &window_y);
  return gdk_popup_get_position_y (popup) + (int) (popover_y - window_y + bounds.origin.y +
                                                   (bottom ? bounds.size.height : 0));
}

static int
get_window_y (Fixture         *fixture,
              TrsTextPosition  position)
{
  int x, y;
  graphene_point_t point;

  get_point (fixture, position, &x, &y);
  g_assert_true (gtk_widget_compute_point (GTK_WIDGET (fixture->view), GTK_WIDGET (fixture->window),
                                           &GRAPHENE_POINT_INIT (x, y), &point));
  return (int) point.y;
}

static void
test_popover (Fixture       *fixture,
              gconstpointer  user_data)
{
  GtkWidget *popover = get_popover (fixture);

  trs_real_input_focus (GTK_WIDGET (fixture->view));
  g_assert_false (gtk_widget_get_visible (popover));
  drag (fixture, (TrsTextPosition) { 3, 0 }, (TrsTextPosition) { 3, 60 });
  trs_test_wait_until (gtk_widget_get_mapped (popover));
  trs_display_test_wait_frame (popover);
  g_assert_cmpint (get_popover_edge (fixture, FALSE), >, get_window_y (fixture, (TrsTextPosition) { 3, 50 }));
  g_assert_true (gtk_widget_has_focus (GTK_WIDGET (fixture->view)));
  /* the project has a video, and nobody quotes yet */
  g_assert_true (gtk_widget_get_visible (find (fixture, "copy")));
  g_assert_true (gtk_widget_get_visible (find (fixture, "open_video_here")));
  g_assert_true (gtk_widget_get_visible (find (fixture, "colours")));
  trs_display_test_save_png (popover, "selection-popover");

  trs_real_input_key (GTK_WIDGET (fixture->view), GDK_KEY_Escape, 0);
  trs_test_wait_until (!gtk_widget_get_mapped (popover));
  g_assert_true (gtk_text_buffer_get_selection_bounds (get_buffer (fixture), NULL, NULL));
  select_range (fixture, (TrsTextPosition) { 3, 0 }, (TrsTextPosition) { 3, 0 });

  drag (fixture, (TrsTextPosition) { 3, 10 }, (TrsTextPosition) { 3, 50 });
  trs_test_wait_until (gtk_widget_get_mapped (popover));
  select_range (fixture, (TrsTextPosition) { 3, 0 }, (TrsTextPosition) { 3, 0 });
  trs_test_wait_until (!gtk_widget_get_mapped (popover));

  drag (fixture, (TrsTextPosition) { 3, 10 }, (TrsTextPosition) { 3, 50 });
  trs_test_wait_until (gtk_widget_get_mapped (popover));
  trs_real_input_scroll (GTK_WIDGET (fixture->view), 2);
  trs_test_wait_until (!gtk_widget_get_mapped (popover));

  /* a toggle moves the words */
  select_range (fixture, (TrsTextPosition) { 3, 0 }, (TrsTextPosition) { 3, 0 });
  drag (fixture, (TrsTextPosition) { 3, 10 }, (TrsTextPosition) { 3, 50 });
  trs_test_wait_until (gtk_widget_get_mapped (popover));
  trs_real_input_click_on (find (fixture, "timecodes"));
  trs_test_wait_until (!gtk_widget_get_mapped (popover));
}

/* Near the lower edge it stands above the words; a colour in it highlights them, and shows them. */
static void
test_popover_above (Fixture       *fixture,
                    gconstpointer  user_data)
{
  GtkWidget *popover = get_popover (fixture);
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (fixture->view));
  int height = gtk_widget_get_height (GTK_WIDGET (fixture->view));
  int x, y;

  show (fixture, trs_test_transcript_generate (60));
  /* until all lines have their heights */
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  get_point (fixture, (TrsTextPosition) { 8, 3 }, &x, &y);
  gtk_adjustment_set_value (adjustment, y - (height - 20));
  trs_display_test_wait_frame (GTK_WIDGET (fixture->view));
  drag (fixture, (TrsTextPosition) { 8, 3 }, (TrsTextPosition) { 8, 30 });
  trs_test_wait_until (gtk_widget_get_mapped (popover));
  trs_display_test_wait_frame (popover);
  g_assert_cmpint (get_popover_edge (fixture, TRUE), <, get_window_y (fixture, (TrsTextPosition) { 8, 3 }));

  trs_display_test_click (find (fixture, "colour_1"));
  g_assert_cmpuint (trs_document_get_highlights (get_document (fixture))->len, ==, 1);
  trs_test_wait_until (!gtk_widget_get_mapped (popover));
  g_assert_cmpint (g_settings_get_int (fixture->rig->settings, "highlight-colour"), ==, TRS_HIGHLIGHT_GREEN);
}

/* Words that fill the view are not covered. */
static void
test_popover_keeps_away (Fixture       *fixture,
                         gconstpointer  user_data)
{
  GtkWidget *popover = get_popover (fixture);

  select_range (fixture, (TrsTextPosition) { 0, 0 }, (TrsTextPosition) { 9, 100 });
  trs_real_input_move (GTK_WIDGET (fixture->view), 300, 300);
  trs_real_input_release (GTK_WIDGET (fixture->view), GDK_BUTTON_PRIMARY);
  trs_display_test_wait_frame (GTK_WIDGET (fixture->view));
  g_assert_false (gtk_widget_get_visible (popover));
}

/* What was found can be seen on any highlight. */
static void
test_hits_above (Fixture       *fixture,
                 gconstpointer  user_data)
{
  GtkTextTagTable *tags = gtk_text_buffer_get_tag_table (get_buffer (fixture));
  int hit = gtk_text_tag_get_priority (gtk_text_tag_table_lookup (tags, "hit"));
  int current = gtk_text_tag_get_priority (gtk_text_tag_table_lookup (tags, "current"));

  for (guint i = 0; i < TRS_HIGHLIGHT_N_COLOURS; i++)
    {
      g_autofree char *name = g_strdup_printf ("highlight-%u", i);
      int highlight = gtk_text_tag_get_priority (gtk_text_tag_table_lookup (tags, name));

      g_assert_cmpint (highlight, <, hit);
      g_assert_cmpint (highlight, <, current);
    }
}

static void
highlight_all_colours (Fixture *fixture)
{
  static const struct
  {
    TrsTextPosition start;
    TrsTextPosition end;
  } ranges[TRS_HIGHLIGHT_N_COLOURS] = {
    { { 4, 76 }, { 4, 160 } }, { { 1, 0 }, { 1, 41 } }, { { 2, 70 }, { 3, 20 } }, { { 7, 0 }, { 7, 37 } },
  };

  for (int i = 0; i < TRS_HIGHLIGHT_N_COLOURS; i++)
    {
      select_range (fixture, ranges[i].start, ranges[i].end);
      activate (fixture, "highlights.colour", i);
    }
  select_range (fixture, (TrsTextPosition) { 7, 39 }, (TrsTextPosition) { 7, 70 });
  write_note (fixture, "Ask the treasurer");
  select_range (fixture, (TrsTextPosition) { 0, 0 }, (TrsTextPosition) { 1, 3 });
  activate (fixture, "highlights.checked", -1);
  select_range (fixture, (TrsTextPosition) { 0, 0 }, (TrsTextPosition) { 0, 0 });
}

static GtkWidget *
open_list (Fixture *fixture)
{
  GtkWidget *pane = find (fixture, "highlights_pane");

  press_key (fixture, GDK_KEY_h, GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  trs_test_wait_until (gtk_widget_get_mapped (pane));
  return pane;
}

static gboolean
is_enabled (Fixture    *fixture,
            const char *action)
{
  GtkWidget *probe = g_object_ref_sink (gtk_button_new ());
  gboolean enabled;

  gtk_actionable_set_action_name (GTK_ACTIONABLE (probe), action);
  if (g_str_equal (action, "highlights.colour"))
    gtk_actionable_set_action_target (GTK_ACTIONABLE (probe), "i", 0);
  gtk_widget_insert_before (probe, GTK_WIDGET (fixture->page), NULL);
  enabled = gtk_widget_get_sensitive (probe);
  gtk_widget_unparent (probe);
  g_object_unref (probe);
  return enabled;
}

/* What cannot be done now is not offered; an edit that is taken back is followed, too. */
static void
test_sensitive (Fixture       *fixture,
                gconstpointer  user_data)
{
  g_autoptr (TrsTranscript) transcript = g_object_ref (trs_document_get_transcript (get_document (fixture)));
  g_autoptr (TrsDocument) unknown = trs_document_new (transcript, NULL);

  g_assert_true (is_enabled (fixture, "highlights.highlight"));
  g_assert_true (is_enabled (fixture, "highlights.colour"));
  g_assert_false (is_enabled (fixture, "highlights.remove"));
  g_assert_true (is_enabled (fixture, "highlights.checked"));
  select_range (fixture, (TrsTextPosition) { 3, 0 }, (TrsTextPosition) { 3, 14 });
  g_assert_true (is_enabled (fixture, "highlights.highlight"));
  g_assert_true (is_enabled (fixture, "highlights.colour"));
  g_assert_false (is_enabled (fixture, "highlights.remove"));
  activate (fixture, "highlights.highlight", -1);
  g_assert_true (is_enabled (fixture, "highlights.remove"));
  /* words within a placed lead to it */
  select_range (fixture, (TrsTextPosition) { 3, 3 }, (TrsTextPosition) { 3, 5 });
  g_assert_true (is_enabled (fixture, "highlights.remove"));

  activate (fixture, "edits.undo", -1);
  g_assert_cmpuint (trs_document_get_highlights (get_document (fixture))->len, ==, 0);
  assert_tagged (fixture, "highlight-0", "");
  g_assert_false (is_enabled (fixture, "highlights.remove"));

  g_object_set (fixture->page, "document", unknown, NULL);
  g_assert_false (is_enabled (fixture, "highlights.checked"));
  show (fixture, trs_test_transcript_unaligned (FALSE));
  select_range (fixture, (TrsTextPosition) { 0, 0 }, (TrsTextPosition) { 0, 4 });
  g_assert_false (is_enabled (fixture, "highlights.highlight"));
  g_assert_false (is_enabled (fixture, "highlights.checked"));
}

static GtkSelectionModel *
get_rows (Fixture *fixture)
{
  return gtk_list_view_get_model (GTK_LIST_VIEW (find (fixture, "list")));
}

/* What the rows say, one a line; that which is chosen after a star. */
static char *
dup_rows (Fixture *fixture)
{
  GtkSelectionModel *rows = get_rows (fixture);
  GString *string = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (rows)); i++)
    {
      g_autoptr (TrsHighlight) highlight = g_list_model_get_item (G_LIST_MODEL (rows), i);

      g_string_append_printf (string, "%s%.20s\n", gtk_selection_model_is_selected (rows, i) ? "*" : "",
                              trs_highlight_get_annotation (highlight)->words);
    }
  return g_string_free (string, FALSE);
}

static void
assert_rows (Fixture    *fixture,
             const char *expected)
{
  g_autofree char *rows = dup_rows (fixture);

  g_assert_cmpstr (rows, ==, expected);
}

static void
assert_caret (Fixture *fixture,
              guint    paragraph,
              gsize    byte)
{
  TrsTextPosition caret = trs_transcript_buffer_get_caret (TRS_TRANSCRIPT_BUFFER (get_buffer (fixture)));

  g_assert_cmpuint (caret.paragraph, ==, paragraph);
  g_assert_cmpuint (caret.byte, ==, byte);
}

static gboolean
has_focus_inside (Fixture   *fixture,
                  GtkWidget *widget)
{
  GtkWidget *focus = gtk_window_get_focus (fixture->window);

  return focus != NULL && (focus == widget || gtk_widget_is_ancestor (focus, widget));
}

/* From the first row, which has the focus. The newest GTK selects that one first. */
static void
go_to_second_row (Fixture   *fixture,
                  GtkWidget *pane)
{
  trs_real_input_key (pane, GDK_KEY_Down, 0);
  if (gtk_selection_model_is_selected (get_rows (fixture), 0))
    trs_real_input_key (pane, GDK_KEY_Down, 0);
}

/* The list stays beside the text, and each follows the other. */
static void
test_list (Fixture       *fixture,
           gconstpointer  user_data)
{
  GtkWidget *pane;

  highlight_all_colours (fixture);
  pane = open_list (fixture);
  g_assert_true (has_focus_inside (fixture, pane));
  assert_rows (fixture, "First on the agenda \nIn November we were \nWhat they found in J\nThen I withdraw the \n"
                        "but not the question\n");
  save_pictures (fixture, "highlights-list");
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find (fixture, "show")), 1 + TRS_HIGHLIGHT_PINK);
  assert_rows (fixture, "Then I withdraw the \nbut not the question\n");
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find (fixture, "show")), 0);

  gtk_widget_grab_focus (pane);
  /* the text goes where the keys go in the list, and the list is still there */
  go_to_second_row (fixture, pane);
  assert_rows (fixture, "First on the agenda \n*In November we were \nWhat they found in J\nThen I withdraw the \n"
                        "but not the question\n");
  assert_caret (fixture, 2, 70);
  trs_real_input_key (pane, GDK_KEY_Return, 0);
  trs_test_wait_until (gtk_widget_has_focus (GTK_WIDGET (fixture->view)));
  g_assert_true (gtk_widget_get_mapped (pane));

  /* where the caret is, is chosen */
  select_range (fixture, (TrsTextPosition) { 4, 80 }, (TrsTextPosition) { 4, 80 });
  assert_rows (fixture, "First on the agenda \nIn November we were \n*What they found in J\nThen I withdraw the \n"
                        "but not the question\n");
  select_range (fixture, (TrsTextPosition) { 5, 1 }, (TrsTextPosition) { 5, 1 });
  assert_rows (fixture, "First on the agenda \nIn November we were \nWhat they found in J\nThen I withdraw the \n"
                        "but not the question\n");

  /* what is highlighted beside it is in it at once */
  select_range (fixture, (TrsTextPosition) { 5, 0 }, (TrsTextPosition) { 5, 4 });
  press_key (fixture, GDK_KEY_h, GDK_CONTROL_MASK);
  assert_rows (fixture, "First on the agenda \nIn November we were \nWhat they found in J\n*Does\n"
                        "Then I withdraw the \nbut not the question\n");

  /* it is there again in the next transcript, and at the next start */
  g_assert_true (g_settings_get_boolean (fixture->rig->settings, "show-highlights"));
  press_key (fixture, GDK_KEY_h, GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  trs_test_wait_until (!gtk_widget_get_mapped (pane));
  g_assert_true (gtk_widget_has_focus (GTK_WIDGET (fixture->view)));
  g_assert_false (g_settings_get_boolean (fixture->rig->settings, "show-highlights"));
}

/* Delete, and back again. */
static void
test_list_delete (Fixture       *fixture,
                  gconstpointer  user_data)
{
  GtkWidget *pane;

  highlight_all_colours (fixture);
  pane = open_list (fixture);
  go_to_second_row (fixture, pane);
  trs_real_input_key (pane, GDK_KEY_Delete, 0);
  trs_test_wait_until (trs_document_get_highlights (get_document (fixture))->len == 4);
  assert_rows (fixture, "First on the agenda \n*What they found in J\nThen I withdraw the \nbut not the question\n");
  assert_tagged (fixture, "highlight-2", "");
  g_assert_true (has_focus_inside (fixture, pane));
  trs_real_input_key (pane, GDK_KEY_z, GDK_CONTROL_MASK);
  trs_test_wait_until (trs_document_get_highlights (get_document (fixture))->len == 5);
  assert_tagged (fixture, "highlight-2",
                 "In November we were told that the repairs would cost four million. The paper tonight says six point "
                 "two, and I cannot find a single line in it that explains the difference.|So my question to the");
}

/* From the caret on, with the list and without it; behind the last is the first. */
static void
test_step (Fixture       *fixture,
           gconstpointer  user_data)
{
  highlight_all_colours (fixture);
  for (guint open = 0; open <= 1; open++)
    {
      if (open)
        open_list (fixture);
      select_range (fixture, (TrsTextPosition) { 0, 0 }, (TrsTextPosition) { 0, 0 });
      press_key (fixture, GDK_KEY_F4, 0);
      assert_caret (fixture, 1, 0);
      press_key (fixture, GDK_KEY_F4, 0);
      assert_caret (fixture, 2, 70);
      press_key (fixture, GDK_KEY_F4, GDK_SHIFT_MASK);
      assert_caret (fixture, 1, 0);
      press_key (fixture, GDK_KEY_F4, GDK_SHIFT_MASK);
      assert_caret (fixture, 7, 39);
      press_key (fixture, GDK_KEY_F4, 0);
      assert_caret (fixture, 1, 0);
    }

  /* what the list does not show is passed */
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find (fixture, "show")), 1 + TRS_HIGHLIGHT_YELLOW);
  press_key (fixture, GDK_KEY_F4, 0);
  assert_caret (fixture, 4, 76);
  press_key (fixture, GDK_KEY_F4, 0);
  assert_caret (fixture, 4, 76);
}

/* Where there is no room beside the text, it stands below; where there is none at all, the text has it. */
static void
test_list_narrow (void)
{
  Fixture fixture = { NULL };
  GtkWidget *pane;
  graphene_rect_t list;
  graphene_rect_t text;

  set_up_page (&fixture, 360, TRUE);
  highlight_all_colours (&fixture);
  pane = open_list (&fixture);
  g_assert_true (gtk_widget_compute_bounds (pane, GTK_WIDGET (fixture.page), &list));
  g_assert_true (gtk_widget_compute_bounds (GTK_WIDGET (fixture.view), GTK_WIDGET (fixture.page), &text));
  g_assert_cmpfloat (list.origin.y, >=, text.origin.y + text.size.height);
  g_assert_cmpfloat (list.size.width, ==, gtk_widget_get_width (GTK_WIDGET (fixture.page)));
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (fixture.page)), <=, 360);
  save_pictures (&fixture, "highlights-list-narrow");
  gtk_window_set_default_size (fixture.window, 360, 294);
  trs_test_wait_until (gtk_widget_get_height (GTK_WIDGET (fixture.window)) <= 294);
  trs_test_wait_until (!gtk_widget_get_mapped (pane));
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (fixture.view)));
  tear_down (&fixture, NULL);
}

/* Words that another version of the text does not have stand at the end, and say so. */
static void
test_list_lost (Fixture       *fixture,
                gconstpointer  user_data)
{
  g_autoptr (TrsTranscript) transcript = g_object_ref (trs_document_get_transcript (get_document (fixture)));
  g_autoptr (TrsAnnotations) nothing = trs_annotations_new ();
  g_autoptr (TrsAnnotations) one =
      trs_annotations_highlight (nothing, transcript, (TrsTextPosition) { 3, 0 }, (TrsTextPosition) { 3, 14 },
                                 TRS_HIGHLIGHT_YELLOW, "Mind <b>this</b>", 1);
  g_autoptr (TrsAnnotations) two =
      trs_annotations_highlight (one, transcript, (TrsTextPosition) { 5, 0 }, (TrsTextPosition) { 5, 4 },
                                 TRS_HIGHLIGHT_GREEN, NULL, 2);
  g_autoptr (TrsDocument) document = NULL;
  GtkWidget *pane;

  strcpy (((TrsAnnotation *) g_ptr_array_index (two, 0))->words, "So their quest");
  document = trs_document_new (transcript, two);
  g_assert_cmpuint (trs_document_get_lost (document)->len, ==, 1);
  g_object_set (fixture->page, "document", document, NULL);

  pane = open_list (fixture);
  trs_frame_harness_settle ();
  assert_rows (fixture, "Does\nSo their quest\n");
  g_assert_nonnull (trs_display_test_find_label (pane, "The text has changed: these words are not in it any more."));
  g_assert_nonnull (trs_display_test_find_label (pane, "Mind <b>this</b>"));
  save_pictures (fixture, "highlights-list-lost");
  trs_real_input_focus (pane);
  trs_real_input_key (pane, GDK_KEY_Escape, 0);
  trs_test_wait_until (gtk_widget_has_focus (GTK_WIDGET (fixture->view)));
  g_assert_true (gtk_widget_get_mapped (pane));
}

static GtkWidget *
find_row (GtkWidget  *pane,
          const char *what)
{
  GtkWidget *chip = trs_display_test_find_label (pane, what);

  g_assert_nonnull (chip);
  /* the label, its line, the box, and what has the focus */
  return gtk_widget_get_parent (gtk_widget_get_parent (gtk_widget_get_parent (chip)));
}

static void
assert_row (GtkWidget  *pane,
            const char *what,
            const char *spoken)
{
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (find_row (pane, what)), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken);
}

static void
add_left (TrsAnnotations *annotations,
          TrsAnnotation   item)
{
  item.version = 5;
  g_ptr_array_add (annotations, trs_annotation_copy (&item));
}

static guint
count_rows (Fixture *fixture)
{
  return g_list_model_get_n_items (G_LIST_MODEL (get_rows (fixture)));
}

/* So do checks, speakers and names that were left with another version, each with its words and what it is. */
static void
test_list_left (Fixture       *fixture,
                gconstpointer  user_data)
{
  g_autoptr (TrsTranscript) transcript = g_object_ref (trs_document_get_transcript (get_document (fixture)));
  g_autoptr (TrsAnnotations) left = trs_annotations_new ();
  g_autoptr (TrsDocument) document = NULL;
  GtkWidget *pane;
  GtkWidget *row;

  add_left (left, (TrsAnnotation) { .kind = TRS_ANNOTATION_MERGE, .number = 4, .other = 3 });
  add_left (left, (TrsAnnotation) { .kind = TRS_ANNOTATION_NAME, .number = 2, .text = (char *) "Anna <b>Berg" });
  add_left (left, (TrsAnnotation) { .kind = TRS_ANNOTATION_SPEAKER, .number = 2, .start = { 3, 0 },
                                    .words = (char *) "I cannot answer that." });
  add_left (left, (TrsAnnotation) { .kind = TRS_ANNOTATION_CHECKED, .start = { 6, 0 },
                                    .words = (char *) "It was the second of March." });
  add_left (left, (TrsAnnotation) { .kind = TRS_ANNOTATION_CHECKED, .start = { 2, 0 },
                                    .words = (char *) "So their question was heard." });
  document = trs_document_new (transcript, left);
  g_object_set (fixture->page, "document", document, NULL);
  select_range (fixture, (TrsTextPosition) { 5, 0 }, (TrsTextPosition) { 5, 4 });
  activate (fixture, "highlights.colour", TRS_HIGHLIGHT_YELLOW);

  pane = open_list (fixture);
  trs_frame_harness_settle ();
  g_assert_cmpuint (count_rows (fixture), ==, 6);
  assert_row (pane, "Checked", "Checked, So their question was heard., "
                               "The text has changed: it’s not certain that this paragraph is still the same.");
  assert_row (pane, "Given to Anna <b>Berg", "Given to Anna <b>Berg, I cannot answer that., "
                    "The text has changed: it’s not certain that this paragraph is still the same.");
  assert_row (pane, "Named Anna <b>Berg", "Named Anna <b>Berg, Speaker 2, "
                    "The text has changed: it’s not certain who this speaker is in it.");
  assert_row (pane, "Same person as Speaker 3", "Same person as Speaker 3, Speaker 4, "
                    "The text has changed: it’s not certain who these speakers are in it.");
  g_assert_nonnull (trs_display_test_find_label (pane, "It was the second of March."));
  save_pictures (fixture, "highlights-list-left");

  /* a colour shows highlights alone, and what is not there is gone to by no key */
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find (fixture, "show")), 1 + TRS_HIGHLIGHT_YELLOW);
  assert_rows (fixture, "*Does\n");
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find (fixture, "show")), 0);
  select_range (fixture, (TrsTextPosition) { 0, 0 }, (TrsTextPosition) { 0, 0 });
  press_key (fixture, GDK_KEY_F4, 0);
  assert_caret (fixture, 5, 0);
  press_key (fixture, GDK_KEY_F4, 0);
  assert_caret (fixture, 5, 0);

  /* a key removes it, and another one brings it back */
  row = find_row (pane, "Given to Anna <b>Berg");
  gtk_widget_grab_focus (row);
  trs_test_wait_until (gtk_widget_has_focus (row));
  trs_real_input_key (row, GDK_KEY_space, 0);
  trs_real_input_key (row, GDK_KEY_Delete, 0);
  trs_test_wait_until (count_rows (fixture) == 5);
  trs_frame_harness_settle ();
  g_assert_null (trs_display_test_find_label (pane, "Given to Anna <b>Berg"));
  trs_real_input_key (pane, GDK_KEY_z, GDK_CONTROL_MASK);
  trs_test_wait_until (count_rows (fixture) == 6);
}

static void
test_looks (Fixture       *fixture,
            gconstpointer  user_data)
{
  highlight_all_colours (fixture);
  save_pictures (fixture, "highlights");
}

static void
test_looks_narrow (void)
{
  Fixture fixture = { NULL };

  set_up_page (&fixture, 360, TRUE);
  highlight_all_colours (&fixture);
  save_pictures (&fixture, "highlights-narrow");
  tear_down (&fixture, NULL);
}

/* Where one row is too wide, it has three. */
static void
test_popover_narrow (void)
{
  Fixture fixture = { NULL };
  GtkWidget *popover;

  set_up_page (&fixture, 360, TRUE);
  popover = get_popover (&fixture);
  drag (&fixture, (TrsTextPosition) { 3, 0 }, (TrsTextPosition) { 3, 20 });
  trs_test_wait_until (gtk_widget_get_mapped (popover));
  trs_display_test_save_png (popover, "selection-popover-narrow");
  g_assert_cmpint (gtk_widget_get_width (popover), <=, 360);
  tear_down (&fixture, NULL);
}

static void
test_looks_rtl (Fixture       *fixture,
                gconstpointer  user_data)
{
  static const TrsTestParagraph hebrew[] = {
    { 3000, 1, "ערב טוב, אנחנו פותחים את הישיבה. התקציב של הנמל עומד על ארבעה מיליון, וזה לא מספיק." },
    { 9000, 1, "תודה רבה לכולם." },
    { 0, 0, NULL },
  };

  show (fixture, trs_test_transcript_new (hebrew, "he"));
  select_range (fixture, (TrsTextPosition) { 0, 15 }, (TrsTextPosition) { 0, 43 });
  activate (fixture, "highlights.colour", TRS_HIGHLIGHT_GREEN);
  activate (fixture, "highlights.checked", -1);
  assert_tagged (fixture, "checked", "\u2002✓\u00a0Checked");
  save_pictures (fixture, "highlights-rtl");
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
#define ADD(name, function) g_test_add ("/highlights/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("keys", test_keys);
  ADD ("whole-words", test_whole_words);
  ADD ("caret", test_caret);
  ADD ("found", test_found);
  ADD ("borders", test_borders);
  ADD ("overlap", test_overlap);
  ADD ("change-colour", test_change_colour);
  ADD ("overlap-of-colours", test_overlap_of_colours);
  ADD ("note", test_note);
  ADD ("note-sign", test_note_sign);
  ADD ("checked", test_checked);
  ADD ("loading", test_loading);
  ADD ("popover", test_popover);
  ADD ("popover-above", test_popover_above);
  ADD ("popover-keeps-away", test_popover_keeps_away);
  ADD ("sensitive", test_sensitive);
  ADD ("hits-above", test_hits_above);
  ADD ("list", test_list);
  ADD ("list-delete", test_list_delete);
  ADD ("step", test_step);
  ADD ("list-lost", test_list_lost);
  ADD ("list-left", test_list_left);
  ADD ("looks", test_looks);
  ADD ("looks-rtl", test_looks_rtl);
  g_test_add_func ("/highlights/list-narrow", test_list_narrow);
  g_test_add_func ("/highlights/looks-narrow", test_looks_narrow);
  g_test_add_func ("/highlights/popover-narrow", test_popover_narrow);
  return g_test_run ();
}
