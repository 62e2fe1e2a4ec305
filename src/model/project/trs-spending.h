/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project-data.h"

G_BEGIN_DECLS

/**
 * TrsSpendingItem:
 * @project_id: the project
 * @video_id: (nullable): its video
 * @title: what it is called here
 * @state: what became of it
 * @created_at: when it was asked for, in microseconds since the epoch, 0 if not known
 * @video_length: in seconds, -1 if it was never told
 * @credits: what the service took for it, -1 if that is not known
 *
 * What one project cost.
 */
typedef struct
{
  char *project_id;
  char *video_id;
  char *title;
  TrsProjectState state;
  gint64 created_at;
  gint64 video_length;
  gint64 credits;
} TrsSpendingItem;

/**
 * TrsSpendingMonth:
 * @year: 0 for the projects without a date
 * @month: 1 to 12
 * @credits: the sum of those that are known
 * @n_known: projects whose price is known
 * @n_unknown: projects whose price is not known
 * @items: (element-type TrsSpendingItem): its projects, which the spending owns
 *
 * What the projects of a month cost.
 */
typedef struct
{
  int year;
  int month;
  gint64 credits;
  guint n_known;
  guint n_unknown;
  GPtrArray *items;
} TrsSpendingMonth;

/**
 * TrsSpending:
 *
 * What the projects of an account cost, month by month. It never changes and
 * may go to any thread.
 */
#define TRS_TYPE_SPENDING (trs_spending_get_type ())
G_DECLARE_FINAL_TYPE (TrsSpending, trs_spending, TRS, SPENDING, GObject)

void                    trs_spending_item_free       (TrsSpendingItem *self);

TrsSpending            *trs_spending_new             (GPtrArray       *items,
                                                      guint            n_undecided,
                                                      GTimeZone       *zone);
guint                   trs_spending_get_n_months    (TrsSpending     *self);
const TrsSpendingMonth *trs_spending_get_month       (TrsSpending     *self,
                                                      guint            index);
gint64                  trs_spending_get_credits     (TrsSpending     *self);
guint                   trs_spending_get_n_known     (TrsSpending     *self);
guint                   trs_spending_get_n_unknown   (TrsSpending     *self);
guint                   trs_spending_get_n_undecided (TrsSpending     *self);
char                   *trs_spending_to_csv          (TrsSpending     *self,
                                                      const char      *pattern,
                                                      gboolean         with_bom);

G_END_DECLS
