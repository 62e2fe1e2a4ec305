/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project-data.h"
#include "trs-store.h"

/* Pages of the list of the service, and how far it has been read. A page and the cursor are one transaction.
 *
 * Each walk from the top has a number, which goes up. `project.listed` is the walk in which the list first showed a
 * project, 0 for one that is known from its own submission only. Known ground are the rows of earlier walks. A first
 * page that does not reach known ground opens a gap: `account.gap_below` is the number of that walk, and only rows of
 * walks before it are known ground until a page reaches them, or the list ends. A list that was never read is one gap.
 * `account.cursor` is the last page that was read while there is a gap. */

/**
 * TrsListWalk:
 * @TRS_LIST_WALK_TOP: a page at the top: page 1 begins a walk, which ends on known ground
 * @TRS_LIST_WALK_GAP: a page in the gap that an earlier walk has left
 * @TRS_LIST_WALK_WHOLE: a page of a walk over the whole list, which ends where the list ends
 *
 * What a page was read for.
 */
typedef enum
{
  TRS_LIST_WALK_TOP,
  TRS_LIST_WALK_GAP,
  TRS_LIST_WALK_WHOLE,
} TrsListWalk;

/**
 * TrsPageOwner:
 * @TRS_PAGE_OURS: it shows a project of the account
 * @TRS_PAGE_EMPTY: it shows nothing
 * @TRS_PAGE_OTHERS: it shows projects, none of which is known of the account
 *
 * Whose list a page belongs to, as far as the stored projects show.
 */
typedef enum
{
  TRS_PAGE_OURS,
  TRS_PAGE_EMPTY,
  TRS_PAGE_OTHERS,
} TrsPageOwner;

/**
 * TrsListingFlags:
 * @TRS_LISTING_WRITE: the pages are written
 * @TRS_LISTING_DRY_RUN: they are only compared with what is known
 * @TRS_LISTING_PROVE_OWNER: nothing is written or compared unless they are %TRS_PAGE_OURS, which is found out in the
 *   same transaction
 *
 * How pages are written.
 */
typedef enum
{
  TRS_LISTING_WRITE = 0,
  TRS_LISTING_DRY_RUN = 1 << 0,
  TRS_LISTING_PROVE_OWNER = 1 << 1,
} TrsListingFlags;

/**
 * TrsListing:
 * @listed_at: when the whole list was read last without an interruption, and nothing that had vanished was left to be
 *   looked for; microseconds since the epoch, 0 for never
 * @gap: whether what is known has a gap below its top
 * @cursor: the last page that was read of the gap, 0 for none
 *
 * How far the list of an account has been read.
 */
typedef struct
{
  gint64 listed_at;
  gboolean gap;
  guint cursor;
} TrsListing;

/**
 * TrsStoredPage:
 * @listing: how far the list has been read after this page
 * @projects: (element-type TrsProjectData): those of the page that are new, changed or not final, as they are now
 * @n_new: how many were not known before
 * @n_fresh: how many this walk had not shown before; in a dry run @n_new
 * @ground: all were known before this walk began, shown by the list, above no gap
 * @inner: all were known before this walk began, shown by the list, in walks since the gap was opened or before
 * @settled: all were known and final before
 * @missing: (element-type gint64): rows of projects that two whole walks did not show, marked as missing now
 * @vanished: the list has ended, and there are known projects that this walk did not show; not of the second of two
 *   whole walks, which marks them
 * @written: %FALSE if the page was only compared with what is known
 * @owner: whose list it is; unless it was to be proved, %TRS_PAGE_OURS
 *
 * The result of storing a page.
 */
typedef struct
{
  TrsListing listing;
  GPtrArray *projects;
  guint n_new;
  guint n_fresh;
  gboolean ground;
  gboolean inner;
  gboolean settled;
  GArray *missing;
  gboolean vanished;
  gboolean written;
  TrsPageOwner owner;
} TrsStoredPage;

void trs_stored_page_free (TrsStoredPage *page);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsStoredPage, trs_stored_page_free)

void           trs_store_listing_write_pages_async  (TrsStore             *self,
                                                     gint64                account,
                                                     TrsListWalk           walk,
                                                     guint                 page,
                                                     GPtrArray            *pages,
                                                     gint64                now,
                                                     TrsListingFlags       flags,
                                                     GCancellable         *cancellable,
                                                     GAsyncReadyCallback   callback,
                                                     gpointer              user_data);
TrsStoredPage *trs_store_listing_write_pages_finish (TrsStore             *self,
                                                     GAsyncResult         *result,
                                                     GError              **error);
