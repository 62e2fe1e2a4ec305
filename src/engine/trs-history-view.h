/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-history-place.h"
#include "trs-project-filter.h"

G_BEGIN_DECLS

/**
 * TrsHistorySort:
 * @TRS_HISTORY_SORT_DATE: newest first, as the service tells them
 * @TRS_HISTORY_SORT_TITLE: by title
 *
 * In which order projects stand.
 */
typedef enum
{
  TRS_HISTORY_SORT_DATE,
  TRS_HISTORY_SORT_TITLE,
} TrsHistorySort;

GType trs_history_sort_get_type (void);
#define TRS_TYPE_HISTORY_SORT (trs_history_sort_get_type ())

/**
 * TrsHistoryView:
 *
 * The projects of a history that a filter lets through, in some order: a
 * #GListModel of #TrsHistoryPlace that changes in as few places as it can,
 * because every row of a list is dear that is made anew. What somebody looks at
 * first comes at once; the rows below wait until trs_history_view_show_more()
 * is called, once a frame. Signal `changed` (#gboolean): after rows have come or
 * gone; %TRUE if they begin at the top again, for another filter or order.
 */
#define TRS_TYPE_HISTORY_VIEW (trs_history_view_get_type ())
G_DECLARE_FINAL_TYPE (TrsHistoryView, trs_history_view, TRS, HISTORY_VIEW, GObject)

TrsHistoryView  *trs_history_view_new            (TrsHistory       *history,
                                                  TrsProjectFilter *filter);

TrsHistorySort   trs_history_view_get_sort       (TrsHistoryView   *self);
void             trs_history_view_set_sort       (TrsHistoryView   *self,
                                                  TrsHistorySort    sort);
void             trs_history_view_set_in_sight   (TrsHistoryView   *self,
                                                  guint             first,
                                                  guint             n);
void             trs_history_view_hurry          (TrsHistoryView   *self);
void             trs_history_view_show_more      (TrsHistoryView   *self);

guint            trs_history_view_get_n_matches  (TrsHistoryView   *self);
gboolean         trs_history_view_get_pending    (TrsHistoryView   *self);
gboolean         trs_history_view_find           (TrsHistoryView   *self,
                                                  TrsProject       *project,
                                                  guint            *position);
gint64           trs_history_view_get_created_at (TrsHistoryView   *self,
                                                  guint             position);

G_END_DECLS
