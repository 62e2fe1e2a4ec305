/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-window-private.h"

#include "trs-error-sink.h"
#include "trs-i18n.h"
#include "trs-key-dialog.h"
#include "trs-list-reader.h"
#include "trs-session-key.h"

static void
refreshed_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (TrsWindow) self = user_data;
  g_autoptr (GError) error = NULL;

  if (!trs_list_reader_read_finish (TRS_LIST_READER (source), result, &error))
    trs_error_sink_throw (GTK_WIDGET (self), error, _("Reading the list"));
}

static void
try_again (TrsWindow *self)
{
  trs_list_reader_refresh_async (trs_session_get_list_reader (self->session), self->cancellable, refreshed_cb,
                                 g_object_ref (self));
}

static void
check_now (TrsWindow *self)
{
  TrsProject *project = self->project;

  if (project != NULL && (trs_project_get_pending (project) ||
                          !trs_project_state_is_final (trs_project_get_state (project))))
    trs_poller_check_now (trs_session_get_poller (self->session), project);
  else
    try_again (self);
}

static void
enter_key (TrsWindow *self)
{
  TrsKeyDialog *dialog = trs_key_dialog_new (self->session);

  gtk_window_set_transient_for (GTK_WINDOW (dialog), GTK_WINDOW (self));
  gtk_window_present (GTK_WINDOW (dialog));
}

/* One pane at a time, and it is not the list. */
static gboolean
is_on_page (TrsWindow *self)
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
  if (trs_window_back_to_search (self) || !self->folded)
    return;

  go_to_list (self);
}

/* Whoever hides the list goes on in the page. GTK would put the focus wherever it comes to next, and 4.8 would then
 * hold on to the list for ever. */
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

/* Back, or out of the search. */
static void
escape (TrsWindow *self)
{
  if (is_on_page (self))
    trs_window_go_back (self);
  else
    trs_window_end_search (self);
}

static void
toggle_list (TrsWindow *self)
{
  if (is_on_page (self))
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
    trs_window_show_search (self);
  gtk_widget_set_visible (GTK_WIDGET (self->history_page), TRUE);
  trs_history_page_focus_search (self->history_page);
}

/* The keys of the text reach it from wherever the focus is, as after a walk through the list. */
static void
copy (TrsWindow *self)
{
  GtkWidget *page = gtk_stack_get_visible_child (self->pages);

  if (trs_window_shows_text (self) && gtk_widget_get_mapped (page))
    gtk_widget_activate_action (page, "page.copy", NULL);
}

/* Where no text is on the screen there is nothing to find but a project. */
static void
find (TrsWindow *self)
{
  GtkWidget *page = gtk_stack_get_visible_child (self->pages);

  if (!trs_window_shows_text (self) || !gtk_widget_get_mapped (page) ||
      !gtk_widget_activate_action (page, "page.find", NULL))
    search (self);
}

static void
move (TrsWindow *self,
      int        by)
{
  if (trs_window_move_in_search (self, by))
    return;

  trs_history_page_move (self->history_page, by, self->folded);
}

/* Takes the video and the language tag, empty to let the service detect it. */
static void
new_transcription_for (GtkWidget  *widget,
                       const char *action_name,
                       GVariant   *parameter)
{
  const char *video_id, *language;

  g_variant_get (parameter, "(&s&s)", &video_id, &language);
  trs_window_compose_again (TRS_WINDOW (widget), video_id, *language != '\0' ? language : NULL);
}

static void
toast (GtkWidget  *widget,
       const char *action_name,
       GVariant   *parameter)
{
  trs_window_say (TRS_WINDOW (widget), g_variant_get_string (parameter, NULL), NULL, NULL, NULL);
}

/* Without a browser the link can still be taken elsewhere. */
static void
link_not_opened (GtkWidget  *widget,
                 const char *action_name,
                 GVariant   *parameter)
{
  if (gtk_widget_get_realized (widget))
    trs_window_say (TRS_WINDOW (widget), _("The link can’t be opened"), _("Copy Link"), "win.copy-link", parameter);
}

static void
copy_link (GtkWidget  *widget,
           const char *action_name,
           GVariant   *parameter)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), g_variant_get_string (parameter, NULL));
  trs_window_say (TRS_WINDOW (widget), _("Link copied"), NULL, NULL, NULL);
}

