/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>

#include "trs-display-test.h"
#include "trs-history-list.h"
#include "trs-message-dialog.h"
#include "trs-name-dialog.h"
#include "trs-project-row.h"
#include "trs-real-input.h"
#include "trs-search-group.h"
#include "trs-search-list.h"
#include "trs-search-page.h"
#include "trs-session-rig.h"
#include "trs-store-accounts.h"
#include "trs-store-annotations.h"
#include "trs-store-job.h"
#include "trs-store-projects.h"
#include "trs-store-texts.h"
#include "trs-transcript-page.h"
#include "trs-test-view.h"
#include "trs-window.h"

/* 12 March 2026, 12:00 UTC */
#define NOON G_GINT64_CONSTANT (1773316800000000)
#define DAY G_TIME_SPAN_DAY

typedef struct
{
  TrsStore *store;
  gint64 account;
  GString *list;
  TrsSessionRig *rig;
  TrsWindow *window;
  GtkWidget *pages;
  GtkEditable *entry;
  AdwLeaflet *leaflet;
  guint n_painted;
} Shown;

static const TrsTestParagraph budget_committee[] = {
  { 7000, 1, "This is the second reading of the budget for the coming year. Nothing has been voted yet." },
  { 60000, 2, "Thank you. We begin with the roads." },
  { 1264000, 3,
    "We have heard the engineers, we have heard the union, and nobody in this room pretends that it can all be done, "
    "so what we cut from the roads we give to the harbour, and we call it a balanced budget." },
  { 1500000, 2, "A budget is a promise." },
  { 1600000, 1, "Then let us read the budget again." },
  { 1700000, 1, "The budget is read." },
  { 0, 0, NULL },
};
static const TrsTestParagraph union_assembly[] = {
  { 5122000, 6, "They say there is no budget for night shifts, and then they lease a second ferry." }, { 0, 0, NULL },
};
static const TrsTestParagraph hebrew[] = {
  { 3000, 1, "ערב טוב, אנחנו פותחים את הישיבה. התקציב של הנמל עומד על ארבעה מיליון, וזה לא מספיק." },
  { 0, 0, NULL },
};
static const TrsTestParagraph japanese[] = {
  { 3000, 1, "こんばんは。東京都の予算について説明します。予算は来年から増えます。" }, { 0, 0, NULL },
};

static void
save_project (Shown      *shown,
              const char *id,
              const char *title,
              const char *language,
              gint64      created_at)
{
  g_autoptr (TrsProjectData) project = trs_project_data_new (id);
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (created_at / G_USEC_PER_SEC);
  g_autoptr (GPtrArray) projects = g_ptr_array_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autofree char *entry = NULL;
  g_autofree char *iso = g_date_time_format_iso8601 (time);

  project->title = g_strdup (title);
  project->video_id = g_strdup_printf ("video-of-%s", id);
  project->state = TRS_PROJECT_STATE_DONE;
  project->created_at = project->sort_at = created_at;
  project->language = g_strdup (language);

  if (shown->list->len > 0)
    g_string_prepend (shown->list, ",");
  entry = trs_session_rig_entry (id, title, project->video_id, "done", iso);
  g_string_prepend (shown->list, entry);

  g_ptr_array_add (projects, project);
  trs_store_projects_save_async (shown->store, shown->account, projects, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_store_projects_save_finish (shown->store, result, NULL));
}

static void
save_text (Shown                  *shown,
           const char             *id,
           const TrsTestParagraph *paragraphs,
           const char             *language)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (paragraphs, language);
  g_autoptr (GAsyncResult) result = NULL;

  trs_store_texts_save_async (shown->store, shown->account, id, transcript, TRS_SESSION_RIG_SERVER, NOON, NULL,
                              trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_cmpint (trs_store_texts_save_finish (shown->store, result, NULL), ==, TRS_STORE_TEXT_NEW);
}

static void
fill (Shown *shown)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GAsyncResult) noted = NULL;

  shown->rig = trs_session_rig_new_keeping ();
  shown->store = shown->rig->store;
  shown->list = g_string_new (NULL);
  trs_store_accounts_open_async (shown->store, TRS_SESSION_RIG_SERVER, 0, NULL, NULL, NOON, NULL, trs_test_store_result,
                                 &result);
  trs_test_wait_result (result);
  shown->account = trs_store_accounts_open_finish (shown->store, result, NULL);

  save_project (shown, "town", "Town hall Q&A: “Where is the <b>money</b>?”", "en", NOON - 14 * DAY);
  save_project (shown, "union", "Union assembly, morning session", "en", NOON - 10 * DAY);
  save_project (shown, "tokyo", "東京都議会", "ja", NOON - 9 * DAY);
  save_project (shown, "port", "נמל חיפה", "he", NOON - 8 * DAY);
  save_project (shown, "council", "City council, 12 March", "en", NOON - 2 * DAY);
  save_project (shown, "committee", "Budget committee, second reading", "en", NOON);
  save_text (shown, "union", union_assembly, "en");
  save_text (shown, "tokyo", japanese, "ja");
  save_text (shown, "port", hebrew, "he");
  save_text (shown, "council", trs_test_council, "en");
  save_text (shown, "committee", budget_committee, "en");
  trs_store_projects_set_own_async (shown->store, shown->account, "town", NULL,
                                    "Ask the treasurer about the budget of 2025.", NULL, trs_test_store_result, &noted);
  trs_test_wait_result (noted);
}

