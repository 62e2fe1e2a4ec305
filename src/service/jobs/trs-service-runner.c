/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-service-runner.h"

#include "trs-error.h"
#include "trs-service-child.h"
#include "trs-service-fetch.h"
#include "trs-service-report.h"
#include "trs-service-sound.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

/* Name of the file of sound in the folder of an attempt. */
#define SOUND "sound.opus"

/* Milliseconds after which something that could not be written is tried again. */
#define PAUSE 5000
#define MAX_PARAGRAPHS 200000
#define MAX_TEXT 67108864
/* Seconds by which a paragraph may start before the previous one. */
#define TOLERANCE 1.0
/* A fetched video may be longer than the length that was paid for, by this factor and these seconds. */
#define LONGER 1.1
#define LONGER_SECONDS 60
/* Seconds of sound after which it is said that there are no words. */
#define LONG_WITHOUT_WORDS 180

struct _TrsServiceRunner
{
  sqlite3 *database;
  TrsClock *clock;
  char *worker;
  char *scratch;
  char *sound; /* (nullable): where sound is kept */
  guint n_jobs;
  GPtrArray *attempts; /* under way */
  GPtrArray *stranded; /* TrsServiceJob that could not be given back */
  guint timer_id;
  gboolean started;
  gboolean paused; /* by the user */

  TrsServiceTicketFunc has_ticket;
  gpointer ticket_data;
  GSourceOnceFunc changed;
  gpointer changed_data;
};

/* One attempt at one job. It outlives the runner until its process has ended. */
typedef struct
{
  TrsServiceRunner *self; /* NULL once the runner has gone */
  TrsServiceJob *job;
  GCancellable *cancellable;
  char *folder;
  char *sound;         /* (nullable): where the worker writes the sound */
  gboolean sound_kept; /* all of it is there */
  TrsServiceReport *end;
  TrsServiceReport *fault;
  double last_start;
  gsize n_bytes;
  gint64 percent;
  gboolean removed;
  gboolean released; /* to be given back, because jobs are paused */
  GError *error; /* what could not be written, or is wrong with what the worker says */
  gboolean unwritten; /* the error is that of a write */
} Attempt;

static void
attempt_free (Attempt *attempt)
{
  trs_service_job_free (attempt->job);
  g_object_unref (attempt->cancellable);
  g_free (attempt->folder);
  g_free (attempt->sound);
  g_clear_pointer (&attempt->end, trs_service_report_free);
  g_clear_pointer (&attempt->fault, trs_service_report_free);
  g_clear_error (&attempt->error);
  g_free (attempt);
}

static char *
get_folder (TrsServiceRunner *self,
            gint64            number)
{
  g_autofree char *name = g_strdup_printf ("%" G_GINT64_FORMAT, number);

  return g_build_filename (self->scratch, name, NULL);
}

static void
retry_cb (gpointer user_data)
{
  TrsServiceRunner *self = user_data;

  for (guint i = self->stranded->len; i-- > 0;)
    if (trs_service_jobs_finish (self->database, self->stranded->pdata[i], TRS_SERVICE_OUTCOME_RELEASED, NULL, NULL))
      g_ptr_array_remove_index (self->stranded, i);
  if (self->stranded->len > 0)
    trs_clock_set_timeout (self->clock, &self->timer_id, PAUSE, retry_cb, self);
  else
    trs_service_runner_kick (self);
}

/* Without free disk space every other job would fail, too. */
static void
pause_jobs (TrsServiceRunner *self,
            const GError     *error)
{
  if (self->timer_id == 0)
    g_message ("The jobs pause: %s", error->message);
  trs_clock_set_timeout (self->clock, &self->timer_id, PAUSE, retry_cb, self);
}

static void
fail_attempt (Attempt  *attempt,
              GError   *error,
              gboolean  unwritten)
{
  if (attempt->error == NULL)
    {
      attempt->error = error;
      attempt->unwritten = unwritten;
    }
  else
    g_error_free (error);
  g_cancellable_cancel (attempt->cancellable);
}

