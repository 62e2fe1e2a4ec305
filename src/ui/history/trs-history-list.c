/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-history-list.h"

#include "config.h"
#include "trs-error-sink.h"
#include "trs-i18n.h"
#include "trs-project-row.h"
#include "trs-row-menu.h"
#include "trs-strings.h"
#include "trs-widget-utils.h"

struct _TrsHistoryList
{
  AdwBin parent_instance;

  TrsProject *selected;

  GtkScrolledWindow *scroller;
  GtkListView *list;
  GtkSingleSelection *selection;
  GtkLabel *group;

  TrsSession *session;
  gboolean restoring;
  /* scroll to the selected row when it is available */
  gboolean revealing;
  gboolean waiting_for_frame;
  /* scroll to the top when the rows are laid out */
  gboolean topping;

  /* the item that is loaded before it is selected, and whether to open it then */
  GCancellable *loading;
  gboolean opening;
  /* open the first row when the pending query is answered */
  gboolean opening_first;

  /* the first and the last item, kept loaded for Home and End */
  TrsHistoryItem *ends[2];
  /* items bound to rows; removed before they are freed */
  GPtrArray *items;
  /* all row widgets, including the unbound ones */
  GPtrArray *rows;

  TrsRowMenu *menu;
};

/* Distance from the top at which a row counts as the first one, whatever its margin. */
#define INSIDE 6

