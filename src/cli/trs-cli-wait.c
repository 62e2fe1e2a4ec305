/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-wait.h"

#include "trs-cli-command.h"
#include "trs-cli-find.h"
#include "trs-i18n.h"
#include "trs-project-strings.h"
#include "trs-since.h"

static const TrsCliColumn columns[] = {
  { "ID", .minimum = 9 },
  { "STATE" },
  { "TITLE", .minimum = 10 },
};

/**
 * trs_cli_check_timeout:
 * @options: the options of a command with `--timeout`
 *
 * Returns: (nullable): what is wrong with it
 */
const char *
trs_cli_check_timeout (const TrsCliOptions *options)
{
  gint64 span;

  return options->timeout == NULL || trs_since_parse_span (options->timeout, &span)
             ? NULL
             : _("--timeout must be a time such as 30s, 90min, 2h or 1d");
}

/**
 * trs_cli_check_wait:
 * @options: the options of a command with `--wait`
 *
 * Returns: (nullable): what is wrong with them
 */
const char *
trs_cli_check_wait (const TrsCliOptions *options)
{
  return options->timeout != NULL && !options->wait ? _("--timeout needs --wait") : trs_cli_check_timeout (options);
}

/* One wait */

typedef struct
{
  TrsCli *run;
  GPtrArray *projects;
  GHashTable *ended; /* those of @projects that are not waited for any more */
  GHashTable *failing; /* of those that were under way here: until when the reason of a failure is waited for, or 0 */
  TrsCliWaited waited;
  gpointer user_data;
  guint timer;
  gboolean timed_out;
  guint reason_timer;
} Wait;

/* How long the words of the service on a failure are waited for, in milliseconds: the list says that something has
 * failed, and why is in the answer to a request that follows. */
#define REASON_PATIENCE 4000

/**
 * trs_cli_is_awaited:
 * @project: a project
 *
 * Returns: whether it may still come to its end while the program waits
 */
gboolean
trs_cli_is_awaited (TrsProject *project)
{
  if (trs_project_get_watch (project) == TRS_PROJECT_WATCH_STOPPED ||
      trs_project_get_watch (project) == TRS_PROJECT_WATCH_DISMISSED)
    return FALSE;
  return trs_project_is_pending (project) || !trs_project_state_is_final (trs_project_get_state (project));
}

/* The submission is confirmed: what it became is waited for. */
static void
matched_cb (TrsReconciler *reconciler,
            TrsProject    *pending,
            TrsProject    *found,
            gpointer       user_data)
{
  Wait *wait = user_data;

  for (guint i = 0; i < wait->projects->len; i++)
    if (wait->projects->pdata[i] == pending)
      {
        wait->projects->pdata[i] = g_object_ref (found);
        g_object_unref (pending);
      }
}

static void
timed_out_cb (gpointer user_data)
{
  ((Wait *) user_data)->timed_out = TRUE;
}

static const char *
explain_wait (TrsCli *self)
{
  return _("The transcription goes on at the service; see “transcripts wait”");
}

/* What was listed a moment ago is on the schedule. What stands further down, or was given up by the user, is not. */
static void
begin_watching (TrsCli     *self,
                TrsProject *project)
{
  if (trs_project_get_watch (project) == TRS_PROJECT_WATCH_DISMISSED)
    trs_project_set_watch (project, TRS_PROJECT_WATCH_NONE);
  if (trs_cli_is_awaited (project) && trs_project_get_watch (project) == TRS_PROJECT_WATCH_NONE)
    trs_poller_watch (trs_session_get_poller (self->session), project);
}

/* Wakes up the loop that waits. */
static void
reason_timer_cb (gpointer user_data)
{
}

/* Whether it has just failed, and it is not known yet why */
static gboolean
awaits_reason (Wait       *wait,
               TrsProject *project)
{
  TrsClock *clock = trs_session_get_clock (wait->run->session);
  gint64 *until = g_hash_table_lookup (wait->failing, project);

  if (until == NULL || trs_project_get_state (project) != TRS_PROJECT_STATE_ERROR ||
      trs_project_get_data (project)->message != NULL)
    return FALSE;
  if (*until == 0)
    {
      *until = trs_clock_get_boot_time (clock) + REASON_PATIENCE * (G_TIME_SPAN_SECOND / 1000);
      trs_clock_set_timeout (clock, &wait->reason_timer, REASON_PATIENCE + 1, reason_timer_cb, wait);
    }
  return trs_clock_get_boot_time (clock) < *until;
}