static void
write_beat (Attempt              *attempt,
            const TrsServiceBeat *what)
{
  GError *error = NULL;

  if (!trs_service_jobs_beat (attempt->self->database, attempt->job, what, &error))
    fail_attempt (attempt, error, TRUE);
}

static void
handle_progress (Attempt          *attempt,
                 TrsServiceReport *report)
{
  gboolean same_state = g_str_equal (attempt->job->state, report->state);

  /* A job that goes on behind its last paragraph reads the file again, and that is no news. */
  if (same_state ? report->percent > attempt->percent : g_str_equal (report->state, "transcription"))
    {
      TrsServiceBeat what = { .state = report->state, .percent = report->percent };

      write_beat (attempt, &what);
      attempt->percent = report->percent;
    }
}

/* Returns: (nullable): why a paragraph cannot be what a recogniser heard in this recording */
static const char *
find_fault (Attempt          *attempt,
            TrsServiceReport *report)
{
  if (report->start < attempt->last_start - TOLERANCE)
    return "paragraphs that are out of order";
  if (attempt->job->n_paragraphs >= MAX_PARAGRAPHS || attempt->n_bytes > MAX_TEXT)
    return "more text than there can be";
  return NULL;
}

static void
handle_paragraph (Attempt          *attempt,
                  TrsServiceReport *report)
{
  TrsServiceBeat what = { .text = report->text, .start = report->start, .end = report->end,
                          .speaker = report->speaker };
  const char *fault;

  if (*report->text == '\0')
    return;
  attempt->n_bytes += strlen (report->text);
  fault = find_fault (attempt, report);
  if (fault != NULL)
    {
      fail_attempt (attempt, g_error_new (TRS_ERROR, TRS_ERROR_INVALID_INPUT, "The recogniser gave %s", fault), FALSE);
      return;
    }
  attempt->last_start = MAX (attempt->last_start, report->start);
  write_beat (attempt, &what);
}

/* If a platform reports less than there is, the rest would be transcribed for free. */
static void
check_length (Attempt          *attempt,
              TrsServiceReport *report)
{
  if (attempt->job->kind == TRS_SERVICE_MEDIUM_FETCHED &&
      report->seconds > (double) attempt->job->length * LONGER + LONGER_SECONDS)
    fail_attempt (
        attempt,
        g_error_new_literal (TRS_ERROR, TRS_ERROR_TOO_LARGE, "The video is longer than its platform says"), FALSE);
}

static void
handle_sound (Attempt          *attempt,
              TrsServiceReport *report)
{
  attempt->sound_kept = attempt->sound != NULL && report->kept;
  if (attempt->sound != NULL && !report->kept)
    g_message ("Job %" G_GINT64_FORMAT ": the sound is not kept: %s", attempt->job->number,
               report->message != NULL ? report->message : "no reason given");
}

/* Called before the job is marked as done, so that whoever sees that can play the sound. Without sound the job is still
 * done. */
static void
keep_sound (Attempt *attempt)
{
  TrsServiceRunner *self = attempt->self;
  g_autoptr (GError) error = NULL;

  if (attempt->sound_kept && trs_service_sound_is_wished (self->sound) &&
      self->has_ticket (attempt->job->video, self->ticket_data) &&
      !trs_service_sound_keep (self->sound, attempt->job->video, attempt->sound, &error))
    g_message ("Job %" G_GINT64_FORMAT ": the sound is not kept: %s", attempt->job->number, error->message);
}

