/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-command.h"

#include "trs-cli-text.h"
#include "trs-error.h"
#include "trs-i18n.h"
#include "trs-since.h"
#include "trs-strings.h"

#include <unistd.h>

static const TrsCliColumn columns[] = { { "ID", .minimum = 9 }, { "TITLE", .minimum = 10 } };

/* One run of the command. */
typedef struct
{
  TrsCli *run;
  TrsCliTable *table;
  TrsCliExit status; /* of the first transcript that could not be had */
  guint n_ended;
  guint n_wanted; /* how many there are to be had; 0 if that is not known */
} Fetch;

static void
show_progress (Fetch *self)
{
  g_autofree char *number = trs_strings_number (self->n_ended);
  g_autofree char *all = trs_strings_number (self->n_wanted);
  g_autofree char *line = NULL;

  /* In a log, which has a line for each transcript anyway, a count would only be in the way. */
  if (!trs_cli_terminal_probe (STDERR_FILENO).rewrites)
    return;

  if (self->n_wanted > 0)
    /* Translators: how many transcripts were downloaded, and how many are missing in all. The second number decides the
     * plural form. */
    line = g_strdup_printf (ngettext ("%s of %s transcript", "%s of %s transcripts", self->n_wanted), number, all);
  else
    /* Translators: %s is the number of transcripts that were downloaded. */
    line = g_strdup_printf (ngettext ("%s transcript so far", "%s transcripts so far", self->n_ended), number);
  trs_cli_show_progress (line);
}

/* Prints what has come, or is given up, as soon as that is known. */
static void
ended_cb (TrsDownloadQueue *queue,
          TrsProject       *project,
          const GError     *error,
          gpointer          user_data)
{
  Fetch *self = user_data;
  const char *id = trs_project_get_id (project);
  g_autofree char *title = trs_cli_dup_title (project);
  JsonObject *record = trs_cli_new_text_record (self->run, "transcript", id, project);
  TrsCliExit status;

  self->n_ended++;
  if (error == NULL && self->table != NULL)
    trs_cli_table_add (self->table, (const TrsCliCell[]) { { id }, { title } });
  status = trs_cli_end_text (self->run, record, id, error);
  self->status = self->status == TRS_CLI_DONE ? status : self->status;
  show_progress (self);
}

static const char *
explain_fetch (TrsCli *self)
{
  return _("What has come stays; “transcripts fetch” goes on where it was");
}

/* For a cron job a service that has gone is an answer: it is not waited for. */
static gboolean
may_go_on (TrsCli  *self,
           GError **error)
{
  TrsReachability *reachability = trs_session_get_reachability (self->session);

  if (!trs_cli_check_session (self, error) || trs_cli_output_get_error () != NULL)
    return FALSE;
  if (trs_reachability_get_offline_since (reachability) == 0)
    return TRUE;
  g_set_error_literal (error, TRS_ERROR, TRS_ERROR_OFFLINE, "The service has gone");
  return FALSE;
}

static gboolean
run_queue (Fetch   *self,
           gint64   since,
           GError **error)
{
  TrsDownloadQueue *queue = trs_session_get_downloads (self->run->session);
  guint limit = self->run->options->limit < G_MAXINT ? (guint) self->run->options->limit : 0;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) reason = NULL;
  g_autoptr (GError) own = NULL;

  trs_download_queue_fetch_async (queue, since, limit, NULL, trs_cli_done_cb, &result);
  while (result == NULL && may_go_on (self->run, &reason))
    g_main_context_iteration (NULL, TRUE);
  if (result == NULL)
    trs_download_queue_stop_all (queue);

  if (trs_download_queue_fetch_finish (queue, trs_cli_wait (&result), &own))
    return TRUE;
  /* That the queue was stopped says less than why. */
  g_propagate_error (error, reason != NULL ? g_steal_pointer (&reason) : g_steal_pointer (&own));
  return FALSE;
}

/* Without a time all that is missing is to be had, as far as that is known by now. */
static guint
count_missing (TrsCli *self,
               gint64  since)
{
  TrsDownloadQueue *queue = trs_session_get_downloads (self->session);
  guint missing = trs_download_queue_get_wanted (queue) - trs_download_queue_get_kept (queue);

  return since == 0 ? MIN (missing, (guint) self->options->limit) : 0;
}

static TrsCliExit
run_fetch (TrsCli *self)
{
  TrsDownloadQueue *queue = trs_session_get_downloads (self->session);
  Fetch fetch = { .run = self };
  g_autoptr (TrsCliTable) table = NULL;
  g_autoptr (GError) error = NULL;
  gint64 since = 0;
  gboolean good;

  if (!trs_cli_connect (self, &error) || !trs_cli_refresh (self, &error))
    return trs_cli_report (self, NULL, error);

  if (self->options->since != NULL)
    trs_since_parse (self->options->since, g_get_real_time (), &since);
  fetch.table = table = trs_cli_begin_table (self, columns, G_N_ELEMENTS (columns));
  fetch.n_wanted = count_missing (self, since);
  g_signal_connect (queue, "ended", G_CALLBACK (ended_cb), &fetch);
  self->explain = explain_fetch;
  good = run_queue (&fetch, since, &error);
  self->explain = NULL;
  g_signal_handlers_disconnect_by_func (queue, ended_cb, &fetch);
  trs_cli_end_progress ();

  if (!good && trs_cli_output_get_error () == NULL)
    return trs_cli_report (self, NULL, error);
  if (fetch.n_ended == 0)
    trs_cli_note (_("Nothing is missing here"));
  return fetch.status;
}

static const char *
check_fetch (const TrsCliOptions *options)
{
  gint64 since;

  return options->since == NULL || trs_since_parse (options->since, g_get_real_time (), &since)
             ? NULL
             : _("--since must be a day (2026-11-20), a time (2026-11-20T08:30:00Z) or a span (12h, 7d, 2w)");
}

static const char * const options[] = { "since", "limit", NULL };

const TrsCliCommand trs_cli_fetch_command = {
  .name = "fetch",
  .groups = TRS_CLI_OPTIONS_KEY,
  .options = options,
  .fields = TRS_CLI_TRANSCRIPT_FIELDS,
  .check = check_fetch,
  .run = run_fetch,
};
