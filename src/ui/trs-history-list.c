/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-history-list.h"

#include "config.h"
#include "trs-project-row.h"

struct _TrsHistoryList
{
  AdwBin parent_instance;

  GtkScrolledWindow *scroller;
  GtkListView *list;
  GtkSingleSelection *selection;
  GtkFilterListModel *filtered;

  TrsSession *session;
  TrsProjectFilter *filter;
  TrsProject *selected;
  gboolean restoring;
};

G_DEFINE_FINAL_TYPE (TrsHistoryList, trs_history_list, ADW_TYPE_BIN)

enum
{
  PROP_0,
  PROP_SESSION,
  PROP_SELECTED,
  N_PROPS
};

enum
{
  OPEN,
  CHANGED,
  N_SIGNALS
};

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

static void
emit_changed (TrsHistoryList *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

static guint
find_position (TrsHistoryList *self,
               TrsProject     *project)
{
  GListModel *model = G_LIST_MODEL (self->selection);

  for (guint i = 0; project != NULL && i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (TrsProject) item = g_list_model_get_item (model, i);

      if (item == project)
        return i;
    }

  return GTK_INVALID_LIST_POSITION;
}

static void
restore_selection (TrsHistoryList *self)
{
  if (gtk_single_selection_get_selected_item (self->selection) == (gpointer) self->selected)
    return;

  self->restoring = TRUE;
  gtk_single_selection_set_selected (self->selection, find_position (self, self->selected));
  self->restoring = FALSE;
}

static void
on_items_changed (TrsHistoryList *self)
{
  restore_selection (self);
  emit_changed (self);
}

static void
on_selected (TrsHistoryList *self)
{
  TrsProject *item = gtk_single_selection_get_selected_item (self->selection);

  /* The user always selects something; it is the list that takes it away. */
  if (self->restoring || item == NULL || item == self->selected)
    return;

  g_set_object (&self->selected, item);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SELECTED]);
}

static void
on_activate (TrsHistoryList *self,
             guint           position)
{
  gtk_single_selection_set_selected (self->selection, position);
  if (gtk_single_selection_get_selected_item (self->selection) != NULL)
    g_signal_emit (self, signals[OPEN], 0, gtk_single_selection_get_selected_item (self->selection));
}

static void
on_released (TrsHistoryList *self,
             int             n_press,
             double          x,
             double          y)
{
  GtkWidget *hit = gtk_widget_pick (GTK_WIDGET (self->list), x, y, GTK_PICK_DEFAULT);

  if (n_press == 1 && hit != NULL && hit != GTK_WIDGET (self->list))
    on_activate (self, gtk_single_selection_get_selected (self->selection));
}

static void
row_setup_cb (GtkSignalListItemFactory *factory,
              GtkListItem              *item,
              gpointer                  user_data)
{
  TrsHistoryList *self = user_data;

  gtk_list_item_set_child (item, trs_project_row_new (trs_session_get_clock (self->session)));
}

static void
row_bind_cb (GtkSignalListItemFactory *factory,
             GtkListItem              *item,
             gpointer                  user_data)
{
  trs_project_row_set_project (TRS_PROJECT_ROW (gtk_list_item_get_child (item)), gtk_list_item_get_item (item));
}

static void
row_unbind_cb (GtkSignalListItemFactory *factory,
               GtkListItem              *item,
               gpointer                  user_data)
{
  trs_project_row_set_project (TRS_PROJECT_ROW (gtk_list_item_get_child (item)), NULL);
}

static void
trs_history_list_set_session (TrsHistoryList *self,
                              TrsSession     *session)
{
  if (!g_set_object (&self->session, session))
    return;

  gtk_filter_list_model_set_model (self->filtered,
                                   session != NULL ? G_LIST_MODEL (trs_session_get_history (session)) : NULL);
}

