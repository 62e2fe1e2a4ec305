/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"
#include "trs-history-item.h"
#include "trs-project.h"

#include <gio/gio.h>

/* Forward declaration, so that ui/ can use this without the headers of store/. */
typedef struct _TrsStore TrsStore;

/**
 * TrsHistory:
 *
 * The projects of the account: a #GListModel of #TrsHistoryItem over the answer
 * of one query of the store, which is repeated after each change of it. The row
 * ids are all loaded, the projects of a page when one of its items is requested.
 * Submissions with an unknown outcome, and projects that cannot be written, are
 * held here as objects and listed among them.
 *
 * There is one object for each project as long as there is a reference to it.
 *
 * Properties: `show` (#TrsProjectShow) and `order` (#TrsProjectOrder), which
 * repeat the query. Read-only, and notifying after the rows: `querying`, `n-known`,
 * `reading`, `walking`, `complete`, `error`, `checked-at` and `updated-at`.
 *
 * Signals: `changed`: projects have changed, emitted after the rows were
 * updated. `rearranged`: the rows have changed for another chip or order, and
 * begin at the top. `removed` (id): a project is not on this
 * computer any more.
 */
#define TRS_TYPE_HISTORY (trs_history_get_type ())
G_DECLARE_FINAL_TYPE (TrsHistory, trs_history, TRS, HISTORY, GObject)

gint64          trs_history_get_account    (TrsHistory *self);
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
void            trs_history_get_project_async    (TrsHistory          *self,
                                                  const char          *id,
                                                  GCancellable        *cancellable,
                                                  GAsyncReadyCallback  callback,
                                                  gpointer             user_data);
TrsProject     *trs_history_get_project_finish   (TrsHistory          *self,
                                                  GAsyncResult        *result,
                                                  GError             **error);
void            trs_history_list_attempts_async  (TrsHistory          *self,
                                                  const char          *video_id,
                                                  GCancellable        *cancellable,
                                                  GAsyncReadyCallback  callback,
                                                  gpointer             user_data);
GPtrArray      *trs_history_list_attempts_finish (TrsHistory          *self,
                                                  GAsyncResult        *result,
                                                  GError             **error);
void            trs_history_list_by_prefix_async (TrsHistory          *self,
                                                  const char          *prefix,
                                                  guint                limit,
                                                  GCancellable        *cancellable,
                                                  GAsyncReadyCallback  callback,
                                                  gpointer             user_data);
GPtrArray      *trs_history_list_by_prefix_finish
                                                 (TrsHistory          *self,
                                                  GAsyncResult        *result,
                                                  GError             **error);
void            trs_history_list_open_async      (TrsHistory          *self,
                                                  GCancellable        *cancellable,
                                                  GAsyncReadyCallback  callback,
                                                  gpointer             user_data);
GPtrArray      *trs_history_list_open_finish     (TrsHistory          *self,
                                                  GAsyncResult        *result,
                                                  GError             **error);
void            trs_history_list_finished_async  (TrsHistory          *self,
                                                  gint64               since,
                                                  GCancellable        *cancellable,
                                                  GAsyncReadyCallback  callback,
                                                  gpointer             user_data);
GPtrArray      *trs_history_list_finished_finish (TrsHistory          *self,
                                                  GAsyncResult        *result,
                                                  GError             **error);

/* What the engine does with a history and ui/ does not.
 *
 * Signal `page-read` (#GPtrArray of #TrsProject): a page of the list was read
 * and written; those that it reported and that are not final, or somebody holds.
 *
 * Signal `project-changed` (#TrsProject): something of a live project that is
 * kept was changed here, and not by the store.
 */

TrsHistory *trs_history_new            (TrsStore             *store,
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

/* The live object of what was read from the store, made or brought up to date: (transfer full). What is the user's own
 * is left alone in an object that is there. */
TrsProject *trs_history_take_data      (TrsHistory           *self,
                                        const TrsProjectData *data);
/* (transfer none) (nullable): the live object, if there is one, held ones among them. */
TrsProject *trs_history_peek           (TrsHistory           *self,
                                        const char           *id);

/* Objects that the store has no row of: pending submissions, and projects that cannot be written. */
void        trs_history_hold           (TrsHistory           *self,
                                        TrsProject           *project);
void        trs_history_release        (TrsHistory           *self,
                                        TrsProject           *project);
GPtrArray  *trs_history_get_held       (TrsHistory           *self);

/* (transfer full) (element-type gint64): the rows of the live projects. */
GArray     *trs_history_list_live      (TrsHistory           *self);

/* A project is not on this computer any more; emits #TrsHistory::removed. */
void        trs_history_remove         (TrsHistory           *self,
                                        const char           *id);

/* Emits #TrsHistory::page-read. */
void        trs_history_report_page    (TrsHistory           *self,
                                        GPtrArray            *projects);

/* for the list reader */
guint       trs_history_take_page      (TrsHistory           *self,
                                        GPtrArray            *projects,
                                        GArray               *missing,
                                        guint                 n_new);
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
