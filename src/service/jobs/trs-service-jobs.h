/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-service-medium.h"
#include "trs-sql.h"

/* How often a job is tried that fails for no reason that is certain to stay. */
#define TRS_SERVICE_JOB_TRIES 3

/* BCP 47 for the language of a project whose recogniser is to find it out, and has not yet. */
#define TRS_SERVICE_UNDETERMINED "und"

/* The recogniser that is built in; everything else is a command. */
#define TRS_SERVICE_BUILT_IN "pocketsphinx"

/**
 * TrsServiceJob:
 * @number: its own, from 1, in the order of submissions
 * @project: number of its project
 * @id: id of its project
 * @video: identifier of its video
 * @kind: where the video comes from
 * @path: its file; empty as long as it is not fetched
 * @stamp: the file as it was seen
 * @digest: SHA-256 of the file by its ticket, else empty
 * @track: which of its sound tracks is read, from 1
 * @url: address of a video that is fetched, else empty
 * @fetch: command that fetches it, else empty
 * @recognizer: %TRS_SERVICE_BUILT_IN, or a command
 * @language: language of the submission, or empty
 * @model: model of the recogniser, or empty
 * @length: seconds that were paid for
 * @state: state of its project; one that begins with `error` has nothing to be done
 * @from: seconds; what is before is stored
 * @n_paragraphs: those that are stored
 *
 * What is to be done for one project. Everything that it depends on is stored with it.
 */
typedef struct
{
  gint64 number;
  gint64 project;
  char *id;
  char *video;
  TrsServiceMediumKind kind;
  char *path;
  TrsServiceStamp stamp;
  char *digest;
  gint64 track;
  char *url;
  char *fetch;
  char *recognizer;
  char *language;
  char *model;
  gint64 length;
  char *state;
  double from;
  gint64 n_paragraphs;
} TrsServiceJob;

/**
 * TrsServiceBeat:
 * @state: (nullable): what is being done, `upload` or `transcription`
 * @percent: how much of it, 0 to 99
 * @text: (nullable): a further paragraph
 * @start: where it begins, in seconds
 * @end: where it ends
 * @speaker: who speaks, 0 for nobody
 * @language: (nullable): code of the language that the recogniser has heard
 * @path: (nullable): the file that was fetched
 * @stamp: its stamp
 *
 * What has come of a job since the last one.
 */
typedef struct
{
  const char *state;
  gint64 percent;
  const char *text;
  double start;
  double end;
  gint64 speaker;
  const char *language;
  const char *path;
  TrsServiceStamp stamp;
} TrsServiceBeat;

/**
 * TrsServiceOutcome:
 * @TRS_SERVICE_OUTCOME_DONE: all paragraphs are stored
 * @TRS_SERVICE_OUTCOME_RETRY: this try has failed
 * @TRS_SERVICE_OUTCOME_FAILED: every try would fail
 * @TRS_SERVICE_OUTCOME_RELEASED: this process gives it back, and it did not fail
 */
typedef enum
{
  TRS_SERVICE_OUTCOME_DONE,
  TRS_SERVICE_OUTCOME_RETRY,
  TRS_SERVICE_OUTCOME_FAILED,
  TRS_SERVICE_OUTCOME_RELEASED,
} TrsServiceOutcome;

/**
 * TrsServiceTicketFunc:
 * @video: identifier of a video
 * @user_data: what was given beside it
 *
 * Returns: %FALSE if its ticket was removed
 */
typedef gboolean (*TrsServiceTicketFunc) (const char *video,
                                          gpointer    user_data);

/* The queue: all that anybody does to it are these five. Each is one transaction, or part of one. */

gboolean       trs_service_jobs_add    (sqlite3               *db,
                                        const TrsServiceJob   *job,
                                        GError               **error);
gboolean       trs_service_jobs_claim  (sqlite3               *db,
                                        TrsServiceJob        **job,
                                        GError               **error);
gboolean       trs_service_jobs_beat   (sqlite3               *db,
                                        TrsServiceJob         *job,
                                        const TrsServiceBeat  *beat,
                                        GError               **error);
gboolean       trs_service_jobs_finish (sqlite3               *db,
                                        const TrsServiceJob   *job,
                                        TrsServiceOutcome      outcome,
                                        const char            *cause,
                                        GError               **error);
gboolean       trs_service_jobs_sweep  (sqlite3               *db,
                                        gboolean               at_start,
                                        TrsServiceTicketFunc   has_ticket,
                                        gpointer               user_data,
                                        GArray                *removed,
                                        GError               **error);

void           trs_service_job_free    (TrsServiceJob         *job);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsServiceJob, trs_service_job_free)
