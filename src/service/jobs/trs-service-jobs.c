/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-jobs.h"

#include <json-glib/json-glib.h>

/* By TrsServiceMediumKind. */
static const char * const KINDS[] = { "file", "ticket", "fetched" };

#define COLUMNS                                                                                                   \
  "j.path, j.digest, j.url, j.fetch, j.recognizer, j.language, j.model, p.id, p.video, p.state, j.number, j.project," \
  " j.size, j.modified_at, j.track, p.length, (SELECT count(*) FROM paragraphs WHERE job = j.number), j.kind,"    \
  " (SELECT ifnull (max(end), 0) FROM paragraphs WHERE job = j.number)"

void
trs_service_job_free (TrsServiceJob *job)
{
  g_free (job->path);
  g_free (job->digest);
  g_free (job->url);
  g_free (job->fetch);
  g_free (job->recognizer);
  g_free (job->language);
  g_free (job->model);
  g_free (job->id);
  g_free (job->video);
  g_free (job->state);
  g_free (job);
}

static TrsServiceJob *
read_job (sqlite3_stmt *statement)
{
  TrsServiceJob *job = g_new0 (TrsServiceJob, 1);
  char **texts[] = { &job->path, &job->digest, &job->url, &job->fetch, &job->recognizer, &job->language, &job->model,
                     &job->id, &job->video, &job->state };
  gint64 *numbers[] = { &job->number, &job->project, &job->stamp.size, &job->stamp.modified_at, &job->track,
                        &job->length, &job->n_paragraphs };
  int at = 0;
  g_autofree char *kind = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    *texts[i] = trs_sql_column_text (statement, at++);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    *numbers[i] = sqlite3_column_int64 (statement, at++);
  kind = trs_sql_column_text (statement, at++);
  for (guint i = 0; i < G_N_ELEMENTS (KINDS); i++)
    if (g_strcmp0 (kind, KINDS[i]) == 0)
      job->kind = (TrsServiceMediumKind) i;
  job->from = sqlite3_column_double (statement, at);
  return job;
}

/**
 * trs_service_jobs_add:
 * @db: where the projects are, in the transaction that makes the project
 * @job: what is to be done; its number follows from the queue
 * @error: return location for an error
 *
 * Returns: whether it is in the queue now
 */
gboolean
trs_service_jobs_add (sqlite3              *db,
                      const TrsServiceJob  *job,
                      GError              **error)
{
  return trs_sql_execute (db, error,
                          "INSERT INTO jobs (project, kind, path, size, modified_at, track, digest, url, fetch,"
                          " recognizer, language, model, state)"
                          " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
                          " CASE ? WHEN 'error' THEN 'ended' ELSE 'waiting' END)",
                          "xssxxxsssssss", job->project, KINDS[job->kind], job->path, job->stamp.size,
                          job->stamp.modified_at, job->track, job->digest, job->url, job->fetch, job->recognizer,
                          job->language, job->model, job->state);
}

/* Users take turns: next is the one of whom the fewest jobs run, and among these whose last turn is longest ago. */
#define NEXT                                                                                                  \
  "WITH open AS (SELECT p.user, sum (j.state = 'claimed') AS running,"                                       \
  " min (CASE j.state WHEN 'waiting' THEN j.number END) AS oldest"                                           \
  " FROM jobs j JOIN projects p ON p.number = j.project WHERE j.state != 'ended' GROUP BY p.user)"           \
  "SELECT " COLUMNS " FROM jobs j JOIN projects p ON p.number = j.project WHERE j.number ="                  \
  " (SELECT oldest FROM open LEFT JOIN users u ON u.number = open.user WHERE oldest IS NOT NULL"             \
  " ORDER BY running, ifnull (u.turn, 0), oldest LIMIT 1)"

/* What a command has found is of no use for another try: it begins anew. */
static gboolean
begin_anew (sqlite3        *db,
            TrsServiceJob  *job,
            GError        **error)
{
  if (g_str_equal (job->recognizer, TRS_SERVICE_BUILT_IN) || job->n_paragraphs == 0)
    return TRUE;
  job->from = 0;
  job->n_paragraphs = 0;
  return trs_sql_execute (db, error, "DELETE FROM paragraphs WHERE job = ?", "x", job->number);
}