/* Reports those that have ended. Returns: the index of the first one that has not, or the number of all */
static guint
find_awaited (Wait *wait)
{
  guint first = wait->projects->len;

  for (guint i = 0; i < wait->projects->len; i++)
    {
      TrsProject *project = wait->projects->pdata[i];

      if (trs_cli_is_awaited (project))
        {
          if (!g_hash_table_contains (wait->failing, project))
            g_hash_table_insert (wait->failing, project, g_new0 (gint64, 1));
          first = MIN (first, i);
        }
      else if (awaits_reason (wait, project))
        first = MIN (first, i);
      else if (g_hash_table_add (wait->ended, project) && wait->waited != NULL)
        wait->waited (wait->run, project, wait->user_data);
    }
  return first;
}

/* Marking the first one as visible makes the poller ask for its details, as for the project on the screen. */
static gboolean
run_wait (Wait    *wait,
          GError **error)
{
  TrsCli *self = wait->run;
  guint first;

  while ((first = find_awaited (wait)) < wait->projects->len && !wait->timed_out && trs_cli_output_get_error () == NULL)
    {
      TrsProject *project = wait->projects->pdata[first];
      g_autofree char *status = trs_project_strings_status (project);
      /* Translators: which of how many videos is waited for, and what is done with it: "1 of 3 · Transcribing". */
      g_autofree char *line = g_strdup_printf (_("%u of %u · %s"), first + 1, wait->projects->len, status);

      trs_cli_show_progress (line);
      if (!trs_cli_check_session (self, error))
        return FALSE;
      trs_session_set_current (self->session, project);
      g_main_context_iteration (NULL, TRUE);
    }
  return TRUE;
}

/**
 * trs_cli_wait_for:
 * @self: a run that has opened its account
 * @projects: (element-type TrsProject): what to wait for, each with a reference of the array; where an unconfirmed one
 *   is found in the list, that takes its place
 * @waited: (nullable): called for each that is not waited for any more
 * @user_data: for @waited
 * @error: return location for an error
 *
 * Waits until each has come to its end, until its schedule has ended, or, with `--timeout`, until that has gone by:
 * then the schedule has no end.
 *
 * Returns: %FALSE if it was interrupted or the service may not be asked any more; else %TRUE, even if some are still
 *   under way
 */
gboolean
trs_cli_wait_for (TrsCli        *self,
                  GPtrArray     *projects,
                  TrsCliWaited   waited,
                  gpointer       user_data,
                  GError       **error)
{
  TrsReconciler *reconciler = trs_session_get_reconciler (self->session);
  TrsPoller *poller = trs_session_get_poller (self->session);
  TrsClock *clock = trs_session_get_clock (self->session);
  g_autoptr (GHashTable) ended = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) failing = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  Wait wait = { self, projects, ended, failing, waited, user_data };
  gint64 span = 0;
  gulong matched_id;
  gboolean good;

  if (!trs_cli_connect (self, error))
    return FALSE;

  matched_id = g_signal_connect (reconciler, "matched", G_CALLBACK (matched_cb), &wait);
  if (self->options->timeout != NULL && trs_since_parse_span (self->options->timeout, &span))
    {
      trs_clock_set_timeout (clock, &wait.timer, (guint) MIN (span / G_TIME_SPAN_MILLISECOND, G_MAXINT), timed_out_cb,
                             &wait);
      trs_poller_set_patient (poller, TRUE);
    }
  for (guint i = 0; i < projects->len; i++)
    begin_watching (self, projects->pdata[i]);

  self->explain = explain_wait;
  good = run_wait (&wait, error);
  self->explain = NULL;
  trs_cli_end_progress ();
  trs_clock_clear_timeout (clock, &wait.timer);
  trs_clock_clear_timeout (clock, &wait.reason_timer);
  g_signal_handler_disconnect (reconciler, matched_id);
  return good;
}

/* The command */

typedef struct
{
  TrsCliTable *table; /* or NULL for records */
  TrsCliExit status;  /* of the first that did not become ready */
} Report;

