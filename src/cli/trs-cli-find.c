/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-find.h"

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

/* Returns: (transfer full) (nullable): the project; %NULL if it is not here */
static TrsProject *
find_here (TrsCli     *self,
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

static TrsProject *
set_not_found (GError **error)
{
  g_set_error_literal (error, TRS_CLI_ERROR, TRS_CLI_NOT_FOUND, _("There is no such video in this account"));
  return NULL;
}

/**
 * trs_cli_find_project:
 * @self: a run with an open account
 * @word: an ID as it is listed, or the link or identifier of a video
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): what is known of it here; %NULL with @error set
 */
TrsProject *
trs_cli_find_project (TrsCli      *self,
                      const char  *word,
                      GError     **error)
{
  TrsProject *project = find_here (self, word);

  return project != NULL ? project : set_not_found (error);
}

/**
 * trs_cli_find_or_fetch_project:
 * @self: a run with an open account
 * @word: as for trs_cli_find_project()
 * @error: return location for an error
 *
 * Asks the service only for what is not stored here.
 *
 * Returns: (transfer full) (nullable): the project; %NULL with @error set
 */
TrsProject *
trs_cli_find_or_fetch_project (TrsCli      *self,
                               const char  *word,
                               GError     **error)
{
  g_autoptr (TrsProject) project = find_here (self, word);

  if ((project == NULL || !trs_project_get_data (project)->has_text) && !self->options->offline)
    {
      if (!trs_cli_connect (self, error) || !trs_cli_refresh (self, error))
        return NULL;
      g_clear_object (&project);
      project = find_here (self, word);
    }
  return project != NULL ? g_steal_pointer (&project) : set_not_found (error);
}
