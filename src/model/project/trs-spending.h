/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project-data.h"

/**
 * TrsSpendingItem:
 * @project_id: the project
 * @video_id: (nullable): its video
 * @title: what it is called here
 * @state: what became of it
 * @created_at: when it was asked for, in microseconds since the epoch, 0 if not known
 * @video_length: in seconds, -1 if it was never reported
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
 * @items: (element-type TrsSpendingItem): the projects, the newest first
 * @months: (element-type TrsSpendingMonth): the months with projects, the last one first, the projects without a date
 *   at the end
 * @zone: the time zone in which months begin
 * @credits: the sum of the prices that are known
 * @n_known: projects whose price is known
 * @n_unknown: projects whose price is not known
 * @n_undecided: submissions of which it is not known whether they became a
 *   project and cost anything; they are in no other number
 *
 * What the projects of an account cost, month by month. It never changes and
 * may go to any thread.
 */
typedef struct
{
  GPtrArray *items;
  GPtrArray *months;
  GTimeZone *zone;
  gint64 credits;
  guint n_known;
  guint n_unknown;
  guint n_undecided;
} TrsSpending;

void         trs_spending_item_free (TrsSpendingItem   *self);

TrsSpending *trs_spending_new       (GPtrArray         *items,
                                     guint              n_undecided,
                                     GTimeZone         *zone);
void         trs_spending_free      (TrsSpending       *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsSpending, trs_spending_free)
char        *trs_spending_to_csv    (const TrsSpending *self,
                                     const char        *pattern,
                                     gboolean           with_bom);