enum
{
  PROP_0,
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

G_DEFINE_FINAL_TYPE (TrsHistoryList, trs_history_list, ADW_TYPE_BIN)

static gint64
get_now (TrsHistoryList *self)
{
  return trs_clock_get_time (trs_session_get_clock (self->session));
}

/* Only lists sorted by date are grouped. */
static gboolean
has_group (TrsHistoryList *self,
           guint           position)
{
  return trs_history_get_order (trs_session_get_history (self->session)) == TRS_PROJECT_ORDER_DATE &&
         position < g_list_model_get_n_items (G_LIST_MODEL (trs_session_get_history (self->session)));
}

/* A project without a date, or with one in the future, was submitted just now. */
static gint64
get_time (TrsHistoryList *self,
          guint           position)
{
  gint64 time = trs_history_get_sort_at (trs_session_get_history (self->session), position);

  return time != 0 ? MIN (time, get_now (self)) : get_now (self);
}

/* The first row has no heading: its group is shown above the list. */
static void
update_heading (TrsHistoryList *self,
                GtkListItem    *item)
{
  guint position = gtk_list_item_get_position (item);
  gint64 now = get_now (self);
  g_autofree char *heading = NULL;

  if (position > 0 && has_group (self, position) &&
      trs_strings_date_group (get_time (self, position), now) !=
          trs_strings_date_group (get_time (self, position - 1), now))
    heading = trs_strings_date_group_title (get_time (self, position), now);
  trs_project_row_set_heading (TRS_PROJECT_ROW (gtk_list_item_get_child (item)), heading);
}

/* GtkListView recycles rows that are scrolled out of view but destroys those that leave the model, and choosing another
 * chip replaces two hundred. So keep the row widgets, and reuse those without a parent. */
static void
row_setup_cb (TrsHistoryList *self,
              GtkListItem    *item)
{
  GtkWidget *row = NULL;

  for (guint i = 0; i < self->rows->len && row == NULL; i++)
    if (gtk_widget_get_parent (self->rows->pdata[i]) == NULL)
      row = self->rows->pdata[i];
  if (row == NULL)
    {
      row = g_object_ref_sink (trs_project_row_new (trs_session_get_clock (self->session)));
      g_ptr_array_add (self->rows, row);
    }
  gtk_list_item_set_child (item, row);
}

/* Binding a row requests its item, which loads it from the store. */
static void
fill (TrsHistoryItem *item,
      GParamSpec     *pspec,
      TrsProjectRow  *row)
{
  TrsProject *project = trs_history_item_get_project (item);

  if (project != NULL)
    trs_project_row_set_project (row, project);
  else
    trs_project_row_clear (row);
}

/* Set the heading first, so that the accessible label is updated only once. */
static void
row_bind_cb (TrsHistoryList *self,
             GtkListItem    *item)
{
  GtkWidget *row = gtk_list_item_get_child (item);

  g_ptr_array_add (self->items, item);
  update_heading (self, item);
  g_signal_connect (gtk_list_item_get_item (item), "notify::project", G_CALLBACK (fill), row);
  fill (gtk_list_item_get_item (item), NULL, TRS_PROJECT_ROW (row));
}

static void
row_unbind_cb (TrsHistoryList *self,
               GtkListItem    *item)
{
  GtkWidget *row = gtk_list_item_get_child (item);

  g_ptr_array_remove_fast (self->items, item);
  g_signal_handlers_disconnect_by_func (gtk_list_item_get_item (item), fill, row);
  trs_project_row_set_project (TRS_PROJECT_ROW (row), NULL);
}

/* Returns: the position of the first visible row */
static guint
find_first (TrsHistoryList *self)
{
  GtkWidget *list = GTK_WIDGET (self->list);
  GtkWidget *hit = gtk_widget_pick (list, gtk_widget_get_width (list) / 2.0, INSIDE, GTK_PICK_DEFAULT);

  for (guint i = 0; hit != NULL && hit != list && i < self->items->len; i++)
    {
      GtkWidget *row = gtk_list_item_get_child (self->items->pdata[i]);

      if (hit == row || gtk_widget_is_ancestor (hit, row) || gtk_widget_is_ancestor (row, hit))
        return gtk_list_item_get_position (self->items->pdata[i]);
    }
  return 0;
}

/* Above the list, shows the day or month of the first visible row. */
static void
show_group (TrsHistoryList *self,
            guint           position)
{
  g_autofree char *title = NULL;

  if (has_group (self, position))
    title = trs_strings_date_group_title (get_time (self, position), get_now (self));
  gtk_widget_set_visible (GTK_WIDGET (self->group), title != NULL);
  if (title != NULL)
    gtk_label_set_label (self->group, title);
}

static void
select_position (TrsHistoryList *self,
                 guint           position)
{
  self->restoring = TRUE;
  gtk_single_selection_set_selected (self->selection, position);
  self->restoring = FALSE;
}

/* Keep the selection on the row while its item is loaded. */
static void
restore_selection (TrsHistoryList *self)
{
  guint position = GTK_INVALID_LIST_POSITION;

  if (self->loading != NULL)
    return;

  if (self->selected == NULL || !trs_history_find (trs_session_get_history (self->session), self->selected, &position))
    position = GTK_INVALID_LIST_POSITION;
  select_position (self, position);
}

static void
stop_loading (TrsHistoryList *self)
{
  self->opening = FALSE;
  self->opening_first = FALSE;
  g_cancellable_cancel (self->loading);
  g_clear_object (&self->loading);
}

static gboolean
is_at_top (TrsHistoryList *self)
{
  return gtk_adjustment_get_value (gtk_scrolled_window_get_vadjustment (self->scroller)) < 1;
}

/* If GtkListView of GTK 4.8 is asked for a row before the layout or while it is empty, it divides by an unknown height,
 * and loses its rows after a long jump. Returns: %FALSE if nothing is laid out yet
 * floor: remove with GTK ≥ 4.12, which has gtk_list_view_scroll_to() */
static gboolean
scroll_to (TrsHistoryList *self,
           guint           position)
{
  if (gtk_adjustment_get_page_size (gtk_scrolled_window_get_vadjustment (self->scroller)) < 1)
    return FALSE;

  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", position);
  return TRUE;
}

static GtkWidget *
find_row (GtkWidget     *list,
          GtkStateFlags  flags)
{
  for (GtkWidget *row = gtk_widget_get_first_child (list); row != NULL; row = gtk_widget_get_next_sibling (row))
    {
      graphene_rect_t bounds;

      if (gtk_widget_get_mapped (row) && (gtk_widget_get_state_flags (row) & flags) == flags &&
          gtk_widget_compute_bounds (row, list, &bounds) && bounds.origin.y >= 0)
        return row;
    }
  return NULL;
}

/* Focuses the selected row if it is visible, otherwise the row focused before, or the first one. If a filter removes
 * the focused row, GtkListView focuses itself, and the arrow keys no longer work. */
static gboolean
trs_history_list_grab_focus (GtkWidget *widget)
{
  GtkWidget *list = GTK_WIDGET (TRS_HISTORY_LIST (widget)->list);
  GtkWidget *row = find_row (list, GTK_STATE_FLAG_SELECTED);

  if (row != NULL && gtk_widget_grab_focus (row))
    return TRUE;
  if (!gtk_widget_grab_focus (list))
    return FALSE;
  row = gtk_root_get_focus (gtk_widget_get_root (list)) == list ? find_row (list, GTK_STATE_FLAG_NORMAL) : NULL;
  if (row != NULL)
    gtk_widget_grab_focus (row);
  return TRUE;
}

/* Scrolls to the selected row when it is available, and focuses it if the focus is in the list. */
static void
reveal_selected (TrsHistoryList *self)
{
  guint position = gtk_single_selection_get_selected (self->selection);
  GtkWidget *row;

  if (position == GTK_INVALID_LIST_POSITION || !scroll_to (self, position))
    return;

  /* A row that was out of view gets its widget in the next frame. */
  row = find_row (GTK_WIDGET (self->list), GTK_STATE_FLAG_SELECTED);
  self->revealing = row == NULL;
  if (row != NULL && trs_has_focus_within (GTK_WIDGET (self->list)))
    gtk_widget_grab_focus (row);
}

/* Positions of rows that were just laid out are known at once. */
static void
frame_painted (GtkWidget *widget)
{
  TrsHistoryList *self = TRS_HISTORY_LIST (widget);

  self->waiting_for_frame = FALSE;
  if (self->topping)
    self->topping = !is_at_top (self) && !scroll_to (self, 0);
  show_group (self, find_first (self));
  if (self->revealing)
    reveal_selected (self);
}

/* The position of a row is known only after the layout. */
static void
queue_frame (TrsHistoryList *self)
{
  if (self->waiting_for_frame || self->session == NULL || !gtk_widget_get_realized (GTK_WIDGET (self)))
    return;

  self->waiting_for_frame = TRUE;
  trs_after_frame (GTK_WIDGET (self), frame_painted);
}

/* Update the group above the list together with the rows: one frame later, it would push them down. */
static void
update_after_rows_changed (TrsHistoryList *self,
                           gboolean        to_top)
{
  if (to_top && trs_history_list_get_n_shown (self) > 0)
    {
      self->topping = !scroll_to (self, 0);
      show_group (self, 0);
    }

  for (guint i = 0; i < self->items->len; i++)
    update_heading (self, self->items->pdata[i]);
  restore_selection (self);
  queue_frame (self);
}

/* If the first row is visible, rows inserted above it must be visible, too. */
static void
on_history_changed (TrsHistoryList *self)
{
  update_after_rows_changed (self, is_at_top (self));
}

static void select_item (TrsHistoryList *self,
                         guint           position,
                         gboolean        open);

static void
on_rearranged (TrsHistoryList *self)
{
  gboolean open = self->opening_first;

  update_after_rows_changed (self, TRUE);
  if (open)
    select_item (self, 0, TRUE);
}

static void
set_selected_project (TrsHistoryList *self,
                      TrsProject     *project,
                      gboolean        open)
{
  stop_loading (self);
  if (g_set_object (&self->selected, project))
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SELECTED]);
  if (open)
    g_signal_emit (self, signals[OPEN], 0, project);
}

