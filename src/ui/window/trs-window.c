/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-window.h"

#include "trs-account-actions.h"
#include "trs-display-text.h"
#include "trs-error-sink.h"
#include "trs-error-text.h"
#include "trs-error.h"
#include "trs-export-many-dialog.h"
#include "trs-highlight-actions.h"
#include "trs-history-page.h"
#include "trs-i18n.h"
#include "trs-leave-guard.h"
#include "trs-main-menu.h"
#include "trs-message-dialog.h"
#include "trs-project-actions.h"
#include "trs-project-strings.h"
#include "trs-reading-pane.h"
#include "trs-strings.h"
#include "trs-text-provider.h"
#include "trs-toast-queue.h"
#include "trs-ui-compat.h"
#include "trs-welcome-page.h"
#include "trs-widget-utils.h"

/* Below this width, one pane is shown at a time. */
#define UNFOLDED_WIDTH 860
/* Below this width, pages use their compact layout. */
#define ROOMY_WIDTH 560
/* The width of the separator between the panes. */
#define LINE_WIDTH 1
/* Milliseconds the selection rests on a row before its project is opened, so that moving through the list with the
 * arrow keys does not open every project. */
#define REST_MS 300
/* Where the menu points if its button is not visible: the end of the header bar. */
#define MENU_MARGIN 24
#define HEADER_HEIGHT 40

struct _TrsWindow
{
  AdwApplicationWindow parent_instance;

  AdwToastOverlay *toast_overlay;
  GtkLabel *announcer;
  GtkStack *stack;
  AdwLeaflet *leaflet;
  TrsHistoryPage *history_page;
  TrsReadingPane *pane;

  TrsToastQueue *toasts;
  TrsComposer *composer;
  TrsAccountActions *account_actions;
  TrsProjectActions *project_actions;
  TrsHighlightActions *highlight_actions;
  TrsLeaveGuard *guard;
  TrsSession *session;
  GSettings *settings;
  TrsProject *project;
  char *wanted_id;           /* (nullable): the project of which a moment is wanted, once it is open */
  gint64 wanted_time;        /* in milliseconds */
  GCancellable *cancellable; /* cancels what was started on behalf of the window */

  gboolean compact;  /* whether the pages have their compact layout */
  int roomy_width;   /* minimum width of the wide layout, as it was measured last */
  gboolean restored; /* no search for the last project is needed any more */
  guint rest_timer; /* until the row selected with the keys is opened */
  gboolean list_focused; /* focus_first_once() has run */
  guint check_id;        /* idle source of check_history_cb() */
  gboolean list_put_away; /* while the text fills the screen */
  gboolean from_passages; /* whether the project was opened at a passage of the search */

  GtkWidget *menu;              /* the main menu without its button; created on first use */
  GtkWidget *focus_before_menu; /* weak pointer */
};

enum
{
  PROP_PROJECT = 1,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

static void trs_window_error_sink_init (TrsErrorSinkInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TrsWindow, trs_window, ADW_TYPE_APPLICATION_WINDOW,
                               G_IMPLEMENT_INTERFACE (TRS_TYPE_ERROR_SINK, trs_window_error_sink_init))

/* Errors */

static GtkWindow *
front_window (TrsWindow *self)
{
  g_autoptr (GList) toplevels = gtk_window_list_toplevels ();

  for (GList *l = toplevels; l != NULL; l = l->next)
    if (gtk_window_get_transient_for (l->data) == GTK_WINDOW (self) && gtk_window_get_modal (l->data) &&
        gtk_widget_get_visible (l->data))
      return l->data;

  return GTK_WINDOW (self);
}

static void
show_error_dialog (TrsWindow    *self,
                   const GError *error,
                   const char   *doing)
{
  gtk_window_present (GTK_WINDOW (trs_message_dialog_new_for_error (front_window (self), error, doing)));
}

/* User data of the details button in an error toast. */
typedef struct
{
  TrsWindow *window; /* watched by the closure */
  GError *error;
  char *doing;
} Details;

static void
details_free (gpointer  data,
              GClosure *closure)
{
  Details *details = data;

  g_error_free (details->error);
  g_free (details->doing);
  g_free (details);
}

static void
details_cb (Details *details)
{
  show_error_dialog (details->window, details->error, details->doing);
}

static void
offer_details (TrsWindow    *self,
               AdwToast     *toast,
               const GError *error,
               const char   *doing)
{
  Details *details = g_new0 (Details, 1);
  GClosure *closure = g_cclosure_new_swap (G_CALLBACK (details_cb), details, details_free);

  details->window = self;
  details->error = g_error_copy (error);
  details->doing = g_strdup (doing);
  g_object_watch_closure (G_OBJECT (self), closure);
  g_signal_connect_closure (toast, "button-clicked", closure, FALSE);
}

static gboolean
is_about_key (const GError *error)
{
  return g_error_matches (error, TRS_ERROR, TRS_ERROR_UNAUTHORIZED) ||
         g_error_matches (error, TRS_ERROR, TRS_ERROR_NO_KEY) ||
         g_error_matches (error, TRS_ERROR, TRS_ERROR_KEYRING_LOCKED);
}

/* A transient error, or one that the banner keeps showing, is shown in a toast; any other in a dialog. With a dialog
 * open, a toast would be hidden below it. */
static void
take_error (TrsErrorSink *sink,
            const GError *error,
            const char   *doing)
{
  TrsWindow *self = TRS_WINDOW (sink);
  g_autoptr (TrsErrorText) text = NULL;
  AdwToast *toast;

  if (front_window (self) != GTK_WINDOW (self) || (!trs_error_text_is_passing (error) && !is_about_key (error)))
    {
      show_error_dialog (self, error, doing);
      return;
    }

  text = trs_error_text_new (error);
  toast = trs_toast_queue_add (self->toasts, text->title, _("Details"), NULL, NULL);
  if (toast != NULL)
    offer_details (self, toast, error, doing);
}

static void
trs_window_error_sink_init (TrsErrorSinkInterface *iface)
{
  iface->take = take_error;
}

/* List and page */

static gboolean
is_folded (TrsWindow *self)
{
  return adw_leaflet_get_folded (self->leaflet);
}

/* Returns: whether one pane is shown at a time, and it is not the list */
static gboolean
is_on_page (TrsWindow *self)
{
  return is_folded (self) && g_strcmp0 (adw_leaflet_get_visible_child_name (self->leaflet), "page") == 0;
}

/* Enables the actions that make sense in the current state. */
static void
update_actions (TrsWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  TrsSessionState state = trs_session_get_state (self->session);
  gboolean connected = state != TRS_SESSION_NO_ACCOUNT && state != TRS_SESSION_STARTING;
  gboolean on_page = is_on_page (self);

  gtk_widget_action_set_enabled (widget, "win.transcribe-files", trs_session_get_local (self->session) != NULL);
  gtk_widget_action_set_enabled (widget, "win.export-many", connected);
  trs_highlight_actions_set_enabled (self->highlight_actions, connected);
  gtk_widget_action_set_enabled (widget, "win.back", on_page || (!is_folded (self) && connected));
  gtk_widget_action_set_enabled (widget, "win.escape", on_page || trs_reading_pane_get_searching (self->pane));
}

static void
go_to_wanted_time (TrsWindow *self)
{
  g_autofree char *id = self->project != NULL ? g_steal_pointer (&self->wanted_id) : NULL;

  if (id != NULL && g_strcmp0 (id, trs_project_get_id (self->project)) == 0)
    trs_reading_pane_go_to_time (self->pane, self->wanted_time);
}

/* Shows the project in its page, without moving the focus. */
static void
set_project (TrsWindow  *self,
             TrsProject *project)
{
  trs_clock_clear_timeout (trs_session_get_clock (self->session), &self->rest_timer);
  trs_project_actions_cancel_lookup (self->project_actions);
  if (self->project == project)
    {
      go_to_wanted_time (self);
      return;
    }

  g_set_object (&self->project, project);
  if (project != NULL && !trs_project_is_pending (project))
    g_settings_set_string (self->settings, "last-project", trs_project_get_id (project));

  trs_session_set_current (self->session, project);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_PROJECT]);
  go_to_wanted_time (self);
}

