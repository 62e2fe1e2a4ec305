/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "journey.h"

#include "trs-display-test.h"
#include "trs-search-group.h"
#include "trs-search-page.h"
#include "trs-search-strings.h"
#include "trs-transcript-page.h"
#include "trs-test-view.h"
#include "trs-window.h"

typedef struct
{
  Journey *journey;
  TrsWindow *window;
  GtkStack *pages;
} Search;

/* The same journey, with the real window. */
static void
begin (Search *search)
{
  Journey *journey = journey_new (NULL);
  g_autoptr (GError) error = NULL;

  search->journey = journey;
  search->window = trs_window_new (NULL, journey->session, journey->settings);
  trs_display_test_show (GTK_WINDOW (search->window));
  search->pages = GTK_STACK (trs_display_test_find (GTK_WIDGET (search->window), "pages"));
  g_assert_true (journey_connect (journey, NULL, &error));
  g_assert_no_error (error);
}

static void
end (Search *search)
{
  trs_display_test_destroy (search->window);
  journey_free (search->journey);
}

static void
transcribe (Search     *search,
            const char *video_id)
{
  g_object_unref (journey_submit (search->journey, video_id));
  journey_until (search->journey,
                 trs_project_get_state (journey_top (search->journey)) == TRS_PROJECT_STATE_DONE);
}

static GtkWidget *
find_label (Search     *search,
            const char *text)
{
  return trs_display_test_find_label (GTK_WIDGET (gtk_stack_get_visible_child (search->pages)), text);
}

/* The heading comes with the passages, which is a moment after the answer. */
static void
type (Search     *search,
      const char *words)
{
  g_autofree char *heading = trs_search_strings_heading (words, FALSE);

  gtk_editable_set_text (GTK_EDITABLE (trs_display_test_find (GTK_WIDGET (search->window), "search")), words);
  journey_until (search->journey, TRS_IS_SEARCH_PAGE (gtk_stack_get_visible_child (search->pages)) &&
                                      find_label (search, heading) != NULL);
}

static void
open_passage (Search     *search,
              const char *title,
              int         index)
{
  GtkWidget *group;

  journey_until (search->journey, find_label (search, title) != NULL);
  group = gtk_widget_get_ancestor (find_label (search, title), TRS_TYPE_SEARCH_GROUP);
  g_signal_emit_by_name (
      gtk_list_box_get_row_at_index (GTK_LIST_BOX (trs_display_test_find (group, "rows")), index), "activate");
}

static void
assert_place (Search     *search,
              const char *count,
              const char *words)
{
  GtkWidget *page = gtk_stack_get_visible_child (search->pages);
  TrsTranscriptView *view;
  TrsTextPosition caret;
  const TrsParagraph *paragraph;

  g_assert_true (TRS_IS_TRANSCRIPT_PAGE (page));
  journey_until (search->journey, find_label (search, count) != NULL);
  view = TRS_TRANSCRIPT_VIEW (trs_display_test_find_type (page, TRS_TYPE_TRANSCRIPT_VIEW));
  caret = trs_transcript_buffer_get_caret (trs_transcript_view_get_buffer (view));
  paragraph = trs_transcript_get_paragraph (trs_test_view_get_transcript (view), TRS_TEXT_ALL, caret.paragraph);
  g_assert_true (g_str_has_prefix (paragraph->body + caret.byte, words));
}

/* Two videos are transcribed; a word that was said in both is found in both, and leads to where it was said. Nobody
 * has opened the transcripts before, and for the second one the service is gone. */
static void
test_from_two_videos_to_the_place (void)
{
  Search search;

  begin (&search);
  transcribe (&search, "council-12-march");
  transcribe (&search, "harbour-clip");
  type (&search, "quay");
  /* the texts come by themselves, also into what is shown already */
  journey_until (search.journey,
                 trs_download_queue_get_kept (trs_session_get_downloads (search.journey->session)) == 2);
  open_passage (&search, "Harbour walk: the crane at dusk", 0);
  assert_place (&search, "1 of 1", "quay. It has not moved");

  trs_service_process_kill (search.journey->service);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (search.window), "win.back", NULL));
  open_passage (&search, "City council, 12 March", 0);
  journey_until (search.journey, TRS_IS_TRANSCRIPT_PAGE (gtk_stack_get_visible_child (search.pages)));
  journey_until (search.journey,
                 g_strcmp0 (trs_project_get_data (trs_window_get_project (search.window))->video_id,
                            "council-12-march") == 0);
  type (&search, "harbour budget");
  open_passage (&search, "City council, 12 March", 0);
  assert_place (&search, "1 of 3", "harbour budget. You have the figures");
  trs_display_test_save_png (GTK_WIDGET (search.window), "journey-search");
  end (&search);
}

int
main (int   argc,
      char *argv[])
{
  trs_display_test_init (&argc, &argv);
  g_test_add_func ("/journey/search/from-two-videos-to-the-place", test_from_two_videos_to_the_place);
  return g_test_run ();
}
