/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"
#include "trs-history.h"

/* Forward declarations, so that ui/ can use this without the headers of api/ and store/. */
typedef struct _TrsApiClient TrsApiClient;
typedef struct _TrsStore TrsStore;

/**
 * TrsListRead:
 * @TRS_LIST_READ_CHECK: the first page, in the background: neither progress nor failure is shown
 * @TRS_LIST_READ_FAR: likewise, and up to twenty pages until one has nothing in progress
 * @TRS_LIST_READ_REFRESH: requested by the user
 *
 * How much of the list is read.
 */
typedef enum
{
  TRS_LIST_READ_CHECK,
  TRS_LIST_READ_FAR,
  TRS_LIST_READ_REFRESH,
} TrsListRead;

/**
 * TrsListReader:
 *
 * The one reader of the list of the service: one request at a time, each page
 * merged into the store by id together with the cursor.
 *
 * A refresh reads from the top down to the first page on which everything was
 * known before and is final, and then fills the gap that an earlier walk has
 * left, and once a week reads the whole list for what has vanished. A check
 * reads the first page, or further while more is under way than stands on it.
 *
 * While the client is on probation, a page is written only if it is the
 * account's own. Signal `judged` (#TrsPageOwner as int, whether the page is
 * full) reports whose page it is; unless it is the account's, the reader waits
 * for trs_list_reader_resume() before it writes the page.
 *
 * Signal `not-written` (boxed #GError): a page could not be written, and what is
 * new on it is held.
 */
#define TRS_TYPE_LIST_READER (trs_list_reader_get_type ())
G_DECLARE_FINAL_TYPE (TrsListReader, trs_list_reader, TRS, LIST_READER, GObject)

TrsListReader *trs_list_reader_new           (TrsApiClient         *client,
                                              TrsStore             *store,
                                              TrsProjects          *projects,
                                              TrsHistory           *history,
                                              TrsClock             *clock);

void           trs_list_reader_read_async    (TrsListReader        *self,
                                              TrsListRead           what,
                                              GCancellable         *cancellable,
                                              GAsyncReadyCallback   callback,
                                              gpointer              user_data);
gboolean       trs_list_reader_read_finish   (TrsListReader        *self,
                                              GAsyncResult         *result,
                                              GError              **error);

/* The first page, which proved the key a moment ago. */
void           trs_list_reader_take_page     (TrsListReader        *self,
                                              GPtrArray            *records);

/* The page that was passed to `judged` is written if the key was proved, else dropped. */
void           trs_list_reader_resume        (TrsListReader        *self,
                                              const GError         *error);

/* Pages that were read remain in the store. */
void           trs_list_reader_cancel        (TrsListReader        *self);
void           trs_list_reader_reset         (TrsListReader        *self);
