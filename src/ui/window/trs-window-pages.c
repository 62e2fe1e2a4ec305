/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-window-private.h"

#include "trs-i18n.h"
#include "trs-progress-page.h"
#include "trs-project-strings.h"
#include "trs-transcript-page.h"
#include "trs-widget-utils.h"

/**
 * trs_window_ensure_page:
 * @self: a window
 * @name: name of a page
 * @type: its type
 *
 * The pages are made when they are first needed: none of them is on the way to the first frame.
 *
 * Returns: (transfer none): the page
 */
GtkWidget *
trs_window_ensure_page (TrsWindow  *self,
                        const char *name,
                        GType       type)
{
  GtkWidget *page = gtk_stack_get_child_by_name (self->pages, name);

  if (page != NULL)
    return page;

  page = g_object_new (type, "session", self->session, NULL);
  if (g_object_class_find_property (G_OBJECT_GET_CLASS (page), "settings") != NULL)
    g_object_set (page, "settings", self->settings, NULL);
  g_object_bind_property (self, "folded", page, "folded", G_BINDING_SYNC_CREATE);
  if (g_object_class_find_property (G_OBJECT_GET_CLASS (page), "back") != NULL)
    g_object_bind_property (self, "back", page, "back", G_BINDING_SYNC_CREATE);
  g_object_bind_property (self, "compact", page, "compact", G_BINDING_SYNC_CREATE);
  gtk_stack_add_named (self->pages, page, name);
  return page;
}

static void
clear_other_pages (TrsWindow *self,
                   GtkWidget *page)
{
  const char *names[] = { "progress", "transcript" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      GtkWidget *other = gtk_stack_get_child_by_name (self->pages, names[i]);

      if (other != NULL && other != page)
        g_object_set (other, "project", NULL, NULL);
    }
}

static gboolean
is_readable (TrsProject *project)
{
  return !trs_project_get_pending (project) && trs_project_get_state (project) == TRS_PROJECT_STATE_DONE;
}

/**
 * trs_window_shows_text:
 * @self: a window
 *
 * Returns: %TRUE if the open project has a text
 */
gboolean
trs_window_shows_text (TrsWindow *self)
{
  return self->project != NULL && is_readable (self->project);
}

/**
 * trs_window_update_page:
 * @self: a window
 *
 * Shows the page that fits the open project, or lets it lie below the search.
 */
void
trs_window_update_page (TrsWindow *self)
{
  GtkWidget *page = NULL;

  if (self->project != NULL)
    {
      page = is_readable (self->project) ? trs_window_ensure_page (self, "transcript", TRS_TYPE_TRANSCRIPT_PAGE)
                                         : trs_window_ensure_page (self, "progress", TRS_TYPE_PROGRESS_PAGE);
      g_object_set (page, "project", self->project, NULL);
    }
  if (!self->search_shown)
    gtk_stack_set_visible_child (self->pages,
                                 page != NULL ? page : gtk_stack_get_child_by_name (self->pages, "empty"));

  clear_other_pages (self, page);
}

static void
update_title (TrsWindow *self)
{
  g_autofree char *title = self->project != NULL ? trs_project_strings_title (self->project) : NULL;

  gtk_window_set_title (GTK_WINDOW (self), title != NULL ? title : _("Transcripts"));
}

static void
on_project_changed (TrsWindow  *self,
                    GParamSpec *pspec)
{
  if (g_str_equal (pspec->name, "state"))
    {
      trs_window_update_page (self);
      trs_window_update_actions (self);
    }
  else if (g_str_equal (pspec->name, "title") || g_str_equal (pspec->name, "local-title"))
    update_title (self);
}

/**
 * trs_window_set_project:
 * @self: a window
 * @project: (nullable): what is open from now on
 *
 * Opens a project in its page, without moving the focus.
 */
void
trs_window_set_project (TrsWindow  *self,
                        TrsProject *project)
{
  trs_window_end_lookup (self);
  if (self->project == project)
    return;

  if (self->project != NULL)
    g_signal_handlers_disconnect_by_func (self->project, on_project_changed, self);
  g_set_object (&self->project, project);
  if (project != NULL)
    {
      g_signal_connect_object (project, "notify", G_CALLBACK (on_project_changed), self, G_CONNECT_SWAPPED);
      if (!trs_project_get_pending (project))
        g_settings_set_string (self->settings, "last-project", trs_project_get_id (project));
    }

  trs_session_set_current (self->session, project);
  trs_window_update_page (self);
  update_title (self);
  trs_window_update_actions (self);
  g_object_notify (G_OBJECT (self), "project");
}

static gboolean
has_projects (TrsWindow *self)
{
  TrsHistory *history = trs_session_get_history (self->session);

  return trs_history_get_n_known (history) > 0 || g_list_model_get_n_items (G_LIST_MODEL (history)) > 0;
}

static void
last_project_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (TrsWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsProject) project = trs_history_get_project_finish (TRS_HISTORY (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->restored || self->project != NULL)
    return;
  if (project == NULL)
    {
      /* One pane at a time, a list that can be used is not taken away any more. */
      self->restored = self->folded && has_projects (self);
      return;
    }

  self->restored = TRUE;
  if (self->folded)
    trs_window_open_project (self, project);
  else
    trs_history_page_set_selected (self->history_page, project);
}

/* It may come with a later page, so that it is looked for after each change. */
static void
restore_last_project (TrsWindow *self)
{
  g_autofree char *id = g_settings_get_string (self->settings, "last-project");

  if (self->restored || self->project != NULL)
    return;
  if (*id == '\0')
    {
      self->restored = self->folded && has_projects (self);
      return;
    }

  trs_history_get_project_async (trs_session_get_history (self->session), id, self->cancellable, last_project_cb,
                                 g_object_ref (self));
}

/* The arrows lead through the list at once, and where there is none yet, Enter begins it. GTK gave the focus to the
 * first button, or to a list without rows; whoever has put it into text is not disturbed. */
static void
focus_first (GtkWidget *widget)
{
  TrsWindow *self = TRS_WINDOW (widget);
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  gboolean on_page = self->folded && self->project != NULL;

  if (on_page || (focus != NULL && !GTK_IS_BUTTON (focus) && !GTK_IS_LIST_VIEW (focus)))
    return;
  if (has_projects (self) || self->folded)
    trs_history_page_focus_list (self->history_page);
  else
    gtk_widget_grab_focus (gtk_stack_get_visible_child (self->pages));
}

static void
focus_first_once (TrsWindow *self)
{
  gboolean complete = trs_history_get_complete (trs_session_get_history (self->session));

  if (self->list_focused || (!complete && !has_projects (self)) || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;

  self->list_focused = TRUE;
  trs_after_frame (GTK_WIDGET (self), focus_first);
}

/* A submission that was dismissed, or another account: what is no longer here is not shown either. */
static gboolean
check_project_cb (gpointer user_data)
{
  TrsWindow *self = user_data;
  TrsHistory *history = trs_session_get_history (self->session);

  self->check_id = 0;
  if (self->project != NULL && trs_history_peek (history, trs_project_get_id (self->project)) != self->project)
    {
      trs_history_page_set_selected (self->history_page, NULL);
      trs_window_set_project (self, NULL);
      trs_window_go_back (self);
    }
  restore_last_project (self);
  focus_first_once (self);
  return G_SOURCE_REMOVE;
}

/**
 * trs_window_queue_check:
 * @self: a window
 *
 * Sees after a change of the history what it means for the open project.
 */
void
trs_window_queue_check (TrsWindow *self)
{
  if (self->check_id == 0)
    self->check_id = g_idle_add (check_project_cb, self);
}
