/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-window-private.h"

#include "trs-empty-page.h"
#include "trs-error-sink.h"
#include "trs-i18n.h"
#include "trs-link-drop.h"
#include "trs-ui-compat.h"
#include "trs-welcome-page.h"
#include "trs-strings.h"

/* Below this width there is one pane at a time. */
#define UNFOLDED_WIDTH 860
/* Below this width the pages do without everything that can be done without. */
#define ROOMY_WIDTH 560
/* The line between the panes. */
#define LINE_WIDTH 1

static void trs_window_error_sink_init (TrsErrorSinkInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TrsWindow, trs_window, ADW_TYPE_APPLICATION_WINDOW,
                               G_IMPLEMENT_INTERFACE (TRS_TYPE_ERROR_SINK, trs_window_error_sink_init))

enum
{
  PROP_0,
  PROP_SESSION,
  PROP_SETTINGS,
  PROP_PROJECT,
  PROP_FOLDED,
  PROP_COMPACT,
  PROP_BACK,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

static void
take (TrsErrorSink *sink,
      const GError *error,
      const char   *doing)
{
  trs_window_take_error (TRS_WINDOW (sink), error, doing);
}

static void
trs_window_error_sink_init (TrsErrorSinkInterface *iface)
{
  iface->take = take;
}

static void
on_selected (TrsWindow *self)
{
  /* One pane at a time, the list is walked through without opening anything. */
  if (!self->folded)
    trs_window_set_project (self, trs_history_page_get_selected (self->history_page));
}

static void
on_open (TrsWindow  *self,
         TrsProject *project)
{
  trs_window_open_project (self, project);
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
  trs_window_update_actions (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_FOLDED]);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_BACK]);
}

static void
on_navigated (TrsWindow *self)
{
  trs_window_update_actions (self);
}

