/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-annotation-editor.h"
#include "trs-display-test.h"
#include "trs-frame-harness.h"
#include "trs-message-dialog.h"
#include "trs-name-dialog.h"
#include "trs-real-input.h"
#include "trs-session-rig.h"
#include "trs-speakers-dialog.h"
#include "trs-test-view.h"
#include "trs-transcript-page.h"

typedef struct
{
  TrsSessionRig *rig;
  TrsTranscriptPage *page;
  TrsTranscriptView *view;
  GtkWindow *window;
} Fixture;

static void
show (Fixture       *fixture,
      TrsTranscript *transcript)
{
  g_autoptr (TrsDocument) document = trs_test_document_new (transcript);

  g_object_unref (transcript);
  g_object_set (fixture->page, "document", document, NULL);
  trs_display_test_wait_frame (GTK_WIDGET (fixture->page));
}

static void
set_up (Fixture       *fixture,
        gconstpointer  user_data)
{
  g_autofree char *entry = trs_session_rig_entry ("p1", "City council, 12 March", "video-1", "done",
                                                  "2026-03-12T10:00:00Z");

  fixture->rig = trs_session_rig_new_keeping ();
  trs_session_rig_list (fixture->rig, entry);
  trs_session_rig_start (fixture->rig);
  fixture->page = g_object_new (TRS_TYPE_TRANSCRIPT_PAGE, "settings", fixture->rig->settings, "session",
                                fixture->rig->session, NULL);
  g_object_set (fixture->page, "project", trs_session_rig_find (fixture->rig, "p1"), NULL);
  fixture->view = TRS_TRANSCRIPT_VIEW (trs_display_test_find (GTK_WIDGET (fixture->page), "view"));
  fixture->window = trs_display_test_present (GTK_WIDGET (fixture->page), 748, 770);
  show (fixture, trs_test_transcript_new (trs_test_council, "en"));
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  user_data)
{
  trs_display_test_destroy (fixture->window);
  trs_session_rig_free (fixture->rig);
}

static TrsDocument *
get_document (Fixture *fixture)
{
  return trs_transcript_view_get_document (fixture->view);
}

static gboolean
activate (Fixture    *fixture,
          const char *action)
{
  return gtk_widget_activate_action (GTK_WIDGET (fixture->view), action, NULL);
}

/* "1 1 2 2 3 1 4 2 3 1" is what the service says of the council. */
static char *
dup_speakers (Fixture *fixture)
{
  TrsDocument *document = get_document (fixture);
  guint n = trs_transcript_get_n_paragraphs (trs_document_get_transcript (document), TRS_TEXT_ALL);
  GString *string = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      guint speaker = trs_document_get_speaker (document, i);
      const char *name = trs_document_get_name (document, speaker);

      g_string_append_printf (string, i > 0 ? " " : "");
      if (name != NULL)
        g_string_append (string, name);
      else
        g_string_append_printf (string, "%u", speaker);
    }
  return g_string_free (string, FALSE);
}

#define assert_speakers(fixture, expected)                    \
  G_STMT_START                                                \
  {                                                           \
    g_autofree char *speakers_ = dup_speakers (fixture);      \
    g_assert_cmpstr (speakers_, ==, expected);                \
  }                                                           \
  G_STMT_END

/* The dialog over the window. */
static GtkWindow *
find_dialog (Fixture *fixture)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *it = windows; it != NULL; it = it->next)
    if (TRS_IS_SPEAKERS_DIALOG (it->data))
      return it->data;
  return NULL;
}

static GtkWindow *
open_dialog (Fixture *fixture)
{
  GtkWindow *dialog;

  g_assert_true (activate (fixture, "edits.speakers"));
  dialog = find_dialog (fixture);
  g_assert_nonnull (dialog);
  trs_display_test_wait_frame (GTK_WIDGET (dialog));
  return dialog;
}

/* The card of the speaker that stands at a place in the dialog. */
static GtkWidget *
get_card (GtkWindow *dialog,
          guint      place)
{
  GtkWidget *card = gtk_widget_get_first_child (trs_display_test_find (GTK_WIDGET (dialog), "cards"));

  for (guint i = 0; i < place; i++)
    card = gtk_widget_get_next_sibling (card);
  g_assert_nonnull (card);
  return card;
}

