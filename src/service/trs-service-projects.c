/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-projects.h"

#include "trs-error.h"
#include "trs-service-jobs.h"
#include "trs-service-json.h"

#define UPLOAD_SECONDS 2
#define UPLOAD_PART 100
#define TRANSCRIPTION_SECONDS 3
#define TRANSCRIPTION_PART 50
#define LONGEST_TIMER (G_TIME_SPAN_HOUR / 1000)
#define RETRY_MILLISECONDS 1001
#define COLUMNS                                                                                               \
  "id, video, name, language, webhook, digest, fails, state, length, created_at, uploaded_at, ends_at, progress," \
  " cause"

/* What is read beside it: who made a text that a ticket asked for. */
#define READ COLUMNS ", ifnull ((SELECT recognizer FROM jobs WHERE project = projects.number AND kind = 'ticket'), '')"

void
trs_service_project_free (TrsServiceProject *project)
{
  g_free (project->id);
  g_free (project->video);
  g_free (project->name);
  g_free (project->language);
  g_free (project->webhook);
  g_free (project->digest);
  g_free (project->fails);
  g_free (project->state);
  g_free (project->cause);
  g_free (project->recognizer);
  g_free (project);
}

/**
 * trs_service_project_format_created:
 * @project: a project
 *
 * Returns: (transfer full): `createdAt`: ISO 8601 in UTC, with milliseconds
 */
char *
trs_service_project_format_created (TrsServiceProject *project)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (project->created_at / G_USEC_PER_SEC);
  g_autofree char *seconds = g_date_time_format (time, "%Y-%m-%dT%H:%M:%S");

  return g_strdup_printf ("%s.%03dZ", seconds, (int) (project->created_at / 1000 % 1000));
}

static int
percent (gint64 start,
         gint64 end,
         gint64 now)
{
  if (end <= start)
    return 99;
  return (int) CLAMP ((double) (now - start) * 100 / (double) (end - start), 0, 99);
}

/**
 * trs_service_project_name_recognizer:
 * @project: a project
 *
 * A command may hold paths of the user, so that its program alone is named.
 *
 * Returns: (transfer full) (nullable): what recognises its sound, %NULL unless a ticket asked for it
 */
char *
trs_service_project_name_recognizer (TrsServiceProject *project)
{
  g_auto (GStrv) words = NULL;

  if (*project->recognizer == '\0' || !g_shell_parse_argv (project->recognizer, NULL, &words, NULL))
    return NULL;
  return g_path_get_basename (words[0]);
}

/**
 * trs_service_project_format_message:
 * @project: a project that is not done
 * @now: microseconds since the epoch
 *
 * Returns: (transfer full): `message`: a sentence for people
 */
char *
trs_service_project_format_message (TrsServiceProject *project,
                                    gint64             now)
{
  if (*project->cause != '\0')
    return g_strdup (project->cause);
  if (project->progress == TRS_SERVICE_PROGRESS_WAITING)
    return g_strdup ("Waiting for its turn (0 %)");
  if (project->progress >= 0)
    return g_strdup_printf ("%s (%" G_GINT64_FORMAT " %%)",
                            g_str_equal (project->state, "upload") ? "Reading the sound" : "Transcribing the audio",
                            project->progress);
  if (g_str_equal (project->state, "upload"))
    return g_strdup_printf ("Fetching the video from the platform (%d %%)",
                            percent (project->created_at, project->uploaded_at, now));
  if (g_str_equal (project->state, "transcription"))
    return g_strdup_printf ("Transcribing the audio (%d %%)", percent (project->uploaded_at, project->ends_at, now));
  if (g_str_equal (project->fails, "upload"))
    return g_strdup ("The video could not be fetched from the platform");
  return g_strdup ("The audio could not be transcribed");
}

/* Moves all projects that are due in one step: one may have missed two transitions while the program slept. */
static gboolean
move_due (TrsServiceProjects  *self,
          gint64               now,
          GError             **error)
{
  return trs_sql_execute (self->database, error,
                          "UPDATE projects SET"
                          " state = CASE WHEN fails = state THEN 'error'"
                          " WHEN ends_at > ?1 THEN 'transcription'"
                          " WHEN fails != '' THEN 'error' ELSE 'done' END,"
                          " due_at = CASE WHEN fails != state AND ends_at > ?1 THEN ends_at END,"
                          " callback = fails = '' AND ends_at <= ?1"
                          " WHERE due_at <= ?1",
                          "x", now);
}

static gint64
read_next_due (TrsServiceProjects *self)
{
  g_autoptr (sqlite3_stmt) statement = trs_sql_query (
      self->database, NULL, "SELECT due_at FROM projects WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 1", "");
  gboolean row;

  return trs_sql_step (statement, &row, NULL) && row ? sqlite3_column_int64 (statement, 0) : G_MAXINT64;
}

