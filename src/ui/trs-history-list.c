/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-history-list-private.h"

#include "config.h"
#include "trs-widget-utils.h"

/* Before a frame, and not in the turn in which the view follows the history. */
#define SHOW_MORE (G_PRIORITY_HIGH_IDLE + 1)

G_DEFINE_FINAL_TYPE (TrsHistoryList, trs_history_list, ADW_TYPE_BIN)

enum
{
  PROP_0,
  PROP_SESSION,
  PROP_SELECTED,
  PROP_SORT,
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

static TrsProject *
get_selected_project (TrsHistoryList *self)
{
  TrsHistoryPlace *place = gtk_single_selection_get_selected_item (self->selection);

  return place != NULL ? trs_history_place_get_project (place) : NULL;
}

static void
restore_selection (TrsHistoryList *self)
{
  guint position = GTK_INVALID_LIST_POSITION;

  if (get_selected_project (self) == self->selected)
    return;

  if (self->selected != NULL && self->view != NULL)
    trs_history_view_find (self->view, self->selected, &position);
  self->restoring = TRUE;
  gtk_single_selection_set_selected (self->selection, position);
  self->restoring = FALSE;
}

static gboolean
show_more_cb (gpointer user_data)
{
  TrsHistoryList *self = user_data;

  self->more_id = 0;
  if (self->view != NULL)
    trs_history_view_show_more (self->view);
  return G_SOURCE_REMOVE;
}

/* Where a row is can be told at once of what was laid out just now. More rows come when the loop has turned: a key that
 * was pressed meanwhile need not wait for both the frame and them. */
static void
frame_painted (GtkWidget *widget)
{
  TrsHistoryList *self = TRS_HISTORY_LIST (widget);

  self->waiting_for_frame = FALSE;
  if (self->view == NULL)
    return;

  trs_history_headings_show_first (self->headings, GTK_WIDGET (self->list), self->group);
  if (self->revealing)
    trs_history_list_reveal_selected (self);
  if (self->following)
    trs_history_list_follow_selected (self);
  if (self->more_id == 0)
    self->more_id = g_idle_add_full (SHOW_MORE, show_more_cb, self, NULL);
}

/**
 * trs_history_list_queue_frame:
 * @self: a list
 *
 * Looks at the rows after the next frame: they come by the frame, and where a
 * row is, is known after it was laid out.
 */
void
trs_history_list_queue_frame (TrsHistoryList *self)
{
  if (self->waiting_for_frame || self->view == NULL || !gtk_widget_get_realized (GTK_WIDGET (self)))
    return;

  self->waiting_for_frame = TRUE;
  trs_after_frame (GTK_WIDGET (self), frame_painted);
}

static gboolean
is_at_top (TrsHistoryList *self)
{
  return gtk_adjustment_get_value (gtk_scrolled_window_get_vadjustment (self->scroller)) < 1;
}

static void
on_moved (TrsHistoryList *self)
{
  trs_history_list_queue_frame (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
on_scrolled (TrsHistoryList *self)
{
  if (self->view != NULL && !is_at_top (self))
    trs_history_view_hurry (self->view);
  on_moved (self);
}

/* New rows above the first one are to be seen by whoever looks at the first one. What stands above them comes with
 * them: a frame later it would push them down. */
static void
on_view_changed (TrsHistoryList *self,
                 gboolean        rearranged)
{
  if ((rearranged || is_at_top (self)) && g_list_model_get_n_items (G_LIST_MODEL (self->view)) > 0)
    {
      gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", 0);
      trs_history_headings_show_at (self->headings, 0, self->group);
    }

  trs_history_headings_update (self->headings);
  restore_selection (self);
  on_moved (self);
}

static void
on_selected (TrsHistoryList *self)
{
  TrsProject *project = get_selected_project (self);

  /* The user always selects something; it is the list that takes it away. */
  if (self->restoring || project == NULL || project == self->selected)
    return;

  g_set_object (&self->selected, project);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SELECTED]);
}

void
trs_history_list_activate (TrsHistoryList *self,
                           guint           position)
{
  gtk_single_selection_set_selected (self->selection, position);
  if (get_selected_project (self) != NULL)
    g_signal_emit (self, signals[OPEN], 0, get_selected_project (self));
}

static void
on_released (TrsHistoryList *self,
             int             n_press,
             double          x,
             double          y)
{
  GtkWidget *hit = gtk_widget_pick (GTK_WIDGET (self->list), x, y, GTK_PICK_DEFAULT);

  if (n_press == 1 && hit != NULL && hit != GTK_WIDGET (self->list))
    trs_history_list_activate (self, gtk_single_selection_get_selected (self->selection));
}

static void
trs_history_list_set_session (TrsHistoryList *self,
                              TrsSession     *session)
{
  if (!g_set_object (&self->session, session))
    return;

  gtk_single_selection_set_model (self->selection, NULL);
  trs_history_headings_set_view (self->headings, NULL, NULL);
  g_clear_object (&self->view);
  if (session == NULL)
    return;

  self->view = trs_history_view_new (trs_session_get_history (session), self->filter);
  trs_history_view_set_sort (self->view, self->sort);
  trs_history_headings_set_view (self->headings, self->view, trs_session_get_clock (session));
  g_signal_connect_object (self->view, "changed", G_CALLBACK (on_view_changed), self, G_CONNECT_SWAPPED);
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (self->view));
  on_view_changed (self, FALSE);
}

