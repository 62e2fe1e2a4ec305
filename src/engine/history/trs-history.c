/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-history.h"

#include "trs-history-order.h"
#include "trs-store-projects.h"
#include "trs-weak-table.h"

/* Number of projects that come with the counts: enough for the rows that a view creates at first. */
#define N_FIRST 250

/* More runs of changes than these are notified as one. */
#define MAX_RUNS 200

/* Milliseconds between two queries while a long list is being read. */
#define WALKING_GAP 1000

/* Rows that are read ahead above and below the row requested last: a few screens full. */
#define AHEAD 100

/* Projects that stay in memory after they were read, for when the user scrolls back. */
#define MAX_RECENT 600

/* Pending submissions stand above all others. */
#define SORT_PENDING G_MAXINT64

struct _TrsHistory
{
  GObject parent_instance;

  TrsProjectShow show;
  TrsProjectOrder order;
  gboolean listing;
  gboolean querying;
  guint n_known;
  gboolean reading;
  gboolean walking;
  gboolean complete;
  GError *error;
  gint64 checked_at;
  gint64 updated_at;

  TrsProjects *projects;
  TrsStore *store;
  TrsClock *clock;
  GArray *entries;
  GPtrArray *held; /* items of what the store has no row of */
  gint64 last_held;

  TrsWeakTable *items; /* by row */
  GPtrArray *recent;   /* items that were filled most recently */
  guint wanted;
  guint read_rows_id;
  GCancellable *cancellable; /* cancels all reads of rows of this account */

  GCancellable *query; /* the query under way, if any */
  gboolean stale;
  gint64 queried_at;
  guint query_timer;
  GTask *opening;
};

enum
{
  PROP_0,
  PROP_SHOW,
  PROP_ORDER,
  PROP_QUERYING,
  PROP_N_KNOWN,
  PROP_READING,
  PROP_WALKING,
  PROP_COMPLETE,
  PROP_ERROR,
  PROP_CHECKED_AT,
  PROP_UPDATED_AT,
  N_PROPS
};

enum
{
  CHANGED,
  REARRANGED,
  N_SIGNALS
};

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

static void query_store                       (TrsHistory          *self);
static void trs_history_list_model_iface_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TrsHistory, trs_history, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, trs_history_list_model_iface_init))

static void
notify (TrsHistory *self,
        guint       prop_id)
{
  g_object_notify_by_pspec (G_OBJECT (self), props[prop_id]);
}

/* Rows */

/* Returns: (transfer full): the item of a row, without a project if that was not read */
static TrsHistoryItem *
get_row_item (TrsHistory *self,
              gint64      row)
{
  TrsHistoryItem *item = trs_weak_table_peek (self->items, &row);

  if (item != NULL)
    return g_object_ref (item);

  item = trs_history_item_new (row, NULL);
  trs_weak_table_add (self->items, g_memdup2 (&row, sizeof row), G_OBJECT (item));
  return item;
}

static void
fill_items (TrsHistory *self,
            GPtrArray  *rows)
{
  for (guint i = 0; i < rows->len; i++)
    {
      const TrsProjectData *data = g_ptr_array_index (rows, i);
      g_autoptr (TrsProject) project = trs_projects_take_data (self->projects, data);
      TrsHistoryItem *item = get_row_item (self, data->row);

      trs_history_item_set_project (item, project);
      if (self->recent->len >= MAX_RECENT)
        g_ptr_array_remove_range (self->recent, 0, AHEAD);
      g_ptr_array_add (self->recent, item);
    }
}

static void
rows_read_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (TrsHistory) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) rows = trs_store_projects_read_rows_finish (TRS_STORE (source), result, &error);

  if (rows != NULL)
    fill_items (self, rows);
}

/* Adds the rows that the view has requested. */
static void
add_items (TrsHistory *self,
           GArray     *rows)
{
  TrsWeakTableIter iter;
  TrsHistoryItem *item;

  trs_weak_table_iter_init (&iter, self->items);
  while ((item = trs_weak_table_iter_next (&iter)) != NULL)
    if (trs_history_item_get_project (item) == NULL)
      {
        gint64 row = trs_history_item_get_row (item);

        g_array_append_val (rows, row);
      }
}

