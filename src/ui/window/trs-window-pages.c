/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The pages beside the list: that of the open project, or an empty one, and the page of the search over it. */
#include "trs-window-private.h"

#include "trs-i18n.h"
#include "trs-progress-page.h"
#include "trs-search-page.h"
#include "trs-transcript-page.h"
#include "trs-widget-utils.h"

/**
 * trs_window_has_text:
 * @self: a window
 *
 * Returns: %TRUE if the open project has a transcript
 */
gboolean
trs_window_has_text (TrsWindow *self)
{
  return self->project != NULL && !self->project->pending &&
         trs_project_get_state (self->project) == TRS_PROJECT_STATE_DONE;
}

/**
 * trs_window_get_page:
 * @self: a window
 *
 * Returns: (transfer none): the page that is on the screen
 */
GtkWidget *
trs_window_get_page (TrsWindow *self)
{
  return gtk_stack_get_visible_child (self->pages);
}

void
trs_window_focus_page (TrsWindow *self)
{
  if (self->invitation != NULL && gtk_widget_get_mapped (self->invitation))
    gtk_widget_child_focus (self->invitation, GTK_DIR_TAB_FORWARD);
  else
    gtk_widget_grab_focus (trs_window_get_page (self));
}

/* The pages are created when they are first needed: none of them delays the first frame. */
static GtkWidget *
ensure_page (TrsWindow  *self,
             const char *name)
{
  GtkWidget *page = gtk_stack_get_child_by_name (self->pages, name);

  if (page != NULL)
    return page;

  if (g_str_equal (name, "transcript"))
    page = g_object_new (TRS_TYPE_TRANSCRIPT_PAGE, "session", self->session, "settings", self->settings, NULL);
  else if (g_str_equal (name, "progress"))
    page = g_object_new (TRS_TYPE_PROGRESS_PAGE, "session", self->session, NULL);
  else
    {
      page = g_object_new (TRS_TYPE_SEARCH_PAGE, "session", self->session, NULL);
      trs_search_page_set_results (TRS_SEARCH_PAGE (page),
                                   trs_search_list_get_results (trs_history_page_get_results (self->history_page)));
      g_signal_connect_object (page, "open", G_CALLBACK (trs_window_open_passage), self, G_CONNECT_SWAPPED);
    }
  gtk_stack_add_named (self->pages, page, name);
  return page;
}

/* A page without the open project has none: it watches nothing. */
static void
update_page (TrsWindow *self,
             GtkWidget *page,
             GtkWidget *project_page)
{
  g_object_set (page, "folded", self->folded, "compact", self->compact,
                "back", self->folded || trs_window_is_searching (self),
                "project", page == project_page ? self->project : NULL, NULL);
}

/**
 * trs_window_update_pages:
 * @self: a window
 *
 * Shows the page of the open project, or that of the search, and tells all
 * pages of the state of the window.
 */
void
trs_window_update_pages (TrsWindow *self)
{
  GtkWidget *project_page = NULL;
  GtkWidget *shown = GTK_WIDGET (self->empty_page);

  if (self->project != NULL)
    shown = project_page = ensure_page (self, trs_window_has_text (self) ? "transcript" : "progress");
  if (self->search_shown)
    shown = ensure_page (self, "search");

  g_object_set (self->history_page, "folded", self->folded, "compact", self->compact, NULL);
  if (project_page != NULL)
    update_page (self, project_page, project_page);
  gtk_stack_set_visible_child (self->pages, shown);
  for (GtkWidget *page = gtk_widget_get_first_child (GTK_WIDGET (self->pages)); page != NULL;
       page = gtk_widget_get_next_sibling (page))
    if (page != GTK_WIDGET (self->empty_page))
      update_page (self, page, project_page);
}

/**
 * trs_window_show_search:
 * @self: a window
 * @shown: whether the page of the search lies over that of the project
 */
void
trs_window_show_search (TrsWindow *self,
                        gboolean   shown)
{
  self->search_shown = shown;
  trs_window_update_pages (self);
}

/* No request is under way that could bring a project. */
static gboolean
is_settled (TrsWindow *self)
{
  return trs_session_get_state (self->session) != TRS_SESSION_STARTING &&
         !trs_history_get_reading (trs_session_get_history (self->session));
}

/**
 * trs_window_update_empty_page:
 * @self: a window
 *
 * Invites to the first transcription, or says that none is open. Before
 * anything is known there is nothing to say.
 */
void
trs_window_update_empty_page (TrsWindow *self)
{
  gboolean has_projects = trs_window_has_projects (self);
  gboolean first = !has_projects && trs_history_get_complete (trs_session_get_history (self->session));

  if (first && self->invitation == NULL)
    {
      self->invitation = trs_invitation_new ();
      gtk_box_append (self->empty_page, self->invitation);
    }
  if (self->invitation != NULL)
    gtk_widget_set_visible (self->invitation, first);
  gtk_widget_set_visible (GTK_WIDGET (self->status), !first && (has_projects || is_settled (self)));
  adw_status_page_set_description (self->status, has_projects ? _("Choose one from the list.") : NULL);
}
