/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-history-private.h"

G_BEGIN_DECLS

/**
 * TrsHistoryReader:
 *
 * Reads pages into a history, one at a time, from the top or because the user
 * scrolls. Belongs to its history; #TrsSync reads the rest while it rests.
 *
 * Signal `rested` (#gboolean refreshed): a walk has ended; whether it was one
 * that the user waits for, and good.
 */
#define TRS_TYPE_HISTORY_READER (trs_history_reader_get_type ())
G_DECLARE_FINAL_TYPE (TrsHistoryReader, trs_history_reader, TRS, HISTORY_READER, GObject)

/**
 * TrsWalk:
 * @TRS_WALK_POLL: the newest page, and on to where the known projects begin
 * @TRS_WALK_FAR: likewise, and on to the first page whose projects were all known
 *   and final, but not too far
 * @TRS_WALK_CHECK: likewise, and never from memory: to see whether anything new
 *   came since the call
 * @TRS_WALK_REFRESH: as far as something may have changed: to the first page
 *   whose projects were all known and final
 */
typedef enum
{
  TRS_WALK_POLL,
  TRS_WALK_FAR,
  TRS_WALK_CHECK,
  TRS_WALK_REFRESH,
} TrsWalk;

#define TRS_N_WALKS (TRS_WALK_REFRESH + 1)

TrsHistoryReader *trs_history_reader_new       (TrsHistory       *history,
                                                TrsLink          *link,
                                                TrsClock         *clock);

void              trs_history_reader_load_more (TrsHistoryReader *self);
void              trs_history_reader_walk      (TrsHistoryReader *self,
                                                TrsWalk           walk,
                                                GTask            *task);
void              trs_history_reader_take_page (TrsHistoryReader *self,
                                                GPtrArray        *records);
void              trs_history_reader_reset     (TrsHistoryReader *self);

/* for the sync */
gboolean          trs_history_reader_is_resting   (TrsHistoryReader *self);
guint             trs_history_reader_get_n_pushed (TrsHistoryReader *self);
void              trs_history_reader_set_syncing  (TrsHistoryReader *self,
                                                   gboolean          syncing);
void              trs_history_reader_set_tail     (TrsHistoryReader *self,
                                                   guint             page);
void              trs_history_reader_add_pushed   (TrsHistoryReader *self);
gboolean          trs_history_reader_has_read_top (TrsHistoryReader *self);

G_END_DECLS
