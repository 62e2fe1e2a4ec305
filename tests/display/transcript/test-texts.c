/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-annotation-editor.h"
#include "trs-compare-window.h"
#include "trs-display-test.h"
#include "trs-message-dialog.h"
#include "trs-session-rig.h"
#include "trs-download-queue.h"
#include "trs-transcript-page.h"
#include "trs-transcript-view.h"

#define BARE \
  "Good evening. We open the session of the twelfth of March.\\n\\nFirst on the agenda is the harbour budget." \
  "\\n\\nThank you.\\n\\nWhat they found in January was that eleven of the forty piles have to be replaced." \
  "\\n\\nThe committee had the report two days later.\\n\\nDoes the committee confirm that?\\n\\nWe do."
#define LATER \
  "Good evening. We open the session of the twelfth of March.\\n\\nFirst on the agenda is the harbour budget." \
  "\\n\\nThank you.\\n\\nWhat they found in January was that twelve of the fourteen piles have to be replaced." \
  "\\n\\nThe committee had the report two days later.\\n\\nDoes the committee confirm that?\\n\\nWe do." \
  "\\n\\nThe session is closed."

typedef struct
{
  TrsSessionRig *rig;
  TrsTranscriptPage *page;
  GtkWindow *window;
} Fixture;

static void
answer (Fixture    *fixture,
        const char *text)
{
  g_autofree char *reply = g_strdup_printf ("{\"name\":\"Told\",\"language\":\"en\",\"text\":\"%s\"}", text);

  trs_recording_transport_forget (fixture->rig->transport);
  for (guint i = 0; i < 4; i++)
    trs_recording_transport_add_for (fixture->rig->transport, "/api/detail/p1", 200, reply);
}

static gboolean
has_text (Fixture    *fixture,
          const char *expected)
{
  g_autofree char *text = NULL;

  if (g_strcmp0 (gtk_stack_get_visible_child_name (
                     GTK_STACK (trs_display_test_find (GTK_WIDGET (fixture->page), "stack"))),
                 "text") != 0)
    return FALSE;
  text = trs_transcript_view_render (TRS_TRANSCRIPT_VIEW (trs_display_test_find (GTK_WIDGET (fixture->page), "view")));
  return strstr (text, expected) != NULL;
}

static gboolean
can_fetch_again (Fixture *fixture)
{
  GtkWidget *probe = gtk_button_new ();
  gboolean can;

  gtk_actionable_set_action_name (GTK_ACTIONABLE (probe), "versions.fetch-again");
  gtk_widget_insert_before (probe, GTK_WIDGET (fixture->page), NULL);
  can = gtk_widget_get_sensitive (probe);
  gtk_widget_unparent (probe);
  return can;
}

static void
present (Fixture  *fixture,
         int       width,
         gboolean  compact)
{
  fixture->page = g_object_new (TRS_TYPE_TRANSCRIPT_PAGE, "settings", fixture->rig->settings, "session",
                                fixture->rig->session, "compact", compact, "folded", compact, NULL);
  fixture->window = trs_display_test_present (GTK_WIDGET (fixture->page), width, 720);
  g_object_set (fixture->page, "project", trs_session_rig_find (fixture->rig, "p1"), NULL);
  trs_test_wait_until (has_text (fixture, "eleven of the forty"));
  trs_test_wait_until (can_fetch_again (fixture));
}

/* What is fetched behind the user's back is through, so that nothing answers but what the test asks for. */
static gboolean
is_kept (Fixture *fixture)
{
  trs_manual_clock_advance (fixture->rig->clock, 50);
  return trs_download_queue_get_kept (trs_session_get_downloads (fixture->rig->session)) == 1;
}

static void
set_up (Fixture       *fixture,
        gconstpointer  user_data)
{
  g_autofree char *one = trs_session_rig_entry ("p1", "City council", "video-1", "done", "2026-03-11T10:00:00Z");

  fixture->rig = trs_session_rig_new_keeping ();
  answer (fixture, BARE);
  trs_session_rig_list (fixture->rig, one);
  trs_session_rig_start (fixture->rig);
  trs_test_wait_until (is_kept (fixture));
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  user_data)
{
  trs_display_test_destroy (fixture->window);
  trs_session_rig_free (fixture->rig);
}

static GtkWidget *
find_window (GType type)
{
  GtkWidget *found = NULL;
  GList *windows = gtk_window_list_toplevels ();

  for (GList *l = windows; l != NULL; l = l->next)
    if (G_OBJECT_TYPE (l->data) == type)
      found = l->data;
  g_list_free (windows);
  return found;
}