static void
activate (GtkWidget  *widget,
          const char *action_name,
          GVariant   *parameter)
{
  TrsWindow *self = TRS_WINDOW (widget);

  if (g_str_equal (action_name, "win.back"))
    back (self);
  else if (g_str_equal (action_name, "win.escape"))
    escape (self);
  else if (g_str_equal (action_name, "win.try-again"))
    try_again (self);
  else if (g_str_equal (action_name, "win.check-now"))
    check_now (self);
  else if (g_str_equal (action_name, "win.enter-key"))
    enter_key (self);
  else if (g_str_equal (action_name, "win.unlock"))
    trs_session_retry_keyring (self->session);
  else if (g_str_equal (action_name, "win.got-it"))
    trs_session_dismiss_key_error (self->session);
  else if (g_str_equal (action_name, "win.spending"))
    trs_window_show_spending (self);
  else if (g_str_equal (action_name, "win.focus-list"))
    trs_history_page_focus_list (self->history_page);
  else if (g_str_equal (action_name, "win.toggle-list"))
    toggle_list (self);
  else if (g_str_equal (action_name, "win.search"))
    search (self);
  else if (g_str_equal (action_name, "win.find"))
    find (self);
  else if (g_str_equal (action_name, "win.copy"))
    copy (self);
  else if (g_str_equal (action_name, "win.next-project"))
    move (self, 1);
  else if (g_str_equal (action_name, "win.previous-project"))
    move (self, -1);
  else if (g_str_equal (action_name, "win.download-all"))
    trs_window_download_all (self);
  else if (g_str_equal (action_name, "win.stop"))
    trs_window_stop (self);
  else if (g_str_equal (action_name, "win.main-menu"))
    trs_window_show_menu (self);
}

/**
 * trs_window_install_actions:
 * @widget_class: the class of the window
 *
 * Installs the actions of the window.
 */
void
trs_window_install_actions (GtkWidgetClass *widget_class)
{
  const char *names[] = {
    "win.back", "win.escape", "win.try-again", "win.check-now", "win.enter-key", "win.unlock", "win.got-it", "win.find",
    "win.toggle-list", "win.focus-list", "win.search", "win.next-project", "win.previous-project", "win.download-all",
    "win.spending", "win.stop", "win.copy", "win.main-menu",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    gtk_widget_class_install_action (widget_class, names[i], NULL, activate);
  gtk_widget_class_install_action (widget_class, "win.new-transcription-for", "(ss)", new_transcription_for);
  gtk_widget_class_install_action (widget_class, "win.toast", "s", toast);
  gtk_widget_class_install_action (widget_class, "win.link-not-opened", "s", link_not_opened);
  gtk_widget_class_install_action (widget_class, "win.copy-link", "s", copy_link);
  trs_window_install_shelf_actions (widget_class);
  trs_window_install_project_actions (widget_class);
  trs_window_install_undo_actions (widget_class);

  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "win.escape", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, 0, "win.main-menu", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_f, GDK_CONTROL_MASK, "win.find", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "win.copy", NULL);
}

/**
 * trs_window_update_actions:
 * @self: a window
 *
 * Makes the actions available that make sense at the moment.
 */
void
trs_window_update_actions (TrsWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  TrsSessionState state = trs_session_get_state (self->session);
  gboolean searching = trs_window_is_searching (self);
  gboolean connected = state != TRS_SESSION_NO_ACCOUNT && state != TRS_SESSION_STARTING;

  gtk_widget_action_set_enabled (widget, "win.back", is_on_page (self) || (!self->folded && connected));
  gtk_widget_action_set_enabled (widget, "win.escape", is_on_page (self) || searching);
  gtk_widget_action_set_enabled (widget, "win.try-again", state == TRS_SESSION_READY);
  gtk_widget_action_set_enabled (widget, "win.check-now", state == TRS_SESSION_READY);
  gtk_widget_action_set_enabled (widget, "win.download-all", state == TRS_SESSION_READY);
  gtk_widget_action_set_enabled (widget, "win.enter-key", connected);
  gtk_widget_action_set_enabled (widget, "win.spending", connected);
  gtk_widget_action_set_enabled (widget, "win.unlock", state == TRS_SESSION_KEY_LOCKED);
  gtk_widget_action_set_enabled (widget, "win.remove-from-computer", trs_window_can_remove (self));
}