static void
go_to_list (TrsWindow *self)
{
  adw_leaflet_set_visible_child_name (self->leaflet, "list");
  trs_history_page_focus_list (self->history_page);
}

/* Returns: whether a page was opened from the results of the search */
static gboolean
has_left_search (TrsWindow *self)
{
  return trs_reading_pane_get_searching (self->pane) && !trs_reading_pane_get_search_shown (self->pane);
}

/* Goes back to where the page was opened from: the search results, or the list if only one pane fits. */
static void
go_back (TrsWindow *self)
{
  gboolean folded = is_folded (self);

  if (has_left_search (self) && (!folded || self->from_passages))
    {
      trs_reading_pane_set_search_shown (self->pane, TRUE);
      gtk_widget_grab_focus (GTK_WIDGET (self->pane));
    }
  else if (folded)
    {
      go_to_list (self);
    }
}

static void
close_project (TrsWindow *self)
{
  trs_history_list_set_selected (trs_history_page_get_list (self->history_page), NULL);
  set_project (self, NULL);
  go_back (self);
}

static void
on_project_remove (TrsWindow  *self,
                   TrsProject *project)
{
  gboolean folded = is_folded (self);

  if (self->project != project)
    return;

  /* GTK 4.8 may hold on to a focused widget that is hidden. A folded-away list cannot be focused until it is shown. */
  if (!folded)
    trs_history_page_focus_list (self->history_page);
  close_project (self);
  if (folded)
    trs_history_page_focus_list (self->history_page);
  g_settings_reset (self->settings, "last-project");
}

/* What follows a change of the history */

static void
last_project_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (TrsWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsProject) project = trs_projects_find_finish (TRS_PROJECTS (source), result, &error);
  g_autofree char *last = g_settings_get_string (self->settings, "last-project");

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->restored || self->project != NULL)
    return;
  /* Another one was asked for meanwhile, and is being looked for. */
  if (project != NULL && !g_str_equal (last, trs_project_get_id (project)))
    return;
  if (project == NULL)
    {
      /* With one pane at a time, never navigate away from a list that can be used already. */
      self->restored =
          is_folded (self) && trs_history_has_projects (trs_session_get_history (self->session));
      return;
    }

  self->restored = TRUE;
  if (is_folded (self))
    {
      trs_window_open_project (self, project);
      return;
    }

  trs_history_list_set_selected (trs_history_page_get_list (self->history_page), project);
  set_project (self, project);
}

/* The project may be on a later page of the list: look for it after each change. */
static void
restore_last_project (TrsWindow *self)
{
  g_autofree char *id = g_settings_get_string (self->settings, "last-project");

  if (!self->restored && self->project == NULL)
    trs_projects_find_async (trs_session_get_projects (self->session), id, self->cancellable, last_project_cb,
                             g_object_ref (self));
}

/* GTK would focus the first button, or an empty list. Focus the list for the arrow keys, or the main button for Enter,
 * but leave the focus in a text field. */
static void
focus_first (GtkWidget *widget)
{
  TrsWindow *self = TRS_WINDOW (widget);
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  gboolean folded = is_folded (self);
  gboolean on_page = folded && self->project != NULL;

  if (on_page || (focus != NULL && !GTK_IS_BUTTON (focus) && !GTK_IS_LIST_VIEW (focus)))
    return;
  if (trs_history_has_projects (trs_session_get_history (self->session)) || folded)
    trs_history_page_focus_list (self->history_page);
  else
    gtk_widget_grab_focus (GTK_WIDGET (self->pane));
}