static GtkWidget *
find_dialog (void)
{
  GtkWidget *found = NULL;
  GList *windows = gtk_window_list_toplevels ();

  for (GList *l = windows; l != NULL; l = l->next)
    if (g_strcmp0 (gtk_window_get_title (l->data), "About This Transcript") == 0)
      found = l->data;
  g_list_free (windows);
  return found;
}

static gboolean
has_news (Fixture *fixture)
{
  return gtk_revealer_get_reveal_child (
      GTK_REVEALER (trs_display_test_find (GTK_WIDGET (fixture->page), "unread_revealer")));
}

static void
fetch_later (Fixture *fixture)
{
  answer (fixture, LATER);
  trs_manual_clock_advance (fixture->rig->clock, 9 * 24 * 3600 * 1000);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->page), "versions.fetch-again", NULL));
  trs_test_wait_until (has_news (fixture));
  g_assert_true (has_text (fixture, "eleven of the forty"));
}

static gboolean
has_selection (GtkWidget *window)
{
  GtkTextView *view = GTK_TEXT_VIEW (trs_display_test_find_type (window, GTK_TYPE_TEXT_VIEW));

  return gtk_text_buffer_get_has_selection (gtk_text_view_get_buffer (view));
}

static GtkWidget *
open_compare (Fixture *fixture)
{
  GtkWidget *window;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->page), "versions.compare", NULL));
  window = find_window (TRS_TYPE_COMPARE_WINDOW);
  g_assert_nonnull (window);
  trs_test_wait_until (has_selection (window));
  return window;
}

/* As the keyboard does: from the button over the text, which goes away with the news. */
static GtkWidget *
open_compare_from_button (Fixture *fixture)
{
  GtkWidget *revealer = trs_display_test_find (GTK_WIDGET (fixture->page), "unread_revealer");

  g_assert_true (gtk_widget_child_focus (revealer, GTK_DIR_TAB_FORWARD));
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (fixture->window), revealer));
  return open_compare (fixture);
}

static gboolean
stands_in_text (Fixture *fixture)
{
  GtkWidget *focus = gtk_window_get_focus (fixture->window);

  return focus != NULL && TRS_IS_TRANSCRIPT_VIEW (focus);
}

static const char *
get_subtitle (GtkWidget *window)
{
  return adw_window_title_get_subtitle (
      ADW_WINDOW_TITLE (trs_display_test_find_type (window, ADW_TYPE_WINDOW_TITLE)));
}

static char *
get_selection (GtkWidget *window)
{
  GtkTextBuffer *buffer =
      gtk_text_view_get_buffer (GTK_TEXT_VIEW (trs_display_test_find_type (window, GTK_TYPE_TEXT_VIEW)));
  GtkTextIter start;
  GtkTextIter end;

  g_assert_true (gtk_text_buffer_get_selection_bounds (buffer, &start, &end));
  return gtk_text_buffer_get_text (buffer, &start, &end, FALSE);
}

static void
save_looks (GtkWidget  *window,
            const char *name)
{
  g_autofree char *dark = g_strconcat (name, "-dark", NULL);

  trs_display_test_wait_frame (window);
  trs_display_test_save_png (window, name);
  trs_display_test_set_dark (TRUE);
  trs_display_test_save_png (window, dark);
  trs_display_test_set_dark (FALSE);
}

static GtkWidget *
compare_from_about (Fixture *fixture)
{
  GtkWidget *row;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->page), "versions.about", NULL));
  row = trs_display_test_find_label (find_dialog (), "Compare…");
  g_assert_nonnull (row);
  adw_action_row_activate (ADW_ACTION_ROW (gtk_widget_get_ancestor (row, ADW_TYPE_ACTION_ROW)));
  trs_test_wait_until (find_dialog () == NULL);
  g_assert_nonnull (find_window (TRS_TYPE_COMPARE_WINDOW));
  return find_window (TRS_TYPE_COMPARE_WINDOW);
}