static void
trs_history_list_set_sort (TrsHistoryList *self,
                           TrsHistorySort  sort)
{
  if (self->sort == sort)
    return;

  self->sort = sort;
  if (self->view != NULL)
    trs_history_view_set_sort (self->view, sort);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SORT]);
}

static void
trs_history_list_realize (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (trs_history_list_parent_class)->realize (widget);
  trs_history_list_queue_frame (TRS_HISTORY_LIST (widget));
}

static void
trs_history_list_unrealize (GtkWidget *widget)
{
  TRS_HISTORY_LIST (widget)->waiting_for_frame = FALSE;
  GTK_WIDGET_CLASS (trs_history_list_parent_class)->unrealize (widget);
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
  return trs_history_list_focus_row (TRS_HISTORY_LIST (widget));
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
    case PROP_SORT:
      g_value_set_enum (value, (int) self->sort);
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
    case PROP_SORT:
      trs_history_list_set_sort (self, (TrsHistorySort) g_value_get_enum (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
trs_history_list_dispose (GObject *object)
{
  TrsHistoryList *self = TRS_HISTORY_LIST (object);

  g_clear_handle_id (&self->more_id, g_source_remove);
  trs_history_list_drop_menu (self);
  g_clear_object (&self->selected);
  trs_history_list_set_session (self, NULL);
  g_clear_object (&self->filter);

  G_OBJECT_CLASS (trs_history_list_parent_class)->dispose (object);
}

static void
trs_history_list_finalize (GObject *object)
{
  trs_history_headings_free (TRS_HISTORY_LIST (object)->headings);

  G_OBJECT_CLASS (trs_history_list_parent_class)->finalize (object);
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
  object_class->finalize = trs_history_list_finalize;
  widget_class->focus = trs_history_list_focus;
  widget_class->realize = trs_history_list_realize;
  widget_class->unrealize = trs_history_list_unrealize;
  widget_class->grab_focus = trs_history_list_grab_focus;

  props[PROP_SESSION] = g_param_spec_object ("session", NULL, NULL, TRS_TYPE_SESSION, flags);
  props[PROP_SELECTED] = g_param_spec_object ("selected", NULL, NULL, TRS_TYPE_PROJECT,
                                              flags | G_PARAM_EXPLICIT_NOTIFY);
  props[PROP_SORT] = g_param_spec_enum ("sort", NULL, NULL, TRS_TYPE_HISTORY_SORT, TRS_HISTORY_SORT_DATE,
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
  gtk_widget_class_bind_template_child (widget_class, TrsHistoryList, group);
  gtk_widget_class_bind_template_callback (widget_class, trs_history_list_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_released);
  gtk_widget_class_bind_template_callback (widget_class, on_selected);
}

static void
trs_history_list_init (TrsHistoryList *self)
{
  g_autoptr (GtkListItemFactory) factory = NULL;
  GtkAdjustment *adjustment;

  gtk_widget_init_template (GTK_WIDGET (self));

  self->filter = trs_project_filter_new ();
  self->headings = trs_history_headings_new ();

  factory = trs_history_headings_create_factory (self->headings);
  gtk_list_view_set_factory (self->list, factory);
  trs_history_list_add_menu (self);

  adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  g_signal_connect_object (adjustment, "value-changed", G_CALLBACK (on_scrolled), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (adjustment, "changed", G_CALLBACK (on_moved), self, G_CONNECT_SWAPPED);
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
 * Selects a project, as soon as it stands in the list, and brings its row
 * into sight if it is among the first.
 */
void
trs_history_list_set_selected (TrsHistoryList *self,
                               TrsProject     *project)
{
  g_return_if_fail (TRS_IS_HISTORY_LIST (self));

  if (!g_set_object (&self->selected, project))
    return;

  restore_selection (self);
  self->revealing = project != NULL;
  trs_history_list_queue_frame (self);
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

  return self->view != NULL ? trs_history_view_get_n_matches (self->view) : 0;
}

/**
 * trs_history_list_is_filtering:
 * @self: a list
 *
 * Returns: %TRUE while there are rows that have not come yet
 */
gboolean
trs_history_list_is_filtering (TrsHistoryList *self)
{
  g_return_val_if_fail (TRS_IS_HISTORY_LIST (self), FALSE);

  return self->view != NULL && trs_history_view_get_pending (self->view);
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

  /* the end that is seen is not the end */
  if (trs_history_list_is_filtering (self))
    return FALSE;

  adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  page = gtk_adjustment_get_page_size (adjustment);
  return gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_value (adjustment) - page <= page;
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
  g_return_if_fail (TRS_IS_HISTORY_LIST (self));

  trs_history_headings_refresh (self->headings);
  trs_history_list_queue_frame (self);
}
