/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-history-view-private.h"

#include "trs-compat.h"
#include "trs-title-order.h"

G_DEFINE_ENUM_TYPE (TrsHistorySort, trs_history_sort,
                    G_DEFINE_ENUM_VALUE (TRS_HISTORY_SORT_DATE, "date"),
                    G_DEFINE_ENUM_VALUE (TRS_HISTORY_SORT_TITLE, "title"))

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
    trs_history_view_rearrange (self);
  else
    trs_history_view_follow (self);
  if (self->order_again)
    trs_history_view_order_titles (self);
}

/* One after the other: while projects come in by the thousand, titles are put in order as often as there is time. */
void
trs_history_view_order_titles (TrsHistoryView *self)
{
  self->order_again = self->ordering != NULL;
  if (self->order_again || self->sort != TRS_HISTORY_SORT_TITLE)
    return;

  self->ordering = g_cancellable_new ();
  trs_title_order_async (self->history->shelf, self->ordering, titles_ordered_cb, g_object_ref (self));
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
      trs_history_view_order_titles (self);
      return;
    }

  if (self->ordering != NULL)
    g_cancellable_cancel (self->ordering);
  g_clear_object (&self->ordering);
  self->order_again = FALSE;
  g_clear_pointer (&self->by_title, g_array_unref);
  trs_history_view_rearrange (self);
}