/* Adds the neighbours of the requested rows, ahead of scrolling. */
static void
add_neighbours (TrsHistory *self,
                GArray     *rows)
{
  guint first = self->wanted > AHEAD ? self->wanted - AHEAD : 0;
  guint end = MIN (self->wanted + AHEAD, self->entries->len);

  for (guint i = first; i < end; i++)
    {
      gint64 row = trs_history_order_get (self->entries, i)->row;

      if (row > 0 && trs_weak_table_peek (self->items, &row) == NULL)
        g_array_append_val (rows, row);
    }
}

static gboolean
read_rows_cb (gpointer user_data)
{
  TrsHistory *self = user_data;
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (gint64));

  self->read_rows_id = 0;
  add_items (self, rows);
  if (rows->len == 0)
    return G_SOURCE_REMOVE;

  add_neighbours (self, rows);
  trs_store_projects_read_rows_async (self->store, (const gint64 *) (gconstpointer) rows->data, rows->len,
                                      self->cancellable, rows_read_cb, g_object_ref (self));
  return G_SOURCE_REMOVE;
}

/* A view requests all rows of a screen in one turn of the main loop, so they are read together afterwards. */
static void
request_row (TrsHistory *self,
             guint       position)
{
  self->wanted = position;
  if (self->read_rows_id == 0)
    self->read_rows_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, read_rows_cb, self, NULL);
}