static void
on_adopted (TrsWindow  *self,
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
on_state_changed (TrsWindow *self)
{
  TrsSessionState state = trs_session_get_state (self->session);
  GtkWidget *welcome = gtk_stack_get_child_by_name (self->stack, "welcome");

  trs_window_update_actions (self);
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
      trs_window_queue_check (self);
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
  trs_window_queue_check (self);
}

/* There is one account in use, and what is said of prices is said of it. */
static void
on_sample_changed (TrsAccount *account)
{
  trs_strings_set_free (trs_account_get_sample (account));
}

static void
trs_window_set_session (TrsWindow  *self,
                        TrsSession *session)
{
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "notify::state", G_CALLBACK (on_state_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_account (session), "notify::server-address",
                           G_CALLBACK (on_account_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_account (session), "notify::sample", G_CALLBACK (on_sample_changed),
                           self, 0);
  on_sample_changed (trs_session_get_account (session));
  g_signal_connect_object (trs_session_get_reconciler (session), "adopted", G_CALLBACK (on_adopted), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_history (session), "changed", G_CALLBACK (trs_window_queue_check),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_history (session), "removed", G_CALLBACK (trs_window_queue_check),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_history (session), "notify::complete",
                           G_CALLBACK (trs_window_queue_check), self, G_CONNECT_SWAPPED);
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
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_COMPACT]);
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

static void
trs_window_unmap (GtkWidget *widget)
{
  TrsWindow *self = TRS_WINDOW (widget);
  gboolean maximized = gtk_window_is_maximized (GTK_WINDOW (self));
  int width, height;

  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  g_settings_set_boolean (self->settings, "window-maximized", maximized);
  if (!maximized && width > 0 && height > 0)
    {
      g_settings_set_int (self->settings, "window-width", width);
      g_settings_set_int (self->settings, "window-height", height);
    }

  GTK_WIDGET_CLASS (trs_window_parent_class)->unmap (widget);
}

/* What is under way holds on to the window, and must not keep it. */
static void
trs_window_unrealize (GtkWidget *widget)
{
  g_cancellable_cancel (TRS_WINDOW (widget)->cancellable);
  trs_window_end_lookup (TRS_WINDOW (widget));

  GTK_WIDGET_CLASS (trs_window_parent_class)->unrealize (widget);
}

static void
links_cb (const char *lines,
          gpointer    user_data)
{
  trs_window_compose (user_data, lines);
}

static void
trs_window_constructed (GObject *object)
{
  TrsWindow *self = TRS_WINDOW (object);

  G_OBJECT_CLASS (trs_window_parent_class)->constructed (object);

  gtk_window_set_default_size (GTK_WINDOW (self), g_settings_get_int (self->settings, "window-width"),
                               g_settings_get_int (self->settings, "window-height"));
  if (g_settings_get_boolean (self->settings, "window-maximized"))
    gtk_window_maximize (GTK_WINDOW (self));

  trs_link_drop_attach (GTK_WIDGET (self), links_cb, self);
  trs_window_watch_search (self);
  on_state_changed (self);
  trs_window_queue_check (self);
}

static void
trs_window_get_property (GObject    *object,
                         guint       property_id,
                         GValue     *value,
                         GParamSpec *pspec)
{
  TrsWindow *self = TRS_WINDOW (object);

  switch (property_id)
    {
    case PROP_SESSION:
      g_value_set_object (value, self->session);
      break;
    case PROP_SETTINGS:
      g_value_set_object (value, self->settings);
      break;
    case PROP_PROJECT:
      g_value_set_object (value, self->project);
      break;
    case PROP_FOLDED:
      g_value_set_boolean (value, self->folded);
      break;
    case PROP_COMPACT:
      g_value_set_boolean (value, self->compact);
      break;
    case PROP_BACK:
      g_value_set_boolean (value, self->folded || trs_window_is_searching (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
trs_window_set_property (GObject      *object,
                         guint         property_id,
                         const GValue *value,
                         GParamSpec   *pspec)
{
  TrsWindow *self = TRS_WINDOW (object);

  switch (property_id)
    {
    case PROP_SESSION:
      trs_window_set_session (self, g_value_get_object (value));
      break;
    case PROP_SETTINGS:
      self->settings = g_value_dup_object (value);
      g_object_set (self->history_page, "settings", self->settings, NULL);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
trs_window_dispose (GObject *object)
{
  TrsWindow *self = TRS_WINDOW (object);

  trs_window_clear_toasts (self);
  g_clear_handle_id (&self->check_id, g_source_remove);
  g_clear_weak_pointer (&self->focus_before_menu);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  if (self->project != NULL)
    g_signal_handlers_disconnect_by_data (self->project, self);
  g_clear_weak_pointer (&self->submit_dialog);
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
  g_clear_object (&self->session);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (trs_window_parent_class)->finalize (object);
}

static void
trs_window_class_init (TrsWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GParamFlags readable = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  GParamFlags construct = G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS;

  g_type_ensure (TRS_TYPE_EMPTY_PAGE);
  g_type_ensure (TRS_TYPE_HISTORY_PAGE);

  object_class->constructed = trs_window_constructed;
  object_class->get_property = trs_window_get_property;
  object_class->set_property = trs_window_set_property;
  object_class->dispose = trs_window_dispose;
  object_class->finalize = trs_window_finalize;
  widget_class->size_allocate = trs_window_size_allocate;
  widget_class->unmap = trs_window_unmap;
  widget_class->unrealize = trs_window_unrealize;

  props[PROP_SESSION] = g_param_spec_object ("session", NULL, NULL, TRS_TYPE_SESSION, construct);
  props[PROP_SETTINGS] = g_param_spec_object ("settings", NULL, NULL, G_TYPE_SETTINGS, construct);
  props[PROP_PROJECT] = g_param_spec_object ("project", NULL, NULL, TRS_TYPE_PROJECT, readable);
  props[PROP_FOLDED] = g_param_spec_boolean ("folded", NULL, NULL, FALSE, readable);
  props[PROP_COMPACT] = g_param_spec_boolean ("compact", NULL, NULL, FALSE, readable);
  props[PROP_BACK] = g_param_spec_boolean ("back", NULL, NULL, FALSE, readable);
  g_object_class_install_properties (object_class, N_PROPS, props);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-window.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, TrsWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, TrsWindow, leaflet);
  gtk_widget_class_bind_template_child (widget_class, TrsWindow, history_page);
  gtk_widget_class_bind_template_child (widget_class, TrsWindow, pages);
  gtk_widget_class_bind_template_callback (widget_class, on_folded);
  gtk_widget_class_bind_template_callback (widget_class, on_navigated);
  gtk_widget_class_bind_template_callback (widget_class, on_open);
  gtk_widget_class_bind_template_callback (widget_class, on_selected);
  trs_window_install_actions (widget_class);
}

static void
trs_window_init (TrsWindow *self)
{
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  trs_ui_compat_set_up_leaflet (self->leaflet);
  trs_ui_compat_add_shortcuts (GTK_APPLICATION_WINDOW (self));
}

/**
 * trs_window_new:
 * @application: (nullable): the application
 * @session: the session
 * @settings: the settings of the program
 *
 * Returns: (transfer none): the window
 */
TrsWindow *
trs_window_new (GtkApplication *application,
                TrsSession     *session,
                GSettings      *settings)
{
  return g_object_new (TRS_TYPE_WINDOW, "application", application, "session", session, "settings", settings, NULL);
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
  g_return_val_if_fail (TRS_IS_WINDOW (self), NULL);

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

  g_return_if_fail (TRS_IS_WINDOW (self));
  g_return_if_fail (TRS_IS_PROJECT (project));

  self->restored = TRUE;
  trs_window_hide_search (self);
  trs_history_page_set_selected (self->history_page, project);
  trs_window_set_project (self, project);
  adw_leaflet_set_visible_child_name (self->leaflet, "page");
  page = gtk_stack_get_visible_child (self->pages);
  if (gtk_widget_grab_focus (page) || trs_window_shows_text (self))
    return;
  if (self->folded)
    gtk_widget_child_focus (page, GTK_DIR_TAB_FORWARD);
  else
    trs_history_page_focus_list (self->history_page);
}