static void
line_cb (const char *line,
         gsize       length,
         gpointer    user_data)
{
  Attempt *attempt = user_data;
  g_autoptr (TrsServiceReport) report = NULL;
  GError *error = NULL;

  if (attempt->self == NULL || attempt->removed || attempt->released || attempt->error != NULL)
    return;
  report = trs_service_report_read (line, length, &error);
  if (report == NULL)
    {
      g_prefix_error (&error, "The worker wrote what it should not: ");
      fail_attempt (attempt, error, FALSE);
      return;
    }
  /* Ignore what follows the end. */
  if (attempt->end != NULL || attempt->fault != NULL)
    return;

  switch (report->type)
    {
    case TRS_SERVICE_REPORT_LENGTH:
      check_length (attempt, report);
      break;
    case TRS_SERVICE_REPORT_PROGRESS:
      handle_progress (attempt, report);
      break;
    case TRS_SERVICE_REPORT_PARAGRAPH:
      handle_paragraph (attempt, report);
      break;
    case TRS_SERVICE_REPORT_SOUND:
      handle_sound (attempt, report);
      break;
    case TRS_SERVICE_REPORT_LANGUAGE:
      write_beat (attempt, &(TrsServiceBeat) { .language = report->language });
      break;
    case TRS_SERVICE_REPORT_END:
      attempt->end = g_steal_pointer (&report);
      break;
    case TRS_SERVICE_REPORT_FAULT:
      attempt->fault = g_steal_pointer (&report);
      break;
    case TRS_SERVICE_REPORT_MEDIA:
    case TRS_SERVICE_REPORT_OTHER:
      break;
    }
}

/* Whether another attempt would fail in the same way, because of the file or the configuration of the service. */
static gboolean
is_permanent (const char *reason)
{
  static const char * const final[] = { "empty", "unreadable", "not-media", "no-sound", "protected", "playlist", "cut",
                                        "setup", "language", "timeout", NULL };

  return g_strv_contains (final, reason);
}

/* The API has no field for this, so that it stands in the text. */
static void
append_note (Attempt    *attempt,
             const char *text)
{
  TrsServiceBeat what = { .text = text, .start = MAX (attempt->end->seconds, attempt->last_start) };

  what.end = what.start;
  write_beat (attempt, &what);
  g_message ("Job %" G_GINT64_FORMAT ": %s", attempt->job->number, text);
}

/* What the user could not see in the words: that some are missing, or all. */
static void
append_notes (Attempt *attempt)
{
  const TrsServiceReport *end = attempt->end;
  g_autofree char *cut =
      g_strdup_printf ("[The recording breaks off here: of %" G_GINT64_FORMAT " seconds %.0f could be read.]",
                       attempt->job->length, floor (end->seconds));
  g_autofree char *dropped =
      g_strdup_printf ("[The recogniser gave times that cannot be for %" G_GINT64_FORMAT " of its parts: they are left"
                       " out.]", end->dropped);
  g_autofree char *empty =
      g_strdup_printf ("[No words were recognised in %.0f minutes of sound.]", floor (end->seconds / 60));

  if (attempt->job->n_paragraphs == 0 && end->seconds >= LONG_WITHOUT_WORDS)
    append_note (attempt, empty);
  if (end->dropped > 0)
    append_note (attempt, dropped);
  if (end->cut)
    append_note (attempt, cut);
}

static void
finish (Attempt           *attempt,
        TrsServiceOutcome  outcome,
        const char        *cause)
{
  TrsServiceRunner *self = attempt->self;
  g_autoptr (GError) error = NULL;

  /* Only an attempt that is given back goes on with its folder. */
  if (outcome != TRS_SERVICE_OUTCOME_RELEASED || attempt->removed)
    trs_service_file_remove_tree (attempt->folder);
  else if (attempt->sound != NULL)
    /* The next attempt writes the sound again; until then it would only take disk space. */
    g_unlink (attempt->sound);
  g_ptr_array_remove_fast (self->attempts, attempt);

  if (attempt->removed)
    g_message ("Job %" G_GINT64_FORMAT " was removed", attempt->job->number);
  else if (!trs_service_jobs_finish (self->database, attempt->job, outcome, cause, &error))
    {
      g_ptr_array_add (self->stranded, g_steal_pointer (&attempt->job));
      attempt->job = g_new0 (TrsServiceJob, 1);
      pause_jobs (self, error);
    }
  else
    {
      if (outcome != TRS_SERVICE_OUTCOME_DONE && cause != NULL)
        g_message ("Job %" G_GINT64_FORMAT ", %s: %s", attempt->job->number, attempt->job->id, cause);
      else if (outcome == TRS_SERVICE_OUTCOME_DONE)
        g_message ("Job %" G_GINT64_FORMAT ", %s: done", attempt->job->number, attempt->job->id);
      self->changed (self->changed_data);
    }
  attempt_free (attempt);
  trs_service_runner_kick (self);
}

