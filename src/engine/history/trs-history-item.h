/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project.h"

/**
 * TrsHistoryItem:
 *
 * A place in the history. There is one item a project for as long as somebody
 * holds it.
 *
 * Property: `project`, which is %NULL until it has been read from the store.
 */
#define TRS_TYPE_HISTORY_ITEM (trs_history_item_get_type ())
G_DECLARE_FINAL_TYPE (TrsHistoryItem, trs_history_item, TRS, HISTORY_ITEM, GObject)

TrsHistoryItem *trs_history_item_new         (gint64          row,
                                              TrsProject     *project);

gint64          trs_history_item_get_row     (TrsHistoryItem *self);
TrsProject     *trs_history_item_get_project (TrsHistoryItem *self);
void            trs_history_item_set_project (TrsHistoryItem *self,
                                              TrsProject     *project);
