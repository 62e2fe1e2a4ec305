/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-test.h"
#include "trs-note-row.h"
#include "trs-progress-page.h"
#include "trs-project-row.h"
#include "trs-session-rig.h"
#include "trs-test-transcripts.h"
#include "trs-name-dialog.h"
#include "trs-test-utils.h"
#include "trs-transcript-page.h"
#include "trs-transcript-view.h"

typedef struct
{
  TrsSessionRig *rig;
  TrsTranscriptPage *page;
  GtkWindow *window;
} Fixture;

static void
present (Fixture  *fixture,
         int       width,
         gboolean  compact)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (trs_test_council, "en");
  g_autoptr (TrsDocument) document = trs_test_document_new (transcript);

  fixture->page = g_object_new (TRS_TYPE_TRANSCRIPT_PAGE, "settings", fixture->rig->settings, "session",
                                fixture->rig->session, "compact", compact, "folded", compact, NULL);
  fixture->window = trs_display_test_present (GTK_WIDGET (fixture->page), width, 770);
  g_object_set (fixture->page, "project", trs_session_rig_project (fixture->rig, 4), NULL);
  g_object_set (fixture->page, "document", document, NULL);
  trs_display_test_wait_frame (GTK_WIDGET (fixture->page));
}

static void
set_up (Fixture       *fixture,
        gconstpointer  user_data)
{
  g_autofree char *entries = trs_session_rig_sample_list ();
  g_autoptr (GString) list = g_string_new (NULL);

  g_string_printf (list, "[%s]", entries);
  if (user_data != NULL)
    g_string_replace (list, "City council, 12 March", user_data, 1);
  fixture->rig = trs_session_rig_new ();
  trs_session_rig_connect (fixture->rig, list->str);
  trs_test_wait_until (trs_history_get_n_known (trs_session_get_history (fixture->rig->session)) == 10);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  user_data)
{
  if (fixture->window != NULL)
    trs_display_test_destroy (fixture->window);
  trs_session_rig_free (fixture->rig);
}

static GtkWidget *
part (Fixture    *fixture,
      const char *id)
{
  return trs_display_test_find (GTK_WIDGET (fixture->page), id);
}

static TrsNameDialog *
open_title (Fixture *fixture)
{
  TrsNameDialog *dialog = NULL;
  GList *windows;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->page), "notes.title", NULL));
  windows = gtk_window_list_toplevels ();
  for (GList *l = windows; l != NULL; l = l->next)
    if (TRS_IS_NAME_DIALOG (l->data))
      dialog = l->data;
  g_list_free (windows);
  g_assert_nonnull (dialog);
  return dialog;
}

static void
give_title (Fixture    *fixture,
            const char *title)
{
  TrsNameDialog *dialog = open_title (fixture);
  GtkWidget *entry = trs_display_test_find_type (GTK_WIDGET (dialog), ADW_TYPE_ENTRY_ROW);

  gtk_editable_set_text (GTK_EDITABLE (entry), title);
  trs_display_test_click (trs_display_test_find (GTK_WIDGET (dialog), "apply"));
  trs_display_test_wait_frame (GTK_WIDGET (fixture->page));
}