/**
 * trs_service_jobs_claim:
 * @db: where the projects are
 * @job: (out) (transfer full) (nullable): a job that nobody works on, the oldest of the user whose turn it is;
 *   %NULL if there is none
 * @error: return location for an error
 *
 * The caller works on it from now on, until it calls trs_service_jobs_finish().
 *
 * Returns: %FALSE on an error
 */
gboolean
trs_service_jobs_claim (sqlite3        *db,
                        TrsServiceJob **job,
                        GError        **error)
{
  g_autoptr (TrsServiceJob) found = NULL;
  g_autoptr (sqlite3_stmt) statement = NULL;
  gboolean row = FALSE;
  gboolean written;

  *job = NULL;
  statement = trs_sql_query (db, error, NEXT, "");
  if (!trs_sql_step (statement, &row, error))
    return FALSE;
  if (!row)
    return TRUE;
  found = read_job (statement);
  g_clear_pointer (&statement, sqlite3_finalize);

  if (!trs_sql_exec (db, "BEGIN IMMEDIATE", error))
    return FALSE;
  written = begin_anew (db, found, error) &&
            trs_sql_execute (db, error, "UPDATE jobs SET state = 'claimed' WHERE number = ?", "x", found->number) &&
            trs_sql_execute (db, error, "UPDATE projects SET progress = max (progress, 0) WHERE number = ?", "x",
                             found->project) &&
            trs_sql_execute (db, error,
                             "UPDATE users SET turn = 1 + (SELECT max (turn) FROM users)"
                             " WHERE number = (SELECT user FROM projects WHERE number = ?)",
                             "x", found->project);
  if (!trs_sql_end_transaction (db, written, error))
    return FALSE;
  *job = g_steal_pointer (&found);
  return TRUE;
}

/* A paragraph that is late, because its job was removed meanwhile, is not kept. */
static gboolean
add_paragraph (sqlite3               *db,
               const TrsServiceJob   *job,
               const TrsServiceBeat  *beat,
               GError               **error)
{
  g_autoptr (sqlite3_stmt) statement =
      trs_sql_query (db, error,
                     "INSERT INTO paragraphs (job, number, start, end, speaker, text)"
                     " SELECT ?1, ?2, ?5, ?6, ?3, ?4 WHERE EXISTS (SELECT 1 FROM jobs WHERE number = ?1)",
                     "xxxs", job->number, job->n_paragraphs, beat->speaker, beat->text);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_double (statement, 5, beat->start);
  sqlite3_bind_double (statement, 6, beat->end);
  return trs_sql_run (statement, error);
}

/**
 * trs_service_jobs_beat:
 * @db: where the projects are
 * @job: a job that was claimed; what it says of its progress follows
 * @beat: what has come
 * @error: return location for an error
 *
 * States only go forward.
 *
 * Returns: whether it is stored
 */
gboolean
trs_service_jobs_beat (sqlite3               *db,
                       TrsServiceJob         *job,
                       const TrsServiceBeat  *beat,
                       GError               **error)
{
  gboolean written = TRUE;
  gboolean backwards = g_strcmp0 (beat->state, "upload") == 0 && !g_str_equal (job->state, "upload");

  if (!trs_sql_exec (db, "BEGIN IMMEDIATE", error))
    return FALSE;
  if (beat->text != NULL)
    written = add_paragraph (db, job, beat, error);
  if (written && beat->language != NULL)
    written = trs_sql_execute (db, error, "UPDATE projects SET language = ? WHERE number = ? AND language = ?", "sxs",
                               beat->language, job->project, TRS_SERVICE_UNDETERMINED);
  if (written && beat->path != NULL)
    written = trs_sql_execute (db, error, "UPDATE jobs SET path = ?, size = ?, modified_at = ? WHERE number = ?",
                               "sxxx", beat->path, beat->stamp.size, beat->stamp.modified_at, job->number);
  if (written && beat->state != NULL && !backwards)
    written = trs_sql_execute (db, error, "UPDATE projects SET state = ?, progress = ? WHERE number = ?", "sxx",
                               beat->state, beat->percent, job->project);
  if (!trs_sql_end_transaction (db, written, error))
    return FALSE;

  if (beat->text != NULL)
    {
      job->n_paragraphs++;
      job->from = MAX (job->from, beat->end);
    }
  if (beat->state != NULL && !backwards)
    {
      g_free (job->state);
      job->state = g_strdup (beat->state);
    }
  return TRUE;
}

