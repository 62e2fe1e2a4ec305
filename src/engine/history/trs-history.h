/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"
#include "trs-history-item.h"
#include "trs-projects.h"

#include <gio/gio.h>

/**
 * TrsHistory:
 *
 * The projects of the account: a #GListModel of #TrsHistoryItem over the answer
 * of one query of the store, which is repeated after each change of it. The row
 * ids are all loaded, the projects of a page when one of its items is requested.
 * Submissions with an unknown outcome, and projects that cannot be written, are
 * listed among them: see trs_projects_hold().
 *
 * Properties: `show` (#TrsProjectShow) and `order` (#TrsProjectOrder), which
 * repeat the query. Read-only, and notifying after the rows: `querying`, `n-known`,
 * `reading`, `walking`, `complete`, `error`, `checked-at` and `updated-at`.
 *
 * Signals: `changed`: projects have changed, emitted after the rows were
 * updated. `rearranged`: the rows have changed for another chip or order, and
 * begin at the top.
 */
#define TRS_TYPE_HISTORY (trs_history_get_type ())
G_DECLARE_FINAL_TYPE (TrsHistory, trs_history, TRS, HISTORY, GObject)

TrsProjectShow  trs_history_get_show       (TrsHistory *self);
TrsProjectOrder trs_history_get_order      (TrsHistory *self);
gboolean        trs_history_get_querying   (TrsHistory *self);
guint           trs_history_get_n_known    (TrsHistory *self);
gboolean        trs_history_has_projects   (TrsHistory *self);
gboolean        trs_history_get_reading    (TrsHistory *self);
gboolean        trs_history_get_walking    (TrsHistory *self);
gboolean        trs_history_get_complete   (TrsHistory *self);
const GError   *trs_history_get_error      (TrsHistory *self);
gint64          trs_history_get_checked_at (TrsHistory *self);
gint64          trs_history_get_updated_at (TrsHistory *self);

void            trs_history_set_show             (TrsHistory          *self,
                                                  TrsProjectShow       show);
void            trs_history_set_order            (TrsHistory          *self,
                                                  TrsProjectOrder      order);
void            trs_history_set_listing          (TrsHistory          *self,
                                                  gboolean             listing);

gint64          trs_history_get_sort_at          (TrsHistory          *self,
                                                  guint                position);
gboolean        trs_history_find                 (TrsHistory          *self,
                                                  TrsProject          *project,
                                                  guint               *position);

void            trs_history_load_item_async      (TrsHistory          *self,
                                                  guint                position,
                                                  GCancellable        *cancellable,
                                                  GAsyncReadyCallback  callback,
                                                  gpointer             user_data);
TrsProject     *trs_history_load_item_finish     (TrsHistory          *self,
                                                  GAsyncResult        *result,
                                                  GError             **error);

/* What the engine does with a history and ui/ does not. */

TrsHistory *trs_history_new            (TrsProjects          *projects,
                                        TrsStore             *store,
                                        TrsClock             *clock);

/* Shows an account, the first rows of which are there when the callback comes; 0 shows nothing. */
void        trs_history_open_async     (TrsHistory           *self,
                                        gint64                account,
                                        GAsyncReadyCallback   callback,
                                        gpointer              user_data);
gboolean    trs_history_open_finish    (TrsHistory           *self,
                                        GAsyncResult         *result,
                                        GError              **error);
void        trs_history_close          (TrsHistory           *self);

/* for the list reader */
void        trs_history_set_reading    (TrsHistory           *self,
                                        gboolean              reading,
                                        gboolean              walking);
void        trs_history_set_complete   (TrsHistory           *self,
                                        gboolean              complete);
void        trs_history_set_error      (TrsHistory           *self,
                                        const GError         *error);
void        trs_history_set_updated_at (TrsHistory           *self,
                                        gint64                updated_at,
                                        gboolean              checked);
