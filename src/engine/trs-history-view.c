/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-history-view.h"

#include "trs-compat.h"
#include "trs-history-private.h"
#include "trs-history-rows.h"
#include "trs-list-change.h"
#include "trs-title-order.h"

/* Rows that come in one frame; about a screen of them. */
#define ROWS_A_FRAME 16

/* GtkListView makes widgets for about 200 rows around those in sight. What is beyond is a number. */
#define ROWS_WITH_WIDGETS 240

/* Changes that may be told one by one. */
#define MAX_GAPS 100

struct _TrsHistoryView
{
  GObject parent_instance;

  TrsHistory *history;
  TrsProjectFilter *filter;
  TrsHistorySort sort;
  guint in_sight;
  guint update_id;

  /* handles; of the rows, the first n_shown are shown */
  GArray *rows;
  guint n_shown;
  guint n_handles;

  /* While one list turns into another, it is the beginning of the new one and the end of the old one. */
  GArray *old_rows;
  guint n_old;
  guint new_end;
  guint old_start;

  /* by title, as of when it was asked for */
  GArray *by_title;
  GCancellable *ordering;
  gboolean order_again;
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_ENUM_TYPE (TrsHistorySort, trs_history_sort,
                    G_DEFINE_ENUM_VALUE (TRS_HISTORY_SORT_DATE, "date"),
                    G_DEFINE_ENUM_VALUE (TRS_HISTORY_SORT_TITLE, "title"))

static GType
trs_history_view_get_item_type (GListModel *model)
{
  return TRS_TYPE_PROJECT;
}

static guint
trs_history_view_get_n_items (GListModel *model)
{
  TrsHistoryView *self = TRS_HISTORY_VIEW (model);

  return self->old_rows != NULL ? self->new_end + self->n_old - self->old_start : self->n_shown;
}

static guint32
handle_at (TrsHistoryView *self,
           guint           position)
{
  if (self->old_rows != NULL && position >= self->new_end)
    return g_array_index (self->old_rows, guint32, self->old_start + position - self->new_end);
  return g_array_index (self->rows, guint32, position);
}

static gpointer
trs_history_view_get_item (GListModel *model,
                           guint       position)
{
  TrsHistoryView *self = TRS_HISTORY_VIEW (model);
  TrsProject *project;

  if (position >= trs_history_view_get_n_items (model))
    return NULL;

  /* A row whose project is gone may be asked for until the signal that removes it has come round. */
  project = trs_shelf_dup_handle (self->history->shelf, handle_at (self, position));
  return project != NULL ? project : trs_project_new ("");
}

static void
trs_history_view_list_model_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = trs_history_view_get_item_type;
  iface->get_n_items = trs_history_view_get_n_items;
  iface->get_item = trs_history_view_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TrsHistoryView, trs_history_view, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, trs_history_view_list_model_iface_init))

/* With one signal for what goes and one for what comes: for a signal that does both, each view looks at every row. */
static void
make_gap (TrsHistoryView   *self,
          const TrsListGap *gap)
{
  guint kept = gap->position - self->new_end;

  self->new_end += kept;
  self->old_start += kept + gap->removed;
  if (gap->removed > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), gap->position, gap->removed, 0);

  self->new_end += gap->added;
  if (gap->added > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), gap->position, 0, gap->added);
}

static void
show_rows (TrsHistoryView *self,
           GArray         *rows,
           guint           n_shown,
           guint           first,
           guint           last,
           guint           max_gaps,
           gboolean        rearranged)
{
  g_autoptr (GArray) old_rows = g_steal_pointer (&self->rows);
  g_autoptr (GArray) gaps = NULL;

  gaps = trs_list_change_find ((const guint32 *) (gconstpointer) old_rows->data, self->n_shown,
                               (const guint32 *) (gconstpointer) rows->data, n_shown,
                               self->n_handles, first, last, max_gaps);
  self->rows = rows;
  self->old_rows = old_rows;
  self->n_old = self->n_shown;
  self->n_shown = n_shown;
  self->new_end = 0;
  self->old_start = 0;
  for (guint i = 0; i < gaps->len; i++)
    make_gap (self, &g_array_index (gaps, TrsListGap, i));
  self->old_rows = NULL;
  g_signal_emit (self, signals[CHANGED], 0, rearranged);
}

static GArray *
find_rows (TrsHistoryView *self)
{
  TrsShelf *shelf = self->history->shelf;

  self->n_handles = MAX (self->n_handles, trs_shelf_get_n_handles (shelf));
  return trs_history_rows_find (shelf, self->filter, self->sort == TRS_HISTORY_SORT_TITLE ? self->by_title : NULL,
                                self->n_handles);
}

