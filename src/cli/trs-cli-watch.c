/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-command.h"

#include "trs-i18n.h"
#include "trs-since.h"

#include <glib-unix.h>
#include <unistd.h>

/* What became ready in one transaction has one time. Each gets its own in the record, so that a later run which is
 * given one of them takes up behind it: those of the same moment are counted up by a microsecond, always in the same
 * order. So it is asked for from a little earlier on, lest the count begins in the middle of such a moment. */
#define EARLIER G_USEC_PER_SEC

/* The clock may be set back, and what becomes ready then has a time before the one behind which it is told. So that
 * moment is never later than now, but for as long as it may take until something is noticed; and what became ready
 * before it is known, for as long as a clock is set back. */
#define NOTICED (10 * G_USEC_PER_SEC)
#define SET_BACK (24 * 3600 * (gint64) G_USEC_PER_SEC)

typedef struct
{
  TrsCli *run;
  gint64 since;
  GHashTable *told; /* ids */
  gboolean changed;
  gboolean gone; /* nobody reads standard output any more */
} Watch;

static gint64
get_ready_at (TrsProject *project)
{
  const TrsProjectData *data = trs_project_get_data (project);

  return data->finished_seen_at != 0 ? data->finished_seen_at : data->created_at;
}

static char *
format_moment (gint64 time)
{
  g_autoptr (GDateTime) date = g_date_time_new_from_unix_utc (time / G_USEC_PER_SEC);
  g_autofree char *seconds = g_date_time_format (date, "%Y-%m-%dT%H:%M:%S");

  return g_strdup_printf ("%s.%06dZ", seconds, (int) (time % G_USEC_PER_SEC));
}

static void
tell (Watch      *self,
      TrsProject *project,
      gint64      ready_at)
{
  JsonObject *record = trs_cli_record_new ("video");
  g_autofree char *moment = format_moment (ready_at);

  trs_cli_json_fill_video (record, project, trs_session_get_account (self->run->session));
  json_object_set_string_member (record, "ready_at", moment);
  trs_cli_add_record (self->run, record);
}

/* @projects: (element-type TrsProject): in the order of their times */
static void
tell_all (Watch     *self,
          GPtrArray *projects)
{
  gint64 last = G_MININT64;

  for (guint i = 0; i < projects->len && trs_cli_may_go_on (self->run); i++)
    {
      TrsProject *project = projects->pdata[i];

      last = MAX (last + 1, get_ready_at (project));
      if (last > self->since && g_hash_table_add (self->told, g_strdup (trs_project_get_id (project))))
        tell (self, project, last);
    }
}

/* Returns: (transfer full) (nullable) (element-type TrsProject): what became ready after @since, in the order of the
 * times */
static GPtrArray *
list_finished (Watch  *self,
               gint64  since)
{
  TrsProjects *projects = trs_session_get_projects (self->run->session);
  g_autoptr (GAsyncResult) result = NULL;

  trs_projects_list_finished_async (projects, since, self->run->cancellable, trs_cli_done_cb, &result);
  return trs_projects_list_finished_finish (projects, trs_cli_wait (&result), NULL);
}

/* What became ready before the moment behind which it is told is not told later. */
static void
skip_earlier (Watch *self)
{
  g_autoptr (GPtrArray) finished = list_finished (self, self->since - SET_BACK);
  gint64 last = G_MININT64;

  for (guint i = 0; finished != NULL && i < finished->len; i++)
    {
      last = MAX (last + 1, get_ready_at (finished->pdata[i]));
      if (last <= self->since)
        g_hash_table_add (self->told, g_strdup (trs_project_get_id (finished->pdata[i])));
    }
}

/* Nothing is asked of the service here: it is read what this program, the window or another command has found out. */
static void
list_ready (Watch *self)
{
  g_autoptr (GPtrArray) finished = NULL;

  self->changed = FALSE;
  if (g_get_real_time () < self->since)
    self->since = g_get_real_time () - NOTICED;
  finished = list_finished (self, self->since - EARLIER);
  if (finished != NULL)
    tell_all (self, finished);
}

static void
changed_cb (TrsHistory *history,
            gpointer    user_data)
{
  ((Watch *) user_data)->changed = TRUE;
}

static gboolean
reader_gone_cb (int          fd,
                GIOCondition condition,
                gpointer     user_data)
{
  ((Watch *) user_data)->gone = TRUE;
  return G_SOURCE_REMOVE;
}

/* Sleeps until something happens. What is under way is on the schedule of the poller; if nothing is, there is no
 * timer. */
static gboolean
run_until_ended (Watch   *self,
                 GError **error)
{
  while (!self->gone && trs_cli_output_get_error () == NULL && trs_cli_check_session (self->run, error))
    {
      if (self->changed)
        list_ready (self);
      else
        g_main_context_iteration (NULL, TRUE);
    }
  return error == NULL || *error == NULL;
}

static TrsCliExit
run_watch (TrsCli *self)
{
  TrsHistory *history = trs_session_get_history (self->session);
  g_autoptr (GHashTable) told = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Watch watch = { .run = self, .told = told, .since = g_get_real_time (), .changed = TRUE };
  g_autoptr (GError) error = NULL;
  TrsCliExit status = TRS_CLI_DONE;
  guint reader;
  gulong id;

  if (self->options->since != NULL)
    trs_since_parse (self->options->since, g_get_real_time (), &watch.since);
  if (!trs_cli_connect (self, &error))
    return trs_cli_report (self, NULL, error);

  skip_earlier (&watch);
  reader = g_unix_fd_add (STDOUT_FILENO, G_IO_ERR | G_IO_HUP, reader_gone_cb, &watch);
  id = g_signal_connect (history, "changed", G_CALLBACK (changed_cb), &watch);
  trs_poller_set_patient (trs_session_get_poller (self->session), TRUE);
  /* A service that cannot be reached now is asked again. */
  if (!trs_cli_refresh (self, &error) && trs_cli_may_go_on (self))
    trs_cli_report (self, NULL, error);
  g_clear_error (&error);

  if (!run_until_ended (&watch, &error))
    status = trs_cli_report (self, NULL, error);
  g_signal_handler_disconnect (history, id);
  if (watch.gone)
    return TRS_CLI_BROKEN_PIPE;
  g_source_remove (reader);
  return status;
}

static const char *
check_watch (const TrsCliOptions *options)
{
  gint64 since;

  return options->since == NULL || trs_since_parse (options->since, g_get_real_time (), &since)
             ? NULL
             : _("--since must be a day (2026-11-20), a time (2026-11-20T08:30:00Z) or a span (12h, 7d, 2w)");
}

static const char * const options[] = { "since", NULL };

const TrsCliCommand trs_cli_watch_command = {
  .name = "watch",
  .groups = TRS_CLI_OPTIONS_KEY,
  .options = options,
  .fields = TRS_CLI_VIDEO_FIELDS " ready_at",
  .always_json = TRUE,
  .check = check_watch,
  .run = run_watch,
};
