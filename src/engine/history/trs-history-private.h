/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-history.h"
#include "trs-live-projects.h"
#include "trs-store.h"

G_BEGIN_DECLS

/* Between the list, its rows and what is held beside them. */

/* What the store has no row of. In the place of one it has a number below zero. */
typedef struct
{
  TrsStoreEntry entry;
  TrsHistoryItem *item;
} TrsHistoryHeld;

struct _TrsHistory
{
  GObject parent_instance;

  TrsStore *store;
  TrsClock *clock;
  gint64 account;
  TrsProjectShow show;
  TrsProjectOrder order;

  GArray *entries;
  guint n_known;
  GPtrArray *held;
  gint64 last_held;

  TrsLiveProjects *live;
  GHashTable *items; /* row -> the item that somebody holds, not owned */
  GPtrArray *recent;
  guint wanted;
  guint read_rows_id;
  GCancellable *cancellable; /* of all reads of rows of this account */

  GCancellable *query; /* the query that is out, if one is */
  gboolean rearranging;
  gboolean stale;
  gboolean walking;
  gint64 queried_at;
  guint query_timer;
  GTask *opening;

  gboolean reading;
  gboolean complete;
  GError *error;
  gint64 checked_at;
  gint64 updated_at;
};

/* Pending submissions stand above all others. */
#define TRS_HISTORY_SORT_PENDING G_MAXINT64

void            trs_history_held_free         (gpointer    data);
TrsHistoryHeld *trs_history_find_held         (TrsHistory *self,
                                               gint64      number);
TrsHistoryHeld *trs_history_find_held_project (TrsHistory *self,
                                               TrsProject *project,
                                               guint      *index);
void            trs_history_add_held          (TrsHistory *self,
                                               GArray     *entries);

void trs_history_want_row     (TrsHistory *self,
                               guint       position);
void trs_history_take_rows    (TrsHistory *self,
                               GPtrArray  *rows);
void trs_history_stop_reading (TrsHistory *self);

G_END_DECLS
