/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-window-private.h"

#include "trs-banner.h"
#include "trs-error-sink.h"
#include "trs-error-text.h"
#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-message-dialog.h"
#include "trs-project-strings.h"
#include "trs-strings.h"
#include "trs-ui-compat.h"
#include "trs-welcome-page.h"
#include "trs-widget-utils.h"

/* Below this width there is one pane at a time. */
#define UNFOLDED_WIDTH 860
/* Below this width the pages do without everything that can be done without. */
#define ROOMY_WIDTH 560
/* The line between the panes. */
#define LINE_WIDTH 1
/* How long the selection rests on a row before that is opened, and how long a page is open before it counts as read:
 * whoever walks through the list with the arrow keys reads nothing of what they pass. */
#define REST_MS 300
#define READ_MS 2000

static void trs_window_error_sink_init (TrsErrorSinkInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TrsWindow, trs_window, ADW_TYPE_APPLICATION_WINDOW,
                               G_IMPLEMENT_INTERFACE (TRS_TYPE_ERROR_SINK, trs_window_error_sink_init))

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

static void
details_cb (AdwToast  *toast,
            TrsWindow *self)
{
  show_error_dialog (self, g_object_get_data (G_OBJECT (toast), "error"),
                     g_object_get_data (G_OBJECT (toast), "doing"));
}

static gboolean
is_about_key (const GError *error)
{
  return g_error_matches (error, TRS_ERROR, TRS_ERROR_UNAUTHORIZED) ||
         g_error_matches (error, TRS_ERROR, TRS_ERROR_NO_KEY) ||
         g_error_matches (error, TRS_ERROR, TRS_ERROR_KEYRING_LOCKED);
}

/* A transient error, or one that the banner goes on telling, is a toast; any other a dialog. Over a dialog a toast
 * would be hidden. */
static void
take (TrsErrorSink *sink,
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
  toast = trs_window_toast (self, text->title, _("Details"), NULL, NULL);
  if (toast == NULL)
    return;

  g_object_set_data_full (G_OBJECT (toast), "error", g_error_copy (error), (GDestroyNotify) g_error_free);
  g_object_set_data_full (G_OBJECT (toast), "doing", g_strdup (doing), g_free);
  g_signal_connect_object (toast, "button-clicked", G_CALLBACK (details_cb), self, 0);
}

static void
trs_window_error_sink_init (TrsErrorSinkInterface *iface)
{
  iface->take = take;
}

gboolean
trs_window_has_projects (TrsWindow *self)
{
  TrsHistory *history = trs_session_get_history (self->session);

  return trs_history_get_n_known (history) > 0 || g_list_model_get_n_items (G_LIST_MODEL (history)) > 0;
}

static void set_project (TrsWindow  *self,
                         TrsProject *project);

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
      self->restored = self->folded && trs_window_has_projects (self);
      return;
    }

  self->restored = TRUE;
  if (self->folded)
    {
      trs_window_open_project (self, project);
      return;
    }

  trs_history_list_set_selected (trs_history_page_get_list (self->history_page), project);
  set_project (self, project);
}

/* It may come with a later page of the list: look for it after each change. */
static void
restore_last_project (TrsWindow *self)
{
  g_autofree char *id = g_settings_get_string (self->settings, "last-project");

  if (!self->restored && self->project == NULL)
    trs_history_get_project_async (trs_session_get_history (self->session), id, self->cancellable, last_project_cb,
                                   g_object_ref (self));
}

/* GTK focuses the first button, or a list without rows. The arrows shall lead through the list at once, and without a
 * list Enter shall begin one. The focus in a text field stays. */
static void
focus_first (GtkWidget *widget)
{
  TrsWindow *self = TRS_WINDOW (widget);
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  gboolean on_page = self->folded && self->project != NULL;

  if (on_page || (focus != NULL && !GTK_IS_BUTTON (focus) && !GTK_IS_LIST_VIEW (focus)))
    return;
  if (trs_window_has_projects (self) || self->folded)
    trs_history_page_focus_list (self->history_page);
  else
    trs_window_focus_page (self);
}

static void
focus_first_once (TrsWindow *self)
{
  gboolean complete = trs_history_get_complete (trs_session_get_history (self->session));

  if (self->list_focused || !gtk_widget_get_mapped (GTK_WIDGET (self)) ||
      (!complete && !trs_window_has_projects (self)))
    return;

  self->list_focused = TRUE;
  trs_after_frame (GTK_WIDGET (self), focus_first);
}

