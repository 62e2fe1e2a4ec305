/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-damaged-file.h"
#include "trs-document.h"
#include "trs-project-data.h"
#include "trs-search-results.h"
#include "trs-spending.h"
#include "trs-submission.h"

/* Everything that can be asked of the store, for trs_store_run_async(). A job says which members of TrsStoreArgs it
 * reads, and what trs_store_run_finish() returns; where it says nothing, any pointer but %NULL is success. */

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
 * Whose list a page is of, as far as what is kept can tell.
 */
typedef enum
{
  TRS_PAGE_OURS,
  TRS_PAGE_EMPTY,
  TRS_PAGE_OTHERS,
} TrsPageOwner;

/**
 * TrsStoreArgs:
 * @id: of a project, or the local one of a submission
 * @now: microseconds since the epoch, as all times here
 * @projects: (element-type TrsProjectData): copied with what they point to
 * @pages: (element-type GPtrArray): referenced; nobody may change them before the callback
 * @quiet: set by a job that has written nothing that is listed: #TrsStore::changed does not follow
 *
 * The parameters of a job. They are copied.
 */
typedef struct
{
  gint64 account;
  const char *id;
  const char * const *ids;
  const char *address;
  const char *title;
  const char *note;
  const char *query;
  const char *video_id;
  const char *language;
  const char *webhook_url;
  const char *project_id;
  const gint64 *rows;
  guint n_rows;
  gint64 number;
  gint64 place;
  gint64 caret;
  gint64 before_row;
  gint64 now;
  guint limit;
  TrsProjectShow show;
  TrsProjectOrder order;
  TrsSubmissionOutcome outcome;
  TrsTranscript *transcript;
  TrsAnnotations *annotations;
  TrsAnnotations *removed;
  const TrsProjectData *project;
  GPtrArray *projects;
  TrsListWalk walk;
  guint page;
  GPtrArray *pages;
  gboolean dry;
  gboolean prove;
  gboolean quiet;
} TrsStoreArgs;

typedef struct _TrsStoreOldJob TrsStoreOldJob;

/* The list of an account is a query. */

/**
 * TrsStoreEntry:
 * @row: number of the row
 * @sort_at: key of the order by date, microseconds since the epoch
 *
 * A project in the order of a list.
 */
typedef struct
{
  gint64 row;
  gint64 sort_at;
} TrsStoreEntry;

/**
 * TrsStoreList:
 * @entries: (element-type TrsStoreEntry): what is shown, in its order
 * @first: (element-type TrsProjectData): the first of them
 * @n_known: how many projects of the account there are, shown or not
 *
 * The answer of a list query.
 */
typedef struct
{
  GArray *entries;
  GPtrArray *first;
  guint n_known;
} TrsStoreList;

void trs_store_list_free (TrsStoreList *list);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsStoreList, trs_store_list_free)

/* The rows of @account that @show lets through, in @order, and the first @limit as data. Returns a #TrsStoreList. */
extern const TrsStoreOldJob trs_store_query_projects;

/* Each returns (element-type TrsProjectData): a #GPtrArray without those that do not exist: @n_rows @rows of any
 * account, and the @ids of @account, in their order; all of @account that are neither done nor failed, and all of the
 * video @video_id, newest first. */
extern const TrsStoreOldJob trs_store_read_rows;
extern const TrsStoreOldJob trs_store_read_ids;
extern const TrsStoreOldJob trs_store_read_open;
extern const TrsStoreOldJob trs_store_read_attempts;

/* Merges @projects, none of them pending, into their rows (trs_project_data_merge()). Inserts those without a row,
 * which do not count as shown by the list. Never writes title and note of the user into a row that exists. */
extern const TrsStoreOldJob trs_store_save_projects;

/* Writes what the user says of project @id: @title, %NULL for that of the service, and @note, %NULL for none.
 * %G_IO_ERROR_NOT_FOUND if there is no such row. */
extern const TrsStoreOldJob trs_store_set_own;

/* Writes where the user reads project @id: @place and @caret of #TrsProjectData. Of one that was removed nothing is
 * kept. */
extern const TrsStoreOldJob trs_store_set_place;

/* Pages of the list of the service, and how far it has been read. A page and the cursor are one transaction.
 *
 * Each walk from the top has a number, which goes up. `project.listed` is the walk in which the list first showed a
 * project, 0 for one that is known from its own submission only. Known ground are the rows of earlier walks. A first
 * page that does not reach known ground opens a gap: `account.gap_below` is the number of that walk, and only rows of
 * walks before it are known ground until a page reaches them, or the list ends. A list that was never read is one gap.
 * `account.cursor` is the last page that was read while there is a gap. */

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
  TrsPageOwner owner;
} TrsStoredPage;

void trs_stored_page_free (TrsStoredPage *page);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsStoredPage, trs_stored_page_free)

/* Writes @pages of the list of @account: arrays of #TrsProjectRecord, an empty one where the list ends. The first one
 * is page number @page of a @walk, read @now. @dry only compares; a file that is read-only is never written. To @prove,
 * nothing is written or compared unless the pages are %TRS_PAGE_OURS, which is found out in the same transaction.
 * Returns a #TrsStoredPage for all of them; its @ground, @inner and @settled are of the last one.
 *
 * If a whole walk ends with @vanished, the next one of this run is the second of two: what neither showed is marked as
 * missing at its end.
 *
 * The rows of what has come to an end since the list was read last are unread: what was known and open, and what is new
 * and newer than all that was known. #TrsStore::changed follows only if a row was written. */
extern const TrsStoreOldJob trs_store_write_pages;

/* What is here, what it cost, and what would be paid for twice. */

/* Lists at most @limit finished projects of @account whose text is not kept here and can be downloaded: neither hidden
 * nor missing. Returns (element-type TrsProjectData): a #GPtrArray, newest first. */
extern const TrsStoreOldJob trs_store_list_without_text;

/* Reads what the projects of @account cost, failed and hidden ones among them: the service takes credits when it is
 * asked. Returns a #TrsSpending, in months of the local time. */
extern const TrsStoreOldJob trs_store_read_spending;

/* What the user removes from this computer. The service keeps its own. */

/**
 * TrsStoreRemoval:
 * @TRS_STORE_REMOVAL_FAILED: nothing was removed, see the error
 * @TRS_STORE_REMOVAL_EMPTIED: what was here of the project is gone; that the
 *   service lists it is still known
 * @TRS_STORE_REMOVAL_GONE: the service did not list it either, and nothing is
 *   left of it
 */
typedef enum
{
  TRS_STORE_REMOVAL_FAILED,
  TRS_STORE_REMOVAL_EMPTIED,
  TRS_STORE_REMOVAL_GONE,
} TrsStoreRemoval;

/* Removes the texts of project @id of @account and what the user added to it. Its text is not downloaded by itself any
 * more; once it is kept again, it is shown as any other. A project that the list no longer shows is forgotten. The last
 * one is remembered for trs_store_put_back until the file is closed. Returns a #TrsStoreRemoval. */
extern const TrsStoreOldJob trs_store_remove_project;

/* Puts back the project that was removed last, with its texts and what the user had added. A text, title or note that
 * it got since then stays. It fails if there is none. */
extern const TrsStoreOldJob trs_store_put_back;