/* Ends an attempt whose runner was freed, or whose job was removed or paused. */
static gboolean
end_if_over (Attempt *attempt)
{
  if (attempt->self == NULL)
    {
      attempt_free (attempt);
      return TRUE;
    }
  if (attempt->removed || attempt->released)
    {
      finish (attempt, TRS_SERVICE_OUTCOME_RELEASED, NULL);
      return TRUE;
    }
  return FALSE;
}

static void
worker_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  Attempt *attempt = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *cause = NULL;
  gboolean good = trs_service_child_run_finish (result, &error);

  if (end_if_over (attempt))
    return;

  if (good && attempt->error == NULL && attempt->end != NULL)
    append_notes (attempt);
  if (attempt->error != NULL && attempt->unwritten)
    {
      pause_jobs (attempt->self, attempt->error);
      finish (attempt, TRS_SERVICE_OUTCOME_RELEASED, NULL);
    }
  else if (attempt->error != NULL)
    {
      cause = g_strdup (attempt->error->message);
      finish (attempt,
              g_error_matches (attempt->error, TRS_ERROR, TRS_ERROR_TOO_LARGE) ? TRS_SERVICE_OUTCOME_FAILED
                                                                               : TRS_SERVICE_OUTCOME_RETRY,
              cause);
    }
  else if (attempt->fault != NULL && g_str_equal (attempt->fault->reason, "disk"))
    {
      g_set_error_literal (&attempt->error, TRS_ERROR, TRS_ERROR_FAILED, attempt->fault->message);
      pause_jobs (attempt->self, attempt->error);
      finish (attempt, TRS_SERVICE_OUTCOME_RELEASED, NULL);
    }
  else if (attempt->fault != NULL)
    {
      cause = g_strdup (attempt->fault->message);
      finish (attempt, is_permanent (attempt->fault->reason) ? TRS_SERVICE_OUTCOME_FAILED : TRS_SERVICE_OUTCOME_RETRY,
              cause);
    }
  else if (!good || attempt->end == NULL)
    {
      g_message ("Job %" G_GINT64_FORMAT ": the worker failed: %s", attempt->job->number,
                 error != NULL ? error->message : "it ended without a word");
      finish (attempt, TRS_SERVICE_OUTCOME_RETRY, "The recogniser broke down");
    }
  else
    {
      /* The file may have been replaced while it was read. */
      g_clear_error (&error);
      if (trs_service_file_check_stamp (attempt->job->path, &attempt->job->stamp, &error))
        {
          keep_sound (attempt);
          finish (attempt, TRS_SERVICE_OUTCOME_DONE, NULL);
        }
      else
        finish (attempt, TRS_SERVICE_OUTCOME_FAILED, error->message);
    }
}

