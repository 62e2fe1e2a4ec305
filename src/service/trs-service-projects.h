/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"
#include "trs-service-accounts.h"
#include "trs-service-catalogue.h"
#include "trs-service-text.h"

G_BEGIN_DECLS

#define TRS_SERVICE_PAGE_SIZE 100

/**
 * TrsServiceProject:
 *
 * What the database knows of one project; times in microseconds since the epoch.
 */
typedef struct
{
  char *id;
  char *video;
  char *name;
  char *language;
  char *webhook;
  char *digest;
  char *fails;
  char *state;
  gint64 length;
  gint64 created_at;
  gint64 uploaded_at;
  gint64 ends_at;
} TrsServiceProject;

void               trs_service_project_free           (TrsServiceProject      *project);
gboolean           trs_service_project_is_done        (TrsServiceProject      *project);
char              *trs_service_project_format_created (TrsServiceProject      *project);
char              *trs_service_project_format_message (TrsServiceProject      *project,
                                                       gint64                  now);
JsonObject        *trs_service_project_describe       (TrsServiceProject      *project,
                                                       TrsServiceText         *text,
                                                       gboolean                timecodes,
                                                       gboolean                speakers);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsServiceProject, trs_service_project_free)

/**
 * TrsServiceProjects:
 *
 * All projects and their way through the states. What happens by itself is
 * driven by one timer for the next of them, and by nothing when none is under way.
 *
 * Signals: `callback-due` when trs_service_projects_take_callback() has something to take.
 */
#define TRS_TYPE_SERVICE_PROJECTS (trs_service_projects_get_type ())
G_DECLARE_FINAL_TYPE (TrsServiceProjects, trs_service_projects, TRS, SERVICE_PROJECTS, GObject)

TrsServiceProjects *trs_service_projects_new           (TrsServiceDatabase     *database,
                                                        TrsServiceCatalogue    *catalogue,
                                                        TrsClock               *clock,
                                                        double                  speed);
void                trs_service_projects_start         (TrsServiceProjects     *self);
char               *trs_service_projects_create        (TrsServiceProjects     *self,
                                                        gint64                  user,
                                                        const TrsServiceVideo  *video,
                                                        const char             *language,
                                                        const char             *webhook,
                                                        GError                **error);
GPtrArray          *trs_service_projects_list          (TrsServiceProjects     *self,
                                                        gint64                  user,
                                                        gint64                  page,
                                                        GError                **error);
gboolean            trs_service_projects_find          (TrsServiceProjects     *self,
                                                        gint64                  user,
                                                        const char             *id,
                                                        TrsServiceProject     **project,
                                                        GError                **error);
TrsServiceProject  *trs_service_projects_take_callback (TrsServiceProjects     *self);
TrsServiceText     *trs_service_projects_get_text      (TrsServiceProjects     *self,
                                                        TrsServiceProject      *project,
                                                        GError                **error);
gint64              trs_service_projects_get_time      (TrsServiceProjects     *self);

G_END_DECLS
