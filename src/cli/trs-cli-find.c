/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-cli-find.h"

#include "trs-i18n.h"
#include "trs-video-ref.h"

#include <string.h>

/* Shorter beginnings of IDs are typing errors rather than IDs. */
#define MIN_PREFIX 4

/* How many candidates an error names. */
#define MAX_CANDIDATES 5

static guint
rank_attempt (TrsProject *project)
{
  if (trs_project_get_data (project)->has_text)
    return 3;
  return trs_project_get_state (project) == TRS_PROJECT_STATE_DONE ? 2 : 1;
}

/* Ranks attempts at the same video: the newest one that is stored here wins, then the newest that can be downloaded. */
static TrsProject *
find_attempt (TrsProjects *projects,
              const char  *video_id)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GPtrArray) attempts = NULL;
  TrsProject *best = NULL;

  trs_projects_list_attempts_async (projects, video_id, NULL, trs_cli_done_cb, &result);
  attempts = trs_projects_list_attempts_finish (projects, trs_cli_wait (&result), NULL);
  for (guint i = 0; attempts != NULL && i < attempts->len; i++)
    if (best == NULL || rank_attempt (attempts->pdata[i]) > rank_attempt (best))
      best = attempts->pdata[i];
  return best != NULL ? g_object_ref (best) : NULL;
}

/* @candidates: one more than are named, if there are more */
static void
set_ambiguous (GError     **error,
               const char  *word,
               GPtrArray   *candidates)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < MIN (candidates->len, MAX_CANDIDATES); i++)
    {
      g_autofree char *title = trs_cli_dup_title (candidates->pdata[i]);

      g_string_append_printf (list, "%s%s (%s)", i > 0 ? ", " : "", trs_project_get_id (candidates->pdata[i]),
                              title != NULL ? title : "");
    }
  if (candidates->len > MAX_CANDIDATES)
    g_string_append (list, ", …");
  g_set_error (error, TRS_CLI_ERROR, TRS_CLI_USAGE,
               /* Translators: the first %s is what was typed, the second a list of IDs with their titles. */
               _("Several IDs begin with “%s”: %s"), word, list->str);
}

/* Returns: (nullable): the only project whose ID begins so; %NULL without an error if there is none */
static TrsProject *
find_prefix (TrsProjects  *projects,
             const char   *word,
             GError      **error)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GPtrArray) candidates = NULL;

  if (g_utf8_strlen (word, -1) < MIN_PREFIX)
    return NULL;

  trs_projects_list_prefix_async (projects, word, MAX_CANDIDATES + 1, NULL, trs_cli_done_cb, &result);
  candidates = trs_projects_list_prefix_finish (projects, trs_cli_wait (&result), error);
  if (candidates != NULL && candidates->len == 1)
    return g_object_ref (candidates->pdata[0]);
  if (candidates != NULL && candidates->len > 1)
    set_ambiguous (error, word, candidates);
  return NULL;
}

/* UUIDs are the same in either case, and are listed as the service writes them; identifiers of videos are not. */
static TrsProject *
find_in_other_case (TrsProjects  *projects,
                    const char   *word,
                    GError      **error)
{
  g_autofree char *lower = g_ascii_strdown (word, -1);
  g_autofree char *upper = g_ascii_strup (word, -1);
  TrsProject *project = NULL;

  if (word[strspn (word, "0123456789abcdefABCDEF-")] != '\0')
    return NULL;
  if (!g_str_equal (word, lower))
    project = find_prefix (projects, lower, error);
  if (project == NULL && *error == NULL && !g_str_equal (word, upper))
    project = find_prefix (projects, upper, error);
  return project;
}

/* Returns: (transfer full) (nullable): the project; %NULL without an error if it is not here */
static TrsProject *
find_here (TrsCli      *self,
           const char  *word,
           GError     **error)
{
  TrsProjects *projects = trs_session_get_projects (self->session);
  g_autoptr (GAsyncResult) result = NULL;
  g_autofree char *video_id = NULL;
  TrsProject *project;

  trs_projects_find_async (projects, word, NULL, trs_cli_done_cb, &result);
  project = trs_projects_find_finish (projects, trs_cli_wait (&result), NULL);
  if (project == NULL && trs_video_ref_parse (word, &video_id) != TRS_VIDEO_REF_NONE)
    project = find_attempt (projects, video_id);
  if (project == NULL)
    project = find_prefix (projects, word, error);
  return project != NULL || *error != NULL ? project : find_in_other_case (projects, word, error);
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
 * @word: an ID as it is listed, or how it begins, in four characters or more, in either case; or the link or
 *   identifier of a video
 * @error: return location for an error
 *
 * Finds a project among those that are known here. What is the ID or the video of one is never the beginning of
 * another ID.
 *
 * Errors: %TRS_CLI_NOT_FOUND; %TRS_CLI_USAGE, with the candidates, if several IDs begin so.
 *
 * Returns: (transfer full) (nullable): the project
 */
TrsProject *
trs_cli_find_project (TrsCli      *self,
                      const char  *word,
                      GError     **error)
{
  g_autoptr (GError) local = NULL;
  TrsProject *project = find_here (self, word, &local);

  if (local != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return NULL;
    }
  return project != NULL ? project : set_not_found (error);
}

/**
 * trs_cli_find_or_fetch_project:
 * @self: a run with an open account
 * @word: as for trs_cli_find_project()
 * @error: return location for an error
 *
 * As trs_cli_find_project(), but asks the service, unless that is forbidden, for what is not known here, or what was
 * not done when it was asked last.
 *
 * Returns: (transfer full) (nullable): the project
 */
TrsProject *
trs_cli_find_or_fetch_project (TrsCli      *self,
                               const char  *word,
                               GError     **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (TrsProject) project = find_here (self, word, &local);

  /* The list is read once for all arguments; the key is needed to download, too. */
  if (local == NULL && (project == NULL || !trs_project_get_data (project)->has_text) && !self->options->offline)
    {
      if (!trs_cli_connect (self, error) || (!self->asked && !trs_cli_refresh (self, error)))
        return NULL;
      self->asked = TRUE;
      g_clear_object (&project);
      project = find_here (self, word, &local);
    }
  if (local != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return NULL;
    }
  return project != NULL ? g_steal_pointer (&project) : set_not_found (error);
}