static void schedule (TrsServiceProjects *self,
                      gint64              milliseconds);

static void
catch_up (gpointer user_data)
{
  TrsServiceProjects *self = user_data;
  g_autoptr (GError) error = NULL;
  gint64 now = trs_clock_get_time (self->clock);

  if (now >= self->next_due)
    {
      if (!move_due (self, now, &error))
        {
          g_message ("The projects cannot go on: %s", error->message);
          schedule (self, RETRY_MILLISECONDS);
          return;
        }
      self->callback_due (self->callback_data);
      self->next_due = read_next_due (self);
    }

  if (self->next_due < G_MAXINT64 && (self->timer_id == 0 || self->timer_due != self->next_due))
    schedule (self, MAX (self->next_due - now, 0) / 1000 + 1);
}

/* Does not round to whole seconds, which is too rough here. The timeout is limited, because the wall clock may be
 * changed meanwhile. */
static void
schedule (TrsServiceProjects *self,
          gint64              milliseconds)
{
  milliseconds = MIN (milliseconds, LONGEST_TIMER);
  if (milliseconds % 1000 == 0)
    milliseconds++;

  self->timer_due = self->next_due;
  trs_clock_set_timeout (self->clock, &self->timer_id, (guint) milliseconds, catch_up, self);
}

static gpointer
read_project (sqlite3_stmt *statement)
{
  TrsServiceProject *project = g_new0 (TrsServiceProject, 1);
  char **texts[] = { &project->id, &project->video, &project->name, &project->language, &project->webhook,
                     &project->digest, &project->fails, &project->state };
  gint64 *numbers[] = { &project->length, &project->created_at, &project->uploaded_at, &project->ends_at,
                        &project->progress };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    *texts[i] = trs_sql_column_text (statement, (int) i);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    *numbers[i] = sqlite3_column_int64 (statement, (int) (G_N_ELEMENTS (texts) + i));
  project->cause = trs_sql_column_text (statement, (int) (G_N_ELEMENTS (texts) + G_N_ELEMENTS (numbers)));
  project->recognizer = trs_sql_column_text (statement, (int) (G_N_ELEMENTS (texts) + G_N_ELEMENTS (numbers) + 1));

  return project;
}

static gint64
duration (TrsServiceProjects *self,
          gint64              seconds,
          gint64              length,
          gint64              part)
{
  return (gint64) (((double) seconds + (double) length / (double) part) * G_USEC_PER_SEC / self->speed);
}

/**
 * trs_service_projects_start:
 * @self: the projects
 *
 * Takes up what was under way when the program ended: the pipeline went on by the
 * wall clock meanwhile, and callbacks that were never tried are due now.
 */
void
trs_service_projects_start (TrsServiceProjects *self)
{
  self->next_due = read_next_due (self);
  catch_up (self);
  self->callback_due (self->callback_data);
}

/* A text that was removed from the database is not held in memory either. */
void
trs_service_projects_forget (TrsServiceProjects *self)
{
  g_clear_pointer (&self->text, json_node_unref);
  g_clear_pointer (&self->text_digest, g_free);
}

/* Frees the contents; the struct belongs to the caller. */
void
trs_service_projects_clear (TrsServiceProjects *self)
{
  trs_clock_clear_timeout (self->clock, &self->timer_id);
  trs_service_projects_forget (self);
}

/**
 * trs_service_projects_create:
 * @self: the projects
 * @user: who pays
 * @video: what to transcribe
 * @language: (nullable): language of the submission; %NULL detects it, which finds that of the catalogue
 * @webhook: where the callback goes
 * @error: return location for an error
 *
 * Takes the credit and makes the project in one transaction. 201, 402 and 404 of the interface.
 *
 * Returns: (transfer full) (nullable): its id; otherwise %TRS_ERROR_NOT_ENOUGH_CREDIT,
 *   %TRS_ERROR_VIDEO_NOT_FOUND if the file of the video has gone, or what SQLite reports
 */