static void
test_compare_and_use (Fixture       *fixture,
                      gconstpointer  user_data)
{
  GtkWidget *window;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  present (fixture, 748, FALSE);
  fetch_later (fixture);
  save_looks (GTK_WIDGET (fixture->page), "25-news");
  g_assert_nonnull (
      trs_display_test_find_label (GTK_WIDGET (fixture->page),
                                   "The service sent a different version than the one from 12 March 2026"));

  window = open_compare_from_button (fixture);
  g_assert_cmpstr (get_subtitle (window), ==, "Difference 1 of 2");
  first = get_selection (window);
  g_assert_cmpstr (first, ==, "Difference 1 of 2");
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (trs_display_test_find (window, "use"))), ==,
                   "Use the New Version");
  save_looks (window, "26-compare");
  gtk_widget_activate_action (window, "compare.next", NULL);
  second = get_selection (window);
  g_assert_cmpstr (second, ==, "Difference 2 of 2");
  gtk_widget_activate_action (window, "compare.next", NULL);
  g_assert_cmpstr (get_subtitle (window), ==, "Difference 1 of 2");
  gtk_widget_activate_action (window, "compare.previous", NULL);
  g_assert_cmpstr (get_subtitle (window), ==, "Difference 2 of 2");

  trs_display_test_click (trs_display_test_find (window, "use"));
  trs_test_wait_until (has_text (fixture, "twelve of the fourteen"));
  trs_test_wait_until (find_window (TRS_TYPE_COMPARE_WINDOW) == NULL);
  g_assert_false (has_news (fixture));
  g_assert_true (stands_in_text (fixture));

  /* The other version is the earlier one now. */
  trs_test_wait_until (can_fetch_again (fixture));
  window = compare_from_about (fixture);
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (trs_display_test_find (window, "use"))), ==,
                   "Use the Earlier Version");
  gtk_window_destroy (GTK_WINDOW (window));
}

/* The same hearing, in which the labels 2 and 3 are those of two speakers. */
static void
answer_hearing (Fixture *fixture,
                guint    mayor,
                guint    clerk)
{
  g_autofree char *labelled = g_strdup_printf (
      "{\"name\":\"Told\",\"language\":\"en\",\"text\":\"[00:00:01.000] Speaker 1: Did the office know of it?\\n\\n"
      "[00:00:02.000] Speaker %u: We were told in January.\\n\\n"
      "[00:00:03.000] Speaker %u: The committee was not told.\"}", mayor, clerk);
  const char *bare = "{\"name\":\"Told\",\"language\":\"en\",\"text\":\"Did the office know of it?\\n\\n"
                     "We were told in January.\\n\\nThe committee was not told.\"}";

  trs_recording_transport_forget (fixture->rig->transport);
  for (guint i = 0; i < 4; i++)
    trs_recording_transport_add_for (fixture->rig->transport, "/api/detail/p1?showTimecode=true", 200, labelled);
  for (guint i = 0; i < 4; i++)
    trs_recording_transport_add_for (fixture->rig->transport, "/api/detail/p1", 200, bare);
}

static void
set_up_hearing (Fixture       *fixture,
                gconstpointer  user_data)
{
  g_autofree char *one = trs_session_rig_entry ("p1", "City council", "video-1", "done", "2026-03-11T10:00:00Z");

  fixture->rig = trs_session_rig_new_keeping ();
  answer_hearing (fixture, 2, 3);
  trs_session_rig_list (fixture->rig, one);
  trs_session_rig_start (fixture->rig);
  trs_test_wait_until (is_kept (fixture));
}

static void
name_speaker (Fixture    *fixture,
              guint       label,
              const char *name)
{
  g_autoptr (TrsAnnotations) none = trs_annotations_new ();
  g_autoptr (TrsAnnotations) named = trs_annotations_rename (none, label, name);
  g_autoptr (TrsAnnotationEditor) editor = trs_annotation_editor_new (trs_session_get_library (fixture->rig->session),
                                                                      trs_session_rig_find (fixture->rig, "p1"), none);

  trs_annotation_editor_apply (editor, g_steal_pointer (&named));
}

/* The service calls the mayor by the clerk's label: the user is told before the version is taken, and the name stays
 * with the mayor's words. */