/* The rows are others because the projects are. What is in sight stays there. */
static void
follow_history (TrsHistoryView *self)
{
  GArray *rows;
  guint first = self->in_sight > ROWS_WITH_WIDGETS / 2 ? self->in_sight - ROWS_WITH_WIDGETS / 2 : 0;
  gboolean few = self->n_shown < ROWS_WITH_WIDGETS;

  g_clear_handle_id (&self->update_id, g_source_remove);
  rows = find_rows (self);
  show_rows (self, rows, few ? MIN (rows->len, MAX (self->n_shown, ROWS_A_FRAME)) : rows->len, first,
             first + ROWS_WITH_WIDGETS, MAX_GAPS, FALSE);
}

static gboolean
update_cb (gpointer user_data)
{
  TrsHistoryView *self = user_data;

  self->update_id = 0;
  follow_history (self);
  return G_SOURCE_REMOVE;
}

/* Before the next frame, and once for all that happens until then. */
static void
queue_update (TrsHistoryView *self)
{
  if (self->update_id == 0)
    self->update_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, update_cb, self, NULL);
}

/* The rows are others because the user wants to see others. They begin at the top. All that differs goes at once: after
 * each signal a GtkListView makes widgets for rows that the next one takes away, about a millisecond for each. */
static void
rearrange (TrsHistoryView *self)
{
  GArray *rows = find_rows (self);
  guint n_same = trs_list_change_count_same ((const guint32 *) (gconstpointer) self->rows->data, self->n_shown,
                                             (const guint32 *) (gconstpointer) rows->data, rows->len);

  g_clear_handle_id (&self->update_id, g_source_remove);
  self->in_sight = 0;
  show_rows (self, rows, MIN (rows->len, MAX (n_same, ROWS_A_FRAME)), 0, 0, 0, TRUE);
}

static void order_titles (TrsHistoryView *self);

static void
titles_ordered_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (TrsHistoryView) self = user_data;
  g_autoptr (GArray) by_title = trs_title_order_finish (result, NULL);
  gboolean first = self->by_title == NULL;

  if (by_title == NULL)
    return;

  g_clear_object (&self->ordering);
  g_clear_pointer (&self->by_title, g_array_unref);
  self->by_title = g_steal_pointer (&by_title);
  if (first)
    rearrange (self);
  else
    follow_history (self);
  if (self->order_again)
    order_titles (self);
}

/* One after the other: while projects come in by the thousand, titles are put in order as often as there is time. */
static void
order_titles (TrsHistoryView *self)
{
  self->order_again = self->ordering != NULL;
  if (self->order_again || self->sort != TRS_HISTORY_SORT_TITLE)
    return;

  self->ordering = g_cancellable_new ();
  trs_title_order_async (self->history->shelf, self->ordering, titles_ordered_cb, g_object_ref (self));
}

static void
items_changed_cb (GListModel *history,
                  guint       position,
                  guint       removed,
                  guint       added,
                  gpointer    user_data)
{
  TrsHistoryView *self = user_data;

  /* the handle of a row that is gone may soon be that of another */
  if (removed > 0)
    follow_history (self);
  else
    queue_update (self);
  order_titles (self);
}

static void
project_changed_cb (TrsHistory *history,
                    TrsProject *project,
                    gpointer    user_data)
{
  TrsHistoryView *self = user_data;

  if (!trs_project_filter_is_open (self->filter))
    queue_update (self);
  order_titles (self);
}

static void
trs_history_view_dispose (GObject *object)
{
  TrsHistoryView *self = TRS_HISTORY_VIEW (object);

  g_clear_handle_id (&self->update_id, g_source_remove);
  if (self->ordering != NULL)
    g_cancellable_cancel (self->ordering);
  g_clear_object (&self->ordering);

  G_OBJECT_CLASS (trs_history_view_parent_class)->dispose (object);
}

static void
trs_history_view_finalize (GObject *object)
{
  TrsHistoryView *self = TRS_HISTORY_VIEW (object);

  g_array_unref (self->rows);
  g_clear_pointer (&self->by_title, g_array_unref);
  g_clear_object (&self->filter);
  g_clear_object (&self->history);

  G_OBJECT_CLASS (trs_history_view_parent_class)->finalize (object);
}