char *
trs_service_projects_create (TrsServiceProjects     *self,
                             gint64                  user,
                             const TrsServiceVideo  *video,
                             const char             *language,
                             const char             *webhook,
                             GError                **error)
{
  g_autofree char *id = g_uuid_string_random ();
  g_autofree char *digest = NULL;
  g_autoptr (GError) local = NULL;
  gint64 created_at = trs_clock_get_time (self->clock);
  gint64 uploaded_at = created_at + duration (self, UPLOAD_SECONDS, video->length, UPLOAD_PART);
  gint64 ends_at = uploaded_at + duration (self, TRANSCRIPTION_SECONDS, video->length, TRANSCRIPTION_PART);
  g_autofree char *paragraphs = trs_service_catalogue_load (video, &local);
  gboolean written;

  if (paragraphs == NULL)
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_VIDEO_NOT_FOUND, local->message);
      return NULL;
    }
  digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, paragraphs, -1);

  if (!trs_sql_exec (self->database, "BEGIN IMMEDIATE", error))
    return NULL;
  written = (self->is_free || trs_service_accounts_spend (self->database, user, video->length, error)) &&
            trs_sql_execute (self->database, error, "INSERT INTO texts VALUES (?, ?) ON CONFLICT DO NOTHING", "ss",
                             digest, paragraphs) &&
            trs_sql_execute (self->database, error,
                             "INSERT INTO projects (" COLUMNS ", user, due_at)"
                             " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 'upload', ?8, ?9, ?10, ?11, -1, '', ?12, ?10)",
                             "sssssssxxxxx", id, video->id, video->title,
                             language != NULL ? language : video->language, webhook, digest, video->fails,
                             video->length, created_at, uploaded_at, ends_at, user);
  if (!trs_sql_end_transaction (self->database, written, error))
    return NULL;

  self->next_due = read_next_due (self);
  catch_up (self);
  return g_steal_pointer (&id);
}

static gboolean
insert_project (TrsServiceProjects      *self,
                const char              *id,
                gint64                   user,
                const TrsServiceMedium  *medium,
                const char              *language,
                const char              *webhook,
                GError                 **error)
{
  gint64 now = trs_clock_get_time (self->clock);

  return trs_sql_execute (self->database, error,
                          "INSERT INTO projects (" COLUMNS ", user)"
                          " VALUES (?, ?, ?, ?, ?, '', '', ?, ?, ?, 0, 0, ?, ?, ?)",
                          "ssssssxxisx", id, medium->id, medium->title, language, webhook,
                          medium->changed ? "error" : "upload", medium->length, now, TRS_SERVICE_PROGRESS_WAITING,
                          medium->changed ? "The file has changed" : "", user);
}

/**
 * trs_service_projects_create_job:
 * @self: the projects
 * @user: who pays
 * @medium: what to transcribe; one that has changed makes a project that has failed, at no cost
 * @language: (nullable): language of the submission; %NULL detects it, or is that of the recogniser that is built in
 * @webhook: where the callback goes
 * @error: return location for an error
 *
 * Takes the credit and makes the project and its job in one transaction.
 *
 * Returns: (transfer full) (nullable): its id; otherwise %TRS_ERROR_NOT_ENOUGH_CREDIT, or what SQLite reports
 */
char *
trs_service_projects_create_job (TrsServiceProjects      *self,
                                 gint64                   user,
                                 const TrsServiceMedium  *medium,
                                 const char              *language,
                                 const char              *webhook,
                                 GError                 **error)
{
  g_autofree char *id = g_uuid_string_random ();
  const char *shown = language;
  TrsServiceJob job = {
    .kind = medium->kind,
    .path = medium->kind == TRS_SERVICE_MEDIUM_FETCHED ? (char *) "" : medium->path,
    .stamp = medium->stamp,
    .digest = medium->digest,
    .track = medium->track,
    .url = medium->kind == TRS_SERVICE_MEDIUM_FETCHED ? medium->path : (char *) "",
    .fetch = medium->kind == TRS_SERVICE_MEDIUM_FETCHED ? (char *) self->fetch : (char *) "",
    .recognizer = (char *) self->recognizer,
    .language = language != NULL ? (char *) language : (char *) "",
    .model = self->model != NULL ? (char *) self->model : (char *) "",
    .state = medium->changed ? (char *) "error" : (char *) "upload",
  };
  gboolean written;

  if (shown == NULL)
    shown = g_str_equal (self->recognizer, TRS_SERVICE_BUILT_IN) ? "en" : TRS_SERVICE_UNDETERMINED;
  if (!trs_sql_exec (self->database, "BEGIN IMMEDIATE", error))
    return NULL;
  written = self->is_free || medium->changed ||
            trs_service_accounts_spend (self->database, user, medium->length, error);
  if (written && insert_project (self, id, user, medium, shown, webhook, error))
    {
      job.project = sqlite3_last_insert_rowid (self->database);
      written = trs_service_jobs_add (self->database, &job, error);
    }
  else
    {
      written = FALSE;
    }
  return trs_sql_end_transaction (self->database, written, error) ? g_steal_pointer (&id) : NULL;
}

/**
 * trs_service_projects_list:
 * @self: the projects
 * @user: whose
 * @page: from 1
 * @error: return location for an error
 *
 * Returns: (transfer full) (element-type TrsServiceProject) (nullable): one page, newest first;
 *   empty past the end
 */
