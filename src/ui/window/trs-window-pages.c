/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The pages beside the list: that of the open project, or an empty one, and the page of the search, which lies over it
 * and leaves it as it was; and the ways between them and the list. */
#include "trs-window-private.h"

#include "trs-i18n.h"
#include "trs-main-menu.h"
#include "trs-progress-page.h"
#include "trs-search-page.h"
#include "trs-transcript-page.h"
#include "trs-widget-utils.h"

/* Where the menu points to while its button cannot be seen: the end of the header bar. */
#define MENU_MARGIN 24
#define HEADER_HEIGHT 40

/**
 * trs_window_has_text:
 * @self: a window
 *
 * Returns: %TRUE if the open project has a transcript
 */
gboolean
trs_window_has_text (TrsWindow *self)
{
  return self->project != NULL && !trs_project_is_pending (self->project) &&
         trs_project_get_state (self->project) == TRS_PROJECT_STATE_DONE;
}

void
trs_window_focus_page (TrsWindow *self)
{
  if (self->invitation != NULL && gtk_widget_get_mapped (self->invitation))
    gtk_widget_child_focus (self->invitation, GTK_DIR_TAB_FORWARD);
  else
    gtk_widget_grab_focus (gtk_stack_get_visible_child (self->pages));
}

/**
 * trs_window_is_searching:
 * @self: a window
 *
 * Returns: %TRUE while the transcripts are searched
 */
gboolean
trs_window_is_searching (TrsWindow *self)
{
  return self->session != NULL && trs_searcher_is_active (trs_session_get_searcher (self->session));
}

/* At a passage, or after those that are shown. */
static TrsTextPosition
get_position (TrsSearchResult *result,
              guint            index)
{
  GPtrArray *passages = trs_search_result_get_hit (result)->passages;
  TrsTextPosition position = { 0, 0 };
  const TrsSearchPassage *passage;

  if (passages->len == 0)
    return position;

  passage = g_ptr_array_index (passages, MIN (index, passages->len - 1));
  position.paragraph = passage->paragraph + (index >= passages->len ? 1 : 0);
  if (passage->mark > 0)
    position.byte = passage->offset;
  else if (index < passages->len && passage->ranges->len > 0)
    position.byte = g_array_index (passage->ranges, TrsSearchRange, 0).start;
  return position;
}

/* The query is that of the result: the searcher may have answered another one since. */
static void
open_result (TrsWindow       *self,
             TrsSearchResult *result,
             const char      *query,
             guint            passage)
{
  GtkWidget *page;

  trs_search_list_select (trs_history_page_get_results (self->history_page), result);
  trs_window_open_project (self, trs_search_result_get_project (result));
  page = gtk_stack_get_visible_child (self->pages);
  if (!TRS_IS_TRANSCRIPT_PAGE (page) || trs_search_result_get_n_passages (result) == 0)
    return;
  if (trs_searcher_get_marks (trs_session_get_searcher (self->session)))
    trs_transcript_page_go_to (TRS_TRANSCRIPT_PAGE (page), get_position (result, passage));
  else if (query != NULL)
    trs_transcript_page_find (TRS_TRANSCRIPT_PAGE (page), query, get_position (result, passage));
}

static void
result_open_cb (TrsWindow       *self,
                TrsSearchResult *result)
{
  g_autofree char *query = g_strdup (trs_searcher_get_answered (trs_session_get_searcher (self->session)));

  self->from_passages = FALSE;
  open_result (self, result, query, 0);
}

/* The way back leads to the passages again. */
static void
passage_open_cb (TrsWindow       *self,
                 TrsSearchResult *result,
                 const char      *query,
                 guint            passage)
{
  self->from_passages = TRUE;
  open_result (self, result, query, passage);
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
      trs_search_page_set_list (TRS_SEARCH_PAGE (page), trs_history_page_get_results (self->history_page));
      g_signal_connect_object (page, "open", G_CALLBACK (passage_open_cb), self, G_CONNECT_SWAPPED);
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
  TrsHistory *history = trs_session_get_history (self->session);
  gboolean has_projects = trs_window_has_projects (self);
  gboolean first = !has_projects && trs_history_get_complete (history);
  /* No request is under way that could bring a project. */
  gboolean settled =
      trs_session_get_state (self->session) != TRS_SESSION_STARTING && !trs_history_get_reading (history);

  if (first && self->invitation == NULL)
    {
      self->invitation = trs_invitation_new ();
      gtk_box_append (self->empty_page, self->invitation);
    }
  if (self->invitation != NULL)
    gtk_widget_set_visible (self->invitation, first);
  gtk_widget_set_visible (GTK_WIDGET (self->status), !first && (has_projects || settled));
  adw_status_page_set_description (self->status, has_projects ? _("Choose one from the list.") : NULL);
}

