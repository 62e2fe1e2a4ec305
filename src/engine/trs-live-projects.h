/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-project.h"
#include "trs-row-block.h"

G_BEGIN_DECLS

/**
 * TrsLiveProjects:
 *
 * The objects of those projects of a block that somebody holds, and only one
 * for each. What changes about an object changes its row; what is under way is
 * held from here, because more is known of it than a row keeps.
 */
typedef struct _TrsLiveProjects TrsLiveProjects;

/**
 * TrsLiveProjectsChanged:
 * @user_data: what was given with it
 * @project: a project whose row is another now
 */
typedef void (*TrsLiveProjectsChanged) (gpointer    user_data,
                                        TrsProject *project);

TrsLiveProjects *trs_live_projects_new    (TrsRowBlock            *rows,
                                           TrsLiveProjectsChanged  changed,
                                           gpointer                user_data);
void             trs_live_projects_free   (TrsLiveProjects        *self);

guint32          trs_live_projects_add    (TrsLiveProjects        *self,
                                           TrsProject             *project);
TrsProject      *trs_live_projects_get    (TrsLiveProjects        *self,
                                           guint32                 handle);
TrsProject      *trs_live_projects_lend   (TrsLiveProjects        *self,
                                           guint32                 handle);
void             trs_live_projects_remove (TrsLiveProjects        *self,
                                           guint32                 handle);
void             trs_live_projects_clear  (TrsLiveProjects        *self);
guint            trs_live_projects_count  (TrsLiveProjects        *self);

G_END_DECLS