GPtrArray *
trs_service_projects_list (TrsServiceProjects  *self,
                           gint64               user,
                           gint64               page,
                           GError             **error)
{
  gint64 skip = page - 1 > G_MAXINT64 / TRS_SERVICE_PAGE_SIZE ? G_MAXINT64 : (page - 1) * TRS_SERVICE_PAGE_SIZE;

  catch_up (self);
  return trs_sql_read_all (trs_sql_query (self->database, error,
                                          "SELECT " READ " FROM projects WHERE user = ?"
                                          " ORDER BY created_at DESC, number DESC LIMIT ? OFFSET ?",
                                          "xix", user, TRS_SERVICE_PAGE_SIZE, skip),
                           read_project, (GDestroyNotify) trs_service_project_free, error);
}

/**
 * trs_service_projects_find:
 * @self: the projects
 * @user: who asks
 * @id: (nullable): id of a project
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the project; otherwise %TRS_ERROR_PROJECT_NOT_FOUND, also
 *   if it is another user's, or what SQLite reports
 */
TrsServiceProject *
trs_service_projects_find (TrsServiceProjects  *self,
                           gint64               user,
                           const char          *id,
                           GError             **error)
{
  g_autoptr (sqlite3_stmt) statement = NULL;
  gboolean row;

  catch_up (self);
  statement = trs_sql_query (self->database, error, "SELECT " READ " FROM projects WHERE id = ? AND user = ?", "sx", id,
                             user);
  if (!trs_sql_step (statement, &row, error))
    return NULL;
  if (row)
    return read_project (statement);
  g_set_error_literal (error, TRS_ERROR, TRS_ERROR_PROJECT_NOT_FOUND, "There is no such project");
  return NULL;
}

/**
 * trs_service_projects_take_callback:
 * @self: the projects
 *
 * Marks the callback as tried before it is, so that it is tried once even if this program ends meanwhile.
 *
 * Returns: (transfer full) (nullable): a finished project whose callback was never tried
 */
TrsServiceProject *
trs_service_projects_take_callback (TrsServiceProjects *self)
{
  g_autoptr (sqlite3_stmt) statement = trs_sql_query (
      self->database, NULL, "SELECT " COLUMNS " FROM projects WHERE callback = 1 ORDER BY number LIMIT 1", "");
  g_autoptr (TrsServiceProject) project = NULL;
  gboolean row;

  if (!trs_sql_step (statement, &row, NULL) || !row)
    return NULL;
  project = read_project (statement);
  g_clear_pointer (&statement, sqlite3_finalize);

  if (!trs_sql_execute (self->database, NULL, "UPDATE projects SET callback = 2 WHERE id = ?", "s", project->id))
    return NULL;
  return g_steal_pointer (&project);
}

/* Loads the text as it was at the submission. A client requests it in four forms and repeatedly, so the last one is
 * cached. */
static gboolean
load_text (TrsServiceProjects  *self,
           TrsServiceProject   *project,
           GError             **error)
{
  g_autoptr (sqlite3_stmt) statement = NULL;
  const char *json;
  gboolean row;

  if (g_strcmp0 (self->text_digest, project->digest) == 0)
    return TRUE;

  statement = trs_sql_query (self->database, error, "SELECT paragraphs FROM texts WHERE digest = ?", "s",
                             project->digest);
  if (!trs_sql_step (statement, &row, error))
    return FALSE;
  g_clear_pointer (&self->text, json_node_unref);
  g_clear_pointer (&self->text_digest, g_free);
  json = row ? (const char *) sqlite3_column_text (statement, 0) : NULL;
  self->text = trs_service_json_parse (json != NULL ? json : "", json != NULL ? strlen (json) : 0, error);
  if (self->text != NULL)
    self->text_digest = g_strdup (project->digest);
  return self->text != NULL;
}

/**
 * trs_service_projects_describe:
 * @self: the projects
 * @project: one that is done
 * @timecodes: `showTimecode`
 * @speakers: `showSpeaker`
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): "Project detail, finished" of the interface
 */
GBytes *
trs_service_projects_describe (TrsServiceProjects  *self,
                               TrsServiceProject   *project,
                               gboolean             timecodes,
                               gboolean             speakers,
                               GError             **error)
{
  g_autofree char *text = NULL;

  if (load_text (self, project, error))
    text = trs_service_paragraphs_to_text (self->text, timecodes, speakers, error);
  if (text == NULL)
    return NULL;
  return trs_service_json_write (
      g_variant_new_parsed ("{'id': <%s>, 'name': <%s>, 'platformId': <%s>, 'language': <%s>, 'text': <%s>}",
                            project->id, project->name, project->video, project->language, text));
}
