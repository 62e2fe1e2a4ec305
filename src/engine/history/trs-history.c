/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-history-private.h"

#include "trs-store-projects.h"

/* Number of projects that come with the counts: enough for the rows that a view creates at first. */
#define N_FIRST 250

/* More runs of changes than these are notified as one. */
#define MAX_RUNS 200

/* Milliseconds between two queries while a long list is being read. */
#define WALKING_GAP 1000

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
  REMOVED,
  PAGE_READ,
  PROJECT_CHANGED,
  N_SIGNALS
};

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

static void ask (TrsHistory *self);

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

  item = trs_history_get_row (self, trs_history_order_get (self->entries, position)->row);
  if (trs_history_item_get_project (item) == NULL)
    trs_history_want_row (self, position);
  return item;
}

static void
trs_history_list_model_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = trs_history_get_item_type;
  iface->get_n_items = trs_history_get_n_items;
  iface->get_item = trs_history_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TrsHistory, trs_history, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, trs_history_list_model_iface_init))

static void
notify (TrsHistory *self,
        guint       prop_id)
{
  g_object_notify_by_pspec (G_OBJECT (self), props[prop_id]);
}

/* The list */

/* GtkListView asks a model that notifies all rows in one signal for each of them; in two, for some screens full. */
static void
reset (TrsHistory *self,
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
follow (TrsHistory *self,
        GArray     *entries)
{
  g_autoptr (GArray) runs = trs_history_order_compare (self->entries, entries, self->order);

  if (runs->len > MAX_RUNS)
    {
      reset (self, entries);
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

  trs_history_take_rows (self, list->first);
  trs_history_add_held (self, list->entries);
  self->querying = FALSE;
  if (rearranged)
    reset (self, list->entries);
  else
    follow (self, list->entries);

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

/* While a long list is being read something changes with each page. */
static void
ask_again (TrsHistory *self)
{
  gint64 gap = self->queried_at + WALKING_GAP * G_TIME_SPAN_MILLISECOND - trs_clock_get_time (self->clock);

  if (self->query != NULL)
    self->stale = TRUE;
  else if (!self->walking || gap <= 0)
    ask (self);
  else if (self->query_timer == 0)
    trs_clock_set_timeout (self->clock, &self->query_timer, WALKING_GAP, (GSourceOnceFunc) ask, self);
}

static void
queried_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (TrsHistory) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrsStoreList) list = trs_store_projects_query_finish (TRS_STORE (source), result, &error);

  /* Another query has taken its place. */
  if (g_task_get_cancellable (G_TASK (result)) != self->query)
    return;

  g_clear_object (&self->query);
  if (list != NULL)
    show_list (self, list);
  end_opening (self, error);
  if (self->stale && self->account != 0)
    ask_again (self);
}

static void
ask (TrsHistory *self)
{
  trs_clock_clear_timeout (self->clock, &self->query_timer);
  self->stale = FALSE;
  self->queried_at = trs_clock_get_time (self->clock);
  self->query = g_cancellable_new ();
  trs_store_projects_query_async (self->store, self->account, self->show, self->order, N_FIRST, self->query, queried_cb,
                                  g_object_ref (self));
}

static void
drop_query (TrsHistory *self)
{
  trs_clock_clear_timeout (self->clock, &self->query_timer);
  self->stale = FALSE;
  if (self->query != NULL)
    g_cancellable_cancel (self->query);
  g_clear_object (&self->query);
}

/* Filter or order changed: another query, and the list begins at the top. */
static void
rearrange (TrsHistory *self)
{
  gboolean was_querying = self->querying;

  drop_query (self);
  if (self->account == 0)
    return;

  self->querying = TRUE;
  ask (self);
  if (!was_querying)
    notify (self, PROP_QUERYING);
}

static void
store_changed_cb (TrsStore *store,
                  gpointer  user_data)
{
  TrsHistory *self = user_data;

  if (self->account != 0)
    ask_again (self);
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

  drop_query (self);
  trs_history_stop_reading (self);
  g_hash_table_remove_all (self->projects);
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
  g_hash_table_unref (self->items);
  g_hash_table_unref (self->projects);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->opening);
  g_clear_object (&self->store);
  g_clear_object (&self->clock);
  g_clear_error (&self->error);

  G_OBJECT_CLASS (trs_history_parent_class)->finalize (object);
}