static void
focus_first_once (TrsWindow *self)
{
  TrsHistory *history = trs_session_get_history (self->session);

  if (self->list_focused || !gtk_widget_get_mapped (GTK_WIDGET (self)) ||
      (!trs_history_get_complete (history) && !trs_history_has_projects (history)))
    return;

  self->list_focused = TRUE;
  trs_after_frame (GTK_WIDGET (self), focus_first);
}

/* A submission was dismissed, or the account has changed: close the project that left the history. */
static gboolean
check_history_cb (gpointer user_data)
{
  TrsWindow *self = user_data;
  TrsProjects *projects = trs_session_get_projects (self->session);

  self->check_id = 0;
  if (self->project != NULL && trs_projects_peek (projects, trs_project_get_id (self->project)) != self->project)
    close_project (self);
  restore_last_project (self);
  focus_first_once (self);
  return G_SOURCE_REMOVE;
}

static void
queue_check (TrsWindow *self)
{
  if (self->check_id == 0)
    self->check_id = g_idle_add (check_history_cb, self);
}

/* What the list and the page report */

static void
update_title (TrsWindow *self)
{
  g_autofree char *title = self->project != NULL ? trs_project_strings_title (self->project) : NULL;

  gtk_window_set_title (GTK_WINDOW (self), title != NULL ? title : _("Transcripts"));
}

/* Update the title, also when the project itself has changed. */
static void
on_project_changed (TrsWindow *self)
{
  update_actions (self);
  update_title (self);
}

/* Opens the selected row without moving the focus. Not with one pane at a time, where that would hide the list. */
static void
open_selected (TrsWindow *self)
{
  if (!is_folded (self))
    set_project (self, trs_history_list_get_selected (trs_history_page_get_list (self->history_page)));
}

static void
rested_cb (gpointer user_data)
{
  open_selected (user_data);
}

static void
on_selected (TrsWindow *self)
{
  TrsProject *selected = trs_history_list_get_selected (trs_history_page_get_list (self->history_page));

  /* With one pane at a time, moving through the list opens nothing. */
  if (is_folded (self))
    return;
  if (selected == NULL || selected == self->project)
    set_project (self, selected);
  else
    trs_clock_set_timeout (trs_session_get_clock (self->session), &self->rest_timer, REST_MS, rested_cb, self);
}

/* The panes are told, and not bound: GObject warns of the property of a leaflet, which is deprecated since libadwaita
 * 1.4, wherever a binding reads it. The getter does not. */
/* floor: remove with libadwaita ≥ 1.4, which has AdwNavigationSplitView */
static void
on_folded (TrsWindow *self)
{
  gboolean folded = is_folded (self);

  g_object_set (self->history_page, "folded", folded, NULL);
  g_object_set (self->pane, "folded", folded, NULL);
  if (folded)
    {
      gtk_widget_set_visible (GTK_WIDGET (self->history_page), TRUE);
      adw_leaflet_set_visible_child_name (self->leaflet, self->project != NULL ? "page" : "list");
    }
  update_actions (self);
}

/* What the session reports */

static void
on_matched (TrsWindow  *self,
            TrsProject *pending,
            TrsProject *found)
{
  if (self->project == pending)
    trs_window_open_project (self, found);
}

static void
show_welcome (TrsWindow *self)
{
  GtkWidget *page = gtk_stack_get_child_by_name (self->stack, "welcome");

  if (page == NULL)
    {
      page = g_object_new (TRS_TYPE_WELCOME_PAGE, "session", self->session, NULL);
      gtk_stack_add_named (self->stack, page, "welcome");
    }
  gtk_stack_set_visible_child (self->stack, page);
  gtk_widget_grab_focus (page);
}

/* One that the folder takes not is shown by the banner, which stays until it is saved. */
static void
on_auto_export_failed (TrsWindow    *self,
                       const char   *title,
                       const GError *error)
{
  g_autofree char *shown = trs_display_text_title (title);
  /* Translators: what failed, as the title of an error; %s is the title of a video. */
  g_autofree char *doing = g_strdup_printf (_("Saving “%s” to the folder"), shown);

  trs_error_sink_throw (GTK_WIDGET (self), error, doing);
}

static void
folder_chosen_cb (GFile    *folder,
                  gpointer  user_data)
{
  g_autoptr (TrsWindow) self = user_data;
  g_autofree char *uri = folder != NULL ? g_file_get_uri (folder) : NULL;

  if (uri != NULL && self->settings != NULL)
    g_settings_set_string (self->settings, "auto-export-folder", uri);
}

static void
choose_export_folder (GtkWidget  *widget,
                      const char *name,
                      GVariant   *parameter)
{
  TrsWindow *self = TRS_WINDOW (widget);

  trs_ui_compat_save_file (GTK_WINDOW (self), TRS_FILE_KIND_EVERY_TRANSCRIPT, _("Folder for Transcripts"), NULL,
                           self->cancellable, folder_chosen_cb, g_object_ref (self));
}

static char *
dup_unsaved_edit (TrsAnnotationKind  kind,
                  const char        *title)
{
  switch (kind)
    {
    case TRS_ANNOTATION_NAME:
      /* Translators: the name of a speaker; %s is the title of a video. */
      return g_strdup_printf (_("A name in “%s” could not be saved"), title);
    case TRS_ANNOTATION_MERGE:
    case TRS_ANNOTATION_SPEAKER:
      /* Translators: who speaks; %s is the title of a video. */
      return g_strdup_printf (_("A speaker in “%s” could not be saved"), title);
    case TRS_ANNOTATION_CHECKED:
      /* Translators: a paragraph that was ticked as checked; %s is the title of a video. */
      return g_strdup_printf (_("A check in “%s” could not be saved"), title);
    case TRS_ANNOTATION_HIGHLIGHT:
      /* Translators: %s is the title of a video. */
      return g_strdup_printf (_("A highlight in “%s” could not be saved"), title);
    }
  /* Translators: %s is the title of a video. */
  return g_strdup_printf (_("A change in “%s” could not be saved"), title);
}