static void
test_swapped_labels (Fixture       *fixture,
                     gconstpointer  user_data)
{
  GtkWidget *window;
  GtkWidget *body;

  name_speaker (fixture, 2, "The Mayor");
  fixture->page = g_object_new (TRS_TYPE_TRANSCRIPT_PAGE, "settings", fixture->rig->settings, "session",
                                fixture->rig->session, NULL);
  fixture->window = trs_display_test_present (GTK_WIDGET (fixture->page), 748, 720);
  g_object_set (fixture->page, "project", trs_session_rig_find (fixture->rig, "p1"), NULL);
  trs_test_wait_until (has_text (fixture, "The Mayor: We were told"));
  trs_test_wait_until (can_fetch_again (fixture));
  answer_hearing (fixture, 3, 2);
  trs_manual_clock_advance (fixture->rig->clock, 9 * 24 * 3600 * 1000);
  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "versions.fetch-again", NULL);
  trs_test_wait_until (has_news (fixture));

  window = open_compare (fixture);
  trs_display_test_click (trs_display_test_find (window, "use"));
  trs_test_wait_until (find_window (TRS_TYPE_MESSAGE_DIALOG) != NULL);
  body = trs_display_test_find (find_window (TRS_TYPE_MESSAGE_DIALOG), "body");
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (body)), "\nThe Mayor: Speaker 2 → Speaker 3"));
  save_looks (find_window (TRS_TYPE_MESSAGE_DIALOG), "26-compare-names");

  /* No answer changes nothing. */
  gtk_window_close (GTK_WINDOW (find_window (TRS_TYPE_MESSAGE_DIALOG)));
  trs_test_wait_until (find_window (TRS_TYPE_MESSAGE_DIALOG) == NULL);
  g_assert_true (has_text (fixture, "The Mayor: We were told"));
  trs_display_test_click (trs_display_test_find (window, "use"));
  trs_test_wait_until (find_window (TRS_TYPE_MESSAGE_DIALOG) != NULL);
  trs_display_test_click (gtk_widget_get_ancestor (
      trs_display_test_find_label (find_window (TRS_TYPE_MESSAGE_DIALOG), "Use the New Version"), GTK_TYPE_BUTTON));
  trs_test_wait_until (find_window (TRS_TYPE_COMPARE_WINDOW) == NULL);
  trs_test_wait_until (!has_news (fixture) && has_text (fixture, "Speaker 2: The committee was not told"));
  g_assert_true (has_text (fixture, "The Mayor: We were told"));
}

/* The texts are compared in another thread, whatever becomes of the window. */
static void
test_closed_early (Fixture       *fixture,
                   gconstpointer  user_data)
{
  present (fixture, 748, FALSE);
  fetch_later (fixture);
  for (guint i = 0; i < 20; i++)
    {
      GtkWidget *window;

      g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->page), "versions.compare", NULL));
      window = find_window (TRS_TYPE_COMPARE_WINDOW);
      g_assert_nonnull (window);
      g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
      for (guint j = 0; j < i; j++)
        g_main_context_iteration (NULL, FALSE);
      gtk_window_destroy (GTK_WINDOW (window));
      trs_test_wait_until (window == NULL);
    }
}

static void
test_keep (Fixture       *fixture,
           gconstpointer  user_data)
{
  GtkTextView *view;
  GtkTextBuffer *buffer;

  present (fixture, 748, FALSE);
  fetch_later (fixture);
  view = GTK_TEXT_VIEW (trs_display_test_find_type (GTK_WIDGET (fixture->page), TRS_TYPE_TRANSCRIPT_VIEW));
  buffer = gtk_text_view_get_buffer (view);
  trs_display_test_click (trs_display_test_find (open_compare_from_button (fixture), "keep"));
  trs_test_wait_until (find_window (TRS_TYPE_COMPARE_WINDOW) == NULL);
  /* the place and the selection are kept: nothing was loaded */
  g_assert_true (gtk_text_view_get_buffer (view) == buffer);
  trs_test_wait_until (has_text (fixture, "eleven of the forty"));
  trs_test_wait_until (can_fetch_again (fixture));
  g_assert_false (has_news (fixture));
  g_assert_true (stands_in_text (fixture));
}

static void
test_nothing_new (Fixture       *fixture,
                  gconstpointer  user_data)
{
  present (fixture, 748, FALSE);
  answer (fixture, BARE);
  trs_manual_clock_advance (fixture->rig->clock, 10 * 1000);
  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "versions.fetch-again", NULL);
  g_assert_false (can_fetch_again (fixture));
  trs_test_wait_until (can_fetch_again (fixture));
  g_assert_false (has_news (fixture));
}

static GtkWidget *
get_copy_button (GtkWidget  *dialog,
                 const char *title)
{
  GtkWidget *row = gtk_widget_get_ancestor (trs_display_test_find_label (dialog, title), ADW_TYPE_ACTION_ROW);

  return trs_display_test_find_type (row, GTK_TYPE_BUTTON);
}