static void
show_window (Shown *shown,
             int    width)
{
  fill (shown);
  g_settings_set_int (shown->rig->settings, "window-width", width);
  g_settings_set_int (shown->rig->settings, "window-height", 760);
  shown->window = trs_window_new (NULL, shown->rig->session, shown->rig->settings);
  trs_display_test_show (GTK_WINDOW (shown->window));
  shown->pages = trs_display_test_find (GTK_WIDGET (shown->window), "pages");
  shown->leaflet = ADW_LEAFLET (trs_display_test_find (GTK_WIDGET (shown->window), "leaflet"));
  shown->entry = GTK_EDITABLE (trs_display_test_find (GTK_WIDGET (shown->window), "search"));
  trs_session_rig_list (shown->rig, shown->list->str);
  trs_session_start (shown->rig->session);
  trs_test_wait_until (g_list_model_get_n_items (G_LIST_MODEL (trs_session_get_history (shown->rig->session))) == 6);
  trs_test_wait_until (trs_display_test_find_label (GTK_WIDGET (shown->window), "City council, 12 March") != NULL);
  trs_test_wait_until (trs_history_get_complete (trs_session_get_history (shown->rig->session)));
  /* Who types has the keys there. GTK 4.8 parks a reference on each widget that is hidden with the focus in it, and
   * drops the last one alone, with the next frame. */
  gtk_widget_grab_focus (GTK_WIDGET (shown->entry));
}

static void
finish (Shown *shown)
{
  trs_display_test_destroy (shown->window);
  trs_session_rig_free (shown->rig);
  g_string_free (shown->list, TRUE);
}

static TrsSearcher *
searcher_of (Shown *shown)
{
  return trs_session_get_searcher (shown->rig->session);
}

static gboolean
has_label (Shown      *shown,
           const char *text)
{
  return trs_display_test_find_label (GTK_WIDGET (shown->window), text) != NULL;
}

#define wait_for_label(shown, text) trs_test_wait_until (has_label (shown, text))

static void
type (Shown      *shown,
      const char *words)
{
  gtk_editable_set_text (shown->entry, words);
  trs_test_wait_until (g_strcmp0 (trs_searcher_get_answered (searcher_of (shown)), words) == 0);
}

static void
save_picture (Shown      *shown,
              const char *name)
{
  g_autofree char *dark = g_strconcat (name, "-dark", NULL);

  trs_display_test_wait_frame (GTK_WIDGET (shown->window));
  trs_display_test_save_png (GTK_WIDGET (shown->window), name);
  trs_display_test_set_dark (TRUE);
  trs_display_test_wait_frame (GTK_WIDGET (shown->window));
  trs_display_test_save_png (GTK_WIDGET (shown->window), dark);
  trs_display_test_set_dark (FALSE);
}

static GtkListBoxRow *
passage_row (Shown      *shown,
             const char *title,
             int         index)
{
  GtkWidget *page = gtk_stack_get_visible_child (GTK_STACK (shown->pages));
  GtkWidget *label = trs_display_test_find_label (page, title);
  GtkWidget *group = gtk_widget_get_ancestor (label, TRS_TYPE_SEARCH_GROUP);

  return gtk_list_box_get_row_at_index (GTK_LIST_BOX (trs_display_test_find (group, "rows")), index);
}

static gboolean
shows_page (Shown *shown,
            GType  type)
{
  return G_TYPE_CHECK_INSTANCE_TYPE (gtk_stack_get_visible_child (GTK_STACK (shown->pages)), type);
}

/* What stands at the caret, once the find bar has counted. */
static void
wait_for_place (Shown      *shown,
                const char *count,
                const char *words)
{
  GtkWidget *page = gtk_stack_get_visible_child (GTK_STACK (shown->pages));
  TrsTranscriptView *view;
  TrsTextPosition caret;
  const TrsParagraph *paragraph;

  g_assert_true (TRS_IS_TRANSCRIPT_PAGE (page));
  trs_test_wait_until (trs_display_test_find_label (page, count) != NULL);
  view = TRS_TRANSCRIPT_VIEW (trs_display_test_find_type (page, TRS_TYPE_TRANSCRIPT_VIEW));
  caret = trs_transcript_buffer_get_caret (trs_transcript_view_get_buffer (view));
  paragraph = trs_transcript_get_paragraph (trs_test_view_get_transcript (view), TRS_TEXT_ALL, caret.paragraph);
  g_assert_true (g_str_has_prefix (paragraph->body + caret.byte, words));
  trs_test_wait_until (trs_display_test_sees_caret (GTK_TEXT_VIEW (view)));
}

static void
test_results (void)
{
  Shown shown = { NULL };
  PangoAttrList *marks;
  GtkLabel *label;
  g_autoptr (GSList) attributes = NULL;

  show_window (&shown, 1100);
  type (&shown, "budget");
  wait_for_label (&shown, "“budget”");
  wait_for_label (&shown, "9 passages in 3 transcripts, 1 title, 1 note");
  wait_for_label (&shown, "Searched 5 of 6 transcripts. 1 is not downloaded.");
  g_assert_true (shows_page (&shown, TRS_TYPE_SEARCH_PAGE));
  g_assert_true (has_label (&shown, "3 more in this transcript"));
  g_assert_true (has_label (&shown, "5 passages · English"));
  g_assert_true (has_label (&shown, "In the note · English"));
  g_assert_true (has_label (&shown, "Ask the treasurer about the budget of 2025."));
  g_assert_true (has_label (&shown, "English · 12 March 2026"));
  g_assert_true (has_label (&shown, "00:21:04"));
  g_assert_true (has_label (&shown, "Speaker 3"));

  /* not by colour alone */
  label = GTK_LABEL (trs_display_test_find_label (
      GTK_WIDGET (shown.window),
      "This is the second reading of the budget for the coming year. Nothing has been voted yet."));
  marks = gtk_label_get_attributes (label);
  attributes = pango_attr_list_get_attributes (marks);
  g_assert_cmpuint (g_slist_length (attributes), ==, 2);
  for (GSList *l = attributes; l != NULL; l = l->next)
    {
      PangoAttribute *attribute = l->data;

      g_assert_cmpuint (attribute->start_index, ==, 34);
      g_assert_cmpuint (attribute->end_index, ==, 40);
    }
  g_slist_free_full (g_steal_pointer (&attributes), (GDestroyNotify) pango_attribute_destroy);
  gtk_test_accessible_assert_property (
      GTK_ACCESSIBLE (passage_row (&shown, "Budget committee, second reading", 0)), GTK_ACCESSIBLE_PROPERTY_LABEL,
      "00:00:07, Speaker 1, This is the second reading of the budget for the coming year. Nothing has been voted "
      "yet.");

  save_picture (&shown, "search");
  finish (&shown);
}