/* The user may have left the transcript by now. */
static void
on_edit_failed (TrsWindow    *self,
                TrsProject   *project,
                guint         kind,
                const GError *error)
{
  g_autofree char *title = trs_project_strings_title (project);
  g_autofree char *doing = dup_unsaved_edit ((TrsAnnotationKind) kind, title);

  trs_error_sink_throw (GTK_WIDGET (self), error, doing);
}

/* Removed text could not be erased from the disk as promised: tell the user. */
static void
on_erase_error (TrsWindow *self)
{
  const GError *error = trs_storage_get_erase_error (trs_session_get_storage (self->session));

  if (error != NULL)
    /* Translators: what failed, as the title of an error. */
    trs_error_sink_throw (GTK_WIDGET (self), error, _("Erasing what was removed"));
}

static void
on_state_changed (TrsWindow *self)
{
  TrsSessionState state = trs_session_get_state (self->session);
  GtkWidget *welcome = gtk_stack_get_child_by_name (self->stack, "welcome");

  update_actions (self);
  if (state == TRS_SESSION_NO_ACCOUNT || !trs_account_is_configured (trs_session_get_account (self->session)))
    {
      show_welcome (self);
      return;
    }

  gtk_stack_set_visible_child_name (self->stack, "main");
  if (welcome != NULL)
    {
      gtk_stack_remove (self->stack, welcome);
      self->list_focused = FALSE;
      trs_history_page_focus_list (self->history_page);
      queue_check (self);
    }
}

/* The last open project is remembered for each account. */
static void
on_account_changed (TrsWindow *self)
{
  self->restored = FALSE;
  trs_project_actions_clear_undo (self->project_actions);
  queue_check (self);
}

/* Whether transcriptions are free, and where they are made, is global state: only one account is in use. */
static void
on_sample_changed (TrsAccount *account)
{
  trs_strings_set_free (trs_account_get_sample (account) || trs_account_get_local (account));
  trs_strings_set_local (trs_account_get_local (account));
}

/* The results of the search */

/* @query: what was searched for when @result was found */
static void
open_result (TrsWindow       *self,
             TrsSearchResult *result,
             const char      *query,
             guint            passage)
{
  trs_search_list_select (trs_history_page_get_results (self->history_page), result);
  trs_window_open_project (self, trs_search_result_get_project (result));
  trs_reading_pane_go_to (self->pane, result, query, passage);
}

static void
on_result_open (TrsWindow       *self,
                TrsSearchResult *result)
{
  g_autofree char *query = g_strdup (trs_searcher_get_answered (trs_session_get_searcher (self->session)));

  self->from_passages = FALSE;
  open_result (self, result, query, 0);
}

/* Going back leads to the passages again. */
static void
on_passage_open (TrsWindow       *self,
                 TrsSearchResult *result,
                 const char      *query,
                 guint            passage)
{
  self->from_passages = TRUE;
  open_result (self, result, query, passage);
}

static void
show_passages (GtkWidget  *widget,
               const char *action_name,
               GVariant   *parameter)
{
  TrsWindow *self = TRS_WINDOW (widget);

  trs_reading_pane_set_search_shown (self->pane, TRUE);
  adw_leaflet_set_visible_child_name (self->leaflet, "page");
  gtk_widget_grab_focus (GTK_WIDGET (self->pane));
}

/* The list beside the page */

/* Move the focus from a list that is hidden to the page: GTK 4.8 would keep a reference to the list forever. */
static void
show_list_beside (TrsWindow *self,
                  gboolean   visible)
{
  GtkWidget *list = GTK_WIDGET (self->history_page);
  GtkWidget *page = GTK_WIDGET (self->pane);

  if (!visible && trs_has_focus_within (list) && !gtk_widget_grab_focus (page) &&
      !gtk_widget_child_focus (page, GTK_DIR_TAB_FORWARD))
    gtk_root_set_focus (GTK_ROOT (self), NULL);
  gtk_widget_set_visible (list, visible);
}

/* In fullscreen only the text is shown. F9 shows the list, which also returns when fullscreen is left. */
static void
on_fullscreened (TrsWindow *self)
{
  GtkWidget *list = GTK_WIDGET (self->history_page);

  if (gtk_window_is_fullscreen (GTK_WINDOW (self)))
    {
      self->list_put_away = !is_folded (self) && self->project != NULL && gtk_widget_get_visible (list);
      if (self->list_put_away)
        show_list_beside (self, FALSE);
    }
  else if (self->list_put_away)
    {
      self->list_put_away = FALSE;
      show_list_beside (self, TRUE);
    }
}

/* Actions */

/* With list and page side by side, going back focuses the list. */
static void
back (GtkWidget  *widget,
      const char *action_name,
      GVariant   *parameter)
{
  TrsWindow *self = TRS_WINDOW (widget);

  if (is_folded (self) || has_left_search (self))
    {
      go_back (self);
      return;
    }

  show_list_beside (self, TRUE);
  trs_history_page_focus_list (self->history_page);
}

static void
end_search (TrsWindow *self)
{
  gboolean in_page = trs_has_focus_within (GTK_WIDGET (self->pane));

  if (!trs_reading_pane_get_searching (self->pane))
    return;

  trs_searcher_end (trs_session_get_searcher (self->session));
  if (in_page && trs_reading_pane_has_text (self->pane))
    gtk_widget_grab_focus (GTK_WIDGET (self->pane));
  else
    trs_history_page_focus_list (self->history_page);
}

static void
escape (GtkWidget  *widget,
        const char *action_name,
        GVariant   *parameter)
{
  TrsWindow *self = TRS_WINDOW (widget);

  if (is_on_page (self))
    go_back (self);
  else
    end_search (self);
}

