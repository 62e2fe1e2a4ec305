/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-history-list-private.h"

#include "config.h"
#include "trs-error-sink.h"
#include "trs-i18n.h"
#include "trs-widget-utils.h"

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
  N_SIGNALS
};

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

static gboolean
selection_is_right (TrsHistoryList *self)
{
  TrsHistoryItem *item = gtk_single_selection_get_selected_item (self->selection);

  if (item == NULL)
    return self->selected == NULL;
  return self->selected != NULL && trs_history_item_get_project (item) == self->selected;
}

static void
select_position (TrsHistoryList *self,
                 guint           position)
{
  self->restoring = TRUE;
  gtk_single_selection_set_selected (self->selection, position);
  self->restoring = FALSE;
}

/* While a row is read, the selection stands on it already. */
static void
restore_selection (TrsHistoryList *self)
{
  guint position = GTK_INVALID_LIST_POSITION;

  if (self->loading != NULL || selection_is_right (self))
    return;

  if (self->selected == NULL || self->history == NULL ||
      !trs_history_find (self->history, self->selected, &position))
    position = GTK_INVALID_LIST_POSITION;
  select_position (self, position);
}

static void
stop_loading (TrsHistoryList *self)
{
  self->opening = FALSE;
  self->opening_first = FALSE;
  if (self->loading != NULL)
    g_cancellable_cancel (self->loading);
  g_clear_object (&self->loading);
}

static gboolean
is_at_top (TrsHistoryList *self)
{
  return gtk_adjustment_get_value (gtk_scrolled_window_get_vadjustment (self->scroller)) < 1;
}

/* Where a row is can be told at once of what was laid out just now. */
static void
frame_painted (GtkWidget *widget)
{
  TrsHistoryList *self = TRS_HISTORY_LIST (widget);

  self->waiting_for_frame = FALSE;
  if (self->history == NULL)
    return;

  if (self->topping)
    self->topping = !is_at_top (self) && !trs_history_list_scroll_to (self, 0);
  trs_history_headings_show_first (self->headings, GTK_WIDGET (self->list), self->group);
  if (self->revealing)
    trs_history_list_reveal_selected (self);
  if (self->following)
    trs_history_list_follow_selected (self);
}

/**
 * trs_history_list_queue_frame:
 * @self: a list
 *
 * Looks at the rows after the next frame: where a row is, is known after it was
 * laid out.
 */
void
trs_history_list_queue_frame (TrsHistoryList *self)
{
  if (self->waiting_for_frame || self->history == NULL || !gtk_widget_get_realized (GTK_WIDGET (self)))
    return;

  self->waiting_for_frame = TRUE;
  trs_after_frame (GTK_WIDGET (self), frame_painted);
}

/**
 * trs_history_list_scroll_to:
 * @self: a list
 * @position: of a row
 *
 * Brings a row into sight. Asked for it before it is laid out, or while it is
 * empty, GtkListView of GTK 4.8 divides by the height that it does not have yet,
 * and does not find its rows again when somebody jumps far down.
 *
 * Returns: %FALSE if nothing is laid out yet
 */
gboolean
trs_history_list_scroll_to (TrsHistoryList *self,
                            guint           position)
{
  if (gtk_adjustment_get_page_size (gtk_scrolled_window_get_vadjustment (self->scroller)) < 1)
    return FALSE;

  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", position);
  return TRUE;
}

/* What stands above the rows comes with them: a frame later it would push them down. */
static void
follow_rows (TrsHistoryList *self,
             gboolean        to_top)
{
  if (to_top && trs_history_list_get_n_shown (self) > 0)
    {
      self->topping = !trs_history_list_scroll_to (self, 0);
      trs_history_headings_show_at (self->headings, 0, self->group);
    }

  trs_history_headings_update (self->headings);
  restore_selection (self);
  trs_history_list_queue_frame (self);
}

/* New rows above the first one are to be seen by whoever looks at the first one. */
static void
on_history_changed (TrsHistoryList *self)
{
  follow_rows (self, is_at_top (self));
}

static void
on_rearranged (TrsHistoryList *self)
{
  gboolean open = self->opening_first;

  follow_rows (self, TRUE);
  if (open)
    trs_history_list_choose (self, 0, TRUE);
}

