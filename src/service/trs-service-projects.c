/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-projects.h"

#include "trs-error.h"
#include "trs-service-json.h"
#include "trs-service-log.h"

#define UPLOAD_SECONDS 2
#define UPLOAD_PART 100
#define TRANSCRIPTION_SECONDS 3
#define TRANSCRIPTION_PART 50
#define LONGEST_TIMER (G_TIME_SPAN_HOUR / 1000)
#define RETRY_MILLISECONDS 1001
#define COLUMNS "id, video, name, language, webhook, digest, fails, state, length, created_at, uploaded_at, ends_at"

struct _TrsServiceProjects
{
  GObject parent_instance;

  TrsServiceDatabase *database;
  TrsServiceCatalogue *catalogue;
  TrsClock *clock;
  double speed;

  gint64 next_due;
  gint64 timer_due;
  guint timer_id;

  char *text_digest;
  TrsServiceText *text;
};

enum
{
  CALLBACK_DUE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TrsServiceProjects, trs_service_projects, G_TYPE_OBJECT)

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
  g_free (project);
}

gboolean
trs_service_project_is_done (TrsServiceProject *project)
{
  return g_str_equal (project->state, "done");
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
  if (g_str_equal (project->state, "upload"))
    return g_strdup_printf ("Fetching the video from the platform (%d %%)",
                            percent (project->created_at, project->uploaded_at, now));
  if (g_str_equal (project->state, "transcription"))
    return g_strdup_printf ("Transcribing the audio (%d %%)", percent (project->uploaded_at, project->ends_at, now));
  if (g_str_equal (project->fails, "upload"))
    return g_strdup ("The video could not be fetched from the platform");
  return g_strdup ("The audio could not be transcribed");
}

/**
 * trs_service_project_describe:
 * @project: a project that is done
 * @text: its text
 * @timecodes: `showTimecode`
 * @speakers: `showSpeaker`
 *
 * Returns: (transfer full): "Project detail, finished" of the interface
 */
JsonObject *
trs_service_project_describe (TrsServiceProject *project,
                              TrsServiceText    *text,
                              gboolean           timecodes,
                              gboolean           speakers)
{
  g_autofree char *rendered = trs_service_text_render (text, timecodes, speakers);
  JsonObject *detail = json_object_new ();

  json_object_set_string_member (detail, "id", project->id);
  json_object_set_string_member (detail, "name", project->name);
  json_object_set_string_member (detail, "platformId", project->video);
  json_object_set_string_member (detail, "language", project->language);
  json_object_set_string_member (detail, "text", rendered);
  return detail;
}

static void
trs_service_projects_finalize (GObject *object)
{
  TrsServiceProjects *self = TRS_SERVICE_PROJECTS (object);

  if (self->timer_id != 0)
    trs_clock_remove_timeout (self->clock, self->timer_id);
  g_clear_pointer (&self->text, trs_service_text_unref);
  g_free (self->text_digest);
  g_object_unref (self->database);
  g_object_unref (self->catalogue);
  g_object_unref (self->clock);

  G_OBJECT_CLASS (trs_service_projects_parent_class)->finalize (object);
}

static void
trs_service_projects_class_init (TrsServiceProjectsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trs_service_projects_finalize;

  signals[CALLBACK_DUE] = g_signal_new ("callback-due", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                        NULL, G_TYPE_NONE, 0);
}

static void
trs_service_projects_init (TrsServiceProjects *self)
{
  self->next_due = G_MAXINT64;
}

/* The order of the four matters: a project that slept through both states passes through both. */
static gboolean
move_due (TrsServiceProjects  *self,
          gint64               now,
          GError             **error)
{
  static const char * const moves[] = {
    "UPDATE projects SET state = 'error', due_at = NULL"
    " WHERE due_at <= ? AND state = 'upload' AND fails = 'upload'",
    "UPDATE projects SET state = 'transcription', due_at = ends_at WHERE due_at <= ? AND state = 'upload'",
    "UPDATE projects SET state = 'error', due_at = NULL"
    " WHERE due_at <= ? AND state = 'transcription' AND fails = 'transcription'",
    "UPDATE projects SET state = 'done', due_at = NULL, callback = 1 WHERE due_at <= ? AND state = 'transcription'",
  };

  if (!trs_service_database_begin (self->database, error))
    return FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    if (!trs_service_database_run (self->database, error, moves[i], "i", now))
      {
        trs_service_database_roll_back (self->database);
        return FALSE;
      }

  return trs_service_database_commit (self->database, error);
}

static gint64
read_next_due (TrsServiceProjects *self)
{
  g_autoptr (TrsServiceStatement) statement =
      trs_service_database_prepare (self->database, "SELECT min (due_at) FROM projects WHERE due_at IS NOT NULL", "");
  gboolean row;

  if (trs_service_database_step (self->database, statement, &row, NULL) &&
      sqlite3_column_type (statement, 0) != SQLITE_NULL)
    return sqlite3_column_int64 (statement, 0);
  return G_MAXINT64;
}

