/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-command.h"

#include "trs-cli-text.h"
#include "trs-i18n.h"
#include "trs-video-ref.h"

static guint
rank_attempt (TrsProject *project)
{
  if (trs_project_get_data (project)->has_text)
    return 3;
  return trs_project_get_state (project) == TRS_PROJECT_STATE_DONE ? 2 : 1;
}

/* Ranks attempts at the same video: the newest one that is stored here wins, then the newest that can be downloaded. */
static TrsProject *
find_attempt (TrsHistory *history,
              const char *video_id)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GPtrArray) attempts = NULL;
  TrsProject *best = NULL;

  trs_history_list_attempts_async (history, video_id, NULL, trs_cli_done_cb, &result);
  attempts = trs_history_list_attempts_finish (history, trs_cli_wait (&result), NULL);
  for (guint i = 0; attempts != NULL && i < attempts->len; i++)
    if (best == NULL || rank_attempt (attempts->pdata[i]) > rank_attempt (best))
      best = attempts->pdata[i];
  return best != NULL ? g_object_ref (best) : NULL;
}

/* @word: an ID as it is listed, or the link or identifier of a video */
static TrsProject *
find_locally (TrsCli     *self,
              const char *word)
{
  TrsHistory *history = trs_session_get_history (self->session);
  g_autoptr (GAsyncResult) result = NULL;
  g_autofree char *video_id = NULL;
  TrsProject *project;

  trs_history_get_project_async (history, word, NULL, trs_cli_done_cb, &result);
  project = trs_history_get_project_finish (history, trs_cli_wait (&result), NULL);
  if (project == NULL && trs_video_ref_parse (word, &video_id) != TRS_VIDEO_REF_NONE)
    project = find_attempt (history, video_id);
  return project;
}

/* Asks the service only for what is not stored here. */
static TrsProject *
find_or_fetch (TrsCli      *self,
               const char  *word,
               GError     **error)
{
  g_autoptr (TrsProject) project = find_locally (self, word);

  if ((project == NULL || !trs_project_get_data (project)->has_text) && !self->options->offline)
    {
      if (!trs_cli_connect (self, error) || !trs_cli_refresh (self, error))
        return NULL;
      g_clear_object (&project);
      project = find_locally (self, word);
    }
  if (project == NULL)
    g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_NOT_FOUND, _("There is no such video in this account"));
  return g_steal_pointer (&project);
}

static TrsCliExit
run_show (TrsCli *self)
{
  TrsCliExit status = TRS_CLI_DONE;
  g_autoptr (GError) wrong = NULL;

  if (!trs_cli_check_format (self, &wrong))
    return trs_cli_report (self, NULL, wrong);

  for (guint i = 0; self->options->words[i] != NULL && trs_cli_may_go_on (self); i++)
    {
      const char *word = self->options->words[i];
      g_autoptr (GError) error = NULL;
      g_autoptr (TrsProject) project = find_or_fetch (self, word, &error);
      JsonObject *record = trs_cli_new_text_record (self, "transcript", word, project);
      TrsCliExit one;

      if (project != NULL)
        trs_cli_deliver (self, project, record, &error);
      one = trs_cli_end_text (self, record, word, error);
      status = status == TRS_CLI_DONE ? one : status;
    }
  return status;
}

static const char * const options[] = { "offline", NULL };

const TrsCliCommand trs_cli_show_command = {
  .name = "show",
  .parameters = N_("ID"),
  .summary = N_("Print a transcript"),
  .n_min = 1,
  .n_max = 1,
  .groups = TRS_CLI_OPTIONS_TEXT | TRS_CLI_OPTIONS_KEY,
  .options = options,
  .output = "-",
  .run = run_show,
};

const TrsCliCommand trs_cli_export_command = {
  .name = "export",
  .parameters = N_("ID…"),
  .summary = N_("Save transcripts as files"),
  .n_min = 1,
  .n_max = G_MAXUINT,
  .groups = TRS_CLI_OPTIONS_TEXT | TRS_CLI_OPTIONS_KEY,
  .options = options,
  .output = ".",
  .run = run_show,
};