/* The paragraphs of a job in the shape that those of the catalogue have. */
static char *
read_text (sqlite3              *db,
           const TrsServiceJob  *job,
           GError              **error)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_ARRAY);
  g_autoptr (sqlite3_stmt) statement = trs_sql_query (
      db, error, "SELECT start, speaker, text FROM paragraphs WHERE job = ? ORDER BY number", "x", job->number);
  JsonArray *array = json_array_new ();
  gboolean row = TRUE;

  json_node_take_array (root, array);
  while (trs_sql_step (statement, &row, error) && row)
    {
      JsonObject *paragraph = json_object_new ();

      json_object_set_double_member (paragraph, "start", sqlite3_column_double (statement, 0));
      if (sqlite3_column_int64 (statement, 1) > 0)
        json_object_set_int_member (paragraph, "speaker", sqlite3_column_int64 (statement, 1));
      json_object_set_string_member (paragraph, "text", (const char *) sqlite3_column_text (statement, 2));
      json_array_add_object_element (array, paragraph);
    }
  return row ? NULL : json_to_string (root, FALSE);
}

static gboolean
write_text (sqlite3              *db,
            const TrsServiceJob  *job,
            GError              **error)
{
  g_autofree char *paragraphs = read_text (db, job, error);
  g_autofree char *digest =
      paragraphs != NULL ? g_compute_checksum_for_string (G_CHECKSUM_SHA256, paragraphs, -1) : NULL;

  return digest != NULL &&
         trs_sql_execute (db, error,
                          "INSERT INTO texts SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM jobs WHERE number = ?3)"
                          " ON CONFLICT DO NOTHING",
                          "ssx", digest, paragraphs, job->number) &&
         trs_sql_execute (db, error, "UPDATE projects SET state = 'done', digest = ?, callback = 1 WHERE number = ?",
                          "sx", digest, job->project);
}

static gboolean
end_job (sqlite3              *db,
         const TrsServiceJob  *job,
         GError              **error)
{
  return trs_sql_execute (db, error, "DELETE FROM paragraphs WHERE job = ?", "x", job->number) &&
         trs_sql_execute (db, error, "UPDATE jobs SET state = 'ended' WHERE number = ?", "x", job->number);
}

static gboolean
fail_project (sqlite3              *db,
              const TrsServiceJob  *job,
              const char           *cause,
              GError              **error)
{
  return trs_sql_execute (db, error, "UPDATE projects SET state = 'error', cause = ? WHERE number = ?", "sx", cause,
                          job->project) &&
         end_job (db, job, error);
}

static gboolean
retry (sqlite3              *db,
       const TrsServiceJob  *job,
       const char           *cause,
       GError              **error)
{
  gint64 tries;

  if (!trs_sql_execute (db, error, "UPDATE jobs SET tries = tries + 1, state = 'waiting' WHERE number = ?", "x",
                        job->number) ||
      !trs_sql_read_number (db, &tries, error, "SELECT tries FROM jobs WHERE number = ?", "x", job->number))
    return FALSE;
  return tries < TRS_SERVICE_JOB_TRIES || fail_project (db, job, cause, error);
}

/**
 * trs_service_jobs_finish:
 * @db: where the projects are
 * @job: a job that was claimed
 * @outcome: how it went
 * @cause: (nullable): why it failed, a sentence for people
 * @error: return location for an error
 *
 * Nobody works on it any more. A job that was removed meanwhile stays so.
 *
 * Returns: whether it is stored
 */