static void
start_worker (Attempt *attempt)
{
  TrsServiceRunner *self = attempt->self;
  TrsServiceJob *job = attempt->job;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree char *scratch = g_build_filename (attempt->folder, "scratch", NULL);
  char from[G_ASCII_DTOSTR_BUF_SIZE];
  g_auto (GStrv) argv = NULL;
  g_autoptr (GError) error = NULL;
  int file = trs_service_file_open (job->path, &error);

  if (file < 0)
    {
      finish (attempt, TRS_SERVICE_OUTCOME_FAILED, error->message);
      return;
    }
  trs_service_file_remove_tree (scratch);
  if (!trs_service_file_make_folder (scratch, &error))
    {
      close (file);
      fail_attempt (attempt, g_steal_pointer (&error), TRUE);
      pause_jobs (self, attempt->error);
      finish (attempt, TRS_SERVICE_OUTCOME_RELEASED, NULL);
      return;
    }

  attempt->last_start = job->from;
  attempt->percent = -1;
  g_strv_builder_add_many (builder, self->worker, "transcribe", "--recognizer", job->recognizer, "--scratch", scratch,
                           NULL);
  if (*job->language != '\0')
    g_strv_builder_add_many (builder, "--language", job->language, NULL);
  if (*job->model != '\0')
    g_strv_builder_add_many (builder, "--model", job->model, NULL);
  if (job->kind == TRS_SERVICE_MEDIUM_TICKET && self->has_ticket != NULL && trs_service_sound_is_wished (self->sound))
    {
      attempt->sound = g_build_filename (scratch, SOUND, NULL);
      g_strv_builder_add_many (builder, "--sound", attempt->sound, NULL);
    }
  if (job->track > 1)
    {
      g_autofree char *track = g_strdup_printf ("%" G_GINT64_FORMAT, job->track);

      g_strv_builder_add_many (builder, "--track", track, NULL);
    }
  if (job->from > 0)
    g_strv_builder_add_many (builder, "--from", g_ascii_formatd (from, sizeof from, "%.3f", job->from), NULL);
  g_strv_builder_add (builder, TRS_SERVICE_CHILD_FILE);
  argv = g_strv_builder_end (builder);
  trs_service_child_run_async ((const char * const *) argv, file, 0, 0, self->clock, line_cb, attempt,
                               attempt->cancellable, worker_cb, attempt);
}

static void
digest_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  Attempt *attempt = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *digest = trs_service_file_digest_finish (result, &error);

  if (end_if_over (attempt))
    return;
  if (digest == NULL)
    finish (attempt, TRS_SERVICE_OUTCOME_RETRY, error->message);
  else if (!g_str_equal (digest, attempt->job->digest))
    finish (attempt, TRS_SERVICE_OUTCOME_FAILED, "The file has changed");
  else
    start_worker (attempt);
}

static void
check_file (Attempt *attempt)
{
  g_autoptr (GError) error = NULL;

  if (!trs_service_file_check_stamp (attempt->job->path, &attempt->job->stamp, &error))
    finish (attempt, TRS_SERVICE_OUTCOME_FAILED, error->message);
  else if (*attempt->job->digest != '\0')
    trs_service_file_digest_async (attempt->job->path, attempt->cancellable, digest_cb, attempt);
  else
    start_worker (attempt);
}

static void
percent_cb (gint64   percent,
            gpointer user_data)
{
  Attempt *attempt = user_data;
  TrsServiceBeat what = { .state = "upload", .percent = percent };

  if (attempt->self != NULL && !attempt->removed && !attempt->released && attempt->error == NULL)
    write_beat (attempt, &what);
}

static void
fetched_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  Attempt *attempt = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = trs_service_fetch_run_finish (result, &error);
  TrsServiceBeat what = { .path = path };

  if (end_if_over (attempt))
    return;
  if (path != NULL && trs_service_file_read_stamp (path, &what.stamp, &error))
    write_beat (attempt, &what);
  if (attempt->error != NULL)
    {
      pause_jobs (attempt->self, attempt->error);
      finish (attempt, TRS_SERVICE_OUTCOME_RELEASED, NULL);
      return;
    }
  if (path == NULL)
    {
      g_message ("Job %" G_GINT64_FORMAT ": not fetched: %s", attempt->job->number, error->message);
      finish (attempt, TRS_SERVICE_OUTCOME_RETRY, "The video could not be fetched from the platform");
      return;
    }
  g_free (attempt->job->path);
  attempt->job->path = g_steal_pointer (&path);
  attempt->job->stamp = what.stamp;
  check_file (attempt);
}