/* Lines that GTK has not measured have no height, and all above one that has are passed over: then what is painted is
 * not what was asked for, if only for a frame. */
static void
check_painted_cb (GdkFrameClock *clock,
                  gpointer       user_data)
{
  Shown *shown = user_data;
  GtkWidget *page = gtk_stack_get_visible_child (GTK_STACK (shown->pages));
  GtkWidget *view = trs_display_test_find_type (page, TRS_TYPE_TRANSCRIPT_VIEW);
  GtkTextBuffer *buffer;
  GdkRectangle visible;
  GtkTextIter top;
  GtkTextIter caret;

  if (view == NULL || !gtk_widget_get_mapped (view))
    return;

  buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  gtk_text_buffer_get_iter_at_mark (buffer, &caret, gtk_text_buffer_get_insert (buffer));
  gtk_text_view_get_visible_rect (GTK_TEXT_VIEW (view), &visible);
  gtk_text_view_get_line_at_y (GTK_TEXT_VIEW (view), &top, visible.y, NULL);
  g_assert_cmpint (gtk_text_iter_get_line (&top), <=, gtk_text_iter_get_line (&caret));
  g_assert_true (trs_display_test_sees_caret (GTK_TEXT_VIEW (view)));
  shown->n_painted++;
}

static void
test_opens_at_the_place (void)
{
  Shown shown = { NULL };

  show_window (&shown, 1100);
  type (&shown, "budget");
  wait_for_label (&shown, "3 more in this transcript");

  g_signal_connect (gtk_widget_get_frame_clock (GTK_WIDGET (shown.window)), "after-paint",
                    G_CALLBACK (check_painted_cb), &shown);
  g_signal_emit_by_name (passage_row (&shown, "City council, 12 March", 1), "activate");
  wait_for_place (&shown, "2 of 3", "budget for the north quay. In November");
  g_assert_cmpstr (trs_project_get_id (trs_window_get_project (shown.window)), ==, "council");
  trs_test_wait_until (TRS_IS_TRANSCRIPT_VIEW (gtk_root_get_focus (GTK_ROOT (shown.window))));
  trs_test_wait_until (shown.n_painted > 2);
  save_picture (&shown, "search-opened");
  g_assert_true (gtk_widget_activate_action (gtk_stack_get_visible_child (GTK_STACK (shown.pages)), "page.find-next",
                                             NULL));
  wait_for_place (&shown, "3 of 3", "budget for the north quay before we vote?");
  g_signal_handlers_disconnect_by_func (gtk_widget_get_frame_clock (GTK_WIDGET (shown.window)), check_painted_cb,
                                        &shown);

  /* back to the passages, and on to what was not shown of another one */
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown.window), "win.back", NULL));
  g_assert_true (shows_page (&shown, TRS_TYPE_SEARCH_PAGE));
  g_signal_emit_by_name (passage_row (&shown, "Budget committee, second reading", 2), "activate");
  wait_for_place (&shown, "3 of 5", "budget is a promise");

  /* out of the search: the transcript stays, the list is whole again */
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown.window), "win.escape", NULL));
  g_assert_cmpstr (gtk_editable_get_text (shown.entry), ==, "");
  g_assert_true (shows_page (&shown, TRS_TYPE_TRANSCRIPT_PAGE));
  wait_for_label (&shown, "Town hall Q&A: “Where is the <b>money</b>?”");
  finish (&shown);
}

static void
open_old_passage_cb (Shown *shown)
{
  /* A new text in the entry takes the old one away first. */
  if (trs_searcher_get_answered (searcher_of (shown)) == NULL)
    return;

  g_signal_handlers_disconnect_by_func (searcher_of (shown), open_old_passage_cb, shown);
  g_signal_emit_by_name (passage_row (shown, "City council, 12 March", 1), "activate");
}

/* The next answer is there, but not on the screen yet: what is opened is what was seen. */
static void
test_opens_what_is_seen (void)
{
  Shown shown = { NULL };

  show_window (&shown, 1100);
  type (&shown, "budget");
  wait_for_label (&shown, "3 more in this transcript");
  g_signal_connect_swapped (searcher_of (&shown), "notify::answered", G_CALLBACK (open_old_passage_cb), &shown);
  type (&shown, "harbour");
  wait_for_place (&shown, "2 of 3", "budget for the north quay. In November");
  finish (&shown);
}

/* The words of the search are found as the search understands them, until other ones are typed. */
static void
test_find_bar_follows_the_query (void)
{
  Shown shown = { NULL };
  GtkWidget *page;
  GtkEditable *find;

  show_window (&shown, 1100);
  type (&shown, "roads HARBOUR");
  wait_for_label (&shown, "“roads HARBOUR”");
  trs_test_wait_until (has_label (&shown, "2 passages · English"));
  g_signal_emit_by_name (passage_row (&shown, "Budget committee, second reading", 1), "activate");
  wait_for_place (&shown, "2 of 3", "roads we give to the harbour");

  page = gtk_stack_get_visible_child (GTK_STACK (shown.pages));
  find = GTK_EDITABLE (trs_display_test_find (trs_display_test_find (page, "find_bar"), "entry"));
  g_assert_cmpstr (gtk_editable_get_text (find), ==, "roads HARBOUR");
  gtk_editable_set_text (find, "pretends");
  wait_for_place (&shown, "1 of 1", "pretends");
  finish (&shown);
}