static void
show_passages (TrsWindow *self)
{
  trs_window_show_search (self, TRUE);
  adw_leaflet_set_visible_child_name (self->leaflet, "page");
  trs_window_focus_page (self);
}

static void
query_changed_cb (TrsWindow *self)
{
  trs_window_show_search (self, trs_window_is_searching (self));
  trs_window_update_actions (self);
}

/**
 * trs_window_follow_search:
 * @self: a window with its session
 *
 * Begins to show the page of the search while there is a query.
 */
void
trs_window_follow_search (TrsWindow *self)
{
  g_signal_connect_object (trs_session_get_searcher (self->session), "notify::query", G_CALLBACK (query_changed_cb),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_searcher (self->session), "notify::marks", G_CALLBACK (query_changed_cb),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_history_page_get_results (self->history_page), "open", G_CALLBACK (result_open_cb), self,
                           G_CONNECT_SWAPPED);
}

/* One pane at a time, and it is not the list. */
gboolean
trs_window_is_on_page (TrsWindow *self)
{
  return self->folded && g_strcmp0 (adw_leaflet_get_visible_child_name (self->leaflet), "page") == 0;
}

static void
go_to_list (TrsWindow *self)
{
  adw_leaflet_set_visible_child_name (self->leaflet, "list");
  trs_history_page_focus_list (self->history_page);
}

/**
 * trs_window_go_back:
 * @self: a window
 *
 * Goes back to where the page was opened: to the results of a search, or to
 * the list where only one pane fits.
 */
void
trs_window_go_back (TrsWindow *self)
{
  if (trs_window_is_searching (self) && !self->search_shown &&
      (!self->folded || self->from_passages))
    {
      trs_window_show_search (self, TRUE);
      trs_window_focus_page (self);
    }
  else if (self->folded)
    {
      go_to_list (self);
    }
}

/* The focus moves from a list that is hidden to the page. GTK 4.8 would hold on to the list for ever. */
static void
show_list_beside (TrsWindow *self,
                  gboolean   visible)
{
  GtkWidget *list = GTK_WIDGET (self->history_page);
  GtkWidget *page = gtk_stack_get_visible_child (self->pages);
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (self));

  if (!visible && focus != NULL && gtk_widget_is_ancestor (focus, list) && !gtk_widget_grab_focus (page) &&
      !gtk_widget_child_focus (page, GTK_DIR_TAB_FORWARD))
    gtk_root_set_focus (GTK_ROOT (self), NULL);
  gtk_widget_set_visible (list, visible);
}

/* The full screen is for the text; F9 brings the list back, and it is there again when the full screen is left. */
void
trs_window_follow_fullscreen (TrsWindow *self)
{
  GtkWidget *list = GTK_WIDGET (self->history_page);

  if (gtk_window_is_fullscreen (GTK_WINDOW (self)))
    {
      self->list_put_away = !self->folded && self->project != NULL && gtk_widget_get_visible (list);
      if (self->list_put_away)
        show_list_beside (self, FALSE);
    }
  else if (self->list_put_away)
    {
      self->list_put_away = FALSE;
      show_list_beside (self, TRUE);
    }
}

/* Where list and page stand side by side, the list is a matter of the focus. */
static void
back (TrsWindow *self)
{
  if (self->folded || (trs_window_is_searching (self) && !self->search_shown))
    {
      trs_window_go_back (self);
      return;
    }

  show_list_beside (self, TRUE);
  trs_history_page_focus_list (self->history_page);
}

static void
end_search (TrsWindow *self)
{
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (self));
  gboolean in_page = focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->pages));

  if (!trs_window_is_searching (self))
    return;

  trs_searcher_end (trs_session_get_searcher (self->session));
  if (in_page && trs_window_has_text (self))
    trs_window_focus_page (self);
  else
    trs_history_page_focus_list (self->history_page);
}

static void
escape (TrsWindow *self)
{
  if (trs_window_is_on_page (self))
    trs_window_go_back (self);
  else
    end_search (self);
}

static void
focus_list (TrsWindow *self)
{
  trs_history_page_focus_list (self->history_page);
}