/* A dismissed submission, or another account: what left the history is closed. */
static gboolean
check_history_cb (gpointer user_data)
{
  TrsWindow *self = user_data;
  TrsHistory *history = trs_session_get_history (self->session);

  self->check_id = 0;
  if (self->project != NULL && trs_history_peek (history, trs_project_get_id (self->project)) != self->project)
    trs_window_close_project (self);
  trs_window_update_empty_page (self);
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

static void
update_title (TrsWindow *self)
{
  g_autofree char *title = self->project != NULL ? trs_project_strings_title (self->project) : NULL;

  gtk_window_set_title (GTK_WINDOW (self), title != NULL ? title : _("Transcripts"));
}

static void
project_changed_cb (TrsWindow *self)
{
  trs_window_update_pages (self);
  trs_window_update_actions (self);
  update_title (self);
}

/**
 * trs_window_set_read:
 * @self: a window
 *
 * The open project is no news any more.
 */
void
trs_window_set_read (TrsWindow *self)
{
  trs_clock_clear_timeout (trs_session_get_clock (self->session), &self->read_timer);
  if (self->project != NULL)
    trs_project_set_unread (self->project, FALSE);
}

static void
read_cb (gpointer user_data)
{
  trs_window_set_read (user_data);
}

/* Opens it in its page, without moving the focus. */
static void
set_project (TrsWindow  *self,
             TrsProject *project)
{
  TrsClock *clock = trs_session_get_clock (self->session);

  trs_clock_clear_timeout (clock, &self->rest_timer);
  trs_window_cancel_lookup (self);
  if (self->project == project)
    return;

  if (self->project != NULL)
    g_signal_handlers_disconnect_by_func (self->project, project_changed_cb, self);
  g_set_object (&self->project, project);
  trs_clock_clear_timeout (clock, &self->read_timer);
  if (project != NULL)
    {
      if (trs_project_get_data (project)->unread)
        trs_clock_set_timeout (clock, &self->read_timer, READ_MS, read_cb, self);
      g_signal_connect_object (project, "changed", G_CALLBACK (project_changed_cb), self, G_CONNECT_SWAPPED);
      if (!trs_project_is_pending (project))
        g_settings_set_string (self->settings, "last-project", trs_project_get_id (project));
    }

  trs_session_set_current (self->session, project);
  g_signal_emit_by_name (self, "project-changed");
  project_changed_cb (self);
}

/**
 * trs_window_open_selected:
 * @self: a window
 *
 * Opens the selected row without moving the focus. With one pane at a time
 * nothing is opened: the list would be gone.
 */
void
trs_window_open_selected (TrsWindow *self)
{
  if (!self->folded)
    set_project (self, trs_history_list_get_selected (trs_history_page_get_list (self->history_page)));
}

static void
rested_cb (gpointer user_data)
{
  trs_window_open_selected (user_data);
}

static void
on_selected (TrsWindow *self)
{
  TrsProject *selected = trs_history_list_get_selected (trs_history_page_get_list (self->history_page));

  /* One pane at a time, the list is walked through without opening anything. */
  if (self->folded)
    return;
  if (selected == NULL || selected == self->project)
    set_project (self, selected);
  else
    trs_clock_set_timeout (trs_session_get_clock (self->session), &self->rest_timer, REST_MS, rested_cb, self);
}

static gboolean
on_page_scrolled (TrsWindow *self)
{
  trs_window_set_read (self);
  return GDK_EVENT_PROPAGATE;
}

static void
on_folded (TrsWindow *self)
{
  gboolean folded = adw_leaflet_get_folded (self->leaflet);

  if (self->folded == folded)
    return;

  self->folded = folded;
  if (folded)
    {
      gtk_widget_set_visible (GTK_WIDGET (self->history_page), TRUE);
      adw_leaflet_set_visible_child_name (self->leaflet, self->project != NULL ? "page" : "list");
    }
  trs_window_update_pages (self);
  trs_window_update_actions (self);
}

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

static void
on_auto_export_failed (TrsWindow *self)
{
  trs_error_sink_throw (GTK_WIDGET (self), trs_auto_export_get_error (trs_session_get_auto_export (self->session)),
                        _ ("Saving a transcript to the folder"));
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
    case TRS_ANNOTATION_MARK:
      /* Translators: %s is the title of a video. */
      return g_strdup_printf (_("A highlight in “%s” could not be saved"), title);
    }
  /* Translators: %s is the title of a video. */
  return g_strdup_printf (_("A change in “%s” could not be saved"), title);
}