static void
test_comes_back_to_where_one_was (void)
{
  Shown shown = { NULL };

  show_window (&shown, 1100);
  trs_window_open_project (shown.window, trs_session_rig_find (shown.rig, "union"));
  trs_test_wait_until (shows_page (&shown, TRS_TYPE_TRANSCRIPT_PAGE));

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown.window), "win.search", NULL));
  g_assert_true (gtk_widget_is_ancestor (gtk_root_get_focus (GTK_ROOT (shown.window)), GTK_WIDGET (shown.entry)));
  type (&shown, "budget");
  g_assert_true (shows_page (&shown, TRS_TYPE_SEARCH_PAGE));
  wait_for_label (&shown, "3 more in this transcript");
  g_signal_emit_by_name (shown.entry, "stop-search");
  g_assert_true (shows_page (&shown, TRS_TYPE_TRANSCRIPT_PAGE));
  g_assert_cmpstr (trs_project_get_id (trs_window_get_project (shown.window)), ==, "union");
  g_assert_true (gtk_widget_get_ancestor (gtk_root_get_focus (GTK_ROOT (shown.window)), TRS_TYPE_HISTORY_LIST) != NULL);
  finish (&shown);
}

static void
test_nothing_found (void)
{
  Shown shown = { NULL };

  show_window (&shown, 1100);
  type (&shown, "zeppelin");
  wait_for_label (&shown, "No Results Found");
  save_picture (&shown, "search-nothing");
  type (&shown, "?! …");
  wait_for_label (&shown, "No Word to Search For");
  type (&shown, "union");
  wait_for_label (&shown, "1 passage, 1 title");
  finish (&shown);
}

static TrsSearchList *
get_search_list (Shown *shown)
{
  return TRS_SEARCH_LIST (trs_display_test_find_type (GTK_WIDGET (shown->window), TRS_TYPE_SEARCH_LIST));
}

static void
set_priority_of_update (Shown *shown,
                        int    priority)
{
  GSource *update = g_main_context_find_source_by_user_data (NULL, get_search_list (shown));

  if (update != NULL)
    g_source_set_priority (update, priority);
}

/* On a busy machine a frame is painted before the list tells that there are results: what the page looks for at the end
 * of that frame finds results of which it has not heard. */
static void
delay_update_cb (Shown *shown)
{
  GtkWidget *page = gtk_stack_get_visible_child (GTK_STACK (shown->pages));
  GtkScrolledWindow *scroller;

  if (!TRS_IS_SEARCH_PAGE (page) ||
      g_list_model_get_n_items (G_LIST_MODEL (trs_searcher_get_results (searcher_of (shown)))) == 0)
    return;

  set_priority_of_update (shown, G_PRIORITY_LOW);
  scroller = GTK_SCROLLED_WINDOW (trs_display_test_find (page, "scroller"));
  g_signal_emit_by_name (gtk_scrolled_window_get_vadjustment (scroller), "changed");
}

static void
hurry_update_cb (Shown *shown)
{
  set_priority_of_update (shown, G_PRIORITY_HIGH);
}

static void
test_first_search_frame_first (void)
{
  Shown shown = { NULL };

  show_window (&shown, 1100);
  g_signal_connect_swapped (searcher_of (&shown), "notify", G_CALLBACK (delay_update_cb), &shown);
  gtk_editable_set_text (shown.entry, "budget");
  wait_for_label (&shown, "9 passages in 3 transcripts, 1 title, 1 note");
  wait_for_label (&shown, "3 more in this transcript");
  /* nor is anything shown under the query before it */
  gtk_editable_set_text (shown.entry, "harbour");
  wait_for_label (&shown, "“harbour”");
  trs_test_wait_until (!trs_search_list_is_updating (get_search_list (&shown)));
  g_signal_handlers_disconnect_by_func (searcher_of (&shown), delay_update_cb, &shown);
  finish (&shown);
}

static void
test_first_search_answer_first (void)
{
  Shown shown = { NULL };

  show_window (&shown, 1100);
  g_signal_connect_swapped (searcher_of (&shown), "notify", G_CALLBACK (hurry_update_cb), &shown);
  gtk_editable_set_text (shown.entry, "budget");
  wait_for_label (&shown, "9 passages in 3 transcripts, 1 title, 1 note");
  wait_for_label (&shown, "3 more in this transcript");
  g_signal_handlers_disconnect_by_func (searcher_of (&shown), hurry_update_cb, &shown);
  finish (&shown);
}

/* What keeps a core busy until it is told to stop. */
static gpointer
spin_thread (gpointer data)
{
  while (!g_atomic_int_get ((int *) data))
    continue;
  return NULL;
}