/* A file that an earlier run of the service has fetched is used again. */
static void
fetch_file (Attempt *attempt)
{
  TrsServiceJob *job = attempt->job;
  g_autofree char *folder = g_build_filename (attempt->folder, "fetched", NULL);
  g_autoptr (GError) error = NULL;

  if (*job->path != '\0' && trs_service_file_check_stamp (job->path, &job->stamp, NULL))
    {
      check_file (attempt);
      return;
    }
  trs_service_file_remove_tree (folder);
  if (!trs_service_file_make_folder (folder, &error))
    {
      pause_jobs (attempt->self, error);
      finish (attempt, TRS_SERVICE_OUTCOME_RELEASED, NULL);
      return;
    }
  trs_service_fetch_run_async (job->fetch, job->video, job->url, folder, job->length, attempt->self->clock, percent_cb,
                               attempt, attempt->cancellable, fetched_cb, attempt);
}

static void
start_attempt (TrsServiceRunner *self,
               TrsServiceJob    *job)
{
  Attempt *attempt = g_new0 (Attempt, 1);

  attempt->self = self;
  attempt->job = job;
  attempt->cancellable = g_cancellable_new ();
  attempt->folder = get_folder (self, job->number);
  g_ptr_array_add (self->attempts, attempt);
  if (job->kind == TRS_SERVICE_MEDIUM_FETCHED)
    fetch_file (attempt);
  else
    check_file (attempt);
}

/**
 * trs_service_runner_kick:
 * @self: a runner that was started
 *
 * Starts jobs that wait, as many as may run at a time.
 */
void
trs_service_runner_kick (TrsServiceRunner *self)
{
  /* After a write has failed, the timer calls this. */
  while (self->started && !self->paused && self->timer_id == 0 && self->attempts->len < self->n_jobs)
    {
      TrsServiceJob *job;
      g_autoptr (GError) error = NULL;

      if (!trs_service_jobs_claim (self->database, &job, &error))
        pause_jobs (self, error);
      else if (job != NULL)
        start_attempt (self, job);
      else
        return;
    }
}

/**
 * trs_service_runner_set_paused:
 * @self: a runner
 * @paused: whether jobs are to wait
 *
 * To pause gives back the jobs under way, as the end of the program does.
 */
void
trs_service_runner_set_paused (TrsServiceRunner *self,
                               gboolean          paused)
{
  if (self->paused == paused)
    return;

  self->paused = paused;
  g_message (paused ? "The jobs are paused" : "The jobs go on");
  for (guint i = 0; paused && i < self->attempts->len; i++)
    {
      Attempt *attempt = self->attempts->pdata[i];

      attempt->released = TRUE;
      g_cancellable_cancel (attempt->cancellable);
    }
  trs_service_runner_kick (self);
}

static void
forget_job (TrsServiceRunner *self,
            gint64            number)
{
  g_autofree char *folder = get_folder (self, number);

  for (guint i = 0; i < self->attempts->len; i++)
    {
      Attempt *attempt = self->attempts->pdata[i];

      if (attempt->job->number == number)
        {
          attempt->removed = TRUE;
          g_cancellable_cancel (attempt->cancellable);
          return;
        }
    }
  trs_service_file_remove_tree (folder);
}

static void
sweep (TrsServiceRunner *self,
       gboolean          at_start)
{
  g_autoptr (GArray) removed = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GError) error = NULL;

  if (!trs_service_jobs_sweep (self->database, at_start, self->has_ticket, self->ticket_data, removed, &error))
    g_message ("The jobs cannot be looked through: %s", error->message);
  for (guint i = 0; i < removed->len; i++)
    forget_job (self, g_array_index (removed, gint64, i));
  if (self->sound != NULL && self->has_ticket != NULL)
    trs_service_sound_sweep (self->sound, self->has_ticket, self->ticket_data);
  if (removed->len > 0)
    self->changed (self->changed_data);
}