gboolean
trs_service_jobs_finish (sqlite3              *db,
                         const TrsServiceJob  *job,
                         TrsServiceOutcome     outcome,
                         const char           *cause,
                         GError              **error)
{
  gboolean written = FALSE;

  if (!trs_sql_exec (db, "BEGIN IMMEDIATE", error))
    return FALSE;
  switch (outcome)
    {
    case TRS_SERVICE_OUTCOME_DONE:
      written = write_text (db, job, error) && end_job (db, job, error);
      break;
    case TRS_SERVICE_OUTCOME_RETRY:
      written = retry (db, job, cause, error);
      break;
    case TRS_SERVICE_OUTCOME_FAILED:
      written = fail_project (db, job, cause, error);
      break;
    case TRS_SERVICE_OUTCOME_RELEASED:
      written = trs_sql_execute (db, error, "UPDATE jobs SET state = 'waiting' WHERE number = ?", "x", job->number);
      break;
    }
  return trs_sql_end_transaction (db, written, error);
}

static gpointer
read_any_job (sqlite3_stmt *statement)
{
  return read_job (statement);
}

/* A text that another project has, too, stays with that one. */
static gboolean
remove_job (sqlite3              *db,
            const TrsServiceJob  *job,
            GError              **error)
{
  return trs_sql_execute (db, error, "DELETE FROM paragraphs WHERE job = ?", "x", job->number) &&
         trs_sql_execute (db, error, "DELETE FROM jobs WHERE number = ?", "x", job->number) &&
         trs_sql_execute (db, error,
                          "DELETE FROM texts WHERE digest = (SELECT digest FROM projects WHERE number = ?1)"
                          " AND NOT EXISTS (SELECT 1 FROM projects p WHERE p.digest = texts.digest AND p.number != ?1)",
                          "x", job->project) &&
         trs_sql_execute (db, error, "DELETE FROM projects WHERE number = ?", "x", job->project);
}

/* Nothing of what was removed is left in the pages of the file, nor in its log. */
static gboolean
remove_jobs (sqlite3    *db,
             GPtrArray  *jobs,
             GArray     *removed,
             GError    **error)
{
  gboolean written = TRUE;

  if (!trs_sql_exec (db, "BEGIN IMMEDIATE", error))
    return FALSE;
  for (guint i = 0; i < jobs->len && written; i++)
    written = remove_job (db, jobs->pdata[i], error);
  if (!trs_sql_end_transaction (db, written, error))
    return FALSE;

  for (guint i = 0; i < jobs->len; i++)
    g_array_append_val (removed, ((TrsServiceJob *) jobs->pdata[i])->number);
  return trs_sql_exec (db, "PRAGMA wal_checkpoint (TRUNCATE)", error);
}

/**
 * trs_service_jobs_sweep:
 * @db: where the projects are
 * @at_start: whether nobody works on any job yet: what a process that was killed had claimed waits again
 * @has_ticket: (nullable) (scope call): says which tickets there are; %NULL leaves all projects
 * @user_data: for @has_ticket
 * @removed: (element-type gint64): gets the numbers of the jobs that were removed
 * @error: return location for an error
 *
 * Removes the projects whose tickets were removed, with all that was stored of them.
 *
 * Returns: whether it is done
 */
gboolean
trs_service_jobs_sweep (sqlite3               *db,
                        gboolean               at_start,
                        TrsServiceTicketFunc   has_ticket,
                        gpointer               user_data,
                        GArray                *removed,
                        GError               **error)
{
  g_autoptr (GPtrArray) jobs = NULL;

  if (at_start && !trs_sql_exec (db, "UPDATE jobs SET state = 'waiting' WHERE state = 'claimed'", error))
    return FALSE;
  if (has_ticket == NULL)
    return TRUE;

  jobs = trs_sql_read_all (trs_sql_query (db, error,
                                          "SELECT " COLUMNS " FROM jobs j JOIN projects p ON p.number = j.project"
                                          " WHERE j.kind = 'ticket'",
                                          ""),
                           read_any_job, (GDestroyNotify) trs_service_job_free, error);
  if (jobs == NULL)
    return FALSE;
  for (guint i = jobs->len; i-- > 0;)
    if (has_ticket (((TrsServiceJob *) jobs->pdata[i])->video, user_data))
      g_ptr_array_remove_index (jobs, i);
  return jobs->len == 0 || remove_jobs (db, jobs, removed, error);
}