static void
test_first_search_under_load (void)
{
  static const char word[] = "budget";
  GThread *threads[4];
  int stop = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("spin", spin_thread, &stop);
  for (guint round = 0; round < 3; round++)
    {
      Shown shown = { NULL };

      show_window (&shown, 1100);
      for (gsize length = 1; length <= strlen (word); length++)
        {
          g_autofree char *typed = g_strndup (word, length);

          gtk_editable_set_text (shown.entry, typed);
          g_main_context_iteration (NULL, FALSE);
        }
      wait_for_label (&shown, "9 passages in 3 transcripts, 1 title, 1 note");
      finish (&shown);
    }
  g_atomic_int_set (&stop, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}

static void
run_job (Shown             *shown,
         const TrsStoreJob *job)
{
  g_autoptr (GAsyncResult) result = NULL;

  trs_store_push (shown->store, g_task_new (shown->store, NULL, trs_test_store_result, &result), job, NULL, 0);
  trs_test_wait_result (result);
}

/* A search that fails has no answer: that is said, and the next one is shown. */
static void
test_first_search_fails (void)
{
  static const TrsStoreJob lose_texts = { .sql = "ALTER TABLE text RENAME TO lost" };
  static const TrsStoreJob find_texts = { .sql = "ALTER TABLE lost RENAME TO text" };
  Shown shown = { NULL };
  TrsSearcher *searcher;

  show_window (&shown, 1100);
  searcher = searcher_of (&shown);
  run_job (&shown, &lose_texts);
  gtk_editable_set_text (shown.entry, "budget");
  trs_test_wait_until (trs_searcher_get_error (searcher) != NULL || trs_searcher_get_answered (searcher) != NULL);
  g_assert_nonnull (trs_searcher_get_error (searcher));
  trs_test_wait_until (shows_page (&shown, TRS_TYPE_SEARCH_PAGE));
  trs_test_wait_until (g_str_equal (gtk_stack_get_visible_child_name (GTK_STACK (trs_display_test_find (
                                        gtk_stack_get_visible_child (GTK_STACK (shown.pages)), "stack"))),
                                    "nothing"));
  g_assert_false (has_label (&shown, "No Results Found"));
  run_job (&shown, &find_texts);
  gtk_editable_set_text (shown.entry, "budge");
  wait_for_label (&shown, "9 passages in 3 transcripts, 1 title, 1 note");
  finish (&shown);
}

/* Whatever is typed is shown as it was, and fits. */
static void
test_any_input (void)
{
  const char *inputs[] = { "<b>&amp;", "C++", "\"budget", "a -b OR NEAR(", "%s%n" };
  g_autofree char *huge = g_strnfill (10000, 'w');
  Shown shown = { NULL };

  show_window (&shown, 1100);
  for (gsize i = 0; i < G_N_ELEMENTS (inputs); i++)
    type (&shown, inputs[i]);
  type (&shown, "\"budget\" <second>");
  wait_for_label (&shown, "“\"budget\" <second>”");
  type (&shown, huge);
  wait_for_label (&shown, "No Results Found");
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (shown.window)), <=, 1100);
  finish (&shown);
}

static void
test_scripts (void)
{
  Shown shown = { NULL };

  show_window (&shown, 1100);
  type (&shown, "התקציב");
  wait_for_label (&shown, "1 passage");
  save_picture (&shown, "search-rtl");
  type (&shown, "予算");
  wait_for_label (&shown, "“予算”");
  wait_for_label (&shown, "1 passage · Japanese");
  save_picture (&shown, "search-cjk");
  finish (&shown);
}

static void
test_chips (void)
{
  g_autofree char *hidden = NULL;
  Shown shown = { NULL };

  show_window (&shown, 1100);
  type (&shown, "budget");
  wait_for_label (&shown, "3 more in this transcript");
  trs_display_test_click (trs_display_test_find (GTK_WIDGET (shown.window), "show_failed"));
  /* the chip that hides what was found is named */
  wait_for_label (&shown, "No Results in Failed Videos");
  hidden = g_strdup_printf ("%u other videos match. Choose “All” to see them.",
                            g_list_model_get_n_items (G_LIST_MODEL (trs_searcher_get_results (searcher_of (&shown)))));
  wait_for_label (&shown, hidden);
  save_picture (&shown, "search-nothing-of-this-kind");
  trs_display_test_click (trs_display_test_find (GTK_WIDGET (shown.window), "show_done"));
  wait_for_label (&shown, "3 more in this transcript");
  finish (&shown);
}

static void
test_keyboard (void)
{
  Shown shown = { NULL };
  GtkWidget *focus;

  show_window (&shown, 1100);
  gtk_widget_grab_focus (GTK_WIDGET (shown.entry));
  gtk_editable_set_text (shown.entry, "budget");
  /* at once, before there is an answer */
  g_signal_emit_by_name (shown.entry, "activate");
  trs_test_wait_until (GTK_IS_LIST_BOX_ROW (gtk_root_get_focus (GTK_ROOT (shown.window))));
  focus = gtk_root_get_focus (GTK_ROOT (shown.window));
  g_assert_true (focus == GTK_WIDGET (passage_row (&shown, "Budget committee, second reading", 0)));
  /* whoever is there already is not taken on */
  gtk_widget_grab_focus (gtk_stack_get_visible_child (GTK_STACK (shown.pages)));
  g_assert_true (gtk_root_get_focus (GTK_ROOT (shown.window)) == focus);

  /* the arrow keys go on into the next group */
  for (guint i = 0; i < 3; i++)
    g_signal_emit_by_name (gtk_widget_get_parent (gtk_root_get_focus (GTK_ROOT (shown.window))), "move-cursor",
                           GTK_MOVEMENT_DISPLAY_LINES, 1, FALSE, FALSE);
  g_assert_true (gtk_root_get_focus (GTK_ROOT (shown.window)) ==
                 GTK_WIDGET (passage_row (&shown, "City council, 12 March", 0)));

  /* next and previous project walk through what was found */
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown.window), "win.next-project", NULL));
  wait_for_place (&shown, "1 of 5", "budget for the coming year");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown.window), "win.next-project", NULL));
  wait_for_place (&shown, "1 of 3", "budget. You have the figures");
  finish (&shown);
}

static gboolean
has_shortcut (GtkWidget  *widget,
              const char *keys,
              const char *action)
{
  GtkShortcut *shortcut = trs_display_test_find_shortcut (widget, keys, NULL);
  g_autofree char *does =
      shortcut != NULL ? gtk_shortcut_action_to_string (gtk_shortcut_get_action (shortcut)) : NULL;

  return g_strcmp0 (does, action) == 0;
}