/* The arrow keys go through the rows. Tab goes past all of them, or the page would lie behind the whole history. */
static gboolean
trs_history_list_focus (GtkWidget        *widget,
                        GtkDirectionType  direction)
{
  if (direction != GTK_DIR_TAB_FORWARD && direction != GTK_DIR_TAB_BACKWARD)
    return GTK_WIDGET_CLASS (trs_history_list_parent_class)->focus (widget, direction);

  return gtk_widget_get_focus_child (widget) == NULL && gtk_widget_grab_focus (widget);
}

static gboolean
trs_history_list_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (TRS_HISTORY_LIST (widget)->list));
}

static void
trs_history_list_get_property (GObject    *object,
                               guint       property_id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  TrsHistoryList *self = TRS_HISTORY_LIST (object);

  switch (property_id)
    {
    case PROP_SESSION:
      g_value_set_object (value, self->session);
      break;
    case PROP_SELECTED:
      g_value_set_object (value, self->selected);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
trs_history_list_set_property (GObject      *object,
                               guint         property_id,
                               const GValue *value,
                               GParamSpec   *pspec)
{
  TrsHistoryList *self = TRS_HISTORY_LIST (object);

  switch (property_id)
    {
    case PROP_SESSION:
      trs_history_list_set_session (self, g_value_get_object (value));
      break;
    case PROP_SELECTED:
      trs_history_list_set_selected (self, g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
trs_history_list_dispose (GObject *object)
{
  TrsHistoryList *self = TRS_HISTORY_LIST (object);

  g_clear_object (&self->selected);
  g_clear_object (&self->filter);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (trs_history_list_parent_class)->dispose (object);
}

static void
trs_history_list_class_init (TrsHistoryListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = trs_history_list_get_property;
  object_class->set_property = trs_history_list_set_property;
  object_class->dispose = trs_history_list_dispose;
  widget_class->focus = trs_history_list_focus;
  widget_class->grab_focus = trs_history_list_grab_focus;

  props[PROP_SESSION] = g_param_spec_object ("session", NULL, NULL, TRS_TYPE_SESSION, flags);
  props[PROP_SELECTED] = g_param_spec_object ("selected", NULL, NULL, TRS_TYPE_PROJECT,
                                              flags | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, props);

  signals[OPEN] = g_signal_new ("open", TRS_TYPE_HISTORY_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 1, TRS_TYPE_PROJECT);
  signals[CHANGED] = g_signal_new ("changed", TRS_TYPE_HISTORY_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-history-list.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsHistoryList, scroller);
  gtk_widget_class_bind_template_child (widget_class, TrsHistoryList, list);
  gtk_widget_class_bind_template_child (widget_class, TrsHistoryList, selection);
  gtk_widget_class_bind_template_child (widget_class, TrsHistoryList, filtered);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_released);
  gtk_widget_class_bind_template_callback (widget_class, on_selected);
}

static void
trs_history_list_init (TrsHistoryList *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  GtkAdjustment *adjustment;

  gtk_widget_init_template (GTK_WIDGET (self));

  self->filter = trs_project_filter_new ();
  gtk_filter_list_model_set_filter (self->filtered, GTK_FILTER (self->filter));
  g_signal_connect_object (self->filtered, "notify::pending", G_CALLBACK (emit_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->selection, "items-changed", G_CALLBACK (on_items_changed), self, G_CONNECT_SWAPPED);

  g_signal_connect_object (factory, "setup", G_CALLBACK (row_setup_cb), self, 0);
  g_signal_connect_object (factory, "bind", G_CALLBACK (row_bind_cb), self, 0);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (row_unbind_cb), self, 0);
  gtk_list_view_set_factory (self->list, factory);

  adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  g_signal_connect_object (adjustment, "value-changed", G_CALLBACK (emit_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (adjustment, "changed", G_CALLBACK (emit_changed), self, G_CONNECT_SWAPPED);
}

/**
 * trs_history_list_get_filter:
 * @self: a list
 *
 * Returns: (transfer none): what decides which projects are shown
 */
TrsProjectFilter *
trs_history_list_get_filter (TrsHistoryList *self)
{
  g_return_val_if_fail (TRS_IS_HISTORY_LIST (self), NULL);

  return self->filter;
}

/**
 * trs_history_list_get_selected:
 * @self: a list
 *
 * Returns: (transfer none) (nullable): the project that is selected, even if
 *   the filter hides it
 */
TrsProject *
trs_history_list_get_selected (TrsHistoryList *self)
{
  g_return_val_if_fail (TRS_IS_HISTORY_LIST (self), NULL);

  return self->selected;
}

/**
 * trs_history_list_set_selected:
 * @self: a list
 * @project: (nullable): what is to be selected
 *
 * Selects a project, as soon as it stands in the list.
 */
void
trs_history_list_set_selected (TrsHistoryList *self,
                               TrsProject     *project)
{
  g_return_if_fail (TRS_IS_HISTORY_LIST (self));

  if (!g_set_object (&self->selected, project))
    return;

  restore_selection (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SELECTED]);
}

/**
 * trs_history_list_get_n_shown:
 * @self: a list
 *
 * Returns: how many projects the filter has let through
 */
guint
trs_history_list_get_n_shown (TrsHistoryList *self)
{
  g_return_val_if_fail (TRS_IS_HISTORY_LIST (self), 0);

  return g_list_model_get_n_items (G_LIST_MODEL (self->filtered));
}

/**
 * trs_history_list_is_filtering:
 * @self: a list
 *
 * Returns: %TRUE while there are projects that the filter has not looked at
 */
gboolean
trs_history_list_is_filtering (TrsHistoryList *self)
{
  g_return_val_if_fail (TRS_IS_HISTORY_LIST (self), FALSE);

  return gtk_filter_list_model_get_pending (self->filtered) > 0;
}

/**
 * trs_history_list_is_near_end:
 * @self: a list
 *
 * Returns: %TRUE if less than one more screen is left to scroll
 */
gboolean
trs_history_list_is_near_end (TrsHistoryList *self)
{
  GtkAdjustment *adjustment;
  double page;

  g_return_val_if_fail (TRS_IS_HISTORY_LIST (self), FALSE);

  adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  page = gtk_adjustment_get_page_size (adjustment);
  return gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_value (adjustment) - page <= page;
}

/**
 * trs_history_list_open_first:
 * @self: a list
 *
 * Opens the first project that is shown, if there is one.
 */
void
trs_history_list_open_first (TrsHistoryList *self)
{
  g_return_if_fail (TRS_IS_HISTORY_LIST (self));

  if (g_list_model_get_n_items (G_LIST_MODEL (self->selection)) > 0)
    on_activate (self, 0);
}

/**
 * trs_history_list_move:
 * @self: a list
 * @by: 1 for the next project, -1 for the one before
 *
 * Selects a neighbour and brings it into sight.
 */
void
trs_history_list_move (TrsHistoryList *self,
                       int             by)
{
  guint n, position;
  gint64 target;

  g_return_if_fail (TRS_IS_HISTORY_LIST (self));

  n = g_list_model_get_n_items (G_LIST_MODEL (self->selection));
  if (n == 0)
    return;

  position = gtk_single_selection_get_selected (self->selection);
  target = position == GTK_INVALID_LIST_POSITION ? 0 : CLAMP ((gint64) position + by, 0, (gint64) n - 1);
  gtk_single_selection_set_selected (self->selection, (guint) target);
  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", (guint) target);
}

/**
 * trs_history_list_refresh_rows:
 * @self: a list
 *
 * Says everything in the rows anew, as when another day has begun.
 */
void
trs_history_list_refresh_rows (TrsHistoryList *self)
{
  g_autoptr (GtkListItemFactory) factory = NULL;

  g_return_if_fail (TRS_IS_HISTORY_LIST (self));

  factory = g_object_ref (gtk_list_view_get_factory (self->list));
  gtk_list_view_set_factory (self->list, NULL);
  gtk_list_view_set_factory (self->list, factory);
}