static void
test_title (Fixture       *fixture,
            gconstpointer  user_data)
{
  TrsProject *project = trs_session_rig_project (fixture->rig, 4);
  TrsNameDialog *dialog;
  GtkWidget *entry;

  present (fixture, 748, FALSE);
  dialog = open_title (fixture);
  entry = trs_display_test_find_type (GTK_WIDGET (dialog), ADW_TYPE_ENTRY_ROW);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "City council, 12 March");
  trs_display_test_wait_frame (GTK_WIDGET (dialog));
  trs_display_test_save_png (GTK_WIDGET (dialog), "20-title-dialog");
  trs_display_test_set_dark (TRUE);
  trs_display_test_save_png (GTK_WIDGET (dialog), "20-title-dialog-dark");
  trs_display_test_set_dark (FALSE);
  gtk_window_destroy (GTK_WINDOW (dialog));
  g_assert_null (trs_project_get_data (project)->local_title);

  give_title (fixture, "Harbour <b>piles</b> & money");
  g_assert_cmpstr (trs_project_get_data (project)->local_title, ==, "Harbour <b>piles</b> & money");
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (part (fixture, "title"))), ==, "Harbour <b>piles</b> & money");
  g_assert_cmpstr (gtk_widget_get_tooltip_text (part (fixture, "title")), ==,
                   "Harbour <b>piles</b> & money\nOriginal title: “City council, 12 March”");

  /* What the service calls it is no title of one's own. */
  give_title (fixture, "City council, 12 March");
  g_assert_null (trs_project_get_data (project)->local_title);
  give_title (fixture, "Mine");
  give_title (fixture, "");
  g_assert_null (trs_project_get_data (project)->local_title);
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (part (fixture, "title"))), ==, "City council, 12 March");
}

/* What the page does not show is not in the entry, either, and the same words are no title of one's own. */
static void
test_hostile_title (Fixture       *fixture,
                    gconstpointer  user_data)
{
  TrsProject *project = trs_session_rig_project (fixture->rig, 4);
  GtkWidget *entry;

  g_assert_cmpstr (trs_project_get_data (project)->title, ==, user_data);
  present (fixture, 748, FALSE);
  entry = trs_display_test_find_type (GTK_WIDGET (open_title (fixture)), ADW_TYPE_ENTRY_ROW);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "Invoice gpj.exe");
  gtk_widget_activate_action (entry, "name.apply", NULL);
  g_assert_null (trs_project_get_data (project)->local_title);
}

static GtkPopover *
open_note (Fixture *fixture)
{
  GtkWidget *popover;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->page), "notes.note", NULL));
  popover = trs_display_test_find_type (part (fixture, "note_row"), GTK_TYPE_POPOVER);
  g_assert_true (gtk_widget_get_visible (popover));
  return GTK_POPOVER (popover);
}

static GtkTextBuffer *
get_sheet (GtkPopover *popover)
{
  return gtk_text_view_get_buffer (
      GTK_TEXT_VIEW (trs_display_test_find_type (GTK_WIDGET (popover), GTK_TYPE_TEXT_VIEW)));
}

static void
test_long_note (Fixture       *fixture,
                gconstpointer  user_data)
{
  g_autoptr (GString) text = g_string_new (NULL);
  GtkWidget *sheet;

  present (fixture, 748, FALSE);
  sheet = trs_display_test_find_type (GTK_WIDGET (open_note (fixture)), GTK_TYPE_TEXT_VIEW);
  for (guint i = 0; i < 3000; i++)
    g_string_append_printf (text, "Line %u of what was found about it\n", i);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (sheet), text->str);
  g_signal_emit_by_name (sheet, "paste-clipboard");
  trs_test_wait_until (gtk_text_buffer_get_line_count (gtk_text_view_get_buffer (GTK_TEXT_VIEW (sheet))) > 3000);
  /* lines that were not measured yet have no height */
  trs_test_wait_until (gtk_adjustment_get_upper (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (sheet))) > 3000 * 12);
  trs_test_wait_until (trs_display_test_sees_caret (GTK_TEXT_VIEW (sheet)));
}

/* Not a letter of it stands on the edge of the popover. */
static void
assert_hint_fits (GtkPopover *popover)
{
  GtkWidget *hint = trs_display_test_find_label (
      GTK_WIDGET (popover), "Saved automatically, only on this computer. Included in search.");
  GtkWidget *box = gtk_popover_get_child (popover);
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (hint, box, &bounds));
  g_assert_cmpfloat (bounds.origin.y + bounds.size.height, <=, gtk_widget_get_height (box));
}