/* Meanwhile the row may have moved, and its project may have been removed. */
static void
item_loaded_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr (TrsHistoryList) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsProject) project = trs_history_load_item_finish (TRS_HISTORY (source), result, &error);
  gboolean open = self->opening;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  stop_loading (self);
  if (project != NULL)
    set_selected_project (self, project, open);
  else if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    /* Translators: what failed, as the title of an error. */
    trs_error_sink_throw (GTK_WIDGET (self), error, _("Reading the list"));
  restore_selection (self);
}

/* Selects a row, and opens it if @open. If its item is not loaded yet, waits for it, unless another row is selected
 * meanwhile. */
static void
select_item (TrsHistoryList *self,
             guint           position,
             gboolean        open)
{
  g_autoptr (TrsHistoryItem) item = g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  if (item == NULL)
    return;

  select_position (self, position);
  if (trs_history_item_get_project (item) != NULL)
    {
      set_selected_project (self, trs_history_item_get_project (item), open);
      return;
    }

  stop_loading (self);
  self->loading = g_cancellable_new ();
  self->opening = open;
  trs_history_load_item_async (trs_session_get_history (self->session), position, self->loading, item_loaded_cb,
                               g_object_ref (self));
}

/* An empty selection is never the user's choice: the row has left the list. */
static void
on_selected (TrsHistoryList *self)
{
  if (!self->restoring && gtk_single_selection_get_selected_item (self->selection) != NULL)
    select_item (self, gtk_single_selection_get_selected (self->selection), FALSE);
}