static void
take (TrsHistoryList *self,
      TrsProject     *project,
      gboolean        open)
{
  stop_loading (self);
  if (g_set_object (&self->selected, project))
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SELECTED]);
  if (open)
    g_signal_emit (self, signals[OPEN], 0, project);
}

/* The row may have moved meanwhile, and a project may have been removed. */
static void
item_loaded_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr (TrsHistoryList) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsProject) project = trs_history_get_project_finish (TRS_HISTORY (source), result, &error);
  gboolean open = self->opening;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  stop_loading (self);
  if (project != NULL)
    take (self, project, open);
  else if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    trs_error_sink_throw (GTK_WIDGET (self), error, _("Reading the list"));
  restore_selection (self);
}

/**
 * trs_history_list_choose:
 * @self: a list
 * @position: of a row
 * @open: whether it is opened
 *
 * Selects a row. One that has not been read from the store yet is waited for,
 * unless another one is chosen meanwhile.
 */
void
trs_history_list_choose (TrsHistoryList *self,
                         guint           position,
                         gboolean        open)
{
  g_autoptr (TrsHistoryItem) item = g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  if (item == NULL)
    return;

  select_position (self, position);
  if (trs_history_item_get_project (item) != NULL)
    {
      take (self, trs_history_item_get_project (item), open);
      return;
    }

  stop_loading (self);
  self->loading = g_cancellable_new ();
  self->opening = open;
  trs_history_load_item_async (self->history, position, self->loading, item_loaded_cb, g_object_ref (self));
}

/* The user always selects something; it is the list that takes it away. */
static void
on_selected (TrsHistoryList *self)
{
  if (!self->restoring && gtk_single_selection_get_selected_item (self->selection) != NULL)
    trs_history_list_choose (self, gtk_single_selection_get_selected (self->selection), FALSE);
}

void
trs_history_list_activate (TrsHistoryList *self,
                           guint           position)
{
  trs_history_list_choose (self, position, TRUE);
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

  stop_loading (self);
  if (self->history != NULL)
    g_signal_handlers_disconnect_by_data (self->history, self);
  gtk_single_selection_set_model (self->selection, NULL);
  trs_history_headings_set_history (self->headings, NULL, NULL);
  g_clear_object (&self->history);
  if (session == NULL)
    return;

  self->history = g_object_ref (trs_session_get_history (session));
  trs_history_headings_set_history (self->headings, self->history, trs_session_get_clock (session));
  g_signal_connect_object (self->history, "changed", G_CALLBACK (on_history_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->history, "rearranged", G_CALLBACK (on_rearranged), self, G_CONNECT_SWAPPED);
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (self->history));
  on_history_changed (self);
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

  trs_history_list_drop_menu (self);
  g_clear_object (&self->selected);
  trs_history_list_set_session (self, NULL);

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
  g_object_class_install_properties (object_class, N_PROPS, props);

  signals[OPEN] = g_signal_new ("open", TRS_TYPE_HISTORY_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 1, TRS_TYPE_PROJECT);

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

  self->headings = trs_history_headings_new ();

  factory = trs_history_headings_create_factory (self->headings);
  gtk_list_view_set_factory (self->list, factory);
  trs_history_list_add_menu (self);

  adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  g_signal_connect_object (adjustment, "value-changed", G_CALLBACK (trs_history_list_queue_frame), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (adjustment, "changed", G_CALLBACK (trs_history_list_queue_frame), self, G_CONNECT_SWAPPED);
}

/**
 * trs_history_list_get_selected:
 * @self: a list
 *
 * Returns: (transfer none) (nullable): the project that is selected, even if
 *   a chip hides it
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

  stop_loading (self);
  if (!g_set_object (&self->selected, project))
    {
      restore_selection (self);
      return;
    }

  restore_selection (self);
  self->revealing = project != NULL;
  trs_history_list_queue_frame (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SELECTED]);
}

/**
 * trs_history_list_get_n_shown:
 * @self: a list
 *
 * Returns: how many rows there are
 */
guint
trs_history_list_get_n_shown (TrsHistoryList *self)
{
  g_return_val_if_fail (TRS_IS_HISTORY_LIST (self), 0);

  return g_list_model_get_n_items (G_LIST_MODEL (self->selection));
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
