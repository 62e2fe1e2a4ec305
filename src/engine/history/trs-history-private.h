/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"
#include "trs-history.h"
#include "trs-project-data.h"
#include "trs-store.h"

G_BEGIN_DECLS

/* What the engine does with a history and ui/ does not.
 *
 * Signal `page-read` (#GPtrArray of #TrsProject): a page of the list was read
 * and written; those that it told of and that are not final, or somebody holds.
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
gint64      trs_history_get_account    (TrsHistory           *self);

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

/* A project is not on this computer any more; tells of it. */
void        trs_history_remove         (TrsHistory           *self,
                                        const char           *id);

/* for the list reader */
void        trs_history_set_walking    (TrsHistory           *self,
                                        gboolean              walking);
void        trs_history_set_reading    (TrsHistory           *self,
                                        gboolean              reading);
void        trs_history_set_complete   (TrsHistory           *self,
                                        gboolean              complete);
void        trs_history_set_error      (TrsHistory           *self,
                                        const GError         *error);
void        trs_history_set_checked_at (TrsHistory           *self,
                                        gint64                checked_at);
void        trs_history_set_updated_at (TrsHistory           *self,
                                        gint64                updated_at);
void        trs_history_tell_page      (TrsHistory           *self,
                                        GPtrArray            *projects);

G_END_DECLS
