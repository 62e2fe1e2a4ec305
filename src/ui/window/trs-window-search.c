/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-window-private.h"

#include "trs-search-page.h"
#include "trs-transcript-page.h"

/* The search across every transcript: what is typed in the sidebar lies, as a page, over that of the project, which
 * stays as it was and comes back when the search ends. */

static TrsSearcher *
get_searcher (TrsWindow *self)
{
  return trs_session_get_searcher (self->session);
}

/* Where the reader wants to be: at a passage, or after those that were shown. */
static TrsTextPosition
get_place (TrsSearchResult *found,
           guint     index)
{
  GPtrArray *passages = trs_search_result_get_passages (found);
  TrsTextPosition place = { 0, 0 };
  const TrsSearchPassage *passage;

  if (passages->len == 0)
    return place;

  passage = g_ptr_array_index (passages, MIN (index, passages->len - 1));
  place.paragraph = passage->paragraph + (index >= passages->len ? 1 : 0);
  if (index < passages->len && passage->ranges->len > 0)
    place.byte = g_array_index (passage->ranges, TrsSearchRange, 0).start;
  return place;
}

/* The query is that of the words that were chosen: by now there may be the answer to another one. */
static void
open_found (TrsWindow  *self,
            TrsSearchResult   *found,
            const char *query,
            guint       passage)
{
  GtkWidget *page;

  trs_search_list_select (trs_history_page_get_results (self->history_page), found);
  trs_window_open_project (self, trs_search_result_get_project (found));
  page = gtk_stack_get_visible_child (self->pages);
  if (query != NULL && TRS_IS_TRANSCRIPT_PAGE (page) && trs_search_result_get_n_passages (found) > 0)
    trs_transcript_page_find (TRS_TRANSCRIPT_PAGE (page), query, get_place (found, passage));
}

static void
row_open_cb (TrsWindow *self,
             TrsSearchResult  *found)
{
  g_autofree char *query = g_strdup (trs_searcher_get_answered (get_searcher (self)));

  self->from_passages = FALSE;
  open_found (self, found, query, 0);
}

static void
passage_open_cb (TrsWindow  *self,
                 TrsSearchResult   *found,
                 const char *query,
                 guint       passage)
{
  self->from_passages = TRUE;
  open_found (self, found, query, passage);
}

static void
show_passages_cb (TrsWindow *self)
{
  trs_window_show_search (self);
  adw_leaflet_set_visible_child_name (self->leaflet, "page");
  gtk_widget_grab_focus (gtk_stack_get_visible_child (self->pages));
}

static GtkWidget *
ensure_search_page (TrsWindow *self)
{
  GtkWidget *page = gtk_stack_get_child_by_name (self->pages, "search");

  if (page == NULL)
    {
      page = trs_window_ensure_page (self, "search", TRS_TYPE_SEARCH_PAGE);
      g_object_set (page, "found", trs_search_list_get_found (trs_history_page_get_results (self->history_page)), NULL);
      g_signal_connect_object (page, "open", G_CALLBACK (passage_open_cb), self, G_CONNECT_SWAPPED);
    }
  return page;
}

/**
 * trs_window_is_searching:
 * @self: a window
 *
 * Returns: %TRUE while words are looked for in every transcript
 */
gboolean
trs_window_is_searching (TrsWindow *self)
{
  return self->session != NULL && trs_searcher_is_active (get_searcher (self));
}

/**
 * trs_window_show_search:
 * @self: a window
 *
 * Lays the page of the search over that of the project.
 */
void
trs_window_show_search (TrsWindow *self)
{
  self->search_shown = TRUE;
  gtk_stack_set_visible_child (self->pages, ensure_search_page (self));
  trs_window_update_actions (self);
}

/**
 * trs_window_hide_search:
 * @self: a window
 *
 * Takes the page of the search away; it is still there to come back to.
 */
void
trs_window_hide_search (TrsWindow *self)
{
  if (!self->search_shown)
    return;

  self->search_shown = FALSE;
  trs_window_update_page (self);
  trs_window_update_actions (self);
}

/**
 * trs_window_end_search:
 * @self: a window
 *
 * Looks for nothing any more. What was open before is seen again.
 *
 * Returns: %FALSE if nothing was looked for
 */
gboolean
trs_window_end_search (TrsWindow *self)
{
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (self));
  gboolean in_page = focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->pages));

  if (!trs_window_is_searching (self))
    return FALSE;

  trs_searcher_set_query (get_searcher (self), "");
  if (in_page && trs_window_shows_text (self))
    gtk_widget_grab_focus (gtk_stack_get_visible_child (self->pages));
  else
    trs_history_page_focus_list (self->history_page);
  return TRUE;
}

/**
 * trs_window_back_to_search:
 * @self: a window
 *
 * Goes back from a project to the passages that led to it.
 *
 * Returns: %FALSE if none did
 */
gboolean
trs_window_back_to_search (TrsWindow *self)
{
  if (!trs_window_is_searching (self) || self->search_shown || (self->folded && !self->from_passages))
    return FALSE;

  trs_window_show_search (self);
  gtk_widget_grab_focus (gtk_stack_get_visible_child (self->pages));
  return TRUE;
}

/**
 * trs_window_move_in_search:
 * @self: a window
 * @by: 1 for the next project, -1 for the one before
 *
 * Opens a neighbour in the results of a search.
 *
 * Returns: %FALSE if nothing is looked for
 */
gboolean
trs_window_move_in_search (TrsWindow *self,
                           int        by)
{
  TrsSearchResult *found;

  if (!trs_window_is_searching (self))
    return FALSE;

  found = trs_search_list_move (trs_history_page_get_results (self->history_page), by);
  if (found != NULL)
    row_open_cb (self, found);
  return TRUE;
}

/* Whoever types wants to see the results. */
static void
query_changed_cb (TrsWindow *self)
{
  if (trs_window_is_searching (self))
    trs_window_show_search (self);
  else
    trs_window_hide_search (self);
  trs_window_update_actions (self);
  g_object_notify (G_OBJECT (self), "back");
}

/**
 * trs_window_watch_search:
 * @self: a window with its session
 *
 * Begins to follow what is looked for.
 */
void
trs_window_watch_search (TrsWindow *self)
{
  TrsSearchList *results = trs_history_page_get_results (self->history_page);

  g_signal_connect_object (get_searcher (self), "notify::query", G_CALLBACK (query_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (results, "open", G_CALLBACK (row_open_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (results, "show-passages", G_CALLBACK (show_passages_cb), self, G_CONNECT_SWAPPED);
}
