/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"
#include "trs-project.h"

#include <gio/gio.h>

/* Forward declaration, so that ui/ can use this without the headers of store/. */
typedef struct _TrsStore TrsStore;

/**
 * TrsProjects:
 *
 * The projects of an account as objects: one for each, for as long as somebody
 * has it. Those that nobody has are read from the store when they are asked for.
 * Submissions with an unknown outcome, and projects that cannot be written, are
 * held here, because the store has no row of them.
 *
 * Signals, each with the #TrsProject: `held` and `released`;
 * `project-changed`: something of a live project that is kept was changed here,
 * and not by the store. `removed` (id): a project is not on this computer any
 * more. `page-read` (#GPtrArray of #TrsProject): a page of the list was read and
 * written; those that it reported and that are not final, or somebody has.
 */
#define TRS_TYPE_PROJECTS (trs_projects_get_type ())
G_DECLARE_FINAL_TYPE (TrsProjects, trs_projects, TRS, PROJECTS, GObject)

TrsProjects *trs_projects_new                  (TrsStore              *store,
                                                TrsClock              *clock);
gint64       trs_projects_get_account          (TrsProjects           *self);
void         trs_projects_set_account          (TrsProjects           *self,
                                                gint64                 account);

TrsProject  *trs_projects_peek                 (TrsProjects           *self,
                                                const char            *id);
TrsProject  *trs_projects_take_data            (TrsProjects           *self,
                                                const TrsProjectData  *data);

/* those that the store has no row of */
void         trs_projects_hold                 (TrsProjects           *self,
                                                TrsProject            *project);
void         trs_projects_release              (TrsProjects           *self,
                                                TrsProject            *project);
GPtrArray   *trs_projects_get_held             (TrsProjects           *self);

/* reading */
GArray      *trs_projects_list_rows            (TrsProjects           *self);
void         trs_projects_find_async           (TrsProjects           *self,
                                                const char            *id,
                                                GCancellable          *cancellable,
                                                GAsyncReadyCallback    callback,
                                                gpointer               user_data);
TrsProject  *trs_projects_find_finish          (TrsProjects           *self,
                                                GAsyncResult          *result,
                                                GError               **error);
void         trs_projects_list_open_async      (TrsProjects           *self,
                                                GCancellable          *cancellable,
                                                GAsyncReadyCallback    callback,
                                                gpointer               user_data);
GPtrArray   *trs_projects_list_open_finish     (TrsProjects           *self,
                                                GAsyncResult          *result,
                                                GError               **error);
void         trs_projects_list_finished_async  (TrsProjects           *self,
                                                gint64                 since,
                                                GCancellable          *cancellable,
                                                GAsyncReadyCallback    callback,
                                                gpointer               user_data);
GPtrArray   *trs_projects_list_finished_finish (TrsProjects           *self,
                                                GAsyncResult          *result,
                                                GError               **error);
void         trs_projects_list_attempts_async  (TrsProjects           *self,
                                                const char            *video_id,
                                                GCancellable          *cancellable,
                                                GAsyncReadyCallback    callback,
                                                gpointer               user_data);
GPtrArray   *trs_projects_list_attempts_finish (TrsProjects           *self,
                                                GAsyncResult          *result,
                                                GError               **error);
void         trs_projects_list_prefix_async    (TrsProjects           *self,
                                                const char            *prefix,
                                                guint                  limit,
                                                GCancellable          *cancellable,
                                                GAsyncReadyCallback    callback,
                                                gpointer               user_data);
GPtrArray   *trs_projects_list_prefix_finish   (TrsProjects           *self,
                                                GAsyncResult          *result,
                                                GError               **error);

/* what is known of them elsewhere */
guint        trs_projects_take_page            (TrsProjects           *self,
                                                GPtrArray             *projects,
                                                GArray                *missing,
                                                guint                  n_new);
void         trs_projects_report_page          (TrsProjects           *self,
                                                GPtrArray             *projects);
void         trs_projects_remove               (TrsProjects           *self,
                                                const char            *id);
