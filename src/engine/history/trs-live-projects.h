/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project.h"

G_BEGIN_DECLS

/**
 * TrsLiveProjectsChanged:
 * @user_data: as given
 * @project: a live project
 *
 * Something of @project that is kept was changed by somebody who is not the store.
 */
typedef void (*TrsLiveProjectsChanged) (gpointer    user_data,
                                        TrsProject *project);

/**
 * TrsLiveProjects:
 *
 * A weak table: a project is one object for as long as somebody holds it.
 */
typedef struct _TrsLiveProjects TrsLiveProjects;

TrsLiveProjects *trs_live_projects_new      (TrsLiveProjectsChanged  changed,
                                             gpointer                user_data);
void             trs_live_projects_free     (TrsLiveProjects        *self);

TrsProject      *trs_live_projects_peek     (TrsLiveProjects        *self,
                                             const char             *id);
TrsProject      *trs_live_projects_peek_row (TrsLiveProjects        *self,
                                             gint64                  row);
TrsProject      *trs_live_projects_take     (TrsLiveProjects        *self,
                                             const TrsProjectData   *data);
void             trs_live_projects_add      (TrsLiveProjects        *self,
                                             TrsProject             *project);
void             trs_live_projects_remove   (TrsLiveProjects        *self,
                                             const char             *id);
void             trs_live_projects_clear    (TrsLiveProjects        *self);

G_END_DECLS