static guint
add_signal (const char *name,
            GType       argument)
{
  if (argument == G_TYPE_NONE)
    return g_signal_new (name, TRS_TYPE_HISTORY, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  return g_signal_new (name, TRS_TYPE_HISTORY, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, argument);
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

  signals[CHANGED] = add_signal ("changed", G_TYPE_NONE);
  signals[REARRANGED] = add_signal ("rearranged", G_TYPE_NONE);
  signals[REMOVED] = add_signal ("removed", G_TYPE_STRING);
  signals[PAGE_READ] = add_signal ("page-read", G_TYPE_PTR_ARRAY);
  signals[PROJECT_CHANGED] = add_signal ("project-changed", TRS_TYPE_PROJECT);
}

static void
trs_history_init (TrsHistory *self)
{
  self->entries = g_array_new (FALSE, FALSE, sizeof (TrsStoreEntry));
  self->held = g_ptr_array_new_with_free_func (g_object_unref);
  self->recent = g_ptr_array_new_with_free_func (g_object_unref);
  self->items = trs_history_weak_table_new (g_int64_hash, g_int64_equal);
  self->projects = trs_history_weak_table_new (g_str_hash, g_str_equal);
  self->cancellable = g_cancellable_new ();
}

/**
 * trs_history_new:
 * @store: what is asked
 * @clock: the time
 *
 * Returns: (transfer full): a history that shows no account
 */
TrsHistory *
trs_history_new (TrsStore *store,
                 TrsClock *clock)
{
  TrsHistory *self = g_object_new (TRS_TYPE_HISTORY, NULL);

  self->store = g_object_ref (store);
  self->clock = g_object_ref (clock);
  g_signal_connect_object (store, "changed", G_CALLBACK (store_changed_cb), self, 0);
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

  if (self->account != account)
    trs_history_close (self);
  self->account = account;
  end_opening (self, error);
  self->opening = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (self->opening, trs_history_open_async);
  rearrange (self);
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

  self->account = 0;
  drop_query (self);
  trs_history_stop_reading (self);
  end_opening (self, closed);
  self->querying = FALSE;
  g_hash_table_remove_all (self->projects);
  g_ptr_array_set_size (self->recent, 0);
  self->n_known = 0;
  reset (self, nothing);
  g_ptr_array_set_size (self->held, 0);
  g_hash_table_remove_all (self->items);
  if (was_known)
    notify (self, PROP_N_KNOWN);
  if (was_querying)
    notify (self, PROP_QUERYING);
  trs_history_set_complete (self, FALSE);
  trs_history_set_error (self, NULL);
  trs_history_set_updated_at (self, 0, TRUE);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* To those who read its rows */

void
trs_history_emit_changed (TrsHistory *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

void
trs_history_emit_project_changed (TrsHistory *self,
                                  TrsProject *project)
{
  g_signal_emit (self, signals[PROJECT_CHANGED], 0, project);
}

/**
 * trs_history_report_page:
 * @self: a history
 * @projects: (element-type TrsProject): what the list shows of them is known here
 *
 * Tells those who follow the list: emits #TrsHistory::page-read.
 */
void
trs_history_report_page (TrsHistory *self,
                         GPtrArray  *projects)
{
  g_signal_emit (self, signals[PAGE_READ], 0, projects);
}

/**
 * trs_history_remove:
 * @self: a history
 * @id: identifier of a project
 *
 * It is not on this computer any more: emits #TrsHistory::removed.
 */
void
trs_history_remove (TrsHistory *self,
                    const char *id)
{
  g_autofree char *copy = g_strdup (id);

  g_hash_table_remove (self->projects, copy);
  g_signal_emit (self, signals[REMOVED], 0, copy);
}

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
    ask (self);
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
  rearrange (self);
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
  rearrange (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_ORDER]);
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
  if (entry->sort_at != TRS_HISTORY_SORT_PENDING)
    return entry->sort_at;

  item = trs_history_get_row (self, entry->row);
  return trs_project_get_data (trs_history_item_get_project (item))->submitted_at;
}

/**
 * trs_history_get_account:
 * @self: a #TrsHistory
 *
 * Returns: the account that is shown, 0 for none
 */
gint64
trs_history_get_account (TrsHistory *self)
{
  return self->account;
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