static GtkEditable *
get_entry (GtkWindow *dialog,
           guint      place)
{
  return GTK_EDITABLE (trs_display_test_find_type (get_card (dialog, place), ADW_TYPE_ENTRY_ROW));
}

/* What is shown is what is copied. */
static void
assert_in_copy (Fixture    *fixture,
                const char *words,
                gboolean    there)
{
  g_autofree char *text = trs_transcript_view_render (fixture->view);

  g_assert_true ((strstr (text, words) != NULL) == there);
}

static void
test_rename (Fixture       *fixture,
             gconstpointer  user_data)
{
  GtkWindow *dialog = open_dialog (fixture);

  trs_real_input_focus (GTK_WIDGET (get_entry (dialog, 0)));
  trs_real_input_type (GTK_WIDGET (dialog), "Anna");
  gtk_editable_set_text (get_entry (dialog, 2), " Jonas\nLind ");
  /* Return goes from name to name, and applies after the last one. */
  for (guint place = 1; place < 4; place++)
    {
      trs_real_input_key (GTK_WIDGET (dialog), GDK_KEY_Return, 0);
      trs_test_wait_until (gtk_widget_is_ancestor (gtk_window_get_focus (dialog),
                                                   GTK_WIDGET (get_entry (dialog, place))));
    }
  trs_real_input_key (GTK_WIDGET (dialog), GDK_KEY_Return, 0);
  trs_test_wait_until (find_dialog (fixture) == NULL);
  assert_speakers (fixture, "Anna Anna 2 2 Jonas Lind Anna 4 2 Jonas Lind Anna");
  assert_in_copy (fixture, "Anna: Good evening", TRUE);
  assert_in_copy (fixture, "Speaker 1", FALSE);

  /* All of it is one step. */
  g_assert_true (activate (fixture, "edits.undo"));
  assert_speakers (fixture, "1 1 2 2 3 1 4 2 3 1");
  assert_in_copy (fixture, "Speaker 1: Good evening", TRUE);
  activate (fixture, "edits.redo");
  assert_in_copy (fixture, "Jonas Lind: I can answer that", TRUE);
}

static void
test_cancel (Fixture       *fixture,
             gconstpointer  user_data)
{
  GtkWindow *dialog = open_dialog (fixture);

  gtk_editable_set_text (get_entry (dialog, 0), "Anna");
  gtk_widget_activate_action (GTK_WIDGET (dialog), "cards.merge", "(uu)", 2, 1);
  gtk_widget_activate_action (GTK_WIDGET (dialog), "cards.cancel", NULL);
  trs_test_wait_until (find_dialog (fixture) == NULL);
  assert_speakers (fixture, "1 1 2 2 3 1 4 2 3 1");

  /* Nothing typed is no edit. */
  dialog = open_dialog (fixture);
  gtk_widget_activate_action (GTK_WIDGET (dialog), "cards.apply", NULL);
  assert_speakers (fixture, "1 1 2 2 3 1 4 2 3 1");
  activate (fixture, "edits.undo");
  assert_speakers (fixture, "1 1 2 2 3 1 4 2 3 1");
}

static GtkWidget *
find_window (GType type)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *it = windows; it != NULL; it = it->next)
    if (G_OBJECT_TYPE (it->data) == type && gtk_widget_get_mapped (it->data))
      return it->data;
  return NULL;
}

/* Presses Escape, and answers the question with a button. */
static void
escape (GtkWindow  *dialog,
        const char *answer)
{
  GtkWidget *question;
  GtkWidget *button;

  trs_real_input_focus (GTK_WIDGET (dialog));
  trs_real_input_key (GTK_WIDGET (dialog), GDK_KEY_Escape, 0);
  trs_test_wait_until (find_window (TRS_TYPE_MESSAGE_DIALOG) != NULL);
  question = find_window (TRS_TYPE_MESSAGE_DIALOG);
  button = gtk_widget_get_ancestor (trs_display_test_find_label (question, answer), GTK_TYPE_BUTTON);
  trs_display_test_save_png (question, "13-speakers-escape");
  trs_display_test_click (button);
  trs_test_wait_until (find_window (TRS_TYPE_MESSAGE_DIALOG) == NULL);
}

