/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TrsSpendingItem:
 * @project_id: the project
 * @title: what it is called here
 * @created_at: when it was asked for, in microseconds since the epoch, 0 if not known
 * @video_length: in seconds, -1 if it was never told
 * @credits: what the service took for it, -1 if that is not known
 *
 * What one project cost.
 */
typedef struct
{
  char *project_id;
  char *title;
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
} TrsSpendingMonth;

void    trs_spending_item_free  (TrsSpendingItem *self);

GArray *trs_spending_sum_months (GPtrArray       *items,
                                 GTimeZone       *zone);
char   *trs_spending_to_csv     (GPtrArray       *items,
                                 GTimeZone       *zone,
                                 gboolean         with_bom);

G_END_DECLS