static void
trs_history_view_class_init (TrsHistoryViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = trs_history_view_dispose;
  object_class->finalize = trs_history_view_finalize;

  signals[CHANGED] = g_signal_new ("changed", TRS_TYPE_HISTORY_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
}

static void
trs_history_view_init (TrsHistoryView *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
}

/**
 * trs_history_view_new:
 * @history: a history
 * @filter: what decides which projects are shown
 *
 * Returns: (transfer full): a view, newest first
 */
TrsHistoryView *
trs_history_view_new (TrsHistory       *history,
                      TrsProjectFilter *filter)
{
  TrsHistoryView *self = g_object_new (TRS_TYPE_HISTORY_VIEW, NULL);

  self->history = g_object_ref (history);
  self->filter = g_object_ref (filter);
  g_signal_connect_object (history, "items-changed", G_CALLBACK (items_changed_cb), self, 0);
  g_signal_connect_object (history, "project-changed", G_CALLBACK (project_changed_cb), self, 0);
  g_signal_connect_object (filter, "changed", G_CALLBACK (rearrange), self, G_CONNECT_SWAPPED);
  follow_history (self);

  return self;
}

/**
 * trs_history_view_get_sort:
 * @self: a view
 *
 * Returns: the order
 */
TrsHistorySort
trs_history_view_get_sort (TrsHistoryView *self)
{
  g_return_val_if_fail (TRS_IS_HISTORY_VIEW (self), TRS_HISTORY_SORT_DATE);

  return self->sort;
}

/**
 * trs_history_view_set_sort:
 * @self: a view
 * @sort: the order
 *
 * Chooses the order. Titles are put in order on a worker thread; until then
 * the rows stand as they did.
 */
void
trs_history_view_set_sort (TrsHistoryView *self,
                           TrsHistorySort  sort)
{
  g_return_if_fail (TRS_IS_HISTORY_VIEW (self));

  if (self->sort == sort)
    return;

  self->sort = sort;
  if (sort == TRS_HISTORY_SORT_TITLE)
    {
      order_titles (self);
      return;
    }

  if (self->ordering != NULL)
    g_cancellable_cancel (self->ordering);
  g_clear_object (&self->ordering);
  self->order_again = FALSE;
  g_clear_pointer (&self->by_title, g_array_unref);
  rearrange (self);
}

/**
 * trs_history_view_set_in_sight:
 * @self: a view
 * @position: of the first row that can be seen
 *
 * Says what is to stay where it is when rows come and go.
 */
void
trs_history_view_set_in_sight (TrsHistoryView *self,
                               guint           position)
{
  g_return_if_fail (TRS_IS_HISTORY_VIEW (self));

  self->in_sight = position;
}

/**
 * trs_history_view_show_more:
 * @self: a view
 *
 * Lets in as many of the rows that wait as one frame has time for.
 */
void
trs_history_view_show_more (TrsHistoryView *self)
{
  guint old = self->n_shown;

  g_return_if_fail (TRS_IS_HISTORY_VIEW (self));

  if (self->update_id != 0)
    follow_history (self);
  if (self->n_shown != old || old == self->rows->len)
    return;

  self->n_shown = old < ROWS_WITH_WIDGETS ? MIN (self->rows->len, old + ROWS_A_FRAME) : self->rows->len;
  g_list_model_items_changed (G_LIST_MODEL (self), old, 0, self->n_shown - old);
  g_signal_emit (self, signals[CHANGED], 0, FALSE);
}

/**
 * trs_history_view_get_n_matches:
 * @self: a view
 *
 * Returns: how many projects the filter lets through, whether they are shown yet or not
 */
guint
trs_history_view_get_n_matches (TrsHistoryView *self)
{
  g_return_val_if_fail (TRS_IS_HISTORY_VIEW (self), 0);

  return self->rows->len;
}

/**
 * trs_history_view_get_pending:
 * @self: a view
 *
 * Returns: %TRUE if there are rows that are not shown yet
 */
gboolean
trs_history_view_get_pending (TrsHistoryView *self)
{
  g_return_val_if_fail (TRS_IS_HISTORY_VIEW (self), FALSE);

  return self->update_id != 0 || self->n_shown < self->rows->len;
}

/**
 * trs_history_view_find:
 * @self: a view
 * @project: a project
 * @position: (out): where it is shown
 *
 * Returns: %TRUE if it is shown
 */
gboolean
trs_history_view_find (TrsHistoryView *self,
                       TrsProject     *project,
                       guint          *position)
{
  guint32 handle;
  guint n;

  g_return_val_if_fail (TRS_IS_HISTORY_VIEW (self), FALSE);
  g_return_val_if_fail (TRS_IS_PROJECT (project), FALSE);

  handle = trs_shelf_find_handle (self->history->shelf, trs_project_get_id (project));
  n = trs_history_view_get_n_items (G_LIST_MODEL (self));
  for (guint i = 0; handle != TRS_NO_HANDLE && i < n; i++)
    if (handle_at (self, i) == handle)
      {
        *position = i;
        return TRUE;
      }

  return FALSE;
}

/**
 * trs_history_view_get_created_at:
 * @self: a view
 * @position: of a row
 *
 * Returns: when the project of the row was made, or 0
 */
gint64
trs_history_view_get_created_at (TrsHistoryView *self,
                                 guint           position)
{
  g_return_val_if_fail (TRS_IS_HISTORY_VIEW (self), 0);
  g_return_val_if_fail (position < trs_history_view_get_n_items (G_LIST_MODEL (self)), 0);

  return trs_packed_project_get_created_at (trs_shelf_get_packed (self->history->shelf, handle_at (self, position)));
}