/* The page of the transcript may have been left by now. */
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

/* What was removed is not gone as completely as was promised yet. */
static void
on_erase_error (TrsWindow *self)
{
  if (trs_session_get_erase_error (self->session) != NULL)
    trs_error_sink_throw (GTK_WIDGET (self), trs_session_get_erase_error (self->session),
                          _ ("Erasing what was removed"));
}

static void
on_state_changed (TrsWindow *self)
{
  TrsSessionState state = trs_session_get_state (self->session);
  GtkWidget *welcome = gtk_stack_get_child_by_name (self->stack, "welcome");

  trs_window_update_actions (self);
  trs_window_update_empty_page (self);
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
  if (state == TRS_SESSION_READY && self->waiting_lines != NULL)
    {
      g_autofree char *lines = g_steal_pointer (&self->waiting_lines);

      trs_window_compose (self, lines);
    }
}

/* Each account has a project of its own that was open last. */
static void
on_account_changed (TrsWindow *self)
{
  self->restored = FALSE;
  trs_window_clear_undo (self);
  queue_check (self);
}

/* There is one account in use, and what is said of prices is said of it. */
static void
on_sample_changed (TrsAccount *account)
{
  trs_strings_set_free (trs_account_get_sample (account));
}

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
  trs_window_update_pages (self);
}

/* With large text, or with more buttons of the window, the roomy pages ask for more. With one pane they would never let
 * the window become as narrow as the compact ones are; beside the list the leaflet would fold for one page and not for
 * another. How much they ask for can be told only while they are roomy. */
static gboolean
is_compact (TrsWindow *self,
            int        width,
            gboolean   unfolded)
{
  GtkWidget *list = GTK_WIDGET (self->history_page);

  if (!self->compact)
    self->roomy_width = unfolded ? measure_width (self->pages) : MAX (ROOMY_WIDTH, measure_width (self->stack) + 1);
  if (unfolded && gtk_widget_get_visible (list))
    width -= measure_width (list) + LINE_WIDTH;

  return width < self->roomy_width;
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

  GTK_WIDGET_CLASS (trs_window_parent_class)->size_allocate (widget, width, height, baseline);
  /* Its items are all there only after it has been laid out once. */
  if (self->menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->menu));
}

/* What is under way holds on to the window, and must not keep it. */
static void
trs_window_unrealize (GtkWidget *widget)
{
  g_cancellable_cancel (TRS_WINDOW (widget)->cancellable);
  trs_window_cancel_lookup (TRS_WINDOW (widget));

  GTK_WIDGET_CLASS (trs_window_parent_class)->unrealize (widget);
}

static void
trs_window_dispose (GObject *object)
{
  TrsWindow *self = TRS_WINDOW (object);

  trs_window_clear_toasts (self);
  trs_window_clear_undo (self);
  if (self->session != NULL)
    {
      trs_clock_clear_timeout (trs_session_get_clock (self->session), &self->rest_timer);
      trs_clock_clear_timeout (trs_session_get_clock (self->session), &self->read_timer);
    }
  g_clear_handle_id (&self->check_id, g_source_remove);
  g_clear_weak_pointer (&self->focus_before_menu);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_weak_pointer (&self->submit_dialog);
  g_clear_weak_pointer (&self->collecting);
  g_clear_object (&self->project);
  g_clear_pointer (&self->waiting_lines, g_free);

  G_OBJECT_CLASS (trs_window_parent_class)->dispose (object);
}

static void
trs_window_finalize (GObject *object)
{
  TrsWindow *self = TRS_WINDOW (object);

  g_clear_object (&self->cancellable);
  g_clear_object (&self->lookup);
  g_ptr_array_unref (self->undo);
  g_clear_object (&self->session);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (trs_window_parent_class)->finalize (object);
}