/* Whoever walks through the list copies the text that it opens. */
static void
test_copies_from_the_list (void)
{
  Shown shown = { NULL };
  GtkWidget *page;
  TrsTranscriptView *view;

  show_window (&shown, 1100);
  trs_window_open_project (shown.window, trs_session_rig_find (shown.rig, "council"));
  page = gtk_stack_get_visible_child (GTK_STACK (shown.pages));
  view = TRS_TRANSCRIPT_VIEW (trs_display_test_find_type (page, TRS_TYPE_TRANSCRIPT_VIEW));
  trs_test_wait_until (trs_test_view_get_transcript (view) != NULL);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown.window), "win.focus-list", NULL));
  g_assert_true (has_shortcut (GTK_WIDGET (shown.window), "<Control>c", "action(win.copy)"));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown.window), "win.copy", NULL));
  wait_for_label (&shown, "Transcript copied");
  finish (&shown);
}

/* From the entry down into what was found, not to the chips. */
static void
test_down (void)
{
  Shown shown = { NULL };

  show_window (&shown, 1100);
  g_assert_true (has_shortcut (GTK_WIDGET (shown.entry), "Down|KP_Down", "action(win.focus-list)"));
  gtk_widget_grab_focus (GTK_WIDGET (shown.entry));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown.entry), "win.focus-list", NULL));
  g_assert_nonnull (gtk_widget_get_ancestor (gtk_root_get_focus (GTK_ROOT (shown.window)), TRS_TYPE_HISTORY_LIST));

  gtk_widget_grab_focus (GTK_WIDGET (shown.entry));
  gtk_editable_set_text (shown.entry, "budget");
  wait_for_label (&shown, "3 more in this transcript");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown.entry), "win.focus-list", NULL));
  g_assert_nonnull (gtk_widget_get_ancestor (gtk_root_get_focus (GTK_ROOT (shown.window)), TRS_TYPE_SEARCH_LIST));
  finish (&shown);
}

static GtkWidget *
found_row (Shown      *shown,
           const char *title)
{
  GtkWidget *list = trs_display_test_find_type (GTK_WIDGET (shown->window), TRS_TYPE_SEARCH_LIST);

  return gtk_widget_get_ancestor (trs_display_test_find_label (list, title), TRS_TYPE_PROJECT_ROW);
}

static GtkWidget *
wait_for_item (Shown      *shown,
               const char *label)
{
  GtkWidget *list = trs_display_test_find_type (GTK_WIDGET (shown->window), TRS_TYPE_SEARCH_LIST);
  GtkWidget *item;

  trs_test_wait_until (trs_display_test_find_label (list, label) != NULL);
  item = trs_display_test_find_label (list, label);
  trs_test_wait_until (gtk_widget_get_mapped (item) && gtk_widget_get_width (item) > 0);
  while (gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (item)) != GTK_ACCESSIBLE_ROLE_MENU_ITEM)
    item = gtk_widget_get_parent (item);
  trs_display_test_wait_frame (item);
  return item;
}

static GtkWindow *
find_dialog (GType type)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWindow) toplevel = g_list_model_get_item (toplevels, i);

      if (G_TYPE_CHECK_INSTANCE_TYPE (toplevel, type) && gtk_widget_get_visible (GTK_WIDGET (toplevel)))
        return toplevel;
    }
  return NULL;
}

/* A row that was found has the menu and the keys of one in the history. */
static void
test_row_menu (void)
{
  static const struct
  {
    guint key;
    GType (*get_type) (void);
  } keys[] = { { GDK_KEY_F2, trs_name_dialog_get_type }, { GDK_KEY_Delete, trs_message_dialog_get_type } };
  Shown shown = { NULL };

  show_window (&shown, 1100);
  type (&shown, "budget");
  wait_for_label (&shown, "3 more in this transcript");
  trs_real_input_focus (GTK_WIDGET (shown.window));
  /* Without one it would be removed at once. */
  trs_library_set_note (trs_session_get_library (shown.rig->session), trs_session_rig_find (shown.rig, "council"),
                        "Ask");
  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      gtk_widget_grab_focus (gtk_widget_get_parent (found_row (&shown, "City council, 12 March")));
      trs_real_input_key (GTK_WIDGET (shown.window), keys[i].key, 0);
      trs_test_wait_until (find_dialog (keys[i].get_type ()) != NULL);
      gtk_window_destroy (find_dialog (keys[i].get_type ()));
      trs_real_input_focus (GTK_WIDGET (shown.window));
    }

  trs_real_input_click (found_row (&shown, "Budget committee, second reading"), 60, 20, GDK_BUTTON_SECONDARY, 1);
  g_assert_true (gtk_widget_get_sensitive (wait_for_item (&shown, "Remove…")));
  trs_real_input_key (wait_for_item (&shown, "Export…"), GDK_KEY_Escape, 0);
  g_assert_null (trs_window_get_project (shown.window));

  /* opens at its place, as a click does */
  gtk_widget_grab_focus (gtk_widget_get_parent (found_row (&shown, "City council, 12 March")));
  trs_real_input_key (GTK_WIDGET (shown.window), GDK_KEY_Menu, 0);
  trs_real_input_key (wait_for_item (&shown, "Open"), GDK_KEY_o, 0);
  trs_test_wait_until (shows_page (&shown, TRS_TYPE_TRANSCRIPT_PAGE));
  wait_for_place (&shown, "1 of 3", "budget. You have the figures");
  finish (&shown);
}