static void
stop_reading (TrsHistory *self)
{
  g_clear_handle_id (&self->read_rows_id, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  self->cancellable = g_cancellable_new ();
}

/* What is held. In the place of a row its item has a number below zero. */

/* Returns: where its entry was put; -1 if it is not shown */
static gint
insert_held (TrsHistory     *self,
             GArray         *entries,
             TrsHistoryItem *item)
{
  TrsProject *project = trs_history_item_get_project (item);
  TrsStoreEntry entry = {
    .row = trs_history_item_get_row (item),
    .sort_at = trs_project_is_pending (project) ? SORT_PENDING : trs_project_get_data (project)->sort_at,
  };
  guint position = trs_history_order_find_place (entries, self->order, &entry);

  if (!trs_project_show_includes (self->show, trs_project_get_state (project), trs_project_is_pending (project)))
    return -1;

  g_array_insert_val (entries, position, entry);
  return (gint) position;
}

/* Adds held projects to the result of a query, because they are not in the store. */
static void
add_held (TrsHistory *self,
          GArray     *entries)
{
  for (guint i = 0; i < self->held->len; i++)
    insert_held (self, entries, g_ptr_array_index (self->held, i));
}

static TrsHistoryItem *
find_held (TrsHistory *self,
           TrsProject *project)
{
  for (guint i = 0; i < self->held->len; i++)
    if (trs_history_item_get_project (TRS_HISTORY_ITEM (g_ptr_array_index (self->held, i))) == project)
      return g_ptr_array_index (self->held, i);

  return NULL;
}

static void
held_cb (TrsHistory *self,
         TrsProject *project)
{
  TrsHistoryItem *item = get_row_item (self, --self->last_held);
  gint position;

  trs_history_item_set_project (item, project);
  g_ptr_array_add (self->held, item);
  position = insert_held (self, self->entries, item);
  if (position >= 0)
    g_list_model_items_changed (G_LIST_MODEL (self), (guint) position, 0, 1);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
released_cb (TrsHistory *self,
             TrsProject *project)
{
  guint position;

  if (trs_history_find (self, project, &position))
    {
      g_array_remove_index (self->entries, position);
      g_list_model_items_changed (G_LIST_MODEL (self), position, 1, 0);
    }
  g_ptr_array_remove (self->held, find_held (self, project));
  g_signal_emit (self, signals[CHANGED], 0);
}

/* A list model */

static GType
trs_history_get_item_type (GListModel *model)
{
  return TRS_TYPE_HISTORY_ITEM;
}

static guint
trs_history_get_n_items (GListModel *model)
{
  return TRS_HISTORY (model)->entries->len;
}

static gpointer
trs_history_get_item (GListModel *model,
                      guint       position)
{
  TrsHistory *self = TRS_HISTORY (model);
  TrsHistoryItem *item;

  if (position >= self->entries->len)
    return NULL;

  item = get_row_item (self, trs_history_order_get (self->entries, position)->row);
  if (trs_history_item_get_project (item) == NULL)
    request_row (self, position);
  return item;
}

static void
trs_history_list_model_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = trs_history_get_item_type;
  iface->get_n_items = trs_history_get_n_items;
  iface->get_item = trs_history_get_item;
}

/* The list */

/* If one signal changes all rows, GtkListView asks for every row again. With two signals it only asks for those of a
 * few screens. */
static void
reset_entries (TrsHistory *self,
               GArray     *entries)
{
  guint n_old = self->entries->len;

  g_array_set_size (self->entries, 0);
  if (n_old > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, n_old, 0);
  g_array_unref (self->entries);
  self->entries = g_array_ref (entries);
  if (entries->len > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, 0, entries->len);
}

static void
change_entries (TrsHistory *self,
                GArray     *entries)
{
  g_autoptr (GArray) runs = trs_history_order_compare (self->entries, entries, self->order);

  if (runs->len > MAX_RUNS)
    {
      reset_entries (self, entries);
      return;
    }

  for (guint i = 0; i < runs->len; i++)
    {
      const TrsHistoryRun *run = &g_array_index (runs, TrsHistoryRun, i);

      if (run->removed > 0)
        g_array_remove_range (self->entries, run->position, run->removed);
      if (run->added > 0)
        g_array_insert_vals (self->entries, run->position, trs_history_order_get (entries, run->from), run->added);
      g_list_model_items_changed (G_LIST_MODEL (self), run->position, run->removed, run->added);
    }
}

static void
show_list (TrsHistory   *self,
           TrsStoreList *list)
{
  gboolean rearranged = self->querying;
  gboolean other_number = self->n_known != list->n_known;

  fill_items (self, list->first);
  add_held (self, list->entries);
  self->querying = FALSE;
  if (rearranged)
    reset_entries (self, list->entries);
  else
    change_entries (self, list->entries);

  self->n_known = list->n_known;
  if (other_number)
    notify (self, PROP_N_KNOWN);
  if (rearranged)
    {
      g_signal_emit (self, signals[REARRANGED], 0);
      notify (self, PROP_QUERYING);
    }
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
end_opening (TrsHistory   *self,
             const GError *error)
{
  g_autoptr (GTask) task = g_steal_pointer (&self->opening);

  if (task == NULL)
    return;
  if (error != NULL)
    g_task_return_error (task, g_error_copy (error));
  else
    g_task_return_boolean (task, TRUE);
}

/* While a long list is being read, each page changes something, so queries are limited to one per interval. */
static void
schedule_query (TrsHistory *self)
{
  gint64 gap = self->queried_at + WALKING_GAP * G_TIME_SPAN_MILLISECOND - trs_clock_get_time (self->clock);

  if (self->query != NULL)
    self->stale = TRUE;
  else if (!self->walking || gap <= 0)
    query_store (self);
  else if (self->query_timer == 0)
    trs_clock_set_timeout (self->clock, &self->query_timer, WALKING_GAP, (GSourceOnceFunc) query_store, self);
}

static void
queried_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (TrsHistory) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsStoreList) list = self->listing ? trs_store_projects_query_finish (TRS_STORE (source), result, &error)
                                                : trs_store_projects_count_finish (TRS_STORE (source), result, &error);

  /* Another query has replaced this one. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  g_clear_object (&self->query);
  if (list != NULL)
    show_list (self, list);
  end_opening (self, error);
  if (self->stale && trs_projects_get_account (self->projects) != 0)
    schedule_query (self);
}

static void
query_store (TrsHistory *self)
{
  gint64 account = trs_projects_get_account (self->projects);

  trs_clock_clear_timeout (self->clock, &self->query_timer);
  self->stale = FALSE;
  self->queried_at = trs_clock_get_time (self->clock);
  self->query = g_cancellable_new ();
  if (self->listing)
    trs_store_projects_query_async (self->store, account, self->show, self->order, N_FIRST, self->query, queried_cb,
                                    g_object_ref (self));
  else
    trs_store_projects_count_async (self->store, account, self->query, queried_cb, g_object_ref (self));
}

static void
cancel_query (TrsHistory *self)
{
  trs_clock_clear_timeout (self->clock, &self->query_timer);
  self->stale = FALSE;
  if (self->query != NULL)
    g_cancellable_cancel (self->query);
  g_clear_object (&self->query);
}

/* The filter or order has changed: queries again and starts at the top of the list. */
static void
restart_query (TrsHistory *self)
{
  gboolean was_querying = self->querying;

  cancel_query (self);
  if (trs_projects_get_account (self->projects) == 0)
    return;

  self->querying = TRUE;
  query_store (self);
  if (!was_querying)
    notify (self, PROP_QUERYING);
}

static void
store_changed_cb (TrsStore *store,
                  gpointer  user_data)
{
  TrsHistory *self = user_data;

  if (trs_projects_get_account (self->projects) != 0)
    schedule_query (self);
}

/* The object */

static void
trs_history_get_property (GObject    *object,
                          guint       prop_id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  TrsHistory *self = TRS_HISTORY (object);

  switch (prop_id)
    {
    case PROP_SHOW:
      g_value_set_enum (value, (int) self->show);
      break;
    case PROP_ORDER:
      g_value_set_enum (value, (int) self->order);
      break;
    case PROP_QUERYING:
      g_value_set_boolean (value, self->querying);
      break;
    case PROP_N_KNOWN:
      g_value_set_uint (value, self->n_known);
      break;
    case PROP_READING:
      g_value_set_boolean (value, self->reading);
      break;
    case PROP_WALKING:
      g_value_set_boolean (value, self->walking);
      break;
    case PROP_COMPLETE:
      g_value_set_boolean (value, self->complete);
      break;
    case PROP_ERROR:
      g_value_set_boxed (value, self->error);
      break;
    case PROP_CHECKED_AT:
      g_value_set_int64 (value, self->checked_at);
      break;
    case PROP_UPDATED_AT:
      g_value_set_int64 (value, self->updated_at);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
trs_history_set_property (GObject      *object,
                          guint         prop_id,
                          const GValue *value,
                          GParamSpec   *pspec)
{
  TrsHistory *self = TRS_HISTORY (object);

  switch (prop_id)
    {
    case PROP_SHOW:
      trs_history_set_show (self, (TrsProjectShow) g_value_get_enum (value));
      break;
    case PROP_ORDER:
      trs_history_set_order (self, (TrsProjectOrder) g_value_get_enum (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
trs_history_dispose (GObject *object)
{
  TrsHistory *self = TRS_HISTORY (object);

  cancel_query (self);
  stop_reading (self);
  g_ptr_array_set_size (self->held, 0);
  g_ptr_array_set_size (self->recent, 0);

  G_OBJECT_CLASS (trs_history_parent_class)->dispose (object);
}

static void
trs_history_finalize (GObject *object)
{
  TrsHistory *self = TRS_HISTORY (object);

  g_array_unref (self->entries);
  g_ptr_array_unref (self->held);
  g_ptr_array_unref (self->recent);
  trs_weak_table_free (self->items);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->opening);
  g_clear_object (&self->projects);
  g_clear_object (&self->store);
  g_clear_object (&self->clock);
  g_clear_error (&self->error);

  G_OBJECT_CLASS (trs_history_parent_class)->finalize (object);
}

static void
trs_history_class_init (TrsHistoryClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags writable = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  const GParamFlags readable = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = trs_history_get_property;
  object_class->set_property = trs_history_set_property;
  object_class->dispose = trs_history_dispose;
  object_class->finalize = trs_history_finalize;

  props[PROP_SHOW] = g_param_spec_enum ("show", NULL, NULL, TRS_TYPE_PROJECT_SHOW, TRS_PROJECT_SHOW_ALL, writable);
  props[PROP_ORDER] = g_param_spec_enum ("order", NULL, NULL, TRS_TYPE_PROJECT_ORDER, TRS_PROJECT_ORDER_DATE,
                                         writable);
  props[PROP_QUERYING] = g_param_spec_boolean ("querying", NULL, NULL, FALSE, readable);
  props[PROP_N_KNOWN] = g_param_spec_uint ("n-known", NULL, NULL, 0, G_MAXUINT, 0, readable);
  props[PROP_READING] = g_param_spec_boolean ("reading", NULL, NULL, FALSE, readable);
  props[PROP_WALKING] = g_param_spec_boolean ("walking", NULL, NULL, FALSE, readable);
  props[PROP_COMPLETE] = g_param_spec_boolean ("complete", NULL, NULL, FALSE, readable);
  props[PROP_ERROR] = g_param_spec_boxed ("error", NULL, NULL, G_TYPE_ERROR, readable);
  props[PROP_CHECKED_AT] = g_param_spec_int64 ("checked-at", NULL, NULL, 0, G_MAXINT64, 0, readable);
  props[PROP_UPDATED_AT] = g_param_spec_int64 ("updated-at", NULL, NULL, 0, G_MAXINT64, 0, readable);
  g_object_class_install_properties (object_class, N_PROPS, props);

  signals[CHANGED] =
      g_signal_new ("changed", TRS_TYPE_HISTORY, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[REARRANGED] =
      g_signal_new ("rearranged", TRS_TYPE_HISTORY, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
trs_history_init (TrsHistory *self)
{
  self->listing = TRUE;
  self->entries = g_array_new (FALSE, FALSE, sizeof (TrsStoreEntry));
  self->held = g_ptr_array_new_with_free_func (g_object_unref);
  self->recent = g_ptr_array_new_with_free_func (g_object_unref);
  self->items = trs_weak_table_new (g_int64_hash, g_int64_equal, g_free);
  self->cancellable = g_cancellable_new ();
}

/**
 * trs_history_new:
 * @projects: the objects of its rows, whose account it decides
 * @store: what is asked
 * @clock: the time
 *
 * Returns: (transfer full): a history that shows no account
 */
TrsHistory *
trs_history_new (TrsProjects *projects,
                 TrsStore    *store,
                 TrsClock    *clock)
{
  TrsHistory *self = g_object_new (TRS_TYPE_HISTORY, NULL);

  self->projects = g_object_ref (projects);
  self->store = g_object_ref (store);
  self->clock = g_object_ref (clock);
  g_signal_connect_object (store, "changed", G_CALLBACK (store_changed_cb), self, 0);
  g_signal_connect_object (projects, "held", G_CALLBACK (held_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (projects, "released", G_CALLBACK (released_cb), self, G_CONNECT_SWAPPED);
  return self;
}

/**
 * trs_history_open_async:
 * @self: a history
 * @account: an account of the store
 * @callback: called when the first rows are there
 * @user_data: (closure): for @callback
 *
 * Shows an account in the place of the one before.
 */
void
trs_history_open_async (TrsHistory          *self,
                        gint64               account,
                        GAsyncReadyCallback  callback,
                        gpointer             user_data)
{
  g_autoptr (GError) error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "The account was opened again");

  if (trs_projects_get_account (self->projects) != account)
    trs_history_close (self);
  trs_projects_set_account (self->projects, account);
  end_opening (self, error);
  self->opening = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (self->opening, trs_history_open_async);
  restart_query (self);
}

/**
 * trs_history_open_finish:
 * @self: a history
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: %TRUE if it is shown; %G_IO_ERROR_CANCELLED if it was closed meanwhile,
 *   or an error of the store
 */
gboolean
trs_history_open_finish (TrsHistory    *self,
                         GAsyncResult  *result,
                         GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_history_open_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * trs_history_close:
 * @self: a history
 *
 * Shows nothing, and forgets the objects of the account: those that others
 * hold are followed no more.
 */
void
trs_history_close (TrsHistory *self)
{
  g_autoptr (GError) closed = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "The account was closed");
  g_autoptr (GArray) nothing = g_array_new (FALSE, FALSE, sizeof (TrsStoreEntry));
  gboolean was_querying = self->querying;
  gboolean was_known = self->n_known > 0;

  cancel_query (self);
  stop_reading (self);
  end_opening (self, closed);
  self->querying = FALSE;
  trs_projects_set_account (self->projects, 0);
  g_ptr_array_set_size (self->recent, 0);
  self->n_known = 0;
  reset_entries (self, nothing);
  g_ptr_array_set_size (self->held, 0);
  trs_weak_table_remove_all (self->items);
  if (was_known)
    notify (self, PROP_N_KNOWN);
  if (was_querying)
    notify (self, PROP_QUERYING);
  trs_history_set_complete (self, FALSE);
  trs_history_set_error (self, NULL);
  trs_history_set_updated_at (self, 0, TRUE);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
item_read_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  TrsHistory *self = g_task_get_source_object (task);
  gint64 *account = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (GPtrArray) rows = trs_store_projects_read_rows_finish (TRS_STORE (source), result, &error);

  if (rows == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  if (rows->len == 0 || *account != trs_projects_get_account (self->projects))
    {
      g_task_return_pointer (task, NULL, NULL);
      return;
    }

  fill_items (self, rows);
  g_task_return_pointer (task, trs_projects_take_data (self->projects, g_ptr_array_index (rows, 0)), g_object_unref);
}

/**
 * trs_history_load_item_async:
 * @self: a history
 * @position: a position
 * @cancellable: (nullable): to give up
 * @callback: called when the project that stands there is known
 * @user_data: (closure): for @callback
 *
 * Waits for the project of a row that may not have been read yet.
 */
void
trs_history_load_item_async (TrsHistory          *self,
                             guint                position,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_autoptr (TrsHistoryItem) item = g_list_model_get_item (G_LIST_MODEL (self), position);
  gint64 account = trs_projects_get_account (self->projects);

  g_task_set_source_tag (task, trs_history_load_item_async);
  g_task_set_task_data (task, g_memdup2 (&account, sizeof account), g_free);
  if (item == NULL || trs_history_item_get_project (item) != NULL)
    g_task_return_pointer (task, item != NULL ? g_object_ref (trs_history_item_get_project (item)) : NULL,
                           g_object_unref);
  else
    {
      gint64 row = trs_history_item_get_row (item);

      trs_store_projects_read_rows_async (self->store, &row, 1, cancellable, item_read_cb, g_steal_pointer (&task));
    }
}

/**
 * trs_history_load_item_finish:
 * @self: a history
 * @result: what the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the project; %NULL without an error if
 *   nothing stands there any more
 */
TrsProject *
trs_history_load_item_finish (TrsHistory    *self,
                              GAsyncResult  *result,
                              GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, trs_history_load_item_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * trs_history_find:
 * @self: a history
 * @project: a project
 * @position: (out): where it stands
 *
 * Returns: %TRUE if it is listed
 */
gboolean
trs_history_find (TrsHistory *self,
                  TrsProject *project,
                  guint      *position)
{
  TrsHistoryItem *held = find_held (self, project);
  gint64 row = held != NULL ? trs_history_item_get_row (held) : trs_project_get_data (project)->row;

  for (guint i = 0; row != 0 && i < self->entries->len; i++)
    if (trs_history_order_get (self->entries, i)->row == row)
      {
        *position = i;
        return TRUE;
      }

  return FALSE;
}

/* What the list reader reports */

/**
 * trs_history_set_complete:
 * @self: a history
 * @complete: whether there is nothing more to read
 */
void
trs_history_set_complete (TrsHistory *self,
                          gboolean    complete)
{
  if (self->complete == complete)
    return;

  self->complete = complete;
  notify (self, PROP_COMPLETE);
}

/**
 * trs_history_set_error:
 * @self: a history
 * @error: (nullable): why a page could not be read
 */
void
trs_history_set_error (TrsHistory   *self,
                       const GError *error)
{
  GError *copy;

  if (self->error == NULL && error == NULL)
    return;

  copy = error != NULL ? g_error_copy (error) : NULL;
  g_clear_error (&self->error);
  self->error = copy;
  notify (self, PROP_ERROR);
}

/**
 * trs_history_set_updated_at:
 * @self: a history
 * @updated_at: when the service reported a project that is watched, in the list or by itself
 * @checked: whether it was the newest page that was read
 */
void
trs_history_set_updated_at (TrsHistory *self,
                            gint64      updated_at,
                            gboolean    checked)
{
  g_object_freeze_notify (G_OBJECT (self));
  if (self->updated_at != updated_at)
    notify (self, PROP_UPDATED_AT);
  self->updated_at = updated_at;
  if (checked && self->checked_at != updated_at)
    notify (self, PROP_CHECKED_AT);
  if (checked)
    self->checked_at = updated_at;
  g_object_thaw_notify (G_OBJECT (self));
}

/**
 * trs_history_set_reading:
 * @self: a history
 * @reading: whether a page is read for the user
 * @walking: whether page after page is read, so that something changes all the time
 */
void
trs_history_set_reading (TrsHistory *self,
                         gboolean    reading,
                         gboolean    walking)
{
  g_object_freeze_notify (G_OBJECT (self));
  if (self->reading != reading)
    notify (self, PROP_READING);
  if (self->walking != walking)
    notify (self, PROP_WALKING);
  self->reading = reading;
  self->walking = walking;
  if (!walking && self->query_timer != 0)
    query_store (self);
  g_object_thaw_notify (G_OBJECT (self));
}

/**
 * trs_history_set_show:
 * @self: a history
 * @show: which projects are to be listed
 */
void
trs_history_set_show (TrsHistory     *self,
                      TrsProjectShow  show)
{
  if (self->show == show)
    return;

  self->show = show;
  restart_query (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SHOW]);
}

/**
 * trs_history_set_order:
 * @self: a history
 * @order: in which order they are to be listed
 */
void
trs_history_set_order (TrsHistory      *self,
                       TrsProjectOrder  order)
{
  if (self->order == order)
    return;

  self->order = order;
  restart_query (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_ORDER]);
}

/**
 * trs_history_set_listing:
 * @self: a history that shows no account yet
 * @listing: whether it has rows
 *
 * Without rows, which a program without a window has no use for, a long list takes neither time nor memory. All else
 * is as with them; what is held is listed.
 */
void
trs_history_set_listing (TrsHistory *self,
                         gboolean    listing)
{
  g_return_if_fail (trs_projects_get_account (self->projects) == 0);

  self->listing = listing;
}

/**
 * trs_history_get_sort_at:
 * @self: a history
 * @position: a position
 *
 * Returns: the key of the order by date of what stands there, microseconds
 *   since the epoch; of a pending submission, which stands above all others,
 *   when it was sent, and 0 if that is not known
 */
gint64
trs_history_get_sort_at (TrsHistory *self,
                         guint       position)
{
  const TrsStoreEntry *entry;
  g_autoptr (TrsHistoryItem) item = NULL;

  entry = trs_history_order_get (self->entries, position);
  if (entry->sort_at != SORT_PENDING)
    return entry->sort_at;

  item = get_row_item (self, entry->row);
  return trs_project_get_data (trs_history_item_get_project (item))->submitted_at;
}

/**
 * trs_history_get_show:
 * @self: a #TrsHistory
 *
 * Returns: which projects are listed
 */
TrsProjectShow
trs_history_get_show (TrsHistory *self)
{
  return self->show;
}

/**
 * trs_history_get_order:
 * @self: a #TrsHistory
 *
 * Returns: in which order
 */
TrsProjectOrder
trs_history_get_order (TrsHistory *self)
{
  return self->order;
}

/**
 * trs_history_get_querying:
 * @self: a #TrsHistory
 *
 * Returns: whether another chip or order is on its way
 */
gboolean
trs_history_get_querying (TrsHistory *self)
{
  return self->querying;
}

/**
 * trs_history_get_n_known:
 * @self: a #TrsHistory
 *
 * Returns: how many projects of the account there are, listed or not
 */
guint
trs_history_get_n_known (TrsHistory *self)
{
  return self->n_known;
}

/**
 * trs_history_has_projects:
 * @self: a history
 *
 * Returns: %TRUE if any project is known, or a submission of which is not
 *   known yet what became; also those that the chip does not show
 */
gboolean
trs_history_has_projects (TrsHistory *self)
{
  return trs_history_get_n_known (self) > 0 || g_list_model_get_n_items (G_LIST_MODEL (self)) > 0;
}

/**
 * trs_history_get_reading:
 * @self: a #TrsHistory
 *
 * Returns: whether pages are read for the user; checks of the poller do not
 *   count
 */
gboolean
trs_history_get_reading (TrsHistory *self)
{
  return self->reading;
}

/**
 * trs_history_get_walking:
 * @self: a #TrsHistory
 *
 * Returns: whether a gap is being filled or the whole list read
 */
gboolean
trs_history_get_walking (TrsHistory *self)
{
  return self->walking;
}

/**
 * trs_history_get_complete:
 * @self: a #TrsHistory
 *
 * Returns: whether the list of the service is known to its end, without a gap
 */
gboolean
trs_history_get_complete (TrsHistory *self)
{
  return self->complete;
}

/**
 * trs_history_get_error:
 * @self: a #TrsHistory
 *
 * Returns: (transfer none) (nullable): why the last page could not be read
 */
const GError *
trs_history_get_error (TrsHistory *self)
{
  return self->error;
}

/**
 * trs_history_get_checked_at:
 * @self: a #TrsHistory
 *
 * Returns: when the newest page was read last, in microseconds since the epoch,
 *   or 0
 */
gint64
trs_history_get_checked_at (TrsHistory *self)
{
  return self->checked_at;
}

/**
 * trs_history_get_updated_at:
 * @self: a #TrsHistory
 *
 * Returns: when the service was heard of what is watched or of the newest page
 *   last, likewise: while one project alone is watched, the service is asked
 *   about it and not for the list; the user reads of one time for both
 */
gint64
trs_history_get_updated_at (TrsHistory *self)
{
  return self->updated_at;
}