/* Names that were typed are not dropped by one key; where nothing was, or it was taken back, nothing is asked. */
static void
test_escape (Fixture       *fixture,
             gconstpointer  user_data)
{
  GtkWindow *dialog = open_dialog (fixture);

  trs_real_input_focus (GTK_WIDGET (get_entry (dialog, 0)));
  trs_real_input_type (GTK_WIDGET (dialog), "Anna");
  escape (dialog, "Cancel");
  g_assert_true (find_dialog (fixture) == dialog);
  g_assert_cmpstr (gtk_editable_get_text (get_entry (dialog, 0)), ==, "Anna");
  escape (dialog, "Apply");
  trs_test_wait_until (find_dialog (fixture) == NULL);
  assert_speakers (fixture, "Anna Anna 2 2 3 Anna 4 2 3 Anna");

  dialog = open_dialog (fixture);
  gtk_editable_set_text (get_entry (dialog, 0), "Berta");
  escape (dialog, "Discard");
  trs_test_wait_until (find_dialog (fixture) == NULL);
  assert_speakers (fixture, "Anna Anna 2 2 3 Anna 4 2 3 Anna");

  dialog = open_dialog (fixture);
  gtk_editable_set_text (get_entry (dialog, 0), "Berta");
  gtk_editable_set_text (get_entry (dialog, 0), "Anna");
  trs_real_input_focus (GTK_WIDGET (dialog));
  trs_real_input_key (GTK_WIDGET (dialog), GDK_KEY_Escape, 0);
  trs_test_wait_until (find_dialog (fixture) == NULL);
}

/* The middle of a character of a name line, in the view. */
static void
locate_name (Fixture *fixture,
             guint    paragraph,
             double  *x,
             double  *y)
{
  GtkTextView *view = GTK_TEXT_VIEW (fixture->view);
  GtkTextIter iter;
  GdkRectangle place;
  int widget_x;
  int widget_y;

  trs_transcript_buffer_get_iter (trs_transcript_view_get_buffer (fixture->view), (TrsTextPosition){ paragraph, 0 },
                                  &iter);
  gtk_text_iter_backward_line (&iter);
  gtk_text_iter_forward_chars (&iter, 12);
  gtk_text_view_get_cursor_locations (view, &iter, &place, NULL);
  gtk_text_view_buffer_to_window_coords (view, GTK_TEXT_WINDOW_WIDGET, place.x + 2, place.y + place.height / 2,
                                         &widget_x, &widget_y);
  *x = widget_x;
  *y = widget_y;
}

/* A click on a name offers what can be done about its speaker. */
static void
test_click_on_name (Fixture       *fixture,
                    gconstpointer  user_data)
{
  GtkWidget *popover = trs_display_test_find (GTK_WIDGET (fixture->page), "name_popover");
  GtkWidget *dialog;
  double x;
  double y;

  locate_name (fixture, 2, &x, &y);
  trs_real_input_move (GTK_WIDGET (fixture->view), x, y);
  g_assert_cmpstr (gdk_cursor_get_name (gtk_widget_get_cursor (GTK_WIDGET (fixture->view))), ==, "pointer");
  trs_real_input_click (GTK_WIDGET (fixture->view), x, y, GDK_BUTTON_PRIMARY, 1);
  trs_test_wait_until (gtk_widget_get_mapped (popover));
  trs_display_test_save_png (popover, "13-name-popover");
  g_assert_nonnull (trs_display_test_find_label (popover, "Rename…"));
  g_assert_nonnull (trs_display_test_find_label (popover, "Speakers…"));
  trs_real_input_key (popover, GDK_KEY_Escape, 0);
  trs_test_wait_until (!gtk_widget_get_mapped (popover));

  g_assert_true (activate (fixture, "edits.rename-speaker"));
  dialog = find_window (TRS_TYPE_NAME_DIALOG);
  g_assert_nonnull (dialog);
  trs_display_test_wait_frame (dialog);
  trs_real_input_focus (trs_display_test_find (dialog, "name"));
  trs_real_input_type (dialog, "Berta");
  trs_real_input_key (dialog, GDK_KEY_Return, 0);
  trs_test_wait_until (find_window (TRS_TYPE_NAME_DIALOG) == NULL);
  assert_speakers (fixture, "1 1 Berta Berta 3 1 4 Berta 3 1");
}