static void
focus_list (GtkWidget  *widget,
            const char *action_name,
            GVariant   *parameter)
{
  TrsWindow *self = TRS_WINDOW (widget);

  trs_history_page_focus_list (self->history_page);
}

static gboolean
focus_pane (TrsWindow *self,
            GtkWidget *pane)
{
  if (pane == GTK_WIDGET (self->history_page))
    trs_history_page_focus_list (self->history_page);
  else if (!gtk_widget_grab_focus (pane))
    gtk_widget_child_focus (pane, GTK_DIR_TAB_FORWARD);
  return trs_has_focus_within (pane);
}

/* Goes on to the pane that can take the focus. A pane may lie inside of one that comes before it. */
static void
step_pane (GtkWidget  *widget,
           const char *action_name,
           GVariant   *parameter)
{
  TrsWindow *self = TRS_WINDOW (widget);
  g_autoptr (GPtrArray) panes = g_ptr_array_new ();
  guint by;
  guint at;

  if (gtk_widget_get_mapped (GTK_WIDGET (self->history_page)))
    g_ptr_array_add (panes, self->history_page);
  trs_reading_pane_add_panes (self->pane, panes);

  by = g_str_equal (action_name, "win.next-pane") ? 1 : panes->len - 1;
  at = panes->len;
  while (at > 0 && !trs_has_focus_within (panes->pdata[at - 1]))
    at--;
  /* without the focus, F6 goes to the first one, and Shift+F6 to the last */
  at = at > 0 ? at - 1 : by == 1 ? panes->len - 1 : 0;
  for (guint i = 0; i < panes->len; i++)
    {
      at = (at + by) % panes->len;
      if (focus_pane (self, panes->pdata[at]))
        return;
    }
}

static void
toggle_list (GtkWidget  *widget,
             const char *action_name,
             GVariant   *parameter)
{
  TrsWindow *self = TRS_WINDOW (widget);

  if (is_on_page (self))
    go_to_list (self);
  else if (is_folded (self) && self->project != NULL)
    trs_window_open_project (self, self->project);
  else if (!is_folded (self))
    show_list_beside (self, !gtk_widget_get_visible (GTK_WIDGET (self->history_page)));
}

static void
search (TrsWindow *self)
{
  if (is_folded (self))
    go_to_list (self);
  else if (trs_reading_pane_get_searching (self->pane))
    trs_reading_pane_set_search_shown (self->pane, TRUE);
  gtk_widget_set_visible (GTK_WIDGET (self->history_page), TRUE);
  trs_history_page_focus_search (self->history_page);
}

static void
search_action (GtkWidget  *widget,
               const char *action_name,
               GVariant   *parameter)
{
  search (TRS_WINDOW (widget));
}

static void
copy (GtkWidget  *widget,
      const char *action_name,
      GVariant   *parameter)
{
  TrsWindow *self = TRS_WINDOW (widget);

  trs_reading_pane_activate_in_text (self->pane, "page.copy");
}

/* Without a transcript on the screen, Find searches for a project. */
static void
find (GtkWidget  *widget,
      const char *action_name,
      GVariant   *parameter)
{
  TrsWindow *self = TRS_WINDOW (widget);

  if (!trs_reading_pane_activate_in_text (self->pane, "page.find"))
    search (self);
}

/* Selects the next or the previous project. */
static void
select_neighbour (GtkWidget  *widget,
                  const char *action_name,
                  GVariant   *parameter)
{
  TrsWindow *self = TRS_WINDOW (widget);
  int by = g_str_equal (action_name, "win.next-project") ? 1 : -1;
  TrsSearchResult *result;

  if (!trs_reading_pane_get_searching (self->pane))
    {
      trs_history_list_move (trs_history_page_get_list (self->history_page), by, is_folded (self));
      /* The user asked for this project, so open it without delay. */
      open_selected (self);
      return;
    }

  result = trs_search_list_move (trs_history_page_get_results (self->history_page), by);
  if (result != NULL)
    on_result_open (self, result);
}

/* When the menu closes, the focus returns to where it was. */
static void
menu_closed_cb (TrsWindow *self)
{
  if (self->focus_before_menu != NULL)
    gtk_widget_grab_focus (self->focus_before_menu);
  g_clear_weak_pointer (&self->focus_before_menu);
}