static void schedule (TrsServiceProjects *self,
                      gint64              milliseconds);

static void
catch_up (TrsServiceProjects *self)
{
  g_autoptr (GError) error = NULL;
  gint64 now = trs_clock_get_time (self->clock);

  if (now >= self->next_due)
    {
      if (!move_due (self, now, &error))
        {
          trs_service_log ("The projects cannot go on: %s", error->message);
          schedule (self, RETRY_MILLISECONDS);
          return;
        }
      g_signal_emit (self, signals[CALLBACK_DUE], 0);
      self->next_due = read_next_due (self);
    }

  if (self->next_due < G_MAXINT64 && (self->timer_id == 0 || self->timer_due != self->next_due))
    schedule (self, MAX (self->next_due - now, 0) / 1000 + 1);
}

static gboolean
timer_cb (gpointer user_data)
{
  TrsServiceProjects *self = user_data;

  self->timer_id = 0;
  catch_up (self);
  return G_SOURCE_REMOVE;
}

/* Whole seconds are rounded by the clock, which is too rough here; and the
 * wall clock may be set under way, hence the longest wait. */
static void
schedule (TrsServiceProjects *self,
          gint64              milliseconds)
{
  milliseconds = MIN (milliseconds, LONGEST_TIMER);
  if (milliseconds % 1000 == 0)
    milliseconds++;

  if (self->timer_id != 0)
    trs_clock_remove_timeout (self->clock, self->timer_id);
  self->timer_due = self->next_due;
  self->timer_id = trs_clock_add_timeout (self->clock, (guint) milliseconds, timer_cb, self, NULL);
}

static TrsServiceProject *
read_project (TrsServiceStatement *statement)
{
  TrsServiceProject *project = g_new0 (TrsServiceProject, 1);
  char **texts[] = { &project->id, &project->video, &project->name, &project->language, &project->webhook,
                     &project->digest, &project->fails, &project->state };
  gint64 *numbers[] = { &project->length, &project->created_at, &project->uploaded_at, &project->ends_at };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    *texts[i] = g_strdup (trs_service_statement_text (statement, (int) i));
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    *numbers[i] = sqlite3_column_int64 (statement, (int) (G_N_ELEMENTS (texts) + i));

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

static gboolean
insert_project (TrsServiceProjects     *self,
                gint64                  user,
                const TrsServiceVideo  *video,
                const char             *language,
                const char             *webhook,
                const char             *paragraphs,
                const char             *id,
                GError                **error)
{
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, paragraphs, -1);
  gint64 created_at = trs_clock_get_time (self->clock);
  gint64 uploaded_at = created_at + duration (self, UPLOAD_SECONDS, video->length, UPLOAD_PART);
  gint64 ends_at = uploaded_at + duration (self, TRANSCRIPTION_SECONDS, video->length, TRANSCRIPTION_PART);

  return trs_service_database_run (self->database, error,
                                   "INSERT INTO texts VALUES (?, ?) ON CONFLICT DO NOTHING", "ss", digest,
                                   paragraphs) &&
         trs_service_database_run (self->database, error,
                                   "INSERT INTO projects (" COLUMNS ", user, due_at)"
                                   " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 'upload', ?8, ?9, ?10, ?11, ?12, ?10)",
                                   "sssssssiiiii", id, video->id, video->title, language, webhook, digest, video->fails,
                                   video->length, created_at, uploaded_at, ends_at, user);
}

/**
 * trs_service_projects_new:
 * @database: where the projects are, and who pays
 * @catalogue: where texts come from
 * @clock: the time
 * @speed: how many times faster than usual the pipeline of new projects is; above 0
 *
 * Returns: (transfer full): the projects, which do not move before trs_service_projects_start()
 */
