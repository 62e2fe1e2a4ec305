/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-shelf.h"

G_BEGIN_DECLS

/**
 * TrsPageMerge:
 * @shelf: what is known; without gaps, in the order of the service
 * @insert: puts new projects into @shelf and tells the world
 * @insert_data: for @insert
 * @now: the time, in microseconds since the epoch
 * @carry: (element-type TrsProjectRecord): new projects, newer than all that is
 *   known, that wait for the page on which the known ones begin: until then
 *   nobody knows what is between them
 * @carry_ids: they by their ids
 * @pages: the pages that told of them
 * @pushed: whether they were pushed down by a whole page while they were read
 * @seen: (element-type TrsProject): projects of the shelf that the page told
 *   of, but for those that are new and final
 * @seen_ids: (element-type utf8): the ids of all of them
 * @n_new: how many projects the page put into the shelf
 * @n_known: how many of the page were in the shelf
 * @settled: whether all of them were there and final before
 * @n_told: how many the pages of this walk have told of
 * @n_beyond: how many pages of this walk came when that were more than there are
 *
 * Takes pages of the list into a shelf. Pages move while they are read,
 * because new projects push the others down: ids decide, never positions.
 */
typedef struct
{
  TrsShelf *shelf;
  void (*insert) (gpointer insert_data, guint position, GPtrArray *records, gint64 now);
  gpointer insert_data;
  gint64 now;

  GPtrArray *carry;
  GHashTable *carry_ids;
  GPtrArray *pages;
  gboolean pushed;

  GPtrArray *seen;
  GPtrArray *seen_ids;
  guint n_new;
  guint n_known;
  gboolean settled;
  guint n_told;
  guint n_beyond;
} TrsPageMerge;

void     trs_page_merge_init       (TrsPageMerge *self);
void     trs_page_merge_clear      (TrsPageMerge *self);
void     trs_page_merge_reset      (TrsPageMerge *self);

gboolean trs_page_merge_is_ahead   (TrsPageMerge *self,
                                    GPtrArray    *records,
                                    TrsProject   *bottom);
void     trs_page_merge_take       (TrsPageMerge *self,
                                    GPtrArray    *records,
                                    gboolean      follows,
                                    TrsProject   *anchor);
void     trs_page_merge_count_anew (TrsPageMerge *self);
gboolean trs_page_merge_check_end  (TrsPageMerge *self,
                                    GError      **error);
void     trs_page_merge_finish     (TrsPageMerge *self);

G_END_DECLS