static void
test_narrow (void)
{
  Shown shown = { NULL };
  TrsSearchList *list;
  GListModel *found;
  g_autoptr (TrsSearchResult) first = NULL;

  show_window (&shown, 360);
  trs_test_wait_until (adw_leaflet_get_folded (shown.leaflet));
  adw_leaflet_set_visible_child_name (shown.leaflet, "list");
  type (&shown, "budget");
  wait_for_label (&shown, "5 passages · English");
  trs_test_wait_until (!adw_leaflet_get_child_transition_running (shown.leaflet));
  save_picture (&shown, "search-narrow-list");

  /* to the passages, to one of them, and back again */
  list = TRS_SEARCH_LIST (trs_display_test_find_type (GTK_WIDGET (shown.window), TRS_TYPE_SEARCH_LIST));
  g_assert_true (gtk_test_accessible_has_relation (
      GTK_ACCESSIBLE (trs_display_test_find (GTK_WIDGET (list), "show_passages")),
      GTK_ACCESSIBLE_RELATION_LABELLED_BY));
  trs_display_test_click (trs_display_test_find (GTK_WIDGET (list), "show_passages"));
  g_assert_cmpstr (adw_leaflet_get_visible_child_name (shown.leaflet), ==, "page");
  trs_test_wait_until (!adw_leaflet_get_child_transition_running (shown.leaflet));
  save_picture (&shown, "search-narrow-page");
  g_signal_emit_by_name (passage_row (&shown, "City council, 12 March", 0), "activate");
  wait_for_place (&shown, "1 of 3", "budget. You have the figures");
  save_picture (&shown, "search-narrow-opened");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown.window), "win.back", NULL));
  g_assert_true (shows_page (&shown, TRS_TYPE_SEARCH_PAGE));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown.window), "win.back", NULL));
  g_assert_cmpstr (adw_leaflet_get_visible_child_name (shown.leaflet), ==, "list");

  /* from the list at once to the transcript, and back to the list */
  found = G_LIST_MODEL (trs_search_list_get_filtered (list));
  first = g_list_model_get_item (found, 0);
  g_signal_emit_by_name (list, "open", first);
  wait_for_place (&shown, "1 of 5", "budget for the coming year");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown.window), "win.escape", NULL));
  g_assert_cmpstr (adw_leaflet_get_visible_child_name (shown.leaflet), ==, "list");
  g_assert_cmpstr (gtk_editable_get_text (shown.entry), ==, "budget");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown.window), "win.escape", NULL));
  g_assert_cmpstr (gtk_editable_get_text (shown.entry), ==, "");
  finish (&shown);
}

static void
annotate (Shown              *shown,
          const char         *id,
          TrsTextPosition     start,
          TrsTextPosition     end,
          TrsHighlightColour  colour,
          const char         *note)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (budget_committee, "en");
  g_autoptr (TrsAnnotations) nothing = trs_annotations_new ();
  g_autoptr (TrsAnnotations) one =
      trs_annotations_highlight (nothing, transcript, (TrsTextPosition) { 1, 11 }, (TrsTextPosition) { 1, 34 },
                                 TRS_HIGHLIGHT_GREEN, NULL, 1);
  g_autoptr (TrsAnnotations) all = trs_annotations_highlight (one, transcript, start, end, colour, note, 2);
  g_autoptr (GAsyncResult) result = NULL;

  trs_store_annotations_edit_async (shown->store, shown->account, id, all, NULL, NULL, trs_test_store_result, &result);
  trs_test_wait_result (result);
  g_assert_true (trs_store_annotations_edit_finish (shown->store, result, NULL));
}

static gboolean
is_answered (Shown      *shown,
             const char *query)
{
  return g_strcmp0 (trs_searcher_get_answered (searcher_of (shown)), query) == 0 &&
         !trs_searcher_get_searching (searcher_of (shown));
}

/* Changes gather for a while before they are searched. */
static gboolean
has_results (Shown *shown,
             guint  n)
{
  trs_manual_clock_advance (shown->rig->clock, 50);
  return g_list_model_get_n_items (G_LIST_MODEL (trs_searcher_get_results (searcher_of (shown)))) == n;
}

/* The highlights of all transcripts: a chip shows them, words narrow them down, a click leads to one of them. */
static void
test_highlights (void)
{
  Shown shown = { NULL };
  GtkWidget *chip;
  GtkWidget *view;
  TrsTextPosition caret;

  show_window (&shown, 1100);
  chip = trs_display_test_find (GTK_WIDGET (shown.window), "highlights");
  trs_display_test_click (chip);
  trs_test_wait_until (is_answered (&shown, ""));
  wait_for_label (&shown, "No Highlights");

  annotate (&shown, "committee", (TrsTextPosition) { 2, 0 }, (TrsTextPosition) { 2, 28 }, TRS_HIGHLIGHT_PINK,
            "Ask <them> & check");
  trs_test_wait_until (has_results (&shown, 1));
  wait_for_label (&shown, "Highlights");
  wait_for_label (&shown, "Verify");
  wait_for_label (&shown, "Fact");
  wait_for_label (&shown, "Ask <them> & check");
  wait_for_label (&shown, "2 highlights");
  save_picture (&shown, "search-highlights");

  gtk_editable_set_text (shown.entry, "them");
  trs_test_wait_until (is_answered (&shown, "them"));
  wait_for_label (&shown, "Highlights with “them”");
  trs_test_wait_until (!has_label (&shown, "Fact"));

  g_signal_emit_by_name (passage_row (&shown, "Budget committee, second reading", 0), "activate");
  trs_test_wait_until (shows_page (&shown, TRS_TYPE_TRANSCRIPT_PAGE));
  view = trs_display_test_find (gtk_stack_get_visible_child (GTK_STACK (shown.pages)), "view");
  trs_test_wait_until (trs_transcript_view_get_buffer (TRS_TRANSCRIPT_VIEW (view)) != NULL);
  caret = trs_transcript_buffer_get_caret (trs_transcript_view_get_buffer (TRS_TRANSCRIPT_VIEW (view)));
  g_assert_cmpuint (caret.paragraph, ==, 2);
  g_assert_cmpuint (caret.byte, ==, 0);
  /* no bar that looks for something else */
  g_assert_false (gtk_search_bar_get_search_mode (
      GTK_SEARCH_BAR (trs_display_test_find (GTK_WIDGET (shown.pages), "bar"))));

  /* the end of the search is the end of all of it */
  gtk_widget_activate_action (GTK_WIDGET (shown.window), "win.escape", NULL);
  g_assert_false (trs_searcher_is_active (searcher_of (&shown)));
  g_assert_false (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (chip)));
  g_assert_cmpstr (gtk_editable_get_text (shown.entry), ==, "");
  finish (&shown);
}