/* Prints what has become of a project, as soon as that is known. */
static void
report_project (TrsCli     *self,
                TrsProject *project,
                gpointer    user_data)
{
  Report *report = user_data;
  g_autofree char *title = trs_cli_dup_title (project);
  g_autoptr (GError) error = NULL;
  TrsCliExit status = TRS_CLI_DONE;

  if (report->table != NULL)
    trs_cli_table_add (report->table, (const TrsCliCell[]) {
      { trs_project_get_id (project) }, { trs_cli_get_state_word (project) }, { title },
    });
  else
    {
      JsonObject *record = trs_cli_record_new ("video");

      trs_cli_json_fill_video (record, project, trs_session_get_account (self->session));
      trs_cli_add_record (self, record);
    }
  if (trs_project_is_pending (project) || trs_project_get_state (project) != TRS_PROJECT_STATE_DONE)
    {
      error = trs_cli_new_unready_error (project);
      status = trs_cli_report (self, trs_project_get_id (project), error);
    }
  report->status = report->status == TRS_CLI_DONE ? status : report->status;
}

/* What the user does not want to be told of any more is not waited for unless it is named. */
static GPtrArray *
list_under_way (TrsCli *self)
{
  TrsHistory *history = trs_session_get_history (self->session);
  GPtrArray *projects = g_ptr_array_new_with_free_func (g_object_unref);

  trs_history_set_show (history, TRS_PROJECT_SHOW_IN_PROGRESS);
  while (trs_history_get_querying (history))
    g_main_context_iteration (NULL, TRUE);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (history)) && trs_cli_may_go_on (self); i++)
    {
      g_autoptr (GAsyncResult) result = NULL;
      g_autoptr (TrsProject) project = NULL;

      trs_history_load_item_async (history, i, self->cancellable, trs_cli_done_cb, &result);
      project = trs_history_load_item_finish (history, trs_cli_wait (&result), NULL);
      if (project != NULL && trs_project_get_watch (project) != TRS_PROJECT_WATCH_DISMISSED)
        g_ptr_array_add (projects, g_steal_pointer (&project));
    }
  return projects;
}

static GPtrArray *
find_named (TrsCli *self,
            Report *report)
{
  GPtrArray *projects = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; self->options->words[i] != NULL && trs_cli_may_go_on (self); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TrsProject) project = trs_cli_find_project (self, self->options->words[i], &error);

      if (project == NULL)
        report->status = trs_cli_report (self, self->options->words[i], error);
      else if (!g_ptr_array_find (projects, project, NULL))
        g_ptr_array_add (projects, g_steal_pointer (&project));
    }
  return projects;
}

/* With a time limit, a service that cannot be reached at this moment is not an error: it is asked again. What is
 * known here is waited for. */
static gboolean
may_wait_for_service (TrsCli       *self,
                      const GError *error)
{
  return self->options->timeout != NULL && trs_cli_may_go_on (self) && trs_cli_get_exit (error) == TRS_CLI_NOT_REACHED;
}

static void
note_error (const GError *error)
{
  g_autofree char *sentence = trs_cli_make_sentence (error);

  trs_cli_note (sentence);
}

static TrsCliExit
run_wait_command (TrsCli *self)
{
  g_autoptr (GPtrArray) projects = NULL;
  g_autoptr (TrsCliTable) table = NULL;
  g_autoptr (GError) unread = NULL;
  g_autoptr (GError) error = NULL;
  Report report = { 0 };

  if (!trs_cli_connect (self, &error) || (!trs_cli_refresh (self, &unread) && !may_wait_for_service (self, unread)))
    return trs_cli_report (self, NULL, unread != NULL ? unread : error);

  report.table = table = trs_cli_begin_table (self, columns, G_N_ELEMENTS (columns));
  projects = self->options->words[0] != NULL ? find_named (self, &report) : list_under_way (self);
  if (unread != NULL && projects->len == 0 && report.status == TRS_CLI_DONE)
    return trs_cli_report (self, NULL, unread);
  if (unread != NULL)
    note_error (unread);
  else if (projects->len == 0 && report.status == TRS_CLI_DONE)
    trs_cli_note (_("Nothing is under way"));
  if (!trs_cli_wait_for (self, projects, report_project, &report, &error))
    return trs_cli_report (self, NULL, error);

  /* The time that was given is over. */
  for (guint i = 0; i < projects->len && trs_cli_may_go_on (self); i++)
    if (trs_cli_is_awaited (projects->pdata[i]))
      report_project (self, projects->pdata[i], &report);
  return report.status;
}

static const char * const options[] = { "timeout", NULL };

const TrsCliCommand trs_cli_wait_command = {
  .name = "wait",
  .parameters = N_("[ID…]"),
  .n_max = G_MAXUINT,
  .groups = TRS_CLI_OPTIONS_KEY,
  .options = options,
  .fields = TRS_CLI_VIDEO_FIELDS,
  .check = trs_cli_check_timeout,
  .run = run_wait_command,
};