/* Opens the menu at its button, or over the page if the button is folded away or hidden. */
static void
show_main_menu (GtkWidget  *widget,
                const char *action_name,
                GVariant   *parameter)
{
  TrsWindow *self = TRS_WINDOW (widget);
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
      &(GdkRectangle) { gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL ? MENU_MARGIN : width - MENU_MARGIN,
                       HEADER_HEIGHT, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

static void
export_many (GtkWidget  *widget,
             const char *action_name,
             GVariant   *parameter)
{
  TrsWindow *self = TRS_WINDOW (widget);
  TrsExportManyDialog *dialog = trs_export_many_dialog_new (self->session, self->settings);

  g_signal_connect_object (dialog, "highlights-wanted", G_CALLBACK (trs_highlight_actions_collect),
                           self->highlight_actions, G_CONNECT_SWAPPED);
  trs_dialog_present (GTK_WINDOW (self), dialog);
}

/* What is said */

static void
toast (GtkWidget  *widget,
       const char *action_name,
       GVariant   *parameter)
{
  TrsWindow *self = TRS_WINDOW (widget);

  trs_toast_queue_add (self->toasts, g_variant_get_string (parameter, NULL), NULL, NULL, NULL);
}

/* A label that gets the text that it has already announces nothing, so it is emptied first. */
static void
announce (GtkWidget  *widget,
          const char *action_name,
          GVariant   *parameter)
{
  TrsWindow *self = TRS_WINDOW (widget);
  const char *words = g_variant_get_string (parameter, NULL);

  gtk_label_set_label (self->announcer, "");
  gtk_label_set_label (self->announcer, words);
  trs_ui_compat_announce (GTK_WIDGET (self->announcer), words);
}

/* The parameter describes the edit of the open transcript; it is empty if the edit can no longer be undone. */
static void
offer_undo_edit (GtkWidget  *widget,
                 const char *action_name,
                 GVariant   *parameter)
{
  TrsWindow *self = TRS_WINDOW (widget);
  const char *words = g_variant_get_string (parameter, NULL);

  if (*words != '\0')
    trs_toast_queue_add_undo (self->toasts, words, "win.undo-edit", NULL, NULL);
  else
    trs_toast_queue_withdraw_undo (self->toasts, "win.undo-edit", NULL);
}

static void
undo_edit (GtkWidget  *widget,
           const char *action_name,
           GVariant   *parameter)
{
  TrsWindow *self = TRS_WINDOW (widget);

  trs_reading_pane_undo_edit (self->pane);
}

/* If no browser opened the link, offer to copy it. */
static void
link_not_opened (GtkWidget  *widget,
                 const char *action_name,
                 GVariant   *parameter)
{
  TrsWindow *self = TRS_WINDOW (widget);

  if (gtk_widget_get_realized (GTK_WIDGET (self)))
    trs_toast_queue_add (self->toasts, _("The link can’t be opened"), _("Copy Link"), "win.copy-link", parameter);
}

static void
copy_link (GtkWidget  *widget,
           const char *action_name,
           GVariant   *parameter)
{
  TrsWindow *self = TRS_WINDOW (widget);

  trs_text_provider_copy (GTK_WIDGET (self), g_variant_get_string (parameter, NULL));
  trs_toast_queue_add (self->toasts, _("Link copied"), NULL, NULL, NULL);
}

/* The width */

static int
measure_width (gpointer widget)
{
  int minimum;

  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  return minimum;
}

static void
set_compact (TrsWindow *self,
             gboolean   compact)
{
  if (self->compact == compact)
    return;

  self->compact = compact;
  g_object_set (self->pane, "compact", compact, NULL);
}

/* Large text or more window buttons raise the minimum width of the pages in their wide layout. With one pane, that
 * would keep the window from becoming narrow enough for the compact one; with two, the leaflet would fold for some
 * pages only. Their minimum can be measured only in the wide layout. */
static gboolean
is_compact (TrsWindow *self,
            int        width,
            gboolean   unfolded)
{
  GtkWidget *list = GTK_WIDGET (self->history_page);

  if (!self->compact)
    self->roomy_width = unfolded ? measure_width (self->pane) : MAX (ROOMY_WIDTH, measure_width (self->stack) + 1);
  if (unfolded && gtk_widget_get_visible (list))
    width -= measure_width (list) + LINE_WIDTH;

  return width < self->roomy_width;
}

static void
forget_sizes (GtkWidget *widget)
{
  gtk_widget_queue_resize (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    forget_sizes (child);
}

/* The style class makes targets larger, for touch. It changes during a layout, when sizes were already measured without
 * it: new versions of GTK warn if these are used, so all of them are measured again. */
static void
set_narrow (TrsWindow *self,
            gboolean   narrow)
{
  if (gtk_widget_has_css_class (GTK_WIDGET (self), "narrow") == narrow)
    return;

  trs_widget_set_css_class (GTK_WIDGET (self), "narrow", narrow);
  forget_sizes (GTK_WIDGET (self));
}

static void
trs_window_size_allocate (GtkWidget *widget,
                          int        width,
                          int        height,
                          int        baseline)
{
  TrsWindow *self = TRS_WINDOW (widget);
  gboolean unfolded = width >= UNFOLDED_WIDTH;

  if (unfolded != adw_leaflet_get_can_unfold (self->leaflet))
    {
      adw_leaflet_set_can_unfold (self->leaflet, unfolded);
      set_compact (self, FALSE);
    }
  set_compact (self, is_compact (self, width, unfolded));
  set_narrow (self, self->compact && !unfolded);

  GTK_WIDGET_CLASS (trs_window_parent_class)->size_allocate (widget, width, height, baseline);
  /* Name the menu items after the first layout, when all of them exist. */
  if (self->menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->menu));
}

/* The end */

/* Cancel: pending operations hold a reference to the window. */
static void
trs_window_unrealize (GtkWidget *widget)
{
  TrsWindow *self = TRS_WINDOW (widget);

  g_cancellable_cancel (self->cancellable);
  /* The program may keep running without a window: no project is on the screen then. */
  trs_session_set_current (self->session, NULL);

  GTK_WIDGET_CLASS (trs_window_parent_class)->unrealize (widget);
}

/* Without a window the program may go on. */
static void
leave (TrsWindow *self,
       gboolean   quit)
{
  if (quit)
    g_application_quit (G_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))));
  else
    gtk_window_destroy (GTK_WINDOW (self));
}

/* What is recognised on this computer ends with the program, so the user is told before. */
static gboolean
trs_window_close_request (GtkWindow *window)
{
  TrsWindow *self = TRS_WINDOW (window);

  return GTK_WINDOW_CLASS (trs_window_parent_class)->close_request (window) ||
         (!g_settings_get_boolean (self->settings, "background-checks") && trs_leave_guard_ask (self->guard, FALSE));
}