static void
test_note (Fixture       *fixture,
           gconstpointer  user_data)
{
  TrsProject *project = trs_session_rig_project (fixture->rig, 4);
  GtkPopover *popover;
  GtkWidget *line;

  present (fixture, 748, FALSE);
  line = trs_display_test_find (part (fixture, "note_row"), "button");
  g_assert_false (gtk_widget_get_visible (line));
  popover = open_note (fixture);
  gtk_text_buffer_set_text (get_sheet (popover), "\nAsk the treasurer again\nbefore Friday", -1);
  /* It is kept with every letter, and the page stays where it is meanwhile. */
  g_assert_cmpstr (trs_project_get_data (project)->note, ==, "\nAsk the treasurer again\nbefore Friday");
  g_assert_false (gtk_widget_get_visible (line));
  trs_display_test_wait_frame (GTK_WIDGET (popover));
  assert_hint_fits (popover);
  trs_display_test_save_png (GTK_WIDGET (popover), "21-note-popover");
  trs_display_test_set_dark (TRUE);
  trs_display_test_save_png (GTK_WIDGET (popover), "21-note-popover-dark");
  trs_display_test_set_dark (FALSE);

  /* Another project has another note, and this one keeps its own. */
  g_object_set (fixture->page, "project", trs_session_rig_project (fixture->rig, 2), NULL);
  g_assert_cmpstr (trs_project_get_data (project)->note, ==, "\nAsk the treasurer again\nbefore Friday");
  g_assert_null (trs_project_get_data (trs_session_rig_project (fixture->rig, 2))->note);
  trs_test_wait_until (!gtk_widget_get_visible (GTK_WIDGET (popover)));
  g_assert_false (gtk_widget_get_visible (line));
  popover = open_note (fixture);
  g_assert_cmpint (gtk_text_buffer_get_char_count (get_sheet (popover)), ==, 0);
  gtk_popover_popdown (popover);

  g_object_set (fixture->page, "project", project, NULL);
  trs_test_wait_until (gtk_widget_get_visible (line));
  g_assert_nonnull (trs_display_test_find_label (line, "Ask the treasurer again"));
  popover = open_note (fixture);
  gtk_text_buffer_set_text (get_sheet (popover), "", -1);
  gtk_popover_popdown (popover);
  trs_test_wait_until (!gtk_widget_get_visible (line));
  g_assert_null (trs_project_get_data (project)->note);
}

static void
save_looks (Fixture    *fixture,
            const char *name)
{
  g_autofree char *dark = g_strconcat (name, "-dark", NULL);

  trs_display_test_wait_frame (GTK_WIDGET (fixture->page));
  trs_display_test_save_png (GTK_WIDGET (fixture->page), name);
  trs_display_test_set_dark (TRUE);
  trs_display_test_save_png (GTK_WIDGET (fixture->page), dark);
  trs_display_test_set_dark (FALSE);
}

static void
add_notes (Fixture *fixture)
{
  TrsProject *project = trs_session_rig_project (fixture->rig, 4);

  trs_library_set_local_title (trs_session_get_library (fixture->rig->session), project,
                               "Harbour piles: what the council knew, and since when; with the treasurer’s answer in "
                               "full and the questions of the opposition");
  trs_library_set_note (trs_session_get_library (fixture->rig->session), project,
                        "Not before Friday. Ask the treasurer again about the forty piles, and who signed in January "
                        "\nSecond line");
  trs_project_set_missing_since (project, TRS_SESSION_RIG_NOW);
}

static void
test_looks (Fixture       *fixture,
            gconstpointer  user_data)
{
  add_notes (fixture);
  present (fixture, 748, FALSE);
  save_looks (fixture, "22-noted");
}

