/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-display-test.h"
#include "trs-progress-page.h"
#include "trs-reading-pane.h"
#include "trs-search-page.h"
#include "trs-session-rig.h"
#include "trs-test-transcripts.h"
#include "trs-transcript-page.h"

typedef struct
{
  TrsSessionRig *rig;
  GtkWindow *window;
  TrsReadingPane *pane;
  GtkStack *pages;
} Shown;

static void
set_up (Shown         *shown,
        gconstpointer  user_data)
{
  g_autofree char *entries = trs_session_rig_sample_list ();
  g_autoptr (TrsSearchList) results = NULL;

  shown->rig = trs_session_rig_new_keeping ();
  results = g_object_ref_sink (g_object_new (TRS_TYPE_SEARCH_LIST, "session", shown->rig->session, NULL));
  shown->pane = g_object_new (TRS_TYPE_READING_PANE, "session", shown->rig->session, "settings", shown->rig->settings,
                              "results", results, NULL);
  shown->pages = GTK_STACK (trs_display_test_find (GTK_WIDGET (shown->pane), "pages"));
  shown->window = trs_display_test_present (GTK_WIDGET (shown->pane), 600, 500);
  trs_session_rig_list (shown->rig, entries);
  trs_session_rig_start (shown->rig);
  trs_test_wait_until (trs_history_get_complete (trs_session_get_history (shown->rig->session)));
}

static void
tear_down (Shown         *shown,
           gconstpointer  user_data)
{
  trs_display_test_destroy (shown->window);
  trs_session_rig_free (shown->rig);
}

static void
count_cb (guint *count)
{
  (*count)++;
}

static TrsProject *
find_project (Shown           *shown,
              TrsProjectState  state)
{
  for (guint number = 1; number < 8; number++)
    if (trs_project_get_state (trs_session_rig_project (shown->rig, number)) == state)
      return trs_session_rig_project (shown->rig, number);
  g_assert_not_reached ();
}

/* The page is that of the state, also when that changes while it is open. */
static void
test_page_of_project (Shown         *shown,
                      gconstpointer  user_data)
{
  g_autoptr (TrsProject) of_page = NULL;

  g_assert_true (GTK_IS_BOX (gtk_stack_get_visible_child (shown->pages)));
  g_object_set (shown->pane, "project", find_project (shown, TRS_PROJECT_STATE_ERROR), NULL);
  g_assert_true (TRS_IS_PROGRESS_PAGE (gtk_stack_get_visible_child (shown->pages)));
  g_object_set (shown->pane, "project", find_project (shown, TRS_PROJECT_STATE_DONE), "compact", TRUE, NULL);
  g_assert_true (TRS_IS_TRANSCRIPT_PAGE (gtk_stack_get_visible_child (shown->pages)));
  g_assert_true (trs_reading_pane_has_text (shown->pane));
  g_assert_true (gtk_widget_has_css_class (gtk_stack_get_visible_child (shown->pages), "compact"));

  /* The other page watches nothing any more. */
  g_object_get (gtk_stack_get_child_by_name (shown->pages, "progress"), "project", &of_page, NULL);
  g_assert_null (of_page);
  g_object_set (shown->pane, "project", NULL, NULL);
  g_assert_true (GTK_IS_BOX (gtk_stack_get_visible_child (shown->pages)));
  g_assert_false (trs_reading_pane_has_text (shown->pane));
}

/* A query lays its page over that of the project; each property notifies once for a change, and not without one. */
static void
test_search (Shown         *shown,
             gconstpointer  user_data)
{
  TrsSearcher *searcher = trs_session_get_searcher (shown->rig->session);
  guint searching = 0, search_shown = 0;

  g_object_set (shown->pane, "project", find_project (shown, TRS_PROJECT_STATE_DONE), NULL);
  g_signal_connect_swapped (shown->pane, "notify::searching", G_CALLBACK (count_cb), &searching);
  g_signal_connect_swapped (shown->pane, "notify::search-shown", G_CALLBACK (count_cb), &search_shown);

  trs_searcher_set_query (searcher, "budget");
  g_assert_true (trs_reading_pane_get_searching (shown->pane));
  g_assert_true (trs_reading_pane_get_search_shown (shown->pane));
  g_assert_true (TRS_IS_SEARCH_PAGE (gtk_stack_get_visible_child (shown->pages)));
  g_assert_cmpuint (searching, ==, 1);
  g_assert_cmpuint (search_shown, ==, 1);

  trs_reading_pane_set_search_shown (shown->pane, FALSE);
  trs_reading_pane_set_search_shown (shown->pane, FALSE);
  g_assert_true (TRS_IS_TRANSCRIPT_PAGE (gtk_stack_get_visible_child (shown->pages)));
  g_assert_cmpuint (search_shown, ==, 2);

  /* Another query brings its passages back. */
  trs_searcher_set_query (searcher, "budgets");
  g_assert_true (TRS_IS_SEARCH_PAGE (gtk_stack_get_visible_child (shown->pages)));
  g_assert_cmpuint (searching, ==, 1);
  g_assert_cmpuint (search_shown, ==, 3);

  trs_searcher_end (searcher);
  g_assert_true (TRS_IS_TRANSCRIPT_PAGE (gtk_stack_get_visible_child (shown->pages)));
  g_assert_false (trs_reading_pane_get_searching (shown->pane));
  g_assert_cmpuint (searching, ==, 2);
  g_assert_cmpuint (search_shown, ==, 4);
}

static TrsDocument *
get_document (Shown *shown)
{
  TrsDocument *document;

  g_object_get (shown->pane, "document", &document, NULL);
  return document;
}

/* It is the one on the screen: none under the page of the search. */
static void
test_document (Shown         *shown,
               gconstpointer  user_data)
{
  g_autoptr (TrsTranscript) transcript = trs_test_transcript_new (trs_test_council, "en");
  g_autoptr (TrsDocument) document = trs_document_new (transcript, NULL);
  g_autoptr (TrsDocument) got = NULL;
  guint notified = 0;

  g_object_set (shown->pane, "project", find_project (shown, TRS_PROJECT_STATE_DONE), NULL);
  g_assert_null (get_document (shown));
  g_signal_connect_swapped (shown->pane, "notify::document", G_CALLBACK (count_cb), &notified);
  g_object_set (gtk_stack_get_visible_child (shown->pages), "document", document, NULL);
  g_assert_cmpuint (notified, >, 0);
  got = get_document (shown);
  g_assert_true (got == document);

  notified = 0;
  trs_searcher_set_query (trs_session_get_searcher (shown->rig->session), "budget");
  g_assert_cmpuint (notified, >, 0);
  g_assert_null (get_document (shown));
}

static void
test_read (Shown         *shown,
           gconstpointer  user_data)
{
  TrsProject *project = find_project (shown, TRS_PROJECT_STATE_DONE);

  trs_project_set_unread (project, TRUE);
  g_object_set (shown->pane, "project", project, NULL);
  trs_manual_clock_advance (shown->rig->clock, 1999);
  g_assert_true (trs_project_get_data (project)->unread);
  trs_manual_clock_advance (shown->rig->clock, 1);
  g_assert_false (trs_project_get_data (project)->unread);
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  g_test_add ("/reading-pane/page-of-project", Shown, NULL, set_up, test_page_of_project, tear_down);
  g_test_add ("/reading-pane/search", Shown, NULL, set_up, test_search, tear_down);
  g_test_add ("/reading-pane/document", Shown, NULL, set_up, test_document, tear_down);
  g_test_add ("/reading-pane/read", Shown, NULL, set_up, test_read, tear_down);
  return g_test_run ();
}