static void
trs_window_get_property (GObject    *object,
                         guint       id,
                         GValue     *value,
                         GParamSpec *pspec)
{
  TrsWindow *self = TRS_WINDOW (object);

  switch (id)
    {
    case PROP_PROJECT:
      g_value_set_object (value, self->project);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
trs_window_dispose (GObject *object)
{
  TrsWindow *self = TRS_WINDOW (object);

  trs_toast_queue_clear (self->toasts);
  if (self->session != NULL)
    trs_clock_clear_timeout (trs_session_get_clock (self->session), &self->rest_timer);
  g_clear_handle_id (&self->check_id, g_source_remove);
  g_clear_weak_pointer (&self->focus_before_menu);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_object (&self->project);

  G_OBJECT_CLASS (trs_window_parent_class)->dispose (object);
}

static void
trs_window_finalize (GObject *object)
{
  TrsWindow *self = TRS_WINDOW (object);

  g_free (self->wanted_id);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->composer);
  g_clear_object (&self->account_actions);
  g_clear_object (&self->project_actions);
  g_clear_object (&self->highlight_actions);
  g_clear_object (&self->guard);
  g_object_unref (self->toasts);
  g_clear_object (&self->session);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (trs_window_parent_class)->finalize (object);
}

/* Navigation between the parts of the window. */
static void
install_navigation (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.back", NULL, back);
  gtk_widget_class_install_action (widget_class, "win.escape", NULL, escape);
  gtk_widget_class_install_action (widget_class, "win.focus-list", NULL, focus_list);
  gtk_widget_class_install_action (widget_class, "win.next-pane", NULL, step_pane);
  gtk_widget_class_install_action (widget_class, "win.previous-pane", NULL, step_pane);
  gtk_widget_class_install_action (widget_class, "win.toggle-list", NULL, toggle_list);
  gtk_widget_class_install_action (widget_class, "win.search", NULL, search_action);
  gtk_widget_class_install_action (widget_class, "win.find", NULL, find);
  gtk_widget_class_install_action (widget_class, "win.show-passages", NULL, show_passages);
  gtk_widget_class_install_action (widget_class, "win.copy", NULL, copy);
  gtk_widget_class_install_action (widget_class, "win.next-project", NULL, select_neighbour);
  gtk_widget_class_install_action (widget_class, "win.previous-project", NULL, select_neighbour);
  gtk_widget_class_install_action (widget_class, "win.main-menu", NULL, show_main_menu);

  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "win.escape", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F6, 0, "win.next-pane", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F6, GDK_SHIFT_MASK, "win.previous-pane", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, 0, "win.main-menu", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_f, GDK_CONTROL_MASK, "win.find", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "win.copy", NULL);
}

static void
install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.export-many", NULL, export_many);
  gtk_widget_class_install_action (widget_class, "win.toast", "s", toast);
  gtk_widget_class_install_action (widget_class, "win.announce", "s", announce);
  gtk_widget_class_install_action (widget_class, "win.edited", "s", offer_undo_edit);
  gtk_widget_class_install_action (widget_class, "win.undo-edit", NULL, undo_edit);
  gtk_widget_class_install_action (widget_class, "win.link-not-opened", "s", link_not_opened);
  gtk_widget_class_install_action (widget_class, "win.copy-link", "s", copy_link);
  gtk_widget_class_install_action (widget_class, "win.choose-export-folder", NULL, choose_export_folder);
}

static void
trs_window_class_init (TrsWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (TRS_TYPE_HISTORY_PAGE);
  g_type_ensure (TRS_TYPE_READING_PANE);

  object_class->get_property = trs_window_get_property;
  object_class->dispose = trs_window_dispose;
  object_class->finalize = trs_window_finalize;
  GTK_WINDOW_CLASS (klass)->close_request = trs_window_close_request;
  widget_class->size_allocate = trs_window_size_allocate;
  widget_class->unrealize = trs_window_unrealize;

  props[PROP_PROJECT] =
      g_param_spec_object ("project", NULL, NULL, TRS_TYPE_PROJECT, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-window.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsWindow, toast_overlay);
  gtk_widget_class_bind_template_child (widget_class, TrsWindow, announcer);
  gtk_widget_class_bind_template_child (widget_class, TrsWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, TrsWindow, leaflet);
  gtk_widget_class_bind_template_child (widget_class, TrsWindow, history_page);
  gtk_widget_class_bind_template_child (widget_class, TrsWindow, pane);
  gtk_widget_class_bind_template_callback (widget_class, on_folded);
  gtk_widget_class_bind_template_callback (widget_class, on_fullscreened);
  gtk_widget_class_bind_template_callback (widget_class, on_passage_open);
  gtk_widget_class_bind_template_callback (widget_class, on_project_changed);
  gtk_widget_class_bind_template_callback (widget_class, update_actions);
  gtk_widget_class_install_property_action (widget_class, "win.fullscreen", "fullscreened");
  install_navigation (widget_class);
  install_actions (widget_class);
}

static void
trs_window_init (TrsWindow *self)
{
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  trs_labels_complete (GTK_WIDGET (self));
  g_signal_connect_object (gtk_settings_get_default (), "notify::gtk-xft-dpi", G_CALLBACK (trs_labels_complete), self,
                           G_CONNECT_SWAPPED);
  self->toasts = trs_toast_queue_new (self->toast_overlay);
  if (TRS_DEVEL)
    gtk_widget_add_css_class (GTK_WIDGET (self), "devel");
  g_signal_connect_object (trs_history_page_get_list (self->history_page), "open", G_CALLBACK (trs_window_open_project),
                           self, G_CONNECT_SWAPPED);
  g_object_set (self->pane, "results", trs_history_page_get_results (self->history_page), NULL);
  g_signal_connect_object (trs_history_page_get_results (self->history_page), "open", G_CALLBACK (on_result_open), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_history_page_get_list (self->history_page), "notify::selected", G_CALLBACK (on_selected),
                           self, G_CONNECT_SWAPPED);
  trs_ui_compat_set_up_leaflet (self->leaflet);
  trs_ui_compat_add_shortcuts (GTK_APPLICATION_WINDOW (self));
}