/* How many they are, in the head of the page, leads to them. */
static void
test_link_in_head (Fixture       *fixture,
                   gconstpointer  user_data)
{
  GtkLabel *facts = GTK_LABEL (trs_display_test_find (GTK_WIDGET (fixture->page), "facts"));
  gboolean taken = FALSE;

  g_assert_nonnull (strstr (gtk_label_get_label (facts), "<a href=\"speakers:\""));
  g_signal_emit_by_name (facts, "activate-link", "speakers:", &taken);
  g_assert_true (taken);
  g_assert_nonnull (find_dialog (fixture));
  gtk_window_close (find_dialog (fixture));
}

static const char *
get_head (Fixture *fixture)
{
  GtkWidget *head = trs_display_test_find (GTK_WIDGET (fixture->page), "running_head");

  trs_frame_harness_settle ();
  return gtk_inscription_get_text (GTK_INSCRIPTION (gtk_widget_get_first_child (head)));
}

/* The running head says what the text says, after an edit, undo and redo. */
static void
test_running_head (Fixture       *fixture,
                   gconstpointer  user_data)
{
  trs_transcript_view_set_top (fixture->view, (TrsTextPosition) { 2, 10 });
  g_assert_true (g_str_has_prefix (get_head (fixture), "Speaker 2"));
  gtk_widget_activate_action (GTK_WIDGET (fixture->view), "edits.speakers", NULL);
  gtk_editable_set_text (get_entry (find_dialog (fixture), 1), "Berta");
  gtk_widget_activate_action (GTK_WIDGET (find_dialog (fixture)), "cards.apply", NULL);
  g_assert_true (g_str_has_prefix (get_head (fixture), "Berta"));
  activate (fixture, "edits.undo");
  g_assert_true (g_str_has_prefix (get_head (fixture), "Speaker 2"));
  activate (fixture, "edits.redo");
  g_assert_true (g_str_has_prefix (get_head (fixture), "Berta"));
}

static void
test_merge_and_part (Fixture       *fixture,
                     gconstpointer  user_data)
{
  GtkWindow *dialog = open_dialog (fixture);

  gtk_editable_set_text (get_entry (dialog, 3), "Bo");
  gtk_widget_activate_action (GTK_WIDGET (dialog), "cards.merge", "(uu)", 4, 2);
  /* The name goes along, and the card says whose the label is. */
  g_assert_cmpstr (gtk_editable_get_text (get_entry (dialog, 1)), ==, "Bo");
  g_assert_nonnull (trs_display_test_find_label (get_card (dialog, 3), "Same person as Bo"));
  gtk_widget_activate_action (GTK_WIDGET (dialog), "cards.apply", NULL);
  assert_speakers (fixture, "1 1 Bo Bo 3 1 Bo Bo 3 1");

  dialog = open_dialog (fixture);
  trs_display_test_click (trs_display_test_find_type (get_card (dialog, 3), GTK_TYPE_BUTTON));
  g_assert_cmpstr (gtk_editable_get_text (get_entry (dialog, 3)), ==, "Bo");
  gtk_widget_activate_action (GTK_WIDGET (dialog), "cards.apply", NULL);
  assert_speakers (fixture, "1 1 Bo Bo 3 1 Bo Bo 3 1");
  g_assert_cmpuint (trs_document_get_speaker (get_document (fixture), 6), ==, 4);

  dialog = open_dialog (fixture);
  gtk_widget_activate_action (GTK_WIDGET (dialog), "cards.original", NULL);
  trs_test_wait_until (find_dialog (fixture) == NULL);
  assert_speakers (fixture, "1 1 2 2 3 1 4 2 3 1");
  activate (fixture, "edits.undo");
  assert_speakers (fixture, "1 1 Bo Bo 3 1 Bo Bo 3 1");
}

static void
place_caret (Fixture *fixture,
             guint    paragraph)
{
  TrsTranscriptBuffer *buffer = trs_transcript_view_get_buffer (fixture->view);
  GtkTextIter iter;

  trs_transcript_buffer_get_iter (buffer, (TrsTextPosition) { paragraph, 3 }, &iter);
  gtk_text_buffer_place_cursor (GTK_TEXT_BUFFER (buffer), &iter);
  gtk_widget_grab_focus (GTK_WIDGET (fixture->view));
}

