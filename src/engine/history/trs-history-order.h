/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-store-projects.h"

/* Arrays of TrsStoreEntry in the order of a list, and what is different between two of them. */

/**
 * TrsHistoryRun:
 * @position: where the run begins
 * @removed: how many entries go there
 * @added: how many come in their place
 * @from: index of the first of them in the new order
 *
 * A place at which two orders differ.
 */
typedef struct
{
  guint position;
  guint removed;
  guint added;
  guint from;
} TrsHistoryRun;

static inline TrsStoreEntry *
trs_history_order_get (GArray *entries,
                       guint   position)
{
  return &g_array_index (entries, TrsStoreEntry, position);
}

guint   trs_history_order_find_place (GArray              *entries,
                                      TrsProjectOrder      order,
                                      const TrsStoreEntry *entry);
GArray *trs_history_order_compare    (GArray              *from,
                                      GArray              *to,
                                      TrsProjectOrder      order);
