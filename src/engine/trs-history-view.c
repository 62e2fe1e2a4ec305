/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-history-view-private.h"

#include "trs-history-rows.h"
#include "trs-list-change.h"

/* Rows that come in one frame; about a screen of them. Those that are there already cost half of that. */
#define ROWS_A_FRAME 16
#define PLACES_A_FRAME 32

/* GtkListView makes widgets for about 200 rows around those in sight. What is beyond is a number. */
#define ROWS_WITH_WIDGETS 240

/* Changes that may be told one by one. */
#define MAX_GAPS 100

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static GType
trs_history_view_get_item_type (GListModel *model)
{
  return TRS_TYPE_HISTORY_PLACE;
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

  if (position >= trs_history_view_get_n_items (model))
    return NULL;
  return trs_history_places_dup (self->places, position, self->history, handle_at (self, position));
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

static void
emit_change (TrsHistoryView *self,
             guint           position,
             guint           removed,
             guint           added)
{
  if (removed == 0 && added == 0)
    return;

  trs_history_places_move (self->places, position, removed, added);
  g_list_model_items_changed (G_LIST_MODEL (self), position, removed, added);
}

/* With one signal for what goes and one for what comes: for a signal that does both, each view looks at every row. */
static void
make_gap (TrsHistoryView   *self,
          const TrsListGap *gap)
{
  guint kept = gap->position - self->new_end;

  self->new_end += kept;
  self->old_start += kept + gap->removed;
  emit_change (self, gap->position, gap->removed, 0);

  self->new_end += gap->added;
  emit_change (self, gap->position, 0, gap->added);
}

static void
show_rows (TrsHistoryView *self,
           GArray         *rows,
           guint           n_shown,
           guint           first,
           guint           last)
{
  g_autoptr (GArray) old_rows = g_steal_pointer (&self->rows);
  g_autoptr (GArray) gaps = NULL;

  gaps = trs_list_change_find ((const guint32 *) (gconstpointer) old_rows->data, self->n_shown,
                               (const guint32 *) (gconstpointer) rows->data, n_shown,
                               self->n_handles, first, last, MAX_GAPS);
  self->rows = rows;
  self->old_rows = old_rows;
  self->n_old = self->n_shown;
  self->n_shown = n_shown;
  self->new_end = 0;
  self->old_start = 0;
  for (guint i = 0; i < gaps->len; i++)
    make_gap (self, &g_array_index (gaps, TrsListGap, i));
  self->old_rows = NULL;
  g_signal_emit (self, signals[CHANGED], 0, FALSE);
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
void
trs_history_view_follow (TrsHistoryView *self)
{
  GArray *rows;
  guint first = MAX (self->first_in_sight, ROWS_WITH_WIDGETS / 2) - ROWS_WITH_WIDGETS / 2;
  gboolean few = self->n_shown < ROWS_WITH_WIDGETS;

  g_clear_handle_id (&self->update_id, g_source_remove);
  rows = find_rows (self);
  show_rows (self, rows, few ? MIN (rows->len, MAX (self->n_shown, ROWS_A_FRAME)) : rows->len, first,
             first + ROWS_WITH_WIDGETS);
}

static gboolean
update_cb (gpointer user_data)
{
  TrsHistoryView *self = user_data;

  self->update_id = 0;
  trs_history_view_follow (self);
  return G_SOURCE_REMOVE;
}

/* Before the next frame, and once for all that happens until then. */
static void
queue_update (TrsHistoryView *self)
{
  if (self->update_id == 0)
    self->update_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, update_cb, self, NULL);
}

/* The rows in sight and around them, which have widgets, become the only ones. Returns how many that are. */
static guint
keep_places (TrsHistoryView *self)
{
  guint first;
  guint n = trs_history_places_find (self->places, MIN (self->first_in_sight, self->n_shown), &first);

  self->old_rows = self->rows;
  self->new_end = 0;
  self->old_start = first;
  self->n_old = self->n_shown;
  emit_change (self, 0, first, 0);
  self->n_old = first + n;
  emit_change (self, n, self->n_shown - self->n_old, 0);
  self->old_rows = NULL;
  return n;
}

/* The rows are others because the user wants to see others. They begin at the top, in the places that are there: a
 * GtkListView takes half a frame to take its widgets down. Without headings more rows are in sight than with them. */
void
trs_history_view_rearrange (TrsHistoryView *self)
{
  GArray *rows = find_rows (self);
  guint n_old = self->n_shown;
  gboolean far_down = self->first_in_sight >= ROWS_WITH_WIDGETS / 2;

  g_clear_handle_id (&self->update_id, g_source_remove);
  /* The widgets of whoever is far down stand for none of the first places: what is above them is taken away. Where
   * there is nothing to show, all of them go anyway. */
  if (far_down && self->old_rows == NULL && rows->len > 0)
    n_old = keep_places (self);
  g_array_unref (self->rows);
  self->rows = rows;
  self->n_shown = n_old < ROWS_WITH_WIDGETS ? MIN (self->rows->len, MAX (n_old, ROWS_A_FRAME)) : self->rows->len;
  self->first_in_sight = 0;
  trs_history_places_put (self->places, (const guint32 *) (gconstpointer) self->rows->data,
                          MIN (n_old, self->n_shown));
  if (n_old > self->n_shown)
    emit_change (self, self->n_shown, n_old - self->n_shown, 0);
  else
    emit_change (self, n_old, 0, self->n_shown - n_old);
  trs_history_places_tell (self->places, MAX (ROWS_A_FRAME, self->n_in_sight * 3 / 2));
  g_signal_emit (self, signals[CHANGED], 0, TRUE);
}

static void
items_changed_cb (GListModel *history,
                  guint       position,
                  guint       removed,
                  guint       added,
                  gpointer    user_data)
{
  TrsHistoryView *self = user_data;

  /* The handle of a row that is gone may soon be that of another. And the first rows of all are to be in the very next
   * frame, which may come before any idle source. */
  if (removed > 0 || added == g_list_model_get_n_items (history))
    trs_history_view_follow (self);
  else
    queue_update (self);
  trs_history_view_order_titles (self);
}

static void
project_changed_cb (TrsHistory *history,
                    TrsProject *project,
                    gpointer    user_data)
{
  TrsHistoryView *self = user_data;

  if (!trs_project_filter_is_open (self->filter))
    queue_update (self);
  trs_history_view_order_titles (self);
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

  trs_history_places_free (self->places);
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
  self->places = trs_history_places_new ();
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
  g_signal_connect_object (filter, "changed", G_CALLBACK (trs_history_view_rearrange), self, G_CONNECT_SWAPPED);
  trs_history_view_follow (self);

  return self;
}

/**
 * trs_history_view_set_in_sight:
 * @self: a view
 * @first: the first row that can be seen
 * @n: how many can be seen
 *
 * Says what is to stay where it is when rows come and go.
 */
void
trs_history_view_set_in_sight (TrsHistoryView *self,
                               guint           first,
                               guint           n)
{
  g_return_if_fail (TRS_IS_HISTORY_VIEW (self));

  self->first_in_sight = first;
  self->n_in_sight = n;
}

/**
 * trs_history_view_hurry:
 * @self: a view
 *
 * Tells all places of their projects, because somebody is on the way to them.
 */
void
trs_history_view_hurry (TrsHistoryView *self)
{
  g_return_if_fail (TRS_IS_HISTORY_VIEW (self));

  trs_history_places_tell (self->places, G_MAXUINT);
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
    trs_history_view_follow (self);
  if (!trs_history_places_know (self->places))
    {
      trs_history_places_tell (self->places, PLACES_A_FRAME);
      g_signal_emit (self, signals[CHANGED], 0, FALSE);
      return;
    }
  if (self->n_shown != old || old == self->rows->len)
    return;

  self->n_shown = old < ROWS_WITH_WIDGETS ? MIN (self->rows->len, old + ROWS_A_FRAME) : self->rows->len;
  emit_change (self, old, 0, self->n_shown - old);
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
 * Returns: %TRUE if there are rows that do not show their projects yet
 */
gboolean
trs_history_view_get_pending (TrsHistoryView *self)
{
  g_return_val_if_fail (TRS_IS_HISTORY_VIEW (self), FALSE);

  return self->update_id != 0 || self->n_shown < self->rows->len || !trs_history_places_know (self->places);
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
