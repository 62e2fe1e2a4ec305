/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-history-places.h"
#include "trs-history-private.h"
#include "trs-history-view.h"

G_BEGIN_DECLS

struct _TrsHistoryView
{
  GObject parent_instance;

  TrsHistory *history;
  TrsProjectFilter *filter;
  TrsHistorySort sort;
  guint first_in_sight;
  guint n_in_sight;
  guint update_id;

  /* handles; of the rows, the first n_shown are shown */
  GArray *rows;
  guint n_shown;
  guint n_handles;
  TrsHistoryPlaces *places;

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

void trs_history_view_follow       (TrsHistoryView *self);
void trs_history_view_rearrange    (TrsHistoryView *self);
void trs_history_view_order_titles (TrsHistoryView *self);

G_END_DECLS