static void
test_highlights_narrow (void)
{
  Shown shown = { NULL };

  show_window (&shown, 360);
  annotate (&shown, "committee", (TrsTextPosition) { 2, 0 }, (TrsTextPosition) { 2, 28 }, TRS_HIGHLIGHT_PINK,
            "Ask the treasurer");
  trs_display_test_click (trs_display_test_find (GTK_WIDGET (shown.window), "highlights"));
  wait_for_label (&shown, "Show 2 Highlights");
  save_picture (&shown, "search-highlights-narrow-list");
  trs_display_test_click (trs_display_test_find (GTK_WIDGET (shown.window), "show_passages"));
  wait_for_label (&shown, "Verify");
  save_picture (&shown, "search-highlights-narrow");
  finish (&shown);
}

/* Which of the chips are lit, by the first letters of their names. */
static const char *
get_lit (Shown *shown)
{
  static const char *const chips[] = { "show_all", "show_in_progress", "show_done", "show_failed", "highlights" };
  static char lit[G_N_ELEMENTS (chips) + 1];
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (chips); i++)
    if (gtk_toggle_button_get_active (
            GTK_TOGGLE_BUTTON (trs_display_test_find (GTK_WIDGET (shown->window), chips[i]))))
      lit[n++] = "AIDFH"[i];
  lit[n] = '\0';
  return lit;
}

static void
test_one_chip_at_a_time (void)
{
  Shown shown = { NULL };
  GtkWidget *highlights;

  show_window (&shown, 1100);
  highlights = trs_display_test_find (GTK_WIDGET (shown.window), "highlights");
  g_assert_cmpstr (get_lit (&shown), ==, "A");
  trs_display_test_click (trs_display_test_find (GTK_WIDGET (shown.window), "show_failed"));
  g_assert_cmpstr (get_lit (&shown), ==, "F");
  /* highlights are those of all videos, whatever was shown before */
  annotate (&shown, "committee", (TrsTextPosition) { 2, 0 }, (TrsTextPosition) { 2, 28 }, TRS_HIGHLIGHT_PINK, NULL);
  trs_display_test_click (highlights);
  g_assert_cmpstr (get_lit (&shown), ==, "H");
  wait_for_label (&shown, "2 highlights");
  save_picture (&shown, "search-highlights-chip");
  type (&shown, "zeppelin");
  wait_for_label (&shown, "No Results in Highlights");

  trs_display_test_click (trs_display_test_find (GTK_WIDGET (shown.window), "show_all"));
  g_assert_cmpstr (get_lit (&shown), ==, "A");
  g_assert_false (trs_searcher_get_highlights (searcher_of (&shown)));
  wait_for_label (&shown, "No Results Found");
  trs_display_test_click (highlights);
  trs_display_test_click (highlights);
  g_assert_cmpstr (get_lit (&shown), ==, "A");
  g_object_set (searcher_of (&shown), "highlights", TRUE, NULL);
  g_assert_cmpstr (get_lit (&shown), ==, "H");
  trs_display_test_click (trs_display_test_find (GTK_WIDGET (shown.window), "show_done"));
  g_assert_cmpstr (get_lit (&shown), ==, "D");
  gtk_widget_activate_action (GTK_WIDGET (shown.window), "win.escape", NULL);
  g_assert_cmpstr (get_lit (&shown), ==, "D");
  finish (&shown);
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  g_test_add_func ("/search/results", test_results);
  g_test_add_func ("/search/opens-at-the-place", test_opens_at_the_place);
  g_test_add_func ("/search/opens-what-is-seen", test_opens_what_is_seen);
  g_test_add_func ("/search/first-search-frame-first", test_first_search_frame_first);
  g_test_add_func ("/search/first-search-answer-first", test_first_search_answer_first);
  g_test_add_func ("/search/first-search-under-load", test_first_search_under_load);
  g_test_add_func ("/search/first-search-fails", test_first_search_fails);
  g_test_add_func ("/search/one-chip-at-a-time", test_one_chip_at_a_time);
  g_test_add_func ("/search/copies-from-the-list", test_copies_from_the_list);
  g_test_add_func ("/search/find-bar-follows-the-query", test_find_bar_follows_the_query);
  g_test_add_func ("/search/comes-back-to-where-one-was", test_comes_back_to_where_one_was);
  g_test_add_func ("/search/nothing-found", test_nothing_found);
  g_test_add_func ("/search/any-input", test_any_input);
  g_test_add_func ("/search/scripts", test_scripts);
  g_test_add_func ("/search/chips", test_chips);
  g_test_add_func ("/search/keyboard", test_keyboard);
  g_test_add_func ("/search/down", test_down);
  g_test_add_func ("/search/row-menu", test_row_menu);
  g_test_add_func ("/search/narrow", test_narrow);
  g_test_add_func ("/search/highlights", test_highlights);
  g_test_add_func ("/search/highlights-narrow", test_highlights_narrow);
  return g_test_run ();
}