static void
toggle_list (TrsWindow *self)
{
  if (trs_window_is_on_page (self))
    go_to_list (self);
  else if (self->folded && self->project != NULL)
    trs_window_open_project (self, self->project);
  else if (!self->folded)
    show_list_beside (self, !gtk_widget_get_visible (GTK_WIDGET (self->history_page)));
}

static void
search (TrsWindow *self)
{
  if (self->folded)
    go_to_list (self);
  else if (trs_window_is_searching (self))
    trs_window_show_search (self, TRUE);
  gtk_widget_set_visible (GTK_WIDGET (self->history_page), TRUE);
  trs_history_page_focus_search (self->history_page);
}

/* The keys of the transcript reach it from wherever the focus is. */
static gboolean
activate_in_text (TrsWindow  *self,
                  const char *action_name)
{
  GtkWidget *page = gtk_stack_get_visible_child (self->pages);

  return trs_window_has_text (self) && gtk_widget_get_mapped (page) &&
         gtk_widget_activate_action (page, action_name, NULL);
}

static void
copy (TrsWindow *self)
{
  activate_in_text (self, "page.copy");
}

/* Without a transcript on the screen, Find looks for a project. */
static void
find (TrsWindow *self)
{
  if (!activate_in_text (self, "page.find"))
    search (self);
}

/* To the next project or the one before. */
static void
move (GtkWidget  *widget,
      const char *action_name,
      GVariant   *parameter)
{
  TrsWindow *self = TRS_WINDOW (widget);
  int by = g_str_equal (action_name, "win.next-project") ? 1 : -1;
  TrsSearchResult *result;

  if (!trs_window_is_searching (self))
    {
      trs_history_list_move (trs_history_page_get_list (self->history_page), by, self->folded);
      /* Asked for by name, it is not only passed. */
      trs_window_open_selected (self);
      return;
    }

  result = trs_search_list_move (trs_history_page_get_results (self->history_page), by);
  if (result != NULL)
    result_open_cb (self, result);
}

/* The focus goes back to where it was, as into the transcript. */
static void
menu_closed_cb (TrsWindow *self)
{
  if (self->focus_before_menu != NULL)
    gtk_widget_grab_focus (self->focus_before_menu);
  g_clear_weak_pointer (&self->focus_before_menu);
}

/* At its button, or, where the list with the button is folded away or hidden, over the page. */
static void
show_main_menu (TrsWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  int width = gtk_widget_get_width (widget);

  if (trs_main_menu_popup_in (GTK_WIDGET (self->stack)))
    return;

  if (self->menu == NULL)
    {
      self->menu = trs_main_menu_create_popover ();
      gtk_widget_set_parent (self->menu, widget);
      g_signal_connect_object (self->menu, "closed", G_CALLBACK (menu_closed_cb), self, G_CONNECT_SWAPPED);
    }
  g_set_weak_pointer (&self->focus_before_menu, gtk_window_get_focus (GTK_WINDOW (self)));
  gtk_popover_set_pointing_to (
      GTK_POPOVER (self->menu),
      &(GdkRectangle){ gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL ? MENU_MARGIN : width - MENU_MARGIN,
                       HEADER_HEIGHT, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

/**
 * trs_window_install_navigation:
 * @widget_class: the class of the window
 *
 * Installs the actions that lead from one place of the window to another.
 */
void
trs_window_install_navigation (GtkWidgetClass *widget_class)
{
  trs_widget_class_install_action (widget_class, "win.back", NULL, G_CALLBACK (back));
  trs_widget_class_install_action (widget_class, "win.escape", NULL, G_CALLBACK (escape));
  trs_widget_class_install_action (widget_class, "win.focus-list", NULL, G_CALLBACK (focus_list));
  trs_widget_class_install_action (widget_class, "win.toggle-list", NULL, G_CALLBACK (toggle_list));
  trs_widget_class_install_action (widget_class, "win.search", NULL, G_CALLBACK (search));
  trs_widget_class_install_action (widget_class, "win.find", NULL, G_CALLBACK (find));
  trs_widget_class_install_action (widget_class, "win.show-passages", NULL, G_CALLBACK (show_passages));
  trs_widget_class_install_action (widget_class, "win.copy", NULL, G_CALLBACK (copy));
  gtk_widget_class_install_action (widget_class, "win.next-project", NULL, move);
  gtk_widget_class_install_action (widget_class, "win.previous-project", NULL, move);
  trs_widget_class_install_action (widget_class, "win.main-menu", NULL, G_CALLBACK (show_main_menu));

  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "win.escape", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, 0, "win.main-menu", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_f, GDK_CONTROL_MASK, "win.find", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "win.copy", NULL);
}