TrsServiceProjects *
trs_service_projects_new (TrsServiceDatabase  *database,
                          TrsServiceCatalogue *catalogue,
                          TrsClock            *clock,
                          double               speed)
{
  TrsServiceProjects *self;

  g_return_val_if_fail (speed > 0, NULL);

  self = g_object_new (TRS_TYPE_SERVICE_PROJECTS, NULL);
  self->database = g_object_ref (database);
  self->catalogue = g_object_ref (catalogue);
  self->clock = g_object_ref (clock);
  self->speed = speed;

  return self;
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
  g_signal_emit (self, signals[CALLBACK_DUE], 0);
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
 *   %TRS_ERROR_VIDEO_NOT_FOUND if the file of the video has gone, or %TRS_ERROR_FAILED
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
  g_autofree char *paragraphs = NULL;
  g_autoptr (GError) local = NULL;

  paragraphs = trs_service_catalogue_load (self->catalogue, video, &local);
  if (paragraphs == NULL)
    {
      g_set_error_literal (error, TRS_ERROR, TRS_ERROR_VIDEO_NOT_FOUND, local->message);
      return NULL;
    }

  if (!trs_service_database_begin (self->database, error))
    return NULL;
  if (!trs_service_accounts_spend (self->database, user, trs_service_accounts_cost (video->length), error) ||
      !insert_project (self, user, video, language != NULL ? language : video->language, webhook, paragraphs, id,
                       error))
    {
      trs_service_database_roll_back (self->database);
      return NULL;
    }
  if (!trs_service_database_commit (self->database, error))
    return NULL;

  self->next_due = read_next_due (self);
  catch_up (self);
  return g_steal_pointer (&id);
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
  g_autoptr (GPtrArray) projects = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_service_project_free);
  g_autoptr (TrsServiceStatement) statement = NULL;
  gboolean row;
  gint64 skip = page - 1 > G_MAXINT64 / TRS_SERVICE_PAGE_SIZE ? G_MAXINT64 : (page - 1) * TRS_SERVICE_PAGE_SIZE;

  g_return_val_if_fail (page >= 1, NULL);

  catch_up (self);
  statement = trs_service_database_prepare (self->database,
                                            "SELECT " COLUMNS " FROM projects WHERE user = ?"
                                            " ORDER BY created_at DESC, number DESC LIMIT ? OFFSET ?",
                                            "iii", user, (gint64) TRS_SERVICE_PAGE_SIZE, skip);
  do
    {
      if (!trs_service_database_step (self->database, statement, &row, error))
        return NULL;
      if (row)
        g_ptr_array_add (projects, read_project (statement));
    }
  while (row);

  return g_steal_pointer (&projects);
}

/**
 * trs_service_projects_find:
 * @self: the projects
 * @user: who asks
 * @id: id of a project
 * @project: (out) (transfer full) (nullable): the project; %NULL if there is none or it is another user's
 * @error: return location for an error
 *
 * Returns: %TRUE if that is known
 */
gboolean
trs_service_projects_find (TrsServiceProjects  *self,
                           gint64               user,
                           const char          *id,
                           TrsServiceProject  **project,
                           GError             **error)
{
  g_autoptr (TrsServiceStatement) statement = NULL;
  gboolean row;

  catch_up (self);
  statement = trs_service_database_prepare (
      self->database, "SELECT " COLUMNS " FROM projects WHERE id = ? AND user = ?", "si", id, user);
  if (!trs_service_database_step (self->database, statement, &row, error))
    return FALSE;
  *project = row ? read_project (statement) : NULL;
  return TRUE;
}

/**
 * trs_service_projects_take_callback:
 * @self: the projects
 *
 * Marks the attempt before it is made: it is a single one even if this program ends under way.
 *
 * Returns: (transfer full) (nullable): a finished project whose callback was never tried
 */
TrsServiceProject *
trs_service_projects_take_callback (TrsServiceProjects *self)
{
  g_autoptr (TrsServiceStatement) statement = trs_service_database_prepare (
      self->database, "SELECT " COLUMNS " FROM projects WHERE callback = 1 ORDER BY number LIMIT 1", "");
  g_autoptr (TrsServiceProject) project = NULL;
  gboolean row;

  if (!trs_service_database_step (self->database, statement, &row, NULL) || !row)
    return NULL;
  project = read_project (statement);
  g_clear_pointer (&statement, trs_service_statement_free);

  if (!trs_service_database_run (self->database, NULL, "UPDATE projects SET callback = 2 WHERE id = ?", "s",
                                 project->id))
    return NULL;
  return g_steal_pointer (&project);
}

/**
 * trs_service_projects_get_text:
 * @self: the projects
 * @project: one that is done
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): its text, as the video was when it was submitted
 */
TrsServiceText *
trs_service_projects_get_text (TrsServiceProjects  *self,
                               TrsServiceProject   *project,
                               GError             **error)
{
  g_autoptr (TrsServiceStatement) statement = NULL;
  g_autoptr (JsonNode) paragraphs = NULL;
  g_autoptr (TrsServiceText) text = NULL;
  const char *json;
  gboolean row;

  if (g_strcmp0 (self->text_digest, project->digest) == 0)
    return trs_service_text_ref (self->text);

  statement = trs_service_database_prepare (self->database, "SELECT paragraphs FROM texts WHERE digest = ?", "s",
                                            project->digest);
  if (!trs_service_database_step (self->database, statement, &row, error))
    return NULL;
  json = trs_service_statement_text (statement, 0);
  paragraphs = trs_service_json_parse (json, strlen (json), error);
  if (paragraphs == NULL || (text = trs_service_text_new (paragraphs, error)) == NULL)
    return NULL;

  g_clear_pointer (&self->text, trs_service_text_unref);
  self->text = trs_service_text_ref (text);
  g_free (self->text_digest);
  self->text_digest = g_strdup (project->digest);
  return g_steal_pointer (&text);
}

/* Returns: microseconds since the epoch, by the clock of the projects */
gint64
trs_service_projects_get_time (TrsServiceProjects *self)
{
  return trs_clock_get_time (self->clock);
}