static gboolean
says_copied (GtkWidget *button)
{
  return g_strcmp0 (gtk_button_get_icon_name (GTK_BUTTON (button)), "object-select-symbolic") == 0;
}

/* The button says that it was done, and the next one that it is not any more. */
static void
test_copy_from_about (Fixture       *fixture,
                      gconstpointer  user_data)
{
  GtkWidget *dialog;
  GtkWidget *link;
  GtkWidget *id;
  g_autofree char *copied = NULL;

  present (fixture, 748, FALSE);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->page), "versions.about", NULL));
  dialog = find_dialog ();
  link = get_copy_button (dialog, "Link");
  id = get_copy_button (dialog, "Video ID");
  g_assert_false (says_copied (link));
  g_assert_cmpstr (gtk_widget_get_tooltip_text (link), ==, "Copy");
  trs_display_test_click (link);
  g_assert_true (says_copied (link));
  g_assert_cmpstr (gtk_widget_get_tooltip_text (link), ==, "Link copied");
  trs_display_test_save_png (dialog, "27-about-text-copied");

  trs_display_test_click (id);
  trs_display_test_click (id);
  g_assert_true (says_copied (id));
  g_assert_false (says_copied (link));
  copied = trs_display_test_read_copied (dialog);
  g_assert_cmpstr (copied, ==, "video-1");
  g_assert_null (trs_display_test_find_type (dialog, ADW_TYPE_TOAST_OVERLAY));
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static void
test_about (Fixture       *fixture,
            gconstpointer  user_data)
{
  GtkWidget *dialog;

  present (fixture, 748, FALSE);
  fetch_later (fixture);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->page), "versions.about", NULL));
  dialog = find_dialog ();
  g_assert_nonnull (dialog);
  g_assert_nonnull (trs_display_test_find_label (dialog, "Shown Now"));
  g_assert_nonnull (trs_display_test_find_label (dialog, TRS_SESSION_RIG_SERVER));
  g_assert_nonnull (trs_display_test_find_label (dialog, "https://www.youtube.com/watch?v=video-1"));
  g_assert_nonnull (trs_display_test_find_label (dialog, "video-1"));
  g_assert_nonnull (trs_display_test_find_label (dialog, "Submitted"));
  /* what only a machine reads is out of sight until it is asked for */
  g_assert_nonnull (trs_display_test_find_label (dialog, "Evidence"));
  g_assert_null (trs_display_test_find_label (dialog, "Checksum (words only)"));
  save_looks (dialog, "27-about-text");
  gtk_window_destroy (GTK_WINDOW (dialog));
  gtk_window_destroy (GTK_WINDOW (compare_from_about (fixture)));
}

static void
test_narrow (Fixture       *fixture,
             gconstpointer  user_data)
{
  GtkWidget *window;
  int minimum;

  present (fixture, 360, TRUE);
  fetch_later (fixture);
  save_looks (GTK_WIDGET (fixture->page), "25-news-narrow");
  window = open_compare (fixture);
  save_looks (window, "26-compare-narrow");
  gtk_widget_measure (window, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  g_assert_cmpint (minimum, <=, 360);
  gtk_window_destroy (GTK_WINDOW (window));
  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "versions.about", NULL);
  window = find_dialog ();
  save_looks (window, "27-about-text-narrow");
  /* there it takes the place of the window below */
  g_assert_cmpint (gtk_widget_get_height (window), >, 600);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_mirrored (Fixture       *fixture,
               gconstpointer  user_data)
{
  GtkWidget *window;

  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  present (fixture, 748, FALSE);
  fetch_later (fixture);
  window = open_compare (fixture);
  trs_display_test_wait_frame (window);
  trs_display_test_save_png (window, "26-compare-mirrored");
  gtk_window_destroy (GTK_WINDOW (window));
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  ADD ("/texts/compare-and-use", test_compare_and_use);
  g_test_add ("/texts/swapped-labels", Fixture, NULL, set_up_hearing, test_swapped_labels, tear_down);
  ADD ("/texts/closed-early", test_closed_early);
  ADD ("/texts/keep", test_keep);
  ADD ("/texts/nothing-new", test_nothing_new);
  ADD ("/texts/about", test_about);
  ADD ("/texts/copy-from-about", test_copy_from_about);
  ADD ("/texts/narrow", test_narrow);
  ADD ("/texts/mirrored", test_mirrored);
  return g_test_run ();
}
