/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-history.h"
#include "trs-store-projects.h"

struct _TrsHistory
{
  GObject parent_instance;

  gint64 account;
  TrsProjectShow show;
  TrsProjectOrder order;
  gboolean querying;
  guint n_known;
  gboolean reading;
  gboolean walking;
  gboolean complete;
  GError *error;
  gint64 checked_at;
  gint64 updated_at;

  TrsStore *store;
  TrsClock *clock;
  GArray *entries;
  GPtrArray *held; /* items of what the store has no row of */
  gint64 last_held;

  /* weak tables */
  GHashTable *projects; /* by id */
  GHashTable *items;    /* by row */
  GPtrArray *recent;    /* items that were filled last */
  guint wanted;
  guint read_rows_id;
  GCancellable *cancellable; /* of all reads of rows of this account */

  GCancellable *query; /* the query that is out, if one is */
  gboolean stale;
  gint64 queried_at;
  guint query_timer;
  GTask *opening;
};

/* Between the list, its rows and what is held beside them. */

void            trs_history_emit_changed         (TrsHistory *self);
void            trs_history_emit_project_changed (TrsHistory *self,
                                                  TrsProject *project);

/* Pending submissions stand above all others. */
#define TRS_HISTORY_SORT_PENDING G_MAXINT64

GHashTable     *trs_history_weak_table_new (GHashFunc   hash,
                                            GEqualFunc  equal);
TrsHistoryItem *trs_history_get_row        (TrsHistory *self,
                                            gint64      row);
void            trs_history_add_held       (TrsHistory *self,
                                            GArray     *entries);
void            trs_history_want_row       (TrsHistory *self,
                                            guint       position);
void            trs_history_take_rows      (TrsHistory *self,
                                            GPtrArray  *rows);
void            trs_history_stop_reading   (TrsHistory *self);

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