static void
trs_window_class_init (TrsWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (TRS_TYPE_BANNER);
  g_type_ensure (TRS_TYPE_HISTORY_PAGE);

  object_class->dispose = trs_window_dispose;
  object_class->finalize = trs_window_finalize;
  widget_class->size_allocate = trs_window_size_allocate;
  widget_class->unrealize = trs_window_unrealize;

  g_signal_new ("project-changed", TRS_TYPE_WINDOW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-window.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, TrsWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, TrsWindow, leaflet);
  gtk_widget_class_bind_template_child (widget_class, TrsWindow, history_page);
  gtk_widget_class_bind_template_child (widget_class, TrsWindow, pages);
  gtk_widget_class_bind_template_child (widget_class, TrsWindow, empty_page);
  gtk_widget_class_bind_template_child (widget_class, TrsWindow, status);
  gtk_widget_class_bind_template_callback (widget_class, on_folded);
  gtk_widget_class_bind_template_callback (widget_class, on_page_scrolled);
  gtk_widget_class_bind_template_callback (widget_class, trs_window_set_read);
  gtk_widget_class_bind_template_callback (widget_class, trs_window_update_actions);
  gtk_widget_class_install_property_action (widget_class, "win.fullscreen", "fullscreened");
  trs_window_install_navigation (widget_class);
  trs_window_install_actions (widget_class);
  trs_window_install_project_actions (widget_class);
}

static void
trs_window_init (TrsWindow *self)
{
  self->cancellable = g_cancellable_new ();
  self->undo = g_ptr_array_new_with_free_func ((GDestroyNotify) g_variant_unref);
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (trs_history_page_get_list (self->history_page), "open", G_CALLBACK (trs_window_open_project),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect (self, "notify::fullscreened", G_CALLBACK (trs_window_follow_fullscreen), NULL);
  g_signal_connect_object (trs_history_page_get_list (self->history_page), "selected", G_CALLBACK (on_selected), self,
                           G_CONNECT_SWAPPED);
  trs_ui_compat_set_up_leaflet (self->leaflet);
  trs_ui_compat_add_shortcuts (GTK_APPLICATION_WINDOW (self));
}

static void
follow_session (TrsWindow *self)
{
  TrsAccount *account = trs_session_get_account (self->session);
  TrsHistory *history = trs_session_get_history (self->session);

  g_signal_connect_object (self->session, "changed::state", G_CALLBACK (on_state_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_auto_export (self->session), "failed", G_CALLBACK (on_auto_export_failed),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "changed::erase-error", G_CALLBACK (on_erase_error), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_library (self->session), "edit-failed", G_CALLBACK (on_edit_failed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (account, "changed::server-address", G_CALLBACK (on_account_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (account, "changed::sample-service", G_CALLBACK (on_sample_changed), self, 0);
  on_sample_changed (account);
  g_signal_connect_object (trs_session_get_reconciler (self->session), "matched", G_CALLBACK (on_matched), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (history, "changed", G_CALLBACK (queue_check), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (history, "removed", G_CALLBACK (queue_check), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (history, "status-changed::complete", G_CALLBACK (queue_check), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (history, "status-changed::reading", G_CALLBACK (queue_check), self, G_CONNECT_SWAPPED);
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
  g_object_set (self->history_page, "session", session, NULL);
  trs_history_page_set_settings (self->history_page, settings);
  g_settings_bind (settings, "window-width", self, "default-width", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "window-height", self, "default-height", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "window-maximized", self, "maximized", G_SETTINGS_BIND_DEFAULT);

  trs_window_take_links (GTK_WIDGET (self), self);
  follow_session (self);
  trs_window_follow_search (self);
  on_state_changed (self);
  queue_check (self);
  return self;
}

/**
 * trs_window_close_project:
 * @self: a window
 *
 * Closes the open project, and leads back to where it was opened.
 */
void
trs_window_close_project (TrsWindow *self)
{
  trs_history_list_set_selected (trs_history_page_get_list (self->history_page), NULL);
  set_project (self, NULL);
  trs_window_go_back (self);
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
  GtkWidget *page;

  self->restored = TRUE;
  trs_window_show_search (self, FALSE);
  trs_history_list_set_selected (trs_history_page_get_list (self->history_page), project);
  set_project (self, project);
  trs_window_set_read (self);
  adw_leaflet_set_visible_child_name (self->leaflet, "page");
  page = gtk_stack_get_visible_child (self->pages);
  if (gtk_widget_grab_focus (page) || trs_window_has_text (self))
    return;
  if (self->folded)
    gtk_widget_child_focus (page, GTK_DIR_TAB_FORWARD);
  else
    trs_history_page_focus_list (self->history_page);
}
