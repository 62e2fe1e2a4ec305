/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-clock.h"
#include "trs-service-catalogue.h"
#include "trs-service-database.h"
#include "trs-service-medium.h"

#define TRS_SERVICE_PAGE_SIZE 100

/* A project of the catalogue goes on by the clock; another one waits until its job is begun. */
#define TRS_SERVICE_PROGRESS_BY_CLOCK -1
#define TRS_SERVICE_PROGRESS_WAITING -2

/**
 * TrsServiceProject:
 *
 * @progress: percentage of its state; %TRS_SERVICE_PROGRESS_BY_CLOCK, or %TRS_SERVICE_PROGRESS_WAITING
 * @cause: why it failed, a sentence for people; empty where @fails says it
 * @recognizer: what recognises its sound; empty unless a ticket asked for it
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
  gint64 progress;
  char *cause;
  char *recognizer;
} TrsServiceProject;

void  trs_service_project_free            (TrsServiceProject *project);
char *trs_service_project_format_created  (TrsServiceProject *project);
char *trs_service_project_name_recognizer (TrsServiceProject *project);
char *trs_service_project_format_message  (TrsServiceProject *project,
                                           gint64             now);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsServiceProject, trs_service_project_free)

/**
 * TrsServiceProjects:
 * @database: where the projects are, and who pays; borrowed
 * @catalogue: where texts come from; borrowed
 * @clock: the time; borrowed
 * @speed: how many times faster than usual the pipeline of new projects is; above 0
 * @callback_due: called when trs_service_projects_take_callback() has something to take
 * @callback_data: for it
 * @recognizer: (nullable): what recognises the sound of media; borrowed; %NULL if there are none
 * @model: (nullable): its model; borrowed
 * @fetch: (nullable): what fetches videos from a platform; borrowed
 * @is_free: whether nothing costs anything
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
  const char *recognizer;
  const char *model;
  const char *fetch;
  gboolean is_free;

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
char              *trs_service_projects_create_job    (TrsServiceProjects     *self,
                                                       gint64                  user,
                                                       const TrsServiceMedium *medium,
                                                       const char             *language,
                                                       const char             *webhook,
                                                       GError                **error);
void               trs_service_projects_forget        (TrsServiceProjects     *self);
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