static void
test_assign (Fixture       *fixture,
             gconstpointer  user_data)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (fixture->view));

  place_caret (fixture, 3);
  gtk_widget_activate_action (GTK_WIDGET (fixture->view), "edits.speaker", "u", 1);
  assert_speakers (fixture, "1 1 2 1 3 1 4 2 3 1");
  place_caret (fixture, 5);
  activate (fixture, "edits.new-speaker");
  assert_speakers (fixture, "1 1 2 1 3 5 4 2 3 1");
  g_assert_true (buffer == gtk_text_view_get_buffer (GTK_TEXT_VIEW (fixture->view)));
  g_assert_cmpuint (trs_transcript_buffer_get_caret (TRS_TRANSCRIPT_BUFFER (buffer)).paragraph, ==, 5);
  assert_in_copy (fixture, "Speaker 5: Does the committee confirm that?", TRUE);

  activate (fixture, "edits.undo");
  activate (fixture, "edits.undo");
  assert_speakers (fixture, "1 1 2 2 3 1 4 2 3 1");
  g_assert_cmpuint (trs_transcript_buffer_get_caret (TRS_TRANSCRIPT_BUFFER (buffer)).paragraph, ==, 5);
}

/* Through the keys alone: the context menu, its submenu, the last of the speakers in it, and back by Ctrl+Z. */
static void
test_keyboard (Fixture       *fixture,
               gconstpointer  user_data)
{
  GtkWidget *menu = trs_display_test_find_type (GTK_WIDGET (fixture->page), GTK_TYPE_POPOVER_MENU);
  GtkWidget *view = GTK_WIDGET (fixture->view);

  place_caret (fixture, 5);
  trs_real_input_focus (view);
  trs_real_input_key (view, GDK_KEY_F10, GDK_SHIFT_MASK);
  menu = trs_display_test_find (GTK_WIDGET (fixture->page), "context_popover");
  trs_test_wait_until (gtk_widget_get_mapped (menu));
  trs_display_test_save_png (menu, "13-speakers-menu");
  trs_real_input_key (view, GDK_KEY_s, 0);
  trs_display_test_wait_frame (view);
  trs_display_test_save_png (menu, "13-speakers-submenu");
  trs_real_input_key (view, GDK_KEY_w, 0);
  trs_test_wait_until (trs_document_get_speaker (get_document (fixture), 5) == 5);
  trs_test_wait_until (!gtk_widget_get_mapped (menu));

  trs_real_input_key (view, GDK_KEY_z, GDK_CONTROL_MASK);
  trs_test_wait_until (trs_document_get_speaker (get_document (fixture), 5) == 1);
  trs_real_input_key (view, GDK_KEY_z, GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  trs_test_wait_until (trs_document_get_speaker (get_document (fixture), 5) == 5);
  trs_real_input_key (view, GDK_KEY_s, GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  trs_test_wait_until (find_dialog (fixture) != NULL);
}

static gboolean
is_enabled (Fixture    *fixture,
            const char *action)
{
  GtkWidget *button = gtk_button_new ();
  gboolean sensitive;

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_set_parent (button, GTK_WIDGET (fixture->page));
  sensitive = gtk_widget_get_sensitive (button);
  gtk_widget_unparent (button);
  return sensitive;
}

/* The items of a menu that are shown, one after another. */
static char *
dup_section (Fixture *fixture)
{
  GtkWidget *more = trs_display_test_find (GTK_WIDGET (fixture->page), "more_button");
  GMenuModel *menu = gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (more));
  g_autoptr (GMenuModel) section = g_menu_model_get_item_link (menu, 1, G_MENU_LINK_SECTION);
  GString *string = g_string_new (NULL);

  for (int i = 0; i < g_menu_model_get_n_items (section); i++)
    {
      g_autofree char *label = NULL;

      g_menu_model_get_item_attribute (section, i, "label", "s", &label);
      g_string_append_printf (string, "%s%s", i > 0 ? "/" : "", label);
    }
  return g_string_free (string, FALSE);
}

#define assert_section(fixture, expected)                    \
  G_STMT_START                                               \
  {                                                          \
    g_autofree char *section_ = dup_section (fixture);       \
    g_assert_cmpstr (section_, ==, expected);                \
  }                                                          \
  G_STMT_END

/* What cannot be done is insensitive, and the menu says why. */
static void
test_reasons (Fixture       *fixture,
              gconstpointer  user_data)
{
  static const TrsTestParagraph alone[] = { { 0, 0, "Words." }, { 5000, 0, "More." }, { 0, 0, NULL } };
  g_autoptr (TrsTranscript) council = trs_test_transcript_new (trs_test_council, "en");
  g_autoptr (TrsDocument) unknown = trs_document_new (council, NULL);

  g_assert_true (is_enabled (fixture, "edits.speakers"));
  g_assert_false (is_enabled (fixture, "edits.undo"));
  g_assert_false (is_enabled (fixture, "edits.redo"));
  assert_section (fixture, "_Speakers…");

  show (fixture, trs_test_transcript_unaligned (FALSE));
  g_assert_false (is_enabled (fixture, "edits.speakers"));
  assert_section (fixture, "_Speakers…/Speaker labels couldn’t be separated from the text");
  show (fixture, trs_test_transcript_new (alone, "en"));
  g_assert_false (is_enabled (fixture, "edits.speakers"));
  assert_section (fixture, "_Speakers…/The service didn’t identify speakers");
  g_object_set (fixture->page, "document", unknown, NULL);
  g_assert_false (is_enabled (fixture, "edits.speakers"));
  assert_section (fixture, "_Speakers…/Your changes to this transcript could not be read");
}

/* A dialog on a text that is not shown any more would write over what is. */
static void
test_other_text (Fixture       *fixture,
                 gconstpointer  user_data)
{
  open_dialog (fixture);
  show (fixture, trs_test_transcript_generate (20));
  g_assert_null (find_dialog (fixture));
}

static void
test_looks (Fixture       *fixture,
            gconstpointer  user_data)
{
  GtkWindow *dialog;
  int minimum;

  gtk_widget_activate_action (GTK_WIDGET (fixture->view), "view.show-speakers", NULL);
  gtk_widget_activate_action (GTK_WIDGET (fixture->view), "view.show-speakers", NULL);
  dialog = open_dialog (fixture);
  gtk_editable_set_text (get_entry (dialog, 0), "Anna Berg");
  gtk_editable_set_text (get_entry (dialog, 2), "Jonas Lind");
  trs_display_test_save_png (GTK_WIDGET (dialog), "13-speakers");
  trs_display_test_set_dark (TRUE);
  trs_display_test_save_png (GTK_WIDGET (dialog), "13-speakers-dark");
  trs_display_test_set_dark (FALSE);
  gtk_widget_activate_action (GTK_WIDGET (dialog), "cards.merge", "(uu)", 4, 1);
  trs_display_test_save_png (GTK_WIDGET (dialog), "13-speakers-merged");
  gtk_widget_measure (GTK_WIDGET (dialog), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  g_assert_cmpint (minimum, <=, 360);
  gtk_window_close (dialog);

  dialog = GTK_WINDOW (trs_speakers_dialog_new (get_document (fixture), "City council, 12 March", 0, TRUE));
  gtk_window_set_default_size (dialog, 360, 700);
  gtk_editable_set_text (get_entry (dialog, 0), "Anna Berg");
  trs_display_test_show (dialog);
  trs_display_test_save_png (GTK_WIDGET (dialog), "13-speakers-narrow");
  gtk_window_destroy (dialog);

  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  dialog = GTK_WINDOW (trs_speakers_dialog_new (get_document (fixture), "City council, 12 March", 0, TRUE));
  gtk_editable_set_text (get_entry (dialog, 0), "مريم");
  trs_display_test_show (dialog);
  trs_display_test_save_png (GTK_WIDGET (dialog), "13-speakers-rtl");
  gtk_window_destroy (dialog);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}

#define ADD(path, function) g_test_add ("/speakers/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  ADD ("rename", test_rename);
  ADD ("cancel", test_cancel);
  ADD ("escape", test_escape);
  ADD ("click-on-name", test_click_on_name);
  ADD ("link-in-head", test_link_in_head);
  ADD ("running-head", test_running_head);
  ADD ("merge-and-part", test_merge_and_part);
  ADD ("assign", test_assign);
  ADD ("keyboard", test_keyboard);
  ADD ("reasons", test_reasons);
  ADD ("other-text", test_other_text);
  ADD ("looks", test_looks);
  return g_test_run ();
}
