/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-history-private.h"

G_BEGIN_DECLS

/**
 * TrsHistoryReader:
 *
 * Reads pages into a history, one at a time. Belongs to its history.
 */
#define TRS_TYPE_HISTORY_READER (trs_history_reader_get_type ())
G_DECLARE_FINAL_TYPE (TrsHistoryReader, trs_history_reader, TRS, HISTORY_READER, GObject)

/**
 * TrsWalk:
 * @TRS_WALK_POLL: the newest page, and on to where the known projects begin
 * @TRS_WALK_REFRESH: as far as something may have changed: to the first page
 *   whose projects were all known and final
 */
typedef enum
{
  TRS_WALK_POLL,
  TRS_WALK_REFRESH,
} TrsWalk;

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

G_END_DECLS