/* Ends and forgets jobs whose tickets were removed. */
void
trs_service_runner_sweep (TrsServiceRunner *self)
{
  sweep (self, FALSE);
}

/* Removes the folders that a service which was killed has left of jobs that have ended. */
static void
clear_scratch (TrsServiceRunner *self)
{
  g_autoptr (GDir) dir = g_dir_open (self->scratch, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->scratch, name, NULL);
      gint64 open = 0;

      if (trs_sql_read_number (self->database, &open, NULL,
                               "SELECT count(*) FROM jobs WHERE number = ? AND state != 'ended'", "x",
                               g_ascii_strtoll (name, NULL, 10)) &&
          open == 0)
        trs_service_file_remove_tree (path);
    }
}

/**
 * trs_service_runner_start:
 * @self: a runner
 * @has_ticket: (nullable): says which tickets there are; %NULL if no project has one
 * @ticket_data: for @has_ticket
 * @changed: called when a project has become final, or was removed
 * @changed_data: for @changed
 *
 * Resumes the jobs that were under way when the program ended.
 */
void
trs_service_runner_start (TrsServiceRunner     *self,
                          TrsServiceTicketFunc  has_ticket,
                          gpointer              ticket_data,
                          GSourceOnceFunc       changed,
                          gpointer              changed_data)
{
  self->has_ticket = has_ticket;
  self->ticket_data = ticket_data;
  self->changed = changed;
  self->changed_data = changed_data;
  self->started = TRUE;
  sweep (self, TRUE);
  clear_scratch (self);
  trs_service_runner_kick (self);
}

/**
 * trs_service_runner_new:
 * @database: where the jobs are; borrowed
 * @clock: the time
 * @worker: path of `transcription-worker`
 * @scratch: folder for temporary files of the jobs; created if it is missing
 * @sound: (nullable): folder in which the sound of recordings with a ticket is kept if the client wants that, on the
 *   file system of @scratch
 * @n_jobs: how many at a time
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the runner
 */
TrsServiceRunner *
trs_service_runner_new (sqlite3     *database,
                        TrsClock    *clock,
                        const char  *worker,
                        const char  *scratch,
                        const char  *sound,
                        guint        n_jobs,
                        GError     **error)
{
  TrsServiceRunner *self;

  if (!trs_service_file_make_folder (scratch, error))
    {
      g_prefix_error (error, "The folder %s cannot be made: ", scratch);
      return NULL;
    }
  self = g_new0 (TrsServiceRunner, 1);
  self->database = database;
  self->clock = g_object_ref (clock);
  self->worker = g_strdup (worker);
  self->scratch = g_strdup (scratch);
  self->sound = g_strdup (sound);
  self->n_jobs = n_jobs;
  self->attempts = g_ptr_array_new ();
  self->stranded = g_ptr_array_new_with_free_func ((GDestroyNotify) trs_service_job_free);
  return self;
}

/* Gives back the jobs under way, which the next start resumes. */
void
trs_service_runner_free (TrsServiceRunner *self)
{
  trs_clock_clear_timeout (self->clock, &self->timer_id);
  for (guint i = 0; i < self->attempts->len; i++)
    {
      Attempt *attempt = self->attempts->pdata[i];

      if (!attempt->removed)
        trs_service_jobs_finish (self->database, attempt->job, TRS_SERVICE_OUTCOME_RELEASED, NULL, NULL);
      attempt->self = NULL;
      g_cancellable_cancel (attempt->cancellable);
    }
  g_ptr_array_unref (self->attempts);
  g_ptr_array_unref (self->stranded);
  g_object_unref (self->clock);
  g_free (self->worker);
  g_free (self->scratch);
  g_free (self->sound);
  g_free (self);
}