static void
test_looks_narrow (Fixture       *fixture,
                   gconstpointer  user_data)
{
  int minimum;

  add_notes (fixture);
  present (fixture, 360, TRUE);
  save_looks (fixture, "22-noted-narrow");
  gtk_widget_measure (GTK_WIDGET (fixture->page), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  g_assert_cmpint (minimum, <=, 360);
}

static void
test_looks_mirrored (Fixture       *fixture,
                     gconstpointer  user_data)
{
  TrsProject *project = trs_session_rig_project (fixture->rig, 4);

  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  trs_library_set_local_title (trs_session_get_library (fixture->rig->session), project, "جلسة المجلس البلدي");
  trs_library_set_note (trs_session_get_library (fixture->rig->session), project, "اسأل أمين الصندوق مرة أخرى");
  present (fixture, 748, FALSE);
  trs_display_test_save_png (GTK_WIDGET (fixture->page), "22-noted-mirrored");
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}

/* A project under way or failed has a title and a note as well; one that may not exist has none. */
static void
test_progress_page (Fixture       *fixture,
                    gconstpointer  user_data)
{
  GtkWidget *page = g_object_new (TRS_TYPE_PROGRESS_PAGE, "session", fixture->rig->session, NULL);
  g_autoptr (TrsProject) pending = trs_project_new_pending ("1", "video", NULL);
  TrsProject *failed = trs_session_rig_project (fixture->rig, 5);

  fixture->window = trs_display_test_present (page, 700, 770);
  trs_library_set_note (trs_session_get_library (fixture->rig->session), failed, "Ask for the original tape");
  trs_project_set_missing_since (failed, TRS_SESSION_RIG_NOW);
  g_object_set (page, "project", failed, NULL);
  trs_display_test_wait_frame (page);
  g_assert_nonnull (trs_display_test_find_label (page, "Ask for the original tape"));
  trs_display_test_save_png (page, "23-progress-noted");
  g_assert_true (gtk_widget_activate_action (page, "notes.note", NULL));

  g_object_set (page, "project", pending, NULL);
  g_assert_false (gtk_widget_get_visible (trs_display_test_find (trs_display_test_find (page, "note_row"), "button")));
  gtk_widget_activate_action (page, "notes.title", NULL);
  g_object_set (page, "project", NULL, NULL);
}

static void
test_row (Fixture       *fixture,
          gconstpointer  user_data)
{
  GtkWidget *row = trs_project_row_new (TRS_CLOCK (fixture->rig->clock));
  TrsProject *project = trs_session_rig_project (fixture->rig, 4);

  fixture->window = trs_display_test_present (row, 320, 80);
  trs_project_set_unread (project, TRUE);
  trs_project_row_set_project (TRS_PROJECT_ROW (row), project);
  trs_display_test_wait_frame (row);
  g_assert_nonnull (trs_display_test_find_shown (row, "dot"));
  trs_library_set_local_title (trs_session_get_library (fixture->rig->session), project, "Mine");
  trs_project_set_missing_since (project, TRS_SESSION_RIG_NOW);
  trs_display_test_wait_frame (row);
  g_assert_nonnull (trs_display_test_find_label (row, "Mine"));
  g_assert_nonnull (trs_display_test_find_label (row, "No longer listed by the service"));
  trs_display_test_save_png (row, "24-row-missing");
  trs_project_set_unread (project, FALSE);
  g_assert_null (trs_display_test_find_shown (row, "dot"));
}

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  ADD ("/notes/title", test_title);
  g_test_add ("/notes/hostile-title", Fixture, "Invoice \342\200\256gpj.exe", set_up, test_hostile_title, tear_down);
  ADD ("/notes/note", test_note);
  ADD ("/notes/long-note", test_long_note);
  ADD ("/notes/looks", test_looks);
  ADD ("/notes/looks-narrow", test_looks_narrow);
  ADD ("/notes/looks-mirrored", test_looks_mirrored);
  ADD ("/notes/progress-page", test_progress_page);
  ADD ("/notes/row", test_row);
  return g_test_run ();
}