static void
follow_session (TrsWindow *self)
{
  TrsAccount *account = trs_session_get_account (self->session);
  TrsHistory *history = trs_session_get_history (self->session);

  g_signal_connect_object (self->session, "notify::state", G_CALLBACK (on_state_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_auto_export (self->session), "failed", G_CALLBACK (on_auto_export_failed),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_storage (self->session), "notify::erase-error", G_CALLBACK (on_erase_error),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_library (self->session), "edit-failed", G_CALLBACK (on_edit_failed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (account, "notify::server-address", G_CALLBACK (on_account_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (account, "notify::sample", G_CALLBACK (on_sample_changed), self, 0);
  g_signal_connect_object (account, "notify::local", G_CALLBACK (on_sample_changed), self, 0);
  on_sample_changed (account);
  g_signal_connect_object (trs_session_get_reconciler (self->session), "matched", G_CALLBACK (on_matched), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (history, "changed", G_CALLBACK (queue_check), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_projects (self->session), "removed", G_CALLBACK (queue_check), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (history, "notify::complete", G_CALLBACK (queue_check), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (history, "notify::reading", G_CALLBACK (queue_check), self, G_CONNECT_SWAPPED);
}

/**
 * trs_window_new:
 * @application: (nullable): the application
 * @session: the session
 * @settings: the settings of the program
 *
 * Returns: (transfer none): a window, owned by GTK
 */
TrsWindow *
trs_window_new (GtkApplication *application,
                TrsSession     *session,
                GSettings      *settings)
{
  TrsWindow *self = g_object_new (TRS_TYPE_WINDOW, "application", application, NULL);

  self->session = g_object_ref (session);
  self->settings = g_object_ref (settings);
  self->highlight_actions = trs_highlight_actions_new (GTK_APPLICATION_WINDOW (self), session, settings, self->pane,
                                                       self->toasts);
  g_object_set (self->history_page, "session", session, NULL);
  g_object_set (self->pane, "settings", settings, NULL);
  trs_history_page_set_settings (self->history_page, settings);
  g_settings_bind (settings, "window-width", self, "default-width", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "window-height", self, "default-height", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "window-maximized", self, "maximized", G_SETTINGS_BIND_DEFAULT);

  self->account_actions = trs_account_actions_new (GTK_APPLICATION_WINDOW (self), session, settings, self->pane,
                                                   self->toasts);
  self->project_actions = trs_project_actions_new (GTK_APPLICATION_WINDOW (self), session, settings, self->pane,
                                                   self->toasts);
  g_signal_connect_object (self->project_actions, "open", G_CALLBACK (trs_window_open_project), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->project_actions, "remove", G_CALLBACK (on_project_remove), self, G_CONNECT_SWAPPED);
  self->guard = trs_leave_guard_new (GTK_WINDOW (self), session);
  g_signal_connect_object (self->guard, "leave", G_CALLBACK (leave), self, G_CONNECT_SWAPPED);
  follow_session (self);
  self->composer = trs_composer_new (GTK_APPLICATION_WINDOW (self), session, settings, self->toasts);
  g_signal_connect_object (self->composer, "open", G_CALLBACK (trs_window_open_project), self, G_CONNECT_SWAPPED);
  on_state_changed (self);
  queue_check (self);
  return self;
}

/**
 * trs_window_get_project:
 * @self: a window
 *
 * Returns: (transfer none) (nullable): the project that is open
 */
TrsProject *
trs_window_get_project (TrsWindow *self)
{
  return self->project;
}

/**
 * trs_window_get_composer:
 * @self: a window
 *
 * Returns: (transfer none): what begins new transcriptions
 */
TrsComposer *
trs_window_get_composer (TrsWindow *self)
{
  return self->composer;
}

/**
 * trs_window_open_at:
 * @self: a window
 * @id: identifier of a project
 * @time: a moment of its video, in milliseconds
 *
 * Opens the project and goes to the moment, also where the history is not read yet.
 */
void
trs_window_open_at (TrsWindow  *self,
                    const char *id,
                    gint64      time)
{
  g_free (self->wanted_id);
  self->wanted_id = g_strdup (id);
  self->wanted_time = time;
  gtk_widget_activate_action (GTK_WIDGET (self), "win.open-project", "s", id);
}

/**
 * trs_window_open_project:
 * @self: a window
 * @project: a project of the history
 *
 * Shows a project, and puts the focus into its text, or on what there is to do
 * with one that has none.
 */
void
trs_window_open_project (TrsWindow  *self,
                         TrsProject *project)
{
  GtkWidget *page = GTK_WIDGET (self->pane);

  self->restored = TRUE;
  trs_reading_pane_set_search_shown (self->pane, FALSE);
  trs_history_list_set_selected (trs_history_page_get_list (self->history_page), project);
  set_project (self, project);
  trs_reading_pane_set_read (self->pane);
  adw_leaflet_set_visible_child_name (self->leaflet, "page");
  if (gtk_widget_grab_focus (page) || trs_reading_pane_has_text (self->pane))
    return;
  if (is_folded (self))
    gtk_widget_child_focus (page, GTK_DIR_TAB_FORWARD);
  else
    trs_history_page_focus_list (self->history_page);
}

/**
 * trs_window_search:
 * @self: a window
 * @words: what is looked for
 *
 * Looks for it, with the focus in the entry.
 */
void
trs_window_search (TrsWindow  *self,
                   const char *words)
{
  search (self);
  trs_history_page_search (self->history_page, words);
}

/**
 * trs_window_quit:
 * @self: a window of an application
 *
 * Ends the program, after a question if that would interrupt what this computer does.
 */
void
trs_window_quit (TrsWindow *self)
{
  if (!trs_leave_guard_ask (self->guard, TRUE))
    leave (self, TRUE);
}

/**
 * trs_window_toast:
 * @self: a window
 * @title: a short sentence, no markup
 * @button_label: (nullable): label of the button
 * @action_name: (nullable): the action of the button
 * @target: (nullable) (transfer floating): parameter of the action
 *
 * Announces the sentence and shows it, as trs_toast_queue_add() does.
 *
 * Returns: (transfer none) (nullable): the toast; %NULL if it was not added
 */
AdwToast *
trs_window_toast (TrsWindow  *self,
                  const char *title,
                  const char *button_label,
                  const char *action_name,
                  GVariant   *target)
{
  return trs_toast_queue_add (self->toasts, title, button_label, action_name, target);
}
