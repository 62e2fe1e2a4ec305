/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project-data.h"
#include "trs-store.h"

G_BEGIN_DECLS

/* Pages of the list of the service, and how far it has been read. A page and the cursor are always one transaction.
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
 *
 * What came of a page.
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
} TrsStoredPage;

void           trs_stored_page_free              (TrsStoredPage        *page);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsStoredPage, trs_stored_page_free)

/* @pages: (element-type GPtrArray): arrays of #TrsProjectRecord, an empty one where the list ends; the first one is
 * page number @page. Nobody may change them before the callback. The result tells of them together; @ground, @inner
 * and @settled of the last one. @dry: only compare; for when nothing can be written.
 *
 * If a whole walk ends with @vanished, the next one of this run is the second of two: what neither showed is marked as
 * missing at its end.
 *
 * The rows of what has come to an end since the list was read last are unread: what was known and open, and what is new
 * and newer than all that was known. #TrsStore::changed follows only if a row was written. */
void           trs_store_write_pages_async       (TrsStore             *self,
                                                  gint64                account,
                                                  TrsListWalk           walk,
                                                  guint                 page,
                                                  GPtrArray            *pages,
                                                  gboolean              dry,
                                                  gint64                now,
                                                  GCancellable         *cancellable,
                                                  GAsyncReadyCallback   callback,
                                                  gpointer              user_data);
TrsStoredPage *trs_store_write_pages_finish      (TrsStore             *self,
                                                  GAsyncResult         *result,
                                                  GError              **error);

G_END_DECLS
