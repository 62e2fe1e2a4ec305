/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"
#include "trs-service-catalogue.h"
#include "trs-service-database.h"

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

void  trs_service_project_free           (TrsServiceProject  *project);
char *trs_service_project_format_created (TrsServiceProject  *project);
char *trs_service_project_format_message (TrsServiceProject  *project,
                                          gint64              now);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsServiceProject, trs_service_project_free)

/**
 * TrsServiceProjects:
 * @database: where the projects are, and who pays; borrowed
 * @catalogue: where texts come from; borrowed
 * @clock: the time; borrowed
 * @speed: how many times faster than usual the pipeline of new projects is; above 0
 * @callback_due: called when trs_service_projects_take_callback() has something to take
 * @callback_data: for it
 *
 * All projects and their way through the states. What happens by itself is
 * driven by one timer for the next of them, and by nothing when none is under way.
 */
typedef struct
{
  sqlite3 *database;
  TrsServiceCatalogue *catalogue;
  TrsClock *clock;
  double speed;
  void (*callback_due) (gpointer user_data);
  gpointer callback_data;

  gint64 next_due;
  gint64 timer_due;
  guint timer_id;

  char *text_digest;
  JsonNode *text;
} TrsServiceProjects;

void               trs_service_projects_start         (TrsServiceProjects     *self);
void               trs_service_projects_clear         (TrsServiceProjects     *self);
char              *trs_service_projects_create        (TrsServiceProjects     *self,
                                                       gint64                  user,
                                                       const TrsServiceVideo  *video,
                                                       const char             *language,
                                                       const char             *webhook,
                                                       GError                **error);
GPtrArray         *trs_service_projects_list          (TrsServiceProjects     *self,
                                                       gint64                  user,
                                                       gint64                  page,
                                                       GError                **error);
TrsServiceProject *trs_service_projects_find          (TrsServiceProjects     *self,
                                                       gint64                  user,
                                                       const char             *id,
                                                       GError                **error);
TrsServiceProject *trs_service_projects_take_callback (TrsServiceProjects     *self);
GBytes            *trs_service_projects_describe      (TrsServiceProjects     *self,
                                                       TrsServiceProject      *project,
                                                       gboolean                timecodes,
                                                       gboolean                speakers,
                                                       GError                **error);