static void
on_activate (TrsHistoryList *self,
             guint           position)
{
  select_item (self, position, TRUE);
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
open_by_id_cb (TrsHistoryList *self,
               const char     *id)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.open-project", "s", id);
}

/* Arrow keys move through the rows. Tab leaves the list, or reaching the page would take as many Tabs as there are
 * rows. */
static gboolean
trs_history_list_focus (GtkWidget        *widget,
                        GtkDirectionType  direction)
{
  if (direction != GTK_DIR_TAB_FORWARD && direction != GTK_DIR_TAB_BACKWARD)
    return GTK_WIDGET_CLASS (trs_history_list_parent_class)->focus (widget, direction);

  return !trs_has_focus_within (widget) && gtk_widget_grab_focus (widget);
}

static void
trs_history_list_get_property (GObject    *object,
                               guint       id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  if (id == PROP_SELECTED)
    g_value_set_object (value, TRS_HISTORY_LIST (object)->selected);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
trs_history_list_set_property (GObject      *object,
                               guint         id,
                               const GValue *value,
                               GParamSpec   *pspec)
{
  if (id == PROP_SELECTED)
    trs_history_list_set_selected (TRS_HISTORY_LIST (object), g_value_get_object (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
trs_history_list_dispose (GObject *object)
{
  TrsHistoryList *self = TRS_HISTORY_LIST (object);

  g_clear_object (&self->menu);
  stop_loading (self);
  if (self->session != NULL)
    gtk_single_selection_set_model (self->selection, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (self->ends); i++)
    g_clear_object (&self->ends[i]);
  g_clear_object (&self->selected);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (trs_history_list_parent_class)->dispose (object);
}

static void
trs_history_list_finalize (GObject *object)
{
  g_ptr_array_unref (TRS_HISTORY_LIST (object)->items);
  g_ptr_array_unref (TRS_HISTORY_LIST (object)->rows);

  G_OBJECT_CLASS (trs_history_list_parent_class)->finalize (object);
}

static void
trs_history_list_class_init (TrsHistoryListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = trs_history_list_get_property;
  object_class->set_property = trs_history_list_set_property;
  object_class->dispose = trs_history_list_dispose;
  object_class->finalize = trs_history_list_finalize;
  widget_class->focus = trs_history_list_focus;
  widget_class->grab_focus = trs_history_list_grab_focus;

  props[PROP_SELECTED] =
      g_param_spec_object ("selected", NULL, NULL, TRS_TYPE_PROJECT,
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);

  signals[OPEN] = g_signal_new ("open", TRS_TYPE_HISTORY_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                TRS_TYPE_PROJECT);

  gtk_widget_class_set_template_from_resource (widget_class, TRS_RESOURCE_BASE "/trs-history-list.ui");
  gtk_widget_class_bind_template_child (widget_class, TrsHistoryList, scroller);
  gtk_widget_class_bind_template_child (widget_class, TrsHistoryList, list);
  gtk_widget_class_bind_template_child (widget_class, TrsHistoryList, selection);
  gtk_widget_class_bind_template_child (widget_class, TrsHistoryList, group);
  gtk_widget_class_bind_template_callback (widget_class, row_setup_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_bind_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_unbind_cb);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_released);
  gtk_widget_class_bind_template_callback (widget_class, on_selected);
}

static void
trs_history_list_init (TrsHistoryList *self)
{
  GtkAdjustment *adjustment;

  self->items = g_ptr_array_new ();
  self->rows = g_ptr_array_new_with_free_func (g_object_unref);
  gtk_widget_init_template (GTK_WIDGET (self));

  adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  g_signal_connect_object (adjustment, "value-changed", G_CALLBACK (queue_frame), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (adjustment, "changed", G_CALLBACK (queue_frame), self, G_CONNECT_SWAPPED);
}

/* Home and End move the focus at once and a screen reader speaks immediately, so keep these rows loaded. */
static void
keep_ends_loaded (TrsHistoryList *self)
{
  GListModel *model = G_LIST_MODEL (trs_session_get_history (self->session));
  guint n = g_list_model_get_n_items (model);

  for (gsize i = 0; i < G_N_ELEMENTS (self->ends); i++)
    {
      g_clear_object (&self->ends[i]);
      if (n > 0)
        self->ends[i] = g_list_model_get_item (model, i == 0 ? 0 : n - 1);
    }
}

/**
 * trs_history_list_set_session:
 * @self: a list
 * @session: the session
 *
 * To be called once.
 */
void
trs_history_list_set_session (TrsHistoryList *self,
                              TrsSession     *session)
{
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  self->menu = trs_row_menu_new (GTK_WIDGET (self), GTK_WIDGET (self->list), session);
  g_signal_connect_object (self->menu, "open", G_CALLBACK (open_by_id_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_history (self->session), "changed", G_CALLBACK (on_history_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (trs_session_get_history (self->session), "rearranged", G_CALLBACK (on_rearranged), self,
                           G_CONNECT_SWAPPED);
  /* Connect before the view does, so that the store reads ahead of what the view requests. */
  g_signal_connect_object (trs_session_get_history (self->session), "items-changed", G_CALLBACK (keep_ends_loaded),
                           self, G_CONNECT_SWAPPED);
  keep_ends_loaded (self);
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (trs_session_get_history (self->session)));
  on_history_changed (self);
}

/**
 * trs_history_list_set_selected:
 * @self: a list
 * @project: (nullable): what is to be selected
 *
 * Selects a project as soon as it is in the list, and scrolls to its row.
 */
void
trs_history_list_set_selected (TrsHistoryList *self,
                               TrsProject     *project)
{
  stop_loading (self);
  if (!g_set_object (&self->selected, project))
    {
      restore_selection (self);
      return;
    }

  restore_selection (self);
  self->revealing = project != NULL;
  queue_frame (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SELECTED]);
}

guint
trs_history_list_get_n_shown (TrsHistoryList *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->selection));
}

/**
 * trs_history_list_refresh_rows:
 * @self: a list
 *
 * Updates all texts in the rows, for example at midnight.
 */
void
trs_history_list_refresh_rows (TrsHistoryList *self)
{
  for (guint i = 0; i < self->items->len; i++)
    {
      trs_project_row_refresh (TRS_PROJECT_ROW (gtk_list_item_get_child (self->items->pdata[i])));
      update_heading (self, self->items->pdata[i]);
    }
  if (trs_history_list_get_n_shown (self) > 0)
    show_group (self, find_first (self));
  queue_frame (self);
}

/**
 * trs_history_list_open_first:
 * @self: a list
 *
 * Opens the first project in the list, if there is one. While a new query is pending, waits for its
 * rows.
 */
void
trs_history_list_open_first (TrsHistoryList *self)
{
  if (trs_history_get_querying (trs_session_get_history (self->session)))
    self->opening_first = TRUE;
  else
    select_item (self, 0, TRUE);
}

/**
 * trs_history_list_move:
 * @self: a list
 * @by: 1 for the next project, -1 for the previous one
 * @open: whether it is opened
 *
 * Selects the next or previous project and scrolls to it.
 */
void
trs_history_list_move (TrsHistoryList *self,
                       int             by,
                       gboolean        open)
{
  guint n, position;
  gint64 target;

  n = trs_history_list_get_n_shown (self);
  if (n == 0)
    return;

  position = gtk_single_selection_get_selected (self->selection);
  target = position == GTK_INVALID_LIST_POSITION ? 0 : CLAMP ((gint64) position + by, 0, (gint64) n - 1);
  select_item (self, (guint) target, open);
  self->revealing = TRUE;
  queue_frame (self);
}

/**
 * trs_history_list_get_selected:
 * @self: a #TrsHistoryList
 *
 * Returns: (transfer none) (nullable): the project that is selected, also one
 *   that a chip hides
 */
TrsProject *
trs_history_list_get_selected (TrsHistoryList *self)
{
  return self->selected;
}
