/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-store-listing.h"

/**
 * TrsDeepKind:
 * @TRS_DEEP_NONE: nothing is read below the top
 * @TRS_DEEP_GAP: from below the top down to known ground
 * @TRS_DEEP_WHOLE: the whole list
 *
 * What a deep walk reads.
 */
typedef enum
{
  TRS_DEEP_NONE,
  TRS_DEEP_GAP,
  TRS_DEEP_WHOLE,
} TrsDeepKind;

/**
 * TrsDeepStep:
 * @TRS_DEEP_GO_ON: another page
 * @TRS_DEEP_AGAIN: a page of another walk; what was read ahead is no part of that
 * @TRS_DEEP_END: nothing more is to be read
 * @TRS_DEEP_ENDLESS: the pages repeat each other
 *
 * What follows from a page that was written.
 */
typedef enum
{
  TRS_DEEP_GO_ON,
  TRS_DEEP_AGAIN,
  TRS_DEEP_END,
  TRS_DEEP_ENDLESS,
} TrsDeepStep;

/**
 * TrsDeepWalk:
 * @kind: what it reads
 * @page: number of the next page to ask for
 * @n_pages: how many it has asked for
 * @ended: whether the end of the list was read
 * @resume_page: where an earlier walk has come to, 0 once it is there
 * @resuming: it looks for that place
 * @n_stale: how many pages in a row have shown nothing new
 *
 * Which page of the list is read next, below the top. Knows no requests.
 */
typedef struct
{
  TrsDeepKind kind;
  guint page;
  guint n_pages;
  gboolean ended;
  guint resume_page;
  gboolean resuming;
  guint n_stale;
} TrsDeepWalk;

gboolean    trs_deep_walk_begin       (TrsDeepWalk         *self,
                                       const TrsStoredPage *top,
                                       gboolean             refresh,
                                       gint64               now);
TrsDeepStep trs_deep_walk_take        (TrsDeepWalk         *self,
                                       const TrsStoredPage *stored,
                                       guint                n_pages,
                                       guint                n_records,
                                       gint64               now);
gboolean    trs_deep_walk_reads_ahead (const TrsDeepWalk   *self);
